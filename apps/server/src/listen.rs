//! Accepts connections, counts them, and ends them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service as _;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use protocol::RefusedCode;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};

use crate::guests::{Address, Rated};
use crate::hub::Hub;
use crate::stream::Stream;
use crate::tls::Tls;
use crate::visitor::Peer;
use crate::wire::Wire;

/// How long a request may still take when the server closes. Then its connection is cut.
const LAST_ANSWER: Duration = Duration::from_secs(2);
/// How long connections may take to end when the server closes.
const LAST_CALL: Duration = Duration::from_secs(4);

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n\
{\"id\":null,\"code\":\"full\",\"problem\":\"there are too many connections; try again later\"}";

/// Accepts connections until the server closes, and comes back when all have ended.
pub(crate) async fn listen(listener: TcpListener, router: Router, hub: Arc<Hub>, tls: Option<Arc<Tls>>) {
    let places = hub.places.clone();
    let mut closing = hub.closing();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => Some(accepted),
            _ = closing.wait_for(|closing| *closing) => None,
        };
        let (tcp, peer) = match accepted {
            None => break,
            Some(Ok(accepted)) => accepted,
            Some(Err(error)) => {
                // Out of file descriptors, most likely: they come back when somebody goes.
                tracing::warn!("accepting a connection: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Everybody behind a proxy has its address. They are counted when the proxy has said who they are.
        let behind_proxy = hub.door.is_proxy(peer.ip());
        let address: Address = peer.ip().into();
        // A handshake of TLS costs more than most requests, so opening and dropping connections has a rate too.
        let may_open = !behind_proxy && hub.guests.may(address, Rated::Connection);
        let counted = if may_open { hub.guests.connect(address).map(Arc::new) } else { None };
        let place = places.clone().try_acquire_owned();
        let Some(place) = place.ok().filter(|_| behind_proxy || counted.is_some()) else {
            hub.services.numbers.refusal(RefusedCode::Full);
            tokio::spawn(turn_away(tcp));
            continue;
        };
        let _ = tcp.set_nodelay(true); // a move is small and wanted now
        let stream = Stream::new(tcp, hub.limits(), place, counted);
        tokio::spawn(serve(stream, peer, router.clone(), hub.clone(), tls.clone()));
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_CALL, places.acquire_many(hub.limits().connections as u32)).await;
}

async fn turn_away(mut tcp: TcpStream) {
    let _ = tokio::time::timeout(Duration::from_secs(1), tcp.write_all(FULL)).await;
}

async fn serve(stream: Stream, peer: SocketAddr, router: Router, hub: Arc<Hub>, tls: Option<Arc<Tls>>) {
    let mut closing = hub.closing();
    let opened = tokio::select! {
        opened = Wire::open(stream, tls.as_deref(), hub.limits().hello) => opened,
        _ = closing.wait_for(|closing| *closing) => None,
    };
    let Some(wire) = opened else { return };
    let router = TowerToHyperService::new(router);
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(hub.limits().hello)
        .max_buf_size(8 * 1024) // the least that hyper takes
        .serve_connection(TokioIo::new(wire), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let closed = tokio::select! {
        _ = connection.as_mut() => false,
        _ = closing.wait_for(|closing| *closing) => true,
    };
    if closed {
        connection.as_mut().graceful_shutdown();
        // A client that breaks off is no problem of ours, and one that does not read is not waited for.
        let _ = tokio::time::timeout(LAST_ANSWER, connection).await;
    }
}
