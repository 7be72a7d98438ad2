//! Ships, their sheets, overlays, switches, and fleets that are composed and kept.

use sixfold_web::Event;
use sixfold_web::press::{FormField, KitPress, Press, TablePress};

use crate::harness::{Page, found, option, pick, pressed, text_of};
use crate::tree;

/// A match in which the acting player has this task.
fn asked(words: &str) -> Page {
    let expected = words.to_owned();
    let page = found("hex-ships", "scenario=passing", |client| {
        let picture = client.picture(game::Viewer::Seat(client.actor().unwrap()));
        picture.expected.key == expected && picture.picks.iter().any(|(path, _)| path.len() == 1)
    });
    assert!(page.model.client.as_ref().unwrap().acts_here());
    page
}

fn press(page: &mut Page, name: &str) {
    let client = page.model.client.as_ref().unwrap();
    let index = client.choices().iter().position(|pick| pick.to_string() == name).expect("no button of this name");
    page.click(TablePress::Choose(index));
}

#[test]
fn ships_look_where_they_face_and_say_so() {
    let page = asked("expect.speed");
    let html = page.html();
    assert!(html.contains("class=\"b-stone seat-0 b-silhouette\" transform=\"rotate("));
    assert!(html.contains("facing ") && html.contains("class=\"b-badge b-speed\""));
    assert_eq!(html.matches("class=\"b-acting\"").count(), 1);
}

