//! A match on this device: its rules run here. A client can keep it as a record and restore it from there.

use ai::Level;
use catalog::{DynMatch, Request, RuledGame};
use game::{
    Exit, Message, Outcome, PlayError, Record, Refusal, RuleFiles, Seat, Seed, Setup, SetupError, Viewer, What,
};
use serde::{Deserialize, Serialize};

use crate::{Client, Moment, Source, Tongue};

/// A match on this device.
pub struct Local {
    /// Its name in addresses and in the storage.
    pub id: String,
    /// A number from which the searches of its computers can begin. The match itself may have a longer seed.
    pub seed: u64,
    /// Who sits where.
    pub players: Vec<Player>,
    /// The journey that the match is part of, by its name in addresses.
    pub journey: Option<String>,
    /// The match itself.
    pub played: Box<dyn DynMatch>,
    /// Its game.
    game: RuledGame,
    /// Who has the device in hand, where two people at one screen must not see each other's view.
    pub holder: Option<Seat>,
    /// Whether that person still looks at the result of their own move.
    pub lingers: bool,
    /// Whose side of the board is at the bottom.
    pub side: Side,
}

/// Whose side of the board is at the bottom, of several people at one screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Always the first person's, so that the drawing does not turn with every turn.
    #[default]
    First,
    /// That of the person who acts, else of the only one, else of the last who acted.
    Acting,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// Somebody at this screen.
    Person,
    /// The computer, at the level of this name.
    Computer(String),
}

/// A match as it lies in the storage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedLocal {
    /// Which game.
    pub game: String,
    /// Who sits where.
    pub players: Vec<Player>,
    /// The match as text, see [`game::Record`].
    pub record: String,
    /// When something last happened, in milliseconds of the browser's clock.
    pub updated: f64,
    /// The rule set of the match; none for the built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleFiles>,
    /// How many actions there are.
    pub actions: usize,
    /// Whether it is over.
    pub over: bool,
    /// Who has won, once it is over: several for a shared first place, all for a draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Seat>,
    /// The journey that it is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journey: Option<String>,
}

impl Local {
    fn new(game: RuledGame, id: String, seed: u64, players: Vec<Player>, played: Box<dyn DynMatch>) -> Self {
        Self { id, seed, players, journey: None, played, game, holder: None, lingers: false, side: Side::default() }
    }

    /// A new match.
    pub(crate) fn start(
        game: RuledGame,
        setup: Setup,
        (id, seed): (String, Seed),
        players: Vec<Player>,
    ) -> Result<Self, SetupError> {
        let number = number(&seed);
        let mut table = game.start(setup, seed.into())?;
        for (seat, player) in Seat::first(table.seats()).zip(&players) {
            match player {
                Player::Person => {}
                Player::Computer(level) => table.name_player(seat, &game::computer_name(level)),
            }
        }
        Ok(Self::new(game, id, number, players, table))
    }

    /// Where a match of this id lies in the storage.
    pub fn storage_key(id: &str) -> String {
        format!("sixfold.local.{id}")
    }

    /// Whether a person sits there.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()) == Some(&Player::Person)
    }

    /// The level of the computer that sits there; none for a person.
    pub fn level(&self, seat: Seat) -> Option<&'static Level> {
        match self.players.get(seat.index()) {
            Some(Player::Computer(name)) => Some(Level::named(name).unwrap_or_else(Level::default_level)),
            _ => None,
        }
    }

    /// Where the people at this screen sit.
    pub fn people(&self) -> impl Iterator<Item = Seat> {
        Seat::first(self.played.seats()).filter(|seat| self.is_person(*seat))
    }

    /// The one person at this screen; none if there are several or none.
    pub fn only_person(&self) -> Option<Seat> {
        let mut people = self.people();
        people.next().filter(|_| people.next().is_none())
    }

    /// The match for the storage.
    pub fn saved(&self, now: f64) -> SavedLocal {
        SavedLocal {
            game: self.played.info().key.to_owned(),
            players: self.players.clone(),
            record: self.played.record().to_string(),
            rules: self.game.rule_files().cloned(),
            updated: now,
            actions: self.played.events(),
            over: self.played.is_over(),
            winners: winners(self.played.outcome(), self.played.seats()),
            journey: self.journey.clone(),
        }
    }

    /// The person who has to get the device before anything is shown. There is one only while something is hidden, if
    /// several people sit here, and after the holder has seen the result of their own move.
    pub fn hand_over_to(&self) -> Option<Seat> {
        self.next_holder().filter(|_| !self.lingers)
    }

    /// The person who acts and does not have the device yet, if something is hidden from others here.
    pub fn next_holder(&self) -> Option<Seat> {
        let actor = self.acting_person()?;
        (self.hides() && self.holder != Some(actor)).then_some(actor)
    }

    /// The seat whose side of the board is drawn at the bottom.
    pub fn viewpoint(&self) -> Option<Seat> {
        match self.side {
            Side::First => self.people().next(),
            Side::Acting => self.acting_person().or_else(|| self.only_person()).or(self.holder),
        }
    }

    /// The person who acts; none if the computer does, or after the end.
    pub fn acting_person(&self) -> Option<Seat> {
        self.played.actor().filter(|actor| self.is_person(*actor))
    }

    /// Whether there is something to hide, and somebody to hide it from.
    fn hides(&self) -> bool {
        self.played.standing().keeps_secrets && self.people().nth(1).is_some()
    }

    /// The viewer whose view the screen shows. After the end everything is open; before that a person sees the view of
    /// their seat.
    fn eyes(&self) -> Viewer {
        // While nothing is hidden, all people here have the same view.
        let open = || self.acting_person().filter(|_| !self.hides());
        match self.only_person().or_else(open).or(self.holder) {
            _ if self.played.is_over() => Viewer::Everything,
            Some(person) if self.played.info().hidden => Viewer::Seat(person),
            _ => Viewer::Spectator,
        }
    }
}

