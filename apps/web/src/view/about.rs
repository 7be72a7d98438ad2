//! About the match: the game's name, its aim in a line, and the options of this match in words.

use game::{Unusual, UnusualSet};

use crate::html::{Element, el};
use crate::model::Model;
use client::Client;

/// The game's name and the viewer's aim, in a line above the board.
pub(super) fn line(client: &Client) -> Element {
    el("p")
        .class("aim")
        .attr("data-aim", "")
        .child(el("strong").text(client.game.info().name))
        .child(el("span").text(client.aim_in_words()))
        .maybe("title", Some(client.options_in_words().join(" · ")).filter(|words| !words.is_empty()))
}

/// The options of this match as a list beside the board.
pub(super) fn options(model: &Model, client: &Client) -> Element {
    el("section")
        .class("options")
        .attr("data-options", "")
        .child(el("h2").text(model.tongue.say("options")))
        .child(options_explained(model, client))
}

/// A list of the options that are on or differ from the usual value, each with its explanation.
pub(super) fn options_explained(model: &Model, client: &Client) -> Element {
    let explained = |option: Unusual| {
        let words = client.option_in_words(&option);
        match (&option.help, &option.set) {
            (None, _) => words,
            (Some(help), UnusualSet::On | UnusualSet::Off) => format!("{words}: {help}"),
            (Some(help), UnusualSet::To(_)) => format!("{words} – {help}"),
        }
    };
    let mut lines: Vec<String> = client.unusual_options().into_iter().map(explained).collect();
    if lines.is_empty() {
        lines.push(model.tongue.say("options.usual"));
    }
    el("ul").class("small option-list").children(lines.into_iter().map(|words| el("li").text(words)))
}
