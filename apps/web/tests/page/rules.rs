//! The rules: as a page of their own, and over a table or a new game, which keep their state. Rulings are linked.

use std::fs;
use std::path::Path;

use sixfold_web::html::{Element, Node};
use sixfold_web::press::{FormField, Press, Setting};
use sixfold_web::{Chapter, Effect, Event, Fetch, rulebook, rulings, view};

use crate::harness::{Host, Page, at_one_screen, option, pick, served};
use crate::tree;

/// Collects the elements that `wanted` accepts.
fn find(node: &Node, wanted: &dyn Fn(&Element) -> bool, found: &mut Vec<Element>) {
    if let Some(element) = node.element() {
        if wanted(element) {
            found.push(element.clone());
        }
        element.children.iter().for_each(|child| find(child, wanted, found));
    }
}

fn all(page: &Page, wanted: impl Fn(&Element) -> bool) -> Vec<Element> {
    let mut found = Vec::new();
    find(&view(&page.model), &wanted, &mut found);
    found
}

fn keys() -> impl Iterator<Item = &'static str> {
    catalog::GAMES.iter().map(|game| game.info().key)
}

#[test]
fn the_rules_of_every_game_are_read() {
    for key in keys() {
        let page = Page::open(&format!("#/rules/{key}"), Vec::new());
        page.shows("h2");
        let is_markdown = |words: &String| words.contains("**") || words.contains("|--");
        assert!(is_markdown(&"**so**".to_owned()) && is_markdown(&"|---|".to_owned()), "the search works");
        assert!(!tree::sentences(&page.tree()).iter().any(is_markdown), "{key} has marks that are shown as written");
        let has_pipes = |element: &Element| element.tag == "p" && rulebook::words(element).contains(" | ");
        assert!(all(&page, has_pipes).is_empty(), "{key} has tables that are shown as they were written");
    }
}

#[test]
fn every_number_that_a_text_mentions_leads_to_its_ruling() {
    for key in keys() {
        let page = Page::open(&format!("#/rules/{key}"), Vec::new());
        let stated = all(&page, |element| element.get("class") == Some("ruling"));
        let ids: Vec<&str> = stated.iter().filter_map(|element| element.get("id")).collect();
        assert!(!ids.is_empty(), "{key} states its rulings");
        let rules = catalog::find(key).unwrap().info().rules_in("en");
        for (_, number) in rulings::numbers(rules) {
            let id = rulebook::id(&rulings::place(number));
            assert_eq!(ids.iter().filter(|known| **known == id).count(), 1, "{key}: {number} is stated once");
        }
        // In the article, a ruling's number stands only in its ruling, in a link to it, or in code.
        let numbers_in = |tag: &str| {
            let of_tag = all(&page, |element| element.tag == tag);
            of_tag.iter().filter(|element| rulings::numbers(&rulebook::words(element)).next().is_some()).count()
        };
        let linked = all(&page, |element| element.get("class") == Some("to-ruling"));
        let in_text = rulings::numbers(rules).count();
        assert_eq!(in_text, linked.len() + numbers_in("strong") + numbers_in("code"), "{key}");
        for link in linked {
            let href = link.get("href").unwrap();
            let place = href.strip_prefix(&format!("#/rules/{key}/")).unwrap_or_else(|| panic!("{href}"));
            assert!(ids.contains(&rulebook::id(place).as_str()), "{href}");
        }
    }
}

#[test]
fn every_ruling_has_an_address_and_is_in_the_contents() {
    for key in keys() {
        let page = Page::open(&format!("#/rules/{key}"), Vec::new());
        let ids: Vec<String> =
            all(&page, |element| element.get("id").is_some()).iter().map(|e| e.get("id").unwrap().to_owned()).collect();
        let mut sorted = ids.clone();
        sorted.dedup();
        assert_eq!(ids.len(), sorted.len(), "{key}: an id is one place");
        let contents = all(&page, |element| element.get("class") == Some("contents"));
        let link = format!("#/rules/{key}/rulings");
        assert!(contents[0].to_string().contains(&link), "{key}: {}", contents[0]);
        for ruling in all(&page, |element| element.get("class") == Some("ruling")) {
            let id = ruling.get("id").unwrap();
            let mut page = Page::open(&format!("#/rules/{key}/{}", rulebook::place(id).unwrap()), Vec::new());
            assert!(page.take().contains(&Effect::Focus(format!("#{id}"))), "{key}: {id}");
            assert_eq!(page.title(), catalog::find(key).unwrap().info().name);
            assert!(ruling.get("tabindex") == Some("-1"), "the ruling can get the focus");
        }
    }
}

