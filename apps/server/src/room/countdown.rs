//! Countdowns for players who are away. A countdown is a task that sleeps, at most one a seat. It keeps its room in memory
//! until it has ended.

use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use protocol::Refused;
use tokio::sync::oneshot;

use super::Room;
use super::claim::Claim;
use super::commit::{Decision, Stopped, commit_when_ready};
use super::state::RoomState;
use crate::clock::Clock;
use crate::store::{Change, Fence, StoredEvent, StoredEventKind};
use crate::unread::TIME;

/// The countdowns of one room.
pub(super) struct Countdowns {
    clock: Clock,
    running: Vec<Countdown>,
}

struct Countdown {
    seat: Seat,
    until: Duration,
    /// Dropping it ends the task.
    _stop: oneshot::Sender<()>,
}

impl Countdowns {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, running: Vec::new() }
    }

    /// Runs a countdown for each of these seats and for no other. Those that run already go on.
    pub(super) fn run(&mut self, away: &[Seat], grace: Duration, room: &Arc<Room>) {
        self.running.retain(|countdown| away.contains(&countdown.seat));
        for &seat in away {
            if self.left(seat).is_none() {
                let until = self.clock.now() + grace;
                let (stop, stopped) = oneshot::channel();
                self.running.push(Countdown { seat, until, _stop: stop });
                tokio::spawn(count_down(room.clone(), self.clock.clone(), seat, until, stopped));
            }
        }
    }

    /// Stops all of them.
    pub(super) fn stop(&mut self) {
        self.running = Vec::new();
    }

    /// The seats for which time runs.
    pub(super) fn seats(&self) -> Vec<Seat> {
        self.running.iter().map(|countdown| countdown.seat).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// How long a seat may still be away; none if no time runs for it.
    pub(super) fn left(&self, seat: Seat) -> Option<Duration> {
        let countdown = self.running.iter().find(|countdown| countdown.seat == seat)?;
        Some(countdown.until.saturating_sub(self.clock.now()))
    }
}

async fn count_down(room: Arc<Room>, clock: Clock, seat: Seat, until: Duration, stopped: Stopped) {
    let time = || async {
        clock.wait_until(until).await;
        Ok(())
    };
    commit_when_ready(stopped, time, |()| room.time_is_up(seat)).await;
}

impl Room {
    /// Ends a countdown, unless the player was quicker.
    async fn time_is_up(self: &Arc<Self>, seat: Seat) -> Result<(), Refused> {
        let fence = match self.may_count_out().await? {
            Verdict::Alone => None,
            Verdict::Claimed(fence) => Some(fence),
            Verdict::Open => return Ok(()),
        };
        let mut state = self.lock().await?;
        let mut was_beaten = false;
        self.commit(&mut state, |state| {
            if was_beaten && fence.is_some() {
                // Something has happened since all nodes were asked. The time begins anew.
                state.countdowns.stop();
                state.update_countdowns(self);
                return Ok(Decision::Answer(()));
            }
            was_beaten = true;
            Ok(self.decide_time_is_up(state, seat, fence))
        })
        .await
    }

    /// Whether this node may say that somebody is away. Among several nodes it has to hold the claim on the table, and every
    /// node that is alive has to say who is connected to it. Otherwise the time begins anew: nobody loses because nodes
    /// do not hear each other.
    async fn may_count_out(self: &Arc<Self>) -> Result<Verdict, Refused> {
        if self.services.node.has_all_connections() {
            return Ok(Verdict::Alone);
        }
        let was_store_away = self.services.node.is_store_away();
        let claim = self.services.node.claim(self.id).await;
        let is_complete = claim.is_some() && self.services.node.roll_call(self.id).await;
        // Asked once more: the store may have answered after a long while.
        let is_certain = is_complete && !was_store_away && !self.services.node.is_store_away();
        if let Some(fence) = claim.filter(|_| is_certain) {
            return Ok(Verdict::Claimed(fence));
        }
        let mut state = self.lock().await?;
        state.countdowns.stop();
        if claim.is_none() {
            state.claim = Claim::NotNeeded; // another node has it: ask for it again
        }
        state.update_countdowns_and_bots(self);
        state.tell_presence(self, None);
        Ok(Verdict::Open)
    }

    /// In a running match the seat drops out, or the match is abandoned if no player is connected. Before the match begins
    /// there is nothing to lose: the seat becomes free.
    fn decide_time_is_up(self: &Arc<Self>, state: &mut RoomState, seat: Seat, fence: Option<Fence>) -> Decision<()> {
        state.update_countdowns(self); // another node may have joined, or the server closes
        // All time is about to begin anew: its node has ended since it was asked.
        let is_void = self.unread.has(TIME);
        if is_void || state.countdowns.left(seat).is_none_or(|left| !left.is_zero()) {
            return Decision::Answer(());
        }
        let change = if state.live().has_begun() {
            let kind = if state.is_anybody_here() { StoredEventKind::DropOut } else { StoredEventKind::Abandon };
            let seq = state.live().seq() + 1;
            Change::Event(StoredEvent { seq, seat, kind, request: String::new() })
        } else {
            let Some(request) = state.live().request_of(seat).map(str::to_owned) else { return Decision::Answer(()) };
            Change::Free(seat, request)
        };
        Decision::Append { change, connection: None, fence, answer: () }
    }
}

/// Whether this node may say that somebody is away.
enum Verdict {
    /// There is no other node.
    Alone,
    /// It holds the claim, and all nodes have answered.
    Claimed(Fence),
    /// Nobody knows who is away.
    Open,
}
