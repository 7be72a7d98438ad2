//! A few setups of each game, for tests that play all games.

use catalog::DynGame;
use game::{OptionKind, Seed, Setup};
use sixfold_catalog as catalog;

/// The default setup, the one with every switch on, and the one with the last word of every choice in addition.
pub(crate) fn of(game: &dyn DynGame) -> Vec<Setup> {
    let options = game.info().options;
    let switches = options.iter().filter(|spec| spec.kind == OptionKind::Switch);
    let mut pairs: Vec<String> = switches.map(|spec| format!("{}=on", spec.key)).collect();
    let setup = |pairs: &[String]| game.setup(pairs.iter().map(String::as_str)).unwrap();
    let mut setups = vec![setup(&[]), setup(&pairs)];
    for spec in options {
        let OptionKind::Choice(words) = spec.kind else { continue };
        for word in words.iter().rev() {
            let more = [pairs.clone(), vec![format!("{}={word}", spec.key)]].concat();
            if game.start(setup(&more), Seed::number(1).into()).is_ok() {
                pairs = more;
                break;
            }
        }
    }
    setups.push(setup(&pairs));
    setups
}
