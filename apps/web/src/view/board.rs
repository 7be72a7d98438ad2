//! The board as SVG, drawn from a scene. It knows places, pieces and marks, and no game.

use game::{Message, Seat};
use scene::{Health, Mark, MarkKind, Piece, Place, Preview, Scene, Shape};

use super::lattice::{self, Would};
use super::pieces::{self, Under};

use crate::ground::{Ground, POINT_REACH};
use crate::html::{Element, el};
use crate::model::Model;
use crate::table::Table;

/// A small picture of a board, to look at and not to touch.
pub fn cover(scene: &Scene) -> Element {
    let ground = Ground::of(scene);
    let svg = el("svg").class("board cover").attr("viewBox", &ground.view_box).attr("aria-hidden", "true");
    let at = |place| el("g").attr("transform", ground.transform_to(place));
    let cell = |place| at(place).child(place_ground(&ground, place));
    let shape = |piece: &Piece| pieces::shape(piece.seat, &piece.shape, None, ground.outline(piece.place));
    let pieces = scene.pieces.iter().map(|piece| at(piece.place).child(sized(&ground, shape(piece))));
    let preview = Preview::default();
    let scenery = lattice::scenery(scene, &ground, Would { preview: &preview, actor: None });
    let weaves = ground.on_points.then(|| pieces::hatching(true));
    let places = scene.cells.iter().filter(|drawn| !drawn.scenery).map(|drawn| cell(drawn.place));
    svg.children(weaves).children(scenery).children(places.collect::<Vec<_>>()).children(pieces)
}

/// The ground of a place: the hex itself, or a point with as much around it as a finger needs.
fn place_ground(ground: &Ground, place: Place) -> Element {
    match place {
        Place::Vertex(_) if ground.on_points => el("g")
            .child(el("circle").class("cell reach").attr("r", POINT_REACH))
            .child(el("circle").class("point").attr("r", "3.4")),
        _ => el("polygon").class("cell").attr("points", ground.outline(place)),
    }
}

/// What stands on points is smaller: the triangles between them stay in sight.
fn sized(ground: &Ground, drawn: Element) -> Element {
    if ground.on_points { el("g").attr("transform", "scale(.72)").child(drawn) } else { drawn }
}

/// The board of a table, with everything that can be done on it.
pub(super) fn view(model: &Model, table: &Table) -> Element {
    let (scene, ground) = (&table.picture.scene, &table.ground);
    let mut grid = el("svg")
        .class(if ground.on_points { "board on-points" } else { "board" })
        .attr("viewBox", &ground.view_box)
        .attr("role", "grid")
        .attr("aria-label", model.tongue.say("board"))
        .attr("data-board", "")
        .key("board");
    let preview = looked_at(table);
    let would = Would { preview: &preview, actor: table.actor_shown() };
    grid = grid.child(pieces::hatching(ground.on_points)).children(lattice::scenery(scene, ground, would));
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
            cell(
                model,
                table,
                &Here { index: *index, open: can, named: ground.names_all || named == Some(index) },
                &preview.marks,
            )
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
fn looked_at(table: &Table) -> Preview {
    let under_way = table.online().and_then(|online| online.action_under_way());
    let action = table.looking.and_then(|place| table.action_at(place));
    let sent = under_way.filter(|_| table.shown.is_none()).map(str::to_owned);
    sent.or(action).map(|action| table.preview(&action)).unwrap_or_default()
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
    group = group.child(place_ground(&table.ground, place).key("ground"));
    for (seat, percent) in &cell.tint {
        let tint = el("polygon").class(format!("tint seat-{}", seat.0)).attr("points", around);
        group = group.child(tint.attr("fill-opacity", f64::from(*percent) / 160.0).key(format!("tint{}", seat.0)));
    }
    let pieces: Vec<&Piece> = scene.pieces.iter().filter(|piece| piece.place == place).collect();
    let taken = preview.iter().any(|mark| mark.place == place && mark.kind == MarkKind::WouldTake);
    for (number, piece) in pieces.iter().enumerate() {
        let class = if taken { "piece threatened" } else { "piece" };
        let drawn = el("g").class(class).key(format!("piece{number}-{}", piece.seat.0));
        group = group.child(drawn.child(sized(&table.ground, pieces::piece(piece, letter(piece.seat), around))));
    }
    let held = pieces.iter().any(|piece| piece.shape == Shape::Hold);
    let points = table.ground.on_points;
    if here.named && (points || pieces.is_empty()) {
        // Beside a point there is room; on a hex it stands below the middle.
        let name = el("text").class(if points { "name beside" } else { "name" });
        let name = if points { name.attr("x", "-13.5").attr("y", "2.2") } else { name.attr("y", "12") };
        group = group.child(name.attr("font-size", table.ground.letters).text(cell.name.clone()).key("name"));
    }
    let is_shown = |mark: &Mark| mark.place == place && matches!(mark.kind, MarkKind::WouldPlace | MarkKind::Aim);
    if is_open && (pieces.is_empty() || held) && !preview.iter().any(is_shown) {
        group = group.child(pieces::dot(held, !table.picked.is_empty()).key("dot"));
    }
    // What was picked of a longer action stays in sight.
    if table.picked.iter().any(|pick| table.place_of(pick) == Some(place)) {
        group = group.child(pieces::picked(around).key("picked"));
    }
    let marks = scene.marks.iter().chain(preview).filter(|mark| mark.place == place);
    let mut kinds: Vec<MarkKind> = marks.map(|mark| mark.kind).collect();
    kinds.sort();
    kinds.dedup();
    let ghost = table.actor_shown().map(|seat| (seat, usual_shape(scene, seat), letter(seat)));
    let under = Under { outline: around, held, ghost };
    group.children(
        kinds.into_iter().map(|kind| sized(&table.ground, pieces::mark(kind, &under)).key(format!("{kind:?}"))),
    )
}

/// What a seat would put down looks like what it has put down.
fn usual_shape(scene: &Scene, seat: Seat) -> Shape {
    let own = scene.pieces.iter().find(|piece| piece.seat == seat);
    own.or(scene.pieces.first()).map_or(Shape::Stone, |piece| piece.shape.clone())
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
            MarkKind::Enclosed => model.tongue.say("place.enclosed"),
            MarkKind::Winning => model.tongue.say("place.winning"),
            MarkKind::Unknown => model.tongue.say("place.unknown"),
            MarkKind::Special => model.tongue.say("place.special"),
            MarkKind::Frame => model.tongue.say("place.frame"),
            MarkKind::Home => model.tongue.say("place.home"),
            MarkKind::Aim
            | MarkKind::WouldPlace
            | MarkKind::WouldTake
            | MarkKind::WouldWeaken
            | MarkKind::WouldJoin => continue,
        };
        label = format!("{label}, {words}");
    }
    if table.ground.on_points {
        let (count, special) = lattice::around(scene, cell.place);
        let around = Message::new("place.around").with("count", count as i64);
        label = format!("{label}, {}", model.tongue.tell(&around));
        if special {
            label = format!("{label}, {}", model.tongue.say("place.near-special"));
        }
    }
    match here.open {
        Open::Plays(action) => {
            let known = table.previews.iter().find(|(known, _)| known == action).map(|(_, preview)| preview.clone());
            // Where there are too many to think all of them through, the one that is looked at is.
            let known = known.or_else(|| (table.looking == Some(cell.place)).then(|| table.preview(action)));
            let story = known.map(|preview| super::dice::in_words(model, table, &preview)).unwrap_or_default();
            format!("{label}, {}: {story}", model.tongue.say("place.open"))
        }
        Open::Leads if table.begun_with().is_some() => format!("{label}, {}", model.tongue.say("place.leads-on")),
        Open::Leads => format!("{label}, {}", model.tongue.say("place.leads")),
        Open::No if table.picked.iter().any(|pick| table.place_of(pick) == Some(cell.place)) => {
            format!("{label}, {}", model.tongue.say("place.picked"))
        }
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
        Shape::Hold => Message::new("piece.hold").with("seat", seat),
        Shape::Die(face) => Message::new("piece.die").with("seat", seat).with("face", i64::from(*face)),
        Shape::Ship(hull) => Message::new("piece.ship").with("seat", seat).with("hull", hull.clone()),
    };
    let health = piece.health.map(|health| health_in_words(model, health));
    [Some(model.tongue.tell(&message)), health].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn health_in_words(model: &Model, health: Health) -> String {
    let Some(value) = health.value else { return model.tongue.say("health.unknown") };
    let message = Message::new(if health.remembered { "health.remembered" } else { "health" });
    model.tongue.tell(&message.with("value", i64::from(value)).with("most", i64::from(health.most)))
}

