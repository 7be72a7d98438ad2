//! Nodes, tables, players, and what befalls them.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::Ordering;

use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::faults::{BusLine, Faults, LateWrites, Luck, StoreLine, Weather};
use super::player::Player;
use super::workers::WorkersLine;
use super::*;
use crate::bus::LocalBus;
use crate::live::Live;
use crate::serve::TO_CLOSE_ROOMS;
use crate::store::StoredEventKind;
use crate::tests::away::grace;

const NODES: usize = 3;
/// The tasks of a node that are no connections.
const HELPING: usize = 2;
const TABLES: usize = 3;
/// How long things go wrong. After that everything works, and every match comes to its end.
const TROUBLE: Duration = Duration::from_secs(400);
/// No match takes longer when everything works.
const TO_PLAY_ON: Duration = Duration::from_hours(1);
/// The most faults at the same time.
const AT_ONCE: usize = 3;
const KINDS_OF_TROUBLE: u32 = 7;

/// The table with a time limit for absence and two people, one of whom may leave for good.
const TABLE_TO_LEAVE: usize = 1;
/// How long it may take, beside the time that a player may be away, until a player who left is counted out: another node
/// takes over within five seconds, and all nodes are asked.
const TO_TAKE_OVER: Duration = Duration::from_secs(7);

/// A cluster, its players, and the story of the run.
pub(super) struct World {
    pub(super) luck: Luck,
    store: Arc<Memory>,
    bus: Arc<LocalBus>,
    weather: Arc<Weather>,
    late: Arc<LateWrites>,
    nodes: Mutex<Vec<SimulatedNode>>,
    /// The nodes that are killed or end now, and whose places others take.
    replacing: Mutex<HashSet<usize>>,
    began: Instant,
    story: Story,
    /// What was acknowledged: by table and number of the event, the request.
    acknowledged: Mutex<BTreeMap<(String, u64), String>>,
    left: Mutex<Option<Left>>,
}

/// A player who has left for good.
#[derive(Clone)]
struct Left {
    table: String,
    seat: Seat,
    at: Instant,
}

/// A node, and what ends with it.
struct SimulatedNode {
    hub: Arc<Hub>,
    faults: Arc<Faults>,
    tasks: Vec<JoinHandle<()>>,
}

impl World {
    pub(super) fn new(seed: u64, story: Story) -> Arc<Self> {
        let kept = Arc::<Memory>::default();
        let world = Arc::new(Self {
            luck: Luck::new(seed),
            store: kept.clone(),
            bus: Arc::default(),
            weather: Arc::default(),
            late: LateWrites::of(kept, story.clone()),
            nodes: Mutex::default(),
            replacing: Mutex::default(),
            began: Instant::now(),
            story,
            acknowledged: Mutex::default(),
            left: Mutex::default(),
        });
        for _ in 0..NODES {
            let node = world.start_node();
            world.nodes.lock().unwrap().push(node);
        }
        world
    }

    fn start_node(&self) -> SimulatedNode {
        let faults = Faults::new(self.luck.clone(), self.weather.clone(), self.late.clone());
        let store: Arc<dyn Store> = Arc::new(StoreLine::over(self.store.clone(), faults.clone()));
        let mut config = Config::new("nowhere");
        config.limits.messages = Rate { a_second: 1e6, at_once: 1e6 };
        config.limits.new_tables_an_address = config.limits.new_tables;
        config.entropy = self.luck.entropy();
        config.blocking = faults.blocking();
        config.bus = BusLine::new(self.bus.clone(), faults.clone());
        config.workers = Some(WorkersLine::new(&config, faults.clone()));
        let (journal, _) = Journal::start(store.clone(), config.limits.waiting_writes, &config.blocking);
        let hub = Arc::new(Hub::new(&config, store, journal));
        let helping: [_; HELPING] =
            [tokio::spawn(crate::serve::hear(hub.clone())), tokio::spawn(crate::serve::beat(hub.clone()))];
        let tasks = helping.into();
        SimulatedNode { hub, faults, tasks }
    }

