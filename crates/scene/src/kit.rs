//! Kits: what a player puts together before a match, such as a fleet, a deck or an army list.

use game::Message;
use serde::{Deserialize, Serialize};

/// The things that can be chosen for one option of a setup, and the things that are chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kit {
    /// The largest total cost.
    pub budget: u32,
    /// The total cost of the chosen things.
    pub cost: u32,
    /// The largest number of things.
    pub most: usize,
    /// The things to choose from.
    pub things: Vec<Thing>,
    /// The chosen things.
    pub chosen: Vec<Chosen>,
    /// Whether this setup fixes the kit, so that the player cannot change it.
    pub fixed: bool,
}

/// A thing to choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thing {
    /// Its name.
    pub title: Message,
    /// Its description, one sentence each.
    pub about: Vec<Message>,
    /// Its cost without its slots.
    pub cost: u32,
    /// The choices to make about it.
    pub slots: Vec<Slot>,
}

/// One choice about a thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slot {
    /// The name of the choice.
    pub label: Message,
    /// The possible choices with their costs, as far as a cost does not depend on other choices.
    pub choices: Vec<(Message, u32)>,
    /// The index of the default choice.
    pub usual: usize,
}

/// A chosen thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    /// Its index in [`Kit::things`].
    pub thing: usize,
    /// The index of the choice for each of its slots.
    pub slots: Vec<usize>,
}
