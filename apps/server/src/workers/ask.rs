//! The node's side: a question, and the wait for its answer.

use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, Message, StatusCode, Subscriber};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _};
use tokio::time::timeout;

use super::{Asked, QUESTIONS, WireAnswer, WireQuestion, Workers};
use crate::bus::{BusError, NatsAddress, WAITING, connect};

/// A worker says at least every second that it thinks. One that was silent for this long has died.
const SILENT_AFTER: Duration = Duration::from_secs(3);
/// How often a question is asked before the node thinks itself.
const TRIES: u32 = 3;

/// Workers that are reached through a NATS server.
pub struct NatsWorkers {
    client: Client,
    subject: String,
}

/// What became of one attempt.
enum Attempt {
    Done(Asked),
    /// The worker has died, or has too much to do.
    Again,
}

impl NatsWorkers {
    /// Connects to the server. Whether there are workers shows with the first question.
    pub async fn connect(address: &NatsAddress) -> Result<Self, BusError> {
        let client = connect(address, "sixfold node, questions", WAITING).await?;
        Ok(Self { client, subject: address.subject(QUESTIONS) })
    }

    async fn ask_often(&self, question: &WireQuestion) -> Asked {
        let text = serde_json::to_vec(question).expect("questions are plain data");
        let is_there = self.client.connection_state() == State::Connected;
        if !is_there || text.len() > self.client.max_payload() {
            return Asked::Nobody;
        }
        for _ in 0..TRIES {
            match self.try_once(text.clone()).await {
                Ok(Attempt::Done(asked)) => return asked,
                Ok(Attempt::Again) => {}
                Err(error) => {
                    tracing::debug!("workers could not be asked: {error}");
                    return Asked::Nobody;
                }
            }
        }
        Asked::Nobody
    }

    async fn try_once(&self, question: Vec<u8>) -> Result<Attempt, async_nats::Error> {
        let inbox = self.client.new_inbox();
        let mut answers = self.client.subscribe(inbox.clone()).await?;
        self.client.publish_with_reply(self.subject.clone(), inbox, question.into()).await?;
        let attempt = self.wait_for_answer(&mut answers).await;
        let _ = answers.unsubscribe().await; // what a worker says later is dropped
        attempt
    }

    async fn wait_for_answer(&self, answers: &mut Subscriber) -> Result<Attempt, async_nats::Error> {
        // The server answers at once if there is no worker, so silence means that somebody has died.
        while let Ok(Some(message)) = timeout(SILENT_AFTER, answers.next()).await {
            if message.status == Some(StatusCode::NO_RESPONDERS) {
                return Ok(Attempt::Done(Asked::Nobody));
            }
            match serde_json::from_slice(&message.payload) {
                Ok(WireAnswer::Thinking) => self.say_that_somebody_waits(message).await?,
                Ok(WireAnswer::Action(action)) => return Ok(Attempt::Done(Asked::Action(action))),
                Ok(WireAnswer::Cannot) => return Ok(Attempt::Done(Asked::Nobody)),
                Ok(WireAnswer::Busy) | Err(_) => return Ok(Attempt::Again),
            }
        }
        Ok(Attempt::Again)
    }

    async fn say_that_somebody_waits(&self, message: Message) -> Result<(), async_nats::Error> {
        if let Some(reply) = message.reply {
            self.client.publish(reply, Vec::new().into()).await?;
        }
        Ok(())
    }
}

impl Workers for NatsWorkers {
    fn ask<'a>(&'a self, question: &'a WireQuestion) -> BoxFuture<'a, Asked> {
        self.ask_often(question).boxed()
    }
}
