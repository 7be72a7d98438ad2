//! Writes prices into the rule files of a folder, line by line, so that comments and order stay.

use std::path::Path;

use hex_ships::rules::Rules;

use super::parts::Prices;
use crate::failure::Failure;

/// The file of a set of weapons.
pub(super) fn of_weapons(set: &str) -> String {
    format!("weapons-{set}.toml")
}

/// The file of the items.
pub(super) const ITEMS: &str = "items.toml";

/// The line of the captains' costs.
pub(super) fn levels(costs: &[u16]) -> String {
    let costs: Vec<String> = costs.iter().map(u16::to_string).collect();
    format!("level_costs = [{}]", costs.join(", "))
}

pub(super) fn write(folder: &Path, rules: &Rules, prices: &Prices) -> Result<(), Failure> {
    let hulls = rules.hulls.iter().map(|hull| hull.name.as_str()).zip(prices.hulls.iter().copied());
    change(&folder.join("hulls.toml"), |text| with_costs(text, &hulls.collect::<Vec<_>>()))?;
    for (set, costs) in rules.weapon_sets.iter().zip(&prices.weapons) {
        let weapons = set.weapons.iter().map(|weapon| weapon.name.as_str()).zip(costs.iter().copied());
        change(&folder.join(of_weapons(set.name)), |text| with_costs(text, &weapons.collect::<Vec<_>>()))?;
    }
    let items = rules.items.iter().map(|item| item.name.as_str()).zip(prices.items.iter().copied());
    change(&folder.join(ITEMS), |text| with_costs(text, &items.collect::<Vec<_>>()))?;
    change(&folder.join("captains.toml"), |text| {
        lines(text, |line| line.starts_with("level_costs =").then(|| levels(&prices.levels)))
    })
}

fn change(path: &Path, changed: impl FnOnce(&str) -> String) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::file(path, &error);
    let text = std::fs::read_to_string(path).map_err(failed)?;
    std::fs::write(path, changed(&text)).map_err(failed)
}

/// The text with the `cost` of every named table changed. A table's name comes before its cost.
fn with_costs(text: &str, costs: &[(&str, u16)]) -> String {
    let mut cost = None;
    lines(text, |line| {
        if let Some(name) = line.strip_prefix("name = ") {
            cost = costs.iter().find(|(own, _)| name.trim().trim_matches('"') == *own).map(|(_, cost)| *cost);
        }
        line.starts_with("cost =").then(|| cost.map(|cost| format!("cost = {cost}"))).flatten()
    })
}

fn lines(text: &str, mut changed: impl FnMut(&str) -> Option<String>) -> String {
    text.lines().map(|line| changed(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_costs_of_named_tables_change() {
        let before =
            "# Hulls\n[[hull]]\nname = \"Needle\"\ncost = 18\nsize = 1\n\n[[hull]]\nname = \"Other\"\ncost = 2\n";
        let after = before.replace("cost = 18", "cost = 21");
        assert_eq!(with_costs(before, &[("Needle", 21)]), after);
        assert_eq!(levels(&[0, 3]), "level_costs = [0, 3]");
    }
}
