//! The game line by line, for screen readers, for scripts, and for systems without a terminal.

use std::io::{self, BufRead, Write};

use client::{Client, Reply, Undone, capital};
use game::{Message, Seat};
use scene::{MarkKind, Place};

use super::board::{self, Over, Scale, Sight};
use super::canvas::Look;
use super::plain_commands::{self, Command, IN_MATCHES};
use super::series::Series;
use super::{pieces, sheet, tongue, words};

/// More lines than most screens have. This many empty lines hide what the person before has seen.
const SCREENFUL: usize = 60;
/// The number of sentences about what happened that are told again to a person who takes the screen.
const RETOLD: usize = 4;
/// The width of sheets, in characters.
const WIDTH: usize = 78;

/// Plays until the person quits or the input ends.
pub(crate) fn play_by_lines(series: Series, look: Look, input: impl BufRead, out: impl Write) -> io::Result<()> {
    let mut plain = Plain { series, look, input, out, told: 0 };
    let help = plain_commands::help(IN_MATCHES, plain.series.tongue());
    writeln!(plain.out, "{help}\n")?;
    plain.run()
}

/// Fights a battle of a campaign until it is over, the person quits or the input ends.
pub(super) fn fight_by_lines(
    series: Series,
    look: Look,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<Series> {
    let look = look.for_seats(&series.client().picture.scene.style.seats);
    let mut plain = Plain { series, look, input, out, told: 0 };
    let help = plain_commands::help(IN_MATCHES, plain.series.tongue());
    writeln!(plain.out, "{help}\n")?;
    plain.run()?;
    Ok(plain.series)
}

/// The game line by line: a match, or a lesson.
pub(super) struct Plain<I, O> {
    pub(super) series: Series,
    pub(super) look: Look,
    pub(super) input: I,
    pub(super) out: O,
    /// The number of moments that were told already.
    pub(super) told: usize,
}

/// Whether the game goes on after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoOn,
    Quit,
}

impl<I: BufRead, O: Write> Plain<I, O> {
    pub(super) fn client(&self) -> &Client {
        self.series.client()
    }

    pub(super) fn say(&mut self, key: &'static str) -> io::Result<()> {
        let words = self.series.tongue().say(key);
        writeln!(self.out, "{words}")
    }

    pub(super) fn tell(&mut self, message: &Message) -> io::Result<()> {
        let words = self.series.tongue().tell(message);
        writeln!(self.out, "{words}")
    }

