//! What a client can ask about journeys.

use std::sync::Arc;

use catalog::RuledJourneys;
use game::Seat;
use protocol::{
    ImportedJourney, JoinJourney, JoinedJourney, JourneyInfo, JourneyNews, JourneyStep, LONGEST_ID, LookAtJourney,
    NewJourney, Refused, RefusedCode, StepTaken,
};
use tokio::time::{Duration, Instant, timeout_at};

use crate::event_log::unavailable;
use crate::frame::refused;
use crate::guests::{Address, Held};
use crate::hub::{Hub, MOST_OPTIONS};
use crate::ids::Key;
use crate::imports::AnnouncedImport;
use crate::journeys::{Decision, JourneyRoom, State, read};
use crate::names::shown_name;
use crate::seat_options::wrong_setup;
use crate::store::{
    JourneyChange, JourneyEventKind, JourneyEventRow, JourneyRow, NewJourneyRows, Traveller, Write, Wrote,
};

/// While a match is played, somebody who waits for news looks this often whether it is over.
const LOOKS_AT_MATCH: Duration = Duration::from_secs(2);

/// A sign of a traveller is noted if the last one that was noted is as many seconds old.
const NOTED_EVERY: u64 = 3600;

impl Hub {
    /// Sets out. The one who asks has the first seat.
    pub(crate) async fn set_out(&self, new: NewJourney, by: Address) -> Result<JoinedJourney, Refused> {
        let ruled = self.services.games.choose(&new.game, new.rules)?;
        let journeys = catalog::find_journeys(ruled.info().key, &new.journey).ok_or_else(|| {
            refused(RefusedCode::NoSuchGame, "this game has no such journey; campaigns are called `campaign`")
        })?;
        let journeys = RuledJourneys::by(journeys, ruled.rule_files())
            .map_err(|error| refused(RefusedCode::NoSuchGame, error.to_string()))?;
        if new.options.len() > MOST_OPTIONS {
            return Err(refused(RefusedCode::NoSuchGame, format!("a journey has at most {MOST_OPTIONS} options")));
        }
        let setup = journeys.setup(new.options.iter().map(String::as_str)).map_err(|error| wrong_setup(&error))?;
        let (first, key) = self.first_traveller(&new.name)?;
        let seed = self.services.entropy.seed();
        let started = journeys.start(setup.clone(), seed).map_err(|error| wrong_setup(&error))?;
        let row = JourneyRow {
            id: self.services.entropy.table_id(),
            game: ruled.info().key.to_owned(),
            kind: journeys.key().to_owned(),
            rules_version: ruled.info().rules_version,
            setup: setup.to_string(),
            rules: ruled.rule_files().cloned().map(Arc::new),
            seed,
            travellers: JourneyRow::with_first(first, started.seats()),
        };
        self.keep_journey(NewJourneyRows { row, events: Vec::new(), table: None }, &key, by).await
    }

    /// Somebody who makes a journey, and their key.
    pub(super) fn first_traveller(&self, name: &str) -> Result<(Traveller, Key), Refused> {
        let key = self.services.entropy.key();
        Ok((
            Traveller {
                name: shown_name(name)?,
                key: key.hash(),
                request: String::new(),
                seen: self.services.clock.calendar(),
            },
            key,
        ))
    }

    /// Keeps a new journey. The one who asks, from this address, has the first seat and this key.
    async fn keep_journey(&self, new: NewJourneyRows, key: &Key, by: Address) -> Result<JoinedJourney, Refused> {
        self.check_may_make(by)?;
        let journey = new.row.id.to_string();
        match self.services.log.append(Write::Journey(Box::new(new))).await? {
            Wrote::Kept => Ok(JoinedJourney { journey, seat: Seat(0), key: key.reveal().to_owned() }),
            Wrote::Beaten => Err(refused(RefusedCode::Unavailable, "that name was taken; ask again")),
        }
    }

    /// Whether somebody at this address may import a record of so many bytes now. Asked before the record is read.
    pub(crate) fn announce_import(&self, by: Address, bytes: usize) -> Result<AnnouncedImport, Refused> {
        self.imports.announce(by, bytes, Instant::now())
    }

