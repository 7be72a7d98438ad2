//! The options of the game, and which of them can be combined.

use std::sync::Arc;

use game::{Game as _, Message, OptionKind, OptionSpec, Preset, Setup, SetupError, named_option};

use crate::boards::{Boards, NAMES};
use crate::ground::Ground;
use crate::influence::Influence;

const fn switch(key: &'static str) -> OptionSpec {
    OptionSpec { key, kind: OptionKind::Switch, default: "off", seat: None }
}

/// Every option of the game; menus, flags and records come from this list.
pub(crate) const SPECS: &[OptionSpec] = &[
    OptionSpec { key: "board", kind: OptionKind::Choice(NAMES), default: "classic", seat: None },
    switch("dice"),
    switch("token"),
    switch("keystone"),
    switch("echo"),
    switch("thresholds"),
    switch("shifting"),
    switch("komi"),
    OptionSpec { key: "komi-points", kind: OptionKind::Whole { least: 0, most: 200 }, default: "0", seat: None },
    OptionSpec { key: "threshold", kind: OptionKind::Whole { least: 0, most: 2000 }, default: "0", seat: None },
];

/// Named sets of options: a first game, a short one, an even one, and three with more and more rules.
pub(crate) const PRESETS: &[Preset] = &[
    Preset { key: "plain", options: &[] },
    Preset { key: "quick", options: &[("board", "compact")] },
    Preset { key: "even", options: &[("komi", "on")] },
    Preset { key: "lively", options: &[("token", "on"), ("keystone", "on"), ("echo", "on")] },
    Preset { key: "dramatic", options: &[("dice", "on"), ("keystone", "on")] },
    Preset {
        key: "expert",
        options: &[("board", "grand"), ("keystone", "on"), ("thresholds", "on"), ("shifting", "on")],
    },
];

/// The options of one match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch that players turn")]
pub struct Options {
    /// Triangles that no player holds wholly roll a die (IN-9).
    pub dice: bool,
    /// Two stones in one turn, once a game (IN-3, IN-10).
    pub token: bool,
    /// One triangle pays double.
    pub keystone: bool,
    /// One more resolution at the end (IN-4).
    pub echo: bool,
    /// Triangles that one player holds wholly pay one and a half points.
    pub thresholds: bool,
    /// The frame turns (IN-5).
    pub shifting: bool,
    /// The points that White starts with.
    pub komi: u16,
    /// The total that ends the game (IN-6); 0 for none.
    pub threshold: u16,
}

impl Options {
    /// The board and the options of a setup, if they can be combined.
    pub fn of<'b>(setup: &Setup, boards: &'b Boards) -> Result<(&'b Arc<Ground>, Self), SetupError> {
        let board = setup.get("board");
        let ground = boards.ground(board).ok_or_else(|| {
            let known: Vec<String> =
                boards.grounds().iter().map(|ground| named_option("board", ground.name())).collect();
            let message = Message::new("setup.board").with("board", named_option("board", board));
            SetupError::conflict(&Influence::INFO, message.with("known", known.join(", ")))
        })?;
        let points = setup.whole("komi-points") as u16;
        let options = Self {
            dice: setup.is_on("dice"),
            token: setup.is_on("token"),
            keystone: setup.is_on("keystone"),
            echo: setup.is_on("echo"),
            thresholds: setup.is_on("thresholds"),
            shifting: setup.is_on("shifting"),
            komi: match (setup.is_on("komi"), points) {
                (false, _) => 0,
                (true, 0) => ground.komi(),
                (true, named) => named,
            },
            threshold: setup.whole("threshold") as u16,
        };
        let name = ground.name();
        let wrong = |message: Message| Err(SetupError::conflict(&Influence::INFO, message));
        if options.shifting && !options.keystone && ground.turns_onto_itself() {
            return wrong(
                Message::new("setup.shifting")
                    .with("shifting", named_option("shifting", "on"))
                    .with("board", named_option("board", name))
                    .with("keystone", named_option("keystone", "on")),
            );
        }
        if points > 0 && !setup.is_on("komi") {
            return wrong(
                Message::new("setup.komi-points")
                    .with("points", named_option("komi-points", points))
                    .with("komi", named_option("komi", "on")),
            );
        }
        if options.threshold > 0 && options.threshold <= options.komi {
            return wrong(
                Message::new("setup.threshold")
                    .with("threshold", named_option("threshold", options.threshold))
                    .with("komi", i64::from(options.komi)),
            );
        }
        Ok((ground, options))
    }
}
