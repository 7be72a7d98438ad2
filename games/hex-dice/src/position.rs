//! The state of a match, small enough for searches, and the rules of play on it.

use std::sync::Arc;

use game::{MOST_SEATS, Seat};
use hex::Mask;

use crate::action::Action;
use crate::ground::{Ground, OFF, board};
use crate::tables::{FACES, MOST_DICE};
use crate::unit::Unit;

/// The largest number of turns skipped after one action: the last choices and then the first deployments of all seats
/// but two, since at least two seats always act.
pub(crate) const MOST_PASSED: usize = 2 * (MOST_SEATS - 2);

/// The options of a match beside players and dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether ranges go along axes only (HD-2).
    pub archer_lines: bool,
    /// The number of turns by each player without a unit leaving the board that makes a draw (HD-9).
    pub quiet_turns: u16,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The players choose in turn which dice to reroll.
    Choosing,
    /// The players deploy their dice in turn, one by one.
    Deploying,
    /// Units act.
    Playing,
    /// The unit on this cell was just merged and may act at once.
    Bonus(u8),
}

/// The events of this turn, or of the one before while this turn has none, for drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Story {
    /// The hex where it began. None for a deployment.
    pub from: Option<u8>,
    /// The hex where it ended.
    pub to: Option<u8>,
    /// The hexes from which units were taken.
    pub taken: Mask,
}

impl Story {
    const NONE: Self = Self { from: None, to: None, taken: Mask::EMPTY };
}

/// A position.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) ground: Arc<Ground>,
    pub(crate) rules: Rules,
    pub(crate) phase: Phase,
    pub(crate) turn: u32,
    pub(crate) seat: u8,
    /// The seat that deploys and plays first. Seat 0 until it is drawn.
    pub(crate) first: u8,
    pub(crate) units: [Unit; 127],
    pub(crate) owned: [Mask; MOST_SEATS],
    /// The dice that are not on the board yet, in the order of their rolls. 0 for a deployed die.
    pub(crate) hands: [[u8; MOST_DICE]; MOST_SEATS],
    /// The dice that are to be rerolled, one bit for each.
    pub(crate) redo: [u8; MOST_SEATS],
    /// The cell of the unit that acted in each seat's last turn; [`OFF`] for none.
    pub(crate) acted: [u8; MOST_SEATS],
    /// The place of each seat; 0 while it is undecided.
    pub(crate) places: [u8; MOST_SEATS],
    /// The eliminated seats, and the seats whose players have left, one bit for each.
    pub(crate) out: u8,
    pub(crate) left: u8,
    pub(crate) over: bool,
    /// The number of turns in a row in which no unit has left the board.
    pub(crate) quiet: u16,
    pub(crate) passed: [Seat; MOST_PASSED],
    pub(crate) passes: u8,
    pub(crate) story: Story,
}

impl Position {
    /// The position before anybody has rolled.
    pub fn empty(ground: Arc<Ground>, rules: Rules) -> Self {
        Self {
            ground,
            rules,
            phase: Phase::Choosing,
            turn: 1,
            seat: 0,
            first: 0,
            units: [Unit::NONE; 127],
            owned: [Mask::EMPTY; MOST_SEATS],
            hands: [[0; MOST_DICE]; MOST_SEATS],
            redo: [0; MOST_SEATS],
            acted: [OFF; MOST_SEATS],
            places: [0; MOST_SEATS],
            out: 0,
            left: 0,
            over: false,
            quiet: 0,
            passed: [Seat(0); MOST_PASSED],
            passes: 0,
            story: Story::NONE,
        }
    }

    /// The same units at the beginning of a turn of this seat. Only while the armies play.
    #[must_use]
    pub(crate) fn handed_to(&self, seat: usize) -> Self {
        Self { seat: seat as u8, phase: Phase::Playing, ..self.clone() }
    }

    /// Players, dice, bases and zones.
    #[inline]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The options of the match.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What is being done.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The number of the turn.
    #[inline]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The seat that acts.
    #[inline]
    pub fn seat(&self) -> usize {
        usize::from(self.seat)
    }

    /// The unit on a cell.
    #[inline]
    pub fn unit(&self, cell: usize) -> Unit {
        self.units[cell]
    }

