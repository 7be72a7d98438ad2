//! Drawn examples in texts: a picture of the game, and buttons for before, the action and after.

use catalog::DynGame;
use game::Message;
use scene::{Mark, MarkKind, Piece, Place, Preview, Scene};

use super::board::{place_ground, sized};
use super::materials::{self, Joined};
use super::pieces::{self, Build, Under};
use super::{backdrops, button, lattice};
use crate::example::{Example, Stage};
use crate::ground::{Ground, SIZE};
use crate::html::{Element, LATER, el};
use crate::model::Model;
use crate::press::Press;
use client::sentence;

/// So many examples of a text may be in sight when it opens. The others are drawn a moment later.
const DRAWN_AT_ONCE: usize = 2;

/// The size of names. An example is small and its caption names hexes, so letters are larger than on the board of a table.
const LETTERS: f64 = 6.5;

/// The example with this index in its text. The first one carries the patterns that all of them use.
pub(super) fn view(model: &Model, game: &dyn DynGame, example: &Example, index: usize) -> Element {
    let stage = model.visit.examples.get(&index).copied().unwrap_or_default();
    let texts = game.texts(model.tongue.language);
    let say = |messages: &[Message]| {
        let told = messages.iter().map(|message| sentence(&texts.say(message, game.info().seat_names)));
        told.collect::<Vec<_>>().join(" ")
    };
    let nothing = Preview::default();
    let (scene, preview, words) = match (stage, &example.after) {
        (Stage::Before, _) => (&example.before, &nothing, String::new()),
        (Stage::After, Some((scene, told))) => (scene, &nothing, say(told)),
        (Stage::Action, _) | (Stage::After, None) => {
            let words = match &example.refused {
                Some(why) => say(std::slice::from_ref(why)),
                None => say(&example.preview.story),
            };
            (&example.played_in, &example.preview, words)
        }
    };
    let name = |of: Stage| {
        model.tongue.say(match of {
            Stage::Before => "example.before",
            Stage::Action if example.refused.is_some() => "example.why-not",
            Stage::Action => "example.action",
            Stage::After => "example.after",
        })
    };
    let choose = |of: &Stage| {
        let pressed = if *of == stage { "true" } else { "false" };
        button(Press::Example(index, *of), name(*of)).class("tab").attr("aria-pressed", pressed)
    };
    let caption = texts.fill_in(&example.caption);
    let label = format!("{}: {caption}", name(stage));
    let would = if stage == Stage::Action { " would" } else { "" };
    el("figure")
        .class(format!("example{}", super::look_of_seats(scene)))
        .child(drawing(scene, preview, example, index == 0, &label).flag(LATER, index >= DRAWN_AT_ONCE))
        .child(el("div").class("stages").children(example.stages().iter().map(choose)))
        .child(el("p").class(format!("example-told{would}")).attr("aria-live", "polite").text(words))
        .child(el("figcaption").text(caption))
}

