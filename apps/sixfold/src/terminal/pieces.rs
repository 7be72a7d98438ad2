//! The pieces on a board, as a few characters and as words.

use client::Client;
use game::Seat;
use scene::{Badge, BadgeKind, Health, Orientation, Piece, Scene, Shape, TrayItem};

use super::board::Scale;
use super::canvas::{Ink, Look};

const SHAPES: [char; 6] = ['●', '◆', '▲', '■', '★', '✚'];
/// The shapes of the seats for places that they hold without a piece.
const SMALL_SHAPES: [char; 6] = ['•', '⬩', '▴', '▪', '⋆', '+'];
/// The six directions that a piece can face, clockwise from the top.
const ARROWS: [char; 6] = ['↑', '↗', '↘', '↓', '↙', '↖'];
const SMALL_DIGITS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

/// The shape or letter of a seat.
pub(crate) fn seat_glyph(seat: Seat, names: &[&str], look: Look) -> char {
    if look.letters { letter(seat, names).to_ascii_uppercase() } else { SHAPES[seat.index() % SHAPES.len()] }
}

/// The small shape or letter of a seat, for a place that it holds without a piece.
pub(crate) fn small_glyph(seat: Seat, names: &[&str], look: Look) -> char {
    if look.letters { letter(seat, names) } else { SMALL_SHAPES[seat.index() % SMALL_SHAPES.len()] }
}

/// The first letter of a seat's name that no earlier seat has and that does not look like an open place.
fn letter(seat: Seat, names: &[&str]) -> char {
    let mut taken = vec!['o'];
    for name in names.iter().take(seat.index() + 1) {
        let free = name.chars().map(|letter| letter.to_ascii_lowercase()).find(|letter| !taken.contains(letter));
        taken.push(free.unwrap_or('?'));
    }
    taken.pop().filter(|_| seat.index() < names.len()).unwrap_or('?')
}

/// The number of characters that a piece takes after its first one.
pub(crate) fn room_behind(scene: &Scene, scale: Scale) -> usize {
    let is_die = |shape: &Shape| matches!(shape, Shape::Die(_));
    let lies = scene.trays.iter().flat_map(|tray| &tray.items).map(|item| &item.shape);
    if scene.pieces.iter().map(|piece| &piece.shape).chain(lies).any(is_die) {
        // The die, and its badges where there is room for them.
        return match (scene.orientation, scale) {
            (Orientation::FlatTop, Scale::Wide | Scale::Airy) => 3,
            (Orientation::PointyTop, Scale::Compact) => 0,
            _ => 2,
        };
    }
    usize::from(scene.pieces.iter().any(|piece| piece.health.is_some()))
}

/// The characters of a piece: the first one and up to `behind` more, on a board that is turned by `turned` sixths. A
/// die has the shape of its seat in front if there is room, because without colours a digit alone does not say whose it
/// is. The facing is shown in place of the health, which the words tell.
pub(crate) fn piece_text(piece: &Piece, names: &[&str], look: Look, (behind, turned): (usize, u8)) -> Vec<(char, Ink)> {
    let own = Ink::Seat(piece.seat.0);
    let mut text = Vec::with_capacity(behind + 1);
    let face = if let Shape::Die(face) = piece.shape { Some(digit(face)) } else { None };
    if face.is_none() || behind > 0 {
        text.push((seat_glyph(piece.seat, names, look), own));
    }
    text.extend(face.map(|digit| (digit, own)));
    match piece.facing {
        Some(facing) => text.push((ARROWS[facing.turn(turned.into()).index()], Ink::Bold)),
        None => text.extend(piece.health.map(health_glyph)),
    }
    let room = (behind + 1).saturating_sub(text.len());
    text.extend(badge_glyphs(&piece.badges, look, room));
    text
}

fn digit(number: u8) -> char {
    char::from_digit(number.into(), 10).unwrap_or('?')
}

/// The health as one character, `?` if the viewer does not know it.
fn health_glyph(health: Health) -> (char, Ink) {
    let digit = health.value.and_then(|value| char::from_digit(u32::from(value), 10));
    match digit {
        None => ('?', Ink::Dim),
        Some(digit) if health.remembered => (digit, Ink::Dim),
        Some(digit) => (digit, Ink::Bold),
    }
}

