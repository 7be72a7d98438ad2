//! The conformance suite and the checks of the scene, for every number of players and dice and with every option.

mod common;

use common::{SETUPS, cells, new_match, setup};
use game::testkit::Suite;
use game::{Dice, Game, Random, Seed, playout};
use sixfold_hex_dice::{Action, Cell, Faces, HexDice};

fn suite(games: u64) -> Suite<HexDice> {
    SETUPS.iter().fold(Suite::new(), |suite, setup| suite.setup(setup)).games(games).most_actions(20_000)
}

/// Every kind of action on some of the hexes, and invalid numbers.
fn universe(game: &HexDice) -> Vec<Action> {
    let own = game.position.owned(game.position.seat()).iter().take(3);
    let strange = [126, 127, 128, u8::MAX].map(Cell);
    let from: Vec<Cell> = own.map(|cell| Cell(cell as u8)).chain([Cell(0), Cell(63)]).chain(strange).collect();
    let to: Vec<Cell> = cells().step_by(7).chain(from.iter().copied()).collect();
    let faces = [None, Some(0), Some(1), Some(6), Some(7)];
    let pairs = || from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to)));
    let moves = pairs().flat_map(|(from, to)| faces.map(|face| Action::Move { from, to, face }));
    let strikes = pairs().map(|(from, to)| Action::Strike { from, to });
    let alone = to.iter().flat_map(|&cell| [Action::Reroll(cell), Action::Guard(cell)]);
    let deployments = to.iter().flat_map(|&to| [0, 1, 4, 7].map(|face| Action::Deploy { face, to }));
    let choices = [[0; 6], [1, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0], [9; 6]];
    let choices = choices.map(|counts| Action::Choose(Faces(counts)));
    moves.chain(strikes).chain(alone).chain(deployments).chain(choices).chain([Action::Decline]).collect()
}

#[test]
fn the_suite() {
    suite(2).universe(universe).run();
}

#[test]
fn the_drawing() {
    for setup in SETUPS {
        scene::testkit::check_drawing::<HexDice>(setup, 1);
        scene::testkit::check_asking::<HexDice>(setup, 1);
        scene::testkit::check_unbegun::<HexDice>(setup);
    }
}

/// Playing is by far the cheapest check, so it runs many more games than the others.
#[test]
fn random_games_end_and_have_places() {
    let mut random = Random::new(1);
    let mut dice = Dice::for_search(random.split());
    let (mut draws, mut wins, mut longest) = (0, 0, 0);
    for text in SETUPS {
        for _ in 0..60 {
            let mut game = HexDice::start(&setup(text), &mut dice).unwrap();
            longest = longest.max(playout(&mut game, &mut random, &mut dice, &mut Vec::new()));
            let outcome = game.outcome().unwrap();
            *if outcome.winner().is_some() { &mut wins } else { &mut draws } += 1;
        }
    }
    assert!(wins > 200 && draws > 100 && longest < 2_000, "{wins} won, {draws} drawn, the longest {longest}");
}

#[test]
fn the_first_player_is_drawn_evenly_and_armies_come_from_the_seed() {
    let mut first = [0; 6];
    for seed in 0..600 {
        let mut game_match = new_match("players=6", seed);
        for _ in 0..6 {
            let seat = game_match.actor().unwrap();
            game_match.play_text(seat, "keep").unwrap();
        }
        first[game_match.actor().unwrap().index()] += 1;
    }
    // 100 each with a standard deviation of 9. The seeds are fixed, so the result cannot vary.
    assert!(first.iter().all(|count| (60..140).contains(count)), "{first:?}");
    let hands =
        |seed| HexDice::start(&setup(""), &mut Dice::seeded(&Seed::number(seed))).unwrap().position.hand(0).to_vec();
    assert_eq!(hands(3), hands(3));
    assert_ne!(hands(3), hands(4));
}
