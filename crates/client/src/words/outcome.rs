//! How a match ends, who has left it, and what happened in a moment.

use game::{Exit, HAS_WON, Message, Outcome, Seat};

use crate::{Client, Moment};

impl Client {
    /// The result in sentences, once there is one.
    pub fn result_in_words(&self) -> Option<String> {
        let by = match self.early_end() {
            Some(Exit::Abandoned) => return Some(self.tongue.say("abandoned")),
            by => by.map(|exit| self.exit_in_words(exit)),
        };
        let outcome = self.outcome()?;
        // Of two, the only person here is told about themselves. Where somebody has left, the sentence names both.
        let lost = self.own_seat().is_some_and(|own| outcome.winner().is_some_and(|winner| winner != own));
        if lost && by.is_none() && self.seats == 2 {
            return Some(self.tongue.say("result.you-lose"));
        }
        let words = self.winner_in_words(outcome);
        Some(by.map_or(words.clone(), |by| format!("{by} {words}")))
    }

    fn winner_in_words(&self, outcome: Outcome) -> String {
        let own = self.own_seat();
        match outcome.winner() {
            Some(winner) if own == Some(winner) => self.tongue.say("result.you-win"),
            Some(winner) => {
                let won = self.tongue.tell(&Message::new("result.wins").with("seat", self.person_name(winner)));
                let place = own.filter(|_| self.seats > 2).map(|own| {
                    let place = Message::new("result.your-place").with("place", i64::from(outcome.place(own)));
                    format!(" {}", self.tongue.tell(&place))
                });
                won + &place.unwrap_or_default()
            }
            None if Seat::first(self.seats).all(|seat| outcome.place(seat) == 1) => self.tongue.say("result.draw"),
            None => {
                let first = Seat::first(self.seats).filter(|seat| outcome.place(*seat) == 1);
                let seats = first.map(|seat| self.person_name(seat)).collect::<Vec<_>>().join(", ");
                self.tongue.tell(&Message::new("result.shared").with("seats", seats))
            }
        }
    }

    /// Every seat with its place, the best first; nothing where two played, since the result says it all.
    pub fn ranking(&self) -> Option<Vec<(u8, Seat)>> {
        let outcome = self.outcome().filter(|_| self.seats > 2)?;
        let of_place = |place| Seat::first(self.seats).map(move |seat| (place, seat));
        let all = (1..=self.seats).flat_map(of_place);
        Some(all.filter(|(place, seat)| outcome.place(*seat) == *place).collect())
    }

    /// The places in a sentence, once more than two have played to the end.
    pub fn places_in_words(&self) -> Option<String> {
        let place = |(place, seat): &(u8, Seat)| format!("{place}. {}", self.person_name(*seat));
        Some(format!("{}.", self.ranking()?.iter().map(place).collect::<Vec<_>>().join(", ")))
    }

    /// How somebody has left, in a sentence.
    pub fn exit_in_words(&self, exit: Exit) -> String {
        let message = match exit {
            Exit::Abandoned => Message::new("abandoned"),
            Exit::Resigned(seat) => Message::new("resigned").with("seat", self.person_name(seat)),
            Exit::Dropped(seat) if self.own_seat() == Some(seat) => Message::new("dropped.you"),
            Exit::Dropped(seat) => Message::new("dropped").with("seat", self.person_name(seat)),
        };
        self.tongue.tell(&message)
    }

    /// A moment in words: what the game tells of it, and who has left. An exit that ends the match is told by the
    /// result.
    pub fn moment_in_words(&self, moment: &Moment) -> String {
        self.moment_told_as(moment, self.say_all(&moment.told))
    }

    /// The same without the game's sentence that only says who has won, for a client that tells the result after it.
    pub fn moment_before_result(&self, moment: &Moment) -> String {
        let told: Vec<Message> = moment.told.iter().filter(|said| said.key != HAS_WON).cloned().collect();
        self.moment_told_as(moment, self.say_all(&told))
    }

    fn moment_told_as(&self, moment: &Moment, told: String) -> String {
        match moment.what.exit() {
            Some(exit) if moment.actor.is_some() => {
                format!("{} {} {told}", self.exit_in_words(exit), self.tongue.say("goes-on")).trim_end().to_owned()
            }
            _ => told,
        }
    }
}
