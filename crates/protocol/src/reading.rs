//! Reads the server's messages from JSON values with little code. The derived reader keeps every message in a form of its own until
//! it knows the type, and has all readers of fields a second time for that form.

use serde::Deserialize;
use serde_json::{Error, Value};

use crate::FromServer;

impl FromServer {
    /// Reads a message as its derived reader does.
    pub fn from_value(said: &Value) -> Result<Self, Error> {
        let named = said.get("type").and_then(Value::as_str).unwrap_or_default();
        Ok(match named {
            "welcome" => Self::Welcome(Deserialize::deserialize(said)?),
            "seated" => Self::Seated { id: field(said, "id")?, seat: field(said, "seat")?, key: field(said, "key")? },
            "begun" => Self::Begun(Deserialize::deserialize(said)?),
            "moment" => Self::Moment(Deserialize::deserialize(said)?),
            "done" => Self::Done { id: field(said, "id")?, seq: field(said, "seq")? },
            "refused" => Self::Refused(Deserialize::deserialize(said)?),
            "people" => Self::People { seats: field(said, "seats")?, watching: field(said, "watching")? },
            "next" => Self::Next { table: field(said, "table")? },
            "still" => Self::Still,
            _ => return Err(serde::de::Error::custom("no message of a server has this type")),
        })
    }
}

fn field<'a, T: Deserialize<'a>>(said: &'a Value, name: &str) -> Result<T, Error> {
    T::deserialize(said.get(name).unwrap_or(&Value::Null))
}
