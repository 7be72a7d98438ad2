//! The requests that are answered over HTTP.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router, middleware};
use protocol::{JourneyRecord, LookAtJourney, MOST_BYTES_FROM_CLIENT, MOST_BYTES_OF_JOURNEY, Refused, RefusedCode};
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::time::timeout;

use crate::answers::{answer, packed_json, takes_gzip};
use crate::connection::serve_connection;
use crate::frame::refused;
use crate::guests::{Address, Rated};
use crate::health::{healthz, readyz};
use crate::hub::Hub;
use crate::long_answers::count_unread;
use crate::pages::{Pages, add_headers};
use crate::upgrade::{is_same_host, upgrade};
use crate::visitor::{address_of, admit, count};

#[derive(Clone)]
struct Shared {
    hub: Arc<Hub>,
    pages: Arc<Pages>,
}

/// Every route there is.
pub(crate) fn router(hub: Arc<Hub>, pages: Pages) -> Router {
    let shared = Shared { hub, pages: Arc::new(pages) };
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(|State(shared): State<Shared>| async move { readyz(&shared.hub).await }))
        .route("/api/health", get(health))
        .route("/api/games", get(games))
        .route("/api/rules", get(rules))
        .route("/api/tables", post(create))
        .route("/api/tables/{table}", get(look))
        .route("/api/tables/{table}/past", post(past))
        .route("/api/tables/{table}/record", get(record))
        .route("/api/tables/{table}/socket", get(socket))
        .route("/api/journeys", post(set_out))
        .route("/api/journeys/import", post(import_journey))
        .route("/api/journeys/{journey}", get(journey))
        .route("/api/journeys/{journey}/join", post(join_journey))
        .route("/api/journeys/{journey}/look", post(look_at_journey))
        .route("/api/journeys/{journey}/steps", post(step))
        .route("/api/journeys/{journey}/record", post(journey_record))
        .route("/api/{*nothing}", any(nothing))
        .route_layer(middleware::from_fn_with_state(shared.hub.clone(), count_unread))
        .fallback(get(page))
        .layer(middleware::from_fn_with_state(shared.hub.clone(), admit))
        .layer(middleware::map_response(add_headers))
        .layer(middleware::from_fn_with_state(shared.hub.clone(), count))
        .with_state(shared)
}

/// Whether people can play here, for the page. It is the truth of `/readyz`.
async fn health(State(shared): State<Shared>) -> Response {
    let ready = shared.hub.ready().await;
    let status = if ready.is_ok() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let about = Json(json!({ "ok": ready.is_ok(), "tables": shared.hub.rooms_in_memory() }));
    (status, [(header::CACHE_CONTROL, "no-store")], about).into_response()
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
    let by = address_of(&request);
    hub.create(read_body(hub, request, MOST_BYTES_FROM_CLIENT).await?, by).await
}

fn malformed(problem: String) -> Refused {
    refused(RefusedCode::Malformed, problem)
}

/// Whether a page of this host has sent the request, or no page.
fn check_sender(request: &Request) -> Result<(), Refused> {
    if !is_same_host(request.headers()) {
        return Err(malformed("pages of other hosts may not ask this server".to_owned()));
    }
    // A form on another site can send plain text but not JSON.
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(malformed("the content-type has to be application/json".to_owned()));
    }
    Ok(())
}

/// A line that carries less than this many bytes a second is too slow for a long request.
const SLOWEST_LINE: f64 = 16e3;

/// The message in the body of a request, which a page of this host has sent.
async fn read_body<T: DeserializeOwned>(hub: &Hub, request: Request, most_bytes: usize) -> Result<T, Refused> {
    check_sender(&request)?;
    let length = request.body().size_hint().upper().map_or(most_bytes, |bytes| most_bytes.min(bytes as usize));
    let patience = hub.limits().hello + Duration::from_secs_f64(length as f64 / SLOWEST_LINE);
    let body = timeout(patience, to_bytes(request.into_body(), most_bytes)).await;
    let body = body.map_err(|_| malformed("the request took too long".to_owned()))?;
    let too_large = |_| refused(RefusedCode::TooLarge, format!("at most {most_bytes} bytes"));
    serde_json::from_slice(&body.map_err(too_large)?).map_err(|error| malformed(error.to_string()))
}

async fn set_out(State(shared): State<Shared>, request: Request) -> Response {
    let (hub, by) = (&shared.hub, address_of(&request));
    let made = async { hub.set_out(read_body(hub, request, MOST_BYTES_FROM_CLIENT).await?, by).await };
    answer(made.await.map(Json))
}

