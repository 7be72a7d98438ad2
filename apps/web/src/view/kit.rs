//! The editor of a kit, which a match is played with: the chosen things, their cost, and the kits kept in this browser.

use game::{Message, Texts};
use scene::{Chosen, Kit, Slot, Thing};

use super::button;
use crate::form::{LONGEST_KIT_NAME, NewGame};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::{Field, FormField, KitPress};
use client::capital;

/// The editor of one option whose value is a kit.
pub(super) fn view(model: &Model, new: &NewGame, option: &str, legend: String, kit: &Kit) -> Element {
    let texts = new.game.texts(model.tongue.language);
    let say = |message: &Message| texts.say(message, new.game.info().seat_names);
    let taken = kit.chosen.iter().enumerate();
    let rows: Vec<Element> = taken.map(|(at, chosen)| row(model, &texts, new, option, kit, (at, chosen))).collect();
    let over = kit.cost > kit.budget;
    let cost = Message::new("kit.cost").with("cost", i64::from(kit.cost)).with("budget", i64::from(kit.budget));
    let share = 100.0 * (f64::from(kit.cost) / f64::from(kit.budget.max(1))).min(1.0);
    let part = |class: &'static str, width: f64| {
        el("rect").class(class).attr("width", format!("{width:.1}")).attr("height", "6").attr("rx", "3")
    };
    let bar = el("svg")
        .class("bar")
        .attr("viewBox", "0 0 100 6")
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true");
    let bar = bar.child(part("bar-ground", 100.0)).child(part("bar-cost", share));
    let problem = new.problem.as_ref().filter(|problem| problem.contains(&format!("`{option}=")));
    let problem = problem.map(|problem| {
        let why =
            problem.split_once("`: ").or_else(|| problem.split_once("` ")).map_or(problem.as_str(), |(_, why)| why);
        el("span").class("problem").attr("role", "alert").text(client::sentence(why)).key("problem")
    });
    let things = kit.things.iter().enumerate().map(|(index, thing)| {
        let about = thing.about.iter().map(&say).collect::<Vec<_>>().join(" · ");
        let full = kit.chosen.len() >= kit.most;
        button(KitPress::Add(option.to_owned(), index), format!("+ {}", capital(&say(&thing.title))))
            .class("button add")
            .attr("title", about)
            .flag("disabled", full)
            .child(el("span").class("cost").text(cost_of(thing, &usual(index, thing)).to_string()))
            .key(format!("thing{index}"))
    });
    let add = (!kit.fixed).then(|| {
        el("div")
            .class("choices things")
            .attr("role", "group")
            .attr("aria-label", model.tongue.say("kit.add"))
            .children(things.collect::<Vec<_>>())
            .key("things")
    });
    let names = kit.chosen.iter().filter_map(|chosen| kit.things.get(chosen.thing));
    let names = names.map(|thing| capital(&say(&thing.title))).collect::<Vec<_>>().join(" · ");
    // Folded, the editor shows the chosen things and their cost; open, it shows all controls.
    let summary = el("summary")
        .child(el("span").class("kit-name").text(legend))
        .child(el("span").class("small kit-names").text(names))
        .child(el("span").class("kit-cost").child(el("span").text(model.tongue.tell(&cost))).child(bar))
        .children(problem);
    let body = el("div")
        .class("kit-body")
        .child(el("ul").class("kit-rows").children(rows).key("rows"))
        .children(add)
        .children(kit.fixed.then(|| el("p").class("small").text(model.tongue.say("kit.fixed")).key("fixed")))
        .children((!kit.fixed).then(|| kept(model, new, option).key("kept")));
    el("details")
        .class(if over { "kit over" } else { "kit" })
        .attr("data-kit", option)
        .attr("data-cost", kit.cost)
        .child(summary.key("summary"))
        .child(body.key("body"))
}

