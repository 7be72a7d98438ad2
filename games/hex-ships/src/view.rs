//! The whole state as plain data, in the players' words. A battle hides nothing, so every viewer gets all of it.

use std::sync::Arc;

use game::{Misfit, Ruled, Seat};
use hex::{Direction, Hex};
use serde::{Deserialize, Serialize};

use crate::aiming::Aim;
use crate::battle::{Battle, Book, MOST_SHIPS, Step};
use crate::commanders::{MOST_SEATS, WING};
use crate::fleet::Design;
use crate::map::Map;
use crate::moving::Move;
use crate::naming::{Naming, shared};
use crate::rules::{Aims, MOST_BAYS, MOST_MOUNTS, Rules, WEAPON_SETS};
use crate::ship::{Broken, Fate, Ship};
use crate::wear::Wear;

/// A view with the rules that the battle is fought by.
pub type RuledView = Ruled<ShipsView, Rules>;

/// Everything there is to know of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipsView {
    /// The name of the rule set.
    pub rules: String,
    /// The name of the weapon set.
    pub weapons: String,
    /// The radius of the map.
    pub radius: u8,
    /// The number of rounds.
    pub rounds: u8,
    /// The number of rows on which each fleet deploys.
    pub deploy_rows: u8,
    /// The aims of both sides, if not both have to destroy the other.
    #[serde(default, skip_serializing_if = "Aims::are_usual")]
    pub aims: Aims,
    /// Whether the expansions are played.
    #[serde(default, skip_serializing_if = "is_false")]
    pub expansions: bool,
    /// Whether Red has a second commander.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wing: bool,
    /// The round, from 1; 0 while fleets deploy.
    pub round: u8,
    /// The number of the turn.
    pub turn: u32,
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The ships by number, from the lowest initiative to the highest.
    pub order: Vec<u8>,
    /// Red's ships, then Blue's.
    pub ships: Vec<ShipView>,
    /// What is expected next.
    pub step: StepView,
}

/// What is expected next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each field is that of the step itself")]
pub enum StepView {
    Deploy { placed: Option<u8> },
    Move { at: u8, ship: u8, is_set: bool, left: u8, moved: u8, turns: u8, charges: u8, free: (Hex, u8) },
    Aim { at: u8, ship: u8, switches: u8, targets: Vec<(u8, u8)> },
    Roll { at: u8, ship: u8, switches: u8, targets: Vec<(u8, u8)>, rolling: u8, dice: [u8; 2] },
    Over { winner: Option<Seat> },
}

/// Whether a ship is still in the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is that of the ship itself")]
pub enum FateView {
    Waiting,
    Aboard,
    Here,
    Withdrawn,
    Escaped,
    Destroyed,
}

/// The damage that a ship brought into the battle: lost hull points, lost armour, and criticals as in [`ShipView`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each field is that of the ship itself")]
pub struct WearView {
    pub structure: u8,
    pub armour: [u8; 4],
    pub broken: (u8, u16, u8, u8),
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bays: u8,
}

/// A ship. Faces are front, right, left and rear.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each field is that of the ship itself")]
pub struct ShipView {
    pub seat: Seat,
    /// Whether Red's second commander commands it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wing: bool,
    /// The name that it has in a campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The name of its captain in a campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captain: Option<String>,
    /// The hull's name in a fleet's text.
    pub hull: String,
    /// The weapons' names in a fleet's text, mount by mount. None for an empty mount.
    pub weapons: Vec<Option<String>>,
    /// The captain's ranks at deployment: command, gunnery, engineering.
    pub ranks: [u8; 3],
    /// The damage that it brought into the battle, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wear: Option<WearView>,
    pub tie: u8,
    pub fate: FateView,
    pub hex: Hex,
    pub facing: Direction,
    pub speed: i8,
    pub structure: u8,
    pub armour: [u8; 4],
    pub shields: [u8; 4],
    pub energy: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub disruption: u8,
    /// The remaining shots, mount by mount.
    pub ammunition: Vec<u8>,
    /// The damage by criticals, if there is any: a bit for each mount, a bit for each system, and the numbers of hits
    /// on engines and life support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<(u8, u16, u8, u8)>,
    /// Rerolls, afterburners and shield shifts used so far.
    pub used: [u8; 3],
    pub initiative: i8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kills: u8,
    /// The names of the squadrons in its bays in a fleet's text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bays: Vec<String>,
    /// The items' names in a fleet's text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub jamming: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub intercepts: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl From<&Battle> for ShipsView {
    fn from(battle: &Battle) -> Self {
        let (turn, seat) = battle.turn();
        Self {
            rules: battle.rules().numbers.name.clone(),
            weapons: battle.set().name.to_owned(),
            radius: battle.map().radius(),
            rounds: battle.rounds,
            deploy_rows: battle.deploy_rows,
            aims: battle.aims,
            expansions: battle.expansions,
            wing: battle.seats == MOST_SEATS,
            round: battle.round,
            turn,
            seat,
            order: if battle.round > 0 { battle.move_order().collect() } else { Vec::new() },
            ships: (0..).zip(battle.ships()).map(|(number, ship)| ShipView::of(number, ship, battle)).collect(),
            step: StepView::from(battle.step()),
        }
    }
}

