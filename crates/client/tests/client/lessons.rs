//! Every lesson of every game is played to its end: the right way, and every wrong way.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use catalog::DynGame;
use game::testkit::{check_files, keys_of};
use game::{Random, Texts};
use sixfold_client::{Client, Lesson, LessonStep, Reply, Standing, Tongue};

use crate::english;

const LANGUAGES: [&str; 2] = ["en", "de"];
/// The key of the sentence on the last page of a lesson.
const END: &str = "end";

fn file(game: &dyn DynGame, name: &str) -> String {
    let folder: PathBuf = Path::new("../../games").join(game.info().key).join("data");
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{} {name}: {error}", game.info().key))
}

/// Every game with its lesson.
fn lessons() -> impl Iterator<Item = (&'static dyn DynGame, Lesson)> {
    catalog::GAMES.iter().map(|game| {
        let lesson = Lesson::read(&file(*game, "lesson.toml"));
        (*game, lesson.unwrap_or_else(|error| panic!("{}: {error}", game.info().key)))
    })
}

fn name(game: &dyn DynGame, step: &LessonStep) -> String {
    format!("{}, step {}", game.info().key, step.key)
}

fn open(game: &'static dyn DynGame, step: &LessonStep) -> Client {
    step.open(game, &english()).unwrap_or_else(|error| panic!("{}: {error}", name(game, step)))
}

/// Plays an action as a page does: a step of a plan is planned, and what cannot be taken back is played.
fn play(client: &mut Client, action: &str) {
    let mut reply = client.play(action);
    if let Reply::Ask(asked, _) = reply {
        reply = client.play_asked(&asked);
    }
    match reply {
        Reply::Play(actions) => client.play_local(&actions).unwrap(),
        Reply::Planned => {}
        other => panic!("{action}: {other:?}"),
    }
}

/// What the learner can do now.
fn legal(client: &Client) -> Vec<String> {
    let mut actions: Vec<String> = client.picture.picks.iter().map(|(_, action)| action.clone()).collect();
    actions.sort();
    actions.dedup();
    actions
}

/// Lets the others answer until the learner is to act or the step is decided.
fn replies(step: &LessonStep, client: &mut Client) {
    while step.reply(client) {}
}

fn fits(patterns: &[String], action: &str) -> bool {
    patterns.iter().any(|pattern| match pattern.strip_suffix('*') {
        Some(start) => action.starts_with(start),
        None => pattern == action,
    })
}

/// The step after these actions of the learner, and the answers of the others.
fn after(game: &'static dyn DynGame, step: &LessonStep, actions: &[&str]) -> Client {
    let mut client = open(game, step);
    replies(step, &mut client);
    for action in actions {
        assert!(legal(&client).iter().any(|legal| legal == action), "{}: {action} is not legal", name(game, step));
        play(&mut client, action);
        replies(step, &mut client);
    }
    client
}

#[test]
fn every_lesson_has_six_to_ten_steps_with_keys_of_their_own() {
    for (game, lesson) in lessons() {
        assert!((6..=10).contains(&lesson.steps.len()), "{}: {} steps", game.info().key, lesson.steps.len());
        let keys: BTreeSet<&String> = lesson.steps.iter().map(|step| &step.key).collect();
        assert_eq!(keys.len(), lesson.steps.len(), "{}", game.info().key);
    }
}

#[test]
fn every_step_is_done_the_right_way() {
    for (game, lesson) in lessons() {
        for step in &lesson.steps {
            let mut client = after(game, step, &[]);
            assert!(client.acts_here(), "{}: the learner is not to act", name(game, step));
            let mut shown = Vec::new();
            while let Some(right) = step.right(&client) {
                let right = right.to_owned();
                assert!(legal(&client).contains(&right), "{}: {right} is not legal", name(game, step));
                play(&mut client, &right);
                replies(step, &mut client);
                shown.push(right);
            }
            let standing = step.standing(&client);
            assert!(matches!(standing, Standing::Done(_)), "{}: {standing:?} after {shown:?}", name(game, step));
            // Other actions that are right in the place of one that is shown lead to the end too.
            for (at, right) in step.moves.iter().enumerate().take(shown.len()) {
                let before: Vec<&str> = shown[..at].iter().map(String::as_str).collect();
                for action in legal(&after(game, step, &before)).iter().filter(|action| fits(right, action)) {
                    let client = after(game, step, &[&before[..], &[action.as_str()]].concat());
                    let standing = step.standing(&client);
                    let is_last = at + 1 == shown.len();
                    let goes_on = matches!(standing, Standing::Done(_)) || !is_last && standing == Standing::Open;
                    assert!(goes_on, "{}: {standing:?} after {before:?} and {action}", name(game, step));
                    // A step that is still open can be finished from here.
                    let mut client = client;
                    while standing == Standing::Open && step.standing(&client) == Standing::Open {
                        let made = client.history.len();
                        let index =
                            client.history.moments().iter().filter(|m| m.what.seat() == client.own_seat()).count();
                        let next = &step.moves[index + client.plan.len()];
                        let next = legal(&client).into_iter().find(|action| fits(next, action));
                        play(&mut client, &next.unwrap_or_else(|| panic!("{}: stuck after {made}", name(game, step))));
                        replies(step, &mut client);
                    }
                    let standing = step.standing(&client);
                    assert!(matches!(standing, Standing::Done(_)), "{}: {standing:?}, {action}", name(game, step));
                }
            }
        }
    }
}

