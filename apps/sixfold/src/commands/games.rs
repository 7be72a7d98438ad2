//! `sixfold games`: what there is.

use std::fmt::Write as _;

use catalog::GAMES;
use game::Info;

use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(output: &mut Output) -> Result<(), Failure> {
    GAMES.iter().try_for_each(|game| output.say(game.info(), || describe(game.info())))
}

fn describe(info: &Info) -> String {
    let mut text = format!("{:<12}{}\n{:12}{}, {}", info.key, info.summary, "", info.name, info.credit);
    let _ = write!(text, "\n{:12}seats: {}", "", info.seat_names.join(", "));
    for option in info.options {
        let _ = write!(text, "\n{:12}--set {}={}   {}: {}", "", option.key, option.default, option.kind, option.help);
    }
    text
}
