//! The names of ships and captains in a battle (HS-44). They are part of a fleet's text, after the damage of a ship:
//! `sabre@121!hull=5!name=Far_Lantern!captain=J%C3%BCrgen_Reyes`. A space is written `_`. Letters beyond ASCII are written as in
//! web addresses, because the options of a match are ASCII.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::battle::Battle;
use crate::campaign::is_name;

/// The words in a fleet's text and in the text of a position.
pub(crate) const SHIP: &str = "name";
pub(crate) const CAPTAIN: &str = "captain";

/// The names of a ship and of its captain, as far as they have any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// The name of the ship.
    pub ship: Option<String>,
    /// The name of its captain.
    pub captain: Option<String>,
}

/// The names in a battle, by the numbers of its ships. Shared, so that copies of a battle in a search cost nothing.
pub(crate) type Names = Option<Arc<[Naming]>>;

impl Naming {
    /// Whether neither has a name.
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether these are names that a campaign allows.
    pub(crate) fn is_allowed(&self) -> bool {
        [&self.ship, &self.captain].into_iter().flatten().all(|name| is_name(name))
    }

    /// Cuts the names off the text of a ship. The error is the word that is no name.
    pub(crate) fn cut(text: &str) -> Result<(&str, Self), String> {
        let (text, captain) = cut_word(text, CAPTAIN)?;
        let (text, ship) = cut_word(text, SHIP)?;
        Ok((text, Self { ship, captain }))
    }

    /// The words for a fleet's text and for that of a position: `name=Far_Lantern`.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        let word = |key: &str, name: &Option<String>| name.as_ref().map(|name| format!("{key}={}", written(name)));
        [word(SHIP, &self.ship), word(CAPTAIN, &self.captain)].into_iter().flatten()
    }
}

/// Cuts a word with a name off the end of a ship's text, if there is one.
fn cut_word<'t>(text: &'t str, key: &str) -> Result<(&'t str, Option<String>), String> {
    match text.split_once(&format!("!{key}=")) {
        Some((rest, word)) => Ok((rest, Some(read(word).ok_or_else(|| word.to_owned())?))),
        None => Ok((text, None)),
    }
}

/// A name as it is written in a text without spaces.
fn written(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        match byte {
            b' ' => text.push('_'),
            _ if byte.is_ascii() => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "%{byte:02X}"); // writing to a string cannot fail
            }
        }
    }
    text
}

/// Parses a name. Only its own spelling is read, so that equal fleets are equal texts.
pub(crate) fn read(word: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'_' => b' ',
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                (digit(rest.next())? * 16 + digit(rest.next())?) as u8
            }
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok().filter(|name| is_name(name) && written(name) == word)
}

/// The names of a battle's ships by number, if any ship has one.
pub(crate) fn shared(names: Vec<Naming>) -> Names {
    names.iter().any(|naming| !naming.is_none()).then(|| names.into())
}

impl Battle {
    /// The names of a ship and its captain.
    pub(crate) fn naming(&self, ship: u8) -> Option<&Naming> {
        self.names.as_ref()?.get(usize::from(ship))
    }

    /// The name that a ship has in a campaign.
    pub fn name_of_ship(&self, ship: u8) -> Option<&str> {
        self.naming(ship)?.ship.as_deref()
    }

    /// The name of a ship's captain in a campaign.
    pub fn name_of_captain(&self, ship: u8) -> Option<&str> {
        self.naming(ship)?.captain.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_was_written() {
        for (name, word) in [
            ("Resolute", "Resolute"),
            ("Far Lantern", "Far_Lantern"),
            ("Jürgen O’Neil-Bär 2.", "J%C3%BCrgen_O%E2%80%99Neil-B%C3%A4r_2."),
            ("光", "%E5%85%89"),
        ] {
            assert_eq!((written(name), read(word)), (word.to_owned(), Some(name.to_owned())));
        }
    }

    #[test]
    fn what_is_no_name_is_not_read() {
        let long = "x".repeat(25);
        for word in [
            "",
            "_",
            "_a",
            "a_",
            "a__b",
            "%",
            "%4",
            "%C3",
            "%C3%",
            "%C3%BC%",
            "%c3%bc",
            "%41",
            "%20",
            "%+3",
            "%0A",
            "%00",
            "%FF%FE",
            "a b",
            "ü",
            "<b>",
            "a=b",
            "a:b",
            "a!b",
            "a+b",
            "a{b}",
            "a\"b",
            "%E2%80%AE",
            &long,
        ] {
            assert_eq!(read(word), None, "{word}");
        }
    }
}
