//! Boards of points with triangles between them: shares, payments, charts, and picks that begin with a button.

use sixfold_web::Event;
use sixfold_web::press::{FormField, Press, Setting, TablePress};

use crate::harness::{Page, option, pick, pressed, text_of};
use crate::tree::{children, words};

fn at_one_screen(options: &[(&str, &str)]) -> Page {
    let mut page = Page::open("#/new/influence", Vec::new());
    page.set(FormField::Opponent, "screen");
    for (key, value) in options {
        page.set(option(key), value);
    }
    page.click(Press::Begin);
    page
}

fn place(page: &mut Page, names: &str) {
    names.split(' ').for_each(|name| page.click(pick(name)));
}

fn label(page: &Page, name: &str) -> String {
    text_of(&page.html(), &format!("aria-label=\"{name}, "), "\"").to_owned()
}

#[test]
fn a_board_of_points_with_a_previewed_stone() {
    let mut page = at_one_screen(&[("board", "compact"), ("keystone", "on")]);
    place(&mut page, "c3 c4 b3");
    page.tell(Event::Hover(Some("b4".to_owned())));
    insta::assert_snapshot!(text_of(&page.html(), "<main", "<section class=\"turns\""));
}

#[test]
fn only_points_are_read_and_walked() {
    for (board, points) in [("classic", 30), ("compact", 24), ("grand", 37), ("honeycomb", 24)] {
        let page = at_one_screen(&[("board", board)]);
        assert_eq!(page.html().matches("role=\"gridcell\"").count(), points, "{board}");
        assert_eq!(page.open_places().len(), points, "{board}");
        assert_eq!(page.html().matches("tabindex=\"0\" aria-label").count(), 1, "the cursor is on a point of {board}");
    }
    // The arrow keys lead from rim to rim and skip the middle points, which nobody can place on.
    let mut page = at_one_screen(&[("board", "honeycomb")]);
    page.tell(Event::Hover(Some("d1".to_owned())));
    for key in ["ArrowRight", "ArrowRight", "ArrowRight", "q", "s", "ArrowDown", "ArrowDown", "ArrowDown"] {
        page.key(key);
        let html = page.html();
        assert!(text_of(&html, "tabindex=\"0\" aria-label=\"", "\"").contains("open to you"), "{key}");
    }
}

#[test]
fn a_label_says_what_is_around_and_what_would_be_paid() {
    let mut page = at_one_screen(&[("board", "compact")]);
    place(&mut page, "c3");
    assert_eq!(
        label(&page, "c4"),
        "empty, 6 triangles around it, open to you: White places on c4. The triangles pay Black 2.00 and White 2.00."
    );
    assert!(label(&page, "a1").contains("2 triangles around it"));
    assert!(label(&page, "c3").starts_with("Black stone, just played"));
}

/// The stones of this board all look alike; what tells them apart is how many triangles each of them touches.
#[test]
fn pointing_at_an_empty_point_tells_how_many_triangles_it_touches() {
    let mut page = at_one_screen(&[("board", "compact")]);
    page.tell(Event::Hover(Some("c4".to_owned())));
    assert_eq!(words(&page.first("[data-about]")), "c4: 6 triangles around it.");
    page.tell(Event::Hover(Some("a1".to_owned())));
    assert_eq!(words(&page.first("[data-about]")), "a1: 2 triangles around it.");
}

#[test]
fn the_ground_is_shown_as_it_would_be_before_anything_is_played() {
    let mut page = at_one_screen(&[]);
    place(&mut page, "d3");
    page.lacks("[data-pays]");
    page.tell(Event::Hover(Some("d4".to_owned())));
    page.shows("[data-pays]");
    let html = page.html();
    page.shows("[data-changes]");
    assert_eq!(page.all("[data-changes]").len(), 6);
    let pays = text_of(&html, "data-pays", "</ul>");
    assert!(pays.contains("Black: ") && pays.contains("<strong>2.00</strong>"), "{pays}");
    page.tell(Event::Hover(None));
    page.lacks("[data-changes]");
}

#[test]
fn a_finger_sees_what_would_be_paid_before_it_plays() {
    let mut page = at_one_screen(&[]);
    page.tap(pick("d4"));
    assert!(page.html().contains("data-pays") && page.html().contains("Play d4"));
    page.says("Nothing has been played yet.");
    page.tap(pick("d4"));
    page.does_not_say("Nothing has been played yet.");
}

#[test]
fn totals_have_two_decimals_and_the_decimal_sign_of_the_language() {
    let mut page = at_one_screen(&[("board", "compact"), ("komi", "on"), ("threshold", "90")]);
    place(&mut page, "a1");
    let html = page.html();
    assert!(html.contains("<span class=\"value\">0.67</span>"), "{}", text_of(&html, "<aside", "</section>"));
    assert!(html.contains("<span class=\"value\">16.00</span>") && html.contains("<span>/90.00</span>"));
    page.set(Setting::Language, "de");
    assert!(page.html().contains("<span class=\"value\">0,67</span>"));
}

