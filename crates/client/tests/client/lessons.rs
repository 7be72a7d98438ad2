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
/// At each position after the first one, about this many wrong actions are tried.
const LATER: usize = 40;
/// Tries at most about 8 wrong first actions, and 8 actions after each.
const FIRST_MISSES: usize = 8;
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

/// Whether an action is one of a move. Does not call the lesson's own `fits`, so that a mistake there is noticed.
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

/// The right way of a step, as it is shown to a learner.
fn right_way(game: &'static dyn DynGame, step: &LessonStep) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    loop {
        let client = after(game, step, &shown.iter().map(String::as_str).collect::<Vec<_>>());
        let Some(right) = step.right(&client) else { return shown };
        shown.push(right.to_owned());
    }
}

/// The sentences of a miss, in both languages.
fn assert_reason(game: &dyn DynGame, step: &LessonStep, reason: Option<&str>) {
    for language in LANGUAGES {
        let texts = Texts::parse(&file(game, &format!("lesson.{language}.txt"))).unwrap();
        let words = step.missed_in_words(reason, &texts, &Tongue::of(language, &[]));
        assert!(words.len() > 20 && !words.contains('{'), "{}: {words}", name(game, step));
    }
}

/// Of a list, about so many, evenly spread.
fn some_of<T>(list: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let every = list.len().div_ceil(most).max(1);
    list.into_iter().step_by(every)
}

/// Every action at the beginning and many at each later position of the right way: what is not right gets a reason in both
/// languages, and nobody waits for ever. Every reason that a lesson has is given by some wrong way.
#[test]
fn every_wrong_way_is_answered_with_a_reason() {
    for (game, lesson) in lessons() {
        let sentences = keys_of(&file(game, "lesson.en.txt"));
        for step in &lesson.steps {
            let mut given = BTreeSet::new();
            let mut random = Random::new(7);
            let shown = right_way(game, step);
            for at in 0..shown.len() {
                let before: Vec<&str> = shown[..at].iter().map(String::as_str).collect();
                let most = if at == 0 { usize::MAX } else { LATER };
                for action in some_of(legal(&after(game, step, &before)), most) {
                    let mut client = after(game, step, &[&before[..], &[action.as_str()]].concat());
                    // Where any action may be played, the learner goes on at random until the moves are used up.
                    while step.standing(&client) == Standing::Open && client.acts_here() {
                        let next = random.pick(&legal(&client)).cloned().unwrap();
                        play(&mut client, &next);
                        replies(step, &mut client);
                    }
                    match step.standing(&client) {
                        Standing::Done(key) => assert!(sentences.contains(&key)),
                        Standing::Open => panic!("{}: nobody answers {before:?} {action}", name(game, step)),
                        Standing::Missed(reason) => {
                            given.insert(reason);
                        }
                    }
                }
            }
            for reason in &given {
                assert_reason(game, step, reason.as_deref());
            }
            let reasons: BTreeSet<_> = step.missed.iter().filter_map(|when| when.say.clone()).map(Some).collect();
            let missing: Vec<_> = reasons.difference(&given).collect();
            assert!(missing.is_empty(), "{}: no wrong way says {missing:?}", name(game, step));
            let own = sentences.contains(&step.sentence("missed"));
            assert!(!given.is_empty() || !own, "{}: nothing can be missed", name(game, step));
        }
    }
}

/// A learner can play on after a miss. It stays a miss with its reason until it is taken back, even if what was right in
/// the first place is played now.
#[test]
fn a_miss_stays_a_miss_until_it_is_taken_back() {
    let mut played_on = 0;
    for (game, lesson) in lessons() {
        for step in &lesson.steps {
            for action in some_of(legal(&after(game, step, &[])), FIRST_MISSES) {
                let mut client = after(game, step, &[&action]);
                let missed = step.standing(&client);
                if !matches!(missed, Standing::Missed(_)) {
                    continue;
                }
                let legal = legal(&client);
                let right = legal.iter().filter(|action| step.moves.iter().any(|right| fits(right, action))).cloned();
                let next: BTreeSet<String> = right.chain(some_of(legal.clone(), FIRST_MISSES)).collect();
                for next in next.iter().filter(|_| client.acts_here()) {
                    let mut client = after(game, step, &[&action]);
                    play(&mut client, next);
                    assert_eq!(step.standing(&client), missed, "{}: {action}, then {next}", name(game, step));
                    assert!(!step.reply(&mut client) && step.right(&client).is_none());
                    played_on += 1;
                }
                client.undo();
                assert_eq!(step.standing(&client), Standing::Open, "{}: {action} is taken back", name(game, step));
            }
        }
    }
    assert!(played_on > 0, "in some games the turn goes on");
}

/// Learners who are free to play anything may make the answer of the others impossible.
#[test]
fn an_answer_that_is_missing_or_not_legal_is_a_miss_and_nobody_waits() {
    let mut tried = 0;
    for (game, lesson) in lessons() {
        for step in lesson.steps.iter().filter(|step| !step.replies.is_empty()) {
            let first = step.moves[0][0].as_str();
            for replies in [Vec::new(), vec!["no action".to_owned()], vec![first.to_owned()]] {
                let step = LessonStep { replies, ..step.clone() };
                let client = after(game, &step, &[first]);
                assert_eq!(step.standing(&client), Standing::Missed(None), "{} {:?}", name(game, &step), step.replies);
                assert_reason(game, &step, None);
                tried += 1;
            }
        }
    }
    assert!(tried > 0, "some lessons have replies");
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
    let step = "[[step]]\nkey = \"a\"\nseat = \"red\"\nposition = \"\"\nmoves = []\n";
    assert!(Lesson::read(&step.repeat(32)).is_ok_and(|lesson| lesson.steps.len() == 32));
    assert!(Lesson::read(&step.repeat(33)).is_err_and(|why| why.contains("at most 32 steps, and not 33")));
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

/// A step praises one way. No other action may reach its `done`: neither at once nor after some of the right ones.
#[test]
fn a_step_is_done_only_in_the_way_that_it_praises() {
    for (game, lesson) in lessons() {
        for step in lesson.steps.iter().filter(|step| !step.free) {
            let mut ways: Vec<Vec<String>> = vec![Vec::new()];
            for right in &step.moves {
                let mut longer = Vec::new();
                for way in ways {
                    let before: Vec<&str> = way.iter().map(String::as_str).collect();
                    for action in legal(&after(game, step, &before)) {
                        let client = after(game, step, &[&before[..], &[action.as_str()]].concat());
                        let is_right = fits(right, &action);
                        let standing = step.standing(&client);
                        let is_done = matches!(standing, Standing::Done(_));
                        assert!(is_right || !is_done, "{}: done by {before:?} and {action}", name(game, step));
                        if is_right && standing == Standing::Open {
                            longer.push([&way[..], &[action]].concat());
                        }
                    }
                }
                ways = longer;
            }
        }
    }
}
