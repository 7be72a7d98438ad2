//! Computer captains of Hex Ships against random and greedy fleets.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{Game, Match, Random, RuleSet as _, Seat, Seed, Setup, Viewer, legal_actions};
use hex_ships::{Action, Battle, Fate, HexShips, Move, Side, Step};
use sixfold_ai::{Bot, Level};

/// Chooses the actions of a seat.
type Player<'a> = Box<dyn FnMut(&HexShips) -> Action + 'a>;

fn captain(level: &str, seed: u64) -> Player<'static> {
    let mut bot = Bot::new(Level::named(level).unwrap(), seed);
    Box::new(move |game| bot.think::<HexShips>(&game.view(Viewer::Seat(game.turn().seat))).decide().unwrap())
}

/// Any legal action, all equally likely. It leaves the map only if there is no other action.
fn at_random(seed: u64) -> Player<'static> {
    let mut random = Random::new(seed);
    Box::new(move |game| {
        let mut legal = legal_actions(game);
        if legal.len() > 1 {
            legal.retain(|action| *action != Action::Leave);
        }
        *random.pick(&legal).unwrap()
    })
}

/// Steers straight for the closest enemy and fires everything at it. It deploys as the captains do.
fn greedy(seed: u64) -> Player<'static> {
    let mut deploying = captain("1", seed);
    Box::new(move |game| {
        let battle = &game.battle;
        match battle.step() {
            Step::Deploy { .. } => deploying(game),
            Step::Move(moving) => steer(battle, moving),
            Step::Aim(aim) if aim.current().is_none() => {
                let own = battle.ship(aim.ship).unwrap();
                let targets = legal_actions(game).into_iter().filter_map(|action| match action {
                    Action::Target(target) => Some(target),
                    _ => None,
                });
                let distance = |target: &u8| own.hex.distance(battle.ship(*target).unwrap().hex);
                targets.min_by_key(distance).map_or(Action::Hold, Action::Target)
            }
            Step::Aim(_) => Action::Fire,
            Step::Roll { .. } => Action::Keep,
            Step::Over(_) => unreachable!("nobody acts after the end"),
        }
    })
}

fn steer(battle: &Battle, moving: &Move) -> Action {
    let own = battle.ship(moving.ship).unwrap();
    let enemies = || battle.ships().iter().filter(|ship| ship.is_here() && ship.seat != own.seat);
    let speeds = if moving.is_set { own.speed..=own.speed } else { own.speeds(battle.rules()) };
    let ends = speeds.flat_map(|speed| battle.ends(moving, speed).into_iter().map(move |end| (speed, end)));
    let closest = ends.min_by_key(|(speed, end)| {
        let nearest = enemies().min_by_key(|enemy| enemy.hex.distance(end.hex)).map(|enemy| enemy.hex);
        let distance = nearest.map_or(0, |hex| hex.distance(end.hex));
        // Among equally close ends, prefer the bow towards the enemy, and then the highest speed: a fast ship is hit
        // less often.
        let ahead = nearest.and_then(|hex| Side::towards(end.hex, end.facing, hex));
        (distance, ahead != Some(Side::Front), -speed, end.turns)
    });
    match closest {
        Some((speed, _)) if !moving.is_set => Action::Speed(speed),
        Some((_, end)) => end.first.unwrap_or(Action::Done),
        None => {
            let legal = legal_actions(&HexShips::from(battle.clone()));
            let rank = |action: &&Action| {
                [Action::Stop, Action::Ahead, Action::Left, Action::Leave]
                    .iter()
                    .position(|known| known == *action)
                    .unwrap_or(9)
            };
            *legal.iter().min_by_key(rank).unwrap()
        }
    }
}

