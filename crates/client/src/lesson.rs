//! Lessons: positions with one thing to do in each, as data that a designer edits (`games/<game>/data/lesson.toml`).
//!
//! A step says which actions are right. Everything else is judged by a few general conditions ([`When`]), so that no game
//! has code for its lesson. The learner plays at an ordinary [`Client`]: picks, previews, refusals and words are those of
//! a match. [`LessonStep::standing`] judges from the client alone, so taking back an action takes back its verdict.
//!
//! ```toml
//! [[step]]
//! key = "capture"                # the sentences capture.aim, capture.text, capture.done, and capture.missed if there is one
//! setup = "base=4"
//! seat = "red"                   # who the learner is
//! position = """
//! act: red
//! ..."""
//! moves = [["d4", "d5"], ["e*"]]  # for each move the right actions; «show me» plays the first; * is any ending
//! missed = [{ played = ["a1"], say = "capture.not-there" }]
//! replies = ["c3"]               # what the other seats play, one after the other
//! arrows = [["c3", "d4"]]
//! marks = ["d4"]
//! ```

use catalog::Request;
use game::{Seat, Texts, What};
use scene::Gauge;
use serde::Deserialize;

use crate::{Client, Moment, Player, Tongue, find};

/// The most steps of a lesson. Browsers remember with one bit each which of them were done.
const MOST_STEPS: usize = u32::BITS as usize;

/// A lesson: its steps in order.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The steps.
    #[serde(rename = "step")]
    pub steps: Vec<LessonStep>,
}

/// A position and the thing to do in it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The beginning of the keys of its sentences.
    pub key: String,
    /// The options of the match, as records write them. Options that are not named have their usual value.
    #[serde(default)]
    pub setup: String,
    /// The name of the learner's seat.
    pub seat: String,
    /// The seed of the dice.
    #[serde(default)]
    pub seed: u64,
    /// The position, see [`game::Game::read_position`].
    pub position: String,
    /// For each move the right actions. The first of each is the one that is shown to a learner who asks.
    pub moves: Vec<Vec<String>>,
    /// Whether any action is right as long as no condition says otherwise. Then `done` says when the step is done.
    #[serde(default)]
    pub free: bool,
    /// The most moves, if they are more than the right ones.
    #[serde(default)]
    pub most_moves: usize,
    /// The step is done if one of these holds and nothing was missed. If there is none, it is done after all right moves.
    #[serde(default)]
    pub done: Vec<When>,
    /// The step is missed if one of these holds.
    #[serde(default)]
    pub missed: Vec<When>,
    /// The actions of the other seats, one after the other.
    #[serde(default)]
    pub replies: Vec<String>,
    /// Arrows over the board, from place to place.
    #[serde(default)]
    pub arrows: Vec<[String; 2]>,
    /// Places that are pointed out.
    #[serde(default)]
    pub marks: Vec<String>,
}

/// A condition. Everything that is given has to hold.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct When {
    /// The learner has played one of these actions; `*` is any ending.
    pub played: Vec<String>,
    /// A message with this key was told.
    pub told: Option<String>,
    /// This seat has won.
    pub won: Option<String>,
    /// A gauge has reached a value.
    pub gauge: Option<Reached>,
    /// The learner has made this many moves.
    pub moves: Option<usize>,
    /// The key of the sentence that says so; the usual one of the step if there is none.
    pub say: Option<String>,
}

/// A value that a gauge of the scene has to reach.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// The key of the gauge's label.
    pub label: String,
    /// Its seat; any if none is named.
    pub seat: Option<String>,
    /// At least this, in whole units.
    pub least: Option<i64>,
    /// At most this, in whole units.
    pub most: Option<i64>,
}

/// How a step stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There is something to do.
    Open,
    /// It is done. The key of the sentence that praises it and says why it was right.
    Done(String),
    /// It is missed. The key of the sentence that says why, or none if only the aim can be said again.
    Missed(Option<String>),
}

impl Lesson {
    /// Reads a lesson. The error says what is wrong, for the designer.
    pub fn read(text: &str) -> Result<Self, String> {
        let lesson: Self = game::read_toml(text).map_err(|error| error.to_string())?;
        match lesson.steps.len() {
            0..=MOST_STEPS => Ok(lesson),
            steps => Err(format!("a lesson has at most {MOST_STEPS} steps, and not {steps}")),
        }
    }
}

