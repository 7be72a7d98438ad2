//! A client without a screen: a match as somebody looks at it and plays it.
//!
//! The page and the terminal both show a match on this device, know whose eyes look at it, hand the device over, take
//! back to a person's move, walk from picks to an action, keep a plan, and say things beside the board. All of that is
//! here, once. Drawing and the ways of pointing are left to them. Nothing here knows a browser, a socket, a clock or a
//! file.
//!
//! [`Client`] is the whole. Its parts, each of which changes by itself:
//!
//! - [`Source`]: where the match comes from ([`Local`], [`Online`] or [`Replay`]), and who of its players is here
//! - [`History`]: what happened as one viewer was told it, and which moment is shown
//! - [`Pointing`]: what the person looks at, has picked, has marked or drags
//! - [`Previews`]: what the legal actions would do, worked out a few at a time
//! - [`Plan`]: steps that can still be taken back
//! - [`Thinking`]: the computer in thought, and the hint that it gives
//! - [`Lesson`]: positions with one thing to do in each, which judge what is done at a client
//! - [`Panels`]: what stands beside the board; [`Dice`]: how the last dice are told; [`Earlier`]: what was done before
//! - [`Moving`]: what is seen to happen, until the board shows what came of it
//!
//! An input of a person is one call: `pick_at`, `take`, `play`, `choose_number`, `undo`, `back`, `seek_hint`. It returns what
//! is left for the page or the terminal to do, such as a question to ask or actions to play ([`Reply`]).
//!
//! Data flows one way: an action changes the source, the history follows the source, and the picture is drawn from the
//! history and the plan ([`Client::refresh`]).
//!
//! A match of two people on this device, from the first pick to taking it back:
//!
//! ```
//! use sixfold_client::{Client, Player, Reply, Tongue, Undone};
//!
//! let game = catalog::GAMES[0];
//! let setup = game.setup([])?;
//! let players = vec![Player::Person, Player::Person];
//! let tongue = Tongue::of("en", &[]);
//! let mut client = Client::new_local(game, &tongue, setup, ("tour".to_owned(), 1), players)?;
//! assert!(client.acts_here());
//!
//! // Point at the first place that is open, and see what playing there would do.
//! let place = *client.open().keys().next().expect("the first player can do something");
//! client.pointing.look_at(place);
//! let action = client.action_at(place).expect("one pick is an action in this game");
//! println!("{}: {}", action, client.say_all(&client.looked_at().story));
//!
//! // Pick it. The action is complete, so the client says what to play. A page may have to ask a server for that.
//! let reply = client.pick_at(place);
//! assert_eq!(reply, Reply::Play(vec![action.clone()]));
//! client.play_local(&[action])?;
//! let last = client.last_shown().expect("something happened");
//! println!("{}", client.moment_in_words(last));
//!
//! // Take it back.
//! assert_eq!(client.undo(), Undone::Action);
//! assert_eq!(client.history.len(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod captures;
mod client;
mod danger;
mod dice;
mod earlier;
mod ending;
pub mod ground;
mod hint;
mod history;
mod journey;
mod lesson;
mod local;
mod motion;
mod online;
mod outline;
mod panels;
mod picking;
mod plan;
mod play;
mod pointing;
mod previews;
mod replay;
mod routine;
mod source;
mod texts;
mod thinking;
mod tongue;
mod turns;
mod ways;
mod words;

pub use captures::Capture;
pub use client::Client;
pub use danger::Danger;
pub use dice::Dice;
pub use earlier::Earlier;
pub use ending::{Ending, Turning};
pub use ground::Ground;
pub use hint::{Advice, Decided, Hint};
pub use history::{Beginning, History, Moment};
pub use journey::{JourneyHere, SavedJourney};
pub use lesson::{Lesson, LessonStep, Reached, Standing, When};
pub use local::{Local, Player, SavedLocal, Side, winners};
pub use motion::Moving;
pub use online::{Connection, Gap, Online, SavedOnline, wait_before_try};
pub use panels::{Panels, Stepper, Totals};
pub use picking::OfPlace;
pub use plan::Plan;
pub use play::{Asked, Back, Reply, Undone};
pub use pointing::{Pointing, Target};
pub use previews::Previews;
pub use replay::{Checked, Fault, Promise, Replay};
pub use source::Source;
pub use texts::{capital, find, sentence};
pub use thinking::{Thinking, Thought};
pub use tongue::{LANGUAGES, Tongue};
pub use turns::{PlaceInTurns, TurnRow, TurnRowKind};
