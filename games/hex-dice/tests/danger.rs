//! Danger at a glance, compared with every action of the opponent whose turn it is.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{SETUPS, setup};
use game::{Dice, Game, Random, Seat, Seed, Viewer, legal_actions};
use scene::{Draw, Place, ThreatKind};
use sixfold_hex_dice::{Action, Cell, HexDice, Phase, Unit};

/// What the acting seat can do to the hexes of another seat in this turn, the worst for each hex.
fn by_the_rules(game: &HexDice, seat: usize) -> BTreeSet<(usize, ThreatKind)> {
    let mut all: BTreeMap<usize, ThreatKind> = BTreeMap::new();
    let mut homes = BTreeSet::new();
    let mut see = |now: &HexDice, is_bonus: bool| {
        for action in legal_actions(now) {
            let (Action::Move { to, .. } | Action::Strike { to, .. }) = action else { continue };
            let (before, mut after) = (&now.position, now.clone());
            after.apply(&action, &mut Dice::scripted([]));
            let base = before.ground().base(seat);
            let stands_on_base =
                after.position.unit(base).is_some() && after.position.unit(base).seat() == before.seat();
            if stands_on_base && to.index() == base {
                homes.insert(base);
            }
            let target = before.unit(to.index());
            if !target.is_some() || target.seat() != seat {
                continue;
            }
            let left = after.position.unit(to.index());
            let kind = match left.is_some() && left.seat() == seat {
                true => ThreatKind::Struck,
                false if is_bonus => ThreatKind::MayBeLost,
                false => ThreatKind::Lost,
            };
            let worst = all.entry(to.index()).or_insert(kind);
            *worst = kind.min(*worst);
        }
    };
    see(game, false);
    for action in legal_actions(game) {
        if let Action::Move { face: Some(_), .. } = action {
            let mut merged = game.clone();
            merged.apply(&action, &mut Dice::scripted([]));
            if let Phase::Bonus(_) = merged.position.phase() {
                see(&merged, true);
            }
        }
    }
    all.into_iter().chain(homes.into_iter().map(|base| (base, ThreatKind::Home))).collect()
}

#[test]
fn a_unit_is_in_danger_exactly_if_an_action_of_the_opponent_attacks_it() {
    let mut counts: BTreeMap<ThreatKind, u32> = BTreeMap::new();
    for (number, text) in (0..).zip(SETUPS.iter().filter(|text| text.starts_with("players=2")).cycle().take(24)) {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut game = HexDice::start(&setup(text), &mut dice).unwrap();
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            if game.position.phase() == Phase::Playing {
                let other = 1 - game.position.seat();
                let threats = game.danger(&game.view(Viewer::Spectator), Seat(other as u8));
                let cell = |place: &Place| match place {
                    Place::Hex(hex) => Cell::at(*hex).unwrap().index(),
                    Place::Vertex(_) | Place::Triangle(_) => panic!("Hex Dice is played on hexes"),
                };
                let found = threats.iter().map(|threat| (cell(&threat.places[0]), threat.kind)).collect();
                assert_eq!(by_the_rules(&game, other), found, "{text}\n{game:?}");
                for threat in &threats {
                    *counts.entry(threat.kind).or_default() += 1;
                }
            }
            game.apply(&action, &mut dice);
        }
    }
    let enough = [ThreatKind::Home, ThreatKind::Lost, ThreatKind::MayBeLost, ThreatKind::Struck];
    assert!(enough.iter().all(|kind| counts.get(kind).is_some_and(|count| *count > 10)), "too few: {counts:?}");
}

/// With more players the danger is what all opponents can do, each from the units as they stand.
#[test]
fn with_six_players_the_danger_is_that_of_every_opponent() {
    let game = common::placed("players=6", "R1 g7, B4 g6, G4 f7, O6 a1, V6 a2, Y6 a3", 0);
    let threats = game.danger(&game.view(Viewer::Spectator), Seat(0));
    let [threat] = &threats[..] else { panic!("one unit is in danger: {threats:?}") };
    assert_eq!((threat.kind, threat.from.len()), (ThreatKind::Lost, 2), "{threat:?}");
}

/// On every hex that no other seat holds, a unit is put if there is none, and the rules say whether it is attacked.
#[test]
fn a_hex_is_exposed_exactly_if_an_action_of_an_opponent_attacks_a_unit_there() {
    let (mut exposed, mut safe) = (0, 0);
    for (number, text) in (0..).zip(SETUPS.iter().filter(|text| text.starts_with("players=2")).cycle().take(8)) {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut game = HexDice::start(&setup(text), &mut dice).unwrap();
        let mut turns = 0;
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            turns += 1;
            if game.position.phase() == Phase::Playing && turns % 5 == 0 {
                let other = 1 - game.position.seat();
                let area = game.exposed(&game.view(Viewer::Spectator), Seat(other as u8));
                let found: BTreeSet<Place> = area.into_iter().flat_map(|area| area.places).collect();
                for cell in common::cells().map(Cell::index) {
                    let unit = game.position.unit(cell);
                    if unit.is_some() && unit.seat() != other {
                        continue;
                    }
                    let mut then = game.clone();
                    if !unit.is_some() {
                        then.position.put(cell, Unit::new(other as u8, 1));
                    }
                    let attacked =
                        by_the_rules(&then, other).iter().any(|(hex, kind)| *hex == cell && *kind != ThreatKind::Home);
                    let place = Place::Hex(Cell(cell as u8).hex());
                    assert_eq!(found.contains(&place), attacked, "{text}: {}\n{game:?}", Cell(cell as u8).name());
                    *(if attacked { &mut exposed } else { &mut safe }) += 1;
                }
            }
            game.apply(&action, &mut dice);
        }
    }
    assert!(exposed > 500 && safe > 500, "the games are too few: {exposed} and {safe}");
}

#[test]
fn every_opponent_exposes_and_the_units_of_others_do_not_count() {
    let game = common::placed("players=6", "R1 g7, B4 g6, G4 f7, O6 a1, V6 a2, Y6 a3", 0);
    let area = game.exposed(&game.view(Viewer::Spectator), Seat(0)).unwrap();
    let has = |name: &str| area.places.contains(&Place::Hex(Cell(common::at(name) as u8).hex()));
    assert!(has("g7") && !has("g6") && !has("f7"), "{area:?}");
}
