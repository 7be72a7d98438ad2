//! What a person presses or fills in. In the page both stand as JSON in attributes (`data-do`, `data-submit`,
//! `data-set`, `data-drag`),
//! so that one listener at the root of the document hears everything.

use serde::{Deserialize, Serialize};

/// What a button, a link or a key asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Press {
    /// Something at the table that is open.
    Table(TablePress),
    /// Something about a kit, which is put together before a match.
    Kit(KitPress),
    /// Opens the list of keys.
    Keys,
    /// Opens the settings.
    Settings,
    /// Turns the sound that calls a person to the table on or off.
    Bell,
    /// Closes the dialog that is open.
    Close,
    /// Begins the match that was set up.
    Begin,
    /// Sits down on this seat.
    Sit(u8),
    /// Has the computer sit down on this seat.
    SeatBot(u8),
    /// Tries to reach the server now.
    TryNow,
    /// Copies the link to this table.
    CopyLink,
    /// Reads the record that was pasted.
    ReadRecord,
    /// Asks whether to forget a table that is still being played.
    AskForget(String),
    /// Forgets a saved table, by its key in the storage.
    Forget(String),
}

/// What can be asked for at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TablePress {
    /// Picks the place of this name.
    Pick(String),
    /// Picks the thing beside the board with this number, or puts it back.
    Unit(u32),
    /// Picks the entry at this place in the list of buttons.
    Choose(usize),
    /// Chooses this number of those that are offered.
    Number(i64),
    /// Shows the sheet of the piece with this number.
    Look(u32),
    /// Lays this overlay over the board, or takes it away.
    Overlay(usize),
    /// Takes back the whole plan.
    StartOver,
    /// Leaves a routine to the game.
    Routine,
    /// Stops the routine.
    StopRoutine,
    /// Plays this action from the list of legal ones.
    Play(String),
    /// Plays this action after the page has asked once more.
    PlaySure(String),
    /// Takes back.
    Undo,
    /// Steps back: out of a hint, out of picks, out of an old position.
    Back,
    /// Asks the computer for advice.
    Hint,
    /// Plays the whole move that the computer advises.
    PlayHint,
    /// The same after the page has asked once more.
    PlayHintSure,
    /// Puts the advice away.
    DismissHint,
    /// Asks whether to resign.
    AskResign,
    /// Resigns.
    Resign,
    /// Plays again, with the seats moved round.
    Rematch,
    /// Goes so many moments back or forth.
    Step(i32),
    /// Shows the position after so many moments.
    Show(usize),
    /// Shows the position as it is now.
    Now,
    /// Copies the record.
    CopyRecord,
    /// Saves the record as a file.
    SaveRecord,
    /// Hands the device on after one's own move.
    HandOver,
    /// Takes the device in hand.
    TakeOver,
}

/// What can be asked for while a kit is put together. The text is the key of the kit's option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KitPress {
    /// Takes one more of the thing at this place of the list of things.
    Add(String, usize),
    /// Takes one more like the one at this place.
    Copy(String, usize),
    /// Puts back the one at this place.
    Remove(String, usize),
    /// Keeps the kit under its name.
    Save(String),
    /// The same over a kept kit that has this name already.
    Replace(String),
    /// Takes the kept kit at this place of the list.
    Load(String, usize),
    /// Asks whether to lose the kept kit at this place.
    AskForget(usize),
    /// Loses it.
    Forget(usize),
}

/// A field that can be filled in, or a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// Something that is kept for all matches.
    Setting(Setting),
    /// Something of the form by which a match is set up.
    Form(FormField),
    /// The record that is to be shown.
    Record,
    /// With whose eyes a replay is looked at.
    Eyes,
    /// The level of a computer that is to sit down at a table of the server.
    BotLevel,
}

/// A field of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// Light or dark.
    Theme,
    /// The language.
    Language,
    /// Letters on pieces.
    Letters,
    /// Whether every move takes two steps.
    Confirm,
    /// Whether there are sounds.
    Sounds,
    /// Whether a sound calls a person to the table.
    Bell,
    /// The name that others see.
    Name,
}

