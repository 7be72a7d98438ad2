//! Tests of the server without a network: real connections over pipes in memory, and a store in memory.

mod api;
mod away;
mod beginning;
mod bots;
mod changed;
mod cluster;
mod copies;
mod copies_in_use;
mod crowd;
mod damage;
mod fog;
mod garbage;
pub(crate) mod hooked;
mod isolation;
mod journeys;
mod loading;
mod many;
mod modules;
mod nodes;
mod notices;
mod operating;
mod past;
mod playing;
mod refusals;
mod retention;
mod returning;
mod seat_options;
mod secrets;
mod shares;
mod silence;
mod simulation;
mod unbegun;
mod without_bus;
mod workers;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::DynMatch;
use futures_util::{SinkExt as _, StreamExt as _};
use game::{Commitment, Origin, Random, Seat, Seed, Share, ShareCommitment};
use protocol::{
    Begun, BotSeat, Created, FromClient, FromServer, Moment, NewTable, Refused, RefusedCode, VERSION, Welcome, What,
};
use tokio::io::DuplexStream;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

use crate::blocking::Blocking;
use crate::bus::Notice;
use crate::config::Config;
use crate::connection::serve_connection;
use crate::guests::Address;
use crate::hub::Hub;
use crate::ids::{Entropy, TableId};
use crate::journal::Journal;
use crate::limits::Rate;
use crate::store::{Memory, Store, TableRow};
use crate::upgrade::config as socket_config;

/// Longer than anything here takes. A test that waits this long fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server for a test.
struct House {
    hub: Arc<Hub>,
    store: Arc<dyn Store>,
    /// All random bytes that the server has drawn: keys, seeds, ids.
    drawn: Arc<Mutex<Vec<Vec<u8>>>>,
}

/// Others may use the store at the same time.
fn share_store(config: &mut Config) {
    config.store = "postgres://user@127.0.0.1/shared".parse().unwrap(); // nobody connects to it
}

/// For tests whose clock is paused. It goes on whenever all tasks wait, so it would run away while a thread works.
fn without_threads() -> Blocking {
    Blocking::in_place(|| Box::pin(std::future::ready(())))
}

/// The next notice, also for somebody who has missed some before it.
async fn next_notice(notices: &mut broadcast::Receiver<Notice>) -> Option<Notice> {
    loop {
        match notices.recv().await {
            Ok(notice) => return Some(notice),
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return None,
        }
    }
}

