//! What happens at a table: looking, picking, playing, taking back, and the computer's turn.

use ai::Level;
use game::{Message, Viewer};
use protocol::{FromClient, What};
use scene::{MarkKind, Pick, Place};

use super::{Effects, line, store};
use crate::event::{Effect, Fetch, Sound, ThinkJob, Timer};
use crate::model::{Dialog, Model};
use crate::route::Route;
use crate::table::{Kind, Local, Player, Table, Thought, sentence};
use crate::wish::Wish;

/// A finger needs this many pixels; on a smaller hex the first tap looks and the second plays.
const FINGER_PIXELS: f64 = 44.0;
/// How long an action of the computer stands before the next one, so that a chain can be followed.
const PAUSE_MILLISECONDS: u32 = 350;

/// The pointer is over a place, or over none.
pub(super) fn look(model: &mut Model, name: Option<&str>) {
    if let Some(table) = &mut model.table {
        let place = name.and_then(|name| table.place(name));
        // The cursor of the keys goes along: what is shown and what Enter plays are one place.
        table.cursor = place.or(table.cursor);
        table.looking = place.or(table.armed);
    }
}

/// The focus is on a place, or on none.
pub(super) fn focus(model: &mut Model, name: Option<&str>) {
    if let Some(table) = &mut model.table {
        let place = name.and_then(|name| table.place(name));
        table.cursor = place.or(table.cursor);
        table.looking = place.or(table.armed);
    }
}

pub(super) fn grant(model: &mut Model, wish: Wish, touch: bool, effects: &mut Effects) {
    let small = model.hex_pixels < FINGER_PIXELS;
    let Some(table) = &mut model.table else { return };
    let tongue = &model.tongue;
    table.note = None;
    match wish {
        Wish::Pick(name) => {
            let Some(place) = table.place(&name) else { return };
            table.looking = Some(place);
            pick_or_mark(model, place, touch && small, effects);
        }
        Wish::Choose(index) => {
            if let Some(pick) = table.choices().get(index).cloned() {
                pick_next(model, pick, effects);
            }
        }
        Wish::Play(action) => play(model, &action, effects),
        Wish::Undo => undo(model, effects),
        Wish::Back => back(model),
        Wish::Hint => hint(model, effects),
        Wish::AskResign if table.actor().is_some() => model.dialog = Some(Dialog::Resign),
        Wish::AskResign => table.note = Some(tongue.say("over.already")),
        Wish::Resign => resign(model, effects),
        Wish::Rematch => rematch(model, effects),
        Wish::Step(by) => {
            let to = table.moment_shown().saturating_add_signed(by as isize).min(table.moments.len());
            show(model, Some(to));
        }
        Wish::Show(moment) => show(model, Some(moment)),
        Wish::Now => show(model, None),
        Wish::CopyRecord | Wish::SaveRecord => match (&table.kind, wish == Wish::CopyRecord) {
            (Kind::Local(local), true) => effects.push(Effect::Copy(local.table.record().to_string())),
            (Kind::Local(local), false) => {
                let record = local.table.record().to_string();
                save_text(model, record, effects);
            }
            (Kind::Online(online), _) => {
                effects.push(Effect::Fetch(Fetch::Record, format!("api/tables/{}/record", online.table), None));
            }
        },
        _ => {}
    }
}

/// Steps back: out of the last pick, out of a tap, out of the past.
fn back(model: &mut Model) {
    let Some(table) = &mut model.table else { return };
    if table.picked.pop().is_none() && table.armed.take().is_none() && table.shown.is_some() {
        show(model, None);
    }
}

/// Saves a record as a file.
pub(super) fn save_text(model: &Model, record: String, effects: &mut Effects) {
    let name = model.table.as_ref().map_or("sixfold", |table| table.game.info().key);
    effects.push(Effect::Save(format!("{name}.record.txt"), record));
}

/// Picks a place. Where a move takes two steps, by a small hex under a finger or by choice, the first one marks it, and
/// until the second it can be taken back.
pub(super) fn pick_or_mark(model: &mut Model, place: Place, small: bool, effects: &mut Effects) {
    let two_steps = small || model.settings.confirm;
    let Some(table) = &mut model.table else { return };
    if two_steps && table.armed != Some(place) && table.pick_at(place).is_some() {
        table.armed = Some(place);
    } else {
        pick_place(model, place, effects);
    }
}

