//! The rules again, slow and plain like the rulebook: sets of hexes, flood fill, and no cached results.
//!
//! Written only from the rulebook, without code of the game, so that the same mistake would have to be made twice
//! to go unnoticed. Only names of hexes are exchanged between the two.
#![allow(dead_code, reason = "not every test file asks the model everything")]

use std::collections::BTreeSet;

/// A hex by its axial coordinates (q, r).
pub(crate) type Spot = (i32, i32);

/// A position; seats are 0 for red and 1 for blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    radius: i32,
    pub(crate) stones: [BTreeSet<Spot>; 2],
    pub(crate) mover: usize,
    pub(crate) turn: u32,
    /// The player whose turn was skipped after the last placement.
    pub(crate) passed: Option<usize>,
    pub(crate) winner: Option<usize>,
}

impl Model {
    pub(crate) fn empty(base: i32) -> Self {
        Self { radius: base - 1, stones: Default::default(), mover: 0, turn: 1, passed: None, winner: None }
    }

    /// From a drawing, rows from the top.
    pub(crate) fn drawn(drawing: &str, mover: usize) -> Self {
        let rows: Vec<Vec<&str>> = drawing
            .lines()
            .map(|line| line.split_whitespace().collect())
            .filter(|row: &Vec<_>| !row.is_empty())
            .collect();
        let mut model = Self { mover, ..Self::empty(rows.len().div_ceil(2) as i32) };
        for (row, r) in rows.iter().zip(-model.radius..) {
            for (stone, q) in row.iter().zip(model.leftmost(r)..) {
                match *stone {
                    "R" => _ = model.stones[0].insert((q, r)),
                    "B" => _ = model.stones[1].insert((q, r)),
                    _ => {}
                }
            }
        }
        model
    }

    fn leftmost(&self, r: i32) -> i32 {
        (-self.radius).max(-self.radius - r)
    }

    pub(crate) fn spots(&self) -> Vec<Spot> {
        let n = self.radius;
        let square = (-n..=n).flat_map(|r| (-n..=n).map(move |q| (q, r)));
        square.filter(|(q, r)| (q + r).abs() <= n).collect()
    }

    /// HO-6: a letter for the row from the bottom, a number from the left.
    pub(crate) fn name(&self, (q, r): Spot) -> String {
        format!("{}{}", char::from(b'a' + (self.radius - r) as u8), q - self.leftmost(r) + 1)
    }

    fn neighbours((q, r): Spot) -> [Spot; 6] {
        [(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)]
    }

    /// The group of the stone on `start` among these stones.
    fn group(start: Spot, stones: &BTreeSet<Spot>) -> BTreeSet<Spot> {
        let (mut group, mut todo) = (BTreeSet::from([start]), vec![start]);
        while let Some(spot) = todo.pop() {
            for next in Self::neighbours(spot) {
                if stones.contains(&next) && group.insert(next) {
                    todo.push(next);
                }
            }
        }
        group
    }

    fn groups(stones: &BTreeSet<Spot>) -> BTreeSet<BTreeSet<Spot>> {
        stones.iter().map(|&stone| Self::group(stone, stones)).collect()
    }

    fn touched(group: &BTreeSet<Spot>, stones: &BTreeSet<Spot>) -> BTreeSet<BTreeSet<Spot>> {
        let beside = group.iter().flat_map(|&spot| Self::neighbours(spot)).filter(|spot| stones.contains(spot));
        beside.map(|spot| Self::group(spot, stones)).collect()
    }

    /// The stones that a placement takes: empty if it is non-capturing, `None` if it is illegal.
    fn takes(&self, seat: usize, spot: Spot) -> Option<BTreeSet<Spot>> {
        let mut own = self.stones[seat].clone();
        if Self::neighbours(spot).iter().all(|next| !own.contains(next)) {
            return Some(BTreeSet::new());
        }
        own.insert(spot);
        let merged = Self::group(spot, &own);
        let touched = Self::touched(&merged, &self.stones[1 - seat]);
        let captures = !touched.is_empty() && touched.iter().all(|group| group.len() < merged.len());
        captures.then(|| touched.into_iter().flatten().collect())
    }

    /// The hexes where a seat could place if it were its turn.
    pub(crate) fn placements(&self, seat: usize) -> BTreeSet<Spot> {
        let empty = self.spots().into_iter().filter(|spot| self.stones.iter().all(|stones| !stones.contains(spot)));
        empty.filter(|&spot| self.takes(seat, spot).is_some()).collect()
    }

    /// The hexes where the mover may place.
    pub(crate) fn legal(&self) -> BTreeSet<Spot> {
        if self.winner.is_some() { BTreeSet::new() } else { self.placements(self.mover) }
    }

    /// Plays a legal placement. Returns the number of groups that it took.
    pub(crate) fn place(&mut self, spot: Spot) -> usize {
        let taken = self.takes(self.mover, spot).expect("the test plays legal placements");
        let (me, you) = (self.mover, 1 - self.mover);
        let groups = Self::groups(&taken).len();
        self.stones[me].insert(spot);
        self.stones[you].retain(|stone| !taken.contains(stone));
        self.passed = None;
        if !taken.is_empty() {
            if self.stones[you].is_empty() {
                self.winner = Some(me);
                return groups;
            }
            if !self.placements(me).is_empty() {
                return groups; // HO-1: the same player places again
            }
        }
        (self.mover, self.turn) = (you, self.turn + 1);
        if self.placements(you).is_empty() {
            (self.mover, self.turn, self.passed) = (me, self.turn + 1, Some(you));
        }
        groups
    }

    /// The sizes of the groups of these seats, the largest first.
    pub(crate) fn sizes(&self, seats: &[usize]) -> Vec<usize> {
        let groups = seats.iter().flat_map(|&seat| Self::groups(&self.stones[seat]));
        let mut sizes: Vec<usize> = groups.map(|group| group.len()).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// Whether, of any two enemy groups that touch, one is a single stone.
    pub(crate) fn only_single_stones_touch_larger_enemies(&self) -> bool {
        let large = Self::groups(&self.stones[0]).into_iter().filter(|group| group.len() > 1);
        large.into_iter().all(|group| Self::touched(&group, &self.stones[1]).iter().all(|enemy| enemy.len() == 1))
    }

    /// The number of ways to place `depth` stones.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self.legal().into_iter().map(|spot| self.after(spot).perft(depth - 1)).sum(),
        }
    }

    fn after(&self, spot: Spot) -> Self {
        let mut after = self.clone();
        after.place(spot);
        after
    }
}
