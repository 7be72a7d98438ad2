//! Previews: the ends of a move, and the expected results of an attack.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeMap;

use common::{act, battle, battle_of, change, play, put, ship, until_attack_of, until_move_of};
use game::{Dice, Game, Random, Roll};
use hex::{Direction, Hex};
use sixfold_hex_ships::{Action, Battle, HexShips, Move, Step};

fn moving(battle: &Battle) -> Move {
    match battle.step() {
        Step::Move(moving) => *moving,
        other => panic!("{other:?}"),
    }
}

/// The same, found by playing every order of steps.
fn by_playing(start: &Battle) -> BTreeMap<(Hex, Direction), u8> {
    let mut found = BTreeMap::new();
    let mut open = vec![(start.clone(), 0)];
    while let Some((battle, turns)) = open.pop() {
        let acting = battle.ship(moving(&battle).ship).unwrap();
        if battle.forbids(Action::Done).is_none() {
            let least = found.entry((acting.hex, acting.facing)).or_insert(u8::MAX);
            *least = turns.min(*least);
        }
        for (action, turn) in [(Action::Ahead, 0), (Action::Left, 1), (Action::Right, 1)] {
            if battle.forbids(action).is_none() {
                let mut next = battle.clone();
                act(&mut next, action);
                open.push((next, turns + turn));
            }
        }
    }
    found
}

#[test]
fn the_ends_of_a_move_are_those_that_playing_finds() {
    let places = [("k11 N 0", 3_i8), ("k3 NE 4", 4), ("b10 SW 2", 2), ("k11 S -1", -2), ("k11 N 1", 0)];
    for (place, speed) in places {
        let blue = [("sovereign", "k8 N 0"), ("sabre", "l9 N 0"), ("manta", "k10 N 0")];
        let mut battle = battle(&[("tempest", place)], &blue);
        change(&mut battle, "r1").speed = speed.signum() * (speed.abs() - 1).max(0);
        until_move_of(&mut battle, 0);
        let before = battle.ends(&moving(&battle), speed);
        act(&mut battle, Action::Speed(speed));
        let ends = battle.ends(&moving(&battle), speed);
        assert_eq!(before, ends, "setting the speed changes nothing");
        let listed: BTreeMap<(Hex, Direction), u8> =
            ends.iter().map(|end| ((end.hex, end.facing), end.turns)).collect();
        assert_eq!(listed.len(), ends.len(), "each once");
        assert_eq!(listed, by_playing(&battle), "{place} at {speed}");
        // Following the first action again and again leads to the end.
        for end in ends {
            let mut on_its_way = battle.clone();
            let mut steps = 0;
            while let Some(next) = on_its_way
                .ends(&moving(&on_its_way), speed)
                .into_iter()
                .find(|other| (other.hex, other.facing) == (end.hex, end.facing))
                .unwrap_or_else(|| panic!("{end:?} stays in reach"))
                .first
            {
                act(&mut on_its_way, next);
                steps += 1;
            }
            assert!(
                steps <= usize::from(speed.unsigned_abs() + end.turns) && on_its_way.forbids(Action::Done).is_none()
            );
        }
    }
}

/// Compares a forecast with many attacks with real dice.
#[test]
fn a_forecast_is_what_attacks_do_on_average() {
    let cases = [
        ("seed", "sovereign", "bastion", "k8 S 2"),
        ("seed", "manta", "sabre", "k9 S 0"),
        ("balanced", "tempest.missile-6.missile-3.rocket-5.laser", "dagger", "k9 SE 3"),
        ("seed", "hornet", "tempest", "k9 NE 0"),
        ("seed", "tempest.missile-3.missile-3.none.none", "needle", "k5 S 9"),
    ];
    for (weapons, red, blue, place) in cases {
        let mut start = battle_of(weapons, &[(red, "k11 N 0")], &[(blue, "k3 S 0")]);
        put(&mut start, 1, place);
        let target = change(&mut start, "b1");
        (target.shields, target.armour) = (target.shields.map(|s| s / 2), target.armour.map(|a| a / 3));
        change(&mut start, "r1").energy = 28;
        until_attack_of(&mut start, 0);
        play(&mut start, "target:b1");
        let Step::Aim(aim) = *start.step() else { panic!("it takes aim") };
        let forecast = start.forecast(ship(&start, "r1"), ship(&start, "b1"), aim.current_on());
        let points = |battle: &Battle| {
            let ship = ship(battle, "b1");
            let faces: u32 = ship.armour.iter().chain(&ship.shields).map(|&points| u32::from(points)).sum();
            f64::from(faces + u32::from(ship.structure))
        };
        let mut dice = Dice::for_search(Random::new(5));
        let (tries, mut damage, mut kills) = (20_000, 0.0, 0.0);
        for _ in 0..tries {
            let mut fired = start.clone();
            let mut dropped = false;
            fired.play(Action::Fire, &mut dice, &mut |event| {
                dropped |= matches!(event, sixfold_hex_ships::Event::Critical { critical, .. }
                    if critical == sixfold_hex_ships::rules::Critical::ShieldGenerator);
            });
            if !dropped {
                damage += points(&start) - points(&fired);
            }
            kills += f64::from(u8::from(!ship(&fired, "b1").is_here()));
        }
        let (damage, kills) = (damage / f64::from(tries), kills / f64::from(tries));
        assert!((damage - forecast.damage).abs() < 0.25, "{red}: {damage} and {forecast:?}");
        assert!((kills - forecast.kill).abs() < 0.02, "{red}: {kills} and {forecast:?}");
    }
}

