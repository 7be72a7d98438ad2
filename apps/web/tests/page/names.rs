//! Class names of the page and of board drawings are disjoint, so that a style rule for one never matches the other.
//!
//! Every class inside a drawing of game pieces has the prefix `b-`; no class outside has it. A base of a game once had
//! the class `home`, like the home page, and nothing on the home page could be clicked.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::harness::{Page, against_the_computer, found, pick};
use sixfold_web::press::{FormField, Press, TablePress};
use sixfold_web::{Element, Event, Fetch, Node, view};

/// All style sheets of the page.
static STYLE: LazyLock<String> = LazyLock::new(|| {
    let files = std::fs::read_dir("static").unwrap().map(|file| file.unwrap().path());
    let sheets = files.filter(|file| file.extension().is_some_and(|kind| kind == "css"));
    sheets.map(|sheet| std::fs::read_to_string(sheet).unwrap()).collect()
});
/// The prefix of class names on boards.
const BOARD: &str = "b-";
/// Drawings that consist of game pieces: boards, and the dot that stands for a seat.
const DRAWINGS: [&str; 2] = ["board", "seat-dot"];

/// The class of a seat is the same on the page and on boards. It only sets the seat's colour.
fn is_seat(class: &str) -> bool {
    class.strip_prefix("seat-").is_some_and(|seat| seat.len() == 1 && seat.bytes().all(|b| b.is_ascii_digit()))
}

#[derive(Default)]
struct Names {
    page: BTreeSet<String>,
    board: BTreeSet<String>,
}

impl Names {
    fn collect(&mut self, element: &Element, drawn: bool) {
        let classes: Vec<&str> = element.get("class").unwrap_or_default().split_whitespace().collect();
        let names = if drawn { &mut self.board } else { &mut self.page };
        names.extend(classes.iter().filter(|class| !is_seat(class)).map(|class| (*class).to_owned()));
        let inside = drawn || (element.tag == "svg" && classes.iter().any(|class| DRAWINGS.contains(class)));
        for child in &element.children {
            if let Some(child) = child.element() {
                self.collect(child, inside);
            }
        }
    }

    fn look_at(&mut self, page: &Page) {
        let Node::Element(root) = view(&page.model) else { panic!("a page is an element") };
        self.collect(&root, false);
    }
}

/// The class names of all pages: home, forms, rules, first positions and positions from the middle, dialogs, records.
fn all_names() -> Names {
    let mut names = Names::default();
    let mut home = Page::open("", Vec::new());
    for press in [Press::Keys, Press::Settings] {
        home.click(press);
        names.look_at(&home);
        home.click(Press::Close);
    }
    names.look_at(&home);
    for game in catalog::GAMES {
        let key = game.info().key;
        names.look_at(&Page::open(&format!("#/rules/{key}"), Vec::new()));
        for step in 1..10 {
            let mut lesson = Page::open(&format!("#/learn/{key}/{step}"), Vec::new());
            names.look_at(&lesson);
            if let Some(place) = lesson.open_places().last().cloned() {
                lesson.click(pick(&place));
                names.look_at(&lesson);
            }
        }
        let mut form = Page::open(&format!("#/new/{key}"), Vec::new());
        form.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
        names.look_at(&form);
        form.set(FormField::Opponent, "online");
        names.look_at(&form);
        let mut first = against_the_computer(key, "1", "0");
        first.let_think();
        first.click(Press::Keys);
        names.look_at(&first);
        let option = &game.info().options[0];
        let default = format!("{}={}", option.key, option.default);
        for wanted in [6, 20] {
            let mut middle = found(key, &default, |client| client.events() == wanted);
            middle.click(TablePress::TakeOver);
            names.look_at(&middle);
            for place in middle.open_places().into_iter().take(4) {
                middle.tell(Event::Hover(Some(place.clone())));
                names.look_at(&middle);
                middle.click(pick(&place));
                names.look_at(&middle);
                middle.click(TablePress::Overlay(0));
                names.look_at(&middle);
            }
        }
    }
    names
}

#[test]
fn everything_on_a_board_has_the_prefix_and_nothing_else_has() {
    let names = all_names();
    let strays: Vec<&String> = names.board.iter().filter(|name| !name.starts_with(BOARD)).collect();
    assert!(strays.is_empty(), "on boards without the prefix `{BOARD}`: {strays:?}");
    let strays: Vec<&String> = names.page.iter().filter(|name| name.starts_with(BOARD)).collect();
    assert!(strays.is_empty(), "on the page with the prefix `{BOARD}`: {strays:?}");
    assert!(names.board.len() > 40 && names.page.len() > 80, "the walk saw boards and pages");
}

/// Each selector of the style sheet, with the classes in it.
fn classes_of_the_style_sheet() -> Vec<(String, Vec<String>)> {
    let mut rules = String::new();
    for (index, part) in STYLE.split("/*").enumerate() {
        rules.push_str(if index == 0 { part } else { part.split_once("*/").expect("a comment has no end").1 });
    }
    let selectors = rules.split('{').filter_map(|part| part.rsplit(['}', ';']).next());
    let one = |selector: &str| {
        let classes = selector.split('.').skip(1).map(|rest| {
            rest.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect::<String>()
        });
        (
            selector.trim().to_owned(),
            classes.filter(|class| class.starts_with(|c: char| c.is_ascii_lowercase())).collect(),
        )
    };
    selectors
        .filter(|selector| !selector.trim_start().starts_with('@'))
        .flat_map(|list| list.split(','))
        .map(one)
        .collect()
}

#[test]
fn no_rule_of_the_style_sheet_reaches_both_a_board_and_the_page() {
    let names = all_names();
    for (selector, classes) in classes_of_the_style_sheet() {
        // A rule changes the elements of its last part. The parts before it may name elements around a board.
        let Some(last) = classes.last() else { continue };
        let is_ours = is_seat(last) || last.starts_with(BOARD) || !names.board.contains(last);
        assert!(is_ours, "`{selector}` reaches into boards by a name of the page");
        if last.starts_with(BOARD) {
            assert!(!names.page.contains(last), "`{selector}` reaches the page");
        }
    }
    assert!(classes_of_the_style_sheet().len() > 300, "the style sheet was read");
}

#[test]
fn seats_only_name_a_colour() {
    for (selector, classes) in classes_of_the_style_sheet() {
        if classes.last().is_some_and(|last| is_seat(last)) {
            // The selector is the last of its list, or another one follows.
            let rule = [format!("{selector} {{"), format!("{selector}, ")].into_iter().find_map(|from| {
                let rest = STYLE.split_once(&from)?.1;
                Some(if from.ends_with('{') { rest } else { rest.split_once('{')?.1 })
            });
            let rule = rule.expect("the selector has no rule").split('}').next().unwrap();
            assert!(
                rule.split(';').all(|part| part.trim().is_empty() || part.trim().starts_with("--")),
                "{selector}: {rule}"
            );
        }
    }
}
