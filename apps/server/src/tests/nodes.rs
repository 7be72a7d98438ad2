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
