//! HS-17, HS-39: the worth of weapons, and the tuned weapon set.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::RuleSet as _;
use sixfold_hex_ships::balance::{Means, Worth, chance_of, expected, mean_of, tune, ways_to_reach, worth};
use sixfold_hex_ships::rules::{BRACKETS, Rules, Weapon};

#[test]
fn hs_17_the_seeds_table_is_worth_what_the_ruling_says() {
    let rules = Rules::built_in();
    let seed = &rules.weapon_sets[0];
    let at_short = |key: &str| expected(&seed.weapons[seed.find(key).unwrap()], 0, 0).unwrap().round() as u32;
    let figures = ["cannon", "heavy-laser", "laser", "rocket-5", "torpedo", "missile-3"].map(at_short);
    assert_eq!(figures, [62, 62, 47, 37, 29, 24]);
    let means = Means::of(seed.weapons.iter());
    assert!(!seed.weapons.iter().all(|weapon| means.balances(weapon)), "the claim does not hold for it");
}

#[test]
fn hs_17_the_balanced_set_meets_the_claim() {
    let rules = Rules::built_in();
    let balanced = &rules.weapon_sets[1];
    let means = Means::of(balanced.weapons.iter());
    for weapon in &balanced.weapons {
        let off = mean_of(weapon, 0) / means.all - 1.0;
        match worth(weapon.kind) {
            Worth::Ordinary => assert!(off.abs() <= 0.15, "{} is off by {off}", weapon.name),
            Worth::Above => assert!((0.10..=0.40).contains(&off), "{} is off by {off}", weapon.name),
            Worth::Control => {}
        }
        assert!(means.balances(weapon));
    }
}

/// The means are worked out here again, from the ruling's words.
#[test]
fn hs_39_the_balanced_set_meets_the_claim_in_every_bracket() {
    let rules = Rules::built_in();
    let weapons = &rules.weapon_sets[1].weapons;
    for (bracket, name) in BRACKETS.iter().enumerate() {
        let of = |wanted: Worth| -> Vec<(&Weapon, f64)> {
            let weapons = weapons.iter().filter(|weapon| worth(weapon.kind) == wanted);
            weapons.filter_map(|weapon| Some((weapon, expected(weapon, bracket, 0)?))).collect()
        };
        let ordinary = of(Worth::Ordinary);
        assert!(ordinary.len() >= 2, "all brackets are shared");
        let mean = ordinary.iter().map(|(_, damage)| damage).sum::<f64>() / ordinary.len() as f64;
        for (weapon, damage) in ordinary {
            assert!((0.8..=1.2).contains(&(damage / mean)), "{} {name}: {damage} of {mean}", weapon.name);
        }
        for (weapon, damage) in of(Worth::Above) {
            assert!((1.1..=1.4).contains(&(damage / mean)), "{} {name}: {damage} of {mean}", weapon.name);
        }
    }
}

/// What makes a weapon itself: lasers fade, cannons and rockets miss more often with the distance, rockets most.
#[test]
fn hs_39_balanced_weapons_keep_their_character() {
    let rules = Rules::built_in();
    let set = &rules.weapon_sets[1];
    let shots = |key: &str| set.weapons[set.find(key).unwrap()].brackets.map(Option::unwrap);
    let drop = |key: &str| {
        let [short, _, long] = shots(key);
        1.0 - f64::from(long.damage) * chance_of(i32::from(long.hits_on))
            / (f64::from(short.damage) * chance_of(i32::from(short.hits_on)))
    };
    for key in ["laser", "heavy-laser"] {
        let [short, medium, long] = shots(key);
        assert!(short.damage > medium.damage && medium.damage > long.damage && short.hits_on == long.hits_on, "{key}");
    }
    for key in ["cannon", "rocket-5"] {
        let [short, medium, long] = shots(key);
        assert!(
            short.hits_on < medium.hits_on && medium.hits_on < long.hits_on && short.damage == long.damage,
            "{key}"
        );
    }
    assert!(drop("heavy-laser") < drop("laser") && drop("cannon") < drop("rocket-5"));
}

#[test]
fn hs_17_the_balanced_set_is_what_the_search_finds() {
    let rules = Rules::built_in();
    let mut told = Vec::new();
    let found = tune(&rules, &mut |done| told.push(done));
    assert_eq!(found.as_ref(), Some(&rules.weapon_sets[1]));
    assert!(told.is_sorted() && told.last() == Some(&1.0), "the search reports its progress");
}

#[test]
fn hs_39_a_search_that_finds_nothing_says_so() {
    let mut rules = Rules::built_in();
    let laser = rules.weapon_sets[0].find("laser").unwrap();
    for shot in rules.weapon_sets[0].weapons[laser].brackets.iter_mut().flatten() {
        shot.damage += 80;
    }
    assert_eq!(tune(&rules, &mut |_| ()), None);
}

#[test]
fn the_chances_of_two_dice() {
    let counted = |number: i32| (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)).filter(|&sum| sum >= number).count();
    for number in -3..16 {
        assert_eq!(ways_to_reach(number) as usize, counted(number), "{number}");
    }
    assert!((chance_of(7) - 21.0 / 36.0).abs() < 1e-12);
}
