//! A campaign as a journey: its options, its steps and its next battle.

use std::sync::Arc;

use game::{
    Dice, Game as _, Journey, JourneyEnd, Match, MatchPlayer, Message, NextMatch, NotationError, OptionKind,
    OptionSpec, Refusal, Seat, Setup, SetupError, named_option,
};

use super::{Campaign, CampaignStep, Captain, MOST_COMMANDERS, Stage, Vessel};
use crate::fleet::Fleet;
use crate::hex_ships::HexShips;
use crate::naming::Naming;
use crate::options::{WING_SHIPS, written_wing};
use crate::rules::{DIFFICULTIES, Rules, WEAPON_SETS};

/// The built-in campaigns. A test compares them with the files.
pub(crate) const CAMPAIGNS: &[&str] = &["exodus", "frontier"];

/// The second commander (HS-45).
const SECOND: Seat = Seat(1);

/// The options of a campaign.
const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "campaign",
        kind: OptionKind::Text { most: 24, known: CAMPAIGNS },
        default: "frontier",
        seat: None,
    },
    OptionSpec { key: "difficulty", kind: OptionKind::Choice(DIFFICULTIES), default: "normal", seat: None },
    OptionSpec {
        key: "players",
        kind: OptionKind::Whole { least: 1, most: MOST_COMMANDERS as i64 },
        default: "1",
        seat: None,
    },
];

impl Journey for Campaign {
    type Game = HexShips;
    type Action = CampaignStep;

    const KEY: &'static str = "campaign";
    const OPTIONS: &'static [OptionSpec] = OPTIONS;

    fn values_by(rules: &Rules, option: &str) -> Option<Vec<String>> {
        (option == "campaign").then(|| rules.campaigns.iter().map(|campaign| campaign.key.clone()).collect())
    }

    fn start_by(setup: &Setup, rules: &Arc<Rules>, dice: &mut Dice) -> Result<Self, SetupError> {
        let name = setup.get("campaign");
        let plan = rules.campaign(name).ok_or_else(|| {
            let known: Vec<&str> = rules.campaigns.iter().map(|campaign| campaign.key.as_str()).collect();
            let message = Message::new("setup.campaign").with("campaign", named_option("campaign", name));
            SetupError::conflict(&HexShips::INFO, message.with("known", known.join(", ")))
        })?;
        let difficulty = DIFFICULTIES.iter().position(|known| *known == setup.get("difficulty")).unwrap_or(1);
        Ok(Self::new(rules, plan, difficulty as u8, setup.whole("players") as u8, dice))
    }

    fn seats(&self) -> u8 {
        self.commanders
    }

    fn end(&self) -> Option<JourneyEnd> {
        match self.stage {
            Stage::Over(end) => Some(end),
            _ => None,
        }
    }

    fn check(&self, seat: Seat, step: &CampaignStep) -> Result<(), Refusal> {
        self.refuses(seat, step).map_or(Ok(()), |why| Err(Refusal::Illegal(why)))
    }

    fn apply(&mut self, seat: Seat, step: &CampaignStep, _dice: &mut Dice) {
        self.take_step(seat, step);
    }

    fn write(&self, step: &CampaignStep) -> String {
        step.write(|mission| self.mission(mission).key.clone())
    }

    fn read(&self, text: &str) -> Result<CampaignStep, NotationError> {
        CampaignStep::read(text, |key| self.plan().mission(key))
    }

    fn next_match(&self) -> Option<NextMatch> {
        let Stage::Battle { mission, sent } = &self.stage else { return None };
        let (first, wing) = self.battle_commanders(*mission, sent);
        let computer = MatchPlayer::Computer(self.plan().levels[usize::from(self.difficulty)].clone());
        let second = (!wing.is_empty()).then_some(MatchPlayer::Traveller(SECOND));
        Some(NextMatch {
            number: self.chapters.len() as u32 + 1,
            setup: self.battle_setup(*mission, sent, &self.battle_names(*mission, sent)),
            players: [MatchPlayer::Traveller(first), computer].into_iter().chain(second).collect(),
        })
    }

