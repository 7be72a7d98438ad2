//! Who fights in the next battle, and why a ship or a battle is refused.

use game::{Message, Seat};

use super::{Campaign, Stage};
use crate::fleet::MOST_SHIPS_A_FLEET;
use crate::rules::MOST_DEPLOYED;

impl Campaign {
    /// Sends the ships that are worth most, as far as the mission's limits allow, if nobody has chosen yet. Ships that fought
    /// before are kept. Commanders change this as they like.
    pub(crate) fn choose_ships(&mut self) {
        for vessel in &mut self.vessels {
            vessel.is_sent = vessel.is_sent && !vessel.is_lost && !vessel.is_docked;
        }
        let Some(mission) = self.current() else { return };
        while self.limit_broken(mission, &self.sent()).is_some() {
            let Some(&last) = self.sent().last() else { return };
            self.vessels[usize::from(last)].is_sent = false;
        }
        let mut waiting: Vec<u8> = (0..self.vessels.len() as u8).filter(|&ship| self.could_fight(ship)).collect();
        let worth = |ship: &u8| {
            let vessel = &self.vessels[usize::from(*ship)];
            vessel.worth(self.captain_of(vessel), self.rules(), self.set())
        };
        game::sort_by_key(&mut waiting, |ship| (u32::MAX - worth(ship), *ship));
        for ship in waiting {
            let mut more = self.sent();
            more.push(ship);
            if self.limit_broken(mission, &more).is_none() {
                self.vessels[usize::from(ship)].is_sent = true;
            }
        }
    }

    /// Whether a ship is there, not in dock and not sent yet.
    fn could_fight(&self, ship: u8) -> bool {
        let vessel = &self.vessels[usize::from(ship)];
        !vessel.is_lost && !vessel.is_docked && !vessel.is_sent
    }

    /// The limit of the mission that refuses these ships (HS-36, HS-40).
    pub(crate) fn limit_broken(&self, mission: u8, ships: &[u8]) -> Option<Message> {
        if ships.len() > MOST_DEPLOYED {
            let refused = Message::new("campaign.limit.deployed").with("found", ships.len() as i64);
            return Some(refused.with("most", MOST_DEPLOYED as i64));
        }
        // The guests of a mission count: the limits are those of its scenario.
        let designs = self.battle_fleet(mission, ships);
        let count = designs.len() + designs.iter().map(|design| design.squadrons().count()).sum::<usize>();
        if count > MOST_SHIPS_A_FLEET {
            let refused = Message::new("setup.ships-and-squadrons")
                .with("found", count as i64)
                .with("most", MOST_SHIPS_A_FLEET as i64);
            return Some(refused.with("fleet", Self::our_fleet()));
        }
        let limits = &self.mission(mission).scenario.limits[0];
        limits.refuses(&designs, self.rules(), self.set()).map(|refused| refused.with("fleet", Self::our_fleet()))
    }

    /// The word for the fleet in sentences about limits.
    fn our_fleet() -> game::Arg {
        game::Arg::Word("campaign.our-fleet".to_owned())
    }

    /// Why the battle cannot begin, if it cannot (HS-41).
    pub fn cannot_start(&self) -> Option<Message> {
        let Stage::Headquarters { chosen, .. } = &self.stage else { return Some(Message::new("campaign.in-battle")) };
        let Some(mission) = *chosen else { return Some(Message::new("campaign.choose-mission")) };
        let sent = self.sent();
        if sent.is_empty() {
            let in_dock = self.vessels.iter().filter(|vessel| !vessel.is_lost).all(|vessel| vessel.is_docked);
            return Some(Message::new(if in_dock { "campaign.all-docked" } else { "campaign.nobody-sent" }));
        }
        if let Some(refused) = self.limit_broken(mission, &sent) {
            return Some(refused);
        }
        let fleet = self.battle_fleet(mission, &sent);
        let needs = self.mission(mission).scenario.aims.need_of(0).0;
        if fleet.len() < usize::from(needs) {
            return Some(Message::new("campaign.too-few").with("least", i64::from(needs)));
        }
        None
    }

    /// Whether a commander has said that the battle may begin.
    pub fn is_ready(&self, seat: Seat) -> bool {
        matches!(&self.stage, Stage::Headquarters { ready, .. } if ready[seat.index()])
    }
}
