//! From an event to the next state of the page, and to what the browser has to do. Nothing here knows a browser.

mod away;
mod board;
mod connection;
mod content;
mod demo;
mod fair;
mod field;
mod hint;
mod journey;
mod keys;
mod kit;
mod language;
mod left;
mod lesson;
mod motion;
mod new_game;
mod own;
mod pick;
mod plan;
mod press;
mod replay;
mod routine;
mod travel;
mod zoom;

pub use keys::takes;

use game::Message;

use crate::chance::SHARES;
use crate::content::Chapter;
use crate::event::{Effect, Event, Fetch, Start, Timer, WorkerNews};
use crate::form::NewGame;
use crate::lesson::played_key;
use crate::model::{Call, Dialog, Model, SETTINGS, Server, Visit};
use crate::route::{Address, Route};
use crate::settings::Settings;
use crate::stored::Stored;
use crate::texts;
use client::{Client, Connection, JourneyHere, Local, Online, SavedLocal};

/// What the browser has to do after an event, in this order.
pub type Effects = Vec<Effect>;

/// Takes in an event that happened at this time.
pub fn update(model: &mut Model, now: f64, event: Event) -> Effects {
    model.now = now;
    let mut effects = Effects::new();
    match event {
        Event::Start(start) => begin(model, start, &mut effects),
        Event::Route(hash) => go(model, Address::parse(&hash), &mut effects),
        Event::Click { press, touch } => {
            motion::skip(model);
            press::press(model, press, touch, &mut effects);
        }
        Event::Set(field, value) => field::set(model, field, &value, &mut effects),
        Event::Hover(name) => pick::hover(model, name.as_deref()),
        Event::Towards(sixth) => pick::look_towards(model, sixth),
        Event::Focus(name) => pick::focus(model, name.as_deref()),
        Event::Consider(index) => pick::consider(model, index),
        Event::Drag(held) => pick::drag(model, &held),
        Event::Drop(name) => pick::drop(model, name.as_deref(), &mut effects),
        Event::Zoom(to) => zoom::choose(model, to),
        Event::BoardSize(width, height) => zoom::measured(model, (width, height)),
        Event::Key(key) => {
            motion::skip(model);
            if let Some(key) = keys::meaning(model, &key) {
                keys::act(model, key, &mut effects);
            }
        }
        Event::Socket(news) => connection::socket(model, news, &mut effects),
        Event::Worker(news) => thought(model, news, &mut effects),
        Event::Timer(Timer::Routine) => routine::go_on(model, &mut effects),
        Event::Timer(Timer::Think) => board::think(model, &mut effects),
        Event::Timer(Timer::Reconnect) => connection::try_again(model, false, &mut effects),
        Event::Timer(Timer::Tick) => {
            model.awaited.tick = false;
            away::tick(model, &mut effects);
        }
        Event::Timer(Timer::Look) => {
            model.awaited.look = false;
            left::look(model, &mut effects);
        }
        Event::Timer(Timer::Replayed) => replay::show(model, &mut effects),
        Event::Timer(Timer::Journey) => travel::look(model, &mut effects),
        Event::Timer(Timer::Demos) => demo::tick(model),
        Event::InSight(games) => demo::in_sight(model, &games),
        Event::Timer(Timer::Motion(number)) => motion::go_on(model, number, &mut effects),
        Event::Timer(Timer::Previews) => {
            model.awaited.previews = false;
            model.client.iter_mut().for_each(Client::preview_pending);
            model.client.iter_mut().for_each(Client::seek_turning_point);
        }
        Event::Timer(Timer::Listen) => connection::listen(model, &mut effects),
        Event::Fetched(what, answer) => fetched(model, &what, answer, &mut effects),
        Event::File(text) if matches!(model.route, Route::SetOut(..)) => journey::import(model, &text, &mut effects),
        Event::File(text) => {
            replay::write(model, &text);
            replay::look(model, &mut effects);
        }
        Event::Copied(worked) => {
            model.visit.copied = Some(worked);
            model.announcement = model.tongue.say(if worked { "copied" } else { "not-copied" });
        }
        Event::Stored(key, value) => stored_elsewhere(model, &key, value, &mut effects),
        Event::Back => {
            model.content.forget_failures();
            language::try_again(model, &mut effects);
            connection::try_again(model, true, &mut effects);
        }
        Event::Pressed => motion::skip(model),
        Event::Still(still) => model.still = still,
    }
    routine::watch(model, &mut effects);
    lesson::watch(model, &mut effects);
    content::watch(model, &mut effects);
    demo::watch(model, &mut effects);
    zoom::keep_flipped(model);
    zoom::show_what_matters(model);
    call(model, &mut effects);
    // Previews of all legal actions are read aloud and listed. They are worked out a few at a time, so that the page
    // does not block, and the board does not wait for them.
    let waiting = |client: &Client| !client.previews.pending().is_empty() || client.seeks_turning_point();
    let waiting = model.client.as_ref().is_some_and(waiting);
    if waiting && !std::mem::replace(&mut model.awaited.previews, true) {
        effects.push(Effect::Timer(Timer::Previews, 0));
    }
    effects
}

