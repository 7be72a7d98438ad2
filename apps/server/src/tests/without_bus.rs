//! Servers on one database that were started without a bus, by mistake or in the moment of a restart. They cannot hear each
//! other and know of each other by the store alone. Nobody loses by that. Tokio's clock is paused.

use game::Exit;

use super::away::{grace, told_of};
use super::*;
use crate::clock::Clock;

/// A server whose store others can use too. It has no bus.
fn server(store: &Arc<dyn Store>) -> House {
    let house = House::over(store.clone(), |config| {
        config.store = "postgres://nobody@localhost/nowhere".parse().unwrap();
        (config.clock, config.blocking) = (Clock::of_the_system(), without_threads());
        // The clients of these tests do not read while time passes.
        (config.limits.pong, config.limits.still) = (Duration::from_hours(1), Duration::from_hours(1));
    });
    tokio::spawn(crate::serve::hear(house.hub.clone()));
    tokio::spawn(crate::serve::beat(house.hub.clone()));
    house
}

fn store() -> Arc<dyn Store> {
    Arc::new(Memory::default())
}

/// A match that has begun, at one server.
async fn started(house: &House) -> (String, [String; 2], [Client; 2]) {
    let (table, keys, [mut red, mut blue]) = house.seated(waiting_game()).await;
    add_shares([(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)]).await;
    red.begun().await;
    (table, keys, [red, blue])
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_the_only_one_at_a_shared_store_counts_down() {
    let one = server(&store());
    let (_, _, [mut red, blue]) = started(&one).await;
    drop(blue);
    told_of(&mut red, |seats| seats[1].lost_in.is_some()).await;
    let left = tokio::time::Instant::now();
    assert_eq!(red.moment().await.what.exit(), Some(Exit::Dropped(Seat(1))));
    assert!(left.elapsed() < grace() + Duration::from_secs(2), "{:?}", left.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_player_who_came_back_to_a_server_that_cannot_be_heard_is_not_counted_out() {
    let store = store();
    let one = server(&store);
    let (table, keys, [mut red, blue]) = started(&one).await;
    drop(blue);
    told_of(&mut red, |seats| seats[1].lost_in.is_some()).await;
    // The other server starts a moment before the time is up: the first one has not even noticed it yet.
    tokio::time::sleep(grace().saturating_sub(Duration::from_millis(500))).await;
    let two = server(&store);
    let (mut blue, _) = two.guest(&table, Some(&keys[1]), 0).await;
    tokio::time::sleep(3 * grace()).await;
    let (_, welcome) = one.guest(&table, None, 0).await;
    assert_eq!(welcome.moments.len(), 0, "nobody is away");
    // They play on, each at their server: a server that cannot hear another one reads the log every second.
    let state = one.match_of(&table);
    let actor = state.actor().unwrap().index();
    let people = [&mut red, &mut blue];
    let people = if actor == 0 {
        people
    } else {
        let [red, blue] = people;
        [blue, red]
    };
    assert_eq!(people[0].play("move", &state.legal()[0]).await.unwrap(), 1);
    assert_eq!(people[1].moment().await.seq, 1);
}

#[tokio::test(start_paused = true)]
async fn when_the_other_server_has_ended_absences_count_again() {
    let store = store();
    let (one, two) = (server(&store), server(&store));
    let (_, _, [mut red, blue]) = started(&one).await;
    drop(blue);
    told_of(&mut red, |seats| !seats[1].here).await;
    tokio::time::sleep(3 * grace()).await;
    two.hub.close().await;
    let closed = tokio::time::Instant::now();
    assert_eq!(red.moment().await.what.exit(), Some(Exit::Dropped(Seat(1))));
    assert!(closed.elapsed() >= grace(), "the time begins anew: {:?}", closed.elapsed());
}
