//! What other nodes tell of this table, and what they are told.

use std::fmt::Display;
use std::sync::{Arc, MutexGuard, PoisonError};

use protocol::Refused;
use tokio::time::Instant;

use super::Room;
use super::attendance::AsOf;
use super::state::RoomState;
use crate::bus::{Attendance, News, NodeId, RollCall};
use crate::unread::{LOG, PEOPLE, Reader, TIME, Unread, look_now, look_soon};

/// Who is connected here, for other nodes.
#[derive(Default)]
pub(super) struct Told {
    /// As it is now. Roll calls are answered with it, so nobody is taken for absent who has just come.
    present: AsOf,
    /// As the other nodes know it.
    published: AsOf,
    /// When they were told without having asked; none before the first time.
    published_at: Option<Instant>,
}

impl Told {
    /// What all nodes are told who hear the answer to a roll call.
    fn publish(&mut self) -> Attendance {
        self.published = self.present.clone();
        self.present.at_present()
    }
}

impl Room {
    /// Another node has appended to the log.
    pub(crate) fn hear_of_change(self: &Arc<Self>) {
        look_soon(self, LOG);
    }

    /// A node has told who is connected to it.
    pub(crate) fn hear_who_is_at(self: &Arc<Self>, node: NodeId, attendance: Attendance) {
        if self.elsewhere.tell(node, attendance) {
            look_soon(self, PEOPLE);
        }
    }

    /// A node has ended, or was killed. Players who were connected to it are not away by their own doing and come back soon, so all
    /// time that runs at their tables begins anew. Otherwise a match could be abandoned because one player has left and
    /// the other one is on the way to another node.
    pub(crate) fn hear_that_node_is_gone(self: &Arc<Self>, node: NodeId) {
        let gone = self.elsewhere.forget(node);
        if !gone.seats.is_empty() {
            look_soon(self, PEOPLE | TIME);
        } else if gone != Attendance::default() {
            look_soon(self, PEOPLE);
        }
    }

    /// Notices may have been missed. Returns when this was looked at: thousands of rooms should not be read at once.
    pub(crate) async fn look_at_anything(self: &Arc<Self>) {
        look_now(self, LOG | PEOPLE).await;
    }

    /// The store could not be reached, so players may have been kept from coming back.
    pub(crate) fn begin_time_anew(self: &Arc<Self>) {
        look_soon(self, PEOPLE | TIME);
    }

    /// Asks the other nodes who is connected to them, and waits a moment for the answers.
    pub(crate) async fn ask_who_is_here(&self) {
        self.services.node.ask_who_is_here(self.id).await;
    }

    /// Who is connected to this node, as other nodes were told.
    #[cfg(test)]
    pub(crate) fn attendance(&self) -> Attendance {
        self.told().present.at_present()
    }

    /// Answers the roll call of another node. Nothing newer about this table goes out before the answer: the other node
    /// believes what comes last.
    pub(crate) fn answer(&self, call: RollCall) {
        let mut told = self.told();
        self.services.node.answer(self.id, call, told.publish());
    }

    /// Whether other nodes are told of this table at this moment.
    #[cfg(test)]
    pub(crate) fn is_telling(&self) -> bool {
        self.told.try_lock().is_err()
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader for Room {
    fn unread(&self) -> &Unread {
        &self.unread
    }

    async fn look(self: &Arc<Self>) -> Result<(), Refused> {
        let mut state = self.state.lock().await;
        let news = self.unread.take();
        if news & TIME != 0 {
            state.countdowns.stop();
        }
        let read = if news & LOG == 0 { Ok(()) } else { self.read_again(&mut state).await.map(drop) };
        if news & PEOPLE != 0 {
            state.update_countdowns_and_bots(self);
            state.tell_presence(self, None);
        }
        read
    }

    fn tell_of_change(&self) {
        self.services.node.tell(News::Changed(self.id));
    }

    fn name(&self) -> impl Display + Send {
        format!("table {}", self.id)
    }

    fn is_closing(&self) -> bool {
        self.services.is_closing()
    }
}

impl RoomState {
    /// Tells the other nodes who is connected here and for whom time runs, if that has changed. Those who only watch are told
    /// with everything that is told to a crowd, a few times a second at most, and so is a player who comes and goes more often.
    pub(super) fn tell_other_nodes(&mut self, room: &Arc<Room>, with_crowd: bool) {
        if room.services.node.is_alone() {
            return;
        }
        let mut news = AsOf::now(self.attendance());
        let now = news.at;
        let mut told = room.told();
        told.present = news.clone();
        let published = &told.published;
        if !with_crowd {
            news.attendance.watching = published.attendance.watching;
        }
        if news.says_the_same_as(published) {
            return;
        }
        let next = told.published_at.map(|at| at + room.services.limits.presence_pause);
        if let Some(next) = next.filter(|next| !with_crowd && *next > now) {
            drop(told);
            return self.tell_presence_at(room, next);
        }
        let attendance = news.attendance.clone();
        (told.published, told.published_at) = (news, Some(now));
        room.services.node.tell(News::Here { table: room.id, attendance, answers: None });
    }
}
