//! The headquarters of a journey: the chart, the match that comes next, who travels along, and what happened.

use game::{Message, OptionKind, OptionSpec, Seed, Setup, Texts};
use protocol::JourneyNews;
use scene::{FoeCard, Gauge, Headquarters, Mission, Question, StepButton, TravellerCard};

use super::{button, button_if, chapters, crew, message, new_game, people, pieces, star_chart, title};
use crate::html::{Element, el};
use crate::journey::{AtHeadquarters, Invitation};
use crate::model::{Model, Server};
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

    /// The game's word for an option, or for one of its values.
    fn option(&self, key: &str) -> String {
        self.texts.word(&format!("option.{key}"))
    }

    pub(super) fn sentences(&self, messages: &[Message]) -> Vec<Element> {
        messages.iter().map(|message| el("li").text(sentence(&self.say(message)))).collect()
    }

    /// A few words each, in one line.
    pub(super) fn row(&self, messages: &[Message]) -> String {
        messages.iter().map(|message| self.say(message)).collect::<Vec<_>>().join(" · ")
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
        let invited = model.visit.invitation.as_ref().and_then(|info| invitation(model, info));
        return invited.unwrap_or_else(|| match &model.visit.trouble {
            Some(trouble) => message(trouble, model),
            None => title(&model.tongue.say("journey.opens")), // the server is asked
        });
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
        .child(el("p").class("small").text(shown.about.clone()))
        .children(at.here.rules().map(|rules| new_game::rule_set_in_words(model, rules)));
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
        .children(travellers(&words, at, &shown))
        .children(shown.question.as_ref().map(|question| ask(&words, at, question).key("question")))
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
        .child(crew::view(&words, at, &shown).key("crew"))
        .children(chapters::story(&words, &shown).map(|story| story.key("story")))
        .child(tools(&words, at, &shown).key("tools"))
}

/// What somebody sees who was sent the link: who invites, where to, and a field for the own name.
fn invitation(model: &Model, info: &Invitation) -> Option<Element> {
    let journeys = &info.journeys;
    let words = Words::new(model, journeys.info().key, journeys.key())?;
    let setup = Setup::read(journeys.options(), &info.setup).ok();
    let chosen = |spec: &OptionSpec| {
        let value = setup.as_ref()?.get(spec.key);
        let named = || format!("{}: {}", words.option(spec.key), words.option(&format!("{}.{value}", spec.key)));
        matches!(spec.kind, OptionKind::Choice(_)).then(named)
    };
    let chosen = journeys.options().iter().filter_map(chosen).map(|words| el("li").text(words));
    let shown = setup.clone().and_then(|setup| journeys.start(setup, Seed::number(0)).ok());
    let shown = shown.map(|started| started.headquarters(OURS, model.tongue.language));
    let where_to = shown.as_ref().map_or_else(|| words.word("title"), |shown| shown.title.clone());
    let key = if info.by.is_empty() { "invited.somebody" } else { "invited" };
    let invites = Message::new(key).with("name", info.by.clone());
    let trouble = model.visit.trouble.as_ref().map(|why| el("p").class("problem").attr("role", "alert").text(why));
    Some(
        el("section")
            .class("card message hq-chart")
            .child(title(&model.tongue.tell(&invites.with("game", where_to))))
            .children(shown.as_ref().map(|shown| el("p").text(shown.about.clone())))
            .children(shown.as_ref().map(|shown| star_chart::view(&words, shown)))
            .child(el("ul").class("small").children(chosen))
            .children(journeys.rules().map(|rules| new_game::rule_set_in_words(model, rules)))
            .child(
                el("form")
                    .on_submit(JourneyPress::Join)
                    .child(new_game::name(model))
                    .children(trouble)
                    .child(button(JourneyPress::Join, model.tongue.say("journey.join")).class("button main big")),
            ),
    )
}

/// What a traveller is called here.
pub(super) fn name_of(words: &Words<'_>, at: &AtHeadquarters, seat: Seat) -> String {
    let tongue = &words.model.tongue;
    let told = at.news.as_ref().and_then(|news| news.travellers.get(seat.index())?.clone());
    let name = told
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| tongue.tell(&Message::new("journey.traveller").with("number", i64::from(seat.0) + 1)));
    if seat == at.here.seat { format!("{name} ({})", tongue.say("sits.you")) } else { name }
}

/// A choice among the travellers, if several play at this screen.
fn travellers(words: &Words<'_>, at: &AtHeadquarters, shown: &Headquarters) -> Option<Element> {
    if at.here.key.is_some() {
        return at.news.as_ref().map(|news| companions(words, at, shown, news));
    }
    let one = |seat: u8| {
        let number = words.model.tongue.tell(&Message::new("journey.traveller").with("number", i64::from(seat) + 1));
        button(JourneyPress::Seat(seat), number).class("button toggle").attr("aria-pressed", at.here.seat.0 == seat)
    };
    (at.here.seats() > 1).then(|| el("div").class("row").key("travellers").children((0..at.here.seats()).map(one)))
}

