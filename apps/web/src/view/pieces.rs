//! Pieces and marks as SVG, each around the centre of its place.

use game::Seat;
use scene::{Badge, BadgeKind, Emblem, Health, HealthLook, MarkKind, Piece, Place, Shape, Sheet, Style};

use super::dice::six_pips;
use super::materials;
use super::{emblems, hulls, silhouettes};
use crate::html::{Element, el};

/// The shapes of the six seats: ring, diamond, triangle, bar, star, cross.
const SIGNS: [&str; 6] = [
    "M0,-6.5A6.5,6.5 0 1 1 0,6.5A6.5,6.5 0 1 1 0,-6.5ZM0,-3.4A3.4,3.4 0 1 0 0,3.4A3.4,3.4 0 1 0 0,-3.4Z",
    "M0,-8L6.6,0L0,8L-6.6,0Z",
    "M0,-7.4L6.9,5L-6.9,5Z",
    "M-7,-3.2H7V3.2H-7Z",
    "M0,-8L2.2,-2.6L8,-2.4L3.5,1.2L5,6.8L0,3.6L-5,6.8L-3.5,1.2L-8,-2.4L-2.2,-2.6Z",
    "M-2.4,-7H2.4V-2.4H7V2.4H2.4V7H-2.4V2.4H-7V-2.4H-2.4Z",
];

/// Two arrows in opposite directions: the sign of a piece that changes its owner.
const ARROWS: &str = "M-6,-2.8H6L2.8,-6M6,2.8H-6L-2.8,6";

/// A star with four rays: the sign of a cell that counts for more than others.
const STAR: &str = "M0,-7.5L1.9,-1.9L7.5,0L1.9,1.9L0,7.5L-1.9,1.9L-7.5,0L-1.9,-1.9Z";

/// The positions of the small marks on a held place: beside the seat's sign, above the pips.
const LEFT_CORNER: &str = "translate(-11.5 -4)";
const RIGHT_CORNER: &str = "translate(11.5 -4)";

/// A piece with everything that its fields say of it, except the mark at its bow, which is drawn last.
pub(super) fn piece(piece: &Piece, style: &Style, letter: Option<char>, outline: &str, turns: u8) -> Element {
    let turn = silhouettes::turn(piece, turns);
    let is_hold = piece.shape == Shape::Hold;
    let is_disabled = piece.badges.iter().any(|badge| badge.kind == BadgeKind::Disabled);
    // A tag stands where the sign of the seat would stand.
    let sign = piece.tag.is_none().then(|| letter.map_or_else(|| sign(piece.seat), letter_of));
    // A held place that is out of sight is hatched, also if its health is remembered.
    let is_dark = is_hold && piece.health.is_some_and(|health| health.remembered || health.value.is_none());
    let class = match (is_disabled, is_dark) {
        (true, _) => " b-adrift",
        (false, true) => " b-veiled",
        (false, false) => "",
    };
    let body = body(piece, sign, outline, turn.unwrap_or(0), class, &style.faces);
    // A body that is turned or faint has a group around it, so that its tag, health and badges are not.
    let is_apart = is_disabled || matches!(piece.shape, Shape::Silhouette(_));
    let whole = if is_apart { el("g").class(format!("seat-{}", piece.seat.0)).child(body.key("body")) } else { body };
    let veil = |class: &'static str| {
        el("polygon").class(class).attr("points", outline).attr("transform", HOLD_SCALE).key(class)
    };
    let fog = is_dark.then(|| ["b-material b-mist", "b-fog"].map(veil));
    let tag = piece.tag.as_ref().map(|tag| {
        let below = match piece.shape {
            Shape::Silhouette(_) => return silhouettes::tag(tag, turn.unwrap_or(0)),
            Shape::Stone => 0.0,
            Shape::Hold => -4.0,
            Shape::Die(_) => 10.2, // no face has a pip there
        };
        el("text").class("b-tag").attr("y", format!("{:.1}", below + 3.6)).text(tag.clone()).key("tag")
    });
    let health = piece.health.map(|health| match (style.health, health.value) {
        (HealthLook::Bar, Some(value)) => silhouettes::health_bar(value, health, turn.unwrap_or(0)),
        (HealthLook::Pips, _) | (HealthLook::Bar, None) => pips(health, is_hold).key("health"),
    });
    let badges = piece.badges.iter().map(|of| badge(*of, turn));
    whole.children(fog.into_iter().flatten()).children(tag).children(health).children(badges)
}

