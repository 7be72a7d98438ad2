//! A battle: the ships, the next step, and the order of the phases.

use std::sync::Arc;

use game::{Dice, Seat};
use hex::Hex;

use crate::aiming::Aim;
use crate::commanders::{WING, side_of};
use crate::event::Event;
use crate::fleet::{Fleet, MOST_SHIPS_A_FLEET};
use crate::map::Map;
use crate::moving::Move;
use crate::naming::{Names, Naming, shared};
use crate::options::Options;
use crate::rules::{Aims, Rules, Skill, WeaponSet};
use crate::ship::{Fate, Ship};

/// The most ships in a battle.
pub const MOST_SHIPS: usize = 2 * MOST_SHIPS_A_FLEET;

/// The letters of the seats in ships' names: `r1`, `b2`.
const LETTERS: [char; 2] = ['r', 'b'];

/// The name for people, as [`Battle::ship_title`], of the ship with this number from 0 in the fleet of a side, before the battle.
pub(crate) fn tag(side: usize, number: u8) -> String {
    format!("{}{}", LETTERS[side].to_ascii_uppercase(), number + 1)
}

/// The rules that a battle is fought by. Battles that are compared nearly always share one set, so that its tables are
/// seldom compared.
#[derive(Clone)]
pub(crate) struct Book(pub(crate) Arc<Rules>);

impl Book {
    /// A set of weapons, by its place in the rules.
    #[inline]
    pub(crate) fn set(&self, set: u8) -> &WeaponSet {
        &self.0.weapon_sets[usize::from(set)]
    }
}

impl PartialEq for Book {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

/// What is expected next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A seat places a ship, or sets the facing of the ship that it has just placed.
    Deploy {
        /// The seat.
        seat: Seat,
        /// The placed ship whose facing is to be set.
        placed: Option<u8>,
    },
    /// A ship moves.
    Move(Move),
    /// A ship prepares an attack.
    Aim(Aim),
    /// The captain may reroll an attack.
    Roll {
        /// The targets and their weapons.
        aim: Aim,
        /// The index of the target that the roll is for.
        at: u8,
        /// The roll.
        dice: [u8; 2],
    },
    /// The battle is over, with a winner or a draw.
    Over(Option<Seat>),
}

/// A battle.
#[derive(Clone, PartialEq)]
pub struct Battle {
    pub(crate) book: Book,
    pub(crate) set: u8,
    pub(crate) map: Map,
    pub(crate) rounds: u8,
    pub(crate) deploy_rows: u8,
    pub(crate) aims: Aims,
    /// Whether the expansions are played (HS-38).
    pub(crate) expansions: bool,
    /// The number of seats: a third one is that of Red's second commander (HS-45).
    pub(crate) seats: u8,
    /// Red's ships, then Blue's. The unused entries behind them are copies.
    pub(crate) ships: [Ship; MOST_SHIPS],
    pub(crate) count: u8,
    /// The names of ships and captains (HS-44). No rule depends on them.
    pub(crate) names: Names,
    /// The round, from 1; 0 while fleets deploy.
    pub(crate) round: u8,
    pub(crate) turn: u32,
    /// The seat of the last turn, which is still needed after the end.
    pub(crate) last_seat: Seat,
    /// The ships from the lowest initiative to the highest, as fixed at upkeep.
    pub(crate) order: [u8; MOST_SHIPS],
    pub(crate) step: Step,
}

