//! The data files: the built-in ones are valid, and a mistake is refused with its file, its line and what would be
//! right.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::fs;
use std::path::PathBuf;

use game::{NamedRules, RuleFiles, RuleSet as _};
use sixfold_hex_ships::rules::{Rules, RulesError, WEAPON_SETS, WeaponKind};
use sixfold_hex_ships::{Fleet, Side};

fn own_folder() -> PathBuf {
    PathBuf::from("data")
}

/// The files of `data/`, with `old` replaced by `new` in some of them.
fn with(changes: &[(&str, &str, &str)]) -> RuleFiles {
    let files = Rules::FILES.iter().map(|(name, _)| {
        let mut text = fs::read_to_string(own_folder().join(name)).unwrap();
        for (_, old, new) in changes.iter().filter(|(file, ..)| file == name) {
            assert!(text.contains(old), "{name} has `{old}`");
            text = text.replacen(old, new, 1);
        }
        ((*name).to_owned(), text)
    });
    RuleFiles::new(files).unwrap()
}

/// What comes of the rules if in one file `old` is `new`.
fn changed(file: &str, old: &str, new: &str) -> Result<Rules, RulesError> {
    Rules::parse(&with(&[(file, old, new)]))
}

fn mistake(file: &str, old: &str, new: &str) -> String {
    changed(file, old, new).err().unwrap_or_else(|| panic!("`{new}` is allowed in {file}")).to_string()
}

