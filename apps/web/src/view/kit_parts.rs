//! The things of a kit as pictures: their outline with its sides, the arcs of their slots, and the values of each choice as
//! bars.

use game::{Message, Seat, Texts};
use scene::{Choice, Gauge, Slot, Thing};

use super::{people, sheet};
use crate::form::NewGame;
use crate::html::{Element, el};
use crate::press::{Field, FormField};
use client::capital;

/// The words of a game for the parts of its kits.
pub(super) struct Words<'a> {
    pub(super) texts: &'a Texts,
    pub(super) new: &'a NewGame,
    /// The seat in whose colour the things are drawn.
    pub(super) seat: Seat,
}

impl Words<'_> {
    pub(super) fn say(&self, message: &Message) -> String {
        self.texts.say(message, self.new.game.info().seat_names)
    }

    /// The name of a thing or a choice, with a capital letter.
    pub(super) fn name(&self, message: &Message) -> String {
        capital(&self.say(message))
    }

    pub(super) fn list(&self, messages: &[Message]) -> String {
        messages.iter().map(|message| self.say(message)).collect::<Vec<_>>().join(" · ")
    }

    pub(super) fn about(&self, thing: &Thing) -> String {
        self.list(&thing.about)
    }

    /// A choice in a sentence, for those who do not see its bars.
    fn choice(&self, choice: &Choice) -> String {
        let bars = choice.bars.iter().map(|bar| format!("{} {}", self.say(&bar.label), bar.value));
        let parts = bars.chain((!choice.about.is_empty()).then(|| self.list(&choice.about))).collect::<Vec<_>>();
        let name = self.name(&choice.label);
        if parts.is_empty() { name } else { format!("{name}: {}", parts.join(", ")) }
    }
}

/// The outline of a thing with its sides around it, and behind them the arcs that its slots cover.
pub(super) fn picture(words: &Words<'_>, thing: &Thing) -> Option<Element> {
    let shape = thing.shape.as_ref()?;
    let sides = thing.sides.iter().map(|side| {
        let layers = side.layers.iter().map(|gauge| format!("{} {}", words.say(&gauge.label), gauge.value));
        format!("{}: {}", words.say(&side.label), layers.collect::<Vec<_>>().join(", "))
    });
    let label = capital(&sides.collect::<Vec<_>>().join("; "));
    Some(sheet::drawn(words.seat, shape, &thing.sides, label))
}

/// The outline of a thing, small.
pub(super) fn outline(words: &Words<'_>, thing: &Thing) -> Option<Element> {
    let svg = el("svg").class("board thing").attr("viewBox", "-15 -16 30 32").attr("aria-hidden", "true");
    thing.shape.as_ref().map(|shape| svg.child(super::pieces::shape(words.seat, shape, None, "")))
}

/// The values of a thing as bars with their names.
pub(super) fn gauges(words: &Words<'_>, thing: &Thing) -> Option<Element> {
    let row = |gauge: &Gauge| {
        el("li")
            .child(el("span").class("gauge-name").text(words.name(&gauge.label)))
            .children(gauge.most.map(|most| people::bar(words.seat, gauge.value, most)))
            .child(el("strong").text(gauge.value.to_string()))
    };
    let rows: Vec<Element> = thing.gauges.iter().map(row).collect();
    (!rows.is_empty()).then(|| el("ul").class("kit-gauges").children(rows))
}

