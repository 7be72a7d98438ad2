//! `deploy/compose.yaml` as Docker reads it: the services, what they wait for, and what they keep.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use server::StoreAddress;

const COMPOSE: &str = include_str!("../../../../deploy/compose.yaml");
const DOCKERFILE: &str = include_str!("../../../../deploy/Dockerfile");
const CADDY: &str = include_str!("../../../../deploy/caddy/Caddyfile");

/// Every value in the file by its path, such as `services.nats.image`; items of lists count from 0.
struct Compose(BTreeMap<String, String>);

/// A mapping or a list that goes on while lines are indented at least so far.
struct Open {
    indent: usize,
    path: String,
    items: usize,
}

impl Compose {
    /// Reads the part of YAML that the file uses: mappings and lists by indentation, `[a, b]` in a line, a mapping with a name
    /// (`&name`) and its use (`<<: *name`). Panics at anything else, so that nobody takes a file for read that is not.
    fn read(text: &str) -> Self {
        let mut values = BTreeMap::new();
        let mut named = BTreeMap::new();
        let mut open: Vec<Open> = vec![Open { indent: 0, path: String::new(), items: 0 }];
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty()) {
            assert!(!line.contains('\t') && !line.contains(" #"), "{line}");
            let mut indent = line.len() - line.trim_start().len();
            let mut rest = line.trim();
            while open.last().is_some_and(|inner| inner.indent > indent) {
                open.pop();
            }
            if let Some(item) = rest.strip_prefix("- ") {
                let list = open.last_mut().unwrap();
                assert_eq!(list.indent, indent, "{line}");
                let path = format!("{}.{}", list.path, list.items);
                list.items += 1;
                if !item.contains(": ") {
                    assert!(values.insert(path, scalar(item)).is_none(), "{line}");
                    continue;
                }
                indent += 2;
                rest = item;
                open.push(Open { indent, path, items: 0 });
            }
            let inner = open.last().unwrap();
            assert_eq!((inner.indent, inner.items), (indent, 0), "{line}");
            let (key, value) = rest.split_once(':').unwrap_or_else(|| panic!("{line}"));
            let path = if inner.path.is_empty() { key.to_owned() } else { format!("{}.{key}", inner.path) };
            match value.trim() {
                used if key == "<<" => {
                    let (name, to) = (used.strip_prefix('*').unwrap(), inner.path.clone());
                    let from: &String = &named[name];
                    let copied: Vec<_> = values
                        .iter()
                        .filter_map(|(path, value): (&String, &String)| {
                            Some((path.strip_prefix(from)?.to_owned(), value.clone()))
                        })
                        .collect();
                    values.extend(copied.into_iter().map(|(path, value)| (format!("{to}{path}"), value)));
                }
                "" => open.push(Open { indent: indent + 2, path, items: 0 }),
                name if name.starts_with('&') => {
                    named.insert(name[1..].to_owned(), path.clone());
                    open.push(Open { indent: indent + 2, path, items: 0 });
                }
                list if list.starts_with('[') => {
                    let items = list
                        .strip_prefix('[')
                        .and_then(|list| list.strip_suffix(']'))
                        .unwrap_or_else(|| panic!("{line}"));
                    values
                        .extend(items.split(", ").enumerate().map(|(at, item)| (format!("{path}.{at}"), scalar(item))));
                }
                value => assert!(values.insert(path, scalar(value)).is_none(), "twice: {line}"),
            }
        }
        Self(values)
    }

    fn get(&self, path: &str) -> &str {
        self.0.get(path).unwrap_or_else(|| panic!("{path} is missing"))
    }

    /// The names one step below a path.
    fn below(&self, path: &str) -> BTreeSet<&str> {
        let paths = self.0.keys().filter_map(|known| known.strip_prefix(path)?.strip_prefix('.'));
        paths.map(|rest| rest.split('.').next().unwrap()).collect()
    }

    /// The items of a list.
    fn list(&self, path: &str) -> Vec<&str> {
        (0..).map_while(|at| self.0.get(&format!("{path}.{at}"))).map(String::as_str).collect()
    }
}

/// A value without its quotes.
fn scalar(text: &str) -> String {
    let text = text.trim();
    let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    assert!(!bare.contains('"') && !bare.starts_with(['{', '&', '*', '|', '>', '\'']), "{text}");
    bare.to_owned()
}

#[test]
fn every_service_starts_again_by_itself_and_only_the_proxy_can_be_reached_from_outside() {
    let compose = Compose::read(COMPOSE);
    let services = compose.below("services");
    assert_eq!(services, BTreeSet::from(["caddy", "nats", "postgres", "sixfold", "worker"]));
    for service in services {
        let of = |what: &str| format!("services.{service}.{what}");
        assert_eq!(compose.get(&of("restart")), "unless-stopped", "{service}");
        assert!(!compose.get(&of("image")).is_empty(), "{service}");
        assert_eq!(compose.below(&of("ports")).is_empty(), service != "caddy", "{service}");
    }
    for own in ["sixfold", "worker"] {
        let of = |what: &str| format!("services.{own}.{what}");
        assert_eq!(compose.get(&of("image")), "sixfold");
        assert_eq!(compose.get(&of("read_only")), "true", "{own}");
        assert_eq!(compose.list(&of("cap_drop")), ["ALL"], "{own}");
        assert_eq!(compose.list(&of("security_opt")), ["no-new-privileges:true"], "{own}");
    }
}

