//! Campaigns: the fleet between battles, its dock, its captains, and what a battle means for them.

use game::{
    Dice, Exit, Game as _, Journey as _, JourneyEnd, JourneyEvent, Match, MatchPlayer, Message, NamedRules, PlayError,
    Refusal, Seat, Seed, Setup, Travel,
};
use scene::DrawJourney as _;
use sixfold_hex_ships::rules::{Critical, Rules, Skill};
use sixfold_hex_ships::{Battle, Campaign, Captain, Fate, Fortune, HexShips, Stage, Vessel, Wear};

use crate::common::campaign::{BLUE, RED, SIXTEEN_NEEDLES, battle_of, draw, fight, set_out, set_out_by, step};

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
fn hs_40_a_fleet_sends_at_most_eight_ships() {
    let mut travel = set_out_by(&[SIXTEEN_NEEDLES], "campaign=frontier");
    assert_eq!(travel.state().sent(), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(refused(&travel, RED, "send:s9"), "campaign.limit.deployed");
    step(&mut travel, "keep:s1");
    step(&mut travel, "send:s9");
    assert_eq!(travel.state().sent(), [1, 2, 3, 4, 5, 6, 7, 8]);
}

/// A win at the picket line brings these ships.
fn rewarded(ships: &str) -> (&'static str, &'static str, String) {
    let reward = format!("reward = {{ ships = [{ships}], experience = 1 }}\nwin = [\"frontier-convoy\"");
    ("campaign-frontier.toml", "reward = { experience = 1 }\nwin = [\"frontier-convoy\"", reward)
}

#[test]
fn hs_40_a_fleet_has_at_most_sixteen_ships() {
    let (file, old, new) = rewarded("\"dagger\"");
    let mut travel = set_out_by(&[SIXTEEN_NEEDLES, (file, old, &new)], "campaign=frontier");
    win(&mut travel);
    assert_eq!(afloat(travel.state()), 16, "there is no room for the reward");
    assert!(travel.state().chapters()[0].joined.is_empty());
    // With a ship lost there is room for one of two.
    let (file, old, new) = rewarded("\"dagger\", \"sabre\"");
    let mut travel = set_out_by(&[SIXTEEN_NEEDLES, (file, old, &new)], "campaign=frontier");
    let after = fight(&mut travel, BLUE, &[1, 1, 1, 1], |battle| {
        (battle.ship_mut(0).fate, battle.ship_mut(0).structure) = (Fate::Destroyed, 0);
    });
    assert_eq!((afloat(&after), after.vessels().len()), (16, 17));
    assert_eq!(after.chapters()[0].joined, [(16, 16)]);
}

#[test]
fn hs_40_a_rewards_captain_has_level_1_unless_the_file_says_otherwise() {
    let (file, old, new) = rewarded("\"dagger\", \"sabre@231\"");
    let mut travel = set_out_by(&[(file, old, &new)], "campaign=frontier");
    win(&mut travel);
    let [dagger, sabre] = &travel.state().captains()[4..] else { panic!("two have joined") };
    let rules = travel.state().rules();
    assert_eq!((dagger.ranks, dagger.level(rules), dagger.points(rules)), ([1, 1, 1], 1, 0));
    assert_eq!((sabre.ranks, sabre.level(rules), sabre.points(rules)), ([2, 3, 1], 4, 0));
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

/// Only small ships get to the depot.
const SMALL_DEPOT: (&str, &str, &str) = (
    "campaign-frontier.toml",
    "red_aim = { kind = \"kill\", ship = 1 }\nblue_aim = { kind = \"hold\", round = 10 }\neasy = \"tempest",
    "red_limits = { sizes = 1 }\nred_aim = { kind = \"kill\", ship = 1 }\nblue_aim = { kind = \"hold\", round = 10 }\neasy = \"tempest",
);

#[test]
fn hs_36_a_mission_that_the_fleet_cannot_be_sent_to_is_not_offered_and_without_another_the_campaign_is_lost() {
    let own_fleet = (
        "campaign-frontier.toml",
        "deploy_rows = 3\nred = \"sabre@121+dagger@211+dagger+hornet@121\"\nred_limits",
        "deploy_rows = 3\nred = \"needle\"\nred_limits",
    );
    let mut outcome = [BLUE, RED].map(|loser| {
        let mut travel = set_out_by(&[SMALL_DEPOT, own_fleet], "campaign=frontier");
        fight(&mut travel, loser, &[1, 1, 1], |battle| {
            for ship in 1..4 {
                (battle.ship_mut(ship).fate, battle.ship_mut(ship).structure) = (Fate::Destroyed, 0);
            }
        })
    });
    let [won, lost] = &mut outcome;
    let convoy = won.plan().mission("frontier-convoy");
    assert_eq!(won.current(), convoy, "the Sabre is too large for the depot");
    let refused = won.read("go:frontier-depot").unwrap();
    assert_eq!(won.refuses(RED, &refused).unwrap().key, "campaign.not-open");
    assert_eq!(lost.end(), Some(JourneyEnd::Lost));
    let why = lost.headquarters(RED, "de").end.unwrap();
    assert_eq!(why, Message::new("campaign.end.no-fleet").with("missions", "Überfall auf das Depot".to_owned()));
}

#[test]
fn hs_29_a_lost_campaign_says_why() {
    let end = |options: &str, loser: Seat, dice: &[u32], change: &dyn Fn(&mut Battle)| {
        let mut travel =
            set_out_by(&[("campaign-frontier.toml", "loss = [\"frontier-depot\"]", "loss = \"lost\"")], options);
        fight(&mut travel, loser, dice, |battle| change(battle)).headquarters(RED, "en").end.unwrap()
    };
    let sunk = |battle: &mut Battle| {
        for ship in 0..4 {
            (battle.ship_mut(ship).fate, battle.ship_mut(ship).structure) = (Fate::Destroyed, 0);
        }
    };
    assert_eq!(end("campaign=frontier", RED, &[1; 4], &sunk).key, "campaign.end.no-ship");
    let beaten = end("campaign=frontier", RED, &[], &|_| ());
    assert_eq!(beaten, Message::new("campaign.end.defeat").with("mission", "The picket line".to_owned()));
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
fn hs_42_after_a_draw_experience_comes_from_surviving_and_kills() {
    let (before, after) = draw(&[], |battle| {
        battle.ship_mut(0).kills = 2;
        battle.ship_mut(2).fate = Fate::Withdrawn;
        battle.ship_mut(4).fate = Fate::Withdrawn; // as much for the enemy, so that it stays a draw
        (battle.ship_mut(4).design.hull, battle.ship_mut(2).design.hull) = (1, 1);
    });
    let gained: Vec<u32> =
        after.captains().iter().zip(before).map(|(captain, before)| captain.experience - before).collect();
    assert_eq!(gained, [1 + 2, 1, 0, 1], "nothing for winning, and no reward of the mission");
    assert!(after.chapters()[0].joined.is_empty());
}

#[test]
fn hs_42_a_disabled_ship_is_recovered_after_a_draw() {
    let (before, after) = draw(&[], |battle| battle.ship_mut(0).disruption = 99);
    assert!(!after.vessels()[0].is_lost && after.captains()[0].is_alive);
    assert_eq!(after.vessels()[0].design.wear, Wear::default());
    assert_eq!(after.captains()[0].experience - before[0], 1, "it survived");
}

#[test]
fn hs_29_a_captain_who_dies_learns_nothing() {
    let mut travel = set_out("campaign=frontier");
    let before: Vec<u32> = travel.state().captains().iter().map(|captain| captain.experience).collect();
    let after = fight(&mut travel, BLUE, &[4, 5], |battle| {
        for ship in 0..2 {
            (battle.ship_mut(ship).fate, battle.ship_mut(ship).structure) = (Fate::Destroyed, 0);
            battle.ship_mut(ship).kills = 1;
        }
    });
    let gained = [0, 1].map(|captain: usize| after.captains()[captain].experience - before[captain]);
    assert_eq!(gained, [0, 1 + 1], "the second one lives and has won");
    assert_eq!([0, 1].map(|ship: usize| after.chapters()[0].ships[ship].experience), [0, 2]);
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
    let broken = |critical: Critical| format!("dagger@611!broken=0/{}/0/0+needle", 1 << critical as u16);
    assert_eq!(initiative(&broken(Critical::Bridge)), usual, "every rank is 1");
    assert_eq!(initiative(&broken(Critical::Sensors)), usual + 1, "no rank is lost");
    assert_eq!(initiative("dagger+needle"), usual, "the bonus is for the fleet and needs rank 6");
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
fn hs_45_each_commander_has_a_dock_of_their_own() {
    let mut travel = set_out("campaign=exodus players=2");
    step(&mut travel, "start");
    travel.play_text(BLUE, "start").unwrap();
    let setup = travel.next_match().unwrap().setup;
    let mut state = battle_of(&travel).state().clone();
    for ship in 0..5 {
        (state.battle.ship_mut(ship).fate, state.battle.ship_mut(ship).structure) = (Fate::Here, 1);
    }
    let mut fought = Match::from_position(setup, Seed::number(1), state);
    fought.exit(Exit::Resigned(BLUE)).unwrap();
    let mut after = travel.state().clone();
    after.take(&fought, &mut Dice::scripted([]));
    let go = after.read("go:exodus-fuel").unwrap();
    after.apply(RED, &go, &mut Dice::scripted([]));
    assert_eq!(after.plan().dock, 1);
    for (seat, first, second) in [(RED, "dock:s1", "dock:s3"), (BLUE, "dock:s2", "dock:s4")] {
        let docks = after.read(first).unwrap();
        assert_eq!(after.check(seat, &docks), Ok(()), "{first}");
        after.apply(seat, &docks, &mut Dice::scripted([]));
        let full = after.refuses(seat, &after.read(second).unwrap()).unwrap();
        assert_eq!(full.key, "campaign.dock-full");
        let gauge = &after.headquarters(seat, "en").gauges[2];
        assert_eq!((gauge.value, gauge.most), (1, Some(1)));
    }
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
