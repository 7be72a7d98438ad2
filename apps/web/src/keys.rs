//! The keys of the page. The help and the meaning of a key come from one list.

use hex::Direction;

use crate::press::{Press, TablePress};

/// Keys that belong together. They make a row of the help.
pub struct KeyGroup {
    /// The keys as the help shows them.
    pub shown: &'static str,
    /// The message key of the sentence that says what they do.
    pub words: &'static str,
    /// The name of each key in browsers, in small letters, and its command. Empty if the browser handles the keys.
    pub keys: &'static [(&'static str, Command)],
}

/// The effect of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Sends a press that works anywhere in the page.
    Page(Press),
    /// Sends a press that works at a table.
    Table(TablePress),
    /// Closes the open dialog, or else steps back at the table.
    Escape,
    /// Picks the place that has the focus, or else brings the focus to the board.
    Enter,
    /// Picks the place that has the focus.
    Space,
    /// Moves the focus to the nearest place in a direction on the screen: right by the first number, down by the
    /// second.
    Arrow(i8, i8),
    /// Moves the focus to the neighbour in a direction of the board.
    Neighbour(Direction),
    /// Steps by this many positions in the list of offered numbers.
    Number(isize),
}

/// All keys, in the order of the help.
pub const KEYS: &[KeyGroup] = &[
    KeyGroup {
        shown: "← ↑ → ↓",
        words: "keys.arrows",
        keys: &[
            ("arrowup", Command::Arrow(0, -1)),
            ("arrowdown", Command::Arrow(0, 1)),
            ("arrowleft", Command::Arrow(-1, 0)),
            ("arrowright", Command::Arrow(1, 0)),
        ],
    },
    KeyGroup {
        shown: "Q W E A S D",
        words: "keys.six",
        // The letters go clockwise from W, like the directions from north.
        keys: &[
            ("w", Command::Neighbour(Direction::N)),
            ("e", Command::Neighbour(Direction::NE)),
            ("d", Command::Neighbour(Direction::SE)),
            ("s", Command::Neighbour(Direction::S)),
            ("a", Command::Neighbour(Direction::SW)),
            ("q", Command::Neighbour(Direction::NW)),
        ],
    },
    KeyGroup { shown: "Enter", words: "keys.enter", keys: &[("enter", Command::Enter), (" ", Command::Space)] },
    KeyGroup { shown: "Esc", words: "keys.escape", keys: &[("escape", Command::Escape)] },
    KeyGroup { shown: "Tab", words: "keys.tab", keys: &[] },
    KeyGroup { shown: "U", words: "keys.undo", keys: &[("u", Command::Table(TablePress::Undo))] },
    KeyGroup {
        shown: "+ −",
        words: "keys.number",
        keys: &[
            // Where no number is offered, these keys zoom.
            ("+", Command::Number(1)),
            ("=", Command::Number(1)),
            ("-", Command::Number(-1)),
            ("−", Command::Number(-1)),
        ],
    },
    KeyGroup { shown: "0", words: "keys.show-all", keys: &[("0", Command::Table(TablePress::ShowAll))] },
    KeyGroup {
        shown: "⇧ ← ↑ → ↓",
        words: "keys.move",
        keys: &[
            ("shift+arrowup", Command::Table(TablePress::Move(0, -1))),
            ("shift+arrowdown", Command::Table(TablePress::Move(0, 1))),
            ("shift+arrowleft", Command::Table(TablePress::Move(-1, 0))),
            ("shift+arrowright", Command::Table(TablePress::Move(1, 0))),
        ],
    },
    KeyGroup { shown: "T", words: "keys.flip", keys: &[("t", Command::Table(TablePress::Flip))] },
    KeyGroup { shown: "G", words: "keys.danger", keys: &[("g", Command::Table(TablePress::Danger))] },
    KeyGroup { shown: "H", words: "keys.hint", keys: &[("h", Command::Table(TablePress::Hint))] },
    KeyGroup {
        shown: ", . [ ]",
        words: "keys.step",
        keys: &[
            (",", Command::Table(TablePress::Step(-1))),
            ("[", Command::Table(TablePress::Step(-1))),
            (".", Command::Table(TablePress::Step(1))),
            ("]", Command::Table(TablePress::Step(1))),
        ],
    },
    KeyGroup { shown: "L", words: "keys.again", keys: &[("l", Command::Table(TablePress::Again))] },
    KeyGroup { shown: "?", words: "keys.help", keys: &[("?", Command::Page(Press::Keys))] },
];

/// The command of the key with this name in browsers.
pub fn command(name: &str) -> Option<&'static Command> {
    let mut keys = KEYS.iter().flat_map(|group| group.keys);
    keys.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, command)| command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{LANGUAGES, tongue};

    #[test]
    fn no_key_does_two_things() {
        let names: Vec<&str> = KEYS.iter().flat_map(|group| group.keys).map(|(name, _)| *name).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "`{name}` stands twice in the list");
            assert_eq!(*name, name.to_ascii_lowercase());
        }
        assert_eq!(command("ArrowUp"), Some(&Command::Arrow(0, -1)));
        assert_eq!(command("x"), None);
    }

    #[test]
    fn every_row_of_the_help_has_words() {
        for (language, ..) in LANGUAGES {
            let tongue = tongue(language);
            for group in KEYS {
                assert!(tongue.find(group.words).is_some(), "{language}: {}", group.words);
            }
        }
    }
}
