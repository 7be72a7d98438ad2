//! Options that belong to a seat: whoever sits there chooses them, and nobody else is told before the match begins. A
//! table's setup is public and has them at their defaults; what was chosen is kept with whoever chose it.

use catalog::DynGame;
use game::{OptionSpec, Seat, Setup, SetupError};
use protocol::{Refused, RefusedCode};

use crate::frame::refused;
use crate::store::TableRow;

/// The setup of a table as everybody may know it.
pub(crate) fn public_setup(game: &dyn DynGame, row: &TableRow) -> Result<Setup, SetupError> {
    Setup::read(game.info().options, &row.setup)
}

/// The setup of a table with what each seat has chosen for itself.
pub(crate) fn whole_setup(game: &dyn DynGame, row: &TableRow) -> Result<Setup, SetupError> {
    let mut setup = public_setup(game, row)?;
    for (seat, sitter) in Seat::first(row.seats.len() as u8).zip(&row.seats) {
        let own = sitter.as_ref().and_then(|sitter| sitter.own.as_deref());
        if let Some((spec, value)) = OptionSpec::of_seat(game.info().options, seat).zip(own) {
            setup = setup.with(spec, value)?;
        }
    }
    Ok(setup)
}

/// A public setup with what one seat has chosen for itself.
pub(crate) fn with_own(game: &dyn DynGame, setup: Setup, seat: Seat, own: &str) -> Result<Setup, Refused> {
    let nothing = || refused(RefusedCode::NoSuchGame, "in this game the seat has nothing of its own to choose");
    let spec = OptionSpec::of_seat(game.info().options, seat).ok_or_else(nothing)?;
    setup.with(spec, own).map_err(|error| no_game(&error))
}

/// Whether whoever makes a table leaves to the others what is theirs.
pub(crate) fn check_public(game: &dyn DynGame, setup: &Setup) -> Result<(), Refused> {
    let is_taken = |spec: &&OptionSpec| spec.seat.is_some() && setup.get(spec.key) != spec.default;
    let Some(spec) = game.info().options.iter().find(is_taken) else { return Ok(()) };
    let problem = format!("`{}` is chosen by whoever sits there: say `own` for your seat", spec.key);
    Err(refused(RefusedCode::NoSuchGame, problem))
}

/// Options that make no match.
pub(crate) fn no_game(error: &SetupError) -> Refused {
    refused(RefusedCode::NoSuchGame, error.to_string())
}
