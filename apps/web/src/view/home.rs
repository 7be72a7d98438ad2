//! Home: the games, and what one was playing.

use game::Message;

use super::{board, button, title};
use crate::html::{Element, el};
use crate::model::{Model, Saved};
use crate::route::{Route, Source};
use crate::table::Player;
use crate::texts::find;
use crate::wish::Wish;

/// More saved tables than this are behind a fold.
const AT_A_GLANCE: usize = 6;

pub(super) fn view(model: &Model) -> Element {
    let say = |key| model.tongue.say(key);
    let games = catalog::GAMES.iter().enumerate().map(|(index, game)| {
        let info = game.info();
        let cover = model.covers.get(index).and_then(Option::as_ref).map(|picture| board::cover(&picture.scene, 0));
        let summary = find(&game.texts(model.tongue.language), "summary").unwrap_or_else(|| info.summary.to_owned());
        el("li").class(format!("card game{}", super::look_of_seats(info))).key(info.key).children(cover).child(
            el("div")
                .class("game-text")
                .child(el("h2").text(info.name))
                .child(el("p").text(summary))
                .child(el("p").class("small").text(info.credit))
                .child(
                    el("div")
                        .class("row")
                        .child(
                            el("a")
                                .class("button main")
                                .attr("href", Route::New(info.key.to_owned()))
                                .text(say("new-game")),
                        )
                        .child(
                            el("a").class("button").attr("href", Route::Rules(info.key.to_owned())).text(say("rules")),
                        ),
                ),
        )
    });
    el("div")
        .class("home")
        .child(el("div").class("hero").child(title(&say("home.title"))).child(el("p").text(say("home.text"))))
        .children(going_on(model))
        .child(el("h2").class("unseen").text(say("games")))
        .child(el("ul").class("games").children(games.collect::<Vec<_>>()))
        .child(
            el("p")
                .class("more")
                .child(el("a").attr("href", Route::Replay(Source::Ask)).text(say("replay.any")))
                .text(format!(" {}", say("replay.any.text"))),
        )
}

fn going_on(model: &Model) -> Option<Element> {
    let saved = model.saved();
    if saved.is_empty() {
        return None;
    }
    let mut rows: Vec<Element> = saved.iter().map(|saved| row(model, saved)).collect();
    let rest = rows.split_off(rows.len().min(AT_A_GLANCE));
    let more = (!rest.is_empty()).then(|| {
        let words = model.tongue.tell(&Message::new("home.more").with("count", rest.len() as i64));
        el("details").child(el("summary").text(words)).child(el("ul").class("saved").children(rest))
    });
    Some(
        el("section")
            .class("going-on")
            .child(el("h2").text(model.tongue.say("home.go-on")))
            .child(el("ul").class("saved").children(rows))
            .children(more),
    )
}

fn row(model: &Model, saved: &Saved) -> Element {
    let (route, key, who, over) = match saved {
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
            (Route::Local(id.clone()), &local.game, format!("{who} · {count}"), local.over)
        }
        Saved::Online(table, online) => {
            let with = if online.with.iter().any(|name| !name.is_empty()) {
                model.tongue.tell(&Message::new("home.with").with("names", online.with.join(", ")))
            } else {
                model.tongue.say("opponent.online")
            };
            (Route::Online(table.clone()), &online.game, with, online.over)
        }
    };
    let name = catalog::find(key).map_or(key.as_str(), |game| game.info().name);
    let state = model.tongue.say(if over { "home.over" } else { "home.running" });
    let wish = if over { Wish::Forget(saved.storage_key()) } else { Wish::AskForget(saved.storage_key()) };
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
        .child(button(wish, "×").class("button quiet").attr("aria-label", &forget).attr("title", &forget))
}
