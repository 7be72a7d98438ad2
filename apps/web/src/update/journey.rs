//! Journeys: setting out, steps in the headquarters, the matches of a journey, and its file.

use client::{JourneyHere, Local, SavedJourney, SavedLocal, sentence};
use game::{PlayError, Seat, Seed, SortedMap};

use super::{Effects, store, travel};
use crate::event::Effect;
use crate::journey::{AtHeadquarters, SetOut, cover};
use crate::model::{Dialog, Model};
use crate::press::{FormField, JourneyPress};
use crate::route::Route;
use crate::story_picture;
use crate::words::fault_in_words;

/// Opens the form for a new journey.
pub(super) fn open_form(model: &mut Model, game: &str, kind: &str) {
    model.visit.set_out = catalog::find_journeys(game, kind).map(SetOut::new);
    if let Some(form) = &mut model.visit.set_out {
        form.offer(&model.rule_sets.offered);
    }
    model.visit.cover = cover(game);
}

/// A field of the form was filled in. Returns whether the form is open.
pub(super) fn set(model: &mut Model, field: &FormField, value: &str) -> bool {
    let Some(form) = &mut model.visit.set_out else { return false };
    match field {
        FormField::RuleSet => form.choose_rules(value),
        FormField::Option(key) => {
            if let Some(known) = form.options.get_mut(key.as_str()) {
                value.clone_into(known);
            }
        }
        // Fields of the form for a match.
        FormField::Opponent
        | FormField::Level
        | FormField::Seat
        | FormField::Preset
        | FormField::Unseen
        | FormField::Sitter(_)
        | FormField::KitName(_)
        | FormField::KitSlot(..) => {}
    }
    true
}

/// Opens the headquarters of a journey in the storage. A match that is over is taken over.
pub(super) fn open(model: &mut Model, id: &str, effects: &mut Effects) {
    let Some(saved) = model.load::<SavedJourney>(&JourneyHere::storage_key(id)) else {
        model.visit.trouble = Some(model.tongue.say("trouble.no-journey"));
        return travel::open(model, id, effects);
    };
    let here = match JourneyHere::read(&saved.text, saved.rules.as_ref(), id.to_owned()) {
        Ok((mut here, _)) => {
            here.key.clone_from(&saved.key);
            here
        }
        Err(fault) => {
            model.visit.trouble = Some(fault_in_words(model, &fault));
            return;
        }
    };
    model.visit.cover = cover(here.game());
    model.visit.headquarters =
        Some(AtHeadquarters { here, names: SortedMap::new(), note: None, news: None, unanswered: None });
    if saved.key.is_some() {
        // The copy here may be old. The server sends the rest.
        return travel::look(model, effects);
    }
    take_finished(model, effects);
}

/// Takes over the match of the open journey, if it is over.
fn take_finished(model: &mut Model, effects: &mut Effects) {
    let Some(finished) = model.running_match().filter(|saved| saved.over) else { return };
    let Some(at) = &mut model.visit.headquarters else { return };
    let id = at.here.match_id();
    match at.here.take(&finished) {
        Ok(()) => {
            keep(model, effects);
            // Only now: if the page is closed in between, the match is still there and is taken over again.
            put_away(model, id, effects);
        }
        Err(fault) => {
            let words = fault_in_words(model, &fault);
            tell(model, Some(words));
        }
    }
}

/// Removes a match of the open journey from the storage.
fn put_away(model: &mut Model, id: Option<String>, effects: &mut Effects) {
    if let Some(key) = id.map(|id| Local::storage_key(&id)) {
        model.stored.remove(&key);
        effects.push(Effect::Forget(key));
    }
}

/// Removes the matches of a journey that is removed.
pub(super) fn forget_matches(model: &mut Model, journey: &str, effects: &mut Effects) {
    let is_of = |key: &&String| {
        let of = |saved: SavedLocal| saved.journey.map(|id| JourneyHere::storage_key(&id));
        model.load::<SavedLocal>(key).and_then(of).as_deref() == Some(journey)
    };
    let matches: Vec<String> = model.stored.keys().filter(is_of).cloned().collect();
    for key in matches {
        model.stored.remove(&key);
        effects.push(Effect::Forget(key));
    }
}

/// Shows and announces why something was refused, or nothing any more.
pub(super) fn tell(model: &mut Model, note: Option<String>) {
    if let Some(note) = &note {
        model.announcement.clone_from(note);
    }
    if let Some(at) = &mut model.visit.headquarters {
        at.note = note;
    }
}

/// Keeps the open journey in the storage.
pub(super) fn keep(model: &mut Model, effects: &mut Effects) {
    let Some(at) = &model.visit.headquarters else { return };
    let (key, saved) = (JourneyHere::storage_key(&at.here.id), at.here.saved(model.tongue.language, model.now));
    store(model, key, &saved, effects);
}

