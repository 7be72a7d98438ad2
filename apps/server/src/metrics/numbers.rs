//! Counters, gauges and histograms.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many of something there are now.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicU64);

impl Gauge {
    /// Counts one more until the returned value is dropped.
    pub(crate) fn hold(&self) -> Held<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Held(self)
    }

    pub(crate) fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// One that a [`Gauge`] counts.
pub(crate) struct Held<'a>(&'a Gauge);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counters by a kind. The kinds are few: values of an enum, or words of this program.
#[derive(Debug)]
pub(crate) struct Counters<K>(RwLock<Vec<(K, Counter)>>);

impl<K> Default for Counters<K> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<K: Copy + PartialEq> Counters<K> {
    /// These kinds are told from the start, with 0: a collector does not notice the first of something that it has never seen.
    pub(crate) fn from_zero(kinds: &[K]) -> Self {
        Self(RwLock::new(kinds.iter().map(|kind| (*kind, Counter::default())).collect()))
    }

    pub(crate) fn add_one(&self, kind: K) {
        let counted = |counters: &[(K, Counter)]| {
            let counter = counters.iter().find(|(known, _)| *known == kind);
            counter.map(|(_, counter)| counter.add_one()).is_some()
        };
        if counted(&self.0.read().unwrap_or_else(PoisonError::into_inner)) {
            return;
        }
        let mut counters = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if !counted(&counters) {
            counters.push((kind, Counter(AtomicU64::new(1))));
        }
    }

    /// The kinds that are known from the start or have occurred, with how often.
    pub(crate) fn values(&self) -> Vec<(K, u64)> {
        let counters = self.0.read().unwrap_or_else(PoisonError::into_inner);
        counters.iter().map(|(kind, counter)| (*kind, counter.value())).collect()
    }
}

/// How often a measured thing was at most so large. The bounds are fixed when the server starts.
#[derive(Debug)]
pub(crate) struct Histogram {
    bounds: &'static [f64],
    /// One for each bound, and one for everything beyond.
    counts: Box<[AtomicU64]>,
    /// In millionths, because there are no atomic fractions.
    sum: AtomicU64,
}

impl Histogram {
    pub(crate) fn new(bounds: &'static [f64]) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Self { bounds, counts, sum: AtomicU64::new(0) }
    }

    pub(crate) fn observe(&self, value: f64) {
        let bucket = self.bounds.iter().position(|bound| value <= *bound).unwrap_or(self.bounds.len());
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add((value * 1e6) as u64, Ordering::Relaxed);
    }

    pub(crate) fn observe_time(&self, time: Duration) {
        self.observe(time.as_secs_f64());
    }

    /// The bounds with how many were at most so large, then the number of all, and their sum.
    pub(super) fn values(&self) -> (Vec<(f64, u64)>, u64, f64) {
        let mut all = 0;
        let mut up_to = self.counts.iter().map(|count| {
            all += count.load(Ordering::Relaxed);
            all
        });
        let buckets = self.bounds.iter().copied().zip(up_to.by_ref()).collect();
        let _ = up_to.next();
        (buckets, all, self.sum.load(Ordering::Relaxed) as f64 / 1e6)
    }
}
