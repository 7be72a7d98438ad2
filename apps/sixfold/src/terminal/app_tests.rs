//! The full-screen game by its keys, without a screen.

use client::Player;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use game::Seat;

use super::app::{App, Flow, Work};
use super::canvas::Look;
use super::series::{Beginning, Series};
use super::tongue;

/// A match of a game with these options.
pub(super) fn series(game: &str, options: &[&str], seed: u64, players: Vec<Player>, language: &str) -> Series {
    let game = catalog::find(game).unwrap();
    let setup = game.setup(options.iter().copied()).unwrap();
    let beginning = Beginning { game: game.into(), setup, seed, players };
    Series::new(beginning, &tongue::find(language).unwrap(), None).unwrap()
}

/// The weakest computer.
pub(super) fn computer() -> Player {
    Player::Computer("1".to_owned())
}

pub(super) const LOOK: Look = Look::new(false, true);
const WIDE: (u16, u16) = (110, 34);

fn app(blue: Player) -> App {
    App::new(series("hexoust", &["base=4"], 1, vec![Player::Person, blue], "en"), LOOK)
}

fn with_a_friend() -> App {
    app(Player::Person)
}

pub(super) fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '→' => KeyCode::Right,
            '←' => KeyCode::Left,
            '↑' => KeyCode::Up,
            '↓' => KeyCode::Down,
            letter => KeyCode::Char(letter),
        };
        assert_eq!(app.key(KeyEvent::new(code, KeyModifiers::NONE)), Flow::GoOn, "{key}");
    }
}

pub(super) fn goes_to(app: &mut App, place: &str) {
    press(app, &format!("/{place}\n"));
}

fn screen(app: &App) -> String {
    app.draw(WIDE).to_text()
}

fn shows(app: &App, text: &str) {
    assert!(screen(app).contains(text), "no `{text}` in\n{}", screen(app));
}