/// The mark at the bow of a piece that has a facing. It is drawn over everything else on its place.
pub(super) fn bow(piece: &Piece, turns: u8) -> Option<Element> {
    silhouettes::turn(piece, turns).map(silhouettes::bow)
}

/// The shields of a piece that has a sheet with sides, as light around it.
pub(super) fn shields(piece: &Piece, sheet: &Sheet, turns: u8) -> Option<Element> {
    let Shape::Silhouette(silhouette) = &piece.shape else { return None };
    let shields = hulls::shields(sheet, silhouette, silhouettes::turn(piece, turns)?)?;
    Some(el("g").class(format!("seat-{}", piece.seat.0)).child(shields).key("shields"))
}

fn letter_of(letter: char) -> Element {
    el("text").class("b-letter").attr("y", "5").text(letter.to_string())
}

/// A badge at the rim of a piece: guard on the left, losses on the right, support above. A piece with a facing has its
/// losses on the left, away from its bow, since its speed is on the right.
fn badge(badge: Badge, turn: Option<i32>) -> Element {
    let group = |class, at| el("g").class(class).attr("transform", at).key(class);
    let number = |words: String| el("text").class("b-badge-number").attr("y", "2.6").text(words);
    match badge.kind {
        BadgeKind::Speed => silhouettes::speed_badge(badge.count.to_string(), "b-badge b-speed", turn.unwrap_or(0)),
        BadgeKind::Backwards => {
            silhouettes::speed_badge(format!("−{}", badge.count), "b-badge b-speed b-back", turn.unwrap_or(0))
        }
        BadgeKind::Disabled => silhouettes::disabled_badge(turn.unwrap_or(0)),
        BadgeKind::Carries => silhouettes::carries_badge(badge.count, turn.unwrap_or(0)),
        BadgeKind::Covered => el("circle").class("b-badge b-covered").attr("r", "12.4").key("covered"),
        BadgeKind::Guard => group("b-badge b-guard", "translate(-15 -1.5)")
            .child(el("path").attr("d", "M0,-5.4L4.4,-3.6V.4C4.4,3 2.2,4.8 0,5.8C-2.2,4.8 -4.4,3 -4.4,.4V-3.6Z")),
        BadgeKind::Weakened if let Some(turn) = turn => silhouettes::weakened_badge(badge.count, turn),
        BadgeKind::Weakened => group("b-badge b-weakened", "translate(15 -1.5)")
            .child(el("circle").attr("r", "4.6"))
            .child(number(badge.count.to_string())),
        BadgeKind::Support => {
            let words = if badge.count > 1 { format!("+{}", badge.count) } else { "+".to_owned() };
            // The badge grows with its text, so that no character lies outside.
            let width = 2.0 * BADGE_MARGIN + BADGE_LETTER * words.chars().count().max(1) as f64;
            let body = el("rect").attr("x", format!("{:.1}", -width / 2.0)).attr("width", format!("{width:.1}"));
            let body = body.attr("y", "-3.6").attr("height", "7.2");
            group("b-badge b-support", "translate(0 -14.4)").child(body.attr("rx", "3.6")).child(number(words))
        }
    }
}

/// The largest width of a character of a badge, and the margin on either side of the text.
const BADGE_LETTER: f64 = 5.0;
const BADGE_MARGIN: f64 = 2.9;

/// The radius of a stone.
const STONE: &str = "13.4";

const HOLD_SCALE: &str = "scale(.93)";

