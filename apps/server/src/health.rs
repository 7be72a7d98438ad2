//! What a proxy or a watchman asks: whether the process answers, and whether it would keep a move.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::hub::Hub;

/// The process answers.
pub(crate) async fn healthz() -> Response {
    plain(StatusCode::OK, "ok\n".to_owned())
}

/// A proxy may send players here: a write would succeed, and the server is not about to end.
pub(crate) async fn readyz(hub: &Hub) -> Response {
    match hub.ready().await {
        Ok(()) => plain(StatusCode::OK, "ready\n".to_owned()),
        Err(not_ready) => plain(StatusCode::SERVICE_UNAVAILABLE, format!("{not_ready}\n")),
    }
}

fn plain(status: StatusCode, text: String) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store"), (header::CONTENT_TYPE, "text/plain; charset=utf-8")], text)
        .into_response()
}