#[test]
fn a_small_board_in_a_large_window() {
    let mut app = with_a_friend();
    press(&mut app, "\n→→\n←");
    insta::assert_snapshot!(screen(&app), @"
     Red: place a stone
     HexOust: Whoever captures the other side's last stone wins · Size of the board: 4
          g1  o   o   o   o  g4         > R Red: 1 stone (a person)
                                          B Blue: 1 stone (a person)
        f1  o   o   o   o   o  f5
                                        Enter: Red places on d5 and takes one stone; Red has
      e1  o   o   .   .   o   o  e6     taken the last stone and wins

    d1  o   o   .  +R+ [R] -B-  o  d7   Red places on d4
                                        Blue places on d6
      c1  o   o   .   .   o   o  c6
                                        Enter picks · arrows or QWEASD move · u undo ·
        b1  o   o   o   o   o  b5       h hint · g danger · r resign · ? all keys · x leave

          a1  o   o   o   o  a4
    ");
}

/// Blue beside Red: whoever places next between the two stones takes the other one.
#[test]
fn captures_have_their_number_and_one_key_shows_the_danger_with_a_list() {
    let mut app = with_a_friend();
    press(&mut app, "\n→→\n");
    goes_to(&mut app, "a1");
    shows(&app, " R   1  (B) ");
    assert!(!screen(&app).contains("!R!"));
    press(&mut app, "g");
    shows(&app, "!R!");
    shows(&app, "Red in danger next turn");
    shows(&app, "! Red can lose the stone on d4");
    shows(&app, "% a stone of Red can be taken here");
    press(&mut app, "g");
    assert!(!screen(&app).contains("!R!"));
}

#[test]
fn six_letters_walk_the_six_directions_and_back() {
    let mut app = with_a_friend();
    goes_to(&mut app, "d4");
    for (keys, name) in [("w", "e3"), ("s", "d4"), ("e", "e4"), ("a", "d4"), ("d", "d5"), ("q", "d4")] {
        press(&mut app, keys);
        shows(&app, &format!("Red places on {name}"));
    }
}

#[test]
fn arrows_stop_at_the_rim() {
    let mut app = with_a_friend();
    press(&mut app, "→→→→→→→→→");
    shows(&app, "Red places on d7");
    for name in ["e6", "f5", "g4", "g4"] {
        press(&mut app, "↑");
        shows(&app, &format!("Red places on {name}"));
    }
}

#[test]
fn what_a_capture_would_take_is_shown_before_it_is_played() {
    let mut app = with_a_friend();
    for place in ["d4", "d5"] {
        goes_to(&mut app, place);
        press(&mut app, "\n");
    }
    goes_to(&mut app, "d3");
    shows(&app, "-B-");
    shows(&app, "Red places on d3 and takes one stone");
    press(&mut app, "\n");
    shows(&app, "Red has won.");
}

#[test]
fn a_forbidden_place_says_why_and_costs_nothing() {
    let mut app = with_a_friend();
    for place in ["d4", "a1"] {
        goes_to(&mut app, place);
        press(&mut app, "\n");
    }
    goes_to(&mut app, "d5");
    press(&mut app, "\n");
    shows(&app, "would join yours without touching");
    assert_eq!(app.client().actor(), Some(Seat(0)));
    goes_to(&mut app, "z9");
    shows(&app, "There is no place `z9`");
}

#[test]
fn undo_goes_back_one_action_and_says_when_there_is_none() {
    let mut app = with_a_friend();
    press(&mut app, "u");
    shows(&app, "There is nothing to take back.");
    press(&mut app, "\n");
    assert_eq!(app.client().history.len(), 1);
    press(&mut app, "u");
    assert_eq!(app.client().history.len(), 0);
}

#[test]
fn resigning_asks_first() {
    let mut app = with_a_friend();
    press(&mut app, "rn");
    assert_eq!(app.client().actor(), Some(Seat(0)));
    press(&mut app, "ry");
    shows(&app, "Red has resigned. Blue has won.");
    press(&mut app, "n");
    assert_eq!(app.client().actor(), Some(Seat(0)), "n plays again after the end");
}

#[test]
fn the_computer_answers_and_undo_takes_its_answer_back_too() {
    let mut app = app(computer());
    press(&mut app, "\n");
    while app.work() != Work::Idle {}
    assert!(app.client().history.len() >= 2);
    assert!(app.client().acts_here() || app.client().actor().is_none());
    press(&mut app, "u");
    assert_eq!(app.client().history.len(), 0);
}

#[test]
fn a_hint_moves_the_cursor_and_plays_nothing() {
    let mut app = with_a_friend();
    press(&mut app, "h");
    shows(&app, "Looking for a hint");
    while app.work() != Work::Done {}
    shows(&app, "Hint: ");
    assert_eq!(app.client().history.len(), 0);
}

#[test]
fn a_click_looks_and_a_second_click_picks() {
    let mut app = with_a_friend();
    let at = screen(&app)
        .lines()
        .enumerate()
        .find_map(|(line, text)| text.find("a1").map(|byte| (text[..byte].chars().count() as u16 + 4, line as u16)));
    let (column, line) = at.unwrap();
    app.click(column, line, WIDE);
    shows(&app, "Red places on a1");
    assert_eq!(app.client().history.len(), 0);
    app.click(column, line, WIDE);
    assert_eq!(app.client().history.len(), 1);
    app.click(0, 0, WIDE);
    app.click(500, 500, WIDE);
    assert_eq!(app.client().history.len(), 1);
}

#[test]
fn help_lists_the_keys_and_any_key_goes_back() {
    let mut app = with_a_friend();
    press(&mut app, "?");
    shows(&app, "ask for a hint");
    press(&mut app, "x");
    assert!(!screen(&app).contains("ask for a hint"));
    assert_eq!(app.key(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE)), Flow::Quit);
}

#[test]
fn all_that_was_told_is_a_page_of_its_own() {
    let mut app = with_a_friend();
    press(&mut app, "\n→→\n");
    let told: Vec<String> =
        app.client().history.moments().iter().map(|moment| app.client().say_all(&moment.told)).collect();
    press(&mut app, "t");
    assert!(told.iter().all(|told| screen(&app).contains(told.trim_end_matches('.'))), "{}", screen(&app));
    assert!(!screen(&app).contains("place a stone"), "nothing else is on it:\n{}", screen(&app));
    press(&mut app, "x");
    shows(&app, "place a stone");
}

#[test]
fn no_window_is_too_small() {
    let mut app = with_a_friend();
    press(&mut app, "\n?");
    for size in [(0, 0), (1, 1), (5, 200), (200, 3), (20, 10)] {
        let lines = app.draw(size).to_lines(LOOK, usize::from(size.0), usize::from(size.1));
        assert!(lines.len() <= usize::from(size.1));
        assert!(lines.iter().all(|line| line.chars().count() <= usize::from(size.0)));
    }
}

/// A match of two people at one screen, in a game with hidden knowledge.
fn with_secrets(blue: Player) -> App {
    App::new(series("hexlock", &[], 3, vec![Player::Person, blue], "en"), LOOK)
}

