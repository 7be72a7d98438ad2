//! How Hex Ships looks: ships with their facing on a map of hexes, and every step as picks.

use game::{Arg, Game, Message, Random, Seat};
use hex::Hex;
use scene::{
    Cell, Draw, Gauge, Health, Mark, MarkKind, Odds, Orientation, Pick, Piece, Place, Preview, Scene, Shape, Tray,
    TrayItem,
};

use crate::action::Action;
use crate::aiming::mounts;
use crate::battle::{Battle, Step};
use crate::forecast::Detail;
use crate::hex_ships::HexShips;
use crate::ship::{Fate, Ship};
use crate::telling::{self, modifiers, refusal};
use crate::view::ShipsView;

/// How much of its zone a seat is tinted with while fleets deploy, in percent.
const ZONE: u8 = 25;

impl Draw for HexShips {
    fn scene(view: &ShipsView) -> Scene {
        let battle = Battle::from(view);
        let mut scene = Scene::of_cells(Orientation::FlatTop, cells(&battle));
        scene.pieces =
            (0..).zip(battle.ships()).filter(|(_, ship)| ship.is_here()).map(|at| piece(&battle, at)).collect();
        scene.marks = marks(&battle);
        if battle.round() > 0 {
            let round = Message::new("gauge.round");
            let most = Some(i64::from(battle.rounds()));
            scene.gauges.push(Gauge { most, ..Gauge::count(round, None, i64::from(battle.round())) });
            for (seat, points) in [Seat(0), Seat(1)].into_iter().zip(battle.points()) {
                let points = Gauge::count(Message::new("gauge.points"), Some(seat), i64::from(points));
                scene.gauges.push(Gauge { per_unit: 2, ..points });
            }
        }
        for seat in [Seat(0), Seat(1)] {
            for (label, fate) in TRAYS {
                let there = (0_u8..).zip(battle.ships()).filter(|(_, ship)| ship.seat == seat && ship.fate == fate);
                let items: Vec<TrayItem> = there.map(|(number, ship)| item(&battle, number, ship)).collect();
                if !items.is_empty() {
                    scene.trays.push(Tray { label: Message::new(label), seat: Some(seat), items });
                }
            }
        }
        scene
    }

    fn expected(view: &ShipsView) -> Message {
        let battle = Battle::from(view);
        let (_, seat) = battle.turn();
        let by = |key| match battle.acting() {
            Some(ship) => Message::new(key).with("seat", seat).with("ship", telling::ship(&battle, ship)),
            None => Message::new(key).with("seat", seat),
        };
        match battle.step() {
            Step::Deploy { placed: None, .. } => by("expect.deploy"),
            Step::Deploy { .. } => by("expect.face"),
            Step::Move(moving) if !moving.is_set => by("expect.speed"),
            Step::Move(moving) if moving.left > 0 => by("expect.move").with("count", i64::from(moving.left)),
            Step::Move(_) => by("expect.done"),
            Step::Aim(aim) if aim.current().is_none() => by("expect.target"),
            Step::Aim(_) => by("expect.fire"),
            Step::Roll { dice, .. } => by("expect.roll").with("sum", i64::from(dice[0] + dice[1])),
            Step::Over(Some(winner)) => Message::new("expect.nothing").with("seat", *winner),
            Step::Over(None) => Message::new("expect.draw"),
        }
    }

