//! What a phone shows beside the board without scrolling, because the panel is below the fold there: the score and the worst
//! threats. Wider windows show neither. Screen readers find both in the panel. A low phone has a line for the aim, too.

use game::{Message, Seat};
use scene::Gauge;

use super::people::seat_dot;
use super::sheet;
use crate::html::{Element, el};
use crate::model::Model;
use client::{Client, sentence};

/// At most this many threats are told under the board.
const MOST_THREATS: usize = 3;

/// The aim, for phones that have room for one line of it. A press unfolds all of it.
pub(super) fn aim(client: &Client) -> Element {
    el("details").class("aim-line").attr("data-aim-line", "").child(el("summary").text(client.aim_in_words()))
}

/// The first gauge of every player, if every player has one.
pub(super) fn scores(client: &Client) -> Option<Element> {
    let gauges = &client.picture.scene.gauges;
    let score = |seat: Seat| {
        let gauge = gauges.iter().find(|gauge| gauge.seat == Some(seat))?;
        Some((gauge, el("span").child(seat_dot(seat)).text(client.gauge_number(gauge))))
    };
    let scores = Seat::first(client.seats).map(score).collect::<Option<Vec<_>>>()?;
    let label = |gauge: &Gauge| el("small").text(client.say(&gauge.label));
    let first = scores.first()?.0;
    // One word for all of them: «1 and 3 stones», not «stone». Sides that count different things have a word each.
    let is_shared = scores.iter().all(|(gauge, _)| gauge.label.key == first.label.key);
    let greatest = scores.iter().map(|(gauge, _)| gauge).max_by_key(|gauge| gauge.value).filter(|_| is_shared);
    let shared = greatest.map(|gauge| label(gauge));
    let scores =
        scores.into_iter().map(|(gauge, score)| if is_shared { score } else { score.text(" ").child(label(gauge)) });
    let line = el("p").class("scores").attr("aria-hidden", "true").children(scores).children(shared);
    Some(line.children(queue(client)))
}

/// The order in which the pieces act now, by their short names.
fn queue(client: &Client) -> Option<Element> {
    let queue = client.picture.scene.queues.iter().find(|queue| queue.runs)?;
    // The places in the order stay where they are. Another order changes only who is written there.
    let tags = queue.pieces.iter().enumerate().map(|(place, piece)| {
        let class = format!("{} seat-{}", sheet::class_of(piece.stage), piece.seat.0);
        el("span").class(class).text(piece.tag.clone()).key(format!("place{place}"))
    });
    let class = if sheet::is_settled(client) { "strip" } else { "strip unseen-yet" };
    Some(el("span").class(class).children(tags).key("strip"))
}

/// The worst threats in words, while they are shown.
pub(super) fn threats(model: &Model, client: &Client) -> Option<Element> {
    client.danger_title()?;
    let threats = client.threats(); // the worst first
    let more = threats.len().saturating_sub(MOST_THREATS);
    let lines = threats.iter().take(MOST_THREATS).map(|threat| sentence(&client.say(&threat.words)));
    let more = (more > 0).then(|| model.tongue.tell(&Message::new("danger.more").with("count", more as i64)));
    let lines = lines.chain(more).chain(client.no_danger_in_words()).map(|line| el("p").text(line));
    Some(el("div").class("told-threats").attr("aria-hidden", "true").children(lines))
}
