//! Checks of every game's drawing, over random games.

mod motion;
mod words;

use std::collections::BTreeSet;

use game::testkit::Speech;
use game::{Chance, Dice, Message, Random, Seat, Seed, Setup, Viewer, legal_actions};

use crate::{Cell, Draw, Mark, MarkKind, Pick, Place, Scene, Sign, Threat};

pub use motion::{check_motion, motion_lines};
pub use words::Words;

/// The number of seeds whose first positions are compared.
const BEGINNINGS: u64 = 12;
/// In each position the ways to about this many places are checked, evenly spread.
const MOST_WAYS: usize = 4;

/// What a client has of a position: the view, and a state that fits it. In a game with hidden knowledge that is hardly
/// ever the state of the match; in every other game it is.
fn opened<G: Draw>(state: &G, viewer: Viewer) -> (G::View, G) {
    let view = state.view(viewer);
    let fits = if G::INFO.hidden { G::imagine(&view, &mut Random::new(0)) } else { state.clone() };
    (view, fits)
}

/// Plays random games of this setup and panics if a drawing breaks a promise. A drawing is the same whichever state that
/// fits the view it is made from, so that it shows nothing that the viewer cannot know. Every place that can be picked is
/// drawn.
/// Every place has a name of its own. No path is the beginning of another. The path of every action leads to it. Every
/// message has a sentence in every language: the next step, the aim of every seat and of spectators, the details of
/// each piece, and the questions of previews.
pub fn check_drawing<G: Draw>(setup: &str, games: u64) {
    let setup = Setup::parse(G::INFO.options, setup.split(' ')).expect("the test names a setup of the game");
    let speech = Speech::of::<G>().expect("the suite has checked the message files");
    let say = |message: &Message| speech.check(message).unwrap_or_else(|problem| panic!("{problem}"));
    for number in 0..games {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut state = G::start(&setup, &mut dice).expect("the setup starts a match");
        loop {
            for viewer in Viewer::all(state.seats()) {
                let (view, fits) = opened(&state, viewer);
                let scene = fits.scene(&view);
                let same = "the viewer is shown the same, whatever the viewer does not know";
                assert_eq!(scene, state.scene(&view), "{same}");
                assert_eq!(fits.expected(&view), state.expected(&view), "{same}");
                let places: BTreeSet<Place> = scene.cells.iter().map(|cell| cell.place).collect();
                let names: BTreeSet<&str> = scene.cells.iter().map(|cell| cell.name.as_str()).collect();
                assert_eq!((places.len(), names.len()), (scene.cells.len(), scene.cells.len()), "names are unique");
                let drawn =
                    scene.pieces.iter().map(|piece| piece.place).chain(scene.marks.iter().map(|mark| mark.place));
                drawn.for_each(|place| assert!(places.contains(&place), "{place:?} is off the board"));
                scene.gauges.iter().for_each(|gauge| say(&gauge.label));
                for chart in &scene.charts {
                    say(&chart.label);
                    let lengths: BTreeSet<usize> = chart.lines.iter().map(|line| line.values.len()).collect();
                    assert!(lengths.len() <= 1, "the lines of a chart have the same length");
                }
                say(&fits.expected(&view));
                for seat in Seat::first(state.seats()).map(Some).chain([None]) {
                    let aim = fits.aim(&view, seat);
                    assert_eq!(aim, state.aim(&view, seat), "{same}");
                    say(&aim);
                }
                // Without hidden knowledge all viewers see the same danger.
                let asks = |_: &Seat| G::INFO.hidden || viewer == Viewer::Spectator;
                for seat in Seat::first(state.seats()).filter(asks) {
                    let danger = fits.danger(&view, seat);
                    assert_eq!(danger, state.danger(&view, seat), "{same}");
                    for threat in &danger {
                        check_threat(threat, &places, &say);
                    }
                    let exposed = fits.exposed(&view, seat);
                    assert_eq!(exposed, state.exposed(&view, seat), "{same}");
                    if let Some(area) = exposed {
                        say(&area.label);
                        let once: BTreeSet<Place> = area.places.iter().copied().collect();
                        assert!(!once.is_empty() && once.len() == area.places.len() && once.is_subset(&places));
                    }
                }
                check_panels(&scene, &say);
                check_style(&scene, &say);
            }
            check_paths(&state, &say);
            check_plans(&state);
            check_ways(&state, &say);
            let Some(action) = state.random_action(&mut random, &mut Vec::new()) else { break };
            state.apply(&action, &mut dice);
        }
    }
}

