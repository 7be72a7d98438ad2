//! Output of commands: plain text for people, or one JSON object a line for programs.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::failure::Failure;

pub(crate) struct Output {
    json: bool,
    out: BufWriter<StdoutLock<'static>>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, out: BufWriter::new(io::stdout().lock()) }
    }

    /// Prints the text for people, or the thing itself as JSON for programs.
    pub(crate) fn say(&mut self, thing: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), Failure> {
        if self.json { self.json(thing) } else { Ok(writeln!(self.out, "{}", text())?) }
    }

    /// Prints a thing as one line of JSON, with or without `--json`.
    pub(crate) fn json(&mut self, thing: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, thing).map_err(io::Error::from)?;
        Ok(writeln!(self.out)?)
    }

    /// Flushes the output, before work that takes long.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}
