//! A store that forgets everything at the end: for tests, and to say in a few lines what a store does.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::memory_leases::KeptLeases;
use super::{
    Abandoned, Change, Fence, Inventory, JourneyChange, JourneyEventRow, Kind, Leases, Link, LookedAt, NewJourneyRows,
    Sitter, Store, StoreError, StoredJourney, StoredTable, TableRow, Touches, Untouched, UntouchedBefore, Write, Wrote,
};
use crate::bus::NodeId;
use crate::ids::TableId;

/// A store that forgets everything at the end.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    tables: BTreeMap<TableId, StoredTable>,
    journeys: BTreeMap<TableId, StoredJourney>,
    leases: KeptLeases,
    /// The tables of the matches of journeys, by journey and number.
    matches: BTreeMap<(TableId, u32), TableId>,
}

impl Store for Memory {
    fn write(&self, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        let mut all = self.kept();
        let kept = |kept| if kept { Wrote::Kept } else { Wrote::Beaten };
        let keep = |write: &Write| match write {
            Write::Table(row) => add(&mut all.tables, row),
            Write::Change(table, change) => change_table(&mut all.tables, *table, change),
            Write::Fenced(table, fence, change) => {
                all.leases.holds(*table, *fence).then_some(())?;
                change_table(&mut all.tables, *table, change)
            }
            Write::Journey(new) => add_journey(&mut all, new),
            Write::JourneyChange(id, change) => change_journey(&mut all, *id, change),
            Write::Link(Link::Rematch { of, next }) => link_rematch(&mut all.tables, *of, *next),
            Write::Link(Link::Match { journey, number, table }) => link_match(&mut all, *journey, *number, *table),
            Write::Remove(abandoned) => remove(&mut all, abandoned),
        };
        Ok(batch.iter().map(keep).map(|done| kept(done.is_some())).collect())
    }

    fn probe(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        let all = self.kept();
        let mut table = all.tables.get(&id).cloned();
        if let Some(table) = &mut table {
            table.events.retain(|event| event.seq > known);
        }
        Ok(table)
    }

    fn journey(&self, id: TableId, known: u64) -> Result<Option<StoredJourney>, StoreError> {
        let all = self.kept();
        let mut journey = all.journeys.get(&id).cloned();
        if let Some(journey) = &mut journey {
            journey.events.retain(|event| event.seq > known);
        }
        Ok(journey)
    }

    fn touches(&self) -> &dyn Touches {
        self
    }

    fn leases(&self) -> &dyn Leases {
        self
    }
}

impl Touches for Memory {
    fn untouched(
        &self,
        before: UntouchedBefore,
        after: Option<Untouched>,
        most: usize,
    ) -> Result<Vec<LookedAt>, StoreError> {
        let all = self.kept();
        let look = |table: &StoredTable| {
            let touched = table.row.touched.filter(|touched| Some(*touched) < before.unplayed.max(before.played))?;
            let due = if table.events.is_empty() { before.unplayed } else { before.played };
            let is_due = due.is_some_and(|due| touched < due);
            Some(LookedAt { table: Untouched { touched, id: table.row.id }, is_due })
        };
        let mut found: Vec<LookedAt> = all.tables.values().filter_map(look).collect();
        found.retain(|looked| after.is_none_or(|after| looked.table > after));
        found.sort_unstable_by_key(|looked| looked.table);
        found.truncate(most);
        Ok(found)
    }

    fn newest_touch(&self) -> Result<Option<u64>, StoreError> {
        Ok(self.kept().tables.values().filter_map(|table| table.row.touched).max())
    }

    fn put_off(&self, seconds: u64) -> Result<(), StoreError> {
        for table in self.kept().tables.values_mut() {
            table.row.touched = table.row.touched.map(|touched| touched + seconds);
        }
        Ok(())
    }
}

impl Leases for Memory {
    fn renew(&self, node: NodeId, lasts: Duration) -> Result<Vec<NodeId>, StoreError> {
        Ok(self.kept().leases.renew(node, lasts))
    }

    fn retire(&self, node: NodeId) -> Result<(), StoreError> {
        self.kept().leases.retire(node);
        Ok(())
    }

    fn claim(&self, table: TableId, node: NodeId) -> Result<Option<Fence>, StoreError> {
        Ok(self.kept().leases.claim(table, node))
    }

    fn release(&self, table: TableId, node: NodeId) -> Result<(), StoreError> {
        self.kept().leases.release(table, node);
        Ok(())
    }
}

impl Memory {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inventory for Memory {
    fn names(&self, kind: Kind, after: Option<TableId>, most: usize) -> Result<Vec<TableId>, StoreError> {
        fn page<T>(all: &BTreeMap<TableId, T>, after: Option<TableId>, most: usize) -> Vec<TableId> {
            all.keys().copied().filter(|id| after.is_none_or(|after| *id > after)).take(most).collect()
        }
        let all = self.kept();
        Ok(match kind {
            Kind::Table => page(&all.tables, after, most),
            Kind::Journey => page(&all.journeys, after, most),
        })
    }

    fn matches(&self, journey: TableId) -> Result<Vec<(u32, TableId)>, StoreError> {
        let all = self.kept();
        let of_journey = all.matches.range((journey, 0)..=(journey, u32::MAX));
        Ok(of_journey.map(|((_, number), table)| (*number, *table)).collect())
    }

    fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        let all = self.kept();
        Ok(match kind {
            Kind::Table => all.tables.len() as u64,
            Kind::Journey => all.journeys.len() as u64,
        })
    }

