//! The headquarters of a journey: the chart, the match that comes next, who travels along, and what happened.

use game::{Message, Texts};
use scene::{FoeCard, Gauge, Headquarters, Mission, StepButton};

use super::{button, button_if, chapters, crew, message, people, pieces, star_chart, title};
use crate::html::{Element, el};
use crate::journey::AtHeadquarters;
use crate::model::Model;
use crate::press::JourneyPress;
use client::{capital, sentence};
use game::Seat;

/// The seat in whose colour the travellers' own things are drawn, and that of their enemies.
pub(super) const OURS: Seat = Seat(0);
const THEIRS: Seat = Seat(1);

/// The words of a game for its journeys.
pub(super) struct Words<'a> {
    pub(super) model: &'a Model,
    pub(super) texts: Texts,
    seats: &'static [&'static str],
    kind: &'static str,
}

impl<'a> Words<'a> {
    /// None if the game is not in the catalogue.
    pub(super) fn new(model: &'a Model, game: &str, kind: &'static str) -> Option<Self> {
        let game = catalog::find(game)?;
        Some(Self { model, texts: game.texts(model.tongue.language), seats: game.info().seat_names, kind })
    }

    pub(super) fn say(&self, message: &Message) -> String {
        capital(&self.texts.say(message, self.seats))
    }

    /// The game's word for a part of this kind of journey.
    pub(super) fn word(&self, part: &str) -> String {
        self.texts.word(&format!("{}.{part}", self.kind))
    }

    pub(super) fn sentences(&self, messages: &[Message]) -> Vec<Element> {
        messages.iter().map(|message| el("li").text(sentence(&self.say(message)))).collect()
    }

    /// Numbers as bars with their names.
    pub(super) fn gauges(&self, gauges: &[Gauge], seat: Seat) -> Element {
        let row = |gauge: &Gauge| {
            let number = self.texts.number(&gauge.shown());
            let number = gauge.most.map_or(number.clone(), |most| format!("{number}/{most}"));
            el("li")
                .child(el("span").class("gauge-name").text(self.say(&gauge.label)))
                .children(gauge.most.map(|most| people::bar(seat, gauge.value, most)))
                .child(el("strong").text(number))
        };
        el("ul").class("kit-gauges").children(gauges.iter().map(row))
    }

    /// Numbers in a row.
    pub(super) fn figures(&self, gauges: &[Gauge]) -> Element {
        let figure = |gauge: &Gauge| {
            let number = self.texts.number(&gauge.shown());
            let number = gauge.most.map_or(number.clone(), |most| format!("{number}/{most}"));
            el("li").text(format!("{} ", self.say(&gauge.label))).child(el("strong").text(number))
        };
        el("ul").class("figures").children(gauges.iter().map(figure))
    }

    /// A button for a step. One that is refused cannot be pressed, and the reason stands beside it.
    pub(super) fn step(&self, step: &StepButton, class: &str) -> Vec<Element> {
        let press = step.refused.is_none().then(|| match &step.ask {
            Some(ask) => JourneyPress::Ask(step.step.clone(), self.say(ask)),
            None => JourneyPress::Step(step.step.clone()),
        });
        let button = button_if(press, self.say(&step.label)).class(format!("button {class}")).key(step.step.clone());
        let button = if class.contains("toggle") { button.attr("aria-pressed", step.is_on) } else { button };
        let why = step.refused.as_ref().map(|why| el("span").class("small why").text(sentence(&self.say(why))));
        std::iter::once(button).chain(why).collect()
    }
}

pub(super) fn view(model: &Model) -> Element {
    let Some(at) = &model.visit.headquarters else {
        let invited = matches!(&model.visit.travels, Some((_, None)));
        let join =
            invited.then(|| button(JourneyPress::Join, model.tongue.say("journey.join")).class("button main big"));
        return message(model.visit.trouble.as_deref().unwrap_or_default(), model).children(join);
    };
    let Some(words) = Words::new(model, at.here.game(), at.here.kind()) else {
        return message(&model.tongue.say("trouble.no-game"), model);
    };
    let shown = at.here.headquarters(model.tongue.language);
    let say = |key| model.tongue.say(key);
    let head = el("div")
        .class("hq-head")
        .key("head")
        .child(title(&shown.title))
        .child(words.figures(&shown.gauges))
        .child(el("p").class("small").text(shown.about.clone()));
    let note = at.note.as_ref().map(|note| el("p").class("problem").attr("role", "alert").text(note).key("note"));
    let last = shown.chapters.last().map(|chapter| chapters::report(&words, chapter).key("report"));
    let end = shown.end.as_ref().map(|end| chapters::end(&words, &shown, end).key("end"));
    let chart = el("section")
        .class("card hq-chart")
        .key("chart")
        .child(el("h2").text(say("journey.chart")))
        .child(star_chart::view(&words, &shown))
        .children(choices(&words, &shown));
    let mission = shown.mission.as_ref().map(|mission| self::mission(&words, &shown, mission).key("mission"));
    let start = shown.mission.is_none().then(|| start(&words, &shown)).flatten();
    el("div")
        .class("hq")
        .child(head)
        .children(travellers(model, at))
        .children(note)
        .children(end)
        .children(last)
        .child(
            el("div")
                .class("hq-plan")
                .key("plan")
                .child(chart)
                .children(mission)
                .children(start.map(|start| start.key("start"))),
        )
        .child(crew::view(&words, &shown).key("crew"))
        .children(chapters::story(&words, &shown).map(|story| story.key("story")))
        .child(tools(&words, &shown).key("tools"))
}

