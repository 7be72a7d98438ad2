//! The connection to the server: greeting, listening, asking, and coming back after it was down.

use game::{Message, Seat, read_entry};
use protocol::{
    Begun, BotSeat, FromClient, FromServer, LookBack, Moment, Refused, RefusedCode, SeatInfo, VERSION, Welcome,
};

use super::{Effects, away, board, dress, fair, forget, own, plan, store};
use crate::event::{Effect, Fetch, SocketNews, Sound, Timer};
use crate::json;
use crate::model::{Model, Socket};
use crate::route::Route;
use crate::texts::Tongue;
use client::{Client, Connection, Gap, Online, SavedOnline, sentence, wait_before_try};

/// Opens a table of the server.
pub(super) fn open(model: &mut Model, table: &str, effects: &mut Effects) {
    model.visit.socket = Socket::new(Connection::Opening(0));
    effects.push(Effect::Open(table.to_owned()));
}

/// The person who watches here has sat down in another tab: connects again with the key of the seat.
pub(super) fn come_in_again(model: &mut Model, table: &str, effects: &mut Effects) {
    let watches = model.client.as_ref().and_then(Client::online).is_some_and(|online| online.key.is_none());
    if watches && key(model, table).is_some() {
        model.client = None;
        effects.push(Effect::Hang);
        open(model, table, effects);
    }
}

/// Handles an event of the socket.
pub(super) fn socket(model: &mut Model, news: SocketNews, effects: &mut Effects) {
    let Route::Online(name) = model.route.clone() else { return };
    match (news, model.visit.socket.state) {
        (SocketNews::Opened, Connection::Opening(failed) | Connection::Down(failed, _)) => {
            model.visit.socket.state = Connection::Greeted(failed);
            let since = model.client.as_ref().map_or(0, |client| client.history.len() as u64);
            say(&FromClient::Hello { version: VERSION, key: key(model, &name), since }, effects);
        }
        (SocketNews::Heard(text), Connection::Greeted(_) | Connection::Live) => {
            model.visit.socket.heard = model.now;
            match serde_json::from_str(&text).ok().and_then(|said| FromServer::from_value(&said).ok()) {
                Some(said) => hear(model, said, effects),
                // The message cannot be read: connects again and asks for everything.
                None => down(model, effects),
            }
        }
        (SocketNews::Closed, Connection::Opening(failed)) => {
            if failed == 0 && model.client.is_none() {
                // Perhaps there is no such table: a socket that does not open cannot say so.
                effects.push(Effect::Fetch(Fetch::Table(name.clone()), format!("api/tables/{name}"), None));
            }
            down(model, effects);
        }
        (SocketNews::Closed, Connection::Greeted(_) | Connection::Live) => down(model, effects),
        // News of a socket that was given up meanwhile.
        (SocketNews::Opened, Connection::Off | Connection::Greeted(_) | Connection::Live | Connection::Refused)
        | (
            SocketNews::Heard(_),
            Connection::Off | Connection::Opening(_) | Connection::Down(..) | Connection::Refused,
        )
        | (SocketNews::Closed, Connection::Off | Connection::Down(..) | Connection::Refused) => {}
    }
}

/// The connection is down. It is tried again soon, and after a longer wait each time.
fn down(model: &mut Model, effects: &mut Effects) {
    let failed = match model.visit.socket.state {
        Connection::Opening(failed) | Connection::Greeted(failed) | Connection::Down(failed, _) => failed,
        Connection::Off | Connection::Live | Connection::Refused => model.visit.socket.unkept,
    };
    // With a minute to come back, nobody should spend a quarter of it waiting for the next try.
    let hurries = model.client.as_ref().and_then(Client::online).is_some_and(|online| online.back_by > Some(model.now));
    let wait = if hurries { wait_before_try(failed).min(HURRY_MILLISECONDS) } else { wait_before_try(failed) };
    if model.visit.socket.state == Connection::Live {
        model.announcement = model.tongue.say("connection.down");
        away::begins(model);
    }
    model.visit.socket.state = Connection::Down(failed + 1, model.now + f64::from(wait));
    effects.extend([Effect::Hang, Effect::Timer(Timer::Reconnect, wait)]);
    away::tick(model, effects);
}

/// The longest wait between two tries while the match is about to be lost.
const HURRY_MILLISECONDS: u32 = 2_000;

