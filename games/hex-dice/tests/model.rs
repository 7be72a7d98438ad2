//! Compares the game with a naive model of the rulebook, in random games with every table and option, dice included.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::naive::{Man, Model, Stage, name, named};
use common::{SETUPS, new_match, placed};
use game::{Chance, Dice, Game, Random, Seat, legal_actions};
use sixfold_hex_dice::{Action, Cell, HexDice, Phase, Position};

fn men(position: &Position) -> BTreeMap<String, Man> {
    let man = |cell: usize| {
        let unit = position.unit(cell);
        let man = Man {
            seat: unit.seat(),
            face: i32::from(unit.face()),
            tokens: i32::from(unit.tokens()),
            guard: unit.is_guarding(),
        };
        (Cell(cell as u8).name(), man)
    };
    position.occupied().iter().map(man).collect()
}

fn agree(game: &HexDice, model: &Model) {
    let position = &game.position;
    let legal: BTreeSet<String> = legal_actions(game).iter().map(|action| game.write(action)).collect();
    assert_eq!(legal, model.legal(), "allowed actions\n{game:?}");
    let theirs: BTreeMap<String, Man> = model.men.iter().map(|(&spot, &man)| (name(spot), man)).collect();
    assert_eq!(men(position), theirs, "units\n{game:?}");
    for seat in 0..model.seats {
        let hand: Vec<i32> = position.hand(seat).iter().filter(|&&die| die > 0).map(|&die| i32::from(die)).collect();
        assert_eq!(hand, model.hands[seat], "dice of {seat}\n{game:?}");
        assert_eq!(position.is_out(seat), model.gone.contains(&seat), "{seat} is out\n{game:?}");
    }
    assert_eq!(game.turn().number, model.turn, "turn\n{game:?}");
    assert_eq!(game.turn().seat, Seat(model.mover as u8), "mover\n{game:?}");
    let stage = match position.phase() {
        _ if position.is_over() => Stage::Over,
        Phase::Choosing => Stage::Choosing,
        Phase::Deploying => Stage::Deploying,
        Phase::Playing => Stage::Playing,
        Phase::Bonus(cell) => Stage::Bonus(named(&Cell(cell).name())),
    };
    assert_eq!(stage, model.stage, "{game:?}");
    let places =
        game.outcome().map(|outcome| Seat::first(game.seats()).map(|seat| usize::from(outcome.place(seat))).collect());
    assert_eq!(places, model.places(), "places\n{game:?}");
}

/// Counts events of the games, so that a run without them fails.
#[derive(Debug, Default)]
struct Seen {
    kills: u32,
    weakened: u32,
    merges: u32,
    bonuses: u32,
    captures: u32,
    wins: u32,
    draws: u32,
}

/// Random play that prefers a strike or a step onto a base: purely random play has too few of them, and too many
/// merges.
fn fierce(game: &HexDice, random: &mut Random) -> Action {
    let position = &game.position;
    let bases: BTreeSet<usize> = (0..position.seats()).map(|seat| position.ground().base(seat)).collect();
    let is_fierce = |action: &Action| match action {
        Action::Strike { .. } => true,
        Action::Move { to, .. } => {
            let there = position.unit(to.index());
            there.is_some() && there.seat() != position.seat() || bases.contains(&to.index())
        }
        _ => false,
    };
    let actions = legal_actions(game);
    let wild: Vec<Action> = actions.iter().copied().filter(is_fierce).collect();
    if random.below(4) > 0 && !wild.is_empty() {
        return *random.pick(&wild).expect("there is one");
    }
    // If a merge is drawn, the action is drawn again once.
    let merges = |action: &Action| matches!(action, Action::Move { to, .. } if position.owned(position.seat()).contains(to.index()));
    let drawn = *random.pick(&actions).expect("it is running");
    if merges(&drawn) { *random.pick(&actions).expect("it is running") } else { drawn }
}

