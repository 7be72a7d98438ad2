//! Calls every method of erased games, matches and positions for every game, and checks that their answers agree.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::collections::BTreeSet;

use ai::{Bot, Level};
use catalog::{DynGame, DynMatch, GAMES, Request, Workload};
use game::{Exit, Moment, Origin, PlayError, Random, Record, Refusal, RuleFiles, Seat, Seed, Share, Viewer};
use serde_json::{Value, json};
use sixfold_catalog as catalog;

/// The number of positions of a match that are checked. They are spread over the whole match.
const LOOKS: usize = 12;

fn started(game: &dyn DynGame, seed: u64) -> Box<dyn DynMatch> {
    game.start(game.setup([]).unwrap(), Seed::number(seed).into()).unwrap()
}

/// Moments as a server sends them.
fn sent(moments: Vec<Moment<Box<dyn catalog::Position>>>) -> Value {
    json!(moments.into_iter().map(|moment| moment.map_view(|position| position.view())).collect::<Vec<_>>())
}

fn value(view: &serde_json::value::RawValue) -> Value {
    serde_json::from_str(view.get()).unwrap()
}

/// Calls `look` with positions of a random match of every game, from the first to the last.
fn each_position(mut look: impl FnMut(&dyn DynGame, &dyn DynMatch)) {
    for game in GAMES {
        let whole = game.random_match(game.setup([]).unwrap(), 5).unwrap();
        let actions: Vec<String> = whole.record().actions().map(|action| action.text.clone()).collect();
        let every = (actions.len() / LOOKS).max(1);
        let mut at = started(*game, 5);
        for (index, action) in actions.iter().enumerate() {
            if index % every == 0 {
                look(*game, &*at);
            }
            at.play(at.actor().unwrap(), action).unwrap();
        }
        look(*game, &*at);
    }
}

fn viewers(game: &dyn DynMatch) -> Vec<Viewer> {
    let seats = Seat::first(game.seats()).map(Viewer::Seat);
    seats.chain([Viewer::Spectator, Viewer::Everything]).collect()
}

#[test]
fn a_random_match_ends_and_its_record_replays_to_the_same_state() {
    for game in GAMES {
        let whole = game.random_match(game.setup([]).unwrap(), 7).unwrap();
        let standing = whole.standing();
        assert!(standing.is_over && standing.actor.is_none() && standing.outcome.is_some() && standing.end.is_none());
        let record: Record = whole.record().to_string().parse().unwrap();
        let again = game.replay(&record).unwrap();
        assert_eq!((again.state_hash(), again.standing()), (whole.state_hash(), standing), "{}", game.info().key);
        assert_eq!(again.luck(), whole.luck());
        assert_eq!(whole.info().key, game.info().key);
    }
}

#[test]
fn a_match_with_fair_dice_replays_from_its_shares() {
    for game in GAMES {
        let seats = usize::from(started(*game, 0).seats());
        let origin = Origin::Fair { secret: Seed([3; 32]), shares: vec![Share([9; 32]); seats] };
        let mut fair = game.start(game.setup([]).unwrap(), origin).unwrap();
        let mut random = Random::new(1);
        for _ in 0..10 {
            let Some((actor, action)) = fair.actor().zip(fair.random_action(&mut random)) else { break };
            fair.play(actor, &action).unwrap();
        }
        assert!(fair.record().fair.is_some());
        let again = game.replay(&fair.record()).unwrap();
        assert_eq!(again.state_hash(), fair.state_hash(), "{}", game.info().key);
    }
}

