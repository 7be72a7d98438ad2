//! Where the places of a board are drawn. It changes with the board and not with what stands on it, so a table keeps
//! it: writing all these numbers anew was a good part of every drawing.

use hex::{Bounds, Hex, Layout, Point, Points, Triangle, Vertex};
use scene::{Cell, Place, Scene};

/// From the centre of a hex to its corners, in the units of the drawing.
const SIZE: f64 = 20.0;

/// Where the places of a board are drawn, each cell by its index in the scene.
pub struct Ground {
    /// What is in sight, as SVG says it.
    pub view_box: String,
    /// The cells as rows from the top, each from the left: as a board is read.
    pub rows: Vec<Vec<usize>>,
    /// Whether it is higher than wide.
    pub is_tall: bool,
    /// How large the letters of names are: on a small board hexes are large, and letters stay as they are.
    pub letters: f64,
    layout: Layout,
    places: Vec<Place>,
    transforms: Vec<String>,
    outlines: Outlines,
}

impl Ground {
    /// The ground of a scene.
    pub fn of(scene: &Scene) -> Self {
        let layout = Layout::new(scene.orientation, SIZE, Point::new(0.0, 0.0));
        let bounds = bounds(&scene.cells, &layout);
        let margin = 1.5;
        let (x, y) = (bounds.min.x - margin, bounds.min.y - margin);
        let places: Vec<Place> = scene.cells.iter().map(|cell| cell.place).collect();
        Self {
            view_box: format!(
                "{x:.1} {y:.1} {:.1} {:.1}",
                bounds.width() + 2.0 * margin,
                bounds.height() + 2.0 * margin
            ),
            is_tall: bounds.height() > bounds.width(),
            rows: rows(&places, &layout),
            letters: (bounds.width() / 65.0).clamp(3.5, 9.0).round(),
            transforms: places.iter().map(|&place| translate(center(&layout, place))).collect(),
            outlines: Outlines::new(&layout),
            layout,
            places,
        }
    }

    /// Whether this is the ground of that scene too.
    pub fn fits(&self, scene: &Scene) -> bool {
        self.layout.orientation == scene.orientation
            && self.places.iter().eq(scene.cells.iter().map(|cell| &cell.place))
    }

    /// What moves a drawing to the cell of this index.
    pub fn transform(&self, cell: usize) -> &str {
        &self.transforms[cell]
    }

    /// What moves a drawing to a place.
    pub fn transform_to(&self, place: Place) -> String {
        translate(center(&self.layout, place))
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

/// Where a place is.
pub fn center(layout: &Layout, place: Place) -> Point {
    match place {
        Place::Hex(hex) => layout.center(hex),
        Place::Vertex(vertex) => layout.vertex(vertex),
        Place::Triangle(triangle) => layout.centroid(triangle),
    }
}

fn translate(Point { x, y }: Point) -> String {
    format!("translate({x:.2} {y:.2})")
}

fn bounds(cells: &[Cell], layout: &Layout) -> Bounds {
    let corners = cells.iter().flat_map(|cell| match cell.place {
        Place::Hex(hex) => layout.corners(hex).to_vec(),
        other => {
            let Point { x, y } = center(layout, other);
            vec![Point::new(x - SIZE, y - SIZE), Point::new(x + SIZE, y + SIZE)]
        }
    });
    Bounds::around(corners).unwrap_or(Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) })
}

fn rows(places: &[Place], layout: &Layout) -> Vec<Vec<usize>> {
    let at: Vec<Point> = places.iter().map(|&place| center(layout, place)).collect();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (at[a], at[b]);
        (a.y * 10.0).round().total_cmp(&(b.y * 10.0).round()).then(a.x.total_cmp(&b.x))
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

/// The outlines of places around their own centres. Of a kind all are alike; triangles are of two kinds.
struct Outlines {
    hex: String,
    vertex: String,
    triangles: [String; 2],
}

impl Outlines {
    fn new(layout: &Layout) -> Self {
        let around = |place, corners: &[Point]| {
            let home = center(layout, place);
            // Rounded first, and without a negative zero: the same shape has the same text.
            let round = |x: f64| (x * 10.0).round() / 10.0 + 0.0;
            let corner = |p: &Point| format!("{},{}", round(p.x - home.x), round(p.y - home.y));
            corners.iter().map(corner).collect::<Vec<_>>().join(" ")
        };
        let triangle = |points| {
            let triangle = Triangle::new(Vertex::new(0, 0), points);
            around(Place::Triangle(triangle), &triangle.corners().map(|corner| layout.vertex(corner)))
        };
        let vertex = Vertex::new(0, 0);
        let Point { x, y } = layout.vertex(vertex);
        let clock = (0..12).map(|hour| {
            let angle = f64::from(hour) * std::f64::consts::FRAC_PI_6;
            Point::new(x + 0.45 * SIZE * angle.cos(), y + 0.45 * SIZE * angle.sin())
        });
        Self {
            hex: around(Place::Hex(Hex::ORIGIN), &layout.corners(Hex::ORIGIN)),
            vertex: around(Place::Vertex(vertex), &clock.collect::<Vec<_>>()),
            triangles: [triangle(Points::Up), triangle(Points::Down)],
        }
    }
}
