//! `sixfold play --plain`: a game line by line, through pipes.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::common::{command, fresh_path, sixfold, sixfold_hearing, sixfold_on};

const GAME: &str = "play hexoust --plain --seed 1 --set base=4 --level 1";
/// The start of a line on which the game waits for input.
const PROMPT: &str = "\n> ";
/// Far longer than an answer takes on a busy machine.
const LONGEST_ANSWER: Duration = Duration::from_mins(1);

/// A running game that answers one line at a time.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Vec<u8>>,
}

impl Talk {
    /// Starts a game and reads its output until the first prompt.
    fn start(args: &str, record: Option<&Path>) -> (Self, String) {
        let mut command = command(args);
        if let Some(path) = record {
            command.arg("--record").arg(path);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary starts");
        let input = child.stdin.take();
        let mut output = child.stdout.take().expect("it was piped");
        let (send, heard) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let _ = send.send(bytes[..count].to_vec());
            }
        });
        let mut talk = Self { child, input, heard };
        let opening = talk.hear();
        (talk, opening)
    }

    /// Reads the output until the next prompt or the end.
    fn hear(&mut self) -> String {
        let deadline = Instant::now() + LONGEST_ANSWER;
        let mut said = Vec::new();
        while !said.ends_with(PROMPT.as_bytes()) && !said.ends_with(b"(y/n) ") {
            match self.heard.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => said.extend(bytes),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                Err(error) => panic!("{error} after {}", String::from_utf8_lossy(&said)),
            }
        }
        String::from_utf8(said).expect("the game speaks UTF-8")
    }

    /// Sends a line and reads the answer.
    fn say(&mut self, line: impl AsRef<[u8]>) -> String {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(&[line.as_ref(), b"\n"].concat()).expect("the game listens");
        self.hear()
    }

    /// The answer to a line, without the prompt.
    fn ask(&mut self, line: impl AsRef<[u8]>) -> String {
        let answer = self.say(line);
        let (answer, _prompt) = answer.rsplit_once('\n').expect("the prompt stands on its own line");
        answer.rsplit_once('\n').map_or("", |(answer, _expected)| answer).to_owned()
    }

    /// The first legal action.
    fn first_legal(&mut self) -> String {
        self.ask("legal").split(' ').next().expect("there is a legal action").to_owned()
    }

    /// Closes the input and returns the rest of the output and the exit code.
    fn end(mut self) -> (String, Option<i32>) {
        self.input = None;
        let said = self.hear();
        (said, self.child.wait().expect("it ends").code())
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // The process has ended already, unless the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[track_caller]
fn check_record(text: &str, ending: &str) {
    let said = sixfold_hearing("verify -", text.as_bytes()).said();
    assert!(said.contains(" is right: ") && said.trim_end().ends_with(ending), "{said}");
}

#[test]
fn it_begins_with_help_and_the_board() {
    let (talk, opening) = Talk::start(GAME, None);
    insta::assert_snapshot!(opening, @"
    Type an action in the game's notation, or one of:
      board       show the board
      legal       list what can be played
      odds X      what action X would do
      pieces      list what stands on the board
      sheet X     all about the piece at X, or about the one that acts
      overlay     lay the next overlay over the board
      danger      show or hide what could be attacked next turn
      auto        leave it to the game, where it offers that
      hint        ask the computer
      play        play its hint
      undo        take back a planned step, or your last action
      start over  drop all that is planned
      record      print the record
      resign      give up (asks first)
      help        show this
      quit        leave

    Red: 0 stones
    Blue: 0 stones
           g1  ∘   ∘   ∘   ∘  g4
         f1  ∘   ∘   ∘   ∘   ∘  f5
       e1  ∘   ∘   ∘   ∘   ∘   ∘  e6
     d1  ∘   ∘   ∘   ∘   ∘   ∘   ∘  d7
       c1  ∘   ∘   ∘   ∘   ∘   ∘  c6
         b1  ∘   ∘   ∘   ∘   ∘  b5
           a1  ∘   ∘   ∘   ∘  a4
    Red: place a stone
    >
    ");
    assert_eq!(talk.end().1, Some(0), "the end of the input is no fault");
}

const FOR_FOUR: &str = "play hex-dice --plain --seed 3 --level 1 --set players=4 --set quiet-turns=5";

#[test]
fn people_and_computers_of_any_level_sit_at_one_table() {
    let (mut talk, opening) = Talk::start(&format!("{FOR_FOUR} --player blue=2 --player gold=person"), None);
    assert!(opening.contains("Red: pick up to one die"), "{opening}");
    let record = talk.ask("record");
    assert!(record.contains("player red: a person\n") && record.contains("player gold: a person"), "{record}");
    assert!(record.contains("player blue: Sixfold, level 2\nplayer green: Sixfold, level 1\n"), "{record}");
    for (args, problem) in [
        ("--player purple=1", "there is no seat `purple`; there is red, blue, green, gold"),
        ("--player grey=1", "there is no seat `grey`"),
        ("--player red=9", "there is no level `9`"),
        ("--player red", "a seat's name, = and"),
    ] {
        let refused = sixfold(&format!("{FOR_FOUR} {args}"));
        assert!(refused.complaint(2).contains(problem), "{args}");
    }
}

#[test]
fn dice_are_deployed_by_the_game_and_a_person_who_resigns_leaves_the_others_to_play_on() {
    let path = fresh_path("four.record");
    let (mut talk, opening) = Talk::start(FOR_FOUR, Some(&path));
    assert!(opening.contains("Red: dice to deploy: "), "{opening}");
    assert!(talk.ask("auto").contains("There is nothing to leave to the game now."));
    let first = talk.first_legal();
    let said = talk.say(&first);
    assert!(said.contains("(auto: Deploy for me)"), "{said}");
    let said = talk.say("auto");
    assert!(said.contains("Red: move, attack, merge"), "{said}");
    let pieces = talk.ask("pieces");
    assert!(pieces.lines().count() == 16 && pieces.contains(": Red "), "{pieces}");
    talk.say("resign");
    let said = talk.say("y");
    assert!(said.starts_with("Red has resigned.\n"), "{said}");
    assert!(said.contains(" 1. ") && said.ends_with("4. Red.\nPlay again? (y/n) "), "{said}");
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.contains("\nred resigns\n"), "{record}");
    let said = sixfold_hearing("verify -", record.as_bytes()).said();
    assert!(said.contains(" is right: ") && said.contains("red 4, blue "), "{said}");
}

#[test]
fn a_whole_game_is_played_to_its_result() {
    let path = fresh_path("whole.record");
    let (mut talk, _) = Talk::start(GAME, Some(&path));
    let mut said = String::new();
    for actions in 1.. {
        assert!(actions < 500, "a game on 37 hexes is shorter");
        let action = talk.first_legal();
        said = talk.say(&action);
        assert!(said.starts_with(&format!("Red places on {action}")), "{said}");
        if !said.ends_with(PROMPT) {
            break;
        }
        assert!(said.contains("\nBlue places on ") || said.contains(" place again"), "{said}");
    }
    let said = said.strip_suffix("\nPlay again? (y/n) ").expect("the game asks for a rematch");
    let (before, result) = said.rsplit_once('\n').unwrap();
    assert!(["You have won!", "You have lost."].contains(&result), "{result}");
    assert!(before.contains("\nRed: ") && before.ends_with(" a4"), "the final board is shown:\n{before}");
    assert_eq!(talk.end(), ("\n".to_owned(), Some(0)));
    let verdict = sixfold_on("verify", &path).said();
    assert_eq!(verdict.contains("red wins"), result == "You have won!", "{verdict}");
}

#[test]
fn the_record_file_is_right_after_every_action_even_if_the_game_is_killed() {
    let path = fresh_path("killed.record");
    let (mut talk, _) = Talk::start(GAME, Some(&path));
    for action in ["d4", "undo", "c4", "a1"] {
        talk.say(action);
        let said = sixfold_on("verify", &path).said();
        assert!(said.trim_end().ends_with("still running"), "{said}");
        assert_eq!(talk.ask("record").trim_end(), std::fs::read_to_string(&path).unwrap().trim_end());
    }
    talk.child.kill().unwrap();
    talk.child.wait().unwrap();
    sixfold_on("verify", &path).said();
}

#[test]
fn wrong_input_gets_a_clear_answer_and_loses_nothing() {
    let (mut talk, _) = Talk::start(GAME, None);
    talk.say("d4");
    let record = talk.ask("record");
    let blue = record.lines().last().unwrap().rsplit(' ').next().unwrap().to_owned();
    let no_action = |text: &str| {
        format!("`{text}` is not an action: a hex is a row from a to g and a number, from a1 to d7 in the middle row.")
    };
    assert_eq!(talk.ask("checkmate"), no_action("checkmate"));
    assert_eq!(talk.ask("z9"), no_action("z9"));
    assert_eq!(talk.ask("d4"), "d4 is occupied.");
    assert_eq!(talk.ask(&blue), format!("{blue} is occupied."));
    assert_eq!(talk.ask("d5"), "A stone on d5 would join yours without touching an enemy group.");
    assert_eq!(talk.ask("pass"), no_action("pass"));
    assert_eq!(talk.ask(b"\xff\xfe"), no_action("\u{fffd}\u{fffd}"));
    assert_eq!(talk.ask(""), "");
    assert_eq!(talk.ask("   "), "");
    assert_eq!(talk.ask("record"), record, "nothing was played and nothing lost");
}

#[test]
fn a_very_long_line_is_one_line() {
    let (mut talk, _) = Talk::start(GAME, None);
    let before = talk.ask("record");
    // The action comes after 4096 bytes, a length at which reading is likely to stop. It must not be taken for a line.
    let answer = talk.say(format!("{}d4", "x".repeat(4096)));
    assert!(answer.contains("is not an action") && answer.len() < 1000, "{} bytes", answer.len());
    assert_eq!(talk.ask("record"), before);
}

#[test]
fn undo_takes_back_the_action_and_its_answer() {
    let (mut talk, _) = Talk::start(GAME, None);
    let before = talk.ask("record");
    assert_eq!(talk.ask("undo"), "There is nothing to take back.");
    let board = talk.ask("board");
    talk.say("d4");
    assert_ne!(talk.ask("board"), board);
    assert_eq!(talk.ask("undo"), board);
    assert_eq!(talk.ask("record"), before);
}

#[test]
fn a_hint_is_something_that_can_be_played() {
    let (mut talk, _) = Talk::start(GAME, None);
    let hint = talk.ask("hint");
    let (action, words) = hint.split_once('\n').unwrap();
    assert!(words.starts_with(&format!("Hint: Red places on {action}. About ")), "{hint}");
    assert!(talk.ask("legal").split(' ').any(|legal| legal == action), "{hint}");
    assert!(talk.say(action).starts_with(&format!("Red places on {action}")));
}

#[test]
fn resigning_asks_first() {
    let path = fresh_path("resigned.record");
    let (mut talk, _) = Talk::start(GAME, Some(&path));
    talk.say("d4");
    assert_eq!(talk.say("resign"), "Resign this game? (y/n) ");
    assert_eq!(talk.say("n"), "Red: place a stone\n> ");
    assert_eq!(talk.say("resign"), "Resign this game? (y/n) ");
    assert_eq!(talk.say("maybe"), "Red: place a stone\n> ");
    check_record(&talk.ask("record"), "still running");
    assert_eq!(talk.say("resign"), "Resign this game? (y/n) ");
    let said = talk.say("y");
    assert!(said.ends_with(" a4\nRed has resigned. Blue has won.\nPlay again? (y/n) "), "{said}");
    assert_eq!(talk.end().1, Some(0));
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.ends_with("\nred resigns\nresult: blue wins\n"), "{record}");
    check_record(&record, "blue wins");
}

