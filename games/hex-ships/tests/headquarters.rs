//! The headquarters of a campaign says the same as the battle that follows.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::campaign::{BLUE, RED, after_squadrons_fought, fight, set_out};
use game::{Dice, Exit, Game as _, Journey as _, Match, Message, Seed, Viewer};
use scene::{Draw as _, DrawJourney as _, as_seen};
use sixfold_hex_ships::{Campaign, Fate, HexShips, Stage};

/// Takes a step that is allowed.
fn take(campaign: &mut Campaign, text: &str) {
    let step = campaign.read(text).unwrap();
    campaign.check(RED, &step).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    campaign.apply(RED, &step, &mut Dice::scripted([]));
}

/// Every mission of a campaign, chosen, and the battle that follows. Both results lead on, and every ship comes back.
fn missions(options: &str) -> Vec<(Campaign, Match<HexShips>)> {
    let first = set_out(options).state().clone();
    let mut found: Vec<Option<(Campaign, Match<HexShips>)>> = first.plan().missions.iter().map(|_| None).collect();
    let mut waiting = vec![first];
    while let Some(campaign) = waiting.pop() {
        let Stage::Headquarters { open, .. } = campaign.stage().clone() else { continue };
        for mission in open.into_iter().filter(|mission| found[usize::from(*mission)].is_none()).collect::<Vec<_>>() {
            let mut there = campaign.clone();
            if there.current().is_none() {
                take(&mut there, &format!("go:{}", campaign.mission(mission).key));
            }
            let chosen = there.clone();
            take(&mut there, "start");
            let battle = Match::<HexShips>::new(there.next_match().unwrap().setup, Seed::number(1)).unwrap();
            for loser in [BLUE, RED] {
                let mut fought = battle.clone();
                fought.exit(Exit::Resigned(loser)).unwrap();
                let mut after = there.clone();
                after.take(&fought, &mut Dice::seeded(&Seed::number(1)));
                waiting.push(after);
            }
            found[usize::from(mission)] = Some((chosen, battle));
        }
    }
    found.into_iter().map(|found| found.expect("every mission can be reached")).collect()
}

fn every_mission() -> Vec<(Campaign, Match<HexShips>)> {
    let campaigns = ["campaign=frontier", "campaign=exodus"].into_iter();
    campaigns
        .flat_map(|name| ["easy", "hard"].map(|level| format!("{name} difficulty={level}")))
        .flat_map(|options| missions(&options))
        .collect()
}

fn said(message: &Message, language: &str) -> String {
    let info = &HexShips::INFO;
    info.texts_in(language).say(message, info.seat_names)
}

#[test]
fn hs_35_the_aim_in_the_headquarters_reads_as_in_the_battle() {
    for (campaign, battle) in every_mission() {
        let state = battle.state();
        let aim = state.aim(&state.view(Viewer::Seat(RED)), Some(RED));
        let aim = as_seen(&aim, state.turned_for(RED));
        let shown = campaign.headquarters(RED, "en").mission.unwrap();
        for language in ["en", "de"] {
            assert_eq!(said(&shown.facts[0], language), said(&aim, language), "{}", shown.title);
        }
    }
}

/// The board is turned so that the own edge is below, for Red and for Blue. A text that says `below` misleads one of them.
#[test]
fn hs_35_briefings_and_helps_name_an_edge_by_the_side_it_belongs_to() {
    let misleading = ["lower edge", "upper edge", "unteren Rand", "oberen Rand", "unterer Rand", "oberer Rand"];
    let mut texts: Vec<String> = Vec::new();
    for language in ["en", "de"] {
        for (campaign, _) in every_mission() {
            texts.push(campaign.headquarters(RED, language).mission.unwrap().briefing);
        }
        let scenarios = set_out("campaign=frontier").state().rules().scenarios.clone();
        for scenario in scenarios {
            let help = Message { key: format!("option.scenario.{}.help", scenario.key).into(), ..Message::new("") };
            texts.push(said(&help, language));
        }
    }
    for text in texts {
        assert!(!misleading.iter().any(|words| text.contains(words)), "{text}");
    }
}

