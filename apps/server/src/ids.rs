//! Names of tables and keys of seats, drawn from the randomness of the operating system or another source.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use game::{Seed, Share};
use protocol::KEY_LENGTH;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// Where ids, keys and seeds come from: fills a buffer with bytes that nobody can foresee.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

type Fill = dyn Fn(&mut [u8]) + Send + Sync;

impl Entropy {
    /// The operating system's.
    pub fn of_the_system() -> Self {
        Self::from_fn(|bytes| getrandom::fill(bytes).expect("the operating system has randomness"))
    }

    /// Another source of bytes.
    pub fn from_fn(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(fill))
    }

    fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.0)(&mut bytes);
        bytes
    }

    /// The seed of a new match.
    pub(crate) fn seed(&self) -> Seed {
        Seed(self.bytes())
    }

    /// What the computer adds to the dice.
    pub(crate) fn share(&self) -> Share {
        Share(self.bytes())
    }

    /// The seed of one thought of the computer.
    pub(crate) fn number(&self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    /// The name of a new table. Sixty bits: nobody finds one by guessing, and two never meet in practice.
    pub(crate) fn table_id(&self) -> TableId {
        TableId(u64::from_le_bytes(self.bytes()) & TableId::LARGEST)
    }

    /// The key of a seat.
    pub(crate) fn key(&self) -> Key {
        let bytes: [u8; KEY_LENGTH] = self.bytes();
        Key(bytes.iter().map(|byte| letter(*byte)).collect())
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy")
    }
}

/// Digits and letters without those that are mistaken for others (i, l, o, u).
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

fn letter(byte: u8) -> char {
    char::from(LETTERS[usize::from(byte % 32)])
}

/// The name of a table in links: twelve letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(u64);

impl TableId {
    const LETTERS: u32 = 12;
    const LARGEST: u64 = (1 << (5 * Self::LETTERS)) - 1;

    /// As a store keeps it.
    pub fn to_number(self) -> i64 {
        self.0 as i64
    }

    /// As a store has kept it.
    pub fn from_number(number: i64) -> Self {
        Self(number as u64 & Self::LARGEST)
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..Self::LETTERS)
            .rev()
            .try_for_each(|place| fmt::Write::write_char(f, letter((self.0 >> (5 * place) & 31) as u8)))
    }
}

impl Serialize for TableId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TableId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A text that names no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table's name is twelve letters and digits")]
pub struct NotATableId;

impl FromStr for TableId {
    type Err = NotATableId;

    fn from_str(text: &str) -> Result<Self, NotATableId> {
        if text.len() != Self::LETTERS as usize {
            return Err(NotATableId);
        }
        let digit = |byte: u8| LETTERS.iter().position(|letter| *letter == byte).ok_or(NotATableId);
        text.bytes().try_fold(0, |id, byte| Ok(id << 5 | digit(byte)? as u64)).map(Self)
    }
}

/// The secret of a seat. It is sent to the player who sits there, once, and kept nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A key that a client has sent, if it is of the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let right = text.len() == KEY_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        right.then(|| Self(text.to_owned()))
    }

    /// The text, for the one who may know it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What the store keeps: enough to recognise the key, not enough to sit down with. Keys are random throughout, so
    /// a plain hash is as good as a slow one.
    pub fn hash(&self) -> KeyHash {
        let mut hash = Sha256::new();
        hash.update(b"sixfold seat key ");
        hash.update(self.0.as_bytes());
        KeyHash(hash.finalize().into())
    }
}

impl fmt::Debug for Key {
    /// A key is a secret, and debug output ends up in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// How a key is recognised.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyHash(pub [u8; 32]);

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_id_is_read_as_it_is_written() {
        let entropy = Entropy::of_the_system();
        for id in [TableId(0), TableId(TableId::LARGEST), entropy.table_id()] {
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(TableId::from_number(id.to_number()), id);
        }
        for nonsense in ["", "abc", "abcdefghjkmn1", "ABCDEFGHJKMN", "../../../../", "éééééé"] {
            assert_eq!(nonsense.parse::<TableId>(), Err(NotATableId), "{nonsense}");
        }
    }

    #[test]
    fn keys_and_their_hashes_do_not_show_in_debug_output() {
        let key = Entropy::of_the_system().key();
        assert_eq!(Key::parse(key.reveal()), Some(key.clone()));
        assert!(!format!("{key:?} {:?}", key.hash()).contains(key.reveal()));
    }

    #[test]
    fn short_or_strange_keys_are_none() {
        for text in ["", "short", "0123456789abcdefghjkmnpqr ", "0123456789abcdefghjkmnpqrs0"] {
            assert_eq!(Key::parse(text), None, "{text}");
        }
    }
}
