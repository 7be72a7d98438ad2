//! A person who plays random actions against the computer, so that the computer has to think nearly all the time.

use std::io;

use ai::Level;
use game::Random;
use protocol::{BotSeat, FromClient};

use super::child::Site;
use super::client::Created;
use super::table::{Played, Sitting, enter, hear_done, new_pledge};

/// Plays one match after the other against the computer, at tables of their own, until the future is dropped.
pub(crate) async fn think_on(site: Site, played: Played, number: u64, level: &'static Level) -> io::Result<()> {
    let mut random = Random::new(number);
    loop {
        let client = site.node(number, 0);
        let Created { table, key, .. } = client.create(played.game.info().key, &played.options).await?;
        let (mut socket, promise, seat) = enter(client, &table, Some(&key)).await?;
        let pledge = new_pledge(promise, seat, &mut random)?;
        for seat in played.all_seats().filter(|&seat| seat != pledge.seat) {
            let bot = BotSeat { seat, level: level.name.clone() };
            socket.say(&FromClient::SeatBot { id: format!("bot {}", seat.0), bot }).await?;
            hear_done(&mut socket, &format!("bot {}", seat.0)).await?;
        }
        Sitting::begin(&played, vec![socket], &[pledge]).await?.play_alone(&mut random).await?;
    }
}
