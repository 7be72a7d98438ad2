//! The search plays games whose best play is known, with chance, with hidden knowledge and with three seats.

use game::testkit::{Pig, PigAction, Sticks};
use game::{Dice, Game, Random, Seat, Seed, Setup, Viewer, legal_actions};
use sixfold_ai::{Playouts, Search, Settings};

fn search<G: Game>(state: &G, simulations: u32, seed: u64) -> Search<G, Playouts<G>> {
    let view = state.view(Viewer::Seat(state.turn().seat));
    let mut search = Search::new(&view, Playouts::default(), Settings::default(), Random::new(seed));
    search.run(simulations);
    search
}

fn best<G: Game>(state: &G, simulations: u32, seed: u64) -> G::Action {
    search(state, simulations, seed).report().best().expect("the game is not over").action.clone()
}

#[test]
fn sticks_is_played_perfectly() {
    for (a, b) in [(1, 2), (3, 4), (5, 1), (7, 2), (6, 8), (0, 4), (4, 9)] {
        let setup = Setup::parse(Sticks::INFO.options, [format!("a={a}").as_str(), format!("b={b}").as_str()]).unwrap();
        let mut state = Sticks::start(&setup, &mut Dice::scripted([])).unwrap();
        let action = best(&state, 4_000, 1);
        state.apply(&action, &mut Dice::scripted([]));
        let [left, right] = state.heaps();
        assert_eq!(left % 3, right % 3, "from {a} and {b} it left {left} and {right}");
    }
}

#[test]
fn pig_is_held_when_holding_wins_and_rolled_when_little_is_at_stake() {
    let setup = Setup::parse(Pig::INFO.options, ["goal=20"]).unwrap();
    let mut state = Pig::start(&setup, &mut Dice::scripted([3, 3, 3])).unwrap();
    state.apply(&PigAction::Roll, &mut Dice::scripted([2]));
    assert_eq!(best(&state, 4_000, 1), PigAction::Roll, "two points are not worth a turn");
    for _ in 0..4 {
        state.apply(&PigAction::Roll, &mut Dice::scripted([5]));
    }
    assert_eq!(best(&state, 4_000, 1), PigAction::Hold, "22 points end the game and win it");
}

#[test]
fn three_seats_with_secrets_the_search_beats_random_players() {
    const GAMES: u64 = 60;
    // The goal is far enough away that good play counts for more than one lucky roll.
    let setup = Setup::parse(Pig::INFO.options, ["goal=60"]).unwrap();
    let mut places = 0.0;
    for number in 0..GAMES {
        let thinker = Seat((number % 3) as u8);
        let mut dice = Dice::seeded(&Seed::number(number));
        let mut random = Random::new(number);
        let mut state = Pig::start(&setup, &mut dice).unwrap();
        while state.outcome().is_none() {
            let action = if state.turn().seat == thinker {
                best(&state, 300, number)
            } else {
                random.pick(&legal_actions(&state)).copied().unwrap()
            };
            state.apply(&action, &mut dice);
        }
        places += state.outcome().unwrap().values()[thinker.index()];
    }
    // Chance alone gives a half. The seeds are fixed, so the result cannot vary.
    assert!(places / GAMES as f32 > 0.75, "{places} of {GAMES}");
}

#[test]
fn the_same_seed_gives_the_same_thoughts() {
    let state = Sticks::start(&Setup::defaults(Sticks::INFO.options), &mut Dice::scripted([])).unwrap();
    assert_eq!(search(&state, 500, 9).report(), search(&state, 500, 9).report());
}

#[test]
fn a_search_of_a_finished_game_has_nothing_to_say() {
    let setup = Setup::parse(Sticks::INFO.options, ["a=1", "b=0"]).unwrap();
    let mut state = Sticks::start(&setup, &mut Dice::scripted([])).unwrap();
    let action = legal_actions(&state)[0];
    state.apply(&action, &mut Dice::scripted([]));
    assert_eq!(search(&state, 10, 1).report().best(), None);
}

#[test]
fn a_full_tree_is_searched_on_without_growing() {
    let state =
        Sticks::start(&Setup::parse(Sticks::INFO.options, ["a=50", "b=50"]).unwrap(), &mut Dice::scripted([])).unwrap();
    let settings = Settings { most_nodes: 50, ..Settings::default() };
    let mut search =
        Search::<Sticks, _>::new(&state.view(Viewer::Spectator), Playouts::default(), settings, Random::new(3));
    search.run(2_000);
    assert_eq!((search.nodes(), search.simulations()), (50, 2_000));
    assert_eq!(search.report().considered.iter().map(|considered| considered.visits).sum::<u32>(), 2_000);
}

/// The search gets a view only, so two states that the seat cannot tell apart give the same report.
#[test]
fn what_a_seat_cannot_see_does_not_change_its_thoughts() {
    let setup = Setup::defaults(Pig::INFO.options);
    let state = |secret| Pig::start(&setup, &mut Dice::scripted([4, secret, 7 - secret])).unwrap();
    assert_ne!(state(1), state(6));
    assert_eq!(search(&state(1), 400, 5).report(), search(&state(6), 400, 5).report());
}
