//! A data file in TOML as a tree of values, each with its place in the file.
//!
//! The binary parses with the crate `toml`, whose errors help those who write files. The page has a small reader of its own
//! ([`small`]), because every visitor loads it: the crate would be 12 KB more as gzip sends it. The page reads only files that
//! the binary or a server has read before, so its reader does not look for every mistake. Tests compare the two.

use std::borrow::Cow;
use std::ops::Range;

use crate::data_file::DataError;

/// The names and values of a file or of a part of it, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataTable<'a>(pub Vec<DataEntry<'a>>);

/// A name with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct DataEntry<'a> {
    /// The name.
    pub name: Cow<'a, str>,
    /// The bytes of the file where the name stands.
    pub name_span: Range<usize>,
    /// The value.
    pub value: DataPlace<'a>,
}

/// A value, and the bytes of the file where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct DataPlace<'a> {
    /// What stands there.
    pub value: DataValue<'a>,
    /// Where.
    pub span: Range<usize>,
}

/// A value of a data file.
#[derive(Clone, Debug, PartialEq)]
pub enum DataValue<'a> {
    /// A text in quotation marks.
    Text(Cow<'a, str>),
    /// A whole number.
    Whole(i64),
    /// A number with a fraction or an exponent.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// A list in brackets, or tables with the same heading in double brackets.
    List(Vec<DataPlace<'a>>),
    /// Names and values.
    Table(DataTable<'a>),
    /// A number that is out of range, or a date: as it is written. Nothing of ours is read from it.
    Other(Cow<'a, str>),
}

impl<'a> DataTable<'a> {
    /// Parses a file.
    pub fn parse(text: &'a str) -> Result<Self, DataError> {
        #[cfg(target_arch = "wasm32")]
        return small::parse(text);
        #[cfg(not(target_arch = "wasm32"))]
        by_crate::parse(text)
    }

    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&DataPlace<'a>> {
        self.0.iter().find(|entry| entry.name == name).map(|entry| &entry.value)
    }
}

/// The crate's tree as ours.
#[cfg(not(target_arch = "wasm32"))]
mod by_crate {
    use toml::Spanned;
    use toml::de::{DeTable, DeValue};

    use super::{DataEntry, DataError, DataPlace, DataTable, DataValue};

    pub(super) fn parse(text: &str) -> Result<DataTable<'_>, DataError> {
        let parsed = DeTable::parse(text).map_err(|error| crate::data_file::wrong(text, &error))?;
        Ok(table(parsed.into_inner()))
    }

    fn table(entries: DeTable<'_>) -> DataTable<'_> {
        let mut all = Vec::new();
        for (name, value) in entries {
            all.push(DataEntry { name_span: name.span(), name: name.into_inner(), value: place(value) });
        }
        DataTable(all)
    }

    fn place(found: Spanned<DeValue<'_>>) -> DataPlace<'_> {
        let span = found.span();
        let value = match found.into_inner() {
            DeValue::String(text) => DataValue::Text(text),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(whole) => DataValue::Whole(whole),
                Err(_) => DataValue::Other(number.as_str().to_owned().into()),
            },
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(parsed) => DataValue::Number(parsed),
                Err(_) => DataValue::Other(number.as_str().to_owned().into()),
            },
            DeValue::Boolean(is_true) => DataValue::Flag(is_true),
            DeValue::Datetime(date) => DataValue::Other(date.to_string().into()),
            DeValue::Array(values) => DataValue::List(values.into_iter().map(place).collect()),
            DeValue::Table(entries) => DataValue::Table(table(entries)),
        };
        DataPlace { value, span }
    }
}

/// The page's reader.
#[cfg(any(test, target_arch = "wasm32"))]
mod small {
    use super::{Cow, DataEntry, DataError, DataPlace, DataTable, DataValue};

    pub(super) fn parse(text: &str) -> Result<DataTable<'_>, DataError> {
        let mut reader = Reader { text, at: 0 };
        let mut root = DataTable::default();
        let mut heading = Vec::new();
        loop {
            reader.skip(true);
            let start = reader.at;
            if reader.at == text.len() {
                return Ok(root);
            }
            let is_heading = reader.eat("[");
            let is_list = is_heading && reader.eat("[");
            let mut names = reader.names()?;
            if is_heading {
                reader.expect(if is_list { "]]" } else { "]" })?;
                let last = names.pop().ok_or_else(|| reader.wrong())?;
                let outer = descend(&mut root, &names, &reader)?;
                add(outer, &last, is_list, start..reader.at, &reader)?;
                names.push(last);
                heading = names;
            } else {
                reader.skip(false);
                reader.expect("=")?;
                let value = reader.value()?;
                let last = names.pop().ok_or_else(|| reader.wrong())?;
                let inner = descend(&mut root, &heading, &reader)?;
                descend(inner, &names, &reader)?.0.push(last.with(value));
            }
            reader.skip(false);
            if reader.at < text.len() && !reader.eat("\n") && !reader.eat("\r\n") {
                return Err(reader.wrong());
            }
        }
    }

    /// A name of a table or a value, and where it stands.
    #[derive(Clone)]
    struct Name<'a> {
        name: Cow<'a, str>,
        span: std::ops::Range<usize>,
    }

    impl<'a> Name<'a> {
        fn with(self, value: DataPlace<'a>) -> DataEntry<'a> {
            DataEntry { name: self.name, name_span: self.span, value }
        }
    }

    /// The table that these names lead to; those on the way are made if they are missing. Of a list it is the last one.
    fn descend<'t, 'a>(
        table: &'t mut DataTable<'a>,
        names: &[Name<'a>],
        reader: &Reader<'a>,
    ) -> Result<&'t mut DataTable<'a>, DataError> {
        let mut table = table;
        for name in names {
            table = add(table, name, false, name.span.clone(), reader)?;
        }
        Ok(table)
    }

    /// The table with this name in another one. A list gets one more, and a table is made if there is none.
    fn add<'t, 'a>(
        table: &'t mut DataTable<'a>,
        name: &Name<'a>,
        is_list: bool,
        span: std::ops::Range<usize>,
        reader: &Reader<'a>,
    ) -> Result<&'t mut DataTable<'a>, DataError> {
        let empty = || DataPlace { value: DataValue::Table(DataTable::default()), span: span.clone() };
        let index = table.0.iter().position(|entry| entry.name == name.name).unwrap_or_else(|| {
            let value =
                if is_list { DataPlace { value: DataValue::List(Vec::new()), span: span.clone() } } else { empty() };
            table.0.push(name.clone().with(value));
            table.0.len() - 1
        });
        let found = match &mut table.0[index].value.value {
            DataValue::List(tables) => {
                if is_list {
                    tables.push(empty());
                }
                tables.last_mut().map(|place| &mut place.value)
            }
            other => Some(other),
        };
        match found {
            Some(DataValue::Table(inner)) => Ok(inner),
            _ => Err(reader.wrong()),
        }
    }

    struct Reader<'a> {
        text: &'a str,
        at: usize,
    }

    impl<'a> Reader<'a> {
        fn wrong(&self) -> DataError {
            let line = 1 + self.text.bytes().take(self.at).filter(|&byte| byte == b'\n').count();
            DataError { span: Some(self.at..self.at), line: Some(line), problem: "this is not TOML".to_owned() }
        }

        fn rest(&self) -> &'a str {
            &self.text[self.at..]
        }

        fn eat(&mut self, wanted: &str) -> bool {
            let is_there = self.rest().starts_with(wanted);
            self.at += if is_there { wanted.len() } else { 0 };
            is_there
        }

        fn expect(&mut self, wanted: &str) -> Result<(), DataError> {
            if self.eat(wanted) { Ok(()) } else { Err(self.wrong()) }
        }

        /// Skips blanks and a comment; with `lines` all of the lines that have nothing else.
        fn skip(&mut self, lines: bool) {
            loop {
                let rest = self.rest();
                let blank = |letter: char| matches!(letter, ' ' | '\t') || lines && matches!(letter, '\n' | '\r');
                self.at += rest.len() - rest.trim_start_matches(blank).len();
                if !self.rest().starts_with('#') {
                    return;
                }
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            }
        }

        /// Names with dots between them.
        fn names(&mut self) -> Result<Vec<Name<'a>>, DataError> {
            let mut names = Vec::new();
            loop {
                self.skip(false);
                let start = self.at;
                let name = if self.rest().starts_with(['"', '\'']) { self.text()? } else { self.word().into() };
                if self.at == start {
                    return Err(self.wrong());
                }
                names.push(Name { name, span: start..self.at });
                self.skip(false);
                if !self.eat(".") {
                    return Ok(names);
                }
            }
        }

        /// Letters, digits, hyphens and underscores.
        fn word(&mut self) -> &'a str {
            let rest = self.rest();
            let end = rest.find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')));
            let word = &rest[..end.unwrap_or(rest.len())];
            self.at += word.len();
            word
        }

        fn value(&mut self) -> Result<DataPlace<'a>, DataError> {
            self.skip(false);
            let start = self.at;
            let value = match self.rest().as_bytes().first() {
                Some(b'"' | b'\'') => DataValue::Text(self.text()?),
                Some(b'[') => self.list()?,
                Some(b'{') => self.table()?,
                _ => self.plain()?,
            };
            Ok(DataPlace { value, span: start..self.at })
        }

        fn list(&mut self) -> Result<DataValue<'a>, DataError> {
            self.at += 1;
            let mut values = Vec::new();
            loop {
                self.skip(true);
                if self.eat("]") {
                    return Ok(DataValue::List(values));
                }
                values.push(self.value()?);
                self.skip(true);
                if !self.eat(",") && !self.rest().starts_with(']') {
                    return Err(self.wrong());
                }
            }
        }

        fn table(&mut self) -> Result<DataValue<'a>, DataError> {
            self.at += 1;
            let mut table = DataTable::default();
            loop {
                self.skip(true);
                if self.eat("}") {
                    return Ok(DataValue::Table(table));
                }
                let mut names = self.names()?;
                self.skip(true);
                self.expect("=")?;
                self.skip(true);
                let value = self.value()?;
                let last = names.pop().ok_or_else(|| self.wrong())?;
                descend(&mut table, &names, self)?.0.push(last.with(value));
                self.skip(true);
                if !self.eat(",") && !self.rest().starts_with('}') {
                    return Err(self.wrong());
                }
            }
        }

        /// A number, `true` or `false`, or a date.
        fn plain(&mut self) -> Result<DataValue<'a>, DataError> {
            let rest = self.rest();
            let ends = |letter: char| matches!(letter, ',' | ']' | '}' | '#' | '\n' | '\r' | ' ' | '\t');
            let written = &rest[..rest.find(ends).unwrap_or(rest.len())];
            if written.is_empty() {
                return Err(self.wrong());
            }
            self.at += written.len();
            let digits: Cow<'_, str> =
                if written.contains('_') { written.replace('_', "").into() } else { written.into() };
            let radix = [("0x", 16), ("0o", 8), ("0b", 2)];
            let radix = radix.into_iter().find_map(|(sign, radix)| Some((digits.strip_prefix(sign)?, radix)));
            let (body, radix) = radix.unwrap_or((&*digits, 10));
            Ok(match (written, i64::from_str_radix(body, radix)) {
                ("true", _) => DataValue::Flag(true),
                ("false", _) => DataValue::Flag(false),
                (_, Ok(whole)) => DataValue::Whole(whole),
                // Whole numbers that are too large, and dates, are nothing that we read.
                _ if body.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) && radix == 10 => {
                    digits.parse().map_or(DataValue::Other(written.into()), DataValue::Number)
                }
                _ => DataValue::Other(written.into()),
            })
        }

        /// A text in quotation marks of any of the four kinds.
        fn text(&mut self) -> Result<Cow<'a, str>, DataError> {
            let long = ["\"\"\"", "'''"].into_iter().find(|quote| self.rest().starts_with(quote));
            let quote = long.unwrap_or(&self.rest()[..1]);
            self.at += quote.len();
            if long.is_some() && !self.eat("\n") {
                self.eat("\r\n");
            }
            let has_escapes = quote.starts_with('"');
            let start = self.at;
            let mut owned: Option<String> = None;
            loop {
                let rest = self.rest();
                let Some(next) = rest.chars().next().filter(|&next| long.is_some() || next != '\n') else {
                    return Err(self.wrong());
                };
                if let Some(after) = rest.strip_prefix(quote) {
                    // Up to two quotation marks may stand before the three that end a text.
                    let most = if long.is_some() { 2 } else { 0 };
                    let more = after.bytes().take(most).take_while(|byte| *byte == quote.as_bytes()[0]).count();
                    let end = self.at + more;
                    self.at = end + quote.len();
                    return Ok(match owned {
                        None => self.text[start..end].into(),
                        Some(text) => (text + &self.text[end - more..end]).into(),
                    });
                }
                if has_escapes && next == '\\' {
                    let mut text = owned.take().unwrap_or_else(|| self.text[start..self.at].to_owned());
                    self.escape(&mut text)?;
                    owned = Some(text);
                } else {
                    self.at += next.len_utf8();
                    if let Some(text) = &mut owned {
                        text.push(next);
                    }
                }
            }
        }

        fn escape(&mut self, text: &mut String) -> Result<(), DataError> {
            let letter = self.rest()[1..].chars().next().ok_or_else(|| self.wrong())?;
            self.at += 1 + letter.len_utf8();
            let digits = match letter {
                'u' => 4,
                'U' => 8,
                'x' => 2,
                _ => 0,
            };
            let known = [
                ('b', '\u{8}'),
                ('t', '\t'),
                ('n', '\n'),
                ('f', '\u{c}'),
                ('r', '\r'),
                ('e', '\u{1b}'),
                ('"', '"'),
                ('\\', '\\'),
            ];
            if digits > 0 {
                let code = self.rest().get(..digits).and_then(|code| u32::from_str_radix(code, 16).ok());
                text.push(code.and_then(char::from_u32).ok_or_else(|| self.wrong())?);
                self.at += digits;
            } else if let Some((_, meant)) = known.into_iter().find(|(sign, _)| *sign == letter) {
                text.push(meant);
            } else if letter.is_ascii_whitespace() {
                // The end of a line is skipped with everything blank after it.
                self.at -= 1;
                let rest = self.rest();
                self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
            } else {
                return Err(self.wrong());
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and values without their places, in the order of the names: the two ways may differ in those.
    fn plain(table: &DataTable<'_>) -> Vec<(String, String)> {
        fn value(found: &DataValue<'_>) -> String {
            match found {
                DataValue::List(values) => {
                    format!("{:?}", values.iter().map(|place| value(&place.value)).collect::<Vec<_>>())
                }
                DataValue::Table(table) => format!("{:?}", plain(table)),
                other => format!("{other:?}"),
            }
        }
        let mut all: Vec<_> = table.0.iter().map(|entry| (entry.name.to_string(), value(&entry.value.value))).collect();
        all.sort();
        all
    }

    fn data_files() -> Vec<(std::path::PathBuf, String)> {
        // Cargo runs tests in the folder of their package.
        let games = std::fs::read_dir("../../games").unwrap().map(|game| game.unwrap().path());
        let mut files = Vec::new();
        for folder in games.chain(["../ai".into()]) {
            for file in std::fs::read_dir(folder.join("data")).unwrap() {
                let path = file.unwrap().path();
                // Looks are read when the page is built, by a reader of theirs.
                if path.extension().is_some_and(|end| end == "toml") && !path.ends_with("look.toml") {
                    files.push((path.clone(), std::fs::read_to_string(path).unwrap()));
                }
            }
        }
        assert!(files.len() > 15, "{}", files.len());
        files
    }

    #[test]
    fn the_page_reads_every_data_file_as_the_binary_does() {
        for (path, text) in data_files() {
            let (by_crate, small) = (by_crate::parse(&text).unwrap(), small::parse(&text));
            let small = small.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(plain(&small), plain(&by_crate), "{}", path.display());
        }
    }

    #[test]
    fn the_page_reads_every_form_of_a_value_as_the_binary_does() {
        let texts = [
            "a = 1\nb = -17\nc = +3\nd = 1_000\ne = 0xff\nf = 0o17\ng = 0b101\nh = 9999999999999999999\n",
            "a = 1.5\nb = -0.25\nc = 1e3\nd = 1_0.5_0\ne = 6.5E-2\n",
            "a = true\nb = false\nc = 1979-05-27\n",
            "a = \"x\\ty \\\"q\\\" \\\\ \\u00e9 \\U0001F600\"\nb = 'C:\\no\\escape'\n",
            "a = \"\"\"\nfirst\nsecond \\\n   third \"quoted\" end\"\"\"\nb = '''\nraw \\n\n'''\nc = \"\"\"x\"\"\"\"\"\n",
            "a = []\nb = [1, 2, 3,]\nc = [\n  [1, 2], # pairs\n  [3],\n\n]\nd = [ 'x', \"y\" ]\n",
            "a = {}\nb = { x = 1, y = { z = 'q' } }\nc = { d.e = 1 }\n",
            "[a]\nx = 1\n[a.b]\ny = 2\n[c.d]\nz = 3\n[[e]]\nn = 1\n[[e]]\nn = 2\n[e.f]\nm = 3\n[[e.g]]\nk = 4\n",
            "a.b.c = 1\na.b.d = 2\n\"quoted name\" = 3\n'raw.name' = 4\n1 = 5\nhyphen-name_x = 6\n",
            "# a comment\n\n  a = 1 # after it\n\t\n#end",
            "a = 1\r\nb = [\r\n 1,\r\n]\r\n",
            "",
        ];
        for text in texts {
            let (by_crate, small) = (by_crate::parse(text), small::parse(text));
            let by_crate = by_crate.unwrap_or_else(|error| panic!("{text}: {error}"));
            let small = small.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(plain(&small), plain(&by_crate), "{text}");
        }
    }

    #[test]
    fn the_page_does_not_panic_at_any_text_and_reads_what_the_binary_reads_in_the_same_way() {
        let mut random = crate::Random::new(11);
        let files = data_files();
        let mut read = 0;
        for _ in 0..4000 {
            let (_, text) = &files[random.below(files.len() as u32) as usize];
            let lines: Vec<&str> = text.lines().collect();
            let part = lines[random.below(lines.len() as u32) as usize..].iter().take(8).copied();
            let mut letters: Vec<char> = part.collect::<Vec<_>>().join("\n").chars().collect();
            for _ in 0..random.below(3) {
                let at = random.below(letters.len().max(1) as u32) as usize;
                let new = ['"', '[', ']', '=', '\n', '.', '#', '\\', '{', 'x', '\''][random.below(11) as usize];
                if at < letters.len() {
                    letters[at] = new;
                }
            }
            let changed: String = letters.into_iter().collect();
            let (by_crate, small) = (by_crate::parse(&changed), small::parse(&changed));
            if let (Ok(by_crate), Ok(small)) = (&by_crate, &small) {
                assert_eq!(plain(small), plain(by_crate), "{changed}");
                read += 1;
            }
            assert!(by_crate.is_err() || small.is_ok(), "{changed}");
        }
        assert!(read > 200, "{read}");
    }
}
