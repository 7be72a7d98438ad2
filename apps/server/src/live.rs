//! A table in memory: the match as the log tells it, and who sits there. Everything here is quick and waits for nothing.

use catalog::{DynGame, DynMatch};
use game::{PlayError, Refusal, Seat, Viewer};
use protocol::{Moment, Refused, RefusedCode};
use serde_json::value::RawValue;

use crate::frame::{action_moment, refused, resigned_moment};
use crate::ids::{KeyHash, TableId};
use crate::store::{Event, Sitter, StoredTable, TableRow};

/// A table in memory.
pub(crate) struct Live {
    pub(crate) row: TableRow,
    pub(crate) next: Option<TableId>,
    game: &'static dyn DynGame,
    table: Box<dyn DynMatch>,
    /// The request behind each event, so that a retry is known. Whoever appends event n+1 has read all before it, so
    /// this list is complete whenever it matters.
    requests: Vec<(Seat, Box<str>)>,
}

/// A table that the store has, but that makes no sense here.
#[derive(Debug, thiserror::Error)]
#[error("table {table}: {problem}")]
pub(crate) struct Unreadable {
    table: TableId,
    problem: String,
}

/// What a viewer sees of one event.
pub(crate) type Seen = Moment<Box<RawValue>>;

impl Live {
    /// Plays the log from its start.
    pub(crate) fn load(stored: StoredTable) -> Result<Self, Unreadable> {
        let StoredTable { row, next, events } = stored;
        let wrong = |problem: String| Unreadable { table: row.id, problem };
        let game = catalog::find(&row.game).ok_or_else(|| wrong(format!("there is no game `{}`", row.game)))?;
        if row.rules_version != game.info().rules_version {
            return Err(wrong(format!("version {} of the rules is not known here", row.rules_version)));
        }
        let setup = game.setup(row.setup.split(' ').filter(|pair| *pair != "-"));
        let table = setup.and_then(|setup| game.start(setup, row.seed)).map_err(|error| wrong(error.to_string()))?;
        let mut live = Self { row, next, game, table, requests: Vec::new() };
        for event in events {
            live.replay(event)?;
        }
        Ok(live)
    }

    /// Takes over what the log has beyond what is known here.
    pub(crate) fn catch_up(&mut self, stored: StoredTable) -> Result<(), Unreadable> {
        self.row.seats = stored.row.seats;
        self.next = stored.next;
        stored.events.into_iter().try_for_each(|event| if event.seq > self.seq() { self.replay(event) } else { Ok(()) })
    }

    fn replay(&mut self, event: Event) -> Result<(), Unreadable> {
        let seq = event.seq;
        let unreadable =
            |problem: String| Unreadable { table: self.row.id, problem: format!("event {seq}: {problem}") };
        if seq != self.seq() + 1 {
            return Err(unreadable("the one before it is missing".to_owned()));
        }
        match &event.action {
            Some(action) => self.table.play(event.seat, action).map_err(|error| unreadable(error.to_string()))?,
            None => self.table.resign(event.seat).map_err(|error| unreadable(error.to_string()))?,
        }
        self.requests.push((event.seat, event.request.into()));
        Ok(())
    }

    /// How many events there are.
    pub(crate) fn seq(&self) -> u64 {
        self.requests.len() as u64
    }

    pub(crate) fn seats(&self) -> &[Option<Sitter>] {
        &self.row.seats
    }

    pub(crate) fn is_over(&self) -> bool {
        self.table.outcome().is_some()
    }

    /// The seat that a key opens.
    pub(crate) fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        let seat = self.seats().iter().position(|sitter| sitter.as_ref().is_some_and(|sitter| sitter.key == key))?;
        Some(Seat(seat as u8))
    }

    /// The event that a request has become, if it was carried out before.
    pub(crate) fn done(&self, seat: Seat, request: &str) -> Option<u64> {
        let index = self.requests.iter().rposition(|(by, known)| *by == seat && **known == *request)?;
        Some(index as u64 + 1)
    }

    /// Whether a seat may do this now (nothing is to resign), and if not, why.
    pub(crate) fn check(&self, seat: Seat, action: Option<&str>) -> Result<(), Refused> {
        if self.seats().iter().any(Option::is_none) {
            return Err(refused(RefusedCode::NotStarted, "not everybody is here yet: the match begins when all sit"));
        }
        match action {
            Some(action) => self.table.check(seat, action).map_err(not_played),
            None if self.is_over() => Err(not_played(PlayError::Refused(Refusal::GameOver))),
            None => Ok(()),
        }
    }

    /// Does what was checked and is durable, and says what each kind of viewer sees of it.
    pub(crate) fn apply(&mut self, event: Event, viewers: &[Viewer]) -> Vec<Seen> {
        let (seq, seat) = (event.seq, event.seat);
        let seen = if let Some(action) = &event.action {
            let happened = self.table.play_before(seat, action, viewers);
            let happened = happened.expect("the action was checked, and nothing has happened since");
            happened.into_iter().map(|happened| action_moment(seq, happened)).collect()
        } else {
            self.table.resign(seat).expect("the resignation was checked, and nothing has happened since");
            viewers.iter().map(|&viewer| self.resignation(seq, seat, viewer)).collect()
        };
        self.requests.push((seat, event.request.into()));
        seen
    }

    /// What a viewer saw of every event after the first `known`.
    pub(crate) fn moments(&self, known: u64, viewer: Viewer) -> Vec<Seen> {
        let viewer = self.eyes(viewer);
        let happened = self.table.happened(known as usize, viewer).into_iter();
        let mut moments: Vec<_> =
            happened.zip(known + 1..).map(|(happened, seq)| action_moment(seq, happened)).collect();
        if let Some(seat) = self.table.resigned().filter(|_| known < self.seq()) {
            moments.push(self.resignation(self.seq(), seat, viewer));
        }
        moments
    }

    fn resignation(&self, seq: u64, seat: Seat, viewer: Viewer) -> Seen {
        resigned_moment(seq, seat, self.table.view_text(viewer), &*self.table)
    }

    /// What a viewer knew before the first event, and who acted then.
    pub(crate) fn start(&self, viewer: Viewer) -> (Box<RawValue>, Option<Seat>) {
        self.table.start_text(self.eyes(viewer))
    }

    /// Whose eyes a viewer sees with: where nothing is hidden everybody's are the same, and so are the frames.
    pub(crate) fn eyes(&self, viewer: Viewer) -> Viewer {
        if self.game.info().hidden { viewer } else { Viewer::Spectator }
    }

    /// The match as it is written down. It tells the seed, so it is for finished matches only.
    pub(crate) fn record(&mut self) -> Option<String> {
        if !self.is_over() {
            return None;
        }
        for (seat, sitter) in self.row.seats.iter().enumerate() {
            self.table.name_player(Seat(seat as u8), sitter.as_ref().map_or("", |sitter| &sitter.name));
        }
        Some(self.table.record().to_string())
    }
}

fn not_played(error: PlayError) -> Refused {
    let problem = error.to_string();
    let (code, why) = match error {
        PlayError::Notation(_) => (RefusedCode::NoAction, None),
        PlayError::Refused(Refusal::GameOver) => (RefusedCode::GameOver, None),
        PlayError::Refused(Refusal::NotYourTurn { .. }) => (RefusedCode::NotYourTurn, None),
        PlayError::Refused(Refusal::NoSuchSeat) => (RefusedCode::NotSeated, None),
        PlayError::Refused(Refusal::Illegal(why)) => (RefusedCode::Illegal, Some(why)),
    };
    Refused { id: None, code, problem, why }
}
