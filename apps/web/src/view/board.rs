//! The board as SVG, drawn from a scene. This file knows places, pieces and marks, but no game.

use game::{Message, Seat, SortedMap};
use scene::{Cell, End, Figure, Mark, MarkKind, Piece, Place, Scene, Shape};

use super::backdrops;
use super::danger;
use super::lattice;
use super::materials::{self, Joined};
use super::motion;
use super::overlays;
use super::pieces::{self, Build, Under};
use super::plain_cells;

use crate::ground::{Ground, POINT_REACH};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::{Held, TablePress};
use client::{Capture, Client};

/// A small picture of a board without controls, turned by this many sixths.
pub fn cover(scene: &Scene, turns: u8) -> Element {
    let ground = Ground::turned(scene, turns);
    let class = if ground.on_points { "board cover whole on-points" } else { "board cover whole" };
    let svg = el("svg").class(class).attr("viewBox", &ground.view_box).attr("aria-hidden", "true");
    let at = |place| el("g").attr("transform", ground.transform_to(place));
    let cell = |place| at(place).child(place_ground(&ground, place));
    let shape = |piece: &Piece| {
        let plain = Piece { health: None, badges: Vec::new(), tag: None, ..piece.clone() };
        let drawn = pieces::piece(&plain, &scene.style, None, ground.outline(piece.place), turns);
        let drawn = match pieces::bow(piece, turns) {
            Some(bow) => el("g").child(drawn).child(bow),
            None => drawn,
        };
        match pieces::cover_scale(&piece.shape, scene.cells.len()) {
            Some(scale) => el("g").attr("transform", format!("scale({scale:.2})")).child(drawn),
            None => drawn,
        }
    };
    let joined = Joined::of(scene);
    let pieces = scene.pieces.iter().map(|piece| {
        let name = piece.unit.map_or_else(|| ground.transform_to(piece.place), |unit| unit.to_string());
        let body = joined.body(piece, &ground);
        let drawn = el("g").class("b-piece").children(body).child(sized(&ground, shape(piece)));
        at(piece.place).child(drawn).key(format!("{name}-{}", piece.seat.0))
    });
    let last = scene.marks.iter().filter(|mark| mark.kind != MarkKind::Home).filter_map(|mark| {
        let piece = scene.pieces.iter().find(|piece| piece.place == mark.place);
        if crosses_out(mark.kind, piece.is_none()) {
            return None;
        }
        let held = piece.is_some_and(|piece| piece.shape == Shape::Hold);
        let under = Under { held, empty: piece.is_none(), ..Under::plain(ground.outline(mark.place)) };
        Some(at(mark.place).child(sized(&ground, pieces::mark(mark.kind, &under))))
    });
    let scenery = lattice::scenery(scene, &ground, &[]);
    let defs = pieces::hatching(ground.on_points)
        .children(materials::defs(&scene.style.look))
        .children(backdrops::defs(&scene.style, 2.5));
    let places = scene.cells.iter().filter(|drawn| !drawn.scenery).map(|drawn| cell(drawn.place));
    let homes = scene.marks.iter().filter(|mark| mark.kind == MarkKind::Home).map(|mark| {
        let tint = scene.cells.iter().find(|cell| cell.place == mark.place).and_then(|cell| cell.tint.first());
        let empty = scene.pieces.iter().all(|piece| piece.place != mark.place);
        let under = Under { owner: tint.map(|(seat, _)| *seat), empty, ..Under::plain(ground.outline(mark.place)) };
        at(mark.place).child(pieces::mark(mark.kind, &under))
    });
    svg.child(defs)
        .children(materials::slab(&ground))
        .children(backdrops::view(scene.style.base, &ground))
        .children(scenery)
        .children(places)
        .children(homes)
        .children(pieces)
        .children(last)
}

/// The ground of a place: the hex itself, or a point with a circle that is large enough for a finger.
pub(super) fn place_ground(ground: &Ground, place: Place) -> Element {
    match place {
        Place::Vertex(_) if ground.on_points => el("g")
            .child(el("circle").class("b-cell b-reach").attr("r", POINT_REACH))
            .child(el("circle").class("b-point").attr("r", "3.4")),
        _ => el("polygon").class("b-cell").attr("points", ground.outline(place)),
    }
}

