//! `sixfold ships balance` shows the value of weapons, and `--rules` plays by changed tables.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::fs;
use std::path::Path;

use crate::common::sixfold;

#[test]
fn both_sets_are_shown_and_only_the_balanced_one_is_balanced() {
    let said = sixfold("ships balance").said();
    let cannon: Vec<&str> = said.lines().filter(|line| line.starts_with("Cannon")).collect();
    assert!(cannon[0].ends_with("out of balance") && cannon[1].ends_with("near the mean"), "{said}");
    let figures: Vec<&str> = cannon[0].split_whitespace().filter(|word| word.contains('.')).take(4).collect();
    assert_eq!(figures, ["62.2", "53.3", "37.3", "51.0"], "{said}");
    assert!(cannon[1].contains("47.6  +2%") && said.contains("of ordinary weapons"), "{said}");
    let balanced: Vec<bool> =
        sixfold("ships balance --json").objects().iter().map(|set| set["balanced"].as_bool().unwrap()).collect();
    assert_eq!(balanced, [false, true]);
    assert_eq!(sixfold("ships balance --weapons balanced --json").objects().len(), 1);
    assert!(sixfold("ships balance --weapons heavy").complaint(2).contains("there is seed, balanced"));
}

/// An option that would change nothing is a mistake of the person who gives it.
#[test]
fn what_is_about_battles_is_refused_where_no_battle_is_fought() {
    for option in ["--battles 9", "--level 1", "--seed 1", "--threads 2"] {
        let said = sixfold(&format!("ships balance {option}")).complaint(2);
        assert!(said.contains("--costs") && said.contains("--scenarios"), "{option}: {said}");
    }
}

#[test]
fn prices_are_not_measured_for_a_folder_that_they_cannot_be_written_into() {
    // So many battles would take days.
    let said = sixfold("ships balance --costs --battles 1000000 --level 5 --write no-such-folder").complaint(3);
    assert!(said.contains("no-such-folder") && said.contains("hulls.toml"), "{said}");
}

#[test]
fn tuning_finds_the_balanced_set() {
    assert_eq!(sixfold("ships balance --tune").said(), sixfold("ships balance --weapons balanced").said());
}

#[test]
fn tuning_says_when_it_finds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    changed(folder.path(), "weapons-seed.toml", "short = { damage = 5,", "short = { damage = 85,");
    let rules = folder.path().display();
    let run = sixfold(&format!("ships balance --tune --rules {rules}"));
    assert!(run.code == 1 && run.out.starts_with("The search found nothing: "), "{run:?}");
    let run = sixfold(&format!("ships balance --tune --json --rules {rules}"));
    assert!(run.code == 1 && run.out.contains("\"found\":false"), "{run:?}");
}

/// Few battles at the weakest level: enough to see that they are kept, gone on with and priced.
#[test]
fn costs_are_measured_by_battles_that_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    changed(folder.path(), "battle.toml", "none", "none");
    let (kept, rules) = (folder.path().join("battles.jsonl"), folder.path().display());
    // On a busy machine there is progress on standard error, so only the answer counts.
    let measure = |battles: u32, more: &str| {
        let kept = kept.display();
        let run = format!("ships balance --costs --level 1 --battles {battles} --keep {kept} --rules {rules} {more}");
        let run = sixfold(&run);
        if run.code == 0 { run.out } else { run.err }
    };
    assert!(measure(1, "").contains("prices need 5 battles at least"));
    let said = measure(6, "--threads 2");
    assert!(said.starts_with("6 battles at level 1, seed 0: Red won "), "{said}");
    assert!(said.contains("chance that Red wins = 1 / (1 + e^(-k (R - B) / (R + B)))"), "{said}");
    assert!(
        said.contains("weapons-balanced.toml") && said.contains("items.toml") && said.contains("level_costs = [0, "),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&kept).unwrap().lines().count(), 7, "the conditions and six battles");
    // The same battles give the same prices, and nothing is fought again. A line that was cut off is fought again.
    assert_eq!(measure(6, ""), said);
    let whole = fs::read_to_string(&kept).unwrap();
    fs::write(&kept, &whole[..whole.len() - 9]).unwrap();
    assert_eq!(measure(6, ""), said);
    // Battles under other conditions are not added.
    let other = sixfold(&format!("ships balance --costs --level 2 --keep {} --rules {rules}", kept.display()));
    assert!(other.complaint(2).contains("has no battles by these rules at level 2 with seed 0"));
    let answer: serde_json::Value = serde_json::from_str(&measure(6, &format!("--json --write {rules}"))).unwrap();
    let needle = &answer["costs"][0];
    assert_eq!((needle["file"].as_str(), needle["name"].as_str()), (Some("hulls.toml"), Some("Needle")));
    let hulls = fs::read_to_string(folder.path().join("hulls.toml")).unwrap();
    assert!(hulls.contains(&format!("class = \"picket\"\ncost = {}\n", needle["cost"])), "{hulls}");
    assert!(sixfold("ships balance --costs --level 9").complaint(2).contains("there is 1, 2, 3, 4, 5"));
}

