//! Plays a match of the computer against itself and prints its record. The home page shows such a match for each game
//! (`games/*/data/demo.record`):
//!
//! ```text
//! cargo run --release --package sixfold --example demo_game -- hexoust 4 11 base=5
//! ```
//!
//! The arguments are the key of a game, the level of the computer, a seed, and options.

use std::error::Error;
use std::io::Write as _;

use ai::{Bot, Level};
use catalog::Request;
use game::{Seat, Seed, Viewer, computer_name};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, level, seed, options @ ..] = &arguments[..] else {
        return Err("say: GAME LEVEL SEED [OPTION=VALUE …]".into());
    };
    let game = catalog::find(game).ok_or("there is no such game")?;
    let level = Level::named(level).ok_or("there is no such level")?;
    let seed: u64 = seed.parse()?;
    let setup = game.setup(options.iter().map(String::as_str))?;
    let mut game_match = game.start(setup, Seed::number(seed).into())?;
    let seats = game_match.standing().seats;
    for seat in 0..seats {
        game_match.name_player(Seat(seat), &computer_name(&level.name));
    }
    let mut bots: Vec<Bot> = (0..seats).map(|seat| Bot::new(level, seed.wrapping_add(u64::from(seat)))).collect();
    while let Some(actor) = game_match.standing().actor {
        let bot = &mut bots[usize::from(actor.0)];
        let mut thinking = game_match.position(Viewer::Seat(actor)).think(bot);
        while thinking.go_on() < 1.0 {}
        let action = thinking.decide().ok_or("the computer has no action")?;
        game_match.carry_out(&Request::Play { seat: actor, action: &action }, &[])?;
    }
    write!(std::io::stdout(), "{}", game_match.record())?;
    Ok(())
}
