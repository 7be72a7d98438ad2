//! `kill -9` at any time loses no acknowledged move, doubles none and leaves no gap. The real binary is killed again
//! and again while people play. The moves that they were told of are compared with the log afterwards.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod build_folder;
#[path = "../src/load/client.rs"]
mod client;
#[path = "../src/load/no_limits.rs"]
mod no_limits;
mod past;

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use catalog::{DynGame, DynMatch};
use client::{Client, Socket};
use game::{NotOpened, Pledge, Random, Seat, Seed, Share, Verdict};
use no_limits::NO_LIMITS;
use past::with_past;
use protocol::{FromClient, FromServer, Moment, SeatInfo, Welcome, What};

const KILLS: u32 = 20;
/// With this many tables a commit holds dozens of moves and takes some time. A server that acknowledged a move before
/// its commit would be caught. (We tried that: it fails this test.)
const TABLES: usize = 60;

#[test]
fn no_acknowledged_move_is_lost_or_doubled_over_twenty_kills_under_load() {
    let folder = tempfile::tempdir_in(build_folder::build_folder()).unwrap();
    let data_dir = folder.path().join("data");
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let seed = std::env::var("KILL_SEED").map_or_else(|_| now(), |seed| seed.parse().unwrap());
    println!("KILL_SEED={seed} draws the same moves and the same moments for the kills");
    let mut random = Random::new(seed);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let ledger = Arc::new(Mutex::new(Ledger::default()));

    let mut people = runtime.block_on(async {
        let server = Killable::start(&data_dir);
        let mut people = Vec::new();
        for _ in 0..TABLES {
            people.extend(sit_down(server.client, &ledger, &mut random).await.unwrap());
        }
        people
    });
    for kill in 0..KILLS {
        let server = Killable::start(&data_dir);
        let after = Duration::from_millis(u64::from(50 + random.below(450)));
        // Every second kill may come while people are still coming back. The other kills come after some moves, however
        // busy the machine is.
        let wanted = ledger.lock().unwrap().count() + if kill % 2 == 0 { 0 } else { 50 };
        people =
            runtime.block_on(play_until_killed(server, people, after, || ledger.lock().unwrap().count() >= wanted));
        println!("kill {kill} after {after:?}: {} moves acknowledged", ledger.lock().unwrap().count());
    }
    let server = Killable::start(&data_dir);
    runtime.block_on(async {
        for person in &mut people {
            person.settle(server.client).await.unwrap();
        }
        let ledger = ledger.lock().unwrap().0.clone();
        assert!(ledger.len() >= TABLES);
        for (table, acknowledged) in &ledger {
            let (_, welcome) = server.client.enter(table, None).await.unwrap();
            let moments = with_past(server.client, read_welcome(&welcome), None).await.unwrap().moments;
            let kept: BTreeMap<_, _> =
                moments.iter().map(|moment| (moment.seq, action_of(moment).to_owned())).collect();
            assert_eq!(moments.len(), kept.len(), "table {table}: no event is there twice");
            assert_eq!(&kept, acknowledged, "table {table}: what was acknowledged is there, and nothing else");
        }
    });
    assert!(ledger.lock().unwrap().count() > 200, "the players made enough moves");
}

/// The acknowledged actions, by table and by the number of the event.
#[derive(Default)]
struct Ledger(BTreeMap<String, BTreeMap<u64, String>>);

impl Ledger {
    fn acknowledge(&mut self, table: &str, seq: u64, action: &str) {
        let known = self.0.entry(table.to_owned()).or_default().insert(seq, action.to_owned());
        assert!(known.is_none_or(|known| known == action), "event {seq} of {table} was acknowledged for another move");
    }

    fn count(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }
}

/// The real server.
struct Killable {
    child: Child,
    client: Client,
}

impl Killable {
    fn start(data_dir: &Path) -> Self {
        let mut child = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"))
            .args(["serve", "--json", "--addr", "127.0.0.1:0"])
            .args(NO_LIMITS)
            .arg("--data-dir")
            .arg(data_dir)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let started: serde_json::Value = serde_json::from_str(&line).expect("the server prints its address");
        let addr = started["addr"].as_str().unwrap().parse().unwrap();
        Self { child, client: Client(addr) }
    }
}

/// SIGKILL: no code of the server runs after it.
impl Drop for Killable {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn game() -> &'static dyn DynGame {
    catalog::GAMES[0]
}

