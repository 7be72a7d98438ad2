//! Journeys that a server keeps: setting out there, travelling along by a link, steps, and news. The page plays what the server tells
//! and shows it like a journey of its own.

use catalog::RuledJourneys;
use client::{JourneyHere, Online, SavedOnline, sentence};
use game::{RuleFiles, Seat, Share, SortedMap};
use protocol::{
    ImportedJourney, JoinJourney, JourneyNews, JourneyStep, KEY_LENGTH, LookAtJourney, NewJourney, Refused,
};
use serde::Serialize;
use serde_json::Value;

use super::{Effects, connection, journey, store};
use crate::chance::{ELSEWHERE, journey_shares};
use crate::event::{Effect, Fetch, Timer};
use crate::journey::{AtHeadquarters, Invitation, cover};
use crate::json;
use crate::model::Model;
use crate::press::JourneyPress;
use crate::route::Route;
use crate::words::fault_in_words;

/// The pause before the server is asked again after it did not answer.
const AGAIN_MILLISECONDS: u32 = 2_000;
/// The length of the name of a journey on a server.
const NAME_LENGTH: usize = 12;

/// Whether the open journey is one that a server keeps.
pub(super) fn is_online(model: &Model) -> bool {
    model.visit.headquarters.as_ref().is_some_and(|at| at.here.key.is_some())
}

fn post(what: Fetch, path: String, body: &impl Serialize, effects: &mut Effects) {
    let body = serde_json::to_string(body).expect("a request is plain data");
    effects.push(Effect::Fetch(what, path, Some(body)));
}

/// Opens a journey that is not in the storage: an invitation, or the link of a traveller from another device.
pub(super) fn open(model: &mut Model, name: &str, effects: &mut Effects) {
    let (id, key) = name.split_once('-').map_or((name, None), |(id, key)| (id, Some(key)));
    let (key, root) = match key.and_then(|key| key.split_once('-')) {
        Some((key, root)) => (Some(key), root.parse::<Share>().ok()),
        None => (key, None),
    };
    if id.len() != NAME_LENGTH || key.is_some_and(|key| key.len() != KEY_LENGTH) {
        return;
    }
    // A link without the secret does not replace one that is here, and a traveller's own device has one.
    let is_here =
        [journey_shares(id), JourneyHere::storage_key(id)].iter().any(|place| model.stored.contains_key(place));
    let unknown = key.filter(|_| !is_here).map(|_| ELSEWHERE.to_owned());
    if let Some(root) = root.map(|root| root.to_string()).or(unknown) {
        keep_root(model, id, root, effects);
    }
    model.visit.travels = Some((id.to_owned(), key.map(str::to_owned)));
    model.visit.trouble = None;
    if key.is_some() {
        look(model, effects);
    } else {
        effects.push(Effect::Fetch(Fetch::Invitation(id.to_owned()), format!("api/journeys/{id}"), None));
    }
}

fn keep_root(model: &mut Model, journey: &str, root: String, effects: &mut Effects) {
    let place = journey_shares(journey);
    model.stored.insert(place.clone(), root.clone());
    effects.push(Effect::Store(place, root));
}

/// What the server tells somebody who is invited.
pub(super) fn invited(model: &mut Model, id: &str, answer: Option<&(u16, String)>) {
    if !matches!(&model.visit.travels, Some((name, None)) if name == id) {
        return;
    }
    let info = answer.and_then(|(_, text)| json::value(text));
    let told = |key: &str| info.as_ref().is_some_and(|info| info[key] == true);
    let trouble = match answer {
        Some(_) if told("open") => None,
        Some(_) if told("over") => Some("journey.invited.over"),
        Some((200, _)) => Some("journey.invited.full"),
        Some(_) => Some("journey.invited.gone"),
        None => Some("trouble.no-answer"),
    };
    model.visit.trouble = trouble.map(|key| model.tongue.say_key(key));
    if let Some(info) = info.filter(|_| trouble.is_none()) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let [game, kind, setup, by] = ["game", "kind", "setup", "travellers"].map(|key| match key {
            "travellers" => text(&info[key][0]), // the one who has set out
            _ => text(&info[key]),
        });
        let Some(built_in) = catalog::find_journeys(&game, &kind) else { return };
        let rules: Option<RuleFiles> = serde_json::from_value(info["rules"].clone()).unwrap_or_default();
        match RuledJourneys::by(built_in, rules.as_ref()) {
            Ok(journeys) => model.visit.invitation = Some(Invitation { journeys, setup, by }),
            Err(error) => model.visit.trouble = Some(error.to_string()), // rule files speak English
        }
        model.visit.cover = cover(&game);
    }
}

