//! Attacks: switches, the number needed, and the damage of every weapon to the layers.

use sixfold_hex_ships::rules::{Critical, WeaponKind};
use sixfold_hex_ships::{Action, Battle, Event, Fate, Layers, Step, Taken, ToHit};

use crate::common::{
    act, allowed, battle, battle_of, change, end_round, play, put, refused, roll, rules, ship, stand, until_attack_of,
};

/// Two ships face each other two hexes apart, and the red one takes aim.
fn duel(red: &str, blue: &str) -> Battle {
    let mut battle = battle(&[(red, "k11 N 0")], &[(blue, "k9 S 0")]);
    until_attack_of(&mut battle, 0);
    battle
}

fn aim_on(battle: &Battle) -> u8 {
    match battle.step() {
        Step::Aim(aim) => aim.current_on(),
        other => panic!("{other:?}"),
    }
}

fn hit(kind: WeaponKind, damage: u8, shield: u8, armour: u8, hull: u8) -> (u8, u8, u8) {
    let mut layers = Layers { shield, armour, hull };
    let taken = layers.hit(kind, damage, &rules().numbers);
    assert_eq!(
        (layers.shield + taken.shield, layers.armour + taken.armour, layers.hull + taken.hull),
        (shield, armour, hull),
        "what is taken and what is left are what was there"
    );
    (layers.shield, layers.armour, layers.hull)
}

#[test]
fn lasers_and_cannons_bleed_through_all_layers() {
    for kind in [WeaponKind::Laser, WeaponKind::HeavyLaser, WeaponKind::Cannon] {
        assert_eq!(hit(kind, 5, 5, 10, 5), (0, 10, 5));
        assert_eq!(hit(kind, 8, 5, 10, 5), (0, 7, 5));
        assert_eq!(hit(kind, 8, 2, 3, 5), (0, 0, 2));
        assert_eq!(hit(kind, 20, 2, 3, 5), (0, 0, 0));
        assert_eq!(hit(kind, 5, 0, 0, 5), (0, 0, 0));
    }
}

#[test]
fn torpedoes_ignore_shields_and_bleed_from_armour_to_hull() {
    assert_eq!(hit(WeaponKind::Torpedo, 25, 13, 24, 20), (13, 0, 19));
    assert_eq!(hit(WeaponKind::Torpedo, 25, 5, 30, 5), (5, 5, 5));
    assert_eq!(hit(WeaponKind::Torpedo, 25, 5, 0, 30), (5, 0, 5));
}

#[test]
fn hs_6_emp_does_three_points_per_point_against_shields() {
    assert_eq!(hit(WeaponKind::EmpBeam, 3, 12, 5, 5), (3, 5, 5), "nine");
    assert_eq!(hit(WeaponKind::EmpBeam, 3, 9, 5, 5), (0, 5, 5));
    assert_eq!(hit(WeaponKind::EmpBeam, 3, 7, 5, 5), (0, 5, 5), "two left over are none");
    assert_eq!(hit(WeaponKind::EmpBeam, 3, 5, 5, 5), (0, 4, 5), "four left over are one");
    assert_eq!(hit(WeaponKind::EmpBeam, 3, 0, 5, 5), (0, 2, 5));
    assert_eq!(hit(WeaponKind::EmpBeam, 3, 0, 1, 5), (0, 0, 3), "and on to the hull");
}

#[test]
fn hs_6_emp_that_reaches_armour_or_hull_adds_one_disruption() {
    for (shield, disruption) in [(12, 0), (9, 0), (7, 0), (6, 1), (0, 1)] {
        let mut battle = duel("manta.emp-beam.none.none", "bastion");
        change(&mut battle, "b1").shields = [shield; 4];
        play(&mut battle, "target:b1");
        roll(&mut battle, Action::Fire, &[3, 3]);
        assert_eq!(ship(&battle, "b1").disruption, disruption, "through a shield of {shield}");
    }
}

