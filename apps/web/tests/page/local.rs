//! Matches on this device.

use crate::harness::{Page, option, pick};
use sixfold_web::press::{FormField, Press, TablePress};
use sixfold_web::stored::Saved;
use sixfold_web::{Effect, Event, Focus, Key, WorkerNews};

fn against_the_computer(level: &str, seat: &str) -> Page {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.set(option("base"), "4");
    page.set(FormField::Level, level);
    page.set(FormField::Seat, seat);
    page.click(Press::Begin);
    page
}

fn at_one_screen() -> Page {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.set(option("base"), "4");
    page.set(FormField::Opponent, "screen");
    page.click(Press::Begin);
    page
}

/// Plays to the end: always the first open place that takes a piece, else the middle one.
fn play_out(page: &mut Page) {
    for _ in 0..400 {
        if page.let_think() {
            continue;
        }
        let open = page.open_places();
        if open.is_empty() {
            return;
        }
        let html = page.html();
        let takes = |name: &&String| {
            html.split(&format!("aria-label=\"{name}, "))
                .nth(1)
                .is_some_and(|rest| rest.split('"').next().unwrap().contains("takes"))
        };
        let name = open.iter().find(takes).unwrap_or(&open[open.len() / 2]).clone();
        page.click(pick(&name));
    }
    panic!("the match has an end: {}", page.title());
}

#[test]
fn a_whole_match_against_the_computer_with_result_record_and_rematch() {
    let mut page = against_the_computer("1", "0");
    assert_eq!(page.title(), "Your turn: place a stone");
    play_out(&mut page);
    assert!(page.title() == "You have won!" || page.title() == "You have lost.", "{}", page.title());
    page.take();
    page.click(TablePress::SaveRecord);
    let Some(Effect::Save(name, record)) = page.take().pop() else { panic!("the record is saved") };
    assert_eq!(name, "hexoust.record.txt");
    let game = catalog::find("hexoust").unwrap();
    assert!(game.replay(&record.parse().unwrap()).unwrap().outcome().is_some());
    page.click(TablePress::Rematch);
    assert_eq!(page.title(), "Red is thinking", "the seats have moved round");
    assert!(page.let_think());
    assert!(page.title().starts_with("Your turn"), "{}", page.title());
}

#[test]
fn a_match_survives_a_reload() {
    let mut page = against_the_computer("1", "1");
    while page.let_think() {}
    let place = page.open_places()[0].clone();
    page.click(pick(&place));
    while page.let_think() {}
    let hash = page.model.route.to_string();
    let again = Page::open(&hash, page.stored());
    assert_eq!(again.title(), page.title());
    assert_eq!(seen(&again), seen(&page));
    let home = Page::open("", page.stored());
    assert!(home.html().contains("Go on playing") && home.html().contains(&hash));
}

/// The moments of the table with their views, and its picture.
fn seen(page: &Page) -> (Vec<(client::Moment, String)>, catalog::Picture) {
    let client = page.model.client.as_ref().unwrap();
    let view = |after| client.history.after(after).view().to_string();
    let moments = client.history.moments().iter().cloned().zip((1..).map(view)).collect();
    (moments, client.picture.clone())
}

#[test]
fn a_reload_while_the_computer_thinks_has_it_think_again() {
    let mut page = against_the_computer("1", "0");
    page.click(pick("d4"));
    let mut again = Page::open(&page.model.route.to_string(), page.stored());
    assert_eq!(again.title(), "Blue is thinking");
    assert!(again.let_think());
}

#[test]
fn a_record_that_was_tampered_with_is_refused_in_words() {
    let mut page = at_one_screen();
    page.click(pick("d4"));
    let stored = page.stored().into_iter().map(|(key, value)| (key, value.replace("red d4", "red z9"))).collect();
    let again = Page::open(&page.model.route.to_string(), stored);
    assert!(again.html().contains("The saved match cannot be read"), "{}", again.html());
}

#[test]
fn undo_takes_back_the_answer_of_the_computer_too() {
    let mut page = against_the_computer("1", "0");
    page.click(pick("d4"));
    while page.let_think() {}
    assert!(page.model.client.as_ref().unwrap().history.len() >= 2);
    page.key("u");
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 0);
    assert!(page.html().contains("Taken back."));
    page.key("u");
    assert!(page.html().contains("There is nothing to take back."));
}

