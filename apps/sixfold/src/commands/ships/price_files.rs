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

/// Fails unless every file that [`write()`] changes is there and can be written to.
pub(super) fn check(folder: &Path, rules: &Rules) -> Result<(), Failure> {
    let weapons = rules.weapon_sets.iter().map(|set| of_weapons(set.name));
    let mut files = ["hulls.toml", ITEMS, "captains.toml"].into_iter().map(str::to_owned).chain(weapons);
    files.try_for_each(|file| {
        let path = folder.join(file);
        let opened = std::fs::OpenOptions::new().read(true).write(true).open(&path);
        opened.map(drop).map_err(|error| Failure::file(&path, &error))
    })
}

/// Writes the prices, and in each file a comment that says where they come from.
pub(super) fn write(folder: &Path, rules: &Rules, prices: &Prices, told: &str) -> Result<(), Failure> {
    let change = |path: &Path, changed: &dyn Fn(&str) -> String| {
        let failed = |error: std::io::Error| Failure::file(path, &error);
        let text = std::fs::read_to_string(path).map_err(failed)?;
        std::fs::write(path, with_origin(&changed(&text), told)).map_err(failed)
    };
    let hulls = rules.hulls.iter().map(|hull| hull.name.as_str()).zip(prices.hulls.iter().copied());
    let hulls: Vec<(&str, u16)> = hulls.collect();
    change(&folder.join("hulls.toml"), &|text| with_costs(text, &hulls))?;
    for (set, costs) in rules.weapon_sets.iter().zip(&prices.weapons) {
        let weapons = set.weapons.iter().map(|weapon| weapon.name.as_str()).zip(costs.iter().copied());
        let weapons: Vec<(&str, u16)> = weapons.collect();
        change(&folder.join(of_weapons(set.name)), &|text| with_costs(text, &weapons))?;
    }
    let items = rules.items.iter().map(|item| item.name.as_str()).zip(prices.items.iter().copied());
    let items: Vec<(&str, u16)> = items.collect();
    change(&folder.join(ITEMS), &|text| with_costs(text, &items))?;
    change(&folder.join("captains.toml"), &|text| {
        lines(text, |line| line.starts_with("level_costs =").then(|| levels(&prices.levels)))
    })
}

/// How the comment begins.
const ORIGIN: &str = "# Costs are measured: ";

/// The text with this comment on top, in place of an earlier one.
fn with_origin(text: &str, told: &str) -> String {
    let rest: String =
        text.lines().filter(|line| !line.starts_with(ORIGIN)).map(|line| line.to_owned() + "\n").collect();
    format!("# {told}\n{rest}")
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
    fn the_comment_on_the_costs_is_replaced() {
        let once = with_origin("# Hulls\nname = 1\n", "Costs are measured: once");
        assert_eq!(once, "# Costs are measured: once\n# Hulls\nname = 1\n");
        assert_eq!(with_origin(&once, "Costs are measured: twice"), once.replace("once", "twice"));
    }

    #[test]
    fn only_the_costs_of_named_tables_change() {
        let before =
            "# Hulls\n[[hull]]\nname = \"Needle\"\ncost = 18\nsize = 1\n\n[[hull]]\nname = \"Other\"\ncost = 2\n";
        let after = before.replace("cost = 18", "cost = 21");
        assert_eq!(with_costs(before, &[("Needle", 21)]), after);
        assert_eq!(levels(&[0, 3]), "level_costs = [0, 3]");
    }
}
