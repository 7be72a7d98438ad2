//! Wedges: the hexes between two rows, such as a field of fire.

use crate::{Direction, Hex};

impl Hex {
    /// The rows of `first` to `last`, clockwise, and all hexes between them, 1 to `distance` steps from here. The
    /// nearest come first, and each ring goes clockwise.
    ///
    /// `first == last` is one row. A wedge of all six directions (`last` one step before `first`) goes all round: the
    /// gap between its last row and its first is included, as for Hex Ships' turret (1–6).
    pub fn wedge(self, first: Direction, last: Direction, distance: u32) -> impl Iterator<Item = Hex> {
        let turns = first.turns_to(last) as usize;
        (1..=distance).flat_map(move |radius| {
            let arc = if turns == 5 { usize::MAX } else { turns * radius as usize + 1 };
            self.ring_from(radius, first).take(arc)
        })
    }

    /// Whether `target` is in the [`wedge`](Hex::wedge) from here, at any distance; this hex itself never is.
    pub fn in_wedge(self, target: Hex, first: Direction, last: Direction) -> bool {
        let turns = first.turns_to(last);
        self.bearing(target).is_some_and(|(direction, on_row)| {
            let turned = first.turns_to(direction);
            turns == 5 || turned < turns || (turned == turns && on_row)
        })
    }

    /// The last of the six rows at or before `target`, going clockwise, and whether `target` is on it. None for this
    /// hex itself.
    pub fn bearing(self, target: Hex) -> Option<(Direction, bool)> {
        let step = target - self;
        Direction::ALL.into_iter().find_map(|direction| {
            // step = a·direction + b·(the next direction). In each sector a and b are two of the cube coordinates, up
            // to sign.
            let (a, b) = match direction {
                Direction::N => (step.s(), step.q),
                Direction::NE => (-step.r, -step.s()),
                Direction::SE => (step.q, step.r),
                Direction::S => (-step.s(), -step.q),
                Direction::SW => (step.r, step.s()),
                Direction::NW => (-step.q, -step.r),
            };
            (a > 0 && b >= 0).then_some((direction, b == 0))
        })
    }
}
