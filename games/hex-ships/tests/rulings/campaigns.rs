//! Campaigns: the fleet between battles, its dock, its captains, and what a battle means for them.

use game::{
    Dice, Exit, Game as _, Journey as _, JourneyEnd, JourneyEvent, Match, MatchPlayer, NamedRules, PlayError, Refusal,
    Seat, Seed, Setup, Travel,
};
use sixfold_hex_ships::rules::{Critical, MOST_DEPLOYED, Rules, Skill};
use sixfold_hex_ships::{Battle, Campaign, Captain, Fate, Fortune, HexShips, Stage, Vessel, Wear};

use crate::common::campaign::{BLUE, RED, battle_of, fight, set_out, step};

/// The key of the sentence that refuses a step.
fn refused(travel: &Travel<Campaign>, seat: Seat, text: &str) -> String {
    match travel.clone().play_text(seat, text) {
        Err(PlayError::Refused(Refusal::Illegal(why))) => why.key.into_owned(),
        other => panic!("{text}: {other:?}"),
    }
}

/// Begins the battle; the enemy gives up at once. Every ship comes back whole.
fn win(travel: &mut Travel<Campaign>) {
    step(travel, "start");
    let mut fought = battle_of(travel);
    fought.exit(Exit::Resigned(BLUE)).unwrap();
    travel.take(&fought.record()).unwrap();
}

fn afloat(campaign: &Campaign) -> usize {
    campaign.vessels().iter().filter(|vessel| !vessel.is_lost).count()
}

#[test]
fn hs_40_every_ship_and_captain_has_a_name_of_its_own_that_can_be_changed() {
    let mut travel = set_out("campaign=frontier");
    let mut names: Vec<String> = travel.state().vessels().iter().map(|vessel| vessel.name.clone()).collect();
    names.extend(travel.state().captains().iter().map(|captain| captain.name.clone()));
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!((names.len(), all), (8, 8));
    step(&mut travel, "name:s1:Old_Bess");
    step(&mut travel, "name:c1:Zoë_O'Hara");
    assert_eq!(travel.state().vessels()[0].name, "Old Bess");
    assert_eq!(travel.state().captains()[0].name, "Zoë O'Hara");
    assert_eq!(refused(&travel, RED, "name:s2:Old_Bess"), "campaign.name-taken");
    for wrong in ["name:s2:", "name:s2:<b>", "name:s2:_x", "name:s2:abcdefghijklmnopqrstuvwxyz"] {
        assert!(matches!(travel.play_text(RED, wrong), Err(PlayError::Notation(_))), "{wrong}");
    }
}

#[test]
fn hs_40_captains_change_places_and_the_displaced_one_waits() {
    let mut travel = set_out("campaign=frontier");
    step(&mut travel, "move:c1:s2");
    let commands = |campaign: &Campaign| campaign.vessels().iter().map(|vessel| vessel.captain).collect::<Vec<_>>();
    assert_eq!(commands(travel.state()), [1, 0, 2, 3]);
    assert_eq!(refused(&travel, RED, "move:c1:s2"), "campaign.there-already");
    assert_eq!(refused(&travel, RED, "move:c9:s2"), "campaign.no-captain");
    // The first ship is lost and its captain lives: the captain waits, may take a ship, and its captain waits then.
    let after = fight(&mut travel, BLUE, &[6], |battle| {
        (battle.ship_mut(0).fate, battle.ship_mut(0).structure) = (Fate::Destroyed, 0);
    });
    assert!(after.captains()[1].is_alive && after.ship_of(1).is_none());
    assert_eq!(after.check(RED, &after.read("move:c2:s3").unwrap()), Ok(()));
    let mut moved = after.clone();
    moved.apply(RED, &after.read("move:c2:s3").unwrap(), &mut Dice::scripted([]));
    assert_eq!((moved.ship_of(1), moved.ship_of(2)), (Some(2), None));
    assert!(after.check(RED, &after.read("move:c2:s1").unwrap()).is_err(), "the ship is lost");
}

#[test]
fn hs_40_a_fleet_sends_at_most_eight_ships_and_those_that_the_mission_allows() {
    let travel = set_out("campaign=frontier");
    assert!(travel.state().sent().len() <= MOST_DEPLOYED);
    for plan in &travel.state().rules().campaigns {
        assert!(plan.ships.len() <= 16);
        assert!(plan.missions.len() >= 6, "{}", plan.key);
    }
}

