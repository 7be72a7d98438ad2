//! The original's expansions: electronic counter measures and anti missile systems.

use game::{Game, SetupError};
use sixfold_hex_ships::{Action, Battle, Detail, Event, Fleet, HexShips, Options};

use crate::common::{allowed, battle, change, end_round, play, refused, roll, rules, setup, ship};
use crate::common::{until_attack_of, until_move_of};

fn wrong(text: &str) -> String {
    match Options::of(&setup(text), rules()) {
        Err(why @ SetupError::Conflict { .. }) => why.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn hs_38_items_are_for_battles_with_expansions_only() {
    assert!(!Options::of(&setup(""), rules()).unwrap().expansions, "off by default");
    assert!(wrong("points=999 red=sabre/ecm").contains("which need `expansions=on`"));
    assert!(Options::of(&setup("points=999 expansions=on red=sabre/ecm"), rules()).is_ok());
    assert!(wrong("points=999 expansions=on red=sabre/ecm/ams").contains("one is possible"));
    assert!(wrong("points=999 expansions=on red=manta/ecm/ecm").contains("2 are possible, each once"));
    assert!(wrong("points=999 expansions=on red=needle/ecm").contains("has no room for one"));
    assert!(wrong("points=999 expansions=on red=sabre/radar").contains("there is only ecm, ams"));
}

#[test]
fn hs_38_items_have_their_cost_and_their_place_in_a_fleets_text() {
    let set = &rules().weapon_sets[0];
    let cost = |text: &str| Fleet::read(text, rules(), set).unwrap().cost(rules(), set);
    assert_eq!(cost("manta/ecm/ams@121") - cost("manta@121"), 5 + 5);
    let text = "manta.laser.laser.none/ecm/ams@121+sabre/ams";
    assert_eq!(Fleet::read(text, rules(), set).unwrap().write(rules(), set), text);
}

/// Red's Dagger fires at a Sabre that may be covered by a Manta.
fn covered(manta: &'static str) -> Battle {
    battle(&[("dagger", "k11 N 0")], &[("sabre", "k8 S 0"), ("manta/ecm", manta)])
}

fn needs(battle: &Battle, target: &str) -> i32 {
    let dagger = ship(battle, "r1");
    battle.to_hit(dagger, dagger.weapon(0, battle.set()).unwrap(), ship(battle, target)).unwrap().number()
}

#[test]
fn hs_38_counter_measures_make_attacks_on_the_ship_and_on_friends_within_two_hexes_harder() {
    for (place, more) in [("k7 S 0", 1), ("k6 S 0", 1), ("k5 S 0", 0)] {
        let mut battle = covered(place);
        let before = needs(&battle, "b1");
        let own = needs(&battle, "b2");
        until_move_of(&mut battle, 2);
        play(&mut battle, "ecm");
        assert_eq!(needs(&battle, "b1"), before + more, "{place}");
        assert_eq!(needs(&battle, "b2"), own + 1, "its own ship");
    }
}

#[test]
fn hs_38_counter_measures_take_energy_every_round_and_last_for_it() {
    let mut battle = covered("k7 S 0");
    until_move_of(&mut battle, 2);
    let energy = ship(&battle, "b2").energy;
    play(&mut battle, "ecm");
    assert_eq!(ship(&battle, "b2").energy, energy - 2);
    assert_eq!(refused(&battle, "ecm"), "jamming-already");
    end_round(&mut battle);
    assert!(!ship(&battle, "b2").jamming, "the next round has to be paid again");
    until_move_of(&mut battle, 2);
    change(&mut battle, "b2").energy = 1;
    assert_eq!(refused(&battle, "ecm"), "no-energy");
    until_move_of(&mut battle, 2);
    let mut other = covered("k7 S 0");
    until_move_of(&mut other, 1);
    assert_eq!(refused(&other, "ecm"), "no-counter-measures");
}

#[test]
fn hs_38_several_counter_measures_do_not_add_up_and_those_of_a_disabled_ship_do_nothing() {
    let mut battle = battle(&[("dagger", "k11 N 0")], &[("manta/ecm", "k8 S 0"), ("manta/ecm", "k7 S 0")]);
    let before = needs(&battle, "b1");
    change(&mut battle, "b1").jamming = true;
    change(&mut battle, "b2").jamming = true;
    assert_eq!(needs(&battle, "b1"), before + 1);
    change(&mut battle, "b1").jamming = false;
    assert_eq!(needs(&battle, "b1"), before + 1);
    change(&mut battle, "b2").disruption = 99;
    assert_eq!(needs(&battle, "b1"), before);
}

/// A Tempest with one launcher fires at a Manta with an anti missile system.
fn launched(manta: &'static str) -> Battle {
    let mut battle =
        battle(&[("tempest.missile-3.missile-3.none.none", "k11 N 0")], &[(manta, "k8 S 0"), ("sabre", "a1 N 0")]);
    until_attack_of(&mut battle, 0);
    battle
}

#[test]
fn hs_38_an_anti_missile_system_removes_missile_hits_on_a_d6() {
    let mut battle = launched("manta/ams");
    play(&mut battle, "target:b1 switch:2");
    let shields = ship(&battle, "b1").shields[0];
    // The launcher's die, and a die for each of the three missiles: 3 is too low, 4 and 6 remove theirs.
    let events = roll(&mut battle, Action::Fire, &[6, 3, 4, 6]);
    let removed = |event: &&Event| matches!(event, Event::Intercepted { removed: true, .. });
    assert_eq!(events.iter().filter(removed).count(), 2);
    assert_eq!(ship(&battle, "b1").shields[0], shields - 3, "one missile is left");
}

#[test]
fn hs_38_an_anti_missile_system_works_so_many_times_a_round() {
    let mut battle = launched("manta/ams");
    play(&mut battle, "target:b1");
    // Two launchers, five missiles that hit: three rolls for the first launcher, none for the second.
    let events = roll(&mut battle, Action::Fire, &[6, 4, 4, 4, 4]);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Intercepted { .. })).count(), 3);
    assert_eq!(ship(&battle, "b1").shields[0], 8 - 6, "two missiles of the second launcher");
    assert_eq!((battle.round(), ship(&battle, "b1").intercepts), (2, 0), "a new round begins anew");
    let mut disabled = launched("manta/ams");
    change(&mut disabled, "b1").disruption = 99;
    play(&mut disabled, "target:b1 switch:2");
    roll(&mut disabled, Action::Fire, &[6]);
}

