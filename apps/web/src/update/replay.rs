//! Looking at a match after its end, from its record.

use game::{Seat, Viewer};

use super::{Effects, dress, fair};
use crate::event::{Effect, Fetch, Timer};
use crate::model::Model;
use crate::press::read_value;
use crate::route::{Route, Source};
use crate::words::fault_in_words;
use client::{Client, Dice, Local, Online, Player, Promise, SavedLocal, SavedOnline};

/// Opens the replay of a match.
pub(super) fn open(model: &mut Model, source: &Source, effects: &mut Effects) {
    match source {
        Source::Ask => {}
        Source::Given => {
            let text = model.reader.text.clone();
            if let Some(client) = model.reader.read.take() {
                show_soon(model, client, effects);
            } else if !text.is_empty() {
                // After a reload there is no text any more, and the page asks for it again.
                read(model, &text, None, None, effects);
            }
        }
        Source::Local(id) => match model.load::<SavedLocal>(&Local::storage_key(id)) {
            None => model.visit.trouble = Some(model.tongue.say("trouble.no-local")),
            // While the match hides something, nobody may see its open record.
            Some(saved) if !saved.over => model.visit.trouble = Some(model.tongue.say("replay.running")),
            Some(saved) => {
                if let Ok(game) = catalog::find_ruled(&saved.game, saved.rules.as_ref()) {
                    model.remember_rules(&game);
                }
                let own = saved.players.iter().zip((0..).map(Seat)).find(|(player, _)| **player == Player::Person);
                read(model, &saved.record, own.map(|(_, seat)| seat), None, effects);
            }
        },
        Source::Online(table) => {
            let fetch = Fetch::Replay(table.clone());
            effects.push(Effect::Fetch(fetch, format!("api/tables/{table}/record"), None));
        }
    }
}

/// The server's answer to the request for the record of a table.
pub(super) fn fetched(model: &mut Model, table: &str, answer: Option<(u16, String)>, effects: &mut Effects) {
    if model.route != Route::Replay(Source::Online(table.to_owned())) {
        return;
    }
    match answer {
        Some((200, record)) => {
            let saved = model.load::<SavedOnline>(&Online::storage_key(table));
            let own = saved.as_ref().and_then(|saved| saved.seat);
            read(model, &record, own, saved.and_then(|saved| promise(model, &saved)).as_ref(), effects);
        }
        Some((404, _)) => model.visit.trouble = Some(model.tongue.say("trouble.no-table")),
        Some(_) => model.visit.trouble = Some(model.tongue.say("replay.running")),
        None => model.visit.trouble = Some(model.tongue.say("trouble.no-answer")),
    }
}

/// What this browser kept of the beginning of a match.
fn promise(model: &Model, saved: &SavedOnline) -> Option<Promise> {
    let commitment = saved.commitment?;
    let pledge = saved.seat.and_then(|seat| fair::part(model, saved, commitment, seat));
    Some(Promise { commitment, pledge })
}

/// Plays a record again, for somebody who has played it on this seat.
fn read(model: &mut Model, record: &str, own: Option<Seat>, promise: Option<&Promise>, effects: &mut Effects) {
    match Client::replayed(record, &model.known_rule_sets(), promise, &model.tongue) {
        Ok(client) => show_soon(model, client.replayed_by(own), effects),
        Err(fault) => model.visit.fault = Some(fault),
    }
}

/// Shows the replayed match after the page has said that it opens it: drawing all of it takes a while.
fn show_soon(model: &mut Model, client: Client, effects: &mut Effects) {
    (model.visit.replayed, model.visit.fault) = (Some(client), None);
    effects.push(Effect::Timer(Timer::Replayed, 0));
}

/// Shows the replayed match, with everything open.
pub(super) fn show(model: &mut Model, effects: &mut Effects) {
    if !matches!(model.route, Route::Replay(_)) {
        return;
    }
    if let Some(mut client) = model.visit.replayed.take() {
        client.look_with(Viewer::Everything);
        model.client = Some(client);
        dress(model, effects);
    }
}

/// The text of the record field has changed.
pub(super) fn write(model: &mut Model, text: &str) {
    text.clone_into(&mut model.reader.text);
    (model.reader.read, model.visit.fault) = (None, None);
}

/// Reads the pasted text, and opens the replay if it is a record.
pub(super) fn look(model: &mut Model, effects: &mut Effects) {
    let text = model.reader.text.clone();
    if game::is_journey(&text) {
        return super::journey::import(model, &text, effects);
    }
    match Client::replayed(&text, &model.known_rule_sets(), None, &model.tongue) {
        // After a reload the form stands at the address of the replay already.
        Ok(client) if model.route == Route::Replay(Source::Given) => show_soon(model, client, effects),
        Ok(client) => {
            model.reader.read = Some(client);
            effects.push(Effect::Navigate(Route::Replay(Source::Given).to_string()));
        }
        Err(fault) => {
            model.announcement = fault_in_words(model, &fault);
            model.visit.fault = Some(fault);
            effects.push(Effect::Focus("#record".to_owned()));
        }
    }
}

/// Shows the replay as another viewer saw it.
pub(super) fn see(model: &mut Model, eyes: &str) {
    let Some(client) = model.client.as_mut().filter(|client| client.replay().is_some()) else { return };
    let seats = client.seats;
    let Some(eyes) = read_value(eyes).filter(|eyes| Viewer::all(seats).any(|viewer| viewer == *eyes)) else { return };
    let looking = client.pointing.looking();
    client.dice = Dice::Lie;
    client.look_with(eyes);
    if let Some(place) = looking {
        client.pointing.look_at(place);
    }
}
