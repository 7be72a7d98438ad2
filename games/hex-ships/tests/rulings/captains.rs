//! Captains: the effects of ranks, rerolls, several targets, initiative.

use sixfold_hex_ships::rules::{Critical, Skill};
use sixfold_hex_ships::{Action, Battle, Event, Step};

use crate::common::{
    act, allowed, battle, change, end_round, play, refused, roll, ship, until_attack_of, until_move_of,
};

fn duel(red: &str, blue: &str) -> Battle {
    let mut battle = battle(&[(red, "k11 N 0")], &[(blue, "k9 S 0")]);
    until_attack_of(&mut battle, 0);
    battle
}

fn to_hit(battle: &Battle) -> i32 {
    let (red, blue) = (ship(battle, "r1"), ship(battle, "b1"));
    battle.to_hit(red, red.weapon(0, battle.set()).expect("it has a weapon"), blue).expect("it is in range").number()
}

#[test]
fn command_adds_initiative() {
    for (rank, initiative) in [(1, 3), (2, 4), (3, 4), (4, 5), (5, 5)] {
        let design = format!("dagger@{rank}11");
        let battle = battle(&[(design.as_str(), "k11 N 0")], &[("dagger", "k3 S 0")]);
        assert_eq!(ship(&battle, "r1").initiative, initiative, "command {rank}");
    }
}

#[test]
fn command_6_adds_initiative_to_the_entire_fleet_once() {
    let red = [("dagger@611", "k11 N 0"), ("sabre@611", "a11 N 0"), ("needle", "d11 N 0")];
    let battle = battle(&red, &[("dagger", "k3 S 0")]);
    assert_eq!(["r1", "r2", "r3", "b1"].map(|name| ship(&battle, name).initiative), [6, 6, 6, 3]);
}

#[test]
fn hs_28_initiative_is_fixed_at_upkeep_and_the_fleets_bonus_lasts() {
    let mut battle = battle(&[("dagger@611", "k11 N 0"), ("needle", "d11 N 0")], &[("dagger", "k3 S 0")]);
    assert_eq!((ship(&battle, "r1").initiative, ship(&battle, "r2").initiative), (6, 6));
    change(&mut battle, "r1").broken.add(Critical::Bridge);
    assert_eq!(ship(&battle, "r1").initiative, 6, "until the next upkeep");
    end_round(&mut battle);
    assert_eq!(
        (ship(&battle, "r1").initiative, ship(&battle, "r2").initiative),
        (4, 6),
        "its own +2 is gone, the fleet's +1 is not"
    );
    change(&mut battle, "r1").fate = sixfold_hex_ships::Fate::Destroyed;
    end_round(&mut battle);
    assert_eq!(ship(&battle, "r2").initiative, 6);
}

#[test]
fn hs_28_in_a_tie_the_larger_ship_counts_as_higher() {
    // Both have initiative 3. The sabre is larger, so it moves later and fires first.
    let mut battle = battle(&[("sabre", "k11 N 0")], &[("dagger", "k9 S 0")]);
    assert_eq!(battle.acting(), Some(1), "the dagger moves first");
    while let Step::Move(_) = battle.step() {
        crate::common::stand(&mut battle);
    }
    assert_eq!(battle.acting(), Some(0), "the sabre fires first");
}

/// Ships with equal initiative and size act in the order drawn from the match seed.
#[test]
fn ties_of_equal_ships_are_drawn() {
    let battle = battle(&[("dagger", "k11 N 0"), ("dagger", "d11 N 0")], &[("dagger", "k3 S 0")]);
    let order: Vec<u8> = battle.move_order().collect();
    assert_eq!(order, [0, 1, 2], "the draw of these tests leaves everybody in place");
    let options =
        sixfold_hex_ships::Options::of(&crate::common::setup("red=dagger+dagger blue=dagger"), crate::common::rules())
            .unwrap();
    let drawn = Battle::start(&options, crate::common::rules(), &mut game::Dice::scripted([1, 1, 1]));
    assert_eq!(drawn.ships().iter().map(|ship| ship.tie).collect::<Vec<_>>(), [1, 2, 0]);
}

#[test]
fn gunnery_lowers_the_number() {
    // A cannon at short range needs 3. A dagger at rest adds 2 and -1.
    for (rank, number) in [(1, 4), (2, 3), (3, 3), (4, 2), (5, 2), (6, 1)] {
        assert_eq!(to_hit(&duel(&format!("dagger@1{rank}1"), "dagger")), number, "gunnery {rank}");
    }
}

