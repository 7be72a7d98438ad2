//! Names of players, as they are shown to others.

use protocol::{LONGEST_NAME, Refused, RefusedCode};

use crate::frame::refused;

/// A name as it is shown: on one line, without control characters and invisible ones, not too long, and not a name of the
/// computer, by which records know it.
pub(crate) fn shown_name(text: &str) -> Result<String, Refused> {
    let seen = text.chars().filter(|&letter| !is_unseen(letter));
    let shown: String = seen.map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    if shown.chars().count() > LONGEST_NAME {
        return Err(refused(RefusedCode::Malformed, format!("a name has at most {LONGEST_NAME} characters")));
    }
    if game::computer_level(&shown).is_some() {
        return Err(refused(RefusedCode::Malformed, "this is a name of the computer; choose another one".to_owned()));
    }
    Ok(shown)
}

/// Characters that take no space or change the direction of text. With them two names could look the same, or a name could
/// turn round the text beside it.
fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' // zero width, and marks of direction; joiners stay: emoji and scripts need them
        | '\u{202a}'..='\u{202e}' // embeddings and overrides of direction
        | '\u{2060}'..='\u{206f}' // joiners, isolates of direction
        | '\u{e0000}'..='\u{e007f}' // tags
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_what_is_in_it_and_turns_nothing_round() {
        let cases = [
            (" Ann\n Lee ", "Ann Lee"),
            ("A\u{202e}nn\u{202c}", "Ann"),
            ("\u{2066}Bo\u{2069}\u{200b}\u{feff}", "Bo"),
            ("\u{200b} \u{2060}", ""),
            ("Bo\u{200b}b\u{200f}", "Bob"),
            ("Zoë 李 עדי", "Zoë 李 עדי"),
        ];
        for (text, shown) in cases {
            assert_eq!(shown_name(text).unwrap(), shown, "{text:?}");
        }
        assert!(shown_name(&"x".repeat(LONGEST_NAME + 1)).is_err());
        assert!(shown_name("Sixfold,\u{200b} level  3").is_err(), "people cannot pass for the computer");
        assert_eq!(shown_name("Sixfold").unwrap(), "Sixfold");
    }
}
