//! The list of turns: moments put together by turn.

use game::Seat;
use protocol::{Moment, What};

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnLine {
    /// Counted from 1; none for giving up.
    pub number: Option<u32>,
    /// Whose.
    pub seat: Seat,
    /// What was played, each with the moment that shows it. A turn that was passed over has none.
    pub actions: Vec<(String, usize)>,
    /// The moment that shows the end of it.
    pub moment: usize,
    /// Whether the seat gave up.
    pub resigned: bool,
}

/// The moments by turns.
pub fn turn_lines(moments: &[Moment]) -> Vec<TurnLine> {
    let mut lines: Vec<TurnLine> = Vec::new();
    for (index, moment) in moments.iter().enumerate() {
        let shows = index + 1;
        match &moment.what {
            What::Action { seat, turn, action, passed, .. } => {
                match lines.last_mut().filter(|line| line.number == Some(*turn)) {
                    Some(line) => {
                        line.actions.push((action.clone(), shows));
                        line.moment = shows;
                    }
                    None => lines.push(TurnLine {
                        number: Some(*turn),
                        seat: *seat,
                        actions: vec![(action.clone(), shows)],
                        moment: shows,
                        resigned: false,
                    }),
                }
                let passed = passed.iter().zip(*turn + 1..);
                lines.extend(passed.map(|(&seat, number)| TurnLine {
                    number: Some(number),
                    seat,
                    actions: Vec::new(),
                    moment: shows,
                    resigned: false,
                }));
            }
            What::Resigned { seat } => {
                lines.push(TurnLine { number: None, seat: *seat, actions: Vec::new(), moment: shows, resigned: true });
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn moment(what: What) -> Moment {
        Moment { seq: 1, what, told: Vec::new(), view: Value::Null, actor: None, outcome: None }
    }

    fn action(seat: u8, turn: u32, text: &str, passed: &[u8]) -> Moment {
        let passed = passed.iter().map(|&seat| Seat(seat)).collect();
        moment(What::Action { seat: Seat(seat), turn, action: text.to_owned(), rolls: Vec::new(), passed })
    }

    #[test]
    fn a_turn_of_several_actions_is_a_line_and_so_is_a_turn_passed_over() {
        let moments = [
            action(0, 1, "a1", &[]),
            action(1, 2, "b1", &[]),
            action(1, 2, "b2", &[0]),
            action(1, 4, "b3", &[]),
            moment(What::Resigned { seat: Seat(0) }),
        ];
        let lines = turn_lines(&moments);
        let short: Vec<(Option<u32>, u8, usize, usize)> =
            lines.iter().map(|line| (line.number, line.seat.0, line.actions.len(), line.moment)).collect();
        assert_eq!(
            short,
            [(Some(1), 0, 1, 1), (Some(2), 1, 2, 3), (Some(3), 0, 0, 3), (Some(4), 1, 1, 4), (None, 0, 0, 5)]
        );
        assert!(lines[4].resigned);
    }
}
