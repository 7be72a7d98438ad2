//! The scene and the messages for players: tints, marks, numbers, charts, correct previews, and reasons of refusals.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeSet;

use common::{SETUPS, played, start, totals};
use game::{Arg, Dice, Game, Message, Random, Seat, Texts, Viewer, legal_actions};
use scene::{Draw, MarkKind, Orientation, Pick, Place, Preview, Scene};
use sixfold_influence::{Action, Influence};

fn scene(game: &Influence) -> Scene {
    game.scene(&game.view(Viewer::Spectator))
}

fn preview(game: &Influence, text: &str) -> Preview {
    game.preview(&game.view(Viewer::Spectator), &game.read(text).unwrap())
}

fn say(language: &str, message: &Message) -> String {
    let file = Influence::INFO.texts.iter().find(|(code, _)| *code == language).unwrap().1;
    Texts::parse(file).unwrap().say(message, Influence::INFO.seat_names)
}

fn story(preview: &Preview) -> Vec<String> {
    preview.story.iter().map(|message| say("en", message)).collect()
}

fn tint(scene: &Scene, name: &str) -> Vec<(Seat, u8)> {
    scene.cells.iter().find(|cell| cell.name == name).unwrap_or_else(|| panic!("{name} is drawn")).tint.clone()
}

fn marked(scene: &Scene, kind: MarkKind) -> BTreeSet<&str> {
    scene.marks.iter().filter(|mark| mark.kind == kind).map(|mark| scene.name_of(mark.place).unwrap()).collect()
}

#[test]
fn the_board_is_pointy_top_with_a_cell_for_every_triangle_and_point() {
    for (board, cells) in [("classic", 72), ("compact", 56), ("grand", 91), ("honeycomb", 42 + 7 + 24)] {
        let scene = scene(&start(&format!("board={board}"), &[]));
        assert_eq!((scene.orientation, scene.cells.len()), (Orientation::PointyTop, cells), "{board}");
    }
}

#[test]
fn triangles_are_tinted_by_how_much_each_side_holds() {
    let scene = scene(&played(start("board=compact", &[]), "b2 b3 c3 a1"));
    assert_eq!(tint(&scene, "b2-b3-c3"), [(Seat(0), 67), (Seat(1), 33)]);
    assert_eq!(tint(&scene, "a1-a2-b2"), [(Seat(0), 33), (Seat(1), 33)]);
    assert_eq!(tint(&scene, "b3-b4-c4"), [(Seat(1), 33)]);
    assert_eq!(tint(&scene, "d4-e3-e4"), []);
    let scene = self::scene(&played(start("board=honeycomb", &[]), "c2"));
    assert_eq!(tint(&scene, "h4"), [(Seat(0), 100)], "the middle centre is Black's");
    assert_eq!(tint(&scene, "c2-c3-h4"), [(Seat(0), 67)]);
}

/// Pages colour the thirds at the corners, so they must say the same as the shares.
#[test]
fn the_thirds_of_a_triangle_are_its_shares_corner_by_corner() {
    for setup in SETUPS {
        let mut game = start(setup, &[3]);
        let (mut random, mut dice) = (Random::new(5), Dice::seeded(&game::Seed::number(5)));
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            game.apply(&action, &mut dice);
            for cell in scene(&game).cells.iter().filter(|cell| matches!(cell.place, Place::Triangle(_))) {
                let count = |seat| cell.thirds.iter().filter(|third| **third == Some(seat)).count();
                let shares = Seat::first(2).filter(|seat| count(*seat) > 0);
                let shares: Vec<(Seat, u8)> = shares.map(|seat| (seat, [0, 33, 67, 100][count(seat)])).collect();
                assert_eq!(cell.tint, shares, "{setup}: {}", cell.name);
            }
        }
    }
    let scene = scene(&played(start("board=compact", &[]), "b2"));
    let cell = |name: &str| scene.cells.iter().find(|cell| cell.name == name).unwrap();
    let Place::Triangle(triangle) = cell("b2-b3-c3").place else { panic!("a triangle") };
    let held = triangle.corners().map(|corner| (Place::Vertex(corner) == cell("b2").place).then_some(Seat(0)));
    assert_eq!(cell("b2-b3-c3").thirds, held);
}

