//! The connection to the server: HTTP requests and the socket.

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, RequestInit, Response, WebSocket};

use super::{dispatch, document, window};
use crate::event::{Event, Fetch, SocketNews};

/// Sends a request and reports the answer to the core. It is `None` if there was no answer.
pub(super) async fn fetch(what: Fetch, path: String, body: Option<String>) {
    let answer = ask(&path, body.as_deref()).await.ok();
    dispatch(Event::Fetched(what, answer));
}

/// The status and the text of the answer.
async fn ask(path: &str, body: Option<&str>) -> Result<(u16, String), JsValue> {
    let init = RequestInit::new();
    if path.starts_with("api/") {
        init.set_cache(web_sys::RequestCache::NoStore); // other files are the page's own, which the browser may keep
    }
    if let Some(body) = body {
        init.set_method("POST");
        init.set_body(&body.into());
        let headers = web_sys::Headers::new()?;
        headers.set("content-type", "application/json")?;
        init.set_headers(&headers);
    }
    let answer: JsValue = window().fetch_with_str_and_init(&address(path), &init).await?.into();
    let response: Response = answer.unchecked_into();
    let text: JsValue = response.text()?.await?.into();
    text.as_string().map(|text| (response.status(), text)).ok_or(text)
}

/// The full address of a path of the server, relative to the page.
fn address(path: &str) -> String {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    web_sys::Url::new_with_base(path, &base).map_or_else(|_| path.to_owned(), |url| url.href())
}

/// A socket that reports its messages as events. Dropping it closes it and removes its listeners.
pub(super) struct Socket {
    socket: WebSocket,
    _opened: Closure<dyn FnMut(web_sys::Event)>,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _closed: Closure<dyn FnMut(web_sys::Event)>,
}

impl Socket {
    pub(super) fn open(table: &str) -> Option<Self> {
        let address = address(&format!("api/tables/{table}/socket")).replacen("http", "ws", 1);
        let Ok(socket) = WebSocket::new(&address) else {
            dispatch(Event::Socket(SocketNews::Closed));
            return None;
        };
        let opened = Closure::new(|_| dispatch(Event::Socket(SocketNews::Opened)));
        let heard = Closure::new(|event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                dispatch(Event::Socket(SocketNews::Heard(text)));
            }
        });
        let closed = Closure::new(|_| dispatch(Event::Socket(SocketNews::Closed)));
        let open: &Closure<dyn FnMut(web_sys::Event)> = &opened;
        socket.set_onopen(Some(open.as_ref().unchecked_ref()));
        let hear: &Closure<dyn FnMut(MessageEvent)> = &heard;
        socket.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        let close: &Closure<dyn FnMut(web_sys::Event)> = &closed;
        socket.set_onclose(Some(close.as_ref().unchecked_ref()));
        Some(Self { socket, _opened: opened, _heard: heard, _closed: closed })
    }

    pub(super) fn send(&self, text: &str) {
        // A socket that is closing reports that by its own event, so the error is ignored.
        let _ = self.socket.send_with_str(text);
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}
