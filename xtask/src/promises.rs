//! What we promise of server and page: figures that have to be large, and figures that have to be small.

use crate::failure::Failure;
use crate::table::{self, Align};
use crate::{bench, browser, shell};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Where a figure comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// `sixfold bench server` with these arguments.
    Server(&'static [&'static str]),
    /// `tests/browser/src/measure.mjs`.
    Page,
}

/// What a figure has to be.
#[derive(Clone, Copy)]
enum Goal {
    AtLeast(f64),
    AtMost(f64),
}

impl Goal {
    /// How well it is met: 1 is just so, more is better.
    fn ratio(self, figure: f64) -> f64 {
        match self {
            Self::AtLeast(goal) => figure / goal,
            Self::AtMost(goal) => goal / figure,
        }
    }

    fn text(self) -> String {
        match self {
            Self::AtLeast(goal) => format!("at least {}", table::number(goal)),
            Self::AtMost(goal) => format!("at most {}", table::number(goal)),
        }
    }
}

struct Promise {
    name: &'static str,
    source: Source,
    field: &'static str,
    goal: Goal,
}

/// Everybody moves as soon as they may.
const FLAT_OUT: Source = Source::Server(&["--tables", "200"]);
/// Moves come at a steady pace.
const PACED: Source = Source::Server(&["--tables", "500", "--rate", "950"]);

/// One line a promise.
const PROMISES: &[Promise] = &[
    Promise {
        name: "200 tables flat out, moves a second",
        source: FLAT_OUT,
        field: "moves_per_second",
        goal: Goal::AtLeast(10_000.0),
    },
    Promise { name: "200 tables flat out, p99 in ms", source: FLAT_OUT, field: "p99_ms", goal: Goal::AtMost(60.0) },
    Promise {
        name: "an idle table with two connections, in KB",
        source: FLAT_OUT,
        field: "idle_table_kb",
        goal: Goal::AtMost(40.0),
    },
    Promise {
        name: "950 moves a second over 500 tables, p50 in ms",
        source: PACED,
        field: "p50_ms",
        goal: Goal::AtMost(1.5),
    },
    Promise {
        name: "950 moves a second over 500 tables, p99 in ms",
        source: PACED,
        field: "p99_ms",
        goal: Goal::AtMost(10.0),
    },
    Promise {
        name: "the page, compressed, in KB",
        source: Source::Page,
        field: "compressed_kb",
        goal: Goal::AtMost(700.0),
    },
    Promise {
        name: "the first board, in ms",
        source: Source::Page,
        field: "first_board_ms",
        goal: Goal::AtMost(1_500.0),
    },
    Promise {
        name: "the page's longest block, worst of 5 fresh browsers, in ms",
        source: Source::Page,
        field: "longest_block_ms",
        goal: Goal::AtMost(50.0),
    },
];

pub(crate) const ALIGNS: &[Align] = &[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right];

/// Measures everything, round after round, and gives the table.
pub(crate) fn rows(sixfold: &Path, rounds: usize, seconds: f64) -> Result<Vec<Vec<String>>, Failure> {
    let mut sources: Vec<Source> = Vec::new();
    for promise in PROMISES {
        if !sources.contains(&promise.source) {
            sources.push(promise.source);
        }
    }
    let mut readings: Vec<Vec<f64>> = vec![Vec::new(); PROMISES.len()];
    for round in 1..=rounds {
        eprintln!("server and page, round {round} of {rounds}");
        for &source in &sources {
            let text = measure(source, sixfold, seconds)?;
            for (promise, readings) in
                PROMISES.iter().zip(&mut readings).filter(|(promise, _)| promise.source == source)
            {
                let figure = figure(&text, promise.field)?;
                eprintln!("  {}: {}", promise.name, table::number(figure));
                readings.push(figure);
            }
        }
    }
    let heading = ["figure", "median", "spread", "goal", "of goal"].map(str::to_owned).to_vec();
    let row = |(promise, readings): (&Promise, &Vec<f64>)| {
        let median = bench::median(readings);
        vec![
            promise.name.to_owned(),
            bench::say(median, table::number),
            bench::spread(readings),
            promise.goal.text(),
            bench::say(median, |figure| format!("{:.2}", promise.goal.ratio(figure))),
        ]
    };
    Ok(std::iter::once(heading).chain(PROMISES.iter().zip(&readings).map(row)).collect())
}

fn measure(source: Source, sixfold: &Path, seconds: f64) -> Result<String, Failure> {
    match source {
        Source::Server(arguments) => {
            let mut bench = Command::new(sixfold);
            shell::output(bench.args(["bench", "server", "--seconds", &seconds.to_string(), "--json"]).args(arguments))
        }
        Source::Page => browser::measure(),
    }
}

/// The figure in the last object of an output; what a tool says before it is not ours.
fn figure(text: &str, field: &str) -> Result<f64, Failure> {
    let object: Option<Value> = text.lines().rev().find_map(|line| serde_json::from_str(line).ok());
    object
        .and_then(|object| object[field].as_f64())
        .ok_or_else(|| Failure::Failed(format!("no number `{field}` in `{}`", text.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_better_or_less_is_and_one_is_just_enough() {
        for (goal, poor, good) in [(Goal::AtLeast(100.0), 50.0, 200.0), (Goal::AtMost(100.0), 200.0, 50.0)] {
            assert!(goal.ratio(poor) < 1.0 && goal.ratio(good) > 1.0);
            assert!((goal.ratio(100.0) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_figure_is_read_from_the_last_object() {
        assert_eq!(figure("added 1 package\n{\"p99_ms\": 3.5}\n", "p99_ms").ok(), Some(3.5));
        assert!(figure("nothing", "p99_ms").is_err());
        assert!(figure("{\"p50_ms\": 1}", "p99_ms").is_err());
    }
}
