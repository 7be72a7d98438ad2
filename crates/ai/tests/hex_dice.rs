//! Hex Dice's computer players beat random and greedy players, cope with several enemies, and finish their games.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{Dice, Game, Outcome, Random, Seed, Setup, Viewer, legal_actions};
use hex_dice::{Action, Cell, HexDice, Phase, Position};
use sixfold_ai::{Bot, Level};

/// Every number of players, with the usual number of dice.
const TABLES: [(&str, usize); 4] = [("players=2", 2), ("players=3", 3), ("players=4", 4), ("players=6", 6)];

enum Player {
    Random(Random),
    /// Deploys sensibly, takes a base or the strongest unit that it can, and otherwise goes for the nearest enemy base.
    Greedy(Random),
    Bot(Bot),
}

fn level(name: &'static str) -> impl Fn(u64) -> Player {
    move |seed| Player::Bot(Bot::new(Level::named(name).unwrap(), seed))
}

fn random(seed: u64) -> Player {
    Player::Random(Random::new(seed))
}

fn greedy(seed: u64) -> Player {
    Player::Greedy(Random::new(seed))
}

impl Player {
    fn choose(&mut self, state: &HexDice) -> Action {
        match self {
            Self::Random(random) => state.random_action(random, &mut Vec::new()).unwrap(),
            Self::Greedy(random) => greedy_action(&state.position, &legal_actions(state), random),
            Self::Bot(bot) => bot.think::<HexDice>(&state.view(Viewer::Seat(state.turn().seat))).decide().unwrap(),
        }
    }
}

fn greedy_action(position: &Position, actions: &[Action], random: &mut Random) -> Action {
    if position.phase() == Phase::Deploying {
        return position.sensible_deployment().unwrap();
    }
    let bases = || {
        let others = (0..position.seats()).filter(|&seat| seat != position.seat() && !position.is_out(seat));
        others.map(|seat| position.ground().base(seat))
    };
    let way = |cell: Cell| bases().map(|base| Cell(base as u8).hex().distance(cell.hex())).min().unwrap_or(0);
    let takes = |from: Cell, to: Cell| {
        let enemy = position.unit(to.index());
        let strikes = enemy.is_some() && enemy.seat() != position.seat();
        if strikes && position.combat(from.index(), to.index()).falls() { i32::from(enemy.face()) } else { 0 }
    };
    let mut score = |action: &Action| {
        let gain = match *action {
            Action::Strike { from, to } => 100 * takes(from, to),
            Action::Move { from, to, face: None } if position.unit(to.index()).is_some() => 100 * takes(from, to),
            Action::Move { from, to, face: None } => {
                let free = bases().any(|base| base == to.index());
                if free { 10_000 } else { 10 * (way(from) - way(to)) }
            }
            Action::Guard(_) => 1,
            _ => -100,
        };
        (gain, random.below(1_000))
    };
    *actions.iter().max_by_key(|action| score(action)).unwrap()
}

/// Plays a match between these players, seat by seat.
fn play(setup: &str, number: u64, mut players: Vec<Player>) -> Outcome {
    let setup = Setup::parse(HexDice::INFO.options, setup.split_whitespace()).unwrap();
    let mut dice = Dice::seeded(&Seed::number(number));
    let mut state = HexDice::start(&setup, &mut dice).unwrap();
    while state.outcome().is_none() {
        let action = players[state.turn().seat.index()].choose(&state);
        state.play(&action, &mut dice).unwrap();
    }
    state.outcome().unwrap()
}

/// How many of `games` for two the first player wins, and how many are drawn. The players take turns with the seats.
fn wins(setup: &str, games: u64, first: impl Fn(u64) -> Player, second: impl Fn(u64) -> Player) -> (u64, u64) {
    let (mut won, mut drawn) = (0, 0);
    for number in 0..games {
        let seat = number % 2;
        let mut players = vec![first(number), second(number)];
        players.rotate_left(seat as usize);
        let winner = play(setup, number, players).winner();
        won += u64::from(winner.is_some_and(|winner| u64::from(winner.0) == seat));
        drawn += u64::from(winner.is_none());
    }
    (won, drawn)
}

