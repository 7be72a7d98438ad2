//! The luck of an attack: the roll compared with the average.

use game::{Luck, Message};

use crate::combat::{Combat, Strike};
use crate::numbers::DIE_SIDES;

/// The luck of one attack by every measure.
pub(crate) fn of(combat: Combat, roll: u32) -> Vec<Luck> {
    let share = |faces: u32| f64::from(faces) / f64::from(DIE_SIDES);
    let happened = |happened: bool| f64::from(u8::from(happened));
    let [critical_fail, _, hit, strong_hit] = combat.weights();
    let strike = combat.strike(roll);
    let luck = |key, expected, got| Luck { what: Message::new(key), expected, got };
    vec![
        luck("luck.roll", f64::from(DIE_SIDES + 1) / 2.0, f64::from(roll)),
        luck("luck.damage", share(combat.expected_damage_faces()), f64::from(strike.damage())),
        luck("luck.hits", share(hit + strong_hit), happened(strike >= Strike::Hit)),
        luck("luck.critical-fails", share(critical_fail), happened(strike == Strike::CriticalFail)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The average over all faces of the die equals the expected value.
    #[test]
    fn on_average_nobody_is_lucky() {
        for (bonus, guard) in (0..=5).flat_map(|bonus| (0..=5).map(move |guard| (bonus, guard))) {
            let faces: Vec<Vec<Luck>> = (1..=20).map(|roll| of(Combat { bonus, guard }, roll)).collect();
            for (measure, first) in faces[0].iter().enumerate() {
                let got: f64 = faces.iter().map(|face| face[measure].got).sum();
                assert!((got / 20.0 - first.expected).abs() < 1e-9, "{} with {bonus} against {guard}", first.what);
                assert!(first.what.args.is_empty());
            }
        }
    }
}
