//! A match as somebody looks at it: its history, the moment that is shown, and what is being picked.
//!
//! Where it is played, here or on a server, or whether it is a record played again, is a part of it ([`Kind`]); everything
//! that is drawn is drawn from the moments, which are the same in all cases.

use std::cell::OnceCell;
use std::sync::Arc;

use catalog::{DynGame, Picture, Position};
use game::{Arg, Exit, Message, Outcome, Roll, Seat, Texts, Viewer};
use protocol::{Moment, What};
use scene::{Chart, Mark, MarkKind, Pick, Place, Preview};

use crate::ground::Ground;
use crate::{Advice, Local, Online, Plan, Replay, seen, sentence};

/// A match as somebody looks at it.
pub struct Table {
    /// Which game.
    pub game: &'static dyn DynGame,
    /// What it says, in the language of the page.
    pub texts: Texts,
    /// Its options, as records write them.
    pub setup: String,
    /// How many sit at it.
    pub seats: u8,
    /// The first position.
    pub start: Arc<dyn Position>,
    /// Who acted first.
    pub first_actor: Option<Seat>,
    /// What happened.
    pub moments: Vec<Moment>,
    /// Whose eyes saw that, where the match is on this device.
    pub eyes: Viewer,
    /// What the viewer knew after each moment and remembers of those before. Where nothing is hidden a view is opened when
    /// it is first shown: a long match would keep the page from listening otherwise.
    pub(crate) positions: Vec<OnceCell<Arc<dyn Position>>>,
    /// After how many moments the position is shown; none for now.
    pub shown: Option<usize>,
    /// What is shown.
    pub picture: Picture,
    /// Where its places are drawn.
    pub ground: Ground,
    /// The charts of the whole match so far, whichever moment is shown.
    pub charts: Vec<Chart>,
    /// What each legal action would do, as far as they are thought through.
    pub previews: Vec<(String, Preview)>,
    /// The legal actions that wait to be thought through.
    pub unthought: Vec<String>,
    /// The same for what can follow on what was picked, thought through at once.
    pub(crate) ahead: Vec<(String, Preview)>,
    /// Where the keys are.
    pub cursor: Option<Place>,
    /// What is being looked at: under the pointer, under the cursor, or tapped once.
    pub looking: Option<Place>,
    /// The button that is being looked at, likewise.
    pub considering: Option<Pick>,
    /// What was tapped once and is played by a second tap.
    pub armed: Option<Place>,
    /// The same for a button.
    pub pressed: Option<Pick>,
    /// What was picked so far of an action.
    pub picked: Vec<Pick>,
    /// Whether what was picked last hangs on the pointer.
    pub dragging: bool,
    /// What is planned and can still be taken back.
    pub plan: Plan,
    /// The buttons that were offered since so many moments had happened.
    pub(crate) offered: (usize, Vec<Pick>),
    /// The piece that somebody wants to know more of.
    pub selected: Option<u32>,
    /// What is laid over the board, by its place among those of the piece that is shown.
    pub overlay: Option<usize>,
    /// The seats that have left a routine to the game, for as long as there is one.
    pub routines: Vec<Seat>,
    /// What there is to say right now.
    pub note: Option<String>,
    /// The dice of the moment that is shown, while they have the word.
    pub dice: Dice,
    /// Where on the board they fall.
    pub dice_at: Option<Place>,
    /// What was done on the board since the last turn of whoever looks, before the last moment.
    pub earlier: Vec<Mark>,
    /// The same with what the last moment has marked too, and of which moments it was gathered.
    done_earlier: Vec<Mark>,
    earlier_of: Option<Told>,
    /// The computer in thought.
    pub thought: Option<Thought>,
    /// What it advises.
    pub advice: Advice,
    /// Where it is played.
    pub kind: Kind,
}

/// Which moments are told as news, and to whom.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Told {
    eyes: Viewer,
    shown: usize,
    news: usize,
}

/// Where a match is played.
pub enum Kind {
    /// On this device.
    Local(Local),
    /// On a server.
    Online(Online),
    /// It was played, and is played again from its record.
    Replay(Replay),
}

