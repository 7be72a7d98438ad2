//! Vertices, triangles and lattices, against IN-1, IN-8 and Euler.

mod common;

use std::collections::BTreeSet;

use common::hexes;
use proptest::prelude::*;
use sixfold_hex::{Edge, Hex, Lattice, Mask, Points, Symmetry, Triangle, Vertex};

fn grand() -> Lattice {
    Lattice::within(3, |_| true)
}

fn classic() -> Lattice {
    Lattice::within(3, |v| v.q <= 2 && v.s() >= -2)
}

fn compact() -> Lattice {
    Lattice::within(3, |v| v.q <= 2 && v.s() >= -2 && v.r.abs() <= 2)
}

/// How many vertices have 0, 1, … 6 triangles.
fn triangles_a_vertex(lattice: &Lattice) -> [usize; 7] {
    let mut counts = [0; 7];
    (0..lattice.vertices().len()).for_each(|vertex| counts[lattice.triangles_at(vertex).len()] += 1);
    counts
}

#[test]
fn in_1_the_boards_have_their_vertices_and_triangles() {
    for (lattice, vertices, triangles, rim) in [(classic(), 30, 42, 16), (compact(), 24, 32, 14), (grand(), 37, 54, 18)]
    {
        assert_eq!((lattice.vertices().len(), lattice.triangles().len()), (vertices, triangles));
        assert_eq!(lattice.rim().count(), rim);
        assert_eq!(triangles, 2 * vertices - 2 - rim, "IN-1's count by Euler");
    }
    // Counted on paper: a blunt corner of the outline has 2 triangles; an inner vertex of a side has 3.
    assert_eq!(triangles_a_vertex(&grand()), [0, 0, 6, 12, 0, 0, 19]);
    assert_eq!(triangles_a_vertex(&classic()), [0, 0, 6, 10, 0, 0, 14]);
    assert_eq!(triangles_a_vertex(&compact()), [0, 0, 6, 8, 0, 0, 10]);
}

#[test]
fn in_8_rows_lie_where_the_inequalities_put_them() {
    assert_eq!(Lattice::rows(&[3, 4, 5, 6, 5, 4, 3]), classic());
    assert_eq!(Lattice::rows(&[4, 5, 6, 5, 4]), compact());
    assert_eq!(Lattice::rows(&[4, 5, 6, 7, 6, 5, 4]), grand());
    let square = Lattice::rows(&[2, 2]);
    assert_eq!(square.vertices(), [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(q, r)| Vertex::new(q, r)));
    assert_eq!(Lattice::rows(&[]).vertices(), []);
}

#[test]
fn in_5_the_grand_frame_turns_onto_itself_and_the_classic_one_does_not() {
    let turned = |lattice: &Lattice, by: Symmetry| {
        lattice.triangles().iter().filter(|t| lattice.triangle_index(by.apply_triangle(**t)).is_some()).count()
    };
    assert!(Symmetry::ALL.into_iter().all(|by| turned(&grand(), by) == 54));
    assert!((1..6).all(|steps| turned(&classic(), Symmetry::rotation(steps)) < 42));
}

#[test]
fn in_8_honeycomb_is_a_lattice_with_seven_centres() {
    let is_centre = |v: Vertex| (v.q - v.r).rem_euclid(3) == 0;
    let lattice = Lattice::within(3, |v| !is_centre(v) || v.distance(Vertex::ORIGIN) < 3);
    let centres = lattice.vertex_mask(is_centre).unwrap();
    let playable = lattice.vertex_mask(|v| !is_centre(v)).unwrap();
    assert_eq!((playable.len(), centres.len(), lattice.triangles().len()), (24, 7, 42));
    assert!((0..42).all(|triangle| (lattice.corner_mask(triangle).unwrap() & centres).len() == 1));
    assert!(centres.iter().all(|centre| lattice.triangles_at(centre).len() == 6));
    // IN-1: three playable neighbours inside, two at 12 of the 18 on the rim.
    let neighbours = |v: usize| lattice.neighbours(v).iter().filter(|n| playable.contains(usize::from(**n))).count();
    assert_eq!(playable.iter().filter(|&v| neighbours(v) == 3).count(), 12);
    assert_eq!(playable.iter().filter(|&v| neighbours(v) == 2).count(), 12);
}

#[test]
fn triangles_come_band_by_band_from_left_to_right() {
    use Points::{Down, Up};
    let lattice = Lattice::rows(&[2, 3, 2]);
    let tips: Vec<Points> = lattice.triangles().iter().map(|triangle| triangle.points).collect();
    assert_eq!(tips, [Up, Down, Up, Down, Up, Down]);
    assert_eq!(lattice.corners(0), [0, 3, 2]);
    assert_eq!(lattice.corners(1), [0, 1, 3]);
    assert_eq!(lattice.triangles_at(3), [0, 1, 2, 3, 4, 5]);
    assert_eq!(lattice.vertex_mask(|v| v.r == 0), Some(Mask(0b1_1100)));
    assert_eq!(lattice.rim().collect::<Vec<_>>(), [0, 1, 2, 4, 5, 6]);
}