pub(super) fn press(model: &mut Model, press: &JourneyPress, effects: &mut Effects) {
    let name = model.settings.name.trim().to_owned();
    match press {
        JourneyPress::Join => {
            let (Some(key), Some((id, None))) = (model.secret(), model.visit.travels.clone()) else { return };
            let join = JoinJourney { id: "join".to_owned(), name, key };
            post(Fetch::Travel, format!("api/journeys/{id}/join"), &join, effects);
        }
        JourneyPress::CopyLink | JourneyPress::CopyOwnLink => {
            let Some(at) = &model.visit.headquarters else { return };
            let key = at.here.key.as_deref().filter(|_| *press == JourneyPress::CopyOwnLink);
            effects.push(Effect::Copy(model.journey_link(&at.here.id, key)));
        }
        JourneyPress::Upload => {
            let running = model.running_match();
            let Some(at) = &model.visit.headquarters else { return };
            let Some(record) = at.here.text(running.as_ref()) else { return };
            let path = "api/journeys/import".to_owned();
            post(Fetch::Travel, path, &ImportedJourney { record, name }, effects);
        }
        _ => {
            let Some(form) = &model.visit.set_out else { return };
            let options = form.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
            let (game, journey) = (form.journeys.info().key.to_owned(), form.journeys.key().to_owned());
            let rules = form.journeys.rules().map(|rules| rules.fingerprint);
            let new = NewJourney { game, journey, options, name, rules };
            post(Fetch::Travel, "api/journeys".to_owned(), &new, effects);
        }
    }
}

/// The answer to setting out or travelling along.
pub(super) fn joined(model: &mut Model, answer: Option<&(u16, String)>, effects: &mut Effects) {
    let joined = answer.and_then(|(_, text)| json::value(text));
    let told = joined.as_ref().and_then(|told| Some((told["journey"].as_str()?, told["key"].as_str()?)));
    if let Some((id, key)) = told {
        let name = format!("{id}-{key}");
        if let Some(root) = model.journey_root(id) {
            keep_root(model, id, root.to_string(), effects);
        }
        // The link with the key: the headquarters is opened and kept as on any other device.
        return effects.push(Effect::Navigate(Route::Journey(name).to_string()));
    }
    let why = problem(model, answer);
    journey::tell(model, Some(why.clone()));
    // A seat that is refused once is not asked for again: the page says how it is.
    if answer.is_some_and(|(status, _)| matches!(status, 404 | 409)) {
        model.visit.invitation = None;
    }
    model.visit.trouble = Some(why);
}

/// Asks for what is new. The server answers when there is something, or after a while.
pub(super) fn look(model: &mut Model, effects: &mut Effects) {
    let known = model.visit.headquarters.as_ref().filter(|at| at.here.key.is_some());
    let (id, key, since, version) = match (known, &model.visit.travels) {
        (Some(at), _) => {
            let version = at.news.as_ref().map_or(0, |news| news.version);
            (at.here.id.clone(), at.here.key.clone(), Some(at.here.events() as u64), version)
        }
        (None, Some((id, key))) => (id.clone(), key.clone(), None, 0),
        (None, None) => return,
    };
    let Some(key) = key else { return };
    let path = format!("api/journeys/{id}/look");
    model.looks += 1;
    post(Fetch::Journey(id, model.looks), path, &LookAtJourney { key, since, version }, effects);
}

/// News of a journey. An answer for another place than the open one, or to an earlier question, is late and tells nothing.
pub(super) fn looked(model: &mut Model, id: &str, number: u32, answer: Option<&(u16, String)>, effects: &mut Effects) {
    let is_here = matches!(&model.route, Route::Journey(name) if name.split('-').next() == Some(id));
    if !is_here || number != model.looks {
        return;
    }
    let news = answer.and_then(|(_, text)| json::read::<JourneyNews>(text).ok());
    let Some(news) = news else {
        match answer {
            // No key, or no such journey: there is no use in trying again.
            Some((403 | 404, _)) => model.visit.trouble = Some(problem(model, answer)),
            _ => effects.push(Effect::Timer(Timer::Journey, AGAIN_MILLISECONDS)),
        }
        return;
    };
    if !hear(model, id, news, effects) {
        // The copy does not fit what the server tells: it is read anew.
        if let Some(key) = model.visit.headquarters.take().and_then(|at| at.here.key) {
            model.visit.travels = Some((id.to_owned(), Some(key)));
        }
        return effects.push(Effect::Timer(Timer::Journey, AGAIN_MILLISECONDS));
    }
    // Whoever is led elsewhere asks there.
    if !effects.iter().any(|effect| matches!(effect, Effect::Navigate(_))) {
        look(model, effects);
    }
}

