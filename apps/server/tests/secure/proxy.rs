//! The server behind nginx and behind Caddy, with the very files in `deploy`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use sixfold_server::{Config, LocalBus, Rate, Server};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::client::{NAME, PATIENCE, connect, enter, get, make_certificate, make_table, play_a_move, start};
use crate::cluster::{Cluster, Sync};

const NGINX: &str = include_str!("../../../../deploy/nginx/sixfold.conf");
const CADDY: &str = include_str!("../../../../deploy/caddy/Caddyfile");
const HOSTING: &str = include_str!("../../../../docs/hosting.md");

/// A proxy in a process of its own. Dropping it ends it.
pub(crate) struct Proxy {
    child: Child,
    plain: SocketAddr,
    pub(crate) secure: SocketAddr,
    /// The same for IPv6, if nginx listens there and this machine has it.
    by_ipv6: Option<[SocketAddr; 2]>,
}

fn free_addr() -> SocketAddr {
    free_addr_at(Ipv4Addr::LOCALHOST.into()).unwrap()
}

/// None if this machine has no such address.
fn free_addr_at(ip: IpAddr) -> Option<SocketAddr> {
    TcpListener::bind((ip, 0)).and_then(|listener| listener.local_addr()).ok()
}

impl Proxy {
    /// Starts nginx with the shipped file: only ports, paths and the address of the server are others.
    async fn nginx(folder: &Path, server: SocketAddr) -> Self {
        Self::nginx_with(folder, NGINX, &[("127.0.0.1:7654", server)]).await
    }

    /// The same with several servers, as the page about hosting shows it.
    pub(crate) async fn nginx_before_two(folder: &Path, servers: [SocketAddr; 2]) -> Self {
        let several = indented_block(HOSTING, "upstream sixfold.localhost {");
        let one = &NGINX[NGINX.find("upstream sixfold.localhost {").unwrap()..];
        let one = &one[..=one.find('}').unwrap()];
        let servers = [("10.0.0.11:7654", servers[0]), ("10.0.0.12:7654", servers[1])];
        Self::nginx_with(folder, &NGINX.replace(one, &several), &servers).await
    }

