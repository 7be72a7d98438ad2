//! For whoever runs the server: health that tells the truth, numbers that move, an end that costs a reconnect at most.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};

use futures_util::StreamExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::hooked::Hooked;
use super::isolation::Flaky;
use super::*;
use crate::Server;
use crate::readiness::NotReady;

#[tokio::test(start_paused = true)]
async fn the_server_is_ready_only_if_a_write_would_succeed_and_asks_the_store_once_a_second_at_most() {
    let store = Arc::new(Hooked::<Flaky>::default());
    let house = House::over(store.clone(), |_| {});
    let ready = async || {
        let _clock = still_clock();
        house.hub.ready().await
    };
    assert_eq!(ready().await, Ok(()));
    store.hooks.fail_once();
    assert_eq!(ready().await, Ok(()), "the answer holds for a second");
    tokio::time::advance(Duration::from_millis(1001)).await;
    assert_eq!(ready().await, Err(NotReady::Store));
    assert_eq!(ready().await, Err(NotReady::Store), "a bad answer holds too");
    tokio::time::advance(Duration::from_millis(1001)).await;
    assert_eq!(ready().await, Ok(()), "the store has recovered");
    house.hub.leave();
    assert_eq!(ready().await, Err(NotReady::Leaving), "at once, before the second is over");
}

#[tokio::test(start_paused = true)]
async fn a_store_that_does_not_come_back_is_not_ready_and_is_sent_one_probe() {
    let (store, mut begins, go_on) = isolation::Slow::store();
    let house = House::over(Arc::new(store), |config| config.limits.waiting_writes = 2);
    let mut table = house.started().await;
    let (actor, action) = (table.actor(), table.state.random_action(&mut table.random).unwrap());
    table.people[actor].say(&FromClient::Play { id: "a".to_owned(), action }).await;
    begins.recv().await.unwrap(); // the disk hangs
    for _ in 0..20 {
        assert_eq!(house.hub.ready().await, Err(NotReady::Slow));
        tokio::time::advance(Duration::from_secs(2)).await;
    }
    let _clock = still_clock();
    go_on.send(()).unwrap();
    tokio::time::timeout(PATIENCE, table.people[actor].done("a")).await.unwrap().unwrap();
    while house.hub.ready().await.is_err() {
        tokio::time::advance(Duration::from_secs(1)).await;
    }
}

/// A real server on this machine, with an address for whoever runs it.
async fn real_server() -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let config = real_config(&folder, |_| {});
    (folder, crate::serve(config).await.unwrap())
}

fn real_config(folder: &tempfile::TempDir, change: impl FnOnce(&mut Config)) -> Config {
    let mut config = Config::new(folder.path());
    config.addr = (Ipv4Addr::LOCALHOST, 0).into();
    config.metrics_addr = Some((Ipv4Addr::LOCALHOST, 0).into());
    change(&mut config);
    config
}

/// The status and the text of an answer.
async fn get(addr: SocketAddr, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    tokio::time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    let (head, text) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), text.to_owned())
}

