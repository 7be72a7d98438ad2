//! A server may tell of an action that does not fit the position before it, or of dice that the action does not roll: it is
//! wrong, it has other rules, or a view before could not be opened. The motion is then made from the two scenes alone.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod setups;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use catalog::{DynGame, GAMES, Position};
use game::{Roll, Setup, Viewer, What};
use scene::Happening;
use sixfold_catalog as catalog;

/// Of each match, this many moments with dice and as many without are tried with each other.
const MOMENTS: usize = 4;

/// A moment of a match with the positions around it.
struct Told {
    before: Box<dyn Position>,
    action: String,
    rolls: Vec<Roll>,
    after: Box<dyn Position>,
}

/// Some actions of a random match of each setup, as a viewer is told them.
fn told_of(game: &dyn DynGame, viewer: Viewer) -> impl Iterator<Item = Vec<Told>> + '_ {
    setups::of(game).into_iter().map(move |setup| some_of(told(game, setup, viewer)))
}

/// All actions of a random match, as a viewer is told them.
fn told(game: &dyn DynGame, setup: Setup, viewer: Viewer) -> Vec<Told> {
    let whole = game.random_match(setup, 5).unwrap();
    let (mut before, _) = whole.start(viewer);
    let mut told = Vec::new();
    for moment in whole.moments(0, viewer) {
        let (moment, after) = moment.split();
        let next = game.open(&serde_json::from_str(after.view().get()).unwrap()).unwrap();
        if let What::Action { action, rolls, .. } = moment.what {
            told.push(Told { before, action, rolls, after });
        }
        before = next;
    }
    told
}

/// Some moments, evenly spread, half of them with dice.
fn some_of(told: Vec<Told>) -> Vec<Told> {
    let (with, without): (Vec<Told>, Vec<Told>) = told.into_iter().partition(|told| !told.rolls.is_empty());
    let spread = |list: Vec<Told>| {
        let every = list.len().div_ceil(MOMENTS).max(1);
        list.into_iter().step_by(every)
    };
    spread(with).chain(spread(without)).collect()
}

/// Dice as they were, and as they cannot be: missing, too many, of other sides, and beyond their sides.
fn dice(rolls: &[Roll]) -> Vec<Vec<Roll>> {
    fn die(sides: u32, value: u32) -> Roll {
        Roll { sides, value }
    }
    let each = |change: fn(Roll) -> Roll| rolls.iter().map(|roll| change(*roll)).collect::<Vec<_>>();
    let mut dice = vec![
        rolls.to_vec(),
        [rolls, &[die(6, 1)]].concat(),
        vec![die(6, 3); 40],
        vec![die(0, 0), die(6, 0), die(20, u32::MAX)],
        each(|roll| die(roll.sides, roll.sides + 1)),
        each(|roll| die(roll.sides, 0)),
        each(|roll| die(roll.sides + 1, roll.value)),
    ];
    if let Some((_, fewer)) = rolls.split_last() {
        dice.extend([fewer.to_vec(), Vec::new()]);
    }
    dice
}

#[test]
fn an_action_or_dice_that_do_not_fit_the_position_are_no_panic() {
    let mut panics = BTreeSet::new();
    for game in GAMES {
        let viewers = [Viewer::Seat(game::Seat(0)), Viewer::Everything];
        for told in viewers.into_iter().flat_map(|viewer| told_of(*game, viewer)) {
            for here in &told {
                for other in &told {
                    let mut tried = dice(&other.rolls);
                    tried.extend(dice(&here.rolls));
                    for rolls in tried {
                        for action in [Some(other.action.as_str()), Some("no action"), None] {
                            let asked = AssertUnwindSafe(|| {
                                here.before.motion(&*here.after, action, &rolls);
                                // The position after it could not be opened, or comes much later.
                                here.before.motion(&*here.before, action, &rolls);
                                here.before.motion(&*other.after, action, &rolls);
                            });
                            if catch_unwind(asked).is_err() {
                                panics.insert(format!("{}: {action:?} {rolls:?}", game.info().key));
                            }
                        }
                    }
                }
            }
        }
    }
    let few: Vec<&String> = panics.iter().take(12).collect();
    assert!(panics.is_empty(), "{} motions panic, such as {few:#?}", panics.len());
}

/// The games whose viewers know everything can tell whether the dice are those of the action.
#[test]
fn dice_that_do_not_fit_tell_no_more_than_the_two_scenes() {
    let mut shots = 0;
    for game in GAMES.iter().filter(|game| !game.info().hidden) {
        for Told { before, action, rolls, after } in told_of(*game, Viewer::Everything).flatten() {
            let motion = |action: &str, rolls: &[Roll]| before.motion(&*after, Some(action), rolls);
            let right = motion(&action, &rolls);
            shots += right.steps.iter().filter(|step| matches!(step.what, Happening::Shot { .. })).count();
            for wrong in dice(&rolls).into_iter().filter(|wrong| *wrong != rolls) {
                assert_eq!(
                    motion(&action, &wrong),
                    motion("no action", &wrong),
                    "{}: {action} {wrong:?}",
                    game.info().key
                );
            }
        }
    }
    assert!(shots > 0, "with the right dice the games tell more");
}