/// How often a request that the server cannot keep is asked for again. One that no server can ever carry out should not keep its
/// player for longer than half a minute.
const MOST_UNKEPT: u32 = 5;

/// How often the connection is checked.
const LISTEN_MILLISECONDS: u32 = 2_000;
/// An answer takes no longer than this, unless the connection is dead without saying so.
const ANSWER_MILLISECONDS: f64 = 8_000.0;
/// The server speaks up more often than this, if only to keep the connection alive.
const SILENCE_MILLISECONDS: f64 = protocol::SILENCE_MEANS_DEAD.as_millis() as f64;

/// Checks whether the connection still lives: a phone that changes its network tells nobody.
pub(super) fn listen(model: &mut Model, effects: &mut Effects) {
    if model.visit.socket.state != Connection::Live {
        return;
    }
    let owes = model.client.as_ref().and_then(Client::online).is_some_and(|online| !online.pending.is_empty());
    let patience = if owes { ANSWER_MILLISECONDS } else { SILENCE_MILLISECONDS };
    if model.now - model.visit.socket.heard > patience {
        down(model, effects);
    } else {
        effects.push(Effect::Timer(Timer::Listen, LISTEN_MILLISECONDS));
        look_back(model, effects);
    }
}

/// Asks for the next page of the past that is not here yet, unless it was asked for already.
fn look_back(model: &mut Model, effects: &mut Effects) {
    let missing = model.client.as_ref().and_then(|client| Some((client.online()?, client.missing_past()?)));
    let Some((online, up_to)) = missing.filter(|(_, up_to)| model.visit.socket.looks_back != Some(*up_to)) else {
        return;
    };
    let asked = serde_json::to_string(&LookBack { key: online.key.clone(), up_to }).expect("a request is plain data");
    let (past, path) = (Fetch::Past(online.table.clone(), up_to), format!("api/tables/{}/past", online.table));
    effects.push(Effect::Fetch(past, path, Some(asked)));
    model.visit.socket.looks_back = Some(up_to);
}

/// A page of the past has come. One that does not is asked for again when the connection is next checked.
pub(super) fn past(model: &mut Model, table: &str, up_to: u64, answer: Option<(u16, String)>, effects: &mut Effects) {
    let is_open = |client: &&mut Client| client.online().is_some_and(|online| online.table == table);
    let client = model.client.as_mut().filter(is_open).filter(|client| client.missing_past() == Some(up_to));
    let Some(client) = client else { return };
    match answer {
        Some((200, text)) => {
            let page = json::value(&text).and_then(|page| read_entry::<Vec<Moment>>(&page, "moments").ok());
            if page.is_some_and(|page| client.look_back(page).is_ok()) {
                look_back(model, effects);
            }
        }
        None | Some((429 | 503, _)) => model.visit.socket.looks_back = None,
        Some(_) => {} // the server would say the same again
    }
}

/// Tries to reach the server again: when the time has come, or at once.
pub(super) fn try_again(model: &mut Model, at_once: bool, effects: &mut Effects) {
    let (Connection::Down(failed, at), Route::Online(table)) = (model.visit.socket.state, &model.route) else { return };
    // A timer of an earlier try comes too early for this one.
    if at_once || model.now + 100.0 >= at {
        model.visit.socket.state = Connection::Opening(failed);
        effects.push(Effect::Open(table.clone()));
    }
}

