//! The sheet of a piece in words, for a terminal and for people who do not see the page.

use scene::{Fact, Gauge, Sheet, Side};

use crate::{Client, sentence};

impl Client {
    /// Everything on a sheet.
    pub fn sheet_in_words(&self, sheet: &Sheet) -> String {
        let title = sentence(&format!("{}: {}", self.seat_name(sheet.seat), self.say(&sheet.title)));
        let gauges = sheet.gauges.iter().map(|gauge| self.gauge_in_words(gauge)).collect::<Vec<_>>().join(", ");
        let sides = sheet.sides.iter().map(|side| self.side_in_words(side)).collect::<Vec<_>>().join(" ");
        let facts = sheet.facts.iter().map(|fact| self.fact_in_words(fact)).collect::<Vec<_>>().join(", ");
        let facts = if facts.is_empty() { facts } else { format!("{} ", sentence(&facts)) };
        format!("{title} {} {sides} {facts}{}", sentence(&gauges), self.say_all(&sheet.lines))
    }

    /// One side of a piece, with its layers.
    pub fn side_in_words(&self, side: &Side) -> String {
        let layers = side.layers.iter().map(|gauge| self.gauge_in_words(gauge));
        sentence(&format!("{}: {}", self.say(&side.label), layers.collect::<Vec<_>>().join(", ")))
    }

    /// A value with its name.
    pub fn fact_in_words(&self, fact: &Fact) -> String {
        format!("{} {}", self.say(&fact.label), self.say(&fact.value))
    }

    /// What is counted, with the most that there could be.
    pub fn gauge_in_words(&self, gauge: &Gauge) -> String {
        format!("{} {}", self.say(&gauge.label), self.gauge_number(gauge))
    }
}
