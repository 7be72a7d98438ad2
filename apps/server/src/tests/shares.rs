//! What one address may have at once of what everybody shares, beside connections and places at tables (`crowd`).

use std::net::IpAddr;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, Request, StatusCode};
use axum::response::Response;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use super::crowd::{ask, ask_until, real_server};
use super::journeys::{Party, step};
use super::*;
use crate::api::router;
use crate::guests::Held;
use crate::pages::{Asset, Pages};
use crate::visitor::Peer;

fn address(last: u8) -> Address {
    IpAddr::from([192, 0, 2, last]).into()
}

/// Everybody who has the link may ask. Only those with a key travel.
#[tokio::test]
async fn whoever_has_no_key_takes_no_steps_from_those_who_travel_nor_do_they_from_each_other() {
    let house = House::with(|config| config.limits.journey_steps = Rate { a_second: 0.0, at_once: 2.0 });
    let party = house.party().await;
    let fly = async |key: &str| code(house.step(party.name(), step("a", key, "fly")).await);
    for _ in 0..100 {
        assert_eq!(fly("00000000000000000000000000").await, RefusedCode::WrongKey);
    }
    let [ann, bo] = [party.key(0), party.key(1)];
    assert_eq!([fly(&ann).await, fly(&ann).await], [RefusedCode::NoAction; 2]);
    assert_eq!([fly(&ann).await, fly(&bo).await], [RefusedCode::TooFast, RefusedCode::NoAction]);
}

/// Waits for news of a journey about which everything is known.
async fn wait(house: &House, party: &Party, by: Address) -> JoinHandle<Result<protocol::JourneyNews, Refused>> {
    let known = house.told(party, 0).await;
    let waits = protocol::LookAtJourney { key: party.key(0), since: Some(known.seq), version: known.version };
    let (hub, journey) = (house.hub.clone(), party.name().to_owned());
    tokio::spawn(async move { hub.look_at_journey(&journey, waits, by).await })
}

/// Returns when so many requests of an address wait, of three that may: then one more than are left is refused.
async fn until_so_many_wait(house: &House, by: Address, count: usize) {
    let waiting = async {
        while house.hub.guests.hold(by, Held::Wait, 3 - count + 1).is_some() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("they wait");
}

/// A journey for which somebody waits cannot make place for others.
#[tokio::test]
async fn one_address_waits_for_news_of_so_many_journeys_and_others_are_not_kept_out_by_it() {
    let house = House::with(|config| (config.limits.waits_an_address, config.limits.journeys) = (3, 5));
    let mut waiting = Vec::new();
    for number in 0..8 {
        let asked = wait(&house, &house.party().await, address(1)).await;
        if number < 3 {
            waiting.push(asked);
            until_so_many_wait(&house, address(1), number + 1).await;
        } else {
            let told = tokio::time::timeout(Duration::from_secs(5), asked).await;
            told.expect("it is told at once that there is no news").unwrap().unwrap();
        }
    }
    waiting.push(wait(&house, &house.party().await, address(2)).await);
    until_so_many_wait(&house, address(2), 1).await;
    assert!(waiting.iter().all(|waiting| !waiting.is_finished()));
    house.hub.close().await;
}

/// A long answer that somebody has asked for, and has not read yet.
async fn games(house: &House, last: u8) -> Response {
    let mut request = Request::get("/api/games").body(Body::empty()).unwrap();
    request.headers_mut().insert("host", HeaderValue::from_static("localhost"));
    request.extensions_mut().insert(Peer(([192, 0, 2, last], 1000).into()));
    let router = router(house.hub.clone(), Pages::new(Vec::new()));
    TowerToHyperService::new(router).call(request).await.unwrap()
}

#[tokio::test]
async fn one_address_leaves_so_many_bytes_of_answers_unread_and_goes_on_when_it_has_read_them() {
    let bytes = to_bytes(games(&House::new(), 1).await.into_body(), 1 << 20).await.unwrap().len();
    assert!(bytes > 4 << 10, "{bytes} bytes are a short answer");
    let house = House::with(|config| config.limits.answer_bytes_an_address = 3 * bytes);
    let mut unread = Vec::new();
    for _ in 0..3 {
        unread.push(games(&house, 1).await);
    }
    assert_eq!(games(&house, 1).await.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(games(&house, 2).await.status(), StatusCode::OK, "another address");
    let text = to_bytes(unread.remove(0).into_body(), 1 << 20).await.unwrap();
    assert_eq!(text.len(), bytes);
    assert_eq!(games(&house, 1).await.status(), StatusCode::TOO_MANY_REQUESTS, "it is in the buffer of a connection");
    drop(text);
    assert_eq!(games(&house, 1).await.status(), StatusCode::OK);
}

/// The connection and its answer are given up, and both count no more.
#[tokio::test]
async fn a_real_server_gives_up_an_answer_that_nobody_reads() {
    let large = Asset {
        path: "/large".into(),
        content_type: "text/plain",
        bytes: vec![b'x'; 28 << 20].into(),
        packed: Vec::new(),
    };
    let (_folder, server) = real_server(|config| {
        config.assets.push(large);
        (config.limits.write, config.limits.connections_an_address) = (Duration::from_secs(3), 1);
    })
    .await;
    let addr = server.local_addr();
    let mut stalled = TcpStream::connect(addr).await.unwrap();
    stalled.write_all(b"GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    stalled.read_exact(&mut [0; 1_000]).await.unwrap(); // the answer has begun
    assert_eq!(ask(addr, "").await.1, 503, "it is the only connection that this address may have");
    ask_until(addr, "", 200).await;
    server.shutdown().await;
    drop(stalled);
}