impl House {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::over(Arc::new(Memory::default()), change)
    }

    /// A server over a store that another server may use too, as after a restart.
    fn over(store: Arc<dyn Store>, change: impl FnOnce(&mut Config)) -> Self {
        let drawn = Arc::new(Mutex::new(Vec::new()));
        let mut config = Config::new("nowhere");
        config.limits.messages = Rate { a_second: 1e6, at_once: 1e6 };
        config.limits.bot_pause = Duration::ZERO;
        config.limits.presence_pause = Duration::ZERO;
        // Everybody in a test has one address.
        config.limits.viewers_an_address = usize::MAX;
        config.limits.imports_an_address = config.limits.imports;
        config.limits.new_tables_an_address = config.limits.new_tables;
        // The clients of a test read only when it is their turn, so the server must not drop them for silence.
        (config.limits.pong, config.limits.still) = (Duration::from_mins(1), Duration::from_mins(1));
        let notes = drawn.clone();
        config.entropy = Entropy::from_fn(move |bytes| {
            getrandom::fill(bytes).unwrap();
            notes.lock().unwrap().push(bytes.to_vec());
        });
        change(&mut config);
        let (journal, _) = Journal::start(store.clone(), config.limits.waiting_writes, &config.blocking);
        Self { hub: Arc::new(Hub::new(&config, store.clone(), journal)), store, drawn }
    }

    /// Another server that knows only the store.
    fn restarted(&self) -> Self {
        Self::over(self.store.clone(), |_| {})
    }

    /// Another server at the same time, on another bus: neither is told of the other.
    fn beside(&self) -> Self {
        Self::over(self.store.clone(), share_store)
    }

    async fn table(&self) -> Created {
        self.table_of(game()).await
    }

    async fn table_of(&self, game: &dyn catalog::DynGame) -> Created {
        self.table_with(game, &[]).await
    }

    async fn table_with(&self, game: &dyn catalog::DynGame, options: &[&str]) -> Created {
        self.table_for(game, options, &[]).await.unwrap()
    }

    /// A table with the computer at these seats.
    async fn table_for(
        &self,
        game: &dyn catalog::DynGame,
        options: &[&str],
        bots: &[(u8, &str)],
    ) -> Result<Created, Refused> {
        let options = options.iter().copied().map(str::to_owned).collect();
        let bots = bots.iter().map(|&(seat, level)| bot_seat(seat, level)).collect();
        let (game, name) = (game.info().key.to_owned(), "Ann".to_owned());
        let _clock = still_clock();
        self.hub
            .create(NewTable { game, options, seat: None, name, bots, own: None, rules: None }, Address::OTHERS)
            .await
    }

    /// A connection that has not said hello.
    fn connect(&self, table: &str) -> Client {
        self.connect_through(table, 1 << 20)
    }

    /// The same as [`House::connect`], through a pipe that holds this many bytes.
    fn connect_through(&self, table: &str, bytes: usize) -> Client {
        self.connect_from(Address::OTHERS, table, bytes)
    }

    /// The same from a certain address.
    fn connect_from(&self, address: Address, table: &str, bytes: usize) -> Client {
        let (here, there) = tokio::io::duplex(bytes);
        let (hub, table) = (self.hub.clone(), table.to_owned());
        tokio::spawn(async move {
            let socket = WebSocketStream::from_raw_socket(there, Role::Server, Some(socket_config())).await;
            serve_connection(socket, hub, table, address).await;
        });
        Client { pipe: Some(here), socket: None, heard: Vec::new(), promise: None, seat: None }
    }

    /// A connection that was welcomed, with its welcome and all of the past that belongs to it.
    async fn guest(&self, table: &str, key: Option<&str>, since: u64) -> (Client, Welcome) {
        let mut client = self.connect(table);
        let mut welcome = client.hello(key, since).await.unwrap();
        self.complete(&mut welcome, key).await;
        (client, welcome)
    }

    /// A table with both seats taken, before the match begins.
    async fn seated(&self, game: &dyn catalog::DynGame) -> (String, [String; 2], [Client; 2]) {
        self.seated_with(game, &[]).await
    }

    async fn seated_with(&self, game: &dyn catalog::DynGame, options: &[&str]) -> (String, [String; 2], [Client; 2]) {
        let Created { table, key: first, .. } = self.table_with(game, options).await;
        let (mut red, _) = self.guest(&table, Some(&first), 0).await;
        let (mut blue, _) = self.guest(&table, None, 0).await;
        let (_, second) = blue.sit("sit").await.unwrap();
        red.hear_until(|message| matches!(message, FromServer::People { seats, .. } if seats.iter().all(|seat| seat.name.is_some()))).await;
        (table, [first, second], [red, blue])
    }

    /// The row of the table in the store.
    fn row(&self, table: &str) -> TableRow {
        self.store.table(table.parse().unwrap(), 0).unwrap().unwrap().row
    }

    /// The match of a table that is over, replayed from its record.
    async fn replayed(&self, table: &str) -> Box<dyn DynMatch> {
        let record: game::Record =
            self.hub.room(table, Address::OTHERS).await.unwrap().record().await.unwrap().parse().unwrap();
        catalog::find(&record.game).unwrap().replay(&record).expect("the record can be replayed without the server")
    }

    /// The match of a table that has begun, made with its secret. Only a test can know it.
    fn match_of(&self, table: &str) -> Box<dyn DynMatch> {
        let row = self.row(table);
        let shares = row.seats.iter().map(|sitter| sitter.as_ref().unwrap().share.unwrap()).collect();
        let game = catalog::find(&row.game).unwrap();
        let setup = crate::seat_options::whole_setup(game, &row).unwrap();
        game.start(setup, Origin::Fair { secret: row.seed, shares }).unwrap()
    }

    /// A table whose match has begun.
    async fn started(&self) -> Started {
        let (table, keys, [mut red, mut blue]) = self.seated(game()).await;
        add_shares([(&mut red, RED_SHARE), (&mut blue, BLUE_SHARE)]).await;
        red.begun().await;
        // The game has no chance, so the seed does not matter.
        let state = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
        Started { table, keys, people: [red, blue], state, random: Random::new(1) }
    }
}

const RED_SHARE: Share = Share([0x11; 32]);
const BLUE_SHARE: Share = Share([0x22; 32]);

