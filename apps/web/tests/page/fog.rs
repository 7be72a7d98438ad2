//! Hidden facts stay hidden: the viewer of the screen, handing the device over, and remembered facts.

use crate::harness::{Host, Page, against_the_computer, at_one_screen, found, pick, play};
use game::Viewer;
use sixfold_web::Event;
use sixfold_web::press::{Press, TablePress};

fn eyes(page: &Page) -> Viewer {
    page.model.client.as_ref().unwrap().history.eyes()
}

fn seat(number: u8) -> Viewer {
    Viewer::Seat(game::Seat(number))
}

/// The seat that the device is to be handed to.
fn handed_to(page: &Page) -> Option<u8> {
    let html = page.html();
    html.split_once("data-hand-over=\"")?.1.split('"').next()?.parse().ok()
}

#[test]
fn between_two_at_one_screen_the_device_is_handed_over() {
    let can_attack = |client: &dyn catalog::DynMatch| {
        client.standing().keeps_secrets
            && client.events() <= 24
            && client.legal().iter().any(|action| !action.contains('-'))
    };
    let mut page = found("hexlock", "memory=off", can_attack);
    let first = handed_to(&page).expect("nobody has taken the device yet");
    let name = ["Red", "Blue"];
    assert_eq!(page.title(), format!("Hand the device to {}", name[usize::from(first)]));
    page.lacks("[data-board]");
    page.lacks("[data-place]");
    page.key("u");
    page.key("Enter");
    assert_eq!(handed_to(&page), Some(first), "keys do not reach the board");
    page.click(TablePress::TakeOver);
    page.shows("[data-board]");
    page.shows("[data-place]");
    assert!(handed_to(&page).is_none());
    assert_eq!(eyes(&page), seat(first));
    let client = page.model.client.as_ref().unwrap();
    let (_, to) = client.picture.picks.iter().find(|(path, _)| path.len() == 1).unwrap().clone();
    page.click(pick(&to));
    // The player sees the result of their own move, and hands the device over later.
    let other = 1 - first;
    assert_eq!((handed_to(&page), eyes(&page)), (None, seat(first)));
    assert!(page.html().contains("data-board") && page.story().contains("expands to"), "{}", page.story());
    assert!(page.title().starts_with(&format!("{} is next", name[usize::from(other)])), "{}", page.title());
    assert!(page.open_places().is_empty(), "the player cannot play for the other");
    assert!(page.model.announcement.contains(&format!("Hand the device to {}", name[usize::from(other)])));
    page.click(TablePress::HandOver);
    assert_eq!(handed_to(&page), Some(other));
    assert!(page.html().contains("expands to"), "public facts are shown");
    page.click(TablePress::Step(-1));
    page.tell(Event::Hover(Some(to)));
    page.lacks("[data-board]"); // and nothing else is shown
    page.click(TablePress::TakeOver);
    assert_eq!(eyes(&page), seat(other));
    // Past positions, too, are shown with the view of the present viewer.
    page.click(TablePress::Step(-1));
    assert_eq!(eyes(&page), seat(other));
    page.click(TablePress::Now);
    page.click(TablePress::Undo);
    assert_eq!(handed_to(&page), Some(first), "after undo it is the first player's turn");
    page.click(TablePress::TakeOver);
    let again = Page::open(&page.model.route.to_string(), page.stored());
    assert_eq!(handed_to(&again), Some(first), "after a reload the viewer is unknown");
}

/// The first player steps back in the history before the device is handed over.
#[test]
fn the_next_player_gets_the_newest_position_even_if_an_earlier_one_was_shown() {
    let hides = |game_match: &dyn catalog::DynMatch| game_match.standing().keeps_secrets && game_match.events() <= 24;
    let mut page = found("hexlock", "memory=off", hides);
    page.click(TablePress::TakeOver);
    let client = page.model.client.as_ref().unwrap();
    let (_, to) = client.picture.picks.iter().find(|(path, _)| path.len() == 1).unwrap().clone();
    page.click(pick(&to));
    page.click(TablePress::Step(-1));
    page.click(TablePress::HandOver);
    page.click(TablePress::TakeOver);
    let client = page.model.client.as_ref().unwrap();
    assert!(!client.history.is_past_shown());
    assert!(!page.open_places().is_empty(), "the next player can act");
}

/// Nothing is hidden before the first damage, so no screen asks to hand the device over.
#[test]
fn nothing_is_handed_over_before_anything_is_hidden() {
    let mut page = at_one_screen("hexlock");
    for _ in 0..4 {
        assert!(handed_to(&page).is_none() && page.html().contains("data-board"));
        let to = page.open_places()[0].clone();
        page.click(pick(&to));
    }
    assert!(page.title().contains(": "), "the next one plays at once: {}", page.title());
}

