//! Boards: how they are described, and a rule set of them, read from a file like `data/boards.toml`.

use std::sync::Arc;

use game::{RuleFiles, RuleSet, RulesError, STANDARD, read_toml};
use hex::{Hex, Lattice, Triangle, Vertex};
use serde::Deserialize;

use crate::ground::{Ground, MOST_POINTS};

/// The values of the `board` option. A test compares them with the file.
pub(crate) const NAMES: &[&str] = &["classic", "compact", "grand", "honeycomb"];

/// The description of a board: rows of the lattice, or hexagons (IN-1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
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
    /// Whether a board can be made of it; if not, what would be right.
    fn check(&self) -> Result<(), String> {
        let check_that = |holds: bool, problem: String| if holds { Ok(()) } else { Err(problem) };
        check_that(NAMES.contains(&self.name.as_str()), format!("a board is called one of {}", NAMES.join(", ")))?;
        check_that(self.rows.is_empty() != self.hexagons.is_empty(), "a board has rows or hexagons".to_owned())?;
        check_that(self.komi <= MOST_KOMI, format!("komi is at most {MOST_KOMI}"))?;
        // These checks come first, because they bound the work of the others.
        let size = self.rows.iter().map(|&row| usize::from(row)).sum::<usize>();
        let too_large = format!("a board has at most {MOST_POINTS} points in {MOST_ROWS} rows");
        let near = self.hexagons.iter().flatten().all(|at| (-FURTHEST..=FURTHEST).contains(at));
        let small = size <= MOST_POINTS && self.rows.len() <= MOST_ROWS && self.hexagons.len() <= MOST_POINTS;
        check_that(small && near && self.rows.iter().all(|&row| row > 0), too_large.clone())?;
        let (vertices, triangles, centres) = self.parts();
        let rows = vertices.last().map_or(0, |last| last.r) - vertices.first().map_or(0, |first| first.r) + 1;
        check_that(vertices.len() <= MOST_POINTS && rows <= MOST_ROWS as i32, too_large)?;
        let apart =
            centres.iter().all(|centre| !vertices.contains(centre)) && centres.windows(2).all(|two| two[0] != two[1]);
        check_that(apart, "no hexagon lies on another one".to_owned())?;
        check_that(!triangles.is_empty(), "a board has a triangle at least".to_owned())
    }

    /// The points, the triangles and the centres of this board, each in reading order.
    pub(crate) fn parts(&self) -> (Vec<Vertex>, Vec<Triangle>, Vec<Vertex>) {
        let mut centres: Vec<Vertex> = self.hexagons.iter().map(|&[q, r]| Vertex::new(q, r)).collect();
        game::sort(&mut centres);
        if centres.is_empty() {
            let lattice = Lattice::rows(&self.rows);
            return (lattice.vertices().to_vec(), lattice.triangles().to_vec(), centres);
        }
        let mut vertices: Vec<Vertex> = centres.iter().flat_map(|centre| centre.neighbours()).collect();
        let mut triangles: Vec<Triangle> = centres.iter().flat_map(|centre| centre.triangles()).collect();
        game::sort(&mut vertices);
        vertices.dedup();
        game::sort(&mut triangles);
        (vertices, triangles, centres)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    board: Vec<Description>,
}

/// The one file of a rule set.
const FILE: &str = "boards.toml";
/// Rows are called by a letter each.
const MOST_ROWS: usize = 26;
/// How far from the origin a hexagon may be.
const FURTHEST: i32 = 12;
/// As for the option `komi-points`.
const MOST_KOMI: u16 = 200;

/// A rule set of Influence: its boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards {
    name: String,
    grounds: Vec<Arc<Ground>>,
}

impl Boards {
    /// A set with this board alone, for a position that somebody has made up.
    pub(crate) fn only(ground: &Arc<Ground>) -> Self {
        Self { name: STANDARD.to_owned(), grounds: vec![Arc::clone(ground)] }
    }

    /// The board of that name.
    pub fn ground(&self, name: &str) -> Option<&Arc<Ground>> {
        self.grounds.iter().find(|ground| ground.name() == name)
    }

