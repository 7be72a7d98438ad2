//! Texts about the games that the page loads when somebody asks for them: rules, strategy, reference cards, lessons.
//! They are files beside the page (`content/<game>/…`), so that any static folder can serve them.

use game::SortedMap;
use serde::{Deserialize, Serialize};

use crate::lesson::paths;
use catalog::DynGame;

use crate::example::Example;
use crate::model::{Dialog, Model};
use crate::route::Route;
use crate::rulebook;

/// A text about a game that people read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chapter {
    /// The rules.
    Rules,
    /// How to play well.
    Strategy,
    /// The rules on one page, to print.
    Card,
}

impl Chapter {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Rules, Self::Strategy, Self::Card];

    /// Its name in addresses and in names of files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Strategy => "strategy",
            Self::Card => "card",
        }
    }

    /// The chapter with this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|chapter| chapter.name() == name)
    }

    /// The path of this chapter of a game in a language.
    pub fn path(self, game: &str, language: &str) -> String {
        format!("content/{game}/{}.{language}.txt", self.name())
    }
}

/// A file that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The answer has not come yet.
    Asked,
    /// The text has arrived.
    Here(String),
    /// There was no answer, or not this file.
    Failed,
}

/// The files that were asked for, by their paths. They are kept until the page is closed.
#[derive(Default)]
pub struct Contents {
    files: SortedMap<String, Content>,
    /// The examples of the texts in which they were played, in the order of the text.
    examples: SortedMap<String, Vec<Result<Example, String>>>,
}

impl Contents {
    /// The state of a file; `None` if nobody has asked for it.
    pub fn get(&self, path: &str) -> Option<&Content> {
        self.files.get(path)
    }

    /// The text of a file, if it has arrived.
    pub fn text(&self, path: &str) -> Option<&str> {
        match self.files.get(path) {
            Some(Content::Here(text)) => Some(text),
            Some(Content::Asked | Content::Failed) | None => None,
        }
    }

    /// Remembers that a file was asked for. Says whether it was not asked for before.
    pub fn ask(&mut self, path: &str) -> bool {
        let is_new = !self.files.contains_key(path);
        if is_new {
            self.files.insert(path.to_owned(), Content::Asked);
        }
        is_new
    }

    /// Takes in the answer: its status and its text. A static host may answer every address with the page itself; that
    /// is not the file.
    pub fn answer(&mut self, path: &str, answer: Option<(u16, String)>) {
        let content = match answer {
            Some((200, text)) if !text.trim_start().starts_with('<') => Content::Here(text),
            _ => Content::Failed,
        };
        self.files.insert(path.to_owned(), content);
    }

    /// The examples in a text, in its order, if they were played already.
    pub fn examples(&self, path: &str) -> &[Result<Example, String>] {
        self.examples.get(path).map_or(&[], Vec::as_slice)
    }

    /// Plays the examples of a text that has arrived, unless that was done.
    pub fn play_examples(&mut self, path: &str, game: &dyn DynGame) {
        let Some(Content::Here(text)) = self.files.get(path) else { return };
        if !self.examples.contains_key(path) {
            let played = rulebook::examples(text).map(|source| Example::play(game, source)).collect();
            self.examples.insert(path.to_owned(), played);
        }
    }

    /// Forgets the failures, so that what is still wanted is asked for again.
    pub fn forget_failures(&mut self) {
        self.files.retain(|_, content| *content != Content::Failed);
    }
}

impl Model {
    /// The texts that the page shows now, each with its game.
    fn chapters_shown(&self) -> Vec<(Chapter, &'static str)> {
        let mut shown = Vec::new();
        if let Route::Chapter(chapter, key) = &self.route {
            shown.extend(catalog::find(key).map(|game| (*chapter, game.info().key)));
        }
        if let Some(Dialog::Rules { chapter, .. }) = self.visit.dialog {
            shown.extend(self.open_game().map(|game| (chapter, game.info().key)));
        }
        shown
    }

    /// The paths of the files that the page shows now.
    pub fn wanted_content(&self) -> Vec<String> {
        let path = |(chapter, game): (Chapter, &str)| chapter.path(game, self.tongue.language);
        let mut wanted: Vec<String> = self.chapters_shown().into_iter().map(path).collect();
        if let Route::Learn(key, _) = &self.route {
            wanted.extend(catalog::find(key).into_iter().flat_map(|game| paths(game.info().key, self.tongue.language)));
        }
        wanted
    }

    /// Plays the examples of the texts that the page shows now.
    pub fn play_examples(&mut self) {
        for (chapter, key) in self.chapters_shown() {
            if let Some(game) = catalog::find(key) {
                self.content.play_examples(&chapter.path(key, self.tongue.language), game);
            }
        }
    }
}
