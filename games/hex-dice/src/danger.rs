//! Danger at a glance: the units that opponents could attack in their next turn, and the base in their reach.

use game::{Message, Seat, SortedMap};
use hex::Mask;
use scene::{Area, Threat, ThreatKind};

use crate::action::Action;
use crate::cell::Cell;
use crate::ground::board;
use crate::position::{Phase, Position};
use crate::scene::place;
use crate::telling::unit_name;
use crate::unit::Unit;

/// What the opponents can do to a hex of a seat: the units that do it, by their hexes.
#[derive(Clone, Copy, Default)]
struct Risk {
    /// Units that take the unit there.
    take: Mask,
    /// Hexes on which a merged unit would take the unit there with its bonus action.
    take_merged: Mask,
    /// Units that only weaken the unit there, also after a merge.
    weaken: Mask,
    /// Units that would stand on the base then, also after a merge.
    home: Mask,
}

/// The units of a seat that could be attacked, and its base. Empty during the setup.
pub(crate) fn of(position: &Position, seat: usize) -> Vec<Threat> {
    if !is_playing(position, seat) {
        return Vec::new();
    }
    let mut risks = SortedMap::new();
    enemies(position, seat).for_each(|enemy| add_risks(&position.handed_to(enemy), seat, &mut risks));
    risks.into_iter().flat_map(|(cell, risk)| threats(position, seat, cell, &risk)).collect()
}

fn is_playing(position: &Position, seat: usize) -> bool {
    let plays = matches!(position.phase(), Phase::Playing | Phase::Bonus(_));
    plays && !position.is_over() && seat < position.seats() && !position.is_out(seat)
}

fn enemies(position: &Position, seat: usize) -> impl Iterator<Item = usize> + '_ {
    let plays = |enemy: &usize| !position.is_out(*enemy) && !position.has_left(*enemy);
    (0..position.seats()).filter(move |&enemy| enemy != seat).filter(plays)
}

/// The hexes on which a unit of a seat could be attacked. None during the setup.
pub(crate) fn exposed(position: &Position, seat: usize) -> Option<Area> {
    if !is_playing(position, seat) {
        return None;
    }
    let (mut at_once, mut merged) = (Mask::EMPTY, Mask::EMPTY);
    for enemy in enemies(position, seat) {
        let handed = position.handed_to(enemy);
        at_once |= handed.owned(enemy).iter().fold(Mask::EMPTY, |all, unit| all | attacked_by(&handed, unit));
        merged |= merged_attacks(&handed);
    }
    let free = (board().full() - position.occupied()) | position.owned(seat);
    // A unit on a hex never blocks a direct attack on that hex. It can block the move of the merge before the attack.
    let still_attacked = |&cell: &usize| {
        let mut then = position.clone();
        if !then.unit(cell).is_some() {
            then.put(cell, Unit::new(seat as u8, 1));
        }
        enemies(position, seat).any(|enemy| merged_attacks(&then.handed_to(enemy)).contains(cell))
    };
    let later: Mask = ((merged - at_once) & free).iter().filter(still_attacked).collect();
    let places: Vec<_> = ((at_once & free) | later).iter().map(place).collect();
    let label = Message::new("exposed").with("seat", Seat(seat as u8));
    (!places.is_empty()).then_some(Area { label, places })
}

/// The hexes that a unit could attack if an enemy stood there.
fn attacked_by(now: &Position, unit: usize) -> Mask {
    now.reach(unit) | now.range(unit)
}

/// The hexes that a unit could attack with its bonus action after a merge.
fn merged_attacks(handed: &Position) -> Mask {
    let mut all = Mask::EMPTY;
    each_merge(handed, |merged, unit| all |= attacked_by(merged, unit));
    all
}

/// Calls `each` with every position after a merge that has a bonus action, and with the merged unit.
fn each_merge(handed: &Position, mut each: impl FnMut(&Position, usize)) {
    handed.each_action(|action| {
        if let Action::Move { to, face: Some(_), .. } = action
            && !handed.has_acted(to.index())
        {
            let mut merged = handed.clone();
            merged.play(action, |_| unreachable!("a merge rolls no dice"));
            if !merged.is_over() && matches!(merged.phase(), Phase::Bonus(_)) {
                each(&merged, to.index());
            }
        }
    });
}

/// The first attack of the acting seat's turn: by any unit, or by a unit that was merged before.
fn add_risks(handed: &Position, seat: usize, risks: &mut SortedMap<usize, Risk>) {
    handed.each_action(|action| add_attack(handed, action, seat, false, risks));
    each_merge(handed, |merged, _| merged.each_action(|bonus| add_attack(merged, bonus, seat, true, risks)));
}

fn add_attack(now: &Position, action: Action, seat: usize, merged: bool, risks: &mut SortedMap<usize, Risk>) {
    let (from, to, moves_in) = match action {
        Action::Move { from, to, .. } => (from.index(), to.index(), true),
        Action::Strike { from, to } => {
            (from.index(), to.index(), now.ground().kind(now.unit(from.index()).face()).charges)
        }
        _ => return,
    };
    let target = now.unit(to);
    let is_home = now.ground().base(seat) == to && moves_in;
    if target.is_some() && target.seat() == seat {
        let risk = risks.entry(to).or_default();
        match (now.combat(from, to).falls(), merged) {
            (true, false) => risk.take.insert(from),
            (true, true) => risk.take_merged.insert(from),
            (false, _) => risk.weaken.insert(from),
        }
        if is_home && now.combat(from, to).falls() {
            risk.home.insert(from);
        }
    } else if is_home && !target.is_some() {
        risks.entry(to).or_default().home.insert(from);
    }
}

fn threats(position: &Position, seat: usize, cell: usize, risk: &Risk) -> Vec<Threat> {
    let places = |cells: Mask| cells.iter().map(place).collect::<Vec<_>>();
    let names = |cells: Mask| cells.iter().map(|cell| Cell(cell as u8).name()).collect::<Vec<_>>().join(", ");
    let threat = |kind, key, from: Mask| {
        let words = Message::new(key)
            .with("seat", Seat(seat as u8))
            .with("hex", Cell(cell as u8).name())
            .with("from", names(from))
            .with("count", from.len() as i64);
        let face = position.unit(cell).face();
        let words = if face > 0 { words.with("unit", unit_word(position, face)) } else { words };
        (!from.is_empty()).then(|| Threat::new(kind, vec![place(cell)], places(from), words))
    };
    let home = threat(ThreatKind::Home, "danger.home", risk.home);
    let (take, merged) = (risk.take, risk.take_merged);
    let unit = threat(ThreatKind::Lost, "danger.falls", take)
        .or_else(|| threat(ThreatKind::MayBeLost, "danger.falls-merged", merged))
        .or_else(|| threat(ThreatKind::Struck, "danger.weakened", risk.weaken));
    home.into_iter().chain(unit).collect()
}

/// The name of a unit as a word of the message file.
fn unit_word(position: &Position, face: u8) -> game::Arg {
    game::Arg::Word(unit_name(position, face).key.into_owned())
}
