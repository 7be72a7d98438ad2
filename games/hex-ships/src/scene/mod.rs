//! The scene of Hex Ships: ships with their facing on a map of hexes, and every action as picks.

mod about;
mod aims;
mod choices;
mod course;
mod danger;
mod exposed;
mod facts;
mod fields;
mod ground;
mod headquarters;
mod idle;
mod kits;
mod motion;
mod next_attack;
mod previews;
mod queues;
mod sheets;
mod ways;

use game::{Chance, Game, Message, Random, Seat, Setup};
use scene::{
    Area, BadgeKind, Base, ButtonKey, Change, Chosen, Draw, HealthLook, Kit, Layout, MarkKind, Motion, Orientation,
    Pick, Place, Preview, Routine, Scene, Sign, Style, Threat, Way,
};

use crate::action::Action;
use crate::battle::Step;
use crate::commanders::side_of;
use crate::hex_ships::HexShips;
use crate::legality::Forbidden;
use crate::rules::Rules;
use crate::ship::Ship;
use crate::telling::{self, refusal};
use crate::view::{RuledView, StepView};

/// Red's edge is at the top: for Red the map is turned by this many sixths.
const TURNED_FOR_RED: u8 = 3;

/// The keys that press buttons.
const KEYS: [(&str, &str); 19] = [
    ("ahead", "ArrowUp"),
    ("left", "ArrowLeft"),
    ("right", "ArrowRight"),
    ("burn", "B"),
    ("done", "N"),
    ("charge", "C"),
    ("shift", "V"),
    ("stop", "X"),
    ("ecm", "E"),
    ("dock", "P"),
    ("side.front", "ArrowUp"),
    ("side.right", "ArrowRight"),
    ("side.left", "ArrowLeft"),
    ("side.rear", "ArrowDown"),
    ("also", "M"),
    ("fire", "F"),
    ("hold", "O"),
    ("keep", "K"),
    ("reroll", "R"),
];

/// The signs that the board uses.
const SIGNS: [Sign; 10] = [
    Sign::Mark(MarkKind::Acting),
    Sign::Target,
    Sign::Mark(MarkKind::Aim),
    Sign::Mark(MarkKind::WouldWeaken),
    Sign::Badge(BadgeKind::Speed),
    Sign::Badge(BadgeKind::Backwards),
    Sign::Badge(BadgeKind::Weakened),
    Sign::Badge(BadgeKind::Disabled),
    Sign::End,
    Sign::Health,
];

/// The signs that the board uses besides, with expansions (HS-38).
const MORE_SIGNS: [Sign; 2] = [Sign::Badge(BadgeKind::Carries), Sign::Badge(BadgeKind::Covered)];

/// From this number of remaining changes on, players are told how many are left in the attack.
const FEW_SWITCHES: u8 = 10;

/// A fleet has much to decide about.
fn style(expansions: bool) -> Style {
    Style {
        base: Base::Frame,
        layout: Layout::BesideBoard,
        health: HealthLook::Bar,
        keys: ButtonKey::list(&KEYS),
        signs: SIGNS.into_iter().chain(MORE_SIGNS.into_iter().filter(|_| expansions)).collect(),
        ..Style::default()
    }
}

impl Draw for HexShips {
    fn scene(&self, _view: &RuledView) -> Scene {
        let battle = &self.battle;
        let mut scene = Scene::of_cells(Orientation::FlatTop, ground::cells(battle));
        scene.pieces = ground::pieces(battle);
        scene.marks = ground::marks(battle);
        scene.gauges = ground::gauges(battle);
        scene.trays = ground::trays(battle);
        scene.sheets = sheets::of(battle);
        scene.queues = queues::of(battle);
        scene.overlays = fields::of(battle);
        scene.ends = choices::ends(battle);
        scene.aimed = previews::aimed(battle);
        scene.switches = choices::switches(battle);
        scene.spare = choices::spare(battle);
        scene.labels = choices::labels(battle);
        scene.steppers = choices::steppers(battle);
        scene.routines = Seat::first(battle.seats).filter(|seat| course::is_quiet(battle, side_of(*seat))).collect();
        scene.style = style(battle.has_expansions());
        scene
    }

