//! Compares the game with a naive model of the rulebook, and checks HO-7's promises in whole games.
//!
//! HO-7 speaks of "the descending list of group sizes". These are the sizes of *all* groups of *both* colours, largest
//! first, compared like words in a dictionary, where a word comes before its own extensions. With this reading the list
//! rises with every placement, so every game ends: a quiet stone appends a 1, and a capture replaces groups by one that
//! is larger than each of them. The mover's own list rises too; the opponent's falls with every capture.
//!
//! "Never both stuck" is a promise about positions that play reaches, not about every drawing: a full board leaves no
//! placement to anybody. In play, one of any two touching enemy groups is a single stone, and the promise follows from
//! that.

mod common;

use std::collections::BTreeSet;
use std::ops::Range;

use common::naive::Model;
use game::{Dice, Game, Random, Record, Seat, legal_actions};
use sixfold_hexoust::{Cell, Colour, HexOust, Position};

/// Seeds of squeezing games that have passes. About one game in a hundred has one.
const SQUEEZES: Range<u64> = 3530..3620;

/// Counts rare events, so that a run without them fails.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    passes: u32,
    stuck: u32,
    several_groups: u32,
    ends: u32,
}

/// The game and the model side by side.
struct Pair {
    game: HexOust,
    model: Model,
    seen: Seen,
}

impl Pair {
    fn start(base: u8) -> Self {
        let pair =
            Self { game: HexOust(Position::empty(base)), model: Model::empty(base.into()), seen: Seen::default() };
        pair.agree();
        pair
    }

    fn agree(&self) {
        let (game, model) = (&self.game, &self.model);
        let named = |spots: &BTreeSet<_>| spots.iter().map(|&spot| model.name(spot)).collect::<BTreeSet<_>>();
        let name = |cell| game.write(&Cell(cell as u8));
        let stones = |colour| game.0.stones(colour).iter().map(name).collect::<BTreeSet<_>>();
        let legal: BTreeSet<String> = legal_actions(game).iter().map(|cell| game.write(cell)).collect();
        assert_eq!(legal, named(&model.legal()), "legal placements\n{game:?}");
        assert_eq!(Colour::BOTH.map(stones), [0, 1].map(|seat| named(&model.stones[seat])), "stones\n{game:?}");
        assert_eq!(game.turn().seat, Seat(model.mover as u8), "mover\n{game:?}");
        assert_eq!(game.turn().number, model.turn, "turn\n{game:?}");
        assert_eq!(game.passed(), model.passed.map(|seat| Seat(seat as u8)).as_slice(), "passes\n{game:?}");
        let winner = game.outcome().map(|outcome| outcome.winner().expect("there are no draws"));
        assert_eq!(winner, model.winner.map(|seat| Seat(seat as u8)), "winner\n{game:?}");
    }

    /// Plays in both, compares, and checks every promise of HO-7.
    fn place(&mut self, cell: Cell) {
        let before = self.model.clone();
        let name = self.game.write(&cell);
        let spot = before.spots().into_iter().find(|&spot| before.name(spot) == name).expect("the model names it too");
        self.game.play(&cell, &mut Dice::scripted([])).expect("it is listed");
        let groups = self.model.place(spot);
        self.agree();

        let (me, model) = (before.mover, &self.model);
        assert!(model.sizes(&[0, 1]) > before.sizes(&[0, 1]), "ho_7: the list of all sizes rises\n{:?}", self.game);
        assert!(model.sizes(&[me]) > before.sizes(&[me]), "ho_7: the mover's own list rises\n{:?}", self.game);
        assert!(model.only_single_stones_touch_larger_enemies(), "ho_7: large groups touch\n{:?}", self.game);
        if model.winner.is_none() {
            let somewhere = [0, 1].map(|seat| !model.placements(seat).is_empty());
            assert_ne!(somewhere, [false, false], "ho_7: both are stuck\n{:?}", self.game);
            // The captured cells have no neighbour of their colour any more, so a quiet stone may be placed on each.
            assert!(groups == 0 || somewhere[1 - me], "a capture always leaves its victim a placement");
        }
        self.seen.passes += u32::from(model.passed.is_some());
        self.seen.stuck += u32::from(groups > 0 && model.winner.is_none() && model.turn > before.turn);
        self.seen.several_groups += u32::from(groups > 1);
        self.seen.ends += u32::from(model.winner.is_some());
    }