/// A choice among the travellers, if several play at this screen.
fn travellers(model: &Model, at: &AtHeadquarters) -> Option<Element> {
    if at.here.key.is_some() {
        return at.news.as_ref().map(|news| companions(model, at, &news.travellers));
    }
    let one = |seat: u8| {
        let words = model.tongue.tell(&Message::new("journey.traveller").with("number", i64::from(seat) + 1));
        button(JourneyPress::Seat(seat), words).class("button toggle").attr("aria-pressed", at.here.seat.0 == seat)
    };
    (at.here.seats() > 1).then(|| el("div").class("row").key("travellers").children((0..at.here.seats()).map(one)))
}

/// Who travels on a journey that a server keeps, and the links to it.
fn companions(model: &Model, at: &AtHeadquarters, travellers: &[Option<String>]) -> Element {
    let say = |key| model.tongue.say(key);
    let one = |(seat, name): (usize, &Option<String>)| {
        let number = || model.tongue.tell(&Message::new("journey.traveller").with("number", seat as i64 + 1));
        let name = match name {
            Some(name) if !name.is_empty() => name.clone(),
            Some(_) => number(),
            None => say("journey.nobody"),
        };
        if seat == at.here.seat.index() { format!("{name} ({})", say("sits.you")) } else { name }
    };
    let names: Vec<String> = travellers.iter().enumerate().map(one).collect();
    let invites =
        travellers.contains(&None).then(|| button(JourneyPress::CopyLink, say("journey.link")).class("button main"));
    let copied = model.visit.copied.map(|worked| say(if worked { "copied" } else { "not-copied" }));
    el("div")
        .class("row")
        .key("travellers")
        .child(el("span").attr("data-travellers", "").text(names.join(" · ")))
        .children(invites)
        .child(button(JourneyPress::CopyOwnLink, say("journey.own-link")).class("button"))
        .children(copied.map(|words| el("span").class("small").text(words)))
}

/// The places that can come next, as a list of buttons.
fn choices(words: &Words<'_>, shown: &Headquarters) -> Option<Element> {
    let open = shown.stations.iter().filter_map(|station| Some((station, station.go.as_ref()?)));
    let choice = |(station, go): (&scene::Station, &StepButton)| {
        let mut parts = words.step(go, "toggle").into_iter();
        let button = parts.next().map(|mut button| {
            button.children = vec![crate::html::Node::Text(station.title.clone())];
            button
        });
        el("li").children(button)
    };
    let choices: Vec<Element> = open.map(choice).collect();
    (!choices.is_empty()).then(|| {
        el("div")
            .key("choices")
            .child(el("h3").text(words.model.tongue.say("journey.next")))
            .child(el("ul").class("row").children(choices))
    })
}

/// What has to be done in the next match, and against whom.
fn mission(words: &Words<'_>, shown: &Headquarters, mission: &Mission) -> Element {
    let foe = |foe: &FoeCard| {
        let about: Vec<String> = foe.about.iter().map(|message| words.say(message)).collect();
        el("li").child(outline(THEIRS, &foe.shape)).child(
            el("span")
                .child(el("strong").text(format!("{} × {}", foe.count, words.say(&foe.title))))
                .child(el("span").class("small").text(about.join(" · "))),
        )
    };
    let [ours, theirs] = &mission.strength;
    el("section")
        .class("card hq-mission")
        .child(el("h2").text(mission.title.clone()))
        .child(el("p").class("briefing").text(mission.briefing.clone()))
        .child(el("ul").class("hq-facts").children(words.sentences(&mission.facts)))
        .children(start(words, shown))
        .child(el("h3").text(words.word("enemy")))
        .child(el("ul").class("foes").children(mission.foes.iter().map(foe)))
        .child(words.gauges(std::slice::from_ref(ours), OURS))
        .child(words.gauges(std::slice::from_ref(theirs), THEIRS))
}

/// Begins the match, or says why not, or goes on with it.
fn start(words: &Words<'_>, shown: &Headquarters) -> Option<Element> {
    let buttons = match &shown.start {
        Some(start) => words.step(start, "main big"),
        None if shown.end.is_some() => return None,
        None => vec![button(JourneyPress::Fight, words.model.tongue.say("home.go-on")).class("button main big")],
    };
    Some(el("div").class("row hq-start").attr("id", "start").children(buttons))
}

/// The outline of a unit.
pub(super) fn outline(seat: Seat, shape: &scene::Shape) -> Element {
    let svg = el("svg").class("board thing").attr("viewBox", "-15 -16 30 32").attr("aria-hidden", "true");
    svg.child(pieces::shape(seat, shape, None, ""))
}

/// Taking back, saving, and the other steps.
fn tools(words: &Words<'_>, shown: &Headquarters) -> Element {
    let say = |key| words.model.tongue.say(key);
    let undo = words.model.may_undo_step().then_some(JourneyPress::Undo);
    el("div")
        .class("row")
        .child(button_if(undo, say("undo")).class("button"))
        .child(button(JourneyPress::Save, say("journey.save")).class("button"))
        .children(shown.steps.iter().flat_map(|step| words.step(step, "")))
}