/// A first pass can end the match, so the game asks before it plays one.
#[test]
fn an_action_that_is_hardly_meant_is_asked_about() {
    const POINTS: &str = "play influence --plain --seed 1 --seat all";
    let (mut talk, _) = Talk::start(POINTS, None);
    let before = talk.ask("record");
    let question = talk.say("skip");
    assert!(question.contains("if White passes too") && question.ends_with(" (y/n) "), "{question}");
    talk.say("n");
    assert_eq!(talk.ask("record"), before, "no plays nothing");
    talk.say("skip");
    talk.say("y");
    assert!(talk.ask("record").contains("skip"));
    let run = sixfold_hearing(POINTS, b"skip\n");
    assert!(run.code == 0 && !run.out.contains("Black passes\n"), "the end of the input is a no: {}", run.out);
}

#[test]
fn the_end_of_the_input_leaves_in_peace() {
    for input in ["", "d4", "d4\n", "resign\n", "quit\n", "exit\nd4\n"] {
        let run = sixfold_hearing(GAME, input.as_bytes());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{input:?}");
        assert!(!run.out.contains("resigned"), "{input:?}");
    }
}

#[test]
fn the_computer_plays_with_itself() {
    let path = fresh_path("alone.record");
    let args = format!("{GAME} --seat none --record {}", path.display());
    let said = sixfold(&args).said();
    assert!(said.contains("Red places on ") && said.contains("Blue places on "), "{said}");
    let winner = ["red", "blue"].map(|seat| sixfold_on("verify", &path).said().contains(&format!("{seat} wins")));
    let told = ["Red", "Blue"].map(|seat| said.ends_with(&format!(" a4\n{seat} has won.\n")));
    assert_eq!(told, winner);
    assert_eq!(sixfold(&format!("{GAME} --seat none")).said(), said, "the same seed, the same game");
    let written = std::fs::read(&path).unwrap();
    let again = sixfold(&args);
    assert!(again.code == 2 && again.err.contains("is there already"), "{}", again.err);
    assert_eq!(std::fs::read(&path).unwrap(), written, "a record is not overwritten");
}

