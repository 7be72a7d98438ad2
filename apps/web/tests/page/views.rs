//! Snapshots of the main views as text.

use crate::harness::{Page, option, pick, text_of};
use sixfold_web::html::el;
use sixfold_web::press::{FormField, Press, Setting, TablePress};
use sixfold_web::{Event, Fetch};

#[test]
fn home_shows_every_game_with_a_board() {
    let page = Page::open("", Vec::new());
    let html = page.html();
    for game in catalog::GAMES {
        assert!(html.contains(&format!("#/new/{}", game.info().key)) && html.contains(game.info().name));
    }
    assert_eq!(html.matches("board cover").count(), catalog::GAMES.len());
    page.does_not_say("Go on playing");
}

#[test]
fn a_new_game() {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.tell(Event::Fetched(Fetch::Health, Some((404, String::new()))));
    let html = page.html();
    insta::assert_snapshot!(html.split_once("<div class=\"new-cover\">").unwrap().0);
}

#[test]
fn the_form_says_where_the_match_is_kept() {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.says("Looking for a server");
    page.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
    page.says("The match stays on this device.");
    page.set(FormField::Opponent, "online");
    page.says("The server keeps the match");
    page.does_not_say("The match stays on this device.");
}

#[test]
fn a_table_in_the_middle_of_a_chain() {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.set(FormField::Opponent, "screen");
    page.set(option("base"), "4");
    page.click(Press::Begin);
    for place in ["d4", "d5", "a1", "g1"] {
        page.click(pick(place));
    }
    page.tell(Event::Hover(Some("c4".to_owned())));
    insta::assert_snapshot!(page.html());
}

#[test]
fn the_hand_over_between_two_at_one_screen() {
    let mut page = crate::harness::found("hexlock", "memory=off", |client| {
        client.standing().keeps_secrets && client.events() <= 24
    });
    page.click(TablePress::TakeOver);
    let client = page.model.client.as_ref().unwrap();
    let (_, to) = client.picture.picks.iter().find(|(path, _)| path.len() == 1).unwrap().clone();
    page.click(pick(&to));
    page.click(TablePress::HandOver);
    let html = page.html();
    insta::assert_snapshot!(text_of(&html, "<main", "</main>"));
}

#[test]
fn the_report_of_a_replay() {
    let mut page = Page::open("#/replay", Vec::new());
    page.tell(Event::File(include_str!("../../../../games/hexlock/tests/golden/last-hex.record").to_owned()));
    let html = page.html();
    insta::assert_snapshot!(text_of(&html, "<section class=\"report\"", "</aside>"));
}

#[test]
fn the_rules() {
    let page = Page::open("#/rules/hexoust", Vec::new());
    let html = page.html();
    assert_eq!(page.title(), "HexOust");
    assert!(html.contains("<strong>Quietly</strong>") && html.contains("<code>g7</code>"), "{html}");
}

#[test]
fn the_dialogs() {
    let mut page = Page::open("", Vec::new());
    page.key("?");
    page.shows("dialog kbd");
    page.says("Q W E A S D");
    page.key("Escape");
    page.lacks("dialog kbd");
    page.click(Press::Settings);
    page.set(Setting::Language, "de");
    assert!(page.html().contains("Einstellungen"));
    page.click(Press::Close);
    assert!(page.html().contains("In zwei Minuten lernen"));
}

#[test]
fn a_wrong_address_says_so_and_leads_home() {
    for hash in ["#/nonsense", "#/new/chess", "#/local/0000", "#/rules/chess"] {
        let page = Page::open(hash, Vec::new());
        assert_eq!(page.title(), "Something is missing", "{hash}");
        assert!(page.html().contains("Back to the games"), "{hash}");
    }
}

#[test]
fn nothing_in_the_page_needs_inline_scripts_or_styles() {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.click(Press::Begin);
    let is_inline = |html: &str| [" style=", " onclick=", "<script>"].into_iter().any(|part| html.contains(part));
    for wrong in [el("p").attr("style", "color: red"), el("p").attr("onclick", "x()"), el("script").text("x()")] {
        assert!(is_inline(&wrong.to_string()), "the search finds: {wrong}");
    }
    assert!(!is_inline(&page.html()) && !is_inline(include_str!("../../static/index.html")));
}
