//! The command line: commands, options and their checks. clap makes the help texts from the doc comments here.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use game::{Commitment, Share};

pub(crate) use crate::cli_bench::{BenchRelayArgs, BenchServerArgs, RelayKeeping};
pub(crate) use crate::cli_operating::{LogFormat, LogLevel, OperatingArgs, WorkerArgs};

use crate::address_text::AddressText;
use crate::store_args::{BackupArgs, KeepArgs, StoreArgs, StoreCommand};

/// Hex strategy games: play them, verify them, measure them.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  sixfold learn hexoust                    a first lesson of two minutes
  sixfold play hexoust                     play Red against the computer
  sixfold play hexoust --seat blue --level 4
  sixfold play hexoust --seat all --set base=5     two people, one screen, a small board
  sixfold playout hexoust --seed 1 --games 3       three random games, a line each
  sixfold verify game.record && echo right

Exit codes: 0 fine, 1 the answer is no (a record is wrong), 2 wrong input, 3 a file or the screen failed."
)]
pub(crate) struct Cli {
    /// Answer programs: one JSON object a line
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in the terminal, against the computer or with others on one screen
    #[command(after_help = "\
Examples:
  sixfold play hexoust --level 2 --record today.record
  sixfold play hexoust --seat none         watch the computer play itself
  sixfold play hexoust --player red=2 --player blue=5      at different levels
  sixfold play hexoust --plain             line by line, for screen readers and scripts")]
    Play(PlayArgs),
    /// Learn a game in the terminal by its first lesson: positions with one thing to do in each
    #[command(after_help = "\
Examples:
  sixfold learn hexlock
  sixfold learn hexlock --step 4           go on where you were
  sixfold learn hexlock --plain            line by line, for screen readers and scripts")]
    Learn(LearnArgs),
    /// Play random games and print one line for each: the winner, then the turns
    #[command(after_help = "Example: sixfold playout hexoust --seed 7 --games 100 > games.txt\n\
The game with number N of a run with seed S is the first game of a run with seed S + N.")]
    Playout(PlayoutArgs),
    /// Replay a record and print a JSON object for each action: what was legal, what was played, the dice, the state
    #[command(after_help = "Example: sixfold trace game.record | head -1")]
    Trace(FileArgs),
    /// Replay the record of a match or a campaign and say that it is right, its dice included, or where and why it is wrong
    #[command(after_help = "\
Examples:
  sixfold verify game.record || echo wrong
  sixfold verify game.record --commitment 3f79… --share red=00ab…
If you noted the commitment of the server and the share of your seat before the match, `verify`
compares the record with them.")]
    Verify(VerifyArgs),
    /// Say how lucky everybody was in a record: what the dice gave beside what they give on average
    #[command(after_help = "Example: sixfold luck game.record")]
    Luck(FileArgs),
    /// Count the ways to play a number of actions from the start
    #[command(after_help = "Example: sixfold perft hexoust --depth 3 --set base=4 --divide")]
    Perft(PerftArgs),
    /// Work out who wins with best play, by how much, and how
    #[command(after_help = "\
Examples:
  sixfold solve influence --board grand
  sixfold solve influence --board compact --set token=on --set echo=on
Ctrl-C ends it and leaves what is known so far.")]
    Solve(SolveArgs),
    /// Measure how fast a game plays and searches on one thread, or how many moves a server takes
    #[command(
        subcommand,
        after_help = "\
Examples:
  sixfold bench playouts hexoust --seconds 5 --json
  sixfold bench server --tables 200 --seconds 10"
    )]
    Bench(BenchCommand),
    /// Fleets and weapons of Hex Ships
    #[command(subcommand, after_help = "Example: sixfold ships balance --weapons balanced")]
    Ships(ShipsCommand),
    /// Serve tables to browsers, on this machine alone unless told otherwise
    #[command(after_help = "\
Examples:
  sixfold serve                            on http://127.0.0.1:7654, with its database in ./data
  sixfold serve --addr 0.0.0.0:80 --data-dir /var/lib/sixfold
  sixfold serve --store postgres://sixfold@127.0.0.1/sixfold       many servers can share it
  sixfold serve --config sixfold.toml --check
Every option can stand in a file (--config) under its name with underscores, or in the environment: --data-dir is
`data_dir` there and SIXFOLD_DATA_DIR here. An option counts before the environment, and that before the file.
Ctrl-C or SIGTERM lets everybody go and ends it.")]
    Serve(Box<ServeArgs>),
    /// Ask a server whether it is ready for players; exit code 1 if it is not
    #[command(after_help = "\
