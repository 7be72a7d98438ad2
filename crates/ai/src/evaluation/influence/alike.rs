//! Positions of equal value share one key, so that the solver searches one of them only.
//!
//! Where stones do not work together (boards without centres, no thresholds), two points that belong to equally many
//! paying triangles in every frame are interchangeable. Only the number of stones that each player has on points of a
//! kind matters. Elsewhere only the symmetries of the board are left.

use influence::{Action, Position};

/// Which positions of a match have equal value.
pub(super) enum Alike {
    /// The kinds of interchangeable points, as sets.
    Kinds(Vec<u64>),
    /// The symmetries of the board without the identity.
    Turned(Vec<Turn>),
}

pub(super) struct Turn {
    /// For each byte of a set of points, the set to which the symmetry takes its points.
    bytes: [[u64; 256]; 5],
    onto: Vec<u8>,
    from: Vec<u8>,
}

/// Symmetries are used only with at least this many empty points. With fewer, hardly any symmetric positions are left.
const FEWEST_TO_TURN: u32 = 6;

impl Alike {
    pub(super) fn of(position: &Position) -> Self {
        let (ground, options) = (position.ground(), position.options());
        let points = ground.len();
        if ground.hexagons().is_empty() && !options.thresholds {
            let frames = if options.shifting { 6 } else { 1 };
            // The worth of a stone on this point in each frame, the keystone's share included.
            let worth = |point: usize| -> Vec<u32> {
                let in_frame = |frame: u32| position.with_stones([1 << point, 0], 4 * frame + 1).pays()[0];
                (0..frames).map(in_frame).collect()
            };
            let worths: Vec<Vec<u32>> = (0..points).map(worth).collect();
            let mut kinds: Vec<(&Vec<u32>, u64)> = Vec::new();
            for (point, worth) in worths.iter().enumerate() {
                match kinds.iter_mut().find(|(known, _)| *known == worth) {
                    Some((_, mask)) => *mask |= 1 << point,
                    None => kinds.push((worth, 1 << point)),
                }
            }
            return Self::Kinds(kinds.into_iter().map(|(_, mask)| mask).collect());
        }
        // Only symmetries that leave the keystone in place are used.
        let keeps = |symmetry: &usize| position.turned(*symmetry).keystone() == position.keystone();
        Self::Turned((1..position.symmetries()).filter(keeps).map(|symmetry| Turn::new(position, symmetry)).collect())
    }

    /// The stones of the position that represents all positions equal to this one, and the symmetry that leads there.
    pub(super) fn stones(&self, position: &Position) -> ([u64; 2], usize) {
        let stones = position.stones();
        match self {
            Self::Kinds(kinds) => {
                let mut sorted = [0; 2];
                for &kind in kinds {
                    let mut rest = kind;
                    for (own, sorted) in stones.iter().zip(&mut sorted) {
                        for _ in 0..(own & kind).count_ones() {
                            *sorted |= rest & rest.wrapping_neg();
                            rest &= rest - 1;
                        }
                    }
                }
                (sorted, 0)
            }
            Self::Turned(turns) if position.empty().count_ones() >= FEWEST_TO_TURN => {
                let images =
                    turns.iter().enumerate().map(|(index, turn)| (stones.map(|mask| turn.set(mask)), index + 1));
                images.fold((stones, 0), Ord::min)
            }
            Self::Turned(_) => (stones, 0),
        }
    }

    /// The same action in the representative position.
    pub(super) fn shared(&self, action: Action, symmetry: usize) -> Action {
        match self {
            Self::Kinds(kinds) => {
                let kind = |point: u8| kinds.iter().find(|kind| *kind >> point & 1 == 1).copied().unwrap_or(1 << point);
                on_points(action, |point, taken| lowest(kind(point) & !taken))
            }
            Self::Turned(turns) if symmetry > 0 => {
                on_points(action, |point, _| turns[symmetry - 1].onto[usize::from(point)])
            }
            Self::Turned(_) => action,
        }
    }

    /// The action of the representative position, taken back to a position with these empty points.
    pub(super) fn own(&self, action: Action, symmetry: usize, empty: u64) -> Action {
        match self {
            Self::Kinds(kinds) => {
                let kind = |point: u8| kinds.iter().find(|kind| *kind >> point & 1 == 1).copied().unwrap_or(1 << point);
                on_points(action, |point, taken| lowest(kind(point) & empty & !taken))
            }
            Self::Turned(turns) if symmetry > 0 => {
                on_points(action, |point, _| turns[symmetry - 1].from[usize::from(point)])
            }
            Self::Turned(_) => action,
        }
    }

    /// One empty point of each kind. All empty points if there are no kinds.
    pub(super) fn different(&self, empty: u64) -> u64 {
        match self {
            Self::Kinds(kinds) => {
                kinds.iter().map(|kind| kind & empty).fold(0, |mask, kind| mask | kind & kind.wrapping_neg())
            }
            Self::Turned(_) => empty,
        }
    }

    /// A rough upper bound of the number of different positions that a search could reach.
    pub(super) fn positions(&self, empty: u64) -> f64 {
        let assigned = |points: u64| {
            let points = f64::from(points.count_ones());
            (points + 1.0) * (points + 2.0) / 2.0
        };
        match self {
            Self::Kinds(kinds) => kinds.iter().map(|kind| assigned(kind & empty)).product(),
            Self::Turned(_) => 3_f64.powi(empty.count_ones() as i32),
        }
    }
}

impl Turn {
    fn new(position: &Position, symmetry: usize) -> Self {
        let points = position.ground().len();
        let turn = |point: usize| match position.turned_action(Action::One(point as u8), symmetry) {
            Action::One(onto) => onto,
            Action::Pass | Action::Two(..) => unreachable!("a symmetry keeps the number of stones"),
        };
        let onto: Vec<u8> = (0..points).map(turn).collect();
        let mut from = vec![0; points];
        onto.iter().enumerate().for_each(|(point, &onto)| from[usize::from(onto)] = point as u8);
        let mut bytes = [[0; 256]; 5];
        for (byte, entries) in bytes.iter_mut().enumerate() {
            for (bits, entry) in entries.iter_mut().enumerate() {
                let set = (0..8).filter(|bit| bits >> bit & 1 == 1).map(|bit| 8 * byte + bit);
                *entry = set.filter(|&point| point < points).fold(0, |mask, point| mask | 1_u64 << onto[point]);
            }
        }
        Self { bytes, onto, from }
    }

    fn set(&self, mask: u64) -> u64 {
        (0..5).fold(0, |turned, byte| turned | self.bytes[byte][(mask >> (8 * byte) & 255) as usize])
    }
}

fn lowest(mask: u64) -> u8 {
    mask.trailing_zeros().min(63) as u8
}

/// The action with other points. `change` also gets the set of points that it has returned before for this action.
fn on_points(action: Action, change: impl Fn(u8, u64) -> u8) -> Action {
    match action {
        Action::Pass => Action::Pass,
        Action::One(point) => Action::One(change(point, 0)),
        Action::Two(one, two) => {
            let one = change(one, 0);
            Action::two(one, change(two, 1 << one))
        }
    }
}