/// A game without hidden knowledge, without dice and without a limit on absence. The tests name no game either.
fn game() -> &'static dyn catalog::DynGame {
    catalog::GAMES.iter().copied().find(|game| !game.info().hidden && game.info().grace_seconds.is_none()).unwrap()
}

/// A game with hidden knowledge, dice and a limit on absence.
fn waiting_game() -> &'static dyn catalog::DynGame {
    let info = |game: &&dyn catalog::DynGame| game.info();
    let waits = |game: &&dyn catalog::DynGame| info(game).hidden && info(game).grace_seconds.is_some();
    catalog::GAMES.iter().copied().find(waits).unwrap()
}

fn bot_seat(seat: u8, level: &str) -> BotSeat {
    BotSeat { seat: Seat(seat), level: level.to_owned() }
}

/// A table whose match has begun, with the test's own copy of the match.
struct Started {
    table: String,
    keys: [String; 2],
    people: [Client; 2],
    state: Box<dyn DynMatch>,
    random: Random,
}

impl Started {
    fn actor(&self) -> usize {
        self.state.actor().unwrap().index()
    }

    /// Plays a random action for the seat that acts, and waits until both clients are told.
    async fn step(&mut self) -> Moment {
        let (actor, action) = (self.actor(), self.state.random_action(&mut self.random).unwrap());
        let seq = self.people[actor].play(&format!("m{}", self.state.events()), &action).await.unwrap();
        self.state.play(Seat(actor as u8), &action).unwrap();
        assert_eq!(seq, self.state.events() as u64);
        let other = self.people[1 - actor].moment().await;
        assert_eq!(other.seq, seq);
        other
    }

    /// Ends the match.
    async fn resign(&mut self, who: usize) {
        self.people[who].say(&FromClient::Resign { id: "over".to_owned() }).await;
        self.people[who].done("over").await.unwrap();
        assert!(self.people[1 - who].moment().await.outcome.is_some());
    }
}

/// Stops tokio's paused clock while it exists. The store answers from a thread of its own, and the runtime does not
/// wait for that thread. Without this, the paused clock would run to the next timeout on a busy machine.
struct StillClock {
    _held: std::sync::mpsc::Sender<()>,
}

/// Stops a paused clock until the returned value is dropped, at most for a minute of real time.
fn still_clock() -> StillClock {
    let (held, holds) = std::sync::mpsc::channel();
    tokio::task::spawn_blocking(move || holds.recv_timeout(Duration::from_mins(1)));
    StillClock { _held: held }
}

struct Client {
    pipe: Option<DuplexStream>,
    socket: Option<WebSocketStream<DuplexStream>>,
    /// All frames so far, as text.
    heard: Vec<String>,
    /// The server's commitment and the own seat, as the client was told them.
    promise: Option<Commitment>,
    seat: Option<Seat>,
}

/// Every one of these clients commits to its share, and then opens it.
async fn add_shares<const N: usize>(mut people: [(&mut Client, Share); N]) {
    for (client, share) in &mut people {
        client.commit("commit", *share).await.unwrap();
    }
    for (client, share) in &mut people {
        client.share("share", *share).await.unwrap();
    }
}

impl Client {
    async fn socket(&mut self) -> &mut WebSocketStream<DuplexStream> {
        if let Some(pipe) = self.pipe.take() {
            self.socket = Some(WebSocketStream::from_raw_socket(pipe, Role::Client, None).await);
        }
        self.socket.as_mut().unwrap()
    }

    async fn say(&mut self, message: &FromClient) {
        self.send(Message::Text(serde_json::to_string(message).unwrap().into())).await;
    }

    async fn send(&mut self, message: Message) {
        self.socket().await.send(message).await.unwrap();
    }

