//! What a person can ask for with a click or a key. In the page it stands as text in `data-do`, so that one listener
//! at the root hears everything.

use std::fmt;

/// What a person asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Picks the place of this name.
    Pick(String),
    /// Picks the thing beside the board with this name, or puts it back.
    Unit(u32),
    /// Picks what is at this place in the list of buttons.
    Choose(usize),
    /// Chooses this number of those that are offered.
    Number(i64),
    /// Wants to know more of the piece of this name.
    Look(u32),
    /// Lays this over the board, or takes it away.
    Overlay(usize),
    /// Takes back the whole plan.
    StartOver,
    /// Takes one more of a thing for this option of the setup.
    KitAdd(String, usize),
    /// Takes one more like the one at this place.
    KitCopy(String, usize),
    /// Puts back what is at this place.
    KitRemove(String, usize),
    /// Keeps what was put together for this option under its name.
    KitSave(String),
    /// The same over one that has this name already.
    KitReplace(String),
    /// Takes a kept one for this option.
    KitLoad(String, usize),
    /// Asks whether to lose a kept one.
    AskKitForget(usize),
    /// Loses it.
    KitForget(usize),
    /// Leaves a routine to the game.
    Routine,
    /// Takes it back into one's own hands.
    StopRoutine,
    /// Plays this action from the list of legal ones.
    Play(String),
    /// Plays this action after the page has asked once more.
    PlaySure(String),
    /// Takes back.
    Undo,
    /// Steps back: out of a dialog, out of picks, out of an old position.
    Back,
    /// Asks the computer for advice.
    Hint,
    /// Plays the whole move that it advises.
    PlayHint,
    /// The same after the page has asked once more.
    PlayHintSure,
    /// Lets the advice go.
    DismissHint,
    /// Thinks about giving up.
    AskResign,
    /// Gives up.
    Resign,
    /// Plays again, with the seats moved round.
    Rematch,
    /// Goes so many moments back or forth.
    Step(i32),
    /// Shows the position after so many moments.
    Show(usize),
    /// Shows the position as it is now.
    Now,
    /// Copies the link to this table.
    CopyLink,
    /// Copies the record.
    CopyRecord,
    /// Saves the record as a file.
    SaveRecord,
    /// Opens the list of keys.
    Keys,
    /// Opens the settings.
    Settings,
    /// Turns the sound that calls one to the table on or off.
    Bell,
    /// Closes whatever is open.
    Close,
    /// Begins the match that was set up.
    Begin,
    /// Sits down on this seat.
    Sit(u8),
    /// Has the computer sit down on this seat.
    SeatBot(u8),
    /// Tries to reach the server now.
    TryNow,
    /// Has seen what came of the own move and hands the device on.
    HandOver,
    /// Has taken the device in hand.
    TakeOver,
    /// Reads the record that was pasted.
    ReadRecord,
    /// Asks whether to forget a table that is still being played.
    AskForget(String),
    /// Forgets a saved table, by its key in the storage.
    Forget(String),
}

const PLAIN: &[(&str, Wish)] = &[
    ("routine", Wish::Routine),
    ("stop-routine", Wish::StopRoutine),
    ("start-over", Wish::StartOver),
    ("undo", Wish::Undo),
    ("back", Wish::Back),
    ("hint", Wish::Hint),
    ("play-hint", Wish::PlayHint),
    ("play-hint-sure", Wish::PlayHintSure),
    ("dismiss-hint", Wish::DismissHint),
    ("ask-resign", Wish::AskResign),
    ("resign", Wish::Resign),
    ("rematch", Wish::Rematch),
    ("now", Wish::Now),
    ("copy-link", Wish::CopyLink),
    ("copy-record", Wish::CopyRecord),
    ("save-record", Wish::SaveRecord),
    ("keys", Wish::Keys),
    ("settings", Wish::Settings),
    ("bell", Wish::Bell),
    ("close", Wish::Close),
    ("begin", Wish::Begin),
    ("try-now", Wish::TryNow),
    ("hand-over", Wish::HandOver),
    ("take-over", Wish::TakeOver),
    ("read-record", Wish::ReadRecord),
];

