//! A table in memory: the match as the log tells it, and who sits there. Everything here is quick and waits for nothing.

use std::time::Duration;

use catalog::{DynGame, DynMatch, Position};
use game::{Commitment, Origin, PlayError, Random, Refusal, Seat, Seed, Share, Viewer};
use protocol::{Moment, Refused, RefusedCode};
use serde_json::value::RawValue;

use crate::config::Start;
use crate::frame::refused;
use crate::ids::{KeyHash, TableId};
use crate::own;
use crate::store::{Deed, Event, Sitter, StoredTable, TableRow};

/// A table in memory.
pub(crate) struct Live {
    pub(crate) row: TableRow,
    pub(crate) next: Option<TableId>,
    game: &'static dyn DynGame,
    start: Start,
    begun: bool,
    /// Before it has begun, a match that only shows what a first position looks like.
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
    pub(crate) fn load(stored: StoredTable, start: Start) -> Result<Self, Unreadable> {
        let StoredTable { row, next, events } = stored;
        let wrong = |problem: String| Unreadable { table: row.id, problem };
        let game = catalog::find(&row.game).ok_or_else(|| wrong(format!("there is no game `{}`", row.game)))?;
        if row.rules_version != game.info().rules_version {
            return Err(wrong(format!("version {} of the rules is not known here", row.rules_version)));
        }
        let origin = origin(&row);
        let begun = origin.is_some();
        // Not from the secret: chance decides what a first position is, and the seats have not added theirs.
        let origin = origin.unwrap_or(Origin::Seed(Seed::number(0)));
        // Nor with what belongs to a seat: it is nobody else's to see before the match has begun.
        let setup = if begun { own::whole_setup(game, &row) } else { own::public_setup(game, &row) };
        let table = setup.and_then(|setup| start(game, setup, origin));
        let table = table.map_err(|error| wrong(error.to_string()))?;
        let mut live = Self { row, next, game, start, begun, table, requests: Vec::new() };
        for event in events {
            live.replay(event)?;
        }
        Ok(live)
    }

    /// Takes over what the log has beyond what is known here.
    pub(crate) fn catch_up(&mut self, stored: StoredTable) -> Result<(), Unreadable> {
        self.row.seats = stored.row.seats;
        self.next = stored.next;
        self.begin_if_all_have_shared()?;
        stored.events.into_iter().try_for_each(|event| if event.seq > self.seq() { self.replay(event) } else { Ok(()) })
    }

    /// Somebody has sat down, durably. The computer brings its share, and if that is the last one the match begins.
    pub(crate) fn sit(&mut self, seat: Seat, sitter: Sitter) -> Result<(), Unreadable> {
        self.row.seats[seat.index()] = Some(sitter);
        self.begin_if_all_have_shared()
    }

    /// A seat is free again, durably.
    pub(crate) fn free(&mut self, seat: Seat) {
        self.row.seats[seat.index()] = None;
    }

    /// Takes over what a seat has added to the dice, now that it is durable. With the last one the match begins.
    pub(crate) fn share(&mut self, seat: Seat, share: Share) -> Result<(), Unreadable> {
        if let Some(sitter) = &mut self.row.seats[seat.index()] {
            sitter.share = Some(share);
        }
        self.begin_if_all_have_shared()
    }

    fn begin_if_all_have_shared(&mut self) -> Result<(), Unreadable> {
        if self.begun {
            return Ok(());
        }
        let Some(origin) = origin(&self.row) else { return Ok(()) };
        let started = own::whole_setup(self.game, &self.row).and_then(|setup| (self.start)(self.game, setup, origin));
        self.table = started.map_err(|error| Unreadable { table: self.row.id, problem: error.to_string() })?;
        self.begun = true;
        Ok(())
    }

    fn replay(&mut self, event: Event) -> Result<(), Unreadable> {
        let seq = event.seq;
        let unreadable =
            |problem: String| Unreadable { table: self.row.id, problem: format!("event {seq}: {problem}") };
        if seq != self.seq() + 1 {
            return Err(unreadable("the one before it is missing".to_owned()));
        }
        if !self.begun {
            return Err(unreadable("the match has not begun".to_owned()));
        }
        self.table.carry_out(&event.asks(), &[]).map_err(|error| unreadable(error.to_string()))?;
        self.requests.push((event.seat, event.request.into()));
        Ok(())
    }

