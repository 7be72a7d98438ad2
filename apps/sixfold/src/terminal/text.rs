//! Breaking text into lines.

/// Breaks a text into lines at blanks.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

/// Breaks a list into lines; no entry is broken unless it is longer than a line.
pub(crate) fn wrap_list(entries: &[String], separator: &str, width: usize) -> Vec<String> {
    let last = entries.len().saturating_sub(1);
    let glue = |(index, entry): (usize, &String)| {
        // The separator stays with the entry before it.
        let entry = if index == last { entry.clone() } else { format!("{entry} {separator}") };
        if entry.chars().count() <= width { entry.replace(' ', "\u{a0}") } else { entry }
    };
    let glued: Vec<String> = entries.iter().enumerate().map(glue).collect();
    wrap(&glued.join(" "), width).into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// At most `width` characters of a text, with a sign if there was more.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    if width == 0 { kept } else { format!("{}…", kept.trim_end()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn a_list_breaks_between_its_entries() {
        let keys = ["u undo", "h hint", "x leave"].map(str::to_owned);
        assert_eq!(wrap_list(&keys, "·", 17), ["u undo · h hint ·", "x leave"]);
    }

    #[test]
    fn what_is_cut_says_so() {
        assert_eq!([cut("abcdef", 6), cut("abc def", 5), cut("abc", 0)], ["abcdef", "abc…", ""]);
    }
}
