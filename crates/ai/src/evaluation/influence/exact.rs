//! The exhaustive solver: alpha-beta with a transposition table and null windows that close in on the value. It assumes
//! nothing about good play, so the rule of perfect play can be tested against it.
//!
//! A value is what the mover gains on the other player from here on, in sixths. The totals so far do not change the
//! best play, unless a score threshold ends the game; then they are part of the key. With dice, values are averages.

use influence::{Action, Position};

use super::alike::Alike;

/// More than any game pays; stands for an open bound.
const INFINITE: i32 = 1 << 20;

/// The first stride from the guess, in sixths.
const FIRST_STRIDE: i32 = 2;

/// Whether a stored value is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Empty,
    AtLeast,
    AtMost,
    Exact,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    value: i32,
    bound: Bound,
    best: Action,
}

const NOTHING: Entry = Entry { key: 0, value: 0, bound: Bound::Empty, best: Action::Pass };

/// A solver for positions of one match.
pub(super) struct Exact {
    alike: Alike,
    table: Vec<Entry>,
    nodes: u64,
    /// How much of the running search is done, estimated from the first moves of the tree.
    share: f64,
}

/// Called now and then with the number of nodes and the share of this search that is done. `false` stops the search.
pub(super) type GoOn<'a> = &'a mut dyn FnMut(u64, f64) -> bool;

/// `GoOn` returned `false`.
struct Stopped;

/// Proven bounds of a position's value to its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: i32,
    pub(super) most: i32,
}

impl Bounds {
    pub(super) fn value(self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }

    pub(super) fn is_open_below(self) -> bool {
        self.least == -INFINITE
    }

    pub(super) fn is_open_above(self) -> bool {
        self.most == INFINITE
    }
}

