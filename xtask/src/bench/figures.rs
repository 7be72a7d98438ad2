//! The figures of `cargo xtask bench`: the source of each, and its goal.

use super::shared::Shared;
use crate::failure::Failure;
use crate::{browser, calibrate, shell, table};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program or a script that measures. It prints one JSON object, which may hold several figures.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source {
    /// `xtask calibrate`: the speed of the machine.
    Calibration,
    /// `sixfold bench playouts GAME`.
    Playouts(String),
    /// `sixfold bench search GAME`.
    Search(String),
    /// `sixfold bench server` with these arguments.
    Server(&'static [&'static str]),
    /// `sixfold bench server` with so many nodes over one PostgreSQL and one NATS.
    Nodes(&'static str),
    /// `tests/browser/src/measure.mjs`. It starts five fresh browsers itself, so it runs once and not once a round.
    Page,
}

/// One number of the tables.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) name: String,
    pub(super) source: Source,
    /// The field of the source's object that has the figure.
    pub(super) field: &'static str,
    pub(super) better: Better,
    /// The value that we promise, or `None` for a figure without a goal.
    pub(super) goal: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Better {
    More,
    Less,
}

impl Better {
    /// How well a goal is met: 1 means just met, a higher value is better.
    pub(super) fn of_goal(self, figure: f64, goal: f64) -> f64 {
        match self {
            Self::More => figure / goal,
            Self::Less => goal / figure,
        }
    }

    pub(super) fn goal_text(self, goal: f64) -> String {
        match self {
            Self::More => format!("at least {}", table::number(goal)),
            Self::Less => format!("at most {}", table::number(goal)),
        }
    }
}

/// A game as `sixfold games --json` lists it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Game {
    pub(super) key: String,
    pub(super) name: String,
}

pub(super) const PLAYOUTS: &str = "playouts_per_second";
pub(super) const SIMULATIONS: &str = "simulations_per_second";

/// The goals of single games. A game without a goal is measured too.
const GOALS: &[(&str, &str, f64)] = &[("hexoust", PLAYOUTS, 30_000.0), ("hexoust", SIMULATIONS, 20_000.0)];

/// Two figures a game: random games a second, and simulations of the search a second.
pub(super) fn of_games(games: &[Game]) -> Vec<Figure> {
    let goal = |key: &str, field: &str| GOALS.iter().find(|goal| (goal.0, goal.1) == (key, field)).map(|goal| goal.2);
    let figures = games.iter().flat_map(|Game { key, name }| {
        [
            (format!("{name}: playouts"), Source::Playouts(key.clone()), PLAYOUTS),
            (format!("{name}: search simulations"), Source::Search(key.clone()), SIMULATIONS),
        ]
        .map(|(name, source, field)| Figure {
            name,
            source,
            field,
            better: Better::More,
            goal: goal(key, field),
        })
    });
    figures.collect()
}

/// Every client moves as soon as it can.
const FLAT_OUT: Source = Source::Server(&["--tables", "200"]);
/// The server and a bare relay, one right after the other: what slows one down slows both.
const BESIDE_RELAY: Source = Source::Server(&["--tables", "200", "--idle-tables", "0", "--relay"]);
const MANY_BESIDE_RELAY: Source = Source::Server(&["--tables", "1000", "--idle-tables", "0", "--relay"]);
/// The same with a relay that writes to the disk as the server does.
const BESIDE_BATCHES: Source = Source::Server(&["--tables", "200", "--idle-tables", "0", "--relay", "batches"]);
const MANY_BESIDE_BATCHES: Source = Source::Server(&["--tables", "1000", "--idle-tables", "0", "--relay", "batches"]);
/// Moves come at a fixed rate.
const PACED: Source = Source::Server(&["--tables", "500", "--rate", "950"]);
/// The same, then once more while the computer thinks.
const THINKING: Source =
    Source::Server(&["--tables", "500", "--rate", "950", "--idle-tables", "0", "--thinking", "50"]);
const CONNECTED: Source = Source::Server(&["--tables", "1", "--idle-tables", "0", "--idle-connections", "10000"]);