    pub(super) fn tell(&self, what: impl std::fmt::Display) {
        self.story.add(format!("{:?} {what}", self.began.elapsed()));
    }

    /// Lets everybody play while things fail, then to the end, and looks at what is kept.
    pub(super) async fn run(self: Arc<Self>) {
        sleep(Duration::from_secs(2)).await; // the nodes get to know each other
        let mut players = Vec::new();
        let mut tables = Vec::new();
        for number in 0..TABLES {
            // Two kinds of table: with a time limit for absence and dice, and without; one of them with the computer.
            let game = if number == 0 { game() } else { waiting_game() };
            let (table, mut seated) = Player::sit_down(&self, game, number == TABLES - 1).await;
            if number == TABLE_TO_LEAVE && self.luck.strikes(500) {
                let leaver = self.luck.below(2) as usize;
                seated[leaver].leave_after(self.luck.below(20).into());
            }
            tables.push(table);
            players.extend(seated.into_iter().map(|player| tokio::spawn(player.play_to_the_end())));
        }
        self.trouble().await;
        let healed = self.heal();
        self.see_leaver_counted_out(&tables[TABLE_TO_LEAVE], healed).await;
        for player in players {
            if tokio::time::timeout(TO_PLAY_ON, player).await.map(Result::unwrap).is_err() {
                let last: Vec<_> =
                    tables.iter().map(|table| (table, self.truth(table).map(|truth| truth.events()))).collect();
                panic!("a match does not end; events at the tables: {last:?}");
            }
        }
        for table in &tables {
            self.check(table).await;
        }
        for node in std::mem::take(&mut *self.nodes.lock().unwrap()) {
            node.kill();
        }
    }

    /// One fault after the other. The next one may begin before the last one is over.
    async fn trouble(self: &Arc<Self>) {
        let mut faults = Vec::<JoinHandle<()>>::new();
        while self.began.elapsed() < TROUBLE {
            sleep(self.luck.millis(500, 6_000)).await;
            // Some troubles last longer than a player may be away.
            let lasts =
                if self.luck.strikes(250) { self.luck.millis(60_000, 150_000) } else { self.luck.millis(500, 9_000) };
            let which = self.luck.below(NODES as u32) as usize;
            let (world, kind) = (self.clone(), self.luck.below(KINDS_OF_TROUBLE));
            let fault = tokio::spawn(async move { world.have_trouble(kind, which, lasts).await });
            faults.retain(|fault| !fault.is_finished());
            faults.push(fault);
            if faults.len() == AT_ONCE || self.luck.strikes(700) {
                for fault in faults.drain(..) {
                    fault.await.expect("the fault ends");
                }
            }
        }
        for fault in faults {
            fault.await.expect("the fault ends");
        }
    }

    async fn have_trouble(&self, kind: u32, which: usize, lasts: Duration) {
        let faults = self.nodes.lock().unwrap()[which].faults.clone();
        match kind {
            // A node that is being replaced is not replaced once more.
            0 | 1 if !self.replacing.lock().unwrap().insert(which) => {}
            0 => self.kill_node(which, lasts).await,
            1 => {
                self.end_node(which).await;
                sleep(lasts).await;
            }
            2 => {
                self.tell(format_args!("node {which} is stopped for {lasts:?}"));
                faults.stopped.lasts(lasts).await;
            }
            3 => {
                self.tell(format_args!("node {which} is cut from the bus for {lasts:?}"));
                faults.cut.lasts(lasts).await;
            }
            4 => {
                self.tell(format_args!("node {which} is cut from the bus and the store for {lasts:?}"));
                tokio::join!(faults.cut.lasts(lasts), faults.without_store.lasts(lasts));
            }
            5 => {
                self.tell(format_args!("the bus is down for {lasts:?}"));
                self.weather.bus_down.lasts(lasts).await;
            }
            _ => {
                self.tell(format_args!("the store is down for {lasts:?}"));
                self.weather.store_down.lasts(lasts).await;
            }
        }
    }

