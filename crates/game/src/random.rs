//! Fast random numbers for searches and playouts. Matches roll [`Dice`](crate::Dice) instead.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A fast source of random numbers with a seed, the same on every platform. It can be predicted, so it must not roll
/// the dice of a match.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream with this seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A new independent stream, seeded from this one.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self::new(self.next_u64())
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number below `bound`, all equally likely.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        below(bound, || (self.0.next_u64() >> 32) as u32)
    }

    /// A number from 0 (included) to 1 (excluded).
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.0.next_u64() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// One of these items, all equally likely.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u32) as usize) }
    }

    /// An index into `weights`, with a probability in proportion to its weight.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (index, &weight) in weights.iter().enumerate() {
            if left < weight {
                return index;
            }
            left -= weight;
        }
        unreachable!("the draw is below the sum of the weights")
    }
}

/// Lemire's method: one multiplication, and a rejection that makes it exact. It is written out here and not taken from
/// a crate, because every record depends on how bits become numbers: a new version of a crate must not change it.
#[inline]
pub(crate) fn below(bound: u32, mut next: impl FnMut() -> u32) -> u32 {
    assert!(bound > 0, "there is no number below 0");
    let mut wide = u64::from(next()) * u64::from(bound);
    if (wide as u32) < bound {
        let reject_below = bound.wrapping_neg() % bound;
        while (wide as u32) < reject_below {
            wide = u64::from(next()) * u64::from(bound);
        }
    }
    (wide >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_rejects_what_would_make_it_uneven() {
        // With bound 3, the low word of 0·3 is below 2^32 mod 3 = 1, so the number is drawn again.
        let mut draws = [0, u32::MAX].into_iter();
        assert_eq!(below(3, || draws.next().unwrap()), 2);
        assert_eq!(draws.next(), None);
    }

    #[test]
    fn weighted_draws_follow_the_weights_and_never_take_a_zero() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 3];
        for _ in 0..40_000 {
            counts[random.weighted(&[1, 0, 3])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!(counts[0].abs_diff(10_000) < 450, "{counts:?}");
    }

    #[test]
    fn a_split_stream_goes_its_own_way() {
        let mut random = Random::new(5);
        let mut child = random.split();
        assert_ne!(random.next_u64(), child.next_u64());
    }
}
