//! Merging and the bonus action: HD-5, HD-14.

use super::common::{at, placed, played, refused};
use super::{red, told, winner};
use game::{Game, legal_actions};
use sixfold_hex_dice::{Action, HexDice, Phase};

#[test]
fn a_sum_of_at_most_6_makes_that_unit_and_ends_the_turn() {
    let game = red("R1 g7, R4 g9, B1 a3", "g7-g9", "R5 g9, B1 a3");
    assert_eq!((game.position.phase(), game.turn().seat.0), (Phase::Playing, 1));
    red("R1 g7, R5 g9, B1 a3", "g7-g9", "R6 g9, B1 a3");
    assert_eq!(refused(&placed("players=2", "R1 g7, R4 g9, B1 a3", 0), "g7-g9=6"), "no-face-to-choose");
}

#[test]
fn a_sum_above_6_is_whatever_the_player_picks() {
    for face in 1..=6 {
        let game = red("R3 g7, R4 h9, B1 a3", &format!("g7-h9={face}"), &format!("R{face} h9, B1 a3"));
        assert_eq!(game.position.phase(), Phase::Bonus(at("h9") as u8));
        assert_eq!(game.turn().seat.0, 0, "the turn goes on");
    }
    assert_eq!(refused(&placed("players=2", "R3 g7, R4 h9, B1 a3", 0), "g7-h9"), "face-needed");
}

#[test]
fn the_new_unit_carries_no_tokens_and_is_not_guarding() {
    red("R1- g7, R4!-- g9, B1 a3", "g7-g9", "R5 g9, B1 a3");
    red("R3!- g7, R4!-- h9, B1 a3", "g7-h9=6", "R6 h9, B1 a3");
}

fn bonus(units: &str, merge: &str) -> HexDice {
    let game = played(placed("players=2", units, 0), merge, &[]);
    assert!(matches!(game.position.phase(), Phase::Bonus(_)), "{game:?}");
    game
}

#[test]
fn hd_5_the_bonus_action_is_never_a_reroll_or_another_merge() {
    let game = bonus("R3 g7, R4 h9, R1 h10, B1 a3", "g7-h9=4");
    assert_eq!(refused(&game, "h9*"), "not-as-bonus");
    assert_eq!(refused(&game, "h9-h10"), "not-as-bonus");
    assert_eq!(refused(&game, "h10-h11"), "only-the-merged");
    assert_eq!(refused(&game, "h10!"), "only-the-merged");
    assert_eq!(refused(&game, "h9!"), "allowed");
    assert_eq!(refused(&game, "h9-h8"), "allowed");
    for action in legal_actions(&game) {
        match action {
            Action::Move { from, to, .. } => assert!(from.index() == at("h9") && to.index() != at("h10")),
            Action::Guard(cell) => assert_eq!(cell.index(), at("h9")),
            Action::Decline => {}
            other => panic!("{other:?} is no bonus action"),
        }
    }
}

#[test]
fn the_bonus_is_a_move_a_guard_or_an_attack() {
    let units = "R3 g7, R4 h9, B1 a3, B4 h10, B2 h12";
    for (merge, then, after) in [
        ("g7-h9=4", "h9-h8", "R4 h8, B1 a3, B4 h10, B2 h12"),
        ("g7-h9=4", "h9-h10", "R4 h10, B1 a3, B2 h12"),
        ("g7-h9=4", "h9!", "R4! h9, B1 a3, B4 h10, B2 h12"),
        ("g7-h9=5", "h9xh12", "R5 h9, B1 a3, B4 h10"),
        ("g7-h9=6", "h9xh10", "R6 h10, B1 a3, B2 h12"),
        ("g7-h9=1", "decline", "R1 h9, B1 a3, B4 h10, B2 h12"),
    ] {
        let game = red(units, &format!("{merge} {then}"), after);
        assert_eq!((game.position.phase(), game.turn().seat.0), (Phase::Playing, 1), "{then}");
    }
}

#[test]
fn hd_14_no_bonus_if_the_target_acted_on_its_owners_last_turn() {
    // Every action of h9 counts as acting; the mover's own actions do not matter.
    let units = "R3 g7, R4 h9, R5 c5, B1 a3";
    for (action, dice) in [("h9!", &[][..]), ("h9*", &[4])] {
        let game = played(placed("players=2", units, 0), &format!("{action} a3!"), dice);
        let merged = played(game, "g7-h9=5", &[]);
        assert_eq!((merged.position.phase(), merged.turn().seat.0), (Phase::Playing, 1), "{action}");
    }
    let other = played(placed("players=2", units, 0), "g7! a3! g7-h9=5", &[]);
    assert!(matches!(other.position.phase(), Phase::Bonus(_)), "the mover may have acted");
    let before_last = played(placed("players=2", units, 0), "h9! a3! c5! a3! g7-h9=5", &[]);
    assert!(matches!(before_last.position.phase(), Phase::Bonus(_)), "only the last turn counts");
}

#[test]
fn hd_14_a_merged_unit_has_acted_and_one_that_was_attacked_has_not() {
    let game = played(placed("players=2", "R1 g7, R4 g9, R3 f7, B1 a3", 0), "g7-g9 a3!", &[]);
    assert!(game.position.has_acted(at("g9")), "made by merging");
    let attacked = played(placed("players=2", "R3 g7, R6 h9, R1 c3, B1 h10", 0), "c3-c4 h10-h9", &[]);
    assert!(!attacked.position.has_acted(at("h9")), "being attacked is not acting");
    assert!(matches!(played(attacked, "g7-h9=5", &[]).position.phase(), Phase::Bonus(_)));
}

#[test]
fn hd_14_the_bonus_counts_as_acting_and_may_be_declined() {
    let game = played(placed("players=2", "R3 g7, R4 h9, B1 a3", 0), "g7-h9=4 h9-h8", &[]);
    assert!(game.position.has_acted(at("h8")));
    let declined = played(placed("players=2", "R3 g7, R4 h9, B1 a3", 0), "g7-h9=4 decline", &[]);
    assert!(declined.position.has_acted(at("h9")));
    assert_eq!(declined.turn().number, game.turn().number, "two actions are one turn");
}

#[test]
fn merging_with_a_legion_is_a_free_choice() {
    red("R1 g7, R6 g9, B1 a3", "g7-g9=2 g9-h9", "R2 h9, B1 a3");
}

#[test]
fn hd_10_a_bonus_move_may_capture_a_base() {
    let game = red("R3 g8, R4 h10, B1 a3", "g8-h10=2 h10-g11", "R2 g11, B1 a3");
    assert_eq!(winner(&game), None);
    let game = red("R3 f7, R4 g10, B1 a3", "f7-g10=4 g10-g12", "R4 g12");
    assert_eq!(winner(&game), Some(0));
}

#[test]
fn a_merge_is_told_with_its_sum() {
    let small = placed("players=2", "R1 g7, R4 g9, B1 a3", 0);
    assert_eq!(told(&small, "g7-g9", &[]), ["Red merges on g9: 1 + 4 = 5"]);
    let large = placed("players=2", "R3 g7, R4 h9, B1 a3", 0);
    assert_eq!(
        told(&large, "g7-h9=6", &[]),
        ["Red merges on h9: 3 + 4 = 7, and makes it a 6", "the new unit may act at once"]
    );
}