/// The line, from 1, in which this text begins.
fn line_of(file: &str, part: &str) -> usize {
    let text = fs::read_to_string(own_folder().join(file)).unwrap();
    let at = text.find(part).unwrap_or_else(|| panic!("{file} has `{part}`"));
    1 + text[..at].matches('\n').count()
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of mistakes")]
fn a_mistake_is_told_with_its_file_its_line_and_what_would_be_right() {
    let cases = [
        ("hulls.toml", "structure = 3\n", "structur = 3\n", "`structur` is not known here; there is name, class"),
        ("hulls.toml", "structure = 3\n", "structure = 0\n", "`structure` is a whole number from 1 to 200"),
        ("hulls.toml", "structure = 3\n", "structure = \"3\"\n", "`structure` is a whole number from 1 to 200"),
        (
            "hulls.toml",
            "silhouette = { front = \"tiny\"",
            "silhouette = { front = \"thin\"",
            "`front` is one of mini, tiny",
        ),
        (
            "hulls.toml",
            "{ holds = \"missile\", field = \"1\"",
            "{ holds = \"missile\", field = \"7\"",
            "a face from 1 to 6",
        ),
        ("hulls.toml", "fits = \"rocket-5\"", "fits = \"rocket\"", "weapons-seed.toml has no `rocket`; it has laser"),
        ("hulls.toml", "fits = \"rocket-5\"", "fits = \"laser\"", "a mount for `missile` does not hold a `laser`"),
        (
            "hulls.toml",
            "field = \"1\", fits = \"torpedo\"",
            "field = \"6-2\", fits = \"torpedo\"",
            "a fixed mount: one face",
        ),
        ("hulls.toml", "name = \"Dagger\"", "name = \"Needle\"", "there are two called `needle`"),
        ("hulls.toml", "name = \"Wasp\"", "name = \"Hive\"", "there are two called `hive`"),
        (
            "hulls.toml",
            "class = \"fighters\"",
            "class = \"fighters\"\nshields = 1",
            "`shields` is not known here; there is name",
        ),
        ("hulls.toml", "bays = { squadrons = 2", "bays = { squadrons = 5", "`squadrons` is a whole number from 1 to 4"),
        ("hulls.toml", "landing_speed = 5, mended = 2", "landing_speed = 5, mends = 2", "`mends` is not known here"),
        ("hulls.toml", "shots = 1 }", "shots = 0 }", "`shots` is a whole number from 1 to 99"),
        (
            "hulls.toml",
            "holds = \"ballistic\", field = \"6-2\", fits = \"cannon\", shots",
            "holds = \"energy\", field = \"6-2\", fits = \"laser\", shots",
            "a squadron has weapons with ammunition only, so that it has to re-arm",
        ),
        ("hulls.toml", "name = \"Dagger\"", "name = \"Da/ger\"", "a name is up to 24 letters"),
        ("hulls.toml", "armour = { front = 5, right", "armour = { front = 5, rihgt", "`rihgt` is not known here"),
        ("weapons-seed.toml", "kind = \"cannon\"", "kind = \"gun\"", "`kind` is one of laser, heavy-laser, emp-beam"),
        (
            "weapons-seed.toml",
            "short = { damage = 25, hits_on = 7 }",
            "short = { damage = 25 }",
            "`hits_on` is missing",
        ),
        ("weapons-seed.toml", "[1, 1, 2, 2, 3, 3]", "[1, 1, 2, 2, 3]", "lists 6 values, and not 5"),
        ("weapons-seed.toml", "[1, 1, 2, 2, 3, 3]", "[0, 1, 2, 2, 3, 3]", "a whole number from 1 to 3"),
        ("weapons-seed.toml", "short = { damage = 9 }", "short = { damage = 10 }", "a multiple of 3"),
        (
            "weapons-seed.toml",
            "kind = \"rocket\"\ncost = 4",
            "kind = \"rocket\"\nmissiles = 5\ncost = 4",
            "only a weapon of kind",
        ),
        ("battle.toml", "to = 6\n", "to = 3\n", "`to` is a whole number from 4 to 60"),
        ("battle.toml", "to = 99\n", "to = 9\n", "the last row of `target_speed` goes to 99"),
        ("battle.toml", "rebuild = 5", "rebuild = five", ""),
        ("captains.toml", "rank = 3\nrerolls", "rank = 2\nrerolls", "`rank` is a whole number from 3 to 6"),
        ("captains.toml", "shield_shift = 1", "shield_swap = 1", "`shield_swap` is not known here"),
        ("criticals.toml", "\"sensors\", \"bridge\"", "\"radar\", \"bridge\"", "and not `radar`"),
        (
            "scenarios.toml",
            "+dagger+hornet\"",
            "+dager+hornet\"",
            "the fleet has the hull `dager`; there is only needle, dagger",
        ),
        ("items.toml", "kind = \"anti-missile\"", "kind = \"flak\"", "`kind` is one of counter-measures, anti-missile"),
        ("items.toml", "removes_on = 4", "removes_on = 7", "`removes_on` is a whole number from 3 to 5"),
        ("items.toml", "reach = 2", "reach = 2\ntimes = 1", "`times` is not known here"),
        ("scenarios.toml", "points = 300", "points = 99", "and the scenario allows 99"),
        ("scenarios.toml", "\"k7 S 3\"", "\"k77 S 3\"", "a hex of the map, a facing and a speed, such as `k11 N 2`"),
        ("scenarios.toml", "\"k7 S 3\"", "\"k5 S 3\"", "there is a ship on k5 already"),
        ("scenarios.toml", "[\"k7 S 3\", ", "[", "lists 3 ships, and the fleet has 4"),
        ("scenarios.toml", "\"k5 S 3\"", "\"k5 S 9\"", "the speed of `tempest` is from -2 to 5"),
        ("scenarios.toml", "\"k5 S 3\"", "\"k5 S -3\"", "the speed of `tempest` is from -2 to 5"),
        (
            "scenarios.toml",
            "red_aim = { kind = \"hold\"",
            "red_aim = { kind = \"keep\"",
            "`kind` is one of destroy, hold, protect, escape, kill",
        ),
        ("scenarios.toml", "round = 7 }", "round = 13 }", "`round` is a whole number from 1 to 12"),
        (
            "scenarios.toml",
            "red_aim = { kind = \"escape\", ships = 2, edge = \"S\"",
            "red_aim = { kind = \"escape\", ships = 5, edge = \"S\"",
            "`ships` is a whole number from 1 to 4",
        ),
        (
            "scenarios.toml",
            "red_aim = { kind = \"escape\", ships = 2, edge = \"S\"",
            "red_aim = { kind = \"escape\", ships = 2",
            "`edge` is missing",
        ),
        (
            "scenarios.toml",
            "red_aim = { kind = \"escape\", ships = 2, edge = \"S\"",
            "red_aim = { kind = \"escape\", ships = 2, edge = \"E\"",
            "`edge` is one of N, NE, SE, S, SW, NW",
        ),
        (
            "scenarios.toml",
            "red_aim = { kind = \"escape\", ships = 2, edge",
            "red_aim = { kind = \"escape\", ships = 2, points = 9, edge",
            "either `ships` or `points`",
        ),
        (
            "scenarios.toml",
            "blue_aim = { kind = \"kill\", ship = 1 }",
            "blue_aim = { kind = \"kill\", ship = 5 }",
            "from 1 to 4",
        ),
        (
            "scenarios.toml",
            "blue_aim = { kind = \"kill\", ship = 1 }",
            "blue_aim = { kind = \"kill\", edge = \"S\" }",
            "`edge` is not known here",
        ),
        ("scenarios.toml", "neither = \"blue\"", "neither = \"green\"", "`neither` is one of red, blue"),
        (
            "scenarios.toml",
            "neither = \"blue\"",
            "red_limits = { largest = 3 }",
            "has Bastion, a ship of size 4, and this battle allows size 3",
        ),
        ("scenarios.toml", "neither = \"blue\"", "red_limits = { size = 3 }", "there is ships, largest, sizes, points"),
        (
            "scenarios.toml",
            "radius = 7\nrounds = 12\npoints = 70\ndeploy_rows = 3",
            "radius = 5\nrounds = 12\npoints = 70\ndeploy_rows = 1",
            "fleets deploy on 6 hexes of this map",
        ),
    ];
    for (file, old, new, expected) in cases {
        let told = mistake(file, old, new);
        // The parser reports broken TOML. A mistake about a whole table has the line of its beginning; any other has
        // its own line.
        assert!(told.starts_with(&format!("{file}, line ")) && told.contains(expected), "{new}: {told}");
    }
}

#[test]
fn a_mistake_in_a_campaign_is_told_with_its_line_too() {
    let file = "campaign-frontier.toml";
    let cases = [
        (
            "win = [\"frontier-convoy\", \"frontier-depot\"]",
            "win = [\"frontier-convoi\", \"frontier-depot\"]",
            "`win` is one of frontier-picket, frontier-convoy, ",
        ),
        ("win = [\"frontier-flagship\"]", "win = []", "the list has a mission at least"),
        (
            "win = [\"frontier-flagship\"]",
            "win = \"flagship\"",
            "`win` is `won`, `lost` or a list of missions, and not `flagship`",
        ),
        (
            "title = { en = \"The picket line\", de = ",
            "title = { en = \"The picket line\", fr = ",
            "`fr` is not known here",
        ),
        (", de = \"Die Vorposten\" }", " }", "`de` is missing"),
        (", de = \"Die Vorposten\" }", ", de = \" \" }", "a text here has 1 to 60 letters"),
        (
            "easy = \"dagger+needle",
            "easy = \"dager+needle",
            "the fleet has the hull `dager`; there is only needle, dagger",
        ),
        ("ships = [\"sabre@121\"", "ships = [\"saber@121\"", "the fleet has the hull `saber`"),
        (
            "    \"Resolute\", \"Far Lantern\"",
            "    \"Far Lantern\", \"Far Lantern\"",
            "`Far Lantern` is in the list already",
        ),
        ("place = [8, 50]", "place = [8, 500]", "a whole number from 0 to 100"),
        ("place = [8, 50]", "place = [8, 50]\nred_start = [\"k7 S 3\"]", "a mission has no `red_start`"),
        (
            "reward = { experience = 1 }",
            "reward = { experiense = 1 }",
            "`experiense` is not known here; there is ships",
        ),
        ("levels = [\"1\", ", "levels = [", "lists 3 values, and not 2"),
        (
            "ships = [\"sabre@121\", \"dagger@211\"",
            "ships = [\"sabre@121\", \"hive~wasp\"",
            "items, carriers and squadrons need `expansions = \"on\"` at the beginning of the file",
        ),
        ("first = [\"frontier-picket\"]", "first = [\"picket\"]", "`first` is one of frontier-picket"),
    ];
    for (old, new, expected) in cases {
        let told = mistake(file, old, new);
        let line = line_of(file, old) + usize::from(new.contains('\n'));
        assert!(told.starts_with(&format!("{file}, line {line}: ")) && told.contains(expected), "{new}: {told}");
    }
}

/// Every battle is checked as its setup would be: otherwise a campaign is stuck in front of it.
#[test]
fn a_battle_of_a_campaign_that_could_not_begin_is_told_with_its_line() {
    let file = "campaign-frontier.toml";
    let text = fs::read_to_string(own_folder().join(file)).unwrap();
    let line_of_mission = |mission: &str, key: &str| {
        let begins = text.find(&format!("name = \"{mission}\"")).unwrap();
        let at = begins + text[begins..].find(&format!("\n{key} = ")).unwrap() + 1;
        text[at..].lines().next().unwrap()
    };
    let depot = |key: &str| line_of_mission("frontier-depot", key);
    let picket = |key: &str| line_of_mission("frontier-picket", key);
    let carrier = "items, carriers and squadrons need `expansions = \"on\"` at the beginning of the file";
    // The first change is the mistake.
    let cases: [(&[(&str, &str)], &str); 6] = [
        (
            &[("levels = [\"1\", \"3\", \"4\"]", "levels = [\"1\", \"three\", \"4\"]")],
            "`levels` is one of 1, 2, 3, 4, 5, and not `three`",
        ),
        (&[(picket("blue"), "blue = \"hive~wasp\"")], carrier),
        (&[(picket("red"), "red = \"hive~wasp\"")], carrier),
        (
            &[
                (depot("easy"), "easy = \"tempest+needle\""),
                (depot("red_aim"), "red_aim = { kind = \"kill\", ship = 3 }"),
            ],
            "the aims of this mission speak of more than this fleet: it needs 3 ships that cost 0 at least",
        ),
        (
            &[
                (depot("hard"), "hard = \"dagger+sabre\""),
                (depot("easy"), "easy = \"dagger\""),
                (depot("blue"), "blue = \"dagger\"\nblue_limits = { largest = 1 }"),
            ],
            "the fleet has Sabre, a ship of size 2, and this battle allows size 1",
        ),
        (
            &[
                (depot("hard"), "hard = \"needle\""),
                (depot("blue_aim"), "blue_aim = { kind = \"escape\", points = 60, edge = \"S\" }"),
            ],
            "it needs 1 ships that cost 60 at least",
        ),
    ];
    for (changes, expected) in cases {
        let changed: Vec<(&str, &str, &str)> = changes.iter().map(|(old, new)| (file, *old, *new)).collect();
        let told = Rules::parse(&with(&changed)).err().unwrap_or_else(|| panic!("{changes:?} are allowed")).to_string();
        // A line that was added above it moves it down.
        let at = text.find(changes[0].0).unwrap();
        let added = changes.iter().filter(|(old, new)| new.contains('\n') && text.find(old).unwrap() < at).count();
        let place = format!("{file}, line {}: ", line_of(file, changes[0].0) + added);
        assert!(told.starts_with(&place) && told.contains(expected), "{place}{expected}\n{told}");
    }
}

#[test]
fn a_mission_that_no_fleet_of_the_campaign_could_be_sent_to_is_refused() {
    let file = "campaign-frontier.toml";
    let lonely =
        (file, "ships = [\"sabre@121\", \"dagger@211\", \"dagger\", \"hornet@121\"]", "ships = [\"sabre@121\"]");
    let first = "red = \"sabre@121+dagger@211+dagger+hornet@121\"";
    let tight = (file, first, "red = \"needle\"\nred_limits = { largest = 1 }");
    let begins = |mission: &str| line_of(file, &format!("name = \"{mission}\"")) - 1;
    let told = Rules::parse(&with(&[lonely, tight])).err().unwrap().to_string();
    let line = begins("frontier-picket");
    let why = "no ships of the campaign's beginning fit the limits and the aims of this mission";
    assert_eq!(told, format!("{file}, line {line}: {why}"));
    // A later mission may wait for the ships of a reward.
    let rules = Rules::built_in();
    let depot = &rules.campaigns.iter().find(|plan| plan.key == "frontier").unwrap().missions[2];
    let own = format!("red = \"{}\"\nred_aim = {{ kind = \"kill\"", depot.scenario.fleets[0]);
    let of_depot =
        |points: &str| format!("red = \"needle.none.none\"\nred_limits = {{ {points} }}\nred_aim = {{ kind = \"kill\"");
    let parse = |limits: &str| Rules::parse(&with(&[lonely, (file, &own, &of_depot(limits))]));
    parse("largest = 1").unwrap();
    let line = begins("frontier-depot");
    let why = "no ships that the campaign may ever have fit the limits and the aims of this mission";
    assert_eq!(parse("points = 25").err().unwrap().to_string(), format!("{file}, line {line}: {why}"));
}

/// Mistakes about the ways of a campaign have the line in which the mission begins.
#[test]
fn every_mission_of_a_campaign_can_be_reached_and_leads_to_a_victory() {
    let file = "campaign-frontier.toml";
    let begins = |mission: &str| line_of(file, &format!("name = \"{mission}\"")) - 1;
    let told = mistake(file, "win = [\"frontier-wolves\", \"frontier-signal\"]", "win = [\"frontier-wolves\"]");
    let line = begins("frontier-signal");
    assert_eq!(told, format!("{file}, line {line}: no way of the campaign leads to this mission"));
    let told = mistake(file, "win = \"won\"", "win = \"lost\"");
    let line = begins("frontier-picket");
    assert_eq!(told, format!("{file}, line {line}: no way leads from this mission to a `won` campaign"));
}

#[test]
fn a_campaign_has_names_for_every_ship_that_its_fleet_may_ever_have() {
    let file = "campaign-frontier.toml";
    let text = fs::read_to_string(own_folder().join(file)).unwrap();
    let line = line_of(file, "ship_names = [");
    let first = text.lines().nth(line).unwrap();
    let (count, left) =
        (text.split("ship_names = [").nth(1).unwrap().split(']').next().unwrap(), first.matches('"').count() / 2);
    let left = count.matches('"').count() / 2 - left;
    let told = mistake(file, &format!("{first}\n"), "");
    assert_eq!(told, format!("{file}, line {line}: the list has 32 names at least, and not {left}"));
}

/// A set may have campaigns that the built-in one does not have, and it may leave out those.
#[test]
fn a_set_has_campaigns_of_its_own() {
    let own = fs::read_to_string(own_folder().join("campaign-frontier.toml")).unwrap().replace("frontier", "border");
    let files = with(&[("battle.toml", "name = \"standard\"", "name = \"mine\"")]);
    let kept = files.iter().filter(|(name, _)| !name.starts_with("campaign-"));
    let files =
        kept.chain([("campaign-border.toml", own.as_str())]).map(|(name, text)| (name.to_owned(), text.to_owned()));
    let rules = NamedRules::<Rules>::parse(&RuleFiles::new(files).unwrap()).unwrap();
    let keys: Vec<&str> = rules.rules().campaigns.iter().map(|campaign| campaign.key.as_str()).collect();
    assert_eq!(keys, ["border"]);
    // Two files with the same missions are refused, because a mission is a scenario of that name.
    let twice = with(&[("campaign-frontier.toml", "name = \"frontier-picket\"", "name = \"exodus-breakout\"")]);
    let told = Rules::parse(&twice).unwrap_err().to_string();
    assert!(told.contains("there are two called `exodus-breakout`"), "{told}");
}

/// The page has these files without their comments.
#[test]
fn the_comments_of_the_files_mean_nothing() {
    let blank = |text: &str| {
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines() {
            lines.push(if line.starts_with('#') { " ".repeat(line.len()) } else { line.to_owned() });
        }
        lines.join("\n") + "\n"
    };
    let files = Rules::FILES.iter().map(|(name, text)| ((*name).to_owned(), blank(text)));
    assert!(Rules::parse(&RuleFiles::new(files).unwrap()).unwrap() == Rules::built_in());
    assert_eq!(&game::blank_comments(*b"# a\nb = 1 # c\n#\xc3\xa4\n"), b"   \nb = 1 # c\n   \n");
}

#[test]
fn the_line_is_the_very_one() {
    let told = mistake("hulls.toml", "class = \"destroyer\"\ncost = 22", "class = \"destroyer\"\ncost = -22");
    let line = line_of("hulls.toml", "class = \"destroyer\"\ncost = 22") + 1;
    assert_eq!(told, format!("hulls.toml, line {line}: `cost` is a whole number from 0 to 1000"));
    let told = mistake("weapons-seed.toml", "kind = \"torpedo\"\ncost = 5\n", "kind = \"torpedo\"\n");
    let line = line_of("weapons-seed.toml", "name = \"Torpedo\"") - 1;
    assert_eq!(told, format!("weapons-seed.toml, line {line}: `cost` is missing"));
}

#[test]
fn the_files_of_the_folder_are_the_built_in_set_and_a_missing_one_is_named() {
    let rules = NamedRules::<Rules>::parse(&with(&[])).unwrap();
    assert_eq!((rules.id(), &**rules.rules()), (None, &Rules::built_in()));
    let without = with(&[]);
    let without = without.iter().filter(|(name, _)| *name != "hulls.toml");
    let without = RuleFiles::new(without.map(|(name, text)| (name.to_owned(), text.to_owned()))).unwrap();
    let missing = NamedRules::<Rules>::parse(&without).unwrap_err().to_string();
    assert_eq!(missing, "hulls.toml: the file is missing");
}

#[test]
fn changed_rules_need_a_name_of_their_own() {
    let cheaper = ("hulls.toml", "cost = 23", "cost = 19");
    let told = NamedRules::<Rules>::parse(&with(&[cheaper])).unwrap_err().to_string();
    let line = line_of("battle.toml", "name = \"standard\"");
    assert!(told.starts_with(&format!("battle.toml, line {line}: ")) && told.contains("another `name`"), "{told}");
    let files = with(&[cheaper, ("battle.toml", "name = \"standard\"", "name = \"cheap needles\"")]);
    let rules = NamedRules::<Rules>::parse(&files).unwrap();
    assert_eq!((rules.rules().numbers.name.as_str(), rules.rules().hulls[0].cost), ("cheap-needles", 19));
    let id = rules.id().unwrap();
    assert_eq!((id.name.as_str(), id.fingerprint), ("cheap-needles", files.fingerprint()));
}

#[test]
fn there_are_hulls_of_all_sorts() {
    let rules = Rules::built_in();
    assert!(rules.hulls.len() >= 8);
    assert!(rules.hulls.iter().any(|hull| hull.silhouette[0] < hull.silhouette[1]), "smaller from the front");
    assert!(rules.hulls.iter().any(|hull| hull.silhouette[0] > hull.silhouette[1]), "smaller from the side");
    assert!(rules.hulls.iter().any(|hull| hull.silhouette[0] == hull.silhouette[1]), "the same from everywhere");
    let mounts: Vec<_> = rules.hulls.iter().flat_map(|hull| &hull.mounts).collect();
    for kind in ["omni", "energy", "missile", "ballistic", "torpedo"] {
        assert!(mounts.iter().any(|mount| mount.holds.name() == kind), "{kind}");
    }
    assert!(mounts.iter().any(|mount| mount.field.is_fixed()) && mounts.iter().any(|mount| !mount.field.is_fixed()));
    let sizes: Vec<u8> = rules.ship_hulls(false).iter().map(|hull| hull.size).collect();
    assert!(sizes.is_sorted() && sizes.first() < sizes.last(), "{sizes:?}");
    assert!(rules.ship_hulls(false).is_sorted_by_key(|hull| hull.structure) || sizes.is_sorted());
}

#[test]
fn both_sets_have_all_seven_types_and_the_balanced_one_missile_6_too() {
    let rules = Rules::built_in();
    let names: Vec<&str> = rules.weapon_sets.iter().map(|set| set.name).collect();
    assert_eq!(names, WEAPON_SETS);
    for set in &rules.weapon_sets {
        for kind in WeaponKind::ALL {
            assert!(set.weapons.iter().any(|weapon| weapon.kind == kind), "{} in {}", kind.name(), set.name);
        }
    }
    let missile_6 = rules.weapon_sets.iter().map(|set| set.find("missile-6").is_some());
    assert_eq!(missile_6.collect::<Vec<_>>(), [false, true]);
}

#[test]
fn there_are_five_scenarios_and_more() {
    let rules = Rules::built_in();
    assert!(rules.scenarios.len() >= 5);
    assert!(rules.scenarios.iter().any(|scenario| scenario.starts.is_some()));
    for scenario in &rules.scenarios {
        for set in &rules.weapon_sets {
            for fleet in &scenario.fleets {
                let read = Fleet::read(fleet, &rules, set).unwrap();
                assert_eq!(Fleet::read(&read.write(&rules, set), &rules, set).unwrap(), read);
            }
        }
    }
}

#[test]
fn sides_are_listed_in_the_order_of_a_ships_sheet() {
    assert_eq!(Side::ALL.map(Side::name), ["front", "right", "left", "rear"]);
}

/// `sixfold ships balance --scenarios` fights every scenario with its sides exchanged too.
#[test]
fn the_sides_of_a_scenario_can_be_exchanged() {
    for scenario in &Rules::built_in().scenarios {
        let mut exchanged = scenario.clone();
        exchanged.exchange_sides();
        assert_eq!([&exchanged.fleets[1], &exchanged.fleets[0]], [&scenario.fleets[0], &scenario.fleets[1]]);
        let [red, blue] = exchanged.aims.sides.map(|aim| std::mem::discriminant(&aim));
        assert_eq!([blue, red], scenario.aims.sides.map(|aim| std::mem::discriminant(&aim)));
        exchanged.exchange_sides();
        assert_eq!(&exchanged, scenario, "twice is as before");
    }
}
