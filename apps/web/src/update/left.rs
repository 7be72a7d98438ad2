//! Tables with others that the person has left before the end. The page asks the server about them now and then, so
//! that nobody loses a match or a seat without knowing.

use game::Message;
use protocol::{SeatInfo, TableInfo};

use super::{Effects, away, store};
use crate::event::{Effect, Fetch, Sound, Timer};
use crate::json;
use crate::model::{Left, Model, Waits};
use crate::route::Route;
use crate::stored::Saved;
use client::{Online, SavedOnline};

/// How often the server is asked: several times within the minute that a person has to come back.
const LOOK_MILLISECONDS: u32 = 10_000;
/// The server is asked at most so often about one table, which is about two hours.
const MOST_LOOKS: u32 = 720;
/// Tables that were left longer ago than this, in milliseconds, are not asked about when the page is opened.
const DAY: f64 = 24.0 * 3_600_000.0;
/// The page keeps at most this many of them. The oldest is dropped.
const MOST_LEFT: usize = 8;

/// The person goes elsewhere in the page, which closes the connection. A person who leaves a table before its end is
/// told what happens then.
pub(super) fn leaves(model: &mut Model, effects: &mut Effects) {
    let Some((client, online)) = model.client.as_ref().and_then(|client| Some((client, client.online()?))) else {
        return;
    };
    let Some(seat) = online.you.filter(|_| !client.is_over()) else { return };
    // If the connection was down before, the time has been running since then.
    let waits = match online.back_by.or_else(|| away::back_by(client, model.now)) {
        Some(at) => Waits::Until(at),
        None if !online.begun && !online.everybody_sits() => Waits::ForGuest,
        None => return,
    };
    let info = client.game.info();
    let (game, grace, begun) = (info.name, info.grace_seconds, online.begun);
    let left = Left { table: online.table.clone(), game, seat, grace, waits, begun, called: false, looks: 0 };
    model.announcement = match waits {
        Waits::ForGuest => crate::words::left_in_words(model, &left),
        _ => model.tongue.tell(&Message::new("left.told").with("game", game.to_owned())),
    };
    model.left.retain(|other| other.table != left.table);
    model.left.push(left);
    let too_many = model.left.len().saturating_sub(MOST_LEFT);
    model.left.drain(..too_many);
    if counts_down(model) {
        away::wait(model, effects);
    }
    look_later(model, effects);
}

/// The page was opened anew: asks at once about the tables that were left before.
pub(super) fn resume(model: &mut Model, effects: &mut Effects) {
    let recent = model.saved().iter().filter_map(|saved| match saved {
        Saved::Online(table, online) if !online.over && model.now - online.updated < DAY => {
            resumed(table.clone(), online)
        }
        Saved::Online(..) | Saved::Local(..) | Saved::Journey(..) => None,
    });
    model.left = recent.filter(|left| model.route != Route::Online(left.table.clone())).take(MOST_LEFT).collect();
    model.left.reverse(); // the latest last
    look(model, effects);
}

/// A left table, made from its entry in the list of saved tables.
fn resumed(table: String, online: &SavedOnline) -> Option<Left> {
    let (info, seat, begun) = (catalog::find(&online.game)?.info(), online.seat?, !online.waiting);
    let (game, grace) = (info.name, info.grace_seconds);
    // Without a limit nobody loses the match by being away. Only the server knows whether the person is away at all.
    let waits = match (begun, grace) {
        (true, None) => return None,
        (true, Some(_)) => Waits::Here,
        (false, _) => Waits::ForGuest,
    };
    Some(Left { table, game, seat, grace, waits, begun, called: false, looks: 0 })
}

/// Whether the time to come back to any of them runs.
pub(super) fn counts_down(model: &Model) -> bool {
    model.left.iter().any(|left| matches!(left.waits, Waits::Until(at) if at > model.now))
}

