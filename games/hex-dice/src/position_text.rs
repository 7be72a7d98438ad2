//! Positions as text. A unit is the letter of its seat and its face, `R4`, with `!` if it guards and a `-` for each token.
//! `.` is an empty hex.
//!
//! Neighbouring columns are half a hex apart in height, so a drawing has 25 lines. Beside it a text has the lines `phase`
//! (choose, deploy, play, or bonus with a hex), `first` (the seat that began), `hand: red 3 0 5` (dice that are not on the
//! board; 0 for a die that is), `again: red 1` (the dice to be rerolled, by index), `acted` (the hexes of the units that
//! acted last), `quiet` (turns without a unit leaving), `out: green 3` and `left: green 3` (a seat that is out or has left,
//! and its place).

use std::fmt;
use std::sync::Arc;

use game::{Game, PositionError, PositionText, Random, Ruled, Seat, Setup, number, seat_named};

use crate::cell::{Cell, names};
use crate::hex_dice::HexDice;
use crate::options;
use crate::position::{Phase, Position};
use crate::tables::Tables;
use crate::unit::Unit;
use crate::view::{self, HexDiceView, Standing, ViewPhase};

impl Position {
    /// An empty board in the middle of play with this seat to act, for positions that are put together with
    /// [`put`](Self::put).
    #[must_use]
    pub fn in_play(mut self, seat: u8) -> Self {
        self.hands = Default::default();
        (self.phase, self.seat, self.turn) = (Phase::Playing, seat, A_LATER_TURN);
        self.occupied().iter().for_each(|cell| self.put(cell, Unit::NONE));
        self
    }

    /// The same in the middle of play, with the units of a drawing and this seat to act, for tests. Blanks only separate
    /// words.
    ///
    /// # Panics
    /// If the drawing fits no board.
    #[must_use]
    pub fn drawn(mut self, drawing: &str, seat: u8) -> Self {
        self = self.in_play(seat);
        let units = units_of(drawing).unwrap_or_else(|error| panic!("{error}:\n{drawing}"));
        for (cell, unit) in units {
            self.put(cell.index(), unit);
        }
        for seat in (0..self.seats()).filter(|&seat| self.owned[seat].is_empty()) {
            self.out |= 1 << seat; // a seat without units is out and has the last place
            self.places[seat] = self.seats() as u8;
        }
        self
    }
}

/// The turn of a position that does not name one: far from the setup.
const A_LATER_TURN: u32 = 100;

/// The position of a text at the table of this setup.
pub(crate) fn read(text: &str, setup: &Setup, tables: &Arc<Tables>) -> Result<HexDice, PositionError> {
    let text = PositionText::cut(text, &["phase", "first", "hand", "again", "acted", "quiet", "out", "left"])?;
    let (ground, rules) = options::of(setup, tables)?;
    let seats = &HexDice::INFO.seat_names[..usize::from(ground.players())];
    let mut view = HexDiceView::from(&Position::empty(Arc::new(ground), rules));
    view.seat = text.actor(seats)?;
    view.turn = text.number("turn")?.unwrap_or(A_LATER_TURN);
    view.first = text.field("first").map_or(Ok(Seat(0)), |name| seat_named(name, seats))?;
    view.quiet = text.number("quiet")?.unwrap_or(0);
    view.phase = match text.field("phase").unwrap_or("play") {
        "choose" => ViewPhase::Choosing,
        "deploy" => ViewPhase::Deploying,
        "play" => ViewPhase::Playing,
        other => match other.strip_prefix("bonus ") {
            Some(hex) => ViewPhase::Bonus(hex.to_owned()),
            None => return Err(PositionError::new("`phase` is choose, deploy, play or `bonus d4`")),
        },
    };
    let acted: Vec<&str> = text.field("acted").unwrap_or_default().split_whitespace().collect();
    view.units = units_of(text.drawing())?
        .into_iter()
        .map(|(cell, unit)| Standing {
            hex: cell.name(),
            seat: Seat(unit.seat() as u8),
            face: unit.face(),
            tokens: unit.tokens(),
            guard: unit.is_guarding(),
            acted: acted.contains(&cell.name().as_str()),
        })
        .collect();
    let named = |key: &'static str| {
        text.fields(key).map(move |value| {
            let (name, rest) = value.split_once(' ').unwrap_or((value, ""));
            let numbers: Result<Vec<u8>, PositionError> =
                rest.split_whitespace().map(|word| number(key, word)).collect();
            Ok::<_, PositionError>((seat_named(name, seats)?.index(), numbers?))
        })
    };
    for line in named("hand") {
        let (seat, hand) = line?;
        view.players[seat].hand = hand;
    }
    for line in named("again") {
        let (seat, redo) = line?;
        view.players[seat].redo = redo;
    }
    for (key, line) in named("out").map(|line| ("out", line)).chain(named("left").map(|line| ("left", line))) {
        let (seat, place) = line?;
        let player = &mut view.players[seat];
        player.out |= key == "out";
        player.left |= key == "left";
        player.place = place.first().copied().unwrap_or(seats.len() as u8);
    }
    let position = view::position(&Ruled::new(view, tables), &mut Random::new(0))?;
    Ok(HexDice { position })
}