#[test]
fn three_vertices_that_are_no_triangle() {
    let corners = |all: [(i32, i32); 3]| Triangle::from_corners(all.map(|(q, r)| Vertex::new(q, r)));
    assert_eq!(corners([(0, 0), (1, 0), (0, 1)]), Some(Triangle::new(Vertex::ORIGIN, Points::Down)));
    assert_eq!(corners([(0, 0), (1, 0), (2, 0)]), None);
    assert_eq!(corners([(0, 0), (0, 0), (1, 1)]), None, "the same sum as a triangle's");
    assert_eq!(Edge::between(Vertex::ORIGIN, Vertex::new(1, 1)), None);
    assert_eq!(Edge::between(Vertex::ORIGIN, Vertex::ORIGIN), None);
}

proptest! {
    #[test]
    fn the_six_triangles_of_a_vertex_are_the_corners_of_its_hex(hex in hexes(50)) {
        let around = hex.neighbours();
        for (i, triangle) in hex.corners().into_iter().enumerate() {
            let expected = BTreeSet::from([hex, around[i], around[(i + 1) % 6]]);
            prop_assert_eq!(triangle.hexes().into_iter().collect::<BTreeSet<Hex>>(), expected);
            prop_assert_eq!(Triangle::from_corners(triangle.corners()), Some(triangle));
        }
    }

    #[test]
    fn neighbouring_triangles_share_all_corners_but_one(hex in hexes(50), up in any::<bool>()) {
        let triangle = Triangle::new(hex.into(), if up { Points::Up } else { Points::Down });
        let corners = triangle.corners();
        prop_assert_eq!(*corners.iter().min().unwrap(), triangle.vertex);
        for (i, next) in triangle.neighbours().into_iter().enumerate() {
            let shared: Vec<Vertex> = corners.into_iter().filter(|corner| next.corners().contains(corner)).collect();
            prop_assert_eq!(shared.len(), 2);
            prop_assert!(!shared.contains(&corners[i]));
            let sides = Edge::between(shared[0], shared[1]).unwrap().triangles();
            prop_assert_eq!(BTreeSet::from(sides), BTreeSet::from([triangle, next]));
            prop_assert_eq!(Edge::between(shared[1], shared[0]), Edge::between(shared[0], shared[1]));
            prop_assert_eq!(BTreeSet::from(Edge::between(shared[0], shared[1]).unwrap().ends()), shared.into_iter().collect());
        }
    }

    #[test]
    fn euler_holds_for_every_patch_of_rows(lengths in prop::collection::vec(1..9_u16, 1..9)) {
        let lattice = Lattice::rows(&lengths);
        let (vertices, edges, faces) = (lattice.vertices().len(), lattice.edges().len(), lattice.triangles().len());
        prop_assert_eq!(vertices, lengths.iter().map(|length| usize::from(*length)).sum::<usize>());
        prop_assert_eq!(vertices + faces, edges + 1);
        prop_assert!(lattice.edges().is_sorted() && lattice.triangles().is_sorted() && lattice.vertices().is_sorted());
    }

    #[test]
    fn the_tables_agree_with_the_geometry(picked in prop::collection::vec(hexes(4), 0..40)) {
        let lattice = Lattice::new(picked.iter().map(|hex| Vertex::from(*hex)));
        let set: BTreeSet<Vertex> = picked.into_iter().map(Vertex::from).collect();
        prop_assert_eq!(lattice.vertices(), set.iter().copied().collect::<Vec<_>>());
        let inside: BTreeSet<Triangle> = set.iter().flat_map(|v| v.triangles())
            .filter(|triangle| triangle.corners().iter().all(|corner| set.contains(corner))).collect();
        prop_assert_eq!(lattice.triangles(), inside.iter().copied().collect::<Vec<_>>());
        let ends = (0..set.len()).map(|vertex| lattice.neighbours(vertex).len()).sum::<usize>();
        prop_assert_eq!(lattice.edges().len() * 2, ends);
        for (index, vertex) in set.iter().enumerate() {
            prop_assert_eq!(lattice.index(*vertex), Some(index));
            let next: Vec<Vertex> = lattice.neighbours(index).iter().map(|&n| lattice.vertices()[usize::from(n)]).collect();
            prop_assert_eq!(next, vertex.neighbours().into_iter().filter(|n| set.contains(n)).collect::<Vec<_>>());
            let at: BTreeSet<Triangle> = lattice.triangles_at(index).iter().map(|&t| lattice.triangles()[usize::from(t)]).collect();
            prop_assert_eq!(at, vertex.triangles().into_iter().filter(|t| inside.contains(t)).collect::<BTreeSet<_>>());
        }
        for (index, triangle) in lattice.triangles().iter().enumerate() {
            prop_assert_eq!(lattice.triangle_index(*triangle), Some(index));
            prop_assert_eq!(lattice.corners(index).map(|corner| lattice.vertices()[usize::from(corner)]), triangle.corners());
        }
    }
}