impl TryFrom<&RuledView> for Battle {
    type Error = Misfit;

    fn try_from(view: &RuledView) -> Result<Self, Misfit> {
        let rules = view.rule_set();
        Misfit::unless(view.rules == rules.numbers.name, "rules")?;
        let set = WEAPON_SETS.iter().position(|set| *set == view.weapons).ok_or(Misfit("weapons"))?;
        Misfit::unless((Map::LEAST_RADIUS..=Map::MOST_RADIUS).contains(&view.radius), "radius")?;
        let count = view.ships.len();
        Misfit::unless((2..=MOST_SHIPS).contains(&count), "ships")?;
        let first = view.ships[0].ship(rules, set)?;
        let mut ships = [Ship::new(Seat(0), first.design, 0, rules, &rules.weapon_sets[set]); MOST_SHIPS];
        for (place, view) in ships.iter_mut().zip(&view.ships) {
            *place = view.ship(rules, set)?;
        }
        Misfit::unless(crate::carrying::assign(&mut ships[..count], rules), "ships")?;
        let naming = |ship: &ShipView| Naming { ship: ship.name.clone(), captain: ship.captain.clone() };
        let names: Vec<Naming> = view.ships.iter().map(naming).collect();
        Misfit::unless(names.iter().all(Naming::is_allowed), "ships")?;
        Misfit::unless(view.order.len() == if view.round > 0 { count } else { 0 }, "order")?;
        let mut order = [0; MOST_SHIPS];
        order[..view.order.len()].copy_from_slice(&view.order);
        let battle = Self {
            book: Book(Arc::clone(rules)),
            set: set as u8,
            map: Map::new(view.radius),
            rounds: view.rounds,
            deploy_rows: view.deploy_rows,
            aims: view.aims,
            expansions: view.expansions,
            seats: if view.wing { MOST_SEATS } else { 2 },
            ships,
            count: count as u8,
            names: shared(names),
            round: view.round,
            turn: view.turn,
            last_seat: view.seat,
            order,
            step: view.step.step(view.seat).ok_or(Misfit("step"))?,
        };
        battle.check()?;
        Ok(battle)
    }
}

impl ShipView {
    fn of(number: u8, ship: &Ship, battle: &Battle) -> Self {
        let (hull, set) = (ship.hull(battle.rules()), battle.set());
        let mounts = hull.mounts.len();
        let parts = ship.broken.parts();
        Self {
            seat: ship.seat,
            wing: ship.commander == WING,
            name: battle.name_of_ship(number).map(str::to_owned),
            captain: battle.name_of_captain(number).map(str::to_owned),
            hull: hull.key.clone(),
            weapons: (0..mounts).map(|mount| ship.weapon(mount, set).map(|weapon| weapon.key.clone())).collect(),
            ranks: ship.design.ranks,
            wear: {
                let wear = ship.design.wear;
                (!wear.is_none()).then(|| WearView {
                    structure: wear.structure,
                    armour: wear.armour,
                    broken: wear.broken.parts(),
                    bays: wear.bays,
                })
            },
            tie: ship.tie,
            fate: match ship.fate {
                Fate::Waiting => FateView::Waiting,
                Fate::Aboard => FateView::Aboard,
                Fate::Here => FateView::Here,
                Fate::Withdrawn => FateView::Withdrawn,
                Fate::Escaped => FateView::Escaped,
                Fate::Destroyed => FateView::Destroyed,
            },
            hex: ship.hex,
            facing: ship.facing,
            speed: ship.speed,
            structure: ship.structure,
            armour: ship.armour,
            shields: ship.shields,
            energy: ship.energy,
            disruption: ship.disruption,
            ammunition: ship.ammunition[..mounts].to_vec(),
            broken: (parts != (0, 0, 0, 0)).then_some(parts),
            used: [ship.rerolls_used, ship.burns_used, ship.shifts_used],
            initiative: ship.initiative,
            kills: ship.kills,
            bays: {
                let squadrons = ship.design.bays.iter().flatten();
                squadrons.map(|hull| battle.rules().hulls[usize::from(*hull)].key.clone()).collect()
            },
            items: ship.design.items(battle.rules()).map(|item| item.key.clone()).collect(),
            jamming: ship.jamming,
            intercepts: ship.intercepts,
        }
    }

