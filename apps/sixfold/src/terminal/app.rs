//! The full-screen game without the terminal: it takes keys and draws on a canvas.

use std::cell::Cell;

use catalog::DynThinking;
use client::{Asked, Client, Tongue};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use game::Message;
use scene::{Piece, Place};

use super::board::{self, Layout, Over, Scale, Sight};
use super::canvas::{Canvas, Ink, Look};
use super::keys::{self, Wish};
use super::lesson::Taught;
use super::panel::{self, Panel};
use super::series::Series;
use super::window::Window;
use super::{help, menu, sheet, telling, tongue};

/// The number of every search in the client's `thinking`. The terminal runs one search at a time, in this process, so no
/// answer is stale.
const JOB: u32 = 0;

/// Whether the game goes on after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    GoOn,
    Quit,
}

/// The result of one call of [`App::work`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// There is nothing to think about.
    Idle,
    /// The computer thinks, or it has played a step of a longer move. The screen does not pause for such a step.
    Thinking,
    /// The computer has played an action or found a hint.
    Done,
}

/// What the next key is for.
pub(super) enum Mode {
    Play,
    AskResign,
    /// Asks whether to play this, with the reason for asking.
    AskPlay(Asked, String),
    /// Reads the name of a place, which is typed so far.
    Jump(String),
    /// A page of the help.
    Help(usize),
    /// A page with what happened.
    Story,
}

/// The full-screen game.
pub(crate) struct App {
    pub(super) series: Series,
    look: Look,
    pub(super) mode: Mode,
    /// The search of the computer. The client's `thinking` says what it is for and how far it is.
    search: Option<Box<dyn DynThinking>>,
    /// Whether the person has asked for the sheet of a piece. The sheet replaces the board if the panel has no room for
    /// it.
    pub(super) wants_sheet: bool,
    /// The number of pages of the help when it was last drawn.
    help_pages: Cell<usize>,
    /// The lesson, if this is no match.
    pub(super) lesson: Option<Taught>,
}

impl App {
    pub(crate) fn new(series: Series, look: Look) -> Self {
        let (mode, help_pages) = (Mode::Play, Cell::new(1));
        let mut app = Self { series, look, mode, search: None, wants_sheet: false, help_pages, lesson: None };
        app.look_at_cursor();
        app
    }

    pub(crate) fn series(&self) -> &Series {
        &self.series
    }

