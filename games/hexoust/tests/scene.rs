//! The scene and the messages for players: names, the last turn, correct previews, and reasons of refusals.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::collections::BTreeSet;

use game::{Dice, Game, Message, Random, Seat, Texts, Viewer, legal_actions};
use hex::{Hex, Mask};
use scene::{Draw, Mark, MarkKind, Orientation, Pick, Place, Shape};
use sixfold_hexoust::{Cell, Colour, HexOust, Position};

use Colour::{Blue, Red};

/// Red may capture twice (c2, then b1) and then has quiet hexes left.
const CHAIN: &str = "  . . B
                      . . . .
                     . . R B .
                      . . . .
                       B . .";

fn drawn(drawing: &str, mover: Colour) -> HexOust {
    HexOust(Position::drawn(drawing, mover))
}

fn played(mut game: HexOust, placements: &str) -> HexOust {
    for text in placements.split(',') {
        game.play(&game.read(text).unwrap(), &mut Dice::scripted([])).unwrap();
    }
    game
}

fn view(game: &HexOust) -> <HexOust as Game>::View {
    game.view(Viewer::Spectator)
}

fn pick(game: &HexOust, text: &str) -> Pick {
    Pick::Hex(game.0.board().board().hex(game.read(text).unwrap().index()))
}

/// The names of the places with marks of this kind.
fn marked(game: &HexOust, marks: &[Mark], kind: MarkKind) -> BTreeSet<String> {
    let scene = game.scene(&view(game));
    let of_kind = marks.iter().filter(|mark| mark.kind == kind);
    of_kind.map(|mark| scene.name_of(mark.place).expect("a mark is on the board").to_owned()).collect()
}

fn names(game: &HexOust, cells: Mask) -> BTreeSet<String> {
    cells.iter().map(|cell| game.write(&Cell(cell as u8))).collect()
}

