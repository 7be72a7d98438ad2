//! What becomes of a notice at a bad moment: the store fails when a node wants to read what is new, or a node reads a table
//! or a journey for the first time while something happens there.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use protocol::{JourneyStep, LookAtJourney};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::hooked::{Asked, Hooked, Hooks};
use super::journeys::{Party, replayed};
use super::*;
use crate::bus::{Bus, LocalBus};
use crate::store::StoreError;

/// Lets the reads of a store fail, the next read or write wait after it was done, or the answer to the next write get lost.
#[derive(Default)]
pub(super) struct Reading {
    /// How often something was read.
    pub(super) reads: AtomicUsize,
    pub(super) fails: AtomicBool,
    failed: AtomicUsize,
    held: Mutex<Option<Held>>,
    loses_next_answer: AtomicBool,
}

/// A read or a write that waits after it was done.
struct Held {
    is_read: bool,
    done: UnboundedSender<()>,
    may_go_on: mpsc::Receiver<()>,
}

impl Reading {
    /// The next read tells the receiver that it has looked, and waits for the sender before it answers.
    pub(super) fn hold_next(&self) -> (UnboundedReceiver<()>, mpsc::Sender<()>) {
        self.hold(true)
    }

    /// The next write tells the receiver that it is durable, and waits for the sender before it answers.
    fn hold_next_write(&self) -> (UnboundedReceiver<()>, mpsc::Sender<()>) {
        self.hold(false)
    }

    fn hold(&self, is_read: bool) -> (UnboundedReceiver<()>, mpsc::Sender<()>) {
        let ((done, is_done), (go_on, may_go_on)) = (unbounded_channel(), mpsc::channel());
        *self.held.lock().unwrap() = Some(Held { is_read, done, may_go_on });
        (is_done, go_on)
    }

    /// Waits until a read has failed. From then on they succeed.
    async fn wait_for_failure(&self) {
        while self.failed.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.fails.store(false, Ordering::SeqCst);
    }
}

impl Hooks for Reading {
    fn before(&self, asked: Asked) -> Result<(), StoreError> {
        self.reads.fetch_add(usize::from(is_read(asked)), Ordering::SeqCst);
        if is_read(asked) && self.fails.load(Ordering::SeqCst) {
            self.failed.fetch_add(1, Ordering::SeqCst);
            return Err(StoreError::Failed("not now".to_owned()));
        }
        Ok(())
    }

    fn after(&self, asked: Asked) -> Result<(), StoreError> {
        if asked == Asked::Write && self.loses_next_answer.swap(false, Ordering::SeqCst) {
            return Err(StoreError::Failed("the answer is lost".to_owned()));
        }
        let is_held = |held: &mut Held| if held.is_read { is_read(asked) } else { asked == Asked::Write };
        let held = self.held.lock().unwrap().take_if(is_held); // others go on meanwhile
        if let Some(Held { done, may_go_on, .. }) = held {
            done.send(()).unwrap();
            may_go_on.recv().unwrap();
        }
        Ok(())
    }
}

fn is_read(asked: Asked) -> bool {
    matches!(asked, Asked::Table | Asked::Journey)
}

/// Two nodes that hear each other.
async fn nodes() -> (Arc<Hooked<Reading>>, [House; 2]) {
    let store = Arc::new(Hooked::<Reading>::default());
    let bus: Arc<dyn Bus> = Arc::new(LocalBus::default());
    let nodes = [(); 2].map(|()| {
        let house = House::over(store.clone(), |config| config.bus = bus.clone());
        tokio::spawn(crate::serve::hear(house.hub.clone()));
        house
    });
    settle().await; // both nodes subscribe
    (store, nodes)
}

/// The next moment. Other messages do not make the wait longer.
async fn first_moment(watcher: &mut Client) -> Moment {
    tokio::time::timeout(PATIENCE, watcher.moment()).await.expect("the watcher is told")
}

/// Lets every task do what it can do now.
pub(super) async fn settle() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

/// Waits until every node has read what it was told until now. The paused clock stands still while a thread reads.
async fn read_everything() {
    tokio::time::sleep(Duration::from_secs(5)).await;
}

impl House {
    /// Takes the next step that the computer advises.
    async fn take_a_step(&self, party: &Party) {
        let journey = replayed(&self.told(party, 0).await);
        let (seat, step) = [0, 1].into_iter().find_map(|seat| Some((seat, journey.advise(Seat(seat))?))).unwrap();
        let (id, key) = ("a step".to_owned(), party.key(seat.into()));
        self.step(party.name(), JourneyStep { id, key, step, seat: None }).await.unwrap();
    }

