//! What a position is worth to each seat.

use game::{MOST_SEATS, Values};
use hex_dice::{Cell, Phase, Position, board};

use super::front::{Front, Stands};
use super::{average_worth, worth};

/// How sure a lead of one Pawn makes of ending up before another seat. Found, like the weights below, by playing
/// matches between them.
const CERTAINTY: f32 = 0.32;
/// What remains of a loss by a strike: of the largest for whoever is struck next, and for whoever can answer first.
const STRUCK_NEXT: f32 = 0.75;
const CAN_ANSWER: [f32; 2] = [0.15, 0.5];
/// The same where another seat than the next one strikes.
const STRUCK_LATER: f32 = 0.3;
/// What it costs that an enemy can enter one's base: in this turn, after one's own, and after another's.
const BASE_LOST: [f32; 3] = [14.0, 1.2, 5.0];
/// What an enemy near one's base costs, for each hex that it is nearer than this.
const NEAR_BASE: (i32, f32) = (5, 0.18);
/// What a unit on one's own base is worth.
const BASE_HELD: f32 = 0.5;
/// What a hex on the way to the nearest enemy base is worth, and one to the nearest enemy.
const TOWARDS_BASE: f32 = 0.07;
const TOWARDS_ENEMY: f32 = 0.05;
/// What a token costs, as a share of the unit; what guarding is worth.
const TOKEN: f32 = 0.08;
const GUARDING: f32 = 0.06;
/// What a Legion is worth to each friend beside it, and to itself on or beside its own base.
const AURA: f32 = 0.3;
const LEGION_AT_BASE: f32 = 1.0;

/// What the position is worth to each seat, from 0 to 1.
pub(super) fn values(position: &Position, front: &Front) -> Values {
    let scores = scores(position, front);
    let (quiet, most) = position.quiet();
    // The nearer the draw, the less a lead is worth.
    let fade = 1.0 - 0.8 * (quiet as f32 / most.max(1) as f32).powi(2);
    let seats = position.seats();
    let mut values = Values::default();
    for (seat, value) in values.iter_mut().enumerate().take(seats) {
        let place = position.places()[seat];
        let before = |other: usize| match (place, position.places()[other]) {
            (0, 0) => {
                let lead = CERTAINTY * (scores[seat] - scores[other]);
                0.5 + fade * (1.0 / (1.0 + (-lead).exp()) - 0.5)
            }
            (0, _) => 1.0,
            (_, 0) => 0.0,
            (mine, theirs) => 0.5 * (1.0 + f32::from(theirs.cmp(&mine) as i8)),
        };
        *value = (0..seats).filter(|&other| other != seat).map(before).sum::<f32>() / (seats - 1) as f32;
    }
    values
}

/// What each seat has, in Pawns.
fn scores(position: &Position, front: &Front) -> [f32; MOST_SEATS] {
    let mut scores = [0.0; MOST_SEATS];
    if position.phase() == Phase::Choosing {
        // Dice that are to be rolled again are worth what they are on average.
        for (seat, score) in scores.iter_mut().enumerate().take(position.seats()) {
            let again = position.chosen(seat);
            let kept: f32 = position.hand(seat).iter().map(|&face| worth(face)).sum();
            *score = kept + again.iter().map(|face| average_worth() - worth(face)).sum::<f32>();
        }
        return scores;
    }
    let mut losses = [[0.0_f32; 2]; MOST_SEATS];
    let mut from_others = [0.0_f32; MOST_SEATS];
    let actor = position.seat();
    for unit in front.units() {
        let seat = unit.unit.seat();
        scores[seat] += unit_score(position, unit);
        let loss = front.loss(position, unit);
        if loss.by == 0 {
            continue;
        }
        if seat == actor || loss.by >> actor & 1 == 1 {
            let [first, second] = losses[seat];
            losses[seat] = [first.max(loss.worth), second.max(loss.worth.min(first))];
        } else {
            from_others[seat] = from_others[seat].max(loss.worth);
        }
    }
    for seat in 0..position.seats() {
        scores[seat] += position.hand(seat).iter().filter(|&&face| face > 0).map(|&face| worth(face)).sum::<f32>();
        let [first, second] = losses[seat];
        scores[seat] -= if seat == actor {
            CAN_ANSWER[0] * first + CAN_ANSWER[1] * second
        } else {
            STRUCK_NEXT * first + (1.0 - STRUCK_NEXT) * second + STRUCK_LATER * from_others[seat]
        };
        scores[seat] -= base_danger(position, front, seat);
    }
    scores
}

/// What a unit is worth where it stands.
fn unit_score(position: &Position, stands: &Stands) -> f32 {
    let (cell, unit) = (usize::from(stands.cell), stands.unit);
    let (seat, face, hex) = (unit.seat(), unit.face(), Cell(stands.cell).hex());
    let ground = position.ground();
    let own_base = Cell(ground.base(seat) as u8).hex();
    let mut score = worth(face) * (1.0 - TOKEN * f32::from(unit.tokens()));
    if unit.is_guarding() {
        score += GUARDING;
    }
    if cell == ground.base(seat) {
        score += BASE_HELD;
    }
    if face == 6 {
        let friends = board().neighbour_mask(cell) & position.owned(seat);
        score += AURA * friends.len() as f32;
        if hex.distance(own_base) <= 1 {
            score += LEGION_AT_BASE;
        }
        return score;
    }
    let enemies = (0..position.seats()).filter(|&other| other != seat && !position.is_out(other));
    let to_base = enemies.map(|other| Cell(ground.base(other) as u8).hex().distance(hex)).min().unwrap_or(0);
    let strangers = position.occupied() - position.owned(seat);
    let to_enemy = (1..=12).find(|&steps| board().disc_mask(cell, steps).intersects(strangers)).unwrap_or(12);
    score + TOWARDS_BASE * (12 - to_base) as f32 + TOWARDS_ENEMY * (12 - to_enemy) as f32
}

/// What it costs that enemies can enter a base, or soon could.
fn base_danger(position: &Position, front: &Front, seat: usize) -> f32 {
    if position.is_out(seat) || matches!(position.phase(), Phase::Deploying) {
        return 0.0;
    }
    let base = position.ground().base(seat);
    let base_hex = Cell(base as u8).hex();
    let holder = position.unit(base);
    let combat = |attack: u8| if holder.is_some() { position.combat_by(attack, base).falls() } else { true };
    let (mut danger, mut near) = (0.0_f32, 0.0_f32);
    for enemy in front.units().iter().filter(|unit| unit.unit.seat() != seat) {
        if enemy.enters.contains(base) && combat(enemy.attack) {
            let whose = enemy.unit.seat();
            let when = if whose == position.seat() {
                0
            } else if seat == position.seat() {
                1
            } else {
                2
            };
            danger = danger.max(BASE_LOST[when]);
        }
        let distance = Cell(enemy.cell).hex().distance(base_hex);
        if enemy.unit.face() != 6 && distance < NEAR_BASE.0 {
            near += NEAR_BASE.1 * (NEAR_BASE.0 - distance) as f32;
        }
    }
    // Whoever holds the base is not afraid of everybody nearby.
    danger + if holder.is_some() && holder.seat() == seat { 0.4 * near } else { near }
}
