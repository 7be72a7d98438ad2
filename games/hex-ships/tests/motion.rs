//! What is seen of an action: the way of a ship, shots by kind of weapon, the side that is hit, explosions.

mod common;

use common::{SETUPS, battle, change, play, until_attack_of, until_move_of};
use scene::testkit::{check_motion, motion_lines};
use sixfold_hex_ships::{Battle, HexShips};

#[test]
fn motions_keep_their_promises_in_random_battles() {
    for setup in &SETUPS[..4] {
        check_motion::<HexShips>(setup, 1);
    }
}

fn lines(battle: &Battle, action: &str, dice: &[u32]) -> Vec<String> {
    motion_lines(&HexShips::from(battle.clone()), action, dice)
}

#[test]
fn a_ship_goes_ahead_and_turns() {
    let mut battle = battle(&[("dagger", "k11 N 2")], &[("sabre", "k2 S 0")]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:2");
    assert_eq!(lines(&battle, "ahead", &[]), ["0 k11 goes to k10 and turns by 0"]);
    play(&mut battle, "ahead");
    assert_eq!(lines(&battle, "right", &[]), ["0 k10 goes to  and turns by 1"]);
    assert_eq!(lines(&battle, "left", &[]), ["0 k10 goes to  and turns by -1"]);
}

/// A ship that attacks another one right ahead, which faces it.
fn duel(red: &str, blue: &str) -> Battle {
    let mut battle = battle(&[(red, "k11 N 0")], &[(blue, "k9 S 0")]);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    battle
}

#[test]
fn the_roll_falls_at_the_attacker_and_beams_strike_the_side_that_is_hit() {
    let battle = duel("dagger.laser.laser", "sabre");
    let hit = lines(&battle, "fire", &[6, 5]);
    assert_eq!(
        hit,
        ["0 dice d6=6 d6=5 at k11", "600 Beam of 0 from k11 hits k9", "820 Shield struck at k9 on side 6"],
        "the bow of the target points south"
    );
    let missed = lines(&battle, "fire", &[1, 1]);
    assert_eq!(missed, ["0 dice d6=1 d6=1 at k11", "600 Beam of 0 from k11 misses k9"]);
}

#[test]
fn missiles_roll_at_their_target() {
    let battle = duel("dagger.missile-3.none", "sabre");
    let lines = lines(&battle, "fire", &[6]);
    assert_eq!(
        lines,
        ["0 dice d6=6 at k9", "600 Missile of 0 from k11 hits k9", "820 Shield struck at k9 on side 6"],
        "several missiles strike as one"
    );
}

/// Two sixes that reach the hull break something. The die of the critical falls at the ship that it breaks.
#[test]
fn a_critical_is_seen_where_it_strikes() {
    let mut battle = duel("dagger.laser.laser", "sabre");
    let target = change(&mut battle, "b1");
    (target.shields, target.armour) = ([0; 4], [0; 4]);
    let lines = lines(&battle, "fire", &[6, 6, 1]);
    assert_eq!(lines[..2], ["0 dice d6=6 d6=6 at k11", "0 dice d6=1 at k9"]);
    assert!(lines.contains(&"820 Part struck at k9 on side 6".to_owned()), "{lines:?}");
}

#[test]
fn a_destroyed_ship_explodes() {
    let mut battle = duel("dagger.laser.laser", "sabre");
    let target = change(&mut battle, "b1");
    (target.shields, target.armour, target.structure) = ([0; 4], [0; 4], 1);
    let lines = lines(&battle, "fire", &[6, 5]);
    assert_eq!(
        lines,
        [
            "0 dice d6=6 d6=5 at k11",
            "600 Beam of 0 from k11 hits k9",
            "820 Hull struck at k9 on side 6",
            "1020 k9 explodes"
        ]
    );
}
