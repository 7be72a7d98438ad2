//! Draws a scene on a grid of characters. It knows places, pieces and marks, and no game.

use game::Seat;
use hex::{Points, Symmetry};
use scene::{Area, Cell, End, Mark, MarkKind, Orientation, Piece, Place, Scene, Threat, ThreatKind};

use super::canvas::{Canvas, Ink, Look};
use super::pieces::{piece_text, room_behind, seat_glyph, small_glyph};

/// What is drawn over the scene: the cursor, picks, previews, overlays.
pub(crate) struct Over<'a> {
    pub(crate) cursor: Option<Place>,
    /// The places that can be picked now.
    pub(crate) open: &'a [Place],
    /// The places that were picked of an action that is not complete.
    pub(crate) picked: &'a [Place],
    /// The marks of what happened since the viewer's last turn.
    pub(crate) earlier: &'a [Mark],
    /// The marks of the preview of the pick under the cursor.
    pub(crate) preview: &'a [Mark],
    /// The cells that would change by that pick.
    pub(crate) would: &'a [Cell],
    /// The open places where playing takes pieces elsewhere, with their number.
    pub(crate) captures: &'a [(Place, usize)],
    /// What is in danger, while that is shown.
    pub(crate) threats: &'a [Threat],
    /// Where a piece could be attacked, while danger is shown.
    pub(crate) exposed: &'a [Place],
    /// The areas of the overlay, in the order of its legend.
    pub(crate) areas: &'a [Area],
    /// Where the piece that moves can end its move.
    pub(crate) ends: &'a [End],
    /// The path of the hint.
    pub(crate) way: &'a [Place],
    /// The pieces as they would be after the hint.
    pub(crate) moved: &'a [Piece],
    /// The seat that acts. A stone that would be placed is drawn as its stone.
    pub(crate) actor: Option<Seat>,
    pub(crate) sight: Sight,
}

impl Over<'_> {
    /// Only the places that can be picked, nothing else.
    pub(crate) fn nothing(sight: Sight) -> Self {
        Self {
            cursor: None,
            open: &[],
            picked: &[],
            earlier: &[],
            preview: &[],
            would: &[],
            captures: &[],
            threats: &[],
            exposed: &[],
            areas: &[],
            ends: &[],
            way: &[],
            moved: &[],
            actor: None,
            sight,
        }
    }

    /// The number of the area that a place is in, as in the legend.
    fn area_of(&self, place: Place) -> Option<char> {
        let index = self.areas.iter().position(|area| area.places.contains(&place))?;
        char::from_digit(index as u32 + 1, 36)
    }
}

/// The sign on both sides of a place in danger, on the board and in its legend.
pub(crate) fn danger_sign(kind: ThreatKind) -> char {
    match kind {
        ThreatKind::Home => '#',
        ThreatKind::Lost => '!',
        ThreatKind::MayBeLost => '?',
        ThreatKind::Struck => '\'',
        ThreatKind::Ground => ':',
    }
}

/// The sign on both sides of a place where a piece could be attacked, on the board and in its legend.
pub(crate) const EXPOSED_SIGN: char = '%';

/// The sign for the end of a move, on the board and in its legend.
pub(crate) const END_SIGN: char = '°';

/// How the board is shown: its scale and its rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// How much room every place gets.
    pub(crate) scale: Scale,
    /// The clockwise rotation of the board in sixths. It puts the viewer's side at the bottom.
    pub(crate) turned: u8,
}

/// How much room every place gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Places side by side, for a narrow window.
    Compact,
    /// Places with blanks between them.
    Wide,
    /// Places with blanks between them and an empty line between rows: nearly regular hexagons.
    Airy,
}

impl Scale {
    /// All scales, the largest first.
    pub(crate) const ALL: [Self; 3] = [Self::Airy, Self::Wide, Self::Compact];
}

/// The width of the names to the left of the lines.
const MARGIN: usize = 4;