Examples:
  sixfold health http://127.0.0.1:7654
  sixfold health http://127.0.0.1:7655      at --metrics-addr, which is plain HTTP also if the server speaks TLS itself")]
    Health {
        /// Where the server is; `/readyz` is asked for unless the address names a page
        #[arg(default_value = "http://127.0.0.1:7654")]
        url: String,
    },
    /// Think for the servers at one bus, on as many machines as are wanted
    #[command(after_help = "\
Example: sixfold worker --bus nats://127.0.0.1:4222
Every option can stand in a file (--config) under its name with underscores, or in the environment: SIXFOLD_BUS.
A password belongs there, and not on a command line, which every user of the machine can read.
Servers that were started with the same --bus ask workers for the computer's moves. Without workers they
think themselves. A worker that is killed loses nothing: its questions are asked again.")]
    Worker(WorkerArgs),
    /// Look after what a server keeps
    #[command(subcommand, after_help = "Example: sixfold store check --data-dir data")]
    Store(StoreCommand),
    /// Write everything that a server keeps to one new file, while the server runs
    #[command(after_help = "\
Examples:
  sixfold backup /backup/monday.sixfold --data-dir /var/lib/sixfold
  sixfold backup /backup/monday.sixfold --store postgres://sixfold@127.0.0.1/sixfold
  sixfold backup /backup/monday.sixfold --config /etc/sixfold/sixfold.toml
A password belongs into the environment: the address in SIXFOLD_STORE, or the password alone in PGPASSWORD.
The file is a SQLite database for its owner alone: the secrets of running matches are in it.")]
    Backup(BackupArgs),
    /// Copy everything in a backup to an empty store, and check it there
    #[command(after_help = "\
Example: sixfold restore /backup/monday.sixfold --data-dir /var/lib/sixfold
After an interruption, the same command goes on where it was.")]
    Restore(BackupArgs),
    /// List the games, with their seats and options
    #[command(after_help = "Example: sixfold games --json")]
    Games,
    /// Print the rules of a game
    #[command(after_help = "Example: sixfold rules hexoust | less")]
    Rules {
        /// Which game
        game: String,
    },
}

/// Which game, and how it is set up.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// Which game: `sixfold games` lists them
    pub(crate) game: String,

    /// Set an option of the game; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,

    /// Play by the rule set in this folder, for a game whose rules are in files
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Which seats people take: names separated by commas, `all` or `none`; the first seat if left out
    #[arg(long, value_name = "SEATS")]
    pub(crate) seat: Option<String>,

    /// How strong the computer is, from 1 to 5
    #[arg(long)]
    pub(crate) level: Option<String>,

    /// Who takes a seat: `person`, or the computer's level; may be repeated
    #[arg(long = "player", value_name = "SEAT=WHO", value_parser = parse_player)]
    pub(crate) players: Vec<(String, String)>,

    /// The seed of dice and opponents; drawn from the clock if left out
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Write the record to this new file after every action; rematches go to files with a number
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

/// How a board is shown in the terminal.
#[derive(Args, Debug)]
pub(crate) struct ShownArgs {
    /// Line by line instead of full screen
    #[arg(long)]
    pub(crate) plain: bool,

    /// Letters instead of shapes on the pieces
    #[arg(long)]
    pub(crate) letters: bool,

    /// The language, `en` or `de`; that of the environment (`LC_ALL`, `LC_MESSAGES`, `LANG`) if left out
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) language: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct LearnArgs {
    /// Which game: `sixfold games` lists them
    pub(crate) game: String,

    /// Which step to begin with
    #[arg(long, default_value_t = 1)]
    pub(crate) step: usize,

    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

#[derive(Args, Debug)]
pub(crate) struct PlayoutArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Where the randomness begins; each further game takes the next number
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// How many games
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,

    /// Print whole records instead of lines; `verify` and `trace` read one at a time
    #[arg(long)]
    pub(crate) records: bool,
}

#[derive(Args, Debug)]
pub(crate) struct FileArgs {
    /// A record; `-` reads standard input
    pub(crate) file: PathBuf,

    /// The folder of the rule set that the match was played by, if that is not the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// A record; `-` reads standard input
    pub(crate) file: PathBuf,

    /// The folder of the rule set that the match was played by, if that is not the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,

    /// What the server had published before the match: 64 hexadecimal digits
    #[arg(long, value_name = "DIGITS")]
    pub(crate) commitment: Option<Commitment>,

    /// What a seat added to the dice; may be repeated
    #[arg(long = "share", value_name = "SEAT=DIGITS", value_parser = parse_share)]
    pub(crate) shares: Vec<(String, Share)>,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// How many actions deep
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,

    /// Also count for each first action on its own
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Short for --set board=NAME
    #[arg(long, value_name = "NAME")]
    pub(crate) board: Option<String>,

