//! What can fail: the store and the bus as one node has them.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use futures_util::FutureExt as _;
use tokio::sync::broadcast;
use tokio::time::Instant;

use super::{Story, *};
use crate::blocking::Blocking;
use crate::bus::{Bus, LocalBus, Notice};
use crate::store::{Change, StoreError, Write, Wrote};
use crate::tests::hooked::{Asked, Hooked, Hooks};

/// Draws for everybody, in the order in which they ask.
#[derive(Clone)]
pub(super) struct Luck(Arc<Mutex<Random>>);

impl Luck {
    pub(super) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(Random::new(seed))))
    }

    pub(super) fn below(&self, limit: u32) -> u32 {
        self.0.lock().unwrap().below(limit)
    }

    /// Whether something happens that happens so often in a thousand times.
    pub(super) fn strikes(&self, in_a_thousand: u32) -> bool {
        self.below(1000) < in_a_thousand
    }

    pub(super) fn millis(&self, from: u32, to: u32) -> Duration {
        Duration::from_millis(u64::from(from + self.below(to - from)))
    }

    /// A source of ids, keys and seeds.
    pub(super) fn entropy(&self) -> Entropy {
        let luck = self.clone();
        Entropy::from_fn(move |bytes| bytes.iter_mut().for_each(|byte| *byte = luck.below(256) as u8))
    }
}

/// Something that goes wrong for a while, and may do so for several reasons at once.
#[derive(Default)]
pub(super) struct Trouble(AtomicU32);

impl Trouble {
    pub(super) async fn lasts(&self, time: Duration) {
        self.0.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(time).await;
        self.0.fetch_sub(1, Ordering::SeqCst);
    }

    pub(super) fn is_now(&self) -> bool {
        self.0.load(Ordering::SeqCst) > 0
    }
}

/// How many of a thousand writes become durable late: the node is told that its write has failed, and it lands in the store when
/// nobody expects it any more.
const LATE_WRITES: u32 = 15;
/// How much later it lands, in milliseconds: longer than a server waits for the end of a doubt (`DOUBT_LASTS` in `unread.rs`).
const LANDS_AFTER: (u32, u32) = (500, 20_000);

/// The writes that land late in the store of everybody, whatever becomes of the node that has sent them.
pub(super) struct LateWrites {
    store: Arc<Memory>,
    story: Story,
    began: Instant,
    /// What they lock until they land, as a transaction does whose commit hangs. Others read what was there before, and cannot write.
    locked: Mutex<Vec<TableId>>,
}

impl LateWrites {
    pub(super) fn of(kept: Arc<Memory>, story: Story) -> Arc<Self> {
        Arc::new(Self { store: kept, story, began: Instant::now(), locked: Mutex::default() })
    }

    fn is_locked(&self, batch: &[Write]) -> bool {
        let locked = self.locked.lock().unwrap();
        batch.iter().filter_map(table).any(|table| locked.contains(&table))
    }

    fn land(self: &Arc<Self>, batch: Vec<Write>, after: Duration, locks: bool) {
        let late = self.clone();
        let locked: Vec<TableId> = batch.iter().filter_map(table).filter(|_| locks).collect();
        late.locked.lock().unwrap().extend(&locked);
        let how = if locks { " and locks its table until then" } else { "" };
        late.tell(format_args!("a write will land after {after:?}{how}: {}", what(&batch)));
        tokio::spawn(async move {
            tokio::time::sleep(after).await;
            late.locked.lock().unwrap().retain(|table| !locked.contains(table));
            let wrote = late.store.write(&batch);
            late.tell(format_args!("a late write lands: {}: {wrote:?}", what(&batch)));
        });
    }

    fn tell(&self, told: std::fmt::Arguments<'_>) {
        self.story.add(format!("{:?} {told}", self.began.elapsed()));
    }
}

/// The table of a write.
fn table(write: &Write) -> Option<TableId> {
    match write {
        Write::Table(row) => Some(row.id),
        Write::Change(id, _) | Write::Fenced(id, ..) => Some(*id),
        _ => None, // nothing else is written here
    }
}

/// What is written, without keys and secrets that would fill a line.
fn what(batch: &[Write]) -> String {
    let what = |write: &Write| match write {
        Write::Change(id, Change::Event(event)) | Write::Fenced(id, _, Change::Event(event)) => {
            format!("{id}: event {} of {:?}, asked for by {:?}", event.seq, event.seat, event.request)
        }
        Write::Change(id, _) | Write::Fenced(id, ..) => format!("{id}: a change"),
        Write::Table(row) => format!("{}: a new table", row.id),
        _ => "something".to_owned(),
    };
    batch.iter().map(what).collect::<Vec<_>>().join(", ")
}

/// What is wrong with a node now.
pub(super) struct Faults {
    pub(super) luck: Luck,
    /// It was killed: it reaches nothing any more, and nothing holds it back from its end.
    pub(super) is_dead: AtomicBool,
    /// It hears nobody on the bus, and nobody hears it.
    pub(super) cut: Trouble,
    /// It does not reach the store, which the others reach.
    pub(super) without_store: Trouble,
    /// It is stopped: whatever it asks for takes until it goes on.
    pub(super) stopped: Trouble,
    pub(super) weather: Arc<Weather>,
    pub(super) late: Arc<LateWrites>,
}