/// The column and the line of a place, relative to no fixed origin. Triangles have a place of their own only if there
/// is an empty line between the points.
fn grid(scene: &Scene, place: Place, Sight { scale, turned }: Sight) -> Option<(i32, i32)> {
    let turn = Symmetry::rotation(turned.into());
    let turned = match place {
        Place::Hex(hex) => Place::Hex(turn.apply(hex)),
        Place::Vertex(vertex) => Place::Vertex(turn.apply_vertex(vertex)),
        Place::Triangle(triangle) => Place::Triangle(turn.apply_triangle(triangle)),
    };
    upright(scene, turned, scale)
}

/// The same as [`grid`], for a board that is not turned.
fn upright(scene: &Scene, place: Place, scale: Scale) -> Option<(i32, i32)> {
    let (q, r) = match place {
        Place::Hex(hex) => (hex.q, hex.r),
        Place::Vertex(vertex) => (vertex.q, vertex.r),
        Place::Triangle(triangle) => {
            let has_room = scene.orientation == Orientation::PointyTop && scale == Scale::Airy;
            let (column, line) = upright(scene, Place::Vertex(triangle.vertex), scale).filter(|_| has_room)?;
            // A triangle is drawn below its first corner, which is its tip or its upper left corner.
            return Some((if triangle.points == Points::Up { column } else { column + 2 }, line + 1));
        }
    };
    match scene.orientation {
        Orientation::PointyTop => Some(match scale {
            Scale::Compact => (2 * q + r, r),
            Scale::Wide => (4 * q + 2 * r, r),
            Scale::Airy => (4 * q + 2 * r, 2 * r),
        }),
        Orientation::FlatTop => {
            let longer = i32::from(room_behind(scene, scale) == 1);
            // Cells of a row are two steps apart, so a cell that is one character longer still fits.
            let step = if scale == Scale::Compact { 2 + longer } else { 4 + 2 * longer };
            Some((step * q, 2 * r + q))
        }
    }
}

/// The grid of a scene: where each of its cells is drawn.
pub(crate) struct Layout {
    cells: Vec<(Place, usize, usize)>,
    /// Places that can only be looked at. The cursor does not go there.
    scenery: Vec<(Place, usize, usize)>,
    /// The number of characters of a cell after its first one.
    behind: usize,
    /// The width of the longest name to the right of a line.
    names: usize,
    turned: u8,
}

impl Layout {
    pub(crate) fn new(scene: &Scene, sight: Sight) -> Self {
        let placed: Vec<_> =
            scene.cells.iter().filter_map(|cell| grid(scene, cell.place, sight).map(|at| (cell, at))).collect();
        let left = placed.iter().map(|(_, at)| at.0).min().unwrap_or(0);
        let top = placed.iter().map(|(_, at)| at.1).min().unwrap_or(0);
        let from =
            |(cell, at): (&Cell, (i32, i32))| (cell.place, (at.0 - left) as usize + MARGIN + 1, (at.1 - top) as usize);
        let named = scene.cells.iter().filter(|cell| !cell.scenery);
        let (scenery, cells): (Vec<_>, Vec<_>) = placed.into_iter().partition(|(cell, _)| cell.scenery);
        Self {
            cells: cells.into_iter().map(from).collect(),
            scenery: scenery.into_iter().map(from).collect(),
            behind: room_behind(scene, sight.scale),
            names: named.map(|cell| cell.name.chars().count()).max().unwrap_or(0),
            turned: sight.turned,
        }
    }

    /// How wide and how high it is.
    pub(crate) fn size(&self) -> (usize, usize) {
        let cells = || self.cells.iter().chain(&self.scenery);
        let width = cells().map(|&(_, column, _)| column + self.behind + 3 + self.names).max().unwrap_or(0);
        (width, cells().map(|&(.., line)| line + 1).max().unwrap_or(0))
    }

    /// The first column and line of the part of the board that is shown, for a part of this size. The given place is
    /// inside it. Without a place the part is the lower end, where the viewer's side is.
    pub(crate) fn first(&self, place: Option<Place>, (columns, lines): (usize, usize)) -> (usize, usize) {
        let whole = self.size();
        let at = place.and_then(|place| self.at(place)).unwrap_or((whole.0 / 2, usize::MAX));
        let last = (whole.0.saturating_sub(columns), whole.1.saturating_sub(lines));
        // The part is as low as possible, with a few lines above the place, because the viewer's own side is below.
        (last.0.min(at.0.saturating_sub(columns / 2)), last.1.min(at.1.saturating_sub(lines / 4)))
    }

