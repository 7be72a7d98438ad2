//! What is seen of an action: units go their way, merge, strike, shoot and leave.

mod common;

use common::{SETUPS, placed};
use scene::testkit::{check_motion, motion_lines};
use sixfold_hex_dice::HexDice;

#[test]
fn motions_keep_their_promises_in_random_games() {
    for setup in SETUPS {
        check_motion::<HexDice>(setup, 1);
    }
}

fn lines(units: &str, action: &str, dice: &[u32]) -> Vec<String> {
    motion_lines(&placed("players=2", units, 0), action, dice)
}

#[test]
fn a_unit_goes_to_an_empty_hex() {
    assert_eq!(lines("R4 g7, B1 a3", "g7-g9", &[]), ["0 g7 goes to g9 and turns by 0"]);
}

#[test]
fn a_unit_that_falls_in_melee_leaves_when_the_attacker_arrives() {
    let melee = lines("R4 g7, B1 g9, B1 a3", "g7-g9", &[]);
    assert_eq!(melee, ["0 g7 goes to g9 and turns by 0", "220 g9 leaves"]);
}

#[test]
fn units_that_merge_change_when_the_first_has_arrived() {
    let merge = lines("R1 g7, R2 g8, B1 a3", "g7-g8", &[]);
    assert_eq!(merge, ["0 g7 goes to g8 and turns by 0", "220 g8 changes"]);
}

#[test]
fn an_archer_shoots_and_stays() {
    let shot = lines("R5 g5, B1 g7, B1 a3", "g5xg7", &[]);
    assert_eq!(shot, ["0 Tracer of 0 from g5 hits g7", "220 g7 leaves"]);
    let withstood = lines("R5 g5, B6! g7, B1 a3", "g5xg7", &[]);
    assert_eq!(withstood, ["0 Tracer of 0 from g5 misses g7", "220 Hull struck at g7"]);
}

#[test]
fn the_die_of_a_reroll_falls_on_its_unit() {
    assert_eq!(lines("R5 g5, B1 a3", "g5*", &[2]), ["0 dice d6=2 at g5", "600 g5 changes"]);
}