#[test]
fn where_nothing_is_hidden_nothing_is_handed_over() {
    let page = at_one_screen("hexoust");
    assert!(handed_to(&page).is_none() && page.html().contains("data-board"));
}

#[test]
fn against_the_computer_one_sees_with_ones_own_eyes_until_the_end() {
    let mut page = against_the_computer("hexlock", "1", "1");
    for _ in 0..300 {
        if page.let_think() {
            continue;
        }
        let client = page.model.client.as_ref().unwrap();
        if client.is_over() {
            break;
        }
        assert_eq!(eyes(&page), seat(1));
        let (_, action) = client.picture.picks.iter().last().unwrap().clone();
        page.click(play(&action));
    }
    assert!(page.model.client.as_ref().unwrap().is_over(), "{}", page.title());
    assert_eq!(eyes(&page), Viewer::Everything, "then everything is open");
    page.does_not_say("health unknown");
}

#[test]
fn health_is_said_and_drawn_and_the_unknown_is_no_zero() {
    let (mut page, mut host) = Host::seated(Some(0));
    let html = page.html();
    assert!(html.contains("held by Red, 3 of 3 health"), "{html}");
    assert!(html.contains("held by Blue, health unknown"));
    assert!(html.contains("class=\"b-fog\"") && html.contains(">?</text>"));
    assert_eq!(html.matches("class=\"b-pip b-full\"").count(), 3, "the health of one hex is known");
    page.hear(&host.play_any(Some(0)));
    page.click(Press::Keys);
    page.says("health unknown");
    page.says("of 3 health");
    page.says("is aimed at");
    let mut plain = at_one_screen("hexoust");
    plain.click(Press::Keys);
    plain.does_not_say("health unknown");
    plain.does_not_say("of 3 health");
    plain.does_not_say("is aimed at");
}

/// The game's option decides whether remembered health is shown. The page remembers it in any case.
#[test]
fn the_memory_aid_shows_what_was_seen_once() {
    for (memory, words) in [("on", "when last seen"), ("off", "health unknown")] {
        let (mut page, mut host) = Host::seated_with(Some(0), &format!("memory={memory}"));
        // The match is the same with and without the option. It is long enough for a hex to go out of sight.
        let mut shown = 0;
        for number in 0..150 {
            let legal = host.game_match.legal();
            if legal.is_empty() {
                break;
            }
            page.hear(&host.play(&legal[(number * 7) % legal.len()], Some(0)));
            if host.game_match.is_over() {
                break; // the match is over and nothing is hidden
            }
            let html = page.html();
            assert!(memory == "on" || html.contains(words), "{html}");
            shown += html.matches("class=\"b-health b-remembered\"").count();
        }
        assert_eq!(shown > 0, memory == "on", "{memory}: {shown}");
    }
}

#[test]
fn scores_have_a_bar_towards_what_wins() {
    let (page, _) = Host::seated(Some(0));
    let html = page.html();
    assert!(html.contains("class=\"bar-value seat-0\" width=\"5.3\""), "{html}");
    assert!(html.contains("<span>/19</span>"));
}

/// A player who takes a seat at a table with hidden facts asks for everything again, with the view of that seat.
#[test]
fn a_guest_who_sits_down_sees_with_the_eyes_of_the_seat_and_adds_to_the_dice() {
    let (mut page, host) = Host::seated(None);
    let waiting = |you: Option<u8>, name: &str| {
        let mut welcome = host.welcome(you, false);
        welcome["first_actor"] = serde_json::Value::Null;
        welcome["seats"][1] =
            serde_json::json!({ "name": if name.is_empty() { None } else { Some(name) }, "here": true });
        welcome
    };
    page.hear(&waiting(None, ""));
    page.take();
    page.click(Press::Sit(1));
    let said = page.take_said();
    page.hear(&serde_json::json!({ "type": "seated", "id": said[0]["id"], "seat": 1, "key": "mine" }));
    let asked = page.take();
    assert!(asked.contains(&sixfold_web::Effect::Open("abc".to_owned())), "{asked:?}");
    page.tell(Event::Socket(sixfold_web::SocketNews::Opened));
    assert_eq!(page.take_said()[0]["key"], "mine");
    page.hear(&waiting(Some(1), "Bo"));
    assert_eq!(page.take_said()[0]["type"], "commit");
    assert!(page.html().contains("held by Blue, 3 of 3 health"), "the player's own health is known");
    assert_eq!(page.title(), "Agreeing on the dice …");
}
