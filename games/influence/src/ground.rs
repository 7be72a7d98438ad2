//! A board with its tables: points, triangles, hexagons, the six frames and the symmetries.

use hex::{Symmetry, Triangle, Vertex, point_names};

use crate::boards::{Description, around, grounds};

/// The most points a board may have: a set of them is one `u64`, and histories are bounded by them.
pub const MOST_POINTS: usize = 37;

/// The turns that the frame stays as it is (IN-5).
pub const TURNS_A_FRAME: u32 = 4;

/// What one corner of a paying triangle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// A point of the board.
    Point(u8),
    /// The centre of a hexagon, which belongs to whoever holds more of its corners.
    Centre(u8),
    /// Off the board: nobody's for ever (IN-5).
    Outside,
}

/// The paying triangles as they lie after so many turns by 60°.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The i-th is the i-th triangle of the board, turned.
    pub triangles: Vec<Triangle>,
    /// Their corners: clockwise, beginning with the turned first corner. Dice point at them in this order.
    pub corners: Vec<[Corner; 3]>,
    /// How many of the triangles each point is a corner of.
    pub at: Vec<u8>,
    /// What has to be held for a triangle to be wholly one player's: points, and perhaps a centre.
    pub(crate) whole: Vec<(u64, Option<u8>)>,
}

/// A hexagon whose centre counts as a corner.
#[derive(Clone, Copy, Debug)]
pub struct Hexagon {
    /// Where its centre is.
    pub centre: Vertex,
    /// Its six corners.
    pub corners: u64,
}

/// A way to turn or mirror the board onto itself.
#[derive(Clone, Debug)]
pub(crate) struct Turning {
    pub(crate) points: Vec<u8>,
    pub(crate) triangles: Vec<u8>,
    /// Whether it also takes every turned frame to itself.
    pub(crate) in_every_frame: bool,
}

/// A board and everything that follows from its description.
#[derive(Clone, Debug)]
pub struct Ground {
    name: String,
    komi: u16,
    vertices: Vec<Vertex>,
    names: Vec<String>,
    hexagons: Vec<Hexagon>,
    /// Corners of turned frames that are off the board.
    outside: Vec<Vertex>,
    frames: [Frame; 6],
    turnings: Vec<Turning>,
}

impl Ground {
    /// The board that ships under this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        grounds().iter().find(|ground| ground.name == name)
    }

    /// The tables of a board.
    ///
    /// # Panics
    /// If it has more than [`MOST_POINTS`] points.
    pub fn new(description: &Description) -> Self {
        let (vertices, triangles, centres) = description.parts();
        assert!(vertices.len() <= MOST_POINTS, "a board has at most {MOST_POINTS} points, not {}", vertices.len());
        let point = |vertex: Vertex| vertices.binary_search(&vertex).ok().map(|index| index as u8);
        let hexagon = |&centre: &Vertex| Hexagon {
            centre,
            corners: around(centre).into_iter().filter_map(point).fold(0, |mask, corner| mask | 1 << corner),
        };
        let hexagons: Vec<Hexagon> = centres.iter().map(hexagon).collect();
        let corner = |vertex: Vertex| match (point(vertex), centres.binary_search(&vertex)) {
            (Some(point), _) => Corner::Point(point),
            (None, Ok(centre)) => Corner::Centre(centre as u8),
            (None, Err(_)) => Corner::Outside,
        };
        let frames = std::array::from_fn(|steps| Frame::turned(&triangles, steps, vertices.len(), corner));
        let mut outside: Vec<Vertex> = frames
            .iter()
            .flat_map(|frame| frame.triangles.iter().flat_map(|triangle| triangle.corners()))
            .filter(|&vertex| corner(vertex) == Corner::Outside)
            .collect();
        outside.sort_unstable();
        outside.dedup();
        let names = point_names(&vertices);
        let turnings = turnings(&vertices, &frames);
        Self {
            name: description.name.clone(),
            komi: description.komi,
            vertices,
            names,
            hexagons,
            outside,
            frames,
            turnings,
        }
    }

    /// The tables of a board that does not ship, kept for as long as the program runs: for tests and experiments.
    pub fn leaked(description: &Description) -> &'static Self {
        Box::leak(Box::new(Self::new(description)))
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What White starts with if the option is on and nobody names the points.
    pub fn komi(&self) -> u16 {
        self.komi
    }

    /// The points in reading order.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there is no point at all.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// All points.
    pub fn full(&self) -> u64 {
        (1 << self.len()) - 1
    }

    /// The triangles of the board in reading order.
    pub fn triangles(&self) -> &[Triangle] {
        &self.frames[0].triangles
    }

    /// The hexagons whose centres count, in reading order; none on a board of rows.
    pub fn hexagons(&self) -> &[Hexagon] {
        &self.hexagons
    }

    /// The frames, turned by 0 to 5 steps of 60° clockwise about (0, 0) (IN-5).
    pub fn frames(&self) -> &[Frame; 6] {
        &self.frames
    }

    /// Whether turning the frame leaves it the same set of triangles (IN-8).
    pub fn turns_onto_itself(&self) -> bool {
        let sorted = |frame: &Frame| {
            let mut triangles = frame.triangles.clone();
            triangles.sort_unstable();
            triangles
        };
        self.frames.iter().all(|frame| sorted(frame) == sorted(&self.frames[0]))
    }

    /// The name of a point: a letter for its row from the top, a number along the row from the left.
    pub fn point_name(&self, point: u8) -> &str {
        &self.names[usize::from(point)]
    }

    /// The point of that name.
    pub fn point_named(&self, name: &str) -> Option<u8> {
        self.names.iter().position(|known| known == name).map(|index| index as u8)
    }

    /// The point at this place of the lattice.
    pub fn point_at(&self, vertex: Vertex) -> Option<u8> {
        self.vertices.binary_search(&vertex).ok().map(|index| index as u8)
    }

    /// A triangle is called by its corners: points by their names, centres `h1` and on, places off the board `o1` and on.
    pub fn triangle_name(&self, triangle: Triangle) -> String {
        let mut corners = triangle.corners();
        corners.sort_unstable();
        corners.map(|corner| self.vertex_name(corner)).join("-")
    }

    pub(crate) fn vertex_name(&self, vertex: Vertex) -> String {
        let centre = || self.hexagons.iter().position(|hexagon| hexagon.centre == vertex);
        let off_board = || self.outside.binary_search(&vertex).map_or(0, |index| index + 1);
        match (self.point_at(vertex), centre()) {
            (Some(point), _) => self.point_name(point).to_owned(),
            (None, Some(centre)) => format!("h{}", centre + 1),
            (None, None) => format!("o{}", off_board()),
        }
    }

    pub(crate) fn turnings(&self) -> &[Turning] {
        &self.turnings
    }
}

