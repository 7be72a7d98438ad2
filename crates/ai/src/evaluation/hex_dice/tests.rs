use game::{Dice, Game, Outcome, Random, Seed, Setup, legal_actions};
use hex_dice::{Cell, HexDice, Unit};

use super::*;

/// A position in the middle of play with units written like `R4 g7, B5 g8`.
fn placed(setup: &str, units: &str, seat: u8) -> HexDice {
    let setup = Setup::parse(HexDice::INFO.options, setup.split_whitespace()).unwrap();
    let start = HexDice::start(&setup, &mut Dice::seeded(&Seed::number(0))).unwrap();
    let place = |name: &str| Cell::named(name).unwrap();
    let unit = |word: &str| {
        let owner = "RBGOVY".find(&word[..1]).unwrap() as u8;
        Unit::new(owner, word[1..2].parse().unwrap()).with_guard(word.contains('!'))
    };
    let wanted: Vec<(Cell, Unit)> =
        units.split(", ").filter_map(|text| text.split_once(' ')).map(|(word, hex)| (place(hex), unit(word))).collect();
    let mut position = start.position.in_play(seat);
    for (cell, unit) in wanted {
        position.put(cell.index(), unit);
    }
    HexDice { position }
}

fn values(game: &HexDice) -> Values {
    let mut random = Random::new(1);
    let mut dice = Dice::for_search(random.split());
    Standing::default().evaluate(&mut game.clone(), &mut random, &mut dice)
}

fn ideas(game: &HexDice) -> Vec<String> {
    let mut actions = legal_actions(game);
    Standing::default().narrow(game, &mut actions);
    actions.iter().map(|action| game.write(action)).collect()
}

#[test]
fn more_and_stronger_units_are_better() {
    let even = values(&placed("", "R3 f4, B3 h10", 0))[0];
    assert!(values(&placed("", "R3 f4, R2 c3, B3 h10", 0))[0] > even);
    assert!(values(&placed("", "R3 f4, B5 h10", 0))[0] < even);
    assert!(values(&placed("", "R3 f4, B3 h10, B1 j9", 0))[0] < even);
}

#[test]
fn a_base_that_falls_next_is_nearly_lost() {
    let safe = values(&placed("", "R3 a2, B4 g5, R5 g2", 1))[0];
    let open = values(&placed("", "R3 a2, B4 g4, R5 m2", 1))[0];
    assert!(open < 0.35 && open < safe, "{open} and {safe}");
}

#[test]
fn everybody_loses_patience() {
    let fresh = placed("players=3 quiet-turns=5", "R3 f4, B3 k7, G3 b7", 0);
    let mut late = fresh.clone();
    for hex in ["f4", "k7", "b7", "f4", "k7", "b7", "f4", "k7", "b7", "f4"] {
        let action = late.read(&format!("{hex}!")).unwrap();
        late.play(&action, &mut Dice::scripted([])).unwrap();
    }
    for seat in 0..3 {
        assert!(values(&late)[seat] < values(&fresh)[seat]);
    }
}

#[test]
fn ends_are_worth_their_places_and_a_draw_less_than_a_loss() {
    let ending = |places: &[u8]| Standing::default().ending(Outcome::places(places));
    let won = ending(&[1, 2]);
    assert!(won[0] > 0.99 && won[1] < 0.2 && won[1] > 0.0);
    assert!(ending(&[1, 1])[..2].iter().all(|value| *value < won[1]));
    assert!(ending(&[1, 1, 3])[0] < ending(&[1, 2, 3])[1], "also for a seat that has placed before another one");
    let four = ending(&[2, 4, 3, 1]);
    assert!(four[3] > four[0] && four[0] > four[2] && four[2] > four[1]);
}

#[test]
fn an_open_base_is_the_only_idea_of_two_players() {
    assert_eq!(ideas(&placed("", "R1 g9, R5 g2, B3 a3, B6 a4", 0)), ["g9-g12"]);
}

#[test]
fn a_guard_is_an_idea_only_where_it_may_save_something() {
    let far = ideas(&placed("", "R4 b3, R3 c3, R2 d3, R5 e3, B1 g12", 0));
    assert!(far.len() > 5 && far.iter().all(|idea| !idea.ends_with('!')), "{far:?}");
    // A Knight's 4 takes a Rook that does not guard.
    let near = ideas(&placed("", "R4 g7, R3 c3, R2 d3, R5 e3, B3 h9, B1 g12", 0));
    assert!(near.contains(&"g7!".to_owned()), "{near:?}");
}

#[test]
fn the_setup_is_by_rule() {
    let setup = Setup::defaults(HexDice::INFO.options);
    let game = HexDice::start(&setup, &mut Dice::scripted([1, 1, 5, 6, 3, 2, 5, 5, 4, 4, 3, 3])).unwrap();
    assert_eq!(ideas(&game), ["reroll-1+1"]);
    let kept = HexDice::start(&setup, &mut Dice::scripted([5; 12])).unwrap();
    assert_eq!(ideas(&kept), ["keep"]);
}
