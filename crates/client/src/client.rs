//! A match as somebody looks at it and plays it: the parts, and what needs more than one of them.

use std::sync::Arc;

use catalog::{Picture, Position, RuledGame};
use game::{Arg, Exit, Message, Outcome, Roll, Seat, Texts, Viewer, What};
use scene::{Chart, MarkKind, Place};

use crate::ground::Ground;
use crate::history::Beginning;
use crate::{
    Danger, Dice, Earlier, Ending, History, Moment, Moving, Panels, Plan, Pointing, Previews, Source, Thinking, Tongue,
    sentence,
};

/// A match as somebody looks at it and plays it. Where it comes from is a part of it ([`Source`]); everything that is
/// drawn is drawn from its history, which is the same for all sources.
pub struct Client {
    /// Which game, and by which rules.
    pub game: RuledGame,
    /// The game's texts in the person's language.
    pub texts: Texts,
    /// The client's texts in the same language, with those of the page or the terminal.
    pub tongue: Tongue,
    /// Its options, as records write them.
    pub setup: String,
    /// The number of seats.
    pub seats: u8,
    /// Where it comes from.
    pub source: Source,
    /// What happened, and which moment is shown.
    pub history: History,
    /// What is shown.
    pub picture: Picture,
    /// Where its places are drawn.
    pub ground: Ground,
    /// Whether the person has turned the board by half a turn.
    pub flipped: bool,
    /// The charts of the whole match so far, whichever moment is shown.
    pub charts: Vec<Chart>,
    /// The marks of events since the viewer's last turn, except those of the last moment.
    pub earlier: Earlier,
    /// What the legal actions would do.
    pub previews: Previews,
    /// What the person points at.
    pub pointing: Pointing,
    /// The plan: steps that can still be taken back.
    pub plan: Plan,
    /// The open panels beside the board.
    pub panels: Panels,
    /// What is known of the end.
    pub ending: Ending,
    /// The danger that is shown.
    pub danger: Danger,
    /// How the dice of the shown moment are presented.
    pub dice: Dice,
    /// What is seen to happen now.
    pub moving: Option<Moving>,
    /// What the dice of the moment that is shown paid.
    pub(crate) paid: Vec<scene::motion::Step>,
    /// The computer in thought.
    pub thinking: Thinking,
    /// The seats that have left a routine to the game, for as long as there is one.
    pub routines: Vec<Seat>,
    /// The message under the board, such as a refusal.
    pub note: Option<String>,
}

impl Client {
    /// A match of a game, not yet with a picture of its own.
    pub(crate) fn new(
        game: RuledGame,
        tongue: &Tongue,
        setup: String,
        seats: u8,
        start: Beginning,
        source: Source,
    ) -> Self {
        let picture = start.0.picture(false);
        let places: Vec<Place> =
            picture.scene.cells.iter().filter(|cell| !cell.scenery).map(|cell| cell.place).collect();
        let middle = places.get(places.len() / 2).copied();
        Self {
            texts: game.texts(tongue.language),
            tongue: tongue.clone(),
            setup,
            seats,
            source,
            history: History::new(game.clone(), start),
            game,
            ground: Ground::of(&picture.scene),
            flipped: false,
            charts: picture.scene.charts.clone(),
            picture,
            earlier: Earlier::default(),
            previews: Previews::default(),
            pointing: Pointing::at(middle),
            plan: Plan::default(),
            panels: Panels::default(),
            ending: Ending::default(),
            danger: Danger::default(),
            dice: Dice::default(),
            moving: None,
            paid: Vec::new(),
            thinking: Thinking::default(),
            routines: Vec::new(),
            note: None,
        }
    }

    /// Takes over another beginning of the match. What was planned is let go.
    pub fn begin_with(&mut self, beginning: Beginning) {
        (self.plan, self.moving) = (Plan::default(), None);
        self.history.begin_with(beginning);
    }

    /// Shows a match that is on this device with these eyes, up to its last action, and draws it anew.
    pub fn look_with(&mut self, eyes: Viewer) {
        let played = match &self.source {
            Source::Local(local) => &*local.played,
            Source::Replay(replay) => &*replay.played,
            Source::Online(_) => return,
        };
        self.plan = Plan::default();
        if let Some(then) = self.moving.take().map(|moving| moving.then()) {
            self.history.show(then);
        }
        self.history.follow(played, eyes);
        self.refresh();
    }

