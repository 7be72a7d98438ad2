//! What a player puts together before a match, thing by thing: a fleet, a deck, an army list.

use game::Message;
use serde::{Deserialize, Serialize};

/// What can be put together for one option of a setup, and what is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kit {
    /// What everything together may cost.
    pub budget: u32,
    /// What it costs now.
    pub cost: u32,
    /// The most things that there may be.
    pub most: usize,
    /// What there is to take.
    pub things: Vec<Thing>,
    /// What is taken.
    pub chosen: Vec<Chosen>,
    /// Whether it can be changed in this setup at all.
    pub fixed: bool,
}

/// Something to take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thing {
    /// What it is called.
    pub title: Message,
    /// What there is to know of it, a sentence each.
    pub about: Vec<Message>,
    /// What it costs by itself.
    pub cost: u32,
    /// What can be chosen about it.
    pub slots: Vec<Slot>,
}

/// One choice about a thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slot {
    /// What is chosen.
    pub label: Message,
    /// From what: each with what it costs, as far as that does not depend on other choices.
    pub choices: Vec<(Message, u32)>,
    /// Which of them it is unless somebody says otherwise.
    pub usual: usize,
}

/// A thing that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    /// Its place among [`Kit::things`].
    pub thing: usize,
    /// What was chosen for each of its slots.
    pub slots: Vec<usize>,
}
