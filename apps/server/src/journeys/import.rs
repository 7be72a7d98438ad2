//! A journey that goes on from its record. All of it is played again, and a record with a mistake anywhere is refused whole.

use std::sync::Arc;

use catalog::{DynJourney, RuledGame, RuledJourneys};
use game::{JourneyEvent, JourneyHeader, Record, RecordExit, RecordLine, Seat};
use protocol::{Refused, RefusedCode};

use super::tables::seats_of;
use crate::frame::refused;
use crate::ids::Entropy;
use crate::services::Services;
use crate::store::{
    JourneyEventKind, JourneyEventRow, JourneyRow, NewJourneyRows, StoredEvent, StoredEventKind, TableRow, Traveller,
};

fn wrong(problem: impl std::fmt::Display) -> Refused {
    refused(RefusedCode::WrongRecord, problem.to_string())
}

/// Reads the record of a journey. The first seat is this traveller's.
pub(crate) fn read(text: &str, first: Traveller, services: &Services) -> Result<NewJourneyRows, Refused> {
    let header = JourneyHeader::read(text).map_err(wrong)?;
    let fingerprint = header.rules.as_ref().map(|rules| rules.fingerprint);
    let ruled = services.games.choose(&header.game, fingerprint).map_err(|refused| wrong(refused.problem))?;
    let built_in = catalog::find_journeys(&header.game, &header.journey);
    let built_in = built_in.ok_or_else(|| wrong(format!("there is no journey `{}`", header.journey)))?;
    let journeys = RuledJourneys::by(built_in, ruled.rule_files()).map_err(wrong)?;
    let (journey, running) = journeys.read(text).map_err(wrong)?;
    let row = JourneyRow {
        id: services.entropy.table_id(),
        game: header.game,
        kind: header.journey,
        rules_version: header.rules_version,
        setup: header.setup,
        rules: ruled.rule_files().cloned().map(Arc::new),
        seed: header.seed,
        travellers: JourneyRow::with_first(first, journey.seats()),
    };
    let table = running.map(|record| running_match(&*journey, &row, &ruled, &record, &services.entropy)).transpose()?;
    let events = (1..).zip(journey.log()).map(|(seq, event)| imported(seq, event)).collect();
    Ok(NewJourneyRows { row, events, table })
}

fn imported(seq: u64, event: &JourneyEvent) -> JourneyEventRow {
    let (seat, kind) = match event {
        JourneyEvent::Step { seat, text, .. } => (*seat, JourneyEventKind::Step(text.clone())),
        JourneyEvent::Match { record, .. } => (Seat(0), JourneyEventKind::Match(record.to_string())),
    };
    JourneyEventRow { seq, seat, kind, request: format!("import {seq}") }
}

/// The table of the match that is being played, and what has happened there. It goes on with the dice with which it began: those of
/// the journey's seed.
fn running_match(
    journey: &dyn DynJourney,
    row: &JourneyRow,
    game: &RuledGame,
    record: &Record,
    entropy: &Entropy,
) -> Result<(u32, TableRow, Vec<StoredEvent>), Refused> {
    let next = journey.next_match().ok_or_else(|| wrong("the record has a match that no journey waits for"))?;
    if record.fair.is_some() {
        return Err(wrong("a match with dice of a server goes on at that server; finish it there first"));
    }
    let names = game.info().seat_names;
    let seat = |name: &str| {
        let found = names.iter().position(|known| *known == name);
        found.map(|index| Seat(index as u8)).ok_or_else(|| wrong(format!("there is no seat `{name}`")))
    };
    let mut events: Vec<StoredEvent> = Vec::new();
    let mut happen = |seat: Seat, kind: StoredEventKind| {
        let seq = events.len() as u64 + 1;
        events.push(StoredEvent { seq, seat, kind, request: format!("import {seq}") });
    };
    for line in &record.lines {
        match line {
            RecordLine::Turn(turn) => {
                let seat = seat(&turn.seat)?;
                turn.actions.iter().for_each(|action| happen(seat, StoredEventKind::Play(action.text.clone())));
            }
            RecordLine::Exit(RecordExit::Resigns(name, _)) => happen(seat(name)?, StoredEventKind::Resign),
            RecordLine::Exit(RecordExit::DropsOut(name, _)) => happen(seat(name)?, StoredEventKind::DropOut),
            RecordLine::Exit(RecordExit::Abandoned) => happen(Seat(0), StoredEventKind::Abandon),
        }
    }
    let (number, seed) = (next.number, journey.match_seed(next.number));
    let setup = next.setup.to_string();
    let table = TableRow {
        id: entropy.table_id(),
        game: row.game.clone(),
        rules_version: row.rules_version,
        setup,
        rules: row.rules.clone(),
        seed,
        fair: false,
        seats: seats_of(&next.players, &row.travellers, entropy)?,
        touched: None,
    };
    Ok((number, table, events))
}
