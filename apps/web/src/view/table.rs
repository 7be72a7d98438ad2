//! The table: the headline, the board, and everything else beside or under it.

use game::{Message, Seat};
use protocol::SeatInfo;
use scene::Layout;

use super::{
    about, board, button, dice, glance, lesson, message, overlays, panel, people, story, switches, title, trays,
    waiting,
};
use crate::ground::Ground;
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::{Press, TablePress};
use crate::words::countdown;
use client::{Client, Connection, Online, Source};

pub(super) fn view(model: &Model) -> Element {
    let Some(client) = &model.client else {
        return match &model.visit.trouble {
            Some(trouble) => message(trouble, model),
            None => opening(model),
        };
    };
    if let Some(to) = client.hand_over_to() {
        return hand_over(model, client, to);
    }
    open(model, client)
}

pub(super) fn open(model: &Model, client: &Client) -> Element {
    let tray = trays::near(model, client);
    // A game with much to decide has its controls beside the board if the window is wide enough.
    let decides = has_much_to_decide(client);
    let class = match (&tray, decides) {
        (_, true) => " deciding",
        (Some(_), false) => " with-tray",
        (None, false) => "",
    };
    // The notice stands below the words under the board: it comes and goes, and nothing must move while somebody aims.
    let away = client.online().and_then(|online| away(model, client, online)).map(|notice| notice.key("away"));
    // In a layout with controls beside the board, a tray with things to pick comes first, also in the others' turns, so
    // that it stays where it is. Only while something else is asked of the player does it come after that.
    let items = client.picture.scene.trays.iter().flat_map(|tray| &tray.items).filter_map(|item| item.unit);
    let first = decides && items.into_iter().any(|unit| !client.acts_here() || client.can_pick_unit(unit));
    let tray = tray.map(|tray| tray.key("tray"));
    let (above, under) = if first { (tray, None) } else { (None, tray) };
    let hand_over = client.hands_on_to().filter(|_| !client.is_undecided()).map(|to| {
        let words = model.tongue.tell(&Message::new("hand-over").with("seat", client.seat_name(to)));
        let button = button(TablePress::HandOver, words).attr("id", "hand-over").class("button main big");
        el("div").class("row hand-on").child(button).key("hand-on")
    });
    let (line, headline, panel) = match &model.visit.lesson {
        Some(taught) => (
            lesson::progress(model, taught, client),
            lesson::coach(model, taught, client),
            lesson::beside(model, taught, client),
        ),
        None => {
            (about::line(client), banner(model).unwrap_or_else(|| headline(model, client)), panel::view(model, client))
        }
    };
    let section = el("section")
        .class(format!("{}{class}", play_class(&client.ground)))
        .attr("aria-label", client.game.info().name)
        .child(line.key("about"))
        .child(headline.key("headline"))
        .children(glance::scores(client).map(|scores| scores.key("scores")))
        // A lesson has an aim of its own.
        .children(model.visit.lesson.is_none().then(|| glance::aim(client).key("aim")))
        .child(el("div").class("frame").child(board::view(model, client)).key("frame"));
    let switches = switches::view(model, client).map(|switches| switches.key("switches"));
    let overlays = overlays::view(model, client).map(|overlays| overlays.key("overlays"));
    let choosing = story::choosing(model, client).map(|choosing| choosing.key("choosing"));
    let ending = super::ending::view(model, client).map(|card| card.key("over"));
    let is_at_end = client.is_over() && !client.history.is_past_shown() && ending.is_some();
    let section = if decides {
        // Only the details scroll on a phone; the buttons stay where they are.
        let details = el("div")
            .class("details")
            .attr("tabindex", "0")
            .attr("role", "group")
            .attr("aria-label", model.tongue.say("details"))
            .children(above)
            // The end takes the buttons above the words away: what is told then is another text, and not the same one moved up.
            .child(story::view(model, client, None, away).children(ending).key(if client.is_over() {
                "end"
            } else {
                "story"
            }))
            .children(switches)
            .children(overlays)
            .children(under)
            .children(panel::steps_told(model, client).map(|steps| steps.key("told")));
        section.child(el("div").class("decide").child(details.key("details")).children(choosing).key("decide"))
    } else {
        let story = story::view(model, client, choosing, away).children(ending).key("story");
        section.children(under).child(story).children(switches).children(overlays)
    };
    let section = section.children(hand_over);
    let panel = panel.key("panel");
    // On a narrow window the invitation and the way to sit down come before the board.
    let guest = client.online().filter(|online| waiting::is_for_guest(online));
    let card = guest.and_then(|online| waiting::view(model, client, online));
    let class = match () {
        () if card.is_some() => "table with-guest",
        () if is_at_end => "table at-end",
        () => "table",
    };
    let card = card.map(|card| el("div").class("guest").child(card).key("guest"));
    el("div").class(class).children(card).child(section.key("play")).child(panel)
}

