//! One press on an end of a move plans the whole way there; facings, other ends, and taking back.

use hex::Direction;
use scene::{Pick, Place};
use sixfold_client::{Back, Client, OfPlace, Reply, Undone};

use crate::{game, people, start, start_with};

fn passing() -> Client {
    let setup = game("hex-ships").setup(["scenario=passing"]).unwrap();
    start_with("hex-ships", setup, people(2))
}

/// Where the acting piece is and faces.
fn pose(client: &Client) -> (Place, Direction) {
    let unit = client.acting_unit().unwrap();
    let piece = client.picture.scene.pieces.iter().find(|piece| piece.unit == Some(unit)).unwrap();
    (piece.place, piece.facing.unwrap())
}

/// An end with several facings, away from the piece.
fn far_end(client: &Client) -> (Place, Vec<Direction>) {
    let (here, _) = pose(client);
    let mut ends = client.ends().iter().filter(|end| end.facings.len() > 2 && end.place != here);
    let end = ends.next_back().expect("a ship can turn on its way");
    (end.place, end.facings.clone())
}

#[test]
fn one_press_plans_the_whole_way_and_each_step_can_be_taken_back() {
    let mut client = passing();
    let (before, (end, _)) = (pose(&client), far_end(&client));
    client.pointing.look_at(end);
    let shown = client.way_looked_at().expect("a look shows the way");
    assert!(matches!(client.of_place(end), OfPlace::Would(preview) if preview.story == shown.story));
    let ghost = client.piece_after(&shown).unwrap();
    assert_eq!(client.pick_at(end), Reply::Planned);
    assert_eq!(client.plan.actions(), shown.steps);
    assert_eq!(pose(&client), (end, shown.facing));
    assert_eq!((ghost.place, ghost.facing), (end, Some(shown.facing)), "it ends where it was outlined");
    assert_eq!(client.history.len(), 0, "nobody else hears of it");
    assert!(client.before_last_step().unwrap().is_same(&**client.history.position_shown()));
    assert!(client.see_step(&client.before_last_step().unwrap().clone(), 1).is_some(), "the whole way is seen at once");
    client.end_motion();
    let steps = client.plan.len();
    for left in (0..steps).rev() {
        assert_eq!((client.undo(), client.plan.len()), (Undone::Step, left));
    }
    assert_eq!(pose(&client), before);
    let _ = client.pick_at(end);
    assert_eq!(client.back(), Back::Plan);
    assert_eq!((pose(&client), client.plan.is_empty()), (before, true));
}

#[test]
fn the_way_is_played_by_one_more_press() {
    let mut client = passing();
    let (end, _) = far_end(&client);
    let _ = client.pick_at(end);
    let planned = client.plan.actions();
    let Reply::Play(actions) = client.take(vec![Pick::Button("done".into())]) else { panic!("the move is over") };
    assert_eq!(actions[..planned.len()], planned);
    let before = client.acting_unit();
    client.play_local(&actions).unwrap();
    assert_ne!(client.acting_unit(), before, "the next ship acts");
}

#[test]
fn further_presses_turn_through_all_facings() {
    let mut client = passing();
    let (end, facings) = far_end(&client);
    let mut seen = Vec::new();
    for _ in &facings {
        let _ = client.pick_at(end);
        let (place, facing) = pose(&client);
        assert_eq!(place, end);
        seen.push(facing);
    }
    let mut sorted = seen.clone();
    sorted.sort_by_key(|facing| facing.index());
    assert_eq!(sorted, facings, "each once: {seen:?}");
    let _ = client.pick_at(end);
    assert_eq!(pose(&client).1, seen[0], "and then the first again");
    assert_eq!(client.way_looked_at(), None, "what is planned is not outlined");
    assert_eq!(client.of_place(end), OfPlace::Planned);
}

