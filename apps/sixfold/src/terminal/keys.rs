//! The keys: one list, from which the screen's help is made and by which presses are understood.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use hex::Direction;

use super::menu;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Move the cursor on the screen: right and down.
    Arrow(i32, i32),
    /// Move the cursor to a neighbour on the lattice.
    Step(Direction),
    Pick,
    Back,
    NextOpen,
    /// Take the entry of the menu that has this key.
    Choose(char),
    /// Leave it to the game, where it offers to.
    Routine,
    Undo,
    Hint,
    Resign,
    Jump,
    Rematch,
    Help,
    Quit,
}

/// A line of the help: the keys as people read them, and what they do.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("arrows", "move the cursor"),
    ("Q W E A S D", "move it in the six directions of the hexes"),
    ("Tab", "go to the next place where something can be done"),
    ("/", "go to a place by its name"),
    ("Enter, Space", "pick what is under the cursor"),
    ("1 to 9, b …", "pick from the menu, where there is one"),
    ("o", "leave it to the game, where it offers that"),
    ("Esc", "step back"),
    ("u", "take back your last action"),
    ("h", "ask for a hint"),
    ("r", "resign"),
    ("n", "play again, after the end"),
    ("mouse", "a click looks, a second click picks"),
    ("?", "show or hide these keys"),
    ("x, Ctrl-C", "leave"),
];

pub(crate) fn wish(key: KeyEvent) -> Option<Wish> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Wish::Quit);
    }
    Some(match key.code {
        KeyCode::Up => Wish::Arrow(0, -1),
        KeyCode::Down => Wish::Arrow(0, 1),
        KeyCode::Left => Wish::Arrow(-1, 0),
        KeyCode::Right => Wish::Arrow(1, 0),
        KeyCode::Enter => Wish::Pick,
        KeyCode::Esc => Wish::Back,
        KeyCode::Tab => Wish::NextOpen,
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            // Clockwise from W round the letters as the directions go round the compass.
            'w' => Wish::Step(Direction::N),
            'e' => Wish::Step(Direction::NE),
            'd' => Wish::Step(Direction::SE),
            's' => Wish::Step(Direction::S),
            'a' => Wish::Step(Direction::SW),
            'q' => Wish::Step(Direction::NW),
            ' ' => Wish::Pick,
            'o' => Wish::Routine,
            'u' => Wish::Undo,
            'h' => Wish::Hint,
            'r' => Wish::Resign,
            'n' => Wish::Rematch,
            '/' => Wish::Jump,
            '?' => Wish::Help,
            'x' => Wish::Quit,
            key if menu::is_key(key) => Wish::Choose(key),
            _ => return None,
        },
        _ => return None,
    })
}
