//! Names of hexes and points, such as `g7`: a letter and a number.

use crate::{Hex, Vertex};

/// How the hexes of a hexagonal board are named. Every hex has exactly one spelling: `a01` and `a+1` are no names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexNames {
    pub(crate) radius: u8,
    pub(crate) letters: Letters,
}

/// Whether the letters of names stand for rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    Columns,
    Rows,
}

impl HexNames {
    /// The largest radius that has a letter for each of its 25 rows or columns.
    pub const MAX_RADIUS: u8 = 12;

    /// For a flat-top board: a letter for the column from the left, a number in the column from the top.
    ///
    /// # Panics
    /// If the radius is larger than [`HexNames::MAX_RADIUS`].
    pub const fn columns(radius: u8) -> Self {
        Self::new(radius, Letters::Columns)
    }

    /// For a pointy-top board: a letter for the row from the bottom, a number in the row from the left.
    ///
    /// # Panics
    /// If the radius is larger than [`HexNames::MAX_RADIUS`].
    pub const fn rows(radius: u8) -> Self {
        Self::new(radius, Letters::Rows)
    }

    const fn new(radius: u8, letters: Letters) -> Self {
        assert!(radius <= Self::MAX_RADIUS, "there are letters for a radius of at most 12");
        Self { radius, letters }
    }

    /// The name of a hex of this board. A hex beyond the rim has no name; it gets a text that no hex has.
    pub fn name(self, hex: Hex) -> String {
        let (letter, number) = self.letter_and_number(hex);
        format!("{}{number}", u8::try_from(letter).map_or('?', letter_of))
    }

    /// The names of hexes of this board in one text, with spaces between them. A server lists all stones of a board after every move,
    /// and one text is made and sent several times as fast as a text for each stone.
    pub fn list(self, hexes: impl ExactSizeIterator<Item = Hex>) -> String {
        let mut list = Vec::with_capacity(4 * hexes.len());
        for hex in hexes {
            debug_assert!(self.contains(hex), "a hex beyond the rim has no name");
            let (letter, number) = self.letter_and_number(hex);
            let (letter, number) = (letter as u8, number as u8);
            match number {
                0..10 => list.extend_from_slice(&[b' ', b'a' + letter, b'0' + number]),
                _ => list.extend_from_slice(&[b' ', b'a' + letter, b'0' + number / 10, b'0' + number % 10]),
            }
        }
        list.drain(..list.len().min(1));
        String::from_utf8(list).expect("names are ASCII")
    }

    /// The hexes of such a list in its order; none in the place of a word that names no hex of this board.
    pub fn find_list(self, list: &str) -> impl Iterator<Item = Option<Hex>> {
        let names = (!list.is_empty()).then(|| list.split(' '));
        names.into_iter().flatten().map(move |name| self.find(name))
    }

    fn letter_and_number(self, hex: Hex) -> (i32, i32) {
        let radius = i32::from(self.radius);
        match self.letters {
            Letters::Columns => (hex.q + radius, hex.r - self.first(hex.q) + 1),
            Letters::Rows => (radius - hex.r, hex.q - self.first(hex.r) + 1),
        }
    }

    /// The hex of this name, if the board has it.
    pub fn find(self, name: &str) -> Option<Hex> {
        let (letter, number) = split(name)?;
        let radius = i32::from(self.radius);
        let hex = match self.letters {
            Letters::Columns => {
                let q = i32::from(letter) - radius;
                Hex::new(q, self.first(q) + i32::from(number) - 1)
            }
            Letters::Rows => {
                let r = radius - i32::from(letter);
                Hex::new(self.first(r) + i32::from(number) - 1, r)
            }
        };
        self.contains(hex).then_some(hex)
    }

    pub(crate) fn contains(self, hex: Hex) -> bool {
        Hex::ORIGIN.distance(hex) <= i32::from(self.radius)
    }

    /// The smallest `r` of the column `q`; likewise the smallest `q` of the row `r`.
    fn first(self, line: i32) -> i32 {
        let radius = i32::from(self.radius);
        (-radius).max(-radius - line)
    }
}

/// The names of points in reading order: a letter for the row from the top, a number in the row from the left.
pub fn point_names(points: &[Vertex]) -> Vec<String> {
    let top = points.first().map_or(0, |point| point.r);
    let mut last = (top, 0);
    let name = |point: &Vertex| {
        last = if point.r == last.0 { (last.0, last.1 + 1) } else { (point.r, 1) };
        format!("{}{}", letter_of((point.r - top) as u8), last.1)
    };
    points.iter().map(name).collect()
}

pub(crate) fn letter_of(index: u8) -> char {
    char::from(b'a'.saturating_add(index))
}

/// The letter, counted from 0, and the number of a name.
fn split(name: &str) -> Option<(u8, u8)> {
    let (letter, number) = (name.bytes().next()?, name.get(1..)?);
    let is_plain = number.bytes().all(|digit| digit.is_ascii_digit()) && !number.starts_with('0');
    Some((letter.checked_sub(b'a')?, number.parse().ok().filter(|_| is_plain)?))
}
