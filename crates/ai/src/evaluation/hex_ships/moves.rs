//! Where a ship should end its move.

use hex::{Direction, Hex};
use hex_ships::rules::Critical;
use hex_ships::{Action, Battle, End, Fate, Move, Ship};

use super::aims::{self, Mind};
use super::course::{self, Course};
use super::{energy, squadrons, worth};

/// The weight of the enemies' fire against the ship's own. It is below 1 because not every enemy fires at this ship.
const EXPOSURE: f32 = 0.6;
/// The cost of each hex of distance to the nearest enemy, as a share of the ship's worth, and the distance from which
/// it counts.
const FAR: (f32, i32) = (0.012, 4);
/// The same for the distance to the nearest friend.
const ALONE: (f32, i32) = (0.004, 4);
/// The cost of an end from which the ship must leave the map in the next round.
const OFF_THE_MAP: f32 = 1.0;
/// The cost of using the afterburners.
const BURNING: f32 = 0.04;

/// The first steps towards the best ends. If the ship stands at the best end already: a use of its energy, or the end
/// of its move.
pub(super) fn ideas(battle: &Battle, moving: &Move, effort: u32) -> Vec<Action> {
    let Some(&ship) = battle.ship(moving.ship) else { return Vec::new() };
    if let Some(duty) = squadrons::duty(battle, moving, &ship) {
        return vec![duty];
    }
    let mind = Mind::of(battle, moving.ship, &ship);
    if let Some(way) = mind.runs.and_then(|edge| way_out(battle, moving, &ship, edge)) {
        return vec![way];
    }
    if let Some(step) = next_step(battle, moving, &ship, effort) {
        return vec![step];
    }
    let mut planner = Planner::new(battle, moving, &ship, mind, effort);
    let mut ends = planner.judged();
    if ends.is_empty() {
        return forced(battle);
    }
    // Among equal ends the one with the fewest turns comes first, so that a ship does not turn back and forth between
    // them.
    game::sort_by(&mut ends, |a, b| b.score.total_cmp(&a.score).then(a.end.turns.cmp(&b.end.turns)));
    let Judged { end, ship: there, .. } = &ends[0];
    let mut course = Course { hex: end.hex, facing: end.facing, speed: there.speed, likely: None };
    if moving.is_set {
        let step = end.first.unwrap_or_else(|| {
            let likely = course.likely.insert(planner.likely());
            energy::idea(battle, moving, &ship, likely).unwrap_or(Action::Done)
        });
        course::keep(battle, moving, effort, course);
        return vec![step];
    }
    course::keep(battle, moving, effort, course);
    // One action for each speed. The steps after it are planned once the speed is set.
    let mut ideas: Vec<Action> = Vec::new();
    for action in ends.iter().map(|judged| judged.sets) {
        if !ideas.contains(&action) {
            ideas.push(action);
        }
    }
    ideas
}

/// The next step to the end that was chosen before. None if none was chosen, or if it is out of reach by now.
fn next_step(battle: &Battle, moving: &Move, ship: &Ship, effort: u32) -> Option<Action> {
    let course = course::kept(battle, moving, effort).filter(|course| moving.is_set && course.speed == ship.speed)?;
    let ends = battle.ends(moving, ship.speed);
    let end = ends.iter().find(|end| (end.hex, end.facing) == (course.hex, course.facing))?;
    if end.first.is_some() {
        return end.first;
    }
    let enemies = || Planner::new(battle, moving, ship, Mind::of(battle, moving.ship, ship), effort).likely();
    let likely = course.likely.clone().unwrap_or_else(enemies);
    let step = energy::idea(battle, moving, ship, &likely).unwrap_or(Action::Done);
    course::keep(battle, moving, effort, Course { likely: Some(likely), ..course });
    Some(step)
}

/// The first action on a way off the map over this edge in this move, at the lowest speed that gets there.
fn way_out(battle: &Battle, moving: &Move, ship: &Ship, edge: Direction) -> Option<Action> {
    if moving.is_set {
        return battle.way_out(moving, ship.speed, edge);
    }
    let speeds = ship.speeds(battle.rules());
    let mut settings: Vec<(i8, Action)> = speeds.map(|speed| (speed, Action::Speed(speed))).collect();
    game::sort_by_key(&mut settings, |(speed, _)| speed.unsigned_abs());
    if battle.forbids(Action::Burn).is_none() {
        settings.push((ship.burning_speed(battle.rules()), Action::Burn));
    }
    settings.into_iter().find(|(speed, _)| battle.way_out(moving, *speed, edge).is_some()).map(|(_, sets)| sets)
}

