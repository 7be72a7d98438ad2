//! Checks what is seen to happen, over random games.

use game::{Dice, Random, Roll, Seed, Setup, Viewer};

use crate::{Change, Draw, Happening, Motion, Piece, Place, Scene};

/// The most that a motion may take before the board changes, and afterwards, in milliseconds.
const MOST_BEFORE: u16 = 1600;
const MOST_AFTER: u16 = 1300;

/// Plays random games of this setup and panics if a motion breaks a promise. It is the same whichever states that fit the
/// views it is made from, so that it shows nothing that the viewer cannot know. Its steps keep to the times that are allowed.
/// Every piece that is elsewhere afterwards has left, gone, arrived or changed.
pub fn check_motion<G: Draw>(setup: &str, games: u64) {
    let setup = Setup::parse(G::INFO.options, setup.split(' ')).expect("the test names a setup of the game");
    for number in 0..games {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut state = G::start(&setup, &mut dice).expect("the setup starts a match");
        dice.take_rolls();
        while let Some(action) = state.random_action(&mut random, &mut Vec::new()) {
            let before = state.clone();
            state.apply(&action, &mut dice);
            let rolls = dice.take_rolls();
            for viewer in Viewer::all(state.seats()) {
                check_one(&before, &action, &rolls, &state, viewer);
            }
        }
    }
}

fn check_one<G: Draw>(before: &G, action: &G::Action, rolls: &[Roll], after: &G, viewer: Viewer) {
    let (view_before, view_after) = (before.view(viewer), after.view(viewer));
    let of = |before: &G, after: &G| {
        let (view_before, view_after) = (&view_before, &view_after);
        G::motion(&Change { before, view_before, action: Some(action), rolls, after, view_after })
    };
    let motion = of(before, after);
    if G::INFO.hidden {
        for seed in [1, 2] {
            let fits = |view: &G::View| G::imagine(view, &mut Random::new(seed));
            let imagined = of(&fits(&view_before), &fits(&view_after));
            assert_eq!(imagined, motion, "the viewer is shown the same, whatever the viewer does not know");
        }
    }
    let scenes = [before.scene(&view_before), after.scene(&view_after)];
    let words = before.write(action);
    check_times(&motion, &words);
    check_places(&motion, &scenes, &words);
    check_pieces(&motion, &scenes, &words);
    let shown: usize = motion.steps.iter().map(|step| dice_of(&step.what)).sum();
    assert!(shown <= rolls.len() && (shown > 0) != rolls.is_empty(), "{words} throws {rolls:?}, and {shown} are shown");
}

fn dice_of(what: &Happening) -> usize {
    if let Happening::Dice { rolls, .. } = what { rolls.len() } else { 0 }
}

fn check_times(motion: &Motion, words: &str) {
    for step in &motion.steps {
        let is_dice = matches!(step.what, Happening::Dice { .. });
        let allowed = if is_dice { 150..=700 } else { 150..=250 };
        assert!(allowed.contains(&step.length), "{words}: {step:?}");
        assert!(!is_dice || step.start + step.length <= 700, "{words}: all dice have landed after 700 ms: {step:?}");
    }
    assert!(motion.changes_at <= MOST_BEFORE, "{words}: the board changes only after {} ms", motion.changes_at);
    assert!(motion.end() - motion.changes_at <= MOST_AFTER, "{words}: {} ms", motion.end());
}

fn check_places(motion: &Motion, scenes: &[Scene; 2], words: &str) {
    let is_known = |place: Place| {
        assert!(scenes.iter().any(|scene| scene.name_of(place).is_some()), "{words}: {place:?} is off the board");
    };
    for step in &motion.steps {
        match &step.what {
            Happening::Dice { at, .. } => at.iter().copied().for_each(is_known),
            Happening::Shot { from, to, .. } => [*from, *to].into_iter().for_each(is_known),
            Happening::Goes { piece, way, .. } => way.iter().copied().chain([piece.place]).for_each(is_known),
            Happening::Leaves { piece, .. } => is_known(piece.place),
            Happening::Struck { at, .. }
            | Happening::Arrives { at, .. }
            | Happening::Changes { at, .. }
            | Happening::Pays { at, .. } => is_known(*at),
        }
    }
}

