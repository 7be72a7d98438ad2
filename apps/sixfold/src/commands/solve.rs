//! `sixfold solve`: who wins with best play, by how much, and how.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use catalog::{DynGame, Solution, SolveProgress};
use game::Arg;
use serde_json::json;

use super::find_ruled_game;
use crate::cli::SolveArgs;
use crate::failure::Failure;
use crate::output::Output;

const EVERY_ON_A_SCREEN: Duration = Duration::from_millis(250);
const EVERY_IN_A_LOG: Duration = Duration::from_secs(10);
const QUIET: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &SolveArgs, output: &mut Output) -> Result<(), Failure> {
    let game = find_ruled_game(&args.game)?;
    if args.board.is_some() && args.game.options.iter().any(|pair| pair.starts_with("board=")) {
        return Err(Failure::Input("the board is named twice: by --board and by --set board=".to_owned()));
    }
    let board = args.board.iter().map(|board| format!("board={board}"));
    let pairs: Vec<String> = board.chain(args.game.options.iter().cloned()).collect();
    let setup = game.setup(pairs.iter().map(String::as_str))?;
    let stopped = stopped_by_ctrl_c()?;
    let mut steps = Steps::new(&*game);
    let solved = game.solve(&setup, args.seed, &mut |progress| {
        steps.at(progress);
        !stopped.load(Ordering::Relaxed)
    })?;
    drop(steps);
    let Some(solution) = solved else {
        let (name, key) = (game.info().name, game.info().key);
        return Err(Failure::Input(format!("{name} cannot be solved with these options (game `{key}`, {setup})")));
    };
    let whole = solution.value().is_some();
    let points = |value: i64| value as f64 / solution.per_unit as f64;
    let answer = json!({
        "game": game.info().key,
        "setup": setup.to_string(),
        "seed": args.seed,
        "complete": whole,
        "value": solution.value().map(points),
        "least": solution.least.map(points),
        "most": solution.most.map(points),
        "on_average": solution.on_average,
        "line": solution.line,
        "nodes": solution.nodes,
    });
    output.say(&answer, || told(&*game, &solution))
}

/// The answer in words: the value or its bounds, then the best line.
fn told(game: &dyn DynGame, solution: &Solution<String>) -> String {
    let first = game.texts("en").seat(game.info().seat_names[0]);
    let points = |value: i64| signed(value, solution.per_unit);
    let average = if solution.on_average { " on average" } else { "" };
    let value = match (solution.value(), solution.least, solution.most) {
        (Some(0), ..) => format!("equal points{average} with best play"),
        (Some(value), ..) if value < 0 => {
            let second = game.texts("en").seat(game.info().seat_names[1]);
            format!("{second} {}{average} with best play", points(-value))
        }
        (Some(value), ..) => format!("{first} {}{average} with best play", points(value)),
        (None, least, most) => {
            let found = match bounds(least, most, solution.per_unit) {
                Some(bounds) => format!("{first} {bounds}{average} with best play"),
                None => "nothing is proven yet".to_owned(),
            };
            format!("stopped before the end, so this is incomplete: {found}")
        }
    };
    let kind = if solution.value().is_some() { "a best line" } else { "what looks best so far" };
    format!("{value}\n{kind}: {}", solution.line.join(" "))
}

fn signed(value: i64, per_unit: i64) -> String {
    let plus = if value > 0 { "+" } else { "" };
    format!("{plus}{}", String::from(Arg::hundredths(value, per_unit)))
}

fn bounds(least: Option<i64>, most: Option<i64>, per_unit: i64) -> Option<String> {
    Some(match (least, most) {
        (Some(least), Some(most)) => format!("between {} and {}", signed(least, per_unit), signed(most, per_unit)),
        (Some(least), None) => format!("{} or more", signed(least, per_unit)),
        (None, Some(most)) => format!("{} or less", signed(most, per_unit)),
        (None, None) => return None,
    })
}

