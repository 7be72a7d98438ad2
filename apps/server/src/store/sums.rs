//! Checksums of what a store keeps, so that damage on a disk is noticed and never served as if it were right. The sum of an
//! event covers all events before it and the table that they happened at. SHA-256, of which half is kept: against
//! accidents, not against somebody who can write to the disk.

use game::{RuleFiles, Seat};
use sha2::{Digest as _, Sha256};

use super::{
    JourneyEventKind, JourneyEventRow, JourneyRow, Sitter, StoredEvent, StoredEventKind, TableRow, Traveller, Who,
};
use crate::ids::TableId;

pub(super) type Sum = [u8; 16];

/// A table as it was made, without its people and without when somebody was last there: that is only a hint, and rows from before
/// it was noted keep the sums that they have.
pub(super) fn of_table(row: &TableRow) -> Sum {
    let TableRow { id, game, rules_version, setup, rules, seed, fair, seats, touched: _ } = row;
    let mut sum = Summing::new("table");
    sum.number(id.to_number()).text(game).number(i64::from(*rules_version)).text(setup);
    sum.rules(rules.as_deref()).bytes(&seed.0).number(i64::from(*fair)).number(seats.len() as i64);
    sum.done()
}

pub(super) fn of_sitter(table: TableId, seat: Seat, sitter: &Sitter) -> Sum {
    let Sitter { name, who, request, commitment, share, seat_option } = sitter;
    let mut sum = Summing::new("sitter");
    sum.number(table.to_number()).number(i64::from(seat.0)).text(name).text(request);
    match who {
        Who::Person(key) => sum.text("person").bytes(&key.0),
        Who::Bot(level) => sum.text("bot").text(level),
    };
    sum.option(share.as_ref().map(|share| &share.0[..])).option(seat_option.as_ref().map(String::as_bytes));
    // Rows from before seats committed have the sum that they had.
    if let Some(commitment) = commitment {
        sum.text("commitment").bytes(&commitment.0);
    }
    sum.done()
}

/// A table whose match begins: nobody sits down or goes any more.
pub(super) fn of_beginning(table: Option<Sum>, sitters: &[Option<Sum>]) -> Sum {
    let mut sum = Summing::new("beginning");
    sum.option(table.as_ref().map(|sum| &sum[..])).number(sitters.len() as i64);
    for sitter in sitters {
        sum.option(sitter.as_ref().map(|sum| &sum[..]));
    }
    sum.done()
}

/// An event and everything before it.
pub(super) fn of_event(before: Sum, event: &StoredEvent) -> Sum {
    let StoredEvent { seq, seat, kind, request } = event;
    let mut sum = Summing::after(before, *seq, *seat, request);
    match kind {
        StoredEventKind::Play(action) => sum.text("play").text(action),
        StoredEventKind::Resign => sum.text("resign"),
        StoredEventKind::DropOut => sum.text("drop out"),
        StoredEventKind::Abandon => sum.text("abandon"),
    };
    sum.done()
}

/// A journey as it was made, without its people.
pub(super) fn of_journey(row: &JourneyRow) -> Sum {
    let JourneyRow { id, game, kind, rules_version, setup, rules, seed, travellers } = row;
    let mut sum = Summing::new("journey");
    sum.number(id.to_number()).text(game).text(kind).number(i64::from(*rules_version)).text(setup);
    sum.rules(rules.as_deref()).bytes(&seed.0).number(travellers.len() as i64);
    sum.done()
}

/// A traveller, without when they were last seen: that changes every hour and is only a hint.
pub(super) fn of_traveller(journey: TableId, seat: Seat, traveller: &Traveller) -> Sum {
    let Traveller { name, key, request, seen: _ } = traveller;
    let mut sum = Summing::new("traveller");
    sum.number(journey.to_number()).number(i64::from(seat.0)).text(name).bytes(&key.0).text(request);
    sum.done()
}

/// An event of a journey and everything before it.
pub(super) fn of_journey_event(before: Sum, event: &JourneyEventRow) -> Sum {
    let JourneyEventRow { seq, seat, kind, request } = event;
    let mut sum = Summing::after(before, *seq, *seat, request);
    match kind {
        JourneyEventKind::Step(step) => sum.text("step").text(step),
        JourneyEventKind::Match(record) => sum.text("match").text(record),
    };
    sum.done()
}

/// How long a [`check_of`] is.
pub(super) const CHECK: usize = 8;

/// A short sum of bytes whose meaning is known elsewhere.
pub(super) fn check_of(bytes: &[u8]) -> [u8; CHECK] {
    *Summing::new("bytes").bytes(bytes).done().first_chunk().expect("a sum has 16 bytes")
}

/// Takes in one part after the other. Each text begins with its length, so that no two lists of parts are the same bytes.
struct Summing(Sha256);

impl Summing {
    fn new(kind: &str) -> Self {
        let mut sum = Self(Sha256::new());
        sum.text(kind);
        sum
    }

    fn after(before: Sum, seq: u64, seat: Seat, request: &str) -> Self {
        let mut sum = Self::new("event");
        sum.bytes(&before).number(seq as i64).number(i64::from(seat.0)).text(request);
        sum
    }

    fn number(&mut self, number: i64) -> &mut Self {
        self.0.update(number.to_le_bytes());
        self
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.number(bytes.len() as i64).0.update(bytes);
        self
    }

    fn text(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    fn option(&mut self, bytes: Option<&[u8]>) -> &mut Self {
        match bytes {
            None => self.number(0),
            Some(bytes) => self.number(1).bytes(bytes),
        }
    }

    fn rules(&mut self, files: Option<&RuleFiles>) -> &mut Self {
        self.option(files.map(|files| files.fingerprint().0).as_ref().map(|fingerprint| &fingerprint[..]))
    }

    fn done(&mut self) -> Sum {
        let whole: [u8; 32] = self.0.finalize_reset().into();
        *whole.first_chunk().expect("a hash has 32 bytes")
    }
}
