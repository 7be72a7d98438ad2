//! What becomes of each write of a batch, decided in memory: from what the database has of everything that the batch touches,
//! read under locks, and from the writes that come before it in the batch. What is kept is gathered, so that a batch of hundreds
//! of writes is a handful of statements.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use game::{RuleFiles, Seat};

use super::sums::{self, Sum};
use super::{
    Change, Fence, JourneyChange, JourneyEventRow, JourneyRow, Link, NewJourneyRows, Sitter, StoredEvent, TableRow,
    Traveller, Write, Wrote,
};
use crate::ids::TableId;

/// What the database has of what a batch touches. Nothing in the place of something that is there and cannot be read: its name
/// is taken, and whoever writes to it is told to read it, which tells the damage.
#[derive(Default)]
pub(super) struct Found {
    pub(super) tables: HashMap<TableId, Option<FoundTable>>,
    pub(super) journeys: HashMap<TableId, Option<FoundJourney>>,
    /// The newest claims, of those that were not given back.
    pub(super) claims: HashMap<TableId, Fence>,
    /// The tables that no removal may touch: those of journeys, and those that a node counts down for.
    pub(super) held: HashSet<TableId>,
}

pub(super) struct FoundTable {
    pub(super) seats: u8,
    pub(super) has_next: bool,
    pub(super) sum: Sum,
    pub(super) touched: Option<u64>,
    /// Complete only for tables of which [`Touched::sitters`] has the name.
    pub(super) sitters: BTreeMap<u8, (Sitter, Sum)>,
    pub(super) log: FoundLog,
}

pub(super) struct FoundJourney {
    pub(super) seats: u8,
    pub(super) sum: Sum,
    pub(super) taken: BTreeSet<u8>,
    pub(super) newest_match: Option<u32>,
    pub(super) log: FoundLog,
}

/// The end of a log.
#[derive(Default)]
pub(super) struct FoundLog {
    /// The number of the newest event and its sum.
    pub(super) last: Option<(u64, Sum)>,
    /// Those requests of the batch that are events already.
    pub(super) requests: HashSet<(u8, String)>,
}

impl FoundLog {
    /// Appends an event if it is the next one and no repetition. `beginning` is the sum that the first event builds on.
    fn append(
        &mut self,
        (seq, seat, request): (u64, Seat, &str),
        beginning: impl FnOnce() -> Sum,
        sum_of: impl FnOnce(Sum) -> Sum,
    ) -> Option<Sum> {
        let (last, before) = self.last.unwrap_or_else(|| (0, beginning()));
        if seq != last + 1 || !self.requests.insert((seat.0, request.to_owned())) {
            return None;
        }
        let sum = sum_of(before);
        self.last = Some((seq, sum));
        Some(sum)
    }
}

