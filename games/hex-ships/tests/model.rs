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
        if let Some(carrier) = battle.carrier_of(ship) {
            assert!(hull.is_squadron && carrier.hull(rules).bays.is_some(), "{battle:?}");
            let is_free = matches!(carrier.fate, Fate::Here | Fate::Waiting);
            assert!(
                !ship.is_aboard() || (is_free && ship.hex == carrier.hex),
                "it is where its carrier is:\n{battle:?}"
            );
        }
        assert_eq!(hull.is_squadron, ship.is_squadron(), "{battle:?}");
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

/// Checks the values that never improve during a battle, except aboard a carrier.
fn goes_on(before: &Battle, after: &Battle) {
    for (before, after) in before.ships().iter().zip(after.ships()) {
        assert!(!matches!(before.fate, Fate::Destroyed | Fate::Withdrawn) || after.fate == before.fate);
        assert_eq!(before.carrier, after.carrier);
        if before.is_aboard() {
            continue;
        }
        assert!(after.structure <= before.structure && after.disruption >= before.disruption);
        assert!((0..4).all(|face| after.armour[face] <= before.armour[face]));
        assert!((0..8).all(|mount| after.ammunition[mount] <= before.ammunition[mount]));
        assert_eq!(before.broken.weapons & after.broken.weapons, before.broken.weapons);
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

/// How a ship goes: in reverse or not, and the hex on which it can dock, if it is a squadron that is slow enough.
#[derive(Clone, Copy)]
struct Way {
    backwards: bool,
    home: Option<Hex>,
}

/// The steps of a ship on its way, tried one by one: an advance within the map and the two turns. Each comes with what it
/// leads to; None if it leaves the map or docks.
fn steps(battle: &Battle, way: Way, (at, facing, left, turns): OnItsWay) -> Vec<(Action, Option<OnItsWay>)> {
    let mut steps = Vec::new();
    if left > 0 {
        let next = at.neighbour(if way.backwards { facing.opposite() } else { facing });
        if way.home == Some(next) {
            steps.push((Action::Dock, None));
        }
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
fn finishes(battle: &Battle, ship: u8, way: Way, now: OnItsWay) -> bool {
    let (at, _, left, _) = now;
    let taken = |hex: Hex| (0..).zip(battle.ships()).any(|(n, other)| n != ship && other.is_here() && other.hex == hex);
    if left == 0 {
        return !taken(at);
    }
    let after = |(_, next): (Action, Option<OnItsWay>)| next.is_none_or(|next| finishes(battle, ship, way, next));
    steps(battle, way, now).into_iter().any(after)
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
        follow(&mut battle, 0, Way { backwards: speed < 0, home: None }, &mut random, &mut refused);
    }
    assert!(refused[0] > 20, "turns were refused: {refused:?}");
}

/// Goes on with a move at random until its end. Every step is allowed or refused as the model says.
fn follow(battle: &mut Battle, number: u8, way: Way, random: &mut Random, refused: &mut [u32; 2]) {
    while let Step::Move(Move { ship, left, turns, .. }) = *battle.step()
        && ship == number
    {
        let ship = *battle.ship(number).unwrap();
        let now = (ship.hex, ship.facing, left, turns);
        let has_a_way = |next: Option<OnItsWay>| next.is_none_or(|next| finishes(battle, number, way, next));
        let mut legal = Vec::new();
        let mut docks = false;
        for (step, next) in steps(battle, way, now) {
            let blocked = step == Action::Ahead && left == 1 && !has_a_way(next);
            let expected = !blocked && (has_a_way(next) || !has_a_way(Some(now)) || left == 0);
            assert_eq!(battle.forbids(step).is_none(), expected, "{step:?} in\n{battle:?}");
            refused[usize::from(step == Action::Ahead)] += u32::from(!expected && !blocked);
            docks |= step == Action::Dock;
            if expected && !matches!(step, Action::Leave | Action::Dock) {
                legal.push(step);
            }
        }
        assert_eq!(battle.forbids(Action::Dock).is_none(), docks, "{battle:?}");
        let stuck = left == 1 && !has_a_way(Some(now));
        assert_eq!(battle.forbids(Action::Stop).is_none(), stuck, "{battle:?}");
        if left == 0 || legal.is_empty() {
            break;
        }
        let step = legal[random.below(legal.len() as u32) as usize];
        battle.play(step, &mut Dice::scripted([]), &mut |_| ());
    }
}

/// The same for squadrons that launch or fly near their carrier (HS-38).
#[test]
fn a_squadron_launches_and_docks_as_the_model_says() {
    let (mut refused, mut launches) = ([0, 0], [0, 0]);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let crowd =
            [("sabre", "a6 N 0"), ("sabre", "a7 N 0"), ("sabre", "a8 N 0"), ("sabre", "a9 N 0"), ("sabre", "a10 N 0")];
        let red = [("hive~wasp", "a1 N 0"), ("sabre", "a2 N 0"), ("sabre", "a3 N 0"), ("sabre", "a4 N 0")];
        let mut battle = common::battle(&red, &crowd);
        let wasp = 4;
        let in_flight = seed % 3 > 0;
        if in_flight {
            common::put(&mut battle, wasp, "k19 N 0");
        }
        common::until_move_of(&mut battle, wasp);
        // Most of the others stand on the hexes next to it.
        let mut around: Vec<Hex> = Hex::ORIGIN.disc(2).filter(|&hex| hex != Hex::ORIGIN).collect();
        around.sort_by_key(|hex| hex.distance(Hex::ORIGIN));
        for number in (0..10).rev().filter(|number| *number != wasp) {
            battle.ship_mut(number).hex = around.remove(random.below(2 + (seed % 5) as u32) as usize);
        }
        if !in_flight {
            battle.ship_mut(0).hex = Hex::ORIGIN;
        }
        battle.ship_mut(wasp).hex = Hex::ORIGIN;
        let home = battle.ship(0).unwrap().hex;
        for speed in 1..=2 {
            let way = Way { backwards: false, home: Some(home) };
            let Step::Move(moving) = *battle.step() else { panic!("it moves") };
            let has_a_way = finishes(&battle, wasp, way, (Hex::ORIGIN, Direction::N, speed, moving.turns));
            let allowed = battle.forbids(Action::Speed(speed as i8)).is_none();
            assert_eq!(allowed, in_flight || has_a_way, "{battle:?}");
            launches[usize::from(allowed)] += u32::from(!in_flight);
        }
        let speed = 1 + random.below(2) as i8;
        if battle.forbids(Action::Speed(speed)).is_none() {
            battle.play(Action::Speed(speed), &mut Dice::scripted([]), &mut |_| ());
            follow(&mut battle, wasp, Way { backwards: false, home: Some(home) }, &mut random, &mut refused);
        }
    }
    assert!(launches.iter().all(|count| *count > 3), "some launch and some cannot: {launches:?}");
}
