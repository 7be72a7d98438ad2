//! What a person reads about a battle before choosing it.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{Game as _, Message, Preset, RuleSet as _, Texts};
use sixfold_hex_ships::HexShips;
use sixfold_hex_ships::rules::{Rules, SideAim};

/// HS-35: what a person reads before choosing a battle says what has to be done in it.
#[test]
fn hs_35_the_help_of_every_scenario_says_its_aim() {
    /// The words for an aim, in each language.
    fn words_of(aim: SideAim) -> [&'static str; 2] {
        match aim {
            SideAim::Destroy => ["out of action", "außer Gefecht"],
            SideAim::Hold { .. } => ["hold out", "aushalten"],
            SideAim::Protect { .. } => ["keep alive", "am Leben"],
            SideAim::EscapeShips { .. } | SideAim::EscapePoints { .. } => ["edge", "Rand"],
            SideAim::Kill { .. } => ["destroy", "vernichten"],
        }
    }
    for (language, (name, file)) in HexShips::INFO.texts.iter().enumerate() {
        let texts = Texts::parse(file).unwrap();
        let said = |key: &str| texts.say(&Message { key: key.to_owned().into(), args: [].into() }, &[]);
        for scenario in &Rules::built_in().scenarios {
            let help = said(&format!("option.scenario.{}.help", scenario.key));
            // Where one side has an aim of its own, the other one prevents it by destroying.
            let mut aims: Vec<SideAim> =
                scenario.aims.sides.into_iter().filter(|aim| *aim != SideAim::Destroy).collect();
            if aims.is_empty() {
                aims.push(SideAim::Destroy);
            }
            let is_of = |preset: &&Preset| preset.options.contains(&("scenario", scenario.key.as_str()));
            let presets =
                HexShips::INFO.presets.iter().filter(is_of).map(|preset| said(&format!("preset.{}.help", preset.key)));
            for help in presets.chain([help]) {
                for aim in &aims {
                    let wanted = words_of(*aim)[language];
                    assert!(help.contains(wanted), "{name}: “{help}” says “{wanted}”");
                }
            }
        }
    }
}
