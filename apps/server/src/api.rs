//! The requests that are answered over HTTP.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router, middleware};
use protocol::{MOST_BYTES_FROM_CLIENT, Refused, RefusedCode};
use serde_json::json;
use tokio::time::timeout;

use crate::connection::serve_connection;
use crate::frame::refused;
use crate::hub::Hub;
use crate::pages::{Pages, add_headers};
use crate::upgrade::{is_same_host, upgrade};

#[derive(Clone)]
struct Shared {
    hub: Arc<Hub>,
    pages: Arc<Pages>,
}

/// Every route there is.
pub(crate) fn router(hub: Arc<Hub>, pages: Pages) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/games", get(games))
        .route("/api/rules", get(rules))
        .route("/api/tables", post(create))
        .route("/api/tables/{table}", get(look))
        .route("/api/tables/{table}/record", get(record))
        .route("/api/tables/{table}/socket", get(socket))
        .route("/api/{*nothing}", any(nothing))
        .fallback(get(page))
        .layer(middleware::map_response(add_headers))
        .with_state(Shared { hub, pages: Arc::new(pages) })
}

async fn health(State(shared): State<Shared>) -> impl IntoResponse {
    Json(json!({ "ok": true, "tables": shared.hub.rooms_in_memory() }))
}

async fn games(State(shared): State<Shared>) -> impl IntoResponse {
    Json(shared.hub.games())
}

/// The rule sets that new tables can choose.
async fn rules(State(shared): State<Shared>) -> impl IntoResponse {
    Json(shared.hub.offered_rules())
}

async fn create(State(shared): State<Shared>, request: Request) -> Response {
    answer(create_table(&shared.hub, request).await.map(Json))
}

async fn create_table(hub: &Hub, request: Request) -> Result<protocol::Created, Refused> {
    let malformed = |problem: String| refused(RefusedCode::Malformed, problem);
    if !is_same_host(request.headers()) {
        return Err(malformed("pages of other hosts may not ask this server".to_owned()));
    }
    // A form on another site can send plain text but not JSON.
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(malformed("the content-type has to be application/json".to_owned()));
    }
    let body = to_bytes(request.into_body(), MOST_BYTES_FROM_CLIENT);
    let body =
        timeout(hub.limits().hello, body).await.map_err(|_| malformed("the request took too long".to_owned()))?;
    let too_large = |_| refused(RefusedCode::TooLarge, format!("at most {MOST_BYTES_FROM_CLIENT} bytes"));
    let new = serde_json::from_slice(&body.map_err(too_large)?).map_err(|error| malformed(error.to_string()))?;
    hub.create(new).await
}

async fn look(State(shared): State<Shared>, Path(table): Path<String>) -> Response {
    let hub = &shared.hub;
    let info = async { hub.room(&table).await?.info().await };
    answer(info.await.map(Json))
}

async fn record(State(shared): State<Shared>, Path(table): Path<String>) -> Response {
    let hub = &shared.hub;
    let record = async { hub.room(&table).await?.record().await };
    answer(record.await)
}

async fn socket(State(shared): State<Shared>, Path(table): Path<String>, request: Request) -> Response {
    upgrade(request, |socket| serve_connection(socket, shared.hub, table))
}

async fn nothing() -> Response {
    (StatusCode::NOT_FOUND, Json(refused(RefusedCode::Malformed, "there is nothing at this address"))).into_response()
}

async fn page(State(shared): State<Shared>, request: Request<Body>) -> Response {
    shared.pages.answer(request.uri().path(), request.headers())
}

fn answer(answer: Result<impl IntoResponse, Refused>) -> Response {
    let mut response = match answer {
        Ok(answer) => answer.into_response(),
        Err(refused) => (status(refused.code), Json(refused)).into_response(),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
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
        RefusedCode::NoSuchTable => StatusCode::NOT_FOUND,
        RefusedCode::WrongKey | RefusedCode::NotSeated => StatusCode::FORBIDDEN,
        RefusedCode::TooFast => StatusCode::TOO_MANY_REQUESTS,
        RefusedCode::Full | RefusedCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        RefusedCode::SeatTaken
        | RefusedCode::NotYourTurn
        | RefusedCode::NotStarted
        | RefusedCode::ShareGiven
        | RefusedCode::OutOfTheGame
        | RefusedCode::GameOver
        | RefusedCode::NotOver
        | RefusedCode::NoAction
        | RefusedCode::Illegal => StatusCode::CONFLICT,
    }
}
