//! Who uses the server, by the address they come from. Whatever is limited for everybody together is limited for each
//! address too, so that one stranger cannot take all of it.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::limits::{Bucket, Limits, Rate};

/// An address for which limits are counted. The first half of an address of IPv6 counts: the other half is the choice of each
/// machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl Address {
    /// Everybody whose address is not known: more addresses came than are remembered.
    pub(crate) const OTHERS: Self = Self(IpAddr::V4(Ipv4Addr::BROADCAST)); // nobody can have this one

    /// A number that stands for an address, where the address itself is nobody's business.
    pub(crate) fn numbered(number: u64) -> Self {
        Self(Ipv6Addr::from_bits(u128::from(number) << 64).into())
    }

    /// The networks for which this address is counted, the widest first. The last one is the address itself.
    pub(crate) fn networks(self) -> impl Iterator<Item = Network> + Clone {
        let all = match self.0 {
            IpAddr::V4(_) => &[Width::Address][..],
            IpAddr::V6(_) => &[Width::Provider, Width::Line, Width::Address],
        };
        all.iter().map(move |&width| Network::of(self, width))
    }

    /// The widest network for which this address is counted.
    pub(crate) fn widest_network(self) -> Network {
        self.networks().next().expect("an address is counted for itself at least")
    }

    /// The same for all addresses of one line.
    pub(crate) fn line(self) -> Self {
        Network::of(self, Width::Line).first
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

/// Addresses that are counted together, because one customer of a provider may have all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network {
    first: Address,
    width: Width,
}

/// How many addresses of IPv6 are counted together. An address of IPv4 is one line or many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Width {
    /// 48 bits: a company or a tunnel, or all phones in a region. It has four times the limit of one address: requests, bytes and
    /// pages of the past, which nobody else shares. Of what everybody shares it has four times the limit at most, and no more than a fifth of
    /// the connections, half of the new tables, imports and their bytes, and three quarters of the viewers of a room. It never has
    /// less than one address, so its customers keep each other out no sooner than those behind one address of IPv4.
    Provider,
    /// 56 bits: what a home line gets. It has twice the limit, and no more than the same shares, so that a neighbour in a phone network, where this is 256 customers,
    /// is not kept out by a single one.
    Line,
    Address,
}

impl Network {
    fn of(address: Address, width: Width) -> Self {
        let first = match (address.0, width) {
            (IpAddr::V6(address), Width::Provider) => {
                Address(Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).into())
            }
            (IpAddr::V6(address), Width::Line) => Address(Ipv6Addr::from_bits(address.to_bits() >> 72 << 72).into()),
            _ => address,
        };
        Self { first, width }
    }

    pub(crate) fn contains(self, address: Address) -> bool {
        Self::of(address, self.width) == self
    }

    /// How many times the limit of one address it has.
    fn times(self) -> usize {
        match self.width {
            Width::Provider => 4,
            Width::Line => 2,
            Width::Address => 1,
        }
    }

    /// How many of its addresses may look at one table, or wait for news of one journey.
    fn most_viewers(self, limits: &Limits) -> usize {
        self.most(limits.viewers_an_address, limits.viewers_a_room * 3 / 4)
    }

    /// How much of it this network may hold at once.
    fn most_held(self, held: Held, limits: &Limits) -> usize {
        match held {
            Held::Connection => self.most(limits.connections_an_address, limits.connections / 5),
            Held::Wait => self.most(limits.waits_an_address, limits.journeys / 5),
            Held::AnswerByte => self.most(limits.answer_bytes_an_address, limits.answer_bytes / 5),
        }
    }

    /// How much it has of something of which one address has so much. A network of many addresses leaves the rest to others.
    fn most(self, an_address: usize, share: usize) -> usize {
        if self.times() == 1 {
            return an_address;
        }
        an_address.saturating_mul(self.times()).min(share).max(an_address)
    }

    /// The same for a rate. A network of many addresses has at most half of what everybody has.
    pub(crate) fn rate(self, an_address: Rate, everybody: Rate) -> Rate {
        let times = self.times() as f64;
        if self.times() == 1 {
            return an_address;
        }
        an_address.with(everybody, |one, all| (one * times).min(all / 2.0).max(one))
    }
}

