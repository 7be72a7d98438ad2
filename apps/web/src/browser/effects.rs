//! Performs the effects that the core asks for.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::futures::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlElement, Storage};

use super::net::{self, Socket};
use super::sound::Sounds;
use super::worker::Worker;
use super::{dispatch, document, window};
use crate::event::{Effect, Event, Timer};

/// The resources outside the document: the connection, the worker and the sounds.
#[derive(Default)]
pub(super) struct Outside {
    socket: Option<Socket>,
    worker: Rc<RefCell<Worker>>,
    sounds: Sounds,
}

impl Outside {
    pub(super) fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Navigate(hash) => drop(window().location().set_hash(&hash)),
            Effect::GoBack => {
                // Without a history the window stays where it is. The page has already closed what it had to close.
                let _ = window().history().and_then(|history| history.back());
            }
            Effect::Store(key, value) => {
                if let Some(storage) = storage() {
                    // If the storage is full, the match goes on, but a reload loses it.
                    let _ = storage.set_item(&key, &value);
                }
            }
            Effect::Forget(key) => {
                if let Some(storage) = storage() {
                    let _ = storage.remove_item(&key);
                }
            }
            Effect::Think(job) => self.worker.borrow_mut().think(&job),
            Effect::StopThinking => self.worker.borrow_mut().stop(),
            Effect::Open(table) => self.socket = Socket::open(&table),
            Effect::Hang => self.socket = None,
            Effect::Send(text) => {
                if let Some(socket) = &self.socket {
                    socket.send(&text);
                }
            }
            Effect::Fetch(what, path, body) => spawn_local(net::fetch(what, path, body)),
            Effect::Timer(timer, milliseconds) => later(timer, milliseconds),
            Effect::Copy(text) => spawn_local(copy(text)),
            Effect::Save(name, text) => drop(save(&name, &text)),
            Effect::Focus(selector) => focus(&selector), // the page delays this until it is drawn
            Effect::Print => drop(window().print()),     // a browser that cannot print does nothing
            Effect::Sound(sound) => self.sounds.play(sound),
            Effect::Dress(attributes, title) => {
                if let Some(root) = document().document_element() {
                    for (name, value) in attributes {
                        let _ = root.set_attribute(name, value);
                    }
                }
                document().set_title(&title);
            }
            Effect::Icon { calls } => {
                let icon = document().query_selector("link[rel=icon]").ok().flatten();
                let file = if calls { "icon-turn.svg" } else { "icon.svg" };
                if let Some(icon) = icon.filter(|icon| icon.get_attribute("href").as_deref() != Some(file)) {
                    let _ = icon.set_attribute("href", file);
                }
            }
        }
    }
}

/// All entries of Sixfold in the storage.
pub(super) fn stored() -> Vec<(String, String)> {
    let Some(storage) = storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    let ours = keys.filter(|key| key.starts_with("sixfold."));
    ours.filter_map(|key| storage.get_item(&key).ok().flatten().map(|value| (key, value))).collect()
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Whether an element of the page has the focus.
pub(super) fn focus_is_somewhere() -> bool {
    document().active_element().is_some_and(|element| element.tag_name() != "BODY")
}

/// Moves the focus to the match of the first selector that finds an element, not to the first match in the document.
pub(super) fn focus(selectors: &str) {
    let found = |selector: &str| document().query_selector(selector).ok().flatten();
    if let Some(element) = selectors.split(", ").find_map(found) {
        let _ = element.unchecked_ref::<HtmlElement>().focus();
        // A new page begins at its top. Browsers keep how far the page before it was scrolled if they can show the heading so.
        if element.id() == "title" {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    }
}

fn later(timer: Timer, milliseconds: u32) {
    let tell = Closure::once_into_js(move || dispatch(Event::Timer(timer)));
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(tell.unchecked_ref(), milliseconds as i32);
}

/// Copies a text to the clipboard and reports whether that worked.
async fn copy(text: String) {
    let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into());
    // Only pages from a secure address (HTTPS or localhost) have a clipboard.
    let is_there = clipboard.is_ok_and(|clipboard| !clipboard.is_undefined());
    let worked = is_there && window().navigator().clipboard().write_text(&text).await.is_ok();
    dispatch(Event::Copied(worked));
}

fn save(name: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&text.into());
    let options = BlobPropertyBag::new();
    options.set_type("text/plain");
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    web_sys::Url::revoke_object_url(&address)
}