/// A person cannot take back moves of the computer alone.
#[test]
fn undo_is_off_until_a_person_has_moved() {
    let undo_is_off = |page: &Page| page.pressing(TablePress::Undo)[0].get("disabled").is_some();
    let mut page = against_the_computer("1", "1");
    assert!(page.let_think() && page.title().starts_with("Your turn"));
    assert!(undo_is_off(&page));
    let place = page.open_places()[0].clone();
    page.click(pick(&place));
    assert!(!undo_is_off(&page));
}

#[test]
fn undo_while_the_computer_thinks_stops_it() {
    let mut page = against_the_computer("1", "0");
    page.click(pick("d4"));
    page.tell(Event::Timer(sixfold_web::Timer::Think));
    page.take();
    page.click(TablePress::Undo);
    assert!(page.take().contains(&Effect::StopThinking));
    page.tell(Event::Worker(WorkerNews::Decided(1, Some("a1".to_owned()), 0.5)));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 0, "a stale answer is not played");
}

#[test]
fn stepping_shows_every_moment_and_leads_back_to_now() {
    let mut page = at_one_screen();
    for place in ["d4", "d5", "a1"] {
        page.click(pick(place));
    }
    let now = seen(&page);
    page.key(",");
    assert_eq!(page.title(), "After turn 2 of 3");
    assert!(page.open_places().is_empty(), "the past is not played in");
    page.click(pick("a3"));
    assert!(page.html().contains("You are looking at an earlier position"));
    page.click(TablePress::Show(0));
    assert_eq!(page.title(), "The beginning");
    assert_eq!(page.html().matches("class=\"b-piece\"").count(), 0);
    page.key(".");
    page.key("]");
    page.key("]");
    assert_eq!(page.title(), "Blue: place a stone");
    assert_eq!(seen(&page), now);
}

#[test]
fn a_place_shows_what_it_would_do_and_why_it_cannot() {
    let mut page = at_one_screen();
    page.click(pick("d4"));
    page.click(pick("g1"));
    page.tell(Event::Hover(Some("d5".to_owned())));
    assert!(page.html().contains("A stone on d5 would join yours without touching an enemy group."));
    page.tell(Event::Hover(Some("a1".to_owned())));
    assert_eq!(page.story(), "Red places on a1.");
    assert!(page.html().contains("class=\"story would\"") && page.html().contains("If you play this:"));
    assert!(page.html().contains("class=\"b-ghost\""));
    page.click(pick("d4"));
    assert!(page.html().contains("d4 is occupied."), "the page also says it after a click");
}

#[test]
fn by_finger_the_first_tap_looks_and_the_second_plays() {
    let mut page = at_one_screen();
    page.tap(pick("d4"));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 0);
    assert!(page.html().contains("Play d4"), "there is also a button");
    page.tap(pick("a1"));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 0, "the first tap on another place only shows it");
    page.tap(pick("a1"));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 1);
}

#[test]
fn keys_walk_the_six_directions_and_back() {
    let mut page = at_one_screen();
    let cursor = |page: &Page| {
        let client = page.model.client.as_ref().unwrap();
        client.picture.scene.name_of(client.pointing.cursor().unwrap()).unwrap().to_owned()
    };
    let middle = cursor(&page);
    assert_eq!(middle, "d4");
    for keys in [["q", "d"], ["w", "s"], ["e", "a"], ["ArrowLeft", "ArrowRight"], ["ArrowUp", "ArrowDown"]] {
        page.key(keys[0]);
        assert_ne!(cursor(&page), middle, "{keys:?}");
        page.key(keys[1]);
        assert_eq!(cursor(&page), middle, "{keys:?}");
    }
    for _ in 0..9 {
        page.key("ArrowRight");
    }
    assert_eq!(cursor(&page), "d7", "the cursor stops at the rim");
    page.key("Enter");
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 1);
    assert!(page.take().iter().any(|effect| matches!(effect, Effect::Focus(to) if to.contains("d7"))));
}

#[test]
fn resigning_asks_first_and_can_be_taken_back() {
    let mut page = against_the_computer("1", "0");
    page.click(TablePress::AskResign);
    assert!(page.html().contains("Resign this game?"));
    page.click(Press::Close);
    assert!(page.title().starts_with("Your turn"));
    page.click(TablePress::AskResign);
    page.click(TablePress::Resign);
    assert_eq!(page.title(), "Red has resigned. Blue has won.");
    let again = Page::open(&page.model.route.to_string(), page.stored());
    assert_eq!(again.title(), page.title());
    page.click(TablePress::Undo);
    assert!(page.title().starts_with("Your turn"));
}

