//! `sixfold ships campaign --auto` plays campaigns by the computer, and `verify` checks the record of a campaign.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::fs;
use std::path::Path;

use game::{Exit, Seat, Seed};
use serde_json::Value;

use crate::common::{file, sixfold, sixfold_on};

fn count(object: &Value, key: &str) -> u64 {
    object[key].as_u64().unwrap_or_else(|| panic!("`{key}` of {object}"))
}

/// Runs `ships campaign`. On a busy machine it prints its progress to standard error.
fn campaign(args: &str) -> String {
    let run = sixfold(&format!("ships campaign {args}"));
    assert_eq!(run.code, 0, "{}", run.err);
    run.out
}

/// The answer of `--auto` about campaigns of the weakest level, which are played quickly.
fn auto(args: &str) -> Value {
    serde_json::from_str(&campaign(&format!("--json --difficulty easy --level 1 {args}"))).unwrap()
}

#[test]
fn campaigns_are_played_to_their_end_and_counted() {
    for campaign in ["frontier", "exodus"] {
        let told = auto(&format!("--auto 2 --campaign {campaign} --seed 5"));
        assert_eq!(
            (&told["campaign"], &told["difficulty"], &told["level"]),
            (&campaign.into(), &"easy".into(), &"1".into())
        );
        let missions = told["missions"].as_array().unwrap();
        let sum = |key: &str| missions.iter().map(|mission| count(mission, key)).sum::<u64>();
        assert_eq!((count(&told, "campaigns"), count(&missions[0], "fought")), (2, 2), "{told}");
        assert_eq!(sum("won") + sum("drawn") + sum("lost"), count(&told, "battles"), "{told}");
        assert_eq!((sum("campaigns_won_here"), sum("fought")), (count(&told, "finished"), count(&told, "battles")));
        assert_eq!(sum("campaigns_won_here") + sum("campaigns_lost_here"), 2, "{told}");
        assert!(count(&told, "worth_at_the_beginning") > 0 && missions[0]["worth_after"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn the_same_seed_gives_the_same_campaigns_on_any_number_of_threads() {
    let one = auto("--auto 2 --seed 5 --threads 1");
    assert_eq!(one, auto("--auto 2 --seed 5 --threads 2"));
    let each = [auto("--auto 1 --seed 5"), auto("--auto 1 --seed 6")];
    assert_eq!(count(&one, "battles"), each.iter().map(|one| count(one, "battles")).sum::<u64>());
}

#[test]
fn people_get_a_line_for_each_battle_and_the_share_that_was_finished() {
    let said = campaign("--auto 1 --difficulty easy --level 1");
    assert!(said.starts_with("The Frontier, easy: 1 campaign by level 1 against level 1, seeds from 0\n"), "{said}");
    assert!(said.contains("\nThe picket line ") && said.contains("\nfinished: "), "{said}");
}

#[test]
fn what_is_not_there_is_refused_with_what_there_is() {
    for (args, part) in [
        ("--campaign nowhere", "exodus, frontier"),
        ("--difficulty deadly", "easy, normal, hard"),
        ("--level 9", "1 (learns the rules with you)"),
    ] {
        let said = sixfold(&format!("ships campaign --auto 1 {args}")).complaint(2);
        assert!(said.contains(part), "{said}");
    }
}

/// A copy of the built-in data files under another name, with a campaign of its own.
fn own_set(folder: &Path) {
    for entry in fs::read_dir("../../games/hex-ships/data").unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap();
        fs::write(folder.join(name), text.replace("name = \"standard\"", "name = \"mine\"")).unwrap();
        if name == "campaign-frontier.toml" {
            fs::write(folder.join("campaign-border.toml"), text.replace("frontier", "border")).unwrap();
        }
    }
}

#[test]
fn a_campaign_of_a_folder_is_played_and_its_mistakes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    own_set(folder.path());
    let rules = folder.path().display();
    assert_eq!(auto(&format!("--auto 1 --campaign border --rules {rules}"))["campaign"], "border");
    let path = folder.path().join("campaign-border.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("weapons = \"balanced\"", "weapons = \"heavy\"")).unwrap();
    let said = sixfold(&format!("ships campaign --auto 1 --campaign border --rules {rules}")).complaint(2);
    assert!(
        said.contains("campaign-border.toml, line ") && said.contains("`weapons` is one of seed, balanced"),
        "{said}"
    );
    let said = sixfold(&format!("playout hex-ships --rules {rules}")).complaint(2);
    assert!(said.contains("campaign-border.toml, line "), "{said}");
}

/// The text of a campaign in which the enemy has given up the first battle.
fn begun() -> String {
    let journeys = catalog::find_journeys("hex-ships", "campaign").unwrap();
    let mut journey = journeys.start(journeys.setup([]).unwrap(), Seed::number(3)).unwrap();
    journey.play(Seat(0), "name:s1:Old_Bess").unwrap();
    journey.play(Seat(0), "start").unwrap();
    let next = journey.next_match().unwrap();
    let game = catalog::find("hex-ships").unwrap();
    let mut battle = game.start(next.setup.clone(), journey.match_seed(next.number).into()).unwrap();
    battle.exit(Exit::Resigned(Seat(1))).unwrap();
    journey.take(&battle.record()).unwrap();
    journey.text(None)
}

#[test]
fn the_record_of_a_campaign_is_verified() {
    let text = begun();
    let right = file("campaign.record", &text);
    insta::assert_snapshot!(sixfold_on("verify", &right).said(), @"FILE is right: Hex Ships, campaign «The Frontier», 1 battle, 2 steps, still running");
    let objects = sixfold_on("verify --json", &right).objects();
    let expected = serde_json::json!({
        "file": "FILE", "right": true, "game": "hex-ships", "journey": "campaign",
        "setup": "campaign=frontier difficulty=normal players=1", "battles": 1, "steps": 2, "in_battle": false,
        "result": null,
    });
    assert_eq!(objects, [expected]);
    let said = sixfold_on(&format!("verify --commitment {}", "0".repeat(64)), &right).complaint(2);
    assert!(said.contains("for the record of a match"), "{said}");
}

#[test]
fn a_wrong_record_of_a_campaign_is_told_with_its_line() {
    let text = begun();
    let line = |part: &str| text.lines().position(|line| line.contains(part)).unwrap() + 1;
    for (name, old, new, part) in [
        ("step", "1 name:s1:Old_Bess", "1 dock:s1", ""),
        ("word", "1 name:s1:Old_Bess", "1 sell:s1", ""),
        ("setup", "difficulty=normal", "difficulty=deadly", "easy, normal, hard"),
        ("game", "game: hex-ships", "game: chess", ""),
        ("battle", "| seed: ", "| seed: 1", ""),
        ("result", "| result: ", "| result: blue", ""),
    ] {
        assert!(text.contains(old), "{old}");
        let run = sixfold_on("verify", &file(&format!("wrong-{name}.record"), text.replacen(old, new, 1)));
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
        let begins = format!("FILE is wrong in line {}: ", line(old));
        assert!(run.out.starts_with(&begins) && run.out.contains(part), "{name}: {}", run.out);
    }
}

#[test]
fn a_campaign_by_other_rules_is_verified_with_them() {
    let folder = tempfile::tempdir().unwrap();
    own_set(folder.path());
    let names = |name: &str| folder.path().join(name);
    let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files = files.filter(|name| catalog::find("hex-ships").unwrap().takes_file(name));
    let files = files.map(|name| (name.clone(), fs::read_to_string(names(&name)).unwrap()));
    let files = game::RuleFiles::new(files).unwrap();
    let journeys = catalog::find_journeys("hex-ships", "campaign").unwrap().with_rules(&files).unwrap();
    let journey = journeys.start(journeys.setup(["campaign=border"]).unwrap(), Seed::number(3)).unwrap();
    let path = file("border.record", journey.text(None));
    let run = sixfold_on("verify", &path);
    assert!(run.code == 1 && run.out.contains("line 5") && run.out.contains("--rules DIR"), "{run:?}");
    let said = sixfold_on(&format!("verify --rules {}", folder.path().display()), &path).said();
    assert!(said.contains("0 battles, 0 steps, still running"), "{said}");
}

/// The two campaigns are neither a walk nor a wall: the middle level finishes them in 30 to 70 % of the runs at normal
/// difficulty and in 5 to 30 % at hard; easy is clearly easier than normal.
#[test]
#[ignore = "some hundred campaigns are played: minutes"]
fn the_middle_level_finishes_each_campaign_as_often_as_its_difficulty_says() {
    for name in ["frontier", "exodus"] {
        let finished = |difficulty: &str| {
            let told = campaign(&format!("--auto 200 --campaign {name} --difficulty {difficulty} --json"));
            let told: Value = serde_json::from_str(&told).unwrap();
            let share = told["share_finished"].as_f64().unwrap();
            println!("{name}, {difficulty}: {share:.2}");
            share
        };
        let (easy, normal, hard) = (finished("easy"), finished("normal"), finished("hard"));
        assert!((0.30..=0.70).contains(&normal), "{name}: {normal}");
        assert!((0.05..=0.30).contains(&hard), "{name}: {hard}");
        assert!(easy > normal + 0.10, "{name}: {easy}, {normal}");
    }
}
