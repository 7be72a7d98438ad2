//! Reads the server's messages from JSON values with little code. The derived reader keeps every message in a form of its own until
//! it knows the type, and has all readers of fields a second time for that form.

use game::{Unreadable, read_entry, read_value};
use serde_json::Value;

use crate::FromServer;

impl FromServer {
    /// Reads a message as its derived reader does.
    pub fn from_value(said: &Value) -> Result<Self, Unreadable> {
        let named = said.get("type").and_then(Value::as_str).unwrap_or_default();
        Ok(match named {
            "welcome" => Self::Welcome(read_value(said)?),
            "seated" => Self::Seated {
                id: read_entry(said, "id")?,
                seat: read_entry(said, "seat")?,
                key: read_entry(said, "key")?,
            },
            "begun" => Self::Begun(read_value(said)?),
            "moment" => Self::Moment(read_value(said)?),
            "done" => Self::Done { id: read_entry(said, "id")?, seq: read_entry(said, "seq")? },
            "refused" => Self::Refused(read_value(said)?),
            "people" => Self::People { seats: read_entry(said, "seats")?, watching: read_entry(said, "watching")? },
            "next" => Self::Next { table: read_entry(said, "table")? },
            "still" => Self::Still,
            _ => return Err(Unreadable::PLAIN),
        })
    }
}
