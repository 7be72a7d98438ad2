//! Danger at a glance, compared with every placement of the opponent's next turn.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeSet;

use common::{SETUPS, setup};
use game::{Dice, Game, Random, Seat, Seed, Viewer};
use scene::{Draw, Place};
use sixfold_influence::{Action, Colour, Influence, Position};

/// The triangles of which a colour has fewer corners after an action of the opponent's next turn, or could not have all
/// three any more although one stone would be enough (that matters with thresholds only).
fn by_the_rules(position: &Position, colour: Colour) -> BTreeSet<Place> {
    let turn = position.turn() + u32::from(position.to_move() == colour);
    let now = position.with_stones(position.stones(), turn);
    let triangles = &now.ground().frames()[now.frame_steps()].triangles;
    let own = |position: &Position, index: usize| position.corners_of(index)[colour as usize];
    let mut all = BTreeSet::new();
    now.each_legal(|action| {
        let mut stones = now.stones();
        stones[colour.other() as usize] |= action.stones();
        let after = now.with_stones(stones, turn);
        let fewer = (0..triangles.len()).filter(|&index| own(&after, index) < own(&now, index));
        all.extend(fewer.map(|index| Place::Triangle(triangles[index])));
        if let Action::One(_) = action
            && now.options().thresholds
        {
            let mut mine = now.stones();
            mine[colour as usize] |= action.stones();
            let mine = now.with_stones(mine, turn);
            let vertices = now.ground().vertices();
            let beside = |index: usize| {
                let corners = triangles[index].corners();
                hex::Mask(u128::from(action.stones())).iter().any(|point| corners.contains(&vertices[point]))
            };
            let closed = |&index: &usize| own(&now, index) < 3 && own(&mine, index) == 3 && beside(index);
            all.extend((0..triangles.len()).filter(closed).map(|index| Place::Triangle(triangles[index])));
        }
    });
    all
}

#[test]
fn ground_is_in_danger_exactly_if_a_turn_of_the_opponent_devalues_or_closes_it() {
    let mut found = 0;
    for text in SETUPS {
        let (mut random, mut dice) = (Random::new(4), Dice::seeded(&Seed::number(4)));
        let mut game = Influence::start(&setup(text), &mut dice).unwrap();
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            for colour in Colour::BOTH {
                let threats = game.danger(&game.view(Viewer::Spectator), Seat(colour as u8));
                let places: BTreeSet<Place> = threats.iter().flat_map(|threat| threat.places.clone()).collect();
                assert_eq!(places, by_the_rules(&game.position, colour), "{text}: {colour:?}\n{game:?}");
                found += places.len();
            }
            game.apply(&action, &mut dice);
        }
        let over = game.danger(&game.view(Viewer::Spectator), Seat(0));
        assert!(over.is_empty(), "nothing is in danger after the end");
    }
    assert!(found > 500, "the games are too few: {found}");
}

#[test]
fn without_options_on_a_board_of_rows_nothing_can_be_lost() {
    let game = common::played(common::start("", &[]), "d3 d4 c3 c2");
    assert!(Seat::first(2).all(|seat| game.danger(&game.view(Viewer::Spectator), seat).is_empty()));
}
