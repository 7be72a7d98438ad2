//! Boards and their tables, as lists and as masks.

mod common;

use std::collections::BTreeSet;

use common::{hexes, symmetries};
use proptest::prelude::*;
use sixfold_hex::{Board, Direction, Hex, Mask, MaskBoard};

#[test]
fn the_boards_of_the_games_have_their_sizes() {
    assert_eq!([0, 1, 3, 6, 10].map(|radius| Board::new(radius).len()), [1, 7, 37, 127, 331]);
    assert_eq!(Board::new(Board::MAX_RADIUS).len(), 65_269);
}

#[test]
fn cells_are_numbered_row_by_row_from_the_top() {
    let board = Board::new(1);
    let order = [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)];
    assert_eq!(board.iter().collect::<Vec<_>>(), order.map(|(q, r)| Hex::new(q, r)));
    assert_eq!(board.rows().collect::<Vec<_>>(), [0..2, 2..5, 5..7]);
    assert_eq!(board.neighbours(0), [1, 3, 2], "clockwise from north; N, NE and NW are beyond the rim");
    assert_eq!(board.neighbours(3), [0, 1, 4, 6, 5, 2]);
}

#[test]
fn a_ray_ends_at_the_rim() {
    let ray: Vec<Hex> = Board::new(2).ray(Hex::new(0, 1), Direction::N).collect();
    assert_eq!(ray, [Hex::new(0, 0), Hex::new(0, -1), Hex::new(0, -2)]);
}

#[test]
fn mask_boards_exist_up_to_radius_six_and_are_made_once() {
    let board = MaskBoard::of_radius(6).unwrap();
    assert!(std::ptr::eq(board, MaskBoard::of_radius(6).unwrap()));
    assert_eq!(board.full().len(), 127);
    assert_eq!(board.rim().len(), 36);
    assert!(MaskBoard::of_radius(7).is_none());
}

#[test]
fn groups_are_connected_parts() {
    let board = MaskBoard::of_radius(2).unwrap();
    let cells = |hexes: &[(i32, i32)]| {
        hexes.iter().map(|&(q, r)| board.board().index(Hex::new(q, r)).unwrap()).collect::<Mask>()
    };
    let bent = cells(&[(0, -2), (0, -1), (1, -1), (2, -1)]);
    let apart = cells(&[(-2, 2), (0, 1)]);
    let start = board.board().index(Hex::new(2, -1)).unwrap();
    assert_eq!(board.group(start, bent | apart), bent);
    assert_eq!(board.group(start, apart), Mask::EMPTY);
    assert_eq!(board.group(start, board.full()), board.full());
}

proptest! {
    #[test]
    fn index_and_hex_are_each_other_s_inverse(radius in 0..13_u8, hex in hexes(14)) {
        let board = Board::new(radius);
        prop_assert_eq!(board.contains(hex), hex.distance(Hex::ORIGIN) <= i32::from(radius));
        prop_assert_eq!(board.index(hex).map(|index| board.hex(index)), board.contains(hex).then_some(hex));
        prop_assert!((0..board.len()).all(|index| board.index(board.hex(index)) == Some(index)));
        prop_assert!(board.iter().is_sorted());
        prop_assert_eq!(board.rows().flatten().collect::<Vec<_>>(), (0..board.len()).collect::<Vec<_>>());
        for (row, r) in board.rows().zip(-i32::from(radius)..) {
            prop_assert!(row.into_iter().all(|cell| board.hex(cell).r == r));
        }
    }

    #[test]
    fn neighbours_are_the_cells_at_distance_one(radius in 0..9_u8) {
        let board = Board::new(radius);
        for index in 0..board.len() {
            let listed: BTreeSet<usize> = board.neighbours(index).iter().map(|&cell| usize::from(cell)).collect();
            let near = (0..board.len()).filter(|&other| board.hex(other).distance(board.hex(index)) == 1).collect();
            prop_assert_eq!(listed, near);
            prop_assert!(board.neighbours(index).iter().all(|&next| board.neighbours(usize::from(next)).contains(&(index as u16))));
        }
    }

    #[test]
    fn a_symmetry_permutes_the_cells_and_keeps_neighbours(radius in 0..9_u8, by in symmetries()) {
        let board = Board::new(radius);
        let table = board.symmetry_table(by);
        for (from, &to) in table.iter().enumerate() {
            prop_assert_eq!(board.hex(usize::from(to)), by.apply(board.hex(from)));
            let moved: BTreeSet<u16> = board.neighbours(from).iter().map(|&next| table[usize::from(next)]).collect();
            prop_assert_eq!(moved, board.neighbours(usize::from(to)).iter().copied().collect::<BTreeSet<_>>());
        }
        prop_assert_eq!(table.iter().collect::<BTreeSet<_>>().len(), board.len());
    }

    #[test]
    fn the_masks_say_what_the_board_says(radius in 0..=6_u8, pick in any::<prop::sample::Index>(), distance in 0..16_usize) {
        let masks = MaskBoard::of_radius(radius).unwrap();
        let board = masks.board();
        let cell = pick.index(board.len());
        let at = |keep: &dyn Fn(i32) -> bool| {
            (0..board.len()).filter(|&other| keep(board.hex(other).distance(board.hex(cell)))).collect::<Mask>()
        };
        prop_assert_eq!(board, &Board::new(radius));
        prop_assert_eq!(masks.neighbour_mask(cell), at(&|d| d == 1));
        prop_assert_eq!(masks.disc_mask(cell, distance), at(&|d| d <= distance as i32));
        prop_assert_eq!(masks.ring_mask(cell, distance), at(&|d| d == distance as i32));
        prop_assert_eq!(masks.full(), at(&|_| true));
        prop_assert_eq!(masks.rim().contains(cell), board.hex(cell).distance(Hex::ORIGIN) == i32::from(radius));
    }

    #[test]
    fn masks_turn_as_their_hexes_do(radius in 0..=6_u8, bits in any::<u128>(), by in symmetries()) {
        let masks = MaskBoard::of_radius(radius).unwrap();
        let set = Mask(bits) & masks.full();
        let turned = masks.turned(set, by);
        let hexes = |set: Mask| set.iter().map(|cell| masks.board().hex(cell)).collect::<BTreeSet<_>>();
        prop_assert_eq!(hexes(turned), hexes(set).into_iter().map(|hex| by.apply(hex)).collect::<BTreeSet<_>>());
        prop_assert_eq!(masks.turned(masks.neighbours_of(set), by), masks.neighbours_of(turned));
    }
}