/// Pieces on points are drawn smaller, so that the triangles between them stay visible.
pub(super) fn sized(ground: &Ground, drawn: Element) -> Element {
    if ground.on_points { el("g").attr("transform", "scale(.72)").child(drawn) } else { drawn }
}

/// A piece by itself, with its bow, around the middle of its place.
pub(super) fn whole_piece(model: &Model, client: &Client, piece: &Piece) -> Element {
    let letter = model.settings.letters.then(|| client.seat_name(piece.seat)).and_then(|name| name.chars().next());
    let outline = client.ground.outline(piece.place);
    let drawn = pieces::piece(piece, &client.picture.scene.style, letter, outline, client.ground.turns);
    el("g").child(sized(&client.ground, drawn)).children(pieces::bow(piece, client.ground.turns))
}

/// The board of a table, with all its controls.
pub(super) fn view(model: &Model, client: &Client) -> Element {
    let (scene, ground) = (&client.picture.scene, &client.ground);
    let class = match (ground.on_points, client.pointing.is_dragging()) {
        (true, _) => "board whole on-points",
        (false, true) => "board whole dragging",
        (false, false) => "board whole",
    };
    let zoomed = if model.visit.zoom.is_whole() { "" } else { " zoomed" };
    let letters = letters(model, ground);
    let terse = match (letters, model.board_size) {
        (None, _) => " terse",
        (Some(_), Some(_)) => " measured",
        (Some(_), None) => "",
    };
    let mut grid = el("svg")
        .class(format!("{class}{zoomed}{terse}"))
        .attr("viewBox", model.visit.zoom.view_box(ground.frame))
        .attr("role", "grid")
        .attr("aria-label", model.tongue.say("board"))
        .attr("data-board", "")
        .key("board");
    let preview = client.looked_at();
    let defs = pieces::hatching(ground.on_points)
        .children(materials::defs(&scene.style.look))
        .children(backdrops::defs(&scene.style, 1.0))
        .children(client.overlay_shown().map(|_| overlays::weaves()).into_iter().flatten())
        .children(client.exposed().map(|_| danger::exposed_pattern()));
    grid = grid
        .child(defs)
        .children(materials::slab(ground))
        .children(backdrops::view(scene.style.base, ground))
        .children(lattice::scenery(scene, ground, &preview.cells));
    grid = grid.children(motion::under(client));
    // The number stands beside the middle, which may have a sign, on the broad side of the triangle.
    let figure = |figure: &Figure| {
        let words = client.texts.number(&figure.value);
        let text = el("text").class("b-figure").attr("transform", ground.transform_to(figure.place));
        let hangs = matches!(figure.place, Place::Triangle(triangle) if ground.hangs(triangle));
        text.attr("y", if hangs { "-4" } else { "8.4" }).attr("data-figure", &words).text(words)
    };
    let figures: Vec<Element> = scene.figures.iter().map(figure).collect();
    grid = grid
        .children((!figures.is_empty()).then(|| el("g").attr("aria-hidden", "true").key("figures").children(figures)));
    let areas = overlays::areas(client);
    let acts = |place| scene.marks.iter().any(|mark| mark.place == place && mark.kind == MarkKind::Acting);
    let (open, reach, sources) = (client.open(), client.reach(), client.sources());
    let joined = Joined::of(scene);
    let in_use = plain_cells::in_use(client, &preview.marks);
    let captures = client.captures();
    let planned_next = client.way_looked_at();
    let ghost = planned_next.as_ref().and_then(|way| client.piece_after(way));
    for (number, row) in ground.rows.iter().enumerate() {
        // Only the first cell of a row shows its name; players count the others from there.
        let named = row.first();
        let cells = row.iter().map(|index| {
            let can = match open.get(&scene.cells[*index].place) {
                None => Open::No,
                Some(None) => Open::Leads,
                Some(Some(action)) => Open::Plays(action),
            };
            let place = scene.cells[*index].place;
            let here = Here {
                index: *index,
                open: can,
                name: letters.filter(|_| ground.names_all || named == Some(index)),
                reach: reach.iter().find(|(reached, _)| *reached == place).map(|(_, kind)| *kind),
                capture: captures.get(&place).copied(),
                drags: sources.contains(&place),
                area: areas.get(&place).copied(),
                acts: acts(place),
                joined: &joined,
                end: client.end_at(place),
                ghost: ghost.as_ref().filter(|piece| piece.place == place),
            };
            plain_cells::view(model, client, &here, &in_use)
                .unwrap_or_else(|| cell(model, client, &here, &preview.marks).into())
        });
        // Without a label, screen readers read all cells of the row as its name.
        let name = |index: &usize| scene.cells[*index].name.clone();
        let words = match (row.first(), row.last()) {
            (Some(first), Some(last)) if first != last => {
                model.tongue.tell(&Message::new("board.row").with("from", name(first)).with("to", name(last)))
            }
            (first, _) => first.map(name).unwrap_or_default(),
        };
        let row = el("g").attr("role", "row").attr("aria-label", words).key(format!("row{number}"));
        grid = grid.child(row.children(cells));
    }
    let shows_cursor = |place: &Place| client.acts_here() || client.pointing.cursor() == Some(*place);
    let cursor = client.pointing.looking().filter(shows_cursor).map(|place| {
        let outline = el("polygon").class("b-cursor").attr("points", ground.outline(place));
        outline.attr("transform", ground.transform_to(place)).attr("aria-hidden", "true").key("cursor")
    });
    let hinted = || client.hint_shown().and_then(|hint| overlays::way(&hint.way, ground));
    let way = planned_next.map_or_else(hinted, |way| overlays::way(&way.through, ground));
    let grid = grid.children(danger::over_the_board(client, &preview.flanks));
    let grid = grid
        .children(way)
        .children(super::lesson::over_board(model, client, ground))
        .children(cursor)
        .children(overlays::compass(scene, ground, model.visit.zoom.part(ground.frame)));
    grid.children(motion::paid(client)).children(motion::over(model, client))
}

