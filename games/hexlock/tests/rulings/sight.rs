//! What each viewer sees (HL-6 to HL-9). `fog.rs` checks in whole games that nothing else becomes known.

use game::Random;
use hex::{Layout, Orientation, Point};
use scene::{Draw, Health, Place};
use sixfold_hexlock::LockView;

use super::*;

/// Red sees d4 from d3, but not d5 behind it; blue sees d3, but not d2.
const FRONT: &str = "
             .
          .     .
       .     R1    .
    .     .     .     .
       .     R2    .
    .     .     .     .
       .     B1    .
    .     .     .     .
       .     B2    .
    .     .     .     .
       .     .     .
          .     .
             .";

fn seen(game: &Hexlock, viewer: Viewer) -> String {
    let view = game.view(viewer);
    let held =
        view.held.iter().map(|held| format!("{}{}", held.hex, held.hp.map_or("?".into(), |hp| format!("={hp}"))));
    held.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_player_sees_the_hp_of_own_hexes_and_of_those_next_to_them() {
    let game = Hexlock::standing(Position::drawn(FRONT, Red));
    assert_eq!(seen(&game, Viewer::Seat(Seat(0))), "d2=1 d3=2 d4=1 d5?");
    assert_eq!(seen(&game, Viewer::Seat(Seat(1))), "d2? d3=2 d4=1 d5=2");
    let view = serde_json::to_string(&game.view(Viewer::Seat(Seat(0)))).unwrap();
    assert!(view.contains(r#"{"hex":"d5","owner":"blue"}"#), "the HP is absent, not empty: {view}");
}

#[test]
fn hl_6_a_spectator_sees_what_both_players_see() {
    let game = Hexlock::standing(Position::drawn(FRONT, Red));
    assert_eq!(seen(&game, Viewer::Spectator), "d2? d3=2 d4=1 d5?");
    assert_eq!(seen(&game, Viewer::Everything), "d2=1 d3=2 d4=1 d5=2");
}

#[test]
fn hl_6_when_the_game_is_over_everything_is_open() {
    let mut game = Hexlock::standing(Position::drawn(
        "
                 .
              .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     R2    .
        .     .     .     .
           .     R1    .
        .     .     .     .
           .     R2    .
              .     .
                 B1",
        Red,
    ));
    assert_eq!(seen(&game, Viewer::Spectator), "d4? d5? d6=2 d7=1");
    game.play(&game.read("d6-d7").unwrap(), &mut Dice::scripted([20])).unwrap();
    for viewer in Viewer::all(2) {
        assert_eq!(seen(&game, viewer), "d4=2 d5=1 d6=2 d7=3");
    }
}

/// Red sees d4 at 1 HP, loses d3 to a critical fail, and sees it no more.
fn red_loses_sight(memory: bool) -> (LockView, LockView) {
    let before = "
                 R3
              .     .
           .     .     .
        .     .     .     .
           .     R1    .
        .     .     .     .
           .     B1    .
        .     .     .     .
           .     B2    .
        .     .     .     .
           .     .     .
              .     .
                 .";
    let mut game = Hexlock { memory, ..Hexlock::standing(Position::drawn(before, Red)) };
    let saw = game.view(Viewer::Seat(Seat(0)));
    game.play(&game.read("d3-d4").unwrap(), &mut Dice::scripted([1])).unwrap();
    (saw, game.view(Viewer::Seat(Seat(0))))
}

fn health(view: &LockView, name: &str) -> Health {
    let scene = Hexlock::imagine(view, &mut Random::new(0)).scene(view);
    let place = Place::Hex(at(name).hex());
    scene.pieces.iter().find(|piece| piece.place == place).and_then(|piece| piece.health).unwrap()
}

#[test]
fn hl_7_the_server_sends_no_memory() {
    for memory in [false, true] {
        let (saw, sees) = red_loses_sight(memory);
        assert!([&saw, &sees].iter().all(|view| view.held.iter().all(|held| held.remembered.is_none())));
        assert!(!serde_json::to_string(&sees).unwrap().contains("remembered"));
        let unknown = Health { value: None, most: 3, remembered: false };
        assert_eq!(["d3", "d4", "d5"].map(|name| health(&sees, name)), [unknown; 3]);
    }
}

#[test]
fn hl_7_the_memory_aid_shows_dimmed_what_was_seen_and_only_where_the_table_has_it() {
    let unknown = Health { value: None, most: 3, remembered: false };
    let dimmed = |hp| Health { value: Some(hp), most: 3, remembered: true };
    let (saw, mut sees) = red_loses_sight(true);
    Hexlock::recall(&mut sees, &saw);
    assert_eq!(health(&sees, "d4"), dimmed(1));
    assert_eq!(health(&sees, "d3"), unknown, "a new owner starts at full HP, but red has not seen that");
    assert_eq!(health(&sees, "d5"), unknown, "red never saw it");
    assert_eq!(health(&sees, "d1"), Health { value: Some(3), most: 3, remembered: false }, "this one is seen");
    let (saw, mut sees) = red_loses_sight(false);
    Hexlock::recall(&mut sees, &saw);
    assert_eq!(["d3", "d4", "d5"].map(|name| health(&sees, name)), [unknown; 3]);
}

#[test]
fn hl_7_what_only_follows_from_the_rules_is_not_shown_as_seen() {
    let setup = Setup::parse(Hexlock::INFO.options, ["memory=on"]).unwrap();
    let mut game = Hexlock::start(&setup, &mut Dice::scripted([2])).unwrap();
    let mut known = game.view(Viewer::Seat(Seat(0)));
    for action in ["d6", "d2", "d5", "e1"] {
        game.play(&game.read(action).unwrap(), &mut Dice::scripted([])).unwrap();
        let mut view = game.view(Viewer::Seat(Seat(0)));
        Hexlock::recall(&mut view, &known);
        known = view;
    }
    let unknown = Health { value: None, most: 3, remembered: false };
    assert_eq!(["d5", "d6", "d7"].map(|name| health(&known, name)), [unknown; 3]);
    assert!(known.held.iter().all(|held| held.hp.or(held.remembered) == Some(3)), "a bot knows the rules: {known:?}");
}

#[test]
fn hl_7_the_memory_aid_is_off_by_default() {
    let setup = Setup::defaults(Hexlock::INFO.options);
    assert!(!Hexlock::start(&setup, &mut Dice::scripted([1])).unwrap().memory);
    let setup = Setup::parse(Hexlock::INFO.options, ["memory=on"]).unwrap();
    assert!(Hexlock::start(&setup, &mut Dice::scripted([1])).unwrap().view(Viewer::Spectator).memory);
}

#[test]
fn hl_8_an_attack_stays_in_the_view_for_everybody() {
    let mut game = Hexlock::standing(Position::drawn(FRONT, Red));
    game.play(&game.read("d3-d4").unwrap(), &mut Dice::scripted([12])).unwrap();
    for viewer in Viewer::all(2) {
        let last = game.view(viewer).last.unwrap();
        assert_eq!((last.action.as_str(), last.strike), ("d3-d4", Some(Strike::Hit)));
        assert_eq!((last.captured.as_deref(), last.enclosed.len()), (Some("d4"), 0));
    }
}

#[test]
fn hl_9_the_board_is_drawn_flat_top_with_player_one_in_the_top_corner() {
    let start = Hexlock::standing(Position::start(Red));
    let scene = start.scene(&start.view(Viewer::Spectator));
    assert_eq!((scene.orientation, scene.cells.len()), (Orientation::FlatTop, 37));
    let layout = Layout::new(Orientation::FlatTop, 1.0, Point::new(0.0, 0.0));
    let height = |place| if let Place::Hex(hex) = place { layout.center(hex).y } else { panic!("only hexes") };
    let piece = |seat| scene.pieces.iter().find(|piece| piece.seat == Seat(seat)).unwrap().place;
    for cell in &scene.cells {
        assert!(height(piece(0)) <= height(cell.place) && height(cell.place) <= height(piece(1)));
    }
    assert_eq!((scene.name_of(piece(0)), scene.name_of(piece(1))), (Some("d1"), Some("d7")));
}
