//! The whole state as plain data, in the players' notation. Hex Dice hides nothing, so every viewer gets all of it.

use std::sync::Arc;

use game::{Misfit, Random, Ruled, Seat};
use serde::{Deserialize, Serialize};

use crate::cell::Cell;
use crate::ground::Ground;
use crate::position::{MOST_PASSED, Phase, Position, Rules, Story};
use crate::tables::{FACES, Tables};
use crate::unit::Unit;

/// A view with the rule set of its match.
pub type RuledView = Ruled<HexDiceView, Tables>;

/// Everything there is to know of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexDiceView {
    /// The number of dice of each player.
    pub dice: u8,
    /// Whether Archers shoot along rows only.
    pub archer_lines: bool,
    /// The number of turns by each player without progress that makes a draw.
    pub quiet_turns: u16,
    /// What is being done.
    pub phase: ViewPhase,
    /// The number of the turn.
    pub turn: u32,
    /// The seat that acts.
    pub seat: Seat,
    /// The seat that deploys and plays first, once it is drawn.
    pub first: Seat,
    /// The units on the board.
    pub units: Vec<Standing>,
    /// Every player, in seat order.
    pub players: Vec<Player>,
    /// The number of turns in a row in which no unit has left the board.
    pub quiet: u16,
    /// Whether the game is over.
    pub over: bool,
    /// The seats whose turns were skipped since the last action.
    pub passed: Vec<Seat>,
    /// The hex where the last turn began.
    pub from: Option<String>,
    /// The hex where it ended.
    pub to: Option<String>,
    /// The hexes from which it took units.
    pub taken: Vec<String>,
}

/// What is being done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewPhase {
    /// The players choose which dice to reroll.
    Choosing,
    /// The players deploy.
    Deploying,
    /// Units act.
    Playing,
    /// The merged unit on this hex may act at once.
    Bonus(String),
}

/// A unit on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Its hex.
    pub hex: String,
    /// Its owner.
    pub seat: Seat,
    /// Its face.
    pub face: u8,
    /// Its reduction tokens.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tokens: u8,
    /// Whether it guards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guard: bool,
    /// Whether it acted in its owner's last turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
}

/// The state of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The dice that are not on the board, in the order of their rolls. 0 for a deployed die.
    pub hand: Vec<u8>,
    /// The indices of those that are to be rerolled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub redo: Vec<u8>,
    /// The place; 0 while it is undecided.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub place: u8,
    /// Whether this seat is eliminated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
    /// Whether the player has left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn name(cell: u8) -> String {
    Cell(cell).name()
}

fn cell(name: &str, part: &'static str) -> Result<u8, Misfit> {
    Cell::named(name).map(|cell| cell.0).ok_or(Misfit(part))
}

impl From<&Position> for HexDiceView {
    fn from(position: &Position) -> Self {
        let standing = |index: usize| {
            let unit = position.unit(index);
            Standing {
                hex: name(index as u8),
                seat: Seat(unit.seat() as u8),
                face: unit.face(),
                tokens: unit.tokens(),
                guard: unit.is_guarding(),
                acted: position.has_acted(index),
            }
        };
        let player = |seat: usize| Player {
            hand: position.hand(seat).to_vec(),
            redo: (0..8).filter(|die| position.redo[seat] >> die & 1 == 1).collect(),
            place: position.places[seat],
            out: position.is_out(seat),
            left: position.has_left(seat),
        };
        let story = position.story();
        Self {
            dice: position.ground().dice(),
            archer_lines: position.rules().archer_lines,
            quiet_turns: position.rules().quiet_turns,
            phase: match position.phase() {
                Phase::Choosing => ViewPhase::Choosing,
                Phase::Deploying => ViewPhase::Deploying,
                Phase::Playing => ViewPhase::Playing,
                Phase::Bonus(cell) => ViewPhase::Bonus(name(cell)),
            },
            turn: position.turn,
            seat: Seat(position.seat),
            first: Seat(position.first),
            units: position.occupied().iter().map(standing).collect(),
            players: (0..position.seats()).map(player).collect(),
            quiet: position.quiet,
            over: position.over,
            passed: position.passed().to_vec(),
            from: story.from.map(name),
            to: story.to.map(name),
            taken: story.taken.iter().map(|cell| name(cell as u8)).collect(),
        }
    }
}

