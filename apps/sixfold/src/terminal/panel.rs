//! What stands beside the board (or under it in a narrow window): who plays, what is expected, what happened.

use catalog::Picture;
use game::Seat;
use scene::{Gauge, Tray};

use super::canvas::{Canvas, Ink, Look};
use super::keys::HELP;
use super::pieces::{self, seat_glyph};
use super::session::Session;

/// Lines above the board.
pub(crate) const TITLE_LINES: usize = 2;
const GAP: usize = 3;
const NARROWEST: usize = 30;
const WIDEST: usize = 52;

/// So many lines of what happened are worth more than charts.
const LEAST_HISTORY: usize = 4;
/// So many lines are worth more than what others have beside the board.
const LEAST_BESIDE_TRAYS: usize = 10;
/// Entries of the menu that get a line each.
const MOST_A_LINE_EACH: usize = 4;
/// What the panel needs under the board to say the least.
const LOWEST: usize = 6;

/// Whether a board of this size leaves room for the panel in a window of that size.
pub(crate) fn fits(board: (usize, usize), window: (u16, u16)) -> bool {
    let (width, height) = (usize::from(window.0), usize::from(window.1));
    let under = if has_room_beside(board.0, width) { 0 } else { 1 + LOWEST };
    board.0 <= width && TITLE_LINES + board.1 + under <= height
}

fn has_room_beside(board_width: usize, width: usize) -> bool {
    width >= board_width + GAP + NARROWEST
}

/// Everything that the panel tells.
pub(crate) struct Panel<'a> {
    pub(crate) session: &'a Session,
    pub(crate) picture: &'a Picture,
    pub(crate) look: Look,
    /// The name of the place under the cursor.
    pub(crate) cursor: Option<&'a str>,
    /// What stands there, in words, where the board does not say it all.
    pub(crate) piece: Option<String>,
    /// What the pick under the cursor would do.
    pub(crate) story: Vec<String>,
    /// What chance may make of it: each with its weight.
    pub(crate) odds: Vec<(String, u32)>,
    /// What it would pay, and to whom.
    pub(crate) pays: &'a [Gauge],
    /// Why the place under the cursor cannot be picked.
    pub(crate) why_not: Option<String>,
    /// What can be picked beside the board, by key.
    pub(crate) menu: Vec<(char, String)>,
    /// What was picked of an action that is not complete.
    pub(crate) picked: Vec<String>,
    pub(crate) log: &'a [String],
    pub(crate) note: Option<String>,
    /// How much of its thinking the computer has done.
    pub(crate) thinking: Option<f32>,
    pub(crate) help: bool,
}

