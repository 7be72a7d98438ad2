//! Influence is played perfectly by rule where stones do not work together. Elsewhere the end-game is solved exactly,
//! and before that a tree search evaluates positions by filling the board sensibly.

mod alike;
mod exact;
mod judge;
mod odds;
mod rule;

use influence::{Action, Influence, Position, SIXTHS};

use crate::evaluation::{Evaluated, Known};
use crate::solve::{Solution, SolveProgress};

use alike::Alike;
use exact::Exact;
use judge::Judge;
use odds::Odds;

/// On a bot's turn, a position is solved if the solver would visit at most this many positions: a fraction of a second.
const MOST_POSITIONS: f64 = 600_000.0;

/// With dice, every position is reached with many different leads. It is solved only with at most this many empty
/// points.
const MOST_EMPTY_WITH_DICE: u32 = 3;

/// The sizes of the tables, as powers of two: for a bot's turn, and for a player who asks to solve the game.
const BITS_FOR_A_TURN: u32 = 18;
const BITS_TO_SOLVE: u32 = 24;

impl Evaluated for Influence {
    type Evaluation = Judge;

    fn known_best(state: &Self) -> Option<Known<Action>> {
        let position = &state.position;
        let options = position.options();
        if position.is_over() {
            return None;
        }
        if rule::holds(position) {
            let (action, gain) = rule::best(position);
            return Some(Known { action, value: wins(position, gain) });
        }
        let empty = position.empty();
        if options.dice {
            // With a threshold both totals matter, not only the lead.
            let few = empty.count_ones() <= MOST_EMPTY_WITH_DICE && options.threshold == 0;
            let (action, chance) = few.then(|| Odds::default().best(position))?;
            return Some(Known { action, value: chance as f32 });
        }
        let many = Alike::of(position).positions(empty) * if position.options().threshold > 0 { 8.0 } else { 1.0 };
        if many > MOST_POSITIONS {
            return None;
        }
        let (gain, action) = Exact::new(position, BITS_FOR_A_TURN).solve(position, guess(position));
        Some(Known { action, value: wins(position, gain) })
    }

    fn solve(state: &Self, go_on: &mut dyn FnMut(&SolveProgress) -> bool) -> Option<Solution<Action>> {
        let position = &state.position;
        if position.options().dice && position.options().threshold > 0 {
            return None; // when the game ends is up to the dice: there is no value on average to speak of
        }
        let sign = if position.turn() % 2 == 1 { 1 } else { -1 };
        let lead = |gain: i32| i64::from(position.lead() + sign * gain);
        let solution = |least, most, line, nodes| Solution {
            least,
            most,
            per_unit: i64::from(SIXTHS),
            line,
            on_average: position.options().dice,
            nodes,
        };
        if rule::holds(position) && !position.is_over() {
            let value = lead(rule::best(position).1);
            return Some(solution(Some(value), Some(value), line_by_rule(position), 0));
        }
        let mut exact = Exact::new(position, BITS_TO_SOLVE);
        // The bounds are those of the mover. If the mover is the second seat, they swap for the first seat.
        let told = |bounds: exact::Bounds| {
            let least = (!bounds.is_open_below()).then(|| lead(bounds.least));
            let most = (!bounds.is_open_above()).then(|| lead(bounds.most));
            if sign > 0 { (least, most) } else { (most, least) }
        };
        let bounds = exact.bounds(position, guess(position), &mut |step, bounds, nodes, share| {
            let (least, most) = told(bounds);
            go_on(&SolveProgress { step, share, nodes, least, most, per_unit: i64::from(SIXTHS) })
        });
        let line = match bounds.value() {
            Some(value) => exact.line(position, value),
            None => line_so_far(&exact, position),
        };
        let (least, most) = told(bounds);
        Some(solution(least, most, line, exact.nodes()))
    }
}

/// 1 if this gain makes the mover win, otherwise 0.
fn wins(position: &Position, gain: i32) -> f32 {
    let black = position.turn() % 2 == 1;
    let lead = position.lead() + if black { gain } else { -gain };
    if (lead > 0) == black { 1.0 } else { 0.0 }
}

fn line_by_rule(position: &Position) -> Vec<Action> {
    let (mut line, mut now) = (Vec::new(), position.clone());
    while !now.is_over() {
        let (best, _) = rule::best(&now);
        line.push(best);
        now.play(best);
    }
    line
}

/// The best actions that the solver's table knows, and then the most promising ones to the end.
fn line_so_far(exact: &Exact, position: &Position) -> Vec<Action> {
    let mut line = exact.line_so_far(position);
    let mut now = position.clone();
    for &action in &line {
        now.play(action);
    }
    while !now.is_over() {
        let next = promising(&now);
        line.push(next);
        now.play(next);
    }
    line
}

/// The mover's gain if both always take the most promising point: the solver's first guess.
fn guess(position: &Position) -> i32 {
    let mut now = position.clone();
    while !now.is_over() {
        now.play(promising(&now));
    }
    let sign = if position.turn() % 2 == 1 { 1 } else { -1 };
    sign * (now.lead() - position.lead())
}

fn promising(position: &Position) -> Action {
    let mut worths = [0; influence::MOST_POINTS];
    judge::worth(position, &mut worths);
    let empty = (0..position.ground().len() as u8).filter(|point| position.empty() >> point & 1 == 1);
    let best = empty.max_by_key(|&point| worths[usize::from(point)]);
    Action::One(best.expect("a game that is not over has empty points"))
}

#[cfg(test)]
mod tests;