    /// The options as everybody may know them now: with what belongs to a seat once the match has begun.
    pub(crate) fn setup(&self) -> String {
        if !self.begun {
            return self.row.setup.clone();
        }
        own::whole_setup(self.game, &self.row).map_or_else(|_| self.row.setup.clone(), |setup| setup.to_string())
    }

    /// Whether somebody can sit down here with this for the option that belongs to the seat.
    pub(crate) fn check_own(&self, seat: Seat, own: &str) -> Result<(), Refused> {
        let setup = own::public_setup(self.game, &self.row).map_err(|error| own::no_game(&error))?;
        let setup = own::with_own(self.game, setup, seat, own)?;
        let started = (self.start)(self.game, setup, Origin::Seed(Seed::number(0)));
        started.map(|_| ()).map_err(|error| own::no_game(&error))
    }

    /// People who have moved to other seats, with what they have chosen as far as the new seat can have it.
    pub(crate) fn keep_what_fits(&self, mut seats: Vec<Option<Sitter>>) -> Vec<Option<Sitter>> {
        for (seat, place) in Seat::first(seats.len() as u8).zip(&mut seats) {
            if let Some(sitter) = place {
                sitter.own = sitter.own.take().filter(|own| self.check_own(seat, own).is_ok());
            }
        }
        seats
    }

    /// How many events there are.
    pub(crate) fn seq(&self) -> u64 {
        self.requests.len() as u64
    }

    pub(crate) fn seats(&self) -> &[Option<Sitter>] {
        &self.row.seats
    }

