//! The suite passes correct games and finds every planted mistake.

use sixfold_game::testkit::{Fault, FaultyPig, Pig, PigAction, Sticks, Suite};
use sixfold_game::{Chance, Dice, Game, Setup, perft};

fn suite_of<const FAULT: u8>() -> Suite<FaultyPig<FAULT>> {
    Suite::<FaultyPig<FAULT>>::new()
        .setup("goal=8")
        .games(12)
        .most_actions(3_000)
        .universe(|_| vec![PigAction::Roll, PigAction::Hold])
        .twins(|state, viewer, random| vec![state.with_other_secrets(viewer, random)])
}

#[test]
fn sound_games_pass() {
    Suite::<Sticks>::new().setup("a=20 b=1").games(30).run();
    Suite::<Sticks>::new().games(30).run_symmetries();
    suite_of::<{ Fault::None as u8 }>().run();
}

macro_rules! finds {
    ($($test:ident: $fault:ident, $says:literal;)*) => {$(
        #[test]
        fn $test() {
            let problem = suite_of::<{ Fault::$fault as u8 }>().check().expect_err("the suite finds the mistake");
            assert!(problem.contains($says), "{problem}");
        }
    )*};
}

finds! {
    finds_a_view_that_leaks: ViewLeaks, "views of states that look alike";
    finds_a_refusal_that_leaks: RefusalLeaks, "refusals in states that look alike";
    finds_wrong_odds: WrongOdds, "an outcome of weight";
    finds_an_illegal_action_that_is_accepted: AcceptsIllegal, "is not listed but accepted";
    finds_an_action_listed_twice: ListsTwice, "actions listed and different ones among them";
    finds_two_actions_written_alike: SameNotation, "notation read back";
    finds_a_state_that_does_not_replay: Unrepeatable, "replay";
    finds_a_game_without_end: Endless, "no end in 3000 actions";
    finds_a_position_written_without_what_matters: ForgetsStake, "the legal actions and those of the position read";
    finds_a_language_that_lacks_a_sentence: MissingSentence, "message file de lacks or adds";
}

#[test]
fn a_game_that_hides_something_has_to_give_twins() {
    assert!(Suite::<Pig>::new().check().unwrap_err().contains("gives twins"));
}

#[test]
fn perft_counts_chance_outcomes_as_ways() {
    let pig = Pig::start(&Setup::defaults(Pig::INFO.options), &mut Dice::scripted([1, 2, 3])).unwrap();
    assert_eq!(pig.chance(&PigAction::Roll, &mut Vec::new()), Chance::Listed);
    // A roll has six outcomes. After a 1 the next seat can only roll; after 2 to 6 the seat can also hold.
    assert_eq!((perft(&pig, 1), perft(&pig, 2)), (6, 6 + 5 * 7));
    let sticks =
        Sticks::start(&Setup::parse(Sticks::INFO.options, ["a=2", "b=0"]).unwrap(), &mut Dice::scripted([])).unwrap();
    assert_eq!((perft(&sticks, 1), perft(&sticks, 2), perft(&sticks, 3)), (2, 1, 0));
}