/// The size of the names of places, or `None` if they would not be readable.
fn letters(model: &Model, ground: &Ground) -> Option<f64> {
    match model.board_size {
        Some(size) => model.visit.zoom.letters(ground.frame, size, ground.on_points),
        None => Some(ground.letters),
    }
}

/// Whether a cell can be picked.
#[derive(Clone, Copy)]
pub(super) enum Open<'a> {
    No,
    /// Yes, but the action needs more picks.
    Leads,
    /// Yes, and this action would be complete.
    Plays(&'a str),
}

/// The facts about a cell that drawing it needs.
pub(super) struct Here<'a> {
    pub(super) index: usize,
    /// Whether the cell can be picked, and which action that would complete.
    pub(super) open: Open<'a>,
    /// The size of the name, if the cell shows it.
    pub(super) name: Option<f64>,
    /// The result for this cell if it was picked next.
    pub(super) reach: Option<MarkKind>,
    /// What picking the cell would take elsewhere.
    pub(super) capture: Option<Capture>,
    /// Whether the piece there can be dragged.
    pub(super) drags: bool,
    /// The area of the overlay that the cell is in.
    pub(super) area: Option<usize>,
    /// Whether the acting piece stands there.
    pub(super) acts: bool,
    /// The stones that are drawn as one body with their neighbours.
    pub(super) joined: &'a Joined,
    /// The facings with which the moving piece can end here.
    pub(super) end: Option<&'a End>,
    /// The moving piece as it would end here, because somebody points at the place.
    pub(super) ghost: Option<&'a Piece>,
}

/// The `tabindex` of a place: 0 for that of the cursor, to which the Tab key goes, and -1 for others in sight, which get the
/// focus by a press. A place out of sight has none.
pub(super) fn tab_index(model: &Model, client: &Client, place: Place) -> Option<&'static str> {
    let at = client.ground.at(place);
    let in_sight = || model.visit.zoom.shows(client.ground.frame, model.board_size, (at.x, at.y));
    if client.pointing.cursor() == Some(place) { Some("0") } else { in_sight().then_some("-1") }
}

