//! One journey in memory. One lock covers everything that happens on it: decide, append, and once that is durable, apply and
//! wake everybody who waits for news.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex as StdMutex, MutexGuard as StdMutexGuard, PoisonError};

use game::Seat;
use protocol::{Refused, RefusedCode};
use tokio::sync::{Mutex, MutexGuard, oneshot, watch};
use tokio::time::Instant;

use super::live::LiveJourney;
use crate::bus::News;
use crate::event_log::{NotAppended, unavailable};
use crate::frame::refused;
use crate::guests::{Address, may_view};
use crate::ids::{Key, TableId};
use crate::limits::Bucket;
use crate::services::Services;
use crate::store::{JourneyChange, Write, Wrote};
use crate::unread::{LOG, Reader, Unread, look_in_doubt, look_soon, tell_and_look};

/// How often one request is decided about before the client is told to ask again.
const TRIES: u32 = 3;

/// The server's side of a journey.
pub(crate) struct JourneyRoom {
    pub(crate) id: TableId,
    pub(crate) services: Arc<Services>,
    state: Mutex<State>,
    /// Counts what happened while it was in memory. Everybody who waits listens to it.
    pub(crate) happened: watch::Sender<u64>,
    /// How many steps each traveller may take.
    steps: StdMutex<Vec<Bucket>>,
    /// Who waits for news.
    waiting: StdMutex<Vec<Address>>,
    /// What has come from other nodes and was not looked at yet.
    unread: Unread,
}

/// What the lock covers: the journey. None after an error; the next task that takes the lock reads the log.
pub(crate) struct State(Option<LiveJourney>);

/// The decision about a request.
pub(crate) enum Decision<T> {
    /// There is nothing to append.
    Answer(T),
    /// The answer holds once the change is durable.
    Append(JourneyChange, T),
    /// Another node may have appended what makes the request right. If it may, the log is read once more.
    RefuseIfCurrent(Refused),
}

/// Somebody waits for news. Counted while it exists.
pub(crate) struct Waiting<'a>(&'a JourneyRoom, Address);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut waiting = self.0.waiting();
        let own = waiting.iter().position(|address| *address == self.1);
        own.map(|own| waiting.swap_remove(own));
    }
}

impl JourneyRoom {
    /// Reads a journey from the store.
    pub(crate) async fn load(id: TableId, services: Arc<Services>) -> Result<Self, Refused> {
        let live = replayed(id, &services).await?;
        tracing::debug!(journey = %id, events = live.seq(), "journey loaded");
        let full = Bucket::full(services.limits.journey_steps, Instant::now());
        let steps = StdMutex::new(vec![full; live.row.travellers.len()]);
        let (happened, waiting, unread) = (watch::Sender::new(0), StdMutex::default(), Unread::default());
        Ok(Self { id, services, state: Mutex::new(State(Some(live))), happened, steps, waiting, unread })
    }

