//! `sixfold ships campaign --auto`: the computer plays a campaign many times, and what became of it is counted.

use std::fmt::Write as _;
use std::thread::available_parallelism;

use ai::{Advised as _, Bot, Level};
use game::{
    Journey as _, JourneyEnd, Match, MatchPlayer, NamedRules, NextMatch, Record, RuleSet as _, Seat, Seed, Setup,
    Travel, Viewer,
};
use hex_ships::rules::{CampaignPlan, Rules};
use hex_ships::{Campaign, Chapter, Fortune, HexShips};
use serde_json::{Value, json};

use super::arena;
use crate::cli::CampaignArgs;
use crate::commands::play::find_level;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::rule_sets;

/// A campaign of a file may lead back to missions that were fought before. One that goes on longer than this counts as not
/// finished.
const MOST_BATTLES: usize = 100;

pub(crate) fn run(args: &CampaignArgs, runs: u64, output: &mut Output) -> Result<(), Failure> {
    let rules = match &args.rules {
        Some(folder) => {
            let files = rule_sets::read_taken(folder, Rules::takes)?;
            NamedRules::parse(&files).map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?
        }
        None => NamedRules::built_in(),
    };
    let setup = Setup::parse(Campaign::OPTIONS, args.options().iter().map(String::as_str))?;
    let level = find_level(args.level.as_deref())?;
    let first = args.seed.unwrap_or(0);
    // A name that no campaign has is reported here, before the threads begin.
    let start = Travel::<Campaign>::by(&rules, setup.clone(), Seed::number(first))?;
    let seeds: Vec<u64> = (0..runs).map(|number| first.wrapping_add(number)).collect();
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), |count| count as usize);
    let mut progress = Progress::new("playing campaigns");
    let mut tally = Tally::new(start.state().plan());
    let play = |seed: &u64| travel(&rules, setup.clone(), *seed, level);
    arena::each(&seeds, threads, play, |_, campaign| {
        tally.count(&campaign);
        progress.at(tally.runs as f32 / runs as f32);
        Ok(())
    })?;
    drop(progress);
    let report = Report { campaign: start.state(), setup: &setup, level, seed: first, tally: &tally };
    output.say(&report.json(), || report.table())
}

/// Plays a whole campaign. The same seed and level give the same campaign.
fn travel(rules: &NamedRules<Rules>, setup: Setup, seed: u64, level: &'static Level) -> Result<Campaign, Failure> {
    let mut travel = Travel::<Campaign>::by(rules, setup, Seed::number(seed))?;
    while travel.state().end().is_none() && travel.state().chapters().len() < MOST_BATTLES {
        if let Some(next) = travel.next_match() {
            let record = fight(&travel, next, level, seed)?;
            travel.take(&record).expect("it is the battle that was asked for, and it is over");
            continue;
        }
        let commanders = Seat::first(travel.state().seats());
        let mut steps = commanders.filter_map(|seat| Some((seat, travel.state().advise(seat)?)));
        let (seat, step) = steps.next().expect("somebody has something to do until the campaign is over");
        travel.play(seat, &step).expect("the computer advises what is allowed");
    }
    Ok(travel.state().clone())
}

/// Fights the battle that the campaign waits for: the campaign's fleet at this level, the enemy at the campaign's own.
fn fight(travel: &Travel<Campaign>, next: NextMatch, level: &'static Level, seed: u64) -> Result<Record, Failure> {
    let bot = |(place, player): (u64, &MatchPlayer)| {
        let level = match player {
            MatchPlayer::Traveller(_) => level,
            MatchPlayer::Computer(name) => find_level(Some(name))?,
        };
        Ok(Bot::new(level, seed.wrapping_mul(1_000).wrapping_add(u64::from(next.number) * 2 + place)))
    };
    let mut bots: Vec<Bot> = (0..).zip(&next.players).map(bot).collect::<Result<_, Failure>>()?;
    let origin = travel.match_seed(next.number);
    let mut battle = Match::<HexShips>::by(travel.rules(), next.setup, origin)?;
    while let Some(seat) = battle.actor() {
        let thinking = bots[seat.index()].think::<HexShips>(&battle.view(Viewer::Seat(seat)));
        let action = thinking.decide().expect("there is something to do until the battle is over");
        battle.play(seat, &action).expect("the computer plays what is legal");
    }
    Ok(battle.record())
}

/// What became of a mission in all campaigns.
#[derive(Clone, Default)]
struct Fought {
    /// How often it was won, drawn and lost.
    fortunes: [u64; 3],
    /// The sum of what the fleets were worth after it.
    worth: u64,
    /// How often the campaign was won and lost by it.
    ended: [u64; 2],
}

impl Fought {
    fn times(&self) -> u64 {
        self.fortunes.iter().sum()
    }

