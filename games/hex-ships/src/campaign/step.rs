//! The steps between battles, and their notation.

use game::{Message, NotationError};

use crate::rules::Skill;

/// The longest name of a ship or a captain, in letters.
pub(super) const LONGEST_NAME: usize = 24;

/// What names are made of, for files.
pub(crate) const NAMES: &str = "a name has up to 24 letters, digits, spaces, hyphens, points and apostrophes";

/// Whether a text can be the name of a ship or a captain.
pub(crate) fn is_name(text: &str) -> bool {
    let fits = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'' | '’' | '.');
    let count = text.chars().count();
    (1..=LONGEST_NAME).contains(&count) && text.trim() == text && !text.contains("  ") && text.chars().all(fits)
}

/// What a commander does between battles. Ships and captains are given by their numbers, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignStep {
    /// Chooses the next mission.
    Go(u8),
    /// Spends a skill point of a captain.
    Learn {
        /// The captain.
        captain: u8,
        /// The skill that rises by a rank.
        skill: Skill,
    },
    /// Puts a ship into the repair dock (HS-41).
    Dock(u8),
    /// Takes it out again, unrepaired.
    Undock(u8),
    /// Moves a captain to a ship. The two captains change places (HS-40).
    Move {
        /// The captain.
        captain: u8,
        /// The ship.
        ship: u8,
    },
    /// Sends a ship into the next battle.
    Send(u8),
    /// Keeps a ship out of it.
    Keep(u8),
    /// Gives a ship another name.
    NameShip(u8, String),
    /// Gives a captain another name.
    NameCaptain(u8, String),
    /// Begins the battle. With two commanders, both have to.
    Start,
    /// Is not ready after all.
    Wait,
    /// Asks to go on alone, with the other's ships (HS-45). The other agrees by handing over.
    AskAlone,
    /// Answers no, or takes the question back.
    StayTogether,
    /// Hands one's ships and captains to the other commander, who goes on alone (HS-45).
    HandOver,
    /// Gives the campaign up.
    GiveUp,
}

impl CampaignStep {
    /// The notation. Missions are written by their names.
    pub(crate) fn write(&self, mission: impl Fn(u8) -> String) -> String {
        let (ship, captain) = (|ship: &u8| format!("s{}", ship + 1), |captain: &u8| format!("c{}", captain + 1));
        let name = |text: &str| text.replace(' ', "_");
        match self {
            Self::Go(index) => format!("go:{}", mission(*index)),
            Self::Learn { captain: number, skill } => format!("learn:{}:{}", captain(number), skill.name()),
            Self::Dock(number) => format!("dock:{}", ship(number)),
            Self::Undock(number) => format!("undock:{}", ship(number)),
            Self::Move { captain: who, ship: to } => format!("move:{}:{}", captain(who), ship(to)),
            Self::Send(number) => format!("send:{}", ship(number)),
            Self::Keep(number) => format!("keep:{}", ship(number)),
            Self::NameShip(number, text) => format!("name:{}:{}", ship(number), name(text)),
            Self::NameCaptain(number, text) => format!("name:{}:{}", captain(number), name(text)),
            Self::Start => "start".to_owned(),
            Self::Wait => "wait".to_owned(),
            Self::AskAlone => "ask-alone".to_owned(),
            Self::StayTogether => "stay-together".to_owned(),
            Self::HandOver => "hand-over".to_owned(),
            Self::GiveUp => "give-up".to_owned(),
        }
    }

    /// Parses notation.
    pub(crate) fn read(text: &str, mission: impl Fn(&str) -> Option<u8>) -> Result<Self, NotationError> {
        let number = |word: &str, letter: char| word.strip_prefix(letter)?.parse::<u8>().ok()?.checked_sub(1);
        let (ship, captain) = (|word: &str| number(word, 's'), |word: &str| number(word, 'c'));
        let name = |word: &str| Some(word.replace('_', " ")).filter(|name| is_name(name));
        let mut words = text.splitn(3, ':');
        let step = match [words.next(), words.next(), words.next()] {
            [Some("go"), Some(key), None] => mission(key).map(Self::Go),
            [Some("learn"), Some(who), Some(what)] => captain(who)
                .zip(Skill::ALL.into_iter().find(|skill| skill.name() == what))
                .map(|(captain, skill)| Self::Learn { captain, skill }),
            [Some("dock"), Some(which), None] => ship(which).map(Self::Dock),
            [Some("undock"), Some(which), None] => ship(which).map(Self::Undock),
            [Some("move"), Some(who), Some(to)] => {
                captain(who).zip(ship(to)).map(|(captain, ship)| Self::Move { captain, ship })
            }
            [Some("send"), Some(which), None] => ship(which).map(Self::Send),
            [Some("keep"), Some(which), None] => ship(which).map(Self::Keep),
            [Some("name"), Some(which), Some(text)] => match (ship(which), captain(which), name(text)) {
                (Some(number), _, Some(name)) => Some(Self::NameShip(number, name)),
                (_, Some(number), Some(name)) => Some(Self::NameCaptain(number, name)),
                _ => None,
            },
            [Some("start"), None, None] => Some(Self::Start),
            [Some("wait"), None, None] => Some(Self::Wait),
            [Some("ask-alone"), None, None] => Some(Self::AskAlone),
            [Some("stay-together"), None, None] => Some(Self::StayTogether),
            [Some("hand-over"), None, None] => Some(Self::HandOver),
            [Some("give-up"), None, None] => Some(Self::GiveUp),
            _ => None,
        };
        step.ok_or_else(|| NotationError::new(text, Message::new("campaign.no-step")))
    }
}
