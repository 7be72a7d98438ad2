//! A match without its types.

use ai::{Bot, Evaluated};
use game::{
    Deed, Exit, Game, Info, Luck, Match, Message, Origin, Outcome, PlayError, Random, Record, Refusal, Roll, Seat,
    Turn, Viewer, legal_actions,
};
use scene::{Draw, Pick, Preview};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::happened::{self, Happened};
use crate::thinking::DynThinking;
use crate::view::{self, Picture};

/// A match that is being played, with notation in place of actions and JSON in place of views.
pub trait DynMatch: Send {
    /// Name, options and seats of the game.
    fn info(&self) -> &'static Info;
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// Names who sits where, for the record.
    fn name_player(&mut self, seat: Seat, name: &str);
    /// The turn being played.
    fn turn(&self) -> Turn;
    /// Who acts now; nobody after the end.
    fn actor(&self) -> Option<Seat>;
    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// Whether nothing more can be played.
    fn is_over(&self) -> bool;
    /// The exit that ended it, if one did.
    fn end(&self) -> Option<Exit>;
    /// Whether a seat still takes part.
    fn has_part(&self, seat: Seat) -> bool;
    /// Whether something is hidden from somebody right now.
    fn keeps_secrets(&self) -> bool;
    /// Where its chance comes from.
    fn origin(&self) -> &Origin;
    /// How many things have happened: actions and exits.
    fn events(&self) -> usize;
    /// Every legal action.
    fn legal(&self) -> Vec<String>;
    /// One of the legal actions, each as likely as any other; none after the end.
    fn random_action(&self, random: &mut Random) -> Option<String>;
    /// Whether a seat may play this action now, and why not.
    fn check(&self, seat: Seat, action: &str) -> Result<(), PlayError>;
    /// Plays an action for a seat.
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError>;
    /// Plays an action for a seat and says what each of these viewers sees of it, in their order.
    fn play_before(&mut self, seat: Seat, action: &str, viewers: &[Viewer]) -> Result<Vec<Happened>, PlayError>;
    /// Whether somebody may leave for good now, and why not.
    fn check_exit(&self, exit: Exit) -> Result<(), Refusal>;
    /// Somebody leaves for good; each of these viewers sees it so, in their order.
    fn exit_before(&mut self, exit: Exit, viewers: &[Viewer]) -> Result<Vec<Happened>, Refusal>;
    /// Takes back what happened last and says whether there was anything.
    fn undo(&mut self) -> bool;
    /// The match as it is written down.
    fn record(&self) -> Record;
    /// What a viewer knows; after the end everything is open.
    fn view(&self, viewer: Viewer) -> Value;
    /// What a viewer knows who has seen the whole match and remembers it.
    fn recalled(&self, viewer: Viewer) -> Value;
    /// What a viewer knows, as the text of that JSON.
    fn view_text(&self, viewer: Viewer) -> Box<RawValue>;
    /// What a viewer knew before the first action, and who acted then.
    fn start_text(&self, viewer: Viewer) -> (Box<RawValue>, Option<Seat>);
    /// What is shown before the match begins in place of its first position: nothing that chance decides.
    fn unbegun_text(&self, viewer: Viewer) -> Box<RawValue>;
    /// The same as a picture, for those who watch.
    fn unbegun_picture(&self) -> Picture;
    /// What a viewer saw of everything that happened after the first `known` events.
    fn happened(&self, known: usize, viewer: Viewer) -> Vec<Happened>;
    /// What a viewer sees, who remembers the whole match.
    fn picture(&self, viewer: Viewer) -> Picture;
    /// What an action would do, as far as the viewer can know.
    fn preview(&self, viewer: Viewer, action: &str) -> Preview;
    /// Why these picks lead nowhere, if the game has something to say about it.
    fn why_not(&self, viewer: Viewer, picked: &[Pick]) -> Option<Message>;
    /// What a viewer was told of the event with this number, from 0.
    fn told(&self, event: usize, viewer: Viewer) -> Vec<Message>;
    /// Hands every action in turn to `each`, exits left out, with what was open before it and known after it.
    fn steps(&self, each: &mut dyn FnMut(Step) -> bool);
    /// Who was how lucky: each seat's measures, summed over the match.
    fn luck(&self) -> Vec<(Seat, Vec<Luck>)>;
    /// Has a bot think for the seat that acts, from that seat's view and memory alone.
    fn think(&self, bot: &mut Bot) -> Box<dyn DynThinking>;
    /// The same on every platform for equal states.
    fn state_hash(&self) -> u64;
}