/// A flag that Ctrl-C sets. The first Ctrl-C stops the search, the second one ends the program.
fn stopped_by_ctrl_c() -> Result<Arc<AtomicBool>, Failure> {
    let stopped = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stopped);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (ready, listening) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        runtime.block_on(async {
            let signal = tokio::signal::ctrl_c();
            let mut signal = std::pin::pin!(signal);
            // The first poll registers the handler for the signal. It must happen before the search begins.
            let first = std::future::poll_fn(|context| std::task::Poll::Ready(signal.as_mut().poll(context))).await;
            let _ = ready.send(());
            if first.is_pending() && signal.await.is_err() {
                return; // signals are not available
            }
            raised.store(true, Ordering::Relaxed);
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(130);
            }
        });
    });
    let _ = listening.recv();
    Ok(stopped)
}

/// Prints the progress of the solver on standard error.
struct Steps {
    first_seat: String,
    started: Instant,
    step: (u32, Instant),
    shown: Option<Instant>,
    on_screen: bool,
}

impl Steps {
    fn new(game: &dyn DynGame) -> Self {
        let now = Instant::now();
        Self {
            first_seat: game.texts("en").seat(game.info().seat_names[0]),
            started: now,
            step: (0, now),
            shown: None,
            on_screen: std::io::stderr().is_terminal(),
        }
    }

    fn at(&mut self, progress: &SolveProgress) {
        let now = Instant::now();
        if self.step.0 != progress.step {
            self.step = (progress.step, now);
        }
        let every = if self.on_screen { EVERY_ON_A_SCREEN } else { EVERY_IN_A_LOG };
        if now - self.started < QUIET || self.shown.is_some_and(|last| now - last < every) {
            return;
        }
        self.shown = Some(now);
        let line = describe(progress, &self.first_seat, now - self.step.1);
        // If standard error is closed, the work goes on without progress.
        let mut err = std::io::stderr();
        let _ = if self.on_screen { write!(err, "\r{line}\x1b[K") } else { writeln!(err, "{line}") };
        let _ = err.flush();
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        if self.on_screen && self.shown.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

fn describe(progress: &SolveProgress, first_seat: &str, passed: Duration) -> String {
    let SolveProgress { step, share, nodes, least, most, per_unit } = *progress;
    let left = if share > 0.0 { in_words(passed.as_secs_f64() * (1.0 - share) / share) } else { "unknown".to_owned() };
    let known = match (least, most) {
        (None, None) => String::new(),
        (least, most) => {
            bounds(least, most, per_unit).map(|bounds| format!("; {first_seat} {bounds}")).unwrap_or_default()
        }
    };
    let percent = share * 100.0;
    format!("solving, step {step}: {percent:.1} % of it, time left for it: {left}; {nodes} positions{known}")
}

/// A rough duration in words, since it is an estimate.
fn in_words(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("about {s:.0} s"),
        s if s < 6_000.0 => format!("about {:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("about {:.0} h", s / 3_600.0),
        s if s < 36_500.0 * 86_400.0 => format!("about {:.0} days", s / 86_400.0),
        _ => "more than a lifetime".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_the_step_its_share_what_is_left_and_what_is_known() {
        let progress = SolveProgress { step: 2, share: 0.25, nodes: 4096, least: Some(126), most: None, per_unit: 6 };
        assert_eq!(
            describe(&progress, "Black", Duration::from_secs(5)),
            "solving, step 2: 25.0 % of it, time left for it: about 15 s; 4096 positions; Black +21.00 or more"
        );
        assert_eq!([50.0, 3_000.0, 7_200.0].map(in_words), ["about 50 s", "about 50 min", "about 2 h"]);
        assert_eq!(in_words(1e12), "more than a lifetime");
    }

    #[test]
    fn an_answer_has_its_value_or_its_bounds() {
        let game = catalog::find("influence").unwrap();
        let line = vec!["c3".to_owned(), "c4".to_owned()];
        let mut solution =
            Solution { least: Some(126), most: Some(126), per_unit: 6, line, on_average: false, nodes: 1 };
        assert_eq!(told(game, &solution), "Black +21.00 with best play\na best line: c3 c4");
        solution.most = None;
        assert!(told(game, &solution).contains("incomplete: Black +21.00 or more"));
        solution.most = Some(130);
        assert!(told(game, &solution).contains("between +21.00 and +21.67"));
    }
}