/// Whether somebody waits at a table that is not open here.
pub(super) fn calls_back(model: &Model) -> bool {
    model.left.iter().any(|left| left.calls(model.now) && model.route != Route::Online(left.table.clone()))
}

/// Whether there is anything to ask the server about a table.
fn is_open(left: &Left) -> bool {
    left.looks < MOST_LOOKS && !matches!(left.waits, Waits::Over | Waits::SeatGone)
}

/// Starts the timer for the next request to the server, unless it runs.
fn look_later(model: &mut Model, effects: &mut Effects) {
    if model.left.iter().any(is_open) && !std::mem::replace(&mut model.awaited.look, true) {
        effects.push(Effect::Timer(Timer::Look, LOOK_MILLISECONDS));
    }
}

/// Asks the server what has become of the tables that were left.
pub(super) fn look(model: &mut Model, effects: &mut Effects) {
    let route = model.route.clone();
    // The table that is open says it itself.
    for left in model.left.iter_mut().filter(|left| is_open(left) && route != Route::Online(left.table.clone())) {
        left.looks += 1;
        effects.push(Effect::Fetch(Fetch::Left(left.table.clone()), format!("api/tables/{}", left.table), None));
    }
    look_later(model, effects);
}

/// What the server says of a table that was left.
pub(super) fn looked(model: &mut Model, table: &str, answer: Option<(u16, String)>, effects: &mut Effects) {
    let info = match answer {
        Some((404, _)) => return model.left.retain(|left| left.table != table),
        Some((200, text)) => json::read::<TableInfo>(&text).ok(),
        // It is asked again.
        Some(_) | None => None,
    };
    let now = model.now;
    let Some((info, left)) = info.zip(model.left.iter_mut().find(|left| left.table == table)) else { return };
    let (called, before) = (left.calls(now), left.waits);
    left.begun = left.begun || has_begun(&info);
    left.waits = waits(left, &info, now);
    left.called = match left.waits {
        Waits::ForYou | Waits::Until(_) => left.called || before == Waits::ForGuest,
        Waits::ForGuest | Waits::Here | Waits::Over | Waits::SeatGone => false,
    };
    let left = left.clone();
    keep(model, &left, effects);
    if left.calls(now) && !called {
        model.announcement = crate::words::left_in_words(model, &left);
        if model.settings.bell {
            effects.push(Effect::Sound(Sound::YourTurn));
        }
    }
    if counts_down(model) {
        away::wait(model, effects);
    }
}

/// Whether the match has begun: with the last share for the dice it does. Computers have none.
fn has_begun(info: &TableInfo) -> bool {
    info.seats.iter().all(|seat| seat.bot.is_some() || seat.share.is_some())
}

fn is_free(seat: &SeatInfo) -> bool {
    seat.name.is_none() && seat.bot.is_none()
}

/// Who waits for whom now, as the server says.
fn waits(left: &Left, info: &TableInfo, now: f64) -> Waits {
    let Some(own) = info.seats.get(left.seat.index()) else { return left.waits };
    match own.lost_in {
        _ if info.over => Waits::Over,
        _ if is_free(own) => Waits::SeatGone,
        Some(wait) => Waits::Until(now + wait as f64),
        None if own.here => Waits::Here,
        // The seat has dropped out, and the others play on.
        None if left.begun => left.waits,
        None if info.seats.iter().any(is_free) => Waits::ForGuest,
        None => Waits::ForYou,
    }
}

/// Stores the answer of the server in the list of saved tables.
fn keep(model: &mut Model, left: &Left, effects: &mut Effects) {
    let key = Online::storage_key(&left.table);
    let Some(saved) = model.load::<SavedOnline>(&key) else { return };
    let now = SavedOnline {
        waiting: saved.waiting && !left.begun,
        over: saved.over || left.waits == Waits::Over,
        ..saved.clone()
    };
    if now != saved {
        store(model, key, &now, effects);
    }
}
