//! A setting as it counts: its values, where they come from, and its line in a file, without secrets.

use std::path::PathBuf;

use serde_json::json;

/// An option with its values, and where they come from.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// Its name in the file.
    pub(crate) name: String,
    pub(crate) values: Vec<String>,
    /// Whether it can have several values.
    pub(crate) is_list: bool,
    pub(crate) origin: Origin,
}

/// Where a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Flag,
    Environment(String),
    File(PathBuf, usize),
    Default,
}

impl Origin {
    /// Where a host finds the setting with this name, to begin a message.
    pub(crate) fn place(&self, name: &str) -> String {
        match self {
            Self::File(file, line) => format!("{}, line {line}: {name}", file.display()),
            Self::Environment(variable) => format!("the environment: {variable}"),
            Self::Flag | Self::Default => format!("--{}", name.replace('_', "-")),
        }
    }

    /// The higher one counts before the others.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Flag => 3,
            Self::Environment(_) => 2,
            Self::File(..) => 1,
            Self::Default => 0,
        }
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag => write!(f, "flag"),
            Self::Environment(name) => write!(f, "environment, {name}"),
            Self::File(file, line) => write!(f, "file, {} line {line}", file.display()),
            Self::Default => write!(f, "default"),
        }
    }
}

impl Setting {
    /// The setting as a line of the file, without secrets; none if it has no value.
    pub(crate) fn line(&self) -> Option<String> {
        let values: Vec<String> = self.values.iter().map(|value| written(&value_without_secrets(value))).collect();
        match (self.is_list, values.as_slice()) {
            (_, []) => None,
            (false, [value]) => Some(format!("{} = {value}", self.name)),
            _ => Some(format!("{} = [{}]", self.name, values.join(", "))),
        }
    }
}

/// A value as TOML writes it: numbers and switches are bare.
fn written(value: &str) -> String {
    let is_bare = value.parse::<i64>().is_ok() || value == "true" || value == "false";
    if is_bare { value.to_owned() } else { json!(value).to_string() }
}

/// Where the host finds the setting with this name, to begin a message.
pub(crate) fn place(settings: &[Setting], name: &str) -> String {
    let setting = settings.iter().find(|setting| setting.name == name);
    setting.map_or(&Origin::Flag, |setting| &setting.origin).place(name)
}

/// A value as it may be shown. It may be an address whose scheme was forgotten or misspelt, so all that stands before the last `@` is
/// taken for a user and a password, unless the value is a path.
pub(crate) fn value_without_secrets(value: &str) -> String {
    let is_path = ["/", "./", "../", "sqlite:"].iter().any(|start| value.starts_with(start));
    let safe = without_secrets(value);
    let Some(at) = safe.rfind('@').filter(|_| !is_path) else { return safe };
    let scheme = safe[..at].find("://").map_or("", |end| &safe[..end + 3]);
    format!("{scheme}***{}", &safe[at..])
}

/// A text without the users and the passwords of the addresses in it.
pub(crate) fn without_secrets(value: &str) -> String {
    let mut parts = value.split("://");
    let mut safe = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        safe.push_str("://");
        match part.rsplit_once('@') {
            Some((_, host)) => safe.extend(["***@", host]),
            None => safe.push_str(part),
        }
    }
    for word in ["password=", "token="] {
        let mut from = 0;
        while let Some(at) = safe[from..].find(word).map(|at| from + at + word.len()) {
            let end = safe[at..].find(['&', ' ']).map_or(safe.len(), |end| at + end);
            safe.replace_range(at..end, "***");
            from = at;
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::{value_without_secrets, without_secrets};

    #[test]
    fn no_password_of_an_address_is_shown() {
        for (given, shown) in [
            ("sqlite:data", "sqlite:data"),
            ("postgres://ann:se/cr@et@db:5432/sixfold", "postgres://***@db:5432/sixfold"),
            ("postgres://db/sixfold?user=ann&password=secret&x=1", "postgres://db/sixfold?user=ann&password=***&x=1"),
            ("host=db password=sec@ret user=ann", "host=db password=*** user=ann"),
        ] {
            assert_eq!(without_secrets(given), shown);
            assert_eq!(value_without_secrets(given), shown);
        }
        let several = "nats://token@a:4222,nats://u:p@b:4222";
        assert_eq!(without_secrets(several), "nats://***@a:4222,nats://***@b:4222");
        assert_eq!(value_without_secrets(several), "nats://***@b:4222");
    }

    #[test]
    fn a_value_that_was_to_be_an_address_does_not_show_its_password_either() {
        for (given, shown) in [
            ("ann:secret@nats:4222", "***@nats:4222"),
            ("nats:/ann:secret@nats", "***@nats"),
            ("ann:secret@nats://nats", "***@nats://nats"),
            ("postgres://ann:se://cr@et@db/sixfold", "postgres://***@db/sixfold"),
            ("play.example.org", "play.example.org"),
            // A folder is none.
            ("/srv/games@home", "/srv/games@home"),
            ("sqlite:/srv/games@home", "sqlite:/srv/games@home"),
        ] {
            assert_eq!(value_without_secrets(given), shown);
        }
    }
}
