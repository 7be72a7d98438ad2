//! Tables that nobody uses are removed after some days, by a clock that the test moves.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::bus::{Bus, LocalBus};
use crate::cleaning::{clean, clean_hourly};
use crate::clock::Clock;
use crate::games::Games;
use crate::retention::{Retention, judge_some};
use crate::store::{Abandoned, Change, StoredEvent, StoredEventKind, Write, Wrote};
use crate::store_clean::{CleanReport, clean_store};

const DAY: Duration = Duration::from_hours(24);
const HOUR: Duration = Duration::from_hours(1);
const ALMOST_AN_HOUR: Duration = Duration::from_secs(3599);
const SECOND: Duration = Duration::from_secs(1);

fn house() -> (House, Clock) {
    house_with(Retention::default())
}

fn house_with(retention: Retention) -> (House, Clock) {
    let clock = Clock::by_hand();
    let house = House::with(|config| (config.clock, config.retention) = (clock.clone(), retention));
    (house, clock)
}

impl House {
    fn has(&self, table: &str) -> bool {
        self.store.table(table.parse().unwrap(), 0).unwrap().is_some()
    }

    /// Waits until everybody who was at the table has left it, in the eyes of the server.
    async fn left(&self, table: &str) {
        let room = self.hub.room(table, Address::OTHERS).await.unwrap();
        tokio::time::timeout(PATIENCE, async {
            while room.has_connections() {
                tokio::task::yield_now().await;
            }
        })
        .await
        .expect("the connections end");
    }

    /// Waits until this is noted as the time at which somebody was last at the table.
    async fn noted(&self, table: &str, touched: Duration) {
        tokio::time::timeout(PATIENCE, async {
            while self.row(table).touched != Some(touched.as_secs()) {
                tokio::task::yield_now().await;
            }
        })
        .await
        .expect("it is noted");
    }
}

#[tokio::test]
async fn a_table_at_which_nothing_began_goes_after_seven_days_and_not_before() {
    let (house, clock) = house();
    let Created { table, .. } = house.table().await;
    clock.advance(7 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 0, "seven days are not over");
    assert!(house.has(&table));
    house.hub.room(&table, Address::OTHERS).await.unwrap(); // it is in memory now
    clock.advance(SECOND);
    assert_eq!(clean(&house.hub).await.unwrap(), 1);
    assert!(!house.has(&table));
    assert_eq!(house.hub.rooms_in_memory(), 0);
    assert_eq!(code(house.connect(&table).hello(None, 0).await), RefusedCode::NoSuchTable, "as if it had never been");
    assert_eq!(house.hub.services.numbers.removed_tables.value(), 1);
    assert_eq!(clean(&house.hub).await.unwrap(), 0);
}

#[tokio::test]
async fn a_table_with_somebody_there_stays_and_its_days_count_from_when_they_leave() {
    let (house, clock) = house();
    let Created { table, key, .. } = house.table().await;
    let (client, _) = house.guest(&table, Some(&key), 0).await;
    clock.advance(30 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 0);
    assert_eq!(house.row(&table).touched, Some(30 * DAY.as_secs()), "it is noted that somebody is there");
    clock.advance(5 * DAY);
    drop(client);
    house.left(&table).await;
    house.noted(&table, 35 * DAY).await;
    clock.advance(7 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 0);
    // Whoever only looks keeps it too.
    let (client, _) = house.guest(&table, None, 0).await;
    house.noted(&table, 42 * DAY).await;
    drop(client);
    house.left(&table).await;
    clock.advance(6 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 0);
    clock.advance(DAY + SECOND);
    assert_eq!(clean(&house.hub).await.unwrap(), 1);
}

#[tokio::test]
async fn coming_and_going_is_noted_once_an_hour_and_playing_never() {
    let (house, clock) = house();
    let mut table = house.started().await;
    clock.advance(ALMOST_AN_HOUR);
    let (_early, _) = house.guest(&table.table, None, 0).await;
    assert_eq!(clean(&house.hub).await.unwrap(), 0);
    assert_eq!(house.row(&table.table).touched, Some(0));
    clock.advance(DAY);
    for _ in 0..4 {
        table.step().await;
    }
    assert_eq!(house.row(&table.table).touched, Some(0), "a move costs no write more");
    let (_late, _) = house.guest(&table.table, None, 0).await;
    house.noted(&table.table, DAY + ALMOST_AN_HOUR).await;
}

#[tokio::test]
async fn a_match_that_nobody_finishes_goes_after_ninety_days_and_a_finished_one_never() {
    let (house, clock) = house();
    let (mut finished, mut unfinished, new) =
        (house.started().await, house.started().await, house.started().await.table);
    finished.step().await;
    finished.resign(0).await;
    unfinished.step().await;
    let (over, open) = (finished.table.clone(), unfinished.table.clone());
    drop((finished.people, unfinished.people));
    for table in [&over, &open, &new] {
        house.left(table).await;
    }
    clock.advance(90 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 0);
    assert!(house.has(&open) && house.has(&new), "it has begun, so seven days are not enough");
    clock.advance(SECOND);
    assert_eq!(clean(&house.hub).await.unwrap(), 2, "and one at which nobody has moved yet");
    assert!(!house.has(&open) && !house.has(&new) && house.has(&over));
    assert_eq!(house.row(&over).touched, None, "it is not judged again");
    clock.advance(1000 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 0);
    house.replayed(&over).await;
    let (_, welcome) = house.guest(&over, Some(&finished.keys[0]), 0).await;
    assert!(welcome.seq > 1, "its link is valid");
}

