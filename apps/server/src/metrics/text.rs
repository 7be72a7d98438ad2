//! The text format of Prometheus, version 0.0.4: a line of help and a line with the type for each metric, then its samples.

use std::fmt::{Display, Write as _};

use super::numbers::Histogram;

/// The media type of the format.
pub(crate) const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A text that metrics are written to.
#[derive(Default)]
pub(super) struct Text(String);

impl Text {
    pub(super) fn into_string(self) -> String {
        self.0
    }

    pub(super) fn gauge(&mut self, name: &str, help: &str, value: u64) {
        self.head(name, help, "gauge");
        self.line(name, "", value);
    }

    pub(super) fn counter(&mut self, name: &str, help: &str, value: u64) {
        self.head(name, help, "counter");
        self.line(name, "", value);
    }

    /// A gauge that is always 1 and says something by its label.
    pub(super) fn info(&mut self, name: &str, help: &str, label: &str, value: &str) {
        self.head(name, help, "gauge");
        self.line(name, &format!("{{{label}=\"{value}\"}}"), 1);
    }

    /// A counter for each value of a label. The values need no escapes: they are words of this program.
    pub(super) fn counters(&mut self, name: &str, help: &str, label: &str, values: Vec<(impl Display, u64)>) {
        self.head(name, help, "counter");
        for (kind, value) in values {
            self.line(name, &format!("{{{label}=\"{kind}\"}}"), value);
        }
    }

    pub(super) fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.head(name, help, "histogram");
        let (buckets, all, sum) = histogram.values();
        for (bound, count) in buckets {
            self.line(&format!("{name}_bucket"), &format!("{{le=\"{bound}\"}}"), count);
        }
        self.line(&format!("{name}_bucket"), "{le=\"+Inf\"}", all);
        self.line(&format!("{name}_sum"), "", sum);
        self.line(&format!("{name}_count"), "", all);
    }

    fn head(&mut self, name: &str, help: &str, kind: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &str, value: impl Display) {
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }
}
