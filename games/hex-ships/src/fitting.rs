//! Checks of a battle that was built from a view, which may come from a server that is wrong: all numbers are within the
//! rules, and the parts go together, so that the battle can be drawn and played on.

use game::{Misfit, Seat};
use hex::Hex;

use crate::aiming::{Aim, MOST_SWITCHES, mounts};
use crate::battle::{Battle, MOST_SHIPS, Step};
use crate::commanders::{MOST_SEATS, side_of};
use crate::fleet::MOST_SHIPS_A_FLEET;
use crate::moving::Move;
use crate::rules::{Critical, HIGHEST_RANK};
use crate::ship::{Fate, Ship};

impl Battle {
    /// Names the part of the view that does not fit, if there is one.
    pub(crate) fn check(&self) -> Result<(), Misfit> {
        let ships = self.ships();
        let of = |seat: u8| ships.iter().filter(|ship| ship.seat.0 == seat).count();
        let full = |count: usize| (1..=MOST_SHIPS_A_FLEET).contains(&count);
        let in_order = ships.is_sorted_by_key(|ship| ship.seat) && of(0) + of(1) == ships.len();
        Misfit::unless(in_order && full(of(0)) && full(of(1)), "ships")?;
        Misfit::unless(ships.iter().all(|ship| self.is_possible(ship)), "ships")?;
        Misfit::unless((2..=MOST_SEATS).contains(&self.seats) && self.last_seat.0 < self.seats, "seat")?;
        let has_commander = |ship: &Ship| ship.commander.0 < self.seats && side_of(ship.commander) == ship.seat;
        Misfit::unless(ships.iter().all(has_commander), "ships")?;
        let mut numbers: Vec<u8> = self.move_order().collect();
        game::sort(&mut numbers);
        Misfit::unless(self.round == 0 || numbers.into_iter().eq(0..self.count), "order")?;
        Misfit::unless(self.round <= self.rounds, "round")?;
        let needs = |seat: u8| {
            let ships = |seat: u8| ships.iter().filter(|ship| ship.seat.0 == seat && !ship.is_squadron()).count();
            let [own, enemy] = self.aims.sides[usize::from(seat)].needs();
            usize::from(own) <= ships(seat) && usize::from(enemy) <= ships(1 - seat)
        };
        Misfit::unless(needs(0) && needs(1), "aims")?;
        let fits = match &self.step {
            Step::Deploy { seat, placed } => self.round == 0 && self.can_deploy(*seat, *placed),
            Step::Move(moving) => self.acts(moving.at, moving.ship) && self.can_move(moving),
            Step::Aim(aim) => self.acts(aim.at, aim.ship) && self.can_aim(aim),
            Step::Roll { aim, at, dice } => {
                let are_dice = dice.iter().all(|die| (1..=6).contains(die));
                self.acts(aim.at, aim.ship) && are_dice && self.can_roll(aim, *at)
            }
            Step::Over(winner) => winner.is_none_or(|winner| winner.0 < 2),
        };
        Misfit::unless(fits && self.has_room_for_each(), "step")
    }

    /// Whether every number of a ship is one that its hull and the rules allow.
    fn is_possible(&self, ship: &Ship) -> bool {
        let (rules, set, hull) = (self.rules(), self.set(), ship.hull(self.rules()));
        let full = Ship::new(ship.seat, ship.design, 0, rules, set);
        let fitted = hull.mounts.iter().enumerate().all(|(mount, own)| {
            let weapon = ship.weapon(mount, set);
            weapon.is_none_or(|weapon| own.takes(weapon)) && ship.ammunition[mount] <= full.ammunition[mount]
        });
        let within = |points: [u8; 4], most: [u8; 4]| points.iter().zip(most).all(|(&points, most)| points <= most);
        let (broken, systems, ..) = ship.broken.parts();
        let fastest = hull.max_speed + rules.numbers.boost;
        fitted
            && ship.design.ranks.iter().all(|rank| (1..=HIGHEST_RANK).contains(rank))
            && ship.design.wear.structure < hull.structure
            && within(ship.design.wear.armour, hull.armour)
            && self.map.contains(ship.hex)
            && (-hull.slower.max(hull.max_speed)..=fastest).contains(&ship.speed)
            && ship.structure <= hull.structure
            && (ship.structure > 0 || ship.fate == Fate::Destroyed)
            && within(ship.armour, hull.armour)
            && within(ship.shields, hull.shields)
            && ship.energy <= hull.most_energy
            && usize::from(broken) >> hull.mounts.len() == 0
            && systems >> Critical::ALL.len() == 0
            && usize::from(ship.kills) <= MOST_SHIPS
            && (self.expansions || ship.design.items == 0 && !hull.is_expansion())
            && self.has_fitting_bays(ship)
            && ship.design.items.count_ones() <= u32::from(hull.items)
            && (!ship.jamming || ship.counter_measures(rules).is_some())
            && ship.intercepts <= 3
    }

