//! Danger at a glance, compared with every placement that the rules allow in the opponent's next turn.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::collections::BTreeSet;

use game::{Dice, Game, Random, Seat, Texts, Viewer};
use hex::Mask;
use scene::{Draw, Place, Threat, ThreatKind};
use sixfold_hexoust::{Cell, Colour, HexOust, Placement, Position};

/// The search for captures that need others before them is limited. Below this many positions it is complete.
const COMPLETE: usize = 150;

fn danger(game: &HexOust, colour: Colour) -> Vec<Threat> {
    game.danger(&game.view(Viewer::Spectator), Seat(colour as u8))
}

fn cells(position: &Position, threats: &[Threat], kinds: &[ThreatKind]) -> Mask {
    let places = threats.iter().filter(|threat| kinds.contains(&threat.kind)).flat_map(|threat| &threat.places);
    let index = |place: &Place| match place {
        Place::Hex(hex) => position.board().board().index(*hex).unwrap(),
        Place::Vertex(_) | Place::Triangle(_) => panic!("HexOust is played on hexes"),
    };
    places.map(index).collect()
}

/// Plays every sequence of captures of the mover and collects what is taken. Counts the positions.
fn take(position: &Position, known: &mut BTreeSet<[Mask; 2]>, taken: &mut Mask) {
    for cell in position.legal() {
        let Placement::Capture(now) = position.placement(Cell(cell as u8)) else { continue };
        *taken |= now;
        let mut after = position.clone();
        after.place(Cell(cell as u8));
        let goes_on = after.winner().is_none() && after.turn() == position.turn();
        if goes_on && known.insert(Colour::BOTH.map(|colour| after.stones(colour))) {
            take(&after, known, taken);
        }
    }
}

#[test]
fn a_group_is_in_danger_exactly_if_the_next_turn_can_take_it() {
    let (mut random, mut at_once, mut later) = (Random::new(17), 0, 0);
    for _ in 0..40 {
        let mut game = HexOust(Position::empty(4));
        while let Some(next) = game.random_action(&mut random, &mut Vec::new()) {
            for colour in Colour::BOTH {
                let now = &game.0;
                let handed =
                    Position::set_up(now.base(), now.stones(Colour::Red), now.stones(Colour::Blue), colour.other(), 9);
                let first: Mask = handed.legal().iter().fold(Mask::EMPTY, |all, cell| {
                    let effect = handed.placement(Cell(cell as u8));
                    if let Placement::Capture(taken) = effect { all | taken } else { all }
                });
                let (mut all, mut known) = (Mask::EMPTY, BTreeSet::new());
                take(&handed, &mut known, &mut all);
                let threats = danger(&game, colour);
                assert_eq!(cells(now, &threats, &[ThreatKind::Lost]), first, "{game:?}");
                let found = cells(now, &threats, &[ThreatKind::MayBeLost]);
                assert!(found.is_subset(all - first), "{game:?}");
                assert!(known.len() >= COMPLETE || found == all - first, "{colour:?} {game:?}");
                at_once += first.len();
                later += found.len();
            }
            game.apply(&next, &mut Dice::scripted([]));
        }
    }
    assert!(at_once > 500 && later > 20, "the games are too few: {at_once} and {later}");
}

#[test]
fn a_threat_names_the_group_and_where_it_is_taken_from() {
    let drawing = ". . . \n . R R . \n . . B . . \n . . . . \n . . .";
    let game = HexOust(Position::drawn(drawing, Colour::Red));
    let threats = danger(&game, Colour::Blue);
    let texts = Texts::parse(HexOust::INFO.texts[0].1).unwrap();
    let words: Vec<String> = threats.iter().map(|threat| texts.say(&threat.words, HexOust::INFO.seat_names)).collect();
    assert!(words[0].starts_with("Blue can lose the stone on c3: a stone on one of "), "{words:?}");
    assert_eq!(threats[0].places.len(), 1);
    assert!(danger(&game, Colour::Red).is_empty(), "one stone with another one is not more than two");
}

/// Every legal placement of a colour is played, and then every legal placement of the opponent.
#[test]
fn a_hex_is_exposed_exactly_if_a_stone_there_could_be_taken_at_once() {
    let (mut random, mut open, mut own) = (Random::new(23), 0, 0);
    for _ in 0..12 {
        let mut game = HexOust(Position::empty(4));
        while let Some(next) = game.random_action(&mut random, &mut Vec::new()) {
            let now = &game.0;
            for colour in Colour::BOTH {
                let handed = |position: &Position, to: Colour| {
                    let [red, blue] = Colour::BOTH.map(|colour| position.stones(colour));
                    Position::set_up(position.base(), red, blue, to, 9)
                };
                let taken = |position: &Position, cell: usize| {
                    let enemy = handed(position, colour.other());
                    enemy.legal().iter().any(|place| {
                        let mut after = enemy.clone();
                        after.place(Cell(place as u8));
                        !after.stones(colour).contains(cell)
                    })
                };
                let mine = handed(now, colour);
                let placed = mine.legal().iter().filter(|&cell| {
                    let mut after = mine.clone();
                    after.place(Cell(cell as u8));
                    after.winner().is_none() && taken(&after, cell)
                });
                let placed: Mask = placed.collect();
                let standing: Mask = now.stones(colour).iter().filter(|&cell| taken(now, cell)).collect();
                let area = game.exposed(&game.view(Viewer::Spectator), Seat(colour as u8));
                let found = area.map(|area| area.places).unwrap_or_default();
                let index = |place: &Place| match place {
                    Place::Hex(hex) => now.board().board().index(*hex).unwrap(),
                    Place::Vertex(_) | Place::Triangle(_) => panic!("HexOust is played on hexes"),
                };
                assert_eq!(found.iter().map(index).collect::<Mask>(), placed | standing, "{colour:?} {game:?}");
                open += placed.len();
                own += standing.len();
            }
            game.apply(&next, &mut Dice::scripted([]));
        }
    }
    assert!(open > 500 && own > 100, "the games are too few: {open} and {own}");
}
