//! The worker in which the computer thinks: the page's side of it, and the code that runs inside.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, WorkerOptions, WorkerType};

use super::dispatch;
use crate::event::{Event, ThinkJob, WorkerNews};
use crate::thinker::{self, Jobs, Workshop};

/// The page's side of the worker. It is started when it is first needed, and stays.
#[derive(Default)]
pub(super) struct Worker {
    worker: Option<web_sys::Worker>,
    jobs: Jobs,
}

impl Worker {
    /// Starts a job. The answer comes as an event.
    pub(super) fn think(&mut self, job: &ThinkJob) {
        if self.worker.is_none() {
            self.worker = start();
        }
        let message = self.jobs.write(job);
        if let Some(worker) = &self.worker {
            let _ = worker.post_message(&message.into());
        }
    }

    /// Drops the current job.
    pub(super) fn stop(&mut self) {
        if let Some(worker) = &self.worker {
            let _ = worker.post_message(&JsValue::NULL);
        }
    }
}

fn start() -> Option<web_sys::Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = match web_sys::Worker::new_with_options("worker.js", &options) {
        Ok(worker) => worker,
        Err(error) => {
            let problem = js_sys::Error::from(error).message().into();
            dispatch(Event::Worker(WorkerNews::Failed(problem)));
            return None;
        }
    };
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        dispatch(Event::Worker(WorkerNews::read(&event.data().as_string().unwrap_or_default())));
    });
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    let failed = Closure::<dyn FnMut(web_sys::Event)>::new(|event: web_sys::Event| {
        let message = js_sys::Reflect::get(&event, &"message".into()).ok().and_then(|message| message.as_string());
        let message = message.unwrap_or_else(|| "worker.js".to_owned());
        dispatch(Event::Worker(WorkerNews::Failed(message)));
    });
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    failed.forget();
    Some(worker)
}

thread_local! {
    /// The rule sets that this worker has.
    static WORKSHOP: RefCell<Workshop> = RefCell::default();
}

/// A thinking bot, for `worker.js`. All messages are JSON, and only this crate reads and writes them.
#[wasm_bindgen]
pub struct Thinker {
    thinker: Option<thinker::Thinker>,
}

#[wasm_bindgen]
impl Thinker {
    /// Starts the job of a message.
    #[wasm_bindgen(constructor)]
    pub fn new(message: &str) -> Result<Thinker, JsError> {
        let begun = WORKSHOP.with_borrow_mut(|workshop| workshop.begin(message));
        Ok(Self { thinker: Some(begun.map_err(|problem| JsError::new(&problem))?) })
    }

    /// Thinks a little. Returns whether the thinking is done.
    pub fn go_on(&mut self) -> bool {
        self.thinker.as_mut().is_none_or(thinker::Thinker::go_on)
    }

    /// The message about the share that is done.
    pub fn progress(&self) -> Option<String> {
        self.thinker.as_ref().map(|thinker| thinker.progress().written())
    }

    /// The message with the action that the bot plays, after it has thought to the end.
    pub fn decide(&mut self) -> Option<String> {
        self.thinker.take().map(|thinker| thinker.decide().written())
    }
}
