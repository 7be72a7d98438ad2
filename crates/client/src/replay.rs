//! A record, played again: what there is to look at after a match, and whether its dice hold.

use catalog::{DynMatch, RuledGame};
use game::{Commitment, Luck, Pledge, Record, Seat, Share, Verdict, Viewer};

use crate::{Client, Source, Tongue};

/// A match from its record.
pub struct Replay {
    /// The match, every line of its record checked.
    pub played: Box<dyn DynMatch>,
    /// The record as text.
    pub record: String,
    /// What is known of its dice.
    pub dice: Checked,
    /// The luck of each seat, measure by measure.
    pub luck: Vec<(Seat, Vec<Luck>)>,
    /// Who sat where, as far as they have names.
    pub names: Vec<String>,
    /// The seat on which the person at this screen played the match; none for a match of others.
    pub own: Option<Seat>,
}

/// What is known of the dice of a record whose replay has succeeded: all of them were computed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many there were.
    pub rolls: usize,
    /// Whether they come from a secret that was committed to and from a share of every seat, and not only from a seed.
    pub fair: bool,
    /// Whether the commitment and the shares are those that this client knew before the match; none if it knew none.
    pub promised: Option<Verdict>,
}

/// What this client kept of the beginning of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// What the server published.
    pub commitment: Commitment,
    /// This person's part in the dice. None if only another device of the person knows it.
    pub pledge: Option<Pledge>,
}

/// Where a text fails to be a record of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, in every language.
    pub problem: game::Fault,
}

impl Client {
    /// Plays a record again, by one of these rule sets if its match was played by one of them. [`Client::look_with`] then
    /// makes its pictures: both at once would block a page for too long.
    pub fn replayed(
        text: &str,
        rule_sets: &[RuledGame],
        promise: Option<&Promise>,
        tongue: &Tongue,
    ) -> Result<Self, Fault> {
        let record: Record =
            text.parse().map_err(|error: game::RecordError| Fault { line: error.line, problem: error.problem })?;
        let unknown = || Fault { line: game::At::Game.line(text), problem: game::Fault::unknown_game(&record.game) };
        let built_in = RuledGame::from(catalog::find(&record.game).ok_or_else(unknown)?);
        let fits = |game: &&RuledGame| game.info().key == record.game && game.check_rules(&record).is_ok();
        let game = rule_sets.iter().find(fits).cloned().unwrap_or(built_in);
        let table = game.replay(&record).map_err(|error| Fault { line: error.at.line(text), problem: error.fault })?;
        let name = |seat: &str| record.players.iter().find(|(known, _)| known == seat).map(|(_, who)| who.clone());
        let names = game.info().seat_names[..usize::from(table.seats())].iter();
        let replay = Replay {
            record: text.to_owned(),
            dice: Checked {
                rolls: record.rolls().count(),
                fair: record.fair.is_some(),
                promised: promise.map(|promise| promise.check(&record)),
            },
            luck: table.luck(),
            names: names.map(|seat| name(seat).unwrap_or_default()).collect(),
            played: table,
            own: None,
        };
        let (seats, start) = (replay.played.seats(), replay.played.start(Viewer::Everything));
        let setup = record.setup.clone();
        Ok(Self::new(game, tongue, setup, seats, start, Source::Replay(replay)))
    }

    /// The replay of a match that the person at this screen has played on a seat, whose side then is at the bottom again.
    #[must_use]
    pub fn replayed_by(mut self, seat: Option<Seat>) -> Self {
        if let Source::Replay(replay) = &mut self.source {
            replay.own = seat;
        }
        self
    }

    /// The record's side of it, if it is a replay.
    pub fn replay(&self) -> Option<&Replay> {
        self.source.replay()
    }
}

impl Promise {
    fn check(&self, record: &Record) -> Verdict {
        let Some(fair) = record.fair.as_ref().filter(|fair| fair.commitment == self.commitment) else {
            return Verdict::Broken;
        };
        let shares: Vec<Share> = fair.shares.iter().map(|(_, share)| *share).collect();
        self.pledge.as_ref().map_or(Verdict::NotSeen, |pledge| pledge.check(&fair.commitment, &shares))
    }
}
