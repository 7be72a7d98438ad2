//! The text under the board: what an action would do, why it is not legal, or what just happened, with its buttons.

use client::Moment;
use game::{Message, Seat};
use scene::{Place, Preview};

use super::panel::MANY_SENTENCES;
use super::{button, dice, pad, pays};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use client::capital;
use client::{Client, Dice, OfPlace};

/// The time that a sentence under the board is about. Each has its own label and its own look, so that nobody mistakes
/// a preview for an event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tense {
    /// The result of the action that is pointed at.
    Would,
    /// The computer's advice.
    Hint,
    /// The plan, which is not sent yet.
    Planned,
    /// The result of the last move.
    Was,
    /// Everybody's moves since the viewer's last turn.
    WasSince,
    /// The next thing to do.
    Next,
    /// The reason why an action is not legal.
    Why,
    /// A message of the table, such as a refusal.
    Note,
}

impl Tense {
    fn class(self) -> &'static str {
        match self {
            Self::Would => "story would",
            Self::Hint => "story would hint",
            Self::Planned => "story planned",
            Self::Was | Self::WasSince => "story happened",
            Self::Next => "story next",
            Self::Why => "story why",
            Self::Note => "story note",
        }
    }

    /// The words in front of the sentence.
    fn label(self, model: &Model) -> Option<String> {
        match self {
            Self::Would => Some(model.tongue.say("story.would")),
            Self::Planned => Some(model.tongue.say("story.planned")),
            Self::Was => Some(model.tongue.say("story.was")),
            Self::WasSince => Some(model.tongue.say("story.was-since")),
            Self::Hint | Self::Next | Self::Why | Self::Note => None,
        }
    }
}

/// The text under the board, and the drawings that belong to it.
struct Story {
    tense: Tense,
    /// The lines, each with the seat that it is about if there are several.
    lines: Vec<(Option<Seat>, String)>,
    /// The dice that the text is about.
    dice: Option<Element>,
    /// The odds of the action, and below them its payments.
    odds: Option<Element>,
    pays: Option<Element>,
}

impl Story {
    fn of_words(tense: Tense, words: String) -> Self {
        Self { tense, lines: vec![(None, words)], dice: None, odds: None, pays: None }
    }

    fn of_preview(model: &Model, client: &Client, preview: &Preview) -> Self {
        let (words, odds) = (client.say_all(&preview.story), dice::odds(model, client, preview));
        Self { odds, pays: pays::view(client, preview), ..Self::of_words(Tense::Would, words) }
    }

    /// The last events: with several opponents all since the viewer's last turn, and after the end with the final
    /// ranking.
    fn of_last(model: &Model, client: &Client) -> Self {
        let line = |moment: &Moment| (moment.what.seat(), client.moment_in_words(moment));
        let mut lines: Vec<(Option<Seat>, String)> = match client.last_shown() {
            // The panel beside the board lists all sentences of this moment, so only the first one stands here.
            Some(moment) if has_steps(client, moment) => vec![(None, client.say_all(&moment.told[..1]))],
            Some(moment) if super::table::has_much_to_decide(client) => vec![line(moment)],
            _ => client.news().iter().map(line).collect(),
        };
        lines.retain(|(_, words)| !words.is_empty());
        lines.extend(client.places_in_words().filter(|_| !client.history.is_past_shown()).map(|places| (None, places)));
        let tense = match &lines[..] {
            [] => Tense::Next,
            [_] => Tense::Was,
            _ if client.hand().is_some() => Tense::WasSince,
            _ => Tense::Was,
        };
        let rolls = client.rolls_shown();
        let dice = (!rolls.is_empty()).then(|| dice::dice(model, rolls, None).key("dice"));
        Self { tense, lines, dice, odds: None, pays: None }
    }