#[test]
fn a_point_says_how_many_triangles_pay_around_it() {
    let scene = scene(&start("board=compact", &[]));
    let about = |name: &str| -> Vec<String> {
        let cell = scene.cells.iter().find(|cell| cell.name == name).unwrap();
        cell.about.iter().map(|fact| say("en", fact)).collect()
    };
    assert_eq!(about("a1"), ["2 triangles around it"]);
    assert_eq!(about("c3"), ["6 triangles around it"]);
}

#[test]
fn totals_are_gauges_in_sixths_shown_with_two_decimals() {
    let scene = scene(&played(start("board=compact token=on threshold=90", &[]), "c3 a1"));
    let shown: Vec<(u8, &str, Arg, Option<Arg>)> = scene
        .gauges
        .iter()
        .map(|gauge| (gauge.seat.unwrap().0, gauge.label.key.as_ref(), gauge.shown(), gauge.most_shown()))
        .collect();
    let ninety = Some(Arg::Hundredths(9_000));
    assert_eq!(
        shown,
        [
            (0, "points", Arg::Hundredths(400), ninety.clone()),
            (0, "a-turn", Arg::Hundredths(200), None),
            (0, "tokens", Arg::Number(1), None),
            (1, "points", Arg::Hundredths(67), ninety),
            (1, "a-turn", Arg::Hundredths(67), None),
            (1, "tokens", Arg::Number(1), None),
        ]
    );
}

#[test]
fn charts_show_both_totals_and_what_each_turn_paid() {
    let scene = scene(&played(start("board=compact komi=on komi-points=1", &[]), "c3 a1 skip"));
    let lines = |chart: usize| scene.charts[chart].lines.iter().map(|line| line.values.clone()).collect::<Vec<_>>();
    assert_eq!((scene.charts[0].label.key.as_ref(), scene.charts[0].per_unit), ("chart.totals", 6));
    assert_eq!(lines(0), [[0, 12, 24, 24], [6, 6, 10, 10]]);
    assert_eq!(scene.charts[1].label.key, "chart.velocity");
    assert_eq!(lines(1), [[0, 12, 12, 0], [0, 0, 4, 0]]);
}

#[test]
fn the_keystone_and_the_current_frame_are_marked() {
    let game = start("board=classic keystone=on shifting=on", &[1]);
    let (before, after) = (scene(&game), scene(&played(game, "d4 skip d3 skip")));
    assert_eq!((marked(&before, MarkKind::CountsNow).len(), marked(&after, MarkKind::CountsNow).len()), (42, 42));
    assert_ne!(marked(&before, MarkKind::CountsNow), marked(&after, MarkKind::CountsNow));
    assert_eq!(marked(&before, MarkKind::CountsMore), BTreeSet::from(["a1-b1-b2"]));
    assert_ne!(marked(&after, MarkKind::CountsMore), BTreeSet::from(["a1-b1-b2"]));
    let places = |scene: &Scene| scene.cells.iter().map(|cell| cell.place).collect::<BTreeSet<Place>>();
    assert_eq!(places(&before), places(&after), "the drawing keeps its size");
    assert!(before.cells.len() > 72, "triangles off the board are drawn");
    assert!(marked(&scene(&start("", &[])), MarkKind::CountsNow).is_empty(), "no frame where nothing turns");
}

#[test]
fn the_last_stones_are_marked() {
    let game = played(start("token=on", &[]), "c3+d4");
    assert_eq!(marked(&scene(&game), MarkKind::Last), BTreeSet::from(["c3", "d4"]));
    assert!(marked(&scene(&played(game, "skip")), MarkKind::Last).is_empty());
}

#[test]
fn a_preview_says_what_the_next_resolution_pays_to_whom() {
    let game = played(start("board=compact", &[]), "c3");
    let preview = preview(&game, "c4");
    assert_eq!(story(&preview), ["White places on c4", "the triangles pay Black 2.00 and White 2.00"]);
    let pays: Vec<(u8, Arg)> = preview.pays.iter().map(|gauge| (gauge.seat.unwrap().0, gauge.shown())).collect();
    assert_eq!(pays, [(0, Arg::Hundredths(200)), (1, Arg::Hundredths(200))]);
    assert_eq!(preview.cells.len(), 6, "six triangles change their tint");
    let shared = preview.cells.iter().find(|cell| cell.name == "b3-c3-c4").unwrap();
    assert_eq!(shared.tint, [(Seat(0), 33), (Seat(1), 33)]);
    let german: Vec<String> = preview.story.iter().map(|message| say("de", message)).collect();
    assert_eq!(german[1], "die Dreiecke zahlen Schwarz 2,00 und Weiß 2,00");
}

