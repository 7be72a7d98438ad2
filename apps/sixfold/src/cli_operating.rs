//! Options of `sixfold serve` and `sixfold worker` for whoever runs a server for others: settings, health, metrics, TLS, logs.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::address_text::AddressText;
use crate::cli::parse_addr;
use crate::setting::Setting;

#[derive(Args, Debug)]
pub(crate) struct OperatingArgs {
    /// Read options from this TOML file
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Check that the server could start, print every option and where it comes from, and let nobody in
    #[arg(long)]
    pub(crate) check: bool,

    /// Where to answer /metrics, /healthz and /readyz for whoever runs the server, apart from the public; nowhere if
    /// left out
    #[arg(long, value_name = "HOST:PORT", value_parser = parse_addr)]
    pub(crate) metrics_addr: Option<SocketAddr>,

    /// How long matches go on after SIGTERM while the server says that it is not ready (a server alone with its store makes
    /// no new tables); a second SIGTERM ends it at once
    #[arg(long, default_value_t = 0, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=3600))]
    pub(crate) drain_seconds: u32,

    /// Speak TLS with the certificate in this PEM file, the certificates of its issuers after it. A renewed file is read
    /// again
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_cert: Option<PathBuf>,

    /// The private key of the certificate, a PEM file
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_key: Option<PathBuf>,

    /// How lines of the log are written
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log_format: LogFormat,

    /// Every option with where it comes from.
    #[arg(skip)]
    pub(crate) settings: Vec<Setting>,

    /// What a host should know about the settings, although they are right.
    #[arg(skip)]
    pub(crate) notes: Vec<String>,

    /// What is wrong with the settings. Without `--check` nothing is started then.
    #[arg(skip)]
    pub(crate) problems: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct WorkerArgs {
    /// Read options from this TOML file
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Where the questions come from: `nats://[user:password@]host[:port][/name]`
    #[arg(long, default_value = "local", hide_default_value = true, value_name = "ADDRESS")]
    pub(crate) bus: AddressText,

    /// Threads that think; one for each core if left out
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,

    /// How much the worker logs to standard error
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = LogLevel::Warn)]
    pub(crate) log: LogLevel,

    /// How lines of the log are written
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log_format: LogFormat,

    /// Every option with where it comes from.
    #[arg(skip)]
    pub(crate) settings: Vec<Setting>,

    /// What a host should know about the settings, although they are right.
    #[arg(skip)]
    pub(crate) notes: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people
    Text,
    /// For programs: a JSON object a line
    Json,
}

/// The least important thing that is still said.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogLevel {
    /// Nothing
    Off,
    /// What went wrong in the server
    Error,
    /// What an operator should look at, too
    Warn,
    /// Start and end, too
    Info,
    /// Rooms and connections, too
    Debug,
    /// Every event of a match, too: its number and seat, never what was played
    Trace,
}