    fn expected(&self, _view: &RuledView) -> Message {
        let battle = &self.battle;
        let by = |key| match battle.acting() {
            Some(ship) => Message::new(key).with("ship", telling::ship(battle, ship)),
            None => Message::new(key),
        };
        match battle.step() {
            Step::Deploy { placed: None, .. } => by("expect.deploy"),
            Step::Deploy { .. } => by("expect.face"),
            Step::Move(moving) if battle.ship(moving.ship).is_some_and(Ship::is_aboard) => by("expect.launch"),
            Step::Move(moving) if !moving.is_set => by("expect.speed"),
            Step::Move(moving) if moving.left > 0 => by("expect.move").with("count", i64::from(moving.left)),
            Step::Move(_) => by("expect.done"),
            Step::Aim(aim) if aim.current().is_none() => by("expect.target"),
            Step::Aim(aim) if aim.switches == 0 => by("fire.no-change"),
            Step::Aim(aim) if aim.switches <= FEW_SWITCHES => {
                by("fire.few-changes").with("count", i64::from(aim.switches))
            }
            Step::Aim(_) => by("expect.fire"),
            Step::Roll { dice, .. } => by("expect.roll").with("sum", i64::from(dice[0] + dice[1])),
            Step::Over(Some(winner)) => Message::new("expect.nothing").with("seat", *winner),
            Step::Over(None) => Message::new("expect.draw"),
        }
    }

    /// Who of equal initiative goes first is drawn when the battle begins: until then nobody acts and no ship is picked out.
    fn unbegun(mut view: RuledView) -> RuledView {
        game::sort(&mut view.order);
        for (ship, tie) in view.ships.iter_mut().zip(0..) {
            ship.tie = tie;
        }
        view.seat = Seat(0);
        match view.step {
            StepView::Deploy { .. } => {}
            StepView::Move { .. } | StepView::Aim { .. } | StepView::Roll { .. } | StepView::Over { .. } => {
                view.step = StepView::Over { winner: None };
            }
        }
        view
    }

    fn aim(&self, _view: &RuledView, seat: Option<Seat>) -> Message {
        match seat {
            Some(seat) => aims::of_seat(&self.battle, side_of(seat)),
            None => aims::of_both(&self.battle),
        }
    }

