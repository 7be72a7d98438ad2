//! The aims of scenarios, and the limits of fleets.

use game::{Dice, Game, RuleFiles, RuleSet, Seat, SetupError};
use hex::Direction;
use sixfold_hex_ships::rules::{Aims, Limits, Rules, SideAim};
use sixfold_hex_ships::{Action, Aftermath, Battle, Ending, Event, Fate, Fleet, HexShips, Map, Options};

use crate::common::{act, battle_with, change, end_round, hex, play, put, roll, rules, setup, ship};
use crate::common::{until_attack_of, until_move_of};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

/// Two fleets that cannot reach each other, with these aims of Red and Blue.
fn far_apart(red: SideAim, blue: SideAim) -> Battle {
    let aims = Aims { sides: [red, blue], ..Aims::default() };
    far_apart_with(aims)
}

fn far_apart_with(aims: Aims) -> Battle {
    battle_with(
        aims,
        "seed",
        &[("dagger", "k1 S 0"), ("sabre", "j2 S 0")],
        &[("dagger", "k21 N 0"), ("manta", "l20 N 0")],
    )
}

/// Ends the round; returns how the battle ended, if it did.
#[allow(clippy::option_option, reason = "as the battle says it: not over, a draw, or a winner")]
fn ended(battle: &mut Battle) -> Option<Option<Seat>> {
    end_round(battle);
    battle.result()
}

fn escape(ships: u8) -> SideAim {
    SideAim::EscapeShips { ships, edge: Direction::S }
}

#[test]
fn hs_35_without_aims_both_sides_have_to_destroy() {
    let options = Options::of(&setup(""), rules()).unwrap();
    assert_eq!(options.aims, Aims::default());
    assert!(options.aims.count_points());
}

#[test]
fn hs_35_hold_is_a_working_ship_on_the_map_after_the_round() {
    let mut battle = far_apart(SideAim::Destroy, SideAim::Hold { round: 3 });
    change(&mut battle, "b1").fate = Fate::Destroyed;
    assert_eq!((ended(&mut battle), ended(&mut battle)), (None, None));
    assert_eq!((ended(&mut battle), battle.round()), (Some(Some(BLUE)), 3));
    let mut disabled = far_apart(SideAim::Destroy, SideAim::Hold { round: 1 });
    change(&mut disabled, "b1").fate = Fate::Withdrawn;
    change(&mut disabled, "b2").disruption = 99;
    assert_eq!(ended(&mut disabled), Some(Some(RED)), "a disabled ship does not hold");
}

#[test]
fn hs_35_protect_is_the_named_ship_alive_on_the_map_after_the_round() {
    let protect = SideAim::Protect { ship: 1, round: 2, edge: Direction::S };
    let mut battle = far_apart(SideAim::Destroy, protect);
    assert_eq!(battle.named_ship(BLUE), Some(3), "Blue's second ship");
    change(&mut battle, "b2").disruption = 99;
    assert_eq!((ended(&mut battle), ended(&mut battle)), (None, Some(Some(BLUE))), "a disabled ship is alive");
    for fate in [Fate::Destroyed, Fate::Withdrawn] {
        let mut lost = far_apart(SideAim::Destroy, protect);
        change(&mut lost, "b2").fate = fate;
        assert_eq!((ended(&mut lost), ended(&mut lost)), (None, None), "{fate:?}");
    }
}

#[test]
fn hs_35_protect_is_met_when_the_named_ship_leaves_by_its_own_edge() {
    let protect = SideAim::Protect { ship: 0, round: 9, edge: Direction::S };
    let mut battle = far_apart(SideAim::Destroy, protect);
    put(&mut battle, 2, "k21 S 0");
    until_move_of(&mut battle, 2);
    play(&mut battle, "speed:1 leave");
    assert_eq!(ship(&battle, "b1").fate, Fate::Escaped);
    assert_eq!(ended(&mut battle), Some(Some(BLUE)));
}

#[test]
fn hs_35_escape_is_so_many_ships_over_the_named_edge() {
    let mut battle = far_apart(SideAim::Destroy, escape(2));
    change(&mut battle, "b1").fate = Fate::Escaped;
    assert_eq!(ended(&mut battle), None);
    assert_eq!((battle.escaped(BLUE).0, battle.is_met(BLUE)), (1, false));
    change(&mut battle, "b2").fate = Fate::Escaped;
    assert_eq!(ended(&mut battle), Some(Some(BLUE)), "Red has not destroyed a fleet that got away");
}

