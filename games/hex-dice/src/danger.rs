//! Danger at a glance: the units that opponents could attack in their next turn, and the base in their reach.

use std::collections::BTreeMap;

use game::{Message, Seat};
use hex::Mask;
use scene::{Threat, ThreatKind};

use crate::action::Action;
use crate::cell::Cell;
use crate::position::{Phase, Position};
use crate::scene::place;
use crate::telling::unit_name;

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
    let plays = matches!(position.phase(), Phase::Playing | Phase::Bonus(_));
    if position.is_over() || !plays || seat >= position.seats() || position.is_out(seat) {
        return Vec::new();
    }
    let mut risks = BTreeMap::new();
    for enemy in (0..position.seats()).filter(|&enemy| enemy != seat) {
        if !position.is_out(enemy) && !position.has_left(enemy) {
            add_risks(&position.handed_to(enemy), seat, &mut risks);
        }
    }
    risks.into_iter().flat_map(|(cell, risk)| threats(position, seat, cell, &risk)).collect()
}

/// The first attack of the acting seat's turn: by any unit, or by a unit that was merged before.
fn add_risks(handed: &Position, seat: usize, risks: &mut BTreeMap<usize, Risk>) {
    handed.each_action(|action| {
        add_attack(handed, action, seat, false, risks);
        if let Action::Move { to, face: Some(_), .. } = action
            && !handed.has_acted(to.index())
        {
            let mut merged = handed.clone();
            merged.play(action, |_| unreachable!("a merge rolls no dice"));
            merged.each_action(|bonus| add_attack(&merged, bonus, seat, true, risks));
        }
    });
}

fn add_attack(now: &Position, action: Action, seat: usize, merged: bool, risks: &mut BTreeMap<usize, Risk>) {
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
