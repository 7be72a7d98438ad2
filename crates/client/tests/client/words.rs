//! The texts beside the board, in both languages.

use sixfold_client::{OfPlace, Player, Tongue};

use crate::{computer, game, people, play_first, seat, start, start_with};

#[test]
fn who_plays_is_said() {
    let alone = start("hexoust", vec![Player::Person, computer()]);
    assert_eq!([0, 1].map(|number| alone.player_in_words(seat(number))), ["you", "computer, level 1"]);
    assert_eq!(start("hexoust", people(2)).player_in_words(seat(1)), "a person");
}

#[test]
fn the_result_is_said_for_the_person_and_for_those_who_watch() {
    let mut alone = start("hexoust", vec![Player::Person, computer()]);
    assert_eq!(alone.result_in_words(), None);
    alone.resign_local(seat(0));
    let (loser, winner) = (alone.seat_name(seat(0)), alone.seat_name(seat(1)));
    assert_eq!(alone.result_in_words().unwrap(), format!("{loser} has resigned. {winner} has won."));
    alone.speak(&Tongue::of("de", &[]));
    let (loser, winner) = (alone.seat_name(seat(0)), alone.seat_name(seat(1)));
    assert_eq!(alone.result_in_words().unwrap(), format!("{loser} hat aufgegeben. {winner} hat gewonnen."));
}

#[test]
fn the_only_person_is_told_of_a_defeat_as_their_own() {
    for (players, said) in
        [(vec![Player::Person, computer()], "You have lost."), (vec![computer(), Player::Person], "You have won!")]
    {
        let mut client = start("influence", players);
        // Both pass before anything is paid, and a tie is White's.
        client.play_local(&["skip".to_owned()]).unwrap();
        client.play_local(&["skip".to_owned()]).unwrap();
        assert_eq!(client.result_in_words().as_deref(), Some(said));
    }
}

#[test]
fn with_many_seats_an_exit_is_told_and_places_are_listed() {
    let setup = game("hex-dice").setup(["players=3"]).unwrap();
    let mut client = start_with("hex-dice", setup, people(3));
    client.resign_local(seat(0));
    let told = client.moment_in_words(client.history.moments().last().unwrap());
    assert!(told.starts_with(&format!("{} has resigned. The match goes on", client.seat_name(seat(0)))), "{told}");
    assert!(client.ranking().is_none());
    client.resign_local(seat(1));
    assert_eq!(client.ranking().unwrap().first(), Some(&(1, seat(2))));
    let places = client.places_in_words().unwrap();
    assert!(places.starts_with(&format!("1. {}, 2. ", client.seat_name(seat(2)))), "{places}");
}

#[test]
fn what_is_played_and_what_for_is_said() {
    let setup = game("hexoust").setup(["base=5"]).unwrap();
    let client = start_with("hexoust", setup, people(2));
    assert!(client.aim_in_words().ends_with('.'));
    let options = client.options_in_words();
    assert!(options.iter().any(|option| option.ends_with(": 5")), "{options:?}");
    assert_eq!(start("hexoust", people(2)).options_in_words(), Vec::<String>::new());
}

#[test]
fn a_moment_is_told_in_sentences() {
    let mut client = start("hexoust", people(2));
    play_first(&mut client);
    let told = client.moment_in_words(&client.history.moments()[0]);
    assert!(told.ends_with('.') && told.starts_with(char::is_uppercase), "{told}");
}

#[test]
fn a_sheet_is_said_as_a_whole() {
    let setup = game("hex-ships").setup(["scenario=passing"]).unwrap();
    let client = start_with("hex-ships", setup, people(2));
    let sheet = client.sheet_shown().unwrap();
    let words = client.sheet_in_words(sheet).to_lowercase();
    for part in [client.seat_name(sheet.seat), client.gauge_in_words(&sheet.gauges[0])] {
        assert!(words.contains(&part.to_lowercase()), "{part}: {words}");
    }
}

/// An exit ends the match without a change of the position, in which a ship was to act.
#[test]
fn after_the_end_no_piece_is_said_to_act() {
    let setup = game("hex-ships").setup(["scenario=passing"]).unwrap();
    let mut client = start_with("hex-ships", setup, people(2));
    let acts = |client: &sixfold_client::Client| {
        let marks = client.picture.scene.marks.iter().filter(|mark| mark.kind == scene::MarkKind::Acting).count();
        (client.acting_unit().is_some(), marks)
    };
    assert_eq!(acts(&client), (true, 1));
    client.resign_local(seat(0));
    assert_eq!(acts(&client), (false, 0));
    client.history.show(Some(0));
    client.refresh();
    assert_eq!(acts(&client), (true, 1), "at the beginning a ship acted");
}

#[test]
fn a_piece_is_said_with_its_facing_its_health_and_its_badges() {
    let setup = game("hex-ships").setup(["scenario=passing"]).unwrap();
    let mut client = start_with("hex-ships", setup, people(2));
    let ship = client.picture.scene.pieces.iter().find(|piece| piece.facing.is_some()).unwrap().clone();
    let english = client.piece_in_words(&ship);
    let owner = client.seat_name(ship.seat);
    assert!(english.starts_with(&owner) && english.contains(", facing ") && english.contains(" health"), "{english}");
    client.speak(&Tongue::of("de", &[]));
    assert!(client.piece_in_words(&ship).contains(", Blick nach "), "{}", client.piece_in_words(&ship));
    let stone = start("hexlock", people(2));
    let held = &stone.picture.scene.pieces[0];
    assert_eq!(stone.piece_in_words(held), format!("held by {}, 3 of 3 health, healthy", stone.seat_name(held.seat)));
}

