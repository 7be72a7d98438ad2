//! The headquarters of a campaign on the full screen, without the terminal: it takes keys and draws on a canvas.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::canvas::{Canvas, Ink};
use super::desk::{Answer, Desk};
use super::headquarters::Lines;
use super::text::cut;
use super::tongue;

/// The lines under the page: a message, what is typed, and the keys.
const UNDER: usize = 3;
/// The longest line that can be typed.
const LONGEST: usize = 60;

/// What follows a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    GoOn,
    Fight,
    Quit,
}

/// The headquarters on the screen.
pub(crate) struct Hall {
    pub(crate) desk: Desk,
    /// What is read; the whole headquarters if nothing else was asked for.
    page: Option<Lines>,
    /// The first line of it that is in sight.
    first: usize,
    typed: String,
    note: Option<String>,
    /// A step that waits for a yes.
    asked: Option<String>,
}

impl Hall {
    pub(crate) fn new(desk: Desk) -> Self {
        Self { desk, page: None, first: 0, typed: String::new(), note: None, asked: None }
    }

    /// Shows the whole headquarters from its beginning.
    pub(crate) fn look_around(&mut self) {
        (self.page, self.first, self.note) = (None, 0, None);
        self.typed.clear();
    }

    /// Handles a key in a window of this size.
    pub(crate) fn key(&mut self, key: KeyEvent, size: (u16, u16)) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') { Flow::Quit } else { Flow::GoOn };
        }
        self.note = None;
        if let Some(step) = self.asked.take() {
            let is_yes =
                matches!(key.code, KeyCode::Char(letter) if tongue::is_yes(self.desk.tongue(), &letter.to_string()));
            return if is_yes { self.follow(|desk, width| desk.take(&step, width), size) } else { Flow::GoOn };
        }
        let screenful = usize::from(size.1).saturating_sub(UNDER).max(1);
        match key.code {
            KeyCode::Up => self.scroll(-1, size),
            KeyCode::Down => self.scroll(1, size),
            KeyCode::PageUp => self.scroll(-(screenful as isize), size),
            KeyCode::PageDown => self.scroll(screenful as isize, size),
            KeyCode::Esc if self.typed.is_empty() => self.look_around(),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Tab => self.typed = self.desk.advice().unwrap_or_default(),
            KeyCode::Char('?') if self.typed.is_empty() => {
                (self.page, self.first) = (Some(self.desk.help(width(size))), 0);
            }
            KeyCode::Char(letter) if self.typed.chars().count() < LONGEST => self.typed.push(letter),
            KeyCode::Enter if !self.typed.trim().is_empty() => {
                let line = std::mem::take(&mut self.typed);
                return self.follow(|desk, width| desk.obey(line.trim(), width), size);
            }
            _ => {}
        }
        Flow::GoOn
    }

    fn follow(&mut self, answer: impl FnOnce(&mut Desk, usize) -> Answer, size: (u16, u16)) -> Flow {
        match answer(&mut self.desk, width(size)) {
            Answer::Page(lines) => (self.page, self.first) = (Some(lines), 0),
            Answer::Note(words) => self.note = Some(words),
            Answer::Done(words) => (self.page, self.note) = (None, Some(words)),
            Answer::Ask { question, step } => (self.note, self.asked) = (Some(question), Some(step)),
            Answer::Fight => return Flow::Fight,
            Answer::Quit => return Flow::Quit,
        }
        Flow::GoOn
    }

    fn lines(&self, size: (u16, u16)) -> Lines {
        self.page.clone().unwrap_or_else(|| self.desk.overview(width(size)))
    }

    fn scroll(&mut self, by: isize, size: (u16, u16)) {
        let last = self.lines(size).len().saturating_sub(usize::from(size.1).saturating_sub(UNDER));
        self.first = self.first.saturating_add_signed(by).min(last);
    }

    /// Draws the screen for a window of this size.
    pub(crate) fn draw(&self, size: (u16, u16)) -> Canvas {
        let (room, lines) = (usize::from(size.1).saturating_sub(UNDER), self.lines(size));
        let mut canvas = Canvas::default();
        for (number, (line, ink)) in lines.iter().skip(self.first).take(room).enumerate() {
            canvas.write(1, number, line, *ink);
        }
        let tongue = self.desk.tongue();
        let is_more = self.first + room < lines.len();
        let note = self.note.clone().or_else(|| is_more.then(|| tongue.say("campaign.more")));
        let ink = if self.note.is_some() { Ink::Accent } else { Ink::Dim };
        canvas.write(1, room, &cut(&note.unwrap_or_default(), width(size)), ink);
        canvas.write(1, room + 1, &format!("> {}_", self.typed), Ink::Bold);
        canvas.write(1, room + 2, &cut(&tongue.say("campaign.keys"), width(size)), Ink::Dim);
        canvas
    }
}

/// The longest line in a window of this size.
fn width(size: (u16, u16)) -> usize {
    usize::from(size.0).saturating_sub(2)
}
