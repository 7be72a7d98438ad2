//! Removes tables that nobody uses from a store, once.

use crate::config::Config;
use crate::games::Games;
use crate::retention::{DAY, Judged, Removal, judge_some};
use crate::store::{Store, StoreError, Write, Wrote};

/// Names that are counted at once.
const PAGE: usize = 1_000;

/// What was removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CleanReport {
    /// Tables at which no match had begun.
    pub unbegun: u64,
    /// Tables whose match had begun and was not over.
    pub unfinished: u64,
    /// Events of all of them.
    pub events: u64,
}

/// Removes the tables that nobody has used for as long as [`Config::retention`] says, by the clock of the configuration; in a dry
/// run it only says which it would remove. Servers that share the store may run meanwhile. `progress` is told the share that is
/// done.
pub fn clean_store(
    store: &dyn Store,
    config: &Config,
    is_dry_run: bool,
    mut progress: impl FnMut(f32),
) -> Result<CleanReport, StoreError> {
    let games = Games::new(config.games.clone());
    // Time in which no server ran does not count: nobody could come.
    let newest = store.touches().newest_touch()?.unwrap_or_default();
    let now = config.clock.calendar().min(newest + DAY);
    let before = config.retention.before(now);
    let (mut all, mut after) = (0, None);
    loop {
        let page = store.touches().untouched(before.worth_reading(), after, PAGE)?;
        let Some(&last) = page.last() else { break };
        (all, after) = (all + page.len() as u64, Some(last.table));
    }
    let (mut report, mut done, mut after) = (CleanReport::default(), 0, None);
    while let Some(Judged { removals, notes, count, last }) = judge_some(store, &games, before, now, after)? {
        let writes: Vec<Write> = removals.iter().map(Removal::write).chain(notes).collect();
        let wrote = if is_dry_run { vec![Wrote::Kept; writes.len()] } else { store.write(&writes)? };
        for (removal, _) in removals.iter().zip(wrote).filter(|(_, wrote)| *wrote == Wrote::Kept) {
            *(if removal.had_begun { &mut report.unfinished } else { &mut report.unbegun }) += 1;
            report.events += removal.table.events;
        }
        (done, after) = (done + count, Some(last));
        progress((done as f32 / all as f32).min(1.0));
    }
    Ok(report)
}
