//! What a server and a worker log at their most talkative over PostgreSQL and NATS, with a password in both addresses, while
//! people play with and without the computer, travel, and the store fails: no password, no seat key, no secret of the dice, no share,
//! no name, and nothing that was played or is hidden. apps/server/tests/log.rs does the same with one server over SQLite.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../src/load/client.rs"]
mod client;
#[path = "../../server/testkit/logged.rs"]
mod logged;
#[path = "../../server/testkit/nats.rs"]
mod nats;
#[path = "../../server/testkit/postgres.rs"]
mod postgres;

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use catalog::DynGame;
use client::{Client, Socket};
use game::{Random, Seat, Share, ShareCommitment};
use logged::{Secret, check_secrets, check_words};
use nats::Nats;
use postgres::{Cluster, Sync};
use protocol::{
    BotSeat, Created, FromClient, FromServer, JoinJourney, JoinedJourney, JourneyNews, JourneyStep, LookAtJourney,
    NewJourney, NewTable, RefusedCode, StepTaken, Welcome,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(30);
/// What people are called here: words that occur nowhere else.
const NAMES: [&str; 2] = ["Zephyrine", "Quasimodo"];
const BUS_PASSWORD: &str = "geheimfuerdenbus";
const STORE_PASSWORD: &str = "geheimfuerdiedaten";
const OWN_KEY: &str = "ownkeyofaclient0123456789a";
const TRAVELLERS_KEY: &str = "ownkeyofatraveller01234567";

/// A process of the binary with its log in a file.
struct Running {
    child: Child,
    log: PathBuf,
    said: Value,
}

impl Running {
    fn start(folder: &Path, command: &str, environment: &[(&str, &str)]) -> Self {
        let log = folder.join(format!("{command}.log"));
        let mut child = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"))
            .args([command, "--json", "--log", "trace"])
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{}", std::fs::read_to_string(&log).unwrap()));
        Self { child, log, said }
    }

    /// Waits until it has logged this.
    fn wait_for(&self, what: &str) {
        let began = Instant::now();
        while !std::fs::read_to_string(&self.log).unwrap().contains(what) {
            assert!(began.elapsed() < PATIENCE, "it never said: {what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Asks the process to end and returns all that it has logged.
    fn end(&mut self) -> String {
        let asked = Command::new("kill").args(["-s", "TERM", &self.child.id().to_string()]).status();
        assert!(asked.unwrap().success());
        assert!(self.child.wait().unwrap().success());
        std::fs::read_to_string(&self.log).unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended
        let _ = self.child.wait();
    }
}

/// Somebody at a table.
struct Person {
    socket: Socket,
    welcome: Welcome,
    asked: u32,
}

impl Person {
    async fn enter(server: Client, table: &str, key: Option<&str>) -> Self {
        let (socket, welcome) = server.enter(table, key).await.unwrap();
        match serde_json::from_str(&welcome).unwrap() {
            FromServer::Welcome(welcome) => Self { socket, welcome: *welcome, asked: 0 },
            other => panic!("{other:?}"),
        }
    }

    async fn hear_until<T>(&mut self, right: impl Fn(FromServer) -> Option<T>) -> T {
        let hear = async {
            loop {
                if let Some(found) = right(serde_json::from_str(&self.socket.hear().await.unwrap()).unwrap()) {
                    return found;
                }
            }
        };
        timeout(PATIENCE, hear).await.expect("the server answers in time")
    }

    /// Says something without waiting for the answer, which comes after what others are told, too.
    async fn say(&mut self, request: impl FnOnce(String) -> FromClient) -> String {
        self.asked += 1;
        let id = format!("ask {}", self.asked);
        self.socket.say(&request(id.clone())).await.unwrap();
        id
    }

    /// Asks for something and waits for the answer.
    async fn ask(&mut self, request: impl FnOnce(String) -> FromClient) -> Result<(), RefusedCode> {
        let asked = self.say(request).await;
        self.hear_until(|message| match message {
            FromServer::Done { id, .. } | FromServer::Seated { id, .. } if id == asked => Some(Ok(())),
            FromServer::Refused(refused) if refused.id.as_deref() == Some(&*asked) => Some(Err(refused.code)),
            _ => None,
        })
        .await
    }

    async fn sit(&mut self) -> Result<(), RefusedCode> {
        let (name, key) = (NAMES[1].to_owned(), Some(OWN_KEY.to_owned()));
        self.ask(|id| FromClient::Sit { id, seat: None, name, key, own: None }).await
    }

    async fn commit(&mut self, seat: Seat, share: Share) {
        let commitment = ShareCommitment::to(&self.welcome.commitment, seat, &share);
        self.ask(|id| FromClient::Commit { id, commitment }).await.unwrap();
    }

    async fn play(&mut self, action: &str) -> Result<(), RefusedCode> {
        let action = action.to_owned();
        self.ask(|id| FromClient::Play { id, action }).await
    }

    /// Waits until this seat acts, and returns what its player sees then.
    async fn view_at_turn(&mut self, seat: Seat) -> Value {
        self.hear_until(|message| match message {
            FromServer::Begun(begun) => (begun.first_actor == Some(seat)).then_some(begun.start),
            FromServer::Moment(moment) => (moment.actor == Some(seat)).then_some(moment.view),
            _ => None,
        })
        .await
    }
}

async fn create(server: Client, game: &dyn DynGame, bots: Vec<BotSeat>) -> Created {
    let (game, name) = (game.info().key.to_owned(), NAMES[0].to_owned());
    let new = NewTable { game, options: Vec::new(), seat: None, name, bots, own: None, rules: None };
    server.post("/api/tables", &new).await.unwrap()
}

/// What was played, and what the position of a game with secrets is made of.
#[derive(Default)]
struct Told {
    played: Vec<String>,
    parts_of_views: Vec<String>,
}

/// Some moves against the computer, in a game with secrets.
async fn play_where_much_is_hidden(server: Client, share: Share, told: &mut Told) {
    let game = *catalog::GAMES.iter().find(|game| game.info().hidden).unwrap();
    let table = create(server, game, vec![BotSeat { seat: Seat(1), level: "1".to_owned() }]).await;
    let mut person = Person::enter(server, &table.table, Some(&table.key)).await;
    person.commit(table.seat, share).await;
    person.say(|id| FromClient::Share { id, share }).await;
    for _ in 0..4 {
        let view = person.view_at_turn(table.seat).await;
        told.parts_of_views.extend(view.as_object().unwrap().keys().cloned());
        let mut thinking = game.open(&view).unwrap().think(&mut ai::Bot::new(ai::Level::named("1").unwrap(), 0));
        while thinking.go_on() < 1.0 {}
        let action = thinking.decide().unwrap();
        told.played.push(action.clone());
        person.say(|id| FromClient::Play { id, action }).await;
    }
}

/// Two people, while the store fails in between.
async fn play_while_the_store_fails(
    server: Client,
    sql: impl Fn(&str),
    shares: [Share; 2],
    told: &mut Told,
) -> Created {
    let game = *catalog::GAMES.iter().find(|game| !game.info().hidden && game.info().grace_seconds.is_none()).unwrap();
    let table = create(server, game, Vec::new()).await;
    let red = Person::enter(server, &table.table, Some(&table.key)).await;
    let mut blue = Person::enter(server, &table.table, None).await;
    // PostgreSQL tells of such a failure with all values of the row.
    sql("ALTER TABLE sitters ADD CONSTRAINT fails CHECK (seat <> 1) NOT VALID");
    assert_eq!(blue.sit().await, Err(RefusedCode::Unavailable));
    sql("ALTER TABLE sitters DROP CONSTRAINT fails");
    blue.sit().await.unwrap();
    let mut people = [red, blue];
    for (seat, person) in Seat::first(2).zip(&mut people) {
        person.commit(seat, shares[seat.index()]).await;
    }
    for (person, share) in people.iter_mut().zip(shares) {
        person.say(|id| FromClient::Share { id, share }).await;
    }
    let mut random = Random::new(1);
    let mut act = async |people: &mut [Person; 2], fails: bool| {
        // Whose turn it is stands in the position that both are told.
        let heard = people[0].hear_until(|message| match message {
            FromServer::Begun(begun) => Some((begun.first_actor.unwrap(), begun.start)),
            FromServer::Moment(moment) => Some((moment.actor.unwrap(), moment.view)),
            _ => None,
        });
        let (actor, view) = heard.await;
        let action = game.open(&view).unwrap().random_action(&mut random).unwrap();
        if fails {
            sql("ALTER TABLE events ADD CONSTRAINT fails CHECK (action IS NULL) NOT VALID");
            assert_eq!(people[actor.index()].play(&action).await, Err(RefusedCode::Unavailable));
            sql("ALTER TABLE events DROP CONSTRAINT fails");
        }
        told.played.push(action.clone());
        people[actor.index()].say(|id| FromClient::Play { id, action }).await;
    };
    for fails in [false, false, true] {
        act(&mut people, fails).await;
    }
    people[0]
        .hear_until(|message| matches!(message, FromServer::Moment(moment) if moment.seq == 3).then_some(()))
        .await;
    people[1].ask(|id| FromClient::Resign { id }).await.unwrap();
    table
}

/// Two people on a journey, while the store fails when one travels along and when the other takes a step.
async fn travel_while_the_store_fails(server: Client, sql: impl Fn(&str), told: &mut Told) -> JoinedJourney {
    let kind = catalog::JOURNEYS[0];
    let (game, journey, options) = (kind.info().key, kind.key(), vec!["players=2".to_owned()]);
    let [first, second] = NAMES.map(str::to_owned);
    let new = NewJourney { game: game.to_owned(), journey: journey.to_owned(), options, name: first, rules: None };
    let ann: JoinedJourney = server.post("/api/journeys", &new).await.unwrap();
    let path = format!("/api/journeys/{}", ann.journey);
    let join = JoinJourney { id: "join".to_owned(), name: second, key: TRAVELLERS_KEY.to_owned() };
    sql("ALTER TABLE travellers ADD CONSTRAINT fails CHECK (seat <> 1) NOT VALID");
    assert_unavailable::<JoinedJourney>(server, &format!("{path}/join"), &join).await;
    sql("ALTER TABLE travellers DROP CONSTRAINT fails");
    let _: JoinedJourney = server.post(&format!("{path}/join"), &join).await.unwrap();

    let looks = LookAtJourney { key: ann.key.clone(), since: None, version: 0 };
    let news: JourneyNews = server.post(&format!("{path}/look"), &looks).await.unwrap();
    let (beginning, _) = catalog::read_journey(&news.beginning.unwrap(), None).unwrap();
    let step = format!("{}Xanthippe", beginning.headquarters(Seat(0), "en").units.remove(0).rename.unwrap());
    told.played.push(step.clone());
    let asked = JourneyStep { id: "name".to_owned(), key: ann.key.clone(), step, seat: None };
    sql("ALTER TABLE journey_events ADD CONSTRAINT fails CHECK (step IS NULL) NOT VALID");
    assert_unavailable::<StepTaken>(server, &format!("{path}/steps"), &asked).await;
    sql("ALTER TABLE journey_events DROP CONSTRAINT fails");
    let taken: StepTaken = server.post(&format!("{path}/steps"), &asked).await.unwrap();
    assert_eq!(taken.seq, 1);
    ann
}

/// The store fails while it keeps what is asked.
async fn assert_unavailable<T: DeserializeOwned>(server: Client, path: &str, asked: &impl Serialize) {
    let refused = server.post::<T>(path, asked).await.err().unwrap().to_string();
    assert!(refused.contains(r#""unavailable""#), "{refused}");
}

/// Everything in these columns that is a secret, as bytes.
fn secrets_in(cluster: &Cluster, database: &str) -> Vec<Secret> {
    let mut secrets = Vec::new();
    for (what, column) in [
        ("the secret of the dice", "seed FROM tables"),
        ("the hash of a key", "key FROM sitters"),
        ("a share", "share FROM sitters"),
        ("the seed of a journey", "seed FROM journeys"),
        ("the hash of a key", "key FROM travellers"),
    ] {
        let (column, table) = column.split_once(' ').unwrap();
        let rows = cluster.sql(database, &format!("SELECT encode({column}, 'hex') {table} WHERE length({column}) > 0"));
        for row in rows.lines() {
            let bytes: Vec<u8> =
                (0..row.len() / 2).map(|at| u8::from_str_radix(&row[2 * at..2 * at + 2], 16).unwrap()).collect();
            secrets.push(Secret::new(what, &bytes));
        }
    }
    secrets
}

#[test]
fn no_password_no_key_no_name_and_nothing_played_or_hidden_is_logged_over_postgres_and_nats() {
    let folder = tempfile::tempdir().unwrap();
    let (cluster, nats) = (Cluster::start(Sync::Off), Nats::start_with_login("ann", BUS_PASSWORD));
    let database = cluster.new_database();
    let store = database.replace("sixfold@", &format!("sixfold:{STORE_PASSWORD}@"));
    let bus = nats.address();
    let mut worker = Running::start(folder.path(), "worker", &[("SIXFOLD_BUS", &bus), ("SIXFOLD_THREADS", "1")]);
    let environment = [("SIXFOLD_BUS", bus.as_str()), ("SIXFOLD_STORE", &store), ("SIXFOLD_ADDR", "127.0.0.1:0")];
    let mut server = Running::start(folder.path(), "serve", &environment);
    // Without the bus the server would think itself.
    worker.wait_for("connected to the bus");
    server.wait_for("connected to the bus");
    let addr = Client(server.said["addr"].as_str().unwrap().parse().unwrap());

    let shares = [Share([0xa1; 32]), Share([0xb2; 32])];
    let mut told = Told::default();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (table, traveller) = runtime.block_on(async {
        play_where_much_is_hidden(addr, shares[0], &mut told).await;
        let sql = |sql: &str| drop(cluster.sql(&database, sql));
        let table = play_while_the_store_fails(addr, sql, shares, &mut told).await;
        (table, travel_while_the_store_fails(addr, sql, &mut told).await)
    });
    let (of_server, of_worker) = (server.end(), worker.end());

    for said in ["listening", "connected to the bus", "room loaded", "connection entered", "the store failed", "closed"]
    {
        assert!(of_server.contains(said), "{said}: {of_server}");
    }
    let told_of = [&table.table, &traveller.journey];
    assert!(of_server.contains("event") && told_of.iter().all(|name| of_server.contains(*name)), "{of_server}");
    assert!(of_worker.contains("connected to the bus"), "{of_worker}");
    let mut secrets = secrets_in(&cluster, &database);
    let kept = "two tables, three people, four shares, one journey and two travellers are in the database";
    assert!(secrets.len() >= 2 + 3 + 4 + 1 + 2, "{kept}");
    for (what, text) in [
        ("the password of the bus", BUS_PASSWORD),
        ("the password of the store", STORE_PASSWORD),
        ("a key", &table.key),
        ("a key", OWN_KEY),
        ("a key", &traveller.key),
        ("a key", TRAVELLERS_KEY),
    ] {
        secrets.push(Secret::new(what, text.as_bytes()));
    }
    for log in [&of_server, &of_worker] {
        // A library may quote what it has sent.
        let log = &log.replace("\\\"", "\"");
        check_secrets(log, &secrets);
        check_words(log, &NAMES, &told.played);
        check_words(log, &["Xanthippe"], &[]);
        for part in &told.parts_of_views {
            assert!(!log.contains(&format!("\"{part}\"")), "{part} of a view is logged: {log}");
        }
    }
}
