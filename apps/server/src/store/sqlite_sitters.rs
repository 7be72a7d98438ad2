//! Who sits at the tables in the SQLite database, and what they have added to the dice.

use game::{Seat, Share, ShareCommitment};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::sums::{self, Sum};
use super::{Sitter, Who};
use crate::ids::{KeyHash, TableId};

/// The notes of taken seats. They are no column of `tables`: a column that is added to a strict table fails at the first damaged row,
/// and one table must not keep a new version from starting.
pub(super) const TAKEN: &str = "
    -- The seats of a table that are taken, a bit each: somebody whose row is lost to damage is noticed, and their seat is not free.
    CREATE TABLE taken (
        table_id INTEGER PRIMARY KEY,
        seats    INTEGER NOT NULL
    ) STRICT;
    -- A row whose table or seat is damaged is left out. Nobody is noticed there, and whoever reads the table reads the damage.
    INSERT INTO taken SELECT table_id, 1 << seat FROM sitters
     WHERE typeof(table_id) = 'integer' AND typeof(seat) = 'integer' AND seat BETWEEN 0 AND 63
    ON CONFLICT (table_id) DO UPDATE SET seats = seats | excluded.seats;
";

pub(super) fn insert_sitter(
    connection: &Connection,
    table: TableId,
    seat: Seat,
    sitter: &Sitter,
) -> rusqlite::Result<usize> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO sitters (table_id, seat, name, key, request, share, bot, own, sum, commitment)
         SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM tables WHERE id = ?1 AND ?2 < seats
         AND NOT EXISTS (SELECT 1 FROM taken WHERE table_id = ?1 AND taken.seats >> ?2 & 1 = 1)",
    )?;
    let sum = sums::of_sitter(table, seat, sitter);
    let (share, commitment) = (sitter.share.map(|share| share.0), sitter.commitment.map(|commitment| commitment.0));
    let key: &[u8] = match &sitter.who {
        Who::Person(key) => &key.0,
        Who::Bot(_) => &[],
    };
    let (table, bot) = (table.to_number(), sitter.bot());
    let Sitter { name, request, seat_option, .. } = sitter;
    let inserted =
        insert.execute(params![table, seat.0, name, key, request, share, bot, seat_option, sum, commitment])?;
    if inserted > 0 {
        let mut note = connection.prepare_cached(
            "INSERT INTO taken (table_id, seats) VALUES (?1, 1 << ?2)
             ON CONFLICT (table_id) DO UPDATE SET seats = seats | excluded.seats",
        )?;
        note.execute(params![table, seat.0])?;
    }
    Ok(inserted)
}

pub(super) fn delete_sitter(
    connection: &Connection,
    table: TableId,
    seat: Seat,
    request: &str,
) -> rusqlite::Result<usize> {
    // Once a person has opened a share, nobody's seat is free any more.
    let mut delete = connection.prepare_cached(
        "DELETE FROM sitters WHERE table_id = ?1 AND seat = ?2 AND request = ?3 AND NOT EXISTS (
             SELECT 1 FROM sitters WHERE table_id = ?1 AND bot IS NULL AND share IS NOT NULL)",
    )?;
    let deleted = delete.execute(params![table.to_number(), seat.0, request])?;
    if deleted > 0 {
        let mut note = connection.prepare_cached("UPDATE taken SET seats = seats & ~(1 << ?2) WHERE table_id = ?1")?;
        note.execute(params![table.to_number(), seat.0])?;
    }
    Ok(deleted)
}

pub(super) fn insert_share(
    connection: &Connection,
    table: TableId,
    seat: Seat,
    (key, share): (KeyHash, &Share),
) -> rusqlite::Result<usize> {
    let mut all = connection.prepare_cached(
        "SELECT seats = (SELECT count(*) FROM sitters WHERE table_id = ?1 AND (commitment IS NOT NULL OR bot IS NOT NULL))
         FROM tables WHERE id = ?1",
    )?;
    let have_all_committed = all.query_row([table.to_number()], |row| row.get(0)).optional()?.unwrap_or(false);
    if !have_all_committed {
        return Ok(0);
    }
    change_sitter(connection, table, seat, |sitter| sitter.has_key(key) && sitter.share.replace(*share).is_none())
}

/// Changes what a sitter has added to the dice, if `change` says that this is the first time.
pub(super) fn change_sitter(
    connection: &Connection,
    table: TableId,
    seat: Seat,
    change: impl FnOnce(&mut Sitter) -> bool,
) -> rusqlite::Result<usize> {
    let mut select = connection.prepare_cached(&format!("{SITTERS} AND seat = ?2"))?;
    let found = select.query_row(params![table.to_number(), seat.0], read_sitter).optional()?;
    let Some((_, mut sitter, sum)) = found else { return Ok(0) };
    // Damage is not covered up by a new sum.
    let is_whole = sum.is_none_or(|sum| sum == sums::of_sitter(table, seat, &sitter));
    if !change(&mut sitter) {
        return Ok(0);
    }
    let sum = if is_whole { Some(sums::of_sitter(table, seat, &sitter)) } else { sum };
    let mut update = connection
        .prepare_cached("UPDATE sitters SET commitment = ?3, share = ?4, sum = ?5 WHERE table_id = ?1 AND seat = ?2")?;
    let (commitment, share) = (sitter.commitment.map(|commitment| commitment.0), sitter.share.map(|share| share.0));
    update.execute(params![table.to_number(), seat.0, commitment, share, sum])
}

/// The columns that [`read_sitter`] reads.
pub(super) const SITTERS: &str =
    "SELECT seat, name, key, request, share, bot, own, sum, commitment FROM sitters WHERE table_id = ?1";

pub(super) fn read_sitter(row: &rusqlite::Row<'_>) -> rusqlite::Result<(u8, Sitter, Option<Sum>)> {
    let sitter = Sitter {
        name: row.get(1)?,
        who: match row.get(5)? {
            Some(level) => Who::Bot(level),
            None => Who::Person(KeyHash(row.get(2)?)),
        },
        request: row.get(3)?,
        commitment: row.get::<_, Option<_>>(8)?.map(ShareCommitment),
        share: row.get::<_, Option<_>>(4)?.map(Share),
        seat_option: row.get(6)?,
    };
    Ok((row.get(0)?, sitter, row.get(7)?))
}