    /// A carrier has squadrons in bays that it has. Only a squadron is aboard, of a carrier that is in the battle.
    fn has_fitting_bays(&self, ship: &Ship) -> bool {
        let rules = self.rules();
        let bays = ship.hull(rules).bays.map_or(0, |bays| usize::from(bays.squadrons));
        let is_squadron = |hull: &u8| rules.hulls.get(usize::from(*hull)).is_some_and(|hull| hull.is_squadron);
        let carrier = self.carrier_of(ship).map(|carrier| carrier.fate);
        ship.design.bays.iter().flatten().all(is_squadron)
            && ship.design.bays[bays..].iter().all(Option::is_none)
            && ship.design.wear.bays >> bays == 0
            && match ship.fate {
                Fate::Aboard => matches!(carrier, Some(Fate::Waiting | Fate::Here)),
                Fate::Waiting => !ship.is_squadron(),
                Fate::Here | Fate::Withdrawn | Fate::Escaped | Fate::Destroyed => true,
            }
    }

    /// Ships do not share a hex, except while one passes through others.
    fn has_room_for_each(&self) -> bool {
        let passing = match &self.step {
            Step::Move(moving) if moving.left > 0 => Some(moving.ship),
            _ => None,
        };
        let standing = (0..).zip(self.ships()).filter(|(number, ship)| ship.is_here() && Some(*number) != passing);
        let hexes: Vec<Hex> = standing.map(|(_, ship)| ship.hex).collect();
        hexes.iter().enumerate().all(|(index, hex)| !hexes[..index].contains(hex))
    }

    /// Whether this ship acts, at this place of the order, for the seat whose turn it is.
    fn acts(&self, at: u8, number: u8) -> bool {
        let launches =
            |ship: &Ship| matches!(self.step, Step::Move(_)) && ship.is_aboard() && self.can_launch(number, ship);
        let acts = |ship: &Ship| (ship.is_here() || launches(ship)) && ship.commander == self.last_seat;
        self.round > 0 && self.move_order().nth(at.into()) == Some(number) && self.ship(number).is_some_and(acts)
    }

    fn can_deploy(&self, seat: Seat, placed: Option<u8>) -> bool {
        let placed_is_here =
            |number: u8| self.ship(number).is_some_and(|ship| ship.is_here() && ship.commander == seat);
        let in_zone = |ship: &Ship| match ship.fate {
            Fate::Waiting | Fate::Aboard => true,
            Fate::Here => self.map.in_zone(ship.hex, ship.seat.index(), self.deploy_rows),
            Fate::Withdrawn | Fate::Escaped | Fate::Destroyed => false,
        };
        placed.is_none_or(placed_is_here)
            && self.ships().iter().all(in_zone)
            && self.map.zone(0, self.deploy_rows).nth(MOST_SHIPS_A_FLEET - 1).is_some()
    }

    fn can_move(&self, moving: &Move) -> bool {
        let ship = &self.ships[usize::from(moving.ship)];
        let hull = ship.hull(self.rules());
        let fastest = (hull.max_speed + self.rules().numbers.boost).unsigned_abs();
        if ship.is_aboard() {
            return *moving == Move::new(moving.at, moving.ship, ship, self.rules());
        }
        // A squadron that has just launched has no free hex on its way yet.
        let bay = self.carrier_of(ship).map(|carrier| carrier.hex).filter(|_| moving.free.1 == 0);
        moving.left <= ship.speed.unsigned_abs()
            && moving.moved <= fastest
            && moving.turns <= hull.manoeuvrability
            && moving.charges <= hull.generator
            && self.map.contains(moving.free.0)
            && moving.free.1 <= moving.moved
            && (!self.is_taken(moving.free.0, moving.ship) || bay == Some(moving.free.0))
    }

    /// The targets are enemies on the map, and the ship has the energy for weapons that bear on them.
    fn can_aim(&self, aim: &Aim) -> bool {
        let ship = &self.ships[usize::from(aim.ship)];
        let mut spent = 0;
        let mut open = true; // a target without weapons is the last one
        let fits = aim.targets().all(|(number, on)| {
            let is_new = aim.targets().filter(|(other, _)| *other == number).count() == 1;
            let bears = self
                .enemy_of(ship, number)
                .is_some_and(|target| target.is_here() && on & !self.bearing(ship, target) == 0);
            let fits = open && is_new && bears && on & spent == 0;
            (spent, open) = (spent | on, on != 0);
            fits
        });
        fits && aim.switches <= MOST_SWITCHES && self.energy_of(ship, spent) <= u32::from(ship.energy)
    }

    /// The captain can reroll, and every weapon that is still to hit reaches its target. It has been paid for already.
    fn can_roll(&self, aim: &Aim, at: u8) -> bool {
        let ship = &self.ships[usize::from(aim.ship)];
        let reaches = |(number, on): (u8, u8)| {
            let Some(target) = self.enemy_of(ship, number) else { return false };
            let bracket = self.rules().bracket(ship.hex.distance(target.hex));
            let reaches = |mount: usize| {
                let weapon = ship.weapon(mount, self.set()).zip(bracket);
                weapon.is_some_and(|(weapon, bracket)| weapon.brackets[bracket].is_some())
            };
            mounts(on).all(reaches)
        };
        let fires = aim.targets().nth(at.into()).is_some_and(|(_, on)| on != 0);
        fires && aim.targets().all(reaches) && ship.rerolls_left(self.rules()) > 0
    }

    fn enemy_of(&self, ship: &Ship, number: u8) -> Option<&Ship> {
        self.ship(number).filter(|target| target.seat != ship.seat)
    }
}
