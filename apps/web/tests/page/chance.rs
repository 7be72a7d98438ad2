//! Chance: odds before a move, dice after it, and actions of two picks.

use crate::harness::{Host, Page, at_one_screen, pick, text_of};
use sixfold_web::press::{Setting, TablePress};
use sixfold_web::{Effect, Event, Sound, Timer};

/// Plays at one screen until the sides meet, so that the acting seat can attack.
fn at_the_front() -> Page {
    let mut page = at_one_screen("hexlock");
    for depth in [2, 3, 4, 5] {
        for _ in 0..2 {
            page.click(TablePress::TakeOver);
            let red = page.title().starts_with("Red");
            let (red_to, blue_to) = (format!("d{depth}"), format!("d{}", 8 - depth));
            let to = if red { red_to } else { blue_to };
            if page.open_places().contains(&to) {
                page.click(pick(&to));
            }
        }
    }
    page.click(TablePress::TakeOver);
    page
}

/// The source and the target that face each other in column d.
fn front(page: &Page) -> (String, String) {
    let client = page.model.client.as_ref().unwrap();
    let (path, _) = client.picture.picks.iter().find(|(path, _)| path.len() == 2).expect("somebody can be attacked");
    let name = |index: usize| {
        let place = client.place_of(&path[index]).unwrap();
        client.picture.scene.name_of(place).unwrap().to_owned()
    };
    (name(0), name(1))
}

#[test]
fn odds_are_shown_before_the_dice_are_thrown() {
    let mut page = at_the_front();
    let (source, target) = front(&page);
    page.click(pick(&source));
    assert!(page.html().contains("class=\"b-picked\""));
    assert!(
        page.model.announcement.starts_with(&format!("{source} is chosen. Now choose")),
        "{}",
        page.model.announcement
    );
    assert!(page.open_places().contains(&target) && !page.open_places().contains(&source));
    page.tell(Event::Hover(Some(target.clone())));
    let html = page.html();
    assert!(html.contains("data-odds") && html.contains("class=\"b-aim\""), "{html}");
    let odds = text_of(&html, "<div class=\"odds\"", "</ul>");
    assert!(odds.contains("critical fail") && odds.contains("<strong>5\u{a0}%</strong>"), "{odds}");
    let shares: u32 =
        odds.split("data-share=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse::<u32>().unwrap()).sum();
    assert_eq!(shares, 100);
    assert!(page.story().contains(&format!("{source} attacks {target}: d20 + ")), "{}", page.story());
    let label = text_of(&html, &format!("aria-label=\"{target}, "), "\"");
    let fail = format!("5\u{a0}% critical fail: {source} −1\u{a0}HP");
    assert!(label.contains(&format!("{fail}, 40\u{a0}% miss")), "a screen reader hears them: {label}");
    assert!(odds.contains(&format!("hit: {target} −1\u{a0}HP")), "they say what a hit does: {odds}");
    assert!(text_of(&html, "<details class=\"legal\"", "</details>").contains(&fail), "and lists them");
}

#[test]
fn another_source_can_be_picked_and_escape_lets_go() {
    let mut page = at_the_front();
    let (source, target) = front(&page);
    page.click(pick(&source));
    page.click(pick(&source));
    page.lacks(".b-picked"); // a second pick of the same place drops the first
    page.click(pick(&source));
    page.shows(".b-picked");
    page.key("Escape");
    page.lacks(".b-picked");
    page.click(pick(&source));
    let moments = page.model.client.as_ref().unwrap().history.len();
    // A tap on another place than a target only shows it.
    let empty = {
        let client = page.model.client.as_ref().unwrap();
        let (path, _) = client.picture.picks.iter().find(|(path, _)| path.len() == 1).unwrap();
        let place = client.place_of(&path[0]).unwrap();
        client.picture.scene.name_of(place).unwrap().to_owned()
    };
    page.tap(pick(&empty));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), moments);
    assert!(page.html().contains(&format!("Play {empty}")));
    // The first tap on a target shows the odds, whatever the size of the hex.
    page.tap(pick(&target));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), moments);
    assert!(page.html().contains("data-odds"));
    page.tap(pick(&target));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), moments + 1);
}

/// A player with two hexes to attack from, and the names of each hex and one of its targets.
fn two_sources() -> (Page, Vec<[String; 2]>) {
    let (mut page, mut host) = Host::seated(Some(0));
    let mut random = game::Random::new(5);
    loop {
        let client = page.model.client.as_ref().unwrap();
        let mut attacks: Vec<[String; 2]> = Vec::new();
        for (path, _) in client.picture.picks.iter().filter(|(path, _)| path.len() == 2) {
            let name = |index: usize| {
                let place = client.place_of(&path[index]).unwrap();
                client.picture.scene.name_of(place).unwrap().to_owned()
            };
            if attacks.iter().all(|known| known[0] != name(0)) {
                attacks.push([name(0), name(1)]);
            }
        }
        if attacks.len() >= 2 {
            return (page, attacks);
        }
        let action = host.game_match.random_action(&mut random).expect("the match ended before the sides met");
        page.hear(&host.play(&action, Some(0)));
    }
}