/// The action if every end on the map is blocked: the slowest speed, and leaving the map last.
fn forced(battle: &Battle) -> Vec<Action> {
    let mut legal = Vec::new();
    battle.each_legal(|action| legal.push(action));
    let rank = |action: &Action| match action {
        Action::Done => 0,
        Action::Stop => 1,
        Action::Speed(speed) => 2 + i32::from(speed.abs()),
        Action::Ahead => 40,
        Action::Left => 41,
        Action::Right => 42,
        Action::Leave => 43,
        _ => 44,
    };
    game::sort_by_key(&mut legal, rank);
    legal.truncate(1);
    legal
}

/// An end of a move, the action that sets out for it, and its score.
struct Judged {
    end: End,
    sets: Action,
    ship: Ship,
    score: f32,
}

/// An enemy and the poses in which it may stand when it fires.
struct Enemy {
    number: u8,
    worth: f32,
    poses: Vec<Ship>,
}

struct Planner<'b> {
    battle: &'b Battle,
    moving: &'b Move,
    ship: &'b Ship,
    worth: f32,
    enemies: Vec<Enemy>,
    friends: Vec<Hex>,
    mind: Mind,
    /// The number of ends that are scored against all poses.
    close: usize,
}

impl<'b> Planner<'b> {
    fn new(battle: &'b Battle, moving: &'b Move, ship: &'b Ship, mind: Mind, effort: u32) -> Self {
        let rules = battle.rules();
        // At 60 simulations this is one pose an enemy and eight ends; at 40,000 it is eleven poses and 200 ends.
        let (poses, close) = ((effort.ilog2() as usize).saturating_sub(4), (effort as f32).sqrt() as usize);
        let later: Vec<u8> = battle.move_order().skip(usize::from(moving.at) + 1).collect();
        let others = || (0_u8..).zip(battle.ships()).filter(|(_, other)| other.is_here());
        let enemies = others().filter(|(_, other)| other.seat != ship.seat);
        let enemies = enemies.map(|(number, other)| Enemy {
            number,
            worth: worth::of_ship(battle, other) * aims::weight(battle, number, other),
            poses: if later.contains(&number) && other.works(rules) {
                likely_poses(battle, number, other, ship, poses.max(1))
            } else {
                vec![*other]
            },
        });
        let friends = others().filter(|(number, other)| other.seat == ship.seat && *number != moving.ship);
        Self {
            battle,
            moving,
            ship,
            worth: worth::of_ship(battle, ship),
            enemies: enemies.collect(),
            friends: friends.map(|(_, friend)| friend.hex).collect(),
            mind,
            close: close.max(8),
        }
    }

    /// The enemies' worths and their most likely poses.
    fn likely(&self) -> Vec<(f32, Ship)> {
        self.enemies.iter().map(|enemy| (enemy.worth, enemy.poses[0])).collect()
    }

    /// The best ends. All are scored against the most likely pose of each enemy, and the best of them against all
    /// poses.
    fn judged(&mut self) -> Vec<Judged> {
        let mut ends = self.ends();
        for judged in &mut ends {
            judged.score = self.score(judged, 1);
        }
        game::sort_by(&mut ends, |a, b| b.score.total_cmp(&a.score));
        ends.truncate(self.close);
        let most = self.enemies.iter().map(|enemy| enemy.poses.len()).max().unwrap_or(1);
        if most > 1 {
            for judged in &mut ends {
                judged.score = self.score(judged, most);
            }
        }
        ends
    }

    fn ends(&self) -> Vec<Judged> {
        let (battle, rules) = (self.battle, self.battle.rules());
        let mut settings: Vec<(i8, Action)> = if self.moving.is_set {
            vec![(self.ship.speed, Action::Done)]
        } else {
            self.ship.speeds(rules).map(|speed| (speed, Action::Speed(speed))).collect()
        };
        if battle.forbids(Action::Burn).is_none() {
            settings.push((self.ship.burning_speed(rules), Action::Burn));
        }
        let mut ends = Vec::new();
        for (speed, sets) in settings {
            let mut ship = Ship { speed, fate: Fate::Here, ..*self.ship };
            if sets == Action::Burn {
                ship.energy -= rules.numbers.afterburner_energy;
            }
            for end in battle.ends(self.moving, speed) {
                let ship = Ship { hex: end.hex, facing: end.facing, ..ship };
                ends.push(Judged { end, sets, ship, score: 0.0 });
            }
        }
        ends
    }

