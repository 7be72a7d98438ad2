//! Rule sets are values: battles by different sets are fought in one process, and records say by which one.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::setup;
use game::testkit::{self, Suite};
use game::{
    At, Game as _, Match, NamedRules, OpenView as _, RuleFiles, RuleSet as _, Seed, Viewer, check_rules, replay_by,
};
use sixfold_hex_ships::rules::Rules;
use sixfold_hex_ships::{HexShips, RuledView};

/// Hulls of one point: every battle is short.
fn glass() -> RuleFiles {
    let files = Rules::FILES.iter().map(|(name, text)| {
        let text = match *name {
            "battle.toml" => text.replacen("name = \"standard\"", "name = \"glass\"", 1),
            "hulls.toml" => {
                let brittle = |line: &str| {
                    if line.starts_with("structure = ") { "structure = 1".to_owned() } else { line.to_owned() }
                };
                text.lines().map(brittle).collect::<Vec<_>>().join("\n")
            }
            _ => (*text).to_owned(),
        };
        ((*name).to_owned(), text)
    });
    RuleFiles::new(files).unwrap()
}

fn drawn(rules: &NamedRules<Rules>, seed: u64) -> Match<HexShips> {
    let start = Match::by(rules, setup("scenario=passing rounds=4"), Seed::number(seed)).unwrap();
    testkit::play_at_random(start, seed)
}

#[test]
fn battles_by_two_sets_in_one_process_do_not_touch_each_other() {
    let sets = [NamedRules::<Rules>::built_in(), NamedRules::parse(&glass()).unwrap()];
    // Alone, one set after the other …
    let alone =
        sets.each_ref().map(|rules| (0..4).map(|seed| drawn(rules, seed).record().to_string()).collect::<Vec<_>>());
    assert_ne!(alone[0], alone[1]);
    // … and together, on as many threads as there are battles.
    let together = std::thread::scope(|scope| {
        let threads = sets.each_ref().map(|rules| {
            (0..4).map(|seed| scope.spawn(move || drawn(rules, seed).record().to_string())).collect::<Vec<_>>()
        });
        threads.map(|threads| threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>())
    });
    assert_eq!(together, alone);
    let hulls = sets.each_ref().map(|rules| drawn(rules, 1).state_after(0).battle.ships()[0].structure);
    assert!(hulls[0] > 1 && hulls[1] == 1, "{hulls:?}");
}

#[test]
fn the_suite_passes_by_another_set() {
    Suite::<HexShips>::new().rules(&glass()).setup("scenario=passing rounds=2").games(2).run();
}

#[test]
fn a_record_names_its_set_and_is_refused_elsewhere() {
    let (ours, glass_set) = (NamedRules::<Rules>::built_in(), NamedRules::<Rules>::parse(&glass()).unwrap());
    let record = drawn(&glass_set, 3).record();
    let text = record.to_string();
    let id = glass_set.id().unwrap();
    assert!(text.contains(&format!("\nrules: glass {}\n", glass().fingerprint())), "{text}");
    assert!(record.setup.contains("rules=glass"), "{}", record.setup);
    let record = text.parse().unwrap();
    assert_eq!(replay_by::<HexShips>(&record, &glass_set).unwrap().record(), record);
    let refused = replay_by::<HexShips>(&record, &ours).unwrap_err();
    assert_eq!(refused.at, At::Rules);
    assert_eq!(refused.fault.to_string(), format!("played by {}; the rules here are the built-in rules", id.short()));
    // Another set of the same name is another set.
    let changed = glass()
        .iter()
        .map(|(name, text)| (name.to_owned(), text.replace("rebuild = 5", "rebuild = 6")))
        .collect::<Vec<_>>();
    let other = NamedRules::<Rules>::parse(&RuleFiles::new(changed).unwrap()).unwrap();
    let refused = replay_by::<HexShips>(&record, &other).unwrap_err();
    assert!(refused.fault.to_string().contains(&other.id().unwrap().short()), "{refused}");
    // A record by the built-in rules names none, and is not one of another set.
    let built_in = drawn(&ours, 3).record();
    assert!(!built_in.to_string().contains("\nrules: "));
    assert_eq!(replay_by::<HexShips>(&built_in, &glass_set).unwrap_err().at, At::Rules);
}

#[test]
fn a_record_from_before_records_named_their_set_is_known_by_its_option() {
    let glass_set = NamedRules::<Rules>::parse(&glass()).unwrap();
    let mut record = drawn(&glass_set, 2).record();
    record.rules = None;
    replay_by::<HexShips>(&record, &glass_set).unwrap();
    check_rules::<HexShips>(&record, None).unwrap_err();
}

#[test]
fn a_setup_that_names_another_set_is_refused() {
    let asked = Match::<HexShips>::new(setup("rules=tuned"), Seed::number(1)).unwrap_err().to_string();
    assert_eq!(asked, "`rules=tuned` was asked for, and the rules here are standard");
}

#[test]
fn a_view_is_opened_with_the_set_of_its_battle() {
    let glass_set = NamedRules::<Rules>::parse(&glass()).unwrap();
    let state = drawn(&glass_set, 1).state_after(0);
    let view = state.view(Viewer::Everything);
    let sent = serde_json::to_string(&view).unwrap();
    let mut received = serde_json::Deserializer::from_str(&sent);
    let opened = RuledView::open(&mut received, glass_set.rules()).unwrap();
    assert_eq!(opened, view);
    assert_eq!(HexShips::imagine(&opened, &mut game::Random::new(0)), state);
}