impl Client {
    /// A new match on this device.
    pub fn new_local(
        game: impl Into<RuledGame>,
        tongue: &Tongue,
        setup: Setup,
        (id, seed): (String, u64),
        players: Vec<Player>,
    ) -> Result<Self, SetupError> {
        let game = game.into();
        let level = |seat: Seat| match players.get(seat.index()) {
            Some(Player::Computer(level)) => Level::named(level).unwrap_or_else(Level::default_level).number(),
            _ => Level::default_level().number(),
        };
        let setup = game.settle(setup, level, seed);
        let local = Local::start(game, setup, (id, Seed::number(seed)), players)?;
        Ok(Self::of_local(tongue, local))
    }

    /// A match from the storage. Only its record is kept there, so it is replayed from the start.
    pub fn restore(saved: &SavedLocal, id: &str, tongue: &Tongue) -> Result<Self, String> {
        let said = |fault: &game::Fault| crate::sentence(fault.say(tongue.language));
        let game = catalog::find_ruled(&saved.game, saved.rules.as_ref())?;
        let record: Record = saved.record.parse().map_err(|error: game::RecordError| said(&error.problem))?;
        let table = game.replay(&record).map_err(|error| said(&error.fault))?;
        let local = Local::new(game, id.to_owned(), number(&record.seed), saved.players.clone(), table);
        Ok(Self::of_local(tongue, Local { journey: saved.journey.clone(), ..local }))
    }

    /// A match that was begun or replayed elsewhere, such as a battle of a campaign.
    pub fn of_match(
        game: impl Into<RuledGame>,
        tongue: &Tongue,
        seed: u64,
        players: Vec<Player>,
        mut played: Box<dyn DynMatch>,
    ) -> Self {
        for (seat, player) in Seat::first(played.seats()).zip(&players) {
            if let Player::Computer(level) = player {
                played.name_player(seat, &game::computer_name(level));
            }
        }
        Self::of_local(tongue, Local::new(game.into(), String::new(), seed, players, played))
    }

    /// A match that begins in a position that was set up. It is not kept: its record does not have that position.
    pub(crate) fn at_position(
        game: impl Into<RuledGame>,
        tongue: &Tongue,
        seed: u64,
        players: Vec<Player>,
        played: Box<dyn DynMatch>,
    ) -> Self {
        Self::of_local(tongue, Local::new(game.into(), String::new(), seed, players, played))
    }

    fn of_local(tongue: &Tongue, local: Local) -> Self {
        let game = local.game.clone();
        let setup = local.played.record().setup;
        let (seats, start) = (local.played.seats(), local.played.start(local.eyes()));
        let mut table = Self::new(game, tongue, setup, seats, start, Source::Local(local));
        table.look_here();
        table
    }

    /// Plays actions one after the other, each for the seat that acts then, and draws the picture anew. If an action is
    /// refused, the error says why, and the actions before it stay played.
    pub fn play_local(&mut self, actions: &[String]) -> Result<(), String> {
        let Source::Local(local) = &mut self.source else { return Err("the match is not on this device".to_owned()) };
        let mut refused = None;
        let eyes = self.history.eyes();
        local.holder = local.acting_person().or(local.holder);
        for action in actions {
            let played = match local.played.actor() {
                Some(seat) => local.played.carry_out(&Request::Play { seat, action }, &[eyes]),
                None => Err(PlayError::Refused(Refusal::GameOver)),
            };
            match played {
                // What these eyes are told now needs no replay of the match afterwards, unless other eyes look then.
                Ok(moments) => moments.into_iter().for_each(|moment| self.history.push_told(moment)),
                Err(error) => {
                    refused = Some(error);
                    break;
                }
            }
        }
        local.lingers = local.next_holder().is_some();
        self.look_here();
        match refused {
            None => Ok(()),
            Some(error) => Err(match error.message() {
                Some(why) => crate::sentence(&self.say(why)),
                None => error.to_string(),
            }),
        }
    }

