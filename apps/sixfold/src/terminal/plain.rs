//! The game line by line: for screen readers, for scripts, and where there is no terminal.

use std::io::{self, BufRead, Write};

use scene::{MarkKind, Pick, Place};

use super::board::{self, Overlay, Scale, Sight};
use super::canvas::Look;
use super::pieces;
use super::session::Session;

const HELP: &str = "\
Type an action in the game's notation, or one of:
  board    show the board          legal    list what can be played
  odds X   what action X would do  pieces   list what stands on the board
  auto     leave it to the game, where it offers that
  hint     ask the computer        undo     take back your last action
  record   print the record        resign   give up (asks first)
  help     show this               quit     leave";

/// More lines than most screens have.
const SCREENFUL: usize = 60;
/// As much of what happened as somebody needs who comes to the screen.
const RETOLD: usize = 4;

/// Plays until the end of the game or of the input.
pub(crate) fn play_by_lines(
    mut session: Session,
    look: Look,
    mut input: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    writeln!(out, "{HELP}\n")?;
    if session.hand_over().is_none() {
        show_board(&session, look, &mut out)?;
    }
    let mut routine_of = None;
    loop {
        while let Some(mut thinking) = session.think() {
            while thinking.go_on() < 1.0 {}
            if let Some(action) = thinking.decide() {
                play(&mut session, &action, &mut out)?;
            }
            let asks = session.person_acts() && routine_of != session.table().actor();
            if asks || session.table().actor().is_none() {
                show_board(&session, look, &mut out)?;
            }
        }
        if let Some(result) = session.result() {
            writeln!(out, "{result}")?;
            return Ok(());
        }
        if let Some(seat) = session.hand_over() {
            let who = session.seat_name(seat);
            // What was shown to the other scrolls out of sight.
            write!(out, "{}{who} is next. Hand the screen to {who}, who presses Enter. ", "\n".repeat(SCREENFUL))?;
            out.flush()?;
            if read_line(&mut input)?.is_none() {
                writeln!(out)?;
                return Ok(());
            }
            session.take_screen();
            session.story().iter().rev().take(RETOLD).rev().try_for_each(|line| writeln!(out, "{line}"))?;
            show_board(&session, look, &mut out)?;
        }
        if routine_of.is_some() && routine_of == session.table().actor() {
            if let Some(routine) = session.picture().routine {
                play(&mut session, &routine.action, &mut out)?;
                continue;
            }
            routine_of = None;
            show_board(&session, look, &mut out)?;
        }
        if let Some(routine) = session.picture().routine {
            writeln!(out, "(auto: {})", session.say(&routine.label))?;
        }
        writeln!(out, "{}", session.say(&session.picture().expected))?;
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = read_line(&mut input)? else {
            writeln!(out)?;
            return Ok(());
        };
        match line.as_str() {
            "" => {}
            "help" | "?" => writeln!(out, "{HELP}")?,
            "board" => show_board(&session, look, &mut out)?,
            "legal" => writeln!(out, "{}", session.table().legal().join(" "))?,
            "record" => write!(out, "{}", session.table().record())?,
            "quit" | "exit" => return Ok(()),
            "hint" => hint(&session, &mut out)?,
            "undo" => match session.undo() {
                Ok(()) if session.hand_over().is_some() => {}
                Ok(()) => show_board(&session, look, &mut out)?,
                Err(problem) => writeln!(out, "{problem}")?,
            },
            "resign" => {
                write!(out, "Resign this game? (y/n) ")?;
                out.flush()?;
                if read_line(&mut input)?.is_some_and(|answer| answer == "y" || answer == "yes") {
                    let told = session.resign().map_err(io::Error::other)?;
                    told.iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
            }
            "pieces" => tell_pieces(&session, &mut out)?,
            "auto" => match session.table().actor().filter(|_| session.picture().routine.is_some()) {
                None => writeln!(out, "There is nothing to leave to the game now.")?,
                seat => routine_of = seat,
            },
            line if line.starts_with("odds ") => tell_odds(&session, line[5..].trim(), &mut out)?,
            action => {
                if play(&mut session, action, &mut out)? && session.person_acts() && session.hand_over().is_none() {
                    show_board(&session, look, &mut out)?;
                }
            }
        }
    }
}

/// Plays an action and tells what happened, or why it did not; says whether it did.
fn play(session: &mut Session, action: &str, out: &mut impl Write) -> io::Result<bool> {
    let played = session.play(action);
    match &played {
        Ok(told) => told.iter().try_for_each(|line| writeln!(out, "{line}"))?,
        Err(problem) => writeln!(out, "{problem}")?,
    }
    if let Some(problem) = session.take_record_problem() {
        writeln!(out, "{problem}")?;
    }
    Ok(played.is_ok())
}

/// What an action would do, and what chance may make of it.
fn tell_odds(session: &Session, action: &str, out: &mut impl Write) -> io::Result<()> {
    let preview = session.preview(action);
    let sum: u32 = preview.odds.iter().map(|odds| odds.weight).sum();
    if preview.story.is_empty() && sum == 0 {
        return writeln!(out, "`{action}` is no action here.");
    }
    preview.story.iter().try_for_each(|message| writeln!(out, "{}", session.say(message)))?;
    preview
        .odds
        .iter()
        .try_for_each(|odds| writeln!(out, "{:>5} %  {}", odds.weight * 100 / sum, session.say(&odds.what)))
}

fn hint(session: &Session, out: &mut impl Write) -> io::Result<()> {
    match session.think_of_a_hint() {
        Ok(mut thinking) => {
            while thinking.go_on() < 1.0 {}
            match thinking.ideas().first() {
                Some(idea) => writeln!(out, "{} about {:.0} % to win", idea.action, idea.value * 100.0),
                None => writeln!(out, "There is nothing to advise."),
            }
        }
        Err(problem) => writeln!(out, "{problem}"),
    }
}

fn show_board(session: &Session, look: Look, out: &mut impl Write) -> io::Result<()> {
    let picture = session.picture();
    let open: Vec<Place> = picture.picks.after(&[]).into_iter().filter_map(Pick::place).collect();
    let turned = session.side().and_then(|seat| picture.turned.get(seat.index()).copied()).unwrap_or(0);
    let sight = Sight { scale: Scale::Wide, turned };
    let overlay = Overlay { cursor: None, open: &open, picked: &[], preview: &[], would: &[], actor: None, sight };
    let board = board::draw(&picture.scene, &overlay, session.seat_names(), look);
    for gauge in &picture.scene.gauges {
        let who = gauge.seat.map(|seat| format!("{}: ", session.seat_name(seat))).unwrap_or_default();
        writeln!(out, "{who}{}", session.gauge(gauge))?;
    }
    for note in &picture.scene.notes {
        writeln!(out, "{}", session.say(note))?;
    }
    for tray in &picture.scene.trays {
        let who = tray.seat.map(|seat| format!("{}: ", session.seat_name(seat))).unwrap_or_default();
        let items: Vec<String> = tray.items.iter().map(|item| pieces::tray_item(item, session)).collect();
        writeln!(out, "{who}{}: {}", session.say(&tray.label), items.join(", "))?;
    }
    for mark in picture.scene.marks.iter().filter(|mark| mark.kind == MarkKind::CountsMore) {
        writeln!(out, "Counts for more: {}", picture.scene.name_of(mark.place).unwrap_or_default())?;
    }
    if look.colour {
        board.to_lines(look, usize::MAX, usize::MAX).iter().try_for_each(|line| writeln!(out, "{line}"))
    } else {
        writeln!(out, "{}", board.to_text())
    }
}

/// What stands where, in words.
fn tell_pieces(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let scene = session.picture().scene;
    let mut pieces: Vec<_> = scene.pieces.iter().collect();
    pieces.sort_by_key(|piece| piece.seat);
    for piece in pieces {
        let words = pieces::in_words(piece, session).unwrap_or_else(|| session.seat_name(piece.seat));
        writeln!(out, "{}: {words}", scene.name_of(piece.place).unwrap_or_default())?;
    }
    Ok(())
}

/// The next line without its blanks; none at the end of the input. Of a line that is longer than anybody types only the
/// beginning is kept, so that a line without an end does not fill the memory, and the rest is not taken for commands.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    const LONGEST: u64 = 4096;
    let mut bytes = Vec::new();
    if io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
