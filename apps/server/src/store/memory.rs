//! A store that forgets everything at the end: for tests, and to say in a few lines what a store does.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{
    Change, Inventory, JourneyChange, JourneyEventRow, Kind, NewJourneyRows, Sitter, Store, StoreError, StoredJourney,
    StoredTable, TableRow, Write, Wrote,
};
use crate::ids::TableId;

/// A store that forgets everything at the end.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    tables: BTreeMap<TableId, StoredTable>,
    journeys: BTreeMap<TableId, StoredJourney>,
}

impl Store for Memory {
    fn write(&self, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = |kept| if kept { Wrote::Kept } else { Wrote::Beaten };
        let keep = |write: &Write| match write {
            Write::Table(_) | Write::Change(..) => keep(&mut all.tables, write),
            Write::Journey(new) => add_journey(&mut all, new),
            Write::JourneyChange(id, change) => change_journey(&mut all, *id, change),
        };
        Ok(batch.iter().map(keep).map(|done| kept(done.is_some())).collect())
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut table = all.tables.get(&id).cloned();
        if let Some(table) = &mut table {
            table.events.retain(|event| event.seq > known);
        }
        Ok(table)
    }

    fn journey(&self, id: TableId, known: u64) -> Result<Option<StoredJourney>, StoreError> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut journey = all.journeys.get(&id).cloned();
        if let Some(journey) = &mut journey {
            journey.events.retain(|event| event.seq > known);
        }
        Ok(journey)
    }
}

impl Inventory for Memory {
    fn names(&self, kind: Kind, after: Option<TableId>, most: usize) -> Result<Vec<TableId>, StoreError> {
        fn page<T>(all: &BTreeMap<TableId, T>, after: Option<TableId>, most: usize) -> Vec<TableId> {
            all.keys().copied().filter(|id| after.is_none_or(|after| *id > after)).take(most).collect()
        }
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(match kind {
            Kind::Table => page(&all.tables, after, most),
            Kind::Journey => page(&all.journeys, after, most),
        })
    }

    fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
fn keep(tables: &mut BTreeMap<TableId, StoredTable>, write: &Write) -> Option<()> {
    match write {
        Write::Table(row) => add(tables, row),
        Write::Change(table, Change::Rematch(row)) => {
            if tables.get(table)?.next.is_some() {
                return None;
            }
            add(tables, row)?;
            tables.get_mut(table)?.next = Some(row.id);
            Some(())
        }
        Write::Change(table, Change::Sit(seat, sitter)) => {
            let place = tables.get_mut(table)?.row.seats.get_mut(seat.index())?;
            if place.is_some() {
                return None;
            }
            *place = Some(sitter.clone());
            Some(())
        }
        Write::Change(table, Change::Free(seat, request)) => {
            let seats = &mut tables.get_mut(table)?.row.seats;
            let is_opened = seats.iter().flatten().any(|sitter| sitter.bot().is_none() && sitter.share.is_some());
            let place = seats.get_mut(seat.index())?;
            place.take_if(|sitter| !is_opened && sitter.request == *request).map(drop)
        }
        Write::Change(table, Change::Commit(seat, commitment)) => {
            let known = &mut tables.get_mut(table)?.row.seats.get_mut(seat.index())?.as_mut()?.commitment;
            if known.is_some() {
                return None;
            }
            *known = Some(*commitment);
            Some(())
        }
        Write::Change(table, Change::Share(seat, share)) => {
            let seats = &mut tables.get_mut(table)?.row.seats;
            let has_committed = |sitter: &Sitter| sitter.bot().is_some() || sitter.commitment.is_some();
            let have_all = seats.iter().all(|sitter| sitter.as_ref().is_some_and(has_committed));
            let known = &mut seats.get_mut(seat.index())?.as_mut()?.share;
            if known.is_some() || !have_all {
                return None;
            }
            *known = Some(*share);
            Some(())
        }
        Write::Journey(..) | Write::JourneyChange(..) => None, // not asked of tables
        Write::Change(table, Change::Event(event)) => {
            let events = &mut tables.get_mut(table)?.events;
            let again = |known: &super::StoredEvent| known.seat == event.seat && known.request == event.request;
            if event.seq != events.len() as u64 + 1 || events.iter().any(again) {
                return None;
            }
            events.push(event.clone());
            Some(())
        }
    }
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
            journey.table = Some((*number, row.id));
        }
    }
    Some(())
}

fn add(tables: &mut BTreeMap<TableId, StoredTable>, row: &TableRow) -> Option<()> {
    if tables.contains_key(&row.id) {
        return None;
    }
    tables.insert(row.id, StoredTable { row: row.clone(), next: None, events: Vec::new() });
    Some(())
}
