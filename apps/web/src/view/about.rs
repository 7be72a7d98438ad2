//! About the match: the game's name, its aim in a line, and the options of this match in words.

use game::{Unusual, UnusualSet};

use crate::html::{Element, el};
use crate::model::Model;
use crate::table::Table;

/// The game's name and the viewer's aim, in a line above the board.
pub(super) fn line(table: &Table) -> Element {
    el("p")
        .class("aim")
        .attr("data-aim", "")
        .child(el("strong").text(table.game.info().name))
        .child(el("span").text(table.aim_in_words()))
        .maybe("title", Some(table.options_in_words().join(" · ")).filter(|words| !words.is_empty()))
}

/// The options of this match as a list beside the board.
pub(super) fn options(model: &Model, table: &Table) -> Element {
    el("section")
        .class("options")
        .attr("data-options", "")
        .child(el("h2").text(model.tongue.say("options")))
        .child(options_explained(model, table))
}

/// A list of the options that are on or differ from the usual value, each with its explanation.
pub(super) fn options_explained(model: &Model, table: &Table) -> Element {
    let explained = |option: Unusual| {
        let words = table.option_in_words(&option);
        match (&option.help, &option.set) {
            (None, _) => words,
            (Some(help), UnusualSet::On | UnusualSet::Off) => format!("{words}: {help}"),
            (Some(help), UnusualSet::To(_)) => format!("{words} – {help}"),
        }
    };
    let mut lines: Vec<String> = table.unusual_options().into_iter().map(explained).collect();
    if lines.is_empty() {
        lines.push(model.tongue.say("options.usual"));
    }
    el("ul").class("small option-list").children(lines.into_iter().map(|words| el("li").text(words)))
}
