//! A match at one screen: who sits where, and what they can ask for. Both ways of playing go through here.

use std::path::{Path, PathBuf};

use ai::{Bot, Level};
use catalog::{DynMatch, DynThinking, Picture, Request, RuledGame};
use game::{
    Arg, Exit, Message, Moment, Outcome, PlayError, Refusal, Seat, Seed, Setup, SetupError, Texts, UnusualSet, Viewer,
    What,
};
use scene::{Gauge, Pick, Preview};

/// Who sits on a seat.
#[derive(Clone, Debug)]
pub(crate) enum Player {
    /// Somebody at this screen.
    Person,
    /// The computer.
    Bot(Bot),
}

/// A match at one screen.
pub(crate) struct Session {
    game: RuledGame,
    setup: Setup,
    seed: u64,
    table: Box<dyn DynMatch>,
    players: Vec<Player>,
    texts: Texts,
    record: Option<PathBuf>,
    /// How many matches there were at this screen; each has a record of its own.
    matches: u32,
    /// What went wrong when the record was last written, once.
    record_problem: Option<String>,
    /// Who of several people looks at the screen, where each may see something else; nobody while it is handed over.
    looking: Option<Seat>,
    /// The person who has acted last: between the turns of several the board stays turned for them.
    acted: Option<Seat>,
}

impl Session {
    pub(crate) fn new(
        game: impl Into<RuledGame>,
        setup: Setup,
        seed: u64,
        players: Vec<Player>,
        language: &str,
        record: Option<PathBuf>,
    ) -> Result<Self, SetupError> {
        let game = game.into();
        let table = game.start(setup.clone(), Seed::number(seed).into())?;
        let texts = game.texts(language);
        let mut session = Self {
            game,
            setup,
            seed,
            table,
            players,
            texts,
            record,
            matches: 1,
            record_problem: None,
            looking: None,
            acted: None,
        };
        session.name_players();
        Ok(session)
    }

    pub(crate) fn table(&self) -> &dyn DynMatch {
        self.table.as_ref()
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// What a person is called on the screen.
    pub(crate) fn player_name(&self, seat: Seat) -> String {
        let people = self.players.iter().filter(|player| matches!(player, Player::Person)).count();
        match self.player(seat) {
            Player::Person if people == 1 => "you".to_owned(),
            Player::Person => "a person".to_owned(),
            Player::Bot(bot) => format!("computer, level {}", bot.level().name),
        }
    }

    /// The same where there is little room.
    pub(crate) fn player_in_short(&self, seat: Seat) -> String {
        match self.player(seat) {
            Player::Person => self.player_name(seat),
            Player::Bot(bot) => format!("level {}", bot.level().name),
        }
    }

    pub(crate) fn seat_name(&self, seat: Seat) -> String {
        self.texts.seat(self.seat_names()[seat.index()])
    }

    pub(crate) fn seat_names(&self) -> &'static [&'static str] {
        self.game.info().seat_names
    }

    /// What the game says, with directions as they are seen on the screen.
    pub(crate) fn say(&self, message: &Message) -> String {
        // Drawing the position to know how it is turned is only worth it where that makes a difference.
        let turned = if scene::names_direction(message) { self.turned() } else { 0 };
        self.texts.say(&scene::as_seen(message, turned), self.seat_names())
    }

    /// What is played here: the game's name, what the one person plays for or else everybody, and the options that are on.
    pub(crate) fn about(&self, picture: &Picture) -> String {
        let mut people = self.players.iter().enumerate().filter(|(_, player)| matches!(player, Player::Person));
        let own = people.next().filter(|_| people.next().is_none()).and_then(|(seat, _)| picture.aims.get(seat));
        let aim = self.say(own.unwrap_or(&picture.aim_watching));
        let specs = self.game.info().options;
        let options = self.setup.unusual(specs, &self.texts).into_iter().map(|option| match option.set {
            UnusualSet::On => option.name,
            UnusualSet::Off => format!("without {}", option.name),
            UnusualSet::To(value) => format!("{}: {value}", option.name),
        });
        [format!("{}: {aim}", self.game.info().name)].into_iter().chain(options).collect::<Vec<_>>().join(" · ")
    }

    /// By how many sixths the board is turned for whoever looks at the screen.
    fn turned(&self) -> u8 {
        self.side().and_then(|seat| self.picture().turned.get(seat.index()).copied()).unwrap_or(0)
    }

    /// A number as the language of the screen writes it.
    pub(crate) fn number(&self, number: &Arg) -> String {
        self.texts.number(number)
    }

    /// What is counted, towards what would be full if anything is.
    pub(crate) fn gauge(&self, gauge: &Gauge) -> String {
        let (label, value) = (self.say(&gauge.label), self.number(&gauge.shown()));
        match gauge.most_shown() {
            // What is nobody's is a sentence with its number at the end.
            None if gauge.seat.is_none() => format!("{label}: {value}"),
            Some(most) if gauge.seat.is_none() => format!("{label}: {value} of {}", self.number(&most)),
            Some(most) => format!("{value} of {} {label}", self.number(&most)),
            None => format!("{value} {label}"),
        }
    }

