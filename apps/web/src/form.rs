//! The form for a new match: the game's options, the players of the seats, and kits.

use ai::Level;
use catalog::{DynGame, Picture, RuledGame};
use game::{OptionSpec, PICKED, Preset, Seat, Seed, Setup, SetupError, SortedMap, Viewer};
use scene::{ByComputer, Chosen, Kit};
use serde::{Deserialize, Serialize};

/// The longest name of a kept kit, in characters.
pub const LONGEST_KIT_NAME: usize = 40;

/// A match that is being set up.
#[derive(Clone)]
pub struct NewGame {
    /// The game and its rule set.
    pub game: RuledGame,
    /// The values of the options, by key.
    pub options: SortedMap<&'static str, String>,
    /// The kind of opponent.
    pub opponent: Opponent,
    /// The level of the computer.
    pub level: String,
    /// The person's seat; `None` if chance decides.
    pub seat: Option<u8>,
    /// The number of seats with these options. If the options are invalid, the last valid number.
    pub seats: u8,
    /// The other players at a table of more than two.
    pub others: Vec<Sitter>,
    /// The seat that begins; `None` if chance decides.
    pub first: Option<u8>,
    /// The problem with the options, if there is one.
    pub problem: Option<SetupError>,
    /// Whether the folded options are open.
    pub unfolded: bool,
    /// The server's reason for the last refusal to make a table. The person can ask again.
    pub refused: Option<String>,
    /// Whether the page waits for the server's answer to a request for a table.
    pub asked: bool,
    /// The first position with these options.
    pub picture: Option<Picture>,
    /// The names under which kits would be kept, by option.
    pub kit_names: SortedMap<String, String>,
    /// The values of options before each change of a kit, the latest last.
    pub kit_past: Vec<(String, String)>,
    /// The option of the last message about keeping a kit, and the message.
    pub kit_told: Option<(String, String)>,
    /// The kits that people at one screen have kept while they chose unseen: the option, and the name.
    pub kept_unseen: Vec<(String, String)>,
    /// Whether people at one screen choose their kits one after the other, unseen by the others.
    pub unseen: bool,
    /// Who chooses now, while people at one screen do that.
    pub choosing: Option<Choosing>,
}

/// Somebody at one screen chooses a kit that nobody else may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choosing {
    /// The seat.
    pub seat: u8,
    /// Whether that person has the device. Until then nothing is shown.
    pub is_here: bool,
}

impl NewGame {
    /// The preset that matches all chosen options, if one does. Options of a seat do not count.
    pub fn preset(&self) -> Option<&'static Preset> {
        self.game.info().presets.iter().find(|preset| {
            self.common_options()
                .all(|spec| self.options.get(spec.key).is_some_and(|value| value == preset_value(preset, spec)))
        })
    }

    /// Sets all options to the values of a preset.
    pub fn take_preset(&mut self, key: &str) {
        let Some(preset) = self.game.info().presets.iter().find(|preset| preset.key == key) else { return };
        let chosen: Vec<_> =
            self.common_options().map(|spec| (spec.key, preset_value(preset, spec).to_owned())).collect();
        self.options.extend(chosen);
        self.draw();
    }

    /// The options that belong to no seat.
    fn common_options(&self) -> impl Iterator<Item = &'static OptionSpec> {
        self.game.info().options.iter().filter(|spec| spec.seat.is_none())
    }
}

fn preset_value(preset: &Preset, spec: &OptionSpec) -> &'static str {
    preset.options.iter().find(|(key, _)| *key == spec.key).map_or(spec.default, |(_, value)| value)
}

impl NewGame {
    /// A match with every option at its default.
    pub fn new(game: impl Into<RuledGame>) -> Self {
        let game = game.into();
        let options = game.info().options.iter().map(|spec: &OptionSpec| (spec.key, spec.default.to_owned())).collect();
        let level = Level::default_level().name.clone();
        let mut new = Self {
            game,
            options,
            opponent: Opponent::Computer,
            level,
            seat: Some(0),
            seats: 2,
            others: Vec::new(),
            first: None,
            problem: None,
            unfolded: false,
            refused: None,
            asked: false,
            picture: None,
            kit_names: SortedMap::new(),
            kit_past: Vec::new(),
            kit_told: None,
            kept_unseen: Vec::new(),
            unseen: false,
            choosing: None,
        };
        new.leave_kits();
        new.draw();
        new
    }

