//! The end of a match: who won and how, what to do next, the turning point, and the score.
//!
//! The card comes without a press of the viewer's own, so nothing else may move. Beside the board it takes room from the list of
//! turns, and on a phone it takes the place of the words under the board, which it repeats.

use client::{Client, Source, Turning};
use game::Message;

use super::button;
use super::people::seat_dot;
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use crate::route::{self, Route};

/// The card of the end, once everything that decides it was shown. If only computers are left in the match, a new one can
/// begin before the end.
pub(super) fn view(model: &Model, client: &Client) -> Option<Element> {
    let is_due = (client.is_over() || client.only_computers_left()) && !client.is_undecided();
    (is_due && client.replay().is_none() && model.visit.lesson.is_none()).then(|| card(model, client))
}

fn card(model: &Model, client: &Client) -> Element {
    let say = |key| model.tongue.say(key);
    let (words, may) = match &client.source {
        Source::Local(_) => (say("rematch"), true),
        Source::Replay(_) => (String::new(), false),
        Source::Online(online) if online.next.is_some() => (say("rematch.go"), true),
        Source::Online(online) => (say("rematch"), online.you.is_some()),
    };
    let journey = model.journey_of_match();
    let is_alone = journey.is_none();
    let again = (may && is_alone).then(|| button(TablePress::Rematch, words).class("button main"));
    let back = journey.map(|id| {
        el("a").class("button main").attr("id", "back").attr("href", Route::Journey(id)).text(say("journey.back"))
    });
    if !client.is_over() {
        let heading = el("h2").text(say("only-computers"));
        return el("section").class("card ending").child(heading).child(el("div").class("row").children(again));
    }
    let source = match &client.source {
        Source::Local(local) => Some(route::Source::Local(local.id.clone())),
        Source::Online(online) => Some(route::Source::Online(online.table.clone())),
        Source::Replay(_) => None,
    };
    let replay = source.filter(|_| is_alone).map(|source| {
        el("a").class("button").attr("href", Route::Replay(source)).attr("data-replay", "").text(say("ending.again"))
    });
    let new = el("a").class("button").attr("href", Route::New(client.game.info().key.to_owned()));
    let copy = client.local().map(|_| button(TablePress::CopyRecord, say("copy-record")).class("button"));
    let copied = model.visit.copied.map(|worked| say(if worked { "copied" } else { "not-copied" }));
    let winner = client.outcome().and_then(|outcome| outcome.winner());
    let how = Some(client.how_it_ended()).filter(|how| !how.is_empty());
    let result = el("div")
        .child(el("h2").text(client.result_in_words().unwrap_or_default()))
        .children(how.map(|how| el("p").class("ending-how").text(how)));
    let head = el("div")
        .class("ending-head")
        .children(winner.map(|seat| el("span").class("ending-winner").child(seat_dot(seat)).key("dot")))
        .child(result.key("result"));
    el("section")
        .class("card ending")
        .attr("data-ending", "")
        .child(head.key("head"))
        // What to do next comes before the details, so that a phone shows it without scrolling.
        .child(
            el("div")
                .class("row")
                .children(back)
                .children(again)
                .children(replay)
                .children(is_alone.then(|| new.text(say("new-game"))))
                .key("next"),
        )
        .children(turning_point(model, client).map(|turning| turning.key("turning")))
        .children(ranking(model, client).or_else(|| score(client)).map(|score| score.key("score")))
        .child(
            el("div")
                .class("row ending-record")
                .child(button(TablePress::SaveRecord, say("save-record")).class("button"))
                .children(copy)
                .key("record"),
        )
        .children(copied.map(|words| el("p").class("small").text(words).key("copied")))
}

/// The turning point, with a button that shows it on the board. It keeps its place while it is sought.
fn turning_point(model: &Model, client: &Client) -> Option<Element> {
    let words = client.turning_point_in_words();
    if words.is_none() && !client.waits_for_turning_point() {
        return None;
    }
    let show = match client.turning_point() {
        Some(Turning::At { turn, moment }) => {
            let words = model.tongue.tell(&Message::new("ending.show").with("turn", i64::from(turn)));
            let is_shown = client.moment_shown() == moment;
            Some(button(TablePress::Show(moment), words).class("button toggle").attr("aria-pressed", is_shown))
        }
        Some(Turning::Always | Turning::Never | Turning::Unknown) | None => None,
    };
    let words = el("span").text(words.unwrap_or_default());
    Some(el("div").class("ending-turning").attr("data-turning", "").child(words).children(show))
}

/// The numbers of two seats at the end.
fn score(client: &Client) -> Option<Element> {
    let gauges = client.final_score();
    let line = |gauge: &scene::Gauge| {
        let seat = gauge.seat?;
        let name = el("span").class("ending-name").text(client.person_name(seat));
        let count = el("span").text(client.count_in_words(gauge));
        Some(el("li").child(seat_dot(seat)).child(name).child(count))
    };
    let lines: Vec<Element> = gauges.iter().filter_map(line).collect();
    (!lines.is_empty()).then(|| el("ul").class("ending-score").children(lines))
}

/// The final ranking of a match with more than two players.
fn ranking(model: &Model, client: &Client) -> Option<Element> {
    let rows = client.ranking()?.into_iter().map(|(place, seat)| {
        let name = el("td").child(seat_dot(seat)).child(el("span").text(client.person_name(seat)));
        el("tr")
            .attr("data-place-of", seat.0)
            .child(el("th").attr("scope", "row").text(format!("{place}.")))
            .child(name)
    });
    let caption = el("caption").class("unseen").text(model.tongue.say("places"));
    Some(el("table").class("ranking").child(caption).child(el("tbody").children(rows)))
}
