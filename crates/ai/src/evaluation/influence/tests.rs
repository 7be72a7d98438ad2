//! Compares the rule and the solvers of end-games with exhaustive search.

use std::sync::Arc;

use game::{Dice, Game, Random, RuleSet as _, Setup};
use influence::{Action, Boards, Description, Ground, Options, Position};

use super::*;

/// A plain minimax over all actions, passes included, without table, bounds or order. The solver must find the same
/// values.
fn minimax(position: &Position) -> i32 {
    let mut best = i32::MIN;
    let sign = if position.turn() % 2 == 1 { 1 } else { -1 };
    position.each_legal(|action| {
        let mut next = position.clone();
        next.play(action);
        let gained = sign * (next.lead() - position.lead());
        let value = if next.is_over() { gained } else { gained - minimax(&next) };
        best = best.max(value);
    });
    best
}

fn small(rows: &[u16], options: Options) -> Position {
    let ground = &Arc::new(Ground::new(&Description { rows: rows.to_vec(), ..Description::default() }));
    Position::start(ground, options, options.keystone.then_some(ground.triangles().len() as u8 / 2))
}

fn exact(position: &Position) -> i32 {
    Exact::new(position, 16).solve(position, 0).0
}

/// Random positions that play can reach, with at most this many empty points.
fn strewn(start: &Position, most_empty: u32, count: u64) -> Vec<Position> {
    let mut found = Vec::new();
    let mut seed = 0;
    while found.len() < count as usize {
        let mut random = Random::new(seed);
        seed += 1;
        let mut now = start.clone();
        while !now.is_over() {
            if now.empty().count_ones() <= most_empty && random.below(2) == 0 {
                found.push(now);
                break;
            }
            let action = now.draw_legal(|bound| random.below(bound)).unwrap();
            now.play(action);
        }
    }
    found
}

const SWITCHES: [fn(&mut Options); 6] = [
    |_| (),
    |options| options.token = true,
    |options| options.keystone = true,
    |options| options.echo = true,
    |options| options.thresholds = true,
    |options| options.shifting = true,
];

fn switched(numbers: &[usize]) -> Options {
    let mut options = Options::default();
    for &number in numbers {
        SWITCHES[number](&mut options);
    }
    options
}

#[test]
fn the_solver_finds_what_plain_minimax_finds() {
    for numbers in [&[0][..], &[1], &[2], &[3], &[4], &[5], &[1, 2, 3, 4, 5], &[4, 5], &[1, 4]] {
        let options = switched(numbers);
        for position in strewn(&small(&[2, 3, 2], options), 5, 12) {
            assert_eq!(exact(&position), minimax(&position), "{position:?}");
        }
    }
    let hexagons = Description { hexagons: vec![[0, 0], [1, 1]], ..Description::default() };
    let honeycomb = Position::start(&Arc::new(Ground::new(&hexagons)), Options::default(), None);
    for position in strewn(&honeycomb, 5, 30) {
        assert_eq!(exact(&position), minimax(&position), "{position:?}");
    }
    let ends = Options { threshold: 6, ..Options::default() };
    for position in strewn(&small(&[2, 3, 2], ends), 5, 30) {
        assert_eq!(exact(&position), minimax(&position), "{position:?}");
    }
}

/// Whole games on small boards, from the start and from random positions, passes included.
#[test]
fn in_7_the_rule_plays_perfectly_passes_included() {
    for numbers in [&[0][..], &[2], &[3], &[2, 3]] {
        let options = switched(numbers);
        for rows in [&[1, 2][..], &[2, 3], &[1, 2, 3], &[2, 3, 2], &[3, 4], &[2, 2, 2], &[3, 4, 3], &[2, 3, 4]] {
            let start = small(rows, options);
            for position in std::iter::once(start.clone()).chain(strewn(&start, 9, 60)) {
                let (action, gain) = rule::best(&position);
                assert_eq!(gain, exact(&position), "{position:?}");
                let mut next = position.clone();
                next.play(action);
                let sign = if position.turn() % 2 == 1 { 1 } else { -1 };
                let gained = sign * (next.lead() - position.lead());
                let then = if next.is_over() { 0 } else { exact(&next) };
                assert_eq!(gained - then, gain, "{action:?} keeps the value of {position:?}");
            }
        }
    }
}

