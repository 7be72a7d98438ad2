//! Players of one table who are connected to different nodes: who is there, who is away, and who may say so. Tokio's clock is
//! paused and goes on by itself whenever everybody waits, so a minute takes a moment.

use std::sync::atomic::{AtomicBool, Ordering};

use game::Exit;
use protocol::SeatInfo;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

use super::away::{grace, told_of};
use super::hooked::{Asked, Hooked, Hooks};
use super::*;
use crate::blocking::Blocking;
use crate::bus::{Bus, LocalBus, News, NodeId, Notice};
use crate::clock::Clock;
use crate::store::StoreError;

/// A node with what it does beside its connections.
struct Running {
    house: House,
    line: Arc<Line>,
    /// Whether it does not reach the store.
    is_without_store: Arc<AtomicBool>,
    tasks: Vec<JoinHandle<()>>,
}

/// The bus as one node hears it. The line can be cut: then the node hears nobody, and nobody hears it.
struct Line {
    bus: Arc<LocalBus>,
    heard: broadcast::Sender<Notice>,
    is_cut: AtomicBool,
}

impl Bus for Line {
    fn publish(&self, notice: Notice) {
        if !self.is_cut.load(Ordering::SeqCst) {
            self.bus.publish(notice);
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.heard.subscribe()
    }
}

/// The store as one node reaches it.
struct StoreLine(Arc<AtomicBool>);

impl Hooks for StoreLine {
    fn before(&self, _: Asked) -> Result<(), StoreError> {
        let is_cut = self.0.load(Ordering::SeqCst);
        if is_cut { Err(StoreError::Failed("the store cannot be reached".to_owned())) } else { Ok(()) }
    }
}

impl Line {
    fn new(bus: Arc<LocalBus>) -> Arc<Self> {
        let line = Arc::new(Self { bus, heard: broadcast::channel(1024).0, is_cut: AtomicBool::new(false) });
        let (mut notices, listener) = (line.bus.subscribe(), line.clone());
        tokio::spawn(async move {
            while let Some(notice) = next_notice(&mut notices).await {
                if !listener.is_cut.load(Ordering::SeqCst) {
                    let _ = listener.heard.send(notice);
                }
            }
        });
        line
    }

    fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::SeqCst);
    }
}

impl Running {
    /// Some nodes over one store.
    async fn start<const N: usize>() -> [Self; N] {
        Self::start_with(|_| {}).await
    }

    /// The same with other settings.
    async fn start_with<const N: usize>(change: impl Fn(&mut Config)) -> [Self; N] {
        let bus = Arc::new(LocalBus::default());
        let store = Arc::new(Memory::default());
        let nodes = [(); N].map(|()| {
            let (line, is_without_store) = (Line::new(bus.clone()), Arc::<AtomicBool>::default());
            let on = line.clone();
            let store = Hooked::over(store.clone(), StoreLine(is_without_store.clone()));
            let house = House::over(Arc::new(store), |config| {
                config.bus = on;
                (config.clock, config.blocking) = (Clock::of_the_system(), without_threads());
                // The clients of these tests do not read while time passes.
                (config.limits.pong, config.limits.still) = (Duration::from_hours(1), Duration::from_hours(1));
                change(config);
            });
            let hub = house.hub.clone();
            let tasks = vec![tokio::spawn(crate::serve::hear(hub.clone())), tokio::spawn(crate::serve::beat(hub))];
            Self { house, line, is_without_store, tasks }
        });
        tokio::time::sleep(Duration::from_secs(2)).await; // they get to know each other
        nodes
    }

