//! The table: one sentence, the board, and beside or under it everything else.

use game::{Message, Seat};
use scene::Pick;

use super::{board, button, message, panel, title};
use crate::html::{Element, el};
use crate::model::Model;
use crate::table::{Kind, Line, Table, sentence};
use crate::wish::Wish;

pub(super) fn view(model: &Model) -> Element {
    let Some(table) = &model.table else {
        return match &model.trouble {
            Some(trouble) => message(trouble, model),
            None => waiting(model),
        };
    };
    el("div")
        .class("table")
        .child(
            el("section")
                .class("play")
                .attr("aria-label", table.game.info().name)
                .child(banner(model).unwrap_or_else(|| headline(model, table)).key("headline"))
                .child(el("div").class("frame").child(board::view(model, table)).key("frame"))
                .child(story(model, table).key("story")),
        )
        .child(panel::view(model, table))
}

/// A board that is not there yet: its place is kept, so that nothing jumps.
fn waiting(model: &Model) -> Element {
    let opening = || el("div").class("headline").child(title(&model.tongue.say("line.opening")));
    el("div").class("table").child(
        el("section")
            .class("play")
            .child(banner(model).unwrap_or_else(opening).key("headline"))
            .child(el("div").class("frame skeleton").attr("aria-hidden", "true").key("skeleton")),
    )
}

/// Whose turn it is and what is expected, in a sentence.
fn headline(model: &Model, table: &Table) -> Element {
    let seat = table.actor_shown().filter(|_| table.outcome().is_none() || table.shown.is_some());
    let waits = table.online().is_some_and(|online| !online.everybody_sits());
    let dot = seat.filter(|_| !waits).map(|seat| panel::seat_dot(seat).key("dot"));
    let ring = table.thought.as_ref().map(|thought| panel::ring(thought.share).key("ring"));
    el("div").class("headline").children(dot).child(title(&expectation(model, table)).key("title")).children(ring)
}

fn expectation(model: &Model, table: &Table) -> String {
    let tell = |key: &'static str, seat: Seat| {
        model.tongue.tell(&Message::new(key).with("seat", table.seat_name(seat)).with("expected", table.expected()))
    };
    if table.shown.is_some() {
        let (number, of) = (table.moment_shown() as i64, table.moments.len() as i64);
        let waits_for_you =
            table.outcome().is_none() && table.own_seat().is_some() && table.own_seat() == table.actor();
        let key = if waits_for_you { "turn.past-yours" } else { "turn.past" };
        return model.tongue.tell(&Message::new(key).with("number", number).with("of", of));
    }
    if let Some(result) = result(model, table) {
        return result;
    }
    let Some(actor) = table.actor() else { return String::new() };
    let hint = table.thought.as_ref().is_some_and(|thought| thought.is_hint);
    match &table.kind {
        Kind::Online(online) if !online.everybody_sits() && online.you.is_none() => model.tongue.say("free-seat"),
        Kind::Online(online) if !online.everybody_sits() => model.tongue.say("turn.waiting-for-people"),
        Kind::Online(online) if online.action_under_way().is_some() => model.tongue.say("turn.sending"),
        Kind::Online(online) => match (online.you == Some(actor), online.name_of(actor)) {
            (true, _) => tell("turn.you", actor),
            (false, Some(name)) if !name.is_empty() => model.tongue.tell(
                &Message::new("turn.named")
                    .with("name", name.to_owned())
                    .with("seat", table.seat_name(actor))
                    .with("expected", table.expected()),
            ),
            _ => tell("turn.seat", actor),
        },
        Kind::Local(_) if hint => model.tongue.say("hint.thinking"),
        Kind::Local(local) if !local.is_person(actor) => tell("turn.computer", actor),
        Kind::Local(_) if table.own_seat().is_some() => tell("turn.you", actor),
        Kind::Local(_) => tell("turn.seat", actor),
    }
}

/// The result in a sentence, once there is one.
pub fn result(model: &Model, table: &Table) -> Option<String> {
    let outcome = table.outcome()?;
    let own = table.own_seat();
    let by =
        table.resigned().map(|seat| model.tongue.tell(&Message::new("resigned").with("seat", table.seat_name(seat))));
    let words = match (outcome.winner(), own) {
        (Some(winner), Some(own)) if winner == own => model.tongue.say("result.you-win"),
        (Some(winner), _) => model.tongue.tell(&Message::new("result.wins").with("seat", table.seat_name(winner))),
        (None, _) if Seat::first(table.seats).all(|seat| outcome.place(seat) == 1) => model.tongue.say("result.draw"),
        (None, _) => {
            let place = |seat: Seat| format!("{} {}", table.seat_name(seat), outcome.place(seat));
            sentence(&Seat::first(table.seats).map(place).collect::<Vec<_>>().join(", "))
        }
    };
    Some(by.map_or(words.clone(), |by| format!("{by} {words}")))
}

/// How the line to the server is, while it is not well. It stands in the place of the sentence, so that the board does
/// not move.
fn banner(model: &Model) -> Option<Element> {
    let unsent = model.table.as_ref().and_then(Table::online).is_some_and(|online| !online.pending.is_empty());
    let words = match model.line {
        Line::Opening(0) | Line::Greeted(0) if model.table.is_none() => return None,
        Line::Opening(_) | Line::Greeted(_) => model.tongue.say("line.trying"),
        Line::Down(_, at) => {
            let seconds = ((at - model.now) / 1000.0).ceil().max(1.0) as i64;
            model.tongue.tell(&Message::new("line.wait").with("seconds", seconds))
        }
        Line::Off | Line::Live | Line::Refused => return None,
    };
    let unsent = unsent.then(|| el("span").text(model.tongue.say("line.unsent")));
    let problem = model.line_problem.as_ref().map(|problem| el("span").text(problem.clone()));
    Some(
        el("div")
            .class("headline banner")
            .attr("role", "status")
            .child(title(&words))
            .children(problem)
            .children(unsent)
            .child(button(Wish::TryNow, model.tongue.say("line.try-now")).class("button")),
    )
}

/// What would happen, why something cannot, or what just did.
fn story(model: &Model, table: &Table) -> Element {
    let looked = table.looking.filter(|_| table.acts_here());
    let action = looked.and_then(|place| table.action_at(place));
    let (class, words) = if let Some(note) = &table.note {
        ("story note", note.clone())
    } else if let Some(action) = &action {
        ("story would", table.say_all(&table.preview(action).story))
    } else if let Some(place) = looked {
        let name = table.picture.scene.name_of(place).unwrap_or_default();
        ("story why", table.why_not(place).unwrap_or_else(|| name.to_owned()))
    } else {
        let last = table.moment_shown().checked_sub(1).map(|last| &table.moments[last]);
        ("story", last.map(|moment| table.say_all(&moment.told)).unwrap_or_default())
    };
    let confirm = table.armed.and_then(|place| table.action_at(place)).filter(|_| table.acts_here());
    let confirm = confirm.map(|action| {
        let words = model.tongue.tell(&Message::new("confirm").with("action", action.clone()));
        button(Wish::Play(action), words).class("button main").key("confirm")
    });
    let choices = table.choices().into_iter().enumerate().map(|(index, pick)| {
        let words = match &pick {
            Pick::Button(key) => crate::texts::find(&table.texts, key).unwrap_or_else(|| key.to_string()),
            other => other.to_string(),
        };
        button(Wish::Choose(index), words).class("button").key(format!("choice{index}"))
    });
    el("div")
        .class("under")
        .child(el("p").class(class).text(words).key("words"))
        .children(choices.collect::<Vec<_>>())
        .children(confirm)
}
