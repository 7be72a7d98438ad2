//! The rules again, slow and plain like the rulebook: coordinates in sets, whole sixths, and no cached results.
//!
//! Written only from the rulebook, without code of the game, so that the same mistake would have to be made
//! twice to go unnoticed. Only names of points and dice are exchanged between the two.
#![allow(dead_code, reason = "not every test file asks the model everything")]

use std::collections::{BTreeMap, BTreeSet};

/// A point or a centre by its coordinates, row first so that the order is reading order: (r, q).
pub(crate) type Spot = (i32, i32);

/// Three corners, clockwise from the first in reading order.
pub(crate) type Corners = [Spot; 3];

#[derive(Clone, Debug)]
pub(crate) struct Model {
    spots: BTreeSet<Spot>,
    centres: BTreeSet<Spot>,
    triangles: Vec<Corners>,
    on: BTreeSet<String>,
    goal: i64,
    pub(crate) keystone: Option<usize>,
    pub(crate) owner: BTreeMap<Spot, usize>,
    /// The totals in sixths.
    pub(crate) totals: [i64; 2],
    pub(crate) token: [bool; 2],
    pub(crate) turn: u32,
    pub(crate) passed: bool,
    pub(crate) over: bool,
}

/// IN-8: `grand`, `classic`, `compact` and `honeycomb` by their inequalities.
fn on_board(board: &str, q: i32, r: i32) -> bool {
    let s = -q - r;
    let grand = q.abs() <= 3 && r.abs() <= 3 && s.abs() <= 3;
    let classic = grand && q <= 2 && s >= -2;
    match board {
        "grand" => grand,
        "classic" => classic,
        "compact" => classic && r.abs() <= 2,
        _ => grand && (q - r) % 3 != 0,
    }
}

/// IN-8: 60° clockwise is (q, r) → (−r, q + r).
fn turned((r, q): Spot, steps: u32) -> Spot {
    (0..steps).fold((r, q), |(r, q), _| (q + r, -r))
}

impl Model {
    /// Builds the model from the pairs of a setup. The keystone counts from 0.
    pub(crate) fn new(setup: &str, keystone: Option<usize>) -> Self {
        let pairs: BTreeMap<&str, &str> = setup.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
        let board = pairs.get("board").copied().unwrap_or("classic");
        let square = || (-3..=3).flat_map(|r| (-3..=3).map(move |q| (r, q)));
        let spots: BTreeSet<Spot> = square().filter(|&(r, q)| on_board(board, q, r)).collect();
        let corner = |q: i32, r: i32| [q, r, -q - r].map(i32::abs).iter().filter(|&&x| x == 3).count() == 2;
        let centres: BTreeSet<Spot> = square()
            .filter(|&(r, q)| board == "honeycomb" && on_board("grand", q, r) && (q - r) % 3 == 0 && !corner(q, r))
            .collect();
        let mut triangles = Vec::new();
        for (r, q) in square() {
            // Pointing up with the tip at (q, r), and pointing down with the upper left corner there.
            for corners in [[(r, q), (r + 1, q), (r + 1, q - 1)], [(r, q), (r, q + 1), (r + 1, q)]] {
                let known = |spot: &Spot| spots.contains(spot) || centres.contains(spot);
                let with_centre = corners.iter().filter(|spot| centres.contains(spot)).count() == 1;
                if corners.iter().all(known) && (board != "honeycomb" || with_centre) {
                    triangles.push(corners);
                }
            }
        }
        let number = |key: &str| pairs.get(key).map_or(0, |value| value.parse().expect("a whole number"));
        let own_komi = match board {
            "classic" => 21,
            "compact" => 16,
            "grand" => 48,
            _ => 47, // our own number: the rulebook gives none
        };
        let is_on = |key: &str| pairs.get(key) == Some(&"on");
        let komi = match (is_on("komi"), number("komi-points")) {
            (false, _) => 0,
            (true, 0) => own_komi,
            (true, points) => points,
        };
        Self {
            spots,
            centres,
            triangles,
            on: pairs.keys().filter(|key| is_on(key)).map(|&key| key.to_owned()).collect(),
            goal: 6 * number("threshold"),
            keystone,
            owner: BTreeMap::new(),
            totals: [0, 6 * komi],
            token: [is_on("token"); 2],
            turn: 1,
            passed: false,
            over: false,
        }
    }

    fn on(&self, key: &str) -> bool {
        self.on.contains(key)
    }

    pub(crate) fn mover(&self) -> usize {
        (self.turn as usize + 1) % 2
    }

    pub(crate) fn triangles(&self) -> usize {
        self.triangles.len()
    }

