//! Several servers over one store. The log is the lock.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::broadcast;

use super::away::{grace, told_of};
use super::hooked::{Asked, Hooked, Hooks};
use super::*;
use crate::bus::{Bus, LocalBus, News, NodeId, Notice, RollCall};
use crate::clock::Clock;
use crate::room::Room;
use crate::store::{Change, StoreError, Write, Wrote};

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
    tokio::task::yield_now().await; // both nodes subscribe
    let mut table = here.started().await;
    let (blue, _) = there.guest(&table.table, Some(&table.keys[1]), 0).await;
    table.people[1] = blue;
    for _ in 0..20 {
        if table.state.actor().is_some() {
            table.step().await; // each node is told of the moves on the other
        }
    }
}

#[tokio::test]
async fn a_server_that_missed_a_notice_finds_out_when_it_appends() {
    let here = House::new();
    let mut table = here.started().await;
    let there = here.beside();
    let (mut stale, _) = there.guest(&table.table, Some(&table.keys[0]), 0).await;
    assert_eq!(table.actor(), 0);
    let first = table.step().await;
    let refused = stale.play("late", action_of(&first)).await.unwrap_err();
    assert_ne!(refused.code, RefusedCode::Unavailable, "the node has reloaded the log and gives the reason");
    assert_eq!(stale.heard.iter().filter(|frame| frame.contains(r#""type":"moment""#)).count(), 1);
    let (_, welcome) = here.guest(&table.table, None, 0).await;
    assert_eq!(welcome.moments.len(), 1);
}

#[tokio::test]
async fn a_server_that_missed_a_notice_reads_before_it_refuses() {
    let here = House::with(share_store);
    let created = here.table().await;
    let there = here.beside();
    let (mut red, _) = there.guest(&created.table, Some(&created.key), 0).await; // read while the other seat is free
    let (mut blue, _) = here.guest(&created.table, None, 0).await;
    blue.sit("sit").await.unwrap();
    let mut state = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
    let mut random = Random::new(1);
    add_shares([(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)]).await;
    let people = [&mut red, &mut blue];
    for number in 1..=6 {
        let seat = state.actor().unwrap();
        let action = state.random_action(&mut random).unwrap();
        // No node is told of the people and moves on the other. Each would refuse requests by its stale state.
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
    let there = here.beside();
    let _red = there.guest(&created.table, Some(&created.key), 0).await; // read while the other seat is free
    let (mut blue, _) = here.guest(&created.table, None, 0).await;
    let (seat, key) = blue.sit("sit").await.unwrap();
    let (_, welcome) = there.guest(&created.table, Some(&key), 0).await;
    assert_eq!(welcome.you, Some(seat));
}

/// A player whose node could not be heard lost the seat before the match, and somebody else has taken it. What the one before
/// asks for is not done in the name of the other.
#[tokio::test]
async fn a_connection_loses_its_seat_when_somebody_else_has_taken_it_at_another_node() {
    let clock = Clock::by_hand();
    let here = House::with(|config| config.clock = clock.clone());
    let there = here.beside();
    let (table, keys, [mut red, blue]) = here.seated(waiting_game()).await;
    let (mut old, welcome) = there.guest(&table, Some(&keys[1]), 0).await;
    assert_eq!(welcome.you, Some(Seat(1)));
    drop(blue);
    told_of(&mut red, |seats| !seats[1].here).await;
    clock.advance(grace());
    told_of(&mut red, |seats| seats[1].name.is_none()).await;
    let (mut new, _) = here.guest(&table, None, 0).await;
    let (seat, key) = new.sit("sit").await.unwrap();
    assert_eq!(seat, Seat(1));

    let (mut same, welcome) = there.guest(&table, Some(&key), 0).await;
    assert_eq!(welcome.you, Some(Seat(1)), "the node has read the log before it refused the key");
    assert_eq!(welcome.watching, 1, "the one before looks on");
    assert_eq!(code(old.commit("commit", RED_SHARE).await), RefusedCode::NotSeated);
    same.commit("commit", BLUE_SHARE).await.unwrap();
}

/// A node that has heard nothing of the beginning reads the log when somebody plays, and learns that the seat is another's.
#[tokio::test]
async fn nobody_resigns_or_plays_for_who_sits_in_their_seat_now() {
    let clock = Clock::by_hand();
    let here = House::with(|config| config.clock = clock.clone());
    let there = here.beside();
    let (table, keys, [mut red, blue]) = here.seated(waiting_game()).await;
    let (mut old, _) = there.guest(&table, Some(&keys[1]), 0).await;
    drop(blue);
    told_of(&mut red, |seats| !seats[1].here).await;
    clock.advance(grace());
    told_of(&mut red, |seats| seats[1].name.is_none()).await;
    let (mut new, _) = here.guest(&table, None, 0).await;
    new.sit("sit").await.unwrap();
    red.commit("commit", RED_SHARE).await.unwrap();
    new.commit("commit", BLUE_SHARE).await.unwrap();
    red.share("share", RED_SHARE).await.unwrap();
    new.share("share", BLUE_SHARE).await.unwrap();

    old.say(&FromClient::Resign { id: "resign".to_owned() }).await;
    assert_eq!(code(old.done("resign").await), RefusedCode::NotSeated);
    assert_eq!(there.guest(&table, None, 0).await.1.seq, 0, "nothing has happened");
}

/// A bus that notes whether the room was free to tell something newer while it answered a roll call.
#[derive(Default)]
struct Overtaking {
    bus: LocalBus,
    room: OnceLock<Arc<Room>>,
    answers: Mutex<Vec<(Vec<Seat>, bool)>>,
}

impl Bus for Overtaking {
    fn publish(&self, notice: Notice) {
        if let (News::Here { attendance, answers: Some(_), .. }, Some(room)) = (&notice.news, self.room.get()) {
            self.answers.lock().unwrap().push((attendance.seats.clone(), !room.is_telling()));
        }
        self.bus.publish(notice);
    }

    fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.bus.subscribe()
    }
}

/// Another node believes what it hears last. If a player went between the look and the answer, it would take them for present
/// until they come and go once more.
#[tokio::test]
async fn nothing_newer_is_told_before_the_answer_to_a_roll_call() {
    let bus = Arc::new(Overtaking::default());
    let house = House::with(|config| config.bus = bus.clone());
    let (table, _, _people) = house.seated(waiting_game()).await;
    let _ = bus.room.set(house.hub.room(&table, Address::OTHERS).await.unwrap());
    let other = NodeId(1);
    let news = News::WhoIsHere { table: table.parse().unwrap(), call: RollCall { by: other, number: 1 } };
    house.hub.hear(Notice { from: other, number: 1, news });
    let answers = std::mem::take(&mut *bus.answers.lock().unwrap());
    assert_eq!(answers, [(vec![Seat(0), Seat(1)], false)]);
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

/// Counts what a store is asked. For the next appends of events, it can answer that another node was first.
#[derive(Default)]
struct Contested {
    reads: AtomicUsize,
    appends: AtomicUsize,
    beats: AtomicUsize,
}

impl Contested {
    /// The number of reads and of appended events since the last call.
    fn counted(&self) -> (usize, usize) {
        (self.reads.swap(0, Ordering::SeqCst), self.appends.swap(0, Ordering::SeqCst))
    }
}

impl Hooks for Contested {
    fn before(&self, asked: Asked) -> Result<(), StoreError> {
        self.reads.fetch_add(usize::from(asked == Asked::Table), Ordering::SeqCst);
        Ok(())
    }

    fn write(&self, store: &Memory, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        if batch.iter().any(|write| matches!(write, Write::Change(_, Change::Event(_)))) {
            self.appends.fetch_add(1, Ordering::SeqCst);
            if self.beats.try_update(Ordering::SeqCst, Ordering::SeqCst, |beats| beats.checked_sub(1)).is_ok() {
                return Ok(vec![Wrote::Beaten; batch.len()]);
            }
        }
        store.write(batch)
    }
}

/// What requests cost that are refused, in reads of the log: one that is early, and one for a rematch before the end.
async fn reads_for_refusals(house: &House, store: &Hooked<Contested>) -> [(usize, usize); 2] {
    let mut table = house.started().await;
    let (actor, action) = (table.actor(), table.state.random_action(&mut table.random).unwrap());
    store.hooks.counted();
    assert_eq!(code(table.people[1 - actor].play("early", &action).await), RefusedCode::NotYourTurn);
    let early = store.hooks.counted();
    table.people[actor].say(&FromClient::Rematch { id: "again".to_owned() }).await;
    assert_eq!(code(table.people[actor].done("again").await), RefusedCode::NotOver);
    let rematch = store.hooks.counted();
    assert_eq!(code(table.people[actor].play("wrong", "nonsense").await), RefusedCode::NoAction);
    assert_eq!(code(house.connect(&table.table).hello(Some(&"k".repeat(26)), 0).await), RefusedCode::WrongKey);
    assert_eq!(store.hooks.counted(), (0, 0), "no news can make these requests right");
    table.step().await;
    assert_eq!(store.hooks.counted(), (0, 1), "an event is appended without reading");
    [early, rematch]
}

#[tokio::test]
async fn a_request_is_refused_because_of_stale_state_after_one_reload() {
    let store = Arc::new(Hooked::<Contested>::default());
    let house = House::over(store.clone(), share_store);
    assert_eq!(
        reads_for_refusals(&house, &store).await,
        [(1, 0); 2],
        "another node may have appended the move or the end"
    );
}

#[tokio::test]
async fn a_server_alone_refuses_without_reading() {
    let store = Arc::new(Hooked::<Contested>::default());
    let house = House::over(store.clone(), |_| {});
    assert_eq!(reads_for_refusals(&house, &store).await, [(0, 0); 2]);
}

/// Everybody at a table waits while its log is read.
#[tokio::test(start_paused = true)]
async fn whoever_is_refused_again_and_again_makes_the_room_read_no_more() {
    let store = Arc::new(Hooked::<Contested>::default());
    let house = House::over(store.clone(), |config| {
        share_store(config);
        config.blocking = without_threads();
    });
    let mut table = house.started().await;
    let (actor, action) = (table.actor(), table.state.random_action(&mut table.random).unwrap());
    store.hooks.counted();
    let mut refusals = Vec::new();
    for round in 0..300 {
        refusals.push(code(table.people[1 - actor].play(&format!("early {round}"), &action).await));
    }
    let (reads, _) = store.hooks.counted();
    assert!((50..200).contains(&reads), "{reads}");
    assert_eq!(refusals[0], RefusedCode::NotYourTurn);
    assert_eq!(refusals[299], RefusedCode::Unavailable, "it may be right all the same: ask again");
    tokio::time::advance(Duration::from_secs(10)).await;
    assert_eq!(code(table.people[1 - actor].play("early", &action).await), RefusedCode::NotYourTurn);
}

#[tokio::test]
async fn an_append_is_tried_three_times() {
    let store = Arc::new(Hooked::<Contested>::default());
    let house = House::over(store.clone(), |_| {});
    let mut table = house.started().await;
    store.hooks.counted();
    store.hooks.beats.store(2, Ordering::SeqCst);
    table.step().await;
    assert_eq!(store.hooks.counted(), (2, 3), "each time that another node was first the log is read");
    store.hooks.beats.store(3, Ordering::SeqCst);
    let (actor, action) = (table.actor(), table.state.random_action(&mut table.random).unwrap());
    assert_eq!(code(table.people[actor].play("late", &action).await), RefusedCode::Unavailable);
    assert_eq!(store.hooks.counted(), (3, 3));
    assert_eq!(table.people[actor].play("late", &action).await.unwrap(), 2, "the client may ask again");
}
