//! The legend: the signs that boards use, and their meaning.

use game::Seat;
use hex::Direction;
use scene::{Badge, BadgeKind, Health, MarkKind, Piece, Place, Scene, Shape, Sign, Style};

use super::pieces::{self, Under};
use super::{board, lattice};
use crate::html::{Element, el};
use crate::model::Model;

/// An entry of the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// The dot of a place that can be picked. Every board has it.
    Open,
    /// The mark of an event between the viewer's last turn and the last move.
    Earlier,
    /// A sign that the game uses.
    Sign(Sign),
}

/// The kind of piece and ground that an entry is drawn on. It is taken from the game.
struct Sample {
    shape: Shape,
    /// Up, if the pieces of the game have a facing.
    facing: Option<Direction>,
    style: Style,
    on_triangles: bool,
}

impl Sample {
    fn of(scene: &Scene) -> Self {
        let on_triangles = scene.cells.iter().any(|cell| matches!(cell.place, Place::Triangle(_)));
        Self {
            shape: board::first_shape(scene).cloned().unwrap_or(Shape::Stone),
            facing: scene.pieces.first().and_then(|piece| piece.facing).map(|_| Direction::N),
            style: scene.style.clone(),
            on_triangles,
        }
    }

    /// A stone on plain ground.
    fn stone() -> Self {
        Self { shape: Shape::Stone, facing: None, style: Style::default(), on_triangles: false }
    }
}

/// The signs that players can meet, each with its drawing and its words: those of the open table, or of all games if no
/// table is open.
pub(super) fn entries(model: &Model) -> Vec<(Element, String)> {
    let covers = model.covers.iter().flatten().map(|picture| &picture.scene);
    let scenes: Vec<&Scene> = match &model.client {
        Some(client) => vec![&client.picture.scene],
        None => covers.collect(),
    };
    let mut signs: Vec<(Sign, &Scene)> = Vec::new();
    for (sign, scene) in scenes.iter().flat_map(|scene| scene.style.signs.iter().map(move |sign| (*sign, *scene))) {
        if !signs.iter().any(|(known, _)| *known == sign) {
            signs.push((sign, scene));
        }
    }
    let some = scenes.first().map_or_else(Sample::stone, |scene| Sample::of(scene));
    let mut entries = vec![(Entry::Open, Sample::stone()), (Entry::Earlier, some)];
    entries.extend(signs.into_iter().map(|(sign, scene)| (Entry::Sign(sign), Sample::of(scene))));
    // The mark of the last turn comes before the mark of earlier events.
    if entries.get(2).is_some_and(|(entry, _)| *entry == Entry::Sign(Sign::Mark(MarkKind::Last))) {
        entries.swap(1, 2);
    }
    let words = |entry| model.tongue.find(key(entry)).unwrap_or_default();
    entries.into_iter().map(|(entry, sample)| (drawing(entry, &sample), words(entry))).collect()
}

/// The key of the sentence that says what an entry means.
fn key(entry: Entry) -> &'static str {
    match entry {
        Entry::Open => "legend.open",
        Entry::Earlier => "legend.earlier",
        Entry::Sign(Sign::Mark(kind)) => match kind {
            MarkKind::Last => "legend.last",
            MarkKind::Taken => "legend.taken",
            MarkKind::Converted => "legend.converted",
            MarkKind::Enclosed => "legend.enclosed",
            MarkKind::Aim => "legend.aim",
            MarkKind::WouldPlace => "legend.would-place",
            MarkKind::WouldTake => "legend.would-take",
            MarkKind::WouldConvert => "legend.would-convert",
            MarkKind::WouldWeaken => "legend.would-weaken",
            MarkKind::WouldJoin => "legend.would-join",
            MarkKind::Winning => "legend.winning",
            MarkKind::Unknown => "legend.unknown",
            MarkKind::CountsMore => "legend.counts-more",
            MarkKind::Home => "legend.home",
            MarkKind::CountsNow => "legend.counts-now",
            MarkKind::Zone => "legend.zone",
            MarkKind::Acting => "legend.acting",
        },
        Entry::Sign(Sign::Badge(kind)) => match kind {
            BadgeKind::Guard => "legend.guard",
            BadgeKind::Weakened => "legend.weakened",
            BadgeKind::Support => "legend.support",
            BadgeKind::Speed => "legend.speed",
            BadgeKind::Backwards => "legend.backwards",
            BadgeKind::Disabled => "legend.disabled",
            BadgeKind::Carries => "legend.carries",
            BadgeKind::Covered => "legend.covered",
        },
        Entry::Sign(Sign::Health) => "legend.health",
        Entry::Sign(Sign::HealthUnknown) => "legend.health-unknown",
        Entry::Sign(Sign::HealthRemembered) => "legend.health-remembered",
        Entry::Sign(Sign::Share) => "legend.share",
        Entry::Sign(Sign::End) => "legend.end",
        Entry::Sign(Sign::Captures) => "legend.captures",
        Entry::Sign(Sign::Target) => "legend.target",
    }
}

