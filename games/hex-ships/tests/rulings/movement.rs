//! Movement: thrust, exact advances, turns on any hex, reverse, stopping short, drifting, leaving.

use std::collections::BTreeSet;

use game::{Chance, Game};
use hex::Direction;
use sixfold_hex_ships::rules::Critical;
use sixfold_hex_ships::{Action, Battle, Event, Fate, HexShips, Step};

use crate::common::{
    act, allowed, battle, change, end_round, hex, play, put, read, refused, roll, ship, stand, until_move_of,
};

/// A Dagger in the middle, about to move, with enemies far away.
fn alone(place: &str) -> Battle {
    let mut battle = battle(&[("dagger", place)], &[("sovereign", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    battle
}

fn speeds(battle: &Battle) -> Vec<i8> {
    (-20..=20).filter(|&speed| battle.forbids(Action::Speed(speed)).is_none()).collect()
}

#[test]
fn the_speed_is_set_within_the_thrust_rating() {
    assert_eq!(speeds(&alone("k11 N 3")), [1, 2, 3, 4, 5, 6]);
    assert_eq!(speeds(&alone("k11 N 6")), [4, 5, 6, 7], "never above the maximum");
    let battle = alone("k11 N 3");
    assert_eq!(refused(&battle, "speed:7"), "speed-out-of-reach");
    assert_eq!(refused(&battle, "speed:0"), "speed-out-of-reach");
}

#[test]
fn the_speed_is_set_once_and_before_anything_moves() {
    let mut battle = alone("k11 N 3");
    for early in ["ahead", "left", "right", "done", "stop", "leave"] {
        assert_eq!(refused(&battle, early), "set-speed-first", "{early}");
    }
    play(&mut battle, "speed:2");
    assert_eq!(refused(&battle, "speed:3"), "speed-is-set");
    assert_eq!(refused(&battle, "burn"), "speed-is-set");
}

#[test]
fn exactly_so_many_advances_are_made() {
    let mut battle = alone("k11 N 3");
    play(&mut battle, "speed:2 ahead");
    assert_eq!(refused(&battle, "done"), "not-finished");
    play(&mut battle, "ahead");
    assert_eq!(refused(&battle, "ahead"), "no-advance-left");
    assert_eq!(ship(&battle, "r1").hex, hex("k9"));
    assert!(allowed(&battle, "done"));
}

/// The original's example: with speed 3 and manoeuvrability 2, turns may be made in any of the 4 hexes. Here with the
/// four turns of a Dagger.
#[test]
fn turns_may_be_made_anywhere_up_to_the_manoeuvrability() {
    let mut battle = alone("k11 N 3");
    play(&mut battle, "speed:3 left ahead right ahead right ahead right");
    assert_eq!(refused(&battle, "left"), "no-turn-left");
    assert_eq!((ship(&battle, "r1").hex, ship(&battle, "r1").facing), (hex("k9"), Direction::SE));
    play(&mut battle, "done");
}

/// The original's example as a count: the ends of a ship at speed 3 with two turns, found by trying every order.
#[test]
fn the_ends_of_a_move_are_all_orders_of_its_advances_and_turns() {
    let mut start = battle(&[("tempest", "k11 N 3")], &[("sovereign", "a1 N 0")]);
    until_move_of(&mut start, 0);
    play(&mut start, "speed:3");
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(battle) = open.pop() {
        if allowed(&battle, "done") {
            found.insert((ship(&battle, "r1").hex, ship(&battle, "r1").facing));
        }
        for step in ["ahead", "left", "right"].map(|text| read(&battle, text)) {
            if battle.forbids(step).is_none() {
                let mut next = battle.clone();
                act(&mut next, step);
                open.push(next);
            }
        }
    }
    // The same by geometry: one turn after i advances and one after j advances.
    let mut expected = BTreeSet::new();
    for i in 0..=3 {
        for j in i..=3 {
            for (a, b) in [(0, 0), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
                let facing = |advance: i32| {
                    Direction::N.turn(if i <= advance { a } else { 0 } + if j <= advance { b } else { 0 })
                };
                let end = (0..3).fold(hex("k11"), |at, advance| at.neighbour(facing(advance)));
                expected.insert((end, facing(3)));
            }
        }
    }
    assert_eq!(found, expected);
}

#[test]
fn hs_2_reverse_goes_down_to_the_negative_thrust() {
    assert_eq!(speeds(&alone("k11 N 0")), [-2, -1, 0, 1, 2, 3]);
    assert_eq!(speeds(&alone("k11 N -2")), [-2, -1, 0, 1]);
    let mut battle = alone("k11 N -1");
    play(&mut battle, "speed:-2 ahead left ahead done");
    assert_eq!(
        ship(&battle, "r1").hex,
        hex("k12").neighbour(Direction::SE),
        "backwards, and the bow to the north-west"
    );
    assert_eq!(ship(&battle, "r1").facing, Direction::NW);
}

#[test]
fn hs_3_ships_pass_through_each_other() {
    let mut battle = battle(&[("dagger", "k11 N 2"), ("sabre", "k10 N 0")], &[("sovereign", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:2 ahead ahead done");
    assert_eq!(ship(&battle, "r1").hex, hex("k9"));
}

#[test]
fn hs_3_the_last_advance_may_not_end_on_another_ship() {
    let mut battle = battle(&[("dagger", "k11 N 1"), ("sabre", "k10 N 0")], &[("sovereign", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:1");
    assert_eq!(refused(&battle, "ahead"), "last-hex-taken");
    assert_eq!(refused(&battle, "stop"), "can-still-finish", "it has turns left");
    play(&mut battle, "left ahead done");
    assert_eq!(ship(&battle, "r1").hex, hex("k11").neighbour(Direction::NW));
}

/// Spends all turns of a Dagger with broken side thrusters: each of them fails.
fn fail_to_turn(battle: &mut Battle) {
    change(battle, "r1").broken.add(Critical::SideThrusters);
    for _ in 0..4 {
        roll(battle, Action::Left, &[1, 1]);
    }
}

/// Ships of both sides block. A ship without turns left stops on the last free hex of its way.
#[test]
fn hs_3_a_ship_that_cannot_finish_stops_short_at_the_speed_that_it_moved() {
    let mut battle = battle(&[("dagger", "k11 N 3")], &[("sovereign", "k8 N 0"), ("sabre", "k9 N 0")]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:3");
    fail_to_turn(&mut battle);
    play(&mut battle, "ahead ahead");
    assert_eq!(refused(&battle, "ahead"), "last-hex-taken");
    assert_eq!(refused(&battle, "done"), "not-finished");
    let events = act(&mut battle, Action::Stop);
    let stopped = ship(&battle, "r1");
    assert_eq!((stopped.hex, stopped.speed), (hex("k10"), 1), "k9 was taken, k10 is the last free one");
    assert_eq!(events, [Event::StoppedShort { ship: 0, at: hex("k10"), speed: 1 }]);
    play(&mut battle, "done");
}

#[test]
fn hs_22_stopping_short_needs_that_no_way_of_turning_finishes() {
    // The ship is blocked ahead, to the left and to the right. Two turns lead to a free hex.
    let blue = [("sovereign", "k10 N 0"), ("sabre", "j11 N 0"), ("sabre", "l11 N 0")];
    let mut battle = battle(&[("tempest", "k11 N 1")], &blue);
    let around = [Direction::N, Direction::NW, Direction::NE];
    for (number, direction) in (1..).zip(around) {
        let place = battle.map().name(hex("k11").neighbour(direction));
        put(&mut battle, number, &format!("{place} N 0"));
    }
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:1");
    assert_eq!(refused(&battle, "stop"), "can-still-finish", "two turns lead to a free hex");
    play(&mut battle, "left");
    assert_eq!(refused(&battle, "stop"), "can-still-finish", "one more turn does");
    change(&mut battle, "r1").broken.add(Critical::SideThrusters);
    roll(&mut battle, Action::Left, &[1, 1]);
    assert!(allowed(&battle, "stop"), "its two turns are spent");
    play(&mut battle, "stop");
    assert_eq!((ship(&battle, "r1").hex, ship(&battle, "r1").speed), (hex("k11"), 0), "perhaps its first hex");
}

#[test]
fn hs_22_leaving_the_map_counts_as_finishing() {
    let mut battle = battle(&[("tempest", "k1 N 0")], &[("sovereign", "a1 N 0")]);
    put(&mut battle, 1, "k2 N 0");
    change(&mut battle, "r1").facing = Direction::S;
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:1");
    assert_eq!(refused(&battle, "stop"), "can-still-finish");
    put(&mut battle, 0, "k1 S 1");
    play(&mut battle, "left left");
    assert_eq!(ship(&battle, "r1").facing, Direction::NE);
    assert_eq!(refused(&battle, "stop"), "can-still-finish", "off the map");
    play(&mut battle, "leave");
    assert_eq!(ship(&battle, "r1").fate, Fate::Withdrawn);
}

#[test]
fn hs_22_a_ship_in_reverse_that_stops_short_keeps_its_sign() {
    let mut battle = battle(&[("dagger", "k11 N -2")], &[("sovereign", "k13 N 0")]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:-2");
    fail_to_turn(&mut battle);
    play(&mut battle, "ahead stop");
    assert_eq!((ship(&battle, "r1").hex, ship(&battle, "r1").speed), (hex("k12"), -1));
}

/// The ship of the review: with its forward thrusters out it wasted its turns before a friend and went from speed 2 to 0.
#[test]
fn hs_33_turns_cannot_be_wasted_to_stop_short() {
    let mut battle =
        battle(&[("tempest", "k11 N 2"), ("sabre", "k10 N 0"), ("sabre", "k9 N 0")], &[("manta", "a1 N 0")]);
    change(&mut battle, "r1").broken.add(Critical::ForwardThrusters);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:2");
    let mut open = vec![battle];
    while let Some(battle) = open.pop() {
        assert!(!allowed(&battle, "stop"), "no way of moving ends short:\n{battle:?}");
        for step in ["ahead", "left", "right"].map(|text| read(&battle, text)) {
            if battle.forbids(step).is_none() {
                let mut next = battle.clone();
                act(&mut next, step);
                open.push(next);
            }
        }
    }
}

#[test]
fn hs_33_a_step_without_a_way_to_finish_is_refused_as_long_as_another_has_one() {
    // Ahead there is a ship, and behind it another one; the ship has two turns.
    let mut start = battle(&[("tempest", "k11 N 2")], &[("manta", "k10 N 0"), ("sabre", "k9 N 0")]);
    until_move_of(&mut start, 0);
    play(&mut start, "speed:2");
    let mut wasted = start.clone();
    play(&mut wasted, "left");
    assert_eq!(refused(&wasted, "right"), "dead-end", "north again without a turn ends on k9");
    play(&mut wasted, "ahead ahead done");
    // On k10 the last turn leads past k9; and back to the north there is none.
    let mut on_the_way = start;
    play(&mut on_the_way, "ahead left");
    assert_eq!(refused(&on_the_way, "right"), "dead-end");
    assert_eq!(refused(&on_the_way, "stop"), "can-still-finish");
    play(&mut on_the_way, "ahead right done");
}

#[test]
fn hs_33_an_advance_is_refused_likewise() {
    // One turn is left. On k11 it still leads past the others; on k10 they leave no free hex to end on.
    let mut battle =
        battle(&[("tempest", "k11 N 2")], &[("manta", "a1 N 0"), ("sabre", "a3 N 0"), ("sabre", "a5 N 0")]);
    for (number, direction) in (1..).zip([Direction::N, Direction::NE, Direction::NW]) {
        let place = battle.map().name(hex("k10").neighbour(direction));
        put(&mut battle, number, &format!("{place} N 0"));
    }
    change(&mut battle, "r1").broken.add(Critical::SideThrusters);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:2");
    roll(&mut battle, Action::Left, &[1, 1]);
    assert_eq!(refused(&battle, "ahead"), "dead-end");
    roll(&mut battle, Action::Left, &[6, 6]);
    play(&mut battle, "ahead ahead done");
    assert_eq!(ship(&battle, "r1").hex, hex("k11") + Direction::NW.offset() * 2);
}

#[test]
fn hs_33_a_turn_that_fails_by_chance_may_take_the_last_way_away() {
    let mut battle = battle(&[("tempest", "k11 N 1")], &[("manta", "k10 N 0"), ("sabre", "a1 N 0")]);
    change(&mut battle, "r1").broken.add(Critical::SideThrusters);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:1");
    roll(&mut battle, Action::Left, &[1, 1]);
    roll(&mut battle, Action::Right, &[1, 1]);
    assert!(allowed(&battle, "stop"));
}

/// Where no step has a way to finish, every step is allowed, and the ship stops at the last hex that is free (HS-3).
#[test]
fn hs_33_where_no_step_has_a_way_all_are_allowed() {
    let mut battle = battle(&[("dagger", "k11 N 2")], &[("manta", "k9 N 0"), ("sabre", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:2");
    fail_to_turn(&mut battle);
    assert!(allowed(&battle, "ahead"));
    assert_eq!(refused(&battle, "stop"), "can-still-finish", "first it goes as far as it can");
    play(&mut battle, "ahead stop done");
    assert_eq!((ship(&battle, "r1").hex, ship(&battle, "r1").speed), (hex("k10"), 1));
}

#[test]
fn hs_4_a_ship_that_leaves_the_map_has_withdrawn() {
    let mut battle = battle(&[("dagger", "k2 N 2"), ("sabre", "k15 N 0")], &[("sovereign", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:2 ahead");
    assert_eq!(refused(&battle, "ahead"), "edge-ahead", "nobody leaves by mistake");
    let events = act(&mut battle, Action::Leave);
    assert_eq!(events[0], Event::Withdrew { ship: 0 });
    assert_eq!(ship(&battle, "r1").fate, Fate::Withdrawn);
    end_round(&mut battle);
    assert_eq!(battle.result(), None, "the sabre fights on");
    while let Step::Move(moving) = *battle.step() {
        assert_ne!(moving.ship, 0, "it moves no more");
        stand(&mut battle);
    }
    assert_eq!(refused(&alone("k11 N 1"), "leave"), "set-speed-first");
    let mut inside = alone("k11 N 1");
    play(&mut inside, "speed:1");
    assert_eq!(refused(&inside, "leave"), "no-edge-ahead");
}

#[test]
fn hs_5_a_disabled_ship_drifts() {
    let mut battle = battle(&[("dagger", "k11 NE 3"), ("sabre", "a11 N 0")], &[("sovereign", "u1 N 0")]);
    change(&mut battle, "r1").disruption = 5;
    end_round(&mut battle);
    let before = *ship(&battle, "r1");
    let mut moved = Vec::new();
    while let Step::Move(moving) = *battle.step() {
        moved.push(moving.ship);
        stand(&mut battle);
    }
    assert!(!moved.contains(&0), "it does nothing itself");
    let after = ship(&battle, "r1");
    assert_eq!(after.hex, before.hex + Direction::NE.offset() * 3);
    assert_eq!((after.speed, after.facing, after.shields), (3, Direction::NE, before.shields));
    assert_eq!(after.disruption, 5, "disruption lasts for the battle");
}

#[test]
fn hs_5_a_disabled_ship_drifts_off_the_map() {
    let mut battle = battle(&[("dagger", "k2 N 3"), ("sabre", "a11 N 0")], &[("sovereign", "u1 N 0")]);
    change(&mut battle, "r1").disruption = 9;
    end_round(&mut battle);
    assert_eq!(ship(&battle, "r1").fate, Fate::Withdrawn);
}

#[test]
fn hs_22_a_drifting_ship_stops_short_likewise() {
    let mut battle =
        battle(&[("dagger", "k11 N 3"), ("sabre", "k8 N 0"), ("manta", "k9 N 0")], &[("sovereign", "u1 N 0")]);
    change(&mut battle, "r1").disruption = 5;
    end_round(&mut battle);
    let stopped = ship(&battle, "r1");
    assert_eq!((stopped.hex, stopped.speed), (hex("k10"), 1), "through nobody to the last free hex");
}

fn engineer(place: &str, ranks: &str) -> Battle {
    let design = format!("dagger@{ranks}");
    let mut battle = battle(&[(design.as_str(), place)], &[("sovereign", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    battle
}

#[test]
fn hs_10_afterburners_add_one_to_thrust_and_maximum() {
    let mut slow = engineer("k11 N 2", "113");
    assert_eq!(ship(&slow, "r1").energy, 6, "5 and 1 for engineering 2");
    play(&mut slow, "burn");
    assert_eq!((ship(&slow, "r1").speed, ship(&slow, "r1").energy), (6, 3), "2 + 3 + 1, for 3 energy");
    let mut fast = engineer("k11 N 6", "113");
    play(&mut fast, "burn");
    assert_eq!(ship(&fast, "r1").speed, 8, "one above the maximum");
    assert_eq!(refused(&fast, "burn"), "speed-is-set");
}

#[test]
fn hs_10_the_excess_is_gone_at_the_next_speed_setting() {
    let mut battle = engineer("k20 N 7", "113");
    play(&mut battle, "burn");
    assert_eq!(ship(&battle, "r1").speed, 8);
    put(&mut battle, 0, "k20 N 8");
    for _ in 0..8 {
        play(&mut battle, "ahead");
    }
    play(&mut battle, "done");
    end_round(&mut battle);
    until_move_of(&mut battle, 0);
    assert_eq!(speeds(&battle), [5, 6, 7], "from 7, which it fell to");
    assert_eq!(refused(&battle, "burn"), "no-afterburners", "once a battle");
}

#[test]
fn hs_10_afterburners_need_the_rank_and_the_energy() {
    assert_eq!(refused(&engineer("k11 N 2", "112"), "burn"), "no-afterburners");
    let mut poor = engineer("k11 N 2", "113");
    change(&mut poor, "r1").energy = 2;
    assert_eq!(refused(&poor, "burn"), "no-energy");
}

fn with_critical(place: &str, criticals: &[Critical]) -> Battle {
    let mut battle = alone(place);
    for &critical in criticals {
        change(&mut battle, "r1").broken.add(critical);
    }
    battle
}

#[test]
fn hs_15_with_side_thrusters_out_a_turn_needs_seven() {
    let mut battle = with_critical("k11 N 2", &[Critical::SideThrusters]);
    play(&mut battle, "speed:2");
    let failed = roll(&mut battle, Action::Left, &[3, 3]);
    assert_eq!(failed, [Event::Thrusters { ship: 0, dice: [3, 3], turned: false }]);
    assert_eq!(ship(&battle, "r1").facing, Direction::N);
    let turned = roll(&mut battle, Action::Left, &[3, 4]);
    assert_eq!(turned, [Event::Thrusters { ship: 0, dice: [3, 4], turned: true }]);
    assert_eq!(ship(&battle, "r1").facing, Direction::NW);
    let Step::Move(moving) = battle.step() else { panic!("it still moves") };
    assert_eq!(moving.turns, 2, "both attempts have spent a point");
    let mut weights = Vec::new();
    let game = HexShips::from(battle);
    assert_eq!(game.chance(&Action::Right, &mut weights), Chance::Listed);
    assert_eq!(weights, [15, 21]);
}

#[test]
fn hs_25_speed_above_the_maximum_falls_to_it_free_of_thrust() {
    let battle = with_critical("k11 N 7", &[Critical::Engines, Critical::Engines, Critical::Engines]);
    assert_eq!(speeds(&battle), [2, 3, 4], "from 4: the maximum is 7 - 3");
    let stuck = with_critical("k11 N 7", &[Critical::Engines, Critical::ForwardThrusters]);
    assert_eq!(speeds(&stuck), [6], "even with forward thrusters out");
}

#[test]
fn hs_25_forward_thrusters_out_forbid_lowering_the_signed_speed() {
    assert_eq!(speeds(&with_critical("k11 N 2", &[Critical::ForwardThrusters])), [2, 3, 4, 5]);
    assert_eq!(speeds(&with_critical("k11 N -1", &[Critical::ForwardThrusters])), [-1, 0, 1, 2]);
    assert_eq!(speeds(&with_critical("k11 N 0", &[Critical::ForwardThrusters])), [0, 1, 2, 3], "no reverse");
}

#[test]
fn hs_25_the_maximum_is_never_below_0_and_limits_reverse_too() {
    let engines = [Critical::Engines; 9];
    assert_eq!(speeds(&with_critical("k11 N 0", &engines[..6])), [-1, 0, 1], "a maximum of 1");
    assert_eq!(speeds(&with_critical("k11 N 3", &engines)), [0]);
    assert_eq!(speeds(&with_critical("k11 N -2", &engines)), [0]);
}

#[test]
fn ships_move_from_the_lowest_initiative_to_the_highest() {
    let mut battle = battle(
        &[("needle", "k3 S 0"), ("sovereign", "a1 S 0"), ("sabre", "d4 S 0")],
        &[("manta", "k19 N 0"), ("tempest", "p12 N 0")],
    );
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(battle.ship_name(battle.acting().unwrap()));
        stand(&mut battle);
    }
    assert_eq!(order, ["r2", "b2", "r3", "b1", "r1"], "1, 2, 3, 4, 5");
}
