//! Units that are dice: trays, deployment by two picks or by dragging, marks of places in reach, merging, turned
//! boards.

use crate::harness::{Page, against_the_computer, at_one_screen, found, pick, pressed, text_of};
use catalog::DynMatch;
use game::Viewer;
use scene::{MarkKind, Pick};
use sixfold_web::press::{Held, Setting, TablePress};
use sixfold_web::{Effect, Event, Timer};

const GAME: &str = "hex-dice";

/// Two people at one screen who have kept all their dice.
fn deploying() -> Page {
    let mut page = at_one_screen(GAME);
    page.click(TablePress::Choose(0));
    page.click(TablePress::Choose(0));
    assert!(page.title().contains("deploy"), "{}", page.title());
    page
}

fn hover(page: &mut Page, place: &str) {
    page.tell(Event::Hover(Some(place.to_owned())));
}

/// The label of a place.
fn label(page: &Page, place: &str) -> String {
    let html = page.html();
    let before = html.split_once(&format!("data-place=\"{place}\"")).unwrap().0;
    before.rsplit_once("aria-label=\"").unwrap().1.split('"').next().unwrap().to_owned()
}

fn story(page: &Page) -> String {
    page.story()
}

fn tray(page: &Page) -> usize {
    page.html().matches("data-unit=").count()
}

#[test]
fn dice_are_chosen_to_be_rolled_again_and_put_back() {
    let mut page = at_one_screen(GAME);
    assert_eq!(tray(&page), 6, "the army lies under the board");
    assert!(page.html().contains("class=\"small-tray\""), "the other army lies beside its name");
    page.click(TablePress::Unit(1));
    assert!(story(&page).contains("is chosen. Now choose below."), "{}", story(&page));
    page.click(TablePress::Unit(4));
    assert!(story(&page).contains("Red will roll again") && story(&page).contains("Now choose."), "{}", story(&page));
    assert_eq!(page.html().matches("aria-pressed=\"true\"").count(), 2);
    page.click(TablePress::Unit(1));
    assert_eq!(page.html().matches("aria-pressed=\"true\"").count(), 1, "the other die stays chosen");
    page.click(TablePress::Unit(0));
    page.click(TablePress::Unit(2));
    assert_eq!(page.html().matches("aria-pressed=\"true\"").count(), 2, "at most two of six; the last one is replaced");
    assert!(page.html().contains(">Roll these again</button>"));
    page.click(TablePress::Choose(0));
    assert!(page.title().starts_with("Blue: "), "{}", page.title());
}

#[test]
fn a_die_is_deployed_by_two_picks() {
    let mut page = deploying();
    let before = tray(&page);
    page.take();
    page.click(TablePress::Unit(0));
    assert!(page.take().iter().any(|effect| matches!(effect, Effect::Focus(to) if to.contains("data-place"))));
    let places = page.open_places();
    assert!(places.len() >= 8, "{places:?}");
    hover(&mut page, &places[0]);
    assert!(story(&page).contains(&format!("on {}", places[0])) && page.html().contains("class=\"b-ghost\""));
    page.click(pick(&places[0]));
    page.shows(".b-piece");
    page.shows(".tray-item");
    assert_eq!(tray(&page), before, "the other player's turn, with as many dice");
}

#[test]
fn a_die_is_dragged_and_stays_in_the_tray_if_it_is_dropped_elsewhere() {
    let mut page = deploying();
    page.tell(Event::Drag(Held::Unit(2)));
    page.shows(".board.dragging");
    page.shows(".tray-item.held");
    let place = page.open_places()[3].clone();
    page.tell(Event::Drop(None));
    page.lacks(".board.dragging");
    page.lacks(".tray-item.held");
    assert!(page.open_places().is_empty());
    page.tell(Event::Drag(Held::Unit(2)));
    page.tell(Event::Drop(Some("g7".to_owned())));
    page.lacks(".b-piece"); // the middle is in nobody's zone
    page.tell(Event::Drag(Held::Unit(2)));
    hover(&mut page, &place);
    page.tell(Event::Drop(Some(place.clone())));
    assert!(label(&page, &place).contains("Red "), "{}", label(&page, &place));
    page.tell(Event::Drop(Some("g7".to_owned())));
    assert!(page.model.client.as_ref().unwrap().history.len() == 3, "no drag was under way");
}