/// The status of the answer to a request with these lines in its head.
async fn status(addr: SocketAddr, path: &str, lines: &[&str]) -> u16 {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\n{}\r\nconnection: close\r\n\r\n", lines.join("\r\n"));
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    tokio::time::timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    answer[9..12].parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_of_a_stranger_and_what_http_forbids_are_refused_at_the_public_address_and_at_that_of_operators() {
    let folder = tempfile::tempdir().unwrap();
    let server = crate::serve(real_config(&folder, |config| config.door.hosts = vec!["play.example.org".to_owned()]));
    let server = server.await.unwrap();
    for (addr, path) in [
        (server.local_addr(), "/readyz"),
        (server.metrics_addr().unwrap(), "/readyz"),
        (server.metrics_addr().unwrap(), "/metrics"),
        (server.metrics_addr().unwrap(), "/healthz"),
    ] {
        let status = async |lines: &[&str]| status(addr, path, lines).await;
        let port = addr.port();
        // Names by which Prometheus is told to ask: an address, this machine, a service of compose, the name of the server.
        for own in ["127.0.0.1", "[::1]", "localhost", "sixfold", "play.example.org"] {
            assert_eq!(status(&[&format!("host: {own}:{port}")]).await, 200, "{path} for {own}");
        }
        let own = format!("host: {addr}");
        assert_eq!(status(&[&format!("host: rebound.example.net:{port}")]).await, 421, "{path}");
        assert_eq!(status(&["accept: */*"]).await, 400, "{path}: no host");
        assert_eq!(status(&[&own, &own]).await, 400, "{path}: two hosts");
        let (length, chunked) = ("content-length: 3", "transfer-encoding: chunked");
        for lengths in [[length, chunked], [chunked, length]] {
            assert_eq!(status(&[own.as_str(), lengths[0], lengths[1]]).await, 411, "{path}: {lengths:?}");
        }
        assert_eq!(status(&[&own, length, "content-length: 4"]).await, 400, "{path}: two lengths of one kind");
    }
    server.shutdown().await;
}

/// A refusal costs as much as an answer, and somebody who has all of their requests refused shall not send them faster.
#[tokio::test(flavor = "multi_thread")]
async fn refused_requests_count_and_end_their_connection() {
    let folder = tempfile::tempdir().unwrap();
    let few = |config: &mut Config| config.limits.requests_an_address = Rate { a_second: 0.001, at_once: 3.0 };
    let server = crate::serve(real_config(&folder, few)).await.unwrap();
    let addr = server.local_addr();
    let request = "GET /healthz HTTP/1.1\r\nhost: rebound.example.net\r\n\r\n".repeat(10);
    let mut stream = TcpStream::connect(addr).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answers = Vec::new();
    // The server closes while requests wait to be read, so the end may come as an error.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answers)).await.expect("the connection ends");
    let answers = String::from_utf8_lossy(&answers);
    assert_eq!(answers.matches("HTTP/1.1 ").count(), 1, "{answers}");
    assert!(answers.contains("HTTP/1.1 421 ") && answers.contains("connection: close"), "{answers}");
    let stranger = async || status(addr, "/healthz", &["host: rebound.example.net"]).await;
    assert_eq!([stranger().await, stranger().await, stranger().await], [421, 421, 429]);
    server.shutdown().await;
}

/// The samples of a page of metrics, by name and labels. Panics if the text breaks the rules of the format.
fn samples(text: &str) -> BTreeMap<String, f64> {
    let is_name = |name: &str| {
        let letters = name.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_');
        !name.is_empty() && letters && !name.as_bytes()[0].is_ascii_digit()
    };
    let (mut samples, mut helped, mut kinds) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, words) = help.split_once(' ').unwrap();
            assert!(is_name(name) && !words.is_empty() && !helped.contains(&name), "{line}");
            helped.push(name);
        } else if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').unwrap();
            assert_eq!(helped.last(), Some(&name), "the help comes first, and once: {line}");
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(kinds.insert(name, kind).is_none(), "{line}");
        } else {
            let (series, value) = line.rsplit_once(' ').unwrap();
            let (name, labels) = series.split_once('{').map_or((series, None), |(name, rest)| (name, Some(rest)));
            let family = helped.last().unwrap();
            let of_family = match kinds[family] {
                "histogram" => ["_bucket", "_sum", "_count"].iter().any(|end| name == format!("{family}{end}")),
                _ => name == *family,
            };
            assert!(is_name(name) && of_family, "samples of a metric stand together: {line}");
            if let Some(labels) = labels {
                let (label, value) = labels.strip_suffix("\"}").unwrap().split_once("=\"").unwrap();
                assert!(is_name(label) && !value.contains(['"', '\\', '\n']), "{line}");
            }
            assert!(samples.insert(series.to_owned(), value.parse::<f64>().unwrap()).is_none(), "twice: {line}");
        }
    }
    for (name, _) in kinds.into_iter().filter(|(_, kind)| *kind == "histogram") {
        let mut buckets: Vec<(f64, f64)> = samples
            .iter()
            .filter_map(|(series, count)| {
                let bound = series.strip_prefix(&format!("{name}_bucket{{le=\""))?.strip_suffix("\"}")?;
                Some((bound.replace("+Inf", "inf").parse().unwrap(), *count))
            })
            .collect();
        buckets.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(buckets.windows(2).all(|two| two[0].1 <= two[1].1), "{name} adds up: {buckets:?}");
        assert_eq!(buckets.last().unwrap(), &(f64::INFINITY, samples[&format!("{name}_count")]));
        assert!(samples.contains_key(&format!("{name}_sum")));
    }
    samples
}

/// Tasks that wait to tell of comings and goings hold their room, and with it the store.
#[tokio::test(flavor = "multi_thread")]
async fn the_folder_of_a_server_is_free_as_soon_as_it_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..30 {
        let mut config = Config::new(folder.path());
        config.addr = (Ipv4Addr::LOCALHOST, 0).into();
        let server = crate::serve(config).await.expect("the one before has ended");
        let Created { table, key, .. } = server.hub.create(new_table(), Address::OTHERS).await.unwrap();
        let mut open = Vec::new();
        for key in [Some(key.as_str()), None, None] {
            open.push(enter(server.local_addr(), &table, key).await);
        }
        drop(open);
        server.shutdown().await;
    }
}

