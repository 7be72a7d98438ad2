//! A panic costs one answer, and a slow reader loses only its own connection.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc;

use super::changed::fragile;
use super::hooked::{Asked, Hooked, Hooks};
use super::*;
use crate::bus::{Bus, LocalBus};
use crate::store::{Change, StoreError, Write, Wrote};

#[tokio::test]
async fn a_panic_at_one_table_leaves_it_and_all_others_alive() {
    let house = House::with(|config| config.games = fragile(&Arc::default()));
    let mut one = house.started().await;
    let mut other = house.started().await;
    one.step().await;
    for round in 0..3 {
        let actor = one.actor();
        let refused = one.people[actor].play(&format!("boom{round}"), "boom").await;
        assert_eq!(code(refused), RefusedCode::Unavailable);
        other.step().await;
        one.step().await; // the room is read from the log again, and nothing is lost
    }
    let (_, welcome) = house.guest(&one.table, None, 0).await;
    assert_eq!(welcome.moments.len(), 4);
}

/// An event that is in the log has happened, even if the node that appended it fails to apply it.
#[tokio::test]
async fn a_panic_after_an_event_became_durable_hides_it_from_nobody() {
    let bus: Arc<dyn Bus> = Arc::new(LocalBus::default());
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let falls = Arc::new(AtomicBool::new(false));
    let here = House::over(store.clone(), |config| (config.bus, config.games) = (bus.clone(), fragile(&falls)));
    let there = House::over(store, |config| config.bus = bus.clone());
    for house in [&here, &there] {
        tokio::spawn(crate::serve::hear(house.hub.clone()));
    }
    tokio::task::yield_now().await; // both nodes subscribe
    let mut table = here.started().await;
    let (mut watcher, _) = there.guest(&table.table, None, 0).await;
    falls.store(true, Ordering::SeqCst);
    table.step().await; // the room reads the event from the log: the player gets an answer, and the opponent is told
    assert!(!falls.load(Ordering::SeqCst), "the match has panicked");
    assert_eq!(watcher.moment().await.seq, 1, "the other node is told");
}

#[tokio::test]
async fn a_slow_reader_is_let_go_and_blocks_nobody() {
    let house = House::with(|config| config.limits.frames_a_connection = 4);
    let mut table = house.started().await;
    // The client says hello and then reads nothing. Its pipe holds only a few bytes.
    let mut slow = house.connect_through(&table.table, 256);
    slow.say(&FromClient::Hello { version: VERSION, key: None, since: 0 }).await;
    let watched = |message: &FromServer| matches!(message, FromServer::People { watching: 1, .. });
    table.people[0].hear_until(watched).await;
    table.people[1].hear_until(watched).await;
    for _ in 0..12 {
        table.step().await;
    }
    let (_, welcome) = house.guest(&table.table, None, 0).await;
    assert_eq!(welcome.watching, 1, "only the new spectator: the slow one was dropped");
    assert_eq!(welcome.moments.len(), 12);
    drop(slow);
}

#[tokio::test]
async fn many_at_one_table_play_one_match() {
    // Several connections of the same seat send the same moves at once. Each move becomes one event.
    let house = House::new();
    let mut table = house.started().await;
    for round in 0..10 {
        let actor = table.actor();
        let action = table.state.random_action(&mut table.random).unwrap();
        let mut others = Vec::new();
        for _ in 0..3 {
            others.push(house.guest(&table.table, Some(&table.keys[actor]), 0).await.0);
        }
        let id = format!("m{round}");
        let mut asked = tokio::task::JoinSet::new();
        for mut client in others {
            let (id, action) = (id.clone(), action.clone());
            asked.spawn(async move { client.play(&id, &action).await });
        }
        while let Some(answer) = asked.join_next().await {
            assert_eq!(answer.unwrap().unwrap(), round + 1);
        }
        table.state.play(Seat(actor as u8), &action).unwrap();
    }
    let (_, welcome) = house.guest(&table.table, None, 0).await;
    let seqs: Vec<_> = welcome.moments.iter().map(|moment| moment.seq).collect();
    assert_eq!(seqs, (1..=10).collect::<Vec<_>>());
}

