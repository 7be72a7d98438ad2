//! Why a table or a journey that the store has cannot be played again.

use std::fmt::Display;

use crate::ids::TableId;

/// The store has it, but this server cannot play it again. As a text it says no more than the log of a server may: what was played
/// is hidden from others than its players.
#[derive(Debug, thiserror::Error)]
#[error("{kind} {id}: {problem}")]
pub(crate) struct Unreadable {
    kind: &'static str,
    id: TableId,
    problem: String,
    /// The words of the game. They may quote what was played.
    reason: Option<String>,
}

impl Unreadable {
    /// A `problem` that says nothing of what was played.
    pub(crate) fn new(kind: &'static str, id: TableId, problem: String) -> Self {
        Self { kind, id, problem, reason: None }
    }

    /// With the words of the game, for whoever checks a store by hand.
    pub(crate) fn because(mut self, reason: &impl Display) -> Self {
        self.reason = Some(reason.to_string());
        self
    }

    /// All of it, which is not for the log.
    pub(crate) fn in_full(&self) -> String {
        match &self.reason {
            Some(reason) => format!("{self}: {reason}"),
            None => self.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_full_text_quotes_what_was_played() {
        let unreadable =
            Unreadable::new("table", TableId::from_number(7), "event 3 is refused".to_owned()).because(&"e4");
        assert!(unreadable.to_string().ends_with(": event 3 is refused"), "{unreadable}");
        assert!(unreadable.in_full().ends_with(": event 3 is refused: e4"), "{}", unreadable.in_full());
    }
}