/// The forecast of missiles against an anti missile system is what all dice give.
#[test]
fn hs_38_the_forecast_knows_anti_missile_systems() {
    let mut battle = launched("manta/ams");
    change(&mut battle, "b1").shields = [0; 4];
    let (tempest, manta) = (ship(&battle, "r1"), ship(&battle, "b1"));
    let mut damage = 0.0;
    let all = battle.outcomes(tempest, manta, 0b01, Detail::Exact, |left, weight| {
        damage += f64::from(weight) * f64::from(manta.armour[0] - left.layers.armour);
    });
    // Two missiles hit on average, half of them are removed, each does 3.
    assert!((damage / f64::from(all) - 3.0).abs() < 1e-9, "{}", damage / f64::from(all));
    let mut both = 0.0;
    let all = battle.outcomes(tempest, manta, 0b11, Detail::Exact, |left, weight| {
        both += f64::from(weight) * f64::from(manta.armour[0] - left.layers.armour);
    });
    let expected = brute_force() * 3.0;
    assert!((both / f64::from(all) - expected).abs() < 1e-9, "{} and {expected}", both / f64::from(all));
}

/// The missiles that get through from two launchers: all dice of the launchers and of three rolls, tried one by one. The armour
/// of a Manta takes at most nine points, which are three missiles.
fn brute_force() -> f64 {
    let hits = [1, 1, 2, 2, 3, 3];
    let mut sum = 0;
    for first in hits {
        for second in hits {
            for coins in 0..8_u32 {
                let removed =
                    |from: u32, count: u32| (from..from + count).filter(|roll| coins >> roll & 1 == 1).count();
                let rolls = [first.min(3), second.min(3 - first)];
                let through = first + second - (removed(0, rolls[0]) + removed(rolls[0], rolls[1])) as u32;
                sum += through.min(3);
            }
        }
    }
    f64::from(sum) / (36.0 * 8.0)
}

#[test]
fn hs_38_off_there_is_no_trace_of_it() {
    let game = HexShips::from(battle(&[("dagger", "k11 N 0")], &[("sabre", "k8 S 0")]));
    assert!(!allowed(&game.battle, "ecm"));
    let text = game.write_position();
    assert!(!text.contains("jamming") && !text.contains("intercepts"), "{text}");
}