    fn ship(&self, rules: &Rules, set: usize) -> Result<Ship, Misfit> {
        let set = &rules.weapon_sets[set];
        let hull = rules.hull(&self.hull).ok_or(Misfit("ships"))?;
        let mounts = rules.hulls[hull].mounts.len();
        Misfit::unless(self.weapons.len() == mounts && self.ammunition.len() == mounts, "ships")?;
        let mut weapons = [None; MOST_MOUNTS];
        for (slot, key) in weapons.iter_mut().zip(&self.weapons) {
            let found = |key: &String| set.find(key).map(|weapon| weapon as u8).ok_or(Misfit("ships"));
            *slot = key.as_ref().map(found).transpose()?;
        }
        let mut items = 0;
        for key in &self.items {
            items |= 1 << rules.item(key).ok_or(Misfit("ships"))?;
        }
        let mut bays = [None; MOST_BAYS];
        Misfit::unless(self.bays.len() <= MOST_BAYS, "ships")?;
        for (bay, key) in bays.iter_mut().zip(&self.bays) {
            *bay = Some(rules.squadron(key).ok_or(Misfit("ships"))?);
        }
        let WearView { structure, armour, broken, bays: lost } = self.wear.unwrap_or_default();
        let wear = Wear { structure, armour, broken: Broken::from_parts(broken), bays: lost };
        let design = Design { hull: hull as u8, weapons, ranks: self.ranks, items, bays, wear };
        let mut ammunition = [0; MOST_MOUNTS];
        ammunition[..self.ammunition.len()].copy_from_slice(&self.ammunition);
        let [rerolls_used, burns_used, shifts_used] = self.used;
        Ok(Ship {
            commander: if self.wing { WING } else { self.seat },
            fate: match self.fate {
                FateView::Waiting => Fate::Waiting,
                FateView::Aboard => Fate::Aboard,
                FateView::Here => Fate::Here,
                FateView::Withdrawn => Fate::Withdrawn,
                FateView::Escaped => Fate::Escaped,
                FateView::Destroyed => Fate::Destroyed,
            },
            hex: self.hex,
            facing: self.facing,
            speed: self.speed,
            structure: self.structure,
            armour: self.armour,
            shields: self.shields,
            energy: self.energy,
            disruption: self.disruption,
            ammunition,
            broken: Broken::from_parts(self.broken.unwrap_or_default()),
            rerolls_used,
            burns_used,
            shifts_used,
            initiative: self.initiative,
            kills: self.kills,
            jamming: self.jamming,
            intercepts: self.intercepts,
            ..Ship::new(self.seat, design, self.tie, rules, set)
        })
    }
}

impl From<&Step> for StepView {
    fn from(step: &Step) -> Self {
        match *step {
            Step::Deploy { placed, .. } => Self::Deploy { placed },
            Step::Move(Move { at, ship, is_set, left, moved, turns, charges, free }) => {
                Self::Move { at, ship, is_set, left, moved, turns, charges, free }
            }
            Step::Aim(aim) => {
                Self::Aim { at: aim.at, ship: aim.ship, switches: aim.switches, targets: aim.targets().collect() }
            }
            Step::Roll { aim, at, dice } => Self::Roll {
                at: aim.at,
                ship: aim.ship,
                switches: aim.switches,
                targets: aim.targets().collect(),
                rolling: at,
                dice,
            },
            Step::Over(winner) => Self::Over { winner },
        }
    }
}

impl StepView {
    /// The step, unless there are more targets than a ship has weapons.
    fn step(&self, seat: Seat) -> Option<Step> {
        Some(match self {
            Self::Deploy { placed } => Step::Deploy { seat, placed: *placed },
            &Self::Move { at, ship, is_set, left, moved, turns, charges, free } => {
                Step::Move(Move { at, ship, is_set, left, moved, turns, charges, free })
            }
            Self::Aim { at, ship, switches, targets } => Step::Aim(Aim::from_parts(*at, *ship, *switches, targets)?),
            Self::Roll { at, ship, switches, targets, rolling, dice } => {
                Step::Roll { aim: Aim::from_parts(*at, *ship, *switches, targets)?, at: *rolling, dice: *dice }
            }
            Self::Over { winner } => Step::Over(*winner),
        })
    }
}
