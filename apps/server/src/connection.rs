//! One connection: reads the requests of a client, answers them, and passes on what its room sends. Generic over the
//! stream, so that tests need no network.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt as _, Sink, SinkExt as _, Stream, StreamExt as _};
use game::Seat;
use protocol::{FromClient, FromServer, LONGEST_ID, MOST_BYTES_FROM_CLIENT, Refused, RefusedCode, VERSION};
use serde::Deserialize;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, Interval, sleep, timeout};
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::frame::{self, Frame, refused};
use crate::guests::Address;
use crate::hub::Hub;
use crate::ids::Key;
use crate::limits::Bucket;
use crate::names::shown_name;
use crate::room::{ConnectionId, Entering, Room};
use crate::store::{Sitter, StoredEventKind, Who};

/// How long a write may still take when the server closes.
const LAST_WRITE: Duration = Duration::from_secs(1);

/// The connection is closed after this many messages in a row that came too fast.
const MOST_TOO_FAST: u32 = 100;

/// Serves a connection until one side ends it. A panic ends this connection and nothing else.
pub(crate) async fn serve_connection<S>(socket: S, hub: Arc<Hub>, table: String, address: Address)
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let (to_client, frames) = mpsc::channel(hub.limits().frames_a_connection);
    let now = Instant::now();
    let mut connection = Connection {
        id: hub.connection_id(),
        bucket: Bucket::full(hub.limits().messages, now),
        timer: tokio::time::interval_at(now + hub.limits().hello, hub.limits().hello),
        room: None,
        last_received: now,
        pinged: None,
        last_sent: now,
        too_fast: 0,
        to_client: Some(to_client),
        ahead: None,
        closing: hub.closing(),
        hub,
        table,
        address,
        socket,
        frames,
    };
    let services = connection.hub.services.clone();
    let _counted = services.numbers.sockets.hold();
    let ended = AssertUnwindSafe(connection.run()).catch_unwind().await;
    if let Some(room) = connection.room.take() {
        Box::pin(room.leave(connection.id)).await;
    }
    if ended.is_err() {
        tracing::error!("a connection panicked");
    }
}

struct Connection<S> {
    id: ConnectionId,
    hub: Arc<Hub>,
    table: String,
    /// Where the client is, for limits.
    address: Address,
    socket: S,
    /// What the room sends to this client.
    frames: mpsc::Receiver<Frame>,
    /// Handed to the room with hello. The room drops it when the client reads too slowly.
    to_client: Option<mpsc::Sender<Frame>>,
    /// What was read before the message that came first was answered.
    ahead: Option<Result<Message, Error>>,
    /// The room that the client has entered with hello.
    room: Option<Arc<Room>>,
    bucket: Bucket,
    too_fast: u32,
    last_received: Instant,
    /// When a ping was sent that the client has not answered.
    pinged: Option<Instant>,
    /// When the client was last sent a message that its script sees; pings are none.
    last_sent: Instant,
    /// Turns true when the server closes.
    closing: watch::Receiver<bool>,
    /// Ticks when a ping or `still` may be due, or an answer overdue.
    timer: Interval,
}

/// The connection is to be closed.
struct End;

/// What happens next on a connection.
enum Next {
    Frame(Option<Frame>),
    Message(Option<Result<Message, Error>>),
    Timer,
}

