//! The gallery: the page in all its states, as files that a browser can show without a server or WebAssembly.
//!
//! The tests in `tests/browser` photograph these files and compare them with the approved pictures. The files are
//! written into the folder `SIXFOLD_GALLERY`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use catalog::{DynGame, DynMatch};
use game::{OptionKind, Texts, Viewer};
use scene::{BadgeKind, Pick};
use serde_json::{Value, json};
use sixfold_web::press::{FormField, KitPress, Press, Setting, TablePress};
use sixfold_web::{Event, Fetch, Node, SocketNews, WorkerNews, view};

use crate::harness::{Host, Page, against_the_computer, battle, found, pick, resumed};
use crate::{journeys, left, tree};

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
    for game in catalog::GAMES {
        missing_phases(*game, &mut states);
    }
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
    let steps = Page::open(&format!("#/learn/{key}"), Vec::new()).all(".lesson-dot").len();
    let learned = format!("{{\"steps\":{steps},\"done\":true}}");
    let learned = vec![(format!("sixfold.learned.{key}"), learned)];
    add("lesson-end", Page::open(&format!("#/learn/{key}/{}", steps + 1), learned));
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
    add("danger", in_danger(catalog::find(key).unwrap()));
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
    let skipped = "{\"steps\":2,\"each\":11,\"done\":false}".to_owned();
    add("lesson-left", Page::open("#/learn/hexoust/9", vec![("sixfold.learned.hexoust".to_owned(), skipped)]));
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
    let carriers = "scenario=duel points=999 expansions=on red=hive~wasp~moth+dagger blue=hive~moth~moth/ecm+sabre";
    add("hex-ships-launch", {
        found("hex-ships", carriers, |client| {
            let picture = client.picture(Viewer::Seat(client.actor().unwrap()));
            let shows =
                |kind| picture.scene.pieces.iter().any(|piece| piece.badges.iter().any(|badge| badge.kind == kind));
            let in_flight = picture.scene.pieces.len() > 4;
            picture.expected.key == "expect.launch"
                && in_flight
                && shows(BadgeKind::Carries)
                && shows(BadgeKind::Covered)
        })
    });
    let mut fleet = Page::open("#/new/hex-ships", Vec::new());
    fleet.click(KitPress::Remove("red".into(), 4));
    fleet.click(KitPress::Add("red".into(), 0));
    add("hex-ships-fleet", fleet);
    add("campaign-form", Page::open("#/set-out/hex-ships/campaign", Vec::new()));
    add("campaign", journeys::headquarters());
    let mut report = journeys::after_a_match();
    report.set(Setting::Language, "de");
    add("campaign-report", report);
    let mut end = journeys::after_a_match();
    journeys::step(&mut end, "Give the campaign up");
    journeys::step(&mut end, "Yes, do it");
    add("campaign-end", end);
    let (mut waiting, host) = Host::seated_at("hexoust", "base=5", &["Ann", "Bo"], Some(0));
    let mut welcome = host.welcome(Some(0), false);
    welcome["seats"][1] = json!({ "name": Value::Null, "here": false });
    waiting.hear(&welcome);
    add("online-table", waiting);
    let (mut down, _) = Host::seated(Some(0));
    down.tell(Event::Socket(SocketNews::Closed));
    add("online-line-down", down);
    let (mut away, _) = Host::seated(Some(0));
    away.hear(&json!({ "type": "people", "watching": 3, "seats": [
        { "name": "Ann", "here": true, "share": "cd".repeat(32) },
        { "name": "Bo", "here": false, "lost_in": 47_000, "share": "cd".repeat(32) }] }));
    add("online-away", away);
    add("online-opening", Page::open("#/t/abc", Vec::new()));
    add("left-table", left::called_back());
    let mut thinking = Page::open("#/new/hexoust", Vec::new());
    thinking.set(FormField::Seat, "1");
    thinking.click(Press::Begin);
    let job = thinking.begin_to_think().unwrap();
    thinking.tell(Event::Worker(WorkerNews::Progress(job.job, 0.4)));
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
fn demo(key: &str) -> Box<dyn DynMatch> {
    recorded(catalog::find(key).unwrap(), &PathBuf::from("../../games").join(key).join("data/demo.record"))
}

fn recorded(game: &dyn DynGame, file: &Path) -> Box<dyn DynMatch> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    game.replay(&text.parse().unwrap()).unwrap()
}

