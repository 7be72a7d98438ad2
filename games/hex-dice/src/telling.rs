//! The messages of Hex Dice: refusals and events.

use std::borrow::Cow;

use game::{HAS_WON, Message, Roll, Seat, SortedMap};

use crate::action::{Action, Faces, joined};
use crate::cell::Cell;
use crate::combat::Combat;
use crate::legal::Forbidden;
use crate::position::{Phase, Position};
use crate::unit::Unit;

/// What a face is called.
pub(crate) fn unit_name(position: &Position, face: u8) -> Message {
    Message { key: Cow::Owned(format!("unit.{}", position.ground().kind(face).name)), args: SortedMap::new() }
}

fn seat(seat: usize) -> Seat {
    Seat(seat as u8)
}

fn number(number: u8) -> i64 {
    i64::from(number)
}

/// The reason of a refusal, and what would be right.
pub(crate) fn refusal(position: &Position, why: Forbidden) -> Message {
    let about = |key, cell: Cell| Message::new(key).with("hex", cell.name());
    let face = |cell: Cell| number(position.unit(cell.index()).face());
    let way = |key, from: Cell, to: Cell| {
        Message::new(key).with("from", from.name()).with("to", to.name()).with("face", face(from))
    };
    match why {
        Forbidden::OffBoard => Message::new("off-board"),
        Forbidden::NotNow => Message::new(match position.phase() {
            Phase::Choosing => "not-now.choosing",
            Phase::Deploying => "not-now.deploying",
            Phase::Playing => "not-now.playing",
            Phase::Bonus(_) => "not-now.bonus",
        }),
        Forbidden::TooMany(most) => Message::new("too-many").with("count", number(most)),
        Forbidden::NoSuchDie => Message::new("no-such-die"),
        Forbidden::OutsideZone(cell) => about("outside-zone", cell),
        Forbidden::Occupied(cell) => about("occupied", cell),
        Forbidden::NoUnit(cell) => about("no-unit", cell),
        Forbidden::NotYours(cell) => about("not-yours", cell),
        Forbidden::OnlyTheMerged(cell) => about("only-the-merged", cell),
        Forbidden::SameHex => Message::new("same-hex"),
        Forbidden::CannotMove(cell) => about("cannot-move", cell).with("face", face(cell)),
        Forbidden::OutOfReach(from, to) => way("out-of-reach", from, to),
        Forbidden::Blocked(from, to) => way("blocked", from, to),
        Forbidden::FaceNeeded(sum) => Message::new("face-needed").with("sum", number(sum)),
        Forbidden::NoFaceToChoose => Message::new("no-face-to-choose"),
        Forbidden::NotAsBonus => Message::new("not-as-bonus"),
        Forbidden::NoRange(cell) => about("no-range", cell).with("face", face(cell)),
        Forbidden::OutOfRange(from, to) => way("out-of-range", from, to),
        Forbidden::NoEnemy(cell) => about("no-enemy", cell),
    }
}

/// The messages of an action, in order: the action, the dice of the setup, the eliminations, the end of the game.
pub(crate) fn told(before: &Position, action: Action, rolls: &[Roll], after: &Position) -> Vec<Message> {
    let mut told = action_messages(before, action, after);
    let chosen = match action {
        Action::Choose(faces) => faces,
        _ => Faces::default(),
    };
    told.extend(turning_points(before, chosen, rolls, after));
    told.extend(eliminations(before, after));
    told.extend(left_alone(before, after));
    told.extend(ending(after));
    told
}

/// The messages of an exit: how the game went on without the player, and the end of the game if the exit caused it.
pub(crate) fn told_of_exit(before: &Position, rolls: &[Roll], after: &Position) -> Vec<Message> {
    let mut told = turning_points(before, Faces::default(), rolls, after);
    told.extend(left_alone(before, after));
    told.extend(ending(after));
    told
}

/// The rerolls of the setup if they were rolled, and the beginning of play if it begins.
fn turning_points(before: &Position, chosen: Faces, rolls: &[Roll], after: &Position) -> Vec<Message> {
    let mut told = Vec::new();
    if before.phase() == Phase::Choosing && after.phase() != Phase::Choosing {
        told.extend(rerolls(before, chosen, rolls));
    }
    let begins = before.phase() != Phase::Playing && after.phase() == Phase::Playing;
    if begins && !matches!(before.phase(), Phase::Bonus(_)) {
        told.push(Message::new("play-begins").with("seat", seat(usize::from(after.first))));
    }
    told
}

/// The actions of armies whose players have left, in the turns that the rules played for them.
fn left_alone(before: &Position, after: &Position) -> Vec<Message> {
    let about = |&Seat(player): &Seat| {
        let player = usize::from(player);
        let units = || after.owned(player).iter().map(|cell| (cell, after.unit(cell)));
        let deployed = units().find(|(cell, _)| !before.unit(*cell).is_some());
        let guards = units().find(|(cell, unit)| unit.is_guarding() && !before.unit(*cell).is_guarding());
        let message = |key, (cell, unit): (usize, Unit)| {
            let message = Message::new(key).with("seat", seat(player)).with("face", number(unit.face()));
            message.with("hex", Cell(cell as u8).name())
        };
        match (deployed, guards) {
            (Some(deployed), _) => Some(message("deployed", deployed)),
            (None, Some(guards)) => Some(message("guarded", guards)),
            (None, None) => None,
        }
    };
    after.passed().iter().filter_map(about).collect()
}

