//! Compares the game with a naive model of the rulebook, in random games and random positions.

mod common;

use std::collections::BTreeSet;

use common::cells;
use common::naive::{Model, Row};
use game::{Dice, Game, Random, Record, Seat, legal_actions};
use hex::Mask;
use sixfold_hexlock::{Action, Cell, Hexlock, Position, Side, Strike};

/// Counts rare events, so that a run without them fails.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    captured: u32,
    sources_lost: u32,
    enclosed: u32,
    several_enclosed: u32,
    enclosed_by_the_defender: u32,
    ends: u32,
}

/// The game and the model side by side.
struct Pair {
    game: Hexlock,
    model: Model,
    seen: Seen,
}

fn names(mask: Mask) -> BTreeSet<String> {
    mask.iter().map(|cell| Cell(cell as u8).name()).collect()
}

impl Pair {
    fn start(first: Side) -> Self {
        let pair = Self {
            game: Hexlock::standing(Position::start(first)),
            model: Model::start(first as usize),
            seen: Seen::default(),
        };
        pair.agree();
        pair
    }

    fn agree(&self) {
        let (game, model) = (&self.game, &self.model);
        let legal: BTreeSet<String> = legal_actions(game).iter().map(|action| game.write(action)).collect();
        assert_eq!(legal, model.legal(), "legal actions\n{game:?}");
        for cell in cells() {
            let held = model.owned.get(&Model::named(&cell.name()));
            let owner = held.map(|&(player, _)| Side::BOTH[player]);
            assert_eq!(game.position.owner(cell), owner, "owner of {}\n{game:?}", cell.name());
            let hp = held.map_or(0, |&(_, hp)| hp);
            assert_eq!(i32::from(game.position.hp(cell)), hp, "HP of {}\n{game:?}", cell.name());
        }
        assert_eq!(game.turn().seat, Seat(model.mover as u8), "mover\n{game:?}");
        assert_eq!(game.turn().number, model.turn, "turn\n{game:?}");
        let winner = game.outcome().map(|outcome| outcome.winner().expect("there are no draws"));
        assert_eq!(winner, model.winner.map(|player| Seat(player as u8)), "winner\n{game:?}");
    }

    /// Plays in both with the same roll and compares.
    fn play(&mut self, action: Action, roll: u32) {
        let (before, mover) = (self.game.clone(), self.game.position.to_move());
        let text = before.write(&action);
        let rolls = matches!(action, Action::Attack { .. }).then_some(roll);
        self.game.play(&action, &mut Dice::scripted(rolls)).expect("it is listed");
        self.model.play(&text, rolls);
        self.agree();

        let story = self.game.position.story().expect("something was played");
        let spots = |spots: &BTreeSet<_>| spots.iter().map(|&spot| Model::name(spot)).collect::<BTreeSet<_>>();
        let captured: BTreeSet<String> = story.captured.map(Cell::name).into_iter().collect();
        assert_eq!(captured, spots(&self.model.forced), "by force\n{:?}", self.game);
        assert_eq!(names(story.enclosed), spots(&self.model.enclosed), "by enclosure\n{:?}", self.game);
        self.seen.captured += u32::from(story.captured.is_some());
        self.seen.sources_lost +=
            u32::from(story.captured.is_some_and(|cell| before.position.owner(cell) == Some(mover)));
        self.seen.enclosed += u32::from(!story.enclosed.is_empty());
        self.seen.several_enclosed += u32::from(story.enclosed.len() > 1);
        self.seen.enclosed_by_the_defender += u32::from(story.enclosed.intersects(before.position.hexes(mover)));
        self.seen.ends += u32::from(self.model.winner.is_some());
    }

    fn play_out(mut self, mut choose: impl FnMut(&Hexlock) -> (Action, u32)) -> Seen {
        for _ in 0..5_000 {
            if self.game.outcome().is_some() {
                return self.seen;
            }
            let (action, roll) = choose(&self.game);
            self.play(action, roll);
        }
        panic!("no end\n{:?}", self.game);
    }
}

fn add(mut sum: Seen, seen: Seen) -> Seen {
    sum.captured += seen.captured;
    sum.sources_lost += seen.sources_lost;
    sum.enclosed += seen.enclosed;
    sum.several_enclosed += seen.several_enclosed;
    sum.enclosed_by_the_defender += seen.enclosed_by_the_defender;
    sum.ends += seen.ends;
    sum
}

