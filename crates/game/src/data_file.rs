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

fn wrong(text: &str, error: &toml::de::Error) -> DataError {
    let span = error.span();
    let line = span.clone().map(|span| 1 + text.bytes().take(span.start).filter(|&byte| byte == b'\n').count());
    DataError { span, line, problem: error.message().to_owned() }
}

/// The page's way, which tests compare with the other one.
#[cfg(any(test, target_arch = "wasm32"))]
mod by_values {
    use serde::de::DeserializeOwned;
    use serde_json::{Map, Value};
    use toml::de::{DeTable, DeValue};

    use super::{DataError, wrong};
    use crate::values::read_value;

    pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, DataError> {
        let parsed = DeTable::parse(text).map_err(|error| wrong(text, &error))?;
        read_value(&table(parsed.get_ref())).map_err(|error| DataError {
            span: None,
            line: None,
            problem: error.to_string(),
        })
    }

    fn table(entries: &DeTable<'_>) -> Value {
        let mut map = Map::new();
        for (name, found) in entries {
            map.insert(name.get_ref().to_string(), value(found.get_ref()));
        }
        Value::Object(map)
    }

    /// A value of TOML as JSON. A number that is out of range and a date become texts, which no number is read from.
    fn value(found: &DeValue<'_>) -> Value {
        match found {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| Value::String(number.as_str().to_owned()), Value::from),
            DeValue::Float(number) => {
                number.as_str().parse::<f64>().map_or_else(|_| Value::String(number.as_str().to_owned()), Value::from)
            }
            DeValue::Boolean(is_true) => Value::Bool(*is_true),
            DeValue::Datetime(date) => Value::String(date.to_string()),
            DeValue::Array(values) => Value::Array(values.iter().map(|found| value(found.get_ref())).collect()),
            DeValue::Table(entries) => table(entries),
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