/// The names of what has to be read before a batch can be decided.
#[derive(Default)]
pub(super) struct Touched<'a> {
    pub(super) tables: BTreeSet<i64>,
    /// Those of them whose sitters matter.
    pub(super) sitters: BTreeSet<i64>,
    pub(super) requests: Vec<(i64, i16, &'a str)>,
    /// Those of them that are written to by a claim.
    pub(super) claims: BTreeSet<i64>,
    /// Those of them that are to be removed.
    pub(super) removed: BTreeSet<i64>,
    pub(super) journeys: BTreeSet<i64>,
    pub(super) journey_requests: Vec<(i64, i16, &'a str)>,
}

impl<'a> Touched<'a> {
    pub(super) fn by(batch: &'a [Write]) -> Self {
        let mut touched = Self::default();
        for write in batch {
            match write {
                Write::Table(row) => touched.table(row.id),
                Write::Change(id, change) => touched.change(*id, change),
                Write::Fenced(id, _, change) => {
                    touched.claims.insert(id.to_number());
                    touched.change(*id, change);
                }
                Write::Journey(new) => {
                    touched.journeys.insert(new.row.id.to_number());
                    touched.tables.extend(new.table.as_ref().map(|(_, row, _)| row.id.to_number()));
                }
                Write::JourneyChange(id, change) => {
                    touched.journeys.insert(id.to_number());
                    match change {
                        JourneyChange::Join(..) | JourneyChange::Seen(..) => {}
                        JourneyChange::Event(event) => {
                            touched.journey_requests.push((id.to_number(), event.seat.0.into(), &event.request));
                        }
                        JourneyChange::Table(_, row, _) => touched.table(row.id),
                    }
                }
                Write::Link(Link::Rematch { of, next }) => {
                    touched.table(*of);
                    touched.table(*next);
                }
                Write::Link(Link::Match { journey, table, .. }) => {
                    touched.journeys.insert(journey.to_number());
                    touched.table(*table);
                }
                Write::Remove(abandoned) => {
                    touched.table(abandoned.row.id);
                    touched.sitters.insert(abandoned.row.id.to_number());
                    touched.removed.insert(abandoned.row.id.to_number());
                }
            }
        }
        touched
    }

    fn table(&mut self, id: TableId) {
        self.tables.insert(id.to_number());
    }

    fn change(&mut self, id: TableId, change: &'a Change) {
        self.table(id);
        match change {
            Change::Sit(..) | Change::Free(..) | Change::Commit(..) | Change::Share(..) => {
                self.sitters.insert(id.to_number());
            }
            Change::Event(event) => {
                // The first event builds on everybody who sits there.
                if event.seq == 1 {
                    self.sitters.insert(id.to_number());
                }
                self.requests.push((id.to_number(), event.seat.0.into(), &event.request));
            }
            Change::Rematch(row) => self.table(row.id),
            Change::Touched(_) => {}
        }
    }
}

/// What is to be written, with the sums of the rows.
#[derive(Default)]
pub(super) struct Plan<'a> {
    pub(super) rules: BTreeMap<[u8; 32], &'a RuleFiles>,
    pub(super) tables: Vec<(&'a TableRow, Sum)>,
    /// The seats that change. [`Found`] has who sits there at the end.
    pub(super) seats: BTreeSet<(TableId, u8)>,
    pub(super) events: Vec<(TableId, &'a StoredEvent, Sum)>,
    pub(super) rematches: Vec<(TableId, TableId)>,
    pub(super) touched: BTreeMap<TableId, Option<u64>>,
    pub(super) removed: Vec<&'a TableRow>,
    pub(super) journeys: Vec<(&'a JourneyRow, Sum)>,
    pub(super) travellers: Vec<(TableId, Seat, &'a Traveller, Sum)>,
    pub(super) seen: BTreeMap<(TableId, u8), u64>,
    pub(super) journey_events: Vec<(TableId, &'a JourneyEventRow, Sum)>,
    pub(super) matches: Vec<(TableId, u32, TableId)>,
}

/// Decides about the writes in their order. `found` is afterwards as the database will be.
pub(super) fn decide<'a>(batch: &'a [Write], found: &mut Found) -> (Plan<'a>, Vec<Wrote>) {
    let mut plan = Plan::default();
    let wrote = batch.iter().map(|write| match plan.keep(found, write) {
        Some(()) => Wrote::Kept,
        None => Wrote::Beaten,
    });
    let wrote = wrote.collect();
    (plan, wrote)
}

/// Each of these returns nothing if another write was first, and then has changed nothing.
impl<'a> Plan<'a> {
    fn keep(&mut self, found: &mut Found, write: &'a Write) -> Option<()> {
        match write {
            Write::Table(row) => self.add_table(found, row, &[]),
            Write::Change(id, change) => self.change(found, *id, change),
            Write::Fenced(id, fence, change) => {
                found.claims.get(id).filter(|newest| *newest == fence)?;
                self.change(found, *id, change)
            }
            Write::Journey(new) => self.add_journey(found, new),
            Write::JourneyChange(id, JourneyChange::Table(number, row, events)) => {
                found.journey_before(*id, *number)?;
                self.add_table(found, row, events)?;
                self.link_match(found, *id, *number, row.id)
            }
            Write::JourneyChange(id, change) => self.change_journey(found.journey(*id)?, *id, change),
            Write::Link(Link::Rematch { of, next }) => {
                found.table(*next)?;
                self.link_rematch(found, *of, *next)
            }
            Write::Link(Link::Match { journey, number, table }) => {
                found.table(*table)?;
                self.link_match(found, *journey, *number, *table)
            }
            Write::Remove(abandoned) => self.remove(found, abandoned),
        }
    }

    fn change(&mut self, found: &mut Found, id: TableId, change: &'a Change) -> Option<()> {
        let Change::Rematch(row) = change else { return self.change_table(found.table(id)?, id, change) };
        if found.table(id)?.has_next {
            return None;
        }
        self.add_table(found, row, &[])?;
        self.link_rematch(found, id, row.id)
    }

    fn add_table(&mut self, found: &mut Found, row: &'a TableRow, events: &'a [StoredEvent]) -> Option<()> {
        let numbers = events.iter().map(|event| (event.seq, event.seat.0, event.request.as_str()));
        if found.tables.contains_key(&row.id) || !is_a_log(numbers) {
            return None;
        }
        self.rules(row.rules.as_deref());
        let (mut sitters, sum) = (BTreeMap::new(), sums::of_table(row));
        for (seat, sitter) in Seat::first(row.seats.len() as u8).zip(&row.seats) {
            if let Some(sitter) = sitter {
                sitters.insert(seat.0, (sitter.clone(), sums::of_sitter(row.id, seat, sitter)));
                self.seats.insert((row.id, seat.0));
            }
        }
        let (seats, log) = (row.seats.len() as u8, FoundLog::default());
        let mut table = FoundTable { seats, has_next: false, sum, touched: row.touched, sitters, log };
        self.tables.push((row, sum));
        for event in events {
            self.append(&mut table, row.id, event)?;
        }
        found.tables.insert(row.id, Some(table));
        Some(())
    }

    fn change_table(&mut self, table: &mut FoundTable, id: TableId, change: &'a Change) -> Option<()> {
        match change {
            Change::Sit(seat, sitter) => {
                if seat.0 >= table.seats || table.sitters.contains_key(&seat.0) {
                    return None;
                }
                table.sitters.insert(seat.0, (sitter.clone(), sums::of_sitter(id, *seat, sitter)));
                self.seats.insert((id, seat.0));
            }
            Change::Free(seat, request) => {
                // Once a person has opened a share, nobody's seat is free any more.
                let has_opened = |sitter: &Sitter| sitter.bot().is_none() && sitter.share.is_some();
                let is_opened = table.sitters.values().any(|(sitter, _)| has_opened(sitter));
                let (sitter, _) = table.sitters.get(&seat.0)?;
                if sitter.request != *request || is_opened {
                    return None;
                }
                table.sitters.remove(&seat.0);
                self.seats.insert((id, seat.0));
            }
            Change::Commit(seat, key, commitment) => {
                let commit =
                    |sitter: &mut Sitter| sitter.has_key(*key) && sitter.commitment.replace(*commitment).is_none();
                self.change_sitter(table, id, *seat, commit)?;
            }
            Change::Share(seat, key, share) => {
                let has_committed = |sitter: &Sitter| sitter.bot().is_some() || sitter.commitment.is_some();
                let committed = table.sitters.values().filter(|(sitter, _)| has_committed(sitter)).count();
                if committed != usize::from(table.seats) {
                    return None;
                }
                let open = |sitter: &mut Sitter| sitter.has_key(*key) && sitter.share.replace(*share).is_none();
                self.change_sitter(table, id, *seat, open)?;
            }
            Change::Event(event) => self.append(table, id, event)?,
            Change::Rematch(_) => unreachable!("a rematch is a table and a link"),
            Change::Touched(touched) => {
                table.touched = table.touched.zip(*touched).map(|(known, touched)| known.max(touched));
                self.touched.insert(id, table.touched);
            }
        }
        Some(())
    }

    /// Changes somebody who sits, unless `change` says that it was changed before.
    fn change_sitter(
        &mut self,
        table: &mut FoundTable,
        id: TableId,
        seat: Seat,
        change: impl FnOnce(&mut Sitter) -> bool,
    ) -> Option<()> {
        let (sitter, sum) = table.sitters.get_mut(&seat.0)?;
        let mut changed = sitter.clone();
        if !change(&mut changed) {
            return None;
        }
        // Damage is not covered up by a new sum.
        if *sum == sums::of_sitter(id, seat, sitter) {
            *sum = sums::of_sitter(id, seat, &changed);
        }
        *sitter = changed;
        self.seats.insert((id, seat.0));
        Some(())
    }

    fn append(&mut self, table: &mut FoundTable, id: TableId, event: &'a StoredEvent) -> Option<()> {
        let beginning = || {
            let sitters: Vec<Option<Sum>> = table.sitters.values().map(|(_, sum)| Some(*sum)).collect();
            sums::of_beginning(Some(table.sum), &sitters)
        };
        let sum_of = |before| sums::of_event(before, event);
        let sum = table.log.append((event.seq, event.seat, &event.request), beginning, sum_of)?;
        self.events.push((id, event, sum));
        Some(())
    }

    fn add_journey(&mut self, found: &mut Found, new: &'a NewJourneyRows) -> Option<()> {
        let NewJourneyRows { row, events, table } = new;
        let numbers = events.iter().map(|event| (event.seq, event.seat.0, event.request.as_str()));
        if found.journeys.contains_key(&row.id) || !is_a_log(numbers) {
            return None;
        }
        if let Some((_, table, events)) = table {
            self.add_table(found, table, events)?;
        }
        self.rules(row.rules.as_deref());
        let (seats, sum) = (row.travellers.len() as u8, sums::of_journey(row));
        self.journeys.push((row, sum));
        let (taken, log) = (BTreeSet::new(), FoundLog::default());
        let mut journey = FoundJourney { seats, sum, taken, newest_match: None, log };
        for (seat, traveller) in Seat::first(seats).zip(&row.travellers) {
            if let Some(traveller) = traveller {
                self.join(&mut journey, row.id, seat, traveller)?;
            }
        }
        for event in events {
            self.append_to_journey(&mut journey, row.id, event)?;
        }
        found.journeys.insert(row.id, Some(journey));
        match table {
            Some((number, table, _)) => self.link_match(found, row.id, *number, table.id),
            None => Some(()),
        }
    }

    fn change_journey(&mut self, journey: &mut FoundJourney, id: TableId, change: &'a JourneyChange) -> Option<()> {
        match change {
            JourneyChange::Join(seat, traveller) => self.join(journey, id, *seat, traveller),
            JourneyChange::Seen(seat, when) => {
                if !journey.taken.contains(&seat.0) {
                    return None;
                }
                self.seen.insert((id, seat.0), *when);
                Some(())
            }
            JourneyChange::Event(event) => self.append_to_journey(journey, id, event),
            JourneyChange::Table(..) => unreachable!("the table of a match is a table and a link"),
        }
    }

    fn join(&mut self, journey: &mut FoundJourney, id: TableId, seat: Seat, traveller: &'a Traveller) -> Option<()> {
        if seat.0 >= journey.seats || !journey.taken.insert(seat.0) {
            return None;
        }
        self.travellers.push((id, seat, traveller, sums::of_traveller(id, seat, traveller)));
        Some(())
    }

    fn append_to_journey(&mut self, journey: &mut FoundJourney, id: TableId, event: &'a JourneyEventRow) -> Option<()> {
        let sum_of = |before| sums::of_journey_event(before, event);
        let sum = journey.log.append((event.seq, event.seat, &event.request), || journey.sum, sum_of)?;
        self.journey_events.push((id, event, sum));
        Some(())
    }

    fn link_rematch(&mut self, found: &mut Found, of: TableId, next: TableId) -> Option<()> {
        let table = found.table(of)?;
        if table.has_next {
            return None;
        }
        table.has_next = true;
        self.rematches.push((of, next));
        Some(())
    }

    fn link_match(&mut self, found: &mut Found, journey: TableId, number: u32, table: TableId) -> Option<()> {
        found.journey_before(journey, number)?.newest_match = Some(number);
        self.matches.push((journey, number, table));
        Some(())
    }

    fn rules(&mut self, files: Option<&'a RuleFiles>) {
        self.rules.extend(files.map(|files| (files.fingerprint().0, files)));
    }
}

impl Found {
    pub(super) fn table(&mut self, id: TableId) -> Option<&mut FoundTable> {
        self.tables.get_mut(&id)?.as_mut()
    }

    fn journey(&mut self, id: TableId) -> Option<&mut FoundJourney> {
        self.journeys.get_mut(&id)?.as_mut()
    }

    /// The journey if its match with this number has no table yet.
    fn journey_before(&mut self, id: TableId, number: u32) -> Option<&mut FoundJourney> {
        self.journey(id).filter(|journey| journey.newest_match.is_none_or(|newest| newest < number))
    }
}

/// Whether these are the events of a log from the first one on, no request twice.
fn is_a_log<'a>(events: impl Iterator<Item = (u64, u8, &'a str)>) -> bool {
    let mut requests = HashSet::new();
    events.zip(1..).all(|((seq, seat, request), right)| seq == right && requests.insert((seat, request)))
}