#[test]
fn where_people_see_different_things_the_screen_is_handed_over() {
    let mut app = with_secrets(Player::Person);
    shows(&app, "Blue: expand"); // with this seed Blue begins; nothing is hidden yet
    // The pieces go towards each other until one is hurt. Its damage is hidden from the other seat.
    for _ in 0..80 {
        let legal = app.series().local().played.legal();
        let ahead = |action: &&String| (action[1..].parse::<i32>().unwrap_or(4) - 4).abs();
        let attack = legal.iter().find(|action| action.contains('-'));
        let action = attack.or_else(|| legal.iter().min_by_key(ahead)).unwrap().clone();
        app.played(|series| series.play(&[action]));
        if app.client().hands_on_to().is_some() {
            break;
        }
    }
    let next = app.client().seat_name(app.client().actor().unwrap());
    shows(&app, &format!("{next} is next. Enter hands the screen over when you have seen enough."));
    shows(&app, "hexes ("); // the person who has moved sees the result
    press(&mut app, "\n");
    shows(&app, &format!("Hand the screen to {next}, then press Enter."));
    press(&mut app, "→du"); // before the other person takes the screen, keys show and do nothing
    assert!(!screen(&app).contains("hexes ("), "{}", screen(&app));
    press(&mut app, "\n");
    shows(&app, &format!("{next}: expand"));
    press(&mut app, "u");
    assert!(screen(&app).contains("Hand the screen to ") || app.client().acts_here(), "{}", screen(&app));
    assert_ne!(
        app.client().actor().map(|seat| app.client().seat_name(seat)),
        Some(next),
        "it is the other's turn again"
    );
}

#[test]
fn against_the_computer_there_is_nobody_to_hand_it_to() {
    let app = with_secrets(computer());
    shows(&app, "R3");
    shows(&app, "B?");
}

#[test]
fn after_the_end_everything_is_open() {
    let mut app = with_secrets(computer());
    press(&mut app, "ry");
    shows(&app, "Red has resigned.");
    assert!(!screen(&app).contains("B?"), "{}", screen(&app));
}

#[test]
fn odds_stand_beside_the_board_before_an_attack() {
    let mut app = with_secrets(computer());
    // The pieces go towards each other until one can be attacked.
    for _ in 0..40 {
        while app.work() != Work::Idle {}
        let legal = app.series().local().played.legal();
        if let Some(attack) = legal.iter().find(|action| action.contains('-')) {
            let (source, target) = attack.split_once('-').unwrap();
            goes_to(&mut app, source);
            press(&mut app, "\n");
            goes_to(&mut app, target);
            shows(&app, &format!("  5 % critical fail: {source} −1\u{a0}HP █"));
            return;
        }
        let forward = legal.iter().max_by_key(|action| action[1..].parse::<u8>().unwrap()).unwrap().clone();
        goes_to(&mut app, &forward);
        press(&mut app, "\n");
    }
    panic!("nothing to attack:\n{}", screen(&app));
}

/// A match on a board of vertices with triangles between them.
fn on_points(options: &[&str]) -> App {
    App::new(series("influence", options, 3, vec![Player::Person, Player::Person], "en"), LOOK)
}

