//! What is played: the game's name, what it is played for, and the options of this match.

use game::{Message, Setup, Unusual, UnusualSet};

use crate::{Client, sentence};

impl Client {
    /// What the one person here plays for; for several people and for those who watch, what everybody plays for.
    pub fn aim_in_words(&self) -> String {
        let own = self.own_seat().and_then(|seat| self.picture.aims.get(seat.index()));
        sentence(&self.say(own.unwrap_or(&self.picture.aim_watching)))
    }

    /// The rule set, if it is not the built-in one, and every option of this match that is on or not as usual.
    pub fn unusual_options(&self) -> Vec<Unusual> {
        let specs = self.game.info().options;
        let options = Setup::read(specs, &self.setup).map(|setup| setup.unusual(specs, &self.texts));
        let rules = self.game.rules().map(|rules| Unusual {
            name: self.tongue.say("rule-set"),
            set: UnusualSet::To(rules.name.clone()),
            help: Some(self.tongue.tell(&Message::new("rule-set.help").with("fingerprint", rules.fingerprint.short()))),
        });
        rules.into_iter().chain(options.unwrap_or_default()).collect()
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
