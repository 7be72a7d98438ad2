//! The scene and the messages for players: pieces with their badges, trays, bases, correct previews, and reasons of
//! refusals.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeSet;

use common::{SETUPS, action, at, new_match, placed, played};
use game::{Dice, Game, Message, Random, Seat, Texts, Viewer, legal_actions};
use scene::{Badge, BadgeKind, Draw, Emblem, MarkKind, Pick, Preview, Scene, Shape};
use sixfold_hex_dice::{Action, Cell, HexDice, Phase, RuledView};

fn view(game: &HexDice) -> RuledView {
    game.view(Viewer::Spectator)
}

fn scene(game: &HexDice) -> Scene {
    game.scene(&view(game))
}

fn preview(game: &HexDice, text: &str) -> Preview {
    game.preview(&view(game), &action(text))
}

fn say(message: &Message) -> String {
    Texts::parse(HexDice::INFO.texts[0].1).unwrap().say(message, HexDice::INFO.seat_names)
}

fn story(preview: &Preview) -> Vec<String> {
    preview.story.iter().map(say).collect()
}

fn hex(name: &str) -> Pick {
    Pick::Hex(Cell(at(name) as u8).hex())
}

fn marks(game: &HexDice, marks: &[scene::Mark], kind: MarkKind) -> BTreeSet<String> {
    let scene = scene(game);
    marks.iter().filter(|mark| mark.kind == kind).map(|mark| scene.name_of(mark.place).unwrap().to_owned()).collect()
}

