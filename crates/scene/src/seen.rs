//! Directions as a viewer sees them. Notation and records have one north for everybody. A board may be turned so that
//! the viewer's side is at the bottom; then «north» may point down.
//!
//! A game names a direction by a word of the group `direction` (`direction.N`), in a sentence or on a button. The
//! message files give the direction on a board that is not turned: `direction.N = up`. A client turns the word as it
//! turns the board.

use std::borrow::Cow;

use game::{Arg, Message};
use hex::Direction;

const GROUP: &str = "direction";

/// The direction that a word or button with this key names.
pub fn direction_of(key: &str) -> Option<Direction> {
    let name = key.strip_prefix(GROUP)?.strip_prefix('.')?;
    Direction::ALL.into_iter().find(|direction| direction.to_string() == name)
}

/// The key of the direction as it is seen on a board that is turned by this many sixths clockwise. Other keys are not
/// changed.
pub fn key_as_seen(key: &str, turned: u8) -> Cow<'_, str> {
    match direction_of(key) {
        Some(direction) if !turned.is_multiple_of(6) => {
            Cow::Owned(format!("{GROUP}.{}", direction.turn(turned.into())))
        }
        _ => Cow::Borrowed(key),
    }
}

/// Whether a sentence names a direction, or is the word for one.
pub fn names_direction(message: &Message) -> bool {
    let names_one = |arg: &Arg| matches!(arg, Arg::Word(key) if direction_of(key).is_some());
    direction_of(&message.key).is_some() || message.args.values().any(names_one)
}

/// A sentence with its directions as they are seen on a board that is turned by this many sixths clockwise.
pub fn as_seen(message: &Message, turned: u8) -> Cow<'_, Message> {
    if turned.is_multiple_of(6) || !names_direction(message) {
        return Cow::Borrowed(message);
    }
    let mut seen = message.clone();
    seen.key = Cow::Owned(key_as_seen(&message.key, turned).into_owned());
    for arg in seen.args.values_mut() {
        if let Arg::Word(key) = arg {
            *key = key_as_seen(key, turned).into_owned();
        }
    }
    Cow::Owned(seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_is_named_as_it_is_seen() {
        let faces = Message::new("faces").with("ship", "r1".to_owned()).with("way", Arg::word("direction", "N"));
        let way = |turned| String::from(as_seen(&faces, turned).args["way"].clone());
        assert_eq!([0, 1, 3, 6].map(way), ["direction.N", "direction.NE", "direction.S", "direction.N"]);
        assert_eq!(as_seen(&Message::new("direction.SW"), 3).key, "direction.NE", "a button is a word too");
    }

    #[test]
    fn nothing_else_is_changed() {
        let laser = Message::new("fires").with("weapon", Arg::word("weapon", "N")).with("text", "N".to_owned());
        assert_eq!(*as_seen(&laser, 3), laser);
        assert_eq!(key_as_seen("direction.up", 3), "direction.up");
        assert_eq!(direction_of("directions.N"), None);
    }
}
