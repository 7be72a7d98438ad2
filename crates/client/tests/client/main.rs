//! Tests of a client without a screen. Each file tests one part.

#![allow(clippy::unwrap_used, reason = "a test that finds something else than it expects has failed")]

mod hints;
mod history;
mod inputs;
mod journeys;
mod lessons;
mod local;
mod motion;
mod online;
mod play;
mod ways;
mod words;

use catalog::{DynGame, DynMatch};
use game::{Seat, Setup};
use sixfold_client::{Client, Player, SavedLocal, Tongue};

fn game(key: &str) -> &'static dyn DynGame {
    catalog::find(key).unwrap()
}

fn english() -> Tongue {
    Tongue::of("en", &[])
}

/// A match on this device with the default options.
fn start(key: &str, players: Vec<Player>) -> Client {
    start_with(key, game(key).setup([]).unwrap(), players)
}

fn start_with(key: &str, setup: Setup, players: Vec<Player>) -> Client {
    Client::new_local(game(key), &english(), setup, ("match".to_owned(), 1), players).unwrap()
}

fn people(count: usize) -> Vec<Player> {
    vec![Player::Person; count]
}

fn computer() -> Player {
    Player::Computer("1".to_owned())
}

/// Plays the first legal action of the seat that acts.
fn play_first(client: &mut Client) -> String {
    let action = client.local().unwrap().played.legal()[0].clone();
    client.play_local(std::slice::from_ref(&action)).unwrap();
    action
}

/// A match of two people in progress: the first position of forty random matches that is `wanted`.
fn found(key: &str, setup: &str, wanted: impl Fn(&dyn DynMatch) -> bool) -> Client {
    let game = game(key);
    for seed in 0..40 {
        let mut played = game.random_match(game.setup([setup]).unwrap(), seed).unwrap();
        while played.undo() {
            if played.actor().is_some() && wanted(&*played) {
                let saved = SavedLocal {
                    game: key.to_owned(),
                    rules: None,
                    players: people(usize::from(played.seats())),
                    record: played.record().to_string(),
                    updated: 0.0,
                    actions: played.events(),
                    over: false,
                    winners: Vec::new(),
                    journey: None,
                };
                return Client::restore(&saved, "found", &english()).unwrap();
            }
        }
    }
    panic!("none of forty matches has a wanted position");
}

fn seat(number: u8) -> Seat {
    Seat(number)
}
