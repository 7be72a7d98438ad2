//! Helpers for several test files.
#![allow(dead_code, reason = "not every test file asks for everything")]

pub(crate) mod campaign;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use game::{Dice, Game, Refusal, RuleSet, Setup, legal_actions};
use hex::{Direction, Hex};
use sixfold_hex_ships::rules::{Aims, Rules};
use sixfold_hex_ships::{Action, Battle, Event, Fate, HexShips, Options, Ship, Step};

/// Setups that together cover every scenario, both weapon sets, deployment, and captains of many ranks.
pub(crate) const SETUPS: &[&str] = &[
    "scenario=duel",
    "scenario=duel weapons=balanced radius=5 rounds=4",
    "scenario=duel radius=5 rounds=5 points=999 red=sabre@363+needle blue=bastion@336",
    "scenario=duel radius=5 rounds=5 points=999 weapons=balanced red=tempest.missile-6.missile-6.missile-6.laser@552 blue=manta@225+hornet@126",
    "scenario=passing rounds=4",
    "scenario=ambush rounds=2",
    "scenario=pursuit rounds=3",
    "scenario=last-stand rounds=2",
    "scenario=squadrons rounds=2",
    "scenario=skirmish rounds=2",
    "scenario=duel radius=5 rounds=5 points=999 expansions=on red=tempest/ecm/ams@552 blue=manta/ecm/ams@225+sabre/ams",
    "scenario=duel radius=5 rounds=4 points=999 red=sabre+needle+needle blue=bastion+hornet wing=2+3",
    "scenario=squadrons rounds=2 wing=1+3",
    "scenario=duel radius=6 rounds=6 points=999 expansions=on red=hive~wasp~moth+dagger blue=citadel~wasp~wasp~moth/ecm@123 wing=1",
];

/// A setup with names of ships and captains (HS-44). The fleet builder does not keep them.
pub(crate) const NAMED: &str = "scenario=duel radius=5 rounds=4 points=999 \
    red=sabre@121!hull=5!name=Far_Lantern!captain=J%C3%BCrgen_O%E2%80%99Neil+needle!name=Spark blue=bastion@336";

pub(crate) fn setup(text: &str) -> Setup {
    Setup::parse(HexShips::INFO.options, text.split_whitespace()).unwrap_or_else(|error| panic!("{error}"))
}

/// The built-in rules.
pub(crate) fn rules() -> &'static Arc<Rules> {
    static RULES: LazyLock<Arc<Rules>> = LazyLock::new(|| Arc::new(Rules::built_in()));
    &RULES
}