/// What lies under the pieces of a place: its ground, who holds it, and the areas and signs drawn on the ground.
fn under_pieces(client: &Client, here: &Here<'_>, preview: &[Mark]) -> Vec<Element> {
    let cell = &client.picture.scene.cells[here.index];
    let (place, around) = (cell.place, client.ground.outline(cell.place));
    let mut drawn = vec![place_ground(&client.ground, place).key("ground")];
    drawn.extend(tints(cell, around));
    drawn.extend(here.area.map(|index| overlays::area(index, around)));
    drawn.extend(client.is_exposed(place).then(|| danger::exposed(around)));
    drawn.extend(here.end.map(|end| overlays::end(end, &client.ground)));
    drawn.extend(here.acts.then(|| pieces::mark(MarkKind::Acting, &Under::plain(around)).key("acting")));
    // The preview already marks the cell that is pointed at, so its rim is left out.
    let looked_at = |kind: &MarkKind| preview.iter().any(|mark| mark.place == place && mark.kind == *kind);
    drawn.extend(here.reach.filter(|kind| !looked_at(kind)).map(|kind| pieces::reach(kind, around).key("reach")));
    drawn
}

/// A piece as it would be, which is drawn as an outline.
fn outlined(client: &Client, piece: &Piece, letter: Option<char>, around: &str) -> Element {
    let bow = pieces::bow(piece, client.ground.turns);
    let drawn = pieces::piece(piece, &client.picture.scene.style, letter, around, client.ground.turns);
    el("g").class("b-ghost").child(drawn).children(bow)
}

/// The direction of a piece's bow on the screen, as a number from 0 for up.
fn bow_of(client: &Client, piece: &Piece) -> usize {
    piece.facing.map_or(0, |facing| client.ground.on_screen(facing).index())
}

