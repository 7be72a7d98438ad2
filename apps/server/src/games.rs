//! What the server has the games' code do. It is passed in with the configuration, as the store's folder and the clock are.

use ai::Bot;
use catalog::{DynGame, DynMatch, DynThinking, Position};
use game::{Origin, Setup, SetupError};

/// How matches are started and how the computer thinks. Each method does what the game itself does unless an
/// implementation has another way.
pub trait Games: Send + Sync {
    /// Starts a match.
    fn start(&self, game: &dyn DynGame, setup: Setup, origin: Origin) -> Result<Box<dyn DynMatch>, SetupError> {
        game.start(setup, origin)
    }

    /// Begins to think about what a seat knows.
    fn think(&self, position: &dyn Position, bot: &mut Bot) -> Box<dyn DynThinking> {
        position.think(bot)
    }
}

/// The games as the catalog has them.
#[derive(Clone, Copy, Debug, Default)]
pub struct CatalogGames;

impl Games for CatalogGames {}
