//! Kits for fleets.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeSet;

use common::{SETUPS, rules, setup};
use game::testkit::Speech;
use game::{Game, Setup};
use scene::{ByComputer, Chosen, Draw, Kit};
use sixfold_hex_ships::{Fleet, HexShips, MOST_SHIPS_A_FLEET, Options};

fn kit(setup: &Setup, key: &str) -> Kit {
    HexShips::kit(rules(), setup, key).unwrap()
}

fn thing(kit: &Kit, hull: &str) -> usize {
    kit.things.iter().position(|thing| thing.title.args["hull"] == hull.to_owned().into()).unwrap()
}

/// The same setup with this fleet for Red.
fn with_red(text: &str, fleet: &str) -> Setup {
    let others = text.split_whitespace().filter(|pair| !pair.starts_with("red="));
    setup(&others.chain([format!("red={fleet}").as_str()]).collect::<Vec<_>>().join(" "))
}

#[test]
fn a_fleet_comes_back_as_it_was() {
    for text in SETUPS {
        let setup = setup(text);
        for key in ["red", "blue"] {
            let kit = kit(&setup, key);
            assert!(!kit.chosen.is_empty() && kit.chosen.len() <= kit.most);
            assert_eq!(HexShips::kit_text(rules(), &setup, key, &kit.chosen), setup.get(key), "{text}, {key}");
        }
    }
    for fleet in [
        "needle",
        "dagger.none.none@111+dagger",
        "sovereign@344+needle.laser.missile-3@611",
        "hornet.none.torpedo.emp-beam@222",
    ] {
        let setup = with_red("points=9999", fleet);
        let written = HexShips::kit_text(rules(), &setup, "red", &kit(&setup, "red").chosen);
        let rules = rules();
        let read = |text: &str| Fleet::read(text, rules, &rules.weapon_sets[0]).unwrap();
        assert_eq!(read(&written), read(fleet));
        assert_eq!(kit(&setup, "red").cost, read(fleet).cost(rules, &rules.weapon_sets[0]));
    }
}

#[test]
fn the_kit_says_what_there_is_and_what_it_may_cost() {
    let kit = kit(&setup("scenario=duel"), "red");
    assert_eq!((kit.budget, kit.most, kit.fixed), (70, MOST_SHIPS_A_FLEET, false));
    assert_eq!(kit.things.len(), rules().ship_hulls(false).len(), "carriers are an expansion");
    let dagger = &kit.things[thing(&kit, "Dagger")];
    assert_eq!((dagger.cost, dagger.slots.len()), (22, 2 + 3));
    // An omni turret holds everything but torpedoes (HS-30), an energy mount lasers and EMP beams. Every mount may stay
    // empty.
    let choices = |slot: usize| {
        let choices = dagger.slots[slot].choices.iter();
        choices.map(|choice| (choice.label.args["weapon"].clone().into(), choice.cost)).collect::<Vec<(String, u32)>>()
    };
    let all = ["none", "laser", "emp-beam", "heavy-laser", "cannon", "missile-3", "rocket-5"];
    assert_eq!(
        choices(0).into_iter().map(|(weapon, _)| weapon).collect::<Vec<_>>(),
        all.map(|key| format!("weapon.{key}"))
    );
    let listed = [("none", 0), ("laser", 14), ("emp-beam", 11), ("heavy-laser", 13)];
    assert_eq!(choices(1), listed.map(|(key, cost)| (format!("weapon.{key}"), cost)));
    assert_eq!(dagger.slots.iter().map(|slot| slot.usual).collect::<Vec<_>>(), [4, 1, 0, 0, 0]);
    assert_eq!(dagger.slots[2].choices.len(), 6);
    // The scenario's fleet is chosen. Its cost is the hull, the weapons and a captain of level 3.
    assert_eq!(kit.chosen, [Chosen { thing: 1, slots: vec![4, 1, 1, 1, 0] }]);
    assert_eq!(kit.cost, 22 + 15 + 14 + 18);
    assert_eq!((kit.surcharges.len(), kit.surcharges[0].cost), (1, 18), "the captain");
    assert_eq!(self::kit(&setup("scenario=duel points=77"), "blue").budget, 77);
    assert!(self::kit(&setup("scenario=passing"), "red").fixed);
    assert_eq!(HexShips::kit(rules(), &setup("scenario=duel"), "rounds"), None, "that is no fleet");
    assert_eq!(HexShips::kit(rules(), &setup("scenario=nowhere"), "red"), None);
}

