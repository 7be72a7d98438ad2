//! `cargo xtask bench`: the speeds that we promise, beside the speed of the machine.

use crate::failure::Failure;
use crate::table::{self, Align};
use crate::{calibrate, checkout, promises, shell};
use clap::Args;
use serde_json::Value;
use std::path::Path;
use std::process::{self, ExitCode};
use std::{fs, thread};

/// Measure the speeds that we promise, with the machine's own calibration beside them
#[derive(Args)]
pub(crate) struct Bench {
    /// How often each figure is measured
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// How long each measurement takes
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = parse_seconds)]
    seconds: f64,
    /// Measure the games alone, without server and page
    #[arg(long)]
    games: bool,
    /// Keep the table in benches/RESULTS.md
    #[arg(long)]
    write: bool,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "it should be a number of seconds above 0".to_owned())
}

/// Something that `sixfold bench` measures. `--seconds S --json` follow its arguments.
pub(crate) struct Figure {
    name: &'static str,
    arguments: &'static [&'static str],
    /// Where the object that it prints has the figure.
    field: &'static str,
    /// At least this much a second.
    goal: f64,
}

/// One line a figure.
pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "HexOust playouts",
        arguments: &["bench", "playouts", "hexoust"],
        field: "playouts_per_second",
        goal: 30_000.0,
    },
    Figure {
        name: "HexOust search simulations",
        arguments: &["bench", "search", "hexoust"],
        field: "simulations_per_second",
        goal: 20_000.0,
    },
];

const RESULTS: &str = "benches/RESULTS.md";

impl Bench {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let Self { rounds, seconds, .. } = *self;
        let [sixfold, xtask] = shell::build_release(["sixfold", "xtask"])?;
        let rounds: Vec<Round> = (1..=rounds)
            .map(|number| {
                eprintln!("round {number} of {rounds}");
                measure_round(&sixfold, &xtask, seconds)
            })
            .collect::<Result<_, _>>()?;
        let rows = rows(&rounds);
        let promised = if self.games { None } else { Some(promises::rows(&sixfold, rounds.len(), seconds)?) };
        let about = format!("{}: medians of {} rounds of {seconds} s each.\n", machine(), rounds.len());
        print!("\n{about}\n{}", table::plain(&rows, ALIGNS));
        if let Some(promised) = &promised {
            print!("\n{}", table::plain(promised, promises::ALIGNS));
        }
        if self.write {
            write_results(&about, &rows, promised.as_deref())?;
            println!("\nkept in {RESULTS}");
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Everything once, one after the other, so that a machine that slows down slows all of it.
struct Round {
    million_steps_per_second: f64,
    readings: Vec<Reading>,
}

#[derive(Debug, PartialEq)]
struct Reading {
    per_second: f64,
    mean_actions: Option<f64>,
    first_seat_share: Option<f64>,
}

fn measure_round(sixfold: &Path, xtask: &Path, seconds: f64) -> Result<Round, Failure> {
    let million_steps_per_second =
        measure(process::Command::new(xtask).args(["calibrate", "--json"]), calibrate::FIELD)?.per_second;
    eprintln!("  calibration: {} million steps a second", table::number(million_steps_per_second));
    let measure_figure = |figure: &Figure| {
        let mut bench = process::Command::new(sixfold);
        bench.args(figure.arguments).args(["--seconds", &seconds.to_string(), "--json"]);
        let reading = measure(&mut bench, figure.field)?;
        eprintln!("  {}: {} a second", figure.name, table::number(reading.per_second));
        Ok(reading)
    };
    Ok(Round { million_steps_per_second, readings: FIGURES.iter().map(measure_figure).collect::<Result<_, _>>()? })
}

fn measure(command: &mut process::Command, field: &str) -> Result<Reading, Failure> {
    let text = shell::output(command)?;
    reading(&text, field).map_err(|wrong| Failure::Failed(format!("`{}` {wrong}", shell::line(command))))
}

/// Reads the one object that a measurement prints, or says what it printed instead.
fn reading(text: &str, field: &str) -> Result<Reading, String> {
    let wrong = || format!("printed `{}` instead of one object with a number above 0 as `{field}`", text.trim());
    let object: Value = serde_json::from_str(text).map_err(|_| wrong())?;
    Ok(Reading {
        per_second: object[field].as_f64().filter(|figure| *figure > 0.0).ok_or_else(wrong)?,
        mean_actions: object["mean_actions"].as_f64(),
        first_seat_share: object["first_seat_share"].as_f64(),
    })
}

const HEADING: &[&str] =
    &["figure", "a second", "spread", "goal", "of goal", "per million steps", "actions a game", "first seat wins"];
const ALIGNS: &[Align] =
    &[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right];

/// The table: a heading, the calibration, then a row a figure.
fn rows(rounds: &[Round]) -> Vec<Vec<String>> {
    let of_rounds = |value: &dyn Fn(&Round) -> Option<f64>| -> Vec<f64> { rounds.iter().filter_map(value).collect() };
    let steps = of_rounds(&|round| Some(round.million_steps_per_second));
    let mut rows = vec![HEADING.iter().map(|&cell| cell.to_owned()).collect()];
    let mut calibration =
        vec!["calibration, million steps".to_owned(), say(median(&steps), table::number), spread(&steps)];
    calibration.resize(HEADING.len(), String::new());
    rows.push(calibration);
    for (index, figure) in FIGURES.iter().enumerate() {
        let figures = of_rounds(&|round| Some(round.readings[index].per_second));
        let per_step = of_rounds(&|round| Some(round.readings[index].per_second / round.million_steps_per_second));
        let actions = of_rounds(&|round| round.readings[index].mean_actions);
        let share = of_rounds(&|round| round.readings[index].first_seat_share);
        rows.push(vec![
            figure.name.to_owned(),
            say(median(&figures), table::number),
            spread(&figures),
            table::number(figure.goal),
            say(median(&figures), |median| format!("{:.2}", median / figure.goal)),
            say(median(&per_step), table::number),
            say(median(&actions), table::number),
            say(median(&share), |share| format!("{:.1} %", share * 100.0)),
        ]);
    }
    rows
}

pub(crate) fn say(value: Option<f64>, how: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), how)
}

pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        count if count % 2 == 1 => Some(sorted[middle]),
        _ => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
    }
}

/// From the lowest to the highest, as a part of the median.
pub(crate) fn spread(values: &[f64]) -> String {
    let lowest = values.iter().copied().min_by(f64::total_cmp);
    let highest = values.iter().copied().max_by(f64::total_cmp);
    let range = lowest.zip(highest).zip(median(values));
    say(range.map(|((lowest, highest), median)| (highest - lowest) / median), |part| format!("{:.0} %", part * 100.0))
}

/// The machine in words, without a date: the same machine gives the same file but for the figures.
fn machine() -> String {
    let model = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_model(&text)).or_else(|| {
        let brand = process::Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
        String::from_utf8(brand.stdout).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    });
    let cores = thread::available_parallelism().map_or_else(|_| "?".to_owned(), |cores| cores.to_string());
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    format!("{}, {cores} cores, {arch} {os}", model.as_deref().unwrap_or("unknown processor"))
}

fn cpu_model(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn write_results(about: &str, rows: &[Vec<String>], promised: Option<&[Vec<String>]>) -> Result<(), Failure> {
    let path = checkout::root().join(RESULTS);
    fs::create_dir_all(path.parent().expect("the results lie in a folder"))
        .and_then(|()| fs::write(&path, results(about, rows, promised)))
        .map_err(|error| Failure::Failed(format!("{} cannot be written: {error}", path.display())))
}

fn results(about: &str, rows: &[Vec<String>], promised: Option<&[Vec<String>]>) -> String {
    let promised = promised.map_or_else(String::new, |promised| {
        let table = table::markdown(promised, promises::ALIGNS);
        format!("## Server and page\n\nClients, server and browser share the machine's cores.\n\n{table}\n")
    });
    format!(
        "# Speed\n\nWritten by `cargo xtask bench --write`. {about}\n## Games, on one thread\n\n{}\n{promised}\
         *Of goal* is 1 where a goal is just met and more where it is surpassed. *Spread* is from the lowest round to the highest, as a part of the median. *Per million steps* is the figure\n\
         divided by the calibration (`xtask/src/calibrate.rs`): compare that between machines.\n",
        table::markdown(rows, ALIGNS)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYOUTS: &str = r#"{"playouts_per_second": 33000.5, "mean_actions": 180.25, "first_seat_share": 0.515}"#;

    fn round(million_steps_per_second: f64, playouts: f64, simulations: f64) -> Round {
        let reading = |per_second| Reading { per_second, mean_actions: Some(180.25), first_seat_share: None };
        Round { million_steps_per_second, readings: vec![reading(playouts), reading(simulations)] }
    }

    #[test]
    fn a_measurement_is_read_from_what_sixfold_prints() {
        let read = reading(PLAYOUTS, FIGURES[0].field).unwrap();
        assert_eq!(read, Reading { per_second: 33000.5, mean_actions: Some(180.25), first_seat_share: Some(0.515) });
    }

    #[test]
    fn a_measurement_that_lacks_its_figure_is_refused() {
        for text in ["", "fast", "{}", PLAYOUTS, r#"{"simulations_per_second": 0}"#] {
            let failure = reading(text, "simulations_per_second").unwrap_err();
            assert!(failure.starts_with(&format!("printed `{text}` instead")), "{failure}");
        }
    }

    #[test]
    fn medians_and_spreads() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
        assert_eq!(spread(&[90.0, 110.0, 100.0]), "20 %");
        assert_eq!(spread(&[]), "–");
    }

    #[test]
    fn the_table_sets_figures_against_goal_and_machine() {
        let rounds =
            [round(100.0, 33_000.0, 10_000.0), round(50.0, 30_000.0, 10_000.0), round(100.0, 36_000.0, 10_000.0)];
        let expected = "\
figure                      a second  spread    goal  of goal  per million steps  actions a game  first seat wins
calibration, million steps       100    50 %
HexOust playouts              33,000    18 %  30,000     1.10                360             180                –
HexOust search simulations    10,000     0 %  20,000     0.50                100             180                –
";
        assert_eq!(table::plain(&rows(&rounds), ALIGNS), expected);
        assert_eq!(HEADING.len(), ALIGNS.len());
    }

    #[test]
    fn the_results_name_the_machine_and_no_date() {
        let text = results("A machine: 5 rounds.\n", &rows(&[round(1.0, 2.0, 3.0)]), None);
        assert!(text.contains("--write`. A machine: 5 rounds.\n\n## Games, on one thread\n\n| figure"), "{text}");
        assert!(!text.contains("## Server and page"), "what was not measured has no table");
        let promised = [vec!["figure".to_owned(); 5], vec!["9".to_owned(); 5]];
        assert!(results("", &[], Some(&promised)).contains("## Server and page"));
        assert_eq!(cpu_model("processor : 0\nmodel name\t: Quick 9000\n").as_deref(), Some("Quick 9000"));
        assert_eq!(cpu_model("Features : fp\n"), None);
    }
}
