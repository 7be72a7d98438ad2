//! The map: a hexagon, and the names of its hexes.

use hex::{Direction, Hex, HexNames};

/// A map of some radius.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    radius: u8,
}

impl Map {
    /// The smallest map on which two fleets can deploy.
    pub const LEAST_RADIUS: u8 = 5;
    /// The largest map whose hexes have names.
    pub const MOST_RADIUS: u8 = HexNames::MAX_RADIUS;

    /// The map with this radius, from [`Map::LEAST_RADIUS`] to [`Map::MOST_RADIUS`].
    pub fn new(radius: u8) -> Self {
        Self { radius }
    }

    /// The distance from the middle to the rim.
    pub fn radius(self) -> u8 {
        self.radius
    }

    /// Whether a hex is on the map.
    #[inline]
    pub fn contains(self, hex: Hex) -> bool {
        let radius = i32::from(self.radius);
        let range = -radius..=radius;
        range.contains(&hex.q) && range.contains(&hex.r) && range.contains(&hex.s())
    }

    /// All hexes in reading order.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        Hex::ORIGIN.disc(u32::from(self.radius))
    }

    /// The hexes on which a fleet deploys: the upper rows for the first seat, the lower rows for the other one.
    pub fn zone(self, seat: usize, rows: u8) -> impl Iterator<Item = Hex> {
        self.hexes().filter(move |&hex| self.in_zone(hex, seat, rows))
    }

    /// Whether a hex belongs to [`Map::zone`].
    pub fn in_zone(self, hex: Hex, seat: usize, rows: u8) -> bool {
        let border = i32::from(self.radius) - i32::from(rows) + 1;
        self.contains(hex) && if seat == 0 { hex.r <= -border } else { hex.r >= border }
    }

    /// Whether a hex lies beyond the edge in this direction: beyond one of the two sides of the map that meet there.
    pub fn is_beyond(self, hex: Hex, edge: Direction) -> bool {
        let way = edge.offset();
        let radius = i32::from(self.radius);
        [(way.q, hex.q), (way.r, hex.r), (way.s(), hex.s())].into_iter().any(|(way, at)| way * at > radius)
    }

    /// The name of a hex.
    pub fn name(self, hex: Hex) -> String {
        HexNames::columns(self.radius).name(hex)
    }

    /// The hex with this name.
    pub fn named(self, name: &str) -> Option<Hex> {
        HexNames::columns(self.radius).find(name)
    }
}