/// One chosen thing, with its slots.
fn row(
    model: &Model,
    texts: &Texts,
    new: &NewGame,
    option: &str,
    kit: &Kit,
    (at, chosen): (usize, &Chosen),
) -> Element {
    let Some(thing) = kit.things.get(chosen.thing) else { return el("li") };
    let say = |message: &Message| texts.say(message, new.game.info().seat_names);
    let name = capital(&say(&thing.title));
    let slots = thing.slots.iter().zip(&chosen.slots).enumerate();
    let slots = slots.map(|(index, (slot, taken))| choice(texts, new, slot, *taken, (option, at, index), kit.fixed));
    let small = |press: KitPress, sign: &str, key: &'static str, off: bool| {
        let words =
            model.tongue.tell(&Message { key: key.into(), args: [("name".into(), name.clone().into())].into() });
        button(press, sign).class("button step").attr("aria-label", &words).attr("title", &words).flag("disabled", off)
    };
    let buttons = (!kit.fixed).then(|| {
        let full = kit.chosen.len() >= kit.most;
        el("span")
            .class("row")
            .child(small(KitPress::Copy(option.to_owned(), at), "+1", "kit.copy", full))
            .child(small(KitPress::Remove(option.to_owned(), at), "×", "kit.remove", kit.chosen.len() < 2))
    });
    let about = thing.about.iter().map(&say).collect::<Vec<_>>().join(" · ");
    el("li")
        .class("kit-row")
        .key(format!("row{at}"))
        .child(
            el("div")
                .class("kit-head")
                .child(el("strong").text(&*name))
                .child(el("span").class("cost").text(cost_of(thing, chosen).to_string()))
                .children(buttons),
        )
        .child(el("p").class("small").text(about))
        .child(el("div").class("slots").children(slots.collect::<Vec<_>>()))
}

/// A thing as it is when it is added: with the usual choice in every slot.
fn usual(index: usize, thing: &Thing) -> Chosen {
    Chosen { thing: index, slots: thing.slots.iter().map(|slot| slot.usual).collect() }
}

/// The cost of a thing with its slots, without costs that depend on other things.
fn cost_of(thing: &Thing, chosen: &Chosen) -> u32 {
    let slots = thing.slots.iter().zip(&chosen.slots);
    thing.cost + slots.filter_map(|(slot, taken)| slot.choices.get(*taken)).map(|(_, cost)| cost).sum::<u32>()
}

fn choice(
    texts: &Texts,
    new: &NewGame,
    slot: &Slot,
    taken: usize,
    (option, at, index): (&str, usize, usize),
    fixed: bool,
) -> Element {
    let say = |message: &Message| texts.say(message, new.game.info().seat_names);
    let field = Field::from(FormField::KitSlot(option.to_owned(), at, index));
    let id = field.id();
    let entries = slot.choices.iter().enumerate().map(|(value, (words, cost))| {
        let words = capital(&say(words));
        let words = if *cost > 0 { format!("{words} · {cost}") } else { words };
        el("option").attr("value", value).flag("selected", value == taken).text(words)
    });
    let select = el("select").attr("id", &id).sets(&field).flag("disabled", fixed);
    el("label")
        .class("slot")
        .attr("for", &id)
        .child(el("span").class("small").text(capital(&say(&slot.label))))
        .child(select.children(entries.collect::<Vec<_>>()))
        .key(format!("slot{index}"))
}

/// The kits kept in this browser, and the field and button to keep this one.
fn kept(model: &Model, new: &NewGame, option: &str) -> Element {
    let kits = model.kept_kits(&*new.game);
    let entries = kits.iter().enumerate().map(|(at, kept)| {
        let words = model.tongue.tell(&Message::new("kit.forget.named").with("name", kept.name.clone()));
        el("li")
            .key(kept.name.clone())
            .child(button(KitPress::Load(option.to_owned(), at), kept.name.clone()).class("button"))
            .child(
                button(KitPress::AskForget(at), "×")
                    .class("button quiet")
                    .attr("aria-label", &words)
                    .attr("title", words),
            )
    });
    let field = Field::from(FormField::KitName(option.to_owned()));
    let name = new.kit_names.get(option).cloned().unwrap_or_default();
    let input = el("input")
        .attr("id", field.id())
        .attr("maxlength", LONGEST_KIT_NAME)
        .attr("autocomplete", "off")
        .sets(&field)
        .attr("placeholder", model.tongue.say("kit.name"))
        .attr("aria-label", model.tongue.say("kit.name"))
        .attr("value", &name);
    let save = button(KitPress::Save(option.to_owned()), model.tongue.say("kit.save")).class("button");
    let told = new.kit_told.as_ref().filter(|(about, _)| about == option).map(|(_, told)| told.clone());
    let list = (!kits.is_empty()).then(|| {
        el("ul")
            .class("kept-kits")
            .attr("aria-label", model.tongue.say("kit.kept"))
            .children(entries.collect::<Vec<_>>())
            .key("list")
    });
    el("div")
        .class("kept")
        .child(el("span").class("small").text(model.tongue.say("kit.kept")).key("label"))
        .children(list)
        .child(el("div").class("row").child(input).child(save.flag("disabled", name.trim().is_empty())).key("save"))
        .children(told.map(|told| el("p").class("small").text(told).key("told")))
}