/// Figures without a goal.
const WITHOUT_GOAL: &[(&str, Source, &str, Better)] = &[
    ("200 tables, moves in % of a relay that writes batches", BESIDE_BATCHES, "moves_percent_of_relay", Better::More),
    ("200 tables, p99 in % of a relay that writes batches", BESIDE_BATCHES, "p99_percent_of_relay", Better::Less),
    (
        "1,000 tables, moves in % of a relay that writes batches",
        MANY_BESIDE_BATCHES,
        "moves_percent_of_relay",
        Better::More,
    ),
    (
        "1,000 tables, p99 in % of a relay that writes batches",
        MANY_BESIDE_BATCHES,
        "p99_percent_of_relay",
        Better::Less,
    ),
    ("one node on PostgreSQL and NATS, moves a second", Source::Nodes("1"), "moves_per_second", Better::More),
    ("one node on PostgreSQL and NATS, p99 in ms", Source::Nodes("1"), "p99_ms", Better::Less),
    ("two nodes on PostgreSQL and NATS, moves a second", Source::Nodes("2"), "moves_per_second", Better::More),
    ("two nodes on PostgreSQL and NATS, p99 in ms", Source::Nodes("2"), "p99_ms", Better::Less),
    ("three nodes on PostgreSQL and NATS, moves a second", Source::Nodes("3"), "moves_per_second", Better::More),
    ("three nodes on PostgreSQL and NATS, p99 in ms", Source::Nodes("3"), "p99_ms", Better::Less),
];

/// The goals of server and page: one line for each figure.
const PROMISES: &[(&str, Source, &str, Better, f64)] = &[
    ("200 tables flat out, moves in % of a bare relay's", BESIDE_RELAY, "moves_percent_of_relay", Better::More, 75.0),
    ("200 tables flat out, p99 in % of a bare relay's", BESIDE_RELAY, "p99_percent_of_relay", Better::Less, 150.0),
    (
        "1,000 tables flat out, moves in % of a bare relay's",
        MANY_BESIDE_RELAY,
        "moves_percent_of_relay",
        Better::More,
        75.0,
    ),
    (
        "1,000 tables flat out, p99 in % of a bare relay's",
        MANY_BESIDE_RELAY,
        "p99_percent_of_relay",
        Better::Less,
        150.0,
    ),
    ("p99 while 50 computers think, in % of that without", THINKING, "thinking_p99_percent", Better::Less, 200.0),
    ("10,000 idle connections, in MB", CONNECTED, "idle_connections_mb", Better::Less, 300.0),
    ("200 tables flat out, moves a second", FLAT_OUT, "moves_per_second", Better::More, 10_000.0),
    ("200 tables flat out, p99 in ms", FLAT_OUT, "p99_ms", Better::Less, 60.0),
    ("an idle table with two connections, in KB", FLAT_OUT, "idle_table_kb", Better::Less, 28.0),
    ("950 moves a second over 500 tables, p50 in ms", PACED, "p50_ms", Better::Less, 1.5),
    ("950 moves a second over 500 tables, p99 in ms", PACED, "p99_ms", Better::Less, 10.0),
    ("the first page as gzip sends it, in KB", Source::Page, "compressed_kb", Better::Less, 900.0),
    ("the first board, in ms", Source::Page, "first_board_ms", Better::Less, 1_500.0),
    (
        "the page's longest block, worst of 5 fresh browsers, in ms",
        Source::Page,
        "longest_block_ms",
        Better::Less,
        50.0,
    ),
    ("the longest block in a recorded match of any game, in ms", Source::Page, "replay_block_ms", Better::Less, 50.0),
    ("a battle of six against six, frames a second", Source::Page, "battle_frames", Better::More, 60.0),
    ("from a link to the next page, the slowest, in ms", Source::Page, "later_page_ms", Better::Less, 300.0),
];

pub(super) fn of_server_and_page() -> Vec<Figure> {
    let figure = |(name, source, field, better, goal): &(&str, Source, &'static str, Better, f64)| Figure {
        name: (*name).to_owned(),
        source: source.clone(),
        field,
        better: *better,
        goal: Some(*goal),
    };
    let without_goal = |(name, source, field, better): &(&str, Source, &'static str, Better)| Figure {
        name: (*name).to_owned(),
        source: source.clone(),
        field,
        better: *better,
        goal: None,
    };
    PROMISES.iter().map(figure).chain(WITHOUT_GOAL.iter().map(without_goal)).collect()
}

/// The sources of these figures, each once, in the order of the figures.
pub(super) fn sources(figures: &[Figure]) -> Vec<Source> {
    let mut sources = Vec::new();
    for figure in figures {
        if !sources.contains(&figure.source) {
            sources.push(figure.source.clone());
        }
    }
    sources
}

/// The programs that measure.
pub(super) struct Programs {
    pub(super) sixfold: PathBuf,
    pub(super) xtask: PathBuf,
}

impl Programs {
    /// The games that the binary has.
    pub(super) fn games(&self) -> Result<Vec<Game>, Failure> {
        parse_games(&shell::output(Command::new(&self.sixfold).args(["games", "--json"]))?)
    }

