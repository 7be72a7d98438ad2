//! Hexlock's computer players beat a random player and a player who merely expands, and play better the longer they
//! think.
//!
//! Beginning is an advantage, so the players begin in turn. A bot gets its seat's view, which includes what the seat
//! remembers. The full figures: `cargo xtask test --slow -- -p sixfold-ai --test hexlock`.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{Dice, Game, Random, Seat, Seed, Setup, Viewer};
use hexlock::{Action, Cell, Hexlock, LockView, Position};
use sixfold_ai::{Bot, Level};

enum Player {
    Random(Random),
    /// Expands while it can, and then makes the attack with the best odds.
    Greedy(Random),
    Bot(Bot),
}

fn level(name: &str) -> impl Fn(u64) -> Player {
    move |seed| Player::Bot(Bot::new(Level::named(name).unwrap(), seed))
}

fn random(seed: u64) -> Player {
    Player::Random(Random::new(seed))
}

fn greedy(seed: u64) -> Player {
    Player::Greedy(Random::new(seed))
}

impl Player {
    fn choose(&mut self, state: &Hexlock, known: &LockView) -> Action {
        match self {
            Self::Random(random) => state.random_action(random, &mut Vec::new()).unwrap(),
            Self::Greedy(random) => expand_or_attack(&state.position, random),
            Self::Bot(bot) => bot.think::<Hexlock>(known).decide().unwrap(),
        }
    }
}

fn expand_or_attack(position: &Position, random: &mut Random) -> Action {
    let free = position.expansions();
    if !free.is_empty() {
        return Action::Expand(Cell(free.nth(random.below(free.len() as u32) as usize) as u8));
    }
    let mut attacks = Vec::new();
    position.each_action(|action| attacks.push(action));
    let damage = |action: &Action| match *action {
        Action::Attack { source, target } => position.combat(source, target).expected_damage_faces(),
        Action::Expand(_) => 0,
    };
    attacks.into_iter().max_by_key(damage).unwrap()
}

/// How many of `games` the first player wins. The players begin in turn. The seeds are fixed, so the result is too.
fn wins(games: u64, first: impl Fn(u64) -> Player, second: impl Fn(u64) -> Player) -> u64 {
    (0..games).filter(|&number| first_wins(number, first(number), second(number))).count() as u64
}

fn first_wins(number: u64, first: Player, second: Player) -> bool {
    let mut dice = Dice::seeded(&Seed::number(number));
    let mut state = Hexlock::start(&Setup::defaults(Hexlock::INFO.options), &mut dice).unwrap();
    let seat_of_first = Seat((state.turn().seat.0 + number as u8) % 2);
    let mut players = [first, second];
    players.rotate_left(seat_of_first.index());
    let mut known = [0, 1].map(|seat| state.view(Viewer::Seat(Seat(seat))));
    while state.outcome().is_none() {
        let seat = state.turn().seat.index();
        let action = players[seat].choose(&state, &known[seat]);
        state.play(&action, &mut dice).unwrap();
        for (seat, known) in Seat::first(2).zip(&mut known) {
            let mut view = state.view(Viewer::Seat(seat));
            Hexlock::recall(&mut view, known);
            *known = view;
        }
    }
    state.outcome().unwrap().winner() == Some(seat_of_first)
}

#[test]
fn the_first_level_beats_chance() {
    assert!(wins(20, level("1"), random) >= 18);
}

#[test]
fn the_second_level_beats_a_player_who_merely_expands() {
    assert!(wins(20, level("2"), greedy) >= 15);
}

#[test]
fn the_third_level_beats_chance_and_the_player_who_merely_expands() {
    assert!(wins(6, level("3"), random) >= 6);
    assert!(wins(10, level("3"), greedy) >= 8);
}

#[test]
fn the_third_level_beats_the_first() {
    assert!(wins(12, level("3"), level("1")) >= 9);
}

#[test]
#[ignore = "minutes, and only in the release profile"]
fn every_level_wins_as_many_of_a_hundred_games_as_we_say() {
    let figure = |players: &str, games: u64, least: u64, won: u64| {
        println!("level {players}: {won} of {games}");
        assert!(won >= least, "level {players} won {won} of {games}, not {least}");
    };
    figure("1 against random", 100, 90, wins(100, level("1"), random));
    figure("3 against random", 100, 95, wins(100, level("3"), random));
    figure("3 against greedy", 100, 70, wins(100, level("3"), greedy));
    figure("2 against 1", 100, 50, wins(100, level("2"), level("1")));
    figure("3 against 2", 100, 50, wins(100, level("3"), level("2")));
    figure("5 against 2", 40, 24, wins(40, level("5"), level("2")));
}
