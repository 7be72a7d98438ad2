//! How a game wants to be shown, where its pieces and places do not say it: plain data, so that no client has to know games.

use std::borrow::Cow;

use game::Message;
use serde::{Deserialize, Serialize};

use crate::{BadgeKind, MarkKind};

/// How a game wants to be shown. Most games show the same in every position; the default asks for nothing special.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Style {
    /// The name of the look: the colours and materials that clients have for it. The catalog fills in the game's key.
    pub look: Cow<'static, str>,
    /// What the places of the board lie on.
    pub base: Base,
    /// The emblem of each face of the dice, from face 1. Without emblems, dice show only their pips.
    pub faces: Vec<Emblem>,
    /// Whether stones of one seat on neighbouring hexes are drawn as one body.
    pub joins: bool,
    /// The colours of the seats, in their order. A seat that is not listed has the colour that clients give its number.
    pub seats: Vec<SeatColour>,
    /// Where the controls stand.
    pub layout: Layout,
    /// The meaning of the numbers that can be picked.
    pub numbers: Numbers,
    /// How the health of pieces is drawn.
    pub health: HealthLook,
    /// The keys that press buttons.
    pub keys: Vec<ButtonKey>,
    /// The signs that a legend has to explain, in its order.
    pub signs: Vec<Sign>,
    /// The notes ([`Scene::notes`](crate::Scene::notes)) that this match can ever have, in their order: for each of them the
    /// sentences that it may be, with their longest words. Clients keep a place for them, so that nothing moves when one comes.
    pub longest_notes: Vec<Vec<Message>>,
}

/// What the places of a board lie on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// On nothing.
    #[default]
    Bare,
    /// On a slab with a rim around all places.
    Slab,
    /// On a cloth in a frame.
    Cloth,
    /// On a ground that fills the whole drawing, also beyond the places.
    Frame,
}

/// A figure that says what a piece is, for pieces that otherwise differ only in a number. Later ones look like more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Emblem {
    /// A soldier.
    Pawn,
    /// A mitre.
    Bishop,
    /// The head of a horse.
    Knight,
    /// A tower.
    Rook,
    /// A bow with an arrow.
    Archer,
    /// Three soldiers side by side.
    Legion,
}

impl Emblem {
    /// All emblems with their names.
    const NAMED: [(&'static str, Self); 6] = [
        ("pawn", Self::Pawn),
        ("bishop", Self::Bishop),
        ("knight", Self::Knight),
        ("rook", Self::Rook),
        ("archer", Self::Archer),
        ("legion", Self::Legion),
    ];

    /// The emblem of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, emblem)| emblem)
    }
}

/// A colour that a seat is named after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatColour {
    /// Black.
    Black,
    /// White.
    White,
}

/// Where the controls stand: the text about the move, buttons, switches and overlays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// Under the board, for games with few controls.
    #[default]
    UnderBoard,
    /// Beside the board where the window has room, for games with many controls. Long texts are listed there sentence by sentence.
    BesideBoard,
}

/// The meaning of the numbers that can be picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Numbers {
    /// Numbers.
    #[default]
    Plain,
    /// Faces of dice, from 1 to 6: the piece in hand shows the face.
    Faces,
}

/// How the health of pieces is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HealthLook {
    /// As pips, one for each point: there are few of them.
    #[default]
    Pips,
    /// As a bar: there are too many points for pips.
    Bar,
}

/// A key that presses a button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ButtonKey {
    /// The button, as in [`Pick::Button`](crate::Pick::Button).
    pub button: Cow<'static, str>,
    /// The key as browsers name it: `ArrowUp`, `B`.
    pub key: Cow<'static, str>,
}

/// What a button says in one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ButtonLabel {
    /// The button, as in [`Pick::Button`](crate::Pick::Button).
    pub button: Cow<'static, str>,
    /// Its words.
    pub label: Message,
}

/// A sign on the board that a legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// A mark.
    Mark(MarkKind),
    /// A badge of a piece.
    Badge(BadgeKind),
    /// The health of a piece.
    Health,
    /// Health that the viewer cannot know.
    HealthUnknown,
    /// Health that the viewer knew once and cannot see now.
    HealthRemembered,
    /// Ground that seats share.
    Share,
    /// A place where a move can end.
    End,
    /// An open place whose pick takes pieces elsewhere, with their number.
    Captures,
    /// The brackets round a piece of another seat that can be picked.
    Target,
}

/// Numbers that are chosen by stepping along them, instead of by a button each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stepper {
    /// The button that is picked right before the number; none for a number that is picked first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Cow<'static, str>>,
    /// The name of the number.
    pub label: Message,
    /// Where the stepper starts.
    pub value: i64,
}

impl Style {
    /// The key that presses a button, if it has one.
    pub fn key_of(&self, button: &str) -> Option<&str> {
        self.keys.iter().find(|known| known.button == button).map(|known| &*known.key)
    }
}

impl ButtonKey {
    /// Keys from pairs of a button and its key.
    pub fn list(pairs: &[(&'static str, &'static str)]) -> Vec<Self> {
        pairs.iter().map(|&(button, key)| Self { button: button.into(), key: key.into() }).collect()
    }
}
