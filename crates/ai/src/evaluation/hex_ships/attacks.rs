//! Whom to attack, with what, and whether to roll again.

use hex_ships::rules::Weapon;
use hex_ships::{Action, Aim, Battle, Detail, Ship, mounts};

use super::worth;

/// Less than this share of a target is not worth a shot with ammunition that could still be used.
const WORTH_A_SHOT: f32 = 0.01;
/// The chance to hit, in 36ths, below which ammunition is kept for later while there are more rounds than shots.
const WORTH_AMMUNITION: u32 = 11;
/// What it adds to destroy somebody who has not attacked yet in this round, as a share of that one's worth.
const BEFORE_IT_FIRES: f32 = 0.3;
/// What is left to be gained by a reroll now for which it is not kept, as a share of the average attack.
const WORTH_A_REROLL: f32 = 0.45;

/// The next step of an attack, the best first.
pub(super) fn ideas(battle: &Battle, aim: &Aim) -> Vec<Action> {
    let Some(ship) = battle.ship(aim.ship) else { return Vec::new() };
    let Some(target) = aim.current().and_then(|target| battle.ship(target)) else {
        let mut ideas: Vec<Action> =
            targets(battle, aim, 0).into_iter().map(|(_, target)| Action::Target(target)).collect();
        ideas.push(Action::Hold);
        return ideas;
    };
    // Weapons are switched as they are wanted, then another target is named if some are left, and then all fires.
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

/// Enemies that are worth an attack with weapons other than these, the best first.
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
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found
}

/// What an attack is worth: what it takes off the target, and more if that keeps the target from firing.
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
    worth::of_ship(battle, target) * (share + kept_from_firing)
}

/// The weapons to fire at a target: what is switched on by itself, less what is better kept.
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

/// Whether a roll is so much worse than the average that a reroll is worth spending on it.
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
