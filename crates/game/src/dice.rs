//! All chance of a match comes from here, so that (setup, seed, actions) gives the same state on every machine.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

use crate::fair::{FairStream, write_hex};
use crate::random::{Random, below};

/// The seed of all chance of a match.
///
/// It is written as a plain number if it is one (`42`), and otherwise as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed with this number.
    pub fn number(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0[8..].iter().all(|&byte| byte == 0) {
            let (low, _) = self.0.split_first_chunk::<8>().expect("a seed has 32 bytes");
            return write!(f, "{}", u64::from_le_bytes(*low));
        }
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Seed {
    /// A seed is a secret while its match runs, and debug output ends up in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// A text that is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is a whole number below 2^64 or 64 hexadecimal digits")]
pub struct SeedError;

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        if text.len() != 64 {
            return text.parse().map(Self::number).map_err(|_| SeedError);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digit = |d: u8| char::from(d).to_digit(16).ok_or(SeedError);
            *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
        }
        Ok(Self(bytes))
    }
}

/// The result of one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll {
    /// The number of sides.
    pub sides: u32,
    /// The face that it shows, from 1.
    pub value: u32,
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}={}", self.sides, self.value)
    }
}

impl FromStr for Roll {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (sides, value) = text.strip_prefix('d').and_then(|rest| rest.split_once('=')).ok_or(())?;
        Ok(Self { sides: sides.parse().map_err(|_| ())?, value: value.parse().map_err(|_| ())? })
    }
}

/// The dice of one match: a source of randomness and a list of the rolls.
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    rolls: Vec<Roll>,
}

#[derive(Clone, Debug)]
enum Source {
    /// For a match: it cannot be predicted without the seed and is the same on every platform.
    Stream(Box<ChaCha20Rng>),
    /// For a match whose dice anyone can check: every roll has its number.
    Fair(Box<FairStream>),
    /// For a search: fast, and rolls are not listed.
    Search(Random),
    /// For tests and known histories: exactly these values in this order.
    Script(VecDeque<u32>),
    /// For dice that somebody else tells of: these rolls in this order. If a roll is missing or is of another die, random
    /// ones follow, so that a throw that is repeated until it succeeds ends.
    Told(VecDeque<Roll>, Option<Random>),
}

impl Dice {
    /// The dice of the match with this seed.
    pub fn seeded(seed: &Seed) -> Self {
        Self { source: Source::Stream(Box::new(ChaCha20Rng::from_seed(seed.0))), rolls: Vec::new() }
    }

    pub(crate) fn fair(stream: FairStream) -> Self {
        Self { source: Source::Fair(Box::new(stream)), rolls: Vec::new() }
    }

    /// Fast dice for searches and playouts. They do not list their rolls.
    pub fn for_search(random: Random) -> Self {
        Self { source: Source::Search(random), rolls: Vec::new() }
    }

    /// Dice that show these values in turn. A roll beyond the last value panics, and so does a value that the die does
    /// not have.
    pub fn scripted(values: impl IntoIterator<Item = u32>) -> Self {
        Self { source: Source::Script(values.into_iter().collect()), rolls: Vec::new() }
    }

    /// Dice that show the rolls that somebody else tells of, who may be wrong. See [`Dice::were_as_told`].
    pub fn told(rolls: &[Roll]) -> Self {
        Self { source: Source::Told(rolls.iter().copied().collect(), None), rolls: Vec::new() }
    }

    /// Whether exactly the rolls that were told have been made.
    pub fn were_as_told(&self) -> bool {
        matches!(&self.source, Source::Told(left, None) if left.is_empty())
    }

    /// Rolls one die: 1 to `sides`, all equally likely.
    pub fn roll(&mut self, sides: u32) -> u32 {
        assert!(sides > 0, "a die has a side");
        let value = match &mut self.source {
            Source::Search(random) => return 1 + random.below(sides),
            Source::Stream(stream) => 1 + below(sides, || stream.next_u32()),
            Source::Fair(stream) => 1 + below(sides, stream.next_roll()),
            Source::Script(values) => {
                let value = values.pop_front().expect("the script has a value for every roll");
                assert!((1..=sides).contains(&value), "a d{sides} cannot show {value}");
                value
            }
            Source::Told(left, random) => match left.pop_front().filter(|_| random.is_none()) {
                Some(roll) if roll.sides == sides && (1..=sides).contains(&roll.value) => roll.value,
                _ => 1 + random.get_or_insert_with(|| Random::new(0)).below(sides),
            },
        };
        self.rolls.push(Roll { sides, value });
        value
    }

    /// The rolls since the last call of this method.
    pub fn take_rolls(&mut self) -> Vec<Roll> {
        std::mem::take(&mut self.rolls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_read_as_it_is_written() {
        for seed in [Seed::number(0), Seed::number(u64::MAX), Seed([0xab; 32])] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        assert_eq!(Seed::number(42).to_string(), "42");
        assert_eq!("-1".parse::<Seed>(), Err(SeedError));
        assert_eq!("é".repeat(32).parse::<Seed>(), Err(SeedError));
    }

    #[test]
    fn a_seed_does_not_show_in_debug_output() {
        assert!(!format!("{:?}", Seed::number(123_456)).contains("123456"));
    }

    /// Every record ever written depends on this stream: these values must never change.
    #[test]
    fn the_stream_of_seed_42_is_fixed() {
        let mut dice = Dice::seeded(&Seed::number(42));
        let rolls: Vec<u32> = (0..12).map(|_| dice.roll(20)).collect();
        assert_eq!(rolls, FIRST_D20_OF_SEED_42);
        assert_eq!(dice.take_rolls().len(), 12);
        assert!(dice.take_rolls().is_empty());
    }

    /// Computed by an implementation of ChaCha20 from the RFC, in another language.
    const FIRST_D20_OF_SEED_42: [u32; 12] = [4, 9, 8, 15, 17, 15, 20, 4, 4, 17, 3, 8];

    #[test]
    fn every_face_is_equally_likely() {
        let mut dice = Dice::seeded(&Seed::number(7));
        let mut counts = [0_u32; 20];
        for _ in 0..200_000 {
            counts[dice.roll(20) as usize - 1] += 1;
        }
        // 10,000 for each face with a standard deviation of 97. A limit of five deviations gives one false alarm in
        // 80,000 runs.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 490), "{counts:?}");
    }

    #[test]
    fn told_dice_notice_rolls_that_are_missing_or_left_over_or_wrong() {
        let roll = |sides, value| Roll { sides, value };
        let as_told = |rolls: &[Roll]| {
            let mut dice = Dice::told(rolls);
            let thrown = [dice.roll(6), dice.roll(20)];
            (thrown == [2, 20] && dice.were_as_told(), (1..=6).contains(&thrown[0]) && (1..=20).contains(&thrown[1]))
        };
        assert_eq!(as_told(&[roll(6, 2), roll(20, 20)]), (true, true));
        let wrong = [&[roll(6, 2)][..], &[], &[roll(6, 2), roll(20, 20), roll(6, 1)], &[roll(20, 2), roll(20, 20)]];
        for rolls in wrong.into_iter().chain([&[roll(6, 7), roll(20, 20)][..], &[roll(6, 2), roll(20, 0)]]) {
            assert_eq!(as_told(rolls), (false, true), "{rolls:?}");
        }
        assert!(Dice::told(&[]).were_as_told());
    }

    #[test]
    #[should_panic(expected = "a d6 cannot show 7")]
    fn a_script_cannot_show_what_the_die_lacks() {
        Dice::scripted([7]).roll(6);
    }
}
