//! The fog in whole games: a viewer gets no information about hidden HP, and yet a perfect memory knows all HP (HL-8).
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::{cells, hidden_from, some_action, twins};
use game::{Dice, Game, Message, Random, Refusal, Seat, Viewer, legal_actions};
use scene::Draw;
use sixfold_hexlock::{Action, Cell, Hexlock, Position, Side};

const LIMITED: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];

fn start(seed: u64) -> Hexlock {
    Hexlock { memory: seed.is_multiple_of(3), ..Hexlock::standing(Position::start(Side::BOTH[seed as usize % 2])) }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

/// Every action on a few hexes that can be written, legal or not.
fn writable(random: &mut Random) -> Vec<Action> {
    let mut some = || Cell(random.below(Cell::COUNT as u32) as u8);
    let expansions = cells().map(Action::Expand).collect::<Vec<_>>();
    let attacks = (0..40).map(|_| Action::Attack { source: some(), target: some() });
    expansions.into_iter().chain(attacks).collect()
}

fn refusal(game: &Hexlock, action: Action) -> Option<Message> {
    match game.check(&action) {
        Err(Refusal::Illegal(why)) => Some(why),
        Err(other) => panic!("{other}"),
        Ok(()) => None,
    }
}

/// Everything that a viewer is sent or shown of a position.
fn everything_shown(game: &Hexlock, viewer: Viewer, tried: &[Action]) -> Vec<String> {
    let view = game.view(viewer);
    let known = Hexlock::imagine(&view, &mut Random::new(0)); // a client has no other state
    let mut shown = vec![json(&view), json(&known.scene(&view)), json(&known.expected(&view))];
    shown.extend([Seat(0), Seat(1)].map(|seat| json(&known.danger(&view, seat))));
    shown.extend([Seat(0), Seat(1)].map(|seat| json(&known.exposed(&view, seat))));
    if game.outcome().is_some() {
        return shown;
    }
    let picks: Vec<_> = known.picks().iter().map(|(path, action)| (path.clone(), game.write(action))).collect();
    shown.push(json(&picks));
    for action in legal_actions(game).iter().chain(tried) {
        shown.push(json(&known.preview(&view, action)));
        shown.push(json(&refusal(game, *action)));
        shown.push(json(&known.why_not(&view, &known.path(action))));
    }
    let weights = |action| {
        let mut weights = Vec::new();
        game.chance(action, &mut weights);
        weights
    };
    shown.push(json(&legal_actions(game).iter().map(weights).collect::<Vec<_>>()));
    shown
}

/// Plays two matches side by side that differ only in HP that the viewer cannot see, with the same actions and the same
/// dice, until the difference becomes visible. Until then the viewer must get the same bytes.
#[test]
fn hidden_hp_changes_no_byte_that_a_viewer_gets() {
    let (mut random, mut compared, mut hidden) = (Random::new(5), 0, 0);
    for seed in 0..12 {
        let mut game = start(seed);
        while let Some(action) = some_action(&game, &mut random) {
            if random.below(4) == 0 {
                for viewer in LIMITED {
                    hidden += hidden_from(&game.position, viewer).len();
                    compared += follow(&game, viewer, &mut random);
                }
            }
            game.apply(&action, &mut Dice::for_search(random.split()));
        }
    }
    assert!(compared > 2_000 && hidden > 500, "the games are too tame: {compared} positions, {hidden} hidden hexes");
}

/// Plays a match and its twin as long as the viewer cannot tell them apart. Returns the number of compared positions.
fn follow(game: &Hexlock, viewer: Viewer, random: &mut Random) -> u32 {
    let (mut game, mut twin) = (game.clone(), twins(game, viewer, random));
    for compared in 0..12 {
        let seen_difference = cells().any(|cell| {
            game.position.hp(cell) != twin.position.hp(cell) && !hidden_from(&game.position, viewer).contains(&cell)
        });
        if seen_difference || game == twin {
            return compared;
        }
        let tried = writable(random);
        let (one, other) = (everything_shown(&game, viewer, &tried), everything_shown(&twin, viewer, &tried));
        assert_eq!(one, other, "{viewer:?} can tell these apart\n{game:?}\n{twin:?}");
        let Some(action) = some_action(&game, random) else { return compared };
        let roll = 1 + random.below(20);
        let play = |before: &Hexlock| {
            let (mut after, mut dice) = (before.clone(), Dice::scripted([roll]));
            after.play(&action, &mut dice).unwrap();
            let rolls = dice.take_rolls();
            let told = Hexlock::tell(before, &action, &rolls, &after, viewer);
            (after, told)
        };
        let ((next, told), (next_twin, told_twin)) = (play(&game), play(&twin));
        assert_eq!(json(&told), json(&told_twin), "{viewer:?} is told different things\n{game:?}\n{twin:?}");
        (game, twin) = (next, next_twin);
    }
    12
}

/// Every viewer, spectators included, who recalls every view in turn knows every HP. A view from the game never
/// contains memories.
#[test]
fn hl_8_a_viewer_that_recalls_every_view_knows_every_hp() {
    let mut recalled = 0;
    for seed in 0..60 {
        let (mut game, mut random) = (start(seed), Random::new(seed));
        let mut memories = LIMITED.map(|viewer| game.view(viewer));
        while let Some(action) = some_action(&game, &mut random) {
            game.apply(&action, &mut Dice::for_search(random.split()));
            for (viewer, memory) in LIMITED.into_iter().zip(&mut memories) {
                let mut view = game.view(viewer);
                assert!(view.held.iter().all(|held| held.remembered.is_none()));
                Hexlock::recall(&mut view, memory);
                for held in &view.held {
                    let hp = game.position.hp(Cell::named(&held.hex).unwrap());
                    assert_eq!(held.hp.or(held.remembered), Some(hp), "{viewer:?} on {}\n{game:?}", held.hex);
                    assert!(held.hp.is_none() || held.remembered.is_none(), "seen or remembered, not both");
                    recalled += u32::from(held.remembered.is_some_and(|hp| hp < 3));
                }
                assert_eq!(Hexlock::imagine(&view, &mut Random::new(seed)), game, "a bot imagines the actual match");
                *memory = view;
            }
        }
    }
    assert!(recalled > 1_000, "there was too little to remember: {recalled}");
}

/// The rules give the HP of every hex before the first turn, so nobody has to have seen it.
#[test]
fn before_the_first_action_every_hex_is_known_to_be_whole() {
    let game = start(1);
    for viewer in LIMITED {
        assert_eq!(Hexlock::imagine(&game.view(viewer), &mut Random::new(3)), game);
    }
}

#[test]
fn hp_that_nobody_remembers_is_imagined_from_one_to_three() {
    let game = Hexlock::standing(Position::drawn(&start(1).position.to_string(), Side::Red));
    let view = game.view(Viewer::Seat(Seat(0)));
    let mut random = Random::new(1);
    let mut counts = [0; 4];
    for _ in 0..300 {
        let imagined = Hexlock::imagine(&view, &mut random);
        counts[usize::from(imagined.position.hp(Cell::named("d7").unwrap()))] += 1;
    }
    assert!(counts[0] == 0 && counts[1..].iter().all(|&count| count > 60), "{counts:?}");
}

#[test]
fn a_later_view_is_no_memory() {
    let game = start(1);
    let (mut view, mut later) = (game.view(LIMITED[0]), game.view(LIMITED[0]));
    later.turn += 2;
    let untouched = view.clone();
    Hexlock::recall(&mut view, &later);
    assert_eq!(view, untouched);
}
