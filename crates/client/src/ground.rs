//! Where the places of a board are drawn. That changes with the board and not with its pieces, so a client keeps it:
//! formatting all these numbers for every drawing took a good part of its time.

use game::SortedSet;
use std::fmt::Write as _;

use hex::{Bounds, Direction, Edge, Hex, Layout, Orientation, Point, Points, Triangle, Vertex};
use scene::{Base, Cell, Place, Scene};

use crate::outline;

/// From the centre of a hex to its corners, in the units of the drawing.
pub const SIZE: f64 = 20.0;
/// Names on more places than this would be noise.
const MOST_NAMED: usize = 61;
/// Around a point: room for a stone with a ring, and on the left for the name of its row.
const POINT_ROOM: f64 = 12.5;
const NAME_ROOM: f64 = 24.0;
/// As large as a cursor round a point.
const POINT_SIZE: f64 = 12.8;
/// As large as a point is under a finger: half of the way to the next.
pub const POINT_REACH: f64 = 17.0;

/// The width of the rim of a slab around hexes, and around points, where it has room for the names of rows.
const HEX_RIM: f64 = 7.0;
const POINT_RIM: f64 = 25.0;

/// What the places of a board lie on.
pub struct Slab {
    /// The corners of the part that the places cover, as SVG writes them.
    pub points: String,
    /// The width of the rim around that part.
    pub rim: f64,
}

/// Where the places of a board are drawn, each cell by its index in the scene.
pub struct Ground {
    /// The `viewBox` of the drawing.
    pub view_box: String,
    /// The left upper corner of the drawing, and its width and height.
    pub frame: [f64; 4],
    /// The cells as rows from the top, each from the left: as a board is read. What is only looked at is not among
    /// them.
    pub rows: Vec<Vec<usize>>,
    /// The cells that are only looked at.
    pub scenery: Vec<usize>,
    /// Its width divided by its height.
    pub ratio: f64,
    /// Whether things stand on points, with triangles between them.
    pub on_points: bool,
    /// Whether every empty place carries its name. On a small board with columns there is room for it, and the first
    /// places of its rows would name only some of the columns.
    pub names_all: bool,
    /// How large the letters of names are: on a small board hexes are large, and letters stay as they are.
    pub letters: f64,
    /// By how many sixths clockwise it is turned.
    pub turns: u8,
    /// The slab under the places, if the scene asks for one.
    pub slab: Option<Slab>,
    layout: Layout,
    places: Vec<Place>,
    transforms: Vec<String>,
    outlines: Outlines,
}

impl Ground {
    /// The ground of a scene as it is.
    pub fn of(scene: &Scene) -> Self {
        Self::turned(scene, 0)
    }

    /// The ground of a scene, turned by so many sixths clockwise.
    pub fn turned(scene: &Scene, turns: u8) -> Self {
        let layout = Layout::new(scene.orientation, SIZE, Point::new(0.0, 0.0));
        let turns = turns % 6;
        let at = |place| turn(center(&layout, place), turns);
        let slab = matches!(scene.style.base, Base::Slab | Base::Cloth).then(|| slab(&scene.cells, &layout, turns));
        let rim = match scene.style.base {
            Base::Bare => None,
            Base::Slab | Base::Cloth => slab.as_ref().map(|slab| slab.rim),
            Base::Frame => Some(HEX_RIM),
        };
        let bounds = bounds(&scene.cells, &layout, turns, rim);
        let margin = 1.5;
        let frame = [
            bounds.min.x - margin,
            bounds.min.y - margin,
            bounds.width() + 2.0 * margin,
            bounds.height() + 2.0 * margin,
        ];
        let [x, y, width, height] = frame;
        let places: Vec<Place> = scene.cells.iter().map(|cell| cell.place).collect();
        let on_points = places.iter().any(|place| matches!(place, Place::Triangle(_)));
        Self {
            view_box: format!("{x:.1} {y:.1} {width:.1} {height:.1}"),
            frame,
            ratio: bounds.width() / bounds.height(),
            on_points,
            names_all: scene.orientation == Orientation::FlatTop && places.len() <= MOST_NAMED,
            rows: rows(scene, at),
            scenery: (0..places.len()).filter(|index| scene.cells[*index].scenery).collect(),
            letters: if on_points { 5.5 } else { (bounds.width() / 65.0).clamp(3.5, 9.0).round() },
            transforms: places.iter().map(|&place| translate(at(place))).collect(),
            outlines: Outlines::new(&layout, turns),
            turns,
            slab,
            layout,
            places,
        }
    }

