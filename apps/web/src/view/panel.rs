//! The panel beside the board: the players, the controls, the turns, and the list of legal actions.

use game::{Exit, Message};

use super::people::{self, seat_dot};
use super::{button, waiting};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::{Press, TablePress};
use crate::route::Route;
use client::{Client, TurnRow, TurnRowKind};

pub(super) fn view(model: &Model, client: &Client) -> Element {
    let journey = model.journey_of_match();
    // A guest's card is not in the panel, since it stands above the board on a phone.
    let inviting = client.online().filter(|online| !waiting::is_for_guest(online));
    let inviting = inviting.and_then(|online| waiting::view(model, client, online));
    let panel = el("aside")
        .class("panel")
        .attr("aria-label", model.tongue.say("panel"))
        .children(super::replay::eyes(model, client).map(|switch| switch.key("eyes")))
        // The controls stand above the players, whose cards grow and shrink, so that the buttons stay under the
        // pointer.
        .child(controls(model, client, inviting.is_some()).key("controls"))
        .children(journey.as_ref().and_then(|journey| headquarters(model, client, journey)))
        .children(notes(client).map(|notes| notes.key("notes")))
        .children(super::danger::view(model, client).map(|dangers| dangers.key("dangers")))
        .child(people::view(model, client).key("people"));
    // The invitation takes the place of everything that begins with the match, so that nothing moves when somebody sits down.
    if let Some(card) = inviting {
        return panel.child(card.class("card inviting").key("sit"));
    }
    panel
        .children(super::sheet::view(model, client).map(|sheet| sheet.key("sheet")))
        .children(super::chart::view(model, client).map(|charts| charts.key("charts")))
        // Those of a match of a journey are nobody's choice, and the headquarters has told what matters.
        .children(journey.is_none().then(|| super::about::options(model, client).key("options")))
        // The list of turns is the part that grows and shrinks, so little comes after it.
        .child(turns(model, client).key("turns"))
        .children(super::replay::report(model, client).map(|card| card.key("report")))
        // The space of the list stays while it is somebody else's turn, so that nothing in the panel moves.
        .child(
            legal(model, client).map_or_else(|| el("div").class("legal-space").key("space"), |list| list.key("legal")),
        )
}

/// The way back to the journey that a running match belongs to. It is no control of the match: on a phone their row is full.
fn headquarters(model: &Model, client: &Client, journey: &str) -> Option<Element> {
    (!client.is_over()).then(|| {
        let link = el("a").class("button").attr("href", Route::Journey(journey.to_owned()));
        el("p").child(link.text(model.tongue.say("journey.headquarters"))).key("headquarters")
    })
}

/// Facts about this match that the board does not show. They stand under the buttons, which a longer sentence must not
/// move. Notes that can come later have their place from the beginning: their longest sentences are there, but not seen.
fn notes(client: &Client) -> Option<Element> {
    let scene = &client.picture.scene;
    let note = |message: &Message| el("p").class("small").text(client::sentence(&client.say(message)));
    let notes = scene.notes.iter().map(|message| note(message).attr("data-note", &*message.key));
    let longest = &scene.style.longest_notes;
    let place = longest.iter().map(|sentences| el("div").class("note-place").children(sentences.iter().map(note)));
    (!scene.notes.is_empty() || !longest.is_empty()).then(|| {
        el("section").class("table-notes").child(el("div").children(notes).key("notes")).children(
            (!longest.is_empty())
                .then(|| el("div").class("notes-place").attr("aria-hidden", "true").children(place).key("place")),
        )
    })
}

/// A ring that shows the share of the work that is done.
pub(super) fn ring(share: f32) -> Element {
    let circle = |class| el("circle").class(class).attr("r", "8").attr("pathLength", "100");
    el("svg")
        .class("ring")
        .attr("viewBox", "-10 -10 20 20")
        .attr("role", "progressbar")
        .attr("aria-valuemin", "0")
        .attr("aria-valuemax", "100")
        .attr("aria-valuenow", (share * 100.0).round())
        .child(circle("ring-ground"))
        .child(circle("ring-share").attr("stroke-dasharray", format!("{:.0} 100", share * 100.0)))
}

