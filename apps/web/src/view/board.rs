//! The board as SVG, drawn from a scene. It knows places, pieces and marks, and no game.

use game::{Message, Seat};
use scene::{Mark, MarkKind, Piece, Place, Scene, Shape};

use crate::ground::Ground;
use crate::html::{Element, el};
use crate::model::Model;
use crate::table::Table;

/// A small picture of a board, to look at and not to touch.
pub fn cover(scene: &Scene) -> Element {
    let ground = Ground::of(scene);
    let svg = el("svg").class("board cover").attr("viewBox", &ground.view_box).attr("aria-hidden", "true");
    let at = |place| el("g").attr("transform", ground.transform_to(place));
    let cell = |place| at(place).child(el("polygon").class("cell").attr("points", ground.outline(place)));
    let pieces = scene.pieces.iter().map(|piece| at(piece.place).child(stone(piece.seat, &piece.shape, None)));
    svg.children(scene.cells.iter().map(|drawn| cell(drawn.place))).children(pieces)
}

/// The board of a table, with everything that can be done on it.
pub(super) fn view(model: &Model, table: &Table) -> Element {
    let (scene, ground) = (&table.picture.scene, &table.ground);
    let mut grid = el("svg")
        .class("board")
        .attr("viewBox", &ground.view_box)
        .attr("role", "grid")
        .attr("aria-label", model.tongue.say("board"))
        .attr("data-board", "")
        .key("board");
    grid = grid.child(hatching());
    let preview = looked_at(table);
    let open = table.open();
    for (number, row) in ground.rows.iter().enumerate() {
        // Enough to count from: the first cell of a row carries its name.
        let named = row.first();
        let cells = row.iter().map(|index| {
            let can = match open.get(&scene.cells[*index].place) {
                None => Open::No,
                Some(None) => Open::Leads,
                Some(Some(action)) => Open::Plays(action),
            };
            cell(model, table, &Here { index: *index, open: can, named: named == Some(index) }, &preview)
        });
        grid = grid.child(el("g").attr("role", "row").key(format!("row{number}")).children(cells));
    }
    let shows_cursor = |place: &Place| table.acts_here() || table.cursor == Some(*place);
    let cursor = table.looking.filter(shows_cursor).map(|place| {
        let outline = el("polygon").class("cursor").attr("points", ground.outline(place));
        outline.attr("transform", ground.transform_to(place)).attr("aria-hidden", "true").key("cursor")
    });
    grid.children(cursor)
}

/// What the pick that is being looked at would do, or what is under way.
fn looked_at(table: &Table) -> Vec<Mark> {
    let under_way = table.online().and_then(|online| online.action_under_way());
    let action = table.looking.and_then(|place| table.action_at(place));
    let sent = under_way.filter(|_| table.shown.is_none()).map(str::to_owned);
    let mut marks = sent.or(action).map(|action| table.preview(&action).marks).unwrap_or_default();
    // What was picked of a longer action stays in sight.
    let picked = table.picked.iter().filter_map(|pick| table.place_of(pick));
    marks.extend(picked.map(|place| Mark { place, kind: MarkKind::WouldJoin }));
    marks
}

/// Whether a cell can be picked.
#[derive(Clone, Copy)]
enum Open<'a> {
    No,
    /// As one of several picks.
    Leads,
    /// And this action would be complete.
    Plays(&'a str),
}

/// What there is to know of a cell while it is drawn.
struct Here<'a> {
    index: usize,
    /// Whether it can be picked, and which action that would complete.
    open: Open<'a>,
    /// Whether it carries its name.
    named: bool,
}