#[test]
fn fields_of_fire_are_laid_over_the_board_with_a_legend() {
    let mut page = asked("expect.speed");
    page.lacks(".b-area-0");
    page.click(TablePress::Overlay(0));
    page.shows(".b-area-0");
    let html = page.html();
    assert!(tree::words(&page.first(".area-legend")).contains("short range"));
    let place = text_of(&html, "short range\"", "data-do")
        .split("data-place=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    page.tell(Event::Hover(Some(place)));
    assert!(page.html().contains("class=\"here\""), "the legend marks the area under the pointer");
    page.click(TablePress::Overlay(0));
    page.lacks(".b-area-0");
}

#[test]
fn the_sheet_is_that_of_the_ship_that_acts_or_of_the_chosen_one() {
    let mut page = asked("expect.speed");
    let shown = |page: &Page| text_of(&page.html(), "data-sheet=\"", "\"").to_owned();
    let acting = page.model.client.as_ref().unwrap().acting_unit().unwrap();
    assert_eq!(shown(&page), acting.to_string());
    let sheet = text_of(&page.html(), "data-sheet=", "</details>").to_owned();
    for words in ["Front: armour", "Rear: armour", "shield", "Hull", "Energy", "Captain of level"] {
        assert!(sheet.contains(words), "{words} in {sheet}");
    }
    let other = page.model.client.as_ref().unwrap().picture.scene.sheets.iter().find(|sheet| !sheet.acts).unwrap().unit;
    page.click(TablePress::Look(other));
    assert_eq!(shown(&page), other.to_string());
    assert!(page.model.announcement.contains("Front: armour"), "{}", page.model.announcement);
    page.click(TablePress::Overlay(0));
    assert!(page.html().contains("class=\"b-area b-area-0\""), "the overlay shows the chosen ship's fields");
}

#[test]
fn weapons_are_switched_before_they_are_fired_and_the_exchange_is_told_step_by_step() {
    let mut page = asked("expect.target");
    let target = page.open_places()[0].clone();
    page.click(pick(&target));
    let html = page.html();
    assert!(html.contains("data-plan=\"1\"") && html.contains("role=\"switch\"") && html.contains("data-totals"));
    let on = html.matches("aria-checked=\"true\"").count();
    let switches = page.all("[role=switch]");
    page.click(pressed(switches.iter().find(|switch| switch.get("disabled").is_none()).unwrap()));
    assert_ne!(page.html().matches("aria-checked=\"true\"").count(), on);
    page.click(TablePress::Undo);
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
    page.set(FormField::Option("blue".into()), "ready");
    let before = cost(&page, "red");
    page.click(KitPress::Add("red".into(), 0));
    let more = cost(&page, "red");
    assert!(more > before && cost(&page, "blue") < more);
    page.click(KitPress::Copy("red".into(), 0));
    page.click(KitPress::Remove("red".into(), 0));
    page.click(KitPress::Remove("red".into(), 0));
    assert!(cost(&page, "red") < more);
    page.set(FormField::KitSlot("red".into(), 0, 0), "0");
    let empty = cost(&page, "red");
    page.set(FormField::KitSlot("red".into(), 0, 0), "1");
    assert!(cost(&page, "red") > empty, "a weapon costs more than none");
    for _ in 0..9 {
        page.click(KitPress::Add("red".into(), 7));
    }
    let kit = text_of(&page.html(), "data-kit=\"red\"", "data-kit=").to_owned();
    assert!(kit.contains("class=\"problem\"") && kit.contains("are allowed"), "{kit}");
    page.click(Press::Begin);
    assert!(page.model.client.is_none(), "a fleet that costs too much starts no match");
}

#[test]
fn fleets_are_kept_in_the_browser_loaded_written_over_and_deleted() {
    let mut page = setting_up();
    page.click(KitPress::Add("red".into(), 0));
    let first = cost(&page, "red");
    page.set(FormField::KitName("red".into()), "Wolves");
    page.click(KitPress::Save("red".into()));
    let stored = page.stored().into_iter().find(|(key, _)| key == "sixfold.kits.hex-ships").unwrap().1;
    assert!(stored.contains("Wolves"));

    let mut page = Page::open("#/new/hex-ships", vec![("sixfold.kits.hex-ships".to_owned(), stored)]);
    page.set(FormField::Option("blue".into()), "ready");
    assert_ne!(cost(&page, "blue"), first);
    page.click(KitPress::Load("blue".into(), 0));
    assert_eq!(cost(&page, "blue"), first, "either side can load the fleet");
    page.click(KitPress::Remove("blue".into(), 0));
    page.click(KitPress::Save("blue".into()));
    assert!(page.html().contains("Write over it?"));
    page.click(KitPress::Replace("blue".into()));
    page.click(KitPress::Load("red".into(), 0));
    assert_eq!(cost(&page, "red"), cost(&page, "blue"));
    assert_eq!(page.pressing(KitPress::Load("red".into(), 0)).len(), 1);
    page.click(KitPress::AskForget(0));
    page.says("would be gone");
    page.click(KitPress::Forget(0));
    assert!(page.pressing(KitPress::Load("red".into(), 0)).is_empty());
}

#[test]
fn a_battle_that_has_its_own_fleets_shows_them_and_changes_nothing() {
    let mut page = setting_up();
    page.set(option("scenario"), "ambush");
    let before = cost(&page, "red");
    assert!(page.html().contains("These options fix it."));
    page.click(KitPress::Add("red".into(), 0));
    assert_eq!(cost(&page, "red"), before);
}

/// Sixty fleets are kept. One more is refused with advice, and nothing is lost.
#[test]
fn when_the_list_of_kept_fleets_is_full_it_is_said_and_nothing_is_lost() {
    let fleet = |number: usize| serde_json::json!({ "name": format!("Fleet {number}"), "text": "dagger" });
    let key = "sixfold.kits.hex-ships".to_owned();
    let kept = |count: usize| serde_json::Value::from((1..=count).map(fleet).collect::<Vec<_>>()).to_string();
    let stored = |page: &Page| page.stored().into_iter().find(|(known, _)| *known == key).unwrap().1;

    let mut page = Page::open("#/new/hex-ships", vec![(key.clone(), kept(59))]);
    page.set(FormField::KitName("red".into()), "The sixtieth");
    page.click(KitPress::Save("red".into()));
    assert!(page.model.announcement.contains("is kept in this browser"), "{}", page.model.announcement);
    let full = stored(&page);
    assert!(full.contains("The sixtieth") && full.matches("\"name\"").count() == 60);

    page.set(FormField::KitName("red".into()), "One too many");
    page.click(KitPress::Save("red".into()));
    assert!(page.model.announcement.contains("“One too many” is not kept"), "{}", page.model.announcement);
    assert!(page.html().contains("Delete one that you no longer need"), "the advice stands beside the fleet");
    assert_eq!(stored(&page), full, "nothing is lost");
    let red = text_of(&page.html(), "data-kit=\"red\"", "data-kit=").to_owned();
    assert!(red.contains("value=\"One too many\""), "the name that was typed is still there: {red}");

    page.set(FormField::KitName("red".into()), "Fleet 7");
    page.click(KitPress::Save("red".into()));
    page.click(KitPress::Replace("red".into()));
    assert!(page.model.announcement.contains("“Fleet 7” is kept"), "writing over one is still possible");
    page.click(KitPress::Forget(0));
    page.set(FormField::KitName("red".into()), "One too many");
    page.click(KitPress::Save("red".into()));
    assert!(stored(&page).contains("One too many"));
}

/// A page on which a person with this seat of a battle against the computer deploys now.
fn deploying(seat: &str) -> Page {
    let mut page = Page::open("#/new/hex-ships", Vec::new());
    page.set(option("scenario"), "duel");
    page.set(FormField::Level, "1");
    page.set(FormField::Seat, seat);
    page.click(Press::Begin);
    while !page.model.client.as_ref().unwrap().acts_here() && page.let_think() {}
    page
}

#[test]
fn directions_are_named_and_drawn_as_the_viewer_sees_them() {
    for (seat, turned) in [("0", 3), ("1", 0)] {
        let mut page = deploying(seat);
        assert_eq!(page.model.client.as_ref().unwrap().ground.turns, turned);
        let unit = page.first("[data-unit]");
        page.click(pressed(&unit));
        let place = page.open_places()[0].clone();
        page.click(pick(&place));
        // Every button has the word and the arrow of the same direction on the screen.
        let html = page.html();
        let words = ["Up", "Up right", "Down right", "Down", "Down left", "Up left"];
        for (index, way) in words.iter().enumerate() {
            let arrow = text_of(&html, &format!(">{way}<svg class=\"arrow\""), "</svg>").to_owned();
            assert!(arrow.contains(&format!("rotate({})", 60 * index)), "{way}: {arrow}");
        }
        let by_compass = |words: &String| words.to_lowercase().contains("north");
        assert!(by_compass(&"facing North".to_owned()), "the search works");
        assert!(!tree::sentences(&page.tree()).iter().any(by_compass), "no text names compass directions");
        // The button «up» turns the ship up on this screen, whatever the notation calls that direction.
        let up = if turned == 3 { "S" } else { "N" };
        press(&mut page, &format!("direction.{up}"));
        let told = page.model.client.as_ref().unwrap().history.moments().last().unwrap().told.clone();
        assert!(page.model.client.as_ref().unwrap().say_all(&told).contains("facing up."));
        let html = page.html();
        let cell = text_of(&html, &format!("aria-label=\"{place}, "), "</g>").to_owned();
        assert!(cell.contains("facing up,") && !cell.contains("facing down"), "{cell}");
        assert!(html.contains("class=\"b-facing\" transform=\"rotate(0)\""));
    }
}

#[test]
fn the_ends_of_a_move_are_told_as_they_are_seen() {
    let mut page = asked("expect.speed");
    let client = page.model.client.as_ref().unwrap();
    let speed = client.stepper().unwrap().now;
    page.click(TablePress::Number(speed));
    let client = page.model.client.as_ref().unwrap();
    assert_eq!(client.ground.turns, 3, "Red looks from the other side");
    let end = &client.picture.scene.ends[0];
    let name = client.picture.scene.name_of(end.place).unwrap();
    let seen = client.ground.on_screen(end.facings[0]);
    let word = ["up", "up right", "down right", "down", "down left", "up left"][seen.index()];
    let label = text_of(&page.html(), &format!("aria-label=\"{name}, "), "\"").to_owned();
    assert!(label.contains(&format!("the move can end here, facing {word}")), "{label}");
}

#[test]
fn a_ship_is_found_by_its_name_on_the_map_and_in_the_list() {
    let mut page = asked("expect.speed");
    let html = page.html();
    let client = page.model.client.as_ref().unwrap();
    for piece in &client.picture.scene.pieces {
        let tag = piece.tag.clone().unwrap();
        assert!(client.say(piece.title.as_ref().unwrap()).ends_with(&format!(" {tag}")), "the title ends with the tag");
        let place = client.picture.scene.name_of(piece.place).unwrap();
        let board = text_of(&html, "data-board", "</svg>");
        let cell = text_of(board, &format!("data-place=\"{place}\""), "class=\"b-place");
        assert!(
            text_of(cell, "class=\"b-tag b-call\"", "<").ends_with(&format!(">{tag}")),
            "{tag} is on the map: {cell}"
        );
        let list = text_of(&html, "class=\"all-sheets\"", "</ul>");
        let entry = text_of(list, &format!("data-points-at=\"{place}\""), "</li>");
        assert!(entry.contains(&format!(">{tag}<")), "{tag} is in the list: {entry}");
    }
    // Pointing at a ship in the list has the same effect as pointing at it on the map.
    let other = client.picture.scene.pieces.iter().find(|piece| piece.unit != client.acting_unit()).unwrap();
    let (unit, place) = (other.unit.unwrap(), client.picture.scene.name_of(other.place).unwrap().to_owned());
    page.tell(Event::Hover(Some(place)));
    assert!(page.html().contains("class=\"b-cursor\""));
    assert_eq!(text_of(&page.html(), "data-sheet=\"", "\""), unit.to_string());
}

#[test]
fn every_side_with_a_shield_has_an_arc_of_light() {
    let page = asked("expect.speed");
    let client = page.model.client.as_ref().unwrap();
    let shields = client.picture.scene.sheets.iter().flat_map(|sheet| &sheet.sides);
    let up = shields.filter(|side| side.layers.last().is_some_and(|shield| shield.value > 0)).count();
    assert!(up > 0);
    assert_eq!(page.all(".b-shield-arc").len(), up);
}

/// Targets are told from other places without pointing at them.
#[test]
fn every_ship_that_can_be_chosen_as_a_target_has_brackets_round_it() {
    let mut page = asked("expect.target");
    let targets = page.open_places();
    assert!(!targets.is_empty());
    page.shows(".b-target-rim");
    assert_eq!(page.all(".b-target-rim").len(), targets.len(), "and nothing else has them");
    page.click(pick(&targets[0]));
    assert!(page.all(".b-target-rim").len() < targets.len(), "the chosen target has its sights instead");
    asked("expect.speed").lacks(".b-target-rim");
}

/// The player who is about to fire sees which side is hit, not only while pointing at the target.
#[test]
fn the_side_that_will_be_hit_stays_in_sight_until_the_shot() {
    let mut page = asked("expect.target");
    let target = page.open_places()[0].clone();
    page.tell(Event::Hover(Some(target.clone())));
    let side = "It hits the ";
    assert!(page.story().contains(side) && page.all("[data-would-hit]").len() == 1, "{}", page.story());
    page.lacks(".b-aimed");
    page.click(pick(&target));
    page.tell(Event::Hover(None));
    assert!(page.story().contains(side), "{}", page.story());
    assert_eq!(page.all("[data-would-hit]").len(), 1);
    page.shows(".b-aimed");
    press(&mut page, "fire");
    if page.title().contains("roll") {
        page.shows(".b-aimed");
        press(&mut page, "keep");
    }
    page.lacks(".b-aimed");
    page.lacks("[data-would-hit]");
}

/// Nothing is drawn over the bow on its own hex.
#[test]
fn the_bow_is_the_last_thing_that_is_drawn_on_a_hex() {
    let mut page = asked("expect.target");
    let target = page.open_places()[0].clone();
    page.tell(Event::Hover(Some(target.clone())));
    let html = page.html();
    let board = text_of(&html, "data-board", "</svg>");
    let cell = text_of(board, &format!("data-place=\"{target}\""), "class=\"b-place");
    assert!(cell.contains("b-aim"), "it is aimed at: {cell}");
    let last = cell.rfind("class=\"b-").map(|at| &cell[at..]).unwrap();
    assert!(cell.rfind("b-facing") > cell.rfind("b-aim") && last.starts_with("class=\"b-line\""), "{cell}");
}

#[test]
fn points_are_written_as_people_write_numbers() {
    let page = asked("expect.speed");
    let people = tree::words(&page.first(".people"));
    let points =
        people.split(|letter: char| !letter.is_ascii_digit() && letter != '.').filter(|word| word.contains('.'));
    let points: Vec<&str> = points.filter(|word| word.len() > 1).collect();
    assert!(points.iter().all(|points| points.ends_with(".5")), "{people}");
}

/// The headline of an attack is its result.
#[test]
fn the_story_of_an_attack_says_hit_or_miss_first() {
    let mut page = asked("expect.target");
    let target = page.open_places()[0].clone();
    page.click(pick(&target));
    press(&mut page, "fire");
    if page.title().contains("roll") {
        press(&mut page, "keep");
    }
    let story = text_of(&page.html(), "data-story", "</p>").to_owned();
    assert!(story.contains(" fires at ") && story.contains(" hit"), "{story}");
}
