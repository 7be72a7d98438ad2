//! The panel beside the board, or under it in a narrow window: the players, the choices, previews, and what happened.

use client::{Client, capital};
use crossterm::event::KeyCode;
use game::{Message, Seat};
use scene::{Gauge, Tray};

use super::board::END_SIGN;
use super::canvas::{Canvas, Ink, Look};
use super::help::command_key;
use super::menu::{self, Choice, Entry};
use super::pieces::{self, seat_glyph};
use super::series::Series;
use super::telling::Telling;
use super::text::{cut, wrap, wrap_list};
use super::window::Window;
use super::{sheet, words};

/// The history gets at least this many lines before sheets and charts get any.
const LEAST_HISTORY: usize = 4;
/// The trays of all seats are shown only if at least this many lines remain.
const LEAST_BESIDE_TRAYS: usize = 10;
/// In a panel with fewer lines, the keys of a plan are shown in the help only.
const LOW_PANEL: usize = 10;
/// Up to this many menu entries get a line each.
const MOST_A_LINE_EACH: usize = 4;

pub(crate) struct Panel<'a> {
    pub(crate) series: &'a Series,
    pub(crate) look: Look,
    /// The preview or the reason for the place that is looked at.
    pub(crate) telling: Telling,
    /// A question or a message that replaces `telling`.
    pub(crate) note: Option<String>,
    pub(crate) menu: &'a [Entry],
    /// The part of its thinking that the computer has done, from 0 to 1.
    pub(crate) thinking: Option<f32>,
    /// The words of the lesson, if this is one.
    pub(crate) coach: Option<Coach>,
}

/// The words of a lesson.
pub(crate) struct Coach {
    /// The one thing to do.
    pub(crate) aim: String,
    /// The number of the step.
    pub(crate) step: String,
    /// The explanation, the praise or the reason, and what is pointed out.
    pub(crate) words: Vec<(String, Ink)>,
    /// Whether the step is done or missed.
    pub(crate) is_decided: bool,
}

/// The importance of a part of the panel if there is not room for all. The first is the most important.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Choice,
    Telling,
    /// The legend of the overlay that is shown.
    Legend,
    Seats,
    /// The order in which pieces act now.
    Queue,
    Keys,
    Trays,
    History,
    Match,
    Sheet,
    /// The orders in which pieces act before or after that.
    OtherQueues,
    Charts,
}

struct Part {
    rank: Rank,
    lines: Vec<(String, Ink)>,
    /// Whether an empty line is put before the part if there is room.
    apart: bool,
    /// Whether the part is left out if it does not fit as a whole.
    whole: bool,
}