/// A die with which critical fails and strong hits are frequent, so that lost sources and rings are frequent too.
fn wild_die(random: &mut Random) -> u32 {
    if random.below(2) == 0 { 1 + random.below(20) } else { [1, 20][random.below(2) as usize] }
}

/// Plays an expansion that closes a ring every second time, if there is one. Purely random play seldom does.
fn ring_or_random(game: &Hexlock, random: &mut Random) -> Action {
    let closes = |action: &Action| {
        let Action::Expand(cell) = *action else { return false };
        let mut after = game.position.clone();
        after.expand(cell);
        after.story().is_some_and(|story| !story.enclosed.is_empty())
    };
    let ring = legal_actions(game).into_iter().find(|action| random.below(2) == 0 && closes(action));
    ring.or_else(|| game.random_action(random, &mut Vec::new())).expect("it is running")
}

#[test]
fn random_games_agree_with_the_model() {
    let games = 100;
    let seen = (0..games).map(|seed| {
        let mut random = Random::new(seed);
        Pair::start(Side::BOTH[seed as usize % 2]).play_out(|game| {
            let action = ring_or_random(game, &mut random);
            let roll = if seed % 4 == 0 { wild_die(&mut random) } else { 1 + random.below(20) };
            (action, roll)
        })
    });
    let seen = seen.fold(Seen::default(), add);
    assert_eq!(seen.ends, games as u32, "every game ends");
    assert!(seen.captured > 50 && seen.sources_lost > 5 && seen.enclosed > 10, "the games are too few: {seen:?}");
}

#[test]
fn the_golden_games_agree_with_the_model() {
    for file in std::fs::read_dir("tests/golden").unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "record") {
            continue;
        }
        let record: Record = std::fs::read_to_string(path).unwrap().parse().unwrap();
        let first = Side::BOTH[record.start_rolls[0].value as usize - 1];
        let mut actions = record.actions();
        Pair::start(first).play_out(|game| {
            let action = actions.next().expect("it is a whole game");
            (game.read(&action.text).unwrap(), action.rolls.first().map_or(1, |roll| roll.value))
        });
    }
}

/// Positions that play does not reach obey the same rules.
#[test]
fn strewn_positions_agree_with_the_model() {
    let (mut random, mut several, mut by_the_defender) = (Random::new(7), 0, 0);
    for number in 0..1_500 {
        let density = 4 + random.below(7);
        let words: Vec<String> = (0..37)
            .map(|_| match random.below(10) {
                draw if draw >= density => ".".to_owned(),
                draw => format!("{}{}", ["R", "B"][usize::from(draw % 3 == number % 3)], 1 + random.below(3)),
            })
            .collect();
        let drawing = draw(&words);
        for (player, side) in Side::BOTH.into_iter().enumerate() {
            let game = Hexlock::standing(Position::drawn(&drawing, side));
            let mut pair = Pair { game, model: Model::drawn(&drawing, player), seen: Seen::default() };
            pair.agree();
            if let Some(action) = pair.game.random_action(&mut random, &mut Vec::new()) {
                pair.play(action, wild_die(&mut random));
            }
            several += pair.seen.several_enclosed;
            by_the_defender += pair.seen.enclosed_by_the_defender;
        }
    }
    assert!(several > 20 && by_the_defender > 20, "the positions are too tame: {several}, {by_the_defender}");
}

fn draw(words: &[String]) -> String {
    let mut words = words.iter();
    let lines = [1, 2, 3, 4, 3, 4, 3, 4, 3, 4, 3, 2, 1];
    lines.map(|length| words.by_ref().take(length).cloned().collect::<Vec<_>>().join(" ")).join("\n")
}

/// Every attack of random positions, with every face of the die.
#[test]
fn every_face_of_the_die_agrees_with_the_model() {
    let mut random = Random::new(11);
    let mut pair = Pair::start(Side::Red);
    for _ in 0..120 {
        for action in legal_actions(&pair.game) {
            let Action::Attack { source, target } = action else { continue };
            let spots = [source, target].map(|cell| Model::named(&cell.name()));
            for roll in 1..=20 {
                let strike = match pair.model.row(spots[0], spots[1], roll as i32) {
                    Row::CriticalFail => Strike::CriticalFail,
                    Row::Miss => Strike::Miss,
                    Row::Hit => Strike::Hit,
                    Row::Strong => Strike::StrongHit,
                };
                assert_eq!(pair.game.position.combat(source, target).strike(roll), strike, "{action:?}, {roll}");
            }
        }
        let Some(action) = pair.game.random_action(&mut random, &mut Vec::new()) else { break };
        pair.play(action, 1 + random.below(20));
    }
}
