//! The server: requests and the socket.

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, RequestInit, Response, WebSocket};

use super::{dispatch, document, window};
use crate::event::{Event, Fetch, SocketNews};

/// Asks the server for something and tells the core the answer.
pub(super) fn fetch(what: Fetch, path: &str, body: Option<&str>) {
    let init = RequestInit::new();
    init.set_cache(web_sys::RequestCache::NoStore);
    if let Some(body) = body {
        init.set_method("POST");
        init.set_body(&body.into());
        if let Ok(headers) = web_sys::Headers::new() {
            let _ = headers.set("content-type", "application/json");
            init.set_headers(&headers);
        }
    }
    let asked = window().fetch_with_str_and_init(&address(path), &init);
    when(&asked.into(), move |answer| {
        let Ok(response) = answer.map(JsCast::unchecked_into::<Response>) else {
            return dispatch(Event::Fetched(what, None));
        };
        let status = response.status();
        match response.text() {
            Ok(text) => when(&text.into(), move |text| {
                dispatch(Event::Fetched(what, text.ok().and_then(|text| text.as_string()).map(|text| (status, text))));
            }),
            Err(_) => dispatch(Event::Fetched(what, None)),
        }
    });
}

/// Calls back when a promise is kept or broken.
pub(super) fn when(promise: &JsValue, tell: impl FnOnce(Result<JsValue, JsValue>) + 'static) {
    let tell = std::rc::Rc::new(std::cell::RefCell::new(Some(tell)));
    let other = tell.clone();
    // Whichever of the two is not called stays in memory: some bytes a request.
    let kept = Closure::once_into_js(move |value: JsValue| {
        if let Some(tell) = tell.borrow_mut().take() {
            tell(Ok(value));
        }
    });
    let broken = Closure::once_into_js(move |error: JsValue| {
        if let Some(tell) = other.borrow_mut().take() {
            tell(Err(error));
        }
    });
    if let Ok(then) = js_sys::Reflect::get(promise, &"then".into()) {
        let _ = then.unchecked_ref::<js_sys::Function>().call2(promise, &kept, &broken);
    }
}

/// Where a path of the server is, seen from the page.
fn address(path: &str) -> String {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    web_sys::Url::new_with_base(path, &base).map_or_else(|_| path.to_owned(), |url| url.href())
}

/// A socket that tells what it hears. Dropping it closes it and keeps it quiet.
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
        // A socket that is closing says so by itself.
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
