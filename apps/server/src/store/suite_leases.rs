//! What every store has to do for nodes that share it: leases, claims, and appending by a claim.

use std::time::Duration;

use super::suite::{TABLE, append, event, id, on_every_store, row, wrote};
use super::{Change, Fence, Write, Wrote};
use crate::bus::NodeId;

use Wrote::{Beaten, Kept};

#[test]
fn a_node_is_alive_while_its_lease_lasts() {
    on_every_store(|store| {
        let (one, two, moment) = (NodeId(1), NodeId(2), Duration::from_millis(20));
        assert_eq!(store.leases().renew(one, Duration::from_mins(1)).unwrap(), [one]);
        assert_eq!(store.leases().renew(two, moment).unwrap(), [one, two]);
        std::thread::sleep(2 * moment);
        assert_eq!(
            store.leases().renew(one, Duration::from_mins(1)).unwrap(),
            [one],
            "the store goes by its own clock"
        );
        assert_eq!(store.leases().renew(two, Duration::from_mins(1)).unwrap(), [one, two]);
        store.leases().retire(one).unwrap();
        assert_eq!(store.leases().renew(two, Duration::from_mins(1)).unwrap(), [two]);
    });
}

#[test]
fn a_claim_goes_to_another_node_when_it_is_given_back_or_its_node_has_died() {
    on_every_store(|store| {
        let (leases, one, two, table) = (store.leases(), NodeId(1), NodeId(2), id(TABLE));
        assert_eq!(leases.claim(table, one).unwrap(), None, "it is not alive");
        for node in [one, two] {
            leases.renew(node, Duration::from_mins(1)).unwrap();
        }
        assert_eq!(leases.claim(table, one).unwrap(), Some(Fence(1)));
        assert_eq!(leases.claim(table, one).unwrap(), Some(Fence(1)), "it is its own already");
        assert_eq!(leases.claim(table, two).unwrap(), None);
        assert_eq!(leases.claim(id(3), two).unwrap(), Some(Fence(1)), "another table");
        leases.release(table, two).unwrap(); // not its own
        assert_eq!(leases.claim(table, two).unwrap(), None);
        leases.release(table, one).unwrap();
        assert_eq!(leases.claim(table, two).unwrap(), Some(Fence(2)));
        leases.retire(two).unwrap();
        assert_eq!(leases.claim(table, one).unwrap(), Some(Fence(3)));
    });
}

#[test]
fn who_has_lost_a_claim_cannot_append_by_it() {
    on_every_store(|store| {
        wrote(store, &[Write::Table(row(TABLE))]);
        let (leases, one, two, table) = (store.leases(), NodeId(1), NodeId(2), id(TABLE));
        for node in [one, two] {
            leases.renew(node, Duration::from_mins(1)).unwrap();
        }
        let fenced = |fence, seq: u64| Write::Fenced(table, fence, Change::Event(event(seq, &format!("e{seq}"))));
        assert_eq!(wrote(store, &[fenced(Fence(1), 1)]), [Beaten], "nobody has claimed it");
        let first = leases.claim(table, one).unwrap().unwrap();
        assert_eq!(wrote(store, &[fenced(first, 1), fenced(first, 1), append(2, "a")]), [Kept, Beaten, Kept]);
        leases.retire(one).unwrap(); // its lease has ended while it was stopped
        assert_eq!(wrote(store, &[fenced(first, 3)]), [Kept], "nobody has claimed it since");
        let second = leases.claim(table, two).unwrap().unwrap();
        assert_eq!(wrote(store, &[fenced(first, 4), fenced(second, 4)]), [Beaten, Kept]);
        leases.release(table, two).unwrap();
        assert_eq!(wrote(store, &[fenced(second, 5)]), [Beaten]);
    });
}