#[test]
fn a_forecast_of_nothing_is_nothing() {
    let battle = battle(&[("dagger", "k11 N 0")], &[("dagger", "k9 S 0")]);
    let none = battle.forecast(ship(&battle, "r1"), ship(&battle, "b1"), 0);
    assert_eq!(none, sixfold_hex_ships::Forecast::default());
}

/// Compares the average damage of an attack with the actual damage. A roll that may be rerolled counts once it is
/// accepted.
#[test]
fn luck_compares_the_damage_with_what_was_to_be_expected() {
    let rolled = |values: &[u32]| values.iter().map(|&value| Roll { sides: 6, value }).collect::<Vec<_>>();
    for ranks in ["111", "311"] {
        let design = format!("dagger.cannon.none@{ranks}");
        let mut battle = battle(&[(design.as_str(), "k11 N 0")], &[("sovereign", "k9 S 0")]);
        until_attack_of(&mut battle, 0);
        play(&mut battle, "target:b1");
        let game = HexShips::from(battle);
        let expected = game.battle.forecast(ship(&game.battle, "r1"), ship(&game.battle, "b1"), 1).damage;
        let luck = if ranks == "111" {
            HexShips::luck(&game, &Action::Fire, &rolled(&[3, 3]))
        } else {
            assert!(HexShips::luck(&game, &Action::Fire, &rolled(&[3, 3])).is_empty());
            let mut shown = game.clone();
            shown.apply(&Action::Fire, &mut Dice::scripted([3, 3]));
            HexShips::luck(&shown, &Action::Keep, &[])
        };
        assert_eq!(luck.len(), 1);
        assert!((luck[0].expected - expected).abs() < 1e-9 && (luck[0].got - 8.0).abs() < 1e-9, "{luck:?}");
        assert!(HexShips::luck(&game, &Action::Hold, &[]).is_empty());
    }
}

/// The actions of a route, in notation.
fn written(battle: &Battle, actions: &[Action]) -> String {
    let game = HexShips::from(battle.clone());
    actions.iter().map(|action| game.write(action)).collect::<Vec<_>>().join(" ")
}

fn route(battle: &Battle, to: &str, facing: Direction) -> Option<sixfold_hex_ships::Route> {
    battle.routes(common::hex(to)).into_iter().find(|route| route.facing == facing)
}

#[test]
fn a_route_has_the_fewest_turns_and_then_the_speed_nearest_to_the_present_one() {
    let mut battle = battle(&[("tempest", "k11 N 3")], &[("sabre", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    let ahead = route(&battle, "k9", Direction::N).unwrap();
    assert_eq!(written(&battle, &ahead.actions), "speed:2 ahead ahead");
    let kept = route(&battle, "k8", Direction::N).unwrap();
    assert_eq!((written(&battle, &kept.actions).as_str(), kept.speed), ("speed:3 ahead ahead ahead", 3));
    assert_eq!(kept.hexes, ["k11", "k10", "k9", "k8"].map(common::hex));
    let routes = battle.routes(common::hex("k8"));
    assert_eq!(routes[0], kept, "without a facing, the way straight ahead");
    let facings: Vec<Direction> = routes.iter().map(|route| route.facing).collect();
    let mut clockwise = facings.clone();
    clockwise.sort_by_key(|facing| facing.index());
    assert_eq!(facings, clockwise, "clockwise from north");
}

#[test]
fn afterburners_are_part_of_a_route_only_if_there_is_no_other() {
    let mut battle = battle(&[("tempest@113", "k15 N 0")], &[("sabre", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    change(&mut battle, "r1").energy = 20;
    let most = *ship(&battle, "r1").speeds(battle.rules()).end();
    let from = ship(&battle, "r1").hex;
    let at = |ahead: i8| from + Direction::N.offset() * i32::from(ahead);
    assert!(battle.routes(at(most)).iter().all(|route| !route.burns()));
    let burning = battle.routes(at(most + 1));
    assert!(!burning.is_empty() && burning.iter().all(|route| route.actions[0] == Action::Burn));
    change(&mut battle, "r1").energy = 0;
    assert!(battle.routes(at(most + 1)).is_empty(), "there is no energy for them");
}

#[test]
fn hs_4_no_route_leaves_the_map() {
    let mut battle = battle(&[("dagger", "k2 N 4")], &[("sabre", "k21 N 0")]);
    until_move_of(&mut battle, 0);
    let routes: Vec<_> = battle.map().hexes().flat_map(|hex| battle.routes(hex)).collect();
    assert!(!routes.is_empty());
    for route in routes {
        assert!(!route.actions.contains(&Action::Leave) && route.hexes.iter().all(|hex| battle.map().contains(*hex)));
    }
}

#[test]
fn hs_15_steps_of_a_route_are_certain_up_to_the_first_turn_that_is_rolled() {
    let mut battle = battle(&[("tempest", "k11 N 3")], &[("sabre", "a1 N 0")]);
    until_move_of(&mut battle, 0);
    let turned =
        battle.routes(common::hex("k8")).into_iter().find(|route| route.actions.contains(&Action::Left)).unwrap();
    assert_eq!(battle.certain_steps(&turned), turned.actions.len());
    change(&mut battle, "r1").broken.add(sixfold_hex_ships::rules::Critical::SideThrusters);
    let first = turned.actions.iter().position(|action| matches!(action, Action::Left | Action::Right));
    assert_eq!(Some(battle.certain_steps(&turned)), first);
}
