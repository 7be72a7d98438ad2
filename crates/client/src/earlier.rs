//! What was done on the board since the viewer's last turn, besides the last moment.

use game::Viewer;
use scene::Mark;

use crate::History;

/// What was done on the board since the viewer's last turn, besides the last moment, which a picture marks by itself.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    /// The marks that are not covered by a mark of the last moment.
    pub marks: Vec<Mark>,
    /// All of them, and the moments that they were gathered from.
    all: Vec<Mark>,
    gathered: Option<Gathered>,
}

/// Which moments the marks were gathered from, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gathered {
    eyes: Viewer,
    shown: usize,
    news: usize,
}

impl Earlier {
    /// Gathers the marks of this many moments, without those that the picture shows already. Each moment has to be drawn for that,
    /// so it is done once a moment and not with every step of a plan.
    pub(crate) fn gather(&mut self, history: &History, news: usize, shown: &[Mark]) {
        let from = Gathered { eyes: history.eyes(), shown: history.moment_shown(), news };
        if self.gathered != Some(from) {
            let before = (from.shown + 1).saturating_sub(from.news)..from.shown;
            let pictures = before.map(|after| history.after(after).picture(false));
            let mut all: Vec<Mark> = pictures.flat_map(|picture| picture.scene.marks).filter(was_done).collect();
            game::sort_by_key(&mut all, |mark| (mark.place, mark.kind));
            all.dedup();
            (self.all, self.gathered) = (all, Some(from));
        }
        let is_shown = |mark: &&Mark| shown.iter().any(|known| known.place == mark.place && was_done(known));
        self.marks = self.all.iter().filter(|mark| !is_shown(mark)).copied().collect();
    }
}

/// Whether a mark says that something was done at its place.
pub(crate) fn was_done(mark: &Mark) -> bool {
    mark.kind.was_done()
}