#[test]
fn with_dice_a_preview_tells_the_average_and_rolls_nothing() {
    let game = start("board=compact dice=on echo=on", &[]);
    let preview = preview(&game, "a2");
    assert_eq!(story(&preview)[1], "the triangles pay on average Black 1.00 and White 0.00");
    assert_eq!(preview.pays[0].label.key, "pays-on-average");
    let mut game = game;
    for (text, dice) in [("a2", &[1, 1, 1][..]), ("skip", &[])] {
        game.play(&game.read(text).unwrap(), &mut Dice::scripted(dice.iter().copied())).unwrap();
    }
    let end = story(&self::preview(&game, "skip"));
    assert_eq!(end, ["Black passes", "both have passed", "the echo pays on average Black 1.00 and White 0.00"]);
}

#[test]
fn with_dice_the_threshold_may_be_reached_and_luck_counts_what_was_rolled() {
    let game = start("dice=on echo=on threshold=2", &[]);
    let told = story(&preview(&game, "d3"));
    assert_eq!(
        told[1..],
        ["the triangles pay on average Black 2.00 and White 0.00", "a total may reach the threshold and end the game",]
    );
    let far = start("dice=on threshold=50", &[]);
    assert!(!story(&preview(&far, "d3")).iter().any(|line| line.contains("threshold")));
    let luck = |corners: [u32; 12]| {
        let rolls = corners.map(|value| game::Roll { sides: 3, value });
        let mut scripted = Dice::scripted(corners);
        let mut after = game.clone();
        let action = game.read("d3").unwrap();
        after.play(&action, &mut scripted).unwrap();
        Influence::luck(&game, &action, &rolls)[0].expected
    };
    // Every die shows the same corner: some of the six triangles pay, or enough of them to end the game with the echo.
    let times = [[1; 12], [2; 12], [3; 12]].map(|corners| (luck(corners) / 2.0).round() as u32);
    assert!(times.iter().all(|times| (1..=2).contains(times)), "{times:?}");
    assert!(times.contains(&2), "two corners of each d3 stone: {times:?}");
}

#[test]
fn the_end_is_told_with_its_reason_and_the_totals() {
    let game = played(start("board=compact echo=on", &[]), "c3 skip");
    let told = story(&preview(&game, "skip"));
    assert_eq!(
        told,
        [
            "Black passes",
            "both have passed",
            "the echo pays Black 2.00 and White 0.00",
            "Black wins: Black 4.00, White 0.00"
        ]
    );
    let tie = played(start("", &[]), "skip");
    assert_eq!(story(&preview(&tie, "skip")).last().unwrap(), "White wins the tie: Black 0.00, White 0.00");
}

/// Without dice, the preview's pay and changed cells are exactly what then happens.
#[test]
fn previews_keep_their_word() {
    for setup in SETUPS.iter().filter(|setup| !setup.contains("dice")) {
        let mut game = start(setup, &[3]);
        let mut random = Random::new(3);
        while game.outcome().is_none() {
            let action = game.random_action(&mut random, &mut Vec::new()).unwrap();
            let view = game.view(Viewer::Spectator);
            let preview = game.preview(&view, &action);
            let (before, turn) = (totals(&game), game.history.totals().len());
            game.play(&action, &mut Dice::scripted([])).unwrap();
            let after = game.history.totals()[turn];
            for gauge in &preview.pays {
                let seat = gauge.seat.unwrap().index();
                assert_eq!(gauge.value, i64::from(after[seat]) - i64::from(before[seat]), "{setup}");
            }
            let frame_kept =
                game.view(Viewer::Spectator).turn == view.turn || (!view.turn.is_multiple_of(4) || !view.shifting);
            if frame_kept {
                let now = scene(&game);
                assert!(preview.cells.iter().all(|cell| now.cells.contains(cell)), "{setup}\n{game:?}");
            }
        }
    }
}

