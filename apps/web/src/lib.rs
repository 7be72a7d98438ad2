//! The page of Sixfold.
//!
//! The core is plain Rust, which runs and is tested anywhere. [`Model`] is the state of the page. [`update()`] takes in
//! an [`Event`] and returns the [`Effect`]s that the browser has to perform. [`view()`] draws the page as a tree of
//! plain values. A thin layer that needs a browser patches the document from that tree and performs the effects.
//!
//! ```
//! use sixfold_web::{Event, Model, Start, update, view};
//!
//! let mut page = Model::new(1);
//! update(&mut page, 0.0, Event::Start(Start::default()));
//! assert!(view(&page).to_string().contains("Play"));
//! ```

mod chance;
pub mod content;
pub mod demo;
pub mod event;
pub mod example;
pub mod form;
pub mod hands;
pub mod html;
pub mod journey;
mod json;
pub mod kept;
pub mod keys;
pub mod lesson;
pub mod model;
pub mod press;
pub mod route;
pub mod rule_sets;
pub mod rulebook;
pub mod rulings;
pub mod settings;
pub mod stored;
mod story_picture;
pub mod texts;
pub mod thinker;
pub mod update;
pub mod view;
mod words;
pub mod zoom;

#[cfg(target_arch = "wasm32")]
pub mod browser;

pub use client::ground;
pub use content::{Chapter, Content};
pub use event::{Effect, Event, Fetch, Focus, Key, SocketNews, Sound, Start, ThinkJob, Timer, WorkerNews};
pub use example::{Example, Stage};
pub use html::{Element, Node};
pub use model::{Model, Server};
pub use press::{Field, FormField, Held, JourneyPress, KitPress, LessonPress, Press, Setting, TablePress};
pub use route::{Address, Route, Source};
pub use update::{takes, update};
pub use view::view;
