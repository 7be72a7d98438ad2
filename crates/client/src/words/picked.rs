//! What was picked, and what is to be picked next.

use game::Message;
use scene::{Pick, Place, Shape};

use crate::{Client, sentence};

impl Client {
    /// Picks that somebody is told to make, one after the other: places by their names, buttons and numbers as they are
    /// written.
    pub fn picks_in_words(&self, picks: &[Pick]) -> String {
        let word = |pick: &Pick| match (pick, self.tray_item(pick), self.place_of(pick)) {
            (_, Some((_, item)), _) => self.thing_in_words(&item.shape, item.title.as_ref()),
            (_, None, Some(place)) => self.name_at(place),
            (Pick::Button(key), ..) => self.button_words(key),
            (Pick::Number(number), ..) => number.to_string(),
            (Pick::Hex(_) | Pick::Vertex(_) | Pick::Unit(_), ..) => String::new(),
        };
        let words: Vec<String> = picks.iter().map(word).collect();
        self.tongue.tell(&Message::new("lesson.do").with("picks", words.join(" · ")))
    }

    /// What was picked of a longer action with what is certain of it, and what is to be picked next.
    pub fn picked_in_words(&self) -> Option<String> {
        let picked = self.pointing.picked();
        if picked.is_empty() || !self.acts_here() {
            return None;
        }
        let count = self.open().len() as i64;
        let named = picked.iter().rev().find_map(|pick| match self.tray_item(pick) {
            Some((_, item)) => Some(self.thing_in_words(&item.shape, item.title.as_ref())),
            None => self.place_of(pick).map(|place| self.name_at(place)),
        });
        let message = match (named, self.begun_with()) {
            (None, None) => return None,
            (None, Some(button)) if count == 0 => {
                Message::new("picked.choose").with("place", self.button_words(button))
            }
            (None, Some(button)) => Message::new("picked.button").with("name", self.button_words(button)),
            (Some(name), _) if count == 0 => Message::new("picked.choose").with("place", name),
            (Some(name), Some(_)) => Message::new("picked.on").with("place", name),
            (Some(name), None) => Message::new("picked").with("place", name),
        };
        let certain = if picked.len() > 1 { self.certain(picked).story } else { Vec::new() };
        let asked = (picked.len() > 1 && count == 0).then(|| self.why_no_action(picked)).flatten();
        Some(match asked {
            _ if !certain.is_empty() => format!("{} {}", self.say_all(&certain), self.tongue.say("choose-now")),
            Some(asked) => asked,
            None => self.tongue.tell(&message.with("count", count)),
        })
    }

    /// A place by its name, with the title of the piece that stands there, if it has one.
    pub fn name_at(&self, place: Place) -> String {
        let name = self.picture.scene.name_of(place).unwrap_or_default();
        let titled = self.picture.scene.pieces.iter().find(|piece| piece.place == place && piece.title.is_some());
        match titled.and_then(|piece| piece.title.as_ref()) {
            Some(title) => format!("{} {name}", self.say(title)),
            None => name.to_owned(),
        }
    }

    /// What the game tells of an empty place: its name and the facts about it. None if there are none.
    pub fn ground_in_words(&self, place: Place) -> Option<String> {
        let scene = &self.picture.scene;
        let is_empty = scene.pieces.iter().all(|piece| piece.place != place);
        let cell = scene.cells.iter().find(|cell| cell.place == place && !cell.about.is_empty() && is_empty)?;
        let facts: Vec<String> = cell.about.iter().map(|fact| self.say(fact)).collect();
        Some(sentence(&format!("{}: {}", cell.name, facts.join(", "))))
    }

    /// What a thing is called, with the face that it shows.
    pub fn thing_in_words(&self, shape: &Shape, title: Option<&Message>) -> String {
        let name = title.map(|title| self.say(title));
        match (name, shape) {
            (Some(name), Shape::Die(face)) => format!("{name} {face}"),
            (Some(name), _) => name,
            (None, Shape::Die(face)) => self.tongue.tell(&Message::new("thing.die").with("face", i64::from(*face))),
            (None, Shape::Silhouette(_)) => self.tongue.say("thing.piece"),
            (None, Shape::Stone | Shape::Hold) => self.tongue.say("thing.stone"),
        }
    }
}
