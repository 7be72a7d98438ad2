//! What is played: the game's name, what it is played for, and the options of this match.

use game::{Message, Setup, Unusual, UnusualSet};

use crate::{Client, sentence};

impl Client {
    /// What the one person here plays for; for several people and for those who watch, what everybody plays for.
    pub fn aim_in_words(&self) -> String {
        let own = self.own_seat().and_then(|seat| self.picture.aims.get(seat.index()));
        sentence(&self.say(own.unwrap_or(&self.picture.aim_watching)))
    }

    /// Every option of this match that is on or not as usual.
    pub fn unusual_options(&self) -> Vec<Unusual> {
        let specs = self.game.info().options;
        Setup::read(specs, &self.setup).map_or_else(|_| Vec::new(), |setup| setup.unusual(specs, &self.texts))
    }

    /// An option with its value.
    pub fn option_in_words(&self, option: &Unusual) -> String {
        match &option.set {
            UnusualSet::On => option.name.clone(),
            UnusualSet::Off => self.tongue.tell(&Message::new("options.off").with("name", option.name.clone())),
            UnusualSet::To(value) => format!("{}: {value}", option.name),
        }
    }

    /// Every option of this match that is on or not as usual, each with its value.
    pub fn options_in_words(&self) -> Vec<String> {
        self.unusual_options().iter().map(|option| self.option_in_words(option)).collect()
    }
}
