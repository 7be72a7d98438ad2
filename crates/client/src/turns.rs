//! The move list: moments put together by turn.

use game::{Exit, Roll, Seat};

use crate::Moment;

/// One row of the move list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRow {
    /// Counted from 1; none for an exit.
    pub number: Option<u32>,
    /// The seat; none if the match was abandoned.
    pub seat: Option<Seat>,
    /// What happened in it.
    pub what: TurnRowKind,
    /// The moment that shows the end of it.
    pub moment: usize,
}

impl TurnRow {
    /// Whether a step of this row leads to this moment.
    pub fn leads_to(&self, moment: usize) -> bool {
        match &self.what {
            TurnRowKind::Actions(actions) => actions.iter().any(|(_, _, shows)| *shows == moment),
            TurnRowKind::Exit(_) => self.moment == moment,
            TurnRowKind::Pass => false,
        }
    }
}

/// What a row of the move list is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnRowKind {
    /// These were played, each with its dice and the moment that shows it.
    Actions(Vec<(String, Vec<Roll>, usize)>),
    /// The rules passed over the turn.
    Pass,
    /// Somebody left.
    Exit(Exit),
}

/// The moments by turns, without so many that are missing before them.
pub(crate) fn turn_rows(moments: &[Moment], missing: usize) -> Vec<TurnRow> {
    let mut rows: Vec<TurnRow> = Vec::new();
    for (moment, shows) in moments.iter().zip(missing + 1..) {
        let passed_over = |passed: &[Seat], turn: u32| -> Vec<TurnRow> {
            let row = |(&seat, number)| TurnRow {
                number: Some(number),
                seat: Some(seat),
                what: TurnRowKind::Pass,
                moment: shows,
            };
            passed.iter().zip(turn + 1..).map(row).collect()
        };
        match &moment.what {
            protocol::What::Action { seat, turn, action, rolls, passed } => {
                let played = (action.clone(), rolls.clone(), shows);
                match rows.last_mut().filter(|row| row.number == Some(*turn)) {
                    Some(TurnRow { what: TurnRowKind::Actions(actions), moment, .. }) => {
                        actions.push(played);
                        *moment = shows;
                    }
                    _ => rows.push(TurnRow {
                        number: Some(*turn),
                        seat: Some(*seat),
                        what: TurnRowKind::Actions(vec![played]),
                        moment: shows,
                    }),
                }
                rows.extend(passed_over(passed, *turn));
            }
            protocol::What::Exit { exit, turn, passed, .. } => {
                rows.push(TurnRow { number: None, seat: exit.seat(), what: TurnRowKind::Exit(*exit), moment: shows });
                rows.extend(passed_over(passed, *turn));
            }
        }
    }
    rows
}

/// Where in a match a moment is, counted by turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceInTurns {
    /// The turn, from 1.
    pub turn: u32,
    /// How many turns there are so far.
    pub of_turns: u32,
    /// The step of that turn, from 1.
    pub step: usize,
    /// How many steps that turn has so far.
    pub of_steps: usize,
}

/// Where the moment is that shows the position after so many moments; none at the beginning. An exit counts to the turn
/// in which somebody left.
pub(crate) fn place_in_turns(moments: &[Moment], shown: usize) -> Option<PlaceInTurns> {
    let turn_of = |moment: &Moment| match moment.what {
        protocol::What::Action { turn, .. } | protocol::What::Exit { turn, .. } => turn,
    };
    let turn = turn_of(moments.get(shown.checked_sub(1)?)?);
    let of_turn = || moments.iter().enumerate().filter(|(_, moment)| turn_of(moment) == turn);
    Some(PlaceInTurns {
        turn,
        of_turns: moments.iter().map(turn_of).max()?,
        step: of_turn().filter(|(index, _)| *index < shown).count(),
        of_steps: of_turn().count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(what: protocol::What) -> Moment {
        Moment { seq: 1, what, told: Vec::new(), view: (), actor: None, outcome: None }
    }

    fn action(seat: u8, turn: u32, text: &str, passed: &[u8]) -> Moment {
        let passed = passed.iter().map(|&seat| Seat(seat)).collect();
        moment(protocol::What::Action { seat: Seat(seat), turn, action: text.to_owned(), rolls: Vec::new(), passed })
    }

    #[test]
    fn a_moment_is_counted_by_turns_and_by_steps_of_its_turn() {
        let moments =
            [action(0, 1, "a1", &[]), action(1, 2, "b1", &[]), action(1, 2, "b2", &[]), action(0, 3, "c1", &[])];
        let place = |shown| place_in_turns(&moments, shown).map(|at| (at.turn, at.of_turns, at.step, at.of_steps));
        assert_eq!(place(0), None);
        assert_eq!([place(1), place(2), place(3)], [Some((1, 3, 1, 1)), Some((2, 3, 1, 2)), Some((2, 3, 2, 2))]);
        assert_eq!((place(4), place(5)), (Some((3, 3, 1, 1)), None));
    }

    #[test]
    fn a_turn_of_several_actions_is_a_row_and_so_is_a_turn_passed_over() {
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
        let rows = turn_rows(&moments, 0);
        let short: Vec<(Option<u32>, u8, usize)> =
            rows.iter().map(|row| (row.number, row.seat.unwrap().0, row.moment)).collect();
        assert_eq!(
            short,
            [(Some(1), 0, 1), (Some(2), 1, 3), (Some(3), 0, 3), (Some(4), 1, 4), (None, 0, 5), (Some(5), 0, 5)]
        );
        assert!(matches!(&rows[1].what, TurnRowKind::Actions(actions) if actions.len() == 2));
        assert_eq!((&rows[2].what, &rows[4].what), (&TurnRowKind::Pass, &TurnRowKind::Exit(Exit::Resigned(Seat(0)))));
    }
}
