//! The board as SVG, drawn from a scene. It knows places, pieces and marks, and no game.

use game::{Message, Seat};
use hex::{Bounds, Layout, Point};
use scene::{Mark, MarkKind, Piece, Place, Scene, Shape};

use crate::html::{Element, el};
use crate::model::Model;
use crate::table::Table;

/// From the centre of a hex to its corners, in the units of the drawing.
const SIZE: f64 = 20.0;

/// Where a place is.
pub fn center(layout: &Layout, place: Place) -> Point {
    match place {
        Place::Hex(hex) => layout.center(hex),
        Place::Vertex(vertex) => layout.vertex(vertex),
        Place::Triangle(triangle) => layout.centroid(triangle),
    }
}

fn layout(scene: &Scene) -> Layout {
    Layout::new(scene.orientation, SIZE, Point::new(0.0, 0.0))
}

fn bounds(scene: &Scene, layout: &Layout) -> Bounds {
    let corners = scene.cells.iter().flat_map(|cell| match cell.place {
        Place::Hex(hex) => layout.corners(hex).to_vec(),
        other => {
            let Point { x, y } = center(layout, other);
            vec![Point::new(x - SIZE, y - SIZE), Point::new(x + SIZE, y + SIZE)]
        }
    });
    Bounds::around(corners).unwrap_or(Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) })
}

fn view_box(scene: &Scene, layout: &Layout) -> String {
    let bounds = bounds(scene, layout);
    let margin = 1.5;
    let (x, y) = (bounds.min.x - margin, bounds.min.y - margin);
    format!("{x:.1} {y:.1} {:.1} {:.1}", bounds.width() + 2.0 * margin, bounds.height() + 2.0 * margin)
}

/// The outline of a place, a little inside of its edge so that neighbours do not draw over each other.
fn outline(layout: &Layout, place: Place) -> String {
    // Rounded first, and without a negative zero: the same shape has the same text.
    let round = |x: f64| (x * 10.0).round() / 10.0 + 0.0;
    let points = |points: &[Point]| {
        points.iter().map(|p| format!("{},{}", round(p.x), round(p.y))).collect::<Vec<_>>().join(" ")
    };
    match place {
        Place::Hex(hex) => points(&layout.corners(hex)),
        Place::Vertex(vertex) => {
            let Point { x, y } = layout.vertex(vertex);
            let corner = |i: i32| {
                let angle = f64::from(i) * std::f64::consts::FRAC_PI_6;
                Point::new(x + 0.45 * SIZE * angle.cos(), y + 0.45 * SIZE * angle.sin())
            };
            points(&(0..12).map(corner).collect::<Vec<_>>())
        }
        Place::Triangle(triangle) => points(&triangle.corners().map(|corner| layout.vertex(corner))),
    }
}

/// A small picture of a board, to look at and not to touch.
pub fn cover(scene: &Scene) -> Element {
    let layout = layout(scene);
    let svg = el("svg").class("board cover").attr("viewBox", view_box(scene, &layout)).attr("aria-hidden", "true");
    let cells = scene.cells.iter().map(|cell| el("polygon").class("cell").attr("points", outline(&layout, cell.place)));
    let pieces = scene.pieces.iter().map(|piece| at(&layout, piece.place).child(stone(piece.seat, &piece.shape, None)));
    svg.children(cells).children(pieces)
}

/// The board of a table, with everything that can be done on it.
pub(super) fn view(model: &Model, table: &Table) -> Element {
    let scene = &table.picture.scene;
    let layout = layout(scene);
    let mut grid = el("svg")
        .class("board")
        .attr("viewBox", view_box(scene, &layout))
        .attr("role", "grid")
        .attr("aria-label", model.tongue.say("board"))
        .attr("data-board", "")
        .key("board");
    grid = grid.child(hatching());
    let preview = looked_at(table);
    let open = table.open();
    let letters = (bounds(scene, &layout).width() / 65.0).clamp(3.5, 9.0).round();
    for (number, row) in rows(scene, &layout).into_iter().enumerate() {
        // Enough to count from: the first cell of a row carries its name.
        let named = row.first().copied();
        let cells = row.into_iter().map(|index| {
            let can = match open.get(&scene.cells[index].place) {
                None => Open::No,
                Some(None) => Open::Leads,
                Some(Some(action)) => Open::Plays(action),
            };
            cell(model, table, &layout, &Here { index, open: can, named: named == Some(index), letters }, &preview)
        });
        grid = grid.child(el("g").attr("role", "row").key(format!("row{number}")).children(cells));
    }
    let shows_cursor = |place: &Place| table.acts_here() || table.cursor == Some(*place);
    let cursor = table.looking.filter(shows_cursor).map(|place| {
        el("polygon").class("cursor").attr("points", outline(&layout, place)).attr("aria-hidden", "true").key("cursor")
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

/// The cells as rows from the top, each from the left: as a board is read.
fn rows(scene: &Scene, layout: &Layout) -> Vec<Vec<usize>> {
    let at = |index: usize| center(layout, scene.cells[index].place);
    let mut order: Vec<usize> = (0..scene.cells.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (at(a), at(b));
        (a.y * 10.0).round().total_cmp(&(b.y * 10.0).round()).then(a.x.total_cmp(&b.x))
    });
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for index in order {
        match rows.last_mut().filter(|row| (at(row[0]).y - at(index).y).abs() < 1.0) {
            Some(row) => row.push(index),
            None => rows.push(vec![index]),
        }
    }
    rows
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
    /// How large the letters of names are: on a small board hexes are large, and letters stay as they are.
    letters: f64,
}

fn cell(model: &Model, table: &Table, layout: &Layout, here: &Here<'_>, preview: &[Mark]) -> Element {
    let scene = &table.picture.scene;
    let cell = &scene.cells[here.index];
    let place = cell.place;
    let letters = model.settings.letters;
    let is_open = !matches!(here.open, Open::No);
    let letter = |seat: Seat| letters.then(|| table.seat_name(seat)).and_then(|name| name.chars().next());
    let mut group = at(layout, place)
        .key(cell.name.clone())
        .class(if is_open { "place open" } else { "place" })
        .attr("role", "gridcell")
        .attr("tabindex", if table.cursor == Some(place) { "0" } else { "-1" })
        .attr("aria-label", label(model, table, here))
        .attr("data-place", &cell.name)
        .on_click(crate::wish::Wish::Pick(cell.name.clone()));
    let local = Layout::new(layout.orientation, layout.size, Point::new(0.0, 0.0));
    let home = center(&local, place);
    let moved = Layout::new(layout.orientation, layout.size, Point::new(-home.x, -home.y));
    group = group.child(el("polygon").class("cell").attr("points", outline(&moved, place)).key("ground"));
    for (seat, percent) in &cell.tint {
        let tint = el("polygon").class(format!("tint seat-{}", seat.0)).attr("points", outline(&moved, place));
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
                .attr("font-size", here.letters)
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
    group.children(
        kinds.into_iter().map(|kind| mark(kind, actor, &letter, &outline(&moved, place)).key(format!("{kind:?}"))),
    )
}

fn at(layout: &Layout, place: Place) -> Element {
    let Point { x, y } = center(layout, place);
    el("g").attr("transform", format!("translate({x:.2} {y:.2})"))
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