    /// The form for a free seat at a table on the server with this setup. Only the options of that seat are still open.
    pub fn at_table(game: &RuledGame, setup: &str, seat: Seat) -> Self {
        let mut new = Self::new(game.clone());
        if let Ok(setup) = Setup::read(game.info().options, setup) {
            new.options = game.info().options.iter().map(|spec| (spec.key, setup.get(spec.key).to_owned())).collect();
        }
        (new.opponent, new.seat) = (Opponent::Online, Some(seat.0));
        new.leave_kits();
        new.draw();
        new
    }

    /// The options that are chosen here, as `key=value`.
    pub fn pairs(&self) -> Vec<String> {
        self.write(|spec| self.is_chosen_here(spec))
    }

    /// The options that hold for all seats, as `key=value`.
    pub fn public_pairs(&self) -> Vec<String> {
        self.write(|spec| spec.seat.is_none())
    }

    fn write(&self, wanted: impl Fn(&OptionSpec) -> bool) -> Vec<String> {
        let specs = self.game.info().options.iter().filter(|spec| wanted(spec));
        let mut pairs: Vec<String> =
            specs.filter_map(|spec| Some(format!("{}={}", spec.key, self.options.get(spec.key)?))).collect();
        game::sort(&mut pairs);
        pairs
    }

    /// Whether an option is chosen here. Online, the option of another seat is chosen by the person who sits there.
    pub fn is_chosen_here(&self, spec: &OptionSpec) -> bool {
        self.opponent != Opponent::Online
            || spec.seat.is_none()
            || self.own_option().is_some_and(|own| own.key == spec.key)
    }

