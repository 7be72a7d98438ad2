//! What is played here: the game's name, its aim in a line, and the options of this match in words.

use game::{Message, Setup, Unusual, UnusualSet};

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
    el("section")
        .class("options")
        .attr("data-options", "")
        .child(el("h2").text(model.tongue.say("options")))
        .child(options_explained(model, table))
}

/// Every option that is on or not as usual with what it means, as a list.
pub(super) fn options_explained(model: &Model, table: &Table) -> Element {
    let explained = |option: Unusual| {
        let words = name_and_value(model, &option);
        match (&option.help, &option.set) {
            (None, _) => words,
            (Some(help), UnusualSet::On | UnusualSet::Off) => format!("{words}: {help}"),
            (Some(help), UnusualSet::To(_)) => format!("{words} – {help}"),
        }
    };
    let mut lines: Vec<String> = unusual(table).into_iter().map(explained).collect();
    if lines.is_empty() {
        lines.push(model.tongue.say("options.usual"));
    }
    el("ul").class("small option-list").children(lines.into_iter().map(|words| el("li").text(words)))
}

/// Every option that is on or not as usual, by name.
fn options_in_words(model: &Model, table: &Table) -> Vec<String> {
    unusual(table).iter().map(|option| name_and_value(model, option)).collect()
}

fn name_and_value(model: &Model, option: &Unusual) -> String {
    match &option.set {
        UnusualSet::On => option.name.clone(),
        UnusualSet::Off => model.tongue.tell(&Message::new("options.off").with("name", option.name.clone())),
        UnusualSet::To(value) => format!("{}: {value}", option.name),
    }
}

fn unusual(table: &Table) -> Vec<Unusual> {
    let specs = table.game.info().options;
    Setup::read(specs, &table.setup).map_or_else(|_| Vec::new(), |setup| setup.unusual(specs, &table.texts))
}
