//! What a phone shows beside the board without scrolling: the score and the worst threats.

use game::Viewer;
use sixfold_web::press::TablePress;

use crate::harness::{Page, at_one_screen, found};
use crate::tree::{children, words};

fn told(page: &Page) -> Vec<String> {
    page.all(".told-threats p").iter().map(words).collect()
}

#[test]
fn the_score_of_every_player_stands_above_the_board() {
    let mut page = found("hexlock", "memory=off", |client| client.standing().events > 40);
    page.click(TablePress::TakeOver);
    let values: Vec<String> = page.all(".person .value").iter().map(words).collect();
    let scores: Vec<String> = children(&page.first(".scores")).map(words).collect();
    let [red, blue, label] = scores.as_slice() else { panic!("{scores:?}") };
    assert_eq!([red, blue], [&format!("{}/19", values[0]), &format!("{}/19", values[1])]);
    assert_eq!(label, "hexes");
}

#[test]
fn the_word_beside_several_scores_fits_the_greatest() {
    let page = found("hexoust", "base=4", |shown| {
        let gauges = shown.picture(Viewer::Spectator).scene.gauges;
        gauges.iter().map(|gauge| gauge.value).eq([1, 2])
    });
    let scores: Vec<String> = children(&page.first(".scores")).map(words).collect();
    assert_eq!(scores, ["1", "2", "stones"]);
}

/// HS-35: where the sides have different aims, one word for both numbers would be false for one of them.
#[test]
fn sides_with_different_aims_have_a_word_each() {
    let page = found("hex-ships", "scenario=pursuit", |shown| shown.events() > 12);
    let scores = page.first(".scores");
    let told: Vec<String> = children(&scores).map(words).take(2).collect();
    let right = told[0].ends_with("/3 enemy ships out of action") && told[1].ends_with("/2 ships escaped");
    assert!(right, "{told:?}");
    let page = found("hex-ships", "scenario=duel", |shown| shown.events() > 12);
    assert_eq!(
        children(&page.first(".scores")).nth(2).map(words).as_deref(),
        Some("points"),
        "one word for the same aim"
    );
}

#[test]
fn the_worst_threats_are_told_under_the_board_while_danger_is_shown() {
    let mut page = found("hexlock", "memory=off", |client| client.standing().events > 40);
    page.click(TablePress::TakeOver);
    assert_eq!(told(&page), Vec::<String>::new());
    page.key("g");
    let (listed, told) = (page.all("[data-threat]").len(), told(&page));
    assert!(listed > 3, "{listed}");
    assert_eq!(told.len(), 4, "three threats and how many more there are: {told:?}");
    assert!(told[3].starts_with(&(listed - 3).to_string()), "{told:?}");
}

#[test]
fn a_press_on_danger_answers_even_if_nothing_is_in_danger() {
    let mut page = at_one_screen("hexoust");
    page.key("g");
    assert_eq!(told(&page), ["Nothing is in danger in the opponents' next turn."]);
}

#[test]
fn a_low_phone_has_a_line_for_the_aim_that_the_table_shows_elsewhere() {
    let page = at_one_screen("hex-ships");
    assert_eq!(words(&page.first("[data-aim-line] summary")), words(&page.first("[data-aim] span")));
}
