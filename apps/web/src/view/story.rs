//! Under the board: what would happen, why something cannot, or what just did, and the buttons that go with it.

use game::{Message, Seat};
use protocol::Moment;
use scene::{Pick, Place, Preview};

use super::panel::MANY_SENTENCES;
use super::{button, dice, pad, pays};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use crate::table::{Dice, Table};
use client::capital;

/// Which time a sentence under the board speaks of. Each has its own words in front and its own look, so that nobody
/// takes what would be for what was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tense {
    /// What would come of what is pointed at.
    Would,
    /// What the computer advises.
    Hint,
    /// What is planned and not sent yet.
    Planned,
    /// What the last move did.
    Was,
    /// What everybody did since one's own last turn.
    WasSince,
    /// What to do next.
    Next,
    /// Why something cannot be done.
    Why,
    /// What there is to say right now.
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

    /// What stands in front of the sentence.
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

/// What is said under the board, and what is drawn with it.
struct Story {
    tense: Tense,
    /// A line each; the seat that it is about where there are several.
    lines: Vec<(Option<Seat>, String)>,
    /// The dice that it tells of.
    dice: Option<Element>,
    /// The odds that it tells of, or what it would pay.
    odds: Option<Element>,
    pays: Option<Element>,
}

impl Story {
    fn of_words(tense: Tense, words: String) -> Self {
        Self { tense, lines: vec![(None, words)], dice: None, odds: None, pays: None }
    }

    fn of_preview(model: &Model, table: &Table, preview: &Preview) -> Self {
        let (words, odds) = (table.say_all(&preview.story), dice::odds(model, table, preview));
        Self { odds, pays: pays::view(table, preview), ..Self::of_words(Tense::Would, words) }
    }

    /// What just happened, with several opponents all of it since one's own last deed; after the end with everybody's
    /// place.
    fn of_last(model: &Model, table: &Table) -> Self {
        let line = |moment: &Moment| (moment.what.seat(), table.moment_in_words(moment));
        let mut lines: Vec<(Option<Seat>, String)> = match table.last_shown() {
            // Of what is told one by one beside it only the beginning is here.
            Some(moment) if has_steps(table, moment) => vec![(None, table.say_all(&moment.told[..1]))],
            Some(moment) if super::table::has_much_to_decide(table) => vec![line(moment)],
            _ => table.news().iter().map(line).collect(),
        };
        lines.retain(|(_, words)| !words.is_empty());
        lines.extend(table.places_in_words().filter(|_| !table.history.is_past_shown()).map(|places| (None, places)));
        let tense = match &lines[..] {
            [] => Tense::Next,
            [_] => Tense::Was,
            _ if table.hand().is_some() => Tense::WasSince,
            _ => Tense::Was,
        };
        let rolls = table.rolls_shown();
        let dice = (!rolls.is_empty()).then(|| dice::dice(model, rolls, None).key("dice"));
        Self { tense, lines, dice, odds: None, pays: None }
    }

    /// Dice are in the air. Those that are too many to fall on the board fall here.
    fn of_falling(model: &Model, table: &Table, throw: u32) -> Self {
        let rolls = table.rolls_shown();
        let here = !dice::fall_on_the_board(table);
        let dice = here.then(|| dice::dice(model, rolls, Some(throw)).key(format!("dice{throw}")));
        Self { dice, ..Self::of_words(Tense::Next, model.tongue.say("story.rolling")) }
    }
}

/// What would happen, why something cannot, or what just did.
fn told(model: &Model, table: &Table) -> Story {
    if let Dice::Falling { throw, .. } = table.dice {
        return Story::of_falling(model, table, throw);
    }
    if let Some(note) = &table.note {
        return Story::of_words(Tense::Note, note.clone());
    }
    let attends = table.acts_here() && table.dice == Dice::Lie;
    let would = |picks: &[Pick]| Some(table.certain(picks)).filter(|preview| !preview.story.is_empty());
    if let Some(pick) = table.pointing.considering().filter(|_| attends) {
        let picks: Vec<Pick> = table.pointing.picked().iter().chain([pick]).cloned().collect();
        if let Some(preview) = would(&picks) {
            return Story::of_preview(model, table, &preview);
        }
    }
    if let Some(hint) = table.hint_shown() {
        let words = table.hint_in_words().unwrap_or_default();
        // Where there are switches, they tell the odds already.
        let told = hint.steps.is_empty() && table.totals().is_some_and(|totals| totals.action == hint.action);
        let preview = if told { Preview::default() } else { hint.preview.clone() };
        let lines = vec![(None, words)];
        return Story { tense: Tense::Hint, lines, ..Story::of_preview(model, table, &preview) };
    }
    let Some(place) = table.pointing.looking().filter(|_| attends) else {
        let next = || table.picked_in_words().map(|words| Story::of_words(Tense::Next, words));
        let planned = || planned(table).map(|words| Story::of_words(Tense::Planned, words));
        let ahead = (table.dice == Dice::Lie).then(|| next().or_else(planned)).flatten();
        return ahead.unwrap_or_else(|| Story::of_last(model, table));
    };
    let picks = table.picks_with(place);
    if let Some(action) = picks.as_ref().and_then(|picks| table.picture.picks.action(picks)) {
        return Story::of_preview(model, table, &table.preview(action));
    }
    // A target that asks for one more pick: what is certain already, or what is asked for.
    if let Some(picks) = picks.as_ref().filter(|picks| picks.len() > 1) {
        match (would(picks), table.why_no_action(picks)) {
            (Some(preview), _) => return Story::of_preview(model, table, &preview),
            (None, Some(why)) => return Story::of_words(Tense::Next, why),
            (None, None) => {}
        }
    }
    let name = table.name_at(place);
    let is_picked = table.pointing.picked().iter().any(|pick| table.place_of(pick) == Some(place));
    let key = if table.begun_with().is_some() { "leads.on" } else { "leads" };
    let leads = || picks.as_ref().map(|_| model.tongue.tell(&Message::new(key).with("place", name.clone())));
    match table.picked_in_words().filter(|_| is_picked).or_else(leads) {
        Some(words) => Story::of_words(Tense::Next, words),
        None => Story::of_words(Tense::Why, table.why_not(place).unwrap_or(name)),
    }
}