/// The recorded match after this many events, with people at one screen.
fn at(key: &str, events: usize) -> Page {
    back_to(&*demo(key), events)
}

/// A match as it was after this many events, with people at one screen.
fn back_to(game_match: &dyn DynMatch, events: usize) -> Page {
    let game = catalog::find(game_match.info().key).unwrap();
    let mut earlier = game.replay(&game_match.record()).unwrap();
    while earlier.standing().events > events && earlier.undo() {}
    resumed(&*earlier)
}

/// Matches in which to look for a state: the recorded ones, then short matches at random.
fn matches(game: &'static dyn DynGame) -> impl Iterator<Item = Box<dyn DynMatch>> {
    let folder = PathBuf::from("../../games").join(game.info().key);
    let golden = fs::read_dir(folder.join("tests/golden")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = golden.filter(|file| file.extension().is_some_and(|end| end == "record")).collect();
    files.sort();
    files.insert(0, folder.join("data/demo.record"));
    let records = files.into_iter().map(move |file| recorded(game, &file));
    let smallest = game.info().options.iter().filter_map(|spec| match spec.kind {
        OptionKind::Whole { least, .. } => Some(format!("{}={}", spec.key, least.max(1))),
        OptionKind::Choice(_) | OptionKind::Switch | OptionKind::Text { .. } => None,
    });
    // Some options only work together with others.
    let at_random = move |(pair, seed): (String, u64)| game.random_match(game.setup([&*pair]).ok()?, seed).ok();
    records.chain(smallest.flat_map(|pair| (0..8).map(move |seed| (pair.clone(), seed))).filter_map(at_random))
}

/// The first moment in the second half of a match in which something is in danger.
fn in_danger(game: &'static dyn DynGame) -> Page {
    for game_match in matches(game) {
        let events = game_match.standing().events;
        for moment in game_match.moments(events / 2, Viewer::Everything).iter().step_by(3) {
            if moment.actor.is_none_or(|seat| moment.view.danger(seat).is_empty()) {
                continue;
            }
            let mut page = back_to(&*game_match, moment.seq as usize);
            page.click(TablePress::TakeOver);
            page.click(TablePress::Danger);
            if page.has("[data-threat]") {
                return page;
            }
        }
    }
    panic!("nothing is in danger in any match of {}", game.info().key)
}

/// The keys of everything that a game can expect of a seat: its phases. The suite of the games finds keys that are
/// missing or never said.
fn phases(game: &dyn DynGame) -> BTreeSet<String> {
    let (_, english) = game.info().texts[0];
    Texts::parse(english).unwrap().keys().filter(|key| key.starts_with("expect.")).map(ToOwned::to_owned).collect()
}

/// The phase that a state shows, as game and key. None if its heading does not say what is expected.
fn phase(page: &Page) -> Option<(&'static str, String)> {
    let client = page.model.client.as_ref()?;
    let expected = client.partway().map_or_else(|| client.picture.expected.clone(), |partway| partway.expected);
    let is_shown = if client.is_over() {
        page.has("[data-ending]")
    } else {
        tree::words(&page.first("h1")).contains(&client.expected())
    };
    is_shown.then(|| (client.game.info().key, expected.key.into_owned()))
}

/// The phases of a game that none of the other states shows.
fn missing_phases(game: &'static dyn DynGame, states: &mut Vec<(String, Page)>) {
    let key = game.info().key;
    let shown: BTreeSet<_> = states.iter().filter_map(|(_, page)| phase(page)).collect();
    let mut missing: Vec<String> =
        phases(game).into_iter().filter(|phase| !shown.contains(&(key, phase.clone()))).collect();
    for game_match in matches(game) {
        if missing.is_empty() {
            return;
        }
        let (start, first) = game_match.start(Viewer::Everything);
        let moments = game_match.moments(0, Viewer::Everything);
        let later = moments.into_iter().map(|moment| (moment.view, moment.actor));
        for (events, (position, actor)) in [(start, first)].into_iter().chain(later).enumerate() {
            let picture = position.picture(actor.is_some());
            let paths = picture.picks.iter().filter(|(path, _)| path.len() > 1).take(20);
            let begun = paths.flat_map(|(path, _)| (1..path.len()).map(move |length| &path[..length]));
            let partway = begun.filter_map(|picks| Some((position.partway(picks)?.expected, picks.to_vec())));
            for (expected, picks) in [(picture.expected.clone(), Vec::new())].into_iter().chain(partway) {
                let Some(at) = missing.iter().position(|phase| *phase == expected.key) else { continue };
                let mut page = back_to(&*game_match, events);
                page.click(TablePress::TakeOver);
                for pick in &picks {
                    take(&mut page, pick);
                }
                // For example, a routine of the game can hide what is expected.
                if phase(&page).is_some_and(|(_, shown)| shown == expected.key) {
                    states.push((format!("{key}-{}", missing.swap_remove(at).replace('.', "-")), page));
                }
            }
            if missing.is_empty() {
                return;
            }
        }
    }
}

/// Picks a place of the board or a button.
fn take(page: &mut Page, pick: &Pick) {
    let client = page.model.client.as_ref().unwrap();
    let press = match client.place_of(pick) {
        Some(place) => self::pick(client.picture.scene.name_of(place).unwrap()),
        None => TablePress::Choose(client.choices().iter().position(|choice| choice == pick).unwrap()),
    };
    page.click(press);
}

/// The state with the covers of all games, 120 pixels wide. The tests photograph it without making it smaller.
const COVERS: &str = "covers-120";

/// The covers of the home page, each in a square of 120 pixels and without any words: which game is it?
fn covers(states: &[(String, Page)]) -> String {
    let (_, home) = states.iter().find(|(name, _)| name == "home").unwrap();
    let cards = home.all(".games .game");
    assert_eq!(cards.len(), catalog::GAMES.len(), "every game has a cover");
    let mut body = "<style>.games { display: flex; flex-wrap: wrap; padding: 1rem } .game-board { width: 120px; height: 120px; \
                    flex: none } .game-board .cover { inset: 0; width: 100%; height: 100% }</style><h1 class=\"unseen\">\
                    Covers of 120 pixels</h1><div class=\"games\">"
        .to_owned();
    for card in cards {
        write!(body, "<div class=\"{}\">", card.get("class").unwrap()).unwrap();
        let board = tree::find_all(&card, ".game-board");
        assert!(!tree::find_all(board[0], ".cover").is_empty(), "{card}");
        write_node(&Node::Element(board[0].clone()), &mut body);
        body += "</div>";
    }
    document_of(COVERS, home, &(body + "</div>"))
}

/// The front page of the gallery: all states by their names, grouped by game, with links and the approved pictures.
fn index(states: &[(String, Page)]) -> String {
    let names: Vec<&str> = states.iter().map(|(name, _)| name.as_str()).chain([COVERS]).collect();
    let group = |name: &&str| {
        let games = catalog::GAMES.iter().map(|game| game.info());
        games
            .into_iter()
            .find(|info| name.starts_with(&format!("{}-", info.key)))
            .map_or("Pages of all games", |info| info.name)
    };
    let mut text = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Gallery</title><style>\
                    body { font: 1rem system-ui; margin: 1rem } ul { list-style: none; padding: 0 } \
                    ul { display: flex; flex-wrap: wrap; gap: 1rem } h3 { margin: 0 0 .3rem; font-size: 1rem } \
                    img { width: 14rem; height: 8.7rem; object-fit: cover; object-position: top; border: 1px solid gray } \
                    .phone { width: 4rem }</style></head><body><h1>All states of the page</h1>"
        .to_owned();
    let groups: BTreeSet<&str> = names.iter().map(group).collect();
    for heading in groups {
        write!(text, "<h2>{heading}</h2><ul>").unwrap();
        for name in names.iter().filter(|name| group(name) == heading) {
            write!(text, "<li><h3><a href=\"{name}.html\">{name}</a></h3>").unwrap();
            for (width, theme) in [(1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")] {
                // The folder of the approved pictures, seen from that of `cargo xtask gallery`.
                let picture = format!("../../tests/browser/approved/{name}-{width}-{theme}.webp");
                let class = if width < 1000 { "phone" } else { "wide" };
                let words = format!("{name}, {width} pixels, {theme}");
                write!(text, "<img class=\"{class}\" src=\"{picture}\" alt=\"{words}\" loading=\"lazy\"> ").unwrap();
            }
            text += "</li>";
        }
        text += "</ul>";
    }
    assert_eq!(text.matches("<h3>").count(), names.len(), "every state is in one group");
    text + "</body></html>"
}

/// A state as a file of its own.
fn document(name: &str, page: &Page) -> String {
    // Unlike `Display`, this adds no blanks between elements: they would be visible.
    let mut body = String::new();
    write_node(&view(&page.model), &mut body);
    document_of(name, page, &body)
}

/// A file with the dress and the style sheets of a page.
fn document_of(name: &str, page: &Page, body: &str) -> String {
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
    text += body;
    // Dialogs are opened as the page does it, and a fleet as a person who wants to change it does.
    text += "</div><script>for (const dialog of document.querySelectorAll('dialog')) dialog.showModal();";
    if name.ends_with("-fleet") {
        text += "document.querySelector('[data-kit]').open = true;";
    }
    text += "</script></body></html>";
    text
}

fn write_node(node: &Node, text: &mut String) {
    let element = match node {
        Node::Text(words) => return text.push_str(&sixfold_web::html::escape(words)),
        Node::Element(element) => element,
        Node::Kept(element) => &**element,
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

/// What must be in a state, by its name or the end of its name. Without it, the state would not show what it is there for.
const SHOWN: &[(&str, &str)] = &[
    ("keys", ".keys"),
    ("settings", ".ask-settings"),
    ("nothing-here", ".message"),
    ("text-loading", ".skeleton-line"),
    ("text-failed", "[role=alert]"),
    ("replay-empty", ".read-record"),
    ("replay-wrong", "[role=alert]"),
    ("replay", "[data-fair]"),
    ("-rules", ".of-rules"),
    ("-form", ".begin-bar"),
    ("-first", "[data-board]"),
    ("-pointed", ".b-cursor"),
    ("-danger", "[data-threat]"),
    ("-over", "[data-ending]"),
    ("-lesson", "[data-standing=open]"),
    ("-lesson-end", ".lesson-end"),
    ("lesson-missed", "[data-standing=missed]"),
    ("lesson-done", "[data-standing=done]"),
    ("lesson-left", ".lesson-left"),
    ("-preview", ".b-would-take"),
    ("-hand-over", "[data-hand-over]"),
    ("-dice", "[data-throw]"),
    ("-reach", ".about-piece"),
    ("-fields", ".area-legend"),
    ("-fleet", "[data-kit]"),
    ("online-table", "input[id=link]"),
    ("online-line-down", ".banner"),
    ("online-away", "[data-away]"),
    ("online-opening", ".skeleton"),
    ("left-table", "[data-left]"),
    ("computer-thinks", ".ring"),
    ("resign", ".ask-resign"),
    ("campaign-form", ".set-out .star-chart"),
    ("campaign", ".hq .star-chart"),
    ("campaign-report", ".hq-report[open]"),
    ("campaign-end", ".story-picture"),
];

/// Every state shows what it is named after, and every game has the states of all games.
fn check_contents(states: &[(String, Page)]) {
    for (name, selector) in SHOWN {
        let of_game = |state: &str| state.strip_suffix(name).is_some_and(|key| catalog::find(key).is_some());
        let is_meant = |state: &str| state == *name || of_game(state);
        let meant: Vec<_> = states.iter().filter(|(state, _)| is_meant(state)).collect();
        assert!(!meant.is_empty(), "no state is called {name}");
        for (state, page) in meant {
            assert!(page.has(selector), "{state} lacks {selector}: {}", page.html());
        }
    }
    for game in catalog::GAMES {
        for name in ["rules", "form", "first", "middle", "pointed", "danger", "over", "lesson", "lesson-end"] {
            let name = format!("{}-{name}", game.info().key);
            assert!(states.iter().any(|(state, _)| *state == name), "no state is called {name}");
        }
    }
}

/// Some state shows each phase of each game.
fn check_phases(states: &[(String, Page)]) {
    let shown: BTreeSet<(&str, String)> = states.iter().filter_map(|(_, page)| phase(page)).collect();
    for game in catalog::GAMES {
        let key = game.info().key;
        let phases = phases(*game);
        assert!(!phases.is_empty(), "{key}");
        let missing: Vec<&String> = phases.iter().filter(|phase| !shown.contains(&(key, (*phase).clone()))).collect();
        assert!(missing.is_empty(), "{key} lacks {missing:?}");
    }
}

#[test]
fn the_gallery_shows_every_state_of_the_page() {
    let states = states();
    let names: BTreeSet<&str> = states.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), states.len(), "each state has a name of its own");
    check_contents(&states);
    check_phases(&states);
    let mut files: Vec<(String, String)> =
        states.iter().map(|(name, page)| (format!("{name}.html"), document(name, page))).collect();
    files.push((format!("{COVERS}.html"), covers(&states)));
    files.push(("index.html".to_owned(), index(&states)));
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