#[test]
fn hs_36_the_choice_of_ships_says_which_limit_refuses_what() {
    let mut travel = set_out("campaign=frontier");
    win(&mut travel);
    step(&mut travel, "go:frontier-convoy");
    assert_eq!(travel.state().sent().len(), 4, "the mission takes four, beside its guest");
    win(&mut travel);
    assert_eq!(afloat(travel.state()), 5, "the reward has joined");
    let before = travel.state().current();
    assert_eq!(travel.state().mission(before.unwrap()).key, "frontier-gap");
    win(&mut travel);
    step(&mut travel, "go:frontier-signal");
    assert_eq!(travel.state().sent().len(), 3);
    let kept = (0..6).find(|ship| !travel.state().vessels()[*ship].is_sent).unwrap() + 1;
    assert_eq!(refused(&travel, RED, &format!("send:s{kept}")), "setup.limit.ships");
}

#[test]
fn hs_41_a_docked_ship_misses_the_next_battle_and_comes_back_whole() {
    let mut travel = set_out("campaign=frontier");
    assert_eq!(refused(&travel, RED, "dock:s1"), "campaign.not-damaged");
    let mut after = fight(&mut travel, BLUE, &[], |battle| {
        for ship in 0..3 {
            let ship = battle.ship_mut(ship);
            (ship.structure, ship.armour[1]) = (2, 0);
            ship.broken.add(Critical::Sensors);
            ship.broken.weapons = 1;
        }
    });
    let read = |campaign: &Campaign, text: &str| campaign.read(text).unwrap();
    let go = read(&after, "go:frontier-depot");
    after.apply(RED, &go, &mut Dice::scripted([]));
    for ship in ["dock:s1", "dock:s2"] {
        assert_eq!(after.check(RED, &read(&after, ship)), Ok(()));
        after.apply(RED, &read(&after, ship), &mut Dice::scripted([]));
    }
    let why = |campaign: &Campaign, text: &str| campaign.refuses(RED, &read(campaign, text)).unwrap().key.into_owned();
    assert_eq!(why(&after, "dock:s3"), "campaign.dock-full");
    assert_eq!(why(&after, "send:s1"), "campaign.in-dock");
    // Taken out again before the battle, it is as damaged as before.
    after.apply(RED, &read(&after, "undock:s2"), &mut Dice::scripted([]));
    assert!(after.vessels()[1].is_damaged() && !after.vessels()[1].is_docked);
    after.apply(RED, &read(&after, "start"), &mut Dice::scripted([]));
    let Stage::Battle { sent, .. } = after.stage().clone() else { panic!("it begins") };
    assert!(!sent.contains(&0));
    let next = after.next_match().unwrap();
    let mut fought = Match::<HexShips>::new(next.setup, Seed::number(1)).unwrap();
    fought.exit(Exit::Resigned(RED)).unwrap();
    let experience = after.captains()[0].experience;
    after.take(&fought, &mut Dice::scripted([]));
    assert!(!after.vessels()[0].is_damaged() && !after.vessels()[0].is_docked);
    assert_eq!(after.captains()[0].experience, experience, "ship and captain in dock earn nothing");
    assert!(after.vessels()[2].is_damaged(), "what fought is not repaired");
}

#[test]
fn hs_41_a_battle_without_ships_is_refused_with_the_reason() {
    let mut travel = set_out("campaign=exodus");
    let mut after = fight(&mut travel, BLUE, &[1, 1, 1, 1], |battle| {
        battle.ship_mut(0).structure -= 1;
        for ship in 1..5 {
            (battle.ship_mut(ship).fate, battle.ship_mut(ship).structure) = (Fate::Destroyed, 0);
        }
    });
    let go = after.read("go:exodus-fuel").unwrap();
    after.apply(RED, &go, &mut Dice::scripted([]));
    let keep = after.read("keep:s1").unwrap();
    after.apply(RED, &keep, &mut Dice::scripted([]));
    assert_eq!(after.cannot_start().unwrap().key, "campaign.nobody-sent");
    let dock = after.read("dock:s1").unwrap();
    after.apply(RED, &dock, &mut Dice::scripted([]));
    assert_eq!(after.cannot_start().unwrap().key, "campaign.all-docked");
}