    /// Turns the board so that this side is at the bottom.
    pub fn turn_board_for(&mut self, side: Side) {
        if let Source::Local(local) = &mut self.source {
            local.side = side;
            self.refresh();
        }
    }

    /// Names every person at this screen in the record. Computers are named with their level from the start.
    pub fn name_people(&mut self, name: &str) {
        let Source::Local(local) = &mut self.source else { return };
        for seat in local.people().collect::<Vec<_>>() {
            local.played.name_player(seat, name);
        }
    }

    /// Whether another match may begin: this one is over, or only computers are left in it.
    pub fn may_begin_again(&self) -> bool {
        self.is_over() || self.only_computers_left()
    }

    /// What the next match on this device is played with: the same options, and the seats moved round, so that
    /// everybody gets to begin. None while this match goes on, and for a match of a journey.
    pub fn rematch_local(&self) -> Option<(Setup, Vec<Player>)> {
        let local = self.local().filter(|local| local.journey.is_none() && self.may_begin_again())?;
        let setup = Setup::read(self.game.info().options, &self.setup).ok()?;
        let mut players = local.players.clone();
        players.rotate_right(1);
        Some((setup, players))
    }

    /// Resigns for a seat, and shows the newest moment.
    pub fn resign_local(&mut self, seat: Seat) {
        let Source::Local(local) = &mut self.source else { return };
        if local.played.exit(Exit::Resigned(seat)).is_ok() {
            self.history.show(None);
            self.look_here();
        }
    }

    /// The holder of the device has seen the result of their move and hands it on. An earlier moment that the holder
    /// looked at is not shown to the next person.
    pub fn hand_over(&mut self) {
        if let Source::Local(local) = &mut self.source {
            local.lingers = false;
            self.history.show(None);
            self.look_here();
        }
    }

    /// The person who gets the device next, while its holder still looks at the result of their own move.
    pub fn hands_on_to(&self) -> Option<Seat> {
        self.local().filter(|local| local.lingers).and_then(Local::next_holder)
    }

    /// The person who acts has taken the device, and sees the newest moment.
    pub fn take_over(&mut self) {
        let Source::Local(local) = &mut self.source else { return };
        if let Some(seat) = local.hand_over_to() {
            local.holder = Some(seat);
            self.history.show(None);
            self.look_here();
        }
    }

    /// The person who has to get the device before anything is shown. See [`Local::hand_over_to`].
    pub fn hand_over_to(&self) -> Option<Seat> {
        self.local().and_then(Local::hand_over_to)
    }

    /// The last action as spectators are told it. Everybody at the screen may hear that.
    pub fn told_to_all(&self) -> Vec<Message> {
        let last = self.local().and_then(|local| Some((local, local.played.events().checked_sub(1)?)));
        let moments = last.map(|(local, event)| local.played.moments(event, Viewer::Spectator)).unwrap_or_default();
        moments.into_iter().flat_map(|moment| moment.told).collect()
    }

    /// Whether a person here has done something that can be taken back. A match of a journey that is over stays as it is: what
    /// comes of it goes on elsewhere.
    pub fn can_undo_local(&self) -> bool {
        let is_settled = |local: &Local| local.journey.is_some() && local.played.is_over();
        self.local().is_some_and(|local| {
            !is_settled(local) && self.history.moments().iter().any(|moment| by_person(local, moment))
        })
    }

    /// Takes back the last action of a person, and with it all that the computer has played since. The newest moment that
    /// is left is shown. Returns whether there was such an action.
    pub fn undo_local(&mut self) -> bool {
        if !self.can_undo_local() {
            return false;
        }
        let Source::Local(local) = &mut self.source else { return false };
        let Some(last) = self.history.moments().iter().rposition(|moment| by_person(local, moment)) else {
            return false;
        };
        for _ in last..self.history.len() {
            local.played.undo();
        }
        local.lingers = false;
        self.history.show(None);
        self.look_here();
        true
    }

    /// Looks with the eyes of the person at this screen.
    fn look_here(&mut self) {
        if let Some(eyes) = self.local().map(Local::eyes) {
            self.look_with(eyes);
        }
    }
}

/// The number that a seed was made from; 0 for a longer seed, such as that of a match of a journey.
fn number(seed: &Seed) -> u64 {
    seed.to_string().parse().unwrap_or(0)
}

/// The seats on the first place: several after a draw or a shared place, none without a result.
pub fn winners(outcome: Option<Outcome>, seats: u8) -> Vec<Seat> {
    let first = |outcome: Outcome| Seat::first(seats).filter(move |seat| outcome.place(*seat) == 1).collect();
    outcome.map(first).unwrap_or_default()
}

fn by_person(local: &Local, moment: &Moment) -> bool {
    match moment.what {
        What::Action { seat, .. } => local.is_person(seat),
        What::Exit { .. } => true,
    }
}
