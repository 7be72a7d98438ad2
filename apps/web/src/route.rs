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
    /// Nowhere.
    Unknown(String),
}

impl Route {
    /// Reads the part of an address that begins with `#`.
    pub fn parse(hash: &str) -> Self {
        let path = hash.trim_start_matches('#').trim_matches('/');
        let is_name =
            |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        match path.split_once('/') {
            None if path.is_empty() => Self::Home,
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
        for route in
            [Route::Home, Route::New(name()), Route::Local(name()), Route::Online(name()), Route::Rules(name())]
        {
            assert_eq!(Route::parse(&route.to_string()), route);
        }
        assert_eq!(Route::parse(""), Route::Home);
    }

    #[test]
    fn what_is_no_route_is_told_apart() {
        for hash in ["#/nonsense", "#/t/", "#/t/a/b", "#/new/<script>", "#/t/..%2f"] {
            assert!(matches!(Route::parse(hash), Route::Unknown(_)), "{hash}");
        }
    }
}