fn cell(model: &Model, table: &Table, here: &Here<'_>, preview: &[Mark]) -> Element {
    let scene = &table.picture.scene;
    let cell = &scene.cells[here.index];
    let place = cell.place;
    let letters = model.settings.letters;
    let is_open = !matches!(here.open, Open::No);
    let letter = |seat: Seat| letters.then(|| table.seat_name(seat)).and_then(|name| name.chars().next());
    let mut group = el("g")
        .attr("transform", table.ground.transform(here.index))
        .key(cell.name.clone())
        .class(if is_open { "place open" } else { "place" })
        .attr("role", "gridcell")
        .attr("tabindex", if table.cursor == Some(place) { "0" } else { "-1" })
        .attr("aria-label", label(model, table, here))
        .attr("data-place", &cell.name)
        .on_click(crate::wish::Wish::Pick(cell.name.clone()));
    let around = table.ground.outline(place);
    group = group.child(el("polygon").class("cell").attr("points", around).key("ground"));
    for (seat, percent) in &cell.tint {
        let tint = el("polygon").class(format!("tint seat-{}", seat.0)).attr("points", around);
        group = group.child(tint.attr("fill-opacity", f64::from(*percent) / 160.0).key(format!("tint{}", seat.0)));
    }
    let pieces: Vec<&Piece> = scene.pieces.iter().filter(|piece| piece.place == place).collect();
    let taken = preview.iter().any(|mark| mark.place == place && mark.kind == MarkKind::WouldTake);
    for (number, piece) in pieces.iter().enumerate() {
        let class = if taken { "piece threatened" } else { "piece" };
        let drawn = el("g").class(class).key(format!("piece{number}-{}", piece.seat.0));
        group = group.child(drawn.child(stone(piece.seat, &piece.shape, letter(piece.seat))).children(facing(piece)));
    }
    if pieces.is_empty() && here.named {
        group = group.child(
            el("text")
                .class("name")
                .attr("y", "12")
                .attr("font-size", table.ground.letters)
                .text(cell.name.clone())
                .key("name"),
        );
    }
    let is_ghost = preview.iter().any(|mark| mark.place == place && mark.kind == MarkKind::WouldPlace);
    if is_open && pieces.is_empty() && !is_ghost {
        group = group.child(el("circle").class("dot").attr("r", "2.6").key("dot"));
    }
    let marks = scene.marks.iter().chain(preview).filter(|mark| mark.place == place);
    let mut kinds: Vec<MarkKind> = marks.map(|mark| mark.kind).collect();
    kinds.sort();
    kinds.dedup();
    let actor = table.actor_shown();
    group.children(kinds.into_iter().map(|kind| mark(kind, actor, &letter, around).key(format!("{kind:?}"))))
}

/// A piece: a disc in the seat's colour, with the seat's own shape cut into it.
pub(super) fn stone(seat: Seat, shape: &Shape, letter: Option<char>) -> Element {
    let class = format!("stone seat-{}", seat.0);
    let sign = match (shape, letter) {
        (Shape::Die(face), _) => {
            let body =
                el("rect").class("body").attr("x", "-12").attr("y", "-12").attr("width", "24").attr("height", "24");
            return el("g")
                .class(class)
                .child(body.attr("rx", "4"))
                .child(el("text").class("letter").attr("y", "6").text(face.to_string()));
        }
        (_, Some(letter)) => el("text").class("letter").attr("y", "5").text(letter.to_string()),
        (Shape::Ship(hull), None) => {
            el("text").class("letter").attr("y", "5").text(hull.chars().take(2).collect::<String>())
        }
        (Shape::Stone, None) => el("path").class("sign").attr("d", SIGNS[seat.index() % SIGNS.len()]),
    };
    el("g").class(class).child(el("circle").class("body").attr("r", "13.4")).child(sign)
}

/// The shapes of the six seats: ring, diamond, triangle, bar, star, cross.
const SIGNS: [&str; 6] = [
    "M0,-6.5A6.5,6.5 0 1 1 0,6.5A6.5,6.5 0 1 1 0,-6.5ZM0,-3.4A3.4,3.4 0 1 0 0,3.4A3.4,3.4 0 1 0 0,-3.4Z",
    "M0,-8L6.6,0L0,8L-6.6,0Z",
    "M0,-7.4L6.9,5L-6.9,5Z",
    "M-7,-3.2H7V3.2H-7Z",
    "M0,-8L2.2,-2.6L8,-2.4L3.5,1.2L5,6.8L0,3.6L-5,6.8L-3.5,1.2L-8,-2.4L-2.2,-2.6Z",
    "M-2.4,-7H2.4V-2.4H7V2.4H2.4V7H-2.4V2.4H-7V-2.4H-2.4Z",
];

fn facing(piece: &Piece) -> Option<Element> {
    let direction = piece.facing?;
    let turn = 60 * direction.index() as i32;
    Some(el("path").class("facing").attr("d", "M-4,-15L0,-19L4,-15Z").attr("transform", format!("rotate({turn})")))
}

