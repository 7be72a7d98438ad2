//! A scene on a grid of characters. It knows places, pieces and marks, and no game.

use game::Seat;
use hex::{Direction, Points};
use scene::{Cell, Health, Mark, MarkKind, Orientation, Piece, Place, Scene, Shape};

use super::canvas::{Canvas, Ink, Look};

/// What is drawn over the scene.
pub(crate) struct Overlay<'a> {
    /// Where the cursor is.
    pub(crate) cursor: Option<Place>,
    /// What can be picked now.
    pub(crate) open: &'a [Place],
    /// What the pick under the cursor would do.
    pub(crate) preview: &'a [Mark],
    /// The ground that would look different then.
    pub(crate) would: &'a [Cell],
    /// Who acts, for the stone that would be placed.
    pub(crate) actor: Option<Seat>,
    /// How much room every place gets.
    pub(crate) scale: Scale,
}

/// How much room every place gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Side by side, for a narrow window.
    Compact,
    /// With blanks between them.
    Wide,
    /// With a line of air in every row as well: nearly true hexagons.
    Airy,
}

impl Scale {
    const ALL: [Self; 3] = [Self::Airy, Self::Wide, Self::Compact];

    /// The largest scale at which a board of the size that this gives fits, else the smallest there is.
    pub(crate) fn fitting(scene: &Scene, fits: impl Fn(usize, usize) -> bool) -> Self {
        let fits = |scale: &Self| {
            let layout = Layout::new(scene, *scale);
            let cells = || layout.cells.iter().chain(&layout.scenery);
            let width = cells().map(|&(_, column, _)| column + MARGIN + 1).max().unwrap_or(0);
            let height = cells().map(|&(.., line)| line + 1).max().unwrap_or(0);
            fits(width, height)
        };
        Self::ALL.into_iter().find(fits).unwrap_or(Self::Compact)
    }
}

const SHAPES: [char; 6] = ['●', '◆', '▲', '■', '★', '✚'];
/// The same for ground that a seat holds, which is no piece.
const SMALL_SHAPES: [char; 6] = ['•', '⬩', '▴', '▪', '⋆', '+'];
/// Room for the names of the first cells of the lines.
const MARGIN: usize = 4;

/// Where a place is on the grid: its column and its line, from anywhere. Triangles have a place of their own only where
/// there is a line of air between the points.
fn grid(scene: &Scene, place: Place, scale: Scale) -> Option<(i32, i32)> {
    let (q, r) = match place {
        Place::Hex(hex) => (hex.q, hex.r),
        Place::Vertex(vertex) => (vertex.q, vertex.r),
        Place::Triangle(triangle) => {
            let has_room = scene.orientation == Orientation::PointyTop && scale == Scale::Airy;
            let (column, line) = grid(scene, Place::Vertex(triangle.vertex), scale).filter(|_| has_room)?;
            // It hangs below its first corner, which is its tip or the upper left one.
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
            let step = if scale == Scale::Compact { 2 } else { 4 };
            Some(((step + 2 * health_width(scene) as i32) * q, 2 * r + q))
        }
    }
}

/// The room that the health of pieces takes behind them.
fn health_width(scene: &Scene) -> usize {
    usize::from(scene.pieces.iter().any(|piece| piece.health.is_some()))
}

/// Health in a character: how much, `?` if nobody knows.
fn health_glyph(health: Health) -> (char, Ink) {
    let digit = health.value.and_then(|value| char::from_digit(u32::from(value), 10));
    match digit {
        None => ('?', Ink::Dim),
        Some(digit) if health.remembered => (digit, Ink::Dim),
        Some(digit) => (digit, Ink::Bold),
    }
}

/// The grid of a scene: where each of its cells is drawn.
pub(crate) struct Layout {
    cells: Vec<(Place, usize, usize)>,
    /// What is only looked at: nobody goes there.
    scenery: Vec<(Place, usize, usize)>,
}

