//! Helpers for tests of campaigns.
#![allow(dead_code, reason = "not every test file asks for everything")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{Dice, Exit, Journey as _, Match, NamedRules, Seat, Seed, Setup, Travel};
use sixfold_hex_ships::rules::Rules;
use sixfold_hex_ships::{Battle, Campaign, Fate, HexShips};

pub(crate) const RED: Seat = Seat(0);
pub(crate) const BLUE: Seat = Seat(1);

pub(crate) fn set_out(options: &str) -> Travel<Campaign> {
    let setup = Setup::parse(Campaign::OPTIONS, options.split_whitespace()).unwrap();
    Travel::by(&NamedRules::<Rules>::built_in(), setup, Seed::number(7)).unwrap()
}

/// Takes a step that is allowed.
pub(crate) fn step(travel: &mut Travel<Campaign>, text: &str) {
    travel.play_text(RED, text).unwrap_or_else(|error| panic!("{text}: {error}"));
}

/// The battle that the campaign waits for, as it begins.
pub(crate) fn battle_of(travel: &Travel<Campaign>) -> Match<HexShips> {
    let next = travel.next_match().expect("a battle was begun");
    Match::by(travel.rules(), next.setup, travel.match_seed(next.number)).unwrap()
}

/// Begins the battle and ends it in the position that `change` makes; this side gives up.
pub(crate) fn fight(
    travel: &mut Travel<Campaign>,
    loser: Seat,
    dice: &[u32],
    change: impl FnOnce(&mut Battle),
) -> Campaign {
    step(travel, "start");
    let begun = battle_of(travel);
    let mut state = begun.state().clone();
    for ship in 0..state.battle.ships().len() as u8 {
        state.battle.ship_mut(ship).fate = Fate::Here;
    }
    change(&mut state.battle);
    let setup = travel.next_match().unwrap().setup;
    let mut fought = Match::from_position(setup, Seed::number(1), state);
    fought.exit(Exit::Resigned(loser)).unwrap();
    let mut after = travel.state().clone();
    after.take(&fought, &mut Dice::scripted(dice.iter().copied()));
    after
}
