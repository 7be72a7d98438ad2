//! Battles with fleets that a computer picks with expansions on, played at random: what holds for squadrons at every moment (HS-38).
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::{rules, setup};
use game::{Dice, Game, Random, Seed, Viewer, legal_actions};
use scene::Draw;
use sixfold_hex_ships::{Action, Fate, HexShips, Ship, Step};

/// A battle of two fleets that a computer has picked. None if neither has a carrier.
fn picked(seed: u64) -> Option<(game::Setup, HexShips)> {
    let start = setup("points=320 expansions=on radius=8 rounds=8");
    let mut random = Random::new(seed);
    let mut pick = |key| HexShips::picked(rules(), &start, key, 1 + (seed % 5) as u8, &mut random).unwrap();
    let (red, blue) = (pick("red"), pick("blue"));
    let chosen = setup(&format!("points=320 expansions=on radius=8 rounds=8 red={red} blue={blue}"));
    let carries = red.contains('~') || blue.contains('~');
    let game =
        HexShips::start(&chosen, &mut Dice::seeded(&Seed::number(seed))).unwrap_or_else(|error| panic!("{error}"));
    carries.then_some((chosen, game))
}

/// Any action, but squadrons without ammunition go home and whoever can fire does, so that everything is seen often enough.
fn chosen(game: &HexShips, random: &mut Random) -> Option<Action> {
    let mut legal = legal_actions(game);
    if let Step::Move(moving) = game.battle.step()
        && let Some(ship) = game.battle.ship(moving.ship).filter(|ship| ship.is_here() && ship.is_squadron())
        && ship.ammunition[0] == 0
    {
        let mut speeds: Vec<i8> = ship.speeds(rules()).collect();
        speeds.sort_by_key(|speed| speed.abs());
        let speeds = if moving.is_set { vec![ship.speed] } else { speeds };
        for speed in speeds {
            if let Some(way) = game.battle.way_home(moving, speed) {
                return Some(if moving.is_set { way } else { Action::Speed(speed) });
            }
        }
    }
    let acting = game.battle.acting().and_then(|number| game.battle.ship(number));
    if acting.is_some_and(Ship::is_aboard) && random.below(2) == 0 {
        return Some(Action::Done);
    }
    if legal.len() > 1 {
        legal.retain(|action| !matches!(action, Action::Hold | Action::Leave | Action::Switch(_)));
    }
    legal.iter().find(|action| **action == Action::Fire).or_else(|| random.pick(&legal)).copied()
}

#[test]
fn hs_38_squadrons_are_sound_at_every_moment_of_random_battles() {
    let (mut battles, mut launched, mut docked, mut rearmed, mut lost) = (0, 0, 0, 0, 0);
    for seed in 0..120 {
        let Some((setup, mut game)) = picked(seed) else { continue };
        battles += 1;
        let (mut random, mut dice) = (Random::new(seed), Dice::seeded(&Seed::number(seed)));
        let (mut round, mut moved, mut steps) = (0, Vec::new(), 0);
        // In some battles carriers have no protection.
        for number in (0..game.battle.ships().len() as u8).filter(|_| seed % 2 == 0) {
            let ship = game.battle.ship_mut(number);
            if ship.hull(rules()).bays.is_some() {
                (ship.structure, ship.armour, ship.shields) = (2, [0; 4], [0; 4]);
            }
        }
        while let Some(action) = chosen(&game, &mut random) {
            let before = game.clone();
            let acting = before.battle.acting().and_then(|number| Some((number, *before.battle.ship(number)?)));
            if before.battle.round() != round {
                (round, moved) = (before.battle.round(), Vec::new());
            }
            if let (Step::Move(moving), Some((number, ship))) = (before.battle.step(), acting)
                && ship.is_aboard()
            {
                assert!(!moving.is_set && !moved.contains(&number), "it is asked once a round");
                moved.push(number);
                launched += u32::from(action != Action::Done);
            }
            game.apply(&action, &mut dice);
            if action == Action::Dock {
                let (number, ship) = acting.unwrap();
                let carrier = before.battle.carrier_of(&ship).unwrap();
                let bays = carrier.hull(rules()).bays.unwrap();
                assert!(ship.speed.unsigned_abs() <= bays.landing_speed && carrier.is_here());
                assert!(game.battle.ship(number).unwrap().fate != Fate::Here);
                docked += 1;
            }
            for (was, is) in before.battle.ships().iter().zip(game.battle.ships()).filter(|(was, _)| was.is_squadron())
            {
                assert_eq!((is.shields, is.armour), ([0; 4], [0; 4]));
                rearmed += u32::from(is.ammunition[0] > was.ammunition[0]);
                // A squadron may dock as the last action of a round, and be re-armed at once.
                let is_aboard = was.is_aboard() || is.is_aboard();
                assert!(is.ammunition[0] <= was.ammunition[0] || is_aboard, "re-armed aboard only");
                let carrier = game.battle.carrier_of(is).unwrap();
                if was.is_aboard() && carrier.fate == Fate::Destroyed {
                    assert_eq!(is.fate, Fate::Destroyed, "lost with its carrier");
                    lost += 1;
                }
            }
            steps += 1;
            if steps % 7 == 0 {
                holds(&setup, &game);
            }
        }
        assert!(game.outcome().is_some());
    }
    let seen = [launched, docked, rearmed, lost];
    assert!(battles >= 20 && seen.iter().all(|count| *count > 0), "{battles} battles: {seen:?}");
}

/// The position, the view and the scene of a battle say the same as the battle.
fn holds(setup: &game::Setup, game: &HexShips) {
    if game.outcome().is_none() {
        let text = game.write_position();
        let read = HexShips::read_position(&text, setup, rules()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(&read, game, "{text}");
    }
    let view = game.view(Viewer::Spectator);
    assert_eq!(&HexShips::try_imagine(&view, &mut Random::new(1)).unwrap(), game);
    let scene = game.scene(&view);
    let count = |wanted: fn(&Ship) -> bool| game.battle.ships().iter().filter(|ship| wanted(ship)).count();
    assert_eq!(scene.pieces.len(), count(Ship::is_here));
    let in_trays: usize = scene.trays.iter().map(|tray| tray.items.len()).sum();
    assert_eq!(scene.pieces.len() + in_trays, game.battle.ships().len(), "nobody is forgotten");
}