/// The sign of a seat by itself.
pub(super) fn sign(seat: Seat) -> Element {
    el("path").class("b-sign").attr("d", SIGNS[seat.index() % SIGNS.len()])
}

/// The shape of a piece in the seat's colour, with the seat's sign on it. Dice have no emblems.
pub(super) fn shape(seat: Seat, shape: &Shape, letter: Option<char>, outline: &str) -> Element {
    shape_with(&[], seat, shape, letter, outline)
}

/// The shape of a piece. The faces of dice have these emblems.
pub(super) fn shape_with(faces: &[Emblem], seat: Seat, shape: &Shape, letter: Option<char>, outline: &str) -> Element {
    let piece = Piece::new(Place::Hex(hex::Hex::ORIGIN), seat, shape.clone());
    body(&piece, Some(letter.map_or_else(|| sign(seat), letter_of)), outline, 0, "", faces)
}

/// The body of a piece in the seat's colour: a disc, a die, a silhouette or the whole place, with this sign on it.
fn body(piece: &Piece, sign: Option<Element>, outline: &str, turn: i32, class: &str, faces: &[Emblem]) -> Element {
    let class = format!("b-stone seat-{}{class}", piece.seat.0);
    match &piece.shape {
        Shape::Die(face) if let Some(emblem) = faces.get(usize::from(face.wrapping_sub(1))) => {
            emblems::die(class, *face, *emblem, sign)
        }
        Shape::Die(face) => {
            let body = el("rect").class("b-body").attr("x", "-11").attr("y", "-12.5").attr("width", "22");
            let pip = |(x, y): &(i8, i8)| {
                el("circle").class("b-face").attr("cx", 6 * x).attr("cy", f64::from(6 * y) - 1.5).attr("r", "2.3")
            };
            // No face has a pip in the middle of its lower edge, so the sign of the seat fits there.
            let chip = sign.map(|sign| {
                let scale = if sign.tag == "text" { "scale(.54)" } else { "scale(.45)" };
                el("g")
                    .attr("transform", "translate(0 10.2)")
                    .child(el("circle").class("b-chip").attr("r", "4.7"))
                    .child(el("g").attr("transform", scale).child(sign))
            });
            el("g")
                .class(class)
                .child(body.attr("height", "22").attr("rx", "4.5"))
                .children(six_pips(u32::from(*face)).iter().map(pip))
                .children(chip)
        }
        Shape::Silhouette(silhouette) => {
            let speed = piece.badges.iter().find(|badge| badge.kind == BadgeKind::Speed).map_or(0, |badge| badge.count);
            let hull = hulls::hull(silhouette, speed, lost(piece.health));
            silhouettes::body(hull, format!("{class} b-silhouette"), sign, turn, hulls::scale(silhouette))
        }
        Shape::Stone => {
            let round = |class: &'static str| el("circle").class(class).attr("r", STONE);
            if outline.is_empty() {
                return el("g").class(class).child(round("b-body")).children(sign);
            }
            // By a setting, stones fill their hexes.
            let fill = el("polygon").class("b-body b-fill").attr("points", outline).attr("transform", HOLD_SCALE);
            let glint = el("ellipse").class("b-material b-glint").attr("rx", "4.4").attr("ry", "2.5");
            el("g")
                .class(class)
                .child(round("b-material b-shade").attr("cy", "2.4"))
                .child(round("b-body b-round"))
                .child(fill)
                .child(round("b-material b-gloss"))
                .child(glint.attr("transform", "translate(-4.6 -7) rotate(-32)"))
                .children(sign)
        }
        Shape::Hold => {
            let body = el("polygon").class("b-body").attr("points", outline).attr("transform", HOLD_SCALE);
            // Health and the name of the place are below the sign.
            let above =
                if piece.health.is_some() { "translate(0 -6.4) scale(.72)" } else { "translate(0 -4) scale(.82)" };
            let sign = sign.map(|sign| el("g").attr("transform", above).child(sign));
            let gloss = el("polygon").class("b-material b-gloss").attr("points", outline).attr("transform", HOLD_SCALE);
            let walls = materials::walls(outline, piece.health);
            el("g").class(class).child(body).child(gloss).children(walls).children(sign)
        }
    }
}