/// The numbers of the rulings of a game, in the order of the text.
fn stated_in(key: &str, language: &str) -> Vec<String> {
    let (status, rules) = served(&Chapter::Rules.path(key, language));
    assert_eq!(status, 200, "{key} in {language}");
    rulings::rulings(&rulebook::render(&rules, rulebook::Links { address: "#", in_place: false }))
}

#[test]
fn rules_are_in_the_language_of_the_page_where_they_are_written_in_it() {
    let mut page = Page::open("#/rules/hexoust", Vec::new());
    page.set(Setting::Language, "de");
    let html = page.html();
    assert!(html.contains("lang=\"de\"") && html.contains("Schlagend") && html.contains("id=\"rule-ho-4\""), "{html}");
    for game in catalog::GAMES {
        let info = game.info();
        for (language, _) in info.rules {
            assert_eq!(stated_in(info.key, language), stated_in(info.key, "en"), "{} in {language}", info.key);
        }
    }
}

/// Every ruling number in the name of a test is stated in the rules that players read.
#[test]
fn every_ruling_that_a_test_carries_is_stated() {
    let games = Path::new("../../games");
    for game in catalog::GAMES {
        let info = game.info();
        let stated = stated_in(info.key, "en");
        let folder = games.join(info.key).join("tests/rulings");
        let files = fs::read_dir(&folder).unwrap_or_else(|_| panic!("{} cannot be read", folder.display()));
        let prefix = stated[0].split('-').next().unwrap().to_lowercase();
        let marker = format!("fn {prefix}_");
        let texts: Vec<String> = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
        let named = texts.iter().flat_map(|text| text.split(&marker).skip(1));
        let numbers: Vec<&str> = named.map(|rest| rest.split('_').next().unwrap()).collect();
        assert!(!numbers.is_empty(), "{}", info.key);
        for number in numbers {
            let number = format!("{}-{number}", prefix.to_uppercase());
            assert!(stated.contains(&number), "{}: {number} is tested and not stated", info.key);
        }
    }
}

#[test]
fn lists_in_lists_and_tables_are_drawn_as_such() {
    let page = Page::open("#/rules/hexlock", Vec::new());
    let nested = all(&page, |element| {
        element.tag == "li"
            && element.children.iter().any(|child| child.element().is_some_and(|child| child.tag == "ul"))
    });
    assert_eq!(nested.len(), 1, "the parts of an attack are a nested list");
    let tables = all(&page, |element| element.get("class") == Some("wide"));
    assert!(tables[0].to_string().contains(r#"<th scope="row">miss"#) || tables[0].to_string().contains("natural 1"));
}

#[test]
fn a_ruling_is_gone_to_on_the_same_page_and_back() {
    let mut page = Page::open("#/rules/hexlock", Vec::new());
    page.take();
    page.tell(Event::Route("#/rules/hexlock/hl-3".to_owned()));
    assert_eq!(page.take(), [Effect::Focus("#rule-hl-3".to_owned())], "the page is not opened again");
    page.tell(Event::Route("#/rules/hexlock".to_owned()));
    assert_eq!(page.take(), [], "the browser scrolls back by itself");
}

fn read(page: &mut Page) {
    let link = all(page, |element| element.get("id") == Some("rules-link"));
    let href = link[0].get("href").unwrap().to_owned();
    page.tell(Event::Route(href));
}

fn is_read(page: &Page) -> bool {
    let dialogs = all(page, |element| element.tag == "dialog");
    dialogs.iter().any(|dialog| dialog.get("class").is_some_and(|class| class.contains("reading")))
}

#[test]
fn reading_the_rules_of_an_online_match_leaves_the_line_alone() {
    let (mut page, mut host) = Host::seated(Some(0));
    page.take();
    read(&mut page);
    assert!(is_read(&page));
    let asked = page.take();
    assert!(!asked.iter().any(|effect| matches!(effect, Effect::Hang | Effect::Open(_))), "{asked:?}");
    let moment = host.play_any(Some(0));
    page.hear(&moment);
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 1, "the match goes on under it");
    assert!(is_read(&page), "the rules stay open");
    page.key("Escape");
    assert!(!is_read(&page));
    let asked = page.take();
    assert!(asked.contains(&Effect::GoBack), "the address goes back to the table: {asked:?}");
    assert!(asked.iter().any(|effect| matches!(effect, Effect::Focus(to) if to.starts_with("#rules-link"))));
    page.tell(Event::Route("#/t/abc".to_owned())); // the browser reports this after going back
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 1);
    assert!(!page.take().contains(&Effect::Hang));
}

