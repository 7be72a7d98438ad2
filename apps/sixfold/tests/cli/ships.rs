//! `sixfold ships balance` shows what weapons are worth, and `--rules` plays by changed tables.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::fs;
use std::path::Path;

use crate::common::sixfold;

#[test]
fn both_sets_are_shown_and_only_the_balanced_one_is_balanced() {
    let said = sixfold("ships balance").said();
    let cannon: Vec<&str> = said.lines().filter(|line| line.starts_with("Cannon")).collect();
    assert!(cannon[0].ends_with("out of balance") && cannon[1].ends_with("near the mean"), "{said}");
    assert!(cannon[0].contains("62.2    53.3    37.3    51.0"), "{said}");
    let balanced: Vec<bool> =
        sixfold("ships balance --json").objects().iter().map(|set| set["balanced"].as_bool().unwrap()).collect();
    assert_eq!(balanced, [false, true]);
    assert_eq!(sixfold("ships balance --weapons balanced --json").objects().len(), 1);
    assert!(sixfold("ships balance --weapons heavy").complaint(2).contains("there is seed, balanced"));
}

#[test]
fn tuning_finds_the_balanced_set() {
    assert_eq!(sixfold("ships balance --tune").said(), sixfold("ships balance --weapons balanced").said());
}

/// A copy of the built-in data files with one thing changed.
fn changed(folder: &Path, file: &str, old: &str, new: &str) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/hex-ships/data");
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
    assert!(said.contains("scenarios.toml, line ") && said.contains("there is no hull `needle`"), "{said}");
    changed(folder.path(), "hulls.toml", "structure = 3", "structure = 4");
    let record = sixfold(&format!("playout hex-ships --set scenario=duel --records --rules {rules}")).said();
    assert!(record.contains("rules=mine"), "{record}");
    let file = folder.path().join("game.record");
    fs::write(&file, &record).unwrap();
    let file = file.display();
    assert!(sixfold(&format!("verify {file} --rules {rules}")).said().contains("is right"));
    let run = sixfold(&format!("verify {file}"));
    assert!(run.code == 1 && run.out.contains("the rules here are standard"), "{run:?}");
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
