//! Properties of every battle, checked by separate models: damage point by point, and the state after every action.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::{SETUPS, setup};
use game::{Dice, Game, Random, Seed};
use hex::{Direction, Hex};
use proptest::prelude::*;
use sixfold_hex_ships::rules::WeaponKind;
use sixfold_hex_ships::{Action, Battle, Fate, HexShips, Layers, Move, Step};

/// Damage as the original describes it, point by point.
fn point_by_point(kind: WeaponKind, damage: u8, [mut shield, mut armour, mut hull]: [u8; 3]) -> [u8; 3] {
    let mut layer = None;
    let mut points = u32::from(damage);
    if kind == WeaponKind::EmpBeam {
        // Each point counts three against shields; the remainder is divided by three.
        points *= 3;
        while points > 0 && shield > 0 {
            shield -= 1;
            points -= 1;
        }
        points /= 3;
    }
    for _ in 0..points {
        let shield_counts = shield > 0 && kind != WeaponKind::Torpedo && kind != WeaponKind::EmpBeam;
        let hits = if shield_counts {
            0
        } else if armour > 0 {
            1
        } else {
            2
        };
        // Missiles and rockets stop at the layer that they hit first.
        let stops = matches!(kind, WeaponKind::Missile | WeaponKind::Rocket);
        if stops && layer.is_some_and(|first| first != hits) {
            break;
        }
        layer = Some(hits);
        match hits {
            0 => shield -= 1,
            1 => armour -= 1,
            _ => hull = hull.saturating_sub(1),
        }
    }
    [shield, armour, hull]
}

proptest! {
    #[test]
    fn damage_is_what_it_is_point_by_point(
        kind in 0_usize..7, damage in 1_u8..40, shield in 0_u8..30, armour in 0_u8..30, hull in 1_u8..30,
    ) {
        let kind = WeaponKind::ALL[kind];
        let mut layers = Layers { shield, armour, hull };
        layers.hit(kind, damage, &common::rules().numbers);
        let expected = point_by_point(kind, damage, [shield, armour, hull]);
        prop_assert_eq!([layers.shield, layers.armour, layers.hull], expected, "{:?} for {}", kind, damage);
    }
}

/// Checks what holds in every battle at every moment.
fn is_sound(battle: &Battle) {
    let rules = battle.rules();
    for (number, ship) in battle.ships().iter().enumerate() {
        let hull = ship.hull(rules);
        assert!(ship.energy <= hull.most_energy && ship.structure <= hull.structure, "{battle:?}");
        for face in 0..4 {
            assert!(ship.shields[face] <= hull.shields[face] && ship.armour[face] <= hull.armour[face], "{battle:?}");
        }
        assert_eq!(ship.structure == 0, ship.fate == Fate::Destroyed, "{battle:?}");
        assert!(ship.speed <= hull.max_speed + rules.numbers.boost && ship.speed >= -hull.slower, "{battle:?}");
        assert!(!ship.jamming || ship.counter_measures(rules).is_some(), "{battle:?}");
        assert!(ship.intercepts == 0 || ship.design.items(rules).any(|item| item.key == "ams"), "{battle:?}");
        if ship.is_here() {
            assert!(battle.map().contains(ship.hex), "{battle:?}");
            let moves = battle.acting() == Some(number as u8);
            let others = battle.ships().iter().enumerate().filter(|(other, _)| *other != number);
            let shares = others
                .filter(|(other, _)| battle.acting() != Some(*other as u8))
                .any(|(_, other)| other.is_here() && other.hex == ship.hex);
            assert!(moves || !shares, "only a ship on its way shares a hex:\n{battle:?}");
        }
    }
}

/// Checks the values that never improve during a battle.
fn goes_on(before: &Battle, after: &Battle) {
    for (before, after) in before.ships().iter().zip(after.ships()) {
        assert!(after.structure <= before.structure && after.disruption >= before.disruption);
        assert!((0..4).all(|face| after.armour[face] <= before.armour[face]));
        assert!((0..8).all(|mount| after.ammunition[mount] <= before.ammunition[mount]));
        assert_eq!(before.broken.weapons & after.broken.weapons, before.broken.weapons);
        assert!(!matches!(before.fate, Fate::Destroyed | Fate::Withdrawn) || after.fate == before.fate);
    }
}

#[test]
fn every_state_of_random_battles_is_sound() {
    let mut shots = 0;
    for text in SETUPS {
        for seed in 0..20 {
            let (mut random, mut dice) = (Random::new(seed), Dice::seeded(&Seed::number(seed)));
            let mut game = HexShips::start(&setup(text), &mut dice).unwrap();
            let mut scratch = Vec::new();
            while let Some(action) = game.random_action(&mut random, &mut scratch) {
                let before = game.clone();
                game.apply(&action, &mut dice);
                is_sound(&game.battle);
                goes_on(&before.battle, &game.battle);
                shots += u32::from(action == Action::Fire);
            }
        }
    }
    assert!(shots > 100, "they did fight: {shots}");
}

