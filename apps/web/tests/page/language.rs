//! Texts in another language than English are loaded when somebody wants that language.

use sixfold_web::{Effect, Event, Fetch, Model, Press, Setting, Start, update, view};

use crate::harness::{Page, served};

const PATH: &str = "content/languages/de.txt";
const ENGLISH: &str = "Strategy games on hexagons";
const GERMAN: &str = "Strategiespiele auf Sechsecken";

fn says(model: &Model, words: &str) -> bool {
    view(model).to_string().contains(words)
}

/// A page that a German browser opens with these texts, and what it asks for.
fn german(texts: Option<String>) -> (Model, Vec<Effect>) {
    let mut model = Model::new(7);
    let start = Start { language: "de-AT".to_owned(), texts, ..Start::default() };
    let effects = update(&mut model, 1.0, Event::Start(start));
    (model, effects)
}

fn asks(effects: &[Effect]) -> bool {
    effects.contains(&Effect::Fetch(Fetch::Texts("de"), PATH.to_owned(), None))
}

#[test]
fn a_page_with_its_texts_is_german_from_its_first_drawing() {
    let (model, effects) = german(Some(served(PATH).1));
    assert!(says(&model, GERMAN) && !asks(&effects));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Dress(dress, _) if dress.contains(&("lang", "de")))));
}

#[test]
fn a_page_without_its_texts_asks_for_them_and_then_changes() {
    let (mut model, effects) = german(None);
    assert!(says(&model, ENGLISH) && asks(&effects));
    update(&mut model, 2.0, Event::Fetched(Fetch::Texts("de"), Some(served(PATH))));
    assert!(says(&model, GERMAN));
}

#[test]
fn texts_that_cannot_be_loaded_are_missed_in_words_and_asked_for_again() {
    let page = Some((200, "<!doctype html>".to_owned()));
    for answer in [None, Some((404, String::new())), page] {
        let (mut model, _) = german(None);
        update(&mut model, 2.0, Event::Fetched(Fetch::Texts("de"), answer));
        assert!(says(&model, ENGLISH) && says(&model, "The page is not in Deutsch"));
        let effects = update(&mut model, 3.0, Event::Click { press: Press::LoadAgain, touch: false });
        assert!(asks(&effects) && !says(&model, "The page is not in Deutsch"));
        update(&mut model, 4.0, Event::Fetched(Fetch::Texts("de"), None));
        assert!(asks(&update(&mut model, 5.0, Event::Back)), "the connection is back");
        update(&mut model, 6.0, Event::Fetched(Fetch::Texts("de"), Some(served(PATH))));
        assert!(says(&model, GERMAN));
    }
}

#[test]
fn a_language_is_loaded_once_and_late_texts_change_nothing() {
    let mut page = Page::open_without_texts("#/");
    page.set(Setting::Language, "de");
    assert!(asks(&page.take()) && says(&page.model, ENGLISH));
    page.set(Setting::Language, "en");
    page.tell(Event::Fetched(Fetch::Texts("de"), Some(served(PATH))));
    assert!(says(&page.model, ENGLISH), "the person has changed their mind");
    page.set(Setting::Language, "de");
    assert!(says(&page.model, GERMAN) && !asks(&page.take()));
}

#[test]
fn an_english_page_loads_no_language() {
    let page = Page::open("#/", Vec::new());
    let asked = |effect: &Effect| matches!(effect, Effect::Fetch(Fetch::Texts(_), ..));
    assert!(!page.asked.iter().any(asked));
}
