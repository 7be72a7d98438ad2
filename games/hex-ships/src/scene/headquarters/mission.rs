//! The next battle of a campaign: briefing, aims, limits, rewards, and what is known of the enemy.

use game::{Arg, Message};
use scene::{FoeCard, Gauge, Mission};

use super::cards;
use crate::campaign::Campaign;
use crate::fleet::{Design, Fleet};
use crate::rules::{Limits, MOST_DEPLOYED, Next};
use crate::scene::aims;

pub(super) fn of(campaign: &Campaign, index: u8, language: &str) -> Mission {
    let mission = campaign.mission(index);
    let (rules, set) = (campaign.rules(), campaign.set());
    let text = &mission.enemies[usize::from(campaign.difficulty())];
    let foes = Fleet::read(text, rules, set).map(|fleet| fleet.ships).unwrap_or_default();
    let ours = campaign.battle_fleet(index, &campaign.sent());
    let cost = |ships: &[Design]| ships.iter().map(|ship| i64::from(ship.cost(rules, set))).sum::<i64>();
    let (own, enemy) = (cost(&ours), cost(&foes));
    let most = own.max(enemy).max(1);
    let strength = |key, value| Gauge { most: Some(most), ..Gauge::count(Message::new(key), None, value) };
    Mission {
        title: mission.title.in_language(language).to_owned(),
        briefing: mission.briefing.in_language(language).to_owned(),
        facts: facts(campaign, index, [&ours, &foes], language),
        foes: cards_of(campaign, &foes),
        strength: [strength("campaign.gauge.ours", own), strength("campaign.gauge.enemy", enemy)],
    }
}

fn facts(campaign: &Campaign, index: u8, fleets: [&[Design]; 2], language: &str) -> Vec<Message> {
    let (mission, rules) = (campaign.mission(index), campaign.rules());
    let hull = |design: &Design| Arg::Text(rules.hulls[usize::from(design.hull)].name.clone());
    let names = campaign.battle_names(index, &campaign.sent());
    let mut facts = vec![aims::of_plan(&mission.scenario, fleets, &names, rules)];
    facts.push(Message::new("campaign.fact.rounds").with("count", i64::from(mission.scenario.rounds)));
    for (guest, name) in (0..).zip(&mission.guest_names) {
        let joins = Message::new("campaign.fact.guest").with("name", name.clone());
        facts.push(joins.with("ship", aims::planned_ship(fleets[0], 0, guest, rules)));
    }
    facts.extend(limits(&mission.scenario.limits[0], mission.guests.len()));
    let reward = &mission.reward;
    for ship in &reward.ships {
        facts.push(Message::new("campaign.fact.ship").with("hull", hull(ship)));
    }
    if reward.experience > 0 {
        facts.push(Message::new("campaign.fact.experience").with("count", i64::from(reward.experience)));
    }
    if reward.repairs {
        facts.push(Message::new("campaign.fact.repairs"));
    }
    for (key, next) in ["campaign.fact.after-win", "campaign.fact.after-draw", "campaign.fact.after-defeat"]
        .into_iter()
        .zip(&mission.next)
    {
        let titles = |list: &[u8]| {
            let titles: Vec<&str> =
                list.iter().map(|next| campaign.mission(*next).title.in_language(language)).collect();
            Arg::Text(titles.join(" / "))
        };
        let next = match next {
            Next::Missions(list) => titles(list),
            Next::Won => Arg::Word("campaign.next.won".to_owned()),
            Next::Lost => Arg::Word("campaign.next.lost".to_owned()),
        };
        facts.push(Message::new(key).with("next", next));
    }
    facts
}

/// The limits of a mission count its guests. Of its own ships a fleet sends so many fewer, and never more than HS-40 says.
fn limits(limits: &Limits, guests: usize) -> Vec<Message> {
    let most = limits.ships.map_or(MOST_DEPLOYED, |ships| usize::from(ships).saturating_sub(guests).min(MOST_DEPLOYED));
    let most = most as i64;
    let said = |key, number: Option<i64>| number.map(|count| Message::new(key).with("count", count));
    let all = [
        said(if guests > 0 { "campaign.fact.most-own-ships" } else { "campaign.fact.most-ships" }, Some(most)),
        said("campaign.fact.largest", limits.largest.map(i64::from)),
        said("campaign.fact.sizes", limits.sizes.map(i64::from)),
        said("campaign.fact.points", limits.points.map(i64::from)),
    ];
    all.into_iter().flatten().collect()
}

/// The enemy's ships, equal ones together.
fn cards_of(campaign: &Campaign, foes: &[Design]) -> Vec<FoeCard> {
    let mut kinds: Vec<(Design, u8)> = Vec::new();
    for foe in foes {
        match kinds.iter_mut().find(|(known, _)| known == foe) {
            Some((_, count)) => *count += 1,
            None => kinds.push((*foe, 1)),
        }
    }
    let card = |(design, count): (Design, u8)| {
        let hull = &campaign.rules().hulls[usize::from(design.hull)];
        let [command, gunnery, engineering] = design.ranks.map(i64::from);
        let captain = Message::new("sheet.captain").with("level", i64::from(design.level())).with("command", command);
        let mut about = cards::weapons(campaign, &design);
        about.insert(0, captain.with("gunnery", gunnery).with("engineering", engineering));
        FoeCard { title: cards::kind(hull, None), shape: cards::shape(hull), count, about }
    };
    kinds.into_iter().map(card).collect()
}
