//! The ends of battles, and their consequences.

use game::{Dice, Game, Seat};
use sixfold_hex_ships::rules::Critical;
use sixfold_hex_ships::{Action, Aftermath, Battle, Design, Ending, Event, Fate, HexShips, Ship, Wear, level_after};

use crate::common::{act, battle, change, end_round, play, roll, rules, ship, until_attack_of, until_move_of};

/// Two fleets that cannot reach each other.
fn far_apart() -> Battle {
    battle(&[("dagger", "k1 S 0"), ("sabre", "j2 S 0")], &[("dagger", "k21 N 0"), ("manta", "l20 N 0")])
}

fn to_the_end(battle: &mut Battle) {
    while battle.result().is_none() {
        end_round(battle);
    }
}

#[test]
fn hs_13_a_battle_lasts_twelve_rounds_unless_it_is_told_otherwise() {
    let mut battle = far_apart();
    to_the_end(&mut battle);
    assert_eq!((battle.round(), battle.result()), (12, Some(None)), "nothing was destroyed: a draw");
}

#[test]
fn hs_13_then_the_player_who_destroyed_more_wins() {
    let mut battle = far_apart();
    change(&mut battle, "b1").fate = Fate::Destroyed;
    to_the_end(&mut battle);
    assert_eq!((battle.points(), battle.result()), ([10, 0], Some(Some(Seat(0)))), "5 hull points, doubled");
}

#[test]
fn hs_13_withdrawn_ships_count_half() {
    let mut battle = far_apart();
    change(&mut battle, "b1").fate = Fate::Destroyed; // 5
    change(&mut battle, "r2").fate = Fate::Withdrawn; // half of 8
    to_the_end(&mut battle);
    assert_eq!((battle.points(), battle.result()), ([10, 8], Some(Some(Seat(0)))));
}

#[test]
fn hs_19_damage_to_survivors_does_not_count() {
    let mut battle = far_apart();
    change(&mut battle, "b2").structure = 1;
    to_the_end(&mut battle);
    assert_eq!(battle.result(), Some(None));
}

#[test]
fn hs_19_a_fleet_with_no_working_ship_on_the_map_has_lost() {
    for gone in [Fate::Destroyed, Fate::Withdrawn] {
        let mut battle = far_apart();
        change(&mut battle, "b1").fate = gone;
        change(&mut battle, "b2").disruption = 99; // a disabled ship counts as gone
        end_round(&mut battle);
        assert_eq!((battle.round(), battle.result()), (1, Some(Some(Seat(0)))), "{gone:?}");
    }
}

#[test]
fn hs_19_both_at_once_is_a_draw() {
    let mut battle = far_apart();
    for name in ["r1", "r2", "b1", "b2"] {
        change(&mut battle, name).disruption = 99;
    }
    // The moving ship ends its move; all others drift where they are.
    end_round(&mut battle);
    assert_eq!(battle.result(), Some(None));
}

/// Step 4 of a round: victory is checked at the end of a round and not before.
#[test]
fn the_round_is_played_to_its_end() {
    let mut battle = battle(&[("needle", "k11 N 0"), ("sabre", "a11 N 0")], &[("dagger", "k9 S 0")]);
    let dagger = change(&mut battle, "b1");
    (dagger.shields, dagger.armour, dagger.speed) = ([0; 4], [0; 4], 0);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1");
    let events = roll(&mut battle, Action::Fire, &[5, 5]);
    let order: Vec<&Event> =
        events.iter().filter(|event| matches!(event, Event::Destroyed { .. } | Event::Over { .. })).collect();
    assert_eq!(order, [&Event::Destroyed { target: 2 }, &Event::Over { winner: Some(Seat(0)), ending: Ending::Fleet }]);
}

#[test]
fn after_the_end_nothing_is_legal() {
    let mut battle = far_apart();
    to_the_end(&mut battle);
    let game = HexShips::from(battle);
    assert_eq!(game.check(&Action::Hold), Err(game::Refusal::GameOver));
    assert!(game::legal_actions(&game).is_empty());
}

#[test]
fn hs_4_a_withdrawn_ship_is_out_of_the_battle_and_alive() {
    let mut battle = far_apart();
    until_move_of(&mut battle, 0);
    change(&mut battle, "r1").facing = hex::Direction::N;
    play(&mut battle, "speed:1 leave");
    to_the_end(&mut battle);
    let left = Aftermath::of(&battle, &mut Dice::scripted([]));
    assert!(left[0].captain_lives && left[0].ship.is_some());
    assert_eq!(battle.points(), [0, 5], "half of 5, doubled");
}

