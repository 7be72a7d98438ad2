//! The menu beside the board: buttons, things of trays, switches and a stepper. Each entry has a key.

use client::Client;
use crossterm::event::{KeyCode, KeyEvent};
use scene::Pick;

use super::words;

/// The keys for entries without a key from the game: first digits, then letters that have no other meaning.
const KEYS: &str = "123456789bcfgjkmvyz";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Adds this pick.
    Pick(Pick),
    /// Picks this thing of a tray, or puts it back.
    Unit(u32),
    /// Plays the action that turns a switch on or off.
    Turn(String),
    /// Nothing. The button is shown but cannot be pressed now.
    Nothing,
}

/// An entry of the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: KeyCode,
    pub(crate) choice: Choice,
    pub(crate) text: String,
    /// Whether a switch is on; `None` for other entries.
    pub(crate) is_on: Option<bool>,
}

/// All entries that can be chosen now. If there are more entries than keys, the rest can be chosen only in the plain
/// game.
pub(crate) fn entries(client: &Client) -> Vec<Entry> {
    if !client.acts_here() {
        return Vec::new();
    }
    let mut entries: Vec<(Option<KeyCode>, Entry)> = Vec::new();
    let mut add = |key: Option<KeyCode>, choice: Choice, text: String, is_on: Option<bool>| {
        entries.push((key, Entry { key: KeyCode::Null, choice, text, is_on }));
    };
    for (pick, index) in client.pad() {
        let key = own_key(client, &pick);
        match index {
            Some(_) => add(key, Choice::Pick(pick.clone()), words::pick(client, &pick), None),
            // A button that cannot be pressed is shown only if the game gives it a key.
            None if key.is_some() => {
                add(key, Choice::Nothing, words::pick(client, &pick), None);
            }
            None => {}
        }
    }
    for pick in client.picture.picks.after(client.pointing.picked()) {
        if let (Pick::Unit(unit), Some(_)) = (pick, client.tray_item(pick)) {
            add(None, Choice::Unit(*unit), words::pick(client, pick), None);
        }
    }
    for switch in client.picture.scene.switches.iter().filter(|_| client.pointing.picked().is_empty()) {
        let details: Vec<String> = switch.details.iter().map(|detail| client.say(detail)).collect();
        let text = [vec![client.say(&switch.label)], details].concat().join(", ");
        let choice = client.switch_action(switch).map_or(Choice::Nothing, |action| Choice::Turn(action.clone()));
        add(None, choice, text, Some(switch.on));
    }
    with_keys(entries)
}

/// The entry of a key. Letters with the shift key belong to the terminal's own commands, so they match no entry.
pub(crate) fn entry_of<'a>(entries: &'a [Entry], key: &KeyEvent) -> Option<&'a Entry> {
    entries.iter().find(|entry| entry.key == key.code)
}

/// Gives the free keys to the entries without a key.
fn with_keys(entries: Vec<(Option<KeyCode>, Entry)>) -> Vec<Entry> {
    let own: Vec<KeyCode> = entries.iter().filter_map(|(key, _)| *key).collect();
    let mut others = KEYS.chars().map(KeyCode::Char).filter(|key| !own.contains(key));
    let with_key =
        |(key, entry): (Option<KeyCode>, Entry)| Some(Entry { key: key.or_else(|| others.next())?, ..entry });
    entries.into_iter().filter_map(with_key).collect()
}

/// The key that a pick brings along: a number has its digit, a button the key that the game gives it.
fn own_key(client: &Client, pick: &Pick) -> Option<KeyCode> {
    match pick {
        Pick::Number(number @ 1..=9) => char::from_digit(*number as u32, 10).map(KeyCode::Char),
        Pick::Button(button) => client.key_of(button).as_deref().and_then(key_named),
        Pick::Number(_) | Pick::Unit(_) | Pick::Hex(_) | Pick::Vertex(_) => None,
    }
}

/// The key with this name in browsers.
pub(crate) fn key_named(name: &str) -> Option<KeyCode> {
    match name {
        "ArrowUp" => Some(KeyCode::Up),
        "ArrowDown" => Some(KeyCode::Down),
        "ArrowLeft" => Some(KeyCode::Left),
        "ArrowRight" => Some(KeyCode::Right),
        letter => {
            let mut letters = letter.chars();
            let only = letters.next().filter(|_| letters.next().is_none())?;
            Some(KeyCode::Char(only.to_ascii_lowercase()))
        }
    }
}

/// A key as people read it.
pub(crate) fn key_sign(key: KeyCode) -> String {
    match key {
        KeyCode::Up => "↑".to_owned(),
        KeyCode::Down => "↓".to_owned(),
        KeyCode::Left => "←".to_owned(),
        KeyCode::Right => "→".to_owned(),
        KeyCode::Char(letter) => letter.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(own: &[Option<char>]) -> String {
        let entry = |key: &Option<char>| {
            let entry = Entry { key: KeyCode::Null, choice: Choice::Nothing, text: String::new(), is_on: None };
            (key.map(KeyCode::Char), entry)
        };
        with_keys(own.iter().map(entry).collect()).iter().map(|entry| key_sign(entry.key)).collect()
    }

    #[test]
    fn entries_without_a_key_get_those_that_are_left() {
        assert_eq!(keys(&[Some('3'), None, Some('1')]), "321");
        assert_eq!(keys(&[None, None, Some('x')]), "12x");
        assert_eq!(keys(&[None; 30]), KEYS);
    }

    #[test]
    fn keys_have_the_names_that_browsers_give_them() {
        assert_eq!(["ArrowUp", "B", "Enter"].map(key_named), [Some(KeyCode::Up), Some(KeyCode::Char('b')), None]);
    }
}
