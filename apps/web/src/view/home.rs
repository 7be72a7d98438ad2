//! Home: the games, and this person's saved tables.

use catalog::DynGame;
use game::{Message, Seat};

use super::{button, games, title};
use crate::html::{Element, el};
use crate::model::{Model, Waits};
use crate::press::Press;
use crate::route::{Route, Source};
use crate::stored::Saved;
use client::{Player, SavedOnline};

/// Further saved tables than this many are folded away.
const AT_A_GLANCE: usize = 6;

pub(super) fn view(model: &Model) -> Element {
    let say = |key| model.tongue.say(key);
    el("div")
        .class("home")
        .child(hero(model))
        .children(going_on(model))
        .child(el("h2").class("unseen").text(say("games")))
        .child(games::view(model))
        .child(
            el("p")
                .class("more")
                .child(el("a").attr("href", Route::Replay(Source::Ask)).text(say("replay.any")))
                .text(format!(" {}", say("replay.any.text"))),
        )
}

/// What this is, in a sentence, and the one thing to do next: go on with the latest match, or begin one.
fn hero(model: &Model) -> Element {
    let say = |key| model.tongue.say(key);
    let running = model.saved().iter().find(|saved| !saved.is_over());
    let (route, words) = match (running, catalog::GAMES.first()) {
        (Some(Saved::Local(id, _)), _) => (Route::Local(id.clone()), say("home.go-on")),
        (Some(Saved::Online(table, _)), _) => (Route::Online(table.clone()), say("home.go-on")),
        (Some(Saved::Journey(id, _)), _) => (Route::Journey(id.clone()), say("home.go-on")),
        (None, Some(game)) if model.is_new_to(game.info().key) => {
            let words = Message::new("learn.first.of").with("name", game.info().name.to_owned());
            (Route::Learn(game.info().key.to_owned(), None), model.tongue.tell(&words))
        }
        (None, Some(game)) => (Route::New(game.info().key.to_owned()), say("home.begin")),
        (None, None) => (Route::Home, String::new()),
    };
    let words_about = el("div").child(title(&say("home.title"))).child(el("p").text(say("home.text")));
    let next = el("a").class("button main big").attr("id", "next").attr("href", route).text(words);
    el("div").class("hero").child(words_about).child(next)
}

/// The saved tables: those that can be continued first, then the finished ones with their winners.
fn going_on(model: &Model) -> Vec<Element> {
    let (over, running): (Vec<&Saved>, Vec<&Saved>) = model.saved().iter().partition(|saved| saved.is_over());
    let list = |key: &'static str, saved: &[&Saved]| {
        let mut rows: Vec<Element> = saved.iter().map(|saved| row(model, saved)).collect();
        let rest = rows.split_off(rows.len().min(AT_A_GLANCE));
        let more = (!rest.is_empty()).then(|| {
            let words = model.tongue.tell(&Message::new("home.more").with("count", rest.len() as i64));
            el("details").child(el("summary").text(words)).child(el("ul").class("saved").children(rest))
        });
        let heading = model.tongue.tell(&Message::new(key));
        let list = el("ul").class("saved").children(rows);
        (!saved.is_empty())
            .then(|| el("section").class("going-on").key(key).child(el("h2").text(heading)).child(list).children(more))
    };
    [list("home.go-on", &running), list("home.finished", &over)].into_iter().flatten().collect()
}

/// The winner of a finished match, in a word or two.
fn result(model: &Model, game: &'static dyn DynGame, seats: usize, winners: &[Seat], own: Option<Seat>) -> String {
    let texts = game.texts(model.tongue.language);
    let name = |seat: &Seat| game.info().seat_names.get(seat.index()).map_or_else(String::new, |name| texts.seat(name));
    let names = || winners.iter().map(name).collect::<Vec<_>>().join(", ");
    match winners {
        [] => model.tongue.say("home.over"),
        all if all.len() == seats => model.tongue.say("home.draw"),
        [winner] if own == Some(*winner) => model.tongue.say("home.you-won"),
        [_] => model.tongue.tell(&Message::new("home.won").with("seat", names())),
        _ => model.tongue.tell(&Message::new("home.shared").with("seats", names())),
    }
}

/// The state of a running match on the server, as far as this page knows it.
fn going(model: &Model, table: &str, online: &SavedOnline) -> String {
    let left = model.left.iter().find(|left| left.table == table);
    let waiting = left.map_or(online.waiting, |left| !left.begun);
    model.tongue.say(match left {
        Some(left) if left.waits == Waits::SeatGone => "home.seat-gone",
        Some(left) if left.is_too_late(model.now) => "home.too-late",
        Some(_) | None if waiting => "home.waiting",
        Some(_) | None => "home.running",
    })
}

fn row(model: &Model, saved: &Saved) -> Element {
    let (route, key, who) = match saved {
        Saved::Local(id, local) => {
            let level = local.players.iter().find_map(|player| match player {
                Player::Computer(level) => Some(level.clone()),
                Player::Person => None,
            });
            let seats = local.players.len();
            let who = match level {
                _ if seats > 2 => model.tongue.tell(&Message::new("home.seats").with("count", seats as i64)),
                None => model.tongue.say("opponent.screen"),
                Some(level) => model.tongue.tell(&Message::new("who.computer").with("level", level)),
            };
            let count = model.tongue.tell(&Message::new("home.actions").with("count", local.actions as i64));
            (Route::Local(id.clone()), &local.game, format!("{who} · {count}"))
        }
        Saved::Online(table, online) => {
            let with = if online.with.iter().any(|name| !name.is_empty()) {
                model.tongue.tell(&Message::new("home.with").with("names", online.with.join(", ")))
            } else {
                model.tongue.say("opponent.online")
            };
            (Route::Online(table.clone()), &online.game, with)
        }
        Saved::Journey(id, saved) => {
            let count = model.tongue.tell(&Message::new("home.matches").with("count", saved.matches as i64));
            (Route::Journey(id.clone()), &saved.game, format!("{} · {count}", saved.title))
        }
    };
    let game = catalog::find(key);
    let name = game.map_or(key.as_str(), |game| game.info().name);
    let over = saved.is_over();
    let state = match (saved, game) {
        (Saved::Local(_, local), Some(game)) if over => {
            let mut people = local.players.iter().enumerate().filter(|(_, player)| **player == Player::Person);
            let own = people.next().filter(|_| people.next().is_none()).map(|(seat, _)| Seat(seat as u8));
            result(model, game, local.players.len(), &local.winners, own)
        }
        // This person had one seat of an online match, and `with` lists all the others.
        (Saved::Online(_, online), Some(game)) if over => {
            result(model, game, online.with.len() + 1, &online.winners, online.seat)
        }
        _ if over => model.tongue.say("home.over"),
        (Saved::Local(..) | Saved::Journey(..), _) => model.tongue.say("home.running"),
        (Saved::Online(table, online), _) => going(model, table, online),
    };
    let press = if over { Press::Forget(saved.storage_key()) } else { Press::AskForget(saved.storage_key()) };
    let forget = model.tongue.tell(&Message::new("home.forget").with("name", name.to_owned()));
    el("li")
        .key(saved.storage_key())
        .child(
            el("a")
                .class("saved-link")
                .attr("href", route)
                .child(el("strong").text(name))
                .child(el("span").class("small").text(format!("{who} · {state}"))),
        )
        .child(button(press, "×").class("button quiet").attr("aria-label", &forget).attr("title", &forget))
}
