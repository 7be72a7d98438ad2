//! What a viewer knows, built up from that viewer's knowledge: whose every hex is, and the HP that the viewer can see.

use game::{Random, Viewer};
use hex::Mask;
use serde::{Deserialize, Serialize};

use crate::cell::{Cell, board};
use crate::combat::Strike;
use crate::hexlock::Hexlock;
use crate::numbers::FULL_HP;
use crate::position::{Action, Position, Side, Story};

/// What a viewer knows of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockView {
    /// The number of the turn.
    pub turn: u32,
    /// Who acts.
    pub to_move: Side,
    /// Every hex that somebody holds.
    pub held: Vec<Held>,
    /// What the last turn did.
    pub last: Option<Last>,
    /// Who has won.
    pub winner: Option<Side>,
    /// Whether the client shows what its player saw once and cannot see now (HL-7).
    pub memory: bool,
}

/// A hex that somebody holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Its name.
    pub hex: String,
    /// Whose it is.
    pub owner: Side,
    /// Its HP, if the viewer sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<u8>,
    /// Its HP as the viewer remembers it. A view that comes from the game never has it: only who keeps the views that
    /// came before can fill it in, with [`LockView::recall`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<u8>,
}

/// What the last turn did. All of it is public (HL-8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Last {
    /// The action in notation.
    pub action: String,
    /// What came of it, if it was an attack.
    pub strike: Option<Strike>,
    /// The hex that fell to 0 HP.
    pub captured: Option<String>,
    /// The hexes that were surrounded.
    pub enclosed: Vec<String>,
}

impl LockView {
    /// What this viewer knows.
    pub(crate) fn of(game: &Hexlock, viewer: Viewer) -> Self {
        let position = &game.position;
        let seen = seen(position, viewer);
        let held = (0..Cell::COUNT).map(|index| Cell(index as u8)).filter_map(|cell| {
            let owner = position.owner(cell)?;
            let hp = seen.contains(cell.index()).then(|| position.hp(cell));
            Some(Held { hex: cell.name(), owner, hp, remembered: None })
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

    /// Takes over what the same viewer knew one action before and cannot see now.
    ///
    /// HP changes only beside an enemy, where both players see it, and whatever changes hands is whole. So whoever
    /// recalls every view as it comes knows every HP (HL-8); after a gap, what is recalled may have changed meanwhile.
    pub fn recall(&mut self, before: &Self) {
        if before.turn > self.turn {
            return; // that was not before
        }
        for held in self.held.iter_mut().filter(|held| held.hp.is_none()) {
            let then = before.held.iter().find(|then| then.hex == held.hex && then.owner == held.owner);
            held.remembered = match then {
                Some(then) => before.known(then),
                None => Some(FULL_HP), // it has changed hands
            };
        }
    }

    /// The HP of a hex, as far as the viewer can know it: seen, remembered, or not yet touched by anybody.
    fn known(&self, held: &Held) -> Option<u8> {
        let untouched = (self.turn == 1).then_some(FULL_HP);
        held.hp.or(held.remembered).or(untouched)
    }

    /// A match that fits; HP that the viewer does not know is drawn.
    pub(crate) fn imagined(&self, random: &mut Random) -> Hexlock {
        let mut position = Position::empty(self.to_move, self.turn);
        for held in &self.held {
            let hp = self.known(held).unwrap_or_else(|| 1 + random.below(u32::from(FULL_HP)) as u8);
            position.give(cell(&held.hex), held.owner, hp);
        }
        let story = self.last.as_ref().map(Story::from);
        Hexlock { position: position.with_story(story, self.winner), memory: self.memory }
    }
}

/// The hexes of which a viewer sees the HP. When the game is over, everything is open (HL-6).
fn seen(position: &Position, viewer: Viewer) -> Mask {
    let side = match viewer {
        Viewer::Everything => return board().full(),
        _ if position.winner().is_some() => return board().full(),
        Viewer::Seat(seat) => Side::BOTH.get(seat.index()),
        Viewer::Spectator => None,
    };
    side.map_or_else(|| position.seen_by_both(), |&side| position.seen_by(side))
}

/// The hex of that name.
pub(crate) fn cell(name: &str) -> Cell {
    Cell::named(name).expect("a view names hexes of the board")
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

impl From<&Last> for Story {
    fn from(last: &Last) -> Self {
        Self {
            action: Action::read(&last.action).expect("a view names an action"),
            strike: last.strike,
            captured: last.captured.as_deref().map(cell),
            enclosed: last.enclosed.iter().map(|name| cell(name).index()).collect(),
        }
    }
}
