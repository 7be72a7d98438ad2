//! The options of a seat, which a guest chooses before sitting down.

use game::OptionSpec;

use crate::form::NewGame;
use crate::model::Model;

/// Offers the options of the first free seat to a person who could sit down, and removes the offer when there is
/// nothing to choose.
pub(super) fn offer(model: &mut Model) {
    let Some((client, online)) = model.client.as_ref().and_then(|client| Some((client, client.online()?))) else {
        return;
    };
    let free = online.free_seats().next().filter(|_| online.you.is_none());
    let free = free.filter(|seat| OptionSpec::of_seat(client.game.info().options, *seat).is_some());
    match (free, &mut model.visit.new_game) {
        (None, new) => *new = None,
        (Some(seat), Some(new)) if new.seat == Some(seat.0) => {}
        (Some(seat), Some(new)) => {
            new.take_seat(Some(seat.0));
            new.draw();
        }
        (Some(seat), new) => *new = Some(NewGame::at_table(&client.game, &client.setup, seat)),
    }
}

/// Whether the chosen options make no match, so that nobody can sit down with them.
pub(super) fn is_wrong(model: &Model) -> bool {
    model.visit.new_game.as_ref().is_some_and(|new| new.problem.is_some())
}