    /// The text while dice are falling. If they are too many for the board, they are drawn here.
    fn of_falling(model: &Model, client: &Client, throw: u32) -> Self {
        let rolls = client.rolls_shown();
        let here = !dice::fall_on_the_board(client);
        let dice = here.then(|| dice::dice(model, rolls, Some(throw)).key(format!("dice{throw}")));
        Self { dice, ..Self::of_words(Tense::Next, model.tongue.say("story.rolling")) }
    }
}

/// The text under the board: a preview, the reason why an action is not legal, or the last events.
fn told(model: &Model, client: &Client) -> Story {
    if let Some(moving) = client.moving.as_ref().filter(|_| client.is_falling()) {
        return Story::of_falling(model, client, moving.number);
    }
    if let Some(note) = &client.note {
        return Story::of_words(Tense::Note, note.clone());
    }
    let attends = client.acts_here() && client.dice == Dice::Lie;
    let considered = attends.then(|| client.considered()).flatten();
    if let Some(preview) = considered.filter(|preview| !preview.story.is_empty()) {
        return Story::of_preview(model, client, &preview);
    }
    if client.hint_shown().is_some() {
        let words = client.hint_in_words().unwrap_or_default();
        let preview = client.hint_preview_untold().cloned().unwrap_or_default();
        let lines = vec![(None, words)];
        return Story { tense: Tense::Hint, lines, ..Story::of_preview(model, client, &preview) };
    }
    let Some(place) = client.pointing.looking().filter(|_| attends) else {
        let next = || client.picked_in_words().map(|words| Story::of_words(Tense::Next, words));
        let planned = || client.last_step_in_words().map(|words| Story::of_words(Tense::Planned, words));
        let ahead = (client.dice == Dice::Lie).then(|| next().or_else(planned)).flatten();
        return ahead.unwrap_or_else(|| Story::of_last(model, client));
    };
    let leads = || {
        let key = if client.begun_with().is_some() { "leads.on" } else { "leads" };
        model.tongue.tell(&Message::new(key).with("place", client.name_at(place)))
    };
    match client.of_place(place) {
        OfPlace::Would(preview) => Story::of_preview(model, client, &preview),
        OfPlace::Next(words) => Story::of_words(Tense::Next, words),
        OfPlace::Picked => Story::of_words(Tense::Next, client.picked_in_words().unwrap_or_else(leads)),
        OfPlace::Planned => Story::of_words(Tense::Planned, client.last_step_in_words().unwrap_or_else(leads)),
        OfPlace::Leads => Story::of_words(Tense::Next, leads()),
        OfPlace::WhyNot(why) => Story::of_words(Tense::Why, why.unwrap_or_else(|| client.name_at(place))),
    }
}

/// The name and the figures of the piece that is pointed at or was picked last; of an empty place, what is known of it.
fn about(client: &Client) -> Option<Element> {
    // The owner and the place can be seen on the board, so only the name is given.
    let figures = |title: Option<&Message>, about: &[Message]| {
        let name = title.map(|title| format!("{}: ", capital(&client.say(title)))).unwrap_or_default();
        (!about.is_empty()).then(|| format!("{name}{}", client.say_all(about)))
    };
    let on_board = |place: Place| {
        let pieces = client.picture.scene.pieces.iter().filter(move |piece| piece.place == place);
        let words: Vec<String> = pieces.filter_map(|piece| figures(piece.title.as_ref(), &piece.about)).collect();
        if words.is_empty() { client.ground_in_words(place) } else { Some(words.join(" ")) }
    };
    let in_tray = || {
        let (_, item) = client.pointing.picked().iter().rev().find_map(|pick| client.tray_item(pick))?;
        figures(item.title.as_ref(), &item.about)
    };
    let words = client.pointing.looking().and_then(on_board).or_else(in_tray).or_else(|| {
        let place = client.pointing.picked().iter().rev().find_map(|pick| client.place_of(pick))?;
        on_board(place)
    })?;
    Some(el("p").class("small about-piece").attr("data-about", "").text(words))
}