fn hear(model: &mut Model, said: FromServer, effects: &mut Effects) {
    match said {
        FromServer::Welcome(welcome) => welcomed(model, &welcome, effects),
        FromServer::Moment(moment) => moments(model, vec![*moment], effects),
        FromServer::Begun(begun) => begin(model, *begun, effects),
        FromServer::Done { id, .. } => answered(model, &id, effects),
        FromServer::Still => {} // the time of the last message is updated already
        FromServer::Refused(refused) => refuse(model, &refused, effects),
        FromServer::Seated { id, seat, key } => {
            let Some(online) = model.client.as_mut().and_then(Client::online_mut) else { return };
            online.answered(&id);
            (online.you, online.key) = (Some(seat), Some(key));
            own::offer(model);
            let hidden = model.client.as_ref().is_some_and(|client| client.game.info().hidden);
            keep(model, effects);
            if hidden {
                // The moments so far are a spectator's. They are asked for again as the seat sees them.
                model.client = None;
                model.visit.socket.state = Connection::Opening(0);
                let Route::Online(table) = &model.route else { return };
                effects.extend([Effect::Hang, Effect::Open(table.clone())]);
            } else if let Some(client) = &mut model.client {
                client.refresh();
                fair::add(model, effects);
            }
        }
        FromServer::People { seats, watching } => people(model, seats, watching, effects),
        FromServer::Next { table } => {
            let Some(online) = model.client.as_mut().and_then(Client::online_mut) else { return };
            online.next = Some(table.clone());
            let asked = online.pending.iter().any(|asked| matches!(asked, FromClient::Rematch { .. }));
            online.pending.retain(|asked| !matches!(asked, FromClient::Rematch { .. }));
            if asked {
                follow(model, &table, effects);
            } else {
                let many = model.client.as_ref().is_some_and(|client| client.seats > 2);
                model.announcement = model.tongue.say(if many { "rematch.ready-many" } else { "rematch.ready" });
                if let Some(client) = &mut model.client {
                    client.note = Some(model.announcement.clone());
                }
            }
        }
    }
}

/// Who is at the table has changed.
fn people(model: &mut Model, seats: Vec<SeatInfo>, watching: u32, effects: &mut Effects) {
    let now = model.now;
    let Some(online) = model.client.as_mut().and_then(Client::online_mut) else { return };
    let (sat, before) = (online.everybody_sits(), online.lost_at.clone());
    let freed = freed(model, &seats);
    let Some(online) = model.client.as_mut().and_then(Client::online_mut) else { return };
    online.meet(seats, now);
    online.watching = watching;
    if !sat && online.everybody_sits() {
        model.announcement = model.tongue.say("people.complete");
    }
    away::tell(model, &before);
    if let Some(freed) = freed {
        model.announcement.clone_from(&freed);
        if let Some(client) = &mut model.client {
            client.note = Some(freed);
        }
    }
    away::tick(model, effects);
    own::offer(model);
    fair::add(model, effects);
    keep(model, effects);
}

/// Whose seat is free again because they did not come back before the match began, in a sentence.
fn freed(model: &Model, seats: &[SeatInfo]) -> Option<String> {
    let client = model.client.as_ref()?;
    let online = client.online().filter(|online| !online.begun)?;
    let is_free = |(known, now): (&SeatInfo, &SeatInfo)| known.name.is_some() && now.name.is_none();
    let seat = online.people.iter().zip(seats).position(is_free)?;
    let name = client.person_name(Seat(seat as u8));
    Some(model.tongue.tell(&Message::new("seat.freed").with("name", name)))
}

/// Everybody has added to the dice.
fn begin(model: &mut Model, begun: Begun, effects: &mut Effects) {
    let now = model.now;
    let Some(client) = model.client.as_mut().filter(|client| client.online().is_some()) else { return };
    if let Err(problem) = client.begun(begun, now) {
        return cannot_show(model, problem, effects);
    }
    fair::add(model, effects);
    fair::tell(model);
    let Some(client) = &model.client else { return };
    model.announcement = model.tongue.say("begun");
    if client.turn_is_here() {
        model.announcement = format!("{} {}", model.announcement, model.tongue.say("turn.yours"));
        if model.settings.bell {
            effects.push(Effect::Sound(Sound::YourTurn));
        }
    }
    keep(model, effects);
}

