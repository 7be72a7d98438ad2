//! What a finished battle means for the campaign: experience, losses, captains, rewards, the dock.

use std::sync::Arc;

use game::{Dice, Match, Seat};

use super::{Campaign, Chapter, Deeds, Fortune, GuestReport, ShipReport, Stage};
use crate::aftermath::{Aftermath, Verdict};
use crate::commanders::side_of;
use crate::hex_ships::HexShips;
use crate::rules::MOST_CAMPAIGN_SHIPS;
use crate::ship::Fate;

/// The side of the campaign's fleet.
const OURS: Seat = Seat(0);

impl Campaign {
    /// Takes over a finished battle.
    pub(crate) fn take_battle(&mut self, finished: &Match<HexShips>, dice: &mut Dice) {
        let Stage::Battle { mission, sent } = self.stage.clone() else { unreachable!("a battle was asked for") };
        let rules = Arc::clone(self.rules());
        let battle = &finished.state().battle;
        // A side wins or loses as a whole, whoever of its commanders gave up last (HS-45).
        let given_up = finished.end().and_then(game::Exit::seat).map(side_of);
        let winner = match given_up {
            Some(loser) => Some(Seat(1 - loser.0)),
            None => battle.result().flatten(),
        };
        let fortune = match winner {
            Some(OURS) => Fortune::Won,
            Some(_) => Fortune::Lost,
            None => Fortune::Drawn,
        };
        let verdict = Verdict { winner, given_up };
        self.gives_up.fill(false);
        let deeds = Deeds::of(finished);
        let guests = self.mission(mission).guests.len();
        let reward = self.mission(mission).reward.clone();
        let joined_for_it = battle.ships()[..guests].iter().zip(&deeds);
        let guest_reports = joined_for_it
            .map(|(ship, deeds)| GuestReport { fate: ship.fate, deeds: *deeds, kills: ship.kills })
            .collect();
        let mut ships = Vec::new();
        for (number, index) in (guests..).zip(&sent) {
            let ship = &battle.ships()[number];
            let aftermath = Aftermath::of_ship(ship, verdict, battle, dice);
            let vessel = &mut self.vessels[usize::from(*index)];
            let captain = &mut self.captains[usize::from(vessel.captain)];
            let before = captain.level(&rules);
            let extra = if fortune == Fortune::Won && aftermath.ship.is_some() { reward.experience } else { 0 };
            let experience = aftermath.experience + extra;
            captain.battles = captain.battles.saturating_add(1);
            captain.kills = captain.kills.saturating_add(ship.kills);
            captain.is_alive = aftermath.captain_lives;
            captain.experience += u32::from(experience);
            if let Some(left) = &aftermath.ship {
                vessel.design.wear = left.design.wear;
            } else {
                (vessel.is_lost, vessel.is_sent) = (true, false);
            }
            ships.push(ShipReport {
                ship: *index,
                captain: vessel.captain,
                fate: ship.fate,
                is_lost: aftermath.ship.is_none(),
                captain_lives: aftermath.captain_lives,
                deeds: deeds[number],
                kills: ship.kills,
                experience,
                levels: [before, captain.level(&rules)],
            });
        }
        // The dock has worked during the battle (HS-41).
        for vessel in self.vessels.iter_mut().filter(|vessel| vessel.is_docked) {
            vessel.is_docked = false;
            vessel.repair();
        }
        let mut joined = Vec::new();
        if fortune == Fortune::Won {
            joined = self.reward(&reward, dice);
        }
        let foes = || battle.ships().iter().filter(|ship| ship.seat != OURS && !ship.is_squadron());
        let chapter = Chapter {
            mission,
            fortune,
            rounds: battle.round(),
            enemies: [foes().count() as u8, foes().filter(|ship| ship.fate == Fate::Destroyed).count() as u8],
            guests: guest_reports,
            ships,
            joined,
            worth: self.worth(),
        };
        self.chapters.push(chapter);
        self.go_on(mission, fortune);
    }

    /// Gives the reward. New ships go to the commander with the fewest, as long as the fleet has room.
    fn reward(&mut self, reward: &crate::rules::Reward, dice: &mut Dice) -> Vec<(u8, u8)> {
        if reward.repairs {
            self.vessels.iter_mut().for_each(super::Vessel::repair);
        }
        let mut joined = Vec::new();
        for design in &reward.ships {
            let afloat =
                |owner: Seat| self.vessels.iter().filter(|vessel| !vessel.is_lost && vessel.owner == owner).count();
            if Seat::first(super::MOST_COMMANDERS).map(afloat).sum::<usize>() == MOST_CAMPAIGN_SHIPS {
                break;
            }
            let owner = self.present().min_by_key(|owner| afloat(*owner)).unwrap_or(OURS);
            self.commission(*design, owner, dice);
            joined.push((self.vessels.len() as u8 - 1, self.captains.len() as u8 - 1));
        }
        joined
    }
}
