//! Checks of positions and actions: legality, notation, turns, replay, undo.

use std::collections::BTreeSet;

use super::speech::Speech;
use super::suite::{Drawn, Suite, Verdict, actor, ensure, ensure_equal};
use crate::{Dice, EventKind, Exit, Game, Record, Refusal, Seat, Seed, Viewer, legal_actions, replay_by};

/// The largest number of actions of other positions that are tried in one position.
const MOST_FOREIGN: usize = 200;

pub(super) fn check<G: Game>(suite: &Suite<G>, game: &Drawn<G>, speech: &Speech, pool: &mut Vec<G::Action>) -> Verdict {
    for (index, state) in game.states.iter().enumerate() {
        let place = |problem: String| format!("after {index} actions: {problem}");
        legality(suite, state, speech, pool).map_err(place)?;
        notation(state, speech).map_err(place)?;
        if let (Some(next), Some(event)) = (game.states.get(index + 1), game.game_match.log().get(index)) {
            match event.kind {
                EventKind::Action { .. } => turns(state, next),
                EventKind::Exit(exit) => left(state, next, exit, event.turn),
            }
            .map_err(place)?;
            parts(next).map_err(place)?;
        }
    }
    told(game, speech)?;
    replayed(suite, game)?;
    taken_back(game)
}

/// Legal actions are listed once each and accepted. Every other action is refused and changes nothing.
fn legality<G: Game>(suite: &Suite<G>, state: &G, speech: &Speech, pool: &mut Vec<G::Action>) -> Verdict {
    let legal = legal_actions(state);
    let listed: BTreeSet<_> = legal.iter().cloned().collect();
    ensure_equal("actions listed and different ones among them", &legal.len(), &listed.len())?;
    ensure_equal("count_legal and actions listed", &state.count_legal(), &legal.len())?;
    ensure_equal("over and without actions", &state.outcome().is_some(), &legal.is_empty())?;
    for action in &legal {
        ensure(state.check(action).is_ok(), || format!("{action:?} is listed but refused"))?;
    }
    let others = suite.universe.as_ref().map_or_else(|| pool.clone(), |universe| universe(state));
    for action in others.iter().filter(|action| !listed.contains(action)) {
        let mut tried = state.clone();
        let verdict = tried.play(action, &mut Dice::seeded(&Seed::number(0)));
        ensure(verdict.is_err(), || format!("{action:?} is not listed but accepted"))?;
        if let Err(Refusal::Illegal(why)) = verdict {
            speech.check(&why)?;
        }
        ensure(tried == *state, || format!("{action:?} was refused and changed the state"))?;
    }
    let room = MOST_FOREIGN.saturating_sub(pool.len());
    let fresh: Vec<_> = legal.into_iter().filter(|action| !pool.contains(action)).take(room).collect();
    pool.extend(fresh);
    Ok(())
}

/// Every action has a notation of its own that is read back. Nonsense is refused without a panic, and the message says
/// what would be right.
fn notation<G: Game>(state: &G, speech: &Speech) -> Verdict {
    let mut seen = BTreeSet::new();
    for action in legal_actions(state) {
        let text = state.write(&action);
        ensure(!text.is_empty() && !text.contains([',', ' ', '[', ']', '\n']), || {
            format!("`{text}` would break a record")
        })?;
        ensure(!matches!(text.as_str(), "pass" | "resigns"), || format!("`{text}` means something else in a record"))?;
        ensure_equal("the action and its notation read back", &state.read(&text), &Ok(action))?;
        ensure(seen.insert(text.clone()), || format!("two actions are written `{text}`"))?;
    }
    let long = "a".repeat(10_000);
    for nonsense in ["", " ", ",", "\0", "é", "🎲", "-1", "a", "a0", "99999999999999999999", "a99999999999", &long] {
        match state.read(nonsense) {
            Ok(action) => ensure_equal("nonsense that was read, written", &state.write(&action).as_str(), &nonsense)?,
            Err(error) => speech.check(&error.message)?,
        }
    }
    Ok(())
}