/// One action of a match, opened up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Counted from 1, exits included.
    pub number: usize,
    /// In which turn.
    pub turn: u32,
    /// By which seat.
    pub seat: &'static str,
    /// What could have been played.
    pub legal: Vec<String>,
    /// What was.
    pub action: String,
    /// The dice that it used.
    pub dice: Vec<Roll>,
    /// The seats whose turns the rules then passed over.
    pub passed: Vec<&'static str>,
    /// The open state after it.
    pub state: Value,
    /// The result, if that was the end.
    pub result: Option<String>,
}

fn json<G: Game>(state: &G, viewer: Viewer) -> Value {
    serde_json::to_value(state.view(viewer)).expect("a view is plain data")
}

/// Whose eyes a viewer sees the position with: after the end everything is open, however it came.
fn eyes<G: Game>(table: &Match<G>, viewer: Viewer) -> Viewer {
    if table.is_over() { Viewer::Everything } else { viewer }
}

/// What a viewer knows who has seen the whole match and remembers it.
fn recalled<G: Game>(table: &Match<G>, viewer: Viewer) -> G::View {
    let mut known = table.state().view(eyes(table, viewer));
    if G::INFO.hidden && !table.is_over() {
        let mut before = table.state_after(0).view(viewer);
        for state in table.states() {
            let mut view = state.view(viewer);
            G::recall(&mut view, &before);
            before = view;
        }
        G::recall(&mut known, &before);
    }
    known
}

fn legal<G: Game>(state: &G) -> Vec<String> {
    legal_actions(state).iter().map(|action| state.write(action)).collect()
}

