//! The server behind nginx, with the very file in `deploy/nginx`.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use sixfold_server::Rate;
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::client::{NAME, PATIENCE, connect, enter, get, make_certificate, make_table, start};

const SHIPPED: &str = include_str!("../../../../deploy/nginx/sixfold.conf");

/// nginx in a process of its own. Dropping it ends it.
struct Nginx {
    child: Child,
    plain: SocketAddr,
    secure: SocketAddr,
}

impl Nginx {
    /// Starts nginx with the shipped file: only ports, paths and the address of the server are others.
    async fn start(folder: &Path, server: SocketAddr) -> Self {
        let free = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
        let (plain, secure) = (free(), free());
        let mut shipped = SHIPPED.to_owned();
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
        let nginx = Self { child, plain, secure };
        let until = Instant::now() + PATIENCE;
        while TcpStream::connect(secure).await.is_err() {
            assert!(Instant::now() < until, "nginx does not start");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        nginx
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn path(folder: &Path, file: &str) -> String {
    folder.join(file).display().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx_a_match_is_played_and_every_client_counts_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    make_certificate(folder.path());
    let server = start(folder.path(), |config| {
        config.door.proxies = vec![Ipv4Addr::LOCALHOST.into()];
        config.limits.requests_an_address = Rate { a_second: 0.001, at_once: 4.0 };
    })
    .await;
    let nginx = Nginx::start(folder.path(), server.local_addr()).await;
    let host = format!("{NAME}:{}", nginx.secure.port());
    let client = |last: u8| connect(nginx.secure, folder.path(), Ipv4Addr::new(127, 0, 0, last));

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

    // Limits count for the address that nginx has seen, and not for one that a client invents.
    assert_eq!(get(client(2).await.unwrap(), &host, "/healthz", "").await.status, 200, "the fourth request");
    for invented in ["", "x-forwarded-for: 192.0.2.7\r\n"] {
        assert_eq!(get(client(2).await.unwrap(), &host, "/healthz", invented).await.status, 429);
    }
    assert_eq!(get(client(3).await.unwrap(), &host, "/healthz", "").await.status, 200, "another client");

    // A name of a stranger that leads here is refused, and plain HTTP is sent on.
    assert_eq!(get(client(4).await.unwrap(), "evil.example.com", "/", "").await.status, 421);
    let plain = get(TcpStream::connect(nginx.plain).await.unwrap(), NAME, "/", "").await;
    assert!(plain.status == 301 && plain.head.contains(&format!("location: https://{NAME}/")), "{:?}", plain.head);
    drop(nginx);
    server.shutdown().await;
}
