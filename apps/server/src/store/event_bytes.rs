//! Events as bytes, one after the other, for the row of a batch (`sqlite_recent.rs`). Each has a check of its own, so that damage costs
//! the events that it hits and no others.

use game::Seat;

use super::sums::{CHECK, Sum, check_of};
use super::{StoredEvent, StoredEventKind};
use crate::ids::TableId;

/// An event with its table and its sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) table: TableId,
    pub(super) event: StoredEvent,
    pub(super) sum: Sum,
}

/// The bytes of an event beside its texts and its check: table and number (8 each), seat and kind (1 each), the lengths of
/// action and request (4 each), and the sum.
const HEAD: usize = 8 + 8 + 1 + 1 + 4 + 4 + SUM;
const SUM: usize = size_of::<Sum>();

const KINDS: [StoredEventKind; 4] =
    [StoredEventKind::Play(String::new()), StoredEventKind::Resign, StoredEventKind::DropOut, StoredEventKind::Abandon];

/// Adds an event to bytes.
pub(super) fn pack(into: &mut Vec<u8>, table: TableId, event: &StoredEvent, sum: &Sum) {
    let start = into.len();
    let (kind, action) = match &event.kind {
        StoredEventKind::Play(action) => (0, action.as_str()),
        StoredEventKind::Resign => (1, ""),
        StoredEventKind::DropOut => (2, ""),
        StoredEventKind::Abandon => (3, ""),
    };
    into.reserve(HEAD + action.len() + event.request.len() + CHECK);
    into.extend_from_slice(&table.to_number().to_le_bytes());
    into.extend_from_slice(&event.seq.to_le_bytes());
    into.extend_from_slice(&[event.seat.0, kind]);
    for text in [action, &event.request] {
        let length = u32::try_from(text.len()).expect("a text of a message is shorter than 4 GiB");
        into.extend_from_slice(&length.to_le_bytes());
    }
    into.extend_from_slice(sum);
    into.extend_from_slice(action.as_bytes());
    into.extend_from_slice(event.request.as_bytes());
    let check = check_of(&into[start..]);
    into.extend_from_slice(&check);
}

/// All events in these bytes. What is damaged is left out.
pub(super) fn unpack_all(bytes: &[u8]) -> impl Iterator<Item = Packed> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            if let Some((packed, after)) = unpack(rest) {
                rest = after;
                return Some(packed);
            }
            rest = &rest[1..]; // the next one that is whole begins somewhere behind the damage
        }
        None
    })
}

/// The first event and the bytes after it; none if there is no whole one.
fn unpack(bytes: &[u8]) -> Option<(Packed, &[u8])> {
    let mut head = bytes.get(..HEAD)?;
    let mut take = |length: usize| {
        let (taken, rest) = head.split_at(length);
        head = rest;
        taken
    };
    let table = TableId::from_number(i64::from_le_bytes(take(8).try_into().ok()?));
    let seq = u64::from_le_bytes(take(8).try_into().ok()?);
    let (seat, kind) = (take(1)[0], take(1)[0]);
    let mut length = || Some(u32::from_le_bytes(take(4).try_into().ok()?) as usize);
    let (action_length, request_length) = (length()?, length()?);
    let sum = take(SUM).try_into().ok()?;
    let end = HEAD.checked_add(action_length)?.checked_add(request_length)?;
    let kept = bytes.get(end..end.checked_add(CHECK)?)?;
    if kept != check_of(&bytes[..end]) {
        return None;
    }
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
    let (action, request) = bytes[HEAD..end].split_at(action_length);
    let kind = match KINDS.get(usize::from(kind))? {
        StoredEventKind::Play(_) => StoredEventKind::Play(text(action)?),
        other => other.clone(),
    };
    let event = StoredEvent { seq, seat: Seat(seat), kind, request: text(request)? };
    Some((Packed { table, event, sum }, &bytes[end + CHECK..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Events of every kind with short, long and empty texts.
    fn events() -> Vec<Packed> {
        let mut random = game::Random::new(3);
        (0..40)
            .map(|number: u64| {
                let mut text = |most: u32| "é1 x".chars().cycle().take(random.below(most) as usize).collect();
                let kind = match &KINDS[number as usize % KINDS.len()] {
                    StoredEventKind::Play(_) => StoredEventKind::Play(text(9)),
                    other => other.clone(),
                };
                let event = StoredEvent { seq: number + 1, seat: Seat(number as u8 % 6), kind, request: text(30) };
                Packed {
                    table: TableId::from_number(number as i64 * 0x0123_4567_89AB),
                    event,
                    sum: [number as u8; SUM],
                }
            })
            .collect()
    }

    fn packed(events: &[Packed]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for Packed { table, event, sum } in events {
            pack(&mut bytes, *table, event, sum);
        }
        bytes
    }

    #[test]
    fn events_come_back_as_they_were() {
        let events = events();
        assert_eq!(unpack_all(&packed(&events)).collect::<Vec<_>>(), events);
        assert_eq!(unpack_all(&[]).count(), 0);
    }

    /// Every single bit: the event that it belongs to is missing, and all others are there.
    #[test]
    fn a_flipped_bit_costs_one_event() {
        let events = events();
        let whole = packed(&events);
        for place in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[place] ^= 1 << bit;
                let found: Vec<Packed> = unpack_all(&bytes).collect();
                let missing: Vec<&Packed> = events.iter().filter(|event| !found.contains(event)).collect();
                assert_eq!((found.len(), missing.len()), (events.len() - 1, 1), "bit {bit} of byte {place}");
            }
        }
    }

    #[test]
    fn an_end_that_is_cut_off_costs_what_is_cut_off() {
        let events = events();
        let whole = packed(&events);
        for length in 0..whole.len() {
            let found: Vec<Packed> = unpack_all(&whole[..length]).collect();
            assert_eq!(found, events[..found.len()], "{length} bytes");
            assert!(packed(&events[..=found.len()]).len() > length, "{length} bytes");
        }
    }
}
