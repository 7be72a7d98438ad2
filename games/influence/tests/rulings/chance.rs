//! IN-9 and IN-11: dice together with keystone and thresholds, and the drawing of the keystone.

use game::{Dice, Game, Random, Seed, Viewer};
use scene::{Draw, MarkKind};
use sixfold_influence::{Action, Influence, Options, Position, RuledView};

use crate::common::{SETUPS, start, totals};

fn with(change: impl FnOnce(&mut Options)) -> Position {
    let mut options = Options { dice: true, ..Options::default() };
    change(&mut options);
    super::triangle(options)
}

/// Plays b2 on the one triangle, with these dice.
fn rolled(position: &Position, corners: &str, dice: &[u32]) -> [u32; 2] {
    let mut game = Influence::from(position.drawn(corners, 3));
    game.play(&Action::One(2), &mut Dice::scripted(dice.iter().copied())).unwrap();
    totals(&game)
}

#[test]
fn in_9_the_die_points_at_a_corner_and_its_owner_gets_the_point() {
    // Clockwise from a1: a1 is Black's, b2 will be, b1 is White's.
    assert_eq!(rolled(&with(|_| ()), "B W .", &[1]), [6, 0]);
    assert_eq!(rolled(&with(|_| ()), "B W .", &[2]), [6, 0]);
    assert_eq!(rolled(&with(|_| ()), "B W .", &[3]), [0, 6]);
    assert_eq!(rolled(&with(|_| ()), "B . .", &[3]), [0, 0], "an empty corner gives nobody anything");
}

#[test]
fn in_9_a_full_triangle_pays_for_certain_and_an_empty_one_does_not_roll() {
    assert_eq!(rolled(&with(|_| ()), "B B .", &[]), [6, 0]);
    let mut game = start("board=compact dice=on", &[]);
    // Two triangles touch a1; the other thirty hold no stone and roll nothing.
    let corner = game.read("a1").unwrap();
    game.play(&corner, &mut Dice::scripted([1, 1])).unwrap();
}

#[test]
fn in_9_the_keystone_doubles_whatever_is_paid_with_one_roll() {
    assert_eq!(rolled(&with(|options| options.keystone = true), "B W .", &[3]), [0, 12]);
    assert_eq!(rolled(&with(|options| options.keystone = true), "B B .", &[]), [12, 0]);
    let both = |options: &mut Options| (options.keystone, options.thresholds) = (true, true);
    assert_eq!(rolled(&with(both), "B B .", &[]), [18, 0], "three points: one and a half, doubled");
    assert_eq!(rolled(&with(both), "B W .", &[1]), [12, 0], "thresholds are for full triangles");
    assert_eq!(rolled(&with(|options| options.thresholds = true), "B B .", &[]), [9, 0]);
}

#[test]
fn thresholds_and_keystone_without_dice() {
    let pays = |corners: &str, keystone, thresholds| {
        let options = Options { keystone, thresholds, ..Options::default() };
        super::triangle(options).drawn(corners, 1).pays()
    };
    assert_eq!(pays("B B B", false, true), [9, 0]);
    assert_eq!(pays("B B W", false, true), [4, 2]);
    assert_eq!(pays("W W W", true, false), [0, 12]);
    assert_eq!(pays("W W .", true, false), [0, 8]);
    assert_eq!(pays("B B B", true, true), [18, 0]);
}

#[test]
fn in_9_triangles_roll_in_reading_order() {
    // c3 of compact has six triangles around it. The face of the d3 that selects c3 differs between them: 1 selects the
    // first corner of a triangle.
    let mut game = start("board=compact dice=on", &[]);
    let ground = game.position.ground();
    let point = ground.point_named("c3").unwrap();
    let shown: Vec<u32> = ground.frames()[0]
        .corners
        .iter()
        .filter_map(|corners| corners.iter().position(|corner| *corner == sixfold_influence::Corner::Point(point)))
        .map(|corner| corner as u32 + 1)
        .collect();
    // Above c3: its left, its upper and its right triangle, in which it comes last, or second at the lower right.
    assert_eq!(shown, [2, 3, 3, 2, 1, 1]);
    game.play(&Action::One(point), &mut Dice::scripted(shown)).unwrap();
    assert_eq!(totals(&game), [36, 0]);
}