#[test]
fn hs_7_a_rocket_salvo_is_one_packet_and_stops_at_the_layer_it_hits() {
    assert_eq!(hit(WeaponKind::Rocket, 11, 5, 10, 5), (0, 10, 5));
    assert_eq!(hit(WeaponKind::Rocket, 11, 0, 10, 5), (0, 0, 5));
    assert_eq!(hit(WeaponKind::Rocket, 11, 0, 0, 15), (0, 0, 4));
}

/// The original's example: one shield point and two missiles. The first missile stops at the shield, the second hits
/// the armour.
#[test]
fn hs_7_a_missile_is_a_packet_of_its_own() {
    let mut layers = Layers { shield: 1, armour: 10, hull: 5 };
    let numbers = &rules().numbers;
    let first = layers.hit(WeaponKind::Missile, 3, numbers);
    let second = layers.hit(WeaponKind::Missile, 3, numbers);
    assert_eq!(first, Taken { shield: 1, armour: 0, hull: 0 });
    assert_eq!(second, Taken { shield: 0, armour: 3, hull: 0 });
    let mut battle = duel("dagger.missile-3.none", "sabre");
    change(&mut battle, "b1").shields = [1; 4];
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[3]);
    assert_eq!((ship(&battle, "b1").shields[0], ship(&battle, "b1").armour[0]), (0, 10), "13 and one missile");
}

#[test]
fn a_missile_hit_roll_says_how_many_missiles_hit() {
    for (die, hits) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        let mut battle = duel("dagger.missile-3.none", "sabre");
        change(&mut battle, "b1").shields = [0; 4];
        play(&mut battle, "target:b1");
        let events = roll(&mut battle, Action::Fire, &[die]);
        assert!(events.contains(&Event::Missiles { ship: 0, mount: 0, die: die as u8, hits }));
        assert_eq!(ship(&battle, "b1").armour[0], 13 - 3 * hits);
    }
    for die in 1..=6 {
        let mut battle = battle_of("balanced", &[("dagger.missile-6.none", "k11 N 0")], &[("bastion", "k9 S 0")]);
        until_attack_of(&mut battle, 0);
        change(&mut battle, "b1").shields = [0; 4];
        play(&mut battle, "target:b1");
        roll(&mut battle, Action::Fire, &[die]);
        assert_eq!(ship(&battle, "b1").armour[0], 18 - 3 * die as u8, "of a Missile-6");
    }
}

/// HS-24: missiles use no 2d6, whatever the range, the speed, the silhouette, the gunner and the sensors. Each launcher
/// rolls its own d6.
#[test]
fn hs_24_missiles_use_no_attack_roll() {
    let mut battle = battle(&[("tempest.missile-3.missile-3.none.none", "k11 N 0")], &[("needle", "k2 S 9")]);
    change(&mut battle, "r1").broken.add(Critical::Sensors);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    let events = roll(&mut battle, Action::Fire, &[1, 6]);
    assert!(!events.iter().any(|event| matches!(event, Event::Rolled { .. } | Event::Shot { .. })));
    assert_eq!((ship(&battle, "b1").shields[0], ship(&battle, "b1").armour[0]), (0, 0), "one and three missiles");
}

#[test]
fn hs_24_missiles_reach_nine_hexes() {
    for (place, reaches) in [("k2 S 0", true), ("k1 S 0", false)] {
        let mut battle = battle(&[("dagger.missile-3.laser", "k11 N 0")], &[("sovereign", place)]);
        while let Step::Move(_) = battle.step() {
            stand(&mut battle);
        }
        assert_eq!(battle.bearing(ship(&battle, "r1"), ship(&battle, "b1")) & 1 == 1, reaches, "{place}");
    }
}

#[test]
fn hs_24_missiles_never_cause_criticals() {
    let mut battle = duel("dagger.missile-3.laser", "sabre");
    let sabre = change(&mut battle, "b1");
    (sabre.shields, sabre.armour) = ([0; 4], [5; 4]);
    play(&mut battle, "target:b1");
    // The laser hits with two sixes and stops in the armour. Then the missiles reach the hull. No d6 is rolled for a
    // critical.
    roll(&mut battle, Action::Fire, &[6, 6, 3]);
    assert_eq!((ship(&battle, "b1").armour[0], ship(&battle, "b1").structure), (0, 8 - 6));
}

