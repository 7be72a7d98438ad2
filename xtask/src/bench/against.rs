//! `cargo xtask bench --against BINARY`: measures two binaries in turns, and compares ours with the other one.

use super::figures::{Better, Figure};
use super::readings::{Readings, median, show, spread};
use crate::table::{self, Align};

pub(super) const ALIGNS: &[Align] = &[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Left];

/// One row for each figure. The ratio is ours divided by theirs in the same round, and then the median over the rounds.
pub(super) fn rows(figures: &[Figure], ours: &Readings, theirs: &Readings) -> Vec<Vec<String>> {
    let heading = ["figure", "ours", "theirs", "ratio", "spread", "better"].map(str::to_owned).to_vec();
    let row = |figure: &Figure| {
        let [ours, theirs] = [ours, theirs].map(|readings| readings.of(&figure.source, figure.field));
        let ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect();
        let better = match figure.better {
            Better::More => "more",
            Better::Less => "less",
        };
        vec![
            figure.name.clone(),
            show(median(&ours), table::number),
            show(median(&theirs), table::number),
            show(median(&ratios), |ratio| format!("{ratio:.3}")),
            spread(&ratios),
            better.to_owned(),
        ]
    };
    std::iter::once(heading).chain(figures.iter().map(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::figures::{Source, of_games, of_server_and_page};
    use serde_json::json;

    #[test]
    fn ratios_are_taken_round_by_round() {
        let figures: Vec<Figure> = of_server_and_page()
            .into_iter()
            .filter(|figure| figure.name.starts_with("200 tables flat out, "))
            .collect();
        let figures = &figures[2..];
        let source = Source::Server(&["--tables", "200"]);
        let readings = |speeds: &[f64]| {
            let objects = speeds.iter().map(|speed| (source.clone(), json!({ "moves_per_second": speed })));
            Readings::with(&objects.collect::<Vec<_>>())
        };
        // The machine is half as fast in the second round; the ratio is the same.
        let (ours, theirs) = (readings(&[20_000.0, 10_000.0]), readings(&[10_000.0, 5_000.0]));
        let rows = rows(figures, &ours, &theirs);
        assert_eq!(rows[1][1..], ["15,000", "7,500", "2.000", "0 %", "more"]);
        assert_eq!(rows[2][1..], ["–", "–", "–", "–", "less"], "a figure that was not measured has no ratio");
        assert!(rows.iter().all(|row| row.len() == ALIGNS.len()));
        assert_eq!(of_games(&[]).len(), 0);
    }
}
