//! The part of HTTP and WebSocket that a simulated player needs.

use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::task::{Context, Poll};

use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{FromClient, VERSION};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

pub(crate) use protocol::Created;

/// A client of the server at this address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) SocketAddr);

/// A connection to a room.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Client {
    /// Makes a table with these options, `key=value`, and sits down in its first seat.
    #[allow(dead_code, reason = "one of the tests that share this file makes tables of its own kind")]
    pub(crate) async fn create(self, game: &str, options: &[String]) -> io::Result<Created> {
        self.post("/api/tables", &serde_json::json!({ "game": game, "options": options, "name": "bench" })).await
    }

    /// Sends a request and reads the answer, up to the end of the connection.
    pub(crate) async fn post<T: DeserializeOwned>(self, path: &str, body: &impl Serialize) -> io::Result<T> {
        let body = serde_json::to_string(body).map_err(io::Error::other)?;
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            self.0,
            body.len()
        );
        let mut stream = TcpStream::connect(self.0).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.take(1024 * 1024).read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer);
        let (_, body) =
            answer.split_once("\r\n\r\n").ok_or_else(|| io::Error::other("the server does not speak HTTP"))?;
        serde_json::from_str(body).map_err(|_| io::Error::other(format!("the server refused: {body}")))
    }

    /// Connects with the key of a seat, or as a spectator without one, and returns the welcome.
    pub(crate) async fn enter(self, table: &str, key: Option<&str>) -> io::Result<(Socket, Utf8Bytes)> {
        let stream = TcpStream::connect(self.0).await?;
        stream.set_nodelay(true)?;
        let request = format!("ws://{}/api/tables/{table}/socket", self.0).into_client_request();
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(4096);
        let joined = client_async_with_config(request.map_err(io::Error::other)?, stream, Some(config)).await;
        let mut socket = Socket(joined.map_err(io::Error::other)?.0);
        socket.say(&FromClient::Hello { version: VERSION, key: key.map(str::to_owned), since: 0 }).await?;
        let welcome = socket.hear().await?;
        Ok((socket, welcome))
    }
}

impl Socket {
    pub(crate) async fn say(&mut self, message: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(message).map_err(io::Error::other)?;
        self.0.send(Message::Text(text.into())).await.map_err(io::Error::other)
    }

    /// Waits for the next message. It is cancel-safe: a dropped call loses no message.
    pub(crate) async fn hear(&mut self) -> io::Result<Utf8Bytes> {
        poll_fn(|context| self.poll_hear(context)).await
    }

    fn poll_hear(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Utf8Bytes>> {
        loop {
            match self.0.poll_next_unpin(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Ok(Message::Text(text)))) => return Poll::Ready(Ok(text)),
                Poll::Ready(Some(Ok(Message::Close(_))) | None) => {
                    return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
                }
                Poll::Ready(Some(Ok(_))) => {}
                Poll::Ready(Some(Err(error))) => return Poll::Ready(Err(io::Error::other(error))),
            }
        }
    }
}

/// Waits for the next message on any of these sockets. It is cancel-safe like [`Socket::hear`].
#[allow(dead_code, reason = "the tests that share this file have one socket for each task")]
pub(crate) async fn hear_any(sockets: &mut [Socket]) -> io::Result<(usize, Utf8Bytes)> {
    poll_fn(|context| {
        for (which, socket) in sockets.iter_mut().enumerate() {
            if let Poll::Ready(heard) = socket.poll_hear(context) {
                return Poll::Ready(heard.map(|text| (which, text)));
            }
        }
        Poll::Pending
    })
    .await
}