#[test]
fn weapons_are_enabled_from_the_dearest_to_the_cheapest_while_energy_lasts() {
    // Heavy laser 5, cannons 2 and 2, laser 3, torpedo 1.
    let mut battle = duel("bastion", "sovereign");
    for (energy, on) in
        [(13, 0b11111), (12, 0b01111), (11, 0b11011), (10, 0b01011), (8, 0b01001), (7, 0b00011), (4, 0b11000)]
    {
        change(&mut battle, "r1").energy = energy;
        let automatic = battle.automatic(ship(&battle, "r1"), ship(&battle, "b1"), 0);
        assert_eq!(automatic, on, "with {energy} energy: {automatic:05b}");
    }
}

#[test]
fn a_weapon_that_cannot_be_paid_is_skipped_and_the_next_is_tried() {
    let mut battle = duel("bastion", "sovereign");
    change(&mut battle, "r1").energy = 4;
    play(&mut battle, "target:b1");
    assert_eq!(aim_on(&battle), 0b11000, "laser 3 and torpedo 1; the heavy laser and the cannons are skipped");
}

#[test]
fn players_switch_weapons_off_and_on() {
    let mut battle = duel("bastion", "sovereign");
    change(&mut battle, "r1").energy = 8;
    play(&mut battle, "target:b1");
    assert_eq!(aim_on(&battle), 0b01001, "heavy laser and laser");
    assert_eq!(refused(&battle, "switch:2"), "no-energy");
    play(&mut battle, "switch:4 switch:2");
    assert_eq!(aim_on(&battle), 0b00011);
    play(&mut battle, "switch:1 switch:2");
    assert_eq!(refused(&battle, "fire"), "switch-on-first");
}

#[test]
fn only_weapons_that_bear_are_offered() {
    let mut battle = battle(&[("sovereign", "k11 N 0")], &[("sabre", "k13 N 0")]);
    until_attack_of(&mut battle, 0);
    assert_eq!(refused(&battle, "switch:1"), "name-target-first");
    play(&mut battle, "target:b1");
    assert_eq!(aim_on(&battle), 0b011_1100, "dead astern: both broadsides reach row 4, the missiles too");
    assert_eq!(refused(&battle, "switch:1"), "does-not-bear");
    assert_eq!(refused(&battle, "switch:8"), "no-such-weapon");
}

#[test]
fn hs_26_energy_and_ammunition_are_spent_whatever_happens() {
    let mut battle = duel("dagger.cannon.none", "tempest");
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[1, 1]);
    assert_eq!((ship(&battle, "r1").energy, ship(&battle, "r1").ammunition[0]), (3, 7));
    assert_eq!(ship(&battle, "b1").shields, [9, 8, 8, 7], "a miss");
}

#[test]
fn a_weapon_without_ammunition_does_not_fire() {
    let mut battle = duel("dagger", "dagger");
    change(&mut battle, "r1").ammunition[0] = 0;
    play(&mut battle, "target:b1");
    assert_eq!(aim_on(&battle), 0b10);
    assert_eq!(refused(&battle, "switch:1"), "does-not-bear");
}

#[test]
fn hs_26_friends_are_never_targets_and_disabled_enemies_are() {
    let mut battle =
        battle(&[("dagger", "k11 N 0"), ("sabre", "k10 N 0")], &[("sabre", "k9 S 0"), ("manta", "a11 N 0")]);
    change(&mut battle, "b1").disruption = 99;
    until_attack_of(&mut battle, 0);
    assert_eq!(refused(&battle, "target:r2"), "friend-or-self");
    assert_eq!(refused(&battle, "target:r1"), "friend-or-self");
    assert!(allowed(&battle, "target:b1"), "and nothing blocks a shot");
    assert_eq!(refused(&battle, "target:b2"), "nothing-bears");
}