    /// Prints a question and returns the answer, or `None` at the end of the input.
    pub(super) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        write!(self.out, "{question} ")?;
        self.out.flush()?;
        read_line(&mut self.input)
    }

    fn is_yes(&self, answer: Option<String>) -> bool {
        answer.is_some_and(|answer| tongue::is_yes(self.series.tongue(), &answer))
    }

    fn run(&mut self) -> io::Result<()> {
        // The board is shown whenever a person begins to act, and at the end.
        let mut shown_for: Option<(usize, Seat)> = None;
        loop {
            while let Some(mut thinking) = self.series.think() {
                while thinking.go_on() < 1.0 {}
                if let Some(action) = thinking.decide() {
                    self.play(&[action])?;
                }
            }
            if let Some(result) = words::result(self.client()) {
                self.show_board()?;
                writeln!(self.out, "{result}")?;
                if self.series.is_battle() || !self.plays_again()? {
                    return Ok(());
                }
                shown_for = None;
                continue;
            }
            if self.client().hands_on_to().is_some() || self.client().hand_over_to().is_some() {
                if !self.hand_over()? {
                    writeln!(self.out)?;
                    return Ok(());
                }
                shown_for = None;
            }
            if self.follow_routine()? {
                continue;
            }
            let now = self.client().actor().map(|seat| (self.client().history.len(), seat));
            if now != shown_for {
                self.show_board()?;
                shown_for = now;
            }
            if self.ask_for_line()? == Flow::Quit {
                return Ok(());
            }
        }
    }

    /// Prints what is expected, and carries out the next line.
    fn ask_for_line(&mut self) -> io::Result<Flow> {
        if let Some(routine) = self.client().picture.routine.clone() {
            let label = self.client().say(&routine.label);
            self.tell(&Message::new("routine.offer").with("label", label))?;
        }
        let expected = words::expected(self.client());
        writeln!(self.out, "{expected}")?;
        let Some(line) = self.ask(">")? else {
            writeln!(self.out)?;
            return Ok(Flow::Quit);
        };
        if line.is_empty() {
            return Ok(Flow::GoOn);
        }
        self.series.client_mut().begin_input();
        match plain_commands::command(IN_MATCHES, &line, self.series.tongue()) {
            Some((Command::Quit, _)) => return Ok(Flow::Quit),
            Some((command, rest)) => self.obey(command, rest)?,
            None => self.act(&line)?,
        }
        Ok(Flow::GoOn)
    }

    pub(super) fn obey(&mut self, command: Command, rest: &str) -> io::Result<()> {
        match command {
            Command::Help => {
                let help = plain_commands::help(IN_MATCHES, self.series.tongue());
                writeln!(self.out, "{help}")
            }
            Command::Board => self.show_board(),
            Command::Legal => {
                let legal = self.legal().join(" ");
                writeln!(self.out, "{legal}")
            }
            Command::Odds => self.tell_odds(rest),
            Command::Pieces => self.tell_pieces(),
            Command::Sheet => self.show_sheet(rest),
            Command::Overlay => self.next_overlay(),
            Command::Danger => {
                self.series.client_mut().toggle_danger();
                self.show_board()
            }
            Command::Auto => self.begin_routine(),
            Command::Hint => self.hint(),
            Command::PlayHint => self.play_hint(),
            Command::Undo => self.undo(),
            Command::StartOver if self.series.client_mut().unplan() => self.say("plan.none"),
            Command::StartOver => self.say("plan.empty"),
            Command::Record => {
                let record = self.series.record();
                write!(self.out, "{record}")
            }
            Command::Resign => self.resign(),
            // The loops and the headquarters of a campaign do these themselves.
            Command::Quit
            | Command::Show
            | Command::Again
            | Command::Next
            | Command::Previous
            | Command::Headquarters
            | Command::Chart
            | Command::Mission
            | Command::Fleet
            | Command::Reserve
            | Command::Report
            | Command::Story
            | Command::Advise
            | Command::Commander => Ok(()),
        }
    }

    /// The legal actions, each once.
    fn legal(&self) -> Vec<String> {
        let mut legal: Vec<String> = Vec::new();
        for (_, action) in self.client().picture.picks.iter() {
            if !legal.contains(action) {
                legal.push(action.clone());
            }
        }
        legal
    }

    /// Adds what was typed to the plan, or plays it.
    pub(super) fn act(&mut self, action: &str) -> io::Result<()> {
        let reply = self.series.client_mut().play(action);
        self.follow(reply)
    }

    /// Does what the client leaves to the terminal after an input: asks, plays, or prints. The end of the input answers
    /// no.
    fn follow(&mut self, reply: Reply) -> io::Result<()> {
        match reply {
            Reply::Nothing | Reply::Picked => Ok(()),
            Reply::Refused(why) => writeln!(self.out, "{why}"),
            Reply::Planned => self.tell_plan(),
            Reply::Play(actions) => self.play(&actions),
            Reply::Ask(asked, why) => {
                let question = self.series.tongue().tell(&Message::new("sure.ask").with("why", why));
                let answer = self.ask(&question)?;
                if !self.is_yes(answer) {
                    return Ok(());
                }
                let reply = self.series.client_mut().play_asked(&asked);
                self.follow(reply)
            }
        }
    }

    /// Plays actions and prints what happened, or why they cannot be played.
    fn play(&mut self, actions: &[String]) -> io::Result<()> {
        let played = self.series.play(actions);
        self.tell_news()?;
        if let Err(problem) = played {
            writeln!(self.out, "{problem}")?;
        }
        match self.series.take_record_problem() {
            Some(problem) => writeln!(self.out, "{problem}"),
            None => Ok(()),
        }
    }

    /// Prints the moments that were not told yet. If an exit ended the match, the result tells it.
    pub(super) fn tell_news(&mut self) -> io::Result<()> {
        let ended = usize::from(self.client().early_end().is_some());
        let moments = self.client().history.moments();
        let news = moments.len().saturating_sub(ended).saturating_sub(self.told);
        let news = moments.iter().skip(self.told).take(news);
        let told: Vec<String> = news.flat_map(|moment| words::told(self.client(), moment)).collect();
        self.told = moments.len();
        told.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    fn tell_plan(&mut self) -> io::Result<()> {
        let plan = words::plan(&self.series).unwrap_or_default();
        writeln!(self.out, "{plan}")
    }

    /// Takes back the last step of the plan, else the last action.
    fn undo(&mut self) -> io::Result<()> {
        match self.series.undo() {
            Undone::Step if self.client().plan_shown().is_some() => self.tell_plan(),
            Undone::Action => {
                self.told = self.client().history.len(); // the board is shown again
                Ok(())
            }
            other => {
                let words = self.client().undone_in_words(other).unwrap_or_default();
                writeln!(self.out, "{words}")
            }
        }
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.client().may_resign().is_none() {
            return self.say("resign.nobody");
        }
        let question = self.series.tongue().say("resign.ask");
        let answer = self.ask(&question)?;
        if self.is_yes(answer) {
            self.series.resign();
            self.tell_news()?;
        }
        Ok(())
    }

    /// Asks whether to play again, if a person has played. Returns whether another match begins.
    fn plays_again(&mut self) -> io::Result<bool> {
        if self.series.local().people().next().is_none() {
            return Ok(false);
        }
        let question = self.series.tongue().say("rematch.ask");
        let answer = self.ask(&question)?;
        if answer.is_none() {
            writeln!(self.out)?;
        }
        let again = self.is_yes(answer);
        if again {
            self.series.rematch();
            self.told = 0;
        }
        Ok(again)
    }

    /// Hands the screen to the person who acts. Returns whether a person has taken it.
    fn hand_over(&mut self) -> io::Result<bool> {
        if let Some(next) = self.client().hands_on_to() {
            self.show_board()?;
            let name = self.client().seat_name(next);
            let words = self.series.tongue().tell(&Message::new("hand-over.when-seen").with("seat", name));
            if self.ask(&words)?.is_none() {
                return Ok(false);
            }
            self.series.client_mut().hand_over();
        }
        let Some(seat) = self.client().hand_over_to() else { return Ok(true) };
        // The lines that the other person has seen scroll out of sight.
        write!(self.out, "{}", "\n".repeat(SCREENFUL))?;
        let name = self.client().seat_name(seat);
        self.tell(&Message::new("hand-over.next").with("seat", name.clone()))?;
        let words = self.series.tongue().tell(&Message::new("hand-over.keys").with("seat", name));
        if self.ask(&words)?.is_none() {
            return Ok(false);
        }
        self.series.client_mut().take_over();
        let story: Vec<String> =
            self.client().history.moments().iter().flat_map(|moment| words::told(self.client(), moment)).collect();
        self.told = self.client().history.len();
        story[story.len().saturating_sub(RETOLD)..].iter().try_for_each(|line| writeln!(self.out, "{line}"))?;
        Ok(true)
    }

    fn begin_routine(&mut self) -> io::Result<()> {
        match self.series.client_mut().begin_routine() {
            None => self.say("routine.nothing"),
            Some(_) => Ok(()), // `follow_routine` plays the action
        }
    }

    /// Plays the routine action of the seat that acts, if its person has chosen that. Returns whether it played.
    fn follow_routine(&mut self) -> io::Result<bool> {
        let Some(reply) = self.series.client_mut().follow_routine() else { return Ok(false) };
        self.follow(reply)?;
        Ok(true)
    }

    /// Prints the preview of an action, with its odds.
    fn tell_odds(&mut self, action: &str) -> io::Result<()> {
        let preview = self.client().preview(action);
        let sum: u32 = preview.odds.iter().map(|odds| odds.weight).sum();
        if preview.story.is_empty() && sum == 0 {
            return self.tell(&Message::new("no-action").with("action", action.to_owned()));
        }
        for message in &preview.story {
            let words = self.client().say(message);
            writeln!(self.out, "{words}")?;
        }
        for odds in &preview.odds {
            let what = self.client().say(&odds.what);
            writeln!(self.out, "{:>5} %  {what}", odds.weight * 100 / sum)?;
        }
        Ok(())
    }

    /// Lets the computer think about a whole move, and prints it in notation and in words.
    fn hint(&mut self) -> io::Result<()> {
        let mut thought = self.series.ask_hint();
        while let Some(mut thinking) = thought {
            while thinking.go_on() < 1.0 {}
            thought = self.series.go_on_with_hint(&*thinking);
        }
        let Some(hint) = self.client().hint_found() else { return self.say("hint.nothing") };
        let actions = hint.actions();
        let words = self.client().hint_in_words().unwrap_or_default();
        writeln!(self.out, "{}\n{words}", actions.join(" "))
    }

    fn play_hint(&mut self) -> io::Result<()> {
        if self.client().hint_found().is_none() {
            return self.say("hint.none");
        }
        let reply = self.series.client_mut().play_hint();
        self.follow(reply)
    }

    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let lines = self.board_lines();
        lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// The board, and the facts beside it.
    fn board_lines(&self) -> Vec<String> {
        let (client, tongue) = (self.client(), self.series.tongue());
        let scene = &client.picture.scene;
        let who = |seat: Option<Seat>| seat.map(|seat| format!("{}: ", client.seat_name(seat))).unwrap_or_default();
        let mut lines = Vec::new();
        lines.extend(scene.gauges.iter().map(|gauge| who(gauge.seat) + &client.count_in_words(gauge)));
        lines.extend(scene.notes.iter().map(|note| client.say(note)));
        lines.extend(scene.queues.iter().filter(|queue| queue.runs).map(|queue| client.queue_in_words(queue)));
        for tray in &scene.trays {
            let items: Vec<String> = tray.items.iter().map(|item| pieces::tray_item(item, client)).collect();
            lines.push(format!("{}{}: {}", who(tray.seat), client.say(&tray.label), items.join(", ")));
        }
        for mark in scene.marks.iter().filter(|mark| mark.kind == MarkKind::CountsMore) {
            let place = scene.name_of(mark.place).unwrap_or_default().to_owned();
            lines.push(tongue.tell(&Message::new("mark.counts-more").with("place", place)));
        }
        let open: Vec<Place> = client.open().into_keys().collect();
        let overlay = client.overlay_shown();
        let sight = Sight { scale: Scale::Wide, turned: client.ground.turns };
        let captures: Vec<(Place, usize)> =
            client.all_captures().into_iter().map(|(place, capture)| (place, capture.count)).collect();
        let threats = client.threats();
        let exposed = client.exposed().map_or(&[][..], |area| &area.places);
        let marked = Over { open: &open, captures: &captures, threats, exposed, ..Over::nothing(sight) };
        let over = Over { areas: overlay.map_or(&[], |overlay| &overlay.areas), ..marked };
        let board = board::draw(scene, &over, client.game.info().seat_names, self.look);
        lines.extend(board.to_lines(self.look, usize::MAX, usize::MAX));
        lines.extend(words::danger(client));
        if let Some(overlay) = overlay {
            lines.push(capital(&client.say(&overlay.label)));
            let area = |(number, area): (usize, &scene::Area)| format!("{number} {}", client.say(&area.label));
            lines.extend((1..).zip(&overlay.areas).map(area));
        }
        let spare = scene.spare.iter().filter(|_| client.acts_here());
        lines.extend(spare.map(|gauge| capital(&client.gauge_in_words(gauge))));
        for switch in scene.switches.iter().filter(|_| client.acts_here()) {
            let details: Vec<String> = switch.details.iter().map(|detail| client.say(detail)).collect();
            let action = client.switch_action(switch).map_or("", String::as_str);
            let sign = if switch.on { 'x' } else { ' ' };
            lines.push(format!("[{sign}] {action} {}: {}", client.say(&switch.label), details.join(", ")));
        }
        lines.extend(words::plan(&self.series));
        lines
    }

    /// Prints every piece and its place, in words.
    fn tell_pieces(&mut self) -> io::Result<()> {
        let client = self.series.client();
        let scene = &client.picture.scene;
        let mut pieces: Vec<_> = scene.pieces.iter().collect();
        pieces.sort_by_key(|piece| piece.seat);
        for piece in pieces {
            let name = scene.name_of(piece.place).unwrap_or_default();
            writeln!(self.out, "{name}: {}", client.piece_in_words(piece))?;
        }
        Ok(())
    }

    /// Prints the sheet of the piece that acts, or of the piece at the named place.
    fn show_sheet(&mut self, place: &str) -> io::Result<()> {
        let client = self.series.client();
        let sheet = match place {
            "" => client.sheet_shown(),
            name => client.place(name).and_then(|place| client.unit_at(place)).and_then(|unit| client.sheet(unit)),
        };
        let Some(sheet) = sheet else { return self.say("sheet.none") };
        let lines = sheet::lines(client, sheet, WIDTH);
        lines.iter().try_for_each(|(line, _)| writeln!(self.out, "{line}"))
    }

    /// Shows the board with the next overlay; after the last one, without any.
    fn next_overlay(&mut self) -> io::Result<()> {
        if !self.series.client_mut().show_next_overlay() {
            return self.say("overlay.none");
        }
        self.show_board()
    }
}

/// The next line without its surrounding blanks, or `None` at the end of the input. Only the beginning of a very long
/// line is kept, so that a line without an end does not fill the memory. The rest of it is skipped and not read as
/// commands.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
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