    /// A letter for the row from the top, a number along the row.
    pub(crate) fn name(&self, spot: Spot) -> String {
        let top = self.spots.iter().next().expect("a board has points").0;
        let along = self.spots.iter().filter(|other| other.0 == spot.0 && other.1 <= spot.1).count();
        format!("{}{along}", char::from(b'a' + (spot.0 - top) as u8))
    }

    fn named(&self, name: &str) -> Spot {
        *self.spots.iter().find(|&&spot| self.name(spot) == name).expect("the model names it too")
    }

    fn empty(&self) -> Vec<Spot> {
        self.spots.iter().copied().filter(|spot| !self.owner.contains_key(spot)).collect()
    }

    /// Every allowed turn, written as in a record.
    pub(crate) fn legal(&self) -> BTreeSet<String> {
        if self.over {
            return BTreeSet::new();
        }
        let empty = self.empty();
        let mut legal: BTreeSet<String> = empty.iter().map(|&spot| self.name(spot)).collect();
        if self.token[self.mover()] {
            for (index, &one) in empty.iter().enumerate() {
                legal.extend(empty[index + 1..].iter().map(|&two| format!("{}+{}", self.name(one), self.name(two))));
            }
        }
        legal.insert("skip".to_owned());
        legal
    }

    fn holder(&self, spot: Spot) -> Option<usize> {
        if !self.centres.contains(&spot) {
            return self.owner.get(&spot).copied();
        }
        let (r, q) = spot;
        let around = [(r, q + 1), (r + 1, q), (r + 1, q - 1), (r, q - 1), (r - 1, q), (r - 1, q + 1)];
        let count = |seat| around.iter().filter(|corner| self.owner.get(corner) == Some(&seat)).count();
        match count(0).cmp(&count(1)) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The pay of a resolution in sixths. `dice` are the next d3; without dice it is the average.
    pub(crate) fn resolve(&self, dice: Option<&mut dyn Iterator<Item = u32>>) -> [i64; 2] {
        let steps = if self.on("shifting") { (self.turn - 1) / 4 % 6 } else { 0 };
        let mut pays = [0; 2];
        let mut dice = dice;
        for (index, corners) in self.triangles.iter().enumerate() {
            let holders = corners.map(|corner| self.holder(turned(corner, steps)));
            let count = |seat| holders.iter().filter(|&&holder| holder == Some(seat)).count() as i64;
            let double = if self.keystone == Some(index) { 2 } else { 1 };
            for seat in [0, 1] {
                if count(seat) == 3 {
                    pays[seat] += double * if self.on("thresholds") { 9 } else { 6 };
                }
            }
            let full = count(0) == 3 || count(1) == 3;
            if full || count(0) + count(1) == 0 {
                continue;
            }
            match &mut dice {
                Some(dice) => {
                    let face = dice.next().expect("a die for every contested triangle");
                    if let Some(seat) = holders[face as usize - 1] {
                        pays[seat] += double * 6;
                    }
                }
                None => [0, 1].into_iter().for_each(|seat| pays[seat] += double * 2 * count(seat)),
            }
        }
        pays
    }

    fn pay(&mut self, dice: &mut dyn Iterator<Item = u32>) {
        let pays = if self.on("dice") { self.resolve(Some(dice)) } else { self.resolve(None) };
        self.totals = [self.totals[0] + pays[0], self.totals[1] + pays[1]];
    }

    /// Plays an allowed turn with these dice.
    pub(crate) fn play(&mut self, text: &str, dice: &mut dyn Iterator<Item = u32>) {
        assert!(self.legal().contains(text), "the test plays allowed turns, not {text}");
        let mover = self.mover();
        let mut ends = false;
        if text == "skip" {
            ends = self.passed;
        } else {
            for name in text.split('+') {
                self.owner.insert(self.named(name), mover);
            }
            self.token[mover] &= !text.contains('+');
            self.pay(dice);
            ends |= self.empty().is_empty();
            ends |= self.goal > 0 && self.totals.iter().any(|&total| total >= self.goal);
        }
        self.passed = text == "skip";
        if ends {
            self.over = true;
            if self.on("echo") {
                self.pay(dice);
            }
        } else {
            self.turn += 1;
        }
    }

    pub(crate) fn winner(&self) -> Option<usize> {
        self.over.then(|| usize::from(self.totals[0] <= self.totals[1]))
    }

    /// The number of sequences of `depth` turns, without dice.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |text: String| {
            let mut after = self.clone();
            after.play(&text, &mut std::iter::empty());
            after.perft(depth - 1)
        };
        if depth == 1 { self.legal().len() as u64 } else { self.legal().into_iter().map(after).sum() }
    }
}