#[test]
fn the_facing_is_the_one_that_the_pointer_is_nearest_to() {
    let mut client = passing();
    let (end, facings) = far_end(&client);
    for facing in &facings {
        client.pointing.look_at(end);
        client.pointing.look_towards(Some(*facing));
        assert_eq!(client.way_looked_at().map(|way| way.facing).filter(|shown| shown != facing), None);
        let _ = client.pick_at(end);
        assert_eq!(pose(&client), (end, *facing));
    }
    // A press without another movement of the pointer turns to the next facing.
    let last = pose(&client).1;
    let _ = client.pick_at(end);
    assert_ne!(pose(&client).1, last);
    for towards in Direction::ALL.into_iter().filter(|towards| !facings.contains(towards)) {
        client.unplan();
        client.pointing.look_at(end);
        client.pointing.look_towards(Some(towards));
        let _ = client.pick_at(end);
        let apart =
            |facing: Direction| (0..=3).find(|turns| [facing.turn(*turns), facing.turn(-turns)].contains(&towards));
        let nearest = facings.iter().filter_map(|facing| apart(*facing)).min();
        assert_eq!(apart(pose(&client).1), nearest, "the nearest that is possible");
    }
}

#[test]
fn another_end_takes_the_place_of_the_planned_one_and_keeps_what_was_planned_beside_it() {
    let mut client = passing();
    let (end, _) = far_end(&client);
    let ends = client.ends().to_vec();
    let _ = client.pick_at(end);
    assert_eq!(client.ends(), ends, "all ends can still be chosen");
    let beside =
        client.picture.picks.iter().map(|(_, action)| action.clone()).find(|action| action.starts_with("charge"));
    if let Some(charge) = &beside {
        assert!(client.plan_step(charge));
        assert_eq!(client.ends(), ends);
    }
    let other = ends.iter().find(|other| other.place != end && other.place != pose(&client).0).unwrap().place;
    assert_eq!(client.pick_at(other), Reply::Planned);
    assert_eq!(pose(&client).0, other);
    assert_eq!(client.plan.actions().last().filter(|last| last.starts_with("charge")), beside.as_ref());
    assert_eq!(client.plan.actions().iter().filter(|action| action.starts_with("speed")).count(), 1);
}

#[test]
fn places_that_are_no_ends_say_why() {
    let mut client = passing();
    let places = client.picture.scene.cells.iter().map(|cell| cell.place);
    let place = places.into_iter().find(|place| client.end_at(*place).is_none()).unwrap();
    let Reply::Refused(why) = client.pick_at(place) else { panic!("no move ends there") };
    assert!(why.contains("end its move") || why.contains("ship"), "{why}");
    let mut other = start("hexoust", people(2));
    let place = other.picture.scene.cells[0].place;
    other.pointing.look_at(place);
    assert!(other.way_looked_at().is_none() && other.ends().is_empty(), "most games have no ways");
}

#[test]
fn a_course_is_kept_turn_after_turn_until_an_enemy_can_be_in_range() {
    let setup = game("hex-ships").setup(["scenario=skirmish"]).unwrap();
    let mut client = start_with("hex-ships", setup, people(2));
    while client.picture.scene.ends.is_empty() {
        crate::play_first(&mut client);
    }
    let round = |client: &Client| {
        let gauges = &client.picture.scene.gauges;
        gauges.iter().find(|gauge| gauge.label.key == "gauge.round").expect("a battle has rounds").value
    };
    let (mut presses, mut moves, first) = (0, 0, round(&client));
    while client.picture.routine.is_some() && moves < 200 {
        if client.next_of_routine().is_none() {
            assert!(client.begin_routine().is_some());
            presses += 1;
        }
        match client.follow_routine().expect("there is a routine") {
            Reply::Planned => assert!(!client.plan.is_empty()),
            Reply::Play(actions) => {
                moves += 1;
                client.play_local(&actions).unwrap();
            }
            other => panic!("{other:?}"),
        }
    }
    let rounds = round(&client) - first;
    assert!(rounds >= 2, "only {rounds} rounds passed by {presses} presses");
    assert!(presses <= 2, "{presses} presses of both people for {moves} moves in {rounds} rounds");
}
