//! What a game is, and nothing of servers, screens, clocks or files.
//!
//! A tour, with a game of three sticks from the testkit (a seat takes one or two
//! sticks from a heap; the seat that takes the last stick wins):
//!
//! ```
//! use sixfold_game::testkit::Sticks;
//! use sixfold_game::{Game, Match, Seat, Seed, Setup, legal_actions, replay};
//!
//! let setup = Setup::parse(Sticks::INFO.options, ["a=3", "b=0"])?;
//! let mut game_match = Match::<Sticks>::new(setup, Seed::number(1))?;
//! assert_eq!(legal_actions(game_match.state()).len(), 2); // list the actions
//!
//! game_match.play_text(Seat(0), "a1")?; // play
//! assert!(game_match.play_text(Seat(0), "a1").is_err()); // it is the other seat's turn
//! game_match.play_text(Seat(1), "a2")?;
//! assert_eq!(game_match.outcome().and_then(|outcome| outcome.winner()), Some(Seat(1))); // the end
//!
//! let record = game_match.record().to_string(); // write it down, and play it again
//! assert_eq!(replay::<Sticks>(&record.parse()?)?.state(), game_match.state());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod data_file;
mod data_tree;
mod dice;
mod event;
mod fair;
mod fault;
mod game;
mod game_match;
mod journey;
mod journey_record;
mod languages;
mod message;
mod moment;
mod open;
mod outcome;
mod playout;
mod pledge;
mod plural;
mod position_text;
mod random;
mod record;
mod replay;
mod rules;
mod seat;
mod setup;
mod sorted;
mod sorting;
pub mod testkit;
mod values;

pub use about::{About, AboutOption};
pub use data_file::{DataError, blank_comments, read_toml};
pub use data_tree::{DataEntry, DataPlace, DataTable, DataValue};
pub use dice::{Dice, Roll, Seed, SeedError};
pub use event::{Event, EventKind, Exit};
pub use fair::{Commitment, HexDigitsError, Origin, Share, ShareCommitment};
pub use fault::Fault;
pub use game::{Chance, Game, Info, Luck, NotationError, Refusal, Symmetric, Turn, legal_actions};
pub use game_match::{Match, PlayError};
pub use journey::{Journey, JourneyEnd, JourneyEvent, MatchPlayer, NextMatch, Travel};
pub use journey_record::{JourneyHeader, ReadJourney, is_journey};
pub use languages::{load_language, texts_in};
pub use message::{Arg, HAS_WON, Message, Texts, TextsError};
pub use moment::{Moment, What};
pub use open::{Misfit, open_view};
pub use outcome::{Outcome, Values};
pub use playout::{perft, perft_after, playout};
pub use pledge::{NotOpened, Pledge, Verdict};
pub use position_text::{PositionError, PositionText, number, read_position, seat_named};
pub use random::Random;
pub use record::{
    Record, RecordAction, RecordError, RecordExit, RecordFair, RecordLine, RecordTurn, UNNAMED, computer_level,
    computer_name,
};
pub use replay::{At, ReplayError, check_rules, replay, replay_by};
pub use rules::{Fingerprint, NamedRules, OpenView, RuleFiles, RuleSet, Ruled, RulesError, RulesId, STANDARD};
pub use seat::{MOST_SEATS, Seat, Viewer};
pub use setup::{OptionKind, OptionSpec, PICKED, Preset, Setup, SetupError, Unusual, UnusualSet, named_option};
pub use sorted::{Entry, SortedMap, SortedSet};
pub use sorting::{gather, sort, sort_by, sort_by_key};
pub use values::{Unreadable, ValueReader, read_entry, read_value};