    /// Whether this is the ground of that scene too, turned by so much.
    pub fn fits(&self, scene: &Scene, turns: u8) -> bool {
        self.turns == turns % 6
            && self.layout.orientation == scene.orientation
            && self.places.iter().eq(scene.cells.iter().map(|cell| &cell.place))
    }

    /// The SVG transform that moves a drawing to this cell.
    pub fn transform(&self, cell: usize) -> &str {
        &self.transforms[cell]
    }

    /// The SVG transform that moves a drawing to a place.
    pub fn transform_to(&self, place: Place) -> String {
        translate(self.at(place))
    }

    /// Where a place is drawn.
    pub fn at(&self, place: Place) -> Point {
        turn(center(&self.layout, place), self.turns)
    }

    /// The direction of the lattice that goes this way on the screen.
    pub fn towards(&self, screen: Direction) -> Direction {
        screen.turn(-i32::from(self.turns))
    }

    /// The way on the screen that a direction of the lattice goes.
    pub fn on_screen(&self, direction: Direction) -> Direction {
        direction.turn(i32::from(self.turns))
    }

    /// The part of a triangle that is nearest to one of its corners: a third of it, around its own centre.
    pub fn third(&self, triangle: Triangle, corner: usize) -> &str {
        &self.outlines.thirds[usize::from(triangle.points == Points::Down)][corner % 3]
    }

    /// The outline of several triangles together, as SVG draws it.
    pub fn rim(&self, triangles: &SortedSet<Triangle>) -> String {
        self.edges(triangles, |edge| !edge.triangles().iter().all(|side| triangles.contains(side)))
    }

    /// Every edge of several triangles, each once, as SVG draws them.
    pub fn lines(&self, triangles: &SortedSet<Triangle>) -> String {
        self.edges(triangles, |_| true)
    }

    fn edges(&self, triangles: &SortedSet<Triangle>, is_drawn: impl Fn(&Edge) -> bool) -> String {
        let corners = triangles.iter().map(|triangle| triangle.corners());
        let sides = corners.flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)]);
        let edges: SortedSet<Edge> = game::gather(sides.filter_map(|(a, b)| Edge::between(a, b)).filter(is_drawn));
        let mut path = String::new();
        for [a, b] in edges.into_iter().map(|edge| edge.ends().map(|end| self.at(Place::Vertex(end)))) {
            let _ = write!(path, "M{:.1},{:.1}L{:.1},{:.1}", a.x, a.y, b.x, b.y); // into a string it never fails
        }
        path
    }

    /// Whether a triangle has its broad side above on the screen. An odd number of sixths turns every triangle over.
    pub fn hangs(&self, triangle: Triangle) -> bool {
        (triangle.points == Points::Down) != (self.turns % 2 == 1)
    }

    /// The outline of a place around its own centre.
    pub fn outline(&self, place: Place) -> &str {
        match place {
            Place::Hex(_) => &self.outlines.hex,
            Place::Vertex(_) => &self.outlines.vertex,
            Place::Triangle(triangle) => &self.outlines.triangles[usize::from(triangle.points == Points::Down)],
        }
    }
}

/// A point turned round the middle by so many sixths clockwise, as the screen has it: down is more.
fn turn(Point { x, y }: Point, sixths: u8) -> Point {
    let high = 0.75_f64.sqrt();
    let (sin, cos) =
        [(0.0, 1.0), (high, 0.5), (high, -0.5), (0.0, -1.0), (-high, -0.5), (-high, 0.5)][usize::from(sixths % 6)];
    Point::new(x * cos - y * sin, x * sin + y * cos)
}

/// Where a place is on a board as it is.
fn center(layout: &Layout, place: Place) -> Point {
    match place {
        Place::Hex(hex) => layout.center(hex),
        Place::Vertex(vertex) => layout.vertex(vertex),
        Place::Triangle(triangle) => layout.centroid(triangle),
    }
}

fn translate(Point { x, y }: Point) -> String {
    // Rounded first, and without a negative zero.
    let round = |x: f64| (x * 100.0).round() / 100.0 + 0.0;
    format!("translate({:.2} {:.2})", round(x), round(y))
}

/// The corners of all places but points.
fn corners(cells: &[Cell], layout: &Layout, turns: u8) -> Vec<Point> {
    let corners = cells.iter().flat_map(|cell| match cell.place {
        Place::Hex(hex) => layout.corners(hex).to_vec(),
        Place::Triangle(triangle) => triangle.corners().map(|corner| layout.vertex(corner)).to_vec(),
        Place::Vertex(_) => Vec::new(),
    });
    corners.map(|corner| turn(corner, turns)).collect()
}

