//! A page may talk to a server that is wrong or speaks of other rules. So a view that comes from outside is either refused
//! when it is opened, or the position answers everything. It never panics later.
//!
//! The tests change real views of every game in many small ways and open them.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod setups;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ai::{Bot, Level};
use catalog::{DynGame, GAMES, Position, RuledGame};
use game::{Random, RuleFiles, Seat, Seed, Viewer};
use scene::{Pick, Place};
use serde_json::{Value, json};
use sixfold_catalog as catalog;

/// The number of views of each setup that are changed, spread over a match.
const VIEWS: usize = 7;
/// The number of changes that are tried on each view.
const CHANGES: usize = 150;
/// Of long lists (legal actions, cells of the board), about this many are tried.
const SOME: usize = 5;

fn value(position: &dyn Position) -> Value {
    serde_json::from_str(position.view().get()).unwrap()
}

/// Positions of random matches, as their viewers are sent them: the first before the match begins, and then some up to
/// the end. In some matches a player leaves.
fn positions(game: &dyn DynGame) -> Vec<Box<dyn Position>> {
    let mut found = Vec::new();
    for (number, setup) in setups::of(game).into_iter().enumerate() {
        let whole = game.random_match(setup.clone(), 5).unwrap();
        let actions: Vec<String> = whole.record().actions().map(|action| action.text.clone()).collect();
        let every = actions.len().div_ceil(VIEWS - 2);
        let mut at = game.start(setup, Seed::number(5).into()).unwrap();
        found.push(at.start(Viewer::Spectator).0.unbegun());
        for (index, action) in actions.iter().enumerate() {
            if index % every == 0 {
                found.push(at.position(at.actor().map_or(Viewer::Everything, Viewer::Seat)));
            }
            let actor = at.actor().unwrap();
            if at.play(actor, action).is_err() {
                break; // somebody has left, and the match went another way
            }
            if number == 2 && index == every {
                at.exit(game::Exit::Resigned(Seat(at.seats() - 1))).unwrap();
            }
            if at.is_over() {
                break;
            }
        }
        found.push(at.position(Viewer::Spectator));
    }
    found
}