/// Whether one more of this address may look at a table, or wait for news of a journey, beside these who do.
pub(crate) fn may_view(address: Address, beside: &(impl Iterator<Item = Address> + Clone), limits: &Limits) -> bool {
    address.networks().all(|network| {
        let here = beside.clone().filter(|other| network.contains(*other)).count();
        here < network.most_viewers(limits)
    })
}

/// What each address uses, and each network of addresses.
pub(crate) struct Guests {
    known: Mutex<Known>,
    /// How many bytes of long answers nobody has read yet, of all addresses together.
    answer_bytes: AtomicUsize,
    limits: Limits,
}

#[derive(Default)]
struct Known {
    by_network: HashMap<Network, Guest>,
    /// When those of whom nothing remarkable is known were forgotten.
    swept: Option<Instant>,
}

/// While too many networks are known, it is not looked through them more often than this: every newcomer would wait for it.
const SWEEP_PAUSE: Duration = Duration::from_secs(1);

struct Guest {
    held: [usize; Held::COUNT],
    most: [usize; Held::COUNT],
    buckets: [Bucket; Rated::COUNT],
}

/// Of what each address may have only so much at once.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Held {
    Connection,
    /// A request that waits for news of a journey, which stays in memory for it.
    Wait,
    /// A byte of a long answer that the client has not read yet.
    AnswerByte,
}

impl Held {
    const COUNT: usize = 3;

    /// In the order of their numbers.
    const ALL: [Self; Self::COUNT] = [Self::Connection, Self::Wait, Self::AnswerByte];
}

/// What has a rate for each address.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rated {
    /// A connection that is opened.
    Connection,
    /// Any request over HTTP.
    Request,
    /// A new table or journey.
    NewTable,
    /// A page of the past of a table.
    Page,
    /// A byte that is read.
    Byte,
}

impl Rated {
    const COUNT: usize = 5;

    /// How often one address may do it, and everybody together.
    fn rates(self, limits: &Limits) -> (Rate, Rate) {
        let unlimited = Rate { a_second: f64::INFINITY, at_once: f64::INFINITY };
        match self {
            Self::Connection => (limits.new_connections_an_address, unlimited),
            Self::Request => (limits.requests_an_address, unlimited),
            Self::NewTable => (limits.new_tables_an_address, limits.new_tables),
            Self::Page => (limits.pages_an_address, unlimited),
            Self::Byte => (limits.bytes_an_address(), unlimited),
        }
    }

    /// In the order of their numbers.
    const ALL: [Self; Self::COUNT] = [Self::Connection, Self::Request, Self::NewTable, Self::Page, Self::Byte];
}