/// How the dice of the moment that is shown are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// As one of the things that can be looked at.
    #[default]
    Lie,
    /// They were just thrown, and stay in sight until somebody looks at something else.
    Landed,
    /// They are being thrown; this is the number of the throw.
    Falling(u32),
}

/// The computer in thought.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// Which of its thoughts; answers to others are stale.
    pub job: u32,
    /// How much of it is done, from 0 to 1.
    pub share: f32,
    /// Whether it thinks for a person.
    pub is_hint: bool,
}

/// Shows at most this many events since the viewer's last turn. The move list has the rest.
const MOST_NEWS: usize = 12;

impl Table {
    /// A table of a game, not yet with a picture of its own.
    pub(crate) fn new(
        game: &'static dyn DynGame,
        language: &str,
        setup: String,
        seats: u8,
        start: (Box<dyn Position>, Option<Seat>),
        kind: Kind,
    ) -> Self {
        let picture = start.0.picture(false);
        let places: Vec<Place> =
            picture.scene.cells.iter().filter(|cell| !cell.scenery).map(|cell| cell.place).collect();
        let middle = places.get(places.len() / 2).copied();
        Self {
            game,
            texts: game.texts(language),
            setup,
            seats,
            start: start.0.into(),
            first_actor: start.1,
            moments: Vec::new(),
            eyes: Viewer::Spectator,
            positions: Vec::new(),
            shown: None,
            ground: Ground::of(&picture.scene),
            charts: picture.scene.charts.clone(),
            picture,
            previews: Vec::new(),
            unthought: Vec::new(),
            ahead: Vec::new(),
            cursor: middle,
            looking: None,
            considering: None,
            armed: None,
            pressed: None,
            picked: Vec::new(),
            dragging: false,
            plan: Plan::default(),
            offered: (0, Vec::new()),
            selected: None,
            overlay: None,
            routines: Vec::new(),
            note: None,
            dice: Dice::default(),
            dice_at: None,
            earlier: Vec::new(),
            done_earlier: Vec::new(),
            earlier_of: None,
            thought: None,
            advice: Advice::None,
            kind,
        }
    }

    /// Adds a moment, and what the viewer then knows and remembers.
    pub(crate) fn push(&mut self, moment: Moment) {
        let known = OnceCell::new();
        // A viewer who sees everything has nothing to remember.
        if self.game.info().hidden && self.eyes != Viewer::Everything {
            let before = self.known_after(self.moments.len());
            if let Ok(mut position) = self.game.open(&moment.view) {
                position.recall(&**before);
                let _ = known.set(position.into());
            }
        }
        self.positions.push(known);
        self.moments.push(moment);
    }

    /// Takes over another beginning: of a match that has just begun, or as other eyes saw it.
    pub fn begin_with(&mut self, (start, first_actor): (Box<dyn Position>, Option<Seat>)) {
        (self.start, self.first_actor) = (start.into(), first_actor);
        self.plan = Plan::default();
        self.moments.clear();
        self.positions.clear();
    }

    /// Shows a match that is on this device with these eyes, up to its last action, and draws it anew.
    pub fn look_with(&mut self, eyes: Viewer) {
        let table = match &self.kind {
            Kind::Local(local) => &*local.table,
            Kind::Replay(replay) => &*replay.table,
            Kind::Online(_) => return,
        };
        self.plan = Plan::default();
        let known = if eyes == self.eyes { self.moments.len().min(table.events()) } else { 0 };
        let start = (known == 0).then(|| table.start(eyes));
        let moments = seen::moments(table, known, eyes);
        self.eyes = eyes;
        self.moments.truncate(known);
        self.positions.truncate(known);
        if let Some(start) = start {
            self.begin_with(start);
        }
        for moment in moments {
            self.push(moment);
        }
        self.refresh();
    }

