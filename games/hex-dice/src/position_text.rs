//! Positions as text, for tests, their messages and logs. A unit is the letter of its seat and its face, `R4`, with `!`
//! if it guards and a `-` for each token. `.` is an empty hex.
//!
//! Neighbouring columns are half a hex apart in height, so a drawing has 25 lines.

use std::fmt;

use game::Game;

use crate::cell::{Cell, names};
use crate::hex_dice::HexDice;
use crate::position::{Phase, Position};
use crate::unit::Unit;

impl Position {
    /// An empty board in the middle of play with this seat to act, for positions that are put together with
    /// [`put`](Self::put).
    #[must_use]
    pub fn in_play(mut self, seat: u8) -> Self {
        self.hands = Default::default();
        (self.phase, self.seat, self.turn) = (Phase::Playing, seat, 100);
        self.occupied().iter().for_each(|cell| self.put(cell, Unit::NONE));
        self
    }

    /// The same in the middle of play, with the units of a drawing and this seat to act. Blanks only separate words.
    ///
    /// # Panics
    /// If the drawing fits no board. Drawings are used in tests only, never for input of players.
    #[must_use]
    pub fn drawn(mut self, drawing: &str, seat: u8) -> Self {
        self = self.in_play(seat);
        let words = names().read_drawing(drawing).unwrap_or_else(|error| panic!("{error}:\n{drawing}"));
        for (cell, word) in words.into_iter().filter_map(|(hex, word)| Some((Cell::at(hex)?, word))) {
            self.put(cell.index(), read(word));
        }
        for seat in (0..self.seats()).filter(|&seat| self.owned[seat].is_empty()) {
            self.out |= 1 << seat; // a seat without units is out and has the last place
            self.places[seat] = self.seats() as u8;
        }
        self
    }
}

fn letter(seat: usize) -> char {
    // Green, gold and grey begin with the same letter, so each seat has a letter of its own.
    ['R', 'B', 'G', 'O', 'V', 'Y'][seat]
}

/// # Panics
/// If the word does not draw a hex.
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

/// The drawing, with the letters of the columns below.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |hex| match Cell::at(hex).map(|cell| self.unit(cell.index())) {
            Some(unit) if unit.is_some() => {
                let guard = if unit.is_guarding() { "!" } else { "" };
                let tokens = "-".repeat(usize::from(unit.tokens()));
                format!("{}{}{guard}{tokens}", letter(unit.seat()), unit.face())
            }
            _ => ".".to_owned(),
        };
        f.write_str(&names().draw(word))
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
