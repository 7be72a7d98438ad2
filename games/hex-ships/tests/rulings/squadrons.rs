//! The original's expansion with squadrons: mini craft that a carrier carries and launches.

use game::{Dice, Game, Seat, SetupError, Viewer};
use scene::{BadgeKind, Draw, Pick};
use sixfold_hex_ships::rules::{Aims, SideAim};
use sixfold_hex_ships::{Action, Aftermath, Battle, Event, Fate, Fleet, HexShips, Options, Step, Verdict, WING};

use crate::common::{
    act, allowed, battle, battle_with, change, end_round, play, put, refused, roll, rules, setup, ship,
};
use crate::common::{stand, until_attack_of, until_move_of};

fn wrong(text: &str) -> String {
    match Options::of(&setup(text), rules()) {
        Err(why @ SetupError::Conflict { .. }) => why.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

/// Red's Hive with fighters (r2) and bombers (r3) at speed 3; Blue's Sabre (b1) is far away.
fn carrier() -> Battle {
    battle(&[("hive~wasp~moth", "k11 N 3")], &[("sabre", "k2 S 0")])
}

/// The fighters are on the map at this place, and it is their turn to move.
fn in_flight(place: &str) -> Battle {
    let mut battle = carrier();
    put(&mut battle, 1, place);
    until_move_of(&mut battle, 1);
    battle
}

#[test]
fn hs_38_carriers_and_squadrons_are_for_battles_with_expansions_only() {
    for fleet in ["hive", "hive~wasp"] {
        assert!(wrong(&format!("points=999 red={fleet}")).contains("which need `expansions=on`"), "{fleet}");
        assert!(Options::of(&setup(&format!("points=999 expansions=on red={fleet}")), rules()).is_ok());
    }
    assert!(wrong("points=999 expansions=on red=sabre~wasp").contains("carries none"));
    assert!(wrong("points=999 expansions=on red=hive~wasp~wasp~wasp").contains("2 are possible"));
    assert!(wrong("points=999 expansions=on red=hive~sabre").contains("there is only wasp, moth"));
    assert!(wrong("points=999 expansions=on red=hive+wasp").contains("goes into the bay of one (hive, citadel)"));
    let many = "points=9999 expansions=on red=citadel~wasp~wasp~wasp~wasp+citadel~wasp~wasp~wasp~wasp+needle";
    assert!(wrong(many).contains("11 ships and squadrons, and at most 10"));
}

#[test]
fn hs_38_squadrons_have_their_cost_and_their_place_in_a_fleets_text() {
    let set = &rules().weapon_sets[0];
    let read = |text: &str| Fleet::read(text, rules(), set).unwrap();
    let hull = |key: &str| &rules().hulls[rules().hull(key).unwrap()];
    // The weapon is a part of the squadron and costs nothing beside it.
    let squadrons = u32::from(hull("wasp").cost + hull("moth").cost);
    assert_eq!(read("hive~wasp~moth").cost(rules(), set), read("hive").cost(rules(), set) + squadrons);
    for text in ["hive~wasp~moth/ecm@121+sabre", "citadel.none.laser.missile-3.none~moth~moth~wasp@211"] {
        assert_eq!(read(text).write(rules(), set), text);
    }
}

#[test]
fn hs_38_a_squadron_is_mini_and_has_no_shields() {
    for (_, hull) in rules().squadrons() {
        let looks = hull.silhouette.map(|index| &rules().numbers.silhouettes[usize::from(index)]);
        assert!(looks.iter().all(|looks| looks.name == "mini" && looks.difficulty == 5), "{}", hull.name);
        assert_eq!((hull.shields, hull.generator), ([0; 4], 0), "{}", hull.name);
    }
    let mut battle = carrier();
    put(&mut battle, 1, "k4 N 3");
    let (sabre, wasp) = (ship(&battle, "b1"), ship(&battle, "r2"));
    let cannon = sabre.weapon(0, battle.set()).unwrap();
    assert_eq!(battle.to_hit(sabre, cannon, wasp).unwrap().silhouette, 5);
    // Short range 3, mini +5, speed 3 +1.
    assert_eq!(battle.to_hit(sabre, cannon, wasp).unwrap().number(), 9);
}

#[test]
fn hs_38_a_squadron_begins_aboard_its_carrier_and_is_no_target_there() {
    let mut battle = carrier();
    for name in ["r2", "r3"] {
        assert_eq!((ship(&battle, name).fate, ship(&battle, name).carrier), (Fate::Aboard, Some(0)));
    }
    assert_eq!(battle.ship_at(ship(&battle, "r1").hex), Some(0));
    put(&mut battle, 3, "k8 S 0");
    until_attack_of(&mut battle, 3);
    assert!(allowed(&battle, "target:r1"));
    assert_eq!(refused(&battle, "target:r2"), "gone");
}

#[test]
fn hs_38_a_squadron_launches_in_its_own_turn_from_its_carriers_hex_with_its_facing_and_speed() {
    let mut battle = carrier();
    until_move_of(&mut battle, 1);
    // The carrier is at speed 3 and the fighters' thrust is 5: from 1 to 8.
    assert_eq!(refused(&battle, "speed:0"), "speed-out-of-reach");
    assert_eq!(refused(&battle, "speed:-1"), "speed-out-of-reach");
    assert_eq!(refused(&battle, "speed:9"), "speed-out-of-reach");
    assert_eq!(refused(&battle, "ahead"), "set-speed-first");
    play(&mut battle, "speed:8");
    assert_eq!(ship(&battle, "r2").fate, Fate::Here);
    play(&mut battle, "ahead ahead left ahead ahead ahead ahead ahead ahead done");
    assert_eq!(ship(&battle, "r2").hex.distance(ship(&battle, "r1").hex), 8);
    assert!(matches!(battle.step(), Step::Aim(_)), "the fighters are the last to move");
}

#[test]
fn hs_38_a_squadron_may_stay_aboard_and_launches_once_a_round() {
    let mut battle = carrier();
    until_move_of(&mut battle, 1);
    play(&mut battle, "done");
    assert!(ship(&battle, "r2").is_aboard());
    let round = battle.round();
    while battle.round() == round {
        assert_ne!(battle.acting(), Some(1), "it has had its turn");
        match battle.step() {
            Step::Move(_) => stand(&mut battle),
            _ => drop(act(&mut battle, Action::Hold)),
        }
    }
    until_move_of(&mut battle, 1);
    assert!(allowed(&battle, "speed:4"), "the next round it is asked again");
}

#[test]
fn hs_38_a_squadron_follows_its_carrier_until_it_launches() {
    let mut battle = carrier();
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:2 ahead right ahead done");
    until_move_of(&mut battle, 1);
    let (hive, wasp) = (*ship(&battle, "r1"), *ship(&battle, "r2"));
    assert_eq!((wasp.hex, wasp.facing, wasp.speed), (hive.hex, hive.facing, 2));
    play(&mut battle, "speed:1 ahead done");
    assert_eq!(ship(&battle, "r2").hex, hive.hex.neighbour(hive.facing));
}

#[test]
fn hs_38_a_squadron_does_not_launch_at_a_speed_at_which_every_end_is_taken() {
    let mut battle = battle(&[("hive~wasp", "k11 N 0")], &[("sabre", "k2 S 0"); 6]);
    let around = hex::Direction::ALL.map(|way| ship(&battle, "r1").hex.neighbour(way));
    for (number, place) in (2..).zip(around) {
        battle.ship_mut(number).hex = place;
    }
    until_move_of(&mut battle, 1);
    assert_eq!(refused(&battle, "speed:1"), "no-way-out");
    assert!(allowed(&battle, "speed:2"));
    assert!(allowed(&battle, "done"));
}

#[test]
fn hs_38_a_squadron_docks_on_its_carriers_hex_at_a_fitting_speed() {
    let mut battle = in_flight("k14 N 3");
    play(&mut battle, "speed:3 ahead ahead");
    assert_eq!(refused(&battle, "ahead"), "last-hex-taken", "ending there is docking");
    let mut scripted = Vec::new();
    battle.play(Action::Dock, &mut Dice::scripted([]), &mut |event| scripted.push(event));
    assert_eq!(scripted, [Event::Docked { ship: 1 }]);
    assert!(ship(&battle, "r2").is_aboard());
    assert!(!matches!(battle.step(), Step::Move(_)), "its move is over");
}

#[test]
fn hs_38_a_squadron_docks_where_it_would_pass_its_carrier() {
    let mut battle = in_flight("k12 N 4");
    play(&mut battle, "speed:4");
    assert!(allowed(&battle, "ahead") && allowed(&battle, "dock"), "it may pass or dock");
    play(&mut battle, "dock");
    assert!(ship(&battle, "r2").is_aboard());
}

#[test]
fn hs_38_docking_needs_the_own_carrier_ahead_and_at_most_the_landing_speed() {
    let mut battle = in_flight("k12 N 6");
    play(&mut battle, "speed:6");
    assert_eq!(refused(&battle, "dock"), "too-fast-to-dock");
    let mut aside = in_flight("k12 S 3");
    play(&mut aside, "speed:3");
    assert_eq!(refused(&aside, "dock"), "carrier-not-ahead");
    let mut other = carrier();
    until_move_of(&mut other, 0);
    assert_eq!(refused(&other, "dock"), "no-carrier", "a ship is no squadron");
    let mut gone = in_flight("k12 N 3");
    change(&mut gone, "r1").fate = Fate::Withdrawn;
    play(&mut gone, "speed:3");
    assert_eq!(refused(&gone, "dock"), "no-carrier");
    let mut second = self::battle(&[("hive~wasp", "k11 N 0"), ("hive", "k14 N 0")], &[("sabre", "k2 S 0")]);
    put(&mut second, 2, "k15 N 1");
    until_move_of(&mut second, 2);
    play(&mut second, "speed:2");
    assert_eq!(refused(&second, "dock"), "carrier-not-ahead", "it has a carrier of its own");
}

#[test]
fn hs_38_a_squadron_aboard_is_re_armed_and_mended_at_upkeep() {
    let mut battle = in_flight("k13 N 2");
    let full = ship(&carrier(), "r2").ammunition;
    assert_eq!(full[0], 2, "two shots, whatever the cannon's own number is");
    let wasp = change(&mut battle, "r2");
    (wasp.structure, wasp.ammunition[0], wasp.energy, wasp.disruption) = (1, 0, 0, 1);
    wasp.broken.weapons = 1;
    play(&mut battle, "speed:2 ahead dock");
    assert_eq!(ship(&battle, "r2").ammunition[0], 0, "not before upkeep");
    end_round(&mut battle);
    let wasp = ship(&battle, "r2");
    assert_eq!((wasp.structure, wasp.ammunition, wasp.disruption), (3, full, 0), "the Hive mends two points a round");
    assert_eq!((wasp.energy, wasp.broken.weapons), (4, 0));
    end_round(&mut battle);
    assert_eq!(ship(&battle, "r2").structure, 4, "never more than there was");
}

#[test]
fn hs_38_a_disabled_carrier_re_arms_nobody() {
    let mut battle = battle(&[("hive~wasp", "k11 N 1"), ("needle", "k19 N 0")], &[("sabre", "a1 N 0")]);
    change(&mut battle, "r3").ammunition[0] = 0;
    change(&mut battle, "r1").disruption = 99;
    end_round(&mut battle);
    assert_eq!(ship(&battle, "r3").ammunition[0], 0);
    until_move_of(&mut battle, 2);
    assert!(allowed(&battle, "speed:4"), "it launches all the same");
}

/// Blue's Sabre fires at a Hive with one hull point and no other protection.
fn last_shot() -> Battle {
    let mut battle = carrier();
    put(&mut battle, 3, "k8 S 0");
    put(&mut battle, 2, "a1 N 0");
    let hive = change(&mut battle, "r1");
    (hive.structure, hive.armour, hive.shields) = (1, [0; 4], [0; 4]);
    until_attack_of(&mut battle, 3);
    battle
}

#[test]
fn hs_38_what_is_aboard_is_lost_with_its_carrier() {
    let mut battle = last_shot();
    play(&mut battle, "target:r1 switch:2 switch:3");
    let events = roll(&mut battle, Action::Fire, &[6, 5]);
    assert!(events.contains(&Event::LostAboard { ship: 1 }));
    let fates = ["r1", "r2", "r3"].map(|name| ship(&battle, name).fate);
    assert_eq!(fates, [Fate::Destroyed, Fate::Destroyed, Fate::Here]);
    assert_eq!(ship(&battle, "b1").kills, 1, "the carrier, not what it carried");
    assert_eq!(battle.result(), Some(Some(Seat(1))), "squadrons alone are no fleet");
    // The Hive's ten points and the fighters' four, doubled.
    assert_eq!(battle.points()[1], 2 * (10 + 4));
}

#[test]
fn hs_38_what_is_aboard_leaves_the_map_with_its_carrier() {
    let mut battle = battle(&[("hive~wasp~moth", "k1 N 3"), ("needle", "k19 N 0")], &[("sabre", "k10 S 0")]);
    put(&mut battle, 3, "k5 S 0");
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:3 leave");
    let fates = ["r1", "r3", "r4"].map(|name| ship(&battle, name).fate);
    assert_eq!(fates, [Fate::Withdrawn, Fate::Withdrawn, Fate::Here]);
    let mut escape = Aims::default();
    escape.sides[0] = SideAim::EscapeShips { ships: 1, edge: hex::Direction::N };
    let mut battle =
        battle_with(escape, "seed", &[("hive~wasp~moth", "k1 N 3"), ("needle", "k19 N 0")], &[("sabre", "k10 S 0")]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "speed:3 leave");
    assert_eq!(ship(&battle, "r3").fate, Fate::Escaped);
    let set = battle.set();
    let cost = Fleet::read("hive~wasp~moth", rules(), set).unwrap().cost(rules(), set);
    assert_eq!(battle.escaped(Seat(0)), (1, cost), "one ship, with all that it carries");
}

#[test]
fn hs_38_a_kill_by_a_squadron_belongs_to_its_carrier_and_a_squadron_is_no_kill() {
    let mut battle = carrier();
    put(&mut battle, 1, "k4 N 0");
    let sabre = change(&mut battle, "b1");
    (sabre.structure, sabre.armour, sabre.shields) = (1, [0; 4], [0; 4]);
    until_attack_of(&mut battle, 1);
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[6, 5]);
    assert_eq!((ship(&battle, "r1").kills, ship(&battle, "r2").kills), (1, 0));

    let mut battle = carrier();
    put(&mut battle, 1, "k4 N 0");
    change(&mut battle, "r2").structure = 1;
    until_attack_of(&mut battle, 3);
    play(&mut battle, "target:r2 switch:2 switch:3");
    roll(&mut battle, Action::Fire, &[6, 5]);
    assert_eq!((ship(&battle, "r2").fate, ship(&battle, "b1").kills), (Fate::Destroyed, 0));
}

#[test]
fn hs_38_squadrons_come_home_whole_or_are_lost_until_a_dock_replaces_them() {
    let mut battle = carrier();
    put(&mut battle, 1, "k4 N 0");
    put(&mut battle, 2, "k6 N 0");
    change(&mut battle, "r2").fate = Fate::Destroyed;
    change(&mut battle, "r3").structure = 1;
    let verdict = Verdict { winner: Some(Seat(0)), given_up: None };
    let dice = &mut Dice::scripted([]);
    let next = Aftermath::of_ship(ship(&battle, "r1"), verdict, &battle, dice).ship.unwrap();
    assert_eq!(next.design.wear.bays, 0b01);
    let set = battle.set();
    let fleet = Fleet { ships: vec![next.design] };
    assert_eq!(fleet.write(rules(), set), "hive~wasp~moth!lost=1");
    assert_eq!(Fleet::read("hive~wasp~moth!lost=1", rules(), set).unwrap(), fleet);
    let hulls: Vec<String> =
        fleet.deployed(rules(), set).map(|(design, _)| rules().hulls[usize::from(design.hull)].key.clone()).collect();
    assert_eq!(hulls, ["hive", "moth"], "only the bombers are left");
    assert_eq!(next.design.whole().squadrons().count(), 2, "a dock replaces them");
    assert!(Fleet::read("hive~wasp!lost=4", rules(), set).is_err(), "it has two bays");
    // A disabled squadron is left behind after a defeat (HS-42).
    change(&mut battle, "r3").disruption = 9;
    let verdict = Verdict { winner: Some(Seat(1)), given_up: None };
    let next = Aftermath::of_ship(ship(&battle, "r1"), verdict, &battle, dice).ship.unwrap();
    assert_eq!(next.design.wear.bays, 0b11);
}

#[test]
fn hs_38_squadrons_obey_the_commander_of_their_carrier() {
    let text = "points=9999 expansions=on wing=2+3 red=sabre+hive~wasp+hive~moth blue=sabre";
    let game = HexShips::start(&setup(text), &mut Dice::for_search(game::Random::new(1))).unwrap();
    let commanders: Vec<Seat> = game.battle.ships().iter().map(|ship| ship.commander).collect();
    assert_eq!(commanders, [Seat(0), WING, WING, WING, WING, Seat(1)], "HS-45");
    let text = "points=9999 expansions=on wing=4 red=sabre+hive~wasp+hive~moth blue=sabre";
    let game = HexShips::start(&setup(text), &mut Dice::for_search(game::Random::new(1))).unwrap();
    assert!(game.battle.ships().iter().all(|ship| ship.commander != WING), "the numbers are those of ships");
}

#[test]
fn hs_38_the_board_shows_what_is_aboard_and_what_counter_measures_cover() {
    let mut battle = battle(&[("hive~wasp~moth/ecm", "k11 N 3")], &[("sabre", "k2 S 0")]);
    let badges = |battle: &Battle| {
        let game = HexShips::from(battle.clone());
        let scene = game.scene(&game.view(Viewer::Spectator));
        let hive = scene.pieces.iter().find(|piece| piece.unit == Some(0)).unwrap();
        [BadgeKind::Carries, BadgeKind::Covered]
            .map(|kind| hive.badges.iter().find(|badge| badge.kind == kind).map_or(0, |badge| badge.count))
    };
    assert_eq!(badges(&battle), [2, 0]);
    until_move_of(&mut battle, 0);
    play(&mut battle, "ecm");
    assert_eq!(badges(&battle), [2, 1]);
    put(&mut battle, 1, "k4 N 0");
    assert_eq!(badges(&battle), [1, 1]);
    let game = HexShips::from(battle);
    let scene = game.scene(&game.view(Viewer::Spectator));
    let sheet = |unit| scene.sheets.iter().find(|sheet| sheet.unit == unit).unwrap();
    assert!(sheet(0).lines.iter().any(|line| line.key == "sheet.bays"), "the carrier's sheet names them");
    assert!(sheet(2).lines.iter().any(|line| line.key == "sheet.aboard"));
    assert!(sheet(1).lines.iter().any(|line| line.key == "sheet.launched-from"));
    assert!(sheet(1).lines.iter().all(|line| line.key != "sheet.captain") && sheet(1).sides.is_empty());
    let waits = scene.queues[0].pieces.iter().filter(|queued| queued.seat == Seat(0)).count();
    assert_eq!(waits, 3, "squadrons have places of their own in the order of movement (HS-37)");
    assert!(scene.trays.iter().any(|tray| tray.label.key == "tray.aboard" && tray.items.len() == 1));
}

#[test]
fn hs_38_a_click_on_the_carrier_docks_or_says_why_not() {
    let near = |place: &str, actions: &str| {
        let mut battle = in_flight(place);
        play(&mut battle, actions);
        let game = HexShips::from(battle);
        let carrier = game.battle.ship(0).unwrap().hex;
        let docks = game.other_paths(&Action::Dock) == [vec![Pick::Hex(carrier)]];
        (docks, game.why_not(&game.view(Viewer::Spectator), &[Pick::Hex(carrier)]).map(|why| why.key.into_owned()))
    };
    assert_eq!(near("k12 N 1", "speed:1"), (true, Some("last-hex-taken".to_owned())), "the pick docks");
    assert_eq!(near("k14 N 2", ""), (false, Some("set-speed-first".to_owned())));
    assert_eq!(near("k14 N 2", "speed:2"), (false, Some("carrier-not-ahead".to_owned())));
}

#[test]
fn hs_38_positions_with_squadrons_are_read_as_they_are_written() {
    let setup = setup("points=9999 expansions=on red=hive~wasp~moth blue=sabre");
    let mut battle = carrier();
    until_move_of(&mut battle, 1);
    for actions in ["", "speed:8", "ahead right", "ahead ahead ahead ahead ahead ahead ahead", "done"] {
        play(&mut battle, actions);
        let game = HexShips::from(battle.clone());
        let text = game.write_position();
        let read = HexShips::read_position(&text, &setup, rules()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.write_position(), text);
        assert_eq!(read, game, "{text}");
    }
    let text = HexShips::from(battle).write_position();
    assert!(text.contains("\nr3 moth aboard"), "{text}");
    for (old, new) in [("r3 moth aboard", "r3 wasp aboard"), ("hive~wasp~moth", "hive~wasp"), ("~moth", "~moth!lost=1")]
    {
        let error = HexShips::read_position(&text.replace(old, new), &setup, rules()).unwrap_err().to_string();
        assert!(error.contains("squadron"), "{error}");
    }
}
