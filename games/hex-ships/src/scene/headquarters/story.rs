//! The story of a campaign: what every battle brought, and what the fleet was worth.

use game::{Arg, JourneyEnd, Message};
use scene::{ChapterCard, Gauge, UnitReport};

use super::{cards, chart};
use crate::campaign::{Campaign, Chapter, Deeds, Fortune, GuestReport, ShipReport};
use crate::fleet::Design;
use crate::rules::Next;
use crate::ship::Fate;

/// How the campaign has ended, and why it is lost.
pub(super) fn end(campaign: &Campaign, end: JourneyEnd, language: &str) -> Message {
    let (last, title) =
        (campaign.chapters().last(), |mission: u8| campaign.mission(mission).title.in_language(language));
    let next = last.map(|last| &campaign.mission(last.mission).next[last.fortune as usize]);
    let key = match (end, next) {
        (JourneyEnd::Won, _) => "campaign.end.won",
        (JourneyEnd::GivenUp, _) => "campaign.end.given-up",
        _ if campaign.vessels().iter().all(|vessel| vessel.is_lost) => "campaign.end.no-ship",
        (JourneyEnd::Lost, Some(Next::Missions(open))) => {
            let titles: Vec<&str> = open.iter().map(|mission| title(*mission)).collect();
            return Message::new("campaign.end.no-fleet").with("missions", titles.join(", "));
        }
        _ if last.is_some_and(|last| last.fortune == Fortune::Lost) => "campaign.end.defeat",
        _ => "campaign.end.not-enough",
    };
    Message::new(key).with("mission", last.map_or("", |last| title(last.mission)).to_owned())
}

pub(super) fn of(campaign: &Campaign, language: &str) -> Vec<ChapterCard> {
    campaign.chapters().iter().map(|chapter| card(campaign, chapter, language)).collect()
}

/// What the fleet was worth at the beginning and after each battle.
pub(super) fn worth(campaign: &Campaign) -> Vec<u32> {
    let (rules, set) = (campaign.rules(), campaign.set());
    let first = campaign.plan().ships.iter().map(|ship| ship.cost(rules, set)).sum();
    std::iter::once(first).chain(campaign.chapters().iter().map(|chapter| chapter.worth)).collect()
}

fn card(campaign: &Campaign, chapter: &Chapter, language: &str) -> ChapterCard {
    let key = ["campaign.story.won", "campaign.story.drawn", "campaign.story.lost"][chapter.fortune as usize];
    let [foes, destroyed] = chapter.enemies.map(i64::from);
    let result = Message::new(key).with("rounds", i64::from(chapter.rounds)).with("foes", foes);
    let mut story = vec![result.with("destroyed", destroyed)];
    for (ship, captain) in &chapter.joined {
        let (vessel, captain) = (&campaign.vessels()[usize::from(*ship)], &campaign.captains()[usize::from(*captain)]);
        let joined = Message::new("campaign.story.joined").with("ship", vessel.name.clone());
        story.push(joined.with("captain", captain.name.clone()));
    }
    let mission = campaign.mission(chapter.mission);
    let mut units = Vec::new();
    for (index, report) in chapter.guests.iter().enumerate() {
        units.push(guest(campaign, &mission.guests[index], &mission.guest_names[index], *report));
    }
    for report in &chapter.ships {
        units.push(unit(campaign, report));
    }
    ChapterCard {
        title: mission.title.in_language(language).to_owned(),
        state: chart::state_of(chapter.fortune),
        story,
        units,
    }
}

