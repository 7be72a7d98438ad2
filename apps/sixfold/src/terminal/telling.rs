//! The text for the place or entry that is looked at: its preview, the computer's hint, or the reason why nothing can
//! be done there.

use game::Message;
use scene::{Gauge, Pick, Place, Preview};

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
    if let Some(pick) = client.pointing.considering() {
        let preview = client.certain(&client.pointing.picked_and(pick));
        return Telling::of_preview(series, &preview, Message::new("would.number"));
    }
    let Some(place) = client.pointing.looking() else { return Telling::default() };
    let mut telling = at_place(series, place);
    telling.texts.splice(0..0, piece_at(series, place));
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
    let picks = client.picks_with(place);
    let action = picks.as_ref().and_then(|picks| client.picture.picks.action(picks));
    if let Some(action) = action {
        return Telling::of_preview(series, &client.preview(action), Message::new("would"));
    }
    let picked = client.pointing.picked();
    let is_picked = picked.iter().any(|pick: &Pick| client.place_of(pick) == Some(place));
    if let Some(picks) = picks.as_ref().filter(|picks| picks.len() > 1 && !is_picked) {
        let certain = client.certain(picks);
        match client.why_no_action(picks) {
            _ if !certain.story.is_empty() => return Telling::of_preview(series, &certain, Message::new("would")),
            Some(why) => return Telling::of_words(why, Ink::Plain),
            None => {}
        }
    }
    let name = client.picture.scene.name_of(place).unwrap_or_default();
    let words = match (picks, client.why_not(place)) {
        _ if is_picked => return Telling::default(),
        (Some(_), _) => tongue.tell(&Message::new("leads").with("place", name.to_owned())),
        (None, Some(why)) => why,
        (None, None) if piece_at(series, place).is_empty() => name.to_owned(),
        (None, None) => return Telling::default(),
    };
    Telling::of_words(words, Ink::Dim)
}

/// The piece at a place in words, if the board does not show everything about it.
fn piece_at(series: &Series, place: Place) -> Vec<(String, Ink)> {
    let (client, tongue) = (series.client(), series.tongue());
    let scene = &client.picture.scene;
    let name = scene.name_of(place).unwrap_or_default();
    let mut texts = Vec::new();
    for piece in scene.pieces.iter().filter(|piece| piece.place == place) {
        if let Some(words) = pieces::in_words(piece, client, tongue) {
            texts.push((format!("{name}: {words}"), Ink::Plain));
        }
        if !piece.about.is_empty() {
            texts.push((client.say_all(&piece.about), Ink::Dim));
        }
    }
    let end = scene.ends.iter().find(|end| end.place == place);
    texts.extend(end.map(|end| {
        let ways = end.facings.iter().map(|way| tongue.say(pieces::direction_key(client.ground.on_screen(*way))));
        let ways = ways.collect::<Vec<_>>().join(", ");
        (tongue.tell(&Message::new("end").with("place", name.to_owned()).with("ways", ways)), Ink::Dim)
    }));
    texts
}
