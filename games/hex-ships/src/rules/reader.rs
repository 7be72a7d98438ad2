//! Reads data files. An error has the file, the line and what would be right.
//!
//! The values are read by hand and not by derived code: the page carries this code, and the derived code is ten times
//! as large.

use std::ops::{Range, RangeInclusive};

use game::{DataPlace, DataTable, DataValue, RulesError};

/// A data file.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    /// Parses the whole file as a table and passes it to `read`.
    pub(crate) fn read<T>(self, read: impl FnOnce(Table<'_>) -> Result<T, RulesError>) -> Result<T, RulesError> {
        let parsed = DataTable::parse(self.text).map_err(|error| self.mistake(error.span, error.problem))?;
        read(Table { source: Source { file: self.file, text: self.text }, entries: &parsed, at: 0 })
    }

    fn mistake(self, span: Option<Range<usize>>, problem: impl Into<String>) -> RulesError {
        RulesError::at(self.file, self.text, span, problem)
    }
}

/// A table of a data file.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    source: Source<'a>,
    entries: &'a DataTable<'a>,
    at: usize,
}

/// One value of a data file.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    source: Source<'a>,
    name: &'a str,
    found: &'a DataPlace<'a>,
}

impl<'a> Table<'a> {
    /// Refuses entries with other names than these.
    pub(crate) fn only(self, known: &[&str]) -> Result<Self, RulesError> {
        let stranger = self.entries.0.iter().find(|entry| !known.contains(&&*entry.name));
        stranger.map_or(Ok(self), |entry| {
            let problem = format!("`{}` is not known here; there is {}", entry.name, known.join(", "));
            Err(self.source.mistake(Some(entry.name_span.clone()), problem))
        })
    }

    pub(crate) fn has(self, key: &str) -> bool {
        self.entries.get(key).is_some()
    }

    pub(crate) fn get(self, key: &'a str) -> Result<Value<'a>, RulesError> {
        let value = self.entries.get(key).ok_or_else(|| self.mistake(format!("`{key}` is missing")))?;
        Ok(Value { source: self.source, name: key, found: value })
    }

    pub(crate) fn whole(self, key: &'a str, range: RangeInclusive<i64>) -> Result<i64, RulesError> {
        self.get(key)?.whole(range)
    }

    /// A number, or `other` if it is left out.
    pub(crate) fn whole_or(self, key: &'a str, range: RangeInclusive<i64>, other: i64) -> Result<i64, RulesError> {
        if self.has(key) { self.whole(key, range) } else { Ok(other) }
    }

    pub(crate) fn text(self, key: &'a str) -> Result<&'a str, RulesError> {
        self.get(key)?.text()
    }

    pub(crate) fn table(self, key: &'a str) -> Result<Table<'a>, RulesError> {
        self.get(key)?.table()
    }

    /// The items of a list of tables.
    pub(crate) fn tables(self, key: &'a str) -> Result<Vec<Table<'a>>, RulesError> {
        self.get(key)?.list()?.into_iter().map(Value::table).collect()
    }

    /// The items of a list of tables that may be left out.
    pub(crate) fn tables_or_none(self, key: &'a str) -> Result<Vec<Table<'a>>, RulesError> {
        if self.has(key) { self.tables(key) } else { Ok(Vec::new()) }
    }

    /// An error about the table as a whole.
    pub(crate) fn mistake(self, problem: String) -> RulesError {
        self.source.mistake(Some(self.at..self.at), problem)
    }
}

impl<'a> Value<'a> {
    pub(crate) fn mistake(self, problem: String) -> RulesError {
        self.source.mistake(Some(self.found.span.clone()), problem)
    }

    pub(crate) fn whole(self, range: RangeInclusive<i64>) -> Result<i64, RulesError> {
        let number = match self.found.value {
            DataValue::Whole(number) => Some(number),
            _ => None,
        };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            self.mistake(format!("`{}` is a whole number from {} to {}", self.name, range.start(), range.end()))
        })
    }

    pub(crate) fn text(self) -> Result<&'a str, RulesError> {
        match &self.found.value {
            DataValue::Text(text) => Ok(text),
            _ => Err(self.mistake(format!("`{}` is a text in quotation marks", self.name))),
        }
    }

    /// The index of the value among these words.
    pub(crate) fn word(self, words: &[&str]) -> Result<usize, RulesError> {
        let found = self.text()?;
        words
            .iter()
            .position(|word| *word == found)
            .ok_or_else(|| self.mistake(format!("`{}` is one of {}, and not `{found}`", self.name, words.join(", "))))
    }

    pub(crate) fn list(self) -> Result<Vec<Value<'a>>, RulesError> {
        match &self.found.value {
            DataValue::List(values) => Ok(values.iter().map(|value| Value { found: value, ..self }).collect()),
            _ => Err(self.mistake(format!("`{}` is a list in brackets", self.name))),
        }
    }

    pub(crate) fn table(self) -> Result<Table<'a>, RulesError> {
        match &self.found.value {
            DataValue::Table(table) => Ok(Table { source: self.source, entries: table, at: self.found.span.start }),
            _ => Err(self.mistake(format!("`{}` is a table of names and values", self.name))),
        }
    }

    /// A list with exactly this many values.
    pub(crate) fn exactly<const COUNT: usize>(self) -> Result<[Value<'a>; COUNT], RulesError> {
        let values = self.list()?;
        let found = values.len();
        values.try_into().map_err(|_| self.mistake(format!("`{}` lists {COUNT} values, and not {found}", self.name)))
    }
}

/// The key of a thing in fleets and files: `Heavy Laser` is `heavy-laser`.
pub(crate) fn key_of(name: Value<'_>) -> Result<String, RulesError> {
    let text = name.text()?;
    let key = text.to_ascii_lowercase().replace(' ', "-");
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if key.is_empty() || key.len() > 24 || key == "none" || !key.bytes().all(fits) {
        return Err(name.mistake(format!("a name is up to 24 letters, digits, spaces and hyphens, and not `{text}`")));
    }
    Ok(key)
}

/// Refuses a second thing with the same name.
pub(crate) fn distinct<'a>(keys: impl Iterator<Item = &'a str>, key: &str, name: Value<'_>) -> Result<(), RulesError> {
    let mut keys = keys;
    if keys.any(|known| known == key) {
        return Err(name.mistake(format!("there are two called `{key}`; each needs a name of its own")));
    }
    Ok(())
}
