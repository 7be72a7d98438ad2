//! The tables, and rolling, rerolling and deploying: HD-10, HD-12, HD-13.

use std::collections::BTreeSet;

use super::common::{at, grounds, kind, new_match, played, refused, setup, tables, units};
use super::told;
use game::{Chance, Dice, Game, Seat, legal_actions};
use hex::Direction::{self, N, NE, NW, S, SE, SW};
use hex::Hex;
use sixfold_hex_dice::{Action, Cell, Ground, HexDice, Phase};

fn names(mask: hex::Mask) -> BTreeSet<String> {
    mask.iter().map(|cell| Cell(cell as u8).name()).collect()
}

fn start(text: &str, dice: &[u32]) -> HexDice {
    HexDice::start(&setup(text), &mut Dice::scripted(dice.iter().copied())).unwrap()
}

#[test]
fn the_unit_table_is_the_rulebooks() {
    let table = (1..=6).map(kind).map(|unit| (unit.name.as_str(), unit.armour, unit.attack, unit.range));
    assert_eq!(
        table.collect::<Vec<_>>(),
        [
            ("pawn", 1, 2, None),
            ("bishop", 2, 3, None),
            ("knight", 3, 4, None),
            ("rook", 4, 5, None),
            ("archer", 5, 6, Some((2, 3))),
            ("legion", 6, 6, Some((1, 1))),
        ]
    );
    let (charges, auras): (Vec<bool>, Vec<u8>) = (1..=6).map(kind).map(|unit| (unit.charges, unit.aura)).unzip();
    assert_eq!(charges, [false, false, false, false, false, true]);
    assert_eq!(auras, [0, 0, 0, 0, 0, 1]);
    assert_eq!(tables().reroll_one_in, 3);
    let quiet = HexDice::INFO.options.iter().find(|spec| spec.key == "quiet-turns").unwrap();
    assert_eq!((quiet.default, HexDice::INFO.grace_seconds), ("40", Some(60)));
}

#[test]
fn players_and_dice_are_the_rulebooks() {
    let pairs: Vec<(u8, u8, u8)> =
        grounds().iter().map(|ground| (ground.players(), ground.dice(), ground.rerolls())).collect();
    assert_eq!(pairs, [(2, 6, 2), (2, 8, 2), (3, 6, 2), (4, 4, 1), (4, 5, 1), (6, 3, 1), (6, 4, 1)]);
}

#[test]
fn hd_12_bases_run_clockwise_and_forward_is_to_the_centre() {
    let bases = |players: u8, dice: u8| -> Vec<(i32, i32, Direction)> {
        let ground = Ground::of(tables(), players, dice).unwrap();
        let of_seat = |seat| {
            let base = Cell(ground.base(seat) as u8).hex();
            (base.q, base.r, ground.forward(seat))
        };
        (0..usize::from(players)).map(of_seat).collect()
    };
    assert_eq!(bases(2, 6), [(0, -5, S), (0, 5, N)]);
    assert_eq!(bases(3, 6), [(0, -6, S), (6, 0, NW), (-6, 6, NE)]);
    assert_eq!(bases(4, 4), [(0, -6, S), (6, -6, SW), (0, 6, N), (-6, 6, NE)]);
    assert_eq!(bases(6, 3), [(0, -6, S), (6, -6, SW), (6, 0, NW), (0, 6, N), (-6, 6, NE), (-6, 0, SE)]);
    for ground in grounds() {
        for seat in 0..usize::from(ground.players()) {
            let base = Cell(ground.base(seat) as u8).hex();
            let steps = base.distance(Hex::ORIGIN);
            assert_eq!(base + ground.forward(seat).offset() * steps, Hex::ORIGIN);
        }
    }
}

#[test]
fn zones_are_the_rulebooks_and_hold_every_army() {
    let zone = |players, dice, seat| names(Ground::of(tables(), players, dice).unwrap().zone(seat));
    let set = |text: &str| text.split(' ').map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(zone(2, 6, 0), set("g2 g1 h1 h2 g3 f2 f1 e1 i1"), "nine, two of them two columns away");
    assert_eq!(zone(2, 8, 1), set("g12 g11 h11 h12 g13 f12 f11 e11 i11"));
    assert_eq!(zone(4, 4, 1), set("m1 m2 l1 l2"), "a corner and its neighbours");
    assert_eq!(zone(6, 4, 5), set("a1 a2 b1 b2"));
    assert_eq!(zone(3, 6, 0), set("g1 f1 g2 h1 e1 f2 g3 h2 i1"), "six dice need all within two");
    assert_eq!(zone(4, 5, 2).len(), 9);
    for ground in grounds() {
        let mut all = hex::Mask::EMPTY;
        for seat in 0..usize::from(ground.players()) {
            let zone = ground.zone(seat);
            assert!(zone.len() >= usize::from(ground.dice()) && zone.contains(ground.base(seat)));
            assert!(!all.intersects(zone), "nobody deploys where another does, on bases least of all (HD-10)");
            all |= zone;
        }
    }
}

#[test]
fn hd_13_armies_are_rolled_in_seat_order() {
    let game = start("players=2", &[1, 2, 3, 4, 5, 6, 6, 6, 5, 5, 4, 4]);
    assert_eq!(game.position.hand(0), [1, 2, 3, 4, 5, 6]);
    assert_eq!(game.position.hand(1), [6, 6, 5, 5, 4, 4]);
    assert_eq!((game.position.phase(), game.turn().seat), (Phase::Choosing, Seat(0)));
}

