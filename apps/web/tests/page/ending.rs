//! The end of a match: who won and how, the score, the turning point, and the ways on.

use client::Turning;
use game::{Exit, Seat};
use sixfold_web::Press;
use sixfold_web::press::TablePress;

use crate::harness::{Host, Page, at_one_screen, resumed};
use crate::tree::words;

/// A finished match of two people at one screen, which somebody has won.
fn finished(key: &str) -> Page {
    let game = catalog::find(key).unwrap();
    let mut matches = (5..20).map(|seed| game.random_match(game.setup([]).unwrap(), seed).unwrap());
    let won = matches.find(|played| played.outcome().is_some_and(|outcome| outcome.winner().is_some()));
    resumed(&*won.expect("somebody wins one of these matches"))
}

#[test]
fn the_end_of_every_game_says_who_won_how_and_when_it_turned() {
    for game in catalog::GAMES {
        let page = finished(game.info().key);
        let client = page.model.client.as_ref().unwrap();
        assert!(client.is_over());
        page.shows("[data-ending]");
        let card = words(&page.first("[data-ending]"));
        assert!(card.contains(&client.result_in_words().unwrap()), "{card}");
        assert!(card.contains(&client.how_it_ended()), "{card}");
        let turning =
            client.turning_point_in_words().expect("a match that is won turns, or one seat leads all the time");
        assert!(card.contains(&turning), "{card}");
        for button in ["Play again", "See it again", "New game", "Save the record"] {
            assert!(card.contains(button), "{button}: {card}");
        }
    }
}

#[test]
fn a_press_shows_the_turning_point_on_the_board_and_the_card_stays() {
    let (mut page, moment) = ["hexlock", "influence", "hexoust", "hex-dice"]
        .into_iter()
        .find_map(|key| {
            let page = finished(key);
            match page.model.client.as_ref().unwrap().turning_point() {
                Some(Turning::At { moment, .. }) => Some((page, moment)),
                _ => None,
            }
        })
        .expect("one of these matches turns");
    let show = page.pressing(TablePress::Show(moment));
    let pressed = |page: &Page| page.first("[data-turning] button").get("aria-pressed").map(str::to_owned);
    assert!(!show.is_empty());
    assert_eq!(pressed(&page).as_deref(), Some("false"));
    page.shows("[data-turning] button");
    page.shows(".table.at-end");
    page.click(TablePress::Show(moment));
    page.lacks(".table.at-end"); // a phone shows what happened then
    assert_eq!(page.model.client.as_ref().unwrap().moment_shown(), moment);
    assert_eq!(pressed(&page).as_deref(), Some("true"));
    page.shows("[data-ending]");
}

#[test]
fn people_are_called_by_their_names_also_for_those_who_watch() {
    for you in [Some(0), None] {
        let (mut page, mut host) = Host::seated_at("hexoust", "base=5", &["Ann", "Bo"], you);
        page.lacks("[data-ending]");
        let news = host.exit(Exit::Resigned(Seat(0)), you);
        page.hear(&news);
        let card = words(&page.first("[data-ending]"));
        assert!(card.contains("Ann has resigned. Bo has won."), "{card}");
        assert_eq!(card.contains("Play again"), you.is_some(), "{card}");
        assert!(card.contains("See it again") && card.contains("New game"), "{card}");
    }
}

#[test]
fn how_it_ended_is_told_with_the_names_of_people_on_the_card_and_aloud() {
    let (mut page, mut host) = Host::seated_at("influence", "echo=on", &["Ann", "Bo"], None);
    for _ in 0..2 {
        let news = host.play("skip", None);
        page.hear(&news);
    }
    let how = words(&page.first("[data-ending] .ending-how"));
    assert!(how.contains("Bo wins the tie: Ann 0.00, Bo 0.00."), "{how}");
    assert!(page.model.announcement.contains("Bo wins the tie: Ann 0.00, Bo 0.00."), "{}", page.model.announcement);
    let rows: Vec<String> = page.all(".turn-list .unseen").iter().map(words).collect();
    assert_eq!(rows, ["Ann", "Bo"], "the move list");
}

#[test]
fn a_match_that_somebody_leaves_at_once_has_no_turning_point_to_show() {
    let mut page = at_one_screen("hexoust");
    page.click(TablePress::AskResign);
    page.click(Press::Table(TablePress::Resign));
    page.shows("[data-ending]");
    page.lacks("[data-turning] button");
}