/// The parts of a value by their addresses.
fn addresses(value: &Value) -> Vec<String> {
    fn walk(value: &Value, at: &str, found: &mut Vec<String>) {
        found.push(at.to_owned());
        match value {
            Value::Array(list) => {
                for (index, part) in list.iter().enumerate() {
                    walk(part, &format!("{at}/{index}"), found);
                }
            }
            Value::Object(map) => map.iter().for_each(|(key, part)| walk(part, &format!("{at}/{key}"), found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(value, "", &mut found);
    found
}

/// A small change of one part of a view.
fn changed(view: &Value, random: &mut Random) -> Value {
    fn some<'a, T>(list: &'a [T], random: &mut Random) -> &'a T {
        random.pick(list).unwrap()
    }
    let mut view = view.clone();
    let addresses = addresses(&view);
    let at = some(&addresses, random).clone();
    let like = |view: &Value, random: &mut Random, fits: fn(&Value) -> bool| {
        let fitting: Vec<&String> = addresses.iter().filter(|at| view.pointer(at).is_some_and(fits)).collect();
        random.pick(&fitting).map(|at| (*at).clone())
    };
    let other = match view.pointer(&at).unwrap() {
        Value::String(_) => like(&view, random, Value::is_string),
        Value::Array(_) => like(&view, random, Value::is_array),
        Value::Number(_) => like(&view, random, Value::is_number),
        _ => None,
    }
    .map(|at| view.pointer(&at).unwrap().clone());
    let part = view.pointer_mut(&at).unwrap();
    match part {
        Value::Number(number) => {
            let now = number.as_i64().unwrap();
            let mut numbers = vec![
                -1,
                0,
                1,
                6,
                7,
                100,
                127,
                128,
                255,
                65_535,
                i64::from(u32::MAX),
                i64::from(i32::MIN),
                1 << 40,
                now + 1,
                now - 1,
            ];
            numbers.extend(other.as_ref().and_then(Value::as_i64));
            *part = json!(some(&numbers, random));
        }
        Value::String(_) => {
            let word = other.unwrap();
            *part = some(&[json!(""), json!("zz99"), json!("é"), json!("a1"), word.clone(), word, json!(null)], random)
                .clone();
        }
        Value::Bool(on) => *on = !*on,
        Value::Null => *part = some(&[json!(0), json!(1), json!("a1"), json!("red"), json!("blue")], random).clone(),
        Value::Array(list) => match random.below(6) {
            0 if !list.is_empty() => drop(list.remove(random.below(list.len() as u32) as usize)),
            1 if !list.is_empty() => list.push(list[random.below(list.len() as u32) as usize].clone()),
            2 if list.len() > 1 => {
                let (one, two) = (random.below(list.len() as u32) as usize, random.below(list.len() as u32) as usize);
                list.swap(one, two);
            }
            3 => list.clear(),
            4 => list.extend(list.clone()),
            _ => *part = other.unwrap(),
        },
        Value::Object(map) => {
            let keys: Vec<String> = map.keys().cloned().collect();
            if keys.is_empty() {
                return view;
            }
            let (one, two) = (some(&keys, random).clone(), some(&keys, random).clone());
            if random.below(2) == 0 {
                map.remove(&one);
            } else {
                let (first, second) = (map[&one].clone(), map[&two].clone());
                map.insert(one, second);
                map.insert(two, first);
            }
        }
    }
    view
}

/// Some of a list, evenly spread.
fn some_of<T>(list: impl ExactSizeIterator<Item = T>) -> impl Iterator<Item = T> {
    let every = list.len().div_ceil(SOME).max(1);
    list.step_by(every)
}

/// Asks a position everything that a client can ask.
fn ask_everything(game: &dyn DynGame, position: &mut dyn Position, before: &dyn Position, actions: &[String]) {
    let _ = position.picture(false);
    let picture = position.picture(true);
    let legal: Vec<_> = picture.picks.iter().collect();
    for (path, action) in some_of(legal.iter()) {
        let _ = (position.partway(&path[..1]), position.why_not(path), position.why_not(&path[..1]));
        position.preview(action);
        if let Some(after) = position.after(action) {
            let _ = after.position.picture(true);
        }
    }
    for action in actions {
        position.preview(action);
        let _ = position.after(action);
    }
    for cell in some_of(picture.scene.cells.iter()) {
        let pick = match cell.place {
            Place::Hex(hex) => Pick::Hex(hex),
            Place::Vertex(vertex) => Pick::Vertex(vertex),
            Place::Triangle(_) => continue,
        };
        let _ = position.why_not(std::slice::from_ref(&pick));
        let _ = position.why_not(&[Pick::Unit(0), pick.clone()]);
        if let Some((path, _)) = legal.first() {
            let _ = position.why_not(&[path[0].clone(), pick]);
        }
    }
    let _ = position.unbegun().picture(false);
    let _ = position.is_same(before);
    let opened = game.open(&value(position)).unwrap_or_else(|error| panic!("it was opened once: {error}"));
    assert!(*opened == *position, "it is the same view");
    let mut thinking = position.think(&mut Bot::new(Level::named("1").unwrap(), 1));
    thinking.go_on();
    thinking.ideas();
    position.recall(before);
    let _ = position.picture(true);
    let mut next = game.open(&value(before)).unwrap();
    next.recall(position);
    let _ = next.picture(true);
}

/// The number of views that were accepted. Collects what panicked.
fn open_and_ask(
    game: &dyn DynGame,
    view: &Value,
    (before, actions): (&dyn Position, &[String]),
    panics: &mut BTreeSet<String>,
) -> bool {
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let Ok(mut position) = game.open(view) else { return false };
        ask_everything(game, &mut *position, before, actions);
        true
    }));
    asked.unwrap_or_else(|_| {
        panics.insert(format!("{}: {view}", game.info().key));
        true
    })
}