    /// Draws the moment that is shown anew; what can be done in it waits to be thought through.
    pub fn refresh(&mut self) {
        self.check_hint();
        self.picked.clear();
        self.ahead.clear();
        (self.armed, self.pressed, self.considering, self.dragging) = (None, None, None, false);
        let acts = self.acts_here();
        // Until the dice have landed the board stays as it was before they were thrown.
        let position = if self.is_falling() { self.known_after(self.landed()) } else { self.position() };
        self.picture = position.picture(acts);
        let turns = self.viewpoint().and_then(|seat| self.picture.turned.get(seat.index()).copied()).unwrap_or(0);
        if !self.ground.fits(&self.picture.scene, turns) {
            self.ground = Ground::turned(&self.picture.scene, turns);
        }
        // What was looked at and is no longer open would only say why it is not.
        self.looking = self.looking.filter(|place| self.picks_with(*place).is_some());
        self.previews.clear();
        self.unthought.clear();
        if acts {
            self.unthought = self.worth_thinking();
            self.note_offered();
        }
        self.refresh_charts();
        self.refresh_earlier();
    }

    /// Throws the dice of the moment that is shown, if it has any: they fall where something was done. Says whether it has.
    pub fn throw(&mut self, number: u32) -> bool {
        self.land(); // those of the throw before, if they are still in the air
        self.dice = Dice::Lie;
        if self.rolls_shown().is_empty() {
            return false;
        }
        let was_done = |mark: &&Mark| matches!(mark.kind, MarkKind::Last | MarkKind::Taken | MarkKind::Enclosed);
        self.dice_at = self.picture.scene.marks.iter().rfind(was_done).map(|mark| mark.place);
        self.dice = Dice::Falling(number);
        self.refresh();
        true
    }

    /// The dice have landed: the board shows what came of them. Says whether any were falling.
    pub fn land(&mut self) -> bool {
        let fell = self.is_falling();
        if fell {
            self.dice = Dice::Landed;
            self.refresh();
        }
        fell
    }

    /// The action whose dice are in the air, with who played it.
    pub fn in_the_air(&self) -> Option<(Seat, &str)> {
        match self.last_shown().filter(|_| self.is_falling()).map(|moment| &moment.what) {
            Some(What::Action { seat, action, .. }) => Some((*seat, action)),
            Some(What::Exit { .. }) | None => None,
        }
    }

    /// Of how many moments the outcome may be seen: not of the one whose dice are in the air.
    pub fn landed(&self) -> usize {
        self.moment_shown() - usize::from(self.is_falling())
    }

    /// Whether dice are falling.
    pub fn is_falling(&self) -> bool {
        matches!(self.dice, Dice::Falling(_))
    }

    /// Gathers what was done on the board since the last turn of whoever looks, but for the last moment, which the picture
    /// shows by itself. Each moment has to be drawn for that, so it is done once a moment and not with every step of a plan.
    fn refresh_earlier(&mut self) {
        let is_done = |mark: &Mark| matches!(mark.kind, MarkKind::Last | MarkKind::Taken | MarkKind::Enclosed);
        let told = Told { eyes: self.eyes, shown: self.moment_shown(), news: self.news().len() };
        if self.earlier_of != Some(told) {
            let before = (told.shown + 1).saturating_sub(told.news)..told.shown;
            let pictures = before.map(|after| self.known_after(after).picture(false));
            let mut done: Vec<Mark> = pictures.flat_map(|picture| picture.scene.marks).filter(is_done).collect();
            done.sort_by_key(|mark| (mark.place, mark.kind));
            done.dedup();
            (self.done_earlier, self.earlier_of) = (done, Some(told));
        }
        let marks = &self.picture.scene.marks;
        let is_shown = |mark: &&Mark| marks.iter().any(|known| known.place == mark.place && is_done(known));
        self.earlier = self.done_earlier.iter().filter(|mark| !is_shown(mark)).copied().collect();
    }

    /// The charts go on to the last moment; looking back moves only the line in them.
    fn refresh_charts(&mut self) {
        if self.picture.scene.charts.is_empty() || self.shown.is_none() {
            self.charts.clone_from(&self.picture.scene.charts);
            return;
        }
        self.charts = self.known_after(self.moments.len()).picture(false).scene.charts;
    }

    /// After how many moments the position is that is shown.
    pub fn moment_shown(&self) -> usize {
        self.shown.unwrap_or(self.moments.len())
    }

    /// What is known and remembered at the moment that is shown, or what would be after what is planned.
    pub fn position(&self) -> &Arc<dyn Position> {
        self.drafted().unwrap_or_else(|| self.known())
    }

