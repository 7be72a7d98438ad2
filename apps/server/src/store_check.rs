//! Everything that a store keeps, read and played again: whether it is what was written, and whether this program can go on
//! with it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::config::Config;
use crate::games::Games;
use crate::ids::TableId;
use crate::journeys::LiveJourney;
use crate::live::Live;
use crate::store::{Inventory, Kind, Store, StoreError};

/// Names that are asked for at once.
const PAGE: usize = 500;

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreReport {
    /// Tables that were read.
    pub tables: u64,
    /// Journeys that were read.
    pub journeys: u64,
    /// Events of all of them.
    pub events: u64,
    /// What is wrong, with its name.
    pub problems: Vec<String>,
}

/// Reads and replays everything that is in a store. `progress` is told the share that is done.
pub fn check_store(store: &dyn Inventory, config: &Config, mut progress: impl FnMut(f32)) -> StoreReport {
    let games = Games::new(config.games.clone());
    let mut report = StoreReport::default();
    if let Err(error) = store.check_itself() {
        report.problems.push(error.to_string());
    }
    let all = [Kind::Table, Kind::Journey].map(|kind| store.count(kind).unwrap_or(0)).iter().sum::<u64>().max(1);
    for kind in [Kind::Table, Kind::Journey] {
        let mut after = None;
        loop {
            let names = match store.names(kind, after, PAGE) {
                Ok(names) => names,
                Err(error) => {
                    report.problems.push(error.to_string());
                    break;
                }
            };
            let Some(&last) = names.last() else { break };
            after = Some(last);
            for id in names {
                let read = match kind {
                    Kind::Table => check_table(store, id, &games),
                    Kind::Journey => check_journey(store, id, &games),
                };
                match read {
                    Ok(events) => report.events += events,
                    Err(problem) => report.problems.push(problem),
                }
                match kind {
                    Kind::Table => report.tables += 1,
                    Kind::Journey => report.journeys += 1,
                }
                progress((report.tables + report.journeys) as f32 / all as f32);
            }
        }
    }
    report
}

/// The number of events.
fn check_table(store: &dyn Store, id: TableId, games: &Games) -> Result<u64, String> {
    let stored = found(store.table(id, 0), "table", id)?;
    let events = stored.events.len() as u64;
    played("table", id, || Live::load(stored, games).map(drop).map_err(|error| error.in_full()))?;
    Ok(events)
}

fn check_journey(store: &dyn Store, id: TableId, games: &Games) -> Result<u64, String> {
    let stored = found(store.journey(id, 0), "journey", id)?;
    let events = stored.events.len() as u64;
    played("journey", id, || LiveJourney::load(stored, games).map(drop).map_err(|error| error.in_full()))?;
    Ok(events)
}

fn found<T>(read: Result<Option<T>, StoreError>, kind: &str, id: TableId) -> Result<T, String> {
    read.map_err(|error| error.to_string())?.ok_or_else(|| format!("{kind} {id}: it is listed and not found"))
}

fn played(kind: &str, id: TableId, play: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|_| Err(format!("{kind} {id}: its game panicked")))
}
