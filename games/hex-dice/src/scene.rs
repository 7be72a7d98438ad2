//! The scene of Hex Dice: dice on flat-top hexes, turned so that each player's base is at the bottom of their screen.

use game::{Message, Seat};
use scene::{
    Area, Badge, BadgeKind, Base, Change, Draw, Emblem, Gauge, Mark, MarkKind, Motion, Numbers, Orientation, Pick,
    Piece, Place, Preview, Routine, Scene, Shape, Sign, Threat, Tray, TrayItem,
};

use crate::about;
use crate::action::{Action, Faces};
use crate::cell::Cell;
use crate::danger;
use crate::ground::board;
use crate::hex_dice::HexDice;
use crate::motion;
use crate::position::{Phase, Position};
use crate::preview;
use crate::telling::{self, unit_name};
use crate::view::RuledView;

const KEEP: &str = "keep";
const REROLL_ARMY: &str = "reroll-army";
const REROLL: &str = "reroll";
const GUARD: &str = "guard";
const DECLINE: &str = "decline";

/// The tint of a base in its seat's colour, in percent.
const BASE_TINT: u8 = 40;

pub(crate) fn place(cell: usize) -> Place {
    Place::Hex(Cell(cell as u8).hex())
}

fn pick(cell: Cell) -> Pick {
    Pick::Hex(cell.hex())
}

fn button(key: &'static str) -> Pick {
    Pick::Button(key.into())
}

/// The signs that the board uses.
const SIGNS: [Sign; 12] = [
    Sign::Captures,
    Sign::Mark(MarkKind::Last),
    Sign::Mark(MarkKind::Taken),
    Sign::Mark(MarkKind::Aim),
    Sign::Mark(MarkKind::WouldTake),
    Sign::Mark(MarkKind::WouldWeaken),
    Sign::Mark(MarkKind::WouldJoin),
    Sign::Badge(BadgeKind::Guard),
    Sign::Badge(BadgeKind::Weakened),
    Sign::Badge(BadgeKind::Support),
    Sign::Mark(MarkKind::Home),
    Sign::Mark(MarkKind::Zone),
];

impl Draw for HexDice {
    fn scene(&self, view: &RuledView) -> Scene {
        let position = &self.position;
        let hexes = board().board().iter().enumerate().map(|(index, hex)| (hex, Cell(index as u8).name()));
        let mut scene = Scene::of_hexes(Orientation::FlatTop, hexes);
        for seat in (0..position.seats()).filter(|&seat| !position.is_out(seat)) {
            let base = position.ground().base(seat);
            scene.cells[base].tint = vec![(Seat(seat as u8), BASE_TINT)];
            scene.marks.push(Mark { place: place(base), kind: MarkKind::Home });
        }
        scene.pieces = position.occupied().iter().map(|cell| piece(position, cell)).collect();
        scene.marks.extend(story_marks(position));
        scene.gauges = gauges(position);
        scene.trays = trays(position, view);
        // Every die that waits beside the board can be deployed by the routine.
        scene.routines = scene.trays.iter().filter_map(|tray| tray.seat).collect();
        scene.style.numbers = Numbers::Faces;
        scene.style.base = Base::Cloth;
        let names = (1..=6).map(|face| position.ground().kind(face).name.as_str());
        scene.style.faces = names.filter_map(Emblem::named).collect();
        scene.style.signs = SIGNS.to_vec();
        scene
    }

    fn expected(&self, view: &RuledView) -> Message {
        let position = &self.position;
        if let Some(ending) = telling::ending(position) {
            return ending;
        }
        match position.phase() {
            Phase::Choosing => Message::new("expect.choose").with("count", i64::from(position.ground().rerolls())),
            Phase::Deploying => Message::new("expect.deploy").with("seat", view.seat),
            Phase::Playing => Message::new("expect.play"),
            Phase::Bonus(cell) => {
                let face = i64::from(position.unit(usize::from(cell)).face());
                Message::new("expect.bonus").with("hex", Cell(cell).name()).with("face", face)
            }
        }
    }

    fn aim(&self, view: &RuledView, seat: Option<Seat>) -> Message {
        match (seat, view.players.len()) {
            (Some(seat), 2) => Message::new("aim").with("enemy", Seat(1 - seat.0)),
            (Some(_), _) => Message::new("aim.many"),
            (None, 2) => Message::new("aim.watching"),
            (None, _) => Message::new("aim.watching.many"),
        }
    }

    /// The armies are rolled when the match begins.
    fn unbegun(mut view: RuledView) -> RuledView {
        view.players.iter_mut().for_each(|player| player.hand.fill(0));
        view
    }

    fn path(&self, action: &Action) -> Vec<Pick> {
        let position = &self.position;
        let hand = position.hand(position.seat());
        match *action {
            Action::Choose(faces) => army_paths(hand, faces).swap_remove(0),
            Action::Deploy { face, to } => match dice_of(hand, face).next() {
                Some(die) => vec![die, pick(to)],
                None => vec![pick(to)], // the hand has no such die, so no picks make this action
            },
            _ => action_path(*action, matches!(position.phase(), Phase::Bonus(_))),
        }
    }

