//! The limits of the ships that a side deploys in a scenario (HS-36).

use game::{Arg, Message, RulesError};

use super::reader::Table;
use super::{MOST_DEPLOYED, Rules, WeaponSet};
use crate::fleet::{Design, MOST_SHIPS_A_FLEET};

/// The limits of one side. What is left out is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of ships.
    pub ships: Option<u8>,
    /// The size of the largest ship.
    pub largest: Option<u8>,
    /// The sum of all sizes.
    pub sizes: Option<u8>,
    /// The cost of all ships together.
    pub points: Option<u16>,
}

/// The most choices of ships that are tried before a mission is believed to take one of them.
const MOST_TRIES: u32 = 100_000;

/// The keys of a scenario that are about its limits.
pub(super) const KEYS: [&str; 2] = ["red_limits", "blue_limits"];

impl Limits {
    pub(super) fn read(row: Table<'_>, side: usize) -> Result<Self, RulesError> {
        if !row.has(KEYS[side]) {
            return Ok(Self::default());
        }
        let table = row.table(KEYS[side])?.only(&["ships", "largest", "sizes", "points"])?;
        let number = |key, most: i64| if table.has(key) { table.whole(key, 1..=most).map(Some) } else { Ok(None) };
        Ok(Self {
            ships: number("ships", MOST_SHIPS_A_FLEET as i64)?.map(|ships| ships as u8),
            largest: number("largest", 20)?.map(|size| size as u8),
            sizes: number("sizes", 200)?.map(|sizes| sizes as u8),
            points: number("points", 9999)?.map(|points| points as u16),
        })
    }

    /// Whether this many of the ships, or one at least, can deploy beside the guests. Any captain can command any ship, so the
    /// cheapest captains count.
    pub(crate) fn admit(&self, ships: &[Design], guests: &[Design], least: u8, rules: &Rules, set: &WeaponSet) -> bool {
        let count = usize::from(least).saturating_sub(guests.len()).max(1);
        let mut captains = ships.to_vec();
        game::sort_by_key(&mut captains, |ship| ship.captain_cost(rules));
        let mut choice = Choice { limits: self, rules, set, chosen: guests.to_vec(), tries: MOST_TRIES };
        count <= MOST_DEPLOYED && captains.len() >= count && choice.can_grow(ships, &captains[..count])
    }

    /// Which limit refuses these ships, and what it allows. Every sentence has the argument `fleet`, to be filled in.
    pub fn refuses(&self, ships: &[Design], rules: &Rules, set: &WeaponSet) -> Option<Message> {
        let hull = |ship: &Design| &rules.hulls[usize::from(ship.hull)];
        let over = |key, found: u32, most: Option<u32>| {
            let most = most.filter(|most| found > *most)?;
            Some(Message::new(key).with("found", i64::from(found)).with("most", i64::from(most)))
        };
        let size = |ship: &Design| u32::from(hull(ship).size);
        let too_large = || {
            let largest = ships.iter().max_by_key(|ship| size(ship))?;
            let refused = over("setup.limit.largest", size(largest), self.largest.map(u32::from))?;
            Some(refused.with("hull", Arg::Text(hull(largest).name.clone())))
        };
        over("setup.limit.ships", ships.len() as u32, self.ships.map(u32::from))
            .or_else(too_large)
            .or_else(|| over("setup.limit.sizes", ships.iter().map(size).sum(), self.sizes.map(u32::from)))
            .or_else(|| {
                let cost = ships.iter().map(|ship| ship.cost(rules, set)).sum();
                over("setup.limit.points", cost, self.points.map(u32::from))
            })
    }
}

/// The search for ships that can deploy together.
struct Choice<'r> {
    limits: &'r Limits,
    rules: &'r Rules,
    set: &'r WeaponSet,
    chosen: Vec<Design>,
    tries: u32,
}

impl Choice<'_> {
    /// Whether the chosen ships can deploy with one more of these for each captain.
    fn can_grow(&mut self, ships: &[Design], captains: &[Design]) -> bool {
        let squadrons: usize = self.chosen.iter().map(|ship| ship.squadrons().count()).sum();
        // What is refused is refused with more ships too.
        if self.chosen.len() + squadrons > MOST_SHIPS_A_FLEET
            || self.limits.refuses(&self.chosen, self.rules, self.set).is_some()
        {
            return false;
        }
        let Some((captain, captains)) = captains.split_first() else { return true };
        for (index, ship) in ships.iter().enumerate() {
            self.tries = self.tries.saturating_sub(1);
            self.chosen.push(Design { ranks: captain.ranks, ..*ship });
            if self.tries == 0 || self.can_grow(&ships[index + 1..], captains) {
                return true;
            }
            self.chosen.pop();
        }
        false
    }
}