/// Turn numbers never go back, a turn belongs to one seat, and passed turns are counted.
fn turns<G: Game>(state: &G, next: &G) -> Verdict {
    let (before, after) = (state.turn(), next.turn());
    ensure(before.seat.0 < state.seats() && after.seat.0 < next.seats(), || {
        "a seat that is not at the table".to_owned()
    })?;
    ensure(after.number >= before.number, || format!("turn {} follows turn {}", after.number, before.number))?;
    if after.number == before.number {
        ensure_equal("the seat within one turn", &after.seat, &before.seat)?;
        ensure(next.passed().is_empty(), || "turns were passed over within a turn".to_owned())?;
    } else {
        ensure(actor(next).is_some(), || "after the end the last turn is still the turn".to_owned())?;
        ensure_equal(
            "turns from one to the next, passes counted",
            &(after.number - before.number),
            &(1 + next.passed().len() as u32),
        )?;
    }
    Ok(())
}

/// A seat that left takes no part any more, and its turns are counted as passed.
fn left<G: Game>(state: &G, next: &G, exit: Exit, turn: u32) -> Verdict {
    let has_part = exit.seat().is_some_and(|seat| next.has_part(seat));
    ensure(!has_part || next.outcome().is_some(), || format!("{exit:?}, and yet takes part"))?;
    ensure(next.turn().number >= state.turn().number, || "leaving turns the time back".to_owned())?;
    if actor(next).is_some() {
        let passed = next.passed().len() as u32;
        ensure_equal("the turn after those that an exit ends", &next.turn().number, &(turn + 1 + passed))?;
    }
    Ok(())
}

/// The acting seat takes part, and at least one other seat does.
fn parts<G: Game>(state: &G) -> Verdict {
    let Some(actor) = actor(state) else { return Ok(()) };
    ensure(state.has_part(actor), || format!("{actor:?} acts without having a part"))?;
    let others = Seat::first(state.seats()).filter(|&seat| seat != actor && state.has_part(seat)).count();
    ensure(others > 0, || format!("only {actor:?} is left, and there is no result"))
}

/// The record parses back, and replaying it gives the same state and hash.
fn replayed<G: Game>(suite: &Suite<G>, game: &Drawn<G>) -> Verdict {
    let record = game.game_match.record();
    let text = record.to_string();
    let parsed: Record = text.parse().map_err(|error| format!("the record does not parse: {error}"))?;
    ensure_equal("the record read back, in text", &parsed.to_string(), &text)?;
    let again = replay_by::<G>(&parsed, &suite.rules).map_err(|error| format!("the replay fails at {error}"))?;
    ensure(again.state() == game.game_match.state(), || "the replay ends in another state".to_owned())?;
    ensure_equal("hash after replay", &again.state().state_hash(), &game.game_match.state().state_hash())
}

/// Every message of the game has its sentence in every language, with every placeholder filled.
fn told<G: Game>(game: &Drawn<G>, speech: &Speech) -> Verdict {
    for (index, event) in game.game_match.log().iter().enumerate() {
        let (before, after) = (&game.states[index], &game.states[index + 1]);
        for viewer in Viewer::all(before.seats()) {
            let told = match &event.kind {
                EventKind::Action { action, .. } => G::tell(before, action, &event.rolls, after, viewer),
                EventKind::Exit(exit) => G::tell_exit(before, *exit, &event.rolls, after, viewer),
            };
            told.iter().try_for_each(|message| speech.check(message))?;
        }
    }
    Ok(())
}

/// Undo restores exactly the state before.
fn taken_back<G: Game>(game: &Drawn<G>) -> Verdict {
    // Taking back a match of n actions replays it n times, which is quadratic. Only the last fifty actions are taken
    // back.
    let mut game_match = game.game_match.clone();
    for state in game.states.iter().rev().skip(1).take(50) {
        ensure(game_match.undo(), || "undo says that there is nothing to take back".to_owned())?;
        ensure(game_match.state() == state, || "undo gives another state than the clone kept".to_owned())?;
        ensure_equal("hash after undo", &game_match.state().state_hash(), &state.state_hash())?;
    }
    Ok(())
}
