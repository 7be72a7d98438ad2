//! The sheet of a piece in words, for people who do not see it.

use scene::{Gauge, Sheet, Side};

use crate::table::{Table, sentence};

/// Everything on a sheet.
pub(crate) fn sheet_in_words(table: &Table, sheet: &Sheet) -> String {
    let title = sentence(&format!("{}: {}", table.seat_name(sheet.seat), table.say(&sheet.title)));
    let gauges = sheet.gauges.iter().map(|gauge| gauge_in_words(table, gauge)).collect::<Vec<_>>().join(", ");
    let sides = sheet.sides.iter().map(|side| side_in_words(table, side)).collect::<Vec<_>>().join(" ");
    format!("{title} {} {sides} {}", sentence(&gauges), table.say_all(&sheet.lines))
}

pub(crate) fn side_in_words(table: &Table, side: &Side) -> String {
    let layers = side.layers.iter().map(|gauge| gauge_in_words(table, gauge));
    sentence(&format!("{}: {}", table.say(&side.label), layers.collect::<Vec<_>>().join(", ")))
}

pub(crate) fn gauge_in_words(table: &Table, gauge: &Gauge) -> String {
    let number = |number| table.texts.number(&number);
    let of = gauge.most_shown().map_or_else(String::new, |most| format!("/{}", number(most)));
    format!("{} {}{of}", table.say(&gauge.label), number(gauge.shown()))
}
