//! The rulebook, ruling by ruling, on positions drawn in text: `R` and `B` are stones, rows from the top.
//!
//! Drawn positions start at turn 1. The tests use small boards where these are clearer. If a rule depended on the size
//! of the board, `model.rs` would fail.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod placements;
mod the_win;

use game::{Dice, Game, Match, Message, Record, Refusal, Seat, Seed, Setup, Texts, legal_actions, replay};
use hex::Hex;
use sixfold_hexoust::{Cell, Colour, HexOust, Placement, Position};

use Colour::{Blue, Red};

/// Places stones one after the other (`c2,b1`) and compares the board and the turn with the expected ones.
fn check(before: &str, mover: Colour, placements: &str, after: &str, expected: &str) -> HexOust {
    let mut game = HexOust(Position::drawn(before, mover));
    for text in placements.split(',') {
        let cell = game.read(text).unwrap();
        game.play(&cell, &mut Dice::scripted([])).unwrap_or_else(|refusal| panic!("{text}: {refusal}\n{game:?}"));
    }
    let wanted = Position::drawn(after, mover);
    let stones = |position: &Position| Colour::BOTH.map(|colour| position.stones(colour));
    assert_eq!(stones(&game.0), stones(&wanted), "stands\n{}, but should\n{wanted}", game.0);
    assert_eq!(standing(&game), expected, "\n{game:?}");
    game
}

/// The state as text: `turn 2, Blue`, with the skipped player or the winner.
fn standing(game: &HexOust) -> String {
    let turn = game.0.turn();
    match (game.0.winner(), game.0.passed()) {
        (Some(winner), _) => format!("turn {turn}, {winner:?} wins"),
        (None, Some(passed)) => format!("turn {turn}, {:?}, {passed:?} passed", game.0.to_move()),
        (None, None) => format!("turn {turn}, {:?}", game.0.to_move()),
    }
}

/// Checks that a placement is refused for this reason, is not listed, and changes nothing.
fn refuse(before: &str, mover: Colour, text: &str, reason: Message) {
    let mut game = HexOust(Position::drawn(before, mover));
    let (untouched, cell) = (game.clone(), game.read(text).unwrap());
    let refusal = game.play(&cell, &mut Dice::scripted([])).unwrap_err();
    assert_eq!(refusal, Refusal::Illegal(reason.with("cell", text.to_owned())));
    assert_eq!(game, untouched);
    assert!(!legal_actions(&game).contains(&cell));
}

fn not_larger(own: i64, enemy: i64) -> Message {
    Message::new("not-larger").with("own", own).with("enemy", enemy)
}

fn touches_nothing() -> Message {
    Message::new("touches-nothing")
}

fn new_match(base: &str) -> Match<HexOust> {
    Match::new(Setup::parse(HexOust::INFO.options, [base]).unwrap(), Seed::number(1)).unwrap()
}

/// Plays turns written as in a record, without their numbers.
fn play(game_match: &mut Match<HexOust>, turns: &str) {
    for turn in turns.split_whitespace() {
        let seat = game_match.actor().expect("the game goes on");
        turn.split(',').for_each(|text| _ = game_match.play_text(seat, text).unwrap());
    }
}

#[test]
fn ho_1_a_chain_of_captures_goes_on_until_a_quiet_stone_ends_it() {
    let before = "  . . B
                   . . . .
                  . . R B .
                   . . . .
                    B . .";
    let after_two = "  . . B
                      . . . .
                     . R R . .
                      R . . .
                       . . .";
    check(before, Red, "c2,b1", after_two, "turn 1, Red");
    check(
        before,
        Red,
        "c2,b1,e1",
        "  R . B
          . . . .
         . R R . .
          R . . .
           . . .",
        "turn 2, Blue",
    );
}

#[test]
fn ho_1_after_a_capture_the_same_seat_has_to_place_again() {
    let mut game_match = new_match("base=4");
    play(&mut game_match, "d4 d5 a1 g1 d3");
    assert_eq!(game_match.play_text(Seat(1), "g4").unwrap_err().to_string(), "it is not this seat's turn");
    play(&mut game_match, "g4");
    assert_eq!(game_match.actor(), Some(Seat(1)));
    assert!(game_match.record().to_string().contains("\n5. red d3,g4\n"), "one turn");
}

/// Red's seven outnumber anything that blue can join beside them, and every empty hex is beside blue.
const SQUEEZED: &str = "    . . . .
                           . B . B .
                          . . R R . .
                         . B R R R B .
                          . . R R . .
                           . B . B .
                            . . . .";

