//! How turns follow one another: the setup, clockwise play, turns of seats whose players have left, and the draw.

use game::Seat;

use crate::action::{Action, Faces};
use crate::cell::Cell;
use crate::position::{Phase, Position};
use crate::tables::FACES;
use crate::unit::Unit;

impl Position {
    /// Everybody's first roll, in seat order (HD-13).
    pub fn roll_armies(&mut self, mut roll: impl FnMut(u32) -> u32) {
        for hand in &mut self.hands[..usize::from(self.ground.players())] {
            hand[..usize::from(self.ground.dice())].iter_mut().for_each(|die| *die = roll(FACES as u32) as u8);
        }
    }

    /// The seats whose turns were passed over since the last action, in order.
    pub fn passed(&self) -> &[Seat] {
        &self.passed[..usize::from(self.passes)]
    }

    pub(crate) fn clear_passed(&mut self) {
        self.passed.fill(Seat(0)); // equal positions are equal in what nobody looks at too
        self.passes = 0;
    }

    fn pass(&mut self) {
        self.passed[usize::from(self.passes)] = Seat(self.seat);
        self.passes += 1;
    }

    /// Whether the choice of whoever chooses now is the last one, after which the dice fall.
    pub fn is_last_choice(&self) -> bool {
        self.phase == Phase::Choosing && (self.seat() + 1..self.seats()).all(|seat| self.has_left(seat))
    }

    /// Whether dice of an army are to be rolled again, by choices made so far.
    pub fn rerolls_any(&self) -> bool {
        self.redo.iter().any(|&dice| dice > 0)
    }

    /// The dice that are to be rolled again, as far as a seat has said so.
    pub fn chosen(&self, seat: usize) -> Faces {
        let chosen = self.hand(seat).iter().enumerate().filter(|(die, _)| self.redo[seat] >> die & 1 == 1);
        Faces::of(chosen.map(|(_, &face)| face))
    }

    /// The first dice of each of these faces are to be rolled again; which of equal dice makes no difference.
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

    /// A die comes onto the board. That never captures a base (HD-10).
    pub(crate) fn deploy(&mut self, face: u8, to: usize) {
        let seat = self.seat();
        let die = self.hands[seat].iter().position(|&die| die == face).expect("a check has found the die");
        self.hands[seat][die] = 0;
        self.units[to] = Unit::new(self.seat, face);
        self.owned[seat].insert(to);
        self.story.to = Some(to as u8);
    }

    /// Ends a turn of play. If it is over, the last turn stays the turn.
    pub(crate) fn end_turn(&mut self, progress: bool, roll: &mut impl FnMut(u32) -> u32) {
        if !self.over && !self.is_draw_after(progress) {
            self.next_turn(roll);
        }
    }

    /// Counts a turn; so many without progress are a draw among those still in (HD-9).
    fn is_draw_after(&mut self, progress: bool) -> bool {
        self.quiet = if progress { 0 } else { self.quiet + 1 };
        let (quiet, most) = self.quiet();
        if quiet >= most {
            self.share_first_place();
        }
        self.over
    }

    /// The turn of the next seat whose player is there; those between are passed over.
    pub(crate) fn next_turn(&mut self, roll: &mut impl FnMut(u32) -> u32) {
        let last = (self.turn, self.seat);
        loop {
            self.step(roll);
            if !self.has_left(self.seat()) {
                return;
            }
            self.pass();
            if self.is_over_after_passing() {
                // After the end the last turn that somebody played is the turn.
                (self.turn, self.seat) = last;
                return self.clear_passed();
            }
        }
    }

    /// To the next turn, whoever's it is.
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
        self.seat = clockwise.into_iter().find(|&seat| !self.is_out(usize::from(seat))).expect("somebody is in");
    }

    /// All dice that are to be rolled again fall, in seat order (HD-13).
    fn roll_again(&mut self, roll: &mut impl FnMut(u32) -> u32) {
        for (hand, redo) in self.hands.iter_mut().zip(std::mem::take(&mut self.redo)) {
            let dice = hand.iter_mut().enumerate().filter(|(die, _)| redo >> die & 1 == 1);
            dice.for_each(|(_, die)| *die = roll(FACES as u32) as u8);
        }
    }

    /// What the game does in the turn of a seat whose player has left: it keeps its dice, deploys them, and guards.
    fn is_over_after_passing(&mut self) -> bool {
        match self.phase {
            Phase::Choosing => {}
            Phase::Deploying => {
                if let Some(Action::Deploy { face, to }) = self.sensible_deployment() {
                    let told = self.story.to; // what somebody did is the news, not this
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

    /// Goes on without a seat whose player has left for good, and says whether that can be. With two seats it cannot.
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
            // The merge was the turn; the bonus is declined.
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

    /// A sensible next die to deploy and a place for it, for whoever deploys now: the strongest first, on the base; slow
    /// ones close to it, nimble ones in front.
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
            // The base first of all, whoever takes it; then by nature, and in reading order.
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

    /// A sensible unit to guard with: one that does not guard yet, the nearest to the base.
    fn sensible_guard(&self) -> usize {
        let seat = self.seat();
        let base = Cell(self.ground.base(seat) as u8).hex();
        let rank = |cell: &usize| (self.units[*cell].is_guarding(), Cell(*cell as u8).hex().distance(base), *cell);
        self.owned[seat].iter().min_by_key(rank).expect("whoever is in has a unit")
    }
}
