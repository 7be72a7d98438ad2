//! A store that forgets everything at the end: for tests, and to say in a few lines what a store does.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{Change, Store, StoreError, StoredTable, TableRow, Write, Wrote};
use crate::ids::TableId;

/// A store that forgets everything at the end.
#[derive(Debug, Default)]
pub struct Memory(Mutex<BTreeMap<TableId, StoredTable>>);

impl Store for Memory {
    fn write(&self, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = |kept| if kept { Wrote::Kept } else { Wrote::Beaten };
        Ok(batch.iter().map(|write| kept(keep(&mut tables, write).is_some())).collect())
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        let tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut table = tables.get(&id).cloned();
        if let Some(table) = &mut table {
            table.events.retain(|event| event.seq > known);
        }
        Ok(table)
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
            let waits = seats.iter().any(|sitter| sitter.as_ref().is_none_or(|sitter| sitter.share.is_none()));
            let place = seats.get_mut(seat.index())?;
            place.take_if(|sitter| waits && sitter.request == *request).map(drop)
        }
        Write::Change(table, Change::Share(seat, share)) => {
            let known = &mut tables.get_mut(table)?.row.seats.get_mut(seat.index())?.as_mut()?.share;
            if known.is_some() {
                return None;
            }
            *known = Some(*share);
            Some(())
        }
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

fn add(tables: &mut BTreeMap<TableId, StoredTable>, row: &TableRow) -> Option<()> {
    if tables.contains_key(&row.id) {
        return None;
    }
    tables.insert(row.id, StoredTable { row: row.clone(), next: None, events: Vec::new() });
    Some(())
}