#[test]
fn hs_11_experience_for_surviving_winning_and_destroying() {
    let mut battle = far_apart();
    change(&mut battle, "b1").fate = Fate::Destroyed;
    change(&mut battle, "b2").fate = Fate::Destroyed;
    change(&mut battle, "r1").kills = 2;
    end_round(&mut battle);
    let left = Aftermath::of(&battle, &mut Dice::scripted([4, 5]));
    assert_eq!(left.iter().map(|left| left.experience).collect::<Vec<_>>(), [4, 2, 0, 0]);
    let levels = [0, 2, 3, 6, 26, 27, 28, 999].map(|experience| level_after(experience, rules()));
    assert_eq!(levels, [1, 1, 2, 3, 9, 10, 10, 10], "a level every 3, to level 10");
}

#[test]
fn hs_12_shields_ammunition_and_disruption_are_restored_and_nothing_else() {
    let battle = far_apart();
    let (rules, stock) = (battle.rules(), battle.set());
    let mut hurt = *ship(&battle, "r1");
    let whole = Ship::new(hurt.seat, hurt.design, hurt.tie, rules, stock);
    (hurt.shields, hurt.ammunition[0], hurt.disruption, hurt.energy) = ([0; 4], 1, 3, 4);
    (hurt.structure, hurt.armour, hurt.speed) = (2, [0, 1, 2, 3], 4);
    (hurt.rerolls_used, hurt.burns_used, hurt.shifts_used, hurt.kills) = (1, 1, 1, 1);
    hurt.broken.add(Critical::Sensors);
    hurt.broken.weapons = 0b10;
    let next = hurt.for_next_battle(rules, stock);
    let worn =
        Design { wear: Wear { structure: 3, armour: [10, 6, 5, 0], broken: hurt.broken, bays: 0 }, ..whole.design };
    let expected = Ship { design: worn, structure: 2, armour: [0, 1, 2, 3], broken: hurt.broken, ..whole };
    assert_eq!(next, expected);
    assert_eq!(next.energy, 0, "HS-21");
}

#[test]
fn hs_27_with_the_shield_generator_out_shields_begin_the_next_battle_at_0() {
    let battle = far_apart();
    let mut hurt = *ship(&battle, "r1");
    hurt.broken.add(Critical::ShieldGenerator);
    assert_eq!(hurt.for_next_battle(battle.rules(), battle.set()).shields, [0; 4]);
}

#[test]
fn hs_29_a_captain_survives_the_loss_of_the_ship_on_a_5_or_6() {
    for die in 1..=6 {
        let mut battle = far_apart();
        change(&mut battle, "b1").fate = Fate::Destroyed;
        to_the_end(&mut battle);
        let left = Aftermath::of(&battle, &mut Dice::scripted([die]));
        assert_eq!((left[2].captain_lives, left[2].ship), (die >= 5, None), "{die}");
    }
}

#[test]
fn hs_29_a_kill_belongs_to_the_ship_that_took_the_last_hull_point() {
    let mut battle =
        battle(&[("needle", "k11 N 0"), ("dagger", "j11 N 0")], &[("sabre", "k9 S 0"), ("manta", "a1 N 0")]);
    let sabre = change(&mut battle, "b1");
    (sabre.shields, sabre.armour, sabre.structure) = ([0; 4], [0; 4], 6);
    until_attack_of(&mut battle, 0);
    play(&mut battle, "target:b1 switch:2");
    roll(&mut battle, Action::Fire, &[5, 5]);
    until_attack_of(&mut battle, 1);
    play(&mut battle, "target:b1");
    roll(&mut battle, Action::Fire, &[5, 5]);
    assert_eq!((ship(&battle, "r1").kills, ship(&battle, "r2").kills), (0, 1));
}

#[test]
fn hs_29_a_withdrawn_ship_earns_nothing_for_surviving_or_winning() {
    let mut battle = far_apart();
    change(&mut battle, "r1").fate = Fate::Withdrawn;
    change(&mut battle, "r1").kills = 1;
    change(&mut battle, "b1").fate = Fate::Destroyed;
    change(&mut battle, "b2").fate = Fate::Destroyed;
    end_round(&mut battle);
    assert_eq!(battle.result(), Some(Some(Seat(0))));
    let left = Aftermath::of(&battle, &mut Dice::scripted([1, 1]));
    assert_eq!((left[0].experience, left[1].experience), (1, 2), "the kill counts");
    act_is_over(&battle);
}

fn act_is_over(battle: &Battle) {
    assert!(std::panic::catch_unwind(|| act(&mut battle.clone(), Action::Hold)).is_err());
}