#[test]
fn what_is_legal_can_be_picked_checked_and_drawn() {
    each_position(|game, at| {
        let key = game.info().key;
        let legal: BTreeSet<String> = at.legal().into_iter().collect();
        let Some(actor) = at.actor() else {
            assert!(legal.is_empty() && at.random_action(&mut Random::new(1)).is_none(), "{key}");
            let refused = at.check(&Request::Play { seat: Seat(0), action: "a1" });
            assert!(refused.is_err(), "{key}: nothing is played after the end");
            return;
        };
        let picture = at.picture(Viewer::Seat(actor));
        let picked: BTreeSet<String> = picture.picks.iter().map(|(_, action)| action.clone()).collect();
        assert_eq!(picked, legal, "{key}: every legal action can be picked, and no other");
        let drawn = at.random_action(&mut Random::new(3)).unwrap();
        assert!(legal.contains(&drawn), "{key}: {drawn}");
        for action in &legal {
            at.check(&Request::Play { seat: actor, action }).unwrap();
        }
        let other = Seat((actor.0 + 1) % at.seats());
        let refused = at.check(&Request::Play { seat: other, action: &drawn }).unwrap_err();
        assert!(
            matches!(refused, PlayError::Refused(Refusal::NotYourTurn { actor: right }) if right == actor),
            "{key}"
        );
        assert!(matches!(
            at.check(&Request::Play { seat: actor, action: "no such action" }),
            Err(PlayError::Notation(_))
        ));
        let watching = at.picture(Viewer::Spectator);
        assert!(watching.picks.is_empty() && watching.routine.is_none(), "{key}: spectators have no actions");
    });
}

#[test]
fn a_view_that_was_sent_answers_like_the_position_itself() {
    each_position(|game, at| {
        let key = game.info().key;
        for viewer in viewers(at) {
            let here = at.position(viewer);
            let there = game.open(&value(&here.view())).unwrap();
            assert!(*here == *there, "{key}");
            assert_eq!(value(&here.view()), value(&there.view()), "{key}");
            let acts = at.actor().map(Viewer::Seat) == Some(viewer);
            let picture = here.picture(acts);
            assert_eq!(picture, there.picture(acts), "{key}");
            let seats = usize::from(at.seats());
            assert_eq!((picture.turned.len(), picture.parts.len(), picture.aims.len()), (seats, seats, seats), "{key}");
            for (path, action) in picture.picks.iter().take(8) {
                assert_eq!(here.preview(action), there.preview(action), "{key} {action}");
                assert_eq!(here.partway(&path[..1]), there.partway(&path[..1]), "{key} {action}");
                assert_eq!(here.why_not(path), there.why_not(path), "{key} {action}");
            }
            assert_eq!(there.preview("no such action"), scene::Preview::default());
        }
    });
}

#[test]
fn what_is_no_view_is_refused() {
    for game in GAMES {
        for wrong in [json!(null), json!([]), json!({ "nothing": 1 }), json!("g7")] {
            let error = game.open(&wrong).err().unwrap_or_else(|| panic!("{}: {wrong}", game.info().key));
            assert!(error.to_string().starts_with("this is no view of the game"), "{error}");
        }
    }
}

/// `after` returns the position that the match itself reaches. It does so only for actions without chance in games
/// without hidden knowledge.
#[test]
fn the_position_after_an_action_is_the_one_that_the_match_reaches() {
    let mut ahead = 0;
    each_position(|game, at| {
        let Some(actor) = at.actor() else { return };
        let here = at.position(Viewer::Seat(actor));
        for action in at.legal().iter().take(6) {
            let Some(after) = here.after(action) else { continue };
            assert!(!game.info().hidden, "games with hidden knowledge have no position after an action");
            let mut played = game.replay(&at.record()).unwrap();
            played.play(actor, action).unwrap();
            assert!(*after.position == *played.position(Viewer::Everything), "{} {action}", game.info().key);
            if after.is_tentative {
                assert_eq!(played.actor(), Some(actor), "{} {action}: the same seat goes on", game.info().key);
            }
            ahead += 1;
        }
        assert!(here.after("no such action").is_none());
    });
    assert!(ahead > 100, "{ahead}");
}

#[test]
fn the_moments_of_a_match_lead_to_its_position() {
    for game in GAMES {
        let whole = game.random_match(game.setup([]).unwrap(), 11).unwrap();
        for viewer in viewers(&*whole) {
            let moments = whole.moments(0, viewer);
            assert_eq!(moments.len(), whole.events());
            assert!(moments.iter().zip(1..).all(|(moment, seq)| moment.seq == seq));
            assert_eq!(moments.last().unwrap().outcome, whole.outcome());
            let (all, known) = (moments.len(), moments.len() / 2);
            let rest = moments.into_iter().skip(known).collect();
            assert_eq!(sent(whole.moments(known, viewer)), sent(rest), "{}: from the middle", game.info().key);
            assert!(whole.moments(all, viewer).is_empty() && whole.moments(all + 1, viewer).is_empty());
        }
    }
}

