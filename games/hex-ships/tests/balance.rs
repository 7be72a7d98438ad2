//! HS-17: the worth of weapons, and the tuned weapon set.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::RuleSet as _;
use sixfold_hex_ships::balance::{
    Worth, chance_of, expected, is_balanced, mean_of, ordinary_mean, tune, ways_to_reach, worth,
};
use sixfold_hex_ships::rules::Rules;

#[test]
fn hs_17_the_seeds_table_is_worth_what_the_ruling_says() {
    let rules = Rules::built_in();
    let seed = &rules.weapon_sets[0];
    let at_short = |key: &str| expected(&seed.weapons[seed.find(key).unwrap()], 0, 0).unwrap().round() as u32;
    let figures = ["cannon", "heavy-laser", "laser", "rocket-5", "torpedo", "missile-3"].map(at_short);
    assert_eq!(figures, [62, 62, 47, 37, 29, 24]);
    let mean = ordinary_mean(&seed.weapons);
    assert!(!seed.weapons.iter().all(|weapon| is_balanced(weapon, mean)), "the claim does not hold for it");
}

#[test]
fn hs_17_the_balanced_set_meets_the_claim() {
    let rules = Rules::built_in();
    let balanced = &rules.weapon_sets[1];
    let mean = ordinary_mean(&balanced.weapons);
    for weapon in &balanced.weapons {
        let off = mean_of(weapon, 0) / mean - 1.0;
        match worth(weapon.kind) {
            Worth::Ordinary => assert!(off.abs() <= 0.15, "{} is off by {off}", weapon.name),
            Worth::Above => assert!((0.10..=0.40).contains(&off), "{} is off by {off}", weapon.name),
            Worth::Control => {}
        }
        assert!(is_balanced(weapon, mean));
    }
}

#[test]
fn hs_17_the_balanced_set_is_what_the_search_finds() {
    let rules = Rules::built_in();
    let mut told = Vec::new();
    let found = tune(&rules, &mut |done| told.push(done));
    assert_eq!(found, rules.weapon_sets[1]);
    assert!(told.is_sorted() && told.last() == Some(&1.0), "the search reports its progress");
}

#[test]
fn the_chances_of_two_dice() {
    let counted = |number: i32| (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)).filter(|&sum| sum >= number).count();
    for number in -3..16 {
        assert_eq!(ways_to_reach(number) as usize, counted(number), "{number}");
    }
    assert!((chance_of(7) - 21.0 / 36.0).abs() < 1e-12);
}