#[test]
fn charts_go_on_to_the_end_and_stepping_back_moves_the_line_in_them() {
    let mut page = at_one_screen(&[("board", "compact")]);
    assert_eq!(page.html().matches("<figure").count(), 2);
    place(&mut page, "c3 c4 b3");
    let chart = |page: &Page| text_of(&page.html(), "<figure", "</figure>").to_owned();
    let lines = |page: &Page| chart(page).matches("<polyline").count();
    let points = |page: &Page| {
        text_of(&chart(page), "<polyline class=\"chart-line dashes-0 seat-0\" points=\"", "\"").to_owned()
    };
    assert!(chart(&page).contains("data-turn=\"3\""));
    assert!(chart(&page).contains("Totals after each turn. After turn 3: Black 8.00, White 4.00"), "{}", chart(&page));
    let (now, all) = (points(&page), lines(&page));
    page.click(TablePress::Show(1));
    assert!(chart(&page).contains("data-turn=\"1\"") && chart(&page).contains("After turn 1: Black 2.00, White 0.00"));
    assert_eq!((points(&page), lines(&page)), (now, all), "the chart's lines do not change");
    assert_eq!(chart(&page).matches("<tr").count(), 5, "a head, the beginning and three turns");
}

#[test]
fn a_pass_is_asked_about_and_can_be_taken_back_and_two_end_the_match() {
    let mut page = at_one_screen(&[("board", "compact")]);
    place(&mut page, "c3");
    let pass = |page: &mut Page| {
        let button = page.button("Pass").unwrap();
        page.click(pressed(&button));
        let asked = page.has(".ask-sure");
        if asked {
            page.click(TablePress::PlaySure("skip".into()));
        }
        asked
    };
    assert!(pass(&mut page), "a first pass gives the turn away");
    assert_eq!(page.title(), "Black: place a stone, or pass too and end the game");
    page.click(TablePress::Undo);
    assert!(page.title().starts_with("White: place a stone"), "{}", page.title());
    assert!(pass(&mut page));
    assert!(!pass(&mut page), "a winning pass needs no confirmation");
    assert_eq!(page.title(), "Black has won.");
    assert!(page.button("Pass").is_none());
}

#[test]
fn a_token_leads_to_two_points_and_escape_steps_back_out_of_it() {
    let mut page = at_one_screen(&[("board", "compact"), ("token", "on")]);
    let begin = |page: &mut Page| {
        let button = page.button("Token: two stones").unwrap();
        page.click(pressed(&button));
    };
    begin(&mut page);
    assert!(page.html().contains("Token: two stones: now choose one of 24 places."), "{}", page.html());
    assert!(label(&page, "c3").ends_with("can be chosen, then one more place"));
    page.key("Escape");
    assert!(page.html().contains(">Token: two stones<"));
    begin(&mut page);
    place(&mut page, "c3");
    page.tell(Event::Hover(None));
    assert!(page.html().contains("c3 is chosen. Now choose one of 23 places."));
    assert_eq!(page.title(), "Black: place the second stone");
    assert_eq!(page.html().matches("class=\"b-ghost\"").count(), 1, "the first stone is shown");
    page.tell(Event::Hover(Some("c4".to_owned())));
    let html = page.html();
    assert_eq!(html.matches("class=\"b-ghost\"").count(), 2, "both stones are shown");
    assert!(label(&page, "c4").contains("Black spends the token"), "{}", label(&page, "c4"));
    place(&mut page, "c4");
    assert!(page.html().contains("White: place a stone"));
}

#[test]
fn where_there_are_too_many_moves_those_of_one_step_are_listed() {
    let page = at_one_screen(&[("token", "on")]);
    page.says("Your moves of one step (31)");
    page.does_not_say("All your moves");
    at_one_screen(&[]).says("All your moves");
    assert!(label(&page, "d4").contains("The triangles pay Black 2.00"), "labels still name the payments");
}

#[test]
fn the_frame_and_the_keystone_are_marked_and_explained() {
    let mut page = at_one_screen(&[("keystone", "on"), ("shifting", "on")]);
    page.shows("[data-counts-more]");
    assert_eq!((page.all(".b-rim").len(), page.all("[data-counts-more]").len()), (1, 1));
    page.shows(".b-triangle.b-off");
    page.says("beside the one that counts for more");
    page.key("?");
    page.says("counts for more than the others");
    page.says("what is inside the thick line counts now");
    page.does_not_say("would be taken");
    let mut page = crate::harness::at_one_screen("hexoust");
    page.key("?");
    page.says("would be taken");
}

/// The pairs of numbers in an attribute.
fn points_in(text: &str) -> Vec<(f64, f64)> {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit() && !"-.".contains(letter));
    let numbers: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
    numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