/// A viewer gets the same moment while an event happens and later from a replay.
#[test]
fn what_is_told_at_once_is_what_is_told_later() {
    for game in GAMES {
        let mut at = started(*game, 13);
        let mut random = Random::new(13);
        let viewers = viewers(&*at);
        for _ in 0..25 {
            let Some((seat, action)) = at.actor().zip(at.random_action(&mut random)) else { break };
            let told = at.carry_out(&Request::Play { seat, action: &action }, &viewers).unwrap();
            let known = at.events() - 1;
            let later: Vec<_> = viewers.iter().flat_map(|viewer| at.moments(known, *viewer)).collect();
            assert_eq!(sent(told), sent(later), "{}", game.info().key);
        }
        if let Some(actor) = at.actor() {
            let told = at.carry_out(&Request::Exit(Exit::Resigned(actor)), &viewers).unwrap();
            let known = at.events() - 1;
            let later: Vec<_> = viewers.iter().flat_map(|viewer| at.moments(known, *viewer)).collect();
            assert_eq!(sent(told), sent(later), "{}: an exit", game.info().key);
        }
    }
}

/// A client that opens every moment and recalls the one before ends up with the position that the match gives for that
/// viewer.
#[test]
fn recalling_from_moment_to_moment_gives_the_whole_memory() {
    for game in GAMES {
        let mut at = started(*game, 17);
        let mut random = Random::new(17);
        while at.events() < 40 {
            let Some((seat, action)) = at.actor().zip(at.random_action(&mut random)) else { break };
            at.play(seat, &action).unwrap();
        }
        if at.standing().is_over {
            at.undo();
        }
        for viewer in Seat::first(at.seats()).map(Viewer::Seat) {
            let mut known = at.start(viewer).0;
            for moment in at.moments(0, viewer) {
                let mut next = game.open(&value(&moment.view.view())).unwrap();
                next.recall(&*known);
                known = next;
            }
            assert!(*known == *at.position(viewer), "{}: {viewer:?}", game.info().key);
        }
    }
}

#[test]
fn undo_leads_back_to_the_start() {
    for game in GAMES {
        let mut at = game.random_match(game.setup([]).unwrap(), 19).unwrap();
        let trace = {
            let mut steps = Vec::new();
            at.trace(&mut |step| {
                steps.push(step);
                true
            });
            steps
        };
        assert_eq!(trace.len(), at.events());
        assert!(trace.iter().all(|step| step.legal.contains(&step.action)), "{}", game.info().key);
        let mut stopped = 0;
        at.trace(&mut |_| {
            stopped += 1;
            stopped < 3
        });
        assert_eq!(stopped, 3, "a trace ends when `each` returns false");
        while at.undo() {}
        assert_eq!((at.events(), at.state_hash()), (0, started(*game, 19).state_hash()), "{}", game.info().key);
    }
}

#[test]
fn somebody_who_leaves_is_out_or_ends_the_match() {
    for game in GAMES {
        let mut at = started(*game, 23);
        let leaver = Seat(0);
        at.check(&Request::Exit(Exit::Dropped(leaver))).unwrap();
        at.exit(Exit::Dropped(leaver)).unwrap();
        let standing = at.standing();
        assert!(standing.is_over || !standing.has_part(leaver), "{}", game.info().key);
        assert_eq!(standing.is_over, standing.end == Some(Exit::Dropped(leaver)));
        assert!(at.check(&Request::Exit(Exit::Resigned(leaver))).is_err(), "a seat leaves once");
        let again = game.replay(&at.record()).unwrap();
        assert_eq!(again.standing(), standing);
    }
}