#[test]
fn scenarios_are_measured_with_sides_changed() {
    let run = "ships balance --scenarios --scenario duel --level 1 --battles 4";
    let said = sixfold(run).out;
    assert!(said.starts_with("duel         Red ") && said.contains("the seat Red "), "{said}");
    let answer: serde_json::Value = serde_json::from_str(&sixfold(&format!("{run} --threads 2 --json")).out).unwrap();
    let of = |key: &str| answer[key].as_u64().unwrap();
    assert_eq!(of("red_won") + of("blue_won") + of("drawn"), 4);
    assert!(said.contains(&format!("({} won, {} lost", of("red_won"), of("blue_won"))), "{said} {answer}");
    let unknown = sixfold("ships balance --scenarios --scenario dual").complaint(2);
    assert!(unknown.contains("there is skirmish, duel"), "{unknown}");
}

/// Writes a copy of the built-in data files with one text replaced.
fn changed(folder: &Path, file: &str, old: &str, new: &str) {
    let own = Path::new("../../games/hex-ships/data");
    for entry in fs::read_dir(own).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let text = if name == file { text.replacen(old, new, 1) } else { text };
        fs::write(folder.join(name), text.replace("name = \"standard\"", "name = \"mine\"")).unwrap();
    }
}

#[test]
fn changed_rules_are_played_by_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    changed(folder.path(), "hulls.toml", "name = \"Needle\"", "name = \"Pin\"");
    let rules = folder.path().display();
    let play = format!("playout hex-ships --set scenario=duel --set red=pin --records --rules {rules}");
    let said = sixfold(&play).complaint(2);
    assert!(
        said.contains("scenarios.toml, line ") && said.contains("the fleet has the hull `needle`; there is only"),
        "{said}"
    );
    changed(folder.path(), "hulls.toml", "structure = 3", "structure = 4");
    let record = sixfold(&format!("playout hex-ships --set scenario=duel --records --rules {rules}")).said();
    assert!(record.contains("rules=mine") && record.contains("\nrules: mine "), "{record}");
    let file = folder.path().join("game.record");
    fs::write(&file, &record).unwrap();
    let file = file.display();
    assert!(sixfold(&format!("verify {file} --rules {rules}")).said().contains("is right"));
    let run = sixfold(&format!("verify {file}"));
    let named = record.lines().find_map(|line| line.strip_prefix("rules: mine ")).unwrap();
    let reason = format!("played by mine ({}); the rules here are the built-in rules", &named[..12]);
    assert!(run.code == 1 && run.out.contains(&reason) && run.out.contains("--rules DIR"), "{run:?}");
    // A record by the built-in rules is right even if another set is given that it does not ask for.
    let built_in = folder.path().join("built-in.record");
    fs::write(&built_in, sixfold("playout hex-ships --set scenario=duel --records").said()).unwrap();
    assert!(sixfold(&format!("verify {} --rules {rules}", built_in.display())).said().contains("is right"));
    // Another set with the same name is refused because of its fingerprint.
    changed(folder.path(), "hulls.toml", "structure = 3", "structure = 5");
    let run = sixfold(&format!("verify {file} --rules {rules}"));
    assert!(run.code == 1 && run.out.contains("played by mine (") && run.out.contains("here are mine ("), "{run:?}");
}

/// Every game whose tables are files can be played by other tables.
#[test]
fn hex_dice_and_influence_are_played_by_changed_rules_too() {
    for (game, file, old, new) in [
        ("hex-dice", "tables.toml", "armour = 1\nattack = 2", "armour = 2\nattack = 3"),
        ("influence", "boards.toml", "komi = 21", "komi = 20"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let text = fs::read_to_string(format!("../../games/{game}/data/{file}")).unwrap();
        assert!(text.contains(old), "{file}");
        let text = text.replacen(old, new, 1).replacen("name = \"standard\"", "name = \"tuned\"", 1);
        fs::write(folder.path().join(file), text).unwrap();
        let rules = folder.path().display();
        let record = sixfold(&format!("playout {game} --records --rules {rules}")).said();
        assert!(record.contains("\nrules: tuned "), "{record}");
        let path = folder.path().join("game.record");
        fs::write(&path, &record).unwrap();
        assert!(sixfold(&format!("verify {} --rules {rules}", path.display())).said().contains("is right"));
        assert!(sixfold(&format!("verify {}", path.display())).out.contains("--rules DIR"));
    }
}

#[test]
fn a_mistake_in_the_rules_is_told_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    changed(folder.path(), "battle.toml", "rebuild = 5", "rebuild = 0");
    let said = sixfold(&format!("playout hex-ships --rules {}", folder.path().display())).complaint(2);
    assert!(said.contains("battle.toml, line ") && said.contains("`rebuild` is a whole number from 1 to 20"), "{said}");
    let other = sixfold(&format!("playout hexoust --rules {}", folder.path().display())).complaint(2);
    assert!(other.contains("not in files"), "{other}");
}

