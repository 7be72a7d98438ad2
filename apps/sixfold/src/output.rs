//! Plain text for people, JSON for programs: one line a thing either way.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::failure::Failure;

/// Standard output, in one of the two forms.
pub(crate) struct Output {
    json: bool,
    out: BufWriter<StdoutLock<'static>>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, out: BufWriter::new(io::stdout().lock()) }
    }

    /// Says a thing: its text to people, itself to programs.
    pub(crate) fn say(&mut self, thing: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), Failure> {
        if self.json { self.json(thing) } else { Ok(writeln!(self.out, "{}", text())?) }
    }

    /// Says a thing as JSON, on one line, whoever listens.
    pub(crate) fn json(&mut self, thing: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, thing).map_err(io::Error::from)?;
        Ok(writeln!(self.out)?)
    }

    /// Makes sure that everything said so far was heard, before something that takes long.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}