/// A position that fits the view. Before the match begins its dice are not rolled yet: those are drawn at random.
pub(crate) fn position(view: &RuledView, random: &mut Random) -> Result<Position, Misfit> {
    let seats = view.players.len();
    let ground = u8::try_from(seats).ok().and_then(|seats| Ground::of(view.rule_set(), seats, view.dice));
    let rules = Rules { archer_lines: view.archer_lines, quiet_turns: view.quiet_turns };
    let mut position = Position::empty(Arc::new(ground.ok_or(Misfit("players"))?), rules);
    position.phase = match &view.phase {
        ViewPhase::Choosing => Phase::Choosing,
        ViewPhase::Deploying => Phase::Deploying,
        ViewPhase::Playing => Phase::Playing,
        ViewPhase::Bonus(hex) => Phase::Bonus(cell(hex, "phase")?),
    };
    let is_seat = |seat: &Seat| seat.index() < seats;
    Misfit::unless(is_seat(&view.seat) && is_seat(&view.first), "seat")?;
    (position.turn, position.seat, position.first) = (view.turn, view.seat.0, view.first.0);
    for &Standing { ref hex, seat, face, tokens, guard, acted } in &view.units {
        let at = cell(hex, "units")?;
        let is_face = is_seat(&seat) && (1..=FACES as u8).contains(&face);
        let fits = is_face && tokens <= position.ground().kind(face).armour;
        Misfit::unless(fits && !position.unit(at.into()).is_some(), "units")?;
        position.put(at.into(), Unit::new(seat.0, face).with_tokens(tokens).with_guard(guard));
        if acted {
            position.acted[seat.index()] = at;
        }
    }
    for (seat, player) in view.players.iter().enumerate() {
        let Player { hand, redo, place, .. } = player;
        let are_dice = hand.len() == usize::from(view.dice) && hand.iter().all(|&die| usize::from(die) <= FACES);
        let fits = are_dice && redo.iter().all(|&die| die < view.dice) && usize::from(*place) <= seats;
        Misfit::unless(fits, "players")?;
        position.hands[seat][..hand.len()].copy_from_slice(hand);
        position.redo[seat] = redo.iter().fold(0, |redo, die| redo | 1 << die);
        position.places[seat] = *place;
        position.out |= u8::from(player.out) << seat;
        position.left |= u8::from(player.left) << seat;
    }
    (position.quiet, position.over) = (view.quiet, view.over);
    Misfit::unless(view.passed.len() <= MOST_PASSED && view.passed.iter().all(is_seat), "passed")?;
    position.passed[..view.passed.len()].copy_from_slice(&view.passed);
    position.passes = view.passed.len() as u8;
    let named = |hex: &Option<String>, part| hex.as_deref().map(|hex| cell(hex, part)).transpose();
    let taken = view.taken.iter().map(|hex| cell(hex, "taken").map(usize::from));
    position.story =
        Story { from: named(&view.from, "from")?, to: named(&view.to, "to")?, taken: taken.collect::<Result<_, _>>()? };
    check(&position)?;
    if position.phase == Phase::Choosing {
        let dice = usize::from(view.dice);
        let unrolled = position.hands[..seats].iter_mut().flat_map(|hand| &mut hand[..dice]).filter(|die| **die == 0);
        unrolled.for_each(|die| *die = 1 + random.below(FACES as u32) as u8);
    }
    Ok(position)
}

/// Whether the parts of a position go together, so that it can be played on.
fn check(position: &Position) -> Result<(), Misfit> {
    let seats = 0..position.seats();
    let place = |seat: usize| position.places[seat];
    if position.over {
        let decided = seats.clone().all(|seat| place(seat) > 0) && seats.clone().any(|seat| place(seat) == 1);
        return Misfit::unless(decided, "players");
    }
    let (quiet, most) = position.quiet();
    Misfit::unless(quiet <= most, "quiet")?;
    let is_gone = |seat: usize| position.is_out(seat) || position.has_left(seat);
    let decided = seats.clone().all(|seat| is_gone(seat) == (place(seat) > 0));
    Misfit::unless(decided && seats.clone().filter(|&seat| place(seat) == 0).count() > 1, "players")?;
    Misfit::unless(!is_gone(position.seat()), "seat")?;
    let in_hand = |seat: usize| position.hand(seat).iter().filter(|&&die| die > 0).count();
    let deployed = |seat: usize| position.owned(seat).len();
    match position.phase {
        Phase::Choosing => Misfit::unless(position.occupied().is_empty() && position.out == 0, "units"),
        Phase::Deploying => {
            // Seats deploy in turn, beginning with the first one, so those before the acting seat are one die ahead.
            let (first, count) = (usize::from(position.first), position.seats());
            let order = |seat: usize| (seat + count - first) % count;
            let fits = |seat: usize| {
                let ahead = usize::from(order(seat) < order(position.seat()));
                deployed(seat) == deployed(position.seat()) + ahead
                    && deployed(seat) + in_hand(seat) == usize::from(position.ground().dice())
                    && position.owned(seat).is_subset(position.ground().zone(seat))
            };
            Misfit::unless(position.out == 0 && seats.clone().all(fits), "units")
        }
        Phase::Playing | Phase::Bonus(_) => {
            let stands = |seat: usize| position.owned(seat).is_empty() == position.is_out(seat) && in_hand(seat) == 0;
            Misfit::unless(seats.clone().all(stands), "units")?;
            let Phase::Bonus(cell) = position.phase else { return Ok(()) };
            Misfit::unless(position.owned(position.seat()).contains(usize::from(cell)), "phase")
        }
    }
}
