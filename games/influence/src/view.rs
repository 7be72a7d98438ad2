//! The whole state as plain data, in the players' notation. Influence hides nothing, so every viewer gets all of it.

use game::{Misfit, Ruled};
use serde::{Deserialize, Serialize};

use crate::boards::Boards;
use crate::history::History;
use crate::influence::Influence;
use crate::options::Options;
use crate::position::Position;

/// The highest total in a view: more than any match can reach, and so little that the rest of a match fits into 16 bits.
const MOST_TOTAL: u16 = u16::MAX / 2;

/// A view with the rule set of its match.
pub type RuledView = Ruled<InfluenceView, Boards>;

/// The whole state of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch or a plain fact")]
pub struct InfluenceView {
    /// The name of the board.
    pub board: String,
    /// Whether triangles roll dice.
    pub dice: bool,
    /// Whether there is one more resolution at the end.
    pub echo: bool,
    /// Whether wholly held triangles pay more.
    pub thresholds: bool,
    /// Whether the frame turns.
    pub shifting: bool,
    /// Whether there are tokens.
    pub token: bool,
    /// The points that White started with.
    pub komi: u16,
    /// The total that ends the game; 0 for none.
    pub threshold: u16,
    /// The triangle that pays double, by its number on the board.
    pub keystone: Option<u8>,
    /// Whether the keystone is still to be drawn, because the match has not begun (IN-11).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keystone_undrawn: bool,
    /// The number of the turn. Black's turns are odd.
    pub turn: u32,
    /// Black's stones.
    pub black: Vec<String>,
    /// White's stones.
    pub white: Vec<String>,
    /// Whether each player has a token left, Black first.
    pub tokens: [bool; 2],
    /// The stones of the turn before.
    pub last: Vec<String>,
    /// Whether the turn before was a pass.
    pub skipped: bool,
    /// Whether the game is over.
    pub over: bool,
    /// The totals at the start, after every turn and after the echo, Black first, in sixths of a point.
    pub totals: Vec<[u16; 2]>,
}

impl From<&Influence> for InfluenceView {
    fn from(game: &Influence) -> Self {
        let position = &game.position;
        let names = |mask: u64| -> Vec<String> {
            let points = hex::Mask(u128::from(mask)).iter();
            points.map(|point| position.ground().point_name(point as u8).to_owned()).collect()
        };
        let options = position.options();
        Self {
            board: position.ground().name().to_owned(),
            dice: options.dice,
            echo: options.echo,
            thresholds: options.thresholds,
            shifting: options.shifting,
            token: options.token,
            komi: options.komi,
            threshold: options.threshold,
            keystone: position.keystone(),
            keystone_undrawn: false,
            turn: position.turn(),
            black: names(position.stones()[0]),
            white: names(position.stones()[1]),
            tokens: position.tokens(),
            last: names(position.last()),
            skipped: position.skipped(),
            over: position.is_over(),
            totals: game.history.totals().to_vec(),
        }
    }
}

impl TryFrom<&RuledView> for Influence {
    type Error = Misfit;

    fn try_from(view: &RuledView) -> Result<Self, Misfit> {
        let ground = view.rule_set().ground(&view.board).ok_or(Misfit("board"))?;
        let mask = |names: &[String], part| {
            let point = |name: &String| ground.point_named(name).map(|point| 1_u64 << point).ok_or(Misfit(part));
            names.iter().map(point).try_fold(0, |mask, point| Ok(mask | point?))
        };
        let stones = [mask(&view.black, "black")?, mask(&view.white, "white")?];
        Misfit::unless(stones[0] & stones[1] == 0, "white")?;
        let is_triangle = |keystone: u8| usize::from(keystone) < ground.triangles().len();
        Misfit::unless(view.keystone.is_none_or(is_triangle), "keystone")?;
        // Every turn places a stone or is a pass, and two passes end the game. So the history never gets too long.
        let placed = (stones[0] | stones[1]).count_ones();
        let most_turns = 2 * placed + 1 + u32::from(view.skipped || view.over);
        Misfit::unless((1..=most_turns).contains(&view.turn), "turn")?;
        let wide = |totals: &[u16; 2]| totals.map(u32::from);
        let (start, later) = view.totals.split_first().ok_or(Misfit("totals"))?;
        // One entry at the start and one after every turn; after the end, one more for the last turn and one for the echo.
        let turns = (view.turn - 1) as usize;
        let entries = if view.over { turns + 1..=turns + 2 } else { turns..=turns };
        let is_small = |totals: &[u16; 2]| totals.iter().all(|&total| total <= MOST_TOTAL);
        Misfit::unless(entries.contains(&later.len()) && view.totals.iter().all(is_small), "totals")?;
        Misfit::unless(view.token || view.tokens == [false; 2], "tokens")?;
        let mut history = History::new(wide(start));
        for totals in later {
            history.push(wide(totals));
        }
        let options = Options {
            dice: view.dice,
            token: view.token,
            keystone: view.keystone.is_some(),
            echo: view.echo,
            thresholds: view.thresholds,
            shifting: view.shifting,
            komi: view.komi,
            threshold: view.threshold,
        };
        let position = Position {
            tokens: view.tokens,
            skipped: view.skipped,
            over: view.over,
            last: mask(&view.last, "last")?,
            totals: wide(later.last().unwrap_or(start)),
            ..Position::start(ground, options, view.keystone).with_stones(stones, view.turn)
        };
        Ok(Self::new(position, &history, view.rule_set()))
    }
}
