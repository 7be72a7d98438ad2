//! What the server logs at its most talkative, of matches and journeys over real sockets: no seat key, no secret of the dice, no
//! share, no name, nothing that was played or is hidden, and no client's address.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../testkit/logged.rs"]
mod logged;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::{DynGame, Request};
use futures_util::{SinkExt as _, StreamExt as _};
use game::{Commitment, Random, Seat, Seed, Share, ShareCommitment};
use logged::{Secret, check_secrets, check_words};
use protocol::{
    BotSeat, Created, FromClient, FromServer, ImportedJourney, JoinJourney, JoinedJourney, JourneyNews, JourneyRecord,
    JourneyStep, LookAtJourney, NewJourney, NewTable, Refused, RefusedCode, StepTaken, VERSION,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sixfold_server::{Config, Entropy, Key, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tracing_subscriber::filter::LevelFilter;

/// What people are called here: words that occur nowhere else.
const NAMES: [&str; 2] = ["Zephyrine", "Quasimodo"];
/// What they write on a journey: the name of a ship, a step that is none, and one that is in no right record.
const WRITTEN: [&str; 3] = ["Xanthippe", "Kauderwelsch", "Firlefanz"];

/// Everything that was logged.
#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl io::Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A client over TCP.
struct Client {
    socket: WebSocketStream<TcpStream>,
    local_addr: SocketAddr,
    /// The server's commitment, once it was told.
    promise: Option<Commitment>,
}

impl Client {
    async fn enter(server: SocketAddr, table: &str, key: Option<&str>) -> Self {
        let stream = TcpStream::connect(server).await.unwrap();
        let local_addr = stream.local_addr().unwrap();
        let url = format!("ws://{server}/api/tables/{table}/socket");
        let socket = tokio_tungstenite::client_async(url, stream).await.unwrap().0;
        let mut client = Self { socket, local_addr, promise: None };
        client.say(&FromClient::Hello { version: VERSION, key: key.map(str::to_owned), since: 0 }).await;
        client
    }

    async fn say(&mut self, message: &FromClient) {
        self.socket.send(Message::Text(serde_json::to_string(message).unwrap().into())).await.unwrap();
    }

    async fn hear_until<T>(&mut self, right: impl Fn(FromServer) -> Option<T>) -> T {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), self.socket.next()).await;
            let Some(Ok(message)) = next.expect("the server answers in time") else { panic!("the connection ended") };
            let Message::Text(text) = message else { continue };
            let message = serde_json::from_str(&text).unwrap();
            if let FromServer::Welcome(welcome) = &message {
                self.promise = Some(welcome.commitment);
            }
            if let Some(found) = right(message) {
                return found;
            }
        }
    }

    /// Sits down with a key of the client's own, or one that the server draws.
    async fn sit(&mut self, key: Option<&str>) -> Result<String, RefusedCode> {
        let (id, name, key) = ("sit".to_owned(), NAMES[1].to_owned(), key.map(str::to_owned));
        self.say(&FromClient::Sit { id, seat: None, name, key, own: None }).await;
        self.hear_until(|message| match message {
            FromServer::Seated { key, .. } => Some(Ok(key)),
            FromServer::Refused(refused) => Some(Err(refused.code)),
            _ => None,
        })
        .await
    }

    /// Commits to a share, and waits for the answer.
    async fn commit(&mut self, seat: Seat, share: Share) {
        if self.promise.is_none() {
            self.hear_until(|message| matches!(message, FromServer::Welcome(_)).then_some(())).await;
        }
        let commitment = ShareCommitment::to(&self.promise.unwrap(), seat, &share);
        self.say(&FromClient::Commit { id: "commit".to_owned(), commitment }).await;
        self.answered("commit").await.unwrap();
    }

    async fn share(&mut self, share: Share) {
        self.say(&FromClient::Share { id: "share".to_owned(), share }).await;
    }

    async fn begun(&mut self) {
        self.hear_until(|message| matches!(message, FromServer::Begun(_)).then_some(())).await;
    }

    /// The answer to a request.
    async fn answered(&mut self, request: &str) -> Result<u64, RefusedCode> {
        self.hear_until(|message| match message {
            FromServer::Done { id, seq } if id == request => Some(Ok(seq)),
            FromServer::Refused(refused) if refused.id.as_deref() == Some(request) => Some(Err(refused.code)),
            _ => None,
        })
        .await
    }

    async fn play(&mut self, id: &str, action: &str) -> Result<u64, RefusedCode> {
        self.say(&FromClient::Play { id: id.to_owned(), action: action.to_owned() }).await;
        self.answered(id).await
    }
}

