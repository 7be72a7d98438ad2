//! The scene and the messages for players: hexes with their HP, the last turn, correct previews, and reasons of
//! refusals.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeSet;

use common::{FRONT, at, some_action};
use game::{Dice, Game, Message, Random, Roll, Seat, Texts, Viewer, legal_actions};
use hex::Hex;
use scene::{Draw, Health, Mark, MarkKind, Pick, Place, Preview, Scene, Shape};
use sixfold_hexlock::{Action, Cell, Hexlock, Position, Side};

use Side::{Blue, Red};

/// Red may enclose d1 by expanding to d2.
const RING: &str = "
             B1
          R3    R3
       .     .     .
    .     .     .     .
       .     R3    .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
          .     .
             B3";

fn drawn(drawing: &str, mover: Side) -> Hexlock {
    Hexlock::standing(Position::drawn(drawing, mover))
}

fn played(mut game: Hexlock, action: &str, roll: impl Into<Option<u32>>) -> Hexlock {
    game.play(&game.read(action).unwrap(), &mut Dice::scripted(roll.into())).unwrap();
    game
}

/// The mover's view.
fn view(game: &Hexlock) -> <Hexlock as Game>::View {
    game.view(Viewer::Seat(game.turn().seat))
}

fn scene(game: &Hexlock) -> Scene {
    game.scene(&view(game))
}

fn pick(name: &str) -> Pick {
    Pick::Hex(at(name).hex())
}

fn preview(game: &Hexlock, action: &str) -> Preview {
    game.preview(&view(game), &game.read(action).unwrap())
}

/// The names of the places with marks of this kind.
fn marked(marks: &[Mark], kind: MarkKind) -> BTreeSet<String> {
    let of_kind = marks.iter().filter(|mark| mark.kind == kind);
    of_kind
        .map(|mark| if let Place::Hex(hex) = mark.place { Cell::at(hex).unwrap().name() } else { panic!("only hexes") })
        .collect()
}

