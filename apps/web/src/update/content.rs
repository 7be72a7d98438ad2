//! Loads the texts about the games that the page shows.

use super::Effects;
use crate::event::{Effect, Fetch};
use crate::model::Model;
use crate::rulebook;

/// Asks for the files that are wanted now and were not asked for yet. Goes to the wanted section of a text once the
/// text is there.
pub(super) fn watch(model: &mut Model, effects: &mut Effects) {
    let wanted = model.wanted_content();
    for path in &wanted {
        if model.content.ask(path) {
            effects.push(Effect::Fetch(Fetch::Content(path.clone()), path.clone(), None));
        }
    }
    model.play_examples();
    if !wanted.is_empty() && wanted.iter().all(|path| model.content.text(path).is_some()) {
        let place = model.visit.place.take();
        effects.extend(place.map(|place| Effect::Focus(format!("#{}", rulebook::id(&place)))));
    }
}