impl LessonStep {
    /// The position with the learner at their seat, and nothing done yet.
    pub fn open(&self, game: &'static dyn catalog::DynGame, tongue: &Tongue) -> Result<Client, String> {
        let names = game.info().seat_names;
        let learner = self.learner(names).ok_or_else(|| format!("there is no seat `{}`", self.seat))?;
        let setup = game.setup(self.setup.split_whitespace()).map_err(|error| error.to_string())?;
        let origin = game::Seed::number(self.seed).into();
        let played = game.start_at(setup, origin, &self.position).map_err(|error| error.to_string())?;
        let level = ai::levels().first().map(|level| level.name.clone()).unwrap_or_default();
        let sits = |seat: Seat| if seat == learner { Player::Person } else { Player::Computer(level.clone()) };
        let players = Seat::first(played.seats()).map(sits).collect();
        Ok(Client::at_position(game, tongue, self.seed, players, played))
    }

    /// The learner's seat.
    fn learner(&self, names: &[&str]) -> Option<Seat> {
        names.iter().position(|name| *name == self.seat).map(|seat| Seat(seat as u8))
    }

    /// How the step stands after what was done at the client: played, or planned and not yet sent. The first verdict stays
    /// until its action is taken back: what is played after a miss is not praised.
    pub fn standing(&self, client: &Client) -> Standing {
        let (played, planned) = (client.history.len(), client.plan.len());
        let all = (0..=played).map(|moments| (moments, 0)).chain((1..=planned).map(|steps| (played, steps)));
        let mut verdicts = all.map(|(moments, steps)| self.judge(&self.past(client, moments, steps)));
        verdicts.find(|verdict| *verdict != Standing::Open).unwrap_or(Standing::Open)
    }

    /// How the step stood after a part of what was done, if it was open before.
    fn judge(&self, past: &Past<'_>) -> Standing {
        let moves = &past.moves;
        let holds = |when: &&When| past.holds(when);
        // The praise is for the right way, not for the same result.
        if let Some(when) = self.missed.iter().find(holds) {
            return Standing::Missed(when.say.clone());
        }
        let wrong = |(made, right): (&String, &Vec<String>)| !right.iter().any(|right| fits(right, made));
        if !self.free && moves.iter().zip(&self.moves).any(wrong) {
            return Standing::Missed(None);
        }
        if let Some(when) = self.done.iter().find(holds) {
            return Standing::Done(when.say.clone().unwrap_or_else(|| self.sentence("done")));
        }
        if moves.len() >= self.moves.len() && self.done.is_empty() {
            return Standing::Done(self.sentence("done"));
        }
        let goes_on = if past.is_learners_turn {
            moves.len() < self.moves.len().max(self.most_moves)
        } else {
            past.is_followed() || self.next_reply(past.client).is_some()
        };
        if goes_on { Standing::Open } else { Standing::Missed(None) }
    }

    /// Plays the next action of the other seats, if it is their turn and the step is open. Returns whether it was played.
    pub fn reply(&self, client: &mut Client) -> bool {
        if client.turn_is_here() || self.standing(client) != Standing::Open {
            return false;
        }
        self.next_reply(client).cloned().is_some_and(|reply| client.play_local(&[reply]).is_ok())
    }

    /// The next action of the other seats, if they have one left and it is legal. If the learner was free to play something
    /// that makes it illegal, the step is missed: nobody could go on.
    fn next_reply(&self, client: &Client) -> Option<&String> {
        let learner = self.learner(client.game.info().seat_names);
        let made = client.history.moments().iter().filter(|moment| moment.what.seat() != learner).count();
        let (seat, local) = client.actor().zip(client.local())?;
        let is_legal = |action: &&String| local.played.check(&Request::Play { seat, action }).is_ok();
        self.replies.get(made).filter(is_legal)
    }

    /// The action that is right next: what «show me» shows. None if the step is not open.
    pub fn right(&self, client: &Client) -> Option<&str> {
        let made = self.past(client, client.history.len(), client.plan.len()).moves.len();
        let is_open = self.standing(client) == Standing::Open;
        self.moves.get(made).filter(|_| is_open)?.first().map(String::as_str)
    }

    /// The key of one of its sentences.
    pub fn sentence(&self, what: &str) -> String {
        format!("{}.{what}", self.key)
    }

