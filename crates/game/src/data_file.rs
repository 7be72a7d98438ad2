//! Data files in TOML: rule data, levels, lessons.

use std::ops::Range;

use serde::de::DeserializeOwned;

/// The text of a file beside the source, as `include_str!` gives it. The text is in the program once, wherever constants
/// that contain it are used: each crate that uses such a constant would have a copy of its own otherwise, and every visitor
/// of the page would load all of them.
#[macro_export]
macro_rules! text_file {
    ($path:literal) => {{
        static BYTES: [u8; include_bytes!($path).len()] = *include_bytes!($path);
        match ::core::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!("the file is not UTF-8"),
        }
    }};
}

/// The text of a TOML file beside the source, as [`text_file!`](crate::text_file) gives it. In the page its comments are blanks:
/// they are for designers, who have the file, and every visitor would load them.
#[macro_export]
macro_rules! rule_file {
    ($path:literal) => {{
        static BYTES: [u8; include_bytes!($path).len()] = if cfg!(target_family = "wasm") {
            $crate::blank_comments(*include_bytes!($path))
        } else {
            *include_bytes!($path)
        };
        match ::core::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!("the file is not UTF-8"),
        }
    }};
}

/// A TOML file with blanks in place of the lines that are comments. Every line stays where it is. The file has no line in a
/// text that begins like a comment.
pub const fn blank_comments<const LENGTH: usize>(mut file: [u8; LENGTH]) -> [u8; LENGTH] {
    let (mut at, mut begins, mut is_comment) = (0, true, false);
    while at < LENGTH {
        if begins {
            is_comment = file[at] == b'#';
        }
        begins = file[at] == b'\n';
        if is_comment && !begins {
            file[at] = b' ';
        }
        at += 1;
    }
    file
}

/// What is wrong with a data file, and where, if that is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct DataError {
    /// The bytes of the file that are wrong.
    pub span: Option<Range<usize>>,
    /// The line of the file that is wrong, counted from 1.
    pub line: Option<usize>,
    /// What is wrong with them.
    pub problem: String,
}

/// Reads a data file.
///
/// In the page the parser's values are turned into JSON values first: types that are read from JSON anyway then need no
/// second reader, which would be 50 to 100 KB of WebAssembly. Only the place of a mistake is lost, and the page gets no
/// file that the binary or a test has not read before.
#[cfg(target_arch = "wasm32")]
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, DataError> {
    by_values::read(text)
}

/// Reads a data file. (The page reads it in another way, which takes less code.)
#[cfg(not(target_arch = "wasm32"))]
pub fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, DataError> {
    toml::from_str(text).map_err(|error| wrong(text, &error))
}

#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn wrong(text: &str, error: &toml::de::Error) -> DataError {
    let span = error.span();
    let line = span.clone().map(|span| 1 + text.bytes().take(span.start).filter(|&byte| byte == b'\n').count());
    DataError { span, line, problem: error.message().to_owned() }
}

/// The page's way, which tests compare with the other one.
#[cfg(any(test, target_arch = "wasm32"))]
mod by_values {
    use serde::de::DeserializeOwned;
    use serde_json::{Map, Value};

    use super::DataError;
    use crate::data_tree::{DataTable, DataValue};
    use crate::values::read_value;

    pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, DataError> {
        let parsed = DataTable::parse(text)?;
        read_value(&table(&parsed)).map_err(|error| DataError { span: None, line: None, problem: error.to_string() })
    }

    fn table(entries: &DataTable<'_>) -> Value {
        let mut map = Map::new();
        for entry in &entries.0 {
            map.insert(entry.name.to_string(), value(&entry.value.value));
        }
        Value::Object(map)
    }

    /// A value as JSON. A number that is out of range and a date become texts, which no number is read from.
    fn value(found: &DataValue<'_>) -> Value {
        match found {
            DataValue::Text(text) | DataValue::Other(text) => Value::String(text.to_string()),
            DataValue::Whole(number) => Value::from(*number),
            DataValue::Number(number) => Value::from(*number),
            DataValue::Flag(is_true) => Value::Bool(*is_true),
            DataValue::List(values) => Value::Array(values.iter().map(|found| value(&found.value)).collect()),
            DataValue::Table(entries) => table(entries),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        name: String,
        #[serde(default)]
        share: f64,
        unit: Vec<Unit>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Unit {
        face: u8,
        moves: Option<[i8; 2]>,
        #[serde(default)]
        far: bool,
    }

    const GOOD: &str =
        "name = 'Own \"rules\"'\nshare = 0.5\n[[unit]]\nface = 0x1f\n[[unit]]\nface = 2\nmoves = [-1, 3]\nfar = true\n";

    #[test]
    fn both_ways_read_the_same() {
        let file: File = read_toml(GOOD).unwrap();
        assert_eq!(file.unit[0].face, 31);
        assert_eq!(by_values::read::<File>(GOOD).unwrap(), file);
    }

    #[test]
    fn both_ways_refuse_the_same() {
        let wrong = ["face = 2", "face = 300", "face = 'two'", "face = 9999999999999999999", "face = 1979-05-27"];
        for (index, unit) in wrong.into_iter().enumerate() {
            let more = if index == 0 { "feet = 2" } else { "" };
            let text = format!("name = 'x'\n[[unit]]\n{unit}\n{more}\n");
            assert!(read_toml::<File>(&text).is_err() && by_values::read::<File>(&text).is_err(), "{text}");
        }
        let cut = "name = 'x'\nunit = [";
        assert_eq!(read_toml::<File>(cut).unwrap_err().span, by_values::read::<File>(cut).unwrap_err().span);
    }
}