    fn play_out(mut self, mut choose: impl FnMut(&HexOust) -> Cell) -> Seen {
        // HO-7's bound on the length of a game has many digits. Random games stay under 300 placements on base 7.
        for _ in 0..2_000 {
            if self.game.outcome().is_some() {
                return self.seen;
            }
            self.place(choose(&self.game));
        }
        panic!("no end\n{:?}", self.game);
    }
}

fn add(mut sum: Seen, seen: Seen) -> Seen {
    sum.passes += seen.passes;
    sum.stuck += seen.stuck;
    sum.several_groups += seen.several_groups;
    sum.ends += seen.ends;
    sum
}

/// Both players try to leave blue no placement, and sometimes play at random. Purely random play never leads to a pass.
fn squeeze(game: &HexOust, random: &mut Random) -> Cell {
    let legal = legal_actions(game);
    if random.below(10) == 0 {
        return *random.pick(&legal).expect("the game is running");
    }
    let left_to_blue = |cell: &Cell| {
        let mut after = game.0.clone();
        after.place(*cell);
        if after.winner().is_some() {
            return usize::MAX;
        }
        let [red, blue] = Colour::BOTH.map(|colour| after.stones(colour));
        Position::set_up(after.base(), red, blue, Colour::Blue, 1).legal().len()
    };
    let scored: Vec<(usize, Cell)> = legal.iter().map(|cell| (left_to_blue(cell), *cell)).collect();
    let least = scored.iter().map(|(left, _)| *left).min();
    let best: Vec<Cell> = scored.iter().filter(|(left, _)| Some(*left) == least).map(|(_, cell)| *cell).collect();
    *random.pick(&best).expect("the game is running")
}

#[test]
fn random_games_agree_with_the_model_on_every_board() {
    for (base, games) in [(4, 300), (5, 60), (6, 15), (7, 6)] {
        let seen = (0..games).map(|seed| {
            let mut random = Random::new(seed);
            let choose = |game: &HexOust| game.random_action(&mut random, &mut Vec::new()).expect("it is running");
            Pair::start(base).play_out(choose)
        });
        let seen = seen.fold(Seen::default(), add);
        assert_eq!(seen.ends, games as u32, "every game ends");
        assert!(seen.several_groups > 0, "base {base}: the games are too few to see {seen:?}");
    }
}

#[test]
fn squeezing_games_agree_with_the_model_and_reach_passes() {
    let seen = SQUEEZES.map(|seed| {
        let mut random = Random::new(seed);
        Pair::start(4).play_out(|game| squeeze(game, &mut random))
    });
    let seen = seen.fold(Seen::default(), add);
    assert!(seen.passes > 0 && seen.stuck > 0, "these seeds were chosen for {seen:?}");
}

#[test]
fn the_golden_games_agree_with_the_model() {
    for file in ["pass-on-base-4", "chains-on-base-5", "long-on-base-7"] {
        let text = std::fs::read_to_string(format!("tests/golden/{file}.record")).unwrap();
        let record: Record = text.parse().unwrap();
        let base = record.setup.strip_prefix("base=").unwrap().parse().unwrap();
        let mut actions = record.actions();
        Pair::start(base).play_out(|game| game.read(&actions.next().expect("it is a whole game").text).unwrap());
    }
}

/// Positions that play does not reach obey the same rules of placement. Only the promise about being stuck does not
/// hold for them.
#[test]
fn strewn_positions_agree_with_the_model() {
    let mut random = Random::new(7);
    for _ in 0..400 {
        let density = 1 + random.below(8);
        let rows = [4, 5, 6, 7, 6, 5, 4].map(|length| {
            let cells = (0..length).map(|_| match random.below(10) {
                draw if draw >= density => ".",
                draw if draw % 2 == 0 => "R",
                _ => "B",
            });
            cells.collect::<Vec<_>>().join(" ")
        });
        let drawing = rows.join("\n");
        for (mover, colour) in Colour::BOTH.into_iter().enumerate() {
            let game = HexOust(Position::drawn(&drawing, colour));
            let pair = Pair { game, model: Model::drawn(&drawing, mover), seen: Seen::default() };
            pair.agree();
        }
    }
}

#[test]
fn ho_7_a_full_board_is_no_position_of_play() {
    let full = "B B R\n R B B R\n B R R B B\n B B R R\n R R B";
    assert!(Colour::BOTH.iter().all(|&mover| Position::drawn(full, mover).legal().is_empty()));
    assert!(!Model::drawn(full, 0).only_single_stones_touch_larger_enemies());
}
