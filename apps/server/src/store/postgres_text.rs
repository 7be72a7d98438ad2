//! PostgreSQL keeps every text except one with the character NUL. A client may send that one (in the id of a request), and one
//! such write would fail the whole batch that others share. It is kept in other characters and read back as it was.

use std::borrow::Cow;

/// No text of a person has it: Unicode gives it to programs for their own use.
const ESCAPE: char = '\u{10ffff}';

/// The text as the database keeps it.
pub(super) fn kept(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', ESCAPE]) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '\0' => kept.extend([ESCAPE, '0']),
            ESCAPE => kept.extend([ESCAPE, '1']),
            letter => kept.push(letter),
        }
    }
    Cow::Owned(kept)
}

/// The text as it was written.
pub(super) fn written(kept: String) -> String {
    if !kept.contains(ESCAPE) {
        return kept;
    }
    kept.replace("\u{10ffff}0", "\0").replace("\u{10ffff}1", "\u{10ffff}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read_as_it_was_written() {
        for text in
            ["", "plain", "a\0b", "\0\0", "\u{10ffff}", "\u{10ffff}0", "\u{10ffff}1\0", "\u{10ffff}\u{10ffff}0\0"]
        {
            let kept = kept(text);
            assert!(!kept.contains('\0'), "{text:?}");
            assert_eq!(written(kept.into_owned()), text);
        }
    }
}
