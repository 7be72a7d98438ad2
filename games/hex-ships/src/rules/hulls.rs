//! Hulls and their mounts: `hulls.toml`.

use game::RulesError;

use super::numbers::{FASTEST, Silhouette};
use super::reader::{Source, Table, Value, distinct, key_of};
use super::weapons::{Weapon, WeaponKind, WeaponSet};
use crate::bearing::{Field, Side};

/// The most mounts of a hull.
pub const MOST_MOUNTS: usize = 8;

/// The most bays of a carrier.
pub const MOST_BAYS: usize = 4;

/// The silhouette of every squadron.
const MINI: &str = "mini";

/// The weapons that a mount can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Any weapon.
    Omni,
    /// Lasers, heavy lasers, EMP beams.
    Energy,
    /// Missiles and rockets.
    Missile,
    /// Cannons.
    Ballistic,
    /// Torpedoes.
    Torpedo,
}

impl Holds {
    /// The names in files.
    const NAMES: [&str; 5] = ["omni", "energy", "missile", "ballistic", "torpedo"];
    const ALL: [Self; 5] = [Self::Omni, Self::Energy, Self::Missile, Self::Ballistic, Self::Torpedo];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether a weapon of this kind fits.
    pub fn takes(self, kind: WeaponKind) -> bool {
        match self {
            Self::Omni => true,
            Self::Energy => matches!(kind, WeaponKind::Laser | WeaponKind::HeavyLaser | WeaponKind::EmpBeam),
            Self::Missile => matches!(kind, WeaponKind::Missile | WeaponKind::Rocket),
            Self::Ballistic => kind == WeaponKind::Cannon,
            Self::Torpedo => kind == WeaponKind::Torpedo,
        }
    }
}

/// A mount for a weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// What it can hold.
    pub holds: Holds,
    /// Its field of fire.
    pub field: Field,
    /// The weapon that it holds unless a fleet names another.
    pub fits: String,
    /// The most shots that it has room for, if that is less than the weapon's own number. Squadrons carry little (HS-38).
    pub shots: Option<u8>,
}

impl Mount {
    /// Whether this weapon fits: by its kind, and a torpedo only in a fixed mount (HS-30).
    pub fn takes(&self, weapon: &Weapon) -> bool {
        self.holds.takes(weapon.kind) && (weapon.kind != WeaponKind::Torpedo || self.field.is_fixed())
    }
}

/// The bays of a carrier (HS-38).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bays {
    /// The number of squadrons that it carries.
    pub squadrons: u8,
    /// The largest speed with which a squadron docks.
    pub landing_speed: u8,
    /// The hull points of a squadron that are mended in a round aboard.
    pub mended: u8,
}

/// A hull.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hull {
    /// The name in a fleet's text.
    pub key: String,
    /// The name for people.
    pub name: String,
    /// The class of ship in one word.
    pub class: String,
    /// The cost in points, without weapons and captain.
    pub cost: u16,
    /// Breaks ties of initiative.
    pub size: u8,
    /// Hull points.
    pub structure: u8,
    /// The initiative before the captain's bonus.
    pub initiative: i8,
    /// Armour in the order of [`Side::ALL`].
    pub armour: [u8; 4],
    /// Shields in the order of [`Side::ALL`].
    pub shields: [u8; 4],
    /// The largest number of shield points restored in a round.
    pub generator: u8,
    /// The silhouette from front or rear, and from the sides, as indices into the list of silhouettes.
    pub silhouette: [u8; 2],
    /// The largest speed, in hexes a round.
    pub max_speed: i8,
    /// The largest increase of the speed in a round.
    pub faster: i8,
    /// The largest decrease of the speed in a round, and the largest speed in reverse (HS-2).
    pub slower: i8,
    /// The number of turns by 60° in a round.
    pub manoeuvrability: u8,
    /// The largest energy that it stores.
    pub most_energy: u8,
    /// The energy restored every round. The same amount of disruption disables the ship.
    pub regeneration: u8,
    /// Its mounts.
    pub mounts: Vec<Mount>,
    /// The number of items that it has room for (HS-38).
    pub items: u8,
    /// The bays of a carrier.
    pub bays: Option<Bays>,
    /// Whether it is a squadron, which a carrier carries and launches (HS-38).
    pub is_squadron: bool,
}

