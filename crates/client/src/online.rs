//! A match on a server: what this client knows of it, what it has asked for, and the state of the connection.

use game::{Commitment, Pledge, Seat, Share, ShareCommitment};
use protocol::{Begun, FromClient, Moment, SeatInfo, Welcome};
use serde::{Deserialize, Serialize};

use crate::{Client, Source, Tongue};

/// A match on a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Online {
    /// Its name in links.
    pub table: String,
    /// The secret that proves this person's seat.
    pub key: Option<String>,
    /// This person's seat; none for spectators.
    pub you: Option<Seat>,
    /// Who sits where.
    pub people: Vec<SeatInfo>,
    /// For each seat that is away: when it loses the match, in milliseconds of this client's clock.
    pub lost_at: Vec<Option<f64>>,
    /// When this person loses it, while the connection is down.
    pub back_by: Option<f64>,
    /// How many watch.
    pub watching: u32,
    /// What the server promised about the dice before the match.
    pub commitment: Commitment,
    /// This person's part in the dice, once it is promised.
    pub pledge: Option<Pledge>,
    /// Whether the match has begun.
    pub begun: bool,
    /// The rematch, if there is one.
    pub next: Option<String>,
    /// The requests without an answer, the oldest first. They are sent again when the connection is back.
    pub pending: Vec<FromClient>,
}

/// The state of the connection to the server.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Connection {
    /// No table on a server is open.
    #[default]
    Off,
    /// Being opened; so many tries have failed.
    Opening(u32),
    /// Open and greeted, not welcomed yet.
    Greeted(u32),
    /// Open and welcomed.
    Live,
    /// Down: so many tries have failed, and the next one is at this time of the client's clock, in milliseconds.
    Down(u32, f64),
    /// Closed for good: the server has said why.
    Refused,
}

/// A table of the server as it lies in the storage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedOnline {
    /// Which game.
    pub game: String,
    /// The secret that proves this person's seat.
    pub key: Option<String>,
    /// This person's seat.
    pub seat: Option<Seat>,
    /// The names of the others, as far as they have names.
    #[serde(default)]
    pub with: Vec<String>,
    /// When something last happened, in milliseconds of the browser's clock.
    pub updated: f64,
    /// Whether it has not begun yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waiting: bool,
    /// Whether it is over.
    #[serde(default)]
    pub over: bool,
    /// Who has won, as in [`SavedLocal::winners`](crate::SavedLocal::winners).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Seat>,
    /// What the server promised about the dice, when it was first asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Commitment>,
    /// This person's share in the dice of a match that began before seats committed to their shares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// This person's part in the dice. It stays the same, however often it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pledge: Option<Pledge>,
    /// The journey that the match belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journey: Option<String>,
}

impl SavedOnline {
    /// A table that has not begun, of a game with this key.
    pub fn waiting(game: &str, key: String, seat: Option<Seat>, now: f64) -> Self {
        Self {
            game: game.to_owned(),
            key: Some(key),
            seat,
            with: Vec::new(),
            updated: now,
            waiting: true,
            over: false,
            winners: Vec::new(),
            commitment: None,
            share: None,
            pledge: None,
            journey: None,
        }
    }
}

impl Online {
    /// Where a table of this name lies in the storage.
    pub fn storage_key(table: &str) -> String {
        format!("sixfold.table.{table}")
    }

    /// Whether everybody has sat down.
    pub fn everybody_sits(&self) -> bool {
        self.free_seats().next().is_none()
    }

    /// The seats that neither a person nor a computer has taken.
    pub fn free_seats(&self) -> impl Iterator<Item = Seat> {
        let free = |(_, seat): &(usize, &SeatInfo)| seat.name.is_none() && seat.bot.is_none();
        self.people.iter().enumerate().filter(free).map(|(seat, _)| Seat(seat as u8))
    }

    /// The level of the computer that sits there; none for people and free seats.
    pub fn bot(&self, seat: Seat) -> Option<&str> {
        self.people.get(seat.index())?.bot.as_deref()
    }

