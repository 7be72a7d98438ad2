//! Games that start matches or think differently from those of the catalog.

use std::sync::Arc;

use ai::Bot;
use catalog::{DynGame, DynMatch, DynThinking, Position};
use game::{Origin, Setup, SetupError};

use crate::games::Games;

type Started = Result<Box<dyn DynMatch>, SetupError>;
type Thought = Box<dyn DynThinking>;

struct Starting<F>(F);
struct Thinking<F>(F);

/// Games that start matches with this function.
pub(super) fn starting<F>(start: F) -> Arc<dyn Games>
where
    F: Fn(&dyn DynGame, Setup, Origin) -> Started + Send + Sync + 'static,
{
    Arc::new(Starting(start))
}

/// Games in which the computer thinks with this function.
pub(super) fn thinking<F>(think: F) -> Arc<dyn Games>
where
    F: Fn(&dyn Position, &mut Bot) -> Thought + Send + Sync + 'static,
{
    Arc::new(Thinking(think))
}

impl<F: Fn(&dyn DynGame, Setup, Origin) -> Started + Send + Sync> Games for Starting<F> {
    fn start(&self, game: &dyn DynGame, setup: Setup, origin: Origin) -> Started {
        (self.0)(game, setup, origin)
    }
}

impl<F: Fn(&dyn Position, &mut Bot) -> Thought + Send + Sync> Games for Thinking<F> {
    fn think(&self, position: &dyn Position, bot: &mut Bot) -> Thought {
        (self.0)(position, bot)
    }
}
