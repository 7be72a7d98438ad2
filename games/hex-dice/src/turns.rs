//! The order of turns: the setup, clockwise play, turns of seats whose players have left, and the draw.

use game::Seat;

use crate::action::{Action, Faces};
use crate::cell::Cell;
use crate::position::{Phase, Position};
use crate::tables::FACES;
use crate::unit::Unit;

impl Position {
    /// Rolls all armies, in seat order (HD-13).
    pub fn roll_armies(&mut self, mut roll: impl FnMut(u32) -> u32) {
        for hand in &mut self.hands[..usize::from(self.ground.players())] {
            hand[..usize::from(self.ground.dice())].iter_mut().for_each(|die| *die = roll(FACES as u32) as u8);
        }
    }

    /// The seats whose turns were skipped since the last action, in order.
    pub fn passed(&self) -> &[Seat] {
        &self.passed[..usize::from(self.passes)]
    }

    pub(crate) fn clear_passed(&mut self) {
        self.passed.fill(Seat(0)); // so that the unused entries of equal positions are equal too
        self.passes = 0;
    }

    fn pass(&mut self) {
        self.passed[usize::from(self.passes)] = Seat(self.seat);
        self.passes += 1;
    }

    /// Whether the acting seat is the last one to choose, after which the dice are rolled.
    pub fn is_last_choice(&self) -> bool {
        self.phase == Phase::Choosing && (self.seat() + 1..self.seats()).all(|seat| self.has_left(seat))
    }

    /// Whether any dice have been chosen so far to be rerolled.
    pub fn rerolls_any(&self) -> bool {
        self.redo.iter().any(|&dice| dice > 0)
    }

    /// The dice that a seat has chosen so far to be rerolled.
    pub fn chosen(&self, seat: usize) -> Faces {
        let chosen = self.hand(seat).iter().enumerate().filter(|(die, _)| self.redo[seat] >> die & 1 == 1);
        Faces::of(chosen.map(|(_, &face)| face))
    }

    /// Chooses the first dice of each of these faces to be rerolled. Equal dice are interchangeable.
    pub(crate) fn choose(&mut self, faces: Faces) {
        let (mut wanted, seat) = (faces.0, self.seat());
        for (die, &face) in self.hands[seat][..usize::from(self.ground.dice())].iter().enumerate() {
            let left = &mut wanted[usize::from(face) - 1];
            if *left > 0 {
                *left -= 1;
                self.redo[seat] |= 1 << die;
            }
        }
    }

    /// Deploys a die. This never captures a base (HD-10).
    pub(crate) fn deploy(&mut self, face: u8, to: usize) {
        let seat = self.seat();
        let die = self.hands[seat].iter().position(|&die| die == face).expect("a check has found the die");
        self.hands[seat][die] = 0;
        self.units[to] = Unit::new(self.seat, face);
        self.owned[seat].insert(to);
        self.story.to = Some(to as u8);
    }

    /// Ends a turn of play. After the end of the game the turn number does not change any more.
    pub(crate) fn end_turn(&mut self, progress: bool, roll: &mut impl FnMut(u32) -> u32) {
        if !self.over && !self.is_draw_after(progress) {
            self.next_turn(roll);
        }
    }

    /// Counts a turn. Too many turns in a row without progress are a draw among the seats that are still in (HD-9).
    fn is_draw_after(&mut self, progress: bool) -> bool {
        self.quiet = if progress { 0 } else { self.quiet + 1 };
        let (quiet, most) = self.quiet();
        if quiet >= most {
            self.share_first_place();
        }
        self.over
    }

    /// Goes on to the next seat whose player is present. The seats between are skipped.
    pub(crate) fn next_turn(&mut self, roll: &mut impl FnMut(u32) -> u32) {
        let last = (self.turn, self.seat);
        loop {
            self.step(roll);
            if !self.has_left(self.seat()) {
                return;
            }
            self.pass();
            if self.is_over_after_passing() {
                // After the end of the game, the turn is the last one that a player played.
                (self.turn, self.seat) = last;
                return self.clear_passed();
            }
        }
    }