    fn share(&self, fortune: Fortune) -> f64 {
        share(self.fortunes[fortune as usize], self.times())
    }

    fn mean_worth(&self) -> f64 {
        share(self.worth, self.times())
    }
}

/// All campaigns, added up.
struct Tally {
    missions: Vec<Fought>,
    runs: u64,
    won: u64,
    battles: u64,
}

impl Tally {
    fn new(plan: &CampaignPlan) -> Self {
        Self { missions: vec![Fought::default(); plan.missions.len()], runs: 0, won: 0, battles: 0 }
    }

    fn count(&mut self, campaign: &Campaign) {
        let has_won = campaign.end() == Some(JourneyEnd::Won);
        self.runs += 1;
        self.won += u64::from(has_won);
        for Chapter { mission, fortune, worth, .. } in campaign.chapters() {
            let fought = &mut self.missions[usize::from(*mission)];
            fought.fortunes[*fortune as usize] += 1;
            fought.worth += u64::from(*worth);
            self.battles += 1;
        }
        if let Some(last) = campaign.chapters().last().filter(|_| campaign.end().is_some()) {
            self.missions[usize::from(last.mission)].ended[usize::from(!has_won)] += 1;
        }
    }

    /// The share of campaigns that were finished, that is won.
    fn finished(&self) -> f64 {
        share(self.won, self.runs)
    }

    /// The standard error of that share.
    fn error(&self) -> f64 {
        (self.finished() * (1.0 - self.finished()) / self.runs.max(1) as f64).sqrt()
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

struct Report<'r> {
    /// The beginning of a campaign.
    campaign: &'r Campaign,
    setup: &'r Setup,
    level: &'static Level,
    seed: u64,
    tally: &'r Tally,
}

impl Report<'_> {
    fn enemy_level(&self) -> &str {
        &self.campaign.plan().levels[usize::from(self.campaign.difficulty())]
    }

    fn json(&self) -> Value {
        let (plan, tally) = (self.campaign.plan(), self.tally);
        let mission = |(mission, fought): (&hex_ships::rules::Mission, &Fought)| {
            json!({
                "mission": mission.key, "fought": fought.times(), "won": fought.fortunes[0],
                "drawn": fought.fortunes[1], "lost": fought.fortunes[2], "worth_after": fought.mean_worth(),
                "campaigns_won_here": fought.ended[0], "campaigns_lost_here": fought.ended[1],
            })
        };
        json!({
            "campaign": plan.key, "difficulty": self.setup.get("difficulty"), "level": self.level.name,
            "enemy_level": self.enemy_level(), "seed": self.seed, "campaigns": tally.runs, "battles": tally.battles,
            "finished": tally.won, "share_finished": tally.finished(), "error": tally.error(),
            "worth_at_the_beginning": self.campaign.worth(),
            "missions": plan.missions.iter().zip(&tally.missions).map(mission).collect::<Vec<_>>(),
        })
    }

    fn table(&self) -> String {
        let (plan, tally) = (self.campaign.plan(), self.tally);
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let mut text = format!(
            "{}, {}: {} {} by level {} against level {}, seeds from {}\nThe fleet is worth {} at the beginning.\n",
            plan.title.in_language("en"),
            self.setup.get("difficulty"),
            tally.runs,
            if tally.runs == 1 { "campaign" } else { "campaigns" },
            self.level.name,
            self.enemy_level(),
            self.seed,
            self.campaign.worth(),
        );
        let titles = plan.missions.iter().map(|mission| mission.title.in_language("en"));
        let column = titles.clone().map(|title| title.chars().count()).max().unwrap_or(0);
        let heads = ["fought", "won", "drawn", "lost", "worth after it", "campaigns won", "lost here"];
        let _ = write!(text, "{:<column$}", "battle");
        for head in heads {
            let _ = write!(text, "  {head:>6}");
        }
        for (title, fought) in titles.zip(&tally.missions) {
            let count = |number: u64| if number == 0 { "-".to_owned() } else { number.to_string() };
            let shown = |figure: String| if fought.times() == 0 { "-".to_owned() } else { figure };
            let cells = [
                fought.times().to_string(),
                shown(percent(fought.share(Fortune::Won))),
                shown(percent(fought.share(Fortune::Drawn))),
                shown(percent(fought.share(Fortune::Lost))),
                shown(format!("{:.0}", fought.mean_worth())),
                count(fought.ended[0]),
                count(fought.ended[1]),
            ];
            let _ = write!(text, "\n{title:<column$}");
            for (cell, head) in cells.iter().zip(heads) {
                let width = head.len().max(6);
                let _ = write!(text, "  {cell:>width$}");
            }
        }
        let (finished, error) = (100.0 * tally.finished(), 100.0 * tally.error());
        let _ = write!(text, "\nfinished: {finished:.0} % ± {error:.0} ({} of {})", tally.won, tally.runs);
        text
    }
}