    /// The words of a miss: the reason, or the step's own general one, or the client's with the aim.
    pub fn missed_in_words(&self, reason: Option<&str>, texts: &Texts, tongue: &Tongue) -> String {
        let own = || find(texts, &self.sentence("missed"));
        let aim = || find(texts, &self.sentence("aim")).unwrap_or_default();
        let general = || tongue.tell(&game::Message::new("lesson.missed").with("aim", aim()));
        reason.and_then(|key| find(texts, key)).or_else(own).unwrap_or_else(general)
    }

    /// Every key of a sentence that the step says for sure, and then those that it may have.
    pub fn keys(&self) -> (Vec<String>, Vec<String>) {
        let said = self.done.iter().chain(&self.missed).filter_map(|when| when.say.clone());
        let always = ["aim", "text"].map(|what| self.sentence(what)).into_iter().chain(said);
        let usual = self.done.is_empty() || self.done.iter().any(|when| when.say.is_none());
        (always.chain(usual.then(|| self.sentence("done"))).collect(), vec![self.sentence("missed")])
    }

    /// What was done at the client in its first moments, and in the first steps of the plan after all moments.
    fn past<'a>(&self, client: &'a Client, moments: usize, steps: usize) -> Past<'a> {
        let learner = self.learner(client.game.info().seat_names);
        let told = &client.history.moments()[..moments];
        let played = told.iter().filter_map(|moment| match &moment.what {
            What::Action { seat, action, .. } if Some(*seat) == learner => Some(action.clone()),
            What::Action { .. } | What::Exit { .. } => None,
        });
        let moves = played.chain(client.plan.actions().into_iter().take(steps)).collect();
        let is_learners_turn = client.history.actor_after(moments).is_some_and(|actor| Some(actor) == learner);
        Past { client, moments: told, moves, steps, is_learners_turn }
    }
}

/// A part of what was done at a client.
struct Past<'a> {
    client: &'a Client,
    /// What was told of it.
    moments: &'a [Moment],
    /// What the learner has done: the actions that were played, and those that are planned.
    moves: Vec<String>,
    /// How many steps of the plan are counted.
    steps: usize,
    /// Whether the learner acts next.
    is_learners_turn: bool,
}

impl Past<'_> {
    /// Whether something was played after it.
    fn is_followed(&self) -> bool {
        self.moments.len() < self.client.history.len()
    }

    /// Whether a condition holds.
    fn holds(&self, when: &When) -> bool {
        let seat = |name: &String| self.client.game.info().seat_names.iter().position(|known| known == name);
        let played = |action: &String| self.moves.iter().any(|made| fits(action, made));
        let told = |key: &String| self.moments.iter().flat_map(|moment| &moment.told).any(|told| told.key == *key);
        let won = |name: &String| {
            let outcome = self.moments.last().and_then(|moment| moment.outcome);
            let winner = outcome.and_then(|outcome| outcome.winner());
            winner.is_some() && winner.map(Seat::index) == seat(name)
        };
        let reached = |wanted: &Reached| {
            let of_seat =
                |owner: Option<Seat>| wanted.seat.as_ref().is_none_or(|name| owner.map(Seat::index) == seat(name));
            self.gauges().iter().any(|gauge| {
                gauge.label.key == wanted.label
                    && of_seat(gauge.seat)
                    && wanted.least.is_none_or(|least| gauge.value >= least * gauge.per_unit)
                    && wanted.most.is_none_or(|most| gauge.value <= most * gauge.per_unit)
            })
        };
        (when.played.is_empty() || when.played.iter().any(played))
            && when.told.as_ref().is_none_or(told)
            && when.won.as_ref().is_none_or(won)
            && when.moves.is_none_or(|most| self.moves.len() >= most)
            && when.gauge.as_ref().is_none_or(reached)
    }

    /// The gauges of the scene at its end.
    fn gauges(&self) -> Vec<Gauge> {
        let planned = self.client.plan.position_after(self.steps);
        let position = planned.unwrap_or_else(|| self.client.history.after(self.moments.len()));
        position.picture(false).scene.gauges
    }
}

/// Whether an action is the one of a lesson, in which `*` at the end is any ending.
fn fits(pattern: &str, action: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == action, |start| action.starts_with(start))
}
