//! Picks: the small steps by which a person enters an action.

use std::borrow::Cow;
use std::fmt;

use hex::{Hex, Vertex};
use serde::{Deserialize, Serialize};

use crate::Place;

/// One step: something to point at, press or say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// A hex of the board.
    Hex(Hex),
    /// A point of the lattice.
    Vertex(Vertex),
    /// A piece, by its number in the scene.
    Unit(u32),
    /// A button, by the key of its sentence.
    Button(Cow<'static, str>),
    /// A number.
    Number(i64),
}

impl Pick {
    /// The place on the board, if this is one.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::Hex(hex) => Some(Place::Hex(*hex)),
            Self::Vertex(vertex) => Some(Place::Vertex(*vertex)),
            Self::Unit(_) | Self::Button(_) | Self::Number(_) => None,
        }
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex(hex) => write!(f, "hex {},{}", hex.q, hex.r),
            Self::Vertex(vertex) => write!(f, "vertex {},{}", vertex.q, vertex.r),
            Self::Unit(unit) => write!(f, "unit {unit}"),
            Self::Button(key) => f.write_str(key),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// Every legal action with its picks: a tree, stored as the list of its leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picks<A> {
    paths: Vec<(Vec<Pick>, A)>,
}

impl<A> Default for Picks<A> {
    fn default() -> Self {
        Self { paths: Vec::new() }
    }
}

impl<A> Picks<A> {
    /// Creates the tree from every action with its path. No path may be the beginning of another.
    pub fn new(paths: impl IntoIterator<Item = (Vec<Pick>, A)>) -> Self {
        Self { paths: paths.into_iter().collect() }
    }

    /// The possible next picks after these picks, each once, in the order of the actions.
    pub fn after(&self, picked: &[Pick]) -> Vec<&Pick> {
        let mut next: Vec<&Pick> = Vec::new();
        for pick in self.beginning_with(picked).filter_map(|(path, _)| path.get(picked.len())) {
            if !next.contains(&pick) {
                next.push(pick);
            }
        }
        next
    }

    /// The action that these picks make, if they are complete.
    pub fn action(&self, picked: &[Pick]) -> Option<&A> {
        self.paths.iter().find(|(path, _)| path == picked).map(|(_, action)| action)
    }

    /// Whether these picks are the beginning of an action, or one.
    pub fn leads_somewhere(&self, picked: &[Pick]) -> bool {
        self.beginning_with(picked).next().is_some()
    }

    /// All actions with their paths.
    pub fn iter(&self) -> impl Iterator<Item = &(Vec<Pick>, A)> {
        self.paths.iter()
    }

    /// Whether there is no legal action.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    fn beginning_with<'a, 'p>(
        &'a self,
        picked: &'p [Pick],
    ) -> impl Iterator<Item = &'a (Vec<Pick>, A)> + use<'a, 'p, A> {
        self.paths.iter().filter(move |(path, _)| path.starts_with(picked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Picks<&'static str> {
        let (here, there) = (Pick::Hex(Hex::new(0, 0)), Pick::Hex(Hex::new(1, 0)));
        Picks::new([
            (vec![here.clone(), there.clone()], "go"),
            (vec![here, Pick::Button("guard".into())], "guard"),
            (vec![there], "expand"),
        ])
    }

    #[test]
    fn picks_are_walked_step_by_step() {
        let picks = sample();
        let here = Pick::Hex(Hex::new(0, 0));
        assert_eq!(picks.after(&[]).len(), 2, "the same first pick is offered once");
        assert_eq!(picks.after(std::slice::from_ref(&here)).len(), 2);
        assert_eq!(picks.action(std::slice::from_ref(&here)), None);
        assert_eq!(picks.action(&[here, Pick::Button("guard".into())]), Some(&"guard"));
        assert!(!picks.leads_somewhere(&[Pick::Number(3)]));
    }
}