impl Layout {
    pub(crate) fn new(scene: &Scene, scale: Scale) -> Self {
        let placed: Vec<_> =
            scene.cells.iter().filter_map(|cell| grid(scene, cell.place, scale).map(|at| (cell, at))).collect();
        let left = placed.iter().map(|(_, at)| at.0).min().unwrap_or(0);
        let top = placed.iter().map(|(_, at)| at.1).min().unwrap_or(0);
        let from =
            |(cell, at): (&Cell, (i32, i32))| (cell.place, (at.0 - left) as usize + MARGIN + 1, (at.1 - top) as usize);
        let (scenery, cells): (Vec<_>, Vec<_>) = placed.into_iter().partition(|(cell, _)| cell.scenery);
        Self { cells: cells.into_iter().map(from).collect(), scenery: scenery.into_iter().map(from).collect() }
    }

    fn at(&self, place: Place) -> Option<(usize, usize)> {
        let mut all = self.cells.iter().chain(&self.scenery);
        all.find(|(known, ..)| *known == place).map(|&(_, column, line)| (column, line))
    }

    /// The place drawn at or right beside this character.
    pub(crate) fn place_at(&self, column: usize, line: usize) -> Option<Place> {
        let near = |&&(_, at, on): &&(Place, usize, usize)| on == line && at.abs_diff(column) <= 1;
        self.cells.iter().find(near).map(|&(place, ..)| place)
    }

    /// The nearest place in a direction of the screen, staying in line as well as possible.
    pub(crate) fn towards(&self, from: Place, right: i32, down: i32) -> Option<Place> {
        let (column, line) = self.at(from).map(|(column, line)| (column as i32, line as i32))?;
        let ahead = self.cells.iter().filter_map(|&(place, c, l)| {
            let (across, along) = (c as i32 - column, l as i32 - line);
            // Weighed so that right stays in its row where there is one, and up goes to the very next row.
            let (forward, sideways, cost) = match right {
                0 => (along * down, across, 5 * along.abs() + 2 * across.abs()),
                _ => (across * right, along, across.abs() + 3 * along.abs()),
            };
            (forward > 0).then_some((cost, sideways < 0, place))
        });
        ahead.min().map(|(.., place)| place)
    }

    /// The neighbour in a direction of the lattice, if it is on the board.
    pub(crate) fn step(&self, from: Place, direction: Direction) -> Option<Place> {
        let to = match from {
            Place::Hex(hex) => Place::Hex(hex.neighbour(direction)),
            Place::Vertex(vertex) => Place::Vertex(vertex.neighbour(direction)),
            Place::Triangle(_) => return None,
        };
        if self.scenery.iter().any(|(known, ..)| *known == to) {
            return self.step(to, direction); // over what is only looked at
        }
        self.at(to).map(|_| to)
    }
}

/// The shape or letter of a seat.
pub(crate) fn seat_glyph(seat: Seat, names: &[&str], look: Look) -> char {
    let letter = names.get(seat.index()).and_then(|name| name.chars().next());
    if look.letters {
        letter.map_or('?', |letter| letter.to_ascii_uppercase())
    } else {
        SHAPES[seat.index() % SHAPES.len()]
    }
}

fn piece_glyph(piece: &Piece, names: &[&str], look: Look) -> char {
    match piece.shape {
        Shape::Die(face) => char::from_digit(u32::from(face), 10).unwrap_or('?'),
        Shape::Stone | Shape::Hold | Shape::Ship(_) => seat_glyph(piece.seat, names, look),
    }
}

