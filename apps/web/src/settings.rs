//! What a person has chosen once and for all.

use serde::{Deserialize, Serialize};

/// What a person has chosen. Anything that is missing from what was stored keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the page")]
pub struct Settings {
    /// Light, dark, or as the system has it.
    pub theme: Theme,
    /// Letters on pieces.
    pub letters: bool,
    /// Whether every move takes two steps: mark it, then play it.
    pub confirm: bool,
    /// Whether there are sounds.
    pub sounds: bool,
    /// Whether there is a sound when it is the person's turn at a table with others. On by default, since people who
    /// wait look elsewhere.
    pub bell: bool,
    /// The language of the page.
    pub language: String,
    /// What others call this person.
    pub name: String,
    /// Whether the language was chosen, and not only taken from the browser.
    pub language_chosen: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            letters: false,
            confirm: false,
            sounds: false,
            bell: true,
            language: "en".to_owned(),
            name: String::new(),
            language_chosen: false,
        }
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All of them, in the order of the switch.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Its name in attributes and message files.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_page_stored_is_still_read() {
        let settings: Settings = serde_json::from_str(r#"{"letters":true,"forgotten":1}"#).unwrap();
        assert!(settings.letters && settings.bell && settings.theme == Theme::System);
        assert!(Theme::ALL.into_iter().all(|theme| Theme::named(theme.name()) == Some(theme)));
    }
}