    pub(crate) fn at(&self, place: Place) -> Option<(usize, usize)> {
        let mut all = self.cells.iter().chain(&self.scenery);
        all.find(|(known, ..)| *known == place).map(|&(_, column, line)| (column, line))
    }

    /// The place drawn at or right beside this character.
    pub(crate) fn place_at(&self, column: usize, line: usize) -> Option<Place> {
        let near =
            |&&(_, at, on): &&(Place, usize, usize)| on == line && (at - 1..=at + 1 + self.behind).contains(&column);
        self.cells.iter().find(near).map(|&(place, ..)| place)
    }

    /// The nearest place in a direction on the screen, as straight as possible.
    pub(crate) fn towards(&self, from: Place, right: i32, down: i32) -> Option<Place> {
        let (column, line) = self.at(from).map(|(column, line)| (column as i32, line as i32))?;
        let ahead = self.cells.iter().filter_map(|&(place, c, l)| {
            let (across, along) = (c as i32 - column, l as i32 - line);
            // The costs make «right» stay in its row if possible, and «up» go to the next row.
            let (forward, sideways, cost) = match right {
                0 => (along * down, across, 5 * along.abs() + 2 * across.abs()),
                _ => (across * right, along, across.abs() + 3 * along.abs()),
            };
            (forward > 0).then_some((cost, sideways < 0, place))
        });
        ahead.min().map(|(.., place)| place)
    }
}

