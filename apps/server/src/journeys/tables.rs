//! The tables of a journey's matches.

use game::{MatchPlayer, NextMatch};
use protocol::Refused;

use super::live::LiveJourney;
use crate::bots;
use crate::ids::Entropy;
use crate::store::{Sitter, TableRow, Traveller, Who};

/// Who sat the travellers of a journey down at its tables.
const BY_JOURNEY: &str = "journey";

/// The table of the match that is due.
pub(crate) fn table_of(live: &LiveJourney, next: &NextMatch, entropy: &Entropy) -> Result<TableRow, Refused> {
    Ok(TableRow {
        id: entropy.table_id(),
        game: live.row.game.clone(),
        rules_version: live.row.rules_version,
        setup: next.setup.to_string(),
        rules: live.row.rules.clone(),
        seed: entropy.seed(),
        fair: true,
        seats: seats_of(&next.players, &live.row.travellers, entropy)?,
        touched: None,
    })
}

/// The seats of a match. The keys of the travellers open theirs; the seat of a traveller who has not come yet is free.
pub(super) fn seats_of(
    players: &[MatchPlayer],
    travellers: &[Option<Traveller>],
    entropy: &Entropy,
) -> Result<Vec<Option<Sitter>>, Refused> {
    let sitter = |traveller: &Traveller| Sitter {
        name: traveller.name.clone(),
        who: Who::Person(traveller.key),
        request: BY_JOURNEY.to_owned(),
        commitment: None,
        share: None,
        seat_option: None,
    };
    let seat = |player: &MatchPlayer| match player {
        MatchPlayer::Computer(level) => bots::sitter(level, BY_JOURNEY.to_owned(), entropy).map(Some),
        MatchPlayer::Traveller(seat) => Ok(travellers.get(seat.index()).and_then(Option::as_ref).map(sitter)),
    };
    players.iter().map(seat).collect()
}