impl Frame {
    /// The triangles that can be wholly one player's, by their points.
    pub fn wholes(&self) -> impl Iterator<Item = u64> + '_ {
        self.whole.iter().map(|(mask, _)| *mask)
    }

    fn turned(triangles: &[Triangle], steps: usize, points: usize, corner: impl Fn(Vertex) -> Corner) -> Self {
        let turn = Symmetry::rotation(steps as i32);
        let corners: Vec<[Corner; 3]> =
            triangles.iter().map(|own| own.corners().map(|vertex| corner(turn.apply_vertex(vertex)))).collect();
        let mut at = vec![0; points];
        let mut whole = Vec::new();
        for corners in &corners {
            let (mut mask, mut centre) = (0_u64, None);
            for corner in corners {
                match *corner {
                    Corner::Point(point) => {
                        at[usize::from(point)] += 1;
                        mask |= 1 << point;
                    }
                    Corner::Centre(hexagon) => centre = Some(hexagon),
                    Corner::Outside => {}
                }
            }
            if !corners.contains(&Corner::Outside) {
                whole.push((mask, centre));
            }
        }
        Self { triangles: triangles.iter().map(|&own| turn.apply_triangle(own)).collect(), corners, at, whole }
    }
}

/// Every symmetry of the lattice, moved to where it takes the board's points to its points, if that takes its
/// triangles to its triangles too.
fn turnings(vertices: &[Vertex], frames: &[Frame; 6]) -> Vec<Turning> {
    let by = |symmetry: Symmetry| {
        let images: Vec<Vertex> = vertices.iter().map(|&vertex| symmetry.apply_vertex(vertex)).collect();
        let (first, first_image) = (vertices.first()?, images.iter().min()?);
        let moved =
            |vertex: Vertex| Vertex::new(vertex.q + first.q - first_image.q, vertex.r + first.r - first_image.r);
        let index = |vertex: &Vertex| vertices.binary_search(&moved(*vertex)).ok().map(|index| index as u8);
        let points: Vec<u8> = images.iter().map(index).collect::<Option<_>>()?;
        let image = |triangle: Triangle| {
            let turned = symmetry.apply_triangle(triangle);
            Triangle::new(moved(turned.vertex), turned.points)
        };
        let own = &frames[0].triangles;
        let triangles: Vec<u8> = own
            .iter()
            .map(|&triangle| own.binary_search(&image(triangle)).ok().map(|index| index as u8))
            .collect::<Option<_>>()?;
        let in_every_frame = frames.iter().all(|frame| {
            let pairs = frame.triangles.iter().zip(&triangles);
            pairs.clone().all(|(&triangle, &onto)| image(triangle) == frame.triangles[usize::from(onto)])
        });
        Some(Turning { points, triangles, in_every_frame })
    };
    Symmetry::ALL.into_iter().filter_map(by).collect()
}