#[test]
fn people_play_with_each_other() {
    for args in [format!("{GAME} --seat all"), format!("{GAME} --seat red,blue")] {
        let (mut talk, _) = Talk::start(&args, None);
        assert!(talk.say("d4").ends_with("\nBlue: place a stone\n> "));
        assert!(talk.say("a1").ends_with("\nRed: place a stone\n> "));
        assert!(talk.say("undo").ends_with("\nBlue: place a stone\n> "), "one action is taken back, not two");
        talk.say("resign");
        let said = talk.say("y");
        assert!(said.contains("\nBlue has resigned. Red has won.\n"), "the seat that acts resigns: {said}");
    }
}

#[test]
fn the_computer_begins_where_a_person_sits_second() {
    let (mut talk, opening) = Talk::start(&format!("{GAME} --seat blue"), None);
    assert!(opening.contains("\nRed places on ") && opening.ends_with("\nBlue: place a stone\n> "), "{opening}");
    assert_eq!(talk.ask("undo"), "There is nothing to take back.");
    let record = talk.ask("record");
    assert!(record.contains("player red: Sixfold, level 1\nplayer blue: a person\n"), "{record}");
}

#[test]
fn a_game_speaks_its_languages() {
    let (mut talk, opening) = Talk::start(&format!("{GAME} --language de"), None);
    assert!(opening.contains("\nRot: ") && opening.starts_with("Schreibe einen Zug"), "{opening}");
    for (german, english) in [("erlaubt", "legal"), ("brett", "board"), ("zurück", "undo"), ("hilfe", "help")] {
        assert_eq!(talk.ask(german), talk.ask(english), "{german}");
    }
    assert_eq!(talk.ask("undo"), "Es gibt nichts zurückzunehmen.");
    let refused = sixfold(&format!("{GAME} --language tlh"));
    assert!(refused.complaint(2).contains("there is no language `tlh`; there is en, de"));
    let answer = talk.ask("z9");
    assert!(answer.starts_with("„z9“ ist kein Zug: ein Feld ist eine Reihe von a bis g und eine Zahl"), "{answer}");
}

