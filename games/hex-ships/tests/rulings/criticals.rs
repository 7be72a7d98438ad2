//! Criticals: when they happen, and the effect of each.

use sixfold_hex_ships::rules::{Critical, Skill};
use sixfold_hex_ships::{Action, Battle, Event, Side};

use crate::common::{act, battle, change, end_round, play, put, read, roll, ship, until_attack_of, until_move_of};

/// A sovereign without shields and armour, with this facing, so that the attacker hits a certain side.
fn bare(red: &str, facing: &str) -> Battle {
    let mut battle = battle(&[(red, "k11 N 0")], &[("sovereign", "k9 S 0")]);
    put(&mut battle, 1, &format!("k9 {facing} 0"));
    let target = change(&mut battle, "b1");
    (target.shields, target.armour) = ([0; 4], [0; 4]);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    battle
}

fn criticals(events: &[Event]) -> Vec<(Side, u8, Critical)> {
    let of = |event: &Event| match *event {
        Event::Critical { side, die, critical, .. } => Some((side, die, critical)),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

#[test]
fn hs_8_two_sixes_and_hull_damage_make_a_critical() {
    let mut battle = bare("dagger.cannon.none", "S");
    let events = roll(&mut battle, Action::Fire, &[6, 6, 1]);
    assert_eq!(criticals(&events), [(Side::Front, 1, Critical::Nothing)]);
}

#[test]
fn hs_8_any_other_roll_makes_none() {
    let mut battle = bare("dagger.cannon.none", "S");
    let events = roll(&mut battle, Action::Fire, &[6, 5]);
    assert!(criticals(&events).is_empty());
    assert_eq!(ship(&battle, "b1").structure, 12);
}

#[test]
fn hs_8_a_critical_needs_hull_damage() {
    let mut battle = bare("dagger.cannon.none", "S");
    change(&mut battle, "b1").armour = [8; 4];
    let events = roll(&mut battle, Action::Fire, &[6, 6]);
    assert!(criticals(&events).is_empty());
}

#[test]
fn hs_8_a_torpedo_that_hurts_the_hull_always_causes_one() {
    let mut battle = bare("hornet.torpedo.none.none", "S");
    change(&mut battle, "b1").armour = [20; 4];
    let events = roll(&mut battle, Action::Fire, &[4, 4, 1]);
    assert_eq!(criticals(&events).len(), 1);
    let mut armoured = bare("hornet.torpedo.none.none", "S");
    change(&mut armoured, "b1").armour = [25; 4];
    assert!(criticals(&roll(&mut armoured, Action::Fire, &[4, 4])).is_empty(), "the armour takes it all");
}

#[test]
fn hs_8_one_critical_roll_a_weapon() {
    let mut battle = bare("dagger.cannon.laser", "S");
    let events = roll(&mut battle, Action::Fire, &[6, 6, 1, 1]);
    assert_eq!(criticals(&events).len(), 2);
    let mut torpedo = bare("hornet.torpedo.none.none", "S");
    change(&mut torpedo, "b1").armour = [15; 4];
    assert_eq!(criticals(&roll(&mut torpedo, Action::Fire, &[6, 6, 1])).len(), 1, "a torpedo with two sixes: one");
}

#[test]
fn hs_27_a_destroyed_ship_takes_no_critical() {
    let mut battle = bare("dagger.cannon.none", "S");
    change(&mut battle, "b1").structure = 8;
    let events = roll(&mut battle, Action::Fire, &[6, 6]);
    assert!(criticals(&events).is_empty() && events.contains(&Event::Destroyed { target: 1 }));
}

/// The side that faces the attacker decides the table.
#[test]
fn the_side_that_is_hit_decides_the_table() {
    for (facing, side, critical) in [
        ("S", Side::Front, Critical::Bridge),
        ("N", Side::Rear, Critical::ShieldGenerator),
        ("SE", Side::Right, Critical::LifeSupport),
        ("SW", Side::Left, Critical::LifeSupport),
    ] {
        let mut battle = bare("dagger.cannon.none", facing);
        let events = roll(&mut battle, Action::Fire, &[6, 6, 6]);
        assert_eq!(criticals(&events), [(side, 6, critical)], "facing {facing}");
    }
}

/// The battle after a critical with these dice on a sovereign with this facing.
fn after(facing: &str, dice: &[u32]) -> Battle {
    let mut battle = bare("dagger.laser.none", facing);
    let all: Vec<u32> = [6, 6].into_iter().chain(dice.iter().copied()).collect();
    roll(&mut battle, Action::Fire, &all);
    battle
}

#[test]
fn front_1_is_no_damage() {
    assert_eq!(ship(&after("S", &[1]), "b1").broken, sixfold_hex_ships::Broken::default());
}

/// A sovereign's front weapons: mounts 1, 2, 3, 4, 5 and 7.
#[test]
fn hs_14_front_2_and_3_break_a_front_weapon_drawn_at_random() {
    for (die, drawn, mount) in [(2, 1, 0), (3, 2, 1), (2, 5, 4), (3, 6, 6)] {
        let battle = after("S", &[die, drawn]);
        assert_eq!(ship(&battle, "b1").broken.weapons, 1 << mount, "die {die}, drawn {drawn}");
    }
}

#[test]
fn hs_14_only_weapons_that_still_work_are_drawn_and_without_one_nothing_happens() {
    let mut battle = bare("dagger.laser.none", "S");
    change(&mut battle, "b1").broken.weapons = 0b000_1111;
    roll(&mut battle, Action::Fire, &[6, 6, 2, 2]);
    assert_eq!(ship(&battle, "b1").broken.weapons, 0b100_1111, "of mounts 5 and 7 the second");
    let mut last = bare("dagger.laser.none", "S");
    change(&mut last, "b1").broken.weapons = 0b101_1111;
    roll(&mut last, Action::Fire, &[6, 6, 3]);
    assert_eq!(ship(&last, "b1").broken.weapons, 0b101_1111, "the rear missiles are no front weapon");
    let mut one = bare("dagger.laser.none", "S");
    change(&mut one, "b1").broken.weapons = 0b001_1111;
    roll(&mut one, Action::Fire, &[6, 6, 3]);
    assert_eq!(ship(&one, "b1").broken.weapons, 0b101_1111, "the only one needs no draw");
}

#[test]
fn hs_34_a_critical_may_strike_a_weapon_without_ammunition() {
    let mut battle = bare("dagger.laser.none", "S");
    // Only the torpedo in mount 7 is left to break, and it has been fired twice.
    change(&mut battle, "b1").broken.weapons = 0b001_1111;
    change(&mut battle, "b1").ammunition[6] = 0;
    roll(&mut battle, Action::Fire, &[6, 6, 3]);
    assert_eq!(ship(&battle, "b1").broken.weapons, 0b101_1111);
}

#[test]
fn a_broken_weapon_does_not_fire() {
    let mut battle = battle(&[("dagger", "k11 N 0")], &[("dagger", "k9 S 0")]);
    change(&mut battle, "r1").broken.weapons = 0b01;
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    assert_eq!(battle.forbids(read(&battle, "switch:1")), Some(sixfold_hex_ships::Forbidden::DoesNotBear(0)));
}

#[test]
fn front_4_is_forward_thrusters() {
    let mut battle = after("S", &[4]);
    assert!(ship(&battle, "b1").broken.has(Critical::ForwardThrusters));
    change(&mut battle, "b1").speed = 2;
    until_next_move(&mut battle);
    assert!(battle.forbids(Action::Speed(1)).is_some() && battle.forbids(Action::Speed(2)).is_none());
}

/// Ends the round and waits for Blue's move.
fn until_next_move(battle: &mut Battle) {
    let speed = ship(battle, "b1").speed;
    end_round(battle);
    until_move_of(battle, 1);
    change(battle, "b1").speed = speed;
}

#[test]
fn front_5_is_sensors() {
    let battle = after("S", &[5]);
    let (red, blue) = (ship(&battle, "r1"), ship(&battle, "b1"));
    let to_hit = battle.to_hit(blue, blue.weapon(0, battle.set()).unwrap(), red).unwrap();
    assert_eq!(to_hit.sensors, 2);
}

#[test]
fn front_6_is_the_bridge() {
    let mut battle = battle(&[("dagger.laser.none", "k11 N 0")], &[("sovereign@444", "k9 S 0")]);
    let target = change(&mut battle, "b1");
    (target.shields, target.armour) = ([0; 4], [0; 4]);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[6, 6, 6]);
    let rules = battle.rules();
    assert_eq!(Skill::ALL.map(|skill| ship(&battle, "b1").rank(skill, rules)), [1; 3]);
}

#[test]
fn side_1_is_no_damage() {
    assert_eq!(ship(&after("SE", &[1]), "b1").broken, sixfold_hex_ships::Broken::default());
}

/// Right: mounts 3 (1–4) and 5 (all round); left: mounts 4 (4–1) and 5.
#[test]
fn side_2_and_3_break_a_weapon_of_that_side() {
    for (facing, die, drawn, mount) in [("SE", 2, 1, 2), ("SE", 3, 2, 4), ("SW", 2, 1, 3), ("SW", 3, 2, 4)] {
        let battle = after(facing, &[die, drawn]);
        assert_eq!(ship(&battle, "b1").broken.weapons, 1 << mount, "{facing}, {die}, {drawn}");
    }
}

#[test]
fn side_4_is_side_thrusters() {
    let mut battle = after("SE", &[4]);
    until_next_move(&mut battle);
    act(&mut battle, Action::Speed(0));
    let facing = ship(&battle, "b1").facing;
    roll(&mut battle, Action::Left, &[1, 5]);
    assert_eq!(ship(&battle, "b1").facing, facing);
}

#[test]
fn side_5_is_communications() {
    assert!(ship(&after("SW", &[5]), "b1").broken.has(Critical::Communications));
}

#[test]
fn side_6_is_life_support() {
    let battle = after("SW", &[6]);
    assert_eq!(ship(&battle, "b1").broken.life_support, 1);
}

#[test]
fn rear_1_is_no_damage() {
    assert_eq!(ship(&after("N", &[1]), "b1").broken, sixfold_hex_ships::Broken::default());
}

/// Rear: mounts 3 (1–4), 4 (4–1), 5 (all round) and 6 (3–5).
#[test]
fn rear_2_and_3_break_a_rear_weapon() {
    for (die, drawn, mount) in [(2, 1, 2), (3, 2, 3), (2, 3, 4), (3, 4, 5)] {
        assert_eq!(ship(&after("N", &[die, drawn]), "b1").broken.weapons, 1 << mount, "{die}, {drawn}");
    }
}

#[test]
fn rear_4_and_5_are_engines() {
    for die in [4, 5] {
        let battle = after("N", &[die]);
        assert_eq!(ship(&battle, "b1").max_speed(battle.rules()), 3, "one less than 4");
    }
}

#[test]
fn hs_27_engines_add_up_and_other_repeats_do_nothing() {
    let mut battle = battle(&[("dagger@335", "k11 N 0")], &[("sabre", "k9 S 0")]);
    let rules = crate::common::rules();
    let dagger = change(&mut battle, "r1");
    for _ in 0..2 {
        for critical in [Critical::Engines, Critical::Sensors, Critical::Bridge, Critical::ForwardThrusters] {
            dagger.broken.add(critical);
        }
    }
    assert_eq!(dagger.max_speed(rules), 5);
    let once = {
        let mut broken = sixfold_hex_ships::Broken::default();
        for critical in
            [Critical::Engines, Critical::Engines, Critical::Sensors, Critical::Bridge, Critical::ForwardThrusters]
        {
            broken.add(critical);
        }
        broken
    };
    assert_eq!(ship(&battle, "r1").broken, once);
}

#[test]
fn rear_6_is_the_shield_generator() {
    let mut battle = bare("dagger.laser.none", "N");
    change(&mut battle, "b1").shields = [9, 9, 9, 0];
    roll(&mut battle, Action::Fire, &[6, 6, 6]);
    assert_eq!(ship(&battle, "b1").shields, [0; 4], "all shields drop at once");
    until_next_move(&mut battle);
    assert_eq!(battle.forbids(Action::Charge(Side::Front)), Some(sixfold_hex_ships::Forbidden::GeneratorBroken));
}