fn slab(cells: &[Cell], layout: &Layout, turns: u8) -> Slab {
    let corner = |Point { x, y }: &Point| format!("{x:.1},{y:.1}");
    let outline = outline::around(corners(cells, layout, turns));
    let on_points = cells.iter().any(|cell| matches!(cell.place, Place::Triangle(_)));
    Slab {
        points: outline.iter().map(corner).collect::<Vec<_>>().join(" "),
        rim: if on_points { POINT_RIM } else { HEX_RIM },
    }
}

/// The part of the plane that is drawn. A slab has its rim there; without one, points have room for stones and names.
fn bounds(cells: &[Cell], layout: &Layout, turns: u8, rim: Option<f64>) -> Bounds {
    let points = cells.iter().filter_map(|cell| match cell.place {
        Place::Vertex(vertex) if rim.is_none() => Some(layout.vertex(vertex)),
        Place::Vertex(_) | Place::Hex(_) | Place::Triangle(_) => None,
    });
    let points = points.map(|at| turn(at, turns)).flat_map(|Point { x, y }| {
        [Point::new(x - NAME_ROOM, y - POINT_ROOM), Point::new(x + POINT_ROOM, y + POINT_ROOM)]
    });
    let bounds = Bounds::around(corners(cells, layout, turns).into_iter().chain(points))
        .unwrap_or(Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) });
    let rim = rim.unwrap_or(0.0);
    let (min, max) = (bounds.min, bounds.max);
    Bounds { min: Point::new(min.x - rim, min.y - rim), max: Point::new(max.x + rim, max.y + rim) }
}

fn rows(scene: &Scene, at: impl Fn(Place) -> Point) -> Vec<Vec<usize>> {
    let at: Vec<Point> = scene.cells.iter().map(|cell| at(cell.place)).collect();
    let mut order: Vec<usize> = (0..at.len()).filter(|index| !scene.cells[*index].scenery).collect();
    game::sort_by(&mut order, |&a, &b| {
        let (a, b) = (at[a], at[b]);
        // Without a negative zero, which would come before the other.
        let height = |at: Point| (at.y * 10.0).round() + 0.0;
        height(a).total_cmp(&height(b)).then(a.x.total_cmp(&b.x))
    });
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for index in order {
        match rows.last_mut().filter(|row| (at[row[0]].y - at[index].y).abs() < 1.0) {
            Some(row) => row.push(index),
            None => rows.push(vec![index]),
        }
    }
    rows
}

/// The outlines of places around their own centres: one for all hexes, one for all vertices, two for triangles.
struct Outlines {
    hex: String,
    vertex: String,
    triangles: [String; 2],
    thirds: [[String; 3]; 2],
}

