//! The gallery: the page in all its states, as files that a browser can show without a server or WebAssembly.
//!
//! The tests in `tests/browser` photograph these files and compare them with the approved pictures. The files are
//! written into the folder `SIXFOLD_GALLERY`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::json;
use sixfold_web::press::{FormField, Press, Setting, TablePress};
use sixfold_web::{Event, Fetch, Node, SocketNews, view};

use crate::harness::{Host, Page, against_the_computer, battle, found, option, pick, resumed};

/// The style sheets of the page, in the order of `index.html`.
fn style_sheets() -> impl Iterator<Item = &'static str> {
    let index = include_str!("../../static/index.html");
    index.split("rel=\"stylesheet\" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap())
}

/// All states of the page, with their names.
fn states() -> Vec<(String, Page)> {
    let mut states = Vec::new();
    general(&mut states);
    for game in catalog::GAMES {
        of_game(game.info().key, &mut states);
    }
    details(&mut states);
    other_looks(&mut states);
    states
}

/// The states that belong to no game.
fn general(states: &mut Vec<(String, Page)>) {
    let mut add = |name: &str, page: Page| states.push((name.to_owned(), page));
    add("home", Page::open("", Vec::new()));
    let mut home = resumed(&*catalog::find("hexlock").unwrap().random_match(setup("hexlock", &[]), 3).unwrap());
    home.tell(Event::Route("#/".to_owned()));
    add("home-with-a-game", home);
    add("home-german", german(""));
    for (name, press) in [("keys", Press::Keys), ("settings", Press::Settings)] {
        let mut page = Page::open("", Vec::new());
        page.click(press);
        add(name, page);
    }
    add("nothing-here", Page::open("#/new/chess", Vec::new()));
    add("text-loading", Page::open_without_texts("#/rules/hexoust"));
    let mut failed = Page::open_without_texts("#/rules/hexoust");
    failed.tell(Event::Fetched(Fetch::Content("content/hexoust/rules.en.txt".to_owned()), None));
    add("text-failed", failed);
    add("replay-empty", Page::open("#/replay", Vec::new()));
    let mut wrong = Page::open("#/replay", Vec::new());
    wrong.tell(Event::File("Sixfold record 1\ngame: hexoust 1\n\n1. red z99\n".to_owned()));
    add("replay-wrong", wrong);
    let mut replay = Page::open("#/replay", Vec::new());
    replay.tell(Event::File(include_str!("../../../../games/hexlock/tests/golden/rings.record").to_owned()));
    add("replay", replay);
}

/// The states that every game has.
fn of_game(key: &'static str, states: &mut Vec<(String, Page)>) {
    let mut add = |name: &str, page: Page| states.push((format!("{key}-{name}"), page));
    for chapter in ["rules", "strategy", "card"] {
        add(chapter, Page::open(&format!("#/{chapter}/{key}"), Vec::new()));
        add(&format!("{chapter}-german"), german(&format!("#/{chapter}/{key}")));
    }
    add("lesson", Page::open(&format!("#/learn/{key}/2"), Vec::new()));
    add("lesson-end", Page::open(&format!("#/learn/{key}/9"), Vec::new()));
    let mut form = Page::open(&format!("#/new/{key}"), Vec::new());
    form.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
    add("form", form);
    let mut first = against_the_computer(key, "1", "0");
    first.let_think();
    add("first", first);
    let demo = demo(key);
    let events = demo.standing().events;
    for (name, share) in [("early", 25), ("middle", 55), ("late", 85)] {
        let mut page = at(key, events * share / 100);
        page.click(TablePress::TakeOver);
        add(name, page);
    }
    let mut pointed = at(key, events * 55 / 100);
    pointed.click(TablePress::TakeOver);
    if let Some(place) = pointed.open_places().last() {
        pointed.tell(Event::Hover(Some(place.clone())));
    }
    add("pointed", pointed);
    // The first moment of the second half in which something is in danger, if there is one.
    let dangers = (events / 2..events).step_by(3).map(|event| {
        let mut page = at(key, event);
        page.click(TablePress::TakeOver);
        page.click(TablePress::Danger);
        page
    });
    let mut dangers: Vec<Page> = dangers.take(12).collect();
    let some = dangers.iter().position(|page| page.has("[data-threat]")).unwrap_or(0);
    add("danger", dangers.swap_remove(some));
    add("over", resumed(&*demo));
}

