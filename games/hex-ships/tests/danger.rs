//! Danger at a glance, compared with the targets that the rules offer; sides and reasons before a shot.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeSet;

use common::{SETUPS, act, battle, play, setup};
use game::{Dice, Game, Message, Random, Seat, Seed, Texts, Viewer, legal_actions};
use hex::Hex;
use scene::{Draw, Flank, Place, Preview, Threat};
use sixfold_hex_ships::{Action, Battle, HexShips, Step};

fn game(battle: &Battle) -> HexShips {
    HexShips { battle: battle.clone() }
}

fn danger(game: &HexShips, seat: Seat) -> Vec<Threat> {
    game.danger(&game.view(Viewer::Spectator), seat)
}

fn say(message: &Message) -> String {
    Texts::parse(HexShips::INFO.texts[0].1).unwrap().say(message, HexShips::INFO.seat_names)
}

fn hex(place: Place) -> Hex {
    let Place::Hex(hex) = place else { panic!("ships stand on hexes") };
    hex
}

/// While a ship takes aim, the rules offer exactly the ships that are in danger from it, and what is fired then hits the
/// side that was told.
#[test]
fn a_ship_is_in_danger_from_a_gun_exactly_if_the_rules_offer_it_as_a_target() {
    let (mut offered, mut fired) = (0, 0);
    for (number, text) in (0..).zip(SETUPS.iter().cycle().take(60)) {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut game = HexShips::start(&setup(text), &mut dice).unwrap();
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            let battle = &game.battle;
            if let Step::Aim(aim) = battle.step() {
                let ship = *battle.ship(aim.ship).unwrap();
                let threats = danger(&game, Seat(1 - ship.seat.0));
                let by_this = || threats.iter().filter(|threat| hex(threat.from[0]) == ship.hex && !threat.moves);
                let in_danger: BTreeSet<Hex> = by_this().map(|threat| hex(threat.places[0])).collect();
                if aim.current().is_none() {
                    let targets = legal_actions(&game).into_iter().filter_map(|action| match action {
                        Action::Target(target) => battle.ship(target).map(|target| target.hex),
                        _ => None,
                    });
                    assert_eq!(in_danger, targets.collect(), "{text}\n{game:?}");
                    offered += in_danger.len();
                }
                if let (Action::Fire, Some(target)) = (action, aim.current()) {
                    let at = battle.ship(target).unwrap().hex;
                    let threat = by_this().find(|threat| hex(threat.places[0]) == at).unwrap();
                    let mut after = game.clone();
                    let mut copy = dice.clone();
                    after.apply(&action, &mut copy);
                    let rolls = copy.take_rolls();
                    let told = HexShips::tell(&game, &action, &rolls, &after, Viewer::Spectator);
                    let name = &threat.words.args["ship"];
                    let side = told.iter().find(|said| said.key == "fired" && said.args["target"] == *name);
                    if let Some(side) = side {
                        assert_eq!(side.args["side"], threat.words.args["side"], "{game:?}");
                        fired += 1;
                    }
                }
            }
            game.apply(&action, &mut dice);
            dice.take_rolls();
        }
    }
    assert!(offered > 60 && fired > 20, "the battles are too few: {offered} and {fired}");
}

/// Red on k11 fires at Blue ahead of it.
fn duel(red: &'static str, blue: &'static str) -> Battle {
    let mut battle = battle(&[("dagger", red)], &[("dagger", blue)]);
    while matches!(battle.step(), Step::Move(_)) {
        play(&mut battle, "speed:0 done");
    }
    battle
}

fn preview(battle: &Battle, action: Action) -> Preview {
    let game = game(battle);
    game.preview(&game.view(Viewer::Spectator), &action)
}

