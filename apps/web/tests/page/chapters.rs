//! The texts about every game: complete in every language, alike in their parts, and with the words of the buttons.

use catalog::DynGame;
use game::{OptionKind, OptionSpec};
use sixfold_web::press::{Press, Setting};
use sixfold_web::texts::LANGUAGES;
use sixfold_web::{Chapter, Effect, Element, Event};

use crate::harness::{Host, Page, served};
use crate::tree;

/// All texts about all games: the game, the language, the chapter and its compiled text.
fn all() -> impl Iterator<Item = (&'static dyn DynGame, &'static str, Chapter, String)> {
    let chapters = catalog::GAMES.iter().flat_map(|game| {
        LANGUAGES.iter().flat_map(move |(language, ..)| Chapter::ALL.map(|chapter| (*game, *language, chapter)))
    });
    chapters.map(|(game, language, chapter)| {
        let path = chapter.path(game.info().key, language);
        let (status, text) = served(&path);
        assert_eq!(status, 200, "{path} is missing");
        (game, language, chapter, text)
    })
}

/// The page of a text.
fn page(game: &dyn DynGame, language: &str, chapter: Chapter) -> Page {
    let mut page = Page::open(&format!("#/{}/{}", chapter.name(), game.info().key), Vec::new());
    page.set(Setting::Language, language);
    page
}

#[test]
fn every_game_has_every_text_in_every_language() {
    for (game, language, chapter, text) in all() {
        let name = format!("{} of {} in {language}", chapter.name(), game.info().key);
        assert!(text.chars().count() > 900, "{name} is short");
        assert!(page(game, language, chapter).has(".rules h2"), "{name} is not shown");
    }
}

/// A text names an option by its key, and the page writes the words of the button in its place.
#[test]
fn words_of_buttons_in_texts_are_those_of_the_buttons() {
    let mut named = 0;
    for (game, language, chapter, text) in all() {
        let texts = game.info().texts_in(language);
        for rest in text.split("{{").skip(1) {
            let key = rest.split("}}").next().unwrap();
            let name = format!("{} of {} in {language}", chapter.name(), game.info().key);
            assert!(texts.keys().any(|known| known == key), "{name} names `{key}`, which is no key");
            named += 1;
        }
        let shown = page(game, language, chapter);
        assert!(!shown.has_words("{{") && !shown.has_words("}}"), "{language}: {}", shown.html());
    }
    assert!(named > 100, "the search still finds the keys: {named}");
}

#[test]
fn the_rules_name_every_option() {
    for game in catalog::GAMES {
        for (language, ..) in LANGUAGES {
            let (info, page) = (game.info(), page(*game, language, Chapter::Rules));
            let texts = info.texts_in(language);
            for OptionSpec { key, .. } in info.options {
                let label = texts.word(&format!("option.{key}"));
                assert!(page.has_words(&label), "the rules of {} in {language} do not name «{label}»", info.key);
            }
        }
    }
}

/// A help that calls a value by its key would differ from the button, which has a word for it.
#[test]
fn helps_of_options_call_values_as_the_buttons_do() {
    let mut values_seen = 0;
    for game in catalog::GAMES {
        let info = game.info();
        for (language, ..) in LANGUAGES {
            let texts = info.texts_in(language);
            let values = info.options.iter().flat_map(|option| match option.kind {
                OptionKind::Choice(values) => values.iter().map(|value| (option.key, *value)).collect(),
                _ => Vec::new(),
            });
            for (option, value) in values {
                let label = texts.word(&format!("option.{option}.{value}"));
                values_seen += 1;
                if label.to_lowercase() == value || value.len() < 3 {
                    continue;
                }
                for key in
                    texts.keys().filter(|key| key.strip_suffix(".help").is_some_and(|of| !of.starts_with("option.red")))
                {
                    let help = texts.word(key);
                    let says =
                        help.split(|letter: char| !letter.is_alphanumeric() && letter != '-').any(|w| w == value);
                    assert!(!says, "{} in {language}: `{key}` says `{value}`, the button «{label}»: {help}", info.key);
                }
            }
        }
    }
    assert!(values_seen > 30, "{values_seen}");
}

/// How many of some elements a page has.
fn parts(page: &Page) -> Vec<(&'static str, usize)> {
    ["h2", "h3", "li", "tr", "pre", ".example"].map(|tag| (tag, page.all(&format!(".rules {tag}")).len())).to_vec()
}

#[test]
fn a_text_has_the_same_parts_in_every_language() {
    for game in catalog::GAMES {
        for chapter in Chapter::ALL {
            let english = parts(&page(*game, "en", chapter));
            for (language, ..) in LANGUAGES {
                let name = format!("{} of {} in {language}", chapter.name(), game.info().key);
                assert_eq!(parts(&page(*game, language, chapter)), english, "{name}");
            }
        }
    }
}

#[test]
fn a_page_leads_to_the_other_texts_about_its_game() {
    for chapter in Chapter::ALL {
        let page = page(catalog::GAMES[0], "en", chapter);
        let tabs = page.all(".tabs a");
        assert_eq!(tabs.len(), Chapter::ALL.len());
        for (tab, other) in tabs.iter().zip(Chapter::ALL) {
            let address = format!("#/{}/{}", other.name(), catalog::GAMES[0].info().key);
            assert_eq!(tab.get("href"), Some(address.as_str()));
            assert_eq!(tab.get("aria-current"), (other == chapter).then_some("page"));
        }
    }
}

#[test]
fn a_card_can_be_printed() {
    let game = catalog::GAMES[0];
    let mut page = page(game, "en", Chapter::Card);
    page.take();
    page.click(crate::harness::pressed(&page.first(".after-text button")));
    assert_eq!(page.take(), [Effect::Print]);
}

#[test]
fn over_a_table_the_other_texts_are_opened_in_the_same_place() {
    let (mut page, _) = Host::seated(Some(0));
    page.tell(Event::Route("#/t/abc/rules".to_owned()));
    let pressed = |page: &Page| -> Vec<String> {
        let tabs = page.all(".reading-top .tab");
        let is_pressed = |tab: &&Element| tab.get("aria-pressed") == Some("true");
        tabs.iter().filter(is_pressed).map(tree::words).collect()
    };
    assert_eq!(pressed(&page), ["Rules"]);
    page.take();
    page.click(Press::Read(Chapter::Card));
    assert_eq!(pressed(&page), ["Reference card"]);
    page.shows(".reading .of-card h2");
    assert_eq!(page.take(), [], "the table stays connected and the address stays");
    page.click(Press::Close);
    page.lacks(".reading .of-card h2");
}
