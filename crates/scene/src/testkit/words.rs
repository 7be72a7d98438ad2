//! Every line of a game's message files is said, and everything that is said has its line.

use std::collections::BTreeSet;
use std::fs;

use game::testkit::{Speech, check_files};
use game::{
    Chance, Dice, EventKind, Game, Match, Message, Random, Refusal, RuleSet as _, Seat, Seed, Setup, SetupError,
    Viewer, legal_actions, replay,
};
use serde::Serialize;

use super::opened;
use crate::{Draw, Pick};

/// In each position at most this many actions, and as many places, are looked at.
const MOST_A_POSITION: usize = 24;
/// An action that rolls dice is played this often in a position that a test gives.
const ROLLS: u64 = 24;
/// In each match about this many positions are looked at, evenly spread. What happens between them is told all the same.
const MOST_A_MATCH: usize = 50;

/// Collects every message of a game that random play, records and given positions reach, and compares the keys with the
/// message files.
///
/// A key that cannot be reached in this way is listed with a reason. A line that is neither said nor listed fails the test,
/// and so does a message without a line. That is why no line can go missing: [`Words::run`] deletes each in turn, in memory,
/// and asserts that this is noticed.
pub struct Words<G: Draw> {
    matches: Vec<Match<G>>,
    positions: Vec<G>,
    universe: Option<Universe<G>>,
    kits: Vec<Setup>,
    conflicts: Vec<Message>,
    also: Vec<serde_json::Value>,
    not_reached: Vec<(&'static str, &'static str)>,
}

/// Every action that can be written down, legal or not.
type Universe<G> = Box<dyn Fn(&G) -> Vec<<G as Game>::Action>>;

impl<G: Draw> Default for Words<G> {
    fn default() -> Self {
        Self {
            matches: Vec::new(),
            positions: Vec::new(),
            universe: None,
            kits: Vec::new(),
            conflicts: Vec::new(),
            also: Vec::new(),
            not_reached: Vec::new(),
        }
    }
}

impl<G: Draw> Words<G> {
    /// Begins with the sentences about the game itself counted as said.
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays so many random games of this setup.
    #[must_use]
    pub fn play(mut self, setup: &str, games: u64) -> Self {
        let setup = setup_of::<G>(setup);
        for number in 0..games {
            let game_match = Match::new(setup.clone(), Seed::number(number)).expect("the setup starts a match");
            self.matches.push(game::testkit::play_at_random(game_match, number));
        }
        self.kits.push(setup);
        self
    }

    /// Replays every record (`*.record`) of a folder.
    #[must_use]
    pub fn records(mut self, folder: &str) -> Self {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "record")) {
            let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let record = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            self.matches.push(replay(&record).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        }
        self
    }

    /// Also collects the messages of this match, which a test has played because random play rarely reaches them.
    #[must_use]
    pub fn played(mut self, game_match: Match<G>) -> Self {
        self.matches.push(game_match);
        self
    }

    /// Looks at this position, and plays every action in it.
    #[must_use]
    pub fn position(mut self, position: G) -> Self {
        self.positions.push(position);
        self
    }

    /// Starts a match with options that do not go together, for the sentence that refuses them.
    #[must_use]
    pub fn conflict(mut self, setup: &str) -> Self {
        match Match::<G>::new(setup_of::<G>(setup), Seed::number(0)) {
            Err(SetupError::Conflict { message, .. }) => self.conflicts.push(message),
            other => panic!("`{setup}` is no conflict: {:?}", other.err()),
        }
        self
    }

    /// Every action that can be written down in a position, for the refusals of those that are not legal.
    #[must_use]
    pub fn universe(mut self, universe: impl Fn(&G) -> Vec<G::Action> + 'static) -> Self {
        self.universe = Some(Box::new(universe));
        self
    }

    /// Also collects the messages in this data, such as what a journey of the game shows and refuses.
    #[must_use]
    pub fn also(mut self, data: &impl Serialize) -> Self {
        self.also.push(serde_json::to_value(data).expect("it is plain data"));
        self
    }

    /// Lines that none of this says, each with the reason.
    #[must_use]
    pub fn not_reached(mut self, lines: &[(&'static str, &'static str)]) -> Self {
        self.not_reached.extend(lines);
        self
    }

    /// Panics with everything that is wrong.
    pub fn run(&self) {
        let speech = Speech::of::<G>().unwrap_or_else(|problem| panic!("{problem}"));
        let mut saying =
            Saying { speech: &speech, universe: &self.universe, problems: BTreeSet::new(), random: Random::new(1) };
        for game_match in &self.matches {
            saying.play(game_match);
        }
        for position in &self.positions {
            saying.look_and_try(position);
        }
        let rules = G::Rules::built_in();
        for setup in &self.kits {
            let kits = G::INFO.options.iter().filter_map(|spec| G::kit(&rules, setup, spec.key));
            kits.for_each(|kit| saying.say_all_in(&kit));
        }
        self.conflicts.iter().for_each(|message| saying.say_all_in(message));
        self.also.iter().for_each(|data| saying.say_all_in(data));
        let mut problems = saying.problems;
        let not_reached: BTreeSet<String> = self.not_reached.iter().map(|(key, _)| (*key).to_owned()).collect();
        problems.extend(speech.compare(G::INFO.texts, &not_reached));
        assert!(problems.is_empty(), "{}: {}", G::INFO.name, problems.into_iter().collect::<Vec<_>>().join("\n"));
        every_line_is_missed(&speech, G::INFO.texts, &not_reached);
    }
}