/// After the end everything is open, whether the rules or an exit ended the match. Every viewer is told so with the last
/// moment, at once and later.
#[test]
fn the_moment_of_the_end_shows_everything_to_every_viewer() {
    for game in GAMES {
        let key = game.info().key;
        let open = |at: &dyn DynMatch| value(&at.position(Viewer::Everything).view());
        let by_the_rules = game.random_match(game.setup([]).unwrap(), 29).unwrap();
        let mut by_exit = started(*game, 29);
        let mut random = Random::new(29);
        for _ in 0..10 {
            let action = by_exit.random_action(&mut random).unwrap();
            by_exit.play(by_exit.actor().unwrap(), &action).unwrap();
        }
        let viewers = viewers(&*by_exit);
        let told = by_exit.carry_out(&Request::Exit(Exit::Abandoned), &viewers).unwrap();
        assert!(by_exit.is_over() && told.len() == viewers.len(), "{key}");
        assert!(told.iter().all(|moment| value(&moment.view.view()) == open(&*by_exit)), "{key}: told at once");
        for over in [by_the_rules, by_exit] {
            for &viewer in &viewers {
                let last = over.moments(over.events() - 1, viewer).pop().unwrap();
                assert_eq!(value(&last.view.view()), open(&*over), "{key}: told later");
                assert_eq!(value(&over.position(viewer).view()), open(&*over), "{key}");
            }
        }
    }
}

#[test]
fn a_first_position_before_the_match_is_drawn_without_chance() {
    for game in GAMES {
        let unbegun = |seed| started(*game, seed).start(Viewer::Spectator).0.unbegun().picture(false);
        assert!((1..8).all(|seed| unbegun(seed) == unbegun(0)), "{}", game.info().key);
        let (start, actor) = started(*game, 1).start(Viewer::Everything);
        assert_eq!(actor, started(*game, 1).actor());
        assert!(*start == *started(*game, 1).position(Viewer::Everything), "{}", game.info().key);
    }
}

#[test]
fn a_name_is_written_into_the_record() {
    for game in GAMES {
        let mut at = started(*game, 1);
        at.name_player(Seat(1), "  Ada  Lovelace ");
        assert!(at.record().to_string().contains("Ada Lovelace"), "{}", game.info().key);
    }
}

#[test]
fn a_bot_thinks_from_a_view_and_decides_on_a_legal_action() {
    each_position(|game, at| {
        let Some(actor) = at.actor() else { return };
        let position = at.position(Viewer::Seat(actor));
        let decide = |position: &dyn catalog::Position| {
            let mut thinking = position.think(&mut Bot::new(Level::named("1").unwrap(), 1));
            while thinking.go_on() < 1.0 {}
            assert!(!thinking.ideas().is_empty());
            thinking.decide().unwrap()
        };
        let decided = decide(&*position);
        assert!(at.legal().contains(&decided), "{}: {decided}", game.info().key);
        assert_eq!(decide(&*game.open(&value(&position.view())).unwrap()), decided, "{}", game.info().key);
    });
}

#[test]
fn perft_counts_what_is_legal_and_says_it_action_by_action() {
    for game in GAMES {
        let setup = game.setup([]).unwrap();
        let mut divided = Vec::new();
        let nodes = game.perft(&setup, 1, &mut |action, ways, _| divided.push((action.to_owned(), ways))).unwrap();
        let start = game.start(setup, Seed::number(0).into()).unwrap();
        assert_eq!((nodes as usize, divided.len()), (start.legal().len(), start.legal().len()), "{}", game.info().key);
        assert_eq!(divided.iter().map(|(_, ways)| ways).sum::<u64>(), nodes);
    }
}

#[test]
fn work_is_measured_and_solving_can_be_stopped() {
    for game in GAMES {
        let setup = game.setup([]).unwrap();
        for work in [Workload::Playouts, Workload::Search] {
            let mut rounds = 0;
            let measured = game.measure(work, &setup, &mut || {
                rounds += 1;
                rounds <= 1
            });
            let measured = measured.unwrap();
            assert!(measured.games > 0 && measured.actions >= measured.games, "{} {work:?}", game.info().key);
        }
        let solution = game.solve(&setup, 0, &mut |_| false).unwrap();
        if let Some(solution) = solution {
            let start = game.start(setup, Seed::number(0).into()).unwrap();
            assert!(solution.line.first().is_none_or(|action| start.legal().contains(action)), "{}", game.info().key);
        }
    }
}

