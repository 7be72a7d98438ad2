//! Answers over HTTP: what was asked for, or why not.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{Refused, RefusedCode};

pub(crate) fn answer(answer: Result<impl IntoResponse, Refused>) -> Response {
    let mut response = match answer {
        Ok(answer) => answer.into_response(),
        Err(refused) => refuse(refused),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
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
