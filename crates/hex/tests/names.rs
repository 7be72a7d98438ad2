//! Names of hexes and points, and boards drawn in text.

use sixfold_hex::{Hex, HexNames, Lattice, draw_points, drawing_words, point_names};

fn both(radius: u8) -> [HexNames; 2] {
    [HexNames::columns(radius), HexNames::rows(radius)]
}

#[test]
fn every_hex_is_found_by_its_name_and_has_no_other() {
    for names in (0..=HexNames::MAX_RADIUS).flat_map(|radius| both(radius).map(|names| (radius, names))) {
        let (radius, names) = names;
        let hexes: Vec<Hex> = Hex::ORIGIN.disc(u32::from(radius)).collect();
        assert!(hexes.iter().all(|&hex| names.find(&names.name(hex)) == Some(hex)));
        let letters = 'a'..='z';
        let spellings = letters.flat_map(|letter| (0..=30).map(move |number| format!("{letter}{number}")));
        assert_eq!(spellings.filter(|name| names.find(name).is_some()).count(), hexes.len());
    }
}

#[test]
fn a_list_has_the_names_in_their_order() {
    for names in (0..=HexNames::MAX_RADIUS).flat_map(both) {
        let hexes: Vec<Hex> = Hex::ORIGIN
            .disc(u32::from(HexNames::MAX_RADIUS))
            .filter(|&hex| names.find(&names.name(hex)) == Some(hex))
            .collect();
        let list = names.list(hexes.iter().copied());
        assert_eq!(list, hexes.iter().map(|&hex| names.name(hex)).collect::<Vec<_>>().join(" "));
        assert_eq!(names.find_list(&list).collect::<Option<Vec<_>>>(), Some(hexes));
    }
    let names = HexNames::rows(6);
    assert_eq!((names.list([].into_iter()), names.find_list("").count()), (String::new(), 0));
    for (list, wrong) in [(" ", 0), ("a1 ", 1), ("a1  a2", 1), ("a1 n1", 1), ("é", 0), ("a1,a2", 0)] {
        assert_eq!(names.find_list(list).position(|hex| hex.is_none()), Some(wrong), "{list:?}");
    }
}

#[test]
fn columns_are_lettered_from_the_left_and_numbered_from_the_top() {
    for (name, q, r) in [("g1", 0, -6), ("g7", 0, 0), ("g13", 0, 6), ("a1", -6, 0), ("a7", -6, 6), ("m1", 6, -6)] {
        assert_eq!(HexNames::columns(6).find(name), Some(Hex::new(q, r)), "{name}");
    }
}

#[test]
fn rows_are_lettered_from_the_bottom_and_numbered_from_the_left() {
    for (name, q, r) in [("a1", -6, 6), ("g7", 0, 0), ("m7", 6, -6), ("m1", 0, -6), ("a7", 0, 6), ("g1", -6, 0)] {
        assert_eq!(HexNames::rows(6).find(name), Some(Hex::new(q, r)), "{name}");
    }
}

#[test]
fn nonsense_is_no_name() {
    let nonsense = "a a0 a8 a01 a+1 n1 G7 g14 1a é1 g-1 g2147483647 g99999999999 ga g7x ? {1 gg7";
    for name in nonsense.split(' ').chain(["", " ", "g7 ", " g7", "g 7"]) {
        assert!(both(6).iter().all(|names| names.find(name).is_none()), "{name}");
    }
}

#[test]
fn a_hex_beyond_the_rim_has_a_text_that_is_no_name() {
    for hex in [Hex::new(4, 0), Hex::new(-4, 0), Hex::new(0, 4), Hex::new(99, -3), Hex::new(-300, 300)] {
        assert!(both(3).iter().all(|names| names.find(&names.name(hex)).is_none()), "{hex:?}");
    }
}

#[test]
fn a_drawing_is_read_as_it_is_drawn() {
    for names in both(3) {
        let drawing = names.draw(|hex| names.name(hex).to_uppercase());
        let read = names.read_drawing(&drawing).unwrap();
        assert_eq!(read.len(), 37);
        assert!(read.iter().all(|(hex, word)| names.name(*hex).to_uppercase() == *word), "{drawing}");
    }
}

#[test]
fn a_drawing_of_another_board_is_refused_with_what_would_be_right() {
    let error = HexNames::rows(1).read_drawing(". .\n. . . .\n. .").unwrap_err();
    assert_eq!(error.to_string(), "a drawing of this board has lines of [2, 3, 2] words, and not [2, 4, 2]");
}

#[test]
fn points_are_named_and_drawn_by_rows_from_the_top() {
    let lattice = Lattice::rows(&[1, 2, 3]);
    assert_eq!(point_names(lattice.vertices()), ["a1", "b1", "b2", "c1", "c2", "c3"]);
    let drawing = draw_points(lattice.vertices(), |index| char::from(b'0' + index as u8));
    assert_eq!(drawing, "a   0\nb  1 2\nc 3 4 5\n");
    assert_eq!(drawing_words(&drawing).concat(), ["0", "1", "2", "3", "4", "5"]);
}
