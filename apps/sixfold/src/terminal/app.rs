//! The full-screen game without the screen: keys in, a canvas out.

use std::collections::BTreeMap;

use catalog::{DynThinking, Picture};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use game::{Message, Seat};
use scene::{Pick, Place};

use super::board::{self, Layout, Overlay, Scale, Sight};
use super::canvas::{Canvas, Look};
use super::keys::{self, Wish};
use super::panel::{self, Panel};
use super::session::Session;
use super::{menu, pieces};

/// Whether the game goes on after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    GoOn,
    Quit,
}

/// What the computer did with the time it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// There is nothing to think about.
    Idle,
    /// It thinks.
    Thinking,
    /// It has played or answered.
    Done,
}

enum Mode {
    Play,
    /// The screen goes to another person, and nothing is shown on it until they have it.
    HandOver,
    AskResign,
    /// Whether to play this action, for this reason.
    AskPlay(String, String),
    Jump(String),
    Help,
}

struct Thought {
    thinking: Box<dyn DynThinking>,
    done: f32,
    is_hint: bool,
}

/// A game on the screen.
pub(crate) struct App {
    session: Session,
    look: Look,
    picture: Picture,
    cursor: Option<Place>,
    /// Whether it was moved since the last action; if not, there is nothing to say about where it is.
    cursor_moved: bool,
    picked: Vec<Pick>,
    mode: Mode,
    thought: Option<Thought>,
    /// Whose turns the game plays for them as long as it offers to.
    routine_of: Option<Seat>,
    /// What happened, the newest last.
    log: Vec<String>,
    /// What there is to say right now.
    note: Option<String>,
}

impl App {
    pub(crate) fn new(session: Session, look: Look) -> Self {
        let picture = session.picture();
        let places: Vec<Place> =
            picture.scene.cells.iter().filter(|cell| !cell.scenery).map(|cell| cell.place).collect();
        let middle = places.get(places.len() / 2).copied();
        Self {
            session,
            look,
            picture,
            cursor: middle,
            cursor_moved: true,
            picked: Vec::new(),
            mode: Mode::Play,
            thought: None,
            routine_of: None,
            log: Vec::new(),
            note: None,
        }
        .with_hand_over()
    }

    fn with_hand_over(mut self) -> Self {
        self.ask_hand_over();
        self
    }