fn set(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn say(language: &str, message: &Message) -> String {
    let file = HexOust::INFO.texts.iter().find(|(code, _)| *code == language).expect("the language is there").1;
    Texts::parse(file).unwrap().say(message, HexOust::INFO.seat_names)
}

#[test]
fn ho_6_the_board_is_pointy_top_and_every_hex_has_its_name() {
    let game = HexOust(Position::empty(7));
    let scene = game.scene(&view(&game));
    assert_eq!((scene.orientation, scene.cells.len()), (Orientation::PointyTop, 127));
    for (name, q, r) in [("a1", -6, 6), ("g7", 0, 0), ("m7", 6, -6)] {
        assert_eq!(scene.name_of(Place::Hex(Hex::new(q, r))), Some(name));
    }
    assert!(scene.pieces.is_empty() && scene.marks.is_empty());
}

#[test]
fn stones_are_pieces_of_their_seat_and_are_counted() {
    let game = drawn(CHAIN, Red);
    let scene = game.scene(&view(&game));
    let of_seat = |seat: u8| {
        let pieces = scene.pieces.iter().filter(|piece| piece.seat.0 == seat && piece.shape == Shape::Stone);
        pieces.map(|piece| scene.name_of(piece.place).unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    assert_eq!([of_seat(0), of_seat(1)], [set("c3"), set("c4 a1 e3")]);
    assert_eq!(scene.gauges.iter().map(|gauge| gauge.value).collect::<Vec<_>>(), [1, 3]);
}

/// In random games, the preview marks exactly what then happens.
#[test]
fn a_preview_shows_exactly_what_placing_takes_and_joins() {
    let (mut captures, mut random) = (0, Random::new(3));
    for _ in 0..3 {
        let mut game = HexOust(Position::empty(4));
        while let Some(next) = game.random_action(&mut random, &mut Vec::new()) {
            let (me, you) = (game.0.to_move(), game.0.to_move().other());
            for cell in legal_actions(&game) {
                let shown = game.preview(&view(&game), &cell);
                let after = played(game.clone(), &game.write(&cell));
                let taken = game.0.stones(you) - after.0.stones(you);
                let joined = after.0.group(cell) & game.0.stones(me);
                assert_eq!(marked(&game, &shown.marks, MarkKind::WouldPlace), set(&game.write(&cell)));
                assert_eq!(marked(&game, &shown.marks, MarkKind::WouldTake), names(&game, taken));
                assert_eq!(marked(&game, &shown.marks, MarkKind::WouldJoin), names(&game, joined));
                assert_eq!(shown.story, HexOust::tell(&game, &cell, &[], &after, Viewer::Spectator));
                captures += u32::from(!taken.is_empty());
            }
            game.apply(&next, &mut Dice::scripted([]));
        }
    }
    assert!(captures > 20, "the games are too few: {captures}");
}

#[test]
fn a_preview_of_what_is_forbidden_says_why_and_shows_nothing() {
    let game = drawn(CHAIN, Blue);
    for (text, key) in [("c3", "occupied"), ("a2", "touches-nothing")] {
        let preview = game.preview(&view(&game), &game.read(text).unwrap());
        assert!(preview.marks.is_empty());
        assert_eq!(preview.story.iter().map(|message| &*message.key).collect::<Vec<_>>(), [key]);
    }
    assert_eq!(game.preview(&view(&game), &Cell(127)).story, [Message::new("off-board")]);
}

/// After the end every placement is forbidden, also those that a running game would allow.
#[test]
fn after_the_end_a_preview_says_that_the_game_is_won() {
    let won = played(drawn("R R . \n . . B . \n . . . . . \n . . . . \n . . .", Red), "e3");
    assert_eq!(won.0.winner(), Some(Red));
    let free = won.read("a3").unwrap();
    let preview = won.preview(&view(&won), &free);
    assert!(preview.marks.is_empty());
    assert_eq!(preview.story, [won.expected(&view(&won))]);
    assert_eq!(won.why_not(&view(&won), &[pick(&won, "a3")]), Some(won.expected(&view(&won))));
}

#[test]
fn the_last_turn_is_marked_with_its_stones_and_its_captures() {
    let ended = played(drawn(CHAIN, Red), "c2,b1,e1");
    let marks = ended.scene(&view(&ended)).marks;
    assert_eq!(marked(&ended, &marks, MarkKind::Last), set("c2 b1 e1"));
    assert_eq!(marked(&ended, &marks, MarkKind::Taken), set("c4 a1"));
}

#[test]
fn while_a_turn_runs_it_is_the_one_that_is_marked() {
    let running = played(drawn(CHAIN, Red), "c2");
    let marks = running.scene(&view(&running)).marks;
    assert_eq!(marked(&running, &marks, MarkKind::Last), set("c2"));
    assert_eq!(marked(&running, &marks, MarkKind::Taken), set("c4"));
    assert_eq!(&*running.expected(&view(&running)).key, "expect.again");
}

#[test]
fn a_turn_is_out_of_sight_when_the_next_one_is_played() {
    let next = played(drawn(CHAIN, Red), "c2,b1,e1,c5");
    let marks = next.scene(&view(&next)).marks;
    assert_eq!(marked(&next, &marks, MarkKind::Last), set("c5"));
    assert_eq!(marked(&next, &marks, MarkKind::Taken), set(""));
}

/// c2 takes c4, and then c4 joins d4 to take e3.
#[test]
fn a_hex_that_was_taken_and_filled_again_is_not_marked_as_taken() {
    let before = "  . . B
                   . . . R
                  . . R B .
                   . . . .
                    B . .";
    let filled = played(drawn(before, Red), "c2,c4");
    let marks = filled.scene(&view(&filled)).marks;
    assert_eq!(marked(&filled, &marks, MarkKind::Last), set("c2 c4"));
    assert_eq!(marked(&filled, &marks, MarkKind::Taken), set("e3"));
}

#[test]
fn every_refusal_has_its_sentence_in_english_and_german() {
    let game = drawn(
        "  . . .
          . . . .
         . . R B B
          . . . .
           B . .",
        Red,
    );
    for (text, english, german) in [
        ("c3", "c3 is occupied", "c3 ist besetzt"),
        (
            "c2",
            "your group on c2 would count 2 stones and touch an enemy group of 2; it has to be larger",
            "deine Gruppe auf c2 zählte 2 Steine und berührte eine feindliche Gruppe von 2; sie muss größer sein",
        ),
    ] {
        let why = game.why_not(&view(&game), &[pick(&game, text)]).unwrap();
        assert_eq!([say("en", &why), say("de", &why)], [english, german]);
    }
    let lonely = drawn(CHAIN, Blue);
    let why = lonely.why_not(&view(&lonely), &[pick(&lonely, "a2")]).unwrap();
    assert_eq!(say("en", &why), "a stone on a2 would join yours without touching an enemy group");
    assert_eq!(say("de", &why), "ein Stein auf a2 schlösse sich deinen an, ohne eine feindliche Gruppe zu berühren");
}

#[test]
fn picks_that_are_allowed_or_no_hex_of_the_board_need_no_excuse() {
    let game = drawn(CHAIN, Red);
    let beyond = Pick::Hex(Hex::new(9, 9));
    for picked in [vec![pick(&game, "c2")], vec![], vec![beyond], vec![Pick::Number(3)]] {
        assert_eq!(game.why_not(&view(&game), &picked), None, "{picked:?}");
    }
}

#[test]
fn what_happened_is_told_in_order() {
    let told = |before: &HexOust, text: &str| {
        let after = played(before.clone(), text);
        let messages = HexOust::tell(before, &before.read(text).unwrap(), &[], &after, Viewer::Spectator);
        messages.iter().map(|message| say("en", message)).collect::<Vec<_>>()
    };
    let game = drawn(CHAIN, Red);
    assert_eq!(told(&game, "e1"), ["Red places on e1"]);
    assert_eq!(told(&game, "c2"), ["Red places on c2 and takes one stone"]);
    let winning = drawn("R R . \n . . B . \n . . . . . \n . . . . \n . . .", Red);
    assert_eq!(told(&winning, "e3"), ["Red places on e3 and takes one stone", "Red has taken the last stone and wins"]);
    let squeezed = drawn(". . . .\n . B . B .\n . . R R . .\n . B R R R B .\n . . R R . .\n . B . B .\n . . . .", Red);
    assert_eq!(told(&squeezed, "g1"), ["Red places on g1", "Blue has no placement and passes"]);
}

#[test]
fn the_aim_names_the_stones_to_capture() {
    let start = HexOust(Position::empty(7));
    let aim = |language: &str, seat: Option<u8>| say(language, &start.aim(&view(&start), seat.map(Seat)));
    assert_eq!([aim("en", Some(0)), aim("en", Some(1))], ["Capture every blue stone", "Capture every red stone"]);
    assert_eq!([aim("de", Some(0)), aim("de", Some(1))], ["Schlag jeden blauen Stein", "Schlag jeden roten Stein"]);
    assert_eq!(aim("en", None), "Whoever captures the other side's last stone wins");
}

#[test]
fn a_stone_says_how_large_its_group_is_and_what_it_touches() {
    let game = drawn(". . . \n . R R . \n . . B . B \n . . . . \n . . .", Red);
    let scene = game.scene(&view(&game));
    let about = |name: &str| {
        let piece = scene.pieces.iter().find(|piece| scene.name_of(piece.place) == Some(name)).unwrap();
        piece.about.iter().map(|message| say("en", message)).collect::<Vec<_>>()
    };
    assert_eq!(about("d2"), ["its group has 2 stones", "that group touches enemy groups of this size: 1"]);
    assert_eq!(about("c3"), ["its group has one stone", "that group touches enemy groups of this size: 2"]);
    assert_eq!(about("c5"), ["its group has one stone"]);
}
