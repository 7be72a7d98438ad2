//! The form for a new journey: its options, with what the chosen one is about, and the file of an old one.

use game::{Message, OptionKind, OptionSpec};

use super::headquarters::Words;
use super::{button, message, new_game, star_chart, title};
use crate::html::{Element, el};
use crate::journey::SetOut;
use crate::model::{Model, Server};
use crate::press::JourneyPress;
use crate::words::fault_in_words;

pub(super) fn view(model: &Model) -> Element {
    let words = model
        .visit
        .set_out
        .as_ref()
        .and_then(|form| Some((form, Words::new(model, form.journeys.info().key, form.journeys.key())?)));
    let Some((form, words)) = words else { return message(&model.tongue.say("trouble.no-game"), model) };
    let say = |key| model.tongue.say(key);
    let name = form.journeys.info().name;
    let heading = Message::new("journey.of").with("journey", words.word("title")).with("name", name.to_owned());
    // Several travellers at one journey need a server.
    let has_server = model.server == Server::Here && model.has_secrets();
    let specs = form.journeys.options().iter().filter(|spec| has_server || !spec.decides_seats());
    let decides = |key: &str| form.journeys.options().iter().any(|spec| spec.key == key && spec.decides_seats());
    let alone = !form.options.iter().any(|(key, value)| decides(key) && value != "1");
    let here = alone.then(|| button(JourneyPress::SetOut, say("journey.set-out")).class("button main big"));
    let class = if alone { "button" } else { "button main big" };
    let online = has_server.then(|| button(JourneyPress::SetOutOnline, say("journey.set-out.online")).class(class));
    let submit = if alone { JourneyPress::SetOut } else { JourneyPress::SetOutOnline };
    let trouble = model.visit.trouble.as_ref().map(|why| el("p").class("problem").attr("role", "alert").text(why));
    let preview = form.preview("", "", model.tongue.language);
    let (problem, shown) = match preview {
        Ok(shown) => (None, Some(shown)),
        Err(problem) => (Some(problem.say(model.tongue.language, form.journeys.info())), None),
    };
    let about = shown.as_ref().map(|shown| {
        el("section")
            .class("card hq-chart")
            .key("about")
            .child(el("h2").text(shown.title.clone()))
            .child(el("p").text(shown.about.clone()))
            .child(star_chart::view(&words, shown))
    });
    let fault =
        model.visit.fault.as_ref().map(|fault| {
            el("p").class("problem").attr("role", "alert").text(fault_in_words(model, fault)).key("fault")
        });
    let file =
        el("input").attr("type", "file").attr("id", "file").attr("data-file", "").attr("accept", ".txt,text/plain");
    let setup = el("form")
        .class("setup")
        .key("form")
        .on_submit(submit)
        .children(new_game::rule_sets(model, form.offered(), form.journeys.rules()))
        .children(specs.map(|spec| option(&words, form, spec)))
        // Only others see it.
        .children(has_server.then(|| new_game::name(model).key("name")))
        .child(
            el("div")
                .class("row begin-bar")
                .key("begin")
                .children(problem.map(|problem| el("p").class("problem").attr("role", "alert").text(problem)))
                .children(trouble)
                .children(here)
                .children(online),
        )
        .child(
            el("div")
                .class("field")
                .key("file")
                .child(el("label").attr("for", "file").text(say("journey.file")))
                .children(fault)
                .child(file),
        );
    el("div").class("new-game set-out").child(title(&model.tongue.tell(&heading))).child(setup).children(about)
}

/// An option. Each value that begins another journey is called by that journey's title.
fn option(words: &Words<'_>, form: &SetOut, spec: &OptionSpec) -> Element {
    let value = form.options.get(spec.key).map_or("", String::as_str);
    let values = form.journeys.values(spec.key).filter(|_| matches!(spec.kind, OptionKind::Text { .. }));
    let Some(values) = values else { return new_game::plain_option(words.model, &words.texts, spec, value) };
    let titled = |value: String| {
        let title = form.preview(spec.key, &value, words.model.tongue.language).map(|shown| shown.title);
        (value.clone(), title.unwrap_or(value))
    };
    let choices: Vec<_> = values.into_iter().map(titled).collect();
    new_game::titled_option(&words.texts, spec, value, &choices)
}