impl Panel<'_> {
    fn client(&self) -> &Client {
        self.series.client()
    }

    fn tell(&self, message: &Message) -> String {
        self.series.tongue().tell(message)
    }

    /// Draws the whole screen: title, board and panel. Also returns whether the panel shows the sheet.
    pub(crate) fn around(&self, board: &Canvas, window: &Window, width: u16) -> (Canvas, bool) {
        let mut screen = Canvas::default();
        self.title(&mut screen, usize::from(width));
        screen.paste(window.board.column, window.board.line, board);
        let (lines, has_sheet) = self.lines(window);
        for (offset, (text, ink)) in lines.into_iter().enumerate() {
            let text = cut(&text, window.longest_line);
            screen.write(window.panel.column, window.panel.line + offset, &text, ink);
        }
        (screen, has_sheet)
    }

    /// Draws the two lines above the board: whose turn it is and what is expected, and which game is played.
    fn title(&self, screen: &mut Canvas, width: usize) {
        let client = self.client();
        let of_seat = |seat: Option<Seat>| seat.map_or(Ink::Bold, |seat| Ink::Seat(seat.0));
        if let Some(coach) = &self.coach {
            let room = width.saturating_sub(3);
            screen.write(2, 0, &cut(&coach.aim, room), Ink::Bold);
            screen.write(2, 1, &cut(&coach.step, room), Ink::Dim);
            return;
        }
        let (text, ink) = match (words::result(client), self.thinking, client.actor()) {
            (Some(result), ..) => (result, Ink::Bold),
            (None, Some(done), Some(seat)) => {
                let who = if client.acts_here() {
                    self.series.tongue().say("hint.thinking")
                } else {
                    self.tell(&Message::new("thinks").with("seat", client.seat_name(seat)))
                };
                (format!("{who} {}", bar(done)), Ink::Seat(seat.0))
            }
            (None, _, seat) => match client.hands_on_to() {
                Some(next) => (
                    self.tell(&Message::new("hand-over.when-seen").with("seat", client.seat_name(next))),
                    of_seat(seat),
                ),
                None => (words::expected(client), of_seat(seat)),
            },
        };
        let room = width.saturating_sub(3);
        let about = (words::about(client), Ink::Dim);
        // The text about what is expected gets both lines if it needs them.
        let mut lines: Vec<(String, Ink)> = match wrap(&text, room).as_slice() {
            [first, rest @ ..] if !rest.is_empty() && room > 0 => vec![(first.clone(), ink), (rest.join(" "), ink)],
            _ => vec![(text, ink), about],
        };
        for (line, (text, ink)) in lines.drain(..).enumerate() {
            screen.write(2, line, &cut(&text, room), ink);
        }
    }

    /// The lines of the panel, and whether the sheet is among them.
    fn lines(&self, window: &Window) -> (Vec<(String, Ink)>, bool) {
        let (width, height) = (window.panel.width, window.panel.height);
        let part = |rank, lines| Part { rank, lines, apart: false, whole: false };
        let choice = self.choice_lines(width, height < LOW_PANEL);
        let nothing_to_choose = choice.is_empty();
        let is_asked_for = self.client().overlay_shown().is_some() || self.client().danger.is_shown();
        let legend = if is_asked_for { Rank::Legend } else { Rank::Match };
        // A verdict comes before everything else, an explanation after what can be chosen.
        let is_decided = self.coach.as_ref().is_some_and(|coach| coach.is_decided);
        let coach = if is_decided { Rank::Choice } else { Rank::Legend };
        let mut parts = vec![
            part(coach, self.coach_lines(width)),
            part(Rank::Seats, self.seat_lines(window.longest_line)),
            part(Rank::Trays, self.tray_lines(height)),
            part(Rank::Match, self.match_lines(width)),
            part(Rank::Queue, self.queue_lines(width, true)),
            Part { whole: true, ..part(Rank::OtherQueues, self.queue_lines(width, false)) },
            Part { apart: true, ..part(Rank::Choice, choice) },
            Part { apart: nothing_to_choose, ..part(Rank::Telling, self.telling_lines(width)) },
            Part { apart: true, ..part(legend, self.legend_lines(width)) },
            Part { apart: true, whole: true, ..part(Rank::Sheet, self.sheet_lines(width)) },
        ];
        if window.beside {
            parts.push(Part { apart: true, whole: true, ..part(Rank::Charts, self.chart_lines(width)) });
        }
        parts.push(Part { apart: true, ..part(Rank::History, history_lines(self.client(), width, height)) });
        parts.push(Part { apart: true, ..part(Rank::Keys, self.key_lines(width)) });
        let has_sheet = shown_in(&mut parts, height).contains(&Rank::Sheet);
        // The words of a lesson come first and stand apart from the rest.
        let is_coached = self.coach.is_some();
        let mut lines = Vec::new();
        let mut left = height.saturating_sub(parts.iter().map(|part| part.lines.len()).sum());
        for part in parts.into_iter().filter(|part| !part.lines.is_empty()) {
            let apart = part.apart || (is_coached && part.rank == Rank::Seats);
            if apart && !lines.is_empty() && left > 0 && window.beside {
                lines.push((String::new(), Ink::Plain));
                left -= 1;
            }
            lines.extend(part.lines);
        }
        (lines, has_sheet)
    }

    fn coach_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let words = self.coach.iter().flat_map(|coach| &coach.words);
        words.flat_map(|(text, ink)| wrap(text, width).into_iter().map(|line| (line, *ink))).collect()
    }

    fn seat_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let ink = |seat: Seat| if self.client().takes_part(seat) { Ink::Seat(seat.0) } else { Ink::Dim };
        Seat::first(self.client().seats).map(|seat| (self.seat_line(seat, width), ink(seat))).collect()
    }

    fn seat_line(&self, seat: Seat, width: usize) -> String {
        let client = self.client();
        let glyph = seat_glyph(seat, client.game.info().seat_names, self.look);
        let gauges = client.picture.scene.gauges.iter().filter(|gauge| gauge.seat == Some(seat));
        let gauges: Vec<String> = gauges.map(|gauge| client.count_in_words(gauge)).collect();
        let arrow = if client.actor() == Some(seat) { '>' } else { ' ' };
        let name = client.seat_name(seat);
        // The gauges come before the player's name, because a narrow window cuts the end.
        let counted = if gauges.is_empty() { String::new() } else { format!(": {}", gauges.join(", ")) };
        let out = if client.takes_part(seat) { String::new() } else { self.series.tongue().say("player.out") };
        let line = |who: String| format!("{arrow} {glyph} {name}{counted} ({who}{out})");
        let without = format!("{arrow} {glyph} {name}{counted}{out}");
        let lines = [line(client.player_in_words(seat)), line(self.player_in_short(seat))];
        lines.into_iter().find(|line| line.chars().count() <= width).unwrap_or(without)
    }

    /// The player of a seat, in short.
    fn player_in_short(&self, seat: Seat) -> String {
        match self.series.local().level(seat) {
            Some(level) => self.tell(&Message::new("player.level").with("level", level.name.clone())),
            None => self.client().player_in_words(seat),
        }
    }

    /// The trays: all of them if there is room, otherwise those of the seat that acts and of no seat.
    fn tray_lines(&self, height: usize) -> Vec<(String, Ink)> {
        let client = self.client();
        let trays = &client.picture.scene.trays;
        let all = usize::from(client.seats) + trays.len() + LEAST_BESIDE_TRAYS <= height;
        let shown = |tray: &&Tray| all || tray.seat.is_none() || tray.seat == client.actor();
        let line = |tray: &Tray| {
            let items: Vec<String> = tray.items.iter().map(pieces::tray_item_in_short).collect();
            let glyph = tray.seat.map(|seat| seat_glyph(seat, client.game.info().seat_names, self.look));
            let text = format!("  {} {}: {}", glyph.unwrap_or(' '), client.say(&tray.label), items.join(" "));
            (text, tray.seat.map_or(Ink::Plain, |seat| Ink::Seat(seat.0)))
        };
        trays.iter().filter(shown).map(line).collect()
    }

    /// The order in which pieces act now, or the others.
    fn queue_lines(&self, width: usize, now: bool) -> Vec<(String, Ink)> {
        let client = self.client();
        let queue = |queue: &scene::Queue| {
            let ink = if queue.runs { Ink::Plain } else { Ink::Dim };
            wrap(&client.queue_in_words(queue), width).into_iter().map(move |line| (line, ink))
        };
        client.picture.scene.queues.iter().filter(|queue| queue.runs == now).flat_map(queue).collect()
    }

    /// Facts about the match: gauges without a seat, and notes.
    fn match_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let client = self.client();
        let shared = client.picture.scene.gauges.iter().filter(|gauge| gauge.seat.is_none());
        let gauges = shared.map(|gauge| client.count_in_words(gauge));
        let notes = client.picture.scene.notes.iter().map(|note| client.say(note));
        gauges.chain(notes).flat_map(|text| dim(&text, width)).collect()
    }

    /// The plan and the picks, and what can be chosen next.
    fn choice_lines(&self, width: usize, is_low: bool) -> Vec<(String, Ink)> {
        let client = self.client();
        let mut lines = Vec::new();
        if let Some(plan) = words::plan(self.series) {
            lines.extend(wrap(&plan, width).into_iter().map(|line| (line, Ink::Bold)));
            if !is_low {
                lines.extend(dim_list(&self.series.tongue().say("plan.keys"), width));
            }
        }
        let picked: Vec<String> = client.pointing.picked().iter().map(|pick| words::pick(client, pick)).collect();
        if !picked.is_empty() {
            let picked = self.tell(&Message::new("picked.so-far").with("picks", picked.join(", ")));
            lines.extend(wrap(&picked, width).into_iter().map(|line| (line, Ink::Plain)));
        }
        lines.extend(self.stepper_line(width));
        lines.extend(self.menu_lines(width));
        lines.extend(self.switch_lines(width));
        lines
    }

    /// The stepper, with its keys.
    fn stepper_line(&self, width: usize) -> Vec<(String, Ink)> {
        let client = self.client();
        let Some(stepper) = client.stepper() else { return Vec::new() };
        let what = capital(&client.stepper_words(stepper.button.as_deref()));
        let ends = (stepper.numbers.first().copied(), stepper.numbers.last().copied());
        let message = match (stepper.planned, stepper.open) {
            (true, false) => Message::new("number.fixed"),
            (true, true) => Message::new("number.planned"),
            (false, _) => Message::new("number.open"),
        };
        let message = message.with("what", what).with("now", stepper.now);
        let message = message.with("least", ends.0.unwrap_or_default()).with("most", ends.1.unwrap_or_default());
        wrap(&self.tell(&message), width).into_iter().map(|line| (line, Ink::Bold)).collect()
    }

    /// The menu: a line for each entry, or a running list if there are many.
    fn menu_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let is_button = |entry: &&Entry| entry.is_on.is_none();
        let open = self.menu.iter().filter(is_button).filter(|entry| entry.choice != Choice::Nothing);
        let mut entries: Vec<String> =
            open.map(|entry| format!("{} {}", menu::key_sign(entry.key), entry.text)).collect();
        let routine = self.client().picture.routine.as_ref().filter(|_| self.client().pointing.picked().is_empty());
        entries.extend(routine.map(|routine| format!("o {}", self.client().say(&routine.label))));
        if entries.len() <= MOST_A_LINE_EACH {
            return entries.iter().flat_map(|entry| wrap(entry, width)).map(|line| (line, Ink::Bold)).collect();
        }
        wrap_list(&entries, "·", width).into_iter().map(|line| (line, Ink::Bold)).collect()
    }

    /// The switches, and their total.
    fn switch_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let spare = self.client().picture.scene.spare.as_ref().filter(|_| self.menu.iter().any(|e| e.is_on.is_some()));
        let spare = spare.map(|gauge| (capital(&self.client().gauge_in_words(gauge)), Ink::Plain));
        let mut lines: Vec<(String, Ink)> = spare.into_iter().collect();
        for entry in self.menu {
            let Some(on) = entry.is_on else { continue };
            let key = if entry.choice == Choice::Nothing { " ".to_owned() } else { menu::key_sign(entry.key) };
            let ink = if entry.choice == Choice::Nothing { Ink::Dim } else { Ink::Bold };
            let text = format!("{key} [{}] {}", if on { 'x' } else { ' ' }, entry.text);
            lines.extend(wrap(&text, width).into_iter().map(|line| (line, ink)));
        }
        if let Some(totals) = self.client().totals() {
            let story = totals.preview.story.last().map(std::slice::from_ref).unwrap_or_default();
            let words = self.client().say_all(story);
            lines
                .extend(wrap(&words, width).into_iter().filter(|line| !line.is_empty()).map(|line| (line, Ink::Plain)));
            let odds: Vec<(String, u32)> =
                totals.preview.odds.iter().map(|odds| (self.client().say(&odds.what), odds.weight)).collect();
            lines.extend(odds_lines(&odds, width));
            lines.extend(self.pays_lines(&totals.preview.pays));
        }
        lines
    }

    fn telling_lines(&self, width: usize) -> Vec<(String, Ink)> {
        if let Some(note) = &self.note {
            return wrap(note, width).into_iter().map(|line| (line, Ink::Accent)).collect();
        }
        let mut lines = Vec::new();
        for (text, ink) in &self.telling.texts {
            lines.extend(wrap(text, width).into_iter().map(|line| (line, *ink)));
        }
        lines.extend(odds_lines(&self.telling.odds, width));
        lines.extend(self.pays_lines(&self.telling.pays));
        lines
    }

    /// The payments of a preview, as bars.
    fn pays_lines(&self, pays: &[Gauge]) -> Vec<(String, Ink)> {
        const BAR: i64 = 16;
        let client = self.client();
        let most = pays.iter().map(|gauge| gauge.value).max().unwrap_or(0).max(1);
        let line = |gauge: &Gauge| {
            let (name, ink) = match gauge.seat {
                Some(seat) => (client.seat_name(seat), Ink::Seat(seat.0)),
                None => (client.say(&gauge.label), Ink::Plain),
            };
            let full = "█".repeat((gauge.value.max(0) * BAR / most) as usize);
            (format!("{:>6} {full} {name}", client.texts.number(&gauge.shown())), ink)
        };
        pays.iter().map(line).collect()
    }

    /// The legend of the signs over the board.
    fn legend_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let client = self.client();
        let mut lines = Vec::new();
        for words in words::danger(client) {
            lines.extend(wrap(&words, width).into_iter().map(|line| (line, Ink::Danger)));
        }
        if let Some(overlay) = client.overlay_shown() {
            let label = capital(&client.say(&overlay.label));
            lines.extend(wrap(&label, width).into_iter().map(|line| (line, Ink::Accent)));
            for (number, area) in (1..).zip(&overlay.areas) {
                let sign = char::from_digit(number, 36).unwrap_or(' ');
                lines.extend(dim(&format!("{sign} {}", client.say(&area.label)), width));
            }
        } else if !client.ends().is_empty() {
            lines.extend(dim(&format!("{END_SIGN} {}", self.series.tongue().say("ends")), width));
        }
        lines
    }

    fn sheet_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let client = self.client();
        client.sheet_shown().map_or_else(Vec::new, |sheet| sheet::lines(client, sheet, width))
    }

    /// The charts, a line for each seat: the last turns as small bars.
    fn chart_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let client = self.client();
        let mut lines = Vec::new();
        for chart in &client.charts {
            let most = chart.lines.iter().flat_map(|line| &line.values).copied().max().unwrap_or(0).max(1);
            lines.push((client.say(&chart.label), Ink::Dim));
            for line in &chart.lines {
                let glyph = seat_glyph(line.seat, client.game.info().seat_names, self.look);
                let last = line.values.len().saturating_sub(width.saturating_sub(12));
                let bars: String = line.values[last..].iter().map(|value| spark(*value, most)).collect();
                let value = chart.shown(line.values.last().copied().unwrap_or_default());
                lines.push((format!("{glyph} {bars} {}", client.texts.number(&value)), Ink::Seat(line.seat.0)));
            }
        }
        lines
    }

    /// The most important keys.
    fn key_lines(&self, width: usize) -> Vec<(String, Ink)> {
        let (client, tongue) = (self.client(), self.series.tongue());
        let taken: Vec<KeyCode> = self.menu.iter().map(|entry| entry.key).collect();
        let with_key =
            |letter: char, message: Message| Some(tongue.tell(&message.with("key", command_key(letter, &taken))));
        let acts = client.acts_here();
        let in_lesson = self.coach.is_some();
        let may_begin = client.may_begin_again() && !in_lesson;
        let lesson = |letter: char, message: Message| in_lesson.then(|| with_key(letter, message)).flatten();
        let arrows_taken = taken.contains(&KeyCode::Up) || taken.contains(&KeyCode::Left);
        let keys = [
            acts.then(|| tongue.say("keys.pick")),
            acts.then(|| tongue.say(if arrows_taken { "keys.move-letters" } else { "keys.move" })),
            may_begin.then(|| with_key('n', Message::new("keys.rematch"))).flatten(),
            (client.can_undo_local() || client.plan_shown().is_some())
                .then(|| with_key('u', Message::new("keys.undo")))
                .flatten(),
            lesson('n', Message::new("keys.next")),
            lesson('r', Message::new("keys.again")),
            lesson('h', Message::new("keys.show")),
            (acts && !in_lesson).then(|| with_key('h', Message::new("keys.hint"))).flatten(),
            (!client.picture.scene.sheets.is_empty()).then(|| with_key('i', Message::new("keys.sheet"))).flatten(),
            (!client.overlays().is_empty()).then(|| with_key('l', Message::new("keys.overlay"))).flatten(),
            (!client.is_over()).then(|| with_key('g', Message::new("keys.danger"))).flatten(),
            client.may_resign().filter(|_| !in_lesson).and_then(|_| with_key('r', Message::new("keys.resign"))),
            Some(tongue.say("keys.help")),
            with_key('x', Message::new("keys.quit")),
        ];
        let keys: Vec<String> = keys.into_iter().flatten().collect();
        wrap_list(&keys, "·", width).into_iter().map(|line| (line, Ink::Dim)).collect()
    }
}

