//! A lesson on the full screen: its keys, its words, and the answers of the other seats.

use client::{Client, Standing};
use crossterm::event::{KeyCode, KeyEvent};
use game::Message;

use super::app::{App, Flow};
use super::canvas::{Canvas, Ink, Look};
use super::keys::{self, Wish};
use super::lesson::Taught;
use super::panel::Coach;
use super::series::Series;
use super::text::wrap;

impl App {
    /// The position of the lesson's step, with nothing done.
    pub(crate) fn learning(taught: Taught, client: Client, look: Look) -> Self {
        let mut app = Self::new(Series::at(client), look);
        app.lesson = Some(taught);
        app
    }

    /// How the step stands; none if there is no lesson or it is at its end.
    fn standing(&self) -> Option<Standing> {
        let step = self.lesson.as_ref()?.step()?;
        Some(step.standing(self.client()))
    }

    /// Handles a key once the step is decided or the lesson is over, and Backspace, which goes one step back. None if the
    /// key means what it always means.
    pub(super) fn key_after_verdict(&mut self, key: KeyEvent) -> Option<Flow> {
        let number = self.lesson.as_ref()?.number();
        let picks = keys::wish(key) == Some(Wish::Pick);
        match self.standing() {
            _ if key.code == KeyCode::Backspace => self.go_to_step(number.saturating_sub(1)),
            None => return Some(if picks || keys::wish(key) == Some(Wish::Quit) { Flow::Quit } else { Flow::GoOn }),
            Some(Standing::Done(_)) if picks => self.go_to_step(number + 1),
            Some(Standing::Missed(_)) if picks => self.go_to_step(number),
            Some(_) => return None,
        }
        Some(Flow::GoOn)
    }

    /// Does what a key asks for in a lesson. Returns whether it means something else there than in a match.
    pub(super) fn grant_in_lesson(&mut self, wish: Wish) -> bool {
        let Some(taught) = &self.lesson else { return false };
        match wish {
            Wish::Rematch => self.go_to_step(taught.number() + 1),
            Wish::Resign => self.go_to_step(taught.number()),
            Wish::Hint | Wish::PlayHint => {
                let right = taught.step().and_then(|step| step.right(self.client())).unwrap_or_default().to_owned();
                let picks = self.client().picture.picks.iter().find(|(_, action)| *action == right);
                let words = picks.map(|(path, _)| self.client().picks_in_words(path));
                self.series.client_mut().note = words;
            }
            _ => return false,
        }
        true
    }

    /// Puts up the position of a step. At the end of the lesson the last position stays behind the last words.
    fn go_to_step(&mut self, number: usize) {
        let Some(taught) = &mut self.lesson else { return };
        taught.go_to(number.max(1));
        match taught.open() {
            Some(Ok(client)) => {
                self.series = Series::at(client);
                self.wants_sheet = false;
                self.look_at_cursor();
            }
            Some(Err(problem)) => self.series.client_mut().note = Some(problem),
            None => {}
        }
    }

    /// Plays the next action of the other seats. Returns whether there was one.
    pub(super) fn reply_in_lesson(&mut self) -> bool {
        let step = self.lesson.as_ref().and_then(Taught::step).cloned();
        let replied = step.is_some_and(|step| step.reply(self.series.client_mut()));
        if replied {
            self.look_at_cursor();
        }
        replied
    }

    /// The words of the lesson beside the board.
    pub(super) fn coach(&self) -> Option<Coach> {
        let (taught, standing) = (self.lesson.as_ref()?, self.standing()?);
        let tongue = self.series.tongue();
        let (ink, next) = match standing {
            Standing::Open => (Ink::Plain, None),
            Standing::Done(_) => (Ink::Accent, Some(tongue.say("lesson.next"))),
            Standing::Missed(_) => (Ink::Danger, Some(tongue.say("lesson.again"))),
        };
        let is_decided = next.is_some();
        let marked = taught.marked().filter(|_| !is_decided).map(|message| (tongue.tell(&message), Ink::Accent));
        let words = [(taught.words(&standing), ink)].into_iter().chain(marked);
        let words = words.chain(next.map(|next| (next, Ink::Bold))).collect();
        Some(Coach { aim: taught.aim(), step: tongue.tell(&taught.heading()), words, is_decided })
    }

    /// The last words of the lesson, once it is at its end.
    pub(super) fn draw_end_of_lesson(&self, (width, _): (u16, u16)) -> Option<Canvas> {
        let taught = self.lesson.as_ref().filter(|taught| taught.step().is_none())?;
        let tongue = self.series.tongue();
        let then = Message::new("lesson.then").with("game", taught.game.info().key.to_owned());
        let lines = [
            (taught.sentence("end"), Ink::Bold),
            (tongue.tell(&then), Ink::Accent),
            (tongue.say("lesson.leave"), Ink::Dim),
        ];
        let room = usize::from(width).saturating_sub(3);
        let lines =
            lines.into_iter().flat_map(|(text, ink)| wrap(&text, room).into_iter().map(move |line| (line, ink)));
        let mut page = Canvas::default();
        lines.enumerate().for_each(|(line, (text, ink))| page.write(2, line + 1, &text, ink));
        Some(page)
    }
}
