//! What simulated players know of their match, from which they choose their actions.

use std::io;

use catalog::{DynGame, DynMatch};
use game::{Random, Seat, Seed, Setup};

/// How the players of a game keep up with their matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// The players of a table play the match along. This costs least: no view is read.
    Mirror,
    /// Each player reads the last view of their seat when they act, as the page does.
    Views,
}

impl Keeping {
    /// A match without hidden knowledge and without chance can be played along: its seed does not matter.
    pub(crate) fn of(game: &dyn DynGame, setup: &Setup) -> io::Result<Self> {
        if game.info().hidden {
            return Ok(Self::Views);
        }
        for seed in 0..2 {
            let played = game.random_match(setup.clone(), seed).map_err(io::Error::other)?;
            if played.record().rolls().next().is_some() {
                return Ok(Self::Views);
            }
        }
        Ok(Self::Mirror)
    }
}

/// What the players of one table know.
pub(crate) enum Knowledge {
    Mirror(Box<dyn DynMatch>),
    /// The last view of each player, as text.
    Views(&'static dyn DynGame, Vec<String>),
}

impl Knowledge {
    /// Of a match that is about to begin, for so many players.
    pub(crate) fn new(keeping: Keeping, game: &'static dyn DynGame, setup: &Setup, players: usize) -> io::Result<Self> {
        Ok(match keeping {
            Keeping::Mirror => {
                let start = game.start(setup.clone(), Seed::number(0).into());
                Self::Mirror(start.map_err(io::Error::other)?)
            }
            Keeping::Views => Self::Views(game, vec![String::new(); players]),
        })
    }

    /// A player is shown this view.
    pub(crate) fn show(&mut self, player: usize, view: Option<&str>) {
        if let (Self::Views(_, views), Some(view)) = (self, view) {
            view.clone_into(&mut views[player]);
        }
    }

    /// An action was played. It is told once.
    pub(crate) fn follow(&mut self, seat: Seat, action: &str) -> io::Result<()> {
        match self {
            Self::Mirror(state) => state.play(seat, action).map_err(io::Error::other),
            Self::Views(..) => Ok(()),
        }
    }

    /// The seat that acts now, where the match is played along. None after the end.
    pub(crate) fn actor(&self) -> Option<Seat> {
        match self {
            Self::Mirror(state) => state.actor(),
            Self::Views(..) => None,
        }
    }

    /// A random legal action of this player, whose turn it is.
    pub(crate) fn random_action(&self, player: usize, random: &mut Random) -> io::Result<String> {
        let action = match self {
            Self::Mirror(state) => state.random_action(random),
            Self::Views(game, views) => {
                let view = serde_json::from_str(&views[player]).map_err(io::Error::other)?;
                game.open(&view).map_err(io::Error::other)?.random_action(random)
            }
        };
        action.ok_or_else(|| io::Error::other("the seat that acts has nothing to play"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_matches_without_chance_and_without_secrets_are_played_along() {
        for game in catalog::GAMES {
            let setup = game.setup([]).unwrap();
            let rolled = game.random_match(setup.clone(), 1).unwrap().record().rolls().next().is_some();
            let expected = if game.info().hidden || rolled { Keeping::Views } else { Keeping::Mirror };
            assert_eq!(Keeping::of(*game, &setup).unwrap(), expected, "{}", game.info().key);
        }
    }
}