    /// The next message, or `None` if the server has closed the connection.
    async fn hear(&mut self) -> Option<FromServer> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket().await.next()).await;
            match next.expect("the server answers in time") {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    let message = serde_json::from_str(&text).unwrap();
                    match &message {
                        FromServer::Welcome(welcome) => {
                            (self.promise, self.seat) = (Some(welcome.commitment), welcome.you);
                        }
                        FromServer::Seated { seat, .. } => self.seat = Some(*seat),
                        _ => {}
                    }
                    return Some(message);
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    async fn hear_until(&mut self, right: impl Fn(&FromServer) -> bool) -> FromServer {
        loop {
            let message = self.hear().await.expect("the connection stays open");
            if right(&message) {
                return message;
            }
        }
    }

    async fn hello(&mut self, key: Option<&str>, since: u64) -> Result<Welcome, Refused> {
        let _clock = still_clock();
        self.say(&FromClient::Hello { version: VERSION, key: key.map(str::to_owned), since }).await;
        let answer = |message: &FromServer| matches!(message, FromServer::Welcome(_) | FromServer::Refused(_));
        match self.hear_until(answer).await {
            FromServer::Welcome(welcome) => Ok(*welcome),
            FromServer::Refused(refused) => Err(refused),
            _ => unreachable!("only these two were waited for"),
        }
    }

    async fn sit(&mut self, id: &str) -> Result<(Seat, String), Refused> {
        self.sit_with(id, None, None).await
    }

    async fn sit_with(&mut self, id: &str, seat: Option<Seat>, key: Option<&str>) -> Result<(Seat, String), Refused> {
        let (id, name, key) = (id.to_owned(), "Bo".to_owned(), key.map(str::to_owned));
        self.say(&FromClient::Sit { id, seat, name, key, own: None }).await;
        self.seated().await
    }

    /// The answer to a request to sit down.
    async fn seated(&mut self) -> Result<(Seat, String), Refused> {
        let _clock = still_clock();
        let answer = |message: &FromServer| matches!(message, FromServer::Seated { .. } | FromServer::Refused(_));
        match self.hear_until(answer).await {
            FromServer::Seated { seat, key, .. } => Ok((seat, key)),
            FromServer::Refused(refused) => Err(refused),
            _ => unreachable!("only these two were waited for"),
        }
    }

    /// Commits to a share. A client without a seat commits for the first one.
    async fn commit(&mut self, id: &str, share: Share) -> Result<u64, Refused> {
        let (promise, seat) = (self.promise.unwrap_or(Commitment([0; 32])), self.seat.unwrap_or(Seat(0)));
        let commitment = ShareCommitment::to(&promise, seat, &share);
        self.say(&FromClient::Commit { id: id.to_owned(), commitment }).await;
        self.done(id).await
    }

    /// Opens a share.
    async fn share(&mut self, id: &str, share: Share) -> Result<u64, Refused> {
        self.say(&FromClient::Share { id: id.to_owned(), share }).await;
        self.done(id).await
    }

    async fn seat_bot(&mut self, id: &str, seat: u8, level: &str) -> Result<u64, Refused> {
        self.say(&FromClient::SeatBot { id: id.to_owned(), bot: bot_seat(seat, level) }).await;
        self.done(id).await
    }

    async fn begun(&mut self) -> Begun {
        match self.hear_until(|message| matches!(message, FromServer::Begun(_))).await {
            FromServer::Begun(begun) => *begun,
            _ => unreachable!("hear_until accepts nothing else"),
        }
    }

    async fn play(&mut self, id: &str, action: &str) -> Result<u64, Refused> {
        self.say(&FromClient::Play { id: id.to_owned(), action: action.to_owned() }).await;
        self.done(id).await
    }

    /// The answer to a request.
    async fn done(&mut self, request: &str) -> Result<u64, Refused> {
        let _clock = still_clock();
        loop {
            match self.hear().await.expect("the connection stays open") {
                FromServer::Done { id, seq } if id == request => return Ok(seq),
                FromServer::Refused(refused) if refused.id.as_deref() == Some(request) => return Err(refused),
                _ => {}
            }
        }
    }

    async fn moment(&mut self) -> Moment {
        match self.hear_until(|message| matches!(message, FromServer::Moment(_))).await {
            FromServer::Moment(moment) => *moment,
            _ => unreachable!("hear_until accepts nothing else"),
        }
    }

    /// The refusal that comes next.
    async fn refusal(&mut self) -> Refused {
        match self.hear_until(|message| matches!(message, FromServer::Refused(_))).await {
            FromServer::Refused(refused) => refused,
            _ => unreachable!("hear_until accepts nothing else"),
        }
    }
}

fn code<T: std::fmt::Debug>(answer: Result<T, Refused>) -> RefusedCode {
    answer.expect_err("it is refused").code
}

fn action_of(moment: &Moment) -> &str {
    match &moment.what {
        What::Action { action, .. } => action,
        What::Exit { .. } => "ended",
    }
}