    /// The moment that led to what is shown; none at the beginning.
    pub fn last_shown(&self) -> Option<&Moment> {
        self.moments.get(self.moment_shown().checked_sub(1)?)
    }

    /// The dice of the moment that is shown.
    pub fn rolls_shown(&self) -> &[Roll] {
        match self.last_shown().map(|moment| &moment.what) {
            Some(What::Action { rolls, .. } | What::Exit { rolls, .. }) => rolls,
            None => &[],
        }
    }

    /// Who acts now; nobody after the end.
    pub fn actor(&self) -> Option<Seat> {
        self.moments.last().map_or(self.first_actor, |moment| moment.actor)
    }

    /// Who acts at the moment that is shown.
    pub fn actor_shown(&self) -> Option<Seat> {
        self.moment_shown().checked_sub(1).map_or(self.first_actor, |last| self.moments[last].actor)
    }

    /// The result, once there is one; a match that was abandoned has none.
    pub fn outcome(&self) -> Option<Outcome> {
        self.moments.last().and_then(|moment| moment.outcome)
    }

    /// Whether nothing more can be played.
    pub fn is_over(&self) -> bool {
        self.outcome().is_some() || self.early_end().is_some()
    }

    /// The exit that ended the match, if one did.
    pub fn early_end(&self) -> Option<Exit> {
        let last = self.moments.last()?;
        match last.what {
            What::Exit { exit, .. } if last.actor.is_none() => Some(exit),
            What::Exit { .. } | What::Action { .. } => None,
        }
    }

    /// Whether somebody here is to act, and looks at the position as it is.
    pub fn acts_here(&self) -> bool {
        self.shown.is_none() && !self.is_falling() && self.turn_is_here()
    }

    /// Whether it is the turn of somebody here.
    pub fn turn_is_here(&self) -> bool {
        let Some(actor) = self.actor() else { return false };
        match &self.kind {
            Kind::Local(local) => local.is_person(actor) && local.next_holder().is_none(),
            Kind::Online(online) => online.may_play(actor),
            Kind::Replay(_) => false,
        }
    }

    /// The seat of the one person here; none if there are several or none.
    pub fn own_seat(&self) -> Option<Seat> {
        match &self.kind {
            Kind::Local(local) => local.only_person(),
            Kind::Online(online) => online.you,
            Kind::Replay(_) => None,
        }
    }

    /// The seat that whoever touches the screen now speaks for: their own, or of several people here the one who acts.
    pub fn hand(&self) -> Option<Seat> {
        self.own_seat().or_else(|| self.actor().filter(|_| self.acts_here()))
    }

    /// Whoever touches the screen does it themselves again. Says whether they had left a routine to the game.
    pub fn stop_routine(&mut self) -> bool {
        let hand = self.hand();
        let before = self.routines.len();
        self.routines.retain(|seat| Some(*seat) != hand);
        self.routines.len() < before
    }

    /// The seat whose side is drawn at the bottom: one's own; of several people at one screen the first one's, since a board
    /// that spins with every turn helps nobody. Whoever only watches sees the board as it is.
    pub fn viewpoint(&self) -> Option<Seat> {
        match (&self.kind, self.eyes) {
            (Kind::Local(local), _) => local.people().next(),
            (Kind::Online(online), _) => online.you,
            (Kind::Replay(_), Viewer::Seat(seat)) => Some(seat),
            (Kind::Replay(_), _) => None,
        }
    }

    /// What happened since the last turn of whoever is at this screen, and with it what their own dice have given. Somebody who
    /// watches, and everybody after the end, has no turn of their own: for them it is the last turn. Of the past it is the
    /// moment that is shown.
    pub fn news(&self) -> &[Moment] {
        let all = &self.moments[..self.moment_shown()];
        if self.shown.is_some() {
            return &all[all.len().saturating_sub(1)..];
        }
        let since = self.hand().map_or_else(|| start_of_last_turn(all), |hand| after_own_turn(all, hand));
        &all[since.max(all.len().saturating_sub(MOST_NEWS))..]
    }

    /// Whether a seat takes part at the moment that is shown.
    pub fn takes_part(&self, seat: Seat) -> bool {
        self.picture.parts.get(seat.index()).copied().unwrap_or(true)
    }

