//! Perfect play by rule, where stones do not work together (IN-7): a stone is worth the same in every resolution,
//! whatever else stands on the board.
//!
//! Both players then want the same thing, the empty point that is worth the most, and the whole future can be counted
//! without a search. A first pass only gives the turn away. After a pass another one ends the game, which is right if
//! playing on would cost something. The solver in `exact.rs` says the same on small boards, passes included.

use influence::{Action, Position};

/// Whether the rule holds: on boards without centres, with no option but keystone, echo and komi, which leave a stone's
/// worth its own.
pub(super) fn holds(position: &Position) -> bool {
    let options = position.options();
    let alone = !(options.dice || options.token || options.thresholds || options.shifting) && options.threshold == 0;
    alone && position.ground().hexagons().is_empty()
}

/// What a stone on each point is worth in a resolution, in sixths, the empty ones with the most first.
fn worths(position: &Position) -> Vec<(i32, u8)> {
    let worth = |point: usize| position.with_stones([1 << point, 0], 1).pays()[0] as i32;
    let empty = (0..position.ground().len()).filter(|&point| position.empty() >> point & 1 == 1);
    let mut worths: Vec<(i32, u8)> = empty.map(|point| (worth(point), point as u8)).collect();
    worths.sort_by_key(|&(worth, point)| (-worth, point));
    worths
}

/// By how much the mover gains on the other from here, in sixths, if the board is filled.
fn playing_on(position: &Position, worths: &[(i32, u8)]) -> i32 {
    let echo = i32::from(position.options().echo);
    let resolutions = |stones_before: usize| (worths.len() - stones_before) as i32 + echo;
    let future = worths.iter().enumerate().map(|(index, (worth, _))| {
        let sign = if index % 2 == 0 { 1 } else { -1 };
        sign * worth * resolutions(index)
    });
    rate(position) * resolutions(0) + future.sum::<i32>()
}

/// By how much the mover gains in a resolution as the stones stand.
fn rate(position: &Position) -> i32 {
    let [black, white] = position.pays().map(|pays| pays as i32);
    if position.turn() % 2 == 1 { black - white } else { white - black }
}

/// The best action, and by how much the mover then gains on the other, in sixths. The game must not be over.
pub(super) fn best(position: &Position) -> (Action, i32) {
    let worths = worths(position);
    let on = playing_on(position, &worths);
    let end = rate(position) * i32::from(position.options().echo);
    if position.skipped() && end > on { (Action::Pass, end) } else { (Action::One(worths[0].1), on) }
}
