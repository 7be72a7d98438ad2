//! Rule sets in the page: offered by the server, chosen in the form, sent with a table, stored with a match.

use catalog::RuledGame;
use game::{RuleFiles, Seed, Viewer};
use serde_json::{Value, json};
use sixfold_web::press::{FormField, Press};
use sixfold_web::thinker::{Jobs, Thinker, Workshop};
use sixfold_web::{Effect, Event, Fetch, SocketNews, Timer};

use crate::harness::Page;

const GAME: &str = "hex-ships";

/// A rule set in which all hulls have one point, with the built-in scenarios.
fn glass() -> RuledGame {
    let game = catalog::find(GAME).unwrap();
    let brittle = |line: &str| if line.starts_with("structure = ") { "structure = 1" } else { line }.to_owned();
    let files = game.built_in_files().iter().map(|(name, text)| {
        let text = text.replacen("name = \"standard\"", "name = \"glass\"", 1);
        ((*name).to_owned(), text.lines().map(brittle).collect::<Vec<_>>().join("\n"))
    });
    game.with_rules(RuleFiles::new(files).unwrap()).unwrap()
}

fn offers(game: &RuledGame) -> Value {
    json!([{ "game": GAME, "rules": game.rules().unwrap(), "files": game.rule_files().unwrap() }])
}

fn fingerprint(game: &RuledGame) -> String {
    game.rules().unwrap().fingerprint.to_string()
}

/// The form of the game, with a server that offers these rule sets.
fn form(offered: &Value) -> Page {
    let mut page = Page::open(&format!("#/new/{GAME}"), Vec::new());
    page.tell(Event::Fetched(Fetch::Health, Some((200, "{}".to_owned()))));
    assert!(page.take().contains(&Effect::Fetch(Fetch::Rules, "api/rules".to_owned(), None)));
    page.tell(Event::Fetched(Fetch::Rules, Some((200, offered.to_string()))));
    page
}

fn structure(page: &Page) -> Value {
    let local = page.model.client.as_ref().unwrap();
    let view: Value = serde_json::from_str(local.history.newest().view().get()).unwrap();
    view["ships"][0]["structure"].clone()
}

#[test]
fn an_offered_set_is_a_choice_of_the_form_and_only_of_its_game() {
    let (glass, mut page) = (glass(), form(&offers(&glass())));
    let choices = page.all("input[name=rule-set]");
    assert_eq!(
        choices.iter().map(|choice| choice.get("value").unwrap()).collect::<Vec<_>>(),
        ["", &fingerprint(&glass)]
    );
    page.set(FormField::RuleSet, &fingerprint(&glass));
    assert_eq!(page.model.visit.new_game.as_ref().unwrap().game, glass);
    assert!(page.html().contains(&glass.rules().unwrap().fingerprint.short()), "{}", page.html());
    page.set(FormField::RuleSet, "");
    assert_eq!(page.model.visit.new_game.as_ref().unwrap().game.rules(), None);
    let mut page = form(&json!([]));
    assert!(!page.has("input[name=rule-set]"), "nothing is offered");
    page.tell(Event::Route("#/new/hexoust".to_owned()));
    page.tell(Event::Fetched(Fetch::Rules, Some((200, offers(&glass).to_string()))));
    assert!(!page.has("input[name=rule-set]"), "the set belongs to another game");
}

#[test]
fn a_new_table_names_the_set_and_sends_no_files() {
    let (glass, mut page) = (glass(), form(&offers(&glass())));
    page.set(FormField::RuleSet, &fingerprint(&glass));
    page.set(FormField::Opponent, "online");
    page.take();
    page.click(Press::Begin);
    let asked = page.take().into_iter().find_map(|effect| match effect {
        Effect::Fetch(Fetch::NewTable, _, body) => body,
        _ => None,
    });
    let asked: Value = serde_json::from_str(&asked.unwrap()).unwrap();
    assert_eq!(asked["rules"], fingerprint(&glass));
    assert!(asked.to_string().len() < protocol::MOST_BYTES_FROM_CLIENT);
}

#[test]
fn a_local_match_and_its_computer_use_the_rule_set_also_after_a_reload() {
    let (glass, mut page) = (glass(), form(&offers(&glass())));
    page.set(FormField::RuleSet, &fingerprint(&glass));
    page.set(FormField::Option("scenario".to_owned()), "passing");
    page.set(FormField::Level, "1");
    page.take();
    page.click(Press::Begin);
    assert_eq!(structure(&page), 1);
    assert!(page.html().contains("glass"), "the table names its rule set");
    while page.model.client.as_ref().unwrap().history.is_empty() {
        if !page.let_think() {
            let action = page.model.client.as_ref().unwrap().local().unwrap().played.legal()[0].clone();
            page.model.client.as_mut().unwrap().play_local(&[action]).unwrap();
        }
    }
    // Another visit without a server: the match is stored with its rule set.
    let hash = page.model.route.to_string();
    let again = Page::open(&hash, page.stored());
    assert_eq!(again.model.client.as_ref().unwrap().game, glass);
    assert_eq!(structure(&again), 1);
}