/// The share of its health that a piece has lost, if the viewer knows it.
fn lost(health: Option<Health>) -> f64 {
    let share = |health: Health| Some(1.0 - f64::from(health.value?) / f64::from(health.most.max(1)));
    health.and_then(share).unwrap_or(0.0)
}

/// A piece drawn large and by itself, seen from above with its bow up.
pub(super) fn portrait(seat: Seat, kind: &Shape) -> Element {
    match kind {
        Shape::Silhouette(silhouette) => {
            let class = format!("b-stone seat-{} b-silhouette", seat.0);
            silhouettes::body(
                hulls::hull(silhouette, 3, 0.0),
                class,
                Some(sign(seat)),
                0,
                1.8 * hulls::scale(silhouette),
            )
        }
        Shape::Die(_) | Shape::Stone | Shape::Hold => shape(seat, kind, None, ""),
    }
}

/// How much larger a piece is drawn on a small picture of a board with this many places, so that it can be recognised.
/// Pieces that touch their neighbours are not enlarged.
pub(super) fn cover_scale(shape: &Shape, places: usize) -> Option<f64> {
    let most = match shape {
        Shape::Die(_) => 1.35,
        Shape::Silhouette(_) => 2.4,
        Shape::Stone | Shape::Hold => return None,
    };
    let scale = (places as f64 / 61.0).sqrt().min(most);
    (scale > 1.0).then_some(scale)
}

/// Whether a shape has corners, so that no ring fits round it.
pub(super) fn has_corners(shape: &Shape) -> bool {
    match shape {
        Shape::Die(_) => true,
        Shape::Stone | Shape::Hold | Shape::Silhouette(_) => false,
    }
}

/// Health as pips: full ones, empty ones, and a question mark if the viewer does not know the value.
fn pips(health: Health, is_hold: bool) -> Element {
    let class = match health {
        Health { value: None, .. } => "b-health b-unknown-health",
        Health { remembered: true, .. } => "b-health b-remembered",
        Health { .. } => "b-health",
    };
    let group = el("g").class(class).attr("transform", if is_hold { "translate(0 3.8)" } else { "translate(0 17)" });
    let Some(value) = health.value else {
        return group.child(el("text").class("b-question").attr("y", if is_hold { "3.4" } else { "4.2" }).text("?"));
    };
    let apart = (22.0 / f64::from(health.most.max(1))).min(7.4);
    let first = -apart * (f64::from(health.most) - 1.0) / 2.0;
    group.children((0..health.most).map(|number| {
        el("circle")
            .class(if number < value { "b-pip b-full" } else { "b-pip" })
            .attr("cx", format!("{:.1}", first + apart * f64::from(number)))
            .attr("r", if apart < 6.0 { "1.8" } else { "2.4" })
    }))
}

/// The largest letters of the name of a held place, in the units of the drawing: larger ones would cover its health.
const LARGEST_ON_HOLD: f64 = 8.6;

/// The name of a held place, under its health, with these further classes. `None` if such letters do not fit there.
pub(super) fn name_on_hold(name: &str, holder: Seat, letters: f64, class: &str) -> Option<Element> {
    (letters <= LARGEST_ON_HOLD).then(|| {
        let text = el("text").class(format!("b-name b-on-hold seat-{}{class}", holder.0)).attr("y", "13.2");
        text.attr("font-size", format!("{letters:.1}")).text(name).key("name")
    })
}

/// The form of the piece under a mark. The mark must not cover the parts that players need to see.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Build {
    /// A ring fits round the piece.
    Round,
    /// The piece has corners, so that no ring fits round it.
    Square,
    /// The piece has a facing: its bow is at the middle of a side of its hex.
    Pointed,
}

