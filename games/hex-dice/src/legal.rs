//! The legal actions, and the reasons why other actions are refused.

use hex::Mask;

use crate::action::{Action, Faces};
use crate::cell::Cell;
use crate::position::{Phase, Position};
use crate::tables::FACES;

/// The reason why an action is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// The board has no such hex.
    OffBoard,
    /// The action belongs to another phase.
    NotNow,
    /// More dice are chosen than may be rerolled. The number is the limit.
    TooMany(u8),
    /// The army does not have these dice.
    NoSuchDie,
    /// This army is not deployed on that hex.
    OutsideZone(Cell),
    /// The hex is occupied.
    Occupied(Cell),
    /// There is no unit on the hex.
    NoUnit(Cell),
    /// The unit belongs to another player.
    NotYours(Cell),
    /// Only the merged unit may take the bonus action.
    OnlyTheMerged(Cell),
    /// Start and end are the same hex.
    SameHex,
    /// The unit never moves.
    CannotMove(Cell),
    /// The hex is further than the unit goes, or not in its directions.
    OutOfReach(Cell, Cell),
    /// Something is in the way.
    Blocked(Cell, Cell),
    /// A merge with a sum above 6 needs a chosen face.
    FaceNeeded(u8),
    /// A face is given where none can be chosen.
    NoFaceToChoose,
    /// The bonus action may not be a merge or a reroll (HD-5).
    NotAsBonus,
    /// The unit attacks only by moving.
    NoRange(Cell),
    /// The target is too near, too far, or not in a row with the unit.
    OutOfRange(Cell, Cell),
    /// There is no enemy on the hex.
    NoEnemy(Cell),
}

impl Position {
    /// Calls `each` with every allowed action, each once. None after the end.
    #[inline]
    pub fn each_action(&self, mut each: impl FnMut(Action)) {
        if self.is_over() {
            return;
        }
        match self.phase() {
            Phase::Choosing => self.each_choice(&mut each),
            Phase::Deploying => self.each_deployment(&mut each),
            Phase::Playing => {
                for cell in self.owned(self.seat()) {
                    self.each_action_of(cell, true, &mut each);
                    each(Action::Reroll(Cell(cell as u8)));
                    each(Action::Guard(Cell(cell as u8)));
                }
            }
            Phase::Bonus(cell) => {
                self.each_action_of(usize::from(cell), false, &mut each);
                each(Action::Guard(Cell(cell)));
                each(Action::Decline);
            }
        }
    }

    /// Every set of faces that the army has, up to the number of rerolls.
    fn each_choice(&self, each: &mut impl FnMut(Action)) {
        let Faces(have) = Faces::of(self.hand(self.seat()).iter().copied());
        let mut chosen = Faces::default();
        loop {
            each(Action::Choose(chosen));
            // Count up like an odometer with one wheel for each face.
            let mut wheel = 0;
            loop {
                if wheel == FACES {
                    return;
                }
                let room = chosen.len() < usize::from(self.ground().rerolls());
                if room && chosen.0[wheel] < have[wheel] {
                    chosen.0[wheel] += 1;
                    break;
                }
                chosen.0[wheel] = 0;
                wheel += 1;
            }
        }
    }

    fn each_deployment(&self, each: &mut impl FnMut(Action)) {
        let free = self.ground().zone(self.seat()) - self.occupied();
        for face in 1..=FACES as u8 {
            if self.hand(self.seat()).contains(&face) {
                free.iter().for_each(|to| each(Action::Deploy { face, to: Cell(to as u8) }));
            }
        }
    }

    /// Moves, melees, merges and attacks by range of one unit.
    #[inline]
    fn each_action_of(&self, cell: usize, merges: bool, each: &mut impl FnMut(Action)) {
        let (from, friends) = (Cell(cell as u8), self.owned(self.seat()));
        let reach = self.reach(cell);
        for to in reach - friends {
            each(Action::Move { from, to: Cell(to as u8), face: None });
        }
        if merges {
            for to in reach & friends {
                let to = Cell(to as u8);
                if self.is_free_choice(cell, to.index()) {
                    (1..=FACES as u8).for_each(|face| each(Action::Move { from, to, face: Some(face) }));
                } else {
                    each(Action::Move { from, to, face: None });
                }
            }
        }
        for to in self.range(cell) & (self.occupied() - friends) {
            each(Action::Strike { from, to: Cell(to as u8) });
        }
    }

    /// Whether the faces of two units add up to more than 6, so that the player chooses the face of the merged unit.
    #[inline]
    pub fn is_free_choice(&self, one: usize, other: usize) -> bool {
        usize::from(self.unit(one).face() + self.unit(other).face()) > FACES
    }