    /// Equal dice can stand for each other, dice can be named in any order, and a unit with a bonus may be picked first.
    fn other_paths(&self, action: &Action) -> Vec<Vec<Pick>> {
        let position = &self.position;
        let hand = position.hand(position.seat());
        match (*action, position.phase()) {
            (Action::Choose(faces), _) => army_paths(hand, faces).split_off(1),
            (Action::Deploy { face, to }, _) => dice_of(hand, face).skip(1).map(|die| vec![die, pick(to)]).collect(),
            (Action::Decline, _) => Vec::new(),
            (action, Phase::Bonus(_)) => vec![action_path(action, false)],
            _ => Vec::new(),
        }
    }

    fn preview(&self, _view: &RuledView, action: &Action) -> Preview {
        match refused(&self.position, *action) {
            Some(why) => Preview { story: vec![why], ..Preview::default() },
            None => preview::of(&self.position, *action),
        }
    }

    fn routine(&self) -> Option<Routine<Action>> {
        let position = &self.position;
        let deploys = !position.is_over() && position.phase() == Phase::Deploying;
        let action = position.sensible_deployment().filter(|_| deploys)?;
        Some(Routine { label: Message::new("deploy-for-me"), action })
    }

    fn turned_for(&self, seat: Seat) -> u8 {
        let ground = self.position.ground();
        // Forward has to point up.
        if seat.0 < ground.players() { (6 - ground.forward(seat.index()).index() as u8) % 6 } else { 0 }
    }

    fn motion(change: &Change<'_, Self>) -> Motion {
        motion::of(change)
    }

    fn danger(&self, _view: &RuledView, seat: Seat) -> Vec<Threat> {
        danger::of(&self.position, seat.index())
    }

    fn exposed(&self, _view: &RuledView, seat: Seat) -> Option<Area> {
        danger::exposed(&self.position, seat.index())
    }

    fn why_not(&self, _view: &RuledView, picked: &[Pick]) -> Option<Message> {
        why_not(&self.position, picked)
    }
}

fn piece(position: &Position, cell: usize) -> Piece {
    let unit = position.unit(cell);
    let badge = |kind, count: u8| (count > 0).then_some(Badge { kind, count });
    let badges = [
        badge(BadgeKind::Guard, u8::from(unit.is_guarding())),
        badge(BadgeKind::Weakened, unit.tokens()),
        badge(BadgeKind::Support, position.aura(cell, unit.seat())),
    ];
    Piece {
        title: Some(unit_name(position, unit.face())),
        badges: badges.into_iter().flatten().collect(),
        about: about::unit(position, cell),
        ..Piece::new(place(cell), Seat(unit.seat() as u8), Shape::Die(unit.face()))
    }
}

/// Marks for the events of the last turn, and for the hexes where the acting seat may deploy.
fn story_marks(position: &Position) -> Vec<Mark> {
    let story = position.story();
    let mark = |cell: usize, kind| Mark { place: place(cell), kind };
    let at = |cell: Option<u8>| cell.map(|cell| mark(usize::from(cell), MarkKind::Last));
    let taken = story.taken.iter().map(|cell| mark(cell, MarkKind::Taken));
    let mut marks: Vec<Mark> =
        at(story.from.filter(|_| story.from != story.to)).into_iter().chain(at(story.to)).chain(taken).collect();
    if position.phase() == Phase::Deploying && !position.is_over() {
        let free = position.ground().zone(position.seat()) - position.occupied();
        marks.extend(free.iter().map(|cell| mark(cell, MarkKind::Zone)));
    }
    marks
}

fn gauges(position: &Position) -> Vec<Gauge> {
    let most = i64::from(position.ground().dice());
    let units = |seat: usize| {
        let rolled = position.hand(seat).iter().filter(|&&die| die > 0).count();
        // During the setup no player has lost a die, whether it has been rolled or not.
        let waiting = if position.phase() == Phase::Choosing { position.hand(seat).len() } else { rolled };
        let value = (position.owned(seat).len() + waiting) as i64;
        let label = Message::new("units").with("count", value);
        Gauge { most: Some(most), ..Gauge::count(label, Some(Seat(seat as u8)), value) }
    };
    let mut gauges: Vec<Gauge> = (0..position.seats()).map(units).collect();
    let (quiet, draw) = position.quiet();
    if 2 * quiet >= draw && !position.is_over() {
        let count = Gauge::count(Message::new("quiet"), None, i64::from(quiet));
        gauges.push(Gauge { most: Some(i64::from(draw)), ..count });
    }
    gauges
}

