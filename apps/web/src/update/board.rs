//! What happens at a table: looking, picking, playing, taking back, and the computer's turn.

use ai::Level;
use catalog::Position;
use game::Viewer;
use protocol::{FromClient, What};
use scene::MarkKind;

use super::{Effects, connection, hint, lesson, motion, new_game, store};
use crate::event::{Effect, Sound, ThinkJob, Timer};
use crate::model::{Dialog, Model};
use crate::press::TablePress;
use client::{Asked, Back, Client, Local, Reply, Source, Undone, sentence};

/// How long an action of the computer stands before the next one, so that a chain can be followed.
const PAUSE_MILLISECONDS: u32 = 350;
/// The same between steps that a person would plan and play as one move.
const PAUSE_IN_PLAN_MILLISECONDS: u32 = 60;
/// How long what was seen to happen stands before the computer goes on.
const PAUSE_AFTER_MOTION_MILLISECONDS: u32 = 120;
/// How long the computer then waits, so that what was rolled can be read.
const PAUSE_AFTER_DICE_MILLISECONDS: u32 = 1400;

/// The person who acts has taken the device: the board may be seen.
pub(super) fn take_over(model: &mut Model, effects: &mut Effects) {
    let Some(client) = model.client.as_mut().filter(|client| client.hand_over_to().is_some()) else { return };
    client.take_over();
    client.pointing.look_away();
    model.announcement = sentence(&client.expected());
    effects.push(Effect::Focus("[data-place][tabindex='0']".to_owned()));
}

/// Steps back: out of a hint, out of the last pick, out of a tap, out of the past.
pub(super) fn back(model: &mut Model, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    match client.back() {
        Back::Hint => model.announcement = model.tongue.say("hint.dismissed"),
        Back::Plan => model.announcement = model.tongue.say("plan.none"),
        Back::Past => show(model, None, effects),
        Back::Pick | Back::Selection => {}
    }
}

/// Saves a record as a file.
pub(super) fn save_text(model: &Model, record: String, effects: &mut Effects) {
    let name = model.client.as_ref().map_or("sixfold", |client| client.game.info().key);
    effects.push(Effect::Save(format!("{name}.record.txt"), record));
}

/// Does what the client leaves to the page after an input: asks, tells, plays or sends.
pub(super) fn follow(model: &mut Model, reply: Reply, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    match reply {
        Reply::Nothing => {}
        Reply::Picked => {
            if let Some(words) = client.picked_in_words() {
                model.announcement = words;
            }
        }
        Reply::Refused(why) => model.announcement = why,
        Reply::Ask(asked, why) => {
            let sure = match asked {
                Asked::Action(action) => TablePress::PlaySure(action),
                Asked::Hint => TablePress::PlayHintSure,
            };
            model.visit.dialog = Some(Dialog::Sure { sure: sure.into(), why });
        }
        Reply::Planned => {
            stop_thinking(client, effects);
            let (told, expected) = (client.say_all(client.plan.last_story()), sentence(&client.expected()));
            format!("{told} {expected}").trim().clone_into(&mut model.announcement);
            if let Some(before) = client.before_last_step().cloned() {
                motion::step(model, &before, effects);
            }
        }
        Reply::Play(actions) => {
            stop_thinking(client, effects);
            play(model, actions, effects);
        }
    }
}

/// The person has answered yes to the question whether to play this.
pub(super) fn play_asked(model: &mut Model, asked: &Asked, effects: &mut Effects) {
    model.visit.dialog = None;
    let Some(client) = &mut model.client else { return };
    let reply = client.play_asked(asked);
    follow(model, reply, effects);
}

/// Plays these actions one after the other where the match is on this device, or sends them.
fn play(model: &mut Model, actions: Vec<String>, effects: &mut Effects) {
    let Some(client) = &model.client else { return };
    match client.source {
        Source::Local(_) => {
            if played_here(model, &actions, effects) {
                go_on(model, effects);
            }
        }
        Source::Online(_) => {
            let plays =
                actions.into_iter().map(|action| FromClient::Play { id: connection::request_id(model), action });
            let plays: Vec<FromClient> = plays.collect();
            connection::ask_in_turn(model, plays, effects);
            if let Some(client) = &mut model.client {
                client.refresh();
            }
        }
        Source::Replay(_) => {}
    }
}

/// Plays these actions one after the other on this device. Returns whether they could be played.
pub(super) fn played_here(model: &mut Model, actions: &[String], effects: &mut Effects) -> bool {
    let Some(client) = &mut model.client else { return false };
    let known = client.history.len();
    let played = client.play_local(actions);
    let is_played = played.is_ok();
    match played {
        Ok(()) => {
            tell_news(model, known, effects);
            save(model, effects);
        }
        Err(problem) => {
            client.refresh();
            client.routines.clear();
            model.announcement.clone_from(&problem);
            client.note = Some(problem);
            save(model, effects);
        }
    }
    is_played
}

