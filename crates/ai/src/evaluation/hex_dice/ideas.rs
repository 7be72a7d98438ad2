//! Which actions the search considers.

use hex_dice::{Action, Cell, Faces, Phase, Position};

use super::front::Front;
use super::standing::patience;
use super::{average_worth, worth};

/// The largest number of actions that the search considers in a turn.
const MOST_IDEAS: usize = 16;
/// The worth of taking a base.
const ELIMINATION: f32 = 30.0;
/// The worth of one hex nearer to an enemy base.
const A_STEP: f32 = 0.12;
/// The worth of a strike that only weakens its target, as a share of the target's worth.
const WEAKENING: f32 = 0.18;
/// The cost of a cell that an enemy can strike, as a share of the unit that goes there.
const INTO_DANGER: f32 = 0.7;
/// The cost of a reroll: it uses up the turn.
const REROLL_COST: f32 = 0.5;

/// Removes actions that are not worth trying and keeps the best few.
pub(super) fn narrow(position: &Position, actions: &mut Vec<Action>, scored: &mut Vec<(f32, Action)>) {
    match position.phase() {
        Phase::Choosing => {
            let best = Action::Choose(dice_to_reroll(position));
            if actions.contains(&best) {
                *actions = vec![best];
            }
        }
        Phase::Deploying => {
            if let Some(sensible) = position.sensible_deployment() {
                *actions = vec![sensible];
            }
        }
        Phase::Playing | Phase::Bonus(_) => {
            let view = Ideas::new(position);
            scored.clear();
            scored.extend(actions.iter().map(|&action| (view.score(action), action)));
            scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
            // With one enemy only, an action that eliminates it wins the game: no other action is considered.
            let wins = position.seats() == 2 && scored.first().is_some_and(|(score, _)| *score >= ELIMINATION);
            scored.truncate(if wins { 1 } else { MOST_IDEAS });
            actions.clear();
            actions.extend(scored.iter().map(|(_, action)| *action));
        }
    }
}

/// The worst dice, as many as may be rerolled, if they are worse than the average die.
fn dice_to_reroll(position: &Position) -> Faces {
    let mut hand: Vec<u8> = position.hand(position.seat()).to_vec();
    hand.sort_by(|a, b| worth(*a).total_cmp(&worth(*b)));
    let poor = hand.into_iter().take(usize::from(position.ground().rerolls()));
    Faces::of(poor.filter(|&face| worth(face) < average_worth() - 0.1))
}

/// Quick scores of single actions.
struct Ideas<'a> {
    position: &'a Position,
    /// The strongest enemy attack on each cell.
    dangers: [u8; 128],
    patience: f32,
}

impl<'a> Ideas<'a> {
    fn new(position: &'a Position) -> Self {
        let dangers = Front::of(position).dangers(position.seat());
        Self { position, dangers, patience: patience(position) }
    }

    fn score(&self, action: Action) -> f32 {
        match action {
            Action::Move { from, to, face } => self.go(from.index(), to.index(), face),
            Action::Strike { from, to } => {
                let (from, to) = (from.index(), to.index());
                let enters = self.position.ground().kind(self.position.unit(from).face()).charges;
                self.strike(from, to, self.position.unit(from).face(), enters)
            }
            Action::Reroll(cell) => self.reroll(cell.index()),
            Action::Guard(cell) => self.guard(cell.index()),
            Action::Decline | Action::Choose(_) | Action::Deploy { .. } => 0.0,
        }
    }

    fn go(&self, from: usize, to: usize, face: Option<u8>) -> f32 {
        let (mover, target) = (self.position.unit(from), self.position.unit(to));
        if !target.is_some() {
            return self.gain_of_place(from, to, mover.face()) + self.captured(to);
        }
        if target.seat() != mover.seat() {
            return self.strike(from, to, mover.face(), true);
        }
        let new = face.unwrap_or(mover.face() + target.face());
        let mut score = worth(new) - worth(mover.face()) - worth(target.face());
        score += 0.5 * (self.at_risk(from, mover.face()) + self.at_risk(to, target.face())) - self.at_risk(to, new);
        // A merged unit whose face was chosen acts again at once, unless the target has acted in this turn.
        if face.is_some() && !self.position.has_acted(to) {
            score += self.best_bonus(from, to, new);
        }
        score
    }

    /// The score of a strike: the worth that it takes or weakens, and the risk for the striker.
    fn strike(&self, from: usize, to: usize, face: u8, enters: bool) -> f32 {
        let target = self.position.unit(to);
        let combat = self.position.combat_by(self.position.ground().kind(face).attack, to);
        let value = worth(target.face()) + 0.5;
        if !combat.falls() {
            return WEAKENING * value - 0.2 * self.at_risk(from, face);
        }
        if !enters {
            return value + self.last_unit(target.seat());
        }
        value + self.captured(to) + self.last_unit(target.seat()) + self.gain_of_place(from, to, face)
    }