async fn create(server: SocketAddr, game: &dyn DynGame, bots: Vec<BotSeat>) -> Created {
    let (game, name) = (game.info().key.to_owned(), NAMES[0].to_owned());
    let new = NewTable { game, options: Vec::new(), seat: None, name, bots, own: None, rules: None };
    ask(server, "/api/tables", &new).await.unwrap()
}

/// Asks over HTTP.
async fn ask<T: DeserializeOwned>(server: SocketAddr, path: &str, asked: &impl Serialize) -> Result<T, RefusedCode> {
    let (status, text) = post(server, path, asked).await;
    if status == 200 {
        return Ok(serde_json::from_str(&text).unwrap());
    }
    let refused: Refused = serde_json::from_str(&text).unwrap();
    Err(refused.code)
}

/// The status and the text of an answer over HTTP.
async fn post(server: SocketAddr, path: &str, asked: &impl Serialize) -> (u16, String) {
    let body = serde_json::to_string(asked).unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {server}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(server).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, text) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), text.to_owned())
}

/// A person plays, and the computer answers.
async fn play_against_the_computer(
    addr: SocketAddr,
    game: &dyn DynGame,
    share: Share,
    random: &mut Random,
) -> (Client, Created) {
    let table = create(addr, game, vec![BotSeat { seat: Seat(1), level: "1".to_owned() }]).await;
    let mut person = Client::enter(addr, &table.table, Some(&table.key)).await;
    person.commit(Seat(0), share).await;
    person.share(share).await;
    person.begun().await;
    let first = game.start(game.setup([]).unwrap(), Seed::number(0).into()).unwrap();
    person.play("first", &first.random_action(random).unwrap()).await.unwrap();
    person.hear_until(|message| matches!(message, FromServer::Moment(moment) if moment.seq == 2).then_some(())).await;
    (person, table)
}

/// Plays what the position at a seat suggests, in a game with secrets. Returns what was played.
async fn play_where_much_is_hidden(addr: SocketAddr, share: Share) -> (Client, String) {
    let game = *catalog::GAMES.iter().find(|game| game.info().hidden).unwrap();
    let table = create(addr, game, vec![BotSeat { seat: Seat(1), level: "1".to_owned() }]).await;
    let mut person = Client::enter(addr, &table.table, Some(&table.key)).await;
    person.commit(Seat(0), share).await;
    person.share(share).await;
    // The computer may play first.
    let view = person.hear_until(|message| match message {
        FromServer::Begun(begun) => (begun.first_actor == Some(table.seat)).then_some(begun.start),
        FromServer::Moment(moment) => (moment.actor == Some(table.seat)).then_some(moment.view),
        _ => None,
    });
    let position = game.open(&view.await).unwrap();
    let mut thinking = position.think(&mut ai::Bot::new(ai::Level::named("1").unwrap(), 0));
    while thinking.go_on() < 1.0 {}
    let action = thinking.decide().unwrap();
    person.play("secret", &action).await.unwrap();
    (person, action)
}

/// Somebody on a journey.
struct Traveller {
    server: SocketAddr,
    journey: String,
    key: String,
}

impl Traveller {
    fn path(&self, what: &str) -> String {
        format!("/api/journeys/{}/{what}", self.journey)
    }

    async fn step(&self, id: &str, step: &str) -> Result<StepTaken, RefusedCode> {
        let (id, key, step) = (id.to_owned(), self.key.clone(), step.to_owned());
        ask(self.server, &self.path("steps"), &JourneyStep { id, key, step, seat: None }).await
    }

    async fn look(&self) -> Result<JourneyNews, RefusedCode> {
        let looks = LookAtJourney { key: self.key.clone(), since: None, version: 0 };
        ask(self.server, &self.path("look"), &looks).await
    }
}