/// A slot with an arc: the chosen thing in it with its bars, and all choices when it is unfolded.
pub(super) fn mount(words: &Words<'_>, slot: &Slot, taken: usize, field: FormField, fixed: bool) -> Element {
    let field = Field::from(field);
    let name = field.id();
    let label = words.name(&slot.label);
    let chosen = slot.choices.get(taken);
    let summary = el("summary")
        .children(slot.arc.map(|[from, to]| arc(from.index(), to.index())))
        .child(
            el("span")
                .class("mount-words")
                .child(el("span").class("small").text(&*label))
                .children(chosen.map(|choice| el("strong").text(words.name(&choice.label)))),
        )
        .children(chosen.and_then(bars))
        .children(chosen.filter(|choice| choice.cost > 0).map(cost));
    let entry = |(value, choice): (usize, &Choice)| {
        let input = el("input")
            .attr("type", "radio")
            .attr("name", &name)
            .attr("value", value)
            .attr("aria-label", words.choice(choice))
            .sets(&field)
            .flag("checked", value == taken)
            .flag("disabled", fixed);
        let about = (!choice.about.is_empty()).then(|| el("small").text(words.list(&choice.about)));
        let words = el("span").class("mount-words").child(el("b").text(words.name(&choice.label))).children(about);
        let shown = el("span")
            .class("weapon")
            .child(words)
            .children(bars(choice))
            .children((choice.cost > 0).then(|| cost(choice)));
        el("label").class("choice").key(format!("{name}-{value}")).child(input).child(shown)
    };
    let entries = slot.choices.iter().enumerate().map(entry).collect::<Vec<_>>();
    let list = el("div").class("weapons").attr("role", "radiogroup").attr("aria-label", label).children(entries);
    el("details").class("mount").attr("data-slot", name.clone()).child(summary.key("summary")).child(list.key("list"))
}

fn cost(choice: &Choice) -> Element {
    el("span").class("cost").text(choice.cost.to_string())
}

/// The values of a choice as columns side by side, each with its number; a dash for nothing.
fn bars(choice: &Choice) -> Option<Element> {
    const WIDE: usize = 17;
    const HIGH: f64 = 20.0;
    if choice.bars.is_empty() {
        return None;
    }
    let columns = choice.bars.iter().enumerate().flat_map(|(index, bar)| {
        let high = (HIGH * bar.value as f64 / bar.most.unwrap_or(bar.value).max(1) as f64).clamp(1.0, HIGH);
        let x = index * WIDE;
        let column = el("rect")
            .class(if bar.value > 0 { format!("damage-{}", index.min(2)) } else { "no-damage".to_owned() })
            .attr("x", x + 2)
            .attr("y", format!("{:.1}", HIGH - high))
            .attr("width", WIDE - 4)
            .attr("height", format!("{high:.1}"))
            .attr("rx", "1.5");
        let number = if bar.value > 0 { bar.value.to_string() } else { "–".to_owned() };
        [column, el("text").attr("x", x + WIDE / 2).attr("y", "31").text(number)]
    });
    let size = format!("0 0 {} 33", WIDE * choice.bars.len());
    Some(el("svg").class("damages").attr("viewBox", size).attr("aria-hidden", "true").children(columns).key("bars"))
}

/// The sector that a slot covers, clockwise from one direction to another, around an arrow that points ahead.
fn arc(from: usize, to: usize) -> Element {
    const RADIUS: f64 = 18.0;
    /// Half of the width of a single direction, in degrees.
    const NARROW: f64 = 7.0;
    let sixths = (to + 6 - from) % 6;
    // From one direction to the one before it is all round: the gap between them is included.
    let is_all_round = sixths == 5;
    let (from, span) = (60.0 * from as f64 - NARROW, 60.0 * sixths as f64 + 2.0 * NARROW);
    let at = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        format!("{:.1},{:.1}", RADIUS * sin, -RADIUS * cos)
    };
    let large = u8::from(span > 180.0);
    let sector = format!("M0,0L{}A{RADIUS},{RADIUS} 0 {large} 1 {}Z", at(from), at(from + span));
    let svg = el("svg").class("arc").attr("viewBox", "-20 -20 40 40").attr("aria-hidden", "true");
    let field = if is_all_round {
        el("circle").class("arc-field").attr("r", RADIUS)
    } else {
        el("path").class("arc-field").attr("d", sector)
    };
    svg.child(el("circle").class("arc-ground").attr("r", RADIUS))
        .child(field)
        .child(el("path").class("arc-bow").attr("d", "M0,-6L4,5L0,2.5L-4,5Z"))
        .key("arc")
}