#[test]
fn two_stones_are_picked_after_the_token_in_either_order() {
    let game = start("board=compact token=on", &[]);
    let picks = game.picks();
    let at = |name: &str| {
        Pick::Vertex(game.position.ground().vertices()[usize::from(game.position.ground().point_named(name).unwrap())])
    };
    let (token, one, two) = (Pick::Button("token".into()), at("a1"), at("c3"));
    let action = picks.action(&[token.clone(), one.clone(), two.clone()]);
    assert_eq!(action, picks.action(&[token, two, one.clone()]));
    assert_eq!(action.map(|action| game.write(action)).as_deref(), Some("a1+c3"));
    assert_eq!(picks.action(&[one]).map(|action| game.write(action)).as_deref(), Some("a1"));
    assert_eq!(picks.action(&[Pick::Button("pass".into())]), Some(&Action::Pass));
    assert_eq!(legal_actions(&game).len(), 1 + 24 + 276);
}

#[test]
fn what_is_expected_and_why_not() {
    let expected = |game: &Influence| say("en", &game.expected(&game.view(Viewer::Spectator)));
    let game = start("token=on", &[]);
    assert_eq!(expected(&game), "place a stone, or two with the token, or pass");
    assert_eq!(expected(&start("", &[])), "place a stone or pass");
    let game = played(game, "d4 skip");
    assert_eq!(expected(&game), "place a stone, or pass too and end the game");
    let taken = Pick::Vertex(hex::Vertex::ORIGIN);
    let why = |game: &Influence| {
        game.why_not(&game.view(Viewer::Spectator), std::slice::from_ref(&taken)).map(|why| say("en", &why))
    };
    assert_eq!(why(&game).as_deref(), Some("d4 is occupied"));
    let over = played(game, "skip");
    assert_eq!(expected(&over), "Black has won");
    assert_eq!(why(&over).as_deref(), Some("Black has won"));
}

#[test]
fn luck_is_what_the_dice_gave_the_mover_beside_the_average() {
    let game = start("board=compact dice=on", &[]);
    let corner = game.read("a1").unwrap();
    let rolls = [1, 1].map(|value| game::Roll { sides: 3, value });
    let luck = Influence::luck(&game, &corner, &rolls);
    assert_eq!(luck.len(), 1);
    assert!((luck[0].expected - 2.0 / 3.0).abs() < 1e-9, "{luck:?}");
    assert!(luck[0].got >= 0.0 && luck[0].got <= 2.0);
    assert!(Influence::luck(&start("", &[]), &Action::One(0), &[]).is_empty());
}

#[test]
fn the_aim_is_that_of_the_seat_and_of_the_options() {
    let aim = |options: &str, seat: Option<u8>| {
        let game = start(options, &[]);
        say("en", &game.aim(&game.view(Viewer::Spectator), seat.map(Seat)))
    };
    assert_eq!(aim("", Some(0)), "Have more points than White when the board is full or both pass");
    assert_eq!(
        aim("", Some(1)),
        "Have at least as many points as Black when the board is full or both pass",
        "White wins ties"
    );
    assert_eq!(
        aim("threshold=60 echo=on", Some(0)),
        "Have more points than White after the echo, once a total reaches 60, the board is full or both pass"
    );
    assert!(aim("threshold=60", None).contains("when a total reaches 60"));
    assert!(aim("echo=on", None).contains("after the echo"));
}

fn ask(game: &Influence, text: &str) -> Option<String> {
    preview(game, text).ask.map(|ask| say("en", &ask))
}

#[test]
fn a_first_pass_is_asked_about_with_what_the_answer_could_bring() {
    let empty = start("board=compact", &[]);
    assert_eq!(
        ask(&empty, "skip").unwrap(),
        "you place no stone; if White passes too, the game ends 0.00 to 0.00, and White wins ties"
    );
    let game = played(empty, "c3");
    assert_eq!(
        ask(&game, "skip").unwrap(),
        "you place no stone; if Black passes too, the game ends and you lose 0.00 to 2.00"
    );
    assert_eq!(
        ask(&played(game, "a1"), "skip").unwrap(),
        "you place no stone; if White passes too, the game ends and you win 4.00 to 0.67"
    );
    let with_dice = start("board=compact dice=on echo=on", &[]);
    assert!(ask(&with_dice, "skip").unwrap().contains("after the dice of the echo"));
}

