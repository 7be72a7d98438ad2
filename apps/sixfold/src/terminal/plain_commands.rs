//! The commands of the game line by line, in one list. It is used to read lines and to write the help.

use client::Tongue;

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Board,
    Legal,
    Odds,
    Pieces,
    Sheet,
    Overlay,
    Danger,
    Auto,
    Hint,
    PlayHint,
    Undo,
    StartOver,
    Record,
    Resign,
    /// Show the right action of a lesson.
    Show,
    /// Put the position of a lesson back.
    Again,
    /// Go to the next step of a lesson.
    Next,
    /// Go to the step of a lesson before this one.
    Previous,
    /// The whole headquarters of a campaign.
    Headquarters,
    Chart,
    Mission,
    Fleet,
    Reserve,
    /// The report of the last battle of a campaign.
    Report,
    Story,
    /// The step that the computer would take.
    Advise,
    /// The other one of two commanders types.
    Commander,
    Help,
    Quit,
}

/// Commands, each with its English name, which works in all languages, and the key of its sentence in the help. In the
/// sentence the name in the person's language stands before a bar, and its explanation after it.
pub(crate) type Commands = &'static [(Command, &'static str, &'static str)];

/// The commands of a match.
pub(crate) const IN_MATCHES: Commands = &[
    (Command::Board, "board", "command.board"),
    (Command::Legal, "legal", "command.legal"),
    (Command::Odds, "odds", "command.odds"),
    (Command::Pieces, "pieces", "command.pieces"),
    (Command::Sheet, "sheet", "command.sheet"),
    (Command::Overlay, "overlay", "command.overlay"),
    (Command::Danger, "danger", "command.danger"),
    (Command::Auto, "auto", "command.auto"),
    (Command::Hint, "hint", "command.hint"),
    (Command::PlayHint, "play", "command.play-hint"),
    (Command::Undo, "undo", "command.undo"),
    (Command::StartOver, "start over", "command.start-over"),
    (Command::Record, "record", "command.record"),
    (Command::Resign, "resign", "command.resign"),
    (Command::Help, "help", "command.help"),
    (Command::Quit, "quit", "command.quit"),
];

/// The commands of a lesson.
pub(crate) const IN_LESSONS: Commands = &[
    (Command::Show, "show", "command.show"),
    (Command::Again, "again", "command.again"),
    (Command::Next, "next", "command.next"),
    (Command::Previous, "previous", "command.previous"),
    (Command::Board, "board", "command.board"),
    (Command::Legal, "legal", "command.legal"),
    (Command::Odds, "odds", "command.odds"),
    (Command::Pieces, "pieces", "command.pieces"),
    (Command::Sheet, "sheet", "command.sheet"),
    (Command::Overlay, "overlay", "command.overlay"),
    (Command::Danger, "danger", "command.danger"),
    (Command::Undo, "undo", "command.undo"),
    (Command::StartOver, "start over", "command.start-over"),
    (Command::Help, "help", "command.help"),
    (Command::Quit, "quit", "command.quit"),
];

/// The commands of the headquarters of a campaign.
pub(crate) const IN_CAMPAIGNS: Commands = &[
    (Command::Headquarters, "headquarters", "command.headquarters"),
    (Command::Chart, "chart", "command.chart"),
    (Command::Mission, "mission", "command.mission"),
    (Command::Fleet, "fleet", "command.fleet"),
    (Command::Reserve, "reserve", "command.reserve"),
    (Command::Report, "report", "command.report"),
    (Command::Story, "story", "command.story"),
    (Command::Advise, "advise", "command.advise"),
    (Command::Undo, "undo", "command.undo-step"),
    (Command::Commander, "commander", "command.commander"),
    (Command::Help, "help", "command.help"),
    (Command::Quit, "quit", "command.quit"),
];

/// The steps of a campaign for the help. They are typed in the same words in every language.
pub(crate) const STEPS: &[&str] = &[
    "step.go",
    "step.send",
    "step.keep",
    "step.dock",
    "step.undock",
    "step.learn",
    "step.move",
    "step.name",
    "step.start",
    "step.hand-over",
    "step.give-up",
];

/// The command of a line and the text after it, if the line is a command. The name may be in the person's language or
/// in English.
pub(crate) fn command<'a>(commands: Commands, line: &'a str, tongue: &Tongue) -> Option<(Command, &'a str)> {
    match line {
        "?" => return Some((Command::Help, "")),
        "exit" => return Some((Command::Quit, "")),
        _ => {}
    }
    let behind = |name: &str| match line.strip_prefix(name)? {
        "" => Some(""),
        rest => rest.strip_prefix(' ').map(str::trim),
    };
    commands.iter().find_map(|(command, name, sentence)| {
        let rest = behind(name).or_else(|| behind(&own_name(&tongue.say(sentence))))?;
        Some((*command, rest))
    })
}

/// The name of a command in its sentence, without the sign for its argument.
fn own_name(sentence: &str) -> String {
    let name = sentence.split('|').next().unwrap_or_default().trim();
    name.strip_suffix(" X").unwrap_or(name).to_owned()
}

/// The help: a line a command.
pub(crate) fn help(commands: Commands, tongue: &Tongue) -> String {
    let sentences: Vec<&'static str> = commands.iter().map(|(_, _, sentence)| *sentence).collect();
    [tongue.say("commands")].into_iter().chain(table(&sentences, tongue)).collect::<Vec<_>>().join("\n")
}

/// The help in a headquarters: the steps, then the commands.
pub(crate) fn help_in_campaigns(tongue: &Tongue) -> Vec<String> {
    let commands = IN_CAMPAIGNS.iter().map(|(_, _, sentence)| *sentence);
    let all: Vec<&'static str> = STEPS.iter().copied().chain(commands).collect();
    [tongue.say("commands.campaign")].into_iter().chain(table(&all, tongue)).collect()
}

/// A line for each of these sentences: what is typed, and what it does.
fn table(sentences: &[&'static str], tongue: &Tongue) -> Vec<String> {
    let lines: Vec<(String, String)> = sentences
        .iter()
        .map(|sentence| {
            let line = tongue.say(sentence);
            let (name, what) = line.split_once('|').unwrap_or((&line, ""));
            (name.trim().to_owned(), what.trim().to_owned())
        })
        .collect();
    let column = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) + 2;
    lines.iter().map(|(name, what)| format!("  {name:<column$}{what}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::tongue::{self, OWN};

    #[test]
    fn every_command_is_known_by_its_name_in_every_language() {
        for (language, _) in OWN {
            let tongue = tongue::find(language).unwrap();
            for commands in [IN_MATCHES, IN_LESSONS, IN_CAMPAIGNS] {
                for (wanted, name, sentence) in commands {
                    let own = own_name(&tongue.say(sentence));
                    assert_eq!(command(commands, name, &tongue), Some((*wanted, "")), "{language}");
                    assert_eq!(command(commands, &own, &tongue), Some((*wanted, "")), "{language}: {own}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_command_is_an_action_and_odds_are_asked_of_one() {
        let tongue = tongue::find("en").unwrap();
        let command = |line| command(IN_MATCHES, line, &tongue);
        assert_eq!(command("odds d4-d5"), Some((Command::Odds, "d4-d5")));
        assert_eq!(command("d4"), None);
        assert_eq!(command("boards"), None, "a command is a whole word");
        assert_eq!(command(""), None);
    }
}
