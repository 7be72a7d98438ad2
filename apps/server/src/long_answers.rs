//! Long answers over HTTP are counted for the address that has asked until its client has read them.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use protocol::RefusedCode;

use crate::answers::answer;
use crate::frame::refused;
use crate::guests::{Counted, Held};
use crate::hub::Hub;
use crate::visitor::address_of;

/// An answer of fewer bytes is not counted: as many of them as connections are little memory.
const SHORT: u64 = 4 << 10;

/// Counts a long answer for the address until the client has read it. Whoever has too much to read is refused: an answer that trickles
/// away is in memory all the time.
pub(crate) async fn count_unread(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let by = address_of(&request);
    let response = next.run(request).await;
    let Some(bytes) = response.body().size_hint().exact().filter(|bytes| *bytes >= SHORT) else { return response };
    let Some(counted) = hub.guests.hold(by, Held::AnswerByte, bytes as usize) else {
        let problem = "too many long answers are on their way to your address; try again when they have arrived";
        return answer(Err::<Response, _>(refused(RefusedCode::TooFast, problem)));
    };
    let (head, body) = response.into_parts();
    // It is in memory already, in one piece.
    let text = to_bytes(body, bytes as usize).await.unwrap_or_default();
    Response::from_parts(head, Body::from(Bytes::from_owner(Unread { text, _counted: counted })))
}

/// An answer that the client has not read to its end.
struct Unread {
    text: Bytes,
    _counted: Counted,
}

impl AsRef<[u8]> for Unread {
    fn as_ref(&self) -> &[u8] {
        &self.text
    }
}
