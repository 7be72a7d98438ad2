//! The current place in the page. It is the part of the address behind `#`, so that any static folder can serve the
//! page.

use std::fmt;

use crate::content::Chapter;

/// A place in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The games, and the person's saved tables.
    Home,
    /// The form for a match of this game.
    New(String),
    /// A match on this device.
    Local(String),
    /// A table on the server.
    Online(String),
    /// The rules of this game, or another text about it.
    Chapter(Chapter, String),
    /// The lesson of this game: at this step, counted from 1, or where it was left.
    Learn(String, Option<usize>),
    /// The form for a journey of this game, of this kind.
    SetOut(String, String),
    /// The headquarters of a journey on this device.
    Journey(String),
    /// A replay of a match.
    Replay(Source),
    /// An address that the page does not know.
    Unknown(String),
}

/// An address of the page: the place in the page, and the section of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The place in the page.
    pub route: Route,
    /// Whether the rules are open over it: `#/t/abc/rules`.
    pub reading: bool,
    /// The section of the rules, by its name: `#/rules/hexagons/the-end`, `#/t/abc/rules/the-end`.
    pub place: Option<String>,
}

/// The source of a replay's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// None yet: the page asks for a record.
    Ask,
    /// A record that was pasted or chosen as a file.
    Given,
    /// A match on this device.
    Local(String),
    /// A table on the server.
    Online(String),
}

