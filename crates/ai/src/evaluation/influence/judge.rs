//! Evaluates a position of Influence by filling the board sensibly: the mover takes the empty point that will pay most,
//! turn after turn. Random play would say little, since a random stone is worth less than half of a good one.

use game::{Dice, Random, Values};
use influence::{Action, Ground, Influence, MOST_POINTS, Position, TURNS_A_FRAME};

use crate::evaluation::Evaluation;

/// The lead, in sixths, that makes a win likely in a game without dice.
const SCALE: f32 = 10.0;

/// The number of points that a search considers where stones work together, and how many of them it pairs for the
/// token.
const MOST_POINTS_TRIED: usize = 14;
const MOST_IN_PAIRS: usize = 6;

/// Fills the board and compares the totals.
#[derive(Default)]
pub struct Judge {
    actions_played: u64,
}

impl Evaluation<Influence> for Judge {
    fn evaluate(&mut self, state: &mut Influence, random: &mut Random, _dice: &mut Dice) -> Values {
        let mut position = state.position.clone();
        let scale = SCALE + swing(&position);
        while !position.is_over() {
            let mut worths = [0; MOST_POINTS];
            worth(&position, &mut worths);
            // A little noise puts equal points in random order and sometimes prefers the second best.
            for worth in &mut worths {
                *worth = 8 * *worth + random.below(1 + (*worth).max(0) as u32) as i32;
            }
            let empty = position.empty();
            let first = largest(&worths, empty);
            let rest = empty & !(1 << first);
            let action = if position.has_token() && rest != 0 {
                Action::two(first, largest(&worths, rest))
            } else {
                Action::One(first)
            };
            position.play(action);
            self.actions_played += 1;
        }
        let chance = 1.0 / (1.0 + (-(position.lead() as f32 - 0.5) / scale).exp());
        let mut values = Values::default();
        (values[0], values[1]) = (chance, 1.0 - chance);
        values
    }

    fn actions_played(&self) -> u64 {
        self.actions_played
    }

    /// Keeps the most promising points, pairs of the best few, and the pass.
    fn narrow(&mut self, state: &Influence, actions: &mut Vec<Action>) {
        let position = &state.position;
        let mut worths = [0; MOST_POINTS];
        worth(position, &mut worths);
        let mut points: Vec<u8> =
            (0..position.ground().len() as u8).filter(|p| position.empty() >> p & 1 == 1).collect();
        points.sort_by_key(|&point| (-worths[usize::from(point)], point));
        let rank = |point: u8| points.iter().position(|&known| known == point).unwrap_or(usize::MAX);
        actions.retain(|action| match *action {
            Action::Pass => true,
            Action::One(point) => rank(point) < MOST_POINTS_TRIED,
            Action::Two(one, two) => rank(one) < MOST_IN_PAIRS && rank(two) < MOST_IN_PAIRS,
        });
    }
}

/// How far the dice may still change the lead, in sixths.
fn swing(position: &Position) -> f32 {
    if !position.options().dice {
        return 0.0;
    }
    let left = position.empty().count_ones() as f32 + f32::from(u8::from(position.options().echo));
    // A contested triangle moves the lead by about 0.7 points either way.
    0.6 * 6.0 * (0.5 * left * position.ground().triangles().len() as f32).sqrt()
}

fn largest(worths: &[i32; MOST_POINTS], points: u64) -> u8 {
    let mut best = (i32::MIN, 0);
    let mut rest = points;
    while rest != 0 {
        let point = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        if worths[usize::from(point)] > best.0 {
            best = (worths[usize::from(point)], point);
        }
    }
    best.1
}

/// The worth of a stone on each point until the end if the board is filled, in thirds. Points that the mover gains and
/// points that the other player is denied both count.
pub(super) fn worth(position: &Position, worths: &mut [i32; MOST_POINTS]) {
    let ground = position.ground();
    let left = position.empty().count_ones() as i32 + i32::from(position.options().echo);
    future(position, ground, left, worths);
    let stones = position.stones();
    let frame = &ground.frames()[position.frame_steps()];
    if let Some(keystone) = position.keystone().filter(|_| !position.options().shifting) {
        for corner in frame.corners[usize::from(keystone)] {
            if let influence::Corner::Point(point) = corner {
                worths[usize::from(point)] += left;
            }
        }
    }
    if position.options().thresholds {
        let pays = |sets: [u64; 2], last: u64| sets.iter().any(|set| set & last == last);
        for mask in frame.wholes() {
            let open = mask & position.empty();
            match open.count_ones() {
                // The last corner completes the triangle, or keeps the other player from completing it: half a point
                // more.
                1 if pays(stones, mask & !open) => worths[open.trailing_zeros() as usize] += left * 3 / 2,
                2 if (stones[0] | stones[1]) & mask != 0 => {
                    let mut rest = open;
                    while rest != 0 {
                        worths[rest.trailing_zeros() as usize] += left / 3;
                        rest &= rest - 1;
                    }
                }
                _ => {}
            }
        }
    }
    for hexagon in ground.hexagons() {
        let [black, white] = stones.map(|set| (set & hexagon.corners).count_ones());
        // A centre is a corner of six triangles. It can still change hands while the count is close.
        let share = match black.abs_diff(white) {
            0 => 6,
            1 => 4,
            2 => 1,
            _ => 0,
        };
        let mut rest = hexagon.corners & position.empty();
        while rest != 0 {
            worths[rest.trailing_zeros() as usize] += share * left;
            rest &= rest - 1;
        }
    }
}

/// What the triangles at each point pay over the remaining resolutions, frame by frame.
fn future(position: &Position, ground: &Ground, left: i32, worths: &mut [i32; MOST_POINTS]) {
    if !position.options().shifting {
        for (worth, &at) in worths.iter_mut().zip(&ground.frames()[0].at) {
            *worth = left * i32::from(at);
        }
        return;
    }
    let (mut turn, mut rest) = (position.turn() - 1, left as u32);
    while rest > 0 {
        let here = (TURNS_A_FRAME - turn % TURNS_A_FRAME).min(rest);
        let frame = &ground.frames()[(turn / TURNS_A_FRAME % 6) as usize];
        for (worth, &at) in worths.iter_mut().zip(&frame.at) {
            *worth += here as i32 * i32::from(at);
        }
        turn += here;
        rest -= here;
    }
}
