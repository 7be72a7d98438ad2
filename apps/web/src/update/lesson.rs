//! Lessons: opens a step when its data is there, judges what is done, answers for the other seats, remembers what was
//! done.

use catalog::DynGame;
use game::{Message, Texts};

use super::{Effects, board, new_game, store};
use crate::event::Effect;
use crate::lesson::{Learned, Taught, paths};
use crate::model::Model;
use crate::press::LessonPress;
use crate::route::Route;
use client::{Lesson, Player, Standing};

/// The game of the lesson, and the step that is asked for.
fn asked(model: &Model) -> Option<(&'static dyn DynGame, Option<usize>)> {
    match &model.route {
        Route::Learn(key, step) => catalog::find(key).map(|game| (game, *step)),
        _ => None,
    }
}

/// Opens the step that is asked for once its data has arrived, and tells how the step stands when that changes.
pub(super) fn watch(model: &mut Model, effects: &mut Effects) {
    let Some((game, step)) = asked(model) else { return };
    let [lesson, texts] = paths(game.info().key, model.tongue.language);
    let Some((lesson, texts)) = model.content.text(&lesson).zip(model.content.text(&texts)) else { return };
    match &mut model.visit.lesson {
        None if model.visit.trouble.is_none() => {
            let read = Lesson::read(lesson);
            let read = read.and_then(|lesson| Ok((lesson, Texts::parse(texts).map_err(|error| error.to_string())?)));
            match read {
                Ok((lesson, texts)) => open(model, game, step, lesson, texts, effects),
                Err(problem) => trouble(model, problem),
            }
        }
        // The person has chosen another language.
        Some(taught) if taught.language != model.tongue.language => {
            if let Ok(texts) = Texts::parse(texts) {
                (taught.texts, taught.language) = (texts, model.tongue.language);
            }
        }
        Some(_) => judge(model, effects),
        None => {}
    }
}

fn trouble(model: &mut Model, problem: String) {
    model.visit.trouble = Some(model.tongue.tell(&Message::new("lesson.trouble").with("problem", problem)));
}

fn open(
    model: &mut Model,
    game: &'static dyn DynGame,
    step: Option<usize>,
    lesson: Lesson,
    texts: Texts,
    effects: &mut Effects,
) {
    let key = game.info().key;
    let learned = model.learned(key);
    // A lesson goes on where it was left. One that was done begins again.
    let left_at = if learned.done { 0 } else { learned.steps };
    let at = step.map_or(left_at, |number| number.saturating_sub(1)).min(lesson.steps.len());
    let (language, standing) = (model.tongue.language, Standing::Open);
    let (was_missed, is_shown) = (false, false);
    model.visit.lesson = Some(Taught { game: key, lesson, texts, language, at, standing, was_missed, is_shown });
    begin(model, effects);
    effects.push(Effect::Focus("#title".to_owned()));
}

/// Puts up the position of the step, with nothing done.
fn begin(model: &mut Model, effects: &mut Effects) {
    let Some(taught) = &mut model.visit.lesson else { return };
    taught.standing = Standing::Open;
    let Some(step) = taught.step() else {
        model.client = None;
        return;
    };
    let Some(game) = catalog::find(taught.game) else { return };
    match step.open(game, &model.tongue) {
        Ok(client) => {
            model.client = Some(client);
            model.announcement =
                model.visit.lesson.as_ref().map(|taught| taught.words(&model.tongue)).unwrap_or_default();
            board::go_on(model, effects);
        }
        Err(problem) => trouble(model, problem),
    }
}

/// Tells how the step stands, if that has changed. While dice fall or something moves, nobody knows yet.
fn judge(model: &mut Model, effects: &mut Effects) {
    let (Some(taught), Some(client)) = (&mut model.visit.lesson, &model.client) else { return };
    if client.is_undecided() || client.motion_left() > 0 {
        return;
    }
    let Some(standing) = taught.step().map(|step| step.standing(client)) else { return };
    if standing == taught.standing {
        return;
    }
    taught.standing = standing;
    let (at, steps, game) = (taught.at, taught.lesson.steps.len(), taught.game);
    let next = match &taught.standing {
        Standing::Open => return,
        Standing::Missed(_) => {
            taught.was_missed = true;
            "#lesson-again"
        }
        Standing::Done(_) => "#lesson-next",
    };
    let is_done = matches!(taught.standing, Standing::Done(_));
    let told = std::mem::take(&mut model.announcement);
    format!("{told} {}", taught.words(&model.tongue)).trim().clone_into(&mut model.announcement);
    effects.push(Effect::Focus(next.to_owned()));
    if is_done {
        let learned = model.learned(game).with(at, steps);
        store(model, Learned::storage_key(game), &learned, effects);
    }
}

/// The pause is over: the other seats play their next action.
pub(super) fn reply(model: &mut Model, effects: &mut Effects) {
    let (Some(taught), Some(client)) = (&model.visit.lesson, &mut model.client) else { return };
    let known = client.history.len();
    if taught.step().is_some_and(|step| step.reply(client)) {
        board::tell_news(model, known, effects);
        board::go_on(model, effects);
    }
}

/// A button of the lesson was pressed.
pub(super) fn press(model: &mut Model, press: LessonPress, effects: &mut Effects) {
    let Some(taught) = &mut model.visit.lesson else { return };
    let go = |at: usize| Effect::Navigate(Route::Learn(taught.game.to_owned(), Some(at + 1)).to_string());
    match press {
        LessonPress::Next => effects.push(go(taught.at + 1)),
        LessonPress::Back => effects.push(go(taught.at.saturating_sub(1))),
        LessonPress::First => effects.push(go(0)),
        LessonPress::Again => {
            taught.is_shown = false;
            begin(model, effects);
            effects.push(Effect::Focus(CURSOR.to_owned()));
        }
        LessonPress::Show => show(model, effects),
        LessonPress::Play => first_match(model, effects),
    }
}

/// Where the cursor of the keys is.
const CURSOR: &str = "[data-place][tabindex=\"0\"]";

/// Puts the position back and shows what would be right.
pub(super) fn show(model: &mut Model, effects: &mut Effects) {
    let Some(taught) = &mut model.visit.lesson else { return };
    taught.is_shown = true;
    begin(model, effects);
    let (Some(taught), Some(client)) = (&model.visit.lesson, &mut model.client) else { return };
    let picks = taught.shown_picks(client);
    model.announcement = client.picks_in_words(&picks);
    if let Some(place) = picks.first().and_then(|pick| client.place_of(pick)) {
        client.pointing.move_cursor(place);
    }
    effects.push(Effect::Focus(CURSOR.to_owned()));
}

/// A match with the options for beginners against the weakest computer; the person begins if seats have an order.
fn first_match(model: &mut Model, effects: &mut Effects) {
    let Some(game) = model.visit.lesson.as_ref().and_then(|taught| catalog::find(taught.game)) else { return };
    let preset = game.info().presets.first().map(|preset| preset.options).unwrap_or_default();
    let pairs: Vec<String> = preset.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let level = ai::levels().first().map(|level| level.name.clone()).unwrap_or_default();
    let players = [Player::Person, Player::Computer(level)];
    let made = game
        .setup(pairs.iter().map(String::as_str))
        .and_then(|setup| new_game::make_local(model, game.into(), setup, players.to_vec(), effects));
    if let Err(problem) = made {
        let problem = problem.say(model.tongue.language, game.info());
        trouble(model, problem);
    }
}