    /// The worth of taking a unit that may be the last one of its seat.
    fn last_unit(&self, seat: usize) -> f32 {
        if self.position.owned(seat).len() == 1 { ELIMINATION } else { 0.0 }
    }

    /// The worth of ending on a cell, which may be an enemy base.
    fn captured(&self, to: usize) -> f32 {
        let seat = self.position.seat();
        let is_base =
            |other: usize| other != seat && !self.position.is_out(other) && self.position.ground().base(other) == to;
        if (0..self.position.seats()).any(is_base) { ELIMINATION } else { 0.0 }
    }

    /// The worth of the better place after a move.
    fn gain_of_place(&self, from: usize, to: usize, face: u8) -> f32 {
        let leaves_base = from == self.position.ground().base(self.position.seat());
        let steps = self.distance(from) - self.distance(to);
        let hunt = self.threats(to, face);
        A_STEP * steps as f32 + hunt + INTO_DANGER * (self.at_risk(from, face) - self.at_risk(to, face))
            - if leaves_base { 0.5 } else { 0.0 }
    }

    /// A small bonus for the best target that a unit of this face could strike from there.
    fn threats(&self, cell: usize, face: u8) -> f32 {
        let seat = self.position.seat();
        let strangers = self.position.occupied() - self.position.owned(seat);
        let kind = self.position.ground().kind(face);
        let reach = self.position.reach_of(seat, kind, cell, self.position.occupied(), self.position.owned(seat));
        let hits = (reach | self.position.range_of(kind, cell)) & strangers;
        let gain = |to: usize| {
            if self.position.combat_by(kind.attack, to).falls() { worth(self.position.unit(to).face()) } else { 0.4 }
        };
        0.15 * hits.iter().map(gain).fold(0.0, f32::max)
    }

    /// The worth of the unit if an enemy can take it on this cell, otherwise 0.
    fn at_risk(&self, cell: usize, face: u8) -> f32 {
        let unit = self.position.unit(cell);
        let own = unit.is_some() && unit.seat() == self.position.seat() && unit.face() == face;
        let tokens = if own { unit.tokens() } else { 0 };
        let armour = self.position.ground().kind(face).armour + self.position.aura(cell, self.position.seat());
        let danger = self.dangers[cell];
        if danger > 0 && danger >= armour.saturating_sub(tokens) { worth(face) } else { 0.0 }
    }

    /// The distance to the nearest base of an enemy who is still in the game.
    fn distance(&self, cell: usize) -> i32 {
        let hex = Cell(cell as u8).hex();
        let seat = self.position.seat();
        let enemies = (0..self.position.seats()).filter(|&other| other != seat && !self.position.is_out(other));
        let base = |other: usize| Cell(self.position.ground().base(other) as u8).hex();
        enemies.map(|other| base(other).distance(hex)).min().unwrap_or(0)
    }

    /// The best score of the extra action of a merged unit.
    fn best_bonus(&self, from: usize, cell: usize, face: u8) -> f32 {
        let seat = self.position.seat();
        let kind = self.position.ground().kind(face);
        let mut taken = self.position.occupied();
        taken.remove(from);
        let mut friends = self.position.owned(seat);
        friends.remove(from);
        let reach = self.position.reach_of(seat, kind, cell, taken, friends) - friends;
        let range = self.position.range_of(kind, cell) & (taken - friends);
        let score = |to: usize, enters: bool| {
            if taken.contains(to) { self.strike(cell, to, face, enters) } else { self.captured(to) + 0.1 }
        };
        let moves = reach.iter().map(|to| score(to, true));
        let strikes = range.iter().map(|to| score(to, kind.charges));
        moves.chain(strikes).fold(0.1, f32::max)
    }

    fn reroll(&self, cell: usize) -> f32 {
        let unit = self.position.unit(cell);
        let gain = average_worth() - worth(unit.face()) + 0.3 * f32::from(unit.tokens());
        // As patience runs out, a reroll becomes attractive as something new.
        gain - REROLL_COST - 0.3 * self.at_risk(cell, unit.face()) + 4.0 * (1.0 - self.patience)
    }

    /// The score of guarding: good only where the guard saves the unit.
    fn guard(&self, cell: usize) -> f32 {
        let unit = self.position.unit(cell);
        let armour = self.position.ground().kind(unit.face()).armour + self.position.aura(cell, unit.seat());
        let armour = armour.saturating_sub(unit.tokens());
        let danger = self.dangers[cell];
        match () {
            () if unit.is_guarding() => -3.0,
            () if danger == armour => 0.6 * worth(unit.face()),
            () => -1.0,
        }
    }
}
