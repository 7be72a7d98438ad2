//! Carriers and their squadrons (HS-38): launching, docking, re-arming, and what happens to squadrons whose carrier is lost or
//! leaves the map.

use std::sync::Arc;

use game::Seat;

use crate::action::Action;
use crate::battle::{Battle, Step};
use crate::event::Event;
use crate::legality::Forbidden;
use crate::moving::Move;
use crate::rules::{Bays, Rules};
use crate::ship::{Fate, Ship};

/// Gives every squadron its carrier. The squadrons of a seat come after its ships, in the order of the carriers and their bays.
/// False if a squadron has no bay or a bay no squadron.
pub(crate) fn assign(ships: &mut [Ship], rules: &Rules) -> bool {
    for seat in [Seat(0), Seat(1)] {
        let is_squadron = |ship: &Ship| ship.hull(rules).is_squadron;
        let numbers = || (0_u8..).zip(&*ships).filter(|(_, ship)| ship.seat == seat);
        let bays = numbers().filter(|(_, ship)| !is_squadron(ship)).flat_map(|(carrier, ship)| {
            let lost = ship.design.wear.bays;
            let bays = (0..).zip(ship.design.bays).filter(move |(bay, _)| lost >> bay & 1 == 0);
            bays.filter_map(move |(_, hull)| Some((carrier, hull?)))
        });
        let squadrons =
            numbers().filter(|(_, ship)| is_squadron(ship)).map(|(number, ship)| (number, ship.design.hull));
        let bays: Vec<(u8, u8)> = bays.collect();
        let squadrons: Vec<(u8, u8)> = squadrons.collect();
        let fits = bays.iter().map(|(_, hull)| hull).eq(squadrons.iter().map(|(_, hull)| hull));
        let at_the_end = numbers().is_sorted_by_key(|(_, ship)| is_squadron(ship));
        if !fits || !at_the_end {
            return false;
        }
        for ((number, _), (carrier, _)) in squadrons.into_iter().zip(bays) {
            ships[usize::from(number)].carrier = Some(carrier);
        }
    }
    true
}

impl Battle {
    /// The carrier of a squadron, wherever it is.
    #[inline]
    pub fn carrier_of(&self, squadron: &Ship) -> Option<&Ship> {
        squadron.carrier.and_then(|carrier| self.ship(carrier))
    }

