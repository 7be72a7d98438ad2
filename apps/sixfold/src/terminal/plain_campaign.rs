//! A campaign line by line: the headquarters, and its battles in the game line by line.

use std::io::{self, BufRead, Write};

use super::canvas::{Canvas, Look};
use super::desk::{Answer, Desk};
use super::headquarters::Lines;
use super::plain::{fight_by_lines, read_line};
use super::tongue;

/// The width of lines, in characters.
const WIDTH: usize = 78;

/// Plays a campaign until the person leaves or the input ends.
pub(crate) fn campaign_by_lines(
    mut desk: Desk,
    look: Look,
    mut input: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    if !desk.is_in_battle() {
        write_lines(&mut out, &desk.help(WIDTH), look)?;
        writeln!(out)?;
        write_lines(&mut out, &desk.overview(WIDTH), look)?;
    }
    loop {
        if desk.is_in_battle() {
            match desk.battle() {
                Err(problem) => return writeln!(out, "{problem}"),
                Ok(series) => {
                    let series = fight_by_lines(series, look, &mut input, &mut out)?;
                    match desk.come_back(&series) {
                        Err(problem) => return writeln!(out, "{problem}"),
                        Ok(false) => return Ok(()),
                        Ok(true) => write_lines(&mut out, &desk.overview(WIDTH), look)?,
                    }
                }
            }
        }
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = read_line(&mut input)? else { return writeln!(out) };
        if line.is_empty() {
            continue;
        }
        let mut answer = desk.obey(&line, WIDTH);
        if let Answer::Ask { question, step } = answer {
            write!(out, "{question} ")?;
            out.flush()?;
            let said = read_line(&mut input)?.unwrap_or_default();
            if !tongue::is_yes(desk.tongue(), &said) {
                continue;
            }
            answer = desk.take(&step, WIDTH);
        }
        match answer {
            Answer::Page(lines) => write_lines(&mut out, &lines, look)?,
            Answer::Note(words) | Answer::Done(words) => writeln!(out, "{words}")?,
            Answer::Fight | Answer::Ask { .. } => (),
            Answer::Quit => return Ok(()),
        }
    }
}

fn write_lines(out: &mut impl Write, lines: &Lines, look: Look) -> io::Result<()> {
    let mut canvas = Canvas::default();
    for (number, (line, ink)) in lines.iter().enumerate() {
        canvas.write(0, number, line, *ink);
    }
    canvas.to_lines(look, usize::MAX, usize::MAX).iter().try_for_each(|line| writeln!(out, "{line}"))
}
