//! Two heaps of sticks. A seat takes one or two sticks from a heap. The seat that takes the last stick wins.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    Dice, Game, Info, Message, Misfit, NotationError, OptionKind, OptionSpec, Outcome, PositionError, PositionText,
    Random, Refusal, Roll, Seat, Setup, SetupError, Symmetric, Turn, Viewer,
};

/// A game whose best play is known: the mover loses exactly if the heaps are equal modulo 3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sticks {
    heaps: [u8; 2],
    turns_played: u32,
}

/// An action: how many sticks to take from which heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    heap: u8,
    count: u8,
}

const HEAP: OptionKind = OptionKind::Whole { least: 0, most: 50 };

impl Sticks {
    /// The sticks that are left.
    pub fn heaps(&self) -> [u8; 2] {
        self.heaps
    }
}

impl Game for Sticks {
    type Action = Take;
    type View = Self;
    type Rules = ();

    const INFO: Info = Info {
        key: "sticks",
        name: "Sticks",
        rules_version: 1,
        seat_names: &["left", "right"],
        presets: &[],
        options: &[
            OptionSpec { key: "a", kind: HEAP, default: "3", seat: None },
            OptionSpec { key: "b", kind: HEAP, default: "4", seat: None },
        ],
        hidden: false,
        grace_seconds: None,
        rules: &[],
        texts: &[(
            "en",
            "summary = take the last stick\ncredit = folklore\noption.a = First heap\noption.a.help = sticks\noption.b = Second heap\noption.b.help = sticks\nseat.left = Left\nseat.right = Right\ntook = {seat} takes {count}\nno-sticks = there has to be a stick\ntoo-few = not enough sticks\nno-action = `{found}` is not an action: a heap and a number, such as a2",
        )],
    };

    fn start_by(setup: &Setup, _rules: &Arc<()>, _dice: &mut Dice) -> Result<Self, SetupError> {
        let heaps = [setup.whole("a") as u8, setup.whole("b") as u8];
        if heaps == [0, 0] {
            return Err(SetupError::conflict(&Self::INFO, Message::new("no-sticks")));
        }
        Ok(Self { heaps, turns_played: 0 })
    }

    fn read_position(text: &str, _setup: &Setup, _rules: &Arc<()>) -> Result<Self, PositionError> {
        let text = PositionText::cut(text, &["heaps"])?;
        let heaps: Option<[u8; 2]> = text.numbers("heaps")?.and_then(|heaps| heaps.try_into().ok());
        let seat = u32::from(text.actor(Self::INFO.seat_names)?.0);
        let turn: u32 = text.number("turn")?.unwrap_or(seat + 1);
        let heaps = heaps.ok_or_else(|| PositionError::new("two heaps, such as `heaps: 3 4`"))?;
        PositionError::unless(turn > 0 && (turn - 1) % 2 == seat, || format!("this seat does not act in turn {turn}"))?;
        Ok(Self { heaps, turns_played: turn - 1 })
    }

    fn write_position(&self) -> String {
        let Turn { number, seat } = self.turn();
        format!(
            "act: {}\nturn: {number}\nheaps: {} {}\n",
            Self::INFO.seat_names[seat.index()],
            self.heaps[0],
            self.heaps[1]
        )
    }

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        let over = u32::from(self.outcome().is_some());
        Turn { number: self.turns_played + 1 - over, seat: Seat(((self.turns_played - over) % 2) as u8) }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heaps == [0, 0]).then(|| Outcome::win(Seat(((self.turns_played + 1) % 2) as u8), 2))
    }

    fn legal(&self, actions: &mut Vec<Take>) {
        let all = (0..2).flat_map(|heap| (1..=2).map(move |count| Take { heap, count }));
        actions.extend(all.filter(|take| self.check(take).is_ok()));
    }

    fn check(&self, take: &Take) -> Result<(), Refusal> {
        match self.heaps.get(usize::from(take.heap)) {
            _ if self.heaps == [0, 0] => Err(Refusal::GameOver),
            Some(&left) if (1..=2.min(left)).contains(&take.count) => Ok(()),
            _ => Err(Refusal::Illegal(Message::new("too-few"))),
        }
    }

    fn apply(&mut self, take: &Take, _dice: &mut Dice) {
        self.heaps[usize::from(take.heap)] -= take.count;
        self.turns_played += 1;
    }

    fn write(&self, take: &Take) -> String {
        format!("{}{}", char::from(b'a' + take.heap), take.count)
    }

    fn read(&self, text: &str) -> Result<Take, NotationError> {
        match *text.as_bytes() {
            [heap @ b'a'..=b'b', count @ b'1'..=b'9'] => Ok(Take { heap: heap - b'a', count: count - b'0' }),
            _ => Err(NotationError::new(text, Message::new("no-action"))),
        }
    }

    fn view(&self, _viewer: Viewer) -> Self {
        self.clone()
    }

    fn try_imagine(view: &Self, _random: &mut Random) -> Result<Self, Misfit> {
        Ok(view.clone())
    }

    fn tell(before: &Self, take: &Take, _rolls: &[Roll], _after: &Self, _viewer: Viewer) -> Vec<Message> {
        vec![Message::new("took").with("seat", before.turn().seat).with("count", i64::from(take.count))]
    }
}

impl Symmetric for Sticks {
    fn symmetries(&self) -> usize {
        2
    }

    fn turned(&self, symmetry: usize) -> Self {
        let mut turned = self.clone();
        turned.heaps.rotate_left(symmetry);
        turned
    }

    fn turned_action(&self, take: &Take, symmetry: usize) -> Take {
        Take { heap: (take.heap + symmetry as u8) % 2, ..*take }
    }
}