impl<G: Draw + Evaluated> DynMatch for Match<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn seats(&self) -> u8 {
        self.state().seats()
    }

    fn name_player(&mut self, seat: Seat, name: &str) {
        self.name_player(seat, name);
    }

    fn turn(&self) -> Turn {
        self.state().turn()
    }

    fn actor(&self) -> Option<Seat> {
        self.actor()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn is_over(&self) -> bool {
        self.is_over()
    }

    fn end(&self) -> Option<Exit> {
        self.end()
    }

    fn has_part(&self, seat: Seat) -> bool {
        self.state().has_part(seat)
    }

    fn keeps_secrets(&self) -> bool {
        self.state().keeps_secrets()
    }

    fn origin(&self) -> &Origin {
        self.origin()
    }

    fn events(&self) -> usize {
        self.log().len()
    }

    fn legal(&self) -> Vec<String> {
        if self.actor().is_some() { legal(self.state()) } else { Vec::new() }
    }

    fn random_action(&self, random: &mut Random) -> Option<String> {
        self.actor()?;
        let action = self.state().random_action(random, &mut Vec::new())?;
        Some(self.state().write(&action))
    }

    fn check(&self, seat: Seat, action: &str) -> Result<(), PlayError> {
        Ok(self.check(seat, &self.state().read(action)?)?)
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError> {
        self.play_text(seat, action).map(|_| ())
    }

    fn play_before(&mut self, seat: Seat, action: &str, viewers: &[Viewer]) -> Result<Vec<Happened>, PlayError> {
        let before = self.state().clone();
        let logged = self.play_text(seat, action)?.clone();
        Ok(viewers.iter().map(|&viewer| happened::last_seen(&before, &logged, self, viewer)).collect())
    }

    fn check_exit(&self, exit: Exit) -> Result<(), Refusal> {
        self.check_exit(exit)
    }

    fn exit_before(&mut self, exit: Exit, viewers: &[Viewer]) -> Result<Vec<Happened>, Refusal> {
        let before = self.state().clone();
        let logged = self.exit(exit)?.clone();
        Ok(viewers.iter().map(|&viewer| happened::last_seen(&before, &logged, self, viewer)).collect())
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn record(&self) -> Record {
        self.record()
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(self.state(), eyes(self, viewer))
    }

    fn recalled(&self, viewer: Viewer) -> Value {
        serde_json::to_value(recalled(self, viewer)).expect("a view is plain data")
    }

    fn view_text(&self, viewer: Viewer) -> Box<RawValue> {
        happened::text(self.state(), eyes(self, viewer))
    }

    fn start_text(&self, viewer: Viewer) -> (Box<RawValue>, Option<Seat>) {
        let start = self.state_after(0);
        (happened::text(&start, viewer), happened::actor(&start))
    }

    fn unbegun_text(&self, viewer: Viewer) -> Box<RawValue> {
        serde_json::value::to_raw_value(&G::unbegun(self.state_after(0).view(viewer))).expect("a view is plain data")
    }

    fn unbegun_picture(&self) -> Picture {
        view::unbegun_picture::<G>(self.state_after(0).view(Viewer::Spectator))
    }

    fn happened(&self, known: usize, viewer: Viewer) -> Vec<Happened> {
        let Some((last, unknown)) = self.log().get(known..).and_then(<[_]>::split_last) else { return Vec::new() };
        let mut before = self.state_after(known);
        let mut all = Vec::with_capacity(unknown.len() + 1);
        for (logged, after) in unknown.iter().zip(self.states().skip(known)) {
            all.push(happened::seen(&before, logged, &after, viewer));
            before = after;
        }
        all.push(happened::last_seen(&before, last, self, viewer));
        all
    }

    fn picture(&self, viewer: Viewer) -> Picture {
        view::picture::<G>(&recalled(self, viewer), self.actor().map(Viewer::Seat) == Some(viewer))
    }

    fn preview(&self, viewer: Viewer, action: &str) -> Preview {
        let view = recalled(self, viewer);
        view::previews::<G>(&view, std::iter::once(action)).next().unwrap_or_default()
    }

    fn why_not(&self, viewer: Viewer, picked: &[Pick]) -> Option<Message> {
        G::why_not(&recalled(self, viewer), picked)
    }

    fn told(&self, event: usize, viewer: Viewer) -> Vec<Message> {
        let Some(logged) = self.log().get(event) else { return Vec::new() };
        let (before, after) = (self.state_after(event), self.state_after(event + 1));
        match &logged.deed {
            Deed::Action { action, .. } => G::tell(&before, action, &logged.rolls, &after, viewer),
            Deed::Exit(exit) => G::tell_exit(&before, *exit, &logged.rolls, &after, viewer),
        }
    }

    fn steps(&self, each: &mut dyn FnMut(Step) -> bool) {
        let names = G::INFO.seat_names;
        let mut before = self.state_after(0);
        for (index, (logged, after)) in self.log().iter().zip(self.states()).enumerate() {
            let Deed::Action { seat, text, .. } = &logged.deed else {
                before = after;
                continue;
            };
            let step = Step {
                number: index + 1,
                turn: logged.turn,
                seat: names[seat.index()],
                legal: legal(&before),
                action: text.clone(),
                dice: logged.rolls.clone(),
                passed: logged.passed.iter().map(|seat| names[seat.index()]).collect(),
                state: json(&after, Viewer::Everything),
                result: after.outcome().map(|outcome| outcome.describe(names)),
            };
            if !each(step) {
                return;
            }
            before = after;
        }
    }

    fn luck(&self) -> Vec<(Seat, Vec<Luck>)> {
        let mut seats: Vec<(Seat, Vec<Luck>)> =
            Seat::first(self.state().seats()).map(|seat| (seat, Vec::new())).collect();
        let mut add = |seat: Seat, luck: Luck| {
            let sums = &mut seats[seat.index()].1;
            match sums.iter_mut().find(|sum| sum.what == luck.what) {
                Some(sum) => {
                    sum.expected += luck.expected;
                    sum.got += luck.got;
                }
                None => sums.push(luck),
            }
        };
        let mut before = self.state_after(0);
        for (seat, luck) in before.luck_of_start() {
            add(seat, luck);
        }
        for (logged, after) in self.log().iter().zip(self.states()) {
            let action = logged.action().map(|(_, action)| action);
            for (seat, luck) in G::luck_of_all(&before, action, &logged.rolls) {
                add(seat, luck);
            }
            before = after;
        }
        seats
    }

    fn think(&self, bot: &mut Bot) -> Box<dyn DynThinking> {
        view::think::<G>(&recalled(self, Viewer::Seat(self.state().turn().seat)), bot)
    }

    fn state_hash(&self) -> u64 {
        self.state().state_hash()
    }
}
