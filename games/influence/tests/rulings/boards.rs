//! IN-1 and IN-8: the boards.

use hex::Vertex;
use sixfold_influence::{Corner, Ground, Options, Position};

use crate::common::{boards, ground, start};

/// The number of points with 0, 1, … 6 triangles.
fn triangles_a_point(ground: &Ground) -> [usize; 7] {
    let mut counts = [0; 7];
    ground.frames()[0].at.iter().for_each(|&at| counts[usize::from(at)] += 1);
    counts
}

#[test]
fn in_1_the_boards_have_their_points_and_triangles() {
    let table = [("classic", 30, 42), ("compact", 24, 32), ("grand", 37, 54), ("honeycomb", 24, 42)];
    assert_eq!(boards().grounds().len(), table.len());
    for (name, points, triangles) in table {
        assert_eq!((ground(name).len(), ground(name).triangles().len()), (points, triangles), "{name}");
    }
}

/// Counted on paper: blunt corners of the outline have 2 triangles, sides 3, the inside 6; on honeycomb a point has two
/// triangles in each of its hexagons, of which there are one, two or three.
#[test]
fn in_1_every_point_has_its_triangles() {
    assert_eq!(triangles_a_point(ground("classic")), [0, 0, 6, 10, 0, 0, 14]);
    assert_eq!(triangles_a_point(ground("compact")), [0, 0, 6, 8, 0, 0, 10]);
    assert_eq!(triangles_a_point(ground("grand")), [0, 0, 6, 12, 0, 0, 19]);
    assert_eq!(triangles_a_point(ground("honeycomb")), [0, 0, 12, 0, 6, 0, 6]);
}

/// The strategy pages and the cards count triangles as the boards do.
#[test]
fn in_1_texts_count_the_triangles_of_the_boards() {
    let strategies = [include_str!("../../data/strategy.en.md"), include_str!("../../data/strategy.de.md")];
    let cards = [include_str!("../../data/card.en.md"), include_str!("../../data/card.de.md")];
    for name in ["classic", "compact", "grand"] {
        let [.., two, three, _, _, six] = triangles_a_point(ground(name));
        let board = format!("| {{{{option.board.{name}}}}} |");
        for text in strategies {
            assert!(text.contains(&format!("{board} {six} | {three} | {two} |")), "{name}: {text}");
        }
        for text in cards {
            let (points, triangles) = (ground(name).len(), ground(name).triangles().len());
            assert!(
                text.contains(&format!("{board} {points} | {triangles} | {six}, {three}, {two} |")),
                "{name}: {text}"
            );
        }
    }
}

/// Euler: a triangulated disc of V vertices with a rim of R has 2V − 2 − R triangles. Centres are vertices too.
#[test]
fn in_1_euler_agrees() {
    for (name, rim) in [("classic", 16), ("compact", 14), ("grand", 18), ("honeycomb", 18)] {
        let ground = ground(name);
        let vertices = ground.len() + ground.hexagons().len();
        assert_eq!(ground.triangles().len(), 2 * vertices - 2 - rim, "{name}");
        let corners: usize = ground.frames()[0].at.iter().map(|&at| usize::from(at)).sum();
        assert_eq!(corners + 6 * ground.hexagons().len(), 3 * ground.triangles().len(), "{name}: three corners each");
    }
    // The original's 24 points and 42 triangles would leave a rim of 4.
    assert_eq!(2 * 24 - 2 - 42, 4);
}

#[test]
fn in_1_on_honeycomb_a_point_has_three_neighbours_inside_and_two_at_twelve_of_the_rim() {
    let ground = ground("honeycomb");
    let neighbours = |vertex: &Vertex| vertex.neighbours().iter().filter(|v| ground.point_at(**v).is_some()).count();
    let counts: Vec<usize> = ground.vertices().iter().map(neighbours).collect();
    let three = counts.iter().filter(|&&count| count == 3).count();
    assert_eq!((counts.len() - three, three), (12, 12));
    assert!(counts.iter().all(|count| matches!(count, 2 | 3)));
}

