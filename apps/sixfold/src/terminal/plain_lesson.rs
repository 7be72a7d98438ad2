//! A lesson line by line: each step tells what to do, and what is typed is answered with praise or a reason.

use std::io::{self, BufRead, Write};

use client::Standing;
use game::Message;

use super::canvas::Look;
use super::lesson::Taught;
use super::plain::Plain;
use super::plain_commands::{self, Command, IN_LESSONS};
use super::series::Series;
use super::words;

/// Where a step leads.
enum Way {
    /// The position is put back.
    Again,
    /// To the step with this number.
    To(usize),
    Quit,
}

/// Teaches until the end of the lesson, or until the person quits or the input ends.
pub(crate) fn learn_by_lines(
    mut taught: Taught,
    look: Look,
    input: impl BufRead,
    out: impl Write,
) -> Result<(), io::Error> {
    let Some(client) = opened(&taught)? else { return Ok(()) };
    let mut plain = Plain { series: Series::at(client), look, input, out, told: 0 };
    let help = plain_commands::help(IN_LESSONS, plain.series.tongue());
    writeln!(plain.out, "{help}")?;
    let mut is_new = true;
    loop {
        match plain.teach(&taught, is_new)? {
            Way::Again => is_new = false,
            Way::To(number) => {
                taught.go_to(number);
                is_new = true;
            }
            Way::Quit => {
                return taught.later().map_or(Ok(()), |later| plain.tell(&later));
            }
        }
        let Some(client) = opened(&taught)? else { return plain.end(&taught) };
        plain.series = Series::at(client);
        plain.told = 0;
    }
}

/// The position of the step; none at the end.
fn opened(taught: &Taught) -> io::Result<Option<client::Client>> {
    taught.open().transpose().map_err(io::Error::other)
}

impl<I: BufRead, O: Write> Plain<I, O> {
    /// Teaches one step. Its explanation is told if the step is new to the person.
    fn teach(&mut self, taught: &Taught, is_new: bool) -> io::Result<Way> {
        let Some(step) = taught.step() else { return Ok(Way::Quit) };
        if is_new {
            writeln!(self.out)?;
            self.tell(&taught.heading())?;
            writeln!(self.out, "{}", taught.words(&Standing::Open))?;
        }
        let mut shown_after = None;
        loop {
            while step.reply(self.series.client_mut()) {
                self.tell_news()?;
            }
            let standing = step.standing(self.client());
            let played = Some(self.client().history.len());
            let is_missed = matches!(standing, Standing::Missed(_));
            if shown_after != played && !is_missed {
                self.show_board()?;
                shown_after = played;
            }
            match standing {
                Standing::Open => {}
                Standing::Missed(_) => {
                    writeln!(self.out, "{}", taught.words(&standing))?;
                    self.say("lesson.put-back")?;
                    return Ok(Way::Again);
                }
                Standing::Done(_) => {
                    writeln!(self.out, "{}", taught.words(&standing))?;
                    let question = self.series.tongue().say("lesson.next");
                    let Some(line) = self.ask(&question)? else { return self.ended() };
                    return Ok(match plain_commands::command(IN_LESSONS, &line, self.series.tongue()) {
                        Some((Command::Quit, _)) => Way::Quit,
                        Some((Command::Again, _)) => Way::Again,
                        Some((Command::Previous, _)) => Way::To(taught.number() - 1),
                        _ => Way::To(taught.number() + 1),
                    });
                }
            }
            self.tell_aim(taught)?;
            let Some(line) = self.ask(">")? else { return self.ended() };
            self.series.client_mut().begin_input();
            match plain_commands::command(IN_LESSONS, &line, self.series.tongue()) {
                Some((Command::Quit, _)) => return Ok(Way::Quit),
                Some((Command::Again, _)) => return Ok(Way::Again),
                Some((Command::Next, _)) => return Ok(Way::To(taught.number() + 1)),
                Some((Command::Previous, _)) => return Ok(Way::To(taught.number() - 1)),
                Some((Command::Show, _)) => {
                    let right = step.right(self.client()).unwrap_or_default().to_owned();
                    self.tell(&Message::new("lesson.right").with("action", right))?;
                }
                Some((Command::Help, _)) => {
                    let help = plain_commands::help(IN_LESSONS, self.series.tongue());
                    writeln!(self.out, "{help}")?;
                }
                Some((command, rest)) => self.obey(command, rest)?,
                None if line.is_empty() => {}
                None => self.act(&line)?,
            }
        }
    }

    /// The end of the input is the end of its line too.
    fn ended(&mut self) -> io::Result<Way> {
        writeln!(self.out)?;
        Ok(Way::Quit)
    }

    /// Tells the one thing to do, what is pointed out for it, and what the game expects.
    fn tell_aim(&mut self, taught: &Taught) -> io::Result<()> {
        writeln!(self.out, "{}", taught.aim())?;
        if let Some(marked) = taught.marked() {
            self.tell(&marked)?;
        }
        let expected = words::expected(self.client());
        writeln!(self.out, "{expected}")
    }

    fn end(&mut self, taught: &Taught) -> io::Result<()> {
        writeln!(self.out, "{}", taught.sentence("end"))?;
        self.tell(&Message::new("lesson.then").with("game", taught.game.info().key.to_owned()))
    }
}
