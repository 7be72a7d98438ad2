//! The table: one sentence, the board, and beside or under it everything else.

use game::{Exit, Message, Seat};
use protocol::SeatInfo;
use scene::{Pick, Preview};

use super::{board, button, dice, message, panel, pays, title};
use crate::ground::Ground;
use crate::html::{Element, el};
use crate::model::Model;
use crate::table::{Dice, Kind, Line, Online, Table, sentence};
use crate::update::person_name;
use crate::wish::Wish;

pub(super) fn view(model: &Model) -> Element {
    let Some(table) = &model.table else {
        return match &model.trouble {
            Some(trouble) => message(trouble, model),
            None => waiting(model),
        };
    };
    if let Some(to) = table.hand_over_to() {
        return hand_over(model, table, to);
    }
    open(model, table)
}

/// A table with its board.
pub(super) fn open(model: &Model, table: &Table) -> Element {
    el("div")
        .class("table")
        .child(
            el("section")
                .class(play_class(&table.ground))
                .attr("aria-label", table.game.info().name)
                .child(banner(model).unwrap_or_else(|| headline(model, table)).key("headline"))
                .child(el("div").class("frame").child(board::view(model, table)).key("frame"))
                // Under the board: it comes and goes while somebody aims, and the board must not move.
                .children(table.online().and_then(|online| away(model, table, online)).map(|notice| notice.key("away")))
                .child(story(model, table).key("story")),
        )
        .child(panel::view(model, table))
}

/// How much of the window a board of this shape can have.
fn play_class(ground: &Ground) -> &'static str {
    match ground {
        Ground { on_points: true, .. } if ground.ratio > 1.1 => "play points",
        Ground { on_points: true, .. } => "play points square",
        _ if ground.ratio < 1.0 => "play tall",
        _ => "play",
    }
}

/// Between two people at one screen who must not see each other's view: no board, and nothing that is not for all.
fn hand_over(model: &Model, table: &Table, to: Seat) -> Element {
    let seat = |key: &'static str| model.tongue.tell(&Message::new(key).with("seat", table.seat_name(to)));
    let falling = falling(table);
    let rolls = table.moments.last().map(|_| table.rolls_shown()).filter(|rolls| !rolls.is_empty());
    let dice = rolls.map(|rolls| dice::dice(model, rolls, falling).key(format!("dice{falling:?}")));
    let told = table.say_all(&table.told_to_all());
    let told =
        (!told.is_empty()).then(|| el("p").class("story happened").attr("data-story", "").text(told).key("told"));
    let note = table.note.clone().map(|note| el("p").class("story note").text(note).key("note"));
    el("section")
        .class("card message hand-over")
        .attr("data-hand-over", to.0)
        .child(panel::seat_dot(to).key("dot"))
        .child(title(&seat("hand-over")).key("title"))
        .child(el("div").class("under").children(dice).children(told).children(note).key("under"))
        .child(el("p").class("small").text(model.tongue.say("hand-over.why")).key("why"))
        .child(button(Wish::TakeOver, seat("hand-over.done")).class("button main big").key("take-over"))
}

fn falling(table: &Table) -> Option<u32> {
    match table.dice {
        Dice::Falling(throw) => Some(throw),
        Dice::Landed | Dice::Lie => None,
    }
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
    let seat = table.actor_shown().filter(|_| !table.is_over() || table.shown.is_some());
    let waits = table.online().is_some_and(|online| !online.begun);
    let dot = seat.filter(|_| !waits).map(|seat| panel::seat_dot(seat).key("dot"));
    let ring = table.thought.as_ref().map(|thought| panel::ring(thought.share).key("ring"));
    el("div").class("headline").children(dot).child(title(&expectation(model, table)).key("title")).children(ring)
}

