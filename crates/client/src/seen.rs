//! A match that is played or replayed on this device, as one viewer saw it: the same list of moments that a server tells.

use catalog::DynMatch;
use game::Viewer;
use protocol::Moment;

/// The moments after the first `known` events. A viewer who looks with the eyes of a seat keeps them beyond the end. The
/// caller asks for other eyes when everything is to be open.
pub(crate) fn moments(table: &dyn DynMatch, known: usize, eyes: Viewer) -> Vec<Moment> {
    let value =
        |json: Box<serde_json::value::RawValue>| serde_json::from_str(json.get()).expect("a view is written as JSON");
    table.moments(known, eyes).into_iter().map(|moment| moment.map_view(value)).collect()
}
