//! How nodes reach each other, as text.

use std::fmt;
use std::str::FromStr;

/// How nodes reach each other: within this process, or through a NATS server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BusAddress {
    /// `local`: this process is the only node, and it thinks itself.
    #[default]
    Local,
    /// `nats://[user:password@]host[:port][/name]`: nodes and workers that use the same name belong together.
    Nats(NatsAddress),
}

/// A NATS server, and the name under which nodes and workers meet there.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    /// `nats://host[:port]`. The user is apart from it, because the client of NATS writes this to the log.
    server: String,
    user: Option<(String, String)>,
    /// The first part of all subjects.
    name: String,
}

/// A text that is no address of a bus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a bus is `local` or `nats://[user:password@]host[:port][/name]`, with a name of letters, digits, - and _")]
pub struct NotABus;

impl NatsAddress {
    const DEFAULT_NAME: &str = "sixfold";

    pub(super) fn server(&self) -> &str {
        &self.server
    }

    /// The name and the password of the user.
    pub(super) fn user(&self) -> Option<(String, String)> {
        self.user.clone()
    }

    /// A subject on which only nodes and workers of this name talk.
    pub(crate) fn subject(&self, what: &str) -> String {
        format!("{}.{what}", self.name)
    }
}

impl FromStr for BusAddress {
    type Err = NotABus;

    fn from_str(text: &str) -> Result<Self, NotABus> {
        if text == "local" {
            return Ok(Self::Local);
        }
        let rest = text.strip_prefix("nats://").ok_or(NotABus)?;
        let (server, name) = rest.split_once('/').unwrap_or((rest, ""));
        let name = if name.is_empty() { NatsAddress::DEFAULT_NAME } else { name };
        let is_right = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        let (user, host) = match server.rsplit_once('@') {
            Some((user, host)) => (Some(user.split_once(':').ok_or(NotABus)?), host),
            None => (None, server),
        };
        let is_host = !host.is_empty() && !host.starts_with(':') && !host.contains(char::is_whitespace);
        if !is_host || !name.chars().all(is_right) {
            return Err(NotABus);
        }
        let user = user.map(|(name, password)| (name.to_owned(), password.to_owned()));
        Ok(Self::Nats(NatsAddress { server: format!("nats://{host}"), user, name: name.to_owned() }))
    }
}

impl fmt::Display for BusAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local => f.write_str("local"),
            Self::Nats(address) => address.fmt(f),
        }
    }
}

/// Without the user and the password: addresses end up in logs.
impl fmt::Display for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.server, self.name)
    }
}

impl fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_shown_without_its_password() {
        let shown = |text: &str| text.parse::<BusAddress>().map(|address| format!("{address} {address:?}"));
        assert_eq!(shown("local").unwrap(), "local Local");
        let nats = shown("nats://ann:secret@127.0.0.1:4222/test-1").unwrap();
        assert_eq!(nats, "nats://127.0.0.1:4222/test-1 Nats(nats://127.0.0.1:4222/test-1)");
        assert_eq!(shown("nats://localhost").unwrap(), "nats://localhost/sixfold Nats(nats://localhost/sixfold)");
        for wrong in [
            "",
            "nats",
            "nats://",
            "nats://@/x",
            "nats://:4222",
            "http://localhost",
            "nats://localhost/a.b",
            "nats://localhost/>",
        ] {
            assert_eq!(shown(wrong), Err(NotABus), "{wrong}");
        }
    }

    #[test]
    fn those_who_use_another_name_do_not_hear_each_other() {
        let subject = |text: &str| match text.parse() {
            Ok(BusAddress::Nats(address)) => address.subject("notices"),
            other => panic!("{other:?}"),
        };
        assert_eq!(subject("nats://localhost/one"), "one.notices");
        assert_eq!(subject("nats://localhost:1"), "sixfold.notices");
    }
}