/// Two people at a new table.
async fn sit_down(client: Client, ledger: &Arc<Mutex<Ledger>>, random: &mut Random) -> io::Result<[Person; 2]> {
    let created = client.create(game().info().key, &[]).await?;
    let (mut guest, _) = client.enter(&created.table, None).await?;
    guest.say(&FromClient::Sit { id: "sit".to_owned(), seat: None, name: String::new(), key: None, own: None }).await?;
    let second = loop {
        if let FromServer::Seated { key, .. } = hear(&mut guest).await? {
            break key;
        }
    };
    let person = |key, random: &mut Random| Person {
        table: created.table.clone(),
        key,
        share: new_share(random),
        pledge: None,
        commitment_acknowledged: false,
        share_acknowledged: false,
        asked: None,
        asks: 0,
        random: random.split(),
        ledger: ledger.clone(),
    };
    Ok([person(created.key.clone(), random), person(second, random)])
}

async fn play_until_killed(
    server: Killable,
    people: Vec<Person>,
    after: Duration,
    enough: impl Fn() -> bool,
) -> Vec<Person> {
    let client = server.client;
    let playing: Vec<_> = people
        .into_iter()
        .map(|mut person| {
            tokio::spawn(async move {
                let error = person.play(client).await;
                (person, error)
            })
        })
        .collect();
    tokio::time::sleep(after).await;
    while !enough() && playing.iter().any(|player| !player.is_finished()) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    drop(server);
    let mut people = Vec::new();
    for player in playing {
        people.push(player.await.expect("no player found a fault").0);
    }
    people
}

/// A player, with the request that was not answered yet.
struct Person {
    table: String,
    key: String,
    /// The share of this seat, and what the player has promised and seen for it.
    share: Share,
    pledge: Option<Pledge>,
    /// Whether the server has acknowledged the commitment to it, and the share.
    commitment_acknowledged: bool,
    share_acknowledged: bool,
    asked: Option<(String, String)>,
    asks: u64,
    random: Random,
    ledger: Arc<Mutex<Ledger>>,
}

/// A player's connection to a table, with the match as the server has told it.
struct Sitting {
    socket: Socket,
    you: Seat,
    begun: bool,
    seats: Vec<SeatInfo>,
    state: Box<dyn DynMatch>,
    next: Option<String>,
}

fn new_share(random: &mut Random) -> Share {
    Share(std::array::from_fn(|_| random.below(256) as u8))
}

impl Person {
    /// Plays one match after the other until the connection ends.
    async fn play(&mut self, client: Client) -> io::Error {
        loop {
            if let Err(error) = self.play_match(client).await {
                return error;
            }
        }
    }

    async fn play_match(&mut self, client: Client) -> io::Result<()> {
        let mut sitting = self.come_back(client).await?;
        while !sitting.begun {
            sitting.hear().await?;
            self.open_share(&mut sitting).await?;
        }
        loop {
            match sitting.state.actor() {
                Some(actor) if actor == sitting.you => {
                    let action = sitting.state.random_action(&mut self.random).expect("the actor has a legal action");
                    self.asks += 1;
                    self.asked = Some((format!("ask {}", self.asks), action));
                    self.ask(&mut sitting).await?;
                }
                Some(_) => sitting.hear().await.map(drop)?,
                None => {
                    if sitting.next.is_none() && sitting.you == Seat(0) {
                        sitting.socket.say(&FromClient::Rematch { id: "again".to_owned() }).await?;
                    }
                    while sitting.next.is_none() {
                        sitting.hear().await?;
                    }
                    self.table = sitting.next.expect("the player has waited for the rematch");
                    (self.share, self.pledge) = (new_share(&mut self.random), None);
                    (self.commitment_acknowledged, self.share_acknowledged) = (false, false);
                    return Ok(());
                }
            }
        }
    }

    /// Comes back after a restart. Checks that every acknowledged move is there, in order, and repeats the request
    /// without an answer.
    async fn come_back(&mut self, client: Client) -> io::Result<Sitting> {
        // Copied before connecting: while the welcome is on its way, more moves of the other player may be
        // acknowledged.
        let acknowledged = self.ledger.lock().unwrap().0.get(&self.table).cloned().unwrap_or_default();
        let (socket, welcome) = client.enter(&self.table, Some(&self.key)).await?;
        let welcome = with_past(client, read_welcome(&welcome), Some(&self.key)).await?;
        let state = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
        let you = welcome.you.expect("the key opens the seat");
        let (begun, seats) = (welcome.begun, welcome.seats.clone());
        let mut sitting = Sitting { socket, you, begun, seats, state, next: welcome.next };
        for moment in &welcome.moments {
            sitting.follow(moment);
        }
        for (seq, action) in &acknowledged {
            let kept = welcome.moments.get(*seq as usize - 1).map(action_of);
            assert_eq!(kept, Some(action.as_str()), "event {seq} of {} was acknowledged and is lost", self.table);
        }
        let share = welcome.seats[you.index()].share;
        assert!(share.is_none_or(|kept| kept == self.share), "the share of {you:?} at {} is another", self.table);
        assert!(share.is_some() || !self.share_acknowledged, "the share of {you:?} at {} is lost", self.table);
        let pledge = self.pledge.get_or_insert_with(|| Pledge::new(welcome.commitment, you, self.share));
        assert_eq!(pledge.promise, welcome.commitment, "the promise of the server at {} is another", self.table);
        let kept = welcome.seats[you.index()].commitment;
        assert!(kept.is_none_or(|kept| kept == pledge.commitment()), "the commitment of {you:?} is another");
        assert!(kept.is_some() || begun || !self.commitment_acknowledged, "the commitment of {you:?} is lost");
        self.commit(&mut sitting).await?;
        self.open_share(&mut sitting).await?;
        if self.asked.is_some() {
            self.ask(&mut sitting).await?;
        }
        Ok(sitting)
    }

