//! The measurements of all rounds, and their statistics.

use super::figures::{self, Figure, Programs, Source};
use crate::failure::Failure;
use crate::table;
use serde_json::Value;

/// All measurements of one binary. Sources are in the order of the first round.
#[derive(Default)]
pub(super) struct Readings(Vec<(Source, Vec<Value>)>);

/// The number of rounds and the seconds of each measurement.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) rounds: u32,
    pub(super) seconds: f64,
    /// The number of rounds in which the page is measured too. Its measurement takes longer than all others together.
    pub(super) page_rounds: u32,
}

impl Readings {
    fn push(&mut self, source: &Source, object: Value) {
        match self.0.iter_mut().find(|(known, _)| known == source) {
            Some((_, objects)) => objects.push(object),
            None => self.0.push((source.clone(), vec![object])),
        }
    }

    /// The numbers in a field of a source, one for each round. Rounds without the field are left out.
    pub(super) fn of(&self, source: &Source, field: &str) -> Vec<f64> {
        let objects = self.0.iter().filter(|(known, _)| known == source).flat_map(|(_, objects)| objects);
        objects.filter_map(|object| figures::number(object, field)).collect()
    }

    #[cfg(test)]
    pub(super) fn with(rounds: &[(Source, Value)]) -> Self {
        let mut readings = Self::default();
        for (source, object) in rounds {
            readings.push(source, object.clone());
        }
        readings
    }
}

/// Measures each source once a round, with all programs directly one after the other. If the machine slows down, it
/// slows all of them. The order of the programs is reversed in every second round.
///
/// The first program must give every figure. The others may be older and lack some.
pub(super) fn measure(programs: &[Programs], figures: &[Figure], plan: Plan) -> Result<Vec<Readings>, Failure> {
    let mut readings: Vec<Readings> = programs.iter().map(|_| Readings::default()).collect();
    let mut sources = vec![Source::Calibration];
    sources.extend(figures::sources(figures));
    for round in 1..=plan.rounds {
        eprintln!("round {round} of {}", plan.rounds);
        let sources = sources.iter().filter(|source| **source != Source::Page || round <= plan.page_rounds);
        for source in sources {
            for index in order(round, programs.len()) {
                let object = match programs[index].measure(source, plan.seconds) {
                    Err(_) if index > 0 => Value::Null, // an older binary does not know all arguments
                    measured => measured?,
                };
                say(source, figures, &object, index)?;
                readings[index].push(source, object);
            }
        }
    }
    Ok(readings)
}

fn order(round: u32, programs: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..programs).collect();
    if round.is_multiple_of(2) {
        order.reverse();
    }
    order
}

/// Prints the measurement of a source. Fails if the object of our own binary lacks a figure.
fn say(source: &Source, figures: &[Figure], object: &Value, program: usize) -> Result<(), Failure> {
    let other = if program == 0 { "" } else { " (the other binary)" };
    if *source == Source::Calibration {
        let steps = figures::number(object, figures::STEPS);
        eprintln!("  calibration: {} million steps a second", show(steps, table::number));
    }
    for figure in figures.iter().filter(|figure| figure.source == *source) {
        let number = figures::number(object, figure.field);
        if number.is_none() && program == 0 {
            let wrong = format!("{}: no number above 0 as `{}` in `{object}`", figure.name, figure.field);
            return Err(Failure::Failed(wrong));
        }
        eprintln!("  {}{other}: {}", figure.name, show(number, table::number));
    }
    Ok(())
}

pub(super) fn show(value: Option<f64>, how: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), how)
}

pub(super) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        count if count % 2 == 1 => Some(sorted[middle]),
        _ => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
    }
}

/// The highest minus the lowest value, in percent of the median. A single value has no spread.
pub(super) fn spread(values: &[f64]) -> String {
    let lowest = values.iter().copied().min_by(f64::total_cmp);
    let highest = values.iter().copied().max_by(f64::total_cmp);
    let range = lowest.zip(highest).zip(median(values)).filter(|_| values.len() > 1);
    show(range.map(|((lowest, highest), median)| (highest - lowest) / median), |part| format!("{:.0} %", part * 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn medians_and_spreads() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
        assert_eq!(spread(&[90.0, 110.0, 100.0]), "20 %");
        assert_eq!((spread(&[]), spread(&[7.0])), ("–".to_owned(), "–".to_owned()));
    }

    #[test]
    fn two_programs_take_turns_in_being_first() {
        assert_eq!((order(1, 2), order(2, 2), order(3, 2)), (vec![0, 1], vec![1, 0], vec![0, 1]));
    }

    #[test]
    fn a_measurement_of_ours_that_lacks_its_figure_is_refused() {
        let figures = figures::of_server_and_page();
        let refused = |object: &Value, program| say(&Source::Page, &figures, object, program).is_err();
        let whole = json!({
            "compressed_kb": 449.1, "first_board_ms": 300, "longest_block_ms": 41.5, "replay_block_ms": 30.0,
            "battle_frames": 60.0, "later_page_ms": 80.0,
        });
        assert!(!refused(&whole, 0));
        assert!(refused(&json!({}), 0) && refused(&json!({ "compressed_kb": 0 }), 0));
        assert!(!refused(&json!({}), 1), "an older binary may have no page");
    }
}