/// The drawing of one entry.
fn drawing(entry: Entry, sample: &Sample) -> Element {
    let svg = el("svg").class("board legend-mark whole").attr("viewBox", "-20 -20 40 40").attr("aria-hidden", "true");
    let hexagon = "17.3,-10 17.3,10 0,20 -17.3,10 -17.3,-10 0,-20";
    if let Entry::Sign(sign) = entry
        && let Some(triangle) = sample.on_triangles.then(|| lattice::legend_mark(sign)).flatten()
    {
        return svg.child(pieces::hatching(true)).child(triangle);
    }
    let svg = svg.child(pieces::hatching(false)).child(el("polygon").class("b-cell").attr("points", hexagon));
    let like = |shape: &Shape| {
        let facing = sample.facing;
        Piece { facing, ..Piece::new(Place::Hex(hex::Hex::ORIGIN), Seat(1), shape.clone()) }
    };
    let drawn = |piece: &Piece| pieces::piece(piece, &sample.style, None, hexagon, 0);
    // A held place is covered by its piece, so its marks are drawn on that piece.
    let held = sample.shape == Shape::Hold;
    let ground = held.then(|| drawn(&like(&Shape::Hold)));
    let under = Under { held, faces: &sample.style.faces, ..Under::plain(hexagon) };
    let health = |value, remembered| {
        drawn(&Piece { health: Some(Health { value, most: 3, remembered }), ..like(&sample.shape) })
    };
    match entry {
        Entry::Open => svg.child(pieces::dot(false, false)),
        Entry::Earlier => {
            svg.children(ground).child(el("g").class("b-earlier").child(pieces::mark(MarkKind::Last, &under)))
        }
        Entry::Sign(Sign::Mark(kind)) => {
            let under = Under { owner: Some(Seat(1)), ..under };
            svg.children(ground).child(pieces::mark(kind, &under))
        }
        Entry::Sign(Sign::Badge(kind)) => {
            let count = if kind == BadgeKind::Weakened { 2 } else { 1 };
            svg.child(drawn(&Piece { badges: vec![Badge { kind, count }], ..like(&sample.shape) }))
        }
        Entry::Sign(Sign::End) => {
            let scene = Scene::of_hexes(hex::Orientation::FlatTop, [(hex::Hex::ORIGIN, String::new())].into_iter());
            let facings = vec![Direction::N, Direction::NE];
            let end = scene::End { place: Place::Hex(hex::Hex::ORIGIN), facings, costly: false };
            svg.child(super::overlays::end(&end, &crate::ground::Ground::of(&scene)))
        }
        Entry::Sign(Sign::Captures) => {
            let capture = client::Capture { kind: MarkKind::WouldTake, count: 3 };
            svg.child(super::danger::capture(capture, false))
        }
        Entry::Sign(Sign::Target) => svg.child(drawn(&like(&sample.shape))).child(pieces::target(hexagon)),
        Entry::Sign(Sign::Share) => svg,
        Entry::Sign(Sign::Health) => svg.child(health(Some(2), false)),
        Entry::Sign(Sign::HealthUnknown) => svg.child(health(None, false)),
        Entry::Sign(Sign::HealthRemembered) => svg.child(health(Some(2), true)),
    }
}
