//! Hexes, directions, lines, rings, wedges.

mod common;

use std::collections::BTreeSet;

use common::{directions, hexes, symmetries};
use proptest::prelude::*;
use sixfold_hex::{Direction, Hex};

#[test]
fn directions_go_clockwise_from_north_with_the_offsets_of_the_rulebook() {
    let offsets = Direction::ALL.map(|direction| (direction.offset().q, direction.offset().r));
    assert_eq!(offsets, [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]);
    assert_eq!(Direction::N.turn(1), Direction::NE);
    assert_eq!(Direction::N.turn(-1), Direction::NW);
    assert_eq!(Direction::SE.turn(i32::MAX), Direction::SE.turn(i32::MAX % 6));
    assert_eq!(Direction::SE.opposite(), Direction::NW);
    assert_eq!(Direction::NW.turns_to(Direction::NE), 2);
    assert_eq!(serde_json::to_string(&Direction::SW).unwrap(), "\"SW\"");
}

#[test]
fn hexes_are_written_by_their_coordinates_and_sorted_in_reading_order() {
    assert_eq!(serde_json::to_string(&Hex::new(2, -1)).unwrap(), r#"{"q":2,"r":-1}"#);
    assert_eq!(Hex::new(2, -1).to_string(), "(2, -1)");
    assert!(Hex::new(5, -1) < Hex::new(-5, 0));
    assert!(Hex::new(-5, 0) < Hex::new(-4, 0));
}

#[test]
fn a_ring_goes_clockwise_from_north() {
    let ring: Vec<Hex> = Hex::ORIGIN.ring(2).collect();
    assert_eq!(ring[..4], [Hex::new(0, -2), Hex::new(1, -2), Hex::new(2, -2), Hex::new(2, -1)]);
    assert_eq!(Hex::new(4, 1).ring(1).collect::<Vec<_>>(), Hex::new(4, 1).neighbours());
    assert_eq!(Hex::new(4, 1).ring(0).collect::<Vec<_>>(), [Hex::new(4, 1)]);
}

#[test]
fn a_line_along_a_side_takes_the_later_hex() {
    // Each of these pairs has the side between two hexes at its midpoint.
    for (end, middle) in [((1, 1), (0, 1)), ((2, -1), (1, 0)), ((1, -2), (1, -1))] {
        let line: Vec<Hex> = Hex::ORIGIN.line_to(Hex::new(end.0, end.1)).collect();
        assert_eq!(line, [Hex::ORIGIN, Hex::new(middle.0, middle.1), Hex::new(end.0, end.1)]);
    }
}

#[test]
fn the_bow_quarter_and_the_fixed_mount_and_all_round() {
    use Direction::{N, NE, NW, S};
    let wedge = |first, last, distance| Hex::ORIGIN.wedge(first, last, distance).collect::<Vec<_>>();
    assert_eq!(wedge(N, N, 3), [Hex::new(0, -1), Hex::new(0, -2), Hex::new(0, -3)]);
    assert_eq!(wedge(NW, NE, 1), [Hex::new(-1, 0), Hex::new(0, -1), Hex::new(1, -1)]);
    assert_eq!(wedge(NW, NE, 2).len(), 3 + 5);
    assert_eq!(wedge(N, S, 2).len(), 4 + 7);
    assert_eq!(wedge(N, NW, 4).len(), 60, "faces 1 to 6 are all round");
    assert_eq!(wedge(S, N.turn(2), 4).len(), 60, "whichever face comes first");
    assert!(!Hex::ORIGIN.in_wedge(Hex::ORIGIN, N, NW), "nobody fires at itself");
}

proptest! {
    #[test]
    fn distance_is_a_metric(a in hexes(50), b in hexes(50), c in hexes(50)) {
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
    }

    #[test]
    fn distance_is_the_number_of_steps(a in hexes(4)) {
        // The reference is a breadth-first search, which does not use the distance formula.
        let mut reached = BTreeSet::from([Hex::ORIGIN]);
        let mut steps = 0;
        while !reached.contains(&a) {
            reached = reached.iter().flat_map(|hex| hex.neighbours()).chain(reached.iter().copied()).collect();
            steps += 1;
        }
        prop_assert_eq!(a.distance(Hex::ORIGIN), steps);
    }

    #[test]
    fn distance_and_neighbours_survive_every_symmetry(a in hexes(50), b in hexes(50), by in symmetries(), d in directions()) {
        prop_assert_eq!(by.apply(a).distance(by.apply(b)), a.distance(b));
        prop_assert_eq!(by.apply(a.neighbour(d)), by.apply(a).neighbour(by.apply_direction(d)));
    }

    #[test]
    fn the_arithmetic_is_that_of_vectors(a in hexes(50), b in hexes(50), n in -9..9) {
        prop_assert_eq!(a + b - b, a);
        prop_assert_eq!(-a + a, Hex::ORIGIN);
        prop_assert_eq!(a * n + a, a * (n + 1));
        prop_assert_eq!(a.q + a.r + a.s(), 0);
        prop_assert_eq!(Hex::from(hexx::Hex::from(a)), a);
    }

    #[test]
    fn a_line_is_an_unbroken_shortest_way(a in hexes(60), b in hexes(60)) {
        let line: Vec<Hex> = a.line_to(b).collect();
        prop_assert_eq!(line.len() as i32, a.distance(b) + 1);
        prop_assert_eq!((line[0], *line.last().unwrap()), (a, b));
        prop_assert!(line.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
    }

    #[test]
    fn a_line_is_the_same_from_either_end(a in hexes(60), b in hexes(60)) {
        let mut back: Vec<Hex> = b.line_to(a).collect();
        back.reverse();
        prop_assert_eq!(a.line_to(b).collect::<Vec<_>>(), back);
    }

    #[test]
    fn a_line_keeps_to_the_hexes_nearest_to_it(a in hexes(30), b in hexes(30)) {
        prop_assume!(a != b);
        // The i-th point of the line, multiplied by the length so that it stays whole, compared with every neighbour.
        let length = a.distance(b);
        for (i, hex) in a.line_to(b).enumerate() {
            let square = |to: Hex| { let d = a * length + (b - a) * i as i32 - to * length; d.q * d.q + d.q * d.r + d.r * d.r };
            for other in hex.neighbours() {
                prop_assert!((square(hex), other) < (square(other), hex), "{} instead of {}", hex, other);
            }
        }
    }

    #[test]
    fn the_direction_between_two_hexes_is_that_of_their_row(a in hexes(20), d in directions(), n in 1..20_usize, b in hexes(20)) {
        prop_assert_eq!(Direction::between(a, a.ray(d).nth(n - 1).unwrap()), Some(d));
        prop_assert_eq!(Direction::between(a, a), None);
        let aligned = a != b && (a.q == b.q || a.r == b.r || a.s() == b.s());
        prop_assert_eq!(Direction::between(a, b).is_some(), aligned);
    }

    #[test]
    fn rings_and_discs_have_their_sizes_and_distances(center in hexes(20), radius in 0..12_u32) {
        let ring: BTreeSet<Hex> = center.ring(radius).collect();
        prop_assert_eq!(ring.len() as u32, (6 * radius).max(1));
        prop_assert!(ring.iter().all(|hex| hex.distance(center) == radius as i32));
        let disc: Vec<Hex> = center.disc(radius).collect();
        prop_assert_eq!(disc.len() as u32, 3 * radius * (radius + 1) + 1);
        prop_assert!(disc.is_sorted());
        let rings: BTreeSet<Hex> = (0..=radius).flat_map(|radius| center.ring(radius)).collect();
        prop_assert_eq!(disc.into_iter().collect::<BTreeSet<_>>(), rings);
    }

    #[test]
    fn a_wedge_is_the_disc_cut_down_by_its_predicate(from in hexes(9), first in directions(), last in directions(), distance in 0..7_u32) {
        let wedge: Vec<Hex> = from.wedge(first, last, distance).collect();
        let cut: BTreeSet<Hex> = from.disc(distance).filter(|hex| from.in_wedge(*hex, first, last)).collect();
        prop_assert_eq!(wedge.len(), cut.len());
        prop_assert_eq!(wedge.into_iter().collect::<BTreeSet<_>>(), cut);
    }

    #[test]
    fn a_wedge_is_made_of_what_two_neighbouring_rows_span(to in hexes(9), first in directions(), turns in 0..5) {
        // An independent definition: a·d + b·e with a, b ≥ 0, for two adjacent rows d and e of the wedge.
        let row = |turn: i32| first.turn(turn).offset();
        let spanned = (0..=turns).any(|t| (1..30).any(|a| row(t) * a == to))
            || (0..turns).any(|t| (1..30).any(|a| (1..30).any(|b| row(t) * a + row(t + 1) * b == to)));
        prop_assert_eq!(Hex::ORIGIN.in_wedge(to, first, first.turn(turns)), spanned);
    }

    #[test]
    fn wedges_turn_with_the_symmetries(to in hexes(9), first in directions(), last in directions(), by in symmetries()) {
        let (a, b) = (by.apply_direction(first), by.apply_direction(last));
        // A mirror reverses the sense of rotation, so the first and last row swap.
        let (a, b) = if by.index() < 6 { (a, b) } else { (b, a) };
        prop_assert_eq!(Hex::ORIGIN.in_wedge(to, first, last), Hex::ORIGIN.in_wedge(by.apply(to), a, b));
    }
}
