//! What a person points at: where the cursor is, what is looked at, what was picked of an action, and what is being
//! dragged.
//!
//! The fields are private, and the methods keep these promises: either a place or a button is looked at, never both.
//! Either something is marked, or something is dragged, or neither. Whatever is dragged was picked.

use hex::Direction;
use scene::{Pick, Place};

/// Something that can be pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A place on the board.
    Place(Place),
    /// A button or a number beside the board.
    Button(Pick),
}

/// What the hand is doing with what was picked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Hand {
    /// Nothing.
    #[default]
    Free,
    /// The first of two taps was made here: the second tap plays it.
    Marking(Target),
    /// The last pick is being dragged.
    Dragging,
}

/// What a person points at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointing {
    cursor: Option<Place>,
    attention: Option<Target>,
    towards: Option<Direction>,
    picked: Vec<Pick>,
    hand: Hand,
}

impl Pointing {
    /// Nothing is pointed at; the keys begin here.
    pub fn at(cursor: Option<Place>) -> Self {
        Self { cursor, ..Self::default() }
    }

    /// Where the keys are.
    pub fn cursor(&self) -> Option<Place> {
        self.cursor
    }

    /// The place that is looked at: under the pointer, under the cursor, or marked.
    pub fn looking(&self) -> Option<Place> {
        match self.attention() {
            Some(Target::Place(place)) => Some(*place),
            Some(Target::Button(_)) | None => None,
        }
    }

    /// The button that is looked at, likewise.
    pub fn considering(&self) -> Option<&Pick> {
        match self.attention() {
            Some(Target::Button(pick)) => Some(pick),
            Some(Target::Place(_)) | None => None,
        }
    }

    /// Whether anything is looked at.
    pub fn is_looking(&self) -> bool {
        self.attention().is_some()
    }

    /// What was marked and is played by a second step.
    pub fn marked(&self) -> Option<&Target> {
        match &self.hand {
            Hand::Marking(target) => Some(target),
            Hand::Free | Hand::Dragging => None,
        }
    }

    /// The place that was marked, if it is a place.
    pub fn marked_place(&self) -> Option<Place> {
        match self.marked() {
            Some(Target::Place(place)) => Some(*place),
            Some(Target::Button(_)) | None => None,
        }
    }

    /// The button that was marked, if it is a button.
    pub fn marked_button(&self) -> Option<&Pick> {
        match self.marked() {
            Some(Target::Button(pick)) => Some(pick),
            Some(Target::Place(_)) | None => None,
        }
    }

    /// What was picked so far of an action.
    pub fn picked(&self) -> &[Pick] {
        &self.picked
    }

    /// What was picked so far, with one more pick.
    pub fn picked_and(&self, pick: &Pick) -> Vec<Pick> {
        self.picked.iter().chain([pick]).cloned().collect()
    }

    /// Whether the last pick is being dragged.
    pub fn is_dragging(&self) -> bool {
        self.hand == Hand::Dragging
    }

    /// Whether an action was begun: something is picked or marked.
    pub fn has_begun(&self) -> bool {
        !self.picked.is_empty() || self.marked().is_some()
    }

    /// Puts the cursor of the keys on a place, without looking at it.
    pub fn move_cursor(&mut self, place: Place) {
        self.cursor = Some(place);
    }

    /// Looks at a place, and the cursor goes along: what is shown and what Enter plays are one place.
    pub fn look_at(&mut self, place: Place) {
        if self.attention != Some(Target::Place(place)) {
            self.towards = None;
        }
        self.cursor = Some(place);
        self.attention = Some(Target::Place(place));
    }

    /// The pointer is in this direction from the middle of the place that is looked at; none for the middle, and for keys and
    /// fingers.
    pub fn look_towards(&mut self, towards: Option<Direction>) {
        self.towards = towards.filter(|_| self.looking().is_some());
    }

    /// The direction of the pointer from the middle of the place that is looked at.
    pub fn towards(&self) -> Option<Direction> {
        self.towards
    }

    /// The pointer has left the place that it was over. A button that is looked at stays.
    pub fn look_away(&mut self) {
        if matches!(self.attention, Some(Target::Place(_))) {
            self.attention = None;
        }
    }

    /// Looks at a button.
    pub fn consider(&mut self, pick: Pick) {
        self.attention = Some(Target::Button(pick));
    }

    /// The pointer has left the button that it was over. A place that is looked at stays.
    pub fn stop_considering(&mut self) {
        if matches!(self.attention, Some(Target::Button(_))) {
            self.attention = None;
        }
    }

    /// Looks at nothing but at what is marked.
    pub fn look_at_nothing(&mut self) {
        self.attention = None;
    }

    /// Marks something, to be played by a second step. It is looked at.
    pub fn mark(&mut self, target: Target) {
        self.attention = Some(target.clone());
        self.hand = Hand::Marking(target);
    }

    /// Takes the mark away; what was marked is still looked at. Returns whether there was one.
    pub fn unmark(&mut self) -> bool {
        let marked = self.marked().is_some();
        if marked {
            self.attention = self.attention().cloned();
            self.hand = Hand::Free;
        }
        marked
    }

