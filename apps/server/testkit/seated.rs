//! What a player does so that nothing of theirs is lost or done twice, whatever fails: they ask for one thing at a time and
//! repeat it under the same id until it is answered, they commit to their share, and open it once everybody has committed.
//!
//! The players of the simulation and the people of the cluster of real processes include this file by its path. How they
//! reach a node, what they know and how long they wait differs.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{Seat, Share, ShareCommitment};
use protocol::{FromClient, SeatInfo, Welcome};

/// Somebody at a seat, with the request that was not answered yet.
pub(crate) struct Seated {
    pub(crate) table: String,
    pub(crate) key: String,
    pub(crate) seat: Seat,
    share: Share,
    asked: Option<(String, FromClient)>,
    asks: u32,
}

impl Seated {
    pub(crate) fn new(table: &str, key: String, seat: Seat, share: Share) -> Self {
        Self { table: table.to_owned(), key, seat, share, asked: None, asks: 0 }
    }

    /// Takes the seat with the own key. It can be asked for again.
    pub(crate) fn sit(&self) -> FromClient {
        let (id, name, key) = ("sit".to_owned(), "Bo".to_owned(), Some(self.key.clone()));
        FromClient::Sit { id, seat: Some(self.seat), name, key, own: None }
    }

    pub(crate) fn commit(&self, welcome: &Welcome) -> FromClient {
        let commitment = ShareCommitment::to(&welcome.commitment, self.seat, &self.share);
        FromClient::Commit { id: "commit".to_owned(), commitment }
    }

    /// Opens the share once everybody has committed to theirs.
    pub(crate) fn open_share(&self, seats: &[SeatInfo]) -> Option<FromClient> {
        let is_open = seats[self.seat.index()].share.is_some();
        let can_open = !is_open && seats.iter().all(|seat| seat.commitment.is_some());
        can_open.then(|| FromClient::Share { id: "share".to_owned(), share: self.share })
    }

    /// The request that was not answered yet.
    pub(crate) fn unanswered(&self) -> Option<&FromClient> {
        self.asked.as_ref().map(|(_, request)| request)
    }

    /// Asks for an action, or gives up without one. It stays the same until it is answered.
    pub(crate) fn ask(&mut self, action: Option<String>) -> FromClient {
        assert!(self.asked.is_none(), "one thing at a time");
        self.asks += 1;
        let id = format!("seat {} ask {}", self.seat.0, self.asks);
        let request = match action {
            Some(action) => FromClient::Play { id: id.clone(), action },
            None => FromClient::Resign { id: id.clone() },
        };
        self.asked = Some((id, request.clone()));
        request
    }

    /// Whether this id answers what was asked. Then something else can be asked for.
    pub(crate) fn is_answered(&mut self, id: &str) -> bool {
        self.asked.take_if(|(asked, _)| asked == id).is_some()
    }
}
