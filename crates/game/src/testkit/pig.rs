//! The dice game Pig for three players, with a secret bonus: chance, hidden knowledge, long turns and more than two
//! seats in a short program. It can be built with a mistake that the suite has to find.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    Chance, Dice, Game, Info, Message, Misfit, NotationError, OptionKind, OptionSpec, Outcome, PositionError,
    PositionText, Random, Refusal, Roll, Seat, Setup, SetupError, Turn, Viewer,
};

/// A mistake to plant in [`FaultyPig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// No mistake.
    None,
    /// Every view shows every bonus.
    ViewLeaks,
    /// A refusal depends on something that the seat cannot know.
    RefusalLeaks,
    /// The stated odds are not those of the die.
    WrongOdds,
    /// An illegal action is accepted.
    AcceptsIllegal,
    /// An action is listed twice.
    ListsTwice,
    /// Two actions are written alike.
    SameNotation,
    /// The state depends on something other than setup, seed and actions.
    Unrepeatable,
    /// The game never ends.
    Endless,
    /// A language lacks a sentence.
    MissingSentence,
    /// The text of a position leaves out the points at stake.
    ForgetsStake,
}

/// A seat rolls as often as it likes; a 1 loses the points of the turn. The first seat to reach the goal ends the game.
/// Then each seat's secret bonus is added.
pub type Pig = FaultyPig<{ Fault::None as u8 }>;

/// [`Pig`] with a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyPig<const FAULT: u8> {
    goal: u32,
    banked: [u32; 3],
    bonus: [u32; 3],
    at_stake: u32,
    turns_played: u32,
    /// Whether each seat has left.
    left: [bool; 3],
    passed: Vec<Seat>,
}

/// The actions of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PigAction {
    /// Roll the die.
    Roll,
    /// Bank the points at stake; only if there are any.
    Hold,
}

/// A viewer's knowledge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PigView {
    goal: u32,
    banked: [u32; 3],
    bonus: [Option<u32>; 3],
    at_stake: u32,
    turns_played: u32,
    left: [bool; 3],
    passed: Vec<Seat>,
}

impl<const FAULT: u8> FaultyPig<FAULT> {
    const fn has(fault: Fault) -> bool {
        FAULT == fault as u8
    }

    /// The same state with other values for the secrets that `viewer` cannot know.
    #[must_use]
    pub fn with_other_secrets(&self, viewer: Viewer, random: &mut Random) -> Self {
        let mut twin = self.clone();
        if self.outcome().is_none() {
            for seat in Seat::first(3).filter(|&seat| viewer != Viewer::Seat(seat) && viewer != Viewer::Everything) {
                twin.bonus[seat.index()] = 1 + random.below(6);
            }
        }
        twin
    }

    fn rolled(&mut self, value: u32) {
        if value == 1 {
            self.end_turn();
        } else {
            self.at_stake += value;
        }
    }
}

impl<const FAULT: u8> FaultyPig<FAULT> {
    fn end_turn(&mut self) {
        self.at_stake = 0;
        self.turns_played += 1;
        if self.outcome().is_none() {
            self.pass_over_seats_that_left();
        }
    }

    fn pass_over_seats_that_left(&mut self) {
        while self.left[self.turn().seat.index()] {
            self.passed.push(self.turn().seat);
            self.turns_played += 1;
        }
    }
}

impl<const FAULT: u8> Game for FaultyPig<FAULT> {
    type Action = PigAction;
    type View = PigView;
    type Rules = ();