/// A field of the form by which a match is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormField {
    /// Against whom.
    Opponent,
    /// The level of the computer.
    Level,
    /// One's own seat.
    Seat,
    /// The rule set, by its fingerprint; empty for the built-in one.
    Rules,
    /// Options that go together.
    Preset,
    /// Who sits on this seat at a table of many.
    Sitter(usize),
    /// The option of this key.
    Option(String),
    /// The name under which the kit of this option is kept.
    KitName(String),
    /// A slot of a thing in the kit of an option: the option's key, the place of the thing, the place of the slot.
    KitSlot(String, usize, usize),
}

/// What can be dragged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    /// The piece at the place of this name.
    Place(String),
    /// The thing beside the board with this number.
    Unit(u32),
}

impl Held {
    /// Reads it from an attribute.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// What is dragged, as it stands in an attribute.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("what is dragged is plain data")
    }
}

impl Press {
    /// Reads a press from an attribute.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The press as it stands in an attribute.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("a press is plain data")
    }
}

impl Field {
    /// Reads a field from an attribute.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The field as it stands in an attribute.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("a field is plain data")
    }

    /// The id of the field's element, for its label and for the focus.
    pub fn id(&self) -> String {
        match self {
            Self::Setting(setting) => setting.id().to_owned(),
            Self::Form(FormField::Opponent) => "opponent".to_owned(),
            Self::Form(FormField::Level) => "level".to_owned(),
            Self::Form(FormField::Seat) => "seat".to_owned(),
            Self::Form(FormField::Rules) => "rule-set".to_owned(),
            Self::Form(FormField::Preset) => "preset".to_owned(),
            Self::Form(FormField::Sitter(seat)) => format!("sits.{seat}"),
            Self::Form(FormField::Option(key)) => format!("option.{key}"),
            Self::Form(FormField::KitName(key)) => format!("kit-name.{key}"),
            Self::Form(FormField::KitSlot(key, at, slot)) => format!("kit.{key}.{at}.{slot}"),
            Self::Record => "record".to_owned(),
            Self::Eyes => "eyes".to_owned(),
            Self::BotLevel => "bot-level".to_owned(),
        }
    }
}

impl Setting {
    fn id(self) -> &'static str {
        match self {
            Self::Theme => "theme",
            Self::Language => "language",
            Self::Letters => "letters",
            Self::Confirm => "confirm",
            Self::Sounds => "sounds",
            Self::Bell => "bell",
            Self::Name => "name",
        }
    }
}

impl From<TablePress> for Press {
    fn from(press: TablePress) -> Self {
        Self::Table(press)
    }
}

impl From<KitPress> for Press {
    fn from(press: KitPress) -> Self {
        Self::Kit(press)
    }
}

impl From<Setting> for Field {
    fn from(setting: Setting) -> Self {
        Self::Setting(setting)
    }
}

impl From<FormField> for Field {
    fn from(field: FormField) -> Self {
        Self::Form(field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_is_read_as_it_is_written() {
        let presses: [(Press, &str); 4] = [
            (Press::TryNow, r#""try-now""#),
            (TablePress::Pick("g7".into()).into(), r#"{"table":{"pick":"g7"}}"#),
            (TablePress::StartOver.into(), r#"{"table":"start-over"}"#),
            (KitPress::Add("red".into(), 2).into(), r#"{"kit":{"add":["red",2]}}"#),
        ];
        for (press, text) in presses {
            assert_eq!(press.written(), text);
            assert_eq!(Press::read(text), Some(press));
        }
        for wrong in ["", "try-now", r#"{"table":{"step":"far"}}"#, r#""nonsense""#] {
            assert_eq!(Press::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_field_is_read_as_it_is_written() {
        let field = Field::from(FormField::KitSlot("red".into(), 0, 1));
        assert_eq!(Field::read(&field.written()), Some(field));
        assert_eq!(Field::read(r#"{"setting":"theme"}"#), Some(Setting::Theme.into()));
        assert_eq!(Field::read("theme"), None);
    }
}