    /// How somebody has left by the moment that is shown, if they have.
    pub fn exit_of(&self, seat: Seat) -> Option<Exit> {
        let exits = self.moments[..self.moment_shown()].iter().filter_map(|moment| moment.what.exit());
        exits.into_iter().find(|exit| exit.seat() == Some(seat))
    }

    /// Whether it goes on among computers only: nobody has to wait for its end.
    pub fn only_computers_left(&self) -> bool {
        let is_computer = |seat: Seat| match &self.kind {
            Kind::Local(local) => !local.is_person(seat),
            Kind::Online(online) => online.people.get(seat.index()).is_some_and(|person| person.bot.is_some()),
            Kind::Replay(_) => false,
        };
        let is_left = |seat: Seat| !is_computer(seat) && self.takes_part(seat);
        let somebody_played = Seat::first(self.seats).any(|seat| !is_computer(seat));
        !self.is_over() && somebody_played && !Seat::first(self.seats).any(is_left)
    }

    /// Whether the others could go on playing without this seat.
    pub fn goes_on_without(&self, seat: Seat) -> bool {
        Seat::first(self.seats).filter(|other| *other != seat && self.takes_part(*other)).count() > 1
    }

    /// Who would give up if somebody here did now: whoever acts, else the one person; none who is out already.
    pub fn may_resign(&self) -> Option<Seat> {
        let seat = match &self.kind {
            Kind::Local(local) => self.actor().filter(|seat| local.is_person(*seat)).or(self.own_seat())?,
            Kind::Online(online) => online.you.filter(|_| online.begun)?,
            Kind::Replay(_) => return None,
        };
        (!self.is_over() && self.takes_part(seat)).then_some(seat)
    }

    /// A seat's name in the language of the page.
    pub fn seat_name(&self, seat: Seat) -> String {
        self.game.info().seat_names.get(seat.index()).map_or_else(String::new, |name| self.texts.seat(name))
    }

    /// What the game says, with directions as they are seen on the board as it is turned for the viewer.
    pub fn say(&self, message: &Message) -> String {
        self.texts.say(&scene::as_seen(message, self.ground.turns), self.game.info().seat_names)
    }

    /// Several things that the game says, as sentences.
    pub fn say_all(&self, messages: &[Message]) -> String {
        messages.iter().map(|message| sentence(&self.say(message))).collect::<Vec<_>>().join(" ")
    }

    /// What is expected, without the name of the seat in front of it if that is how the sentence begins.
    pub fn expected(&self) -> String {
        let partway = self.partway();
        let expected = partway.as_ref().map_or(&self.picture.expected, |partway| &partway.expected);
        let said = self.say(expected);
        let seat = expected.args.values().find_map(|arg| match arg {
            Arg::Seat(seat) => Some(self.seat_name(*seat)),
            Arg::Number(_) | Arg::Hundredths(_) | Arg::Tenths(_) | Arg::Text(_) | Arg::Word(_) => None,
        });
        let stripped =
            seat.and_then(|seat| said.strip_prefix(&seat).and_then(|rest| rest.strip_prefix(": ")).map(str::to_owned));
        stripped.unwrap_or(said)
    }
}

/// Where what happened since a seat's last deed begins; with that deed if it threw dice, whose result is news too.
fn after_own_turn(all: &[Moment], hand: Seat) -> usize {
    let mine = |moment: &Moment| matches!(moment.what, What::Action { seat, .. } if seat == hand);
    let rolled = |moment: &Moment| matches!(&moment.what, What::Action { rolls, .. } if !rolls.is_empty());
    let after = |own: usize| if rolled(&all[own]) { own } else { own + 1 };
    all.iter().rposition(mine).map_or(0, after).min(all.len().saturating_sub(1))
}

/// Where the last turn begins; an exit stands by itself.
fn start_of_last_turn(all: &[Moment]) -> usize {
    let turn = |moment: &Moment| match moment.what {
        What::Action { turn, .. } => Some(turn),
        What::Exit { .. } => None,
    };
    match all.last().and_then(turn) {
        Some(last) => all.iter().rposition(|moment| turn(moment) != Some(last)).map_or(0, |before| before + 1),
        None => all.len().saturating_sub(1),
    }
}