impl Hull {
    /// Whether only battles with expansions have it: carriers and squadrons.
    pub fn is_expansion(&self) -> bool {
        self.is_squadron || self.bays.is_some()
    }

    /// All hulls, in the order of their file. Carriers come after the other ships and squadrons come last, so that the numbers of
    /// the hulls without expansions do not depend on them.
    pub(super) fn read_all(
        source: Source<'_>,
        silhouettes: &[Silhouette],
        sets: &[WeaponSet],
    ) -> Result<Vec<Self>, RulesError> {
        source.read(|file| {
            let mut hulls: Vec<Self> = Vec::new();
            let file = file.only(&["hull", "squadron"])?;
            let (rows, craft) = (file.tables("hull")?, file.tables_or_none("squadron")?);
            if rows.is_empty() || rows.len() + craft.len() > 100 {
                return Err(file.mistake("there are 1 to 100 hulls".to_owned()));
            }
            let ships = rows.into_iter().map(|row| (row, hull(row, silhouettes, sets)));
            let craft = craft.into_iter().map(|row| (row, squadron(row, silhouettes, sets)));
            for (row, hull) in ships.chain(craft) {
                let hull = hull?;
                distinct(hulls.iter().map(|known| known.key.as_str()), &hull.key, row.get("name")?)?;
                hulls.push(hull);
            }
            game::sort_by_key(&mut hulls, |hull| (hull.is_squadron, hull.bays.is_some()));
            if hulls[0].is_expansion() {
                return Err(file.mistake("one hull at least has no `bays`, for battles without expansions".to_owned()));
            }
            Ok(hulls)
        })
    }
}

/// The entries that ships and squadrons have.
const KEYS: [&str; 10] =
    ["name", "class", "cost", "structure", "initiative", "max_speed", "thrust", "manoeuvrability", "energy", "mounts"];

fn hull(row: Table<'_>, silhouettes: &[Silhouette], sets: &[WeaponSet]) -> Result<Hull, RulesError> {
    let own = ["size", "armour", "shields", "shield_generator", "silhouette", "items", "bays"];
    let row = row.only(&[KEYS.as_slice(), &own].concat())?;
    let looks = row.table("silhouette")?.only(&["front", "side"])?;
    let words: Vec<&str> = silhouettes.iter().map(|silhouette| silhouette.name.as_str()).collect();
    let looks = |key| looks.get(key)?.word(&words).map(|index| index as u8);
    Ok(Hull {
        size: row.whole("size", 0..=20)? as u8,
        armour: faces(row.table("armour")?)?,
        shields: faces(row.table("shields")?)?,
        generator: row.whole("shield_generator", 0..=50)? as u8,
        silhouette: [looks("front")?, looks("side")?],
        items: row.whole_or("items", 0..=8, 0)? as u8,
        bays: if row.has("bays") { Some(bays(row.table("bays")?)?) } else { None },
        ..body(row, sets)?
    })
}

/// A squadron: it looks mini from everywhere and has neither shields nor armour. It is smaller than any ship.
fn squadron(row: Table<'_>, silhouettes: &[Silhouette], sets: &[WeaponSet]) -> Result<Hull, RulesError> {
    let row = row.only(&KEYS)?;
    let mini = silhouettes.iter().position(|silhouette| silhouette.name == MINI);
    let mini =
        mini.ok_or_else(|| row.mistake(format!("squadrons need a silhouette called `{MINI}` in battle.toml")))?;
    let hull = Hull { silhouette: [mini as u8; 2], is_squadron: true, ..body(row, sets)? };
    for (mount, row) in hull.mounts.iter().zip(row.tables("mounts")?) {
        let has_no_ammunition =
            |set: &WeaponSet| set.find(&mount.fits).is_some_and(|weapon| set.weapons[weapon].ammunition.is_none());
        if sets.iter().any(has_no_ammunition) {
            let fits = row.get("fits")?;
            return Err(
                fits.mistake("a squadron has weapons with ammunition only, so that it has to re-arm".to_owned())
            );
        }
    }
    Ok(hull)
}