/// Picks what is at a place, or says why that leads nowhere.
fn pick_place(model: &mut Model, place: Place, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    if let Some(pick) = table.pick_at(place) {
        return pick_next(model, pick, effects);
    }
    let tongue = &model.tongue;
    let why = if table.outcome().is_some() {
        tongue.say("over.already")
    } else if table.shown.is_some() {
        tongue.say("note.in-the-past")
    } else if table.online().is_some_and(|online| online.you.is_none()) {
        tongue.say("note.watching")
    } else if table.online().is_some_and(|online| !online.everybody_sits()) {
        tongue.say("note.not-everybody")
    } else if table.turn_is_here() {
        table.why_not(place).unwrap_or_else(|| tongue.say("note.nothing-there"))
    } else {
        tongue.say("note.not-your-turn")
    };
    model.told.clone_from(&why);
    table.note = Some(why);
}

fn pick_next(model: &mut Model, pick: Pick, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    table.armed = None;
    table.picked.push(pick);
    if let Some(action) = table.picture.picks.action(&table.picked).cloned() {
        play(model, &action, effects);
    }
}

/// Plays an action for whoever acts here.
fn play(model: &mut Model, action: &str, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    if !table.acts_here() {
        return;
    }
    stop_thinking(table, effects);
    match table.kind {
        Kind::Local(_) => played_here(model, action, effects),
        Kind::Online(_) => {
            let id = line::request_id(model);
            line::ask(model, &FromClient::Play { id, action: action.to_owned() }, effects);
            if let Some(table) = &mut model.table {
                table.refresh();
            }
        }
    }
}

fn played_here(model: &mut Model, action: &str, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    let played = table.play_local(action);
    table.refresh();
    match played {
        Ok(()) => {
            tell_last(model, effects);
            save(model, effects);
            go_on(model, effects);
        }
        Err(problem) => {
            model.told.clone_from(&problem);
            table.note = Some(problem);
        }
    }
}

/// Tells the last moment in words and sounds.
pub(super) fn tell_last(model: &mut Model, effects: &mut Effects) {
    let Some((table, moment)) = model.table.as_ref().and_then(|table| Some((table, table.moments.last()?))) else {
        return;
    };
    let mut told = match moment.what {
        What::Action { .. } => table.say_all(&moment.told),
        What::Resigned { seat } => model.tongue.tell(&Message::new("resigned").with("seat", table.seat_name(seat))),
    };
    if let Some(result) = crate::view::result(model, table) {
        told = format!("{told} {result}");
    } else if table.turn_is_here() && table.own_seat().is_some() {
        told = format!("{told} {}", model.tongue.say("turn.yours"));
    }
    let took = table.picture.scene.marks.iter().any(|mark| mark.kind == MarkKind::Taken);
    let sound = match () {
        () if moment.outcome.is_some() => Sound::End,
        () if took => Sound::Capture,
        () => Sound::Place,
    };
    if model.settings.sounds {
        effects.push(Effect::Sound(sound));
        if table.turn_is_here() && table.own_seat().is_some() && moment.outcome.is_none() {
            effects.push(Effect::Sound(Sound::YourTurn));
        }
    }
    model.told = told;
}

/// Keeps the match in the storage.
fn save(model: &mut Model, effects: &mut Effects) {
    let Some(local) = model.table.as_ref().and_then(Table::local) else { return };
    let (key, saved) = (Local::storage_key(&local.id), local.saved(model.now));
    store(model, key, &saved, effects);
}

/// Has the computer think after a pause, if it is its turn.
pub(super) fn go_on(model: &mut Model, effects: &mut Effects) {
    let Some((table, local)) = model.table.as_ref().and_then(|table| Some((table, table.local()?))) else { return };
    if table.actor().is_some_and(|actor| !local.is_person(actor)) {
        let pause = if table.moments.is_empty() { 50 } else { PAUSE_MILLISECONDS };
        effects.push(Effect::Timer(Timer::Think, pause));
    }
}

/// The pause is over: the computer thinks, if it is still its turn.
pub(super) fn think(model: &mut Model, effects: &mut Effects) {
    let Some((table, local)) = model.table.as_ref().and_then(|table| Some((table, table.local()?))) else { return };
    let level = table.actor().and_then(|actor| local.level(actor));
    if let Some(level) = level.filter(|_| table.thought.is_none()) {
        begin_thought(model, level, false, effects);
    }
}

fn hint(model: &mut Model, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    if table.thought.is_some() {
        return;
    }
    if table.local().is_none() {
        table.note = Some(model.tongue.say("hint.not-online"));
    } else if table.acts_here() {
        begin_thought(model, Level::strongest(), true, effects);
    } else {
        table.note = Some(model.tongue.say("hint.not-now"));
    }
}

