//! `sixfold ships campaign`: a campaign in the terminal, kept in a file; with `--auto`, campaigns by the computer alone.

use std::io;
use std::path::{Path, PathBuf};

use catalog::RuledGame;
use client::Tongue;
use game::Seed;

use super::{find_game, play, record, ships};
use crate::cli::CampaignArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::rule_sets;
use crate::terminal::{Desk, campaign_by_lines, campaign_on_screen, moved_aside};

const GAME: &str = "hex-ships";
const KIND: &str = "campaign";
/// The file of a campaign unless the command line names one.
const FILE: &str = "campaign.record";
/// The most campaigns that are kept beside each other.
const MOST_ASIDE: u32 = 10_000;

pub(crate) fn run(args: &CampaignArgs, json: bool) -> Result<(), Failure> {
    if let Some(runs) = args.auto {
        let mut output = Output::new(json);
        let done = ships::auto_campaign::run(args, runs, &mut output);
        return output.flush().and(done);
    }
    if json {
        let problem = "a campaign in the terminal is for people; programs use --auto and verify";
        return Err(Failure::Input(problem.to_owned()));
    }
    let tongue = play::find_tongue(args.shown.language.as_deref())?;
    let path = args.save.clone().unwrap_or_else(|| PathBuf::from(FILE));
    let resumes = path.exists() && !args.new;
    let desk = if resumes { resume(args, &path, tongue)? } else { begin(args, &path, tongue)? };
    let kept = desk.kept();
    let look = play::look(args.shown.letters);
    if args.shown.plain || !play::on_terminal() {
        campaign_by_lines(desk, look, io::stdin().lock(), io::stdout().lock())?;
    } else {
        campaign_on_screen(desk, look)?;
    }
    println(&kept)
}

/// Goes on with the campaign in the file. A file that is not right in every line is refused and stays as it is.
fn resume(args: &CampaignArgs, path: &Path, tongue: Tongue) -> Result<Desk, Failure> {
    if !args.options().is_empty() || args.seed.is_some() {
        let problem = format!(
            "{} has a campaign already: leave out --campaign, --difficulty, --players and --seed to go on with it, or add --new",
            path.display()
        );
        return Err(Failure::Input(problem));
    }
    let text = record::read(path)?;
    let stays = "The file stays as it is; --new begins another campaign and keeps this file under another name";
    let (journey, running) = record::travel(&text, args.rules.as_deref())?.map_err(|wrong| {
        Failure::Input(format!("{} is wrong in line {}: {}. {stays}", path.display(), wrong.line, wrong.problem))
    })?;
    let is_by_own_rules = game::JourneyHeader::read(&text).is_ok_and(|header| header.rules.is_some());
    let game = load(args.rules.as_deref().filter(|_| is_by_own_rules))?;
    Ok(Desk::new((journey, running), game, tongue, path.to_owned()))
}

/// Begins a campaign and writes its file.
fn begin(args: &CampaignArgs, path: &Path, tongue: Tongue) -> Result<Desk, Failure> {
    let game = load(args.rules.as_deref())?;
    let journeys = catalog::find_journeys(GAME, KIND).expect("the list has the campaigns of Hex Ships");
    let own = game.rule_files().map(|files| journeys.with_rules(files)).transpose();
    let own = own.map_err(|error| Failure::Input(error.to_string()))?;
    let journeys = own.as_deref().unwrap_or(journeys);
    let setup = journeys.setup(args.options().iter().map(String::as_str))?;
    let seed = Seed::number(args.seed.unwrap_or_else(play::seed_of_the_clock));
    let journey = journeys.start(setup, seed)?;
    if let Some(aside) = move_aside(path)? {
        println(&moved_aside(&tongue, path, &aside))?;
    }
    let desk = Desk::new((journey, None), game, tongue, path.to_owned());
    desk.save().map_err(Failure::System)?;
    Ok(desk)
}

fn load(folder: Option<&Path>) -> Result<RuledGame, Failure> {
    let game = find_game(GAME)?;
    folder.map_or(Ok(game.into()), |folder| rule_sets::load(game, folder))
}

/// Gives a file that is in the way another name: `campaign-2.record` and so on.
fn move_aside(path: &Path) -> Result<Option<PathBuf>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
    let mut names = (2..MOST_ASIDE).map(|number| path.with_file_name(format!("{stem}-{number}{end}")));
    let aside = names.find(|aside| !aside.exists());
    let aside = aside.ok_or_else(|| Failure::System(format!("{}: no name beside it is free", path.display())))?;
    std::fs::rename(path, &aside).map_err(|error| Failure::file(path, &error))?;
    Ok(Some(aside))
}

fn println(line: &str) -> Result<(), Failure> {
    use std::io::Write as _;
    Ok(writeln!(io::stdout(), "{line}")?)
}
