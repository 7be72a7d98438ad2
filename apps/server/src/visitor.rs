//! What every request over HTTP passes first: its head is checked, and the address is noted that its limits are counted for.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use protocol::RefusedCode;
use tokio::time::sleep;

use crate::answers::refuse;
use crate::door::check_head;
use crate::frame::refused;
use crate::guests::{Address, Rated};
use crate::hub::Hub;

/// The body of a request that came through a proxy is counted for its client from so many bytes on. What people do while they play is
/// shorter.
const LARGE: usize = 4 << 10;

/// The other end of the connection that a request came over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The address that a request counts for.
pub(crate) fn address_of(request: &Request) -> Address {
    request.extensions().get().copied().unwrap_or(Address::OTHERS)
}

/// Counts what was answered.
pub(crate) async fn count(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let numbers = &hub.services.numbers;
    numbers.answer(response.status().as_u16());
    if let Some(code) = response.extensions().get::<RefusedCode>() {
        numbers.refusal(*code);
    }
    response
}

/// Refuses a request that HTTP forbids, that is meant for another host, or that comes too fast. Notes the address that
/// the request counts for. Whoever was refused has to open a connection anew for the next request, which has a rate of its own.
pub(crate) async fn admit(State(hub): State<Arc<Hub>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let is_of_proxy = peer.is_some_and(|peer| hub.door.is_proxy(peer));
    let turn_away = |mut answer: Response| {
        if !is_of_proxy {
            answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    };
    // A refusal is work too, so the request is counted first.
    let address = peer.map_or(Address::OTHERS, |peer| hub.door.client(peer, request.headers()).into());
    if !hub.guests.may(address, Rated::Request) {
        let problem = "too many requests from your address; try again in a moment";
        return turn_away(refuse(refused(RefusedCode::TooFast, problem)));
    }
    if let Err(wrong) = check_head(&request, &hub.door) {
        return turn_away(wrong.into_response());
    }
    request.extensions_mut().insert(address);
    // A connection of a proxy carries requests of many clients, so each request has a place of its client's until it is answered,
    // and a socket until it ends.
    let place = if is_of_proxy {
        let Some(place) = hub.guests.connect(address).map(Arc::new) else {
            return refuse(refused(RefusedCode::Full, "too many connections from your address; close some"));
        };
        request.extensions_mut().insert(place.clone());
        let bytes = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        // The connection itself is the proxy's, so its bytes count for nobody.
        if let Some(bytes) = bytes.filter(|bytes| *bytes >= LARGE) {
            sleep(place.read(bytes)).await;
        }
        Some(place)
    } else {
        None
    };
    let response = next.run(request).await;
    drop(place);
    response
}
