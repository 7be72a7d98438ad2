//! The headquarters of a campaign as lines of text, part by part.

use client::{Tongue, capital, sentence};
use game::{Message, Seat, Texts};
use scene::{Gauge, Headquarters, PersonCard, StationState, StepButton, UnitCard};

use super::canvas::Ink;
use super::text::{wrap, wrap_list};

/// Lines with their style.
pub(super) type Lines = Vec<(String, Ink)>;

/// A headquarters and the languages in which it is told.
pub(super) struct Told<'h> {
    pub(super) shown: &'h Headquarters,
    pub(super) tongue: &'h Tongue,
    /// The sentences of the game.
    pub(super) texts: &'h Texts,
    pub(super) seat_names: &'h [&'h str],
    /// The commander who types, if there are two.
    pub(super) here: Option<Seat>,
    /// The longest line.
    pub(super) width: usize,
}

impl Told<'_> {
    /// Everything that is worth a look before the next battle.
    pub(super) fn overview(&self) -> Lines {
        let mut lines = vec![(self.shown.title.clone(), Ink::Bold)];
        lines.extend(self.wrapped(&self.shown.about, 0, Ink::Dim));
        let gauges: Vec<String> = self.shown.gauges.iter().map(|gauge| self.gauge(gauge)).collect();
        lines.extend(self.listed(&gauges, 0, Ink::Plain));
        lines.extend(self.shown.end.iter().map(|end| (self.say(end), Ink::Accent)));
        lines.extend(self.commander().map(|words| (words, Ink::Accent)));
        lines.extend(self.others());
        for part in [self.report(), self.chart(), self.mission(), self.fleet(), self.reserve(), self.lost()] {
            if !part.is_empty() {
                lines.push((String::new(), Ink::Plain));
                lines.extend(part);
            }
        }
        lines
    }

    /// Whose headquarters this is, if there are two commanders.
    pub(super) fn commander(&self) -> Option<String> {
        let number = |seat: Seat| Message::new("campaign.commander").with("number", i64::from(seat.0) + 1);
        self.here.filter(|_| self.shown.end.is_none()).map(|seat| self.tongue.tell(&number(seat)))
    }

    /// What the commanders have decided, and what one of them asks.
    fn others(&self) -> Lines {
        let named = |message: &Message, seat: Seat| {
            let owner = Message::new("campaign.owner").with("number", i64::from(seat.0) + 1);
            capital(&self.say(&message.clone().with("name", self.tongue.tell(&owner))))
        };
        let said = self.shown.travellers.iter().zip((0..).map(Seat));
        let said = said.filter_map(|(card, seat)| Some(sentence(&named(card.says.as_ref()?, seat))));
        let mut lines: Lines = said.flat_map(|words| self.wrapped(&words, 0, Ink::Plain)).collect();
        if let Some(question) = &self.shown.question {
            lines.extend(self.wrapped(&named(&question.text, question.asker), 0, Ink::Accent));
            let answers: Vec<String> = question.answers.iter().map(|step| self.button(step)).collect();
            lines.extend(self.listed(&answers, 2, Ink::Accent));
        }
        lines
    }

    /// The missions, what they are now, and where they lead.
    pub(super) fn chart(&self) -> Lines {
        let mut lines = vec![(self.tongue.say("campaign.chart"), Ink::Bold)];
        let stations = &self.shown.stations;
        let longest = stations.iter().map(|station| station.title.chars().count()).max().unwrap_or(0);
        for (index, station) in stations.iter().enumerate() {
            let (sign, state, ink) = match station.state {
                StationState::Won => ('+', "campaign.won", Ink::Plain),
                StationState::Drawn => ('=', "campaign.drawn", Ink::Plain),
                StationState::Lost => ('-', "campaign.lost", Ink::Plain),
                StationState::Here => ('>', "campaign.here", Ink::Accent),
                StationState::Open => ('?', "campaign.open", Ink::Accent),
                StationState::Ahead => ('.', "campaign.ahead", Ink::Plain),
                StationState::Missed => ('x', "campaign.missed", Ink::Dim),
            };
            let state = match station.go.as_ref().filter(|go| go.refused.is_none()) {
                Some(go) => typed(&go.step),
                None => self.tongue.say_key(state),
            };
            let roads = self.shown.roads.iter().filter(|road| road.from == index);
            let next: Vec<&str> = roads.map(|road| stations[road.to].title.as_str()).collect();
            let next = if next.is_empty() { String::new() } else { format!(" → {}", next.join(" / ")) };
            let line = format!("{sign} {:<longest$}  {state}{next}", station.title);
            lines.extend(self.wrapped(&line, 0, ink));
        }
        lines
    }

    /// The next mission: briefing, facts, the enemy and the strength of both.
    pub(super) fn mission(&self) -> Lines {
        let Some(mission) = &self.shown.mission else { return Vec::new() };
        let mut lines = vec![(mission.title.clone(), Ink::Bold)];
        lines.extend(self.wrapped(&mission.briefing, 2, Ink::Plain));
        for fact in &mission.facts {
            lines.extend(self.wrapped(&format!("- {}", self.say(fact)), 2, Ink::Plain));
        }
        for foe in &mission.foes {
            let about: Vec<String> = foe.about.iter().map(|about| self.say(about)).collect();
            let foe = format!("{} × {}: {}", foe.count, self.say(&foe.title), about.join(", "));
            lines.extend(self.wrapped(foe.trim_end_matches([':', ' ']), 2, Ink::Dim));
        }
        lines.push((format!("  {}", self.strength()), Ink::Plain));
        lines.extend(self.shown.start.iter().map(|start| (format!("  {}", self.button(start)), Ink::Accent)));
        lines
    }

    /// The strength of both sides in the next battle.
    pub(super) fn strength(&self) -> String {
        let mission = self.shown.mission.iter();
        mission.flat_map(|mission| &mission.strength).map(|gauge| self.gauge(gauge)).collect::<Vec<_>>().join(" · ")
    }

    /// The ships with their captains. A cross marks those that go into battle.
    pub(super) fn fleet(&self) -> Lines {
        let mut lines = vec![(self.tongue.say("campaign.fleet"), Ink::Bold)];
        lines.extend(self.shown.units.iter().flat_map(|unit| self.unit(unit)));
        lines
    }

    fn unit(&self, unit: &UnitCard) -> Lines {
        let sign = if unit.is_sent { 'x' } else { ' ' };
        let gauges: Vec<String> = unit.gauges.iter().map(|gauge| self.gauge(gauge)).collect();
        let kind = self.say(&unit.kind);
        let of = self.here.map(|_| {
            let owner = Message::new("campaign.owner").with("number", i64::from(unit.owner.0) + 1);
            format!(", {}", self.tongue.tell(&owner))
        });
        let of = of.unwrap_or_default();
        let line = format!("[{sign}] {} {} ({kind}{of}): {}", unit.key, unit.name, gauges.join(", "));
        let mut lines = self.wrapped(&line, 0, if unit.is_docked { Ink::Dim } else { Ink::Plain });
        let about: Vec<String> = unit.about.iter().map(|about| self.say(about)).collect();
        lines.extend(self.listed(&about, 4, Ink::Dim));
        for state in &unit.state {
            lines.extend(self.wrapped(&self.say(state), 4, Ink::Danger));
        }
        lines.extend(self.person(&unit.person));
        let steps: Vec<String> = unit.steps.iter().map(|step| self.button(step)).collect();
        lines.extend(self.listed(&steps, 4, Ink::Dim));
        lines
    }

    fn person(&self, person: &PersonCard) -> Lines {
        let gauges = person.gauges.iter().map(|gauge| self.gauge(gauge));
        let skills = person.skills.iter().map(|skill| format!("{} {}", self.say(&skill.label), skill.rank[0]));
        let words: Vec<String> = gauges.chain(skills).chain(person.history.first().map(|did| self.say(did))).collect();
        let mut lines = self.wrapped(&format!("{} {}: {}", person.key, person.name, words.join(", ")), 4, Ink::Plain);
        for battle in person.history.iter().skip(1) {
            lines.extend(self.wrapped(&format!("- {}", self.say(battle)), 6, Ink::Dim));
        }
        let learn: Vec<String> =
            person.skills.iter().filter_map(|skill| skill.learn.as_ref()).map(|learn| self.button(learn)).collect();
        if !learn.is_empty() {
            let points = Message::new("campaign.points").with("count", i64::from(person.points));
            lines.extend(self.wrapped(&self.tongue.tell(&points), 4, Ink::Accent));
            lines.extend(self.listed(&learn, 4, Ink::Accent));
        }
        lines
    }

    /// The captains without a ship.
    pub(super) fn reserve(&self) -> Lines {
        if self.shown.reserve.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![(self.tongue.say("campaign.reserve"), Ink::Bold)];
        for person in &self.shown.reserve {
            lines.extend(self.person(person));
            let moves: Vec<String> = person.moves.iter().map(|step| self.button(step)).collect();
            lines.extend(self.listed(&moves, 4, Ink::Dim));
        }
        lines
    }

    /// The ships and captains that were lost.
    pub(super) fn lost(&self) -> Lines {
        if self.shown.lost.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![(self.tongue.say("campaign.roll"), Ink::Bold)];
        lines.extend(self.shown.lost.iter().flat_map(|lost| self.wrapped(&sentence(&self.say(lost)), 2, Ink::Dim)));
        lines
    }

    /// What happened in the last battle.
    pub(super) fn report(&self) -> Lines {
        let Some(chapter) = self.shown.chapters.last() else { return Vec::new() };
        let title = Message::new("campaign.report").with("title", chapter.title.clone());
        let mut lines = vec![(self.tongue.tell(&title), Ink::Bold)];
        for story in &chapter.story {
            lines.extend(self.wrapped(&sentence(&self.say(story)), 2, Ink::Plain));
        }
        for unit in &chapter.units {
            let gauges: Vec<String> = unit.gauges.iter().map(|gauge| self.gauge(gauge)).collect();
            let person = unit.person.as_ref().map(|person| format!(" ({person})")).unwrap_or_default();
            let line = format!("{}{person}: {}", unit.name, gauges.join(", "));
            lines.extend(self.wrapped(&line, 2, if unit.is_lost { Ink::Danger } else { Ink::Plain }));
            for story in &unit.story {
                lines.extend(self.wrapped(&sentence(&self.say(story)), 4, Ink::Plain));
            }
        }
        lines
    }

    /// The story so far: a line for each battle, with what the fleet was worth after it.
    pub(super) fn story(&self) -> Lines {
        let mut lines = vec![(self.tongue.say("campaign.story"), Ink::Bold)];
        let most = self.shown.worth.iter().copied().max().unwrap_or(0).max(1);
        let beginning = self.tongue.say("campaign.beginning");
        let titles = [beginning].into_iter().chain(self.shown.chapters.iter().map(|chapter| chapter.title.clone()));
        let rows: Vec<(String, u32)> = titles.zip(self.shown.worth.iter().copied()).collect();
        let longest = rows.iter().map(|(title, _)| title.chars().count()).max().unwrap_or(0);
        for (index, (title, worth)) in rows.iter().enumerate() {
            let bar = "█".repeat((worth * BAR).div_ceil(most) as usize);
            lines.push((format!("{title:<longest$} {worth:>5} {bar}"), Ink::Plain));
            let chapter = index.checked_sub(1).and_then(|index| self.shown.chapters.get(index));
            for story in chapter.iter().flat_map(|chapter| &chapter.story) {
                lines.extend(self.wrapped(&sentence(&self.say(story)), 4, Ink::Dim));
            }
        }
        lines.extend(self.shown.end.iter().map(|end| (self.say(end), Ink::Accent)));
        lines
    }

    /// A step as it is typed, with its words or the reason why it is refused.
    pub(super) fn button(&self, button: &StepButton) -> String {
        let said = match &button.refused {
            Some(why) => self.tongue.tell(&Message::new("campaign.refused").with("why", self.say(why))),
            None => self.say(&button.label),
        };
        format!("{}: {said}", typed(&button.step))
    }

    pub(super) fn say(&self, message: &Message) -> String {
        self.texts.say(message, self.seat_names)
    }

    fn gauge(&self, gauge: &Gauge) -> String {
        let number = self.texts.number(&gauge.shown());
        let most = gauge.most_shown().map(|most| format!("/{}", self.texts.number(&most))).unwrap_or_default();
        format!("{} {number}{most}", capital(&self.say(&gauge.label)))
    }

    fn wrapped(&self, text: &str, indent: usize, ink: Ink) -> Lines {
        let lines = wrap(text, self.width.saturating_sub(indent).max(1)).into_iter();
        lines.map(|line| (format!("{}{line}", " ".repeat(indent)), ink)).collect()
    }

    fn listed(&self, entries: &[String], indent: usize, ink: Ink) -> Lines {
        if entries.is_empty() {
            return Vec::new();
        }
        let lines = wrap_list(entries, "·", self.width.saturating_sub(indent).max(1)).into_iter();
        lines.map(|line| (format!("{}{line}", " ".repeat(indent)), ink)).collect()
    }
}

/// The length of the longest bar of the story, in characters.
const BAR: u32 = 30;

/// A step as people type it: with blanks in place of colons.
pub(super) fn typed(step: &str) -> String {
    step.replace(':', " ")
}

/// The step in notation that somebody has typed: `send s1`, `name s1 Old Bess`, `learn c1 gunnery`, or the notation itself.
pub(super) fn step_of(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["name", which, ref name @ ..] => format!("name:{which}:{}", name.join("_")),
        _ => words.join(":"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_typed_with_blanks_and_names_keep_theirs() {
        for (line, step) in [
            ("send s1", "send:s1"),
            ("learn  c1 gunnery", "learn:c1:gunnery"),
            ("name s1 Old Bess", "name:s1:Old_Bess"),
            ("move:c2:s1", "move:c2:s1"),
            ("start", "start"),
            ("name s1", "name:s1:"),
        ] {
            assert_eq!(step_of(line), step);
        }
        assert_eq!(typed("go:frontier-gap"), "go frontier-gap");
    }
}
