//! Everything of one store, copied to another one and compared. It goes through the same reads and writes as play, so every sum is
//! checked when it is read and made anew when it is written.
//!
//! A copy can be interrupted at any moment and is resumed by starting it again. Writes to a store never replace anything, so a
//! target may have a part of the source already; a target with anything else is refused before anything is written.

use crate::ids::TableId;
use crate::store::{
    Change, Inventory, JourneyChange, Kind, Link, NewJourneyRows, StoreError, StoredJourney, StoredTable, Write, Wrote,
};

/// Names that are asked for at once.
const PAGE: usize = 500;
/// The most writes of a batch, as in play.
const MOST_WRITES: usize = 512;
/// The most bytes of a batch, roughly: the records of a journey are long.
const MOST_BYTES: usize = 4 << 20;

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyReport {
    /// Tables that are in both stores now.
    pub tables: u64,
    /// Journeys that are in both stores now.
    pub journeys: u64,
    /// Events of all of them.
    pub events: u64,
    /// What could not be copied, with its name: it is damaged in the source.
    pub problems: Vec<String>,
}

/// Why nothing more was copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// One of the stores failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The target has something of its own.
    #[error("the target has {0}, which the source has not; nothing was copied: take an empty store")]
    NotEmpty(String),
    /// The target has something else under the same name.
    #[error("{0} is another one in the target; it stays there as it is: take an empty store")]
    Different(String),
    /// Somebody else writes to the target.
    #[error("the target has changed while {0} was written to it; end the servers that use it, and copy again")]
    InUse(String),
}

/// Copies everything from one store to another and compares both. `progress` is told the share that is done.
pub fn copy_store(
    source: &dyn Inventory,
    target: &dyn Inventory,
    mut progress: impl FnMut(f32),
) -> Result<CopyReport, CopyError> {
    let all = (source.count(Kind::Table)? + source.count(Kind::Journey)?).max(1);
    let mut done = 0_u64;
    // Each is copied once and compared once.
    let mut step = || {
        done += 1;
        progress((done as f32 / (2 * all) as f32).min(1.0));
    };
    let is_new = target.count(Kind::Table)? + target.count(Kind::Journey)? == 0;
    if !is_new {
        refuse_strangers(source, target)?;
    }
    let mut copy = Copy { target, is_new, batch: Vec::new(), bytes: 0, links: Vec::new(), problems: Vec::new() };
    each_name(source, Kind::Table, |id| {
        step();
        copy.table(source, id)
    })?;
    each_name(source, Kind::Journey, |id| {
        step();
        copy.journey(source, id)
    })?;
    copy.flush()?;
    copy.link()?;
    let mut report = CopyReport { problems: copy.problems, ..CopyReport::default() };
    compare(source, target, &mut report, step)?;
    Ok(report)
}

fn named(kind: Kind, id: TableId) -> String {
    match kind {
        Kind::Table => format!("table {id}"),
        Kind::Journey => format!("journey {id}"),
    }
}

fn each_name<E: From<StoreError>>(
    store: &dyn Inventory,
    kind: Kind,
    mut each: impl FnMut(TableId) -> Result<(), E>,
) -> Result<(), E> {
    let mut after = None;
    loop {
        let names = store.names(kind, after, PAGE)?;
        let Some(&last) = names.last() else { return Ok(()) };
        after = Some(last);
        names.into_iter().try_for_each(&mut each)?;
    }
}

/// Refuses a target with something that the source does not have.
fn refuse_strangers(source: &dyn Inventory, target: &dyn Inventory) -> Result<(), CopyError> {
    for kind in [Kind::Table, Kind::Journey] {
        each_name(target, kind, |id| {
            // Damaged in the source is there, too.
            let known = match kind {
                Kind::Table => source.table(id, u64::MAX >> 1).map(|table| table.is_some()),
                Kind::Journey => source.journey(id, u64::MAX >> 1).map(|journey| journey.is_some()),
            };
            match known {
                Ok(true) | Err(StoreError::Damaged(_)) => Ok(()),
                Ok(false) => Err(CopyError::NotEmpty(named(kind, id))),
                Err(error) => Err(error.into()),
            }
        })?;
    }
    Ok(())
}

