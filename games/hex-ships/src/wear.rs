//! The damage that a ship brings into a battle from the battles before it (HS-12, HS-44), as part of a fleet's text:
//! `sabre@112!hull=5!armour=13/4/9/5!broken=1/0/0/0`. What is left out is whole. Of a carrier, `lost=5` are the bays whose
//! squadrons are lost, a bit for each.

use std::fmt::Write as _;

use crate::rules::{Critical, Hull};
use crate::ship::{Broken, Ship};

/// The damage of a ship before the battle: lost points, and criticals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wear {
    /// The hull points that it has lost.
    pub structure: u8,
    /// The points that its armour has lost, in the order of [`Side::ALL`](crate::Side::ALL).
    pub armour: [u8; 4],
    /// The criticals that it has taken.
    pub broken: Broken,
    /// The bays whose squadrons are lost, one bit for each (HS-38).
    pub bays: u8,
}

impl Wear {
    /// The damage that a ship takes with it from a battle. Bays that were empty before stay so.
    pub fn of(ship: &Ship, hull: &Hull) -> Self {
        let mut armour = hull.armour;
        for (lost, left) in armour.iter_mut().zip(ship.armour) {
            *lost = lost.saturating_sub(left);
        }
        let structure = hull.structure.saturating_sub(ship.structure);
        Self { structure, armour, broken: ship.broken, bays: ship.design.wear.bays }
    }

    /// Whether nothing is damaged.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The share of hull and armour that is left, in percent.
    pub fn percent_left(&self, hull: &Hull) -> u8 {
        let sum = |points: [u8; 4]| points.iter().map(|&points| u32::from(points)).sum::<u32>();
        let all = u32::from(hull.structure) + sum(hull.armour);
        let lost = u32::from(self.structure) + sum(self.armour);
        (100 * (all - lost.min(all)) / all.max(1)) as u8
    }

    /// Parses the words after a ship: `hull=5`, `armour=13/4/9/5`, `broken=1/0/0/0`. None if one of them is wrong for this
    /// hull: a ship has a hull point left, and nothing that it does not have is broken.
    pub(crate) fn read<'t>(words: impl Iterator<Item = &'t str>, hull: &Hull) -> Option<Self> {
        let mut wear = Self::default();
        for word in words {
            let (key, value) = word.split_once('=')?;
            match key {
                "hull" => {
                    let left: u8 = canonical(value)?;
                    wear.structure = hull.structure.checked_sub(left).filter(|lost| left > 0 && *lost > 0)?;
                }
                "armour" => {
                    let left: [u8; 4] = list(value)?;
                    for ((lost, most), left) in wear.armour.iter_mut().zip(hull.armour).zip(left) {
                        *lost = most.checked_sub(left)?;
                    }
                }
                "broken" => {
                    let [weapons, systems, engines, life_support]: [u16; 4] = list(value)?;
                    let small = |number: u16| u8::try_from(number).ok();
                    let fits = usize::from(weapons) >> hull.mounts.len() == 0 && systems >> Critical::ALL.len() == 0;
                    let parts = (small(weapons)?, systems, small(engines)?, small(life_support)?);
                    wear.broken = fits.then(|| Broken::from_parts(parts))?;
                }
                "lost" => {
                    let most = hull.bays.map_or(0, |bays| bays.squadrons);
                    wear.bays = canonical(value).filter(|lost: &u8| *lost > 0 && lost >> most == 0)?;
                }
                _ => return None,
            }
        }
        Some(wear)
    }

    /// The text after a ship.
    pub(crate) fn write(&self, hull: &Hull) -> String {
        let mut text = String::new();
        let mut add = |key: &str, value: String| {
            let _ = write!(text, "!{key}={value}"); // writing to a string cannot fail
        };
        if self.structure > 0 {
            add("hull", hull.structure.saturating_sub(self.structure).to_string());
        }
        if self.armour != [0; 4] {
            let left: Vec<String> =
                hull.armour.iter().zip(self.armour).map(|(most, lost)| most.saturating_sub(lost).to_string()).collect();
            add("armour", left.join("/"));
        }
        let (weapons, systems, engines, life_support) = self.broken.parts();
        if self.broken != Broken::default() {
            add("broken", format!("{weapons}/{systems}/{engines}/{life_support}"));
        }
        if self.bays != 0 {
            add("lost", self.bays.to_string());
        }
        text
    }
}

/// A number in its only spelling, so that equal fleets are equal texts.
fn canonical<N: std::str::FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

fn list<N: std::str::FromStr + ToString, const COUNT: usize>(text: &str) -> Option<[N; COUNT]> {
    text.split('/').map(canonical).collect::<Option<Vec<N>>>()?.try_into().ok()
}
