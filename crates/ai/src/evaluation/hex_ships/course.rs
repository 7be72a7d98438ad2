//! The end that a ship is on its way to, kept from one step of its move to the next.
//!
//! A plan looks at every pose of every enemy, and a move is a dozen steps. What a ship knew when it set its speed is still
//! true on its way, as long as no other ship has changed, so it goes where it wanted to go. A plan that is not found here is
//! made again, and the battle goes on as well: another thread may ask for the next step, or chance may have spoilt a turn.

use std::cell::RefCell;

use hex::{Direction, Hex};
use hex_ships::{Battle, Move, Ship};

/// Where a ship goes, and what it expects of the enemies.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) hex: Hex,
    pub(super) facing: Direction,
    pub(super) speed: i8,
    /// The enemies' worths and their most likely poses, once the ship has arrived: they aim at where ships stand.
    pub(super) likely: Option<Vec<(f32, Ship)>>,
}

/// A course, and what must not have changed since.
struct Kept {
    course: Course,
    effort: u32,
    round: u8,
    at: u8,
    others: Vec<Ship>,
}

thread_local! {
    /// The course of the ship that was last planned for. Each ship ends its move before another begins one.
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// All ships but the moving one, and but the squadrons that it may carry with it.
fn others<'b>(battle: &'b Battle, moving: &Move) -> impl Iterator<Item = &'b Ship> {
    let mover = usize::from(moving.ship);
    let is_other = move |(number, ship): &(usize, &Ship)| *number != mover && !ship.is_aboard();
    battle.ships().iter().enumerate().filter(is_other).map(|(_, ship)| ship)
}

/// The course of this move, if it was planned before with as much effort and nothing else has changed.
pub(super) fn kept(battle: &Battle, moving: &Move, effort: u32) -> Option<Course> {
    KEPT.with_borrow(|kept| {
        let kept = kept.as_ref()?;
        let is_same = (kept.effort, kept.round, kept.at) == (effort, battle.round(), moving.at)
            && others(battle, moving).eq(&kept.others);
        is_same.then(|| kept.course.clone())
    })
}

/// Keeps the course of this move.
pub(super) fn keep(battle: &Battle, moving: &Move, effort: u32, course: Course) {
    let others = others(battle, moving).copied().collect();
    KEPT.set(Some(Kept { course, effort, round: battle.round(), at: moving.at, others }));
}