    /// The cells of a seat's units.
    #[inline]
    pub fn owned(&self, seat: usize) -> Mask {
        self.owned[seat]
    }

    /// The cells of all units.
    #[inline]
    pub fn occupied(&self) -> Mask {
        self.owned.iter().fold(Mask::EMPTY, |all, &owned| all | owned)
    }

    /// The dice that a seat has not deployed, in the order of their rolls. 0 for a deployed die.
    #[inline]
    pub fn hand(&self, seat: usize) -> &[u8] {
        &self.hands[seat][..usize::from(self.ground.dice())]
    }

    /// Whether the unit on a cell acted in its owner's last turn.
    #[inline]
    pub fn has_acted(&self, cell: usize) -> bool {
        usize::from(self.acted[self.units[cell].seat()]) == cell
    }

    /// The bonus of friendly Legions next to a cell for the armour of a unit of this seat.
    #[inline]
    pub fn aura(&self, cell: usize, seat: usize) -> u8 {
        let beside = board().neighbour_mask(cell) & self.owned[seat];
        beside.iter().map(|friend| self.ground.kind(self.units[friend].face()).aura).sum()
    }

    /// Whether a seat is eliminated: it has no units, and its base is an ordinary hex.
    #[inline]
    pub fn is_out(&self, seat: usize) -> bool {
        self.out >> seat & 1 == 1
    }

