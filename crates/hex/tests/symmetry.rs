//! The twelve symmetries form a group and act on hexes, vertices, triangles and directions consistently.

mod common;

use std::collections::BTreeSet;

use common::{hexes, symmetries};
use proptest::prelude::*;
use sixfold_hex::{Direction, Hex, Points, Symmetry, Triangle, Vertex};

#[test]
fn sixty_degrees_clockwise_is_as_the_rulebook_says() {
    let turn = Symmetry::rotation(1);
    assert_eq!(turn.apply(Hex::new(2, 5)), Hex::new(-5, 7));
    assert_eq!(turn.apply_direction(Direction::NW), Direction::N);
    assert_eq!(Symmetry::MIRROR.apply_direction(Direction::NE), Direction::NW);
    assert_eq!(Symmetry::MIRROR.apply_direction(Direction::S), Direction::S);
}

#[test]
fn there_are_twelve_and_they_tell_apart_a_hex_in_general_position() {
    let images: BTreeSet<Hex> = Symmetry::ALL.into_iter().map(|by| by.apply(Hex::new(3, 1))).collect();
    assert_eq!(images.len(), 12);
    assert!(Symmetry::ALL.into_iter().enumerate().all(|(index, by)| by.index() == index));
    assert!((0..6).all(|steps| Symmetry::rotation(steps).index() == steps as usize));
}

#[test]
fn they_are_written_as_their_numbers() {
    assert_eq!(serde_json::to_string(&Symmetry::MIRROR).unwrap(), "6");
    assert_eq!(serde_json::from_str::<Symmetry>("11").unwrap(), Symmetry::ALL[11]);
    assert!(serde_json::from_str::<Symmetry>("12").is_err());
}

proptest! {
    #[test]
    fn group_laws(a in symmetries(), b in symmetries(), c in symmetries(), hex in hexes(50)) {
        prop_assert_eq!(a.compose(b).apply(hex), a.apply(b.apply(hex)));
        prop_assert_eq!(a.compose(b).compose(c), a.compose(b.compose(c)));
        prop_assert_eq!(a.compose(a.inverse()), Symmetry::IDENTITY);
        prop_assert_eq!(a.inverse().compose(a), Symmetry::IDENTITY);
        prop_assert_eq!(a.compose(Symmetry::IDENTITY), a);
        prop_assert!(Symmetry::ALL.contains(&a.compose(b)));
    }

    #[test]
    fn directions_vertices_and_triangles_go_where_their_hexes_go(by in symmetries(), hex in hexes(50)) {
        for direction in Direction::ALL {
            prop_assert_eq!(by.apply_direction(direction).offset(), by.apply(direction.offset()));
        }
        prop_assert_eq!(by.apply_vertex(Vertex::from(hex)), Vertex::from(by.apply(hex)));
        for points in [Points::Up, Points::Down] {
            let triangle = Triangle::new(hex.into(), points);
            let corners = triangle.corners().map(|corner| by.apply_vertex(corner));
            prop_assert_eq!(Some(by.apply_triangle(triangle)), Triangle::from_corners(corners));
        }
    }
}
