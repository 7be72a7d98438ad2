//! A match on this device: its rules run here, and it is kept as a record in the browser's storage.

use ai::Level;
use catalog::{DynGame, DynMatch};
use game::{Message, PlayError, Record, Refusal, Seat, Seed, Viewer};
use protocol::{Moment, What};
use serde::{Deserialize, Serialize};

use super::{Kind, Table};

/// A match on this device.
pub struct Local {
    /// Its name in addresses and in the storage.
    pub id: String,
    /// What its chance grows from.
    pub seed: u64,
    /// Who sits where.
    pub players: Vec<Player>,
    /// The match itself.
    pub table: Box<dyn DynMatch>,
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
    /// How many actions there are.
    pub actions: usize,
    /// Whether it is over.
    pub over: bool,
}

impl Local {
    /// Where a match of this id lies in the storage.
    pub fn storage_key(id: &str) -> String {
        format!("sixfold.local.{id}")
    }

    /// Whether a person sits there.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.players.get(seat.index()) == Some(&Player::Person)
    }

    /// The level of whoever sits there; none for a person.
    pub fn level(&self, seat: Seat) -> Option<&'static Level> {
        match self.players.get(seat.index()) {
            Some(Player::Computer(name)) => Some(Level::named(name).unwrap_or_else(Level::default_level)),
            _ => None,
        }
    }

    /// The match for the storage.
    pub fn saved(&self, now: f64) -> SavedLocal {
        SavedLocal {
            game: self.table.info().key.to_owned(),
            players: self.players.clone(),
            record: self.table.record().to_string(),
            updated: now,
            actions: self.table.actions(),
            over: self.table.outcome().is_some(),
        }
    }

    /// Whose eyes the screen shows: the person who acts, else the only person, else a spectator's. After the end
    /// everything is open.
    fn viewer(&self) -> Viewer {
        let mut people = Seat::first(self.table.seats()).filter(|seat| self.is_person(*seat));
        match (self.table.actor(), people.next(), people.next()) {
            (None, ..) => Viewer::Everything,
            (Some(actor), ..) if self.is_person(actor) => Viewer::Seat(actor),
            (_, Some(only), None) => Viewer::Seat(only),
            _ => Viewer::Spectator,
        }
    }

    fn moment(&self, what: What, told: Vec<Message>, seq: usize) -> Moment {
        let (view, actor) = (self.table.view(self.viewer()), self.table.actor());
        Moment { seq: seq as u64, what, told, view, actor, outcome: self.table.outcome() }
    }
}

impl Table {
    /// A new match on this device.
    pub fn new_local(
        game: &'static dyn DynGame,
        language: &str,
        setup: game::Setup,
        (id, seed): (String, u64),
        players: Vec<Player>,
    ) -> Result<Self, String> {
        let text = setup.to_string();
        let mut table = game.start(setup, Seed::number(seed)).map_err(|error| error.to_string())?;
        let seats = table.seats();
        for (seat, player) in Seat::first(seats).zip(&players) {
            match player {
                Player::Person => {}
                Player::Computer(level) => table.name_player(seat, &format!("Sixfold, level {level}")),
            }
        }
        let local = Local { id, seed, players, table };
        let start = (local.table.view(local.viewer()), local.table.actor());
        let mut table =
            Self::new(game, language, text, seats, start, Kind::Local(local)).map_err(|error| error.to_string())?;
        table.refresh();
        Ok(table)
    }

    /// A match from the storage, played again from its start: what is kept is the record and nothing else.
    pub fn restore(saved: &SavedLocal, id: &str, language: &str) -> Result<Self, String> {
        let game = catalog::find(&saved.game).ok_or_else(|| saved.game.clone())?;
        let record: Record = saved.record.parse().map_err(|error: game::RecordError| error.to_string())?;
        let options = record.setup.split(' ').filter(|pair| *pair != "-");
        let setup = game.setup(options).map_err(|error| error.to_string())?;
        let seed = record.seed.to_string().parse().map_err(|_| record.seed.to_string())?;
        let mut table = Self::new_local(game, language, setup, (id.to_owned(), seed), saved.players.clone())?;
        for action in record.turns.iter().flat_map(|turn| &turn.actions) {
            table.play_local(&action.text)?;
        }
        if let Some(name) = record.ending.and_then(|ending| ending.resigned) {
            let seat = game.info().seat_names.iter().position(|known| *known == name).ok_or(name)?;
            table.resign_local(Seat(seat as u8));
        }
        table.refresh();
        Ok(table)
    }

    /// Plays an action for the seat that acts, or says why not. The picture is not drawn anew.
    pub fn play_local(&mut self, action: &str) -> Result<(), String> {
        let Kind::Local(local) = &mut self.kind else { return Err("the match is not on this device".to_owned()) };
        let (Some(seat), turn, viewer) = (local.table.actor(), local.table.turn().number, local.viewer()) else {
            return Err(Refusal::GameOver.to_string());
        };
        if let Err(error) = local.table.play(seat, action) {
            return Err(match error {
                PlayError::Refused(Refusal::Illegal(why)) => super::sentence(&self.say(&why)),
                other => other.to_string(),
            });
        }
        let told = local.table.told(local.table.actions() - 1, viewer);
        // The record knows the notation, the dice and whose turns were passed over.
        let record = local.table.record();
        let names = local.table.info().seat_names;
        let passed = record.turns.iter().rev().take_while(|turn| turn.actions.is_empty());
        let mut passed: Vec<Seat> = passed
            .filter_map(|turn| names.iter().position(|name| *name == turn.seat))
            .map(|seat| Seat(seat as u8))
            .collect();
        passed.reverse();
        let played = record.turns.iter().rev().find_map(|turn| turn.actions.last());
        let (action, rolls) = played.map_or((action.to_owned(), Vec::new()), |a| (a.text.clone(), a.rolls.clone()));
        let what = What::Action { seat, turn, action, rolls, passed };
        let moment = local.moment(what, told, self.moments.len() + 1);
        self.moments.push(moment);
        Ok(())
    }

    /// Gives up for a seat.
    pub fn resign_local(&mut self, seat: Seat) {
        let Kind::Local(local) = &mut self.kind else { return };
        if local.table.resign(seat).is_ok() {
            let moment = local.moment(What::Resigned { seat }, Vec::new(), self.moments.len() + 1);
            self.moments.push(moment);
        }
    }

    /// Takes back until a person acts: that person's last action, and with it what the computer played since. Says
    /// whether there was anything to take back.
    pub fn undo_local(&mut self) -> bool {
        let Kind::Local(local) = &mut self.kind else { return false };
        let by_person = |moment: &Moment| match moment.what {
            What::Action { seat, .. } => local.is_person(seat),
            What::Resigned { .. } => true,
        };
        let Some(last) = self.moments.iter().rposition(by_person) else { return false };
        while self.moments.len() > last {
            local.table.undo();
            self.moments.pop();
        }
        true
    }
}