/// Draws a scene.
pub(crate) fn draw(scene: &Scene, over: &Over<'_>, names: &[&str], look: Look) -> Canvas {
    let layout = Layout::new(scene, over.sight);
    let behind = layout.behind;
    let middle = usize::from(behind > 1); // where the sign of an empty cell stands
    let mut canvas = Canvas::default();
    for &(place, column, line) in &layout.cells {
        let open = over.open.contains(&place);
        let tint = scene.cells.iter().find(|cell| cell.place == place).and_then(|cell| cell.tint.first());
        let captured = || {
            let (_, count) = over.captures.iter().find(|(known, _)| *known == place)?;
            Some(char::from_digit(*count as u32, 10).unwrap_or('+'))
        };
        let is_end = || over.ends.iter().any(|end| end.place == place);
        let (glyph, ink) = match (over.area_of(place), open, look.letters, tint) {
            _ if over.way.contains(&place) => ('*', Ink::Accent),
            (Some(area), ..) => (area, Ink::Accent),
            (None, true, ..) if let Some(count) = captured() => (count, Ink::Danger),
            (None, true, true, _) => ('o', Ink::Plain),
            (None, true, false, _) => ('∘', Ink::Plain),
            _ if is_end() => (END_SIGN, Ink::Bold),
            (None, false, _, Some((seat, _))) => (small_glyph(*seat, names, look), Ink::Seat(seat.0)),
            (None, false, _, None) => ('.', Ink::Dim),
        };
        canvas.write(column + middle, line, &glyph.to_string(), ink);
    }
    draw_scenery(scene, over, &layout, (names, look), &mut canvas);
    name_lines(scene, &layout, &mut canvas);
    let write_all = |canvas: &mut Canvas, (column, line): (usize, usize), text: &[(char, Ink)], over: Option<Ink>| {
        canvas.write(column, line, &" ".repeat(behind + 1), Ink::Plain); // an empty cell has its sign in its middle
        for (offset, (glyph, ink)) in text.iter().enumerate() {
            canvas.write(column + offset, line, &glyph.to_string(), over.unwrap_or(*ink));
        }
    };
    for piece in &scene.pieces {
        if let Some(at) = layout.at(piece.place) {
            let picked = over.picked.contains(&piece.place).then_some(Ink::SeatInverted(piece.seat.0));
            write_all(&mut canvas, at, &piece_text(piece, names, look, (behind, layout.turned)), picked);
            if let Some(area) = over.area_of(piece.place) {
                canvas.write(at.0 - 1, at.1, &area.to_string(), Ink::Accent);
            }
            // The pieces that can be picked next: own pieces can be joined, those of others can be attacked.
            if !over.picked.is_empty() && over.open.contains(&piece.place) {
                let own = over.actor == Some(piece.seat);
                let (left, right, ink) = if own { ("+", "+", Ink::Bold) } else { (">", "<", Ink::Danger) };
                canvas.write(at.0 - 1, at.1, left, ink);
                canvas.write(at.0 + 1 + behind, at.1, right, ink);
            }
        }
    }
    for piece in over.moved {
        if let Some(at) = layout.at(piece.place) {
            write_all(&mut canvas, at, &piece_text(piece, names, look, (behind, layout.turned)), Some(Ink::Accent));
        }
    }
    for mark in over.earlier.iter().chain(&scene.marks).chain(over.preview) {
        let Some((column, line)) = layout.at(mark.place) else { continue };
        let here = scene.pieces.iter().find(|piece| piece.place == mark.place);
        let around = |canvas: &mut Canvas, left: &str, right: &str, ink: Ink| {
            canvas.write(column - 1, line, left, ink);
            canvas.write(column + 1 + behind, line, right, ink);
        };
        match mark.kind {
            MarkKind::Last => around(&mut canvas, "(", ")", Ink::Bold),
            MarkKind::Taken if here.is_some() => around(&mut canvas, "×", "×", Ink::Danger),
            MarkKind::Taken => canvas.write(column + middle, line, "×", Ink::Dim),
            MarkKind::Converted => around(&mut canvas, "~", "~", Ink::Danger),
            MarkKind::Enclosed => around(&mut canvas, "{", "}", Ink::Danger),
            MarkKind::Aim => around(&mut canvas, ">", "<", Ink::Danger),
            MarkKind::WouldTake | MarkKind::WouldConvert => {
                match here {
                    None => canvas.write(column + middle, line, "×", Ink::SeatInverted(0)),
                    Some(piece) => {
                        let text = piece_text(piece, names, look, (behind, layout.turned));
                        write_all(&mut canvas, (column, line), &text, Some(Ink::SeatInverted(piece.seat.0)));
                    }
                }
                let sign = if mark.kind == MarkKind::WouldTake { "-" } else { "~" };
                around(&mut canvas, sign, sign, Ink::Danger);
            }
            MarkKind::WouldWeaken => around(&mut canvas, "!", "!", Ink::Danger),
            MarkKind::Home => around(&mut canvas, "|", "|", Ink::Dim),
            MarkKind::WouldJoin => around(&mut canvas, "+", "+", Ink::Bold),
            MarkKind::WouldPlace => {
                if let Some(actor) = over.actor.filter(|_| here.is_none()) {
                    let glyph = seat_glyph(actor, names, look).to_string();
                    canvas.write(column + middle, line, &glyph, Ink::Seat(actor.0));
                }
            }
            MarkKind::Winning => around(&mut canvas, "*", "*", Ink::Accent),
            MarkKind::Unknown => canvas.write(column + middle, line, "?", Ink::Dim),
            MarkKind::CountsMore => around(&mut canvas, "<", ">", Ink::Accent),
            // `draw_scenery` draws the places that count now. The open places of a zone are drawn as such, and the line
            // above the board names the piece that acts.
            MarkKind::CountsNow | MarkKind::Zone | MarkKind::Acting => {}
        }
    }
    draw_danger(over, &layout, &mut canvas);
    if let Some((column, line)) = over.cursor.and_then(|cursor| layout.at(cursor)) {
        canvas.write(column - 1, line, "[", Ink::Accent);
        canvas.write(column + 1 + behind, line, "]", Ink::Accent);
    }
    canvas
}

