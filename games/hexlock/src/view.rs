//! A viewer's knowledge: the owner of every hex, and the HP that the viewer can see. It is built from what the viewer
//! may know.

use game::{Misfit, Random, Viewer};
use hex::Mask;
use serde::{Deserialize, Serialize};

use crate::cell::{Cell, board};
use crate::combat::Strike;
use crate::hexlock::Hexlock;
use crate::numbers::FULL_HP;
use crate::position::{Action, Position, Side, Story};

/// A viewer's knowledge of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockView {
    /// The number of the turn.
    pub turn: u32,
    /// The side that acts.
    pub to_move: Side,
    /// Every hex with an owner.
    pub held: Vec<Held>,
    /// The events of the last turn.
    pub last: Option<Last>,
    /// The winner.
    pub winner: Option<Side>,
    /// Whether the client shows HP that its player saw earlier and cannot see now (HL-7).
    pub memory: bool,
}

/// A hex with an owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Its name.
    pub hex: String,
    /// Its owner.
    pub owner: Side,
    /// Its HP, if the viewer sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<u8>,
    /// Its HP as the viewer remembers it. A view from the game never has it. A client that keeps the earlier views
    /// fills it in with [`LockView::recall`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<u8>,
    /// Whether the remembered HP was seen. HP that only follows from the rules is not shown by the memory aid (HL-7).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_seen: bool,
}

/// The events of the last turn. All of them are public (HL-8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Last {
    /// The action in notation.
    pub action: String,
    /// The result of an attack.
    pub strike: Option<Strike>,
    /// The hex that fell to 0 HP.
    pub captured: Option<String>,
    /// The hexes that changed hands because they were surrounded.
    pub enclosed: Vec<String>,
}

impl LockView {
    /// The view of this viewer.
    pub(crate) fn of(game: &Hexlock, viewer: Viewer) -> Self {
        let position = &game.position;
        let seen = seen(position, viewer);
        let held = (0..Cell::COUNT).map(|index| Cell(index as u8)).filter_map(|cell| {
            let owner = position.owner(cell)?;
            let hp = seen.contains(cell.index()).then(|| position.hp(cell));
            Some(Held { hex: cell.name(), owner, hp, remembered: None, was_seen: false })
        });
        Self {
            turn: position.turn(),
            to_move: position.to_move(),
            held: held.collect(),
            last: position.story().map(Last::from),
            winner: position.winner(),
            memory: game.memory,
        }
    }

    /// Adds what the same viewer knew one action before and cannot see now.
    ///
    /// HP changes only beside an enemy hex, where both players see it, and a hex that changes hands has full HP. So a
    /// viewer who recalls every view in turn knows every HP (HL-8). After a gap in the views, recalled HP may be
    /// outdated.
    pub fn recall(&mut self, before: &Self) {
        if before.turn > self.turn {
            return; // `before` is a later view
        }
        for held in self.held.iter_mut().filter(|held| held.hp.is_none()) {
            let then = before.held.iter().find(|then| then.hex == held.hex && then.owner == held.owner);
            (held.remembered, held.was_seen) = match then {
                Some(then) => (before.known(then), then.hp.is_some() || then.was_seen),
                None => (Some(FULL_HP), false), // the hex has changed hands
            };
        }
    }

    /// The HP of a hex, as far as the viewer can know it: seen, remembered, or full in the first turn.
    fn known(&self, held: &Held) -> Option<u8> {
        let untouched = (self.turn == 1).then_some(FULL_HP);
        held.hp.or(held.remembered).or(untouched)
    }

    /// A match that fits the view. HP that the viewer does not know is drawn at random.
    pub(crate) fn imagined(&self, random: &mut Random) -> Result<Hexlock, Misfit> {
        let mut position = Position::empty(self.to_move, self.turn);
        for held in &self.held {
            let cell = Cell::named(&held.hex).ok_or(Misfit("held"))?;
            let is_hp = |hp: Option<u8>| hp.is_none_or(|hp| (1..=FULL_HP).contains(&hp));
            Misfit::unless(position.owner(cell).is_none() && is_hp(held.hp) && is_hp(held.remembered), "held")?;
            let hp = self.known(held).unwrap_or_else(|| 1 + random.below(u32::from(FULL_HP)) as u8);
            position.give(cell, held.owner, hp);
        }
        let story = self.last.as_ref().map(|last| last.story().ok_or(Misfit("last"))).transpose()?;
        Ok(Hexlock { position: position.with_story(story, self.winner), memory: self.memory })
    }
}

/// The hexes whose HP a viewer sees. After the end these are all (HL-6).
fn seen(position: &Position, viewer: Viewer) -> Mask {
    let side = match viewer {
        Viewer::Everything => return board().full(),
        _ if position.winner().is_some() => return board().full(),
        Viewer::Seat(seat) => Side::BOTH.get(seat.index()),
        Viewer::Spectator => None,
    };
    side.map_or_else(|| position.seen_by_both(), |&side| position.seen_by(side))
}

impl From<&Story> for Last {
    fn from(story: &Story) -> Self {
        Self {
            action: story.action.notation(),
            strike: story.strike,
            captured: story.captured.map(Cell::name),
            enclosed: story.enclosed.iter().map(|cell| Cell(cell as u8).name()).collect(),
        }
    }
}

impl Last {
    fn story(&self) -> Option<Story> {
        Some(Story {
            action: Action::read(&self.action)?,
            strike: self.strike,
            captured: match &self.captured {
                Some(name) => Some(Cell::named(name)?),
                None => None,
            },
            enclosed: self.enclosed.iter().map(|name| Cell::named(name).map(Cell::index)).collect::<Option<_>>()?,
        })
    }
}