#[test]
fn a_pass_that_ends_the_game_is_asked_about_unless_it_wins() {
    let behind = played(start("board=compact", &[]), "c3 a1 skip");
    assert_eq!(ask(&behind, "skip").unwrap(), "the game ends now and you lose 0.67 to 4.00");
    let ahead = played(start("board=compact", &[]), "c3 skip");
    assert_eq!(ask(&ahead, "skip"), None, "it wins");
    let tie = played(start("board=compact komi=on komi-points=2", &[]), "c3 skip");
    assert_eq!(ask(&tie, "skip").unwrap(), "the game ends now 2.00 to 2.00, and White wins ties");
    let mut rolled = start("board=compact dice=on echo=on", &[]);
    for (text, dice) in [("a2", &[1, 1, 1][..]), ("skip", &[])] {
        rolled.play(&rolled.read(text).unwrap(), &mut Dice::scripted(dice.iter().copied())).unwrap();
    }
    let asked = ask(&rolled, "skip");
    assert!(asked.is_none_or(|asked| asked.contains("after the dice of the echo")));
}

#[test]
fn a_stone_that_ends_the_game_is_asked_about_if_it_loses() {
    let game = played(start("board=compact threshold=12", &[]), "c3 a1 c4 e1");
    assert_eq!(totals(&game), [48 + 24, 4 + 4 + 8]);
    let over = played(start("board=compact threshold=12", &[]), "c3 a1 c4");
    assert_eq!(ask(&over, "e1").unwrap(), "the game ends now and you lose 2.67 to 12.00");
    let winning = played(start("board=compact threshold=8", &[]), "c3 a1");
    assert_eq!(ask(&winning, "c4"), None);
    assert_eq!(ask(&start("board=compact", &[]), "c3"), None, "and nothing is asked where nothing ends");
}

#[test]
fn the_first_of_two_stones_is_in_sight_and_the_second_is_expected() {
    let game = start("board=compact token=on", &[]);
    let view = game.view(Viewer::Seat(Seat(0)));
    let point =
        |name: &str| game.position.ground().vertices()[usize::from(game.position.ground().point_named(name).unwrap())];
    let token = Pick::Button("token".into());
    let partway = game.partway(&view, std::slice::from_ref(&token)).unwrap();
    assert_eq!((say("en", &partway.expected).as_str(), partway.marks.len()), ("place the first of two stones", 0));
    let partway = game.partway(&view, &[token, Pick::Vertex(point("c3"))]).unwrap();
    assert_eq!(say("en", &partway.expected), "place the second stone");
    assert_eq!(say("de", &partway.expected), "setze den zweiten Stein");
    assert_eq!(partway.marks, [scene::Mark { place: Place::Vertex(point("c3")), kind: MarkKind::WouldPlace }]);
    assert_eq!(game.partway(&view, &[]), None);
}

#[test]
fn thresholds_and_echo_are_seen_at_the_table() {
    let game = played(start("board=compact thresholds=on echo=on", &[]), "b2 e1 b3 e2 c3");
    let scene = scene(&game);
    let notes: Vec<String> = scene.notes.iter().map(|note| say("en", note)).collect();
    assert_eq!(notes[0], "a triangle that is wholly one side's pays 1.50");
    assert!(notes[1].starts_with("when the game ends everything pays once more: now that would be"), "{notes:?}");
    let figures: Vec<(&str, &Arg)> =
        scene.figures.iter().map(|figure| (scene.name_of(figure.place).unwrap(), &figure.value)).collect();
    assert_eq!(figures, [("b2-b3-c3", &Arg::Hundredths(150))]);
    let before = played(start("board=compact thresholds=on", &[]), "b2 e1 b3 e2");
    let told = story(&preview(&before, "c3"));
    assert_eq!(told[1], "one more triangle is wholly Black's: it pays 1.50");
    assert!(self::scene(&start("", &[])).notes.is_empty(), "nothing is said of options that are off");
}

#[test]
fn a_stone_says_what_it_is_worth() {
    let scene = scene(&played(start("board=compact keystone=on", &[1]), "c3 a1"));
    let about = |name: &str| {
        let piece = scene.pieces.iter().find(|piece| scene.name_of(piece.place) == Some(name)).unwrap();
        piece.about.iter().map(|message| say("en", message)).collect::<Vec<_>>()
    };
    assert_eq!(about("c3"), ["6 paying triangles around it", "it brings Black 2.00 a turn"]);
    assert_eq!(
        about("a1"),
        [
            "2 paying triangles around it",
            "it brings White 1.00 a turn",
            "it is a corner of the keystone, which pays double"
        ]
    );
}
