//! After a match: its record replayed from any viewer's side, the check of its dice, and everybody's luck.

use game::{Luck, Message, Seat, Verdict, Viewer};

use super::{button, message, people, table, title};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::{Field, Press, TablePress, written_value};
use crate::route::{Route, Source};
use crate::words::fault_in_words;
use client::{Checked, Client, Replay};

pub(super) fn view(model: &Model) -> Element {
    match (&model.client, &model.visit.trouble, &model.route) {
        (Some(replayed), ..) => table::open(model, replayed),
        (None, Some(trouble), _) => message(trouble, model),
        (None, None, Route::Replay(Source::Given)) if model.visit.replayed.is_some() => opening(model),
        (None, None, Route::Replay(Source::Ask | Source::Given)) => ask(model),
        (None, None, _) => match &model.visit.fault {
            // A record of this device or of the server is broken: say where and why.
            Some(fault) => {
                let words = fault_in_words(model, fault);
                let failed = el("p").class("problem").attr("role", "alert").attr("data-fair", "broken").text(words);
                el("section")
                    .class("card message")
                    .child(title(&model.tongue.say("replay.broken")))
                    .child(failed)
                    .child(el("p").child(el("a").class("button").attr("href", "#/").text(model.tongue.say("home"))))
            }
            None => opening(model),
        },
    }
}

fn opening(model: &Model) -> Element {
    el("div").class("loading").child(title(&model.tongue.say("replay.opening")))
}

/// The form for a record: paste it, or choose a file.
fn ask(model: &Model) -> Element {
    let say = |key| model.tongue.say(key);
    let fault = model.visit.fault.as_ref().map(|fault| {
        el("p")
            .class("problem")
            .attr("id", "fault")
            .attr("role", "alert")
            .text(fault_in_words(model, fault))
            .key("fault")
    });
    let record = el("textarea")
        .attr("id", "record")
        .sets(&Field::Record)
        .attr("rows", "14")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .maybe("aria-describedby", fault.as_ref().map(|_| "fault"))
        .maybe("aria-invalid", fault.as_ref().map(|_| "true"))
        .attr("value", &model.reader.text);
    let file =
        el("input").attr("type", "file").attr("id", "file").attr("data-file", "").attr("accept", ".txt,text/plain");
    el("div").class("read-record").child(title(&say("replay.any"))).child(
        el("form")
            .class("setup")
            .on_submit(Press::ReadRecord)
            .key("form")
            .child(
                el("div")
                    .class("field")
                    .key("text")
                    .child(el("label").attr("for", "record").text(say("replay.paste")))
                    .child(record),
            )
            .children(fault)
            .child(
                el("div").class("row").key("go").child(
                    button(Press::ReadRecord, say("replay.read"))
                        .class("button main")
                        .flag("disabled", model.reader.text.trim().is_empty()),
                ),
            )
            .child(
                el("div")
                    .class("field")
                    .key("file")
                    .child(el("label").attr("for", "file").text(say("replay.file")))
                    .child(file),
            ),
    )
}

/// The report beside the board of a replay: the dice, the luck, the record.
pub(super) fn report(model: &Model, client: &Client) -> Option<Element> {
    let replay = client.replay()?;
    let say = |key| model.tongue.say(key);
    let copied = model.visit.copied.map(|worked| say(if worked { "copied" } else { "not-copied" }));
    let another = el("a").class("button").attr("href", Route::Replay(Source::Ask)).text(say("replay.another"));
    Some(
        el("section")
            .class("report")
            .attr("aria-label", say("replay"))
            .child(fair(model, &replay.dice).key("fair"))
            .children(luck(model, client, replay).map(|client| client.key("luck")))
            .child(
                el("div")
                    .class("row")
                    .key("record")
                    .child(button(TablePress::SaveRecord, say("save-record")).class("button"))
                    .child(button(TablePress::CopyRecord, say("copy-record")).class("button"))
                    .child(another),
            )
            .children(copied.map(|words| el("p").class("small").text(words).key("copied"))),
    )
}

/// The choice of the viewer whose view the replay shows.
pub(super) fn eyes(model: &Model, client: &Client) -> Option<Element> {
    // In a game without hidden facts, viewers differ only by the side of the board that is nearest to them. The choice
    // is left out if not even that differs.
    let hidden = client.game.info().hidden;
    if client.replay().is_none() || !(hidden || client.picture.turned.iter().any(|turns| *turns != 0)) {
        return None;
    }
    let choice = |viewer: Viewer, words: String| {
        let value = written_value(&viewer);
        let input = el("input").attr("type", "radio").attr("name", "eyes").attr("value", &value);
        let input = input.sets(&Field::Eyes).flag("checked", client.history.eyes() == viewer);
        el("label").class("choice").key(value).child(input).child(el("span").text(words))
    };
    let seats = Seat::first(client.seats).map(|seat| choice(Viewer::Seat(seat), client.seat_name(seat)));
    let all = model.tongue.say(if hidden { "eyes.everything" } else { "eyes.spectator" });
    let watching = hidden.then(|| choice(Viewer::Spectator, model.tongue.say("eyes.spectator")));
    let others = watching.into_iter().chain([choice(Viewer::Everything, all)]);
    Some(
        el("fieldset")
            .class("eyes")
            .child(el("legend").text(model.tongue.say("eyes")))
            .child(el("div").class("choices").children(seats.chain(others))),
    )
}

