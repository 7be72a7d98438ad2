//! The memory of a server whose people do nothing: what one more table costs, and what many connections cost together.

use std::io;

use game::Random;

use crate::cli::BenchServerArgs;
use crate::failure::Failure;
use crate::load::{Place, Played, Servers, Sitting};
use crate::open_files;
use crate::progress::Progress;

/// Before the idle tables whose memory is measured come a few that are not counted: one for so many.
const ONE_UNCOUNTED_FOR: u32 = 10;

/// By how many KiB the server grows with one more idle table.
pub(super) async fn of_a_table(played: &Played, place: &Place, tables: u32) -> io::Result<f64> {
    let servers = Servers::start(place, "idle")?;
    let uncounted = tables / ONE_UNCOUNTED_FOR;
    let mut sitting = open_tables(played, &servers, 0..uncounted, "opening idle tables").await?;
    let before = servers.memory_kib()?;
    sitting.extend(open_tables(played, &servers, uncounted..uncounted + tables, "opening idle tables").await?);
    let grown = servers.memory_kib()?.saturating_sub(before);
    drop(sitting);
    Ok(grown as f64 / f64::from(tables))
}

/// The memory of a server with this many idle connections, everybody at a table, in KiB.
pub(super) async fn of_connections(played: &Played, place: &Place, connections: u32) -> io::Result<u64> {
    let servers = Servers::start(place, "connections")?;
    let sitting =
        open_tables(played, &servers, 0..connections.div_ceil(played.seats()), "opening idle connections").await?;
    let memory = servers.memory_kib();
    drop(sitting);
    memory
}

/// Tables whose match has begun and waits for the first move.
async fn open_tables(
    played: &Played,
    servers: &Servers,
    numbers: std::ops::Range<u32>,
    what: &'static str,
) -> io::Result<Vec<Sitting>> {
    let (mut sitting, mut progress) = (Vec::new(), Progress::new(what));
    let count = numbers.len();
    for number in numbers {
        let number = number.into();
        sitting.push(Sitting::at_new_table(&servers.site(), number, played, &mut Random::new(number)).await?.0);
        progress.at(sitting.len() as f32 / count as f32);
    }
    Ok(sitting)
}

/// How many connections each server takes. There have to be open files for what a measurement needs, in this process and in its
/// children; a server takes twice as many if the system lets it, since players have a new connection before their old one has ended.
pub(super) fn connections(played: &Played, args: &BenchServerArgs) -> Result<u32, Failure> {
    let idle_tables = args.idle_tables + args.idle_tables / ONE_UNCOUNTED_FOR;
    let playing = played.seats() * args.tables + args.thinking;
    let needed = playing.max(played.seats() * idle_tables).max(args.idle_connections);
    match open_files::too_few_for(2 * needed) {
        None => Ok(2 * needed),
        Some(room) if room >= needed => Ok(room),
        Some(room) => Err(Failure::Input(format!(
            "this measurement needs open files for {needed} connections, and the system lets this process have them for {room}; \
             `ulimit -Hn` shows the limit"
        ))),
    }
}
