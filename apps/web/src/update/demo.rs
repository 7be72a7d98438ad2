//! The recorded matches of the home page: they are loaded, and go on while somebody can see them.

use super::Effects;
use crate::demo::{self, Demos, first_picture};
use crate::event::{Effect, Fetch, Timer};
use crate::model::Model;
use crate::route::Route;

/// Each match that is in sight makes a step after this many milliseconds.
const PACE: u32 = 1100;
/// A step that comes so many milliseconds late shows that the device has other work.
const LATE: f64 = 200.0;
/// If the steps would be more than this many times slower than usual, the matches stand still.
const SLOWEST: u32 = 8;
/// After this many steps on time, the steps are twice as fast again, up to the usual pace.
const ENOUGH_ON_TIME: u32 = 5;

/// Asks for the matches that the page shows, and reads those that have arrived. Goes on with those in sight.
pub(super) fn watch(model: &mut Model, effects: &mut Effects) {
    let is_shown = |key: &str| match &model.route {
        Route::Home => true,
        Route::Chapter(_, shown) => shown == key,
        _ => false,
    };
    let shown: Vec<String> =
        catalog::GAMES.iter().map(|game| game.info().key).filter(|key| is_shown(key)).map(demo::path).collect();
    // The first picture of the page comes first.
    if model.covers.len() == catalog::GAMES.len() {
        for path in shown {
            if model.content.ask(&path) {
                effects.push(Effect::Fetch(Fetch::Content(path.clone()), path, None));
            }
        }
    }
    go_on(model, effects);
}

/// The boards of these games are in sight now.
pub(super) fn in_sight(model: &mut Model, keys: &[String]) {
    let index = |key: &String| catalog::GAMES.iter().position(|game| game.info().key == key);
    model.demos.in_sight = keys.iter().filter_map(index).collect();
    // The browser may delay the timer while the page is hidden. That says nothing about the device.
    model.demos.due = None;
}

/// The timer of the matches has run out: one of them goes on.
pub(super) fn tick(model: &mut Model) {
    model.awaited.demos = false;
    if model.covers.len() < catalog::GAMES.len() {
        // One game at a time, so that the page listens in between.
        model.covers.push(first_picture(catalog::GAMES[model.covers.len()]));
        return;
    }
    if read_next(model) {
        return;
    }
    let reached = match model.demos.prepare() {
        Some((_, None)) => return,
        Some((game, Some(picture))) => Some((game, picture)),
        None => {
            if let Some(due) = model.demos.due.take() {
                adapt(&mut model.demos, model.now - due > LATE);
            }
            model.demos.step().filter(|_| model.route == Route::Home)
        }
    };
    if let Some((game, picture)) = reached {
        model.covers[game] = Some(picture);
    }
}

/// A step came late or on time: a device that cannot keep up gets fewer steps.
fn adapt(demos: &mut Demos, late: bool) {
    demos.on_time = if late { 0 } else { demos.on_time + 1 };
    if late {
        demos.slower = 2 * demos.slower.max(1);
    } else if demos.on_time.is_multiple_of(ENOUGH_ON_TIME) {
        demos.slower /= 2;
    }
}

/// The next game whose match has arrived and was not read.
fn unread(model: &Model) -> Option<usize> {
    let has_arrived = |index: &usize| model.content.text(&demo::path(catalog::GAMES[*index].info().key)).is_some();
    (0..catalog::GAMES.len()).find(|index| !model.demos.has(*index) && has_arrived(index))
}

/// Reads the match of the next game that has one. Returns whether it did.
fn read_next(model: &mut Model) -> bool {
    let Some(index) = unread(model) else { return false };
    let game = catalog::GAMES[index];
    let text = model.content.text(&demo::path(game.info().key)).unwrap_or_default().to_owned();
    model.demos.add(index, game, &text);
    true
}

/// Starts the timer, if there is something to do.
fn go_on(model: &mut Model, effects: &mut Effects) {
    let prepares = model.covers.len() < catalog::GAMES.len() || is_behind(model);
    let goes_on = model.route == Route::Home && !model.is_still() && model.demos.slower <= SLOWEST;
    let watched = goes_on && model.demos.is_watched();
    if !(prepares || watched) || std::mem::replace(&mut model.awaited.demos, true) {
        return;
    }
    let count = model.demos.in_sight.len().max(1) as u32;
    let pause = if prepares { 0 } else { PACE * model.demos.slower.max(1) / count };
    model.demos.due = (!prepares).then(|| model.now + f64::from(pause));
    effects.push(Effect::Timer(Timer::Demos, pause));
}

/// Whether a match has arrived whose first picture is not drawn yet.
fn is_behind(model: &Model) -> bool {
    model.demos.is_preparing() || unread(model).is_some()
}