/// The place that a mark is drawn on.
pub(super) struct Under<'a> {
    /// The outline of the place.
    pub(super) outline: &'a str,
    /// Whether the place is held: then the ground is in a seat's colour and the middle is covered.
    pub(super) held: bool,
    /// The acting seat, with the shape and the letter of the piece that it would place here.
    pub(super) ghost: Option<(Seat, Shape, Option<char>)>,
    /// The seat that owns the ground.
    pub(super) owner: Option<Seat>,
    /// Whether no piece stands there.
    pub(super) empty: bool,
    /// The form of the piece here, or of the pieces on this board.
    pub(super) build: Build,
    /// The emblems of dice.
    pub(super) faces: &'a [Emblem],
}

impl<'a> Under<'a> {
    /// An empty place without an owner, where no piece would be placed.
    pub(super) fn plain(outline: &'a str) -> Self {
        Self { outline, held: false, ghost: None, owner: None, empty: true, build: Build::Round, faces: &[] }
    }
}

/// Short strokes at the six corners of a hex.
const SIGHTS_AT_CORNERS: &str =
    "M19,0H16.4M9.5,-16.5L8.2,-14.2M-9.5,-16.5L-8.2,-14.2M-19,0H-16.4M-9.5,16.5L-8.2,14.2M9.5,16.5L8.2,14.2";

pub(super) fn mark(kind: MarkKind, under: &Under<'_>) -> Element {
    let outline = |class| el("polygon").class(class).attr("points", under.outline);
    let ring = |class, radius: &str| el("circle").class(class).attr("r", radius);
    let cross = |class| el("path").class(class).attr("d", "M-6,-6L6,6M6,-6L-6,6");
    let arrows = |class| el("path").class(class).attr("d", ARROWS);
    // Six short strokes round a middle.
    let closed = |class| {
        el("path")
            .class(class)
            .attr("d", "M-3,-6H3M5.5,-4.5L7.5,0M7.5,0L5.5,4.5M3,6H-3M-5.5,4.5L-7.5,0M-7.5,0L-5.5,-4.5")
    };
    let corner = |drawn: Element| {
        el("g").class("b-on-hold").attr("transform", format!("{RIGHT_CORNER} scale(.55)")).child(drawn)
    };
    match (kind, under.held) {
        (MarkKind::Last, false) if under.build == Build::Square => outline("b-last").attr("transform", "scale(.9)"),
        (MarkKind::Last, false) => ring("b-last", "15.4"),
        (MarkKind::Last, true) => outline("b-last b-inner").attr("transform", "scale(.83)"),
        (MarkKind::Taken, false) => cross("b-taken"),
        (MarkKind::Taken, true) => corner(cross("b-taken")),
        (MarkKind::Converted, false) => arrows("b-converted"),
        (MarkKind::Converted, true) => corner(arrows("b-converted")),
        (MarkKind::Enclosed, false) => closed("b-enclosed"),
        (MarkKind::Enclosed, true) => corner(closed("b-enclosed")),
        (MarkKind::WouldPlace, _) => match &under.ghost {
            Some((seat, kind, letter)) => {
                let ghost = shape_with(under.faces, *seat, kind, *letter, under.outline);
                el("g").class("b-ghost").child(ghost)
            }
            None => ring("b-would-place", "9"),
        },
        (MarkKind::WouldTake, held) => {
            let halo = held.then(|| [ring("b-halo", "15.4"), cross("b-halo")]);
            let group = el("g").class("b-would-take").children(halo.into_iter().flatten());
            group.child(ring("b-ring", "15.4")).child(cross("b-cross"))
        }
        (MarkKind::WouldConvert, held) => {
            let halo = held.then(|| [ring("b-halo", "15.4"), arrows("b-halo")]);
            let group = el("g").class("b-would-convert").children(halo.into_iter().flatten());
            group.child(ring("b-ring", "15.4")).child(arrows("b-cross"))
        }
        (MarkKind::WouldWeaken, _) => {
            el("g").class("b-would-weaken").child(reach(kind, under.outline)).child(reach_sign(kind))
        }
        (MarkKind::Home, _) => {
            let group = el("g")
                .class(under.owner.map_or_else(|| "b-home".to_owned(), |seat| format!("b-home seat-{}", seat.0)));
            let rim = |class, scale| outline(class).attr("transform", scale);
            let sign = under.owner.filter(|_| under.empty).map(sign);
            // A fort seen from above: three battlements to each side, and a tower at each corner.
            let towers = format!("M{}h0", under.outline.split(' ').collect::<Vec<_>>().join("h0M"));
            group
                .child(rim("b-fort", "scale(.84)"))
                .child(rim("b-outer", "scale(.84)").attr("pathLength", "36"))
                .child(rim("b-inner", "scale(.7)"))
                .child(el("path").class("b-posts").attr("d", towers).attr("transform", "scale(.83)"))
                .children(sign)
        }
        (MarkKind::Aim, _) => {
            // The sights are at the rim, so that the target stays visible. For pieces with a facing they are at the six
            // corners, between the six directions that a bow can point in.
            let sight = if under.build == Build::Pointed {
                SIGHTS_AT_CORNERS
            } else {
                "M0,-17V-11.5M0,17V14M-18.5,0H-12.5M18.5,0H12.5"
            };
            let stroke = |class| el("path").class(class).attr("d", sight);
            el("g").class("b-aim").child(stroke("b-halo")).child(stroke("b-line"))
        }
        (MarkKind::WouldJoin, _) => ring("b-would-join", "15.4"),
        (MarkKind::Winning, false) if under.build == Build::Square => {
            outline("b-winning").attr("transform", "scale(.9)")
        }
        (MarkKind::Winning, false) => ring("b-winning", "15.4"),
        (MarkKind::Winning, true) => outline("b-winning b-inner").attr("transform", "scale(.83)"),
        (MarkKind::Unknown, _) => outline("b-unknown"),
        (MarkKind::CountsMore, _) => {
            let star = |class| el("path").class(class).attr("d", STAR).attr("transform", "scale(.82)");
            let inner = outline("b-line").attr("transform", "scale(.86)");
            el("g").class("b-counts-more").child(inner).child(star("b-halo")).child(star("b-star"))
        }
        (MarkKind::CountsNow | MarkKind::Zone, _) => outline("b-zone").attr("transform", "scale(.9)"),
        (MarkKind::Acting, _) => outline("b-acting").attr("transform", "scale(.93)"),
    }
}