/// Lets a store fail on demand.
#[derive(Default)]
pub(super) struct Flaky {
    day: AtomicU8,
}

impl Flaky {
    /// What the next write comes to: one of the numbers below.
    pub(super) fn have(&self, day: u8) {
        self.day.store(day, Ordering::SeqCst);
    }

    /// The next write fails and is not kept.
    pub(super) fn fail_once(&self) {
        self.day.store(LOSES_WRITES, Ordering::SeqCst);
    }
}

const GOOD: u8 = 0;
const LOSES_WRITES: u8 = 1;
const LOSES_ANSWERS: u8 = 2;
const PANICS: u8 = 3;

impl Hooks for Flaky {
    fn write(&self, store: &Memory, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        match self.day.swap(GOOD, Ordering::SeqCst) {
            GOOD => store.write(batch),
            LOSES_WRITES => Err(StoreError::Failed("the disk is full".to_owned())),
            LOSES_ANSWERS => store.write(batch).and(Err(StoreError::Failed("the answer is lost".to_owned()))),
            PANICS => panic!("the store has a bug"),
            _ => unreachable!("`day` has one of the four values"),
        }
    }
}

#[tokio::test]
async fn whatever_the_store_does_a_share_that_is_asked_for_again_is_given_once() {
    for day in [LOSES_WRITES, LOSES_ANSWERS, PANICS] {
        let store = Arc::new(Hooked::<Flaky>::default());
        let house = House::over(store.clone(), |_| {});
        let (_, _, [mut red, mut blue]) = house.seated(game()).await;
        for (client, share) in [(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)] {
            store.hooks.day.store(day, Ordering::SeqCst);
            assert_eq!(code(client.commit("b", share).await), RefusedCode::Unavailable);
            assert_eq!(client.commit("b", share).await, Ok(0));
        }
        for (client, share) in [(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)] {
            store.hooks.day.store(day, Ordering::SeqCst);
            assert_eq!(code(client.share("a", share).await), RefusedCode::Unavailable);
            assert_eq!(client.share("a", share).await, Ok(0));
        }
        red.begun().await;
        let told = |client: &Client| client.heard.iter().filter(|frame| frame.contains(r#""type":"begun""#)).count();
        assert_eq!([told(&red), told(&blue)], [1, 1], "everybody is told once");
    }
}

#[tokio::test]
async fn whatever_the_store_does_a_move_that_is_asked_for_again_is_made_once() {
    let store = Arc::new(Hooked::<Flaky>::default());
    let house = House::over(store.clone(), |_| {});
    let mut table = house.started().await;
    for (round, day) in [LOSES_WRITES, LOSES_ANSWERS, PANICS, LOSES_ANSWERS, LOSES_WRITES].into_iter().enumerate() {
        let (actor, seq) = (table.actor(), table.state.events() as u64 + 1);
        let action = table.state.random_action(&mut table.random).unwrap();
        let id = format!("move {round}");
        store.hooks.day.store(day, Ordering::SeqCst);
        assert_eq!(code(table.people[actor].play(&id, &action).await), RefusedCode::Unavailable);
        assert_eq!(table.people[actor].play(&id, &action).await.unwrap(), seq);
        assert_eq!(table.people[1 - actor].moment().await.seq, seq, "everybody is told once");
        table.state.play(Seat(actor as u8), &action).unwrap();
    }
    let (_, welcome) = house.guest(&table.table, None, 0).await;
    assert_eq!(welcome.moments.len(), table.state.events());
}

/// Gives a store a slow disk. It reports that it begins to write events, and waits until it may go on.
pub(super) struct Slow {
    /// How often the log of a table was read.
    reads: AtomicUsize,
    begun: tokio::sync::mpsc::UnboundedSender<()>,
    may_go_on: Mutex<mpsc::Receiver<()>>,
}

impl Slow {
    /// A store with such a disk, the receiver of its reports, and the sender that lets it go on.
    pub(super) fn store() -> (Hooked<Self>, tokio::sync::mpsc::UnboundedReceiver<()>, mpsc::Sender<()>) {
        let (begun, begins) = tokio::sync::mpsc::unbounded_channel();
        let (go_on, may_go_on) = mpsc::channel();
        let (reads, may_go_on) = (AtomicUsize::new(0), Mutex::new(may_go_on));
        (Hooked::new(Self { reads, begun, may_go_on }), begins, go_on)
    }
}

impl Hooks for Slow {
    fn before(&self, asked: Asked) -> Result<(), StoreError> {
        self.reads.fetch_add(usize::from(asked == Asked::Table), Ordering::SeqCst);
        Ok(())
    }

    fn write(&self, store: &Memory, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        if batch.iter().any(|write| matches!(write, Write::Change(_, Change::Event(_)))) {
            let _ = self.begun.send(());
            let _ = self.may_go_on.lock().unwrap().recv();
        }
        store.write(batch)
    }
}

#[tokio::test]
async fn nobody_hears_of_a_move_before_it_is_durable() {
    let (store, mut begins, go_on) = Slow::store();
    let house = House::over(Arc::new(store), |_| {});
    let mut table = house.started().await;
    let actor = table.actor();
    let action = table.state.random_action(&mut table.random).unwrap();
    table.people[actor].say(&FromClient::Play { id: "a".to_owned(), action }).await;
    begins.recv().await.unwrap();
    // The write is in progress. Meanwhile the opponent can talk to the server and is told nothing of the move. The
    // player who made it has no answer yet either.
    let opponent = &mut table.people[1 - actor];
    for _ in 0..50 {
        opponent.send(Message::Text("nonsense".into())).await;
        assert!(matches!(opponent.hear().await, Some(FromServer::Refused(_) | FromServer::People { .. })));
    }
    let unheard = table.people[actor].socket().await.next();
    assert!(futures_util::FutureExt::now_or_never(unheard).is_none_or(|frame| !format!("{frame:?}").contains("done")));
    go_on.send(()).unwrap();
    assert_eq!(table.people[actor].done("a").await.unwrap(), 1);
    assert_eq!(table.people[1 - actor].moment().await.seq, 1);
}

/// A server that is asked to write more than its disk can take does not read and replay logs on top of that.
#[tokio::test]
async fn a_write_for_which_the_queue_has_no_place_makes_no_room_read_its_log() {
    let (store, mut begins, go_on) = Slow::store();
    let store = Arc::new(store);
    let house = House::over(store.clone(), |config| config.limits.waiting_writes = 1);
    let mut tables = [house.started().await, house.started().await, house.started().await];
    for (number, table) in tables.iter_mut().enumerate() {
        let (actor, action) = (table.actor(), table.state.random_action(&mut table.random).unwrap());
        table.people[actor].say(&FromClient::Play { id: "a".to_owned(), action }).await;
        if number == 0 {
            begins.recv().await.unwrap(); // the first write is in progress
        }
    }
    // Of the other two, one waits, and there is no place for both.
    let [first, second, third] = &mut tables;
    let (second_actor, third_actor) = (second.actor(), third.actor());
    let (refused, asker) = tokio::select! {
        refused = second.people[second_actor].done("a") => (refused, &mut second.people[second_actor]),
        refused = third.people[third_actor].done("a") => (refused, &mut third.people[third_actor]),
    };
    assert_eq!(code(refused), RefusedCode::Unavailable);
    store.hooks.reads.store(0, Ordering::SeqCst);
    assert_eq!(code(asker.play("b", "nonsense").await), RefusedCode::NoAction);
    assert_eq!(store.hooks.reads.load(Ordering::SeqCst), 0, "the room knows its state still");
    go_on.send(()).unwrap();
    go_on.send(()).unwrap();
    let actor = first.actor();
    assert_eq!(first.people[actor].done("a").await.unwrap(), 1);
}
