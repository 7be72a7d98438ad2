//! Maps, scenarios, fleets, deployment.

use game::{Dice, Game, Seat, SetupError, legal_actions};
use hex::Direction;
use sixfold_hex_ships::{Action, Fate, Fleet, HexShips, Map, Options, Step};

use crate::common::{battle, hex, refused, rules, setup};

fn options(text: &str) -> Options {
    Options::of(&setup(text), rules()).unwrap_or_else(|error| panic!("{error}"))
}

fn wrong(text: &str) -> String {
    match Options::of(&setup(text), rules()) {
        Err(why @ SetupError::Conflict { .. }) => why.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

fn started(text: &str, dice: &[u32]) -> HexShips {
    HexShips::start(&setup(text), &mut Dice::scripted(dice.iter().copied())).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn hs_1_the_default_map_has_radius_10_and_scenarios_set_their_own() {
    assert_eq!(options("").radius, 10);
    assert_eq!(options("scenario=duel").radius, 7);
    assert_eq!(options("scenario=duel radius=12").radius, 12);
    assert_eq!(Map::new(10).hexes().count(), 331);
}

#[test]
fn hs_13_the_default_length_is_12_rounds() {
    assert_eq!(options("").rounds, 12);
    assert_eq!((options("scenario=pursuit").rounds, options("rounds=5").rounds), (8, 5));
}

/// The host of a match lets each side choose its own fleet and shows it to nobody before the match begins.
#[test]
fn hs_18_a_fleet_is_its_own_sides_to_pick() {
    let owners: Vec<_> = HexShips::INFO.options.iter().filter_map(|spec| Some((spec.key, spec.seat?))).collect();
    assert_eq!(owners, [("red", 0), ("blue", 1)]);
}

#[test]
fn hs_18_fleets_are_picked_by_points() {
    let rules = rules();
    let cost = |text: &str| {
        let read = Fleet::read(text, rules, &rules.weapon_sets[0]).map_err(|why| why.to_string());
        read.map(|fleet| fleet.cost(rules, &rules.weapon_sets[0]))
    };
    assert_eq!(cost("dagger"), Ok(22 + 15 + 14), "the hull and the weapons that it fits");
    assert_eq!(cost("dagger.none.none"), Ok(22));
    assert_eq!(cost("dagger.none.none@121"), Ok(30), "a captain is level 1 unless paid for");
    assert_eq!(cost("dagger.none.none@444"), Ok(22 + 124), "level 10");
    assert_eq!(
        cost("dagger.torpedo.laser"),
        Err("the fleet has `torpedo` in a mount of `dagger` that does not hold it: omni (1-6)".to_owned())
    );
    let told = wrong("points=60 red=dagger+dagger");
    assert!(told.contains("costs 102 points, and 60 are allowed"), "{told}");
    assert_eq!(options("points=102 red=dagger+dagger").fleets[0].ships.len(), 2);
}

#[test]
fn a_fleet_that_is_wrong_says_what_would_be_right() {
    let cases = [
        ("red=dager", "`red=dager` has the hull `dager`; there is only needle, dagger"),
        ("red=dagger.laser", "has `dagger` with 1 instead of 2 weapons; an empty mount is `none`"),
        ("red=dagger.lazer.laser", "has the weapon `lazer`; there is only laser"),
        ("red=dagger.laser.cannon", "has `cannon` in a mount of `dagger` that does not hold it: energy (1)"),
        ("red=dagger@12", "a captain is three ranks from 1 to 6"),
        ("red=dagger@170", "a captain is three ranks from 1 to 6"),
        ("red=dagger@555", "has a captain of level 13, and the highest is 10"),
        ("red=dagger+", "has the hull ``; there is only"),
        (
            "points=9999 red=needle+needle+needle+needle+needle+needle+needle+needle+needle+needle+needle",
            "has 11 ships, and at most 10 are allowed",
        ),
        ("scenario=moon", "there is no `scenario=moon`: it is one of skirmish"),
        ("scenario=ambush red=dagger", "has its own ships"),
        ("scenario=ambush radius=12", "has its own map"),
        ("radius=4", "`radius=4` is too small: it is 0 or from 5 to 12"),
    ];
    for (text, expected) in cases {
        let told = wrong(text);
        assert!(told.contains(expected), "{text}: {told}");
    }
}

#[test]
fn hs_24_missile_6_is_in_the_balanced_set_only() {
    assert!(wrong("red=dagger.missile-6.laser").contains("has the weapon Missile-6, which is not in `weapons=seed`"));
    assert_eq!(options("weapons=balanced red=dagger.missile-6.laser").fleets[0].ships.len(), 1);
}

#[test]
fn hs_30_torpedoes_go_only_into_fixed_mounts() {
    let rules = rules();
    let set = &rules.weapon_sets[0];
    let torpedo = &set.weapons[set.find("torpedo").unwrap()];
    for mount in rules.hulls.iter().flat_map(|hull| &hull.mounts) {
        assert!(!mount.takes(torpedo) || mount.field.is_fixed());
    }
    assert!(
        wrong("red=manta.laser.laser.torpedo").contains("has `torpedo` in a mount of `manta` that does not hold it"),
        "an omni turret"
    );
}

#[test]
fn a_fleet_is_written_in_its_shortest_form() {
    let rules = rules();
    for (text, short) in [
        ("dagger.cannon.laser@111", "dagger"),
        ("dagger.cannon.laser@121+needle", "dagger@121+needle"),
        ("dagger.none.laser", "dagger.none.laser"),
    ] {
        let fleet = Fleet::read(text, rules, &rules.weapon_sets[0]).unwrap();
        assert_eq!(fleet.write(rules, &rules.weapon_sets[0]), short);
    }
}

#[test]
fn hs_18_a_ready_fleet_costs_no_more_than_the_points_either() {
    let rules = rules();
    for points in [60, 130, 300] {
        let setup = format!("points={points}");
        let setup = game::Setup::parse(HexShips::INFO.options, [setup.as_str()]).unwrap();
        let fleets = Options::of(&setup, rules).unwrap().fleets;
        for fleet in fleets {
            let cost = fleet.cost(rules, &rules.weapon_sets[0]);
            assert!(cost <= points && !fleet.ships.is_empty(), "{cost} of {points}");
        }
    }
    let told = wrong("points=20");
    assert!(told.contains("no ship of the ready fleet costs 20 points or less"), "{told}");
}

#[test]
fn hs_18_fleets_deploy_in_turn_on_their_rows_with_any_facing_at_speed_0() {
    let mut game = started("red=dagger+needle blue=dagger", &[3, 2, 2]);
    assert_eq!(game.turn().seat, Seat(1), "the match seed draws who begins");
    let hexes: Vec<_> = legal_actions(&game)
        .into_iter()
        .map(|action| match action {
            Action::Place { ship: 2, hex } => hex,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(hexes.iter().all(|hex| hex.r >= 8) && hexes.len() == 36, "{}", hexes.len());
    let mut dice = Dice::scripted([]);
    let mut seats = Vec::new();
    for text in ["place:b1:k19", "face:NW", "place:r2:k1", "face:S", "place:r1:l2", "face:SE"] {
        seats.push(game.turn().seat.0);
        let action = game.read(text).unwrap();
        game.play(&action, &mut dice).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    assert_eq!(seats, [1, 1, 0, 0, 0, 0], "Blue has no second ship");
    let blue = game.battle.ship(2).unwrap();
    assert_eq!((blue.hex, blue.facing, blue.speed, blue.fate), (hex("k19"), Direction::NW, 0, Fate::Here));
    assert!(matches!(game.battle.step(), Step::Move(_)) && game.battle.round() == 1);
}

#[test]
fn hs_18_a_ship_is_placed_on_a_free_hex_of_ones_own_rows() {
    let game = started("red=dagger+needle blue=dagger", &[3, 2, 1]);
    let battle = &game.battle;
    assert_eq!(refused(battle, "place:r1:k11"), "outside-zone");
    assert_eq!(refused(battle, "place:b1:k1"), "not-your-ship");
    assert_eq!(refused(battle, "ahead"), "deploy-now");
    let mut next = battle.clone();
    crate::common::play(&mut next, "place:r1:k1");
    assert_eq!(refused(&next, "place:r2:k1"), "face-now");
    crate::common::play(&mut next, "face:S place:b1:k21 face:N");
    assert_eq!(refused(&next, "place:r2:k1"), "taken");
    assert_eq!(refused(&next, "place:r1:k2"), "already-placed");
}

#[test]
fn a_scenario_can_say_where_its_ships_start() {
    let game = started("scenario=passing", &[8, 7, 6, 5, 4, 3, 2]);
    let red = game.battle.ship(0).unwrap();
    assert_eq!((red.hex, red.facing, red.speed), (hex("h6"), Direction::S, 4));
    assert!(matches!(game.battle.step(), Step::Move(_)) && game.battle.round() == 1);
}

#[test]
fn the_ships_of_a_scenario_are_named_by_seat_and_number() {
    let battle = battle(&[("dagger", "k11 N 0"), ("needle", "d11 N 0")], &[("sabre", "k3 S 0")]);
    assert_eq!((0..3).map(|ship| battle.ship_name(ship)).collect::<Vec<_>>(), ["r1", "r2", "b1"]);
    assert_eq!(
        ["r1", "r2", "b1", "r3", "b2", "r0", "x1", "r", ""].map(|name| battle.ship_named(name)),
        [Some(0), Some(1), Some(2), None, None, None, None, None, None]
    );
    // People read the names with a capital letter, unlike those of hexes, and may type them so.
    let titles = (0..3).map(|ship| battle.ship_title(ship)).collect::<Vec<_>>();
    assert_eq!(titles, ["R1", "R2", "B1"]);
    assert_eq!(titles.iter().map(|title| battle.ship_named(title)).collect::<Vec<_>>(), [Some(0), Some(1), Some(2)]);
}
