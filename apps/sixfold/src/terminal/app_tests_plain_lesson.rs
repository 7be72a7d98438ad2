//! The lessons of all games, line by line: the right way to the end, and the wrong way.

use catalog::DynGame;
use client::{Client, LessonStep, Reply, Standing};

use super::app_tests::LOOK;
use super::lesson::Taught;
use super::plain_lesson::learn_by_lines;
use super::tongue;

fn taught(game: &'static dyn DynGame, language: &str) -> Taught {
    Taught::find(game, &tongue::find(language).unwrap()).unwrap()
}

/// What is printed while these lines are typed at a lesson, from this step on.
fn printed(game: &'static dyn DynGame, language: &str, step: usize, lines: &[String]) -> String {
    let mut taught = taught(game, language);
    taught.go_to(step);
    let mut out = Vec::new();
    learn_by_lines(taught, LOOK, (lines.join("\n") + "\n").as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Plays an action at the client alone. Returns whether the terminal asks before it.
fn play(client: &mut Client, action: &str) -> bool {
    let reply = client.play(action);
    let asks = matches!(reply, Reply::Ask(..));
    let reply = if let Reply::Ask(asked, _) = reply { client.play_asked(&asked) } else { reply };
    match reply {
        Reply::Play(actions) => client.play_local(&actions).unwrap(),
        Reply::Planned => {}
        other => panic!("{action}: {other:?}"),
    }
    asks
}

/// The step with the answers of the others, and the lines that lead to its end.
fn right_way(step: &LessonStep, mut client: Client) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        while step.reply(&mut client) {}
        let Some(right) = step.right(&client).map(str::to_owned) else { return lines };
        if play(&mut client, &right) {
            lines.extend([right, "y".to_owned()]);
        } else {
            lines.push(right);
        }
    }
}

#[test]
fn every_lesson_is_played_to_its_end_line_by_line() {
    for game in catalog::GAMES {
        for language in ["en", "de"] {
            let mut taught = taught(*game, language);
            let (mut lines, mut said) = (Vec::new(), Vec::new());
            for number in 1..=taught.steps() {
                taught.go_to(number);
                let step = taught.step().unwrap();
                lines.extend(right_way(step, taught.open().unwrap().unwrap()));
                lines.push(String::new()); // Enter for the next step
                said.push(taught.aim());
            }
            let praised = printed(*game, language, 1, &lines);
            taught.go_to(taught.steps() + 1);
            said.push(taught.words(&Standing::Open));
            // The sentences come one after the other, the end last.
            let mut rest = praised.as_str();
            for sentence in &said {
                let at = rest.find(sentence.as_str());
                rest = &rest[at.unwrap_or_else(|| panic!("{}: no `{sentence}` in\n{praised}", game.info().key))..];
            }
            assert!(rest.contains(&format!("sixfold play {} --level 1", game.info().key)), "{rest}");
            assert!(!praised.contains("--step"), "nothing is left to go on with: {praised}");
        }
    }
}

/// The first legal action that the step does not praise.
fn wrong(taught: &Taught, step: &LessonStep) -> Option<(String, bool, String)> {
    let client = || taught.open().unwrap().unwrap();
    let mut start = client();
    while step.reply(&mut start) {}
    let legal: Vec<String> = start.picture.picks.iter().map(|(_, action)| action.clone()).collect();
    legal.into_iter().find_map(|action| {
        let mut tried = client();
        while step.reply(&mut tried) {}
        let asks = play(&mut tried, &action);
        while step.reply(&mut tried) {}
        let standing = step.standing(&tried);
        matches!(standing, Standing::Missed(_)).then(|| (action, asks, taught.words(&standing)))
    })
}

#[test]
fn what_is_wrong_gets_its_reason_and_the_position_is_put_back() {
    for game in catalog::GAMES {
        let mut taught = taught(*game, "en");
        let mut tried = 0;
        for number in 1..=taught.steps() {
            taught.go_to(number);
            let step = taught.step().unwrap();
            let Some((action, asks, reason)) = wrong(&taught, step) else { continue };
            tried += 1;
            let right = right_way(step, taught.open().unwrap().unwrap());
            let yes = asks.then(|| "y".to_owned());
            let lines: Vec<String> = [action.clone()].into_iter().chain(yes).chain(right).collect();
            let text = printed(*game, "en", number, &lines);
            let (_, after) = text.split_once(&reason).unwrap_or_else(|| panic!("{action}: no `{reason}` in\n{text}"));
            assert!(after.contains("The position is put back."), "{after}");
            assert!(after.contains("Enter: the next step."), "the right way is still open: {after}");
            assert!(after.ends_with(&format!("sixfold learn {} --step {number}\n", game.info().key)), "{after}");
        }
        assert!(tried > 3, "{}: {tried}", game.info().key);
    }
}

#[test]
fn a_lesson_line_by_line() {
    let game = catalog::find("hexlock").unwrap();
    let lines = ["show", "a1", "again", "next", "previous", "d6", "", "quit"].map(str::to_owned);
    let text = printed(game, "en", 1, &lines);
    let story: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ') && !line.is_empty()).collect();
    insta::assert_snapshot!(story.join("\n"), @"
    Type an action in the game's notation, or one of:
    Hexlock, step 1 of 8
    You are Blue. In each turn you do one thing. To expand is free and always works; the new hex has 3 HP.
    Red: 1/19 hexes
    Blue: 1/19 hexes
    Take an empty hex next to yours
    Blue: expand or attack
    > Right would be: d6
    Take an empty hex next to yours
    Blue: expand or attack
    > a1 is next to no hex of yours: expand to an empty hex that is.
    Take an empty hex next to yours
    Blue: expand or attack
    > Red: 1/19 hexes
    Blue: 1/19 hexes
    Take an empty hex next to yours
    Blue: expand or attack
    > 
    Hexlock, step 2 of 8
    You roll a die with twenty sides. Each blue hex beside the attacker adds 1; you need 10, and 1 more for each red hex beside the target.
    Red: 2/19 hexes
    Blue: 3/19 hexes
    Attack the red hex next to yours: press yours, then the red one
    Pointed out: d4 → d3
    Blue: expand or attack
    > 
    Hexlock, step 1 of 8
    You are Blue. In each turn you do one thing. To expand is free and always works; the new hex has 3 HP.
    Red: 1/19 hexes
    Blue: 1/19 hexes
    Take an empty hex next to yours
    Blue: expand or attack
    > Blue expands to d6
    Red: 1/19 hexes
    Blue: 2/19 hexes
    Yours. Nineteen of the 37 hexes win the game, so every hex counts.
    Enter: the next step. 
    Hexlock, step 2 of 8
    You roll a die with twenty sides. Each blue hex beside the attacker adds 1; you need 10, and 1 more for each red hex beside the target.
    Red: 2/19 hexes
    Blue: 3/19 hexes
    Attack the red hex next to yours: press yours, then the red one
    Pointed out: d4 → d3
    Blue: expand or attack
    > To go on later: sixfold learn hexlock --step 2
    ");
}
