//! Who may import records of journeys: how many, and how many bytes of them. All of a record is played again, and then it stays in the
//! store. A record is announced by the head of its request, and whoever announces one has taken nothing from anybody else yet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{Refused, RefusedCode};
use tokio::time::Instant;

use crate::frame::refused;
use crate::guests::{Address, Network};
use crate::limits::{Bucket, Limits};

/// What was imported lately.
pub(crate) struct Imports {
    used: Mutex<Used>,
    limits: Limits,
}

/// So many bytes of records may be on their way at once: they are in memory until they have arrived.
const MOST_BYTES_ON_THEIR_WAY: usize = 256_000_000;

struct Used {
    by_everybody: Share,
    bytes_on_their_way: usize,
    /// Apart from what else is known of addresses (`guests`): the bytes of a day are remembered for hours.
    by_network: HashMap<Network, Share>,
}

/// What somebody may import now.
#[derive(Clone, Copy)]
struct Share {
    records: Bucket,
    bytes: Bucket,
}

impl Share {
    fn take(&mut self, bytes: usize, now: Instant) {
        self.records.take(now);
        self.bytes.take_many(bytes as f64, now);
    }

    /// How much of it is left, from 0 to 1.
    fn left(&self, now: Instant) -> f64 {
        self.records.left(now).min(self.bytes.left(now))
    }
}

impl Used {
    fn check_everybody(&self, bytes: usize, now: Instant) -> Result<(), Refused> {
        let Share { records, bytes: all } = &self.by_everybody;
        if records.has(1.0, now) && all.has(bytes as f64, now) {
            return Ok(());
        }
        Err(too_many())
    }
}

fn too_many() -> Refused {
    too_fast("too many records at once; try again later")
}

fn too_fast(problem: &str) -> Refused {
    refused(RefusedCode::TooFast, problem)
}

impl Imports {
    pub(crate) fn new(limits: &Limits, now: Instant) -> Self {
        let full = |rate| Bucket::full(rate, now);
        let by_everybody = Share { records: full(limits.imports), bytes: full(limits.import_bytes) };
        Self {
            used: Mutex::new(Used { by_everybody, bytes_on_their_way: 0, by_network: HashMap::new() }),
            limits: limits.clone(),
        }
    }

    /// Whether a record of so many bytes may come from this address. It counts for the address from now on, so that nobody announces
    /// more than may come. For everybody it counts when it has arrived.
    pub(crate) fn announce(
        self: &Arc<Self>,
        by: Address,
        bytes: usize,
        now: Instant,
    ) -> Result<AnnouncedImport, Refused> {
        let used = &mut *self.lock();
        // All are asked before anybody is charged: who is refused because of others has used nothing.
        used.check_everybody(bytes, now)?;
        if used.bytes_on_their_way + bytes > MOST_BYTES_ON_THEIR_WAY {
            return Err(too_many());
        }
        for network in by.networks() {
            let Share { records, bytes: all } =
                used.by_network.get(&network).copied().unwrap_or_else(|| self.newcomer(network, now));
            if !records.has(1.0, now) {
                return Err(too_fast("too many records from your address at once; try again in a moment"));
            }
            if !all.has(bytes as f64, now) {
                return Err(too_fast(
                    "your address has sent as many records as it may in a day; try again in some hours",
                ));
            }
        }
        for network in by.networks() {
            if !used.by_network.contains_key(&network) {
                self.make_place(&mut used.by_network, now);
            }
            used.by_network.entry(network).or_insert_with(|| self.newcomer(network, now)).take(bytes, now);
        }
        used.bytes_on_their_way += bytes;
        let imports = self.clone();
        Ok(AnnouncedImport { imports, by, bytes, has_arrived: false, is_too_late: false, is_charged: false })
    }

    /// Forgets networks whose limits have recovered.
    pub(crate) fn sweep(&self, now: Instant) {
        self.lock().by_network.retain(|_, share| share.left(now) < 1.0);
    }

    /// If too many networks are known, the one that has used least of its limits begins anew. So nobody is kept out by those who are
    /// known, and who has used most stays known. The limits of everybody hold all the same.
    fn make_place(&self, by_network: &mut HashMap<Network, Share>, now: Instant) {
        if by_network.len() < self.limits.networks_that_import {
            return;
        }
        let least_used = by_network.iter().max_by(|(_, one), (_, other)| one.left(now).total_cmp(&other.left(now)));
        if let Some(network) = least_used.map(|(network, _)| *network) {
            by_network.remove(&network);
        }
    }