    /// Whether the seat that acts is at this screen.
    pub(crate) fn person_acts(&self) -> bool {
        self.table.actor().is_some_and(|seat| matches!(self.player(seat), Player::Person))
    }

    /// Whose eyes the screen shows: where people see different things whoever looks at it, else the person who acts, else
    /// the only person, else a spectator's. After the end everything is open.
    pub(crate) fn viewer(&self) -> Viewer {
        let mut people = self.people();
        match (self.table.actor(), people.next(), people.next()) {
            (None, ..) => Viewer::Everything,
            _ if self.shares_secrets() => self.looking.map_or(Viewer::Spectator, Viewer::Seat),
            (Some(actor), ..) if self.person_acts() => Viewer::Seat(actor),
            (_, Some(only), None) => Viewer::Seat(only),
            _ => Viewer::Spectator,
        }
    }

    /// Whose side of the board is at the bottom: that of the person who acts, else of the only one, else of the last.
    pub(crate) fn side(&self) -> Option<Seat> {
        let mut people = self.people();
        let only = people.next().filter(|_| people.next().is_none());
        self.table.actor().filter(|_| self.person_acts()).or(only).or(self.acted)
    }

    /// Whether somebody at this screen still takes part in the match.
    pub(crate) fn has_people_in(&self) -> bool {
        !self.table.is_over() && self.people().any(|seat| self.table.standing().has_part(seat))
    }

    /// Whether there is nothing to wait for any more: the match is over, or it is but for the computer.
    pub(crate) fn may_begin_again(&self) -> bool {
        self.table.is_over() || (self.people().next().is_some() && !self.has_people_in())
    }

    fn people(&self) -> impl Iterator<Item = Seat> {
        Seat::first(self.table.seats()).filter(|seat| matches!(self.player(*seat), Player::Person))
    }

    /// Whether several people sit at this screen who may not see the same.
    fn shares_secrets(&self) -> bool {
        self.game.info().hidden && self.people().nth(1).is_some()
    }

    /// The person to whom the screen has to be handed before anything more is shown on it.
    pub(crate) fn hand_over(&self) -> Option<Seat> {
        let actor = self.table.actor().filter(|_| self.shares_secrets() && self.person_acts())?;
        (self.looking != Some(actor)).then_some(actor)
    }

    /// The person who acts has the screen now.
    pub(crate) fn take_screen(&mut self) {
        self.looking = self.table.actor();
    }

    /// Everything that was told so far, as whoever looks at the screen was told it.
    pub(crate) fn story(&self) -> Vec<String> {
        let moments = self.table.moments(0, self.viewer());
        moments.iter().flat_map(|moment| self.tell(moment)).collect()
    }

    fn tell<V>(&self, moment: &Moment<V>) -> Vec<String> {
        match &moment.what {
            What::Exit { exit, .. } => vec![self.exit(*exit)],
            What::Action { .. } => moment.told.iter().map(|message| self.say(message)).collect(),
        }
    }

    /// Somebody's exit in a sentence.
    fn exit(&self, exit: Exit) -> String {
        match exit {
            Exit::Resigned(seat) => format!("{} resigns.", self.seat_name(seat)),
            Exit::Dropped(seat) => format!("{} drops out.", self.seat_name(seat)),
            Exit::Abandoned => "The match was abandoned.".to_owned(),
        }
    }

    pub(crate) fn picture(&self) -> Picture {
        self.table.picture(self.viewer())
    }

    pub(crate) fn preview(&self, action: &str) -> Preview {
        self.table.position(self.viewer()).preview(action)
    }

    pub(crate) fn why_not(&self, picked: &[Pick]) -> Option<String> {
        self.table.position(self.viewer()).why_not(picked).map(|why| self.say(&why))
    }

    /// Plays an action for the seat that acts and tells what happened; or says why not.
    pub(crate) fn play(&mut self, action: &str) -> Result<Vec<String>, String> {
        let viewer = self.viewer();
        let seat = self.table.actor().ok_or("The game is over.")?;
        if self.person_acts() {
            self.acted = Some(seat);
        }
        let played = self.table.carry_out(&Request::Play { seat, action }, &[viewer]);
        let moments = played.map_err(|error| error.message().map_or_else(|| error.to_string(), |why| self.say(why)))?;
        self.write_record();
        Ok(moments.iter().flat_map(|moment| self.tell(moment)).collect())
    }

