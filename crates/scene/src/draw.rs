//! The trait by which a game draws itself.

use game::{Game, Message, Random, Seat, Setup, legal_actions};
use serde::{Deserialize, Serialize};

use crate::{Cell, Chosen, Gauge, Kit, Mark, Pick, Picks, Scene};

/// What an action would do, shown before it is done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Preview {
    /// On the board.
    pub marks: Vec<Mark>,
    /// In words.
    pub story: Vec<Message>,
    /// What chance may make of it, if chance has a say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Odds>,
    /// In numbers: what it would pay, and to whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pays: Vec<Gauge>,
    /// The ground that would look different, as it would look.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
    /// Why a client asks once more before it plays this: the action ends the game at once, or can hardly be meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Message>,
}

/// One thing that chance may make of an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Odds {
    /// What.
    pub what: Message,
    /// How likely, out of the sum over all of them.
    pub weight: u32,
}

/// What is known of picks that are no action yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partway {
    /// What is expected next, in a sentence.
    pub expected: Message,
    /// What the picks would do on the board, whatever follows.
    pub marks: Vec<Mark>,
}

/// What a person may leave to the game, turn after turn, until there is nothing of the kind left to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routine<A> {
    /// The sentence on its button.
    pub label: Message,
    /// What the game would do now.
    pub action: A,
}

/// A game that can be looked at. Everything is drawn from a view, so that nobody can be shown more than they know.
pub trait Draw: Game {
    /// The board as this viewer sees it.
    fn scene(view: &Self::View) -> Scene;

    /// What is expected of whoever acts now, in a sentence.
    fn expected(view: &Self::View) -> Message;

    /// What a seat plays for, in one short sentence, with the options of this match; for somebody who watches, what everybody
    /// plays for.
    fn aim(_view: &Self::View, seat: Option<Seat>) -> Message {
        Message::new(if seat.is_some() { "aim" } else { "aim.watching" })
    }

    /// A first position as it is shown before the match begins: nothing that chance decides at the start is in it.
    fn unbegun(view: Self::View) -> Self::View {
        view
    }

    /// What is expected after some picks of an action and what they would do, if the game has a word for them.
    fn partway(_view: &Self::View, _picked: &[Pick]) -> Option<Partway> {
        None
    }

    /// The picks that say an action.
    fn path(view: &Self::View, action: &Self::Action) -> Vec<Pick>;

    /// Other picks that say the same action, such as the same places in another order.
    fn other_paths(_view: &Self::View, _action: &Self::Action) -> Vec<Vec<Pick>> {
        Vec::new()
    }

    /// What an action would do, as far as this viewer can know. It may be illegal; then the preview says why.
    fn preview(view: &Self::View, action: &Self::Action) -> Preview;

    /// Every legal action of whoever acts now, by picks. Any state that fits the view has the same ones.
    fn picks(view: &Self::View) -> Picks<Self::Action> {
        let imagined = Self::imagine(view, &mut Random::new(0));
        let legal = legal_actions(&imagined);
        // The first way to say an action comes first, so that whoever looks for one finds that.
        let first = legal.iter().map(|action| (Self::path(view, action), action.clone()));
        let others = legal
            .iter()
            .flat_map(|action| Self::other_paths(view, action).into_iter().map(move |path| (path, action.clone())));
        Picks::new(first.chain(others))
    }

    /// What whoever acts may leave to the game, if there is anything of the kind now.
    fn routine(_view: &Self::View) -> Option<Routine<Self::Action>> {
        None
    }

    /// Whether whoever acts may still take this action back before anybody else hears of it: a step of a plan. It uses no
    /// chance, and the same seat goes on acting in the same turn. Only where nothing is hidden.
    fn tentative(_view: &Self::View, _action: &Self::Action) -> bool {
        false
    }

    /// What a player puts together for this option before the match, if it is such an option. The setup may be wrong.
    fn kit(_setup: &Setup, _key: &str) -> Option<Kit> {
        None
    }

    /// The option's value that says what was taken.
    fn kit_text(_setup: &Setup, _key: &str, _chosen: &[Chosen]) -> String {
        String::new()
    }

    /// By how many sixths of a turn clockwise the board is to be drawn for a seat, so that its side is at the bottom.
    fn turned_for(_view: &Self::View, _seat: Seat) -> u8 {
        0
    }

    /// Why a place that was picked leads to no action, if the game has something to say about it.
    fn why_not(_view: &Self::View, _picked: &[Pick]) -> Option<Message> {
        None
    }
}
