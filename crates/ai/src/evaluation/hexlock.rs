//! Hexlock is judged by looking at it. Random play hardly ever closes a ring and wastes its turns on hopeless attacks,
//! so that playing it out says little: with 300 simulations and playouts an opponent won 22 of 40 games against a player
//! who merely expands, and with 300 simulations and a judgement like this one it won all 40.
//!
//! What counts is the race to the majority: the hexes that a side holds, the empty ones that it will come to first, and
//! what can still change that: hurt hexes, hexes without support at the front, and hexes that are nearly surrounded.

use game::{Dice, Game, MOST_SEATS, Random, Values};
use hex::Mask;
use hexlock::{Cell, Hexlock, Position, Side, board, numbers::FULL_HP};

use crate::evaluation::{Evaluated, Evaluation};

/// What an empty hex is worth that a side is sure to reach first; a held one is worth 1.
const EMPTY_HEX: f32 = 0.7;
/// What a lost HP costs where an enemy is beside the hex, and elsewhere.
const LOST_HP: [f32; 2] = [0.3, 0.2];
/// What an own hex beside one at the front is worth: it supports both attack and defence.
const SUPPORT: f32 = 0.15;
/// What it costs to be one empty hex away from being surrounded, and two.
const NEARLY_SURROUNDED: [f32; 2] = [0.4, 0.1];
/// What it is worth to have the next action: half of what an action is.
const TURN: f32 = 0.5;
/// How sure a lead of one hex makes of winning. Found, like the weights above, by playing matches between them.
const CERTAINTY: f32 = 0.35;

/// Judges a position by what stands on the board.
#[derive(Default)]
pub struct Standing;

impl Evaluated for Hexlock {
    type Evaluation = Standing;
}

impl Evaluation<Hexlock> for Standing {
    fn evaluate(&mut self, state: &mut Hexlock, _random: &mut Random, _dice: &mut Dice) -> Values {
        if let Some(outcome) = state.outcome() {
            return outcome.values();
        }
        let position = &state.position;
        let [red, blue] = Side::BOTH.map(|side| worth(position, side));
        let [red_empty, blue_empty] = first_reached(position);
        let turn = if position.to_move() == Side::Red { TURN } else { -TURN };
        let lead = red - blue + EMPTY_HEX * (red_empty - blue_empty) + turn;
        let red_wins = 1.0 / (1.0 + (-CERTAINTY * lead).exp());
        let mut values = [0.0; MOST_SEATS];
        (values[Side::Red as usize], values[Side::Blue as usize]) = (red_wins, 1.0 - red_wins);
        values
    }
}

/// What a side's hexes are worth to it.
fn worth(position: &Position, side: Side) -> f32 {
    let (own, enemy) = (position.hexes(side), position.hexes(side.other()));
    let front = board().neighbours_of(enemy);
    let hex_worth = |cell: usize| {
        let beside = board().neighbour_mask(cell);
        let at_front = front.contains(cell);
        let lost_hp = f32::from(FULL_HP - position.hp(Cell(cell as u8)));
        let support = if at_front { SUPPORT * (beside & own).len() as f32 } else { 0.0 };
        1.0 - LOST_HP[usize::from(!at_front)] * lost_hp + support - danger(beside, own, enemy)
    };
    own.iter().map(hex_worth).sum()
}

/// What it costs a hex to have only enemies and a hole or two around it.
fn danger(beside: Mask, own: Mask, enemy: Mask) -> f32 {
    let holes = beside - enemy;
    if holes.intersects(own) { 0.0 } else { NEARLY_SURROUNDED.get(holes.len().wrapping_sub(1)).copied().unwrap_or(0.0) }
}

/// How many empty hexes each side would come to first if both only expanded; one that both reach at once is shared,
/// and nobody is counted on to get past it.
fn first_reached(position: &Position) -> [f32; 2] {
    let mut empty = position.empty_hexes();
    let mut edge = Side::BOTH.map(|side| position.hexes(side));
    let mut reached = [0.0; 2];
    loop {
        let [red, blue] = edge.map(|edge| board().neighbours_of(edge) & empty);
        if (red | blue).is_empty() {
            return reached;
        }
        let shared = red & blue;
        edge = [red - shared, blue - shared];
        for (reached, alone) in reached.iter_mut().zip(edge) {
            *reached += alone.len() as f32 + 0.5 * shared.len() as f32;
        }
        empty -= red | blue;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn red_wins(position: Position) -> f32 {
        let mut random = Random::new(1);
        let mut dice = Dice::for_search(random.split());
        let values = Standing.evaluate(&mut Hexlock::standing(position), &mut random, &mut dice);
        assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        values[0]
    }

    fn start(hexes: &[(&str, Side, u8)]) -> Position {
        let mut position = Position::start(Side::Red);
        for &(name, side, hp) in hexes {
            position.give(Cell::named(name).unwrap(), side, hp);
        }
        position
    }

    #[test]
    fn the_start_is_a_little_better_for_whoever_begins() {
        let [red, blue] = Side::BOTH.map(|side| red_wins(Position::start(side)));
        assert!((red + blue - 1.0).abs() < 1e-5 && red > 0.5 && red < 0.6);
    }

    #[test]
    fn a_hex_more_is_better_and_a_hurt_one_worse() {
        let even = red_wins(start(&[]));
        assert!(red_wins(start(&[("d2", Side::Red, 3)])) > even);
        assert!(red_wins(start(&[("d6", Side::Blue, 3)])) < even);
        let whole = red_wins(start(&[("d4", Side::Red, 3), ("d5", Side::Blue, 3)]));
        assert!(red_wins(start(&[("d4", Side::Red, 1), ("d5", Side::Blue, 3)])) < whole);
        assert!(red_wins(start(&[("d4", Side::Red, 3), ("d5", Side::Blue, 1)])) > whole);
    }

    #[test]
    fn a_hex_that_is_nearly_surrounded_is_in_danger() {
        let (own, enemy) = (Mask::single(0), Mask::single(1) | Mask::single(2));
        let beside = |hole: usize| enemy | Mask::single(hole);
        assert!(danger(beside(5), own, enemy) > danger(beside(5) | Mask::single(6), own, enemy));
        assert!(danger(beside(0), own, enemy) < 1e-6, "a friend saves it");
    }
}