#[test]
fn hs_35_escape_may_count_points() {
    let aim = |points| SideAim::EscapePoints { points, edge: Direction::S };
    let mut battle = far_apart(SideAim::Destroy, aim(51));
    change(&mut battle, "b1").fate = Fate::Escaped;
    assert_eq!(battle.escaped(BLUE), (1, 22 + 15 + 14), "what a Dagger with its weapons costs");
    assert_eq!(ended(&mut battle), Some(Some(BLUE)));
    let mut more = far_apart(SideAim::Destroy, aim(52));
    change(&mut more, "b1").fate = Fate::Escaped;
    assert_eq!(ended(&mut more), None);
}

#[test]
fn hs_35_kill_is_the_named_ship_destroyed() {
    let mut battle = far_apart(SideAim::Kill { ship: 1 }, SideAim::Destroy);
    assert_eq!(battle.named_ship(RED), Some(3));
    change(&mut battle, "b1").fate = Fate::Destroyed;
    assert_eq!(ended(&mut battle), None);
    change(&mut battle, "b2").disruption = 99;
    change(&mut battle, "b1").fate = Fate::Here;
    assert_eq!(ended(&mut battle), None, "a disabled ship is alive");
    change(&mut battle, "b2").fate = Fate::Destroyed;
    assert_eq!(ended(&mut battle), Some(Some(RED)));
}

#[test]
fn hs_35_a_ship_escapes_by_the_edge_of_its_sides_aim_and_withdraws_by_any_other() {
    let leave = |place: &str, blue: SideAim| {
        let mut battle = far_apart(SideAim::Destroy, blue);
        let number = 2;
        let place: &'static str = Box::leak(place.to_owned().into_boxed_str());
        put(&mut battle, number, place);
        until_move_of(&mut battle, number);
        play(&mut battle, "speed:1");
        let events = act(&mut battle, Action::Leave);
        (events[0], ship(&battle, "b1").fate)
    };
    let (escaped, withdrew) =
        ((Event::Escaped { ship: 2 }, Fate::Escaped), (Event::Withdrew { ship: 2 }, Fate::Withdrawn));
    assert_eq!(leave("k21 S 0", escape(1)), escaped);
    assert_eq!(leave("j20 SW 0", escape(1)), escaped, "over the lower left side");
    assert_eq!(leave("l20 SE 0", escape(1)), escaped, "over the lower right side");
    assert_eq!(leave("a6 NW 0", escape(1)), withdrew, "over the left side");
    assert_eq!(leave("k21 S 0", SideAim::Destroy), withdrew);
    assert_eq!(leave("k21 S 0", SideAim::Hold { round: 2 }), withdrew);
}

#[test]
fn hs_35_a_drifting_ship_escapes_likewise() {
    let mut battle = far_apart(SideAim::Destroy, escape(2));
    let drifting = change(&mut battle, "b1");
    (drifting.disruption, drifting.facing, drifting.speed) = (99, Direction::S, 3);
    end_round(&mut battle);
    assert_eq!(ship(&battle, "b1").fate, Fate::Escaped);
}

#[test]
fn hs_35_both_aims_at_once_are_a_draw_unless_the_file_gives_it_to_one() {
    let sides = [SideAim::Kill { ship: 0 }, escape(1)];
    for both in [None, Some(RED), Some(BLUE)] {
        let mut battle = far_apart_with(Aims { sides, both, neither: None });
        change(&mut battle, "b1").fate = Fate::Destroyed;
        change(&mut battle, "b2").fate = Fate::Escaped;
        assert_eq!(ended(&mut battle), Some(both));
    }
}

#[test]
fn hs_35_neither_aim_when_the_rounds_are_over_is_a_draw_unless_the_file_gives_it_to_one() {
    for neither in [None, Some(RED), Some(BLUE)] {
        let mut battle = far_apart_with(Aims { sides: [SideAim::Destroy, escape(1)], both: None, neither });
        change(&mut battle, "r1").fate = Fate::Destroyed; // Blue has more points, which count only if both destroy
        while battle.result().is_none() {
            end_round(&mut battle);
        }
        assert_eq!((battle.round(), battle.result()), (12, Some(neither)));
    }
}

