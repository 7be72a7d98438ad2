//! Messages of the server as text, made once and shared by every connection that is sent the same.

use protocol::{Begun, FromServer, Moment, Refused, RefusedCode, Welcome};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// A message, ready to be sent. Cloning shares the text.
pub(crate) type Frame = Utf8Bytes;

/// [`FromServer::Still`], one text for everybody.
pub(crate) const STILL: Frame = Frame::from_static(r#"{"type":"still"}"#);

/// The same tags as [`FromServer`], around views that are text already.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Ready<'a> {
    Welcome(&'a Welcome<Box<RawValue>>),
    Begun(&'a Begun<Box<RawValue>>),
    Moment(&'a Moment<Box<RawValue>>),
}

pub(crate) fn frame(message: &FromServer) -> Frame {
    ready(message)
}

pub(crate) fn welcome(welcome: &Welcome<Box<RawValue>>) -> Frame {
    ready(&Ready::Welcome(welcome))
}

pub(crate) fn begun(begun: &Begun<Box<RawValue>>) -> Frame {
    ready(&Ready::Begun(begun))
}

pub(crate) fn moment(moment: &Moment<Box<RawValue>>) -> Frame {
    ready(&Ready::Moment(moment))
}

fn ready(message: &impl Serialize) -> Frame {
    serde_json::to_string(message).expect("messages are plain data").into()
}

/// A refusal without an id or a reason of the game's.
pub(crate) fn refused(code: RefusedCode, problem: impl Into<String>) -> Refused {
    Refused { id: None, code, problem: problem.into(), why: None }
}
