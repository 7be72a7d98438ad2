//! Campaigns: battles in a row with one fleet, its captains, and a headquarters between them (HS-40 to HS-45).
//!
//! A [`Campaign`] is the state between battles. The missions and what leads where are in the campaign's file
//! ([`CampaignPlan`]).

mod chapter;
mod choosing;
mod crew;
mod deeds;
mod journey;
mod step;
mod taking;

use std::sync::Arc;

use game::{Dice, JourneyEnd, Seat};

use crate::battle::Book;
use crate::fleet::Design;
use crate::naming::Naming;
use crate::rules::{CampaignPlan, Mission, Next, Rules, WeaponSet};

pub use chapter::{Chapter, Fortune, GuestReport, ShipReport};
pub use crew::{Captain, Vessel};
pub use deeds::Deeds;
pub use step::CampaignStep;
pub(crate) use step::{NAMES, is_name};

/// The most commanders of a campaign (HS-45).
pub const MOST_COMMANDERS: u8 = 2;

/// What the campaign waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The fleet prepares at its headquarters.
    Headquarters {
        /// The missions that can come next.
        open: Vec<u8>,
        /// The chosen one.
        chosen: Option<u8>,
        /// Which commanders are ready for the battle.
        ready: [bool; MOST_COMMANDERS as usize],
    },
    /// A battle is fought.
    Battle {
        /// The mission.
        mission: u8,
        /// The ships that fight, in the order of the battle's fleet, after the mission's guests.
        sent: Vec<u8>,
    },
    /// The campaign is over.
    Over(JourneyEnd),
}

/// A campaign between its battles.
#[derive(Clone, PartialEq)]
pub struct Campaign {
    pub(crate) book: Book,
    pub(crate) plan: u8,
    pub(crate) difficulty: u8,
    pub(crate) commanders: u8,
    /// Which commanders have handed their ships over for good (HS-45).
    pub(crate) has_left: [bool; MOST_COMMANDERS as usize],
    /// Which commanders want to give the campaign up. It ends when all of them do.
    pub(crate) gives_up: [bool; MOST_COMMANDERS as usize],
    /// Which commanders have asked to go on alone (HS-45). The question stays until it is answered or taken back.
    pub(crate) asks_alone: [bool; MOST_COMMANDERS as usize],
    pub(crate) vessels: Vec<Vessel>,
    pub(crate) captains: Vec<Captain>,
    pub(crate) stage: Stage,
    pub(crate) chapters: Vec<Chapter>,
}

impl Campaign {
    /// The beginning of a campaign. Names and portraits are drawn.
    pub(crate) fn new(rules: &Arc<Rules>, plan: usize, difficulty: u8, commanders: u8, dice: &mut Dice) -> Self {
        let mut campaign = Self {
            book: Book(Arc::clone(rules)),
            plan: plan as u8,
            difficulty,
            commanders,
            has_left: [false; MOST_COMMANDERS as usize],
            gives_up: [false; MOST_COMMANDERS as usize],
            asks_alone: [false; MOST_COMMANDERS as usize],
            vessels: Vec::new(),
            captains: Vec::new(),
            stage: Stage::Over(JourneyEnd::Lost),
            chapters: Vec::new(),
        };
        for (index, design) in rules.campaigns[plan].ships.iter().enumerate() {
            campaign.commission(*design, Seat(index as u8 % commanders), dice);
        }
        let first = rules.campaigns[plan].first.clone();
        campaign.prepare(first);
        campaign
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.book.0
    }

    /// The weapon set of its battles.
    pub fn set(&self) -> &WeaponSet {
        self.book.set(self.plan().set)
    }

    /// What the file says.
    pub fn plan(&self) -> &CampaignPlan {
        &self.book.0.campaigns[usize::from(self.plan)]
    }

    /// The index of the difficulty in [`DIFFICULTIES`](crate::rules::DIFFICULTIES).
    pub fn difficulty(&self) -> u8 {
        self.difficulty
    }

    /// What the campaign waits for.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// All ships, lost ones too.
    pub fn vessels(&self) -> &[Vessel] {
        &self.vessels
    }

    /// All captains, dead ones too.
    pub fn captains(&self) -> &[Captain] {
        &self.captains
    }

    /// What happened so far, battle by battle.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// Whether a commander has handed the ships over for good (HS-45).
    pub fn has_left(&self, seat: Seat) -> bool {
        self.has_left[seat.index()]
    }

    /// Whether a commander wants to give the campaign up.
    pub fn gives_up(&self, seat: Seat) -> bool {
        self.gives_up[seat.index()]
    }

    /// Whether a commander has asked to go on alone (HS-45).
    pub fn asks_alone(&self, seat: Seat) -> bool {
        self.asks_alone[seat.index()]
    }

    /// The commanders who have not left.
    pub fn present(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::first(self.commanders).filter(|seat| !self.has_left(*seat))
    }

    /// The mission with this index.
    pub fn mission(&self, index: u8) -> &Mission {
        &self.plan().missions[usize::from(index)]
    }

    /// The mission that is prepared or fought.
    pub fn current(&self) -> Option<u8> {
        match &self.stage {
            Stage::Headquarters { chosen, .. } => *chosen,
            Stage::Battle { mission, .. } => Some(*mission),
            Stage::Over(_) => None,
        }
    }

