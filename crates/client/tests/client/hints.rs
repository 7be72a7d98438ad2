//! Hints: the computer thinks step by step until it has a whole move.

use game::Viewer;
use sixfold_client::{Advice, Decided};

use crate::{found, game, people, play_first, start, start_with};

#[test]
fn a_hint_of_one_action_is_found_at_once_and_gone_after_a_move() {
    let mut client = start("hexoust", people(2));
    client.ask_hint().expect("a person here acts");
    let action = client.local().unwrap().played.legal()[3].clone();
    assert!(matches!(client.decide_hint(action.clone(), 0.5), Decided::Found));
    let hint = client.hint_shown().unwrap();
    assert_eq!((&hint.action, hint.percent, hint.steps.len()), (&action, 50, 0));
    assert!(client.hint_in_words().unwrap().contains("50\u{a0}%"));
    // The hint is hidden while something else is pointed at, and can be shown again.
    let place = client.ground.rows[0][0];
    client.pointing.look_at(client.picture.scene.cells[place].place);
    assert!(client.hint_shown().is_none() && client.hint_found().is_some());
    client.look_at_hint();
    assert!(client.hint_shown().is_some());
    play_first(&mut client);
    assert!(client.hint_found().is_none() && matches!(client.thinking.advice, Advice::None));
}

#[test]
fn a_hint_goes_on_while_its_steps_could_be_taken_back() {
    let setup = game("hex-ships").setup(["scenario=passing"]).unwrap();
    let mut client = start_with("hex-ships", setup, people(2));
    let mut position = client.ask_hint().unwrap();
    for _ in 0..30 {
        let legal: Vec<String> = position.picture(true).picks.iter().map(|(_, action)| action.clone()).collect();
        let step = legal.iter().find(|action| position.after(action).is_none_or(|after| !after.is_tentative));
        let action = step.unwrap_or(&legal[0]).clone();
        match client.decide_hint(action, 0.6) {
            Decided::Further(next) => position = next,
            Decided::Found => {
                let hint = client.hint_found().unwrap();
                assert!(!hint.steps.is_empty() && !hint.story.is_empty());
                assert_eq!((client.plan.len(), client.history.len()), (0, 0), "the hint is neither planned nor played");
                assert!(client.dismiss_hint() && !client.dismiss_hint());
                return;
            }
            Decided::Stale => panic!("nothing else was done"),
        }
    }
    panic!("the move does not end");
}

#[test]
fn what_was_done_meanwhile_makes_a_hint_stale() {
    let mut client = start("hexoust", people(2));
    client.ask_hint().unwrap();
    let action = client.local().unwrap().played.legal()[3].clone();
    play_first(&mut client);
    assert!(matches!(client.decide_hint(action, 0.5), Decided::Stale));
}

#[test]
fn there_is_no_hint_for_nobody() {
    let mut client = start("hexoust", vec![crate::computer(), crate::computer()]);
    assert!(client.ask_hint().is_none());
}

/// The computer thinks about what the player knows and remembers, and about nothing else.
#[test]
fn a_hint_in_fog_is_about_what_the_player_sees() {
    let mut client = found("hexlock", "memory=on", |played| played.standing().keeps_secrets && played.events() <= 40);
    client.take_over();
    let actor = client.actor().unwrap();
    let known = client.local().unwrap().played.position(Viewer::Seat(actor));
    let all = client.local().unwrap().played.position(Viewer::Everything);
    let position = client.ask_hint().unwrap();
    assert_eq!(position.view().get(), known.view().get());
    assert_ne!(position.view().get(), all.view().get(), "something is hidden");
}