async fn import_journey(State(shared): State<Shared>, request: Request) -> Response {
    let (hub, by) = (&shared.hub, address_of(&request));
    // As JSON a record takes a little more: its line breaks are escaped.
    let most = MOST_BYTES_OF_JOURNEY + MOST_BYTES_OF_JOURNEY / 8;
    let made = async {
        check_sender(&request)?;
        // Before it is read: a record is large, and all of it is played again. One whose size is not told counts as the largest.
        let bytes = request.body().size_hint().upper().map_or(most, |bytes| most.min(bytes as usize));
        let announced = hub.announce_import(by, bytes)?;
        hub.import_journey(read_body(hub, request, most).await?, announced).await
    };
    answer(made.await.map(Json))
}

async fn journey(State(shared): State<Shared>, Path(journey): Path<String>, request: Request) -> Response {
    let by = address_of(&request);
    answer(shared.hub.journey_info(&journey, by).await.map(Json))
}

async fn join_journey(State(shared): State<Shared>, Path(journey): Path<String>, request: Request) -> Response {
    let (hub, by) = (&shared.hub, address_of(&request));
    let joined = async { hub.join_journey(&journey, read_body(hub, request, MOST_BYTES_FROM_CLIENT).await?, by).await };
    answer(joined.await.map(Json))
}

async fn look_at_journey(State(shared): State<Shared>, Path(journey): Path<String>, request: Request) -> Response {
    let (hub, by) = (&shared.hub, address_of(&request));
    let news = async {
        let asked: LookAtJourney = read_body(hub, request, MOST_BYTES_FROM_CLIENT).await?;
        if asked.since.is_none() {
            check_long_answer(hub, by)?;
        }
        hub.look_at_journey(&journey, asked, by).await
    };
    answer(news.await.map(Json))
}

async fn step(State(shared): State<Shared>, Path(journey): Path<String>, request: Request) -> Response {
    let (hub, by) = (&shared.hub, address_of(&request));
    let taken = async { hub.step(&journey, read_body(hub, request, MOST_BYTES_FROM_CLIENT).await?, by).await };
    answer(taken.await.map(Json))
}

/// A record opens the seed of a journey, so it is asked for with a key.
async fn journey_record(State(shared): State<Shared>, Path(journey): Path<String>, request: Request) -> Response {
    let (hub, by) = (&shared.hub, address_of(&request));
    let record = async {
        let JourneyRecord { key } = read_body(hub, request, MOST_BYTES_FROM_CLIENT).await?;
        check_long_answer(hub, by)?;
        hub.journey_record(&journey, &key, by).await
    };
    answer(record.await)
}

async fn look(State(shared): State<Shared>, Path(table): Path<String>, request: Request) -> Response {
    let by = address_of(&request);
    let info = async { shared.hub.room(&table, by).await?.info().await };
    answer(info.await.map(Json))
}

/// Whether an answer may be made for this address that costs more than most.
fn check_long_answer(hub: &Hub, by: Address) -> Result<(), Refused> {
    if hub.guests.may(by, Rated::Page) {
        return Ok(());
    }
    Err(refused(RefusedCode::TooFast, "too many pages for your address; try again in a moment"))
}

/// A page of the past as somebody saw it, who says so with the key of a seat.
async fn past(State(shared): State<Shared>, Path(table): Path<String>, request: Request) -> Response {
    let (hub, by, takes_gzip) = (&shared.hub, address_of(&request), takes_gzip(request.headers()));
    let page = async {
        let asked = read_body(hub, request, MOST_BYTES_FROM_CLIENT).await?;
        check_long_answer(hub, by)?;
        hub.room(&table, by).await?.look_back(&asked).await
    };
    answer(page.await.map(|page| packed_json(page, takes_gzip)))
}

async fn record(State(shared): State<Shared>, Path(table): Path<String>, request: Request) -> Response {
    let by = address_of(&request);
    let record = async { shared.hub.room(&table, by).await?.record().await };
    answer(record.await)
}

async fn socket(State(shared): State<Shared>, Path(table): Path<String>, mut request: Request) -> Response {
    let (hub, by) = (shared.hub, address_of(&request));
    let proxied = request.extensions_mut().remove();
    upgrade(request, hub.limits().socket_bytes, proxied, move |socket| serve_connection(socket, hub, table, by))
}

async fn nothing() -> Response {
    (StatusCode::NOT_FOUND, Json(refused(RefusedCode::Malformed, "there is nothing at this address"))).into_response()
}

async fn page(State(shared): State<Shared>, request: Request<Body>) -> Response {
    shared.pages.answer(request.uri().path(), request.headers())
}