fn begin(model: &mut Model, start: Start, effects: &mut Effects) {
    model.stored = Stored::new(start.stored);
    model.address = start.address;
    (model.workers, model.still) = (start.workers, start.still);
    model.keep_secrets(start.secrets);
    effects.extend(model.draw_shares_root().map(|root| Effect::Store(SHARES.to_owned(), root)));
    model.settings =
        model.load(SETTINGS).unwrap_or_else(|| Settings { language: start.language.clone(), ..Settings::default() });
    if !model.settings.language_chosen {
        model.settings.language = start.language;
    }
    language::learn(model, texts::key(&model.settings.language), start.texts.as_deref());
    language::speak(model, effects);
    effects.push(Effect::Fetch(Fetch::Health, "api/health".to_owned(), None));
    let Address { route, reading, place } = Address::parse(&start.hash);
    open(model, route, effects);
    left::resume(model, effects);
    read(model, reading.then_some(rules(false)), place);
}

/// Shows another place of the page and announces it to screen readers.
fn go(model: &mut Model, address: Address, effects: &mut Effects) {
    let Address { route, reading, place } = address;
    if route != model.route || matches!(route, Route::Unknown(_)) {
        open(model, route, effects);
        effects.push(Effect::Focus("#title".to_owned()));
    } else if !reading && matches!(model.visit.dialog, Some(Dialog::Rules { .. })) {
        model.visit.dialog = None;
        effects.push(Effect::Focus(RULES_LINK.to_owned()));
    }
    read(model, reading.then_some(rules(true)), place);
}

/// The rules over a table. `pushed`: whether the browser's back button closes them.
fn rules(pushed: bool) -> Dialog {
    Dialog::Rules { chapter: Chapter::Rules, pushed }
}

/// The link that lays the rules over a table.
const RULES_LINK: &str = "#rules-link, #title";

/// Lays the rules over what is open, which goes on, and goes to a place in them.
fn read(model: &mut Model, rules: Option<Dialog>, place: Option<String>) {
    if rules.is_some() {
        model.visit.dialog = rules;
    }
    model.visit.place = place;
}

fn open(model: &mut Model, route: Route, effects: &mut Effects) {
    leave(model, effects);
    model.content.forget_failures();
    match &route {
        Route::New(key) => {
            model.visit.new_game = catalog::find(key).map(NewGame::new);
            // A server that did not answer before may be back.
            if model.server == Server::Absent {
                effects.push(Effect::Fetch(Fetch::Health, "api/health".to_owned(), None));
            }
        }
        Route::Local(id) => open_local(model, id, effects),
        Route::Online(table) => connection::open(model, table, effects),
        Route::Replay(source) => replay::open(model, source, effects),
        Route::SetOut(game, kind) => {
            journey::open_form(model, game, kind);
            if model.server == Server::Absent {
                effects.push(Effect::Fetch(Fetch::Health, "api/health".to_owned(), None));
            }
        }
        Route::Journey(id) => journey::open(model, id, effects),
        Route::Home | Route::Chapter(..) | Route::Learn(..) | Route::Unknown(_) => {}
    }
    model.route = route;
    dress(model, effects);
}