    /// Ends a node as a kill does: it says nothing any more, and its connections break.
    fn kill(&self) {
        self.line.cut(true);
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// A table whose match has begun. Its first player is connected to one node, its second player to another.
struct Apart {
    table: String,
    keys: [String; 2],
    people: [Client; 2],
}

impl Apart {
    async fn new(one: &Running, two: &Running) -> Self {
        let Created { table, key: first, .. } = one.house.table_of(waiting_game()).await;
        let (mut red, _) = one.house.guest(&table, Some(&first), 0).await;
        let (mut blue, _) = two.house.guest(&table, None, 0).await;
        let (_, second) = blue.sit("sit").await.unwrap();
        add_shares([(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)]).await;
        red.begun().await;
        Self { table, keys: [first, second], people: [red, blue] }
    }
}

/// More comes over the bus than can wait for a node, as when its process was stopped.
#[tokio::test]
async fn the_bus_of_these_tests_goes_on_for_a_node_that_has_missed_notices() {
    let bus = Arc::new(LocalBus::default());
    let (line, _other) = (Line::new(bus.clone()), bus.subscribe());
    let mut heard = line.subscribe();
    let most = 10_000;
    for number in 1..=most {
        bus.publish(Notice { from: NodeId(1), number, news: News::Alive });
    }
    let mut next = async || tokio::time::timeout(PATIENCE, heard.recv()).await.expect("it goes on").unwrap().number;
    let first = next().await;
    assert!(first > 1, "some were missed");
    for number in first + 1..=most {
        assert_eq!(next().await, number);
    }
}

async fn exit_told(client: &mut Client) -> Option<Exit> {
    client.moment().await.what.exit()
}

fn here(seats: &[SeatInfo]) -> [bool; 2] {
    [seats[0].here, seats[1].here]
}

#[tokio::test(start_paused = true)]
async fn a_player_at_another_node_is_there() {
    let [one, two] = Running::start().await;
    let mut apart = Apart::new(&one, &two).await;
    let (mut watcher, welcome) = two.house.guest(&apart.table, None, 0).await;
    assert_eq!((here(&welcome.seats), welcome.watching), ([true, true], 1));
    let (_, welcome) = one.house.guest(&apart.table, None, 0).await;
    assert_eq!((here(&welcome.seats), welcome.watching), ([true, true], 2), "both nodes are asked who watches");
    apart.people[1] = one.house.guest(&apart.table, Some(&apart.keys[1]), 0).await.0; // the old connection breaks
    let FromServer::People { seats, .. } =
        watcher.hear_until(|message| matches!(message, FromServer::People { .. })).await
    else {
        unreachable!("only this was waited for")
    };
    assert_eq!(here(&seats), [true, true]);
}

#[tokio::test(start_paused = true)]
async fn a_player_who_left_another_node_is_counted_out_once() {
    let [one, two] = Running::start().await;
    let Apart { table, people: [mut red, blue], .. } = Apart::new(&one, &two).await;
    drop(blue);
    let seats = told_of(&mut red, |seats| seats[1].lost_in.is_some()).await;
    assert!(seats[1].lost_in.unwrap() <= grace().as_millis() as u64);
    let began = tokio::time::Instant::now();
    assert_eq!(exit_told(&mut red).await, Some(Exit::Dropped(Seat(1))));
    assert!(began.elapsed() >= grace().saturating_sub(Duration::from_secs(2)), "{:?}", began.elapsed());
    let (_, welcome) = two.house.guest(&table, None, 0).await;
    assert_eq!(welcome.moments.len(), 1, "both nodes have the same log");
}

#[tokio::test(start_paused = true)]
async fn a_player_who_comes_back_to_another_node_in_time_goes_on() {
    let [one, two, three] = Running::start().await;
    let Apart { table, keys, people: [mut red, blue] } = Apart::new(&one, &two).await;
    drop(blue);
    told_of(&mut red, |seats| seats[1].lost_in.is_some()).await;
    tokio::time::sleep(grace().saturating_sub(Duration::from_secs(3))).await;
    let (_blue, welcome) = three.house.guest(&table, Some(&keys[1]), 0).await;
    assert_eq!(welcome.moments.len(), 0);
    told_of(&mut red, |seats| seats[1].here && seats[1].lost_in.is_none()).await;
    tokio::time::sleep(2 * grace()).await;
    let (_, welcome) = one.house.guest(&table, None, 0).await;
    assert_eq!(welcome.moments.len(), 0, "nobody is away");
}

#[tokio::test(start_paused = true)]
async fn a_player_whose_node_dies_is_counted_down_for_within_five_seconds() {
    let [one, two] = Running::start().await;
    let Apart { people: [mut red, blue], .. } = Apart::new(&one, &two).await;
    two.kill();
    drop(blue);
    let died = tokio::time::Instant::now();
    let seats = told_of(&mut red, |seats| !seats[1].here && seats[1].lost_in.is_some()).await;
    assert!(died.elapsed() <= Duration::from_secs(5), "{:?}", died.elapsed());
    assert_eq!(seats[1].lost_in, Some(grace().as_millis() as u64), "the time between counts for nobody");
    assert_eq!(exit_told(&mut red).await, Some(Exit::Dropped(Seat(1))));
}

/// Somebody is away, and the node that counts down for them dies when half of the time has passed.
#[tokio::test(start_paused = true)]
async fn when_the_node_that_counts_dies_another_one_takes_over_within_five_seconds() {
    let nodes = Running::start::<3>().await;
    let Apart { table, keys, people: [mut red, blue] } = Apart::new(&nodes[0], &nodes[1]).await;
    let mut watchers = Vec::new();
    for node in &nodes {
        watchers.push(node.house.guest(&table, None, 0).await.0);
    }
    drop(blue);
    told_of(&mut red, |seats| seats[1].lost_in.is_some()).await;
    let id = table.parse().unwrap();
    let counts =
        |node: &Running| node.house.hub.room_in_memory(id).is_some_and(|room| !room.attendance().lost_in.is_empty());
    let counting = nodes.iter().position(counts).expect("one of them counts");
    assert_eq!(nodes.iter().filter(|node| counts(node)).count(), 1, "one and no other");
    tokio::time::sleep(grace() / 2).await;
    let survivor = (counting + 1) % nodes.len();
    nodes[counting].kill();
    let died = tokio::time::Instant::now();
    // Its connections break, and whoever was there comes back elsewhere at once.
    drop(red);
    let (_red, _) = nodes[survivor].house.guest(&table, Some(&keys[0]), 0).await;
    let watcher = &mut watchers[survivor];
    let whole = grace().as_millis() as u64;
    told_of(watcher, |seats| seats[1].lost_in == Some(whole)).await;
    assert!(died.elapsed() <= Duration::from_secs(5), "{:?}", died.elapsed());
    assert_eq!(exit_told(watcher).await, Some(Exit::Dropped(Seat(1))));
    assert!(died.elapsed() >= grace(), "the time that the dead node had counted counts for nobody");
}

#[tokio::test(start_paused = true)]
async fn when_time_begins_anew_people_at_other_nodes_see_it() {
    let nodes = Running::start::<3>().await;
    let Apart { table, people: [mut red, blue], .. } = Apart::new(&nodes[0], &nodes[1]).await;
    let mut watchers = Vec::new();
    for node in &nodes {
        watchers.push(node.house.guest(&table, None, 0).await.0);
    }
    drop(blue);
    told_of(&mut red, |seats| seats[1].lost_in.is_some()).await;
    let room = |node: &Running| node.house.hub.room_in_memory(table.parse().unwrap()).unwrap();
    let counts = |node: &Running| !room(node).attendance().lost_in.is_empty();
    let counting = nodes.iter().position(counts).expect("one of them counts");
    tokio::time::sleep(grace() / 2).await;
    for watcher in &mut watchers {
        let heard_all = Duration::from_millis(1);
        while tokio::time::timeout(heard_all, told_of(watcher, |_| true)).await.is_ok() {}
    }
    room(&nodes[counting]).begin_time_anew();
    let nearly_whole = grace().saturating_sub(Duration::from_secs(1)).as_millis() as u64;
    for watcher in &mut watchers {
        let whole = told_of(watcher, |seats| seats[1].lost_in.is_some_and(|left| left > nearly_whole));
        tokio::time::timeout(Duration::from_secs(2), whole).await.expect("the time is told");
    }
    let began = tokio::time::Instant::now();
    for watcher in &mut watchers {
        assert_eq!(exit_told(watcher).await, Some(Exit::Dropped(Seat(1))));
    }
    assert!(began.elapsed() + Duration::from_secs(1) >= grace(), "{:?}", began.elapsed());
}

/// Nodes ask for few claims at once, and each takes as long as a database of the same network needs.
#[tokio::test(start_paused = true)]
async fn when_the_node_that_counts_at_two_hundred_tables_dies_all_are_taken_over_within_five_seconds() {
    const TABLES: usize = 200;
    let takes = Arc::new(Mutex::new(Duration::ZERO)); // each way
    let asking = takes.clone();
    let blocking = Blocking::in_place(move || {
        let takes = *asking.lock().unwrap();
        Box::pin(async move {
            if !takes.is_zero() {
                tokio::time::sleep(takes).await;
            }
        })
    });
    let [one, two] = Running::start_with(|config| config.blocking = blocking.clone()).await;
    let mut waiting = Vec::new();
    for _ in 0..TABLES {
        let Apart { table, keys, people: [red, blue] } = Apart::new(&two, &two).await;
        waiting.push((table, keys, red, Some(blue)));
    }
    for (.., red, blue) in &mut waiting {
        *blue = None;
        told_of(red, |seats| seats[1].lost_in.is_some()).await;
    }
    for (table, keys, red, _) in &mut waiting {
        *red = one.house.guest(table, Some(&keys[0]), 0).await.0;
    }
    let counted_by = |node: &Running| {
        let counts = |table: &str| {
            let room = node.house.hub.room_in_memory(table.parse().unwrap());
            room.is_some_and(|room| room.attendance().lost_in.iter().any(|(seat, _)| *seat == Seat(1)))
        };
        waiting.iter().filter(|(table, ..)| counts(table)).count()
    };
    assert_eq!((counted_by(&one), counted_by(&two)), (0, TABLES), "the one that dies counts at all of them");
    *takes.lock().unwrap() = Duration::from_millis(1);
    two.kill();
    let died = tokio::time::Instant::now();
    while counted_by(&one) < TABLES {
        assert!(died.elapsed() <= Duration::from_secs(5), "{} after {:?}", counted_by(&one), died.elapsed());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Whoever wanted to come back while the store was away may have been refused.
#[tokio::test(start_paused = true)]
async fn nobody_is_counted_out_before_the_whole_time_has_passed_with_the_store() {
    let nodes = Running::start::<2>().await;
    let Apart { people: [mut red, blue], .. } = Apart::new(&nodes[0], &nodes[1]).await;
    drop(blue);
    told_of(&mut red, |seats| seats[1].lost_in.is_some()).await;
    let without_store = |is_away| nodes.iter().for_each(|node| node.is_without_store.store(is_away, Ordering::SeqCst));
    tokio::time::sleep(grace() / 4).await;
    without_store(true);
    tokio::time::sleep((grace() * 3 / 4).saturating_sub(Duration::from_millis(1500))).await;
    without_store(false);
    let back = tokio::time::Instant::now();
    assert_eq!(exit_told(&mut red).await, Some(Exit::Dropped(Seat(1))));
    assert!(back.elapsed() >= grace(), "{:?}", back.elapsed());
}

/// Other nodes are told of comings and goings only so often. Before anybody is counted out they ask, and are told how it is now.
#[tokio::test(start_paused = true)]
async fn nobody_is_counted_out_by_what_was_not_told_yet() {
    let nodes: [_; 2] = Running::start_with(|config| config.limits.presence_pause = Duration::from_hours(1)).await;
    let Apart { table, keys, people: [_red, blue] } = Apart::new(&nodes[0], &nodes[1]).await;
    drop(blue);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (_blue, _) = nodes[1].house.guest(&table, Some(&keys[1]), 0).await;
    tokio::time::sleep(3 * grace()).await;
    let (_, welcome) = nodes[0].house.guest(&table, None, 0).await;
    assert_eq!(welcome.moments.len(), 0, "both are there");
}

/// Each coming and going of a player is a notice to all nodes and a claim in the store, if nothing bounds them.
#[tokio::test(start_paused = true)]
async fn a_player_who_comes_and_goes_all_the_time_keeps_neither_the_bus_nor_the_store_busy() {
    let nodes: [_; 2] = Running::start_with(|config| config.limits.presence_pause = Duration::from_millis(300)).await;
    let Apart { table, keys, people: [mut red, blue] } = Apart::new(&nodes[0], &nodes[1]).await;
    drop(blue);
    let mut notices = nodes[0].line.subscribe();
    let began = tokio::time::Instant::now();
    for _ in 0..100 {
        let (blue, _) = nodes[1].house.guest(&table, Some(&keys[1]), 0).await;
        tokio::time::sleep(Duration::from_millis(10)).await;
        drop(blue);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let seconds = began.elapsed().as_secs_f64();
    let mut told = 0;
    while let Ok(notice) = notices.try_recv() {
        told += usize::from(matches!(notice.news, News::Here { answers: None, .. }));
    }
    assert!(told >= 2 && (told as f64) < 8.0 * seconds, "{told} in {seconds} s");
    // What is told last is the truth.
    let (_blue, _) = nodes[1].house.guest(&table, Some(&keys[1]), 0).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (_, welcome) = nodes[0].house.guest(&table, None, 0).await;
    assert_eq!(here(&welcome.seats), [true, true]);
    told_of(&mut red, |seats| seats[1].here && seats[1].lost_in.is_none()).await;
}

#[tokio::test(start_paused = true)]
async fn what_a_node_has_written_before_it_was_killed_is_told_by_the_others() {
    let [one, two] = Running::start().await;
    let Apart { table, mut people, .. } = Apart::new(&one, &two).await;
    let state = one.house.match_of(&table);
    let (actor, node) = (state.actor().unwrap().index(), [&one, &two]);
    node[actor].line.cut(true); // the notice is not sent any more
    people[actor].play("last", &state.legal()[0]).await.unwrap();
    node[actor].kill();
    let died = tokio::time::Instant::now();
    assert_eq!(people[1 - actor].moment().await.seq, 1);
    assert!(died.elapsed() <= Duration::from_secs(6), "{:?}", died.elapsed());
}

/// A player who comes back knows more than the node does that they come to.
#[tokio::test(start_paused = true)]
async fn a_player_who_knows_more_than_a_node_is_shown_what_they_know() {
    let [one, two] = Running::start().await;
    let Apart { table, keys, mut people } = Apart::new(&one, &two).await;
    let state = one.house.match_of(&table);
    let (actor, node) = (state.actor().unwrap().index(), [&one, &two]);
    node[actor].line.cut(true);
    people[actor].play("last", &state.legal()[0]).await.unwrap();
    node[actor].kill();
    let (_back, welcome) = node[1 - actor].house.guest(&table, Some(&keys[actor]), 1).await;
    assert_eq!(welcome.seq, 1);
}

/// One player has left. When their time is nearly up, the node of the other one ends, and that one comes back elsewhere.
#[tokio::test(start_paused = true)]
async fn a_match_is_not_abandoned_because_the_node_of_the_player_who_stays_ends() {
    let nodes = Running::start::<3>().await;
    let Apart { table, keys, people: [red, blue] } = Apart::new(&nodes[0], &nodes[1]).await;
    let (mut watcher, _) = nodes[2].house.guest(&table, None, 0).await;
    drop(blue);
    told_of(&mut watcher, |seats| seats[1].lost_in.is_some()).await;
    let id = table.parse().unwrap();
    let counts =
        |node: &Running| node.house.hub.room_in_memory(id).is_some_and(|room| !room.attendance().lost_in.is_empty());
    let counting = nodes.iter().position(counts).expect("one of them counts");
    let (ends, goes_on) = ((counting + 1) % 3, (counting + 2) % 3);
    let moved = nodes[ends].house.guest(&table, Some(&keys[0]), 0).await.0;
    drop(red);
    // The time runs out while the player is on the way.
    let room = nodes[counting].house.hub.room_in_memory(id).unwrap();
    let left = Duration::from_millis(room.attendance().lost_in[0].1);
    tokio::time::sleep(left.saturating_sub(Duration::from_millis(300))).await;
    let ending = &nodes[ends];
    for task in &ending.tasks {
        task.abort();
    }
    ending.house.hub.close().await;
    drop(moved);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (mut red, welcome) = nodes[goes_on].house.guest(&table, Some(&keys[0]), 0).await;
    assert_eq!(welcome.moments.len(), 0, "nobody is counted out meanwhile");
    assert_eq!(exit_told(&mut red).await, Some(Exit::Dropped(Seat(1))));
}

#[tokio::test(start_paused = true)]
async fn nobody_is_counted_out_while_a_node_that_is_alive_cannot_be_heard() {
    let [one, two] = Running::start().await;
    let Apart { table, mut people, .. } = Apart::new(&one, &two).await;
    two.line.cut(true);
    tokio::time::sleep(5 * grace()).await;
    let (_, welcome) = one.house.guest(&table, None, 0).await;
    assert_eq!(welcome.moments.len(), 0, "the second player is connected all the time");
    // What one of them plays reaches the other, though no notice tells of it: a deaf node reads the log again and again.
    let state = one.house.match_of(&table);
    let actor = state.actor().unwrap();
    people[actor.index()].play("move", &state.legal()[0]).await.unwrap();
    assert_eq!(people[1 - actor.index()].moment().await.seq, 1);
}

#[tokio::test(start_paused = true)]
async fn a_node_that_was_cut_off_cannot_count_out_whoever_is_connected_elsewhere() {
    let [one, two] = Running::start().await;
    let Apart { table, keys, people: [mut red, blue] } = Apart::new(&one, &two).await;
    drop(blue);
    told_of(&mut red, |seats| seats[1].lost_in.is_some()).await;
    one.line.cut(true); // it counts on and does not hear that the player is back
    let (_blue, _) = two.house.guest(&table, Some(&keys[1]), 0).await;
    tokio::time::sleep(3 * grace()).await;
    assert_eq!(one.house.guest(&table, None, 0).await.1.moments.len(), 0);
    one.line.cut(false);
    told_of(&mut red, |seats| seats[1].here).await;
}

#[tokio::test(start_paused = true)]
async fn the_computer_plays_once_however_many_nodes_have_the_table() {
    let [one, two] = Running::start().await;
    let created = one.house.table_for(game(), &[], &[(1, "1")]).await.unwrap();
    let (mut red, _) = one.house.guest(&created.table, Some(&created.key), 0).await;
    let (mut watcher, _) = two.house.guest(&created.table, None, 0).await;
    add_shares([(&mut red, RED_SHARE)]).await;
    let mut state = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
    for _ in 0..10 {
        let Some(seat) = state.actor() else { break };
        if seat == Seat(0) {
            let action = state.legal()[0].clone();
            red.play(&format!("m{}", state.events()), &action).await.unwrap();
        }
        let moment = watcher.moment().await;
        assert_eq!(moment.seq, state.events() as u64 + 1);
        state.play(seat, action_of(&moment)).unwrap();
    }
}

/// A node may lose its network and still reach the players of its own network.
#[tokio::test(start_paused = true)]
async fn a_node_that_reaches_neither_store_nor_bus_sends_its_players_to_the_others_and_nobody_is_counted_out() {
    let [one, two] = Running::start().await;
    let Apart { table, keys, people: [mut red, mut blue] } = Apart::new(&one, &two).await;
    let cut = |is_cut: bool| {
        two.line.cut(is_cut);
        two.is_without_store.store(is_cut, Ordering::SeqCst);
    };
    cut(true);
    let refused =
        |message: &FromServer| matches!(message, FromServer::Refused(told) if told.code == RefusedCode::Unavailable);
    blue.hear_until(refused).await;
    assert!(blue.hear().await.is_none(), "the connection ends");
    let early = two.house.connect(&table).hello(Some(&keys[1]), 0).await;
    assert_eq!(code(early), RefusedCode::Unavailable);
    let (blue, welcome) = one.house.guest(&table, Some(&keys[1]), 0).await;
    assert_eq!((here(&welcome.seats), welcome.you), ([true, true], Some(Seat(1))));
    tokio::time::sleep(3 * grace()).await;
    let info = one.house.hub.room(&table, Address::OTHERS).await.unwrap().info().await.unwrap();
    assert!(!info.over, "nobody is counted out");
    drop(blue);
    told_of(&mut red, |seats| !seats[1].here).await;
    cut(false);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let (_, welcome) = two.house.guest(&table, Some(&keys[1]), 0).await;
    assert_eq!(here(&welcome.seats), [true, true], "players may come in again");
}