/// The badges in at most `room` characters: `^` for guard, `+` for support or cover, `*` for both, and a digit for how much the
/// piece is weakened. `±` means both a strong and a weak badge if there is room for only one.
fn badge_glyphs(badges: &[Badge], look: Look, room: usize) -> Vec<(char, Ink)> {
    let count = |kind| badges.iter().find(|badge| badge.kind == kind).map_or(0, |badge| badge.count);
    let strong = match (count(BadgeKind::Guard), count(BadgeKind::Support) + count(BadgeKind::Covered)) {
        (0, 0) => None,
        (_, 0) => Some('^'),
        (0, _) => Some('+'),
        _ => Some('*'),
    };
    let strong = strong.map(|glyph| (glyph, Ink::Bold));
    let weakened = count(BadgeKind::Weakened);
    let weak = (weakened > 0).then(|| {
        let small = SMALL_DIGITS.get(usize::from(weakened)).copied().filter(|_| !look.letters);
        (small.unwrap_or_else(|| digit(weakened)), Ink::Danger)
    });
    match (strong, weak, room) {
        (_, _, 0) => Vec::new(),
        (Some(_), Some(_), 1) => vec![('±', Ink::Danger)],
        _ => strong.into_iter().chain(weak).collect(),
    }
}

/// Whether there is more to say of a piece than the board shows.
pub(crate) fn has_more_to_say(piece: &Piece) -> bool {
    piece.title.is_some() || !piece.badges.is_empty() || piece.condition.is_some()
}

/// A thing of a tray in words.
pub(crate) fn tray_item(item: &TrayItem, client: &Client) -> String {
    let short = tray_item_in_short(item);
    match item.title.as_ref().map(|title| client.say(title)) {
        None => short,
        Some(title) if item.tag.is_some() => title, // the tag is a part of the title
        Some(title) => format!("{title} ({short})"),
    }
}

/// A thing of a tray in as few characters as possible: the face of a die, otherwise the short part of its name.
pub(crate) fn tray_item_in_short(item: &TrayItem) -> String {
    let short = match (&item.shape, &item.tag) {
        (Shape::Die(0), _) => "?".to_owned(), // not rolled yet
        (Shape::Die(face), _) => face.to_string(),
        (_, Some(tag)) => tag.clone(),
        (_, None) => SHAPES[0].to_string(),
    };
    if item.count == 1 { short } else { format!("{short}×{}", item.count) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::Direction;

    const LOOK: Look = Look::new(false, false);
    const NAMES: [&str; 6] = ["red", "blue", "green", "gold", "violet", "grey"];

    #[test]
    fn every_seat_has_a_letter_of_its_own() {
        let look = Look::new(false, true);
        let letters: String = Seat::first(6).map(|seat| seat_glyph(seat, &NAMES, look)).collect();
        assert_eq!(letters, "RBGLVE");
        assert_eq!(seat_glyph(Seat(7), &NAMES, look), '?');
    }

    #[test]
    fn a_piece_that_looks_somewhere_is_an_arrow_that_turns_with_the_board() {
        let look = LOOK;
        let health = Some(Health { value: Some(20), most: 20, remembered: false });
        let ship = Piece::new(scene::Place::Hex(hex::Hex::ORIGIN), Seat(0), Shape::silhouette("tug", 1));
        let ship = Piece { facing: Some(Direction::SE), health, ..ship };
        let text = |turned| piece_text(&ship, &NAMES, look, (1, turned)).into_iter().map(|(glyph, _)| glyph);
        assert_eq!([0, 1, 3].map(|turned| text(turned).collect::<String>()), ["●↘", "●↓", "●↖"]);
    }

    #[test]
    fn badges_take_the_room_that_there_is() {
        use BadgeKind::{Guard, Support, Weakened};
        let shown = |badges: &[(BadgeKind, u8)], room| {
            let badges: Vec<Badge> = badges.iter().map(|&(kind, count)| Badge { kind, count }).collect();
            let glyphs = badge_glyphs(&badges, LOOK, room);
            glyphs.into_iter().map(|(glyph, _)| glyph).collect::<String>()
        };
        assert_eq!(shown(&[], 2), "");
        assert_eq!([shown(&[(Guard, 1)], 1), shown(&[(Support, 2)], 1)], ["^", "+"]);
        assert_eq!(shown(&[(Guard, 1), (Support, 1)], 1), "*");
        assert_eq!([shown(&[(Weakened, 3)], 1), shown(&[(Weakened, 12)], 1)], ["₃", "?"]);
        assert_eq!([shown(&[(Guard, 1), (Weakened, 2)], 2), shown(&[(Guard, 1), (Weakened, 2)], 1)], ["^₂", "±"]);
        assert_eq!(shown(&[(Guard, 1)], 0), "");
    }
}