    /// The squadrons that are in the bays of a ship, by number.
    pub fn aboard(&self, carrier: u8) -> impl Iterator<Item = u8> + '_ {
        let is_aboard = move |ship: &Ship| ship.carrier == Some(carrier) && ship.is_aboard();
        (0_u8..).zip(self.ships()).filter(move |(_, ship)| is_aboard(ship)).map(|(number, _)| number)
    }

    /// The bays of a squadron's carrier, if the carrier is on the map.
    fn landing(&self, squadron: &Ship) -> Option<(&Ship, Bays)> {
        let carrier = self.carrier_of(squadron).filter(|carrier| carrier.is_here())?;
        Some((carrier, carrier.hull(self.rules()).bays?))
    }

    /// Whether a squadron with this speed docks if it advances from its place.
    #[inline]
    pub(crate) fn docks_ahead(&self, squadron: &Ship) -> bool {
        squadron.is_squadron()
            && self.landing(squadron).is_some_and(|(carrier, bays)| {
                let next = squadron.hex.neighbour(squadron.heading());
                carrier.hex == next && squadron.speed.unsigned_abs() <= bays.landing_speed
            })
    }

    /// Why the moving ship cannot dock.
    pub(crate) fn forbids_docking(&self, moving: &Move) -> Option<Forbidden> {
        let ship = &self.ships[usize::from(moving.ship)];
        let next = self.next_hex(moving);
        match self.landing(ship) {
            None => Some(Forbidden::NoCarrier),
            Some((carrier, _)) if carrier.hex != next => Some(Forbidden::CarrierNotAhead),
            Some((_, bays)) => {
                let most = bays.landing_speed;
                (ship.speed.unsigned_abs() > most).then_some(Forbidden::TooFastToDock(most))
            }
        }
    }

    /// Why a squadron cannot launch with this speed. It has to leave its carrier's hex, and a way to the end of its move.
    pub(crate) fn forbids_launch(&self, moving: &Move, speed: i8) -> Option<Forbidden> {
        let ship = &self.ships[usize::from(moving.ship)];
        let speeds = ship.speeds(self.rules());
        if !speeds.contains(&speed) {
            return Some(Forbidden::SpeedOutOfReach { least: *speeds.start(), most: *speeds.end() });
        }
        let (launched, left) = (Ship { speed, ..*ship }, Move { left: speed.unsigned_abs(), ..*moving });
        (!self.can_finish(&left, &launched)).then_some(Forbidden::NoWayOut)
    }

    /// Whether a squadron in a bay could launch now.
    pub(crate) fn can_launch(&self, number: u8, ship: &Ship) -> bool {
        let moving = Move::new(0, number, ship, self.rules());
        let mut speeds = ship.speeds(self.rules());
        self.landing(ship).is_some() && speeds.any(|speed| self.forbids_launch(&moving, speed).is_none())
    }

    /// The moving squadron goes aboard its carrier.
    pub(crate) fn dock(&mut self, tell: &mut impl FnMut(Event)) {
        let Step::Move(moving) = self.step else { unreachable!("only a squadron that moves docks") };
        self.ships[usize::from(moving.ship)].fate = Fate::Aboard;
        tell(Event::Docked { ship: moving.ship });
        self.carry();
        self.next_mover(moving.at + 1, tell);
    }

    /// Squadrons aboard follow their carriers: they would launch from its hex with its facing and speed, as far as they are
    /// able to.
    pub(crate) fn carry(&mut self) {
        if !self.expansions {
            return;
        }
        let rules = Arc::clone(&self.book.0);
        for number in 0..usize::from(self.count) {
            let ship = self.ships[number];
            let Some(carrier) = ship.carrier.filter(|_| ship.is_aboard()) else { continue };
            let Ship { hex, facing, speed, .. } = self.ships[usize::from(carrier)];
            let speed = speed.clamp(0, ship.max_speed(&rules));
            self.ships[number] = Ship { hex, facing, speed, ..ship };
        }
    }

    /// Re-arms the squadrons aboard carriers that work.
    pub(crate) fn rearm(&mut self, tell: &mut impl FnMut(Event)) {
        if !self.expansions {
            return;
        }
        let book = self.book.clone();
        for number in 0..self.count {
            let ship = &self.ships[usize::from(number)];
            if !ship.is_aboard() {
                continue;
            }
            let Some(bays) = self.landing(ship).filter(|(carrier, _)| carrier.works(&book.0)).map(|(_, bays)| bays)
            else {
                continue;
            };
            if self.ships[usize::from(number)].rearm(bays.mended, &book.0, book.set(self.set)) {
                tell(Event::Rearmed { ship: number });
            }
        }
    }

    /// What is aboard a ship shares its fate.
    pub(crate) fn share_fate(&mut self, carrier: u8, tell: &mut impl FnMut(Event)) {
        if !self.expansions {
            return;
        }
        let fate = self.ships[usize::from(carrier)].fate;
        for number in 0..self.count {
            let ship = &mut self.ships[usize::from(number)];
            if ship.carrier != Some(carrier) || !ship.is_aboard() {
                continue;
            }
            ship.fate = fate;
            match fate {
                Fate::Destroyed => {
                    ship.structure = 0;
                    tell(Event::LostAboard { ship: number });
                }
                Fate::Escaped => tell(Event::Escaped { ship: number }),
                Fate::Withdrawn => tell(Event::Withdrew { ship: number }),
                Fate::Waiting | Fate::Aboard | Fate::Here => {}
            }
        }
    }

    /// The first action on a way to the bay of the moving squadron at this speed; one with the fewest turns. None if the move
    /// does not lead there.
    pub fn way_home(&self, moving: &Move, speed: i8) -> Option<Action> {
        let ship = &self.ships[usize::from(moving.ship)];
        let (carrier, bays) = self.landing(ship)?;
        let home = carrier.hex;
        if speed.unsigned_abs() > bays.landing_speed {
            return None;
        }
        self.way_to(moving, speed, &|next| next == home, Action::Dock)
    }
}
