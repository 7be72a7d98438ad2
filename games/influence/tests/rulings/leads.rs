//! IN-13: a lead that no play can overcome any more.

use game::{Dice, Game, Random, Seed, Viewer, legal_actions};
use scene::Draw;
use sixfold_influence::{Action, Colour, Influence, Options, Position};

use crate::common::{SETUPS, played, start};
use crate::rows;

/// Whether this player wins after some sequence of allowed actions of both players.
fn can_win(position: &Position, player: Colour) -> bool {
    if let Some(winner) = position.winner() {
        return winner == player;
    }
    let mut actions = Vec::new();
    position.each_legal(|action| actions.push(action));
    actions.into_iter().any(|action| {
        let mut after = position.clone();
        after.play(action);
        can_win(&after, player)
    })
}

/// A random position on a small board with at most this many empty points.
fn small(options: Options, random: &mut Random, empty: u32) -> Position {
    let ground = rows(&[2, 3, 2]);
    let keystone = options.keystone.then(|| random.below(ground.triangles().len() as u32) as u8);
    let mut stones = [0_u64; 2];
    for point in 0..ground.len() {
        stones[random.below(2) as usize] |= 1 << point;
    }
    for _ in 0..empty {
        let point = random.below(ground.len() as u32);
        stones = stones.map(|stones| stones & !(1 << point));
    }
    let totals = [random.below(60), random.below(60)];
    let turn = (stones[0] | stones[1]).count_ones() + 1;
    Position::start(&ground, options, keystone).with_stones(stones, turn).with_totals(totals)
}

#[test]
fn in_13_without_options_a_lead_is_safe_exactly_if_no_play_overcomes_it() {
    let (mut random, mut safe) = (Random::new(13), 0);
    for _ in 0..400 {
        let position = small(Options::default(), &mut random, 4);
        if position.empty() == 0 || position.lead() == 0 {
            continue;
        }
        let leader = if position.lead() > 0 { Colour::Black } else { Colour::White };
        let is_safe = !can_win(&position, leader.other());
        assert_eq!(position.safe_lead().map(|safe| safe.leader), is_safe.then_some(leader), "{position:?}");
        safe += u32::from(is_safe);
    }
    assert!((50..350).contains(&safe), "both kinds of positions are needed: {safe} of 400");
}

#[test]
fn in_13_a_safe_lead_is_never_overcome_with_any_options() {
    let (mut random, mut safe) = (Random::new(14), 0);
    for _ in 0..400 {
        let mut is_on = || random.below(2) == 1;
        let options = Options {
            token: is_on(),
            keystone: is_on(),
            echo: is_on(),
            thresholds: is_on(),
            shifting: is_on(),
            ..Options::default()
        };
        let position = small(options, &mut random, 3);
        let Some(lead) = position.safe_lead() else { continue };
        assert!(!can_win(&position, lead.leader.other()), "{position:?}");
        safe += 1;
    }
    assert!(safe > 40, "the positions are too few: {safe}");
}

/// With dice, on large boards and with centres, in whole games.
#[test]
fn in_13_a_safe_lead_stays_safe_to_the_end_of_every_game_and_is_told_once() {
    let mut told = 0;
    for setup in SETUPS {
        for number in 0..6 {
            let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
            let mut game = Influence::start(&crate::setup(setup), &mut dice).unwrap();
            let mut safe = None;
            while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
                // A pass now and then is enough: two in a row end the game.
                let placed = legal_actions(&game).into_iter().find(|&other| other != Action::Pass);
                let action = if action == Action::Pass { placed.unwrap_or(action) } else { action };
                let before = game.clone();
                game.apply(&action, &mut dice);
                let says = Influence::tell(&before, &action, &[], &game, Viewer::Spectator);
                let said = says.iter().any(|message| message.key.starts_with("lead-is-safe"));
                let gained = game.position.safe_lead().map(|lead| lead.most_gained);
                let has_number = says.iter().any(|message| message.key == "lead-is-safe");
                assert!(!has_number || gained > Some(0), "{setup}: nothing to be made up is not told as 0.00");
                let now = game.position.safe_lead().map(|lead| lead.leader);
                let first = safe.is_none() && now.is_some();
                assert_eq!(said, first, "{setup}: told when it becomes true, and only then\n{game:?}");
                assert!(safe.is_none() || now == safe || game.position.is_over(), "{setup}: it stays true\n{game:?}");
                safe = safe.or(now);
                told += u32::from(said);
            }
            assert!(safe.is_none_or(|leader| game.position.winner() == Some(leader)), "{setup}: {game:?}");
        }
    }
    assert!(told > 40, "the games are too few: {told}");
}

#[test]
fn in_13_the_note_stays_beside_the_board_until_the_end() {
    let mut game = start("board=compact", &[]);
    let full = game.position.ground().full();
    let at = |name: &str| 1_u64 << game.position.ground().point_named(name).unwrap();
    let last = at("a1");
    game.position = game.position.with_stones([at("c3"), full & !at("c3") & !last], 3).with_totals([600, 24]);
    let game = Influence::from(game.position);
    let notes = |game: &Influence| {
        let notes = game.scene(&game.view(Viewer::Spectator)).notes;
        notes.iter().filter(|note| note.key.starts_with("lead-is-safe")).count()
    };
    assert_eq!((notes(&game), notes(&played(game, "a1"))), (1, 0));
}
