//! The conformance suite and the checks of the scene, in every scenario.

mod common;

use common::{NAMED, SETUPS, setup};
use game::testkit::Suite;
use game::{Dice, Game, Random, playout};
use hex::{Direction, Hex};
use sixfold_hex_ships::{Action, HexShips, Side};

/// Random games of the default setup take long; those of the others are short.
fn suite(setups: &[&str], games: u64) -> Suite<HexShips> {
    setups.iter().fold(Suite::new(), |suite, setup| suite.setup(setup)).games(games)
}

/// Every kind of action, with invalid numbers too.
fn universe(_: &HexShips) -> Vec<Action> {
    let numbers = [0_u8, 1, 2, 3, 7, 8, 19, 20, 255];
    let hexes = [Hex::ORIGIN, Hex::new(0, -4), Hex::new(0, 4), Hex::new(0, -10), Hex::new(99, -3)];
    let mut all: Vec<Action> = Direction::ALL.map(Action::Face).to_vec();
    all.extend((-21..=21).chain([i8::MIN, i8::MAX]).map(Action::Speed));
    all.extend(numbers.iter().flat_map(|&ship| hexes.map(|hex| Action::Place { ship, hex })));
    all.extend(numbers.iter().flat_map(|&n| [Action::Target(n), Action::Also(n), Action::Switch(n)]));
    for from in Side::ALL {
        all.push(Action::Charge(from));
        for to in Side::ALL {
            all.extend([0, 1, 2, 5, 200].map(|points| Action::Shift { from, to, points }));
        }
    }
    all.extend([Action::Burn, Action::Ahead, Action::Leave, Action::Left, Action::Right, Action::Stop, Action::Done]);
    all.push(Action::Dock);
    all.extend([Action::Fire, Action::Hold, Action::Keep, Action::Reroll, Action::Jam]);
    all
}

#[test]
fn the_suite() {
    suite(&SETUPS[..4], 2).universe(universe).run();
}

#[test]
fn the_suite_in_the_scenarios() {
    suite(&SETUPS[4..], 1).setup(NAMED).run();
}

/// Before a battle, the scene shows nothing that chance decides. Actions that lose the battle have a question.
#[test]
fn before_the_battle_and_before_it_is_lost() {
    for text in SETUPS {
        scene::testkit::check_unbegun::<HexShips>(text);
    }
    for text in &SETUPS[..3] {
        scene::testkit::check_asking::<HexShips>(text, 1);
    }
}

#[test]
fn the_drawing() {
    for text in SETUPS[..8].iter().chain([&NAMED]) {
        scene::testkit::check_drawing::<HexShips>(text, 1);
    }
}

#[test]
fn random_battles_end_in_every_scenario() {
    for text in SETUPS {
        for seed in 0..20 {
            let mut dice = Dice::for_search(Random::new(seed));
            let mut game = HexShips::start(&setup(text), &mut dice).unwrap_or_else(|error| panic!("{text}: {error}"));
            playout(&mut game, &mut Random::new(seed), &mut dice, &mut Vec::new());
            assert!(game.outcome().is_some(), "{text}, seed {seed}");
        }
    }
}

#[test]
fn notation_is_read_in_one_spelling_only() {
    let game = HexShips::start(&setup("scenario=passing"), &mut Dice::seeded(&game::Seed::number(1)))
        .unwrap_or_else(|error| panic!("{error}"));
    let right = "place:r1:k3 face:NE speed:3 speed:-2 burn ahead leave dock left right stop charge:rear shift:front:left:12 ecm \
                 done target:b4 also:b1 switch:8 fire hold keep reroll";
    for text in right.split_whitespace() {
        let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.write(&action), text);
    }
    let wrong = "speed:+3 speed:03 speed: speed face:N: face:n place:r1 place:r1:k03 place:r5:k3 place:x1:k3 place:r0:k3 \
                 charge:top shift:front:rear shift:front:rear:-1 shift:front:rear:1:1 switch:0 switch:01 switch:300 \
                 target:b5 target:b target:r1r Ahead pass";
    for text in wrong.split_whitespace() {
        assert_eq!(game.read(text).unwrap_err().message.key, "no-action", "{text}");
    }
}
