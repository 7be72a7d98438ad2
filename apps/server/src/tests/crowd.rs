//! Many strangers at one table: they cannot throw players off, keep the invited player out, or take more than their share.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use super::hooked::Hooked;
use super::isolation::Flaky;
use super::*;
use crate::Server;

fn address(last: u8) -> Address {
    IpAddr::from([192, 0, 2, last]).into()
}

impl House {
    /// A spectator from this address, welcomed or refused.
    async fn spectator(&self, address: Address, table: &str) -> Result<Client, Refused> {
        let mut client = self.connect_from(address, table, 1 << 20);
        client.hello(None, 0).await.map(|_| client)
    }
}

/// How many messages about people are among those that wait for a client. It then plays on.
async fn messages_about_people(client: &mut Client) -> usize {
    let before = client.heard.len();
    client.say(&FromClient::Resign { id: "over".to_owned() }).await;
    client.done("over").await.unwrap();
    client.heard[before..].iter().filter(|text| text.contains(r#""type":"people""#)).count()
}

#[tokio::test(start_paused = true)]
async fn a_crowd_that_comes_and_goes_is_told_a_few_times_a_second_and_throws_no_player_off() {
    let house = House::with(|config| config.limits.presence_pause = Duration::from_millis(300));
    let mut table = house.started().await;
    // More comings and goings than fit into the queue of a connection that does not read meanwhile.
    for _ in 0..190 {
        let spectator = house.spectator(address(1), &table.table).await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
        drop(spectator);
    }
    let told = messages_about_people(&mut table.people[0]).await;
    assert!((2..=8).contains(&told), "{told} in a second");
    // The last of them tells how it is now.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (_, welcome) = house.guest(&table.table, Some(&table.keys[1]), 0).await;
    assert_eq!(welcome.watching, 0);
}

/// A player who reads nothing for a while, in a running match with another one, and the key of that one. What does not fit into the
/// small pipe waits in the queue of the connection.
async fn slow_opponent(house: &House) -> (Client, Client, String) {
    let Created { table, key, .. } = house.table().await;
    let mut slow = house.connect_through(&table, 1_000);
    slow.hello(Some(&key), 0).await.unwrap();
    let (mut other, _) = house.guest(&table, None, 0).await;
    let (_, key) = other.sit("sit").await.unwrap();
    add_shares([(&mut slow, RED_SHARE), (&mut other, BLUE_SHARE)]).await;
    slow.begun().await;
    (slow, other, key)
}

#[tokio::test(start_paused = true)]
async fn a_player_who_repeats_the_request_to_sit_does_not_throw_a_slow_opponent_off() {
    let house = House::with(|config| config.limits.presence_pause = Duration::from_millis(300));
    let (mut slow, mut other, key) = slow_opponent(&house).await;
    for _ in 0..200 {
        other.sit_with("sit", None, Some(&key)).await.expect("the same request again");
    }
    let told = messages_about_people(&mut slow).await;
    assert!(told <= 3, "{told}");
}

/// After a write that failed the room reads its log again, and does not know whether others have sat down meanwhile.
#[tokio::test(start_paused = true)]
async fn a_player_who_asks_while_the_store_fails_does_not_throw_a_slow_opponent_off() {
    let store = Arc::new(Hooked::<Flaky>::default());
    let house = House::over(store.clone(), |config| config.limits.presence_pause = Duration::from_millis(300));
    let (mut slow, mut other, _) = slow_opponent(&house).await;
    tokio::time::sleep(Duration::from_secs(1)).await; // that somebody is here is noted
    for number in 0..200 {
        store.hooks.fail_once();
        other.say(&FromClient::Resign { id: format!("r{number}") }).await;
        assert_eq!(code(other.done(&format!("r{number}")).await), RefusedCode::Unavailable);
    }
    let told = messages_about_people(&mut slow).await;
    assert!(told <= 5, "{told}");
}

#[tokio::test]
async fn the_invited_player_finds_a_place_at_a_table_that_is_full_of_spectators() {
    let house = House::with(|config| config.limits.viewers_a_room = 10);
    let Created { table, .. } = house.table().await;
    let mut crowd = Vec::new();
    for number in 0..10 {
        crowd.push(house.spectator(address(number % 3), &table).await.unwrap());
    }
    let mut invited = house.spectator(address(77), &table).await.expect("a place is made");
    assert_eq!(invited.sit("sit").await.unwrap().0, Seat(1));
    // The one who goes is told why. It is the first of the address that has the most.
    assert_eq!(crowd[0].refusal().await.code, RefusedCode::Full);
    assert!(crowd[0].hear().await.is_none(), "its connection has ended");
    // With every seat taken nobody has to be let in any more.
    let _last = house.spectator(address(78), &table).await.expect("the place of the one who has sat down");
    assert_eq!(code(house.spectator(address(79), &table).await.map(|_| ())), RefusedCode::Full);
}

#[tokio::test]
async fn one_address_takes_only_some_of_the_places_for_spectators() {
    let house = House::with(|config| config.limits.viewers_an_address = 5);
    let Created { table, key, .. } = house.table().await;
    let mut crowd = Vec::new();
    for _ in 0..5 {
        crowd.push(house.spectator(address(1), &table).await.unwrap());
    }
    assert_eq!(code(house.spectator(address(1), &table).await.map(|_| ())), RefusedCode::Full);
    let _other = house.spectator(address(2), &table).await.expect("others have places of their own");
    let mut player = house.connect_from(address(1), &table, 1 << 20);
    player.hello(Some(&key), 0).await.expect("a player is no spectator");
}

/// The address with this number in a network of so many bits.
fn in_network(bits: u32, number: u128) -> Address {
    let network = u128::from_be_bytes([0x20, 1, 0xd, 0xb8, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    IpAddr::V6((network | number << (128 - bits)).into()).into()
}

#[tokio::test]
async fn one_line_of_ipv6_takes_only_some_of_the_places_for_spectators() {
    let house = House::with(|config| (config.limits.viewers_an_address, config.limits.viewers_a_room) = (5, 40));
    let Created { table, .. } = house.table().await;
    let mut crowd = Vec::new();
    for number in 0..100 {
        crowd.extend(house.spectator(in_network(64, number % 10), &table).await);
    }
    assert_eq!(crowd.len(), 10, "ten networks of one line, twice as many as one address");
    for number in 0..100 {
        crowd.extend(house.spectator(in_network(56, number), &table).await);
    }
    assert_eq!(crowd.len(), 20, "many lines of one network of a provider, four times as many");
    let _other = house.spectator(address(1), &table).await.expect("others have places of their own");
}

/// Most connections wait for somebody's move. Their tasks are as large as what they do then, not as what they can do.
#[tokio::test]
async fn a_connection_that_waits_is_a_small_task() {
    let house = House::new();
    let (_here, there) = tokio::io::duplex(64);
    let socket = WebSocketStream::from_raw_socket(there, Role::Server, Some(socket_config())).await;
    let bytes = size_of_val(&serve_connection(socket, house.hub.clone(), String::new(), Address::OTHERS));
    assert!(bytes < 2_500, "{bytes} bytes");
}

/// A real server on this machine.
pub(super) async fn real_server(change: impl FnOnce(&mut Config)) -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new(folder.path());
    config.addr = (Ipv4Addr::LOCALHOST, 0).into();
    change(&mut config);
    (folder, crate::serve(config).await.unwrap())
}

/// Neither an answer of 28 MB that nobody reads nor a request that never ends holds up the end of a server.
#[tokio::test]
async fn a_server_ends_within_seconds_whatever_its_clients_do() {
    let large = crate::Asset {
        path: "/large".into(),
        content_type: "text/plain",
        bytes: vec![b'x'; 28 << 20].into(),
        packed: Vec::new(),
    };
    let (_folder, server) = real_server(|config| config.assets.push(large)).await;
    let mut open = Vec::new();
    for request in ["GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nhost: loc"] {
        let mut stream = TcpStream::connect(server.local_addr()).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        open.push(stream);
    }
    open[0].read_exact(&mut [0; 1_000]).await.unwrap(); // the answer has begun
    // Two seconds are for the clients. The rest is for a busy machine: a server that waited for them would not end.
    let ended = tokio::time::timeout(Duration::from_secs(15), server.shutdown()).await;
    assert!(ended.is_ok(), "the server waits for its clients");
}

/// Asks for the health of the server and keeps the connection. Returns the status.
pub(super) async fn ask(addr: SocketAddr, headers: &str) -> (TcpStream, u16) {
    ask_for(addr, "GET /api/health", headers).await
}

async fn ask_for(addr: SocketAddr, what: &str, headers: &str) -> (TcpStream, u16) {
    let mut stream = begin_to_ask(addr, what, headers).await;
    let status = status_of_answer(&mut stream).await;
    (stream, status)
}

async fn status_of_answer(stream: &mut TcpStream) -> u16 {
    let mut answer = [0; 12]; // «HTTP/1.1 200»
    tokio::time::timeout(PATIENCE, stream.read_exact(&mut answer)).await.unwrap().unwrap();
    std::str::from_utf8(&answer[9..]).unwrap().parse().unwrap()
}

/// Sends the head of a request.
async fn begin_to_ask(addr: SocketAddr, what: &str, headers: &str) -> TcpStream {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    send_head(&mut stream, what, &addr.to_string(), headers).await;
    stream
}

async fn send_head(stream: &mut TcpStream, what: &str, host: &str, headers: &str) {
    let request = format!("{what} HTTP/1.1\r\nhost: {host}\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
}

/// Asks for the health of the server until the answer has this status.
pub(super) async fn ask_until(addr: SocketAddr, headers: &str, wanted: u16) {
    let until = tokio::time::Instant::now() + PATIENCE;
    while ask(addr, headers).await.1 != wanted {
        assert!(tokio::time::Instant::now() < until, "no {wanted}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn one_address_has_so_many_connections_and_gets_one_back_for_each_that_ends() {
    let (_folder, server) = real_server(|config| config.limits.connections_an_address = 3).await;
    let addr = server.local_addr();
    let mut open = Vec::new();
    for _ in 0..3 {
        let (stream, status) = ask(addr, "").await;
        assert_eq!(status, 200);
        open.push(stream);
    }
    assert_eq!(ask(addr, "").await.1, 503);
    open.pop();
    ask_until(addr, "", 200).await; // the server notices the end of the connection in its own time
    server.shutdown().await;
}

#[tokio::test]
async fn behind_a_proxy_each_client_has_limits_of_its_own() {
    let (_folder, server) = real_server(|config| {
        config.door.proxies = vec![Ipv4Addr::LOCALHOST.into()];
        config.limits.requests_an_address = Rate { a_second: 0.001, at_once: 2.0 };
    })
    .await;
    let addr = server.local_addr();
    let of = async |client: &str| ask(addr, &format!("x-forwarded-for: {client}\r\n")).await.1;
    assert_eq!([of("192.0.2.1").await, of("192.0.2.1").await, of("192.0.2.1").await], [200, 200, 429]);
    assert_eq!(of("192.0.2.2").await, 200);
    assert_eq!(of("192.0.2.9, 192.0.2.1").await, 429, "what a client says of itself does not count");
    server.shutdown().await;
}

/// Reads a whole answer on a connection that stays open. Returns its status.
async fn whole_answer(stream: &mut TcpStream) -> u16 {
    let reading = async {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.expect("the connection is open"));
        }
        let head = String::from_utf8(head).unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
        stream.read_exact(&mut vec![0; length]).await.unwrap();
        head[9..12].parse().unwrap()
    };
    tokio::time::timeout(PATIENCE, reading).await.expect("the server answers in time")
}

/// A proxy sends requests of many clients over one connection.
#[tokio::test]
async fn a_refusal_through_a_proxy_leaves_its_connection_to_other_clients() {
    let (_folder, server) = real_server(|config| {
        config.door.proxies = vec![Ipv4Addr::LOCALHOST.into()];
        config.limits.requests_an_address = Rate { a_second: 0.0, at_once: 1.0 };
    })
    .await;
    let mut proxy = TcpStream::connect(server.local_addr()).await.unwrap();
    for (client, host, status) in [
        (1, "localhost", 200),
        (1, "localhost", 429),
        (2, "localhost", 200),
        (3, "rebound.example.net", 421),
        (4, "localhost", 200),
    ] {
        let headers = format!("x-forwarded-for: 192.0.2.{client}\r\n");
        send_head(&mut proxy, "GET /api/health", host, &headers).await;
        assert_eq!(whole_answer(&mut proxy).await, status, "of client {client} for {host}");
    }
    server.shutdown().await;
}

const JSON: &str = "content-type: application/json\r\n";
const SOCKET: &str = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
    sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// A server behind a proxy on this machine, with places for three connections of a client.
async fn behind_proxy() -> (tempfile::TempDir, Server) {
    real_server(|config| {
        config.door.proxies = vec![Ipv4Addr::LOCALHOST.into()];
        config.limits.connections_an_address = 3;
        config.limits.requests_an_address = Rate { a_second: 1e6, at_once: 1e6 };
    })
    .await
}

#[tokio::test]
async fn behind_a_proxy_a_client_has_so_many_requests_at_once() {
    let (_folder, server) = behind_proxy().await;
    let addr = server.local_addr();
    let [hog, other] = ["x-forwarded-for: 192.0.2.1\r\n", "x-forwarded-for: 192.0.2.2\r\n"];
    let mut open = Vec::new();
    for _ in 0..3 {
        let headers = format!("{hog}{JSON}content-length: 100\r\n"); // and no body
        open.push(begin_to_ask(addr, "POST /api/tables", &headers).await);
    }
    ask_until(addr, hog, 503).await;
    assert_eq!(ask(addr, other).await.1, 200);
    drop(open);
    ask_until(addr, hog, 200).await;
    server.shutdown().await;
}

#[tokio::test]
async fn behind_a_proxy_a_client_has_so_many_sockets_at_once() {
    let (_folder, server) = behind_proxy().await;
    let addr = server.local_addr();
    let socket = async |of: &str| ask_for(addr, "GET /api/tables/000000000000/socket", &format!("{of}{SOCKET}")).await;
    let [hog, other] = ["x-forwarded-for: 192.0.2.1\r\n", "x-forwarded-for: 192.0.2.2\r\n"];
    let mut open = Vec::new();
    for _ in 0..3 {
        let (stream, status) = socket(hog).await;
        assert_eq!(status, 101);
        open.push(stream);
    }
    assert_eq!((socket(hog).await.1, ask(addr, hog).await.1), (503, 503));
    assert_eq!((socket(other).await.1, ask(addr, other).await.1), (101, 200));
    drop(open);
    ask_until(addr, hog, 200).await;
    server.shutdown().await;
}

#[tokio::test]
async fn one_address_opens_connections_at_a_bounded_rate() {
    let (_folder, server) = real_server(|config| {
        config.limits.new_connections_an_address = Rate { a_second: 0.001, at_once: 3.0 };
    })
    .await;
    let addr = server.local_addr();
    for _ in 0..3 {
        assert_eq!(ask(addr, "").await.1, 200); // and the connection ends
    }
    assert_eq!(ask(addr, "").await.1, 503);
    server.shutdown().await;
}

#[tokio::test]
async fn behind_a_proxy_the_rate_of_new_connections_is_nobodys() {
    let (_folder, server) = real_server(|config| {
        config.door.proxies = vec![Ipv4Addr::LOCALHOST.into()];
        config.limits.new_connections_an_address = Rate { a_second: 0.001, at_once: 3.0 };
    })
    .await;
    for _ in 0..10 {
        assert_eq!(ask(server.local_addr(), "x-forwarded-for: 192.0.2.1\r\n").await.1, 200);
    }
    server.shutdown().await;
}

/// A request for something new: where it goes, and its message.
type MakeNew = (&'static str, Value);

fn new_table() -> MakeNew {
    ("POST /api/tables", json!({ "game": game().info().key, "name": "Ann" }))
}

fn new_journey() -> MakeNew {
    let kind = catalog::JOURNEYS[0];
    ("POST /api/journeys", json!({ "game": kind.info().key, "journey": kind.key(), "name": "Ann" }))
}

/// Sends such a request from this address of this machine. Returns the status.
async fn make(from: Ipv4Addr, addr: SocketAddr, (what, message): &MakeNew, headers: &str) -> u16 {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    let (mut stream, message) = (socket.connect(addr).await.unwrap(), message.to_string());
    let headers = format!("{JSON}{headers}content-length: {}\r\n\r\n{message}", message.len());
    send_head(&mut stream, what, &addr.to_string(), &headers).await;
    status_of_answer(&mut stream).await
}

/// Two for each address, and never one more.
fn two_new_tables(config: &mut Config) {
    config.limits.new_tables_an_address = Rate { a_second: 0.0, at_once: 2.0 };
}

/// `make` asks for something new as the guest with this number. Each guest has an address of their own, which may make two.
async fn check_that_each_guest_makes_two(make: impl AsyncFn(u8, &MakeNew) -> u16) {
    let (table, journey) = (new_table(), new_journey());
    assert_eq!([make(1, &table).await, make(1, &table).await, make(1, &table).await], [200, 200, 429]);
    assert_eq!([make(2, &journey).await, make(2, &journey).await, make(2, &journey).await], [200, 200, 429]);
    assert_eq!([make(1, &journey).await, make(2, &table).await], [429, 429], "both kinds count together");
    let of_no_game = (table.0, json!({ "game": "nothing", "name": "Ann" }));
    assert_eq!([make(3, &of_no_game).await, make(3, &of_no_game).await], [400, 400]);
    assert_eq!([make(3, &table).await, make(3, &journey).await], [200, 200], "only what is made counts");
}

#[tokio::test]
async fn one_address_makes_so_many_tables_and_journeys_and_others_make_theirs() {
    let (_folder, server) = real_server(two_new_tables).await;
    let addr = server.local_addr();
    // All of 127.0.0.0/8 is this machine.
    check_that_each_guest_makes_two(async |guest, new| make([127, 0, 0, guest].into(), addr, new, "").await).await;
    server.shutdown().await;
}

#[tokio::test]
async fn behind_a_proxy_each_client_makes_so_many_tables_and_journeys() {
    let (_folder, server) = real_server(|config| {
        two_new_tables(config);
        config.door.proxies = vec![Ipv4Addr::LOCALHOST.into()];
    })
    .await;
    let addr = server.local_addr();
    check_that_each_guest_makes_two(async |guest, new| {
        make(Ipv4Addr::LOCALHOST, addr, new, &format!("x-forwarded-for: 192.0.2.{guest}\r\n")).await
    })
    .await;
    server.shutdown().await;
}

/// Two megabytes would be read and played again before the server said no.
#[tokio::test]
async fn a_record_that_comes_too_fast_is_refused_before_it_is_read() {
    let (_folder, server) =
        real_server(|config| config.limits.imports_an_address = Rate { a_second: 0.001, at_once: 1.0 }).await;
    let addr = server.local_addr();
    let announced = begin_to_ask(addr, IMPORT, &format!("{JSON}content-length: 2000000\r\n")).await; // and no body
    import_until(addr, 4, 429).await;
    let headers = format!("{JSON}content-length: 2000000\r\n"); // and no body
    assert_eq!(ask_for(addr, IMPORT, &headers).await.1, 429);
    drop(announced);
    assert_eq!(import(addr, 4).await, 429, "that it was announced counts");
    server.shutdown().await;
}

#[tokio::test]
async fn one_address_has_so_many_bytes_of_records_a_day() {
    let (_folder, server) = real_server(|config| {
        config.limits.import_bytes_an_address = Rate::a_day(1e6);
        let often = Rate { a_second: 1e6, at_once: 1e6 };
        (config.limits.imports, config.limits.imports_an_address) = (often, often);
    })
    .await;
    let addr = server.local_addr();
    let announced = begin_to_ask(addr, IMPORT, &format!("{JSON}content-length: 600000\r\n")).await; // and no body
    import_until(addr, 600_000, 429).await;
    assert_eq!(import(addr, 300_000).await, 400, "it is no record, and the bytes are given back");
    assert_eq!([import(addr, 300_000).await, import(addr, 600_000).await], [400, 429]);
    drop(announced);
    import_until(addr, 600_000, 400).await;
    server.shutdown().await;
}

const IMPORT: &str = "POST /api/journeys/import";

/// Sends so many bytes that are no record.
async fn import(addr: SocketAddr, bytes: usize) -> u16 {
    let headers = format!("{JSON}content-length: {bytes}\r\n\r\n{}", "x".repeat(bytes));
    ask_for(addr, IMPORT, &headers).await.1
}

/// The same until the answer has this status: the server may not have seen yet what was sent to it before.
async fn import_until(addr: SocketAddr, bytes: usize, wanted: u16) {
    let until = tokio::time::Instant::now() + PATIENCE;
    while import(addr, bytes).await != wanted {
        assert!(tokio::time::Instant::now() < until, "no {wanted}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn fragments_that_never_become_a_message_are_read_slowly() {
    let (_folder, server) =
        real_server(|config| config.limits.socket_bytes = Rate { a_second: 1e3, at_once: 1e3 }).await;
    let addr = server.local_addr();
    let url = format!("ws://{addr}/api/tables/000000000000/socket");
    let stream = TcpStream::connect(addr).await.unwrap();
    let (socket, _) = tokio_tungstenite::client_async(&url, stream).await.unwrap();
    let mut stream = socket.into_inner();
    // A text message that goes on and on: a first fragment, then empty ones with a mask.
    let mut flood = vec![0x01, 0x80, 0, 0, 0, 0];
    for _ in 0..4_000_000 {
        flood.extend([0x00, 0x80, 0, 0, 0, 0]);
    }
    // The server does not take them all: what it does not read fills the buffers between.
    let sent = tokio::time::timeout(Duration::from_secs(1), stream.write_all(&flood)).await;
    assert!(sent.is_err(), "24 MB were read in a second");
    tokio::time::timeout(PATIENCE, server.shutdown()).await.expect("the server ends all the same");
}