/// The rim of a place in reach, in the colour of the result of an attack. It is drawn under the piece.
pub(super) fn reach(kind: MarkKind, outline: &str) -> Element {
    let rim = |class| el("polygon").class(class).attr("points", outline).attr("transform", "scale(.92)");
    el("g").class(format!("b-in-reach {}", reach_class(kind))).child(rim("b-rim-line"))
}

/// A piece that can be aimed at: brackets at the corners of its place, which leave the piece and its bow to be seen.
pub(super) fn target(outline: &str) -> Element {
    let bracket = |class| el("polygon").class(class).attr("points", outline).attr("pathLength", "6");
    let group = el("g").class("b-target-rim").attr("transform", "scale(.93)");
    group.child(bracket("b-halo")).child(bracket("b-line"))
}

/// The same result as a sign at the corner, for people who cannot tell the colours apart. It is drawn over the piece.
pub(super) fn reach_sign(kind: MarkKind) -> Element {
    let sign = match kind {
        MarkKind::WouldTake => "M-2.2,-2.2L2.2,2.2M2.2,-2.2L-2.2,2.2",
        MarkKind::WouldConvert => "M-2.8,-1.3H2.8L1.4,-2.8M2.8,1.3H-2.8L-1.4,2.8",
        MarkKind::WouldWeaken => "M-2.6,0H2.6",
        _ => "M-2.6,0H2.6M0,-2.6V2.6",
    };
    el("g")
        .class(format!("b-reach-sign {}", reach_class(kind)))
        .attr("transform", "translate(10.6 -11.4)")
        .child(el("circle").attr("r", "4.7"))
        .child(el("path").attr("d", sign))
}

