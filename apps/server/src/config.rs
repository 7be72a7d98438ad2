//! What a server is given when it starts.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use catalog::RuledGame;

use crate::blocking::Blocking;
use crate::bus::{Bus, LocalBus};
use crate::clock::Clock;
use crate::door::Door;
use crate::ids::Entropy;
use crate::limits::Limits;
use crate::pages::Asset;
use crate::retention::Retention;
use crate::store::StoreAddress;
use crate::tls::TlsFiles;
use crate::workers::Workers;

/// What a server is given when it starts. The default listens on this machine alone.
#[derive(Clone)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub addr: SocketAddr,
    /// Where metrics and health are answered for whoever runs it, apart from the public; nowhere if left out.
    pub metrics_addr: Option<SocketAddr>,
    /// The certificate, if it speaks TLS itself and not through a proxy.
    pub tls: Option<TlsFiles>,
    /// Under which names and through which proxies it is reached.
    pub door: Door,
    /// Where matches are kept; it is made if it does not exist.
    pub store: StoreAddress,
    /// The files of the page.
    pub assets: Vec<Asset>,
    /// What is bounded, and by how much.
    pub limits: Limits,
    /// How long tables are kept that nobody uses.
    pub retention: Retention,
    /// Where ids, keys and seeds come from.
    pub entropy: Entropy,
    /// Where work is done that waits for a disk or takes a while.
    pub blocking: Blocking,
    /// The clock by which absences of players are measured.
    pub clock: Clock,
    /// How nodes tell each other what is new.
    pub bus: Arc<dyn Bus>,
    /// Processes that think for this server. Without any it thinks itself.
    pub workers: Option<Arc<dyn Workers>>,
    /// The games that tables can be played at: each by its built-in rules, and after these any by other rule sets.
    pub games: Vec<RuledGame>,
}

impl Config {
    /// The default port.
    pub const PORT: u16 = 7654;

    /// The defaults, with a SQLite database in this folder.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            addr: (Ipv4Addr::LOCALHOST, Self::PORT).into(),
            metrics_addr: None,
            tls: None,
            door: Door::default(),
            store: StoreAddress::Sqlite(data_dir.into()),
            assets: Vec::new(),
            limits: Limits::default(),
            retention: Retention::default(),
            entropy: Entropy::of_the_system(),
            blocking: Blocking::on_threads(),
            clock: Clock::of_the_system(),
            bus: Arc::new(LocalBus::default()),
            workers: None,
            games: Self::built_in_games(),
        }
    }

    /// All games by their built-in rules.
    pub fn built_in_games() -> Vec<RuledGame> {
        catalog::GAMES.iter().map(|&game| game.into()).collect()
    }
}