#[test]
fn the_preview_of_a_shot_says_and_draws_the_side_that_it_hits() {
    for (facing, side) in [("N", "rear"), ("S", "front"), ("SE", "right"), ("SW", "left")] {
        let place: &'static str = format!("k9 {facing} 0").leak();
        let mut battle = duel("k11 N 0", place);
        let Step::Aim(aim) = *battle.step() else { panic!("{battle:?}") };
        // The test is about Red's attack.
        if aim.ship == 1 {
            act(&mut battle, Action::Hold);
        }
        let Step::Aim(aim) = *battle.step() else { panic!("{battle:?}") };
        let target = 1;
        let shown = preview(&battle, Action::Target(target));
        let said = shown.story.iter().find(|message| message.key == "preview.side").map(say).unwrap();
        assert!(said.contains(&format!("hits the {side} side")), "{facing}: {said}");
        let at = battle.ship(target).unwrap();
        let [Flank { place, first, last }] = shown.flanks[..] else { panic!("one side: {shown:?}") };
        assert_eq!(place, Place::Hex(at.hex));
        // The side is drawn where the attacker stands.
        let ship = battle.ship(aim.ship).unwrap();
        let (direction, _) = at.hex.bearing(ship.hex).unwrap();
        let within = first.turns_to(direction) <= first.turns_to(last);
        assert!(within, "{facing}: {direction} is between {first} and {last}");
        act(&mut battle, Action::Target(target));
        let fire = preview(&battle, Action::Fire);
        assert_eq!(fire.flanks, shown.flanks);
        assert!(fire.story.iter().any(|message| message.key == "preview.side"));
    }
}

fn idle(battle: &Battle) -> Vec<String> {
    let game = game(battle);
    let scene = game.scene(&game.view(Viewer::Spectator));
    let sheet = scene.sheets.iter().find(|sheet| sheet.acts).unwrap();
    sheet.lines.iter().filter(|line| line.key.starts_with("idle.")).map(say).collect()
}

/// Every weapon of the ship that aims is either offered as a switch or has its reason in the sheet.
#[test]
fn a_weapon_that_is_not_offered_has_its_reason_in_the_sheet() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (number, text) in (0..).zip(SETUPS.iter().cycle().take(60)) {
        let (mut random, mut dice) = (Random::new(number), Dice::seeded(&Seed::number(number)));
        let mut game = HexShips::start(&setup(text), &mut dice).unwrap();
        while let Some(action) = game.random_action(&mut random, &mut Vec::new()) {
            if let Step::Aim(aim) = game.battle.step()
                && let Some(target) = aim.current()
            {
                let (ship, target) = (game.battle.ship(aim.ship).unwrap(), game.battle.ship(target).unwrap());
                let scene = game.scene(&game.view(Viewer::Spectator));
                let sheet = scene.sheets.iter().find(|sheet| sheet.acts).unwrap();
                let reasons: Vec<&Message> = sheet.lines.iter().filter(|line| line.key.starts_with("idle.")).collect();
                let mounts = ship.hull(game.battle.rules()).mounts.len();
                let armed = (0..mounts).filter(|&mount| ship.weapon(mount, game.battle.set()).is_some());
                let free = armed.filter(|&mount| {
                    let is_on = aim.current_on() >> mount & 1 == 1;
                    is_on || (game.battle.forbids(Action::Switch(mount as u8)).is_none() && aim.switches > 0)
                });
                let armed = (0..mounts).filter(|&mount| ship.weapon(mount, game.battle.set()).is_some()).count();
                if aim.switches > 0 {
                    assert_eq!(free.count() + reasons.len(), armed, "{target:?}\n{game:?}\n{reasons:?}");
                }
                seen.extend(reasons.iter().map(|reason| reason.key.to_string()));
            }
            game.apply(&action, &mut dice);
            dice.take_rolls();
        }
    }
    for reason in ["idle.out-of-arc", "idle.out-of-range", "idle.no-energy"] {
        assert!(seen.contains(reason), "{reason} was never given: {seen:?}");
    }
}

#[test]
fn broken_and_empty_weapons_are_named_as_such() {
    let mut battle = duel("k11 N 0", "k9 S 0");
    let Step::Aim(aim) = *battle.step() else { panic!("{battle:?}") };
    assert!(idle(&battle).iter().all(|line| !line.contains("broken")), "{:?}", idle(&battle));
    battle.ship_mut(aim.ship).broken.weapons = 1;
    assert!(idle(&battle).iter().any(|line| line.contains("it is broken")), "{:?}", idle(&battle));
}
