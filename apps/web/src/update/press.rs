//! What was pressed: one exhaustive match for each kind, so that the compiler finds a press that nothing handles.

use super::{
    Effects, board, close, connection, forget, hint, journey, kit, language, lesson, motion, new_game, pick, plan,
    replay, routine, store, zoom,
};
use crate::event::{Effect, Fetch, Sound};
use crate::model::{Dialog, Model, SETTINGS};
use crate::press::{KitPress, Press, TablePress};
use crate::route::Route;
use client::{Asked, Online, Source};
use game::Message;

pub(super) fn press(model: &mut Model, press: Press, touch: bool, effects: &mut Effects) {
    model.visit.copied = None;
    match press {
        Press::Table(press) => at_table(model, press, touch, effects),
        Press::Kit(press) => for_kit(model, press, effects),
        Press::Journey(press) => journey::press(model, press, effects),
        Press::Lesson(press) => lesson::press(model, press, effects),
        Press::Keys => model.visit.dialog = Some(Dialog::Keys),
        Press::Settings => model.visit.dialog = Some(Dialog::Settings),
        Press::Bell => {
            model.settings.bell = !model.settings.bell;
            if model.settings.bell {
                effects.push(Effect::Sound(Sound::YourTurn));
            }
            store(model, SETTINGS.to_owned(), &model.settings.clone(), effects);
        }
        Press::Close => close(model, effects),
        Press::Begin => new_game::begin(model, effects),
        Press::ChooseUnseen => new_game::choose_unseen(model, effects),
        Press::Chosen => new_game::chosen(model, effects),
        Press::ChooseNothing => new_game::choose_nothing(model),
        Press::Sit(seat) => connection::sit(model, seat, effects),
        Press::SeatBot(seat) => connection::seat_bot(model, seat, effects),
        Press::TryNow => connection::try_again(model, true, effects),
        Press::LoadAgain => {
            model.content.forget_failures();
            language::try_again(model, effects);
        }
        Press::Read(wanted) => {
            if let Some(Dialog::Rules { chapter, .. }) = &mut model.visit.dialog {
                *chapter = wanted;
                model.visit.examples.clear();
            }
        }
        Press::Example(index, stage) => {
            model.visit.examples.insert(index, stage);
        }
        Press::Print => effects.push(Effect::Print),
        Press::CopyLink => {
            if let Route::Online(table) = &model.route {
                effects.push(Effect::Copy(model.link(table)));
            }
        }
        Press::ReadRecord => replay::look(model, effects),
        Press::AskForget(key) => model.visit.dialog = Some(Dialog::Forget(key)),
        Press::Forget(key) => {
            model.visit.dialog = None;
            model.left.retain(|left| Online::storage_key(&left.table) != key);
            journey::forget_matches(model, &key, effects);
            forget(model, key, effects);
            effects.push(Effect::Focus("#title".to_owned()));
        }
    }
}

fn for_kit(model: &mut Model, press: KitPress, effects: &mut Effects) {
    match press {
        KitPress::Add(option, thing) => kit::add(model, &option, thing),
        KitPress::Copy(option, at) => kit::copy(model, &option, at),
        KitPress::Remove(option, at) => kit::remove(model, &option, at),
        KitPress::Undo(option) => kit::undo(model, &option),
        KitPress::Save(option) => kit::save(model, &option, false, effects),
        KitPress::Replace(option) => kit::save(model, &option, true, effects),
        KitPress::Load(option, at) => kit::load(model, &option, at),
        KitPress::AskForget(at) => kit::ask_forget(model, at),
        KitPress::Forget(at) => kit::forget(model, at, effects),
    }
}

fn at_table(model: &mut Model, press: TablePress, touch: bool, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    client.begin_input();
    match press {
        TablePress::Pick(name) => pick::place(model, &name, touch, effects),
        TablePress::Unit(unit) => pick::unit(model, unit, effects),
        TablePress::Choose(index) => pick::choose(model, index, touch, effects),
        TablePress::Number(number) => plan::number(model, number, effects),
        TablePress::Look(unit) => pick::look_at_unit(model, unit),
        TablePress::Overlay(index) => client.panels.toggle_overlay(index),
        TablePress::Danger => show_danger(model),
        TablePress::StartOver => plan::start_over(model),
        TablePress::Routine => routine::begin(model, effects),
        TablePress::StopRoutine => routine::stop(model),
        TablePress::Play(action) => {
            let reply = client.play(&action);
            board::follow(model, reply, effects);
        }
        TablePress::PlaySure(action) => board::play_asked(model, &Asked::Action(action), effects),
        TablePress::Undo => board::undo(model, effects),
        TablePress::Back => board::back(model, effects),
        TablePress::Hint if model.visit.lesson.is_some() => lesson::show(model, effects),
        TablePress::Hint => hint::ask(model, effects),
        TablePress::PlayHint => hint::play(model, effects),
        TablePress::PlayHintSure => board::play_asked(model, &Asked::Hint, effects),
        TablePress::DismissHint => hint::dismiss(model),
        TablePress::AskResign if client.may_resign().is_some() => model.visit.dialog = Some(Dialog::Resign),
        TablePress::AskResign => client.note = Some(model.tongue.say("over.already")),
        TablePress::Resign => board::resign(model, effects),
        TablePress::Rematch => board::rematch(model, effects),
        TablePress::Step(by) => {
            let to = client.moment_shown().saturating_add_signed(by as isize).min(client.history.len());
            board::show(model, Some(to), effects);
        }
        TablePress::Show(moment) => board::show(model, Some(moment), effects),
        TablePress::Now => board::show(model, None, effects),
        TablePress::Again => motion::again(model, effects),
        TablePress::CopyRecord => {
            if let Some(record) = record(model, effects) {
                effects.push(Effect::Copy(record));
            }
        }
        TablePress::SaveRecord => {
            if let Some(record) = record(model, effects) {
                board::save_text(model, record, effects);
            }
        }
        TablePress::HandOver => {
            client.hand_over();
            effects.push(Effect::Focus("#title".to_owned()));
        }
        TablePress::TakeOver => board::take_over(model, effects),
        TablePress::Flip => zoom::flip(model),
        TablePress::ZoomIn => zoom::closer(model),
        TablePress::ZoomOut => zoom::farther(model),
        TablePress::ShowAll => zoom::show_all(model),
        TablePress::Move(right, down) => zoom::go(model, right, down),
    }
}

/// Shows or hides the danger, and tells people who do not see the board how much there is.
fn show_danger(model: &mut Model) {
    let Some(client) = &mut model.client else { return };
    client.toggle_danger();
    let count = client.threats().len() as i64;
    let count = || model.tongue.tell(&Message::new("danger.count").with("count", count));
    model.announcement = if client.danger.is_shown() {
        client.no_danger_in_words().unwrap_or_else(count)
    } else {
        model.tongue.say("danger.hidden")
    };
}

/// The record of the match that is open. For a table of the server it is fetched from there, and its answer is saved.
fn record(model: &Model, effects: &mut Effects) -> Option<String> {
    match &model.client.as_ref()?.source {
        Source::Local(local) => Some(local.played.record().to_string()),
        Source::Replay(replay) => Some(replay.record.clone()),
        Source::Online(online) => {
            effects.push(Effect::Fetch(Fetch::Record, format!("api/tables/{}/record", online.table), None));
            None
        }
    }
}