    fn path(_view: &ShipsView, action: &Action) -> Vec<Pick> {
        let button = |key: &'static str| Pick::Button(key.into());
        let side = |side: crate::Side| Pick::Button(format!("side.{}", side.name()).into());
        match *action {
            Action::Place { ship, hex } => vec![Pick::Unit(u32::from(ship)), Pick::Hex(hex)],
            Action::Face(facing) => vec![Pick::Button(format!("direction.{facing}").into())],
            Action::Speed(speed) => vec![Pick::Number(i64::from(speed))],
            Action::Leave => vec![button("leave"), button("leave.sure")],
            Action::Charge(face) => vec![button("charge"), side(face)],
            Action::Shift { from, to, points } => {
                vec![button("shift"), side(from), side(to), Pick::Number(i64::from(points))]
            }
            Action::Target(target) => vec![Pick::Unit(u32::from(target))],
            Action::Also(target) => vec![button("also"), Pick::Unit(u32::from(target))],
            Action::Switch(mount) => vec![button("switch"), Pick::Number(i64::from(mount) + 1)],
            word => {
                let found = Action::WORDS.iter().find(|(_, action)| *action == word);
                vec![button(found.map_or("done", |(key, _)| key))]
            }
        }
    }

    /// Where a facing or an advance points at a hex, that hex says it too.
    fn other_paths(view: &ShipsView, action: &Action) -> Vec<Vec<Pick>> {
        let battle = Battle::from(view);
        let acting = battle.acting().and_then(|ship| battle.ship(ship));
        let hex = match (*action, acting, battle.step()) {
            (Action::Face(facing), Some(ship), _) => Some(ship.hex.neighbour(facing)),
            (Action::Ahead, _, Step::Move(moving)) => Some(battle.next_hex(moving)),
            (Action::Target(target), ..) => battle.ship(target).map(|target| target.hex),
            _ => None,
        };
        hex.filter(|&hex| battle.map().contains(hex)).map(|hex| vec![Pick::Hex(hex)]).into_iter().collect()
    }

    fn preview(view: &ShipsView, action: &Action) -> Preview {
        let game = Self::imagine(view, &mut Random::new(0));
        if battle_is_over(&game.battle) {
            return Preview { story: vec![Self::expected(view)], ..Preview::default() };
        }
        if let Some(why) = game.battle.forbids(*action) {
            return Preview { story: vec![refusal(&game.battle, why)], ..Preview::default() };
        }
        preview(&game, *action)
    }

    /// Red's edge is at the top: for Red the map is turned.
    fn turned_for(_view: &ShipsView, seat: Seat) -> u8 {
        if seat.0 == 0 { 3 } else { 0 }
    }

    fn why_not(view: &ShipsView, picked: &[Pick]) -> Option<Message> {
        let battle = Battle::from(view);
        if battle_is_over(&battle) {
            return Some(Self::expected(view));
        }
        let unit = |number: u32| u8::try_from(number).ok();
        let action = match (battle.step(), picked) {
            (Step::Deploy { placed: None, .. }, [Pick::Unit(ship), Pick::Hex(hex)]) => {
                Action::Place { ship: unit(*ship)?, hex: *hex }
            }
            (Step::Aim(_), [Pick::Unit(target)]) => Action::Target(unit(*target)?),
            (Step::Aim(_), [Pick::Hex(hex)]) => Action::Target(battle.ship_at(*hex)?),
            (Step::Move(moving), [Pick::Hex(hex)]) if *hex == battle.next_hex(moving) => Action::Ahead,
            _ => return None,
        };
        battle.forbids(action).map(|why| refusal(&battle, why))
    }
}

/// What lies beside the map, by what became of it.
const TRAYS: [(&str, Fate); 3] =
    [("tray.waiting", Fate::Waiting), ("tray.withdrawn", Fate::Withdrawn), ("tray.destroyed", Fate::Destroyed)];

fn battle_is_over(battle: &Battle) -> bool {
    battle.result().is_some()
}

/// The map; while fleets deploy, with their zones.
fn cells(battle: &Battle) -> Vec<Cell> {
    let (map, rows) = (battle.map(), battle.deploy_rows());
    let deploys = matches!(battle.step(), Step::Deploy { .. });
    let tint = |hex: Hex| {
        let zone = (0..2_u8).filter(|&seat| deploys && map.in_zone(hex, usize::from(seat), rows));
        zone.map(|seat| (Seat(seat), ZONE)).collect()
    };
    let cell = |hex: Hex| Cell { place: Place::Hex(hex), name: map.name(hex), tint: tint(hex), scenery: false };
    map.hexes().map(cell).collect()
}