/// Plays random games of this setup. Panics if an action ends the game at once without a win for the acting seat, and
/// its preview has no question.
pub fn check_asking<G: Draw>(setup: &str, games: u64) {
    let setup = Setup::parse(G::INFO.options, setup.split(' ')).expect("the test names a setup of the game");
    for number in 0..games {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut state = G::start(&setup, &mut dice).expect("the setup starts a match");
        loop {
            let mover = state.turn().seat;
            let (view, fits) = opened(&state, Viewer::Seat(mover));
            for action in legal_actions(&state) {
                if !matches!(state.chance(&action, &mut Vec::new()), Chance::Certain) {
                    continue;
                }
                let mut after = state.clone();
                after.apply(&action, &mut Dice::scripted([]));
                let wins = after.outcome().is_none_or(|outcome| outcome.winner() == Some(mover));
                let asked = fits.preview(&view, &action).ask.is_some();
                assert!(wins || asked, "{} ends the game and is not asked about:\n{state:?}", state.write(&action));
            }
            let Some(action) = state.random_action(&mut random, &mut Vec::new()) else { break };
            state.apply(&action, &mut dice);
        }
    }
}

/// Panics unless the position that is shown before a match of this setup is drawn and does not depend on chance.
pub fn check_unbegun<G: Draw>(setup: &str) {
    let setup = Setup::parse(G::INFO.options, setup.split(' ')).expect("the test names a setup of the game");
    let start = |number| G::start(&setup, &mut Dice::seeded(&Seed::number(number))).expect("the setup starts a match");
    for viewer in Viewer::all(start(0).seats()) {
        let shown = |number| G::unbegun(start(number).view(viewer));
        let view = shown(0);
        let fits = G::imagine(&view, &mut Random::new(0));
        assert!(!fits.scene(&view).cells.is_empty(), "there is a board to look at");
        for number in 1..BEGINNINGS {
            assert_eq!(shown(0), shown(number), "chance has decided something that is shown before the match begins");
        }
    }
}

/// Panels beside the board refer to places that are on the board, and to pieces that are on it or in a tray.
fn check_panels(scene: &Scene, say: &impl Fn(&Message)) {
    let drawn: BTreeSet<Place> = scene.cells.iter().map(|cell| cell.place).collect();
    let is_drawn = |place: Place| assert!(drawn.contains(&place), "{place:?} is off the board");
    let is_piece = |unit: u32| {
        let in_trays = scene.trays.iter().flat_map(|tray| &tray.items).map(|item| item.unit);
        let mut units = scene.pieces.iter().map(|piece| piece.unit).chain(in_trays);
        assert!(units.any(|there| there == Some(unit)), "there is no piece {unit}");
    };
    for sheet in &scene.sheets {
        is_piece(sheet.unit);
        say(&sheet.title);
        sheet.sides.iter().map(|side| &side.label).chain(&sheet.lines).for_each(say);
        let layers = sheet.sides.iter().flat_map(|side| &side.layers);
        layers.chain(&sheet.gauges).for_each(|gauge| say(&gauge.label));
        sheet.facts.iter().flat_map(|fact| [&fact.label, &fact.value]).for_each(say);
    }
    for overlay in &scene.overlays {
        overlay.unit.into_iter().for_each(is_piece);
        say(&overlay.label);
        overlay.areas.iter().for_each(|area| say(&area.label));
        let places: Vec<Place> = overlay.areas.iter().flat_map(|area| &area.places).copied().collect();
        places.iter().copied().for_each(is_drawn);
        assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), places.len(), "a place is in one area");
    }
    for piece in &scene.pieces {
        piece.title.iter().chain(&piece.condition).chain(&piece.about).for_each(say);
    }
    scene.notes.iter().chain(scene.style.longest_notes.iter().flatten()).for_each(say);
    if !scene.style.longest_notes.is_empty() {
        let has_place =
            |note: &Message| scene.style.longest_notes.iter().flatten().any(|longest| longest.key == note.key);
        assert!(scene.notes.iter().all(has_place), "each note has a place: {:?}", scene.notes);
    }
    scene.figures.iter().for_each(|figure| is_drawn(figure.place));
    for tray in &scene.trays {
        say(&tray.label);
        tray.items.iter().flat_map(|item| item.title.iter().chain(&item.about)).for_each(say);
    }
    scene.ends.iter().for_each(|end| is_drawn(end.place));
    for aimed in &scene.aimed {
        is_drawn(aimed.from);
        is_drawn(aimed.flank.place);
        assert_ne!(aimed.flank.first, aimed.flank.last, "a side has more than one direction");
        say(&aimed.words);
    }
    for queue in &scene.queues {
        say(&queue.label);
        let has_sheet = |unit: u32| scene.sheets.iter().any(|sheet| sheet.unit == unit);
        assert!(queue.pieces.iter().all(|piece| has_sheet(piece.unit)), "each piece of a queue has a sheet: {queue:?}");
    }
    assert!(scene.queues.iter().filter(|queue| queue.runs).count() <= 1, "pieces act in one order at a time");
    scene.spare.iter().map(|gauge| &gauge.label).chain(scene.labels.iter().map(|button| &button.label)).for_each(say);
    for switch in &scene.switches {
        say(&switch.label);
        switch.details.iter().for_each(say);
    }
}