#[test]
fn picking_another_hex_of_ones_own_changes_the_source() {
    let (mut page, attacks) = two_sources();
    page.take();
    for [source, target] in &attacks {
        page.tap(pick(source));
        let picked = text_of(&page.html(), "class=\"b-picked\"", "</g>").len();
        assert!(picked > 0 && page.open_places().contains(target));
        assert!(page.model.announcement.starts_with(&format!("{source} is chosen")), "{}", page.model.announcement);
    }
    assert!(page.take_said().is_empty(), "nothing was played");
}

#[test]
fn keys_pick_the_source_and_then_the_target() {
    let (mut page, attacks) = two_sources();
    let [source, target] = &attacks[0];
    page.take();
    for place in [source, target] {
        page.tell(Event::Focus(Some(place.clone())));
        page.key("Enter");
    }
    assert_eq!(page.take_said()[0]["action"], format!("{source}-{target}"));
}

/// A player whose attack has just been confirmed by the server.
fn attacked() -> (Page, Host) {
    let (mut page, mut host) = Host::seated(Some(0));
    let mut depth = [1, 7];
    loop {
        let actor = host.game_match.actor().unwrap();
        let attack = host.game_match.legal().into_iter().find(|action| action.contains('-'));
        if let (Some(attack), 0) = (&attack, actor.0) {
            page.take();
            page.dice_fall = true;
            page.hear(&host.play(&attack.clone(), Some(0)));
            return (page, host);
        }
        let next = if actor.0 == 0 { depth[0] + 1 } else { depth[1] - 1 };
        let expand = format!("d{next}");
        if host.game_match.legal().contains(&expand) {
            depth[actor.index()] = next;
            page.hear(&host.play(&expand, Some(0)));
        } else {
            let other = host.game_match.legal().into_iter().find(|action| !action.contains('-')).unwrap();
            page.hear(&host.play(&other, Some(0)));
        }
    }
}

#[test]
fn dice_fall_on_the_board_before_it_changes_and_can_be_skipped() {
    let (mut page, host) = attacked();
    let html = page.html();
    assert!(text_of(&html, "data-board", "</svg>").contains("class=\"b-throw\""), "the dice fall over the board");
    assert!(text_of(&html, "class=\"b-throw\"", "</g>").contains("transform=\"translate("));
    assert_eq!((page.title().as_str(), page.story().as_str()), ("The dice are rolling …", "The dice are rolling …"));
    assert!(text_of(&html, "class=\"headline\"", "</svg>").contains("seat-0"), "it is the sign of Red, who rolls");
    assert!(
        page.model.announcement.contains("Ann attacks"),
        "a screen reader is told at once: {}",
        page.model.announcement
    );
    let client = page.model.client.as_ref().unwrap();
    let before = client.history.after(client.history.len() - 1).picture(false);
    assert_eq!(client.picture.scene, before.scene, "the board is as it was");
    let asked = page.take();
    let Some(Effect::Timer(Timer::Motion(throw), wait)) =
        asked.into_iter().find(|effect| matches!(effect, Effect::Timer(Timer::Motion(_), _)))
    else {
        panic!("no timer for the dice to land")
    };
    assert!(wait <= 700 + 250, "a die and a blow: {wait}");
    page.tell(Event::Timer(Timer::Motion(throw + 1)));
    page.shows(".b-throw"); // the timer of another throw does not count
    page.tell(Event::Timer(Timer::Motion(throw)));
    let html = page.html();
    let dice = text_of(&html, "data-dice=\"", "\"").to_owned();
    assert!(dice.starts_with("d20="), "{dice}");
    assert!(html.contains(&format!("class=\"dice\" role=\"img\" aria-label=\"d20 shows {}\"", &dice[4..])));
    page.lacks(".b-throw");
    assert!(page.story().contains("Ann attacks"), "{}", page.story());
    let client = page.model.client.as_ref().unwrap();
    assert_ne!(client.picture.scene, before.scene, "the board shows the result");
    // Stepping to the moment throws the dice again, and any key makes them land.
    page.key(",");
    page.key(".");
    page.shows(".b-throw");
    page.key("x");
    page.lacks(".b-throw");
    page.shows("[data-dice]");
    assert!(
        page.html().contains(&format!("<span class=\"rolled\">{}</span>", &dice[4..])),
        "the move list has the roll"
    );
    drop(host);
}

#[test]
fn dice_sound_behind_the_switch() {
    let (mut page, _) = attacked();
    assert!(!page.take().iter().any(|effect| matches!(effect, Effect::Sound(_))));
    page.set(Setting::Sounds, "on");
    page.key(",");
    page.take();
    page.key(".");
    assert!(page.take().contains(&Effect::Sound(Sound::Roll)));
}

/// The result of a roll stays shown until the pointer moves to another place.
#[test]
fn the_pointer_does_not_hide_what_was_just_rolled() {
    let mut page = at_the_front();
    let (source, target) = front(&page);
    page.tell(Event::Hover(Some(target.clone())));
    page.click(pick(&source));
    page.click(pick(&target));
    assert!(page.html().contains("data-board") && page.html().contains("data-dice"), "the roller sees the result");
}