impl Guests {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { known: Mutex::default(), answer_bytes: AtomicUsize::new(0), limits: limits.clone() }
    }

    /// Counts a connection of this address until the returned value is dropped; none if the address has too many.
    pub(crate) fn connect(self: &Arc<Self>, address: Address) -> Option<Counted> {
        self.hold(address, Held::Connection, 1)
    }

    /// Counts so much of something that this address holds until the returned value is dropped; none if that is too much.
    pub(crate) fn hold(self: &Arc<Self>, address: Address, held: Held, amount: usize) -> Option<Counted> {
        let number = held as usize;
        let may = |guest: &Guest| guest.held[number] + amount <= guest.most[number];
        let address = self.count(address, may, |guest| guest.held[number] += amount)?;
        let counted = Counted { guests: self.clone(), address, held, amount };
        if matches!(held, Held::AnswerByte) {
            let all = self.answer_bytes.fetch_add(amount, Ordering::Relaxed) + amount;
            return Some(counted).filter(|_| all <= self.limits.answer_bytes);
        }
        Some(counted)
    }

    /// Whether this address may do it once more now.
    pub(crate) fn may(&self, address: Address, rated: Rated) -> bool {
        let now = Instant::now();
        let may = |guest: &Guest| guest.buckets[rated as usize].has(1.0, now);
        let take = |guest: &mut Guest| {
            guest.buckets[rated as usize].take(now);
        };
        self.count(address, may, take).is_some()
    }

    /// Forgets networks that have no connection and whose rates have recovered.
    pub(crate) fn sweep(&self, now: Instant) {
        self.lock().sweep(now);
    }

    /// Counts something for an address if all of its networks may have it. Returns the address that it was counted for: if too many
    /// are known, newcomers share one entry.
    fn count(&self, address: Address, may: impl Fn(&Guest) -> bool, take: impl Fn(&mut Guest)) -> Option<Address> {
        let now = Instant::now();
        let mut known = self.lock();
        let may_all = |guests: &HashMap<Network, Guest>, address: Address| {
            address.networks().all(|network| match guests.get(&network) {
                Some(guest) => may(guest),
                None => may(&self.newcomer(network, now)),
            })
        };
        // First of all: a wide network that has taken what it may leaves no entries for its many addresses.
        if !may_all(&known.by_network, address) {
            return None;
        }
        let fits = |known: &Known| {
            let new = address.networks().filter(|network| !known.by_network.contains_key(network)).count();
            new == 0 || known.by_network.len() + new <= self.limits.addresses
        };
        if !fits(&known) && known.swept.is_none_or(|swept| now.saturating_duration_since(swept) >= SWEEP_PAUSE) {
            known.sweep(now);
        }
        let address = if fits(&known) { address } else { Address::OTHERS };
        if address == Address::OTHERS && !may_all(&known.by_network, address) {
            return None;
        }
        for network in address.networks() {
            take(known.by_network.entry(network).or_insert_with(|| self.newcomer(network, now)));
        }
        Some(address)
    }

    /// A network of which nothing is known.
    fn newcomer(&self, network: Network, now: Instant) -> Guest {
        let buckets = Rated::ALL.map(|rated| {
            let (an_address, everybody) = rated.rates(&self.limits);
            Bucket::full(network.rate(an_address, everybody), now)
        });
        let most = Held::ALL.map(|held| network.most_held(held, &self.limits));
        Guest { held: [0; Held::COUNT], most, buckets }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn sweep(&mut self, now: Instant) {
        self.by_network.retain(|_, guest| guest.is_remarkable(now));
        self.swept = Some(now);
    }
}

impl Guest {
    fn is_remarkable(&self, now: Instant) -> bool {
        self.held.iter().any(|held| *held > 0) || self.buckets.iter().any(|bucket| !bucket.is_full(now))
    }
}

/// What is counted for its address until this is dropped.
pub(crate) struct Counted {
    guests: Arc<Guests>,
    address: Address,
    held: Held,
    amount: usize,
}