    async fn settle(&mut self, client: Client) -> io::Result<()> {
        self.come_back(client).await.map(drop)
    }

    /// Commits to the share, or commits again. The server treats both alike.
    async fn commit(&mut self, sitting: &mut Sitting) -> io::Result<()> {
        let commitment = self.pledge.as_ref().expect("the welcome made it").commitment();
        sitting.socket.say(&FromClient::Commit { id: "commit".to_owned(), commitment }).await?;
        sitting.done("commit").await?;
        self.commitment_acknowledged = true;
        Ok(())
    }

    /// Opens the share when all have committed, or opens it again. The server treats both alike.
    async fn open_share(&mut self, sitting: &mut Sitting) -> io::Result<()> {
        let pledge = self.pledge.as_mut().expect("the welcome made it");
        if sitting.begun {
            let shares: Vec<_> = sitting.seats.iter().map(|seat| seat.share.expect("the match has begun")).collect();
            let verdict = pledge.check(&pledge.promise, &shares);
            assert_eq!(verdict, Verdict::Kept, "the shares are those that all have committed to");
            return Ok(());
        }
        let commitments: Vec<_> = sitting.seats.iter().map(|seat| seat.commitment).collect();
        let share = match pledge.open(&commitments) {
            Ok(share) if !self.share_acknowledged => share,
            Ok(_) | Err(NotOpened::SeatsMissing) => return Ok(()),
            Err(changed) => panic!("at {}: {changed}", self.table),
        };
        sitting.socket.say(&FromClient::Share { id: "share".to_owned(), share }).await?;
        sitting.done("share").await?;
        self.share_acknowledged = true;
        Ok(())
    }

    /// Sends the request, or sends it again, and waits for the answer.
    async fn ask(&mut self, sitting: &mut Sitting) -> io::Result<()> {
        let (id, action) = self.asked.clone().expect("a request is pending");
        sitting.socket.say(&FromClient::Play { id: id.clone(), action: action.clone() }).await?;
        loop {
            match sitting.hear().await? {
                FromServer::Done { id: done, seq } if done == id => {
                    self.ledger.lock().unwrap().acknowledge(&self.table, seq, &action);
                    self.asked = None;
                    return Ok(());
                }
                FromServer::Refused(refused) => panic!("a legal move was refused: {refused:?}"),
                _ => {}
            }
        }
    }
}

impl Sitting {
    async fn hear(&mut self) -> io::Result<FromServer> {
        let message = hear(&mut self.socket).await?;
        match &message {
            FromServer::Moment(moment) => self.follow(moment),
            FromServer::Begun(begun) => (self.begun, self.seats) = (true, begun.seats.clone()),
            FromServer::People { seats, .. } => self.seats.clone_from(seats),
            FromServer::Next { table } => self.next = Some(table.clone()),
            _ => {}
        }
        Ok(message)
    }

    /// Waits for the answer to a request for the dice.
    async fn done(&mut self, request: &str) -> io::Result<()> {
        loop {
            match self.hear().await? {
                FromServer::Done { id, .. } if id == request => return Ok(()),
                FromServer::Refused(refused) => panic!("{request} was refused: {refused:?}"),
                _ => {}
            }
        }
    }

    fn follow(&mut self, moment: &Moment) {
        assert_eq!(moment.seq, self.state.events() as u64 + 1, "the sequence has no gaps");
        let What::Action { seat, action, .. } = &moment.what else { panic!("nobody resigns or leaves here") };
        self.state.play(*seat, action).expect("the log holds only legal moves");
    }
}

async fn hear(socket: &mut Socket) -> io::Result<FromServer> {
    Ok(serde_json::from_str(&socket.hear().await?).expect("the message follows the protocol"))
}

fn read_welcome(text: &str) -> Welcome {
    match serde_json::from_str(text) {
        Ok(FromServer::Welcome(welcome)) => *welcome,
        other => panic!("expected a welcome, not {other:?}"),
    }
}

fn action_of(moment: &Moment) -> &str {
    match &moment.what {
        What::Action { action, .. } => action,
        What::Exit { .. } => "ended",
    }
}
