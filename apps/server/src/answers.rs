//! Answers over HTTP: what was asked for, or why not.

use axum::Json;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{Refused, RefusedCode};

use crate::gzip::unpack;

pub(crate) fn answer(answer: Result<impl IntoResponse, Refused>) -> Response {
    let mut response = match answer {
        Ok(answer) => answer.into_response(),
        Err(refused) => refuse(refused),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether a client reads what is compressed by gzip.
pub(crate) fn takes_gzip(asked: &HeaderMap) -> bool {
    let accepted = asked.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_off = weight.trim().trim_start_matches("q=").parse() == Ok(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && !is_off
    })
}

/// JSON that was compressed by gzip, for a client that takes it as it is or for another one.
pub(crate) fn packed_json(packed: Bytes, takes_gzip: bool) -> Response {
    let mut response = Response::new(if takes_gzip { packed } else { unpack(&packed) }.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if takes_gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

pub(crate) fn refuse(refused: Refused) -> Response {
    let code = refused.code;
    let mut response = (status(code), Json(refused)).into_response();
    response.extensions_mut().insert(code); // it is counted by its code
    response
}

fn status(code: RefusedCode) -> StatusCode {
    match code {
        RefusedCode::Malformed
        | RefusedCode::Version
        | RefusedCode::HelloFirst
        | RefusedCode::NoSuchGame
        | RefusedCode::NoSuchLevel => StatusCode::BAD_REQUEST,
        RefusedCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        RefusedCode::NoSuchTable | RefusedCode::NoSuchJourney => StatusCode::NOT_FOUND,
        RefusedCode::WrongRecord => StatusCode::UNPROCESSABLE_ENTITY,
        RefusedCode::WrongKey | RefusedCode::NotSeated => StatusCode::FORBIDDEN,
        RefusedCode::TooFast => StatusCode::TOO_MANY_REQUESTS,
        RefusedCode::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
        RefusedCode::Full | RefusedCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        RefusedCode::SeatTaken
        | RefusedCode::NobodyThere
        | RefusedCode::NotYourTurn
        | RefusedCode::NotStarted
        | RefusedCode::ShareGiven
        | RefusedCode::NotCommitted
        | RefusedCode::WrongShare
        | RefusedCode::OutOfTheGame
        | RefusedCode::GameOver
        | RefusedCode::NotOver
        | RefusedCode::NoAction
        | RefusedCode::Illegal => StatusCode::CONFLICT,
    }
}
