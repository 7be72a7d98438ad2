//! A match with a bug: it panics when one certain action is checked.

use catalog::{DynMatch, Position, Request, Standing, TraceStep};
use game::{Info, Luck, Moment, Origin, PlayError, Random, Record, Seat, Viewer};
use serde_json::value::RawValue;

/// Panics when the action «boom» is checked. Otherwise it behaves as the match inside.
pub(super) struct Fragile(pub(super) Box<dyn DynMatch>);

impl DynMatch for Fragile {
    fn check(&self, request: &Request<'_>) -> Result<(), PlayError> {
        assert!(!matches!(request, Request::Play { action: "boom", .. }), "a test asked for this panic");
        self.0.check(request)
    }

    fn info(&self) -> &'static Info {
        self.0.info()
    }

    fn standing(&self) -> Standing {
        self.0.standing()
    }

    fn origin(&self) -> &Origin {
        self.0.origin()
    }

    fn name_player(&mut self, seat: Seat, name: &str) {
        self.0.name_player(seat, name);
    }

    fn legal(&self) -> Vec<String> {
        self.0.legal()
    }

    fn random_action(&self, random: &mut Random) -> Option<String> {
        self.0.random_action(random)
    }

    fn carry_out(
        &mut self,
        request: &Request<'_>,
        viewers: &[Viewer],
    ) -> Result<Vec<Moment<Box<dyn Position>>>, PlayError> {
        self.0.carry_out(request, viewers)
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn record(&self) -> Record {
        self.0.record()
    }

    fn start(&self, viewer: Viewer) -> (Box<dyn Position>, Option<Seat>) {
        self.0.start(viewer)
    }

    fn moments(&self, known: usize, viewer: Viewer) -> Vec<Moment<Box<dyn Position>>> {
        self.0.moments(known, viewer)
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        self.0.view(viewer)
    }

    fn position(&self, viewer: Viewer) -> Box<dyn Position> {
        self.0.position(viewer)
    }

    fn trace(&self, each: &mut dyn FnMut(TraceStep) -> bool) {
        self.0.trace(each);
    }

    fn luck(&self) -> Vec<(Seat, Vec<Luck>)> {
        self.0.luck()
    }

    fn state_hash(&self) -> u64 {
        self.0.state_hash()
    }
}
