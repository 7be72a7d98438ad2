//! Illegal actions and their messages, which say what is wrong and what would be right.

use game::{Message, Refusal, legal_actions};
use sixfold_hexlock::Cell;

use super::*;

/// Checks that an action is refused with this sentence, is not listed, and changes nothing.
fn refuse(action: &str, sentence: &str) {
    let mut game = Hexlock::standing(Position::drawn(EXAMPLE, Red));
    let (untouched, action) = (game.clone(), game.read(action).unwrap());
    let refusal = game.play(&action, &mut Dice::scripted([])).unwrap_err();
    let Refusal::Illegal(why) = refusal else { panic!("{refusal}") };
    let texts = Texts::parse(Hexlock::INFO.texts[0].1).unwrap();
    assert_eq!(texts.say(&why, Hexlock::INFO.seat_names), sentence);
    assert_eq!(game, untouched);
    assert!(!legal_actions(&game).contains(&action));
}

#[test]
fn an_expansion_needs_an_empty_hex_next_to_an_own_one() {
    refuse("d2", "d2 is yours already: expand to an empty hex next to one of yours");
    refuse("d4", "d4 is the enemy's: attack it from a hex of yours next to it");
    refuse("g4", "g4 is next to no hex of yours: expand to an empty hex that is");
}

#[test]
fn an_attack_needs_an_own_source_and_an_enemy_hex_beside_it() {
    refuse("d4-d3", "d4 is not yours: attack from a hex that you hold");
    refuse("e3-d4", "e3 is not yours: attack from a hex that you hold");
    refuse("d3-d2", "d2 is your own: attack an enemy hex next to d3");
    refuse("d3-d3", "d3 is your own: attack an enemy hex next to d3");
    refuse("d3-e3", "e3 is empty: expand to it, or attack an enemy hex");
    refuse("d2-d4", "d4 is not next to d2: attack from a hex that is");
}

#[test]
fn a_hex_beyond_the_board_is_none() {
    let game = Hexlock::standing(Position::drawn(EXAMPLE, Red));
    let (inside, beyond) = (at("d3"), Cell(37));
    let attack = |source, target| Action::Attack { source, target };
    for action in [Action::Expand(beyond), attack(inside, beyond), attack(beyond, inside), attack(beyond, Cell(255))] {
        assert_eq!(game.check(&action), Err(Refusal::Illegal(Message::new("off-board"))));
    }
}
