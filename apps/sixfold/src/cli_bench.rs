//! Options of `sixfold bench server` and `sixfold bench relay`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::address_text::AddressText;
use crate::cli::parse_seconds;

#[derive(Args, Debug)]
pub(crate) struct BenchServerArgs {
    /// At how many tables
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) tables: u32,

    /// For how long
    #[arg(long, default_value_t = 10.0, value_parser = parse_seconds)]
    pub(crate) seconds: f64,

    /// Moves a second over all tables; as many as possible if left out
    #[arg(long, value_parser = parse_rate)]
    pub(crate) rate: Option<f64>,

    /// Which game; the first one if left out
    #[arg(long)]
    pub(crate) game: Option<String>,

    /// Set an option of the game; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,

    /// By how many idle tables the memory of one is measured; not at all by 0
    #[arg(long, default_value_t = 1000, value_name = "TABLES", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) idle_tables: u32,

    /// Measure the memory of a server with this many idle connections, everybody at a table; not at all by 0
    #[arg(long, default_value_t = 0, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) idle_connections: u32,

    /// Measure once more while the computer thinks on its strongest level at this many further tables
    #[arg(long, default_value_t = 0, value_name = "TABLES", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub(crate) thinking: u32,

    /// Measure a bare relay too, right after the server, and print the ratios
    #[arg(long, value_enum, value_name = "KEEPING", num_args = 0..=1, default_missing_value = "rows", conflicts_with = "thinking")]
    pub(crate) relay: Option<RelayKeeping>,

    /// The store of the server, best an empty database: `postgres://USER@HOST:PORT/DATABASE`; a folder that is made and removed
    /// if left out
    #[arg(long, value_name = "ADDRESS", conflicts_with = "data_dir")]
    pub(crate) store: Option<AddressText>,

    /// How the nodes reach each other: `nats://[user:password@]host[:port][/name]`
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bus: Option<AddressText>,

    /// How many server processes share store and bus. The players of a table sit at different ones
    #[arg(long, default_value_t = 1, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) nodes: u32,

    /// Where the server's folder is made; on a real disk, or the figures mean little
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct BenchRelayArgs {
    /// How it keeps messages
    #[arg(long, value_enum, default_value = "rows")]
    pub(crate) keeping: RelayKeeping,

    /// The folder of the relay's file
    #[arg(long, value_name = "DIR")]
    pub(crate) data_dir: PathBuf,
}

/// How a bare relay keeps messages on the disk. All messages that wait share a sync in both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RelayKeeping {
    /// Each message in a row of its own
    Rows,
    /// As the server does: a row for all messages of a sync, which move to rows of their own later
    Batches,
}

impl RelayKeeping {
    /// Its name on a command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

fn parse_rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if (0.1..=1e7).contains(&rate) => Ok(rate),
        _ => Err("a number of moves from 0.1 to 10000000".to_owned()),
    }
}