/// What ships and squadrons have in common. The rest is as of a squadron without a silhouette.
fn body(row: Table<'_>, sets: &[WeaponSet]) -> Result<Hull, RulesError> {
    let thrust = row.table("thrust")?.only(&["faster", "slower"])?;
    let energy = row.table("energy")?.only(&["most", "regeneration"])?;
    Ok(Hull {
        key: key_of(row.get("name")?)?,
        name: row.text("name")?.to_owned(),
        class: row.text("class")?.to_owned(),
        cost: row.whole("cost", 0..=1000)? as u16,
        size: 0,
        structure: row.whole("structure", 1..=200)? as u8,
        initiative: row.whole("initiative", -20..=20)? as i8,
        armour: [0; 4],
        shields: [0; 4],
        generator: 0,
        silhouette: [0; 2],
        max_speed: row.whole("max_speed", 0..=FASTEST - 6)? as i8,
        faster: thrust.whole("faster", 0..=FASTEST)? as i8,
        slower: thrust.whole("slower", 0..=FASTEST)? as i8,
        manoeuvrability: row.whole("manoeuvrability", 0..=12)? as u8,
        most_energy: energy.whole("most", 0..=200)? as u8,
        regeneration: energy.whole("regeneration", 1..=100)? as u8,
        mounts: mounts(row, sets)?,
        items: 0,
        bays: None,
        is_squadron: false,
    })
}

fn bays(table: Table<'_>) -> Result<Bays, RulesError> {
    let table = table.only(&["squadrons", "landing_speed", "mended"])?;
    Ok(Bays {
        squadrons: table.whole("squadrons", 1..=MOST_BAYS as i64)? as u8,
        landing_speed: table.whole("landing_speed", 1..=FASTEST)? as u8,
        mended: table.whole("mended", 0..=200)? as u8,
    })
}

fn faces(table: Table<'_>) -> Result<[u8; 4], RulesError> {
    let names = Side::ALL.map(Side::name);
    let table = table.only(&names)?;
    let mut points = [0; 4];
    for (points, name) in points.iter_mut().zip(names) {
        *points = table.whole(name, 0..=200)? as u8;
    }
    Ok(points)
}

fn mounts(row: Table<'_>, sets: &[WeaponSet]) -> Result<Vec<Mount>, RulesError> {
    let rows = row.tables("mounts")?;
    if rows.len() > MOST_MOUNTS {
        return Err(row.get("mounts")?.mistake(format!("a hull has at most {MOST_MOUNTS} mounts")));
    }
    rows.into_iter().map(|row| mount(row, sets)).collect()
}

fn mount(row: Table<'_>, sets: &[WeaponSet]) -> Result<Mount, RulesError> {
    let row = row.only(&["holds", "field", "fits", "shots"])?;
    let holds = Holds::ALL[row.get("holds")?.word(&Holds::NAMES)?];
    let shots = if row.has("shots") { Some(row.whole("shots", 1..=99)? as u8) } else { None };
    let mount = Mount { holds, field: field(row.get("field")?)?, fits: row.text("fits")?.to_owned(), shots };
    let fits = row.get("fits")?;
    for set in sets {
        let weapon = set.find(&mount.fits).ok_or_else(|| {
            fits.mistake(format!("weapons-{}.toml has no `{}`; it has {}", set.name, mount.fits, set.names()))
        })?;
        if !mount.takes(&set.weapons[weapon]) {
            let (kind, holds) = (set.weapons[weapon].kind.name(), holds.name());
            return Err(fits.mistake(if mount.holds.takes(set.weapons[weapon].kind) {
                "a torpedo needs a fixed mount: one face".to_owned()
            } else {
                format!("a mount for `{holds}` does not hold a `{kind}`")
            }));
        }
    }
    Ok(mount)
}

fn field(value: Value<'_>) -> Result<Field, RulesError> {
    let text = value.text()?;
    Field::read(text).ok_or_else(|| {
        value.mistake(format!("`field` is a face from 1 to 6, or two of them such as 6-2, and not `{text}`"))
    })
}