/// What a ship is called: its hull and its number.
fn title(battle: &Battle, number: u8) -> Message {
    Message::new("ship").with("ship", telling::ship(battle, number))
}

fn piece(battle: &Battle, (number, ship): (u8, &Ship)) -> Piece {
    let hull = ship.hull(battle.rules());
    Piece {
        unit: Some(u32::from(number)),
        facing: Some(ship.facing),
        health: Some(Health { value: Some(ship.structure), most: hull.structure, remembered: false }),
        title: Some(title(battle, number)),
        ..Piece::new(Place::Hex(ship.hex), ship.seat, Shape::Ship(hull.key.clone()))
    }
}

fn item(battle: &Battle, number: u8, ship: &Ship) -> TrayItem {
    let shape = Shape::Ship(ship.hull(battle.rules()).key.clone());
    TrayItem { shape, count: 1, title: Some(title(battle, number)), unit: Some(u32::from(number)) }
}

/// Whose step it is, and whom it aims at.
fn marks(battle: &Battle) -> Vec<Mark> {
    let at = |ship: Option<&Ship>, kind| ship.map(|ship| Mark { place: Place::Hex(ship.hex), kind });
    let acting = battle.acting().and_then(|ship| battle.ship(ship));
    let mut marks: Vec<Mark> = at(acting, MarkKind::Frame).into_iter().collect();
    if let Step::Aim(aim) | Step::Roll { aim, .. } = battle.step() {
        marks.extend(aim.targets().filter_map(|(target, _)| at(battle.ship(target), MarkKind::Aim)));
    }
    marks
}

/// What a legal action would do.
fn preview(game: &HexShips, action: Action) -> Preview {
    let battle = &game.battle;
    match action {
        Action::Fire | Action::Keep | Action::Reroll => attack(battle, action),
        Action::Left | Action::Right if !certain(game, action) => {
            let mut weights = Vec::new();
            game.chance(&action, &mut weights);
            let keys = ["preview.not-turned", "preview.turned"];
            let odds = keys.into_iter().zip(weights).filter(|(_, weight)| *weight > 0);
            Preview {
                odds: odds.map(|(key, weight)| Odds { what: Message::new(key), weight }).collect(),
                ..Preview::default()
            }
        }
        _ => {
            let mut after = battle.clone();
            after.play(action, &mut game::Dice::scripted([]), &mut |_| ());
            let mut preview = Preview { story: telling::told(battle, action, &[]), ..Preview::default() };
            match (after.step(), action) {
                (Step::Aim(aim), Action::Target(_) | Action::Also(_) | Action::Switch(_)) => {
                    if let Some((target, on)) = aim.targets().last() {
                        preview.story.extend(weapons(&after, aim.ship, target, on));
                        preview.marks.extend(mark(&after, target, MarkKind::Aim));
                    }
                }
                (Step::Move(moving), _) if moving.is_set && battle.acting() == Some(moving.ship) => {
                    preview.marks = ends(&after, moving);
                }
                (_, Action::Place { hex, .. }) => {
                    preview.marks.push(Mark { place: Place::Hex(hex), kind: MarkKind::WouldPlace });
                }
                _ => {}
            }
            preview
        }
    }
}

fn certain(game: &HexShips, action: Action) -> bool {
    game.chance(&action, &mut Vec::new()) == game::Chance::Certain
}

fn mark(battle: &Battle, ship: u8, kind: MarkKind) -> Option<Mark> {
    battle.ship(ship).map(|ship| Mark { place: Place::Hex(ship.hex), kind })
}

