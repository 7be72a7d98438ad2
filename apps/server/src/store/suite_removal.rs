//! What every store has to do with tables that nobody uses: when somebody was last there, and removing.

use std::sync::Arc;
use std::time::Duration;

use game::{RuleFiles, Seat, ShareCommitment};

use super::suite::*;
use super::{
    Abandoned, Change, Inventory, JourneyChange, Kind, Link, NewJourneyRows, TableRow, Untouched, UntouchedBefore,
    Write, Wrote,
};
use crate::bus::NodeId;

use Wrote::{Beaten, Kept};

const LATER: UntouchedBefore = UntouchedBefore { unplayed: Some(TOUCHED + 1), played: Some(TOUCHED + 1) };

/// To remove the table as it is now.
pub(super) fn removal(store: &dyn super::Store, number: i64) -> Write {
    Write::Remove(Box::new(Abandoned::from(store.table(id(number), 0).unwrap().unwrap())))
}

fn touch(number: i64, touched: Option<u64>) -> Write {
    Write::Change(id(number), Change::Touched(touched))
}

fn play(number: i64, seq: u64) -> Write {
    Write::Change(id(number), Change::Event(event(seq, &format!("play {seq}"))))
}

fn untouched(store: &dyn Inventory, before: UntouchedBefore) -> Vec<i64> {
    let found = store.touches().untouched(before, None, 100).unwrap();
    found.into_iter().filter(|looked| looked.is_due).map(|looked| looked.table.id.to_number()).collect()
}

fn touched(store: &dyn Inventory, number: i64) -> Option<u64> {
    store.table(id(number), 0).unwrap().unwrap().row.touched
}

#[test]
fn a_table_knows_when_somebody_was_last_there() {
    on_every_store(|store| {
        wrote(store, &[Write::Table(row(1))]);
        assert_eq!(wrote(store, &[touch(1, Some(TOUCHED + 9)), touch(2, Some(TOUCHED))]), [Kept, Beaten]);
        assert_eq!(touched(store, 1), Some(TOUCHED + 9));
        assert_eq!(wrote(store, &[touch(1, Some(TOUCHED + 3))]), [Kept]);
        assert_eq!(touched(store, 1), Some(TOUCHED + 9), "an earlier time changes nothing");
        assert_eq!(wrote(store, &[touch(1, None), touch(1, Some(TOUCHED + 20))]), [Kept; 2]);
        assert_eq!(touched(store, 1), None, "what is kept for ever stays so");
    });
}

#[test]
fn tables_that_nobody_uses_are_found_in_the_order_of_their_times() {
    on_every_store(|store| {
        let at = |number: i64, touched| Write::Table(TableRow { touched, ..row(number) });
        let tables = [(1, Some(30)), (2, Some(10)), (3, Some(20)), (4, None), (5, Some(10)), (6, Some(40))];
        wrote(store, &tables.map(|(number, touched)| at(number, touched)));
        wrote(store, &[play(3, 1), play(6, 1), play(6, 2)]);
        let before = |unplayed, played| UntouchedBefore { unplayed, played };
        assert_eq!(untouched(store, before(Some(41), Some(41))), [2, 5, 3, 1, 6]);
        assert_eq!(untouched(store, before(Some(30), Some(41))), [2, 5, 3, 6], "before that time, not at it");
        assert_eq!(untouched(store, before(Some(41), Some(20))), [2, 5, 1]);
        assert_eq!(untouched(store, before(None, Some(41))), [3, 6]);
        assert_eq!(untouched(store, before(Some(41), None)), [2, 5, 1]);
        assert!(untouched(store, before(None, None)).is_empty());
        let page = |after: Option<(u64, i64)>| {
            let after = after.map(|(touched, number)| Untouched { touched, id: id(number) });
            let found = store.touches().untouched(before(Some(41), Some(20)), after, 2).unwrap();
            let looked =
                found.into_iter().map(|looked| (looked.table.touched, looked.table.id.to_number(), looked.is_due));
            looked.collect::<Vec<_>>()
        };
        assert_eq!(page(None), [(10, 2, true), (10, 5, true)]);
        assert_eq!(page(Some((10, 2))), [(10, 5, true), (20, 3, false)], "what is not due is looked at too");
        assert_eq!(page(Some((40, 6))), []);
    });
}

