//! The texts beside the board, in both languages.

use sixfold_client::{Player, Tongue};

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