/// Draws the signs of danger on both sides of its places; the worst is drawn last.
fn draw_danger(over: &Over<'_>, layout: &Layout, canvas: &mut Canvas) {
    let mut around = |places: &[Place], sign: char, ink| {
        for (column, line) in places.iter().filter_map(|place| layout.at(*place)) {
            canvas.write(column - 1, line, &sign.to_string(), ink);
            canvas.write(column + 1 + layout.behind, line, &sign.to_string(), ink);
        }
    };
    around(over.exposed, EXPOSED_SIGN, Ink::Dim);
    for threat in over.threats.iter().rev() {
        around(&threat.places, danger_sign(threat.kind), Ink::Danger);
    }
}

/// Draws the places that can only be looked at, such as triangles: the sign of the seat that holds most of it, inverted
/// if it holds all, and `=` if two hold the same.
fn draw_scenery(scene: &Scene, over: &Over<'_>, layout: &Layout, (names, look): (&[&str], Look), canvas: &mut Canvas) {
    let framed = |place| scene.marks.iter().any(|mark| mark.place == place && mark.kind == MarkKind::CountsNow);
    let some_framed = scene.marks.iter().any(|mark| mark.kind == MarkKind::CountsNow);
    for &(place, column, line) in &layout.scenery {
        let changed = over.would.iter().find(|cell| cell.place == place);
        let Some(cell) = changed.or_else(|| scene.cells.iter().find(|cell| cell.place == place)) else { continue };
        let most = cell.tint.iter().map(|(_, percent)| *percent).max();
        let mut leading = cell.tint.iter().filter(|(_, percent)| Some(*percent) == most);
        let (glyph, ink) = match (leading.next(), leading.next()) {
            (Some((seat, 100)), None) => (small_glyph(*seat, names, look), Ink::SeatInverted(seat.0)),
            (Some((seat, _)), None) => (small_glyph(*seat, names, look), Ink::Seat(seat.0)),
            (Some(_), Some(_)) => ('=', Ink::Dim),
            (None, _) if some_framed && framed(place) => ('·', Ink::Dim),
            (None, _) => continue,
        };
        canvas.write(column, line, &glyph.to_string(), ink);
    }
}

/// Writes the name of the first cell to the left of each line and of the last cell to the right, so that people can
/// count from there.
fn name_lines(scene: &Scene, layout: &Layout, canvas: &mut Canvas) {
    let height = layout.cells.iter().map(|&(.., line)| line + 1).max().unwrap_or(0);
    for line in 0..height {
        let on_line = || layout.cells.iter().filter(move |&&(.., on)| on == line);
        let (Some(first), Some(last)) = (on_line().min_by_key(|cell| cell.1), on_line().max_by_key(|cell| cell.1))
        else {
            continue;
        };
        let name = |place: Place| scene.name_of(place).unwrap_or_default();
        let left = name(first.0);
        canvas.write(first.1.saturating_sub(left.chars().count() + 2), line, left, Ink::Dim);
        canvas.write(last.1 + 3 + layout.behind, line, name(last.0), Ink::Dim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::Shape;

    #[test]
    fn what_changes_its_owner_stands_between_waves() {
        let place = Place::Hex(hex::Hex::ORIGIN);
        let mut scene = Scene::of_hexes(Orientation::FlatTop, [(hex::Hex::ORIGIN, "a1".to_owned())].into_iter());
        scene.pieces.push(Piece::new(place, Seat(0), Shape::Stone));
        let sight = Sight { scale: Scale::Compact, turned: 0 };
        let drawn = |marks: &[Mark], preview: &[Mark]| {
            let mut scene = scene.clone();
            scene.marks = marks.to_vec();
            let over = Over { preview, ..Over::nothing(sight) };
            draw(&scene, &over, &["red", "blue"], Look::new(false, true)).to_text()
        };
        let mark = |kind| [Mark { place, kind }];
        assert!(!drawn(&[], &[]).contains('~'));
        assert!(drawn(&mark(MarkKind::Converted), &[]).contains("~R~"), "{}", drawn(&mark(MarkKind::Converted), &[]));
        assert!(drawn(&[], &mark(MarkKind::WouldConvert)).contains("~R~"));
        assert!(drawn(&mark(MarkKind::Taken), &[]).contains("×R×"));
    }
}
