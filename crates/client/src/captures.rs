//! Captures at a glance: the open places whose pick takes pieces elsewhere, without pointing at each of them.

use game::SortedMap;
use scene::{MarkKind, Place, Preview};

use crate::Client;

/// What playing at a place would take elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Whether the pieces would be taken or change their owner.
    pub kind: MarkKind,
    /// The number of pieces.
    pub count: usize,
}

impl Client {
    /// Every place where the next pick completes an action that takes or converts pieces on other places. Only actions
    /// whose previews are worked out are known.
    pub fn captures(&self) -> SortedMap<Place, Capture> {
        let known: SortedMap<&str, &Preview> =
            game::gather(self.previews.known().iter().map(|(action, preview)| (action.as_str(), preview)));
        self.captures_by(|action, place| capture(known.get(action)?, place))
    }

    /// The same with all previews worked out now, for clients that draw once an input.
    pub fn all_captures(&self) -> SortedMap<Place, Capture> {
        self.captures_by(|action, place| capture(&self.preview(action), place))
    }

    fn captures_by(&self, capture: impl Fn(&str, Place) -> Option<Capture>) -> SortedMap<Place, Capture> {
        let (picked, depth) = (self.pointing.picked(), self.pointing.picked().len());
        let next = self.picture.picks.iter().filter(|(path, _)| path.len() == depth + 1 && path.starts_with(picked));
        let places = next.filter(|_| self.acts_here()).filter_map(|(path, action)| {
            let place = self.place_of(&path[depth])?;
            Some((place, capture(action, place)?))
        });
        game::gather(places)
    }
}

fn capture(preview: &Preview, at: Place) -> Option<Capture> {
    let count = |kind| preview.marks.iter().filter(|mark| mark.kind == kind && mark.place != at).count();
    [MarkKind::WouldTake, MarkKind::WouldConvert].into_iter().find_map(|kind| {
        let count = count(kind);
        (count > 0).then_some(Capture { kind, count })
    })
}