    /// Campaigns from before battles had names go on: their setups lack nothing else.
    fn takes_setup(&self, setup: &str, next: &NextMatch) -> bool {
        let Stage::Battle { mission, sent } = &self.stage else { return false };
        setup == next.setup.to_string() || setup == self.battle_setup(*mission, sent, &[]).to_string()
    }

    fn leaving(&self) -> Option<CampaignStep> {
        Some(CampaignStep::HandOver)
    }

    fn has_left(&self, seat: Seat) -> bool {
        self.has_left[seat.index()]
    }

    fn take(&mut self, finished: &Match<HexShips>, dice: &mut Dice) {
        self.take_battle(finished, dice);
    }
}

impl Campaign {
    /// Why a commander may not take this step now, if it is refused.
    pub fn refuses(&self, seat: Seat, step: &CampaignStep) -> Option<Message> {
        if self.has_left(seat) {
            return Some(Message::new("campaign.handed-over"));
        }
        if *step == CampaignStep::GiveUp && self.end().is_none() {
            return self.gives_up[seat.index()].then(|| Message::new("campaign.gives-up-already"));
        }
        if let Stage::Battle { .. } = self.stage {
            return Some(Message::new("campaign.in-battle"));
        }
        let Stage::Headquarters { open, chosen, ready } = &self.stage else {
            return Some(Message::new("campaign.over"));
        };
        let said = |key| Some(Message::new(key));
        let vessel = |ship: &u8| self.own_vessel(seat, *ship);
        let captain = |captain: &u8| self.own_captain(seat, *captain);
        match step {
            CampaignStep::Go(mission) if *chosen == Some(*mission) => said("campaign.chosen-already"),
            CampaignStep::Go(mission) => {
                if open.contains(mission) {
                    None
                } else {
                    said("campaign.not-open")
                }
            }
            CampaignStep::Learn { captain: who, skill } => match captain(who) {
                Err(why) => Some(why),
                Ok(captain) if captain.points(self.rules()) == 0 => said("campaign.no-points"),
                Ok(captain) if !captain.can_learn(*skill) => said("campaign.highest-rank"),
                Ok(_) => None,
            },
            CampaignStep::Dock(ship) => match vessel(ship) {
                Err(why) => Some(why),
                Ok(vessel) if vessel.is_docked => said("campaign.docked-already"),
                Ok(vessel) if !vessel.is_damaged() => said("campaign.not-damaged"),
                // Each commander has a dock of their own (HS-45).
                Ok(_) if self.docked(seat) >= usize::from(self.plan().dock) => {
                    Some(Message::new("campaign.dock-full").with("most", i64::from(self.plan().dock)))
                }
                Ok(_) => None,
            },
            CampaignStep::Undock(ship) => match vessel(ship) {
                Err(why) => Some(why),
                Ok(vessel) => (!vessel.is_docked).then(|| Message::new("campaign.not-docked")),
            },
            CampaignStep::Move { captain: who, ship } => match (captain(who), vessel(ship)) {
                (Err(why), _) | (_, Err(why)) => Some(why),
                (_, Ok(vessel)) => {
                    if vessel.captain == *who {
                        said("campaign.there-already")
                    } else {
                        None
                    }
                }
            },
            CampaignStep::Send(ship) => match vessel(ship) {
                Err(why) => Some(why),
                Ok(vessel) if vessel.is_docked => said("campaign.in-dock"),
                Ok(vessel) if vessel.is_sent => said("campaign.sent-already"),
                Ok(_) => {
                    let Some(mission) = *chosen else { return said("campaign.choose-mission") };
                    let mut more = self.sent();
                    more.push(*ship);
                    self.limit_broken(mission, &more)
                }
            },
            CampaignStep::Keep(ship) => match vessel(ship) {
                Err(why) => Some(why),
                Ok(vessel) => {
                    if vessel.is_sent {
                        None
                    } else {
                        said("campaign.not-sent")
                    }
                }
            },
            CampaignStep::NameShip(ship, name) => match vessel(ship) {
                Err(why) => Some(why),
                Ok(_) => {
                    self.vessels.iter().any(|other| other.name == *name).then(|| Message::new("campaign.name-taken"))
                }
            },
            CampaignStep::NameCaptain(who, name) => match captain(who) {
                Err(why) => Some(why),
                Ok(_) => {
                    self.captains.iter().any(|other| other.name == *name).then(|| Message::new("campaign.name-taken"))
                }
            },
            CampaignStep::Start if ready[seat.index()] => said("campaign.ready-already"),
            CampaignStep::Start => self.cannot_start(),
            CampaignStep::Wait => (!ready[seat.index()]).then(|| Message::new("campaign.not-ready")),
            CampaignStep::HandOver | CampaignStep::AskAlone | CampaignStep::StayTogether => {
                self.refuses_parting(seat, step)
            }
            CampaignStep::GiveUp => None,
        }
    }