fn welcomed(model: &mut Model, welcome: &Welcome, effects: &mut Effects) {
    let Route::Online(name) = model.route.clone() else { return };
    let (known, now) = (model.client.is_some() && welcome.start.is_none(), model.now);
    if known {
        let was = model.client.as_ref().map_or(0, |client| client.history.len());
        if let Some(online) = model.client.as_mut().and_then(Client::online_mut) {
            online.you = welcome.you;
            online.meet(welcome.seats.clone(), now);
            online.watching = welcome.watching;
            (online.begun, online.back_by) = (welcome.begun, None);
            online.next.clone_from(&welcome.next);
        }
        model.visit.socket.state = Connection::Live;
        model.announcement = model.tongue.say("connection.back");
        moments(model, welcome.moments.clone(), effects);
        if let Some(client) = model.client.as_mut().filter(|client| client.history.len() == was) {
            client.refresh();
        }
    } else {
        let pending =
            model.client.as_mut().and_then(Client::online_mut).map(|online| std::mem::take(&mut online.pending));
        match Client::welcomed(welcome, key(model, &name), &model.tongue, now) {
            Ok(client) => {
                model.visit.socket.state = Connection::Live;
                model.remember_rules(&client.game);
                model.client = Some(client);
                if let (Some(online), Some(pending)) = (model.client.as_mut().and_then(Client::online_mut), pending) {
                    online.pending = pending;
                }
            }
            Err(problem) => return cannot_show(model, problem, effects),
        }
    }
    // What is due for the dice is decided anew, because the seats may have changed.
    if let Some(online) = model.client.as_mut().and_then(Client::online_mut) {
        online.drop_parts_in_dice();
    }
    // Requests without an answer are sent again under the same id, so that the server does them once even if they had
    // arrived. Of several actions only the first is sent: the next one waits until that is acknowledged.
    for asked in model.client.as_ref().and_then(Client::online).map(Online::to_be_said).unwrap_or_default() {
        say(&asked, effects);
    }
    own::offer(model);
    model.visit.socket.problem = None;
    model.left.retain(|left| left.table != name);
    if std::mem::take(&mut model.visit.socket.seat_gone) {
        model.announcement = model.tongue.say("seat.gone");
        if let Some(client) = &mut model.client {
            client.note = Some(model.announcement.clone());
        }
    }
    effects.push(Effect::Timer(Timer::Listen, LISTEN_MILLISECONDS));
    fair::add(model, effects);
    if model.client.is_none() {
        return;
    }
    fair::tell(model);
    keep(model, effects);
    away::tick(model, effects);
    dress(model, effects);
    model.visit.socket.looks_back = None;
    look_back(model, effects);
}

fn moments(model: &mut Model, moments: Vec<Moment>, effects: &mut Effects) {
    for moment in moments {
        let Some(client) = &mut model.client else { return };
        match client.hear(moment) {
            Ok(true) => {
                if let Err(problem) = client.history.open_newest() {
                    return cannot_show(model, problem, effects);
                }
                // A person who looks at the past stays there. Only what can be done now has changed.
                let picked = client.pointing.picked().to_vec();
                let note = plan::check(model);
                let Some(client) = &mut model.client else { return };
                client.note = note;
                client.refresh();
                if !client.acts_here() || client.picture.picks.leads_somewhere(&picked) {
                    client.pointing.pick(picked);
                }
                let known = client.history.len().saturating_sub(1);
                board::tell_news(model, known, effects);
                if let Some(note) = model.client.as_ref().and_then(|client| client.note.clone()) {
                    model.announcement = format!("{note} {}", model.announcement);
                }
            }
            Ok(false) => {}
            Err(Gap) => return down(model, effects),
        }
    }
    keep(model, effects);
}

fn answered(model: &mut Model, id: &str, effects: &mut Effects) {
    model.visit.socket.unkept = 0;
    let Some(client) = &mut model.client else { return };
    let Some(answered) = client.online_mut().and_then(|online| online.answered(id)) else { return };
    // The next step of a plan is sent when the one before it was played, since it is meant for the position after that.
    let next = client.online().and_then(Online::next_play).filter(|_| matches!(answered, FromClient::Play { .. }));
    if let Some(next) = next.cloned().filter(|_| model.visit.socket.state == Connection::Live) {
        model.visit.socket.heard = model.now;
        say(&next, effects);
    }
    client.refresh();
}

