//! Requests over HTTP and their answers.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use serde_json::{Value, json};

use super::*;
use crate::api::router;
use crate::pages::{Asset, Pages};

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

async fn ask(router: &Router, mut request: Request<Body>) -> Answer {
    // As every client says it.
    request.headers_mut().entry("host").or_insert(HeaderValue::from_static("localhost"));
    let response = TowerToHyperService::new(router.clone()).call(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    Answer { status, headers, body: String::from_utf8(body.to_vec()).unwrap() }
}

async fn get(router: &Router, path: &str) -> Answer {
    ask(router, Request::get(path).body(Body::empty()).unwrap()).await
}

async fn post(router: &Router, body: &str) -> Answer {
    let request = Request::post("/api/tables").header("content-type", "application/json");
    ask(router, request.body(Body::from(body.to_owned())).unwrap()).await
}

fn routes(house: &House) -> Router {
    router(house.hub.clone(), Pages::new(Vec::new()))
}

#[tokio::test]
async fn a_table_is_made_looked_at_and_its_record_opens_at_the_end() {
    let house = House::new();
    let router = routes(&house);
    let made = post(&router, &json!({ "game": game().info().key, "seat": 1, "name": " Ann\n " }).to_string()).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    let created: Created = serde_json::from_str(&made.body).unwrap();
    assert_eq!(created.seat, Seat(1));
    let looked = get(&router, &format!("/api/tables/{}", created.table)).await.json();
    assert_eq!(looked["seats"], json!([{ "name": null, "here": false }, { "name": "Ann", "here": false }]));
    assert_eq!((&looked["over"], &looked["seq"]), (&json!(false), &json!(0)));

    let mut table = house.started().await;
    table.step().await;
    let record = format!("/api/tables/{}/record", table.table);
    let running = get(&router, &record).await;
    assert_eq!((running.status, &running.json()["code"]), (StatusCode::CONFLICT, &json!("not_over")));
    table.resign(0).await;
    let text = get(&router, &record).await.body;
    let replayed = game().replay(&text.parse().unwrap()).unwrap();
    assert_eq!(replayed.standing().end, Some(game::Exit::Resigned(Seat(0))));
    assert!(text.contains(": Ann\n") && text.contains(": Bo\n"), "{text}");
}

#[tokio::test]
async fn wrong_requests_get_a_status_and_a_code() {
    let house = House::new();
    let router = routes(&house);
    let key = game().info().key;
    let long_name = json!({ "game": key, "name": "x".repeat(31) }).to_string();
    let cases = [
        ("", 400, "malformed"),
        ("{", 400, "malformed"),
        (r#"{"game":"no such game"}"#, 400, "no_such_game"),
        (&json!({ "game": key, "options": ["no=such"] }).to_string(), 400, "no_such_game"),
        (&json!({ "game": key, "options": vec!["x"; 33] }).to_string(), 400, "no_such_game"),
        (&json!({ "game": key, "seat": 9 }).to_string(), 409, "seat_taken"),
        (&json!({ "game": key, "admin": true }).to_string(), 400, "malformed"),
        (&long_name, 400, "malformed"),
        (&"x".repeat(10_000), 413, "too_large"),
    ];
    for (body, status, code) in cases {
        let answer = post(&router, body).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (status, &json!(code)), "{body}");
    }
    for path in ["/api/tables/000000000000", "/api/tables/nonsense", "/api/tables/000000000000/record"] {
        assert_eq!(get(&router, path).await.json()["code"], "no_such_table", "{path}");
    }
    assert_eq!(get(&router, "/api/nothing/here").await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&router, "/api/tables/000000000000/socket").await.status, StatusCode::UPGRADE_REQUIRED);
    let form = Request::post("/api/tables").header("content-type", "text/plain");
    assert_eq!(ask(&router, form.body(Body::from("{}")).unwrap()).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(get(&router, "/api/health").await.json()["ok"], true);
}

#[tokio::test]
async fn a_page_of_the_past_is_compressed_for_those_who_take_it_and_limited_by_address() {
    let house = House::with(|config| config.limits.pages_an_address = Rate { a_second: 0.0, at_once: 4.0 });
    let router = routes(&house);
    let mut table = house.started().await;
    for _ in 0..5 {
        table.step().await;
    }
    let look_back = async |body: Value, accepted: &str| {
        let request = Request::post(format!("/api/tables/{}/past", table.table))
            .header("content-type", "application/json")
            .header("host", "localhost")
            .header("accept-encoding", accepted);
        let request = request.body(Body::from(body.to_string())).unwrap();
        let response = TowerToHyperService::new(router.clone()).call(request).await.unwrap();
        let (status, coding) = (response.status().as_u16(), response.headers().get("content-encoding").cloned());
        (status, coding, to_bytes(response.into_body(), 1 << 20).await.unwrap())
    };
    let asked = json!({ "key": table.keys[0], "up_to": 5 });
    let (status, coding, plain) = look_back(asked.clone(), "br, gzip;q=0").await;
    assert_eq!((status, coding), (200, None));
    let moments = serde_json::from_slice::<protocol::Past>(&plain).unwrap().moments;
    assert_eq!(moments.iter().map(|moment| moment.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let (status, coding, packed) = look_back(asked.clone(), "deflate, gzip;q=0.8, br").await;
    assert_eq!((status, coding.as_ref().map(HeaderValue::as_bytes)), (200, Some(&b"gzip"[..])));
    assert!(packed.len() < plain.len() / 3 && crate::gzip::unpack(&packed) == plain, "{}", packed.len());

    // Nonsense takes no page from anybody.
    for (nonsense, status) in
        [(json!({}), 400), (json!({ "up_to": -1 }), 400), (json!({ "up_to": 1, "admin": 1 }), 400)]
    {
        assert_eq!(look_back(nonsense.clone(), "").await.0, status, "{nonsense}");
    }
    assert_eq!(look_back(json!({ "up_to": 6 }), "").await.0, 400);
    assert_eq!(look_back(json!({ "key": "wrong", "up_to": 5 }), "").await.0, 403);
    assert_eq!(look_back(asked, "").await.0, 429);
}

#[tokio::test]
async fn the_games_are_listed_with_their_options() {
    let games = get(&routes(&House::new()), "/api/games").await.json();
    for (listed, game) in games.as_array().unwrap().iter().zip(catalog::GAMES) {
        assert_eq!(listed["key"], game.info().key);
        assert_eq!(listed["options"].as_array().unwrap().len(), game.info().options.len());
    }
}

#[tokio::test]
async fn new_tables_are_bounded_in_time() {
    let house = House::with(|config| config.limits.new_tables = Rate { a_second: 0.001, at_once: 2.0 });
    let router = routes(&house);
    let body = json!({ "game": game().info().key }).to_string();
    let long_name = json!({ "game": game().info().key, "name": "x".repeat(31) }).to_string();
    for wrong in [r#"{"game":"no such game"}"#, &long_name] {
        for _ in 0..3 {
            assert_eq!(post(&router, wrong).await.status, StatusCode::BAD_REQUEST, "nonsense takes nobody's turn");
        }
    }
    let statuses =
        [post(&router, &body).await.status, post(&router, &body).await.status, post(&router, &body).await.status];
    assert_eq!(statuses.map(|status| status.as_u16()), [200, 200, 429]);
}

#[tokio::test]
async fn pages_are_served_with_headers_that_keep_them_safe() {
    let house = House::new();
    let asset =
        |path: &'static str, content_type, bytes: &'static [u8], packed: &[(&'static str, &'static str)]| Asset {
            path: path.into(),
            content_type,
            bytes: bytes.into(),
            packed: packed.iter().map(|&(encoding, bytes)| (encoding, bytes.as_bytes().into())).collect(),
        };
    let assets = vec![
        asset("/index.html", "text/html; charset=utf-8", b"<!doctype html>page", &[]),
        asset("/app.wasm", "application/wasm", b"plain", &[("br", "smallest"), ("gzip", "small")]),
    ];
    let router = router(house.hub.clone(), Pages::new(assets));
    for place in ["/", "/index.html"] {
        let page = get(&router, place).await;
        assert_eq!(page.body, "<!doctype html>page", "{place}");
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(page.headers["x-content-type-options"], "nosniff");
    }
    // The page is at no other path: it loads its files by relative paths, and its addresses are behind a `#`.
    for nowhere in ["/table/abc", "/table/", "/missing.js", "/../Cargo.toml", "//"] {
        let answer = get(&router, nowhere).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{nowhere}");
        assert!(answer.headers["content-type"].to_str().unwrap().starts_with("text/plain"), "{nowhere}");
        assert!(!answer.body.contains("page"), "{nowhere}");
    }
    let plain = get(&router, "/app.wasm").await;
    assert_eq!((plain.body.as_str(), plain.headers["content-type"].to_str().unwrap()), ("plain", "application/wasm"));
    for (accepted, body) in [("gzip, deflate, br", "smallest"), ("gzip, deflate", "small"), ("deflate", "plain")] {
        let packed = Request::get("/app.wasm").header("accept-encoding", accepted).body(Body::empty()).unwrap();
        assert_eq!(ask(&router, packed).await.body, body, "{accepted}");
    }
    let known = Request::get("/app.wasm").header("if-none-match", &plain.headers["etag"]).body(Body::empty()).unwrap();
    assert_eq!(ask(&router, known).await.status, StatusCode::NOT_MODIFIED);
    assert!(get(&routes(&house), "/").await.body.contains("not built"));
}

/// A whole connection over a real socket: listen, upgrade, greet, close.
#[tokio::test]
async fn a_real_server_listens_on_this_machine_and_ends_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::new(folder.path());
    config.addr.set_port(0);
    let server = crate::serve(config).await.unwrap();
    let addr = server.local_addr();
    assert!(addr.ip().is_loopback());
    let url = format!("ws://{addr}/api/tables/000000000000/socket");
    let stream = tokio::net::TcpStream::connect(addr).await.unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(&url, stream).await.unwrap();
    socket.send(Message::Text(format!(r#"{{"type":"hello","version":{VERSION}}}"#).into())).await.unwrap();
    let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("it answers") };
    assert!(text.contains("no_such_table"), "{text}");

    let stream = tokio::net::TcpStream::connect(addr).await.unwrap();
    let foreign = Request::get(&url)
        .header("host", addr.to_string())
        .header("origin", "http://example.com")
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==");
    assert!(tokio_tungstenite::client_async(foreign.body(()).unwrap(), stream).await.is_err());
    tokio::time::timeout(PATIENCE, server.shutdown()).await.expect("it ends");
    assert!(tokio::net::TcpStream::connect(addr).await.is_err());
}

#[tokio::test]
async fn a_journey_is_made_joined_and_played_over_http() {
    let (house, journeys) = (House::new(), catalog::JOURNEYS[0]);
    let router = routes(&house);
    let post = async |path: &str, body: Value| {
        let request = Request::post(format!("/api/journeys{path}")).header("content-type", "application/json");
        ask(&router, request.body(Body::from(body.to_string())).unwrap()).await
    };
    let new =
        json!({ "game": journeys.info().key, "journey": journeys.key(), "options": ["players=2"], "name": "Ann" });
    let made = post("", new.clone()).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    let made = made.json();
    let (name, key) = (made["journey"].as_str().unwrap(), made["key"].as_str().unwrap());
    let info = get(&router, &format!("/api/journeys/{name}")).await.json();
    assert_eq!(info["travellers"], json!(["Ann", null]));
    let join = json!({ "id": "a", "name": "Bo", "key": "0123456789abcdefghjkmnpqrs" });
    assert_eq!(post(&format!("/{name}/join"), join).await.json()["seat"], 1);
    let looked = post(&format!("/{name}/look"), json!({ "key": key })).await.json();
    assert!(looked["beginning"].as_str().unwrap().starts_with("Sixfold journey 1\n"), "{looked}");
    let taken = post(&format!("/{name}/steps"), json!({ "id": "a", "key": key, "step": "start" })).await;
    assert_eq!(taken.json(), json!({ "seq": 1 }));
    let record = post(&format!("/{name}/record"), json!({ "key": key })).await;
    assert!(record.status == StatusCode::OK && record.body.contains("\n1 start\n"), "{}", record.body);
    assert_eq!(record.headers["cache-control"], "no-store");
    for (path, body, status) in [
        ("", json!({ "game": "nothing", "journey": "campaign" }), StatusCode::BAD_REQUEST),
        ("", json!({ "admin": true }), StatusCode::BAD_REQUEST),
        ("", json!({ "name": "x".repeat(protocol::MOST_BYTES_FROM_CLIENT) }), StatusCode::PAYLOAD_TOO_LARGE),
        ("/import", json!({ "record": "nonsense" }), StatusCode::UNPROCESSABLE_ENTITY),
        ("/import", json!({ "record": "x".repeat(3 << 20) }), StatusCode::PAYLOAD_TOO_LARGE),
        ("/000000000000/look", json!({ "key": key }), StatusCode::NOT_FOUND),
        (&format!("/{name}/look"), json!({ "key": "nobody" }), StatusCode::FORBIDDEN),
        (&format!("/{name}/steps"), json!({ "id": "b", "key": key, "step": "start" }), StatusCode::CONFLICT),
    ] {
        let answer = post(path, body).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.body);
    }
    let plain = Request::post("/api/journeys").body(Body::from(new.to_string())).unwrap();
    assert_eq!(ask(&router, plain).await.status, StatusCode::BAD_REQUEST, "a form of another site");
    let request = Request::post("/api/journeys").header("content-type", "application/json");
    let foreign =
        request.header("host", "here").header("origin", "https://example.org").body(Body::from(new.to_string()));
    assert_eq!(ask(&router, foreign.unwrap()).await.status, StatusCode::BAD_REQUEST);
}
