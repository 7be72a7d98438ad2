//! A scene that belongs to no game. The page must show all parts of a scene, also if other parts are missing.

use game::{Message, Seat};
use hex::{Direction, Hex};
use scene::{
    Area, Badge, BadgeKind, Health, HealthLook, Mark, MarkKind, Orientation, Overlay, Pick, Piece, Place, Scene,
    SeatColour, Shape, Sign, Stepper, Switch,
};
use sixfold_web::ground::Ground;
use sixfold_web::press::{Press, Setting, TablePress};

use crate::harness::{Page, at_one_screen};
use crate::tree;

/// Two stones, an overlay and a switch; no sheets, and no pieces with facings.
fn toy() -> Scene {
    let (here, there) = (Hex::ORIGIN, Hex::ORIGIN.neighbour(Direction::N));
    let places = [(here, "a1".to_owned()), (there, "a2".to_owned())];
    let mut scene = Scene::of_hexes(Orientation::FlatTop, places.into_iter());
    scene.pieces =
        vec![Piece::new(Place::Hex(here), Seat(0), Shape::Stone), Piece::new(Place::Hex(there), Seat(1), Shape::Stone)];
    scene.marks = vec![Mark { place: Place::Hex(there), kind: MarkKind::Converted }];
    let label = || Message::new("stones").with("count", 2);
    let areas = vec![Area { label: label(), places: vec![Place::Hex(there)] }];
    scene.overlays = vec![Overlay { label: label(), unit: None, areas }];
    scene.switches = vec![Switch { pick: Pick::Number(1), label: label(), on: true, details: Vec::new() }];
    scene.style.seats = vec![SeatColour::White, SeatColour::Black];
    scene.style.signs = vec![Sign::Mark(MarkKind::Converted)];
    scene
}

/// A table that shows this scene.
fn looking_at(scene: Scene) -> Page {
    let mut page = at_one_screen("hexoust");
    let client = page.model.client.as_mut().unwrap();
    client.ground = Ground::of(&scene);
    client.picture.scene = scene;
    page
}

#[test]
fn overlays_and_switches_show_in_any_scene_that_has_them() {
    let mut page = looking_at(toy());
    page.shows(".overlays button");
    page.shows(".switches [role=switch]");
    page.lacks(".b-area-0");
    page.click(TablePress::Overlay(0));
    page.shows(".b-area-0");
    let mut plain = toy();
    (plain.overlays, plain.switches) = (Vec::new(), Vec::new());
    let page = looking_at(plain);
    page.lacks(".overlays button");
    page.lacks(".switches [role=switch]");
}

#[test]
fn seats_have_the_colours_that_the_scene_says() {
    let colours = |page: &Page| {
        let root = page.tree();
        ["white-0", "black-1", "black-0", "rimmed"].map(|class| tree::has_class(&root, class))
    };
    assert_eq!(colours(&looking_at(toy())), [true, true, false, true]);
    let mut by_number = toy();
    by_number.style.seats.clear();
    assert_eq!(colours(&looking_at(by_number)), [false; 4]);
}

#[test]
fn what_changed_its_owner_is_drawn_told_and_explained_in_both_languages() {
    let mut page = looking_at(toy());
    page.shows(".b-place .b-converted");
    page.says("just changed hands");
    page.click(Press::Keys);
    page.shows(".legend .b-converted");
    page.says("changed hands in the last turn");
    page.does_not_say("would be taken"); // the scene does not use that sign
    page.set(Setting::Language, "de");
    page.says("hat im letzten Zug den Besitzer gewechselt");
    page.says("gehört seit eben jemand anderem");
}

#[test]
fn the_layout_is_the_scenes() {
    let mut beside = toy();
    beside.style.layout = scene::Layout::BesideBoard;
    looking_at(beside).shows(".decide .switches");
    looking_at(toy()).lacks(".decide .switches");
}

/// The number of a stepper is found by the key of its button, not by similar words.
#[test]
fn a_scene_without_steppers_offers_numbers_one_by_one() {
    let mut page = looking_at(toy());
    let numbers = |page: &Page| page.model.client.as_ref().unwrap().stepper();
    let client = page.model.client.as_mut().unwrap();
    client.picture.picks = scene::Picks::new((1..=3).map(|number| (vec![Pick::Number(number)], number.to_string())));
    assert_eq!(numbers(&page), None);
    let stepper = Stepper { after: None, label: Message::new("stones").with("count", 2), value: 2 };
    page.model.client.as_mut().unwrap().picture.scene.steppers = vec![stepper];
    assert_eq!(numbers(&page).map(|stepper| (stepper.numbers, stepper.now)), Some((vec![1, 2, 3], 2)));
}

/// Nothing that a piece says of itself depends on its shape.
#[test]
fn the_tag_the_health_and_the_badges_of_a_piece_are_drawn_on_every_shape() {
    let shapes = [Shape::Stone, Shape::Hold, Shape::Die(3), Shape::silhouette("tug", 1)];
    for (shape, facing) in shapes.into_iter().flat_map(|shape| [(shape.clone(), None), (shape, Some(Direction::S))]) {
        let mut scene = toy();
        let badge = |kind| Badge { kind, count: 2 };
        scene.pieces[0] = Piece {
            shape: shape.clone(),
            facing,
            tag: Some("R7".to_owned()),
            health: Some(Health { value: Some(2), most: 3, remembered: false }),
            badges: vec![badge(BadgeKind::Speed), badge(BadgeKind::Weakened), badge(BadgeKind::Guard)],
            ..scene.pieces[0].clone()
        };
        for (look, drawn, other) in
            [(HealthLook::Pips, ".b-health", ".b-health-bar"), (HealthLook::Bar, ".b-health-bar", ".b-health")]
        {
            scene.style.health = look;
            let page = looking_at(scene.clone());
            let counts =
                [".b-tag", ".b-speed", ".b-weakened", ".b-guard", drawn, other].map(|part| page.all(part).len());
            assert_eq!(counts, [1, 1, 1, 1, 1, 0], "{shape:?} {facing:?} {look:?}: {}", page.html());
            assert!(page.all(".b-tag").iter().all(|tag| tree::words(tag) == "R7"));
        }
    }
}
