//! The text for the place or entry that is looked at: its preview, the computer's hint, or the reason why nothing can
//! be done there.

use client::{Client, OfPlace};
use game::Message;
use scene::{Gauge, Place, Preview};

use super::canvas::Ink;
use super::pieces;
use super::series::Series;

/// A text with its odds and payments.
#[derive(Default)]
pub(crate) struct Telling {
    pub(crate) texts: Vec<(String, Ink)>,
    /// The outcomes of chance, each with its weight.
    pub(crate) odds: Vec<(String, u32)>,
    /// The payments, and to which seat.
    pub(crate) pays: Vec<Gauge>,
}

impl Telling {
    fn of_words(words: String, ink: Ink) -> Self {
        Self { texts: vec![(words, ink)], ..Self::default() }
    }

    /// The text of a preview, inserted into the message `how`.
    fn of_preview(series: &Series, preview: &Preview, how: Message) -> Self {
        let client = series.client();
        let story: Vec<String> = preview.story.iter().map(|message| client.say(message)).collect();
        let words = series.tongue().tell(&how.with("story", story.join("; ")));
        Self {
            texts: if story.is_empty() { Vec::new() } else { vec![(words, Ink::Plain)] },
            odds: preview.odds.iter().map(|odds| (client.say(&odds.what), odds.weight)).collect(),
            pays: preview.pays.clone(),
        }
    }
}

/// The text to show now.
pub(crate) fn telling(series: &Series) -> Telling {
    let client = series.client();
    if !client.acts_here() {
        return Telling::default();
    }
    if client.hint_shown().is_some() {
        return of_hint(series);
    }
    if let Some(preview) = client.considered() {
        return Telling::of_preview(series, &preview, Message::new("would.number"));
    }
    let Some(place) = client.pointing.looking() else { return Telling::default() };
    let mut telling = at_place(series, place);
    telling.texts.splice(0..0, piece_at(client, place));
    telling
}

fn of_hint(series: &Series) -> Telling {
    let client = series.client();
    let words = client.hint_in_words().unwrap_or_default();
    let preview = client.hint_preview_untold().cloned().unwrap_or_default();
    let texts = vec![(words, Ink::Accent), (series.tongue().say("hint.keys"), Ink::Dim)];
    Telling { texts, ..Telling::of_preview(series, &preview, Message::new("would")) }
}

/// The preview of picking this place, or the reason why it cannot be picked.
fn at_place(series: &Series, place: Place) -> Telling {
    let (client, tongue) = (series.client(), series.tongue());
    // The line with the picks tells what was picked. Enter would take that pick back, so its preview would be wrong.
    if client.is_picked(place) && client.action_at(place).is_none() {
        return Telling::default();
    }
    let name = || client.picture.scene.name_of(place).unwrap_or_default().to_owned();
    match client.of_place(place) {
        OfPlace::Would(preview) => Telling::of_preview(series, &preview, Message::new("would")),
        OfPlace::Next(words) => Telling::of_words(words, Ink::Plain),
        OfPlace::Planned => {
            client.last_step_in_words().map_or_else(Telling::default, |words| Telling::of_words(words, Ink::Plain))
        }
        OfPlace::Leads => Telling::of_words(tongue.tell(&Message::new("leads").with("place", name())), Ink::Dim),
        OfPlace::WhyNot(Some(why)) => Telling::of_words(why, Ink::Dim),
        OfPlace::WhyNot(None) if piece_at(client, place).is_empty() => Telling::of_words(name(), Ink::Dim),
        OfPlace::WhyNot(None) | OfPlace::Picked => Telling::default(),
    }
}

/// The piece at a place in words, if the board does not show everything about it.
fn piece_at(client: &Client, place: Place) -> Vec<(String, Ink)> {
    let scene = &client.picture.scene;
    let name = scene.name_of(place).unwrap_or_default();
    let mut texts = Vec::new();
    for piece in scene.pieces.iter().filter(|piece| piece.place == place) {
        if pieces::has_more_to_say(piece) {
            texts.push((format!("{name}: {}", client.piece_in_words(piece)), Ink::Plain));
        }
        if !piece.about.is_empty() {
            texts.push((client.say_all(&piece.about), Ink::Dim));
        }
    }
    texts.extend(client.ground_in_words(place).map(|words| (words, Ink::Dim)));
    let end = client.end_at(place);
    texts.extend(end.map(|end| (format!("{name}: {}", client.end_in_words(end)), Ink::Dim)));
    texts
}
