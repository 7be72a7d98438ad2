//! Which ship to attack with which weapons, and whether to reroll.

use hex_ships::rules::Weapon;
use hex_ships::{Action, Aim, Battle, Detail, Ship, mounts};

use super::{aims, worth};

/// An attack that is expected to take less than this share of the target's worth is not made.
const WORTH_A_SHOT: f32 = 0.01;
/// If ammunition runs out before the battle does, it is kept for later when the chance to hit is below this, in 36ths.
const WORTH_AMMUNITION: u32 = 11;
/// The extra worth of destroying a ship that has not attacked yet in this round, as a share of its worth.
const BEFORE_IT_FIRES: f32 = 0.3;
/// A reroll is spent if the roll is worse than the average attack by more than this share of the average.
const WORTH_A_REROLL: f32 = 0.45;

/// The possible next actions of an attack, the best first.
pub(super) fn ideas(battle: &Battle, aim: &Aim) -> Vec<Action> {
    let Some(ship) = battle.ship(aim.ship) else { return Vec::new() };
    let Some(target) = aim.current().and_then(|target| battle.ship(target)) else {
        let mut ideas: Vec<Action> =
            targets(battle, aim, 0).into_iter().map(|(_, target)| Action::Target(target)).collect();
        ideas.push(Action::Hold);
        return ideas;
    };
    // First switch the weapons as wanted. Then name another target if weapons are left for one. Then fire.
    let spent = aim.all_on() & !aim.current_on();
    let wanted = wanted(battle, ship, target, spent);
    let wrong = wanted ^ aim.current_on();
    let off = mounts(wrong & aim.current_on()).next();
    if let Some(mount) = off.or_else(|| mounts(wrong).next()) {
        let switch = Action::Switch(mount as u8);
        if battle.forbids(switch).is_none() {
            return vec![switch];
        }
    }
    let mut ideas = Vec::new();
    if ship.gunnery(battle.rules()).several_targets {
        let more = targets(battle, aim, aim.all_on()).into_iter().map(|(_, target)| Action::Also(target));
        ideas.extend(more.filter(|&also| battle.forbids(also).is_none()).take(1));
    }
    ideas.extend([Action::Fire, Action::Hold].into_iter().filter(|&last| battle.forbids(last).is_none()));
    ideas
}

/// The enemies worth an attack with weapons other than `spent`, the best first.
fn targets(battle: &Battle, aim: &Aim, spent: u8) -> Vec<(f32, u8)> {
    let Some(ship) = battle.ship(aim.ship) else { return Vec::new() };
    let named = |number: u8| aim.targets().any(|(target, _)| target == number);
    let enemies = (0..)
        .zip(battle.ships())
        .filter(|(number, other)| other.seat != ship.seat && other.is_here() && !named(*number));
    let mut found: Vec<(f32, u8)> = enemies
        .map(|(number, target)| {
            let on = wanted(battle, ship, target, spent);
            (value(battle, aim, ship, (number, target), on), number)
        })
        .filter(|(value, _)| *value > 0.0)
        .collect();
    game::sort_by(&mut found, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found
}

/// The worth of an attack: the damage to the target, and a bonus for the chance that the target is destroyed before it
/// fires.
fn value(battle: &Battle, aim: &Aim, ship: &Ship, (number, target): (u8, &Ship), on: u8) -> f32 {
    let share = worth::of_attack(battle, ship, target, on, Detail::Exact);
    if on == 0 || share < WORTH_A_SHOT {
        return 0.0;
    }
    let fires_later = battle.move_order().take(usize::from(aim.at)).any(|later| later == number);
    let kept_from_firing = if fires_later && target.works(battle.rules()) {
        BEFORE_IT_FIRES * battle.forecast(ship, target, on).kill as f32
    } else {
        0.0
    };
    worth::of_ship(battle, target) * aims::weight(battle, number, target) * (share + kept_from_firing)
}

/// The weapons to fire at a target: those that are switched on automatically, less those whose ammunition is better
/// kept.
fn wanted(battle: &Battle, ship: &Ship, target: &Ship, spent: u8) -> u8 {
    let on = battle.automatic(ship, target, spent);
    let rounds_left = battle.rounds() - battle.round() + 1;
    let is_kept = |mount: &usize| {
        let Some(weapon) = ship.weapon(*mount, battle.set()) else { return false };
        let scarce = weapon.ammunition.is_some() && ship.ammunition[*mount] < rounds_left;
        scarce && hits_seldom(battle, ship, weapon, target)
    };
    mounts(on).filter(|mount| !is_kept(mount)).fold(0, |mask, mount| mask | 1 << mount)
}

fn hits_seldom(battle: &Battle, ship: &Ship, weapon: &Weapon, target: &Ship) -> bool {
    battle.ways_to_hit(ship, weapon, target) < WORTH_AMMUNITION
}

/// Reroll and keep, the better one first.
pub(super) fn reroll(battle: &Battle, aim: &Aim, at: u8, dice: [u8; 2]) -> Vec<Action> {
    let named = aim.targets().nth(usize::from(at));
    let Some((ship, (target, on))) = battle.ship(aim.ship).zip(named) else { return vec![Action::Keep] };
    let Some(target) = battle.ship(target) else { return vec![Action::Keep] };
    let sum = i32::from(dice[0]) + i32::from(dice[1]);
    let now = worth::of_rolls(battle, ship, target, on, sum..=sum, Detail::Exact);
    let average = worth::of_attack(battle, ship, target, on, Detail::Exact);
    if average - now > WORTH_A_REROLL * average {
        vec![Action::Reroll, Action::Keep]
    } else {
        vec![Action::Keep, Action::Reroll]
    }
}