#[test]
fn hs_42_experience_after_a_win_a_defeat_and_for_kills() {
    let gained = |loser: Seat, change: fn(&mut Battle)| {
        let mut travel = set_out("campaign=frontier");
        let before: Vec<u32> = travel.state().captains().iter().map(|captain| captain.experience).collect();
        let after = fight(&mut travel, loser, &[1, 1, 1, 1], change);
        let of = |index: usize| after.captains()[index].experience - before[index];
        ([of(0), of(1)], after)
    };
    // The first mission brings one more experience for a win.
    let ([first, second], after) = gained(BLUE, |battle| {
        battle.ship_mut(0).kills = 2;
        battle.ship_mut(1).fate = Fate::Withdrawn;
    });
    assert_eq!((first, second), (1 + 1 + 2 + 1, 1), "a withdrawn ship earns nothing for surviving and winning");
    assert_eq!(after.chapters()[0].fortune, Fortune::Won);
    let ([first, _], after) = gained(RED, |battle| battle.ship_mut(0).kills = 1);
    assert_eq!(first, 1, "whoever gives up has not survived on the field");
    assert_eq!(after.chapters()[0].fortune, Fortune::Lost);
}

#[test]
fn hs_42_a_disabled_ship_is_recovered_after_a_win_and_lost_after_a_defeat() {
    let disabled = |loser: Seat, dice: &[u32]| {
        let mut travel = set_out("campaign=frontier");
        fight(&mut travel, loser, dice, |battle| battle.ship_mut(0).disruption = 99)
    };
    let won = disabled(BLUE, &[]);
    assert!(!won.vessels()[0].is_lost);
    assert_eq!(won.vessels()[0].design.wear, Wear::default(), "disruption is restored (HS-12)");
    let lost = disabled(RED, &[5]);
    assert!(lost.vessels()[0].is_lost && lost.captains()[0].is_alive, "5 or 6 saves the captain");
    let dead = disabled(RED, &[4]);
    assert!(!dead.captains()[0].is_alive);
    assert!(dead.check(RED, &dead.read("move:c1:s2").unwrap()).is_err());
}

#[test]
fn hs_43_ranks_lost_to_criticals_do_not_count_for_the_fleets_bonus() {
    let initiative = |fleet: &str| {
        let text = format!("scenario=duel points=9999 radius=7 red={fleet} blue=needle");
        let setup = Setup::parse(HexShips::INFO.options, text.split(' ')).unwrap();
        let mut game = Match::<HexShips>::new(setup, Seed::number(1)).unwrap();
        while game.state().battle.round() == 0 {
            let seat = game.actor().unwrap();
            let mut actions = Vec::new();
            game.state().legal(&mut actions);
            game.play(seat, &actions[0]).unwrap();
        }
        game.state().battle.ships()[1].initiative
    };
    let usual = initiative("dagger@511+needle");
    assert_eq!(initiative("dagger@611+needle"), usual + 1);
    assert_eq!(initiative("dagger@611!broken=0/0/0/1+needle"), usual, "life support: command 5");
    assert_eq!(initiative("dagger@611!broken=0/16/0/0+needle"), usual + 1 - i8::from(Critical::Bridge as u8 == 4));
}

#[test]
fn hs_44_the_setup_of_a_battle_has_hull_armour_criticals_and_captains() {
    let mut travel = set_out("campaign=frontier");
    let mut after = fight(&mut travel, BLUE, &[], |battle| {
        let ship = battle.ship_mut(0);
        (ship.structure, ship.armour) = (3, [1, 2, 3, 4]);
        ship.broken.add(Critical::Engines);
        ship.broken.weapons = 0b10;
    });
    for text in ["go:frontier-depot", "learn:c1:gunnery", "start"] {
        let taken = after.read(text).unwrap();
        assert_eq!(after.check(RED, &taken), Ok(()), "{text}");
        after.apply(RED, &taken, &mut Dice::scripted([]));
    }
    let next = after.next_match().unwrap();
    assert_eq!(next.players, [MatchPlayer::Traveller(RED), MatchPlayer::Computer("3".to_owned())]);
    let fought = Match::<HexShips>::new(next.setup, Seed::number(1)).unwrap();
    let sabre = fought.state().battle.ships().iter().find(|ship| ship.structure == 3).expect("it is there");
    assert_eq!((sabre.armour, sabre.broken.engines, sabre.broken.weapons), ([1, 2, 3, 4], 1, 0b10));
    assert_eq!(sabre.design.ranks, after.captains()[0].ranks);
    assert_eq!(after.captains()[0].ranks[Skill::Gunnery as usize], 3);
    // The battle's record replays alone.
    let record = fought.record();
    assert_eq!(game::replay::<HexShips>(&record).unwrap().state(), fought.state());
}

