//! Calls for a player whose turn it is: the tab's title and icon, and at online tables a bell that can be turned off.

use serde_json::{Value, json};
use sixfold_web::press::{Press, Setting};
use sixfold_web::{Effect, Event, SocketNews, Sound};

use crate::harness::{Host, Page, against_the_computer, at_one_screen, pick, play};

/// The last title and icon that the page asked the browser for.
fn shown(asked: &[Effect]) -> (Option<String>, Option<bool>) {
    let title = asked.iter().rev().find_map(|effect| match effect {
        Effect::Dress(_, title) => Some(title.clone()),
        _ => None,
    });
    let icon = asked.iter().rev().find_map(|effect| match effect {
        Effect::Icon { calls } => Some(*calls),
        _ => None,
    });
    (title, icon)
}

fn rings(asked: &[Effect]) -> bool {
    asked.contains(&Effect::Sound(Sound::YourTurn))
}

/// An online match in which it is the other side's turn, and the viewer's seat.
fn waiting() -> (Page, Host, u8) {
    let first = Host::seated(None).1.game_match.actor().unwrap().0;
    let own = 1 - first;
    let (mut page, host) = Host::seated(Some(own));
    page.take();
    (page, host, own)
}

#[test]
fn title_and_icon_call_a_player_who_waits_for_the_others() {
    let (mut page, mut host, own) = waiting();
    page.hear(&host.play_any(Some(own)));
    let asked = page.take();
    assert_eq!(shown(&asked), (Some("● Your turn – Hexlock – Sixfold".to_owned()), Some(true)));
    assert!(rings(&asked), "the bell is on unless it was turned off");
    let action = host.game_match.legal()[0].clone();
    page.click(play(&action));
    assert_eq!(
        shown(&page.take()),
        (Some("Hexlock – Sixfold".to_owned()), Some(false)),
        "no call after the move is sent"
    );
}

#[test]
fn one_press_turns_the_bell_off_and_it_stays_off() {
    let (mut page, mut host, own) = waiting();
    let is_on = |page: &Page| page.pressing(Press::Bell)[0].get("aria-pressed") == Some("true");
    assert!(is_on(&page));
    page.click(Press::Bell);
    assert!(!is_on(&page));
    let asked = page.take();
    assert!(!rings(&asked));
    assert!(asked.iter().any(|effect| matches!(effect, Effect::Store(key, _) if key == "sixfold.settings")));
    page.hear(&host.play_any(Some(own)));
    assert!(!rings(&page.take()));
    let stored = page.stored();
    assert_eq!(Page::open("", stored).pressing(Press::Settings).len(), 1);
    page.click(Press::Settings);
    page.set(Setting::Bell, "on");
    page.click(Press::Close);
    page.click(Press::Bell);
    page.click(Press::Bell);
    assert!(rings(&page.take()), "turning the bell on plays it");
}

#[test]
fn the_bell_needs_no_other_sounds_and_calls_nobody_at_home() {
    let (mut page, mut host, own) = waiting();
    page.hear(&host.play_any(Some(own)));
    let sounds: Vec<Effect> = page.take().into_iter().filter(|effect| matches!(effect, Effect::Sound(_))).collect();
    assert_eq!(sounds, [Effect::Sound(Sound::YourTurn)]);
    let (page, _) = Host::seated(None);
    assert!(page.pressing(Press::Bell).is_empty(), "spectators have no turn");
}

#[test]
fn a_match_against_the_computer_calls_without_a_sound() {
    let mut page = against_the_computer("hexoust", "1", "1");
    assert!(page.model.calls.is_none(), "the computer begins");
    page.take();
    page.model.client.as_ref().expect("a match has begun");
    page.tell(Event::Timer(sixfold_web::Timer::Think));
    page.let_think();
    let asked = page.take();
    assert_eq!(shown(&asked), (Some("● Your turn – HexOust – Sixfold".to_owned()), Some(true)));
    assert!(!rings(&asked), "sounds are off unless somebody turns them on");
    page.tell(Event::Route("#/".to_owned()));
    assert_eq!(shown(&page.take()), (Some("Sixfold".to_owned()), Some(false)), "no call at home");
}