/// Over all equally likely results of the dice of a small position, the mean is exactly the fractional score.
#[test]
fn in_9_the_exact_expected_value_is_the_fractional_score() {
    for (setup, turns) in [
        ("board=compact dice=on", "a1 b1 e1"),
        ("board=compact dice=on keystone=on", "a1 b1"),
        ("board=honeycomb dice=on", "a1"),
        ("board=classic dice=on shifting=on", "a1 g1"),
    ] {
        let position = start(setup, &[1]).position;
        let mut stones = [0; 2];
        for (index, name) in turns.split(' ').enumerate() {
            stones[index % 2] |= 1_u64 << position.ground().point_named(name).unwrap();
        }
        let position = position.with_stones(stones, 1 + turns.split(' ').count() as u32);
        let last = Action::One(position.empty().trailing_zeros() as u8);
        let mut dice = 0;
        let mut counted = position.clone();
        counted.play_rolling(last, || {
            dice += 1;
            1
        });
        let mut sums = [0_u64; 2];
        for number in 0..3_u64.pow(dice) {
            let (mut fallen, mut left) = (position.clone(), number);
            fallen.play_rolling(last, || {
                let face = left % 3 + 1;
                left /= 3;
                face as u32
            });
            sums = [0, 1].map(|seat| sums[seat] + u64::from(fallen.totals()[seat]));
        }
        let mut average = position.clone();
        average.play(last);
        assert!(dice >= 2, "{setup} rolls");
        assert_eq!(sums, average.totals().map(|total| u64::from(total) * 3_u64.pow(dice)), "{setup}: {dice} dice");
    }
}

#[test]
fn in_9_over_many_seeds_the_dice_pay_what_they_should() {
    const SEEDS: u64 = 4_000;
    for setup in SETUPS.iter().filter(|setup| setup.contains("dice=on")) {
        let game = start(setup, &[7]);
        let mut random = Random::new(5);
        let mut position = game.position.with_totals([0, 0]);
        let (mut black, mut white) = (0, 0);
        for point in 0..position.ground().len() - 3 {
            match random.below(3) {
                0 => black |= 1_u64 << point,
                1 => white |= 1_u64 << point,
                _ => {}
            }
        }
        position = position.with_stones([black, white], 6);
        let action = Action::One(position.empty().trailing_zeros() as u8);
        let mut average = position.clone();
        average.play(action);
        let (mut sums, mut squares) = ([0.0; 2], [0.0; 2]);
        for seed in 0..SEEDS {
            let mut fallen = Influence::from(position.clone());
            fallen.apply(&action, &mut Dice::seeded(&Seed::number(seed)));
            for seat in [0, 1] {
                let total = f64::from(totals(&fallen)[seat]);
                sums[seat] += total;
                squares[seat] += total * total;
            }
        }
        for seat in [0, 1] {
            let mean = sums[seat] / SEEDS as f64;
            let deviation = ((squares[seat] / SEEDS as f64 - mean * mean) / SEEDS as f64).sqrt();
            let expected = f64::from(average.totals()[seat]);
            assert!((mean - expected).abs() < 5.0 * deviation, "{setup}: {mean} for {expected} ± {deviation}");
        }
    }
}

/// Each corner comes up a third of the time.
#[test]
fn in_9_every_corner_is_equally_likely() {
    let position = with(|_| ()).drawn("B W .", 3);
    let mut counts = [0_u32; 2];
    for seed in 0..9_000 {
        let mut game = Influence::from(position.clone());
        game.apply(&Action::One(2), &mut Dice::seeded(&Seed::number(seed)));
        counts[usize::from(totals(&game)[1] > 0)] += 1;
    }
    // 6,000 and 3,000 with a standard deviation of 45.
    assert!(counts[1].abs_diff(3_000) < 225, "{counts:?}");
}

#[test]
fn in_11_nothing_of_the_keystone_is_shown_before_it_is_drawn() {
    for setup in SETUPS {
        scene::testkit::check_unbegun::<Influence>(setup);
    }
    let marked = |scene: &scene::Scene| scene.marks.iter().filter(|mark| mark.kind == MarkKind::CountsMore).count();
    let notes = |scene: &scene::Scene| scene.notes.iter().map(|note| note.key.clone().into_owned()).collect::<Vec<_>>();
    let scene = |view: &RuledView| Influence::imagine(view, &mut Random::new(0)).scene(view);
    let view = start("board=grand keystone=on shifting=on", &[5]).view(Viewer::Spectator);
    let drawn = scene(&view);
    assert_eq!((marked(&drawn), notes(&drawn)), (1, vec!["note.keystone".to_owned()]));
    let unbegun = scene(&Influence::unbegun(view));
    assert_eq!((marked(&unbegun), notes(&unbegun)), (0, vec!["note.keystone-undrawn".to_owned()]));
    let plain = Influence::unbegun(start("", &[]).view(Viewer::Spectator));
    assert!(scene(&plain).notes.is_empty(), "without the option nothing is drawn");
}