/// Whether the controls stand beside the board.
pub(super) fn has_much_to_decide(client: &Client) -> bool {
    client.picture.scene.style.layout == Layout::BesideBoard
}

/// The class that limits how much of the window a board of this shape takes.
fn play_class(ground: &Ground) -> &'static str {
    match ground {
        Ground { on_points: true, .. } if ground.ratio > 1.1 => "play points",
        Ground { on_points: true, .. } => "play points square",
        _ if ground.ratio < 1.0 => "play tall",
        _ => "play",
    }
}

/// The screen between two people at one device who must not see each other's view. It has no board and shows only facts
/// that are public.
fn hand_over(model: &Model, client: &Client, to: Seat) -> Element {
    let seat = |key: &'static str| model.tongue.tell(&Message::new(key).with("seat", client.seat_name(to)));
    let rolls = client.history.moments().last().map(|_| client.rolls_shown()).filter(|rolls| !rolls.is_empty());
    let dice = rolls.map(|rolls| dice::dice(model, rolls, None).key("dice"));
    let told = client.say_all(&client.told_to_all());
    let told =
        (!told.is_empty()).then(|| el("p").class("story happened").attr("data-story", "").text(told).key("told"));
    let note = client.note.clone().map(|note| el("p").class("story note").text(note).key("note"));
    el("section")
        .class("card message hand-over")
        .attr("data-hand-over", to.0)
        .child(people::seat_dot(to).key("dot"))
        .child(title(&seat("hand-over")))
        .child(el("div").class("under").children(dice).children(told).children(note).key("under"))
        .child(el("p").class("small").text(model.tongue.say("hand-over.why")).key("why"))
        .child(button(TablePress::TakeOver, seat("hand-over.done")).class("button main big").key("take-over"))
}

/// The table before its board has arrived. It reserves the board's space, so that nothing jumps.
fn opening(model: &Model) -> Element {
    let headline = || el("div").class("headline").child(title(&model.tongue.say("connection.opening")));
    el("div").class("table").child(
        el("section")
            .class("play")
            .child(banner(model).unwrap_or_else(headline).key("headline"))
            .child(el("div").class("frame skeleton").attr("aria-hidden", "true").key("skeleton")),
    )
}

/// The headline: whose turn it is and what to do, in a sentence.
fn headline(model: &Model, client: &Client) -> Element {
    let goes_on = !client.is_over() || client.history.is_past_shown() || client.is_undecided();
    let seat = client.seat_at_work().filter(|_| goes_on);
    // Before the match begins, the seat that everybody waits for: the sentence stays where it is when it changes.
    let awaited = client.online().filter(|online| !online.begun).map(|online| {
        let is_there = |seat: &Seat| online.people.get(seat.index()).is_some_and(|person| person.here);
        online.free_seats().next().or(Seat::first(client.seats).find(|seat| !is_there(seat))).unwrap_or(Seat(0))
    });
    // After the end it is the winner's, or an empty place after a draw.
    let winner = client.outcome().filter(|_| !goes_on).map(|outcome| outcome.winner());
    let dot = awaited.or(seat).or(winner.flatten()).map(people::seat_dot);
    let dot = dot.or_else(|| winner.map(|_| el("span").class("seat-dot"))).map(|dot| dot.key("dot"));
    let ring = client.thinking.thought().map(|thought| panel::ring(thought.share).key("ring"));
    let tools = super::tools::view(model, client).key("tools");
    el("div").class("headline").children(dot).child(title(&expectation(model, client))).children(ring).child(tools)
}

/// The players who are away and lose if they do not return, with a countdown. Screen readers announce the start; the
/// seconds are only visible.
fn away(model: &Model, client: &Client, online: &Online) -> Option<Element> {
    let notices: Vec<Element> = online
        .losing()
        .filter(|(seat, _)| online.you != Some(*seat) && !client.is_over())
        .map(|(seat, at)| {
            let key = match () {
                () if !online.begun => "away.seat",
                () if online.you.is_some() && client.seats == 2 => "away.yours",
                () if client.goes_on_without(seat) => "away.goes-on",
                () => "away.theirs",
            };
            let message = Message { key: key.into(), args: game::SortedMap::new() };
            let message = message.with("name", client.person_name(seat)).with("time", countdown(model, at));
            el("span").attr("data-away", seat.0).text(model.tongue.tell(&message))
        })
        .collect();
    (!notices.is_empty()).then(|| el("p").class("away").children(notices))
}

