//! Ways: a press on an end of the move plans the whole move there.

use std::sync::Arc;

use catalog::Position;
use hex::Direction;
use scene::{End, Piece, Place, Preview, Way};

use crate::plan::{PlannedStep, PlannedWay};
use crate::{Client, Reply};

impl Client {
    /// The places where the acting piece can end its move: of the position before the planned way, if there is one, so that
    /// another way can be planned in its place. Empty if nobody here acts.
    pub fn ends(&self) -> &[End] {
        match self.plan_shown().and_then(|plan| plan.way()) {
            _ if !self.acts_here() => &[],
            Some(way) => &way.ends,
            None => &self.picture.scene.ends,
        }
    }

    /// The end of the move at this place, if there is one and no longer action was begun.
    pub fn end_at(&self, place: Place) -> Option<&End> {
        self.ends().iter().find(|end| end.place == place).filter(|_| self.pointing.picked().is_empty())
    }

    /// The way that is drawn and told because somebody looks at its end. None for the way that is planned already.
    pub fn way_looked_at(&self) -> Option<Way<String>> {
        let place = self.pointing.looking().filter(|_| self.pointing.considering().is_none())?;
        self.way_at(place)
    }

    /// The way that a look at this place shows.
    fn way_at(&self, place: Place) -> Option<Way<String>> {
        let is_planned = |way: &Way<String>| self.planned_facing(place) == Some(way.facing);
        match self.pointing.towards() {
            None if self.planned_facing(place).is_some() => None,
            towards => nearest(self.ways_to(place), towards).filter(|way| !is_planned(way)),
        }
    }

    /// The acting piece as it would stand at the end of a way.
    pub fn piece_after(&self, way: &Way<String>) -> Option<Piece> {
        let piece = self.picture.scene.pieces.iter().find(|piece| piece.unit == Some(way.unit))?;
        let place = *way.through.last()?;
        Some(Piece { place, facing: Some(way.facing), badges: Vec::new(), ..piece.clone() })
    }

    /// What the way to this place would do; none if no way is shown there.
    pub(crate) fn way_preview(&self, place: Place) -> Option<Preview> {
        self.way_at(place).map(|way| Preview { story: way.story, ..Preview::default() })
    }

    /// Plans the way to a place, in place of the way that is planned. The facing is the nearest to the direction in which
    /// the pointer is. Without a pointer it is the first one that the game offers, and at the end of the planned way the
    /// next one. None if the place is no end.
    pub(crate) fn plan_way(&mut self, place: Place) -> Option<Reply> {
        self.end_at(place)?;
        let ways = self.ways_to(place);
        let planned = self.planned_facing(place);
        let pointed = self.pointing.towards().and_then(|towards| nearest(ways.clone(), Some(towards)));
        let way = if let Some(way) = pointed.filter(|way| Some(way.facing) != planned) {
            way
        } else {
            let next = ways.iter().position(|way| Some(way.facing) == planned).map_or(0, |at| at + 1);
            ways.get(next % ways.len().max(1))?.clone()
        };
        // From now on the place under the pointer is the one that is planned. Another press turns to the next facing, until
        // the pointer is moved.
        self.pointing.look_towards(None);
        self.stop_routine();
        if way.steps.is_empty() {
            let why = self.say_all(&way.story);
            return Some(self.refuse(why));
        }
        self.take_way(place, way);
        self.note = None;
        Some(Reply::Planned)
    }

    fn take_way(&mut self, place: Place, way: Way<String>) {
        let ends = self.ends().to_vec();
        let later = self.plan.cut_way();
        // The numbers beside the first step are those of the position before the way.
        self.refresh();
        let first = self.plan.len();
        let last = way.steps.len() - 1;
        for (index, action) in way.steps.into_iter().enumerate() {
            let picks = match index {
                0 => self.path_of(&action),
                _ => Vec::new(),
            };
            let numbers = self.numbers_beside(&picks);
            let story = if index == last { way.story.clone() } else { Vec::new() };
            self.add_step(PlannedStep { action, picks, numbers, story });
        }
        self.plan.mark_way(PlannedWay { first, count: self.plan.len() - first, place, facing: way.facing, ends });
        // What was planned after another way stays planned, unless it would lead away from the end.
        for step in later {
            let (before, steps) = (self.position().clone(), self.plan.len());
            self.add_step(step);
            if pose(&before, way.unit) != pose(self.position(), way.unit) {
                self.plan.truncate(steps);
            }
        }
        self.plan.show_from(first);
        self.refresh();
    }

    /// Adds a step without drawing the picture anew.
    fn add_step(&mut self, said: PlannedStep) {
        let (before, moments) = (self.position().clone(), self.history.len());
        self.plan.add(&*before, said, moments);
    }

    /// The ways to a place from the position before the planned way.
    fn ways_to(&self, place: Place) -> Vec<Way<String>> {
        if self.end_at(place).is_none() {
            return Vec::new();
        }
        let way = self.plan_shown().and_then(|plan| plan.way());
        let base = match way {
            Some(way) => self.plan.position_after(way.first).unwrap_or_else(|| self.history.position_shown()),
            None => self.position(),
        };
        base.ways(place)
    }

    /// The facing at the end of the planned way, if it ends at this place.
    fn planned_facing(&self, place: Place) -> Option<Direction> {
        let way = self.plan_shown()?.way()?;
        (way.place == place).then_some(way.facing)
    }
}

/// The way whose facing is nearest to a direction; the first one without a direction, and of several.
fn nearest(ways: Vec<Way<String>>, towards: Option<Direction>) -> Option<Way<String>> {
    let apart = |way: &Way<String>| match towards {
        Some(towards) => {
            let turns = (way.facing.index() + 6 - towards.index()) % 6;
            turns.min(6 - turns)
        }
        None => 0,
    };
    ways.into_iter().min_by_key(apart)
}

/// Where a piece is and faces.
fn pose(position: &Arc<dyn Position>, unit: u32) -> Option<(Place, Option<Direction>)> {
    let scene = position.picture(false).scene;
    scene.pieces.iter().find(|piece| piece.unit == Some(unit)).map(|piece| (piece.place, piece.facing))
}
