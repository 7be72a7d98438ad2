//! Items that ships carry besides weapons, an expansion: `items.toml` (HS-38).

use game::RulesError;

use super::reader::{Source, Table, distinct, key_of};

/// The most items of a rule set.
const MOST_ITEMS: usize = 8;

/// What an item does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// Attacks on the ship and on friends near it need more.
    CounterMeasures {
        /// The energy that they take in a round.
        energy: u8,
        /// Added to the number that an attack needs.
        difficulty: i8,
        /// The distance up to which friends are covered.
        reach: u8,
    },
    /// Removes missiles that hit the ship.
    AntiMissile {
        /// The number of rolls in a round.
        times: u8,
        /// The least number of a d6 that removes a missile.
        removes_on: u8,
    },
}

impl ItemKind {
    const NAMES: [&str; 2] = ["counter-measures", "anti-missile"];
}

/// An item that a ship can carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name in a fleet's text.
    pub key: String,
    /// The name for people.
    pub name: String,
    /// The cost in points.
    pub cost: u16,
    /// What it does.
    pub kind: ItemKind,
}

impl Item {
    pub(super) fn read_all(source: Source<'_>) -> Result<Vec<Self>, RulesError> {
        source.read(|file| {
            let mut items: Vec<Self> = Vec::new();
            let rows = file.only(&["item"])?.tables("item")?;
            if rows.len() > MOST_ITEMS {
                return Err(file.mistake(format!("there are at most {MOST_ITEMS} items")));
            }
            for row in rows {
                let item = item(row)?;
                distinct(items.iter().map(|known| known.key.as_str()), &item.key, row.get("name")?)?;
                items.push(item);
            }
            Ok(items)
        })
    }
}

fn item(row: Table<'_>) -> Result<Item, RulesError> {
    let kind = if row.get("kind")?.word(&ItemKind::NAMES)? == 0 {
        let row = row.only(&["name", "kind", "cost", "energy", "difficulty", "reach"])?;
        ItemKind::CounterMeasures {
            energy: row.whole("energy", 0..=100)? as u8,
            difficulty: row.whole("difficulty", 1..=10)? as i8,
            reach: row.whole("reach", 0..=12)? as u8,
        }
    } else {
        let row = row.only(&["name", "kind", "cost", "times", "removes_on"])?;
        // More rolls, or chances of sixths, would make the weights of a forecast too large.
        ItemKind::AntiMissile {
            times: row.whole("times", 1..=3)? as u8,
            removes_on: row.whole("removes_on", 3..=5)? as u8,
        }
    };
    Ok(Item {
        key: key_of(row.get("name")?)?,
        name: row.text("name")?.to_owned(),
        cost: row.whole("cost", 0..=1000)? as u16,
        kind,
    })
}