impl Outlines {
    fn new(layout: &Layout, turns: u8) -> Self {
        let around = |place, corners: &[Point]| {
            let home = center(layout, place);
            // Rounded first, and without a negative zero: the same shape has the same text.
            let round = |x: f64| (x * 10.0).round() / 10.0 + 0.0;
            let corner = |p: &Point| {
                let p = turn(Point::new(p.x - home.x, p.y - home.y), turns);
                format!("{},{}", round(p.x), round(p.y))
            };
            corners.iter().map(corner).collect::<Vec<_>>().join(" ")
        };
        let triangle = |points| {
            let triangle = Triangle::new(Vertex::new(0, 0), points);
            around(Place::Triangle(triangle), &triangle.corners().map(|corner| layout.vertex(corner)))
        };
        let third = |points, corner: usize| {
            let triangle = Triangle::new(Vertex::new(0, 0), points);
            let corners = triangle.corners().map(|corner| layout.vertex(corner));
            let middle = |other: usize| {
                let (a, b) = (corners[corner], corners[(corner + other) % 3]);
                Point::new(f64::midpoint(a.x, b.x), f64::midpoint(a.y, b.y))
            };
            let home = center(layout, Place::Triangle(triangle));
            around(Place::Triangle(triangle), &[corners[corner], middle(1), home, middle(2)])
        };
        let vertex = Vertex::new(0, 0);
        let Point { x, y } = layout.vertex(vertex);
        let clock = (0..24).map(|hour| {
            let angle = f64::from(hour) * std::f64::consts::PI / 12.0;
            Point::new(x + POINT_SIZE * angle.cos(), y + POINT_SIZE * angle.sin())
        });
        Self {
            hex: around(Place::Hex(Hex::ORIGIN), &layout.corners(Hex::ORIGIN)),
            vertex: around(Place::Vertex(vertex), &clock.collect::<Vec<_>>()),
            triangles: [triangle(Points::Up), triangle(Points::Down)],
            thirds: [Points::Up, Points::Down].map(|points| [0, 1, 2].map(|corner| third(points, corner))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hexes() -> Scene {
        let around = Direction::ALL.map(|direction| (Hex::ORIGIN.neighbour(direction), format!("{direction:?}")));
        Scene::of_hexes(Orientation::FlatTop, [(Hex::ORIGIN, "O".to_owned())].into_iter().chain(around))
    }

    fn rows_of(turns: u8) -> Vec<Vec<String>> {
        let scene = hexes();
        let row = |row: &Vec<usize>| row.iter().map(|index| scene.cells[*index].name.clone()).collect();
        Ground::turned(&scene, turns).rows.iter().map(row).collect()
    }

    #[test]
    fn a_turned_board_is_read_as_it_is_drawn() {
        assert_eq!(rows_of(0), [vec!["N"], vec!["NW", "NE"], vec!["O"], vec!["SW", "SE"], vec!["S"]]);
        assert_eq!(rows_of(3), [vec!["S"], vec!["SE", "SW"], vec!["O"], vec!["NE", "NW"], vec!["N"]]);
        assert_eq!(rows_of(1)[0], ["NW"], "a sixth clockwise brings the north-west up");
    }

    #[test]
    fn every_row_of_a_turned_board_goes_from_left_to_right() {
        let all = Hex::ORIGIN.disc(6).map(|hex| (hex, format!("{} {}", hex.q, hex.r)));
        let scene = Scene::of_hexes(Orientation::FlatTop, all);
        for turns in 0..6 {
            let ground = Ground::turned(&scene, turns);
            assert_eq!(ground.rows.len(), 25, "{turns}");
            for row in &ground.rows {
                let at: Vec<f64> = row.iter().map(|index| ground.at(scene.cells[*index].place).x).collect();
                assert!(at.is_sorted(), "{turns}: {at:?}");
            }
        }
    }

    #[test]
    fn a_triangle_of_a_turned_board_lies_between_its_turned_corners() {
        let triangle = Triangle::new(Vertex::new(0, 0), Points::Up);
        let corners = triangle.corners().map(|corner| Cell::new(Place::Vertex(corner), String::new()));
        let cells = [Cell::new(Place::Triangle(triangle), "t".to_owned())].into_iter().chain(corners).collect();
        let scene = Scene::of_cells(Orientation::PointyTop, cells);
        for turns in 0..6 {
            let ground = Ground::turned(&scene, turns);
            let home = ground.at(Place::Triangle(triangle));
            let points: Vec<f64> =
                ground.outline(Place::Triangle(triangle)).split([' ', ',']).map(|n| n.parse().unwrap()).collect();
            for (index, corner) in triangle.corners().into_iter().enumerate() {
                let at = ground.at(Place::Vertex(corner));
                let (x, y) = (home.x + points[2 * index], home.y + points[2 * index + 1]);
                assert!((at.x - x).abs() < 0.1 && (at.y - y).abs() < 0.1, "{turns}: {at:?}, not {x} {y}");
                assert!(ground.third(triangle, index).starts_with(&format!(
                    "{},{}",
                    points[2 * index],
                    points[2 * index + 1]
                )));
            }
            assert_eq!(ground.hangs(triangle), turns % 2 == 1);
            assert!(!ground.fits(&scene, turns + 1) && ground.fits(&scene, turns + 6));
        }
    }

    #[test]
    fn ways_on_the_screen_and_on_the_lattice_are_each_others_inverse() {
        for turns in 0..6 {
            let ground = Ground::turned(&hexes(), turns);
            for way in Direction::ALL {
                assert_eq!(ground.on_screen(ground.towards(way)), way);
                let (from, to) = (Place::Hex(Hex::ORIGIN), Place::Hex(Hex::ORIGIN.neighbour(ground.towards(way))));
                let plain = Ground::of(&hexes());
                let expected = plain.at(Place::Hex(Hex::ORIGIN.neighbour(way)));
                assert!((ground.at(to).x - expected.x).abs() < 1e-6 && (ground.at(to).y - expected.y).abs() < 1e-6);
                assert!(ground.at(from).y.abs() < 1e-6);
            }
        }
    }
}
