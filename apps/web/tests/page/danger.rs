//! Captures and danger at a glance: signs on the board, the list beside it, its key and its button.

use client::Danger;
use scene::{Place, Threat, ThreatKind};
use sixfold_web::Event;
use sixfold_web::press::TablePress;

use crate::harness::{Page, at_one_screen, battle, found, text_of};
use crate::tree::words;

#[test]
fn captures_have_a_sign_and_a_number_of_their_own_and_quiet_placements_a_dot() {
    let page = found("hexoust", "base=5", |client| {
        let standing = client.standing();
        standing.events > 30 && client.legal().len() > 10
    });
    let (mut captures, mut quiet) = (0, 0);
    for name in page.open_places() {
        let html = page.html();
        let label = text_of(&html, &format!("aria-label=\"{name}, "), "\"");
        let place = page.first(&format!("[data-place=\"{name}\"]"));
        let signs = crate::tree::find_all(&place, "[data-captures]");
        assert_eq!(!signs.is_empty(), label.contains("takes"), "{name}: {label}");
        let dots = crate::tree::find_all(&place, ".b-dot");
        assert_eq!(dots.is_empty(), !signs.is_empty(), "{name} has one sign");
        if let Some(sign) = signs.first() {
            let count: usize = words(sign).parse().unwrap();
            let told = if count == 1 { "takes one stone".to_owned() } else { format!("takes {count} stones") };
            assert!(label.contains(&told), "{name}: {label}");
        }
        captures += signs.len();
        quiet += dots.len();
    }
    assert!(captures > 0 && quiet > 0, "{captures} and {quiet}");
}

fn threatened() -> Page {
    found("hexlock", "memory=off", |client| client.standing().events > 40)
}

#[test]
fn one_key_and_one_button_show_the_danger_and_hide_it() {
    let mut page = threatened();
    page.click(TablePress::TakeOver);
    page.lacks("[data-dangers]");
    page.key("g");
    page.shows("[data-dangers]");
    page.shows("[data-endangered]");
    assert_eq!(page.pressing(TablePress::Danger)[0].get("aria-pressed"), Some("true"));
    let listed = page.all("[data-threat]").len();
    assert!(
        page.model.announcement.starts_with(&format!("{listed} things are in danger")),
        "{}",
        page.model.announcement
    );
    page.click(TablePress::Danger);
    page.lacks("[data-endangered]");
    assert_eq!(page.model.announcement, "The danger is hidden.");
}

/// The list is what a person who does not see the board has of it; the labels of the places say it too.
#[test]
fn every_place_in_danger_is_in_the_list_and_says_it_in_its_label() {
    let mut page = threatened();
    page.click(TablePress::TakeOver);
    page.click(TablePress::Danger);
    let client = page.model.client.as_ref().unwrap();
    let names: Vec<String> = client
        .threats()
        .iter()
        .flat_map(|threat| &threat.places)
        .map(|place| client.picture.scene.name_of(*place).unwrap().to_owned())
        .collect();
    assert!(!names.is_empty());
    let list: Vec<String> = page.all("[data-threat]").iter().map(words).collect();
    for name in names {
        assert!(list.iter().any(|line| line.starts_with(&name)), "{name} is in {list:?}");
        let html = page.html();
        let label = text_of(&html, &format!("aria-label=\"{name}, "), "\"");
        assert!(label.contains("can be attacked") || label.contains("can be taken"), "{label}");
    }
}

/// Odds are numbers on demand: they stand on the board only for the place that somebody points at.
#[test]
fn pointing_at_a_place_in_danger_shows_its_odds_and_marks_its_line() {
    let mut page = found("hexlock", "memory=off", |client| client.standing().events > 40);
    page.click(TablePress::TakeOver);
    page.click(TablePress::Danger);
    let client = page.model.client.as_ref().unwrap();
    let threat = client.threats().iter().find(|threat| threat.percent.is_some());
    let Some(threat) = threat.cloned() else { panic!("no hex can be lost: {:?}", client.threats()) };
    let name = client.picture.scene.name_of(threat.places[0]).unwrap().to_owned();
    page.lacks(".b-threat-odds");
    page.tell(Event::Hover(Some(name)));
    page.shows(".b-threat-odds");
    assert_eq!(words(&page.first(".b-threat-odds")), format!("{} %", threat.percent.unwrap()));
    page.shows(".danger-list .here");
}