impl Battle {
    /// The first position. Chance draws the order of ties, and who begins to deploy.
    pub fn start(options: &Options, rules: &Arc<Rules>, dice: &mut Dice) -> Self {
        let stock = &rules.weapon_sets[usize::from(options.set)];
        let count = options.fleets.iter().map(Fleet::count).sum::<usize>();
        let ties = drawn_order(count, dice);
        let first = [0, options.fleets[0].count() as u8];
        let designs = options.fleets.iter().zip([Seat(0), Seat(1)]).flat_map(|(fleet, seat)| {
            let place = move |index: usize| options.starts.as_ref()?[seat.index()].get(index).copied();
            let ships = fleet.deployed(rules, stock).enumerate();
            ships.map(move |(index, (design, carrier))| (seat, design, carrier, place(index)))
        });
        let mut ships = [Ship::new(Seat(0), options.fleets[0].ships[0], 0, rules, stock); MOST_SHIPS];
        for (index, (seat, design, carrier, place)) in designs.enumerate() {
            ships[index] = Ship::new(seat, design, ties[index], rules, stock);
            if let Some(carrier) = carrier {
                let ship = &mut ships[index];
                (ship.carrier, ship.fate) = (Some(first[seat.index()] + carrier), Fate::Aboard);
            }
            if let Some(start) = place {
                let ship = &mut ships[index];
                (ship.hex, ship.facing, ship.speed, ship.fate) = (start.hex, start.facing, start.speed, Fate::Here);
            }
        }
        for (index, ship) in ships[..options.fleets[0].count()].iter_mut().enumerate() {
            // The squadrons of a carrier obey its commander.
            let number = ship.carrier.map_or(index, usize::from);
            if options.wing >> number & 1 == 1 {
                ship.commander = WING;
            }
        }
        // The squadrons, which come after the ships of their side, have no names.
        let names = options.fleets.iter().zip(&options.names).flat_map(|(fleet, names)| {
            names.iter().cloned().chain(std::iter::repeat(Naming::default())).take(fleet.count())
        });
        let mut battle = Self {
            book: Book(Arc::clone(rules)),
            set: options.set,
            map: Map::new(options.radius),
            rounds: options.rounds,
            deploy_rows: options.deploy_rows,
            aims: options.aims,
            expansions: options.expansions,
            seats: options.seats(),
            ships,
            count: count as u8,
            names: shared(names.collect()),
            round: 0,
            turn: 1,
            last_seat: Seat(0),
            order: [0; MOST_SHIPS],
            step: Step::Over(None),
        };
        if options.starts.is_some() {
            battle.turn = 0;
            battle.begin_round(&mut |_| ());
        } else {
            let seat = battle.deployer(Seat((dice.roll(2) - 1) as u8));
            battle.expect(Step::Deploy { seat, placed: None }, seat);
        }
        battle
    }

