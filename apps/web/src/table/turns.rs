//! The list of turns: moments put together by turn.

use game::{Exit, Roll, Seat};
use protocol::Moment;

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnLine {
    /// Counted from 1; none for an exit.
    pub number: Option<u32>,
    /// Whose; none for what befell everybody.
    pub seat: Option<Seat>,
    /// What.
    pub what: What,
    /// The moment that shows the end of it.
    pub moment: usize,
}

/// What a line of the list is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// These were played, each with its dice and the moment that shows it.
    Actions(Vec<(String, Vec<Roll>, usize)>),
    /// The rules passed over the turn.
    Pass,
    /// Somebody left.
    Exit(Exit),
}

/// The moments by turns.
pub fn turn_lines(moments: &[Moment]) -> Vec<TurnLine> {
    let mut lines: Vec<TurnLine> = Vec::new();
    for (moment, shows) in moments.iter().zip(1..) {
        let passed_over = |passed: &[Seat], turn: u32| -> Vec<TurnLine> {
            let line =
                |(&seat, number)| TurnLine { number: Some(number), seat: Some(seat), what: What::Pass, moment: shows };
            passed.iter().zip(turn + 1..).map(line).collect()
        };
        match &moment.what {
            protocol::What::Action { seat, turn, action, rolls, passed } => {
                let played = (action.clone(), rolls.clone(), shows);
                match lines.last_mut().filter(|line| line.number == Some(*turn)) {
                    Some(TurnLine { what: What::Actions(actions), moment, .. }) => {
                        actions.push(played);
                        *moment = shows;
                    }
                    _ => lines.push(TurnLine {
                        number: Some(*turn),
                        seat: Some(*seat),
                        what: What::Actions(vec![played]),
                        moment: shows,
                    }),
                }
                lines.extend(passed_over(passed, *turn));
            }
            protocol::What::Exit { exit, turn, passed, .. } => {
                lines.push(TurnLine { number: None, seat: exit.seat(), what: What::Exit(*exit), moment: shows });
                lines.extend(passed_over(passed, *turn));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn moment(what: protocol::What) -> Moment {
        Moment { seq: 1, what, told: Vec::new(), view: Value::Null, actor: None, outcome: None }
    }

    fn action(seat: u8, turn: u32, text: &str, passed: &[u8]) -> Moment {
        let passed = passed.iter().map(|&seat| Seat(seat)).collect();
        moment(protocol::What::Action { seat: Seat(seat), turn, action: text.to_owned(), rolls: Vec::new(), passed })
    }

    #[test]
    fn a_turn_of_several_actions_is_a_line_and_so_is_a_turn_passed_over() {
        let moments = [
            action(0, 1, "a1", &[]),
            action(1, 2, "b1", &[]),
            action(1, 2, "b2", &[0]),
            action(1, 4, "b3", &[]),
            moment(protocol::What::Exit {
                exit: Exit::Resigned(Seat(0)),
                turn: 4,
                rolls: Vec::new(),
                passed: vec![Seat(0)],
            }),
        ];
        let lines = turn_lines(&moments);
        let short: Vec<(Option<u32>, u8, usize)> =
            lines.iter().map(|line| (line.number, line.seat.unwrap().0, line.moment)).collect();
        assert_eq!(
            short,
            [(Some(1), 0, 1), (Some(2), 1, 3), (Some(3), 0, 3), (Some(4), 1, 4), (None, 0, 5), (Some(5), 0, 5)]
        );
        assert!(matches!(&lines[1].what, What::Actions(actions) if actions.len() == 2));
        assert_eq!((&lines[2].what, &lines[4].what), (&What::Pass, &What::Exit(Exit::Resigned(Seat(0)))));
    }
}