#[test]
fn two_at_one_screen_know_whose_turn_it_is() {
    let mut page = at_one_screen("hexoust");
    assert_eq!(shown(&page.take()).1, None);
    page.click(pick("g7"));
    assert_eq!(shown(&page.take()).1, None);
}

#[test]
fn what_was_told_of_one_table_is_not_told_at_the_next_place() {
    let mut page = at_one_screen("hexoust");
    page.click(pick("g7"));
    assert!(!page.model.announcement.is_empty());
    page.tell(Event::Route("#/".to_owned()));
    assert_eq!(page.model.announcement, "");
}

/// A table at which Ann waits for another player, as a guest sees it.
fn invited(game: &'static str, setup: &str, name: &str) -> Page {
    let host = Host::seated_at(game, setup, &["Ann", "Bo"], None).1;
    let mut welcome = host.welcome(None, false);
    welcome["seats"] = json!([{ "name": name, "here": true }, { "name": null, "here": false }]);
    welcome["first_actor"] = Value::Null;
    let mut page = Page::open("#/t/abc", Vec::new());
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&welcome);
    page
}

#[test]
fn a_guest_knows_who_invites_and_to_what_before_sitting_down() {
    let page = invited("hexlock", "memory=on", "Ann");
    page.says("away for more than");
    let html = page.html();
    let card = html.split_once("data-invited").unwrap().1.split_once("</section>").unwrap().0;
    assert!(card.contains("Ann invites you to Hexlock"), "{card}");
    let texts = catalog::find("hexlock").unwrap().texts("en");
    assert!(card.contains(&texts.word("option.memory")), "the options that are on: {card}");
    assert!(card.contains("away for more than 60 seconds") && card.contains("just watch"), "{card}");
    let sits = format!("data-do='{}'", Press::Sit(1).written());
    let before = card.find("just watch").unwrap() < card.find(&sits).unwrap();
    assert!(before, "the text stands before the button");
    let page = invited("hexoust", "base=7", "");
    assert!(page.html().contains("Somebody invites you to HexOust"));
    page.does_not_say("away for more than"); // nobody loses this game by being away
}

#[test]
fn every_link_of_the_home_page_says_which_game() {
    let html = Page::open("", Vec::new()).html();
    for game in catalog::GAMES {
        let name = game.info().name;
        assert!(html.contains(&format!("aria-label=\"Play {name}\"")), "{name}");
        assert!(html.contains(&format!("aria-label=\"Rules of {name}\"")), "{name}");
    }
}

#[test]
fn a_guest_reads_what_the_options_mean_before_sitting_down() {
    let page = invited("influence", "dice=on", "Ann");
    let html = page.html();
    let card = html.split_once("data-invited").unwrap().1.split_once("</section>").unwrap().0;
    let meant = "Dice: a triangle that is not wholly one player&#39;s rolls for who gets its point";
    assert!(card.contains(meant), "{card}");
    let panel = html.split_once("data-options").unwrap().1.split_once("</section>").unwrap().0;
    assert!(panel.contains(meant), "the panel has it too: {panel}");
    let line = html.split_once("data-aim").unwrap().1.split_once('>').unwrap().0;
    assert!(line.contains("title=\"Dice\""), "the line above the board has only names: {line}");
    let page = invited("hexoust", "base=4", "Ann");
    assert!(page.html().contains("Size of the board: 4 – hexes on a side"), "the value has the option's help");
}

#[test]
fn a_guests_card_comes_before_the_board_and_a_hosts_card_after_it() {
    let page = invited("hexlock", "memory=off", "Ann");
    page.shows(".with-guest .guest");
    let html = page.html();
    let sits = format!("data-do='{}'", Press::Sit(1).written());
    let (card, board) = (html.find(&sits).unwrap(), html.find("data-board").unwrap());
    assert!(card < board && html.matches("data-invited").count() == 1);
    let style = include_str!("../../static/style.css");
    let mut wide = style.split("@media (min-width: 52rem)").skip(1).map(|after| after.split_once("\n}").unwrap().0);
    assert!(
        wide.any(|rules| rules.contains(".with-guest > .guest { grid-area: 1 / 2; }")),
        "the card stands beside a wide board"
    );
    let (page, _) = Host::seated(Some(0));
    page.lacks(".with-guest .guest");
}
