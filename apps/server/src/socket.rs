//! One conversation: reads what a client says, answers, and passes on what happens at its table. Generic over the stream,
//! so that tests need no network.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt as _, Sink, SinkExt as _, Stream, StreamExt as _};
use protocol::{FromClient, FromServer, LONGEST_ID, MOST_BYTES_FROM_CLIENT, Refused, RefusedCode, VERSION};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, timeout};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::frame::{self, Frame, refused};
use crate::hub::Hub;
use crate::ids::Key;
use crate::limits::Bucket;
use crate::names::shown_name;
use crate::room::{GuestId, Room};
use crate::store::{Deed, Sitter, Who};

/// Messages in a row that came too fast, after which a client is let go.
const MOST_TOO_FAST: u32 = 100;

/// Talks until one side has enough. A panic ends this conversation and nothing else.
pub(crate) async fn converse<S>(socket: S, hub: Arc<Hub>, table: String)
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    let (to_client, frames) = mpsc::channel(hub.limits().frames_a_connection);
    let now = Instant::now();
    let mut conversation = Conversation {
        id: hub.guest_id(),
        bucket: Bucket::full(hub.limits().messages, now),
        clock: tokio::time::interval_at(now + hub.limits().hello, hub.limits().hello),
        room: None,
        heard: now,
        asked: None,
        told: now,
        too_fast: 0,
        to_client: Some(to_client),
        hub,
        table,
        socket,
        frames,
    };
    let talked = AssertUnwindSafe(conversation.talk()).catch_unwind().await;
    if let Some(room) = conversation.room.take() {
        room.leave(conversation.id).await;
    }
    if talked.is_err() {
        tracing::error!("a conversation panicked");
    }
}

struct Conversation<S> {
    id: GuestId,
    hub: Arc<Hub>,
    table: String,
    socket: S,
    /// What the table has for this client.
    frames: mpsc::Receiver<Frame>,
    /// Until it is given to the table; when that lets go of it, the client was too slow.
    to_client: Option<mpsc::Sender<Frame>>,
    /// Where the client is, once it has said hello.
    room: Option<Arc<Room>>,
    bucket: Bucket,
    too_fast: u32,
    heard: Instant,
    /// Since when the client owes us an answer to a ping.
    asked: Option<Instant>,
    /// When the client was last sent something that it can see.
    told: Instant,
    /// Ticks when it is time to see whether the client is still there, or to tell it that we are.
    clock: Interval,
}

/// The conversation is over.
struct End;

/// What there is to do next.
enum News {
    Frame(Option<Frame>),
    Said(Option<Result<Message, Error>>),
    Time,
}

