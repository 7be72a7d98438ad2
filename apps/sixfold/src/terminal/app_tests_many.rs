//! The full-screen game with more than two seats, driven by keys.

use client::Player;
use game::Seat;

use super::app::{App, Work};
use super::app_tests::{LOOK, computer, goes_to, press, series};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

/// A match of Hex Dice with this number of seats. People take the given ones.
fn app(seats: u8, people: &[u8]) -> App {
    let player = |seat| if people.contains(&seat) { Player::Person } else { computer() };
    let options = [format!("players={seats}"), "quiet-turns=5".to_owned()];
    let options = options.each_ref().map(String::as_str);
    App::new(series("hex-dice", &options, 3, (0..seats).map(player).collect(), "en"), LOOK)
}

fn small(app: &App) -> String {
    app.draw(SMALL).to_text()
}

#[track_caller]
fn shows(app: &App, text: &str) {
    assert!(small(app).contains(text), "no `{text}` in\n{}", small(app));
}

fn wait(app: &mut App) {
    while app.work() != Work::Idle {}
}

/// The key of the menu entry with this text.
#[track_caller]
fn key(app: &App, entry: &str) -> String {
    let text = small(app);
    let before = text.split(entry).next().unwrap_or_default();
    before.trim_end().chars().last().unwrap_or_else(|| panic!("no `{entry}` in\n{text}")).to_string()
}

/// A match whose armies are deployed.
fn deployed(seats: u8, people: &[u8]) -> App {
    let mut app = app(seats, people);
    wait(&mut app);
    let keep = key(&app, " Keep all dice");
    press(&mut app, &keep);
    wait(&mut app);
    press(&mut app, "o");
    wait(&mut app);
    app
}

#[test]
fn dice_beside_the_board_are_picked_by_their_keys() {
    let mut app = app(4, &[0]);
    shows(&app, "R dice to deploy:");
    let keep = key(&app, " Keep all dice");
    press(&mut app, &keep);
    wait(&mut app);
    shows(&app, "Red: deploy a die");
    let before = small(&app).matches("R1").count();
    let pawn = key(&app, " Pawn (1)");
    press(&mut app, &pawn);
    shows(&app, "Picked: Pawn (1)");
    press(&mut app, "\t\n");
    assert!(small(&app).matches("R1").count() > before, "{}", small(&app));
}

#[test]
fn what_is_left_to_the_game_is_done_until_there_is_nothing_of_it() {
    let app = deployed(3, &[0]);
    shows(&app, "Red: move, attack, merge");
    assert!(!small(&app).contains("dice to deploy"), "{}", small(&app));
}

#[test]
fn a_key_stops_what_was_left_to_the_game() {
    let mut app = app(3, &[0]);
    let keep = key(&app, " Keep all dice");
    press(&mut app, &keep);
    wait(&mut app);
    press(&mut app, "o←");
    wait(&mut app);
    shows(&app, "Red: deploy a die");
    shows(&app, "o Deploy for me");
}

/// The viewer's own base is at the bottom, and the letter keys move in the direction that is seen.
#[test]
fn the_board_is_turned_for_the_person_who_looks() {
    for seat in 0..4 {
        let app = app(4, &[seat]);
        let text = app.draw(LARGE).to_text();
        let last = text.lines().rfind(|line| line.contains('|')).unwrap();
        let own = ["r", "b", "g", "l"][usize::from(seat)];
        assert!(last.contains(&format!("| {own}  |")), "seat {seat}:\n{text}");
    }
    let mut app = deployed(4, &[2]);
    let text = app.draw(LARGE).to_text();
    let base = text.lines().rfind(|line| line.contains('|')).unwrap().split_whitespace().next().unwrap().to_owned();
    goes_to(&mut app, &base);
    let row = |app: &App| app.draw(LARGE).to_text().lines().position(|line| line.contains('[')).unwrap();
    let bottom = row(&app);
    press(&mut app, "w");
    assert_eq!(row(&app), bottom - 2, "straight up");
    press(&mut app, "s");
    assert_eq!(row(&app), bottom);
}

#[test]
fn a_board_higher_than_the_window_shows_the_own_side_and_the_cursor() {
    let mut app = deployed(4, &[0]);
    let lines = |app: &App| small(app).lines().count();
    assert!(lines(&app) <= 24);
    shows(&app, "g1"); // the viewer's own base
    press(&mut app, "wwwwwwwwwwww");
    shows(&app, "g13");
    assert_eq!(small(&app).matches('[').count(), 1, "{}", small(&app));
}

#[test]
fn a_picked_unit_shows_its_reach_and_the_cursor_tells_what_stands_there() {
    let mut app = deployed(3, &[0]);
    press(&mut app, "\t\n");
    shows(&app, "Picked: ");
    shows(&app, " Guard");
    let guard = key(&app, " Guard");
    assert!(small(&app).contains('o'), "hexes in reach:\n{}", small(&app));
    press(&mut app, &guard);
    wait(&mut app);
    shows(&app, "on guard");
    shows(&app, "^");
}

#[test]
fn a_person_who_resigns_watches_the_others_play_on() {
    let mut app = deployed(3, &[0]);
    press(&mut app, "ry");
    shows(&app, "(you, out)");
    assert!(!app.client().is_over());
    press(&mut app, "\n");
    shows(&app, "You are out, and the others play on");
    press(&mut app, "r");
    shows(&app, "You are out of the game already.");
    let events = app.client().history.len();
    wait(&mut app);
    assert!(app.client().history.len() > events);
    shows(&app, "3. Red.");
    press(&mut app, "u");
    assert!(app.client().acts_here(), "resigning can be taken back");
}

#[test]
fn a_person_who_is_out_may_begin_again_before_the_others_have_finished() {
    let mut app = deployed(3, &[0]);
    press(&mut app, "n");
    shows(&app, "A new game is for after the end");
    press(&mut app, "ryn");
    shows(&app, "B Blue: 6/6 units (you)"); // the seats have rotated
}

#[test]
fn several_people_and_the_computer_at_one_screen() {
    let mut app = app(4, &[0, 2]);
    shows(&app, "R Red: 4/4 units (a person)");
    shows(&app, "G Green: 4/4 units (a person)");
    for who in ["Red", "Green"] {
        wait(&mut app);
        shows(&app, &format!("{who}: pick up to one die"));
        let keep = key(&app, " Keep all dice");
        press(&mut app, &keep);
    }
    wait(&mut app);
    let actor = app.client().actor().unwrap();
    assert!([Seat(0), Seat(2)].contains(&actor) && app.client().acts_here());
    assert_eq!(app.client().viewpoint(), Some(actor), "the board is turned for the person who acts");
}
