//! One server plays tables by different rule sets, over real sockets, and opens them after a restart that offers none.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use catalog::{DynGame, DynMatch, RuledGame};
use futures_util::{SinkExt as _, StreamExt as _};
use game::{Fingerprint, Random, Record, RuleFiles, Seat, Seed, Share, ShareCommitment, Viewer};
use protocol::{
    Begun, Created, FromClient, FromServer, NewTable, OfferedRules, RefusedCode, TableInfo, VERSION, Welcome,
};
use sixfold_server::{Config, Server, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// A game whose rules are in files. No test of the server names a game.
fn game() -> &'static dyn DynGame {
    catalog::GAMES.iter().copied().rfind(|game| !game.built_in_files().is_empty()).unwrap()
}

fn first_view(game: &dyn DynGame) -> String {
    let start = game.start(game.setup([]).unwrap(), Seed::number(1).into()).unwrap();
    start.position(Viewer::Everything).view().to_string()
}

/// The same game by other rules, so that already the first position is another one: some number is one higher.
fn another(name: &str) -> RuledGame {
    let (files, named) = (game().built_in_files(), format!("name = \"{name}\""));
    let with = |changed: usize, old: &str, new: &str| {
        RuleFiles::new(files.iter().enumerate().map(|(index, (file, text))| {
            let text = if index == changed { text.replacen(old, new, 1) } else { (*text).to_owned() };
            ((*file).to_owned(), if index == 0 { text.replacen("name = \"standard\"", &named, 1) } else { text })
        }))
    };
    let built_in = first_view(game());
    for (index, (_, text)) in files.iter().enumerate() {
        for line in text.lines() {
            let Some((key, number)) = line.split_once(" = ") else { continue };
            let Ok(number) = number.parse::<u32>() else { continue };
            let files = with(index, line, &format!("{key} = {}", number + 1)).unwrap();
            if let Ok(game) = game().with_rules(files)
                && first_view(&*game).replace(name, "standard") != built_in
            {
                return game;
            }
        }
    }
    panic!("no number of the rules shows in the first position");
}

fn fingerprint(game: &RuledGame) -> Fingerprint {
    game.rules().unwrap().fingerprint
}

async fn start(folder: &Path, rule_sets: &[RuledGame]) -> Server {
    let mut config = Config::new(folder);
    config.addr.set_port(0);
    config.games.extend_from_slice(rule_sets);
    serve(config).await.unwrap()
}

async fn http(server: SocketAddr, request: &str, body: &str) -> String {
    let request = format!(
        "{request} HTTP/1.1\r\nhost: {server}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(server).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

async fn create(server: SocketAddr, rules: Option<Fingerprint>) -> String {
    let (game, name) = (game().info().key.to_owned(), "Ann".to_owned());
    let new = NewTable { game, options: Vec::new(), seat: None, name, bots: Vec::new(), own: None, rules };
    http(server, "POST /api/tables", &serde_json::to_string(&new).unwrap()).await
}

/// A client over TCP.
struct Client(WebSocketStream<TcpStream>);

impl Client {
    async fn enter(server: SocketAddr, table: &str, key: Option<&str>) -> (Self, Welcome) {
        let stream = TcpStream::connect(server).await.unwrap();
        let url = format!("ws://{server}/api/tables/{table}/socket");
        let mut client = Self(tokio_tungstenite::client_async(url, stream).await.unwrap().0);
        client.say(&FromClient::Hello { version: VERSION, key: key.map(str::to_owned), since: 0 }).await;
        let welcome = client
            .hear_until(|message| if let FromServer::Welcome(welcome) = message { Some(*welcome) } else { None })
            .await;
        (client, welcome)
    }

    async fn say(&mut self, message: &FromClient) {
        self.0.send(Message::Text(serde_json::to_string(message).unwrap().into())).await.unwrap();
    }

    async fn hear_until<T>(&mut self, right: impl Fn(FromServer) -> Option<T>) -> T {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), self.0.next()).await;
            if let Some(Ok(Message::Text(text))) = next.expect("the server answers in time")
                && let Some(found) = right(serde_json::from_str(&text).unwrap())
            {
                return found;
            }
        }
    }

    async fn done(&mut self, request: &str) -> Result<u64, RefusedCode> {
        self.hear_until(|message| match message {
            FromServer::Done { id, seq } if id == request => Some(Ok(seq)),
            FromServer::Refused(refused) => Some(Err(refused.code)),
            _ => None,
        })
        .await
    }
}

/// Two people at a table whose match has begun.
struct Played {
    table: String,
    keys: [String; 2],
    people: [Client; 2],
    begun: Begun,
    game: RuledGame,
    actions: usize,
}