/// Tells the last moment in words and sounds, and shows what has happened after so many moments.
pub(super) fn tell_news(model: &mut Model, known: usize, effects: &mut Effects) {
    // Looked up first: while dice fall, the picture shows the position before them.
    let took = |kind: MarkKind| kind.was_done() && kind != MarkKind::Last;
    let takes =
        model.client.as_ref().is_some_and(|client| client.picture.scene.marks.iter().any(|mark| took(mark.kind)));
    motion::news(model, known, effects);
    let Some((client, moment)) =
        model.client.as_ref().and_then(|client| Some((client, client.history.moments().last()?)))
    else {
        return;
    };
    let mut told = match client.early_end() {
        None => client.moment_before_result(moment),
        Some(_) => String::new(), // the result says it
    };
    if let Some(to) = client.hand_over_to() {
        // The next person hears it too, so only the words for spectators are told.
        let words = client.hand_over_in_words(to);
        told = format!("{} {words}", client.say_all(&client.told_to_all()));
        effects.push(Effect::Focus("#title".to_owned()));
    } else if let Some(to) = client.hands_on_to() {
        let words = client.hand_over_in_words(to);
        told = format!("{told} {words}");
        effects.push(Effect::Focus("#hand-over".to_owned()));
    } else if let Some(result) = client.result_in_words() {
        told = format!("{told} {result} {}", client.places_in_words().unwrap_or_default());
    } else if client.turn_is_here() && client.own_seat().is_some() {
        told = format!("{told} {}", model.tongue.say("turn.yours"));
    }
    let rolled = matches!(&moment.what, What::Action { rolls, .. } if !rolls.is_empty());
    let sound = match () {
        () if client.is_over() => Some(Sound::End),
        () if takes => Some(Sound::Capture),
        () => (!rolled).then_some(Sound::Place),
    };
    if model.settings.sounds {
        effects.extend(sound.map(Effect::Sound));
    }
    // Online the setting of the bell decides about this sound, elsewhere the setting of all sounds.
    let rings = if client.online().is_some() { model.settings.bell } else { model.settings.sounds };
    if rings && client.turn_is_here() && client.own_seat().is_some() && !client.is_over() {
        effects.push(Effect::Sound(Sound::YourTurn));
    }
    told.trim().clone_into(&mut model.announcement);
}

/// Keeps the match in the storage.
fn save(model: &mut Model, effects: &mut Effects) {
    // The match of a lesson is put up anew from its data.
    let kept = model.client.as_ref().filter(|_| model.visit.lesson.is_none());
    let Some(local) = kept.and_then(Client::local) else { return };
    let (key, saved) = (Local::storage_key(&local.id), local.saved(model.now));
    store(model, key, &saved, effects);
}

fn is_computers_turn(client: &Client) -> bool {
    client.local().zip(client.actor()).is_some_and(|(local, actor)| !local.is_person(actor))
}

/// Has the computer think after a pause, if it is its turn.
pub(super) fn go_on(model: &mut Model, effects: &mut Effects) {
    let Some(client) = &model.client else { return };
    if is_computers_turn(client) {
        let pause = match () {
            () if client.history.is_empty() => 50,
            () if client.rolls_shown().is_empty() => PAUSE_MILLISECONDS,
            () => PAUSE_AFTER_DICE_MILLISECONDS,
        };
        effects.push(Effect::Timer(Timer::Think, after_motion(client, pause)));
    }
}

/// A pause before the computer goes on, but not before everything that moves has been seen.
fn after_motion(client: &Client, pause: u32) -> u32 {
    match client.motion_left() {
        0 => pause,
        left => pause.max(left + PAUSE_AFTER_MOTION_MILLISECONDS),
    }
}

/// The pause is over: the computer thinks, if it is still its turn.
pub(super) fn think(model: &mut Model, effects: &mut Effects) {
    if model.visit.lesson.is_some() {
        return lesson::reply(model, effects);
    }
    let Some((client, local)) = model.client.as_ref().and_then(|client| Some((client, client.local()?))) else {
        return;
    };
    let level = client.actor().and_then(|actor| local.level(actor));
    if let Some(level) = level.filter(|_| !client.thinking.is_busy()) {
        begin_thought(model, level, None, effects);
    }
}