/// A threat is about places of the board, each once, and has a sentence.
fn check_threat(threat: &Threat, drawn: &BTreeSet<Place>, say: &impl Fn(&Message)) {
    say(&threat.words);
    assert!(!threat.places.is_empty(), "a threat is about something: {threat:?}");
    assert!(threat.percent.is_none_or(|percent| percent <= 100), "{threat:?}");
    for places in [&threat.places, &threat.from] {
        let once: BTreeSet<Place> = places.iter().copied().collect();
        assert!(once.len() == places.len() && once.is_subset(drawn), "{threat:?}");
    }
}

/// Every button with a key and every stepper has a sentence, and the legend lists every sign on the board.
fn check_style(scene: &Scene, say: &impl Fn(&Message)) {
    for known in &scene.style.keys {
        say(&Message { key: known.button.clone(), args: game::SortedMap::new() });
    }
    let keys: BTreeSet<_> = scene.style.keys.iter().map(|known| &known.button).collect();
    assert_eq!(keys.len(), scene.style.keys.len(), "a button has one key");
    scene.steppers.iter().for_each(|stepper| say(&stepper.label));
    check_signs(scene, &scene.marks);
    for badge in scene.pieces.iter().flat_map(|piece| &piece.badges) {
        assert!(scene.style.signs.contains(&Sign::Badge(badge.kind)), "the legend does not have {:?}", badge.kind);
    }
    let signs =
        [(Sign::Health, scene.pieces.iter().any(|piece| piece.health.is_some())), (Sign::End, !scene.ends.is_empty())];
    for (sign, is_used) in signs {
        assert!(!is_used || scene.style.signs.contains(&sign), "the legend does not have {sign:?}");
    }
}

/// The legend lists every mark except `WouldPlace`, which is drawn as the piece itself.
fn check_signs(scene: &Scene, marks: &[Mark]) {
    for mark in marks.iter().filter(|mark| mark.kind != MarkKind::WouldPlace) {
        assert!(scene.style.signs.contains(&Sign::Mark(mark.kind)), "the legend does not have {:?}", mark.kind);
    }
}

/// A plan step uses no chance, and the same seat goes on in the same turn.
fn check_plans<G: Draw>(state: &G) {
    for action in legal_actions(state).iter().filter(|action| state.tentative(action)) {
        assert!(!G::INFO.hidden, "games with hidden knowledge have no plan steps");
        let mut next = state.clone();
        next.apply(action, &mut Dice::scripted([])); // dice without a value panic when rolled
        assert_eq!((next.turn(), next.outcome()), (state.turn(), None), "{action:?} cannot be taken back");
    }
}