    async fn nginx_with(folder: &Path, shipped: &str, servers: &[(&str, SocketAddr)]) -> Self {
        let (plain, secure) = (free_addr(), free_addr());
        let mut shipped = shipped.to_owned();
        for (from, to) in servers {
            let (from, to) = (format!("server {from}"), format!("server {to}"));
            assert_eq!(shipped.matches(&from).count(), 1, "{from}");
            shipped = shipped.replace(&from, &to);
        }
        let by_ipv6 = [(); 2].map(|()| free_addr_at(Ipv6Addr::LOCALHOST.into()));
        let line = |addr: Option<SocketAddr>, more| addr.map_or(String::new(), |addr| format!("listen {addr}{more};"));
        for (from, to) in [
            ("listen [::]:80;", line(by_ipv6[0], "")),
            ("listen [::]:443 ssl;", line(by_ipv6[1], " ssl")),
            ("listen 80;", format!("listen {plain};")),
            ("listen 443 ssl;", format!("listen {secure} ssl;")),
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
        let by_ipv6 = by_ipv6[0].zip(by_ipv6[1]).map(Into::into);
        Self { child, plain, secure, by_ipv6 }.when_it_answers().await
    }

    /// Starts Caddy with the shipped file. It gets no certificate by itself here, so that of the test is put in.
    async fn caddy(folder: &Path, servers: &[SocketAddr]) -> Self {
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
            .env("PLAY_UPSTREAM", servers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .stderr(Stdio::null())
            .spawn()
            .expect("caddy is installed: `cargo xtask test --slow` provides it");
        Self { child, plain, secure, by_ipv6: None }.when_it_answers().await
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

/// The block of a page that begins with this line and ends with the next brace.
fn indented_block(page: &str, first_line: &str) -> String {
    let from = page.find(&format!("\n    {first_line}\n")).expect("the page has it") + 1;
    let block = &page[from..];
    block[..=block.find('}').unwrap()].to_owned()
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
    let ann = enter(client(2).await.unwrap(), &host, &created.table, Some(&created.key)).await;
    assert_eq!(ann.welcome.you, Some(created.seat));
    // Somebody with another address plays with them.
    let mut bo = enter(client(5).await.unwrap(), &host, &created.table, None).await;
    bo.sit().await;
    play_a_move(&mut [ann, bo]).await;

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
    Box::pin(check(&nginx, folder.path())).await;

    // A name of a stranger that leads here is refused, and plain HTTP is sent on.
    let stranger = connect(nginx.secure, folder.path(), Ipv4Addr::new(127, 0, 0, 4)).await.unwrap();
    assert_eq!(get(stranger, "evil.example.com", "/", "").await.status, 421);
    let plain = get(TcpStream::connect(nginx.plain).await.unwrap(), NAME, "/", "").await;
    assert!(plain.status == 301 && plain.head.contains(&format!("location: https://{NAME}/")), "{:?}", plain.head);
    // certbot renews its certificate over plain HTTP. Nothing is to be proved here.
    let proof = "/.well-known/acme-challenge/none";
    assert_eq!(get(TcpStream::connect(nginx.plain).await.unwrap(), NAME, proof, "").await.status, 404);
    // People with IPv6 come the same way.
    if let Some([plain, secure]) = nginx.by_ipv6 {
        let moved = get(TcpStream::connect(plain).await.unwrap(), NAME, "/", "").await;
        assert_eq!(moved.status, 301);
        let client = connect(secure, folder.path(), Ipv6Addr::LOCALHOST).await.unwrap();
        assert_eq!(get(client, NAME, "/healthz", "").await.status, 200);
    }
    drop(nginx);
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs caddy, which is large: cargo xtask test --slow installs it"]
async fn behind_caddy_a_match_is_played_and_every_client_counts_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    let server = start_behind_proxy(folder.path()).await;
    let caddy = Proxy::caddy(folder.path(), &[server.local_addr()]).await;
    Box::pin(check(&caddy, folder.path())).await;
    drop(caddy);
    server.shutdown().await;
}

/// Two servers over one store and one bus.
pub(crate) struct TwoServers {
    pub(crate) servers: [Server; 2],
    pub(crate) shared: Shared,
}

/// What both of them use.
pub(crate) struct Shared {
    store: String,
    bus: Arc<LocalBus>,
    _postgres: Cluster,
}

impl Shared {
    /// Another server over them, at this address.
    pub(crate) async fn start_server(&self, folder: &Path, addr: SocketAddr) -> Server {
        let change = |config: &mut Config| {
            config.addr = addr;
            config.store = self.store.parse().unwrap();
            config.bus = self.bus.clone();
            config.metrics_addr = Some((Ipv4Addr::LOCALHOST, 0).into());
            config.door.proxies = vec![Ipv4Addr::LOCALHOST.into()];
        };
        start(folder, change).await
    }
}

impl TwoServers {
    pub(crate) async fn start(folder: &Path) -> Self {
        make_certificate(folder);
        let postgres = Cluster::start(Sync::Off);
        let (store, bus) = (postgres.new_database(), Arc::new(LocalBus::default()));
        let shared = Shared { store, bus, _postgres: postgres };
        let one = async || shared.start_server(folder, (Ipv4Addr::LOCALHOST, 0).into()).await;
        let servers = [one().await, one().await];
        Self { servers, shared }
    }

    pub(crate) fn addresses(&self) -> [SocketAddr; 2] {
        [0, 1].map(|which| self.servers[which].local_addr())
    }

    /// How many players are connected to each server.
    async fn sockets(&self) -> [u32; 2] {
        let mut sockets = [0; 2];
        for (server, sockets) in self.servers.iter().zip(&mut sockets) {
            let metrics = TcpStream::connect(server.metrics_addr().unwrap()).await.unwrap();
            let text = get(metrics, "localhost", "/metrics", "").await.text;
            let line = text.lines().find_map(|line| line.strip_prefix("sixfold_sockets ")).unwrap();
            *sockets = line.parse().unwrap();
        }
        sockets
    }
}

/// The players of one table are connected to different servers. When one of them ends, its player goes on at the other one.
async fn check_with_two(proxy: &Proxy, folder: &Path, two: TwoServers) {
    let host = format!("{NAME}:{}", proxy.secure.port());
    let client = async || connect(proxy.secure, folder, Ipv4Addr::LOCALHOST).await.unwrap();
    let created = make_table(client().await, &host).await;
    let ann = enter(client().await, &host, &created.table, Some(&created.key)).await;
    let mut bo = enter(client().await, &host, &created.table, None).await;
    while two.sockets().await != [1, 1] {
        drop(bo);
        bo = enter(client().await, &host, &created.table, None).await;
    }
    bo.sit().await;
    let mut people = [ann, bo];
    play_a_move(&mut people).await;
    drop(people);
    let TwoServers { servers: [one, other], shared: _shared } = two;
    one.shutdown().await;
    for key in [Some(created.key.as_str()), None, None] {
        let welcome = enter(client().await, &host, &created.table, key).await.welcome;
        assert_eq!((welcome.seq, welcome.begun), (1, true));
    }
    other.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx_the_players_of_a_table_are_at_two_servers_and_go_on_when_one_ends() {
    let folder = tempfile::tempdir().unwrap();
    let two = TwoServers::start(folder.path()).await;
    let nginx = Proxy::nginx_before_two(folder.path(), two.addresses()).await;
    Box::pin(check_with_two(&nginx, folder.path(), two)).await;
}

/// nginx does not ask servers whether they are ready, so it sends every other request to the one that is about to end.
#[tokio::test(flavor = "multi_thread")]
async fn behind_nginx_everybody_gets_a_new_table_while_one_of_two_servers_is_about_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let two = TwoServers::start(folder.path()).await;
    let nginx = Proxy::nginx_before_two(folder.path(), two.addresses()).await;
    let host = format!("{NAME}:{}", nginx.secure.port());
    let client = async || connect(nginx.secure, folder.path(), Ipv4Addr::LOCALHOST).await.unwrap();
    let TwoServers { servers: [ends, stays], shared: _shared } = two;
    ends.drain(Duration::from_mins(1)).await; // nobody is connected
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(get(client().await, &host, "/readyz", "").await.status);
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 503, 503], "both servers are asked in turn");
    let mut made = Vec::new();
    for _ in 0..6 {
        made.push(make_table(client().await, &host).await);
    }
    ends.shutdown().await;
    for created in made {
        let ann = enter(client().await, &host, &created.table, Some(&created.key)).await;
        assert_eq!(ann.welcome.you, Some(created.seat), "the other server has the table");
    }
    stays.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs caddy, which is large: cargo xtask test --slow installs it"]
async fn behind_caddy_the_players_of_a_table_are_at_two_servers_and_go_on_when_one_ends() {
    let folder = tempfile::tempdir().unwrap();
    let two = TwoServers::start(folder.path()).await;
    let caddy = Proxy::caddy(folder.path(), &two.addresses()).await;
    Box::pin(check_with_two(&caddy, folder.path(), two)).await;
}
