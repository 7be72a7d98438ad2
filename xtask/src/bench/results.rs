//! The tables of `cargo xtask bench`, on the terminal and in benches/RESULTS.md.

use super::figures::{Figure, STEPS, Source};
use super::readings::{Plan, Readings, median, show, spread};
use crate::failure::Failure;
use crate::table::{self, Align};
use crate::{checkout, shell};
use std::process::Command;
use std::{fs, thread};

pub(super) const FILE: &str = "benches/RESULTS.md";

/// What stands above the table of server and page.
const NOTE: &str = "\
Clients, server and browser share the machine's cores. The page's figures are medians of rounds too, except for the worst of 5.
Two relays are there to compare the server with; they keep and pass on every message and know no rules (apps/sixfold/src/load/relay.rs).
A *bare relay*, with which the goals compare, makes all messages that wait durable with one sync, each in a row of its own, and does no
more. A *relay that writes batches* also does what the server does to spare the disk: one row for a batch, which moves to its places later,
and a pause in which messages gather. It is the harder bound, and the figures beside it have no goal.
";

/// Both tables, with their description.
pub(super) struct Results {
    about: String,
    games: Vec<Vec<String>>,
    /// Empty if only the games were measured.
    promised: Vec<Vec<String>>,
}

impl Results {
    pub(super) fn new(plan: Plan, readings: &Readings, games: &[Figure], promised: &[Figure]) -> Self {
        let Plan { rounds, seconds, .. } = plan;
        let about = format!("{}, {}: medians of {rounds} rounds of {seconds} s each.", commit(), machine());
        let promised = if promised.is_empty() { Vec::new() } else { promise_rows(readings, promised) };
        Self { about, games: game_rows(readings, games), promised }
    }

    pub(super) fn plain(&self) -> String {
        let promised = table::plain(&self.promised, PROMISE_ALIGNS);
        let gap = if promised.is_empty() { "" } else { "\n" };
        format!("{}\n\n{}{gap}{promised}", self.about, table::plain(&self.games, GAME_ALIGNS))
    }

    fn markdown(&self) -> String {
        let promised = if self.promised.is_empty() {
            String::new()
        } else {
            let table = table::markdown(&self.promised, PROMISE_ALIGNS);
            format!("## Server and page\n\n{NOTE}\n{table}\n")
        };
        format!(
            "# Speed\n\nWritten by `cargo xtask bench --write`. {}\n\n## Games, on one thread\n\n{}\n{promised}\
             *Of goal* is 1 where a goal is just met and more where it is surpassed. *Spread* is from the lowest round to \
             the highest, as a\npart of the median. *Per million steps* is the figure divided by the calibration \
             (`xtask/src/calibrate.rs`): compare that between\nmachines.\n",
            self.about,
            table::markdown(&self.games, GAME_ALIGNS)
        )
    }

    pub(super) fn write(&self) -> Result<(), Failure> {
        let path = checkout::root().join(FILE);
        fs::create_dir_all(path.parent().expect("the path of the results has a folder"))
            .and_then(|()| fs::write(&path, self.markdown()))
            .map_err(|error| Failure::Failed(format!("{} cannot be written: {error}", path.display())))
    }
}

const GAME_HEADING: &[&str] =
    &["figure", "a second", "spread", "goal", "of goal", "per million steps", "actions a game", "first seat wins"];
const GAME_ALIGNS: &[Align] =
    &[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right];

/// The heading, the calibration, and one row for each figure.
fn game_rows(readings: &Readings, figures: &[Figure]) -> Vec<Vec<String>> {
    let steps = readings.of(&Source::Calibration, STEPS);
    let mut rows = vec![GAME_HEADING.iter().map(|&cell| cell.to_owned()).collect()];
    let mut calibration =
        vec!["calibration, million steps".to_owned(), show(median(&steps), table::number), spread(&steps)];
    calibration.resize(GAME_HEADING.len(), String::new());
    rows.push(calibration);
    for figure in figures {
        let values = readings.of(&figure.source, figure.field);
        let per_step: Vec<f64> = values.iter().zip(&steps).map(|(value, steps)| value / steps).collect();
        let met = median(&values).zip(figure.goal).map(|(median, goal)| figure.better.of_goal(median, goal));
        rows.push(vec![
            figure.name.clone(),
            show(median(&values), table::number),
            spread(&values),
            show(figure.goal, table::number),
            show(met, |met| format!("{met:.2}")),
            show(median(&per_step), table::number),
            show(median(&readings.of(&figure.source, "mean_actions")), table::number),
            show(median(&readings.of(&figure.source, "first_seat_share")), |share| format!("{:.1} %", share * 100.0)),
        ]);
    }
    rows
}

const PROMISE_ALIGNS: &[Align] = &[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right];