impl Panel<'_> {
    /// The whole screen: title, board, and the panel where there is room for it.
    pub(crate) fn beside(&self, board: &Canvas, (width, height): (u16, u16)) -> Canvas {
        let (width, height) = (usize::from(width), usize::from(height));
        let mut screen = Canvas::default();
        self.title(&mut screen, width);
        let (column, line, lines) = if self.help {
            // The keys take the place of the board: beside it they would be cut in a small window.
            (2, TITLE_LINES - 1, help(width.saturating_sub(3)))
        } else {
            screen.paste(0, TITLE_LINES, board);
            let beside = has_room_beside(board.width(), width);
            let under = TITLE_LINES + board.height() + 1;
            let (column, line) = if beside { (board.width() + GAP, TITLE_LINES) } else { (2, under) };
            let room = (width.saturating_sub(column + 1).min(WIDEST), height.saturating_sub(line));
            (column, line, self.lines(room, beside))
        };
        for (offset, (text, ink)) in lines.into_iter().take(height.saturating_sub(line)).enumerate() {
            screen.write(column, line + offset, &text, ink);
        }
        screen
    }

    /// Two lines above the board: whose turn it is and what is expected, and what is played here.
    fn title(&self, screen: &mut Canvas, width: usize) {
        let (text, ink) = match (self.session.result(), self.thinking, self.session.table().actor()) {
            (Some(result), ..) => (result, Ink::Bold),
            (None, Some(done), Some(seat)) => {
                let who = if self.session.person_acts() {
                    "Looking for a hint".to_owned()
                } else {
                    format!("{} thinks", self.session.seat_name(seat))
                };
                (format!("{who} {}", bar(done)), Ink::Seat(seat.0))
            }
            (None, _, seat) => {
                (self.session.say(&self.picture.expected), seat.map_or(Ink::Bold, |seat| Ink::Seat(seat.0)))
            }
        };
        let cut = |text: &str| text.chars().take(width.saturating_sub(3)).collect::<String>();
        screen.write(2, 0, &cut(&text), ink);
        screen.write(2, 1, &cut(&self.session.about(self.picture)), Ink::Dim);
    }

    fn lines(&self, (width, height): (usize, usize), beside: bool) -> Vec<(String, Ink)> {
        let mut lines = Vec::new();
        for seat in Seat::first(self.session.table().seats()) {
            let ink = if self.is_out(seat) { Ink::Dim } else { Ink::Seat(seat.0) };
            lines.push((self.seat_line(seat, width), ink));
        }
        lines.extend(self.tray_lines(height));
        let shared = self.picture.scene.gauges.iter().filter(|gauge| gauge.seat.is_none());
        lines.extend(shared.map(|gauge| (self.session.gauge(gauge), Ink::Dim)));
        for note in &self.picture.scene.notes {
            lines.extend(wrap(&self.session.say(note), width).into_iter().map(|line| (line, Ink::Dim)));
        }
        if beside {
            lines.push((String::new(), Ink::Plain));
        }
        let here = match (&self.why_not, self.story.is_empty(), self.cursor) {
            (Some(why), ..) => Some((why.clone(), Ink::Dim)),
            (None, false, _) => Some((format!("Enter: {}", self.story.join("; ")), Ink::Plain)),
            (None, true, Some(name)) if self.session.person_acts() => Some((name.to_owned(), Ink::Dim)),
            _ => None,
        };
        if !self.picked.is_empty() {
            lines.extend(wrap(&format!("Picked: {}", self.picked.join(", ")), width).into_iter().map(plain));
        }
        lines.extend(self.menu_lines(width).into_iter().map(|line| (line, Ink::Bold)));
        let note = self.note.clone().map(|note| (note, Ink::Accent));
        if let (Some(piece), Some(name), true) = (&self.piece, self.cursor, self.session.person_acts()) {
            lines.extend(wrap(&format!("{name}: {piece}"), width).into_iter().map(plain));
        }
        let here = here.filter(|(text, _)| self.piece.is_none() || Some(text.as_str()) != self.cursor);
        if let Some((text, ink)) = note.or(here) {
            lines.extend(wrap(&text, width).into_iter().map(|line| (line, ink)));
        }
        if self.note.is_none() {
            lines.extend(odds_lines(&self.odds, width).into_iter().map(|line| (line, Ink::Plain)));
            lines.extend(self.pays_lines());
        }
        lines.push((String::new(), Ink::Plain));
        let keys = match self.session.table().actor() {
            Some(_) if self.session.may_begin_again() => "n play again · u take back · ? all keys · x leave",
            Some(_) => "Enter picks · arrows or QWEASD move · u undo · h hint · r resign · ? all keys · x leave",
            None => "n play again · u take back · ? all keys · x leave",
        };
        let keys = wrap(keys, width);
        if beside {
            // Charts only where they leave room for what happened.
            let charts = self.chart_lines(width);
            if lines.len() + charts.len() + keys.len() + LEAST_HISTORY <= height {
                lines.extend(charts);
            }
        }
        let room = height.saturating_sub(lines.len() + keys.len() + 1);
        let history: Vec<String> =
            self.log.iter().rev().flat_map(|told| wrap(told, width).into_iter().rev()).take(room).collect();
        lines.extend(history.into_iter().rev().map(|line| (line, Ink::Plain)));
        if beside {
            lines.push((String::new(), Ink::Plain));
        }
        lines.extend(keys.into_iter().map(|line| (line, Ink::Dim)));
        lines
    }

    fn seat_line(&self, seat: Seat, width: usize) -> String {
        let glyph = seat_glyph(seat, self.session.seat_names(), self.look);
        let gauges = self.picture.scene.gauges.iter().filter(|gauge| gauge.seat == Some(seat));
        let gauges: Vec<String> = gauges.map(|gauge| self.session.gauge(gauge)).collect();
        let arrow = if self.session.table().actor() == Some(seat) { '>' } else { ' ' };
        let name = self.session.seat_name(seat);
        // What is counted comes before who it is: a narrow window cuts the end.
        let counted = if gauges.is_empty() { String::new() } else { format!(": {}", gauges.join(", ")) };
        let out = if self.is_out(seat) { ", out" } else { "" };
        let line = |who: String| format!("{arrow} {glyph} {name}{counted} ({who}{out})");
        let whole = line(self.session.player_name(seat));
        if whole.chars().count() <= width { whole } else { line(self.session.player_in_short(seat)) }
    }

    /// Whether a seat takes part in a running game no more.
    fn is_out(&self, seat: Seat) -> bool {
        !self.session.table().standing().has_part(seat)
    }

    /// What lies beside the board: all of it where there is room, else what whoever acts has.
    fn tray_lines(&self, height: usize) -> Vec<(String, Ink)> {
        let trays = &self.picture.scene.trays;
        let all = usize::from(self.session.table().seats()) + trays.len() + LEAST_BESIDE_TRAYS <= height;
        let shown = |tray: &&Tray| all || tray.seat.is_none() || tray.seat == self.session.table().actor();
        let line = |tray: &Tray| {
            let items: Vec<String> = tray.items.iter().map(pieces::tray_item_in_short).collect();
            let glyph = tray.seat.map(|seat| seat_glyph(seat, self.session.seat_names(), self.look));
            let text = format!("  {} {}: {}", glyph.unwrap_or(' '), self.session.say(&tray.label), items.join(" "));
            (text, tray.seat.map_or(Ink::Plain, |seat| Ink::Seat(seat.0)))
        };
        trays.iter().filter(shown).map(line).collect()
    }

    /// What can be picked beside the board: a line each, or one after the other where they are many.
    fn menu_lines(&self, width: usize) -> Vec<String> {
        let mut entries: Vec<String> = self.menu.iter().map(|(key, entry)| format!("{key} {entry}")).collect();
        let routine = self.picture.routine.as_ref().filter(|_| self.picked.is_empty());
        entries.extend(routine.map(|routine| format!("o {}", self.session.say(&routine.label))));
        if entries.len() <= MOST_A_LINE_EACH {
            return entries;
        }
        let glued: Vec<String> = entries.iter().map(|entry| entry.replace(' ', "\u{a0}")).collect(); // no break within one
        wrap(&glued.join(" · "), width).into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
    }

    /// What would be paid to whom, as bars.
    fn pays_lines(&self) -> Vec<(String, Ink)> {
        const BAR: i64 = 16;
        let most = self.pays.iter().map(|gauge| gauge.value).max().unwrap_or(0).max(1);
        let line = |gauge: &Gauge| {
            let (name, ink) = match gauge.seat {
                Some(seat) => (self.session.seat_name(seat), Ink::Seat(seat.0)),
                None => (self.session.say(&gauge.label), Ink::Plain),
            };
            let full = "█".repeat((gauge.value.max(0) * BAR / most) as usize);
            (format!("{:>6} {full} {name}", self.session.number(&gauge.shown())), ink)
        };
        self.pays.iter().map(line).collect()
    }

    /// Every chart in a line a seat: the last turns as small bars.
    fn chart_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let mut lines = Vec::new();
        for chart in &self.picture.scene.charts {
            let most = chart.lines.iter().flat_map(|line| &line.values).copied().max().unwrap_or(0).max(1);
            lines.push((self.session.say(&chart.label), Ink::Dim));
            for line in &chart.lines {
                let glyph = seat_glyph(line.seat, self.session.seat_names(), self.look);
                let last = line.values.len().saturating_sub(width.saturating_sub(12));
                let bars: String = line.values[last..].iter().map(|value| spark(*value, most)).collect();
                let value = chart.shown(line.values.last().copied().unwrap_or_default());
                lines.push((format!("{glyph} {bars} {}", self.session.number(&value)), Ink::Seat(line.seat.0)));
            }
        }
        if !lines.is_empty() {
            lines.push((String::new(), Ink::Plain));
        }
        lines
    }
}

