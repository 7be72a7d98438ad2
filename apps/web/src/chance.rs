//! Where random numbers and secrets come from.

use game::{Commitment, Dice, Origin, Seat, Seed, Share};

use crate::model::Model;

/// The storage key of the secret from which this browser's shares in dice are made.
pub(crate) const SHARES: &str = "sixfold.shares";

/// Stored in place of the secret of a journey that this browser was not told.
pub(crate) const ELSEWHERE: &str = "elsewhere";

/// The sources of chance in the page.
pub(crate) struct Chance {
    /// The state of the numbers that others may see.
    random: u64,
    /// The source of secrets; `None` if the browser has no secure random numbers.
    secrets: Option<Dice>,
}

impl Chance {
    pub(crate) fn new(random: u64) -> Self {
        Self { random, secrets: None }
    }
}

impl Model {
    /// A fresh random number. Others may see it, so it must not be a secret.
    pub fn fresh(&mut self) -> u64 {
        split_mix(&mut self.chance.random)
    }

    /// Sets the seed of secrets. They do not come from [`Model::fresh`], whose numbers others see, but from ChaCha20: a
    /// server that is told one of them cannot compute the next.
    pub fn keep_secrets(&mut self, secrets: Option<[u8; 32]>) {
        self.chance.secrets = secrets.map(|bytes| Dice::seeded(&Seed(bytes)));
    }

    /// Whether there is a seed of secrets. Without one nobody plays online: seats could be stolen and dice foreseen.
    pub fn has_secrets(&self) -> bool {
        self.chance.secrets.is_some()
    }

    /// The key of a seat: letters and digits that nobody can predict.
    pub fn secret(&mut self) -> Option<String> {
        const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        let drawn: Vec<usize> = self.draw(32, protocol::KEY_LENGTH)?;
        Some(drawn.into_iter().map(|sign| char::from(SIGNS[sign])).collect())
    }

    /// Draws the secret from which this browser's shares are made, and gives the text to store. None if one is stored
    /// already.
    pub fn draw_shares_root(&mut self) -> Option<String> {
        if self.load_share(SHARES).is_some() {
            return None;
        }
        let drawn = self.draw(256, 32)?;
        let text = Share(std::array::from_fn(|place| drawn[place] as u8)).to_string();
        self.stored.insert(SHARES.to_owned(), text.clone());
        Some(text)
    }

    /// A seat's share in the dice of the match with this commitment. It is computed from the stored secret, so that all
    /// tabs of a person give the same share, and from the commitment and the key of the seat, so that nobody who knows
    /// earlier shares can compute this one: a person who sits down again has another key.
    /// The shares of a journey's matches come from a secret of the journey, which all devices of the person have.
    pub fn share(&self, promise: Commitment, seat: Seat, key: &str, journey: Option<&str>) -> Option<Share> {
        let root = match journey {
            Some(journey) => self.journey_root(journey)?,
            None => self.load_share(SHARES)?,
        };
        Some(derived(root, vec![Share(promise.0), Share([seat.0; 32]), padded(key)]))
    }

    /// The secret from which this person's shares in the matches of a journey are made: the one that came with the link from
    /// another device, or one of this browser's own.
    pub(crate) fn journey_root(&self, journey: &str) -> Option<Share> {
        let own = || Some(derived(self.load_share(SHARES)?, vec![padded(journey)]));
        self.load_share(&journey_shares(journey)).or_else(own)
    }

    /// Whether this browser has joined a journey by a link without its secret, which only another device of the person has.
    pub(crate) fn lacks_root(&self, journey: &str) -> bool {
        self.stored.get(&journey_shares(journey)).is_some_and(|root| root == ELSEWHERE)
    }

    fn load_share(&self, key: &str) -> Option<Share> {
        self.stored.get(key)?.parse().ok()
    }

    /// This many secret numbers below `sides`.
    fn draw(&mut self, sides: u32, count: usize) -> Option<Vec<usize>> {
        let dice = self.chance.secrets.as_mut()?;
        let drawn = (0..count).map(|_| dice.roll(sides) as usize - 1).collect();
        dice.take_rolls(); // the rolls are secret, so no log of them is kept
        Some(drawn)
    }
}

/// The storage key of the secret of a journey that came from another device of the same person.
pub(crate) fn journey_shares(journey: &str) -> String {
    format!("{SHARES}.{journey}")
}

/// 32 bytes that follow from a secret and from these values, and that tell nothing of the secret.
fn derived(root: Share, from: Vec<Share>) -> Share {
    let mut dice = Origin::Fair { secret: Seed(root.0), shares: from }.dice();
    Share(std::array::from_fn(|_| (dice.roll(256) - 1) as u8))
}

/// The first bytes of a text, as a value to derive from.
fn padded(text: &str) -> Share {
    let mut bytes = [0; 32];
    bytes.iter_mut().zip(text.bytes()).for_each(|(to, from)| *to = from);
    Share(bytes)
}

/// Splitmix64: a period of 2^64, and unrelated outputs for neighbouring states.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