    /// The name of the person or computer who sits there; none if the seat is free.
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        self.people.get(seat.index())?.name.as_deref()
    }

    /// Whether it is this person's turn, and no action waits for its answer.
    pub fn may_play(&self, actor: Seat) -> bool {
        self.you == Some(actor) && self.begun && self.action_under_way().is_none()
    }

    /// Takes in who is at the table, at this time of the client's clock.
    pub fn meet(&mut self, people: Vec<SeatInfo>, now: f64) {
        self.lost_at = people.iter().map(|seat| seat.lost_in.map(|wait| now + wait as f64)).collect();
        self.people = people;
    }

    /// The seats that are away and lose the match for it, each with the time when that happens.
    pub fn losing(&self) -> impl Iterator<Item = (Seat, f64)> {
        let lost_at = self.lost_at.iter().enumerate();
        lost_at.filter_map(|(seat, at)| Some((Seat(seat as u8), (*at)?)))
    }

    /// The commitments of the seats to their shares in the dice, as the server tells them now.
    pub fn commitments(&self) -> Vec<Option<ShareCommitment>> {
        self.people.iter().map(|seat| seat.commitment).collect()
    }

    /// Whether shares are opened now, if all seats have committed to theirs: players may be away, or nobody is whose share
    /// is still missing.
    pub fn is_time_to_open(&self, may_be_away: bool) -> bool {
        !self.begun && self.people.iter().all(|seat| may_be_away || seat.here || seat.share.is_some())
    }

    /// Drops the request to commit: the server tells the commitment.
    pub fn drop_commitment(&mut self) {
        self.pending.retain(|asked| !matches!(asked, FromClient::Commit { .. }));
    }

    /// Drops the requests for the dice that have no answer.
    pub fn drop_parts_in_dice(&mut self) {
        self.pending.retain(|asked| !matches!(asked, FromClient::Commit { .. } | FromClient::Share { .. }));
    }

    /// The requests to send when the connection is back: all pending ones, but of several actions only the first. Each
    /// of the others is meant for the position after the one before it.
    pub fn to_be_said(&self) -> Vec<FromClient> {
        let next = self.next_play();
        let is_due = |asked: &&FromClient| !matches!(asked, FromClient::Play { .. }) || Some(*asked) == next;
        self.pending.iter().filter(is_due).cloned().collect()
    }

    /// The oldest pending action.
    pub fn next_play(&self) -> Option<&FromClient> {
        self.pending.iter().find(|asked| matches!(asked, FromClient::Play { .. }))
    }

    /// An action of this id was refused: the actions after it are dropped. Returns whether there were any.
    pub fn drop_rest_of_plan(&mut self, id: &str) -> bool {
        let before = self.pending.len();
        if self.next_play().and_then(request_id) == Some(id) {
            self.pending.retain(|asked| !matches!(asked, FromClient::Play { .. }) || request_id(asked) == Some(id));
        }
        self.pending.len() < before
    }

    /// The action that was sent and not answered yet.
    pub fn action_under_way(&self) -> Option<&str> {
        self.pending.iter().find_map(|asked| match asked {
            FromClient::Play { action, .. } => Some(action.as_str()),
            _ => None,
        })
    }

    /// Whether a request with this id waits for its answer.
    pub fn is_pending(&self, id: &str) -> bool {
        self.pending.iter().any(|asked| request_id(asked) == Some(id))
    }

    /// Takes a request off the list; says what it was.
    pub fn answered(&mut self, id: &str) -> Option<FromClient> {
        let index = self.pending.iter().position(|asked| request_id(asked) == Some(id))?;
        Some(self.pending.remove(index))
    }
}

/// The id of a request; a greeting has none.
fn request_id(asked: &FromClient) -> Option<&str> {
    match asked {
        FromClient::Hello { .. } => None,
        FromClient::Sit { id, .. }
        | FromClient::SeatBot { id, .. }
        | FromClient::Commit { id, .. }
        | FromClient::Share { id, .. }
        | FromClient::Play { id, .. }
        | FromClient::Resign { id }
        | FromClient::Rematch { id } => Some(id),
    }
}

/// Moments before this one are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap;

/// How long to wait after so many failed tries, in milliseconds: soon at first, and never longer than fifteen seconds.
pub fn wait_before_try(failed: u32) -> u32 {
    (500 << failed.min(5)).min(15_000)
}

