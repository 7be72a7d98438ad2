//! Drawn examples in the texts: every one is played, does what it says, and can be pressed.

use catalog::DynGame;
use sixfold_web::example::Source;
use sixfold_web::press::{Press, Setting};
use sixfold_web::texts::LANGUAGES;
use sixfold_web::{Chapter, Event, Example, Fetch, Stage, rulebook};

use crate::harness::{Page, served};
use crate::tree;

/// All examples of all texts: where each stands, its game and its source.
fn all() -> Vec<(String, &'static dyn DynGame, String)> {
    let mut found = Vec::new();
    for game in catalog::GAMES {
        for (language, ..) in LANGUAGES {
            for chapter in Chapter::ALL {
                let path = chapter.path(game.info().key, language);
                let (_, text) = served(&path);
                for (index, source) in rulebook::examples(&text).enumerate() {
                    found.push((format!("{path}, example {index}"), *game, source.to_owned()));
                }
            }
        }
    }
    found
}

#[test]
fn every_example_is_played_and_does_what_it_says() {
    for (name, game, text) in all() {
        let source = Source::cut(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert!(!source.caption.is_empty(), "{name} has no caption");
        let example = Example::play(game, &text).unwrap_or_else(|problem| panic!("{name}: {problem}\n{text}"));
        let happened: Vec<String> = match (&example.refused, &example.after) {
            (Some(why), _) => vec![why.key.to_string()],
            (None, Some((_, told))) => told.iter().map(|message| message.key.to_string()).collect(),
            (None, None) => panic!("{name}: nothing happens"),
        };
        let said: Vec<&str> =
            source.told.iter().copied().chain([source.refused]).filter(|key| !key.is_empty()).collect();
        assert!(!said.is_empty(), "{name} says nothing of what happens; it is {happened:?}");
        for key in said {
            assert!(happened.iter().any(|known| known == key), "{name}: `{key}` is not among {happened:?}");
        }
        for place in &source.zoom {
            assert!(example.before.cells.iter().any(|cell| cell.name == *place), "{name}: there is no place {place}");
        }
    }
}

#[test]
fn every_game_has_examples_in_its_rules_in_every_language() {
    for game in catalog::GAMES {
        for (language, ..) in LANGUAGES {
            let page = rules(game.info().key, language);
            let drawn = page.all("figure.example svg.still");
            assert!(drawn.len() >= 5, "{} in {language} has {} examples", game.info().key, drawn.len());
            page.lacks("pre.example-source");
            for (figure, drawn) in page.all("figure.example").iter().zip(&drawn) {
                let caption = tree::words(tree::find_all(figure, "figcaption")[0]);
                assert!(drawn.get("aria-label").unwrap().ends_with(&caption), "a screen reader is told: {caption}");
                assert!(!caption.contains("{{"), "{caption}");
            }
        }
    }
}

fn rules(key: &str, language: &str) -> Page {
    let mut page = Page::open(&format!("#/rules/{key}"), Vec::new());
    page.set(Setting::Language, language);
    page
}

#[test]
fn a_source_that_cannot_be_played_is_shown_as_it_is_written() {
    let mut page = Page::open_without_texts("#/rules/hexoust");
    let path = Chapter::Rules.path("hexoust", "en");
    let text = content::compile("# A\n\n```example\ndo: g7\nposition:\nnothing\n```\n").unwrap();
    page.tell(Event::Fetched(Fetch::Content(path), Some((200, text))));
    page.shows("pre.example-source");
}

#[test]
fn an_example_shows_before_the_action_and_after() {
    let mut page = rules("hexoust", "en");
    // The second example: d4 joins d3 and takes the stone on d5.
    let at = 1;
    let stones = |page: &Page| tree::find_all(&page.all("figure.example")[at], ".b-piece").len();
    let told = |page: &Page| tree::words(tree::find_all(&page.all("figure.example")[at], ".example-told")[0]);
    let threatened = |page: &Page| tree::find_all(&page.all("figure.example")[at], ".b-threatened").len();
    assert_eq!((stones(&page), threatened(&page)), (3, 1), "the action is shown first, as a preview");
    assert_eq!(told(&page), "Red places on d4 and takes one stone.");
    page.click(Press::Example(at, Stage::Before));
    assert_eq!((stones(&page), threatened(&page), told(&page)), (3, 0, String::new()));
    page.click(Press::Example(at, Stage::After));
    assert_eq!((stones(&page), threatened(&page)), (3, 0), "one stone came and one went");
    let pressed: Vec<String> =
        tree::find_all(&page.all("figure.example")[at], "[aria-pressed=true]").into_iter().map(tree::words).collect();
    assert_eq!(pressed, ["After"]);
    page.tell(Event::Route("#/".to_owned()));
    page.tell(Event::Route("#/rules/hexoust".to_owned()));
    assert_eq!(threatened(&page), 1, "the next visit begins anew");
}

#[test]
fn what_is_not_allowed_has_a_reason_and_no_after() {
    let page = rules("hexoust", "en");
    let figure = &page.all("figure.example")[3];
    let words: Vec<String> = tree::find_all(figure, "button").into_iter().map(tree::words).collect();
    assert_eq!(words, ["Before", "Why not"]);
    assert!(tree::words(tree::find_all(figure, ".example-told")[0]).contains("without touching an enemy group"));
}
