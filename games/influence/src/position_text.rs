//! Positions as text: `B` and `W` are stones, `.` is empty. Rows come from the top, with any indentation. Beside the
//! drawing a text has the lines `sixths` (both totals in sixths of a point, Black first), `tokens` (who has one left, or
//! none), `keystone` (the number of its triangle) and `passed: yes` if the turn before was a pass.

use std::fmt;
use std::sync::Arc;

use game::{Game as _, PositionError, PositionText, Ruled, Setup, seat_named};
use hex::{draw_points, drawing_words};

use crate::boards::Boards;
use crate::history::History;
use crate::influence::Influence;
use crate::options::Options;
use crate::position::{Colour, Position};
use crate::view::InfluenceView;

impl Position {
    /// The same position with the stones of a drawing and this turn number.
    pub fn read(&self, drawing: &str, turn: u32) -> Result<Self, PositionError> {
        let points = drawing_words(drawing).concat();
        let (found, expected) = (points.len(), self.ground().len());
        PositionError::unless(found == expected, || format!("the board has {expected} points, and not {found}"))?;
        let are_points = points.iter().all(|point| matches!(*point, "B" | "W" | "."));
        PositionError::unless(are_points, || "a point is drawn as B, W or .".to_owned())?;
        PositionError::unless(turn > 0, || "turns are counted from 1".to_owned())?;
        let stones =
            |letter: &str| (0..points.len()).filter(|&point| points[point] == letter).fold(0, |m, p| m | 1 << p);
        Ok(self.with_stones([stones("B"), stones("W")], turn))
    }

    /// The same for tests.
    ///
    /// # Panics
    /// If the drawing is not of this board.
    #[must_use]
    pub fn drawn(&self, drawing: &str, turn: u32) -> Self {
        self.read(drawing, turn).unwrap_or_else(|error| panic!("{error}:\n{drawing}"))
    }
}

/// The position of a text on the board of this setup.
pub(crate) fn read(text: &str, setup: &Setup, boards: &Arc<Boards>) -> Result<Influence, PositionError> {
    let text = PositionText::cut(text, &["sixths", "tokens", "keystone", "passed"])?;
    let (ground, options) = Options::of(setup, boards)?;
    let keystone: Option<u8> = text.number("keystone")?;
    PositionError::unless(keystone.is_some() == options.keystone, || {
        "a line `keystone: 3` names the triangle exactly if the option is on".to_owned()
    })?;
    let start = Position::start(ground, options, keystone);
    let seats = Influence::INFO.seat_names;
    let seat = u32::from(text.actor(seats)?.0);
    let stones = drawing_words(text.drawing()).concat().iter().filter(|point| **point != ".").count() as u32;
    // Without a number, every stone was a turn, and one more turn was a pass if the colours ask for it.
    let turn = text.number("turn")?.unwrap_or_else(|| stones + 1 + (stones + seat) % 2);
    PositionError::unless(turn > 0 && (turn - 1) % 2 == seat, || {
        format!("{} does not act in turn {turn}", seats[seat as usize])
    })?;
    let position = start.read(text.drawing(), turn)?;
    let first = start.totals().map(|total| total as u16);
    let totals: [u16; 2] = match text.numbers("sixths")? {
        Some(totals) => totals.try_into().map_err(|_| PositionError::new("`sixths` are two numbers, Black's first"))?,
        None => first,
    };
    let mut view = InfluenceView::from(&Influence::new(position, &History::new(start.totals()), boards));
    // Nobody knows how the totals grew, so they grew evenly.
    PositionError::unless(turn - 1 <= 2 * stones + 1, || format!("turn {turn} is too late for {stones} stones"))?;
    let at = |turns: u32| [0, 1].map(|who| share(first[who], totals[who], turns, turn - 1));
    view.totals = (0..turn).map(at).collect();
    if let Some(tokens) = text.field("tokens").filter(|_| options.token) {
        view.tokens = [false; 2];
        for name in tokens.split_whitespace().filter(|name| *name != "none") {
            view.tokens[seat_named(name, seats)?.index()] = true;
        }
    }
    view.skipped = text.field("passed") == Some("yes");
    Ok(Influence::try_from(&Ruled::new(view, boards))?)
}

/// The value after so many of all turns on the way from one total to another.
fn share(from: u16, to: u16, turns: u32, all: u32) -> u16 {
    if all == 0 {
        return to;
    }
    let (from, to) = (i64::from(from), i64::from(to));
    (from + (to - from) * i64::from(turns) / i64::from(all)) as u16
}

/// The text of a position.
pub(crate) fn write(game: &Influence) -> String {
    let position = &game.position;
    let seats = Influence::INFO.seat_names;
    let [black, white] = position.totals();
    let act = seats[position.to_move() as usize];
    let mut lines =
        vec![format!("act: {act}"), format!("turn: {}", position.turn()), format!("sixths: {black} {white}")];
    lines.extend(position.keystone().map(|keystone| format!("keystone: {keystone}")));
    if position.options().token {
        let has_one = seats.iter().zip(position.tokens()).filter(|(_, left)| *left).map(|(name, _)| *name);
        let names: Vec<&str> = has_one.collect();
        lines.push(format!("tokens: {}", if names.is_empty() { "none".to_owned() } else { names.join(" ") }));
    }
    lines.extend(position.skipped().then(|| "passed: yes".to_owned()));
    format!("{}\n{position}", lines.join("\n"))
}

/// The drawing, with the letters of the rows in front.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |point: usize| match () {
            () if self.stones()[Colour::Black as usize] >> point & 1 == 1 => 'B',
            () if self.stones()[Colour::White as usize] >> point & 1 == 1 => 'W',
            () => '.',
        };
        f.write_str(&draw_points(self.ground().vertices(), sign))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, options, keystone, _, totals, tokens, turn, skipped, over, _) = self.parts();
        let [black, white] = totals;
        writeln!(f, "{name}, turn {turn}, {:?} to move, {black} to {white} sixths, tokens {tokens:?}", self.to_move())?;
        writeln!(f, "{options:?}, keystone {keystone:?}, skipped {skipped}, over {over}")?;
        write!(f, "{self}")
    }
}