#[test]
fn time_in_which_nobody_could_come_is_put_off_for_all_tables_but_those_that_are_kept_for_ever() {
    on_every_store(|store| {
        assert_eq!(store.touches().newest_touch().unwrap(), None);
        let at = |number: i64, touched| Write::Table(TableRow { touched, ..row(number) });
        wrote(store, &[at(1, Some(30)), at(2, Some(10)), at(3, None)]);
        assert_eq!(store.touches().newest_touch().unwrap(), Some(30));
        store.touches().put_off(100).unwrap();
        assert_eq!([1, 2, 3].map(|number| touched(store, number)), [Some(130), Some(110), None]);
        assert_eq!(store.touches().newest_touch().unwrap(), Some(130));
    });
}

#[test]
fn a_removed_table_is_gone_with_everything_that_belongs_to_it() {
    on_every_store(|store| {
        let events: Vec<Write> = (1..=5).map(|seq| play(1, seq)).collect();
        wrote(store, &[Write::Table(row(1)), Write::Table(row(2)), play(2, 1)]);
        wrote(store, &events);
        let node = NodeId(1);
        store.leases().renew(node, Duration::from_mins(1)).unwrap();
        let first = store.leases().claim(id(1), node).unwrap();
        store.leases().release(id(1), node).unwrap();
        let gone = removal(store, 1);
        assert_eq!(wrote(store, &[gone.clone(), gone.clone(), play(1, 6)]), [Kept, Beaten, Beaten]);
        assert_eq!((store.table(id(1), 0).unwrap(), store.count(Kind::Table).unwrap()), (None, 1));
        assert_eq!(store.table(id(2), 0).unwrap().unwrap().events.len(), 1, "the others stay");
        assert_eq!(wrote(store, &[gone, touch(1, Some(TOUCHED))]), [Beaten; 2]);
        assert_eq!(store.leases().claim(id(1), node).unwrap(), first, "nothing is left of its claim");
        assert_eq!(untouched(store, LATER), [2]);
        store.check_itself().unwrap();
        // Nothing is in the way of a table with the same name.
        assert_eq!(wrote(store, &[Write::Table(row(1)), play(1, 1)]), [Kept; 2]);
        assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len(), 1);
    });
}

#[test]
fn a_table_stays_if_anything_has_happened_since_it_was_judged() {
    on_every_store(|store| {
        let sit = Write::Change(id(1), Change::Sit(Seat(1), sitter("Bo")));
        let commit = Write::Change(id(1), Change::Commit(Seat(0), key("Ann"), ShareCommitment([1; 32])));
        let free = Write::Change(id(1), Change::Free(Seat(1), "sit Bo".to_owned()));
        for (happens, is_new) in
            [(sit, true), (commit, false), (free, false), (play(1, 1), false), (touch(1, Some(TOUCHED + 1)), false)]
        {
            if is_new {
                wrote(store, &[Write::Table(row(1))]);
            }
            let early = removal(store, 1);
            assert_eq!(wrote(store, &[happens, early]), [Kept, Beaten], "in one batch");
        }
        let early = removal(store, 1);
        assert_eq!(wrote(store, &[play(1, 2)]), [Kept]);
        assert_eq!(wrote(store, &[early]), [Beaten], "in the next batch");
        assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len(), 2);
        assert_eq!(wrote(store, &[removal(store, 1)]), [Kept]);
    });
}

#[test]
fn the_link_to_a_removed_rematch_goes_with_it() {
    on_every_store(|store| {
        let next = |of: i64, number: i64| Write::Change(id(of), Change::Rematch(row(number)));
        wrote(store, &[Write::Table(row(1)), next(1, 2), next(2, 3)]);
        let [two, three] = [2, 3].map(|number| removal(store, number));
        assert_eq!(wrote(store, &[two]), [Kept]);
        assert_eq!(store.table(id(1), 0).unwrap().unwrap().next, None);
        assert!(store.table(id(3), 0).unwrap().is_some(), "the rematch of a removed table stays");
        assert_eq!(wrote(store, &[next(1, 4)]), [Kept], "and the first one can have another rematch");
        assert_eq!(wrote(store, &[three, removal(store, 4)]), [Kept; 2]);
        assert_eq!(wrote(store, &[Write::Link(Link::Rematch { of: id(1), next: id(4) })]), [Beaten]);
    });
}

