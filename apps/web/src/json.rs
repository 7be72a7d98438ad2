//! Reads JSON with little code: as values first, and then as what it should be. Views of games are read from values anyway, and a
//! reader from text for every other type would be 2 % of the page.

use game::Unreadable;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What this text says, as values. A type that is read in one place only costs less so.
pub(crate) fn value(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// What this text says.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    let value = value(text).ok_or(Unreadable::PLAIN)?;
    game::read_value(&value)
}