/// Every hex on which the move can still end.
fn ends(battle: &Battle, moving: &crate::Move) -> Vec<Mark> {
    let speed = battle.ship(moving.ship).map_or(0, |ship| ship.speed);
    let mut hexes: Vec<Hex> = battle.ends(moving, speed).into_iter().map(|end| end.hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter().map(|hex| Mark { place: Place::Hex(hex), kind: MarkKind::WouldPlace }).collect()
}

/// What each weapon needs, and what all together can be expected to do.
fn weapons(battle: &Battle, number: u8, target: u8, on: u8) -> Vec<Message> {
    let Some((ship, shot_at)) = battle.ship(number).zip(battle.ship(target)) else { return Vec::new() };
    let mut story = Vec::new();
    for mount in mounts(on) {
        let Some(weapon) = ship.weapon(mount, battle.set()) else { continue };
        let named = telling::weapon(battle, number, mount as u8);
        if weapon.missiles.is_some() {
            story.push(Message::new("preview.missiles").with("weapon", named));
        } else if let Some(to_hit) = battle.to_hit(ship, weapon, shot_at) {
            let ways = battle.ways_to_hit(ship, weapon, shot_at);
            let percent = (200 * i64::from(ways) + 36) / 72;
            story.push(modifiers("preview.weapon", to_hit).with("weapon", named).with("percent", percent));
        }
    }
    let forecast = battle.forecast(ship, shot_at, on);
    let percent = (100.0 * forecast.kill).round() as i64;
    let damage = Arg::Hundredths((100.0 * forecast.damage).round() as i64);
    story.push(Message::new("preview.expected").with("damage", damage).with("percent", percent));
    story
}

/// What an attack may leave of its target, from nothing done to destroyed.
const RESULTS: [&str; 5] = ["preview.nothing", "preview.shield", "preview.armour", "preview.hull", "preview.destroyed"];

fn attack(battle: &Battle, action: Action) -> Preview {
    let (aim, at, sums) = match *battle.step() {
        Step::Aim(aim) => (aim, None, 2..=12),
        Step::Roll { aim, at, dice } if action == Action::Keep => {
            let sum = i32::from(dice[0]) + i32::from(dice[1]);
            (aim, Some(at), sum..=sum)
        }
        Step::Roll { aim, at, .. } => (aim, Some(at), 2..=12),
        _ => return Preview::default(),
    };
    let mut preview = Preview::default();
    // The roll that is on the table is for one target; before it, all are still to come.
    let named = aim.targets().enumerate().filter(|(index, _)| at.is_none_or(|at| usize::from(at) == *index));
    let named: Vec<(u8, u8)> = named.map(|(_, target)| target).filter(|(_, on)| *on != 0).collect();
    for &(target, on) in &named {
        preview.story.push(Message::new("preview.at").with("ship", telling::ship(battle, target)));
        preview.story.extend(weapons(battle, aim.ship, target, on));
        preview.marks.extend(mark(battle, target, MarkKind::WouldWeaken));
    }
    if let [(target, on)] = named.as_slice()
        && let Some((ship, target)) = battle.ship(aim.ship).zip(battle.ship(*target))
    {
        preview.odds = odds(battle, ship, target, *on, sums);
    }
    preview
}

fn odds(battle: &Battle, ship: &Ship, target: &Ship, on: u8, sums: std::ops::RangeInclusive<i32>) -> Vec<Odds> {
    let side = target.side_towards(ship.hex).map_or(0, |side| side as usize);
    let mut weights = [0; RESULTS.len()];
    battle.outcomes_of(ship, target, on, sums, Detail::Exact, |left, weight| {
        let result = match left.layers {
            layers if layers.hull == 0 => 4,
            layers if layers.hull < target.structure => 3,
            layers if layers.armour < target.armour[side] => 2,
            layers if layers.shield < target.shields[side] => 1,
            _ => 0,
        };
        weights[result] += weight;
    });
    let listed = RESULTS.into_iter().zip(weights).filter(|(_, weight)| *weight > 0);
    listed.map(|(key, weight)| Odds { what: Message::new(key), weight }).collect()
}
