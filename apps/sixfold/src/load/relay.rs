//! A bare relay: it keeps every message durably and passes it to everybody at its table, and knows no rules. A server that
//! does the same work in the same way and more cannot be faster, so it is the bound that a server is compared with. Sockets, buffers
//! and the settings of SQLite are those of the server, and so is the way to the disk if one wants ([`RelayKeeping`]).

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::value::RawValue;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

use super::relay_journal::{Kept, RelayJournal, Write};
use crate::cli::RelayKeeping;

/// The most messages that wait for a sync, and that wait for a slow reader; as in the server.
const MOST_WAITING: usize = 4_096;
const MOST_FRAMES: usize = 64;
/// The most bytes of a message.
const MOST_BYTES: usize = 16 * 1024;
/// The most connections to a table, one after the other or at once.
const MOST_AT_A_TABLE: usize = 6;

/// Everybody at a table, and how many messages it has. One lock covers both while a message is kept and passed on.
#[derive(Default)]
struct Table {
    members: Vec<(usize, mpsc::Sender<Utf8Bytes>)>,
    /// How many have come since it was empty; they are numbered.
    entered: usize,
    seq: i64,
}

type Tables = Mutex<HashMap<i64, Arc<tokio::sync::Mutex<Table>>>>;

struct Relay {
    tables: Tables,
    journal: SyncSender<Write>,
}

/// Serves all connections, until the future is dropped or the disk fails.
pub(crate) async fn relay(listener: TcpListener, data_dir: &Path, keeping: RelayKeeping) -> io::Result<()> {
    let disk = RelayJournal::open(data_dir, keeping).map_err(io::Error::other)?;
    let (journal, waiting) = sync_channel(MOST_WAITING);
    let (failed, failing) = oneshot::channel();
    std::thread::Builder::new().name("journal".to_owned()).spawn(move || {
        let _ = failed.send(disk.keep_all(&waiting));
    })?;
    let relay = Arc::new(Relay { tables: Tables::default(), journal });
    let accepting = async {
        loop {
            let (tcp, _) = listener.accept().await?;
            let _ = tcp.set_nodelay(true);
            tokio::spawn(serve(tcp, relay.clone()));
        }
    };
    tokio::select! {
        ended = accepting => ended,
        failed = failing => failed.unwrap_or(Ok(())).map_err(io::Error::other),
    }
}

#[allow(clippy::result_large_err, reason = "the type of the answer is tungstenite's")]
async fn serve(tcp: TcpStream, relay: Arc<Relay>) {
    let mut table = None;
    let read_path = |request: &Request, response: Response| {
        table = request.uri().path().split('/').find_map(|part| part.parse().ok());
        Ok(response)
    };
    let config = WebSocketConfig::default()
        .read_buffer_size(512)
        .write_buffer_size(8 * 1024)
        .max_message_size(Some(MOST_BYTES))
        .max_frame_size(Some(MOST_BYTES));
    // A client that breaks off is no problem of ours.
    let Ok(socket) = accept_hdr_async_with_config(tcp, read_path, Some(config)).await else { return };
    let Some(number) = table else { return };
    let table = relay.lock().entry(number).or_default().clone();
    let (to_client, frames) = mpsc::channel(MOST_FRAMES);
    let seat = {
        let mut table = table.lock().await;
        let seat = table.entered;
        if seat == MOST_AT_A_TABLE {
            return;
        }
        table.entered += 1;
        table.members.push((seat, to_client));
        seat
    };
    let _ = talk(socket, frames, &relay, number, &table, seat).await;
    let mut left = table.lock().await;
    left.members.retain(|(other, _)| *other != seat);
    if left.members.is_empty() {
        relay.lock().remove(&number);
    }
}

/// The first message is answered with a seat. All others are kept and passed on.
async fn talk(
    mut socket: WebSocketStream<TcpStream>,
    mut frames: mpsc::Receiver<Utf8Bytes>,
    relay: &Relay,
    number: i64,
    table: &tokio::sync::Mutex<Table>,
    seat: usize,
) -> Result<(), tokio_tungstenite::tungstenite::Error> {
    let mut welcomed = false;
    loop {
        tokio::select! {
            biased;
            frame = frames.recv() => {
                if frame.is_none() {
                    return Ok(()); // it reads too slowly
                }
                let mut next = frame;
                while let Some(frame) = next {
                    socket.feed(Message::Text(frame)).await?;
                    next = frames.try_recv().ok();
                }
                socket.flush().await?;
            }
            message = socket.next() => match message {
                Some(Ok(Message::Text(_))) if !welcomed => {
                    welcomed = true;
                    socket.send(Message::Text(format!(r#"{{"type":"welcome","you":{seat}}}"#).into())).await?;
                }
                Some(Ok(Message::Text(text))) => {
                    if !relay.keep_and_pass(number, table, seat, text).await {
                        return Ok(());
                    }
                }
                Some(Ok(Message::Close(_))) | None => return Ok(()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
            }
        }
    }
}

impl Relay {
    fn lock(&self) -> MutexGuard<'_, HashMap<i64, Arc<tokio::sync::Mutex<Table>>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the message was kept. A message that is no JSON, or one too many that waits, ends its connection.
    async fn keep_and_pass(
        &self,
        number: i64,
        table: &tokio::sync::Mutex<Table>,
        seat: usize,
        message: Utf8Bytes,
    ) -> bool {
        let mut table = table.lock().await;
        let seq = table.seq + 1;
        let Ok(raw) = serde_json::from_str::<&RawValue>(&message) else { return false };
        let passed: Utf8Bytes = format!(r#"{{"type":"passed","seq":{seq},"seat":{seat},"message":{raw}}}"#).into();
        let (durable, kept) = oneshot::channel();
        let write = Write { kept: Kept { table: number, seq, seat, message }, durable };
        if self.journal.try_send(write).is_err() || kept.await.is_err() {
            return false;
        }
        table.seq = seq;
        // A reader who is too slow is let go.
        table.members.retain(|(_, member)| member.try_send(passed.clone()).is_ok());
        true
    }
}
