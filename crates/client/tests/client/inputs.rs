//! The inputs of a person: what each of them does, and what it leaves to the page or the terminal.

use scene::Place;
use sixfold_client::{Asked, Back, Client, Player, Reply, Target, Undone};

use crate::{computer, game, people, play_first, seat, start, start_with};

/// Two people at one screen plan the moves of ships.
fn ships() -> Client {
    start_with("hex-ships", game("hex-ships").setup(["scenario=passing"]).unwrap(), people(2))
}

/// A place of the board that an action begins with, and the places that can follow.
fn source_with_targets(client: &mut Client) -> Place {
    for _ in 0..400 {
        if let Some(source) = client.sources().first() {
            return *source;
        }
        client.take_over();
        play_first(client);
        client.hand_over();
        client.take_over();
    }
    panic!("no action begins with a piece");
}

fn step(client: &Client) -> String {
    let actions = client.picture.picks.iter().map(|(_, action)| action.clone());
    actions.into_iter().find(|action| client.is_tentative(action)).expect("a move of ships is planned")
}

#[test]
fn a_pick_that_completes_an_action_is_to_be_played() {
    let mut client = start("hexoust", people(2));
    let place = *client.open().keys().next().unwrap();
    let action = client.action_at(place).unwrap();
    assert_eq!(client.pick_at(place), Reply::Play(vec![action]));
    assert_eq!(client.history.len(), 0, "the client itself plays nothing");
}

#[test]
fn a_source_is_picked_and_the_same_pick_again_takes_it_back() {
    let mut client = start("hexlock", people(2));
    let source = source_with_targets(&mut client);
    assert_eq!(client.pick_at(source), Reply::Picked);
    assert!(client.picked_in_words().is_some() && client.pointing.looking() == Some(source));
    assert_eq!((client.pick_at(source), client.pointing.picked().len()), (Reply::Picked, 0));
}

#[test]
fn a_place_where_nothing_can_be_done_says_why() {
    let mut client = start("hexoust", people(2));
    let first = *client.open().keys().next().unwrap();
    let Reply::Play(actions) = client.pick_at(first) else { panic!("one pick is an action") };
    client.play_local(&actions).unwrap();
    let free = client.open().into_keys().next().unwrap();
    client.pointing.mark(Target::Place(free));
    let Reply::Refused(why) = client.pick_at(first) else { panic!("the place is occupied") };
    assert!(why.contains("occupied") && client.note == Some(why), "the note says it too");
    assert!(client.pointing.marked().is_none(), "it does not stand beside the button of a marked action");
}

#[test]
fn a_person_who_cannot_act_now_is_told_why() {
    let refused = |client: &mut Client| {
        let place = client.pointing.cursor().unwrap();
        let Reply::Refused(why) = client.pick_at(place) else { panic!("nobody can act now") };
        why
    };
    let mut client = start("hexoust", vec![computer(), Player::Person]);
    assert_eq!(refused(&mut client), "It is not your turn.");
    play_first(&mut client);
    client.history.show(Some(0));
    client.refresh();
    assert!(refused(&mut client).contains("earlier position"));
    client.resign_local(seat(1));
    assert_eq!(refused(&mut client), "The game is over.");
    assert_eq!(client.play("d4"), Reply::Nothing);
}

#[test]
fn an_action_with_a_question_is_asked_about_first() {
    let mut client = start("influence", people(2));
    let Reply::Ask(asked, why) = client.play("skip") else { panic!("a first pass is asked about") };
    assert!(asked == Asked::Action("skip".to_owned()) && why.ends_with('.'), "{why}");
    assert_eq!(client.play_asked(&asked), Reply::Play(vec!["skip".to_owned()]));
}

#[test]
fn the_steps_of_a_plan_are_played_with_an_action_that_is_legal_after_them() {
    let mut client = ships();
    let step = step(&client);
    assert_eq!(client.play(&step), Reply::Planned);
    assert!(matches!(client.play("no action at all"), Reply::Refused(_)));
    assert_eq!(client.plan.len(), 1, "the plan is still there");
    let final_action = |client: &Client| {
        let actions = client.picture.picks.iter().map(|(_, action)| action.clone());
        actions.into_iter().find(|action| !client.is_tentative(action))
    };
    while final_action(&client).is_none() {
        assert!(client.plan.len() < 30, "a move ends");
        assert_eq!(client.play(&self::step(&client)), Reply::Planned);
    }
    let (mut planned, last) = (client.plan.actions(), final_action(&client).unwrap());
    let all = match client.play(&last) {
        Reply::Ask(asked, _) => client.play_asked(&asked),
        other => other,
    };
    planned.push(last);
    assert_eq!(all, Reply::Play(planned));
    assert!(client.plan.is_empty());
}

