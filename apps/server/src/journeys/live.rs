//! A journey as the log tells it, and who travels. Nothing here waits.

use catalog::{DynJourney, RuledJourneys};
use game::{NextMatch, Record, Seat};
use protocol::{JourneyInfo, JourneyNews, JourneyTook, Refused, RefusedCode};

use crate::frame::refused;
use crate::games::Games;
use crate::ids::{KeyHash, TableId};
use crate::live::not_played;
use crate::store::{JourneyEventKind, JourneyEventRow, JourneyRow, StoredJourney, Traveller};
use crate::unreadable::Unreadable;

/// A journey as the log tells it, and who travels.
pub(crate) struct LiveJourney {
    pub(crate) row: JourneyRow,
    /// The table of its newest match, and the number of that match.
    table: Option<(u32, TableId)>,
    journey: Box<dyn DynJourney>,
    /// The record of the journey before its first event.
    beginning: String,
    events: Vec<JourneyEventRow>,
}

fn unreadable(journey: TableId, problem: String) -> Unreadable {
    Unreadable::new("journey", journey, problem)
}

impl LiveJourney {
    /// Plays the log from its start.
    pub(crate) fn load(stored: StoredJourney, games: &Games) -> Result<Self, Unreadable> {
        let StoredJourney { row, table, events } = stored;
        let id = row.id;
        let wrong = |problem: String| unreadable(id, problem);
        let journeys = kind(&row, games).map_err(wrong)?;
        if row.rules_version != journeys.info().rules_version {
            return Err(wrong(format!("version {} of the rules is not known here", row.rules_version)));
        }
        let setup = game::Setup::read(journeys.options(), &row.setup);
        let journey = setup.and_then(|setup| journeys.start(setup, row.seed));
        let no_start = "it cannot begin with the options that are kept";
        let journey = journey.map_err(|error| wrong(no_start.to_owned()).because(&error))?;
        let beginning = journey.text(None);
        let mut live = Self { row, table, journey, beginning, events: Vec::new() };
        live.name_travellers();
        events.into_iter().try_for_each(|event| live.replay(event))?;
        Ok(live)
    }

    /// Takes over what the log has beyond what is known here.
    pub(crate) fn catch_up(&mut self, stored: StoredJourney) -> Result<(), Unreadable> {
        (self.row.travellers, self.table) = (stored.row.travellers, stored.table);
        self.name_travellers();
        let mut events = stored.events.into_iter();
        events.try_for_each(|event| if event.seq > self.seq() { self.replay(event) } else { Ok(()) })
    }

    fn name_travellers(&mut self) {
        for (seat, traveller) in Seat::first(self.row.travellers.len() as u8).zip(&self.row.travellers) {
            self.journey.name_player(seat, traveller.as_ref().map_or("", |traveller| &traveller.name));
        }
    }

    /// Carries out a durable event.
    pub(crate) fn replay(&mut self, event: JourneyEventRow) -> Result<(), Unreadable> {
        let (journey, seq) = (self.row.id, event.seq);
        let wrong = |problem: &str| unreadable(journey, format!("event {seq}: {problem}"));
        if seq != self.seq() + 1 {
            return Err(wrong("the one before it is missing"));
        }
        match &event.kind {
            JourneyEventKind::Step(step) => {
                self.journey.play(event.seat, step).map_err(|error| wrong("the rules refuse it").because(&error))?;
            }
            JourneyEventKind::Match(text) => {
                let no_record = |error: game::RecordError| wrong("it is no record of a match").because(&error);
                let record: Record = text.parse().map_err(no_record)?;
                let misfit = |error| wrong("the match does not fit the journey").because(&error);
                self.journey.take(&record).map_err(misfit)?;
            }
        }
        self.events.push(event);
        Ok(())
    }

    /// Applies a durable change: somebody travels along.
    pub(crate) fn join(&mut self, seat: Seat, traveller: Traveller) {
        self.row.travellers[seat.index()] = Some(traveller);
        self.name_travellers();
    }

    /// Applies a durable change: somebody gave a sign.
    pub(crate) fn see(&mut self, seat: Seat, when: u64) {
        if let Some(Some(traveller)) = self.row.travellers.get_mut(seat.index()) {
            traveller.seen = when;
        }
    }

    /// Applies a durable change: the match with this number has a table.
    pub(crate) fn sit_down(&mut self, number: u32, table: TableId) {
        self.table = Some((number, table));
    }

    /// The number of events.
    pub(crate) fn seq(&self) -> u64 {
        self.events.len() as u64
    }

    /// The seat that a key opens.
    pub(crate) fn seat_of(&self, key: KeyHash) -> Option<Seat> {
        let has_key = |traveller: &Option<Traveller>| traveller.as_ref().is_some_and(|traveller| traveller.key == key);
        self.row.travellers.iter().position(has_key).map(|index| Seat(index as u8))
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::first(self.row.travellers.len() as u8)
    }

    /// The first free seat. One that somebody has left to the others is not free.
    pub(crate) fn free_seat(&self) -> Option<Seat> {
        let is_free = |seat: &Seat| self.traveller(*seat).is_none() && !self.journey.has_left(*seat);
        self.seats().find(is_free).filter(|_| self.journey.end().is_none())
    }

    /// Whether a traveller has given no sign for so long that the others may go on without them.
    fn is_gone(&self, seat: Seat, now: u64) -> bool {
        let gone = |traveller: &Traveller| now >= traveller.seen + JourneyNews::GONE_AFTER.as_secs();
        self.traveller(seat).is_some_and(gone) && !self.journey.has_left(seat)
    }

