//! The rules: which placements are allowed, what is paid, and when the game ends. A position is small and copied freely
//! by searches.

use std::sync::Arc;

use crate::action::Action;
use crate::ground::{Ground, TURNS_A_FRAME};
use crate::options::Options;
use crate::paying::{Resolution, SIXTHS};

/// The colour of a stone, and the player of that colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Moves first.
    Black,
    /// Moves second, and wins ties.
    White,
}

impl Colour {
    /// Both, in turn order.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        Self::BOTH[1 - self as usize]
    }
}

/// The reason why an action is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// There is no such point.
    OffBoard,
    /// A stone stands there.
    Occupied(u8),
    /// This match has no tokens.
    NoToken,
    /// The mover's token is spent.
    TokenSpent,
    /// Two stones need two different points, the smaller number first.
    NotTwo,
}

/// The pay of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    /// The pay of the resolution after the stones. None after a pass (IN-2).
    pub turn: Option<[u32; 2]>,
    /// The pay of the echo, if the turn ended the game (IN-4).
    pub echo: Option<[u32; 2]>,
}

/// A position with everything that the rules depend on.
#[derive(Clone)]
pub struct Position {
    pub(crate) ground: Arc<Ground>,
    pub(crate) options: Options,
    pub(crate) keystone: Option<u8>,
    pub(crate) stones: [u64; 2],
    pub(crate) totals: [u32; 2],
    pub(crate) tokens: [bool; 2],
    pub(crate) turn: u32,
    pub(crate) skipped: bool,
    pub(crate) over: bool,
    /// The stones of the turn before.
    pub(crate) last: u64,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts() && self.ground == other.ground
    }
}

impl Position {
    /// The empty board. The keystone is the number of a triangle of the board. It must be given exactly if the option
    /// is on.
    pub fn start(ground: &Arc<Ground>, options: Options, keystone: Option<u8>) -> Self {
        assert_eq!(options.keystone, keystone.is_some(), "a keystone is drawn exactly if the option is on");
        Self {
            ground: Arc::clone(ground),
            options,
            keystone,
            stones: [0; 2],
            totals: [0, u32::from(options.komi) * SIXTHS],
            tokens: [options.token; 2],
            turn: 1,
            skipped: false,
            over: false,
            last: 0,
        }
    }

    /// The same position with these stones and this turn number. The totals do not change.
    #[must_use]
    pub fn with_stones(&self, stones: [u64; 2], turn: u32) -> Self {
        assert_eq!((stones[0] | stones[1]) & !self.ground.full() | stones[0] & stones[1], 0, "one stone a point");
        assert!(turn > 0, "turns are counted from 1");
        Self { stones, turn, ..self.clone() }
    }

    /// The same position with these totals, in sixths.
    #[must_use]
    pub fn with_totals(&self, totals: [u32; 2]) -> Self {
        Self { totals, ..self.clone() }
    }

    /// The board.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The triangle that pays double, by its number on the board.
    pub fn keystone(&self) -> Option<u8> {
        self.keystone
    }

    /// The stones of each colour, as sets of points.
    #[inline]
    pub fn stones(&self) -> [u64; 2] {
        self.stones
    }

    /// The points without a stone.
    #[inline]
    pub fn empty(&self) -> u64 {
        self.ground.full() & !(self.stones[0] | self.stones[1])
    }

    /// The total of each player, in sixths of a point.
    #[inline]
    pub fn totals(&self) -> [u32; 2] {
        self.totals
    }

    /// Black's lead in sixths. Negative if White leads.
    #[inline]
    pub fn lead(&self) -> i32 {
        self.totals[0] as i32 - self.totals[1] as i32
    }

    /// Whether each player has a token left.
    #[inline]
    pub fn tokens(&self) -> [bool; 2] {
        self.tokens
    }

    /// The number of the turn, from 1. Passes count.
    #[inline]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The player who is to move; after the end, the player who moved last.
    #[inline]
    pub fn to_move(&self) -> Colour {
        Colour::BOTH[(self.turn as usize + 1) % 2]
    }

    /// Whether the turn before was a pass, so that another one ends the game.
    #[inline]
    pub fn skipped(&self) -> bool {
        self.skipped
    }