    /// The seed of what is drawn at the start
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchCommand {
    /// Random games from start to end
    #[command(after_help = "Example: sixfold bench playouts hexoust --seconds 5")]
    Playouts(BenchArgs),
    /// Tree search from the first position
    #[command(after_help = "Example: sixfold bench search hexoust --seconds 5 --json")]
    Search(BenchArgs),
    /// A server in a process of its own, and people who play random actions over real sockets
    #[command(after_help = "\
Examples:
  sixfold bench server --tables 200 --seconds 10             as fast as it goes
  sixfold bench server --tables 500 --seconds 10 --rate 950  so many moves a second over all tables
  sixfold bench server --game hex-dice --set players=6       any game, at tables of any size
  sixfold bench server --relay                               beside a bare relay, with the ratios
  sixfold bench server --relay batches                       beside one that writes to the disk as the server does
  sixfold bench server --tables 500 --rate 950 --thinking 50 while the computer thinks at 50 further tables
  sixfold bench server --idle-connections 10000              the memory of so many connections
  sixfold bench server --nodes 3 --store postgres://sixfold@127.0.0.1/bench --bus nats://127.0.0.1
A move counts when the opponent's update is there; it was durable before that. What is played stays in a store that --store
names.")]
    Server(BenchServerArgs),
    /// The bare relay that a server is compared with: it keeps every message and passes it on, and knows no rules
    #[command(after_help = "Example: sixfold bench relay --data-dir /tmp/relay
It listens on a free port of this machine and runs until it is ended. `sixfold bench server --relay` starts one itself.")]
    Relay(BenchRelayArgs),
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// For how long
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true, value_parser = parse_seconds)]
    pub(crate) seconds: f64,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ShipsCommand {
    /// Print what every weapon can be expected to do in a battle of 12 rounds, by bracket and against some targets; or
    /// measure prices and scenarios by battles of the computer
    #[command(after_help = "\
Examples:
  sixfold ships balance                      the original's own table, then the tuned one
  sixfold ships balance --weapons balanced   the set that was tuned
  sixfold ships balance --tune               the search that found it
  sixfold ships balance --costs --keep battles.jsonl         prices from 3000 battles; call it again to go on
  sixfold ships balance --scenarios --scenario pursuit --battles 100
Damage × accuracy × attacks: energy weapons fire in 8 rounds of 10, ammunition is spent.")]
    Balance(BalanceArgs),
    /// Play a campaign in the terminal; or let the computer play one many times and print how its battles go
    #[command(after_help = "\
Examples:
  sixfold ships campaign                     go on with ./campaign.record, or begin a campaign there
  sixfold ships campaign --new --campaign exodus --difficulty hard --save exodus.record
  sixfold ships campaign --plain             line by line, for screen readers and scripts
  sixfold ships campaign --auto 100
  sixfold ships campaign --auto 200 --campaign exodus --difficulty hard --json
The campaign with number N of a run with seed S is the first one of a run with seed S + N.")]
    Campaign(CampaignArgs),
}

#[derive(Args, Debug)]
pub(crate) struct CampaignArgs {
    /// Keep the campaign in this file; `campaign.record` in this folder if left out
    #[arg(long, value_name = "FILE", conflicts_with = "auto")]
    pub(crate) save: Option<PathBuf>,

    /// Begin a new campaign. One that is in the file gets another name
    #[arg(long, conflicts_with = "auto")]
    pub(crate) new: bool,

    /// Let the computer play this many campaigns
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) auto: Option<u64>,

    /// Which campaign
    #[arg(long, value_name = "NAME")]
    pub(crate) campaign: Option<String>,

    /// How hard it is: easy, normal or hard
    #[arg(long, value_name = "DIFFICULTY")]
    pub(crate) difficulty: Option<String>,

    /// How many people share the fleet, each with ships of their own: 1 or 2
    #[arg(long, value_name = "COUNT")]
    pub(crate) players: Option<String>,

    /// With --auto: how strong the computer is for the campaign's fleet, from 1 to 5; the middle level if left out. The
    /// enemy has the campaign's own level
    #[arg(long, requires = "auto")]
    pub(crate) level: Option<String>,

    /// The seed of the dice: with --auto 0 if left out, and each further campaign takes the next number; else drawn from the
    /// clock
    #[arg(long)]
    pub(crate) seed: Option<u64>,

    /// With --auto: on how many threads campaigns are played; all cores if left out. The result is the same
    #[arg(long, requires = "auto", value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,

    /// The rule set in this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

impl CampaignArgs {
    /// The options of the campaign that the command line gives.
    pub(crate) fn options(&self) -> Vec<String> {
        let options = [("campaign", &self.campaign), ("difficulty", &self.difficulty), ("players", &self.players)];
        options.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", value.as_ref()?))).collect()
    }
}

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("fights").args(["costs", "scenarios"]))]
pub(crate) struct BalanceArgs {
    /// Which set of weapons; both if left out, and the original's for --scenarios
    #[arg(long, value_name = "SET")]
    pub(crate) weapons: Option<String>,