    /// Whether a traveller may take this step for this seat, as far as it depends on who is there. Everybody acts for a free seat,
    /// and may go on without somebody who is gone. Nobody can leave the journey to a seat where nobody is.
    pub(crate) fn may_act(&self, own: Seat, seat: Seat, step: &str, now: u64) -> Result<(), Refused> {
        let leaves = self.journey.leaves(step);
        let is_free = self.row.travellers.get(seat.index()).is_some_and(Option::is_none);
        if seat != own && !is_free && !(leaves && self.is_gone(seat, now)) {
            return Err(refused(RefusedCode::NotSeated, "only the one who has this seat can do that"));
        }
        let goes_on = |other: Seat| self.traveller(other).is_some() && !self.journey.has_left(other);
        if leaves && !self.seats().any(|other| other != seat && goes_on(other)) {
            return Err(refused(
                RefusedCode::NobodyThere,
                "nobody has the other seat: there is nobody to hand over to",
            ));
        }
        Ok(())
    }

    pub(crate) fn traveller(&self, seat: Seat) -> Option<&Traveller> {
        self.row.travellers.get(seat.index())?.as_ref()
    }

    /// The number of the event that this request became, if it was carried out before.
    pub(crate) fn done(&self, seat: Seat, request: &str) -> Option<u64> {
        let is_it = |event: &&JourneyEventRow| event.seat == seat && event.request == request;
        self.events.iter().rev().find(is_it).map(|event| event.seq)
    }

    /// Whether a step may be taken now.
    pub(crate) fn check(&self, seat: Seat, step: &str) -> Result<(), Refused> {
        self.journey.check(seat, step).map_err(not_played)
    }

    /// Whether a record is one of the match that has to be played now.
    pub(crate) fn check_match(&self, record: &Record) -> Result<(), game::ReplayError> {
        self.journey.check_match(record)
    }

    /// The match that has to be played now.
    pub(crate) fn next_match(&self) -> Option<NextMatch> {
        self.journey.next_match()
    }

    /// The table of the match that has to be played now, if it has one.
    pub(crate) fn table(&self) -> Option<TableId> {
        let next = self.next_match()?;
        self.table.filter(|(number, _)| *number == next.number).map(|(_, table)| table)
    }

    /// The whole journey as text.
    pub(crate) fn record(&self) -> String {
        self.journey.text(None)
    }

    fn names(&self) -> Vec<Option<String>> {
        self.row.travellers.iter().map(|traveller| traveller.as_ref().map(|traveller| traveller.name.clone())).collect()
    }

    /// What grows with everything that is written of it, except signs of travellers.
    pub(super) fn extent(&self) -> (u64, u64) {
        (self.seq(), self.version(&[]))
    }

    /// A number that changes with who travels, who is gone, and with the table. It is the same after a restart.
    fn version(&self, gone: &[Seat]) -> u64 {
        let travellers = self.row.travellers.iter().flatten().count() as u64;
        let gone = gone.iter().fold(0, |all, seat| all | 1 << seat.0);
        u64::from(self.table.map_or(0, |(number, _)| number)) << 16 | gone << 8 | travellers
    }

    /// What everybody who has the link may know.
    pub(crate) fn info(&self) -> JourneyInfo {
        JourneyInfo {
            journey: self.row.id.to_string(),
            game: self.row.game.clone(),
            kind: self.row.kind.clone(),
            setup: self.row.setup.clone(),
            rules: self.row.rules.as_deref().cloned(),
            travellers: self.names(),
            seq: self.seq(),
            over: self.journey.end().is_some(),
            open: self.free_seat().is_some(),
        }
    }

    /// What a traveller is told who knows this much.
    pub(crate) fn news(&self, you: Seat, since: Option<u64>, now: u64) -> JourneyNews {
        // A client that knows more events than there are has seen another journey: it is sent everything.
        let since = since.filter(|known| *known <= self.seq());
        let told = |event: &JourneyEventRow| match &event.kind {
            JourneyEventKind::Step(step) => JourneyTook::Step { seat: event.seat, step: step.clone() },
            JourneyEventKind::Match(record) => JourneyTook::Match(record.clone()),
        };
        let gone: Vec<Seat> = self.seats().filter(|seat| *seat != you && self.is_gone(*seat, now)).collect();
        JourneyNews {
            you,
            version: self.version(&gone),
            gone,
            beginning: since.is_none().then(|| self.beginning.clone()),
            rules: self.row.rules.as_deref().filter(|_| since.is_none()).cloned(),
            events: self.events[since.unwrap_or(0) as usize..].iter().map(told).collect(),
            seq: self.seq(),
            travellers: self.names(),
            table: self.table().map(|table| table.to_string()),
        }
    }
}

/// The kind of a journey, by its rules.
fn kind(row: &JourneyRow, games: &Games) -> Result<RuledJourneys, String> {
    let JourneyRow { game, kind, .. } = row;
    let built_in = catalog::find_journeys(game, kind).ok_or_else(|| format!("there is no journey `{game} {kind}`"))?;
    // The set is looked up where tables find theirs, so that the same set is built in or not for both.
    let ruled = games.of_table(game, row.rules.as_ref())?;
    RuledJourneys::by(built_in, ruled.rule_files()).map_err(|error| format!("its rule set: {error}"))
}
