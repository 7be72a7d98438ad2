//! Checks of positions as text: they are read as they were written, and wrong texts are refused without a panic.

use super::suite::{Drawn, Suite, Verdict, actor, ensure, ensure_equal};
use crate::{Dice, Game, Random, Seed, Setup, Viewer, legal_actions, read_position};

/// The largest number of positions of one game that are written and read.
const MOST_POSITIONS: usize = 12;
/// The number of broken texts for each of them.
const BROKEN: usize = 12;

pub(super) fn check<G: Game>(suite: &Suite<G>, setup: &Setup, game: &Drawn<G>) -> Verdict {
    let read = |text: &str| read_position::<G>(text, setup, suite.rules.rules());
    for text in ["", " \n ", "act:", "act: nobody", "nothing: 1", "\0", "🎲: 🎲", ". . .\n. .", &". ".repeat(100_000)]
    {
        ensure(read(text).is_err(), || format!("this was read as a position: {:?}", text.get(..40).unwrap_or(text)))?;
    }
    let mut random = game.random.clone();
    let running: Vec<&G> = game.states.iter().filter(|state| actor(*state).is_some()).collect();
    for &state in running.iter().step_by(running.len().div_ceil(MOST_POSITIONS).max(1)) {
        let text = state.write_position();
        let again = read(&text).map_err(|error| format!("{error}, in the position written as\n{text}"))?;
        same(state, &again, &text)?;
        // The position that was read is seen and imagined like any other.
        let imagined = G::imagine(&again.view(Viewer::Everything), &mut Random::new(1));
        same(state, &imagined, &text)?;
        for _ in 0..BROKEN {
            let broken = broken(&text, &mut random);
            let Ok(mut state) = read(&broken) else { continue };
            // What is read after all is a position like any other: it can be drawn up and played on.
            let action = state.random_action(&mut random, &mut Vec::new());
            let action = action.ok_or_else(|| format!("nobody can act in\n{broken}"))?;
            state.view(Viewer::Spectator);
            state
                .play(&action, &mut Dice::seeded(&Seed::number(1)))
                .map_err(|refusal| format!("{refusal}: {action:?} in\n{broken}"))?;
        }
    }
    Ok(())
}

fn same<G: Game>(state: &G, again: &G, text: &str) -> Verdict {
    let place = |problem: String| format!("{problem}\nin the position written as\n{text}");
    ensure_equal("the turn and that of the position read", &state.turn(), &again.turn()).map_err(place)?;
    let legal = |state: &G| {
        let mut actions = legal_actions(state);
        actions.sort();
        actions
    };
    ensure_equal("the legal actions and those of the position read", &legal(state), &legal(again)).map_err(place)?;
    ensure_equal("the text and that of the position read", &text.to_owned(), &again.write_position()).map_err(place)
}

/// The text with one mistake: cut off, a word taken out, doubled or changed, or a character changed.
fn broken(text: &str, random: &mut Random) -> String {
    let mut below = |bound: usize| random.below(bound.max(1) as u32) as usize;
    let characters: Vec<char> = text.chars().collect();
    let at = below(characters.len());
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let word = below(words.len());
    match below(5) {
        0 => characters[..at].iter().collect(),
        1 => {
            let signs = ['.', ' ', '\n', ':', '=', '/', '-', '!', '0', '9', 'a', 'R', 'é'];
            let mut characters = characters.clone();
            characters[at] = signs[below(signs.len())];
            characters.into_iter().collect()
        }
        2 => {
            words.remove(word);
            words.concat()
        }
        3 => {
            words.insert(word, words[word]);
            words.concat()
        }
        _ => {
            words[word] = ["99999999999 ", "0 ", "255 ", "-1 ", "R9 ", "a1 ", "none "][below(7)];
            words.concat()
        }
    }
}
