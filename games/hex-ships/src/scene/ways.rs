//! The ways of the acting ship to the ends of its move.

use game::Message;
use hex::Hex;
use scene::{Place, Way};

use crate::action::Action;
use crate::battle::Battle;
use crate::route::Route;
use crate::telling;

/// A way to this hex for each facing that the ship can have there.
pub(super) fn of(battle: &Battle, hex: Hex) -> Vec<Way<Action>> {
    let Some(ship) = battle.acting() else { return Vec::new() };
    let way = |route: Route| {
        let certain = battle.certain_steps(&route);
        Way {
            unit: u32::from(ship),
            through: route.hexes.iter().copied().map(Place::Hex).collect(),
            facing: route.facing,
            story: story(battle, ship, hex, &route, certain),
            steps: route.actions[..certain].to_vec(),
        }
    };
    battle.routes(hex).into_iter().map(way).collect()
}

/// Where the ship would end, what that costs, and whether a turn has to be rolled before.
fn story(battle: &Battle, ship: u8, hex: Hex, route: &Route, certain: usize) -> Vec<Message> {
    let rolls = certain < route.actions.len();
    let end = Message::new(if rolls { "way.rolls" } else { "moved" }).with("ship", telling::ship(battle, ship));
    let end = end.with("hex", telling::hex(battle, hex)).with("direction", telling::direction(route.facing));
    let end = if rolls {
        end.with("number", i64::from(battle.rules().criticals.side_thrusters))
    } else {
        end.with("speed", i64::from(route.speed))
    };
    let energy = i64::from(battle.rules().numbers.afterburner_energy);
    let burns = route.burns().then(|| Message::new("way.burns").with("count", energy));
    std::iter::once(end).chain(burns).collect()
}
