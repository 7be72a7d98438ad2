//! Who travels along: the units as cards, with their people, and the people without a unit.

use scene::{Headquarters, PersonCard, SkillCard, UnitCard};

use super::headquarters::{OURS, Words, name_of, outline};
use super::{button, portraits};
use crate::html::{Element, el};
use crate::journey::AtHeadquarters;
use crate::press::{Field, JourneyPress};
use client::capital;
use game::{Message, Seat};

pub(super) fn view(words: &Words<'_>, at: &AtHeadquarters, shown: &Headquarters) -> Element {
    // After the end everything is only looked at.
    let may_change = shown.end.is_none();
    // With several commanders each has a list, one's own first.
    let has_units = |seat: &Seat| shown.units.iter().any(|unit| unit.owner == *seat);
    let own = at.here.seat;
    let others = Seat::first(at.here.seats()).filter(|seat| *seat != own);
    let owners: Vec<Seat> = std::iter::once(own).chain(others).filter(has_units).collect();
    let is_shared = at.here.seats() > 1;
    let units = owners.iter().map(|owner| {
        let units = shown.units.iter().filter(|unit| unit.owner == *owner);
        let units = units.map(|unit| self::unit(words, unit, may_change, *owner == own));
        let name = if is_shared { format!(" · {}", name_of(words, at, *owner)) } else { String::new() };
        el("div")
            .key(format!("units{}", owner.0))
            .child(el("h2").text(words.word("units") + &name))
            .child(el("ul").class("hq-units").children(units))
    });
    let reserve = (!shown.reserve.is_empty()).then(|| {
        let people = shown
            .reserve
            .iter()
            .map(|one| el("li").class("card").key(one.key.clone()).child(person(words, one, may_change)));
        el("div")
            .key("reserve")
            .child(el("h2").text(words.word("reserve")))
            .child(el("ul").class("hq-units").children(people))
    });
    let lost = (!shown.lost.is_empty()).then(|| {
        el("div")
            .key("lost")
            .child(el("h2").text(words.word("roll")))
            .child(el("ul").class("card small").children(words.sentences(&shown.lost)))
    });
    el("section").class("hq-crew").children(units).children(reserve).children(lost)
}

fn unit(words: &Words<'_>, unit: &UnitCard, may_change: bool, is_own: bool) -> Element {
    let class = match (unit.is_docked, unit.is_sent) {
        (true, _) => "card docked",
        (_, true) => "card sent",
        _ => "card",
    };
    let state = (!unit.state.is_empty()).then(|| el("ul").class("small").children(words.sentences(&unit.state)));
    el("li")
        .class(class)
        .key(unit.key.clone())
        .child(
            el("div").class("hq-unit").child(outline(OURS, &unit.shape)).child(
                el("div")
                    .child(el("h3").text(unit.name.clone()))
                    .child(el("span").class("small").text(words.say(&unit.kind))),
            ),
        )
        .child(words.gauges(&unit.gauges, OURS))
        .child(el("span").class("small").text(words.row(&unit.about)))
        .children(state)
        .children(may_change.then(|| {
            // The list says whose ships they are, so no reason is needed at each of another's.
            let steps = unit
                .steps
                .iter()
                .flat_map(|step| words.step(step, "toggle").into_iter().take(if is_own { usize::MAX } else { 1 }));
            el("div").class("row").children(steps)
        }))
        .child(person(words, &unit.person, may_change))
        .children(unit.rename.as_ref().filter(|_| may_change).map(|step| rename(words, step, &unit.name)))
}

fn person(words: &Words<'_>, person: &PersonCard, may_change: bool) -> Element {
    let tongue = &words.model.tongue;
    let points = (person.points > 0).then(|| {
        let message = Message::new("journey.points").with("count", i64::from(person.points));
        el("strong").class("points").text(capital(&tongue.tell(&message)))
    });
    let moves = (may_change && !person.moves.is_empty()).then(|| {
        let moves = person.moves.iter().map(|step| el("li").children(words.step(step, "")));
        el("details")
            .key("moves")
            .child(el("summary").text(tongue.say("journey.move")))
            .child(el("ul").class("hq-moves").children(moves))
    });
    el("div")
        .class("hq-person")
        .key(person.key.clone())
        .child(
            el("div").class("hq-unit").child(portraits::draw(person.portrait)).child(
                el("div")
                    .child(el("h4").text(person.name.clone()))
                    .child(words.figures(&person.gauges))
                    .children(history(words, person)),
            ),
        )
        .children(points)
        .child(el("ul").class("skills").children(person.skills.iter().map(|one| skill(words, one))))
        .children(moves)
        .children(person.rename.as_ref().filter(|_| may_change).map(|step| rename(words, step, &person.name)))
}

/// All of it in one sentence, which opens the list of matches.
fn history(words: &Words<'_>, person: &PersonCard) -> Option<Element> {
    let (all, matches) = person.history.split_first()?;
    let all = client::sentence(&words.say(all));
    Some(if matches.is_empty() {
        el("span").class("small").text(all)
    } else {
        let list = el("ul").children(words.sentences(matches));
        el("details").class("small").key("history").child(el("summary").text(all)).child(list)
    })
}

/// A skill with its rank as pips, and what the next rank gives.
fn skill(words: &Words<'_>, skill: &SkillCard) -> Element {
    let [rank, most] = skill.rank.map(usize::from);
    let about: Vec<String> = skill.about.iter().map(|message| words.say(message)).collect();
    let learn = skill.learn.as_ref().filter(|learn| learn.refused.is_none()).map(|learn| {
        let label = format!("{}. {}", words.say(&learn.label), about.join(" · "));
        button(JourneyPress::Step(learn.step.clone()), "+").class("button plus").attr("aria-label", label)
    });
    let told = skill.learn.is_some().then(|| el("span").class("small").text(about.join(" · ")));
    el("li")
        .child(el("span").class("skill-name").text(words.say(&skill.label)))
        .child(
            el("span")
                .class("pips")
                .attr("aria-hidden", "true")
                .text("●".repeat(rank) + &"○".repeat(most.saturating_sub(rank))),
        )
        .child(el("span").class("unseen").text(format!("{rank}/{most}")))
        .children(learn)
        .children(told)
}

/// A field for another name.
fn rename(words: &Words<'_>, step: &str, name: &str) -> Element {
    let tongue = &words.model.tongue;
    let field = Field::NewName(step.to_owned());
    let label = tongue.tell(&Message::new("journey.rename.of").with("name", name.to_owned()));
    let typed = words.model.visit.headquarters.as_ref().and_then(|at| at.names.get(step));
    let input = el("input")
        .attr("id", field.id())
        .attr("maxlength", "24")
        .attr("autocomplete", "off")
        .attr("aria-label", &label)
        .sets(&field)
        .attr("value", typed.map_or("", String::as_str));
    let press = JourneyPress::Rename(step.to_owned());
    // With another name it is another field, which is closed.
    el("details").key(format!("{}{name}", field.id())).child(el("summary").text(label)).child(
        el("form")
            .class("row")
            .on_submit(press.clone())
            .child(input)
            .child(button(press, tongue.say("journey.rename")).class("button")),
    )
}
