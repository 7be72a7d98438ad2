//! Journeys by rule sets that a server offers: chosen in the form, kept with the journey, named in its file, brought by the server.

use catalog::RuledGame;
use game::{RuleFiles, Seed};
use serde_json::{Value, json};
use sixfold_web::press::{FormField, JourneyPress, TablePress};
use sixfold_web::{Effect, Event, Fetch, Route};

use crate::harness::{Page, option};
use crate::journeys::step;

const GAME: &str = "hex-ships";
const FORM: &str = "#/set-out/hex-ships/campaign";
const ID: &str = "0123456789ab";
const KEY: &str = "abcdefghijkmnpqrstuvwxyz23";

/// A rule set in which all hulls have one point. Its one campaign has a title of its own, or it has none.
fn set(name: &str, has_campaign: bool) -> RuledGame {
    let game = catalog::find(GAME).unwrap();
    let brittle = |line: &str| if line.starts_with("structure = ") { "structure = 1" } else { line }.to_owned();
    let files = game.built_in_files().iter().filter_map(|(file, text)| {
        let text = text.replacen("name = \"standard\"", &format!("name = \"{name}\""), 1);
        let text = text.lines().map(brittle).collect::<Vec<_>>().join("\n");
        match *file {
            "campaign-frontier.toml" if has_campaign => {
                let text = text.replace("frontier", "rim").replace("The Frontier", "The Rim");
                Some(("campaign-rim.toml".to_owned(), text))
            }
            file if file.starts_with("campaign-") => None,
            file => Some((file.to_owned(), text)),
        }
    });
    game.with_rules(RuleFiles::new(files).unwrap()).unwrap()
}

fn rim() -> RuledGame {
    set("rim", true)
}

fn fingerprint(game: &RuledGame) -> String {
    game.rules().unwrap().fingerprint.to_string()
}

fn offer(page: &mut Page, sets: &[RuledGame]) {
    page.tell(Event::Fetched(Fetch::Health, Some((200, "{}".to_owned()))));
    let list: Vec<Value> = sets
        .iter()
        .map(|set| json!({ "game": GAME, "rules": set.rules().unwrap(), "files": set.rule_files().unwrap() }))
        .collect();
    page.tell(Event::Fetched(Fetch::Rules, Some((200, json!(list).to_string()))));
}

/// The form, with a server that offers these rule sets.
fn form(sets: &[RuledGame]) -> Page {
    let mut page = Page::open(FORM, Vec::new());
    offer(&mut page, sets);
    page
}

/// The headquarters of a journey by the set, on this device.
fn headquarters() -> Page {
    let mut page = form(&[rim()]);
    page.set(FormField::RuleSet, &fingerprint(&rim()));
    page.click(JourneyPress::SetOut);
    assert_eq!(page.title(), "The Rim");
    page
}

fn values(page: &Page, name: &str) -> Vec<String> {
    page.all(&format!("input[name=\"{name}\"]")).iter().map(|input| input.get("value").unwrap().to_owned()).collect()
}

/// The text that the page saves as a file.
fn file(page: &mut Page) -> String {
    page.take();
    page.click(JourneyPress::Save);
    let saved = page.take().into_iter().find_map(|effect| match effect {
        Effect::Save(_, text) => Some(text),
        _ => None,
    });
    saved.unwrap()
}

/// The structure of the first ship in the match that is open.
fn structure(page: &Page) -> Value {
    let client = page.model.client.as_ref().unwrap();
    let view: Value = serde_json::from_str(client.history.newest().view().get()).unwrap();
    view["ships"][0]["structure"].clone()
}

#[test]
fn an_offered_set_brings_its_own_journeys_into_the_form() {
    let mut page = form(&[rim()]);
    assert_eq!(values(&page, "rule-set"), [String::new(), fingerprint(&rim())]);
    assert_eq!(values(&page, "option.campaign"), ["exodus", "frontier"]);
    page.says("The Frontier");
    page.set(option("difficulty"), "hard");
    page.set(FormField::RuleSet, &fingerprint(&rim()));
    assert_eq!(values(&page, "option.campaign"), ["rim"]);
    page.says("The Rim");
    page.says(&rim().rules().unwrap().fingerprint.short());
    page.shows(".star-chart");
    page.lacks(".problem");
    let form = page.model.visit.set_out.as_ref().unwrap();
    assert_eq!((form.options["campaign"].as_str(), form.options["difficulty"].as_str()), ("rim", "hard"));
    page.set(FormField::RuleSet, "");
    page.says("The Frontier");
    page.does_not_say("The Rim");
}

#[test]
fn a_set_without_journeys_is_not_offered_for_them_and_a_page_without_a_server_offers_none() {
    assert!(values(&form(&[set("bare", false)]), "rule-set").is_empty());
    assert_eq!(values(&form(&[set("bare", false), rim()]), "rule-set").len(), 2);
    assert!(values(&Page::open(FORM, Vec::new()), "rule-set").is_empty());
    // The list of the server may be here before the form.
    let mut page = Page::open("", Vec::new());
    offer(&mut page, &[rim()]);
    page.tell(Event::Route(FORM.to_owned()));
    assert_eq!(values(&page, "rule-set").len(), 2);
}

