//! The effects of actions, shown before they are played.

use std::ops::RangeInclusive;

use game::{Arg, Game, Message, Seat};
use hex::Hex;
use scene::{Aimed, Flank, Mark, MarkKind, Odds, Place, Preview};

use crate::action::Action;
use crate::aiming::mounts;
use crate::battle::{Battle, Step};
use crate::bearing::Side;
use crate::forecast::Detail;
use crate::hex_ships::HexShips;
use crate::moving::Move;
use crate::ship::{Fate, Ship};
use crate::telling::{self, modifiers};

/// The preview of a legal action.
pub(super) fn of(game: &HexShips, action: Action) -> Preview {
    let battle = &game.battle;
    match action {
        Action::Fire | Action::Keep | Action::Reroll => attack(battle, action),
        Action::Left | Action::Right if !certain(game, action) => {
            let mut weights = Vec::new();
            game.chance(&action, &mut weights);
            let keys = ["preview.not-turned", "preview.turned"];
            let odds = keys.into_iter().zip(weights).filter(|(_, weight)| *weight > 0);
            let tries = if action == Action::Left { "preview.tries.left" } else { "preview.tries.right" };
            let tries = Message::new(tries).with("number", i64::from(battle.rules().criticals.side_thrusters));
            Preview {
                story: battle
                    .acting()
                    .map(|ship| tries.with("ship", telling::ship(battle, ship)))
                    .into_iter()
                    .collect(),
                odds: odds.map(|(key, weight)| Odds { what: Message::new(key), weight }).collect(),
                ..Preview::default()
            }
        }
        _ => {
            let mut after = battle.clone();
            after.play(action, &mut game::Dice::scripted([]), &mut |_| ());
            let ask = if action == Action::Leave { leaving(battle, &after) } else { None };
            let mut preview = Preview { story: telling::told(battle, action, &[]), ask, ..Preview::default() };
            match (after.step(), action) {
                (Step::Aim(aim), Action::Target(_) | Action::Also(_) | Action::Switch(_)) => {
                    if let Some((target, on)) = aim.targets().last() {
                        if on != 0 {
                            preview.story.extend(hit_side(&after, aim.ship, target));
                            preview.flanks.extend(hit_flank(&after, aim.ship, target));
                        }
                        preview.story.extend(weapons(&after, aim.ship, target, on, ALL_ROLLS));
                        preview.marks.extend(mark(&after, target, MarkKind::Aim));
                        preview.odds = odds(&after, aim.ship, &[(target, on)], ALL_ROLLS);
                    }
                }
                (Step::Move(moving), _) if moving.is_set && battle.acting() == Some(moving.ship) => {
                    preview.marks = ends(&after, moving);
                }
                (_, Action::Place { hex, .. }) => {
                    preview.marks.push(Mark { place: Place::Hex(hex), kind: MarkKind::WouldPlace });
                }
                _ => {}
            }
            preview
        }
    }
}

/// The question before a ship leaves the map (HS-4): it says what that costs, or that it loses the battle at once. A ship
/// that escapes does what it has to do, so that it is not asked.
fn leaving(battle: &Battle, after: &Battle) -> Option<Message> {
    let number = battle.acting()?;
    let seat = battle.seat_of(number);
    let about = |key| Message::new(key).with("ship", telling::ship(battle, number)).with("enemy", Seat(1 - seat.0));
    if !after.fights(seat) && !after.is_met(seat) {
        return Some(about("ask.leave.last"));
    }
    if after.ship(number)?.fate == Fate::Escaped {
        return None;
    }
    if battle.aim(seat).edge().is_some() {
        return Some(about("ask.leave.other-edge"));
    }
    if !battle.aims().count_points() {
        return Some(about("ask.leave.away"));
    }
    let hull = i64::from(battle.ship(number)?.hull(battle.rules()).structure);
    Some(about("ask.leave").with("points", telling::halves(hull)))
}

fn certain(game: &HexShips, action: Action) -> bool {
    game.chance(&action, &mut Vec::new()) == game::Chance::Certain
}

fn mark(battle: &Battle, ship: u8, kind: MarkKind) -> Option<Mark> {
    battle.ship(ship).map(|ship| Mark { place: Place::Hex(ship.hex), kind })
}