    /// Why a commander may not go on alone, leave, or ask about it (HS-45).
    fn refuses_parting(&self, seat: Seat, step: &CampaignStep) -> Option<Message> {
        let is_alone = self.present().count() < 2;
        let key = match step {
            CampaignStep::StayTogether => (!self.asks_alone.contains(&true)).then_some("campaign.nobody-asks"),
            _ if is_alone => Some("campaign.alone"),
            CampaignStep::AskAlone => self.asks_alone(seat).then_some("campaign.asked-already"),
            _ => None,
        };
        key.map(Message::new)
    }

    /// The setup of a battle, with the names of Red's ships or without any.
    fn battle_setup(&self, mission: u8, sent: &[u8], names: &[Naming]) -> Setup {
        let (rules, weapons, plan) = (self.rules(), self.set(), self.plan());
        let fleet = Fleet { ships: self.battle_fleet(mission, sent) };
        let ours =
            if names.is_empty() { fleet.write(rules, weapons) } else { fleet.write_named(names, rules, weapons) };
        let (_, wing) = self.battle_commanders(mission, sent);
        let foes = &self.mission(mission).enemies[usize::from(self.difficulty)];
        let pairs = [
            format!("scenario={}", self.mission(mission).key),
            format!("weapons={}", WEAPON_SETS[usize::from(plan.set)]),
            format!("red={ours}"),
            format!("blue={foes}"),
            format!("expansions={}", if plan.expansions { "on" } else { "off" }),
            "points=9999".to_owned(),
            format!("{WING_SHIPS}={}", written_wing(&wing)),
            format!("rules={}", rules.numbers.name),
        ];
        let setup = Setup::parse(HexShips::INFO.options, pairs.iter().map(String::as_str));
        setup.expect("the ships of a campaign make a fleet")
    }

    /// Who commands Red in the next battle, and the indices of the ships in its fleet that the second commander has. A
    /// commander who sends no ship has no seat in the battle. The guests of a mission are with the first one who has.
    fn battle_commanders(&self, mission: u8, sent: &[u8]) -> (Seat, Vec<usize>) {
        let owner = |ship: &u8| self.vessels[usize::from(*ship)].owner;
        let first = sent.iter().map(owner).min().unwrap_or(Seat(0));
        let guests = self.mission(mission).guests.len();
        let others = sent.iter().zip(guests..).filter(|(ship, _)| owner(ship) != first);
        (first, others.map(|(_, index)| index).collect())
    }

    /// A ship of this commander (HS-45).
    fn own_vessel(&self, seat: Seat, ship: u8) -> Result<&Vessel, Message> {
        let found = self.vessels.get(usize::from(ship)).filter(|vessel| !vessel.is_lost);
        let found = found.ok_or(Message::new("campaign.no-ship"))?;
        if found.owner == seat { Ok(found) } else { Err(Message::new("campaign.not-yours")) }
    }

