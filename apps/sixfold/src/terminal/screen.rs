//! The terminal itself: raw mode, events in, lines out, and everything put back at the end.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use client::Client;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseEventKind};
use crossterm::{cursor, execute, queue, terminal};

use super::app::{App, Flow, Work};
use super::board::{self, Over, Scale, Sight};
use super::canvas::{Canvas, Look};
use super::desk::Desk;
use super::hall::{self, Hall};
use super::lesson::Taught;
use super::series::Series;
use super::words;

/// The pause after each action of the computer, so that people can follow several in a row.
const PAUSE: Duration = Duration::from_millis(250);
/// The time between two drawings of the screen while the computer thinks.
const FRAME: Duration = Duration::from_millis(50);

/// Plays on the full screen until the player quits. If the match is over, the result stays on the terminal.
pub(crate) fn play_on_screen(series: Series, look: Look) -> io::Result<()> {
    let mut app = App::new(series, look);
    let guard = Screen::open()?;
    let played = run(&mut app, look);
    drop(guard);
    played?;
    match words::result(app.series().client()) {
        Some(result) => leave_behind(app.series(), &result, look),
        None => Ok(()),
    }
}

/// Plays a campaign on the full screen until the person leaves.
pub(crate) fn campaign_on_screen(desk: Desk, look: Look) -> io::Result<()> {
    let mut hall = Hall::new(desk);
    let guard = Screen::open()?;
    let played = run_campaign(&mut hall, look);
    drop(guard);
    played
}

/// The headquarters and its battles in turn.
fn run_campaign(hall: &mut Hall, look: Look) -> io::Result<()> {
    loop {
        if hall.desk.is_in_battle() {
            let series = hall.desk.battle().map_err(io::Error::other)?;
            let look = look.for_seats(&series.client().picture.scene.style.seats);
            let mut battle = App::new(series, look);
            run(&mut battle, look)?;
            if !hall.desk.come_back(battle.series()).map_err(io::Error::other)? {
                return Ok(());
            }
            hall.look_around();
        }
        if run_hall(hall, look)? == hall::Flow::Quit {
            return Ok(());
        }
    }
}

/// The headquarters until a battle begins or the person leaves.
fn run_hall(hall: &mut Hall, look: Look) -> io::Result<hall::Flow> {
    loop {
        let size = terminal::size()?;
        show(&hall.draw(size), look, size)?;
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            match hall.key(key, size) {
                hall::Flow::GoOn => (),
                flow => return Ok(flow),
            }
        }
    }
}

/// Teaches on the full screen until the person quits. How to go on with the lesson stays on the terminal.
pub(crate) fn learn_on_screen(taught: Taught, client: Client, look: Look) -> io::Result<()> {
    let mut app = App::learning(taught, client, look);
    let guard = Screen::open()?;
    let learned = run(&mut app, look);
    drop(guard);
    learned?;
    let later = app.lesson.as_ref().and_then(Taught::later);
    later.map_or(Ok(()), |later| writeln!(io::stdout(), "{}", app.series().tongue().tell(&later)))
}

/// Prints the final board and the result on the normal screen, after the game's own screen is closed.
fn leave_behind(series: &Series, result: &str, look: Look) -> io::Result<()> {
    let client = series.client();
    let sight = Sight { scale: Scale::Wide, turned: client.ground.turns };
    let board = board::draw(&client.picture.scene, &Over::nothing(sight), client.game.info().seat_names, look);
    let width = terminal::size().map_or(usize::MAX, |(width, _)| usize::from(width));
    let mut out = io::stdout().lock();
    for line in board.to_lines(look, width, usize::MAX) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{result}")
}

fn run(app: &mut App, look: Look) -> io::Result<()> {
    let mut drawn: Option<Instant> = None;
    let mut fresh = true;
    loop {
        let size = terminal::size()?;
        if fresh || drawn.is_none_or(|last| last.elapsed() >= FRAME) {
            show(&app.draw(size), look, size)?;
            drawn = Some(Instant::now());
            fresh = false;
        }
        let wait = match app.work() {
            Work::Idle => Duration::from_mins(1),
            Work::Thinking => Duration::ZERO,
            Work::Done => {
                show(&app.draw(size), look, size)?;
                PAUSE
            }
        };
        let until = Instant::now() + wait;
        // All waiting keys are handled before the computer goes on.
        while event::poll(until.saturating_duration_since(Instant::now()))? {
            fresh = true;
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release && app.key(key) == Flow::Quit => return Ok(()),
                Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)) => {
                    app.click(mouse.column, mouse.row, size);
                }
                _ => {}
            }
            if wait != PAUSE {
                break;
            }
        }
    }
}

fn show(canvas: &Canvas, look: Look, (width, height): (u16, u16)) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let lines = canvas.to_lines(look, usize::from(width), usize::from(height));
    // All lines are written at once, and the rest of each line is cleared. So nothing flickers and nothing old stays.
    queue!(out, terminal::BeginSynchronizedUpdate)?;
    for line in 0..height {
        queue!(out, cursor::MoveTo(0, line))?;
        write!(out, "{}\x1b[K", lines.get(usize::from(line)).map_or("", String::as_str))?;
    }
    queue!(out, terminal::EndSynchronizedUpdate)?;
    out.flush()
}

/// The terminal in raw mode on the alternate screen. Dropping it restores the terminal, also after a panic.
struct Screen;

impl Screen {
    fn open() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), terminal::EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Errors are ignored, because a terminal that is gone needs no restoring.
        let _ = execute!(io::stdout(), DisableMouseCapture, terminal::LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}