#[test]
fn in_8_the_boards_lie_where_the_inequalities_put_them() {
    let disc = || (-3..=3).flat_map(|r| (-3..=3).map(move |q| Vertex::new(q, r))).filter(|v| v.s().abs() <= 3);
    let kept = |keep: &dyn Fn(&Vertex) -> bool| disc().filter(|vertex| keep(vertex)).collect::<Vec<_>>();
    let classic = |v: &Vertex| v.q <= 2 && v.s() >= -2;
    assert_eq!(ground("grand").vertices(), kept(&|_| true));
    assert_eq!(ground("classic").vertices(), kept(&classic));
    assert_eq!(ground("compact").vertices(), kept(&|v| classic(v) && v.r.abs() <= 2));
    assert_eq!(ground("honeycomb").vertices(), kept(&|v| (v.q - v.r) % 3 != 0));
    let corner = |v: &Vertex| [v.q, v.r, v.s()].iter().filter(|x| x.abs() == 3).count() == 2;
    let centres: Vec<Vertex> = ground("honeycomb").hexagons().iter().map(|hexagon| hexagon.centre).collect();
    assert_eq!(centres, kept(&|v| (v.q - v.r) % 3 == 0 && !corner(v)));
}

/// The middle hexagon of honeycomb, its corners clockwise from the one above left: c2 c3 d3 e3 e2 d2.
fn middle(black: &[&str], white: &[&str], options: Options) -> Position {
    let ground = ground("honeycomb");
    let mask = |names: &[&str]| names.iter().fold(0, |mask, name| mask | 1_u64 << ground.point_named(name).unwrap());
    let keystone = options.keystone.then(|| middle_triangle() as u8);
    Position::start(ground, options, keystone).with_stones([mask(black), mask(white)], 1)
}

/// The triangle of c2, c3 and the middle.
fn middle_triangle() -> usize {
    let ground = ground("honeycomb");
    let names = ["c2", "c3"].map(|name| Corner::Point(ground.point_named(name).unwrap()));
    let is_it =
        |corners: &[Corner; 3]| names.iter().all(|name| corners.contains(name)) && corners.contains(&Corner::Centre(3));
    ground.frames()[0].corners.iter().position(is_it).unwrap()
}

#[test]
fn in_1_a_centre_is_a_corner_of_the_player_who_holds_more_of_its_hexagon() {
    let owners =
        |black: &[&str], white: &[&str]| middle(black, white, Options::default()).centres().map(|set| set >> 3 & 1);
    assert_eq!(owners(&[], &[]), [0, 0]);
    assert_eq!(owners(&["c2"], &[]), [1, 0]);
    assert_eq!(owners(&["c2"], &["d3"]), [0, 0], "nobody's when equal");
    assert_eq!(owners(&["c2"], &["d3", "e2"]), [0, 1]);
    assert_eq!(owners(&["c2", "c3", "d2"], &["d3", "e2"]), [1, 0]);
    // c2 is a corner of three hexagons, and alone on the board it holds all three centres: 6 triangles at the point and
    // 18 at the centres.
    assert_eq!(middle(&["c2"], &[], Options::default()).pays(), [2 * (6 + 18), 0]);
    assert_eq!(middle(&["c2", "c3"], &[], Options::default()).corners_of(middle_triangle()), [3, 0]);
    assert_eq!(middle(&["c2"], &["c3"], Options::default()).corners_of(middle_triangle()), [1, 1]);
}

#[test]
fn in_1_a_centre_counts_for_thresholds_and_keystone() {
    let all = ["c2", "c3", "d3", "e3", "e2", "d2"];
    let pays = |options| middle(&all, &[], options).pays()[0];
    let plain = pays(Options::default());
    let keystone = Options { keystone: true, ..Options::default() };
    let both = Options { thresholds: true, ..keystone };
    assert_eq!(pays(keystone), plain + 6, "the whole triangle of c2, c3 and the middle once more");
    assert_eq!(pays(both) - pays(Options { thresholds: true, ..Options::default() }), 9);
    // Black holds wholly the six triangles of the middle hexagon, and around it the six between two of its corners.
    assert_eq!(pays(Options { thresholds: true, ..Options::default() }), plain + 3 * 12);
}

#[test]
fn in_1_the_keystone_is_drawn_from_all_triangles() {
    for (board, triangles) in [("classic", 42), ("compact", 32), ("grand", 54), ("honeycomb", 42)] {
        let drawn = |die| start(&format!("board={board} keystone=on"), &[die]).position.keystone();
        assert_eq!((drawn(1), drawn(triangles)), (Some(0), Some(triangles as u8 - 1)));
    }
}