/// Shortens the parts until they fit the height, the least important first, and returns the ranks that are shown. The
/// history keeps its newest lines and gets the lines that are left over. Every other part keeps its first lines.
fn shown_in(parts: &mut [Part], height: usize) -> Vec<Rank> {
    /// Lines that are kept free for the gaps between the parts.
    const GAPS: usize = 4;
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&index| parts[index].rank);
    let (mut left, mut shown, mut history) = (height, Vec::new(), (0, 0));
    for index in order {
        let part = &mut parts[index];
        if part.rank == Rank::History {
            history = (index, part.lines.len().min(LEAST_HISTORY).min(left));
            left -= history.1;
            continue;
        }
        if part.lines.len() > left && part.whole {
            part.lines.clear();
        }
        part.lines.truncate(left);
        left -= part.lines.len();
        shown.extend(Some(part.rank).filter(|_| !part.lines.is_empty()));
    }
    let (index, reserved) = history;
    if let Some(part) = parts.get_mut(index).filter(|part| part.rank == Rank::History) {
        let old = part.lines.len().saturating_sub(reserved + left.saturating_sub(GAPS));
        part.lines.drain(..old);
    }
    shown
}

/// What happened, the newest line last, at most `most` lines.
pub(crate) fn history_lines(client: &Client, width: usize, most: usize) -> Vec<(String, Ink)> {
    let moments = client.history.moments().iter().rev();
    let told = moments.flat_map(|moment| words::told(client, moment).into_iter().rev());
    let lines: Vec<String> = told.flat_map(|text| wrap(&text, width).into_iter().rev()).take(most).collect();
    lines.into_iter().rev().map(|line| (line, Ink::Plain)).collect()
}