fn names(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn why_not(game: &HexDice, picked: &[Pick]) -> Option<String> {
    game.why_not(&view(game), picked).map(|message| say(&message))
}

/// A match in which all players kept their dice and this seat deploys first.
fn deploying(first: u32) -> HexDice {
    let start =
        HexDice::start(&common::setup("players=2"), &mut Dice::scripted([1, 2, 3, 4, 5, 6, 6, 6, 5, 5, 1, 4])).unwrap();
    played(start, "keep keep", &[first])
}

#[test]
fn a_unit_is_a_die_with_its_title_and_badges() {
    let scene = scene(&placed("players=2", "R4!-- g7, R6 g8, B3 a3", 0));
    let piece = |name: &str| scene.pieces.iter().find(|piece| scene.name_of(piece.place) == Some(name)).unwrap();
    let rook = piece("g7");
    assert_eq!((rook.seat, &rook.shape), (Seat(0), &Shape::Die(4)));
    assert_eq!(say(rook.title.as_ref().unwrap()), "Rook");
    let badge = |kind, count| Badge { kind, count };
    assert_eq!(rook.badges, [badge(BadgeKind::Guard, 1), badge(BadgeKind::Weakened, 2), badge(BadgeKind::Support, 1)]);
    assert!(piece("g8").badges.is_empty() && piece("a3").badges.is_empty());
}

#[test]
fn bases_are_marked_and_tinted_while_their_owners_are_in() {
    let game = placed("players=3", "R4 g7, G3 a3", 0);
    let scene = scene(&game);
    assert_eq!(marks(&game, &scene.marks, MarkKind::Home), names("g1 a7"));
    let tinted: BTreeSet<String> =
        scene.cells.iter().filter(|cell| !cell.tint.is_empty()).map(|cell| cell.name.clone()).collect();
    assert_eq!(tinted, names("g1 a7"));
}

#[test]
fn the_board_is_turned_so_that_ones_base_is_at_the_bottom() {
    for text in SETUPS {
        let game = new_match(text, 1).state().clone();
        for seat in Seat::first(game.seats()) {
            let base = Cell(game.position.ground().base(seat.index()) as u8).hex();
            let steps = game.turned_for(seat);
            let turned = hex::Symmetry::rotation(i32::from(steps)).apply(base);
            assert!(turned.q == 0 && turned.r > 0, "{text}, {seat:?}: {turned:?}");
        }
    }
}

#[test]
fn gauges_count_units_and_warn_of_the_draw() {
    let game = placed("players=2 quiet-turns=5", "R4 g7, R1 a2, B3 a3", 0);
    let values = |game: &HexDice| scene(game).gauges.iter().map(|gauge| (gauge.seat, gauge.value)).collect::<Vec<_>>();
    assert_eq!(values(&game), [(Some(Seat(0)), 2), (Some(Seat(1)), 1)]);
    let later = played(game, "g7! a3! g7! a3! g7!", &[]);
    assert_eq!(values(&later)[2], (None, 5));
    assert_eq!(scene(&later).gauges[2].most, Some(10));
}

#[test]
fn every_face_has_the_emblem_of_its_unit() {
    let faces = scene(&placed("players=2", "R4 g7, B3 g8", 0)).style.faces;
    let units = [Emblem::Pawn, Emblem::Bishop, Emblem::Knight, Emblem::Rook, Emblem::Archer, Emblem::Legion];
    assert_eq!(faces, units);
}

#[test]
fn what_the_last_turn_did_is_marked() {
    let game = played(placed("players=2", "R4 g7, R1 a2, B3 g8, B1 a3", 0), "g7-g8", &[]);
    let scene = scene(&game);
    assert_eq!(marks(&game, &scene.marks, MarkKind::Last), names("g7 g8"));
    assert_eq!(marks(&game, &scene.marks, MarkKind::Taken), names("g8"));
}

#[test]
fn dice_wait_in_trays_and_those_of_the_acting_seat_can_be_picked() {
    let game = deploying(2);
    let trays = scene(&game).trays;
    assert_eq!(trays.len(), 2);
    assert!(trays[0].items.iter().all(|item| item.unit.is_none()));
    let faces: Vec<(Shape, Option<u32>)> = trays[1].items.iter().map(|item| (item.shape.clone(), item.unit)).collect();
    assert_eq!(faces[0], (Shape::Die(6), Some(0)));
    assert_eq!(faces[5], (Shape::Die(4), Some(5)));
    let game = played(game, "6@g12", &[]);
    assert_eq!(scene(&game).trays[1].items.len(), 5);
    assert_eq!(marks(&game, &scene(&game).marks, MarkKind::Zone), names("g2 g1 h1 h2 g3 f2 f1 e1 i1"));
}

#[test]
fn dice_to_roll_again_are_pointed_at_in_any_order() {
    let start =
        HexDice::start(&common::setup("players=2"), &mut Dice::scripted([1, 1, 3, 4, 5, 6, 6, 6, 5, 5, 1, 4])).unwrap();
    let picks = start.picks();
    let again = || Pick::Button("reroll-army".into());
    for path in [vec![Pick::Unit(0), Pick::Unit(2), again()], vec![Pick::Unit(2), Pick::Unit(1), again()]] {
        assert_eq!(picks.action(&path), Some(&action("reroll-1+3")), "{path:?}");
    }
    assert_eq!(picks.action(&[Pick::Unit(1), Pick::Unit(0), again()]), Some(&action("reroll-1+1")));
    assert_eq!(picks.action(&[Pick::Button("keep".into())]), Some(&action("keep")));
    let third = [Pick::Unit(0), Pick::Unit(1), Pick::Unit(2)];
    assert!(!picks.leads_somewhere(&third));
    assert_eq!(why_not(&start, &third).unwrap(), "you may roll at most 2 dice again");
}

#[test]
fn deploying_is_a_die_and_a_hex_or_left_to_the_game() {
    let game = deploying(2);
    let picks = game.picks();
    for die in [0, 1] {
        assert_eq!(picks.action(&[Pick::Unit(die), hex("g12")]), Some(&action("6@g12")), "equal dice are alike");
    }
    let routine = game.routine().unwrap();
    assert_eq!((say(&routine.label).as_str(), routine.action), ("Deploy for me", action("6@g12")));
    assert_eq!(why_not(&game, &[Pick::Unit(0), hex("g7")]).unwrap(), "g7 is outside your deployment zone");
    assert_eq!(why_not(&game, &[hex("g12")]).unwrap(), "pick one of your dice, then an empty hex about your base");
    assert_eq!(placed("players=2", "R1 g7, B1 a3", 0).routine(), None);
}

#[test]
fn a_routine_is_there_until_everything_is_deployed() {
    let mut game = new_match("players=6", 4).state().clone();
    let mut dice = Dice::for_search(Random::new(1));
    while game.position.phase() != Phase::Playing {
        let action = match game.routine() {
            Some(routine) => routine.action,
            None => legal_actions(&game)[0],
        };
        game.play(&action, &mut dice).unwrap();
    }
    assert!((0..6).all(|seat| game.position.owned(seat).len() == 3));
}

#[test]
fn a_unit_then_its_target_then_perhaps_a_face() {
    let game = placed("players=2", "R3 g7, R4 h9, R5 c3, B1 c6, B1 a3", 0);
    let picks = game.picks();
    for (path, text) in [
        (vec![hex("g7"), hex("f9")], "g7-f9"),
        (vec![hex("g7"), hex("h9"), Pick::Number(6)], "g7-h9=6"),
        (vec![hex("c3"), hex("c6")], "c3xc6"),
        (vec![hex("g7"), Pick::Button("guard".into())], "g7!"),
        (vec![hex("g7"), Pick::Button("reroll".into())], "g7*"),
    ] {
        assert_eq!(picks.action(&path), Some(&action(text)), "{text}");
    }
}

#[test]
fn with_a_bonus_the_unit_need_not_be_picked() {
    let game = played(placed("players=2", "R3 g7, R4 h9, R5 c3, B1 c6, B1 a3", 0), "g7-h9=4", &[]);
    let picks = game.picks();
    for path in [vec![hex("h8")], vec![hex("h9"), hex("h8")]] {
        assert_eq!(picks.action(&path), Some(&action("h9-h8")));
    }
    assert_eq!(picks.action(&[Pick::Button("guard".into())]), Some(&action("h9!")));
    assert_eq!(picks.action(&[Pick::Button("decline".into())]), Some(&action("decline")));
    assert_eq!(say(&game.expected(&view(&game))), "the new 4 on h9 may act at once, or not");
}

#[test]
fn previews_tell_what_falls_and_what_is_only_weakened() {
    let game = placed("players=2", "R3 f4, R1 g6, B3 g7, B1 a3", 0);
    let falls = preview(&game, "f4-g7");
    assert_eq!(marks(&game, &falls.marks, MarkKind::WouldTake), names("g7"));
    assert_eq!(story(&falls), ["Red's 3 on f4 attacks Blue's 3 on g7: 4 against 3, it falls"]);
    let weakens = preview(&game, "g6-g7");
    assert_eq!(marks(&game, &weakens.marks, MarkKind::WouldWeaken), names("g7"));
    assert_eq!(story(&weakens), ["Red's 1 on g6 attacks Blue's 3 on g7: 2 against 3, weakened from 3 to 2"]);
    let moves = preview(&game, "f4-g2");
    assert_eq!(marks(&game, &moves.marks, MarkKind::WouldPlace), names("g2"));
}

#[test]
fn previews_of_merges_show_the_sum_and_the_choice() {
    let game = placed("players=2", "R1 g7, R4 g9, R3 f7, B1 a3", 0);
    let merge = preview(&game, "g7-g9");
    assert_eq!(marks(&game, &merge.marks, MarkKind::WouldJoin), names("g7 g9"));
    assert_eq!(story(&merge), ["Red merges on g9: 1 + 4 = 5"]);
    let free = placed("players=2", "R3 f7, R4 g10, B1 a3", 0);
    assert_eq!(
        story(&preview(&free, "f7-g10=5")),
        ["Red merges on g10: 3 + 4 = 7, and makes it a 5", "the new unit may act at once"]
    );
}

#[test]
fn a_preview_of_a_captured_base_takes_everything() {
    let game = placed("players=3", "R4 l7, B1 g7, B6 g8, G1 a2", 0);
    let capture = preview(&game, "l7-m7");
    assert_eq!(marks(&game, &capture.marks, MarkKind::WouldTake), names("g7 g8"));
    assert_eq!(story(&capture)[1..], ["Red captures Blue's base on m7", "Blue is out, in place 3"]);
}

#[test]
fn a_preview_of_a_reroll_has_six_even_odds() {
    let game = placed("players=2", "R4-- g7, B1 a3", 0);
    let reroll = preview(&game, "g7*");
    let odds: Vec<(String, u32)> = reroll.odds.iter().map(|odds| (say(&odds.what), odds.weight)).collect();
    assert_eq!(odds.len(), 6);
    assert_eq!(odds[0], ("Pawn".to_owned(), 1));
    assert_eq!(story(&reroll), ["the 4 on g7 becomes what the die shows, without tokens and without guard"]);
}

#[test]
fn it_says_why_not() {
    let game = placed("players=2", "R1 g7, R6 e5, R5 c3, B1 g9, B1 e6, B1 c4, B2 a3", 0);
    for (picked, why) in [
        (vec![hex("g8")], "there is no unit on g8: pick one of yours"),
        (vec![hex("g9")], "the unit on g9 is not yours"),
        (vec![hex("g7"), hex("g10")], "something stands between the 1 on g7 and g10"),
        (vec![hex("g7"), hex("h7")], "the 1 on g7 does not get to h7"),
        (vec![hex("e5"), hex("f5")], "a 6 never moves: it attacks what is next to e5, guards or is rerolled"),
        (vec![hex("e5"), hex("g9")], "g9 is out of range of the 6 on e5"),
        (vec![hex("c3"), hex("g7")], "the 5 on c3 does not get to g7"),
    ] {
        assert_eq!(why_not(&game, &picked).as_deref(), Some(why), "{picked:?}");
    }
    assert_eq!(why_not(&game, &[hex("g7")]), None, "it can be picked");
    assert_eq!(why_not(&game, &[hex("c3"), hex("e6")]), None, "and this be shot at");
    let over = played(placed("players=2", "R1 g9, B3 a3", 0), "g9-g12", &[]);
    assert_eq!(why_not(&over, &[hex("g12")]).unwrap(), "Red has won");
    assert_eq!(say(&over.expected(&view(&over))), "Red has won");
}

/// The units that a preview marks as taken or weakened are then taken or weakened.
#[test]
fn previews_keep_their_word() {
    let mut seen = [0, 0];
    for (number, text) in SETUPS.iter().enumerate() {
        let mut game = new_match(text, number as u64).state().clone();
        let (mut random, mut dice) = (Random::new(7), Dice::for_search(Random::new(8)));
        for _ in 0..120 {
            let Some(action) = game.random_action(&mut random, &mut Vec::new()) else { break };
            let strikes = legal_actions(&game).into_iter().find(|action| match action {
                Action::Strike { .. } => true,
                Action::Move { to, .. } => game.position.unit(to.index()).is_some(),
                _ => false,
            });
            let action = strikes.unwrap_or(action);
            let promised = game.preview(&view(&game), &action);
            let before = game.clone();
            game.play(&action, &mut dice).unwrap();
            let (was, is) = (before.position.occupied(), game.position.occupied());
            let taken = was
                - is
                - game.position.story().from.map_or(hex::Mask::EMPTY, |from| hex::Mask::single(usize::from(from)));
            let promised_taken = marks(&before, &promised.marks, MarkKind::WouldTake);
            let enemies_before = was - before.position.owned(before.position.seat());
            let gone: BTreeSet<String> = (taken & enemies_before).iter().map(|cell| Cell(cell as u8).name()).collect();
            assert!(gone.is_subset(&promised_taken), "{action:?}: {gone:?} of {promised_taken:?}\n{before:?}");
            seen[0] += promised_taken.len();
            for name in marks(&before, &promised.marks, MarkKind::WouldWeaken) {
                assert_eq!(game.position.unit(at(&name)).tokens(), before.position.unit(at(&name)).tokens() + 1);
                seen[1] += 1;
            }
        }
    }
    assert!(seen[0] > 5 && seen[1] > 2, "{seen:?}");
}

#[test]
fn the_aim_is_another_one_for_two_than_for_many() {
    let aim = |players: &str, seat: Option<u8>| {
        let game_match = new_match(&format!("players={players}"), 1);
        say(&game_match.state().aim(&view(game_match.state()), seat.map(Seat)))
    };
    assert_eq!(aim("2", Some(0)), "Take Blue's base, or all of Blue's units");
    assert_eq!(aim("2", Some(1)), "Take Red's base, or all of Red's units");
    assert_eq!(aim("6", Some(3)), "Be the last one left: a player is out who loses the base or all units");
    assert!(aim("2", None).starts_with("Whoever takes") && aim("3", None).starts_with("The last one left"));
}

#[test]
fn a_unit_says_its_figures_and_what_changes_them() {
    let scene = scene(&placed("players=2", "R4!-- g7, R6 g8, R5 a2, B3 a3", 0));
    let about = |name: &str| {
        let piece = scene.pieces.iter().find(|piece| scene.name_of(piece.place) == Some(name)).unwrap();
        piece.about.iter().map(say).collect::<Vec<_>>()
    };
    assert_eq!(
        about("g7"),
        [
            "attack 5",
            "armour 4",
            "guard on g7: +1 armour",
            "friendly Legions next to g7: +1 armour",
            "tokens on g7: −2 armour",
            "no range: it attacks by moving",
            "moves to any neighbour, up to 2 along its axis, or straight left or right across an edge",
        ]
    );
    assert_eq!(about("a2")[..3], ["attack 6", "armour 5", "range 2 to 3: it shoots and stays"]);
    assert_eq!(about("g8")[2], "range 1: it strikes, and moves in if it wins");
    let weakened = placed("players=2", "R4- g7, B3 a3", 0);
    let piece = self::scene(&weakened).pieces.remove(0);
    assert!(piece.about.iter().map(say).any(|line| line == "armour 3 now, 4 by itself"), "{:?}", piece.about);
}

#[test]
fn a_die_beside_the_board_says_its_figures() {
    let game = deploying(2);
    let item = &scene(&game).trays[1].items[5];
    let about: Vec<String> = item.about.iter().map(say).collect();
    assert_eq!(about[..3], ["attack 5", "armour 4", "no range: it attacks by moving"]);
}

#[test]
fn the_preview_of_an_attack_says_where_the_armour_comes_from() {
    let game = placed("players=2", "R5 g7, B4! g10, B6 g11", 0);
    assert_eq!(
        story(&preview(&game, "g7xg10")),
        [
            "Red's 5 on g7 shoots at Blue's 4 on g10: 6 against 6, it falls",
            "guard on g10: +1 armour",
            "friendly Legions next to g10: +1 armour",
        ]
    );
}

#[test]
fn what_ends_in_a_draw_or_gives_a_bonus_away_is_asked_about() {
    let ask = |game: &HexDice, text: &str| preview(game, text).ask.map(|ask| say(&ask));
    let mut game = placed("players=2 quiet-turns=5", "R4 g7, R1 g9, B3 a3, B1 a4", 0);
    assert_eq!(ask(&game, "g7!"), None);
    game = played(game, "g7! a3! g7! a3! g7! a3! g7! a3! g7!", &[]);
    let draw = "the game ends now in a draw: 5 turns each without a unit leaving the board";
    assert_eq!(ask(&game, "a3!").as_deref(), Some(draw));
    assert_eq!(ask(&game, "a3*").as_deref(), Some(draw), "whatever the die shows");
    let bonus = played(placed("players=2", "R3 g7, R4 h9, B1 c6, B1 a3", 0), "g7-h9=4", &[]);
    assert_eq!(
        ask(&bonus, "decline").unwrap(),
        "the new 4 on h9 does nothing more in this turn, although guarding costs nothing"
    );
    assert_eq!(ask(&placed("players=2", "R1 g9, B3 a3", 0), "g9-g12"), None, "a win is not asked about");
}

#[test]
fn whose_base_it_is_is_said_to_everybody() {
    let game = deploying(2);
    let expected = game.expected(&view(&game));
    assert_eq!(say(&expected), "deploy a die about Blue's base");
}

#[test]
fn luck_counts_the_armies_and_what_was_rolled_again_in_the_setup() {
    let armies = [1, 1, 3, 4, 5, 6, 6, 6, 5, 5, 1, 4];
    let start = HexDice::start(&common::setup("players=2"), &mut Dice::scripted(armies)).unwrap();
    let luck = |(seat, luck): (Seat, game::Luck)| (seat.0, say(&luck.what), luck.expected, luck.got);
    let named = |seat, what: &str, expected: f64, got: f64| (seat, what.to_owned(), expected, got);
    let first: Vec<_> = start.luck_of_start().into_iter().map(luck).collect();
    assert_eq!(first, [named(0, "Army roll", 21.0, 20.0), named(1, "Army roll", 21.0, 27.0)]);
    let chosen = played(start, "reroll-1+1", &[]);
    let rolls = [6, 5, 2, 1].map(|value| game::Roll { sides: 6, value });
    let again: Vec<_> =
        HexDice::luck_of_all(&chosen, Some(&action("reroll-1")), &rolls).into_iter().map(luck).collect();
    assert_eq!(
        again,
        [named(0, "Rerolls in the setup", 7.0, 11.0), named(1, "Rerolls in the setup", 3.5, 2.0)],
        "the last die only says who is first"
    );
    let playing = placed("players=2", "R4 g7, B1 a3", 0);
    let roll = [game::Roll { sides: 6, value: 6 }];
    let in_play: Vec<_> = HexDice::luck_of_all(&playing, Some(&action("g7*")), &roll).into_iter().map(luck).collect();
    assert_eq!(in_play, [named(0, "Rerolls in play", 3.5, 6.0)]);
}

/// The table of units on the rules page matches the tables of the game.
#[test]
fn the_rules_list_every_unit_with_its_figures() {
    for kind in &common::tables().units {
        let (near, far) = kind.range.unwrap_or((0, 0));
        let range = match (near, far) {
            (0, 0) => "–".to_owned(),
            (near, far) if near == far => near.to_string(),
            (near, far) => format!("{near}–{far}"),
        };
        let straight = kind.slides.iter().map(|slide| slide.1).max().unwrap_or(0);
        let bent = if kind.bends > 0 { kind.bends + 1 } else { 0 };
        let across = if kind.squeezes.is_empty() { 0 } else { 2 };
        let distance = straight.max(bent).max(across);
        let cells = format!("| {} | {} | {range} | {distance} |", kind.armour, kind.attack);
        let mut lines = HexDice::INFO.rules_in("en").lines();
        let found = lines.any(|line| line.starts_with(&format!("| {} |", kind.face)) && line.contains(&cells));
        assert!(found, "{}: {cells}", kind.name);
    }
}
