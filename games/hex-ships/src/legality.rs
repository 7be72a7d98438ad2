//! The legal actions, and the reasons why other actions are refused.

use game::Seat;
use hex::{Direction, Hex};

use crate::action::Action;
use crate::aiming::Aim;
use crate::battle::{Battle, Step};
use crate::bearing::Side;
use crate::commanders::side_of;
use crate::moving::Move;
use crate::rules::Critical;
use crate::ship::Fate;

/// The reason why an action is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the message files say each in a sentence")]
pub enum Forbidden {
    DeployNow,
    FaceNow,
    MoveNow,
    AttackNow,
    RollNow,
    NoSuchShip,
    NotYourShip(u8),
    AlreadyPlaced(u8),
    OutsideZone(Hex),
    OffTheMap,
    Taken(Hex),
    SpeedIsSet,
    SetSpeedFirst,
    SpeedOutOfReach { least: i8, most: i8 },
    NoAfterburners,
    NoEnergy { needs: u32, has: u32 },
    NoAdvanceLeft,
    EdgeAhead,
    NoEdgeAhead,
    LastHexTaken(Hex),
    NoTurnLeft,
    DeadEnd,
    CanStillFinish,
    NotFinished(u8),
    NoCarrier,
    CarrierNotAhead,
    TooFastToDock(u8),
    NoWayOut,
    NoChargeLeft,
    ShieldFull(Side),
    GeneratorBroken,
    NoShieldShift,
    NoCounterMeasures,
    JammingAlready,
    NothingToShift(Side),
    NoRoom(Side),
    FewerPoints(u8),
    FriendOrSelf(u8),
    Gone(u8),
    NothingBears(u8),
    AlreadyTarget(u8),
    OneTargetOnly,
    NameTargetFirst,
    SwitchOnFirst,
    NoSuchWeapon,
    DoesNotBear(u8),
    FiresElsewhere(u8),
    NoMoreChanges,
}

impl Battle {
    /// The reason why an action is not allowed now. None if it is allowed.
    pub fn forbids(&self, action: Action) -> Option<Forbidden> {
        match &self.step {
            Step::Over(_) => Some(Forbidden::DeployNow), // not reached: a finished game refuses every action before
            Step::Deploy { seat, placed: None } => match action {
                Action::Place { ship, hex } => self.forbids_place(*seat, ship, hex),
                _ => Some(Forbidden::DeployNow),
            },
            Step::Deploy { placed: Some(_), .. } => match action {
                Action::Face(_) => None,
                _ => Some(Forbidden::FaceNow),
            },
            Step::Move(moving) => self.forbids_move(moving, action),
            Step::Aim(aim) => self.forbids_aim(aim, action),
            Step::Roll { .. } => match action {
                Action::Keep | Action::Reroll => None,
                _ => Some(Forbidden::RollNow),
            },
        }
    }

    /// Calls `each` with every legal action, each once.
    pub fn each_legal(&self, mut each: impl FnMut(Action)) {
        let mut offer = |action: Action| {
            if self.forbids(action).is_none() {
                each(action);
            }
        };
        match &self.step {
            Step::Over(_) => {}
            Step::Deploy { seat, placed: None } => {
                let waiting = (0..self.count).filter(|&ship| {
                    let ship = &self.ships[usize::from(ship)];
                    ship.commander == *seat && ship.fate == Fate::Waiting
                });
                for ship in waiting {
                    let zone = self.map.zone(side_of(*seat).index(), self.deploy_rows);
                    zone.for_each(|hex| offer(Action::Place { ship, hex }));
                }
            }
            Step::Deploy { placed: Some(_), .. } => Direction::ALL.into_iter().for_each(|way| offer(Action::Face(way))),
            Step::Move(moving) => self.each_move(moving, offer),
            Step::Aim(aim) => {
                let mounts = self.ships[usize::from(aim.ship)].hull(self.rules()).mounts.len() as u8;
                (0..self.count).for_each(|target| offer(Action::Target(target)));
                (0..self.count).for_each(|target| offer(Action::Also(target)));
                (0..mounts).for_each(|mount| offer(Action::Switch(mount)));
                [Action::Fire, Action::Hold].into_iter().for_each(offer);
            }
            Step::Roll { .. } => [Action::Keep, Action::Reroll].into_iter().for_each(offer),
        }
    }

