//! Facing, sides and fields of fire.

use std::collections::BTreeSet;

use hex::{Direction, Hex};
use sixfold_hex_ships::{Field, Side};

const MIDDLE: Hex = Hex::ORIGIN;

/// The angle of a hex from the bow, clockwise, in degrees. It is computed by trigonometry, independently of the rules.
fn angle(facing: Direction, hex: Hex) -> f64 {
    let (x, y) = (1.5 * f64::from(hex.q), 3_f64.sqrt() * (f64::from(hex.r) + f64::from(hex.q) / 2.0));
    let clockwise_from_north = x.atan2(-y).to_degrees();
    (clockwise_from_north - 60.0 * facing.index() as f64).rem_euclid(360.0)
}

/// Whether two angles are equal up to rounding; 360° is 0°.
fn is_at(degrees: f64, axis: f64) -> bool {
    let off = (degrees - axis).rem_euclid(360.0);
    !(1e-6..=360.0 - 1e-6).contains(&off)
}

/// Whether an angle lies between two axes, going clockwise, with or without the axes themselves.
fn between(degrees: f64, from: f64, to: f64, inclusive: bool) -> bool {
    if is_at(degrees, from) || is_at(degrees, to) {
        return inclusive;
    }
    (degrees - from).rem_euclid(360.0) < (to - from).rem_euclid(360.0)
}

#[test]
fn the_sides_of_a_ship_are_those_of_the_rulebook() {
    for facing in Direction::ALL {
        for hex in MIDDLE.disc(9).filter(|&hex| hex != MIDDLE) {
            let degrees = angle(facing, hex);
            let expected = match () {
                () if between(degrees, 300.0, 60.0, false) => Side::Front,
                () if between(degrees, 120.0, 240.0, false) => Side::Rear,
                () if between(degrees, 60.0, 120.0, true) => Side::Right,
                () => Side::Left,
            };
            assert_eq!(Side::towards(MIDDLE, facing, hex), Some(expected), "{hex} from a ship that faces {facing}");
        }
    }
    assert_eq!(Side::towards(MIDDLE, Direction::N, MIDDLE), None);
}

#[test]
fn the_axes_belong_to_the_sides() {
    let side = |direction: Direction| Side::towards(MIDDLE, Direction::N, MIDDLE + direction.offset() * 4).unwrap();
    let sides = Direction::ALL.map(side);
    assert_eq!(sides, [Side::Front, Side::Right, Side::Right, Side::Rear, Side::Left, Side::Left]);
}

/// HS-23: fields are counted in hex faces. They contain the rows of both faces and everything between them.
#[test]
fn hs_23_fields_are_counted_in_faces() {
    for facing in Direction::ALL {
        for first in 1..=6 {
            for last in 1..=6 {
                let text = if first == last { first.to_string() } else { format!("{first}-{last}") };
                let field = Field::read(&text).unwrap();
                let all_round = (last + 6 - first) % 6 == 5;
                for hex in MIDDLE.disc(9).filter(|&hex| hex != MIDDLE) {
                    let (from, to) = (60.0 * f64::from(first - 1), 60.0 * f64::from(last - 1));
                    let expected = all_round || between(angle(facing, hex), from, to, true);
                    assert_eq!(field.covers(MIDDLE, facing, hex), expected, "({text}), facing {facing}, at {hex}");
                }
            }
        }
    }
}

#[test]
fn a_fixed_mount_fires_down_one_row_and_a_bow_turret_covers_the_bow_quarter() {
    let count = |text: &str| {
        let field = Field::read(text).unwrap();
        MIDDLE.disc(9).filter(|&hex| field.covers(MIDDLE, Direction::N, hex)).count()
    };
    assert_eq!(count("1"), 9, "one hex a ring");
    assert_eq!(count("6-2"), (1..=9).map(|ring| 2 * ring + 1).sum::<usize>());
    assert_eq!(count("1-6"), (1..=9).map(|ring| 6 * ring).sum::<usize>(), "the gap between 6 and 1 is closed");
}

/// HS-14: the wedge 6–1–2 is front, 2–3 right, 3–4–5 rear, 5–6 left. Fixed faces have one side each.
#[test]
fn hs_14_which_weapons_a_critical_can_break() {
    let sides = |text: &str| {
        let field = Field::read(text).unwrap();
        Side::ALL.into_iter().filter(|&side| field.is_on(side)).map(Side::name).collect::<Vec<_>>().join(" ")
    };
    for (face, side) in [("1", "front"), ("2", "right"), ("3", "right"), ("4", "rear"), ("5", "left"), ("6", "left")] {
        assert_eq!(sides(face), side, "fixed ({face})");
    }
    let turrets = [
        ("1-6", "front right left rear"),
        ("3-2", "front right left rear"),
        ("6-2", "front"),
        ("1-2", "front"),
        ("2-3", "right"),
        ("3-5", "rear"),
        ("5-6", "left"),
        ("1-3", "front right"),
        ("5-1", "front left"),
        ("5-3", "front right left"),
        ("2-4", "right rear"),
        ("1-4", "front right rear"),
        ("4-1", "front left rear"),
        ("2-6", "right left rear"),
    ];
    for (turret, expected) in turrets {
        assert_eq!(sides(turret), expected, "turret ({turret})");
    }
}

#[test]
fn turning_the_ship_turns_its_fields_and_its_sides() {
    let field = Field::read("6-2").unwrap();
    let covered = |facing: Direction| -> BTreeSet<Hex> {
        MIDDLE.disc(4).filter(|&hex| field.covers(MIDDLE, facing, hex)).collect()
    };
    for facing in Direction::ALL {
        let turned: BTreeSet<Hex> =
            covered(facing).into_iter().map(|hex| hex::Symmetry::rotation(1).apply(hex)).collect();
        assert_eq!(turned, covered(facing.turn(1)));
    }
}
