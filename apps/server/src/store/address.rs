//! Where a store is: a folder with a SQLite file, or a PostgreSQL database.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use super::{Inventory, Postgres, Sqlite, StoreError};

/// Where a store is. As text `sqlite:FOLDER` or `postgres://USER@HOST:PORT/DATABASE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreAddress {
    /// A folder on this machine, for one server.
    Sqlite(PathBuf),
    /// A database that many servers share.
    Postgres(PostgresAddress),
}

/// A text that is no address of a store. It does not quote the text, which may have a password in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAStoreAddress {
    /// It begins like none.
    #[error("a store is `sqlite:FOLDER` or `postgres://USER@HOST:PORT/DATABASE`")]
    Scheme,
    /// No folder is named.
    #[error("`sqlite:` is followed by the name of a folder, such as `sqlite:data`")]
    Folder,
    /// It begins like one of PostgreSQL and is none.
    #[error("an address of PostgreSQL is `postgres://USER@HOST:PORT/DATABASE`, and this one cannot be read")]
    Postgres,
    /// A part is missing.
    #[error("an address of PostgreSQL names {0}: `postgres://USER@HOST:PORT/DATABASE`")]
    Missing(&'static str),
    /// Encryption is asked for.
    #[error(
        "this program speaks to PostgreSQL without TLS; take a way that is private already (this machine, a private network, \
         a tunnel such as `ssh -L`), and `sslmode=disable`"
    )]
    Tls,
    /// It is not asked for, and the way is not known to be private.
    #[error(
        "the way to {0} is not encrypted: if it is private (a private network, a tunnel), say so with `?sslmode=disable` at the \
         end of the address"
    )]
    NotPrivate(String),
}

impl StoreAddress {
    /// Whether there is a store. An empty database of PostgreSQL is none. Not from an async task: it waits.
    pub fn exists(&self) -> Result<bool, StoreError> {
        match self {
            Self::Sqlite(folder) => Ok(Sqlite::is_in(folder)),
            Self::Postgres(address) => Postgres::is_at(address),
        }
    }

    /// Opens the store, and makes it if there is none. Not from an async task: it waits.
    pub fn open(&self) -> Result<Box<dyn Inventory>, StoreError> {
        Ok(match self {
            Self::Sqlite(folder) => Box::new(Sqlite::open(folder)?),
            Self::Postgres(address) => Box::new(Postgres::open(address)?),
        })
    }
}

/// The version of a store that an older program made, and that of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the store has version {version}, and this program brings it to version {newest} when a server starts")]
pub struct OlderVersion {
    version: u64,
    newest: u64,
}

impl StoreAddress {
    /// Whether a write would succeed. A store that an older program made is left as it is: that program may be using it. Not from an
    /// async task: it waits.
    pub fn try_out(&self) -> Result<Option<OlderVersion>, StoreError> {
        let older = self.older_version()?;
        if older.is_none() {
            self.open()?.probe()?;
        }
        Ok(older)
    }

    fn older_version(&self) -> Result<Option<OlderVersion>, StoreError> {
        let (version, newest) = match self {
            Self::Sqlite(folder) => Sqlite::version_in(folder)?,
            Self::Postgres(address) => Postgres::version_at(address)?,
        };
        Ok(Some(OlderVersion { version, newest }).filter(|_| (1..newest).contains(&version)))
    }

    /// Whether other processes can use the same store at the same time.
    pub fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    /// Opens the store as it is at this moment, to look through all of it. A folder is held meanwhile, and no server can use it; nodes
    /// at a database go on. A store that an older program made is not looked through: that would change it, and the older program could
    /// not go on with it. Not from an async task: it waits.
    pub fn open_moment(&self) -> Result<Box<dyn Inventory>, StoreError> {
        if let Some(older) = self.older_version()? {
            let problem = format!("{self}: {older}; use the program that made it, or start a server first");
            return Err(StoreError::Failed(problem));
        }
        Ok(match self {
            Self::Sqlite(folder) => Box::new(Sqlite::open(folder)?),
            Self::Postgres(address) => Box::new(Postgres::open(address)?.moment()?),
        })
    }
}

impl From<PathBuf> for StoreAddress {
    fn from(folder: PathBuf) -> Self {
        Self::Sqlite(folder)
    }
}

impl FromStr for StoreAddress {
    type Err = NotAStoreAddress;

    fn from_str(text: &str) -> Result<Self, NotAStoreAddress> {
        match text.strip_prefix("sqlite:") {
            Some("") => Err(NotAStoreAddress::Folder),
            Some(folder) => Ok(Self::Sqlite(folder.into())),
            None if text.starts_with("postgres://") || text.starts_with("postgresql://") => {
                text.parse().map(Self::Postgres)
            }
            None => Err(NotAStoreAddress::Scheme),
        }
    }
}

/// Without the password.
impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(folder) => write!(f, "sqlite:{}", folder.display()),
            Self::Postgres(address) => address.fmt(f),
        }
    }
}

/// Where a PostgreSQL database is. Its debug output has no password either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostgresAddress(Box<Config>);

impl PostgresAddress {
    pub(super) fn config(&self) -> &Config {
        &self.0
    }

    /// With this password, unless the address has one already. Command lines are read by others; the environment is not.
    #[must_use]
    pub fn with_password(mut self, password: Option<&str>) -> Self {
        if let (Some(password), None) = (password, self.0.get_password()) {
            self.0.password(password);
        }
        self
    }
}