/// Deletes each line in turn, from each file and from all files, and asserts that the checks notice.
fn every_line_is_missed(speech: &Speech, files: &[(&str, &str)], not_reached: &BTreeSet<String>) {
    let keys: Vec<&str> = files[0].1.lines().filter_map(key_of).collect();
    assert!(!keys.is_empty(), "there are lines to delete");
    for key in keys {
        for (language, _) in files {
            let rest: Vec<_> = files
                .iter()
                .map(|(name, text)| (*name, if name == language { without(text, key) } else { (*text).to_owned() }))
                .collect();
            assert!(files.len() == 1 || check_files(&rest).is_err(), "`{key}` is not missed in {language}");
        }
        let rest: Vec<_> = files.iter().map(|(name, text)| (*name, without(text, key))).collect();
        assert!(!speech.compare(&rest, not_reached).is_empty(), "`{key}` is not missed");
    }
}

fn setup_of<G: Game>(setup: &str) -> Setup {
    let pairs = setup.split_whitespace();
    Setup::parse(G::INFO.options, pairs).unwrap_or_else(|error| panic!("the test names a setup of the game: {error}"))
}

fn key_of(line: &str) -> Option<&str> {
    line.split_once('=').map(|(key, _)| key.trim()).filter(|_| !line.trim_start().starts_with('#'))
}

fn without(text: &str, key: &str) -> String {
    text.lines().filter(|line| key_of(line) != Some(key)).flat_map(|line| [line, "\n"]).collect()
}

/// The viewers that may get different messages.
fn viewers<G: Game>(state: &G) -> Vec<Viewer> {
    if G::INFO.hidden { Viewer::all(state.seats()).collect() } else { vec![Viewer::Seat(state.turn().seat)] }
}

/// The messages collected so far, and the problems found.
struct Saying<'a, G: Draw> {
    speech: &'a Speech,
    universe: &'a Option<Universe<G>>,
    problems: BTreeSet<String>,
    random: Random,
}

