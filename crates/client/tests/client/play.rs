//! From picks to an action, with previews and plans.

use scene::Pick;
use sixfold_client::Target;

use crate::{game, people, play_first, start, start_with};

#[test]
fn a_place_leads_to_an_action_and_its_preview() {
    let mut client = start("hexoust", people(2));
    let (path, action) = client.picture.picks.iter().next().cloned().unwrap();
    let place = client.place_of(&path[0]).unwrap();
    assert_eq!(client.action_at(place), Some(action.clone()));
    assert_eq!(client.preview(&action), client.position().preview(&action));
    let total = client.previews.pending().len();
    while !client.previews.pending().is_empty() {
        client.preview_pending();
    }
    assert_eq!(client.previews.known().len(), total);
    assert!(client.known_preview(&action).is_some() && !client.has_more_actions());
}

#[test]
fn what_is_pointed_at_is_let_go_when_something_happens() {
    let mut client = start("hexlock", people(2));
    let (path, action) = client.picture.picks.iter().next().cloned().unwrap();
    let place = client.place_of(&path[0]).unwrap();
    client.pointing.mark(Target::Place(place));
    client.play_local(&[action]).unwrap();
    assert!(!client.pointing.has_begun());
    assert!(client.pointing.looking().is_none_or(|place| client.picks_with(place).is_some()));
}

#[test]
fn another_source_takes_the_place_of_the_one_that_was_picked() {
    let mut client = start("hexlock", people(2));
    for _ in 0..400 {
        let sources = client.sources();
        if let [one, other, ..] = sources[..]
            && one != other
        {
            client.pointing.pick(client.picks_with(one).unwrap());
            client.preview_next();
            assert!(!client.open().is_empty());
            let picks = client.picks_with(other).unwrap();
            assert_eq!((picks.len(), client.place_of(&picks[0])), (1, Some(other)));
            assert_eq!(client.fresh_picks_with(other), Some(picks));
            return;
        }
        client.take_over();
        play_first(&mut client);
        client.hand_over();
        client.take_over();
    }
    panic!("nobody ever has two pieces that can act");
}

#[test]
fn a_plan_is_drawn_taken_back_and_played_as_a_whole() {
    let setup = game("hex-ships").setup(["scenario=passing"]).unwrap();
    let mut client = start_with("hex-ships", setup, people(2));
    let step = client.picture.picks.iter().map(|(_, action)| action.clone()).find(|action| client.is_tentative(action));
    let step = step.expect("a move of Hex Ships is planned");
    let before = client.picture.clone();
    assert!(client.plan_step(&step) && client.plan.len() == 1);
    assert_ne!(client.picture, before);
    assert_eq!(client.history.len(), 0, "nobody else hears of it");
    assert!(client.unplan_step() && !client.unplan_step());
    assert_eq!(client.picture, before);
    client.plan_step(&step);
    let actions = client.take_plan();
    assert!(client.plan.is_empty());
    client.play_local(&actions).unwrap();
    assert_eq!(client.history.len(), 1);
    assert!(!client.check_plan(), "nothing was planned");
}

#[test]
fn the_stepper_offers_numbers_and_the_pad_keeps_its_buttons() {
    let setup = game("hex-ships").setup(["scenario=passing"]).unwrap();
    let mut client = start_with("hex-ships", setup, people(2));
    let stepper = client.stepper().expect("a move begins with the speed");
    let number = *stepper.numbers.iter().find(|number| **number != stepper.now).unwrap();
    let picks = client.number_picks(number).unwrap();
    assert_eq!(picks.last(), Some(&Pick::Number(number)));
    let action = client.picture.picks.action(&picks).cloned().unwrap();
    client.pointing.pick(picks);
    assert!(client.plan_step(&action));
    let planned = client.stepper().unwrap();
    assert!(planned.planned && planned.now == number);
}