/// Where a ship of a test stands: hex, facing and speed, such as `k11 N 3`.
pub(crate) struct At(pub(crate) &'static str);

/// A battle of two fleets on the default map with the ships at these places, at the beginning of the first round:
/// upkeep is done. Ties go to the ship with the higher number.
pub(crate) fn battle(red: &[(&str, &str)], blue: &[(&str, &str)]) -> Battle {
    battle_of("seed", red, blue)
}

/// The same with this weapon set.
pub(crate) fn battle_of(weapons: &str, red: &[(&str, &str)], blue: &[(&str, &str)]) -> Battle {
    battle_with(Aims::default(), weapons, red, blue)
}

/// The same with these aims.
pub(crate) fn battle_with(aims: Aims, weapons: &str, red: &[(&str, &str)], blue: &[(&str, &str)]) -> Battle {
    let fleet = |ships: &[(&str, &str)]| ships.iter().map(|(ship, _)| *ship).collect::<Vec<_>>().join("+");
    let carried = red.iter().chain(blue).any(|(ship, _)| ship.contains(['/', '~']));
    let expansions = if carried { "on" } else { "off" };
    let (red_fleet, blue_fleet) = (fleet(red), fleet(blue));
    let text = format!("weapons={weapons} points=9999 expansions={expansions} red={red_fleet} blue={blue_fleet}");
    let options = Options::of(&setup(&text), rules()).unwrap_or_else(|error| panic!("{error}"));
    let options = Options { aims, ..options };
    // Squadrons have numbers after the ships of their side.
    let [first_blue, of_blue] = [0, 1].map(|side: usize| options.fleets[side].count());
    let count = first_blue + of_blue;
    // Dice that draw the identity order, and Red as the first to deploy.
    let draw = (2..=count as u32).rev().chain([1]);
    let mut battle = Battle::start(&options, rules(), &mut Dice::scripted(draw));
    let places = (0..).zip(red).chain((first_blue..).zip(blue)).map(|(number, (_, place))| (number, *place));
    let places: Vec<(usize, &str)> = places.collect();
    let mut seats = [0_u8, first_blue as u8];
    // All ships deploy anywhere in turn and are then put at their places.
    while let Step::Deploy { seat, .. } = *battle.step() {
        let ship = seats[seat.index()];
        seats[seat.index()] += 1;
        let rows = battle.deploy_rows();
        let hex =
            battle.map().zone(seat.index(), rows).find(|&hex| battle.ship_at(hex).is_none()).expect("there is room");
        act(&mut battle, Action::Place { ship, hex });
        if usize::from(seats[0]) + usize::from(seats[1]) == red.len() + first_blue + blue.len() {
            for (number, place) in &places {
                put(&mut battle, *number as u8, place);
            }
            let facing = battle.ship(ship).expect("it is there").facing;
            act(&mut battle, Action::Face(facing));
        } else {
            act(&mut battle, Action::Face(Direction::N));
        }
    }
    battle
}

/// Puts a ship at a place, whatever the rules say: `k11 N 3`.
pub(crate) fn put(battle: &mut Battle, ship: u8, place: &str) {
    let map = battle.map();
    let words: Vec<&str> = place.split(' ').collect();
    let ship = battle.ship_mut(ship);
    ship.hex = map.named(words[0]).unwrap_or_else(|| panic!("{place} begins with a hex of the map"));
    ship.facing = facing(words[1]);
    ship.speed = words[2].parse().unwrap_or_else(|_| panic!("{place} ends with a speed"));
    ship.fate = Fate::Here;
}

pub(crate) fn facing(name: &str) -> Direction {
    Direction::ALL.into_iter().find(|direction| direction.to_string() == name).unwrap_or_else(|| panic!("{name}"))
}

/// Plays one action that rolls nothing.
pub(crate) fn act(battle: &mut Battle, action: Action) -> Vec<Event> {
    roll(battle, action, &[])
}

/// Plays one action with these dice. It has to roll all of them.
pub(crate) fn roll(battle: &mut Battle, action: Action, dice: &[u32]) -> Vec<Event> {
    assert_eq!(battle.forbids(action), None, "{action:?} in\n{battle:?}");
    let mut events = Vec::new();
    let mut scripted = Dice::scripted(dice.iter().copied());
    battle.play(action, &mut scripted, &mut |event| events.push(event));
    assert_eq!(scripted.take_rolls().len(), dice.len(), "{action:?} rolls all of these dice");
    events
}

/// Plays actions written as in a record. None of them may roll dice.
pub(crate) fn play(battle: &mut Battle, actions: &str) {
    for text in actions.split_whitespace() {
        let action = read(battle, text);
        assert_eq!(battle.forbids(action), None, "{text} in\n{battle:?}");
        battle.play(action, &mut Dice::scripted([]), &mut |_| ());
    }
}

pub(crate) fn read(battle: &Battle, text: &str) -> Action {
    HexShips::from(battle.clone()).read(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The reason of a refusal, as the key of its sentence.
pub(crate) fn refused(battle: &Battle, text: &str) -> String {
    match HexShips::from(battle.clone()).check(&read(battle, text)) {
        Err(Refusal::Illegal(why)) => why.key.into_owned(),
        other => panic!("{text}: {other:?} in\n{battle:?}"),
    }
}

pub(crate) fn allowed(battle: &Battle, text: &str) -> bool {
    battle.forbids(read(battle, text)).is_none()
}

/// Ends the moves of all ships before this one, each at its present speed, or at the nearest possible one.
pub(crate) fn until_move_of(battle: &mut Battle, ship: u8) {
    while let Step::Move(moving) = *battle.step() {
        if moving.ship == ship {
            return;
        }
        stand(battle);
    }
    panic!("{ship} does not move any more in\n{battle:?}");
}

/// Ends the turn of the moving ship without changing its place or speed. A squadron stays aboard.
pub(crate) fn stand(battle: &mut Battle) {
    let moving = battle.acting().expect("a ship moves");
    let before = *battle.ship(moving).expect("it is there");
    if before.is_aboard() {
        act(battle, Action::Done);
        return;
    }
    battle.ship_mut(moving).speed = 0;
    act(battle, Action::Speed(0));
    battle.ship_mut(moving).speed = before.speed;
    act(battle, Action::Done);
}

/// Ends all moves without changing places or speeds, and lets the ships before this one hold their fire.
pub(crate) fn until_attack_of(battle: &mut Battle, ship: u8) {
    while let Step::Move(_) = battle.step() {
        stand(battle);
    }
    while let Step::Aim(aim) = *battle.step() {
        if aim.ship == ship {
            return;
        }
        act(battle, Action::Hold);
    }
    panic!("{ship} does not attack in\n{battle:?}");
}

/// Ends the round without changing places; no ship fires.
pub(crate) fn end_round(battle: &mut Battle) {
    let round = battle.round();
    while battle.round() == round && battle.result().is_none() {
        match battle.step() {
            Step::Move(_) => stand(battle),
            _ => {
                act(battle, Action::Hold);
            }
        }
    }
}

/// The ship with this name.
pub(crate) fn ship<'b>(battle: &'b Battle, name: &str) -> &'b Ship {
    battle.ship_named(name).and_then(|number| battle.ship(number)).unwrap_or_else(|| panic!("there is no {name}"))
}

/// The ship with this name, to be changed.
pub(crate) fn change<'b>(battle: &'b mut Battle, name: &str) -> &'b mut Ship {
    let number = battle.ship_named(name).unwrap_or_else(|| panic!("there is no {name}"));
    battle.ship_mut(number)
}

