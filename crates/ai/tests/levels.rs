//! Each level beats the one before, and the first level beats a random player.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{Dice, Game, Random, Seed, Setup, Viewer};
use hexoust::HexOust;
use sixfold_ai::{Bot, Evaluated, Level};

enum Player {
    Random(Random),
    Bot(Bot),
}

fn level(name: &str, seed: u64) -> Player {
    Player::Bot(Bot::new(Level::named(name).unwrap(), seed))
}

impl Player {
    fn choose<G: Evaluated>(&mut self, state: &G) -> G::Action {
        match self {
            Self::Random(random) => state.random_action(random, &mut Vec::new()).unwrap(),
            Self::Bot(bot) => bot.think::<G>(&state.view(Viewer::Seat(state.turn().seat))).decide().unwrap(),
        }
    }
}

/// How many of `games` the first player wins. The players begin in turn. The seeds are fixed, so the result is too.
fn wins(games: u64, first: impl Fn(u64) -> Player, second: impl Fn(u64) -> Player) -> u64 {
    let setup = Setup::parse(HexOust::INFO.options, ["base=4"]).unwrap();
    let won = |number: u64| {
        let mut dice = Dice::seeded(&Seed::number(number));
        let mut state = HexOust::start(&setup, &mut dice).unwrap();
        let mut players = [first(number), second(number)];
        players.rotate_left((number % 2) as usize);
        while state.outcome().is_none() {
            let action = players[state.turn().seat.index()].choose(&state);
            state.play(&action, &mut dice).unwrap();
        }
        u64::from(state.outcome().unwrap().winner().unwrap().0) == number % 2
    };
    (0..games).filter(|&number| won(number)).count() as u64
}

#[test]
fn the_first_level_beats_chance() {
    assert!(wins(20, |seed| level("1", seed), |seed| Player::Random(Random::new(seed))) >= 15);
}

#[test]
fn the_second_level_beats_the_first() {
    assert!(wins(20, |seed| level("2", seed), |seed| level("1", seed)) >= 14);
}

#[test]
fn the_third_level_beats_the_second() {
    assert!(wins(14, |seed| level("3", seed), |seed| level("2", seed)) >= 10);
}
