//! Positions drawn in text, as they look: a unit is the first letter of its seat and its face, `R4`, with `!` if it
//! guards and a `-` for each token; `.` is an empty hex.
//!
//! Columns stand side by side, each half a hex above or below its neighbours, so that a drawing has 25 lines.

use std::fmt;

use game::Game;
use hex::Hex;

use crate::cell::Cell;
use crate::ground::board;
use crate::hex_dice::HexDice;
use crate::position::{Phase, Position};
use crate::unit::Unit;

impl Position {
    /// The same in the middle of play with the units of a drawing, this seat to act. Blanks mean nothing.
    ///
    /// # Panics
    /// If the drawing is of no board: drawings stand in tests, not in anything that a person sends.
    #[must_use]
    pub fn drawn(mut self, drawing: &str, seat: u8) -> Self {
        let rows: Vec<Vec<&str>> = drawing
            .lines()
            .map(|line| line.split_whitespace().filter(|word| !is_column_name(word)).collect())
            .filter(|row: &Vec<_>| !row.is_empty())
            .collect();
        let expected: Vec<Vec<Cell>> = lines().collect();
        assert!(
            rows.iter().map(Vec::len).eq(expected.iter().map(Vec::len)),
            "25 lines of one to seven hexes:\n{drawing}"
        );
        for (cell, word) in expected.concat().into_iter().zip(rows.concat()) {
            self.put(cell.index(), read(word));
        }
        self.hands = Default::default();
        (self.phase, self.seat, self.turn) = (Phase::Playing, seat, 100);
        for seat in (0..self.seats()).filter(|&seat| self.owned[seat].is_empty()) {
            self.out |= 1 << seat; // whoever has no unit is out, and before everybody else
            self.places[seat] = self.seats() as u8;
        }
        self
    }
}

/// The cells as the lines of a drawing have them.
fn lines() -> impl Iterator<Item = Vec<Cell>> {
    let reach = i32::from(board().board().radius());
    (-2 * reach..=2 * reach).map(move |height| {
        let columns = (-reach..=reach).filter(move |q| (height - q) % 2 == 0);
        columns.filter_map(|q| Cell::at(Hex::new(q, (height - q) / 2))).collect()
    })
}

/// Drawings are printed with the names of their columns, and can be pasted into a test as they are.
fn is_column_name(word: &str) -> bool {
    word.len() == 1 && word.starts_with(|letter: char| letter.is_ascii_lowercase())
}

fn letter(seat: usize) -> char {
    // Green, gold and grey begin alike: each seat has a letter of its own.
    ['R', 'B', 'G', 'O', 'V', 'Y'][seat]
}

/// # Panics
/// If the word is none of a drawing.
fn read(word: &str) -> Unit {
    if word == "." {
        return Unit::NONE;
    }
    let seat = (0..6).find(|&seat| word.starts_with(letter(seat)));
    let face = word.get(1..2).and_then(|face| face.parse().ok()).filter(|face| (1..=6).contains(face));
    let rest = word.get(2..).unwrap_or_default();
    match (seat, face) {
        (Some(seat), Some(face)) if rest.chars().all(|sign| matches!(sign, '!' | '-')) => {
            let tokens = rest.matches('-').count() as u8;
            Unit::new(seat as u8, face).with_guard(rest.contains('!')).with_tokens(tokens)
        }
        _ => panic!("a hex is drawn as R4, B5!, G6-- or . and not as {word}"),
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let radius = i32::from(board().board().radius());
        for line in lines() {
            let mut text = String::new();
            for cell in line {
                let column = 3 * (cell.hex().q + radius) as usize;
                let unit = self.unit(cell.index());
                let word = if unit.is_some() {
                    let guard = if unit.is_guarding() { "!" } else { "" };
                    let tokens = "-".repeat(usize::from(unit.tokens()));
                    format!("{}{}{guard}{tokens}", letter(unit.seat()), unit.face())
                } else {
                    ".".to_owned()
                };
                text = format!("{text:column$}{word}");
            }
            writeln!(f, "{text}")?;
        }
        let letters: Vec<String> = (0..=2 * radius as u8).map(|column| char::from(b'a' + column).to_string()).collect();
        writeln!(f, "{}", letters.join("  "))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = HexDice::INFO.seat_names;
        let (quiet, most) = self.quiet();
        writeln!(
            f,
            "turn {}, {:?}, {} to act, first {}, quiet {quiet} of {most}",
            self.turn,
            self.phase,
            names[self.seat()],
            names[usize::from(self.first)]
        )?;
        let acted: Vec<String> =
            self.acted.iter().filter(|&&at| Cell(at).is_on_board()).map(|&at| Cell(at).name()).collect();
        writeln!(f, "{:?}, acted {acted:?}, passed {:?}, over {}", self.rules, self.passed(), self.over)?;
        for (seat, name) in names.iter().enumerate().take(self.seats()) {
            let state = match (self.is_out(seat), self.has_left(seat)) {
                (true, _) => " out",
                (false, true) => " left",
                (false, false) => "",
            };
            writeln!(
                f,
                "{name}:{state} place {}, dice {:?}, again {:08b}",
                self.places[seat],
                self.hand(seat),
                self.redo[seat]
            )?;
        }
        writeln!(f, "{:?}", self.story)?;
        write!(f, "{self}")
    }
}
