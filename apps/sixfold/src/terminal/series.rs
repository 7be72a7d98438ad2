//! The matches at this screen, one after the other. `crates/client` has the match and its views. This file has what
//! only a program on a person's own machine has: bots that think in this process, and record files.

use std::path::PathBuf;

use ai::{Bot, Level};
use catalog::{DynThinking, Position, RuledGame};
use client::{Client, Decided, Local, Player, Side, Tongue, Undone};
use game::{Message, Record, Seat, Setup, Viewer};

use super::record_file::RecordFile;

/// The current match, and what is kept from one match to the next.
pub(crate) struct Series {
    client: Client,
    seed: u64,
    /// The bots of the seats without a person.
    bots: Vec<Option<Bot>>,
    record: Option<RecordFile>,
    /// Keeps a battle of a campaign after every action.
    keep: Option<Keep>,
    /// The error of the last attempt to write the record. It is shown once.
    record_problem: Option<String>,
}

/// Writes the record of a battle to the campaign's file. Returns the path with the error.
pub(crate) type Keep = Box<dyn Fn(&Record) -> Result<(), (PathBuf, std::io::Error)>>;

/// What a match begins with.
pub(crate) struct Beginning {
    pub(crate) game: RuledGame,
    pub(crate) setup: Setup,
    pub(crate) seed: u64,
    pub(crate) players: Vec<Player>,
}

impl Series {
    pub(crate) fn new(beginning: Beginning, tongue: &Tongue, record: Option<PathBuf>) -> Result<Self, String> {
        let Beginning { game, setup, seed, players } = beginning;
        let bots = bots(&players, seed);
        let client = start(game, tongue, setup, seed, players)?;
        let record = record.map(RecordFile::new);
        Ok(Self { client, seed, bots, record, keep: None, record_problem: None })
    }

    /// A battle of a campaign. It is kept after every action and is not played again.
    pub(crate) fn battle(mut client: Client, keep: Keep) -> Self {
        let (seed, bots) =
            client.local().map_or((0, Vec::new()), |local| (local.seed, bots(&local.players, local.seed)));
        client.name_people(game::UNNAMED);
        client.turn_board_for(Side::Acting);
        let mut series = Self { client, seed, bots, record: None, keep: Some(keep), record_problem: None };
        series.write_record();
        series
    }

    /// Whether this is a battle of a campaign.
    pub(crate) fn is_battle(&self) -> bool {
        self.keep.is_some()
    }

    /// A position that was put up for a person, without bots.
    pub(crate) fn at(client: Client) -> Self {
        let bots = client.game.info().seat_names.iter().map(|_| None).collect();
        Self { client, seed: 0, bots, record: None, keep: None, record_problem: None }
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn client_mut(&mut self) -> &mut Client {
        &mut self.client
    }

    pub(crate) fn tongue(&self) -> &Tongue {
        &self.client.tongue
    }

    /// The record of the match.
    pub(crate) fn record(&self) -> String {
        self.local().played.record().to_string()
    }

    pub(crate) fn local(&self) -> &Local {
        self.client.local().expect("every match of the terminal is local")
    }

    /// Plays these actions one after the other, or returns why one cannot be played.
    pub(crate) fn play(&mut self, actions: &[String]) -> Result<(), String> {
        let played = self.client.play_local(actions);
        self.write_record();
        played
    }

    /// Takes back the last input of a person, see [`Client::undo`].
    pub(crate) fn undo(&mut self) -> Undone {
        let undone = self.client.undo();
        if undone == Undone::Action {
            self.write_record();
        }
        undone
    }

    /// Resigns for the person who acts, otherwise for the only person. Returns whether that was possible.
    pub(crate) fn resign(&mut self) -> bool {
        let Some(seat) = self.client.may_resign() else { return false };
        self.client.resign_local(seat);
        self.write_record();
        true
    }

    /// Starts a new match with the seats rotated, if this one is over for everybody here. Returns whether it did.
    pub(crate) fn rematch(&mut self) -> bool {
        if self.is_battle() {
            return false;
        }
        let Some((setup, players)) = self.client.rematch_local() else { return false };
        self.seed = self.seed.wrapping_add(1);
        self.bots.rotate_right(1); // the bots rotate with their players
        let started = start(self.client.game.clone(), &self.client.tongue, setup, self.seed, players);
        self.client = started.expect("this setup started a match before");
        if let Some(record) = &mut self.record {
            record.next();
        }
        true
    }

    /// Starts to think about the computer's own action; `None` if it is not its turn.
    pub(crate) fn think(&mut self) -> Option<Box<dyn DynThinking>> {
        let actor = self.client.actor()?;
        let position = self.client.local()?.played.position(Viewer::Seat(actor));
        let bot = self.bots[actor.index()].as_mut()?;
        Some(position.think(bot))
    }

    /// Starts to think about a hint for the person who acts; `None` if there is nothing to think about, see
    /// [`Client::seek_hint`].
    pub(crate) fn ask_hint(&mut self) -> Option<Box<dyn DynThinking>> {
        let position = self.client.seek_hint()?;
        Some(self.advise(&*position))
    }

    /// Takes the result of thinking about a hint. Returns the thinking about the next step, or `None` when the whole
    /// move is found and shown.
    pub(crate) fn go_on_with_hint(&mut self, thinking: &dyn DynThinking) -> Option<Box<dyn DynThinking>> {
        let idea = thinking.ideas().into_iter().next()?;
        match self.client.decide_hint(idea.action, idea.value) {
            Decided::Further(position) => Some(self.advise(&*position)),
            Decided::Found | Decided::Stale => None,
        }
    }

    fn advise(&self, position: &dyn Position) -> Box<dyn DynThinking> {
        position.think(&mut Bot::new(Level::strongest(), self.seed))
    }

    /// The error of the record file, which is returned once.
    pub(crate) fn take_record_problem(&mut self) -> Option<String> {
        self.record_problem.take()
    }

    fn write_record(&mut self) {
        let written = match (&self.record, &self.keep) {
            (Some(file), _) => file.write(&self.record()).map_err(|error| (file.path(), error)),
            (None, Some(keep)) => keep(&self.local().played.record()),
            (None, None) => return,
        };
        if let Err((path, error)) = written {
            let message = Message::new("record.problem").with("path", path.display().to_string());
            self.record_problem = Some(self.client.tongue.tell(&message.with("problem", error.to_string())));
        }
    }
}

/// The bots of these players, for the seats without a person.
fn bots(players: &[Player], seed: u64) -> Vec<Option<Bot>> {
    let bot = |(seat, player): (Seat, &Player)| match player {
        Player::Person => None,
        Player::Computer(level) => {
            let level = Level::named(level).unwrap_or_else(Level::default_level);
            Some(Bot::new(level, seed.wrapping_add(u64::from(seat.0))))
        }
    };
    Seat::first(players.len() as u8).zip(players).map(bot).collect()
}

/// Starts a match. The people in its record are named by the same words in every language.
fn start(game: RuledGame, tongue: &Tongue, setup: Setup, seed: u64, players: Vec<Player>) -> Result<Client, String> {
    let info = game.info();
    let made = Client::new_local(game, tongue, setup, (String::new(), seed), players);
    let mut client = made.map_err(|problem| problem.say(tongue.language, info))?;
    client.name_people(game::UNNAMED);
    client.turn_board_for(Side::Acting);
    Ok(client)
}
