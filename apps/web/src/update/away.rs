//! Somebody is away, and the match is lost for them unless they come back in time.

use game::{Message, Seat};

use super::{Effects, left};
use crate::event::{Effect, Timer};
use crate::model::Model;
use client::{Client, Connection};

/// This person's connection has just gone down: from now on the server waits for them.
pub(super) fn begins(model: &mut Model) {
    let back_by = model.client.as_ref().and_then(|client| back_by(client, model.now));
    if let Some(online) = model.client.as_mut().and_then(Client::online_mut) {
        online.back_by = back_by;
    }
}

/// The time by which a person has to be back at the table that they leave now; none if nobody waits for them.
pub(super) fn back_by(client: &Client, now: f64) -> Option<f64> {
    let online = client.online().filter(|online| online.you.is_some() && !client.is_over())?;
    let waits = online.everybody_sits() && online.people.iter().filter(|person| person.bot.is_none()).count() > 1;
    let grace = client.game.info().grace_seconds.filter(|_| waits)?;
    Some(now + 1000.0 * f64::from(grace))
}

/// Starts a timer of one second, unless one runs.
pub(super) fn wait(model: &mut Model, effects: &mut Effects) {
    if !std::mem::replace(&mut model.awaited.tick, true) {
        effects.push(Effect::Timer(Timer::Tick, 1000));
    }
}

/// Keeps a timer of one second running while a countdown runs.
pub(super) fn tick(model: &mut Model, effects: &mut Effects) {
    let online = model.client.as_ref().and_then(Client::online);
    let goes_on = match model.visit.socket.state {
        Connection::Down(_, at) => {
            at - model.now > 900.0 || online.is_some_and(|online| online.back_by > Some(model.now))
        }
        Connection::Opening(_) | Connection::Greeted(_) => {
            online.is_some_and(|online| online.back_by > Some(model.now))
        }
        Connection::Live => online.is_some_and(|online| online.losing().any(|(_, at)| at > model.now)),
        Connection::Off | Connection::Refused => false,
    };
    if goes_on || left::counts_down(model) {
        wait(model, effects);
    }
}

/// Tells who has gone and who is back: once, and not every second of the countdown.
pub(super) fn tell(model: &mut Model, before: &[Option<f64>]) {
    let Some((client, online)) = model.client.as_ref().and_then(|client| Some((client, client.online()?))) else {
        return;
    };
    let changed = |(seat, at): (usize, &Option<f64>)| {
        let seat = Seat(seat as u8);
        let was = before.get(seat.index()).copied().flatten();
        let key = match (was, at) {
            (None, Some(_)) => "away.gone",
            // A person whose time is up is not back. The match tells of their exit.
            (Some(_), None) if !client.is_over() && online.people[seat.index()].here => "away.back",
            _ => return None,
        };
        let message = Message { key: key.into(), args: game::SortedMap::new() };
        Some(model.tongue.tell(&message.with("name", client.person_name(seat))))
    };
    let told: Vec<String> = online.lost_at.iter().enumerate().filter_map(changed).collect();
    if !told.is_empty() {
        model.announcement = told.join(" ");
    }
}
