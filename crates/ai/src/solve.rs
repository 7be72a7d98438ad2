//! Games worked out to the end: the value of a position and a best line, or as much of that as there was time for.

/// How far a solver has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveProgress {
    /// Which step it is at, from 1. A step narrows the bounds; how many there will be shows only at the end.
    pub step: u32,
    /// The share of this step that is done, from 0 to 1, as far as one can tell.
    pub share: f64,
    /// Positions looked at so far.
    pub nodes: u64,
    /// What the first seat wins by at least, if that is proven already.
    pub least: Option<i64>,
    /// What the first seat wins by at most.
    pub most: Option<i64>,
    /// How many of `least` and `most` make a point.
    pub per_unit: i64,
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<A> {
    /// What the first seat wins by at least with best play; negative if it loses.
    pub least: Option<i64>,
    /// What it wins by at most; the same as `least` once the position is solved.
    pub most: Option<i64>,
    /// How many of `least` and `most` make a point.
    pub per_unit: i64,
    /// Best play of both, as far as it is known.
    pub line: Vec<A>,
    /// Whether this is on average over dice, with players who play for points.
    pub on_average: bool,
    /// Positions looked at; 0 if a rule gave the answer.
    pub nodes: u64,
}

impl<A> Solution<A> {
    /// The exact value, if it was found.
    pub fn value(&self) -> Option<i64> {
        self.least.filter(|_| self.least == self.most)
    }

    /// The same with its actions put in other words.
    pub fn map<B>(self, change: impl FnMut(A) -> B) -> Solution<B> {
        let Self { least, most, per_unit, line, on_average, nodes } = self;
        Solution { least, most, per_unit, line: line.into_iter().map(change).collect(), on_average, nodes }
    }
}
