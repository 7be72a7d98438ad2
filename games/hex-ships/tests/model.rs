//! Properties of every battle, checked by separate models: damage point by point, and the state after every action.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::{SETUPS, setup};
use game::{Dice, Game, Random, Seed};
use proptest::prelude::*;
use sixfold_hex_ships::rules::WeaponKind;
use sixfold_hex_ships::{Battle, Fate, HexShips, Layers};

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
                shots += u32::from(action == sixfold_hex_ships::Action::Fire);
            }
        }
    }
    assert!(shots > 100, "they did fight: {shots}");
}