    /// Takes back a person's last action, and with it what the computer has played since.
    pub(crate) fn undo(&mut self) -> Result<(), &'static str> {
        let is_person = |seat: Seat| matches!(self.player(seat), Player::Person);
        let moments = self.table.moments(0, Viewer::Spectator);
        if !moments.iter().any(|moment| moment.what.seat().is_some_and(is_person)) {
            return Err("There is nothing to take back.");
        }
        // Whoever resigned before they ever acted goes back to the start, where the computer may be the one to act.
        while self.table.undo() && !self.person_acts() {}
        self.write_record();
        Ok(())
    }

    /// Gives up for a person: the one who acts, else the only one. The others play on if the game can, and then it is
    /// told; an end is told by the result.
    pub(crate) fn resign(&mut self) -> Result<Option<String>, &'static str> {
        let Viewer::Seat(seat) = self.viewer() else { return Err("Nobody here can resign.") };
        let exit = Exit::Resigned(seat);
        self.table.exit(exit).map_err(|error| match error {
            PlayError::Refused(Refusal::OutOfTheGame) => "You are out of the game already.",
            _ => "The game is over.",
        })?;
        self.write_record();
        Ok((!self.table.is_over()).then(|| self.exit(exit)))
    }

    /// Has the computer think about its own action; none if it is not its turn.
    pub(crate) fn think(&mut self) -> Option<Box<dyn DynThinking>> {
        let actor = self.table.actor()?;
        match &mut self.players[actor.index()] {
            Player::Bot(bot) => Some(self.table.position(Viewer::Seat(actor)).think(bot)),
            Player::Person => None,
        }
    }

    /// Has the computer think for a person, from what that person sees.
    pub(crate) fn think_of_a_hint(&self) -> Result<Box<dyn DynThinking>, &'static str> {
        let actor = self.table.actor().filter(|_| self.person_acts()).ok_or("A hint is for whoever acts.")?;
        Ok(self.table.position(Viewer::Seat(actor)).think(&mut Bot::new(Level::strongest(), self.seed)))
    }

    /// A new match with the seats moved round, so that everybody gets to begin.
    pub(crate) fn rematch(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.matches += 1;
        self.players.rotate_right(1);
        let table = self.game.start(self.setup.clone(), Seed::number(self.seed).into());
        self.table = table.expect("this setup started a match before");
        (self.looking, self.acted) = (None, None);
        self.name_players();
    }

    /// The result in a sentence, once there is one.
    pub(crate) fn result(&self) -> Option<String> {
        if self.table.standing().end == Some(Exit::Abandoned) {
            return Some("The match was abandoned.".to_owned());
        }
        let outcome = self.table.outcome()?;
        let result = self.places(outcome);
        Some(match self.table.standing().end {
            Some(Exit::Resigned(seat)) => format!("{} resigns: {result}.", self.seat_name(seat)),
            Some(Exit::Dropped(seat)) => format!("{} drops out: {result}.", self.seat_name(seat)),
            Some(Exit::Abandoned) | None => format!("The game is over: {result}."),
        })
    }

    /// Who has won, or who took which place at a larger table.
    fn places(&self, outcome: Outcome) -> String {
        let names: Vec<String> = self.seat_names().iter().map(|name| self.texts.seat(name)).collect();
        let seats = || Seat::first(outcome.seats());
        if outcome.seats() == 2 || seats().all(|seat| outcome.place(seat) == 1) {
            return outcome.describe(&names.iter().map(String::as_str).collect::<Vec<_>>());
        }
        let taken = |place: u8| {
            let who: Vec<&str> =
                seats().filter(|&seat| outcome.place(seat) == place).map(|seat| names[seat.index()].as_str()).collect();
            (!who.is_empty()).then(|| format!("{place}. {}", who.join(" and ")))
        };
        (1..=outcome.seats()).filter_map(taken).collect::<Vec<_>>().join(", ")
    }

    /// What went wrong with the record file, told once.
    pub(crate) fn take_record_problem(&mut self) -> Option<String> {
        self.record_problem.take()
    }

    fn name_players(&mut self) {
        for seat in Seat::first(self.table.seats()) {
            let name = match self.player(seat) {
                Player::Person => "a person".to_owned(),
                Player::Bot(bot) => format!("Sixfold, level {}", bot.level().name),
            };
            self.table.name_player(seat, &name);
        }
    }

    fn write_record(&mut self) {
        let Some(path) = &self.record else { return };
        let path = numbered(path, self.matches);
        // Beside it and then in its place: whatever happens, there is a whole record.
        let fresh = path.with_added_extension("new");
        let written = std::fs::write(&fresh, self.table.record().to_string());
        if let Err(error) = written.and_then(|()| std::fs::rename(&fresh, &path)) {
            self.record_problem = Some(format!("The record was not written: {}: {error}", path.display()));
        }
    }
}

/// The file of the first match is the one that was asked for; a rematch gets `name-2.record` and so on.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rematch_does_not_overwrite_the_first_game() {
        assert_eq!(numbered(Path::new("a/b.record"), 1), Path::new("a/b.record"));
        assert_eq!(numbered(Path::new("a/b.record"), 2), Path::new("a/b-2.record"));
        assert_eq!(numbered(Path::new("b"), 3), Path::new("b-3"));
    }
}