    /// The worth of standing at this end, against this many poses of each enemy.
    fn score(&self, judged: &Judged, poses: usize) -> f32 {
        let (battle, ship) = (self.battle, &judged.ship);
        let (mut offence, mut exposure) = (0.0_f32, 0.0);
        for enemy in &self.enemies {
            let considered = &enemy.poses[..poses.min(enemy.poses.len())];
            let (mut given, mut taken, mut worst) = (0.0, 0.0, 0.0_f32);
            for pose in considered {
                given += worth::of_threat(battle, ship, pose);
                let threat = if pose.works(battle.rules()) { worth::of_threat(battle, pose, ship) } else { 0.0 };
                taken += threat;
                worst = worst.max(threat);
            }
            let count = considered.len() as f32;
            offence = offence.max(enemy.worth * given / count);
            // The worst pose counts as much as the average: an enemy that moves later chooses a pose that hurts.
            exposure += f32::midpoint(taken / count, worst);
        }
        let nearest = |hexes: &mut dyn Iterator<Item = Hex>| hexes.map(|hex| hex.distance(ship.hex)).min();
        let beyond =
            |distance: Option<i32>, (price, from): (f32, i32)| price * (distance.unwrap_or(from) - from).max(0) as f32;
        let sought = |enemy: &&Enemy| self.mind.quarry.is_none_or(|quarry| quarry == enemy.number);
        let enemy = nearest(&mut self.enemies.iter().filter(sought).map(|enemy| enemy.poses[0].hex));
        let friend = nearest(&mut self.friends.iter().copied());
        let mut lost = EXPOSURE * self.mind.caution * exposure + beyond(friend, ALONE);
        match self.mind.runs {
            _ if self.mind.returns => lost += squadrons::rounds_home(battle, ship),
            Some(edge) => lost += aims::RUNNING * aims::rounds_to(battle, ship, edge),
            None if self.mind.hunts => lost += beyond(enemy, FAR),
            None => {}
        }
        if judged.sets == Action::Burn {
            lost += BURNING;
        }
        if self.mind.runs.is_none() && !stays(battle, ship) {
            lost += OFF_THE_MAP;
        }
        offence - self.worth * lost
    }
}

/// Whether a ship in this pose can stay on the map in the next round. Other ships in its way are ignored.
fn stays(battle: &Battle, ship: &Ship) -> bool {
    let (rules, map) = (battle.rules(), battle.map());
    let speeds = ship.speeds(rules);
    let slowest = speeds.clone().min_by_key(|speed| speed.unsigned_abs()).unwrap_or(0);
    let turns = if ship.broken.has(Critical::SideThrusters) { 0 } else { ship.hull(rules).manoeuvrability };
    let next = Ship { speed: slowest, ..*ship };
    can_go(map, next.hex, next.heading(), slowest.unsigned_abs(), turns)
}

fn can_go(map: hex_ships::Map, hex: Hex, heading: Direction, left: u8, turns: u8) -> bool {
    if left == 0 {
        return true;
    }
    let most = i32::from(turns.min(3));
    (0..=2 * most).map(|step| if step % 2 == 0 { step / 2 } else { -(step + 1) / 2 }).any(|turn| {
        let heading = heading.turn(turn);
        let next = hex.neighbour(heading);
        map.contains(next) && can_go(map, next, heading, left - 1, turns - turn.unsigned_abs() as u8)
    })
}

/// The likely poses of an enemy that moves later: those from which it threatens this ship and its friends most, as they
/// stand now. The most likely pose comes first.
fn likely_poses(battle: &Battle, number: u8, enemy: &Ship, ship: &Ship, count: usize) -> Vec<Ship> {
    let prey: Vec<&Ship> = battle.ships().iter().filter(|other| other.is_here() && other.seat == ship.seat).collect();
    let mut ends: Vec<(f32, Ship)> = battle
        .ends_of(number)
        .into_iter()
        .map(|(speed, end)| Ship { hex: end.hex, facing: end.facing, speed, ..*enemy })
        .map(|pose| {
            let near = prey.iter().map(|prey| prey.hex.distance(pose.hex)).min().unwrap_or(0);
            let best = prey.iter().map(|prey| worth::of_threat(battle, &pose, prey)).fold(0.0, f32::max);
            (best - 0.005 * (near - 3).max(0) as f32, pose)
        })
        .collect();
    if ends.is_empty() {
        return vec![*enemy];
    }
    game::sort_by(&mut ends, |a, b| b.0.total_cmp(&a.0));
    // Take every n-th of the better half, so that the poses are not all in one place with different facings.
    let better = ends.len().div_ceil(2);
    let step = (better / count).max(1);
    ends.into_iter().step_by(step).take(count).map(|(_, pose)| pose).collect()
}