#[test]
fn what_is_left_to_the_game_goes_on_turn_after_turn_until_it_is_done() {
    let mut page = against_the_computer(GAME, "1", "0");
    page.click(TablePress::Choose(0));
    for _ in 0..60 {
        if page.model.client.as_ref().unwrap().acts_here() {
            break;
        }
        page.let_think();
    }
    assert!(page.html().contains("Deploy for me"), "{}", page.title());
    page.click(TablePress::Routine);
    assert_eq!(page.pressing(TablePress::StopRoutine).len(), 1);
    for _ in 0..40 {
        let asked = page.take();
        let routine = asked.iter().any(|effect| matches!(effect, Effect::Timer(Timer::Routine, _)));
        page.asked = asked;
        if routine {
            page.take();
            page.tell(Event::Timer(Timer::Routine));
        } else if !page.let_think() {
            break;
        }
    }
    assert!(page.title().contains("move, attack, merge"), "{}", page.title());
    assert!(page.pressing(TablePress::StopRoutine).is_empty());
    assert_eq!(tray(&page), 0);
    assert!(page.model.client.as_ref().unwrap().routines.is_empty());
}

#[test]
fn what_was_left_to_the_game_can_be_stopped() {
    for stop in [TablePress::StopRoutine, TablePress::Back, TablePress::Undo, TablePress::Unit(0)] {
        let mut page = deploying();
        page.click(TablePress::Routine);
        page.click(TablePress::Routine); // the other person at the screen does the same
        page.take();
        let client = page.model.client.as_ref().unwrap();
        let (hand, both) = (client.hand().unwrap(), client.routines.clone());
        assert_eq!(both.len(), 2);
        page.click(stop.clone());
        // A pick or a step back stops only one seat's routine. Undo and the stop button stop all routines.
        let left = &page.model.client.as_ref().unwrap().routines;
        let expected = if matches!(stop, TablePress::Undo | TablePress::StopRoutine) {
            Vec::new()
        } else {
            both.into_iter().filter(|seat| *seat != hand).collect()
        };
        assert_eq!(*left, expected, "{stop:?}");
        let played = page.model.client.as_ref().unwrap().history.len();
        page.tell(Event::Timer(Timer::Routine));
        assert_eq!(page.model.client.as_ref().unwrap().history.len(), played, "{stop:?}");
    }
}

/// The names of the first and the last place, from the top.
fn rows(page: &Page) -> (String, String) {
    let html = page.html();
    let places: Vec<&str> = html.split("data-place=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    (places[0].to_owned(), places[places.len() - 1].to_owned())
}

#[test]
fn the_own_base_is_at_the_bottom_and_the_keys_go_where_they_point() {
    let [mut red, mut blue] = ["0", "1"].map(|seat| against_the_computer(GAME, "1", seat));
    let ((top, bottom), (blue_top, blue_bottom)) = (rows(&red), rows(&blue));
    assert_eq!((top, bottom), (blue_bottom, blue_top), "Blue sees the board from the other side");
    for page in [&mut red, &mut blue] {
        let home = page.model.client.as_ref().unwrap();
        let seat = home.own_seat().unwrap();
        let at = |kind: MarkKind, seat| {
            let scene = &home.picture.scene;
            let own = |place| {
                scene.cells.iter().any(|cell| cell.place == place && cell.tint.first().map(|t| t.0) == Some(seat))
            };
            scene.marks.iter().find(|mark| mark.kind == kind && own(mark.place)).unwrap().place
        };
        let base = at(MarkKind::Home, seat);
        assert!(home.ground.at(base).y > 100.0, "the own base is below the middle");
        page.model.client.as_mut().unwrap().pointing.move_cursor(base);
        for key in ["w", "ArrowUp"] {
            let client = page.model.client.as_ref().unwrap();
            let before = client.ground.at(client.pointing.cursor().unwrap());
            page.key(key);
            let client = page.model.client.as_ref().unwrap();
            let after = client.ground.at(client.pointing.cursor().unwrap());
            assert!(after.y < before.y - 30.0 && (after.x - before.x).abs() < 1.0, "{key}");
        }
    }
}

/// Whether an action of the acting seat has a mark of this kind on its target.
fn aims(client: &dyn DynMatch, kind: MarkKind) -> bool {
    let viewer = Viewer::Seat(client.actor().unwrap());
    let picture = client.picture(viewer);
    picture.picks.iter().any(|(path, action)| {
        let [Pick::Hex(_), Pick::Hex(to), ..] = path[..] else { return false };
        let marks = client.position(viewer).preview(action).marks;
        marks.iter().any(|mark| mark.kind == kind && mark.place == scene::Place::Hex(to))
    })
}

/// Picks one unit after the other until the board contains this text, and returns the unit.
fn pick_until(page: &mut Page, shown: &str) -> String {
    for unit in page.open_places() {
        page.click(pick(&unit));
        if page.html().contains(shown) {
            return unit;
        }
        page.click(TablePress::Back);
    }
    panic!("no unit shows {shown}");
}

#[test]
fn the_reach_of_a_unit_shows_what_would_fall_and_what_would_only_be_weakened() {
    for (kind, shown, words) in [
        (MarkKind::WouldTake, "b-in-reach b-take", "it falls"),
        (MarkKind::WouldWeaken, "b-in-reach b-weaken", "weakened from"),
    ] {
        let mut page = found(GAME, "players=2", |client| aims(client, kind));
        pick_until(&mut page, shown);
        let html = page.html();
        let place = text_of(
            html.rsplit_once(&format!("class=\"{shown}\"")).unwrap().0.rsplit_once("data-place").unwrap().1,
            "=\"",
            "\"",
        )
        .to_owned();
        assert!(label(&page, &place).contains(words), "before anybody points at it: {}", label(&page, &place));
        hover(&mut page, &place);
        assert!(story(&page).contains(words) && story(&page).contains("against"), "{}", story(&page));
    }
}

#[test]
fn a_merge_above_six_tells_the_sum_and_asks_for_a_face() {
    let asks = |client: &dyn DynMatch| {
        let picture = client.picture(Viewer::Seat(client.actor().unwrap()));
        picture.picks.iter().any(|(path, _)| matches!(path[..], [_, _, Pick::Number(_)]))
    };
    let mut page = found(GAME, "players=2", asks);
    let moments = page.model.client.as_ref().unwrap().history.len();
    let mut chosen = None;
    'units: for unit in page.open_places() {
        page.click(pick(&unit));
        for target in page.open_places() {
            let leads = page.model.client.as_ref().unwrap();
            let place = leads.place(&target).unwrap();
            if leads.action_at(place).is_none() {
                chosen = Some((unit, target));
                break 'units;
            }
        }
        page.click(TablePress::Back);
    }
    let (_, target) = chosen.expect("one of the units merges");
    assert!(label(&page, &target).contains("would be joined"), "{}", label(&page, &target));
    hover(&mut page, &target);
    assert!(story(&page).contains("more than 6"), "{}", story(&page));
    page.click(pick(&target));
    assert!(story(&page).contains("more than 6") && page.model.announcement.contains("more than 6"));
    assert_eq!(page.html().matches("class=\"button face\"").count(), 6);
    page.tell(Event::Consider(Some(3)));
    assert!(story(&page).contains("makes it a 4"), "{}", story(&page));
    page.click(TablePress::Choose(3));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), moments + 1);
    assert!(label(&page, &target).contains("Rook 4"), "{}", label(&page, &target));
}