#[test]
fn hs_31_gunnery_3_lowers_only_a_penalty_for_speed() {
    for (speed, of_rank_2, of_rank_3) in [(0, 3, 3), (1, 4, 4), (3, 5, 4), (5, 6, 5), (7, 7, 6)] {
        for (rank, number) in [(2, of_rank_2), (3, of_rank_3)] {
            let mut battle = duel(&format!("dagger@1{rank}1"), "dagger");
            change(&mut battle, "b1").speed = speed;
            assert_eq!(to_hit(&battle), number, "gunnery {rank} at speed {speed}");
        }
    }
}

#[test]
fn hs_9_a_reroll_is_offered_between_roll_and_damage() {
    let mut battle = duel("dagger.cannon.none@311", "dagger");
    play(&mut battle, "target:b1");
    let shown = roll(&mut battle, Action::Fire, &[1, 1]);
    assert!(matches!(shown[..], [Event::Fired { .. }, Event::Rolled { dice: [1, 1], again: false, .. }]), "{shown:?}");
    assert_eq!(ship(&battle, "b1").shields, [5; 4], "no damage yet");
    assert_eq!(refused(&battle, "hold"), "roll-now");
    let again = roll(&mut battle, Action::Reroll, &[2, 2]);
    assert!(matches!(again[0], Event::Rolled { dice: [2, 2], again: true, .. }));
    assert_eq!(ship(&battle, "b1").shields[0], 0, "a 4 hits");
    assert_eq!(ship(&battle, "r1").rerolls_used, 1);
}

#[test]
fn hs_9_the_second_result_stands_and_rank_3_has_one_reroll_a_battle() {
    let mut battle = duel("dagger.cannon.none@311", "dagger");
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[5, 5]);
    roll(&mut battle, Action::Reroll, &[1, 1]);
    assert_eq!(ship(&battle, "b1").shields, [5; 4], "worse than before, and it stands");
    end_round(&mut battle);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[1, 1]);
    assert!(!matches!(battle.step(), Step::Roll { .. }), "nothing is offered any more");
}

#[test]
fn hs_9_rank_5_has_two_rerolls_and_not_both_on_one_roll() {
    let mut battle = duel("dagger.cannon.none@511", "dagger");
    for _ in 0..2 {
        play(&mut battle, "target:b1");
        roll(&mut battle, Action::Fire, &[1, 1]);
        assert!(allowed(&battle, "keep") && allowed(&battle, "reroll"));
        roll(&mut battle, Action::Reroll, &[1, 1]);
        assert!(!matches!(battle.step(), Step::Roll { .. }));
        end_round(&mut battle);
        until_attack_of(&mut battle, 0);
    }
    assert_eq!(ship(&battle, "r1").rerolls_left(battle.rules()), 0);
}

#[test]
fn hs_9_keeping_the_roll_costs_nothing() {
    let mut battle = duel("dagger.cannon.none@311", "dagger");
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[5, 5]);
    act(&mut battle, Action::Keep);
    assert_eq!((ship(&battle, "b1").shields[0], ship(&battle, "r1").rerolls_used), (0, 0));
}

#[test]
fn hs_16_one_target_a_round_without_gunnery_5() {
    let mut battle = battle(&[("manta", "k11 N 0")], &[("sabre", "k9 S 0"), ("sabre", "k13 N 0")]);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    assert_eq!(refused(&battle, "also:b2"), "one-target-only");
    play(&mut battle, "target:b2");
    let Step::Aim(aim) = battle.step() else { panic!("it takes aim") };
    assert_eq!(aim.targets().map(|(target, _)| target).collect::<Vec<_>>(), [2], "in place of the first");
}

#[test]
fn hs_16_with_gunnery_5_each_weapon_may_have_its_own_target_and_each_target_its_roll() {
    let mut battle = battle(&[("manta.laser.laser.none@151", "k11 N 0")], &[("sabre", "k9 S 0"), ("sabre", "k13 S 5")]);
    until_attack_of(&mut battle, 0);
    assert_eq!(refused(&battle, "also:b1"), "name-target-first");
    play(&mut battle, "target:b1");
    play(&mut battle, "switch:1"); // the all-round turret is kept for the other target
    play(&mut battle, "also:b2");
    let Step::Aim(aim) = battle.step() else { panic!("it takes aim") };
    assert_eq!(aim.targets().collect::<Vec<_>>(), [(1, 0b10), (2, 0b01)]);
    assert_eq!(refused(&battle, "switch:2"), "fires-elsewhere");
    assert_eq!(refused(&battle, "target:b1"), "already-target");
    let events = roll(&mut battle, Action::Fire, &[6, 5, 1, 1]);
    let fired: Vec<u8> = events
        .iter()
        .filter_map(|event| match event {
            Event::Fired { target, .. } => Some(*target),
            _ => None,
        })
        .collect();
    assert_eq!(fired, [1, 2], "in the order in which they were named");
    assert!(ship(&battle, "b1").shields[0] < 7, "an 11 hits");
    assert_eq!(ship(&battle, "b2").shields, [7, 6, 6, 5], "a 2 misses");
}