/// After the other player's pass, ending the game is right exactly if playing on would cost something. Here White's
/// stones earn more and few points are left, so Black, who is ahead, ends the game.
#[test]
fn in_7_after_a_pass_the_rule_ends_a_game_that_it_wins_now_and_would_not_by_playing_on() {
    let mut now = small(&[2, 3, 2], Options::default()).drawn("B W  W W W  . .", 4).with_totals([40, 20]);
    now.play(Action::Pass);
    let (action, gain) = rule::best(&now);
    assert_eq!((action, gain), (Action::Pass, 0));
    assert!(minimax(&now.with_totals([20, 20])) == 0);
    let ahead = small(&[2, 3, 2], Options::default()).drawn("W B  B B B  . .", 4);
    let mut now = ahead;
    now.play(Action::Pass);
    assert!(matches!(rule::best(&now), (Action::One(_), gain) if gain > 0), "a mover whose stones earn more plays on");
}

#[test]
fn in_7_perfect_play_gives_black_21_on_classic_16_on_compact_and_48_on_grand() {
    for (name, points) in [("classic", 21), ("compact", 16), ("grand", 48)] {
        let position = Position::start(Boards::built_in().ground(name).unwrap(), Options::default(), None);
        assert_eq!(rule::best(&position).1, points * SIXTHS as i32, "{name}");
        let solved = Influence::solve(&Influence::from(position.clone()), &mut |_| true).unwrap();
        assert_eq!((solved.value(), solved.line.len()), (Some(i64::from(points) * 6), position.ground().len()));
        // The same without the rule: interchangeable points make the whole board small enough for the search.
        assert_eq!(Exact::new(&position, 20).solve(&position, 0).0, points * SIXTHS as i32, "{name} by search");
    }
}

/// The computed chance of winning matches the share of wins in many random endings.
#[test]
fn the_chances_at_the_end_are_what_the_dice_give() {
    const GAMES: u64 = 3_000;
    let setup = Setup::parse(Influence::INFO.options, ["board=compact", "dice=on", "echo=on"]).unwrap();
    let start = Influence::start(&setup, &mut Dice::scripted([])).unwrap().position;
    for close in strewn(&start, 2, 4).into_iter().map(|position| position.with_totals([100, 100])) {
        let (action, chance) = Odds::default().best(&close);
        let mut won = 0.0;
        for seed in 0..GAMES {
            let mut dice = Dice::for_search(Random::new(seed));
            let mut game = Influence::from(close.clone());
            game.apply(&action, &mut dice);
            while game.outcome().is_none() {
                let best = Odds::default().best(&game.position).0;
                game.apply(&best, &mut dice);
            }
            won += f64::from(game.outcome().unwrap().values()[usize::from(close.turn() % 2 == 0)]);
        }
        let share = won / GAMES as f64;
        assert!((share - chance).abs() < 0.05, "{share} played, {chance} computed\n{close:?}");
    }
}

#[test]
fn a_solver_that_is_told_to_stop_gives_what_it_has() {
    let setup = Setup::parse(Influence::INFO.options, ["board=honeycomb"]).unwrap();
    let game = Influence::start(&setup, &mut Dice::scripted([])).unwrap();
    let mut asked = 0;
    let solution = Influence::solve(&game, &mut |progress| {
        asked += 1;
        assert!((0.0..=1.0).contains(&progress.share), "{progress:?}");
        asked < 20
    });
    let solution = solution.unwrap();
    assert_eq!((asked, solution.value()), (20, None));
    assert!(solution.nodes > 0);
    let mut now = game.position;
    for action in solution.line {
        assert_eq!(now.forbids(action), None);
        now.play(action);
    }
    assert!(now.is_over(), "the line goes to the end of the game");
}

/// The source of honeycomb's komi: Black wins by 46 2/3. Run it with `cargo xtask test --slow -- -p sixfold-ai --lib
/// honeycomb`.
#[test]
#[ignore = "four minutes, and only in the release profile"]
#[allow(clippy::print_stdout, reason = "its output is its result")]
fn honeycomb_can_be_solved() {
    let position = Position::start(Boards::built_in().ground("honeycomb").unwrap(), Options::default(), None);
    let mut shown = 0;
    let solved = Influence::solve(&Influence::from(position), &mut |progress| {
        if progress.nodes >= shown {
            println!("{progress:?}");
            shown = progress.nodes + 50_000_000;
        }
        true
    });
    assert_eq!(solved.unwrap().value(), Some(280));
}