#[test]
fn hs_35_a_fleet_that_cannot_fight_and_has_not_met_its_aim_has_lost() {
    let mut battle = far_apart(SideAim::Kill { ship: 0 }, SideAim::Hold { round: 9 });
    change(&mut battle, "r1").fate = Fate::Destroyed;
    change(&mut battle, "r2").fate = Fate::Withdrawn;
    assert_eq!(ended(&mut battle), Some(Some(BLUE)));
    let mut one = far_apart(SideAim::Destroy, escape(2));
    change(&mut one, "b1").fate = Fate::Escaped;
    change(&mut one, "b2").fate = Fate::Destroyed;
    assert_eq!(ended(&mut one), Some(Some(RED)), "one of two has escaped");
}

#[test]
fn hs_35_an_escaped_ship_counts_as_nothing_for_the_enemy() {
    let mut battle = far_apart(SideAim::Destroy, escape(2));
    change(&mut battle, "b1").fate = Fate::Escaped;
    change(&mut battle, "b2").fate = Fate::Withdrawn;
    assert_eq!(battle.points(), [7, 0], "half of the Manta's 7, doubled, and nothing for the Dagger");
}

#[test]
fn hs_35_an_escaped_ship_counts_as_surviving_and_winning() {
    let mut battle = far_apart(SideAim::Destroy, escape(2));
    change(&mut battle, "b1").fate = Fate::Escaped;
    change(&mut battle, "b1").kills = 1;
    change(&mut battle, "b2").fate = Fate::Withdrawn;
    end_round(&mut battle);
    assert_eq!(battle.result(), Some(Some(RED)), "one of two is not enough");
    let left = Aftermath::of(&battle, &mut Dice::scripted([]));
    assert_eq!(left.iter().map(|left| left.experience).collect::<Vec<_>>(), [2, 2, 3, 0]);
    assert!(left[2].captain_lives && left[2].ship.is_some());
}

#[test]
fn hs_35_a_battle_says_how_it_ended() {
    let aims = Aims { sides: [SideAim::Kill { ship: 0 }, SideAim::Hold { round: 9 }], ..Aims::default() };
    let mut battle = battle_with(aims, "seed", &[("needle", "k11 N 0")], &[("dagger", "k9 S 0"), ("sabre", "a11 N 0")]);
    let dagger = change(&mut battle, "b1");
    (dagger.shields, dagger.armour, dagger.speed) = ([0; 4], [0; 4], 0);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    let mut events = roll(&mut battle, Action::Fire, &[5, 5]);
    while battle.result().is_none() {
        events = act(&mut battle, Action::Hold);
    }
    assert_eq!(events.last(), Some(&Event::Over { winner: Some(RED), ending: Ending::Aim }));
}

/// The question before a ship leaves is about the aim (HS-4).
#[test]
fn hs_35_the_question_before_a_ship_leaves_knows_the_aim() {
    let asked = |place: &'static str, blue: SideAim, other: Fate| {
        let mut battle = far_apart(SideAim::Destroy, blue);
        put(&mut battle, 2, place);
        change(&mut battle, "b2").fate = other;
        until_move_of(&mut battle, 2);
        play(&mut battle, "speed:1");
        let game = HexShips::from(battle);
        let preview = scene::Draw::preview(&game, &game.view(game::Viewer::Spectator), &Action::Leave);
        preview.ask.map(|ask| ask.key.into_owned())
    };
    let key = |key: &str| Some(key.to_owned());
    assert_eq!(asked("k21 S 0", escape(1), Fate::Here), None);
    assert_eq!(asked("k21 S 0", escape(1), Fate::Destroyed), None, "the aim is met");
    assert_eq!(asked("k21 S 0", escape(2), Fate::Destroyed), key("ask.leave.last"));
    assert_eq!(asked("a6 NW 0", escape(1), Fate::Here), key("ask.leave.other-edge"));
    assert_eq!(asked("k21 S 0", SideAim::Hold { round: 9 }, Fate::Here), key("ask.leave.away"));
    assert_eq!(asked("k21 S 0", SideAim::Destroy, Fate::Here), key("ask.leave"));
}