/// The side of a target that a ship fires at.
fn side_of(battle: &Battle, number: u8, target: u8) -> Option<(&Ship, Side)> {
    let (ship, target) = battle.ship(number).zip(battle.ship(target))?;
    target.side_towards(ship.hex).map(|side| (target, side))
}

/// The side that is hit, with what protects it.
fn hit_side(battle: &Battle, number: u8, target: u8) -> Option<Message> {
    let (ship, side) = side_of(battle, number, target)?;
    let message = Message::new("preview.side").with("target", telling::ship(battle, target));
    let message = message.with("side", telling::side(side)).with("shield", i64::from(ship.shields[side as usize]));
    Some(message.with("armour", i64::from(ship.armour[side as usize])))
}

fn hit_flank(battle: &Battle, number: u8, target: u8) -> Option<Flank> {
    side_of(battle, number, target).map(|(ship, side)| super::danger::flank(ship, side))
}

/// The shots that the attacking ship has taken aim for and that are still to be decided.
pub(super) fn aimed(battle: &Battle) -> Vec<Aimed> {
    let (aim, at) = match battle.step() {
        Step::Aim(aim) => (aim, None),
        Step::Roll { aim, at, .. } => (aim, Some(usize::from(*at))),
        _ => return Vec::new(),
    };
    let Some(from) = battle.ship(aim.ship).map(|ship| Place::Hex(ship.hex)) else { return Vec::new() };
    let targets = aim.targets().enumerate().filter(|(index, _)| at.is_none_or(|at| at == *index));
    let shot = |(_, (target, on))| {
        if on == 0 {
            return None;
        }
        let (flank, words) = hit_flank(battle, aim.ship, target).zip(hit_side(battle, aim.ship, target))?;
        Some(Aimed { from, flank, words })
    };
    targets.filter_map(shot).collect()
}

/// Marks for every hex on which the move can still end.
fn ends(battle: &Battle, moving: &Move) -> Vec<Mark> {
    let speed = battle.ship(moving.ship).map_or(0, |ship| ship.speed);
    let mut hexes: Vec<Hex> = battle.ends(moving, speed).into_iter().map(|end| end.hex).collect();
    game::sort(&mut hexes);
    hexes.dedup();
    hexes.into_iter().map(|hex| Mark { place: Place::Hex(hex), kind: MarkKind::WouldPlace }).collect()
}

/// All sums of an attack roll.
const ALL_ROLLS: RangeInclusive<i32> = 2..=12;

/// The number that each weapon needs, and the expected results of all weapons together if the attack roll is among
/// these sums.
fn weapons(battle: &Battle, number: u8, target: u8, on: u8, sums: RangeInclusive<i32>) -> Vec<Message> {
    let Some((ship, shot_at)) = battle.ship(number).zip(battle.ship(target)) else { return Vec::new() };
    let mut story = Vec::new();
    for mount in mounts(on) {
        let Some(weapon) = ship.weapon(mount, battle.set()) else { continue };
        let named = telling::weapon(battle, number, mount as u8);
        if weapon.missiles.is_some() {
            story.push(Message::new("preview.missiles").with("weapon", named));
        } else if let Some(to_hit) = battle.to_hit(ship, weapon, shot_at) {
            let percent = match *sums.start() {
                sum if sum == *sums.end() => i64::from(sum >= to_hit.number()) * 100,
                _ => percent_of(battle.ways_to_hit(ship, weapon, shot_at)),
            };
            story.push(modifiers("preview.weapon", to_hit).with("weapon", named).with("percent", percent));
        }
    }
    let forecast = battle.forecast_of(ship, shot_at, on, sums);
    let percent = (100.0 * forecast.kill).round() as i64;
    story.push(Message::new("preview.expected").with("damage", damage(forecast.damage)).with("percent", percent));
    story
}

/// The percentage of this number out of 36, rounded.
pub(super) fn percent_of(ways: u32) -> i64 {
    (200 * i64::from(ways) + 36) / 72
}

pub(super) fn damage(points: f64) -> Arg {
    Arg::Tenths((10.0 * points).round() as i64)
}

/// The possible results of an attack, from no damage to destruction.
const RESULTS: [&str; 5] = ["preview.nothing", "preview.shield", "preview.armour", "preview.hull", "preview.destroyed"];