pub(super) fn press(model: &mut Model, press: JourneyPress, effects: &mut Effects) {
    model.visit.dialog = None;
    match press {
        JourneyPress::SetOut => set_out(model, effects),
        JourneyPress::SetOutOnline
        | JourneyPress::Join
        | JourneyPress::CopyLink
        | JourneyPress::CopyOwnLink
        | JourneyPress::Upload => travel::press(model, &press, effects),
        JourneyPress::Step(step) => take_step(model, &step, false, effects),
        JourneyPress::Ask(step, why) => {
            model.visit.dialog = Some(Dialog::Sure { sure: JourneyPress::Step(step).into(), why });
        }
        JourneyPress::Rename(start) => {
            let named = model.visit.headquarters.as_mut().and_then(|at| at.names.remove(&start));
            let Some(name) = named.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()) else { return };
            take_step(model, &format!("{start}{name}"), true, effects);
        }
        JourneyPress::Undo => undo(model, effects),
        JourneyPress::Fight => fight(model, effects),
        JourneyPress::Seat(seat) => {
            if let Some(at) = model.visit.headquarters.as_mut().filter(|at| seat < at.here.seats()) {
                at.here.seat = Seat(seat);
            }
        }
        JourneyPress::Save => {
            let running = model.running_match();
            let Some(at) = &model.visit.headquarters else { return };
            match at.here.text(running.as_ref()) {
                Some(text) => effects.push(Effect::Save(format!("{}.{}.txt", at.here.game(), at.here.kind()), text)),
                None => tell(model, Some(model.tongue.say("trouble.no-record"))),
            }
        }
        JourneyPress::Picture => {
            let Some(at) = &model.visit.headquarters else { return };
            let name = format!("{}.{}.svg", at.here.game(), at.here.kind());
            effects.push(Effect::Save(name, story_picture::file(model, at)));
        }
    }
}

fn new_id(model: &mut Model) -> String {
    format!("{:010x}", model.fresh() >> 24)
}

fn set_out(model: &mut Model, effects: &mut Effects) {
    let (id, seed) = (new_id(model), model.fresh() >> 12);
    let Some(form) = &model.visit.set_out else { return };
    let setup = form.setup();
    let started = setup.and_then(|setup| JourneyHere::set_out(&*form.journeys, setup, id.clone(), Seed::number(seed)));
    // The form shows the problem with its options.
    let Ok(here) = started else { return };
    let saved = here.saved(model.tongue.language, model.now);
    store(model, JourneyHere::storage_key(&id), &saved, effects);
    effects.push(Effect::Navigate(Route::Journey(id).to_string()));
}

fn take_step(model: &mut Model, step: &str, is_name: bool, effects: &mut Effects) {
    if travel::is_online(model) {
        return travel::step(model, step, effects);
    }
    let Some(at) = &mut model.visit.headquarters else { return };
    match at.here.step(step) {
        Ok(()) => {
            let is_due = at.here.match_id().is_some();
            tell(model, None);
            keep(model, effects);
            if is_due {
                fight(model, effects);
            }
        }
        Err(PlayError::Notation(_)) if is_name => tell(model, Some(model.tongue.say("journey.no-name"))),
        Err(error) => {
            let texts = catalog::find(at.here.game()).map(|game| game.texts(model.tongue.language));
            let said = texts.zip(error.message()).map(|(texts, why)| sentence(&texts.say(why, &[])));
            tell(model, Some(said.unwrap_or_else(|| error.to_string())));
        }
    }
}

fn undo(model: &mut Model, effects: &mut Effects) {
    if !model.may_undo_step() {
        return;
    }
    let Some(at) = &mut model.visit.headquarters else { return };
    let id = at.here.match_id();
    at.here.undo();
    put_away(model, id, effects);
    tell(model, None);
    keep(model, effects);
    model.announcement = model.tongue.say("journey.undone");
}

/// Goes to the match that is due, and begins it if it has not begun.
pub(super) fn fight(model: &mut Model, effects: &mut Effects) {
    let table = model.visit.headquarters.as_ref().and_then(|at| at.news.as_ref()?.table.clone());
    if let Some(table) = table {
        return effects.push(Effect::Navigate(Route::Online(table).to_string()));
    }
    let running = model.running_match();
    let Some(at) = &model.visit.headquarters else { return };
    let Some(id) = at.here.match_id() else { return };
    if running.is_none() {
        let Some(saved) = at.here.begin_match() else { return };
        store(model, Local::storage_key(&id), &SavedLocal { updated: model.now, ..saved }, effects);
    }
    effects.push(Effect::Navigate(Route::Local(id).to_string()));
}

/// Takes in a journey that somebody has saved as a file. It becomes one more on this device and replaces none.
pub(super) fn import(model: &mut Model, text: &str, effects: &mut Effects) {
    let id = new_id(model);
    let rules = model.rules_of_journey(text);
    match JourneyHere::read(text, rules.as_ref(), id.clone()) {
        Ok((here, running)) => {
            let saved = here.saved(model.tongue.language, model.now);
            store(model, JourneyHere::storage_key(&id), &saved, effects);
            if let Some((id, running)) = here.match_id().zip(running) {
                store(model, Local::storage_key(&id), &SavedLocal { updated: model.now, ..running }, effects);
            }
            effects.push(Effect::Navigate(Route::Journey(id).to_string()));
        }
        Err(fault) => {
            model.announcement = fault_in_words(model, &fault);
            model.visit.fault = Some(fault);
        }
    }
}