#[tokio::test]
async fn who_finds_no_place_is_counted() {
    let (_folder, server) = crowd::real_server(|config| {
        config.metrics_addr = Some((Ipv4Addr::LOCALHOST, 0).into());
        config.limits.connections_an_address = 1;
    })
    .await;
    let (addr, metrics) = (server.local_addr(), server.metrics_addr().unwrap());
    let (_open, status) = crowd::ask(addr, "").await;
    assert_eq!((status, crowd::ask(addr, "").await.1), (200, 503));
    let counted = samples(&get(metrics, "/metrics").await.1)["sixfold_refusals_total{code=\"full\"}"];
    assert!((1.0..2.0).contains(&counted), "{counted}");
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_metrics_are_in_the_format_of_prometheus_and_move() {
    let (_folder, server) = real_server().await;
    let (addr, metrics) = (server.local_addr(), server.metrics_addr().unwrap());
    let read = async || samples(&get(metrics, "/metrics").await.1);
    let before = read().await;
    assert!(before["sixfold_sockets"] < 1.0 && before["sixfold_tables_removed_total"] < 1.0);
    for never_yet in [
        "sixfold_store_errors_total{what=\"write\"}",
        "sixfold_refusals_total{code=\"full\"}",
        "sixfold_thoughts_total{by=\"node\"}",
    ] {
        assert!(before[never_yet] < 1.0, "a collector notices the first one: {never_yet}");
    }
    assert!(before["sixfold_ready"] >= 1.0);
    assert!(before.contains_key(concat!("sixfold_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}")));

    let hub = &server.hub;
    let (name, bots) = ("Zephyrine".to_owned(), vec![bot_seat(1, "1")]);
    let new = NewTable {
        game: game().info().key.to_owned(),
        options: Vec::new(),
        seat: None,
        name: name.clone(),
        bots,
        own: None,
        rules: None,
    };
    let created = hub.create(new, Address::OTHERS).await.unwrap();
    let url = format!("ws://{addr}/api/tables/{}/socket", created.table);
    let stream = TcpStream::connect(addr).await.unwrap();
    let mut socket = tokio_tungstenite::client_async(url, stream).await.unwrap().0;
    let say = |message: &FromClient| Message::Text(serde_json::to_string(message).unwrap().into());
    let key = Some(created.key.clone());
    socket.send(say(&FromClient::Hello { version: VERSION, key, since: 0 })).await.unwrap();
    let Ok(FromServer::Welcome(welcome)) = hear(&mut socket).await else { panic!("expected a welcome") };
    let commitment = ShareCommitment::to(&welcome.commitment, Seat(0), &RED_SHARE);
    socket.send(say(&FromClient::Commit { id: "c".to_owned(), commitment })).await.unwrap();
    socket.send(say(&FromClient::Share { id: "s".to_owned(), share: RED_SHARE })).await.unwrap();
    let state = game().start(game().setup([]).unwrap(), Seed::number(0).into()).unwrap();
    let action = state.random_action(&mut Random::new(1)).unwrap();
    socket.send(say(&FromClient::Play { id: "p".to_owned(), action })).await.unwrap();
    socket.send(Message::Text("nonsense".into())).await.unwrap();
    let answered = |metrics: &BTreeMap<String, f64>| metrics["sixfold_thinking_seconds_count"] >= 1.0;
    let until = tokio::time::Instant::now() + PATIENCE;
    let mut after = read().await;
    while !answered(&after) {
        assert!(tokio::time::Instant::now() < until, "{after:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
        after = read().await;
    }
    for (series, least) in [
        ("sixfold_sockets", 1.0),
        ("sixfold_connections", 1.0),
        ("sixfold_rooms", 1.0),
        ("sixfold_requests_total{kind=\"play\"}", 1.0),
        ("sixfold_writes_total{kind=\"table\"}", 1.0),
        ("sixfold_writes_total{kind=\"event\"}", 1.0),
        ("sixfold_journal_batch_writes_count", 3.0),
        ("sixfold_journal_batch_writes_sum", 3.0),
        ("sixfold_http_answers_total{status=\"1xx\"}", 1.0),
        ("sixfold_refusals_total{code=\"malformed\"}", 1.0),
        ("sixfold_thoughts_total{by=\"node\"}", 1.0),
    ] {
        assert!(after[series] >= least, "{series}: {after:?}");
    }
    assert!(after["sixfold_journal_write_seconds_sum"] > 0.0);
    let text = get(metrics, "/metrics").await.1;
    for secret in [&name, &created.key, &created.table] {
        assert!(!text.contains(secret.as_str()), "{secret} is in the metrics");
    }
    assert_eq!(get(addr, "/metrics").await.0, 404, "nothing of it is for the public");
    drop(socket);
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_is_not_ready_makes_no_tables_and_sends_its_people_back_in_a_moment() {
    let (_folder, server) = real_server().await;
    let (addr, metrics) = (server.local_addr(), server.metrics_addr().unwrap());
    for place in [addr, metrics] {
        assert_eq!(get(place, "/healthz").await, (200, "ok\n".to_owned()));
        assert_eq!(get(place, "/readyz").await, (200, "ready\n".to_owned()));
    }
    let new = |name: &str| NewTable {
        game: game().info().key.to_owned(),
        options: Vec::new(),
        seat: None,
        name: name.to_owned(),
        bots: Vec::new(),
        own: None,
        rules: None,
    };
    let hub = server.hub.clone();
    let created = hub.create(new("Ann"), Address::OTHERS).await.unwrap();
    let url = format!("ws://{addr}/api/tables/{}/socket", created.table);
    let mut socket = tokio_tungstenite::client_async(url, TcpStream::connect(addr).await.unwrap()).await.unwrap().0;
    let hello = FromClient::Hello { version: VERSION, key: Some(created.key.clone()), since: 0 };
    socket.send(Message::Text(serde_json::to_string(&hello).unwrap().into())).await.unwrap();
    let _welcome = socket.next().await.unwrap().unwrap();

    let ending = tokio::spawn(async move {
        server.drain(Duration::from_mins(1)).await;
        server.shutdown().await;
    });
    while get(metrics, "/readyz").await.0 == 200 {}
    assert_eq!(get(addr, "/readyz").await, (503, "the server is about to end\n".to_owned()));
    assert_eq!(get(addr, "/api/health").await.0, 503);
    assert_eq!(get(addr, "/healthz").await.0, 200);
    assert_eq!(code(hub.create(new("Bo"), Address::OTHERS).await), RefusedCode::Unavailable);
    // Whoever is here plays on.
    let commit = FromClient::Commit { id: "s".to_owned(), commitment: ShareCommitment([1; 32]) };
    socket.send(Message::Text(serde_json::to_string(&commit).unwrap().into())).await.unwrap();
    loop {
        let said = tokio::time::timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
        if said.to_text().unwrap().contains(r#""type":"done""#) {
            break;
        }
    }
    // A second request to end does not wait for the minute.
    ending.abort();
    let _ = ending.await;
    tokio::time::timeout(PATIENCE, hub.close()).await.unwrap();
    let close = loop {
        match tokio::time::timeout(PATIENCE, socket.next()).await.unwrap() {
            Some(Ok(Message::Close(close))) => break close.unwrap(),
            Some(Ok(_)) => {}
            other => panic!("the server says good-bye: {other:?}"),
        }
    };
    assert_eq!(close.code, CloseCode::Restart, "1012: come back");
}

#[tokio::test(start_paused = true)]
async fn many_rooms_let_their_people_go_over_a_second_and_not_all_at_once() {
    let house = House::with(|config| config.limits.new_tables = Rate { a_second: 1e6, at_once: 1e6 });
    let mut guests = Vec::new();
    for _ in 0..40 {
        let Created { table, key, .. } = house.table().await;
        guests.push(house.guest(&table, Some(&key), 0).await.0);
    }
    let began = tokio::time::Instant::now();
    let mut ends = Vec::new();
    let closing = house.hub.close();
    let hearing = async {
        let mut all: futures_util::stream::FuturesUnordered<_> = guests
            .iter_mut()
            .map(|guest| async move {
                while guest.hear().await.is_some() {}
                tokio::time::Instant::now()
            })
            .collect();
        while let Some(end) = all.next().await {
            ends.push(end - began);
        }
    };
    tokio::join!(closing, hearing);
    let (first, last) = (ends[0], *ends.last().unwrap());
    assert!(first < Duration::from_millis(20) && last > Duration::from_millis(100), "{first:?} to {last:?}");
    assert!(last < Duration::from_secs(2), "{last:?}");
}

type RealSocket = WebSocketStream<TcpStream>;

/// A player at a real server who has said hello, with the welcome.
async fn enter(addr: SocketAddr, table: &str, key: Option<&str>) -> (RealSocket, Welcome) {
    let stream = TcpStream::connect(addr).await.unwrap();
    let url = format!("ws://{addr}/api/tables/{table}/socket");
    let mut socket = tokio_tungstenite::client_async(url, stream).await.unwrap().0;
    say(&mut socket, &FromClient::Hello { version: VERSION, key: key.map(str::to_owned), since: 0 }).await;
    match hear(&mut socket).await.unwrap() {
        FromServer::Welcome(welcome) => (socket, *welcome),
        other => panic!("{other:?}"),
    }
}

async fn say(socket: &mut RealSocket, message: &FromClient) {
    socket.send(Message::Text(serde_json::to_string(message).unwrap().into())).await.unwrap();
}

/// The next message, or the code with which the server has closed the connection.
async fn hear(socket: &mut RealSocket) -> Result<FromServer, CloseCode> {
    loop {
        match tokio::time::timeout(PATIENCE, socket.next()).await.unwrap() {
            Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(Some(close)))) => return Err(close.code),
            Some(Ok(_)) => {}
            other => panic!("the server says good-bye: {other:?}"),
        }
    }
}

fn new_table() -> NewTable {
    NewTable {
        game: waiting_game().info().key.to_owned(),
        options: Vec::new(),
        seat: None,
        name: "Ann".to_owned(),
        bots: Vec::new(),
        own: None,
        rules: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_costs_two_players_a_reconnect_and_nothing_else() {
    let (folder, server) = real_server().await;
    let addr = server.local_addr();
    let Created { table, key, .. } = server.hub.create(new_table(), Address::OTHERS).await.unwrap();
    let (mut red, welcome) = enter(addr, &table, Some(&key)).await;
    let (mut blue, _) = enter(addr, &table, None).await;
    let (id, name) = ("sit".to_owned(), "Bo".to_owned());
    say(&mut blue, &FromClient::Sit { id, seat: None, name, key: None, own: None }).await;
    let blue_key = loop {
        if let FromServer::Seated { key, .. } = hear(&mut blue).await.unwrap() {
            break key;
        }
    };
    let players = [(Seat(0), RED_SHARE), (Seat(1), BLUE_SHARE)];
    for (socket, (seat, share)) in [&mut red, &mut blue].into_iter().zip(players) {
        let commitment = ShareCommitment::to(&welcome.commitment, seat, &share);
        say(socket, &FromClient::Commit { id: "commit".to_owned(), commitment }).await;
        while !matches!(hear(socket).await.unwrap(), FromServer::Done { .. }) {}
    }
    for (socket, (_, share)) in [&mut red, &mut blue].into_iter().zip(players) {
        say(socket, &FromClient::Share { id: "share".to_owned(), share }).await;
    }
    for socket in [&mut red, &mut blue] {
        while !matches!(hear(socket).await.unwrap(), FromServer::Begun(_)) {}
    }

    tokio::time::timeout(PATIENCE, server.shutdown()).await.unwrap();
    for socket in [&mut red, &mut blue] {
        let code = loop {
            if let Err(code) = hear(socket).await {
                break code;
            }
        };
        assert_eq!(code, CloseCode::Restart);
    }
    let mut config = Config::new(folder.path());
    config.addr = addr; // it is free at once
    let server = crate::serve(config).await.unwrap();
    let (mut red, _) = enter(addr, &table, Some(&key)).await;
    let (_blue, welcome) = enter(addr, &table, Some(&blue_key)).await;
    assert!(welcome.begun && welcome.seats.iter().all(|seat| seat.here), "{:?}", welcome.seats);
    assert_eq!(welcome.moments.len(), 0, "nobody was counted out");
    say(&mut red, &FromClient::Resign { id: "over".to_owned() }).await;
    while !matches!(hear(&mut red).await.unwrap(), FromServer::Done { seq: 1, .. }) {}
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_metrics_that_the_page_about_hosting_names_exist() {
    let hosting = include_str!("../../../../docs/hosting.md");
    let (_folder, server) = real_server().await;
    let text = get(server.metrics_addr().unwrap(), "/metrics").await.1;
    let mut named = 0;
    for word in hosting.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_') {
        let is_metric = word.starts_with("sixfold_") || word.starts_with("process_");
        let family = ["_count", "_sum", "_bucket"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
        if is_metric {
            assert!(text.contains(&format!("# TYPE {family} ")), "there is no metric {word}");
            named += 1;
        }
    }
    assert!(named >= 8, "the page tells what to watch");
    server.shutdown().await;
}
