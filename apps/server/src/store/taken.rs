//! Which seats are taken, a bit each. A database notes it apart from the rows of the people: sums
//! tell that a row is right, and the note tells that none is lost.

/// Refuses a note of a taken seat in which nobody is found. Somebody without a note is no damage: rows from before there were notes
/// may have none.
pub(super) fn check_none_is_lost(noted: i64, is_there: impl Fn(u8) -> bool) -> Result<(), String> {
    match (0..64).find(|seat| noted >> seat & 1 == 1 && !is_there(*seat)) {
        Some(seat) => Err(format!("seat {seat} was taken, and who took it is missing")),
        None => Ok(()),
    }
}

/// The same for all seats in their order.
pub(super) fn check_seats<T>(noted: i64, seats: &[Option<T>]) -> Result<(), String> {
    check_none_is_lost(noted, |seat| seats.get(usize::from(seat)).is_some_and(Option::is_some))
}