    /// The reason why an action is not allowed, if there is one. The game must not be over.
    pub fn forbids(&self, action: Action) -> Option<Forbidden> {
        match (self.phase(), action) {
            (Phase::Choosing, Action::Choose(faces)) => self.forbids_choice(faces),
            (Phase::Deploying, Action::Deploy { face, to }) => self.forbids_deployment(face, to),
            (Phase::Playing, Action::Choose(_) | Action::Deploy { .. } | Action::Decline)
            | (Phase::Bonus(_), Action::Choose(_) | Action::Deploy { .. })
            | (Phase::Choosing | Phase::Deploying, _) => Some(Forbidden::NotNow),
            (Phase::Bonus(_), Action::Decline) => None,
            (Phase::Bonus(_), Action::Reroll(_)) => Some(Forbidden::NotAsBonus),
            (_, Action::Reroll(cell) | Action::Guard(cell)) => self.forbids_unit(cell),
            (_, Action::Move { from, to, face }) => self.forbids_move(from, to, face),
            (_, Action::Strike { from, to }) => self.forbids_strike(from, to),
        }
    }

    fn forbids_choice(&self, faces: Faces) -> Option<Forbidden> {
        let Faces(have) = Faces::of(self.hand(self.seat()).iter().copied());
        if faces.0.iter().zip(have).any(|(&wanted, have)| wanted > have) {
            return Some(Forbidden::NoSuchDie);
        }
        let most = self.ground().rerolls();
        (faces.len() > usize::from(most)).then_some(Forbidden::TooMany(most))
    }

    fn forbids_deployment(&self, face: u8, to: Cell) -> Option<Forbidden> {
        if !to.is_on_board() {
            return Some(Forbidden::OffBoard);
        }
        if face == 0 || !self.hand(self.seat()).contains(&face) {
            return Some(Forbidden::NoSuchDie);
        }
        if !self.ground().zone(self.seat()).contains(to.index()) {
            return Some(Forbidden::OutsideZone(to));
        }
        self.unit(to.index()).is_some().then_some(Forbidden::Occupied(to))
    }

    /// The reason why the unit on a cell may not act, if there is one.
    pub(crate) fn forbids_unit(&self, cell: Cell) -> Option<Forbidden> {
        if !cell.is_on_board() {
            return Some(Forbidden::OffBoard);
        }
        let unit = self.unit(cell.index());
        match self.phase() {
            Phase::Bonus(merged) if merged != cell.0 => Some(Forbidden::OnlyTheMerged(Cell(merged))),
            _ if !unit.is_some() => Some(Forbidden::NoUnit(cell)),
            _ => (unit.seat() != self.seat()).then_some(Forbidden::NotYours(cell)),
        }
    }

    fn forbids_move(&self, from: Cell, to: Cell, face: Option<u8>) -> Option<Forbidden> {
        if let Some(why) = self.forbids_pair(from, to) {
            return Some(why);
        }
        let (source, target) = (from.index(), to.index());
        if !self.reach(source).contains(target) {
            let open = self.open_reach(source);
            return Some(match () {
                () if open.is_empty() => Forbidden::CannotMove(from),
                () if open.contains(target) => Forbidden::Blocked(from, to),
                () => Forbidden::OutOfReach(from, to),
            });
        }
        if !self.owned(self.seat()).contains(target) {
            return face.map(|_| Forbidden::NoFaceToChoose);
        }
        if matches!(self.phase(), Phase::Bonus(_)) {
            return Some(Forbidden::NotAsBonus);
        }
        match face {
            None if self.is_free_choice(source, target) => {
                Some(Forbidden::FaceNeeded(self.unit(source).face() + self.unit(target).face()))
            }
            Some(face) if !self.is_free_choice(source, target) || !(1..=FACES as u8).contains(&face) => {
                Some(Forbidden::NoFaceToChoose)
            }
            _ => None,
        }
    }

    fn forbids_strike(&self, from: Cell, to: Cell) -> Option<Forbidden> {
        if let Some(why) = self.forbids_pair(from, to) {
            return Some(why);
        }
        if self.ground().kind(self.unit(from.index()).face()).range.is_none() {
            return Some(Forbidden::NoRange(from));
        }
        if !self.range(from.index()).contains(to.index()) {
            return Some(Forbidden::OutOfRange(from, to));
        }
        let enemies: Mask = self.occupied() - self.owned(self.seat());
        (!enemies.contains(to.index())).then_some(Forbidden::NoEnemy(to))
    }

    fn forbids_pair(&self, from: Cell, to: Cell) -> Option<Forbidden> {
        if !to.is_on_board() {
            return Some(Forbidden::OffBoard);
        }
        self.forbids_unit(from).or_else(|| (from == to).then_some(Forbidden::SameHex))
    }
}