fn plain(line: String) -> (String, Ink) {
    (line, Ink::Plain)
}

/// A value as a small bar, eight steps high.
fn spark(value: i64, most: i64) -> char {
    const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    STEPS[(value.clamp(0, most) * 7 / most) as usize]
}

fn bar(done: f32) -> String {
    const STEPS: usize = 20;
    let full = (done.clamp(0.0, 1.0) * STEPS as f32) as usize;
    format!("{}{} {:.0} %", "█".repeat(full), "░".repeat(STEPS - full), done * 100.0)
}

/// A line for each thing that may happen: how likely, as a bar and in percent.
fn odds_lines(odds: &[(String, u32)], width: usize) -> Vec<String> {
    const BAR: usize = 16;
    let sum: u32 = odds.iter().map(|(_, weight)| weight).sum();
    let line = |(what, weight): &(String, u32)| {
        let full = (*weight as usize * BAR).div_ceil(sum as usize);
        // The name before the bar: a narrow window cuts the end.
        let text = format!("{:>3} % {what:<14} {}", weight * 100 / sum, "█".repeat(full));
        text.chars().take(width).collect()
    };
    odds.iter().map(line).collect()
}

/// The screen while it goes from one person to the next: nothing that either may not see.
pub(crate) fn hand_over(session: &Session, to: Seat, (width, height): (u16, u16)) -> Canvas {
    let mut screen = Canvas::default();
    let who = session.seat_name(to);
    let lines = [
        format!("{who} is next."),
        format!("Hand the screen to {who}, then press Enter."),
        String::new(),
        "x leaves".to_owned(),
    ];
    let top = usize::from(height / 2).saturating_sub(2);
    for (offset, (text, ink)) in lines.iter().zip([Ink::Seat(to.0), Ink::Bold, Ink::Plain, Ink::Dim]).enumerate() {
        let column = usize::from(width).saturating_sub(text.chars().count()) / 2;
        screen.write(column, top + offset, text, ink);
    }
    screen
}

fn help(width: usize) -> Vec<(String, Ink)> {
    const COLUMN: usize = 14;
    let mut lines = vec![("Keys".to_owned(), Ink::Bold)];
    for (keys, what) in HELP {
        for (index, part) in wrap(what, width.saturating_sub(COLUMN)).into_iter().enumerate() {
            lines.push((format!("{:<COLUMN$}{part}", if index == 0 { keys } else { "" }), Ink::Plain));
        }
    }
    lines.push(("any key goes back".to_owned(), Ink::Dim));
    lines
}

/// Breaks a text into lines at blanks.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn the_bar_fills() {
        assert!(bar(0.0).starts_with("░░░"));
        assert!(bar(1.0).starts_with("████████████████████ 100 %"));
    }
}