    /// The rules of the battle.
    #[inline]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.book.0
    }

    /// The weapon set of the battle.
    #[inline]
    pub fn set(&self) -> &WeaponSet {
        self.book.set(self.set)
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> Map {
        self.map
    }

    /// All ships, Red's first. Their indices are their numbers.
    #[inline]
    pub fn ships(&self) -> &[Ship] {
        &self.ships[..usize::from(self.count)]
    }

    /// The ship with this number, if there is one.
    #[inline]
    pub fn ship(&self, number: u8) -> Option<&Ship> {
        self.ships().get(usize::from(number))
    }

    /// A ship to change, for tests and previews.
    pub fn ship_mut(&mut self, number: u8) -> &mut Ship {
        &mut self.ships[usize::from(number)]
    }

    /// The round, from 1; 0 while fleets deploy.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// The last round.
    pub fn rounds(&self) -> u8 {
        self.rounds
    }

    /// Whether the expansions are played (HS-38).
    pub fn has_expansions(&self) -> bool {
        self.expansions
    }

    /// The number of rows on which each fleet deploys.
    pub fn deploy_rows(&self) -> u8 {
        self.deploy_rows
    }

    /// What is expected next.
    #[inline]
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// The ship that moves or attacks.
    pub fn acting(&self) -> Option<u8> {
        match &self.step {
            Step::Move(moving) => Some(moving.ship),
            Step::Aim(aim) | Step::Roll { aim, .. } => Some(aim.ship),
            Step::Deploy { placed, .. } => *placed,
            Step::Over(_) => None,
        }
    }

    /// The number of the turn, from 1, and its seat.
    pub fn turn(&self) -> (u32, Seat) {
        (self.turn, self.last_seat)
    }

    /// The winner, or nobody in a draw. None before the end.
    pub fn result(&self) -> Option<Option<Seat>> {
        match self.step {
            Step::Over(winner) => Some(winner),
            _ => None,
        }
    }

    /// The name of a ship in notation: `r1` is Red's first.
    pub fn ship_name(&self, number: u8) -> String {
        let seat = self.ships[usize::from(number)].seat;
        let first = self.first_of(seat);
        format!("{}{}", LETTERS[seat.index()], number - first + 1)
    }

    /// The name of a ship for people: `R1`. It has a capital letter, so that nobody takes it for the hex `r1`.
    pub fn ship_title(&self, number: u8) -> String {
        self.ship_name(number).to_ascii_uppercase()
    }

    /// The ship with this name, in notation or for people.
    pub fn ship_named(&self, name: &str) -> Option<u8> {
        let letter = name.chars().next()?.to_ascii_lowercase();
        let seat = LETTERS.iter().position(|known| *known == letter)?;
        let number: u8 = crate::action::number(&name[1..])?;
        let index = self.first_of(Seat(seat as u8)).checked_add(number.checked_sub(1)?)?;
        self.ship(index).filter(|ship| ship.seat.index() == seat).map(|_| index)
    }

    pub(crate) fn first_of(&self, seat: Seat) -> u8 {
        self.ships().iter().position(|ship| ship.seat == seat).unwrap_or(0) as u8
    }

    /// The ships from the highest initiative to the lowest, as fixed at upkeep.
    pub fn attack_order(&self) -> impl Iterator<Item = u8> + '_ {
        self.order[..usize::from(self.count)].iter().rev().copied()
    }

    /// The ships from the lowest initiative to the highest.
    pub fn move_order(&self) -> impl Iterator<Item = u8> + '_ {
        self.order[..usize::from(self.count)].iter().copied()
    }

    /// The ship on a hex.
    #[inline]
    pub fn ship_at(&self, hex: Hex) -> Option<u8> {
        self.ships().iter().position(|ship| ship.is_here() && ship.hex == hex).map(|index| index as u8)
    }

    /// Whether another ship than this one is on a hex.
    #[inline]
    pub(crate) fn is_taken(&self, hex: Hex, but_for: u8) -> bool {
        let other = |(index, ship): (usize, &Ship)| index != usize::from(but_for) && ship.is_here() && ship.hex == hex;
        self.ships().iter().enumerate().any(other)
    }

    /// The points of each fleet for a battle that runs out of rounds, doubled. The hull of the enemy's destroyed ships
    /// counts fully, that of withdrawn ships half (HS-13, HS-19).
    pub fn points(&self) -> [u16; 2] {
        let mut points = [0; 2];
        for ship in self.ships() {
            let hull = u16::from(ship.hull(self.rules()).structure);
            points[1 - ship.seat.index()] += match ship.fate {
                Fate::Destroyed => 2 * hull,
                Fate::Withdrawn => hull,
                Fate::Waiting | Fate::Aboard | Fate::Here | Fate::Escaped => 0,
            };
        }
        points
    }

    /// Goes on to the next ship that moves, from this index in the order. Disabled ships drift on their own.
    pub(crate) fn next_mover(&mut self, from: u8, tell: &mut impl FnMut(Event)) {
        for at in from..self.count {
            let number = self.order[usize::from(at)];
            let ship = &self.ships[usize::from(number)];
            if ship.is_aboard() && self.can_launch(number, ship) {
                let seat = ship.commander;
                let moving = Move::new(at, number, ship, self.rules());
                return self.expect(Step::Move(moving), seat);
            }
            if !ship.is_here() {
                continue;
            }
            if ship.is_disabled(self.rules()) {
                self.drift(number, tell);
                self.carry();
                continue;
            }
            let seat = ship.commander;
            let moving = Move::new(at, number, ship, self.rules());
            return self.expect(Step::Move(moving), seat);
        }
        self.next_attacker(self.count, tell);
    }

    /// Goes on to the next ship that can attack, before this index in the order.
    pub(crate) fn next_attacker(&mut self, before: u8, tell: &mut impl FnMut(Event)) {
        for at in (0..before).rev() {
            let number = self.order[usize::from(at)];
            let ship = &self.ships[usize::from(number)];
            if ship.works(self.rules()) && self.can_attack(number) {
                let seat = ship.commander;
                return self.expect(Step::Aim(Aim::new(at, number)), seat);
            }
        }
        self.end_round(tell);
    }

    /// Begins a new turn: for another ship, or for the first ship of a phase.
    fn expect(&mut self, step: Step, seat: Seat) {
        if self.round > 0 || matches!(self.step, Step::Deploy { .. }) {
            self.turn += 1;
        }
        (self.step, self.last_seat) = (step, seat);
    }

    /// After the facing is set, the other side deploys its next ship if it has one.
    pub(crate) fn next_to_deploy(&mut self, seat: Seat, tell: &mut impl FnMut(Event)) {
        let waits = |seat: Seat| self.ships().iter().any(|ship| ship.seat == seat && ship.fate == Fate::Waiting);
        let side = side_of(seat);
        match [Seat(1 - side.0), side].into_iter().find(|&side| waits(side)) {
            Some(next) => {
                let next = self.deployer(next);
                self.expect(Step::Deploy { seat: next, placed: None }, next);
            }
            None => self.begin_round(tell),
        }
    }

    /// Upkeep: energy, and the initiative of the round (HS-28).
    fn begin_round(&mut self, tell: &mut impl FnMut(Event)) {
        let rules = Arc::clone(&self.book.0);
        let rules = &*rules;
        self.round += 1;
        for ship in &mut self.ships[..usize::from(self.count)] {
            ship.energy = ship.energy_after_upkeep(rules);
            (ship.jamming, ship.intercepts) = (false, 0);
        }
        self.carry();
        self.fix_initiative();
        self.fix_order();
        tell(Event::Round(self.round));
        self.rearm(tell);
        self.next_mover(0, tell);
    }

    /// Fixes the initiative of every ship for the round.
    pub(crate) fn fix_initiative(&mut self) {
        let rules = Arc::clone(&self.book.0);
        let fleet = [Seat(0), Seat(1)].map(|seat| self.fleet_initiative(seat));
        for ship in &mut self.ships[..usize::from(self.count)] {
            ship.initiative = ship.own_initiative(&rules) + fleet[ship.seat.index()];
        }
    }

    /// The initiative of a ship in a round that begins now.
    pub(crate) fn coming_initiative(&self, ship: &Ship) -> i8 {
        ship.own_initiative(self.rules()) + self.fleet_initiative(ship.seat)
    }

    /// What a commander of the fleet adds to the initiative of each of its ships.
    fn fleet_initiative(&self, seat: Seat) -> i8 {
        let rules = self.rules();
        let own = self.ships().iter().filter(|ship| ship.seat == seat);
        // The bonus depends on the ranks at deployment (HS-43) and lasts the whole battle, whatever happens to the captains.
        let rank = |ship: &Ship| ship.design.rank(Skill::Command, rules);
        let bonus = |ship: &Ship| rules.captains.command[usize::from(rank(ship)) - 1].fleet_initiative;
        own.map(bonus).max().unwrap_or(0)
    }

    /// Fixes the order of the ships by their initiative.
    pub(crate) fn fix_order(&mut self) {
        let (ships, count, rules) = (&self.ships, usize::from(self.count), &*self.book.0);
        let mut order: [u8; MOST_SHIPS] = std::array::from_fn(|index| index as u8);
        order[..count].sort_unstable_by_key(|&number| {
            let ship = &ships[usize::from(number)];
            (ship.initiative, ship.hull(rules).size, ship.tie)
        });
        order[count..].fill(0);
        self.order = order;
    }

    /// Ends a round, and the battle if it is over.
    fn end_round(&mut self, tell: &mut impl FnMut(Event)) {
        let Some((winner, ending)) = self.ending() else { return self.begin_round(tell) };
        self.step = Step::Over(winner);
        tell(Event::Over { winner, ending });
    }
}

/// The numbers below `count` in random order.
fn drawn_order(count: usize, dice: &mut Dice) -> Vec<u8> {
    let mut order: Vec<u8> = (0..count as u8).collect();
    for last in (1..count).rev() {
        order.swap(last, dice.roll(last as u32 + 1) as usize - 1);
    }
    order
}