    /// The stones of the turn before.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Whether the game has ended.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The winner once the game is over: the player with the higher total, and White if the totals are equal.
    pub fn winner(&self) -> Option<Colour> {
        let ahead = if self.totals[0] > self.totals[1] { Colour::Black } else { Colour::White };
        self.over.then_some(ahead)
    }

    /// The number of rotations of the frame in this turn (IN-5, IN-8).
    #[inline]
    pub fn frame_steps(&self) -> usize {
        if self.options.shifting { ((self.turn - 1) / TURNS_A_FRAME % 6) as usize } else { 0 }
    }

    /// The pay of a resolution in this position; the average if dice are rolled.
    #[inline]
    pub fn pays(&self) -> [u32; 2] {
        self.resolution().pays()
    }

    /// The number of corners of the i-th paying triangle that each player has.
    pub fn corners_of(&self, triangle: usize) -> [u32; 2] {
        self.resolution().corners_of(triangle)
    }

    /// The centres that each player holds, as sets of hexagons.
    pub fn centres(&self) -> [u64; 2] {
        self.resolution().holders()
    }

    pub(crate) fn resolution(&self) -> Resolution<'_> {
        Resolution {
            ground: &self.ground,
            frame: &self.ground.frames()[self.frame_steps()],
            stones: self.stones,
            keystone: self.keystone,
            thresholds: self.options.thresholds,
        }
    }

    /// The reason why the mover may not play this action, if there is one. The game must not be over.
    pub fn forbids(&self, action: Action) -> Option<Forbidden> {
        let empty = self.empty();
        let point = |point: u8| match point {
            _ if usize::from(point) >= self.ground.len() => Some(Forbidden::OffBoard),
            _ if empty >> point & 1 == 0 => Some(Forbidden::Occupied(point)),
            _ => None,
        };
        match action {
            Action::Pass => None,
            Action::One(one) => point(one),
            Action::Two(..) if !self.options.token => Some(Forbidden::NoToken),
            Action::Two(..) if !self.has_token() => Some(Forbidden::TokenSpent),
            Action::Two(one, two) if one >= two => Some(Forbidden::NotTwo),
            Action::Two(one, two) => point(one).or_else(|| point(two)),
        }
    }

    /// Whether the mover can still place two stones in one turn.
    #[inline]
    pub fn has_token(&self) -> bool {
        self.tokens[self.to_move() as usize]
    }

    /// Plays an allowed action and pays the average of the dice. Without dice this is the exact rule.
    #[inline]
    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general enough in its lifetime"
    )]
    pub fn play(&mut self, action: Action) -> Paid {
        self.play_with(action, |resolution| resolution.pays())
    }

    /// Plays an allowed action. `roll` is a d3, rolled for every triangle that no player holds wholly.
    pub fn play_rolling(&mut self, action: Action, mut roll: impl FnMut() -> u32) -> Paid {
        self.play_with(action, |resolution| resolution.rolled(&mut roll))
    }

    /// Whether this allowed action would roll dice.
    pub fn rolls(&self, action: Action) -> bool {
        self.options.dice && (action != Action::Pass || (self.skipped && self.options.echo))
    }

    fn play_with(&mut self, action: Action, mut pay: impl FnMut(&Resolution<'_>) -> [u32; 2]) -> Paid {
        debug_assert!(!self.over && self.forbids(action).is_none(), "only allowed actions are played");
        let mover = self.to_move() as usize;
        let mut paid = Paid::default();
        self.last = action.stones();
        self.stones[mover] |= self.last;
        self.tokens[mover] &= !matches!(action, Action::Two(..));
        let mut ends = self.empty() == 0;
        if action == Action::Pass {
            ends = self.skipped;
        } else {
            let turn = pay(&self.resolution());
            self.add(turn);
            paid.turn = Some(turn);
            let goal = u32::from(self.options.threshold) * SIXTHS;
            ends |= goal > 0 && self.totals.iter().any(|&total| total >= goal);
        }
        self.skipped = action == Action::Pass;
        if !ends {
            self.turn += 1;
            return paid;
        }
        self.over = true;
        if self.options.echo {
            let echo = pay(&self.resolution());
            self.add(echo);
            paid.echo = Some(echo);
        }
        paid
    }

    fn add(&mut self, paid: [u32; 2]) {
        self.totals = [self.totals[0] + paid[0], self.totals[1] + paid[1]];
    }

    /// The number of allowed actions.
    #[inline]
    pub fn count_legal(&self) -> u32 {
        if self.over {
            return 0;
        }
        let empty = self.empty().count_ones();
        1 + empty + if self.has_token() { empty * empty.saturating_sub(1) / 2 } else { 0 }
    }

    /// Calls `each` with every allowed action: the points in order, the pairs in order, the pass.
    pub fn each_legal(&self, mut each: impl FnMut(Action)) {
        if self.over {
            return;
        }
        let points = |mask: u64| hex::Mask(u128::from(mask)).iter().map(|point| point as u8);
        points(self.empty()).for_each(|point| each(Action::One(point)));
        if self.has_token() {
            for one in points(self.empty()) {
                let later = self.empty() >> one >> 1 << one << 1;
                points(later).for_each(|two| each(Action::Two(one, two)));
            }
        }
        each(Action::Pass);
    }

    /// An allowed action, all equally likely if `draw` gives every number below its argument equally often.
    #[inline]
    pub fn draw_legal(&self, mut draw: impl FnMut(u32) -> u32) -> Option<Action> {
        let count = self.count_legal();
        if count == 0 {
            return None;
        }
        let empty = hex::Mask(u128::from(self.empty()));
        let points = empty.len() as u32;
        let drawn = draw(count);
        if drawn == 0 {
            return Some(Action::Pass);
        }
        if drawn <= points {
            return Some(Action::One(empty.nth(drawn as usize - 1) as u8));
        }
        // The pair of ranks (low, high) with low < high has the number high · (high − 1) / 2 + low.
        let mut number = drawn - 1 - points;
        let mut high = 1;
        while number >= high {
            number -= high;
            high += 1;
        }
        Some(Action::Two(empty.nth(number as usize) as u8, empty.nth(high as usize) as u8))
    }

    /// The number of symmetries of the match: those of the board that are also symmetries of its frames.
    pub fn symmetries(&self) -> usize {
        self.turnings().count()
    }

    /// The position with a symmetry applied.
    #[must_use]
    pub fn turned(&self, symmetry: usize) -> Self {
        let turning = self.turnings().nth(symmetry).expect("the match has that symmetry");
        let turn = |mask: u64| {
            let points = hex::Mask(u128::from(mask)).iter();
            points.fold(0, |turned, point| turned | 1_u64 << turning.points[point])
        };
        Self {
            stones: self.stones.map(turn),
            last: turn(self.last),
            keystone: self.keystone.map(|keystone| turning.triangles[usize::from(keystone)]),
            ground: Arc::clone(&self.ground),
            ..*self
        }
    }

    /// The action that corresponds to this one in the turned position.
    pub fn turned_action(&self, action: Action, symmetry: usize) -> Action {
        let turning = self.turnings().nth(symmetry).expect("the match has that symmetry");
        let turn = |point: u8| turning.points[usize::from(point)];
        match action {
            Action::Pass => Action::Pass,
            Action::One(point) => Action::One(turn(point)),
            Action::Two(one, two) => Action::two(turn(one), turn(two)),
        }
    }

    fn turnings(&self) -> impl Iterator<Item = &crate::ground::Turning> {
        let shifting = self.options.shifting;
        self.ground.turnings().iter().filter(move |turning| !shifting || turning.in_every_frame)
    }

    /// Everything that two equal positions agree on. Boards are compared by name.
    #[allow(clippy::type_complexity, reason = "a tuple is compared as a whole, and it is used twice")]
    pub(crate) fn parts(&self) -> (&str, Options, Option<u8>, [u64; 2], [u32; 2], [bool; 2], u32, bool, bool, u64) {
        let Self { options, keystone, stones, totals, tokens, turn, skipped, over, last, .. } = *self;
        (self.ground.name(), options, keystone, stones, totals, tokens, turn, skipped, over, last)
    }
}