/// A copy in progress.
struct Copy<'a> {
    target: &'a dyn Inventory,
    /// Whether the target was empty, so that nobody has to look what is there.
    is_new: bool,
    batch: Vec<Write>,
    bytes: usize,
    /// Written at the end, when everything that they link is there.
    links: Vec<Link>,
    problems: Vec<String>,
}

impl Copy<'_> {
    fn table(&mut self, source: &dyn Inventory, id: TableId) -> Result<(), CopyError> {
        let Some(StoredTable { row, next, events }) = self.whole(source.table(id, 0), Kind::Table, id)? else {
            return Ok(());
        };
        let mut there = if self.is_new { None } else { self.target.table(id, 0)? };
        if let Some(there) = &mut there
            && there.row.touched.is_some_and(|known| row.touched.is_none_or(|touched| touched > known))
        {
            // When somebody was last there is a hint that changes while the source is used.
            self.write(Write::Change(id, Change::Touched(row.touched)))?;
            there.row.touched = row.touched;
        }
        let known = match &there {
            Some(there) if there.row != row || !events.starts_with(&there.events) => {
                return Err(CopyError::Different(named(Kind::Table, id)));
            }
            Some(there) => there.events.len(),
            None => 0,
        };
        if there.is_none() {
            self.write(Write::Table(row))?;
        }
        for event in events.into_iter().skip(known) {
            self.write(Write::Change(id, Change::Event(event)))?;
        }
        match (next, there.and_then(|there| there.next)) {
            (Some(next), None) => self.links.push(Link::Rematch { of: id, next }),
            (next, there) if next == there || there.is_none() => {}
            _ => return Err(CopyError::Different(named(Kind::Table, id))),
        }
        Ok(())
    }

    fn journey(&mut self, source: &dyn Inventory, id: TableId) -> Result<(), CopyError> {
        let Some(StoredJourney { row, table: _, events }) = self.whole(source.journey(id, 0), Kind::Journey, id)?
        else {
            return Ok(());
        };
        let there = if self.is_new { None } else { self.target.journey(id, 0)? };
        let (known, linked) = if let Some(mut there) = there {
            // When somebody was last seen is a hint that changes every hour.
            for (there, here) in there.row.travellers.iter_mut().flatten().zip(row.travellers.iter().flatten()) {
                there.seen = here.seen;
            }
            if there.row != row || !events.starts_with(&there.events) {
                return Err(CopyError::Different(named(Kind::Journey, id)));
            }
            for (seat, traveller) in game::Seat::first(row.travellers.len() as u8).zip(&row.travellers) {
                if let Some(traveller) = traveller {
                    self.write(Write::JourneyChange(id, JourneyChange::Seen(seat, traveller.seen)))?;
                }
            }
            (there.events.len(), self.target.matches(id)?)
        } else {
            let new = NewJourneyRows { row, events: Vec::new(), table: None };
            self.write(Write::Journey(Box::new(new)))?;
            (0, Vec::new())
        };
        for event in events.into_iter().skip(known) {
            self.write(Write::JourneyChange(id, JourneyChange::Event(event)))?;
        }
        let matches = source.matches(id)?;
        if !matches.starts_with(&linked) {
            return Err(CopyError::Different(named(Kind::Journey, id)));
        }
        let link = |(number, table)| Link::Match { journey: id, number, table };
        self.links.extend(matches.into_iter().skip(linked.len()).map(link));
        Ok(())
    }

    /// What was read. What is damaged is noted and left out.
    fn whole<T>(
        &mut self,
        read: Result<Option<T>, StoreError>,
        kind: Kind,
        id: TableId,
    ) -> Result<Option<T>, CopyError> {
        match read {
            Ok(Some(found)) => Ok(Some(found)),
            Ok(None) => Err(StoreError::Failed(format!("{}: it is listed and not found", named(kind, id))).into()),
            Err(StoreError::Damaged(problem)) => {
                self.problems.push(StoreError::Damaged(problem).to_string());
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn write(&mut self, write: Write) -> Result<(), CopyError> {
        self.bytes += bytes_of(&write);
        self.batch.push(write);
        if self.batch.len() >= MOST_WRITES || self.bytes >= MOST_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), CopyError> {
        let batch = std::mem::take(&mut self.batch);
        self.bytes = 0;
        if batch.is_empty() {
            return Ok(());
        }
        let wrote = self.target.write(&batch)?;
        match batch.iter().zip(wrote).find(|(_, wrote)| *wrote == Wrote::Beaten) {
            Some((beaten, _)) => Err(CopyError::InUse(about(beaten))),
            None => Ok(()),
        }
    }

    /// Links what belongs together. What is damaged in the source is not there to be linked.
    fn link(&mut self) -> Result<(), CopyError> {
        for links in self.links.chunks(MOST_WRITES) {
            let batch: Vec<Write> = links.iter().copied().map(Write::Link).collect();
            for (link, wrote) in batch.iter().zip(self.target.write(&batch)?) {
                if wrote == Wrote::Beaten {
                    self.problems.push(format!("{}: what belongs to it could not be copied", about(link)));
                }
            }
        }
        Ok(())
    }
}

fn bytes_of(write: &Write) -> usize {
    match write {
        Write::JourneyChange(_, JourneyChange::Event(event)) => match &event.kind {
            crate::store::JourneyEventKind::Step(text) | crate::store::JourneyEventKind::Match(text) => text.len(),
        },
        _ => 200,
    }
}

fn about(write: &Write) -> String {
    match write {
        Write::Table(row) => named(Kind::Table, row.id),
        Write::Remove(abandoned) => named(Kind::Table, abandoned.row.id),
        Write::Change(id, _) | Write::Fenced(id, ..) | Write::Link(Link::Rematch { of: id, .. }) => {
            named(Kind::Table, *id)
        }
        Write::Journey(new) => named(Kind::Journey, new.row.id),
        Write::JourneyChange(id, _) | Write::Link(Link::Match { journey: id, .. }) => named(Kind::Journey, *id),
    }
}

/// Reads everything from both stores and compares it.
fn compare(
    source: &dyn Inventory,
    target: &dyn Inventory,
    report: &mut CopyReport,
    mut step: impl FnMut(),
) -> Result<(), CopyError> {
    each_name(source, Kind::Table, |id| {
        step();
        let here = match source.table(id, 0) {
            Err(StoreError::Damaged(_)) => return Ok(()), // it is noted already
            here => here?,
        };
        let there = target.table(id, 0)?;
        report.tables += 1;
        report.events += here.as_ref().map_or(0, |table| table.events.len() as u64);
        if here == there { Ok(()) } else { Err(CopyError::InUse(named(Kind::Table, id))) }
    })?;
    each_name(source, Kind::Journey, |id| {
        step();
        let here = match source.journey(id, 0) {
            Err(StoreError::Damaged(_)) => return Ok(()),
            here => here?,
        };
        let there = (target.journey(id, 0)?, target.matches(id)?);
        report.journeys += 1;
        report.events += here.as_ref().map_or(0, |journey| journey.events.len() as u64);
        if (here, source.matches(id)?) == there { Ok(()) } else { Err(CopyError::InUse(named(Kind::Journey, id))) }
    })?;
    // The target of an earlier copy may have what is damaged in the source now.
    let there = target.count(Kind::Table)? + target.count(Kind::Journey)?;
    if report.problems.is_empty() && there != report.tables + report.journeys {
        return Err(CopyError::InUse("the last table".to_owned()));
    }
    Ok(())
}