    /// Runs a source for this many seconds and returns the object that it prints.
    pub(super) fn measure(&self, source: &Source, seconds: f64) -> Result<Value, Failure> {
        let seconds = seconds.to_string();
        let text = match source {
            Source::Calibration => shell::output(Command::new(&self.xtask).args(["calibrate", "--json"]))?,
            Source::Playouts(game) => self.bench(&["playouts", game, "--seconds", &seconds])?,
            Source::Search(game) => self.bench(&["search", game, "--seconds", &seconds])?,
            Source::Server(arguments) => self.bench(&[&["server", "--seconds", &seconds], *arguments].concat())?,
            Source::Nodes(nodes) => {
                let shared = Shared::start();
                let [store, bus] = shared.new_addresses();
                let tables = ["server", "--seconds", &seconds, "--tables", "200", "--idle-tables", "0"];
                self.bench(&[&tables[..], &["--nodes", nodes, "--store", &store, "--bus", &bus]].concat())?
            }
            Source::Page => browser::measure(&self.sixfold)?,
        };
        last_object(&text)
            .ok_or_else(|| Failure::Failed(format!("{source:?} printed `{}` instead of a JSON object", text.trim())))
    }

    fn bench(&self, arguments: &[&str]) -> Result<String, Failure> {
        shell::output(Command::new(&self.sixfold).arg("bench").args(arguments).arg("--json"))
    }
}

/// The field that has the figure of the calibration.
pub(super) const STEPS: &str = calibrate::FIELD;

fn parse_games(lines: &str) -> Result<Vec<Game>, Failure> {
    let game = |line: &str| {
        let object: Value = serde_json::from_str(line).ok()?;
        Some(Game { key: object["key"].as_str()?.to_owned(), name: object["name"].as_str()?.to_owned() })
    };
    let games: Option<Vec<Game>> = lines.lines().map(game).collect();
    games.filter(|games| !games.is_empty()).ok_or_else(|| {
        Failure::Failed(format!("`sixfold games --json` printed `{}` instead of a game a line", lines.trim()))
    })
}

/// The last JSON object of an output. Tools may print other lines before it.
fn last_object(text: &str) -> Option<Value> {
    text.lines().rev().find_map(|line| serde_json::from_str(line).ok()).filter(Value::is_object)
}

/// A positive number in an object.
pub(super) fn number(object: &Value, field: &str) -> Option<f64> {
    object[field].as_f64().filter(|number| *number > 0.0)
}

/// The absolute path of a binary from the command line, or a failure if it is no program.
pub(super) fn check_binary(path: &Path) -> Result<PathBuf, Failure> {
    let found = path.canonicalize().ok().filter(|path| path.is_file());
    found.ok_or_else(|| Failure::Failed(format!("{} is no program that could be measured", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_better_or_less_is_and_one_is_just_enough() {
        for (better, poor, good) in [(Better::More, 50.0, 200.0), (Better::Less, 200.0, 50.0)] {
            assert!(better.of_goal(poor, 100.0) < 1.0 && better.of_goal(good, 100.0) > 1.0);
            assert!((better.of_goal(100.0, 100.0) - 1.0).abs() < 1e-9);
        }
        assert_eq!(Better::More.goal_text(10_000.0), "at least 10,000");
    }

    #[test]
    fn every_game_of_the_binary_has_two_figures() {
        let games = parse_games("{\"key\":\"hexoust\",\"name\":\"HexOust\"}\n{\"key\":\"six\",\"name\":\"Six\"}\n");
        let figures = of_games(&games.unwrap());
        let summary: Vec<(&str, Option<f64>)> = figures.iter().map(|f| (&*f.name, f.goal)).collect();
        assert_eq!(summary[0], ("HexOust: playouts", Some(30_000.0)));
        assert_eq!(summary[1], ("HexOust: search simulations", Some(20_000.0)));
        assert_eq!(summary[2..], [("Six: playouts", None), ("Six: search simulations", None)]);
        assert!(parse_games("").is_err() && parse_games("{\"key\": 1}").is_err());
    }

    #[test]
    fn a_source_with_several_figures_measures_once() {
        let [one, two, three] = ["1", "2", "3"].map(Source::Nodes);
        let of_promises = [BESIDE_RELAY, MANY_BESIDE_RELAY, THINKING, CONNECTED, FLAT_OUT, PACED, Source::Page];
        let without_goal = [BESIDE_BATCHES, MANY_BESIDE_BATCHES, one, two, three];
        assert_eq!(sources(&of_server_and_page()), [&of_promises[..], &without_goal].concat());
    }

    #[test]
    fn a_figure_is_read_from_the_last_object() {
        let object = last_object("added 1 package\n{\"p50_ms\": 1}\n{\"p99_ms\": 3.5, \"none\": 0}\n").unwrap();
        assert_eq!(number(&object, "p99_ms"), Some(3.5));
        assert!(number(&object, "p50_ms").is_none() && number(&object, "none").is_none());
        assert!(last_object("nothing").is_none() && last_object("").is_none());
    }
}