impl<S> Conversation<S>
where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin,
{
    async fn talk(&mut self) {
        let _ = self.talk_on().await;
        // Politely, but not for long: the other side may be the reason.
        let _ = timeout(Duration::from_secs(1), self.socket.close()).await;
    }

    async fn talk_on(&mut self) -> Result<(), End> {
        loop {
            let news = tokio::select! {
                biased;
                frame = self.frames.recv() => News::Frame(frame),
                said = self.socket.next() => News::Said(said),
                _ = self.clock.tick() => News::Time,
            };
            match news {
                News::Frame(Some(first)) => self.pass_on(first, None).await?,
                // The table has let go of this client: it was too slow, or the server closes.
                News::Frame(None) | News::Said(None) => return Err(End),
                News::Said(Some(Ok(message))) => self.hear(message).await?,
                News::Said(Some(Err(error))) => return self.hear_nonsense(&error).await,
                News::Time => self.look_at_the_line().await?,
            }
        }
    }

    /// Sends what waits, all of it in one go.
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
        match timeout(limit, sending).await {
            Ok(Ok(())) => self.told = Instant::now(),
            Ok(Err(_)) | Err(_) => return Err(End),
        }
        Ok(())
    }

    /// Answers, after what the table has said before.
    async fn say(&mut self, message: &FromServer) -> Result<(), End> {
        let answer = frame::frame(message);
        match self.frames.try_recv() {
            Ok(first) => self.pass_on(first, Some(answer)).await,
            Err(_) => self.pass_on(answer, None).await,
        }
    }

    async fn refuse(&mut self, id: Option<String>, refused: Refused) -> Result<(), End> {
        self.say(&FromServer::Refused(Refused { id, ..refused })).await
    }

    /// How long a write may take: a client that owes an answer gets no more time by being sent something.
    fn time_to_write(&self) -> Duration {
        let limits = self.hub.limits();
        let patience = self.asked.map_or(limits.pong, |asked| limits.pong.saturating_sub(asked.elapsed()));
        limits.write.min(patience.max(Duration::from_millis(1)))
    }

    async fn look_at_the_line(&mut self) -> Result<(), End> {
        if self.room.is_none() {
            let late = refused(RefusedCode::HelloFirst, "the first message has to be hello, and it did not come");
            self.refuse(None, late).await?;
            return Err(End);
        }
        // Not by when it was last heard: if we were stopped meanwhile, nobody has asked it.
        if self.asked.is_some_and(|asked| asked.elapsed() >= self.hub.limits().pong) {
            return Err(End);
        }
        if self.heard.elapsed() >= self.hub.limits().ping {
            self.asked.get_or_insert_with(Instant::now);
            let limit = self.time_to_write();
            let ping = self.socket.send(Message::Ping(Vec::new().into()));
            match timeout(limit, ping).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return Err(End),
            }
        }
        if self.told.elapsed() >= self.hub.limits().still {
            self.pass_on(frame::STILL, None).await?;
        }
        self.wind_clock();
        Ok(())
    }

    /// Lets the clock tick when there may be something to do; it is not touched for every message.
    fn wind_clock(&mut self) {
        let limits = self.hub.limits();
        let ask_again = |asked: Instant| (Instant::now() + limits.ping / 3).min(asked + limits.pong);
        let ask = self.asked.map_or(self.heard + limits.ping, ask_again);
        self.clock.reset_at(ask.min(self.told + limits.still));
    }

    async fn hear_nonsense(&mut self, error: &Error) -> Result<(), End> {
        let refused = match error {
            Error::Capacity(_) => too_large(),
            Error::Utf8(_) | Error::Protocol(_) => refused(RefusedCode::Malformed, "that is no WebSocket message"),
            _ => return Err(End),
        };
        self.refuse(None, refused).await?;
        Err(End) // the rest of the stream cannot be told apart from its beginning
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        (self.heard, self.asked) = (Instant::now(), None);
        if !self.bucket.take(self.heard) {
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
        match serde_json::from_str(&text) {
            Ok(said) => self.answer(said).await,
            Err(error) => self.refuse(id_of(&text), refused(RefusedCode::Malformed, error.to_string())).await,
        }
    }

    async fn answer(&mut self, said: FromClient) -> Result<(), End> {
        let (id, asked) = match said {
            FromClient::Hello { version, key, since } => {
                return match self.hello(version, key.as_deref(), since).await {
                    Ok(()) => Ok(()),
                    Err(refused) => {
                        let ends = ends_conversation(refused.code);
                        self.refuse(None, refused).await?;
                        if ends { Err(End) } else { Ok(()) }
                    }
                };
            }
            FromClient::Sit { id, seat, name, key, own } => (id, Asked::Sit { seat, name, key, own }),
            FromClient::SeatBot { id, bot } => (id, Asked::SeatBot(bot)),
            FromClient::Share { id, share } => (id, Asked::Share(share)),
            FromClient::Play { id, action } => (id, Asked::Do(Deed::Play(action))),
            FromClient::Resign { id } => (id, Asked::Do(Deed::Resign)),
            FromClient::Rematch { id } => (id, Asked::Rematch),
        };
        if id.is_empty() || id.len() > LONGEST_ID {
            let problem = format!("an id has 1 to {LONGEST_ID} bytes");
            return self.refuse(None, refused(RefusedCode::Malformed, problem)).await;
        }
        match self.carry_out(&id, asked).await {
            Ok(answer) => self.say(&answer).await,
            Err(refused) => self.refuse(Some(id), refused).await,
        }
    }

    async fn hello(&mut self, version: u32, key: Option<&str>, since: u64) -> Result<(), Refused> {
        let Some(to_client) = &self.to_client else {
            return Err(refused(RefusedCode::HelloFirst, "hello is the first message, and only the first"));
        };
        if version != VERSION {
            let problem = format!("the server speaks version {VERSION}; load the page again");
            return Err(refused(RefusedCode::Version, problem));
        }
        let room = self.hub.room(&self.table).await?;
        room.enter(self.id, key, since, to_client).await?;
        self.room = Some(room);
        self.to_client = None;
        self.wind_clock();
        Ok(())
    }

    async fn carry_out(&mut self, id: &str, asked: Asked) -> Result<FromServer, Refused> {
        let not_yet = || refused(RefusedCode::HelloFirst, "the first message has to be hello");
        let room = self.room.as_ref().ok_or_else(not_yet)?;
        let id_again = id.to_owned();
        match asked {
            Asked::Do(deed) => room.act(self.id, id, deed).await.map(|seq| FromServer::Done { id: id_again, seq }),
            Asked::Share(share) => room.share(self.id, share).await.map(|seq| FromServer::Done { id: id_again, seq }),
            Asked::SeatBot(bot) => {
                room.seat_bot(self.id, id, &bot).await.map(|seq| FromServer::Done { id: id_again, seq })
            }
            Asked::Rematch => room.rematch(self.id).await.map(|seq| FromServer::Done { id: id_again, seq }),
            Asked::Sit { seat, name, key, own } => {
                let short = || refused(RefusedCode::WrongKey, "a key is 26 letters and digits, drawn at random");
                let key = match key {
                    Some(key) => Key::parse(&key).ok_or_else(short)?,
                    None => self.hub.services.entropy.key(),
                };
                let (name, who) = (shown_name(&name)?, Who::Person(key.hash()));
                let sitter = Sitter { name, who, request: id.to_owned(), share: None, own };
                let seat = room.sit(self.id, seat, sitter).await?;
                Ok(FromServer::Seated { id: id_again, seat, key: key.reveal().to_owned() })
            }
        }
    }
}

enum Asked {
    Sit { seat: Option<game::Seat>, name: String, key: Option<String>, own: Option<String> },
    SeatBot(protocol::BotSeat),
    Share(game::Share),
    Do(Deed),
    Rematch,
}

/// Whether nothing more is to be said after a hello that was refused so: it is hopeless, or the client had better come
/// again after a while than hold the line.
fn ends_conversation(code: RefusedCode) -> bool {
    use RefusedCode::{Full, NoSuchTable, Unavailable, Version};
    matches!(code, NoSuchTable | Version | Full | Unavailable)
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
