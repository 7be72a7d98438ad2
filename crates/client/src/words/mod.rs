//! What is said beside the board: who plays what, what was picked, what happened, and how it ended.

mod about;
mod outcome;
mod picked;
mod pieces;
mod queue;
mod sheet;

use game::{Message, Seat};

use crate::{Client, Source, Tongue, Undone};

impl Client {
    /// Says everything in this language from now on.
    pub fn speak(&mut self, tongue: &Tongue) {
        self.texts = self.game.texts(tongue.language);
        self.tongue = tongue.clone();
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
                Some(name) if name == game::UNNAMED => self.tongue.say("who.person"),
                Some(name) => game::computer_level(name).map_or_else(|| name.clone(), computer),
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

    /// What a player is called in sentences: a person by name, if nobody else is called the same; all others by the seat.
    pub fn person_name(&self, seat: Seat) -> String {
        let is_other = |name: &str, other: Seat| {
            let same = |called: &str| called.eq_ignore_ascii_case(name);
            other != seat && (same(&self.seat_name(other)) || self.given_name(other).is_some_and(same))
        };
        let name = self.given_name(seat).filter(|name| !Seat::first(self.seats).any(|other| is_other(name, other)));
        name.map_or_else(|| self.seat_name(seat), str::to_owned)
    }

    /// The name that a person has at a table of a server, or had in the match of a record.
    fn given_name(&self, seat: Seat) -> Option<&str> {
        let name = match &self.source {
            Source::Local(_) => None,
            Source::Online(online) => online.name_of(seat).filter(|_| online.bot(seat).is_none()),
            Source::Replay(replay) => replay.names.get(seat.index()).map(String::as_str),
        };
        name.filter(|name| !name.is_empty() && *name != game::UNNAMED && game::computer_level(name).is_none())
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

    /// Why nobody here can act now; none if somebody can.
    pub fn why_not_now(&self) -> Option<String> {
        let online = self.online();
        Some(match () {
            () if self.is_over() || self.replay().is_some() => self.tongue.say("over.already"),
            () if self.history.is_past_shown() => self.tongue.say("note.in-the-past"),
            () if online.is_some_and(|online| online.you.is_none()) => self.tongue.say("note.watching"),
            () if online.is_some_and(|online| !online.begun) => self.tongue.say("note.not-everybody"),
            () if self.turn_is_here() => return None,
            () => self.tongue.say("note.not-your-turn"),
        })
    }

    /// What was taken back, in words. A pick needs no words.
    pub fn undone_in_words(&self, undone: Undone) -> Option<String> {
        match undone {
            Undone::Pick => None,
            Undone::Step if self.plan.is_empty() => Some(self.tongue.say("plan.none")),
            Undone::Step => Some(self.tongue.tell(&Message::new("plan.left").with("count", self.plan.len() as i64))),
            Undone::Action => Some(self.tongue.say("undo.done")),
            Undone::Sent => Some(self.tongue.say("undo.sent")),
            Undone::Nothing => Some(self.tongue.say("undo.nothing")),
        }
    }

    /// The last step of the plan in words. With switches it is only the first sentence, since the switches show the rest,
    /// and the side that the shot would hit.
    pub fn last_step_in_words(&self) -> Option<String> {
        let story = self.plan_shown()?.last_story();
        let scene = &self.picture.scene;
        let told = if scene.switches.is_empty() { story } else { story.get(..1)? };
        let aimed = scene.aimed.last().filter(|_| !scene.switches.is_empty()).map(|aimed| aimed.words.clone());
        let told: Vec<Message> = told.iter().cloned().chain(aimed).collect();
        Some(self.say_all(&told)).filter(|words| !words.is_empty())
    }

    /// How many steps are planned and not played yet, in words.
    pub fn plan_in_words(&self) -> Option<String> {
        let plan = self.plan_shown()?;
        Some(self.tongue.tell(&Message::new("plan").with("count", plan.len() as i64)))
    }
}