#[test]
fn hs_44_the_headquarters_names_each_ship_as_the_battle_does() {
    for (campaign, battle) in every_mission() {
        let shown = campaign.headquarters(RED, "en");
        let mission = campaign.mission(campaign.current().unwrap());
        let ships = (0..).zip(battle.state().battle.ships()).filter(|(_, ship)| ship.seat == RED);
        let mut named = ships.map(|(number, ship)| {
            format!("{} {}", ship.hull(campaign.rules()).name, battle.state().battle.ship_title(number))
        });
        let facts: Vec<String> = shown.mission.as_ref().unwrap().facts.iter().map(|fact| said(fact, "en")).collect();
        for name in &mission.guest_names {
            let joins = format!("{name} ({}) joins", named.next().unwrap());
            assert!(facts.iter().any(|fact| fact.starts_with(&joins)), "{joins}: {facts:?}");
        }
        for unit in shown.units.iter().filter(|unit| unit.is_sent) {
            let kind = said(&unit.kind, "en");
            assert!(kind.starts_with(&format!("{},", named.next().unwrap())), "{kind}");
        }
        assert_eq!(named.next(), None);
        for unit in shown.units.iter().filter(|unit| !unit.is_sent) {
            assert!(!said(&unit.kind, "en").contains(" R"), "{unit:?}");
        }
    }
}

#[test]
fn the_headquarters_lists_the_weapons_of_both_fleets() {
    for (campaign, battle) in every_mission() {
        let shown = campaign.headquarters(RED, "en");
        let sheets = battle.state().scene(&battle.view(Viewer::Seat(RED))).sheets;
        let line = |message: &Message| said(message, "en");
        let of_sheet = |unit: usize| sheets[unit].lines.iter().map(line).collect::<Vec<_>>();
        let first = campaign.mission(campaign.current().unwrap()).guests.len();
        for (place, unit) in shown.units.iter().filter(|unit| unit.is_sent).enumerate() {
            assert!(!unit.about.is_empty());
            for weapon in unit.about.iter().map(line) {
                assert!(of_sheet(first + place).iter().any(|told| told.starts_with(&weapon)), "{weapon}");
            }
        }
        let foes = shown.mission.unwrap().foes;
        let told: Vec<String> = foes.iter().flat_map(|foe| &foe.about).map(line).collect();
        for sheet in sheets.iter().filter(|sheet| sheet.seat == BLUE) {
            let weapons = sheet.lines.iter().map(line).filter(|line| line.contains("energy a shot"));
            for weapon in weapons {
                assert!(told.contains(&weapon.split(": ").next().unwrap().to_owned()), "{weapon}: {told:?}");
            }
        }
    }
}

#[test]
fn the_mission_says_where_a_win_a_draw_and_a_defeat_lead() {
    let told = |key: &str, language: &str| {
        let (campaign, _) = every_mission()
            .into_iter()
            .find(|(campaign, _)| campaign.mission(campaign.current().unwrap()).key == key)
            .unwrap();
        let facts = campaign.headquarters(RED, language).mission.unwrap().facts;
        facts[facts.len() - 3..].iter().map(|fact| said(fact, language)).collect::<Vec<_>>()
    };
    assert_eq!(
        told("frontier-picket", "en"),
        [
            "after a win: The last convoy / Raid on the depot",
            "after a draw: The last convoy / Raid on the depot",
            "after a defeat: Raid on the depot"
        ]
    );
    assert_eq!(
        told("exodus-gate", "de"),
        [
            "nach einem Sieg: der Feldzug ist gewonnen",
            "nach einem Unentschieden: der Feldzug ist verloren",
            "nach einer Niederlage: der Feldzug ist verloren"
        ]
    );
}

#[test]
fn hs_40_the_most_ships_that_are_told_are_those_that_can_be_sent() {
    for (campaign, _) in every_mission() {
        let mission = campaign.mission(campaign.current().unwrap());
        let facts = campaign.headquarters(RED, "en").mission.unwrap().facts;
        let most = facts.iter().find(|fact| fact.key.starts_with("campaign.fact.most-")).unwrap();
        let told = said(most, "en");
        let expected = match mission.key.as_str() {
            "frontier-convoy" => "at most 4 ships of your own beside it",
            "exodus-children" => "at most 8 ships of your own beside it",
            "frontier-gap" => "at most 4 ships",
            "frontier-signal" => "at most 3 ships",
            _ => "at most 8 ships",
        };
        assert_eq!(told, expected, "{}", mission.key);
    }
}