#[test]
fn the_server_waits_for_its_database_and_is_asked_whether_it_is_ready() {
    let compose = Compose::read(COMPOSE);
    assert_eq!(compose.get("services.sixfold.depends_on.postgres.condition"), "service_healthy");
    assert_eq!(compose.get("services.sixfold.depends_on.nats.condition"), "service_started");
    assert_eq!(compose.list("services.postgres.healthcheck.test")[..2], ["CMD", "pg_isready"]);
    // The check of the server is in its image. A worker is of the same image and has nothing to ask. It asks the address of the metrics,
    // which answers in plain HTTP also if the public address speaks TLS.
    let in_image = |start: &str| DOCKERFILE.lines().find_map(|line| line.strip_prefix(start)).unwrap();
    let asked = in_image("ENV SIXFOLD_METRICS_ADDR=");
    let check = format!("CMD [\"sixfold\", \"health\", \"http://{asked}\"]");
    assert!(in_image("HEALTHCHECK ").ends_with(&check), "{check}");
    let port = asked.strip_prefix("127.0.0.1:").expect("reached from inside alone");
    let address = compose.get("services.sixfold.environment.SIXFOLD_METRICS_ADDR");
    assert_eq!(address, format!("0.0.0.0:{port}"), "127.0.0.1 is answered too");
    assert_eq!(compose.get("services.worker.healthcheck.disable"), "true");
    let seconds = |path: &str| compose.get(path).trim_end_matches('s').parse::<u32>().unwrap();
    let drain = seconds("services.sixfold.environment.SIXFOLD_DRAIN_SECONDS");
    assert!(seconds("services.sixfold.stop_grace_period") >= drain + 10, "closing takes some seconds more");
    // Caddy asks a server every two seconds whether it is ready, and lets requests wait until then.
    let line = CADDY.lines().find_map(|line| line.trim().strip_prefix("lb_try_duration ")).unwrap();
    assert!(line.trim_end_matches('s').parse::<u32>().unwrap() >= drain + 20, "a restart is a wait and no error");
}

#[test]
fn what_has_to_stay_is_in_volumes_and_every_volume_is_used() {
    let compose = Compose::read(COMPOSE);
    let mounts = |service: &str| compose.list(&format!("services.{service}.volumes"));
    assert!(mounts("postgres").contains(&"postgres:/var/lib/postgresql/data"));
    assert!(mounts("caddy").contains(&"caddy:/data"), "its certificates");
    let declared: BTreeSet<_> = COMPOSE
        .lines()
        .skip_while(|line| *line != "volumes:")
        .skip(1)
        .map_while(|line| line.strip_prefix("  "))
        .collect();
    let used = ["postgres", "caddy"].iter().flat_map(|service| mounts(service)).filter(|mount| !mount.starts_with('.'));
    let used: BTreeSet<_> = used.map(|mount| format!("{}:", mount.split(':').next().unwrap())).collect();
    assert_eq!(declared, used.iter().map(String::as_str).collect());
}

#[test]
fn the_server_takes_the_addresses_that_it_is_given() {
    let compose = Compose::read(COMPOSE);
    let set = |name: &str| compose.get(&format!("services.sixfold.environment.{name}"));
    let store = set("SIXFOLD_STORE");
    let (before, password) = store.split_once("${").unwrap();
    let (password, after) = password.split_once('}').unwrap();
    assert!(password.starts_with("POSTGRES_PASSWORD:?"), "a start without a password is refused: {store}");
    let store = format!("{before}abc123{after}");
    let address: StoreAddress = store.parse().expect("a server takes it");
    assert!(address.is_shared() && store.ends_with("@postgres/sixfold?sslmode=disable"), "{address}");
    let without = store.replace("?sslmode=disable", "").parse::<StoreAddress>();
    assert!(without.is_err(), "the way to another machine has to be called private");
    for service in ["sixfold", "worker"] {
        let bus = compose.get(&format!("services.{service}.environment.SIXFOLD_BUS"));
        assert_eq!(bus, "nats://nats:4222", "{service}");
        bus.parse::<server::BusAddress>().unwrap();
    }
    assert!(set("SIXFOLD_HOST").starts_with("${PLAY_NAME:"));
    assert_eq!(compose.get("services.caddy.environment.PLAY_UPSTREAM"), "sixfold:7654");
}

/// A network such as `10.0.0.0/8`: its first address, and how many bits are the same in all of them.
fn network(text: &str) -> (IpAddr, u32) {
    let (first, bits) = text.split_once('/').unwrap();
    (first.parse().unwrap(), bits.parse().unwrap())
}

fn contains((first, bits): (IpAddr, u32), address: IpAddr) -> bool {
    match (first, address) {
        (IpAddr::V4(first), IpAddr::V4(address)) => (first.to_bits() ^ address.to_bits()) >> (32 - bits) == 0,
        (IpAddr::V6(first), IpAddr::V6(address)) => (first.to_bits() ^ address.to_bits()) >> (128 - bits) == 0,
        _ => false,
    }
}

#[test]
fn the_server_trusts_the_proxy_alone_whose_addresses_no_other_container_gets() {
    let compose = Compose::read(COMPOSE);
    let of_caddy =
        ["ipv4_address", "ipv6_address"].map(|kind| compose.get(&format!("services.caddy.networks.default.{kind}")));
    assert_eq!(compose.get("services.sixfold.environment.SIXFOLD_PROXY"), of_caddy.join(","));
    // Caddy sees the addresses of clients with IPv6 as they are.
    assert_eq!(compose.get("networks.default.enable_ipv6"), "true");
    for (at, address) in of_caddy.into_iter().enumerate() {
        let of = |what: &str| network(compose.get(&format!("networks.default.ipam.config.{at}.{what}")));
        let (subnet, given, address) = (of("subnet"), of("ip_range"), address.parse().unwrap());
        assert!(contains(subnet, address) && contains(subnet, given.0), "{address} in {subnet:?}");
        assert!(!contains(given, address), "Docker may give {address} to another container");
    }
}
