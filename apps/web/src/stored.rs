//! The page's copy of what the browser stores.

use game::SortedMap;

use crate::json;
use std::cell::OnceCell;
use std::ops::Deref;

use client::{JourneyHere, Local, Online, SavedJourney, SavedLocal, SavedOnline};
use serde::de::DeserializeOwned;

/// All entries of Sixfold in the browser's storage, with the saved tables among them parsed. They are parsed when they are
/// first asked for after a change: the home page is drawn several times a second and asks for them many times.
#[derive(Default)]
pub struct Stored {
    entries: SortedMap<String, String>,
    saved: OnceCell<Vec<Saved>>,
}

/// A table that this browser has saved.
#[derive(Clone, Debug, PartialEq)]
pub enum Saved {
    /// On this device, under this id.
    Local(String, SavedLocal),
    /// On the server, under this name.
    Online(String, SavedOnline),
    /// A journey on this device, under this id. Its matches are not listed.
    Journey(String, SavedJourney),
}

impl Stored {
    /// The copy of a storage with these entries.
    pub fn new(entries: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { entries: entries.into_iter().collect(), saved: OnceCell::new() }
    }

    /// The value under a key. `None` if there is none or it cannot be parsed.
    pub fn load<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        json::read(self.entries.get(key)?).ok()
    }

    /// Puts a value under a key. Returns the value before.
    pub fn insert(&mut self, key: String, value: String) -> Option<String> {
        self.saved.take();
        self.entries.insert(key, value)
    }

    /// Removes the value under a key.
    pub fn remove(&mut self, key: &str) {
        self.saved.take();
        self.entries.remove(key);
    }

    /// The saved tables, the latest first.
    pub fn saved(&self) -> &[Saved] {
        self.saved.get_or_init(|| {
            let read = |key: &String| {
                let local = |id: &str| Some(Saved::Local(id.to_owned(), self.load(key)?));
                let online = |table: &str| Some(Saved::Online(table.to_owned(), self.load(key)?));
                let journey = |id: &str| Some(Saved::Journey(id.to_owned(), self.load(key)?));
                let saved = key.strip_prefix("sixfold.local.").and_then(local);
                let saved = saved.or_else(|| key.strip_prefix("sixfold.table.").and_then(online));
                saved.or_else(|| key.strip_prefix("sixfold.journey.").and_then(journey))
            };
            let all: Vec<Saved> = self.entries.keys().filter_map(read).collect();
            // Whoever plays a match of a journey goes on with the journey.
            let last = |journey: &str| {
                let of_it = |saved: &&Saved| matches!(saved, Saved::Local(_, local) if local.journey.as_deref() == Some(journey));
                all.iter().filter(of_it).map(Saved::updated).fold(0.0, f64::max)
            };
            let mut saved: Vec<Saved> = all.clone();
            saved.retain(|saved| !matches!(saved, Saved::Local(_, local) if local.journey.is_some()));
            for saved in &mut saved {
                if let Saved::Journey(id, journey) = saved {
                    journey.updated = journey.updated.max(last(id));
                }
            }
            game::sort_by(&mut saved, |a, b| b.updated().total_cmp(&a.updated()));
            saved
        })
    }
}

/// The entries can be read freely. They are changed by the methods above only, which keep the saved tables right.
impl Deref for Stored {
    type Target = SortedMap<String, String>;

    fn deref(&self) -> &Self::Target {
        &self.entries
    }
}

impl Saved {
    /// The key of the game.
    pub fn game(&self) -> &str {
        match self {
            Self::Local(_, saved) => &saved.game,
            Self::Online(_, saved) => &saved.game,
            Self::Journey(_, saved) => &saved.game,
        }
    }

    /// The time of the last change.
    pub fn updated(&self) -> f64 {
        match self {
            Self::Local(_, saved) => saved.updated,
            Self::Online(_, saved) => saved.updated,
            Self::Journey(_, saved) => saved.updated,
        }
    }

    /// Whether somebody has played there: an action on this device, or a match on the server that has begun.
    pub fn was_played(&self) -> bool {
        match self {
            Self::Local(_, saved) => saved.actions > 0,
            Self::Online(_, saved) => !saved.waiting,
            Self::Journey(_, saved) => saved.matches > 0,
        }
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        match self {
            Self::Local(_, saved) => saved.over,
            Self::Online(_, saved) => saved.over,
            Self::Journey(_, saved) => saved.over,
        }
    }

    /// The table's key in the storage.
    pub fn storage_key(&self) -> String {
        match self {
            Self::Local(id, _) => Local::storage_key(id),
            Self::Online(table, _) => Online::storage_key(table),
            Self::Journey(id, _) => JourneyHere::storage_key(id),
        }
    }
}
