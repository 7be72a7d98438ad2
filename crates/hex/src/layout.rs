//! From hexes to points on a screen and back, in floating-point numbers. The rest of this crate is integer arithmetic,
//! but for [`Triangle::centroid`], which serves drawing too.

use serde::{Deserialize, Serialize};

use crate::{Hex, Points, Triangle, Vertex};

/// A point on the screen: x grows to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point at `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
}

/// A box around something drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The upper left corner.
    pub min: Point,
    /// The lower right corner.
    pub max: Point,
}

impl Bounds {
    /// The smallest box around all of the points. None if there are no points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Bounds> {
        let boxes = points.into_iter().map(|point| Bounds { min: point, max: point });
        boxes.reduce(|a, b| Bounds {
            min: Point::new(a.min.x.min(b.min.x), a.min.y.min(b.min.y)),
            max: Point::new(a.max.x.max(b.max.x), a.max.y.max(b.max.y)),
        })
    }

    /// From left to right.
    pub fn width(self) -> f64 {
        self.max.x - self.min.x
    }

    /// From top to bottom.
    pub fn height(self) -> f64 {
        self.max.y - self.min.y
    }
}

/// The orientation of the hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// A side on top: N is up, and constant q is a column.
    FlatTop,
    /// A corner on top: constant r is a level row in which q grows to the right. Everything is turned by 30°
    /// counterclockwise from flat-top: N goes up and left, NE up and right, SE right, S down and right, SW down and
    /// left, NW left.
    PointyTop,
}

const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// Where on the screen the hexes, vertices and triangles are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// The orientation of the hexes.
    pub orientation: Orientation,
    /// From the centre of a hex to its corners, which is also the length of its sides.
    pub size: f64,
    /// The centre of the hex (0, 0).
    pub origin: Point,
}

impl Layout {
    /// A layout of hexes with sides of length `size`, (0, 0) being at `origin`.
    pub const fn new(orientation: Orientation, size: f64, origin: Point) -> Layout {
        Layout { orientation, size, origin }
    }

    /// The centre of a hex.
    pub fn center(&self, hex: Hex) -> Point {
        self.point(f64::from(hex.q), f64::from(hex.r))
    }

    /// The six corners of a hex in the order of [`Hex::corners`]: clockwise, the i-th between the i-th direction and
    /// the next.
    pub fn corners(&self, hex: Hex) -> [Point; 6] {
        hex.corners().map(|corner| self.centroid(corner))
    }

    /// The hex that covers a point.
    pub fn hex_at(&self, point: Point) -> Hex {
        let (q, r) = self.coordinates(point);
        // The nearest whole q, r and s need not sum to 0. The one with the largest rounding error is computed from the
        // other two.
        let (whole_q, whole_r, whole_s) = (q.round(), r.round(), (-q - r).round());
        let (off_q, off_r, off_s) = ((whole_q - q).abs(), (whole_r - r).abs(), (whole_s + q + r).abs());
        if off_q > off_r && off_q > off_s {
            Hex::new((-whole_r - whole_s) as i32, whole_r as i32)
        } else if off_r > off_s {
            Hex::new(whole_q as i32, (-whole_q - whole_s) as i32)
        } else {
            Hex::new(whole_q as i32, whole_r as i32)
        }
    }

    /// Where a vertex is: at the centre of its hex.
    pub fn vertex(&self, vertex: Vertex) -> Point {
        self.center(vertex.hex())
    }

    /// The vertex nearest to a point.
    pub fn vertex_at(&self, point: Point) -> Vertex {
        self.hex_at(point).into()
    }

    /// The centroid of a triangle.
    pub fn centroid(&self, triangle: Triangle) -> Point {
        let (q, r) = triangle.centroid();
        self.point(q, r)
    }

    /// The triangle that covers a point.
    pub fn triangle_at(&self, point: Point) -> Triangle {
        let (q, r) = self.coordinates(point);
        let corner = Vertex::new(q.floor() as i32, r.floor() as i32);
        // The rhombus between (0, 0) and (1, 1) is one triangle on either side of the edge from (1, 0) to (0, 1).
        if q - q.floor() + r - r.floor() < 1.0 {
            Triangle::new(corner, Points::Down)
        } else {
            Triangle::new(Vertex::new(corner.q + 1, corner.r), Points::Up)
        }
    }

    /// The box around hexes with their corners, such as those of a board. None if there are no hexes.
    pub fn bounds(&self, hexes: impl IntoIterator<Item = Hex>) -> Option<Bounds> {
        Bounds::around(hexes.into_iter().flat_map(|hex| self.corners(hex)))
    }

    /// The point of fractional coordinates.
    fn point(&self, q: f64, r: f64) -> Point {
        let (x, y) = match self.orientation {
            Orientation::FlatTop => (1.5 * q, SQRT_3 * (q / 2.0 + r)),
            Orientation::PointyTop => (SQRT_3 * (q + r / 2.0), 1.5 * r),
        };
        Point::new(self.origin.x + self.size * x, self.origin.y + self.size * y)
    }

    /// The fractional coordinates (q, r) of a point.
    fn coordinates(&self, point: Point) -> (f64, f64) {
        let (x, y) = ((point.x - self.origin.x) / self.size, (point.y - self.origin.y) / self.size);
        match self.orientation {
            Orientation::FlatTop => (x / 1.5, y / SQRT_3 - x / 3.0),
            Orientation::PointyTop => (x / SQRT_3 - y / 3.0, y / 1.5),
        }
    }
}
