//! The order in which pieces act, in words.

use game::Message;
use scene::{Queue, Queued, Stage};

use crate::{Client, capital};

impl Client {
    /// A queue in one line: those that have acted, the one that acts, and those that come.
    pub fn queue_in_words(&self, queue: &Queue) -> String {
        let tags = |stage: Stage| {
            let those = queue.pieces.iter().filter(move |piece| piece.stage == stage);
            those.map(|piece| piece.tag.as_str()).collect::<Vec<_>>().join(" ")
        };
        let part = |key: &'static str, stage| {
            let tags = tags(stage);
            (!tags.is_empty()).then(|| self.tongue.tell(&Message::new(key).with("pieces", tags)))
        };
        let done = part("queue.done", Stage::Done);
        let parts = done.into_iter().chain(part("queue.acts", Stage::Acts));
        let parts: Vec<String> = parts.chain(Some(tags(Stage::Waits)).filter(|tags| !tags.is_empty())).collect();
        format!("{}: {}", capital(&self.say(&queue.label)), parts.join(" "))
    }

    /// A piece of a queue with its whole name, and how far it is.
    pub fn queued_in_words(&self, piece: &Queued) -> String {
        let name = self.sheet(piece.unit).map_or_else(|| piece.tag.clone(), |sheet| capital(&self.say(&sheet.title)));
        let key = match piece.stage {
            Stage::Done => "queued.done",
            Stage::Acts => "queued.acts",
            Stage::Waits => "queued.waits",
        };
        self.tongue.tell(&Message::new(key).with("seat", self.seat_name(piece.seat)).with("name", name))
    }
}
