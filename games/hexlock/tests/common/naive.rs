//! The rules again, slow and plain like the rulebook: a map from hexes to owners and HP, and nothing else.
//!
//! Written only from the rulebook, without code of the game, so that the same mistake would have to be made twice
//! to go unnoticed. Only names of hexes and notation are exchanged between the two.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A hex by its axial coordinates (q, r).
pub(crate) type Spot = (i32, i32);

/// A position; players are 0 (at the top) and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    /// The owner and the HP of each hex.
    pub(crate) owned: BTreeMap<Spot, (usize, i32)>,
    pub(crate) mover: usize,
    pub(crate) turn: u32,
    pub(crate) winner: Option<usize>,
    /// Hexes that the last action took by force and by enclosure.
    pub(crate) forced: BTreeSet<Spot>,
    pub(crate) enclosed: BTreeSet<Spot>,
}

/// The rulebook's table, by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    CriticalFail,
    Miss,
    Hit,
    Strong,
}

impl Model {
    pub(crate) fn start(mover: usize) -> Self {
        let owned = BTreeMap::from([((0, -3), (0, 3)), ((0, 3), (1, 3))]);
        Self { owned, mover, turn: 1, winner: None, forced: BTreeSet::new(), enclosed: BTreeSet::new() }
    }

    /// From a drawing. In a line, each hex is one and a half hex widths to the right of the one before.
    pub(crate) fn drawn(drawing: &str, mover: usize) -> Self {
        let mut words = drawing.split_whitespace();
        let mut model = Self { owned: BTreeMap::new(), turn: 3, ..Self::start(mover) };
        let mut spots = Self::spots();
        // In the order of the drawing: from the top, and from the left at the same height.
        spots.sort_by_key(|&(q, r)| (2 * r + q, q));
        for spot in spots {
            let word = words.next().expect("37 hexes");
            let hp = || word[1..].parse().expect("R3 or B1");
            match &word[..1] {
                "R" => _ = model.owned.insert(spot, (0, hp())),
                "B" => _ = model.owned.insert(spot, (1, hp())),
                _ => {}
            }
        }
        model
    }

    pub(crate) fn spots() -> Vec<Spot> {
        let square = (-3..=3).flat_map(|q| (-3..=3).map(move |r| (q, r)));
        square.filter(|&spot| Self::is_on_board(spot)).collect()
    }

    fn is_on_board((q, r): Spot) -> bool {
        q.abs() <= 3 && r.abs() <= 3 && (q + r).abs() <= 3
    }

    /// A letter for the column from the left, a number from the top of the column.
    pub(crate) fn name(spot: Spot) -> String {
        let above = (-3..spot.1).filter(|&r| Self::is_on_board((spot.0, r))).count();
        format!("{}{}", ["a", "b", "c", "d", "e", "f", "g"][(spot.0 + 3) as usize], above + 1)
    }

    pub(crate) fn named(name: &str) -> Spot {
        static NAMES: LazyLock<BTreeMap<String, Spot>> =
            LazyLock::new(|| Model::spots().into_iter().map(|spot| (Model::name(spot), spot)).collect());
        NAMES[name]
    }

    /// The neighbours on the board: N, NE, SE, S, SW, NW.
    pub(crate) fn neighbours((q, r): Spot) -> Vec<Spot> {
        let all = [(q, r - 1), (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r)];
        all.into_iter().filter(|&spot| Self::is_on_board(spot)).collect()
    }

    pub(crate) fn owner(&self, spot: Spot) -> Option<usize> {
        self.owned.get(&spot).map(|held| held.0)
    }

    pub(crate) fn count(&self, player: usize) -> usize {
        self.owned.values().filter(|held| held.0 == player).count()
    }

    fn beside(&self, spot: Spot, player: usize) -> i32 {
        Self::neighbours(spot).into_iter().filter(|&next| self.owner(next) == Some(player)).count() as i32
    }

    /// Every action in notation.
    pub(crate) fn legal(&self) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        if self.winner.is_some() {
            return legal;
        }
        for own in Self::spots().into_iter().filter(|&spot| self.owner(spot) == Some(self.mover)) {
            for next in Self::neighbours(own) {
                match self.owner(next) {
                    None => _ = legal.insert(Self::name(next)),
                    Some(owner) if owner != self.mover => {
                        legal.insert(format!("{}-{}", Self::name(own), Self::name(next)));
                    }
                    Some(_) => {}
                }
            }
        }
        legal
    }

    /// The row of the table for an attack with this roll.
    pub(crate) fn row(&self, source: Spot, target: Spot, roll: i32) -> Row {
        let attack = roll + self.beside(source, self.mover);
        let defence = 10 + self.beside(target, 1 - self.mover);
        if roll == 1 {
            Row::CriticalFail
        } else if attack >= defence + 5 {
            Row::Strong
        } else if attack >= defence {
            Row::Hit
        } else {
            Row::Miss
        }
    }

    /// Plays a legal action. `roll` is the roll of an attack.
    pub(crate) fn play(&mut self, action: &str, roll: Option<u32>) {
        assert!(self.legal().contains(action), "{action} is not legal");
        (self.forced, self.enclosed) = (BTreeSet::new(), BTreeSet::new());
        let (me, you) = (self.mover, 1 - self.mover);
        match action.split_once('-') {
            None => _ = self.owned.insert(Self::named(action), (me, 3)),
            Some((source, target)) => {
                let (source, target) = (Self::named(source), Self::named(target));
                let row = self.row(source, target, roll.expect("an attack rolls") as i32);
                let (hurt, damage, taker) = match row {
                    Row::CriticalFail => (source, 1, you),
                    Row::Miss => (target, 0, me),
                    Row::Hit => (target, 1, me),
                    Row::Strong => (target, 2, me),
                };
                let held = self.owned.get_mut(&hurt).expect("somebody owns it");
                held.1 -= damage;
                if held.1 <= 0 {
                    *held = (taker, 3);
                    self.forced.insert(hurt);
                }
            }
        }
        self.enclose();
        self.winner = [0, 1].into_iter().find(|&player| self.count(player) >= 19 || self.count(1 - player) == 0);
        if self.winner.is_none() {
            (self.mover, self.turn) = (you, self.turn + 1);
        }
    }

    /// Gives all enclosed hexes to the other side at once.
    fn enclose(&mut self) {
        let before = self.clone();
        for (&spot, &(owner, _)) in &before.owned {
            if Self::neighbours(spot).into_iter().all(|next| before.owner(next) == Some(1 - owner)) {
                self.owned.insert(spot, (1 - owner, 3));
                self.enclosed.insert(spot);
            }
        }
    }

    /// The number of sequences of `depth` actions. Each row of the table that the die can reach counts as a sequence of
    /// its own.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut ways = 0;
        for action in self.legal() {
            let mut seen = Vec::new();
            let rolls: Vec<Option<u32>> = match action.split_once('-') {
                None => vec![None],
                Some((source, target)) => (1..=20)
                    .filter(|&roll| {
                        let row = self.row(Self::named(source), Self::named(target), roll as i32);
                        let fresh = !seen.contains(&row);
                        seen.push(row);
                        fresh
                    })
                    .map(Some)
                    .collect(),
            };
            for roll in rolls {
                let mut next = self.clone();
                next.play(&action, roll);
                ways += next.perft(depth - 1);
            }
        }
        ways
    }
}