/// The text of a position.
pub(crate) fn write(position: &Position) -> String {
    let names = HexDice::INFO.seat_names;
    let view = HexDiceView::from(position);
    let mut lines = vec![
        format!("act: {}", names[position.seat()]),
        format!("turn: {}", view.turn),
        match view.phase {
            ViewPhase::Choosing => "phase: choose".to_owned(),
            ViewPhase::Deploying => "phase: deploy".to_owned(),
            ViewPhase::Playing => "phase: play".to_owned(),
            ViewPhase::Bonus(hex) => format!("phase: bonus {hex}"),
        },
        format!("first: {}", names[view.first.index()]),
        format!("quiet: {}", view.quiet),
    ];
    let acted: Vec<&str> = view.units.iter().filter(|unit| unit.acted).map(|unit| unit.hex.as_str()).collect();
    lines.extend((!acted.is_empty()).then(|| format!("acted: {}", acted.join(" "))));
    for (name, player) in names.iter().zip(&view.players) {
        let list = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        lines.extend(player.hand.iter().any(|die| *die > 0).then(|| format!("hand: {name} {}", list(&player.hand))));
        lines.extend((!player.redo.is_empty()).then(|| format!("again: {name} {}", list(&player.redo))));
        lines.extend(player.out.then(|| format!("out: {name} {}", player.place)));
        lines.extend(player.left.then(|| format!("left: {name} {}", player.place)));
    }
    format!("{}\n{position}", lines.join("\n"))
}

fn letter(seat: usize) -> char {
    // Green, gold and grey begin with the same letter, so each seat has a letter of its own.
    ['R', 'B', 'G', 'O', 'V', 'Y'][seat]
}

/// The units of a drawing.
fn units_of(drawing: &str) -> Result<Vec<(Cell, Unit)>, PositionError> {
    let words = names().read_drawing(drawing).map_err(PositionError::new)?;
    let mut units = Vec::new();
    for (hex, word) in words.into_iter().filter(|(_, word)| *word != ".") {
        units.extend(Cell::at(hex).map(|cell| unit_of(word).map(|unit| (cell, unit))).transpose()?);
    }
    Ok(units)
}

fn unit_of(word: &str) -> Result<Unit, PositionError> {
    /// More tokens than any unit has; a unit has room for 7.
    const MOST_TOKENS: usize = 7;
    let seat = (0..6).find(|&seat| word.starts_with(letter(seat)));
    let face = word.get(1..2).and_then(|face| face.parse().ok()).filter(|face| (1..=6).contains(face));
    let rest = word.get(2..).unwrap_or_default();
    let tokens = rest.matches('-').count();
    match (seat, face) {
        (Some(seat), Some(face)) if rest.chars().all(|sign| matches!(sign, '!' | '-')) && tokens <= MOST_TOKENS => {
            Ok(Unit::new(seat as u8, face).with_guard(rest.contains('!')).with_tokens(tokens as u8))
        }
        _ => Err(PositionError::new("a hex is drawn as R4, B5!, G6-- or .")),
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