    pub(super) fn client(&self) -> &Client {
        self.series.client()
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Flow {
        let is_quit = keys::wish(key) == Some(Wish::Quit) && key.modifiers.contains(KeyModifiers::CONTROL);
        if is_quit {
            return Flow::Quit;
        }
        if self.client().hand_over_to().is_some() {
            return self.key_at_hand_over(key);
        }
        match &mut self.mode {
            Mode::Help(page) if *page + 1 < self.help_pages.get() => *page += 1,
            Mode::Help(_) | Mode::Story => self.mode = Mode::Play,
            Mode::AskResign => {
                self.mode = Mode::Play;
                if is_yes(self.series.tongue(), key) {
                    self.stop_search();
                    self.series.resign();
                    self.look_at_cursor();
                }
            }
            Mode::AskPlay(..) => {
                let Mode::AskPlay(asked, _) = std::mem::replace(&mut self.mode, Mode::Play) else { return Flow::GoOn };
                self.series.client_mut().unpick_action();
                if is_yes(self.series.tongue(), key) {
                    let reply = self.series.client_mut().play_asked(&asked);
                    self.follow(reply);
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
            Mode::Play => return self.key_in_play(key),
        }
        Flow::GoOn
    }

    fn key_at_hand_over(&mut self, key: KeyEvent) -> Flow {
        match key.code {
            KeyCode::Enter => {
                self.series.client_mut().take_over();
                self.look_at_cursor();
            }
            KeyCode::Char('x' | 'X') => return Flow::Quit,
            _ => {}
        }
        Flow::GoOn
    }

    fn key_in_play(&mut self, key: KeyEvent) -> Flow {
        if let Some(flow) = self.key_after_verdict(key) {
            return flow;
        }
        let client = self.series.client_mut();
        client.begin_input();
        client.stop_routine();
        // The person who has moved has looked at the result and hands the screen over.
        if client.hands_on_to().is_some() && keys::wish(key) == Some(Wish::Pick) {
            client.hand_over();
            return Flow::GoOn;
        }
        let wish = keys::wish(key);
        if std::mem::take(&mut self.wants_sheet) && wish == Some(Wish::Back) {
            self.series.client_mut().panels.selected = None;
            return Flow::GoOn;
        }
        // The keys of the game's buttons come before the terminal's own keys, because the buttons show their keys.
        let entries = menu::entries(self.client());
        if let Some(entry) = menu::entry_of(&entries, &key) {
            self.stop_search();
            self.choose(entry.choice.clone());
            return Flow::GoOn;
        }
        wish.map_or(Flow::GoOn, |wish| self.grant(wish))
    }

    fn grant(&mut self, wish: Wish) -> Flow {
        if self.grant_in_lesson(wish) {
            return Flow::GoOn;
        }
        match wish {
            Wish::Quit => return Flow::Quit,
            Wish::Help => self.mode = Mode::Help(0),
            Wish::Jump => self.mode = Mode::Jump(String::new()),
            Wish::Arrow(right, down) => self.move_cursor(|client, from| {
                let sight = Sight { scale: Scale::Wide, turned: client.ground.turns };
                Layout::new(&client.picture.scene, sight).towards(from, right, down)
            }),
            Wish::Step(direction) => self.move_cursor(|client, from| client.neighbour(from, direction)),
            Wish::NextOpen => self.next_open(),
            Wish::Pick => {
                if let Some(place) = self.client().pointing.cursor() {
                    self.pick(place);
                }
            }
            Wish::Back => self.back(),
            Wish::Routine => self.begin_routine(),
            Wish::Sheet => self.next_sheet(),
            Wish::Overlay => self.next_overlay(),
            Wish::Danger => self.series.client_mut().toggle_danger(),
            Wish::Story => self.mode = Mode::Story,
            Wish::Number(by) => self.step_number(by),
            Wish::SetNumber => self.set_number(),
            Wish::Undo => {
                self.stop_search();
                self.undo();
            }
            Wish::Hint => self.ask_hint(),
            Wish::PlayHint => self.play_hint(),
            Wish::Resign if self.client().may_resign().is_some() => self.mode = Mode::AskResign,
            Wish::Resign if self.client().only_computers_left() => self.note("resign.out"),
            Wish::Resign => self.note(if self.client().is_over() { "over.already" } else { "resign.nobody" }),
            Wish::Rematch if self.series.rematch() => {
                self.stop_search();
                self.look_at_cursor();
            }
            Wish::Rematch if self.series.is_battle() => self.note("rematch.battle"),
            Wish::Rematch => self.note("rematch.not-yet"),
        }
        Flow::GoOn
    }

    /// Handles a click on the canvas that was drawn for a window of this size. The first click on a place shows its
    /// preview, the second one picks it.
    pub(crate) fn click(&mut self, column: u16, line: u16, size: (u16, u16)) {
        if self.client().hand_over_to().is_some() || !matches!(self.mode, Mode::Play) {
            return;
        }
        let Some(place) = self.window(size).place_at(&self.client().picture.scene, column, line) else { return };
        let client = self.series.client_mut();
        client.begin_input();
        client.stop_routine();
        if client.pointing.looking() == Some(place) {
            self.pick(place);
        } else {
            client.pointing.look_at(place);
        }
    }

    /// Lets the computer think for a few milliseconds.
    pub(crate) fn work(&mut self) -> Work {
        if self.search.is_none() && self.follow_routine() {
            return Work::Done;
        }
        if self.lesson.is_some() {
            return if self.reply_in_lesson() { Work::Done } else { Work::Idle };
        }
        if self.search.is_none() {
            let Some(search) = self.series.think() else { return Work::Idle };
            self.begin_search(search, false);
        }
        let Some(search) = &mut self.search else { return Work::Idle };
        let thinking = &mut self.series.client_mut().thinking;
        if thinking.thought().is_some_and(|thought| thought.share < 1.0) {
            thinking.progress(JOB, search.go_on());
            return Work::Thinking;
        }
        let (Some(thought), Some(search)) = (thinking.finish(JOB), self.search.take()) else { return Work::Idle };
        if thought.is_hint {
            let Some(search) = self.series.go_on_with_hint(&*search) else { return Work::Done };
            self.begin_search(search, true);
            return Work::Thinking;
        }
        let Some(action) = search.decide() else { return Work::Done };
        // The computer's single steps of a move are played without a pause, as a person's plan is.
        let is_step = self.client().is_tentative(&action);
        self.played(|series| series.play(&[action]));
        if is_step { Work::Thinking } else { Work::Done }
    }

    fn ask_hint(&mut self) {
        if let Some(search) = self.series.ask_hint() {
            self.begin_search(search, true);
        }
    }

    fn begin_search(&mut self, search: Box<dyn DynThinking>, is_hint: bool) {
        self.series.client_mut().thinking.begin(JOB, is_hint);
        self.search = Some(search);
    }

    fn stop_search(&mut self) {
        self.series.client_mut().thinking.stop();
        self.search = None;
    }

    /// Stops the search for a hint, because the person does something else.
    pub(super) fn stop_hint(&mut self) {
        if self.client().thinking.thought().is_some_and(|thought| thought.is_hint) {
            self.stop_search();
        }
    }

    /// Shows a message of the terminal.
    pub(super) fn note(&mut self, key: &'static str) {
        let note = self.series.tongue().say(key);
        self.series.client_mut().note = Some(note);
    }

    fn move_cursor(&mut self, to: impl Fn(&Client, Place) -> Option<Place>) {
        let Some(from) = self.client().pointing.cursor() else { return };
        let place = to(self.client(), from).unwrap_or(from);
        self.series.client_mut().pointing.look_at(place);
    }

    fn next_open(&mut self) {
        let (client, cursor) = (self.client(), self.client().pointing.cursor());
        let mut open: Vec<Place> = client.open().into_keys().chain(client.ends().iter().map(|end| end.place)).collect();
        game::sort(&mut open);
        let next = open.iter().find(|&&place| cursor.is_none_or(|cursor| place > cursor)).or(open.first());
        if let Some(place) = next.copied() {
            self.series.client_mut().pointing.look_at(place);
        }
    }

    fn jump(&mut self, name: &str) {
        let known = |cell: &&scene::Cell| !cell.scenery && cell.name.eq_ignore_ascii_case(name);
        let place = self.client().picture.scene.cells.iter().find(known).map(|cell| cell.place);
        let client = self.series.client_mut();
        client.begin_input();
        if let Some(place) = place {
            client.pointing.look_at(place);
        } else {
            let note = self.series.tongue().tell(&Message::new("jump.unknown").with("name", name.to_owned()));
            self.series.client_mut().note = Some(note);
        }
    }

    fn window(&self, size: (u16, u16)) -> Window {
        let client = self.client();
        Window::new(&client.picture.scene, client.ground.turns, client.pointing.cursor(), size)
    }

    /// Draws the screen for a window of this size.
    pub(crate) fn draw(&self, size: (u16, u16)) -> Canvas {
        if let Some(seat) = self.client().hand_over_to() {
            return panel::hand_over(&self.series, seat, size);
        }
        if let Mode::Help(page) = self.mode {
            let keys = if self.lesson.is_some() { keys::HELP_IN_LESSONS } else { keys::HELP };
            let pages = help::pages(self.client(), keys, size);
            self.help_pages.set(pages.len());
            // The page may not exist any more if the window has become larger. The last page is shown then.
            return pages.into_iter().take(page + 1).next_back().unwrap_or_default();
        }
        if matches!(self.mode, Mode::Story) {
            return self.draw_story(size);
        }
        if let Some(end) = self.draw_end_of_lesson(size) {
            return end;
        }
        let window = self.window(size);
        let board = self.draw_board(&window);
        let menu = menu::entries(self.client());
        let panel = Panel {
            series: &self.series,
            look: self.look,
            telling: telling::telling(&self.series),
            note: self.asked().or_else(|| self.client().note.clone()),
            menu: &menu,
            thinking: self.client().thinking.thought().map(|thought| thought.share),
            coach: self.coach(),
        };
        let (screen, has_sheet) = panel.around(&board, &window, size.0);
        if self.wants_sheet && !has_sheet { self.draw_sheet(size) } else { screen }
    }

    fn draw_board(&self, window: &Window) -> Canvas {
        let client = self.client();
        let open: Vec<Place> = client.open().into_keys().filter(|_| client.acts_here()).collect();
        let preview = client.looked_at();
        let picked: Vec<Place> = client.pointing.picked().iter().filter_map(|pick| client.place_of(pick)).collect();
        let hint = client.hint_shown();
        let way = client.way_looked_at().filter(|_| hint.is_none());
        let ghost: Vec<Piece> = way.iter().filter_map(|way| client.piece_after(way)).collect();
        let scene = &client.picture.scene;
        let captures: Vec<(Place, usize)> =
            client.all_captures().into_iter().map(|(place, capture)| (place, capture.count)).collect();
        let over = Over {
            captures: &captures,
            threats: client.threats(),
            exposed: client.exposed().map_or(&[], |area| &area.places),
            cursor: client.pointing.cursor().filter(|_| client.acts_here() || self.wants_sheet),
            open: &open,
            picked: &picked,
            earlier: if client.acts_here() { &client.earlier.marks } else { &[] },
            preview: &preview.marks,
            would: &preview.cells,
            areas: client.overlay_shown().map_or(&[], |overlay| &overlay.areas),
            ends: client.ends(),
            way: way.as_ref().map_or(hint.map_or(&[], |hint| &hint.way), |way| &way.through),
            moved: if way.is_some() { &ghost } else { hint.map_or(&[], |hint| &hint.moved) },
            actor: client.actor(),
            sight: window.sight,
        };
        let whole = board::draw(scene, &over, client.game.info().seat_names, self.look);
        whole.part(window.first, (window.board.width, window.board.height))
    }

    fn draw_sheet(&self, (width, height): (u16, u16)) -> Canvas {
        let (client, tongue) = (self.client(), self.series.tongue());
        let width = usize::from(width).saturating_sub(3);
        let sheet = client.sheet_shown();
        let mut lines = sheet.map_or_else(Vec::new, |sheet| sheet::lines(client, sheet, width));
        lines.truncate(usize::from(height).saturating_sub(1));
        lines.push((tongue.say("sheet.keys"), Ink::Dim));
        let mut page = Canvas::default();
        for (line, (text, ink)) in lines.iter().enumerate() {
            page.write(2, line, text, *ink);
        }
        page
    }

    /// Draws the newest events that fit the window.
    fn draw_story(&self, (width, height): (u16, u16)) -> Canvas {
        let mut lines = panel::history_lines(
            self.client(),
            usize::from(width).saturating_sub(3),
            usize::from(height).saturating_sub(1),
        );
        lines.push((self.series.tongue().say("help.any-key"), Ink::Dim));
        let mut page = Canvas::default();
        for (line, (text, ink)) in lines.iter().enumerate() {
            page.write(2, line, text, *ink);
        }
        page
    }

    /// The question that waits for an answer.
    fn asked(&self) -> Option<String> {
        let tongue = self.series.tongue();
        match &self.mode {
            Mode::AskResign => Some(tongue.say("resign.ask-keys")),
            Mode::AskPlay(_, why) => Some(tongue.tell(&Message::new("sure").with("why", why.clone()))),
            Mode::Jump(name) => Some(tongue.tell(&Message::new("jump").with("name", name.clone()))),
            Mode::Play | Mode::Help(_) | Mode::Story => None,
        }
    }
}

/// Whether a key means yes.
fn is_yes(tongue: &Tongue, key: KeyEvent) -> bool {
    matches!(key.code, KeyCode::Char(letter) if tongue::is_yes(tongue, letter.encode_utf8(&mut [0; 4])))
}