#[test]
fn the_environment_chooses_the_language() {
    let run = command(GAME).env("LC_ALL", "de_AT.UTF-8").stdin(Stdio::null()).output().expect("the binary starts");
    let said = String::from_utf8(run.stdout).expect("the game speaks UTF-8");
    assert!(said.starts_with("Schreibe einen Zug"), "{said}");
}

#[test]
fn another_match_is_played_with_the_seats_moved_round_and_gets_a_record_of_its_own() {
    let path = fresh_path("again.record");
    let (mut talk, _) = Talk::start(GAME, Some(&path));
    talk.say("d4");
    talk.say("resign");
    talk.say("y");
    let said = talk.say("y");
    assert!(said.starts_with("Red places on ") && said.ends_with("\nBlue: place a stone\n> "), "{said}");
    let action = talk.first_legal();
    talk.say(&action);
    let name = format!("{}-2.record", path.file_stem().unwrap().to_string_lossy());
    let second = std::fs::read_to_string(path.with_file_name(name)).expect("the rematch has its own file");
    assert!(second.contains("player red: Sixfold, level 1\nplayer blue: a person\n"), "{second}");
    assert!(std::fs::read_to_string(&path).unwrap().contains("\nred resigns\n"), "the first record is unchanged");
}

const DUEL: &str = "play hex-ships --plain --seed 1 --level 1 --set scenario=duel";

