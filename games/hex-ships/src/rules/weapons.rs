//! Weapons: `weapons-seed.toml` and `weapons-balanced.toml`.

use game::RulesError;

use super::numbers::BRACKETS;
use super::reader::{Source, Table, distinct, key_of};

/// The number of entries of a missile table: one for each face of a d6.
const DIE: usize = 6;

/// The seven kinds of weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WeaponKind {
    /// Bleeds through all layers.
    Laser,
    /// A laser that costs more and fades less.
    HeavyLaser,
    /// Damage is multiplied against shields; disrupts.
    EmpBeam,
    /// Bleeds through all layers; has ammunition.
    Cannon,
    /// At least one missile always hits. Every missile is a packet of its own (HS-7).
    Missile,
    /// One packet, all or nothing.
    Rocket,
    /// Ignores shields. Damage to the hull is always a critical.
    Torpedo,
}

impl WeaponKind {
    /// All kinds, in the order of damage (HS-32). The heavy laser counts as a laser there.
    pub const ALL: [Self; 7] =
        [Self::Laser, Self::HeavyLaser, Self::EmpBeam, Self::Cannon, Self::Missile, Self::Rocket, Self::Torpedo];

    /// The names in files.
    const NAMES: [&str; 7] = ["laser", "heavy-laser", "emp-beam", "cannon", "missile", "rocket", "torpedo"];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Its place in the order of damage: faster weapons come first.
    pub fn arrives(self) -> u8 {
        match self {
            Self::Laser | Self::HeavyLaser => 0,
            Self::EmpBeam => 1,
            Self::Cannon => 2,
            Self::Missile | Self::Rocket => 3,
            Self::Torpedo => 4,
        }
    }
}

/// The effect of a weapon in a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The damage in points; of missiles, all of them together.
    pub damage: u8,
    /// The number that 2d6 have to reach before modifiers. Missiles do not use it (HS-24).
    pub hits_on: u8,
}

/// A launcher of missiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missiles {
    /// The number of missiles in one attack.
    pub count: u8,
    /// The number of missiles that hit, for a d6 of 1 to 6.
    pub that_hit: [u8; DIE],
}

/// A weapon that can be put into a mount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// The name in a fleet's text.
    pub key: String,
    /// The name for people.
    pub name: String,
    /// Its kind.
    pub kind: WeaponKind,
    /// The cost in points.
    pub cost: u16,
    /// The energy of a shot.
    pub energy: u8,
    /// The shots in a battle. None if only the energy limits them.
    pub ammunition: Option<u8>,
    /// The effect in each bracket. None where it does not fire.
    pub brackets: [Option<Shot>; 3],
    /// The launcher, for missiles only.
    pub missiles: Option<Missiles>,
}

/// All weapons of a set, in the order of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeaponSet {
    /// `seed` or `balanced`.
    pub name: &'static str,
    /// The weapons.
    pub weapons: Vec<Weapon>,
}

impl WeaponSet {
    pub(super) fn read(name: &'static str, source: Source<'_>) -> Result<Self, RulesError> {
        source.read(|file| {
            let mut weapons: Vec<Weapon> = Vec::new();
            let rows = file.only(&["weapon"])?.tables("weapon")?;
            if rows.len() > 100 {
                return Err(file.mistake("a set has at most 100 weapons".to_owned()));
            }
            for row in rows {
                let weapon = weapon(row)?;
                distinct(weapons.iter().map(|known| known.key.as_str()), &weapon.key, row.get("name")?)?;
                weapons.push(weapon);
            }
            Ok(Self { name, weapons })
        })
    }

    /// The index of the weapon with this key.
    pub fn find(&self, key: &str) -> Option<usize> {
        self.weapons.iter().position(|weapon| weapon.key == key)
    }

    /// The keys of all weapons, for error messages.
    pub fn names(&self) -> String {
        self.weapons.iter().map(|weapon| weapon.key.as_str()).collect::<Vec<_>>().join(", ")
    }
}

fn weapon(row: Table<'_>) -> Result<Weapon, RulesError> {
    let row = row.only(&[
        "name",
        "kind",
        "cost",
        "energy",
        "ammunition",
        "missiles",
        "missiles_that_hit",
        "short",
        "medium",
        "long",
    ])?;
    let kind = WeaponKind::ALL[row.get("kind")?.word(&WeaponKind::NAMES)?];
    let missiles = match kind {
        WeaponKind::Missile => Some(missiles(row)?),
        _ if row.has("missiles") || row.has("missiles_that_hit") => {
            return Err(row.get("kind")?.mistake("only a weapon of kind `missile` has `missiles`".to_owned()));
        }
        _ => None,
    };
    let mut brackets = [None; 3];
    for (bracket, name) in brackets.iter_mut().zip(BRACKETS) {
        if row.has(name) {
            *bracket = Some(shot(row.table(name)?, missiles.as_ref())?);
        }
    }
    if brackets.iter().all(Option::is_none) {
        return Err(row.mistake("a weapon fires in one bracket at least: short, medium or long".to_owned()));
    }
    Ok(Weapon {
        key: key_of(row.get("name")?)?,
        name: row.text("name")?.to_owned(),
        kind,
        cost: row.whole("cost", 0..=1000)? as u16,
        energy: row.whole("energy", 0..=50)? as u8,
        ammunition: if row.has("ammunition") { Some(row.whole("ammunition", 1..=99)? as u8) } else { None },
        brackets,
        missiles,
    })
}

fn shot(table: Table<'_>, missiles: Option<&Missiles>) -> Result<Shot, RulesError> {
    let damage = table.whole("damage", 1..=99)? as u8;
    let Some(missiles) = missiles else {
        let table = table.only(&["damage", "hits_on"])?;
        return Ok(Shot { damage, hits_on: table.whole("hits_on", 2..=14)? as u8 });
    };
    table.only(&["damage"])?;
    if !damage.is_multiple_of(missiles.count) {
        let count = missiles.count;
        return Err(table
            .get("damage")?
            .mistake(format!("`damage` is that of all {count} missiles: a multiple of {count}")));
    }
    Ok(Shot { damage, hits_on: 0 })
}

fn missiles(row: Table<'_>) -> Result<Missiles, RulesError> {
    let count = row.whole("missiles", 1..=12)?;
    let mut that_hit = [0; DIE];
    for (hits, value) in that_hit.iter_mut().zip(row.get("missiles_that_hit")?.exactly::<DIE>()?) {
        *hits = value.whole(1..=count)? as u8;
    }
    Ok(Missiles { count: count as u8, that_hit })
}