#[test]
fn in_5_the_frame_and_the_keystone_turn_about_d4_as_they_are_drawn() {
    let mut page = at_one_screen(&[("keystone", "on"), ("shifting", "on")]);
    let drawn = |page: &Page| {
        let at = |selector: &str, attribute: &str| points_in(page.first(selector).get(attribute).unwrap());
        let (pivot_x, pivot_y) = at("[data-place=d4]", "transform")[0];
        let seen = |(x, y): (f64, f64)| (x - pivot_x, y - pivot_y);
        let corners: Vec<_> = at(".b-rim", "d").into_iter().map(seen).collect();
        (corners, seen(at("[data-counts-more]", "transform")[0]))
    };
    let (before, keystone) = drawn(&page);
    place(&mut page, "a1 a2 b1 c1");
    page.says("aying triangles turn by 60°");
    let (after, turned_keystone) = drawn(&page);
    let turned = |(x, y): (f64, f64)| {
        let (sin, cos) = 60_f64.to_radians().sin_cos();
        (x * cos - y * sin, x * sin + y * cos)
    };
    let same = |one: (f64, f64), other: (f64, f64)| (one.0 - other.0).hypot(one.1 - other.1) < 0.3;
    assert!(before.len() > 20 && before.len() == after.len());
    for corner in &before {
        assert!(after.iter().any(|other| same(turned(*corner), *other)), "{corner:?} in {after:?}");
    }
    assert!(before.iter().any(|corner| !after.iter().any(|other| same(*corner, *other))), "the turned board differs");
    assert!(same(turned(keystone), turned_keystone), "{keystone:?} {turned_keystone:?}");
}

#[test]
fn a_wrong_combination_says_why_in_the_words_of_the_form_and_keeps_everything() {
    let mut page = Page::open("#/new/influence", Vec::new());
    page.set(option("board"), "grand");
    page.set(option("shifting"), "on");
    let html = page.html();
    assert!(html.contains("“Shifting board: on” changes nothing on “Board: Grand” unless “Keystone: on”"), "{html}");
    page.click(Press::Begin);
    page.shows("[role=alert]");
    page.set(option("keystone"), "on");
    page.lacks("[role=alert]");
    page.click(Press::Begin);
    assert!(page.html().contains("data-board"));
}

#[test]
fn dozens_of_dice_are_small_and_told_by_their_count() {
    let mut page = at_one_screen(&[("dice", "on")]);
    place(&mut page, "d3 d4 c3 e3");
    let html = page.html();
    let dice = text_of(&html, "<div class=\"dice many", ">");
    assert!(dice.contains("d3 shows 1: ") && dice.contains(" ×, d3 shows 2: "), "{dice}");
    assert!(text_of(&html, "class=\"turn-list\"", "</ol>").contains(" dice</span>"));
}

/// Bounds the size of a drawing. Writing its numbers is most of the cost of pointing at the board, and no task may take
/// more than 50 ms in a slow browser.
#[test]
fn drawing_stays_small() {
    let mut page = at_one_screen(&[("board", "grand"), ("shifting", "on"), ("keystone", "on")]);
    place(&mut page, "d3 d4 c3 e3 c4 e4");
    page.tell(Event::Hover(Some("d5".to_owned())));
    let html = page.html();
    assert!(html.matches('<').count() < 4000, "{} elements", html.matches('<').count() / 2);
}

/// IN-11: no triangle is marked before the match begins, and the table says that one will be.
#[test]
fn the_keystone_is_not_shown_before_it_is_drawn() {
    let mut page = Page::open("#/new/influence", Vec::new());
    page.set(FormField::Opponent, "screen");
    page.set(option("keystone"), "on");
    page.shows(".board.cover");
    page.lacks("[data-counts-more]"); // the form draws none
    page.click(Press::Begin);
    page.shows("[data-counts-more]");
    page.shows("[data-note=note.keystone]");
}

/// IN-13: the note that a lead can no longer be caught is a note like this one, and stands beside the button to resign.
#[test]
fn what_is_told_of_a_match_stands_right_under_the_buttons() {
    let mut page = at_one_screen(&[("keystone", "on")]);
    page.click(TablePress::Danger);
    let panel = page.first(".panel");
    let parts: Vec<&str> = children(&panel).map(|part| part.get("class").unwrap_or_default()).collect();
    let controls = parts.iter().position(|part| *part == "controls row").unwrap();
    assert_eq!(parts[controls + 1], "table-notes", "{parts:?}");
    assert!(words(&page.first(".controls")).contains("Resign"));
}

#[test]
fn options_that_leave_no_sign_on_the_board_are_told_beside_it() {
    let mut page = at_one_screen(&[("board", "compact"), ("thresholds", "on"), ("echo", "on")]);
    let html = page.html();
    assert!(
        html.contains("A triangle that is wholly one side&#39;s pays 1.50.") || html.contains("pays 1.50."),
        "{html}"
    );
    assert!(html.contains("When the game ends everything pays once more"));
    page.lacks("[data-figure=1.50]");
    place(&mut page, "b2 e1 b3 e2 c3");
    page.shows("[data-figure=1.50]");
    assert_eq!(page.all("[data-figure]").len(), 1, "the triangle says what it pays");
}