/// Every first action that is not right gets a reason in both languages, and the position can be tried again. Every
/// reason that a lesson has is given by some wrong way.
#[test]
fn every_wrong_way_is_answered_with_a_reason() {
    for (game, lesson) in lessons() {
        let texts = LANGUAGES.map(|language| Texts::parse(&file(game, &format!("lesson.{language}.txt"))).unwrap());
        for step in &lesson.steps {
            let mut given = BTreeSet::new();
            let mut random = Random::new(7);
            let mut wrong = 0;
            for action in legal(&after(game, step, &[])) {
                let mut client = after(game, step, &[&action]);
                // Where any action may be played, the learner goes on at random until the moves are used up.
                while step.standing(&client) == Standing::Open && client.acts_here() {
                    let next = random.pick(&legal(&client)).cloned().unwrap();
                    play(&mut client, &next);
                    replies(step, &mut client);
                }
                match step.standing(&client) {
                    Standing::Done(key) => assert!(keys_of(&file(game, "lesson.en.txt")).contains(&key)),
                    Standing::Open => panic!("{}: nobody answers {action}", name(game, step)),
                    Standing::Missed(reason) => {
                        wrong += 1;
                        for (texts, language) in texts.iter().zip(LANGUAGES) {
                            let words = step.missed_in_words(reason.as_deref(), texts, &Tongue::of(language, &[]));
                            assert!(words.len() > 20 && !words.contains('{'), "{}: {words}", name(game, step));
                        }
                        given.extend(reason);
                    }
                }
            }
            let reasons: BTreeSet<String> = step.missed.iter().filter_map(|when| when.say.clone()).collect();
            let missing: Vec<&String> = reasons.difference(&given).collect();
            assert!(missing.is_empty(), "{}: no wrong way says {missing:?}", name(game, step));
            let own = keys_of(&file(game, "lesson.en.txt")).contains(&step.sentence("missed"));
            assert!(wrong > 0 || !own, "{}: nothing can be missed", name(game, step));
        }
    }
}

#[test]
fn every_language_has_exactly_the_sentences_of_the_lesson() {
    for (game, lesson) in lessons() {
        let files = LANGUAGES.map(|language| (language, file(game, &format!("lesson.{language}.txt"))));
        let files: Vec<(&str, &str)> = files.iter().map(|(language, text)| (*language, text.as_str())).collect();
        check_files(&files).unwrap_or_else(|problem| panic!("{}: {problem}", game.info().key));
        let (mut always, mut perhaps) = (BTreeSet::from([END.to_owned()]), BTreeSet::new());
        for step in &lesson.steps {
            let (sure, maybe) = step.keys();
            always.extend(sure);
            perhaps.extend(maybe);
        }
        let written: BTreeSet<String> = keys_of(files[0].1);
        let missing: Vec<&String> = always.difference(&written).collect();
        let unused: Vec<&String> =
            written.iter().filter(|key| !always.contains(*key) && !perhaps.contains(*key)).collect();
        assert!(missing.is_empty() && unused.is_empty(), "{}: {missing:?}, {unused:?}", game.info().key);
    }
}

#[test]
fn arrows_and_marks_are_at_places_of_the_board() {
    for (game, lesson) in lessons() {
        for step in &lesson.steps {
            let client = open(game, step);
            for place in step.arrows.iter().flatten().chain(&step.marks) {
                assert!(client.place(place).is_some(), "{}: {place}", name(game, step));
            }
        }
    }
}

#[test]
fn a_lesson_that_is_wrong_says_so() {
    let game = catalog::GAMES[0];
    assert!(Lesson::read("steps = 1").is_err() && Lesson::read("[[step]]\nkey = 1").is_err());
    let (_, lesson) = lessons().next().unwrap();
    let step = &lesson.steps[0];
    let wrong = [
        LessonStep { seat: "nobody".to_owned(), ..step.clone() },
        LessonStep { setup: "size=no".to_owned(), ..step.clone() },
        LessonStep { position: "act: red".to_owned(), ..step.clone() },
    ];
    for step in wrong {
        assert!(step.open(game, &english()).is_err_and(|why| !why.is_empty()));
    }
}
