//! Under the board: what would happen, why something cannot, or what just did, and the buttons that go with it.

use game::{Message, Seat};
use protocol::Moment;
use scene::{Pick, Place, Preview};

use super::panel::MANY_SENTENCES;
use super::table::{falling, happened, places};
use super::{board, button, dice, pad, pays};
use crate::html::{Element, el};
use crate::model::Model;
use crate::table::{Dice, Table};
use crate::wish::Wish;

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

    /// What just happened, with several opponents all of it since one's own last deed; after the end with everybody's
    /// place.
    fn of_last(model: &Model, table: &Table) -> Self {
        let words = match table.last_shown() {
            // Of what is told one by one beside it only the beginning is here.
            Some(moment) if has_steps(table, moment) => table.say_all(&moment.told[..1]),
            Some(moment) if super::table::has_much_to_decide(table) => happened(model, table, moment),
            _ => {
                let words: Vec<String> = table.news().iter().map(|moment| happened(model, table, moment)).collect();
                words.join(" ")
            }
        };
        let places = places(table).filter(|_| table.shown.is_none()).unwrap_or_default();
        let words = format!("{words} {places}").trim().to_owned();
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
    let attends = table.acts_here() && table.dice == Dice::Lie;
    let would = |picks: &[Pick]| Some(table.certain(picks)).filter(|preview| !preview.story.is_empty());
    if let Some(pick) = table.considering.as_ref().filter(|_| attends) {
        let picks: Vec<Pick> = table.picked.iter().chain([pick]).cloned().collect();
        if let Some(preview) = would(&picks) {
            return Story::of_preview(model, table, &preview);
        }
    }
    let Some(place) = table.looking.filter(|_| attends) else {
        return picked(model)
            .or_else(|| planned(table))
            .filter(|_| table.dice == Dice::Lie)
            .map_or_else(|| Story::of_last(model, table), |words| Story::of_words("story would", words));
    };
    let picks = table.picks_with(place);
    if let Some(action) = picks.as_ref().and_then(|picks| table.picture.picks.action(picks)) {
        return Story::of_preview(model, table, &table.preview(action));
    }
    // A target that asks for one more pick: what is certain already, or what is asked for.
    if let Some(picks) = picks.as_ref().filter(|picks| picks.len() > 1) {
        match (would(picks), table.why_no_action(picks)) {
            (Some(preview), _) => return Story::of_preview(model, table, &preview),
            (None, Some(why)) => return Story::of_words("story would", why),
            (None, None) => {}
        }
    }
    let name = name_at(table, place);
    let is_picked = table.picked.iter().any(|pick| table.place_of(pick) == Some(place));
    let key = if table.begun_with().is_some() { "leads.on" } else { "leads" };
    let leads = || picks.as_ref().map(|_| model.tongue.tell(&Message::new(key).with("place", name.clone())));
    match picked(model).filter(|_| is_picked).or_else(leads) {
        Some(words) => Story::of_words("story would", words),
        None => Story::of_words("story why", table.why_not(place).unwrap_or(name)),
    }
}

/// A place by its name, with what it is called that stands there, if it is called anything.
fn name_at(table: &Table, place: Place) -> String {
    let name = table.picture.scene.name_of(place).unwrap_or_default();
    let titled = table.picture.scene.pieces.iter().find(|piece| piece.place == place && piece.title.is_some());
    match titled.and_then(|piece| piece.title.as_ref()) {
        Some(title) => format!("{} {name}", table.say(title)),
        None => name.to_owned(),
    }
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

/// What was picked of a longer action with what is certain of it, and what is to be picked next.
pub fn picked(model: &Model) -> Option<String> {
    let table = model.table.as_ref().filter(|table| table.acts_here() && !table.picked.is_empty())?;
    let count = table.open().len() as i64;
    let named = table.picked.iter().rev().find_map(|pick| match table.tray_item(pick) {
        Some((_, item)) => Some(board::thing(model, table, &item.shape, item.title.as_ref())),
        None => table.place_of(pick).map(|place| name_at(table, place)),
    });
    let message = match (named, table.begun_with()) {
        (None, None) => return None,
        (None, Some(button)) if count == 0 => Message::new("picked.choose").with("place", table.button_words(button)),
        (None, Some(button)) => Message::new("picked.button").with("name", table.button_words(button)),
        (Some(name), _) if count == 0 => Message::new("picked.choose").with("place", name),
        (Some(name), Some(_)) => Message::new("picked.on").with("place", name),
        (Some(name), None) => Message::new("picked").with("place", name),
    };
    let certain = if table.picked.len() > 1 { table.certain(&table.picked).story } else { Vec::new() };
    let asked = (table.picked.len() > 1 && count == 0).then(|| table.why_no_action(&table.picked)).flatten();
    Some(match asked {
        _ if !certain.is_empty() => format!("{} {}", table.say_all(&certain), model.tongue.say("choose-now")),
        Some(asked) => asked,
        None => model.tongue.tell(&message.with("count", count)),
    })
}

pub(super) fn view(model: &Model, table: &Table) -> Element {
    let Story { class, words, dice, odds, pays } = told(model, table);
    let mut buttons = pad::view(model, table);
    buttons.extend(confirm(model, table).map(|button| button.key("confirm")));
    buttons.extend(routines(model, table));
    el("div")
        .class("under")
        .children(dice)
        .child(el("p").class(class).attr("data-story", "").text(words).key("words"))
        .children(odds.map(|odds| odds.key("odds")))
        .children((!buttons.is_empty()).then(|| el("div").class("row choosing").children(buttons).key("choosing")))
        .children(pays.map(|pays| pays.key("pays")))
}

/// What was tapped once, to be played.
fn confirm(model: &Model, table: &Table) -> Option<Element> {
    let place = || table.armed.and_then(|place| table.action_at(place));
    let action = table.pressed.as_ref().and_then(|choice| table.action_of(choice).cloned()).or_else(place);
    let action = action.filter(|_| table.acts_here())?;
    let words = model.tongue.tell(&Message::new("confirm").with("action", action.clone()));
    Some(button(Wish::Play(action), words).class("button main"))
}

/// What can be left to the game, and the way to stop what is.
fn routines(model: &Model, table: &Table) -> Vec<Element> {
    // Where nothing of theirs lies beside the board any more there is nothing left to stop.
    let goes_on = |seat: &Seat| {
        let mut trays = table.picture.scene.trays.iter();
        table.actor() == Some(*seat) || trays.any(|tray| tray.seat == Some(*seat) && !tray.items.is_empty())
    };
    let stop = table
        .routines
        .iter()
        .any(goes_on)
        .then(|| button(Wish::StopRoutine, model.tongue.say("routine.stop")).class("button").key("stop-routine"));
    let mine = table.hand().is_some_and(|hand| table.routines.contains(&hand));
    let routine = table.picture.routine.as_ref().filter(|_| !mine && table.acts_here() && table.picked.is_empty());
    let begin = routine.map(|routine| {
        let button = button(Wish::Routine, table.say(&routine.label)).class("button");
        button.attr("data-routine", "").key("routine")
    });
    begin.into_iter().chain(stop).collect()
}
