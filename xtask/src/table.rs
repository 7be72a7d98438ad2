//! Tables for people: aligned text on the terminal, Markdown in a file.

#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) enum Align {
    #[default]
    Left,
    Right,
}

/// Rows with aligned columns, two spaces apart. Columns without an alignment are left-aligned.
pub(crate) fn plain(rows: &[Vec<String>], aligns: &[Align]) -> String {
    let widths = widths(rows);
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = padded(row, &widths, aligns).collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// The rows as a Markdown table. The first row is the heading.
pub(crate) fn markdown(rows: &[Vec<String>], aligns: &[Align]) -> String {
    let widths = widths(rows);
    let line = |row: &Vec<String>| format!("| {} |\n", padded(row, &widths, aligns).collect::<Vec<_>>().join(" | "));
    let rules = widths.iter().enumerate().map(|(column, &width)| rule(width, align(aligns, column)));
    let rules = format!("|{}|\n", rules.collect::<Vec<_>>().join("|"));
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    lines.insert(lines.len().min(1), rules);
    lines.concat()
}

fn rule(width: usize, align: Align) -> String {
    match align {
        Align::Left => "-".repeat(width + 2),
        Align::Right => "-".repeat(width + 1) + ":",
    }
}

fn padded<'a>(row: &'a [String], widths: &'a [usize], aligns: &'a [Align]) -> impl Iterator<Item = String> + 'a {
    row.iter().zip(widths).enumerate().map(|(column, (cell, &width))| match align(aligns, column) {
        Align::Left => format!("{cell:<width$}"),
        Align::Right => format!("{cell:>width$}"),
    })
}

fn align(aligns: &[Align], column: usize) -> Align {
    aligns.get(column).copied().unwrap_or_default()
}

fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    (0..columns).map(|column| width(column).unwrap_or(0)).collect()
}

/// A number for people: `31204.7` becomes `31,205`. Below a hundred it has one digit after the point.
pub(crate) fn number(value: f64) -> String {
    if value.abs() < 100.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<String>> {
        [["figure", "median"], ["größe", "7"]].map(|row| row.map(str::to_owned).to_vec()).to_vec()
    }

    #[test]
    fn columns_stand_under_each_other() {
        assert_eq!(plain(&rows(), &[Align::Left, Align::Right]), "figure  median\ngröße        7\n");
        assert_eq!(plain(&[], &[]), "");
    }

    #[test]
    fn markdown_has_a_rule_under_the_heading() {
        let expected = "| figure | median |\n|--------|-------:|\n| größe  |      7 |\n";
        assert_eq!(markdown(&rows(), &[Align::Left, Align::Right]), expected);
    }

    #[test]
    fn numbers_have_their_thousands_marked() {
        let numbers = [0.0, 7.25, 99.94, 100.0, 999.6, 31_204.7, 1_234_567.0, -1234.0].map(number);
        assert_eq!(numbers, ["0.0", "7.2", "99.9", "100", "1,000", "31,205", "1,234,567", "-1,234"]);
    }
}
