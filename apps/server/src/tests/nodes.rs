//! Several servers over one store: the log is the lock.

use super::*;
use crate::bus::{Bus, LocalBus};

#[tokio::test]
async fn two_servers_over_one_store_play_one_match() {
    let bus: Arc<dyn Bus> = Arc::new(LocalBus::default());
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let [here, there] = [(); 2].map(|()| {
        let bus = bus.clone();
        let house = House::over(store.clone(), |config| config.bus = bus);
        tokio::spawn(crate::serve::hear(house.hub.clone()));
        house
    });
    tokio::task::yield_now().await; // both listen now
    let mut table = here.started().await;
    let (blue, _) = there.guest(&table.table, Some(&table.keys[1]), 0).await;
    table.people[1] = blue;
    for _ in 0..20 {
        if table.state.actor().is_some() {
            table.step().await; // each hears of the other's moves
        }
    }
}

#[tokio::test]
async fn a_server_that_missed_a_notice_finds_out_when_it_appends() {
    let here = House::new();
    let mut table = here.started().await;
    let there = here.restarted(); // another bus: neither hears of the other
    let (mut stale, _) = there.guest(&table.table, Some(&table.keys[0]), 0).await;
    assert_eq!(table.actor(), 0);
    let first = table.step().await;
    let refused = stale.play("late", action_of(&first)).await.unwrap_err();
    assert_ne!(refused.code, RefusedCode::Unavailable, "it has read again and knows why not");
    assert_eq!(stale.heard.iter().filter(|frame| frame.contains(r#""type":"moment""#)).count(), 1);
    let (_, welcome) = here.guest(&table.table, None, 0).await;
    assert_eq!(welcome.moments.len(), 1);
}

#[tokio::test]
async fn a_server_that_missed_a_notice_reads_before_it_refuses() {
    let here = House::new();
    let created = here.table().await;
    let there = here.restarted(); // another bus: neither hears of the other
    let (mut red, _) = there.guest(&created.table, Some(&created.key), 0).await; // read while the other seat is free
    let (mut blue, _) = here.guest(&created.table, None, 0).await;
    blue.sit("sit").await.unwrap();
    let mut state = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
    let mut random = Random::new(1);
    red.share("share", RED_SHARE).await.unwrap();
    blue.share("share", BLUE_SHARE).await.unwrap();
    let people = [&mut red, &mut blue];
    for number in 1..=6 {
        let seat = state.actor().unwrap();
        let action = state.random_action(&mut random).unwrap();
        // Neither server is told of the other's people and moves: each would refuse what it does not know to be right.
        let answer = people[seat.index()].play(&format!("m{number}"), &action).await;
        assert_eq!(answer.map_err(|refused| refused.problem), Ok(number));
        state.play(seat, &action).unwrap();
    }
    blue.say(&FromClient::Resign { id: "over".to_owned() }).await;
    blue.done("over").await.unwrap();
    red.say(&FromClient::Rematch { id: "again".to_owned() }).await;
    red.done("again").await.unwrap();
}

#[tokio::test]
async fn a_key_that_was_given_elsewhere_opens_its_seat_here() {
    let here = House::new();
    let created = here.table().await;
    let there = here.restarted();
    let _red = there.guest(&created.table, Some(&created.key), 0).await; // read while the other seat is free
    let (mut blue, _) = here.guest(&created.table, None, 0).await;
    let (seat, key) = blue.sit("sit").await.unwrap();
    let (_, welcome) = there.guest(&created.table, Some(&key), 0).await;
    assert_eq!(welcome.you, Some(seat));
}

#[tokio::test]
async fn a_refusal_disturbs_nobody() {
    let house = House::new();
    let mut table = house.started().await;
    let other = 1 - table.actor();
    let action = table.state.random_action(&mut table.random).unwrap();
    let (mut watcher, _) = house.guest(&table.table, None, 0).await;
    for round in 0..10 {
        let refused = table.people[other].play(&format!("r{round}"), &action).await;
        assert_eq!(code(refused), RefusedCode::NotYourTurn);
    }
    assert_eq!(code(watcher.play("a", "x").await), RefusedCode::NotSeated);
    assert_eq!(watcher.heard.len(), 2, "the welcome and the refusal: {:?}", watcher.heard);
}
