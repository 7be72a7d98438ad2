//! From a request to a WebSocket. By hand, because axum's own way is tied to an older tungstenite, and because the
//! stream must stay unboxed: the two connections of a room should cost little memory.

use std::future::Future;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use hyper_util::rt::TokioIo;
use protocol::MOST_BYTES_FROM_CLIENT;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::guests::Counted;
use crate::limits::Rate;
use crate::wire::Wire;

/// The most bytes of a message before the connection is closed. It is more than a client may send, so that a message that
/// is slightly too long is refused with a reason and the connection stays.
const MOST_BYTES: usize = 4 * MOST_BYTES_FROM_CLIENT;

/// Answers a request for a WebSocket and serves it in a task. Its bytes are read at this rate, and a connection through a
/// proxy is counted for its client.
pub(crate) fn upgrade<B, F>(
    mut request: Request<B>,
    rate: Rate,
    proxied: Option<Arc<Counted>>,
    talk: impl FnOnce(WebSocketStream<Wire>) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    let accept = match check(request.headers()) {
        Ok(accept) => accept,
        Err((status, problem)) => return (status, problem).into_response(),
    };
    let upgrading = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // Should the client go away in the middle of this, there is nobody to tell.
        let Ok(upgraded) = upgrading.await else { return };
        let Ok(parts) = upgraded.downcast::<TokioIo<Wire>>() else { return };
        let mut wire = parts.io.into_inner();
        wire.become_socket(rate, proxied);
        // A copy: the buffer of the request, 8 KB and most often empty by now, would stay with the connection for its life.
        let ahead = parts.read_buf.to_vec();
        drop(parts.read_buf);
        let socket = WebSocketStream::from_partially_read(wire, ahead, Role::Server, Some(config())).await;
        talk(socket).await;
    });
    let mut response = StatusCode::SWITCHING_PROTOCOLS.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    response
}

/// Small buffers: the default of 128 KiB a connection is far more than our messages need.
pub(crate) fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(512)
        .write_buffer_size(8 * 1024)
        .max_message_size(Some(MOST_BYTES))
        .max_frame_size(Some(MOST_BYTES))
}

type Wrong = (StatusCode, &'static str);

/// Whether this is a proper request for a WebSocket, from a page of ours.
fn check(headers: &HeaderMap) -> Result<HeaderValue, Wrong> {
    let lists = |name: HeaderName, wanted: &str| {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|word| word.trim().eq_ignore_ascii_case(wanted))
    };
    if !lists(header::CONNECTION, "upgrade") || !lists(header::UPGRADE, "websocket") {
        return Err((StatusCode::UPGRADE_REQUIRED, "this address speaks WebSocket"));
    }
    if !lists(header::SEC_WEBSOCKET_VERSION, "13") {
        return Err((StatusCode::BAD_REQUEST, "version 13 of WebSocket is spoken here"));
    }
    if !is_same_host(headers) {
        return Err((StatusCode::FORBIDDEN, "pages of other hosts may not talk to this server"));
    }
    let key =
        headers.get(header::SEC_WEBSOCKET_KEY).ok_or((StatusCode::BAD_REQUEST, "sec-websocket-key is missing"))?;
    HeaderValue::from_str(&derive_accept_key(key.as_bytes()))
        .map_err(|_| (StatusCode::BAD_REQUEST, "sec-websocket-key makes no sense"))
}

/// Browsers say which page is asking; it has to be one from here. Other programs need not say.
pub(crate) fn is_same_host(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let of_origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    of_origin.is_some() && of_origin == host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_hosts_are_told_apart() {
        let headers = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1:7654"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            is_same_host(&headers)
        };
        assert!(headers(None) && headers(Some("http://127.0.0.1:7654")));
        for other in ["http://example.com", "http://127.0.0.1:7655", "http://127.0.0.1:7654.example.com", "null", ""] {
            assert!(!headers(Some(other)), "{other}");
        }
    }
}
