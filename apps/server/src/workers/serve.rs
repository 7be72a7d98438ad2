//! The worker's side: takes questions, thinks, answers.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, Message, Request, Subscriber};
use catalog::RuledGame;
use futures_util::StreamExt as _;
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::interval;

use super::{GROUP, QUESTIONS, WireAnswer, WireQuestion};
use crate::bots::{Question, Thinkers};
use crate::bus::{BusError, NatsAddress, WAITING, connect};
use crate::games::Games;
use crate::guests::Address;
use crate::limits::Limits;

/// How often a worker asks whether somebody still waits for the answer.
const ASK_EVERY: Duration = Duration::from_secs(1);
/// How long the node has to say that somebody waits. It may be stopped for a moment.
const TO_ANSWER: Duration = Duration::from_secs(5);
/// How long a worker waits for the NATS server when it starts and when it ends. The server may be away.
const TO_REACH_THE_BUS: Duration = Duration::from_millis(500);

/// Why a worker did not start.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The NATS server does not do what was asked of it.
    #[error(transparent)]
    Bus(#[from] BusError),
}

/// A process that thinks for nodes.
pub struct Worker {
    client: Client,
    questions: Subscriber,
    brain: Arc<Brain>,
}

/// What a worker thinks with.
pub(crate) struct Brain {
    pub(crate) thinkers: Thinkers,
    pub(crate) games: Games,
}

impl Worker {
    /// Connects to the NATS server and takes part in the queue group. `games` are those that it can think about by rule
    /// sets of its own; questions bring other sets with them.
    pub async fn start(address: &NatsAddress, games: Vec<RuledGame>, limits: &Limits) -> Result<Self, WorkerError> {
        let client = connect(address, "sixfold worker", WAITING).await?;
        let subscribed = client.queue_subscribe(address.subject(QUESTIONS), GROUP.to_owned()).await;
        let questions = subscribed.map_err(|error| BusError::new(address, &error))?;
        let flushed = tokio::time::timeout(TO_REACH_THE_BUS, client.flush()).await;
        if !matches!(flushed, Ok(Ok(()))) {
            tracing::warn!("the bus is not there yet; this worker takes questions when it is");
        }
        let brain = Arc::new(Brain { thinkers: Thinkers::new(limits, false), games: Games::new(games) });
        Ok(Self { client, questions, brain })
    }

    /// Thinks until `ended` completes. Questions that are being thought about then are asked again elsewhere.
    pub async fn run(mut self, ended: impl Future<Output = ()>) {
        let mut ended = std::pin::pin!(ended);
        loop {
            let message = tokio::select! {
                () = &mut ended => break,
                message = self.questions.next() => message,
            };
            let Some(message) = message else { break };
            let (client, brain) = (self.client.clone(), self.brain.clone());
            tokio::spawn(async move {
                if let Err(error) = answer(&client, &brain, message).await {
                    tracing::warn!("a question was not answered: {error}");
                }
            });
        }
        let _ = self.questions.unsubscribe().await;
        let _ = tokio::time::timeout(TO_REACH_THE_BUS, self.client.flush()).await;
    }
}

async fn answer(client: &Client, brain: &Brain, message: Message) -> Result<(), async_nats::Error> {
    let Some(inbox) = message.reply else { return Ok(()) };
    let say = |answer: WireAnswer| {
        let text = serde_json::to_vec(&answer).expect("answers are plain data");
        client.publish(inbox.clone(), text.into())
    };
    let Some(question) = brain.read(&message.payload) else { return Ok(say(WireAnswer::Cannot).await?) };
    let Some(mut thought) = brain.thinkers.ask(question) else { return Ok(say(WireAnswer::Busy).await?) };
    let mut ask = interval(ASK_EVERY);
    loop {
        tokio::select! {
            action = &mut thought => {
                return match action {
                    Ok(action) => Ok(say(WireAnswer::Action(action)).await?),
                    Err(oneshot::error::RecvError { .. }) => Ok(say(WireAnswer::Cannot).await?), // it panicked
                };
            }
            _ = ask.tick() => {
                let text = serde_json::to_vec(&WireAnswer::Thinking).expect("answers are plain data");
                let request = Request::new().payload(text.into()).timeout(Some(TO_ANSWER));
                if client.send_request(inbox.clone(), request).await.is_err() {
                    return Ok(()); // nobody waits any more; dropping the thought ends it
                }
            }
        }
    }
}

impl Brain {
    /// The question, if this worker plays by the same rules and means the same by the level.
    pub(crate) fn read(&self, text: &[u8]) -> Option<Question> {
        let question: WireQuestion = serde_json::from_slice(text).ok()?;
        let game = self.games.of_table(&question.game, question.rules.map(Arc::new).as_ref()).ok()?;
        if game.info().rules_version != question.rules_version {
            return None;
        }
        let view: Value = serde_json::from_str(question.view.get()).ok()?;
        let position = game.open(&view).ok()?;
        let level = ai::Level::named(&question.level.name).filter(|level| **level == question.level)?;
        Some(Question { asker: Address::numbered(question.asker), position, level, seed: question.seed })
    }
}
