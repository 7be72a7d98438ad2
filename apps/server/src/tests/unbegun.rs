//! A player who has a seat and is away before the match begins. The countdown starts when all seats are taken, and at
//! its end the seat is free again. Nobody loses a match that has not begun.

use game::Exit;

use super::away::{LONG, MOMENT, grace, millis, told_of};
use super::*;
use crate::clock::Clock;

fn house() -> (House, Clock) {
    let clock = Clock::by_hand();
    (House::with(|config| config.clock = clock.clone()), clock)
}

/// Lets everything happen that the clock has triggered.
async fn settle() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn hl_11_a_player_who_sat_down_and_left_before_the_match_is_counted_out() {
    let (house, clock) = house();
    let (table, keys, [mut red, blue]) = house.seated(waiting_game()).await;
    drop(blue);
    let seats = told_of(&mut red, |seats| !seats[1].here).await;
    assert_eq!([seats[0].lost_in, seats[1].lost_in], [None, Some(millis(grace()))]);
    clock.advance(grace().saturating_sub(MOMENT));
    settle().await;
    let (_, welcome) = house.guest(&table, None, 0).await;
    assert_eq!((welcome.seats[1].lost_in, welcome.seats[1].name.is_some()), (Some(millis(MOMENT)), true));
    clock.advance(MOMENT);
    let seats = told_of(&mut red, |seats| seats[1].name.is_none()).await;
    assert_eq!(seats[1].lost_in, None, "the seat is free");
    assert_eq!(code(house.connect(&table).hello(Some(&keys[1]), 0).await), RefusedCode::WrongKey);

    let house = house.restarted();
    let (mut red, _) = house.guest(&table, Some(&keys[0]), 0).await;
    let (mut other, welcome) = house.guest(&table, None, 0).await;
    assert_eq!(
        (welcome.begun, welcome.moments.len(), &welcome.seats[1].name),
        (false, 0, &None),
        "the free seat is durable, and nobody has lost"
    );
    other.sit("sit").await.expect("somebody else can take it");
    add_shares([(&mut red, RED_SHARE), (&mut other, BLUE_SHARE)]).await;
    red.begun().await;
}

#[tokio::test]
async fn hl_11_the_time_runs_from_when_all_seats_are_taken() {
    let (house, clock) = house();
    let created = house.table_of(waiting_game()).await;
    drop(house.guest(&created.table, Some(&created.key), 0).await); // Ann sends the link and closes the page
    settle().await;
    clock.advance(LONG);
    let (mut bo, welcome) = house.guest(&created.table, None, 0).await;
    assert_eq!((welcome.seats[0].lost_in, welcome.seats[0].name.as_deref()), (None, Some("Ann")), "hours later");
    bo.sit("sit").await.unwrap();
    let (_, welcome) = house.guest(&created.table, None, 0).await;
    assert_eq!(welcome.seats[0].lost_in, Some(millis(grace())), "the countdown of Ann has started");
    clock.advance(grace() / 2);
    // A player on another page of the site asks over HTTP. That does not count as a connection.
    let asked = house.hub.room(&created.table, Address::OTHERS).await.unwrap().info().await.unwrap();
    assert_eq!((asked.seats[0].lost_in, asked.seats[0].here), (Some(millis(grace() / 2)), false));
    let (mut ann, welcome) = house.guest(&created.table, Some(&created.key), 0).await;
    assert_eq!(welcome.seats[0].lost_in, None);
    add_shares([(&mut ann, RED_SHARE), (&mut bo, BLUE_SHARE)]).await;
    ann.begun().await;
}

#[tokio::test]
async fn hl_11_a_player_who_opened_a_share_and_left_is_counted_out_from_the_beginning_of_the_match() {
    let (house, clock) = house();
    let (table, _, [mut red, mut blue]) = house.seated(waiting_game()).await;
    red.commit("a", RED_SHARE).await.unwrap();
    blue.commit("a", BLUE_SHARE).await.unwrap();
    blue.share("b", BLUE_SHARE).await.unwrap();
    drop(blue);
    told_of(&mut red, |seats| !seats[1].here && seats[1].lost_in.is_none()).await;
    clock.advance(LONG);
    settle().await;
    red.share("b", RED_SHARE).await.unwrap();
    let (_, welcome) = house.guest(&table, None, 0).await;
    assert_eq!((welcome.begun, welcome.seats[1].lost_in), (true, Some(millis(grace()))));
    clock.advance(grace());
    assert_eq!(red.moment().await.what.exit(), Some(Exit::Dropped(Seat(1))));
}

