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

/// What every ship has done and taken by itself.
fn deeds_alone(fought: &Match<HexShips>) -> Vec<Deeds> {
    let mut alone = vec![Deeds::default(); fought.state().battle.ships().len()];
    for (index, event) in fought.log().iter().enumerate() {
        let [before, after] = [index, index + 1].map(|at| fought.state_after(at).battle);
        if !matches!(before.step(), Step::Aim(_) | Step::Roll { .. }) {
            continue;
        }
        let attacker = usize::from(before.acting().unwrap());
        // No captain here has several targets.
        alone[attacker].attacks += u8::from(matches!(event.action(), Some((_, Action::Fire))));
        for (ship, (old, new)) in before.ships().iter().zip(after.ships()).enumerate() {
            // A squadron that is lost in its bay has taken no damage.
            let lost = if old.is_aboard() { 0 } else { strength(old).saturating_sub(strength(new)) };
            alone[ship].taken += lost;
            alone[attacker].dealt += lost;
        }
    }
    alone
}

#[test]
fn the_deeds_of_every_ship_are_what_the_others_have_lost() {
    let mut fired = 0;
    for seed in 0..12 {
        let start = Match::<HexShips>::new(setup("scenario=passing rounds=5"), Seed::number(seed)).unwrap();
        let fought = play_at_random(start, seed);
        let expected = deeds_alone(&fought);
        fired += expected.iter().map(|deeds| u32::from(deeds.dealt)).sum::<u32>();
        assert_eq!(Deeds::of(&fought), expected, "seed {seed}");
    }
    assert!(fired > 0, "somebody hit somebody");
}

#[test]
fn hs_38_the_deeds_of_a_carrier_have_those_of_its_squadrons() {
    let text =
        "scenario=duel radius=5 rounds=9 points=999 expansions=on red=hive~wasp~moth+dagger blue=citadel~wasp~moth";
    let (mut dealt, mut taken) = (0, 0);
    for seed in 0..30 {
        let fought = play_at_random(Match::<HexShips>::new(setup(text), Seed::number(seed)).unwrap(), seed);
        let alone = deeds_alone(&fought);
        let mut expected = alone.clone();
        for (squadron, ship) in fought.state().battle.ships().iter().enumerate() {
            let Some(carrier) = ship.carrier else { continue };
            let (carrier, squadron) = (&mut expected[usize::from(carrier)], alone[squadron]);
            carrier.dealt += squadron.dealt;
            carrier.dealt_by_squadrons += squadron.dealt;
            carrier.taken += squadron.taken;
            carrier.taken_by_squadrons += squadron.taken;
            carrier.attacks += squadron.attacks;
            (dealt, taken) = (dealt + squadron.dealt, taken + squadron.taken);
        }
        assert_eq!(Deeds::of(&fought), expected, "seed {seed}");
    }
    assert!(dealt > 0 && taken > 0, "squadrons hit and were hit: {dealt} and {taken}");
}