#[test]
fn hs_38_the_builder_offers_carriers_and_squadrons_for_their_bays() {
    let start = setup("points=999 expansions=on red=hive~moth");
    let kit = kit(&start, "red");
    assert_eq!(kit.things.len(), rules().ship_hulls(true).len(), "squadrons are no ships");
    let hive = &kit.things[thing(&kit, "Hive")];
    let bays: Vec<_> = hive.slots.iter().filter(|slot| slot.label.key == "kit.bay").collect();
    assert_eq!(bays.len(), 2);
    let set = &rules().weapon_sets[0];
    for (choice, squadron) in bays[0].choices[1..].iter().zip(["wasp", "moth"]) {
        let cost = |text: &str| Fleet::read(text, rules(), set).unwrap().cost(rules(), set);
        assert_eq!(choice.cost, cost(&format!("hive~{squadron}")) - cost("hive"), "{squadron}");
        assert_eq!(choice.about.len(), 2, "its values, and its weapon");
    }
    let mut chosen = kit.chosen.clone();
    let last = chosen[0].slots.len() - 1;
    assert_eq!(chosen[0].slots[last - 1..], [2, 0], "the bombers, and an empty bay");
    chosen[0].slots[last - 1] = 0;
    chosen[0].slots[last] = 1;
    assert_eq!(HexShips::kit_text(rules(), &start, "red", &chosen), "hive~wasp");
    // Switched off, a fleet with a carrier is shown without it.
    let off = setup("points=999 red=hive~moth+dagger");
    let shown = HexShips::kit(rules(), &off, "red").unwrap();
    assert_eq!(HexShips::kit_text(rules(), &off, "red", &shown.chosen), "dagger");
}

#[test]
fn hs_38_an_item_is_offered_once_and_a_squadron_as_often_as_there_are_bays() {
    let kit = kit(&setup("points=999 expansions=on red=hive/ecm"), "red");
    let once = |key: &str| {
        let slots = kit.things.iter().flat_map(|thing| &thing.slots).filter(|slot| slot.label.key == key);
        slots.map(|slot| slot.once).collect::<BTreeSet<bool>>()
    };
    assert_eq!(
        ["kit.item", "kit.bay", "kit.mount", "kit.rank"].map(once),
        [true, false, false, false].map(|once| [once].into())
    );
}

/// Hull, weapons and captain: who adds up what the builder shows gets the total.
#[test]
fn the_prices_of_a_fleet_add_up() {
    for text in SETUPS {
        let kit = kit(&setup(text), "red");
        let ship = |(chosen, captain): (&Chosen, &scene::Surcharge)| {
            let thing = &kit.things[chosen.thing];
            let slots = thing.slots.iter().zip(&chosen.slots).map(|(slot, taken)| slot.choices[*taken].cost);
            thing.cost + slots.sum::<u32>() + captain.cost
        };
        assert_eq!(kit.chosen.iter().zip(&kit.surcharges).map(ship).sum::<u32>(), kit.cost, "{text}");
    }
}

#[test]
fn what_is_put_together_is_what_fights() {
    let start = setup("scenario=duel points=200");
    let kit = kit(&start, "red");
    let needle = Chosen { thing: thing(&kit, "Needle"), slots: vec![0, 1, 2, 0, 0] };
    let chosen: Vec<Chosen> = kit.chosen.iter().cloned().chain([needle]).collect();
    let text = HexShips::kit_text(rules(), &start, "red", &chosen);
    assert_eq!(text, "dagger@221+needle.none.missile-3@311");
    let options = Options::of(&with_red("scenario=duel points=200", &text), rules()).unwrap();
    assert_eq!(options.fleets[0].ships.len(), 2);
    assert_eq!(HexShips::kit_text(rules(), &start, "red", &[]), "ready", "nobody fights without a ship");
}