impl Counted {
    /// So many bytes were read from the connection. Returns how long it has to wait for that, so that all connections of the
    /// address together are not too fast.
    pub(crate) fn read(&self, bytes: usize) -> Duration {
        let now = Instant::now();
        let mut known = self.guests.lock();
        let mut longest = Duration::ZERO;
        for network in self.address.networks() {
            if let Some(guest) = known.by_network.get_mut(&network) {
                longest = longest.max(guest.buckets[Rated::Byte as usize].overdraw(bytes as f64, now));
            }
        }
        longest
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if matches!(self.held, Held::AnswerByte) {
            self.guests.answer_bytes.fetch_sub(self.amount, Ordering::Relaxed);
        }
        let mut known = self.guests.lock();
        for network in self.address.networks() {
            if let Some(guest) = known.by_network.get_mut(&network) {
                guest.held[self.held as usize] -= self.amount;
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn nobody_whose_address_is_known_is_counted_with_those_whose_address_is_not() {
        for text in ["::1", "::", "0.0.0.0", "127.0.0.1", "2001:db8::1"] {
            assert!(address(text).networks().all(|network| !network.contains(Address::OTHERS)), "{text}");
        }
        assert_ne!(Address::numbered(0), Address::OTHERS);
    }

    #[test]
    fn long_answers_that_nobody_reads_are_bounded_for_an_address_and_for_everybody() {
        let guests = guests(|limits| (limits.answer_bytes_an_address, limits.answer_bytes) = (1_000, 2_500));
        let hold = |last: u8, bytes| guests.hold(address(&format!("192.0.2.{last}")), Held::AnswerByte, bytes);
        let first = hold(1, 600).unwrap();
        assert!(hold(1, 600).is_none());
        let others = [hold(1, 400).unwrap(), hold(2, 1_000).unwrap(), hold(3, 500).unwrap()];
        assert!(hold(4, 1).is_none(), "all together have as many as the server has memory for");
        drop(others);
        assert!(hold(1, 401).is_none());
        drop(first);
        drop(hold(1, 1_000).unwrap());
        assert_eq!(guests.answer_bytes.load(Ordering::Relaxed), 0);
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

    /// A home line has 256 networks of 64 bits, and a tunnel 65,536.
    #[test]
    fn ten_networks_of_one_line_of_ipv6_take_twice_what_one_address_may() {
        let guests = guests(|limits| (limits.connections_an_address, limits.new_tables.at_once) = (10, 1e3));
        let of_line = |line: u32, number: u32| address(&format!("2001:db8:7:{line:02x}{:02x}::1", number % 10));
        let held: Vec<_> = (0..100).filter_map(|number| guests.connect(of_line(1, number))).collect();
        assert_eq!(held.len(), 20);
        let neighbours: Vec<_> = (0..10).map(|number| guests.connect(of_line(2, number)).unwrap()).collect();
        drop(neighbours);
        let tunnel: Vec<_> = (0..255).filter_map(|line| guests.connect(of_line(line, 0))).collect();
        assert_eq!(held.len() + tunnel.len(), 40, "many lines of one network of a provider, four times as many");
        assert!(guests.connect(address("2001:db8:8::1")).is_some());
        drop(held);
        assert!(guests.connect(of_line(1, 0)).is_some(), "connections that have ended count no more");

        let tables = |of: &dyn Fn(u32) -> Address| (0..1000).filter(|&n| guests.may(of(n), Rated::NewTable)).count();
        let one = tables(&|_| address("192.0.2.1"));
        let line = tables(&|number| of_line(1, number));
        assert!((one * 2..one * 2 + 10).contains(&line), "{one} {line}");
        assert!(guests.may(of_line(2, 0), Rated::NewTable));
        assert_eq!(of_line(1, 0).line(), of_line(1, 7).line(), "they share the computer's time too");
        assert_ne!(of_line(1, 0).line(), of_line(2, 0).line());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_known_of_addresses_is_bounded_and_forgotten() {
        let guests = guests(|limits| limits.addresses = 100);
        let nth = |n: u32| Address::from(IpAddr::from(n.to_be_bytes()));
        let held: Vec<_> = (0..100).map(|n| guests.connect(nth(n)).unwrap()).collect();
        for n in 100..10_000 {
            guests.may(nth(n), Rated::Request);
        }
        assert_eq!(guests.lock().by_network.len(), 101, "newcomers share one entry");
        drop(held);
        tokio::time::advance(Duration::from_hours(1)).await;
        guests.sweep(Instant::now());
        assert_eq!(guests.lock().by_network.len(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_known_is_looked_through_once_a_second_at_most_while_it_is_too_much() {
        let guests = guests(|limits| limits.addresses = 100);
        let nth = |n: u32| Address::from(IpAddr::from(n.to_be_bytes()));
        for n in 0..101 {
            assert!(guests.may(nth(n), Rated::Request));
        }
        tokio::time::advance(Duration::from_millis(900)).await;
        assert!(guests.may(nth(101), Rated::Request));
        assert_eq!(guests.lock().by_network.len(), 101, "100, and all others together");
        tokio::time::advance(Duration::from_millis(100)).await;
        assert!(guests.may(nth(101), Rated::Request));
        assert_eq!(guests.lock().by_network.len(), 1, "it alone");
    }

    #[test]
    fn a_network_of_many_addresses_leaves_most_of_what_everybody_shares_to_others_and_has_no_less_than_one_address() {
        let default = guests(|_| {});
        let of_tunnel = |number: u32| address(&format!("2001:db8:7:{:x}::1", number % 60_000));
        let held: Vec<_> = (0..2_000).filter_map(|number| default.connect(of_tunnel(number))).collect();
        assert_eq!(held.len(), 800, "a fifth of 4,000");
        let tables = (0..2_000).filter(|&number| default.may(of_tunnel(number), Rated::NewTable)).count();
        assert!((100..110).contains(&tables), "half of 200 at once: {tables}");
        let of_few = guests(|limits| (limits.connections, limits.connections_an_address) = (100, 50));
        let held: Vec<_> = (0..200).filter_map(|number| of_few.connect(of_tunnel(number))).collect();
        assert_eq!(held.len(), 50, "as many as one address");
    }
}
