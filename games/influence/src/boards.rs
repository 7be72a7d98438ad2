//! The boards of the game, read from `data/boards.toml`, and the description of a board.

use std::sync::OnceLock;

use hex::{Hex, Lattice, Triangle, Vertex};
use serde::Deserialize;

use crate::ground::Ground;

/// The values of the `board` option. A test compares them with the file.
pub(crate) const NAMES: &[&str] = &["classic", "compact", "grand", "honeycomb"];

/// The description of a board: rows of the lattice, or hexagons (IN-1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// The points of each row from the top.
    #[serde(default)]
    pub rows: Vec<u16>,
    /// The centres of the hexagons as (q, r).
    #[serde(default)]
    pub hexagons: Vec<[i32; 2]>,
    /// The points that White starts with if komi is on and the setup gives no other number.
    pub komi: u16,
}

impl Description {
    /// A board of rows for a test.
    pub fn of_rows(rows: &[u16]) -> Self {
        Self { name: format!("{rows:?}"), rows: rows.to_vec(), hexagons: Vec::new(), komi: 0 }
    }

    /// A board of hexagons for a test.
    pub fn of_hexagons(centres: &[[i32; 2]]) -> Self {
        Self { name: format!("{centres:?}"), rows: Vec::new(), hexagons: centres.to_vec(), komi: 0 }
    }

    /// The points, the triangles and the centres of this board, each in reading order.
    pub(crate) fn parts(&self) -> (Vec<Vertex>, Vec<Triangle>, Vec<Vertex>) {
        let mut centres: Vec<Vertex> = self.hexagons.iter().map(|&[q, r]| Vertex::new(q, r)).collect();
        centres.sort_unstable();
        if centres.is_empty() {
            let lattice = Lattice::rows(&self.rows);
            return (lattice.vertices().to_vec(), lattice.triangles().to_vec(), centres);
        }
        let mut vertices: Vec<Vertex> = centres.iter().flat_map(|centre| centre.neighbours()).collect();
        let mut triangles: Vec<Triangle> = centres.iter().flat_map(|centre| centre.triangles()).collect();
        vertices.sort_unstable();
        vertices.dedup();
        triangles.sort_unstable();
        (vertices, triangles, centres)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    board: Vec<Description>,
}

fn parse(file: &str) -> Result<Vec<Description>, toml::de::Error> {
    toml::from_str(file).map(|file: File| file.board)
}

/// All boards that ship, in the order of the file.
pub fn grounds() -> &'static [Ground] {
    static GROUNDS: OnceLock<Vec<Ground>> = OnceLock::new();
    GROUNDS.get_or_init(|| {
        let described = parse(include_str!("../data/boards.toml")).expect("a test reads data/boards.toml");
        described.iter().map(Ground::new).collect()
    })
}

/// Where a hexagon and the lattice meet: the six points around a centre.
pub(crate) fn around(centre: Vertex) -> [Vertex; 6] {
    Hex::from(centre).neighbours().map(Vertex::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_and_the_option_name_the_same_boards() {
        let described = parse(include_str!("../data/boards.toml")).unwrap();
        assert_eq!(described.iter().map(|board| board.name.as_str()).collect::<Vec<_>>(), NAMES);
        assert!(described.iter().all(|board| board.rows.is_empty() != board.hexagons.is_empty()), "rows or hexagons");
    }

    #[test]
    fn a_mistake_in_the_file_is_named_with_its_line() {
        let error = parse("[[board]]\nname = \"x\"\nrow = [1]\nkomi = 0\n").unwrap_err().to_string();
        assert!(error.contains("line 3") && error.contains("row"), "{error}");
    }
}
