//! A drawn example in a text about a game: a position, actions, and what comes of them. The game itself draws and plays
//! it, so an example cannot show what the rules do not do.
//!
//! ```text
//! setup: base=4
//! seed: 3
//! do: d4
//! told: captured
//! caption: Red joins two stones and takes the one between.
//! position:
//! act: red
//! . . . .
//! ```
//!
//! `do` has one or more actions; the last one is the one that the example is about. `refused` in place of `told` names the
//! game's reason why that action is not allowed. `see` names the seat whose knowledge is drawn. `zoom` names places; only
//! the part of the board around them is drawn. Tests hold that what `told` and `refused` name really happens.

use catalog::{DynGame, Request};
use game::{Message, Seat, Seed, Viewer};
use scene::{Preview, Scene};
use serde::{Deserialize, Serialize};

/// The moment of an example that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The position before the actions.
    Before,
    /// The action that the example is about, as a preview.
    #[default]
    Action,
    /// The position after it.
    After,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 3] = [Self::Before, Self::Action, Self::After];
}

/// The text of an example, cut into its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source<'t> {
    /// The options of the match.
    pub setup: &'t str,
    /// The seed of the dice.
    pub seed: u64,
    /// The name of the seat whose knowledge is drawn; empty if everything is.
    pub see: &'t str,
    /// The actions.
    pub actions: Vec<&'t str>,
    /// The keys of messages that the last action leads to.
    pub told: Vec<&'t str>,
    /// The key of the reason why the last action is not allowed; empty if it is.
    pub refused: &'t str,
    /// The places around which the board is drawn; none for the whole board.
    pub zoom: Vec<&'t str>,
    /// A sentence that says what the example shows.
    pub caption: &'t str,
    /// The text of the position.
    pub position: &'t str,
}

impl<'t> Source<'t> {
    /// Cuts the text of an example.
    pub fn cut(text: &'t str) -> Result<Self, String> {
        let (head, position) = text.split_once("position:\n").ok_or("an example has a line `position:`")?;
        let mut source = Self { position, ..Self::default() };
        for line in head.lines().filter(|line| !line.trim().is_empty()) {
            let (key, value) = line.split_once(':').ok_or_else(|| format!("`{line}` is not `key: value`"))?;
            let value = value.trim();
            let words = || value.split_whitespace().collect();
            match key.trim() {
                "setup" => source.setup = value,
                "seed" => source.seed = value.parse().map_err(|_| format!("`{value}` is no seed"))?,
                "see" => source.see = value,
                "do" => source.actions = words(),
                "told" => source.told = words(),
                "refused" => source.refused = value,
                "zoom" => source.zoom = words(),
                "caption" => source.caption = value,
                other => return Err(format!("an example has no line `{other}:`")),
            }
        }
        Ok(source)
    }
}

/// An example that was played.
#[derive(Clone, Debug)]
pub struct Example {
    /// The sentence that says what it shows.
    pub caption: String,
    /// The seat that acts in it.
    pub actor: Seat,
    /// The places around which the board is drawn.
    pub zoom: Vec<String>,
    /// The position before the actions.
    pub before: Scene,
    /// The position in which the last action is played.
    pub played_in: Scene,
    /// What the last action would do.
    pub preview: Preview,
    /// Why the last action is not allowed.
    pub refused: Option<Message>,
    /// The position after it, and what was told of it. None if it is not allowed.
    pub after: Option<(Scene, Vec<Message>)>,
}

impl Example {
    /// Plays an example of a game.
    pub fn play(game: &dyn DynGame, text: &str) -> Result<Self, String> {
        let source = Source::cut(text)?;
        let setup = game.setup(source.setup.split_whitespace()).map_err(|error| error.to_string())?;
        let origin = Seed::number(source.seed).into();
        let mut played = game.start_at(setup, origin, source.position).map_err(|error| error.to_string())?;
        let seats = game.info().seat_names;
        let viewer = match seats.iter().position(|name| *name == source.see) {
            Some(seat) => Viewer::Seat(Seat(seat as u8)),
            None if source.see.is_empty() => Viewer::Everything,
            None => return Err(format!("there is no seat `{}`", source.see)),
        };
        let before = played.position(viewer).picture(false).scene;
        let (last, first) = source.actions.split_last().ok_or("an example has a line `do:`")?;
        for action in first {
            let actor = played.actor().ok_or("the match is over before the last action")?;
            played.play(actor, action).map_err(|error| format!("{action}: {error}"))?;
        }
        let actor = played.actor().ok_or("the match is over before the last action")?;
        let position = played.position(viewer);
        let mut example = Self {
            caption: source.caption.to_owned(),
            actor,
            zoom: source.zoom.iter().map(|&name| name.to_owned()).collect(),
            before,
            played_in: position.picture(false).scene,
            preview: Preview::default(),
            refused: None,
            after: None,
        };
        let request = Request::Play { seat: actor, action: last };
        if source.refused.is_empty() {
            example.preview = position.preview(last);
            let moments = played.carry_out(&request, &[viewer]).map_err(|error| format!("{last}: {error}"))?;
            let told = moments.into_iter().flat_map(|moment| moment.told).collect();
            example.after = Some((played.position(viewer).picture(false).scene, told));
        } else {
            let problem = played.check(&request).err().ok_or_else(|| format!("{last} is allowed"))?;
            let why = problem.message().ok_or_else(|| format!("{last}: {problem}"))?;
            example.refused = Some(why.clone());
        }
        Ok(example)
    }

    /// The stages that it has.
    pub fn stages(&self) -> &'static [Stage] {
        if self.after.is_some() { &Stage::ALL } else { &[Stage::Before, Stage::Action] }
    }
}
