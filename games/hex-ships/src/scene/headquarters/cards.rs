//! The ships and captains of a campaign, with everything that can be done with them.

use game::{Arg, Message, Seat};
use scene::{Gauge, PersonCard, Shape, SkillCard, StepButton, UnitCard};

use crate::battle::tag;
use crate::campaign::{Campaign, CampaignStep, Vessel};
use crate::fleet::Design;
use crate::rules::{HIGHEST_RANK, Hull, Skill};
use crate::scene::sheets::{criticals, with_field};

pub(super) fn shape(hull: &Hull) -> Shape {
    Shape::silhouette(&hull.key, hull.size)
}

/// A ship's hull as a word for people, with the name that it will have in the battle.
pub(super) fn kind(hull: &Hull, tag: Option<String>) -> Message {
    let name = tag.map_or(hull.name.clone(), |tag| format!("{} {tag}", hull.name));
    Message::new("campaign.kind").with("hull", name).with("class", Arg::word("class", &hull.class))
}

/// The name that a ship will have in the battle, if it is sent. The guests of the mission come first.
fn tag_of(campaign: &Campaign, number: u8) -> Option<String> {
    let guests = campaign.mission(campaign.current()?).guests.len();
    let place = campaign.sent().iter().position(|ship| *ship == number)?;
    Some(tag(0, (guests + place) as u8))
}

/// The weapons of a ship with their fields of fire, mount by mount.
pub(super) fn weapons(campaign: &Campaign, design: &Design) -> Vec<Message> {
    let mut lines = Vec::new();
    for (mount, weapon) in campaign.rules().hulls[usize::from(design.hull)].mounts.iter().zip(design.weapons) {
        if let Some(weapon) = weapon {
            let word = Arg::word("weapon", &campaign.set().weapons[usize::from(weapon)].key);
            lines.push(with_field(Message::new("mounted").with("weapon", word), mount.field));
        }
    }
    lines
}

pub(super) fn unit(campaign: &Campaign, number: u8, vessel: &Vessel, seat: Seat, language: &str) -> UnitCard {
    let hull = &campaign.rules().hulls[usize::from(vessel.design.hull)];
    UnitCard {
        key: format!("s{}", number + 1),
        name: vessel.name.clone(),
        kind: kind(hull, tag_of(campaign, number)),
        shape: shape(hull),
        owner: vessel.owner,
        gauges: gauges(vessel, hull),
        about: weapons(campaign, &vessel.design),
        state: state(campaign, vessel, hull),
        is_docked: vessel.is_docked,
        is_sent: vessel.is_sent,
        person: person(campaign, vessel.captain, seat, language),
        steps: steps(campaign, number, vessel, seat),
        rename: (vessel.owner == seat).then(|| format!("name:s{}:", number + 1)),
    }
}

fn gauges(vessel: &Vessel, hull: &Hull) -> Vec<Gauge> {
    let wear = &vessel.design.wear;
    let gauge =
        |key, most: i64, lost: i64| Gauge { most: Some(most), ..Gauge::count(Message::new(key), None, most - lost) };
    let sum = |points: [u8; 4]| points.iter().map(|&points| i64::from(points)).sum::<i64>();
    vec![
        gauge("gauge.hull", i64::from(hull.structure), i64::from(wear.structure)),
        gauge("gauge.armour", sum(hull.armour), sum(wear.armour)),
    ]
}

/// What is damaged, weapon by weapon and system by system.
fn state(campaign: &Campaign, vessel: &Vessel, hull: &Hull) -> Vec<Message> {
    let broken = vessel.design.wear.broken;
    let set = campaign.set();
    let mut lines = Vec::new();
    if vessel.is_docked {
        lines.push(Message::new("campaign.state.docked"));
    }
    for mount in (0..hull.mounts.len()).filter(|mount| broken.weapons >> mount & 1 == 1) {
        if let Some(weapon) = vessel.design.weapons[mount] {
            let word = Arg::word("weapon", &set.weapons[usize::from(weapon)].key);
            lines.push(Message::new("campaign.state.weapon").with("weapon", word));
        }
    }
    lines.extend(criticals(broken));
    lines
}

/// Who fights and what is repaired: a ship is sent or kept, docked or not.
fn steps(campaign: &Campaign, number: u8, vessel: &Vessel, seat: Seat) -> Vec<StepButton> {
    let button = |step: CampaignStep, key: &'static str| campaign.button(seat, &step, Message::new(key));
    let fights = if vessel.is_sent {
        StepButton { is_on: true, ..button(CampaignStep::Keep(number), "campaign.step.sent") }
    } else {
        button(CampaignStep::Send(number), "campaign.step.send")
    };
    let docks = if vessel.is_docked {
        StepButton { is_on: true, ..button(CampaignStep::Undock(number), "campaign.step.docked") }
    } else {
        button(CampaignStep::Dock(number), "campaign.step.dock")
    };
    if vessel.is_damaged() { vec![fights, docks] } else { vec![fights] }
}

