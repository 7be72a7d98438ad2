//! Options that belong to a seat. The player who sits there chooses the value, and nobody else is told before the match
//! begins. Until then the setup of a table is public and has these options at their defaults.

use catalog::DynGame;
use game::{OptionSpec, Seat, Setup, SetupError};
use protocol::{Refused, RefusedCode};

use crate::frame::refused;
use crate::store::TableRow;

/// The setup of a table as everybody may know it.
pub(crate) fn public_setup(game: &dyn DynGame, row: &TableRow) -> Result<Setup, SetupError> {
    Setup::read(game.info().options, &row.setup)
}

/// The setup of a table with the option that each seat has chosen.
pub(crate) fn whole_setup(game: &dyn DynGame, row: &TableRow) -> Result<Setup, SetupError> {
    let mut setup = public_setup(game, row)?;
    for (seat, sitter) in Seat::first(row.seats.len() as u8).zip(&row.seats) {
        let chosen = sitter.as_ref().and_then(|sitter| sitter.seat_option.as_deref());
        if let Some((spec, value)) = OptionSpec::of_seat(game.info().options, seat).zip(chosen) {
            setup = setup.with(spec, value)?;
        }
    }
    Ok(setup)
}

/// A public setup with the option that one seat has chosen.
pub(crate) fn with_seat_option(game: &dyn DynGame, setup: Setup, seat: Seat, value: &str) -> Result<Setup, Refused> {
    let nothing = || refused(RefusedCode::NoSuchGame, "in this game the seat has nothing of its own to choose");
    let spec = OptionSpec::of_seat(game.info().options, seat).ok_or_else(nothing)?;
    setup.with(spec, value).map_err(|error| wrong_setup(&error))
}

/// Refuses a new table that sets the options of seats: their players choose them.
pub(crate) fn check_public(game: &dyn DynGame, setup: &Setup) -> Result<(), Refused> {
    let is_set = |spec: &&OptionSpec| spec.seat.is_some() && setup.get(spec.key) != spec.default;
    let Some(spec) = game.info().options.iter().find(is_set) else { return Ok(()) };
    let problem = format!("`{}` is chosen by the player of that seat; for your own seat send it as `own`", spec.key);
    Err(refused(RefusedCode::NoSuchGame, problem))
}

/// The refusal of options that make no match.
pub(crate) fn wrong_setup(error: &SetupError) -> Refused {
    refused(RefusedCode::NoSuchGame, error.to_string())
}
