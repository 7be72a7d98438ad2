//! Ships, their sheets, what is laid over the board, switches, and fleets that are put together and kept.

use sixfold_web::{Event, Wish};

use crate::harness::{Page, found, text_of};

/// A match in which somebody is asked this.
fn asked(words: &str) -> Page {
    let expected = words.to_owned();
    let page = found("hex-ships", "scenario=passing", |table| {
        let picture = table.picture(game::Viewer::Seat(table.actor().unwrap()));
        picture.expected.key == expected && picture.picks.iter().any(|(path, _)| path.len() == 1)
    });
    assert!(page.model.table.as_ref().unwrap().acts_here());
    page
}

fn press(page: &mut Page, name: &str) {
    let table = page.model.table.as_ref().unwrap();
    let index = table.choices().iter().position(|pick| pick.to_string() == name).expect("it can be pressed");
    page.click(&format!("choose {index}"));
}

#[test]
fn ships_look_where_they_face_and_say_so() {
    let page = asked("expect.speed");
    let html = page.html();
    assert!(html.contains("class=\"b-stone b-ship seat-0\" transform=\"rotate("));
    assert!(html.contains("facing ") && html.contains("class=\"b-badge b-speed\""));
    assert_eq!(html.matches("class=\"b-acting\"").count(), 1);
}

#[test]
fn fields_of_fire_are_laid_over_the_board_with_a_legend() {
    let mut page = asked("expect.speed");
    assert!(!page.html().contains("class=\"b-area b-area-0\""));
    page.click("overlay 0");
    let html = page.html();
    assert!(html.contains("class=\"b-area b-area-0\"") && html.contains("class=\"area-legend\""));
    assert!(text_of(&html, "class=\"area-legend\"", "</ul>").contains("short range"));
    let place = text_of(&html, "short range\"", "data-do")
        .split("data-place=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    page.tell(Event::Hover(Some(place)));
    assert!(page.html().contains("class=\"here\""), "the legend tells where the pointer is");
    page.click("overlay 0");
    assert!(!page.html().contains("class=\"b-area b-area-0\""));
}

#[test]
fn the_sheet_is_that_of_the_ship_that_acts_or_of_the_chosen_one() {
    let mut page = asked("expect.speed");
    let shown = |page: &Page| text_of(&page.html(), "data-sheet=\"", "\"").to_owned();
    let acting = page.model.table.as_ref().unwrap().acting_unit().unwrap();
    assert_eq!(shown(&page), acting.to_string());
    let sheet = text_of(&page.html(), "data-sheet=", "all-sheets").to_owned();
    for words in ["Front: armour", "Rear: armour", "shield", "Hull", "Energy", "Captain of level"] {
        assert!(sheet.contains(words), "{words} in {sheet}");
    }
    let other = page.model.table.as_ref().unwrap().picture.scene.sheets.iter().find(|sheet| !sheet.acts).unwrap().unit;
    page.click(&Wish::Look(other).to_string());
    assert_eq!(shown(&page), other.to_string());
    assert!(page.model.told.contains("Front: armour"), "{}", page.model.told);
    page.click("overlay 0");
    assert!(page.html().contains("class=\"b-area b-area-0\""), "the fields of the chosen one");
}

#[test]
fn weapons_are_switched_before_they_are_fired_and_the_exchange_is_told_step_by_step() {
    let mut page = asked("expect.target");
    let target = page.open_places()[0].clone();
    page.click(&format!("pick {target}"));
    let html = page.html();
    assert!(html.contains("data-plan=\"1\"") && html.contains("role=\"switch\"") && html.contains("data-totals"));
    let on = html.matches("aria-checked=\"true\"").count();
    let switch = text_of(&html, "data-do=\"play switch:", "\"").to_owned();
    page.click(&format!("play switch:{switch}"));
    assert_ne!(page.html().matches("aria-checked=\"true\"").count(), on);
    page.click("undo");
    assert_eq!(page.html().matches("aria-checked=\"true\"").count(), on);
    press(&mut page, "fire");
    if page.title().contains("roll") {
        press(&mut page, "keep");
    }
    let html = page.html();
    let told = text_of(&html, "data-told=", "</ol>");
    assert!(told.contains("fires at") || told.contains("The attack roll"), "{told}");
    assert!(told.matches("<li>").count() > 2);
}

fn setting_up() -> Page {
    Page::open("#/new/hex-ships", Vec::new())
}

fn cost(page: &Page, option: &str) -> u32 {
    text_of(&page.html(), &format!("data-kit=\"{option}\" data-cost=\""), "\"").parse().unwrap()
}

#[test]
fn a_fleet_is_put_together_and_its_cost_is_live() {
    let mut page = setting_up();
    let before = cost(&page, "red");
    page.click("kit-add red 0");
    let more = cost(&page, "red");
    assert!(more > before && cost(&page, "blue") < more);
    page.click("kit-copy red 0");
    page.click("kit-remove red 0");
    page.click("kit-remove red 0");
    assert!(cost(&page, "red") < more);
    page.set("kit.red.0.0", "0");
    let empty = cost(&page, "red");
    page.set("kit.red.0.0", "1");
    assert!(cost(&page, "red") > empty, "a weapon costs more than none");
    for _ in 0..9 {
        page.click("kit-add red 7");
    }
    let kit = text_of(&page.html(), "data-kit=\"red\"", "data-kit=").to_owned();
    assert!(kit.contains("class=\"problem\"") && kit.contains("are allowed"), "{kit}");
    page.click("begin");
    assert!(page.model.table.is_none(), "a fleet that costs too much does not sail");
}

#[test]
fn fleets_are_kept_in_the_browser_loaded_written_over_and_deleted() {
    let mut page = setting_up();
    page.click("kit-add red 0");
    let first = cost(&page, "red");
    page.set("kit-name.red", "Wolves");
    page.click("kit-save red");
    let stored = page.stored().into_iter().find(|(key, _)| key == "sixfold.kits.hex-ships").unwrap().1;
    assert!(stored.contains("Wolves"));

    let mut page = Page::open("#/new/hex-ships", vec![("sixfold.kits.hex-ships".to_owned(), stored)]);
    assert_ne!(cost(&page, "blue"), first);
    page.click("kit-load blue 0");
    assert_eq!(cost(&page, "blue"), first, "either side can have it");
    page.click("kit-remove blue 0");
    page.click("kit-save blue");
    assert!(page.html().contains("Write over it?"));
    page.click("kit-replace blue");
    page.click("kit-load red 0");
    assert_eq!(cost(&page, "red"), cost(&page, "blue"));
    page.click("ask-kit-forget 0");
    assert!(page.html().contains("would be gone"));
    page.click("kit-forget 0");
    assert!(!page.html().contains("kit-load"));
}

#[test]
fn a_battle_that_has_its_own_fleets_shows_them_and_changes_nothing() {
    let mut page = setting_up();
    page.set("option.scenario", "ambush");
    let before = cost(&page, "red");
    assert!(page.html().contains("This battle has its own."));
    page.click("kit-add red 0");
    assert_eq!(cost(&page, "red"), before);
}
