//! The rules page has every ruling, hull and weapon as it is.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::fs;

use game::{Game as _, Message, RuleSet as _, Texts};
use sixfold_hex_ships::HexShips;
use sixfold_hex_ships::rules::Rules;

#[test]
fn the_rules_page_has_every_ruling_and_the_tests_have_a_test_for_it() {
    let folder = "tests";
    let files = fs::read_dir(format!("{folder}/rulings")).unwrap().map(|file| file.unwrap().path());
    let tests: String = files.map(|path| fs::read_to_string(path).unwrap()).collect::<String>()
        + &fs::read_to_string(format!("{folder}/balance.rs")).unwrap()
        + &fs::read_to_string(format!("{folder}/scene.rs")).unwrap();
    for number in 1..=45 {
        for (language, _) in HexShips::INFO.texts {
            let page = HexShips::INFO.rules_in(language);
            assert!(page.contains(&format!("- **HS-{number}** ")), "HS-{number} is in rules.{language}.md");
        }
        assert!(tests.contains(&format!("fn hs_{number}_")), "HS-{number} has a test");
    }
}

/// The words of the two tables of hulls for what mounts hold, in each language.
const HOLDS: [(&str, [(&str, &str); 5]); 2] = [
    (
        "en",
        [
            ("omni", "omni"),
            ("energy", "energy"),
            ("missile", "missile"),
            ("ballistic", "ballistic"),
            ("torpedo", "torpedo"),
        ],
    ),
    (
        "de",
        [
            ("omni", "beliebig"),
            ("energy", "Energie"),
            ("missile", "Lenkwaffe"),
            ("ballistic", "Kanone"),
            ("torpedo", "Torpedo"),
        ],
    ),
];

/// The tables of the rules pages match the files.
#[test]
fn the_rules_page_has_every_hull_and_every_weapon_as_it_is() {
    let rules = Rules::built_in();
    for ((language, file), (_, holds)) in HexShips::INFO.texts.iter().zip(HOLDS) {
        let texts = Texts::parse(file).unwrap();
        let word = |group: &str, name: &str| {
            texts.say(&Message { key: format!("{group}.{name}").into(), args: [].into() }, &[])
        };
        for hull in &rules.hulls {
            let faces = |points: [u8; 4]| points.map(|points| points.to_string()).join("/");
            let looks =
                hull.silhouette.map(|look| word("silhouette", &rules.numbers.silhouettes[usize::from(look)].name));
            let body = format!(
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                hull.name,
                word("class", &hull.class),
                hull.cost,
                hull.size,
                hull.structure,
                faces(hull.armour),
                faces(hull.shields),
                hull.generator,
                looks.join("/"),
            );
            let mut mounts: Vec<(String, u8)> = Vec::new();
            for mount in &hull.mounts {
                let kind = holds.iter().find(|(name, _)| *name == mount.holds.name()).unwrap().1;
                let named = format!("{kind} ({})", mount.field.name().replace('-', "–"));
                match mounts.last_mut().filter(|(last, _)| *last == named) {
                    Some((_, count)) => *count += 1,
                    None => mounts.push((named, 1)),
                }
            }
            let mounts = mounts.into_iter().map(|(named, count)| match count {
                1 => named,
                _ => format!("{count} × {named}"),
            });
            let drive = format!(
                "| {} | {} | {} | +{}/−{} | {} | {}, +{} | {} |",
                hull.name,
                hull.initiative,
                hull.max_speed,
                hull.faster,
                hull.slower,
                hull.manoeuvrability,
                hull.most_energy,
                hull.regeneration,
                mounts.collect::<Vec<_>>().join(", "),
            );
            let bays = hull.bays.map(|bays| {
                format!("| {} | {} | {} | {} |", hull.name, bays.squadrons, bays.landing_speed, bays.mended)
            });
            let shots = hull.is_squadron.then(|| {
                let mount = &hull.mounts[0];
                format!("| {} | {} | {} |", hull.name, word("weapon", &mount.fits), mount.shots.unwrap())
            });
            let lines = HexShips::INFO.rules_in(language).lines();
            let found: Vec<&str> = lines.filter(|line| line.starts_with(&format!("| {} |", hull.name))).collect();
            let rows: Vec<String> = [body, drive].into_iter().chain(bays).chain(shots).collect();
            assert_eq!(found, rows, "rules.{language}.md");
        }
        for weapon in &rules.weapon_sets[0].weapons {
            let shots = weapon.ammunition.map_or("–".to_owned(), |shots| shots.to_string());
            let bracket = |shot: Option<sixfold_hex_ships::rules::Shot>| match shot {
                None => "–".to_owned(),
                Some(shot) if weapon.missiles.is_some() => shot.damage.to_string(),
                Some(shot) => format!("{}, {}+", shot.damage, shot.hits_on),
            };
            let row = format!(
                "| {} | {} | {shots} | {} |",
                word("weapon", &weapon.key),
                weapon.energy,
                weapon.brackets.map(bracket).join(" | ")
            );
            assert!(HexShips::INFO.rules_in(language).contains(&row), "rules.{language}.md: {row}");
        }
    }
}
