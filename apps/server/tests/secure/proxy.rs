//! The server behind nginx and behind Caddy, with the very files in `deploy`.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use sixfold_server::{Config, Rate, Server};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::client::{NAME, PATIENCE, connect, enter, get, make_certificate, make_table, start};

const NGINX: &str = include_str!("../../../../deploy/nginx/sixfold.conf");
const CADDY: &str = include_str!("../../../../deploy/caddy/Caddyfile");

/// A proxy in a process of its own. Dropping it ends it.
struct Proxy {
    child: Child,
    plain: SocketAddr,
    secure: SocketAddr,
}

fn free_addr() -> SocketAddr {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap()
}

impl Proxy {
    /// Starts nginx with the shipped file: only ports, paths and the address of the server are others.
    async fn nginx(folder: &Path, server: SocketAddr) -> Self {
        let (plain, secure) = (free_addr(), free_addr());
        let mut shipped = NGINX.to_owned();
        for (from, to) in [
            ("listen 80;", format!("listen {plain};")),
            ("listen 443 ssl;", format!("listen {secure} ssl;")),
            ("server 127.0.0.1:7654;", format!("server {server};")),
            ("/etc/letsencrypt/live/play.example.org/fullchain.pem", path(folder, "cert.pem")),
            ("/etc/letsencrypt/live/play.example.org/privkey.pem", path(folder, "key.pem")),
        ] {
            assert_eq!(shipped.matches(from).count(), 1, "{from}");
            shipped = shipped.replace(from, &to);
        }
        std::fs::write(folder.join("sixfold.conf"), shipped).unwrap();
        let temporary =
            ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|kind| format!("{kind}_temp_path temp;"));
        let whole = format!(
            "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr warn;\nevents {{}}\n\
             http {{\n{}\naccess_log off;\ninclude sixfold.conf;\n}}\n",
            temporary.join("\n")
        );
        std::fs::write(folder.join("nginx.conf"), whole).unwrap();
        // On Debian it is in a folder for the administrator, which is not on everybody's path.
        let program = if Path::new("/usr/sbin/nginx").is_file() { "/usr/sbin/nginx" } else { "nginx" };
        let child = Command::new(program)
            .args(["-p", &path(folder, ""), "-c", "nginx.conf", "-e", "stderr"])
            .stdout(Stdio::null())
            .spawn()
            .expect("nginx is installed: `cargo xtask test` provides it");
        Self { child, plain, secure }.when_it_answers().await
    }

    /// Starts Caddy with the shipped file. It gets no certificate by itself here, so that of the test is put in.
    async fn caddy(folder: &Path, server: SocketAddr) -> Self {
        let (plain, secure) = (free_addr(), free_addr());
        let site = "{$PLAY_NAME:play.example.org} {\n";
        assert_eq!(CADDY.matches(site).count(), 1);
        let with_files = format!("{site}\ttls {} {}\n", path(folder, "cert.pem"), path(folder, "key.pem"));
        let options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n";
        std::fs::write(folder.join("Caddyfile"), format!("{options}{}", CADDY.replace(site, &with_files))).unwrap();
        let child = Command::new("caddy")
            .args(["run", "--adapter", "caddyfile", "--config", "Caddyfile"])
            .current_dir(folder)
            .env("XDG_DATA_HOME", folder)
            .env("XDG_CONFIG_HOME", folder)
            .env("PLAY_NAME", format!("https://{NAME}:{}", secure.port()))
            .env("PLAY_UPSTREAM", server.to_string())
            .stderr(Stdio::null())
            .spawn()
            .expect("caddy is installed: `cargo xtask test --slow` provides it");
        Self { child, plain, secure }.when_it_answers().await
    }

    async fn when_it_answers(self) -> Self {
        let until = Instant::now() + PATIENCE;
        while TcpStream::connect(self.secure).await.is_err() {
            assert!(Instant::now() < until, "the proxy does not start");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn path(folder: &Path, file: &str) -> String {
    folder.join(file).display().to_string()
}

/// A server that gives each address four requests, and trusts a proxy on this machine.
async fn start_behind_proxy(folder: &Path) -> Server {
    make_certificate(folder);
    let change = |config: &mut Config| {
        config.door.proxies = vec![Ipv4Addr::LOCALHOST.into()];
        config.limits.requests_an_address = Rate { a_second: 0.001, at_once: 4.0 };
    };
    start(folder, change).await
}

/// What has to hold behind any proxy.
async fn check(proxy: &Proxy, folder: &Path) {
    let host = format!("{NAME}:{}", proxy.secure.port());
    let client = |last: u8| connect(proxy.secure, folder, Ipv4Addr::new(127, 0, 0, last));

    // A page of this host makes a table and enters it over a WebSocket. The server compares the origin with the host.
    let created = make_table(client(2).await.unwrap(), &host).await;
    let welcome = enter(client(2).await.unwrap(), &host, &created.table, &created.key).await;
    assert_eq!(welcome.you, Some(created.seat));

    // Every security header is there once.
    let page = get(client(2).await.unwrap(), &host, "/", "").await;
    assert_eq!(page.status, 200);
    for header in [
        "strict-transport-security",
        "content-security-policy",
        "x-content-type-options",
        "x-frame-options",
        "referrer-policy",
        "permissions-policy",
        "cross-origin-opener-policy",
        "cross-origin-resource-policy",
    ] {
        assert_eq!(page.count(header), 1, "{header}: {:?}", page.head);
    }

    // Limits count for the address that the proxy has seen, and not for one that a client invents.
    assert_eq!(get(client(2).await.unwrap(), &host, "/healthz", "").await.status, 200, "the fourth request");
    for invented in ["", "x-forwarded-for: 192.0.2.7\r\n"] {
        assert_eq!(get(client(2).await.unwrap(), &host, "/healthz", invented).await.status, 429);
    }
    assert_eq!(get(client(3).await.unwrap(), &host, "/healthz", "").await.status, 200, "another client");
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx_a_match_is_played_and_every_client_counts_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    let server = start_behind_proxy(folder.path()).await;
    let nginx = Proxy::nginx(folder.path(), server.local_addr()).await;
    check(&nginx, folder.path()).await;

    // A name of a stranger that leads here is refused, and plain HTTP is sent on.
    let stranger = connect(nginx.secure, folder.path(), Ipv4Addr::new(127, 0, 0, 4)).await.unwrap();
    assert_eq!(get(stranger, "evil.example.com", "/", "").await.status, 421);
    let plain = get(TcpStream::connect(nginx.plain).await.unwrap(), NAME, "/", "").await;
    assert!(plain.status == 301 && plain.head.contains(&format!("location: https://{NAME}/")), "{:?}", plain.head);
    drop(nginx);
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs caddy, which is large: cargo xtask test --slow installs it"]
async fn behind_caddy_a_match_is_played_and_every_client_counts_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    let server = start_behind_proxy(folder.path()).await;
    let caddy = Proxy::caddy(folder.path(), server.local_addr()).await;
    check(&caddy, folder.path()).await;
    drop(caddy);
    server.shutdown().await;
}
