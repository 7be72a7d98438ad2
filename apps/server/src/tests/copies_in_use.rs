//! Somebody else writes to the target of a copy, or the target does not keep what it says: a copy that succeeds is the same as its
//! source, and every other one is told.

use super::copies::played_over;
use super::*;
use crate::store::{
    Change, Inventory, JourneyChange, Kind, Leases, Link, StoreError, StoredEvent, StoredEventKind, StoredJourney,
    StoredTable, Touches, Write, Wrote,
};
use crate::{CopyError, copy_store};

/// A target that does something else with a batch than to keep it.
struct Meddled<M> {
    store: Memory,
    meddle: M,
}

impl<M: Fn(&Memory, &mut Vec<Write>) + Send + Sync + 'static> Store for Meddled<M> {
    fn write(&self, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        let mut instead = batch.to_vec();
        (self.meddle)(&self.store, &mut instead);
        let mut wrote = self.store.write(&instead)?;
        wrote.resize(batch.len(), Wrote::Kept); // it says that it keeps what it drops
        Ok(wrote)
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.store.probe()
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        self.store.table(id, known)
    }

    fn journey(&self, id: TableId, known: u64) -> Result<Option<StoredJourney>, StoreError> {
        self.store.journey(id, known)
    }

    fn touches(&self) -> &dyn Touches {
        self.store.touches()
    }

    fn leases(&self) -> &dyn Leases {
        self.store.leases()
    }
}

impl<M: Fn(&Memory, &mut Vec<Write>) + Send + Sync + 'static> Inventory for Meddled<M> {
    fn names(&self, kind: Kind, after: Option<TableId>, most: usize) -> Result<Vec<TableId>, StoreError> {
        self.store.names(kind, after, most)
    }

    fn matches(&self, journey: TableId) -> Result<Vec<(u32, TableId)>, StoreError> {
        self.store.matches(journey)
    }

    fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        self.store.count(kind)
    }

    fn check_itself(&self) -> Result<(), StoreError> {
        self.store.check_itself()
    }
}

/// What is said of a copy to a target that does this with a batch.
fn copied(
    source: &Memory,
    meddle: impl Fn(&Memory, &mut Vec<Write>) + Send + Sync + 'static,
) -> Result<crate::CopyReport, CopyError> {
    copy_store(source, &Meddled { store: Memory::default(), meddle }, |_| {})
}

/// Removes the last write of this kind.
fn lose(batch: &mut Vec<Write>, is_it: impl Fn(&Write) -> bool) {
    if let Some(place) = batch.iter().rposition(is_it) {
        batch.remove(place);
    }
}

/// Changes every row of a table.
fn alter(batch: &mut [Write], change: impl Fn(&mut TableRow)) {
    for write in batch {
        if let Write::Table(row) = write {
            change(row);
        }
    }
}

/// A copy to a target that does this with a batch fails, and the reason names what is not the same.
#[track_caller]
fn check(source: &Memory, names: &str, meddle: impl Fn(&Memory, &mut Vec<Write>) + Send + Sync + 'static) {
    let told = copied(source, meddle).expect_err("the copy is not the same");
    assert!(matches!(&told, CopyError::InUse(what) if what.starts_with(names)), "{told}");
    assert!(told.to_string().contains("end the servers that use it, and copy again"), "{told}");
}

#[tokio::test]
async fn a_copy_that_is_not_the_same_as_its_source_is_told() {
    let source = Arc::new(Memory::default());
    drop(played_over(source.clone()).await);
    assert!(copied(&source, |_, _| {}).is_ok(), "the target keeps what it says");

    let is_event = |write: &Write| matches!(write, Write::Change(_, Change::Event(_)));
    check(&source, "table ", move |_, batch| lose(batch, is_event));
    check(&source, "table ", |_, batch| alter(batch, |row| row.seed = Seed([9; 32])));
    check(&source, "table ", |_, batch| {
        alter(batch, |row| row.seats.iter_mut().flatten().for_each(|sitter| sitter.name.push('a')));
    });
    check(&source, "table ", |_, batch| {
        lose(batch, |write| matches!(write, Write::Link(Link::Rematch { .. })));
    });
    check(&source, "journey ", |_, batch| {
        lose(batch, |write| matches!(write, Write::JourneyChange(_, JourneyChange::Event(_))));
    });
    check(&source, "journey ", |_, batch| {
        lose(batch, |write| matches!(write, Write::Link(Link::Match { .. })));
    });
}

#[tokio::test]
async fn a_copy_to_a_target_that_somebody_else_writes_to_is_told() {
    let source = Arc::new(Memory::default());
    drop(played_over(source.clone()).await);
    let name = |told: Result<_, CopyError>| match told {
        Err(CopyError::InUse(name)) => name,
        other => panic!("{other:?}"),
    };

    // A name is taken while the copy is made.
    let first = source.names(Kind::Table, None, 1).unwrap()[0];
    let taken = |store: &Memory, batch: &mut Vec<Write>| {
        store.write(batch).unwrap();
    };
    assert_eq!(name(copied(&source, taken)), format!("table {first}"));

    // Somebody plays at a table that was copied already.
    let goes_on = move |store: &Memory, batch: &mut Vec<Write>| {
        if let (Some(Write::Link(_)), Some(table)) = (batch.first(), store.table(first, 0).unwrap()) {
            let seq = table.events.len() as u64 + 1;
            let event = StoredEvent { seq, seat: Seat(0), kind: StoredEventKind::Resign, request: "on".to_owned() };
            store.write(&[Write::Change(first, Change::Event(event))]).unwrap();
        }
    };
    assert_eq!(name(copied(&source, goes_on)), format!("table {first}"));

    // Somebody makes another table.
    let new = move |store: &Memory, _: &mut Vec<Write>| {
        if let Some(table) = store.table(first, 0).unwrap() {
            store.write(&[Write::Table(TableRow { id: TableId::from_number(5), ..table.row })]).unwrap();
        }
    };
    assert_eq!(name(copied(&source, new)), "the last table");
}
