//! What happened in a match as one viewer was told it, and which moment of it is shown.

use std::cell::OnceCell;
use std::sync::Arc;

use catalog::{DynMatch, Position, RuledGame};
use game::{Exit, Outcome, Roll, Seat, Viewer, What};
use serde_json::Value;

use crate::online::Gap;
use crate::turns::{PlaceInTurns, TurnRow, place_in_turns, turn_rows};

/// Tells at most this many moments as news. The move list has the rest.
const MOST_NEWS: usize = 12;

/// The first position of a match, and who acts in it.
pub type Beginning = (Box<dyn Position>, Option<Seat>);

/// What a viewer was told of an event. The view that came with it is kept apart, as a position.
pub type Moment = game::Moment<()>;

/// What happened in a match as one viewer was told it, and which moment of it is shown.
pub struct History {
    game: RuledGame,
    start: Arc<dyn Position>,
    first_actor: Option<Seat>,
    /// How many of the first moments are not here: the server has not sent them yet.
    missing: usize,
    /// The moments after the missing ones.
    moments: Vec<Moment>,
    /// What the viewer knew after each of them, with what they remember of earlier ones. While moments are missing, nothing
    /// is remembered.
    known: Vec<Known>,
    eyes: Viewer,
    shown: Option<usize>,
}

/// What a viewer knew after a moment.
enum Known {
    /// It is opened already.
    Opened(Arc<dyn Position>),
    /// A server's view, opened when it is first shown: opening all views of a long match at once would block the page.
    Sent(Value, OnceCell<Arc<dyn Position>>),
}

impl History {
    /// A match in which nothing has happened yet.
    pub fn new(game: RuledGame, (start, first_actor): Beginning) -> Self {
        Self {
            game,
            start: start.into(),
            first_actor,
            missing: 0,
            moments: Vec::new(),
            known: Vec::new(),
            eyes: Viewer::Spectator,
            shown: None,
        }
    }

    /// Everything that happened and is known here, the first moment first.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The moment with this index; none if it is missing.
    pub fn moment(&self, index: usize) -> Option<&Moment> {
        self.moments.get(index.checked_sub(self.missing)?)
    }

    /// The moments after the first `from`, up to the one that leads to the position that is shown.
    pub(crate) fn moments_from(&self, from: usize) -> &[Moment] {
        let known = self.until_shown();
        &known[from.saturating_sub(self.missing).min(known.len())..]
    }

