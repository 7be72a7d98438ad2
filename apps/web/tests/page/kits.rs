//! The editor of a kit shows pictures, arcs and bars, for those who see and for those who do not, and takes changes back.

use sixfold_web::Event;
use sixfold_web::html::Element;
use sixfold_web::press::{FormField, KitPress, Press, Setting};

use crate::harness::{Page, text_of};
use crate::tree::{children, find_all, words};

fn setting_up() -> Page {
    Page::open("#/new/hex-ships", Vec::new())
}

fn cost(page: &Page) -> u32 {
    text_of(&page.html(), "data-kit=\"red\" data-cost=\"", "\"").parse().unwrap()
}

/// A person who chooses the game finds the builder at once; the computer's own is one of all options.
#[test]
fn the_kit_of_a_person_here_is_not_folded_away() {
    let kits = |page: &Page| {
        let keys = |selector: &str| -> Vec<String> {
            page.all(selector).iter().map(|kit| kit.get("data-kit").unwrap().to_owned()).collect()
        };
        let folded = keys("form .fold [data-kit]");
        let mut in_sight = keys("form [data-kit]");
        in_sight.retain(|key| !folded.contains(key));
        (in_sight, folded)
    };
    let named = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<String>>();
    let mut page = setting_up();
    assert_eq!(kits(&page), (named(&["red"]), Vec::new()), "the computer picks its own");
    page.set(FormField::Option("blue".to_owned()), "ready");
    assert_eq!(kits(&page), (named(&["red"]), named(&["blue"])), "somebody chooses for it");
    page.set(FormField::Seat, "1");
    assert_eq!(kits(&page), (named(&["blue"]), Vec::new()), "on the other seat");
    page.set(FormField::Seat, "chance");
    assert_eq!(kits(&page), (named(&["red", "blue"]), Vec::new()), "on either seat");
    page.set(FormField::Seat, "0");
    page.set(FormField::Opponent, "screen");
    assert_eq!(kits(&page), (Vec::new(), Vec::new()), "two people at one screen choose unseen");
    page.set(FormField::Opponent, "online");
    assert_eq!(kits(&page), (named(&["red"]), Vec::new()), "the other person chooses elsewhere");
}

/// The value of an option in the record of the match that is played.
fn played_with(page: &Page, key: &str) -> String {
    let setup = page.model.client.as_ref().unwrap().setup.clone();
    let value = setup.split_whitespace().find_map(|pair| pair.strip_prefix(&format!("{key}=")));
    value.unwrap_or("ready").to_owned()
}

#[test]
fn the_computer_picks_its_own_kit_and_the_record_has_what_it_picked() {
    let mut page = setting_up();
    page.shows("form [value=picked][checked]");
    page.shows("[data-kit]");
    page.click(Press::Begin);
    let fleet = played_with(&page, "blue");
    assert!(fleet.contains('+') && fleet != "picked", "{fleet}");
    assert_eq!(played_with(&page, "red"), "ready");
}

/// HS-18 at one screen: between the two the page shows nothing, and neither kit is ever shown to the other person.
#[test]
fn hs_18_two_at_one_screen_choose_their_kits_unseen() {
    let mut page = setting_up();
    page.set(FormField::Opponent, "screen");
    page.set(FormField::Unseen, "on");
    page.click(Press::Begin);
    page.shows("[data-choosing=0].hand-over");
    page.lacks("[data-kit]");
    page.click(Press::ChooseUnseen);
    page.shows("[data-kit=red]");
    page.lacks("[data-kit=blue]");
    page.click(KitPress::Remove("red".to_owned(), 0));
    page.click(Press::Chosen);
    page.shows("[data-choosing=1].hand-over");
    page.lacks("[data-kit]");
    page.click(Press::ChooseUnseen);
    page.shows("[data-kit=blue]");
    page.lacks("[data-kit=red]");
    page.click(Press::Chosen);
    let (red, blue) = (played_with(&page, "red"), played_with(&page, "blue"));
    assert!(red.contains('+') && red != "ready", "{red}");
    assert_eq!(blue, "ready");
}

#[test]
fn who_goes_back_to_the_form_leaves_no_choice_behind() {
    let mut page = setting_up();
    page.set(FormField::Opponent, "screen");
    page.set(FormField::Unseen, "on");
    page.click(Press::Begin);
    page.click(Press::ChooseUnseen);
    page.click(KitPress::Remove("red".to_owned(), 0));
    page.click(Press::ChooseNothing);
    page.lacks("[data-kit]");
    page.set(FormField::Unseen, "off");
    page.click(Press::Begin);
    assert_eq!([played_with(&page, "red"), played_with(&page, "blue")], ["ready", "ready"]);
}