#[test]
fn a_match_of_a_journey_and_a_table_that_a_node_counts_down_for_stay() {
    on_every_store(|store| {
        let of_journey = JourneyChange::Table(1, row(5), vec![event(1, "a")]);
        wrote(store, &[new_journey(), Write::JourneyChange(id(JOURNEY), of_journey), Write::Table(row(6))]);
        let (node, leases) = (NodeId(1), store.leases());
        leases.renew(node, Duration::from_mins(1)).unwrap();
        leases.claim(id(6), node).unwrap().unwrap();
        let [match_of_journey, claimed] = [5, 6].map(|number| removal(store, number));
        assert_eq!(wrote(store, &[match_of_journey.clone(), claimed.clone()]), [Beaten; 2]);
        leases.retire(node).unwrap();
        assert_eq!(wrote(store, &[match_of_journey, claimed]), [Beaten, Kept], "the node has died");
        assert_eq!(store.matches(id(JOURNEY)).unwrap(), [(1, id(5))]);
    });
}

fn rules(height: &str) -> Arc<RuleFiles> {
    RuleFiles::new([("tower.txt".to_owned(), height.to_owned())]).unwrap().into()
}

/// A rule set that another table or a journey uses stays. In a database the last one takes it along.
fn check_rules_of_removed_tables(store: &dyn Inventory, count: impl Fn() -> Option<u64>) {
    let with = |number: i64, rules| Write::Table(TableRow { rules, ..row(number) });
    let journey = NewJourneyRows { row: journey_row(), events: Vec::new(), table: None };
    let heights = [(1, Some(rules("3"))), (2, Some(rules("3"))), (3, journey_row().rules), (4, None)];
    wrote(store, &heights.map(|(number, rules)| with(number, rules)));
    wrote(store, &[Write::Journey(Box::new(journey))]);
    let check = |kept: u64| assert!(count().is_none_or(|count| count == kept), "{:?}, not {kept}", count());
    check(2);
    assert_eq!(wrote(store, &[removal(store, 1), removal(store, 3), removal(store, 4)]), [Kept; 3]);
    check(2);
    assert_eq!(store.table(id(2), 0).unwrap().unwrap().row.rules, Some(rules("3")));
    // A table that is made in the same batch goes on with the set.
    assert_eq!(wrote(store, &[removal(store, 2), with(5, Some(rules("3")))]), [Kept; 2]);
    assert_eq!(store.table(id(5), 0).unwrap().unwrap().row.rules, Some(rules("3")));
    assert_eq!(wrote(store, &[removal(store, 5)]), [Kept]);
    check(1);
    assert_eq!(store.journey(id(JOURNEY), 0).unwrap().unwrap().row.rules, journey_row().rules);
    assert_eq!(wrote(store, &[with(6, Some(rules("3")))]), [Kept], "it can come back");
    assert_eq!(store.table(id(6), 0).unwrap().unwrap().row.rules, Some(rules("3")));
}

#[test]
fn a_rule_set_that_nobody_uses_any_longer_goes_with_its_last_table() {
    check_rules_of_removed_tables(&super::Memory::default(), || None);
    let folder = tempfile::tempdir().unwrap();
    let store = super::Sqlite::open(folder.path()).unwrap();
    let other = rusqlite::Connection::open(folder.path().join(super::sqlite::FILE)).unwrap();
    let sql = "SELECT count(*) FROM rule_sets";
    check_rules_of_removed_tables(&store, || other.query_row(sql, [], |row| row.get::<_, u32>(0)).ok().map(u64::from));
    let (store, ask) = super::postgres_tests::new_store_with_sql();
    check_rules_of_removed_tables(&store, || ask(sql).trim().parse().ok());
}
