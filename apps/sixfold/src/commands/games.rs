//! `sixfold games`: the list of games.

use std::fmt::Write as _;

use catalog::GAMES;
use game::About;

use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(output: &mut Output) -> Result<(), Failure> {
    GAMES.iter().map(|game| game.info().about("en")).try_for_each(|about| output.say(&about, || describe(&about)))
}

fn describe(info: &About) -> String {
    let mut text = format!("{:<12}{}\n{:12}{}, {}", info.key, info.summary, "", info.name, info.credit);
    let _ = write!(text, "\n{:12}seats: {}", "", info.seat_names.join(", "));
    for option in &info.options {
        let _ = write!(text, "\n{:12}--set {}={}   {}: {}", "", option.key, option.default, option.kind, option.help);
    }
    text
}