impl<G: Draw> Saying<'_, G> {
    fn say_all_in(&mut self, data: &impl Serialize) {
        self.problems.extend(self.speech.check_all_in(data).err());
    }

    fn play(&mut self, game_match: &Match<G>) {
        let states: Vec<G> = std::iter::once(game_match.state_after(0)).chain(game_match.states()).collect();
        for (_, luck) in states[0].luck_of_start() {
            self.say_all_in(&luck.what);
        }
        for (event, pair) in game_match.log().iter().zip(states.windows(2)) {
            let [before, after] = pair else { continue };
            for viewer in viewers(before) {
                self.say_all_in(&match &event.kind {
                    EventKind::Action { action, .. } => G::tell(before, action, &event.rolls, after, viewer),
                    EventKind::Exit(exit) => G::tell_exit(before, *exit, &event.rolls, after, viewer),
                });
            }
            let action = event.action().map(|(_, action)| action);
            for (_, luck) in G::luck_of_all(before, action, &event.rolls) {
                self.say_all_in(&luck.what);
            }
        }
        self.say_all_in(
            &Viewer::all(states[0].seats())
                .map(|viewer| G::unbegun(states[0].view(viewer)))
                .map(|view| G::imagine(&view, &mut Random::new(0)).scene(&view))
                .collect::<Vec<_>>(),
        );
        let between = states.len().div_ceil(MOST_A_MATCH);
        states.iter().step_by(between).chain(states.last()).for_each(|state| self.look(state));
    }

    /// Everything that is said while a position stands.
    fn look(&mut self, state: &G) {
        for viewer in viewers(state) {
            let (view, fits) = opened(state, viewer);
            self.say_all_in(&fits.scene(&view));
            self.say_all_in(&fits.expected(&view));
            let aims = Seat::first(state.seats()).map(Some).chain([None]).map(|seat| fits.aim(&view, seat));
            self.say_all_in(&aims.collect::<Vec<_>>());
            let dangers = Seat::first(state.seats()).map(|seat| fits.danger(&view, seat));
            self.say_all_in(&dangers.collect::<Vec<_>>());
            let exposed = Seat::first(state.seats()).map(|seat| fits.exposed(&view, seat));
            self.say_all_in(&exposed.collect::<Vec<_>>());
        }
        if let Err(error) = state.read("?") {
            self.say_all_in(&error.message);
        }
        let (view, fits) = opened(state, Viewer::Seat(state.turn().seat));
        let ends = fits.scene(&view).ends;
        for end in ends.iter().step_by(8).chain(ends.iter().find(|end| end.costly)) {
            self.say_all_in(&fits.ways(end.place).into_iter().map(|way| way.story).collect::<Vec<_>>());
        }
        self.say_all_in(&fits.routine().map(|routine| routine.label));
        let mut legal = legal_actions(state);
        self.some_of(&mut legal);
        for action in &legal {
            self.say_all_in(&fits.preview(&view, action));
            for path in std::iter::once(fits.path(action)).chain(fits.other_paths(action)) {
                self.say_all_in(&path);
                (0..path.len()).for_each(|picked| self.say_all_in(&fits.partway(&view, &path[..picked])));
            }
        }
        self.why_not(&fits, &view, &legal);
        self.refuse(&fits, &view);
    }

    /// Why picks lead to no action: places alone, and places after the beginning of an action.
    fn why_not(&mut self, fits: &G, view: &G::View, legal: &[G::Action]) {
        let places = |place| match place {
            crate::Place::Hex(hex) => Some(Pick::Hex(hex)),
            crate::Place::Vertex(vertex) => Some(Pick::Vertex(vertex)),
            crate::Place::Triangle(_) => None,
        };
        let mut picks: Vec<Pick> = fits.scene(view).cells.iter().filter_map(|cell| places(cell.place)).collect();
        self.some_of(&mut picks);
        let begun = legal.iter().map(|action| fits.path(action)).find(|path| path.len() > 1);
        for pick in picks {
            self.say_all_in(&fits.why_not(view, std::slice::from_ref(&pick)));
            if let Some(path) = &begun {
                self.say_all_in(&fits.why_not(view, &[path[0].clone(), pick]));
            }
        }
    }

    /// Why actions that can be written down are not legal.
    fn refuse(&mut self, fits: &G, view: &G::View) {
        let Some(universe) = self.universe else { return };
        let mut reasons = BTreeSet::new();
        for action in &universe(fits) {
            if let Err(Refusal::Illegal(why)) = fits.check(action) {
                // One action for each reason is enough.
                if reasons.insert(why.key.clone()) {
                    self.say_all_in(&why);
                    self.say_all_in(&(!G::INFO.hidden).then(|| fits.preview(view, action)));
                }
            }
        }
    }

    fn look_and_try(&mut self, position: &G) {
        self.look(position);
        for action in legal_actions(position) {
            let (view, fits) = opened(position, Viewer::Seat(position.turn().seat));
            self.say_all_in(&fits.preview(&view, &action));
            let rolls_dice = position.chance(&action, &mut Vec::new()) != Chance::Certain;
            for number in 0..if rolls_dice { ROLLS } else { 1 } {
                let mut dice = Dice::seeded(&Seed::number(number));
                let mut after = position.clone();
                after.apply(&action, &mut dice);
                let rolls = dice.take_rolls();
                for viewer in viewers(position) {
                    self.say_all_in(&G::tell(position, &action, &rolls, &after, viewer));
                }
                if number < 2 {
                    self.look(&after);
                }
            }
        }
    }

    fn some_of<T>(&mut self, things: &mut Vec<T>) {
        while things.len() > MOST_A_POSITION {
            things.swap_remove(self.random.below(things.len() as u32) as usize);
        }
    }
}
