//! The chart of a campaign: its missions, the ways between them, and where the fleet is.

use game::{Message, Seat};
use scene::{Road, Station, StationState};

use crate::campaign::{Campaign, CampaignStep, Fortune, Stage};
use crate::rules::Mission;

pub(super) fn state_of(fortune: Fortune) -> StationState {
    match fortune {
        Fortune::Won => StationState::Won,
        Fortune::Drawn => StationState::Drawn,
        Fortune::Lost => StationState::Lost,
    }
}

pub(super) fn of(campaign: &Campaign, seat: Seat, language: &str) -> (Vec<Station>, Vec<Road>) {
    let missions = &campaign.plan().missions;
    let mut ahead = vec![false; missions.len()];
    let (open, here): (&[u8], Option<u8>) = match campaign.stage() {
        Stage::Headquarters { open, chosen, .. } => (open, *chosen),
        Stage::Battle { mission, .. } => (&[], Some(*mission)),
        Stage::Over(_) => (&[], None),
    };
    let mut waiting: Vec<u8> = open.iter().copied().chain(here).collect();
    while let Some(index) = waiting.pop() {
        if !std::mem::replace(&mut ahead[usize::from(index)], true) {
            waiting.extend(missions[usize::from(index)].followers());
        }
    }
    let station = |(index, mission): (u8, &Mission)| {
        let fought = campaign.chapters().iter().rev().find(|chapter| chapter.mission == index);
        let go = (open.contains(&index) && open.len() > 1).then(|| {
            let button = campaign.button(seat, &CampaignStep::Go(index), Message::new("campaign.step.go"));
            scene::StepButton { is_on: here == Some(index), ..button }
        });
        Station {
            title: mission.title.in_language(language).to_owned(),
            place: mission.place,
            state: match fought {
                _ if here == Some(index) => StationState::Here,
                _ if open.contains(&index) => StationState::Open,
                Some(chapter) => state_of(chapter.fortune),
                None if ahead[usize::from(index)] => StationState::Ahead,
                None => StationState::Missed,
            },
            go,
        }
    };
    let stations = (0..).zip(missions).map(station).collect();
    let way: Vec<u8> = campaign.chapters().iter().map(|chapter| chapter.mission).chain(here).collect();
    let road = |from: u8, to: u8| Road {
        from: usize::from(from),
        to: usize::from(to),
        was_taken: way.windows(2).any(|pair| pair == [from, to]),
    };
    let mut roads: Vec<Road> = Vec::new();
    for (from, mission) in (0..).zip(missions) {
        for to in mission.followers() {
            let found = road(from, to);
            if !roads.contains(&found) {
                roads.push(found);
            }
        }
    }
    (stations, roads)
}
