//! `sixfold rules`: how a game is played.

use serde_json::json;

use super::find_game;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(game: &str, output: &mut Output) -> Result<(), Failure> {
    let info = find_game(game)?.info();
    let rules = info.texts_in("en").fill_in(info.rules_in("en"));
    output.say(&json!({ "game": info.key, "rules": rules }), || rules.trim_end().to_owned())
}