fn dim(text: &str, width: usize) -> Vec<(String, Ink)> {
    wrap(text, width).into_iter().map(|line| (line, Ink::Dim)).collect()
}

/// The same as `dim`, for entries with dots between them.
fn dim_list(text: &str, width: usize) -> Vec<(String, Ink)> {
    let entries: Vec<String> = text.split(" · ").map(str::to_owned).collect();
    wrap_list(&entries, "·", width).into_iter().map(|line| (line, Ink::Dim)).collect()
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

/// A line for each outcome: its probability in percent, and as a bar.
fn odds_lines(odds: &[(String, u32)], width: usize) -> Vec<(String, Ink)> {
    const BAR: usize = 16;
    let sum: u32 = odds.iter().map(|(_, weight)| weight).sum();
    let line = |(what, weight): &(String, u32)| {
        let full = (*weight as usize * BAR).div_ceil(sum.max(1) as usize);
        // The name comes before the bar, because a narrow window cuts the end.
        let text = format!("{:>3} % {what:<14} {}", weight * 100 / sum.max(1), "█".repeat(full));
        (text.chars().take(width).collect(), Ink::Plain)
    };
    odds.iter().map(line).collect()
}

/// The screen between two people. It shows nothing that one of them may not see.
pub(crate) fn hand_over(series: &Series, to: Seat, (width, height): (u16, u16)) -> Canvas {
    let (client, tongue) = (series.client(), series.tongue());
    let mut screen = Canvas::default();
    let who = || client.seat_name(to);
    let lines = [
        tongue.tell(&Message::new("hand-over.next").with("seat", who())),
        tongue.tell(&Message::new("hand-over.keys").with("seat", who())),
        String::new(),
        tongue.say("hand-over.quit"),
    ];
    let top = usize::from(height / 2).saturating_sub(2);
    let inks = [Ink::Seat(to.0), Ink::Bold, Ink::Plain, Ink::Dim];
    let width = usize::from(width);
    let lines =
        lines.iter().zip(inks).flat_map(|(text, ink)| wrap(text, width).into_iter().map(move |line| (line, ink)));
    for (offset, (text, ink)) in lines.enumerate() {
        let column = width.saturating_sub(text.chars().count()) / 2;
        screen.write(column, top + offset, &text, ink);
    }
    screen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(rank: Rank, lines: usize, whole: bool) -> Part {
        Part { rank, lines: vec![(String::new(), Ink::Plain); lines], apart: false, whole }
    }

    fn lengths(height: usize) -> [usize; 4] {
        let mut parts = [
            part(Rank::Choice, 3, false),
            part(Rank::Sheet, 8, true),
            part(Rank::History, 20, false),
            part(Rank::Keys, 2, false),
        ];
        shown_in(&mut parts, height);
        parts.map(|part| part.lines.len())
    }

    #[test]
    fn what_counts_least_gives_way_first() {
        assert_eq!(lengths(40), [3, 8, 20, 2]);
        assert_eq!(lengths(17), [3, 8, 4, 2], "every part, with the shortest history");
        assert_eq!(lengths(16)[1], 0, "a sheet is shown as a whole or not at all");
        assert_eq!(lengths(4), [3, 0, 0, 1]);
        assert_eq!(lengths(0), [0; 4]);
        for height in 0..60 {
            assert!(lengths(height).iter().sum::<usize>() <= height, "{height}");
        }
    }

    #[test]
    fn the_bar_fills() {
        assert!(bar(0.0).starts_with("░░░"));
        assert!(bar(1.0).starts_with("████████████████████ 100 %"));
    }
}
