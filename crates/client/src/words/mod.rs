//! What is said beside the board: who plays what, what was picked, what happened, and how it ended.

mod about;
mod outcome;
mod picked;
mod sheet;

use game::{Message, Seat};

use crate::{Client, Source};

impl Client {
    /// Says everything in this language from now on.
    pub fn speak(&mut self, language: &str) {
        self.texts = self.game.texts(language);
        self.tongue = crate::Tongue::of(language, &[]);
    }

    /// Who sits there: the computer with its level, a person by name if they have one, or nobody.
    pub fn player_in_words(&self, seat: Seat) -> String {
        let computer = |level: &str| self.tongue.tell(&Message::new("who.computer").with("level", level.to_owned()));
        match &self.source {
            Source::Local(local) => match local.level(seat) {
                Some(level) => computer(&level.name),
                None if self.own_seat().is_some() => self.tongue.say("who.you"),
                None => self.tongue.say("who.person"),
            },
            Source::Replay(replay) => match replay.names.get(seat.index()) {
                // Records name the computer in English.
                Some(name) => name.strip_prefix("Sixfold, level ").map_or_else(|| name.clone(), computer),
                None => String::new(),
            },
            Source::Online(online) => match (online.bot(seat), online.name_of(seat)) {
                (Some(level), _) => computer(level),
                (None, None) => self.tongue.say("who.nobody"),
                (None, Some("")) => self.tongue.say("who.person"),
                (None, Some(name)) => name.to_owned(),
            },
        }
    }

    /// What somebody at a table of a server is called: by name, or by the seat.
    pub fn person_name(&self, seat: Seat) -> String {
        match self.online().and_then(|online| online.name_of(seat)) {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => self.seat_name(seat),
        }
    }

    /// To whom the device is to be handed, in a sentence without a full stop: it is a title too.
    pub fn hand_over_in_words(&self, to: Seat) -> String {
        self.tongue.tell(&Message::new("hand-over").with("seat", self.seat_name(to)))
    }

    /// The hint that is shown, in words.
    pub fn hint_in_words(&self) -> Option<String> {
        let hint = self.hint_shown()?;
        let message = Message::new("hint.is").with("move", self.say_all(&hint.story)).with("percent", hint.percent);
        Some(self.tongue.tell(&message))
    }

    /// How many steps are planned and not played yet, in words.
    pub fn plan_in_words(&self) -> Option<String> {
        let plan = self.plan_shown()?;
        Some(self.tongue.tell(&Message::new("plan").with("count", plan.len() as i64)))
    }
}
