//! The map: a hexagon, and what its hexes are called.

use hex::Hex;

/// A map of some radius.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    radius: u8,
}

impl Map {
    /// Two fleets have to deploy on it.
    pub const LEAST_RADIUS: u8 = 5;
    /// Columns are named by the letters from a to y.
    pub const MOST_RADIUS: u8 = 12;

    /// The map of that radius, from [`Map::LEAST_RADIUS`] to [`Map::MOST_RADIUS`].
    pub fn new(radius: u8) -> Self {
        Self { radius }
    }

    /// From the middle to the rim.
    pub fn radius(self) -> u8 {
        self.radius
    }

    /// Whether a hex is on the map.
    #[inline]
    pub fn contains(self, hex: Hex) -> bool {
        let radius = i32::from(self.radius);
        hex.q.abs() <= radius && hex.r.abs() <= radius && hex.s().abs() <= radius
    }

    /// All hexes in reading order.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        Hex::ORIGIN.disc(u32::from(self.radius))
    }

    /// The hexes on which a fleet deploys: the first seat on the upper rows, the other one on the lower rows.
    pub fn zone(self, seat: usize, rows: u8) -> impl Iterator<Item = Hex> {
        self.hexes().filter(move |&hex| self.in_zone(hex, seat, rows))
    }

    /// Whether a hex belongs to [`Map::zone`].
    pub fn in_zone(self, hex: Hex, seat: usize, rows: u8) -> bool {
        let border = i32::from(self.radius) - i32::from(rows) + 1;
        self.contains(hex) && if seat == 0 { hex.r <= -border } else { hex.r >= border }
    }

    /// A letter for the column from the left, and a number in it from the top.
    pub fn name(self, hex: Hex) -> String {
        let column = hex.q + i32::from(self.radius);
        format!("{}{}", char::from(b'a' + column as u8), hex.r - self.top_of(hex.q) + 1)
    }

    /// The hex of that name.
    pub fn named(self, name: &str) -> Option<Hex> {
        let (letter, number) = (name.bytes().next()?, name.get(1..)?);
        let q = i32::from(letter.checked_sub(b'a')?) - i32::from(self.radius);
        // One spelling a hex: `a01` and `a+1` are no names.
        let down: i32 = number.parse().ok().filter(|down: &i32| down.to_string() == number && *down >= 1)?;
        let hex = Hex::new(q, self.top_of(q).checked_add(down - 1)?);
        self.contains(hex).then_some(hex)
    }

    /// The uppermost row of a column.
    fn top_of(self, q: i32) -> i32 {
        let radius = i32::from(self.radius);
        (-radius).max(-radius - q)
    }
}