    /// Takes the lock, and reads the log if the journey was forgotten.
    pub(crate) async fn lock(self: &Arc<Self>) -> Result<MutexGuard<'_, State>, Refused> {
        let mut state = self.state.lock().await;
        if state.0.is_none() {
            self.reload(&mut state).await?;
        }
        Ok(state)
    }

    /// Another node has told of something new here.
    pub(crate) fn hear_of_news(self: &Arc<Self>) {
        look_soon(self, LOG);
    }

    /// Takes over what the store has beyond what is known. Where nobody has told of it, others are told too: its write may have become
    /// durable after its node gave it up or was killed, and whoever asks for it again finds it and writes nothing.
    async fn reload(self: &Arc<Self>, state: &mut State) -> Result<(), Refused> {
        if self.read_again(state).await? {
            self.tell_of_change();
        }
        Ok(())
    }

    /// The same, where another node has told of something. Says whether there was anything new.
    async fn read_again(&self, state: &mut State) -> Result<bool, Refused> {
        let known = state.0.as_ref().map(LiveJourney::extent);
        match &state.0 {
            None => state.0 = Some(replayed(self.id, &self.services).await?),
            Some(live) => {
                let stored = self.services.log.read_journey(self.id, live.seq()).await?;
                let caught_up = state.guarded(|live| live.catch_up(stored))?;
                caught_up.map_err(|problem| state.forget(unavailable(&problem)))?;
            }
        }
        self.wake();
        Ok(known != Some(state.live().extent()))
    }

    /// Carries out what `decide` says. It is asked again after every reload.
    pub(crate) async fn commit<T>(
        self: &Arc<Self>,
        state: &mut State,
        mut decide: impl FnMut(&mut State) -> Result<Decision<T>, Refused>,
    ) -> Result<T, Refused> {
        let mut has_reloaded = false;
        for _ in 0..TRIES {
            match decide(state)? {
                Decision::Answer(answer) => return Ok(answer),
                Decision::RefuseIfCurrent(refused) if has_reloaded || !self.may_be_behind() => return Err(refused),
                Decision::RefuseIfCurrent(_) => {}
                Decision::Append(change, answer) => {
                    match self.append(change.clone()).await {
                        Ok(Wrote::Kept) => {
                            self.tell_of_change();
                            if self.apply(state, change).is_err() {
                                // The change is durable all the same: it is taken from the log.
                                self.reload(state).await?;
                            }
                            return Ok(answer);
                        }
                        Ok(Wrote::Beaten) => {}
                        Err(NotAppended { refused, may_be_durable: true }) => {
                            look_in_doubt(self);
                            return Err(state.forget(refused));
                        }
                        Err(NotAppended { refused, may_be_durable: false }) => return Err(refused),
                    }
                }
            }
            self.reload(state).await?;
            has_reloaded = true;
        }
        Err(refused(RefusedCode::Unavailable, "the journey is busy; ask again"))
    }

    /// Appends a change. A client who goes meanwhile takes its request along, and the change may become durable all the same: then
    /// the log is read once more when that is decided, and everybody who waits is told.
    async fn append(self: &Arc<Self>, change: JourneyChange) -> Result<Wrote, NotAppended> {
        let (answer, answered) = oneshot::channel();
        let room = self.clone();
        tokio::spawn(async move {
            let appended = room.services.log.append(Write::JourneyChange(room.id, change)).await;
            match answer.send(appended) {
                Ok(()) => {}
                Err(Ok(_)) => tell_and_look(&room),
                Err(Err(_)) => look_in_doubt(&room),
            }
        });
        answered.await.expect("the task that appends always answers")
    }

    /// Whether something may have been appended that is not known here: by another node, or by a write of this one that has failed.
    fn may_be_behind(&self) -> bool {
        !self.services.node.has_all_connections() || self.unread.is_in_doubt()
    }

    fn apply(&self, state: &mut State, change: JourneyChange) -> Result<(), Refused> {
        match change {
            JourneyChange::Join(seat, traveller) => state.live_mut().join(seat, traveller),
            JourneyChange::Seen(seat, when) => {
                state.live_mut().see(seat, when);
                return Ok(());
            }
            JourneyChange::Table(number, row, _) => state.live_mut().sit_down(number, row.id),
            JourneyChange::Event(event) => {
                tracing::trace!(journey = %self.id, seq = event.seq, seat = event.seat.0, "event");
                let replayed = state.guarded(|live| live.replay(event))?;
                replayed.map_err(|problem| state.forget(unavailable(&problem)))?;
            }
        }
        self.wake();
        Ok(())
    }

    fn wake(&self) {
        self.happened.send_modify(|count| *count += 1);
    }

    /// Whether the traveller in this seat may take one more step now.
    pub(crate) fn may_step(&self, seat: Seat) -> bool {
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        steps.get_mut(seat.index()).is_some_and(|steps| steps.take(Instant::now()))
    }

    /// Whether one more request of this address may wait here for news. None beyond the limit.
    pub(crate) fn wait(&self, address: Address) -> Option<Waiting<'_>> {
        let (mut waiting, limits) = (self.waiting(), &self.services.limits);
        if waiting.len() >= limits.viewers_a_room || !may_view(address, &waiting.iter().copied(), limits) {
            return None;
        }
        waiting.push(address);
        Some(Waiting(self, address))
    }

    fn waiting(&self) -> StdMutexGuard<'_, Vec<Address>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader for JourneyRoom {
    fn unread(&self) -> &Unread {
        &self.unread
    }

    async fn look(self: &Arc<Self>) -> Result<(), Refused> {
        let mut state = self.state.lock().await;
        self.unread.take();
        self.read_again(&mut state).await.map(drop)
    }

    fn tell_of_change(&self) {
        self.services.node.tell(News::Changed(self.id));
    }

    fn name(&self) -> impl Display + Send {
        format!("journey {}", self.id)
    }

    fn is_closing(&self) -> bool {
        self.services.is_closing()
    }
}

impl State {
    pub(crate) fn live(&self) -> &LiveJourney {
        self.0.as_ref().expect("`JourneyRoom::lock` reads the log first")
    }

    fn live_mut(&mut self) -> &mut LiveJourney {
        self.0.as_mut().expect("`JourneyRoom::lock` reads the log first")
    }

    /// Asks the journey. If it panics, this one request fails and the journey is read from the log again.
    pub(crate) fn guarded<T>(&mut self, ask: impl FnOnce(&mut LiveJourney) -> T) -> Result<T, Refused> {
        let live = self.live_mut();
        let answer = catch_unwind(AssertUnwindSafe(|| ask(live)));
        answer.map_err(|_| self.forget(refused(RefusedCode::Unavailable, "something went wrong on this journey")))
    }

    /// Drops a state that may be wrong. The next task that takes the lock reads the log.
    fn forget(&mut self, refused: Refused) -> Refused {
        self.0 = None;
        refused
    }

    /// The seat of the traveller who has this key.
    pub(crate) fn seat_of(&self, key: &str) -> Result<Seat, Refused> {
        let seat = Key::parse(key).and_then(|key| self.live().seat_of(key.hash()));
        seat.ok_or_else(|| refused(RefusedCode::WrongKey, "the key opens no seat of this journey"))
    }
}

/// Reads a journey and plays it again, which takes a while: every match of it is replayed.
async fn replayed(id: TableId, services: &Arc<Services>) -> Result<LiveJourney, Refused> {
    let stored = services.log.read_journey(id, 0).await?;
    let with = services.clone();
    let loading = tokio::task::spawn_blocking(move || LiveJourney::load(stored, &with.games));
    match loading.await {
        Ok(loaded) => loaded.map_err(|unreadable| unavailable(&unreadable)),
        Err(_) => Err(unavailable(&format_args!("journey {id}: its rules panicked"))),
    }
}
