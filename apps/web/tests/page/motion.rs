//! What is seen to happen on the board: pieces that arrive and go, shots, dice on what they decide; skipped, switched off,
//! and seen again.

use sixfold_web::press::{FormField, Press, Setting, TablePress};
use sixfold_web::{Effect, Event, Timer};

use crate::harness::{Host, Page, against_the_computer, at_one_screen, found, option, pick, play};

fn moments(page: &Page) -> usize {
    page.model.client.as_ref().unwrap().history.len()
}

/// All keyframes that the page asks for, as JSON.
fn asked(page: &Page) -> Vec<serde_json::Value> {
    let all = page.all("[data-motion]");
    all.iter().map(|element| serde_json::from_str(element.get("data-motion").unwrap()).unwrap()).collect()
}

#[test]
fn a_stone_arrives_and_a_press_ends_that() {
    let mut page = at_one_screen("hexoust");
    page.dice_fall = true;
    page.click(pick("g7"));
    page.shows("[data-moving]");
    assert_eq!(asked(&page).len(), 1, "the stone comes into sight");
    assert!(page.model.announcement.contains("g7"), "screen readers are told at once: {}", page.model.announcement);
    page.tell(Event::Pressed);
    page.lacks("[data-moving]");
    assert!(asked(&page).is_empty());
}

#[test]
fn a_person_is_never_slower_than_what_moves() {
    let mut page = at_one_screen("hexoust");
    page.dice_fall = true;
    for place in ["g7", "a1", "a3"] {
        page.click(pick(place));
    }
    assert_eq!(moments(&page), 3, "every press was a placement, and none of them waited");
    page.shows("[data-moving]");
}

#[test]
fn the_times_are_short_and_a_timer_ends_them() {
    let mut page = at_one_screen("hexoust");
    page.dice_fall = true;
    page.click(pick("g7"));
    for motion in asked(&page) {
        let length = motion["times"]["duration"].as_u64().unwrap();
        assert!((150..=250).contains(&length), "{motion}");
        assert!(motion["frames"].as_array().unwrap().len() >= 2, "{motion}");
    }
    let timers = page.take().into_iter().filter_map(|effect| match effect {
        Effect::Timer(Timer::Motion(number), wait) => Some((number, wait)),
        _ => None,
    });
    let [(number, wait)] = timers.collect::<Vec<_>>()[..] else { panic!("one timer runs") };
    assert!(wait <= 250);
    page.tell(Event::Timer(Timer::Motion(number)));
    page.lacks("[data-moving]");
}

/// A match of two people in the middle of Hex Dice, and a move to an empty hex.
fn units() -> (Page, String) {
    let is_move = |action: &String| action.contains('-') && !action.contains('=') && !action.starts_with("reroll");
    let page = found("hex-dice", "players=2", |played| {
        played.picture(game::Viewer::Spectator).expected.key == "expect.play" && played.legal().iter().any(is_move)
    });
    let client = page.model.client.as_ref().unwrap();
    let is_empty = |name: &str| {
        let scene = &client.picture.scene;
        !scene.pieces.iter().any(|piece| scene.name_of(piece.place) == Some(name))
    };
    let to_empty = |action: &&String| is_move(action) && action.split_once('-').is_some_and(|(_, to)| is_empty(to));
    let legal = client.local().unwrap().played.legal();
    let action = legal.iter().find(to_empty).expect("some unit can go to an empty hex").clone();
    (page, action)
}

#[test]
fn a_unit_goes_its_way_and_is_not_drawn_twice() {
    let (mut page, action) = units();
    page.dice_fall = true;
    page.click(play(&action));
    page.shows("[data-goes]");
    let copy = page.first("[data-goes]");
    let way: serde_json::Value = serde_json::from_str(copy.get("data-motion").unwrap()).unwrap();
    let frames = way["frames"].as_array().unwrap();
    assert_ne!(frames.first(), frames.last(), "it goes somewhere");
    let hidden = asked(&page).iter().filter(|motion| motion["frames"][1]["opacity"] == 0).count();
    assert_eq!(hidden, 1, "the unit itself is hidden until its copy has arrived");
    page.key("x");
    page.lacks("[data-goes]");
}

#[test]
fn a_setting_and_the_browser_can_do_without_motion() {
    let (mut page, action) = units();
    page.dice_fall = true;
    page.set(Setting::Motion, "off");
    page.click(play(&action));
    page.lacks("[data-moving]");
    page.click(TablePress::Undo);
    page.set(Setting::Motion, "on");
    page.tell(Event::Still(true));
    page.click(play(&action));
    page.lacks("[data-moving]");
    assert!(!page.take().iter().any(|effect| matches!(effect, Effect::Timer(Timer::Motion(_), _))));
}

#[test]
fn without_motion_dice_are_told_at_once() {
    let mut page = found("hexlock", "memory=off", |played| {
        !played.standing().keeps_secrets && played.legal().iter().any(|action| action.contains('-'))
    });
    page.tell(Event::Still(true));
    page.dice_fall = true;
    let legal = page.model.client.as_ref().unwrap().local().unwrap().played.legal();
    let attack = legal.into_iter().find(|action| action.contains('-')).unwrap();
    page.click(play(&attack));
    page.lacks(".b-throw");
    page.shows("[data-dice]");
}

