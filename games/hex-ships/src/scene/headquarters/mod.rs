//! The headquarters of a campaign as plain data.

mod cards;
mod chart;
mod mission;
mod story;

use game::{Journey as _, Message, Seat};
use scene::{DrawJourney, Gauge, Headquarters, StepButton, UnitCard};

use crate::campaign::{Campaign, CampaignStep, Captain, Stage, Vessel};

impl DrawJourney for Campaign {
    fn headquarters(&self, seat: Seat, language: &str) -> Headquarters {
        let plan = self.plan();
        let units: Vec<UnitCard> = (0..)
            .zip(self.vessels())
            .filter(|(_, vessel)| !vessel.is_lost)
            .map(|(number, vessel)| cards::unit(self, number, vessel, seat))
            .collect();
        let in_reserve = |(number, captain): &(u8, &Captain)| captain.is_alive && self.ship_of(*number).is_none();
        let reserve =
            (0..).zip(self.captains()).filter(in_reserve).map(|(number, _)| cards::person(self, number, seat));
        let (stations, roads) = chart::of(self, seat, language);
        Headquarters {
            title: plan.title.in_language(language).to_owned(),
            about: plan.about.in_language(language).to_owned(),
            gauges: self.gauges(),
            stations,
            roads,
            mission: self.current().map(|mission| mission::of(self, mission, language)),
            units,
            reserve: reserve.collect(),
            start: matches!(self.stage(), Stage::Headquarters { .. }).then(|| self.start_button(seat)),
            steps: self.other_buttons(seat),
            chapters: story::of(self, language),
            worth: story::worth(self),
            end: self.end().map(|end| Message::new(story::END[end as usize])),
        }
    }
}

impl Campaign {
    /// A button for a step: pressable, or with the reason why not.
    fn button(&self, seat: Seat, step: &CampaignStep, label: Message) -> StepButton {
        StepButton { step: self.write(step), label, refused: self.refuses(seat, step), ask: None, is_on: false }
    }

    fn gauges(&self) -> Vec<Gauge> {
        let docked = self.vessels().iter().filter(|vessel| vessel.is_docked).count() as i64;
        let afloat = self.vessels().iter().filter(|vessel: &&Vessel| !vessel.is_lost).count() as i64;
        let dock = Gauge::count(Message::new("campaign.gauge.dock"), None, docked);
        vec![
            Gauge::count(Message::new("campaign.gauge.ships"), None, afloat),
            Gauge::count(Message::new("campaign.gauge.worth"), None, i64::from(self.worth())),
            Gauge { most: Some(i64::from(self.plan().dock)), ..dock },
        ]
    }

    fn start_button(&self, seat: Seat) -> StepButton {
        let others_wait = !self.present().all(|other| other == seat || self.is_ready(other));
        let key = if others_wait { "campaign.step.ready" } else { "campaign.step.start" };
        StepButton { is_on: self.is_ready(seat), ..self.button(seat, &CampaignStep::Start, Message::new(key)) }
    }

    fn other_buttons(&self, seat: Seat) -> Vec<StepButton> {
        if self.end().is_some() || self.has_left(seat) {
            return Vec::new();
        }
        let asked = |step: CampaignStep, label, ask| StepButton {
            ask: Some(Message::new(ask)),
            ..self.button(seat, &step, Message::new(label))
        };
        let mut buttons = Vec::new();
        let (together, other) = (self.present().count() > 1, self.present().find(|other| *other != seat));
        if together {
            buttons.push(asked(CampaignStep::HandOver, "campaign.step.hand-over", "campaign.ask.hand-over"));
        }
        // Two commanders give a campaign up together: the last one to agree ends it.
        let (label, ask) = match other {
            Some(other) if self.gives_up(other) => ("campaign.step.give-up-too", "campaign.ask.give-up"),
            Some(_) => ("campaign.step.give-up", "campaign.ask.give-up-together"),
            None => ("campaign.step.give-up", "campaign.ask.give-up"),
        };
        buttons.push(StepButton { is_on: self.gives_up(seat), ..asked(CampaignStep::GiveUp, label, ask) });
        buttons
    }
}
