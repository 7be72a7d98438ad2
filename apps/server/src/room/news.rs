//! What other nodes tell of this table, and what they are told. Notices come one after the other for all tables, so none of
//! them waits for a room: a task of the room looks at everything that has come.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use protocol::RefusedCode;
use tokio::time::{Instant, sleep};

use super::Room;
use super::commit::RETRY_AFTER;
use super::state::RoomState;
use crate::bus::{Attendance, News, NodeId};

/// What other nodes were told about the connections here.
pub(super) struct Told {
    attendance: Attendance,
    at: Instant,
}

impl Default for Told {
    fn default() -> Self {
        Self { attendance: Attendance::default(), at: Instant::now() }
    }
}

/// The log has grown.
const LOG: u8 = 1;
/// Somebody has come or gone at another node.
const PEOPLE: u8 = 2;

impl Room {
    /// Another node has appended to the log.
    pub(crate) fn hear_of_change(self: &Arc<Self>) {
        self.look_soon(LOG);
    }

    /// A node has told who is connected to it.
    pub(crate) fn hear_who_is_at(self: &Arc<Self>, node: NodeId, attendance: Attendance) {
        if self.elsewhere.tell(node, attendance) {
            self.look_soon(PEOPLE);
        }
    }

    /// Notices may have been missed.
    pub(crate) fn hear_of_anything(self: &Arc<Self>) {
        self.look_soon(LOG | PEOPLE);
    }

    /// Asks the other nodes who is connected to them, and waits a moment for the answers.
    pub(crate) async fn ask_who_is_here(&self) {
        self.services.node.ask_who_is_here(self.id).await;
    }

    /// Who is connected to this node, as other nodes were told.
    pub(crate) fn attendance(&self) -> Attendance {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let mut attendance = told.attendance.clone();
        for (_, left) in &mut attendance.lost_in {
            *left = left.saturating_sub(told.at.elapsed().as_millis() as u64);
        }
        attendance
    }

    fn look_soon(self: &Arc<Self>, news: u8) {
        if self.waiting_news.fetch_or(news, Ordering::AcqRel) == 0 {
            tokio::spawn(look(self.clone()));
        }
    }
}

async fn look(room: Arc<Room>) {
    let mut state = room.state.lock().await;
    let news = room.waiting_news.swap(0, Ordering::AcqRel);
    if news & LOG != 0
        && let Err(refused) = room.reload(&mut state).await
        && refused.code != RefusedCode::NoSuchTable
    {
        tracing::warn!(table = %room.id, "not read again: {}", refused.problem);
        tokio::spawn(look_again(room.clone()));
    }
    if news & PEOPLE != 0 {
        state.update_countdowns_and_bots(&room);
        state.tell_presence(&room, None);
    }
}

/// What could not be read is read when the store is back: nobody else will tell of it once more.
async fn look_again(room: Arc<Room>) {
    sleep(RETRY_AFTER).await;
    if !room.services.is_closing() {
        room.look_soon(LOG);
    }
}

impl RoomState {
    /// Tells the other nodes who is connected here, if that has changed. Those who only watch are told with everything that
    /// is told to a crowd, a few times a second at most.
    pub(super) fn tell_other_nodes(&self, room: &Arc<Room>, with_watching: bool) {
        let mut attendance = self.attendance();
        let mut kept = room.told.lock().unwrap_or_else(PoisonError::into_inner);
        let told = &kept.attendance;
        if !with_watching {
            attendance.watching = told.watching;
        }
        let is_same = attendance.seats == told.seats
            && attendance.watching == told.watching
            && attendance.lost_in.iter().map(|lost| lost.0).eq(told.lost_in.iter().map(|lost| lost.0));
        if !is_same {
            *kept = Told { attendance: attendance.clone(), at: Instant::now() };
            if !room.services.node.is_alone() {
                room.services.node.tell(News::Here { table: room.id, attendance, answers: None });
            }
        }
    }
}