/// What the piece is that is pointed at or was picked last: its name and its figures.
fn about(table: &Table) -> Option<Element> {
    // Its name comes first where it has one; whose it is and where it stands is seen.
    let figures = |title: Option<&Message>, about: &[Message]| {
        let name = title.map(|title| format!("{}: ", capital(&table.say(title)))).unwrap_or_default();
        (!about.is_empty()).then(|| format!("{name}{}", table.say_all(about)))
    };
    let on_board = |place: Place| {
        let pieces = table.picture.scene.pieces.iter().filter(move |piece| piece.place == place);
        let words: Vec<String> = pieces.filter_map(|piece| figures(piece.title.as_ref(), &piece.about)).collect();
        (!words.is_empty()).then(|| words.join(" "))
    };
    let in_tray = || {
        let (_, item) = table.pointing.picked().iter().rev().find_map(|pick| table.tray_item(pick))?;
        figures(item.title.as_ref(), &item.about)
    };
    let words = table.pointing.looking().and_then(on_board).or_else(in_tray).or_else(|| {
        let place = table.pointing.picked().iter().rev().find_map(|pick| table.place_of(pick))?;
        on_board(place)
    })?;
    Some(el("p").class("small about-piece").attr("data-about", "").text(words))
}

/// Plays the hint, or lets it go: right under its words.
fn hint_buttons(model: &Model, table: &Table) -> Option<Element> {
    let hint = table.hint_shown()?;
    let play = button(TablePress::PlayHint, model.tongue.say("hint.play"));
    let dismiss = button(TablePress::DismissHint, model.tongue.say("hint.dismiss"));
    let play = play.class(pad::class_of(&hint.preview)).attr("data-hint-play", "").key("hint-play");
    Some(el("div").class("row hinting").child(play).child(dismiss.class("button").key("hint-dismiss")).key("hinting"))
}

/// Whether a moment is told one by one beside the board.
fn has_steps(table: &Table, moment: &Moment) -> bool {
    super::table::has_much_to_decide(table) && moment.told.len() > MANY_SENTENCES
}

/// What was planned last; where there are switches, they tell the rest.
fn planned(table: &Table) -> Option<String> {
    let story = table.plan_shown()?.last_story();
    let told = if table.picture.scene.switches.is_empty() { story } else { story.get(..1)? };
    Some(table.say_all(told)).filter(|words| !words.is_empty())
}

pub(super) fn view(model: &Model, table: &Table) -> Element {
    let Story { tense, lines, dice, odds, pays } = told(model, table);
    let mut buttons = pad::view(model, table);
    buttons.extend(confirm(model, table).map(|button| button.key("confirm")));
    buttons.extend(routines(model, table));
    let label = tense.label(model).filter(|_| !lines.is_empty());
    let many = lines.len() > 1;
    let line = |(seat, words): (Option<Seat>, String)| match seat.filter(|_| many) {
        Some(seat) => el("p").child(super::people::seat_dot(seat)).child(el("span").text(words)),
        None => el("p").text(words),
    };
    let story = el("div").class(tense.class()).attr("data-story", "").children(lines.into_iter().map(line));
    el("div")
        .class("under")
        .children(dice)
        .child(
            el("div")
                .class("telling")
                .children(label.map(|label| el("span").class("tense").text(label).key("tense")))
                .child(story.key("words"))
                .children(hint_buttons(model, table))
                .children(about(table).map(|about| about.key("about")))
                .key("telling"),
        )
        .children(odds.map(|odds| odds.key("odds")))
        .children((!buttons.is_empty()).then(|| el("div").class("row choosing").children(buttons).key("choosing")))
        .children(pays.map(|pays| pays.key("pays")))
}

/// What was tapped once, to be played.
fn confirm(model: &Model, table: &Table) -> Option<Element> {
    let place = || table.pointing.marked_place().and_then(|place| table.action_at(place));
    let action = table.pointing.marked_button().and_then(|choice| table.action_of(choice).cloned()).or_else(place);
    let action = action.filter(|_| table.acts_here())?;
    let words = model.tongue.tell(&Message::new("confirm").with("action", action.clone()));
    let class = pad::class_of(&table.preview(&action));
    Some(button(TablePress::Play(action), words).class(class))
}

/// What can be left to the game, and the way to stop what is.
fn routines(model: &Model, table: &Table) -> Vec<Element> {
    // Where nothing of theirs lies beside the board any more there is nothing left to stop.
    let goes_on = |seat: &Seat| {
        let mut trays = table.picture.scene.trays.iter();
        table.actor() == Some(*seat) || trays.any(|tray| tray.seat == Some(*seat) && !tray.items.is_empty())
    };
    let stop =
        table.routines.iter().any(goes_on).then(|| {
            button(TablePress::StopRoutine, model.tongue.say("routine.stop")).class("button").key("stop-routine")
        });
    let mine = table.hand().is_some_and(|hand| table.routines.contains(&hand));
    let routine =
        table.picture.routine.as_ref().filter(|_| !mine && table.acts_here() && table.pointing.picked().is_empty());
    let begin = routine.map(|routine| {
        let button = button(TablePress::Routine, table.say(&routine.label)).class("button");
        button.attr("data-routine", "").key("routine")
    });
    begin.into_iter().chain(stop).collect()
}