    fn each_move(&self, moving: &Move, mut offer: impl FnMut(Action)) {
        let ship = &self.ships[usize::from(moving.ship)];
        if !moving.is_set {
            ship.speeds(self.rules()).for_each(|speed| offer(Action::Speed(speed)));
        }
        let words =
            [Action::Burn, Action::Ahead, Action::Leave, Action::Left, Action::Right, Action::Stop, Action::Done];
        words.into_iter().for_each(&mut offer);
        for side in Side::ALL {
            offer(Action::Charge(side));
        }
        if self.expansions {
            offer(Action::Dock);
            offer(Action::Jam);
        }
        if ship.shifts_left(self.rules()) > 0 {
            for from in Side::ALL {
                for to in Side::ALL {
                    (1..=ship.shields[from as usize]).for_each(|points| offer(Action::Shift { from, to, points }));
                }
            }
        }
    }

    fn forbids_place(&self, seat: Seat, number: u8, hex: Hex) -> Option<Forbidden> {
        let Some(ship) = self.ship(number) else { return Some(Forbidden::NoSuchShip) };
        if ship.commander != seat {
            Some(Forbidden::NotYourShip(number))
        } else if ship.fate != Fate::Waiting {
            Some(Forbidden::AlreadyPlaced(number))
        } else if !self.map.contains(hex) {
            Some(Forbidden::OffTheMap)
        } else if !self.map.in_zone(hex, ship.seat.index(), self.deploy_rows) {
            Some(Forbidden::OutsideZone(hex))
        } else if self.ship_at(hex).is_some() {
            Some(Forbidden::Taken(hex))
        } else {
            None
        }
    }

    fn forbids_move(&self, moving: &Move, action: Action) -> Option<Forbidden> {
        let rules = self.rules();
        let ship = &self.ships[usize::from(moving.ship)];
        let pays = |needs: u8| {
            let (needs, has) = (u32::from(needs), u32::from(ship.energy));
            (needs > has).then_some(Forbidden::NoEnergy { needs, has })
        };
        match action {
            Action::Speed(_) | Action::Burn if moving.is_set => Some(Forbidden::SpeedIsSet),
            Action::Speed(speed) if ship.is_aboard() => self.forbids_launch(moving, speed),
            Action::Speed(speed) => {
                let speeds = ship.speeds(rules);
                let out = Forbidden::SpeedOutOfReach { least: *speeds.start(), most: *speeds.end() };
                (!speeds.contains(&speed)).then_some(out)
            }
            Action::Burn if ship.burns_left(rules) == 0 => Some(Forbidden::NoAfterburners),
            Action::Burn => pays(rules.numbers.afterburner_energy),
            Action::Charge(_) if ship.broken.has(Critical::ShieldGenerator) => Some(Forbidden::GeneratorBroken),
            Action::Charge(_) if moving.charges == 0 => Some(Forbidden::NoChargeLeft),
            Action::Charge(side) => ship.charge_price(side, rules).map_or(Some(Forbidden::ShieldFull(side)), pays),
            Action::Jam if ship.jamming => Some(Forbidden::JammingAlready),
            Action::Jam => {
                let found = ship.counter_measures(rules);
                found.map_or(Some(Forbidden::NoCounterMeasures), |(energy, ..)| pays(energy))
            }
            Action::Shift { .. } if ship.shifts_left(rules) == 0 => Some(Forbidden::NoShieldShift),
            Action::Shift { from, to, points } => {
                let has = ship.shields[from as usize];
                let room = ship.hull(rules).shields[to as usize] - ship.shields[to as usize];
                match () {
                    () if has == 0 => Some(Forbidden::NothingToShift(from)),
                    () if room == 0 || from == to => Some(Forbidden::NoRoom(to)),
                    () => (!(1..=has.min(room)).contains(&points)).then_some(Forbidden::FewerPoints(has.min(room))),
                }
            }
            // A squadron may stay aboard.
            Action::Done if ship.is_aboard() => None,
            Action::Dock if !ship.is_squadron() => Some(Forbidden::NoCarrier),
            Action::Ahead
            | Action::Leave
            | Action::Dock
            | Action::Left
            | Action::Right
            | Action::Stop
            | Action::Done
                if !moving.is_set =>
            {
                Some(Forbidden::SetSpeedFirst)
            }
            Action::Ahead | Action::Leave | Action::Dock if moving.left == 0 => Some(Forbidden::NoAdvanceLeft),
            Action::Dock => self.forbids_docking(moving),
            Action::Ahead => {
                let next = self.next_hex(moving);
                match () {
                    () if !self.map.contains(next) => Some(Forbidden::EdgeAhead),
                    () if moving.left == 1 && self.is_taken(next, moving.ship) => Some(Forbidden::LastHexTaken(next)),
                    () => self.is_dead_end(moving, action).then_some(Forbidden::DeadEnd),
                }
            }
            Action::Leave => self.map.contains(self.next_hex(moving)).then_some(Forbidden::NoEdgeAhead),
            Action::Left | Action::Right if moving.turns == 0 => Some(Forbidden::NoTurnLeft),
            Action::Left | Action::Right => self.is_dead_end(moving, action).then_some(Forbidden::DeadEnd),
            Action::Stop => (!self.is_stuck(moving)).then_some(Forbidden::CanStillFinish),
            Action::Done => (moving.left > 0).then_some(Forbidden::NotFinished(moving.left)),
            _ => Some(Forbidden::MoveNow),
        }
    }