/// The dice that are not on the board. Those of the acting seat can be picked.
fn trays(position: &Position, view: &RuledView) -> Vec<Tray> {
    let acts = |seat: usize| seat == position.seat() && !position.is_over();
    let tray = |seat: usize| {
        // From the view: before the match begins the dice of the position are only imagined. They lie there without a face.
        let choosing = position.phase() == Phase::Choosing;
        let waiting = view.players[seat].hand.iter().enumerate().filter(|(_, face)| **face > 0 || choosing);
        let item = |(die, &face): (usize, &u8)| TrayItem {
            tag: None,
            shape: Shape::Die(face),
            count: 1,
            title: (face > 0).then(|| unit_name(position, face)),
            unit: (acts(seat) && face > 0).then_some(die as u32),
            about: if face > 0 { about::die(position, face) } else { Vec::new() },
        };
        Tray { label: Message::new("army"), seat: Some(Seat(seat as u8)), items: waiting.map(item).collect() }
    };
    (0..position.seats()).map(tray).filter(|tray| !tray.items.is_empty()).collect()
}

/// The dice of a hand with this face.
fn dice_of(hand: &[u8], face: u8) -> impl Iterator<Item = Pick> {
    (0..).zip(hand).filter(move |(_, die)| **die == face).map(|(die, _)| Pick::Unit(die))
}

/// All paths of picks for dice of these faces, followed by the button. The first path has the order of the hand.
fn army_paths(hand: &[u8], faces: Faces) -> Vec<Vec<Pick>> {
    if faces.is_empty() {
        return vec![vec![button(KEEP)]];
    }
    let mut paths = vec![(Vec::new(), faces)];
    for _ in 0..faces.len() {
        let longer = |(path, left): &(Vec<Pick>, Faces)| {
            let next = (0..).zip(hand).filter(|(die, face)| {
                **face > 0 && left.0[usize::from(**face) - 1] > 0 && !path.contains(&Pick::Unit(*die))
            });
            next.map(|(die, face)| {
                let (mut path, mut left) = (path.clone(), *left);
                path.push(Pick::Unit(die));
                left.0[usize::from(*face) - 1] -= 1;
                (path, left)
            })
            .collect::<Vec<_>>()
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    let mut whole: Vec<Vec<Pick>> = paths.into_iter().map(|(path, _)| path).collect();
    for path in &mut whole {
        path.push(button(REROLL_ARMY));
    }
    // Dice that are not in the hand cannot be picked; the action is refused anyway.
    if whole.is_empty() { vec![vec![button(REROLL_ARMY)]] } else { whole }
}

/// The picks of a unit's action: the unit first, unless only one unit may act.
fn action_path(action: Action, only_one: bool) -> Vec<Pick> {
    let (unit, rest) = match action {
        Action::Move { from, to, face } => {
            let number = face.map(|face| Pick::Number(i64::from(face)));
            (from, [pick(to)].into_iter().chain(number).collect())
        }
        Action::Strike { from, to } => (from, vec![pick(to)]),
        Action::Reroll(cell) => (cell, vec![button(REROLL)]),
        Action::Guard(cell) => (cell, vec![button(GUARD)]),
        Action::Decline | Action::Choose(_) | Action::Deploy { .. } => return vec![button(DECLINE)],
    };
    if only_one { rest } else { [pick(unit)].into_iter().chain(rest).collect() }
}

/// After the end nothing is allowed. The sentence of `ending` says so.
fn refused(position: &Position, action: Action) -> Option<Message> {
    telling::ending(position).or_else(|| position.forbids(action).map(|why| telling::refusal(position, why)))
}

fn why_not(position: &Position, picked: &[Pick]) -> Option<Message> {
    let at = |pick: &Pick| if let Pick::Hex(hex) = pick { Cell::at(*hex) } else { None };
    if let Some(ending) = telling::ending(position) {
        return Some(ending);
    }
    match (position.phase(), picked) {
        (Phase::Choosing, [.., Pick::Hex(_)]) => Some(Message::new("not-now.choosing")),
        (Phase::Choosing, [.., Pick::Unit(_)]) => {
            let most = position.ground().rerolls();
            (picked.len() > usize::from(most)).then(|| Message::new("too-many").with("count", i64::from(most)))
        }
        (Phase::Deploying, [Pick::Unit(die), hex]) => {
            let face = position.hand(position.seat()).get(*die as usize).copied().filter(|&face| face > 0)?;
            refused(position, Action::Deploy { face, to: at(hex)? })
        }
        (Phase::Deploying, [Pick::Hex(_)]) => Some(Message::new("not-now.deploying")),
        (Phase::Playing, [unit]) => position.forbids_unit(at(unit)?).map(|why| telling::refusal(position, why)),
        (Phase::Bonus(unit), [to]) => why_not_there(position, Cell(unit), at(to)?),
        (_, [from, to]) => why_not_there(position, at(from)?, at(to)?),
        _ => None,
    }
}

/// Why a unit has no action on that hex. If an enemy stands there and the unit cannot move at all, the reason is about
/// its range; otherwise it is about its way.
fn why_not_there(position: &Position, from: Cell, to: Cell) -> Option<Message> {
    if let Some(why) = position.forbids_unit(from) {
        return Some(telling::refusal(position, why));
    }
    let (strike, go) = (Action::Strike { from, to }, Action::Move { from, to, face: None });
    let enemy = position.unit(to.index());
    let aims = enemy.is_some() && enemy.seat() != position.seat() && position.open_reach(from.index()).is_empty();
    position.forbids(strike)?;
    refused(position, if aims { strike } else { go })
}
