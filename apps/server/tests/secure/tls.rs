//! TLS by the server itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;
use std::time::Duration;

use sixfold_server::{Config, TlsFiles};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout};

use crate::client::{NAME, PATIENCE, connect, enter, get, make_certificate, make_table, play_a_move, start};

const HERE: Ipv4Addr = Ipv4Addr::LOCALHOST;

fn with_tls(config: &mut Config, folder: &Path) {
    let files = TlsFiles::new(folder.join("cert.pem"), folder.join("key.pem"));
    config.tls = Some(TlsFiles { look_again: Duration::from_millis(20), ..files });
}

/// As the page about hosting says: one address is enough for both.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_listens_on_ipv6_is_reached_over_ipv4_too() {
    if TcpListener::bind("[::1]:0").await.is_err() {
        println!("skipped: this machine has no IPv6");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    make_certificate(folder.path());
    let listens = |config: &mut Config| {
        with_tls(config, folder.path());
        config.addr = (Ipv6Addr::UNSPECIFIED, 0).into();
    };
    let server = start(folder.path(), listens).await;
    for here in [IpAddr::from(HERE), Ipv6Addr::LOCALHOST.into()] {
        let addr = (here, server.local_addr().port()).into();
        let secure = connect(addr, folder.path(), here).await.unwrap();
        assert_eq!(get(secure, NAME, "/healthz", "").await.status, 200, "{addr}");
    }
    server.shutdown().await;
}

/// The image asks there whether the server is ready.
#[tokio::test(flavor = "multi_thread")]
async fn health_is_answered_in_plain_http_beside_the_metrics_of_a_server_that_speaks_tls() {
    let folder = tempfile::tempdir().unwrap();
    make_certificate(folder.path());
    let change = |config: &mut Config| {
        with_tls(config, folder.path());
        config.metrics_addr = Some((HERE, 0).into());
    };
    let server = start(folder.path(), change).await;
    let addr = server.metrics_addr().unwrap();
    let plain = TcpStream::connect(addr).await.unwrap();
    assert_eq!(get(plain, &addr.to_string(), "/readyz", "").await.status, 200);
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_and_a_match_are_served_over_tls() {
    let folder = tempfile::tempdir().unwrap();
    make_certificate(folder.path());
    let server = start(folder.path(), |config| with_tls(config, folder.path())).await;
    let (addr, host) = (server.local_addr(), format!("{NAME}:{}", server.local_addr().port()));
    let secure = async || connect(addr, folder.path(), HERE).await.unwrap();
    let page = get(secure().await, &host, "/", "").await;
    assert_eq!((page.status, page.count("strict-transport-security")), (200, 1), "{:?}", page.head);
    let created = make_table(secure().await, &host).await;
    let ann = enter(secure().await, &host, &created.table, Some(&created.key)).await;
    assert_eq!((&ann.welcome.table, ann.welcome.you), (&created.table, Some(created.seat)));
    let mut bo = enter(secure().await, &host, &created.table, None).await;
    bo.sit().await;
    play_a_move(&mut [ann, bo]).await;

    let plain = get(TcpStream::connect(addr).await.unwrap(), &host, "/", "").await;
    assert!(plain.status == 400 && plain.text.contains("speaks HTTPS"), "{}", plain.text);
    timeout(PATIENCE, server.shutdown()).await.unwrap();

    let server = start(folder.path(), |_| {}).await;
    let plain = get(TcpStream::connect(server.local_addr()).await.unwrap(), "localhost", "/", "").await;
    assert_eq!((plain.status, plain.count("strict-transport-security")), (200, 0), "only a promise that is kept");
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_that_does_not_end_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    make_certificate(folder.path());
    let server = start(folder.path(), |config| {
        with_tls(config, folder.path());
        config.limits.hello = Duration::from_millis(300);
    })
    .await;
    let began = Instant::now();
    let (mut silent, mut slow) = (
        TcpStream::connect(server.local_addr()).await.unwrap(),
        TcpStream::connect(server.local_addr()).await.unwrap(),
    );
    slow.write_all(&[22, 3, 1, 2, 0, 1]).await.unwrap(); // the first bytes of a handshake, and no more
    for stream in [&mut silent, &mut slow] {
        let ended = timeout(PATIENCE, stream.read(&mut [0; 100])).await.expect("it is given up");
        assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    }
    assert!(began.elapsed() >= Duration::from_millis(300));
    // Others are served meanwhile and afterwards.
    assert_eq!(get(connect(server.local_addr(), folder.path(), HERE).await.unwrap(), NAME, "/", "").await.status, 200);
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renewed_certificate_is_used_without_a_restart_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    make_certificate(folder.path());
    let server = start(folder.path(), |config| with_tls(config, folder.path())).await;
    let addr = server.local_addr();
    let mut open = connect(addr, folder.path(), HERE).await.unwrap();
    let old = tempfile::tempdir().unwrap();
    std::fs::copy(folder.path().join("cert.pem"), old.path().join("cert.pem")).unwrap();

    std::fs::write(folder.path().join("cert.pem"), "half a certifi").unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    connect(addr, old.path(), HERE).await.expect("the old certificate stays in use");

    make_certificate(folder.path());
    let until = Instant::now() + PATIENCE;
    while connect(addr, folder.path(), HERE).await.is_err() {
        assert!(Instant::now() < until, "the new certificate is not used");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(connect(addr, old.path(), HERE).await.is_err(), "the old one is not used any more");
    assert_eq!(get(&mut open, NAME, "/healthz", "").await.status, 200, "connections from before go on");
    server.shutdown().await;
}
