//! What happened in a journey: the report of each match, and the story of the whole.

use game::Message;
use scene::{ChapterCard, Headquarters, UnitReport};

use super::button;
use super::headquarters::{OURS, Words, outline};
use crate::html::{Element, el};
use crate::press::JourneyPress;
use crate::route::Route;
use crate::story_picture;

/// The report of the last match, open. It goes when somebody folds it.
pub(super) fn report(words: &Words<'_>, chapter: &ChapterCard) -> Element {
    let heading = words.model.tongue.tell(&Message::new("journey.report").with("title", chapter.title.clone()));
    el("details")
        .class("card hq-report")
        .flag("open", true)
        .child(el("summary").child(el("h2").text(heading)))
        .child(body(words, chapter))
}

fn body(words: &Words<'_>, chapter: &ChapterCard) -> Element {
    el("div")
        .child(el("ul").children(words.sentences(&chapter.story)))
        .child(el("ul").class("reports").children(chapter.units.iter().map(|unit| self::unit(words, unit))))
}

fn unit(words: &Words<'_>, unit: &UnitReport) -> Element {
    let name = unit.person.as_ref().map_or(unit.name.clone(), |person| format!("{} · {person}", unit.name));
    let story = (!unit.story.is_empty()).then(|| el("ul").children(words.sentences(&unit.story)));
    el("li")
        .class(if unit.is_lost { "hq-unit gone" } else { "hq-unit" })
        .child(outline(OURS, &unit.shape))
        .child(el("div").child(el("strong").text(name)).child(words.figures(&unit.gauges)).children(story))
}

/// All matches before the last one, folded.
pub(super) fn story(words: &Words<'_>, shown: &Headquarters) -> Option<Element> {
    let (_, before) = shown.chapters.split_last()?;
    let chapter = |chapter: &ChapterCard| {
        el("li").child(el("details").child(el("summary").text(chapter.title.clone())).child(body(words, chapter)))
    };
    (!before.is_empty()).then(|| {
        el("section")
            .class("card hq-story")
            .child(el("h2").text(words.model.tongue.say("journey.story")))
            .child(el("ol").children(before.iter().map(chapter)))
    })
}

/// The end of a journey: how it ended, and its story as a picture that can be saved.
pub(super) fn end(words: &Words<'_>, shown: &Headquarters, end: &Message) -> Element {
    let say = |key| words.model.tongue.say(key);
    let picture = words.model.visit.headquarters.as_ref().map(|at| story_picture::draw(words.model, at));
    let at = words.model.visit.headquarters.as_ref();
    let another = at.map(|at| Route::SetOut(at.here.game().to_owned(), at.here.kind().to_owned()));
    el("section")
        .class("card hq-end")
        .child(el("h2").text(words.say(end)))
        .children(
            picture.map(|picture| {
                picture.class("story-picture").attr("role", "img").attr("aria-label", told(words, shown))
            }),
        )
        .child(
            el("div")
                .class("row")
                .child(button(JourneyPress::Picture, say("journey.picture")).class("button"))
                .children(another.map(|to| el("a").class("button").attr("href", to).text(say("journey.another")))),
        )
}

/// The numbers of the picture in words.
fn told(words: &Words<'_>, shown: &Headquarters) -> String {
    let worth: Vec<String> = shown.worth.iter().map(u32::to_string).collect();
    format!("{}: {}", words.word("worth"), worth.join(", "))
}
