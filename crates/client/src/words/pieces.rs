//! Pieces, directions and gauges in words.

use game::Message;
use hex::Direction;
use scene::{Badge, BadgeKind, End, Gauge, Health, Piece, Shape};

use crate::Client;

impl Client {
    /// A piece with everything that is known of it: owner, name, facing, health, condition and badges.
    pub fn piece_in_words(&self, piece: &Piece) -> String {
        let seat = self.seat_name(piece.seat);
        let message = match (&piece.title, &piece.shape) {
            (Some(_), shape) => {
                Message::new("piece.unit").with("title", self.thing_in_words(shape, piece.title.as_ref()))
            }
            (None, Shape::Stone) => Message::new("piece.stone"),
            (None, Shape::Hold) => Message::new("piece.hold"),
            (None, Shape::Die(face)) => Message::new("piece.die").with("face", i64::from(*face)),
            (None, Shape::Silhouette(_)) => Message::new("piece.other"),
        };
        let name = self.tongue.tell(&message.with("seat", seat));
        let facing = piece.facing.map(|way| {
            let way = self.direction_in_words(way);
            self.tongue.tell(&Message::new("piece.facing").with("way", way))
        });
        let health = piece.health.map(|health| self.health_in_words(health));
        let condition = piece.condition.as_ref().map(|condition| self.say(condition));
        let badges = piece.badges.iter().map(|badge| self.badge_in_words(*badge));
        let words = [Some(name), facing, health, condition].into_iter().flatten().chain(badges);
        words.collect::<Vec<_>>().join(", ")
    }

    fn badge_in_words(&self, badge: Badge) -> String {
        let message = match badge.kind {
            BadgeKind::Guard => Message::new("badge.guard"),
            BadgeKind::Weakened => Message::new("badge.weakened"),
            BadgeKind::Support => Message::new("badge.support"),
            BadgeKind::Speed => Message::new("badge.speed"),
            BadgeKind::Backwards => Message::new("badge.backwards"),
            BadgeKind::Disabled => Message::new("badge.disabled"),
            BadgeKind::Carries => Message::new("badge.carries"),
            BadgeKind::Covered => Message::new("badge.covered"),
        };
        self.tongue.tell(&message.with("count", i64::from(badge.count)))
    }

    fn health_in_words(&self, health: Health) -> String {
        let Some(value) = health.value else { return self.tongue.say("health.unknown") };
        let message = if health.remembered { Message::new("health.remembered") } else { Message::new("health") };
        self.tongue.tell(&message.with("value", i64::from(value)).with("most", i64::from(health.most)))
    }

    /// A direction of the lattice, as it is seen on the board as it is turned for the viewer.
    fn direction_in_words(&self, way: Direction) -> String {
        match self.ground.on_screen(way) {
            Direction::N => self.tongue.say("direction.N"),
            Direction::NE => self.tongue.say("direction.NE"),
            Direction::SE => self.tongue.say("direction.SE"),
            Direction::S => self.tongue.say("direction.S"),
            Direction::SW => self.tongue.say("direction.SW"),
            Direction::NW => self.tongue.say("direction.NW"),
        }
    }

    /// A place where the piece that moves can end its move, with the directions that it can face there.
    pub fn end_in_words(&self, end: &End) -> String {
        let ways: Vec<String> = end.facings.iter().map(|way| self.direction_in_words(*way)).collect();
        let message = Message::new(if end.costly { "place.end.costly" } else { "place.end" });
        self.tongue.tell(&message.with("ways", ways.join(", ")))
    }

    /// The value of a gauge, and the part after it that says the most that there could be, if there is a most.
    pub fn gauge_numbers(&self, gauge: &Gauge) -> (String, Option<String>) {
        let number = |number| self.texts.number(&number);
        (number(gauge.shown()), gauge.most_shown().map(|most| format!("/{}", number(most))))
    }

    /// The value of a gauge with the most that there could be.
    pub fn gauge_number(&self, gauge: &Gauge) -> String {
        let (value, most) = self.gauge_numbers(gauge);
        value + &most.unwrap_or_default()
    }

    /// What is counted for a seat, or for all. A gauge without a seat is a sentence with its number at the end.
    pub fn count_in_words(&self, gauge: &Gauge) -> String {
        let (label, number) = (self.say(&gauge.label), self.gauge_number(gauge));
        if gauge.seat.is_none() { format!("{label}: {number}") } else { format!("{number} {label}") }
    }
}