/// The messages about the action itself.
fn action_messages(before: &Position, action: Action, after: &Position) -> Vec<Message> {
    let by = |key| Message::new(key).with("seat", seat(before.seat()));
    let face = |cell: Cell| number(before.unit(cell.index()).face());
    match action {
        Action::Choose(faces) if faces.is_empty() => vec![by("kept")],
        Action::Choose(faces) => vec![by("chose").with("dice", joined(faces, ", "))],
        Action::Deploy { face, to } => vec![by("deployed").with("face", number(face)).with("hex", to.name())],
        Action::Move { from, to, face: choice } => {
            let target = before.unit(to.index());
            if !target.is_some() {
                return vec![by("moved").with("face", face(from)).with("from", from.name()).with("to", to.name())];
            }
            if target.seat() != before.seat() {
                return attacked(before, from, to, false);
            }
            let sum = face(from) + face(to);
            let merged = |key| {
                by(key)
                    .with("one", face(from))
                    .with("two", face(to))
                    .with("sum", sum)
                    .with("from", from.name())
                    .with("to", to.name())
            };
            let mut told = vec![match choice {
                None => merged("merged"),
                Some(choice) => merged("merged.free").with("face", number(choice)),
            }];
            told.extend(matches!(after.phase(), Phase::Bonus(_)).then(|| Message::new("may-act")));
            told
        }
        Action::Strike { from, to } => {
            attacked(before, from, to, !before.ground().kind(before.unit(from.index()).face()).charges)
        }
        Action::Reroll(cell) => {
            let new = number(after.unit(cell.index()).face());
            vec![by("rolled-again").with("face", face(cell)).with("hex", cell.name()).with("new", new)]
        }
        Action::Guard(cell) => vec![by("guarded").with("face", face(cell)).with("hex", cell.name())],
        Action::Decline => vec![by("declined")],
    }
}

/// An attack with its numbers and its result.
fn attacked(before: &Position, from: Cell, to: Cell, shot: bool) -> Vec<Message> {
    let combat = before.combat(from.index(), to.index());
    let Combat { attack, .. } = combat;
    let armour = combat.armour();
    let key = match (combat.falls(), attack >= armour) {
        (true, true) => ["attacked.falls", "shot.falls"],
        (true, false) => ["attacked.worn", "shot.worn"],
        (false, _) => ["attacked.weakened", "shot.weakened"],
    };
    let told = Message::new(key[usize::from(shot)])
        .with("seat", seat(before.seat()))
        .with("face", number(before.unit(from.index()).face()))
        .with("from", from.name())
        .with("enemy", seat(before.unit(to.index()).seat()))
        .with("other", number(before.unit(to.index()).face()))
        .with("to", to.name())
        .with("attack", number(attack))
        .with("armour", number(armour))
        .with("less", number(armour.saturating_sub(1)));
    // After the last token, guard and aura no longer count (HD-11). The armour alone does not show this.
    let worn_out = !combat.falls() && combat.tokens + 1 >= combat.printed && armour > 1;
    std::iter::once(told).chain(worn_out.then(|| Message::new("worn-out").with("to", to.name()))).collect()
}

/// The rerolled dice of all players, in seat order, and the player who is first. Empty if nothing was rolled.
fn rerolls(before: &Position, last: Faces, rolls: &[Roll]) -> Vec<Message> {
    let Some((first, mut rest)) = rolls.split_last() else { return Vec::new() };
    let mut told = Vec::new();
    for player in 0..before.seats() {
        let chosen = if player == before.seat() { last } else { before.chosen(player) };
        if let Some((own, others)) = rest.split_at_checked(chosen.len()).filter(|(own, _)| !own.is_empty()) {
            let fallen = Faces::of(own.iter().map(|roll| roll.value as u8));
            let message = Message::new("rerolled").with("seat", seat(player));
            told.push(message.with("dice", joined(chosen, ", ")).with("fallen", joined(fallen, ", ")));
            rest = others;
        }
    }
    told.push(Message::new("begins").with("seat", seat(first.value as usize - 1)));
    told
}

/// The players who were eliminated by this action, and how.
fn eliminations(before: &Position, after: &Position) -> Vec<Message> {
    let fresh = (0..after.seats()).filter(|&player| after.is_out(player) && !before.is_out(player));
    let about = |enemy: usize| {
        let base = after.ground().base(enemy);
        let captured = after.owned(before.seat()).contains(base) && after.story().to == Some(base as u8);
        let message = Message::new(if captured { "captured" } else { "destroyed" });
        let cause =
            message.with("seat", seat(before.seat())).with("enemy", seat(enemy)).with("hex", Cell(base as u8).name());
        let place = i64::from(after.places()[enemy]);
        let mut told = vec![cause];
        // With two players an elimination ends the game, so the place is not mentioned.
        told.extend(
            (after.seats() > 2).then(|| Message::new("eliminated").with("seat", seat(enemy)).with("place", place)),
        );
        told
    };
    fresh.flat_map(about).collect()
}

/// The end of the game, if it is over.
pub(crate) fn ending(after: &Position) -> Option<Message> {
    if !after.is_over() {
        return None;
    }
    let mut first = after.places().iter().enumerate().filter(|(_, place)| **place == 1).map(|(player, _)| player);
    let winner = first.next().filter(|_| first.next().is_none());
    Some(match winner {
        Some(winner) => Message::new(HAS_WON).with("seat", seat(winner)),
        None => Message::new("drawn").with("turns", i64::from(after.rules().quiet_turns)),
    })
}