fn controls(model: &Model, client: &Client, inviting: bool) -> Element {
    let say = |key| model.tongue.say(key);
    let running = !client.is_over() && client.replay().is_none();
    let sits = client.local().is_some() || client.online().is_some_and(|online| online.you.is_some());
    let local = client.local().is_some();
    let marked =
        client.pointing.marked_place().is_some_and(|place| client.action_at(place).is_some()) && client.acts_here();
    let can_undo = client.can_undo_local()
        || (!client.is_over()
            && (client.plan_shown().is_some()
                || marked
                || client.pointing.marked_button().is_some()
                || !client.pointing.picked().is_empty()));
    let undo = button(TablePress::Undo, say("undo")).class("button").flag("disabled", !can_undo).key("undo");
    let hint = button(TablePress::Hint, say("hint"))
        .class("button")
        .flag("disabled", !client.acts_here() || client.thinking.is_busy())
        .key("hint");
    // People at one screen can resign only in their own turn. The button stays in its place meanwhile.
    let may_resign = client.may_resign().is_some() || (local && running && client.own_seat().is_none());
    // Before a match online begins, the button is not seen, but has its place.
    let unbegun = client.online().is_some_and(|online| online.you.is_some() && !online.begun);
    let resign = button(TablePress::AskResign, say("resign"));
    let resign = resign.class(if may_resign { "button" } else { "button unseen-yet" }).key("resign");
    // Once the seats are taken, people with the link can watch. Before that, the invitation has the same button; only a phone
    // shows this one, because the invitation is below the board there.
    let watch = client.online().is_some_and(|online| online.everybody_sits() && !client.is_over());
    let link = (watch || inviting).then(|| {
        let words = say(if model.visit.copied == Some(true) { "copied" } else { "copy-link" });
        let link = button(Press::CopyLink, words).class(if inviting { "button main by-phone" } else { "button" });
        link.maybe("title", watch.then(|| say("copy-link.watch"))).key("link")
    });
    let not_copied =
        (watch && model.visit.copied == Some(false)).then(|| el("p").class("small").text(say("not-copied")).key("not"));
    el("section")
        .class("controls row")
        .attr("aria-label", say("controls"))
        .children((sits && (local || can_undo)).then_some(undo))
        // It keeps its place while something that stays after the end follows it.
        .children((local && (running || client.danger.is_shown())).then_some(hint))
        .children(super::danger::toggle(model, client))
        .children(super::bell::view(model, client))
        .children((may_resign || unbegun).then_some(resign))
        .children(link)
        .children(not_copied)
}

/// The move list, with buttons to step back and forth.
fn turns(model: &Model, client: &Client) -> Element {
    let say = |key| model.tongue.say(key);
    let (shown, first, last) = (client.moment_shown(), client.history.first_known(), client.history.len());
    let step = |press: TablePress, sign: &str, words: String, off: bool| {
        let icon = el("svg").class("icon").attr("viewBox", "0 0 16 16").attr("aria-hidden", "true");
        let button = el("button").attr("type", "button").on_click(press).class("button step");
        let button = button.attr("aria-label", &words).attr("title", &words).flag("disabled", off);
        button.child(icon.child(el("path").attr("d", sign)))
    };
    let bar = el("div")
        .class("row steps")
        .child(step(TablePress::Show(0), "M2,2H4V14H2ZM14,2V14L5,8Z", say("turns.first"), shown == first))
        .child(step(TablePress::Step(-1), "M12,2V14L3,8Z", say("turns.back"), shown == first))
        .child(step(TablePress::Step(1), "M4,2V14L13,8Z", say("turns.forth"), shown == last))
        .child(
            button(
                TablePress::Now,
                say(if client.is_over() || client.replay().is_some() { "turns.last" } else { "turns.now" }),
            )
            .class("button")
            .flag("disabled", !client.history.is_past_shown()),
        );
    let lines = client.history.turn_rows();
    let is_empty = lines.is_empty();
    // Rows are counted by turns, so that most of them keep their numbers when earlier ones come from the server.
    let before = lines.first().and_then(|row| row.number).map_or(0, |number| number as usize - 1);
    let items = lines.into_iter().zip(before..).map(|(line, index)| {
        let facts = TurnFacts {
            name: line.seat.map(|seat| client.person_name(seat)),
            shown: Some(shown).filter(|shown| line.leads_to(*shown)),
            is_undecided: client.is_undecided() && line.leads_to(shown),
            row: line,
            language: model.tongue.language,
        };
        model.visit.kept_turns.part(index, facts, |facts| turn(model, facts).key(format!("turn{index}")))
    });
    let all = if is_empty {
        el("p").class("small").text(say("turns.none"))
    } else {
        el("ol")
            .class("turn-list")
            .attr("data-follow", shown)
            .attr("tabindex", "0")
            .attr("aria-label", say("turns"))
            .children((first > 0).then(|| missing_turns(model, before)).into_iter().flatten())
            .children(items)
    };
    el("section").class("turns").child(el("h2").text(say("turns"))).child(bar.key("bar")).child(all.key(if is_empty {
        "none"
    } else {
        "list"
    }))
}

/// Empty rows in place of turns that are still to come from the server, as many as can be seen, so that nothing moves when
/// they come.
fn missing_turns(model: &Model, before: usize) -> Vec<Element> {
    let row = |index: usize| {
        let words = if index == 0 { model.tongue.say("turns.loading") } else { String::new() };
        el("li").class("small").attr("data-missing", "").text(words).key(format!("missing{index}"))
    };
    (0..before.clamp(1, MOST_MISSING_ROWS)).map(row).collect()
}

