//! What is seen to happen: dice before the board changes, one moment after the other, skipped, and seen again. Times are only
//! returned, and no clock runs.

use catalog::DynMatch;
use game::Viewer;
use sixfold_client::{Client, Dice, Reply};

use crate::online::hosted;
use crate::{computer, found, people, play_first, seat, start};

fn attack(played: &dyn DynMatch) -> Option<String> {
    played.legal().into_iter().find(|action| action.contains('-'))
}

/// A match of two people, in which an attack with a die was just played.
fn attacked() -> (Client, usize) {
    let mut client =
        found("hexlock", "memory=off", |played| !played.standing().keeps_secrets && attack(played).is_some());
    let (known, action) = (client.history.len(), attack(&*client.local().unwrap().played).unwrap());
    client.play_local(&[action]).unwrap();
    (client, known)
}

#[test]
fn dice_fall_first_and_the_board_changes_when_they_have_landed() {
    let (mut client, known) = attacked();
    let (before, after) = (client.history.after(known).clone(), client.history.after(known + 1).clone());
    let wait = client.see_news(known, 1).unwrap();
    assert!((600..=1000).contains(&wait), "a die and a blow: {wait}");
    assert!(client.is_falling() && !client.acts_here());
    assert_eq!(client.picture.scene, before.picture(false).scene, "the board is as it was");
    assert_eq!(client.go_on_moving(7, 8), None, "a stale timer does nothing");
    assert!(client.is_falling());
    let _ = client.go_on_moving(1, 2);
    assert_eq!((client.is_falling(), client.dice), (false, Dice::Landed));
    assert_eq!(client.picture.scene, after.picture(false).scene);
    if client.moving.is_some() {
        assert_eq!(client.go_on_moving(2, 3), None);
    }
    assert!(client.moving.is_none());
    assert_eq!(client.dice, Dice::Landed, "the result is told until somebody looks elsewhere");
}

#[test]
fn everything_that_moves_can_be_ended_at_once() {
    let (mut client, known) = attacked();
    client.see_news(known, 1).unwrap();
    assert!(client.end_motion());
    assert!(client.moving.is_none() && client.dice == Dice::Landed && !client.history.is_past_shown());
    assert_eq!(client.picture.scene, client.history.newest().picture(false).scene);
    assert!(!client.end_motion(), "nothing moves any more");
    assert_eq!(client.go_on_moving(1, 2), None);
}

#[test]
fn a_person_can_act_while_pieces_still_move() {
    let mut client = start("hexoust", people(2));
    let known = client.history.len();
    play_first(&mut client);
    let wait = client.see_news(known, 1).unwrap();
    assert!((150..=250).contains(&wait), "{wait}");
    assert!(client.acts_here() && client.moving.is_some());
    play_first(&mut client);
    assert_eq!(client.history.len(), 2);
    assert!(client.moving.is_none() && !client.history.is_past_shown(), "a new action ends what still moved");
}

#[test]
fn moments_that_come_quickly_are_seen_one_after_the_other() {
    let mut host = hosted();
    for (moment, expected) in [(host.play(), true), (host.play(), false), (host.play(), false)] {
        let known = host.client.history.len();
        host.client.hear(moment).unwrap();
        host.client.refresh();
        assert_eq!(host.client.see_news(known, 1).is_some(), expected);
        assert_eq!(host.client.moment_shown(), 1, "the first one is seen to its end");
    }
    let client = &mut host.client;
    for shown in [2, 3] {
        assert!(client.go_on_moving(shown - 1, shown).is_some());
        assert_eq!(client.moment_shown(), shown as usize);
    }
    assert_eq!(client.go_on_moving(3, 4), None);
    assert!(client.moving.is_none() && !client.history.is_past_shown());
}

#[test]
fn somebody_who_looks_at_the_past_is_not_disturbed() {
    let mut host = hosted();
    for moment in [host.play(), host.play()] {
        host.client.hear(moment).unwrap();
    }
    host.client.history.show(Some(1));
    let moment = host.play();
    host.client.hear(moment).unwrap();
    assert_eq!(host.client.see_news(2, 1), None);
    assert_eq!((host.client.moment_shown(), host.client.moving.is_some()), (1, false));
}

#[test]
fn the_computers_whole_turn_is_seen_again() {
    let mut client = start("hex-ships", vec![sixfold_client::Player::Person, computer()]);
    // Both sides deploy. The last turn of the computer has several actions.
    while !client.history.moments().windows(2).any(|pair| {
        let turn = |moment: &sixfold_client::Moment| match moment.what {
            game::What::Action { seat, turn, .. } => Some((seat, turn)),
            game::What::Exit { .. } => None,
        };
        turn(&pair[0]) == turn(&pair[1]) && turn(&pair[1]).is_some_and(|(acted, _)| acted == seat(1))
    }) || client.actor() == Some(seat(1))
    {
        play_first(&mut client);
    }
    let newest = client.history.len();
    let from = client.history.last_turn(client.hand()).unwrap();
    assert!(from < newest);
    let theirs = |moment: &sixfold_client::Moment| moment.what.seat() == Some(seat(1));
    assert!(client.history.moments()[from..].iter().all(theirs), "it is what the other side did since one's own turn");
    assert!(client.can_see_again());
    let mut number = 1;
    let mut wait = client.see_again(number);
    let mut seen = Vec::new();
    while wait.is_some() {
        seen.push(client.moment_shown());
        number += 1;
        wait = client.go_on_moving(number - 1, number);
    }
    assert!(!seen.is_empty() && seen.is_sorted() && seen.iter().all(|moment| (from + 1..=newest).contains(moment)));
    assert!(client.moving.is_none() && !client.history.is_past_shown() && client.acts_here());
}

#[test]
fn in_a_replay_the_turn_that_is_looked_at_is_seen_again() {
    let played = crate::game("hexoust").random_match(crate::game("hexoust").setup(["base=4"]).unwrap(), 1).unwrap();
    let record = played.record().to_string();
    let mut client = Client::replayed(&record, &[], None, &crate::english()).unwrap();
    client.look_with(Viewer::Everything);
    client.history.show(Some(3));
    client.refresh();
    client.see_again(1).unwrap();
    client.end_motion();
    assert_eq!(client.history.shown(), Some(3), "afterwards the same moment is shown as before");
    client.history.show(Some(0));
    assert!(!client.can_see_again(), "nothing has happened before the beginning");
}

#[test]
fn a_step_of_a_plan_is_seen_when_it_is_planned_and_not_again_when_it_is_played() {
    let mut client = found("hex-ships", "scenario=duel", |played| {
        played.legal().iter().any(|action| action == "ahead") && played.legal().iter().all(|action| action != "leave")
    });
    let before = client.position().clone();
    assert_eq!(client.play("ahead"), Reply::Planned);
    let wait = client.see_step(&before, 1).unwrap();
    assert!((150..=250).contains(&wait), "{wait}");
    assert!(client.acts_here(), "planning goes on at once");
    client.end_motion();
    let (known, steps) = (client.history.len(), client.take_plan());
    client.play_local(&steps).unwrap();
    assert_eq!(client.see_news(known, 2), None);
}