fn mark(kind: MarkKind, actor: Option<Seat>, letter: &dyn Fn(Seat) -> Option<char>, outline: &str) -> Element {
    let ring = |class, radius: &str| el("circle").class(class).attr("r", radius);
    let cross = |class| el("path").class(class).attr("d", "M-6,-6L6,6M6,-6L-6,6");
    match (kind, actor) {
        (MarkKind::Last, _) => ring("last", "15.4"),
        (MarkKind::Taken, _) => cross("taken"),
        (MarkKind::WouldPlace, Some(seat)) => el("g").class("ghost").child(stone(seat, &Shape::Stone, letter(seat))),
        (MarkKind::WouldPlace, None) => ring("would-place", "9"),
        (MarkKind::WouldTake, _) => el("g").class("would-take").child(ring("ring", "15.4")).child(cross("cross")),
        (MarkKind::WouldJoin, _) => ring("would-join", "15.4"),
        (MarkKind::Winning, _) => ring("winning", "15.4"),
        (MarkKind::Unknown, _) => el("polygon").class("unknown").attr("points", outline),
    }
}

fn hatching() -> Element {
    let lines = el("path").class("hatch").attr("d", "M0,6L6,0M-1,1L1,-1M5,7L7,5");
    let pattern = el("pattern")
        .attr("id", "hatching")
        .attr("patternUnits", "userSpaceOnUse")
        .attr("width", "6")
        .attr("height", "6");
    el("defs").key("defs").child(pattern.child(lines))
}

/// A place in words: its name, what is there, and what picking it would do.
fn label(model: &Model, table: &Table, here: &Here<'_>) -> String {
    let scene = &table.picture.scene;
    let cell = &scene.cells[here.index];
    let pieces: Vec<String> =
        scene.pieces.iter().filter(|piece| piece.place == cell.place).map(|p| piece_name(model, table, p)).collect();
    let what = if pieces.is_empty() { model.tongue.say("place.empty") } else { pieces.join(", ") };
    let mut label = format!("{}, {what}", cell.name);
    for kind in scene.marks.iter().filter(|mark| mark.place == cell.place).map(|mark| mark.kind) {
        let words = match kind {
            MarkKind::Last => model.tongue.say("place.last"),
            MarkKind::Taken => model.tongue.say("place.taken"),
            MarkKind::Winning => model.tongue.say("place.winning"),
            MarkKind::Unknown => model.tongue.say("place.unknown"),
            MarkKind::WouldPlace | MarkKind::WouldTake | MarkKind::WouldJoin => continue,
        };
        label = format!("{label}, {words}");
    }
    match here.open {
        Open::Plays(action) => {
            let known = table.previews.iter().find(|(known, _)| known == action);
            let story = known.map(|(_, preview)| table.say_all(&preview.story)).unwrap_or_default();
            format!("{label}, {}: {story}", model.tongue.say("place.open"))
        }
        Open::Leads => format!("{label}, {}", model.tongue.say("place.open")),
        Open::No if table.looking == Some(cell.place) && table.acts_here() => match table.why_not(cell.place) {
            Some(why) => format!("{label}. {why}"),
            None => label,
        },
        Open::No => label,
    }
}

fn piece_name(model: &Model, table: &Table, piece: &Piece) -> String {
    let seat = table.seat_name(piece.seat);
    let message = match &piece.shape {
        Shape::Stone => Message::new("piece.stone").with("seat", seat),
        Shape::Die(face) => Message::new("piece.die").with("seat", seat).with("face", i64::from(*face)),
        Shape::Ship(hull) => Message::new("piece.ship").with("seat", seat).with("hull", hull.clone()),
    };
    model.tongue.tell(&message)
}

/// What the marks mean, for the legend: the kind (none for the dot of a legal place) and the key of its sentence.
pub(super) const LEGEND: &[(Option<MarkKind>, &str)] = &[
    (None, "legend.open"),
    (Some(MarkKind::Last), "legend.last"),
    (Some(MarkKind::Taken), "legend.taken"),
    (Some(MarkKind::WouldTake), "legend.would-take"),
    (Some(MarkKind::WouldJoin), "legend.would-join"),
    (Some(MarkKind::Unknown), "legend.unknown"),
];

/// One mark by itself.
pub(super) fn legend_mark(kind: Option<MarkKind>) -> Element {
    let svg = el("svg").class("board legend-mark").attr("viewBox", "-20 -20 40 40").attr("aria-hidden", "true");
    let hexagon = "17.3,-10 17.3,10 0,20 -17.3,10 -17.3,-10 0,-20";
    let svg = svg.child(hatching()).child(el("polygon").class("cell").attr("points", hexagon));
    match kind {
        None => svg.child(el("circle").class("dot").attr("r", "2.6")),
        Some(kind) => svg.child(mark(kind, None, &|_| None, hexagon)),
    }
}