/// A chance of a hit says nothing about how probable a loss is.
#[test]
fn the_odds_on_the_board_are_those_of_the_worst_kind_of_threat() {
    let mut page = found("hexlock", "memory=off", |client| client.standing().events > 40);
    page.click(TablePress::TakeOver);
    page.click(TablePress::Danger);
    let client = page.model.client.as_mut().unwrap();
    let threat = client.threats().iter().find(|threat| threat.kind == ThreatKind::MayBeLost).unwrap().clone();
    let name = client.picture.scene.name_of(threat.places[0]).unwrap().to_owned();
    let with = |kind, percent| Threat { kind, percent: Some(percent), ..threat.clone() };
    let threats = vec![with(ThreatKind::MayBeLost, 42), with(ThreatKind::MayBeLost, 17), with(ThreatKind::Struck, 97)];
    client.danger = Danger::Shown { threats, exposed: None };
    page.tell(Event::Hover(Some(name)));
    assert_eq!(words(&page.first(".b-threat-odds")), "42 %");
}

/// An attacker that has to move first may come from elsewhere: its line is drawn only for somebody who points at it.
#[test]
fn attackers_that_move_first_are_told_apart_on_the_board_and_in_the_legend() {
    let mut page = battle();
    page.lacks(".b-attack.b-after-move");
    page.lacks("[data-legend=\"after-move\"]");
    page.click(TablePress::Danger);
    page.shows(".b-attack.b-after-move");
    page.shows("[data-legend=\"after-move\"]");
    let moving = page.model.client.as_ref().unwrap().threats().iter().filter(|threat| threat.moves).count();
    assert_eq!(page.all(".b-attack.b-after-move").len(), moving);
}

/// Hatched ground shows where a piece could be attacked, also where none stands; the legend and the labels say it.
#[test]
fn ground_where_a_piece_could_be_attacked_is_hatched_while_the_danger_is_shown() {
    let mut page = threatened();
    page.click(TablePress::TakeOver);
    page.lacks(".b-exposed");
    page.click(TablePress::Danger);
    let client = page.model.client.as_ref().unwrap();
    let scene = &client.picture.scene;
    let exposed = client.exposed().unwrap().places.clone();
    let is_empty = |place: &&Place| !scene.pieces.iter().any(|piece| piece.place == **place);
    let empty = exposed.iter().find(is_empty).expect("an empty place is exposed");
    let name = scene.name_of(*empty).unwrap().to_owned();
    assert_eq!(page.all("[data-place] .b-exposed").len(), exposed.len());
    page.shows(".b-exposed");
    page.shows(&format!("[data-place=\"{name}\"] .b-exposed"));
    page.shows("pattern[id=\"exposed\"]");
    let html = page.html();
    let label = text_of(&html, &format!("aria-label=\"{name}, "), "\"");
    assert!(label.contains("a piece could be attacked here"), "{label}");
    let legend = words(&page.first("[data-legend]"));
    assert!(legend.contains("can be attacked here next turn"), "{legend}");
    page.click(TablePress::Danger);
    page.lacks(".b-exposed");
}

#[test]
fn without_danger_the_page_says_so() {
    let mut page = at_one_screen("hexoust");
    page.key("g");
    page.says("Nothing is in danger in the opponents' next turn.");
}

/// Before a shot the board shows which side it will hit, once, whether somebody points at the button or not.
#[test]
fn the_side_that_a_shot_will_hit_is_drawn_once() {
    let can_fire = |client: &dyn catalog::DynMatch| client.legal().contains(&"fire".to_owned());
    let mut page = found("hex-ships", "scenario=duel", can_fire);
    let fire = page.model.client.as_ref().unwrap().choices();
    let index = fire.iter().position(|pick| pick.to_string() == "fire").expect("a ship is about to fire");
    page.shows("[data-would-hit]");
    let sides = page.all("[data-would-hit]").len();
    page.tell(Event::Consider(Some(index)));
    assert_eq!(page.all("[data-would-hit]").len(), sides);
    page.tell(Event::Consider(None));
    assert_eq!(page.all("[data-would-hit]").len(), sides);
}