fn attack(battle: &Battle, action: Action) -> Preview {
    let (aim, at, sums) = match *battle.step() {
        Step::Aim(aim) => (aim, None, ALL_ROLLS),
        Step::Roll { aim, at, dice } if action == Action::Keep => {
            let sum = i32::from(dice[0]) + i32::from(dice[1]);
            (aim, Some(at), sum..=sum)
        }
        Step::Roll { aim, at, .. } => (aim, Some(at), ALL_ROLLS),
        _ => return Preview::default(),
    };
    let mut preview = Preview::default();
    // A roll that waits for a decision is for one target. Before the roll, all targets are still to come.
    let named = aim.targets().enumerate().filter(|(index, _)| at.is_none_or(|at| usize::from(at) == *index));
    let named: Vec<(u8, u8)> = named.map(|(_, target)| target).filter(|(_, on)| *on != 0).collect();
    for &(target, on) in &named {
        let (ship, at) = (telling::ship(battle, aim.ship), telling::ship(battle, target));
        preview.story.push(Message::new("preview.at").with("ship", ship).with("target", at));
        preview.story.extend(hit_side(battle, aim.ship, target));
        preview.flanks.extend(hit_flank(battle, aim.ship, target));
        preview.story.extend(weapons(battle, aim.ship, target, on, sums.clone()));
        preview.marks.extend(mark(battle, target, MarkKind::WouldWeaken));
    }
    preview.odds = odds(battle, aim.ship, &named, sums);
    preview.ask =
        (action == Action::Fire && is_hopeless(battle, aim.ship, &named)).then(|| Message::new("ask.fire.hopeless"));
    preview
}

/// Whether no weapon can hit with any roll, so that energy and ammunition would be wasted (HS-26).
fn is_hopeless(battle: &Battle, number: u8, named: &[(u8, u8)]) -> bool {
    let Some(ship) = battle.ship(number) else { return false };
    named.iter().filter_map(|(target, on)| Some((battle.ship(*target)?, *on))).all(|(target, on)| {
        let mut weapons = mounts(on).filter_map(|mount| ship.weapon(mount, battle.set()));
        weapons.all(|weapon| battle.ways_to_hit(ship, weapon, target) == 0)
    })
}

/// The possible results of an attack: on one target by layer, on several targets by the number destroyed.
fn odds(battle: &Battle, number: u8, named: &[(u8, u8)], sums: RangeInclusive<i32>) -> Vec<Odds> {
    let Some(ship) = battle.ship(number) else { return Vec::new() };
    let [(target, on)] = named else { return kills(battle, ship, named, sums) };
    let Some(target) = battle.ship(*target) else { return Vec::new() };
    let side = target.side_towards(ship.hex).map_or(0, |side| side as usize);
    let mut weights = [0; RESULTS.len()];
    battle.outcomes_of(ship, target, *on, sums, Detail::Exact, |left, weight| {
        let result = match left.layers {
            layers if layers.hull == 0 => 4,
            layers if layers.hull < target.structure => 3,
            layers if layers.armour < target.armour[side] => 2,
            layers if layers.shield < target.shields[side] => 1,
            _ => 0,
        };
        weights[result] += weight;
    });
    let listed = RESULTS.into_iter().zip(weights).filter(|(_, weight)| *weight > 0);
    listed.map(|(key, weight)| Odds { what: Message::new(key), weight }).collect()
}

/// The odds for the number of destroyed targets, each with its own roll. In ten-thousandths.
fn kills(battle: &Battle, ship: &Ship, named: &[(u8, u8)], sums: RangeInclusive<i32>) -> Vec<Odds> {
    let mut chances = vec![1.0];
    for (target, on) in named.iter().filter_map(|(target, on)| Some((battle.ship(*target)?, *on))) {
        let kill = battle.forecast_of(ship, target, on, sums.clone()).kill;
        chances.push(0.0);
        for count in (0..chances.len()).rev() {
            let one_less = if count > 0 { chances[count - 1] } else { 0.0 };
            chances[count] = chances[count] * (1.0 - kill) + one_less * kill;
        }
    }
    let weights = chances.into_iter().map(|chance: f64| (10_000.0 * chance).round() as u32);
    let listed = (0..).zip(weights).filter(|(_, weight)| *weight > 0 && !named.is_empty());
    listed.map(|(count, weight)| Odds { what: Message::new("preview.kills").with("count", count), weight }).collect()
}