/// Every end of a move has a way for each of its facings. Its steps can be taken and taken back, and unless they stop before
/// something that uses chance, they lead there.
fn check_ways<G: Draw>(state: &G, say: &impl Fn(&Message)) {
    let (view, fits) = opened(state, Viewer::Seat(state.turn().seat));
    let scene = fits.scene(&view);
    let others: Vec<&Cell> =
        scene.cells.iter().filter(|cell| scene.ends.iter().all(|end| end.place != cell.place)).collect();
    for cell in others.iter().step_by(others.len().div_ceil(MOST_WAYS).max(1)) {
        assert!(fits.ways(cell.place).is_empty(), "a way to {} leads to no end", cell.name);
    }
    for end in scene.ends.iter().step_by(scene.ends.len().div_ceil(MOST_WAYS).max(1)) {
        let ways = fits.ways(end.place);
        let facings: BTreeSet<usize> = ways.iter().map(|way| way.facing.index()).collect();
        assert_eq!(facings, end.facings.iter().map(|facing| facing.index()).collect(), "{end:?}");
        assert_eq!(ways.len(), end.facings.len(), "a way for each facing");
        for way in ways {
            way.story.iter().for_each(say);
            assert_eq!(way.through.last(), Some(&end.place), "{way:?}");
            let mut next = state.clone();
            for step in &way.steps {
                assert!(next.check(step).is_ok() && next.tentative(step), "{step:?} of {way:?}");
                next.apply(step, &mut Dice::scripted([]));
            }
            let (view, fits) = opened(&next, Viewer::Seat(state.turn().seat));
            let piece = fits.scene(&view).pieces.into_iter().find(|piece| piece.unit == Some(way.unit));
            let arrives = piece.is_some_and(|piece| (piece.place, piece.facing) == (end.place, Some(way.facing)));
            let turns_by_chance =
                legal_actions(&next).iter().any(|action| next.chance(action, &mut Vec::new()) != Chance::Certain);
            assert!(arrives || turns_by_chance, "{way:?}");
        }
    }
}

fn check_paths<G: Draw>(state: &G, say: &impl Fn(&Message)) {
    let (view, fits) = opened(state, Viewer::Seat(state.turn().seat));
    let (picks, scene) = (fits.picks(), fits.scene(&view));
    let legal = legal_actions(state);
    let mut paths = BTreeSet::new();
    for action in &legal {
        for path in std::iter::once(fits.path(action)).chain(fits.other_paths(action)) {
            assert_eq!(picks.action(&path), Some(action), "a path leads to its own action");
            for place in path.iter().filter_map(Pick::place) {
                let can_be = |cell: &Cell| cell.place == place && !cell.scenery;
                assert!(scene.cells.iter().any(can_be), "{place:?} is picked but not drawn, or only to be looked at");
            }
            paths.insert(path);
        }
    }
    assert_eq!(picks.iter().count(), paths.len(), "every path leads to one legal action");
    // In sorted order, a path that begins with another one comes right after it.
    for (path, next) in paths.iter().zip(paths.iter().skip(1)) {
        assert!(!next.starts_with(path), "no path is the beginning of another: {path:?}");
    }
    for action in &legal {
        let preview = fits.preview(&view, action);
        assert_eq!(preview, state.preview(&view, action), "a preview says nothing that the viewer does not know");
        let said = preview.story.iter().chain(&preview.ask);
        said.chain(preview.odds.iter().map(|odds| &odds.what)).for_each(say);
        assert!(preview.odds.iter().all(|odds| odds.weight > 0), "impossible results are not listed");
        assert!(preview.marks.iter().all(|mark| scene.name_of(mark.place).is_some()), "a mark is off the board");
        check_signs(&scene, &preview.marks);
        let picked = fits.path(action).last().and_then(Pick::place);
        let takes = |mark: &Mark| matches!(mark.kind, MarkKind::WouldTake | MarkKind::WouldConvert);
        if picked.is_some() && preview.marks.iter().any(|mark| takes(mark) && Some(mark.place) != picked) {
            assert!(scene.style.signs.contains(&Sign::Captures), "the legend does not have captures: {action:?}");
        }
        preview.pays.iter().for_each(|gauge| say(&gauge.label));
        let known = |cell: &Cell| scene.name_of(cell.place) == Some(cell.name.as_str());
        assert!(preview.cells.iter().all(known), "a changed cell is one of the scene");
    }
}
