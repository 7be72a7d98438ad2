//! The hexes on which a ship could come under fire, compared with every move that the rules allow and with every shot.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeSet;

use common::{SETUPS, ends_by_the_rules, setup};
use game::{Dice, Game, Random, Seat, Seed, Viewer};
use hex::Hex;
use scene::{Draw, Place};
use sixfold_hex_ships::{Action, Battle, HexShips, Ship, Step};

fn exposed(game: &HexShips, seat: Seat) -> BTreeSet<Hex> {
    let area = game.exposed(&game.view(Viewer::Spectator), seat);
    let hex = |place: Place| match place {
        Place::Hex(hex) => hex,
        Place::Vertex(_) | Place::Triangle(_) => panic!("ships stand on hexes"),
    };
    area.into_iter().flat_map(|area| area.places).map(hex).collect()
}

/// All hexes on which a weapon of this ship bears.
fn field(battle: &Battle, ship: &Ship) -> impl Iterator<Item = Hex> {
    let mounts = 0..ship.hull(battle.rules()).mounts.len();
    let bears = |hex: &Hex| mounts.clone().any(|mount| ship.bears(mount, *hex, battle.rules(), battle.set()));
    battle.map().hexes().filter(bears).collect::<Vec<_>>().into_iter()
}

/// With one ship on each side, the ship that moves now is all that can fire.
#[test]
fn a_hex_is_exposed_exactly_if_a_move_of_the_enemy_brings_it_under_fire() {
    let (mut same, mut hexes) = (0, 0);
    for (number, text) in (0..).zip(["scenario=duel", "scenario=duel weapons=balanced"].iter().cycle().take(6)) {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut game = HexShips::start(&setup(text), &mut dice).unwrap();
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            if let Step::Move(moving) = *game.battle.step()
                && moving.moved == 0
            {
                let mover = *game.battle.ship(moving.ship).unwrap();
                let target = *game.battle.ships().iter().find(|ship| ship.seat != mover.seat).unwrap();
                let found = exposed(&game, target.seat);
                let (ends, usual) = ends_by_the_rules(&game, moving.ship);
                let expected: BTreeSet<Hex> = ends.iter().flat_map(|ship| field(&game.battle, ship)).collect();
                if usual {
                    assert!(expected.is_subset(&found), "{text}\n{game:?}");
                }
                // Near the target the ship cannot end on the hex of the target, which counts as free.
                if mover.hex.distance(target.hex) > 10 {
                    assert_eq!(found, expected, "{text}\n{game:?}");
                    same += 1;
                    hexes += found.len();
                }
            }
            game.apply(&action, &mut dice);
            dice.take_rolls();
        }
    }
    assert!(same > 20 && hexes > 500, "the battles are too few: {same} and {hexes}");
}

/// What is exposed at the beginning of a round holds for all moves and shots of the round, whoever moves first.
#[test]
fn every_shot_hits_a_ship_on_a_hex_that_was_exposed_before_the_moves() {
    let mut shots = 0;
    for (number, text) in (0..).zip(SETUPS.iter().cycle().take(40)) {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut game = HexShips::start(&setup(text), &mut dice).unwrap();
        let (mut round, mut before, mut stopped) = (0, [BTreeSet::new(), BTreeSet::new()], BTreeSet::new());
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            let battle = &game.battle;
            if battle.round() != round {
                round = battle.round();
                before = [Seat(0), Seat(1)].map(|seat| exposed(&game, seat));
                stopped.clear();
            }
            match (battle.step(), action) {
                (Step::Move(moving), Action::Stop) => {
                    stopped.insert(moving.ship);
                }
                // A squadron launches from where its carrier has moved to.
                (Step::Move(moving), Action::Speed(_)) if battle.ship(moving.ship).unwrap().is_aboard() => {
                    stopped.insert(moving.ship);
                }
                (Step::Aim(aim), Action::Fire) if !stopped.contains(&aim.ship) => {
                    for (target, _) in aim.targets().filter(|(_, on)| *on != 0) {
                        let target = battle.ship(target).unwrap();
                        assert!(before[target.seat.index()].contains(&target.hex), "{text}\n{game:?}");
                        shots += 1;
                    }
                }
                _ => {}
            }
            game.apply(&action, &mut dice);
            dice.take_rolls();
        }
    }
    assert!(shots > 30, "the battles are too few: {shots}");
}
