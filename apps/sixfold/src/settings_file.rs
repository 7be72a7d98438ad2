//! The file with the settings of a server: TOML, a line a setting.

use std::collections::HashMap;
use std::path::Path;

use toml::de::{DeTable, DeValue};

use crate::failure::Failure;
use crate::settings::nearest;

/// The most bytes of such a file. It has a line a setting.
const MOST_BYTES: u64 = 64 * 1024;

/// A setting in the file.
pub(crate) struct Given {
    pub(crate) values: Vec<String>,
    pub(crate) line: usize,
}

/// Every setting in a file, by name. A name that is not known is refused with the nearest one that is.
pub(crate) fn read(file: &Path, known: &[&str]) -> Result<HashMap<String, Given>, Failure> {
    let failed = |error: &std::io::Error| Failure::file(file, error);
    if std::fs::metadata(file).map_err(|error| failed(&error))?.len() > MOST_BYTES {
        return Err(Failure::Input(format!("{}: at most {MOST_BYTES} bytes would be right", file.display())));
    }
    let text = std::fs::read_to_string(file).map_err(|error| failed(&error))?;
    let line_at = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    let wrong_at = |line: usize, problem: &str| Failure::Input(format!("{}, line {line}: {problem}", file.display()));
    // The error as it is shown would quote the line, and a password may be in there.
    let parsed = DeTable::parse(&text);
    let table =
        parsed.map_err(|error| wrong_at(line_at(error.span().map_or(0, |span| span.start)), error.message()))?;
    let mut given = HashMap::new();
    for (name, value) in table.into_inner() {
        let line = line_at(name.span().start);
        let wrong = |problem: String| wrong_at(line, &problem);
        let name = name.into_inner().into_owned();
        if matches!(value.get_ref(), DeValue::Table(_)) {
            return Err(wrong(format!("`{name}` is a table; settings stand side by side, without a heading")));
        }
        if !known.contains(&name.as_str()) {
            let near = nearest(&name, known).unwrap_or_default();
            return Err(wrong(format!("there is no setting `{name}`; did you mean `{near}`?")));
        }
        let values = match value.into_inner() {
            DeValue::Array(values) => values.iter().map(|value| scalar(value.get_ref())).collect(),
            value => scalar(&value).map(|value| vec![value]),
        };
        let plain = || wrong(format!("{name}: a text, a number, true, false or a list of these would be right"));
        given.insert(name.clone(), Given { values: values.ok_or_else(plain)?, line });
    }
    Ok(given)
}

/// A value as the command line would have it.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n.to_string()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(switch) => Some(switch.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}