    /// Whether a seat's player has left.
    #[inline]
    pub fn has_left(&self, seat: usize) -> bool {
        self.left >> seat & 1 == 1
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The place of each seat; 0 while it is undecided.
    pub fn places(&self) -> &[u8] {
        &self.places[..self.seats()]
    }

    /// The number of seats.
    #[inline]
    pub fn seats(&self) -> usize {
        usize::from(self.ground.players())
    }

    /// The number of turns in a row in which no unit has left the board, and the number that makes a draw (HD-9).
    pub fn quiet(&self) -> (u32, u32) {
        let still_in = self.seats() as u32 - self.out.count_ones();
        (u32::from(self.quiet), u32::from(self.rules.quiet_turns) * still_in)
    }

    /// The events of this turn, or of the one before.
    pub fn story(&self) -> Story {
        self.story
    }

    /// Puts a unit onto a cell, or removes one. Only for positions that are put together by hand.
    pub fn put(&mut self, cell: usize, unit: Unit) {
        self.owned.iter_mut().for_each(|owned| owned.remove(cell));
        self.units[cell] = unit;
        if unit.is_some() {
            self.owned[unit.seat()].insert(cell);
        }
    }

    /// Plays an allowed action. `roll` rolls a die with the given number of sides.
    pub fn play(&mut self, action: Action, mut roll: impl FnMut(u32) -> u32) {
        self.clear_passed();
        let in_bonus = matches!(self.phase, Phase::Bonus(_));
        if !in_bonus {
            self.story = Story::NONE;
        }
        match action {
            Action::Choose(faces) => {
                self.choose(faces);
                return self.next_turn(&mut roll);
            }
            Action::Deploy { face, to } => {
                self.deploy(face, to.index());
                return self.next_turn(&mut roll);
            }
            _ => {}
        }
        let progress = match action {
            Action::Move { from, to, face } => self.move_unit(from.index(), to.index(), face),
            Action::Strike { from, to } => self.strike(from.index(), to.index()),
            Action::Reroll(cell) => {
                let unit = Unit::new(self.seat, roll(FACES as u32) as u8);
                self.units[cell.index()] = unit;
                self.acts(cell.index(), cell.index())
            }
            Action::Guard(cell) => {
                self.guard(cell.index());
                self.acts(cell.index(), cell.index())
            }
            Action::Choose(_) | Action::Deploy { .. } | Action::Decline => false,
        };
        // A merge with a bonus action has set the phase. The turn then ends after the bonus action, and it counts as
        // progress because the merge removed a unit.
        if in_bonus || !matches!(self.phase, Phase::Bonus(_)) {
            self.phase = Phase::Playing;
            self.end_turn(progress || in_bonus, &mut roll);
        } else {
            self.quiet = 0;
        }
    }

    /// Records that the acting unit went from one cell to another. This alone is no progress.
    #[inline]
    fn acts(&mut self, from: usize, to: usize) -> bool {
        self.acted[self.seat()] = to as u8;
        if self.story.from.is_none() {
            self.story.from = Some(from as u8);
        }
        self.story.to = Some(to as u8);
        false
    }

    #[inline]
    pub(crate) fn guard(&mut self, cell: usize) {
        self.units[cell] = self.units[cell].with_guard(true);
    }

    /// Plays a move, a melee or a merge. Returns whether a unit has left the board.
    fn move_unit(&mut self, from: usize, to: usize, face: Option<u8>) -> bool {
        let target = self.units[to];
        if !target.is_some() {
            self.relocate(from, to);
            self.capture(to);
            return !self.story.taken.is_empty();
        }
        if target.seat() == self.seat() {
            self.merge(from, to, face);
            return true;
        }
        self.attack(from, to, true)
    }

    /// Plays an attack by range. Returns whether a unit has left the board.
    fn strike(&mut self, from: usize, to: usize) -> bool {
        let charges = self.ground.kind(self.units[from].face()).charges;
        self.attack(from, to, charges)
    }

    fn attack(&mut self, from: usize, to: usize, moves_in: bool) -> bool {
        let combat = self.combat(from, to);
        self.units[from] = self.units[from].with_guard(false); // HD-7
        if !combat.falls() {
            self.units[to] = self.units[to].with_tokens(combat.tokens + 1);
            self.acts(from, from);
            self.story.to = Some(to as u8);
            return false;
        }
        let owner = self.units[to].seat();
        self.remove(to);
        self.story.taken.insert(to);
        if moves_in {
            self.relocate(from, to);
        } else {
            self.acts(from, from);
        }
        if self.owned[owner].is_empty() {
            self.eliminate(owner);
        }
        if moves_in {
            self.capture(to);
        }
        true
    }

    /// Merges two units. The merged unit may act at once if its face was chosen and the target has not acted (HD-14).
    fn merge(&mut self, from: usize, to: usize, face: Option<u8>) {
        let may_act = face.is_some() && !self.has_acted(to);
        let sum = self.units[from].face() + self.units[to].face();
        self.remove(from);
        self.units[to] = Unit::new(self.seat, face.unwrap_or(sum));
        self.acts(from, to);
        if may_act {
            self.phase = Phase::Bonus(to as u8);
        }
    }

    /// Moves a unit to an empty cell. It keeps its tokens and stops guarding.
    fn relocate(&mut self, from: usize, to: usize) {
        let unit = self.units[from].with_guard(false);
        self.remove(from);
        self.units[to] = unit;
        self.owned[unit.seat()].insert(to);
        self.acts(from, to);
    }

    fn remove(&mut self, cell: usize) {
        let seat = self.units[cell].seat();
        self.units[cell] = Unit::NONE;
        self.owned[seat].remove(cell);
        if usize::from(self.acted[seat]) == cell {
            self.acted[seat] = OFF;
        }
    }

    /// A unit that ends its move on another player's base eliminates that player (HD-10, HD-15).
    fn capture(&mut self, cell: usize) {
        let owner = (0..self.seats()).find(|&seat| self.ground.base(seat) == cell && seat != self.seat());
        if let Some(owner) = owner.filter(|&owner| !self.is_out(owner)) {
            self.eliminate(owner);
        }
    }

    /// Eliminates a seat and removes all its units (HD-6).
    fn eliminate(&mut self, seat: usize) {
        self.story.taken |= self.owned[seat];
        self.owned[seat].iter().for_each(|cell| self.units[cell] = Unit::NONE);
        self.owned[seat] = Mask::EMPTY;
        self.acted[seat] = OFF;
        self.out |= 1 << seat;
        self.take_place(seat);
    }

    /// Gives a seat the last open place. A seat whose player left has one already.
    pub(crate) fn take_place(&mut self, seat: usize) {
        if self.places[seat] == 0 {
            self.places[seat] = self.open_places() as u8;
        }
        if self.open_places() == 1 {
            self.share_first_place();
        }
    }

    fn open_places(&self) -> usize {
        (0..self.seats()).filter(|&seat| self.places[seat] == 0).count()
    }

    /// The seats without a place share the first one, and the game is over.
    pub(crate) fn share_first_place(&mut self) {
        let seats = self.seats();
        self.places[..seats].iter_mut().filter(|place| **place == 0).for_each(|place| *place = 1);
        self.over = true;
    }
}