    /// Search for numbers near the seed's that are balanced, and print those
    #[arg(long, conflicts_with_all = ["weapons", "costs", "scenarios"])]
    pub(crate) tune: bool,

    /// Let drawn fleets fight, and print the prices of hulls, weapons, items and captains that follow, with their errors
    #[arg(long, conflicts_with_all = ["weapons", "scenarios"])]
    pub(crate) costs: bool,

    /// Let the computer fight every scenario against itself, with sides changed, and print the shares of both sides
    #[arg(long)]
    pub(crate) scenarios: bool,

    /// With --scenarios: this one alone
    #[arg(long, value_name = "NAME", requires = "scenarios")]
    pub(crate) scenario: Option<String>,

    /// How many battles: for --costs 3000 if left out, for --scenarios 60 each
    #[arg(long, value_name = "COUNT", requires = "fights", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) battles: Option<u64>,

    /// How strong the captains are, from 1 to 5; the middle level if left out
    #[arg(long, requires = "fights")]
    pub(crate) level: Option<String>,

    /// Where the randomness begins
    #[arg(long, default_value_t = 0, requires = "fights")]
    pub(crate) seed: u64,

    /// On how many threads battles are fought; the result is the same
    #[arg(long, default_value_t = 1, requires = "fights", value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,

    /// With --costs: keep the battles in this file, and go on with those that it has
    #[arg(long, value_name = "FILE", requires = "costs")]
    pub(crate) keep: Option<PathBuf>,

    /// With --costs: write the prices into the rule files in this folder
    #[arg(long, value_name = "DIR", requires = "costs")]
    pub(crate) write: Option<PathBuf>,

    /// The rule set in this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Where to listen, HOST:PORT; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:7654", value_name = "HOST:PORT", value_parser = parse_addr)]
    pub(crate) addr: SocketAddr,

    #[command(flatten)]
    pub(crate) store: StoreArgs,

    #[command(flatten)]
    pub(crate) keep: KeepArgs,

    /// The most connections at once
    #[arg(long, default_value_t = 4_000, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) connections: u32,

    /// The most connections of one address at once
    #[arg(long, default_value_t = 400, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) connections_per_address: u32,

    /// A name under which people reach this server, such as play.example.org; may be repeated. Addresses and names of
    /// the local network need not be listed
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,

    /// The address of a proxy in front of this server, whose word about the address of a client is taken
    /// (X-Forwarded-For); may be repeated
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) proxy: Vec<IpAddr>,

    /// How many messages a client may send each second
    #[arg(long, default_value_t = 20, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) messages_per_second: u32,

    /// How many requests over HTTP one address may send each second
    #[arg(long, default_value_t = 50, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) requests_per_second_per_address: u32,

    /// How many tables may be made each second, by everybody together
    #[arg(long, default_value_t = 20, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tables_per_second: u32,

    /// How many tables one address may make each minute
    #[arg(long, default_value_t = 60, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tables_per_minute_per_address: u32,

    /// How servers that share a store reach each other and their workers: `local` for one server alone, or
    /// `nats://[user:password@]host[:port][/name]`
    #[arg(long, default_value = "local", value_name = "ADDRESS")]
    pub(crate) bus: AddressText,

    /// Threads on which the computer thinks, for all tables together; half of the cores if left out
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) bot_threads: Option<u32>,

    /// How much the server logs to standard error
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = LogLevel::Warn)]
    pub(crate) log: LogLevel,

    /// Offer the rule set in this folder beside the built-in ones, for new tables of its game; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(crate) rules: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) operating: OperatingArgs,

    /// Open the page in a browser, where there is a screen
    #[arg(long)]
    pub(crate) open: bool,
}

fn parse_share(text: &str) -> Result<(String, Share), String> {
    let (seat, share) = text.split_once('=').ok_or("a seat's name, = and 64 hexadecimal digits")?;
    Ok((seat.to_owned(), share.parse().map_err(|error: game::HexDigitsError| error.to_string())?))
}

fn parse_player(text: &str) -> Result<(String, String), String> {
    let (seat, who) = text.split_once('=').ok_or("a seat's name, = and `person` or a level")?;
    Ok((seat.to_owned(), who.to_owned()))
}

pub(crate) fn parse_addr(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().ok().and_then(|mut addrs| addrs.next());
    found.ok_or_else(|| "an address of this machine and a port, such as 127.0.0.1:7654".to_owned())
}

pub(crate) fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.1..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0.1 to 3600".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_definitions_are_sound() {
        super::Cli::command().debug_assert();
    }
}
