//! Presses and fields. In the page both are JSON in attributes (`data-do`, `data-submit`, `data-set`, `data-drag`), so
//! that one listener at the root of the document hears all of them.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::content::Chapter;
use crate::example::Stage;
use crate::json;

/// The request of a button, a link or a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Press {
    /// A request at the open table.
    Table(TablePress),
    /// A request about a kit.
    Kit(KitPress),
    /// A request in a lesson.
    Lesson(LessonPress),
    /// A request about a journey.
    Journey(JourneyPress),
    /// Opens the list of keys.
    Keys,
    /// Opens the settings.
    Settings,
    /// Turns the sound that announces the person's turn on or off.
    Bell,
    /// Closes the open dialog.
    Close,
    /// Begins the match that was set up.
    Begin,
    /// A person at one screen has the device, to choose a kit unseen.
    ChooseUnseen,
    /// That person has chosen.
    Chosen,
    /// Nobody chooses any more: back to the form.
    ChooseNothing,
    /// Takes this seat.
    Sit(u8),
    /// Gives this seat to the computer.
    SeatBot(u8),
    /// Tries to reach the server at once.
    TryNow,
    /// Loads the texts again that could not be loaded.
    LoadAgain,
    /// Opens this text about the game instead of the one that lies over the table.
    Read(Chapter),
    /// Shows this moment of the example with this index in the text.
    Example(usize, Stage),
    /// Prints the page.
    Print,
    /// Copies the link to this table.
    CopyLink,
    /// Replays the record that was pasted.
    ReadRecord,
    /// Asks whether to remove a saved table that is still being played.
    AskForget(String),
    /// Removes a saved table, by its key in the storage.
    Forget(String),
}

/// A request at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TablePress {
    /// Picks the place of this name.
    Pick(String),
    /// Picks the thing with this number from a tray, or puts it back.
    Unit(u32),
    /// Picks the button with this index.
    Choose(usize),
    /// Chooses this number of those that are offered.
    Number(i64),
    /// Shows the sheet of the piece with this number.
    Look(u32),
    /// Shows this overlay, or hides it.
    Overlay(usize),
    /// Shows the danger, or hides it.
    Danger,
    /// Takes back the whole plan.
    StartOver,
    /// Starts a routine, which the game then plays by itself.
    Routine,
    /// Stops the routine.
    StopRoutine,
    /// Plays this action from the list of legal ones.
    Play(String),
    /// Plays this action after the page has asked once more.
    PlaySure(String),
    /// Takes back the last move or plan step.
    Undo,
    /// Steps back: out of a hint, out of picks, out of an old position.
    Back,
    /// Asks the computer for advice.
    Hint,
    /// Plays the whole move that the computer advises.
    PlayHint,
    /// Plays the whole move after the page has asked once more.
    PlayHintSure,
    /// Dismisses the advice.
    DismissHint,
    /// Asks whether to resign.
    AskResign,
    /// Resigns.
    Resign,
    /// Plays again, with the seats moved round.
    Rematch,
    /// Goes this many moments back or forth.
    Step(i32),
    /// Shows the position after this many moments.
    Show(usize),
    /// Shows the current position.
    Now,
    /// Shows again what happened in the last turn.
    Again,
    /// Copies the record.
    CopyRecord,
    /// Saves the record as a file.
    SaveRecord,
    /// Hands the device on after the person's own move.
    HandOver,
    /// Takes the device over, as the next person.
    TakeOver,
    /// Turns the board by half a turn, or back.
    Flip,
    /// Shows a smaller part of the board, larger.
    ZoomIn,
    /// Shows a larger part of the board, smaller.
    ZoomOut,
    /// Shows the whole board.
    ShowAll,
    /// Moves the shown part of the board, to the right and down.
    Move(i8, i8),
}

/// A request in the editor of a kit. The text is the key of the kit's option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KitPress {
    /// Adds the thing with this index of the list of things.
    Add(String, usize),
    /// Adds a copy of the chosen thing with this index.
    Copy(String, usize),
    /// Removes the chosen thing with this index.
    Remove(String, usize),
    /// Takes back the last change of the kit.
    Undo(String),
    /// Keeps the kit under its name.
    Save(String),
    /// Keeps the kit in place of a kept kit of the same name.
    Replace(String),
    /// Uses the kept kit with this index.
    Load(String, usize),
    /// Asks whether to remove the kept kit with this index.
    AskForget(usize),
    /// Removes the kept kit with this index.
    Forget(usize),
}

/// A request in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LessonPress {
    /// Goes to the next step.
    Next,
    /// Goes to the step before.
    Back,
    /// Goes to the first step.
    First,
    /// Puts the position back.
    Again,
    /// Puts the position back and shows what would be right.
    Show,
    /// Begins a match against the weakest computer.
    Play,
}

/// A request about a journey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JourneyPress {
    /// Begins the journey that was set up.
    SetOut,
    /// Begins it on the server.
    SetOutOnline,
    /// Travels along on the journey of the address.
    Join,
    /// Copies the link for the other traveller.
    CopyLink,
    /// Copies the link by which this traveller goes on at another device.
    CopyOwnLink,
    /// Takes this step. With the number of a seat before it, as in records, it is the step of somebody who is not there.
    Step(String),
    /// Asks this before it takes this step, which cannot be taken back.
    Ask(String, String),
    /// Takes the step that begins like this and ends with the name that was typed.
    Rename(String),
    /// Takes back the last step.
    Undo,
    /// Goes to the match that is due.
    Fight,
    /// Looks with the eyes of this traveller.
    Seat(u8),
    /// Saves the journey as a file.
    Save,
    /// Goes on with it on the server.
    Upload,
    /// Saves its story as a picture.
    Picture,
}

