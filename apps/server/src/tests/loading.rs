//! What comes into memory is read once, however many ask for it at the same moment.

use std::sync::atomic::Ordering;

use tokio::task::JoinHandle;

use super::hooked::Hooked;
use super::notices::{Reading, settle};
use super::*;

const MANY: usize = 200;

/// A server that has nothing in memory, with the names of a table and of a journey in its store.
async fn after_restart() -> (Arc<Hooked<Reading>>, House, String, String) {
    let store = Arc::new(Hooked::<Reading>::default());
    let before = House::over(store.clone(), |_| {});
    let (table, party) = (before.table().await.table, before.party().await);
    store.hooks.reads.store(0, Ordering::SeqCst);
    (store.clone(), House::over(store, |_| {}), table, party.name().to_owned())
}

impl House {
    /// Many ask for the same table at once.
    fn ask_for_table(&self, table: &str) -> Vec<JoinHandle<Result<(), Refused>>> {
        let ask = |_| {
            let (hub, table) = (self.hub.clone(), table.to_owned());
            tokio::spawn(async move { hub.room(&table, Address::OTHERS).await.map(|_| ()) })
        };
        (0..MANY).map(ask).collect()
    }
}

#[tokio::test]
async fn a_table_that_many_ask_for_at_once_is_read_once() {
    let (store, house, table, _) = after_restart().await;
    for asked in house.ask_for_table(&table) {
        asked.await.unwrap().unwrap();
    }
    assert_eq!(store.hooks.reads.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_journey_that_many_ask_for_at_once_is_read_once() {
    let (store, house, _, journey) = after_restart().await;
    let ask = |_| {
        let (hub, journey) = (house.hub.clone(), journey.clone());
        tokio::spawn(async move { hub.journey_info(&journey, Address::OTHERS).await })
    };
    for asked in (0..MANY).map(ask).collect::<Vec<_>>() {
        asked.await.unwrap().unwrap();
    }
    assert_eq!(store.hooks.reads.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_reading_goes_on_for_the_others_when_the_one_who_asked_first_goes_away() {
    let (store, house, table, _) = after_restart().await;
    let (mut looks, go_on) = store.hooks.hold_next();
    let asked = house.ask_for_table(&table);
    looks.recv().await.unwrap();
    settle().await; // all of them wait
    asked[0].abort();
    go_on.send(()).unwrap();
    for asked in asked.into_iter().skip(1) {
        asked.await.unwrap().unwrap();
    }
    assert_eq!(store.hooks.reads.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_table_that_is_not_there_is_looked_for_once_for_all_and_again_for_the_next() {
    let (store, house, ..) = after_restart().await;
    let (mut looks, go_on) = store.hooks.hold_next();
    let asked = house.ask_for_table("000000000000");
    looks.recv().await.unwrap();
    settle().await;
    go_on.send(()).unwrap();
    for asked in asked {
        assert_eq!(asked.await.unwrap().unwrap_err().code, RefusedCode::NoSuchTable);
    }
    assert_eq!(store.hooks.reads.load(Ordering::SeqCst), 1);
    house.hub.room("000000000000", Address::OTHERS).await.map(|_| ()).unwrap_err();
    assert_eq!(store.hooks.reads.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_reading_that_failed_is_not_remembered() {
    let (store, house, table, journey) = after_restart().await;
    store.hooks.fails.store(true, Ordering::SeqCst);
    assert_eq!(code(house.hub.room(&table, Address::OTHERS).await.map(|_| ())), RefusedCode::Unavailable);
    assert_eq!(code(house.journey_info(&journey).await.map(|_| ())), RefusedCode::Unavailable);
    store.hooks.fails.store(false, Ordering::SeqCst);
    house.hub.room(&table, Address::OTHERS).await.map(|_| ()).unwrap();
    house.journey_info(&journey).await.unwrap();
}

/// Whoever came while the log was being read cannot be answered from that reading, which began before. The next one serves all of them.
#[tokio::test]
async fn requests_that_wait_for_a_room_share_one_reading_of_its_log() {
    let store = Arc::new(Hooked::<Reading>::default());
    let house = House::over(store.clone(), share_store);
    let mut table = house.started().await;
    let (key, action) = (&table.keys[1 - table.actor()], table.state.random_action(&mut table.random).unwrap());
    let mut early = Vec::new();
    for _ in 0..6 {
        early.push(house.guest(&table.table, Some(key), 0).await.0);
    }
    store.hooks.reads.store(0, Ordering::SeqCst);
    let (mut looks, go_on) = store.hooks.hold_next();
    for client in &mut early {
        client.say(&FromClient::Play { id: "early".to_owned(), action: action.clone() }).await;
    }
    looks.recv().await.unwrap();
    settle().await; // all others wait for the room
    go_on.send(()).unwrap();
    for client in &mut early {
        assert_eq!(code(client.done("early").await), RefusedCode::NotYourTurn);
    }
    assert_eq!(store.hooks.reads.load(Ordering::SeqCst), 2);
}