#[test]
fn a_gauge_of_a_seat_begins_with_its_number_and_one_of_all_ends_with_it() {
    let client = start("hexoust", people(2));
    let gauge = &client.picture.scene.gauges[0];
    assert!(gauge.seat.is_some());
    assert_eq!(client.count_in_words(gauge), "0 stones");
    let mut shared = gauge.clone();
    (shared.seat, shared.most) = (None, Some(5));
    assert_eq!((client.count_in_words(&shared), client.gauge_number(&shared)), ("stones: 0/5".into(), "0/5".into()));
}

#[test]
fn a_place_is_told_by_what_picking_it_does() {
    let mut client = start("hexoust", people(2));
    let open = *client.open().keys().next().unwrap();
    assert!(matches!(client.of_place(open), OfPlace::Would(preview) if !preview.story.is_empty()));
    play_first(&mut client);
    let taken = client.picture.scene.pieces[0].place;
    assert!(matches!(client.of_place(taken), OfPlace::WhyNot(Some(why)) if why.contains("occupied")));
    let mut client = start("hexlock", people(2));
    while client.sources().is_empty() {
        play_first(&mut client);
        client.hand_over();
        client.take_over();
    }
    let source = client.sources()[0];
    assert_eq!(client.of_place(source), OfPlace::Leads);
    let _picked = client.pick_at(source);
    assert_eq!(client.of_place(source), OfPlace::Picked);
}

#[test]
fn a_neighbour_is_found_as_it_is_seen_and_scenery_is_stepped_over() {
    let client = start("influence", people(2));
    let scene = &client.picture.scene;
    let from = scene.cells.iter().find(|cell| !cell.scenery).unwrap().place;
    let around: Vec<_> = hex::Direction::ALL.into_iter().filter_map(|way| client.neighbour(from, way)).collect();
    assert!(!around.is_empty());
    let is_scenery = |place| scene.cells.iter().any(|cell| cell.place == place && cell.scenery);
    assert!(around.iter().all(|place| *place != from && !is_scenery(*place)));
    let back = |way: hex::Direction, to| client.neighbour(to, way.turn(3));
    for way in hex::Direction::ALL {
        if let Some(to) = client.neighbour(from, way) {
            assert_eq!(back(way, to), Some(from));
        }
    }
}

/// Clients put the name of the seat in front of it where they show it.
#[test]
fn what_is_expected_does_not_name_the_seat() {
    for game in catalog::GAMES {
        let client = start(game.info().key, people(6));
        let seat = client.seat_name(client.actor().unwrap());
        let expected = client.expected();
        assert!(!expected.is_empty() && !expected.starts_with(&seat), "{}: {expected}", game.info().key);
    }
}

/// The result says who has won, so the game's own sentence is left out before it.
#[test]
fn who_has_won_is_said_once() {
    let client = start("hexoust", people(2));
    let won = game::Message::new(game::HAS_WON).with("seat", seat(0));
    let told = vec![client.picture.expected.clone(), won];
    let what = game::What::Exit { exit: game::Exit::Abandoned, turn: 1, rolls: Vec::new(), passed: Vec::new() };
    let moment = game::Moment { seq: 1, what, told, view: (), actor: None, outcome: None };
    assert_eq!(client.moment_before_result(&moment), client.say_all(&moment.told[..1]));
    assert_eq!(client.moment_in_words(&moment), client.say_all(&moment.told));
}

/// Replays of recorded matches of the computer against itself, one of each game: the turning point is the turn from which
/// the winner is ahead after every turn, by the numbers beside the board.
#[test]
fn the_turning_point_is_the_turn_from_which_the_winner_is_ahead_for_good() {
    use sixfold_client::Turning;
    let mut found = 0;
    for game in catalog::GAMES {
        for seed in 0..6 {
            let played = game.random_match(game.setup([]).unwrap(), seed).unwrap();
            let saved = sixfold_client::SavedLocal {
                game: game.info().key.to_owned(),
                rules: None,
                players: people(usize::from(played.seats())),
                record: played.record().to_string(),
                updated: 0.0,
                actions: played.events(),
                over: true,
                winners: Vec::new(),
                journey: None,
            };
            let mut client = sixfold_client::Client::restore(&saved, "over", &crate::english()).unwrap();
            let Some(winner) = client.outcome().and_then(|outcome| outcome.winner()) else { continue };
            while client.seeks_turning_point() {
                client.seek_turning_point();
            }
            let ahead = |moment: usize| {
                let gauges = client.history.after(moment).picture(false).scene.gauges;
                let of = |seat| gauges.iter().find(|gauge| gauge.seat == Some(seat)).map(|gauge| gauge.value);
                let others = game::Seat::first(client.seats).filter(|seat| *seat != winner);
                others.into_iter().all(|other| of(other) < of(winner))
            };
            let rows = client.history.turn_rows();
            let ends: Vec<(u32, usize)> =
                rows.iter().filter_map(|row| row.number.map(|number| (number, row.moment))).collect();
            let since = ends.iter().rposition(|(_, moment)| !ahead(*moment)).map_or(0, |last| last + 1);
            let expected = match ends.get(since) {
                None => Turning::Never,
                Some(_) if since == 0 => Turning::Always,
                Some(&(turn, moment)) => Turning::At { turn, moment },
            };
            assert_eq!(client.turning_point(), Some(expected), "{} {seed}", game.info().key);
            assert!(client.turning_point_in_words().is_some_and(|words| words.contains(&client.person_name(winner))));
            assert!(!client.how_it_ended().is_empty());
            assert_eq!(client.final_score().len(), usize::from(client.seats));
            found += u32::from(matches!(expected, Turning::At { .. }));
        }
    }
    assert!(found > 5, "the matches are too few: {found}");
}
