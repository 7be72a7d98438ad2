//! The match of a room as the log tells it, and who sits there. Nothing here waits.

use std::time::Duration;

use catalog::{DynMatch, Position, RuledGame};
use game::{Commitment, Origin, PlayError, Random, Refusal, RulesId, Seat, Seed, Share, ShareCommitment, Viewer};
use protocol::{Moment, Refused, RefusedCode};
use serde_json::value::RawValue;

use crate::frame::refused;
use crate::games::Games;
use crate::ids::{KeyHash, TableId};
use crate::known_requests::KnownRequests;
use crate::seat_options::{self, wrong_setup};
use crate::store::{Sitter, StoredEvent, StoredEventKind, StoredTable, TableRow};
use crate::unreadable::Unreadable;

/// The match of a room as the log tells it, and who sits there.
pub(crate) struct Live {
    pub(crate) row: TableRow,
    pub(crate) next: Option<TableId>,
    game: RuledGame,
    begun: bool,
    /// Until the match begins, this is another match that only shows what a first position looks like.
    game_match: Box<dyn DynMatch>,
    /// The request behind each event, by which a retry is recognised. A node appends event n+1 only after it has read the
    /// first n, so the list is complete whenever an append succeeds.
    requests: KnownRequests,
}

/// Of a match that cannot be begun anew.
const NO_START: &str = "its match cannot begin with the options that are kept";

fn unreadable(table: TableId, problem: String) -> Unreadable {
    Unreadable::new("table", table, problem)
}

/// What a viewer sees of one event.
pub(crate) type Seen = Moment<Box<RawValue>>;

impl Live {
    /// Plays the log from its start.
    pub(crate) fn load(stored: StoredTable, games: &Games) -> Result<Self, Unreadable> {
        let StoredTable { row, next, events } = stored;
        let id = row.id;
        let wrong = |problem: String| unreadable(id, problem);
        let game = games.of_table(&row.game, row.rules.as_ref()).map_err(wrong)?;
        if row.rules_version != game.info().rules_version {
            return Err(wrong(format!("version {} of the rules is not known here", row.rules_version)));
        }
        let origin = origin(&row);
        let begun = origin.is_some();
        // Not from the secret: the seats have not added their shares, and a first position may show what chance decides.
        let origin = origin.unwrap_or(Origin::Seed(Seed::number(0)));
        // Nor with the options of seats: before the match begins each is known to its player alone.
        let setup =
            if begun { seat_options::whole_setup(&*game, &row) } else { seat_options::public_setup(&*game, &row) };
        let game_match = setup.and_then(|setup| game.start(setup, origin));
        let game_match = game_match.map_err(|error| wrong(NO_START.to_owned()).because(&error))?;
        let mut live = Self { row, next, game, begun, game_match, requests: KnownRequests::default() };
        for event in events {
            live.replay(event)?;
        }
        Ok(live)
    }

    /// Takes over what the log has beyond what this room knows.
    pub(crate) fn catch_up(&mut self, stored: StoredTable) -> Result<(), Unreadable> {
        self.row.seats = stored.row.seats;
        self.row.touched = stored.row.touched;
        self.next = stored.next;
        self.begin_if_all_have_shared()?;
        stored.events.into_iter().try_for_each(|event| if event.seq > self.seq() { self.replay(event) } else { Ok(()) })
    }

    /// Applies a durable change: a seat was taken. A computer has its share already. The match begins with the last share.
    pub(crate) fn sit(&mut self, seat: Seat, sitter: Sitter) -> Result<(), Unreadable> {
        self.row.seats[seat.index()] = Some(sitter);
        self.begin_if_all_have_shared()
    }

    /// Applies a durable change: a seat became free.
    pub(crate) fn free(&mut self, seat: Seat) {
        self.row.seats[seat.index()] = None;
    }

    /// Applies a durable change: a seat has committed to its share.
    pub(crate) fn commit_to_share(&mut self, seat: Seat, commitment: ShareCommitment) {
        if let Some(sitter) = &mut self.row.seats[seat.index()] {
            sitter.commitment = Some(commitment);
        }
    }