    /// Whether everybody sits and has added to the dice.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun
    }

    pub(crate) fn is_over(&self) -> bool {
        self.begun && self.table.is_over()
    }

    /// Whether no person has anything to wait for: it is over, or only computers still take part.
    pub(crate) fn is_over_for_people(&self) -> bool {
        self.begun && (self.is_over() || self.people_with_part().next().is_none())
    }

    /// How long somebody who sits may be away as things stand now; none for as long as they like. It counts from when all
    /// seats are taken (HL-11).
    pub(crate) fn grace(&self) -> Option<Duration> {
        let counts = !self.seats().contains(&None) && !self.is_over();
        self.table.info().grace_seconds.filter(|_| counts).map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// What a seat has added to the dice.
    pub(crate) fn share_of(&self, seat: Seat) -> Option<Share> {
        self.seats().get(seat.index())?.as_ref()?.share
    }

    /// The promise about the dice that everybody is told.
    pub(crate) fn commitment(&self) -> Commitment {
        Commitment::to(&self.row.seed)
    }

    /// The seat that a key opens.
    pub(crate) fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        let seat = self.seats().iter().position(|sitter| sitter.as_ref().is_some_and(|sitter| sitter.has_key(key)))?;
        Some(Seat(seat as u8))
    }

    /// The level at which the computer sits there, if it does.
    pub(crate) fn bot_at(&self, seat: Seat) -> Option<&str> {
        self.seats().get(seat.index())?.as_ref()?.bot()
    }

    /// The seat that acts, if the computer sits there.
    pub(crate) fn bot_to_act(&self) -> Option<Seat> {
        self.table.actor().filter(|&seat| self.begun && self.bot_at(seat).is_some())
    }

    /// What the computer is given to think about: what its seat has seen and sees, and its level.
    pub(crate) fn question(&self, seat: Seat) -> (Box<dyn Position>, String) {
        let level = self.bot_at(seat).unwrap_or_default().to_owned();
        (self.table.position(Viewer::Seat(seat)), level)
    }

    /// Anything that whoever acts may do.
    pub(crate) fn random_action(&self, seed: u64) -> Option<String> {
        self.table.random_action(&mut Random::new(seed))
    }

    /// Whether a seat still takes part in the match.
    pub(crate) fn has_part(&self, seat: Seat) -> bool {
        self.table.standing().has_part(seat)
    }

    /// The people who still take part in the match, here or not; before it begins everybody who sits.
    pub(crate) fn people_with_part(&self) -> impl Iterator<Item = Seat> {
        let sits = |seat: Seat| self.seats()[seat.index()].as_ref().is_some_and(|sitter| sitter.bot().is_none());
        let all = Seat::first(self.seats().len() as u8);
        all.filter(move |&seat| sits(seat) && (!self.begun || self.table.standing().has_part(seat)))
    }

    /// The request by which whoever sits there sat down.
    pub(crate) fn request_of(&self, seat: Seat) -> Option<&str> {
        self.seats().get(seat.index())?.as_ref().map(|sitter| sitter.request.as_str())
    }

    /// The event that a request has become, if it was carried out before.
    pub(crate) fn done(&self, seat: Seat, request: &str) -> Option<u64> {
        let index = self.requests.iter().rposition(|(by, known)| *by == seat && **known == *request)?;
        Some(index as u64 + 1)
    }

    /// Whether this may happen to a seat now, and if not, why.
    pub(crate) fn check(&self, seat: Seat, deed: &Deed) -> Result<(), Refused> {
        if !self.begun {
            let problem = if self.seats().contains(&None) {
                "not everybody is here yet: the match begins when all sit and have added to the dice"
            } else {
                "not everybody has added to the dice yet: the match begins when all have"
            };
            return Err(refused(RefusedCode::NotStarted, problem));
        }
        self.table.check(&deed.asks(seat)).map_err(not_played)
    }

    /// Does what was checked and is durable, and says what each kind of viewer sees of it.
    pub(crate) fn apply(&mut self, event: Event, viewers: &[Viewer]) -> Vec<Seen> {
        let moments = self.table.carry_out(&event.asks(), viewers);
        let moments = moments.expect("the event was checked, and nothing has happened since");
        self.requests.push((event.seat, event.request.into()));
        moments.into_iter().zip(viewers).map(|(moment, &viewer)| self.opened(moment, viewer)).collect()
    }

    /// What a viewer saw of every event after the first `known`.
    pub(crate) fn moments(&self, known: u64, viewer: Viewer) -> Vec<Seen> {
        let viewer = self.eyes(viewer);
        let moments = self.table.moments(known as usize, viewer).into_iter();
        moments.map(|moment| self.opened(moment, viewer)).collect()
    }

    /// Everything is open after an exit that was the end, as it is after an end by the rules.
    fn opened(&self, moment: Seen, viewer: Viewer) -> Seen {
        if moment.seq == self.seq() && self.table.standing().end.is_some() {
            Seen { view: self.table.view(viewer), ..moment }
        } else {
            moment
        }
    }

    /// What a viewer knew before the first event, and who acted then: nobody, if the match has not begun.
    pub(crate) fn start(&self, viewer: Viewer) -> (Box<RawValue>, Option<Seat>) {
        let (start, actor) = self.table.start(self.eyes(viewer));
        if self.begun { (start.view(), actor) } else { (start.unbegun().view(), None) }
    }

    /// Whose eyes a viewer sees with: where nothing is hidden everybody's are the same, and so are the frames.
    pub(crate) fn eyes(&self, viewer: Viewer) -> Viewer {
        if self.table.info().hidden { viewer } else { Viewer::Spectator }
    }

    /// The match as it is written down. It tells the secret, so it is for finished matches only.
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

/// Where the chance of a match comes from, once everybody has added to it.
fn origin(row: &TableRow) -> Option<Origin> {
    if !row.fair {
        return Some(Origin::Seed(row.seed));
    }
    let shares = row.seats.iter().map(|sitter| sitter.as_ref()?.share).collect::<Option<_>>()?;
    Some(Origin::Fair { secret: row.seed, shares })
}

fn not_played(error: PlayError) -> Refused {
    let problem = error.to_string();
    let (code, why) = match error {
        PlayError::Notation(_) => (RefusedCode::NoAction, None),
        PlayError::Refused(Refusal::GameOver) => (RefusedCode::GameOver, None),
        PlayError::Refused(Refusal::NotYourTurn { .. }) => (RefusedCode::NotYourTurn, None),
        PlayError::Refused(Refusal::OutOfTheGame) => (RefusedCode::OutOfTheGame, None),
        PlayError::Refused(Refusal::NoSuchSeat) => (RefusedCode::NotSeated, None),
        PlayError::Refused(Refusal::Illegal(why)) => (RefusedCode::Illegal, Some(why)),
    };
    Refused { id: None, code, problem, why }
}
