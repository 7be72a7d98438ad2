//! The rules: where a player may expand and attack, which hexes are surrounded, and who has won.

use hex::{Mask, Symmetry};
use serde::{Deserialize, Serialize};

use crate::cell::{Cell, board};
use crate::combat::{Combat, Strike};
use crate::numbers::{CRITICAL_DAMAGE, FULL_HP, HEXES_TO_WIN};

/// A player, and the owner of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Begins at the top corner: player 1 of the rulebook.
    Red,
    /// Begins at the bottom corner: player 2 of the rulebook.
    Blue,
}

impl Side {
    /// Both, in seat order.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        Self::BOTH[1 - self as usize]
    }
}

/// The action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes an empty hex next to an own hex.
    Expand(Cell),
    /// Attacks an enemy hex next to an own hex.
    Attack {
        /// The own hex.
        source: Cell,
        /// The enemy hex.
        target: Cell,
    },
}

/// The events of the last turn, for viewers of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Story {
    /// The action.
    pub action: Action,
    /// The result of an attack. The roll itself is only in the record: two rolls with the same result lead to the same
    /// position.
    pub strike: Option<Strike>,
    /// The hex that fell to 0 HP: the target, or the source of a critical fail (HL-1).
    pub captured: Option<Cell>,
    /// The hexes that changed hands because they were surrounded.
    pub enclosed: Mask,
}

/// The reason why an action is not allowed. It never depends on HP, which the player may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// The board has no such hex.
    OffBoard,
    /// Expanding to a hex that the player holds.
    AlreadyYours,
    /// Expanding to a hex that the enemy holds.
    HeldByEnemy,
    /// Expanding to a hex beside no own one.
    OutOfReach,
    /// Attacking from a hex that the player does not hold.
    SourceNotYours,
    /// Attacking an own hex.
    TargetYours,
    /// Attacking an empty hex.
    TargetEmpty,
    /// Attacking a hex that is not next to the source.
    NotNeighbours,
}

/// A position with the turn that led to it. Equal positions look the same and allow the same actions.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    hexes: [Mask; 2],
    /// 0 for hexes without an owner.
    hp: [u8; Cell::COUNT],
    to_move: Side,
    winner: Option<Side>,
    turn: u32,
    story: Option<Story>,
}

impl Position {
    /// Both players in their corners.
    pub fn start(first: Side) -> Self {
        let corner = |name| Cell::named(name).expect("the corners have these names");
        let mut position = Self::empty(first, 1);
        position.give(corner("d1"), Side::Red, FULL_HP);
        position.give(corner("d7"), Side::Blue, FULL_HP);
        position
    }

    /// The empty board, for positions that are put together by hand. It has no winner yet (HL-4), and no action is
    /// legal on it.
    pub fn empty(to_move: Side, turn: u32) -> Self {
        Self { hexes: [Mask::EMPTY; 2], hp: [0; Cell::COUNT], to_move, winner: None, turn, story: None }
    }

    /// Gives a hex with these HP to a side, whatever its owner was.
    #[inline]
    pub fn give(&mut self, cell: Cell, side: Side, hp: u8) {
        self.hexes[side as usize].insert(cell.index());
        self.hexes[side.other() as usize].remove(cell.index());
        self.hp[cell.index()] = hp;
    }

    /// The same position with these events of the last turn and this winner.
    #[must_use]
    pub(crate) fn with_story(mut self, story: Option<Story>, winner: Option<Side>) -> Self {
        (self.story, self.winner) = (story, winner);
        self
    }

    /// The same hexes at the turn of this side.
    #[must_use]
    pub(crate) fn handed_to(&self, to_move: Side) -> Self {
        Self { to_move, ..self.clone() }
    }

    /// The hexes that a side holds.
    #[inline]
    pub fn hexes(&self, side: Side) -> Mask {
        self.hexes[side as usize]
    }

