//! The recorded matches of the home page: they are loaded on demand, go on while they are in sight, and never block.

use game::Record;
use sixfold_web::demo::path;
use sixfold_web::press::Setting;
use sixfold_web::{Effect, Event, Fetch, Timer};

use crate::harness::{Page, served};

/// The next step of the matches is asked for after this many milliseconds; `None` if they stand still.
fn next_step(page: &mut Page) -> Option<u32> {
    page.take().into_iter().find_map(|effect| match effect {
        Effect::Timer(Timer::Demos, pause) => Some(pause),
        _ => None,
    })
}

fn all_games() -> Vec<String> {
    catalog::GAMES.iter().map(|game| game.info().key.to_owned()).collect()
}

fn pictures(page: &Page) -> Vec<String> {
    page.all("[data-demo]").iter().map(ToString::to_string).collect()
}

#[test]
fn every_game_has_a_recorded_match_that_its_rules_allow() {
    for game in catalog::GAMES {
        let (status, text) = served(&path(game.info().key));
        assert_eq!(status, 200, "{}", game.info().key);
        let record: Record = text.parse().unwrap();
        let played = game.replay(&record).unwrap();
        assert!(played.is_over(), "the match of {} has an end", game.info().key);
    }
}

#[test]
fn the_matches_are_asked_for_on_the_home_page_only() {
    let asks = |page: &mut Page| {
        let content =
            |effect: &Effect| matches!(effect, Effect::Fetch(Fetch::Content(at), ..) if at.ends_with("demo.txt"));
        page.take().iter().filter(|effect| content(effect)).count()
    };
    assert_eq!(asks(&mut Page::open_without_texts("")), catalog::GAMES.len());
    assert_eq!(asks(&mut Page::open_without_texts("#/new/hexoust")), 0);
    let mut page = Page::open_without_texts("");
    assert_eq!(page.all("svg.cover").len(), catalog::GAMES.len(), "until then the first positions are shown");
    let before = pictures(&page);
    page.take();
    page.tell(Event::Fetched(Fetch::Content(path("hexoust")), Some((200, "no record".to_owned()))));
    assert_eq!(pictures(&page), before, "a broken file leaves the picture as it is");
}

#[test]
fn matches_go_on_one_after_the_other_while_they_are_in_sight() {
    let mut page = Page::open("", Vec::new());
    assert_eq!(next_step(&mut page), None, "nothing is in sight yet");
    page.tell(Event::InSight(all_games()));
    let mut moved = vec![0; catalog::GAMES.len()];
    for _ in 0..30 {
        let pause = next_step(&mut page).expect("the matches go on");
        page.now += f64::from(pause);
        let before = pictures(&page);
        page.tell(Event::Timer(Timer::Demos));
        for (index, (before, after)) in before.iter().zip(pictures(&page)).enumerate() {
            moved[index] += usize::from(*before != after);
        }
    }
    assert!(moved.iter().all(|steps| (3..=6).contains(steps)), "{moved:?}");
    assert_eq!(moved.iter().sum::<usize>(), moved.iter().sum::<usize>().min(30), "one board a step");
}

#[test]
fn matches_stand_still_when_nobody_can_see_them() {
    let mut page = Page::open("", Vec::new());
    page.tell(Event::InSight(vec!["hexlock".to_owned()]));
    assert!(next_step(&mut page).is_some());
    page.tell(Event::InSight(Vec::new()));
    page.tell(Event::Timer(Timer::Demos));
    assert_eq!(next_step(&mut page), None);
    page.tell(Event::InSight(vec!["hexlock".to_owned()]));
    assert!(next_step(&mut page).is_some());
    page.tell(Event::Route("#/new/hexoust".to_owned()));
    page.tell(Event::Timer(Timer::Demos));
    assert_eq!(next_step(&mut page), None, "elsewhere in the page");
    page.tell(Event::Route("#/".to_owned()));
    page.set(Setting::Motion, "off");
    page.take();
    page.tell(Event::Timer(Timer::Demos));
    assert_eq!(next_step(&mut page), None, "for people who want no motion");
}

#[test]
fn a_slow_device_gets_fewer_steps_and_then_none() {
    let mut page = Page::open("", Vec::new());
    page.tell(Event::InSight(all_games()));
    let usual = next_step(&mut page).unwrap();
    let mut last = usual;
    for _ in 0..3 {
        page.now += f64::from(last) + 900.0;
        page.tell(Event::Timer(Timer::Demos));
        let next = next_step(&mut page).expect("slower, but not still");
        assert!(next > last, "{next}");
        last = next;
    }
    page.now += f64::from(last) + 900.0;
    page.tell(Event::Timer(Timer::Demos));
    assert_eq!(next_step(&mut page), None);
}

/// In a hidden tab a timer that is already running comes up to a second late. That says nothing about the device.
#[test]
fn matches_go_on_as_fast_as_before_after_the_tab_was_hidden() {
    let mut page = Page::open("", Vec::new());
    page.tell(Event::InSight(all_games()));
    let usual = next_step(&mut page).unwrap();
    for _ in 0..6 {
        page.tell(Event::InSight(Vec::new()));
        page.now += f64::from(usual) + 900.0;
        page.tell(Event::Timer(Timer::Demos));
        assert_eq!(next_step(&mut page), None, "nobody can see them");
        page.now += 60_000.0;
        page.tell(Event::InSight(all_games()));
        assert_eq!(next_step(&mut page), Some(usual));
    }
    // Back before the timer came.
    page.tell(Event::InSight(Vec::new()));
    page.now += 5_000.0;
    page.tell(Event::InSight(all_games()));
    page.tell(Event::Timer(Timer::Demos));
    assert_eq!(next_step(&mut page), Some(usual));
}

#[test]
fn a_device_that_was_busy_for_a_while_gets_its_steps_back() {
    let mut page = Page::open("", Vec::new());
    page.tell(Event::InSight(all_games()));
    let usual = next_step(&mut page).unwrap();
    let mut pause = usual;
    for late in [900.0, 900.0, 900.0] {
        page.now += f64::from(pause) + late;
        page.tell(Event::Timer(Timer::Demos));
        pause = next_step(&mut page).unwrap();
    }
    assert_eq!(pause, 8 * usual);
    let mut pauses = vec![pause];
    for _ in 0..30 {
        page.now += f64::from(pause);
        page.tell(Event::Timer(Timer::Demos));
        pause = next_step(&mut page).unwrap();
        pauses.push(pause);
    }
    assert!(pauses.is_sorted_by(|a, b| a >= b), "{pauses:?}");
    assert_eq!(pause, usual, "{pauses:?}");
}

#[test]
fn a_match_begins_again_after_its_end() {
    let mut page = Page::open("", Vec::new());
    page.tell(Event::InSight(vec!["influence".to_owned()]));
    let stones = |page: &Page| {
        let index = catalog::GAMES.iter().position(|game| game.info().key == "influence").unwrap();
        page.model.covers[index].as_ref().unwrap().scene.pieces.len()
    };
    let mut counts = vec![stones(&page)];
    while counts.len() < 300 && *counts.last().unwrap() >= counts[0] {
        let pause = next_step(&mut page).unwrap();
        page.now += f64::from(pause);
        page.tell(Event::Timer(Timer::Demos));
        counts.push(stones(&page));
    }
    assert!(*counts.iter().max().unwrap() > counts[0], "{counts:?}");
    assert!(*counts.last().unwrap() < counts[0], "it begins with an empty board: {counts:?}");
}