#[test]
fn hs_18_a_computer_picks_a_fleet_that_the_battle_allows() {
    let picked = |setup: &Setup, level: u8, seed: u64| {
        HexShips::picked(rules(), setup, "blue", level, &mut game::Random::new(seed)).unwrap()
    };
    for text in ["", "weapons=balanced", "points=120", "scenario=duel", "scenario=squadrons", "scenario=last-stand"] {
        let start = setup(text);
        let budget = kit(&start, "blue").budget;
        let mut fleets = BTreeSet::new();
        for (level, seed) in (1..=5).flat_map(|level| (0..20).map(move |seed| (level, seed))) {
            let fleet = picked(&start, level, seed);
            assert_eq!(fleet, picked(&start, level, seed), "the same seed gives the same fleet");
            let spec = HexShips::INFO.options.iter().find(|spec| spec.key == "blue").unwrap();
            let options = Options::of(&start.clone().with(spec, &fleet).unwrap(), rules());
            let ships = &options.unwrap_or_else(|error| panic!("{text}, level {level}: {error}")).fleets[1];
            let cost = ships.cost(rules(), &rules().weapon_sets[usize::from(text == "weapons=balanced")]);
            assert!(cost * 10 >= budget * 8, "{fleet} leaves {} of {budget} points", budget - cost);
            fleets.insert(fleet);
        }
        assert!(fleets.len() > 20, "{text}: only {} fleets", fleets.len());
    }
    // The level decides which tastes there are: the lowest and the highest have none in common.
    let of_level = |level: u8| -> BTreeSet<String> { (0..200).map(|seed| picked(&setup(""), level, seed)).collect() };
    let (lowest, highest) = (of_level(1), of_level(5));
    assert_eq!(lowest.intersection(&highest).next(), None, "a fleet of level 1 and one of level 5 are never the same");
    let fixed = setup("scenario=passing");
    assert_eq!(HexShips::picked(rules(), &fixed, "blue", 3, &mut game::Random::new(0)), None);
    assert_eq!(kit(&fixed, "blue").by_computer, ByComputer::Never);
    assert_eq!(kit(&setup(""), "blue").by_computer, ByComputer::Usual);
    assert_eq!(kit(&setup("scenario=duel"), "blue").by_computer, ByComputer::Offered);
}

#[test]
fn a_fleet_is_left_only_to_a_computer_that_plays() {
    let refused = Options::of(&setup("blue=picked"), rules()).unwrap_err().to_string();
    assert!(refused.contains("name a fleet"), "{refused}");
}

/// The setup reports what is wrong with a fleet. The readable part of it can still be changed.
#[test]
fn a_wrong_fleet_is_shown_as_far_as_it_can_be_read() {
    let shown = |text: &str, fleet: &str| {
        let setup = with_red(text, fleet);
        assert!(Options::of(&setup, rules()).is_err(), "{fleet}");
        let kit = kit(&setup, "red");
        (HexShips::kit_text(rules(), &setup, "red", &kit.chosen), kit.cost)
    };
    assert_eq!(shown("points=9999", "dagger@666").0, "dagger@666", "too high a level stays to be lowered");
    assert_eq!(
        shown("points=9999", "dagger.missile-6.laser+boat").0,
        "dagger.none.laser",
        "no such weapon, no such hull"
    );
    assert_eq!(shown("points=40", "dagger+dagger"), ("dagger+dagger".to_owned(), 102), "too dear");
    let fleet = ["needle"; 11].join("+");
    assert_eq!(shown("points=9999", &fleet).0, fleet, "too many");
}

#[test]
fn everything_about_a_kit_has_its_sentence() {
    let speech = Speech::of::<HexShips>().unwrap();
    for text in ["weapons=seed", "weapons=balanced"] {
        for thing in kit(&setup(text), "red").things {
            let choices = thing.slots.iter().flat_map(|slot| &slot.choices);
            let bars = choices.clone().flat_map(|choice| &choice.bars).chain(&thing.gauges).map(|gauge| &gauge.label);
            let slots = choices
                .flat_map(|choice| choice.about.iter().chain([&choice.label]))
                .chain(thing.slots.iter().map(|slot| &slot.label))
                .chain(bars);
            let facts = thing.facts.iter().flat_map(|fact| [&fact.label, &fact.value]);
            for message in slots.chain(facts).chain(&thing.about).chain([&thing.title]) {
                speech.check(message).unwrap();
                for (_, file) in HexShips::INFO.texts {
                    let texts = game::Texts::parse(file).unwrap();
                    let words = message.args.values().filter_map(|arg| match arg {
                        game::Arg::Word(key) => Some(key),
                        _ => None,
                    });
                    words.for_each(|key| assert!(texts.keys().any(|known| known == key), "{key}"));
                }
            }
        }
    }
}
