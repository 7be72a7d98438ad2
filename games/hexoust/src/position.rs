//! The rules: where stones may be placed, which stones they take, and who moves next.

use hex::{Mask, MaskBoard, Symmetry};

use crate::cell::Cell;
use crate::groups::{Group, Groups};

/// The colour of a stone, and the player of that colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Moves first.
    Red,
    /// Moves second.
    Blue,
}

impl Colour {
    /// Both, in turn order.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        Self::BOTH[1 - self as usize]
    }
}

/// The effect of a stone on an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// It touches no stone of its own colour: allowed, and ends the turn.
    Quiet,
    /// It joins own stones and takes these enemy stones. The turn goes on.
    Capture(Mask),
    /// It joins own stones without touching an enemy: forbidden.
    TouchesNothing,
    /// It joins own stones but touches an enemy group that is not smaller: forbidden.
    NotLarger {
        /// The size of the merged group.
        own: u8,
        /// The size of the largest enemy group that it would touch.
        enemy: u8,
    },
}

/// A position with the turn so far. Equal positions look the same and allow the same placements.
#[derive(Clone)]
pub struct Position {
    board: &'static MaskBoard,
    groups: Groups,
    stones: [Mask; 2],
    /// The cells next to a stone of that colour.
    reach: [Mask; 2],
    to_move: Colour,
    winner: Option<Colour>,
    turn: u32,
    /// The stones placed in this turn so far. Empty before the first placement.
    placed: Mask,
    /// The stones placed in the last turn that had placements. After a pass these are the same player's.
    placed_before: Mask,
    /// The cells that were emptied by captures in this turn and in the one before.
    emptied: [Mask; 2],
    /// The player who had no placement when the last action ended a turn (HO-8).
    passed: Option<Colour>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Position {
    /// The empty board with this many cells on a side (HO-5).
    pub fn empty(base: u8) -> Self {
        let board = base.checked_sub(1).and_then(MaskBoard::of_radius).expect("a board of 1 to 7 cells a side");
        Self {
            board,
            groups: Groups::none(),
            stones: [Mask::EMPTY; 2],
            reach: [Mask::EMPTY; 2],
            to_move: Colour::Red,
            winner: None,
            turn: 1,
            placed: Mask::EMPTY,
            placed_before: Mask::EMPTY,
            emptied: [Mask::EMPTY; 2],
            passed: None,
        }
    }

    /// A position from given stones. Play need not be able to reach it: the mover, or even both players, may have no
    /// placement, although the rules would have skipped their turns.
    pub fn set_up(base: u8, red: Mask, blue: Mask, to_move: Colour, turn: u32) -> Self {
        let mut position = Self { to_move, turn, ..Self::empty(base) };
        let on_board = (red | blue).is_subset(position.board.full()) && !red.intersects(blue);
        assert!(on_board, "stones stand on cells of the board, one on each");
        position.put_stones([red, blue]);
        position
    }

    /// The same position with these events of the last two turns.
    #[must_use]
    pub(crate) fn with_story(mut self, placed: [Mask; 2], emptied: [Mask; 2], ended: Ended) -> Self {
        [self.placed, self.placed_before] = placed;
        self.emptied = emptied;
        self.winner = ended.winner;
        self.passed = ended.passed;
        self
    }

    /// The same stones at the beginning of a turn of this player, who may have no placement.
    #[must_use]
    pub(crate) fn handed_to(&self, to_move: Colour) -> Self {
        Self { to_move, placed: Mask::EMPTY, ..self.clone() }
    }

    /// The number of cells on a side.
    pub fn base(&self) -> u8 {
        self.board.board().radius() + 1
    }

    /// The board's tables.
    pub fn board(&self) -> &'static MaskBoard {
        self.board
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> Mask {
        self.stones[colour as usize]
    }

    /// The player who places next; after the end, the player who placed last.
    #[inline]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The player who took the last enemy stone (HO-3).
    #[inline]
    pub fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// The number of the turn, from 1. Skipped turns count.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The stones placed in this turn, and in the one before.
    pub fn placed(&self) -> [Mask; 2] {
        [self.placed, self.placed_before]
    }

    /// The cells emptied in this turn, and in the one before.
    pub fn emptied(&self) -> [Mask; 2] {
        self.emptied
    }

    /// The player whose turn was skipped after the last placement.
    pub fn passed(&self) -> Option<Colour> {
        self.passed
    }

    /// The cells without a stone.
    #[inline]
    pub fn empty_cells(&self) -> Mask {
        self.board.full() - (self.stones[0] | self.stones[1])
    }

    /// The group of the stone on a cell.
    pub fn group(&self, cell: Cell) -> Mask {
        debug_assert!(!self.empty_cells().contains(cell.index()), "only stones have groups");
        self.groups.of(cell.index()).stones
    }

    /// The effect of a stone of the mover on this empty cell.
    pub fn placement(&self, cell: Cell) -> Placement {
        self.placement_of(cell.index(), self.to_move)
    }

    /// The cells where the mover may place a stone. Empty after the end.
    pub fn legal(&self) -> Mask {
        if self.winner.is_some() { Mask::EMPTY } else { self.legal_for(self.to_move) }
    }

    /// A legal cell, all equally likely if `draw` gives every number below its argument equally often. A cell that is
    /// forbidden is put aside and another one is drawn. The first allowed cell is still uniform, and in most positions
    /// only one or two cells are checked instead of all.
    #[inline]
    pub fn draw_legal(&self, mut draw: impl FnMut(u32) -> u32) -> Option<Cell> {
        if self.winner.is_some() {
            return None;
        }
        let mut open = self.empty_cells();
        let joining = open & self.reach[self.to_move as usize];
        while !open.is_empty() {
            let cell = open.nth(draw(open.len() as u32) as usize);
            if !joining.contains(cell) || self.captures(cell, self.to_move) {
                return Some(Cell(cell as u8));
            }
            open.remove(cell);
        }
        None
    }

    /// Places a stone of the mover where [`placement`](Self::placement) allows it and removes the stones that it takes.
    /// Then the same player goes on, the other player moves, or the other player's turn is skipped (HO-1, HO-2).
    #[inline]
    pub fn place(&mut self, cell: Cell) {
        let (me, cell) = (self.to_move, cell.index());
        let (enemy, mine) = (me.other() as usize, me as usize);
        let own_neighbours = self.board.neighbour_mask(cell) & self.stones[mine];
        let merged = self.groups.merged(self.board, cell, own_neighbours);
        let captures = !own_neighbours.is_empty();
        self.passed = None;
        if captures {
            let taken = self.touched(&merged, enemy);
            self.remove(taken, enemy);
        }
        self.groups.place(cell, &merged, own_neighbours);
        self.stones[mine].insert(cell);
        self.reach[mine] |= self.board.neighbour_mask(cell);
        self.placed.insert(cell);
        if !captures {
            self.end_turn();
        } else if self.stones[enemy].is_empty() {
            self.winner = Some(me);
        } else if !self.can_place(me) {
            self.end_turn();
        }
    }

    /// The position with a symmetry of the board applied.
    #[must_use]
    pub fn turned(&self, symmetry: Symmetry) -> Self {
        let turn = |cells: Mask| self.board.turned(cells, symmetry);
        let mut turned = Self {
            placed: turn(self.placed),
            placed_before: turn(self.placed_before),
            emptied: self.emptied.map(turn),
            ..self.clone()
        };
        turned.put_stones(self.stones.map(turn));
        turned
    }

    /// Everything that distinguishes positions. Groups and reach follow from the stones.
    fn parts(&self) -> impl PartialEq {
        let story = (self.placed, self.placed_before, self.emptied, self.passed);
        (self.base(), self.stones, self.to_move, self.winner, self.turn, story)
    }

    fn put_stones(&mut self, stones: [Mask; 2]) {
        (self.stones, self.reach, self.groups) = ([Mask::EMPTY; 2], [Mask::EMPTY; 2], Groups::none());
        for (colour, cells) in stones.into_iter().enumerate() {
            for cell in cells {
                let own_neighbours = self.board.neighbour_mask(cell) & self.stones[colour];
                let merged = self.groups.merged(self.board, cell, own_neighbours);
                self.groups.place(cell, &merged, own_neighbours);
                self.stones[colour].insert(cell);
                self.reach[colour] |= self.board.neighbour_mask(cell);
            }
        }
    }

    fn end_turn(&mut self) {
        (self.placed, self.placed_before) = (Mask::EMPTY, self.placed);
        self.emptied = [Mask::EMPTY, self.emptied[0]];
        self.to_move = self.to_move.other();
        self.turn += 1;
        if !self.can_place(self.to_move) {
            self.passed = Some(self.to_move);
            self.to_move = self.to_move.other();
            self.turn += 1;
            // In a match the two are never stuck at once (HO-7). In a position that was set up they can be: then the one
            // who placed last has won, so that there is always something to play or a result.
            if !self.can_place(self.to_move) {
                self.winner = Some(self.to_move);
            }
        }
    }

    fn remove(&mut self, taken: Mask, colour: usize) {
        self.stones[colour] -= taken;
        self.emptied[0] |= taken;
        self.reach[colour] = Mask::EMPTY;
        let mut rest = self.stones[colour];
        while let Some(stone) = rest.first() {
            let group = self.groups.of(stone);
            self.reach[colour] |= group.reach;
            rest -= group.stones;
        }
    }

    fn can_place(&self, colour: Colour) -> bool {
        let empty = self.empty_cells();
        let joining = empty & self.reach[colour as usize];
        joining != empty || joining.iter().any(|cell| self.captures(cell, colour))
    }

    fn legal_for(&self, colour: Colour) -> Mask {
        let empty = self.empty_cells();
        let joining = empty & self.reach[colour as usize];
        (empty - joining) | joining.iter().filter(|&cell| self.captures(cell, colour)).collect()
    }

    /// Whether a stone that joins own stones would capture.
    #[inline]
    fn captures(&self, cell: usize, colour: Colour) -> bool {
        matches!(self.placement_of(cell, colour), Placement::Capture(_))
    }

    #[inline]
    fn placement_of(&self, cell: usize, colour: Colour) -> Placement {
        let own_neighbours = self.board.neighbour_mask(cell) & self.stones[colour as usize];
        let merged = self.groups.merged(self.board, cell, own_neighbours);
        if own_neighbours.is_empty() {
            return Placement::Quiet;
        }
        let mut touched = merged.reach & self.stones[colour.other() as usize];
        if touched.is_empty() {
            return Placement::TouchesNothing;
        }
        let (mut taken, mut largest) = (Mask::EMPTY, 0);
        while let Some(enemy) = touched.first() {
            let group = self.groups.of(enemy);
            largest = largest.max(group.size);
            taken |= group.stones;
            touched -= group.stones;
        }
        if largest < merged.size {
            Placement::Capture(taken)
        } else {
            Placement::NotLarger { own: merged.size, enemy: largest }
        }
    }

    /// All stones of the enemy groups that the merged group touches.
    #[inline]
    fn touched(&self, merged: &Group, enemy: usize) -> Mask {
        let mut touched = merged.reach & self.stones[enemy];
        let mut all = Mask::EMPTY;
        while let Some(stone) = touched.first() {
            let group = self.groups.of(stone);
            all |= group.stones;
            touched -= group.stones;
        }
        all
    }
}

/// The winner and the skipped player after the last placement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    pub(crate) winner: Option<Colour>,
    pub(crate) passed: Option<Colour>,
}