fn refuse(model: &mut Model, refused: &Refused, effects: &mut Effects) {
    match refused.code {
        RefusedCode::Version => return give_up(model, &Message::new("trouble.version"), effects),
        RefusedCode::NoSuchTable => return give_up(model, &Message::new("trouble.no-table"), effects),
        RefusedCode::Damaged => return give_up(model, &Message::new("trouble.damaged"), effects),
        RefusedCode::WrongKey => {
            // Somebody else has the seat now. This person can still watch.
            if let Route::Online(name) = model.route.clone() {
                forget(model, Online::storage_key(&name), effects);
                if let Some(online) = model.client.as_mut().and_then(Client::online_mut) {
                    (online.key, online.you, online.pledge) = (None, None, None);
                }
            }
            model.visit.socket.seat_gone = true;
            return down(model, effects);
        }
        RefusedCode::Unavailable
            if model.visit.socket.unkept < MOST_UNKEPT && is_pending(model, refused.id.as_deref()) =>
        {
            // The request may be durable all the same. It is asked for again under its id, perhaps at another server.
            model.visit.socket.unkept += 1;
            return down(model, effects);
        }
        RefusedCode::Malformed
        | RefusedCode::TooLarge
        | RefusedCode::HelloFirst
        | RefusedCode::NoSuchGame
        | RefusedCode::NoSuchLevel
        | RefusedCode::NotSeated
        | RefusedCode::SeatTaken
        | RefusedCode::NobodyThere
        | RefusedCode::NotYourTurn
        | RefusedCode::NotStarted
        | RefusedCode::ShareGiven
        | RefusedCode::NotCommitted
        | RefusedCode::WrongShare
        | RefusedCode::OutOfTheGame
        | RefusedCode::GameOver
        | RefusedCode::NotOver
        | RefusedCode::NoSuchJourney
        | RefusedCode::WrongRecord
        | RefusedCode::NoAction
        | RefusedCode::Illegal
        | RefusedCode::TooFast
        | RefusedCode::Full
        | RefusedCode::Unavailable => {}
    }
    let why = refused.why.as_ref().zip(model.client.as_ref()).map(|(why, client)| sentence(&client.say(why)));
    let mut problem = why.unwrap_or_else(|| refusal(&model.tongue, refused));
    if let Some(id) = &refused.id {
        // The actions after it were meant for another position.
        let online = model.client.as_mut().and_then(Client::online_mut);
        if online.is_some_and(|online| online.drop_rest_of_plan(id)) {
            problem = format!("{problem} {}", model.tongue.say("plan.rest"));
        }
        answered(model, id, effects);
    }
    model.announcement.clone_from(&problem);
    match &mut model.client {
        Some(client) => {
            client.routines.clear(); // what was refused once is not asked for again and again
            client.note = Some(problem);
        }
        None => model.visit.socket.problem = Some(problem),
    }
}

/// Whether a request with this id waits for its answer.
fn is_pending(model: &Model, id: Option<&str>) -> bool {
    let online = model.client.as_ref().and_then(Client::online);
    online.zip(id).is_some_and(|(online, id)| online.is_pending(id))
}

/// A refusal in the page's language, or as the server said it.
pub(super) fn refusal(tongue: &Tongue, refused: &Refused) -> String {
    let code = serde_json::to_value(refused.code).ok();
    let key = code.and_then(|code| code.as_str().map(|code| format!("refused.{code}")));
    key.and_then(|key| tongue.find(&key)).unwrap_or_else(|| sentence(&refused.problem))
}

/// The game cannot read what the server sent, for example because the rule set of the table does not fit it.
fn cannot_show(model: &mut Model, problem: String, effects: &mut Effects) {
    give_up(model, &Message::new("trouble.table").with("problem", problem), effects);
}

/// There is no use in trying again.
pub(super) fn give_up(model: &mut Model, why: &Message, effects: &mut Effects) {
    model.visit.socket.state = Connection::Refused;
    model.client = None;
    model.visit.trouble = Some(model.tongue.tell(why));
    effects.push(Effect::Hang);
}

/// What the server knows of a table whose socket did not open.
pub(super) fn table_info(model: &mut Model, table: &str, answer: Option<(u16, String)>, effects: &mut Effects) {
    if model.route == Route::Online(table.to_owned()) && answer.is_some_and(|(status, _)| status == 404) {
        give_up(model, &Message::new("trouble.no-table"), effects);
    }
}

/// Sits down.
pub(super) fn sit(model: &mut Model, seat: u8, effects: &mut Effects) {
    if own::is_wrong(model) {
        return; // it is said beside it
    }
    // The key is drawn here, so that asking again after a lost answer proves that the seat is ours.
    let (id, name) = (request_id(model), model.settings.name.trim().to_owned());
    match model.secret() {
        Some(key) => {
            let own = model.visit.new_game.as_ref().and_then(|new| new.own_choice(Seat(seat)));
            ask(model, &FromClient::Sit { id, seat: Some(Seat(seat)), name, key: Some(key), own }, effects);
        }
        None => {
            if let Some(client) = &mut model.client {
                client.note = Some(model.tongue.say("trouble.no-secrets"));
            }
        }
    }
}

