//! Compares the game with a naive model of the rulebook, in random games with every option, dice included.

mod common;

use std::collections::BTreeSet;

use common::naive::Model;
use common::{SETUPS, new_match};
use game::{Game, Match, Random, Seat, legal_actions};
use sixfold_influence::{Action, Influence};

fn agree(game: &Influence, model: &Model) {
    let position = &game.position;
    let legal: BTreeSet<String> = legal_actions(game).iter().map(|action| game.write(action)).collect();
    assert_eq!(legal, model.legal(), "allowed turns\n{game:?}");
    for seat in [0, 1] {
        let own = |spot: &(i32, i32)| model.owner[spot] == seat;
        let stones: BTreeSet<String> = model.owner.keys().copied().filter(own).map(|spot| model.name(spot)).collect();
        let known = position.ground().vertices().len();
        let here = (0..known as u8).filter(|&point| position.stones()[seat] >> point & 1 == 1);
        let here: BTreeSet<String> = here.map(|point| position.ground().point_name(point).to_owned()).collect();
        assert_eq!(here, stones, "stones\n{game:?}");
    }
    assert_eq!(position.totals().map(i64::from), model.totals, "totals\n{game:?}");
    assert_eq!(position.pays().map(i64::from), model.resolve(None), "what the next resolution pays\n{game:?}");
    assert_eq!(position.tokens(), model.token, "tokens\n{game:?}");
    assert_eq!(game.turn().number, model.turn, "turn\n{game:?}");
    assert_eq!(game.turn().seat, Seat(model.mover() as u8), "mover\n{game:?}");
    let winner = game.outcome().map(|outcome| outcome.winner().expect("there are no draws"));
    assert_eq!(winner, model.winner().map(|seat| Seat(seat as u8)), "winner\n{game:?}");
}

/// Plays a random game in both, with few passes: uniformly random play would pass twice in a row before the board is
/// full.
fn play(setup: &str, seed: u64) -> Match<Influence> {
    let mut game_match = new_match(setup, seed);
    let keystone = game_match.start_rolls().first().map(|roll| roll.value as usize - 1);
    let mut model = Model::new(setup, keystone);
    let mut random = Random::new(seed);
    agree(game_match.state(), &model);
    while let Some(seat) = game_match.actor() {
        let mut action = game_match.state().random_action(&mut random, &mut Vec::new()).expect("somebody can act");
        let single = matches!(action, Action::Two(..)) && random.below(8) > 0;
        if action == Action::Pass && !seed.is_multiple_of(3) || single {
            let empty = hex::Mask(u128::from(game_match.state().position.empty()));
            action = Action::One(empty.nth(random.below(empty.len() as u32) as usize) as u8);
        }
        let text = game_match.state().write(&action);
        let played = game_match.play(seat, &action).expect("it was drawn from the legal ones").clone();
        let mut dice = played.rolls.iter().map(|roll| roll.value);
        model.play(&text, &mut dice);
        assert_eq!(dice.next(), None, "the model rolls every die that the game rolls");
        agree(game_match.state(), &model);
    }
    game_match
}

#[test]
fn random_games_of_every_setup_agree_with_the_model() {
    let (mut full, mut passes, mut thresholds) = (0, 0, 0);
    for setup in SETUPS {
        for seed in 0..12 {
            let game_match = play(setup, seed);
            let end = &game_match.state().position;
            match game_match.actions().last() {
                Some(Action::Pass) => passes += 1,
                _ if end.empty() == 0 => full += 1,
                _ => thresholds += 1,
            }
        }
    }
    assert!(full > 20 && passes > 20 && thresholds > 10, "every way to end is seen: {full} {passes} {thresholds}");
}

/// All 2^6 subsets of the switches, on the smallest lattice board and on the honeycomb.
#[test]
fn every_combination_of_switches_agrees_with_the_model() {
    const SWITCHES: [&str; 6] = ["dice", "token", "keystone", "echo", "thresholds", "shifting"];
    for board in ["compact", "honeycomb"] {
        for bits in 0..1 << SWITCHES.len() {
            let on = (0..SWITCHES.len()).filter(|index| bits >> index & 1 == 1).map(|index| SWITCHES[index]);
            let mut setup = format!("board={board}");
            for switch in on {
                setup.extend([" ", switch, "=on"]);
            }
            if board == "honeycomb" && setup.contains("shifting") && !setup.contains("keystone") {
                continue; // IN-8
            }
            play(&setup, bits);
        }
    }
}