/// Two people travel and do some things wrong. Their record goes on here, and one with a mistake does not. Returns both of them, and
/// the key of the one who goes on.
async fn travel(server: SocketAddr, own_key: &str, played: &mut Vec<String>) -> ([Traveller; 2], String) {
    let kind = catalog::JOURNEYS[0];
    let (game, journey, options) = (kind.info().key, kind.key(), vec!["players=2".to_owned()]);
    let [first, second] = NAMES.map(str::to_owned);
    let new = NewJourney { game: game.to_owned(), journey: journey.to_owned(), options, name: first, rules: None };
    let JoinedJourney { journey, key, .. } = ask(server, "/api/journeys", &new).await.unwrap();
    let ann = Traveller { server, journey: journey.clone(), key };
    let bo = Traveller { server, journey, key: own_key.to_owned() };
    let join = JoinJourney { id: "join".to_owned(), name: second, key: own_key.to_owned() };
    let _: JoinedJourney = ask(server, &bo.path("join"), &join).await.unwrap();
    let too_late = JoinJourney { key: own_key.replace('0', "1"), ..join };
    assert_eq!(ask::<JoinedJourney>(server, &bo.path("join"), &too_late).await, Err(RefusedCode::SeatTaken));

    let (beginning, _) = catalog::read_journey(&bo.look().await.unwrap().beginning.unwrap(), None).unwrap();
    let ship = beginning.headquarters(Seat(0), "en").units.remove(0);
    let [name, nonsense, mistake] = WRITTEN;
    let step = format!("{}{name}", ship.rename.unwrap());
    assert_eq!(bo.step("theirs", &step).await, Err(RefusedCode::Illegal));
    assert_eq!(ann.step("nonsense", nonsense).await, Err(RefusedCode::NoAction));
    ann.step("name", &step).await.unwrap();

    let (status, record) = post(server, &ann.path("record"), &JourneyRecord { key: ann.key.clone() }).await;
    assert!(status == 200 && record.contains(&step), "{record}");
    let wrong = record.replacen(&step, &format!("{step}\n1 {mistake}"), 1);
    let import = |record: String| ImportedJourney { record, name: NAMES[0].to_owned() };
    let refused = ask::<JoinedJourney>(server, "/api/journeys/import", &import(wrong)).await;
    assert_eq!(refused, Err(RefusedCode::WrongRecord));
    let goes_on: JoinedJourney = ask(server, "/api/journeys/import", &import(record)).await.unwrap();
    played.push(step);
    ([ann, bo], goes_on.key)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_key_no_name_no_secret_nothing_played_and_no_address_of_a_client_is_logged() {
    let log = Captured::default();
    let writer = log.clone();
    tracing_subscriber::fmt().with_writer(move || writer.clone()).with_max_level(LevelFilter::TRACE).init();
    let drawn = Arc::new(Mutex::new(Vec::<Vec<u8>>::new()));
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new(folder.path());
    config.addr.set_port(0);
    let notes = drawn.clone();
    config.entropy = Entropy::from_fn(move |bytes| {
        getrandom::fill(bytes).unwrap();
        notes.lock().unwrap().push(bytes.to_vec());
    });
    let server = serve(config).await.unwrap();
    let addr = server.local_addr();
    // Nothing is hidden or rolled in it: the test knows the position without the secret.
    let game = *catalog::GAMES.iter().find(|game| !game.info().hidden && game.info().grace_seconds.is_none()).unwrap();
    let shares = [Share([0xa1; 32]), Share([0xb2; 32])];
    let own_key = "ownkeyofaclient0123456789a";

    // Two people play and do everything wrong that they can; one resigns.
    let Created { table, key, .. } = create(addr, game, Vec::new()).await;
    let mut red = Client::enter(addr, &table, Some(&key)).await;
    let mut blue = Client::enter(addr, &table, None).await;
    let blue_key = blue.sit(None).await.unwrap();
    let mut addresses = vec![red.local_addr, blue.local_addr];
    red.commit(Seat(0), shares[0]).await;
    blue.commit(Seat(1), shares[1]).await;
    red.share(shares[0]).await;
    blue.share(shares[1]).await;
    red.begun().await;
    let mut stranger = Client::enter(addr, &table, Some(own_key)).await;
    let refused = stranger.hear_until(|message| match message {
        FromServer::Refused(refused) => Some(refused.code),
        _ => None,
    });
    assert_eq!(refused.await, RefusedCode::WrongKey);
    let mut people = [red, blue];
    let mut played = Vec::new();
    let mut state = game.start(game.setup([]).unwrap(), Seed::number(0).into()).unwrap();
    let mut random = Random::new(1);
    for number in 0..6 {
        let (actor, action) = (state.standing().actor.unwrap(), state.random_action(&mut random).unwrap());
        let other = &mut people[1 - actor.index()];
        assert_eq!(other.play(&format!("early {number}"), &action).await, Err(RefusedCode::NotYourTurn));
        other.share(Share([0xc3; 32])).await;
        assert_eq!(other.answered("share").await, Err(RefusedCode::ShareGiven));
        people[actor.index()].play(&format!("move {number}"), &action).await.unwrap();
        played.push(action.clone());
        state.carry_out(&Request::Play { seat: actor, action: &action }, &[]).unwrap();
    }
    people[0].say(&FromClient::Resign { id: "over".to_owned() }).await;
    people[0].answered("over").await.unwrap();

    let (person, with_bot) = play_against_the_computer(addr, game, shares[0], &mut random).await;
    let (keeper, secret_action) = play_where_much_is_hidden(addr, shares[0]).await;
    played.push(secret_action);

    let travellers_key = "ownkeyofatraveller01234567";
    let ([ann, bo], imported_key) = travel(addr, travellers_key, &mut played).await;

    // A store that fails while somebody sits down, and while somebody takes a step.
    let broken = create(addr, game, Vec::new()).await;
    let mut late = Client::enter(addr, &broken.table, None).await;
    addresses.push(late.local_addr);
    let database = rusqlite::Connection::open(folder.path().join("sixfold.db")).unwrap();
    database.execute_batch("ALTER TABLE sitters RENAME TO gone").unwrap();
    assert_eq!(late.sit(Some(own_key)).await, Err(RefusedCode::Unavailable));
    database.execute_batch("ALTER TABLE journey_events RENAME TO events_gone").unwrap();
    let another_name = format!("{}s", played.last().unwrap());
    assert_eq!(ann.step("fails", &another_name).await, Err(RefusedCode::Unavailable));
    assert_eq!(bo.look().await, Err(RefusedCode::Unavailable));
    drop((people, person, keeper, late, stranger));
    server.shutdown().await;

    let text = log.text();
    for said in ["listening", "room loaded", "connection entered", "connection left", "the store failed", "closed"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(text.contains("event") && text.contains(&table), "the log is as talkative as can be: {text}");
    let of_journey = format!("journey={}", ann.journey);
    for said in ["journey loaded", "event"] {
        assert!(text.lines().any(|line| line.contains(said) && line.contains(&of_journey)), "{said}: {text}");
    }
    let mut secrets = vec![
        Secret::new("a key that the client has drawn", own_key.as_bytes()),
        Secret::new("a share", &shares[0].0),
        Secret::new("a share", &shares[1].0),
    ];
    let told_keys = [&key, &blue_key, &with_bot.key, &broken.key, &ann.key, &imported_key];
    for key in told_keys.map(String::as_str).into_iter().chain([own_key, travellers_key]) {
        secrets.push(Secret::new("a key", key.as_bytes()));
        secrets.push(Secret::new("the hash of a key", &Key::parse(key).unwrap().hash().0));
    }
    // Of 8 bytes are names of tables, which are logged, and seeds of searches. The rest are secrets.
    let drawn = drawn.lock().unwrap();
    secrets.extend(drawn.iter().filter(|bytes| bytes.len() > 8).map(|bytes| Secret::new("drawn by the server", bytes)));
    let counted = "six keys, three secrets of dice, the computer's share and the seed of a journey were drawn";
    assert!(secrets.len() >= 3 + 16 + 11, "{counted}");
    check_secrets(&text, &secrets);
    check_words(&text, &NAMES, &played);
    check_words(&text, &WRITTEN, &[]);
    check_fields(&text);
    for address in addresses {
        assert!(!text.contains(&address.to_string()), "{address} is logged: {text}");
    }
}

/// Whatever goes well is logged by numbers and by names of tables, journeys, games and servers, in fields that are listed here. Nothing that a
/// person has typed and nothing of a position fits into one of these.
fn check_fields(log: &str) {
    let lines = log.lines().filter(|line| !line.contains("ERROR"));
    for (line, field) in lines.flat_map(|line| line.split_whitespace().map(move |word| (line, word))) {
        let Some((name, value)) = field.split_once('=') else { continue };
        let is_number = value.parse::<u64>().is_ok();
        let is_right = match name {
            "seq" | "seat" | "events" | "connection" => is_number,
            "table" | "journey" => value.parse::<sixfold_server::TableId>().is_ok(),
            "game" => catalog::GAMES.iter().any(|game| value.trim_matches('"') == game.info().key),
            "local_addr" => value.parse::<SocketAddr>().is_ok(),
            "node" => value.len() == 16 && u64::from_str_radix(value, 16).is_ok(),
            "tls" => value.parse::<bool>().is_ok(),
            _ => false,
        };
        assert!(is_right, "{field} is logged: {line}");
    }
}