#[test]
fn the_computers_turn_is_seen_again_by_a_button_and_by_a_key() {
    let mut page = against_the_computer("hexoust", "1", "0");
    page.shows("[data-again][disabled]");
    page.click(pick("g7"));
    while page.let_think() {}
    let all = moments(&page);
    assert!(all >= 2);
    page.dice_fall = true;
    for press in [true, false] {
        if press {
            page.click(TablePress::Again);
        } else {
            page.key("l");
        }
        page.shows("[data-moving]");
        assert!(page.model.announcement.contains("Blue"), "{}", page.model.announcement);
        page.tell(Event::Pressed);
        page.lacks("[data-moving]");
        assert_eq!(moments(&page), all, "nothing was played");
    }
}

/// Without motion the turn is seen as still pictures: the position before it, and then one after each moment.
#[test]
fn without_motion_the_last_turn_is_seen_again_as_still_pictures() {
    let mut page = against_the_computer("hexoust", "1", "0");
    page.click(pick("g7"));
    while page.let_think() {}
    page.set(Setting::Motion, "off");
    page.dice_fall = true;
    let all = moments(&page);
    let shown = |page: &Page| page.model.client.as_ref().unwrap().moment_shown();
    page.take();
    page.click(TablePress::Again);
    assert_eq!(shown(&page), 1, "before the computer's stone");
    let mut seen = vec![shown(&page)];
    while let Some((number, wait)) = page.take().into_iter().find_map(|effect| match effect {
        Effect::Timer(Timer::Motion(number), wait) => Some((number, wait)),
        _ => None,
    }) {
        assert_eq!(wait, 600);
        assert!(asked(&page).is_empty(), "nothing moves");
        page.tell(Event::Timer(Timer::Motion(number)));
        seen.push(shown(&page));
    }
    assert!(seen.is_sorted() && seen.contains(&2), "{seen:?}");
    assert_eq!((shown(&page), moments(&page)), (all, all));
    assert!(!page.model.client.as_ref().unwrap().history.is_past_shown());
    page.click(TablePress::Again);
    assert_eq!(shown(&page), 1);
    page.tell(Event::Pressed);
    assert_eq!(shown(&page), all, "a press ends it");
}

#[test]
fn still_pictures_go_on_when_others_act_and_their_actions_follow() {
    let (mut page, mut host) = Host::seated(None);
    page.set(Setting::Motion, "off");
    page.dice_fall = true;
    for _ in 0..2 {
        page.hear(&host.play_any(None));
    }
    page.click(TablePress::Again);
    let client = |page: &Page| (page.model.client.as_ref().unwrap().shows_stills(), moments(page));
    assert_eq!(client(&page), (true, 2));
    page.hear(&host.play_any(None));
    assert_eq!(client(&page), (true, 3), "an action does not end what somebody wants to see again");
    for _ in 0..10 {
        page.tell(Event::Timer(Timer::Motion(page.model.motion)));
    }
    assert_eq!(client(&page), (false, 3));
    assert_eq!(page.model.client.as_ref().unwrap().moment_shown(), 3);
}

#[test]
fn a_single_step_forward_in_the_past_is_seen_and_a_jump_is_not() {
    let mut page = at_one_screen("hexoust");
    for place in ["g7", "a1", "a3"] {
        page.click(pick(place));
    }
    page.dice_fall = true;
    page.click(TablePress::Show(0));
    page.lacks("[data-moving]");
    page.click(TablePress::Step(1));
    page.shows("[data-moving]");
    page.click(TablePress::Now);
    page.lacks("[data-moving]");
}

#[test]
fn in_12_each_triangle_has_its_die_and_then_shows_who_was_paid() {
    let mut page = Page::open("#/new/influence", Vec::new());
    page.set(FormField::Opponent, "screen");
    page.set(option("dice"), "on");
    page.click(Press::Begin);
    page.dice_fall = true;
    let place = page.open_places().into_iter().next().unwrap();
    page.click(pick(&place));
    let rolls = page.model.client.as_ref().unwrap().rolls_shown().len();
    assert!(rolls > 0 && page.all(".b-throw").len() == rolls, "every triangle that rolls has its die");
    page.key("x");
    assert_eq!(page.first("[data-paid]").get("data-paid"), Some(rolls.to_string().as_str()));
    page.shows(".b-pays");
}

#[test]
fn a_step_of_a_plan_is_seen_when_it_is_planned() {
    let mut page = found("hex-ships", "scenario=duel", |played| {
        played.legal().iter().any(|action| action == "ahead") && played.legal().iter().all(|action| action != "leave")
    });
    page.dice_fall = true;
    page.click(play("ahead"));
    page.shows("[data-goes]");
    assert!(page.model.client.as_ref().unwrap().acts_here(), "planning goes on at once");
}
