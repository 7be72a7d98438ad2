//! Rule sets: how files become a set, how large they may be, and how records name a set.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use sixfold_game::testkit::Sticks;
use sixfold_game::{
    Game as _, Match, NamedRules, Record, RuleFiles, RuleSet, RulesError, RulesId, STANDARD, Seed, Setup, replay,
};

fn files(files: &[(&str, &str)]) -> Result<RuleFiles, RulesError> {
    RuleFiles::new(files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())))
}

/// Two lines: the name, and how high a tower is.
#[derive(Debug, PartialEq)]
struct Tower {
    name: String,
    height: u32,
}

impl RuleSet for Tower {
    const FILES: &'static [(&'static str, &'static str)] = &[("tower.txt", "# built in\nname standard\n3\n")];

    fn parse(files: &RuleFiles) -> Result<Self, RulesError> {
        let file = "tower.txt";
        let mistake = |line, problem: &str| RulesError::Mistake { file: file.into(), line, problem: problem.into() };
        let text = files.get(file)?;
        let name = text.lines().find_map(|line| line.strip_prefix("name ")).ok_or(mistake(1, "it has no name"))?;
        let height = text.lines().last().and_then(|line| line.parse().ok()).ok_or(mistake(3, "it has no height"))?;
        Ok(Self { name: name.to_owned(), height })
    }

    fn name(&self) -> &str {
        &self.name
    }
}

fn tower(text: &str) -> Result<NamedRules<Tower>, String> {
    NamedRules::parse(&files(&[("tower.txt", text)]).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn the_built_in_set_has_no_name_in_records_and_any_other_has_one() {
    assert_eq!(NamedRules::<Tower>::built_in().id(), None);
    let same = tower("# without the comment\nname standard\n3").unwrap();
    assert_eq!((same.id(), same.rules().height), (None, 3), "it says what the built-in set says");
    let high = tower("name high\n9").unwrap();
    let id = high.id().unwrap();
    assert_eq!((id.name.as_str(), high.rules().height), ("high", 9));
    assert_eq!(id.to_string().parse(), Ok(id.clone()));
    assert_eq!(id.short(), format!("high ({})", &id.fingerprint.to_string()[..12]));
}

#[test]
fn a_set_is_refused_with_file_line_and_reason() {
    assert_eq!(tower("name high\nvery").unwrap_err(), "tower.txt, line 3: it has no height");
    let ours = tower("# mine\nname standard\n9").unwrap_err();
    assert_eq!(
        ours,
        format!("tower.txt, line 2: this is not the built-in set: give it another `name` than {STANDARD}")
    );
    for name in ["", "High", "ä", "a b", "seven-and-twenty-letters-ab"] {
        let told = tower(&format!("name {name}\n9")).unwrap_err();
        assert_eq!(told, "tower.txt, line 1: `name` has up to 24 small letters, digits and hyphens", "{name:?}");
    }
    let parse = |given: &[(&str, &str)]| NamedRules::<Tower>::parse(&files(given).unwrap()).unwrap_err().to_string();
    assert_eq!(parse(&[]), "tower.txt: the file is missing");
    let strange = parse(&[("tower.txt", "name high\n9"), ("wall.txt", "")]);
    assert_eq!(strange, "wall.txt: this is no file of the set; there is tower.txt");
    let none = NamedRules::<()>::parse(&files(&[]).unwrap()).unwrap_err().to_string();
    assert_eq!(none, "the rules of this game are not in files");
}

#[test]
fn the_fingerprint_is_that_of_names_and_texts_on_every_platform() {
    let of = |given: &[(&str, &str)]| files(given).unwrap().fingerprint();
    let one = of(&[("a.txt", "one\ntwo\n"), ("b.txt", "")]);
    assert_eq!(one, of(&[("b.txt", ""), ("a.txt", "one\r\ntwo\r\n")]), "neither order nor line ends matter");
    assert_ne!(one, of(&[("a.txt", "one\ntwo"), ("b.txt", "")]));
    assert_ne!(of(&[("a", "bc")]), of(&[("ab", "c")]));
    assert_ne!(of(&[("a", "b")]), of(&[("a", ""), ("b", "")]));
    // Pinned: records name sets by it.
    let pinned = "1e76fb59f93dfe2c96d865e05984ff9cb5f386ad22fccc49fe00c976e180b336";
    assert_eq!(of(&[("a.txt", "one")]).to_string(), pinned);
}

#[test]
fn what_a_stranger_sends_is_bounded() {
    let json = |text: &str| serde_json::from_str::<RuleFiles>(text).map_err(|error| error.to_string());
    let sent = serde_json::to_string(&files(&[("a.txt", "one")]).unwrap()).unwrap();
    assert_eq!(sent, r#"{"a.txt":"one"}"#);
    assert_eq!(json(&sent), Ok(files(&[("a.txt", "one")]).unwrap()));
    for name in ["", "../a.txt", "/etc/passwd", "A.TXT", "a b", &"a".repeat(41)] {
        assert!(files(&[(name, "")]).is_err() && json(&format!("{{{name:?}:\"\"}}")).is_err(), "{name:?}");
    }
    assert!(files(&[("a.txt", &"x".repeat(128 << 10))]).unwrap_err().to_string().contains("at most 16 files"));
    let many = RuleFiles::new((0..17).map(|number| (format!("{number}.txt"), String::new())));
    assert!(many.unwrap_err().to_string().contains("at most 16 files"));
    assert!(json(r#"{"a.txt":7}"#).is_err() && json("[]").is_err());
}

#[test]
fn a_record_with_a_strange_set_is_read_and_refused_with_the_reason() {
    let game_match = Match::<Sticks>::new(Setup::defaults(Sticks::INFO.options), Seed::number(1)).unwrap();
    let text = game_match.record().to_string();
    assert!(!text.contains("rules:"), "{text}");
    let digits = "0123456789abcdef".repeat(4);
    let with = |line: &str| text.replacen("seed:", &format!("{line}\nseed:"), 1);
    let named = with(&format!("rules: tuned {digits}"));
    let record: Record = named.parse().unwrap();
    let id = RulesId { name: "tuned".to_owned(), fingerprint: digits.parse().unwrap() };
    assert_eq!((record.rules.as_ref(), record.to_string()), (Some(&id), named.clone()));
    let refused = replay::<Sticks>(&record).unwrap_err();
    assert_eq!(refused.fault.to_string(), "played by tuned (0123456789ab); the rules here are the built-in rules");
    assert_eq!(refused.at.line(&named), 4);
    for line in ["rules: tuned", "rules: tuned 12", "rules: Tuned 12", "rules: ", &format!("rules: a b {digits}")] {
        let error = with(line).parse::<Record>().unwrap_err();
        assert_eq!(error.line, 4, "{line}: {error}");
    }
}
