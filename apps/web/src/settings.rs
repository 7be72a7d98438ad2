//! The person's settings.

use serde::{Deserialize, Serialize};

/// The person's settings. A field that is missing from the stored text keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the page")]
pub struct Settings {
    /// Light, dark, or like the system.
    pub theme: Theme,
    /// How much boards look like places.
    pub look: Look,
    /// Whether stones fill their hexes.
    pub fill: bool,
    /// Whether pieces have letters.
    pub letters: bool,
    /// Whether every move takes two steps: mark it, then play it.
    pub confirm: bool,
    /// Whether pieces are seen to move. A browser that asks for less motion is heeded anyway.
    pub motion: bool,
    /// Whether there are sounds.
    pub sounds: bool,
    /// Whether a sound announces the person's turn at a table with others. On by default, since people who wait look
    /// elsewhere.
    pub bell: bool,
    /// The language of the page.
    pub language: String,
    /// The name that other players see.
    pub name: String,
    /// Whether the person has chosen the language. Otherwise it follows the browser.
    pub language_chosen: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            look: Look::Full,
            fill: false,
            letters: false,
            confirm: false,
            motion: true,
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
    /// Like the system.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All themes, in the order of the switch.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The name in attributes and message files.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// How much boards look like places. The system's wish for more contrast has the effect of `Contrast`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Every game has a look of its own.
    #[default]
    Full,
    /// All boards have the colours of the page and no material.
    Plain,
    /// Like `Plain`, with strong contrasts.
    Contrast,
}

impl Look {
    /// All looks, in the order of the switch.
    pub const ALL: [Self; 3] = [Self::Full, Self::Plain, Self::Contrast];

    /// The name in attributes and message files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Plain => "plain",
            Self::Contrast => "contrast",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_page_stored_is_still_read() {
        let settings: Settings = serde_json::from_str(r#"{"letters":true,"forgotten":1}"#).unwrap();
        assert!(settings.letters && settings.bell && settings.theme == Theme::System);
        assert!(Theme::ALL.into_iter().all(|theme| crate::press::read_value(theme.name()) == Some(theme)));
        assert!(Look::ALL.into_iter().all(|look| crate::press::read_value(look.name()) == Some(look)));
    }
}
