//! The editor of a kit, which a match is played with: the chosen things, their cost, and the kits kept in this browser.

use game::{Message, Seat};
use scene::{Chosen, Kit, Slot, Thing};

use super::kit_parts::{self, Words};
use super::{button, new_game, sheet};
use crate::form::{LONGEST_KIT_NAME, NewGame};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::{Field, FormField, KitPress};

/// The editor of one option whose value is a kit.
pub(super) fn view(model: &Model, new: &NewGame, option: &str, legend: String, kit: &Kit) -> Element {
    let texts = new.game.texts(model.tongue.language);
    let owner = new.game.info().options.iter().find(|spec| spec.key == option).and_then(|spec| spec.seat);
    let words = Words { texts: &texts, new, seat: Seat(owner.unwrap_or(0)) };
    let taken = kit.chosen.iter().enumerate();
    let rows: Vec<Element> = taken.map(|(at, chosen)| row(model, &words, option, kit, (at, chosen))).collect();
    let over = kit.cost > kit.budget;
    let left = i64::from(kit.budget) - i64::from(kit.cost);
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
    let problem = new.problem_in(model.tongue.language).filter(|_| new_game::is_about_kit(new, option));
    let problem = problem.map(|problem| {
        let words = new_game::in_words(model, new, &problem);
        el("span").class("problem").attr("role", "alert").text(words).key("problem")
    });
    let things = kit.things.iter().enumerate().map(|(index, thing)| {
        let full = kit.chosen.len() >= kit.most;
        let cost = cost_of(thing, &usual(index, thing));
        let dear = i64::from(cost) > left;
        button(KitPress::Add(option.to_owned(), index), "")
            .class(if dear { "button add dear" } else { "button add" })
            .attr("title", words.about(thing))
            .flag("disabled", full)
            .children(kit_parts::outline(&words, thing))
            .child(el("span").class("add-name").text(format!("+ {}", words.name(&thing.title))))
            .child(el("span").class("cost").text(cost.to_string()))
            .key(format!("thing{index}"))
    });
    let add = (!kit.fixed).then(|| {
        el("div")
            .class("choices things")
            .attr("role", "group")
            .attr("aria-label", model.tongue.say("kit.add"))
            .children(things)
            .key("things")
    });
    let names = kit.chosen.iter().filter_map(|chosen| kit.things.get(chosen.thing));
    let names = names.map(|thing| words.name(&thing.title)).collect::<Vec<_>>().join(" · ");
    // Folded, the editor shows the chosen things and their cost; open, it shows all controls.
    let summary = el("summary")
        .child(el("span").class("kit-name").text(legend))
        .child(el("span").class("small kit-names").text(names))
        .child(el("span").class("kit-cost").child(el("span").text(cost_in_words(model, kit))).child(bar))
        .children(problem);
    let body = el("div")
        .class("kit-body")
        .child(el("ul").class("kit-rows").children(rows).key("rows"))
        .children((!kit.fixed).then(|| undo(model, new, option).key("undo")))
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

/// The cost of a kit, and how many points are left or too many.
pub(super) fn cost_in_words(model: &Model, kit: &Kit) -> String {
    let message = Message::new(if kit.cost > kit.budget { "kit.over" } else { "kit.cost" });
    let message = message.with("cost", i64::from(kit.cost)).with("budget", i64::from(kit.budget));
    model.tongue.tell(&message.with("left", i64::from(kit.cost.abs_diff(kit.budget))))
}

/// The button that takes the last change of the kit back.
fn undo(model: &Model, new: &NewGame, option: &str) -> Element {
    let can = new.kit_past.iter().any(|(changed, _)| changed == option);
    let words = model.tongue.say("kit.undo");
    el("div")
        .class("row")
        .child(button(KitPress::Undo(option.to_owned()), words).class("button").flag("disabled", !can))
}

/// One chosen thing: its picture, its values and its slots.
fn row(model: &Model, words: &Words<'_>, option: &str, kit: &Kit, (at, chosen): (usize, &Chosen)) -> Element {
    let Some(thing) = kit.things.get(chosen.thing) else { return el("li") };
    let name = words.name(&thing.title);
    let field = |slot: usize| FormField::KitSlot(option.to_owned(), at, slot);
    let slots = || thing.slots.iter().zip(&chosen.slots).enumerate();
    let mounts = slots().filter(|(_, (slot, _))| slot.arc.is_some());
    let mounts = mounts.map(|(index, (slot, taken))| {
        kit_parts::mount(words, slot, *taken, field(index), kit.fixed).key(format!("slot{index}"))
    });
    let others = slots().filter(|(_, (slot, _))| slot.arc.is_none());
    let others = others.map(|(index, (slot, taken))| {
        // An empty slot may repeat.
        let elsewhere =
            slots().filter(|(other, (shared, _))| shared.once && *other != index && shared.label == slot.label);
        let held: Vec<usize> = elsewhere.map(|(_, (_, taken))| *taken).filter(|taken| *taken > 0).collect();
        choice(words, (slot, *taken, &held), (field(index), index), kit.fixed)
    });
    let small = |press: KitPress, sign: &str, key: &'static str, off: bool| {
        let words =
            model.tongue.tell(&Message { key: key.into(), args: [("name".into(), name.clone().into())].into() });
        button(press, sign).class("button step").attr("aria-label", &words).attr("title", &words).flag("disabled", off)
    };
    let buttons =
        (!kit.fixed).then(|| {
            let full = kit.chosen.len() >= kit.most;
            el("span")
                .class("row")
                .child(small(KitPress::Copy(option.to_owned(), at), "+", "kit.copy", full))
                .child(small(KitPress::Remove(option.to_owned(), at), "×", "kit.remove", kit.chosen.len() < 2))
        });
    let extra = kit.surcharges.get(at);
    let surcharge = extra.map(|extra| {
        let cost = el("span").class("cost").text(extra.cost.to_string());
        el("p").class("surcharge").child(el("span").text(words.name(&extra.label))).child(cost).key("extra")
    });
    let head = el("div")
        .class("kit-head")
        .child(el("strong").text(&*name))
        .child(
            el("span").class("cost").text((cost_of(thing, chosen) + extra.map_or(0, |extra| extra.cost)).to_string()),
        )
        .children(buttons);
    let values = el("div").class("kit-values").children(kit_parts::picture(words, thing));
    el("li")
        .class("kit-row")
        .key(format!("row{at}"))
        .child(head.key("head"))
        .child(values.children(kit_parts::gauges(words, thing)).key("values"))
        .children(sheet::facts(&thing.facts, |message| words.say(message)).map(|facts| facts.key("facts")))
        .child(el("div").class("mounts").children(mounts).key("mounts"))
        .children(surcharge)
        .child(el("div").class("slots").children(others).key("slots"))
        .child(el("p").class("small unseen").text(words.about(thing)).key("about"))
}