/// A player who has only committed has told nothing: the next one commits to a share of their own.
#[tokio::test]
async fn the_seat_of_a_player_who_committed_and_left_is_free_again() {
    let (house, clock) = house();
    let (table, _, [mut red, mut blue]) = house.seated(waiting_game()).await;
    red.commit("a", RED_SHARE).await.unwrap();
    blue.commit("a", BLUE_SHARE).await.unwrap();
    drop(blue);
    told_of(&mut red, |seats| !seats[1].here).await;
    clock.advance(grace());
    let seats = told_of(&mut red, |seats| seats[1].name.is_none()).await;
    assert!(seats[1].commitment.is_none() && seats[0].commitment.is_some());
    assert_eq!(code(red.share("b", RED_SHARE).await), RefusedCode::NotCommitted);
    let (mut other, _) = house.guest(&table, None, 0).await;
    other.sit("sit").await.unwrap();
    other.commit("a", Share([0x33; 32])).await.unwrap();
    red.share("b", RED_SHARE).await.unwrap();
    other.share("b", Share([0x33; 32])).await.unwrap();
    red.begun().await;
}

/// If a seat could be taken anew once shares are open, a server in league with its player had one more try for each
/// player who leaves. The table waits instead: the player who left can come back and open the committed share.
#[tokio::test]
async fn once_a_share_is_open_no_seat_is_free_again_and_nobody_commits_anew() {
    let (house, clock) = house();
    let (table, keys, [mut red, mut blue]) = house.seated(waiting_game()).await;
    red.commit("a", RED_SHARE).await.unwrap();
    blue.commit("a", BLUE_SHARE).await.unwrap();
    red.share("b", RED_SHARE).await.unwrap();
    drop(blue);
    let seats = told_of(&mut red, |seats| !seats[1].here).await;
    assert_eq!(seats[1].lost_in, None);
    clock.advance(LONG);
    settle().await;
    let (mut blue, welcome) = house.guest(&table, Some(&keys[1]), 0).await;
    assert_eq!((welcome.you, welcome.begun), (Some(Seat(1)), false), "nobody has lost anything");
    assert_eq!(code(blue.commit("c", Share([0x33; 32])).await), RefusedCode::ShareGiven);
    assert_eq!(code(blue.share("c", Share([0x33; 32])).await), RefusedCode::WrongShare);
    blue.share("c", BLUE_SHARE).await.unwrap();
    red.begun().await;
}

#[tokio::test]
async fn a_table_that_all_have_left_before_the_match_stays_as_it_is() {
    let (house, clock) = house();
    let (table, keys, [red, blue]) = house.seated(waiting_game()).await;
    drop((red, blue));
    settle().await;
    clock.advance(LONG);
    settle().await;
    let (_, welcome) = house.guest(&table, None, 0).await;
    assert!(welcome.seats.iter().all(|seat| seat.name.is_some() && seat.lost_in.is_none()), "no player is connected");
    house.hub.sweep(tokio::time::Instant::now() + LONG);
    let (_red, welcome) = house.guest(&table, Some(&keys[0]), 0).await;
    assert_eq!(welcome.seats[1].lost_in, Some(millis(grace())), "a connected player waits now");
}

#[tokio::test]
async fn a_rematch_that_somebody_does_not_come_to_is_lost_by_nobody() {
    let (house, clock) = house();
    let (_, keys, [mut red, mut blue]) = house.seated(waiting_game()).await;
    add_shares([(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)]).await;
    blue.say(&FromClient::Resign { id: "over".to_owned() }).await;
    blue.done("over").await.unwrap();
    red.say(&FromClient::Rematch { id: "again".to_owned() }).await;
    let next = red.hear_until(|message| matches!(message, FromServer::Next { .. })).await;
    let FromServer::Next { table } = next else { unreachable!("hear_until accepts nothing else") };
    let (mut red, welcome) = house.guest(&table, Some(&keys[0]), 0).await; // the seats have rotated
    assert_eq!((welcome.you, welcome.seats[0].lost_in), (Some(Seat(1)), Some(millis(grace()))));
    clock.advance(grace());
    told_of(&mut red, |seats| seats[0].name.is_none()).await;
    red.seat_bot("bot", 0, "1").await.expect("the computer can take the free seat");
}

#[tokio::test]
async fn where_nobody_is_waited_for_a_seat_stays_taken() {
    let (house, clock) = house();
    let (table, _, [_red, blue]) = house.seated(game()).await;
    drop(blue);
    settle().await;
    clock.advance(LONG);
    settle().await;
    let (_, welcome) = house.guest(&table, None, 0).await;
    assert!(welcome.seats[1].name.is_some() && welcome.seats[1].lost_in.is_none());
}
