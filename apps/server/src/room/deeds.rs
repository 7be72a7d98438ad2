//! What becomes durable at a table: what its people ask for, and what happens to those who are away for too long. Check,
//! append, and when that is durable, apply and tell.

use std::sync::Arc;

use game::{Seat, Share};
use protocol::{Refused, RefusedCode};

use super::inside::Inside;
use super::{GuestId, Room, TRIES, busy};
use crate::frame::refused;
use crate::live::Unreadable;
use crate::store::{Deed, Event, Write, Wrote};

impl Room {
    /// A guest adds to the dice for their seat. With the last one the match begins.
    pub(crate) async fn share(self: &Arc<Self>, id: GuestId, share: Share) -> Result<u64, Refused> {
        let mut inside = self.lock().await?;
        let seat = inside.seat_of(id).ok_or_else(not_seated)?;
        for _ in 0..TRIES {
            match inside.live().share_of(seat) {
                Some(known) if known == share => return Ok(inside.live().seq()),
                None if !inside.live().has_begun() => {}
                _ => return Err(refused(RefusedCode::ShareGiven, "your seat has added to the dice already")),
            }
            match self.services.log.append(Write::Share(self.id, seat, share)).await {
                Ok(Wrote::Kept) => {
                    let shared = inside.guarded(|live| live.share(seat, share))?;
                    self.tell_who_sits(&mut inside, shared)?;
                    return Ok(inside.live().seq());
                }
                Ok(Wrote::Beaten) => self.read_again(&mut inside).await?,
                Err(refused) => return Err(inside.forget(refused)),
            }
        }
        Err(busy())
    }

    /// Somebody has sat down or added to the dice: everybody is told, and if the match has begun by it, that too.
    pub(super) fn tell_who_sits(
        self: &Arc<Self>,
        inside: &mut Inside,
        changed: Result<(), Unreadable>,
    ) -> Result<(), Refused> {
        if let Err(problem) = changed {
            tracing::error!("{problem}");
            return Err(inside.forget(busy()));
        }
        inside.look_round(self);
        if inside.has_to_tell_beginning() {
            inside.tell_news()?;
        } else {
            inside.tell_people(None);
        }
        self.services.node.publish(self.id);
        Ok(())
    }

    /// A guest acts for their seat: the number of the event that it became.
    pub(crate) async fn act(self: &Arc<Self>, id: GuestId, request: &str, deed: Deed) -> Result<u64, Refused> {
        let mut inside = self.lock().await?;
        let seat = inside.seat_of(id).ok_or_else(not_seated)?;
        let mut has_read = false;
        for _ in 0..TRIES {
            if let Some(seq) = inside.live().done(seat, request) {
                return Ok(seq);
            }
            let checked = inside.guarded(|live| {
                let wanted =
                    matches!((&deed, &self.services.panic_on), (Deed::Play(action), Some(panic_on)) if action == panic_on);
                assert!(!wanted, "a test asked for this panic");
                live.check(seat, &deed)
            })?;
            match checked {
                Ok(()) => {}
                Err(refused) if !has_read && may_be_right_elsewhere(refused.code) => {
                    self.read_again(&mut inside).await?;
                    has_read = true;
                    continue;
                }
                Err(refused) => return Err(refused),
            }
            let seq = inside.live().seq() + 1;
            let event = Event { seq, seat, deed: deed.clone(), request: request.to_owned() };
            match self.append(&mut inside, event).await? {
                Wrote::Kept => return Ok(seq),
                Wrote::Beaten => has_read = true,
            }
        }
        Err(busy())
    }

    /// The time of a seat that is away is up: it is out, or the match is abandoned if nobody is here who has a part
    /// in it. Before the match begins there is nothing to lose, and the seat is free again. Nothing happens if they were
    /// quicker.
    pub(super) async fn time_is_up(self: &Arc<Self>, seat: Seat) -> Result<(), Refused> {
        let mut inside = self.lock().await?;
        for _ in 0..TRIES {
            inside.look_who_is_away(self); // another node may have come, or the server closes
            if inside.countdowns.left(seat).is_none_or(|left| !left.is_zero()) {
                return Ok(());
            }
            if !inside.live().has_begun() {
                if self.free(&mut inside, seat).await? == Wrote::Kept {
                    return Ok(());
                }
                continue;
            }
            let deed = if inside.is_anybody_here() { Deed::DropOut } else { Deed::Abandon };
            let seq = inside.live().seq() + 1;
            let event = Event { seq, seat, deed, request: String::new() };
            if self.append(&mut inside, event).await? == Wrote::Kept {
                return Ok(());
            }
        }
        Err(busy())
    }

    /// Frees a seat, and when that is durable, tells everybody.
    async fn free(self: &Arc<Self>, inside: &mut Inside, seat: Seat) -> Result<Wrote, Refused> {
        let Some(request) = inside.live().request_of(seat).map(str::to_owned) else { return Ok(Wrote::Kept) };
        match self.services.log.append(Write::Free(self.id, seat, request)).await {
            Ok(Wrote::Kept) => {
                inside.live_mut().free(seat);
                self.tell_who_sits(inside, Ok(()))?;
                Ok(Wrote::Kept)
            }
            Ok(Wrote::Beaten) => self.read_again(inside).await.map(|()| Wrote::Beaten),
            Err(refused) => Err(inside.forget(refused)),
        }
    }

    /// Appends what was checked, and when it is durable, has it happen. Whoever is beaten has read what was first.
    pub(super) async fn append(self: &Arc<Self>, inside: &mut Inside, event: Event) -> Result<Wrote, Refused> {
        match self.services.log.append(Write::Event(self.id, event.clone())).await {
            Ok(Wrote::Kept) => {
                let waited_for = inside.countdowns.seats();
                inside.happen(event)?;
                inside.look_round(self); // after the end, or out of the game, nobody is waited for
                if waited_for != inside.countdowns.seats() && !inside.live().is_over() {
                    inside.tell_people(None);
                }
                self.services.node.publish(self.id);
                Ok(Wrote::Kept)
            }
            Ok(Wrote::Beaten) => self.read_again(inside).await.map(|()| Wrote::Beaten),
            Err(refused) => Err(inside.forget(refused)),
        }
    }
}

pub(super) fn not_seated() -> Refused {
    refused(RefusedCode::NotSeated, "only somebody who sits can do that")
}

/// Whether what is refused so may be right by events that were appended at another node and that we have not heard of.
/// What is over stays over, and what is no action never becomes one.
fn may_be_right_elsewhere(code: RefusedCode) -> bool {
    matches!(code, RefusedCode::NotYourTurn | RefusedCode::NotStarted | RefusedCode::Illegal)
}