    fn forbids_aim(&self, aim: &Aim, action: Action) -> Option<Forbidden> {
        let ship = &self.ships[usize::from(aim.ship)];
        match action {
            Action::Hold => None,
            Action::Fire if aim.current().is_none() => Some(Forbidden::NameTargetFirst),
            Action::Fire => (aim.all_on() == 0).then_some(Forbidden::SwitchOnFirst),
            Action::Target(_) | Action::Also(_) | Action::Switch(_) if aim.switches == 0 => {
                Some(Forbidden::NoMoreChanges)
            }
            Action::Target(target) => {
                let before = aim.all_on() & !aim.current_on();
                self.forbids_target(aim, target, before)
            }
            Action::Also(_) if !ship.gunnery(self.rules()).several_targets => Some(Forbidden::OneTargetOnly),
            Action::Also(_) if aim.current().is_none() => Some(Forbidden::NameTargetFirst),
            Action::Also(_) if aim.current_on() == 0 => Some(Forbidden::SwitchOnFirst),
            Action::Also(target) => self.forbids_target(aim, target, aim.all_on()),
            Action::Switch(mount) => self.forbids_switch(aim, mount),
            _ => Some(Forbidden::AttackNow),
        }
    }

    fn forbids_target(&self, aim: &Aim, number: u8, spent: u8) -> Option<Forbidden> {
        let ship = &self.ships[usize::from(aim.ship)];
        let Some(target) = self.ship(number) else { return Some(Forbidden::NoSuchShip) };
        if target.seat == ship.seat {
            Some(Forbidden::FriendOrSelf(number))
        } else if !target.is_here() {
            Some(Forbidden::Gone(number))
        } else if aim.targets().any(|(named, _)| named == number) {
            Some(Forbidden::AlreadyTarget(number))
        } else if !self.can_fire_at(ship, target, spent) {
            Some(Forbidden::NothingBears(number))
        } else {
            None
        }
    }

    fn forbids_switch(&self, aim: &Aim, mount: u8) -> Option<Forbidden> {
        let ship = &self.ships[usize::from(aim.ship)];
        let Some(target) = aim.current().and_then(|target| self.ship(target)) else {
            return Some(Forbidden::NameTargetFirst);
        };
        if ship.weapon(usize::from(mount), self.set()).is_none() {
            return Some(Forbidden::NoSuchWeapon);
        }
        let bit = 1 << mount;
        if aim.current_on() & bit != 0 {
            return None;
        }
        if aim.all_on() & bit != 0 {
            return Some(Forbidden::FiresElsewhere(mount));
        }
        if self.bearing(ship, target) & bit == 0 {
            return Some(Forbidden::DoesNotBear(mount));
        }
        let (needs, has) = (self.energy_of(ship, bit), u32::from(ship.energy) - self.energy_of(ship, aim.all_on()));
        (needs > has).then_some(Forbidden::NoEnergy { needs, has })
    }
}