#[test]
fn a_journey_and_its_battles_use_the_set_also_after_a_reload_without_the_server() {
    let mut page = headquarters();
    page.says("Rules: rim");
    step(&mut page, "Begin the battle");
    assert_eq!((structure(&page), &page.model.client.as_ref().unwrap().game), (json!(1), &rim()));
    let journey = page.model.client.as_ref().unwrap().local().unwrap().journey.clone().unwrap();
    let mut again = Page::open(&page.model.route.to_string(), page.stored());
    assert_eq!(structure(&again), 1);
    again.click(TablePress::Resign);
    again.tell(Event::Route(Route::Journey(journey.clone()).to_string()));
    again.says("Report: ");
    let last = Page::open(&Route::Journey(journey).to_string(), again.stored());
    assert_eq!(last.title(), "The Rim");
    last.says("Rules: rim");
    last.says("Report: ");
}

#[test]
fn the_file_names_the_set_and_is_read_only_where_the_set_is_known() {
    let mut page = headquarters();
    step(&mut page, "Begin the battle");
    let journey = page.model.client.as_ref().unwrap().local().unwrap().journey.clone().unwrap();
    page.tell(Event::Route(Route::Journey(journey).to_string()));
    let text = file(&mut page);
    assert!(text.contains(&format!("\nrules: rim {}\n", fingerprint(&rim()))), "{text}");
    let mut stranger = Page::open(FORM, Vec::new());
    stranger.tell(Event::File(text.clone()));
    stranger.says(&format!("Played by the rule set {}, which is not known here", rim().rules().unwrap().short()));
    assert!(!stranger.model.stored.keys().any(|key| key.contains("journey")), "nothing of it is kept");
    // With a server that offers the set, or beside another journey by the same set.
    for is_offered in [true, false] {
        let mut other = if is_offered { form(&[rim()]) } else { Page::open(FORM, page.stored()) };
        other.tell(Event::File(text.clone()));
        assert!(matches!(other.model.route, Route::Journey(_)), "{}", other.html());
        assert_eq!(other.title(), "The Rim");
        step(&mut other, "Go on playing");
        assert_eq!(structure(&other), 1);
    }
}

#[test]
fn a_journey_goes_on_at_a_server_only_if_it_offers_the_set() {
    let mut page = headquarters();
    assert_eq!(page.pressing(JourneyPress::Upload).len(), 1);
    offer(&mut page, &[]);
    assert!(page.pressing(JourneyPress::Upload).is_empty());
}

fn asked(page: &mut Page, what: &Fetch) -> Value {
    let found = page.take().into_iter().find_map(|effect| match effect {
        Effect::Fetch(fetch, _, Some(body)) if fetch == *what => Some(serde_json::from_str(&body).unwrap()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("nothing was asked for {what:?}"))
}

/// What the server tells somebody who travels and knows nothing yet.
fn news(set: &RuledGame, rules: Option<&RuleFiles>) -> String {
    let kind = catalog::JOURNEYS[0].with_rules(set.rule_files().unwrap()).unwrap();
    let journey = kind.start(kind.setup(["campaign=rim", "players=2"]).unwrap(), Seed::number(5)).unwrap();
    let news = json!({
        "you": 1, "beginning": journey.text(None), "rules": rules, "events": [], "seq": 0, "travellers": ["Ann", "Bo"],
        "table": null, "version": 2,
    });
    news.to_string()
}

fn answered(page: &mut Page, news: &str) {
    let looks = page.take().into_iter().rev().find_map(|effect| match effect {
        Effect::Fetch(what @ Fetch::Journey(..), ..) => Some(what),
        _ => None,
    });
    page.tell(Event::Fetched(looks.expect("the page asks for news"), Some((200, news.to_owned()))));
}

#[test]
fn a_journey_on_the_server_names_the_set_and_sends_no_files() {
    let mut page = form(&[rim()]);
    page.set(FormField::RuleSet, &fingerprint(&rim()));
    page.set(option("players"), "2");
    page.take();
    page.click(JourneyPress::SetOutOnline);
    let body = asked(&mut page, &Fetch::Travel);
    assert_eq!(body["rules"], fingerprint(&rim()));
    assert!(body["options"].as_array().unwrap().contains(&json!("campaign=rim")), "{body}");
    assert!(body.to_string().len() < protocol::MOST_BYTES_FROM_CLIENT);
}

#[test]
fn whoever_travels_along_gets_the_set_from_the_server_and_keeps_it() {
    let rim = rim();
    let mut page = Page::open(&format!("#/journey/{ID}-{KEY}"), Vec::new());
    answered(&mut page, &news(&rim, rim.rule_files()));
    assert_eq!((&page.model.route, page.title().as_str()), (&Route::Journey(ID.to_owned()), "The Rim"));
    page.says("Rules: rim");
    // A reload shows the copy before the server has answered.
    let again = Page::open(&format!("#/journey/{ID}"), page.stored());
    assert_eq!(again.title(), "The Rim");
    // A server that forgets the files is told of, and asked again.
    let mut page = Page::open(&format!("#/journey/{ID}-{KEY}"), Vec::new());
    answered(&mut page, &news(&rim, None));
    page.says("which is not known here");
}

#[test]
fn an_invitation_shows_the_journey_of_the_set() {
    let info = json!({
        "journey": ID, "game": GAME, "kind": "campaign", "seq": 0, "over": false, "open": true,
        "setup": "campaign=rim difficulty=hard players=2", "travellers": ["Ann", null],
        "rules": rim().rule_files().unwrap(),
    });
    let mut page = Page::open(&format!("#/journey/{ID}"), Vec::new());
    page.tell(Event::Fetched(Fetch::Invitation(ID.to_owned()), Some((200, info.to_string()))));
    assert_eq!(page.title(), "Ann invites you to The Rim");
    page.says("Rules: rim");
    page.shows(".star-chart");
}