#[test]
fn a_hint_points_at_a_place_and_plays_nothing() {
    let mut page = against_the_computer("1", "0");
    page.click(TablePress::Hint);
    assert_eq!(page.title(), "Looking for a good move …");
    assert!(page.let_think());
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 0);
    assert!(page.html().contains("Hint: ") && page.html().contains("class=\"b-ghost\""));
}

#[test]
fn without_a_worker_it_is_said() {
    let mut page = against_the_computer("1", "0");
    page.click(pick("d4"));
    page.tell(Event::Timer(sixfold_web::Timer::Think));
    page.tell(Event::Worker(WorkerNews::Failed("no modules".to_owned())));
    assert!(page.html().contains("The computer cannot think in this browser: no modules"));
}

#[test]
fn every_turn_is_told_to_those_who_do_not_see_it() {
    let mut page = at_one_screen();
    page.click(pick("d4"));
    assert_eq!(page.model.announcement, "Red places on d4.");
}

/// The home page is drawn several times a second. It must not parse every saved match each time.
#[test]
fn saved_matches_are_parsed_once_and_follow_the_storage() {
    let mut page = at_one_screen();
    let actions = |page: &Page| {
        let saved = page.model.saved();
        assert_eq!(saved.as_ptr(), page.model.saved().as_ptr(), "they are the same, and not parsed again");
        let actions = saved.iter().map(|saved| match saved {
            Saved::Local(_, local) => local.actions,
            Saved::Online(..) | Saved::Journey(..) => panic!("{saved:?}"),
        });
        actions.collect::<Vec<_>>()
    };
    assert_eq!(actions(&page), [0]);
    page.click(pick("d4"));
    assert_eq!(actions(&page), [1], "saved");
    let mut again = Page::open("#/", page.stored());
    assert_eq!(actions(&again), [1], "after a reload");
    page.click(pick("e4"));
    let (key, value) = page.stored().into_iter().find(|(key, _)| key.starts_with("sixfold.local.")).unwrap();
    again.tell(Event::Stored(key.clone(), Some(value)));
    assert_eq!(actions(&again), [2], "another tab has played");
    again.tell(Event::Stored(key.clone(), None));
    assert_eq!(actions(&again), [0; 0], "another tab has removed it");
    page.tell(Event::Route("#/".to_owned()));
    page.click(Press::Forget(key));
    assert_eq!(actions(&page), [0; 0], "removed");
}

#[test]
fn a_saved_match_can_be_forgotten() {
    let mut page = at_one_screen();
    page.tell(Event::Route("#/".to_owned()));
    let key = page.model.saved()[0].storage_key();
    page.click(Press::Forget(key.clone()));
    assert!(page.model.saved().is_empty());
    assert!(page.take().contains(&Effect::Forget(key)));
}

/// Enter plays only a place that is shown: never a place out of sight, never by a held key, never with the focus
/// elsewhere.
#[test]
fn enter_plays_only_the_place_that_is_shown() {
    let press = |page: &mut Page, name: &str, focus: Focus, repeated: bool| {
        page.tell(Event::Key(Key { name: name.to_owned(), focus, repeated }));
    };
    let mut page = at_one_screen();
    press(&mut page, " ", Focus::Nothing, false);
    press(&mut page, "Enter", Focus::Place, true);
    assert_eq!(page.open_places().len(), 37, "nothing was played");
    press(&mut page, "Enter", Focus::Nothing, false); // moves the focus to the board and shows a place
    assert_eq!(page.open_places().len(), 37, "nothing was played");
    page.tell(Event::Hover(Some("a1".to_owned())));
    press(&mut page, "Enter", Focus::Place, false);
    assert!(!page.open_places().contains(&"a1".to_owned()), "the place under the pointer was played");
    assert_eq!(page.open_places().len(), 36);
}

#[test]
fn two_tabs_of_one_match_go_on_together() {
    let mut first = at_one_screen();
    let stored = |page: &Page| page.stored().into_iter().find(|(key, _)| key.starts_with("sixfold.local.")).unwrap();
    let hash = first.model.route.to_string();
    let mut second = Page::open(&hash, first.stored());
    first.click(pick("d4"));
    let (key, value) = stored(&first);
    second.tell(Event::Stored(key, Some(value)));
    assert!(!second.open_places().contains(&"d4".to_owned()), "the second tab shows what the first has played");
    second.click(pick("a1"));
    let (key, value) = stored(&second);
    first.tell(Event::Stored(key, Some(value)));
    assert_eq!(first.html().matches("stone\"").count(), second.html().matches("stone\"").count());
}
