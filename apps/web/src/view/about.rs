//! What is played here: the game's name, its aim in a line, and the options of this match in words.

use game::{Message, Setup, Unusual};

use crate::html::{Element, el};
use crate::model::Model;
use crate::table::{Table, sentence};

/// The game's name and what whoever looks plays for, in a line above the board.
pub(super) fn line(model: &Model, table: &Table) -> Element {
    el("p")
        .class("aim")
        .attr("data-aim", "")
        .child(el("strong").text(table.game.info().name))
        .child(el("span").text(aim(table)))
        .maybe("title", Some(options_in_words(model, table).join(" · ")).filter(|words| !words.is_empty()))
}

/// What whoever looks plays for; for those who watch, what everybody does.
pub(super) fn aim(table: &Table) -> String {
    let own = table.own_seat().and_then(|seat| table.picture.aims.get(seat.index()));
    sentence(&table.say(own.unwrap_or(&table.picture.aim_watching)))
}

/// The options of this match as a list beside the board.
pub(super) fn options(model: &Model, table: &Table) -> Element {
    let words = options_in_words(model, table);
    let words = if words.is_empty() { vec![model.tongue.say("options.usual")] } else { words };
    el("section")
        .class("options")
        .attr("data-options", "")
        .child(el("h2").text(model.tongue.say("options")))
        .child(el("ul").children(words.into_iter().map(|words| el("li").text(words))))
}

/// Every option that is on or not as usual, in words.
pub(super) fn options_in_words(model: &Model, table: &Table) -> Vec<String> {
    let specs = table.game.info().options;
    let Ok(setup) = Setup::read(specs, &table.setup) else { return Vec::new() };
    let words = |option: Unusual| match option {
        Unusual::On(name) => name,
        Unusual::Off(name) => model.tongue.tell(&Message::new("options.off").with("name", name)),
        Unusual::Is(name, value) => format!("{name}: {value}"),
    };
    setup.unusual(specs, &table.texts).into_iter().map(words).collect()
}
