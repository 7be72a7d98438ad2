//! The keys of the terminal, in one list. It is used to read keys and to write the help.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use hex::Direction;

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
    /// Let the game play the routine, if it offers one.
    Routine,
    /// Show the sheet of the next piece.
    Sheet,
    /// Show the next overlay.
    Overlay,
    /// Show what is in danger, or hide it.
    Danger,
    /// Show the page with what happened.
    Story,
    /// Change the number of the stepper by this much.
    Number(isize),
    /// Choose the number of the stepper.
    SetNumber,
    Undo,
    Hint,
    /// Play the hint.
    PlayHint,
    Resign,
    Jump,
    Rematch,
    Help,
    Quit,
}

/// The lines of the help. Each is a sentence: the keys, a bar, and what the keys do.
pub(crate) const HELP: &[&str] = &[
    "help.arrows",
    "help.letters",
    "help.tab",
    "help.jump",
    "help.pick",
    "help.menu",
    "help.number",
    "help.routine",
    "help.back",
    "help.undo",
    "help.hint",
    "help.play-hint",
    "help.sheet",
    "help.overlay",
    "help.danger",
    "help.story",
    "help.resign",
    "help.rematch",
    "help.mouse",
    "help.help",
    "help.quit",
    "help.shift",
];

/// The same for a lesson.
pub(crate) const HELP_IN_LESSONS: &[&str] = &[
    "help.arrows",
    "help.letters",
    "help.tab",
    "help.jump",
    "help.pick",
    "help.next",
    "help.previous",
    "help.again",
    "help.show",
    "help.menu",
    "help.number",
    "help.back",
    "help.undo",
    "help.sheet",
    "help.overlay",
    "help.danger",
    "help.story",
    "help.mouse",
    "help.help",
    "help.quit",
    "help.shift",
];

/// What a key asks for. The shift key makes no difference.
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
            // The six letters form a ring on the keyboard, in the clockwise order of the directions.
            'w' => Wish::Step(Direction::N),
            'e' => Wish::Step(Direction::NE),
            'd' => Wish::Step(Direction::SE),
            's' => Wish::Step(Direction::S),
            'a' => Wish::Step(Direction::SW),
            'q' => Wish::Step(Direction::NW),
            ' ' => Wish::Pick,
            'o' => Wish::Routine,
            'i' => Wish::Sheet,
            'l' => Wish::Overlay,
            'g' => Wish::Danger,
            't' => Wish::Story,
            '+' => Wish::Number(1),
            '-' => Wish::Number(-1),
            '=' => Wish::SetNumber,
            'u' => Wish::Undo,
            'h' => Wish::Hint,
            'p' => Wish::PlayHint,
            'r' => Wish::Resign,
            'n' => Wish::Rematch,
            '/' => Wish::Jump,
            '?' => Wish::Help,
            'x' => Wish::Quit,
            _ => return None,
        },
        _ => return None,
    })
}