    async fn kill_node(&self, which: usize, starts_after: Duration) {
        self.tell(format_args!("node {which} is killed, and another one starts after {starts_after:?}"));
        self.nodes.lock().unwrap()[which].kill();
        sleep(starts_after).await;
        let node = self.start_node();
        self.nodes.lock().unwrap()[which] = node;
        self.replacing.lock().unwrap().remove(&which);
    }

    /// Ends a node as a host does who starts a new version: first another one starts.
    async fn end_node(&self, which: usize) {
        self.tell(format_args!("node {which} is asked to end, and another one has taken its place"));
        let node = self.start_node();
        let ending = std::mem::replace(&mut self.nodes.lock().unwrap()[which], node);
        ending.end().await;
        self.replacing.lock().unwrap().remove(&which);
    }

    /// From now on nothing fails by itself. Returns when everything is over that has begun before.
    fn heal(&self) -> Instant {
        self.tell("everything works again");
        self.weather.is_calm.store(true, Ordering::SeqCst);
        self.weather.settles().max(Some(Instant::now())).expect("it is not before now")
    }

    /// How long a player takes who comes back. Some who were there lose their network for a while, yet come back before anybody
    /// may count them out.
    pub(super) fn absence(&self, was_there: bool) -> Duration {
        if !was_there || self.weather.is_calm.load(Ordering::SeqCst) || !self.luck.strikes(100) {
            return self.luck.millis(50, 1_000);
        }
        let away = self.luck.millis(5_000, 20_000);
        self.weather.settles_after(away);
        away
    }

    /// A player leaves for good.
    pub(super) fn leave(&self, table: &str, seat: Seat) {
        self.tell(format_args!("{table}: {seat:?} leaves for good"));
        *self.left.lock().unwrap() = Some(Left { table: table.to_owned(), seat, at: Instant::now() });
    }

    fn left(&self) -> Option<Left> {
        self.left.lock().unwrap().clone()
    }

    /// Waits for the end of the match that a player may leave. One who has left is counted out in time, also if the node that
    /// counts dies meanwhile.
    async fn see_leaver_counted_out(&self, table: &str, healed: Instant) {
        let is_over = || self.truth(table).is_some_and(|truth| truth.is_over());
        while self.left().is_none() && !is_over() {
            assert!(healed.elapsed() < TO_PLAY_ON, "the match at {table} does not end");
            sleep(Duration::from_secs(1)).await;
        }
        let Some(left) = self.left() else { return };
        let mut since = healed.max(left.at);
        if self.luck.strikes(500) {
            sleep(self.luck.millis(5_000, grace().as_millis() as u32)).await;
            if let Some(node) = self.counting_node(table) {
                since = Instant::now();
                self.kill_node(node, self.luck.millis(500, 9_000)).await;
            }
        }
        while !is_over() {
            let waited = since.elapsed();
            let is_in_time = waited <= grace() + TO_TAKE_OVER;
            assert!(is_in_time, "{:?} of {table} is not counted out for {waited:?}", left.seat);
            sleep(Duration::from_millis(250)).await;
        }
        self.tell(format_args!("{table}: {:?} is counted out", left.seat));
    }

    /// The node that counts down for somebody at this table.
    fn counting_node(&self, table: &str) -> Option<usize> {
        let id = table.parse().unwrap();
        let counts = |node: &SimulatedNode| {
            node.hub.room_in_memory(id).is_some_and(|room| !room.attendance().lost_in.is_empty())
        };
        self.nodes.lock().unwrap().iter().position(counts)
    }

    /// A node for a client to try. It may be dead or stopped, as a client cannot know.
    pub(super) fn any_node(&self) -> (usize, Arc<Hub>) {
        let which = self.luck.below(NODES as u32) as usize;
        (which, self.nodes.lock().unwrap()[which].hub.clone())
    }