/// Has the computer sit down, at the level that was chosen.
pub(super) fn seat_bot(model: &mut Model, seat: u8, effects: &mut Effects) {
    let bot = BotSeat { seat: Seat(seat), level: model.bot_level.clone() };
    let id = request_id(model);
    ask(model, &FromClient::SeatBot { id, bot }, effects);
}

/// Whether two requests ask for the same thing: a second click on a button must not make a second request.
fn are_alike(one: &FromClient, other: &FromClient) -> bool {
    match (one, other) {
        (FromClient::SeatBot { bot: one, .. }, FromClient::SeatBot { bot: other, .. }) => one.seat == other.seat,
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

/// Asks the server to play these, each when the one before it is played, now or when the connection is back.
pub(super) fn ask_in_turn(model: &mut Model, plays: Vec<FromClient>, effects: &mut Effects) {
    let mut plays = plays.into_iter();
    if let Some(first) = plays.next() {
        ask(model, &first, effects);
    }
    if let Some(online) = model.client.as_mut().and_then(Client::online_mut) {
        online.pending.extend(plays);
    }
}

/// Asks the server for something, now or when the connection is back.
pub(super) fn ask(model: &mut Model, asked: &FromClient, effects: &mut Effects) {
    let Some(online) = model.client.as_mut().and_then(Client::online_mut) else { return };
    if online.pending.iter().any(|pending| are_alike(pending, asked)) {
        return;
    }
    if online.pending.is_empty() {
        model.visit.socket.heard = model.now; // the answer is owed from now on
    }
    online.pending.push(asked.clone());
    if model.visit.socket.state == Connection::Live {
        say(asked, effects);
    }
}

/// Goes to the rematch. The same key opens it. Spectators have no key, and nothing is kept for them.
pub(super) fn follow(model: &mut Model, next: &str, effects: &mut Effects) {
    let sits = model.client.as_ref().and_then(|client| Some((client, client.online()?.key.clone()?)));
    if let Some((client, key)) = sits {
        let saved = SavedOnline::waiting(client.game.info().key, key, None, model.now);
        store(model, Online::storage_key(next), &saved, effects);
    }
    effects.push(Effect::Navigate(Route::Online(next.to_owned()).to_string()));
}

/// A new id for a request.
pub(super) fn request_id(model: &mut Model) -> String {
    format!("{:016x}", model.fresh())
}

fn key(model: &Model, table: &str) -> Option<String> {
    let open = model.client.as_ref().and_then(Client::online).and_then(|online| online.key.clone());
    open.or_else(|| model.load::<SavedOnline>(&Online::storage_key(table)).and_then(|saved| saved.key))
}

fn say(words: &FromClient, effects: &mut Effects) {
    effects.push(Effect::Send(serde_json::to_string(words).expect("a message is plain data")));
}

/// Keeps the table in the storage, for those who sit at it.
pub(super) fn keep(model: &mut Model, effects: &mut Effects) {
    let Some((client, online)) = model.client.as_ref().and_then(|client| Some((client, client.online()?))) else {
        return;
    };
    if online.key.is_none() {
        return;
    }
    let key = Online::storage_key(&online.table);
    let kept = model.load::<SavedOnline>(&key);
    let others = online.people.iter().enumerate().filter(|(seat, _)| online.you.map(Seat::index) != Some(*seat));
    let saved = SavedOnline {
        game: client.game.info().key.to_owned(),
        key: online.key.clone(),
        seat: online.you,
        with: others.filter_map(|(_, person)| person.name.clone()).collect(),
        updated: model.now,
        waiting: !online.begun && !client.is_over(),
        over: client.is_over(),
        winners: client::winners(client.outcome(), client.seats),
        // The commitment that was seen first is the one that counts.
        commitment: kept.as_ref().and_then(|kept| kept.commitment).or(Some(online.commitment)),
        share: kept.as_ref().and_then(|kept| kept.share),
        // Another tab may have opened the share. What was seen then stays.
        pledge: match kept.as_ref().and_then(|kept| kept.pledge.clone()) {
            Some(opened) if opened.seen.is_some() => Some(opened),
            kept => online.pledge.clone().or(kept),
        },
        journey: kept.and_then(|kept| kept.journey),
    };
    store(model, key, &saved, effects);
}
