//! The values of a unit in words: attack, armour with everything that changes it, range and movement.

use std::borrow::Cow;

use game::{Message, SortedMap};

use crate::cell::Cell;
use crate::position::Position;

fn number(number: u8) -> i64 {
    i64::from(number)
}

/// The values of a unit on the board now.
pub(crate) fn unit(position: &Position, cell: usize) -> Vec<Message> {
    let face = position.unit(cell).face();
    let combat = position.combat_by(0, cell);
    let (now, printed) = (combat.armour(), combat.printed);
    let armour = Message::new(if now == printed { "about.armour" } else { "about.armour.now" });
    let mut about = vec![attack(position, face), armour.with("armour", number(now)).with("printed", number(printed))];
    about.extend(armour_changes(position, cell));
    about.extend((combat.tokens >= printed).then(|| Message::new("about.worn")));
    about.extend([range(position, face), moves(position, face)]);
    about
}

/// The values of a die that is not on the board yet.
pub(crate) fn die(position: &Position, face: u8) -> Vec<Message> {
    let armour = Message::new("about.armour").with("armour", number(position.ground().kind(face).armour));
    vec![attack(position, face), armour, range(position, face), moves(position, face)]
}

/// Everything that raises or lowers the armour of a unit, each with its cause.
pub(crate) fn armour_changes(position: &Position, cell: usize) -> Vec<Message> {
    let combat = position.combat_by(0, cell);
    let change = |key, count: u8| {
        (count > 0).then(|| Message::new(key).with("count", number(count)).with("hex", Cell(cell as u8).name()))
    };
    let changes = [
        change("armour.guard", combat.guard),
        change("armour.aura", combat.aura),
        change("armour.tokens", combat.tokens),
    ];
    changes.into_iter().flatten().collect()
}

fn attack(position: &Position, face: u8) -> Message {
    Message::new("about.attack").with("attack", number(position.ground().kind(face).attack))
}

fn range(position: &Position, face: u8) -> Message {
    let Some((near, far)) = position.ground().kind(face).range else { return Message::new("about.no-range") };
    let key = match (position.ground().kind(face).charges, position.rules().archer_lines) {
        (true, _) => "about.strikes",
        (false, false) => "about.shoots",
        (false, true) => "about.shoots.rows",
    };
    Message::new(key).with("near", number(near)).with("far", number(far))
}

fn moves(position: &Position, face: u8) -> Message {
    Message { key: Cow::Owned(format!("moves.{}", position.ground().kind(face).name)), args: SortedMap::new() }
}