fn cell(model: &Model, client: &Client, here: &Here<'_>, preview: &[Mark]) -> Element {
    let scene = &client.picture.scene;
    let cell = &scene.cells[here.index];
    let place = cell.place;
    let is_open = !matches!(here.open, Open::No);
    let letter =
        |seat: Seat| model.settings.letters.then(|| client.seat_name(seat)).and_then(|name| name.chars().next());
    let mut group = el("g")
        .attr("transform", client.ground.transform(here.index))
        .key(cell.name.clone())
        .class(if is_open || here.end.is_some() { "b-place b-open" } else { "b-place" })
        .attr("role", "gridcell")
        .maybe("tabindex", tab_index(model, client, place))
        .attr("aria-label", label(model, client, here))
        .attr("data-place", &cell.name)
        .flag("data-end", here.end.is_some())
        .maybe("data-drag", here.drags.then(|| Held::Place(cell.name.clone()).written()))
        .on_click(TablePress::Pick(cell.name.clone()));
    let around = client.ground.outline(place);
    group = group.children(under_pieces(client, here, preview));
    let hint = client.hint_shown().filter(|hint| hint.points_at(place));
    let hinted: Vec<&Piece> = hint.iter().flat_map(|hint| &hint.moved).filter(|piece| piece.place == place).collect();
    // A piece that the hint only turns is drawn as it would look afterwards, and not twice on one place.
    let turns = |piece: &Piece| hinted.iter().any(|after| after.unit == piece.unit);
    let here_now = scene.pieces.iter().filter(|piece| piece.place == place);
    let pieces: Vec<&Piece> = here_now.filter(|piece| !turns(piece)).collect();
    let is_empty = pieces.is_empty() && hinted.is_empty();
    let home = scene.marks.iter().any(|mark| mark.place == place && mark.kind == MarkKind::Home);
    group = group.children(home.then(|| {
        let owner = cell.tint.first().map(|(seat, _)| *seat);
        let under = Under { owner, empty: is_empty, ..Under::plain(around) };
        pieces::mark(MarkKind::Home, &under).key("home")
    }));
    let is_lost = |kind| matches!(kind, MarkKind::WouldTake | MarkKind::WouldConvert);
    let is_threatened = preview.iter().any(|mark| mark.place == place && is_lost(mark.kind));
    for (number, piece) in pieces.iter().enumerate() {
        let class = if is_threatened { "b-piece b-threatened" } else { "b-piece" };
        let face = if let Shape::Die(face) = piece.shape { format!("-{face}") } else { String::new() };
        let drawn = el("g").class(class).key(format!("piece{number}-{}{face}", piece.seat.0));
        let drawn = drawn.children(here.joined.body(piece, &client.ground));
        let drawn = drawn.maybe("data-motion", motion::of_piece(client, piece));
        let sheet = scene.sheets.iter().find(|sheet| Some(sheet.unit) == piece.unit);
        let shields = sheet.and_then(|sheet| pieces::shields(piece, sheet, client.ground.turns));
        let piece = pieces::piece(piece, &scene.style, letter(piece.seat), around, client.ground.turns);
        group = group.child(drawn.children(shields).child(sized(&client.ground, piece)));
    }
    let held = pieces.iter().any(|piece| piece.shape == Shape::Hold);
    let points = client.ground.on_points;
    if let Some(letters) = here.name.filter(|_| (points || is_empty) && !home) {
        group = group.child(place_name(model, &cell.name, letters, points));
    }
    let is_shown = |mark: &Mark| mark.place == place && matches!(mark.kind, MarkKind::WouldPlace | MarkKind::Aim);
    if is_open && (is_empty || held) && !preview.iter().any(is_shown) {
        group = group.child(open_sign(client, here, held).key("dot"));
    }
    // A piece of another seat that can be picked is a target, unless another sign says already what would become of it.
    let is_target = |piece: &&Piece| client.actor_shown().is_some_and(|actor| actor != piece.seat);
    let signed = here.reach.is_some() || held || scene.marks.iter().chain(preview).any(is_shown);
    if is_open && !signed && pieces.iter().any(is_target) {
        group = group.child(pieces::target(around).key("target"));
    }
    // Places that were picked for a longer action stay marked.
    if client.pointing.picked().iter().any(|pick| client.place_of(pick) == Some(place)) {
        group = group.child(pieces::picked(around).key("picked"));
    }
    let outlined = |piece: &Piece| outlined(client, piece, letter(piece.seat), around);
    if hint.is_some() {
        let ends = hinted.iter().map(|piece| outlined(piece).attr("data-hint-end", "").key("hint-end"));
        group = group.children(ends).child(pieces::hinted(around).key("hinted"));
    }
    group =
        group.children(here.ghost.map(|piece| outlined(piece).attr("data-ghost", bow_of(client, piece)).key("ghost")));
    let marks = scene.marks.iter().chain(preview).filter(|mark| mark.place == place);
    let mut kinds: Vec<MarkKind> = marks.map(|mark| mark.kind).collect();
    kinds.retain(|kind| !matches!(kind, MarkKind::Home | MarkKind::Acting)); // drawn under the pieces
    kinds.retain(|kind| !crosses_out(*kind, is_empty));
    game::sort(&mut kinds);
    kinds.dedup();
    let hinted = || client.hint_shown().and_then(|hint| hint.shape.clone());
    let shape = |seat| client.in_hand().or_else(hinted).or_else(|| usual_shape(scene, seat));
    let whose = client.seat_at_work();
    let ghost = whose.and_then(|seat| Some((seat, shape(seat)?, letter(seat))));
    let owner = cell.tint.first().map(|(seat, _)| *seat);
    let build = match () {
        () if pieces.iter().any(|piece| piece.facing.is_some()) => Build::Pointed,
        () if first_shape(scene).is_some_and(pieces::has_corners) => Build::Square,
        () => Build::Round,
    };
    let under = Under { outline: around, held, ghost, owner, empty: is_empty, build, faces: &scene.style.faces };
    let sign = here.reach.filter(|kind| !kinds.contains(kind)).map(|kind| pieces::reach_sign(kind).key("reach-sign"));
    let marks =
        kinds.into_iter().map(|kind| sized(&client.ground, pieces::mark(kind, &under)).key(format!("{kind:?}")));
    // Marks of events between the viewer's last turn and the last move are drawn fainter.
    let earlier = client.earlier.marks.iter().filter(|mark| mark.place == place);
    let earlier = earlier.filter(|mark| !crosses_out(mark.kind, is_empty)).map(|mark| {
        let sign = sized(&client.ground, pieces::mark(mark.kind, &under));
        el("g").class("b-earlier").child(sign).key(format!("earlier-{:?}", mark.kind))
    });
    group = group.children(earlier);
    let bows = pieces.iter().filter_map(|piece| motion::bow(client, piece));
    let holder = pieces.iter().find(|piece| piece.shape == Shape::Hold);
    let name = holder.zip(here.name);
    let name = name.and_then(|(piece, size)| pieces::name_on_hold(&cell.name, piece.seat, size, unmeasured(model)));
    // Names and bows come last, so that no frame hides them.
    group.children(marks).children(sign).children(name).children(bows)
}