/// How many of `games` between equal players are drawn.
fn draws(setup: &str, seats: usize, games: u64, player: impl Fn(u64) -> Player) -> u64 {
    let drawn = |number: &u64| {
        let players = (0..seats as u64).map(|seat| player(10 * number + seat)).collect();
        play(setup, *number, players).winner().is_none()
    };
    (0..games).filter(drawn).count() as u64
}

/// The bot's average value among other players, each seat in turn, from 0 (always last) to 1 (always first).
fn share_among(
    setup: &str,
    seats: usize,
    games: u64,
    bot: impl Fn(u64) -> Player,
    other: impl Fn(u64) -> Player,
) -> f32 {
    let value = |number: u64| {
        let seat = number as usize % seats;
        let players = (0..seats).map(|at| if at == seat { bot(number) } else { other(10 * number + at as u64) });
        play(setup, number, players.collect()).values()[seat]
    };
    (0..games).map(value).sum::<f32>() / games as f32
}

#[test]
fn the_first_level_beats_chance() {
    assert!(wins("", 10, level("1"), random).0 >= 9);
}

#[test]
fn the_second_level_beats_greed() {
    assert!(wins("", 10, level("2"), greedy).0 >= 8);
}

#[test]
fn the_second_level_comes_first_among_random_players() {
    assert!(share_among("players=3", 3, 6, level("2"), random) > 0.9);
    assert!(share_among("players=6", 6, 6, level("2"), random) > 0.9);
}

#[test]
fn opponents_finish_their_games() {
    let drawn: u64 = TABLES.iter().map(|&(setup, seats)| draws(setup, seats, 4, level("2"))).sum();
    assert!(drawn <= 1, "{drawn} of 16 are drawn");
}

/// The figures of the documentation: `cargo xtask test --slow -- -p sixfold-ai --test hex_dice`.
#[test]
#[ignore = "minutes, and only in the release profile"]
#[allow(clippy::print_stdout, reason = "its output is its result")]
fn every_level_wins_as_many_of_a_hundred_games_as_we_say() {
    let against = |name: &str, (won, drawn): (u64, u64), least: u64| {
        println!("{name}: {won} of 100 won, {drawn} drawn");
        assert!(won >= least, "{name}: {won} of 100, not {least}");
    };
    against("level 3 against chance", wins("", 100, level("3"), random), 100);
    against("level 3 against greed", wins("", 100, level("3"), greedy), 90);
    against("level 2 against level 1", wins("", 100, level("2"), level("1")), 50);
    against("level 3 against level 2", wins("", 100, level("3"), level("2")), 50);
    for (setup, seats) in TABLES {
        let share = share_among(setup, seats, 24, level("3"), random);
        println!("{setup}: level 3 among random players gets {share:.2}");
        assert!(share > 0.9, "{setup}: {share}");
    }
}

/// So that games end: `cargo xtask test --slow -- -p sixfold-ai --test hex_dice no_progress`.
#[test]
#[ignore = "minutes, and only in the release profile"]
#[allow(clippy::print_stdout, reason = "its output is its result")]
fn fewer_than_one_game_in_twenty_is_drawn_by_no_progress() {
    const GAMES: u64 = 50;
    for name in ["2", "3"] {
        let mut all = 0;
        for (setup, seats) in TABLES {
            let drawn = draws(setup, seats, GAMES, level(name));
            println!("{setup}, level {name} against itself: {drawn} of {GAMES} drawn");
            all += drawn;
        }
        let games = GAMES * TABLES.len() as u64;
        assert!(20 * all < games, "level {name}: {all} of {games} drawn");
    }
}
