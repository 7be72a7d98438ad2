//! Solves the end-game with dice: the chance of winning with best play, over all results of the dice.

use std::collections::BTreeMap;

use influence::{Action, Position, SIXTHS};

/// The part of a position that decides the chance of winning: stones, whether the last turn was a pass, tokens, the
/// turn, and Black's lead.
type Left = ([u64; 2], bool, [bool; 2], u32, i32);

/// The possible changes of Black's lead by a resolution, each with its probability.
type Changes = Vec<(i32, f64)>;

/// Black's chances to win, remembered.
#[derive(Default)]
pub(super) struct Odds {
    known: BTreeMap<Left, f64>,
    /// The changes by a resolution, for the stones and the frame.
    paid: BTreeMap<([u64; 2], usize), Changes>,
}

impl Odds {
    /// The best action and the mover's chance to win with it.
    pub(super) fn best(&mut self, position: &Position) -> (Action, f64) {
        let mut actions = Vec::new();
        position.each_legal(|action| actions.push(action));
        let black = position.turn() % 2 == 1;
        let mut best = (Action::Pass, -1.0);
        for action in actions {
            let chance = self.after(position, action);
            let chance = if black { chance } else { 1.0 - chance };
            if chance > best.1 {
                best = (action, chance);
            }
        }
        best
    }

    /// Black's chance after an action, over the dice of its resolution and, at the end, of the echo.
    fn after(&mut self, position: &Position, action: Action) -> f64 {
        let mut next = position.clone();
        next.play(action);
        let lead = position.lead();
        if next.is_over() {
            // No decision is left, so the dice of the turn and of the echo simply add up.
            let pays = self.pays(&next);
            let nothing = vec![(0, 1.0)];
            let turn = if action == Action::Pass { &nothing } else { &pays };
            let echo = if position.options().echo { &pays } else { &nothing };
            let wins = |(one, p): &(i32, f64)| {
                let ahead = echo.iter().filter(|(two, _)| lead + one + two > 0);
                p * ahead.map(|(_, q)| q).sum::<f64>()
            };
            return turn.iter().map(wins).sum();
        }
        if action == Action::Pass {
            return self.chance(&next.with_totals(position.totals()));
        }
        // The resolution belongs to the frame of this turn; the next turn may have another frame.
        let pays = self.pays(&position.with_stones(next.stones(), position.turn()));
        pays.into_iter().map(|(change, p)| p * self.chance(&leading(&next, lead + change))).sum()
    }

    fn chance(&mut self, position: &Position) -> f64 {
        let left = (position.stones(), position.skipped(), position.tokens(), position.turn(), position.lead());
        if let Some(&known) = self.known.get(&left) {
            return known;
        }
        let (_, mover) = self.best(position);
        let black = if position.turn() % 2 == 1 { mover } else { 1.0 - mover };
        self.known.insert(left, black);
        black
    }

    /// The possible changes of Black's lead by a resolution, each with its probability, summed over the triangles.
    fn pays(&mut self, position: &Position) -> Changes {
        let known = (position.stones(), position.frame_steps());
        if let Some(pays) = self.paid.get(&known) {
            return pays.clone();
        }
        let mut odds: BTreeMap<i32, f64> = BTreeMap::from([(0, 1.0)]);
        for triangle in 0..position.ground().triangles().len() {
            let factor = if position.keystone() == Some(triangle as u8) { 2 } else { 1 };
            let point = SIXTHS as i32 * factor;
            let whole = if position.options().thresholds { point * 3 / 2 } else { point };
            let [black, white] = position.corners_of(triangle);
            let changes = match (black, white) {
                (0, 0) => continue,
                (3, 0) => vec![(whole, 1.0)],
                (0, 3) => vec![(-whole, 1.0)],
                _ => {
                    let third = |corners: u32| f64::from(corners) / 3.0;
                    vec![(point, third(black)), (-point, third(white)), (0, third(3 - black - white))]
                }
            };
            let mut sums: BTreeMap<i32, f64> = BTreeMap::new();
            for (sum, p) in &odds {
                for (change, q) in changes.iter().filter(|(_, q)| *q > 0.0) {
                    *sums.entry(sum + change).or_default() += p * q;
                }
            }
            odds = sums;
        }
        let pays: Changes = odds.into_iter().collect();
        self.paid.insert(known, pays.clone());
        pays
    }
}

/// The same position with this lead of Black's. As long as no total ends the game, only the lead matters.
fn leading(position: &Position, lead: i32) -> Position {
    position.with_totals([lead.max(0) as u32, (-lead).max(0) as u32])
}