fn hear(model: &mut Model, id: &str, mut news: JourneyNews, effects: &mut Effects) -> bool {
    if let Some(beginning) = news.beginning.take() {
        let mut here = match JourneyHere::read(&beginning, news.rules.take().as_ref(), id.to_owned()) {
            Ok((here, _)) => here,
            Err(fault) => {
                model.visit.trouble = Some(fault_in_words(model, &fault));
                return false;
            }
        };
        // A server that has gone back in time, by a backup, sends this unasked: the key of the open headquarters still holds.
        let open = model.visit.headquarters.as_ref().and_then(|at| at.here.key.clone());
        here.key = model.visit.travels.take().and_then(|(_, key)| key).or(open);
        model.visit.cover = cover(here.game());
        model.visit.headquarters =
            Some(AtHeadquarters { here, names: SortedMap::new(), note: None, news: None, unanswered: None });
        model.visit.trouble = None;
    }
    let Some(at) = &mut model.visit.headquarters else { return false };
    at.here.seat = news.you;
    let (is_first, events) = (at.news.is_none(), std::mem::take(&mut news.events));
    if !at.here.hear(&events) {
        return false;
    }
    if !events.is_empty() {
        at.unanswered = None; // the same step would be another one now
    }
    // Whoever has left is not called to battle.
    let table = news.table.as_ref().filter(|_| !at.here.has_left());
    let begins = at.news.as_ref().is_some_and(|known| known.table.is_none()) && table.is_some();
    if let (Some(table), Some(key)) = (table, &at.here.key) {
        let storage = Online::storage_key(table);
        let saved = SavedOnline::waiting(at.here.game(), key.clone(), None, model.now);
        if model.load::<SavedOnline>(&storage).is_none() {
            store(model, storage, &SavedOnline { journey: Some(id.to_owned()), ..saved }, effects);
        }
    }
    if let Some(at) = &mut model.visit.headquarters {
        at.news = Some(news);
    }
    if is_first || !events.is_empty() {
        journey::keep(model, effects);
    }
    if model.route != Route::Journey(id.to_owned()) {
        // The key does not stay in the address, from where it would be copied along with a link.
        effects.push(Effect::Navigate(Route::Journey(id.to_owned()).to_string()));
    } else if begins {
        journey::fight(model, effects);
    }
    true
}

/// Asks the server for a step.
pub(super) fn step(model: &mut Model, step: &str, effects: &mut Effects) {
    let id = format!("{:016x}", model.fresh());
    journey::tell(model, None);
    let Some(at) = &mut model.visit.headquarters else { return };
    let Some(key) = at.here.key.clone() else { return };
    let numbered = |(number, step)| Some((Seat(str::parse::<u8>(number).ok()?.checked_sub(1)?), step));
    let (seat, step) = step.split_once(' ').and_then(numbered).map_or((None, step), |(seat, step)| (Some(seat), step));
    let mut asked = JourneyStep { id, key, step: step.replace(' ', "_"), seat };
    // Under the same id the server takes it once, also if only its answer was lost.
    let before = at.unanswered.take().filter(|before| (&before.step, before.seat) == (&asked.step, asked.seat));
    asked.id = before.map_or(asked.id, |before| before.id);
    at.unanswered = Some(asked.clone());
    post(Fetch::Step, format!("api/journeys/{}/steps", at.here.id), &asked, effects);
}

/// The answer to a step. What it has done comes with the news.
pub(super) fn stepped(model: &mut Model, answer: Option<&(u16, String)>) {
    let is_known = !matches!(answer, None | Some((500.., _)));
    if let Some(at) = model.visit.headquarters.as_mut().filter(|_| is_known) {
        at.unanswered = None;
    }
    if !matches!(answer, Some((200, _))) {
        let why = problem(model, answer);
        journey::tell(model, Some(why));
    }
}

/// Why the server did not do it.
fn problem(model: &Model, answer: Option<&(u16, String)>) -> String {
    let Some(refused) = answer.and_then(|(_, text)| json::read::<Refused>(text).ok()) else {
        return model.tongue.say("trouble.no-answer");
    };
    let game = model.visit.headquarters.as_ref().and_then(|at| catalog::find(at.here.game()));
    let why = refused.why.as_ref().zip(game);
    let said = why.map(|(why, game)| sentence(&game.texts(model.tongue.language).say(why, &[])));
    said.unwrap_or_else(|| connection::refusal(&model.tongue, &refused))
}