/// Has the computer think: for the seat that acts, or for a person about this view.
pub(super) fn begin_thought(model: &mut Model, level: &Level, advice_on: Option<&dyn Position>, effects: &mut Effects) {
    if !model.workers {
        if let Some(client) = &mut model.client {
            client.note = Some(model.tongue.say("trouble.no-workers"));
        }
        return;
    }
    model.job += 1;
    let job = model.job;
    let Some(client) = &mut model.client else { return };
    let (Some(local), Some(actor)) = (client.local(), client.actor()) else { return };
    // The seed follows from the match's name and its number of moments, so that a reload gives the same action. It does
    // not follow from the match's seed: the computer must know nothing of the dice.
    let name = local.id.bytes().fold(17_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let seed = name.wrapping_mul(31).wrapping_add(client.history.len() as u64);
    let view = match advice_on {
        Some(position) => position.view(),
        None => local.played.position(Viewer::Seat(actor)).view(),
    };
    let (view, level) = (view.to_string(), level.name.clone());
    effects.push(Effect::Think(ThinkJob { job, game: client.game.clone(), view, level, seed }));
    client.thinking.begin(job, advice_on.is_some());
}

/// The computer has thought to the end.
pub(super) fn decided(model: &mut Model, job: u32, action: Option<String>, value: f32, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    let Some(thought) = client.thinking.finish(job) else { return };
    let Some(action) = action else { return };
    if !thought.is_hint {
        // A person's planned steps are not told one by one, and the computer's need no long pause either.
        let is_step = client.is_tentative(&action);
        let goes_on = played_here(model, &[action], effects) && is_step;
        if let Some(client) = model.client.as_ref().filter(|client| goes_on && is_computers_turn(client)) {
            let pause = PAUSE_IN_PLAN_MILLISECONDS.max(client.motion_left());
            effects.push(Effect::Timer(Timer::Think, pause));
        } else {
            go_on(model, effects);
        }
        return;
    }
    hint::decided(model, action, value, effects);
}

pub(super) fn stop_thinking(client: &mut Client, effects: &mut Effects) {
    if client.thinking.stop() {
        effects.push(Effect::StopThinking);
    }
}

/// Takes back a tap, a pick, a step of the plan or the last action.
pub(super) fn undo(model: &mut Model, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    let undone = client.undo();
    let words = client.undone_in_words(undone);
    match undone {
        // The pointer may rest on what was picked. Its preview would look as if it was still picked.
        Undone::Pick => client.pointing.look_at_nothing(),
        Undone::Step => model.announcement = words.unwrap_or_default(),
        Undone::Sent => client.note = words,
        Undone::Action | Undone::Nothing => {
            stop_thinking(client, effects);
            model.announcement = words.clone().unwrap_or_default();
            client.note = words;
            if client.hand_over_to().is_some() {
                effects.push(Effect::Focus("#title".to_owned()));
            }
            save(model, effects);
            go_on(model, effects);
        }
    }
}

pub(super) fn resign(model: &mut Model, effects: &mut Effects) {
    super::close(model, effects);
    let Some(client) = &mut model.client else { return };
    stop_thinking(client, effects);
    match &client.source {
        Source::Replay(_) => {}
        Source::Local(_) => {
            let Some(seat) = client.may_resign() else { return };
            let known = client.history.len();
            client.resign_local(seat);
            tell_news(model, known, effects);
            save(model, effects);
            go_on(model, effects); // the others may play on
        }
        Source::Online(_) => {
            let id = connection::request_id(model);
            connection::ask(model, &FromClient::Resign { id }, effects);
        }
    }
}

/// Plays again with the seats moved round, so that everybody gets to begin.
pub(super) fn rematch(model: &mut Model, effects: &mut Effects) {
    let Some(client) = &model.client else { return };
    if !client.may_begin_again() {
        return;
    }
    match &client.source {
        Source::Replay(_) => {}
        Source::Local(_) => {
            let (game, Some((setup, players))) = (client.game.clone(), client.rematch_local()) else { return };
            let made = new_game::make_local(model, game, setup, players, effects);
            if let (Err(problem), Some(client)) = (made, &mut model.client) {
                client.note = Some(problem.say(client.tongue.language, client.game.info()));
            }
        }
        Source::Online(online) => {
            if let Some(next) = online.next.clone() {
                connection::follow(model, &next, effects);
            } else {
                let id = connection::request_id(model);
                connection::ask(model, &FromClient::Rematch { id }, effects);
            }
        }
    }
}

pub(super) fn show(model: &mut Model, moment: Option<usize>, effects: &mut Effects) {
    let Some(client) = model.client.as_mut().filter(|client| client.hand_over_to().is_none()) else { return };
    let was = client.moment_shown();
    client.history.show(moment);
    client.pointing.look_away();
    client.refresh();
    if client.moment_shown() == was {
        return;
    }
    // A single step forward is seen to happen. Any other way through the match would only show how it ends.
    if client.moment_shown() == was + 1 {
        motion::shown(model, effects);
    } else {
        client.land_at_once();
    }
    let Some(client) = &model.client else { return };
    model.announcement = match client.last_shown() {
        None if client.history.is_empty() => String::new(),
        None => model.tongue.say("turns.start"),
        Some(moment) => client.moment_in_words(moment),
    };
    if model.announcement.is_empty() {
        model.announcement = client
            .result_in_words()
            .filter(|_| !client.history.is_past_shown())
            .unwrap_or_else(|| sentence(&client.expected()));
    }
}
