//! Kits: what a player puts together before a match, such as a fleet, a deck or an army list.

use crate::{Fact, Gauge, Shape, Side};
use game::Message;
use hex::Direction;
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
    /// What each chosen thing costs beyond itself and its choices, in the same order.
    pub surcharges: Vec<Surcharge>,
    /// Whether this setup fixes the kit, so that the player cannot change it.
    pub fixed: bool,
    /// Whether it can be left to a computer that plays this seat ([`PICKED`](game::PICKED)).
    pub by_computer: ByComputer,
}

/// Whether a computer picks the kit of its seat by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByComputer {
    /// It cannot.
    Never,
    /// It can if it is asked to.
    Offered,
    /// It does unless somebody chooses for it.
    Usual,
}

/// A thing to choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thing {
    /// Its name.
    pub title: Message,
    /// Its description, one sentence each.
    pub about: Vec<Message>,
    /// Its look, if it has one.
    pub shape: Option<Shape>,
    /// Its sides, drawn around its outline.
    pub sides: Vec<Side>,
    /// Its values. A full bar is the largest value of all things.
    pub gauges: Vec<Gauge>,
    /// Its other values, each with its name.
    pub facts: Vec<Fact>,
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
    /// The directions that the slot covers, clockwise from the first to the last; north is ahead. `None` if it has no
    /// direction.
    pub arc: Option<[Direction; 2]>,
    /// The possible choices.
    pub choices: Vec<Choice>,
    /// The index of the default choice.
    pub usual: usize,
    /// Whether the slots with this label share their choices: what one of them holds, no other slot of the thing can hold. The
    /// first choice, an empty slot, may repeat.
    pub once: bool,
}

/// A possible choice for a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Its name.
    pub label: Message,
    /// Its cost, as far as that does not depend on other choices.
    pub cost: u32,
    /// Its values, drawn as bars side by side. A full bar is the largest value of all choices of the slot.
    pub bars: Vec<Gauge>,
    /// Its description, one short sentence each.
    pub about: Vec<Message>,
}

/// A cost that depends on several choices about a thing together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surcharge {
    /// What it is for.
    pub label: Message,
    /// The cost; may be 0.
    pub cost: u32,
}

/// A chosen thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    /// Its index in [`Kit::things`].
    pub thing: usize,
    /// The index of the choice for each of its slots.
    pub slots: Vec<usize>,
}