fn welcome(game: &RuledGame, rules: &Value) -> Value {
    let client = game.start(game.setup(["scenario=passing"]).unwrap(), Seed::number(1).into()).unwrap();
    let (start, first) = client.start(Viewer::Spectator);
    json!({
        "type": "welcome", "version": protocol::VERSION, "table": "abc", "game": GAME, "setup": "scenario=passing", "you": null,
        "rules": rules, "seats": [{ "name": "Ann", "here": true }, { "name": "Bo", "here": true }], "watching": 1,
        "commitment": "ab".repeat(32), "begun": true, "start": start.view(), "first_actor": first, "seq": 0, "moments": [],
        "next": null,
    })
}

fn welcomed(rules: &Value) -> Page {
    let mut page = Page::open("#/t/abc", Vec::new());
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&welcome(&glass(), rules));
    page
}

#[test]
fn a_table_brings_its_set() {
    let page = welcomed(&json!(glass().rule_files().unwrap()));
    let client = page.model.client.as_ref().unwrap();
    assert_eq!(client.game, glass());
    assert!(page.html().contains("glass"), "{}", page.html());
}

/// The record of a table can be replayed if the page knows its rule set. Otherwise the page says what is missing.
#[test]
fn a_record_is_replayed_by_a_set_that_the_page_has_seen() {
    let glass = glass();
    let record =
        glass.random_match(glass.setup(["scenario=passing", "rounds=1"]).unwrap(), 1).unwrap().record().to_string();
    let look = |mut page: Page| {
        page.tell(Event::Route("#/replay".to_owned()));
        page.set(sixfold_web::press::Field::Record, &record);
        page.click(Press::ReadRecord);
        page
    };
    let page = look(welcomed(&json!(glass.rule_files().unwrap())));
    assert_eq!(page.model.client.as_ref().map(|client| client.game.clone()), Some(glass.clone()), "{}", page.html());
    let page = look(Page::open("#/", Vec::new()));
    assert!(page.model.client.is_none());
    let reason = format!("layed by {}; the rules here are the built-in rules", glass.rules().unwrap().short());
    assert!(page.html().contains(&reason), "{}", page.html());
}

/// A server that sends a set which its views do not fit must not make the page panic, nor show something else.
#[test]
fn a_set_that_the_view_does_not_fit_is_reported() {
    let built_in = RuledGame::from(catalog::find(GAME).unwrap());
    let mut page = Page::open("#/t/abc", Vec::new());
    page.tell(Event::Socket(SocketNews::Opened));
    page.take();
    page.hear(&welcome(&built_in, &json!(glass().rule_files().unwrap())));
    page.says("The table cannot be shown");
    assert!(page.model.client.is_none() && page.take().contains(&Effect::Hang));
}

#[test]
fn a_broken_set_is_told_and_breaks_nothing() {
    let mut files = json!(glass().rule_files().unwrap());
    let hulls = files["hulls.toml"].as_str().unwrap().replacen("structure = 1", "structure = none", 1);
    files["hulls.toml"] = json!(hulls);
    let page = welcomed(&files);
    assert!(page.model.client.is_none());
    assert!(page.html().contains("hulls.toml, line "), "{}", page.html());
    for nonsense in [json!({ "hulls.toml": "" }), json!({ "../x": "" }), json!(7), json!({ "x": "y".repeat(200_000) })]
    {
        let page = welcomed(&nonsense);
        assert!(page.model.client.is_none());
        assert!(!page.html().is_empty());
    }
    // A list with a broken set offers the other sets. A malformed list offers nothing.
    let mut offered = offers(&glass());
    let broken = json!({ "game": GAME, "rules": glass().rules().unwrap(), "files": files });
    offered.as_array_mut().unwrap().insert(0, broken);
    assert_eq!(form(&offered).all("input[name=rule-set]").len(), 2);
    for nonsense in [json!("<html>"), json!({ "error": 404 }), json!([{ "game": "chess" }])] {
        assert!(!form(&nonsense).has("input[name=rule-set]"));
    }
}

/// The files are large and parsing them takes time, so the worker gets each set once.
#[test]
fn the_worker_gets_the_files_of_a_set_once_and_thinks_by_them_afterwards() {
    let (glass, mut page) = (glass(), form(&offers(&glass())));
    page.set(FormField::RuleSet, &fingerprint(&glass));
    page.set(FormField::Seat, "1");
    page.set(FormField::Level, "1");
    page.take();
    page.click(Press::Begin);
    page.tell(Event::Timer(Timer::Think));
    let jobs = page.take().into_iter().filter_map(|effect| match effect {
        Effect::Think(job) => Some(job),
        _ => None,
    });
    let Some(job) = jobs.last() else { panic!("the computer begins") };
    assert_eq!(job.game, glass);
    let (mut jobs, mut workshop) = (Jobs::default(), Workshop::default());
    let (first, second) = (jobs.write(&job), jobs.write(&job));
    assert!(first.files.is_some() && second.files.is_none() && first.rules == second.rules);
    let decide = |thinker: Result<Thinker, String>| {
        let mut thinker = thinker.unwrap();
        while thinker.go_on() < 1.0 {}
        thinker.decide()
    };
    let decided = decide(workshop.begin(&first));
    assert!(decided.is_some());
    assert_eq!(decide(workshop.begin(&second)), decided, "the set is still there");
    assert!(Workshop::default().begin(&second).is_err(), "a worker without the files says so");
}
