//! A match that is played or replayed on this device, as one viewer saw it: the same list of moments that a server
//! tells.

use catalog::DynMatch;
use game::Viewer;
use protocol::Moment;

/// The moments after the first `known` events. After the end, too, they show only what these eyes may see.
pub(crate) fn moments(table: &dyn DynMatch, known: usize, eyes: Viewer) -> Vec<Moment> {
    let value =
        |json: Box<serde_json::value::RawValue>| serde_json::from_str(json.get()).expect("a view is written as JSON");
    table.moments(known, eyes).into_iter().map(|moment| moment.map_view(value)).collect()
}