impl Exact {
    /// Creates a solver with a table of 2^`bits` positions, 32 bytes each.
    pub(super) fn new(position: &Position, bits: u32) -> Self {
        Self { alike: Alike::of(position), table: vec![NOTHING; 1 << bits], nodes: 0, share: 0.0 }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Closes in on the value, beginning with a guess. `step` gets the bounds before each search and may stop the
    /// solver.
    pub(super) fn bounds(
        &mut self,
        position: &Position,
        guess: i32,
        step: &mut dyn FnMut(u32, Bounds, u64, f64) -> bool,
    ) -> Bounds {
        let mut bounds = Bounds { least: -INFINITE, most: INFINITE };
        let mut stride = FIRST_STRIDE;
        for number in 1.. {
            if bounds.least >= bounds.most {
                break;
            }
            // A search with this window answers whether the value is at least `beta`. From the guess the window strides
            // out, further each time, until the value lies between two answers. Then it bisects.
            let beta = match (bounds.is_open_below(), bounds.is_open_above()) {
                (true, true) => guess,
                (false, true) => bounds.least + stride,
                (true, false) => bounds.most - stride + 1,
                (false, false) => (bounds.least + bounds.most).div_euclid(2) + 1,
            };
            self.share = 0.0;
            let mut go_on = |nodes, share| step(number, bounds, nodes, share);
            let Ok(value) = self.search(position, beta - 1, beta, 1.0, &mut go_on) else { break };
            if value < beta {
                bounds.most = value;
            } else {
                bounds.least = value;
            }
            stride = if number == 1 { FIRST_STRIDE } else { 2 * stride };
        }
        bounds
    }

    /// Best play from a position of this value: at every turn the first action that keeps the value.
    pub(super) fn line(&mut self, position: &Position, mut value: i32) -> Vec<Action> {
        let (mut line, mut now) = (Vec::new(), position.clone());
        while !now.is_over() {
            let best = self.best(&now, value);
            value = gained(&now, best) - value;
            line.push(best);
            now.play(best);
        }
        line
    }

    /// The best actions that the table knows, for a search that was stopped.
    pub(super) fn line_so_far(&self, position: &Position) -> Vec<Action> {
        let (mut line, mut now) = (Vec::new(), position.clone());
        while let Some(best) = self.remembered(&now).filter(|_| !now.is_over()) {
            line.push(best);
            now.play(best);
        }
        line
    }

    /// The exact value to the mover and a best action.
    pub(super) fn solve(&mut self, position: &Position, guess: i32) -> (i32, Action) {
        let bounds = self.bounds(position, guess, &mut |_, _, _, _| true);
        (bounds.least, self.best(position, bounds.least))
    }

    /// An action that keeps the value. Every action is searched in turn; the table has most of the answers.
    fn best(&mut self, position: &Position, value: i32) -> Action {
        let actions = self.ordered(position, self.remembered(position));
        let keeps = |action: &Action| {
            self.after(position, *action, value - 1, value, 0.0, &mut |_, _| true).is_ok_and(|found| found >= value)
        };
        actions.into_iter().find(keeps).expect("a solved position has an action that keeps its value")
    }

    fn remembered(&self, position: &Position) -> Option<Action> {
        let (key, symmetry) = self.key(position);
        let entry = self.table[self.slot(key)];
        if entry.key != key || entry.bound == Bound::Empty {
            return None;
        }
        let own = self.alike.own(entry.best, symmetry, position.empty());
        Some(own).filter(|&action| position.forbids(action).is_none())
    }

    /// The value if it lies between alpha and beta, otherwise a bound on that side. `part` is this position's share of
    /// the whole search.
    fn search(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        part: f64,
        go_on: GoOn<'_>,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(4096) && !go_on(self.nodes, self.share) {
            return Err(Stopped);
        }
        let (key, symmetry) = self.key(position);
        let slot = self.slot(key);
        let known = self.table[slot];
        let mut first = None;
        if known.bound != Bound::Empty && known.key == key {
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.value >= beta,
                Bound::AtMost => known.value <= alpha,
                Bound::Empty => false,
            };
            if decides {
                self.share += part;
                return Ok(known.value);
            }
            let own = self.alike.own(known.best, symmetry, position.empty());
            first = Some(own).filter(|&best| position.forbids(best).is_none());
        }
        let (asked, mut value, mut best) = (alpha, -INFINITE, Action::Pass);
        let actions = self.ordered(position, first);
        let share_before = self.share;
        let each = part / actions.len() as f64;
        for action in actions {
            let found = self.after(position, action, alpha, beta, each, go_on)?;
            if found > value {
                (value, best) = (found, action);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        if part > 0.0 {
            self.share = share_before + part;
        }
        let bound = match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value <= asked => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table[slot] = Entry { key, value, bound, best: self.alike.shared(best, symmetry) };
        Ok(value)
    }

    /// The value to the mover after an action.
    fn after(
        &mut self,
        position: &Position,
        action: Action,
        alpha: i32,
        beta: i32,
        part: f64,
        go_on: GoOn<'_>,
    ) -> Result<i32, Stopped> {
        let gained = gained(position, action);
        let mut next = position.clone();
        next.play(action);
        if next.is_over() {
            self.share += part;
            return Ok(gained);
        }
        Ok(gained - self.search(&next, gained - beta, gained - alpha, part, go_on)?)
    }

    /// Every action, the most promising first: those that pay the mover most now or would pay the other player most.
    fn ordered(&self, position: &Position, first: Option<Action>) -> Vec<Action> {
        let mover = (position.turn() as usize + 1) % 2;
        let different = self.alike.different(position.empty());
        let stones = position.stones();
        let worth = |mask: u64| {
            let with = |colour: usize| {
                let mut placed = stones;
                placed[colour] |= mask;
                let pays = position.with_stones(placed, position.turn()).pays().map(|pays| pays as i32);
                pays[colour] - pays[1 - colour]
            };
            with(mover) + with(1 - mover)
        };
        let mut actions: Vec<(i32, Action)> = Vec::new();
        let points = |mut mask: u64| {
            std::iter::from_fn(move || {
                let point = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
                mask &= mask - 1;
                Some(point)
            })
        };
        for point in points(different) {
            actions.push((worth(1 << point), Action::One(point)));
            if position.has_token() {
                // The second stone: again one point of each kind, without the first point, and each pair only once.
                let rest = position.empty() & !(1 << point);
                for second in points(self.alike.different(rest)).filter(|&second| second > point) {
                    actions.push((worth(1 << point | 1 << second), Action::two(point, second)));
                }
            }
        }
        actions.push((if position.skipped() { 0 } else { -INFINITE }, Action::Pass));
        actions.sort_by_key(|&(worth, action)| (Some(action) != first, -worth, action));
        actions.into_iter().map(|(_, action)| action).collect()
    }

    fn key(&self, position: &Position) -> (u128, usize) {
        let (stones, symmetry) = self.alike.stones(position);
        let options = position.options();
        let mut key = u128::from(stones[0]) | u128::from(stones[1]) << 37;
        let mut rest = u128::from(position.skipped());
        rest = rest << 1 | u128::from(position.tokens()[0]);
        rest = rest << 1 | u128::from(position.tokens()[1]);
        rest = rest << 5
            | u128::from(if options.shifting { (position.turn() - 1) % 24 } else { (position.turn() - 1) % 2 });
        if options.threshold > 0 {
            rest = rest << 32 | u128::from(position.totals()[0]) << 16 | u128::from(position.totals()[1]);
        }
        key |= rest << 74;
        // The highest bit keeps keys apart from those of empty entries.
        (key | 1 << 127, symmetry)
    }

    fn slot(&self, key: u128) -> usize {
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let again = (mixed ^ mixed >> 32 ^ (key >> 37) as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (again >> 20) as usize & (self.table.len() - 1)
    }
}

/// What the mover gains on the other player by an action; an average if there are dice.
fn gained(position: &Position, action: Action) -> i32 {
    let mut next = position.clone();
    next.play(action);
    let sign = if position.turn() % 2 == 1 { 1 } else { -1 };
    sign * (next.lead() - position.lead())
}
