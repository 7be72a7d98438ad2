//! The requests behind the events of a match, by which a retry is recognised.

use game::Seat;

/// The requests behind the events of a match, in their order.
#[derive(Default)]
pub(crate) struct KnownRequests(Vec<Known>);

struct Known {
    /// Compared first: every move is looked for among all moves before it, and their texts are all over the memory.
    hash: u32,
    seat: Seat,
    id: Box<str>,
}

impl KnownRequests {
    pub(crate) fn push(&mut self, seat: Seat, id: String) {
        self.0.push(Known { hash: hash(seat, &id), seat, id: id.into() });
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of the event that this request became, counted from 1.
    pub(crate) fn find(&self, seat: Seat, id: &str) -> Option<u64> {
        let hash = hash(seat, id);
        let is_it = |known: &Known| known.hash == hash && known.seat == seat && *known.id == *id;
        self.0.iter().rposition(is_it).map(|index| index as u64 + 1)
    }
}

/// FNV-1a. Equal hashes cost a comparison and no more.
fn hash(seat: Seat, id: &str) -> u32 {
    let add = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    id.bytes().fold(add(0x811c_9dc5, seat.0), add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_found_by_its_seat_and_its_whole_text() {
        let mut known = KnownRequests::default();
        let ids = ["", "a", "b", "ab", "ba", "a\u{0}"];
        for id in ids {
            known.push(Seat(0), id.to_owned());
            known.push(Seat(1), id.to_owned());
        }
        for (index, id) in (0..).zip(ids) {
            assert_eq!(known.find(Seat(0), id), Some(2 * index + 1), "{id:?}");
            assert_eq!(known.find(Seat(1), id), Some(2 * index + 2), "{id:?}");
        }
        assert_eq!((known.find(Seat(2), "a"), known.find(Seat(0), "c")), (None, None));
        assert_eq!(known.len(), 2 * ids.len());
    }

    #[test]
    fn requests_with_the_same_hash_are_told_apart() {
        // Two texts that collide, found by trying.
        let mut seen = std::collections::HashMap::new();
        let (first, second) = (0_u32..)
            .find_map(|number| {
                let id = number.to_string();
                seen.insert(hash(Seat(0), &id), id.clone()).map(|other| (other, id))
            })
            .unwrap();
        let mut known = KnownRequests::default();
        known.push(Seat(0), first.clone());
        assert_eq!((known.find(Seat(0), &first), known.find(Seat(0), &second)), (Some(1), None));
    }
}