    /// Whether a traveller is told of the first event of a journey before the wait for news is over.
    async fn hears_of_the_first_event(&self, party: &Party) -> bool {
        let began = tokio::time::Instant::now();
        let mut asked = LookAtJourney { key: party.key(1), since: Some(0), version: 0 };
        loop {
            let news = self.hub.look_at_journey(party.name(), asked.clone(), Address::OTHERS).await.unwrap();
            if !news.events.is_empty() || began.elapsed() >= protocol::JourneyNews::WAITS {
                return began.elapsed() < protocol::JourneyNews::WAITS;
            }
            asked.version = news.version;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_could_not_be_read_after_a_notice_is_read_when_the_store_is_back() {
    let (store, [here, there]) = nodes().await;
    let mut table = here.started().await;
    let (mut watcher, _) = there.guest(&table.table, None, 0).await;
    read_everything().await;
    store.hooks.fails.store(true, Ordering::SeqCst);
    table.step().await;
    store.hooks.wait_for_failure().await;
    assert_eq!(first_moment(&mut watcher).await.seq, 1);
}

#[tokio::test(start_paused = true)]
async fn a_journey_that_could_not_be_read_after_a_notice_is_read_when_the_store_is_back() {
    let (store, [here, there]) = nodes().await;
    let party = here.party().await;
    there.told(&party, 1).await;
    here.told(&party, 0).await;
    read_everything().await;
    store.hooks.fails.store(true, Ordering::SeqCst);
    here.take_a_step(&party).await;
    store.hooks.wait_for_failure().await;
    assert!(there.hears_of_the_first_event(&party).await);
}

#[tokio::test(start_paused = true)]
async fn a_move_while_a_node_reads_the_table_for_the_first_time_is_told_there() {
    let (store, [here, there]) = nodes().await;
    let mut table = here.started().await;
    read_everything().await;
    let (mut looks, go_on) = store.hooks.hold_next();
    let coming = tokio::spawn({
        let mut watcher = there.connect(&table.table);
        async move { (watcher.hello(None, 0).await.unwrap(), watcher) }
    });
    looks.recv().await.unwrap();
    table.step().await;
    settle().await; // the other node hears the notice, and has no such room
    go_on.send(()).unwrap();
    let (welcome, mut watcher) = coming.await.unwrap();
    if welcome.moments.is_empty() {
        assert_eq!(first_moment(&mut watcher).await.seq, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_step_while_a_node_reads_the_journey_for_the_first_time_is_told_there() {
    let (store, [here, there]) = nodes().await;
    let party = here.party().await;
    here.told(&party, 0).await;
    read_everything().await;
    let (mut looks, go_on) = store.hooks.hold_next();
    let hears = async { there.hears_of_the_first_event(&party).await };
    let happens = async {
        looks.recv().await.unwrap();
        here.take_a_step(&party).await;
        settle().await; // the other node hears the notice, and has no such journey
        go_on.send(()).unwrap();
    };
    assert!(tokio::join!(hears, happens).0);
}

/// The store has kept a move and could not say so. The player is told to ask again, and does not.
#[tokio::test(start_paused = true)]
async fn a_move_of_which_nobody_knows_whether_it_is_kept_is_told_at_every_node() {
    let (store, [here, there]) = nodes().await;
    let mut table = here.started().await;
    let (mut watcher, _) = here.guest(&table.table, None, 0).await;
    let (mut elsewhere, _) = there.guest(&table.table, None, 0).await;
    read_everything().await;
    store.hooks.loses_next_answer.store(true, Ordering::SeqCst);
    let (actor, action) = (table.actor(), table.state.legal()[0].clone());
    let refused = table.people[actor].play("lost", &action).await;
    assert_eq!(code(refused), RefusedCode::Unavailable);
    assert_eq!(first_moment(&mut elsewhere).await.seq, 1);
    assert_eq!(first_moment(&mut watcher).await.seq, 1);
    // Whoever does ask again is answered from the log.
    assert_eq!(table.people[actor].play("lost", &action).await, Ok(1));
}

#[tokio::test(start_paused = true)]
async fn a_step_of_which_nobody_knows_whether_it_is_kept_is_told_at_every_node() {
    let (store, [here, there]) = nodes().await;
    let party = here.party().await;
    there.told(&party, 1).await;
    let journey = replayed(&here.told(&party, 0).await);
    read_everything().await;
    store.hooks.loses_next_answer.store(true, Ordering::SeqCst);
    let (seat, step) = [0, 1].into_iter().find_map(|seat| Some((seat, journey.advise(Seat(seat))?))).unwrap();
    let asked = JourneyStep { id: "lost".to_owned(), key: party.key(seat.into()), step, seat: None };
    let refused = here.step(party.name(), asked).await.unwrap_err();
    assert_eq!(refused.code, RefusedCode::Unavailable);
    assert!(there.hears_of_the_first_event(&party).await);
}

/// The move is in the store and its node has begun to close before the store has answered.
#[tokio::test]
async fn a_node_that_closes_tells_of_what_it_still_writes() {
    let (store, [here, there]) = nodes().await;
    let mut table = here.started().await;
    let (mut watcher, _) = there.guest(&table.table, None, 0).await;
    let (mut is_done, go_on) = store.hooks.hold_next_write();
    let playing = tokio::spawn(async move { table.step().await });
    is_done.recv().await.unwrap();
    let hub = here.hub.clone();
    let closing = tokio::spawn(async move { hub.close().await });
    while !here.hub.is_leaving() {
        tokio::task::yield_now().await;
    }
    settle().await; // the other node hears that this one closes
    go_on.send(()).unwrap();
    assert_eq!(first_moment(&mut watcher).await.seq, 1);
    closing.await.unwrap();
    playing.abort(); // it may wait for an answer over a connection that has ended
}