    /// These are the picks now. What was marked and considered was about other picks.
    pub fn pick(&mut self, picks: Vec<Pick>) {
        self.unmark();
        self.stop_considering();
        self.picked = picks;
        self.hand = Hand::Free;
    }

    /// Takes back the last pick. Returns whether there was one.
    pub fn unpick(&mut self) -> bool {
        if self.picked.len() <= 1 {
            self.drop();
        }
        self.picked.pop().is_some()
    }

    /// The last of these picks is dragged from now on. Nothing else is pointed at.
    pub fn drag(&mut self, picks: Vec<Pick>) {
        debug_assert!(!picks.is_empty(), "what is dragged was picked");
        (self.attention, self.picked, self.hand) = (None, picks, Hand::Dragging);
    }

    /// Lets go of what is dragged; it stays picked. Returns whether anything was dragged.
    pub fn drop(&mut self) -> bool {
        let dragged = self.is_dragging();
        if dragged {
            self.hand = Hand::Free;
        }
        dragged
    }

    /// The position has changed: nothing is picked, marked, dragged or considered any more. The place that is looked at
    /// and the cursor stay.
    pub fn reset(&mut self) {
        self.pick(Vec::new());
    }

    /// What is looked at: something itself, else what is marked.
    fn attention(&self) -> Option<&Target> {
        self.attention.as_ref().or_else(|| self.marked())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hex::Hex;

    fn place(q: i32) -> Place {
        Place::Hex(Hex::new(q, 0))
    }

    fn pick(q: i32) -> Pick {
        Pick::Hex(Hex::new(q, 0))
    }

    fn button() -> Pick {
        Pick::Button("go".into())
    }

    #[test]
    fn either_a_place_or_a_button_is_looked_at() {
        let mut pointing = Pointing::at(Some(place(0)));
        assert!(!pointing.is_looking() && pointing.cursor() == Some(place(0)));
        pointing.look_at(place(1));
        assert_eq!((pointing.looking(), pointing.cursor()), (Some(place(1)), Some(place(1))));
        pointing.consider(button());
        assert_eq!((pointing.looking(), pointing.considering()), (None, Some(&button())));
        pointing.look_away();
        assert_eq!(pointing.considering(), Some(&button()), "the pointer left a place, not the button");
        pointing.stop_considering();
        assert_eq!((pointing.is_looking(), pointing.cursor()), (false, Some(place(1))));
    }

    #[test]
    fn what_is_marked_is_looked_at_unless_something_else_is() {
        let mut pointing = Pointing::default();
        pointing.mark(Target::Place(place(1)));
        pointing.consider(button());
        assert_eq!((pointing.looking(), pointing.marked_place()), (None, Some(place(1))));
        pointing.stop_considering();
        assert_eq!(pointing.looking(), Some(place(1)));
        pointing.mark(Target::Button(button()));
        assert_eq!((pointing.marked_place(), pointing.marked_button()), (None, Some(&button())), "one mark at a time");
        assert!(pointing.unmark() && !pointing.unmark());
        assert_eq!(pointing.considering(), Some(&button()), "it is still looked at");
    }

    #[test]
    fn a_drag_is_a_pick_that_hangs_on_the_pointer_and_nothing_else() {
        let mut pointing = Pointing::default();
        pointing.mark(Target::Place(place(1)));
        pointing.drag(vec![pick(2)]);
        assert!(pointing.is_dragging() && pointing.marked().is_none() && !pointing.is_looking());
        assert!(pointing.drop() && !pointing.drop());
        assert_eq!(pointing.picked(), [pick(2)], "let go, it stays picked");
        pointing.drag(vec![pick(2)]);
        assert!(pointing.unpick() && !pointing.is_dragging(), "what is not picked does not hang on the pointer");
        pointing.drag(vec![pick(2)]);
        pointing.mark(Target::Place(place(1)));
        assert!(!pointing.is_dragging());
    }

    #[test]
    fn picks_are_taken_back_one_by_one() {
        let mut pointing = Pointing::default();
        pointing.pick(vec![pick(1), pick(2)]);
        assert_eq!(pointing.picked_and(&pick(3)), [pick(1), pick(2), pick(3)]);
        assert!(pointing.has_begun() && pointing.unpick() && pointing.unpick());
        assert!(!pointing.unpick() && !pointing.has_begun());
    }

    #[test]
    fn a_reset_keeps_the_cursor_and_the_place_that_is_looked_at() {
        let reset = |mut pointing: Pointing| {
            pointing.reset();
            pointing
        };
        let mut pointing = Pointing::at(Some(place(0)));
        pointing.look_at(place(1));
        let looking = pointing.clone();
        pointing.pick(vec![pick(1)]);
        assert_eq!(reset(pointing.clone()), looking);
        pointing.mark(Target::Place(place(1)));
        assert_eq!(reset(pointing.clone()), looking, "what was marked is still looked at");
        pointing.consider(button());
        assert_eq!(reset(pointing.clone()), Pointing::at(Some(place(1))), "buttons may be gone");
        pointing.drag(vec![pick(1)]);
        assert_eq!(reset(pointing), Pointing::at(Some(place(1))));
    }
}
