//! A client over TLS that trusts one certificate, and the certificate.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use game::{Random, Seat, Share, ShareCommitment};
use protocol::{FromClient, FromServer, VERSION, Welcome};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use sixfold_server::{Config, Server, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Longer than anything here takes. A test that waits this long fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
/// The name in the certificate.
pub(crate) const NAME: &str = "play.example.org";

/// Writes `cert.pem` and `key.pem`: a certificate for [`NAME`] that nobody has signed.
pub(crate) fn make_certificate(folder: &Path) {
    let about = format!(
        "[req]\ndistinguished_name = name\nx509_extensions = more\nprompt = no\n[name]\nCN = {NAME}\n\
         [more]\nsubjectAltName = DNS:{NAME}\nbasicConstraints = critical, CA:FALSE\n"
    );
    std::fs::write(folder.join("about.cnf"), about).unwrap();
    let arguments = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -config about.cnf \
                     -keyout key.pem -out cert.pem";
    let mut openssl = Command::new("openssl");
    openssl.args(arguments.split_whitespace()).current_dir(folder);
    let made = openssl.output().expect("openssl is installed: `cargo xtask test` provides it");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// A server on a free port of this machine.
pub(crate) async fn start(folder: &Path, change: impl FnOnce(&mut Config)) -> Server {
    let mut config = Config::new(folder.join("data"));
    config.addr = (Ipv4Addr::LOCALHOST, 0).into();
    config.door.hosts = vec![NAME.to_owned()];
    change(&mut config);
    serve(config).await.unwrap()
}

/// Shakes hands as a client at this address of this machine, which trusts the certificate in the folder.
pub(crate) async fn connect(
    addr: SocketAddr,
    folder: &Path,
    from: impl Into<IpAddr>,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut trusted = RootCertStore::empty();
    trusted.add(CertificateDer::from_pem_file(folder.join("cert.pem")).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(trusted).with_no_client_auth();
    let socket = if addr.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.bind((from.into(), 0).into())?;
    let tcp = socket.connect(addr).await?;
    let name = ServerName::try_from(NAME).unwrap();
    timeout(PATIENCE, TlsConnector::from(Arc::new(config)).connect(name, tcp)).await.unwrap()
}

/// An answer over HTTP.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The lines of its head, in lower case.
    pub(crate) head: Vec<String>,
    pub(crate) text: String,
}

impl Answer {
    /// How often the head has a line that begins with this.
    pub(crate) fn count(&self, header: &str) -> usize {
        self.head.iter().filter(|line| line.starts_with(&format!("{header}:"))).count()
    }
}

/// Asks for a page over this stream, with these further lines in the head.
pub(crate) async fn get(
    mut stream: impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    host: &str,
    path: &str,
    lines: &str,
) -> Answer {
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{lines}connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A server may end the connection without saying good-bye in TLS.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
    let head: Vec<_> = head.lines().map(str::to_lowercase).collect();
    Answer { status: head[0][9..12].parse().unwrap(), head, text: text.to_owned() }
}

/// Sends a request to make a table, and returns the table and the key.
pub(crate) async fn make_table(mut stream: TlsStream<TcpStream>, host: &str) -> protocol::Created {
    let body = format!(r#"{{"game":"{}","name":"Ann"}}"#, catalog::GAMES[0].info().key);
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {host}\r\norigin: https://{host}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let text = answer.split_once("\r\n\r\n").unwrap().1;
    serde_json::from_str(&text[text.find('{').unwrap()..=text.rfind('}').unwrap()]).unwrap()
}

pub(crate) type Socket = WebSocketStream<TlsStream<TcpStream>>;

/// Somebody at a table.
pub(crate) struct Player {
    socket: Socket,
    pub(crate) welcome: Welcome,
}

/// Enters a table over this stream, with the key of a seat or without one.
pub(crate) async fn enter(stream: TlsStream<TcpStream>, host: &str, table: &str, key: Option<&str>) -> Player {
    let (socket, welcome) = try_enter(stream, host, table, key).await.unwrap();
    Player { socket, welcome }
}

/// The same for somebody who tries again if the server ends meanwhile.
pub(crate) async fn try_enter(
    stream: TlsStream<TcpStream>,
    host: &str,
    table: &str,
    key: Option<&str>,
) -> Result<(Socket, Welcome), Error> {
    let mut request = format!("wss://{host}/api/tables/{table}/socket").into_client_request().unwrap();
    request.headers_mut().insert("origin", format!("https://{host}").parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await?;
    try_say(&mut socket, &FromClient::Hello { version: VERSION, key: key.map(str::to_owned), since: 0 }).await?;
    match try_hear(&mut socket).await? {
        FromServer::Welcome(welcome) => Ok((socket, *welcome)),
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn try_say(socket: &mut Socket, message: &FromClient) -> Result<(), Error> {
    socket.send(Message::Text(serde_json::to_string(message).unwrap().into())).await
}

pub(crate) async fn try_hear(socket: &mut Socket) -> Result<FromServer, Error> {
    loop {
        let said = timeout(PATIENCE, socket.next()).await.expect("the server says something");
        if let Message::Text(text) = said.ok_or(Error::ConnectionClosed)?? {
            return Ok(serde_json::from_str(&text).unwrap());
        }
    }
}

async fn say(socket: &mut Socket, message: &FromClient) {
    try_say(socket, message).await.unwrap();
}

async fn hear(socket: &mut Socket) -> FromServer {
    try_hear(socket).await.unwrap()
}

impl Player {
    async fn hear_until<T>(&mut self, right: impl Fn(FromServer) -> Option<T>) -> T {
        loop {
            let heard = hear(&mut self.socket).await;
            assert!(!matches!(heard, FromServer::Refused(_)), "{heard:?}");
            if let Some(found) = right(heard) {
                return found;
            }
        }
    }

    /// Waits until this request is done, and returns the number of its event.
    async fn done(&mut self, request: &str) -> u64 {
        let done = |message| match message {
            FromServer::Done { id, seq } if id == request => Some(seq),
            _ => None,
        };
        self.hear_until(done).await
    }

    /// Takes the free seat.
    pub(crate) async fn sit(&mut self) -> Seat {
        let (id, name) = ("sit".to_owned(), "Bo".to_owned());
        say(&mut self.socket, &FromClient::Sit { id, seat: None, name, key: None, own: None }).await;
        self.hear_until(|message| if let FromServer::Seated { seat, .. } = message { Some(seat) } else { None }).await
    }
}

/// The two players of a table begin the match, and the one who is first plays a move that the other one is told. Returns the
/// game's notation of it.
pub(crate) async fn play_a_move(people: &mut [Player; 2]) -> String {
    for (seat, player) in Seat::first(2).zip(people.iter_mut()) {
        let commitment = ShareCommitment::to(&player.welcome.commitment, seat, &Share([seat.0; 32]));
        say(&mut player.socket, &FromClient::Commit { id: "commit".to_owned(), commitment }).await;
        player.done("commit").await;
    }
    for (seat, player) in Seat::first(2).zip(people.iter_mut()) {
        say(&mut player.socket, &FromClient::Share { id: "share".to_owned(), share: Share([seat.0; 32]) }).await;
    }
    let mut begun = Vec::new();
    for player in people.iter_mut() {
        let begins = |message| if let FromServer::Begun(begun) = message { Some(*begun) } else { None };
        begun.push(player.hear_until(begins).await);
    }
    let first = begun[0].first_actor.unwrap().index();
    let game = catalog::GAMES.iter().find(|game| game.info().key == people[0].welcome.game).unwrap();
    let action = game.open(&begun[first].start).unwrap().random_action(&mut Random::new(1)).unwrap();
    let play = FromClient::Play { id: "move".to_owned(), action: action.clone() };
    say(&mut people[first].socket, &play).await;
    let moved = |message| if let FromServer::Moment(moment) = message { Some(moment.seq) } else { None };
    assert_eq!(people[1 - first].hear_until(moved).await, 1, "the opponent is told");
    assert_eq!(people[first].done("move").await, 1);
    action
}