fn expectation(model: &Model, client: &Client) -> String {
    let tell = |key: &'static str, seat: Seat| {
        model.tongue.tell(&Message::new(key).with("seat", client.seat_name(seat)).with("expected", client.expected()))
    };
    if client.history.is_past_shown() {
        let waits_for_you = !client.is_over() && client.own_seat().is_some() && client.own_seat() == client.actor();
        let counted = counted(model, client);
        if waits_for_you {
            return format!("{counted} · {}", model.tongue.say("turn.past-yours"));
        }
        return counted;
    }
    if client.is_falling() {
        return model.tongue.say("turn.rolling");
    }
    if let Some(to) = client.hands_on_to() {
        return model.tongue.tell(&Message::new("turn.hand-over").with("seat", client.seat_name(to)));
    }
    if let Some(result) = client.result_in_words() {
        return result;
    }
    match client.online() {
        Some(online) if !online.everybody_sits() && online.you.is_none() => return model.tongue.say("free-seat"),
        Some(online) if !online.everybody_sits() && client.seats > 2 => {
            let free = online.free_seats().count() as i64;
            return model.tongue.tell(&Message::new("turn.waiting-for-many").with("count", free));
        }
        Some(online) if !online.everybody_sits() => return model.tongue.say("turn.waiting-for-people"),
        Some(online) if !online.begun => {
            let missing = |(_, seat): &(usize, &SeatInfo)| !seat.here && seat.share.is_none() && seat.bot.is_none();
            return match online.people.iter().enumerate().find(missing) {
                Some((seat, _)) => {
                    let name = client.person_name(Seat(seat as u8));
                    model.tongue.tell(&Message::new("turn.waiting-for").with("name", name))
                }
                None => model.tongue.say("turn.waiting-for-dice"),
            };
        }
        Some(_) | None => {}
    }
    // While a shot is in the air it is still the turn of the seat that fired it.
    let Some(actor) = client.in_the_air().map(|(seat, _)| seat).or(client.actor()) else { return String::new() };
    let hint = client.thinking.thought().is_some_and(|thought| thought.is_hint);
    match &client.source {
        Source::Online(online) if online.action_under_way().is_some() => model.tongue.say("turn.sending"),
        Source::Online(online) if online.bot(actor).is_some() => tell("turn.computer", actor),
        Source::Online(online) => match (online.you == Some(actor), online.name_of(actor)) {
            (true, _) => tell("turn.you", actor),
            (false, Some(name)) if !name.is_empty() => model.tongue.tell(
                &Message::new("turn.named")
                    .with("name", name.to_owned())
                    .with("seat", client.seat_name(actor))
                    .with("expected", client.expected()),
            ),
            _ => tell("turn.seat", actor),
        },
        Source::Replay(_) => model.tongue.say("replay.unfinished"),
        Source::Local(_) if hint => model.tongue.say("hint.thinking"),
        Source::Local(local) if !local.is_person(actor) => tell("turn.computer", actor),
        Source::Local(_) if client.own_seat().is_some() => tell("turn.you", actor),
        Source::Local(_) => tell("turn.seat", actor),
    }
}

/// The position of the shown moment, counted like the move list: by turns, and within a turn of several steps by steps.
fn counted(model: &Model, client: &Client) -> String {
    let Some(here) = client.history.place_shown() else {
        return model.tongue.say("turn.past-start");
    };
    let message = Message::new(if here.step < here.of_steps { "turn.past-step" } else { "turn.past" });
    let message = message.with("number", i64::from(here.turn)).with("of", i64::from(here.of_turns));
    model.tongue.tell(&message.with("step", here.step as i64).with("steps", here.of_steps as i64))
}

/// The state of the connection to the server, while it is not open. It replaces the headline, so that the board does
/// not move.
fn banner(model: &Model) -> Option<Element> {
    let unsent = model.client.as_ref().and_then(Client::online).is_some_and(|online| !online.pending.is_empty());
    let words = match model.visit.socket.state {
        Connection::Opening(0) | Connection::Greeted(0) if model.client.is_none() => return None,
        Connection::Opening(_) | Connection::Greeted(_) => model.tongue.say("connection.trying"),
        Connection::Down(_, at) => {
            let seconds = ((at - model.now) / 1000.0).ceil().max(1.0) as i64;
            model.tongue.tell(&Message::new("connection.wait").with("seconds", seconds))
        }
        Connection::Off | Connection::Live | Connection::Refused => return None,
    };
    let back_by = model.client.as_ref().and_then(Client::online).and_then(|online| online.back_by);
    let back_by = back_by.map(|at| {
        let begun = model.client.as_ref().and_then(Client::online).is_some_and(|online| online.begun);
        let key = match (at > model.now, begun) {
            (true, true) => "away.come-back",
            (true, false) => "away.come-back-seat",
            (false, true) => "away.too-late",
            (false, false) => "away.too-late-seat",
        };
        let message = Message { key: key.into(), args: game::SortedMap::new() };
        let message = message.with("time", countdown(model, at));
        el("span").attr("data-back-by", "").text(model.tongue.tell(&message))
    });
    let unsent = unsent.then(|| el("span").text(model.tongue.say("connection.unsent")));
    let problem = model.visit.socket.problem.as_ref().map(|problem| el("span").text(problem.clone()));
    Some(
        el("div")
            .class("headline banner")
            .attr("role", "status")
            .child(title(&words))
            .children(problem)
            .children(back_by)
            .children(unsent)
            .child(button(Press::TryNow, model.tongue.say("connection.try-now")).class("button")),
    )
}
