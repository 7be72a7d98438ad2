//! What the report of a campaign's battle says of every ship, compared with the battle played again.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::setup;
use game::testkit::play_at_random;
use game::{Match, Seed};
use sixfold_hex_ships::{Action, Deeds, HexShips, Ship, Step};

/// Everything that stands between a ship and its end.
fn strength(ship: &Ship) -> u16 {
    let sum = |points: [u8; 4]| points.into_iter().map(u16::from).sum::<u16>();
    sum(ship.shields) + sum(ship.armour) + u16::from(ship.structure)
}

#[test]
fn the_deeds_of_every_ship_are_what_the_others_have_lost() {
    let mut fired = 0;
    for seed in 0..12 {
        let start = Match::<HexShips>::new(setup("scenario=passing rounds=5"), Seed::number(seed)).unwrap();
        let fought = play_at_random(start, seed);
        let mut expected = vec![Deeds::default(); fought.state().battle.ships().len()];
        for (index, event) in fought.log().iter().enumerate() {
            let [before, after] = [index, index + 1].map(|at| fought.state_after(at).battle);
            if !matches!(before.step(), Step::Aim(_) | Step::Roll { .. }) {
                continue;
            }
            let attacker = usize::from(before.acting().unwrap());
            // No captain here has several targets.
            expected[attacker].attacks += u8::from(matches!(event.action(), Some((_, Action::Fire))));
            for (ship, (old, new)) in before.ships().iter().zip(after.ships()).enumerate() {
                let lost = strength(old).saturating_sub(strength(new));
                expected[ship].taken += lost;
                expected[attacker].dealt += lost;
            }
        }
        fired += expected.iter().map(|deeds| u32::from(deeds.dealt)).sum::<u32>();
        assert_eq!(Deeds::of(&fought), expected, "seed {seed}");
    }
    assert!(fired > 0, "somebody hit somebody");
}