#[tokio::test]
async fn zero_days_are_for_ever() {
    let (house, clock) = house_with(Retention { unbegun_days: 0, unfinished_days: 0 });
    let Created { table, .. } = house.table().await;
    clock.advance(10_000 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 0);
    assert!(house.has(&table));
    let (house, clock) = house_with(Retention { unbegun_days: 1, unfinished_days: 0 });
    let (unbegun, begun) = (house.table().await.table, house.started().await.table);
    house.left(&begun).await;
    clock.advance(10_000 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 1);
    assert!(!house.has(&unbegun) && house.has(&begun));
}

/// Lets a server run until the table is gone, hour by hour, and says how many hours that took.
async fn hours_until_gone(house: &House, clock: &Clock, table: &str) -> u64 {
    let gone = async {
        let mut hours = 0;
        while house.has(table) {
            clock.advance(HOUR);
            hours += 1;
            // The task that cleans asks the store on another thread. If it comes late by less than a day, nothing changes.
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        hours
    };
    tokio::time::timeout(PATIENCE, gone).await.expect("it cleans again and again")
}

#[tokio::test]
async fn the_server_cleans_every_hour() {
    let (house, clock) = house();
    let cleaning = tokio::spawn(clean_hourly(house.hub.clone()).await);
    for _ in 0..3 {
        let Created { table, .. } = house.table().await;
        assert!(hours_until_gone(&house, &clock, &table).await > 7 * 24);
    }
    cleaning.abort();
}

#[tokio::test]
async fn time_in_which_no_server_ran_does_not_count() {
    let (house, clock) = house();
    let Created { table, .. } = house.table().await;
    clock.advance(100 * DAY); // as if the server had been off
    let cleaning = tokio::spawn(clean_hourly(house.hub.clone()).await);
    assert!(hours_until_gone(&house, &clock, &table).await > 7 * 24);
    cleaning.abort();
}

#[tokio::test]
async fn a_calendar_that_jumps_removes_nothing() {
    let (house, clock) = house();
    let cleaning = tokio::spawn(clean_hourly(house.hub.clone()).await);
    let Created { table, .. } = house.table().await;
    clock.advance(HOUR);
    clock.advance(100 * DAY);
    assert!(hours_until_gone(&house, &clock, &table).await > 7 * 24);
    cleaning.abort();
}

/// Removes a table as another node does that knows nothing of the people here.
fn remove_elsewhere(house: &House, table: &str) {
    let stored = house.store.table(table.parse().unwrap(), 0).unwrap().unwrap();
    let remove = Write::Remove(Box::new(Abandoned::from(stored)));
    assert_eq!(house.store.write(&[remove]).unwrap(), [Wrote::Kept]);
}

#[tokio::test]
async fn whoever_is_at_a_table_that_was_removed_is_told_and_can_do_nothing_there() {
    let (house, clock) = house();
    let Created { table, key, .. } = house.table().await;
    let (mut ann, _) = house.guest(&table, Some(&key), 0).await;
    let (mut bo, _) = house.guest(&table, None, 0).await;
    remove_elsewhere(&house, &table);
    assert_eq!(code(bo.sit("sit").await), RefusedCode::NoSuchTable, "the removal was first");
    assert_eq!(ann.refusal().await.code, RefusedCode::NoSuchTable);
    assert!(ann.hear().await.is_none(), "the connection ends");
    assert!(!house.has(&table));

    // The room is still in memory. Who comes in at that moment is told as soon as it is noted that they came.
    let Created { table, key, .. } = house.table().await;
    house.hub.room(&table, Address::OTHERS).await.unwrap();
    clock.advance(2 * HOUR);
    remove_elsewhere(&house, &table);
    let mut late = house.connect(&table);
    if late.hello(Some(&key), 0).await.is_ok() {
        assert_eq!(late.refusal().await.code, RefusedCode::NoSuchTable);
    }
    assert_eq!(code(house.connect(&table).hello(None, 0).await), RefusedCode::NoSuchTable);
}

#[tokio::test]
async fn a_rematch_that_nobody_played_goes_with_its_link_and_another_one_can_be_made() {
    let (house, clock) = house();
    let mut table = house.started().await;
    table.resign(0).await;
    let next = async |client: &mut Client, id: &str| {
        client.say(&FromClient::Rematch { id: id.to_owned() }).await;
        match client.hear_until(|message| matches!(message, FromServer::Next { .. })).await {
            FromServer::Next { table } => table,
            _ => unreachable!("only this one was waited for"),
        }
    };
    let first = next(&mut table.people[0], "again").await;
    assert_eq!(next(&mut table.people[0], "once more").await, first);
    clock.advance(8 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 1);
    assert!(!house.has(&first));
    assert_eq!(house.store.table(table.table.parse().unwrap(), 0).unwrap().unwrap().next, None);
    let second = next(&mut table.people[0], "at last").await;
    assert!(second != first && house.has(&second));
}

/// Two nodes over one store. A table stays while somebody is connected to either of them.
#[tokio::test]
async fn a_table_with_somebody_at_another_node_stays_and_a_removed_one_is_gone_at_every_node() {
    let (store, bus, clock) = (Arc::new(Memory::default()), Arc::new(LocalBus::default()), Clock::by_hand());
    let nodes = [(); 2].map(|()| {
        House::over(store.clone(), |config| {
            (config.bus, config.clock) = (bus.clone() as Arc<dyn Bus>, clock.clone());
        })
    });
    let hearing = nodes.each_ref().map(|house| tokio::spawn(crate::serve::hear(house.hub.clone())));
    let Created { table, key, .. } = nodes[0].table().await;
    let (client, _) = nodes[1].guest(&table, Some(&key), 0).await;
    for _ in 0..10 {
        clock.advance(DAY);
        assert_eq!(clean(&nodes[0].hub).await.unwrap(), 0);
        assert_eq!(clean(&nodes[1].hub).await.unwrap(), 0);
    }
    drop(client);
    nodes[1].left(&table).await;
    clock.advance(8 * DAY);
    // Both at once: one of them removes it.
    let (first, second) = tokio::join!(clean(&nodes[0].hub), clean(&nodes[1].hub));
    assert_eq!(first.unwrap() + second.unwrap(), 1);
    for house in &nodes {
        assert_eq!(code(house.connect(&table).hello(None, 0).await), RefusedCode::NoSuchTable);
    }
    for task in hearing {
        task.abort();
    }
}

#[tokio::test]
async fn tables_are_removed_a_few_at_a_time_and_a_dry_run_removes_none() {
    let (house, clock) = house();
    for _ in 0..70 {
        house.table().await;
    }
    clock.advance(8 * DAY);
    let (now, games) = (clock.calendar(), Games::new(Config::built_in_games()));
    let (before, mut after, mut sizes) = (Retention::default().before(now), None, Vec::new());
    while let Some(judged) = judge_some(&*house.store, &games, before, now, after).unwrap() {
        sizes.push(judged.removals.len());
        after = Some(judged.last);
    }
    assert_eq!(sizes, [32, 32, 6]);
    house.table().await; // the store was served all the time
    let mut config = Config::new("nowhere");
    config.clock = clock.clone();
    let right = CleanReport { unbegun: 70, unfinished: 0, events: 0 };
    let told = AtomicUsize::new(0);
    let run = |is_dry_run| {
        clean_store(&*house.store, &config, is_dry_run, |done| {
            assert!((0.0..=1.0).contains(&done));
            told.fetch_add(1, Ordering::SeqCst);
        })
    };
    assert_eq!(run(true).unwrap(), right);
    assert_eq!(run(false).unwrap(), right, "a dry run has removed nothing");
    assert_eq!(run(false).unwrap(), CleanReport::default());
    assert_eq!(told.load(Ordering::SeqCst), 6, "progress is told after every few");
}

/// What is judged together is removed together, so long matches are judged fewer at a time.
#[tokio::test]
async fn tables_with_many_events_are_judged_fewer_at_a_time() {
    let (house, clock) = house();
    let made = house.row(&house.table().await.table);
    for number in 1..=3 {
        let (id, kind) = (TableId::from_number(number), StoredEventKind::Play("x".to_owned()));
        let event = |seq| StoredEvent { seq, seat: Seat(0), kind: kind.clone(), request: format!("m{seq}") };
        let mut writes = vec![Write::Table(TableRow { id, ..made.clone() })];
        writes.extend((1..=1_500).map(|seq| Write::Change(id, Change::Event(event(seq)))));
        house.store.write(&writes).unwrap();
    }
    clock.advance(91 * DAY);
    let (now, games) = (clock.calendar(), Games::new(Config::built_in_games()));
    let before = Retention { unbegun_days: 0, ..Retention::default() }.before(now);
    let judge = |after| judge_some(&*house.store, &games, before, now, after).unwrap();
    let first = judge(None).unwrap();
    let second = judge(Some(first.last)).unwrap();
    assert_eq!((first.count, second.count), (2, 2), "the table without events was looked at and is not due");
    assert!(judge(Some(second.last)).is_none());
}

/// A table of a game that this program cannot play is not removed, and not read again every hour.
#[tokio::test]
async fn a_table_that_cannot_be_judged_stays() {
    let (house, clock) = house();
    let Created { table, .. } = house.table().await;
    let row = TableRow { id: TableId::from_number(7), rules_version: 1_000, ..house.row(&table) };
    house.store.write(&[Write::Table(row.clone())]).unwrap();
    clock.advance(8 * DAY);
    assert_eq!(clean(&house.hub).await.unwrap(), 1);
    assert_eq!(house.row(&row.id.to_string()).touched, Some(8 * DAY.as_secs()));
}