    /// Draws the moment that is shown anew. Nothing is picked any more, and the legal actions wait for their previews.
    pub fn refresh(&mut self) {
        self.check_hint();
        self.pointing.reset();
        let acts = self.acts_here();
        // Until dice and shots have landed the board stays as it was before.
        let position = if self.is_undecided() { self.history.after(self.landed()) } else { self.position() };
        self.picture = position.picture(acts);
        // An exit ends the match in a position in which a piece was to act.
        if self.seat_at_work().is_none() {
            self.picture.scene.marks.retain(|mark| mark.kind != MarkKind::Acting);
            self.picture.scene.sheets.iter_mut().for_each(|sheet| sheet.acts = false);
        }
        self.place_ground();
        // The place that is looked at may no longer be open. It would only show the reason why.
        let is_open = |place: Place| self.picks_with(place).is_some() || self.end_at(place).is_some();
        if self.pointing.looking().is_some_and(|place| !is_open(place)) {
            self.pointing.look_away();
        }
        self.previews.begin(if acts { self.worth_previewing() } else { Vec::new() });
        if acts {
            let buttons = self.choices();
            self.panels.offer(self.history.len(), self.plan.is_empty(), buttons);
        }
        self.refresh_charts();
        self.refresh_danger();
        self.seek_turning_point();
        let news = self.news().len();
        self.earlier.gather(&self.history, news, &self.picture.scene.marks);
    }

    /// Turns the board by half a turn, or back. Everything that is picked stays picked.
    pub fn flip(&mut self) {
        self.flipped = !self.flipped;
        self.place_ground();
    }

    /// Places the ground under the picture: the viewer's side is at the bottom, or at the top of a flipped board.
    fn place_ground(&mut self) {
        let own = self.viewpoint().and_then(|seat| self.picture.turned.get(seat.index()).copied()).unwrap_or(0);
        let turns = own + if self.flipped { 3 } else { 0 };
        if !self.ground.fits(&self.picture.scene, turns) {
            self.ground = Ground::turned(&self.picture.scene, turns);
        }
    }

    /// The action whose result is not shown yet, with who played it.
    pub fn in_the_air(&self) -> Option<(Seat, &str)> {
        match self.last_shown().filter(|_| self.is_undecided()).map(|moment| &moment.what) {
            Some(What::Action { seat, action, .. }) => Some((*seat, action)),
            Some(What::Exit { .. }) | None => None,
        }
    }

    /// The number of moments whose result may be shown: without the one whose dice or shots are in the air.
    pub fn landed(&self) -> usize {
        self.moment_shown() - usize::from(self.is_undecided())
    }

    /// Whether dice or shots are in the air, so that the board is as it was before.
    pub fn is_undecided(&self) -> bool {
        self.moving.as_ref().is_some_and(|moving| !moving.has_changed)
    }

    /// Whether dice are falling.
    pub fn is_falling(&self) -> bool {
        self.is_undecided() && !self.rolls_shown().is_empty()
    }

    /// Charts always go on to the newest moment. Looking back moves only the line in them.
    fn refresh_charts(&mut self) {
        if self.picture.scene.charts.is_empty() || !self.history.is_past_shown() {
            self.charts.clone_from(&self.picture.scene.charts);
            return;
        }
        self.charts = self.history.newest().picture(false).scene.charts;
    }

    /// The number of moments before the position that is shown.
    pub fn moment_shown(&self) -> usize {
        self.history.moment_shown()
    }

    /// The viewer's position at the moment that is shown, with the plan applied.
    pub fn position(&self) -> &Arc<dyn Position> {
        self.plan_shown().and_then(Plan::position).unwrap_or_else(|| self.history.position_shown())
    }

    /// The moment that led to what is shown; none at the beginning.
    pub fn last_shown(&self) -> Option<&Moment> {
        self.history.last_shown()
    }

    /// The dice of the moment that is shown.
    pub fn rolls_shown(&self) -> &[Roll] {
        self.history.rolls_shown()
    }

    /// Who acts now; nobody after the end.
    pub fn actor(&self) -> Option<Seat> {
        self.history.actor()
    }

    /// Who acts at the moment that is shown.
    pub fn actor_shown(&self) -> Option<Seat> {
        self.history.actor_shown()
    }

    /// Whose turn is seen: while dice or shots are in the air it is still the turn of the seat that played them.
    pub fn seat_at_work(&self) -> Option<Seat> {
        self.in_the_air().map(|(seat, _)| seat).or(self.actor_shown())
    }

