//! How a match ends, who has left it, and what happened in a moment.

use game::{Exit, Message, Seat};
use protocol::Moment;

use crate::model::Model;
use crate::table::Table;

/// The result in a sentence, once there is one.
pub(crate) fn result(model: &Model, table: &Table) -> Option<String> {
    let own = table.own_seat();
    let by = match table.early_end() {
        Some(Exit::Abandoned) => return Some(model.tongue.say("abandoned")),
        by => by.map(|exit| left(model, table, exit)),
    };
    let outcome = table.outcome()?;
    let words = match (outcome.winner(), own) {
        (Some(winner), Some(own)) if winner == own => model.tongue.say("result.you-win"),
        (Some(winner), own) => {
            let won = model.tongue.tell(&Message::new("result.wins").with("seat", table.seat_name(winner)));
            let place = own.filter(|_| table.seats > 2).map(|own| {
                let place = Message::new("result.your-place").with("place", i64::from(outcome.place(own)));
                format!(" {}", model.tongue.tell(&place))
            });
            won + &place.unwrap_or_default()
        }
        (None, _) if Seat::first(table.seats).all(|seat| outcome.place(seat) == 1) => model.tongue.say("result.draw"),
        (None, _) => {
            let first = Seat::first(table.seats).filter(|seat| outcome.place(*seat) == 1);
            let seats = first.map(|seat| table.seat_name(seat)).collect::<Vec<_>>().join(", ");
            model.tongue.tell(&Message::new("result.shared").with("seats", seats))
        }
    };
    Some(by.map_or(words.clone(), |by| format!("{by} {words}")))
}

/// Every seat with its place, the best first; nothing where two played, since the result says it all.
pub(crate) fn ranking(table: &Table) -> Option<Vec<(u8, Seat)>> {
    let outcome = table.outcome().filter(|_| table.seats > 2)?;
    let of_place = |place| Seat::first(table.seats).map(move |seat| (place, seat));
    let all = (1..=table.seats).flat_map(of_place);
    let ranking = all.filter(|(place, seat)| outcome.place(*seat) == *place).collect();
    Some(ranking)
}

/// The places in a sentence, once more than two have played to the end.
pub(crate) fn places(table: &Table) -> Option<String> {
    let place = |(place, seat): &(u8, Seat)| format!("{place}. {}", table.seat_name(*seat));
    Some(format!("{}.", ranking(table)?.iter().map(place).collect::<Vec<_>>().join(", ")))
}

/// How somebody has left, in a sentence.
pub(crate) fn left(model: &Model, table: &Table, exit: Exit) -> String {
    let message = match exit {
        Exit::Abandoned => Message::new("abandoned"),
        Exit::Resigned(seat) => Message::new("resigned").with("seat", table.seat_name(seat)),
        Exit::Dropped(seat) if table.own_seat() == Some(seat) => Message::new("dropped.you"),
        Exit::Dropped(seat) => Message::new("dropped").with("seat", table.seat_name(seat)),
    };
    model.tongue.tell(&message)
}

/// A moment in words: what the game tells of it, and who has left.
pub(crate) fn happened(model: &Model, table: &Table, moment: &Moment) -> String {
    let told = table.say_all(&moment.told);
    match moment.what.exit() {
        Some(exit) if moment.actor.is_some() => {
            format!("{} {} {told}", left(model, table, exit), model.tongue.say("goes-on")).trim_end().to_owned()
        }
        _ => told,
    }
}