    const INFO: Info = Info {
        key: "pig",
        name: "Pig",
        rules_version: 1,
        seat_names: &["ash", "birch", "cedar"],
        presets: &[],
        options: &[OptionSpec {
            key: "goal",
            kind: OptionKind::Whole { least: 5, most: 100 },
            default: "20",
            seat: None,
        }],
        hidden: true,
        grace_seconds: None,
        rules: &[],
        texts: &[
            (
                "en",
                "summary = Roll as often as you dare\ncredit = folklore\noption.goal = Goal\noption.goal.help = points that end the game\nseat.ash = Ash\nseat.birch = Birch\nseat.cedar = Cedar\nrolled = {seat} rolls {value}\nheld = {seat} holds\nnothing = nothing to hold\nno-action = `{found}` is not an action: roll or hold",
            ),
            if Self::has(Fault::MissingSentence) {
                ("de", "seat.ash = Esche")
            } else {
                (
                    "de",
                    "summary = Würfle, so oft du dich traust\ncredit = volkstümlich\noption.goal = Ziel\noption.goal.help = Punkte, die das Spiel beenden\nseat.ash = Esche\nseat.birch = Birke\nseat.cedar = Zeder\nrolled = {seat} würfelt {value}\nheld = {seat} hält\nnothing = es gibt nichts zu halten\nno-action = „{found}“ ist kein Zug: roll oder hold",
                )
            },
        ],
    };

    fn start_by(setup: &Setup, _rules: &Arc<()>, dice: &mut Dice) -> Result<Self, SetupError> {
        let bonus = [(); 3].map(|()| dice.roll(6));
        Ok(Self {
            goal: setup.whole("goal") as u32,
            banked: [0; 3],
            bonus,
            at_stake: 0,
            turns_played: 0,
            left: [false; 3],
            passed: Vec::new(),
        })
    }

    fn read_position(text: &str, setup: &Setup, _rules: &Arc<()>) -> Result<Self, PositionError> {
        let text = PositionText::cut(text, &["banked", "bonus", "stake", "left"])?;
        let three = |key: &str| -> Result<[u32; 3], PositionError> {
            let numbers = text.numbers(key)?.and_then(|numbers: Vec<u32>| numbers.try_into().ok());
            let numbers = numbers.filter(|numbers: &[u32; 3]| numbers.iter().all(|&number| number <= 1000));
            numbers.ok_or_else(|| PositionError::new(format!("three numbers up to 1000 after `{key}:`")))
        };
        let turn: u32 = text.number("turn")?.unwrap_or(1);
        let (left, seat) = (three("left")?.map(|left| left > 0), text.actor(Self::INFO.seat_names)?);
        let acts = turn > 0 && (turn - 1) % 3 == u32::from(seat.0) && !left[seat.index()];
        PositionError::unless(acts, || format!("this seat does not act in turn {turn}"))?;
        Ok(Self {
            goal: setup.whole("goal") as u32,
            banked: three("banked")?,
            bonus: three("bonus")?,
            at_stake: text.number("stake")?.filter(|stake| *stake <= 1000).unwrap_or(0),
            turns_played: turn - 1,
            left,
            passed: Vec::new(),
        })
    }

    fn write_position(&self) -> String {
        let three = |numbers: [u32; 3]| numbers.map(|number| number.to_string()).join(" ");
        let Turn { number, seat } = self.turn();
        let (banked, bonus, left) = (three(self.banked), three(self.bonus), three(self.left.map(u32::from)));
        let (name, stake) = (Self::INFO.seat_names[seat.index()], self.at_stake);
        // The suite has to find a position that is written without everything that matters.
        let stake = if Self::has(Fault::ForgetsStake) { 0 } else { stake };
        format!("act: {name}\nturn: {number}\nbanked: {banked}\nbonus: {bonus}\nstake: {stake}\nleft: {left}\n")
    }

    fn seats(&self) -> u8 {
        3
    }

    fn turn(&self) -> Turn {
        let over = u32::from(self.outcome().is_some());
        Turn { number: self.turns_played + 1 - over, seat: Seat(((self.turns_played - over) % 3) as u8) }
    }

    fn outcome(&self) -> Option<Outcome> {
        if Self::has(Fault::Endless) || self.banked.iter().all(|&points| points < self.goal) {
            return None;
        }
        let total = |seat: usize| self.banked[seat] + self.bonus[seat];
        let place = |seat: usize| 1 + (0..3).filter(|&other| total(other) > total(seat)).count() as u8;
        Some(Outcome::places(&[place(0), place(1), place(2)]))
    }

    fn legal(&self, actions: &mut Vec<PigAction>) {
        if self.outcome().is_none() {
            actions.push(PigAction::Roll);
            if Self::has(Fault::ListsTwice) {
                actions.push(PigAction::Roll);
            }
            if self.at_stake > 0 {
                actions.push(PigAction::Hold);
            }
        }
    }