#[test]
fn hs_44_a_campaign_is_read_as_it_was_written_and_mistakes_are_found() {
    let mut travel = set_out("campaign=frontier difficulty=hard");
    travel.name_player(RED, "Ann  of \n Green");
    step(&mut travel, "name:s1:Old_Bess");
    win(&mut travel);
    step(&mut travel, "go:frontier-depot");
    step(&mut travel, "start");
    let running = battle_of(&travel).record();
    let text = travel.text(Some(&running));
    let rules = NamedRules::<Rules>::built_in();
    let read = Travel::<Campaign>::read(&text, &rules).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.travel.state(), travel.state());
    assert_eq!(read.running.as_ref(), Some(&running));
    assert_eq!(read.travel.text(read.running.as_ref()), text);
    // Every line that is changed, left out or doubled is noticed, or means the same.
    let lines: Vec<&str> = text.lines().collect();
    let find = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    let wrong = |line: usize, with: &str| {
        let mut changed = lines.clone();
        changed[line] = with;
        Travel::<Campaign>::read(&changed.join("\n"), &rules).map(|_| ()).unwrap_err()
    };
    for (start, with) in [
        ("setup: ", "setup: campaign=exodus difficulty=hard players=1"),
        ("seed: ", "seed: 8"),
        ("1 name", "1 name:s9:Old_Bess"),
        ("1 go", "1 go:frontier-convoy"),
        ("| setup", "| setup: -"),
        ("| seed", "| seed: 1"),
        ("rolls: ", "rolls: d6=1"),
        ("| blue resigns", "| red resigns"),
    ] {
        let line = find(start);
        let error = wrong(line, with);
        assert!(error.line > line && error.line <= line + 40, "{start}: {error}");
    }
    assert!(wrong(0, "Sixfold journey 2").to_string().contains("version 2"));
}

#[test]
fn hs_29_a_campaign_is_lost_when_no_ship_remains_and_goes_on_otherwise() {
    let mut travel = set_out("campaign=frontier");
    let after = fight(&mut travel, RED, &[1, 1, 1, 1], |battle| {
        for ship in 0..4 {
            (battle.ship_mut(ship).fate, battle.ship_mut(ship).structure) = (Fate::Destroyed, 0);
        }
    });
    assert_eq!(after.end(), Some(JourneyEnd::Lost));
    let mut travel = set_out("campaign=frontier");
    let after = fight(&mut travel, RED, &[], |_| ());
    assert_eq!(after.end(), None, "a defeat alone does not end it");
}

#[test]
fn hs_45_two_commanders_share_a_side_and_each_has_ships_of_their_own() {
    let mut travel = set_out("campaign=frontier players=2");
    let owners: Vec<Seat> = travel.state().vessels().iter().map(|vessel| vessel.owner).collect();
    assert_eq!(owners, [RED, BLUE, RED, BLUE]);
    assert_eq!(refused(&travel, BLUE, "keep:s1"), "campaign.not-yours");
    assert_eq!(refused(&travel, RED, "move:c1:s2"), "campaign.not-yours");
    step(&mut travel, "start");
    assert!(travel.next_match().is_none(), "the other one is not ready");
    assert_eq!(refused(&travel, RED, "start"), "campaign.ready-already");
    travel.play_text(BLUE, "keep:s2").unwrap();
    assert!(!travel.state().is_ready(RED), "what was agreed to has changed");
    travel.play_text(BLUE, "hand-over").unwrap();
    assert!(travel.state().vessels().iter().all(|vessel: &Vessel| vessel.owner == RED));
    assert!(travel.state().captains().iter().all(|captain: &Captain| captain.owner == RED));
    step(&mut travel, "start");
    assert!(travel.next_match().is_some(), "one goes on alone");
}

#[test]
fn a_step_can_be_taken_back_until_a_battle_was_fought() {
    let mut travel = set_out("campaign=frontier");
    let before = travel.state().clone();
    step(&mut travel, "keep:s1");
    assert!(travel.undo() && *travel.state() == before && !travel.undo());
    win(&mut travel);
    assert!(matches!(travel.log().last(), Some(JourneyEvent::Match { .. })));
    assert!(!travel.undo());
}
