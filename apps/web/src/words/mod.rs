//! The page's own sentences that `update` tells and `view` shows. They stand here so that neither of the two needs the
//! other. What every client says of a match is in `crates/client/src/words`.

mod left;

pub(crate) use left::{countdown, left_in_words};

use game::Message;

use crate::model::Model;
use client::{Fault, sentence};

/// Where and why a text is no record, in a sentence.
pub(crate) fn fault_in_words(model: &Model, fault: &Fault) -> String {
    let message = Message::new("replay.fault").with("line", fault.line as i64);
    model.tongue.tell(&message.with("problem", sentence(fault.problem.say(model.tongue.language))))
}