#[test]
fn hs_26_a_weapon_fires_once_a_round() {
    let mut battle = duel("dagger.cannon.laser", "sovereign");
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[3, 3]);
    assert_ne!(battle.acting(), Some(0), "its attack is over");
}

#[test]
fn hs_26_no_roll_hits_or_misses_by_itself() {
    // A rocket at long range needs 9. A needle at speed 7 adds 2 and 3: 14.
    let mut battle = battle(&[("needle.none.rocket-5", "k11 N 0")], &[("needle", "k4 S 7")]);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[6, 6]);
    assert_eq!(ship(&battle, "b1").shields, [3; 4], "two sixes miss");
    let mut sure = duel("dagger.cannon.none@161", "sovereign");
    play(&mut sure, "target:b1");
    roll(&mut sure, Action::Fire, &[1, 1]);
    assert_eq!(ship(&sure, "b1").shields[0], 5, "two ones hit");
}

#[test]
fn one_roll_serves_all_weapons() {
    // The original's example: torpedoes need a higher number and miss with a roll with which lasers hit.
    let mut battle = duel("hornet", "sabre");
    change(&mut battle, "r1").energy = 7;
    play(&mut battle, "target:b1");
    let events = roll(&mut battle, Action::Fire, &[2, 4]);
    let hits: Vec<(u8, bool)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Shot { mount, hits, .. } => Some((*mount, *hits)),
            _ => None,
        })
        .collect();
    assert_eq!(hits, [(2, true), (0, false), (1, false)], "the laser needs 3, the torpedoes 7");
}

#[test]
fn every_modifier_goes_into_the_number() {
    let mut battle = battle(&[("dagger@121", "k11 N 0")], &[("tempest", "k7 S 4")]);
    change(&mut battle, "r1").broken.add(Critical::Sensors);
    until_attack_of(&mut battle, 0);
    let (red, blue) = (ship(&battle, "r1"), ship(&battle, "b1"));
    let cannon = battle.to_hit(red, red.weapon(0, battle.set()).unwrap(), blue).unwrap();
    assert_eq!(cannon, ToHit { base: 5, gunnery: 1, silhouette: 1, speed: 1, sensors: 2, jamming: 0 });
    assert_eq!(cannon.number(), 5 - 1 + 1 + 1 + 2);
}

#[test]
fn the_side_decides_silhouette_shield_and_armour() {
    // A tempest is small from the front and the rear, large from the sides.
    for (facing, side, silhouette) in
        [("S", 0, 1), ("N", 3, 1), ("SE", 1, -1), ("NE", 1, -1), ("NW", 2, -1), ("SW", 2, -1)]
    {
        let mut battle = battle(&[("dagger.cannon.none", "k11 N 0")], &[("tempest", "k9 S 0")]);
        put(&mut battle, 1, &format!("k9 {facing} 0"));
        until_attack_of(&mut battle, 0);
        let (red, blue) = (ship(&battle, "r1"), ship(&battle, "b1"));
        let to_hit = battle.to_hit(red, red.weapon(0, battle.set()).unwrap(), blue).unwrap();
        assert_eq!(to_hit.silhouette, silhouette, "facing {facing}");
        let before = blue.shields;
        play(&mut battle, "target:b1");
        roll(&mut battle, Action::Fire, &[5, 6]);
        let lost: Vec<usize> = (0..4).filter(|&face| ship(&battle, "b1").shields[face] < before[face]).collect();
        assert_eq!(lost, [side], "facing {facing}");
    }
}

#[test]
fn brackets_decide_damage_and_accuracy() {
    for (place, damage) in [("k8 S 0", 5), ("k7 S 0", 4), ("k5 S 0", 4), ("k4 S 0", 3), ("k2 S 0", 3)] {
        let mut battle = battle(&[("dagger.laser.none", "k11 N 0")], &[("sovereign", place)]);
        until_attack_of(&mut battle, 0);
        play(&mut battle, "target:b1");
        roll(&mut battle, Action::Fire, &[4, 4]);
        assert_eq!(13 - ship(&battle, "b1").shields[0], damage, "{place}");
    }
}