/// What stands in the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// The dot of a legal place.
    Open,
    /// A mark.
    Mark(MarkKind),
    /// Health as the viewer knows it.
    Health(Option<u8>, bool),
    /// Ground that two seats share.
    Share,
}

/// What the signs mean: each with the key of its sentence.
pub(super) const LEGEND: &[(Sign, &str)] = &[
    (Sign::Open, "legend.open"),
    (Sign::Mark(MarkKind::Last), "legend.last"),
    (Sign::Mark(MarkKind::Taken), "legend.taken"),
    (Sign::Mark(MarkKind::Enclosed), "legend.enclosed"),
    (Sign::Mark(MarkKind::Aim), "legend.aim"),
    (Sign::Mark(MarkKind::WouldTake), "legend.would-take"),
    (Sign::Mark(MarkKind::WouldWeaken), "legend.would-weaken"),
    (Sign::Mark(MarkKind::WouldJoin), "legend.would-join"),
    (Sign::Health(Some(2), false), "legend.health"),
    (Sign::Health(None, false), "legend.health-unknown"),
    (Sign::Health(Some(2), true), "legend.health-remembered"),
    (Sign::Mark(MarkKind::Unknown), "legend.unknown"),
    (Sign::Share, "legend.share"),
    (Sign::Mark(MarkKind::Special), "legend.special"),
    (Sign::Mark(MarkKind::Home), "legend.home"),
    (Sign::Mark(MarkKind::Frame), "legend.frame"),
];

/// One sign by itself: on a held place, in a game whose places are held.
pub(super) fn legend_mark(sign: Sign, held: bool) -> Element {
    let svg = el("svg").class("board legend-mark").attr("viewBox", "-20 -20 40 40").attr("aria-hidden", "true");
    let hexagon = "17.3,-10 17.3,10 0,20 -17.3,10 -17.3,-10 0,-20";
    if let Some(triangle) = lattice::legend_mark(sign) {
        return svg.child(pieces::hatching(true)).child(triangle);
    }
    let svg = svg.child(pieces::hatching(false)).child(el("polygon").class("cell").attr("points", hexagon));
    let in_colour = |health| {
        let place = Place::Hex(hex::Hex::ORIGIN);
        let held = Piece { health, ..Piece::new(place, Seat(1), Shape::Hold) };
        pieces::piece(&held, None, hexagon)
    };
    match sign {
        Sign::Open => svg.child(pieces::dot(false, false)),
        Sign::Mark(kind) => {
            let ground = held.then(|| in_colour(None));
            svg.children(ground).child(pieces::mark(kind, &Under { outline: hexagon, held, ghost: None }))
        }
        Sign::Share => svg,
        Sign::Health(value, remembered) => svg.child(in_colour(Some(Health { value, most: 3, remembered }))),
    }
}
