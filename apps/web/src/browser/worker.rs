//! The worker in which the computer thinks: the page's side of it, and the code that runs inside.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, WorkerOptions, WorkerType};

use super::dispatch;
use crate::event::{Event, ThinkJob, WorkerNews};
use crate::thinker::{self, Job, Jobs, Workshop};

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
        let message = js_sys::Object::new();
        let (number, job) = (job.job, self.jobs.write(job));
        let fields: [(&str, JsValue); 7] = [
            ("job", number.into()),
            ("game", job.game.into()),
            ("rules", job.rules.into()),
            ("files", job.files.into()),
            ("view", job.view.into()),
            ("level", job.level.into()),
            ("seed", job.seed.into()),
        ];
        for (name, value) in fields {
            let _ = js_sys::Reflect::set(&message, &name.into(), &value);
        }
        if let Some(worker) = &self.worker {
            let _ = worker.post_message(&message);
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
    let heard =
        Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| dispatch(Event::Worker(news(&event.data()))));
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    let failed = Closure::<dyn FnMut(web_sys::Event)>::new(|event: web_sys::Event| {
        let message = text(&event, "message").unwrap_or_else(|| "worker.js".to_owned());
        dispatch(Event::Worker(WorkerNews::Failed(message)));
    });
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    failed.forget();
    Some(worker)
}

fn news(data: &JsValue) -> WorkerNews {
    let number = |name: &str| js_sys::Reflect::get(data, &name.into()).ok().and_then(|value| value.as_f64());
    let job = number("job").unwrap_or_default() as u32;
    match (text(data, "problem"), number("share")) {
        (Some(problem), _) => WorkerNews::Failed(problem),
        (None, Some(share)) => WorkerNews::Progress(job, share as f32),
        (None, None) => WorkerNews::Decided(job, text(data, "action"), number("value").unwrap_or_default() as f32),
    }
}

fn text(data: &JsValue, name: &str) -> Option<String> {
    js_sys::Reflect::get(data, &name.into()).ok().and_then(|value| value.as_string())
}

thread_local! {
    /// The rule sets that this worker has.
    static WORKSHOP: RefCell<Workshop> = RefCell::default();
}

/// A thinking bot, for `worker.js`.
#[wasm_bindgen]
pub struct Thinker {
    thinker: Option<thinker::Thinker>,
}

#[wasm_bindgen]
impl Thinker {
    /// Starts a job; see [`Job`] for its parts.
    #[wasm_bindgen(constructor)]
    pub fn new(
        game: String,
        rules: Option<String>,
        files: Option<String>,
        view: String,
        level: String,
        seed: u64,
    ) -> Result<Thinker, JsError> {
        let job = Job { game, rules, files, view, level, seed };
        let begun = WORKSHOP.with_borrow_mut(|workshop| workshop.begin(&job));
        Ok(Self { thinker: Some(begun.map_err(|problem| JsError::new(&problem))?) })
    }

    /// Thinks a little and returns the share of the thinking that is done, from 0 to 1.
    pub fn go_on(&mut self) -> f32 {
        self.thinker.as_mut().map_or(1.0, thinker::Thinker::go_on)
    }

    /// The value of the best idea so far, from 0 to 1.
    pub fn value(&self) -> f32 {
        self.thinker.as_ref().map(thinker::Thinker::value).unwrap_or_default()
    }

    /// The action that the bot plays, after it has thought to the end. None if the game is over.
    pub fn decide(&mut self) -> Option<String> {
        self.thinker.take().and_then(thinker::Thinker::decide)
    }
}