/// Minutes and seconds until a time of the browser's clock.
fn countdown(model: &Model, at: f64) -> String {
    let seconds = ((at - model.now) / 1000.0).ceil().max(0.0) as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Who is away and loses by it, counting down. It is told once when it begins; the seconds are only for the eye.
fn away(model: &Model, table: &Table, online: &Online) -> Option<Element> {
    let notices: Vec<Element> = online
        .losing()
        .filter(|(seat, _)| online.you != Some(*seat) && !table.is_over())
        .map(|(seat, at)| {
            let key = if online.you.is_some() && table.seats == 2 { "away.yours" } else { "away.theirs" };
            let message = Message { key: key.into(), args: std::collections::BTreeMap::new() };
            let message = message.with("name", person_name(table, online, seat)).with("time", countdown(model, at));
            el("span").attr("data-away", seat.0).text(model.tongue.tell(&message))
        })
        .collect();
    (!notices.is_empty()).then(|| el("p").class("away").children(notices))
}

fn expectation(model: &Model, table: &Table) -> String {
    let tell = |key: &'static str, seat: Seat| {
        model.tongue.tell(&Message::new(key).with("seat", table.seat_name(seat)).with("expected", table.expected()))
    };
    if table.shown.is_some() {
        let (number, of) = (table.moment_shown() as i64, table.moments.len() as i64);
        let waits_for_you = !table.is_over() && table.own_seat().is_some() && table.own_seat() == table.actor();
        let key = if waits_for_you { "turn.past-yours" } else { "turn.past" };
        return model.tongue.tell(&Message::new(key).with("number", number).with("of", of));
    }
    if let Some(result) = result(model, table) {
        return result;
    }
    match table.online() {
        Some(online) if !online.everybody_sits() && online.you.is_none() => return model.tongue.say("free-seat"),
        Some(online) if !online.everybody_sits() => return model.tongue.say("turn.waiting-for-people"),
        Some(online) if !online.begun => {
            let missing = |(_, seat): &(usize, &SeatInfo)| !seat.here && seat.share.is_none();
            return match online.people.iter().enumerate().find(missing) {
                Some((seat, _)) => {
                    let name = person_name(table, online, Seat(seat as u8));
                    model.tongue.tell(&Message::new("turn.waiting-for").with("name", name))
                }
                None => model.tongue.say("turn.waiting-for-dice"),
            };
        }
        _ => {}
    }
    let Some(actor) = table.actor() else { return String::new() };
    let hint = table.thought.as_ref().is_some_and(|thought| thought.is_hint);
    match &table.kind {
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
        Kind::Replay(_) => model.tongue.say("replay.unfinished"),
        Kind::Local(_) if hint => model.tongue.say("hint.thinking"),
        Kind::Local(local) if !local.is_person(actor) => tell("turn.computer", actor),
        Kind::Local(_) if table.own_seat().is_some() => tell("turn.you", actor),
        Kind::Local(_) => tell("turn.seat", actor),
    }
}

/// The result in a sentence, once there is one.
pub fn result(model: &Model, table: &Table) -> Option<String> {
    let own = table.own_seat();
    let by = match table.early_end() {
        None => None,
        Some(Exit::Abandoned) => return Some(model.tongue.say("abandoned")),
        Some(Exit::Resigned(seat)) => Some(Message::new("resigned").with("seat", table.seat_name(seat))),
        Some(Exit::Dropped(seat)) if own == Some(seat) => Some(Message::new("dropped.you")),
        Some(Exit::Dropped(seat)) => Some(Message::new("dropped").with("seat", table.seat_name(seat))),
    };
    let by = by.map(|message| model.tongue.tell(&message));
    let outcome = table.outcome()?;
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
    let back_by = model.table.as_ref().and_then(Table::online).and_then(|online| online.back_by);
    let back_by = back_by.map(|at| {
        let message = if at > model.now {
            Message::new("away.come-back").with("time", countdown(model, at))
        } else {
            Message::new("away.too-late")
        };
        el("span").attr("data-back-by", "").text(model.tongue.tell(&message))
    });
    let unsent = unsent.then(|| el("span").text(model.tongue.say("line.unsent")));
    let problem = model.line_problem.as_ref().map(|problem| el("span").text(problem.clone()));
    Some(
        el("div")
            .class("headline banner")
            .attr("role", "status")
            .child(title(&words))
            .children(problem)
            .children(back_by)
            .children(unsent)
            .child(button(Wish::TryNow, model.tongue.say("line.try-now")).class("button")),
    )
}

/// What is said under the board, and what is drawn with it.
struct Story {
    class: &'static str,
    words: String,
    /// The dice that it tells of.
    dice: Option<Element>,
    /// The odds that it tells of, or what it would pay.
    odds: Option<Element>,
    pays: Option<Element>,
}

