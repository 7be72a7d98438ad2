//! Helpers for tests of campaigns.
#![allow(dead_code, reason = "not every test file asks for everything")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::testkit::play_at_random;
use game::{
    Dice, Exit, Game as _, Journey as _, Match, NamedRules, RuleFiles, RuleSet as _, Seat, Seed, Setup, Travel,
};
use sixfold_hex_ships::rules::Rules;
use sixfold_hex_ships::{Action, Battle, Campaign, Fate, Fortune, HexShips};

pub(crate) const RED: Seat = Seat(0);
pub(crate) const BLUE: Seat = Seat(1);

pub(crate) fn set_out(options: &str) -> Travel<Campaign> {
    let setup = Setup::parse(Campaign::OPTIONS, options.split_whitespace()).unwrap();
    Travel::by(&NamedRules::<Rules>::built_in(), setup, Seed::number(7)).unwrap()
}

/// A fleet that is as large as a fleet may be (HS-40).
pub(crate) const SIXTEEN_NEEDLES: (&str, &str, &str) = (
    "campaign-frontier.toml",
    "ships = [\"sabre@121\", \"dagger@211\", \"dagger\", \"hornet@121\"]",
    "ships = [\"needle+needle+needle+needle+needle+needle+needle+needle\", \"needle+needle+needle+needle+needle+needle+needle+needle\"]",
);

/// Sets out by the built-in rules with these changes: in a file, one text in place of another.
pub(crate) fn set_out_by(changes: &[(&str, &str, &str)], options: &str) -> Travel<Campaign> {
    let named = ("battle.toml", "name = \"standard\"", "name = \"changed\"");
    let files = Rules::FILES.iter().map(|(file, text)| {
        let mut text = (*text).to_owned();
        for (_, old, new) in changes.iter().chain([&named]).filter(|(changed, ..)| changed == file) {
            assert!(text.contains(old), "{file} has `{old}`");
            text = text.replacen(old, new, 1);
        }
        ((*file).to_owned(), text)
    });
    let rules = NamedRules::parse(&RuleFiles::new(files).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let setup = Setup::parse(Campaign::OPTIONS, options.split_whitespace()).unwrap();
    Travel::by(&rules, setup, Seed::number(7)).unwrap()
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

/// A first battle of one round in which nobody fires, from the position that `change` makes: a draw. Returns the experience
/// of the captains before it, and the campaign after it.
pub(crate) fn draw(changes: &[(&str, &str, &str)], change: impl FnOnce(&mut Battle)) -> (Vec<u32>, Campaign) {
    let short = ("campaign-frontier.toml", "radius = 8\nrounds = 10", "radius = 8\nrounds = 1");
    let mut travel = set_out_by(&[&[short], changes].concat(), "campaign=frontier");
    let before = travel.state().captains().iter().map(|captain| captain.experience).collect();
    step(&mut travel, "start");
    let quiet = |fought: &mut Match<HexShips>, until: fn(&Battle) -> bool| {
        while let Some(seat) = fought.actor().filter(|_| !until(&fought.state().battle)) {
            let mut actions = Vec::new();
            fought.state().legal(&mut actions);
            let hold = actions.iter().find(|action| matches!(action, Action::Hold | Action::Speed(0)));
            let action = *hold.unwrap_or(&actions[0]);
            fought.play(seat, &action).unwrap();
        }
    };
    let mut begun = battle_of(&travel);
    quiet(&mut begun, |battle| battle.round() == 1);
    let mut state = begun.state().clone();
    change(&mut state.battle);
    let mut fought = Match::from_position(travel.next_match().unwrap().setup, Seed::number(1), state);
    quiet(&mut fought, |_| false);
    let mut after = travel.state().clone();
    after.take(&fought, &mut Dice::scripted([]));
    assert_eq!(after.chapters()[0].fortune, Fortune::Drawn);
    (before, after)
}

/// A campaign with a carrier after a first battle in which its squadrons did damage and took some.
pub(crate) fn after_squadrons_fought() -> Campaign {
    let carrier = (
        "campaign-frontier.toml",
        "ships = [\"sabre@121\", \"dagger@211\", \"dagger\", \"hornet@121\"]",
        "expansions = \"on\"\nships = [\"hive~wasp~moth@121\"]",
    );
    let close = ("campaign-frontier.toml", "radius = 8\nrounds = 10", "radius = 5\nrounds = 10");
    let mut travel = set_out_by(&[carrier, close], "campaign=frontier");
    step(&mut travel, "start");
    let after = |seed: u64| {
        let fought = play_at_random(battle_of(&travel), seed);
        let mut after = travel.state().clone();
        after.take(&fought, &mut Dice::seeded(&Seed::number(seed)));
        let deeds = after.chapters()[0].ships[0].deeds;
        (deeds.dealt_by_squadrons > 0 && deeds.taken_by_squadrons > 0).then_some(after)
    };
    (0..500).find_map(after).expect("squadrons hit and are hit sometimes")
}
