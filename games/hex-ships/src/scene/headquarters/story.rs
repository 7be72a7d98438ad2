//! The story of a campaign: what every battle brought, and what the fleet was worth.

use game::{Arg, Message};
use scene::{ChapterCard, Gauge, UnitReport};

use super::{cards, chart};
use crate::campaign::{Campaign, Chapter, ShipReport};
use crate::ship::Fate;

/// The sentences about the end, in the order of [`game::JourneyEnd::ALL`].
pub(super) const END: [&str; 3] = ["campaign.end.won", "campaign.end.lost", "campaign.end.given-up"];

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
    ChapterCard {
        title: campaign.mission(chapter.mission).title.in_language(language).to_owned(),
        state: chart::state_of(chapter.fortune),
        story,
        units: chapter.ships.iter().map(|report| unit(campaign, report)).collect(),
    }
}

fn unit(campaign: &Campaign, report: &ShipReport) -> UnitReport {
    let vessel = &campaign.vessels()[usize::from(report.ship)];
    let captain = &campaign.captains()[usize::from(report.captain)];
    let gauge = |key, value: i64| Gauge::count(Message::new(key), None, value);
    let said = |key| Message::new(key).with("ship", vessel.name.clone()).with("captain", captain.name.clone());
    let mut story = Vec::new();
    match report.fate {
        Fate::Destroyed => story.push(said("campaign.story.destroyed")),
        _ if report.is_lost => story.push(said("campaign.story.left-behind")),
        Fate::Withdrawn => story.push(said("campaign.story.withdrew")),
        Fate::Escaped => story.push(said("campaign.story.escaped")),
        Fate::Waiting | Fate::Aboard | Fate::Here => {}
    }
    if report.is_lost {
        let key = if report.captain_lives { "campaign.story.captain-lives" } else { "campaign.story.captain-died" };
        story.push(said(key));
    }
    if report.levels[1] > report.levels[0] {
        story.push(said("campaign.story.level").with("level", Arg::Number(i64::from(report.levels[1]))));
    }
    UnitReport {
        name: vessel.name.clone(),
        person: captain.name.clone(),
        shape: cards::shape(&campaign.rules().hulls[usize::from(vessel.design.hull)]),
        is_lost: report.is_lost,
        gauges: vec![
            gauge("campaign.gauge.dealt", i64::from(report.deeds.dealt)),
            gauge("campaign.gauge.taken", i64::from(report.deeds.taken)),
            gauge("campaign.gauge.kills", i64::from(report.kills)),
            gauge("campaign.gauge.gained", i64::from(report.experience)),
        ],
        story,
    }
}