pub(super) fn person(campaign: &Campaign, number: u8, seat: Seat, language: &str) -> PersonCard {
    let (rules, captain) = (campaign.rules(), &campaign.captains()[usize::from(number)]);
    let level = captain.level(rules);
    let per_level = i64::from(rules.numbers.experience.for_a_level);
    let is_highest = level >= rules.captains.highest_level();
    let towards = i64::from(captain.experience) - i64::from(level - 1) * per_level;
    let experience = Gauge::count(Message::new("campaign.gauge.experience"), None, i64::from(captain.experience));
    let skill = |skill: Skill| SkillCard {
        label: Message::new(["skill.command", "skill.gunnery", "skill.engineering"][skill as usize]),
        rank: [captain.ranks[skill as usize], HIGHEST_RANK],
        about: effects(campaign, skill, captain.ranks[skill as usize]),
        learn: (captain.points(rules) > 0).then(|| {
            let step = CampaignStep::Learn { captain: number, skill };
            let word = Arg::word("skill", skill.name());
            campaign.button(seat, &step, Message::new("campaign.step.learn").with("skill", word))
        }),
    };
    let towards_next =
        Gauge { most: Some(per_level), ..Gauge::count(Message::new("campaign.gauge.to-next-level"), None, towards) };
    PersonCard {
        key: format!("c{}", number + 1),
        name: captain.name.clone(),
        portrait: captain.portrait,
        gauges: vec![
            Gauge::count(Message::new("campaign.gauge.level"), None, i64::from(level)),
            if is_highest { experience } else { towards_next },
        ],
        skills: Skill::ALL.into_iter().map(skill).collect(),
        points: captain.points(rules),
        history: history(campaign, number, language),
        moves: moves(campaign, number, seat),
        rename: (captain.owner == seat).then(|| format!("name:c{}:", number + 1)),
    }
}

/// What the next rank of a skill would add.
fn effects(campaign: &Campaign, skill: Skill, rank: u8) -> Vec<Message> {
    let captains = &campaign.rules().captains;
    let at = usize::from(rank) - 1;
    if rank >= HIGHEST_RANK {
        return Vec::new();
    }
    let said = |key, more: i64| (more > 0).then(|| Message::new(key).with("count", more));
    let more = match skill {
        Skill::Command => {
            let (now, next) = (captains.command[at], captains.command[at + 1]);
            [
                said("campaign.rank.initiative", i64::from(next.initiative - now.initiative)),
                said("campaign.rank.rerolls", i64::from(next.rerolls) - i64::from(now.rerolls)),
                said("campaign.rank.fleet-initiative", i64::from(next.fleet_initiative - now.fleet_initiative)),
            ]
        }
        Skill::Gunnery => {
            let (now, next) = (captains.gunnery[at], captains.gunnery[at + 1]);
            [
                said("campaign.rank.to-hit", i64::from(next.to_hit - now.to_hit)),
                said("campaign.rank.target-speed", i64::from(next.target_speed - now.target_speed)),
                said("campaign.rank.several-targets", i64::from(next.several_targets) - i64::from(now.several_targets)),
            ]
        }
        Skill::Engineering => {
            let (now, next) = (captains.engineering[at], captains.engineering[at + 1]);
            [
                said("campaign.rank.energy", i64::from(next.energy) - i64::from(now.energy)),
                said("campaign.rank.afterburners", i64::from(next.afterburners) - i64::from(now.afterburners)),
                said("campaign.rank.shield-shift", i64::from(next.shield_shifts) - i64::from(now.shield_shifts)),
            ]
        }
    };
    more.into_iter().flatten().collect()
}

/// What a captain has done, then the battles, the last one first.
fn history(campaign: &Campaign, number: u8, language: &str) -> Vec<Message> {
    let captain = &campaign.captains()[usize::from(number)];
    if captain.battles == 0 {
        return vec![Message::new("campaign.history.none")];
    }
    let sums = Message::new("campaign.history.sums").with("battles", i64::from(captain.battles));
    let sums = sums.with("kills", i64::from(captain.kills));
    let mut lines = vec![sums];
    for chapter in campaign.chapters().iter().rev() {
        let Some(report) = chapter.ships.iter().find(|report| report.captain == number) else { continue };
        let mission = campaign.mission(chapter.mission).title.in_language(language).to_owned();
        let key = ["campaign.history.won", "campaign.history.drawn", "campaign.history.lost"][chapter.fortune as usize];
        let battle = Message::new(key).with("mission", mission).with("dealt", i64::from(report.deeds.dealt));
        let battle = battle.with("ship", campaign.vessels()[usize::from(report.ship)].name.clone());
        lines.push(battle.with("kills", i64::from(report.kills)));
    }
    lines
}

/// The ships of the same commander to which a captain can move.
fn moves(campaign: &Campaign, number: u8, seat: Seat) -> Vec<StepButton> {
    let own = |(_, vessel): &(u8, &Vessel)| !vessel.is_lost && vessel.owner == seat && vessel.captain != number;
    let moves = (0_u8..).zip(campaign.vessels()).filter(own).map(|(ship, vessel)| {
        let label = Message::new("campaign.step.move").with("ship", vessel.name.clone());
        campaign.button(seat, &CampaignStep::Move { captain: number, ship }, label)
    });
    if campaign.captains()[usize::from(number)].owner == seat { moves.collect() } else { Vec::new() }
}
