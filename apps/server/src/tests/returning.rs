//! A client that comes back is sent exactly the moments that it missed, by this server or the next one.

use super::*;

#[tokio::test]
async fn a_returning_client_gets_exactly_what_it_missed() {
    let house = House::new();
    let mut table = house.started().await;
    let mut told = Vec::new();
    for _ in 0..12 {
        told.push(table.step().await);
    }
    let again = house.restarted();
    for house in [&house, &again] {
        for since in 0..=12 {
            let (_, welcome) = house.guest(&table.table, Some(&table.keys[0]), since).await;
            assert_eq!(welcome.moments, told[since as usize..], "since {since}");
            assert_eq!(welcome.start.is_some(), since == 0);
        }
        let (_, welcome) = house.guest(&table.table, None, 99).await;
        assert_eq!(welcome.moments, told, "a client that claims too many events gets all");
        assert!(welcome.start.is_some());
    }
}

#[tokio::test]
async fn moments_have_no_gaps_from_the_welcome_on() {
    let house = House::new();
    let mut table = house.started().await;
    for _ in 0..4 {
        table.step().await;
    }
    let (mut back, welcome) = house.guest(&table.table, None, 2).await;
    let mut seqs: Vec<u64> = welcome.moments.iter().map(|moment| moment.seq).collect();
    for _ in 0..4 {
        table.step().await;
        seqs.push(back.moment().await.seq);
    }
    assert_eq!(seqs, [3, 4, 5, 6, 7, 8]);
}

#[tokio::test]
async fn an_idle_table_leaves_memory_and_comes_back_from_the_store() {
    let house = House::new();
    let mut table = house.started().await;
    table.step().await;
    let now = tokio::time::Instant::now() + Duration::from_hours(1);
    house.hub.sweep(now);
    assert_eq!(house.hub.rooms_in_memory(), 1, "a room with connections stays");
    let Started { table, people, .. } = table;
    drop(people);
    // The server notices a closed connection only when its pipe ends. Until then the player counts as connected.
    tokio::time::timeout(PATIENCE, async {
        while house.hub.rooms_in_memory() > 0 {
            tokio::task::yield_now().await;
            house.hub.sweep(now);
        }
    })
    .await
    .expect("the room leaves memory");
    let (_, welcome) = house.guest(&table, None, 0).await;
    assert_eq!(welcome.moments.len(), 1);
}

#[tokio::test]
async fn tables_in_memory_are_bounded_and_idle_ones_make_room() {
    let house = House::with(|config| config.limits.rooms = 2);
    let tables = [house.table().await.table, house.table().await.table, house.table().await.table];
    for table in &tables {
        house.hub.room(table, Address::OTHERS).await.unwrap();
    }
    assert!(house.hub.rooms_in_memory() <= 2, "rooms without connections go first");
    let house = House::over(house.store.clone(), |config| config.limits.rooms = 2);
    let _looking = [house.guest(&tables[0], None, 0).await, house.guest(&tables[1], None, 0).await];
    let mut third = house.connect(&tables[2]);
    assert_eq!(code(third.hello(None, 0).await), RefusedCode::Full);
}