    fn path(&self, action: &Action) -> Vec<Pick> {
        let button = |key: &'static str| Pick::Button(key.into());
        let side = |side: crate::Side| Pick::Button(format!("side.{}", side.name()).into());
        match *action {
            Action::Place { ship, hex } => vec![Pick::Unit(u32::from(ship)), Pick::Hex(hex)],
            Action::Face(facing) => vec![Pick::Button(format!("direction.{facing}").into())],
            Action::Speed(speed) => vec![Pick::Number(i64::from(speed))],
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
    fn other_paths(&self, action: &Action) -> Vec<Vec<Pick>> {
        let battle = &self.battle;
        let acting = battle.acting().and_then(|ship| battle.ship(ship));
        let hex = match (*action, acting, battle.step()) {
            (Action::Face(facing), Some(ship), _) => Some(ship.hex.neighbour(facing)),
            (Action::Ahead, _, Step::Move(moving)) => Some(battle.next_hex(moving)),
            // With advances left, the hex of its carrier is one that a squadron may pass.
            (Action::Dock, _, Step::Move(moving)) if moving.left == 1 => Some(battle.next_hex(moving)),
            (Action::Target(target), ..) => battle.ship(target).map(|target| target.hex),
            _ => None,
        };
        hex.filter(|&hex| battle.map().contains(hex)).map(|hex| vec![Pick::Hex(hex)]).into_iter().collect()
    }

    fn preview(&self, view: &RuledView, action: &Action) -> Preview {
        match self.refusal(view, *action) {
            Some(why) => Preview { story: vec![why], ..Preview::default() },
            None => previews::of(self, *action),
        }
    }

    /// All actions before the end of a move or the shot that roll no dice are tentative (HS-15). So is placing a ship,
    /// until it is turned.
    fn tentative(&self, action: &Action) -> bool {
        let goes_on = match action {
            Action::Place { .. }
            | Action::Speed(_)
            | Action::Burn
            | Action::Ahead
            | Action::Left
            | Action::Right
            | Action::Stop
            | Action::Jam
            | Action::Charge(_)
            | Action::Shift { .. }
            | Action::Target(_)
            | Action::Also(_)
            | Action::Switch(_) => true,
            Action::Face(_)
            | Action::Leave
            | Action::Dock
            | Action::Done
            | Action::Fire
            | Action::Hold
            | Action::Keep
            | Action::Reroll => false,
        };
        goes_on && self.chance(action, &mut Vec::new()) == Chance::Certain
    }

    fn ways(&self, place: Place) -> Vec<Way<Action>> {
        match place {
            Place::Hex(hex) => ways::of(&self.battle, hex),
            Place::Vertex(_) | Place::Triangle(_) => Vec::new(),
        }
    }

    fn routine(&self) -> Option<Routine<Action>> {
        course::next(&self.battle).map(|action| Routine { label: Message::new("routine.course"), action })
    }

    fn kit(rules: &Rules, setup: &Setup, key: &str) -> Option<Kit> {
        kits::kit(rules, setup, key)
    }

    fn kit_text(rules: &Rules, setup: &Setup, key: &str, chosen: &[Chosen]) -> String {
        kits::text(rules, setup, key, chosen)
    }

    fn picked(rules: &Rules, setup: &Setup, key: &str, level: u8, random: &mut Random) -> Option<String> {
        kits::picked(rules, setup, key, level, random)
    }

    fn turned_for(&self, seat: Seat) -> u8 {
        if side_of(seat).0 == 0 { TURNED_FOR_RED } else { 0 }
    }

    fn motion(change: &Change<'_, Self>) -> Motion {
        motion::of(change)
    }

    fn danger(&self, _view: &RuledView, seat: Seat) -> Vec<Threat> {
        danger::of(&self.battle, side_of(seat))
    }

    fn exposed(&self, _view: &RuledView, seat: Seat) -> Option<Area> {
        exposed::of(&self.battle, side_of(seat))
    }

    fn why_not(&self, view: &RuledView, picked: &[Pick]) -> Option<Message> {
        let battle = &self.battle;
        if battle.result().is_some() {
            return Some(self.expected(view));
        }
        let unit = |number: u32| u8::try_from(number).ok();
        let action = match (battle.step(), picked) {
            (Step::Deploy { placed: None, .. }, [Pick::Unit(ship), Pick::Hex(hex)]) => {
                Action::Place { ship: unit(*ship)?, hex: *hex }
            }
            (Step::Aim(_), [Pick::Unit(target)]) => Action::Target(unit(*target)?),
            (Step::Aim(_), [Pick::Hex(hex)]) => Action::Target(battle.ship_at(*hex)?),
            (Step::Move(moving), [Pick::Hex(hex)]) => match battle.ship_at(*hex) {
                _ if moving.is_set && *hex == battle.next_hex(moving) => Action::Ahead,
                Some(ship) if battle.ship(moving.ship)?.carrier == Some(ship) => Action::Dock,
                Some(ship) if ship != moving.ship => return Some(refusal(battle, Forbidden::LastHexTaken(*hex))),
                _ => {
                    let why = Message::new("no-end").with("ship", telling::ship(battle, moving.ship));
                    return Some(why.with("hex", telling::hex(battle, *hex)));
                }
            },
            _ => return None,
        };
        self.refusal(view, action)
    }
}

impl HexShips {
    /// The reason why this action is not allowed now. After the end nothing is, and the sentence of `expected` says so.
    fn refusal(&self, view: &RuledView, action: Action) -> Option<Message> {
        if self.battle.result().is_some() {
            return Some(self.expected(view));
        }
        self.battle.forbids(action).map(|why| refusal(&self.battle, why))
    }
}