/// The hull with this name.
pub(crate) fn hull(name: &str) -> &'static sixfold_hex_ships::rules::Hull {
    &rules().hulls[rules().hull(name).unwrap_or_else(|| panic!("there is no {name}"))]
}

pub(crate) fn hex(name: &str) -> Hex {
    sixfold_hex_ships::Map::new(10).named(name).unwrap_or_else(|| panic!("{name} is a hex of the default map"))
}

/// Plays every move of the ship that moves now. Returns the ship as it is at each end of a move, and whether none of the
/// moves had to stop short.
pub(crate) fn ends_by_the_rules(game: &HexShips, number: u8) -> (Vec<Ship>, bool) {
    let (mut ends, mut usual) = (Vec::new(), true);
    let mut known_ends: BTreeSet<(Hex, Direction, u8)> = BTreeSet::new();
    let mut known = BTreeSet::new();
    let mut waiting = vec![game.clone()];
    while let Some(now) = waiting.pop() {
        let ship = *now.battle.ship(number).expect("it moves");
        for action in legal_actions(&now) {
            match action {
                Action::Done => {
                    if known_ends.insert((ship.hex, ship.facing, ship.energy)) {
                        ends.push(ship);
                    }
                    continue;
                }
                Action::Speed(_) | Action::Burn | Action::Ahead | Action::Left | Action::Right => {}
                Action::Stop => {
                    usual = false;
                    continue;
                }
                _ => continue,
            }
            let mut after = now.clone();
            // Two sixes, in case that a turn needs a roll.
            after.apply(&action, &mut Dice::scripted([6, 6]));
            let Step::Move(moving) = after.battle.step() else { continue };
            let moved = after.battle.ship(number).expect("it moves");
            if known.insert((moved.hex, moved.facing, moved.speed, moving.left, moving.turns)) {
                waiting.push(after);
            }
        }
    }
    (ends, usual)
}