    /// Applies a durable change: a seat has opened its share. The match begins with the last share.
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
        let started =
            seat_options::whole_setup(&*self.game, &self.row).and_then(|setup| self.game.start(setup, origin));
        self.game_match = started.map_err(|error| unreadable(self.row.id, NO_START.to_owned()).because(&error))?;
        self.begun = true;
        Ok(())
    }

    fn replay(&mut self, event: StoredEvent) -> Result<(), Unreadable> {
        let seq = event.seq;
        let wrong = |problem: &str| unreadable(self.row.id, format!("event {seq}: {problem}"));
        if seq != self.seq() + 1 {
            return Err(wrong("the one before it is missing"));
        }
        if !self.begun {
            return Err(wrong("the match has not begun"));
        }
        let refused = |error| wrong("the rules refuse it").because(&error);
        self.game_match.carry_out(&event.to_request(), &[]).map_err(refused)?;
        self.requests.push(event.seat, event.request);
        Ok(())
    }

    /// The rule set of the match; none for the built-in one.
    pub(crate) fn rules(&self) -> Option<RulesId> {
        self.game.rules().cloned()
    }

    /// The options as everybody may know them now: those of seats only once the match has begun.
    pub(crate) fn setup(&self) -> String {
        if !self.begun {
            return self.row.setup.clone();
        }
        seat_options::whole_setup(&*self.game, &self.row)
            .map_or_else(|_| self.row.setup.clone(), |setup| setup.to_string())
    }

    /// Whether the option that belongs to a seat can have this value.
    pub(crate) fn check_seat_option(&self, seat: Seat, value: &str) -> Result<(), Refused> {
        let setup = seat_options::public_setup(&*self.game, &self.row).map_err(|error| wrong_setup(&error))?;
        let setup = seat_options::with_seat_option(&*self.game, setup, seat, value)?;
        let started = self.game.start(setup, Origin::Seed(Seed::number(0)));
        started.map(|_| ()).map_err(|error| wrong_setup(&error))
    }

    /// Drops the seat options that people who have moved to other seats cannot have there.
    pub(crate) fn keep_options_that_fit(&self, mut seats: Vec<Option<Sitter>>) -> Vec<Option<Sitter>> {
        for (seat, place) in Seat::first(seats.len() as u8).zip(&mut seats) {
            if let Some(sitter) = place {
                let fits = |value: &String| self.check_seat_option(seat, value).is_ok();
                sitter.seat_option = sitter.seat_option.take().filter(fits);
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
        self.begun && self.game_match.is_over()
    }

    /// Whether the match is over, or only computers still take part.
    pub(crate) fn is_over_for_people(&self) -> bool {
        self.begun && (self.is_over() || self.people_with_part().next().is_none())
    }

    /// How long a player may be away now; none if there is no limit. Time counts once all seats are taken: before that
    /// nobody has begun to wait for a certain player. It stops while some people have opened their shares and others have
    /// not: a seat that could be taken anew then would give its player a choice of dice.
    pub(crate) fn grace(&self) -> Option<Duration> {
        let people = || self.seats().iter().flatten().filter(|sitter| sitter.bot().is_none());
        let is_opening = !self.begun && people().any(|sitter| sitter.share.is_some());
        let counts = !self.seats().contains(&None) && !self.is_over() && !is_opening;
        self.game_match.info().grace_seconds.filter(|_| counts).map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// The share of a seat as it is kept. That of the computer is kept from when it sits down.
    pub(crate) fn share_of(&self, seat: Seat) -> Option<Share> {
        self.seats().get(seat.index())?.as_ref()?.share
    }

    /// The share of a seat if everybody may know it. That of the computer is opened when all seats have committed to theirs.
    pub(crate) fn opened_share_of(&self, seat: Seat) -> Option<Share> {
        let is_open = self.begun || self.bot_at(seat).is_none() || self.have_all_committed();
        self.share_of(seat).filter(|_| is_open)
    }

    /// The commitment of a seat to its share. That of the computer follows from its share.
    pub(crate) fn share_commitment_of(&self, seat: Seat) -> Option<ShareCommitment> {
        let sitter = self.seats().get(seat.index())?.as_ref()?;
        let of_bot =
            || Some(ShareCommitment::to(&self.commitment(), seat, &sitter.share.filter(|_| sitter.bot().is_some())?));
        sitter.commitment.or_else(of_bot)
    }

    /// Whether every seat has committed to its share, so that shares may be opened.
    pub(crate) fn have_all_committed(&self) -> bool {
        let has_committed = |sitter: &Sitter| sitter.commitment.is_some() || sitter.bot().is_some();
        self.seats().iter().all(|sitter| sitter.as_ref().is_some_and(has_committed))
    }

    /// Whether this is the share that a seat has committed to.
    pub(crate) fn is_committed_to(&self, seat: Seat, share: &Share) -> bool {
        let opens = |commitment: ShareCommitment| commitment.opens_with(&self.commitment(), seat, share);
        self.share_commitment_of(seat).is_some_and(opens)
    }

    /// The commitment to the secret of the dice, which everybody is told.
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
        self.game_match.actor().filter(|&seat| self.begun && self.bot_at(seat).is_some())
    }

    /// What the computer is given to think about: what its seat has seen and sees, and its level.
    pub(crate) fn question(&self, seat: Seat) -> (Box<dyn Position>, String) {
        let level = self.bot_at(seat).unwrap_or_default().to_owned();
        (self.game_match.position(Viewer::Seat(seat)), level)
    }

    /// A random legal action of the seat that acts.
    pub(crate) fn random_action(&self, seed: u64) -> Option<String> {
        self.game_match.random_action(&mut Random::new(seed))
    }

    /// Whether a seat still takes part in the match.
    pub(crate) fn has_part(&self, seat: Seat) -> bool {
        self.game_match.standing().has_part(seat)
    }

    /// The people who still take part in the match, here or not; before it begins everybody who sits.
    pub(crate) fn people_with_part(&self) -> impl Iterator<Item = Seat> {
        let sits = |seat: Seat| self.seats()[seat.index()].as_ref().is_some_and(|sitter| sitter.bot().is_none());
        let all = Seat::first(self.seats().len() as u8);
        all.filter(move |&seat| sits(seat) && (!self.begun || self.game_match.standing().has_part(seat)))
    }

    /// The request by which the player of this seat sat down.
    pub(crate) fn request_of(&self, seat: Seat) -> Option<&str> {
        self.seats().get(seat.index())?.as_ref().map(|sitter| sitter.request.as_str())
    }

    /// The number of the event that this request became, if it was carried out before.
    pub(crate) fn done(&self, seat: Seat, request: &str) -> Option<u64> {
        self.requests.find(seat, request)
    }

    /// Whether this may happen to a seat now.
    pub(crate) fn check(&self, seat: Seat, kind: &StoredEventKind) -> Result<(), Refused> {
        if !self.begun {
            let problem = if self.seats().contains(&None) {
                "not everybody is here yet: the match begins when all sit and have added to the dice"
            } else {
                "not everybody has added to the dice yet: the match begins when all have"
            };
            return Err(refused(RefusedCode::NotStarted, problem));
        }
        self.game_match.check(&kind.to_request(seat)).map_err(not_played)
    }

    /// Applies an event that was checked and is durable. Returns what each viewer sees of it.
    pub(crate) fn apply(&mut self, event: StoredEvent, viewers: &[Viewer]) -> Vec<Seen> {
        let moments = self.game_match.carry_out(&event.to_request(), viewers);
        let moments = moments.expect("the event was checked, and nothing has happened since");
        self.requests.push(event.seat, event.request);
        seen(moments)
    }

    /// What these eyes saw of the events after the first `known`, of at most `most` of them.
    pub(crate) fn moments_of(&self, known: u64, most: usize, eyes: Viewer) -> Vec<Seen> {
        seen(self.game_match.some_moments(known as usize, most, eyes))
    }

    /// A copy of the match, from which pages of its past can be made while it goes on.
    pub(crate) fn copy(&self) -> Box<dyn DynMatch> {
        self.game_match.copy()
    }

    /// What a viewer knew before the first event, and who acted then: nobody, if the match has not begun.
    pub(crate) fn start(&self, viewer: Viewer) -> (Box<RawValue>, Option<Seat>) {
        let (start, actor) = self.game_match.start(self.eyes(viewer));
        if self.begun { (start.view(), actor) } else { (start.unbegun().view(), None) }
    }

    /// Where nothing is hidden, all viewers see the same and count as one.
    pub(crate) fn eyes(&self, viewer: Viewer) -> Viewer {
        if self.game_match.info().hidden { viewer } else { Viewer::Spectator }
    }

    /// The match itself.
    #[cfg(test)]
    pub(crate) fn into_match(self) -> Box<dyn DynMatch> {
        self.game_match
    }

    /// The match as a record; none before the end, because the record opens the secret.
    pub(crate) fn record(&mut self) -> Option<String> {
        if !self.is_over() {
            return None;
        }
        for (seat, sitter) in self.row.seats.iter().enumerate() {
            self.game_match.name_player(Seat(seat as u8), sitter.as_ref().map_or("", |sitter| &sitter.name));
        }
        Some(self.game_match.record().to_string())
    }
}

/// Moments with their views as text, as clients are sent them.
pub(crate) fn seen(moments: Vec<Moment<Box<dyn Position>>>) -> Vec<Seen> {
    moments.into_iter().map(|moment| moment.map_view(|position| position.view())).collect()
}

/// The origin of the chance of a match; none before every seat has added its share.
fn origin(row: &TableRow) -> Option<Origin> {
    if !row.fair {
        return Some(Origin::Seed(row.seed));
    }
    let shares = row.seats.iter().map(|sitter| sitter.as_ref()?.share).collect::<Option<_>>()?;
    Some(Origin::Fair { secret: row.seed, shares })
}

pub(crate) fn not_played(error: PlayError) -> Refused {
    let problem = error.to_string();
    let (code, why) = match error {
        PlayError::Notation(error) => (RefusedCode::NoAction, Some(error.message)),
        PlayError::Refused(Refusal::GameOver) => (RefusedCode::GameOver, None),
        PlayError::Refused(Refusal::NotYourTurn { .. }) => (RefusedCode::NotYourTurn, None),
        PlayError::Refused(Refusal::OutOfTheGame) => (RefusedCode::OutOfTheGame, None),
        PlayError::Refused(Refusal::NoSuchSeat) => (RefusedCode::NotSeated, None),
        PlayError::Refused(Refusal::Illegal(why)) => (RefusedCode::Illegal, Some(why)),
    };
    Refused { id: None, code, problem, why }
}
