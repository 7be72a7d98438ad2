//! Checks that a view contains nothing that its seat cannot know, and everything that it needs to play.

use std::collections::BTreeSet;

use super::suite::{Drawn, Suite, Verdict, actor, ensure, ensure_equal};
use crate::{Game, Random, Viewer, legal_actions, open_view};

pub(super) fn check<G: Game>(suite: &Suite<G>, game: &Drawn<G>) -> Verdict {
    let mut random = game.random.clone();
    memory(game, &mut random)?;
    for (index, state) in game.states.iter().enumerate() {
        for viewer in Viewer::all(state.seats()) {
            let place = |problem: String| format!("after {index} actions, for {viewer:?}: {problem}");
            view_is_enough(suite, state, viewer, &mut random).map_err(place)?;
            if let Some(twins) = &suite.twins {
                for twin in twins(state, viewer, &mut random) {
                    cannot_tell_apart(suite, state, &twin, viewer).map_err(place)?;
                }
            }
        }
    }
    Ok(())
}

fn bytes<G: Game>(state: &G, viewer: Viewer) -> Vec<u8> {
    serde_json::to_vec(&state.view(viewer)).expect("a view is plain data")
}

/// A view survives serialization, a state imagined from it gives the same view, and the actor can list its legal
/// actions.
fn view_is_enough<G: Game>(suite: &Suite<G>, state: &G, viewer: Viewer, random: &mut Random) -> Verdict {
    let sent = bytes(state, viewer);
    let received = open_view::<G, _>(&mut serde_json::Deserializer::from_slice(&sent), suite.rules.rules())
        .map_err(|error| format!("the view does not read back: {error}"))?;
    ensure(received == state.view(viewer), || "the view changes on the wire".to_owned())?;
    let imagined = G::imagine(&received, random);
    ensure(bytes(&imagined, viewer) == sent, || "the imagined state looks different".to_owned())?;
    ensure_equal("turn as imagined", &imagined.turn(), &state.turn())?;
    ensure_equal("outcome as imagined", &imagined.outcome(), &state.outcome())?;
    if !G::INFO.hidden || viewer == Viewer::Everything {
        ensure(imagined == *state, || "nothing is hidden, yet the imagined state is another".to_owned())?;
        ensure(sent == bytes(state, Viewer::Everything), || "nothing is hidden, yet the view is not open".to_owned())?;
    } else if actor(state).map(Viewer::Seat) == Some(viewer) {
        let known = |state: &G| legal_actions(state).into_iter().collect::<BTreeSet<_>>();
        ensure_equal("legal actions as the seat imagines them", &known(&imagined), &known(state))?;
    }
    Ok(())
}

/// Two states that look alike give the same bytes of the view, the same legal actions, the same refusals and the same
/// messages.
fn cannot_tell_apart<G: Game>(suite: &Suite<G>, state: &G, twin: &G, viewer: Viewer) -> Verdict {
    let show = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    ensure_equal("views of states that look alike", &show(bytes(state, viewer)), &show(bytes(twin, viewer)))?;
    if actor(state).map(Viewer::Seat) == Some(viewer) {
        ensure_equal("legal actions of states that look alike", &legal_actions(state), &legal_actions(twin))?;
        let tried = suite.universe.as_ref().map(|universe| universe(state)).unwrap_or_default();
        for action in tried {
            ensure_equal("refusals in states that look alike", &state.check(&action), &twin.check(&action))?;
        }
    }
    Ok(())
}

/// A recalled view adds to the current view and contradicts nothing: a state imagined from it gives the same view.
fn memory<G: Game>(game: &Drawn<G>, random: &mut Random) -> Verdict {
    let Some(seats) = game.states.first().map(Game::seats).filter(|_| G::INFO.hidden) else { return Ok(()) };
    for viewer in Viewer::all(seats) {
        let mut before: Option<G::View> = None;
        for (index, state) in game.states.iter().enumerate() {
            let mut recalled = state.view(viewer);
            if let Some(before) = &before {
                G::recall(&mut recalled, before);
            }
            let imagined = G::imagine(&recalled, random);
            ensure(bytes(&imagined, viewer) == bytes(state, viewer), || {
                format!("after {index} actions, for {viewer:?}: the state imagined from memory looks different")
            })?;
            before = Some(recalled);
        }
    }
    Ok(())
}