#[test]
fn hd_13_rerolls_are_drawn_in_seat_order_after_the_last_choice_and_then_the_first_player() {
    let game = start("players=2", &[1, 2, 3, 4, 5, 6, 6, 6, 5, 5, 1, 4]);
    let game = played(game, "reroll-1+3", &[]);
    assert_eq!(game.position.hand(0), [1, 2, 3, 4, 5, 6], "nothing falls before everybody has chosen");
    assert_eq!(game.turn().seat, Seat(1));
    assert_eq!(
        told(&game, "reroll-1", &[5, 6, 2, 2]),
        [
            "Blue will roll again: 1",
            "Red rolls 1, 3 again and gets 5, 6",
            "Blue rolls 1 again and gets 2",
            "Blue is first"
        ]
    );
    let game = played(game, "reroll-1", &[5, 6, 2, 2]);
    assert_eq!(game.position.hand(0), [5, 2, 6, 4, 5, 6]);
    assert_eq!(game.position.hand(1), [6, 6, 5, 5, 2, 4]);
    assert_eq!((game.position.phase(), game.turn().seat), (Phase::Deploying, Seat(1)));
}

#[test]
fn up_to_a_third_of_the_dice_rounded_down_may_be_rolled_again() {
    for (text, most) in
        [("players=2", 2), ("players=2 dice=8", 2), ("players=3", 2), ("players=4 dice=5", 1), ("players=6", 1)]
    {
        let game = new_match(text, 1);
        let sizes = legal_actions(game.state()).into_iter().map(|action| match action {
            Action::Choose(faces) => faces.len(),
            other => panic!("{other:?} in the setup"),
        });
        assert_eq!(sizes.max(), Some(most), "{text}");
    }
    let game = start("players=2", &[1, 1, 3, 4, 5, 6, 6, 6, 5, 5, 1, 4]);
    assert_eq!(refused(&game, "reroll-1+1+3"), "too-many");
    assert_eq!(refused(&game, "reroll-2"), "no-such-die");
    assert_eq!(refused(&game, "reroll-3+3"), "no-such-die");
    assert_eq!(refused(&game, "4@g2"), "not-now.choosing");
    assert_eq!(legal_actions(&game).len(), 1 + 5 + 11, "equal dice are one choice");
}

#[test]
fn chance_of_the_setup_is_listed_where_it_is_short() {
    let chance = |game: &HexDice, text: &str| {
        let mut weights = Vec::new();
        (game.chance(&game.read(text).unwrap(), &mut weights), weights.len())
    };
    let game = start("players=2", &[1, 2, 3, 4, 5, 6, 6, 6, 5, 5, 1, 4]);
    assert_eq!(chance(&game, "reroll-1"), (Chance::Certain, 0));
    let kept = played(game.clone(), "keep", &[]);
    assert_eq!(chance(&kept, "keep"), (Chance::Listed, 2));
    assert_eq!(chance(&kept, "reroll-1"), (Chance::Rolled, 0));
    assert_eq!(chance(&played(game, "reroll-1", &[]), "keep"), (Chance::Rolled, 0));
}

#[test]
fn dice_are_deployed_one_at_a_time_in_turn_order() {
    let mut game = played(start("players=3", &[3; 18]), "keep keep keep", &[2]);
    let mut seats = Vec::new();
    while game.position.phase() == Phase::Deploying {
        seats.push(game.turn().seat.0);
        let action = legal_actions(&game)[0];
        game = played(game, &action.write(), &[]);
    }
    assert_eq!(seats, [1, 2, 0].repeat(6));
    assert_eq!((game.position.phase(), game.turn().seat), (Phase::Playing, Seat(1)), "whoever was first begins");
    assert!((0..3).all(|seat| game.position.owned(seat).len() == 6));
}

#[test]
fn hd_10_deploying_never_captures_and_keeps_to_the_zone() {
    let game = played(start("players=2", &[1, 2, 3, 4, 5, 6, 6, 6, 5, 5, 1, 4]), "keep keep", &[1]);
    for (text, why) in [
        ("4@g2", "allowed"),
        ("4@i1", "allowed"),
        ("4@g4", "outside-zone"),
        ("4@g12", "outside-zone"),
        ("4@g11", "outside-zone"),
        ("g2-g3", "not-now.deploying"),
        ("keep", "not-now.deploying"),
    ] {
        assert_eq!(refused(&game, text), why, "{text}");
    }
    let game = played(game, "4@g2 6@g12", &[]);
    assert_eq!(units(&game.position), "B6 g12, R4 g2");
    assert_eq!(refused(&game, "4@g3"), "no-such-die");
    assert_eq!(refused(&game, "5@g2"), "occupied");
    assert!(!game.position.has_acted(at("g2")));
}

#[test]
fn the_sensible_deployment_puts_the_strongest_on_the_base_and_places_everything() {
    for ground in grounds() {
        let text = format!("players={} dice={}", ground.players(), ground.dice());
        let mut game = new_match(&text, 3);
        while game.state().position.phase() != Phase::Playing {
            let seat = game.actor().unwrap();
            let action = match game.state().position.phase() {
                Phase::Choosing => game.state().read("keep").unwrap(),
                _ => game.state().position.sensible_deployment().expect("there is a die and a place"),
            };
            game.play(seat, &action).unwrap();
        }
        let position = &game.state().position;
        for seat in 0..position.seats() {
            let strongest = position.owned(seat).iter().map(|cell| position.unit(cell).face()).max();
            assert_eq!(Some(position.unit(ground.base(seat)).face()), strongest, "{text}");
        }
        assert_eq!(position.sensible_deployment(), None);
    }
}
