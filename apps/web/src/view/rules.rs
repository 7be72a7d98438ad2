//! The rules of a game: as a page of their own, and as a dialog over a table or a new game, which stay open.

use catalog::DynGame;

use super::{button, message, title};
use crate::html::{Element, Node, el};
use crate::model::Model;
use crate::press::Press;
use crate::route::Route;
use crate::rulebook::{self, Links};
use crate::rulings;

/// The rules as a page of their own.
pub(super) fn view(model: &Model, key: &str) -> Element {
    let Some(game) = catalog::find(key) else { return message(&model.tongue.say("trouble.no-game"), model) };
    let info = game.info();
    let index = catalog::GAMES.iter().position(|other| other.info().key == key);
    let picture = index.and_then(|index| model.covers.get(index)?.as_ref());
    let look = picture.map(|picture| super::look_of_seats(&picture.scene)).unwrap_or_default();
    let cover = picture.map(|picture| super::cover(&picture.scene, 0));
    el("article")
        .class(format!("rules{look}"))
        .attr("lang", language(model, game))
        .child(title(info.name))
        .child(el("p").class("small").attr("lang", model.tongue.language).text(super::credit(model, game)))
        .children(cover)
        .children(text(model, game, false))
        .child(el("p").attr("lang", model.tongue.language).child(
            el("a").class("button main").attr("href", Route::New(key.to_owned())).text(model.tongue.say("new-game")),
        ))
}

/// The rules as a dialog. The text has the focus first, so that keys scroll it; the close button stays visible.
pub(super) fn over(model: &Model, game: &dyn DynGame) -> Element {
    let heading =
        el("h2").attr("id", "dialog-title").text(format!("{}: {}", game.info().name, model.tongue.say("rules")));
    el("dialog")
        .class("dialog reading")
        .attr("aria-labelledby", "dialog-title")
        .child(
            el("div")
                .class("reading-top")
                .child(heading)
                .child(button(Press::Close, model.tongue.say("close")).class("button main")),
        )
        .child(
            el("article")
                .class("rules")
                .attr("lang", language(model, game))
                .attr("tabindex", "0")
                .attr("autofocus", "")
                .attr("aria-labelledby", "dialog-title")
                .children(text(model, game, true)),
        )
}

/// The language that the rules of a game are shown in: that of the page, or English if they are not written in it.
fn language(model: &Model, game: &dyn DynGame) -> &'static str {
    rulebook::rules_of(game.info().key, model.tongue.language).map_or("en", |(language, _)| language)
}

/// The rules with a table of contents and a link at every ruling.
fn text(model: &Model, game: &dyn DynGame, in_place: bool) -> Vec<Node> {
    let info = game.info();
    let address = Route::Rules(info.key.to_owned()).to_string();
    let links = Links { address: &address, in_place };
    let (_, rules) = rulebook::rules_of(info.key, model.tongue.language).unwrap_or_default();
    let mut body = rulebook::render(rules, links);
    rulings::link(&mut body, links, &model.tongue.say("rules.back"));
    // The rules begin with the name of the game, which the page shows as its heading already.
    body.retain(|node| !matches!(node, Node::Element(element) if element.tag == "h1"));
    body.insert(0, contents(model, &body, links).into());
    body
}

/// The table of contents: a link to each heading.
fn contents(model: &Model, body: &[Node], links: Links<'_>) -> Element {
    let entry = |node: &Node| {
        let Node::Element(heading) = node else { return None };
        let place = heading.get("id").and_then(rulebook::place).filter(|_| heading.tag == "h2")?;
        Some(el("li").child(links.to(place).text(rulebook::words(heading))))
    };
    el("nav")
        .class("contents")
        .attr("aria-label", model.tongue.say("rules.contents"))
        .child(el("ul").children(body.iter().filter_map(entry).collect::<Vec<_>>()))
}