    fn check(&self, action: &PigAction) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            Err(Refusal::GameOver)
        } else if *action == PigAction::Hold && self.at_stake == 0 && !Self::has(Fault::AcceptsIllegal) {
            let mut why = Message::new("nothing");
            if Self::has(Fault::RefusalLeaks) {
                why = why.with("bonus", i64::from(self.bonus[(self.turn().seat.index() + 1) % 3]));
            }
            Err(Refusal::Illegal(why))
        } else {
            Ok(())
        }
    }

    fn apply(&mut self, action: &PigAction, dice: &mut Dice) {
        self.passed.clear();
        match action {
            PigAction::Roll => {
                let mut value = dice.roll(6);
                if Self::has(Fault::Unrepeatable) {
                    use std::sync::atomic::{AtomicU32, Ordering};
                    static CALLS: AtomicU32 = AtomicU32::new(0);
                    value = 1 + (value + CALLS.fetch_add(1, Ordering::Relaxed)) % 6;
                }
                self.rolled(value);
            }
            PigAction::Hold => {
                self.banked[self.turn().seat.index()] += self.at_stake;
                self.end_turn();
            }
        }
    }

    fn chance(&self, action: &PigAction, weights: &mut Vec<u32>) -> Chance {
        match action {
            PigAction::Roll if Self::has(Fault::WrongOdds) => weights.extend([2, 1, 1, 1, 1, 1]),
            PigAction::Roll => weights.extend([1; 6]),
            PigAction::Hold => return Chance::Certain,
        }
        Chance::Listed
    }

    fn apply_outcome(&mut self, _roll: &PigAction, outcome: usize) {
        self.passed.clear();
        self.rolled(outcome as u32 + 1);
    }

    fn write(&self, action: &PigAction) -> String {
        match action {
            PigAction::Hold if !Self::has(Fault::SameNotation) => "hold",
            _ => "roll",
        }
        .to_owned()
    }

    fn read(&self, text: &str) -> Result<PigAction, NotationError> {
        match text {
            "roll" => Ok(PigAction::Roll),
            "hold" => Ok(PigAction::Hold),
            _ => Err(NotationError::new(text, Message::new("no-action"))),
        }
    }

    fn view(&self, viewer: Viewer) -> PigView {
        let open = self.outcome().is_some() || viewer == Viewer::Everything || Self::has(Fault::ViewLeaks);
        let mut bonus = [None; 3];
        for seat in Seat::first(3).filter(|&seat| open || viewer == Viewer::Seat(seat)) {
            bonus[seat.index()] = Some(self.bonus[seat.index()]);
        }
        let Self { goal, banked, at_stake, turns_played, left, .. } = *self;
        PigView { goal, banked, bonus, at_stake, turns_played, left, passed: self.passed.clone() }
    }

    fn try_imagine(view: &PigView, random: &mut Random) -> Result<Self, Misfit> {
        let bonus = view.bonus.map(|known| known.unwrap_or_else(|| 1 + random.below(6)));
        let PigView { goal, banked, at_stake, turns_played, left, .. } = *view;
        Ok(Self { goal, banked, bonus, at_stake, turns_played, left, passed: view.passed.clone() })
    }

    fn passed(&self) -> &[Seat] {
        &self.passed
    }

    fn has_part(&self, seat: Seat) -> bool {
        !self.left[seat.index()]
    }

    fn withdraw(&mut self, seat: Seat, _dice: &mut Dice) -> bool {
        if self.left.contains(&true) {
            return false; // a single seat cannot play on
        }
        self.passed.clear();
        self.left[seat.index()] = true;
        if self.turn().seat == seat {
            self.at_stake = 0;
            self.pass_over_seats_that_left();
        }
        true
    }

    fn tell(before: &Self, action: &PigAction, rolls: &[Roll], _after: &Self, _viewer: Viewer) -> Vec<Message> {
        let key = if *action == PigAction::Roll { "rolled" } else { "held" };
        let told = Message::new(key).with("seat", before.turn().seat);
        vec![rolls.first().map_or(told.clone(), |roll| told.with("value", i64::from(roll.value)))]
    }
}