#[test]
fn the_browsers_way_back_closes_the_rules_and_nothing_else() {
    let mut page = at_one_screen("hexoust");
    page.click(pick("g7"));
    read(&mut page);
    assert!(is_read(&page));
    page.take();
    let client = page.model.route.to_string();
    page.tell(Event::Route(client));
    assert!(!is_read(&page));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 1);
    assert!(!page.take().contains(&Effect::GoBack), "the browser has already gone back");
}

#[test]
fn reading_the_rules_keeps_what_was_filled_in() {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.set(FormField::Opponent, "screen");
    page.set(option("base"), "5");
    let form = |page: &Page| all(page, |element| element.tag == "form")[0].clone();
    let filled = form(&page);
    read(&mut page);
    assert!(is_read(&page));
    page.click(Press::Close);
    assert!(!is_read(&page));
    assert_eq!(form(&page), filled);
}

#[test]
fn a_ruling_in_the_rules_over_a_table_is_gone_to_without_leaving() {
    let (mut page, _) = Host::seated(Some(0));
    read(&mut page);
    let links = all(&page, |element| element.get("class") == Some("to-ruling"));
    assert!(links.len() > 5 && links.iter().all(|link| link.get("data-skip").is_some()), "{links:?}");
    let way_back = all(&page, |element| element.get("class") == Some("back"));
    assert!(!way_back.is_empty() && way_back.iter().all(|link| link.get("data-skip").is_some()));
    let text = all(&page, |element| element.get("autofocus").is_some());
    assert_eq!((text.len(), text[0].get("tabindex")), (1, Some("0")), "keys scroll the text at once");
}

#[test]
fn rules_that_are_opened_with_the_table_close_to_the_table() {
    let (_, host) = Host::seated(None);
    let mut page = Page::open("#/t/abc/rules", Vec::new());
    page.tell(Event::Socket(sixfold_web::SocketNews::Opened));
    assert!(!is_read(&page), "nobody knows yet which game it is");
    page.hear(&host.welcome(None, true));
    assert!(is_read(&page));
    page.take();
    page.click(Press::Close);
    assert!(!is_read(&page) && !page.take().contains(&Effect::GoBack), "there is nothing to go back to");
    assert!(page.model.client.is_some());
}

#[test]
fn rules_are_loaded_when_they_are_asked_for() {
    let mut page = Page::open_without_texts("#/rules/hexoust/ho-4");
    let path = "content/hexoust/rules.en.txt".to_owned();
    let fetch = Effect::Fetch(Fetch::Content(path.clone()), path.clone(), None);
    let asked = page.take();
    assert_eq!(asked.iter().filter(|effect| **effect == fetch).count(), 1, "{asked:?}");
    page.shows(".skeleton");
    assert_eq!(page.title(), "HexOust");
    page.tell(Event::Hover(None));
    assert_eq!(page.take(), [], "a text that was asked for is not asked for again");
    page.tell(Event::Fetched(Fetch::Content(path.clone()), Some(served(&path))));
    page.lacks(".skeleton");
    page.shows("#rule-ho-4");
    assert_eq!(page.take(), [Effect::Focus("#rule-ho-4".to_owned())], "the section is gone to once it is there");
    page.tell(Event::Route("#/".to_owned()));
    page.tell(Event::Route("#/rules/hexoust".to_owned()));
    page.shows("#rule-ho-4");
    assert!(!page.take().contains(&fetch), "a text is loaded once");
}

#[test]
fn a_text_that_cannot_be_loaded_says_so_and_can_be_asked_for_again() {
    let path = "content/hexoust/rules.en.txt".to_owned();
    let fetch = Effect::Fetch(Fetch::Content(path.clone()), path.clone(), None);
    let a_page = "<!doctype html><title>Not this</title>".to_owned();
    for answer in [None, Some((404, "There is nothing here".to_owned())), Some((200, a_page))] {
        let mut page = Page::open_without_texts("#/rules/hexoust");
        page.tell(Event::Fetched(Fetch::Content(path.clone()), answer));
        page.says("The text could not be loaded.");
        page.take();
        page.click(Press::LoadAgain);
        assert_eq!(page.take(), std::slice::from_ref(&fetch));
        page.shows(".skeleton");
        page.tell(Event::Fetched(Fetch::Content(path.clone()), Some(served(&path))));
        page.does_not_say("The text could not be loaded.");
        page.shows("#rule-ho-4");
    }
}

#[test]
fn another_language_is_another_text() {
    let mut page = Page::open_without_texts("#/rules/hexoust");
    page.take();
    page.set(Setting::Language, "de");
    page.tell(Event::Fetched(Fetch::Texts("de"), Some(served("content/languages/de.txt"))));
    let path = "content/hexoust/rules.de.txt".to_owned();
    assert!(page.take().contains(&Effect::Fetch(Fetch::Content(path.clone()), path, None)));
}
