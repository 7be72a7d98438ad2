//! From hexes to the screen and back.

mod common;

use common::hexes;
use proptest::prelude::*;
use sixfold_hex::{Board, Direction, Hex, Layout, Orientation, Point, Points, Triangle, Vertex};

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

fn layouts() -> impl Strategy<Value = Layout> {
    let orientation = prop_oneof![Just(Orientation::FlatTop), Just(Orientation::PointyTop)];
    (orientation, 0.1..100.0, -500.0..500.0, -500.0..500.0)
        .prop_map(|(orientation, size, x, y)| Layout::new(orientation, size, Point::new(x, y)))
}

/// The compass bearing from the origin to each neighbour, in degrees clockwise from up.
fn bearings(orientation: Orientation) -> [i32; 6] {
    let layout = Layout::new(orientation, 1.0, Point::default());
    Direction::ALL.map(|direction| {
        let Point { x, y } = layout.center(direction.offset());
        x.atan2(-y).to_degrees().rem_euclid(360.0).round() as i32
    })
}

#[test]
fn north_is_up_on_a_flat_top_board_and_up_and_left_on_a_pointy_top_one() {
    assert_eq!(bearings(Orientation::FlatTop), [0, 60, 120, 180, 240, 300]);
    assert_eq!(bearings(Orientation::PointyTop), [330, 30, 90, 150, 210, 270]);
}

#[test]
fn a_board_has_the_bounds_that_its_outline_says() {
    let board = Board::new(2);
    let pointy = Layout::new(Orientation::PointyTop, 10.0, Point::new(7.0, 9.0)).bounds(&board).unwrap();
    assert!((pointy.width() - 5.0 * 10.0 * 3.0_f64.sqrt()).abs() < 1e-9, "five hexes side by side");
    assert!((pointy.height() - 80.0).abs() < 1e-9, "four rows of 15 and a hex of 20");
    assert!((pointy.min.x + pointy.max.x - 14.0).abs() < 1e-9 && (pointy.min.y + pointy.max.y - 18.0).abs() < 1e-9);
    let flat = Layout::new(Orientation::FlatTop, 10.0, Point::default()).bounds(&board).unwrap();
    assert!((flat.width() - pointy.height()).abs() < 1e-9 && (flat.height() - pointy.width()).abs() < 1e-9);
    assert_eq!(Layout::new(Orientation::FlatTop, 10.0, Point::default()).bounds([]), None);
}

proptest! {
    #[test]
    fn what_is_drawn_is_found_again(layout in layouts(), hex in hexes(60), up in any::<bool>()) {
        prop_assert_eq!(layout.hex_at(layout.center(hex)), hex);
        prop_assert_eq!(layout.vertex_at(layout.vertex(hex.into())), Vertex::from(hex));
        let triangle = Triangle::new(hex.into(), if up { Points::Up } else { Points::Down });
        prop_assert_eq!(layout.triangle_at(layout.centroid(triangle)), triangle);
    }

    #[test]
    fn a_point_belongs_to_the_nearest_centre(layout in layouts(), x in -600.0..600.0, y in -600.0..600.0) {
        let point = Point::new(x, y);
        let hex = layout.hex_at(point);
        for other in hex.disc(2) {
            prop_assert!(distance(point, layout.center(hex)) <= distance(point, layout.center(other)) + 1e-9);
        }
    }

    #[test]
    fn a_point_belongs_to_the_triangle_of_the_three_nearest_vertices(layout in layouts(), x in -600.0..600.0, y in -600.0..600.0) {
        let point = Point::new(x, y);
        let triangle = layout.triangle_at(point);
        for next in triangle.neighbours() {
            prop_assert!(distance(point, layout.centroid(triangle)) <= distance(point, layout.centroid(next)) + 1e-9);
        }
        prop_assert!(triangle.corners().contains(&layout.vertex_at(point)));
    }

    #[test]
    fn corners_surround_the_centre_clockwise_between_the_directions(layout in layouts(), hex in hexes(30)) {
        let center = layout.center(hex);
        let corners = layout.corners(hex);
        for (i, corner) in corners.into_iter().enumerate() {
            prop_assert!((distance(center, corner) - layout.size).abs() < 1e-9);
            let (before, after) = (Direction::ALL[i], Direction::ALL[i].turn(1));
            for direction in [before, after] {
                prop_assert!((distance(layout.center(hex.neighbour(direction)), corner) - layout.size).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn centres_lie_where_hexx_puts_them(layout in layouts(), hex in hexes(30)) {
        let orientation = match layout.orientation {
            Orientation::FlatTop => hexx::HexOrientation::Flat,
            Orientation::PointyTop => hexx::HexOrientation::Pointy,
        };
        let theirs = hexx::HexLayout::new(orientation).hex_to_world_pos(hex.into());
        let ours = Layout::new(layout.orientation, 1.0, Point::default()).center(Hex::new(hex.q, hex.r));
        prop_assert!(distance(ours, Point::new(f64::from(theirs.x), f64::from(theirs.y))) < 1e-4);
    }
}
