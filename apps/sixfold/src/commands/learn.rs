//! `sixfold learn`: the first lesson of a game in the terminal.

use std::io;

use super::{find_game, play};
use crate::cli::LearnArgs;
use crate::failure::Failure;
use crate::terminal::{Taught, learn_by_lines, learn_on_screen};

pub(crate) fn run(args: &LearnArgs, json: bool) -> Result<(), Failure> {
    if json {
        return Err(Failure::Input("a lesson is for people; programs read games/*/data/lesson.toml".to_owned()));
    }
    let tongue = play::find_tongue(args.shown.language.as_deref())?;
    let trouble = |problem: String| Failure::Input(format!("the lesson of {} cannot be opened: {problem}", args.game));
    let mut taught = Taught::find(find_game(&args.game)?, &tongue).map_err(trouble)?;
    taught.go_to(args.step);
    let Some(client) = taught.open().filter(|_| args.step > 0) else {
        let why = format!("there is no step {}; the lesson has the steps 1 to {}", args.step, taught.steps());
        return Err(Failure::Input(why));
    };
    let client = client.map_err(trouble)?;
    let look = play::look(args.shown.letters).for_seats(&client.picture.scene.style.seats);
    if args.shown.plain || !play::on_terminal() {
        learn_by_lines(taught, look, io::stdin().lock(), io::stdout().lock())?;
    } else {
        learn_on_screen(taught, client, look)?;
    }
    Ok(())
}