#[test]
fn an_empty_kit_is_an_option_of_its_game() {
    let mut kits = 0;
    for game in GAMES {
        let setup = game.setup([]).unwrap();
        for spec in game.info().options {
            if game.kit(&setup, spec.key).is_some() {
                kits += 1;
                let text = game.kit_text(&setup, spec.key, &[]);
                let pair = format!("{}={text}", spec.key);
                assert!(game.setup([pair.as_str()]).is_ok(), "{}: {pair}", game.info().key);
            }
        }
    }
    assert!(kits > 0, "at least one game has a kit");
}

/// A game with tables plays by its own built-in files as it does without them, and refuses files that are no set.
#[test]
fn a_game_with_tables_takes_its_own_files_as_a_rule_set() {
    let mut with_tables = 0;
    for game in GAMES {
        let key = game.info().key;
        assert!(game.rules().is_none() && game.rule_files().is_none(), "{key}: the built-in set needs no name");
        let files = game.built_in_files();
        let owned = || files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        if files.is_empty() {
            assert!(game.with_rules(RuleFiles::new([]).unwrap()).is_err(), "{key} has no tables to change");
            continue;
        }
        with_tables += 1;
        let broken = owned().map(|(name, text)| (name, format!("{text}\nnonsense")));
        assert!(game.with_rules(RuleFiles::new(broken).unwrap()).is_err(), "{key}");
        assert!(game.with_rules(RuleFiles::new([]).unwrap()).is_err(), "{key}: files are missing");
        assert!(game.with_rules(RuleFiles::new(owned()).unwrap()).is_ok(), "{key}");
    }
    assert!(with_tables >= 3, "{with_tables}");
}

/// A game by another rule set says which one. Its records and those by the built-in set are refused by each other.
#[test]
fn a_record_is_replayed_only_by_the_set_that_it_was_played_by() {
    for game in GAMES.iter().filter(|game| !game.built_in_files().is_empty()) {
        let key = game.info().key;
        let owned = game
            .built_in_files()
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.replacen("name = \"standard\"", "name = \"tuned\"", 1)));
        let files = RuleFiles::new(owned).unwrap();
        let tuned = game.with_rules(files.clone()).unwrap();
        let id = tuned.rules().unwrap();
        assert_eq!(
            (id.name.as_str(), id.fingerprint, tuned.rule_files()),
            ("tuned", files.fingerprint(), Some(&files))
        );
        let built_in = catalog::find_ruled(key, None).unwrap();
        assert!(tuned == catalog::find_ruled(key, Some(&files)).unwrap() && tuned != built_in, "{key}");

        let played = |by: &dyn DynGame| by.random_match(by.setup([]).unwrap(), 3).unwrap();
        let (whole, other) = (played(&*tuned), played(*game));
        let (record, record_of_other) = (whole.record(), other.record());
        assert_eq!((record.rules.as_ref(), record_of_other.rules.as_ref()), (Some(id), None), "{key}");
        tuned.check_rules(&record).unwrap();
        game.check_rules(&record_of_other).unwrap();
        for (by, wrong) in [(*game, &record), (&*tuned, &record_of_other)] {
            let refused = by.check_rules(wrong).unwrap_err().to_string();
            assert!(refused.contains("tuned") && refused.contains("the built-in rules"), "{key}: {refused}");
            assert!(by.replay(wrong).is_err(), "{key}");
        }
        assert_eq!(tuned.replay(&record).unwrap().state_hash(), whole.state_hash(), "{key}");
        let position = whole.position(Viewer::Everything);
        assert!(*tuned.open(&value(&position.view())).unwrap() == *position, "{key}");
    }
    assert!(catalog::find_ruled("no such game", None).is_err());
}

#[test]
fn texts_are_in_the_language_that_is_asked_for_or_in_english() {
    let keys = |game: &dyn DynGame, language: &str| game.texts(language).keys().count();
    for game in GAMES {
        let summary = |language: &str| game.texts(language).word("summary");
        assert_ne!(summary("en"), summary("de"), "{}", game.info().key);
        assert_eq!(summary("no language"), summary("en"), "{}", game.info().key);
        assert_eq!(keys(*game, "de"), keys(*game, "en"), "{}", game.info().key);
    }
}