fn actions_of(position: &dyn Position) -> Vec<String> {
    let picks = position.picture(true).picks;
    let actions: Vec<String> = picks.iter().map(|(_, action)| action.clone()).collect();
    some_of(actions.into_iter()).collect()
}

fn assert_no_panic(panics: &BTreeSet<String>) {
    let few: Vec<&String> = panics.iter().take(12).collect();
    assert!(panics.is_empty(), "{} views panic when they are asked, such as {few:#?}", panics.len());
}

#[test]
fn a_changed_view_is_refused_or_answers_everything() {
    let mut panics = BTreeSet::new();
    for game in GAMES {
        let (mut tried, mut accepted) = (0, 0);
        for (number, position) in positions(*game).iter().enumerate() {
            let (view, actions) = (value(&**position), actions_of(&**position));
            assert!(open_and_ask(*game, &view, (&**position, &actions), &mut panics), "{}: {view}", game.info().key);
            let mut random = Random::new(number as u64);
            for _ in 0..CHANGES {
                let mut view = changed(&view, &mut random);
                if random.below(4) == 0 {
                    view = changed(&view, &mut random);
                }
                tried += 1;
                accepted += u32::from(open_and_ask(*game, &view, (&**position, &actions), &mut panics));
            }
        }
        assert!(tried > 1000 && accepted > tried / 20, "{}: {accepted} of {tried} accepted", game.info().key);
        println!("{}: {tried} changes, {accepted} accepted", game.info().key);
    }
    assert_no_panic(&panics);
}

/// The built-in files of a game with one number changed, under another name. Many of them are no rule set.
fn other_sets(game: &dyn DynGame) -> Vec<RuledGame> {
    let files = game.built_in_files();
    let mut sets = Vec::new();
    for (index, (_, text)) in files.iter().enumerate() {
        let mut from = 0;
        while let Some(start) = text[from..].find(|letter: char| letter.is_ascii_digit()).map(|start| from + start) {
            let length = text[start..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len() - start);
            from = start + length;
            let Ok(number) = text[start..from].parse::<u32>() else { continue };
            for number in [number.saturating_sub(1), number + 1, 2 * number + 1, 0] {
                let changed = format!("{}{number}{}", &text[..start], &text[from..]);
                let owned = files.iter().enumerate().map(|(other, (name, text))| {
                    let text = if other == index { changed.as_str() } else { text };
                    (String::from(*name), text.replacen("\"standard\"", "\"tuned\"", 1))
                });
                sets.extend(game.with_rules(RuleFiles::new(owned).unwrap()));
            }
        }
    }
    sets
}

/// A server with other rules sends views that the built-in rules cannot have, and the other way round.
#[test]
fn a_view_by_other_rules_is_refused_or_answers_everything() {
    let mut panics = BTreeSet::new();
    for game in GAMES.iter().filter(|game| !game.built_in_files().is_empty()) {
        let sets = other_sets(*game);
        assert!(sets.len() > 20, "{}: {}", game.info().key, sets.len());
        let positions = positions(*game);
        let mut accepted = 0;
        for (number, set) in sets.iter().enumerate() {
            let position = &positions[number % positions.len()];
            // The view claims to be by this set. Its numbers are those of the built-in one.
            let view: Value =
                serde_json::from_str(&position.view().get().replace("\"standard\"", "\"tuned\"")).unwrap();
            let actions = actions_of(&**position);
            let before = set.start(set.setup([]).unwrap(), Seed::number(1).into());
            let Ok(before) = before.map(|before| before.position(Viewer::Everything)) else { continue };
            accepted += u32::from(open_and_ask(&**set, &view, (&*before, &actions), &mut panics));
        }
        println!("{}: {} sets, {accepted} views accepted", game.info().key, sets.len());
        assert!(accepted > 0, "{}", game.info().key);
    }
    assert_no_panic(&panics);
}