fn promise_rows(readings: &Readings, figures: &[Figure]) -> Vec<Vec<String>> {
    let heading = ["figure", "median", "spread", "goal", "of goal"].map(str::to_owned).to_vec();
    let row = |figure: &Figure| {
        let values = readings.of(&figure.source, figure.field);
        let met = median(&values).zip(figure.goal).map(|(median, goal)| figure.better.of_goal(median, goal));
        vec![
            figure.name.clone(),
            show(median(&values), table::number),
            spread(&values),
            figure.goal.map_or_else(|| "–".to_owned(), |goal| figure.better.goal_text(goal)),
            show(met, |met| format!("{met:.2}")),
        ]
    };
    std::iter::once(heading).chain(figures.iter().map(row)).collect()
}

/// The commit that was measured. It has no date, so that equal sources on the same machine change only the figures in
/// the file.
fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(checkout::root()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let id = git(&["rev-parse", "--short", "HEAD"]);
    commit_text(id, git(&["status", "--porcelain", "--", ".", &format!(":!{FILE}")]))
}

fn commit_text(id: Option<String>, changes: Option<String>) -> String {
    match (id, changes) {
        (Some(id), Some(changes)) if changes.is_empty() => format!("Commit {id}"),
        (Some(id), _) => format!("Commit {id} with changes on top"),
        (None, _) => "No commit (git does not know this folder)".to_owned(),
    }
}

/// A description of the machine.
fn machine() -> String {
    let model = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_model(&text)).or_else(|| {
        let brand = shell::output(Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"])).ok()?;
        Some(brand.trim().to_owned()).filter(|text| !text.is_empty())
    });
    let cores = thread::available_parallelism().map_or_else(|_| "?".to_owned(), |cores| cores.to_string());
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    format!("{}, {cores} cores, {arch} {os}", model.as_deref().unwrap_or("unknown processor"))
}

fn cpu_model(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::figures::{Game, PLAYOUTS, SIMULATIONS, of_games, of_server_and_page};
    use serde_json::json;

    fn figures() -> Vec<Figure> {
        of_games(&[Game { key: "hexoust".to_owned(), name: "HexOust".to_owned() }])
    }

    fn round(steps: f64, playouts: f64, simulations: f64) -> [(Source, serde_json::Value); 3] {
        [
            (Source::Calibration, json!({ STEPS: steps })),
            (Source::Playouts("hexoust".to_owned()), json!({ PLAYOUTS: playouts, "mean_actions": 180.25 })),
            (Source::Search("hexoust".to_owned()), json!({ SIMULATIONS: simulations, "mean_actions": 180.25 })),
        ]
    }

    const PLAN: Plan = Plan { rounds: 3, seconds: 1.0, page_rounds: 1 };

    #[test]
    fn the_table_sets_figures_against_goal_and_machine() {
        let rounds =
            [round(100.0, 33_000.0, 10_000.0), round(50.0, 30_000.0, 10_000.0), round(100.0, 36_000.0, 10_000.0)];
        let expected = "\
figure                       a second  spread    goal  of goal  per million steps  actions a game  first seat wins
calibration, million steps        100    50 %
HexOust: playouts              33,000    18 %  30,000     1.10                360             180                –
HexOust: search simulations    10,000     0 %  20,000     0.50                100             180                –
";
        assert_eq!(table::plain(&game_rows(&Readings::with(rounds.as_flattened()), &figures()), GAME_ALIGNS), expected);
        assert_eq!(GAME_HEADING.len(), GAME_ALIGNS.len());
    }

    #[test]
    fn the_file_has_both_tables_or_says_nothing_of_what_was_not_measured() {
        let readings = Readings::with(&round(1.0, 2.0, 3.0));
        let text = Results::new(PLAN, &readings, &figures(), &[]).markdown();
        assert!(text.contains("medians of 3 rounds of 1 s each.\n\n## Games, on one thread\n\n| figure"), "{text}");
        assert!(!text.contains("## Server and page"));
        let text = Results::new(PLAN, &readings, &figures(), &of_server_and_page()).markdown();
        assert!(text.contains("## Server and page") && text.contains("| at least 10,000 |"), "{text}");
    }

    /// The figures stay when the words change: nobody measures again for a sentence.
    #[test]
    fn the_file_explains_its_figures_as_it_would_be_written_now() {
        let file = fs::read_to_string(checkout::root().join(FILE)).unwrap();
        assert!(
            file.contains(&format!("## Server and page\n\n{NOTE}\n| figure")),
            "{FILE} has another note than this:\n{NOTE}"
        );
    }

    #[test]
    fn the_commit_is_named_and_changes_on_top_of_it_are_admitted() {
        let text = |id: Option<&str>, changes: &str| commit_text(id.map(str::to_owned), Some(changes.to_owned()));
        assert_eq!(text(Some("f4b4f70"), ""), "Commit f4b4f70");
        assert_eq!(text(Some("f4b4f70"), " M Cargo.toml"), "Commit f4b4f70 with changes on top");
        assert!(text(None, "").starts_with("No commit"));
    }

    #[test]
    fn the_processor_is_named() {
        assert_eq!(cpu_model("processor : 0\nmodel name\t: Quick 9000\n").as_deref(), Some("Quick 9000"));
        assert_eq!(cpu_model("Features : fp\n"), None);
    }
}
