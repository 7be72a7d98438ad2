//! Advice on journeys: what to do between matches.

use game::{Journey, Seat};

/// A journey on which the computer can travel.
pub trait Advised: Journey {
    /// The step that the computer would take for this traveller now. None while the journey waits for a match or for the
    /// other traveller, and after its end. Whoever always follows it reaches the next match after finitely many steps.
    fn advise(&self, seat: Seat) -> Option<Self::Action>;
}
