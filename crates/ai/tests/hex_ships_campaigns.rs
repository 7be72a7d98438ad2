//! Campaigns of files that somebody else wrote, played by the computer to their end.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{
    Journey as _, JourneyEnd, Match, NamedRules, Record, RuleFiles, RuleSet as _, Seat, Seed, Setup, Travel, Viewer,
};
use hex_ships::rules::{LEVELS, Rules};
use hex_ships::{Campaign, HexShips};
use sixfold_ai::{Advised as _, Bot, Level, levels};

/// The built-in rules with one campaign in place of theirs.
fn rules(campaign: &str) -> NamedRules<Rules> {
    let kept = Rules::FILES.iter().filter(|(file, _)| !file.starts_with("campaign-"));
    let named = |text: &str| text.replacen("name = \"standard\"", "name = \"test\"", 1);
    let files = kept.map(|(file, text)| ((*file).to_owned(), named(text)));
    let files = files.chain([("campaign-test.toml".to_owned(), campaign.to_owned())]);
    NamedRules::parse(&RuleFiles::new(files).unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

/// The file of a campaign with these lines at its beginning and these missions.
fn file(lines: &str, missions: &str) -> String {
    let names = |of: &str| (0..32).map(|number| format!("\"{of} {number}\"")).collect::<Vec<_>>().join(", ");
    format!(
        "name = \"test\"\ntitle = {{ en = \"Test\", de = \"Probe\" }}\nabout = {{ en = \"Test\", de = \"Probe\" }}\n\
         weapons = \"balanced\"\nlevels = [\"1\", \"1\", \"1\"]\n{lines}\n\
         ship_names = [{}]\ncaptain_names = [{}]\n{missions}",
        names("Ship"),
        names("Captain"),
    )
}

fn mission(name: &str, lines: &str) -> String {
    format!(
        "[[mission]]\nname = \"{name}\"\ntitle = {{ en = \"{name}\", de = \"{name}\" }}\n\
         briefing = {{ en = \"Fight.\", de = \"Kämpft.\" }}\nplace = [50, 50]\nradius = 6\nrounds = 4\npoints = 900\n\
         deploy_rows = 3\n{lines}\n"
    )
}

fn fight(travel: &Travel<Campaign>) -> Record {
    let next = travel.next_match().unwrap();
    let mut bots = [0, 1].map(|seat| Bot::new(Level::named("1").unwrap(), seat));
    let mut battle = Match::<HexShips>::by(travel.rules(), next.setup, travel.match_seed(next.number)).unwrap();
    while let Some(seat) = battle.actor() {
        let action = bots[seat.index()].think::<HexShips>(&battle.view(Viewer::Seat(seat))).decide().unwrap();
        battle.play(seat, &action).unwrap();
    }
    battle.record()
}

/// Plays a campaign to its end. Every step is one that the computer advises.
fn travel(rules: &NamedRules<Rules>) -> Travel<Campaign> {
    let setup = Setup::parse(Campaign::OPTIONS, ["campaign=test"]).unwrap();
    let mut travel = Travel::<Campaign>::by(rules, setup, Seed::number(3)).unwrap();
    while travel.state().end().is_none() {
        if travel.next_match().is_some() {
            let record = fight(&travel);
            travel.take(&record).unwrap();
            continue;
        }
        let step = travel.state().advise(Seat(0)).expect("there is something to do until the end");
        travel.play(Seat(0), &step).unwrap();
        assert!(travel.log().len() < 200, "{step:?}");
    }
    travel
}

#[test]
fn campaigns_name_the_levels_of_the_computer() {
    let own: Vec<&str> = levels().iter().map(|level| level.name.as_str()).collect();
    assert_eq!(own, LEVELS);
}

#[test]
fn hs_38_a_campaign_with_expansions_and_carriers_is_played_to_its_end() {
    let enemy = "red = \"hive~wasp~moth+sabre\"\nblue = \"hive~wasp+dagger\"\neasy = \"dagger/ecm\"";
    let next = "win = [\"second\"]\ndraw = [\"second\"]\nloss = [\"second\"]";
    let ships = "expansions = \"on\"\nships = [\"hive~wasp~moth/ecm@121\", \"sabre/ams\"]\nfirst = [\"first\"]";
    let second = "win = \"won\"\ndraw = \"won\"\nloss = \"lost\"";
    let rewarded = format!("{enemy}\nreward = {{ ships = [\"citadel~wasp~wasp~moth\"] }}\n{next}");
    let missions = mission("first", &rewarded) + &mission("second", &format!("{enemy}\n{second}"));
    let rules = rules(&file(ships, &missions));
    let travel = travel(&rules);
    let chapters = travel.state().chapters();
    assert!(matches!(travel.state().end(), Some(JourneyEnd::Won | JourneyEnd::Lost)) && !chapters.is_empty());
    assert!(chapters[0].ships.len() == 2 && chapters[0].enemies[0] == 2, "squadrons are no ships: {:?}", chapters[0]);
    let text = travel.text(None);
    assert!(text.contains("expansions=on") && text.contains("~wasp"), "{text}");
    let read = Travel::<Campaign>::read(&text, &rules).unwrap_or_else(|error| panic!("{error}"));
    assert!(read.travel.state() == travel.state());
}

/// The mission takes a Needle with the Dagger's captain and nothing else. The computer does not see that, and gives up.
#[test]
fn the_computer_gives_a_campaign_up_that_it_cannot_go_on_with() {
    let lines = "red = \"needle\"\nred_limits = { largest = 1, points = POINTS }\nblue = \"needle\"\nwin = \"won\"\ndraw = \"lost\"\nloss = \"lost\"";
    let ships = "ships = [\"needle@333\", \"bastion\"]\nfirst = [\"first\"]";
    let built_in = Rules::built_in();
    let cost = |set| hex_ships::Fleet::read("needle", &built_in, set).unwrap().cost(&built_in, set);
    // A file is checked with every set of weapons.
    let points = built_in.weapon_sets.iter().map(cost).max().unwrap().to_string();
    let rules = rules(&file(ships, &mission("first", &lines.replace("POINTS", &points))));
    let mut moved =
        Travel::<Campaign>::by(&rules, Setup::parse(Campaign::OPTIONS, ["campaign=test"]).unwrap(), Seed::number(3))
            .unwrap();
    assert_eq!(travel(&rules).state().end(), Some(JourneyEnd::GivenUp));
    for step in ["move:c2:s1", "send:s1", "start"] {
        moved.play_text(Seat(0), step).unwrap_or_else(|error| panic!("{step}: {error}"));
    }
}
