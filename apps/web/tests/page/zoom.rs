//! Looking closer at a board, and turning it over.

use scene::{Cell, Place};
use sixfold_web::Event;
use sixfold_web::press::TablePress;
use sixfold_web::zoom::Zoom;

use crate::harness::{Host, Page, against_the_computer, at_one_screen, battle, found, pick, pressed};

fn shown_part(page: &Page) -> String {
    page.first("[data-board]").get("viewBox").unwrap().to_owned()
}

fn view_box(page: &Page) -> [f64; 4] {
    let numbers: Vec<f64> = shown_part(page).split(' ').map(|number| number.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

#[test]
fn keys_zoom_and_move_the_board_and_show_all_of_it_again() {
    let mut page = at_one_screen("hexoust");
    let (whole, whole_board) = (view_box(&page), shown_part(&page));
    page.key("+");
    let closer = view_box(&page);
    assert!(closer[2] < whole[2] && closer[3] < whole[3]);
    page.shows(".zoomed");
    page.key("Shift+ArrowRight");
    let moved = view_box(&page);
    assert!(moved[0] > closer[0] && (moved[2] - closer[2]).abs() < 0.05);
    for _ in 0..9 {
        page.key("Shift+ArrowRight");
    }
    let last = view_box(&page);
    assert!((last[0] + last[2] - whole[0] - whole[2]).abs() < 0.2, "the part stays within the board: {last:?}");
    page.key("-");
    assert!(view_box(&page)[2] > closer[2] - 0.1);
    page.key("+");
    page.key("0");
    assert_eq!(shown_part(&page), whole_board);
    page.lacks(".zoomed");
}

#[test]
fn the_part_that_is_shown_stays_while_the_match_goes_on() {
    let (mut page, mut host) = Host::seated(Some(1));
    page.tell(Event::Zoom(Zoom::default().by(2.0, (0.2, 0.3))));
    let shown = shown_part(&page);
    let moment = host.play_any(Some(1));
    page.hear(&moment);
    assert_eq!(shown_part(&page), shown);
    page.tell(Event::Route("#/".to_owned()));
    page.tell(Event::Route("#/t/abc".to_owned()));
    assert!(page.model.visit.zoom.is_whole(), "another visit begins with the whole board");
}

#[test]
fn a_cursor_that_leaves_the_shown_part_takes_it_along() {
    let mut page = at_one_screen("hexoust");
    page.tell(Event::Zoom(Zoom::default().by(4.0, (0.0, 0.5))));
    for _ in 0..12 {
        page.key("ArrowRight");
    }
    let client = page.model.client.as_ref().unwrap();
    let at = client.ground.at(client.pointing.cursor().unwrap());
    let [x, y, width, height] = view_box(&page);
    assert!(x < at.x && at.x < x + width && y < at.y && at.y < y + height, "{at:?} is in {:?}", view_box(&page));
}

#[test]
fn plus_changes_a_number_where_one_is_offered() {
    let mut page = battle();
    let now = |page: &Page| page.model.client.as_ref().unwrap().stepper().map(|stepper| stepper.now);
    let before = now(&page).expect("a speed is to be chosen");
    page.key("+");
    assert_eq!(now(&page), Some(before + 1));
    assert!(page.model.visit.zoom.is_whole());
}

#[test]
fn a_board_with_small_hexes_has_buttons_to_zoom() {
    let mut large = battle();
    let closer = large.pressing(TablePress::ZoomIn);
    assert_eq!(closer.len(), 1);
    assert!(large.pressing(TablePress::ZoomOut)[0].get("disabled").is_some());
    large.click(pressed(&closer[0]));
    assert!(large.pressing(TablePress::ZoomOut)[0].get("disabled").is_none());
    let small = at_one_screen("hexlock");
    assert!(small.pressing(TablePress::ZoomIn).is_empty() && !small.pressing(TablePress::Flip).is_empty());
}

#[test]
fn coordinates_are_readable_or_absent() {
    let mut page = battle();
    page.tell(Event::Zoom(Zoom::default()));
    let sizes = |page: &Page| -> Vec<f64> {
        page.all(".b-name").iter().map(|name| name.get("font-size").unwrap().parse().unwrap()).collect()
    };
    page.tell(Event::BoardSize(374.0, 400.0));
    assert!(sizes(&page).is_empty(), "no room for eleven pixels");
    page.tell(Event::Zoom(Zoom::default().by(4.0, (0.5, 0.5))));
    let closer = sizes(&page);
    assert!(!closer.is_empty());
    let width = page.model.client.as_ref().unwrap().ground.frame[2];
    assert!(closer.iter().all(|size| size * 4.0 * 374.0 / width > 10.5), "{closer:?}");
    page.lacks(".b-unmeasured");
    battle().shows(".b-unmeasured");
}

/// Sentences name hexes whether somebody holds them or not.
#[test]
fn held_hexes_show_their_coordinates_too_unless_they_would_cover_the_health() {
    let mut page = found("hexlock", "memory=off", |client| client.standing().events == 20);
    page.click(TablePress::TakeOver);
    let pieces = page.model.client.as_ref().unwrap().picture.scene.pieces.len();
    assert!(pieces > 4, "{pieces}");
    for (width, on_hexes, on_holds) in
        [(1000.0, true, true), (362.0, true, true), (250.0, true, false), (100.0, false, false)]
    {
        page.tell(Event::BoardSize(width, width));
        let names = page.all(".b-name").len();
        let held = page.all(".b-name.b-on-hold").len();
        assert_eq!(held, if on_holds { pieces } else { 0 }, "{width}");
        assert_eq!(names - held, if on_hexes { 37 - pieces } else { 0 }, "{width}");
    }
}

/// Whether a place is in the shown part, with a good part of its hex.
fn is_shown(page: &Page, place: Place) -> bool {
    let [x, y, width, height] = view_box(page);
    let at = page.model.client.as_ref().unwrap().ground.at(place);
    let margin = 0.4 * client::ground::SIZE;
    let within = |at: f64, from: f64, size: f64| from + margin < at && at < from + size - margin;
    within(at.x, x, width) && within(at.y, y, height)
}

/// Whether every piece of the person who acts, and every place that can be picked, is in the shown part.
fn shows_what_matters(page: &Page) -> bool {
    let client = page.model.client.as_ref().unwrap();
    let scene = &client.picture.scene;
    // Ends of a far move may lie outside: one presses one that is in sight, or moves the board.
    let open = client.open().into_keys();
    let own = scene.pieces.iter().filter(|piece| client.hand().is_none_or(|seat| piece.seat == seat));
    own.map(|piece| piece.place).chain(open).all(|place| is_shown(page, place))
}

/// The width of a hex on a board that is drawn with these numbers of pixels for its width and height.
fn hex_pixels(page: &Page, (wide, high): (f64, f64)) -> f64 {
    let [_, _, width, height] = view_box(page);
    3.0_f64.sqrt() * client::ground::SIZE * (wide / width).min(high / height)
}

const PHONE: (f64, f64) = (374.0, 400.0);

#[test]
fn fleets_on_a_phone_deploy_in_a_close_view_of_their_zone_and_then_stay_in_sight() {
    for seat in [0, 1] {
        let mut page = against_the_computer("hex-ships", "1", &seat.to_string());
        page.tell(Event::BoardSize(PHONE.0, PHONE.1));
        let (mut placing, mut moving) = (0, 0);
        while moving < 12 {
            while page.let_think() {}
            let client = page.model.client.as_ref().unwrap();
            assert!(client.acts_here() && shows_what_matters(&page), "{:?}", view_box(&page));
            assert!(hex_pixels(&page, PHONE) > 23.9, "{}", hex_pixels(&page, PHONE));
            let is_zone = |cell: &&Cell| cell.tint.iter().any(|(owner, _)| owner.index() == seat);
            let mut zone = client.picture.scene.cells.iter().filter(is_zone).peekable();
            if zone.peek().is_some() {
                assert!(zone.all(|cell| is_shown(&page, cell.place)), "{:?}", view_box(&page));
                placing += 1;
            } else {
                moving += 1;
            }
            page.click(TablePress::Play(some_action(&page)));
        }
        assert_eq!(placing, 10, "five ships are placed and turned");
    }
}

#[test]
fn a_part_that_the_person_chose_stays_when_the_phase_changes() {
    let mut page = against_the_computer("hex-ships", "1", "0");
    page.tell(Event::BoardSize(PHONE.0, PHONE.1));
    while page.let_think() {}
    page.tell(Event::Zoom(Zoom::default().by(4.0, (0.0, 0.0))));
    let chosen = shown_part(&page);
    for _ in 0..14 {
        page.click(TablePress::Play(some_action(&page)));
        while page.let_think() {}
        assert_eq!(shown_part(&page), chosen);
    }
}

fn some_action(page: &Page) -> String {
    page.model.client.as_ref().unwrap().picture.picks.iter().next().unwrap().1.clone()
}

#[test]
fn a_large_board_on_a_phone_begins_with_the_pieces_and_one_press_shows_all_of_it() {
    let mut page = Page::open("#/learn/hex-ships/6", Vec::new());
    let (whole, whole_board) = (view_box(&page), shown_part(&page));
    page.tell(Event::BoardSize(292.0, 328.0));
    let shown = view_box(&page);
    let hexes = shown[2] / (3.0_f64.sqrt() * client::ground::SIZE);
    assert!(shown[2] < 0.8 * whole[2] && (8.5..10.5).contains(&hexes), "{hexes} hexes across: {shown:?}");
    assert!(shows_what_matters(&page));
    page.click(TablePress::ZoomOut);
    assert_eq!(shown_part(&page), whole_board, "one press shows the whole board");
    page.tell(Event::BoardSize(292.0, 330.0));
    page.click(pick("k8"));
    assert_eq!(shown_part(&page), whole_board, "what a person has chosen stays");
}

#[test]
fn what_can_be_picked_comes_into_sight_until_the_person_chooses_a_part() {
    let mut page = battle();
    page.tell(Event::BoardSize(PHONE.0, PHONE.1));
    let pieces = page.model.client.as_ref().unwrap().picture.scene.pieces.clone();
    assert!(pieces.iter().all(|piece| is_shown(&page, piece.place)), "the other fleet is shown too if it fits");
    for _ in 0..40 {
        assert!(shows_what_matters(&page), "{:?}", view_box(&page));
        page.click(TablePress::Play(some_action(&page)));
    }
    page.tell(Event::Zoom(Zoom::default().by(4.0, (0.0, 0.0))));
    let chosen = shown_part(&page);
    page.click(TablePress::Play(some_action(&page)));
    assert_eq!(shown_part(&page), chosen);
}

#[test]
fn the_size_of_another_board_does_not_decide_for_good() {
    let mut page = Page::open("#/learn/hex-ships/6", Vec::new());
    page.tell(Event::BoardSize(292.0, 328.0));
    page.tell(Event::Route("#/learn/hex-ships/5".to_owned()));
    assert!(!page.model.visit.zoom.is_whole(), "nothing else is known yet");
    page.tell(Event::BoardSize(640.0, 720.0));
    assert!(page.model.visit.zoom.is_whole());
}

#[test]
fn a_lesson_has_buttons_to_zoom_only_where_they_are_needed() {
    let mut page = Page::open("#/learn/hexlock/1", Vec::new());
    page.tell(Event::BoardSize(374.0, 400.0));
    assert!(page.pressing(TablePress::ZoomOut).is_empty());
    page.tell(Event::Zoom(Zoom::default().by(2.0, (0.5, 0.5))));
    assert!(!page.pressing(TablePress::ZoomOut).is_empty());
    page.tell(Event::Zoom(Zoom::default()));
    assert!(page.pressing(TablePress::ZoomOut).is_empty(), "the whole board has large hexes");
}

#[test]
fn boards_with_room_for_their_pieces_begin_whole() {
    let mut wide = Page::open("#/learn/hex-ships/6", Vec::new());
    wide.tell(Event::BoardSize(640.0, 720.0));
    assert!(wide.model.visit.zoom.is_whole() && wide.pressing(TablePress::ZoomOut).is_empty());
    for game in ["hexlock", "hexoust", "influence"] {
        let mut page = at_one_screen(game);
        page.tell(Event::BoardSize(374.0, 400.0));
        assert!(page.model.visit.zoom.is_whole(), "{game}");
    }
}

#[test]
fn a_flipped_board_shows_the_other_side_below_and_stays_so_for_the_visit() {
    for game in catalog::GAMES {
        let mut page = at_one_screen(game.info().key);
        let tops = |page: &Page| -> Vec<(Place, f64)> {
            let client = page.model.client.as_ref().unwrap();
            client.picture.scene.cells.iter().map(|cell| (cell.place, client.ground.at(cell.place).y)).collect()
        };
        let before = tops(&page);
        page.click(TablePress::Flip);
        let after = tops(&page);
        for ((place, above), (_, below)) in before.iter().zip(&after) {
            assert!((above + below).abs() < 0.01, "{}: {place:?} is at {above} and at {below}", game.info().key);
        }
        if let Some(place) = page.open_places().first().cloned() {
            page.click(pick(&place));
        }
        assert!(page.model.client.as_ref().unwrap().flipped);
        page.key("t");
        assert!(!page.model.client.as_ref().unwrap().flipped);
    }
    let (mut page, mut host) = Host::seated(None);
    page.click(TablePress::Flip);
    let moment = host.play_any(None);
    page.hear(&moment);
    assert_eq!(page.model.client.as_ref().unwrap().ground.turns, 3, "spectators can turn the board too");
}

#[test]
fn ones_own_side_is_below_where_seats_have_sides() {
    for (seat, home) in [("0", "d1"), ("1", "d7")] {
        let page = against_the_computer("hexlock", "1", seat);
        let client = page.model.client.as_ref().unwrap();
        let cell = client.picture.scene.cells.iter().find(|cell| cell.name == home).unwrap();
        let lowest = client.picture.scene.cells.iter().map(|cell| client.ground.at(cell.place).y).fold(0.0, f64::max);
        assert!((client.ground.at(cell.place).y - lowest).abs() < 0.01, "seat {seat} looks from {home}");
    }
}
