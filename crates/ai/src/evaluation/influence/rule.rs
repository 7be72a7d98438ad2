//! Perfect play by rule, where stones do not work together (IN-7): a stone is worth the same in every resolution,
//! whatever else stands on the board.
//!
//! Both players then want the same thing, the empty point that is worth most, and the whole future can be computed
//! without a search. The first pass only gives the turn away. A second pass in a row ends the game, which is right if
//! playing on would cost the mover something. Tests compare the rule with the solver in `exact.rs` on small boards,
//! passes included.

use influence::{Action, Position};

/// Whether the rule holds: on boards without centres, with no options but keystone, echo and komi. Under these options
/// a stone's worth does not depend on other stones.
pub(super) fn holds(position: &Position) -> bool {
    let options = position.options();
    let alone = !(options.dice || options.token || options.thresholds || options.shifting) && options.threshold == 0;
    alone && position.ground().hexagons().is_empty()
}

/// The empty points with the worth of a stone there in a resolution, in sixths, the largest first.
fn worths(position: &Position) -> Vec<(i32, u8)> {
    let worth = |point: usize| position.with_stones([1 << point, 0], 1).pays()[0] as i32;
    let empty = (0..position.ground().len()).filter(|&point| position.empty() >> point & 1 == 1);
    let mut worths: Vec<(i32, u8)> = empty.map(|point| (worth(point), point as u8)).collect();
    game::sort_by_key(&mut worths, |&(worth, point)| (-worth, point));
    worths
}

/// The mover's gain on the other player from here if the board is filled, in sixths.
fn playing_on(position: &Position, worths: &[(i32, u8)]) -> i32 {
    let echo = i32::from(position.options().echo);
    let resolutions = |stones_before: usize| (worths.len() - stones_before) as i32 + echo;
    let future = worths.iter().enumerate().map(|(index, (worth, _))| {
        let sign = if index % 2 == 0 { 1 } else { -1 };
        sign * worth * resolutions(index)
    });
    rate(position) * resolutions(0) + future.sum::<i32>()
}

/// The mover's gain in one resolution with the stones as they are.
fn rate(position: &Position) -> i32 {
    let [black, white] = position.pays().map(|pays| pays as i32);
    if position.turn() % 2 == 1 { black - white } else { white - black }
}

/// The best action, and the mover's gain on the other player after it, in sixths. The game must not be over.
pub(super) fn best(position: &Position) -> (Action, i32) {
    let worths = worths(position);
    let on = playing_on(position, &worths);
    let end = rate(position) * i32::from(position.options().echo);
    if position.skipped() && end > on { (Action::Pass, end) } else { (Action::One(worths[0].1), on) }
}
