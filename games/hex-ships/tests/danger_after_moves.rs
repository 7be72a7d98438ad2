//! The danger from enemies that move before they attack, compared with every move that the rules allow.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::{SETUPS, ends_by_the_rules, setup};
use game::{Arg, Dice, Game, Random, Seat, Seed, Viewer};
use scene::{Draw, Place, Threat, ThreatKind};
use sixfold_hex_ships::{Action, Battle, HexShips, Ship, Step, mounts};

/// The threats to this seat, each with the ships that it is from and to.
fn danger(game: &HexShips, seat: Seat) -> Vec<(u8, u8, Threat)> {
    let threats = game.danger(&game.view(Viewer::Spectator), seat);
    let ship = |place: &Place| match place {
        Place::Hex(hex) => game.battle.ship_at(*hex).unwrap(),
        Place::Vertex(_) | Place::Triangle(_) => panic!("ships stand on hexes"),
    };
    threats.into_iter().map(|threat| (ship(&threat.from[0]), ship(&threat.places[0]), threat)).collect()
}

/// What an attack comes to: the chance to destroy the target, the damage, the chance to hit in percent, the number of weapons.
fn attack(battle: &Battle, ship: &Ship, target: &Ship) -> Option<(f64, f64, i64, i64)> {
    let on = battle.automatic(ship, target, 0);
    let ways = |mount: usize| battle.ways_to_hit(ship, ship.weapon(mount, battle.set()).unwrap(), target);
    let hits = mounts(on).map(ways).max()?;
    let forecast = battle.forecast(ship, target, on);
    let percent = (100.0 * f64::from(hits) / 36.0).round() as i64;
    Some((forecast.kill, forecast.damage, percent, i64::from(on.count_ones())))
}

/// Holds a threat, or that there is none, against all ends of the enemy's next move.
fn check(battle: &Battle, threat: Option<&Threat>, ends: &[Ship], target: &Ship) {
    let attacks = || ends.iter().filter_map(|end| Some((end, attack(battle, end, target)?)));
    let worst =
        attacks().map(|(_, (kill, damage, ..))| (kill, damage)).max_by(|one, other| one.partial_cmp(other).unwrap());
    let (Some(threat), Some((kill, damage))) = (threat, worst) else {
        assert!(threat.is_none() && worst.is_none(), "{threat:?} {worst:?}\n{battle:?}");
        return;
    };
    assert!(threat.moves);
    let args = &threat.words.args;
    assert_eq!(args["damage"], Arg::Tenths((10.0 * damage).round() as i64), "{threat:?}\n{battle:?}");
    let destroyed = (100.0 * kill).round() as i64;
    assert_eq!(args["destroyed"], Arg::Number(destroyed), "{threat:?}\n{battle:?}");
    let kind = match destroyed {
        0 => ThreatKind::Struck,
        100 => ThreatKind::Lost,
        _ => ThreatKind::MayBeLost,
    };
    assert_eq!(threat.kind, kind);
    // The told hex is one from which it is as bad, on that side, with these weapons.
    let is_told = |(end, (kills, harms, hits, count)): (&Ship, (f64, f64, i64, i64))| {
        let side = target.side_towards(end.hex).unwrap();
        (kills, harms) == (kill, damage)
            && args["hex"] == Arg::Text(battle.map().name(end.hex))
            && args["side"] == Arg::word("side", side.name())
            && args["percent"] == Arg::Number(hits)
            && args["count"] == Arg::Number(count)
    };
    assert!(attacks().any(is_told), "{threat:?}\n{battle:?}");
}

#[test]
fn a_ship_is_in_danger_by_the_worst_of_all_moves_that_the_rules_allow_its_enemy() {
    let (mut positions, mut kinds) = (0, [0; 2]);
    for (number, text) in (0..).zip(SETUPS.iter().cycle().take(20)) {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut game = HexShips::start(&setup(text), &mut dice).unwrap();
        let mut movers = 0;
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            if let Step::Move(moving) = *game.battle.step()
                && moving.moved == 0
                && !moving.is_set
                && let mover = *game.battle.ship(moving.ship).unwrap()
                && !mover.is_aboard()
            {
                movers += 1;
                let threats = danger(&game, Seat(1 - mover.seat.0));
                let has_moved = |ship: u8| game.battle.move_order().take(usize::from(moving.at)).any(|one| one == ship);
                assert!(threats.iter().all(|(from, _, threat)| threat.moves != has_moved(*from)), "{game:?}");
                // Every move of a ship is slow to play: some ships are enough.
                if movers % 4 == 1 {
                    let (ends, _) = ends_by_the_rules(&game, moving.ship);
                    for (to, target) in (0..).zip(game.battle.ships()).filter(|(_, ship)| ship.is_here()) {
                        if target.seat != mover.seat {
                            let threat = threats.iter().find(|threat| (threat.0, threat.1) == (moving.ship, to));
                            check(&game.battle, threat.map(|threat| &threat.2), &ends, target);
                            kinds[usize::from(threat.is_some_and(|threat| threat.2.kind < ThreatKind::Struck))] += 1;
                        }
                    }
                    positions += 1;
                }
            }
            game.apply(&action, &mut dice);
            dice.take_rolls();
        }
    }
    assert!(positions > 40 && kinds.iter().all(|count| *count > 10), "the battles are too few: {positions} {kinds:?}");
}

/// Between the attacks of a round, enemies that cannot fire any more are told by their moves in the next round.
#[test]
fn after_an_attack_the_moves_of_the_next_round_count_if_there_is_one() {
    let (mut same, mut last) = (0, 0);
    // The quick Needle attacks first and moves last.
    let enemies = ["hornet@113", "sabre", "bastion"].iter().cycle().take(60);
    for (number, enemy) in (0..).zip(enemies) {
        let text = format!("scenario=duel radius=5 rounds=5 points=999 red=needle blue={enemy}");
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut game = HexShips::start(&setup(&text), &mut dice).unwrap();
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            if let Step::Aim(aim) = *game.battle.step() {
                let seat = game.battle.ship(aim.ship).unwrap().seat;
                let threats = danger(&game, seat);
                let mut later = game.clone();
                while matches!(later.battle.step(), Step::Aim(_)) {
                    later.apply(&Action::Hold, &mut Dice::scripted([]));
                }
                if game.battle.round() == game.battle.rounds() {
                    assert!(threats.iter().all(|(_, _, threat)| !threat.moves), "{game:?}");
                    last += 1;
                } else if let Step::Move(moving) = *later.battle.step()
                    && moving.ship != aim.ship
                    && threats.iter().all(|(_, _, threat)| threat.moves)
                {
                    let (ends, _) = ends_by_the_rules(&later, moving.ship);
                    let target = later.battle.ship(aim.ship).unwrap();
                    check(&later.battle, threats.first().map(|threat| &threat.2), &ends, target);
                    same += 1;
                }
            }
            game.apply(&action, &mut dice);
            dice.take_rolls();
        }
    }
    assert!(same > 5 && last > 3, "the battles are too few: {same} and {last}");
}