/// A field that can be filled in, or a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// A setting, which is kept for all matches.
    Setting(Setting),
    /// A field of the form for a new match.
    Form(FormField),
    /// A new name in a headquarters, by the beginning of the step that gives it.
    NewName(String),
    /// The record to replay.
    Record,
    /// The viewer whose view a replay shows, as [`Viewer`](game::Viewer).
    Eyes,
    /// The level of a computer that gets a seat at a table on the server.
    BotLevel,
}

/// A field of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// Light or dark.
    Theme,
    /// How much boards look like places.
    Look,
    /// Whether stones fill their hexes.
    Fill,
    /// The language.
    Language,
    /// Whether pieces have letters.
    Letters,
    /// Whether every move takes two steps.
    Confirm,
    /// Whether pieces are seen to move.
    Motion,
    /// Whether there are sounds.
    Sounds,
    /// Whether a sound announces the person's turn.
    Bell,
    /// The name that other players see.
    Name,
}

/// A field of the form for a new match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormField {
    /// The kind of opponent, as [`Opponent`](crate::form::Opponent).
    Opponent,
    /// The level of the computer.
    Level,
    /// The person's own seat.
    Seat,
    /// The rule set, by its fingerprint; empty for the built-in one.
    RuleSet,
    /// The preset.
    Preset,
    /// The player of this seat at a table of more than two, as [`Sits`](crate::form::Sits).
    Sitter(usize),
    /// Whether people at one screen choose their kits unseen: `on` or `off`.
    Unseen,
    /// The option of this key.
    Option(String),
    /// The name under which the kit of this option is kept.
    KitName(String),
    /// A slot of a thing in a kit: the key of the kit's option, the index of the thing, the index of the slot.
    KitSlot(String, usize, usize),
}

/// A thing that can be dragged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    /// The piece at the place of this name.
    Place(String),
    /// The thing with this number from a tray.
    Unit(u32),
}

impl Held {
    /// Reads it from an attribute.
    pub fn read(text: &str) -> Option<Self> {
        json::read(text).ok()
    }

    /// The dragged thing as JSON for an attribute.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("a dragged thing is plain data")
    }
}

impl Press {
    /// Reads a press from an attribute.
    pub fn read(text: &str) -> Option<Self> {
        json::read(text).ok()
    }

    /// The press as JSON for an attribute.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("a press is plain data")
    }
}

impl Field {
    /// Reads a field from an attribute.
    pub fn read(text: &str) -> Option<Self> {
        json::read(text).ok()
    }

    /// The field as JSON for an attribute.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("a field is plain data")
    }

    /// The id of the field's element, for its label and for the focus: the words of its JSON without the group, such as
    /// `option.size`. No two groups have a field of the same name.
    pub fn id(&self) -> String {
        let written = self.written();
        let words = written.split(['{', '}', '[', ']', '"', ':', ',']).filter(|word| !word.is_empty());
        let is_grouped = matches!(self, Self::Setting(_) | Self::Form(_));
        words.skip(usize::from(is_grouped)).collect::<Vec<_>>().join(".")
    }
}

/// A value of a list or of a radio button as text for an attribute: its name, or JSON if it has more than that.
pub fn written_value(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("a value is plain data");
    json.trim_matches('"').to_owned()
}

/// Reads such a value. `None` if the page offers no value like this.
pub fn read_value<T: DeserializeOwned>(text: &str) -> Option<T> {
    let is_name = !text.starts_with('{');
    let json = if is_name { format!("\"{text}\"") } else { text.to_owned() };
    json::read(&json).ok()
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

impl From<JourneyPress> for Press {
    fn from(press: JourneyPress) -> Self {
        Self::Journey(press)
    }
}

impl From<LessonPress> for Press {
    fn from(press: LessonPress) -> Self {
        Self::Lesson(press)
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

    #[test]
    fn the_id_of_a_field_is_its_own() {
        let fields: [(Field, &str); 6] = [
            (Setting::Theme.into(), "theme"),
            (Field::BotLevel, "bot-level"),
            (FormField::RuleSet.into(), "rule-set"),
            (FormField::Option("size".into()).into(), "option.size"),
            (FormField::Sitter(2).into(), "sitter.2"),
            (FormField::KitSlot("red".into(), 0, 1).into(), "kit-slot.red.0.1"),
        ];
        for (field, id) in fields {
            assert_eq!(field.id(), id);
        }
    }

    #[test]
    fn a_value_is_read_as_it_is_written() {
        use crate::form::{Opponent, Sits};
        use game::{Seat, Viewer};
        for (sits, text) in [(Sits::You, "you"), (Sits::Computer("3".into()), r#"{"computer":"3"}"#)] {
            assert_eq!(written_value(&sits), text);
            assert_eq!(read_value(text), Some(sits));
        }
        for eyes in [Viewer::Everything, Viewer::Spectator, Viewer::Seat(Seat(1))] {
            assert_eq!(read_value(&written_value(&eyes)), Some(eyes));
        }
        for wrong in ["", "nobody", "{", r#"{"computer":3}"#, "computer"] {
            assert_eq!(read_value::<Sits>(wrong), None, "{wrong}");
            assert_eq!(read_value::<Opponent>(wrong).is_some(), wrong == "computer", "{wrong}");
        }
    }
}