/// States with something special about one game.
fn details(states: &mut Vec<(String, Page)>) {
    let mut add = |name: &str, page: Page| states.push((name.to_owned(), page));
    let mut missed = Page::open("#/learn/hexoust/3", Vec::new());
    missed.click(pick("a1"));
    add("lesson-missed", missed);
    let mut done = Page::open("#/learn/hexoust/3", Vec::new());
    done.click(pick("d5"));
    add("lesson-done", done);
    let mut capture = found("hexoust", "base=7", |client| client.standing().events == 40);
    let place = capture.open_places().first().cloned();
    capture.tell(Event::Hover(place));
    add("hexoust-preview", capture);
    let hand_over = found("hexlock", "memory=off", |client| client.standing().keeps_secrets);
    add("hexlock-hand-over", hand_over);
    add("influence-honeycomb", found("influence", "board=honeycomb", |client| client.standing().events == 9));
    add("influence-dice", {
        let mut page = found("influence", "dice=on", |client| client.standing().events == 12);
        page.dice_fall = true;
        if let Some(place) = page.open_places().first() {
            page.click(pick(place));
        }
        page
    });
    add("hex-dice-six", found("hex-dice", "players=6", |client| client.standing().events == 40));
    let mut reach = at("hex-dice", 60);
    if let Some(place) = reach.open_places().first() {
        reach.click(pick(place));
    }
    add("hex-dice-reach", reach);
    let mut fields = battle();
    fields.click(TablePress::Overlay(0));
    add("hex-ships-fields", fields);
    let mut fleet = Page::open("#/new/hex-ships", Vec::new());
    fleet.set(option("red"), "own");
    add("hex-ships-fleet", fleet);
    let (waiting, _) = Host::seated_at("hexoust", "base=5", &["Ann", ""], Some(0));
    add("online-table", waiting);
    let (mut down, _) = Host::seated(Some(0));
    down.tell(Event::Socket(SocketNews::Closed));
    add("online-line-down", down);
    let (mut away, _) = Host::seated(Some(0));
    away.hear(&json!({ "type": "people", "watching": 3, "seats": [
        { "name": "Ann", "here": true }, { "name": "Bo", "here": false, "lost_in": 47_000 }] }));
    add("online-away", away);
    add("online-opening", Page::open("#/t/abc", Vec::new()));
    let mut thinking = Page::open("#/new/hexoust", Vec::new());
    thinking.set(FormField::Seat, "1");
    thinking.click(Press::Begin);
    add("computer-thinks", thinking);
    let mut resign = against_the_computer("hexoust", "1", "0");
    resign.click(TablePress::AskResign);
    add("resign", resign);
}

/// The looks that a person can choose instead of the game's own.
fn other_looks(states: &mut Vec<(String, Page)>) {
    for (key, look) in
        [("hexoust", "plain"), ("influence", "plain"), ("hexlock", "contrast"), ("influence", "contrast")]
    {
        let mut page = at(key, demo(key).standing().events / 2);
        page.set(Setting::Look, look);
        states.push((format!("{key}-{look}"), page));
    }
    let mut filled = at("hexoust", demo("hexoust").standing().events / 2);
    filled.set(Setting::Fill, "on");
    states.push(("hexoust-filled".to_owned(), filled));
}

fn german(hash: &str) -> Page {
    let mut page = Page::open(hash, Vec::new());
    page.set(Setting::Language, "de");
    page
}

fn setup(game: &str, pairs: &[&str]) -> game::Setup {
    catalog::find(game).unwrap().setup(pairs.iter().copied()).unwrap()
}

/// The recorded match of the computer against itself.
fn demo(key: &str) -> Box<dyn catalog::DynMatch> {
    let file = PathBuf::from("../../games").join(key).join("data/demo.record");
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    catalog::find(key).unwrap().replay(&text.parse().unwrap()).unwrap()
}

/// The recorded match after this many events, with people at one screen.
fn at(key: &str, events: usize) -> Page {
    let mut game_match = demo(key);
    while game_match.standing().events > events && game_match.undo() {}
    resumed(&*game_match)
}

/// A state as a file of its own. Unlike `Display`, it adds no blanks between elements: they would be visible.
fn document(name: &str, page: &Page) -> String {
    let attributes = page.model.dress().map(|(name, value)| format!(" {name}=\"{value}\"")).concat();
    let mut text = format!(
        "<!doctype html>
<html{attributes}><head><meta charset=\"utf-8\"><title>{name}</title>"
    );
    text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">";
    for sheet in style_sheets() {
        write!(text, "<link rel=\"stylesheet\" href=\"{sheet}\">").unwrap();
    }
    text += "</head><body><div id=\"page\">";
    write_node(&view(&page.model), &mut text);
    // Dialogs are opened as the page does it.
    text += "</div><script>for (const dialog of document.querySelectorAll('dialog')) dialog.showModal();</script></body></html>";
    text
}

fn write_node(node: &Node, text: &mut String) {
    let element = match node {
        Node::Text(words) => return text.push_str(&sixfold_web::html::escape(words)),
        Node::Element(element) => element,
    };
    write!(text, "<{}", element.tag).unwrap();
    for (name, value) in &element.attributes {
        write!(text, " {name}=\"{}\"", sixfold_web::html::escape(value)).unwrap();
    }
    text.push('>');
    if !["br", "hr", "img", "input"].contains(&element.tag) {
        for child in &element.children {
            write_node(child, text);
        }
        write!(text, "</{}>", element.tag).unwrap();
    }
}

#[test]
fn the_gallery_shows_every_state_of_the_page() {
    let states = states();
    let names: BTreeSet<&str> = states.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), states.len(), "each state has a name of its own");
    let files: Vec<(String, String)> =
        states.iter().map(|(name, page)| (format!("{name}.html"), document(name, page))).collect();
    for (name, html) in &files {
        assert!(html.contains("<h1"), "{name} has a heading");
    }
    let Some(folder) = env::var_os("SIXFOLD_GALLERY").map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("looks.css"), crate::looks::sheet(Path::new("../..")).unwrap()).unwrap();
    for sheet in style_sheets().filter(|sheet| *sheet != "looks.css") {
        fs::copy(PathBuf::from("static").join(sheet), folder.join(sheet)).unwrap();
    }
    for (name, html) in files {
        fs::write(folder.join(name), html).unwrap();
    }
}
