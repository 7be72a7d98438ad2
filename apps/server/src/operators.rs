//! The address for whoever runs the server: metrics and health, apart from the public. What a server does in a minute is
//! nobody else's business, and a crowd that takes all connections of the public address does not hide it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::door::check_head;
use crate::health::{healthz, readyz};
use crate::hub::Hub;
use crate::metrics::{CONTENT_TYPE, Now};

/// The most connections at once. A collector and a probe need one each.
const CONNECTIONS: usize = 16;
/// How long a connection may take for one question and its answer.
const LONGEST: Duration = Duration::from_secs(30);

/// Answers at this address until the task is ended.
pub(crate) async fn listen_for_operators(listener: TcpListener, hub: Arc<Hub>) {
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(healthz))
        .route("/readyz", get(|State(hub): State<Arc<Hub>>| async move { readyz(&hub).await }))
        .layer(middleware::from_fn_with_state(hub.clone(), check))
        .with_state(hub);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((tcp, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let router = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(Duration::from_secs(10))
                .keep_alive(false)
                .serve_connection(TokioIo::new(tcp), router);
            let _ = timeout(LONGEST, connection).await;
            drop(place);
        });
    }
}

/// Refuses what the public address refuses. A browser of the operator reaches this address too, and a page of a stranger can
/// make it ask here under a name of the stranger's own.
async fn check(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    match check_head(&request, &hub.door) {
        Ok(()) => next.run(request).await,
        Err(wrong) => wrong.into_response(),
    }
}

async fn metrics(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    let (waiting, under_way) = hub.services.thinkers.questions();
    let now = Now {
        is_ready: hub.ready().await.is_ok(),
        is_leaving: hub.is_leaving(),
        connections: hub.connections(),
        most_connections: hub.limits().connections as u64,
        rooms: hub.rooms_in_memory() as u64,
        waiting_questions: waiting as u64,
        thoughts_under_way: under_way as u64,
    };
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], hub.services.numbers.page(&now))
}
