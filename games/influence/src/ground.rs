//! A board with its tables: points, triangles, hexagons, the six frames and the symmetries.

use hex::{Symmetry, Triangle, Vertex, point_names};

use crate::boards::{Description, around};

/// The largest number of points of a board. A set of points is one `u64`, and this number bounds the length of
/// histories.
pub const MOST_POINTS: usize = 37;

/// The number of turns between two rotations of the frame (IN-5).
pub const TURNS_A_FRAME: u32 = 4;

/// One corner of a paying triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// A point of the board.
    Point(u8),
    /// The centre of a hexagon. It belongs to the player who holds more of the hexagon's corners.
    Centre(u8),
    /// Outside the board, where nobody can have a stone (IN-5).
    Outside,
}

/// The paying triangles after this many rotations by 60°.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The i-th is the i-th triangle of the board, turned.
    pub triangles: Vec<Triangle>,
    /// Their corners, clockwise from the rotated first corner. Dice select a corner by this order.
    pub corners: Vec<[Corner; 3]>,
    /// The number of paying triangles at each point.
    pub at: Vec<u8>,
    /// The points, and perhaps the centre, that a player needs to hold a triangle wholly.
    pub(crate) whole: Vec<(u64, Option<u8>)>,
}

/// A hexagon whose centre counts as a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexagon {
    /// The position of its centre.
    pub centre: Vertex,
    /// Its six corners.
    pub corners: u64,
}

/// A symmetry of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turning {
    pub(crate) points: Vec<u8>,
    pub(crate) triangles: Vec<u8>,
    /// Whether it also maps every rotated frame to itself.
    pub(crate) in_every_frame: bool,
}

/// A board and everything that follows from its description.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        game::sort(&mut outside);
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

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The points that White starts with if komi is on and the setup gives no other number.
    pub fn komi(&self) -> u16 {
        self.komi
    }

    /// The points in reading order.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The number of points.
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

    /// The hexagons whose centres count, in reading order. Empty on a board of rows.
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
            game::sort(&mut triangles);
            triangles
        };
        self.frames.iter().all(|frame| sorted(frame) == sorted(&self.frames[0]))
    }

    /// The name of a point: a letter for its row from the top, a number along the row from the left.
    pub fn point_name(&self, point: u8) -> &str {
        &self.names[usize::from(point)]
    }

    /// The point with this name.
    pub fn point_named(&self, name: &str) -> Option<u8> {
        self.names.iter().position(|known| known == name).map(|index| index as u8)
    }

    /// The point at this vertex of the lattice.
    pub fn point_at(&self, vertex: Vertex) -> Option<u8> {
        self.vertices.binary_search(&vertex).ok().map(|index| index as u8)
    }

    /// The name of a triangle, made from its corners: points by their names, centres as `h1` and on, places off the
    /// board as `o1` and on.
    pub fn triangle_name(&self, triangle: Triangle) -> String {
        let mut corners = triangle.corners();
        game::sort(&mut corners);
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
    /// The triangles that a player can hold wholly, as sets of points.
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

/// The symmetries of the board. A symmetry of the lattice, shifted so that its image starts where the board starts, is
/// one if it maps the board's points and triangles to themselves.
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