/// Who travels on a journey that a server keeps, what they have decided, the links to it, and how to go on without them.
fn companions(words: &Words<'_>, at: &AtHeadquarters, shown: &Headquarters, news: &JourneyNews) -> Element {
    let model = words.model;
    let say = |key| model.tongue.say(key);
    let others = || (0..).map(Seat).zip(&shown.travellers).filter(|(seat, _)| *seat != at.here.seat);
    let is_free = |seat: Seat, card: &TravellerCard| {
        !card.has_left && news.travellers.get(seat.index()).is_some_and(Option::is_none)
    };
    let one = |(seat, card): (Seat, &TravellerCard)| match &card.says {
        Some(says) => words.say(&says.clone().with("name", name_of(words, at, seat))),
        None if is_free(seat, card) => say("journey.nobody"),
        None => name_of(words, at, seat),
    };
    let names: Vec<String> = (0..).map(Seat).zip(&shown.travellers).map(one).collect();
    let mut parts = Vec::new();
    for (seat, card) in others().filter(|_| shown.end.is_none()) {
        let why = if is_free(seat, card) {
            parts.push(button(JourneyPress::CopyLink, say("journey.link")).class("button main"));
            Message::new("journey.free")
        } else if news.gone.contains(&seat) {
            Message::new("journey.gone").with("name", name_of(words, at, seat))
        } else {
            // Whoever is there is asked.
            if let Some(ask) = &card.ask {
                parts.extend(words.step(ask, ""));
                parts.push(el("span").class("small").text(say("journey.patience")));
            }
            continue;
        };
        if let Some(without) = &card.without {
            let step = format!("{} {}", seat.0 + 1, without.step);
            parts.extend(words.step(&StepButton { step, ..without.clone() }, ""));
            parts.push(el("span").class("small").text(model.tongue.tell(&why)));
        }
    }
    let copied = model.visit.copied.map(|worked| say(if worked { "copied" } else { "not-copied" }));
    el("div")
        .class("row")
        .key("travellers")
        .child(el("span").attr("data-travellers", "").attr("role", "status").text(names.join(" · ")))
        .child(button(JourneyPress::CopyOwnLink, say("journey.own-link")).class("button"))
        .children(copied.map(|words| el("span").class("small").text(words)))
        .children(parts)
}

/// What another traveller asks.
fn ask(words: &Words<'_>, at: &AtHeadquarters, question: &Question) -> Element {
    let text = question.text.clone().with("name", name_of(words, at, question.asker));
    el("section")
        .class("card")
        .attr("role", "alert")
        .child(el("p").text(sentence(&words.say(&text))))
        .child(el("div").class("row").children(question.answers.iter().flat_map(|answer| words.step(answer, ""))))
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
        el("li").child(outline(THEIRS, &foe.shape)).child(
            el("span")
                .child(el("strong").text(format!("{} × {}", foe.count, words.say(&foe.title))))
                .child(el("span").class("small").text(words.row(&foe.about))),
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
        None if shown.end.is_some() || words.model.visit.headquarters.as_ref().is_some_and(|at| at.here.has_left()) => {
            return None;
        }
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
fn tools(words: &Words<'_>, at: &AtHeadquarters, shown: &Headquarters) -> Element {
    let (model, say) = (words.model, |key| words.model.tongue.say(key));
    let here = at.here.key.is_none();
    let undo =
        here.then(|| button_if(model.may_undo_step().then_some(JourneyPress::Undo), say("undo")).class("button"));
    let rules = at.here.rules();
    let is_known_there = rules.is_none() || model.rule_sets.offered.iter().any(|set| set.rules() == rules);
    let may_upload = here && shown.end.is_none() && model.server == Server::Here && is_known_there;
    let upload = may_upload.then(|| button(JourneyPress::Upload, say("journey.upload")).class("button"));
    let fights = at.news.as_ref().is_some_and(|news| news.table.is_some());
    // Nobody hands anything over to an empty seat.
    let is_alone = at.news.as_ref().is_some_and(|news| news.travellers.contains(&None));
    let steps = shown.steps.iter().filter(|step| !(is_alone && at.here.leaves(&step.step)));
    el("div")
        .class("row")
        .children(undo)
        .child(button(JourneyPress::Save, say("journey.save")).class("button"))
        .children(fights.then(|| el("span").class("small").text(say("journey.save.running"))))
        .children(upload)
        .children(steps.flat_map(|step| words.step(step, "")))
}
