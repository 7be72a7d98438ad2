//! Who uses the server, by the address they come from. Whatever is limited for everybody together is limited for each
//! address too, so that one stranger cannot take all of it.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use crate::limits::{Bucket, Limits, Rate};

/// An address for which limits are counted. One customer of a provider has at least 2^64 addresses of IPv6, so the
/// first half of such an address counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl Address {
    /// Everybody whose address is not known: more addresses came than are remembered.
    pub(crate) const OTHERS: Self = Self(IpAddr::V6(Ipv6Addr::UNSPECIFIED));

    /// A number that stands for an address, where the address itself is nobody's business.
    pub(crate) fn numbered(number: u64) -> Self {
        Self(Ipv6Addr::from_bits(u128::from(number) << 64).into())
    }
}

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(address.into()),
            IpAddr::V6(address) => Self(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into()),
        }
    }
}

/// What each address uses.
pub(crate) struct Guests {
    by_address: Mutex<HashMap<Address, Guest>>,
    limits: Limits,
}

struct Guest {
    connections: usize,
    buckets: [Bucket; Rated::COUNT],
}

/// What has a rate for each address.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rated {
    /// Any request over HTTP.
    Request,
    /// A new table or journey.
    NewTable,
    /// A record of a journey that is taken over.
    Import,
    /// A page of the past of a table.
    Page,
}

impl Rated {
    const COUNT: usize = 4;

    fn rates(limits: &Limits) -> [Rate; Self::COUNT] {
        [limits.requests_an_address, limits.new_tables_an_address, limits.imports_an_address, limits.pages_an_address]
    }
}

impl Guests {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { by_address: Mutex::default(), limits: limits.clone() }
    }

    /// Counts a connection of this address until the returned value is dropped; none if the address has too many.
    pub(crate) fn connect(self: &Arc<Self>, address: Address) -> Option<Counted> {
        let mut guests = self.lock();
        let (address, guest) = self.guest(&mut guests, address);
        if guest.connections >= self.limits.connections_an_address {
            return None;
        }
        guest.connections += 1;
        Some(Counted { guests: self.clone(), address })
    }

    /// Whether this address may do it once more now.
    pub(crate) fn may(&self, address: Address, rated: Rated) -> bool {
        let mut guests = self.lock();
        self.guest(&mut guests, address).1.buckets[rated as usize].take(Instant::now())
    }

    /// Forgets addresses that have no connection and whose rates have recovered.
    pub(crate) fn sweep(&self, now: Instant) {
        self.lock().retain(|_, guest| guest.is_remarkable(now));
    }

    /// What is known of an address. If too many are known, newcomers share one entry.
    fn guest<'a>(&self, guests: &'a mut HashMap<Address, Guest>, address: Address) -> (Address, &'a mut Guest) {
        let now = Instant::now();
        if guests.len() >= self.limits.addresses && !guests.contains_key(&address) {
            guests.retain(|_, guest| guest.is_remarkable(now));
        }
        let is_known = guests.len() < self.limits.addresses || guests.contains_key(&address);
        let address = if is_known { address } else { Address::OTHERS };
        let new = || Guest { connections: 0, buckets: Rated::rates(&self.limits).map(|rate| Bucket::full(rate, now)) };
        (address, guests.entry(address).or_insert_with(new))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Address, Guest>> {
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    fn is_remarkable(&self, now: Instant) -> bool {
        self.connections > 0 || self.buckets.iter().any(|bucket| !bucket.is_full(now))
    }
}

/// A connection that is counted for its address until this is dropped.
pub(crate) struct Counted {
    guests: Arc<Guests>,
    address: Address,
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(guest) = self.guests.lock().get_mut(&self.address) {
            guest.connections -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn guests(change: impl FnOnce(&mut Limits)) -> Arc<Guests> {
        let mut limits = Limits::default();
        change(&mut limits);
        Arc::new(Guests::new(&limits))
    }

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn an_address_of_ipv6_counts_by_its_network_and_one_of_ipv4_is_the_same_in_both_forms() {
        assert_eq!(address("2001:db8:1:2:3:4:5:6"), address("2001:db8:1:2::1"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.7"), address("192.0.2.7"));
        assert_ne!(address("192.0.2.8"), address("192.0.2.7"));
    }

    #[test]
    fn one_address_cannot_take_what_another_needs() {
        let guests = guests(|limits| limits.connections_an_address = 3);
        let (one, two) = (address("192.0.2.1"), address("192.0.2.2"));
        let mut held: Vec<_> = (0..3).map(|_| guests.connect(one).unwrap()).collect();
        assert!(guests.connect(one).is_none() && guests.connect(two).is_some());
        held.pop();
        assert!(guests.connect(one).is_some(), "a connection that has ended counts no more");
        let tables = (0..1000).filter(|_| guests.may(one, Rated::NewTable)).count();
        assert!((10..=200).contains(&tables), "{tables}");
        assert!(guests.may(two, Rated::NewTable));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_known_of_addresses_is_bounded_and_forgotten() {
        let guests = guests(|limits| limits.addresses = 100);
        let nth = |n: u32| Address::from(IpAddr::from(n.to_be_bytes()));
        let held: Vec<_> = (0..100).map(|n| guests.connect(nth(n)).unwrap()).collect();
        for n in 100..10_000 {
            guests.may(nth(n), Rated::Request);
        }
        assert_eq!(guests.lock().len(), 101, "newcomers share one entry");
        drop(held);
        tokio::time::advance(Duration::from_hours(1)).await;
        guests.sweep(Instant::now());
        assert_eq!(guests.lock().len(), 0);
    }
}