#[test]
fn hs_26_all_targets_are_named_before_the_first_roll() {
    let red = [("manta.laser.laser.none@351", "k11 N 0")];
    let mut battle = battle(&red, &[("sabre", "k9 S 0"), ("sabre", "k13 N 0")]);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1 switch:1 also:b2");
    roll(&mut battle, Action::Fire, &[2, 2]);
    assert_eq!(refused(&battle, "target:b2"), "roll-now");
    roll(&mut battle, Action::Keep, &[3, 3]);
    assert!(!matches!(battle.step(), Step::Aim(_)) || battle.acting() != Some(0), "{battle:?}");
}

#[test]
fn hs_16_the_second_roll_can_be_rerolled_too() {
    let red = [("manta.laser.laser.none@351", "k11 N 0")];
    let mut battle = battle(&red, &[("sabre", "k9 S 0"), ("sabre", "k13 S 5")]);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1 switch:1 also:b2");
    roll(&mut battle, Action::Fire, &[5, 5]);
    roll(&mut battle, Action::Keep, &[1, 1]);
    assert!(matches!(battle.step(), Step::Roll { at: 1, dice: [1, 1], .. }), "{battle:?}");
    roll(&mut battle, Action::Reroll, &[6, 5]);
    assert!(ship(&battle, "b2").shields[3] < 5);
}

#[test]
fn engineering_adds_energy() {
    for (rank, energy) in [(1, 5), (2, 6), (3, 6), (4, 7), (5, 7), (6, 8)] {
        let design = format!("dagger@11{rank}");
        let battle = battle(&[(design.as_str(), "k11 N 0")], &[("dagger", "k3 S 0")]);
        assert_eq!(ship(&battle, "r1").energy, energy, "engineering {rank}");
    }
}

#[test]
fn hs_27_communications_out_stops_the_special_abilities_only() {
    let mut battle = battle(&[("dagger@335", "k11 N 0")], &[("dagger", "k9 S 0")]);
    change(&mut battle, "r1").broken.add(Critical::Communications);
    change(&mut battle, "r1").shields = [0, 5, 5, 5];
    let rules = battle.rules();
    let dagger = *ship(&battle, "r1");
    assert_eq!((dagger.rerolls_left(rules), dagger.burns_left(rules), dagger.shifts_left(rules)), (0, 0, 0));
    assert_eq!(Skill::ALL.map(|skill| dagger.rank(skill, rules)), [3, 3, 5], "ranks stay");
    until_move_of(&mut battle, 0);
    assert_eq!(refused(&battle, "burn"), "no-afterburners");
    assert_eq!(refused(&battle, "shift:rear:front:1"), "no-shield-shift");
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[2, 1]);
    assert!(!matches!(battle.step(), Step::Roll { .. }));
}

#[test]
fn hs_27_a_lowered_rank_loses_its_unused_abilities() {
    let mut battle = battle(&[("dagger@334", "k11 N 0")], &[("dagger", "k9 S 0")]);
    let rules = crate::common::rules();
    change(&mut battle, "r1").broken.add(Critical::LifeSupport);
    let once = *ship(&battle, "r1");
    assert_eq!(Skill::ALL.map(|skill| once.rank(skill, rules)), [2, 2, 3]);
    assert_eq!((once.rerolls_left(rules), once.burns_left(rules)), (0, 1));
    change(&mut battle, "r1").broken.add(Critical::LifeSupport);
    let twice = *ship(&battle, "r1");
    assert_eq!(
        (Skill::ALL.map(|skill| twice.rank(skill, rules)), twice.burns_left(rules)),
        ([1, 1, 2], 0),
        "they add up"
    );
    for _ in 0..9 {
        change(&mut battle, "r1").broken.add(Critical::LifeSupport);
    }
    assert_eq!(Skill::ALL.map(|skill| ship(&battle, "r1").rank(skill, rules)), [1; 3], "to 1 at least");
}
