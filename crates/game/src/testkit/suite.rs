//! The conformance suite: the promises of every implementation of [`Game`].

use std::fmt::Debug;

use super::speech::Speech;
use super::{chance, fairness, position_text, positions};
use crate::{Dice, Exit, Game, Match, NamedRules, Random, RuleFiles, Seat, Seed, Setup, Viewer};

/// Players leave in one game of this many, if the game can go on without them.
const EXITS_EVERY: u64 = 3;
/// In those games, the chance of an exit before each action is one in this many.
const EXIT_IN: u32 = 12;

/// The checks that every game passes, with the settings of one game.
///
/// ```
/// use sixfold_game::testkit::{Sticks, Suite};
/// Suite::<Sticks>::new().setup("a=5 b=2").games(20).run();
/// ```
pub struct Suite<G: Game> {
    pub(super) rules: NamedRules<G::Rules>,
    setups: Vec<Setup>,
    pub(super) games: u64,
    pub(super) most_actions: usize,
    pub(super) universe: Option<Universe<G>>,
    pub(super) twins: Option<Twins<G>>,
}

/// Every action that can be written, legal or not.
pub(super) type Universe<G> = Box<dyn Fn(&G) -> Vec<<G as Game>::Action>>;
/// States that the viewer cannot tell apart from the given one.
pub(super) type Twins<G> = Box<dyn Fn(&G, Viewer, &mut Random) -> Vec<G>>;

/// The first problem, if there is one.
pub(super) type Verdict = Result<(), String>;

impl<G: Game> Default for Suite<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Suite<G> {
    /// The suite over the game's default setup.
    pub fn new() -> Self {
        let setups = vec![Setup::defaults(G::INFO.options)];
        let rules = NamedRules::built_in();
        Self { rules, setups, games: 50, most_actions: 10_000, universe: None, twins: None }
    }

    /// Adds a setup, written as in a record.
    #[must_use]
    pub fn setup(mut self, pairs: &str) -> Self {
        self.setups.push(Setup::parse(G::INFO.options, pairs.split(' ')).expect("the test names a setup of the game"));
        self
    }

    /// By this rule set instead of the built-in one.
    #[must_use]
    pub fn rules(mut self, files: &RuleFiles) -> Self {
        self.rules = NamedRules::parse(files).unwrap_or_else(|error| panic!("the rules of the test: {error}"));
        self
    }

    /// The number of random games for each setup.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// The largest number of actions of a random game.
    #[must_use]
    pub fn most_actions(mut self, most: usize) -> Self {
        self.most_actions = most;
        self
    }

    /// Sets a list of every action that can be written in a state. The illegal ones among them must be refused. Without
    /// this list the suite tries actions from other positions of the same game.
    #[must_use]
    pub fn universe(mut self, universe: impl Fn(&G) -> Vec<G::Action> + 'static) -> Self {
        self.universe = Some(Box::new(universe));
        self
    }

    /// Sets a function that gives states which a viewer cannot tell apart from the given one. It must make them from
    /// the rules and not from the view. A game with hidden knowledge has to have one.
    #[must_use]
    pub fn twins(mut self, twins: impl Fn(&G, Viewer, &mut Random) -> Vec<G> + 'static) -> Self {
        self.twins = Some(Box::new(twins));
        self
    }

    /// Runs every check and panics with the first problem.
    pub fn run(&self) {
        if let Err(problem) = self.check() {
            panic!("{} breaks a promise: {problem}", G::INFO.name);
        }
    }

    /// Runs every check and returns the first problem.
    pub fn check(&self) -> Result<(), String> {
        ensure(G::INFO.hidden == self.twins.is_some(), || {
            "a game gives twins exactly if it hides something".to_owned()
        })?;
        let speech = Speech::of::<G>()?;
        for setup in &self.setups {
            let mut pool = Vec::new();
            for number in 0..self.games {
                let game = Drawn::play(&self.rules, setup, number, self.most_actions)?;
                game.located(positions::check(self, &game, &speech, &mut pool))?;
                game.located(fairness::check(self, &game))?;
                game.located(chance::check(&game))?;
                game.located(position_text::check(self, setup, &game))?;
            }
        }
        Ok(())
    }

    pub(super) fn drawn_games(&self) -> impl Iterator<Item = Result<Drawn<G>, String>> {
        let numbered = self.setups.iter().flat_map(|setup| (0..self.games).map(move |number| (setup, number)));
        numbered.map(|(setup, number)| Drawn::play(&self.rules, setup, number, self.most_actions))
    }
}

/// A random game with every state that it went through.
pub(super) struct Drawn<G: Game> {
    pub(super) game_match: Match<G>,
    /// The first state and the state after every event.
    pub(super) states: Vec<G>,
    pub(super) random: Random,
}

impl<G: Game> Drawn<G> {
    fn play(rules: &NamedRules<G::Rules>, setup: &Setup, number: u64, most_actions: usize) -> Result<Self, String> {
        let mut random = Random::new(number);
        let mut game_match =
            Match::<G>::by(rules, setup.clone(), Seed::number(number)).map_err(|error| error.to_string())?;
        let mut states = vec![game_match.state().clone()];
        let mut scratch = Vec::new();
        while let Some(actor) = game_match.actor() {
            if number.is_multiple_of(EXITS_EVERY) && random.below(EXIT_IN) == 0 {
                let seat = Seat(random.below(u32::from(game_match.state().seats())) as u8);
                if game_match.state().has_part(seat)
                    && game_match.state().clone().withdraw(seat, &mut Dice::seeded(&Seed::number(0)))
                {
                    game_match
                        .exit(Exit::Dropped(seat))
                        .map_err(|refusal| format!("{setup}, game {number}: {refusal}"))?;
                    states.push(game_match.state().clone());
                    continue;
                }
            }
            ensure(states.len() <= most_actions, || {
                format!("{setup}, game {number}: no end in {most_actions} actions")
            })?;
            let action = game_match.state().random_action(&mut random, &mut scratch);
            let action =
                action.ok_or_else(|| format!("{setup}, game {number}: nobody can act and there is no result"))?;
            game_match
                .play(actor, &action)
                .map_err(|refusal| format!("{setup}, game {number}: drawn but refused: {refusal}"))?;
            states.push(game_match.state().clone());
        }
        Ok(Self { game_match, states, random })
    }

    /// Adds the record of the game to a problem, so that it can be reproduced.
    pub(super) fn located(&self, verdict: Verdict) -> Verdict {
        verdict.map_err(|problem| format!("{problem}\nin this game:\n{}", self.game_match.record()))
    }
}

pub(super) fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(problem()) }
}

pub(super) fn ensure_equal<T: PartialEq + Debug>(what: &str, left: &T, right: &T) -> Verdict {
    ensure(left == right, || format!("{what}:\n  {left:?}\n  {right:?}"))
}

/// The seat that acts. None after the end.
pub(super) fn actor<G: Game>(state: &G) -> Option<Seat> {
    state.outcome().is_none().then(|| state.turn().seat)
}