    /// The hexes that nobody holds.
    #[inline]
    pub fn empty_hexes(&self) -> Mask {
        board().full() - (self.hexes[0] | self.hexes[1])
    }

    /// Who holds a hex.
    #[inline]
    pub fn owner(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.hexes(side).contains(cell.index()))
    }

    /// The HP of a hex; 0 for a hex without an owner.
    #[inline]
    pub fn hp(&self, cell: Cell) -> u8 {
        self.hp[cell.index()]
    }

    /// How many hexes a side holds.
    pub fn score(&self, side: Side) -> usize {
        self.hexes(side).len()
    }

    /// The side that acts; after the end, the side that acted last.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The winner.
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The number of the turn, from 1; after the end the last one.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The events of the last turn.
    pub fn story(&self) -> Option<&Story> {
        self.story.as_ref()
    }

    /// The hexes whose HP a side sees: its own and those next to them.
    pub fn seen_by(&self, side: Side) -> Mask {
        self.hexes(side) | board().neighbours_of(self.hexes(side))
    }

    /// The hexes whose HP both sides see: those beside an enemy hex (HL-6).
    pub fn seen_by_both(&self) -> Mask {
        self.seen_by(Side::Red) & self.seen_by(Side::Blue)
    }

    /// The hexes to which the mover may expand. Empty after the end.
    #[inline]
    pub fn expansions(&self) -> Mask {
        if self.winner.is_some() {
            return Mask::EMPTY;
        }
        self.empty_hexes() & board().neighbours_of(self.hexes(self.to_move))
    }

    /// The enemy hexes that this hex of the mover may attack.
    #[inline]
    pub fn targets(&self, source: Cell) -> Mask {
        board().neighbour_mask(source.index()) & self.hexes(self.to_move.other())
    }

    /// The mover's hexes from which an enemy hex may be attacked.
    pub fn sources(&self, target: Cell) -> Mask {
        board().neighbour_mask(target.index()) & self.hexes(self.to_move)
    }

    /// Calls `each` with every action of the mover: expansions first, then attacks by source.
    ///
    /// There is always an action until the end, because the board is connected: a side that holds some but not all
    /// hexes holds one next to an empty or an enemy hex. So no turn is ever skipped.
    #[inline]
    pub fn each_action(&self, mut each: impl FnMut(Action)) {
        if self.winner.is_some() {
            return;
        }
        self.expansions().iter().for_each(|cell| each(Action::Expand(Cell(cell as u8))));
        for source in self.hexes(self.to_move).iter().map(|cell| Cell(cell as u8)) {
            for target in self.targets(source) {
                each(Action::Attack { source, target: Cell(target as u8) });
            }
        }
    }

    /// The reason why the mover may not play this action, if there is one.
    pub fn forbids(&self, action: Action) -> Option<Forbidden> {
        let (me, you) = (self.hexes(self.to_move), self.hexes(self.to_move.other()));
        match action {
            Action::Expand(cell) => match cell.index() {
                _ if !cell.is_on_board() => Some(Forbidden::OffBoard),
                index if me.contains(index) => Some(Forbidden::AlreadyYours),
                index if you.contains(index) => Some(Forbidden::HeldByEnemy),
                index => (!board().neighbour_mask(index).intersects(me)).then_some(Forbidden::OutOfReach),
            },
            Action::Attack { source, target } => match (source.index(), target.index()) {
                _ if !source.is_on_board() || !target.is_on_board() => Some(Forbidden::OffBoard),
                (source, _) if !me.contains(source) => Some(Forbidden::SourceNotYours),
                (_, target) if me.contains(target) => Some(Forbidden::TargetYours),
                (_, target) if !you.contains(target) => Some(Forbidden::TargetEmpty),
                (source, target) => {
                    (!board().neighbour_mask(source).contains(target)).then_some(Forbidden::NotNeighbours)
                }
            },
        }
    }

    /// The modifiers of an attack (HL-2).
    #[inline]
    pub fn combat(&self, source: Cell, target: Cell) -> Combat {
        let beside = |cell: Cell, side| (board().neighbour_mask(cell.index()) & self.hexes(side)).len() as u32;
        Combat { bonus: beside(source, self.to_move), guard: beside(target, self.to_move.other()) }
    }

    /// Expands to a hex that the mover may take.
    #[inline]
    pub fn expand(&mut self, cell: Cell) {
        self.give(cell, self.to_move, FULL_HP);
        self.end_turn(Action::Expand(cell), None, None);
    }

    /// Plays a legal attack with this result.
    #[inline]
    pub fn attack(&mut self, source: Cell, target: Cell, strike: Strike) {
        let (hurt, damage) = match strike {
            Strike::CriticalFail => (source, CRITICAL_DAMAGE),
            _ => (target, strike.damage()),
        };
        let left = self.hp(hurt).saturating_sub(damage);
        let captured = (left == 0).then_some(hurt);
        match captured {
            // A fallen hex changes hands: the target goes to the attacker, the source to the defender (HL-1).
            Some(cell) if cell == target => self.give(cell, self.to_move, FULL_HP),
            Some(cell) => self.give(cell, self.to_move.other(), FULL_HP),
            None => self.hp[hurt.index()] = left,
        }
        self.end_turn(Action::Attack { source, target }, Some(strike), captured);
    }

    /// The surrounded hexes: they have an owner, and all their neighbours on the board belong to the other side.
    #[inline]
    pub fn surrounded(&self) -> Mask {
        // A hex beside an own or an empty hex is not surrounded.
        let saved = |side: Side| board().neighbours_of(board().full() - self.hexes(side.other()));
        (self.hexes[0] - saved(Side::Red)) | (self.hexes[1] - saved(Side::Blue))
    }

    /// The position with a symmetry of the board applied.
    #[must_use]
    pub fn turned(&self, symmetry: Symmetry) -> Self {
        let turn = |cell: Cell| Cell(board().turned_cell(cell.index(), symmetry) as u8);
        let mut hp = [0; Cell::COUNT];
        self.hp.iter().enumerate().for_each(|(cell, &left)| hp[turn(Cell(cell as u8)).index()] = left);
        let story = self.story.map(|story| Story {
            action: story.action.turned(symmetry),
            captured: story.captured.map(turn),
            enclosed: board().turned(story.enclosed, symmetry),
            ..story
        });
        Self { hexes: self.hexes.map(|hexes| board().turned(hexes, symmetry)), hp, story, ..self.clone() }
    }

    /// Resolves enclosure, then checks for a win, then passes the turn to the other player.
    #[inline]
    fn end_turn(&mut self, action: Action, strike: Option<Strike>, captured: Option<Cell>) {
        // All surrounded hexes change hands at once, for both sides (HL-3). Two surrounded hexes are never neighbours,
        // because any two neighbours share a third. So one pass is enough, and the order does not matter.
        let enclosed = self.surrounded();
        for cell in enclosed.iter().map(|cell| Cell(cell as u8)) {
            let taker = if self.hexes[0].contains(cell.index()) { Side::Blue } else { Side::Red };
            self.give(cell, taker, FULL_HP);
        }
        self.story = Some(Story { action, strike, captured, enclosed });
        let wins = |side: Side| self.score(side) >= HEXES_TO_WIN || self.hexes(side.other()).is_empty();
        self.winner = Side::BOTH.into_iter().find(|&side| wins(side));
        if self.winner.is_none() {
            self.to_move = self.to_move.other();
            self.turn += 1;
        }
    }
}

impl Action {
    /// The action that corresponds to this one after a symmetry.
    #[must_use]
    pub fn turned(self, symmetry: Symmetry) -> Self {
        let turn = |cell: Cell| Cell(board().turned_cell(cell.index(), symmetry) as u8);
        match self {
            Self::Expand(cell) => Self::Expand(turn(cell)),
            Self::Attack { source, target } => Self::Attack { source: turn(source), target: turn(target) },
        }
    }
}