#[test]
fn a_number_of_a_plan_is_set_at_once_and_replaced_by_another() {
    let mut client = ships();
    let stepper = client.stepper().expect("a move begins with the speed");
    let other = stepper.beside(1).or(stepper.beside(-1)).expect("there are several speeds");
    assert_eq!(client.choose_number(stepper.now), Reply::Planned);
    assert_eq!(client.choose_number(stepper.now), Reply::Nothing, "it is planned already");
    assert_eq!((client.choose_number(other), client.plan.len()), (Reply::Planned, 1));
    assert_eq!(client.stepper().map(|stepper| (stepper.now, stepper.planned)), Some((other, true)));
    assert_eq!(client.choose_number(1000), Reply::Nothing, "there is no such number");
}

#[test]
fn undo_takes_back_a_pick_then_a_step_then_an_action() {
    let mut client = ships();
    assert_eq!(client.undo(), Undone::Nothing);
    assert_eq!(client.undone_in_words(Undone::Nothing).unwrap(), "There is nothing to take back.");
    let step = step(&client);
    client.play_local(std::slice::from_ref(&step)).unwrap();
    assert_eq!(client.play(&self::step(&client)), Reply::Planned);
    let choice = client.choices().into_iter().find(|pick| client.action_of(pick).is_none());
    if let Some(choice) = choice {
        assert_eq!(client.take(client.pointing.picked_and(&choice)), Reply::Picked);
        assert_eq!(client.undo(), Undone::Pick);
    }
    assert_eq!((client.undo(), client.plan.len()), (Undone::Step, 0));
    assert_eq!((client.undo(), client.history.len()), (Undone::Action, 0));
}

#[test]
fn stepping_back_leaves_the_pick_then_the_past_then_the_plan_then_the_selection() {
    let mut client = ships();
    client.play_local(&[step(&client)]).unwrap();
    let step = step(&client);
    assert_eq!(client.play(&step), Reply::Planned);
    client.panels.selected = client.acting_unit();
    client.history.show(Some(0));
    client.refresh();
    assert_eq!((client.back(), client.plan.len()), (Back::Past, 1));
    client.history.show(None);
    client.refresh();
    assert_eq!((client.back(), client.plan.len()), (Back::Plan, 0));
    assert!(client.panels.selected.is_some());
    assert_eq!((client.back(), client.panels.selected), (Back::Selection, None));
}

#[test]
fn a_hint_is_sought_once_shown_again_played_and_dismissed() {
    let mut client = start("hexoust", people(2));
    assert_eq!(client.play_hint(), Reply::Nothing);
    assert!(client.seek_hint().is_some());
    client.thinking.begin(1, true);
    assert!(client.seek_hint().is_none() && client.note.is_none(), "the computer thinks already");
    client.thinking.finish(1);
    let action = client.local().unwrap().played.legal()[3].clone();
    let _found = client.decide_hint(action.clone(), 0.5);
    let first = client.open().into_keys().next().unwrap();
    client.pointing.look_at(first);
    assert!(client.seek_hint().is_none() && client.hint_shown().is_some(), "it is shown again");
    assert_eq!(client.play_hint(), Reply::Play(vec![action]));
    assert_eq!(client.back(), Back::Hint);
    let mut nobody = start("hexoust", vec![computer(), computer()]);
    assert!(nobody.seek_hint().is_none() && nobody.note.is_some());
}

#[test]
fn a_routine_asks_nothing_and_any_pick_ends_it() {
    let mut client = start("hex-dice", people(2));
    assert_eq!(client.follow_routine(), None);
    while client.picture.routine.is_none() {
        play_first(&mut client);
    }
    let action = client.begin_routine().unwrap();
    assert_eq!(client.follow_routine(), Some(Reply::Play(vec![action])));
    let _reply = client.take(Vec::new());
    assert!(client.routines.is_empty() && client.follow_routine().is_none());
}
