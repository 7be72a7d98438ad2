//! The headquarters of a campaign: skills, dock, captains, and who fights.

use game::{Journey as _, Seat};
use hex_ships::rules::Skill;
use hex_ships::{Campaign, CampaignStep, Captain, Stage, Vessel};

use crate::advice::Advised;

/// The ranks that captains are raised to, one after the other: gunnery pays at once, energy feeds the guns, and command lets a
/// ship react.
const SCHOOL: [(Skill, u8); 15] = [
    (Skill::Gunnery, 2),
    (Skill::Engineering, 2),
    (Skill::Gunnery, 4),
    (Skill::Command, 3),
    (Skill::Engineering, 4),
    (Skill::Gunnery, 6),
    (Skill::Command, 5),
    (Skill::Engineering, 6),
    (Skill::Command, 6),
    (Skill::Gunnery, 3),
    (Skill::Gunnery, 5),
    (Skill::Engineering, 3),
    (Skill::Engineering, 5),
    (Skill::Command, 2),
    (Skill::Command, 4),
];

/// A ship with less of its hull and armour than this, in percent, is better repaired than sent.
const WORN_OUT: u8 = 45;

/// The share of the enemy's strength that a fleet must have, in percent, before it takes a mission that it need not take, or
/// docks a ship.
const ENOUGH: u32 = 110;

impl Advised for Campaign {
    fn advise(&self, seat: Seat) -> Option<CampaignStep> {
        let Stage::Headquarters { open, chosen, .. } = self.stage() else { return None };
        if self.is_ready(seat) {
            return None;
        }
        if chosen.is_none() {
            return self.mission_to_take(open).map(CampaignStep::Go);
        }
        let allowed = |step: &CampaignStep| self.check(seat, step).is_ok();
        let wishes =
            self.lesson(seat).into_iter().chain(self.repair(seat)).chain(self.reserve(seat)).chain(self.sortie(seat));
        // Ships that only another captain makes cheap enough for a mission's limits: the computer does not find that out.
        wishes.chain([CampaignStep::Start, CampaignStep::GiveUp]).find(allowed)
    }
}

/// The parts of the advice.
trait Staff {
    fn mission_to_take(&self, open: &[u8]) -> Option<u8>;
    fn enemy_cost(&self, mission: u8) -> u32;
    fn lesson(&self, seat: Seat) -> Option<CampaignStep>;
    fn repair(&self, seat: Seat) -> Option<CampaignStep>;
    fn reserve(&self, seat: Seat) -> Option<CampaignStep>;
    fn sortie(&self, seat: Seat) -> Vec<CampaignStep>;
}

impl Staff for Campaign {
    /// Any mission whose enemy the fleet outweighs, so that campaigns differ; the one with the weakest enemy if there is none.
    fn mission_to_take(&self, open: &[u8]) -> Option<u8> {
        let worth = self.worth();
        let bearable = |mission: &u8| ENOUGH * self.enemy_cost(*mission) <= 100 * worth;
        let bearable: Vec<u8> = open.iter().copied().filter(bearable).collect();
        // What the fleet is worth is different in every campaign, and the same whenever somebody asks.
        let any = worth as usize % bearable.len().max(1);
        let weakest = || open.iter().copied().min_by_key(|&mission| self.enemy_cost(mission));
        bearable.get(any).copied().or_else(weakest)
    }

    /// What the enemy's fleet of a mission costs.
    fn enemy_cost(&self, mission: u8) -> u32 {
        let text = &self.mission(mission).enemies[usize::from(self.difficulty())];
        hex_ships::Fleet::read(text, self.rules(), self.set()).map_or(0, |fleet| fleet.cost(self.rules(), self.set()))
    }

    /// Spends a skill point.
    fn lesson(&self, seat: Seat) -> Option<CampaignStep> {
        let mut pupils = (0_u8..).zip(self.captains());
        let (captain, pupil) = pupils.find(|(_, captain)| {
            captain.is_alive && captain.owner == seat && captain.points(self.rules()) > 0 && can_learn(captain)
        })?;
        let wanted = SCHOOL.into_iter().find(|(skill, rank)| pupil.ranks[*skill as usize] < *rank);
        wanted.map(|(skill, _)| CampaignStep::Learn { captain, skill })
    }

    /// Docks the most worn ship, if the others are enough for the next battle without it.
    fn repair(&self, seat: Seat) -> Option<CampaignStep> {
        let mission = self.current()?;
        let left =
            |vessel: &Vessel| vessel.design.wear.percent_left(&self.rules().hulls[usize::from(vessel.design.hull)]);
        let worn = |(_, vessel): &(u8, &Vessel)| {
            !vessel.is_lost && !vessel.is_docked && vessel.owner == seat && left(vessel) < WORN_OUT
        };
        let (ship, _) = (0_u8..).zip(self.vessels()).filter(worn).min_by_key(|(_, vessel)| left(vessel))?;
        let others = (0_u8..)
            .zip(self.vessels())
            .filter(|(number, vessel)| *number != ship && !vessel.is_lost && !vessel.is_docked);
        let worth: u32 =
            others.map(|(_, vessel)| vessel.worth(self.captain_of(vessel), self.rules(), self.set())).sum();
        (100 * worth >= ENOUGH * self.enemy_cost(mission)).then_some(CampaignStep::Dock(ship))
    }

    /// Gives a ship to a captain of the reserve who is better than its own.
    fn reserve(&self, seat: Seat) -> Option<CampaignStep> {
        let level = |captain: &Captain| captain.level(self.rules());
        let waiting = (0_u8..)
            .zip(self.captains())
            .filter(|(number, captain)| captain.is_alive && captain.owner == seat && self.ship_of(*number).is_none());
        let (captain, best) = waiting.max_by_key(|(_, captain)| level(captain))?;
        let ships = (0_u8..).zip(self.vessels()).filter(|(_, vessel)| {
            !vessel.is_lost && vessel.owner == seat && level(self.captain_of(vessel)) < level(best)
        });
        let (ship, _) = ships.min_by_key(|(_, vessel)| level(self.captain_of(vessel)))?;
        Some(CampaignStep::Move { captain, ship })
    }

    /// Sends every ship that the mission takes, the ones that are worth most first.
    fn sortie(&self, seat: Seat) -> Vec<CampaignStep> {
        let waits = |(_, vessel): &(u8, &Vessel)| {
            !vessel.is_lost && !vessel.is_docked && !vessel.is_sent && vessel.owner == seat
        };
        let mut ships: Vec<(u32, u8)> = (0_u8..)
            .zip(self.vessels())
            .filter(waits)
            .map(|(number, vessel)| (vessel.worth(self.captain_of(vessel), self.rules(), self.set()), number))
            .collect();
        game::sort_by(&mut ships, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        ships.into_iter().map(|(_, ship)| CampaignStep::Send(ship)).collect()
    }
}

/// Whether any skill can still rise.
fn can_learn(captain: &Captain) -> bool {
    Skill::ALL.into_iter().any(|skill| captain.can_learn(skill))
}