    /// The option of the person's own seat. If chance decides the seat, it is the first seat's option, and its value
    /// moves with the person.
    pub fn own_option(&self) -> Option<&'static OptionSpec> {
        OptionSpec::of_seat(self.game.info().options, Seat(self.seat.unwrap_or(0)))
    }

    /// The value that the person has chosen for their own option. `None` if this seat has no option.
    pub fn own_choice(&self, seat: Seat) -> Option<String> {
        OptionSpec::of_seat(self.game.info().options, seat)?;
        self.options.get(self.own_option()?.key).cloned()
    }

    /// Takes another seat. Online, the value of the person's own option moves along.
    pub fn take_seat(&mut self, seat: Option<u8>) {
        let before = self.own_option();
        self.seat = seat;
        let (Some(before), Some(after)) = (before, self.own_option()) else { return };
        if self.opponent == Opponent::Online && before.key != after.key {
            let chosen = self.options.insert(before.key, before.default.to_owned());
            self.options.extend(chosen.map(|chosen| (after.key, chosen)));
        }
    }

    /// Whether the computer plays a seat of a match of two.
    pub fn is_computers(&self, seat: u8) -> bool {
        let here = self.opponent == Opponent::Computer && !self.is_for_many();
        here && self.seat.is_some_and(|own| own != seat)
    }

    /// Leaves the kits of computers to them where that is usual, and gives people the ready ones instead.
    pub fn leave_kits(&mut self) {
        for spec in self.game.info().options {
            let Some(seat) = spec.seat else { continue };
            let value = self.options.get(spec.key).map_or("", String::as_str);
            let is_usual = || self.kit(spec.key).is_some_and(|kit| kit.by_computer == ByComputer::Usual);
            if self.is_computers(seat) && value == spec.default && is_usual() {
                self.options.insert(spec.key, PICKED.to_owned());
            } else if !self.is_computers(seat) && value == PICKED {
                self.options.insert(spec.key, spec.default.to_owned());
            }
        }
    }

    /// The seats whose kits people at one screen can choose one after the other.
    pub fn choosers(&self) -> Vec<u8> {
        if self.opponent != Opponent::Screen || self.is_for_many() {
            return Vec::new();
        }
        let own = self.game.info().options.iter().filter_map(|spec| Some((spec.seat?, spec.key)));
        own.filter(|(_, key)| self.kit(key).is_some_and(|kit| !kit.fixed)).map(|(seat, _)| seat).collect()
    }

    fn setup(&self) -> Option<Setup> {
        let pairs = self.pairs();
        self.game.setup(pairs.iter().map(String::as_str)).ok()
    }

    /// The kit of an option. `None` if the option's value is not a kit.
    pub fn kit(&self, option: &str) -> Option<Kit> {
        self.game.kit(&self.setup()?, option)
    }

    /// The value of an option that stands for these choices.
    pub fn kit_text(&self, option: &str, chosen: &[Chosen]) -> String {
        self.setup().map(|setup| self.game.kit_text(&setup, option, chosen)).unwrap_or_default()
    }

    /// Sets the kit of an option. The caller has to redraw the picture.
    pub fn take_kit(&mut self, option: &str, chosen: &[Chosen]) {
        let text = self.kit_text(option, chosen);
        if let Some(spec) = self.game.info().options.iter().find(|spec| spec.key == option) {
            self.options.insert(spec.key, text);
        }
        self.kit_told = None;
    }

    /// Whether somebody else has kept the kit of this name while people at one screen choose unseen.
    pub fn is_kept_unseen(&self, option: &str, name: &str) -> bool {
        self.choosing.is_some() && self.kept_unseen.iter().any(|(by, kept)| by != option && kept == name)
    }

    /// The problem with the options in a language, with options as `` `key=value` ``.
    pub fn problem_in(&self, language: &str) -> Option<String> {
        self.problem.as_ref().map(|problem| problem.say(language, self.game.info()))
    }

    /// Draws the first position with these options, or sets the problem with them.
    pub fn draw(&mut self) {
        let pairs = self.pairs();
        let started = self
            .game
            .setup(pairs.iter().map(String::as_str))
            .map(|setup| self.game.settle(setup, |_| Level::default_level().number(), 0))
            .and_then(|setup| self.game.start(setup, Seed::number(0).into()));
        match started {
            Ok(client) => {
                let by_chance = !client.record().start_rolls.is_empty();
                self.first = client.actor().filter(|_| !by_chance).map(|seat| seat.0);
                self.picture = Some(client.start(Viewer::Spectator).0.unbegun().picture(false));
                self.problem = None;
                self.seats = client.seats();
                self.invite();
            }
            Err(error) => self.refuse(error),
        }
    }

    /// No match can begin with these options. They are unfolded to be corrected, and stay so.
    pub fn refuse(&mut self, problem: SetupError) {
        (self.problem, self.unfolded) = (Some(problem), true);
    }

    /// Fills every seat. Players who already sit there stay if the opponent allows it.
    fn invite(&mut self) {
        let usual = match self.opponent {
            Opponent::Computer => Sitter::Computer(self.level.clone()),
            Opponent::Screen => Sitter::Screen,
            Opponent::Online => Sitter::Link,
        };
        self.others.resize(usize::from(self.seats), usual.clone());
        let online = self.opponent == Opponent::Online;
        let is_wrong = |sitter: &Sitter| matches!((sitter, online), (Sitter::Screen, true) | (Sitter::Link, false));
        self.others.iter_mut().filter(|sitter| is_wrong(sitter)).for_each(|sitter| *sitter = usual.clone());
    }

    /// Fills every seat anew, for example after the opponent or the level has changed.
    pub fn invite_anew(&mut self) {
        self.others.clear();
        self.invite();
    }

    /// Whether the form has a choice of player for each seat.
    pub fn is_for_many(&self) -> bool {
        self.seats > 2
    }

    /// Whether the computer plays on a seat.
    pub fn has_computer(&self) -> bool {
        let other = |(seat, _): &(usize, &Sitter)| self.seat.map(usize::from) != Some(*seat);
        if self.is_for_many() {
            self.others.iter().enumerate().filter(other).any(|(_, sitter)| matches!(sitter, Sitter::Computer(_)))
        } else {
            self.opponent == Opponent::Computer
        }
    }
}

/// A kit that is kept in this browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptKit {
    /// The name that the person gave it.
    pub name: String,
    /// The value of the option.
    pub text: String,
}

impl KeptKit {
    /// The storage key of a game's kept kits.
    pub fn storage_key(game: &dyn DynGame) -> String {
        format!("sixfold.kits.{}", game.info().key)
    }
}

/// The player of a seat at a table of more than two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A person at the same screen.
    Screen,
    /// A person who gets the link.
    Link,
    /// The computer, at the level of this name.
    Computer(String),
}

/// The player that the form offers for a seat at a table of more than two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sits {
    /// The person who fills in the form.
    You,
    /// A person at the same screen.
    Screen,
    /// A person who gets the link.
    Link,
    /// The computer, at the level of this name.
    Computer(String),
}

impl From<Sitter> for Sits {
    fn from(sitter: Sitter) -> Self {
        match sitter {
            Sitter::Screen => Self::Screen,
            Sitter::Link => Self::Link,
            Sitter::Computer(level) => Self::Computer(level),
        }
    }
}

/// The kind of opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The computer.
    Computer,
    /// People at the same screen.
    Screen,
    /// People who get a link.
    Online,
}

impl Opponent {
    /// All kinds, in the order of the switch.
    pub const ALL: [Self; 3] = [Self::Computer, Self::Screen, Self::Online];
}