/// Puts away what belongs to the place that is left.
fn leave(model: &mut Model, effects: &mut Effects) {
    if model.client.as_ref().is_some_and(|client| client.thinking.is_busy()) {
        effects.push(Effect::StopThinking);
    }
    if model.visit.socket.state != Connection::Off {
        effects.push(Effect::Hang);
    }
    model.announcement.clear(); // what was told of one client is not told at the next
    left::leaves(model, effects);
    (model.client, model.visit) = (None, Visit::default());
}

fn open_local(model: &mut Model, id: &str, effects: &mut Effects) {
    let Some(saved) = model.load::<SavedLocal>(&Local::storage_key(id)) else {
        model.visit.trouble = Some(model.tongue.say("trouble.no-local"));
        return;
    };
    match Client::restore(&saved, id, &model.tongue) {
        Ok(client) => {
            model.client = Some(client);
            board::go_on(model, effects);
        }
        Err(problem) => {
            let message = Message::new("trouble.record").with("problem", problem);
            model.visit.trouble = Some(model.tongue.tell(&message));
        }
    }
}

/// Another tab has stored a newer state of the open match. This tab takes it over, so that the tabs do not overwrite
/// each other.
fn stored_elsewhere(model: &mut Model, key: &str, value: Option<String>, effects: &mut Effects) {
    let Some(value) = value else {
        model.stored.remove(key);
        return;
    };
    if model.stored.insert(key.to_owned(), value.clone()).as_ref() == Some(&value) {
        return;
    }
    // A person who is at the table in the other tab has come back. If they leave it there, they are warned there.
    model.left.retain(|left| Online::storage_key(&left.table) != key);
    match model.route.clone() {
        Route::Local(id) if key == Local::storage_key(&id) => {
            if model.client.take().is_some_and(|client| client.thinking.is_busy()) {
                effects.push(Effect::StopThinking);
            }
            open_local(model, &id, effects);
        }
        Route::Online(table) if key == Online::storage_key(&table) => connection::come_in_again(model, &table, effects),
        // What a server keeps is told to every tab by the server.
        Route::Journey(id) if key == JourneyHere::storage_key(&id) && !travel::is_online(model) => {
            journey::open(model, &id, effects);
        }
        Route::Home
        | Route::New(_)
        | Route::Local(_)
        | Route::Online(_)
        | Route::Chapter(..)
        | Route::Learn(..)
        | Route::SetOut(..)
        | Route::Journey(_)
        | Route::Replay(_)
        | Route::Unknown(_) => {}
    }
}

/// Updates title and icon: they say when it is the turn of the one person here, or when somebody waits at a table that
/// was left.
fn call(model: &mut Model, effects: &mut Effects) {
    // A lesson waits for nobody, so it calls nobody.
    let played = model.client.as_ref().filter(|_| model.visit.lesson.is_none());
    let turn = played.is_some_and(|client| client.turn_is_here() && client.own_seat().is_some());
    // At a table the page shows whose turn it is. Of other tables it shows nothing, so they come first.
    let back = left::calls_back(model).then_some(Call::Back);
    let calls = back.or(turn.then_some(Call::Turn));
    if calls != model.calls {
        model.calls = calls;
        dress(model, effects);
        effects.push(Effect::Icon { calls: calls.is_some() });
    }
}

/// Tells the browser the theme, the look, the language and the title.
fn dress(model: &Model, effects: &mut Effects) {
    let game = |key: &str| catalog::find(key).map_or_else(String::new, |game| format!("{} – ", game.info().name));
    let title = match &model.route {
        Route::New(key) | Route::Chapter(_, key) | Route::Learn(key, _) | Route::SetOut(key, _) => game(key),
        Route::Journey(_) => model.visit.headquarters.as_ref().map_or_else(String::new, |at| game(at.here.game())),
        Route::Local(_) | Route::Online(_) | Route::Replay(_) => {
            model.client.as_ref().map_or_else(String::new, |client| format!("{} – ", client.game.info().name))
        }
        Route::Home | Route::Unknown(_) => String::new(),
    };
    let calls = match model.calls {
        Some(Call::Back) => format!("● {} – ", model.tongue.say("title.back")),
        Some(Call::Turn) => format!("● {} – ", model.tongue.say("title.yours")),
        None => String::new(),
    };
    let title = format!("{calls}{title}Sixfold");
    effects.push(Effect::Dress(model.dress(), title));
}

