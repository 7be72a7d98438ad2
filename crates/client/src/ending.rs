//! The end of a match as a moment: how it ended, the score, and the turning point.
//!
//! The turning point is the turn after which the winner was ahead for good. It follows from what every client has: the
//! chart of the match, or the numbers beside the board turn by turn. Pictures of old positions take time, so it is
//! sought a few turns at a time, from the end backwards.

use game::{HAS_WON, Message, Seat};
use scene::Gauge;

use crate::{Client, TurnRow};

/// So many turns are looked at in one go.
const AT_A_TIME: usize = 6;
/// The last moment is told with at most this many sentences.
const MOST_SENTENCES: usize = 2;

/// When the winner was ahead for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// Since this turn, whose end the moment shows.
    At {
        /// The turn, from 1.
        turn: u32,
        /// The number of moments before the position after it.
        moment: usize,
    },
    /// After every turn.
    Always,
    /// Not even after the last turn: the end came by something else than the numbers.
    Never,
    /// The game has no numbers that could be compared.
    Unknown,
}

/// What is known of the end of a match.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// The number of moments that it is about.
    moments: usize,
    /// The first number of every seat at the end.
    score: Vec<Gauge>,
    /// The winner is ahead after all turns from this row of the move list on.
    ahead_from: usize,
    turning: Option<Turning>,
}

impl Client {
    /// The one winner, if there is one.
    fn winner(&self) -> Option<Seat> {
        self.outcome().and_then(|outcome| outcome.winner())
    }

    /// Whether the turning point is still to be sought. A replay has no card of the end.
    pub fn seeks_turning_point(&self) -> bool {
        self.winner().is_some()
            && self.replay().is_none()
            && (self.ending.moments != self.history.len() || self.waits_for_turning_point())
            && (self.ending.moments != self.history.len() || self.history.missing() == 0)
    }

    /// Whether the turning point is not known yet: it is sought, or the past in which it lies is not here yet.
    pub fn waits_for_turning_point(&self) -> bool {
        self.winner().is_some() && self.replay().is_none() && self.ending.turning.is_none()
    }

    /// The whole past is here now, in which the turning point can be sought.
    pub(crate) fn seek_turning_point_anew(&mut self) {
        self.ending = Ending::default();
        self.seek_turning_point();
    }

    /// Looks at some more turns, the last ones first.
    pub fn seek_turning_point(&mut self) {
        let Some(winner) = self.winner().filter(|_| self.seeks_turning_point()) else { return };
        let rows: Vec<(u32, usize)> = self.history.turn_rows().iter().filter_map(numbered).collect();
        if self.ending.moments != self.history.len() {
            let score = first_of_each(&self.history.newest().picture(false).scene.gauges);
            self.ending = Ending { moments: self.history.len(), score, ahead_from: rows.len(), turning: None };
        }
        if self.charts.is_empty() && self.ending.score.len() < usize::from(self.seats) {
            self.ending.turning = Some(Turning::Unknown);
            return;
        }
        if self.history.missing() > 0 {
            return; // whoever was ahead here may have been behind before
        }
        for _ in 0..AT_A_TIME {
            let from = self.ending.ahead_from;
            let Some(&(turn, moment)) = from.checked_sub(1).and_then(|last| rows.get(last)) else {
                self.ending.turning = Some(Turning::Always);
                return;
            };
            if !self.is_ahead(winner, turn, moment, from == rows.len()) {
                let after = rows.get(from).map(|&(turn, moment)| Turning::At { turn, moment });
                self.ending.turning = Some(after.unwrap_or(Turning::Never));
                return;
            }
            self.ending.ahead_from -= 1;
        }
    }

    /// Whether a seat has more than every other one after a turn.
    fn is_ahead(&self, seat: Seat, turn: u32, moment: usize, is_last: bool) -> bool {
        let values: Vec<(Seat, i64)> = if let Some(chart) = self.charts.first() {
            let at = |values: &[i64]| if is_last { values.last() } else { values.get(turn as usize) }.copied();
            chart.lines.iter().filter_map(|line| Some((line.seat, at(&line.values)?))).collect()
        } else {
            let gauges = first_of_each(&self.history.after(moment).picture(false).scene.gauges);
            gauges.into_iter().filter_map(|gauge| Some((gauge.seat?, gauge.value))).collect()
        };
        let own = values.iter().find(|(other, _)| *other == seat).map(|(_, value)| *value);
        own.is_some_and(|own| values.iter().all(|(other, value)| *other == seat || *value < own))
    }

    /// The turning point, once it is found.
    pub fn turning_point(&self) -> Option<Turning> {
        self.ending.turning.filter(|_| self.is_over() && self.ending.moments == self.history.len())
    }

    /// The turning point in a sentence.
    pub fn turning_point_in_words(&self) -> Option<String> {
        let message = match self.turning_point()? {
            Turning::At { turn, .. } => Message::new("turning.at").with("turn", i64::from(turn)),
            Turning::Always => Message::new("turning.always"),
            Turning::Never => Message::new("turning.never"),
            Turning::Unknown => return None,
        };
        Some(self.tongue.tell(&message.with("name", self.person_name(self.winner()?))))
    }

    /// The first number of every seat at the end, in the order of the seats.
    pub fn final_score(&self) -> &[Gauge] {
        if self.is_over() && self.ending.moments == self.history.len() { &self.ending.score } else { &[] }
    }

    /// How the match ended: the last sentences of its last moment, without the one that only says who has won. Empty if
    /// somebody left, which the result says.
    pub fn how_it_ended(&self) -> String {
        let Some(last) = self.history.moments().last().filter(|_| self.early_end().is_none()) else {
            return String::new();
        };
        let told: Vec<Message> = last.told.iter().filter(|said| said.key != HAS_WON).cloned().collect();
        self.say_all(&told[told.len().saturating_sub(MOST_SENTENCES)..])
    }
}

fn numbered(row: &TurnRow) -> Option<(u32, usize)> {
    row.number.map(|number| (number, row.moment))
}

/// The first gauge of every seat.
fn first_of_each(gauges: &[Gauge]) -> Vec<Gauge> {
    let mut first: Vec<Gauge> = Vec::new();
    for gauge in gauges.iter().filter(|gauge| gauge.seat.is_some()) {
        if !first.iter().any(|known| known.seat == gauge.seat) {
            first.push(gauge.clone());
        }
    }
    first
}