#[test]
fn a_routine_goes_on_until_it_is_done_or_stopped() {
    let mut client = start("hex-dice", people(2));
    while client.picture.routine.is_none() {
        assert_eq!(client.begin_routine(), None);
        play_first(&mut client);
    }
    let first = client.actor().unwrap();
    assert!(client.begin_routine().is_some() && client.begin_routine().is_some());
    assert_eq!(client.routines, [first], "a second start changes nothing");
    assert!(client.stop_routine() && !client.stop_routine());
    assert_eq!(client.next_of_routine(), None);

    client.begin_routine();
    let mut turns = 0;
    while client.picture.routine.is_some() {
        match client.next_of_routine() {
            Some(action) => {
                assert_eq!(client.actor(), Some(first));
                client.play_local(&[action]).unwrap();
                turns += 1;
            }
            None => drop(play_first(&mut client)), // the other person deploys by hand
        }
    }
    assert!(turns > 1);
    while client.actor() != Some(first) {
        play_first(&mut client);
    }
    assert_eq!(client.next_of_routine(), None);
    assert!(client.routines.is_empty(), "a routine that has nothing left to do is over");
}

#[test]
fn overlays_are_shown_one_after_the_other_and_then_none() {
    let setup = game("hex-ships").setup(["scenario=passing"]).unwrap();
    let mut client = start_with("hex-ships", setup, people(2));
    let count = client.overlays().len();
    assert!(count > 1);
    for index in 0..count {
        assert!(client.show_next_overlay());
        assert_eq!(client.overlay_shown(), client.overlays().get(index).copied());
    }
    assert!(client.show_next_overlay());
    assert_eq!(client.overlay_shown(), None);
    assert!(!start("hexoust", people(2)).show_next_overlay());
}

/// In the drawing of a capture the two games differ: one takes stones, the other turns hexes over.
#[test]
fn captures_are_known_without_pointing_and_with_their_number() {
    let mut client = start("hexoust", people(2));
    let mut found = 0;
    while !client.is_over() && found < 20 {
        while !client.previews.pending().is_empty() {
            client.preview_pending();
        }
        let captures = client.captures();
        assert_eq!(captures, client.all_captures());
        for (place, action) in client.open() {
            let told = client.preview(action.unwrap()).story;
            let takes = told.iter().find(|message| message.key == "captured");
            let count = takes.map(|message| message.args["count"].clone());
            let shown = captures.get(&place).map(|capture| game::Arg::Number(capture.count as i64));
            assert_eq!(shown, count, "a quiet placement has no number, and a capture has that of its stones");
            found += usize::from(takes.is_some());
        }
        play_first(&mut client);
    }
    assert!(found > 0, "the match has captures");
}

#[test]
fn danger_is_worked_out_while_it_is_shown_and_follows_the_match() {
    let mut client = start("hexlock", vec![sixfold_client::Player::Person, sixfold_client::Player::Person]);
    assert!(client.threats().is_empty() && client.danger_title().is_none());
    client.toggle_danger();
    assert!(client.danger_title().is_some());
    let mut seen = 0;
    for _ in 0..120 {
        if client.is_over() {
            break;
        }
        let seat = client.endangered().unwrap();
        let mut expected = client.position().danger(seat);
        expected.sort_by_key(|threat| (threat.kind, threat.moves, std::cmp::Reverse(threat.percent)));
        assert_eq!(client.threats(), expected);
        for threat in client.threats() {
            assert!(client.worst_at(threat.places[0]).is_some_and(|worst| worst <= threat.kind));
        }
        assert_eq!(client.no_danger_in_words().is_some(), client.threats().is_empty());
        let exposed = client.position().exposed(seat);
        for cell in &client.picture.scene.cells {
            let expected = exposed.as_ref().is_some_and(|area| area.places.contains(&cell.place));
            assert_eq!(client.is_exposed(cell.place), expected, "{}", cell.name);
        }
        seen += client.threats().len();
        play_first(&mut client);
    }
    assert!(seen > 0, "the two come into touch");
    client.toggle_danger();
    assert!(client.threats().is_empty() && client.no_danger_in_words().is_none());
    assert!(client.exposed().is_none());
}
