//! Helpers for what games say.

use game::{Message, SortedMap, Texts};

/// A sentence whose key is made at run time, if there is one.
pub fn find(texts: &Texts, key: &str) -> Option<String> {
    let known = texts.keys().any(|known| known == key);
    known.then(|| texts.say(&Message { key: key.to_owned().into(), args: SortedMap::new() }, &[]))
}

/// With a capital letter in front, unless the first word is the name of a place, and a full stop behind.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let is_name = words.split(' ').next().is_some_and(|word| word.contains(|letter: char| letter.is_ascii_digit()));
    let capital = |first: char| if is_name { first.to_string() } else { upper(first).to_string() };
    let first: String = letters.next().map(capital).unwrap_or_default();
    let stop = if words.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// With a capital letter in front.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| upper(first).to_string() + letters.as_str())
}

/// The capital letter of a letter in ASCII or Latin-1, which has all letters of our languages. Unicode's table of capital
/// letters would make the page 2 KB larger.
fn upper(letter: char) -> char {
    match letter {
        'a'..='z' | 'à'..='ö' | 'ø'..='þ' => char::from(letter as u8 - 32),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_letter_is_a_capital_in_both_languages() {
        for (words, capital_words) in
            [("a hex", "A hex"), ("über dem Feld", "Über dem Feld"), ("ß", "ß"), ("3", "3"), ("", "")]
        {
            assert_eq!(capital(words), capital_words);
        }
        assert!(('à'..='þ').filter(|letter| *letter != '÷').all(|letter| upper(letter).to_lowercase().eq([letter])));
    }
}