    /// Goes on to the next turn of any seat.
    fn step(&mut self, roll: &mut impl FnMut(u32) -> u32) {
        self.turn += 1;
        let seats = self.ground.players();
        if self.phase == Phase::Choosing && self.seat + 1 == seats {
            self.roll_again(roll);
            self.first = (roll(u32::from(seats)) - 1) as u8;
            (self.phase, self.seat) = (Phase::Deploying, self.first);
            return;
        }
        let all_deployed = || self.hands.iter().flatten().all(|&die| die == 0);
        if self.phase == Phase::Deploying && all_deployed() {
            (self.phase, self.seat) = (Phase::Playing, self.first);
            return;
        }
        let clockwise = (1..=seats).map(|steps| (self.seat + steps) % seats);
        self.seat = clockwise.into_iter().find(|&seat| !self.is_out(usize::from(seat))).expect("a seat is still in");
    }

    /// Rerolls all chosen dice, in seat order (HD-13).
    fn roll_again(&mut self, roll: &mut impl FnMut(u32) -> u32) {
        for (hand, redo) in self.hands.iter_mut().zip(std::mem::take(&mut self.redo)) {
            let dice = hand.iter_mut().enumerate().filter(|(die, _)| redo >> die & 1 == 1);
            dice.for_each(|(_, die)| *die = roll(FACES as u32) as u8);
        }
    }

    /// Plays the turn of a seat whose player has left: it keeps its dice, deploys them, and guards. Returns whether the
    /// game is over.
    fn is_over_after_passing(&mut self) -> bool {
        match self.phase {
            Phase::Choosing => {}
            Phase::Deploying => {
                if let Some(Action::Deploy { face, to }) = self.sensible_deployment() {
                    let told = self.story.to; // the story keeps the last action of a player
                    self.deploy(face, to.index());
                    self.story.to = told;
                }
            }
            Phase::Playing | Phase::Bonus(_) => {
                let cell = self.sensible_guard();
                self.guard(cell);
                self.acted[self.seat()] = cell as u8;
                return self.is_draw_after(false);
            }
        }
        false
    }

    /// Goes on without a seat whose player has left for good. Returns whether the game can do that. With two seats it
    /// cannot.
    pub fn withdraw(&mut self, seat: usize, mut roll: impl FnMut(u32) -> u32) -> bool {
        if self.seats() == 2 {
            return false;
        }
        self.clear_passed();
        self.left |= 1 << seat;
        self.take_place(seat);
        if self.over || self.seat() != seat {
            return true;
        }
        if let Phase::Bonus(_) = self.phase {
            // The merge counts as the turn; the bonus action is declined.
            self.phase = Phase::Playing;
            self.end_turn(true, &mut roll);
            return true;
        }
        self.pass();
        if self.is_over_after_passing() {
            self.clear_passed();
        } else {
            self.next_turn(&mut roll);
        }
        true
    }

    /// A sensible die and hex for the next deployment of the acting seat. The highest face comes first, on the base.
    /// Slow units stay close to the base, fast ones go in front.
    pub fn sensible_deployment(&self) -> Option<Action> {
        let (seat, ground) = (self.seat(), self.ground());
        let face = self.hand(seat).iter().copied().filter(|&die| die > 0).max()?;
        let base = Cell(ground.base(seat) as u8).hex();
        let ahead = base + ground.forward(seat).offset() * 2;
        let free = ground.zone(seat) - self.occupied();
        let nimble = face <= 3;
        let rank = |cell: &usize| {
            let hex = Cell(*cell as u8).hex();
            let (to_base, to_front) = (hex.distance(base), hex.distance(ahead));
            // The base comes first, for any unit. Then the kind of unit decides, and then reading order.
            if to_base == 0 {
                (0, 0, *cell)
            } else if nimble {
                (1, 10 * to_front + to_base, *cell)
            } else {
                (1, 10 * to_base + to_front, *cell)
            }
        };
        free.iter().min_by_key(rank).map(|to| Action::Deploy { face, to: Cell(to as u8) })
    }

    /// A sensible unit to guard with: one that does not guard yet, and the one nearest to the base.
    fn sensible_guard(&self) -> usize {
        let seat = self.seat();
        let base = Cell(self.ground.base(seat) as u8).hex();
        let rank = |cell: &usize| (self.units[*cell].is_guarding(), Cell(*cell as u8).hex().distance(base), *cell);
        self.owned[seat].iter().min_by_key(rank).expect("a seat that is in has a unit")
    }
}
