//! The rules again, slow and plain like the rules page: sets of coordinates, and no cached results.
//!
//! Written only from the rules page, without code of the game, so that the same mistake would have to be made twice to go
//! unnoticed. Only names of hexes are exchanged between the two.
#![allow(dead_code, reason = "not every test file asks the model everything")]

use std::collections::{BTreeMap, BTreeSet};

/// A hex: (q, r).
type Spot = (i32, i32);

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    hexes: BTreeMap<String, Spot>,
    stones: [BTreeSet<Spot>; 2],
}

impl Model {
    pub(crate) fn empty(base: i32) -> Self {
        let radius = base - 1;
        let mut hexes = BTreeMap::new();
        for r in -radius..=radius {
            let leftmost = (-radius).max(-radius - r);
            for q in (-radius..=radius).filter(|q| (q + r).abs() <= radius) {
                // A letter for the row, from the bottom, and a number along the row, from the left.
                let row = char::from(b'a' + (radius - r) as u8);
                hexes.insert(format!("{row}{}", q - leftmost + 1), (q, r));
            }
        }
        Self { hexes, stones: Default::default() }
    }

    /// The names of the hexes on which a stone may be placed.
    pub(crate) fn legal(&self) -> BTreeSet<String> {
        let is_empty = |spot: &Spot| !self.stones.iter().any(|stones| stones.contains(spot));
        let empty = self.hexes.iter().filter(|(_, spot)| is_empty(spot) && self.winner().is_none());
        empty.map(|(name, _)| name.clone()).collect()
    }

    pub(crate) fn place(&mut self, name: &str) {
        let player = (self.stones[0].len() + self.stones[1].len()) % 2;
        self.stones[player].insert(self.hexes[name]);
    }

    /// {{PREFIX}}-1: the player with four stones in a straight row.
    pub(crate) fn winner(&self) -> Option<usize> {
        let has_row = |stones: &BTreeSet<Spot>| {
            let begins = |(q, r): &Spot, (right, down): (i32, i32)| {
                (0..4).all(|step| stones.contains(&(q + step * right, r + step * down)))
            };
            stones.iter().any(|spot| [(1, 0), (0, 1), (1, -1)].iter().any(|way| begins(spot, *way)))
        };
        self.stones.iter().position(has_row)
    }

    /// The number of sequences of this many actions.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |name: String| {
            let mut after = self.clone();
            after.place(&name);
            after
        };
        self.legal().into_iter().map(|name| after(name).perft(depth - 1)).sum()
    }
}
