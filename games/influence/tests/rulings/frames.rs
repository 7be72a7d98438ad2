//! IN-5 and IN-8: the shifting board.

use game::Game;
use hex::{Symmetry, Vertex};
use sixfold_influence::Influence;

use crate::common::{ground, played, start, totals};

#[test]
fn in_8_sixty_degrees_clockwise() {
    let once = Symmetry::rotation(1);
    for (q, r) in [(1, 0), (3, -1), (-2, 2), (0, 3)] {
        assert_eq!(once.apply_vertex(Vertex::new(q, r)), Vertex::new(-r, q + r));
    }
}

/// In the frame rotated k times, a point has as many paying triangles as the point k rotations back has on the board.
#[test]
fn in_5_each_of_the_six_frames_is_the_board_turned_about_the_origin() {
    for name in ["classic", "compact", "grand", "honeycomb"] {
        let ground = ground(name);
        for (steps, frame) in ground.frames().iter().enumerate() {
            let back = Symmetry::rotation(-(steps as i32));
            for (point, &vertex) in ground.vertices().iter().enumerate() {
                let origin = ground.point_at(back.apply_vertex(vertex));
                let expected = origin.map_or(0, |origin| ground.frames()[0].at[usize::from(origin)]);
                assert_eq!(frame.at[point], expected, "{name}, frame {steps}, {vertex}");
            }
        }
    }
}

/// The pay of d1 and d4 of classic in each frame. d1 is (−3, 0), a blunt corner with two triangles. Rotated back by 60°
/// steps it is (0, −3) = a1 with two, (3, −3) and (3, 0) off the board, (0, 3) off the board, (−3, 3) = g1 with two. d4
/// is the centre of the rotation.
#[test]
fn in_5_a_stone_is_paid_by_each_of_the_six_frames() {
    let at = |name: &str| 1_u64 << ground("classic").point_named(name).unwrap();
    let position = start("shifting=on", &[]).position;
    let pays = |stones: u64, frame: u32| position.with_stones([stones, 0], 4 * frame + 1).pays()[0];
    assert_eq!([0, 1, 2, 3, 4, 5].map(|frame| pays(at("d1"), frame)), [4, 4, 0, 0, 0, 4]);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|frame| pays(at("d4"), frame)), [12; 6]);
    assert_eq!(pays(at("d1"), 6), 4, "after six turns it is the first frame again");
}

#[test]
fn in_8_the_frame_turns_when_turn_5_begins_and_passes_count() {
    let steps = |game: &Influence| game.position.frame_steps();
    let mut game = start("shifting=on", &[]);
    for (turn, expected) in
        [("d4", 0), ("skip", 0), ("c2", 0), ("skip", 1), ("c3", 1), ("skip", 1), ("c4", 1), ("b2", 2)]
    {
        game = played(game, turn);
        assert_eq!(steps(&game), expected, "after {turn}");
    }
}

/// d1 pays in the first two frames and not in the third, which is the frame of turns 9 to 12.
#[test]
fn in_8_the_echo_uses_the_last_turns_frame() {
    // Turns 7 and 8 are the passes: the echo pays by the second frame, although turn 9 would begin the third.
    let early = played(start("shifting=on echo=on", &[]), "skip d6 d1 skip a1 skip skip");
    assert_eq!((early.turn().number, early.outcome().is_some()), (7, true));
    let position = early.position.with_stones([early.position.stones()[0], 0], 8);
    assert_eq!(
        position.pays()[0] + totals(&played(start("shifting=on", &[]), "skip d6 d1 skip a1 skip skip"))[0],
        totals(&early)[0]
    );
    let late = played(start("shifting=on echo=on", &[]), "d1 skip a1 skip b1 skip c1 skip skip");
    assert_eq!((late.turn().number, late.position.frame_steps()), (9, 2), "and here by the third");
}

#[test]
fn in_5_the_keystone_turns_with_the_frame() {
    // The keystone is the first triangle of grand: a1 with b1 and b2. Turned once it is at the right end of row a.
    let ground = ground("grand");
    let turned = |steps: usize| ground.triangle_name(ground.frames()[steps].triangles[0]);
    assert_eq!(turned(0), "a1-b1-b2");
    let once = Symmetry::rotation(1).apply_triangle(ground.triangles()[0]);
    assert_eq!(turned(1), ground.triangle_name(once));
    assert_eq!(turned(1), "a3-a4-b4");
    let position = start("board=grand shifting=on keystone=on", &[1]).position;
    let at = |name: &str| 1_u64 << ground.point_named(name).unwrap();
    let pays = |name: &str, turn: u32| position.with_stones([at(name), 0], turn).pays()[0];
    let plain = |name: &str| 2 * u32::from(ground.frames()[0].at[usize::from(ground.point_named(name).unwrap())]);
    assert_eq!([pays("b1", 4), pays("b1", 5)], [plain("b1") + 2, plain("b1")]);
    assert_eq!([pays("a3", 4), pays("a3", 5)], [plain("a3"), plain("a3") + 2]);
}

#[test]
fn in_8_shifting_needs_the_keystone_where_the_frame_turns_onto_itself() {
    for board in ["grand", "honeycomb"] {
        assert!(super::together(&format!("board={board} shifting=on")).contains("keystone=on"));
        start(&format!("board={board} shifting=on keystone=on"), &[1]);
    }
    for board in ["classic", "compact"] {
        start(&format!("board={board} shifting=on"), &[]);
    }
}
