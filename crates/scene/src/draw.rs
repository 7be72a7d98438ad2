//! The trait by which a game draws itself.

use game::{Game, Message, Random, Seat, Setup, legal_actions};
use serde::{Deserialize, Serialize};

use crate::{Area, Cell, Change, Chosen, Flank, Gauge, Kit, Mark, Motion, Pick, Picks, Place, Scene, Threat, Way};

/// The effects of an action, shown before it is played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Preview {
    /// The effects on the board.
    pub marks: Vec<Mark>,
    /// The effects in words.
    pub story: Vec<Message>,
    /// The possible results of chance. Empty if the action uses no chance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Odds>,
    /// The effects in numbers: what the action would pay to whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pays: Vec<Gauge>,
    /// The cells that would look different, as they would look.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
    /// The sides of pieces that the action would hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flanks: Vec<Flank>,
    /// A question that the client asks before it plays the action, because the action ends the game at once or is
    /// probably a mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Message>,
}

/// One possible result of chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Odds {
    /// The result.
    pub what: Message,
    /// Its weight. Its probability is this weight divided by the sum of all weights.
    pub weight: u32,
}

/// What a game shows for picks that do not make an action yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partway {
    /// A sentence that asks for the next pick.
    pub expected: Message,
    /// The effects of the picks so far on the board, whatever follows.
    pub marks: Vec<Mark>,
}

/// A repeated action that a player may leave to the game, turn after turn, as long as the game offers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routine<A> {
    /// The sentence on its button.
    pub label: Message,
    /// The action that the game would play now.
    pub action: A,
}

/// A game that can be drawn. A client opens a view once: it builds one state that fits the view and asks that state
/// everything.
///
/// `self` is one of the states that fit the view. It is not the state of the match: everything that the view leaves open
/// was drawn at random. Only what is equal in every state that fits may be taken from it; everything else comes from the
/// view. So a scene never shows more than its viewer may know. The turn and the acting seat's legal actions are equal in
/// all of these states, so methods that are only about those get no view.
pub trait Draw: Game {
    /// The board as this viewer sees it.
    fn scene(&self, view: &Self::View) -> Scene;

    /// A sentence that says what the acting seat has to do now. It does not name the seat: clients put the name in front
    /// where they show it. After the end, a sentence with the result.
    fn expected(&self, view: &Self::View) -> Message;

    /// The aim of a seat in one short sentence, with the options of this match. Without a seat, the aim of all seats,
    /// for spectators.
    fn aim(&self, _view: &Self::View, seat: Option<Seat>) -> Message {
        Message::new(if seat.is_some() { "aim" } else { "aim.watching" })
    }

    /// The first position as it is shown before the match begins, without anything that chance decides at the start.
    fn unbegun(view: Self::View) -> Self::View {
        view
    }

    /// The next step and the effects of some picks that do not make an action yet, if the game has a sentence for them.
    fn partway(&self, _view: &Self::View, _picked: &[Pick]) -> Option<Partway> {
        None
    }

    /// The picks that make an action.
    fn path(&self, action: &Self::Action) -> Vec<Pick>;

    /// Other picks that make the same action, such as the same places in another order.
    fn other_paths(&self, _action: &Self::Action) -> Vec<Vec<Pick>> {
        Vec::new()
    }

    /// The effects of an action, as far as this viewer can know them. The action may be illegal; then the preview says
    /// why.
    fn preview(&self, view: &Self::View, action: &Self::Action) -> Preview;

    /// Every legal action of the acting seat with its picks.
    fn picks(&self) -> Picks<Self::Action> {
        let legal = legal_actions(self);
        // The main paths come before the others, so that a search by action finds the main path.
        let first = legal.iter().map(|action| (self.path(action), action.clone()));
        let others = legal
            .iter()
            .flat_map(|action| self.other_paths(action).into_iter().map(move |path| (path, action.clone())));
        Picks::new(first.chain(others))
    }

    /// The repeated action that the acting seat may leave to the game now, if there is one.
    fn routine(&self) -> Option<Routine<Self::Action>> {
        None
    }

    /// Whether the action is a plan step: the acting seat may still take it back before anybody else is told. A plan
    /// step uses no chance, and the same seat goes on acting in the same turn. Games with hidden knowledge have no plan
    /// steps.
    fn tentative(&self, _action: &Self::Action) -> bool {
        false
    }

    /// The ways of the acting piece to one of the scene's ends: one for each of its facings, the first for a person who
    /// chooses no facing, the others clockwise from it. Empty for all other places.
    fn ways(&self, _place: Place) -> Vec<Way<Self::Action>> {
        Vec::new()
    }

    /// Everything of a seat that its opponents could attack or take in their next turn, if the seat did nothing more
    /// before it. Like the scene, it tells nothing that the viewer cannot know. Clients ask for it only while somebody
    /// wants to see it.
    ///
    /// A game whose pieces move before they attack may count only attacks from where they stand: then
    /// [`Draw::exposed`] tells where they could attack.
    fn danger(&self, _view: &Self::View, _seat: Seat) -> Vec<Threat> {
        Vec::new()
    }

    /// The places at which a piece of the seat could be attacked in the opponents' next turn, with a sentence that says
    /// what is counted. Each place is judged by itself: as if a piece stood there and everything else stayed as it is.
    /// If it is too dear to be exact, it has too many places rather than too few, and the sentence says so. `None` if there
    /// is no such place.
    fn exposed(&self, _view: &Self::View, _seat: Seat) -> Option<Area> {
        None
    }

    /// The kit that a player puts together for this option before the match, if the option is a kit. The setup may be
    /// invalid.
    fn kit(_rules: &Self::Rules, _setup: &Setup, _key: &str) -> Option<Kit> {
        None
    }

    /// The value of the option for these choices.
    fn kit_text(_rules: &Self::Rules, _setup: &Setup, _key: &str, _chosen: &[Chosen]) -> String {
        String::new()
    }

    /// The value that a computer picks for the option of its seat, by its level from 1 and by chance. None if it cannot be left to
    /// a computer.
    fn picked(_rules: &Self::Rules, _setup: &Setup, _key: &str, _level: u8, _random: &mut Random) -> Option<String> {
        None
    }

    /// How many sixths of a turn clockwise the board is turned for a seat, so that the seat's side is at the bottom.
    fn turned_for(&self, _seat: Seat) -> u8 {
        0
    }

    /// What the viewer sees happen on the board between two positions. It is made from the viewer's own knowledge only.
    /// By default it follows from a comparison of the two scenes. The action is legal before and the dice are its own,
    /// unless the game has hidden knowledge: then the state before is a guess, and the action must not be played again.
    fn motion(change: &Change<'_, Self>) -> Motion {
        change.compared()
    }

    /// Why these picks lead to no action, if the game has a sentence for it.
    fn why_not(&self, _view: &Self::View, _picked: &[Pick]) -> Option<Message> {
        None
    }
}
