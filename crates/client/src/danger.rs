//! Danger at a glance: what could be attacked in the opponents' next turn, worked out only while it is shown.

use game::{Message, Seat};
use scene::{Area, Place, Threat, ThreatKind};

use crate::Client;

/// What is shown of danger.
#[derive(Clone, Debug, Default)]
pub enum Danger {
    /// Nothing.
    #[default]
    Hidden,
    /// The danger at the position that is shown.
    Shown {
        /// The threats, the worst first.
        threats: Vec<Threat>,
        /// Where a piece could be attacked, if the game tells it. The places are sorted.
        exposed: Option<Area>,
    },
}

impl Danger {
    /// Whether it is shown.
    pub fn is_shown(&self) -> bool {
        matches!(self, Self::Shown { .. })
    }
}

impl Client {
    /// The seat whose danger is shown: that of the person here, else of the side at the bottom, else the one that acts.
    pub fn endangered(&self) -> Option<Seat> {
        self.hand().or_else(|| self.viewpoint()).or_else(|| self.actor_shown())
    }

    /// Shows the danger, or hides it if it is shown.
    pub fn toggle_danger(&mut self) {
        let shown = Danger::Shown { threats: Vec::new(), exposed: None };
        self.danger = if self.danger.is_shown() { Danger::Hidden } else { shown };
        self.refresh_danger();
    }

    /// Works out the danger of the position that is shown, if it is shown.
    pub(crate) fn refresh_danger(&mut self) {
        if !self.danger.is_shown() {
            return;
        }
        let position = if self.is_undecided() { self.history.after(self.landed()) } else { self.position() };
        let seat = self.endangered();
        let mut threats = seat.map(|seat| position.danger(seat)).unwrap_or_default();
        game::sort_by_key(&mut threats, |threat| (threat.kind, threat.moves, std::cmp::Reverse(threat.percent)));
        let mut exposed = seat.and_then(|seat| position.exposed(seat));
        if let Some(area) = &mut exposed {
            game::sort(&mut area.places);
        }
        self.danger = Danger::Shown { threats, exposed };
    }

    /// The threats that are shown, the worst first.
    pub fn threats(&self) -> &[Threat] {
        match &self.danger {
            Danger::Shown { threats, .. } => threats,
            Danger::Hidden => &[],
        }
    }

    /// The places at which a piece of the seat could be attacked, while danger is shown.
    pub fn exposed(&self) -> Option<&Area> {
        match &self.danger {
            Danger::Shown { exposed, .. } => exposed.as_ref(),
            Danger::Hidden => None,
        }
    }

    /// Whether a piece of the seat could be attacked at this place, while danger is shown.
    pub fn is_exposed(&self, place: Place) -> bool {
        self.exposed().is_some_and(|area| area.places.binary_search(&place).is_ok())
    }

    /// Whose danger is shown, in words, while it is shown.
    pub fn danger_title(&self) -> Option<String> {
        let seat = self.endangered().filter(|_| self.danger.is_shown())?;
        Some(self.tongue.tell(&Message::new("danger.of").with("seat", self.person_name(seat))))
    }

    /// Says that nothing is in danger, if it is shown and nothing is.
    pub fn no_danger_in_words(&self) -> Option<String> {
        (self.danger.is_shown() && self.threats().is_empty()).then(|| self.tongue.say("danger.nothing"))
    }

    /// The worst threat to a place, of those that are shown.
    pub fn worst_at(&self, place: Place) -> Option<ThreatKind> {
        self.threats().iter().filter(|threat| threat.places.contains(&place)).map(|threat| threat.kind).min()
    }
}