/// The buttons that play or dismiss the hint, right under its words.
fn hint_buttons(model: &Model, client: &Client) -> Option<Element> {
    let hint = client.hint_shown()?;
    let play = button(TablePress::PlayHint, model.tongue.say("hint.play"));
    let dismiss = button(TablePress::DismissHint, model.tongue.say("hint.dismiss"));
    let play = play.class(pad::class_of(&hint.preview)).attr("data-hint-play", "").key("hint-play");
    Some(el("div").class("row hinting").child(play).child(dismiss.class("button").key("hint-dismiss")).key("hinting"))
}

/// Whether the panel beside the board lists the sentences of a moment one by one.
fn has_steps(client: &Client, moment: &Moment) -> bool {
    super::table::has_much_to_decide(client) && moment.told.len() > MANY_SENTENCES
}

/// The buttons of what is being chosen.
pub(super) fn choosing(model: &Model, client: &Client) -> Option<Element> {
    let mut buttons = pad::view(model, client);
    buttons.extend(confirm(model, client).map(|button| button.key("confirm")));
    buttons.extend(routines(model, client));
    (!buttons.is_empty()).then(|| el("div").class("row choosing").children(buttons))
}

/// What happened or would happen, with the buttons `choosing` if they stand among the words, and below it a `notice`.
pub(super) fn view(model: &Model, client: &Client, choosing: Option<Element>, notice: Option<Element>) -> Element {
    let Story { tense, lines, dice, odds, pays } = told(model, client);
    let label = tense.label(model).filter(|_| !lines.is_empty());
    let many = lines.len() > 1;
    let line = |(seat, words): (Option<Seat>, String)| match seat.filter(|_| many) {
        Some(seat) => el("p").child(super::people::seat_dot(seat)).child(el("span").text(words)),
        None => el("p").text(words),
    };
    let story = el("div").class(tense.class()).attr("data-story", "").children(lines.into_iter().map(line));
    el("div")
        .class("under")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", model.tongue.say("story"))
        .children(super::glance::threats(model, client).map(|threats| threats.key("threats")))
        .children(dice)
        .child(
            el("div")
                .class("telling")
                .children(label.map(|label| el("span").class("tense").text(label).key("tense")))
                .child(story.key("words"))
                .children(hint_buttons(model, client))
                .children(about(client).map(|about| about.key("about")))
                .key("telling"),
        )
        .children(odds.map(|odds| odds.key("odds")))
        .children(choosing)
        .children(pays.map(|pays| pays.key("pays")))
        .children(notice)
}

/// The button that plays the action that the first tap has marked.
fn confirm(model: &Model, client: &Client) -> Option<Element> {
    let place = || client.pointing.marked_place().and_then(|place| client.action_at(place));
    let action = client.pointing.marked_button().and_then(|choice| client.action_of(choice).cloned()).or_else(place);
    let action = action.filter(|_| client.acts_here())?;
    let words = model.tongue.tell(&Message::new("confirm").with("action", action.clone()));
    let class = pad::class_of(&client.preview(&action));
    Some(button(TablePress::Play(action), words).class(class))
}

/// The button that leaves a routine to the game, and the button that stops the running routines.
fn routines(model: &Model, client: &Client) -> Vec<Element> {
    // A routine that has nothing left to do needs no button.
    let goes_on = |seat: &Seat| client.actor() == Some(*seat) || client.picture.scene.routines.contains(seat);
    let stop =
        client.routines.iter().any(goes_on).then(|| {
            button(TablePress::StopRoutine, model.tongue.say("routine.stop")).class("button").key("stop-routine")
        });
    let mine = client.hand().is_some_and(|hand| client.routines.contains(&hand));
    // Somebody who plans by hand has decided against it, and phones have no room for one more button then.
    let is_free = client.acts_here() && client.pointing.picked().is_empty() && client.plan.is_empty();
    let routine = client.picture.routine.as_ref().filter(|_| !mine && is_free);
    let begin = routine.map(|routine| {
        let button = button(TablePress::Routine, client.say(&routine.label)).class("button");
        button.attr("data-routine", "").key("routine")
    });
    begin.into_iter().chain(stop).collect()
}