    /// Goes on with the journey of a record. The one who asks has the first seat.
    pub(crate) async fn import_journey(
        &self,
        asked: ImportedJourney,
        mut announced: AnnouncedImport,
    ) -> Result<JoinedJourney, Refused> {
        let (first, key) = self.first_traveller(&asked.name)?;
        // It counts as on its way until then.
        let place = self.services.loads.take(announced.by).await;
        announced.arrive(asked.record.len(), Instant::now())?;
        let services = self.services.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let _place = place;
            read(&asked.record, first, &services)
        });
        let rows = match reading.await {
            Ok(read) => read?,
            Err(_) => return Err(unavailable(&"the rules of a journey panicked at a record")),
        };
        announced.charge();
        let made = self.keep_journey(rows, &key, announced.by).await;
        if made.is_err() {
            announced.was_not_kept();
        }
        made
    }

    /// Takes a free seat of a journey.
    pub(crate) async fn join_journey(
        &self,
        name: &str,
        new: JoinJourney,
        by: Address,
    ) -> Result<JoinedJourney, Refused> {
        check_id(&new.id)?;
        let short = || refused(RefusedCode::WrongKey, "a key is 26 letters and digits, drawn at random");
        let key = Key::parse(&new.key).ok_or_else(short)?;
        let traveller = Traveller {
            name: shown_name(&new.name)?,
            key: key.hash(),
            request: new.id,
            seen: self.services.clock.calendar(),
        };
        let journey = self.journey(name, by).await?;
        let mut state = journey.lock().await?;
        let seat = journey
            .commit(&mut state, |state| {
                let live = state.live();
                if let Some(seat) = live.seat_of(traveller.key) {
                    // The same request with the same key: the answer was lost on its way.
                    let again = live.traveller(seat).is_some_and(|known| known.request == traveller.request);
                    let travels = || refused(RefusedCode::SeatTaken, "you travel along already");
                    return if again { Ok(Decision::Answer(seat)) } else { Err(travels()) };
                }
                let taken = || refused(RefusedCode::SeatTaken, "nobody else can travel along");
                let seat = live.free_seat().ok_or_else(taken)?;
                Ok(Decision::Append(JourneyChange::Join(seat, traveller.clone()), seat))
            })
            .await?;
        Ok(JoinedJourney { journey: journey.id.to_string(), seat, key: key.reveal().to_owned() })
    }

    /// What everybody who has the link may know.
    pub(crate) async fn journey_info(&self, name: &str, by: Address) -> Result<JourneyInfo, Refused> {
        Ok(self.journey(name, by).await?.lock().await?.live().info())
    }

    /// Takes a step for a traveller. It is durable when this returns.
    pub(crate) async fn step(&self, name: &str, asked: JourneyStep, by: Address) -> Result<StepTaken, Refused> {
        check_id(&asked.id)?;
        let journey = self.journey(name, by).await?;
        let mut state = journey.lock().await?;
        let own = state.seat_of(&asked.key)?;
        // Whoever has no key takes nothing from those who travel.
        if !journey.may_step(own) {
            return Err(refused(RefusedCode::TooFast, "too many steps in too short a time"));
        }
        let seat = asked.seat.unwrap_or(own);
        // Each traveller has request ids of their own.
        let (request, now) = (format!("{} {}", own.0, asked.id), journey.services.clock.calendar());
        if let Some(seq) = state.live().done(seat, &request) {
            return Ok(StepTaken { seq });
        }
        give_sign(&journey, &mut state, own).await?;
        self.settle(&journey, &mut state, by).await?;
        let taken = journey
            .commit(&mut state, |state| {
                if let Some(seq) = state.live().done(seat, &request) {
                    return Ok(Decision::Answer(seq));
                }
                state.guarded(|live| live.may_act(own, seat, &asked.step, now))??;
                if let Err(refused) = state.guarded(|live| live.check(seat, &asked.step))? {
                    return Ok(Decision::RefuseIfCurrent(refused));
                }
                let seq = state.live().seq() + 1;
                let kind = JourneyEventKind::Step(asked.step.clone());
                let event = JourneyEventRow { seq, seat, kind, request: request.clone() };
                Ok(Decision::Append(JourneyChange::Event(event), seq))
            })
            .await?;
        // The step may have asked for a match. It is taken whatever becomes of this: the next look makes the table too.
        let _ = self.settle(&journey, &mut state, by).await;
        Ok(StepTaken { seq: taken })
    }

    /// What is new on a journey. Waits for something new if the client knows everything.
    pub(crate) async fn look_at_journey(
        &self,
        name: &str,
        asked: LookAtJourney,
        by: Address,
    ) -> Result<JourneyNews, Refused> {
        let journey = self.journey(name, by).await?;
        // A journey for which somebody waits stays in memory, so one address has only a share of them.
        let waiting = (journey.wait(by), self.guests.hold(by, Held::Wait, 1));
        let patience = if let (Some(_), Some(_)) = waiting { JourneyNews::WAITS } else { Duration::ZERO };
        let until = Instant::now() + patience;
        let mut closing = self.closing();
        loop {
            let mut happened = journey.happened.subscribe();
            let (news, in_match) = {
                let mut state = journey.lock().await?;
                let seat = state.seat_of(&asked.key)?;
                give_sign(&journey, &mut state, seat).await?;
                self.settle(&journey, &mut state, by).await?;
                let now = journey.services.clock.calendar();
                (state.live().news(seat, asked.since, now), state.live().table().is_some())
            };
            let is_new = news.beginning.is_some() || !news.events.is_empty() || news.version != asked.version;
            if is_new || Instant::now() >= until || *closing.borrow() {
                return Ok(news);
            }
            let next = if in_match { until.min(Instant::now() + LOOKS_AT_MATCH) } else { until };
            let change = async {
                tokio::select! {
                    _ = happened.changed() => {}
                    _ = closing.changed() => {}
                }
            };
            let _ = timeout_at(next, change).await;
        }
    }

    /// The record of a journey, for one who travels.
    pub(crate) async fn journey_record(&self, name: &str, key: &str, by: Address) -> Result<String, Refused> {
        let journey = self.journey(name, by).await?;
        let mut state = journey.lock().await?;
        state.seat_of(key)?;
        self.settle(&journey, &mut state, by).await?;
        state.guarded(|live| live.record())
    }

    async fn journey(&self, name: &str, by: Address) -> Result<Arc<JourneyRoom>, Refused> {
        self.journeys.find(name, by, &self.services).await
    }
}

/// Notes that a traveller is there. It is written down at most once an hour.
pub(super) async fn give_sign(journey: &Arc<JourneyRoom>, state: &mut State, seat: Seat) -> Result<(), Refused> {
    let now = journey.services.clock.calendar();
    let is_noted = |state: &mut State| state.live().traveller(seat).is_none_or(|known| now < known.seen + NOTED_EVERY);
    let sign = || Decision::Append(JourneyChange::Seen(seat, now), ());
    let decide = |state: &mut State| Ok(if is_noted(state) { Decision::Answer(()) } else { sign() });
    journey.commit(state, decide).await
}

fn check_id(id: &str) -> Result<(), Refused> {
    let problem = || refused(RefusedCode::Malformed, format!("an id has 1 to {LONGEST_ID} bytes"));
    if id.is_empty() || id.len() > LONGEST_ID { Err(problem()) } else { Ok(()) }
}