/// More rows than fit on a screen.
const MOST_MISSING_ROWS: usize = 40;

/// The sentences of the latest long moment as a list. It stays until the next long moment; each row of the move list
/// leads to its own.
pub(super) fn steps_told(model: &Model, client: &Client) -> Option<Element> {
    let mut so_far = (0..client.landed()).rev().map_while(|index| Some((index, client.history.moment(index)?)));
    let (index, moment) = so_far.find(|(_, moment)| moment.told.len() > MANY_SENTENCES)?;
    let steps = moment.told.iter().map(|message| el("li").text(client::sentence(&client.say(message))));
    let turn = client.history.place_after(index + 1).map_or(0, |here| here.turn);
    let heading = Message::new("told").with("number", i64::from(turn));
    Some(
        el("section")
            .class("card steps-told")
            .attr("data-told", index + 1)
            .child(el("h2").attr("id", "steps-told").text(model.tongue.tell(&heading)))
            // A long list scrolls, so the keyboard must reach it.
            .child(el("ol").attr("tabindex", "0").attr("aria-labelledby", "steps-told").children(steps)),
    )
}

/// The sentences of a moment with more than this many are listed one by one.
pub(super) const MANY_SENTENCES: usize = 2;

/// All facts that a row of the move list depends on.
#[derive(PartialEq)]
pub struct TurnFacts {
    row: TurnRow,
    /// The name of whose turn it was.
    name: Option<String>,
    /// The moment that the board shows, if it is one of this row.
    shown: Option<usize>,
    /// Whether the dice of that moment are still falling.
    is_undecided: bool,
    language: &'static str,
}

/// A row of the move list.
fn turn(model: &Model, facts: &TurnFacts) -> Element {
    let number = facts.row.number.map_or_else(String::new, |number| number.to_string());
    el("li")
        .child(el("span").class("number").text(number))
        .children(facts.row.seat.map(seat_dot))
        .children(facts.name.as_deref().map(|name| el("span").class("unseen").text(name)))
        .child(el("span").class("actions").children(actions(model, facts)))
}

/// The actions of a row of the move list, or what else it tells.
fn actions(model: &Model, facts: &TurnFacts) -> Vec<Element> {
    let line = &facts.row;
    let step = |words: &str, moment: usize| {
        let here = facts.shown == Some(moment);
        button(TablePress::Show(moment), words)
            .class(if here { "turn-action here" } else { "turn-action" })
            .maybe("aria-current", here.then_some("step"))
    };
    let end = |key| vec![step(&model.tongue.say(key), line.moment)];
    match &line.what {
        TurnRowKind::Pass => vec![el("span").class("small").text(model.tongue.say("turns.pass"))],
        TurnRowKind::Exit(Exit::Resigned(_)) => end("turns.resigned"),
        TurnRowKind::Exit(Exit::Dropped(_)) => end("turns.dropped"),
        TurnRowKind::Exit(Exit::Abandoned) => end("turns.abandoned"),
        TurnRowKind::Actions(actions) => actions
            .iter()
            .map(|(action, rolls, moment)| {
                let rolled = |words: String| el("span").class("rolled").text(words);
                let in_the_air = facts.is_undecided && facts.shown == Some(*moment);
                let rolled: Vec<Element> = if in_the_air {
                    Vec::new()
                } else if rolls.len() > super::dice::MANY {
                    vec![rolled(model.tongue.tell(&Message::new("turns.dice").with("count", rolls.len() as i64)))]
                } else {
                    rolls.iter().map(|roll| rolled(roll.value.to_string())).collect()
                };
                step(action, *moment).children(rolled)
            })
            .collect(),
    }
}

/// All legal actions as a list, for people who do not see the board.
pub(super) fn legal(model: &Model, client: &Client) -> Option<Element> {
    if client.previews.known().is_empty() || !client.previews.pending().is_empty() {
        return None;
    }
    let items = client.previews.known().iter().map(|(action, preview)| {
        let (story, odds) = (client.say_all(&preview.story), super::dice::odds_in_words(model, client, preview));
        let odds = (!odds.is_empty()).then(|| el("span").class("small").text(format!(" {odds}")));
        el("li").child(
            button(TablePress::Play(action.clone()), if story.is_empty() { action.clone() } else { story })
                .class("legal-action")
                .children(odds),
        )
    });
    let key = if client.has_more_actions() { "legal.short" } else { "legal" };
    let words = model.tongue.tell(&Message::new(key).with("count", client.previews.known().len() as i64));
    Some(el("details").class("legal").child(el("summary").text(words)).child(el("ul").children(items)))
}
