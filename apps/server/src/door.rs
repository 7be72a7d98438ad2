//! Under which names and through which proxies a server is reached, and which heads of requests it refuses.

use std::net::{IpAddr, Ipv6Addr};

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Version, header};

/// Whom a server answers: under which names, and through which proxies.
#[derive(Clone, Debug, Default)]
pub struct Door {
    /// The names under which people reach this server, such as `play.example.org`. Addresses and names of the local
    /// network need not be listed.
    pub hosts: Vec<String>,
    /// The proxies in front of this server, whose word about the address of a client is taken (`X-Forwarded-For`).
    pub proxies: Vec<IpAddr>,
}

impl Door {
    /// Whether a proxy of ours is at this address.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        self.proxies.contains(&peer.to_canonical())
    }

    /// The address of the client: the last one that no proxy of ours has. What stands before it in the header may be
    /// invented by the client.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.is_proxy(peer) {
            return peer;
        }
        let values = headers.get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
        let named: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
        let mut known = peer;
        for name in named.into_iter().rev() {
            let Ok(address) = name.parse::<IpAddr>() else { break };
            known = address;
            if !self.is_proxy(address) {
                break;
            }
        }
        known
    }

    /// Whether this server answers under this name. A page of a stranger can make a browser send requests here under a
    /// name of the stranger's own that leads to this machine (DNS rebinding). Such a name has a dot and is none of ours.
    fn answers_for(&self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host);
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let is_address = host.parse::<IpAddr>().is_ok() || bare.is_some_and(|host| host.parse::<Ipv6Addr>().is_ok());
        let lower = host.to_ascii_lowercase();
        let is_local = !host.is_empty() && !host.contains('.') && !host.contains(':');
        let is_named_local = [".localhost", ".local"].iter().any(|end| lower.ends_with(end));
        is_address || is_local || is_named_local || self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }
}

type Wrong = (StatusCode, String);

/// Refuses what HTTP forbids and what is meant for another host.
pub(crate) fn check_head(request: &Request, door: &Door) -> Result<(), Wrong> {
    let headers = request.headers();
    let wrong = |problem: &str| (StatusCode::BAD_REQUEST, problem.to_owned());
    if !matches!(request.version(), Version::HTTP_11 | Version::HTTP_10) {
        return Err((StatusCode::HTTP_VERSION_NOT_SUPPORTED, "HTTP/1.1 is spoken here".to_owned()));
    }
    // Two lengths, and two programs in a row may disagree where a request ends (RFC 9112, 6.1 and 6.3). hyper takes the
    // content-length away where both are named, so nobody can see here that there were two. Browsers and proxies need only one.
    if headers.contains_key(header::TRANSFER_ENCODING) {
        let problem = "a request says by content-length how long it is, and not by transfer-encoding";
        return Err((StatusCode::LENGTH_REQUIRED, problem.to_owned()));
    }
    if headers.get_all(header::CONTENT_LENGTH).into_iter().count() > 1 {
        return Err(wrong("a request has one content-length"));
    }
    let mut hosts = headers.get_all(header::HOST).into_iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(wrong("a request names one host"));
    };
    let host = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
    let Some(host) = host.filter(|host| !host.as_str().contains('@')) else {
        return Err(wrong("the host makes no sense"));
    };
    if request.uri().authority().is_some_and(|target| target.host() != host.host()) {
        return Err(wrong("the address and the host of a request name the same server"));
    }
    if !door.answers_for(host.host()) {
        let problem = format!("this server does not answer for {host}; `sixfold serve --host NAME` lets it");
        return Err((StatusCode::MISDIRECTED_REQUEST, problem));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::HeaderValue;

    use super::*;

    fn door() -> Door {
        Door { hosts: vec!["play.example.org".to_owned()], proxies: vec!["10.0.0.1".parse().unwrap()] }
    }

    #[test]
    fn a_name_of_a_stranger_that_leads_here_is_refused() {
        for own in [
            "127.0.0.1",
            "[::1]",
            "localhost",
            "LOCALHOST",
            "192.0.2.7",
            "den",
            "den.local",
            "a.localhost",
            "Play.Example.org",
            "play.example.org.",
        ] {
            assert!(door().answers_for(own), "{own}");
        }
        for other in [
            "example.org",
            "evil.play.example.org",
            "play.example.org.evil.net",
            "127.0.0.1.evil.net",
            "",
            "[::1",
            "a:b",
        ] {
            assert!(!door().answers_for(other), "{other}");
        }
    }

    #[test]
    fn what_http_forbids_is_refused() {
        let status = |headers: &[(&str, &str)]| {
            let mut request = Request::post("/api/tables");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            check_head(&request.body(Body::empty()).unwrap(), &door()).err().map_or(200, |(status, _)| status.as_u16())
        };
        let host = ("host", "localhost:7654");
        assert_eq!(status(&[host]), 200);
        assert_eq!(status(&[host, ("content-length", "2")]), 200);
        assert_eq!(status(&[]), 400);
        assert_eq!(status(&[host, host]), 400);
        assert_eq!(status(&[("host", "user@localhost")]), 400);
        assert_eq!(status(&[("host", "a b")]), 400);
        assert_eq!(status(&[host, ("content-length", "2"), ("transfer-encoding", "chunked")]), 411);
        assert_eq!(status(&[host, ("transfer-encoding", "chunked")]), 411);
        assert_eq!(status(&[host, ("content-length", "2"), ("content-length", "3")]), 400);
        assert_eq!(status(&[("host", "evil.example.net")]), 421);
    }

    #[test]
    fn the_address_of_a_client_is_the_proxys_word_and_nobody_elses() {
        let client = |peer: &str, forwarded: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append("x-forwarded-for", HeaderValue::from_static(value));
            }
            door().client(peer.parse().unwrap(), &headers).to_string()
        };
        assert_eq!(client("192.0.2.1", &["198.51.100.9"]), "192.0.2.1", "no proxy of ours");
        assert_eq!(client("10.0.0.1", &["198.51.100.9"]), "198.51.100.9");
        assert_eq!(client("::ffff:10.0.0.1", &["198.51.100.9"]), "198.51.100.9");
        assert_eq!(client("10.0.0.1", &["1.2.3.4, 198.51.100.9"]), "198.51.100.9", "the first is the client's word");
        assert_eq!(client("10.0.0.1", &["1.2.3.4", "198.51.100.9, 10.0.0.1"]), "198.51.100.9");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["nonsense"]), "10.0.0.1");
    }
}