/// Plays a battle and returns the winner.
fn fight(setup: &str, seed: u64, players: [Player<'_>; 2]) -> Option<Seat> {
    let mut players = players;
    let setup = Setup::parse(HexShips::INFO.options, setup.split_whitespace()).unwrap();
    let mut game_match = Match::<HexShips>::new(setup, Seed::number(seed)).unwrap();
    while let Some(seat) = game_match.actor() {
        let action = players[seat.index()](game_match.state());
        assert_eq!(game_match.check(seat, &action), Ok(()), "{action:?} in\n{:?}", game_match.state());
        game_match.play(seat, &action).unwrap();
    }
    game_match.outcome().unwrap().winner()
}

/// How many of these battles the captains win. They are Red and Blue in turn.
fn wins(setup: &str, level: &str, battles: u64, other: &dyn Fn(u64) -> Player<'static>) -> u64 {
    let mut won = 0;
    for seed in 0..battles {
        let own = Seat((seed % 2) as u8);
        let (captain, other) = (captain(level, seed), other(seed));
        let players = if own == Seat(0) { [captain, other] } else { [other, captain] };
        won += u64::from(fight(setup, seed, players) == Some(own));
    }
    won
}

const SKIRMISH: &str = "scenario=skirmish";
/// The level that the two tests of winning rates below use.
const MIDDLE: &str = "3";

#[test]
fn captains_beat_a_fleet_that_moves_and_fires_at_random() {
    let won = wins(SKIRMISH, "2", 2, &at_random);
    assert_eq!(won, 2);
}

#[test]
fn captains_beat_a_fleet_that_steers_for_the_closest_target() {
    let won = wins(SKIRMISH, "2", 3, &greedy);
    assert!(won >= 2, "{won} of 3");
}

/// A captain who has to escape runs for the edge and leaves the map there (HS-35).
#[test]
fn captains_escape_over_the_edge_of_their_aim() {
    let setup = Setup::parse(HexShips::INFO.options, ["scenario=pursuit"]).unwrap();
    let mut escaped = 0;
    for seed in 0..4 {
        let mut game_match = Match::<HexShips>::new(setup.clone(), Seed::number(seed)).unwrap();
        let mut players = [captain("1", 1), captain("1", 2)];
        while let Some(seat) = game_match.actor() {
            let action = players[seat.index()](game_match.state());
            game_match.play(seat, &action).unwrap();
        }
        let battle = &game_match.state().battle;
        escaped += battle.escaped(Seat(1)).0;
        assert!(battle.ships().iter().all(|ship| ship.fate != Fate::Withdrawn), "{battle:?}");
    }
    assert!(escaped > 1, "{escaped} ships have escaped in four battles");
}

/// A captain fires at the ship that has to be killed rather than at one that costs more (HS-35).
#[test]
fn captains_fire_at_the_ship_of_their_aim() {
    let text = "act: blue\nround: 3\nstep: aim b1\nr1 sabre k8 N 2\nr2 sovereign j8 N 2\nb1 sabre j11 N 2\n";
    let setup = Setup::parse(HexShips::INFO.options, ["scenario=last-stand"]).unwrap();
    let rules = std::sync::Arc::new(hex_ships::rules::Rules::built_in());
    let game = HexShips::read_position(text, &setup, &rules).unwrap();
    assert_eq!(game.battle.named_ship(Seat(1)), Some(0));
    let kill = captain("3", 1)(&game);
    assert_eq!(kill, Action::Target(0));
}

/// A captain under fire switches the electronic counter measures on, and one whom nobody can reach does not (HS-38).
#[test]
fn captains_use_counter_measures_when_they_pay() {
    let text = "scenario=skirmish points=999 expansions=on red=manta/ecm@121+sabre blue=sabre/ams@121+bastion";
    let setup = Setup::parse(HexShips::INFO.options, text.split(' ')).unwrap();
    let mut game_match = Match::<HexShips>::new(setup, Seed::number(1)).unwrap();
    let mut players = [captain("1", 1), captain("1", 2)];
    let mut jammed = Vec::new();
    while let Some(seat) = game_match.actor() {
        let action = players[seat.index()](game_match.state());
        if action == Action::Jam {
            jammed.push(game_match.state().battle.round());
        }
        game_match.play(seat, &action).unwrap();
    }
    assert!(!jammed.is_empty() && !jammed.contains(&1), "rounds with counter measures: {jammed:?}");
}

/// Bounds the time that players wait for a round: the level bounds the work of a decision, and this test the number of
/// decisions. 240 decisions are 20 for each ship; the longest round of this battle has 156.
#[test]
fn a_round_of_six_against_six_takes_at_most_240_decisions() {
    let setup = Setup::parse(HexShips::INFO.options, ["scenario=squadrons"]).unwrap();
    let mut game_match = Match::<HexShips>::new(setup, Seed::number(1)).unwrap();
    let mut bot = Bot::new(Level::default_level(), 1);
    let mut decisions: Vec<u32> = vec![0];
    let mut round = 0;
    while let Some(seat) = game_match.actor() {
        let action = bot.think::<HexShips>(&game_match.state().view(Viewer::Seat(seat))).decide().unwrap();
        game_match.play(seat, &action).unwrap();
        *decisions.last_mut().unwrap() += 1;
        if game_match.state().battle.round() != round {
            round = game_match.state().battle.round();
            decisions.push(0);
        }
    }
    assert!(decisions.len() > 3, "they fight for some rounds: {decisions:?}");
    assert!(decisions.iter().all(|&decisions| decisions <= 240), "a round, deployment first: {decisions:?}");
}

/// The promised winning rates of captains.
#[test]
#[ignore = "minutes in the release profile"]
#[allow(clippy::print_stdout, reason = "its output is its result")]
fn captains_win_98_of_100_against_random_and_80_of_100_against_greedy() {
    let random = wins(SKIRMISH, MIDDLE, 100, &at_random);
    println!("{random} of 100 against random");
    let greedy = wins(SKIRMISH, MIDDLE, 100, &greedy);
    println!("{greedy} of 100 against greedy");
    assert!(random >= 98 && greedy >= 80, "{random} and {greedy} of 100");
}

/// Two fleets with carriers fight to the end at every level of the first three. Squadrons are launched, fire, dock and are re-armed,
/// and the battle does not stall: somebody is destroyed in it.
#[test]
fn captains_launch_their_squadrons_and_bring_them_back_to_re_arm() {
    let fleet = "citadel~wasp~wasp~moth~moth+sabre+dagger";
    let text = format!("points=999 expansions=on red={fleet} blue={fleet}");
    let setup = Setup::parse(HexShips::INFO.options, text.split_whitespace()).unwrap();
    let mut came_back = [0, 0];
    for (level, seed) in [("1", 3), ("2", 3), ("3", 3), ("2", 4), ("3", 4)] {
        let mut game_match = Match::<HexShips>::new(setup.clone(), Seed::number(seed)).unwrap();
        let mut players = [captain(level, 1), captain(level, 2)];
        let (mut launched, mut fired, mut docked, mut rearmed) = (0, 0, 0, 0);
        while let Some(seat) = game_match.actor() {
            let before = game_match.state().clone();
            let action = players[seat.index()](&before);
            game_match.play(seat, &action).unwrap();
            let acting = before.battle.acting().and_then(|ship| before.battle.ship(ship));
            let is_squadron = acting.is_some_and(hex_ships::Ship::is_squadron);
            launched += u32::from(matches!(action, Action::Speed(_)) && acting.is_some_and(hex_ships::Ship::is_aboard));
            fired += u32::from(action == Action::Fire && is_squadron);
            docked += usize::from(action == Action::Dock);
            let rolls = &game_match.log().last().unwrap().rolls;
            let told = HexShips::tell(&before, &action, rolls, game_match.state(), Viewer::Spectator);
            rearmed += told.iter().filter(|message| message.key == "rearmed").count();
        }
        let battle = &game_match.state().battle;
        let done = format!("level {level}: {launched} launched, {fired} shots, {docked} docked, {rearmed} re-armed");
        assert!(launched >= 6 && fired >= 4, "{done}\n{battle:?}");
        came_back = [came_back[0] + docked, came_back[1] + rearmed];
        assert!(battle.ships().iter().any(|ship| ship.fate == Fate::Destroyed), "level {level}\n{battle:?}");
        assert!(battle.ships().iter().all(|ship| ship.fate != Fate::Withdrawn), "level {level}\n{battle:?}");
    }
    assert!(came_back.iter().all(|count| *count >= 3), "docked and re-armed: {came_back:?}");
}