/// Whether a mark would cross out the piece that captured here: something was taken where a piece stands now.
fn crosses_out(kind: MarkKind, is_empty: bool) -> bool {
    kind == MarkKind::Taken && !is_empty
}

/// The share of each seat in a place, in its colour.
fn tints(cell: &Cell, outline: &str) -> Vec<Element> {
    let tint = |(seat, percent): &(Seat, u8)| {
        let tint = el("polygon").class(format!("b-tint seat-{}", seat.0)).attr("points", outline);
        tint.attr("fill-opacity", f64::from(*percent) / 160.0).key(format!("tint{}", seat.0))
    };
    cell.tint.iter().map(tint).collect()
}

/// The name of a place. On a board of points it stands beside the point; on a hex it stands below the middle.
pub(super) fn place_name(model: &Model, name: &str, letters: f64, on_points: bool) -> Element {
    let beside = if on_points { " b-beside" } else { "" };
    let text = el("text").class(format!("b-name{beside}{}", unmeasured(model)));
    let text = if on_points { text.attr("x", "-12.6").attr("y", "2.2") } else { text.attr("y", "12") };
    text.attr("font-size", format!("{letters:.1}")).text(name).key("name")
}

/// The class of names before the board was measured: whether they are readable is not known yet, so phones hide them.
fn unmeasured(model: &Model) -> &'static str {
    if model.board_size.is_some() { "" } else { " b-unmeasured" }
}

/// The sign of a place that can be picked: how much it captures, or a dot.
fn open_sign(client: &Client, here: &Here<'_>, held: bool) -> Element {
    match here.capture {
        Some(capture) => danger::capture(capture, held),
        None => pieces::dot(held, !client.pointing.picked().is_empty()),
    }
}

/// The shape of the next piece of a seat: the shape of its pieces on the board. There is none if pieces have facings,
/// since the facing of the next piece is not known.
fn usual_shape(scene: &Scene, seat: Seat) -> Option<Shape> {
    let own = scene.pieces.iter().find(|piece| piece.seat == seat);
    match own.or(scene.pieces.first()) {
        None => Some(Shape::Stone),
        Some(piece) => piece.facing.is_none().then(|| piece.shape.clone()),
    }
}

/// The shape of the first piece on the board or, without pieces, of the first item of a tray.
pub(super) fn first_shape(scene: &Scene) -> Option<&Shape> {
    let items = scene.trays.iter().flat_map(|tray| &tray.items).map(|item| &item.shape);
    scene.pieces.iter().map(|piece| &piece.shape).chain(items).next()
}

