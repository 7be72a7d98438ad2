//! Results of solvers: the value of a position and a best line, or bounds if the solver was stopped.

/// How far a solver has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveProgress {
    /// The number of the current step, from 1. Every step narrows the bounds. The number of steps is not known in
    /// advance.
    pub step: u32,
    /// An estimate of how much of this step is done, from 0 to 1.
    pub share: f64,
    /// The number of positions visited so far.
    pub nodes: u64,
    /// A proven lower bound of the first seat's final lead, if there is one yet.
    pub least: Option<i64>,
    /// A proven upper bound of the first seat's final lead, if there is one yet.
    pub most: Option<i64>,
    /// The number of units of `least` and `most` in one point.
    pub per_unit: i64,
}

/// The result of a solver.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<A> {
    /// The lower bound of the first seat's final lead with best play; negative if the first seat may lose.
    pub least: Option<i64>,
    /// The upper bound of the same lead. It equals `least` once the position is solved.
    pub most: Option<i64>,
    /// The number of units of `least` and `most` in one point.
    pub per_unit: i64,
    /// Best play of both seats, as far as the solver knows it.
    pub line: Vec<A>,
    /// Whether the values are averages over the dice. Both seats then play for the largest average lead, not for the
    /// win.
    pub on_average: bool,
    /// The number of positions visited; 0 if a rule gave the answer.
    pub nodes: u64,
}

impl<A> Solution<A> {
    /// The exact value, if it was found.
    pub fn value(&self) -> Option<i64> {
        self.least.filter(|_| self.least == self.most)
    }

    /// The same solution with every action changed by `change`.
    pub fn map<B>(self, change: impl FnMut(A) -> B) -> Solution<B> {
        let Self { least, most, per_unit, line, on_average, nodes } = self;
        Solution { least, most, per_unit, line: line.into_iter().map(change).collect(), on_average, nodes }
    }
}