/// HS-18 at one screen: a kit that one person keeps while choosing is a choice that the other person must not see.
#[test]
fn hs_18_what_one_person_keeps_while_choosing_is_not_offered_to_the_other() {
    let kept =
        serde_json::json!([{ "name": "Old", "text": "dagger" }, { "name": "Older", "text": "dagger" }]).to_string();
    let mut page = Page::open("#/new/hex-ships", vec![("sixfold.kits.hex-ships".to_owned(), kept)]);
    let offered = |page: &Page| -> Vec<String> {
        page.all(".kept-kits li").iter().map(|entry| words(entry).trim_end_matches('×').to_owned()).collect()
    };
    page.set(FormField::Opponent, "screen");
    page.set(FormField::Unseen, "on");
    page.click(Press::Begin);
    page.click(Press::ChooseUnseen);
    page.click(KitPress::Remove("red".to_owned(), 0));
    for name in ["New", "Old"] {
        page.set(FormField::KitName("red".to_owned()), name);
        page.click(KitPress::Save("red".to_owned()));
    }
    page.click(KitPress::Replace("red".to_owned()));
    assert_eq!(offered(&page), ["Old", "Older", "New"], "to the person who keeps them");
    page.click(Press::Chosen);
    page.click(Press::ChooseUnseen);
    assert_eq!(offered(&page), ["Older"]);
    page.click(KitPress::Load("blue".to_owned(), 1));
    page.click(Press::Chosen);
    assert_eq!(played_with(&page, "blue"), "dagger", "the button loads what it names");
    page.tell(Event::Route("#/new/hex-ships".to_owned()));
    assert_eq!(offered(&page), ["Old", "Older", "New"], "once the match has begun, nothing is secret");
}

#[test]
fn the_choice_between_ready_and_unseen_names_the_thing_that_is_chosen() {
    let mut page = setting_up();
    page.set(FormField::Opponent, "screen");
    let group = || page.all("fieldset").into_iter().find(|group| !find_all(group, "[value=off]").is_empty());
    let said = words(&group().expect("the choice is in sight"));
    assert!(said.contains("Ready fleets") && said.contains("Each chooses a fleet unseen"), "{said}");
}

/// The slots of the first chosen thing that are lists.
fn lists(page: &Page) -> Vec<Element> {
    children(&page.first("[data-kit=red] .kit-row .slots")).cloned().collect()
}

/// A Manta with room for two items, both empty; its items are the last two lists.
fn with_items() -> (Page, [usize; 2]) {
    let mut page = setting_up();
    page.set(FormField::Option("expansions".into()), "on");
    page.set(FormField::Option("points".into()), "999");
    page.set(FormField::Option("red".into()), "manta");
    let mounts = page.all("[data-kit=red] .mount").len();
    let count = lists(&page).len();
    (page, [mounts + count - 2, mounts + count - 1])
}

#[test]
fn hs_38_no_slot_offers_an_item_that_another_slot_has() {
    let (mut page, [first, _]) = with_items();
    let disabled = |page: &Page| -> Vec<Vec<String>> {
        let lists = lists(page);
        let of = |list: &Element| find_all(list, "option[disabled]").into_iter().map(words).collect();
        lists[lists.len() - 2..].iter().map(of).collect()
    };
    assert_eq!(disabled(&page), [Vec::<String>::new(), Vec::new()]);
    page.set(FormField::KitSlot("red".into(), 0, first), "2");
    let [own, other] = disabled(&page).try_into().unwrap();
    assert_eq!(own, Vec::<String>::new());
    assert!(matches!(other.as_slice(), [only] if only.starts_with("AMS")), "{other:?}");
}

#[test]
fn the_chosen_item_is_explained_below_its_list() {
    let (mut page, [first, _]) = with_items();
    page.lacks(".slot-about");
    page.set(FormField::KitSlot("red".into(), 0, first), "1");
    page.shows(".slot-about");
    assert!(words(&page.first(".slot-about")).contains("energy a round"), "{}", words(&page.first(".slot-about")));
    page.set(FormField::Option("red".into()), "hive~wasp");
    assert!(words(&page.first(".slot-about")).contains("hull"), "a squadron too");
}

/// The bar with the button is in sight wherever the page is scrolled to: it says why the button cannot be pressed.
#[test]
fn too_dear_a_kit_is_told_beside_the_button_that_it_blocks() {
    let mut page = setting_up();
    page.click(KitPress::Add("red".into(), 0));
    let bar = words(&page.first(".begin-bar"));
    assert!(bar.contains("points, and 300 are allowed"), "{bar}");
    page.set(FormField::Opponent, "screen");
    page.set(FormField::Unseen, "on");
    page.click(Press::Begin);
    page.click(Press::ChooseUnseen);
    assert!(words(&page.first(".begin-bar")).contains("points, 2 left"));
    page.click(KitPress::Add("red".into(), 0));
    let bar = words(&page.first(".begin-bar"));
    assert!(bar.contains("points, and 300 are allowed"), "{bar}");
    assert!(page.pressing(Press::Chosen)[0].get("disabled").is_some());
}