/// A thing as it is when it is added: with the usual choice in every slot.
fn usual(index: usize, thing: &Thing) -> Chosen {
    Chosen { thing: index, slots: thing.slots.iter().map(|slot| slot.usual).collect() }
}

/// The cost of a thing with its slots, without costs that depend on other things.
fn cost_of(thing: &Thing, chosen: &Chosen) -> u32 {
    let slots = thing.slots.iter().zip(&chosen.slots);
    thing.cost + slots.filter_map(|(slot, taken)| slot.choices.get(*taken)).map(|choice| choice.cost).sum::<u32>()
}

/// A slot without a direction, as a list, and what is to know about the chosen entry. Entries that other slots hold cannot be
/// chosen.
fn choice(
    words: &Words<'_>,
    (slot, taken, held): (&Slot, usize, &[usize]),
    (field, index): (FormField, usize),
    fixed: bool,
) -> Element {
    let field = Field::from(field);
    let id = field.id();
    let entries = slot.choices.iter().enumerate().map(|(value, choice)| {
        let name = words.name(&choice.label);
        let name = if choice.cost > 0 { format!("{name} · {}", choice.cost) } else { name };
        el("option")
            .attr("value", value)
            .flag("selected", value == taken)
            .flag("disabled", held.contains(&value))
            .text(name)
    });
    let select = el("select").attr("id", &id).sets(&field).flag("disabled", fixed);
    let about = slot.choices.get(taken).filter(|choice| !choice.about.is_empty());
    let about = about.map(|choice| el("p").class("small slot-about").text(words.list(&choice.about)).key("about"));
    let is_explained = slot.choices.iter().any(|choice| !choice.about.is_empty());
    el("div")
        .class(if is_explained { "slot explained" } else { "slot" })
        .child(el("label").class("small").attr("for", &id).text(words.name(&slot.label)).key("label"))
        .child(select.children(entries).key("list"))
        .children(about)
        .key(format!("slot{index}"))
}

/// The kits kept in this browser, and the field and button to keep this one.
fn kept(model: &Model, new: &NewGame, option: &str) -> Element {
    let kits = model.kept_kits(&*new.game);
    let shown = kits.iter().enumerate().filter(|(_, kept)| !new.is_kept_unseen(option, &kept.name));
    let entries: Vec<Element> = shown
        .map(|(at, kept)| {
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
        })
        .collect();
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
    let list = (!entries.is_empty()).then(|| {
        el("ul").class("kept-kits").attr("aria-label", model.tongue.say("kit.kept")).children(entries).key("list")
    });
    el("div")
        .class("kept")
        .child(el("span").class("small").text(model.tongue.say("kit.kept")).key("label"))
        .children(list)
        .child(el("div").class("row").child(input).child(save.flag("disabled", name.trim().is_empty())).key("save"))
        .children(told.map(|told| el("p").class("small").text(told).key("told")))
}