#[test]
fn a_captains_history_has_every_battle_and_the_lost_are_remembered() {
    let mut travel = set_out("campaign=frontier");
    let mut after = fight(&mut travel, BLUE, &[1, 6], |battle| {
        for ship in 0..2 {
            (battle.ship_mut(ship).fate, battle.ship_mut(ship).structure) = (Fate::Destroyed, 0);
        }
        (battle.ship_mut(0).kills, battle.ship_mut(2).kills) = (2, 1);
    });
    take(&mut after, "go:frontier-depot");
    take(&mut after, "start");
    let mut fought = Match::<HexShips>::new(after.next_match().unwrap().setup, Seed::number(1)).unwrap();
    fought.exit(Exit::Resigned(RED)).unwrap();
    after.take(&fought, &mut Dice::scripted([]));
    let shown = after.headquarters(RED, "en");
    let [resolute, second, third] = [0, 1, 2].map(|ship: usize| after.vessels()[ship].name.clone());
    let captain = after.captains()[0].name.clone();
    let survivor = shown.units.iter().find(|unit| unit.name == third).unwrap();
    let history: Vec<String> = survivor.person.history.iter().map(|line| said(line, "en")).collect();
    assert_eq!(
        history,
        [
            "2 battles, one ship destroyed".to_owned(),
            format!("Raid on the depot, lost: with {third}, 0 damage done, 0 ships destroyed"),
            format!("The picket line, won: with {third}, 0 damage done, one ship destroyed"),
        ]
    );
    let lost: Vec<String> = shown.lost.iter().map(|line| said(line, "en")).collect();
    assert_eq!(
        lost,
        [
            format!("{resolute} (Sabre), lost in “The picket line”"),
            format!("{captain}, level 2, died with {resolute}: one battle, 2 ships destroyed"),
            format!("{second} (Dagger), lost in “The picket line”"),
        ]
    );
}

#[test]
fn the_report_has_the_guests_of_the_mission() {
    let mut travel = set_out("campaign=frontier");
    let mut after = fight(&mut travel, BLUE, &[], |_| ());
    take(&mut after, "go:frontier-convoy");
    take(&mut after, "start");
    let setup = after.next_match().unwrap().setup;
    let mut state = Match::<HexShips>::new(setup.clone(), Seed::number(1)).unwrap().state().clone();
    (state.battle.ship_mut(0).fate, state.battle.ship_mut(0).kills) = (Fate::Destroyed, 1);
    let mut fought = Match::from_position(setup, Seed::number(1), state);
    fought.exit(Exit::Resigned(RED)).unwrap();
    after.take(&fought, &mut Dice::scripted([]));
    let report = after.headquarters(RED, "en").chapters.pop().unwrap().units;
    assert_eq!((report[0].name.as_str(), &report[0].person, report[0].is_lost), ("Marguerite", &None, true));
    assert_eq!(report[0].gauges.iter().map(|gauge| gauge.value).collect::<Vec<_>>(), [0, 0, 1]);
    assert_eq!(said(&report[0].story[0], "en"), "Marguerite was destroyed");
    assert_eq!(report.len(), 5);
}

#[test]
fn hs_38_the_report_tells_how_much_of_a_carriers_damage_is_that_of_its_squadrons() {
    let after = after_squadrons_fought();
    let deeds = after.chapters()[0].ships[0].deeds;
    let report = after.headquarters(RED, "en").chapters.pop().unwrap().units.pop().unwrap();
    let numbers: Vec<i64> = report.gauges[..2].iter().map(|gauge| gauge.value).collect();
    assert_eq!(numbers, [i64::from(deeds.dealt), i64::from(deeds.taken)]);
    let squadrons = report.story.iter().find(|line| line.key == "campaign.story.squadrons").unwrap();
    let (dealt, taken) = (deeds.dealt_by_squadrons, deeds.taken_by_squadrons);
    let expected =
        format!("squadrons of {}: {dealt} of the damage done, {taken} of the damage taken", after.vessels()[0].name);
    assert_eq!(said(squadrons, "en"), expected);
}