impl Story {
    fn of_words(class: &'static str, words: String) -> Self {
        Self { class, words, dice: None, odds: None, pays: None }
    }

    fn of_preview(model: &Model, table: &Table, preview: &Preview) -> Self {
        let (words, odds) = (table.say_all(&preview.story), dice::odds(model, table, preview));
        Self { class: "story would", words, dice: None, odds, pays: pays::view(table, preview) }
    }

    /// What just happened.
    fn of_last(model: &Model, table: &Table) -> Self {
        let words = table.last_shown().map(|moment| table.say_all(&moment.told)).unwrap_or_default();
        let (rolls, falling) = (table.rolls_shown(), falling(table));
        let dice = (!rolls.is_empty()).then(|| dice::dice(model, rolls, falling).key(format!("dice{falling:?}")));
        Self { class: "story happened", words, dice, odds: None, pays: None }
    }
}

/// What would happen, why something cannot, or what just did.
fn told(model: &Model, table: &Table) -> Story {
    if let Some(note) = &table.note {
        return Story::of_words("story note", note.clone());
    }
    let Some(place) = table.looking.filter(|_| table.acts_here() && table.dice == Dice::Lie) else {
        return picked(model)
            .filter(|_| table.dice == Dice::Lie)
            .map_or_else(|| Story::of_last(model, table), |words| Story::of_words("story would", words));
    };
    if let Some(action) = table.action_at(place) {
        return Story::of_preview(model, table, &table.preview(&action));
    }
    let name = table.picture.scene.name_of(place).unwrap_or_default().to_owned();
    let is_picked = table.picked.iter().any(|pick| table.place_of(pick) == Some(place));
    let key = if table.begun_with().is_some() { "leads.on" } else { "leads" };
    let leads = || table.picks_with(place).map(|_| model.tongue.tell(&Message::new(key).with("place", name.clone())));
    match picked(model).filter(|_| is_picked).or_else(leads) {
        Some(words) => Story::of_words("story would", words),
        None => Story::of_words("story why", table.why_not(place).unwrap_or(name)),
    }
}

/// What was picked of a longer action, and what is to be picked next.
pub fn picked(model: &Model) -> Option<String> {
    let table = model.table.as_ref().filter(|table| table.acts_here())?;
    let count = table.open().len() as i64;
    let place = table.picked.iter().rev().find_map(|pick| table.place_of(pick));
    let message = match (place, table.begun_with()) {
        (None, None) => return None,
        (None, Some(button)) => Message::new("picked.button").with("name", table.button_words(button)),
        (Some(place), begun) => {
            let name = table.picture.scene.name_of(place).unwrap_or_default().to_owned();
            Message::new(if begun.is_some() { "picked.on" } else { "picked" }).with("place", name)
        }
    };
    Some(model.tongue.tell(&message.with("count", count)))
}

fn story(model: &Model, table: &Table) -> Element {
    let Story { class, words, dice, odds, pays } = told(model, table);
    let confirm = table.armed.and_then(|place| table.action_at(place)).filter(|_| table.acts_here());
    let confirm = confirm.map(|action| {
        let words = model.tongue.tell(&Message::new("confirm").with("action", action.clone()));
        button(Wish::Play(action), words).class("button main").key("confirm")
    });
    let choices = table.choices().into_iter().enumerate().map(|(index, pick)| {
        let words = match &pick {
            Pick::Button(key) => table.button_words(key),
            other => other.to_string(),
        };
        // What a button does at once is told by whoever points at it.
        let picks: Vec<Pick> = table.picked.iter().cloned().chain([pick]).collect();
        let known =
            table.picture.picks.action(&picks).and_then(|action| table.previews.iter().find(|(k, _)| k == action));
        let title = known.map(|(_, preview)| table.say_all(&preview.story));
        button(Wish::Choose(index), words).class("button choose").maybe("title", title).key(format!("choice{index}"))
    });
    el("div")
        .class("under")
        .children(dice)
        .child(el("p").class(class).attr("data-story", "").text(words).key("words"))
        .children(odds.map(|odds| odds.key("odds")))
        .children(choices.collect::<Vec<_>>())
        .children(confirm)
        .children(pays.map(|pays| pays.key("pays")))
}
