//! `sixfold play`: a game in the terminal.

use std::io::{self, IsTerminal as _};
use std::time::{SystemTime, UNIX_EPOCH};

use ai::{Level, levels};
use catalog::RuledGame;
use client::{Player, Tongue};
use game::{PICKED, Setup};
use scene::ByComputer;

use super::find_setup;
use crate::cli::PlayArgs;
use crate::failure::Failure;
use crate::terminal::{Beginning, Look, Series, play_by_lines, play_on_screen, tongue};

/// The word in `--player` for a person at this screen.
const PERSON: &str = "person";

pub(crate) fn run(args: &PlayArgs, json: bool) -> Result<(), Failure> {
    if json {
        return Err(Failure::Input(
            "a game in the terminal is for people; programs use playout, trace and verify".to_owned(),
        ));
    }
    let (game, setup) = find_setup(&args.game)?;
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    let settled = game.settle(setup.clone(), |_| Level::default_level().number(), seed);
    let seats = game.start(settled, game::Seed::number(seed).into())?.seats();
    let names = &game.info().seat_names[..usize::from(seats)];
    let level = find_level(args.level.as_deref())?;
    let people = find_people(args.seat.as_deref(), names)?;
    // A seat of a person has no level.
    let mut levels: Vec<Option<&'static Level>> = people.iter().map(|person| (!person).then_some(level)).collect();
    for (seat, who) in &args.players {
        let place = names.iter().position(|name| name == seat).ok_or_else(|| no_seat(seat, names))?;
        levels[place] = if who == PERSON { None } else { Some(find_level(Some(who))?) };
    }
    let setup = left_to_computers(&game, setup, &levels, &args.game.options);
    let player = |level: Option<&'static Level>| match level {
        None => Player::Person,
        Some(level) => Player::Computer(level.name.clone()),
    };
    let players = levels.into_iter().map(player).collect();
    let tongue = find_tongue(args.shown.language.as_deref())?;
    if let Some(path) = args.record.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Input(format!("{} is there already; a record is written to a new file", path.display())));
    }
    let beginning = Beginning { game, setup, seed, players };
    let series = Series::new(beginning, &tongue, args.record.clone()).map_err(Failure::Input)?;
    let look = look(args.shown.letters).for_seats(&series.client().picture.scene.style.seats);
    if args.shown.plain || !on_terminal() {
        play_by_lines(series, look, io::stdin().lock(), io::stdout().lock())?;
    } else {
        play_on_screen(series, look)?;
    }
    Ok(())
}

/// The setup in which computers pick their own kits, where that is usual and the command line says nothing else.
fn left_to_computers(game: &RuledGame, setup: Setup, levels: &[Option<&'static Level>], options: &[String]) -> Setup {
    game.info().options.iter().fold(setup, |setup, spec| {
        let is_computers = spec.seat.is_some_and(|seat| levels.get(usize::from(seat)).is_some_and(Option::is_some));
        let is_named = options.iter().any(|pair| pair.split('=').next() == Some(spec.key));
        let is_usual = || game.kit(&setup, spec.key).is_some_and(|kit| kit.by_computer == ByComputer::Usual);
        if is_computers && !is_named && is_usual() {
            return setup.clone().with(spec, PICKED).unwrap_or(setup);
        }
        setup
    })
}

/// Whether a person sits at a terminal.
pub(super) fn on_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The look of a board: in colours on a terminal, unless the person wants none.
pub(super) fn look(letters: bool) -> Look {
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Look::new(colour, letters)
}

pub(in crate::commands) fn find_level(name: Option<&str>) -> Result<&'static Level, Failure> {
    let Some(name) = name else { return Ok(Level::default_level()) };
    Level::named(name).ok_or_else(|| {
        let known: Vec<_> = levels().iter().map(|level| format!("{} ({})", level.name, level.about)).collect();
        Failure::Input(format!("there is no level `{name}`; there is {}", known.join(", ")))
    })
}

/// The language of `--language`, or that of the environment.
pub(super) fn find_tongue(language: Option<&str>) -> Result<Tongue, Failure> {
    let Some(language) = language else { return Ok(tongue::of_environment(|name| std::env::var(name).ok())) };
    tongue::find(language).ok_or_else(|| {
        let known: Vec<&str> = tongue::OWN.iter().map(|(language, _)| *language).collect();
        Failure::Input(format!("there is no language `{language}`; there is {}", known.join(", ")))
    })
}

/// For each seat, whether a person takes it.
fn find_people(wanted: Option<&str>, names: &[&str]) -> Result<Vec<bool>, Failure> {
    let wanted = match wanted {
        None => &names[..1],
        Some("all") => names,
        Some("none") => &[],
        Some(list) => &list.split(',').collect::<Vec<_>>(),
    };
    if let Some(unknown) = wanted.iter().find(|name| !names.contains(name)) {
        return Err(Failure::Input(format!("there is no seat `{unknown}`; there is {}, all, none", names.join(", "))));
    }
    Ok(names.iter().map(|name| wanted.contains(name)).collect())
}

fn no_seat(unknown: &str, names: &[&str]) -> Failure {
    Failure::Input(format!("there is no seat `{unknown}`; there is {}", names.join(", ")))
}

/// A seed from the clock. It only has to differ from game to game; matches with strangers get their seeds from the
/// server.
pub(super) fn seed_of_the_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
