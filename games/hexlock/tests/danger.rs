//! Danger at a glance, compared with every action and every roll of the enemy's next turn.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeMap;

use common::{cells, some_action};
use game::{Arg, Chance, Dice, Game, Random, Seat, Seed, Viewer, legal_actions};
use scene::{Draw, Place, ThreatKind};
use sixfold_hexlock::{Action, Cell, Hexlock, Position, Side};

/// The same hexes when it is this side's turn.
fn handed(game: &Hexlock, side: Side) -> Hexlock {
    let mut position = Position::empty(side, game.position.turn());
    for cell in cells() {
        if let Some(owner) = game.position.owner(cell) {
            position.give(cell, owner, game.position.hp(cell));
        }
    }
    Hexlock::standing(position)
}

/// For every hex of a side that the enemy can attack or take: the rolls of 20 that lose it, and whether it is attacked.
fn by_the_rules(game: &Hexlock, side: Side) -> BTreeMap<Cell, (u32, bool)> {
    let handed = handed(game, side.other());
    let mut all: BTreeMap<Cell, (u32, bool)> = BTreeMap::new();
    for action in legal_actions(&handed) {
        if let Action::Attack { target, .. } = action {
            all.entry(target).or_default().1 = true;
        }
        let rolls = handed.chance(&action, &mut Vec::new()) != Chance::Certain;
        let mut lost: BTreeMap<Cell, u32> = BTreeMap::new();
        for roll in 1..=20 {
            let mut after = handed.clone();
            after.apply(&action, &mut Dice::scripted(rolls.then_some(roll)));
            let gone =
                |cell: &Cell| handed.position.owner(*cell) == Some(side) && after.position.owner(*cell) != Some(side);
            cells().filter(gone).for_each(|cell| *lost.entry(cell).or_default() += 1);
        }
        for (cell, rolls) in lost {
            let worst = &mut all.entry(cell).or_default().0;
            *worst = rolls.max(*worst);
        }
    }
    all
}

/// Random games hardly ever come to this: Blue needs one more hex around a corner of Red.
#[test]
fn a_hex_that_an_expansion_surrounds_is_lost_for_certain() {
    let mut position = Position::empty(Side::Red, 9);
    for (name, side) in [("a1", Side::Red), ("d4", Side::Red), ("a2", Side::Blue), ("b1", Side::Blue)] {
        position.give(Cell::named(name).unwrap(), side, 3);
    }
    let game = Hexlock::standing(position);
    let view = game.view(Viewer::Seat(Seat(0)));
    let expected = by_the_rules(&game, Side::Red);
    assert_eq!(expected[&Cell::named("a1").unwrap()].0, 20);
    let threats = game.danger(&view, Seat(0));
    let lost = threats.iter().find(|threat| threat.kind == ThreatKind::Lost).unwrap();
    assert_eq!(lost.places, [Place::Hex(Cell::named("a1").unwrap().hex())]);
    assert_eq!(lost.from, [Place::Hex(Cell::named("b2").unwrap().hex())]);
}

/// Calls `each` with every position of this many drawn games, for each side, with the view of that side and what it knows
/// by it. Returns the games at their ends.
fn in_drawn_games(
    games: u64,
    mut random: Random,
    mut each: impl FnMut(&Hexlock, Side, &<Hexlock as Game>::View, &Hexlock),
) -> Vec<Hexlock> {
    let draw = |seed: u64| {
        let mut game = Hexlock::standing(Position::start(Side::BOTH[seed as usize % 2]));
        let mut dice = Dice::seeded(&Seed::number(seed));
        while let Some(action) = some_action(&game, &mut random) {
            for side in Side::BOTH {
                let view = game.view(Viewer::Seat(Seat(side as u8)));
                each(&game, side, &view, &Hexlock::imagine(&view, &mut Random::new(1)));
            }
            game.apply(&action, &mut dice);
        }
        game
    };
    (0..games).map(draw).collect()
}