/// The ships that were lost, and the captains who died, in the order of the battles.
pub(super) fn lost(campaign: &Campaign, language: &str) -> Vec<Message> {
    let mut lost = Vec::new();
    for chapter in campaign.chapters() {
        for report in chapter.ships.iter().filter(|report| report.is_lost) {
            let vessel = &campaign.vessels()[usize::from(report.ship)];
            let captain = &campaign.captains()[usize::from(report.captain)];
            let hull = &campaign.rules().hulls[usize::from(vessel.design.hull)].name;
            let mission = campaign.mission(chapter.mission).title.in_language(language).to_owned();
            let said = |key| Message::new(key).with("mission", mission.clone()).with("ship", vessel.name.clone());
            lost.push(said("campaign.roll.ship").with("hull", hull.clone()));
            if !report.captain_lives {
                let died = said("campaign.roll.captain").with("captain", captain.name.clone());
                let died = died.with("level", i64::from(report.levels[1])).with("battles", i64::from(captain.battles));
                lost.push(died.with("kills", i64::from(captain.kills)));
            }
        }
    }
    lost
}

/// What a guest of a mission did and took.
fn guest(campaign: &Campaign, design: &Design, name: &str, report: GuestReport) -> UnitReport {
    let said = |key| Message::new(key).with("ship", name.to_owned());
    UnitReport {
        name: name.to_owned(),
        person: None,
        shape: cards::shape(&campaign.rules().hulls[usize::from(design.hull)]),
        is_lost: report.fate == Fate::Destroyed,
        gauges: deeds(report.deeds, report.kills),
        story: fate(report.fate, false).map(said).into_iter().chain(squadrons(report.deeds, name)).collect(),
    }
}

fn deeds(deeds: Deeds, kills: u8) -> Vec<Gauge> {
    let gauge = |key, value: i64| Gauge::count(Message::new(key), None, value);
    vec![
        gauge("campaign.gauge.dealt", i64::from(deeds.dealt)),
        gauge("campaign.gauge.taken", i64::from(deeds.taken)),
        gauge("campaign.gauge.kills", i64::from(kills)),
    ]
}

/// What squadrons have of their carrier's damage, if they have any (HS-38).
fn squadrons(deeds: Deeds, carrier: &str) -> Option<Message> {
    let [dealt, taken] = [deeds.dealt_by_squadrons, deeds.taken_by_squadrons].map(i64::from);
    (dealt + taken > 0).then(|| {
        let story = Message::new("campaign.story.squadrons").with("ship", carrier.to_owned());
        story.with("dealt", dealt).with("taken", taken)
    })
}

/// The sentence about where a ship was at the end, if it was not simply there.
fn fate(fate: Fate, is_lost: bool) -> Option<&'static str> {
    match fate {
        Fate::Destroyed => Some("campaign.story.destroyed"),
        _ if is_lost => Some("campaign.story.left-behind"),
        Fate::Withdrawn => Some("campaign.story.withdrew"),
        Fate::Escaped => Some("campaign.story.escaped"),
        Fate::Waiting | Fate::Aboard | Fate::Here => None,
    }
}

fn unit(campaign: &Campaign, report: &ShipReport) -> UnitReport {
    let vessel = &campaign.vessels()[usize::from(report.ship)];
    let captain = &campaign.captains()[usize::from(report.captain)];
    let said = |key| Message::new(key).with("ship", vessel.name.clone()).with("captain", captain.name.clone());
    let mut story: Vec<Message> = Vec::from_iter(fate(report.fate, report.is_lost).map(said));
    story.extend(squadrons(report.deeds, &vessel.name));
    let mut gauges = deeds(report.deeds, report.kills);
    gauges.push(Gauge::count(Message::new("campaign.gauge.gained"), None, i64::from(report.experience)));
    if report.is_lost {
        let key = if report.captain_lives { "campaign.story.captain-lives" } else { "campaign.story.captain-died" };
        story.push(said(key));
    }
    if report.levels[1] > report.levels[0] {
        story.push(said("campaign.story.level").with("level", Arg::Number(i64::from(report.levels[1]))));
    }
    UnitReport {
        name: vessel.name.clone(),
        person: Some(captain.name.clone()),
        shape: cards::shape(&campaign.rules().hulls[usize::from(vessel.design.hull)]),
        is_lost: report.is_lost,
        gauges,
        story,
    }
}