    /// The result, once there is one; a match that was abandoned has none.
    pub fn outcome(&self) -> Option<Outcome> {
        self.history.outcome()
    }

    /// Whether nothing more can be played.
    pub fn is_over(&self) -> bool {
        self.history.is_over()
    }

    /// The exit that ended the match, if one did.
    pub fn early_end(&self) -> Option<Exit> {
        self.history.early_end()
    }

    /// Whether somebody here is to act, and looks at the position as it is.
    pub fn acts_here(&self) -> bool {
        !self.history.is_past_shown() && !self.is_undecided() && self.turn_is_here()
    }

    /// Whether it is the turn of somebody here.
    pub fn turn_is_here(&self) -> bool {
        self.actor().is_some_and(|actor| self.source.may_act(actor))
    }

    /// The seat of the one person here; none if there are several or none.
    pub fn own_seat(&self) -> Option<Seat> {
        self.source.own_seat()
    }

    /// The seat that an input at this screen is for: that of the only person, or of several people the one who acts.
    pub fn hand(&self) -> Option<Seat> {
        self.own_seat().or_else(|| self.actor().filter(|_| self.acts_here()))
    }

    /// The seat whose side of the board is drawn at the bottom.
    pub fn viewpoint(&self) -> Option<Seat> {
        self.source.viewpoint(self.history.eyes())
    }

    /// What happened since the last turn of the person at this screen, with the result of that turn's own dice.
    pub fn news(&self) -> &[Moment] {
        self.history.news(self.hand())
    }

    /// Whether a seat takes part at the moment that is shown.
    pub fn takes_part(&self, seat: Seat) -> bool {
        self.picture.parts.get(seat.index()).copied().unwrap_or(true)
    }

    /// How a seat has left by the moment that is shown, if it has.
    pub fn exit_of(&self, seat: Seat) -> Option<Exit> {
        self.history.exit_of(seat)
    }

    /// Whether only computers are left in the match.
    pub fn only_computers_left(&self) -> bool {
        let is_computer = |seat: Seat| self.source.is_computer(seat);
        let is_left = |seat: Seat| !is_computer(seat) && self.takes_part(seat);
        let somebody_played = Seat::first(self.seats).any(|seat| !is_computer(seat));
        !self.is_over() && somebody_played && !Seat::first(self.seats).any(is_left)
    }

    /// Whether the others could go on playing without this seat.
    pub fn goes_on_without(&self, seat: Seat) -> bool {
        Seat::first(self.seats).filter(|other| *other != seat && self.takes_part(*other)).count() > 1
    }

    /// The seat that can resign from here: of the person who acts, else of the only one. None for a seat that is out.
    pub fn may_resign(&self) -> Option<Seat> {
        let seat = match &self.source {
            Source::Local(local) => self.actor().filter(|seat| local.is_person(*seat)).or(self.own_seat())?,
            Source::Online(online) => online.you.filter(|_| online.begun)?,
            Source::Replay(_) => return None,
        };
        (!self.is_over() && self.takes_part(seat)).then_some(seat)
    }

    /// A seat's name in the language of the person.
    pub fn seat_name(&self, seat: Seat) -> String {
        self.game.info().seat_names.get(seat.index()).map_or_else(String::new, |name| self.texts.seat(name))
    }

    /// What the game says, with people's names instead of their seats, and with directions as they are seen on the board
    /// as it is turned for the viewer.
    pub fn say(&self, message: &Message) -> String {
        let mut seen = scene::as_seen(message, self.ground.turns);
        // People at one screen have no names.
        if self.local().is_none() && message.args.values().any(|arg| matches!(arg, Arg::Seat(_))) {
            for arg in seen.to_mut().args.values_mut() {
                if let Arg::Seat(seat) = *arg {
                    *arg = self.person_name(seat).into();
                }
            }
        }
        self.texts.say(&seen, self.game.info().seat_names)
    }

    /// Several things that the game says, as sentences.
    pub fn say_all(&self, messages: &[Message]) -> String {
        messages.iter().map(|message| sentence(&self.say(message))).collect::<Vec<_>>().join(" ")
    }

    /// What is expected of the seat that acts, after the picks so far. It does not name the seat.
    pub fn expected(&self) -> String {
        let partway = self.partway();
        self.say(partway.as_ref().map_or(&self.picture.expected, |partway| &partway.expected))
    }
}