/// Whether a scene has this piece, whatever else has changed about it.
fn has(scene: &Scene, piece: &Piece) -> bool {
    let is_it = |other: &Piece| (other.place, other.seat, other.unit) == (piece.place, piece.seat, piece.unit);
    scene.pieces.iter().any(is_it)
}

fn check_pieces(motion: &Motion, [before, after]: &[Scene; 2], words: &str) {
    let any = |is_it: &dyn Fn(&Happening) -> bool| motion.steps.iter().any(|step| is_it(&step.what));
    for gone in before.pieces.iter().filter(|piece| !has(after, piece)) {
        let tells = |what: &Happening| match what {
            Happening::Goes { piece, .. } | Happening::Leaves { piece, .. } => piece == gone,
            Happening::Changes { piece, .. } => piece.as_ref() == Some(gone),
            _ => false,
        };
        assert!(any(&tells), "{words}: nothing tells where {gone:?} went");
    }
    for new in after.pieces.iter().filter(|piece| !has(before, piece)) {
        let tells = |what: &Happening| match what {
            Happening::Goes { way, .. } => way.last() == Some(&new.place),
            Happening::Arrives { at, .. } | Happening::Changes { at, .. } => *at == new.place,
            _ => false,
        };
        assert!(any(&tells), "{words}: nothing tells how {new:?} came");
    }
}

/// What a viewer who sees everything sees of an action that rolls these dice, a line for each step: when it begins, what
/// happens, and where.
pub fn motion_lines<G: Draw>(before: &G, action: &str, dice: &[u32]) -> Vec<String> {
    let action = before.read(action).unwrap_or_else(|error| panic!("{error}"));
    let (mut after, mut dice) = (before.clone(), Dice::scripted(dice.iter().copied()));
    after.apply(&action, &mut dice);
    let rolls = dice.take_rolls();
    let (view_before, view_after) = (before.view(Viewer::Everything), after.view(Viewer::Everything));
    let motion = G::motion(&Change {
        before,
        view_before: &view_before,
        action: Some(&action),
        rolls: &rolls,
        after: &after,
        view_after: &view_after,
    });
    let scene = before.scene(&view_before);
    motion.steps.iter().map(|step| format!("{} {}", step.start, line(&step.what, &scene))).collect()
}

fn line(what: &Happening, scene: &Scene) -> String {
    let name = |place: Place| scene.name_of(place).unwrap_or("nowhere").to_owned();
    match what {
        Happening::Dice { at, rolls } => {
            let rolls: Vec<String> = rolls.iter().map(ToString::to_string).collect();
            format!("dice {} at {}", rolls.join(" "), at.map_or_else(|| "the middle".to_owned(), name))
        }
        Happening::Shot { from, to, kind, hits, seat } => {
            let end = if *hits { "hits" } else { "misses" };
            format!("{kind:?} of {} from {} {end} {}", seat.0, name(*from), name(*to))
        }
        Happening::Struck { at, side, layer } => {
            let side = side.map_or_else(String::new, |side| format!(" on side {side}"));
            format!("{layer:?} struck at {}{side}", name(*at))
        }
        Happening::Goes { piece, way, turns } => {
            let way: Vec<String> = way.iter().copied().map(name).collect();
            format!("{} goes to {} and turns by {turns}", name(piece.place), way.join(" "))
        }
        Happening::Leaves { piece, explodes } => {
            format!("{} {}", name(piece.place), if *explodes { "explodes" } else { "leaves" })
        }
        Happening::Arrives { at, .. } => format!("{} arrives", name(*at)),
        Happening::Changes { at, .. } => format!("{} changes", name(*at)),
        Happening::Pays { at, corner, seat } => {
            let corner = name(Place::Vertex(*corner));
            format!(
                "{} pays {} for {corner}",
                name(*at),
                seat.map_or_else(|| "nobody".to_owned(), |seat| seat.0.to_string())
            )
        }
    }
}