#[test]
fn triangles_between_points_say_who_holds_more_and_what_would_be_paid_stands_beside() {
    let mut app = on_points(&["board=compact", "keystone=on", "token=on"]);
    for place in ["c3", "c4", "b3"] {
        goes_to(&mut app, place);
        press(&mut app, "\n");
    }
    goes_to(&mut app, "b4");
    insta::assert_snapshot!(screen(&app), @"
     White: place a stone, or two with the token, or pass
     Influence: Hex Edition: More points win when the board is full or both pass; White wins ties · Board: Comp…
        a1  o   o   o   o  a4         B Black: 8.00 points, 4.00 a turn, 1 token (a person)
                b b = w w           > W White: 4.00 points, 2.00 a turn, 1 token (a person)
      b1  o   o  (B) [W]  o  b5     the keystone c1-c2-d1 pays double
              b b b w w w
    c1  o   o   B   W   o   o  c6   1 Token: two stones
         < >  b b = w w             2 Pass
      d1  o   o   o   o   o  d5     b4: 6 triangles around it.
                                    Enter: White places on b4; the triangles pay Black
        e1  o   o   o   o  e4       4.00 and White 4.00
                                      4.00 ████████████████ Black
                                      4.00 ████████████████ White

                                    Totals after each turn
                                    B ▁▂▄█ 8.00
                                    W ▁▁▂▄ 4.00
                                    Paid in each turn
                                    B ▁▄▄█ 4.00
                                    W ▁▁▄▄ 2.00

                                    Black places on c3
                                    the triangles pay Black 2.00 and White 0.00
                                    White places on c4
                                    the triangles pay Black 2.00 and White 2.00
                                    Black places on b3
                                    the triangles pay Black 4.00 and White 2.00

                                    Enter picks · arrows or QWEASD move · u undo ·
                                    h hint · g danger · r resign · ? all keys · x leave
    ");
}

#[test]
fn a_board_of_points_is_readable_in_a_small_window() {
    let mut app = on_points(&["board=grand"]);
    goes_to(&mut app, "d4");
    press(&mut app, "\n");
    insta::assert_snapshot!(app.draw((80, 24)).to_text(), @"
     White: place a stone or pass
     Influence: Hex Edition: More points win when the board is full or both pass;…
          a1  o   o   o   o  a4           B Black: 2.00 points, 2.00 a turn
                                        > W White: 0.00 points, 0.00 a turn
        b1  o   o   o   o   o  b5
                                        1 Pass
      c1  o   o   o   o   o   o  c6
                  b b b                 Totals after each turn
    d1  o   o   o  [B]  o   o   o  d7   B ▁█ 2.00
                  b b b                 W ▁▁ 0.00
      e1  o   o   o   o   o   o  e6     Paid in each turn
                                        B ▁█ 2.00
        f1  o   o   o   o   o  f5       W ▁▁ 0.00

          g1  o   o   o   o  g4         Black places on d4
                                        the triangles pay Black 2.00 and White
                                        0.00

                                        Enter picks · arrows or QWEASD move ·
                                        u undo · h hint · g danger · r resign ·
                                        ? all keys · x leave
    ");
}

/// Answers yes if the screen asks before it plays.
fn agree(app: &mut App) {
    if screen(app).contains("y plays it") {
        press(app, "y");
    }
}

#[test]
fn pass_and_token_are_in_the_menu_and_back_steps_out_of_it() {
    let mut app = on_points(&["board=honeycomb", "token=on"]);
    shows(&app, "Token: two stones");
    let number = |app: &App, entry: &str| {
        let text = screen(app);
        let at = text.find(entry).unwrap();
        text[..at].trim_end().chars().last().unwrap().to_string()
    };
    let token = number(&app, "Token: two stones");
    press(&mut app, &token);
    assert!(!screen(&app).contains(" Pass"), "{}", screen(&app));
    app.key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
    let pass = number(&app, "Pass");
    press(&mut app, &pass);
    agree(&mut app);
    let pass = number(&app, "Pass");
    press(&mut app, &pass);
    agree(&mut app);
    shows(&app, "White has won.");
}

/// HL-13: the health words are shown with the pips.
#[test]
fn hl_13_a_hex_says_how_well_it_is_in_a_word() {
    let mut app = with_secrets(Player::Person);
    while app.work() != Work::Idle {}
    let own = if app.client().actor() == Some(Seat(0)) { "d1" } else { "d7" };
    press(&mut app, "\n");
    goes_to(&mut app, own);
    shows(&app, "healthy");
}

/// HS-4: the client asks before a ship leaves the map.
#[test]
fn what_can_hardly_be_meant_is_asked_about() {
    let mut series = series("hex-ships", &["scenario=duel"], 1, vec![Player::Person, Player::Person], "en");
    // Red's ship stands on the uppermost row and looks out of the map; Blue's stays where it is.
    let wanted = |legal: &[String], seat: Seat| {
        let own: &[&str] =
            if seat.0 == 0 { &["place:r1:h1", "face:N", "speed:1"] } else { &["face:N", "speed:0", "done"] };
        let listed = own.iter().find(|action| legal.iter().any(|known| known == *action));
        listed.map_or_else(|| legal[0].clone(), |action| (*action).to_owned())
    };
    while !series.local().played.legal().contains(&"leave".to_owned()) {
        let action = wanted(&series.local().played.legal(), series.client().actor().unwrap());
        series.play(&[action]).unwrap();
    }
    let mut app = App::new(series, LOOK);
    let leave = || {
        let text = screen(&app);
        let at = text.find("Leave the map").unwrap();
        text[..at].trim_end().chars().last().unwrap().to_string()
    };
    let leave = leave();
    press(&mut app, &leave);
    shows(&app, "is your last ship that can");
    press(&mut app, "n");
    shows(&app, "Leave the map"); // nothing was played
    press(&mut app, &leave);
    press(&mut app, "y");
    shows(&app, "Blue has won");
}