/// A ship on its way: hex, facing, advances left, turns left.
type OnItsWay = (Hex, Direction, u8, u8);

/// The steps of a ship on its way, tried one by one: an advance within the map and the two turns. Each comes with what it
/// leads to; None if it leaves the map.
fn steps(battle: &Battle, backwards: bool, (at, facing, left, turns): OnItsWay) -> Vec<(Action, Option<OnItsWay>)> {
    let mut steps = Vec::new();
    if left > 0 {
        let next = at.neighbour(if backwards { facing.opposite() } else { facing });
        let inside = battle.map().contains(next);
        steps.push((
            if inside { Action::Ahead } else { Action::Leave },
            inside.then_some((next, facing, left - 1, turns)),
        ));
    }
    if turns > 0 {
        steps.push((Action::Left, Some((at, facing.turn(-1), left, turns - 1))));
        steps.push((Action::Right, Some((at, facing.turn(1), left, turns - 1))));
    }
    steps
}

/// Whether any order of steps finishes the move (HS-3, HS-22).
fn finishes(battle: &Battle, ship: u8, backwards: bool, now: OnItsWay) -> bool {
    let (at, _, left, _) = now;
    let taken = |hex: Hex| (0..).zip(battle.ships()).any(|(n, other)| n != ship && other.is_here() && other.hex == hex);
    if left == 0 {
        return !taken(at);
    }
    let after = |(_, next): (Action, Option<OnItsWay>)| next.is_none_or(|next| finishes(battle, ship, backwards, next));
    steps(battle, backwards, now).into_iter().any(after)
}

/// HS-33 step by step, in battles where ships stand close together.
#[test]
fn a_step_is_legal_unless_it_takes_the_last_way_to_finish() {
    let mut refused = [0, 0];
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut battle = common::battle(
            &[
                ("tempest", "a1 N 0"),
                ("sabre", "a2 N 0"),
                ("sabre", "a3 N 0"),
                ("sabre", "a4 N 0"),
                ("sabre", "a5 N 0"),
            ],
            &[("sabre", "a6 N 0"), ("sabre", "a7 N 0"), ("sabre", "a8 N 0"), ("sabre", "a9 N 0"), ("sabre", "a10 N 0")],
        );
        // The Tempest moves first. The others crowd around its hex, here in the middle and there at the edge.
        let middle = if seed % 2 == 0 { Hex::ORIGIN } else { Hex::new(0, -9) };
        let mut around: Vec<Hex> = middle.disc(2).filter(|&hex| hex != middle && battle.map().contains(hex)).collect();
        battle.ship_mut(0).hex = middle;
        for ship in 1..10 {
            battle.ship_mut(ship).hex = around.swap_remove(random.below(around.len() as u32) as usize);
        }
        assert_eq!(battle.acting(), Some(0), "the lowest initiative");
        let speed = [-2, -1, 1, 2][random.below(4) as usize];
        battle.play(Action::Speed(speed), &mut Dice::scripted([]), &mut |_| ());
        while let Step::Move(Move { ship: 0, left, turns, .. }) = *battle.step() {
            let ship = *battle.ship(0).unwrap();
            let now = (ship.hex, ship.facing, left, turns);
            let has_a_way = |next: Option<OnItsWay>| next.is_none_or(|next| finishes(&battle, 0, speed < 0, next));
            let mut legal = Vec::new();
            for (step, next) in steps(&battle, speed < 0, now) {
                let blocked = step == Action::Ahead && left == 1 && !has_a_way(next);
                let expected = !blocked && (has_a_way(next) || !has_a_way(Some(now)) || left == 0);
                assert_eq!(battle.forbids(step).is_none(), expected, "{step:?} in\n{battle:?}");
                refused[usize::from(step == Action::Ahead)] += u32::from(!expected && !blocked);
                if expected && step != Action::Leave {
                    legal.push(step);
                }
            }
            let stuck = left == 1 && !has_a_way(Some(now));
            assert_eq!(battle.forbids(Action::Stop).is_none(), stuck, "{battle:?}");
            if left == 0 || legal.is_empty() {
                break;
            }
            let step = legal[random.below(legal.len() as u32) as usize];
            battle.play(step, &mut Dice::scripted([]), &mut |_| ());
        }
    }
    assert!(refused[0] > 20, "turns were refused: {refused:?}");
}
