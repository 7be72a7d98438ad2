//! The numbers of every battle: `battle.toml`.

use game::RulesError;

use super::reader::{Source, Table};

/// The range brackets, near to far.
pub const BRACKETS: [&str; 3] = ["short", "medium", "long"];

/// The highest speed that the tables allow.
pub(super) const FASTEST: i64 = 20;

/// The visible size of a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Silhouette {
    /// Its name.
    pub name: String,
    /// What it adds to the number that an attacker needs.
    pub difficulty: i8,
}

/// The numbers of `battle.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The name of the rules.
    pub name: String,
    /// The largest distance of each bracket.
    pub bracket_ends: [u8; 3],
    /// The silhouettes from the smallest to the largest.
    pub silhouettes: Vec<Silhouette>,
    /// What a target adds to the number that an attacker needs, at each speed from 0.
    pub target_speed: [i8; FASTEST as usize + 1],
    /// The price of a point for a shield that has points left.
    pub charge: u8,
    /// The price of the first point of a collapsed shield.
    pub rebuild: u8,
    /// The energy that afterburners cost.
    pub afterburner_energy: u8,
    /// The speed that afterburners add.
    pub boost: i8,
    /// The factor of EMP damage against shields.
    pub emp_against_shields: u8,
    /// The disruption by an EMP beam that reaches armour or hull.
    pub emp_disruption: u8,
    /// The experience of captains.
    pub experience: Experience,
}

/// The experience of captains from a battle (HS-11), and the roll by which they survive their ships (HS-29).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experience {
    /// For surviving.
    pub surviving: u8,
    /// For winning.
    pub winning: u8,
    /// For each ship destroyed.
    pub destroying: u8,
    /// The experience for a level.
    pub for_a_level: u8,
    /// The lowest d6 with which the captain of a destroyed ship survives.
    pub captain_survives_on: u8,
}

impl Numbers {
    pub(super) fn read(source: Source<'_>) -> Result<Self, RulesError> {
        source.read(|file| {
            file.only(&[
                "name",
                "bracket",
                "silhouette",
                "target_speed",
                "shields",
                "afterburners",
                "emp",
                "experience",
            ])?;
            let name = file.get("name")?;
            let shields = file.table("shields")?.only(&["charge", "rebuild"])?;
            let afterburners = file.table("afterburners")?.only(&["energy", "boost"])?;
            let emp = file.table("emp")?.only(&["against_shields", "disruption"])?;
            let experience = file.table("experience")?.only(&[
                "surviving",
                "winning",
                "destroying",
                "for_a_level",
                "captain_survives_on",
            ])?;
            let points = |key| experience.whole(key, 0..=20).map(|points| points as u8);
            Ok(Self {
                name: super::reader::key_of(name)?,
                bracket_ends: brackets(file)?,
                silhouettes: silhouettes(file)?,
                target_speed: target_speed(file)?,
                charge: shields.whole("charge", 1..=20)? as u8,
                rebuild: shields.whole("rebuild", 1..=20)? as u8,
                afterburner_energy: afterburners.whole("energy", 0..=20)? as u8,
                boost: afterburners.whole("boost", 1..=5)? as i8,
                emp_against_shields: emp.whole("against_shields", 1..=10)? as u8,
                emp_disruption: emp.whole("disruption", 0..=10)? as u8,
                experience: Experience {
                    surviving: points("surviving")?,
                    winning: points("winning")?,
                    destroying: points("destroying")?,
                    for_a_level: experience.whole("for_a_level", 1..=100)? as u8,
                    captain_survives_on: experience.whole("captain_survives_on", 1..=7)? as u8,
                },
            })
        })
    }
}

fn brackets(file: Table<'_>) -> Result<[u8; 3], RulesError> {
    let rows: [_; 3] = file.get("bracket")?.exactly()?;
    let mut ends = [0; 3];
    let mut before = 0;
    for ((end, row), name) in ends.iter_mut().zip(rows).zip(BRACKETS) {
        let row = row.table()?.only(&["name", "to"])?;
        row.get("name")?.word(&[name])?;
        before = row.whole("to", before + 1..=60)?;
        *end = before as u8;
    }
    Ok(ends)
}

fn silhouettes(file: Table<'_>) -> Result<Vec<Silhouette>, RulesError> {
    let row = |row: Table<'_>| {
        let row = row.only(&["name", "difficulty"])?;
        Ok(Silhouette { name: row.text("name")?.to_owned(), difficulty: row.whole("difficulty", -10..=10)? as i8 })
    };
    file.tables("silhouette")?.into_iter().map(row).collect()
}

fn target_speed(file: Table<'_>) -> Result<[i8; FASTEST as usize + 1], RulesError> {
    let mut table = [0; FASTEST as usize + 1];
    let mut from = 0;
    let rows = file.tables("target_speed")?;
    for row in &rows {
        let row = row.only(&["to", "difficulty"])?;
        let to = row.whole("to", from..=99)?;
        let difficulty = row.whole("difficulty", -10..=10)? as i8;
        for speed in from..=to.min(FASTEST) {
            table[speed as usize] = difficulty;
        }
        from = to + 1;
    }
    if from <= FASTEST {
        return Err(rows.last().unwrap_or(&file).mistake("the last row of `target_speed` goes to 99".to_owned()));
    }
    Ok(table)
}