fn set(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn say(language: &str, message: &Message) -> String {
    let (_, file) = Hexlock::INFO.texts.iter().find(|(name, _)| *name == language).unwrap();
    Texts::parse(file).unwrap().say(message, Hexlock::INFO.seat_names)
}

fn said(messages: &[Message]) -> Vec<String> {
    messages.iter().map(|message| say("en", message)).collect()
}

#[test]
fn held_hexes_are_pieces_with_their_hp_as_far_as_it_is_seen() {
    let scene = scene(&drawn(FRONT, Red));
    assert!(scene.pieces.iter().all(|piece| piece.shape == Shape::Hold && piece.unit.is_none()));
    let health = |name: &str| {
        let place = Place::Hex(at(name).hex());
        let piece = scene.pieces.iter().find(|piece| piece.place == place).unwrap();
        (piece.seat.0, piece.health.unwrap())
    };
    let seen = |value| Health { value: Some(value), most: 3, remembered: false };
    let unknown = Health { value: None, most: 3, remembered: false };
    assert_eq!([health("d3"), health("d2")], [(0, seen(1)), (0, seen(3))]);
    assert_eq!([health("d4"), health("d5")], [(1, seen(2)), (1, unknown)]);
    assert_eq!(scene.pieces.len(), 7);
}

#[test]
fn the_scores_are_gauges_that_are_full_at_nineteen() {
    let scene = scene(&drawn(FRONT, Red));
    let gauges: Vec<_> = scene.gauges.iter().map(|gauge| (gauge.seat.unwrap().0, gauge.value, gauge.most)).collect();
    assert_eq!(gauges, [(0, 3, Some(19)), (1, 4, Some(19))]);
}

#[test]
fn the_last_turn_is_marked_with_where_it_went_and_what_it_took() {
    let marks = |game: &Hexlock| scene(game).marks;
    let expanded = marks(&played(drawn(FRONT, Red), "c3", None));
    assert_eq!(marked(&expanded, MarkKind::Last), set("c3"));
    assert_eq!(expanded.len(), 1);
    let enclosed = marks(&played(drawn(RING, Red), "d2", None));
    assert_eq!((marked(&enclosed, MarkKind::Last), marked(&enclosed, MarkKind::Enclosed)), (set("d2"), set("d1")));
    let missed = marks(&played(drawn(FRONT, Red), "d3-d4", 2));
    assert_eq!((marked(&missed, MarkKind::Last), marked(&missed, MarkKind::Converted)), (set("d4"), set("")));
    let captured = marks(&played(drawn(FRONT, Red), "d3-d4", 20));
    assert_eq!((marked(&captured, MarkKind::Last), marked(&captured, MarkKind::Converted)), (set("d4"), set("d4")));
    let lost = marks(&played(drawn(FRONT, Red), "d3-d4", 1));
    assert_eq!((marked(&lost, MarkKind::Last), marked(&lost, MarkKind::Converted)), (set("d4"), set("d3")));
    assert!(marks(&drawn(FRONT, Red)).is_empty());
}

#[test]
fn a_preview_of_an_attack_shows_its_arithmetic_and_its_odds() {
    let shown = preview(&drawn(FRONT, Red), "d3-d4");
    assert_eq!(
        said(&shown.story),
        [
            "d3 attacks d4: d20 + 2 for own hexes next to d3, against 10 + 1 for enemy hexes next to d4: hits from 9, \
             strong from 14",
            "a strong hit captures d4",
            "a critical fail would lose d3",
        ]
    );
    let odds: Vec<_> = shown.odds.iter().map(|odds| (say("en", &odds.what), odds.weight)).collect();
    let named = |name: &str, weight| (name.to_owned(), weight);
    assert_eq!(
        odds,
        [
            named("critical fail: d3 is lost", 1),
            named("miss", 7),
            named("hit: d4 −1\u{a0}HP", 5),
            named("strong hit: d4 is captured", 7)
        ]
    );
    assert_eq!(marked(&shown.marks, MarkKind::Aim), set("d4"));
    assert_eq!(shown.marks.len(), 1, "nothing else is certain");
}

#[test]
fn a_preview_of_an_expansion_shows_what_it_encloses() {
    let shown = preview(&drawn(RING, Red), "d2");
    assert_eq!(marked(&shown.marks, MarkKind::WouldPlace), set("d2"));
    assert_eq!(marked(&shown.marks, MarkKind::WouldConvert), set("d1"));
    assert_eq!(said(&shown.story), ["Red expands to d2", "d1 is surrounded and goes to Red"]);
    assert!(shown.odds.is_empty());
}

/// In random games, the preview of an expansion marks exactly what then happens, and the odds of an attack are those of
/// the die.
#[test]
fn previews_keep_their_word() {
    let (mut random, mut enclosed) = (Random::new(3), 0);
    for number in 0..25 {
        let mut game = Hexlock::standing(Position::start(Side::BOTH[number % 2]));
        while let Some(next) = some_action(&game, &mut random) {
            for action in legal_actions(&game) {
                let shown = game.preview(&view(&game), &action);
                match action {
                    Action::Expand(cell) => {
                        let after = played(game.clone(), &game.write(&action), None);
                        let taken = after.position.story().unwrap().enclosed;
                        let names = taken.iter().map(|cell| Cell(cell as u8).name()).collect();
                        assert_eq!(marked(&shown.marks, MarkKind::WouldPlace), set(&cell.name()));
                        assert_eq!(marked(&shown.marks, MarkKind::WouldConvert), names);
                        assert_eq!(shown.story, Hexlock::tell(&game, &action, &[], &after, Viewer::Spectator));
                        enclosed += taken.len();
                    }
                    Action::Attack { target, .. } => {
                        let mut weights = Vec::new();
                        game.chance(&action, &mut weights);
                        assert_eq!(shown.odds.iter().map(|odds| odds.weight).collect::<Vec<_>>(), weights);
                        assert_eq!(marked(&shown.marks, MarkKind::Aim), set(&target.name()));
                    }
                }
            }
            game.apply(&next, &mut Dice::for_search(random.split()));
        }
    }
    assert!(enclosed > 5, "the games are too few: {enclosed}");
}

#[test]
fn a_preview_of_what_is_forbidden_says_why_and_shows_nothing() {
    let game = drawn(FRONT, Red);
    for (action, key) in [("g4", "out-of-reach"), ("d2", "already-yours"), ("d2-d4", "not-neighbours")] {
        let shown = preview(&game, action);
        assert!(shown.marks.is_empty() && shown.odds.is_empty());
        assert_eq!(shown.story.iter().map(|message| &*message.key).collect::<Vec<_>>(), [key]);
    }
    assert_eq!(game.preview(&view(&game), &Action::Expand(Cell(200))).story, [Message::new("off-board")]);
}

#[test]
fn a_pick_that_leads_nowhere_says_what_would() {
    let game = drawn(FRONT, Red);
    for (picked, english, german) in [
        (
            vec!["d4"],
            "d4 is the enemy's: first pick the hex of yours that attacks it (d3)",
            "d4 gehört dem Feind: wähle zuerst dein Feld, das es angreift (d3)",
        ),
        (
            vec!["d7"],
            "d7 is the enemy's and next to no hex of yours: come next to it first",
            "d7 gehört dem Feind und liegt neben keinem deiner Felder: rücke erst heran",
        ),
        (
            vec!["g4"],
            "g4 is next to no hex of yours: expand to an empty hex that is",
            "g4 liegt neben keinem deiner Felder: breite dich auf ein leeres Feld aus, das neben einem liegt",
        ),
        (
            vec!["d2"],
            "no enemy hex is next to d2: pick an empty hex to expand to, or a hex of yours beside an enemy one",
            "neben d2 liegt kein feindliches Feld: wähle ein leeres Feld zum Ausbreiten oder eines von dir neben einem \
             feindlichen",
        ),
        (
            vec!["d3", "d5"],
            "d5 is not next to d3: attack from a hex that is",
            "d5 liegt nicht neben d3: greife von einem Feld aus an, das daneben liegt",
        ),
        (
            vec!["d3", "e3"],
            "e3 is empty: expand to it, or attack an enemy hex",
            "e3 ist leer: breite dich darauf aus oder greife ein feindliches Feld an",
        ),
    ] {
        let picked: Vec<Pick> = picked.into_iter().map(pick).collect();
        let why = game.why_not(&view(&game), &picked).unwrap();
        assert_eq!([say("en", &why), say("de", &why)], [english, german]);
    }
}

#[test]
fn picks_that_lead_on_or_are_no_hexes_need_no_excuse() {
    let game = drawn(FRONT, Red);
    let beyond = Pick::Hex(Hex::new(9, 9));
    let fine = [vec![pick("d3")], vec![pick("d3"), pick("d4")], vec![pick("c3")]];
    for picked in fine.into_iter().chain([vec![], vec![beyond], vec![Pick::Number(3)]]) {
        assert_eq!(game.why_not(&view(&game), &picked), None, "{picked:?}");
    }
}

/// In random games, every single pick either begins an action or has a reason why not.
#[test]
fn every_hex_begins_an_action_or_has_a_reason_why_not() {
    let (mut random, mut game) = (Random::new(9), Hexlock::standing(Position::start(Blue)));
    while let Some(action) = some_action(&game, &mut random) {
        let view = view(&game);
        let picks = game.picks();
        for cell in common::cells() {
            let picked = [Pick::Hex(cell.hex())];
            assert_eq!(picks.leads_somewhere(&picked), game.why_not(&view, &picked).is_none(), "{}", cell.name());
        }
        game.apply(&action, &mut Dice::for_search(random.split()));
    }
}

#[test]
fn after_the_end_everything_says_that_the_game_is_won() {
    let won = played(
        drawn(
            "
                 .
              .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     R3    .
              .     .
                 B1",
            Red,
        ),
        "d6-d7",
        20,
    );
    assert_eq!(won.position.winner(), Some(Red));
    let expected = won.expected(&view(&won));
    assert_eq!(say("en", &expected), "Red has won");
    assert_eq!(preview(&won, "d5").story, std::slice::from_ref(&expected));
    assert_eq!(won.why_not(&view(&won), &[pick("d5")]), Some(expected));
    let running = drawn(FRONT, Blue);
    assert_eq!(say("de", &running.expected(&view(&running))), "ausbreiten oder angreifen");
}

#[test]
fn luck_is_measured_by_the_die_the_damage_the_hits_and_the_fails() {
    let game = drawn(FRONT, Red);
    let attack = game.read("d3-d4").unwrap();
    let luck = |value| {
        let measured = Hexlock::luck(&game, &attack, &[Roll { sides: 20, value }]);
        measured.iter().map(|luck| (say("en", &luck.what), luck.expected, luck.got)).collect::<Vec<_>>()
    };
    let named = |name: &str, expected: f64, got: f64| (name.to_owned(), expected, got);
    assert_eq!(
        luck(14),
        [
            named("Roll", 10.5, 14.0),
            named("Damage", 19.0 / 20.0, 2.0),
            named("Hits", 12.0 / 20.0, 1.0),
            named("Critical fails", 1.0 / 20.0, 0.0),
        ]
    );
    assert_eq!(luck(1)[3], named("Critical fails", 1.0 / 20.0, 1.0));
    assert!(Hexlock::luck(&game, &game.read("c3").unwrap(), &[]).is_empty());
}

#[test]
fn the_aim_says_how_many_hexes_win() {
    let game = drawn(FRONT, Red);
    let aim = |language: &str, seat: Option<u8>| say(language, &game.aim(&view(&game), seat.map(Seat)));
    assert_eq!([aim("en", Some(1)), aim("de", Some(1))], ["Hold 19 of the 37 hexes", "Halte 19 der 37 Felder"]);
    assert_eq!(aim("en", None), "Whoever first holds 19 of the 37 hexes wins");
}

#[test]
fn hl_13_the_words_of_the_seed_go_with_the_pips() {
    let scene = scene(&drawn(FRONT, Red));
    let piece = |name: &str| {
        let place = Place::Hex(at(name).hex());
        scene.pieces.iter().find(|piece| piece.place == place).unwrap()
    };
    let words = |language: &str| {
        ["d2", "d4", "d3"].map(|name| say(language, piece(name).condition.as_ref().expect("its HP are seen")))
    };
    assert_eq!(words("en"), ["healthy", "damaged", "critical"]);
    assert_eq!(words("de"), ["gesund", "beschädigt", "kritisch"]);
    assert_eq!(piece("d7").condition, None, "unseen HP has no word");
}

#[test]
fn a_hex_says_what_its_neighbours_do_for_it() {
    let scene = scene(&drawn(FRONT, Red));
    let about = |name: &str| {
        let place = Place::Hex(at(name).hex());
        said(&scene.pieces.iter().find(|piece| piece.place == place).unwrap().about)
    };
    assert_eq!(about("d4"), ["one hex of Blue next to it: it attacks with d20 + 1 and defends with 11"]);
    assert_eq!(about("d7"), ["no hex of Blue is next to it: it attacks with d20 and defends with 10"]);
}

#[test]
fn hl_7_the_memory_aid_is_told_at_the_table() {
    let mut game = drawn(FRONT, Red);
    assert!(scene(&game).notes.is_empty());
    game.memory = true;
    let notes = said(&scene(&game).notes);
    assert_eq!(notes, ["memory aid: HP that you saw once and cannot see now are shown dimmed"]);
}

#[test]
fn a_fail_that_would_lose_the_game_says_so() {
    let last = "
             B3
          .     .
       .     .     .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     B3    .
          .     .
             R1";
    let shown = preview(&drawn(last, Red), "d7-d6");
    assert_eq!(said(&shown.story).last().unwrap(), "a critical fail would lose d7 and the game");
    assert_eq!(shown.ask, None, "one roll in twenty is a risk and no mistake");
}