    fn check_itself(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Nothing if somebody was first.
fn change_table(tables: &mut BTreeMap<TableId, StoredTable>, table: TableId, change: &Change) -> Option<()> {
    match change {
        Change::Rematch(row) => {
            if tables.get(&table)?.next.is_some() {
                return None;
            }
            add(tables, row)?;
            link_rematch(tables, table, row.id)
        }
        Change::Sit(seat, sitter) => {
            let place = tables.get_mut(&table)?.row.seats.get_mut(seat.index())?;
            if place.is_some() {
                return None;
            }
            *place = Some(sitter.clone());
            Some(())
        }
        Change::Free(seat, request) => {
            let seats = &mut tables.get_mut(&table)?.row.seats;
            let is_opened = seats.iter().flatten().any(|sitter| sitter.bot().is_none() && sitter.share.is_some());
            let place = seats.get_mut(seat.index())?;
            place.take_if(|sitter| !is_opened && sitter.request == *request).map(drop)
        }
        Change::Commit(seat, key, commitment) => {
            let sitter = tables.get_mut(&table)?.row.seats.get_mut(seat.index())?.as_mut()?;
            if !sitter.has_key(*key) || sitter.commitment.is_some() {
                return None;
            }
            sitter.commitment = Some(*commitment);
            Some(())
        }
        Change::Share(seat, key, share) => {
            let seats = &mut tables.get_mut(&table)?.row.seats;
            let has_committed = |sitter: &Sitter| sitter.bot().is_some() || sitter.commitment.is_some();
            let have_all = seats.iter().all(|sitter| sitter.as_ref().is_some_and(has_committed));
            let sitter = seats.get_mut(seat.index())?.as_mut()?;
            if !sitter.has_key(*key) || sitter.share.is_some() || !have_all {
                return None;
            }
            sitter.share = Some(*share);
            Some(())
        }
        Change::Event(event) => {
            let events = &mut tables.get_mut(&table)?.events;
            if event.seq != events.len() as u64 + 1 {
                return None;
            }
            events.push(event.clone());
            Some(())
        }
        Change::Touched(touched) => {
            let known = &mut tables.get_mut(&table)?.row.touched;
            *known = known.zip(*touched).map(|(known, touched)| known.max(touched));
            Some(())
        }
    }
}

fn remove(all: &mut Kept, abandoned: &Abandoned) -> Option<()> {
    let Abandoned { row, events } = abandoned;
    let table = all.tables.get(&row.id)?;
    let is_held = all.leases.is_claimed(row.id) || all.matches.values().any(|table| *table == row.id);
    if table.row != *row || table.events.len() as u64 != *events || is_held {
        return None;
    }
    all.tables.remove(&row.id);
    all.leases.forget(row.id);
    for table in all.tables.values_mut() {
        table.next.take_if(|next| *next == row.id);
    }
    Some(())
}

fn add_journey(all: &mut Kept, new: &NewJourneyRows) -> Option<()> {
    let NewJourneyRows { row, events, table } = new;
    let table_is_free = table.as_ref().is_none_or(|(_, table, _)| !all.tables.contains_key(&table.id));
    if all.journeys.contains_key(&row.id) || !table_is_free {
        return None;
    }
    all.journeys.insert(row.id, StoredJourney { row: row.clone(), table: None, events: events.clone() });
    let Some((number, table, events)) = table.clone() else { return Some(()) };
    change_journey(all, row.id, &JourneyChange::Table(number, table, events))
}

fn change_journey(all: &mut Kept, id: TableId, change: &JourneyChange) -> Option<()> {
    let journey = all.journeys.get_mut(&id)?;
    match change {
        JourneyChange::Join(seat, traveller) => {
            let place = journey.row.travellers.get_mut(seat.index())?;
            if place.is_some() {
                return None;
            }
            *place = Some(traveller.clone());
        }
        JourneyChange::Seen(seat, when) => journey.row.travellers.get_mut(seat.index())?.as_mut()?.seen = *when,
        JourneyChange::Event(event) => {
            let again = |known: &JourneyEventRow| known.seat == event.seat && known.request == event.request;
            if event.seq != journey.events.len() as u64 + 1 || journey.events.iter().any(again) {
                return None;
            }
            journey.events.push(event.clone());
        }
        JourneyChange::Table(number, row, events) => {
            if journey.table.is_some_and(|(known, _)| known >= *number) {
                return None;
            }
            add(&mut all.tables, row)?;
            all.tables.get_mut(&row.id)?.events.clone_from(events);
            link_match(all, id, *number, row.id)?;
        }
    }
    Some(())
}

fn link_rematch(tables: &mut BTreeMap<TableId, StoredTable>, of: TableId, next: TableId) -> Option<()> {
    if tables.get(&of)?.next.is_some() || !tables.contains_key(&next) {
        return None;
    }
    tables.get_mut(&of)?.next = Some(next);
    Some(())
}

fn link_match(all: &mut Kept, journey: TableId, number: u32, table: TableId) -> Option<()> {
    let newest = &mut all.journeys.get_mut(&journey)?.table;
    if newest.is_some_and(|(known, _)| known >= number) || !all.tables.contains_key(&table) {
        return None;
    }
    *newest = Some((number, table));
    all.matches.insert((journey, number), table);
    Some(())
}

fn add(tables: &mut BTreeMap<TableId, StoredTable>, row: &TableRow) -> Option<()> {
    if tables.contains_key(&row.id) {
        return None;
    }
    tables.insert(row.id, StoredTable { row: row.clone(), next: None, events: Vec::new() });
    Some(())
}