#[test]
fn hs_32_damage_comes_in_the_order_of_the_classes_and_then_of_the_mounts() {
    let mut battle = duel("sovereign", "sovereign");
    change(&mut battle, "r1").energy = 28;
    play(&mut battle, "target:b1");
    let events = roll(&mut battle, Action::Fire, &[4, 4, 1]);
    let order: Vec<u8> = events
        .iter()
        .filter_map(|event| match event {
            Event::Shot { mount, .. } | Event::Missiles { mount, .. } => Some(*mount),
            _ => None,
        })
        .collect();
    assert_eq!(order, [0, 1, 2, 3, 4, 6], "heavy lasers, cannons, missiles, torpedo");
    // A heavy laser counts as a laser: in a later mount than an EMP beam it still comes first.
    let mut lasers = duel("manta.emp-beam.heavy-laser.none", "sovereign");
    change(&mut lasers, "r1").energy = 12;
    play(&mut lasers, "target:b1");
    let events = roll(&mut lasers, Action::Fire, &[4, 4]);
    let order: Vec<u8> = events
        .iter()
        .filter_map(|event| match event {
            Event::Shot { mount, .. } => Some(*mount),
            _ => None,
        })
        .collect();
    assert_eq!(order, [1, 0], "lasers before EMP beams");
}

#[test]
fn ships_attack_from_the_highest_initiative_to_the_lowest() {
    let mut battle =
        battle(&[("needle", "k11 N 0"), ("sovereign", "l11 N 0")], &[("sabre", "k9 S 0"), ("manta", "l9 S 0")]);
    while let Step::Move(_) = battle.step() {
        stand(&mut battle);
    }
    let mut order = Vec::new();
    while let Step::Aim(aim) = *battle.step() {
        order.push(battle.ship_name(aim.ship));
        act(&mut battle, Action::Hold);
    }
    assert_eq!(order, ["r1", "b2", "b1", "r2"], "5, 4, 3, 1");
}

#[test]
fn hs_20_a_destroyed_ship_no_longer_attacks_and_cannot_be_targeted() {
    let mut battle =
        battle(&[("needle", "k11 N 0"), ("sabre", "l11 N 0")], &[("dagger", "k9 S 0"), ("sovereign", "a1 N 0")]);
    let dagger = change(&mut battle, "b1");
    (dagger.shields, dagger.armour) = ([0; 4], [0; 4]);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    let events = roll(&mut battle, Action::Fire, &[5, 5]);
    assert!(events.contains(&Event::Destroyed { target: 2 }));
    assert_eq!(ship(&battle, "b1").fate, Fate::Destroyed);
    assert_eq!(ship(&battle, "r1").kills, 1);
    assert_eq!(battle.round(), 2, "the sabre has no target and the dagger is gone: nobody else could attack");
}

#[test]
fn hs_20_a_disabled_ship_no_longer_attacks() {
    let mut battle =
        battle(&[("manta.emp-beam.none.none", "k11 N 0")], &[("dagger", "k9 S 0"), ("sovereign", "a1 N 0")]);
    let dagger = change(&mut battle, "b1");
    (dagger.shields, dagger.disruption) = ([0; 4], 4);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    let events = roll(&mut battle, Action::Fire, &[5, 5]);
    assert!(events.contains(&Event::Disabled { target: 1 }));
    assert_eq!(battle.round(), 2, "the dagger would have fired after the manta");
}

#[test]
fn a_ship_with_nothing_to_fire_is_passed_over() {
    let mut battle = duel("dagger", "dagger");
    change(&mut battle, "b1").energy = 1;
    act(&mut battle, Action::Hold);
    assert_eq!(battle.round(), 2);
    end_round(&mut battle);
}

#[test]
fn nobody_changes_their_mind_for_ever() {
    let mut battle = duel("dagger", "dagger");
    play(&mut battle, "target:b1");
    while allowed(&battle, "switch:1") {
        play(&mut battle, "switch:1");
    }
    assert_eq!(refused(&battle, "switch:1"), "no-more-changes");
    assert!(allowed(&battle, "hold"));
}
