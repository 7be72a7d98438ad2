//! The past of a match: the newest events for a welcome, and those before them in pages. What is made for one viewer is
//! shared by all who see the same, and pages are made outside the lock of the room.

use std::sync::Arc;

use axum::body::Bytes;
use catalog::DynMatch;
use game::Viewer;
use protocol::{LookBack, Past, Refused, RefusedCode};

use super::Room;
use super::commit::{Decision, busy};
use super::state::{RoomState, viewer};
use crate::event_log::unavailable;
use crate::frame::refused;
use crate::gzip::pack;
use crate::live::{Seen, seen};

/// The most events of a welcome.
const MOST_RECENT: usize = 20;
/// The most bytes of them together, unless a single one is larger.
const MOST_RECENT_BYTES: usize = 16 * 1024;
/// The most events of a page. A power of two: pages begin and end at the same events for everybody.
const MOST_OF_PAGE: usize = 64;

impl RoomState {
    /// The newest events as these eyes saw them, as far as they are few and small.
    pub(super) fn recent(&mut self, room: &Room, eyes: Viewer) -> Result<Arc<[Seen]>, Refused> {
        let (seq, kept) = (self.live().seq(), &room.services.recent);
        let label = (room.id, eyes, seq);
        if let Some(recent) = kept.get(label) {
            return Ok(recent);
        }
        let mut moments =
            self.guarded(|live| live.moments_of(seq.saturating_sub(MOST_RECENT as u64), MOST_RECENT, eyes))?;
        let mut bytes = 0;
        let small = moments.iter().rev().take_while(|moment| {
            bytes += text(moment).len();
            bytes <= MOST_RECENT_BYTES
        });
        let small = small.count().max(1).min(moments.len());
        let recent: Arc<[Seen]> = moments.split_off(moments.len() - small).into();
        if seq > 0 {
            kept.put(label, recent.clone(), bytes);
        }
        Ok(recent)
    }
}

impl Room {
    /// A page of the past in JSON, compressed by gzip.
    pub(crate) async fn look_back(self: &Arc<Self>, asked: &LookBack) -> Result<Bytes, Refused> {
        let eyes = self.check_look_back(asked).await?;
        let label = (self.id, eyes, asked.up_to);
        if let Some(page) = self.services.pages.get(label) {
            return Ok(page);
        }
        // Whoever goes away while they wait here leaves nothing behind.
        let place = self.services.page_makers.clone().acquire_owned().await.map_err(|_| busy())?;
        if let Some(page) = self.services.pages.get(label) {
            return Ok(page); // somebody else has waited for the same
        }
        let copied = self.lock().await?.guarded(|live| live.copy())?;
        let (services, up_to) = (self.services.clone(), asked.up_to as usize);
        let making = tokio::task::spawn_blocking(move || {
            let _place = place; // until it is made, even if nobody waits for it any more
            let page = make_page(&*copied, up_to, eyes, services.limits.bytes_of_page);
            services.pages.put(label, page.clone(), page.len());
            page
        });
        making.await.map_err(|_| unavailable(&format_args!("table {}: a page of its past cannot be made", self.id)))
    }

    /// Whose eyes ask, and whether there is such a page.
    async fn check_look_back(self: &Arc<Self>, asked: &LookBack) -> Result<Viewer, Refused> {
        let mut state = self.lock().await?;
        let seat = match &asked.key {
            None => None,
            Some(key) => Some(self.seat_of_key(&mut state, key).await?),
        };
        self.commit(&mut state, |state| {
            let live = state.live();
            if (1..=live.seq()).contains(&asked.up_to) {
                return Ok(Decision::Answer(live.eyes(viewer(seat))));
            }
            let problem = format!("a page ends with an event from 1 to {}", live.seq());
            Ok(Decision::RefuseIfCurrent(refused(RefusedCode::Malformed, problem)))
        })
        .await
    }
}

/// Makes the page that ends with this event. It begins after a multiple of [`MOST_OF_PAGE`], or of a half, a quarter and so
/// on of it if that would be too large.
fn make_page(game_match: &dyn DynMatch, up_to: usize, eyes: Viewer, most_bytes: usize) -> Bytes {
    let begins_after = |length: usize| (up_to - 1) / length * length;
    let mut length = MOST_OF_PAGE;
    let first = begins_after(length);
    let mut past = Past { moments: seen(game_match.some_moments(first, up_to - first, eyes)) };
    let mut page = text(&past);
    while page.len() > most_bytes && past.moments.len() > 1 {
        length /= 2;
        past.moments.drain(..past.moments.len() - (up_to - begins_after(length)));
        page = text(&past);
    }
    pack(page.as_bytes())
}

fn text(said: &impl serde::Serialize) -> String {
    serde_json::to_string(said).expect("moments are plain data")
}