/// Whether the dice can be checked, and that the check passed. A record that fails the check is never shown.
fn fair(model: &Model, dice: &Checked) -> Element {
    let tell = |key: &'static str| model.tongue.tell(&Message::new(key).with("count", dice.rolls as i64));
    let (state, words) = match (dice.fair, dice.rolls) {
        (true, _) => ("fair", tell("fair.holds")),
        (false, 0) => ("none", tell("fair.no-dice")),
        (false, _) => ("seed", tell("fair.seeded")),
    };
    let is_broken = dice.promised == Some(Verdict::Broken);
    let promised = dice.promised.map(|verdict| {
        let (sign, key) = match verdict {
            Verdict::Kept => ("true", "fair.promised"),
            Verdict::NotSeen => ("unseen", "fair.not-seen"),
            Verdict::Broken => ("false", "fair.broken-promise"),
        };
        let line = el("p").class(if is_broken { "problem" } else { "small" }).attr("data-promised", sign);
        line.maybe("role", is_broken.then_some("alert")).text(model.tongue.say(key))
    });
    el("section")
        .class("card fair")
        .attr("data-fair", if is_broken { "broken" } else { state })
        .child(el("h2").text(model.tongue.say("fair")))
        .child(el("p").text(words))
        .children(promised)
}

/// Everybody's luck: the results of the dice beside their average.
fn luck(model: &Model, client: &Client, replay: &Replay) -> Option<Element> {
    if replay.luck.iter().all(|(_, measures)| measures.is_empty()) {
        return None;
    }
    let say = |key| model.tongue.say(key);
    let head = ["luck.measure", "luck.expected", "luck.rolled", "luck.difference"]
        .map(|key| el("th").attr("scope", "col").text(model.tongue.find(key).unwrap_or_default()));
    let largest = |what: &Message| {
        let all = replay.luck.iter().flat_map(|(_, measures)| measures).filter(|luck| luck.what == *what);
        all.map(|luck| luck.expected.max(luck.got)).fold(0.0, f64::max)
    };
    let bodies = replay.luck.iter().map(|(seat, measures)| {
        let who = el("th").attr("scope", "rowgroup").attr("colspan", "4").child(people::seat_dot(*seat));
        let who = who.child(el("span").text(client.seat_name(*seat)));
        let rows = measures.iter().map(|luck| measure(model, client, *seat, luck, largest(&luck.what)));
        el("tbody").attr("data-luck", seat.0).key(format!("seat{}", seat.0)).child(el("tr").child(who)).children(rows)
    });
    Some(
        el("section")
            .class("card luck")
            .child(el("h2").text(say("luck")))
            .child(el("table").child(el("thead").child(el("tr").children(head))).children(bodies)),
    )
}

fn measure(model: &Model, client: &Client, seat: Seat, luck: &Luck, largest: f64) -> Element {
    let point = model.tongue.say("decimal-sign");
    let write = |number: f64| format!("{number:.1}").replace('.', &point);
    let difference = luck.got - luck.expected;
    let sign = if difference >= 0.05 { "+" } else { "" };
    let width = |number: f64| format!("{:.1}", 100.0 * (number / largest.max(0.1)).clamp(0.0, 1.0));
    // Two bars, one above the other: the expected value and the actual value.
    let bar = |class: String, y: &str, number: f64| {
        el("rect").class(class).attr("y", y).attr("width", width(number)).attr("height", "4").attr("rx", "1")
    };
    let bars = el("svg").class("luck-bars").attr("viewBox", "0 0 100 10").attr("preserveAspectRatio", "none");
    let bars = bars.attr("aria-hidden", "true").child(bar("bar-expected".to_owned(), "0", luck.expected)).child(bar(
        format!("bar-value seat-{}", seat.0),
        "5",
        luck.got,
    ));
    let number = |words: String| el("td").class("figure").text(words);
    el("tr")
        .child(el("th").attr("scope", "row").child(el("span").text(client.say(&luck.what))).child(bars))
        .child(number(write(luck.expected)))
        .child(number(write(luck.got)))
        .child(number(format!("{sign}{}", write(difference)).replace('-', "−")))
}
