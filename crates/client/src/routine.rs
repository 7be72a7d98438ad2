//! Routines: actions that a person leaves to the game, turn after turn, until there are none left or the person stops
//! them.

use crate::Client;

impl Client {
    /// Leaves the routine of the person who acts to the game. Returns its first action, or `None` if there is no routine
    /// now.
    pub fn begin_routine(&mut self) -> Option<String> {
        let seat = self.actor().filter(|_| self.acts_here() && self.picture.routine.is_some())?;
        if !self.routines.contains(&seat) {
            self.routines.push(seat);
        }
        self.next_of_routine()
    }

    /// The action that the game plays now for a person who has left it the routine. A routine without an action ends.
    pub fn next_of_routine(&mut self) -> Option<String> {
        let seat = self.actor().filter(|seat| self.acts_here() && self.routines.contains(seat))?;
        if self.picture.routine.is_none() {
            self.routines.retain(|other| *other != seat);
        }
        self.picture.routine.as_ref().map(|routine| routine.action.clone())
    }

    /// The person at the screen plays by hand again. Returns whether they had left a routine to the game.
    pub fn stop_routine(&mut self) -> bool {
        let hand = self.hand();
        let before = self.routines.len();
        self.routines.retain(|seat| Some(*seat) != hand);
        self.routines.len() < before
    }
}