/// What is wrong with everything.
#[derive(Default)]
pub(super) struct Weather {
    /// Nobody reaches the store.
    pub(super) store_down: Trouble,
    /// Nobody reaches the bus.
    pub(super) bus_down: Trouble,
    /// No question to the store and no notice is lost by chance, and every worker answers in time.
    pub(super) is_calm: AtomicBool,
    /// When the last of what has begun ends that goes on when it is calm: a late write lands, a player comes back.
    settles: Mutex<Option<Instant>>,
}

impl Weather {
    /// Something has begun that ends after this time.
    pub(super) fn settles_after(&self, time: Duration) {
        let mut settles = self.settles.lock().unwrap();
        *settles = (*settles).max(Some(Instant::now() + time));
    }

    pub(super) fn settles(&self) -> Option<Instant> {
        *self.settles.lock().unwrap()
    }
}

impl Faults {
    pub(super) fn new(luck: Luck, weather: Arc<Weather>, late: Arc<LateWrites>) -> Arc<Self> {
        let [cut, without_store, stopped] = [(); 3].map(|()| Trouble::default());
        Arc::new(Self { luck, is_dead: AtomicBool::new(false), cut, without_store, stopped, weather, late })
    }

    pub(super) fn is_dead(&self) -> bool {
        self.is_dead.load(Ordering::SeqCst)
    }

    /// Whether it says nothing to anybody.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_now() && !self.is_dead()
    }

    pub(super) fn has_no_bus(&self) -> bool {
        self.is_dead() || self.cut.is_now() || self.weather.bus_down.is_now()
    }

    pub(super) fn is_calm(&self) -> bool {
        self.weather.is_calm.load(Ordering::SeqCst)
    }

    /// Everything that a node asks of the store takes a moment, and until it goes on if it is stopped.
    pub(super) fn blocking(self: &Arc<Self>) -> Blocking {
        let faults = self.clone();
        Blocking::in_place(move || {
            let faults = faults.clone();
            async move {
                tokio::time::sleep(faults.luck.millis(0, 15)).await;
                faults.go_on().await;
            }
            .boxed()
        })
    }

    /// Waits as long as the node is stopped. It looks again and again: those who wait for a signal are woken in an order
    /// that is not the same every time.
    pub(super) async fn go_on(&self) {
        while self.is_stopped() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn reach_store(&self) -> Result<(), StoreError> {
        let is_gone = self.is_dead() || self.without_store.is_now() || self.weather.store_down.is_now();
        if is_gone || self.loses() { Err(StoreError::Failed("not reached".to_owned())) } else { Ok(()) }
    }

    /// Whether something is lost by chance.
    fn loses(&self) -> bool {
        !self.is_calm() && self.luck.strikes(5)
    }

    /// The answer may be lost on its way back.
    fn bring_back(&self) -> Result<(), StoreError> {
        if self.loses() { Err(StoreError::Failed("the answer is lost".to_owned())) } else { Ok(()) }
    }
}

/// The store as one node reaches it.
pub(super) type StoreLine = Hooked<Arc<Faults>>;

impl Hooks for Arc<Faults> {
    fn before(&self, _: Asked) -> Result<(), StoreError> {
        self.reach_store()
    }

    fn write(&self, store: &Memory, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        if self.late.is_locked(batch) {
            return Err(StoreError::Failed("nothing was kept: somebody else has the lock".to_owned()));
        }
        if batch.is_empty() || self.is_calm() || !self.luck.strikes(LATE_WRITES) {
            return store.write(batch);
        }
        let after = self.luck.millis(LANDS_AFTER.0, LANDS_AFTER.1);
        self.weather.settles_after(after);
        self.late.land(batch.to_vec(), after, self.luck.strikes(500));
        Err(StoreError::Failed("no answer came in time".to_owned()))
    }

    fn after(&self, _: Asked) -> Result<(), StoreError> {
        self.bring_back()
    }
}

/// The bus as one node reaches it.
pub(super) struct BusLine {
    bus: Arc<LocalBus>,
    heard: broadcast::Sender<Notice>,
    faults: Arc<Faults>,
}

impl BusLine {
    pub(super) fn new(bus: Arc<LocalBus>, faults: Arc<Faults>) -> Arc<Self> {
        let line = Arc::new(Self { bus, heard: broadcast::channel(1024).0, faults });
        let (mut notices, heard, faults) = (line.bus.subscribe(), line.heard.clone(), line.faults.clone());
        tokio::spawn(async move {
            while let Some(notice) = next_notice(&mut notices).await {
                faults.go_on().await;
                if faults.is_dead() {
                    return;
                }
                if !faults.has_no_bus() && !faults.loses() {
                    let _ = heard.send(notice);
                }
            }
        });
        line
    }
}

impl Bus for BusLine {
    fn publish(&self, notice: Notice) {
        if !self.faults.has_no_bus() && !self.faults.is_stopped() {
            self.bus.publish(notice);
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.heard.subscribe()
    }
}
