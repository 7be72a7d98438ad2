//! This person's part in the dice of a table: commits to a share, opens it when all seats have committed to theirs, and
//! checks what the server has made of them.

use game::{Commitment, Message, NotOpened, Pledge, Seat, Share, Verdict};
use protocol::FromClient;

use super::Effects;
use super::connection::{ask, give_up, keep, request_id};
use crate::model::Model;
use client::{Client, Online, SavedOnline};

/// Does what is due after the server has told something new of the table.
pub(super) fn add(model: &mut Model, effects: &mut Effects) {
    let Some(online) = model.client.as_mut().and_then(Client::online_mut) else { return };
    let Some(you) = online.you.filter(|_| !online.begun) else {
        online.drop_parts_in_dice();
        return check(model, effects);
    };
    let Some((pledge, is_new)) = pledge(model, you) else {
        if let Some(client) = &mut model.client {
            client.note = Some(model.tongue.say("trouble.no-secrets"));
        }
        return;
    };
    let may_be_elsewhere = is_new && journey(model).is_some_and(|journey| model.lacks_root(&journey));
    match go_on(model, pledge, effects) {
        Ok(()) => {}
        // Another device of the same person has committed, and opens its share. This one has promised nothing and does not
        // know that share.
        Err(NotOpened::OwnChanged) if may_be_elsewhere => {}
        Err(_) => not_fair(model, effects),
    }
}

/// Commits, or opens the share, or waits. The error says what the server has changed that was fixed.
fn go_on(model: &mut Model, mut pledge: Pledge, effects: &mut Effects) -> Result<(), NotOpened> {
    let Some(client) = &mut model.client else { return Ok(()) };
    // Where a player who is away loses the seat, the shares are opened when all are here: once one is open, no seat is free
    // again, and nobody should wait for a player who has left.
    let may_be_away = client.game.info().grace_seconds.is_none();
    let Some(online) = client.online_mut() else { return Ok(()) };
    if pledge.promise != online.commitment || online.you != Some(pledge.seat) {
        return Err(NotOpened::OwnChanged);
    }
    let (told, opens) = (online.commitments(), online.is_time_to_open(may_be_away));
    let own = online.people.get(pledge.seat.index());
    let (committed, opened) = own.map_or((None, None), |own| (own.commitment, own.share));
    let commitment = pledge.commitment();
    if committed.is_none() {
        online.pledge = Some(pledge);
        keep(model, effects);
        let id = request_id(model);
        ask(model, &FromClient::Commit { id, commitment }, effects);
        return Ok(());
    }
    online.drop_commitment();
    if committed != Some(commitment) || opened.is_some_and(|opened| opened != pledge.share) {
        return Err(NotOpened::OwnChanged);
    }
    if opened.is_some() {
        online.drop_parts_in_dice();
        return Ok(());
    }
    if !opens {
        return Ok(());
    }
    let share = match pledge.open(&told) {
        Ok(share) => share,
        Err(NotOpened::SeatsMissing) => return Ok(()),
        Err(changed) => return Err(changed),
    };
    online.pledge = Some(pledge);
    keep(model, effects); // before the share is sent
    let id = request_id(model);
    ask(model, &FromClient::Share { id, share }, effects);
    Ok(())
}

/// Plays no match whose dice were chosen, by what this browser knows.
fn check(model: &mut Model, effects: &mut Effects) {
    if verdict(model) == Some(Verdict::Broken) {
        not_fair(model, effects);
    }
}

/// Says if this browser cannot check the others' part in the dice of the open match.
pub(super) fn tell(model: &mut Model) {
    if verdict(model) == Some(Verdict::NotSeen)
        && let Some(client) = &mut model.client
    {
        client.note.get_or_insert_with(|| model.tongue.say("fair.not-seen"));
    }
}

/// What this browser knows of the dice of the open match; none before it begins, and for spectators. Whether the server says
/// that it began long ago does not matter: the server may have chosen the dice.
fn verdict(model: &Model) -> Option<Verdict> {
    let online = model.client.as_ref()?.online().filter(|online| online.begun)?;
    let (you, promise) = (online.you?, online.commitment);
    // A person without a key has no seat, whatever the server says.
    if online.key.is_none() {
        return Some(Verdict::Broken);
    }
    let shares: Vec<Share> = online.people.iter().filter_map(|seat| seat.share).collect();
    let kept = model.load::<SavedOnline>(&Online::storage_key(&online.table));
    let kept = kept.map(|kept| SavedOnline { pledge: kept.pledge.clone().or_else(|| online.pledge.clone()), ..kept });
    let part = kept.and_then(|kept| part(model, &kept, promise, you));
    Some(part.map_or(Verdict::NotSeen, |part| part.check(&promise, &shares)))
}

/// This person's part in the dice of a match that has begun: what this browser has promised, or else the share that it has
/// given or that follows from its secret. None if only another device of the person has the secret.
pub(super) fn part(model: &Model, kept: &SavedOnline, promise: Commitment, you: Seat) -> Option<Pledge> {
    let journey = kept.journey.as_deref();
    let follows = || model.share(promise, you, kept.key.as_deref()?, journey);
    let share = || kept.share.or_else(follows).filter(|_| !journey.is_some_and(|journey| model.lacks_root(journey)));
    kept.pledge.clone().or_else(|| Some(Pledge::new(promise, you, share()?)))
}

fn not_fair(model: &mut Model, effects: &mut Effects) {
    give_up(model, &Message::new("trouble.dice"), effects);
}

/// The journey to which the open table belongs. A traveller may have several devices.
fn journey(model: &Model) -> Option<String> {
    let online = model.client.as_ref()?.online()?;
    model.load::<SavedOnline>(&Online::storage_key(&online.table))?.journey
}

/// What this person has promised at this table, or now promises, and whether that is new. None if the browser has no secure
/// random numbers.
fn pledge(model: &Model, you: Seat) -> Option<(Pledge, bool)> {
    let online = model.client.as_ref()?.online()?;
    let kept = || model.load::<SavedOnline>(&Online::storage_key(&online.table))?.pledge;
    if let Some(known) = online.pledge.clone().or_else(kept) {
        return Some((known, false));
    }
    let share = model.share(online.commitment, you, online.key.as_deref()?, journey(model).as_deref())?;
    Some((Pledge::new(online.commitment, you, share), true))
}
