//! The headquarters of a campaign as plain data.

mod cards;
mod chart;
mod mission;
mod story;

use game::{Journey as _, Message, Seat};
use scene::{DrawJourney, Gauge, Headquarters, Question, StepButton, TravellerCard, UnitCard};

use crate::campaign::{Campaign, CampaignStep, Captain, Stage, Vessel};

impl DrawJourney for Campaign {
    fn headquarters(&self, seat: Seat, language: &str) -> Headquarters {
        let plan = self.plan();
        let units: Vec<UnitCard> = (0..)
            .zip(self.vessels())
            .filter(|(_, vessel)| !vessel.is_lost)
            .map(|(number, vessel)| cards::unit(self, number, vessel, seat, language))
            .collect();
        let in_reserve = |(number, captain): &(u8, &Captain)| captain.is_alive && self.ship_of(*number).is_none();
        let reserve = (0..)
            .zip(self.captains())
            .filter(in_reserve)
            .map(|(number, _)| cards::person(self, number, seat, language));
        let (stations, roads) = chart::of(self, seat, language);
        Headquarters {
            title: plan.title.in_language(language).to_owned(),
            about: plan.about.in_language(language).to_owned(),
            gauges: self.gauges(seat),
            stations,
            roads,
            mission: self.current().map(|mission| mission::of(self, mission, language)),
            units,
            reserve: reserve.collect(),
            lost: story::lost(self, language),
            start: matches!(self.stage(), Stage::Headquarters { .. }).then(|| self.start_button(seat)),
            steps: self.other_buttons(seat),
            travellers: Seat::first(self.commanders).map(|one| self.traveller(one, seat)).collect(),
            question: self.question(seat),
            chapters: story::of(self, language),
            worth: story::worth(self),
            end: self.end().map(|end| story::end(self, end, language)),
        }
    }
}

impl Campaign {
    /// A button for a step: pressable, or with the reason why not.
    fn button(&self, seat: Seat, step: &CampaignStep, label: Message) -> StepButton {
        StepButton { step: self.write(step), label, refused: self.refuses(seat, step), ask: None, is_on: false }
    }

    fn gauges(&self, seat: Seat) -> Vec<Gauge> {
        let docked = self.docked(seat) as i64;
        let afloat = self.vessels().iter().filter(|vessel: &&Vessel| !vessel.is_lost).count() as i64;
        let dock = Gauge::count(Message::new("campaign.gauge.dock"), None, docked);
        vec![
            Gauge::count(Message::new("campaign.gauge.ships"), None, afloat),
            Gauge::count(Message::new("campaign.gauge.worth"), None, i64::from(self.worth())),
            // Whoever takes over the ships of the other one may have more of them in the dock than it takes.
            Gauge { most: Some(i64::from(self.plan().dock).max(docked)), ..dock },
        ]
    }

    /// What a commander has decided, and what another one can ask of them.
    fn traveller(&self, seat: Seat, viewer: Seat) -> TravellerCard {
        let together = self.present().count() > 1 && self.end().is_none();
        let says = if self.has_left(seat) {
            Some("campaign.traveller.left")
        } else if self.gives_up(seat) && together {
            Some("campaign.traveller.gives-up")
        } else if self.asks_alone(seat) {
            Some("campaign.traveller.asks")
        } else if self.is_ready(seat) && together {
            Some("campaign.traveller.ready")
        } else {
            None
        };
        let named = |key| Message::new(key).with("name", seat);
        let without = together.then(|| StepButton {
            ask: Some(Message::new("campaign.ask.go-alone")),
            ..self.button(seat, &CampaignStep::HandOver, Message::new("campaign.step.go-alone"))
        });
        // Whoever is asked answers first.
        let ask = (together && seat != viewer && !self.has_left(viewer) && !self.asks_alone(seat)).then(|| {
            let (step, label) = if self.asks_alone(viewer) {
                (CampaignStep::StayTogether, "campaign.step.ask-no-more")
            } else {
                (CampaignStep::AskAlone, "campaign.step.ask-alone")
            };
            self.button(viewer, &step, Message::new(label))
        });
        TravellerCard { has_left: self.has_left(seat), says: says.map(named), ask, without }
    }

    /// The other commander's question (HS-45).
    fn question(&self, seat: Seat) -> Option<Question> {
        let asker = self.present().find(|other| *other != seat && self.asks_alone(*other))?;
        let no = self.button(seat, &CampaignStep::StayTogether, Message::new("campaign.step.stay-together"));
        let yes = StepButton {
            ask: Some(Message::new("campaign.ask.hand-over")),
            ..self.button(seat, &CampaignStep::HandOver, Message::new("campaign.step.agree-alone"))
        };
        Some(Question {
            asker,
            text: Message::new("campaign.question.alone").with("name", asker),
            answers: vec![yes, no],
        })
    }

    fn start_button(&self, seat: Seat) -> StepButton {
        if self.is_ready(seat) {
            let wait = self.button(seat, &CampaignStep::Wait, Message::new("campaign.step.wait"));
            return StepButton { is_on: true, ..wait };
        }
        let others_wait = !self.present().all(|other| other == seat || self.is_ready(other));
        let key = if others_wait { "campaign.step.ready" } else { "campaign.step.start" };
        self.button(seat, &CampaignStep::Start, Message::new(key))
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