/// A rule set that a server cannot offer is reported before the server listens.
#[test]
fn serve_refuses_a_folder_without_a_sound_rule_set() {
    let folder = tempfile::tempdir().unwrap();
    let serve = |rules: &Path| {
        let data = folder.path().join("data");
        sixfold(&format!("serve --addr 127.0.0.1:0 --data-dir {} --rules {}", data.display(), rules.display()))
            .complaint(2)
    };
    let empty = serve(folder.path());
    assert!(empty.contains("has no rule set") && empty.contains("hex-dice: tables.toml"), "{empty}");
    changed(folder.path(), "battle.toml", "rebuild = 5", "rebuild = 0");
    let broken = serve(folder.path());
    assert!(broken.contains("battle.toml, line "), "{broken}");
    fs::write(folder.path().join("tables.toml"), "").unwrap();
    let two = serve(folder.path());
    assert!(two.contains("has files of hex-dice and hex-ships"), "{two}");
}

/// Costs that were made by hand, in the order of the files: large hulls are dear. Battles of fleets that are drawn by them are
/// uneven, so that costs can be told apart: by the shipped ones most drawn battles are even.
const BY_HAND: [(&str, &[&str]); 5] = [
    ("hulls.toml", &["18", "30", "26", "45", "44", "60", "75", "105", "54", "88", "6", "8"]),
    ("items.toml", &["12", "8"]),
    ("captains.toml", &["[0, 3, 6, 10, 14, 19, 24, 30, 36, 43]"]),
    ("weapons-seed.toml", &["8", "7", "11", "11", "6", "5", "7"]),
    ("weapons-balanced.toml", &["8", "7", "11", "8", "8", "9", "7", "10"]),
];

/// The costs in the files are measured ones: they foretell battles that nobody has seen far better than a coin and than costs
/// made by hand, and not notably worse than prices measured in such battles.
#[test]
#[ignore = "minutes of battles in the release profile"]
fn shipped_costs_foretell_new_battles_as_well_as_costs_measured_by_them() {
    let folder = tempfile::tempdir().unwrap();
    let measure = || {
        let (kept, rules) = (folder.path().join("battles.jsonl"), folder.path().join("rules"));
        let (kept, rules) = (kept.display(), rules.display());
        let run = "ships balance --costs --battles 1500 --seed 770000 --threads 2 --json";
        let run = sixfold(&format!("{run} --keep {kept} --rules {rules}"));
        let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        ["error_until_now", "error"].map(|key| answer[key]["log_loss"].as_f64().unwrap())
    };
    let rules = folder.path().join("rules");
    fs::create_dir(&rules).unwrap();
    changed(&rules, "battle.toml", "none", "none");
    for (file, costs) in BY_HAND {
        let text = fs::read_to_string(rules.join(file)).unwrap();
        let mut costs = costs.iter();
        let priced = text.lines().map(|line| match line.split_once(" = ") {
            Some((key @ ("cost" | "level_costs"), _)) => format!("{key} = {}", costs.next().unwrap()),
            _ => line.to_owned(),
        });
        fs::write(rules.join(file), priced.collect::<Vec<_>>().join("\n")).unwrap();
        assert!(costs.next().is_none(), "{file} has as many costs");
    }
    let [by_hand, _] = measure();
    // The battles are kept, and nothing is fought again: only the costs are others.
    changed(&rules, "battle.toml", "none", "none");
    let [shipped, measured] = measure();
    let told = format!("log loss: by hand {by_hand:.3}, shipped {shipped:.3}, measured {measured:.3}, a coin 0.693");
    println!("{told}");
    assert!(shipped < 0.62 && shipped < measured + 0.05 && shipped < by_hand - 0.05, "{told}");
}

/// No scenario favours a side. One that did would have to say so in `option.scenario.….help`.
#[test]
#[ignore = "minutes of battles in the release profile"]
fn every_scenario_is_won_by_each_side_in_40_to_60_of_100_battles() {
    let answers = sixfold("ships balance --scenarios --battles 100 --threads 2 --json");
    let answers = answers.out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let uneven: Vec<String> =
        answers.filter(|answer| answer["even"] != true).map(|answer| answer.to_string()).collect();
    assert!(uneven.is_empty(), "{}", uneven.join("\n"));
}