    /// A captain of this commander.
    fn own_captain(&self, seat: Seat, captain: u8) -> Result<&Captain, Message> {
        let found = self.captains.get(usize::from(captain)).filter(|captain| captain.is_alive);
        let found = found.ok_or(Message::new("campaign.no-captain"))?;
        if found.owner == seat { Ok(found) } else { Err(Message::new("campaign.not-yours")) }
    }

    fn take_step(&mut self, seat: Seat, step: &CampaignStep) {
        if *step != CampaignStep::GiveUp {
            self.gives_up.fill(false);
        }
        if let Stage::Headquarters { ready, .. } = &mut self.stage {
            match step {
                CampaignStep::Start => ready[seat.index()] = true,
                CampaignStep::Wait => ready[seat.index()] = false,
                // A question changes nothing about the battle.
                CampaignStep::AskAlone | CampaignStep::StayTogether => {}
                // Whoever is ready has agreed to what the other sees now, and to nothing that comes after.
                _ => ready.fill(false),
            }
        }
        match step {
            CampaignStep::Go(mission) => {
                if let Stage::Headquarters { chosen, .. } = &mut self.stage {
                    *chosen = Some(*mission);
                }
                self.choose_ships();
            }
            CampaignStep::Learn { captain, skill } => self.captains[usize::from(*captain)].ranks[*skill as usize] += 1,
            CampaignStep::Dock(ship) => {
                let vessel = &mut self.vessels[usize::from(*ship)];
                (vessel.is_docked, vessel.is_sent) = (true, false);
            }
            CampaignStep::Undock(ship) => self.vessels[usize::from(*ship)].is_docked = false,
            CampaignStep::Move { captain, ship } => {
                let displaced = self.vessels[usize::from(*ship)].captain;
                if let Some(before) = self.ship_of(*captain) {
                    self.vessels[usize::from(before)].captain = displaced;
                }
                self.vessels[usize::from(*ship)].captain = *captain;
            }
            CampaignStep::Send(ship) => self.vessels[usize::from(*ship)].is_sent = true,
            CampaignStep::Keep(ship) => self.vessels[usize::from(*ship)].is_sent = false,
            CampaignStep::NameShip(ship, name) => self.vessels[usize::from(*ship)].name.clone_from(name),
            CampaignStep::NameCaptain(captain, name) => self.captains[usize::from(*captain)].name.clone_from(name),
            CampaignStep::Start => self.begin_battle(),
            CampaignStep::Wait => {}
            CampaignStep::AskAlone => self.asks_alone[seat.index()] = true,
            CampaignStep::StayTogether => self.asks_alone.fill(false),
            CampaignStep::HandOver => {
                self.asks_alone.fill(false);
                let other = Seat(1 - seat.0);
                self.vessels.iter_mut().for_each(|vessel| vessel.owner = other);
                self.captains.iter_mut().for_each(|captain| captain.owner = other);
                self.has_left[seat.index()] = true;
            }
            CampaignStep::GiveUp => {
                self.gives_up[seat.index()] = true;
                if self.present().all(|commander| self.gives_up[commander.index()]) {
                    self.stage = Stage::Over(JourneyEnd::GivenUp);
                }
            }
        }
    }

    /// Begins the battle if every commander who has ships is ready.
    fn begin_battle(&mut self) {
        let Stage::Headquarters { chosen: Some(mission), ready, .. } = &self.stage else { return };
        let has_ships = |seat: Seat| self.vessels.iter().any(|vessel| !vessel.is_lost && vessel.owner == seat);
        if self.present().all(|seat| ready[seat.index()] || !has_ships(seat)) {
            self.stage = Stage::Battle { mission: *mission, sent: self.sent() };
        }
    }
}