impl<S> Connection<S>
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    async fn run(&mut self) {
        let _ = self.run_to_end().await;
        let is_closing = *self.closing.borrow();
        let closing = async {
            if is_closing {
                // «Service restart»: come back.
                let restart = CloseFrame { code: CloseCode::Restart, reason: "the server restarts".into() };
                self.socket.send(Message::Close(Some(restart))).await?;
            }
            self.socket.close().await
        };
        // Not for long: the client may have stopped reading.
        let _ = timeout(Duration::from_secs(1), closing).await;
    }

    async fn run_to_end(&mut self) -> Result<(), End> {
        loop {
            let next = if let Some(ahead) = self.ahead.take() {
                Next::Message(Some(ahead))
            } else {
                tokio::select! {
                    biased;
                    frame = self.frames.recv() => Next::Frame(frame),
                    message = self.socket.next() => Next::Message(message),
                    _ = self.timer.tick() => Next::Timer,
                    // A room lets its connections go; one that has entered none hears of the end here.
                    _ = self.closing.wait_for(|closing| *closing), if self.room.is_none() => Next::Frame(None),
                }
            };
            match next {
                Next::Frame(Some(first)) => self.pass_on(first, None).await?,
                // The room has dropped this connection: the client reads too slowly, or the server closes.
                Next::Frame(None) | Next::Message(None) => return Err(End),
                // In boxes: a connection that waits should not hold the place for all that it can do.
                Next::Message(Some(Ok(message))) => Box::pin(self.receive(message)).await?,
                Next::Message(Some(Err(error))) => return Box::pin(self.refuse_broken_stream(&error)).await,
                Next::Timer => Box::pin(self.check_silence()).await?,
            }
        }
    }

    /// Sends all frames that wait with one flush, and `last` after them.
    async fn pass_on(&mut self, first: Frame, last: Option<Frame>) -> Result<(), End> {
        let limit = self.time_to_write();
        let (socket, frames) = (&mut self.socket, &mut self.frames);
        let sending = async {
            let mut next = Some(first);
            while let Some(frame) = next {
                socket.feed(Message::Text(frame)).await?;
                next = frames.try_recv().ok();
            }
            if let Some(last) = last {
                socket.feed(Message::Text(last)).await?;
            }
            socket.flush().await
        };
        let closing = &mut self.closing;
        let closed = async {
            let _ = closing.wait_for(|closing| *closing).await;
            sleep(LAST_WRITE).await;
        };
        let sent = tokio::select! {
            biased; // nearly always it is sent at once
            sent = timeout(limit, sending) => sent,
            () = closed => return Err(End),
        };
        match sent {
            Ok(Ok(())) => self.last_sent = Instant::now(),
            Ok(Err(_)) | Err(_) => return Err(End),
        }
        Ok(())
    }

    /// Sends an answer after everything that the room has sent before it.
    async fn send(&mut self, message: &frame::Message) -> Result<(), End> {
        let answer = frame::frame(message);
        match self.frames.try_recv() {
            Ok(first) => self.pass_on(first, Some(answer)).await,
            Err(_) => self.pass_on(answer, None).await,
        }
    }

    async fn refuse(&mut self, id: Option<String>, refused: Refused) -> Result<(), End> {
        self.hub.services.numbers.refusal(refused.code);
        self.send(&FromServer::Refused(Refused { id, ..refused })).await
    }

    /// How long a write may take. A client that has not answered a ping gets no more time by being sent something.
    fn time_to_write(&self) -> Duration {
        let limits = self.hub.limits();
        let patience = self.pinged.map_or(limits.pong, |pinged| limits.pong.saturating_sub(pinged.elapsed()));
        limits.write.min(patience.max(Duration::from_millis(1)))
    }

    async fn check_silence(&mut self) -> Result<(), End> {
        if self.room.is_none() {
            let late = refused(RefusedCode::HelloFirst, "the first message has to be hello, and it did not come");
            self.refuse(None, late).await?;
            return Err(End);
        }
        // Counted from the ping and not from the last message: if this process was stopped meanwhile, it has sent none.
        if self.pinged.is_some_and(|pinged| pinged.elapsed() >= self.hub.limits().pong) {
            return Err(End);
        }
        if self.last_received.elapsed() >= self.hub.limits().ping {
            self.pinged.get_or_insert_with(Instant::now);
            let limit = self.time_to_write();
            let ping = self.socket.send(Message::Ping(Vec::new().into()));
            match timeout(limit, ping).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return Err(End),
            }
        }
        if self.last_sent.elapsed() >= self.hub.limits().still {
            self.pass_on(frame::STILL, None).await?;
        }
        self.set_timer();
        Ok(())
    }

    /// Sets the timer to when something may be due. That is not done for every message.
    fn set_timer(&mut self) {
        let limits = self.hub.limits();
        let ping_again = |pinged: Instant| (Instant::now() + limits.ping / 3).min(pinged + limits.pong);
        let ping = self.pinged.map_or(self.last_received + limits.ping, ping_again);
        self.timer.reset_at(ping.min(self.last_sent + limits.still));
    }

    async fn refuse_broken_stream(&mut self, error: &Error) -> Result<(), End> {
        let refused = match error {
            Error::Capacity(_) => too_large(),
            Error::Utf8(_) | Error::Protocol(_) => refused(RefusedCode::Malformed, "that is no WebSocket message"),
            _ => return Err(End),
        };
        self.refuse(None, refused).await?;
        Err(End) // nobody knows where the next message begins
    }

    async fn receive(&mut self, message: Message) -> Result<(), End> {
        (self.last_received, self.pinged) = (Instant::now(), None);
        if !self.bucket.take(self.last_received) {
            self.too_fast += 1;
            if self.too_fast > MOST_TOO_FAST {
                return Err(End);
            }
            let id = if let Message::Text(text) = &message { id_of(text) } else { None };
            return self.refuse(id, refused(RefusedCode::TooFast, "too many messages in too short a time")).await;
        }
        self.too_fast = 0;
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Err(End),
            Message::Binary(_) => {
                return self.refuse(None, refused(RefusedCode::Malformed, "messages are text, not bytes")).await;
            }
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return Ok(()),
        };
        if text.len() > MOST_BYTES_FROM_CLIENT {
            return self.refuse(None, too_large()).await;
        }
        match FromClient::read(&text) {
            Ok(request) => self.answer(request).await,
            Err(error) => self.refuse(id_of(&text), refused(RefusedCode::Malformed, error.to_string())).await,
        }
    }

    async fn answer(&mut self, request: FromClient) -> Result<(), End> {
        self.hub.services.numbers.request(&request);
        let id = match &request {
            FromClient::Hello { version, key, since } => {
                return Box::pin(self.answer_hello(*version, key.as_deref(), *since)).await;
            }
            FromClient::Sit { id, .. }
            | FromClient::SeatBot { id, .. }
            | FromClient::Commit { id, .. }
            | FromClient::Share { id, .. }
            | FromClient::Play { id, .. }
            | FromClient::Resign { id }
            | FromClient::Rematch { id } => id.clone(),
        };
        if id.is_empty() || id.len() > LONGEST_ID {
            let problem = format!("an id has 1 to {LONGEST_ID} bytes");
            return self.refuse(None, refused(RefusedCode::Malformed, problem)).await;
        }
        match self.carry_out(request).await {
            Ok(Answer::Done(seq)) => self.send(&FromServer::Done { id, seq }).await,
            Ok(Answer::Seated(seat, key)) => {
                self.send(&FromServer::Seated { id, seat, key: key.reveal().to_owned() }).await
            }
            Err(refused) => self.refuse(Some(id), refused).await,
        }
    }

    /// Whether the client has gone already. What it has sent meanwhile is kept for later.
    fn has_gone(&mut self) -> bool {
        match self.socket.next().now_or_never() {
            None => false,
            Some(
                None
                | Some(
                    Ok(Message::Close(_))
                    | Err(
                        Error::ConnectionClosed
                        | Error::Io(_)
                        | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake),
                    ),
                ),
            ) => true,
            Some(Some(message)) => {
                self.ahead = Some(message);
                false
            }
        }
    }

    async fn answer_hello(&mut self, version: u32, key: Option<&str>, since: u64) -> Result<(), End> {
        if self.has_gone() {
            return Err(End); // nobody would read the welcome
        }
        let Err(refused) = self.hello(version, key, since).await else { return Ok(()) };
        let ends = ends_connection(refused.code);
        self.refuse(None, refused).await?;
        if ends { Err(End) } else { Ok(()) }
    }

    async fn hello(&mut self, version: u32, key: Option<&str>, since: u64) -> Result<(), Refused> {
        let Some(to_client) = &self.to_client else {
            return Err(hello_first("hello is the first message, and only the first"));
        };
        if version != VERSION {
            let problem = format!("the server speaks version {VERSION}; load the page again");
            return Err(refused(RefusedCode::Version, problem));
        }
        let room = self.hub.room(&self.table, self.address).await?;
        room.enter(Entering { id: self.id, address: self.address, key, since, frames: to_client }).await?;
        self.room = Some(room);
        self.to_client = None;
        self.set_timer();
        Ok(())
    }

    async fn carry_out(&self, request: FromClient) -> Result<Answer, Refused> {
        let room = self.room.as_ref().ok_or_else(|| hello_first("the first message has to be hello"))?;
        // What is asked for once a match is in boxes: a move should not hold the place for all of it.
        match request {
            FromClient::Hello { .. } => Err(hello_first("hello is the first message, and only the first")),
            FromClient::Play { id, action } => {
                room.act(self.id, &id, StoredEventKind::Play(action)).await.map(Answer::Done)
            }
            FromClient::Resign { id } => {
                Box::pin(room.act(self.id, &id, StoredEventKind::Resign)).await.map(Answer::Done)
            }
            FromClient::Commit { commitment, .. } => {
                Box::pin(room.commit_to_share(self.id, commitment)).await.map(Answer::Done)
            }
            FromClient::Share { share, .. } => Box::pin(room.share(self.id, share)).await.map(Answer::Done),
            FromClient::SeatBot { id, bot } => Box::pin(room.seat_bot(self.id, &id, &bot)).await.map(Answer::Done),
            FromClient::Rematch { .. } => Box::pin(room.rematch(self.id)).await.map(Answer::Done),
            FromClient::Sit { id, seat, name, key, own } => {
                let short = || refused(RefusedCode::WrongKey, "a key is 26 letters and digits, drawn at random");
                let key = match key {
                    Some(key) => Key::parse(&key).ok_or_else(short)?,
                    None => self.hub.draw_key(),
                };
                let (name, who) = (shown_name(&name)?, Who::Person(key.hash()));
                let sitter = Sitter { name, who, request: id, commitment: None, share: None, seat_option: own };
                let seat = Box::pin(room.sit(self.id, seat, sitter)).await?;
                Ok(Answer::Seated(seat, key))
            }
        }
    }
}

/// What a room has answered.
enum Answer {
    /// The request was carried out. The number is that of its event, or the number of events if it made none.
    Done(u64),
    /// The client sits there, with this key.
    Seated(Seat, Key),
}

fn hello_first(problem: &str) -> Refused {
    refused(RefusedCode::HelloFirst, problem)
}

/// Whether a hello that was refused with this code ends the connection: asking again is useless, or the client should
/// connect again later.
fn ends_connection(code: RefusedCode) -> bool {
    use RefusedCode::{Damaged, Full, NoSuchTable, Unavailable, Version};
    matches!(code, NoSuchTable | Version | Full | Unavailable | Damaged)
}

fn too_large() -> Refused {
    refused(RefusedCode::TooLarge, format!("a message has at most {MOST_BYTES_FROM_CLIENT} bytes"))
}

/// The id of a message that is otherwise wrong, so that the client knows which.
fn id_of(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct HasId {
        id: String,
    }
    if text.len() > MOST_BYTES_FROM_CLIENT {
        return None;
    }
    serde_json::from_str(text).ok().map(|HasId { id }| id).filter(|id| id.len() <= LONGEST_ID)
}