    /// The captain of a ship.
    pub fn captain_of(&self, vessel: &Vessel) -> &Captain {
        &self.captains[usize::from(vessel.captain)]
    }

    /// The ship that a captain commands, if it is not the reserve.
    pub fn ship_of(&self, captain: u8) -> Option<u8> {
        let commands = |vessel: &Vessel| !vessel.is_lost && vessel.captain == captain;
        self.vessels.iter().position(commands).map(|index| index as u8)
    }

    /// What the fleet is worth now.
    pub fn worth(&self) -> u32 {
        let (rules, set) = (self.rules(), self.set());
        let worth = |vessel: &Vessel| vessel.worth(self.captain_of(vessel), rules, set);
        self.vessels.iter().filter(|vessel| !vessel.is_lost).map(worth).sum()
    }

    /// How many ships of this commander are in the dock.
    pub fn docked(&self, seat: Seat) -> usize {
        self.vessels.iter().filter(|vessel| vessel.is_docked && vessel.owner == seat).count()
    }

    /// The ships that would fight, by number.
    pub fn sent(&self) -> Vec<u8> {
        (0..)
            .zip(&self.vessels)
            .filter(|(_, vessel)| vessel.is_sent && !vessel.is_lost)
            .map(|(index, _)| index)
            .collect()
    }

    /// The fleet of the next battle: the guests of the mission, then these ships with their captains.
    pub(crate) fn battle_fleet(&self, mission: u8, sent: &[u8]) -> Vec<Design> {
        let guests = self.mission(mission).guests.iter().copied();
        let manned = |index: &u8| {
            let vessel = &self.vessels[usize::from(*index)];
            vessel.manned(self.captain_of(vessel))
        };
        guests.chain(sent.iter().map(manned)).collect()
    }

    /// The names in the next battle, in the order of its fleet. The captains of guests have none.
    pub(crate) fn battle_names(&self, mission: u8, sent: &[u8]) -> Vec<Naming> {
        let guests = self.mission(mission).guest_names.iter().map(|name| (name, None));
        let own = sent.iter().map(|index| {
            let vessel = &self.vessels[usize::from(*index)];
            (&vessel.name, Some(&self.captain_of(vessel).name))
        });
        let naming = |(ship, captain): (&String, Option<&String>)| Naming {
            ship: Some(ship.clone()),
            captain: captain.cloned(),
        };
        guests.chain(own).map(naming).collect()
    }

    /// A new ship with a captain, both with names that nobody has yet.
    pub(crate) fn commission(&mut self, design: Design, owner: Seat, dice: &mut Dice) {
        let rules = Arc::clone(self.rules());
        let plan = &rules.campaigns[usize::from(self.plan)];
        let taken: Vec<&str> = self.captains.iter().map(|captain| captain.name.as_str()).collect();
        let name = crew::draw_name(&plan.captain_names, &taken, dice);
        let portrait = dice.roll(1 << 20) - 1;
        let ship_names: Vec<&str> = self.vessels.iter().map(|vessel| vessel.name.as_str()).collect();
        let ship_name = crew::draw_name(&plan.ship_names, &ship_names, dice);
        let levels = u32::from(design.level() - 1);
        self.captains.push(Captain {
            name,
            portrait,
            ranks: design.ranks,
            experience: levels * u32::from(rules.numbers.experience.for_a_level),
            owner,
            battles: 0,
            kills: 0,
            is_alive: true,
        });
        self.vessels.push(Vessel {
            name: ship_name,
            design: Design { ranks: [1; 3], ..design },
            captain: self.captains.len() as u8 - 1,
            owner,
            is_docked: false,
            is_sent: false,
            is_lost: false,
        });
    }

    /// Goes on with one of these missions.
    pub(crate) fn prepare(&mut self, mut open: Vec<u8>) {
        // A mission to which no ships of the fleet can be sent is not offered. Without another one the campaign is lost.
        let afloat = self.vessels.iter().filter(|vessel| !vessel.is_lost);
        let fleet: Vec<Design> = afloat.map(|vessel| vessel.manned(self.captain_of(vessel))).collect();
        open.retain(|&index| self.mission(index).admits(&fleet, self.rules(), self.set()));
        if open.is_empty() {
            self.stage = Stage::Over(JourneyEnd::Lost);
            return;
        }
        let chosen = if let [only] = open[..] { Some(only) } else { None };
        self.stage = Stage::Headquarters { open, chosen, ready: [false; MOST_COMMANDERS as usize] };
        self.choose_ships();
    }

    /// What follows a battle with this result, by the campaign's file.
    pub(crate) fn go_on(&mut self, mission: u8, fortune: Fortune) {
        let afloat = self.vessels.iter().any(|vessel| !vessel.is_lost);
        match self.mission(mission).next[fortune as usize].clone() {
            _ if !afloat => self.stage = Stage::Over(JourneyEnd::Lost),
            Next::Won => self.stage = Stage::Over(JourneyEnd::Won),
            Next::Lost => self.stage = Stage::Over(JourneyEnd::Lost),
            Next::Missions(open) => self.prepare(open),
        }
    }
}

impl std::fmt::Debug for Campaign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} at {}: {:?}", self.plan().key, self.difficulty, self.stage)?;
        self.vessels.iter().try_for_each(|vessel| writeln!(f, "{vessel:?}"))?;
        self.captains.iter().try_for_each(|captain| writeln!(f, "{captain:?}"))
    }
}