    /// A network of which nothing is known.
    fn newcomer(&self, network: Network, now: Instant) -> Share {
        let Limits { imports, imports_an_address, import_bytes, import_bytes_an_address, .. } = self.limits;
        Share {
            records: Bucket::full(network.rate(imports_an_address, imports), now),
            bytes: Bucket::full(network.rate(import_bytes_an_address, import_bytes), now),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A record that was announced. If it is dropped, its bytes are given back. That it was announced still counts: reading it was work, also if
/// it was none.
pub(crate) struct AnnouncedImport {
    imports: Arc<Imports>,
    pub(crate) by: Address,
    /// So many bytes count for the address, and for everybody once the record has arrived.
    bytes: usize,
    has_arrived: bool,
    /// Whether others had taken the last place when it arrived.
    is_too_late: bool,
    is_charged: bool,
}

impl AnnouncedImport {
    /// The record has arrived with so many bytes, and is about to be played again, which counts also if it is wrong. What was announced
    /// and not sent is given back.
    pub(crate) fn arrive(&mut self, bytes: usize, now: Instant) -> Result<(), Refused> {
        let bytes = bytes.min(self.bytes);
        let used = &mut *self.imports.lock();
        if let Err(refused) = used.check_everybody(bytes, now) {
            self.is_too_late = true;
            return Err(refused);
        }
        used.bytes_on_their_way -= self.bytes;
        used.by_everybody.take(bytes, now);
        for network in self.by.networks() {
            if let Some(share) = used.by_network.get_mut(&network) {
                share.bytes.give_back((self.bytes - bytes) as f64);
            }
        }
        (self.bytes, self.has_arrived) = (bytes, true);
        Ok(())
    }

    /// The record is about to be written: its bytes are given back no more, also if whoever asked goes away meanwhile.
    pub(crate) fn charge(&mut self) {
        self.is_charged = true;
    }

    /// The record was not written after all.
    pub(crate) fn was_not_kept(&mut self) {
        self.is_charged = false;
    }
}

impl Drop for AnnouncedImport {
    fn drop(&mut self) {
        if self.is_charged {
            return;
        }
        let (used, bytes) = (&mut *self.imports.lock(), self.bytes as f64);
        if !self.has_arrived {
            used.bytes_on_their_way -= self.bytes;
        }
        for network in self.by.networks() {
            if let Some(share) = used.by_network.get_mut(&network) {
                share.bytes.give_back(bytes);
                if self.is_too_late {
                    share.records.give_back(1.0);
                }
            }
        }
        if self.has_arrived {
            used.by_everybody.bytes.give_back(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
    use std::time::Duration;

    use super::*;
    use crate::limits::Rate;

    /// The largest record.
    const LARGEST: usize = 2_359_296;
    const NO_LIMIT: Rate = Rate { a_second: 1e12, at_once: 1e12 };

    fn imports(change: impl FnOnce(&mut Limits)) -> (Arc<Imports>, Instant) {
        let (mut limits, now) = (Limits::default(), Instant::now());
        change(&mut limits);
        (Arc::new(Imports::new(&limits, now)), now)
    }

    fn nth(number: u32) -> Address {
        IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + number)).into()
    }

    /// Imports a record that is kept.
    fn import(imports: &Arc<Imports>, by: Address, bytes: usize, now: Instant) -> Result<(), Refused> {
        let mut announced = imports.announce(by, bytes, now)?;
        announced.arrive(bytes, now)?;
        announced.charge();
        Ok(())
    }

    #[test]
    fn records_that_were_announced_and_never_came_keep_nobody_else_out_and_are_forgotten() {
        let (imports, start) = imports(|_| {});
        let mut announced = Vec::new();
        for number in 0..400 {
            announced.extend(imports.announce(nth(number % 22), LARGEST, start));
        }
        assert_eq!(announced.len(), 3 * 22, "each address has announced what it may");
        import(&imports, nth(99), 1_500_000, start).unwrap();
        drop(announced);
        assert!(imports.announce(nth(0), 1, start).is_err(), "three were announced");
        import(&imports, nth(0), LARGEST, start + Duration::from_secs(20)).unwrap();
        assert_eq!(imports.lock().bytes_on_their_way, 0);
        let later = start + Duration::from_mins(2);
        imports.sweep(later);
        assert_eq!(imports.lock().by_network.len(), 2, "the two that have imported");
        imports.sweep(later + Duration::from_hours(24));
        assert!(imports.lock().by_network.is_empty());
    }

    #[test]
    fn no_more_bytes_are_on_their_way_than_the_server_has_memory_for() {
        let (imports, now) = imports(|_| {});
        let announced: Vec<_> =
            (0..1_000).filter_map(|number| imports.announce(nth(number), LARGEST, now).ok()).collect();
        assert_eq!(announced.len(), MOST_BYTES_ON_THEIR_WAY / LARGEST);
        drop(announced);
        import(&imports, nth(2_000), LARGEST, now).unwrap();
    }

    #[test]
    fn who_is_refused_because_of_others_has_used_nothing_of_their_own() {
        let (imports, mut now) = imports(|_| {});
        let honest = nth(99);
        for round in 0..10 {
            for other in 0..20 {
                let _ = import(&imports, nth(100 + 20 * round + other), 1, now);
            }
            assert!(imports.announce(honest, 2_000_000, now).is_err());
            now += Duration::from_mins(1);
        }
        assert!(!imports.lock().by_network.contains_key(&honest.widest_network()));
    }

    /// Somebody else takes the last place while the record is on its way.
    #[test]
    fn who_is_refused_when_the_record_has_arrived_has_used_nothing_of_their_own() {
        let (imports, now) = imports(|limits| limits.imports = Rate { a_second: 0.5, at_once: 1.0 });
        let mut announced = imports.announce(nth(1), 20_000_000, now).unwrap();
        import(&imports, nth(2), 1, now).unwrap();
        assert!(announced.arrive(20_000_000, now).is_err());
        drop(announced);
        import(&imports, nth(1), 20_000_000, now + Duration::from_secs(2)).unwrap();
    }

    #[test]
    fn what_was_not_sent_is_given_back_and_a_wrong_record_costs_no_bytes() {
        let (imports, now) = imports(|limits| {
            limits.imports_an_address = Rate { a_second: 0.0, at_once: 3.0 };
            limits.import_bytes = Rate::a_day(20e6);
        });
        let mut announced = imports.announce(nth(1), LARGEST, now).unwrap();
        announced.arrive(1_000, now).unwrap();
        announced.charge();
        drop(announced);
        let mut wrong = imports.announce(nth(1), LARGEST, now).unwrap();
        wrong.arrive(LARGEST, now).unwrap();
        drop(wrong);
        import(&imports, nth(1), 20_000_000 - 1_000, now).unwrap();
        let used_up = imports.announce(nth(1), 1, now).map(drop).unwrap_err().problem;
        assert!(used_up.contains("too many records"), "the wrong one was played again too: {used_up}");
        assert!(import(&imports, nth(2), 1, now).is_err(), "all bytes of everybody are kept");
    }

    #[test]
    fn who_goes_away_while_the_record_is_written_has_imported_it() {
        let (imports, now) = imports(|_| {});
        let mut announced = imports.announce(nth(1), 20_000_000, now).unwrap();
        announced.arrive(20_000_000, now).unwrap();
        announced.charge();
        drop(announced);
        assert!(imports.announce(nth(1), 1_000_000, now).is_err());
    }

    #[test]
    fn one_network_of_a_provider_takes_at_most_half_of_the_places_for_imports() {
        let (imports, now) = imports(|_| {});
        let of_tunnel = |number: u128| IpAddr::V6(Ipv6Addr::from_bits((0x2001_0db8_0007_0000 + number) << 64)).into();
        let taken = (0..1_000).filter(|&number| import(&imports, of_tunnel(number), 1_000, now).is_ok()).count();
        assert_eq!(taken, 5, "of 10");
        import(&imports, nth(1), 1_000, now).unwrap();
    }

    #[test]
    fn few_networks_are_remembered_nobody_is_kept_out_by_them_and_who_has_used_most_stays_known() {
        let (imports, now) = imports(|limits| {
            limits.networks_that_import = 100;
            (limits.imports, limits.import_bytes, limits.imports_an_address) = (NO_LIMIT, NO_LIMIT, NO_LIMIT);
        });
        import(&imports, nth(0), 20_000_000, now).unwrap();
        for number in 1..1_000 {
            import(&imports, nth(number), 1_000, now).unwrap();
        }
        assert_eq!(imports.lock().by_network.len(), 100);
        assert!(import(&imports, nth(0), 1_000_000, now).is_err());
    }
}
