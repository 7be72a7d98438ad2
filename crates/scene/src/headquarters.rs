//! The headquarters of a journey as plain data: where one is, who travels along, and what can be done before the next match.
//! Page and terminal draw it and know nothing of campaigns.

use game::{Journey, Message, Seat};
use serde::Serialize;

use crate::{Gauge, Shape};

/// A journey that can be drawn.
pub trait DrawJourney: Journey {
    /// The headquarters as a traveller sees it. Texts that the journey's own files have are in this language; everything else
    /// is a message of the game.
    fn headquarters(&self, seat: Seat, language: &str) -> Headquarters;
}

/// Everything that is drawn between two matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Headquarters {
    /// The name of the journey.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The numbers of the whole fleet: worth, places in the dock.
    pub gauges: Vec<Gauge>,
    /// The places of the journey.
    pub stations: Vec<Station>,
    /// The ways between them, by the stations' indices.
    pub roads: Vec<Road>,
    /// The match that comes next, once it is chosen.
    pub mission: Option<Mission>,
    /// The units that travel along.
    pub units: Vec<UnitCard>,
    /// The people without a unit.
    pub reserve: Vec<PersonCard>,
    /// The units and people that were lost on the way, one sentence each.
    pub lost: Vec<Message>,
    /// Begins the next match. None while one is being played and after the end.
    pub start: Option<StepButton>,
    /// Other steps, such as giving up.
    pub steps: Vec<StepButton>,
    /// Everybody who travels, in seat order.
    pub travellers: Vec<TravellerCard>,
    /// What another traveller asks the one who looks.
    pub question: Option<Question>,
    /// What happened, a chapter for each match, the first one first.
    pub chapters: Vec<ChapterCard>,
    /// The numbers of the chart: what the fleet was worth at the beginning and after each match.
    pub worth: Vec<u32>,
    /// How the journey ended.
    pub end: Option<Message>,
}

/// Somebody who travels. Names are known to the host, not to the journey: clients put them in place of the argument
/// `name` of what is said.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TravellerCard {
    /// Whether they have left the journey to the others.
    pub has_left: bool,
    /// What they have decided, such as that they are ready.
    pub says: Option<Message>,
    /// Asks them something, or takes the question back: a step of the one who looks.
    pub ask: Option<StepButton>,
    /// A step of theirs, after which the others go on without them. Hosts let others take it for somebody who is not there.
    pub without: Option<StepButton>,
}

/// A question of one traveller to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// Who asks.
    pub asker: Seat,
    /// The question. Clients put the asker's name in place of its argument `name`.
    pub text: Message,
    /// The answers, as steps of the one who is asked.
    pub answers: Vec<StepButton>,
}

/// Something that can be done now, or why it cannot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepButton {
    /// The step in the journey's notation.
    pub step: String,
    /// The words on the button.
    pub label: Message,
    /// Why it is refused. None if it can be pressed.
    pub refused: Option<Message>,
    /// A question that is asked before it is done, because it cannot be taken back.
    pub ask: Option<Message>,
    /// Whether it is the state that holds now, such as the chosen one of several.
    pub is_on: bool,
}

/// A place of the journey.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Station {
    /// Its name.
    pub title: String,
    /// Its place on the chart, in percent from the left and from the top.
    pub place: [u8; 2],
    /// What it is to the travellers now.
    pub state: StationState,
    /// Chooses it as the next one, if that is possible.
    pub go: Option<StepButton>,
}

/// What a station is to the travellers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum StationState {
    /// They have been there and won.
    Won,
    /// They have been there, and it was a draw.
    Drawn,
    /// They have been there and lost.
    Lost,
    /// They are there now.
    Here,
    /// It can come next.
    Open,
    /// It may come later.
    Ahead,
    /// No way leads there any more.
    Missed,
}

/// A way from one station to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Road {
    /// The index of the station where it begins.
    pub from: usize,
    /// The index of the station where it ends.
    pub to: usize,
    /// Whether the travellers took it.
    pub was_taken: bool,
}

/// The match that comes next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mission {
    /// Its title.
    pub title: String,
    /// What the travellers are told before it.
    pub briefing: String,
    /// Aims, limits, rounds, rewards and where it leads, one sentence each.
    pub facts: Vec<Message>,
    /// What is known of the enemy.
    pub foes: Vec<FoeCard>,
    /// The strength of the chosen units and of the enemy.
    pub strength: [Gauge; 2],
}

/// A kind of enemy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoeCard {
    /// Its name.
    pub title: Message,
    /// Its look.
    pub shape: Shape,
    /// How many there are.
    pub count: u8,
    /// Its values in words.
    pub about: Vec<Message>,
}

/// A unit that travels along.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitCard {
    /// Its name in steps: `s1`.
    pub key: String,
    /// Its own name.
    pub name: String,
    /// Its kind.
    pub kind: Message,
    /// Its look.
    pub shape: Shape,
    /// The traveller whom it belongs to.
    pub owner: Seat,
    /// Hull and armour.
    pub gauges: Vec<Gauge>,
    /// What it carries, a few words each.
    pub about: Vec<Message>,
    /// What is damaged, and whether it is in dock.
    pub state: Vec<Message>,
    /// Whether it is in dock.
    pub is_docked: bool,
    /// Whether it takes part in the next match.
    pub is_sent: bool,
    /// Who commands it.
    pub person: PersonCard,
    /// What can be done with it.
    pub steps: Vec<StepButton>,
    /// The beginning of the step that gives it another name; the new name follows.
    pub rename: Option<String>,
}

/// A person who travels along.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PersonCard {
    /// The name in steps: `c1`.
    pub key: String,
    /// The person's own name.
    pub name: String,
    /// Decides the look of the portrait.
    pub portrait: u32,
    /// Level and experience.
    pub gauges: Vec<Gauge>,
    /// The skills.
    pub skills: Vec<SkillCard>,
    /// The points that can be spent on skills.
    pub points: u8,
    /// What the person has done: all of it in one sentence, then a sentence for each match, the last one first.
    pub history: Vec<Message>,
    /// Where the person can go.
    pub moves: Vec<StepButton>,
    /// The beginning of the step that gives another name; the new name follows.
    pub rename: Option<String>,
}

/// A skill of a person.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkillCard {
    /// Its name.
    pub label: Message,
    /// The rank, and the highest one.
    pub rank: [u8; 2],
    /// What the rank is good for, one sentence each.
    pub about: Vec<Message>,
    /// Raises it by a rank.
    pub learn: Option<StepButton>,
}

/// What happened in one match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChapterCard {
    /// The title of its mission.
    pub title: String,
    /// How it went.
    pub state: StationState,
    /// How it went, and what it brought, one sentence each.
    pub story: Vec<Message>,
    /// What every unit did and took.
    pub units: Vec<UnitReport>,
}

/// What one unit did and took in a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitReport {
    /// Its name.
    pub name: String,
    /// Who commanded it. None for one that joined for this match alone.
    pub person: Option<String>,
    /// Its look.
    pub shape: Shape,
    /// Whether it was lost.
    pub is_lost: bool,
    /// Damage done and taken, enemies destroyed, experience.
    pub gauges: Vec<Gauge>,
    /// Losses, survivors and new levels, one sentence each.
    pub story: Vec<Message>,
}
