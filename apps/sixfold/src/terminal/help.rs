//! The pages of the help: the terminal's keys, and those of the game.

use client::Client;
use crossterm::event::KeyCode;

use super::canvas::{Canvas, Ink};
use super::menu::{key_named, key_sign};
use super::text::{wrap, wrap_list};

/// The pages of the help with these sentences about keys, in a window of this size.
pub(crate) fn pages(client: &Client, keys: &[&'static str], (width, height): (u16, u16)) -> Vec<Canvas> {
    let lines = lines(client, keys, usize::from(width).saturating_sub(3));
    let on_page = usize::from(height).saturating_sub(1).max(1);
    let count = lines.len().div_ceil(on_page);
    let page = |(number, shown): (usize, &[(String, Ink)])| {
        let end = if number + 1 == count { client.tongue.say("help.any-key") } else { client.tongue.say("help.more") };
        let mut canvas = Canvas::default();
        for (line, (text, ink)) in shown.iter().chain([&(end, Ink::Dim)]).enumerate() {
            canvas.write(2, line, text, *ink);
        }
        canvas
    };
    lines.chunks(on_page).enumerate().map(page).collect()
}

fn lines(client: &Client, keys: &[&'static str], width: usize) -> Vec<(String, Ink)> {
    let entries: Vec<(String, String)> = keys
        .iter()
        .map(|key| {
            let line = client.tongue.say(key);
            let (keys, what) = line.split_once('|').unwrap_or((&line, ""));
            (keys.trim().to_owned(), what.trim().to_owned())
        })
        .collect();
    let column = entries.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0) + 2;
    let mut lines = vec![(client.tongue.say("help.title"), Ink::Bold)];
    for (keys, what) in &entries {
        for (index, part) in wrap(what, width.saturating_sub(column)).into_iter().enumerate() {
            lines.push((format!("{:<column$}{part}", if index == 0 { keys } else { "" }), Ink::Plain));
        }
    }
    let own: Vec<String> = client
        .buttons_with_keys()
        .into_iter()
        .filter_map(|(key, words)| Some(format!("{} {words}", key_sign(key_named(&key)?))))
        .collect();
    if !own.is_empty() {
        lines.push((client.tongue.say("help.own-keys"), Ink::Bold));
        lines.extend(wrap_list(&own, "·", width).into_iter().map(|line| (line, Ink::Plain)));
    }
    lines
}

/// The key of one of the terminal's own commands. If a button of the game uses the letter, the command needs the shift
/// key.
pub(crate) fn command_key(letter: char, taken: &[KeyCode]) -> String {
    let is_taken = taken.contains(&KeyCode::Char(letter));
    if is_taken { letter.to_ascii_uppercase().to_string() } else { letter.to_string() }
}
