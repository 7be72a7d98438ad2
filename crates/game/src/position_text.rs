//! Positions as text: for lessons, for examples in rules, and for an analysis board. Lines `key: value` say whose turn it
//! is and what else is not on the board. All other lines are the drawing, or the list of pieces. A line that begins with
//! `#` is a comment.
//!
//! ```text
//! act: blue
//! turn: 7
//!    . R . .
//!   . B R . .
//! ```

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use crate::game::Game;
use crate::open::{Misfit, check_view};
use crate::seat::{Seat, Viewer};
use crate::setup::{Setup, SetupError};

/// The longest text of a position, in bytes. The longest position of any game is far below.
const LONGEST: usize = 16 * 1024;

/// The key of the line that names the acting seat.
const ACT: &str = "act";

/// A text that is no position of the game. It says what is wrong, for the author of the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

impl PositionError {
    /// An error with this sentence.
    pub fn new(what: impl Display) -> Self {
        Self(what.to_string())
    }

    /// An error with this sentence, unless the condition holds.
    pub fn unless(holds: bool, what: impl FnOnce() -> String) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self(what())) }
    }
}

impl From<Misfit> for PositionError {
    fn from(misfit: Misfit) -> Self {
        Self(misfit.to_string())
    }
}

impl From<SetupError> for PositionError {
    fn from(error: SetupError) -> Self {
        Self(error.to_string())
    }
}

/// The text of a position, cut into its fields and its drawing.
#[derive(Clone, Debug)]
pub struct PositionText<'t> {
    fields: Vec<(&'t str, &'t str)>,
    /// The lines of the drawing, one after the other.
    drawing: String,
}

impl<'t> PositionText<'t> {
    /// Cuts a text. `known` are the keys that this game reads beside `act` and `turn`.
    pub fn cut(text: &'t str, known: &[&str]) -> Result<Self, PositionError> {
        PositionError::unless(text.len() <= LONGEST, || format!("a position has at most {LONGEST} bytes"))?;
        let mut cut = Self { fields: Vec::new(), drawing: String::new() };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let Some((key, value)) = line.split_once(':') else {
                cut.drawing.push_str(line);
                cut.drawing.push('\n');
                continue;
            };
            let (key, value) = (key.trim(), value.trim());
            PositionError::unless([ACT, "turn"].contains(&key) || known.contains(&key), || {
                format!("there is no line `{key}:`; there is act, turn, {}", known.join(", "))
            })?;
            cut.fields.push((key, value));
        }
        Ok(cut)
    }

    /// The lines that are no fields.
    pub fn drawing(&self) -> &str {
        &self.drawing
    }

    /// The value of the last line with this key.
    pub fn field(&self, key: &str) -> Option<&'t str> {
        self.fields(key).last()
    }

    /// The values of all lines with this key.
    pub fn fields(&self, key: &str) -> impl Iterator<Item = &'t str> {
        self.fields.iter().filter(move |(known, _)| *known == key).map(|(_, value)| *value)
    }

    /// The number of this line, if there is one.
    pub fn number<N: FromStr>(&self, key: &str) -> Result<Option<N>, PositionError> {
        self.field(key).map(|value| number(key, value)).transpose()
    }

    /// The numbers of this line, if there is one.
    pub fn numbers<N: FromStr>(&self, key: &str) -> Result<Option<Vec<N>>, PositionError> {
        let all = |value: &str| value.split_whitespace().map(|word| number(key, word)).collect();
        self.field(key).map(all).transpose()
    }

    /// The seat that acts, by the line `act`.
    pub fn actor(&self, names: &[&str]) -> Result<Seat, PositionError> {
        let name = self.field(ACT).ok_or_else(|| {
            PositionError(format!("a line says who acts, such as `{ACT}: {}`", names.first().unwrap_or(&"")))
        })?;
        seat_named(name, names)
    }
}

/// A number after this key.
pub fn number<N: FromStr>(key: &str, word: &str) -> Result<N, PositionError> {
    word.parse().map_err(|_| PositionError(format!("`{key}` is followed by a number, and not by `{}`", cut_off(word))))
}

/// The seat with this name.
pub fn seat_named(name: &str, names: &[&str]) -> Result<Seat, PositionError> {
    let seat = names.iter().position(|known| *known == name).map(|seat| Seat(seat as u8));
    seat.ok_or_else(|| PositionError(format!("there is no seat `{}`; there is {}", cut_off(name), names.join(", "))))
}

/// The beginning of a word, which may have any length.
fn cut_off(word: &str) -> String {
    word.chars().take(20).collect()
}

/// Reads the text of a position and checks that the game can go on from it: a state fits what everybody sees, and the
/// acting seat has a legal action.
pub fn read_position<G: Game>(text: &str, setup: &Setup, rules: &Arc<G::Rules>) -> Result<G, PositionError> {
    let state = G::read_position(text, setup, rules)?;
    PositionError::unless(state.outcome().is_none(), || "the game is over in this position".to_owned())?;
    check_view::<G>(&state.view(Viewer::Everything))?;
    Ok(state)
}
