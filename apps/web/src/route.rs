//! Where in the page one is: the part of the address behind `#`, so that any static folder can serve it.

use std::fmt;

/// A place in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The games, and what one was playing.
    Home,
    /// Setting up a match of this game.
    New(String),
    /// A match on this device.
    Local(String),
    /// A table on the server.
    Online(String),
    /// How a game is played.
    Rules(String),
    /// Looking at a match after its end.
    Replay(Source),
    /// Nowhere.
    Unknown(String),
}

/// Where the record of a replay comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Nowhere yet: it is asked for.
    Ask,
    /// Somebody has pasted it or chosen a file.
    Given,
    /// A match on this device.
    Local(String),
    /// A table on the server.
    Online(String),
}

impl Route {
    /// Reads the part of an address that begins with `#`.
    pub fn parse(hash: &str) -> Self {
        let path = hash.trim_start_matches('#').trim_matches('/');
        let is_name =
            |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        match path.split_once('/') {
            None if path.is_empty() => Self::Home,
            None if path == "replay" => Self::Replay(Source::Ask),
            Some(("replay", "record")) => Self::Replay(Source::Given),
            Some(("replay", source)) => match source.split_once('/') {
                Some(("local", id)) if is_name(id) => Self::Replay(Source::Local(id.to_owned())),
                Some(("t", table)) if is_name(table) => Self::Replay(Source::Online(table.to_owned())),
                _ => Self::Unknown(path.to_owned()),
            },
            Some(("new", game)) if is_name(game) => Self::New(game.to_owned()),
            Some(("local", id)) if is_name(id) => Self::Local(id.to_owned()),
            Some(("t", table)) if is_name(table) => Self::Online(table.to_owned()),
            Some(("rules", game)) if is_name(game) => Self::Rules(game.to_owned()),
            _ => Self::Unknown(path.to_owned()),
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("#/"),
            Self::New(game) => write!(f, "#/new/{game}"),
            Self::Local(id) => write!(f, "#/local/{id}"),
            Self::Online(table) => write!(f, "#/t/{table}"),
            Self::Rules(game) => write!(f, "#/rules/{game}"),
            Self::Replay(Source::Ask) => f.write_str("#/replay"),
            Self::Replay(Source::Given) => f.write_str("#/replay/record"),
            Self::Replay(Source::Local(id)) => write!(f, "#/replay/local/{id}"),
            Self::Replay(Source::Online(table)) => write!(f, "#/replay/t/{table}"),
            Self::Unknown(path) => write!(f, "#/{path}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_read_as_it_is_written() {
        let name = || "a-1".to_owned();
        let sources = [Source::Ask, Source::Given, Source::Local(name()), Source::Online(name())];
        let routes =
            [Route::Home, Route::New(name()), Route::Local(name()), Route::Online(name()), Route::Rules(name())];
        for route in routes.into_iter().chain(sources.map(Route::Replay)) {
            assert_eq!(Route::parse(&route.to_string()), route);
        }
        assert_eq!(Route::parse(""), Route::Home);
    }

    #[test]
    fn what_is_no_route_is_told_apart() {
        for hash in ["#/nonsense", "#/t/", "#/t/a/b", "#/replay/x/y", "#/replay/t/", "#/new/<script>", "#/t/..%2f"] {
            assert!(matches!(Route::parse(hash), Route::Unknown(_)), "{hash}");
        }
    }
}
