//! A match with bugs: it panics when one certain action is checked, and when it carries out an event and a test says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use catalog::{DynMatch, Position, Request, Standing, TraceStep};
use game::{Info, Luck, Moment, Origin, PlayError, Random, Record, Seat, Viewer};

/// Panics when the action «boom» is checked, and once when it carries out an event after `falls` was set. Otherwise it
/// behaves as the match inside.
pub(super) struct Fragile {
    pub(super) inner: Box<dyn DynMatch>,
    pub(super) falls: Arc<AtomicBool>,
}

impl DynMatch for Fragile {
    fn check(&self, request: &Request<'_>) -> Result<(), PlayError> {
        assert!(!matches!(request, Request::Play { action: "boom", .. }), "a test asked for this panic");
        self.inner.check(request)
    }

    fn info(&self) -> &'static Info {
        self.inner.info()
    }

    fn standing(&self) -> Standing {
        self.inner.standing()
    }

    fn origin(&self) -> &Origin {
        self.inner.origin()
    }

    fn name_player(&mut self, seat: Seat, name: &str) {
        self.inner.name_player(seat, name);
    }

    fn legal(&self) -> Vec<String> {
        self.inner.legal()
    }

    fn random_action(&self, random: &mut Random) -> Option<String> {
        self.inner.random_action(random)
    }

    fn carry_out(
        &mut self,
        request: &Request<'_>,
        viewers: &[Viewer],
    ) -> Result<Vec<Moment<Box<dyn Position>>>, PlayError> {
        assert!(!self.falls.swap(false, Ordering::SeqCst), "a test asked for this panic");
        self.inner.carry_out(request, viewers)
    }

    fn undo(&mut self) -> bool {
        self.inner.undo()
    }

    fn record(&self) -> Record {
        self.inner.record()
    }

    fn start(&self, viewer: Viewer) -> (Box<dyn Position>, Option<Seat>) {
        self.inner.start(viewer)
    }

    fn moments(&self, known: usize, viewer: Viewer) -> Vec<Moment<Box<dyn Position>>> {
        self.inner.moments(known, viewer)
    }

    fn position(&self, viewer: Viewer) -> Box<dyn Position> {
        self.inner.position(viewer)
    }

    fn trace(&self, each: &mut dyn FnMut(TraceStep) -> bool) {
        self.inner.trace(each);
    }

    fn luck(&self) -> Vec<(Seat, Vec<Luck>)> {
        self.inner.luck()
    }

    fn state_hash(&self) -> u64 {
        self.inner.state_hash()
    }
}