impl Played {
    async fn begin(server: SocketAddr, game: RuledGame) -> Self {
        let created = create(server, game.rules().map(|rules| rules.fingerprint)).await;
        let Created { table, key: first, .. } = serde_json::from_str(&created).unwrap_or_else(|_| panic!("{created}"));
        let (mut one, welcome) = Client::enter(server, &table, Some(&first)).await;
        assert_eq!(welcome.rules.as_ref(), game.rule_files(), "the page gets the set with the table");
        let (mut two, _) = Client::enter(server, &table, None).await;
        two.say(&FromClient::Sit { id: "sit".into(), seat: None, name: "Bo".into(), key: None, own: None }).await;
        let seated = |message| if let FromServer::Seated { key, .. } = message { Some(key) } else { None };
        let second = two.hear_until(seated).await;
        for (client, seat) in [(&mut one, Seat(0)), (&mut two, Seat(1))] {
            let commitment = ShareCommitment::to(&welcome.commitment, seat, &Share([1; 32]));
            client.say(&FromClient::Commit { id: "commit".into(), commitment }).await;
            client.done("commit").await.unwrap();
        }
        for client in [&mut one, &mut two] {
            client.say(&FromClient::Share { id: "share".into(), share: Share([1; 32]) }).await;
        }
        let begun =
            one.hear_until(|message| if let FromServer::Begun(begun) = message { Some(*begun) } else { None }).await;
        Self { table, keys: [first, second], people: [one, two], begun, game, actions: 0 }
    }

    /// Plays a legal action, found from the view that somebody was sent, with the rules that were sent with the table.
    async fn act(&mut self, view: &serde_json::Value, actor: Seat) {
        let position = self.game.open(view).unwrap();
        let picture = position.picture(true);
        let (_, action) = picture.picks.iter().next().expect("whoever acts has an action");
        self.actions += 1;
        let id = format!("move {}", self.actions);
        let person = &mut self.people[actor.index()];
        person.say(&FromClient::Play { id: id.clone(), action: action.clone() }).await;
        person.done(&id).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_different_sets_are_played_at_once_and_opened_after_a_restart_without_the_sets() {
    let folder = tempfile::tempdir().unwrap();
    let sets = [another("tuned"), another("other")];
    let server = start(folder.path(), &sets).await;
    let addr = server.local_addr();

    let offered: Vec<OfferedRules> = serde_json::from_str(&http(addr, "GET /api/rules", "").await).unwrap();
    let expected = sets.each_ref().map(|set| (game().info().key, set.rules().unwrap(), set.rule_files().unwrap()));
    assert_eq!(offered.iter().map(|set| (set.game.as_str(), &set.rules, &set.files)).collect::<Vec<_>>(), expected);
    let unknown = create(addr, Some(Fingerprint([7; 32]))).await;
    assert!(unknown.contains("no such rule set"), "{unknown}");

    // Three tables at once: each shows the first position of its own set.
    let games = [RuledGame::from(game()), sets[0].clone(), sets[1].clone()];
    let mut tables = Vec::new();
    for game in games.clone() {
        tables.push(Played::begin(addr, game).await);
    }
    for table in &mut tables {
        let (view, actor) = (table.begun.start.clone(), table.begun.first_actor.unwrap());
        table.act(&view, actor).await;
        let info: TableInfo =
            serde_json::from_str(&http(addr, &format!("GET /api/tables/{}", table.table), "").await).unwrap();
        assert_eq!(info.rules.as_ref(), table.game.rules());
    }
    assert_ne!(tables[0].begun.start, tables[1].begun.start);
    server.shutdown().await;

    // A server that is told of no set goes on with all of them, and offers none.
    let server = start(folder.path(), &[]).await;
    let addr = server.local_addr();
    assert_eq!(http(addr, "GET /api/rules", "").await, "[]");
    assert!(create(addr, Some(fingerprint(&sets[0]))).await.contains("no such rule set"));
    for table in &mut tables {
        let (one, welcome) = Client::enter(addr, &table.table, Some(&table.keys[0])).await;
        let (two, _) = Client::enter(addr, &table.table, Some(&table.keys[1])).await;
        assert_eq!(welcome.rules.as_ref(), table.game.rule_files());
        table.people = [one, two];
        let last = welcome.moments.last().unwrap();
        let (view, actor) = (last.view.clone(), last.actor.unwrap());
        table.act(&view, actor).await;

        // The record names the set, replays by it and by no other.
        table.people[0].say(&FromClient::Resign { id: "over".into() }).await;
        table.people[0].done("over").await.unwrap();
        let record = http(addr, &format!("GET /api/tables/{}/record", table.table), "").await;
        let record: Record = record.parse().unwrap();
        assert_eq!(record.rules.as_ref(), table.game.rules());
        for game in &games {
            let replayed = game.replay(&record);
            assert_eq!(replayed.is_ok(), game.rules() == table.game.rules(), "{game:?}");
        }

        // A rematch keeps the set.
        table.people[0].say(&FromClient::Rematch { id: "again".into() }).await;
        let next = |message| if let FromServer::Next { table } = message { Some(table) } else { None };
        let next = table.people[0].hear_until(next).await;
        let (_, welcome) = Client::enter(addr, &next, None).await;
        assert_eq!(welcome.rules.as_ref(), table.game.rule_files());
    }
    server.shutdown().await;
}

#[test]
fn the_two_sets_of_the_test_differ_in_play() {
    let mut games = [RuledGame::from(game()), another("tuned")].map(|game| {
        let mut random = Random::new(1);
        let mut played: Box<dyn DynMatch> = game.start(game.setup([]).unwrap(), Seed::number(1).into()).unwrap();
        for _ in 0..5 {
            let Some((actor, action)) = played.actor().zip(played.random_action(&mut random)) else { break };
            played.play(actor, &action).unwrap();
        }
        played.state_hash()
    });
    games.sort_unstable();
    assert_ne!(games[0], games[1]);
}
