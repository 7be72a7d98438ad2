//! The value of a position for each seat.

use game::{MOST_SEATS, Outcome, Seat, Values};
use hex_dice::{Cell, Phase, Position, board};

use super::front::{Front, Stands};
use super::{average_worth, worth};

/// How much a lead of 1 in the scores raises the expected chance of winning. This and the weights below are set by hand
/// and tried in matches, whose figures `tests/hex_dice.rs` prints.
const CERTAINTY: f32 = 0.25;
/// The share of a seat's largest loss that counts if the acting seat can strike it. The second largest loss counts with
/// the remaining share.
const STRUCK_NEXT: f32 = 0.75;
/// The shares of the largest and the second largest loss that count for the acting seat, which can still answer.
const CAN_ANSWER: [f32; 2] = [0.15, 0.5];
/// The share of the largest loss that counts if only seats that act later can strike.
const STRUCK_LATER: f32 = 0.3;
/// The cost of an enemy that can enter one's base: if that enemy acts now, if the owner acts now, and if a third seat
/// acts now.
const BASE_LOST: [f32; 3] = [14.0, 1.2, 5.0];
/// Enemies that need fewer turns than this to reach a base count as near. The second constant is the cost to the owner
/// of each turn less: for an empty base, and for a base that the owner's unit holds.
const FAR: f32 = 6.0;
const NEAR_BASE: [f32; 2] = [0.3, 0.18];
/// The worth of a unit on its own base.
const BASE_HELD: f32 = 0.5;
/// The worth of a hex nearer to the nearest enemy base, and of a hex nearer to the nearest enemy.
const TOWARDS_BASE: f32 = 0.07;
const TOWARDS_ENEMY: f32 = 0.05;
/// The pull towards enemies grows by up to this factor as patience runs out: it is `1 + IMPATIENT_PULL` times as strong
/// without any.
const IMPATIENT_PULL: f32 = 6.0;
/// The value of losing, where winning is 1: `LOST` for the last place, up to `LOST + GOOD_PLACE` for a place before
/// everybody but the winner. A draw is worth less than both: at most `DRAWN`.
const LOST: f32 = 0.15;
const GOOD_PLACE: f32 = 0.25;
const DRAWN: f32 = 0.05;
/// The correction for this many Archers in one army: the first covers ground, further ones only wait for each other.
const ARCHERS: [f32; 7] = [0.0, 0.0, -1.9, -4.2, -6.7, -9.2, -11.7];
/// The cost of a token, as a share of the unit's worth, and the worth of guarding.
const TOKEN: f32 = 0.08;
const GUARDING: f32 = 0.06;
/// The worth of a Legion for each friend beside it, and for itself on or beside its own base.
const AURA: f32 = 0.3;
const LEGION_AT_BASE: f32 = 1.0;

/// The value of the position for each seat, from 0 to 1: the chance to win, and a little for a good place otherwise.
pub(super) fn values(position: &Position, front: &Front) -> Values {
    let mut scores = scores(position, front);
    let (seats, patience) = (position.seats(), patience(position));
    let is_in = |seat: usize| position.places()[seat] == 0;
    let best = (0..seats).filter(|&seat| is_in(seat)).map(|seat| scores[seat]).fold(f32::MIN, f32::max);
    for score in &mut scores {
        *score = (CERTAINTY * (*score - best)).exp();
    }
    let sum: f32 = (0..seats).filter(|&seat| is_in(seat)).map(|seat| scores[seat]).sum();
    let beaten = (0..seats).filter(|&seat| !is_in(seat)).count() as f32;
    let mut values = Values::default();
    for seat in 0..seats {
        values[seat] = if is_in(seat) {
            let before = |other: usize| scores[seat] / (scores[seat] + scores[other]);
            let ahead: f32 = (0..seats).filter(|&other| other != seat && is_in(other)).map(before).sum();
            let wins = scores[seat] / sum;
            patience * (wins + (1.0 - wins) * lost((beaten + ahead) / (seats - 1) as f32))
        } else {
            lost((seats - usize::from(position.places()[seat])) as f32 / (seats - 1) as f32)
        };
    }
    values
}

/// The value of losing for a seat that places before this share of the others.
fn lost(before: f32) -> f32 {
    LOST + GOOD_PLACE * before
}

/// The value of an outcome for each seat. A seat that draws gets less than it would get by losing to the others that
/// draw.
pub(super) fn of_places(outcome: Outcome) -> Values {
    let seats = outcome.seats();
    let first = Seat::first(seats).filter(|&seat| outcome.place(seat) == 1).count();
    let share = |behind: u8| f32::from(behind) / f32::from(seats - 1);
    let mut values = Values::default();
    for seat in Seat::first(seats) {
        values[seat.index()] = match outcome.place(seat) {
            1 if first == 1 => 1.0,
            1 => DRAWN * share(seats - first as u8),
            place => lost(share(seats - place)),
        };
    }
    values
}

/// The patience of all seats, from 1 down to 0 when the game is drawn. The longer no unit has left the board, the less
/// any position is worth to any seat, so that one of them finally strikes even at a loss.
pub(super) fn patience(position: &Position) -> f32 {
    let (quiet, most) = position.quiet();
    1.0 - (quiet as f32 / most.max(1) as f32).powi(3)
}

/// The score of each seat; a Pawn is worth 1.8.
fn scores(position: &Position, front: &Front) -> [f32; MOST_SEATS] {
    let mut scores = [0.0; MOST_SEATS];
    if position.phase() == Phase::Choosing {
        // A die that is to be rerolled counts with the average worth.
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
    let pull = 1.0 + IMPATIENT_PULL * (1.0 - patience(position));
    for unit in front.units() {
        let seat = unit.unit.seat();
        scores[seat] += unit_score(position, unit, pull);
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
        let archers = position.owned(seat).iter().filter(|&cell| position.unit(cell).face() == 5).count();
        scores[seat] += ARCHERS[archers.min(ARCHERS.len() - 1)];
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

/// The worth of a unit where it stands.
fn unit_score(position: &Position, stands: &Stands, pull: f32) -> f32 {
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
    score + pull * (TOWARDS_BASE * (12 - to_base) as f32 + TOWARDS_ENEMY * (12 - to_enemy) as f32)
}

/// The cost of enemies that can enter a base now or soon.
fn base_danger(position: &Position, front: &Front, seat: usize) -> f32 {
    if position.is_out(seat) || matches!(position.phase(), Phase::Deploying) {
        return 0.0;
    }
    let base = position.ground().base(seat);
    let base_hex = Cell(base as u8).hex();
    let holder = position.unit(base);
    let combat = |attack: u8| if holder.is_some() { position.combat_by(attack, base).falls() } else { true };
    let (mut danger, mut siege) = (0.0_f32, 0.0_f32);
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
        siege += (FAR - turns_for(enemy.unit.face(), distance as f32)).max(0.0);
    }
    let held = holder.is_some() && holder.seat() == seat;
    danger + NEAR_BASE[usize::from(held)] * siege
}

/// About how many turns a unit needs for this distance with nothing in its way.
fn turns_for(face: u8, distance: f32) -> f32 {
    match face {
        1 => 0.6 * distance + 1.0, // it only goes forward
        2 => 0.4 * distance + 0.7,
        3 => 0.34 * distance + 0.5,
        4 => 0.7 * distance,
        5 => distance,
        _ => f32::INFINITY,
    }
}