    /// Shows nothing more until the next person has the screen, if there is somebody else to hand it to.
    fn ask_hand_over(&mut self) {
        if self.session.hand_over().is_some() {
            self.mode = Mode::HandOver;
        }
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Flow {
        let is_quit = keys::wish(key) == Some(Wish::Quit) && key.modifiers.contains(KeyModifiers::CONTROL);
        match &mut self.mode {
            _ if is_quit => return Flow::Quit,
            Mode::Help => self.mode = Mode::Play,
            Mode::HandOver => match key.code {
                KeyCode::Enter => {
                    self.session.take_screen();
                    self.mode = Mode::Play;
                    // What was told before was told to somebody else.
                    self.log = self.session.story();
                    self.refresh();
                }
                KeyCode::Char('x') => return Flow::Quit,
                _ => {}
            },
            Mode::AskResign => {
                self.mode = Mode::Play;
                self.note = None;
                if key.code == KeyCode::Char('y') {
                    self.thought = None;
                    match self.session.resign() {
                        Ok(told) => self.log.extend(told),
                        Err(problem) => self.note = Some(problem.to_owned()),
                    }
                    self.refresh();
                }
            }
            Mode::AskPlay(action, _) => {
                let action = std::mem::take(action);
                self.mode = Mode::Play;
                self.picked.clear();
                if key.code == KeyCode::Char('y') {
                    self.play(&action);
                }
            }
            Mode::Jump(name) => match key.code {
                KeyCode::Char(letter) if name.len() < 12 => name.push(letter),
                KeyCode::Backspace => drop(name.pop()),
                KeyCode::Enter => {
                    let name = std::mem::take(name);
                    self.mode = Mode::Play;
                    self.jump(&name);
                }
                KeyCode::Esc => self.mode = Mode::Play,
                _ => {}
            },
            Mode::Play => {
                if let Some(wish) = keys::wish(key) {
                    self.note = None;
                    self.cursor_moved = true;
                    self.routine_of = None;
                    return self.grant(wish);
                }
            }
        }
        Flow::GoOn
    }

    /// Takes a click on the canvas that was drawn for a window of this size: the first looks, the second picks.
    pub(crate) fn click(&mut self, column: u16, line: u16, size: (u16, u16)) {
        if matches!(self.mode, Mode::HandOver) {
            return;
        }
        let layout = Layout::new(&self.picture.scene, self.sight(size));
        let line = usize::from(line).checked_sub(panel::TITLE_LINES);
        let line = line.map(|line| line + layout.first_line(self.cursor, board_lines(size)));
        let Some(place) = line.and_then(|line| layout.place_at(usize::from(column), line)) else { return };
        self.note = None;
        if self.cursor == Some(place) {
            self.pick(place);
        } else {
            self.cursor = Some(place);
        }
    }

    /// Lets the computer think for a few milliseconds.
    pub(crate) fn work(&mut self) -> Work {
        if self.thought.is_none() && self.follow_routine() {
            return Work::Done;
        }
        if self.thought.is_none() {
            let Some(thinking) = self.session.think() else { return Work::Idle };
            self.thought = Some(Thought { thinking, done: 0.0, is_hint: false });
        }
        let Some(thought) = &mut self.thought else { return Work::Idle };
        if thought.done < 1.0 {
            thought.done = thought.thinking.go_on();
            return Work::Thinking;
        }
        let Some(Thought { thinking, is_hint, .. }) = self.thought.take() else { return Work::Idle };
        if is_hint {
            self.show_hint(thinking.as_ref());
        } else if let Some(action) = thinking.decide() {
            self.play(&action);
        }
        Work::Done
    }

    /// The screen for a window of this size.
    pub(crate) fn draw(&self, size: (u16, u16)) -> Canvas {
        if let (Mode::HandOver, Some(seat)) = (&self.mode, self.session.hand_over()) {
            return panel::hand_over(&self.session, seat, size);
        }
        let open = self.open_places();
        let preview = self.action_under_cursor().map(|action| self.session.preview(action)).unwrap_or_default();
        let picked: Vec<Place> = self.picked.iter().filter_map(|pick| self.place_of(pick)).collect();
        let sight = self.sight(size);
        let overlay = Overlay {
            cursor: self.cursor.filter(|_| self.session.person_acts()),
            open: &open,
            picked: &picked,
            preview: &preview.marks,
            would: &preview.cells,
            actor: self.session.table().actor(),
            sight,
        };
        let board = board::draw(&self.picture.scene, &overlay, self.session.seat_names(), self.look);
        let lines = board_lines(size);
        let board = board.part(Layout::new(&self.picture.scene, sight).first_line(self.cursor, lines), lines);
        let piece = self.picture.scene.pieces.iter().find(|piece| Some(piece.place) == self.cursor);
        let panel = Panel {
            session: &self.session,
            picture: &self.picture,
            look: self.look,
            cursor: self.cursor.and_then(|place| self.picture.scene.name_of(place)),
            piece: piece.and_then(|piece| pieces::in_words(piece, &self.session)),
            story: preview.story.iter().map(|message| self.session.say(message)).collect(),
            odds: preview.odds.iter().map(|odds| (self.session.say(&odds.what), odds.weight)).collect(),
            pays: &preview.pays,
            why_not: self.why_not_here().filter(|_| self.cursor_moved),
            menu: self.menu().into_iter().map(|(key, pick)| (key, self.pick_text(pick))).collect(),
            picked: self.picked.iter().map(|pick| self.pick_text(pick)).collect(),
            log: &self.log,
            note: self.asked().or_else(|| self.note.clone()),
            thinking: self.thought.as_ref().map(|thought| thought.done),
            help: matches!(self.mode, Mode::Help),
        };
        panel.beside(&board, size)
    }

    fn grant(&mut self, wish: Wish) -> Flow {
        let sight = Sight { scale: Scale::Wide, turned: self.turned() };
        let layout = Layout::new(&self.picture.scene, sight);
        let to = |step: &dyn Fn(Place) -> Option<Place>| self.cursor.and_then(step).or(self.cursor);
        match wish {
            Wish::Quit => return Flow::Quit,
            Wish::Help => self.mode = Mode::Help,
            Wish::Jump => self.mode = Mode::Jump(String::new()),
            Wish::Arrow(right, down) => self.cursor = to(&|from| layout.towards(from, right, down)),
            Wish::Step(direction) => self.cursor = to(&|from| layout.step(from, direction)),
            Wish::NextOpen => self.next_open(),
            Wish::Choose(key) => {
                if let Some(pick) = self.menu().iter().find(|entry| entry.0 == key).map(|(_, pick)| (*pick).clone()) {
                    self.thought = None;
                    self.take(pick);
                }
            }
            Wish::Routine if self.picture.routine.is_some() => {
                self.thought = None;
                self.routine_of = self.session.table().actor();
            }
            Wish::Routine => self.note = Some("There is nothing to leave to the game now.".to_owned()),
            Wish::Back => drop(self.picked.pop()),
            Wish::Pick => {
                if let Some(place) = self.cursor {
                    self.pick(place);
                }
            }
            Wish::Undo => {
                self.thought = None;
                match self.session.undo() {
                    Ok(()) => self.log.push("(taken back)".to_owned()),
                    Err(problem) => self.note = Some(problem.to_owned()),
                }
                self.refresh();
            }
            Wish::Hint => match self.session.think_of_a_hint() {
                Ok(thinking) => self.thought = Some(Thought { thinking, done: 0.0, is_hint: true }),
                Err(problem) => self.note = Some(problem.to_owned()),
            },
            Wish::Resign if self.session.table().actor().is_some() => self.mode = Mode::AskResign,
            Wish::Resign => self.note = Some("The game is over.".to_owned()),
            Wish::Rematch if self.session.may_begin_again() => {
                self.thought = None;
                self.session.rematch();
                self.log.clear();
                self.refresh();
            }
            Wish::Rematch => self.note = Some("A new game is for after the end; r resigns this one.".to_owned()),
        }
        Flow::GoOn
    }

    fn pick(&mut self, place: Place) {
        if !self.session.person_acts() {
            let why = match (self.session.table().is_over(), self.session.may_begin_again()) {
                (true, _) => "The game is over: n plays again, x leaves.",
                (false, true) => "You are out, and the others play on: n plays again, x leaves.",
                (false, false) => "It is not your turn.",
            };
            self.note = Some(why.to_owned());
            return;
        }
        self.thought = None;
        // Whoever has picked the beginning of an action may begin with something else instead.
        if self.pick_at(place).is_none() && self.can_begin(place) {
            self.picked.clear();
        }
        match self.pick_at(place).cloned() {
            Some(pick) => self.take(pick),
            None => {
                self.note = Some(self.why_not_here().unwrap_or_else(|| "Nothing can be done there.".to_owned()));
            }
        }
    }

    /// Whether an action begins with this place.
    fn can_begin(&self, place: Place) -> bool {
        self.picture.picks.after(&[]).into_iter().any(|pick| self.place_of(pick) == Some(place))
    }

    /// Goes one pick further, and plays the action if that was the last one.
    fn take(&mut self, pick: Pick) {
        self.picked.push(pick);
        if let Some(action) = self.picture.picks.action(&self.picked).cloned() {
            match self.session.preview(&action).ask {
                Some(why) => self.mode = Mode::AskPlay(action, self.session.say(&why)),
                None => self.play(&action),
            }
        }
    }

    /// What can be picked now that is no place on the board, by its keys.
    fn menu(&self) -> Vec<(char, &Pick)> {
        let beside = |pick: &&Pick| self.place_of(pick).is_none();
        menu::with_keys(&self.picture.picks.after(&self.picked).into_iter().filter(beside).collect::<Vec<_>>())
    }

    /// Plays what the game offers to do for the seat that acts, if its person has left that to it; says whether it did.
    fn follow_routine(&mut self) -> bool {
        if self.routine_of.is_none() || self.routine_of != self.session.table().actor() {
            return false; // the others' turns in between
        }
        let Some(action) = self.picture.routine.as_ref().map(|routine| routine.action.clone()) else {
            self.routine_of = None;
            return false;
        };
        self.play(&action);
        true
    }

    fn open_places(&self) -> Vec<Place> {
        self.picture.picks.after(&self.picked).into_iter().filter_map(|pick| self.place_of(pick)).collect()
    }

    fn pick_at(&self, place: Place) -> Option<&Pick> {
        self.picture.picks.after(&self.picked).into_iter().find(|pick| self.place_of(pick) == Some(place))
    }

    /// Where a pick points; a unit is picked where it stands.
    fn place_of(&self, pick: &Pick) -> Option<Place> {
        let unit = match pick {
            Pick::Unit(unit) => *unit,
            other => return other.place(),
        };
        self.picture.scene.pieces.iter().find(|piece| piece.unit == Some(unit)).map(|piece| piece.place)
    }

    fn pick_text(&self, pick: &Pick) -> String {
        let scene = &self.picture.scene;
        if let Some(name) = self.place_of(pick).and_then(|place| scene.name_of(place)) {
            return name.to_owned();
        }
        let item = |unit: u32| scene.trays.iter().flat_map(|tray| &tray.items).find(|item| item.unit == Some(unit));
        match pick {
            Pick::Button(key) => self.session.say(&Message { key: key.clone(), args: BTreeMap::new() }),
            Pick::Unit(unit) => item(*unit).map_or_else(|| pick.to_string(), |it| pieces::tray_item(it, &self.session)),
            other => other.to_string(),
        }
    }

    fn play(&mut self, action: &str) {
        match self.session.play(action) {
            Ok(told) => {
                self.log.extend(told);
                self.note = None; // what it was about has changed
            }
            Err(problem) => self.note = Some(problem),
        }
        if let Some(problem) = self.session.take_record_problem() {
            self.note = Some(problem);
        }
        self.refresh();
    }

    fn refresh(&mut self) {
        self.picked.clear();
        self.ask_hand_over();
        self.cursor_moved = false;
        self.picture = self.session.picture();
    }

    fn jump(&mut self, name: &str) {
        let known = |cell: &&scene::Cell| !cell.scenery && cell.name.eq_ignore_ascii_case(name);
        match self.picture.scene.cells.iter().find(known) {
            Some(cell) => self.cursor = Some(cell.place),
            None => self.note = Some(format!("There is no place `{name}` on this board.")),
        }
    }

    fn next_open(&mut self) {
        let open = self.open_places();
        let next = open.iter().find(|&&place| self.cursor.is_none_or(|cursor| place > cursor)).or(open.first());
        self.cursor = next.copied().or(self.cursor);
    }

    fn show_hint(&mut self, thinking: &dyn DynThinking) {
        let Some(idea) = thinking.ideas().into_iter().next() else { return };
        let path = self.picture.picks.iter().find(|(_, action)| *action == idea.action).map(|(path, _)| path);
        self.cursor = path.and_then(|path| path.iter().find_map(|pick| self.place_of(pick))).or(self.cursor);
        self.note = Some(format!("Hint: {}, about {:.0} % to win.", idea.action, idea.value * 100.0));
    }

    fn action_under_cursor(&self) -> Option<&String> {
        let place = self.cursor?;
        let next = self.pick_at(place)?;
        let picked: Vec<Pick> = self.picked.iter().chain([next]).cloned().collect();
        self.picture.picks.action(&picked)
    }

    fn why_not_here(&self) -> Option<String> {
        let place = self.cursor.filter(|_| self.session.person_acts())?;
        if self.picked.last().is_some_and(|last| self.place_of(last) == Some(place)) {
            return None; // they have just picked it
        }
        let pick = match place {
            Place::Hex(hex) => Pick::Hex(hex),
            Place::Vertex(vertex) => Pick::Vertex(vertex),
            Place::Triangle(_) => return None,
        };
        let picked: Vec<Pick> = self.picked.iter().cloned().chain([pick]).collect();
        self.session.why_not(&picked)
    }

    fn asked(&self) -> Option<String> {
        match &self.mode {
            Mode::AskResign => Some("Resign this game? y resigns, any other key plays on.".to_owned()),
            Mode::AskPlay(_, why) => {
                let mut letters = why.trim_end_matches('.').chars();
                let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
                Some(format!("{first}{}. y plays it, any other key does not.", letters.as_str()))
            }
            Mode::Jump(name) => Some(format!("Go to: {name}_")),
            Mode::Play | Mode::HandOver | Mode::Help => None,
        }
    }

    fn sight(&self, size: (u16, u16)) -> Sight {
        let turned = self.turned();
        let fits = |board_width, board_height| panel::fits((board_width, board_height), size);
        Sight { scale: Scale::fitting(&self.picture.scene, turned, fits), turned }
    }

    /// By how much the board is turned for whoever looks at the screen.
    fn turned(&self) -> u8 {
        self.session.side().and_then(|seat| self.picture.turned.get(seat.index()).copied()).unwrap_or(0)
    }
}

/// So many lines of the board are shown at most; the cursor takes the rest into view.
fn board_lines((_, height): (u16, u16)) -> usize {
    usize::from(height).saturating_sub(panel::TITLE_LINES)
}
