//! Messages of the server as text, made once and shared by every connection that is sent the same.

use protocol::{FromServer, Moment, Refused, RefusedCode};
use serde_json::value::RawValue;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// A message, ready to be sent. Cloning shares the text.
pub(crate) type Frame = Utf8Bytes;

/// [`FromServer::Still`], one text for everybody.
pub(crate) const STILL: Frame = Frame::from_static(r#"{"type":"still"}"#);

/// A message whose views are text already.
pub(crate) type Message = FromServer<Box<RawValue>>;

pub(crate) fn frame(message: &Message) -> Frame {
    serde_json::to_string(message).expect("messages are plain data").into()
}

/// A moment. Its text is a view and a little more, so that it need not grow while it is written.
pub(crate) fn moment(moment: Moment<Box<RawValue>>) -> Frame {
    let mut text = Vec::with_capacity(moment.view.get().len() + 320);
    serde_json::to_writer(&mut text, &Message::Moment(Box::new(moment))).expect("messages are plain data");
    String::from_utf8(text).expect("JSON is text").into()
}

/// A refusal without a request id and without a reason of a game.
pub(crate) fn refused(code: RefusedCode, problem: impl Into<String>) -> Refused {
    Refused { id: None, code, problem: problem.into(), why: None }
}