impl Client {
    /// A table as the server describes it to somebody who knows nothing of it yet.
    pub fn welcomed(welcome: &Welcome, key: Option<String>, tongue: &Tongue, now: f64) -> Result<Self, String> {
        let game = catalog::find_ruled(&welcome.game, welcome.rules.as_ref())?;
        let start = welcome.start.as_ref().ok_or("the welcome lacks the first position")?;
        let start = game.open(start).map_err(|error| error.to_string())?;
        let mut online = Online {
            table: welcome.table.clone(),
            key,
            you: welcome.you,
            people: Vec::new(),
            lost_at: Vec::new(),
            back_by: None,
            watching: welcome.watching,
            commitment: welcome.commitment,
            pledge: None,
            begun: welcome.begun,
            next: welcome.next.clone(),
            pending: Vec::new(),
        };
        online.meet(welcome.seats.clone(), now);
        let seats = welcome.seats.len() as u8;
        let first = (start, welcome.first_actor);
        let source = Source::Online(online);
        let mut table = Self::new(game, tongue, welcome.setup.clone(), seats, first, source);
        table.history.miss(welcome.moments.first().map_or(0, |first| first.seq.saturating_sub(1) as usize));
        for moment in &welcome.moments {
            table.hear(moment.clone()).map_err(|Gap| "the moments have a gap")?;
        }
        table.history.open_newest()?;
        table.refresh();
        Ok(table)
    }

    /// Takes in a moment and returns whether it was new; an error if moments before it are missing. The picture is not
    /// drawn anew.
    pub fn hear(&mut self, moment: Moment) -> Result<bool, Gap> {
        let expected = self.history.len() as u64 + 1;
        match moment.seq.cmp(&expected) {
            std::cmp::Ordering::Less => Ok(false),
            std::cmp::Ordering::Greater => Err(Gap),
            std::cmp::Ordering::Equal => {
                // A seat that has left has no time to come back.
                let left = moment.what.exit().and_then(game::Exit::seat);
                let countdown =
                    self.online_mut().zip(left).and_then(|(online, seat)| online.lost_at.get_mut(seat.index()));
                if let Some(countdown) = countdown {
                    *countdown = None;
                }
                // What is being seen stays until it has been seen to the end.
                let seen = self.moving.as_ref().map(|_| self.moment_shown());
                self.history.push(moment);
                if seen.is_some() {
                    self.history.show(seen);
                }
                Ok(true)
            }
        }
    }

    /// The number of the last event that the server has not told here; none if everything is here.
    pub fn missing_past(&self) -> Option<u64> {
        Some(self.history.missing() as u64).filter(|missing| *missing > 0)
    }

    /// Takes in a page of the past; an error if it is not the page that is missing next. The position that is shown stays, and
    /// so does what is picked in it, unless somebody remembers more now.
    pub fn look_back(&mut self, page: Vec<Moment>) -> Result<(), Gap> {
        let before = self.position().clone();
        self.history.put_before(page)?;
        if *self.position() == before {
            if self.history.missing() == 0 {
                self.seek_turning_point_anew();
            }
            let news = self.news().len();
            self.earlier.gather(&self.history, news, &self.picture.scene.marks);
        } else {
            let picked = self.pointing.picked().to_vec();
            self.refresh();
            if !self.acts_here() || self.picture.picks.leads_somewhere(&picked) {
                self.pointing.pick(picked);
            }
        }
        Ok(())
    }

    /// The match has begun, at this time of the client's clock. The position shown before was only an example of a
    /// start. The error says why the game cannot read the first position.
    pub fn begun(&mut self, begun: Begun, now: f64) -> Result<(), String> {
        let start = self.game.open(&begun.start).map_err(|error| error.to_string())?;
        if let Some(online) = self.online_mut() {
            online.begun = true;
            online.meet(begun.seats, now);
        }
        self.setup = begun.setup;
        self.begin_with((start, begun.first_actor));
        self.refresh();
        Ok(())
    }

    /// The server's side of it, if it is on one.
    pub fn online(&self) -> Option<&Online> {
        self.source.online()
    }

    /// The server's side of it, to change.
    pub fn online_mut(&mut self) -> Option<&mut Online> {
        match &mut self.source {
            Source::Online(online) => Some(online),
            Source::Local(_) | Source::Replay(_) => None,
        }
    }

    /// This device's side of it, if it is here.
    pub fn local(&self) -> Option<&crate::Local> {
        self.source.local()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_grows_and_stays_bounded() {
        let waits: Vec<u32> = (0..8).map(wait_before_try).collect();
        assert_eq!(waits, [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    }
}
