//! Journeys, such as campaigns: the server's side of them. A journey is a log of steps and matches, like a match is one of actions,
//! and every step is durable before it is answered. Its matches are ordinary tables.

mod import;
mod live;
mod room;
mod tables;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{Refused, RefusedCode};
use tokio::time::Instant;

pub(crate) use self::import::read;
pub(crate) use self::live::LiveJourney;
pub(crate) use self::room::{Decision, JourneyRoom, State};
pub(crate) use self::tables::table_of;
use crate::bus::News;
use crate::event_log::no_such_journey;
use crate::frame::refused;
use crate::guests::Address;
use crate::ids::TableId;
use crate::limits::Limits;
use crate::loading::Loads;
use crate::places::Places;
use crate::services::Services;

/// The journeys of one server that are in memory.
pub(crate) struct Journeys {
    kept: Arc<Mutex<HashMap<TableId, Kept>>>,
    /// Journeys that are about to come into memory.
    loads: Loads<JourneyRoom>,
}

struct Kept {
    journey: Arc<JourneyRoom>,
    used: Instant,
}

impl Journeys {
    /// Journeys are played again in these places.
    pub(crate) fn new(places: Arc<Places>) -> Self {
        Self { kept: Arc::default(), loads: Loads::new(places) }
    }

    /// The journey with this name, from memory or from the store, for somebody at this address.
    pub(crate) async fn find(
        &self,
        name: &str,
        by: Address,
        services: &Arc<Services>,
    ) -> Result<Arc<JourneyRoom>, Refused> {
        let id: TableId = name.parse().map_err(|_| no_such_journey())?;
        let in_memory = || {
            let mut all = self.kept();
            let kept = all.get_mut(&id)?;
            kept.used = Instant::now();
            Some(kept.journey.clone())
        };
        if let Some(journey) = in_memory() {
            return Ok(journey);
        }
        let (kept, with) = (self.kept.clone(), services.clone());
        let keep = async move |journey| keep_in(&kept, journey, &with);
        self.loads.get((id, by), in_memory, || JourneyRoom::load(id, services.clone()), keep).await
    }

    /// Drops journeys that nobody has used for a while.
    pub(crate) fn sweep(&self, now: Instant, limits: &Limits) {
        let in_use = |kept: &Kept| {
            Arc::strong_count(&kept.journey) > 1 || now.saturating_duration_since(kept.used) < limits.idle_room
        };
        self.kept().retain(|_, kept| in_use(kept));
    }

    /// Reloads the journey that another node has told of; every one if it is not known which.
    pub(crate) fn hear(&self, changed: Option<TableId>) {
        let journeys: Vec<_> = match changed {
            Some(id) => self.kept().get(&id).map(|kept| kept.journey.clone()).into_iter().collect(),
            None => self.kept().values().map(|kept| kept.journey.clone()).collect(),
        };
        for journey in journeys {
            journey.hear_of_news();
        }
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<TableId, Kept>> {
        lock(&self.kept)
    }
}

fn lock(kept: &Mutex<HashMap<TableId, Kept>>) -> MutexGuard<'_, HashMap<TableId, Kept>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a journey in memory. Returns the one that is there if it was quicker.
fn keep_in(
    kept: &Mutex<HashMap<TableId, Kept>>,
    journey: Arc<JourneyRoom>,
    services: &Services,
) -> Result<Arc<JourneyRoom>, Refused> {
    let mut kept = lock(kept);
    if let Some(known) = kept.get(&journey.id) {
        return Ok(known.journey.clone());
    }
    if kept.len() >= services.limits.journeys {
        // The store has them all: a journey that nobody looks at can go at any time.
        kept.retain(|_, kept| Arc::strong_count(&kept.journey) > 1);
    }
    if kept.len() >= services.limits.journeys {
        return Err(refused(RefusedCode::Full, "too many journeys are under way; try again later"));
    }
    kept.insert(journey.id, Kept { journey: journey.clone(), used: Instant::now() });
    if !services.node.is_alone() {
        // Nobody has listened to notices about this journey until now, nor told of what landed late in the store.
        services.node.tell(News::Changed(journey.id));
        journey.hear_of_news();
    }
    Ok(journey)
}