fn play(setup: &str, number: u64, seen: &mut Seen) {
    let mut game_match = new_match(setup, number);
    let mut model = Model::new(setup, game_match.start_rolls().iter().map(|roll| roll.value));
    let mut random = Random::new(number);
    agree(game_match.state(), &model);
    while let Some(seat) = game_match.actor() {
        let action = fierce(game_match.state(), &mut random);
        let before = game_match.state().clone();
        let text = before.write(&action);
        let rolls = game_match.play(seat, &action).expect("it is listed").rolls.clone();
        let mut dice = rolls.iter().map(|roll| roll.value);
        model.play(&text, &mut dice);
        assert_eq!(dice.next(), None, "the model rolls every die that the game rolls");
        agree(game_match.state(), &model);
        let (was, is) = (men(&before.position), men(&game_match.state().position));
        let enemies = |men: &BTreeMap<String, Man>| men.values().filter(|man| man.seat != seat.index()).count();
        let tokens = |men: &BTreeMap<String, Man>| men.values().map(|man| man.tokens).sum::<i32>();
        seen.kills += u32::from(enemies(&is) < enemies(&was));
        seen.captures += u32::from(enemies(&is) + 1 < enemies(&was));
        seen.weakened += u32::from(tokens(&is) > tokens(&was));
        seen.merges += u32::from(is.len() < was.len() && enemies(&is) == enemies(&was));
        seen.bonuses += u32::from(matches!(model.stage, Stage::Bonus(_)));
    }
    *if model.drawn { &mut seen.draws } else { &mut seen.wins } += 1;
}

#[test]
fn random_games_of_every_setup_agree_with_the_model() {
    let mut seen = Seen::default();
    for setup in SETUPS {
        (0..6).for_each(|number| play(setup, number, &mut seen));
    }
    let Seen { kills, weakened, merges, bonuses, captures, wins, draws } = seen;
    assert!(kills > 100 && weakened > 100 && merges > 50 && bonuses > 20, "{seen:?}");
    assert!(captures > 10 && wins > 15 && draws > 0, "{seen:?}");
}

/// Positions that play does not reach obey the same rules: units at random places.
#[test]
fn strewn_positions_agree_with_the_model() {
    let mut random = Random::new(7);
    for number in 0..150 {
        let (setup, seats) = [("players=2", 2), ("players=3", 3), ("players=6 archer-lines=on", 6)][number % 3];
        let mut strewn: BTreeMap<String, Man> = BTreeMap::new();
        let crowd = 5 + random.below(30);
        for index in 0..crowd {
            let cell = Cell(random.below(127) as u8);
            let face = 1 + random.below(6) as i32;
            let seat = if index < seats { index } else { random.below(seats) } as usize;
            let man = Man { seat, face, tokens: random.below(face as u32 + 1) as i32, guard: random.below(3) == 0 };
            strewn.insert(cell.name(), man);
        }
        let write = |(name, man): (&String, &Man)| {
            let letter = ["R", "B", "G", "O", "V", "Y"][man.seat];
            let guard = if man.guard { "!" } else { "" };
            format!("{letter}{}{guard}{} {name}", man.face, "-".repeat(man.tokens as usize))
        };
        let units: Vec<String> = strewn.iter().map(write).collect();
        let in_play: Vec<usize> =
            (0..seats as usize).filter(|&seat| strewn.values().any(|man| man.seat == seat)).collect();
        let mover = *random.pick(&in_play).expect("somebody has a unit");
        if in_play.len() < 2 {
            continue;
        }
        let game = placed(setup, &units.join(", "), mover as u8);
        let spots: Vec<_> = strewn.iter().map(|(name, &man)| (named(name), man)).collect();
        let model = Model::standing(setup, &spots, mover);
        for action in legal_actions(&game) {
            let mut weights = Vec::new();
            let dice =
                if game.chance(&action, &mut weights) == Chance::Listed { vec![1 + random.below(6)] } else { vec![] };
            let (mut after, mut other) = (game.clone(), model.clone());
            after.play(&action, &mut Dice::scripted(dice.clone())).expect("it is listed");
            other.play(&game.write(&action), &mut dice.into_iter());
            let theirs: BTreeMap<String, Man> = other.men.iter().map(|(&spot, &man)| (name(spot), man)).collect();
            assert_eq!(men(&after.position), theirs, "{action:?} in\n{game:?}");
            assert_eq!(after.outcome().is_some(), other.stage == Stage::Over, "{action:?} in\n{game:?}");
        }
        let legal: BTreeSet<String> = legal_actions(&game).iter().map(|action| game.write(action)).collect();
        assert_eq!(legal, model.legal(), "{game:?}");
    }
}
