//! The matches of a journey: their tables, and what comes back from them. Both are done whenever somebody looks at the journey or
//! takes a step, and both are decided by the log: a server that dies between a match and the headquarters loses nothing and does
//! nothing twice.

use std::sync::Arc;

use game::{Record, Seat};
use protocol::Refused;

use super::requests::give_sign;
use crate::event_log::unavailable;
use crate::guests::Address;
use crate::hub::Hub;
use crate::journeys::{Decision, JourneyRoom, State, table_of};
use crate::store::{JourneyChange, JourneyEventKind, JourneyEventRow};

impl Hub {
    /// Takes over the match of the journey if it is over, and makes the table of the next match if one is due.
    pub(super) async fn settle(
        &self,
        journey: &Arc<JourneyRoom>,
        state: &mut State,
        by: Address,
    ) -> Result<(), Refused> {
        self.take_match(journey, state, by).await?;
        let entropy = &journey.services.entropy;
        journey
            .commit(state, |state| {
                let live = state.live();
                let (Some(next), None) = (live.next_match(), live.table()) else { return Ok(Decision::Answer(())) };
                let number = next.number;
                let row = table_of(live, &next, entropy)?;
                Ok(Decision::Append(JourneyChange::Table(number, row, Vec::new()), ()))
            })
            .await
    }

    async fn take_match(&self, journey: &Arc<JourneyRoom>, state: &mut State, by: Address) -> Result<(), Refused> {
        let Some(table) = state.live().table() else { return Ok(()) };
        let room = self.room(&table.to_string(), by).await?;
        if !room.info().await?.over {
            return Ok(());
        }
        let text = room.record().await?;
        // Whoever was in a long battle was not away.
        for seat in Seat::first(state.live().row.travellers.len() as u8) {
            give_sign(journey, state, seat).await?;
        }
        // The reasons may quote what was played, which is not for the log.
        let record: Record =
            text.parse().map_err(|_| unavailable(&format_args!("the record of table {table} cannot be read again")))?;
        journey
            .commit(state, |state| {
                // Another node may have taken it over.
                let (Some(next), true) = (state.live().next_match(), state.live().table() == Some(table)) else {
                    return Ok(Decision::Answer(()));
                };
                let fits = state.guarded(|live| live.check_match(&record))?;
                fits.map_err(|_| unavailable(&format_args!("the match of table {table} does not fit its journey")))?;
                let (seq, request) = (state.live().seq() + 1, format!("match {}", next.number));
                let kind = JourneyEventKind::Match(text.clone());
                let event = JourneyEventRow { seq, seat: Seat(0), kind, request };
                Ok(Decision::Append(JourneyChange::Event(event), ()))
            })
            .await
    }
}