#[test]
fn ho_2_a_turn_that_starts_without_a_placement_is_passed() {
    check(
        SQUEEZED,
        Red,
        "g1",
        "    R . . .
            . B . B .
           . . R R . .
          . B R R R B .
           . . R R . .
            . B . B .
             . . . .",
        "turn 3, Red, Blue passed",
    );
}

#[test]
fn ho_2_passing_is_never_a_choice() {
    let mut game_match = new_match("base=4");
    assert!(game_match.play_text(Seat(0), "pass").is_err());
    play(&mut game_match, "d4");
    let text = game_match.record().to_string() + "2. blue pass\n";
    let error = replay::<HexOust>(&text.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(error, "turn line 2: blue has an action here and may not pass");
}

#[test]
fn ho_2_a_capture_that_leaves_no_further_placement_ends_the_turn() {
    check(
        "  R . B
          . B . .
         B B . . R
          B . R R
           B . .",
        Red,
        "d4",
        "  R . .
          . B . R
         B B . . R
          B . R R
           B . .",
        "turn 2, Blue",
    );
}

/// From a random game: h3 is the only blue stone near, and red's groups leave room for nothing else.
#[test]
fn ho_2_a_stuck_chain_ends_on_the_full_board_too() {
    check(
        "      R R . R . . .
              . . . . . R R .
             . . R . . . . . R
            R R R . . R R . . .
           . . R R R . . . . R .
          R R B . . R . R . R R R
         . . R . R R . . . . . R .
          R . R . R . . R . R . R
           R R R . R . . . . . .
            R R . R . . R B . R
             R . R . R . B . R
              . R R . R . B .
               R . . . . R B",
        Red,
        "j4",
        "      R R . R . . .
              . . . . . R R .
             . . R . . . . . R
            R R R R . R R . . .
           . . R R R . . . . R .
          R R . . . R . R . R R R
         . . R . R R . . . . . R .
          R . R . R . . R . R . R
           R R R . R . . . . . .
            R R . R . . R B . R
             R . R . R . B . R
              . R R . R . B .
               R . . . . R B",
        "turn 2, Blue",
    );
}

#[test]
fn ho_3_the_empty_board_is_no_loss() {
    let empty = "  . . .
                  . . . .
                 . . . . .
                  . . . .
                   . . .";
    assert_eq!(standing(&HexOust(Position::drawn(empty, Red))), "turn 1, Red");
    check(
        empty,
        Red,
        "c3",
        "  . . .
          . . . .
         . . R . .
          . . . .
           . . .",
        "turn 2, Blue",
    );
}

#[test]
fn ho_3_having_no_stones_loses_only_by_a_capture() {
    let alone = "  R . .
                  . . . .
                 . . R . .
                  . . . .
                   . . .";
    check(
        alone,
        Red,
        "a3",
        "  R . .
          . . . .
         . . R . .
          . . . .
           . . R",
        "turn 2, Blue",
    );
}

#[test]
fn ho_4_the_stone_being_placed_counts() {
    let two_against = |enemies: &str| {
        format!(
            "  . . .
              {enemies}
             . R . R .
              . . . .
               B . ."
        )
    };
    // Two stones and the one between them are three: enough for two, not for three.
    check(
        &two_against(". B B ."),
        Red,
        "c3",
        "  . . .
          . . . .
         . R R R .
          . . . .
           B . .",
        "turn 1, Red",
    );
    refuse(&two_against("B B B ."), Red, "c3", not_larger(3, 3));
}

#[test]
fn ho_5_base_4_to_7_are_an_option_and_7_is_the_game() {
    for (base, cells) in [("base=4", 37), ("base=5", 61), ("base=6", 91), ("base=7", 127)] {
        assert_eq!(legal_actions(new_match(base).state()).len(), cells);
    }
    assert_eq!(Setup::defaults(HexOust::INFO.options).to_string(), "base=7");
    for pair in ["base=3", "base=8", "base=07", "base=", "base=-4"] {
        assert!(Setup::parse(HexOust::INFO.options, [pair]).is_err(), "{pair}");
    }
}

#[test]
fn ho_6_rows_are_lettered_from_the_bottom_and_numbered_from_the_left() {
    for (base, names) in
        [(7, [("a1", -6, 6), ("g7", 0, 0), ("m7", 6, -6)]), (4, [("a1", -3, 3), ("d4", 0, 0), ("g4", 3, -3)])]
    {
        let game = HexOust(Position::empty(base));
        for (name, q, r) in names {
            let cell = game.read(name).unwrap();
            assert_eq!(game.0.board().board().hex(cell.index()), Hex::new(q, r), "{name} on base {base}");
            assert_eq!(game.write(&cell), name);
        }
    }
}

#[test]
fn ho_6_a_text_that_names_no_hex_says_what_would() {
    let english = Texts::parse(HexOust::INFO.texts[0].1).unwrap();
    let game = HexOust(Position::empty(4));
    for text in ["", "h1", "a5", "d8", "d0", "D4", "d04", "d4 ", "4d", "é1"] {
        let said = english.say(&game.read(text).unwrap_err().message, &[]);
        let right = "is not an action: a hex is a row from a to g and a number, from a1 to d7 in the middle row";
        assert_eq!(said, format!("`{text}` {right}"));
    }
}

#[test]
fn ho_6_a_turn_is_its_placements_joined_by_commas() {
    let mut game_match = new_match("base=4");
    play(&mut game_match, "d4 d5 a1 g1 d3,g4");
    assert!(game_match.record().to_string().ends_with("\n4. blue g1\n5. red d3,g4\n"));
}

/// The list contains the sizes of all groups of both colours. `model.rs` checks it in whole games and explains it.
#[test]
fn ho_7_a_capture_raises_the_descending_list_of_group_sizes() {
    let before = "  . . .
                   . B B .
                  . R . R .
                   . . . .
                    B . .";
    let after = "  . . .
                  . . . .
                 . R R R .
                  . . . .
                   B . .";
    let sizes = |position: &Position| {
        let stones = position.stones(Red) | position.stones(Blue);
        // Each group is counted once, at its lowest cell.
        let groups = stones.iter().map(|cell| (cell, position.group(Cell(cell as u8))));
        let firsts = groups.filter(|(cell, group)| group.first() == Some(*cell));
        let mut sizes: Vec<_> = firsts.map(|(_, group)| group.len()).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    };
    let game = check(before, Red, "c3", after, "turn 1, Red");
    assert_eq!((sizes(&Position::drawn(before, Red)), sizes(&game.0)), (vec![2, 1, 1, 1], vec![3, 1]));
}

#[test]
fn ho_7_a_player_who_passes_leaves_the_other_a_placement() {
    let mut game = HexOust(Position::drawn(SQUEEZED, Red));
    game.play(&game.read("g1").unwrap(), &mut Dice::scripted([])).unwrap();
    assert!(!legal_actions(&game).is_empty());
}

/// Nineteen turns of a real game, after which blue has no placement.
const TO_A_PASS: &str = "b5 f2 d7 b2 d1 f4 a3 d4 b1 a2,c6 c5,c4,d3 d6 d4,e5 d6 g4 g3,d2 a3 a1,b4 b1";

#[test]
fn ho_8_a_forced_pass_is_made_by_the_rules_and_written_down() {
    let mut game_match = new_match("base=4");
    play(&mut game_match, TO_A_PASS);
    assert_eq!(game_match.log().last().unwrap().passed, [Seat(1)]);
    assert_eq!((game_match.actor(), game_match.state().turn().number), (Some(Seat(0)), 21));
    assert!(game_match.play_text(Seat(1), "f1").is_err(), "the seat that was passed over does not act");
    assert!(game_match.record().to_string().ends_with("\n19. red b1\n20. blue pass\n"));
    play(&mut game_match, "f1");
    assert!(game_match.state().passed().is_empty(), "the pass belongs to the action before");
    assert!(game_match.record().to_string().ends_with("\n20. blue pass\n21. red f1\n"));
}

#[test]
fn ho_8_a_record_without_the_forced_pass_is_refused() {
    let mut game_match = new_match("base=4");
    play(&mut game_match, TO_A_PASS);
    play(&mut game_match, "f1");
    let text = game_match.record().to_string();
    let passless: Record = text.replace("20. blue pass\n", "").parse().unwrap();
    assert_eq!(
        replay::<HexOust>(&passless).unwrap_err().to_string(),
        "turn line 20: this is turn 20, by blue, not 21 by red"
    );
    assert_eq!(replay::<HexOust>(&text.parse().unwrap()).unwrap().state(), game_match.state());
}

#[test]
fn ho_8_a_stuck_chain_simply_ends() {
    let stuck = "  R . B
                  . B . .
                 B B . . R
                  B . R R
                   B . .";
    let before = HexOust(Position::drawn(stuck, Red));
    let cell = before.read("d4").unwrap();
    let mut after = before.clone();
    after.play(&cell, &mut Dice::scripted([])).unwrap();
    assert!(after.passed().is_empty(), "no pass is written");
    let told = HexOust::tell(&before, &cell, &[], &after, game::Viewer::Spectator);
    assert_eq!(told.iter().map(|message| &*message.key).collect::<Vec<_>>(), ["captured", "stuck"]);
}
