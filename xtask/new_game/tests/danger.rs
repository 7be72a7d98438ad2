//! Danger at a glance: the hexes on which the other side would complete a row.

use game::{Game, Random, Seat, Viewer};
use hex::Mask;
use scene::{Draw, Place};
use sixfold_{{crate}}::{Cell, Position, {{Type}}};

fn in_danger(game: &{{Type}}, seat: Seat) -> Mask {
    let threats = game.danger(&game.view(Viewer::Spectator), seat);
    let places = threats.iter().flat_map(|threat| &threat.places);
    let index = |place: &Place| match place {
        Place::Hex(hex) => game.0.board().board().index(*hex).expect("a hex of the board"),
        Place::Vertex(_) | Place::Triangle(_) => panic!("stones are on hexes"),
    };
    places.map(index).collect()
}

#[test]
fn a_hex_is_in_danger_exactly_if_a_stone_of_the_other_side_there_makes_a_row() {
    let (mut random, mut found) = (Random::new(3), 0);
    for _ in 0..20 {
        let mut game = {{Type}}(Position::empty(4));
        while let Some(next) = game.random_action(&mut random, &mut Vec::new()) {
            for seat in [0, 1] {
                let completes = |&cell: &usize| {
                    let mut stones = game.0.stones();
                    stones[1 - seat].insert(cell);
                    !Position::with_stones(4, stones, Some(Cell(cell as u8))).row().is_empty()
                };
                let expected: Mask = game.0.empty_cells().iter().filter(completes).collect();
                assert_eq!(in_danger(&game, Seat(seat as u8)), expected, "{:?}", game.0);
                found += expected.len();
            }
            game.0.place(next);
        }
        assert_eq!(in_danger(&game, Seat(0)), Mask::EMPTY, "after the end nothing is in danger");
    }
    assert!(found > 20, "too few dangers: {found}");
}
