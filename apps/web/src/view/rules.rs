//! The rules of a game and other texts about it: as a page of their own, and as a dialog over a table or a new game, which
//! stay open.

use catalog::DynGame;

use super::{button, message, title};
use crate::content::{Chapter, Content};
use crate::html::{Element, Node, el};
use crate::model::Model;
use crate::press::Press;
use crate::route::Route;
use crate::rulebook::{self, Links};
use crate::rulings;

/// A text about a game as a page of its own.
pub(super) fn view(model: &Model, chapter: Chapter, key: &str) -> Element {
    let Some(game) = catalog::find(key) else { return message(&model.tongue.say("trouble.no-game"), model) };
    let index = catalog::GAMES.iter().position(|other| other.info().key == key);
    let picture = index.and_then(|index| model.covers.get(index)?.as_ref());
    let look = picture.map(|picture| super::look_of_seats(&picture.scene)).unwrap_or_default();
    let cover = picture.filter(|_| chapter == Chapter::Rules).map(|picture| super::cover(&picture.scene, 0));
    let tab = |other: Chapter| {
        let link = el("a").class("tab").attr("href", Route::Chapter(other, key.to_owned()));
        link.maybe("aria-current", (other == chapter).then_some("page")).text(name(model, other))
    };
    let new_game = el("a").class("button main").attr("href", Route::New(key.to_owned()));
    let print = (chapter == Chapter::Card).then(|| button(Press::Print, model.tongue.say("print")).class("button"));
    el("article")
        .class(format!("rules of-{}{look}", chapter.name()))
        .attr("lang", model.tongue.language)
        .child(title(game.info().name))
        // The keys keep these apart from the paragraphs of the text, which arrive later.
        .child(el("p").class("small").text(super::credit(model, game)).key("credit"))
        .child(tabs(model).children(Chapter::ALL.map(tab)).key("tabs"))
        .children(cover)
        .children(text(model, chapter, game, false))
        .child(
            el("p").class("after-text").child(new_game.text(model.tongue.say("new-game"))).children(print).key("after"),
        )
}

/// A text about a game as a dialog. The text has the focus first, so that keys scroll it; the close button stays visible.
pub(super) fn over(model: &Model, chapter: Chapter, game: &dyn DynGame) -> Element {
    let heading = el("h2").attr("id", "dialog-title").text(format!("{}: {}", game.info().name, name(model, chapter)));
    let tab = |other: Chapter| {
        let button = button(Press::Read(other), name(model, other)).class("tab");
        button.attr("aria-pressed", if other == chapter { "true" } else { "false" })
    };
    el("dialog")
        .class("dialog reading")
        .attr("aria-labelledby", "dialog-title")
        .child(
            el("div")
                .class("reading-top")
                .child(heading)
                .child(tabs(model).children(Chapter::ALL.map(tab)))
                .child(button(Press::Close, model.tongue.say("close")).class("button main")),
        )
        .child(
            el("article")
                .key(chapter.name())
                .class(format!("rules of-{}", chapter.name()))
                .attr("lang", model.tongue.language)
                .attr("tabindex", "0")
                .attr("autofocus", "")
                .attr("aria-labelledby", "dialog-title")
                .children(text(model, chapter, game, true)),
        )
}

/// The row of texts to choose from.
fn tabs(model: &Model) -> Element {
    el("nav").class("tabs").attr("aria-label", model.tongue.say("chapters"))
}

fn name(model: &Model, chapter: Chapter) -> String {
    model.tongue.say(match chapter {
        Chapter::Rules => "chapter.rules",
        Chapter::Strategy => "chapter.strategy",
        Chapter::Card => "chapter.card",
    })
}

/// A text, or the state of its loading.
fn text(model: &Model, chapter: Chapter, game: &dyn DynGame, in_place: bool) -> Vec<Node> {
    let key = game.info().key;
    match model.content.get(&chapter.path(key, model.tongue.language)) {
        Some(Content::Here(compiled)) => {
            let address = Route::Chapter(chapter, key.to_owned()).to_string();
            let filled = game.texts(model.tongue.language).fill_in(compiled);
            let mut body = loaded(model, chapter, &filled, Links { address: &address, in_place });
            draw_examples(model, game, &chapter.path(key, model.tongue.language), &mut body);
            body
        }
        Some(Content::Asked) | None => vec![skeleton(model).into()],
        Some(Content::Failed) => vec![failed(model).into()],
    }
}

/// A text with a table of contents and a link at every ruling.
fn loaded(model: &Model, chapter: Chapter, compiled: &str, links: Links<'_>) -> Vec<Node> {
    let mut body = rulebook::render(compiled, links);
    rulings::link(&mut body, links, &model.tongue.say("rules.back"));
    // The text begins with the name of the game, which the page shows as its heading already.
    body.retain(|node| !matches!(node, Node::Element(element) if element.tag == "h1"));
    if chapter == Chapter::Card {
        // A card is one page: everything on it is in sight without a table of contents.
        return vec![el("div").class("two-columns").children(body).into()];
    }
    body.insert(0, contents(model, &body, links).into());
    body
}

/// Puts the drawn examples in the place of their sources. A source that cannot be played stays as it is written; a test
/// holds that there is none.
fn draw_examples(model: &Model, game: &dyn DynGame, path: &str, body: &mut [Node]) {
    let is_source = |element: &&mut Element| element.get("class") == Some(rulebook::EXAMPLE);
    let sources = body.iter_mut().filter_map(Node::element_mut);
    for (index, (source, example)) in sources.filter(is_source).zip(model.content.examples(path)).enumerate() {
        if let Ok(example) = example {
            *source = super::example::view(model, game, example, index);
        }
    }
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
        .child(el("ul").children(body.iter().filter_map(entry)))
}

/// Grey lines in the place of a text that is loading. They fill the window, so that nothing visible moves when the text
/// arrives.
pub(super) fn skeleton(model: &Model) -> Element {
    /// Lines enough for a high window; the style sheet cuts off the rest.
    const LINES: usize = 24;
    el("div")
        .class("skeleton")
        .key("skeleton")
        .child(el("p").class("small").attr("role", "status").text(model.tongue.say("content.loading")))
        .children((0..LINES).map(|_| el("span").class("skeleton-line").attr("aria-hidden", "true")))
}

/// A sentence and a button in the place of a text that could not be loaded.
pub(super) fn failed(model: &Model) -> Element {
    not_loaded(model, model.tongue.say("content.failed"))
}

/// This sentence, and a button that asks for the texts again.
pub(super) fn not_loaded(model: &Model, words: String) -> Element {
    el("div")
        .class("card message")
        .attr("role", "alert")
        .child(el("p").text(words))
        .child(el("p").child(button(Press::LoadAgain, model.tongue.say("content.again")).class("button main")))
}
