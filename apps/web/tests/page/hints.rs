//! Hints: a whole move, in words, drawn on the board, to be played or dismissed.

use sixfold_web::{Effect, Event, WorkerNews};

use crate::harness::{Page, found, text_of};

/// A position from the middle of a match of every game, by people at one screen.
fn middles() -> Vec<(&'static str, Page)> {
    let middle = |game: &&'static dyn catalog::DynGame| {
        let key = game.info().key;
        let option = &game.info().options[0];
        let setup = format!("{}={}", option.key, option.default);
        let mut page = found(key, &setup, |table| (11..40).contains(&table.events()));
        page.click("take-over");
        (key, page)
    };
    catalog::GAMES.iter().map(middle).collect()
}

/// A battle whose ships are on the map already.
fn battle() -> Page {
    let mut page = Page::open("#/new/hex-ships", Vec::new());
    page.set("opponent", "screen");
    page.set("option.scenario", "passing");
    page.click("begin");
    page
}

/// Answers what the computer was asked with this action.
fn decide(page: &mut Page, action: &str) {
    let asked = page.take().into_iter().find_map(|effect| match effect {
        Effect::Think(job) => Some(job.job),
        _ => None,
    });
    let job = asked.unwrap_or_else(|| panic!("it was asked about {action}"));
    page.tell(Event::Worker(WorkerNews::Decided(job, Some(action.to_owned()), 0.55)));
}

/// Asks for a hint and answers with these steps.
fn hinted(page: &mut Page, steps: &str) {
    page.take();
    page.click("hint");
    for action in steps.split(' ') {
        decide(page, action);
    }
}

fn planned(page: &Page) -> usize {
    page.model.table.as_ref().unwrap().plan.len()
}

#[test]
fn in_every_game_a_hint_is_a_whole_move_in_words_with_the_chance_to_win() {
    for (key, mut page) in middles() {
        let before = page.model.table.as_ref().unwrap().moments.len();
        page.take();
        page.click("hint");
        while page.let_think() {}
        let said = page.model.told.clone();
        assert!(said.starts_with("Hint: ") && said.ends_with(" % to win."), "{key}: {said}");
        assert!(
            said.contains("About ") && !said.contains("tries") && !said.contains(':') || said.matches(':').count() == 1
        );
        let html = page.html();
        assert!(text_of(&html, "data-story", "</p>").contains(&said), "{key}: it is said under the board too");
        assert!(html.contains("class=\"b-hinted\""), "{key}: it is drawn");
        assert_eq!(page.model.table.as_ref().unwrap().moments.len(), before, "{key}: nothing is played");
        let play = text_of(&html, "data-hint-play", "<").to_owned();
        assert_eq!(play, ">Play this move", "{key}");
        let action = page.model.table.as_ref().unwrap().hint_shown().unwrap().action.clone();
        page.click(&format!("play {action}"));
        if page.html().contains("ask-sure") {
            page.click(&format!("play-sure {action}")); // a pass is asked about, whoever advised it
        }
        let table = page.model.table.as_ref().unwrap();
        assert!(table.moments.len() > before && table.plan.is_empty(), "{key}: the whole of it is played");
        assert!(table.hint_shown().is_none());
    }
}

#[test]
fn a_hint_thinks_on_until_the_move_cannot_be_taken_back_and_draws_where_it_ends() {
    let mut page = battle();
    hinted(&mut page, "speed:4 ahead ahead");
    assert_eq!(planned(&page), 0, "it is not shown before it is complete");
    decide(&mut page, "right");
    decide(&mut page, "ahead");
    decide(&mut page, "ahead");
    decide(&mut page, "done");
    assert!(page.take().iter().all(|effect| !matches!(effect, Effect::Think(_))), "the move is complete");
    assert_eq!(planned(&page), 6);
    let said = page.model.told.clone();
    let table = page.model.table.as_ref().unwrap();
    let here = table.place_of(&scene::Pick::Unit(table.acting_unit().unwrap())).unwrap();
    let name = table.picture.scene.name_of(here).unwrap();
    assert!(said.contains(&format!("ends its move on {name}")), "{said}");
    assert!(said.contains("sets its speed to 4") && said.contains("turns right"), "{said}");
    assert_eq!(said.matches("advances to").count(), 2, "of a way only its ends: {said}");
    assert!(said.ends_with("About 55 % to win."), "{said}");
    let html = page.html();
    assert!(html.contains("class=\"b-way\""), "the way is drawn");
    let points = text_of(text_of(&html, "class=\"b-way\"", "</g>"), "points=\"", "\"").split(' ').count();
    assert_eq!(points, 5, "four hexes and where it begins");
}

#[test]
fn a_hint_that_is_dismissed_takes_its_plan_along_and_leaves_ones_own() {
    let mut page = battle();
    page.click("play speed:4");
    assert_eq!(planned(&page), 1);
    hinted(&mut page, "ahead ahead ahead ahead done");
    assert_eq!(planned(&page), 5);
    page.click("dismiss-hint");
    assert_eq!(planned(&page), 1, "what one planned oneself stays");
    assert!(!page.html().contains("data-hint-play") && !page.html().contains("class=\"b-hinted\""));
    hinted(&mut page, "ahead ahead ahead ahead done");
    page.key("Escape");
    assert_eq!(planned(&page), 1, "a key does it too");
}

#[test]
fn a_hint_gives_way_to_what_is_pointed_at_and_is_gone_after_something_else_was_done() {
    let (_, mut page) = middles().swap_remove(0);
    page.take();
    page.click("hint");
    while page.let_think() {}
    let place = page.open_places()[0].clone();
    page.tell(Event::Hover(Some(place)));
    assert!(!page.html().contains("data-hint-play"), "its button does not stand under other words");
    page.tell(Event::Hover(None));
    assert!(page.html().contains("data-hint-play"));

    let mut page = battle();
    hinted(&mut page, "speed:4 ahead ahead ahead ahead done");
    page.click("undo");
    assert_eq!(planned(&page), 4, "one goes on from it as from a plan of one's own");
    assert!(!page.html().contains("data-hint-play"));
}

#[test]
fn a_hint_that_no_longer_fits_is_not_shown() {
    let mut page = battle();
    page.click("play speed:4");
    page.take();
    page.click("hint");
    let asked = page.take();
    page.click("undo");
    page.asked = asked;
    decide(&mut page, "ahead");
    // The second thought is about a plan that is gone.
    decide(&mut page, "done");
    assert_eq!(planned(&page), 0);
    assert!(!page.html().contains("data-hint-play"));
}