    /// All boards, in the order of the file.
    pub fn grounds(&self) -> &[Arc<Ground>] {
        &self.grounds
    }

    fn read(file: &str) -> Result<Self, RulesError> {
        let File { name, board } =
            read_toml(file).map_err(|error| RulesError::at(FILE, file, error.span, error.problem))?;
        let mut grounds: Vec<Arc<Ground>> = Vec::new();
        for description in &board {
            let is_new = grounds.iter().all(|ground| ground.name() != description.name);
            let twice = || Err(format!("there are two boards called `{}`", description.name));
            description.check().and_then(|()| if is_new { Ok(()) } else { twice() }).map_err(|problem| {
                RulesError::in_line(FILE, file, &format!("name = \"{}\"", description.name), problem)
            })?;
            grounds.push(Arc::new(Ground::new(description)));
        }
        if grounds.is_empty() {
            return Err(RulesError::at(FILE, file, None, "there is one board at least"));
        }
        Ok(Self { name, grounds })
    }
}

impl RuleSet for Boards {
    const FILES: &'static [(&'static str, &'static str)] = &[(FILE, game::text_file!("../data/boards.toml"))];

    fn parse(files: &RuleFiles) -> Result<Self, RulesError> {
        Self::read(files.get(FILE)?)
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// Where a hexagon and the lattice meet: the six points around a centre.
pub(crate) fn around(centre: Vertex) -> [Vertex; 6] {
    Hex::from(centre).neighbours().map(Vertex::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(old: &str, new: &str) -> String {
        let file = Boards::FILES[0].1;
        assert!(file.contains(old), "{old}");
        Boards::read(&file.replacen(old, new, 1)).unwrap_err().to_string()
    }

    fn line_of(begins: &str) -> usize {
        1 + Boards::FILES[0].1.lines().position(|line| line.starts_with(begins)).unwrap()
    }

    #[test]
    fn the_file_and_the_option_name_the_same_boards() {
        let boards = Boards::built_in();
        assert_eq!(boards.grounds().iter().map(|ground| ground.name()).collect::<Vec<_>>(), NAMES);
    }

    #[test]
    fn a_mistake_in_the_file_is_named_with_its_line() {
        let error = mistake("rows = [4, 5, 6, 5, 4]", "row = [4, 5, 6, 5, 4]");
        let line = line_of("rows = [4, 5, 6, 5, 4]");
        assert!(error.starts_with(&format!("boards.toml, line {line}: ")) && error.contains("row"), "{error}");
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_line() {
        for (right, wrong, about) in [
            ("rows = [4, 5, 6, 5, 4]", "rows = [20, 20]", "at most 37 points"),
            ("rows = [4, 5, 6, 5, 4]", "rows = [65535, 65535, 65535]", "at most 37 points"),
            ("rows = [4, 5, 6, 5, 4]", "rows = [4, 0, 4]", "at most 37 points"),
            ("rows = [4, 5, 6, 5, 4]", "rows = [5]", "a triangle at least"),
            ("rows = [4, 5, 6, 5, 4]", "", "rows or hexagons"),
            ("rows = [4, 5, 6, 5, 4]", "hexagons = [[0, 0], [0, 0]]", "no hexagon lies on another one"),
            ("rows = [4, 5, 6, 5, 4]", "hexagons = [[0, 0], [0, 1]]", "no hexagon lies on another one"),
            ("rows = [4, 5, 6, 5, 4]", "hexagons = [[0, 2000000000]]", "at most 37 points"),
            ("komi = 16", "komi = 2000", "komi is at most 200"),
        ] {
            let (error, line) = (mistake(right, wrong), line_of("name = \"compact\""));
            assert!(error.starts_with(&format!("boards.toml, line {line}: ")), "{wrong}: {error}");
            assert!(error.contains(about), "{wrong}: {error}");
        }
        assert!(mistake("name = \"compact\"", "name = \"moon\"").contains("a board is called one of"));
        assert!(mistake("name = \"compact\"", "name = \"grand\"").contains("two boards called"));
    }
}
