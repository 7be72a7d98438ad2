//! Computer captains who share a side of Hex Ships (HS-45).
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::Game as _;
use game::{Match, Random, Seat, Seed, Setup, Viewer, legal_actions};
use hex_ships::{Action, HexShips};
use sixfold_ai::{Bot, Level};

/// Two computers that share a side beat a fleet that moves at random.
#[test]
fn hs_45_captains_of_one_side_fight_together() {
    let text = "scenario=duel points=999 red=sabre+dagger+dagger blue=sabre+dagger+dagger wing=2+3";
    let setup = Setup::parse(HexShips::INFO.options, text.split(' ')).unwrap();
    let mut battle = Match::<HexShips>::new(setup, Seed::number(1)).unwrap();
    let mut bots = [1, 2, 3].map(|seed| Bot::new(Level::named("1").unwrap(), seed));
    let (mut random, mut acted) = (Random::new(2), [0; 3]);
    while let Some(seat) = battle.actor() {
        let action = if seat == Seat(1) {
            let mut legal = legal_actions(battle.state());
            if legal.len() > 1 {
                legal.retain(|action| *action != Action::Leave);
            }
            *random.pick(&legal).unwrap()
        } else {
            bots[seat.index()].think::<HexShips>(&battle.view(Viewer::Seat(seat))).decide().unwrap()
        };
        acted[seat.index()] += 1;
        battle.play(seat, &action).unwrap();
    }
    let outcome = battle.outcome().unwrap();
    assert_eq!([0, 1, 2].map(|seat| outcome.place(Seat(seat))), [1, 3, 1], "{acted:?}");
    assert!(acted.iter().all(|count| *count > 10), "{acted:?}");
}
