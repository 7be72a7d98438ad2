//! A connection without messages: both sides can tell whether it still works.

use tokio::time::Instant;

use super::*;

/// Shorter than the time that a test waits for an answer.
const STILL: Duration = Duration::from_secs(6);

fn house() -> House {
    House::with(|config| config.limits = crate::Limits { still: STILL, ..crate::Limits::default() })
}

#[test]
fn one_that_comes_late_or_not_at_all_is_no_dead_connection() {
    assert!(crate::Limits::default().still * 2 < protocol::SILENCE_MEANS_DEAD);
    assert!(protocol::SILENCE_MEANS_DEAD <= Duration::from_secs(15), "a client notices as soon as the server does");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_is_sent_nothing_else_is_told_that_the_connection_holds() {
    let house = house();
    let created = house.table().await;
    let (mut red, _) = house.guest(&created.table, Some(&created.key), 0).await;
    for _ in 0..20 {
        let before = Instant::now();
        assert_eq!(red.hear().await, Some(FromServer::Still));
        let silent = before.elapsed();
        assert!(silent >= STILL && silent < STILL + Duration::from_secs(1), "{silent:?}");
    }
    assert_eq!(red.heard.last().unwrap(), r#"{"type":"still"}"#);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_is_sent_something_need_not_be_told_that_the_connection_holds() {
    let house = house();
    let created = house.table().await;
    let (mut red, _) = house.guest(&created.table, None, 0).await;
    for _ in 0..10 {
        tokio::time::sleep(STILL / 2).await;
        assert_eq!(code(red.play("a", "x").await), RefusedCode::NotSeated);
    }
    assert!(!red.heard.iter().any(|frame| frame.contains("still")), "{:?}", red.heard);
}

#[tokio::test(start_paused = true)]
async fn hl_11_a_silent_connection_is_dropped_fifteen_seconds_after_its_last_message() {
    let house = house();
    let created = house.table().await;
    let (_dead, _) = house.guest(&created.table, Some(&created.key), 0).await; // this client never reads again
    tokio::time::sleep(Duration::from_secs(12)).await;
    assert!(house.guest(&created.table, None, 0).await.1.seats[0].here, "an answer may take up to 9 s");
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(!house.guest(&created.table, None, 0).await.1.seats[0].here);
}

/// A client that never answers counts as silent, even if the server often sends it something.
#[tokio::test(start_paused = true)]
async fn hl_11_being_sent_something_is_no_answer() {
    let house = house();
    let (table, keys, [mut red, blue]) = house.seated(waiting_game()).await;
    drop(blue);
    let (_dead, _) = house.guest(&table, Some(&keys[1]), 0).await; // this client never reads again
    for second in 0..15 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(code(red.play(&format!("a{second}"), "x").await), RefusedCode::NotStarted);
        drop(house.guest(&table, None, 0).await); // everybody is told of this spectator
    }
    assert!(!house.guest(&table, None, 0).await.1.seats[1].here);
}

/// The server itself was stopped and has sent no ping, so it must not drop anybody for silence.
#[tokio::test(start_paused = true)]
async fn after_a_hang_the_server_asks_before_it_lets_anybody_go() {
    let house = house();
    let created = house.table().await;
    let (mut red, _) = house.guest(&created.table, Some(&created.key), 0).await;
    for _ in 0..3 {
        tokio::time::advance(Duration::from_mins(5)).await;
        assert_eq!(red.hear().await, Some(FromServer::Still));
        assert_eq!(red.hear().await, Some(FromServer::Still), "the connection stays");
    }
}
