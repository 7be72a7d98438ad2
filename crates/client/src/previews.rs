//! What the legal actions would do, worked out a few at a time.

use catalog::Position;
use scene::Preview;

/// Works out so many previews at a time; in between the client listens to the person.
const AT_A_TIME: usize = 24;

/// What the legal actions of the position that is shown would do.
#[derive(Clone, Debug, Default)]
pub struct Previews {
    known: Vec<(String, Preview)>,
    pending: Vec<String>,
    /// Previews of actions that begin with what was picked. They are not among the legal actions that are listed.
    next: Vec<(String, Preview)>,
}

impl Previews {
    /// Starts over for another position: these actions wait for their previews.
    pub(crate) fn begin(&mut self, pending: Vec<String>) {
        *self = Self { known: Vec::new(), pending, next: Vec::new() };
    }

    /// The previews of the legal actions that are worked out so far, in their order.
    pub fn known(&self) -> &[(String, Preview)] {
        &self.known
    }

    /// The legal actions that wait for their previews.
    pub fn pending(&self) -> &[String] {
        &self.pending
    }

    /// The preview of an action, if it is worked out.
    pub fn of(&self, action: &str) -> Option<&Preview> {
        let mut all = self.known.iter().chain(&self.next);
        all.find(|(known, _)| known == action).map(|(_, preview)| preview)
    }

    /// Works out some of the pending ones.
    pub(crate) fn work_on(&mut self, position: &dyn Position) {
        let some = self.pending.len().min(AT_A_TIME);
        let actions = self.pending.drain(..some);
        self.known.extend(actions.map(|action| with_preview(position, action)));
    }

    /// Works out these at once: they can follow on what was picked.
    pub(crate) fn add_next(&mut self, position: &dyn Position, actions: Vec<String>) {
        self.next.extend(actions.into_iter().map(|action| with_preview(position, action)));
    }
}

fn with_preview(position: &dyn Position, action: String) -> (String, Preview) {
    let preview = position.preview(&action);
    (action, preview)
}