/// Draws a scene.
pub(crate) fn draw(scene: &Scene, overlay: &Overlay<'_>, names: &[&str], look: Look) -> Canvas {
    let layout = Layout::new(scene, overlay.scale);
    let wide = health_width(scene);
    let mut canvas = Canvas::default();
    for &(place, column, line) in &layout.cells {
        let open = overlay.open.contains(&place);
        let (glyph, ink) = match (open, look.letters) {
            (true, true) => ("o", Ink::Plain),
            (true, false) => ("∘", Ink::Plain),
            (false, _) => (".", Ink::Dim),
        };
        canvas.write(column, line, glyph, ink);
    }
    draw_scenery(scene, overlay, &layout, (names, look), &mut canvas);
    name_lines(scene, &layout, &mut canvas);
    for piece in &scene.pieces {
        if let Some((column, line)) = layout.at(piece.place) {
            canvas.write(column, line, &piece_glyph(piece, names, look).to_string(), Ink::Seat(piece.seat.0));
            if let Some((glyph, ink)) = piece.health.map(health_glyph) {
                canvas.write(column + 1, line, &glyph.to_string(), ink);
            }
        }
    }
    for mark in scene.marks.iter().chain(overlay.preview) {
        let Some((column, line)) = layout.at(mark.place) else { continue };
        let here = scene.pieces.iter().find(|piece| piece.place == mark.place);
        let around = |canvas: &mut Canvas, left: &str, right: &str, ink: Ink| {
            canvas.write(column - 1, line, left, ink);
            canvas.write(column + 1 + wide, line, right, ink);
        };
        match mark.kind {
            MarkKind::Last => around(&mut canvas, "(", ")", Ink::Bold),
            MarkKind::Taken if here.is_some() => around(&mut canvas, "×", "×", Ink::Danger),
            MarkKind::Taken => canvas.write(column, line, "×", Ink::Dim),
            MarkKind::Enclosed => around(&mut canvas, "{", "}", Ink::Danger),
            MarkKind::Aim => around(&mut canvas, ">", "<", Ink::Danger),
            MarkKind::WouldTake => {
                let (glyph, seat) = here.map_or(('×', 0), |piece| (piece_glyph(piece, names, look), piece.seat.0));
                canvas.write(column, line, &glyph.to_string(), Ink::SeatInverted(seat));
                around(&mut canvas, "-", "-", Ink::Danger);
            }
            MarkKind::WouldWeaken => around(&mut canvas, "!", "!", Ink::Danger),
            MarkKind::Home => around(&mut canvas, "|", "|", Ink::Dim),
            MarkKind::WouldJoin => around(&mut canvas, "+", "+", Ink::Bold),
            MarkKind::WouldPlace => {
                if let Some(actor) = overlay.actor {
                    canvas.write(column, line, &seat_glyph(actor, names, look).to_string(), Ink::Seat(actor.0));
                }
            }
            MarkKind::Winning => around(&mut canvas, "*", "*", Ink::Accent),
            MarkKind::Unknown => canvas.write(column, line, "?", Ink::Dim),
            MarkKind::Special => around(&mut canvas, "<", ">", Ink::Accent),
            MarkKind::Frame => {} // what is outside is not drawn
        }
    }
    if let Some((column, line)) = overlay.cursor.and_then(|cursor| layout.at(cursor)) {
        canvas.write(column - 1, line, "[", Ink::Accent);
        canvas.write(column + 1 + wide, line, "]", Ink::Accent);
    }
    canvas
}

/// What is only looked at: who holds more of it, inverted for all of it; `=` where two hold as much.
fn draw_scenery(
    scene: &Scene,
    overlay: &Overlay<'_>,
    layout: &Layout,
    (names, look): (&[&str], Look),
    canvas: &mut Canvas,
) {
    let framed = |place| scene.marks.iter().any(|mark| mark.place == place && mark.kind == MarkKind::Frame);
    let some_framed = scene.marks.iter().any(|mark| mark.kind == MarkKind::Frame);
    for &(place, column, line) in &layout.scenery {
        let changed = overlay.would.iter().find(|cell| cell.place == place);
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

/// The shape or letter of a seat where it holds ground.
fn small_glyph(seat: Seat, names: &[&str], look: Look) -> char {
    if look.letters {
        seat_glyph(seat, names, look).to_ascii_lowercase()
    } else {
        SMALL_SHAPES[seat.index() % SMALL_SHAPES.len()]
    }
}

/// The name of the first cell of each line on its left, of the last on its right: enough to count from.
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
        canvas.write(last.1 + 3 + health_width(scene), line, name(last.0), Ink::Dim);
    }
}