#[test]
fn hs_35_an_edge_is_the_two_sides_of_the_map_that_meet_in_its_direction() {
    let map = Map::new(10);
    let beyond = |name: &str, way| Direction::ALL.map(|edge| map.is_beyond(hex(name).neighbour(way), edge));
    // N, NE, SE, S, SW, NW
    assert_eq!(Direction::ALL[0], Direction::N);
    assert_eq!(beyond("k1", Direction::N), [true, true, false, false, false, true], "a corner");
    assert_eq!(beyond("p1", Direction::N), [true, true, false, false, false, false], "the upper right side");
    assert_eq!(beyond("u6", Direction::NE), [false, true, true, false, false, false], "the right side");
}

#[test]
fn hs_35_a_shorter_battle_ends_with_the_round_of_the_aim() {
    let options = Options::of(&setup("scenario=last-stand rounds=4"), rules()).unwrap();
    assert_eq!(options.aims.sides[0], SideAim::Hold { round: 4 });
}

#[test]
fn hs_35_pursuit_is_won_by_whoever_reaches_the_lower_edge() {
    let mut battle =
        HexShips::start(&setup("scenario=pursuit"), &mut Dice::seeded(&game::Seed::number(1))).unwrap().battle;
    for name in ["b1", "b2"] {
        change(&mut battle, name).fate = Fate::Escaped;
    }
    assert_eq!(ended(&mut battle), Some(Some(BLUE)));
}

/// The built-in rules with other text in the first scenario, whose name is `skirmish`.
fn with_scenario(more: &str) -> Rules {
    let files = Rules::FILES.iter().map(|(name, text)| {
        let text = if *name == "scenarios.toml" {
            text.replacen("name = \"skirmish\"\n", &format!("name = \"skirmish\"\n{more}\n"), 1)
        } else if *name == "battle.toml" {
            text.replacen("name = \"standard\"", "name = \"limited\"", 1)
        } else {
            (*text).to_owned()
        };
        ((*name).to_owned(), text)
    });
    Rules::parse(&RuleFiles::new(files).unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn hs_36_a_fleet_beyond_a_limit_is_told_which_one() {
    let rules = with_scenario("red_limits = { ships = 5, largest = 2, sizes = 8, points = 300 }");
    let refused = |red: &str| match Options::of(&setup(&format!("points=999 red={red} blue=sovereign")), &rules) {
        Err(why @ SetupError::Conflict { .. }) => why.to_string(),
        other => panic!("{red}: {other:?}"),
    };
    assert!(refused("dagger+dagger+dagger+needle+needle+needle").contains("has 6 ships, and this battle allows 5"));
    assert!(refused("bastion").contains("has Bastion, a ship of size 4, and this battle allows size 2"));
    assert!(refused("sabre+sabre+sabre+sabre+dagger").contains("has ships of size 9 in all, and this battle allows 8"));
    assert!(refused("sabre@444+sabre@444+sabre@444").contains("points, and this battle allows 300"));
    let options = Options::of(&setup("red=sabre+dagger blue=sovereign"), &rules).unwrap();
    assert_eq!(options.fleets[1].ships.len(), 1, "Blue is not limited");
}

#[test]
fn hs_36_no_limit_refuses_nothing() {
    let set = &rules().weapon_sets[0];
    let fleet = Fleet::read("sovereign+sovereign+sovereign", rules(), set).unwrap();
    assert_eq!(Limits::default().refuses(&fleet.ships, rules(), set), None);
    let two = Limits { ships: Some(2), ..Limits::default() };
    assert_eq!(two.refuses(&fleet.ships, rules(), set).unwrap().key, "setup.limit.ships");
}

#[test]
fn hs_35_a_fleet_too_small_for_the_aims_is_refused() {
    let rules = with_scenario(
        "red_aim = { kind = \"escape\", ships = 2, edge = \"S\" }\nblue_aim = { kind = \"kill\", ship = 2 }",
    );
    let told = |text: &str| Options::of(&setup(text), &rules).map_err(|why| why.to_string());
    assert!(told("red=dagger").unwrap_err().contains("has one ship, and the aims of this battle need 2"));
    assert!(told("red=dagger+dagger").is_ok());
}
