//! Removes tables that nobody uses from the store of a running server, every hour.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;

use crate::hub::Hub;
use crate::retention::{DAY, Judged, Removal, judge_some};
use crate::room::Room;
use crate::store::{Store, StoreError, Wrote};

const EVERY: Duration = Duration::from_hours(1);
/// How many rooms are noted together, so that they share a sync.
const NOTED_TOGETHER: usize = 64;

/// Cleans every hour, for the first time an hour after the start. Nobody may be let in before this has begun.
pub(crate) async fn clean_hourly(hub: Arc<Hub>) -> impl Future<Output = ()> {
    let started = hub.services.clock.calendar();
    let newest = hub.services.log.ask(|store| store.touches().newest_touch()).await;
    async move {
        match newest {
            Ok(newest) => clean_after(hub, newest.unwrap_or(started)).await,
            Err(error) => {
                tracing::error!("nothing is removed before the next start: {error}");
            }
        }
    }
}

/// `served` is when the store was last served, in seconds since 1970.
async fn clean_after(hub: Arc<Hub>, mut served: u64) {
    let clock = hub.services.clock.clone();
    loop {
        // Nobody can come while no server runs, and a calendar that jumps tells nothing.
        let now = clock.calendar();
        let unserved = now.saturating_sub(served);
        if unserved > DAY {
            tracing::info!(
                days = unserved / DAY,
                "the time in which no server ran does not count for tables that nobody uses"
            );
            if let Err(error) = hub.services.log.ask(move |store| store.touches().put_off(unserved)).await {
                return tracing::error!("nothing is removed before the next start: {error}");
            }
        }
        served = now + EVERY.as_secs();
        clock.wait_until(clock.now() + EVERY).await;
        if clock.calendar().abs_diff(now + EVERY.as_secs()) > DAY {
            continue; // put off first
        }
        match clean(&hub).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "removed tables that nobody used"),
            Err(error) => tracing::error!("tables that nobody uses were not removed: {error}"),
        }
    }
}

/// Notes who is here, so that no node removes their tables, and removes what is abandoned. Returns how many tables were removed.
pub(crate) async fn clean(hub: &Hub) -> Result<u64, StoreError> {
    for rooms in hub.all_rooms().chunks(NOTED_TOGETHER) {
        join_all(rooms.iter().map(Room::note_touch)).await;
    }
    let now = hub.services.clock.calendar();
    let before = hub.retention.before(now);
    let (mut removed, mut after) = (0, None);
    loop {
        let services = hub.services.clone();
        let judging = move |store: &dyn Store| judge_some(store, &services.games, before, now, after);
        let Some(Judged { removals, notes, last, .. }) = hub.services.log.ask(judging).await? else {
            return Ok(removed);
        };
        after = Some(last);
        let writes = removals.iter().map(Removal::write).chain(notes);
        let wrote = join_all(writes.map(|write| hub.services.log.append(write))).await;
        // What could not be written is logged; it is judged again in an hour.
        for (removal, _) in removals.iter().zip(wrote).filter(|(_, wrote)| matches!(wrote, Ok(Wrote::Kept))) {
            hub.forget(removal.table.row.id);
            hub.services.numbers.removed_tables.add_one();
            removed += 1;
        }
    }
}
