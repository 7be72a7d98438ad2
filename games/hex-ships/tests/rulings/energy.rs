//! Upkeep, shields and their prices, disruption.

use sixfold_hex_ships::rules::Critical;
use sixfold_hex_ships::{Action, Battle, Side};

use crate::common::{act, allowed, battle, change, end_round, hull, play, refused, ship, until_move_of};

fn moving(design: &str) -> Battle {
    let mut battle = battle(&[(design, "k11 N 0")], &[("sovereign", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    battle
}

#[test]
fn hs_21_every_battle_begins_with_energy_0() {
    let battle = moving("dagger");
    assert_eq!(ship(&battle, "r1").energy, 5, "the first upkeep has added to it");
    assert_eq!(ship(&battle, "b1").energy, 16);
}

#[test]
fn upkeep_adds_regeneration_up_to_the_maximum() {
    let mut battle = moving("dagger");
    end_round(&mut battle);
    assert_eq!(ship(&battle, "r1").energy, 8, "5 + 5, and 8 is the most");
}

#[test]
fn upkeep_adds_the_engineering_bonus_and_takes_off_disruption() {
    let mut battle = moving("dagger@116");
    assert_eq!(ship(&battle, "r1").energy, 8, "5 + 3");
    let dagger = change(&mut battle, "r1");
    (dagger.energy, dagger.disruption) = (1, 2);
    end_round(&mut battle);
    assert_eq!(ship(&battle, "r1").energy, 7, "1 + 5 + 3 - 2");
}

#[test]
fn upkeep_never_takes_energy_away() {
    let mut battle = moving("dagger");
    let dagger = change(&mut battle, "r1");
    (dagger.energy, dagger.disruption) = (2, 4);
    end_round(&mut battle);
    assert_eq!(ship(&battle, "r1").energy, 3);
    change(&mut battle, "r1").disruption = 9;
    // The ship is disabled now. Its energy does not change any more.
    end_round(&mut battle);
    assert_eq!(ship(&battle, "r1").energy, 3);
}

#[test]
fn a_shield_point_costs_two() {
    let mut battle = moving("dagger");
    change(&mut battle, "r1").shields = [3, 5, 5, 5];
    play(&mut battle, "charge:front");
    assert_eq!((ship(&battle, "r1").shields[0], ship(&battle, "r1").energy), (4, 3));
}

#[test]
fn a_shield_is_not_charged_above_its_maximum() {
    let battle = moving("dagger");
    assert_eq!(refused(&battle, "charge:front"), "shield-full");
}

#[test]
fn hs_31_the_first_point_of_a_collapsed_face_costs_five_and_is_one_charge() {
    let mut battle = moving("dagger");
    let dagger = change(&mut battle, "r1");
    (dagger.shields, dagger.energy) = ([0, 5, 5, 5], 8);
    play(&mut battle, "charge:front");
    assert_eq!((ship(&battle, "r1").shields[0], ship(&battle, "r1").energy), (1, 3));
    play(&mut battle, "charge:front");
    assert_eq!((ship(&battle, "r1").shields[0], ship(&battle, "r1").energy), (2, 1), "then as normal");
    assert_eq!(refused(&battle, "charge:front"), "no-charge-left", "the generator gives two");
}

#[test]
fn hs_31_the_generator_limits_all_faces_together() {
    let mut battle = moving("dagger");
    let dagger = change(&mut battle, "r1");
    (dagger.shields, dagger.energy) = ([3, 3, 3, 3], 8);
    play(&mut battle, "charge:front charge:rear");
    assert_eq!(refused(&battle, "charge:left"), "no-charge-left");
    end_round(&mut battle);
    until_move_of(&mut battle, 0);
    assert!(allowed(&battle, "charge:left"), "a new round");
}

#[test]
fn charging_needs_the_energy() {
    let mut battle = moving("dagger");
    let dagger = change(&mut battle, "r1");
    (dagger.shields, dagger.energy) = ([0, 3, 5, 5], 4);
    assert_eq!(refused(&battle, "charge:front"), "no-energy");
    assert!(allowed(&battle, "charge:right"));
}

#[test]
fn shields_are_charged_before_between_and_after_the_advances() {
    let mut battle = moving("manta");
    let manta = change(&mut battle, "r1");
    (manta.shields, manta.energy, manta.speed) = ([3; 4], 12, 2);
    play(&mut battle, "charge:front speed:2 charge:front ahead charge:left ahead charge:rear done");
    assert_eq!(ship(&battle, "r1").shields, [5, 3, 4, 4]);
}

#[test]
fn hs_10_shield_shift_moves_any_number_of_points_for_nothing() {
    let mut battle = moving("dagger@115");
    let energy = ship(&battle, "r1").energy;
    change(&mut battle, "r1").shields = [1, 5, 5, 5];
    assert_eq!(refused(&battle, "shift:rear:front:5"), "fewer-points", "the front takes four");
    play(&mut battle, "shift:rear:front:4");
    assert_eq!((ship(&battle, "r1").shields, ship(&battle, "r1").energy), ([5, 5, 5, 1], energy));
    assert_eq!(refused(&battle, "shift:rear:front:1"), "no-shield-shift", "once a battle");
}

#[test]
fn hs_10_shield_shift_may_raise_a_collapsed_face_and_collapse_the_other() {
    let mut battle = moving("dagger@115");
    change(&mut battle, "r1").shields = [0, 5, 5, 3];
    assert_eq!(refused(&battle, "shift:front:rear:1"), "nothing-to-shift");
    assert_eq!(refused(&battle, "shift:rear:left:1"), "no-room");
    assert_eq!(refused(&battle, "shift:rear:rear:1"), "no-room");
    assert_eq!(refused(&battle, "shift:rear:front:0"), "fewer-points");
    play(&mut battle, "shift:rear:front:3");
    assert_eq!(ship(&battle, "r1").shields, [3, 5, 5, 0]);
    assert_eq!(refused(&moving("dagger@114"), "shift:rear:front:1"), "no-shield-shift", "engineering 5");
}

#[test]
fn with_the_shield_generator_out_nothing_charges() {
    let mut battle = moving("dagger");
    change(&mut battle, "r1").shields = [3; 4];
    change(&mut battle, "r1").broken.add(Critical::ShieldGenerator);
    for side in Side::ALL {
        assert_eq!(refused(&battle, &format!("charge:{}", side.name())), "generator-broken");
    }
}

/// HS-20: disruption that reaches the regeneration disables a ship. The captain's bonus does not count.
#[test]
fn hs_20_a_ship_is_disabled_by_as_much_disruption_as_it_regenerates() {
    let mut battle = moving("dagger@116");
    assert_eq!(hull("dagger").regeneration, 5);
    change(&mut battle, "r1").disruption = 4;
    assert!(!ship(&battle, "r1").is_disabled(battle.rules()));
    change(&mut battle, "r1").disruption = 5;
    assert!(ship(&battle, "r1").is_disabled(battle.rules()));
    act(&mut battle, Action::Speed(0));
}
