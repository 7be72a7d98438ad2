//! Every kind of journey, played by the computer to its end: the same texts again, and nothing that cannot be said.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use ai::{Bot, Level};
use game::{MatchPlayer, Record, RuleFiles, Seat, Seed, Viewer};
use sixfold_catalog::{DynJourney, DynJourneys, JOURNEYS, find, read_journey};

/// Plays the match that the journey waits for.
fn play_match(journey: &dyn DynJourney) -> Record {
    let next = journey.next_match().unwrap();
    let game = find(journey.info().key).unwrap();
    let mut fought = game.start(next.setup.clone(), journey.match_seed(next.number).into()).unwrap();
    let weakest = Level::named("1").unwrap();
    let mut bots: Vec<Bot> = (0..next.players.len() as u64).map(|seat| Bot::new(weakest, seat)).collect();
    while let Some(seat) = fought.actor() {
        let action = fought.position(Viewer::Seat(seat)).think(&mut bots[seat.index()]).decide().unwrap();
        fought.play(seat, &action).unwrap();
    }
    fought.record()
}

/// Everything that a headquarters says has its words, and every button either can be pressed or says why not.
fn look_at(journey: &dyn DynJourney) {
    for (language, file) in journey.info().texts {
        let texts = game::Texts::parse(file).unwrap();
        for seat in Seat::first(journey.seats()) {
            let shown = journey.headquarters(seat, language);
            let debug = format!("{shown:?}");
            for key in debug.split("Message { key: \"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                assert!(texts.keys().any(|known| known == key), "{language}: {key}");
            }
            let buttons = shown.units.iter().flat_map(|unit| unit.steps.iter().chain(&unit.person.moves));
            let skills =
                shown.units.iter().flat_map(|unit| &unit.person.skills).filter_map(|skill| skill.learn.as_ref());
            let all = buttons.chain(skills).chain(&shown.start).chain(&shown.steps);
            for button in all {
                assert_eq!(journey.check(seat, &button.step).is_ok(), button.refused.is_none(), "{}", button.step);
            }
        }
    }
}

fn travel(journeys: &dyn DynJourneys, options: &[&str], seed: u64) {
    let setup = journeys.setup(options.iter().copied()).unwrap();
    let mut journey = journeys.start(setup, Seed::number(seed)).unwrap();
    let mut matches = 0;
    while journey.end().is_none() {
        look_at(&*journey);
        if let Some(next) = journey.next_match() {
            assert!(next.players.iter().any(|player| matches!(player, MatchPlayer::Traveller(_))));
            journey.take(&play_match(&*journey)).unwrap_or_else(|error| panic!("{error}"));
            matches += 1;
            continue;
        }
        let (seat, step) = Seat::first(journey.seats())
            .find_map(|seat| journey.advise(seat).map(|step| (seat, step)))
            .expect("somebody has something to do");
        journey.play(seat, &step).unwrap_or_else(|error| panic!("{step}: {error}"));
        assert!(journey.events() < 400, "the advice goes round in circles: {step}");
    }
    look_at(&*journey);
    assert!(matches > 0 && journey.headquarters(Seat(0), "en").end.is_some());
    let text = journey.text(None);
    let (again, running) = read_journey(&text, None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((again.text(None), running), (text, None));
}

#[test]
fn every_journey_is_played_to_its_end_and_read_again() {
    for journeys in JOURNEYS {
        travel(*journeys, &[], 1);
        for (option, value) in [("campaign", "exodus"), ("difficulty", "hard")] {
            if journeys.options().iter().any(|spec| spec.key == option) {
                travel(*journeys, &[&format!("{option}={value}")], 2);
            }
        }
    }
}

#[test]
fn a_text_that_is_no_journey_is_refused_with_the_line() {
    let header = |journey: &str, setup: &str| {
        let info = JOURNEYS[0].info();
        let game = format!("{} {}", info.key, info.rules_version);
        format!("Sixfold journey 1\ngame: {game}\njourney: {journey}\nsetup: {setup}\nseed: 1\n")
    };
    let key = JOURNEYS[0].key();
    for (text, line) in [
        (String::new(), 1),
        ("Sixfold journey 2\n".to_owned(), 1),
        (header("picnic", "-"), 3),
        (header(key, "campaign=nowhere"), 4),
    ] {
        let Err(error) = read_journey(&text, None) else { panic!("{text}") };
        assert_eq!(error.line, line, "{error}");
    }
}

/// A rule set with one of the built-in values of an option only, and under another name.
#[test]
fn a_rule_set_has_values_of_its_own_and_its_journeys_are_read_with_it_alone() {
    let built_in = JOURNEYS[0];
    let game = find(built_in.info().key).unwrap();
    let values = built_in.values(built_in.key()).unwrap();
    let [gone, left] = values.as_slice() else { panic!("{values:?}") };
    let files = game.built_in_files().iter().filter(|(file, _)| !file.contains(gone.as_str()));
    let named = |text: &str| text.replacen("name = \"standard\"", "name = \"smaller\"", 1);
    let files = RuleFiles::new(files.map(|(file, text)| ((*file).to_owned(), named(text)))).unwrap();
    let journeys = built_in.with_rules(&files).unwrap();
    assert_eq!((journeys.values(built_in.key()), built_in.values("players")), (Some(vec![left.clone()]), None));
    assert_eq!((journeys.rule_files(), built_in.rule_files(), built_in.rules()), (Some(&files), None, None));
    let text = journeys.start(journeys.setup([]).unwrap(), Seed::number(1)).unwrap().text(None);
    assert!(read_journey(&text, Some(&files)).is_ok());
    let Err(error) = read_journey(&text, None) else { panic!("{text}") };
    let missing = format!("the rule set {}, which is not known here", journeys.rules().unwrap().short());
    assert!(error.line == 5 && error.to_string().contains(&missing), "{error}");
}