impl Wish {
    /// Reads what stands in `data-do`.
    pub fn parse(text: &str) -> Option<Self> {
        let Some((name, with)) = text.split_once(' ') else {
            return PLAIN.iter().find(|(name, _)| *name == text).map(|(_, wish)| wish.clone());
        };
        Some(match name {
            "pick" => Self::Pick(with.to_owned()),
            "unit" => Self::Unit(with.parse().ok()?),
            "seat-bot" => Self::SeatBot(with.parse().ok()?),
            "choose" => Self::Choose(with.parse().ok()?),
            "number" => Self::Number(with.parse().ok()?),
            "look" => Self::Look(with.parse().ok()?),
            "overlay" => Self::Overlay(with.parse().ok()?),
            "kit-save" => Self::KitSave(with.to_owned()),
            "kit-replace" => Self::KitReplace(with.to_owned()),
            "ask-kit-forget" => Self::AskKitForget(with.parse().ok()?),
            "kit-forget" => Self::KitForget(with.parse().ok()?),
            "kit-add" | "kit-copy" | "kit-remove" | "kit-load" => {
                let (option, at) = with.split_once(' ')?;
                let (option, at) = (option.to_owned(), at.parse().ok()?);
                match name {
                    "kit-add" => Self::KitAdd(option, at),
                    "kit-copy" => Self::KitCopy(option, at),
                    "kit-remove" => Self::KitRemove(option, at),
                    _ => Self::KitLoad(option, at),
                }
            }
            "play" => Self::Play(with.to_owned()),
            "play-sure" => Self::PlaySure(with.to_owned()),
            "step" => Self::Step(with.parse().ok()?),
            "show" => Self::Show(with.parse().ok()?),
            "sit" => Self::Sit(with.parse().ok()?),
            "ask-forget" => Self::AskForget(with.to_owned()),
            "forget" => Self::Forget(with.to_owned()),
            _ => return None,
        })
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pick(place) => write!(f, "pick {place}"),
            Self::Unit(unit) => write!(f, "unit {unit}"),
            Self::SeatBot(seat) => write!(f, "seat-bot {seat}"),
            Self::Choose(index) => write!(f, "choose {index}"),
            Self::Number(number) => write!(f, "number {number}"),
            Self::Look(unit) => write!(f, "look {unit}"),
            Self::Overlay(index) => write!(f, "overlay {index}"),
            Self::KitAdd(option, thing) => write!(f, "kit-add {option} {thing}"),
            Self::KitCopy(option, at) => write!(f, "kit-copy {option} {at}"),
            Self::KitRemove(option, at) => write!(f, "kit-remove {option} {at}"),
            Self::KitLoad(option, at) => write!(f, "kit-load {option} {at}"),
            Self::KitSave(option) => write!(f, "kit-save {option}"),
            Self::KitReplace(option) => write!(f, "kit-replace {option}"),
            Self::AskKitForget(at) => write!(f, "ask-kit-forget {at}"),
            Self::KitForget(at) => write!(f, "kit-forget {at}"),
            Self::Play(action) => write!(f, "play {action}"),
            Self::PlaySure(action) => write!(f, "play-sure {action}"),
            Self::Step(by) => write!(f, "step {by}"),
            Self::Show(moment) => write!(f, "show {moment}"),
            Self::Sit(seat) => write!(f, "sit {seat}"),
            Self::AskForget(key) => write!(f, "ask-forget {key}"),
            Self::Forget(key) => write!(f, "forget {key}"),
            plain => f.write_str(PLAIN.iter().find(|(_, wish)| wish == plain).map_or("", |(name, _)| name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wish_is_read_as_it_is_written() {
        let with = [Wish::Pick("g7".into()), Wish::Choose(2), Wish::Step(-1), Wish::Show(0), Wish::Sit(1)];
        let more = [Wish::Play("a b".into()), Wish::Unit(7), Wish::SeatBot(3), Wish::Number(-2), Wish::Look(4)];
        let kits = [Wish::KitAdd("red".into(), 2), Wish::KitCopy("red".into(), 0), Wish::KitRemove("red".into(), 1)];
        let kept = [Wish::KitLoad("red".into(), 3), Wish::KitSave("red".into()), Wish::KitReplace("red".into())];
        let others = [Wish::AskKitForget(1), Wish::KitForget(1), Wish::Overlay(0), Wish::PlaySure("a b".into())];
        let more = more.into_iter().chain(kits).chain(kept).chain(others);
        for wish in PLAIN.iter().map(|(_, wish)| wish.clone()).chain(with).chain(more) {
            assert_eq!(Wish::parse(&wish.to_string()), Some(wish));
        }
        assert_eq!(Wish::parse("step far"), None);
        assert_eq!(Wish::parse("nonsense"), None);
    }
}