#[test]
fn a_plan_is_told_taken_back_step_by_step_and_played_with_its_last_action() {
    let (mut talk, _) = Talk::start(DUEL, None);
    let place = talk.first_legal();
    let said = talk.ask(&place);
    assert!(said.starts_with("Planned: one step. Red places Dagger R1 on "), "{said}");
    assert!(talk.ask("checkmate").contains("`checkmate` is no action here."));
    assert_eq!(talk.ask("undo"), "The plan is taken back.");
    assert_eq!(talk.ask("start over"), "Nothing is planned.");
    talk.ask(&place);
    let before = talk.ask("record");
    let facing = talk.first_legal();
    talk.say(&facing);
    let after = talk.ask("record");
    assert!(after.contains(&place) && !before.contains(&place), "the plan was played as a whole:\n{after}");
    let sheet = talk.ask("sheet");
    assert!(sheet.contains(": Red: Dagger R1, frigate") && sheet.contains("↑ front"), "{sheet}");
    let overlay = talk.ask("overlay");
    assert!(overlay.contains("\nAll weapons\n1 short range"), "{overlay}");
}

#[test]
fn a_hint_of_several_steps_is_played_by_one_command() {
    let (mut talk, _) = Talk::start(DUEL, None);
    assert_eq!(talk.ask("play"), "There is no hint to play: ask for one first.");
    let hint = talk.ask("hint");
    let (actions, words) = hint.split_once('\n').unwrap();
    assert!(actions.split(' ').count() > 1 && words.starts_with("Hint: Red places Dagger R1 "), "{hint}");
    talk.say("play");
    let record = talk.ask("record");
    assert!(actions.split(' ').all(|action| record.contains(action)), "{record}");
}

#[test]
fn pieces_can_be_letters() {
    let (mut talk, _) = Talk::start(&format!("{GAME} --letters"), None);
    let board = talk.say("d4");
    assert!(board.contains('R') && board.contains('B') && !board.contains(['●', '◆']), "{board}");
}

#[test]
fn a_record_that_cannot_be_written_is_said_and_the_game_goes_on() {
    let nowhere = Path::new("/nonexistent/folder/game.record");
    let (mut talk, _) = Talk::start(GAME, Some(nowhere));
    let said = talk.say("d4");
    assert!(said.contains("The record was not written: /nonexistent/folder/game.record: "), "{said}");
    assert!(said.contains("Blue places on ") && said.ends_with(PROMPT), "{said}");
}