fn begin_thought(model: &mut Model, level: &Level, is_hint: bool, effects: &mut Effects) {
    if !model.workers {
        if let Some(table) = &mut model.table {
            table.note = Some(model.tongue.say("trouble.no-workers"));
        }
        return;
    }
    model.job += 1;
    let job = model.job;
    let Some(table) = &mut model.table else { return };
    let (Some(local), Some(actor)) = (table.local(), table.actor()) else { return };
    // The same match asks the same questions, so that a reload changes nothing.
    let seed = local.seed.wrapping_mul(31).wrapping_add(table.moments.len() as u64);
    let view = local.table.view(Viewer::Seat(actor)).to_string();
    let game = table.game.info().key.to_owned();
    effects.push(Effect::Think(ThinkJob { job, game, view, level: level.name.clone(), seed }));
    table.thought = Some(Thought { job, share: 0.0, is_hint });
}

/// The computer has thought to the end.
pub(super) fn decided(model: &mut Model, job: u32, action: Option<String>, value: f32, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    let Some(thought) = table.thought.take_if(|thought| thought.job == job) else { return };
    let Some(action) = action else { return };
    if !thought.is_hint {
        return played_here(model, &action, effects);
    }
    let path = table.picture.picks.iter().find(|(_, known)| *known == action).map(|(path, _)| path.clone());
    let place = path.and_then(|path| path.first().and_then(|pick| table.place_of(pick)));
    table.cursor = place.or(table.cursor);
    table.looking = place;
    table.armed = place;
    let percent = i64::from((value * 100.0).round() as i32);
    let message = Message::new("hint.is").with("action", action).with("percent", percent);
    let note = model.tongue.tell(&message);
    model.told.clone_from(&note);
    table.note = Some(note);
}

fn stop_thinking(table: &mut Table, effects: &mut Effects) {
    if table.thought.take().is_some() {
        effects.push(Effect::StopThinking);
    }
}

fn undo(model: &mut Model, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    if table.picked.pop().is_some() || table.armed.take().is_some() {
        table.looking = None;
        return;
    }
    if table.local().is_none() {
        table.note = Some(model.tongue.say("undo.sent"));
        return;
    }
    stop_thinking(table, effects);
    table.shown = None;
    let note = if table.undo_local() { "undo.done" } else { "undo.nothing" };
    table.refresh();
    model.told = model.tongue.tell(&Message { key: note.into(), args: std::collections::BTreeMap::new() });
    table.note = Some(model.told.clone());
    save(model, effects);
    go_on(model, effects);
}

fn resign(model: &mut Model, effects: &mut Effects) {
    super::close(model, effects);
    let Some(table) = &mut model.table else { return };
    stop_thinking(table, effects);
    match &table.kind {
        Kind::Local(local) => {
            let acting = table.actor().filter(|seat| local.is_person(*seat));
            let Some(seat) = acting.or(table.own_seat()) else { return };
            table.shown = None;
            table.resign_local(seat);
            table.refresh();
            tell_last(model, effects);
            save(model, effects);
        }
        Kind::Online(_) => {
            let id = line::request_id(model);
            line::ask(model, &FromClient::Resign { id }, effects);
        }
    }
}

/// Plays again with the seats moved round, so that everybody gets to begin.
fn rematch(model: &mut Model, effects: &mut Effects) {
    let Some(table) = &model.table else { return };
    if table.outcome().is_none() {
        return;
    }
    match &table.kind {
        Kind::Local(local) => {
            let (game, setup, mut players) = (table.game, table.setup.clone(), local.players.clone());
            players.rotate_right(1);
            let (id, seed) = (format!("{:010x}", model.fresh() >> 24), model.fresh() >> 12);
            let setup = game.setup(setup.split(' ').filter(|pair| *pair != "-")).map_err(|error| error.to_string());
            let made = setup.and_then(|setup| {
                Table::new_local(game, model.tongue.language, setup, (id.clone(), seed), players as Vec<Player>)
            });
            if let Ok(table) = made {
                let saved = table.local().expect("it was just made here").saved(model.now);
                store(model, Local::storage_key(&id), &saved, effects);
                effects.push(Effect::Navigate(Route::Local(id).to_string()));
            }
        }
        Kind::Online(online) => {
            if let Some(next) = online.next.clone() {
                line::follow(model, &next, effects);
            } else {
                let id = line::request_id(model);
                line::ask(model, &FromClient::Rematch { id }, effects);
            }
        }
    }
}

fn show(model: &mut Model, moment: Option<usize>) {
    let Some(table) = &mut model.table else { return };
    table.shown = moment.filter(|moment| *moment < table.moments.len());
    table.looking = None;
    table.refresh();
    let shown = table.moment_shown();
    model.told = match shown.checked_sub(1).map(|last| &table.moments[last]) {
        None => model.tongue.say("turns.start"),
        Some(moment) if moment.told.is_empty() => String::new(),
        Some(moment) => table.say_all(&moment.told),
    };
    if model.told.is_empty() {
        model.told = sentence(&table.expected());
    }
}
