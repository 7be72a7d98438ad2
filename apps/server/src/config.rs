//! What a server is told when it starts.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use ai::Bot;
use catalog::{DynGame, DynMatch, DynThinking, Position};
use game::{Origin, Setup, SetupError};

use crate::bus::{Bus, LocalBus};
use crate::clock::Clock;
use crate::ids::Entropy;
use crate::limits::Limits;
use crate::pages::Asset;

/// What a server is told when it starts. The default listens on this machine alone.
#[derive(Clone)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub addr: SocketAddr,
    /// The folder of the database; it is made if it does not exist.
    pub data_dir: PathBuf,
    /// The files of the page.
    pub assets: Vec<Asset>,
    /// What is bounded, and by how much.
    pub limits: Limits,
    /// Where ids, keys and seeds come from.
    pub entropy: Entropy,
    /// By which the absence of players is measured.
    pub clock: Clock,
    /// How nodes tell each other what is new.
    pub bus: Arc<dyn Bus>,
    /// Tests only: checking this action panics.
    #[doc(hidden)]
    pub panic_on: Option<String>,
    /// Tests only: how a match is started, instead of the game's own way.
    #[doc(hidden)]
    pub start: Start,
    /// Tests only: how the computer begins to think, instead of the game's own way.
    #[doc(hidden)]
    pub think: Think,
}

/// How a match is started.
#[doc(hidden)]
pub type Start =
    Arc<dyn Fn(&'static dyn DynGame, Setup, Origin) -> Result<Box<dyn DynMatch>, SetupError> + Send + Sync>;

/// How the computer begins to think about what its seat knows.
#[doc(hidden)]
pub type Think = Arc<dyn Fn(&dyn Position, &mut Bot) -> Box<dyn DynThinking> + Send + Sync>;

impl Config {
    /// The port of a server that is told nothing else.
    pub const PORT: u16 = 7654;

    /// The defaults, with the database in this folder.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            addr: (Ipv4Addr::LOCALHOST, Self::PORT).into(),
            data_dir: data_dir.into(),
            assets: Vec::new(),
            limits: Limits::default(),
            entropy: Entropy::of_the_system(),
            clock: Clock::of_the_system(),
            bus: Arc::new(LocalBus::default()),
            panic_on: None,
            start: Arc::new(<dyn DynGame>::start),
            think: Arc::new(|position, bot| position.think(bot)),
        }
    }
}