/// A place in words: its name, its pieces, and the result of picking it.
fn label(model: &Model, client: &Client, here: &Here<'_>) -> String {
    let scene = &client.picture.scene;
    let cell = &scene.cells[here.index];
    let pieces: Vec<String> = scene
        .pieces
        .iter()
        .filter(|piece| piece.place == cell.place)
        .map(|piece| client.piece_in_words(piece))
        .collect();
    let what = if pieces.is_empty() { model.tongue.say("place.empty") } else { pieces.join(", ") };
    let mut label = format!("{}, {what}", cell.name);
    for kind in scene.marks.iter().filter(|mark| mark.place == cell.place).map(|mark| mark.kind) {
        let words = match kind {
            MarkKind::Last => model.tongue.say("place.last"),
            MarkKind::Taken => model.tongue.say("place.taken"),
            MarkKind::Converted => model.tongue.say("place.converted"),
            MarkKind::Enclosed => model.tongue.say("place.enclosed"),
            MarkKind::Winning => model.tongue.say("place.winning"),
            MarkKind::Unknown => model.tongue.say("place.unknown"),
            MarkKind::CountsMore => model.tongue.say("place.counts-more"),
            MarkKind::CountsNow => model.tongue.say("place.counts-now"),
            MarkKind::Acting => model.tongue.say("place.acts"),
            MarkKind::Home => match cell.tint.first() {
                Some((owner, _)) => {
                    model.tongue.tell(&Message::new("place.home-of").with("seat", client.seat_name(*owner)))
                }
                None => model.tongue.say("place.home"),
            },
            // These marks have no words of their own here: the label says whether the place is open, and the preview
            // says what an action would do.
            MarkKind::Zone
            | MarkKind::Aim
            | MarkKind::WouldPlace
            | MarkKind::WouldTake
            | MarkKind::WouldConvert
            | MarkKind::WouldWeaken
            | MarkKind::WouldJoin => continue,
        };
        label = format!("{label}, {words}");
    }
    for kind in client.earlier.marks.iter().filter(|mark| mark.place == cell.place).map(|mark| mark.kind) {
        let key = match kind {
            MarkKind::Last => "place.earlier",
            MarkKind::Converted | MarkKind::Enclosed => "place.earlier-converted",
            MarkKind::Taken => "place.earlier-taken",
            // These marks do not tell what was done.
            MarkKind::Aim
            | MarkKind::WouldPlace
            | MarkKind::WouldTake
            | MarkKind::WouldConvert
            | MarkKind::WouldWeaken
            | MarkKind::WouldJoin
            | MarkKind::Winning
            | MarkKind::Unknown
            | MarkKind::CountsMore
            | MarkKind::Home
            | MarkKind::CountsNow
            | MarkKind::Zone
            | MarkKind::Acting => continue,
        };
        label = format!("{label}, {}", model.tongue.say(key));
    }
    if let Some(end) = here.end {
        label = format!("{label}, {}", client.end_in_words(end));
    }
    if let Some(words) = danger::in_words(model, client, cell.place) {
        label = format!("{label}, {words}");
    }
    if let Some(words) = here.area.and_then(|_| overlays::area_words(client, cell.place)) {
        label = format!("{label}, {words}");
    }
    for fact in &cell.about {
        label = format!("{label}, {}", client.say(fact));
    }
    match here.open {
        Open::Plays(action) => {
            let known = client.known_preview(action).cloned();
            // With too many actions to preview them all, only the action that is pointed at gets its preview now.
            let known =
                known.or_else(|| (client.pointing.looking() == Some(cell.place)).then(|| client.preview(action)));
            let story = known.map(|preview| super::dice::in_words(model, client, &preview)).unwrap_or_default();
            format!("{label}, {}: {story}", model.tongue.say("place.open"))
        }
        Open::Leads if let Some(key) = here.reach.and_then(reach_key) => {
            format!("{label}, {}", model.tongue.tell(&Message { key: key.into(), args: SortedMap::new() }))
        }
        Open::Leads if client.begun_with().is_some() => format!("{label}, {}", model.tongue.say("place.leads-on")),
        Open::Leads => format!("{label}, {}", model.tongue.say("place.leads")),
        Open::No if client.pointing.picked().iter().any(|pick| client.place_of(pick) == Some(cell.place)) => {
            format!("{label}, {}", model.tongue.say("place.picked"))
        }
        Open::No if here.end.is_some() => {
            let way = client.way_looked_at().filter(|_| client.pointing.looking() == Some(cell.place));
            way.map_or(label.clone(), |way| format!("{label}: {}", client.say_all(&way.story)))
        }
        Open::No if client.pointing.looking() == Some(cell.place) && client.acts_here() => {
            match client.why_not(cell.place) {
                Some(why) => format!("{label}. {why}"),
                None => label,
            }
        }
        Open::No => label,
    }
}

/// The key of the words for what a pick would do to the piece on a place.
fn reach_key(kind: MarkKind) -> Option<&'static str> {
    match kind {
        MarkKind::WouldTake => Some("place.would-take"),
        MarkKind::WouldConvert => Some("place.would-convert"),
        MarkKind::WouldWeaken => Some("place.would-weaken"),
        MarkKind::WouldJoin => Some("place.would-join"),
        MarkKind::Last
        | MarkKind::Taken
        | MarkKind::Converted
        | MarkKind::Enclosed
        | MarkKind::Aim
        | MarkKind::WouldPlace
        | MarkKind::Winning
        | MarkKind::Unknown
        | MarkKind::CountsMore
        | MarkKind::Home
        | MarkKind::CountsNow
        | MarkKind::Zone
        | MarkKind::Acting => None,
    }
}
