//! The messages of Hexlock: refusals, events, and previews of attacks.

use game::Message;

use crate::cell::{Cell, board};
use crate::combat::Strike;
use crate::hexlock::seat;
use crate::numbers::{BASE_DEFENCE, CRITICAL_DAMAGE, DIE_SIDES, FULL_HP, HEXES_TO_WIN};
use crate::position::{Action, Forbidden, Position, Side};

/// A message about a hex.
pub(crate) fn about(key: &'static str, cell: Cell) -> Message {
    Message::new(key).with("hex", cell.name())
}

/// The reason of a refusal, and what would be right.
pub(crate) fn refusal(why: Forbidden, action: Action) -> Message {
    let key = match why {
        Forbidden::OffBoard => return Message::new("off-board"),
        Forbidden::AlreadyYours => "already-yours",
        Forbidden::HeldByEnemy => "held-by-enemy",
        Forbidden::OutOfReach => "out-of-reach",
        Forbidden::SourceNotYours => "source-not-yours",
        Forbidden::TargetYours => "target-yours",
        Forbidden::TargetEmpty => "target-empty",
        Forbidden::NotNeighbours => "not-neighbours",
    };
    match action {
        Action::Expand(cell) => about(key, cell),
        Action::Attack { source, target } => attack(key, source, target),
    }
}

fn attack(key: &'static str, source: Cell, target: Cell) -> Message {
    Message::new(key).with("source", source.name()).with("target", target.name())
}

/// The messages of a turn, in order: the action, the hex that fell, the surrounded hexes, the winner.
pub(crate) fn told(before: &Position, action: Action, roll: Option<u32>, after: &Position) -> Vec<Message> {
    let (me, you) = (before.to_move(), before.to_move().other());
    let mut told = match action {
        Action::Expand(cell) => vec![about("expanded", cell).with("seat", seat(me))],
        Action::Attack { source, target } => attacked(before, source, target, roll),
    };
    let Some(story) = after.story() else { return told };
    told.extend(story.captured.map(|cell| match before.owner(cell) {
        Some(owner) if owner == me => about("source-lost", cell).with("seat", seat(me)).with("enemy", seat(you)),
        _ => about("captured", cell).with("seat", seat(me)),
    }));
    for cell in story.enclosed.iter().map(|cell| Cell(cell as u8)) {
        let taker = after.owner(cell).expect("a surrounded hex has a new owner");
        told.push(about("enclosed", cell).with("seat", seat(taker)));
    }
    if let Some(winner) = after.winner() {
        let message = Message::new(if after.score(winner) >= HEXES_TO_WIN { "won" } else { "won.everything" });
        told.push(message.with("seat", seat(winner)).with("count", after.score(winner) as i64));
    }
    told
}

fn attacked(before: &Position, source: Cell, target: Cell, roll: Option<u32>) -> Vec<Message> {
    let by = |key| attack(key, source, target).with("seat", seat(before.to_move()));
    // Only a played attack has a roll. Without a roll there is nothing more to say.
    let Some(roll) = roll else { return vec![by("attacked")] };
    let combat = before.combat(source, target);
    let number = |number: u32| i64::from(number);
    let sums = |key| {
        by(key)
            .with("roll", number(roll))
            .with("bonus", number(combat.bonus))
            .with("sum", number(roll + combat.bonus))
            .with("defence", number(combat.defence()))
    };
    let strike = combat.strike(roll);
    vec![match strike {
        Strike::CriticalFail => by("attacked.critical-fail").with("damage", i64::from(CRITICAL_DAMAGE)),
        Strike::Miss => sums("attacked.miss"),
        Strike::Hit => sums("attacked.hit").with("damage", i64::from(strike.damage())),
        Strike::StrongHit => sums("attacked.strong-hit").with("damage", i64::from(strike.damage())),
    }]
}

/// The roll that an attack needs, and what it would cost or take.
pub(crate) fn attack_in_sight(position: &Position, source: Cell, target: Cell) -> Vec<Message> {
    let combat = position.combat(source, target);
    let mut story = vec![
        attack("preview.attack", source, target)
            .with("sides", i64::from(DIE_SIDES))
            .with("bonus", i64::from(combat.bonus))
            .with("base", i64::from(BASE_DEFENCE))
            .with("guard", i64::from(combat.guard))
            .with("hit", i64::from(combat.hits_from()))
            .with("strong", i64::from(combat.strong_from())),
    ];
    // Both hexes are beside an enemy hex, so every viewer sees their HP.
    let left = position.hp(target);
    if left <= Strike::Hit.damage() {
        story.push(about("preview.hit-takes", target));
    } else if left <= Strike::StrongHit.damage() {
        story.push(about("preview.strong-hit-takes", target));
    }
    let mut failed = position.clone();
    failed.attack(source, target, Strike::CriticalFail);
    if failed.winner().is_some() {
        story.push(about("preview.game-at-risk", source));
    } else if position.hp(source) <= CRITICAL_DAMAGE {
        story.push(about("preview.source-at-risk", source));
    }
    story
}

/// One possible result of an attack, with its effect on the hexes.
pub(crate) fn strike_in_sight(position: &Position, source: Cell, target: Cell, strike: Strike) -> Message {
    let takes = position.hp(target) <= strike.damage();
    let key = match strike {
        Strike::CriticalFail if position.hp(source) <= CRITICAL_DAMAGE => "strike.critical-fail.loses",
        Strike::CriticalFail => "strike.critical-fail",
        Strike::Miss => return Message::new("strike.miss"),
        Strike::Hit if takes => "strike.hit.takes",
        Strike::Hit => "strike.hit",
        Strike::StrongHit if takes => "strike.strong-hit.takes",
        Strike::StrongHit => "strike.strong-hit",
    };
    let damage = if strike == Strike::CriticalFail { CRITICAL_DAMAGE } else { strike.damage() };
    attack(key, source, target).with("damage", i64::from(damage))
}

/// The word for this number of HP (HL-13).
pub(crate) fn condition(hp: u8) -> Message {
    Message::new(match hp {
        FULL_HP.. => "condition.healthy",
        0 | 1 => "condition.critical",
        _ => "condition.damaged",
    })
}

/// The support that a hex gets from the hexes beside it. Clients show its HP as pips.
pub(crate) fn about_hex(position: &Position, cell: Cell, owner: Side) -> Message {
    let beside = (board().neighbour_mask(cell.index()) & position.hexes(owner)).len() as u32;
    Message::new(if beside > 0 { "about.support" } else { "about.alone" })
        .with("seat", seat(owner))
        .with("count", i64::from(beside))
        .with("sides", i64::from(DIE_SIDES))
        .with("defence", i64::from(BASE_DEFENCE + beside))
}
