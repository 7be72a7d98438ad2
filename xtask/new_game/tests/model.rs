//! Compares the game with a naive model of its rules, in whole random games on every board.

mod common;

use std::collections::BTreeSet;

use common::naive::Model;
use game::{Dice, Game, Random, legal_actions};
use sixfold_{{crate}}::{Position, {{Type}}};

#[test]
fn random_games_agree_with_the_model() {
    let mut won = 0;
    for (base, seed) in (3..=6).flat_map(|base| (0..10).map(move |seed| (base, seed))) {
        let (mut game, mut model) = ({{Type}}(Position::empty(base)), Model::empty(base.into()));
        let mut random = Random::new(seed);
        loop {
            let legal: BTreeSet<String> = legal_actions(&game).iter().map(|cell| game.write(cell)).collect();
            assert_eq!(legal, model.legal(), "{:?}", game.0);
            let winner = game.outcome().and_then(|outcome| outcome.winner());
            assert_eq!(winner.map(|seat| usize::from(seat.0)), model.winner(), "{:?}", game.0);
            won += usize::from(winner.is_some());
            let Some(cell) = game.random_action(&mut random, &mut Vec::new()) else { break };
            model.place(&game.write(&cell));
            game.play(&cell, &mut Dice::scripted([])).expect("it is legal");
        }
    }
    assert!(won > 0, "some games are won");
}