fn reach_class(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::WouldTake | MarkKind::WouldConvert => "b-take",
        MarkKind::WouldWeaken => "b-weaken",
        _ => "b-join",
    }
}

/// A place that was picked as part of a longer action.
pub(super) fn picked(outline: &str) -> Element {
    let around = |class| el("polygon").class(class).attr("points", outline).attr("transform", "scale(.96)");
    el("g").class("b-picked").child(around("b-halo")).child(around("b-line"))
}

/// A place that a hint points at.
pub(super) fn hinted(outline: &str) -> Element {
    let around = |class| el("polygon").class(class).attr("points", outline).attr("transform", "scale(.9)");
    el("g").class("b-hinted").child(around("b-halo")).child(around("b-line"))
}

/// The sign of a place that can be picked. An empty place has a dot in its middle. A held place has a small target in
/// its corner, or an arrow if an action starts there; a dot would look like a health pip.
pub(super) fn dot(held: bool, is_target: bool) -> Element {
    match (held, is_target) {
        (false, _) => el("circle").class("b-dot").attr("r", if is_target { "3.4" } else { "2.6" }),
        (true, true) => el("circle").class("b-dot b-on-piece b-target").attr("r", "3").attr("transform", LEFT_CORNER),
        (true, false) => {
            el("path").class("b-dot b-on-piece").attr("d", "M-2.6,-3.2L3,0L-2.6,3.2Z").attr("transform", LEFT_CORNER)
        }
    }
}

/// The SVG patterns: one for hatched ground, one for held places out of sight, and on boards of points the seats'
/// weaves.
pub(super) fn hatching(on_points: bool) -> Element {
    let pattern = |id, class| {
        let lines = el("path").class(class).attr("d", "M0,6L6,0M-1,1L1,-1M5,7L7,5");
        let pattern = el("pattern").attr("id", id).attr("patternUnits", "userSpaceOnUse");
        pattern.attr("width", "6").attr("height", "6").child(lines)
    };
    // Tinted ground has a pattern for each seat, so that seats can be told apart without colours.
    let weaves = WEAVES.iter().enumerate().map(|(seat, d)| {
        let pattern = el("pattern").attr("id", format!("weave-{}", seat + 1)).attr("patternUnits", "userSpaceOnUse");
        pattern.attr("width", "4").attr("height", "4").child(el("path").class("b-weave-line").attr("d", d))
    });
    let weaves = on_points.then(|| weaves.collect::<Vec<_>>());
    let defs = el("defs").key("defs").child(pattern("hatching", "b-hatch")).child(pattern("fog", "b-fog-line"));
    defs.children(weaves.into_iter().flatten())
}

/// The patterns of tinted ground from the second seat on; the first seat has none.
const WEAVES: [&str; 5] =
    ["M0,4L4,0M-1,1L1,-1M3,5L5,3", "M0,2H4", "M2,0V4", "M0,0L4,4M-1,3L1,5M3,-1L5,1", "M0,2H4M2,0V4"];

#[cfg(test)]
mod tests {
    use super::*;

    /// The widths of a plus and of a digit at the font size of the style sheet, as measured in Chromium.
    const PLUS: f64 = 6.3;
    const DIGIT: f64 = 5.3;

    #[test]
    fn a_badge_is_as_wide_as_what_it_says() {
        for (count, digits) in [(1, 0.0), (2, 1.0), (3, 1.0), (12, 2.0)] {
            let drawn = badge(Badge { kind: BadgeKind::Support, count }, None).to_string();
            let width = drawn.split_once("width=\"").and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
            let width: f64 = width.parse().unwrap();
            assert!(width >= PLUS + digits * DIGIT + 3.0, "{drawn}");
        }
    }
}
