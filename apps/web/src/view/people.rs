//! The players: colour and sign, whose turn it is, who is present, away, out or gone, and each player's gauges.

use game::{Exit, Message, Seat};

use super::trays;
use crate::html::{Element, el};
use crate::model::Model;
use client::{Client, Online};

/// The players by seat, each with its gauges.
pub(super) fn view(model: &Model, client: &Client) -> Element {
    let rows = Seat::first(client.seats).map(|seat| {
        let acts = client.seat_at_work() == Some(seat);
        let gauges = client.picture.scene.gauges.iter().filter(|gauge| gauge.seat == Some(seat)).map(|gauge| {
            let (value, most) = client.gauge_numbers(gauge);
            let value = el("span").class("value").text(value);
            let of = most.map(|most| el("span").text(most));
            el("span")
                .class("gauge")
                .child(
                    el("span")
                        .class("gauge-words")
                        .child(value)
                        .children(of)
                        .text(format!(" {}", client.say(&gauge.label))),
                )
                .children(gauge.most.map(|most| bar(seat, gauge.value, most)))
        });
        el("li")
            .class(match (acts, client.takes_part(seat)) {
                (true, _) => "person acts",
                (false, true) => "person",
                (false, false) => "person out",
            })
            .attr("data-seat", seat.0)
            .maybe("aria-current", acts.then_some("true"))
            .child(seat_dot(seat))
            .child(
                el("span")
                    .class("who")
                    .child(el("span").class("seat-name").text(client.seat_name(seat)))
                    .child(el("span").class("small").text(who(model, client, seat))),
            )
            .child(el("span").class("gauges").children(gauges).children(trays::beside(model, client, seat)))
    });
    let shared = client.picture.scene.gauges.iter().filter(|gauge| gauge.seat.is_none());
    let shared: Vec<Element> = shared.map(|gauge| el("p").class("small").text(client.count_in_words(gauge))).collect();
    // The line keeps its place while nobody watches, since people come and go.
    let watching = client.online().map(|online| {
        let words = Message::new("people.watching").with("count", i64::from(online.watching));
        let words = if online.watching > 0 { model.tongue.tell(&words) } else { String::new() };
        el("p").class("small watching").text(words)
    });
    el("section")
        .class("people")
        .child(el("h2").class("unseen").text(model.tongue.say("people")))
        .child(el("ul").children(rows))
        .children(shared)
        .children(watching)
}

/// A player's name, and whether they are present and still play.
fn who(model: &Model, client: &Client, seat: Seat) -> String {
    let player = client.player_in_words(seat);
    // Whether somebody who has left for good is still there does not matter, and would make the card higher.
    let gone = client.exit_of(seat).is_some();
    let sits = |online: &&Online| {
        online.bot(seat).is_none() && online.name_of(seat).is_some() && (!gone || online.you == Some(seat))
    };
    let who = match client.online().filter(sits) {
        Some(online) => format!("{player} · {}", presence(model, online, seat)),
        None => player,
    };
    match state(model, client, seat) {
        Some(state) if who.is_empty() => state,
        Some(state) => format!("{who} · {state}"),
        None => who,
    }
}

fn presence(model: &Model, online: &Online, seat: Seat) -> String {
    let here = online.people.get(seat.index()).is_some_and(|person| person.here);
    let countdown = online.losing().find(|(away, _)| *away == seat).map(|(_, at)| crate::words::countdown(model, at));
    match (online.you == Some(seat), here, countdown) {
        (true, ..) => model.tongue.say("who.you"),
        (false, true, _) => model.tongue.say("who.here"),
        (false, false, None) => model.tongue.say("who.away"),
        (false, false, Some(time)) => format!("{} {time}", model.tongue.say("who.away")),
    }
}

/// Whether a player has left or is out of the game, or which place they took.
fn state(model: &Model, client: &Client, seat: Seat) -> Option<String> {
    let place = client
        .outcome()
        .filter(|_| !client.history.is_past_shown() && client.seats > 2)
        .map(|outcome| outcome.place(seat));
    let place = place.map(|place| model.tongue.tell(&Message::new("who.place").with("place", i64::from(place))));
    let gone = match client.exit_of(seat) {
        Some(Exit::Resigned(_)) => Some(model.tongue.say("who.resigned")),
        Some(Exit::Dropped(_)) => Some(model.tongue.say("who.left")),
        Some(Exit::Abandoned) | None if place.is_none() && client.seats > 2 && !client.takes_part(seat) => {
            Some(model.tongue.say("who.out"))
        }
        Some(Exit::Abandoned) | None => None,
    };
    let words: Vec<String> = [gone, place].into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(" · "))
}

/// A seat's colour and sign as a dot.
pub(super) fn seat_dot(seat: Seat) -> Element {
    let svg = el("svg").class("seat-dot").attr("viewBox", "-14 -14 28 28").attr("aria-hidden", "true");
    svg.child(super::pieces::shape(seat, &scene::Shape::Stone, None, ""))
}

/// A gauge as a bar: the share of its largest value.
pub(super) fn bar(seat: Seat, value: i64, most: i64) -> Element {
    let share = 100.0 * (value as f64 / most.max(1) as f64).clamp(0.0, 1.0);
    let part = |class: String, width: f64| {
        el("rect").class(class).attr("width", format!("{width:.1}")).attr("height", "6").attr("rx", "3")
    };
    let bar = el("svg").class("bar").attr("viewBox", "0 0 100 6").attr("preserveAspectRatio", "none");
    bar.attr("aria-hidden", "true")
        .child(part("bar-ground".to_owned(), 100.0))
        .child(part(format!("bar-value seat-{}", seat.0), share))
}
