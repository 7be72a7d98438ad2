//! Every line of the message files is said, and everything that is said has its line.

mod common;

use common::{SETUPS, cells, placed};
use scene::testkit::Words;
use sixfold_hex_dice::{Action, Cell, Faces, HexDice};

fn universe(game: &HexDice) -> Vec<Action> {
    let own = game.position.owned(game.position.seat()).iter().take(3).map(|cell| Cell(cell as u8));
    let from: Vec<Cell> = own.chain([Cell(63), Cell(127)]).collect();
    let to: Vec<Cell> = cells().step_by(3).chain(from.iter().copied()).collect();
    let pairs = || from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to)));
    let moves = pairs().flat_map(|(from, to)| [None, Some(4)].map(|face| Action::Move { from, to, face }));
    let strikes = pairs().map(|(from, to)| Action::Strike { from, to });
    let alone = from.iter().flat_map(|&cell| [Action::Reroll(cell), Action::Guard(cell)]);
    let deployments = to.iter().flat_map(|&to| [1, 4].map(|face| Action::Deploy { face, to }));
    let mut hand = [0; 6];
    game.position.hand(game.position.seat()).iter().for_each(|&face| hand[usize::from(face.max(1)) - 1] += 1);
    let choices = [hand, [9; 6]].map(|counts| Action::Choose(Faces(counts)));
    moves.chain(strikes).chain(alone).chain(deployments).chain(choices).chain([Action::Decline]).collect()
}

#[test]
fn every_line_is_said_and_everything_said_has_its_line() {
    let golden = "tests/golden";
    let words = SETUPS.iter().fold(Words::new(), |words, setup| words.play(setup, 1));
    // Random play hardly ever wears a unit out.
    let attacked = |tokens: &str| placed("players=2", &format!("R1 g6, B4!{tokens} g7, B6 g8, B6 f7"), 0);
    let legions = "B6 g6, B6 g8, B6 f6, B6 f7, B6 h6, B6 h7";
    let shot = |tokens: &str| placed("players=2", &format!("R5 g5, B4!{tokens} g7, {legions}"), 0);
    let worn = ["---", "----"].map(attacked).into_iter().chain(["", "----"].map(shot));
    worn.fold(words, Words::position)
        .records(golden)
        .conflict("players=3 dice=4")
        .conflict("players=2 dice=3")
        .not_reached(&[("setup.players", "only a rule set of one's own lacks a number of players")])
        .universe(universe)
        .run();
}