#[test]
fn a_hex_is_in_danger_exactly_if_the_enemy_can_attack_or_surround_it_and_with_these_odds() {
    let mut counts: BTreeMap<ThreatKind, u32> = BTreeMap::new();
    in_drawn_games(12, Random::new(3), |game, side, view, known| {
        let expected = by_the_rules(game, side);
        let threats = known.danger(view, Seat(side as u8));
        assert_eq!(threats.len(), expected.len(), "{game:?}");
        for threat in threats {
            let [Place::Hex(hex)] = threat.places[..] else { panic!("one hex: {threat:?}") };
            let (rolls, attacked) = expected[&Cell::at(hex).unwrap()];
            let kind = match rolls {
                20 => ThreatKind::Lost,
                1.. => ThreatKind::MayBeLost,
                0 => ThreatKind::Struck,
            };
            assert_eq!(threat.kind, kind, "{threat:?}\n{game:?}");
            assert!(attacked || rolls > 0);
            if kind == ThreatKind::MayBeLost {
                assert_eq!(threat.percent, Some(5 * rolls as u8), "{threat:?}\n{game:?}");
            }
            assert_eq!(threat.percent.is_none(), kind == ThreatKind::Lost, "{threat:?}");
            *counts.entry(kind).or_default() += 1;
        }
    });
    let enough = |kind, count| counts.get(&kind).is_some_and(|found| *found > count);
    let all = enough(ThreatKind::Struck, 100) && enough(ThreatKind::MayBeLost, 100);
    assert!(all, "the games are too few: {counts:?}");
}

/// Every face of the die is played, so the bonus counts as HL-2 says, a natural 1 never hits (HL-1), and a natural 20 is
/// nothing special (HL-5).
#[test]
fn hl_2_a_hex_that_no_attack_takes_is_told_with_the_odds_of_a_hit_and_of_a_strong_one() {
    let mut told: BTreeMap<u8, u32> = BTreeMap::new();
    in_drawn_games(12, Random::new(7), |game, side, view, known| {
        let handed = handed(game, side.other());
        for threat in known.danger(view, Seat(side as u8)) {
            let [Place::Hex(hex)] = threat.places[..] else { panic!("one hex: {threat:?}") };
            if threat.kind != ThreatKind::Struck {
                continue;
            }
            let (hits, strong) = best_hits(&handed, Cell::at(hex).unwrap());
            assert_eq!(threat.percent, Some(5 * hits), "{threat:?}\n{game:?}");
            let said = |name| threat.words.args[name].clone();
            assert_eq!(said("percent"), Arg::Number(5 * i64::from(hits)), "{threat:?}");
            assert_eq!(said("strong"), Arg::Number(5 * i64::from(strong)), "{threat:?}");
            assert_eq!(said("damage"), Arg::Number(2));
            *told.entry(hits).or_default() += 1;
        }
    });
    assert!(told.len() > 4 && told.values().sum::<u32>() > 100, "the games are too few: {told:?}");
}

/// The number of faces that damage a hex, and that damage it by 2, for the attack with which there are most.
fn best_hits(handed: &Hexlock, target: Cell) -> (u8, u8) {
    let attacks = legal_actions(handed);
    let attacks = attacks.iter().filter(|action| matches!(action, Action::Attack { target: to, .. } if *to == target));
    let faces = |action: &Action| {
        let damage = |roll| {
            let mut after = handed.clone();
            after.apply(action, &mut Dice::scripted([roll]));
            handed.position.hp(target) - after.position.hp(target)
        };
        let damages: Vec<u8> = (1..=20).map(damage).collect();
        let count = |least| damages.iter().filter(|damage| **damage >= least).count() as u8;
        (count(1), count(2))
    };
    attacks.map(faces).max().unwrap()
}

#[test]
fn a_hex_is_exposed_exactly_if_the_enemy_could_attack_it_there() {
    let (mut empty, mut own) = (0, 0);
    let ended = in_drawn_games(6, Random::new(5), |game, side, view, known| {
        let exposed = known.exposed(view, Seat(side as u8)).map(|area| area.places).unwrap_or_default();
        for cell in cells().filter(|cell| game.position.owner(*cell) != Some(side.other())) {
            let mut then = handed(game, side.other());
            then.position.give(cell, side, 3);
            let attacks = |action: &Action| matches!(action, Action::Attack { target, .. } if *target == cell);
            let can = legal_actions(&then).iter().any(attacks);
            assert_eq!(exposed.contains(&Place::Hex(cell.hex())), can, "{} {game:?}", cell.name());
            let count = if game.position.owner(cell).is_some() { &mut own } else { &mut empty };
            *count += usize::from(can);
        }
        let enemy = |cell: &Cell| game.position.owner(*cell) == Some(side.other());
        assert!(!cells().filter(enemy).any(|cell| exposed.contains(&Place::Hex(cell.hex()))));
    });
    for game in ended {
        let over = game.exposed(&game.view(Viewer::Spectator), Seat(0));
        assert!(game.outcome().is_none() || over.is_none(), "nothing is attacked after the end");
    }
    assert!(empty > 100 && own > 100, "the games are too few: {empty} and {own}");
}