#[test]
fn buttons_of_a_unit_tell_the_odds_and_a_finger_sees_them_first() {
    let mut page = found(GAME, "players=2", |client| client.picture(Viewer::Spectator).expected.key == "expect.play");
    let unit = page.open_places()[0].clone();
    page.click(pick(&unit));
    let [guard, reroll] = ["Guard", "Reroll"].map(|name| pressed(&page.button(name).unwrap()));
    let moments = page.model.client.as_ref().unwrap().history.len();
    page.tap(reroll);
    assert_eq!(page.html().matches("data-share=\"17\"").count(), 6, "six equally likely faces");
    assert!(page.html().contains(&format!("Play {unit}*")));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), moments);
    page.click(TablePress::Undo);
    page.tap(guard);
    assert_eq!(
        page.model.client.as_ref().unwrap().history.len(),
        moments + 1,
        "a guard needs no dice, so one tap plays it"
    );
    assert!(label(&page, &unit).contains("on guard") && page.html().contains("b-badge b-guard"));
}

#[test]
fn a_unit_is_dragged_to_its_target() {
    let mut page = found(GAME, "players=2", |client| client.picture(Viewer::Spectator).expected.key == "expect.play");
    let moments = page.model.client.as_ref().unwrap().history.len();
    let movable = |page: &mut Page| {
        for unit in page.open_places() {
            page.tell(Event::Drag(Held::Place(unit)));
            let client = page.model.client.as_ref().unwrap();
            let target =
                page.open_places().into_iter().find(|to| client.action_at(client.place(to).unwrap()).is_some());
            if let Some(target) = target {
                return target;
            }
            page.tell(Event::Drop(None));
        }
        panic!("some unit can go somewhere");
    };
    let target = movable(&mut page);
    page.tell(Event::Drop(Some(target)));
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), moments + 1);
}

#[test]
fn letters_stand_on_dice_too_and_the_legend_knows_their_signs() {
    let mut page = deploying();
    page.click(TablePress::Routine);
    page.set(Setting::Letters, "on");
    assert!(page.html().contains("<text class=\"b-letter\" y=\"5\">R</text>"));
    page.key("?");
    let html = page.html();
    for words in
        ["on guard until it acts again", "how much it is weakened", "would only be weakened", "a base, to be held"]
    {
        assert!(html.contains(words), "{words}");
    }
}