#[test]
fn every_chosen_thing_has_its_picture_its_values_and_its_arcs() {
    let page = setting_up();
    let chosen = page.all(".kit-row").len();
    assert!(chosen > 2);
    assert_eq!(page.all(".kit-row .sheet-picture").len(), chosen);
    assert_eq!(page.all(".kit-row .kit-gauges").len(), chosen);
    let mounts = page.all(".mount").len();
    assert!(mounts >= chosen);
    assert_eq!(page.all(".mount .arc").len(), mounts);
}

#[test]
fn an_arc_that_goes_all_round_is_drawn_without_a_gap() {
    let page = setting_up();
    let is_round = |mount: &Element| mount.to_string().contains("<circle class=\"arc-field\"");
    let (round, other): (Vec<Element>, Vec<Element>) =
        page.all(".mount").into_iter().partition(|mount| mount.to_string().contains("(all round)"));
    assert!(!round.is_empty() && round.iter().all(is_round));
    assert!(!other.is_empty() && !other.iter().any(is_round));
}

#[test]
fn a_choice_says_in_words_what_its_bars_show() {
    let page = setting_up();
    let labels: Vec<String> = page
        .all(".mount input")
        .iter()
        .map(|input| input.get("aria-label").unwrap().to_owned())
        .filter(|label| label.starts_with("Laser"))
        .collect();
    let label = labels.first().expect("a laser fits somewhere");
    for words in ["short range", "medium range", "long range", "energy a shot"] {
        assert!(label.contains(words), "{label}");
    }
}

#[test]
fn changes_are_taken_back_one_by_one() {
    let mut page = setting_up();
    let first = cost(&page);
    assert!(page.pressing(KitPress::Undo("red".into()))[0].get("disabled").is_some());
    page.click(KitPress::Add("red".into(), 0));
    let second = cost(&page);
    page.set(FormField::KitSlot("red".into(), 0, 0), "0");
    assert!(cost(&page) != second && second != first);
    page.click(KitPress::Undo("red".into()));
    assert_eq!(cost(&page), second);
    page.click(KitPress::Undo("red".into()));
    assert_eq!(cost(&page), first);
    assert!(page.pressing(KitPress::Undo("red".into()))[0].get("disabled").is_some());
}

#[test]
fn the_points_that_are_left_or_too_many_are_told() {
    let mut page = setting_up();
    page.says("points, 2 left");
    page.click(KitPress::Add("red".into(), 0));
    page.says("too many");
}

fn problem(page: &Page) -> String {
    words(&page.first("[data-kit=\"red\"] .problem"))
}

#[test]
fn a_problem_with_a_kit_is_said_beside_it_in_the_language_of_the_page() {
    let mut page = setting_up();
    page.set(FormField::Option("scenario".into()), "duel");
    // The slots of the ship are its two mounts, and then the captain's ranks: command, gunnery and engineering.
    page.set(FormField::KitSlot("red".into(), 0, 2), "5");
    page.set(FormField::KitSlot("red".into(), 0, 3), "5");
    assert_eq!(problem(&page), "“Red's fleet” has a captain of level 11, and the highest is 10.");
    page.set(Setting::Language, "de");
    assert_eq!(problem(&page), "„Flotte von Rot“ hat einen Kapitän der Stufe 11, und die höchste ist 10.");
}

#[test]
fn a_kit_that_does_not_fit_the_chosen_options_is_replaced_by_the_ready_one() {
    let kept = serde_json::json!([{ "name": "Six", "text": "dagger.missile-6.laser" }]).to_string();
    let mut page = Page::open("#/new/hex-ships", vec![("sixfold.kits.hex-ships".to_owned(), kept)]);
    let ready = cost(&page);
    page.set(FormField::Option("weapons".into()), "balanced");
    page.click(KitPress::Load("red".into(), 0));
    assert!(!page.has(".problem") && cost(&page) < ready);
    page.set(FormField::Option("weapons".into()), "seed");
    page.lacks(".problem");
    assert_eq!(cost(&page), ready);
    page.click(KitPress::Load("red".into(), 0));
    page.set(Setting::Language, "de");
    assert_eq!(problem(&page), "„Flotte von Rot“ hat die Waffe Lenkwaffe-6, die nicht in „Waffen: Original“ ist.");
}

#[test]
fn a_mistyped_number_does_not_throw_a_kit_away() {
    let mut page = setting_up();
    page.click(KitPress::Remove("red".into(), 0));
    let chosen = cost(&page);
    page.set(FormField::Option("points".into()), "20");
    page.shows("[data-kit=\"red\"] .problem");
    page.set(FormField::Option("points".into()), "300");
    page.lacks(".problem");
    assert_eq!(cost(&page), chosen);
}