impl FromStr for PostgresAddress {
    type Err = NotAStoreAddress;

    fn from_str(text: &str) -> Result<Self, NotAStoreAddress> {
        // The reason would quote a part of the text.
        let mut config: Config = text.parse().map_err(|_| NotAStoreAddress::Postgres)?;
        if config.get_hosts().is_empty() {
            return Err(NotAStoreAddress::Missing("a host"));
        }
        if config.get_dbname().is_none() {
            return Err(NotAStoreAddress::Missing("a database"));
        }
        if config.get_user().is_none() {
            return Err(NotAStoreAddress::Missing("a user"));
        }
        match config.get_ssl_mode() {
            SslMode::Disable => {}
            SslMode::Prefer => {
                if let Some(host) = config.get_hosts().iter().find_map(beyond_this_machine) {
                    return Err(NotAStoreAddress::NotPrivate(host.to_owned()));
                }
            }
            _ => return Err(NotAStoreAddress::Tls),
        }
        config.ssl_mode(SslMode::Disable).application_name("sixfold");
        config.connect_timeout(Duration::from_secs(2));
        // A server whose machine went away without a word is noticed.
        config.keepalives_idle(Duration::from_secs(30)).tcp_user_timeout(Duration::from_secs(10));
        Ok(Self(Box::new(config)))
    }
}

/// The name of a host that is reached over a network.
fn beyond_this_machine(host: &Host) -> Option<&str> {
    match host {
        Host::Tcp(name) if name == "localhost" => None,
        Host::Tcp(name) => {
            let is_loopback = name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback());
            (!is_loopback).then_some(name)
        }
        #[cfg(unix)]
        Host::Unix(_) => None,
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let config = self.config();
        write!(f, "postgres://{}@", config.get_user().unwrap_or_default())?;
        for (index, host) in config.get_hosts().iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            match host {
                Host::Tcp(name) if name.contains(':') => write!(f, "[{name}]")?,
                Host::Tcp(name) => f.write_str(name)?,
                #[cfg(unix)]
                Host::Unix(folder) => write!(f, "{}", folder.display())?,
            }
            let ports = config.get_ports();
            if let Some(port) = ports.get(index).or(ports.first()) {
                write!(f, ":{port}")?;
            }
        }
        write!(f, "/{}", config.get_dbname().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<StoreAddress, NotAStoreAddress> {
        text.parse()
    }

    #[test]
    fn an_address_is_read_and_shown_without_its_password() {
        assert_eq!(read("sqlite:some/folder"), Ok(StoreAddress::Sqlite("some/folder".into())));
        assert_eq!(read("sqlite:some/folder").unwrap().to_string(), "sqlite:some/folder");
        let shown = |text| {
            let address = read(text).unwrap();
            let (shown, debug) = (address.to_string(), format!("{address:?}"));
            assert!(!shown.contains("geheim") && !debug.contains("geheim"), "{shown} {debug}");
            shown
        };
        assert_eq!(shown("postgres://ann:geheim@127.0.0.1:5433/games"), "postgres://ann@127.0.0.1:5433/games");
        assert_eq!(shown("postgresql://ann:geheim@[::1]/games"), "postgres://ann@[::1]:5432/games");
        assert_eq!(shown("postgres://ann:geheim@%2Frun%2Fpg:5433/games"), "postgres://ann@/run/pg:5433/games");
        assert_eq!(shown("postgres://ann@localhost/games?password=geheim"), "postgres://ann@localhost:5432/games");
        let private = "postgres://ann@db.example.org/games?sslmode=disable";
        assert_eq!(shown(private), "postgres://ann@db.example.org:5432/games");
    }

    #[test]
    fn a_wrong_address_is_refused_with_what_would_be_right_and_without_its_password() {
        for wrong in [
            "",
            "data",
            "sqlite:",
            "mysql://ann:geheim@localhost/games",
            "postgres://ann:geheim@localhost:port/games",
            "postgres://ann:geheim@ geheim",
            "postgres://ann:geheim@localhost",
            "postgres:///games",
            "postgres://localhost/games",
            "postgres://ann:geheim@localhost/games?geheim=geheim",
            "postgres://ann:geheim@localhost/games?sslmode=require",
            "postgres://ann:geheim@db.example.org/games",
            "postgres://ann:geheim@10.1.2.3/games",
        ] {
            let refused = read(wrong).unwrap_err();
            let told = refused.to_string();
            assert!(!told.contains("geheim") && !format!("{refused:?}").contains("geheim"), "{told}");
            assert!(["sqlite:", "postgres://", "sslmode="].iter().any(|right| told.contains(right)), "{told}");
        }
        assert_eq!(read("postgres://a@localhost/b?sslmode=require"), Err(NotAStoreAddress::Tls));
    }

    #[test]
    fn a_password_of_the_environment_does_not_replace_that_of_the_address() {
        let address: PostgresAddress = "postgres://ann:hers@localhost/games".parse().unwrap();
        assert_eq!(address.with_password(Some("other")).config().get_password(), Some(&b"hers"[..]));
        let address: PostgresAddress = "postgres://ann@localhost/games".parse().unwrap();
        assert_eq!(address.with_password(Some("other")).config().get_password(), Some(&b"other"[..]));
    }
}