    /// How many moments there are, missing ones included.
    pub fn len(&self) -> usize {
        self.missing + self.moments.len()
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many of the first moments are still to come from the server.
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// The first moments of the match are missing. There must be none yet.
    pub(crate) fn miss(&mut self, missing: usize) {
        self.missing = missing;
    }

    /// Puts moments of the server in front of those that are here. Nothing is taken if the last of them is not the last one
    /// that is missing. What was remembered too little is remembered when the first moment has come.
    pub(crate) fn put_before(&mut self, page: Vec<protocol::Moment>) -> Result<(), Gap> {
        let before = self.missing.checked_sub(page.len()).filter(|_| !page.is_empty()).ok_or(Gap)?;
        if (before + 1..).zip(&page).any(|(number, moment)| moment.seq != number as u64) {
            return Err(Gap);
        }
        self.missing = before;
        let (later, later_known) = (std::mem::take(&mut self.moments), std::mem::take(&mut self.known));
        for moment in page {
            let (moment, view) = moment.split();
            self.keep(moment, Known::Sent(view, OnceCell::new()));
        }
        self.moments.extend(later);
        self.known.extend(later_known);
        if self.missing == 0 && self.remembers() {
            let (moments, known) = (std::mem::take(&mut self.moments), std::mem::take(&mut self.known));
            for (moment, known) in moments.into_iter().zip(known) {
                match known {
                    Known::Sent(view, _) => self.push(moment.map_view(|()| view)),
                    Known::Opened(_) => self.keep(moment, known),
                }
            }
        }
        Ok(())
    }

    /// The viewer of this history, if the match is on this device.
    pub fn eyes(&self) -> Viewer {
        self.eyes
    }

    /// Adds a moment that a server has sent.
    pub fn push(&mut self, moment: protocol::Moment) {
        let (moment, view) = moment.split();
        // A view that has to be recalled is opened now, because the next one is recalled from it.
        let opened = if self.remembers() && self.missing == 0 { self.game.open(&view).ok() } else { None };
        match opened {
            Some(position) => self.push_opened(moment, position),
            None => self.keep(moment, Known::Sent(view, OnceCell::new())),
        }
    }

    /// Adds a moment that a match on this device has told.
    pub(crate) fn push_told(&mut self, moment: game::Moment<Box<dyn Position>>) {
        let (moment, position) = moment.split();
        self.push_opened(moment, position);
    }

    /// Adds a moment with the position after it.
    fn push_opened(&mut self, moment: Moment, mut position: Box<dyn Position>) {
        if self.remembers() {
            position.recall(&**self.newest());
        }
        self.keep(moment, Known::Opened(position.into()));
    }

    fn keep(&mut self, moment: Moment, known: Known) {
        self.moments.push(moment);
        self.known.push(known);
    }

    /// Whether the viewer remembers more than the newest view tells. A viewer who sees everything does not.
    fn remembers(&self) -> bool {
        self.game.info().hidden && self.eyes != Viewer::Everything
    }

    /// Begins again from another first position, which is shown: the match has just begun, or other eyes look at it.
    pub fn begin_with(&mut self, (start, first_actor): Beginning) {
        (self.start, self.first_actor) = (start.into(), first_actor);
        self.missing = 0;
        self.moments.clear();
        self.known.clear();
        self.shown = None;
    }

    /// Follows a match on this device with these eyes. Moments that these eyes have seen already are kept. A viewer who
    /// looks at an earlier moment stays there, unless the match has become too short for it.
    pub fn follow(&mut self, played: &dyn DynMatch, eyes: Viewer) {
        let known = if eyes == self.eyes { self.len().min(played.events()) } else { 0 };
        let shown = self.shown;
        self.eyes = eyes;
        self.moments.truncate(known);
        self.known.truncate(known);
        if known == 0 {
            self.begin_with(played.start(eyes));
        }
        played.moments(known, eyes).into_iter().for_each(|moment| self.push_told(moment));
        self.show(shown);
    }

    /// The number of moments before the position that is shown, if that is not the newest one.
    pub fn shown(&self) -> Option<usize> {
        self.shown
    }

    /// Shows the position after this many moments, or the first one that is known. `None` shows the newest position, and
    /// follows it.
    pub fn show(&mut self, moment: Option<usize>) {
        self.shown = moment.map(|moment| moment.max(self.first_known())).filter(|moment| *moment < self.len());
    }

    /// How many moments there are before the first position that is known.
    pub fn first_known(&self) -> usize {
        if self.missing > 0 { self.missing + 1 } else { 0 }
    }

    /// The moments up to the position that is shown.
    fn until_shown(&self) -> &[Moment] {
        &self.moments[..self.moment_shown() - self.missing]
    }

    /// Whether an earlier position than the newest one is shown.
    pub fn is_past_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// The number of moments before the position that is shown.
    pub fn moment_shown(&self) -> usize {
        self.shown.unwrap_or(self.len())
    }

    /// What is known and remembered after so many moments; of the missing ones the first position that is known. A view of
    /// ours or of the server's is a view of the game; one that cannot be opened shows the position before it.
    pub fn after(&self, moments: usize) -> &Arc<dyn Position> {
        let Some(last) = moments.max(self.first_known()).checked_sub(self.missing + 1) else { return &self.start };
        match self.known.get(last) {
            None => &self.start, // nothing at all is known
            Some(Known::Opened(position)) => position,
            Some(Known::Sent(view, position)) => position.get_or_init(|| match self.game.open(view) {
                Ok(position) => position.into(),
                Err(_) if last == 0 => self.start.clone(),
                Err(_) => self.after(self.missing + last).clone(),
            }),
        }
    }

    /// Opens the newest view. The error says why the game cannot read it.
    pub fn open_newest(&self) -> Result<(), String> {
        match self.known.last() {
            Some(Known::Sent(view, position)) if position.get().is_none() => {
                let opened = self.game.open(view).map_err(|error| error.to_string())?;
                position.get_or_init(|| opened.into());
                Ok(())
            }
            Some(Known::Sent(..) | Known::Opened(_)) | None => Ok(()),
        }
    }

    /// What is known and remembered at the moment that is shown.
    pub fn position_shown(&self) -> &Arc<dyn Position> {
        self.after(self.moment_shown())
    }

    /// What is known and remembered now.
    pub fn newest(&self) -> &Arc<dyn Position> {
        self.after(self.len())
    }

    /// The moment that led to the position that is shown; none at the beginning.
    pub fn last_shown(&self) -> Option<&Moment> {
        self.moment(self.moment_shown().checked_sub(1)?)
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
        self.actor_after(self.moment_shown())
    }

    /// Who acts after so many moments.
    pub fn actor_after(&self, moments: usize) -> Option<Seat> {
        let Some(last) = moments.checked_sub(1) else { return self.first_actor };
        self.moment(last).and_then(|moment| moment.actor)
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

    /// How a seat has left by the moment that is shown, if it has.
    pub fn exit_of(&self, seat: Seat) -> Option<Exit> {
        let exits = self.until_shown().iter().filter_map(|moment| moment.what.exit());
        exits.into_iter().find(|exit| exit.seat() == Some(seat))
    }

    /// What happened since the last turn of this seat, with that turn's own action if it threw dice. Without a seat
    /// (somebody watches, or the match is over) it is the last turn. In the past it is the moment that is shown.
    pub fn news(&self, seat: Option<Seat>) -> &[Moment] {
        let all = self.until_shown();
        if self.shown.is_some() {
            return &all[all.len().saturating_sub(1)..];
        }
        let since = seat.map_or_else(|| start_of_last_turn(all), |seat| after_own_turn(all, seat));
        &all[since.max(all.len().saturating_sub(MOST_NEWS))..]
    }

    /// How many moments there were before the last turn: before everything since the last action of this seat, or else
    /// before the turn that led to the position that is shown. None if nothing is known to have happened before that
    /// position.
    pub fn last_turn(&self, seat: Option<Seat>) -> Option<usize> {
        let all = self.until_shown();
        let mine = |moment: &Moment| matches!(moment.what, What::Action { seat: acted, .. } if Some(acted) == seat);
        let since = all.iter().rposition(mine).map(|last| last + 1);
        let since = since.filter(|since| *since < all.len() && self.shown.is_none());
        let since = self.missing + since.unwrap_or_else(|| start_of_last_turn(all));
        Some(since.max(self.first_known())).filter(|since| *since < self.moment_shown())
    }

    /// The move list: the moments by turns.
    pub fn turn_rows(&self) -> Vec<TurnRow> {
        turn_rows(&self.moments, self.missing)
    }

    /// Where the moment that is shown is in the match, counted by turns; none at the beginning.
    pub fn place_shown(&self) -> Option<PlaceInTurns> {
        self.place_after(self.moment_shown())
    }

    /// The same for the position after so many moments.
    pub fn place_after(&self, moments: usize) -> Option<PlaceInTurns> {
        place_in_turns(&self.moments, moments.checked_sub(self.missing)?)
    }
}

/// Where the moments after a seat's last action begin; with that action if it threw dice, whose result is news too.
fn after_own_turn(all: &[Moment], own: Seat) -> usize {
    let mine = |moment: &Moment| matches!(moment.what, What::Action { seat, .. } if seat == own);
    let rolled = |moment: &Moment| matches!(&moment.what, What::Action { rolls, .. } if !rolls.is_empty());
    let after = |last: usize| if rolled(&all[last]) { last } else { last + 1 };
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