/// The board of an example, without controls.
fn drawing(scene: &Scene, preview: &Preview, example: &Example, has_patterns: bool, label: &str) -> Element {
    let ground = Ground::of(scene);
    let view_box = zoomed(scene, &ground, &example.zoom).unwrap_or_else(|| ground.view_box.clone());
    let at = |place| el("g").attr("transform", ground.transform_to(place));
    let joined = Joined::of(scene);
    let patterns = || {
        let defs = pieces::hatching(ground.on_points).children(materials::defs(&scene.style.look));
        defs.children(backdrops::defs(&scene.style, 1.0))
    };
    let places = scene.cells.iter().filter(|cell| !cell.scenery).map(|cell| {
        let place = cell.place;
        let around = ground.outline(place);
        let mut group = at(place).class("b-place").child(place_ground(&ground, place));
        for (seat, percent) in &cell.tint {
            let tint = el("polygon").class(format!("b-tint seat-{}", seat.0)).attr("points", around);
            group = group.child(tint.attr("fill-opacity", f64::from(*percent) / 160.0));
        }
        let pieces: Vec<&Piece> = scene.pieces.iter().filter(|piece| piece.place == place).collect();
        let marks = |marks: &[Mark]| -> Vec<MarkKind> {
            marks.iter().filter(|mark| mark.place == place).map(|mark| mark.kind).collect()
        };
        let mut kinds = marks(&scene.marks);
        kinds.extend(marks(&preview.marks));
        game::sort(&mut kinds);
        kinds.dedup();
        // A piece that would come here looks as it does afterwards.
        let after = example.after.as_ref().map(|(scene, _)| &scene.pieces);
        let comes = |piece: &&Piece| piece.place == place && piece.seat == example.actor && piece.facing.is_none();
        let coming = after.and_then(|pieces| pieces.iter().find(comes)).map(|piece| piece.shape.clone());
        let under = Under {
            outline: around,
            held: pieces.iter().any(|piece| piece.shape == scene::Shape::Hold),
            ghost: coming.map(|shape| (example.actor, shape, None)),
            owner: cell.tint.first().map(|(seat, _)| *seat),
            empty: pieces.is_empty(),
            build: if pieces.iter().any(|piece| piece.facing.is_some()) { Build::Pointed } else { Build::Round },
            faces: &scene.style.faces,
        };
        let (ground_marks, signs): (Vec<MarkKind>, Vec<MarkKind>) =
            kinds.into_iter().partition(|kind| matches!(kind, MarkKind::Home | MarkKind::Acting));
        let mark = |kind| sized(&ground, pieces::mark(kind, &under));
        group = group.children(ground_marks.into_iter().map(mark));
        let is_lost = |kind: &MarkKind| matches!(kind, MarkKind::WouldTake | MarkKind::WouldConvert);
        let class = if signs.iter().any(is_lost) { "b-piece b-threatened" } else { "b-piece" };
        let drawn = pieces.iter().map(|piece| {
            let body = joined.body(piece, &ground);
            let shape = sized(&ground, pieces::piece(piece, &scene.style, None, around, 0));
            el("g").class(class).children(body).child(shape)
        });
        group = group.children(drawn);
        if pieces.is_empty() && !ground.on_points {
            let name = el("text").class("b-name").attr("y", "12").attr("font-size", LETTERS);
            group = group.child(name.text(cell.name.clone()));
        }
        let bows = pieces.iter().filter_map(|piece| pieces::bow(piece, 0));
        let holder = pieces.iter().find(|piece| piece.shape == scene::Shape::Hold);
        let name = holder.and_then(|piece| pieces::name_on_hold(&cell.name, piece.seat, LETTERS, ""));
        group.children(signs.into_iter().map(mark)).children(name).children(bows)
    });
    el("svg")
        .class(if ground.on_points { "board still whole on-points" } else { "board still whole" })
        .attr("viewBox", view_box)
        .attr("role", "img")
        .attr("aria-label", label)
        .children(has_patterns.then(patterns))
        .children(materials::slab(&ground))
        .children(backdrops::view(scene.style.base, &ground))
        .children(lattice::scenery(scene, &ground, &preview.cells))
        .children(places)
}

/// The part of the drawing around these places; none if there are none.
fn zoomed(scene: &Scene, ground: &Ground, names: &[String]) -> Option<String> {
    let place_of = |name: &String| scene.cells.iter().find(|cell| cell.name == *name).map(|cell| cell.place);
    let points: Vec<_> = names.iter().filter_map(place_of).map(|place: Place| ground.at(place)).collect();
    let [left, top] = [points.iter().map(|at| at.x).reduce(f64::min)?, points.iter().map(|at| at.y).reduce(f64::min)?];
    let [right, low] = [points.iter().map(|at| at.x).reduce(f64::max)?, points.iter().map(|at| at.y).reduce(f64::max)?];
    let room = SIZE * 1.1;
    let (x, y, width, height) = (left - room, top - room, right - left + 2.0 * room, low - top + 2.0 * room);
    Some(format!("{x:.1} {y:.1} {width:.1} {height:.1}"))
}