fn close(model: &mut Model, effects: &mut Effects) {
    match model.visit.dialog.take() {
        Some(Dialog::Rules { pushed, .. }) => {
            effects.push(if pushed { Effect::GoBack } else { Effect::Navigate(model.route.to_string()) });
            effects.push(Effect::Focus(RULES_LINK.to_owned()));
        }
        Some(dialog) => {
            // Answering no takes the pick back too.
            if let (Dialog::Sure { .. }, Some(client)) = (dialog, &mut model.client) {
                client.unpick_action();
            }
            effects.push(Effect::Focus("[data-place][tabindex='0'], #title".to_owned()));
        }
        None => {}
    }
}

/// Keeps something in the storage, and in our copy of it.
fn store(model: &mut Model, key: String, value: &impl serde::Serialize, effects: &mut Effects) {
    let text = serde_json::to_string(value).expect("what we store is plain data");
    model.stored.insert(key.clone(), text.clone());
    effects.push(Effect::Store(key, text));
}

/// Removes a saved table from the storage, and from our copy of it. If the game was played there, that stays known.
fn forget(model: &mut Model, key: String, effects: &mut Effects) {
    let saved = model.saved().iter().find(|saved| saved.storage_key() == key && saved.was_played());
    if let Some(played) = saved.map(|saved| played_key(saved.game())) {
        store(model, played, &true, effects);
    }
    model.stored.remove(&key);
    effects.push(Effect::Forget(key));
}

fn thought(model: &mut Model, news: WorkerNews, effects: &mut Effects) {
    match news {
        WorkerNews::Progress(job, share) => {
            if let Some(client) = &mut model.client {
                client.thinking.progress(job, share);
            }
        }
        WorkerNews::Decided(job, action, value) => board::decided(model, job, action, value, effects),
        WorkerNews::Failed(problem) => {
            model.workers = false;
            if let Some(client) = &mut model.client {
                client.thinking.stop();
                let message = Message::new("trouble.worker").with("problem", problem);
                client.note = Some(model.tongue.tell(&message));
            }
        }
    }
}

fn fetched(model: &mut Model, what: &Fetch, answer: Option<(u16, String)>, effects: &mut Effects) {
    match what {
        Fetch::Health => {
            // A static host may answer every address with the page itself. That is no server.
            let is_server = answer.is_some_and(|(status, text)| status == 200 && !text.trim_start().starts_with('<'));
            model.server = if is_server { Server::Here } else { Server::Absent };
            if is_server {
                effects.push(Effect::Fetch(Fetch::Rules, "api/rules".to_owned(), None));
            }
        }
        Fetch::Rules => model.hear_of_rules(answer.map(|(_, text)| text).as_deref()),
        Fetch::NewTable => new_game::made(model, answer, effects),
        Fetch::Table(table) => connection::table_info(model, table, answer, effects),
        Fetch::Past(table, up_to) => connection::past(model, table, *up_to, answer, effects),
        Fetch::Left(table) => left::looked(model, table, answer, effects),
        Fetch::Replay(table) => replay::fetched(model, table, answer, effects),
        Fetch::Content(path) => model.content.answer(path, answer),
        Fetch::Texts(language) => language::arrived(model, language, answer, effects),
        Fetch::Travel => travel::joined(model, answer.as_ref(), effects),
        Fetch::Invitation(id) => travel::invited(model, id, answer.as_ref()),
        Fetch::Journey(id, number) => travel::looked(model, id, *number, answer.as_ref(), effects),
        Fetch::Step => travel::stepped(model, answer.as_ref()),
        Fetch::Record => match answer {
            Some((200, record)) => board::save_text(model, record, effects),
            _ => {
                if let Some(client) = &mut model.client {
                    client.note = Some(model.tongue.say("trouble.no-record"));
                }
            }
        },
    }
}