    /// A connection to this node. None if the node is dead.
    pub(super) fn connect(&self, node: usize, table: &str) -> Option<Client> {
        let mut nodes = self.nodes.lock().unwrap();
        let node = &mut nodes[node];
        if node.faults.is_dead() {
            return None;
        }
        let (here, there) = tokio::io::duplex(1 << 20);
        let (hub, table) = (node.hub.clone(), table.to_owned());
        node.tasks.push(tokio::spawn(async move {
            let socket = WebSocketStream::from_raw_socket(there, Role::Server, Some(socket_config())).await;
            serve_connection(socket, hub, table, Address::OTHERS).await;
        }));
        Some(Client { pipe: Some(here), socket: None, heard: Vec::new(), promise: None, seat: None })
    }

    /// Whether a node says nothing to anybody.
    pub(super) fn is_stopped(&self, node: usize) -> bool {
        self.nodes.lock().unwrap()[node].faults.is_stopped()
    }

    pub(super) fn acknowledge(&self, table: &str, seq: u64, request: &str) {
        self.tell(format_args!("{table}: event {seq} is acknowledged for {request}"));
        let before = self.acknowledged.lock().unwrap().insert((table.to_owned(), seq), request.to_owned());
        assert!(before.is_none_or(|before| before == request), "event {seq} of {table} is acknowledged for another");
    }

    /// The match as the store has it, once it has begun. Only a test can look at it.
    pub(super) fn truth(&self, table: &str) -> Option<Box<dyn DynMatch>> {
        let stored = self.store.table(table.parse().unwrap(), 0).unwrap().unwrap();
        let games = crate::games::Games::new(Config::built_in_games());
        Some(Live::load(stored, &games).unwrap()).filter(Live::has_begun).map(Live::into_match)
    }

    async fn check(&self, table: &str) {
        let stored = self.store.table(table.parse().unwrap(), 0).unwrap().unwrap();
        let (mut counted_out, mut requests) = (Vec::new(), HashSet::new());
        for (number, event) in stored.events.iter().enumerate() {
            assert_eq!(event.seq, number as u64 + 1, "{table} has a gap");
            // Nobody asks for an exit by time.
            let is_new = event.request.is_empty() || requests.insert((event.seat, &event.request));
            assert!(is_new, "{} of {:?} was played twice at {table}", event.request, event.seat);
            if matches!(event.kind, StoredEventKind::DropOut | StoredEventKind::Abandon) {
                counted_out.push(event.seat);
            }
        }
        let left: Vec<Seat> =
            self.left().filter(|left| left.table == table).map(|left| left.seat).into_iter().collect();
        assert_eq!(counted_out, left, "who is counted out at {table}, and who has left it for good");
        let acknowledged = self.acknowledged.lock().unwrap().clone();
        for ((_, seq), request) in acknowledged.iter().filter(|((at, _), _)| at == table) {
            let kept = stored.events.get(*seq as usize - 1).map(|event| event.request.as_str());
            assert_eq!(kept, Some(request.as_str()), "event {seq} of {table} was acknowledged and is not there");
        }
        let record = async { self.any_node().1.room(table, Address::OTHERS).await?.record().await };
        let record: game::Record = record.await.expect("every node knows the end").parse().unwrap();
        let replayed = catalog::find(&record.game).unwrap().replay(&record).expect("the record verifies");
        assert!(replayed.is_over(), "{table} has no end");
    }
}

impl SimulatedNode {
    /// It does what a server does that is asked to end, and is gone after that.
    async fn end(self) {
        let (helping, _connections) = self.tasks.split_at(HELPING);
        for task in helping {
            task.abort();
        }
        let _ = tokio::time::timeout(TO_CLOSE_ROOMS, self.hub.close()).await;
        sleep(self.faults.luck.millis(0, 3_000)).await; // what was asked for is written
        self.kill();
    }

    /// Nothing of it goes on. What a task has begun finds store and bus gone.
    fn kill(&self) {
        self.faults.is_dead.store(true, Ordering::SeqCst);
        for task in &self.tasks {
            task.abort();
        }
        let hub = self.hub.clone();
        tokio::spawn(async move { hub.close().await });
    }
}