impl Address {
    /// Reads the part of an address that begins with `#`.
    pub fn parse(hash: &str) -> Self {
        let path = hash.trim_start_matches('#').trim_matches('/');
        let parts: Vec<&str> = path.split('/').collect();
        let at = |route: &[&str], place: Option<&str>, reading| {
            let route = Route::parse(&route.join("/"));
            let can_be = if reading { route.has_table() } else { matches!(route, Route::Chapter(..)) };
            let place = place.map(str::to_owned);
            (can_be && place.as_deref().is_none_or(is_name)).then_some(Self { route, reading, place })
        };
        let found = match parts.as_slice() {
            [chapter, _, place] if Chapter::find(chapter).is_some() => at(&parts[..2], Some(place), false),
            [before @ .., "rules"] => at(before, None, true),
            [before @ .., "rules", place] => at(before, Some(place), true),
            _ => None,
        };
        found.unwrap_or_else(|| Self { route: Route::parse(hash), reading: false, place: None })
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

impl Route {
    /// The address of the rules over this place.
    pub fn rules_over(&self) -> String {
        format!("{self}/rules")
    }

    /// Whether this place belongs to one game, so that its rules can be opened over it.
    pub fn has_table(&self) -> bool {
        match self {
            Self::New(_) | Self::Local(_) | Self::Online(_) | Self::Learn(..) => true,
            Self::Replay(source) => *source != Source::Ask,
            Self::Home | Self::Chapter(..) | Self::SetOut(..) | Self::Journey(_) | Self::Unknown(_) => false,
        }
    }

    /// Reads the part of an address that begins with `#`.
    pub fn parse(hash: &str) -> Self {
        let path = hash.trim_start_matches('#').trim_matches('/');
        match path.split_once('/') {
            None if path.is_empty() => Self::Home,
            None if path == "replay" => Self::Replay(Source::Ask),
            Some(("replay", "record")) => Self::Replay(Source::Given),
            Some(("replay", source)) => match source.split_once('/') {
                Some(("local", id)) if is_name(id) => Self::Replay(Source::Local(id.to_owned())),
                Some(("t", table)) if is_name(table) => Self::Replay(Source::Online(table.to_owned())),
                _ => Self::Unknown(path.to_owned()),
            },
            Some(("learn", lesson)) => {
                let (game, step) = lesson.split_once('/').map_or((lesson, None), |(game, step)| (game, Some(step)));
                let number = step.and_then(|step| step.parse().ok()).filter(|number| (1..100).contains(number));
                let is_lesson = is_name(game) && (step.is_none() || number.is_some());
                if is_lesson { Self::Learn(game.to_owned(), number) } else { Self::Unknown(path.to_owned()) }
            }
            Some(("set-out", journey)) => match journey.split_once('/') {
                Some((game, kind)) if is_name(game) && is_name(kind) => Self::SetOut(game.to_owned(), kind.to_owned()),
                _ => Self::Unknown(path.to_owned()),
            },
            Some(("journey", id)) if is_name(id) => Self::Journey(id.to_owned()),
            Some(("new", game)) if is_name(game) => Self::New(game.to_owned()),
            Some(("local", id)) if is_name(id) => Self::Local(id.to_owned()),
            Some(("t", table)) if is_name(table) => Self::Online(table.to_owned()),
            Some((chapter, game)) if is_name(game) => match Chapter::find(chapter) {
                Some(chapter) => Self::Chapter(chapter, game.to_owned()),
                None => Self::Unknown(path.to_owned()),
            },
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
            Self::SetOut(game, kind) => write!(f, "#/set-out/{game}/{kind}"),
            Self::Journey(id) => write!(f, "#/journey/{id}"),
            Self::Online(table) => write!(f, "#/t/{table}"),
            Self::Chapter(chapter, game) => write!(f, "#/{}/{game}", chapter.name()),
            Self::Learn(game, None) => write!(f, "#/learn/{game}"),
            Self::Learn(game, Some(step)) => write!(f, "#/learn/{game}/{step}"),
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
        let lessons = [Route::Learn(name(), None), Route::Learn(name(), Some(3))];
        let routes = [Route::Home, Route::New(name()), Route::Local(name()), Route::Online(name())];
        let routes = routes.into_iter().chain(lessons);
        let chapters = Chapter::ALL.map(|chapter| Route::Chapter(chapter, name()));
        for route in routes.chain(sources.map(Route::Replay)).chain(chapters) {
            assert_eq!(Route::parse(&route.to_string()), route);
        }
        assert_eq!(Route::parse(""), Route::Home);
    }

    #[test]
    fn rules_lie_over_whatever_is_of_one_game() {
        let over = |hash: &str| {
            let Address { route, reading, place } = Address::parse(hash);
            (route.to_string(), reading, place)
        };
        for route in ["#/new/a-1", "#/local/a-1", "#/t/a-1", "#/replay/record", "#/replay/local/a-1", "#/replay/t/a-1"]
        {
            assert_eq!(over(route), (route.to_owned(), false, None));
            assert_eq!(over(&format!("{route}/rules")), (route.to_owned(), true, None));
            assert_eq!(over(&format!("{route}/rules/b-2")), (route.to_owned(), true, Some("b-2".to_owned())));
            assert_eq!(Route::parse(route).rules_over(), format!("{route}/rules"));
        }
        assert_eq!(over("#/rules/a-1"), ("#/rules/a-1".to_owned(), false, None));
        assert_eq!(over("#/rules/a-1/b-2"), ("#/rules/a-1".to_owned(), false, Some("b-2".to_owned())));
        for hash in ["#/rules", "#/rules/a/b/c", "#/x/rules", "#/t/a/rules/<b>", "#/replay/rules", "#/rules/a/\"b"] {
            assert!(matches!(Address::parse(hash).route, Route::Unknown(_)), "{hash}");
        }
        assert_eq!(over("#/new/rules"), ("#/new/rules".to_owned(), false, None), "a game may have the key `rules`");
    }

    #[test]
    fn what_is_no_route_is_told_apart() {
        for hash in [
            "#/learn/",
            "#/learn/a/0",
            "#/learn/a/b",
            "#/learn/a/1/2",
            "#/nonsense",
            "#/t/",
            "#/t/a/b",
            "#/replay/x/y",
            "#/replay/t/",
            "#/new/<script>",
            "#/t/..%2f",
        ] {
            assert!(matches!(Route::parse(hash), Route::Unknown(_)), "{hash}");
        }
    }
}
