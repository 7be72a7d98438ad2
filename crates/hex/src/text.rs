//! Boards drawn in text: for tests, their messages and logs.
//!
//! A drawing has one word for each hex or point. It is printed with the letters of its rows or columns and can be
//! pasted into a test as it is: reading it skips single small letters, and blanks only separate words.

use crate::names::{Letters, letter_of};
use crate::{Hex, HexNames, Vertex, point_names};

/// How far apart neighbouring columns of a flat-top board stand. A line has every second column, so words of up to five
/// characters fit.
const COLUMN_WIDTH: usize = 3;

/// A text that is no drawing of this board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingError {
    /// How many words each line has.
    pub found: Vec<usize>,
    /// How many words each line of a drawing of this board has.
    pub expected: Vec<usize>,
}

impl std::error::Error for DrawingError {}

impl std::fmt::Display for DrawingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a drawing of this board has lines of {:?} words, and not {:?}", self.expected, self.found)
    }
}

impl HexNames {
    /// Draws the board as it looks, one word for each hex.
    ///
    /// ```
    /// use sixfold_hex::{Hex, HexNames};
    /// let word = |hex| if hex == Hex::ORIGIN { "R" } else { "." }.to_owned();
    /// assert_eq!(HexNames::rows(1).draw(word), "c  . .\nb . R .\na  . .\n");
    /// assert_eq!(HexNames::columns(1).draw(word), "   .\n.     .\n   R\n.     .\n   .\na  b  c\n");
    /// ```
    pub fn draw(self, word: impl Fn(Hex) -> String) -> String {
        let radius = i32::from(self.radius);
        let rows = self.lines();
        match self.letters {
            Letters::Columns => {
                let column = |hex: &Hex| COLUMN_WIDTH * (hex.q + radius) as usize;
                let mut text: String = rows.iter().map(|row| line(row, column, &word)).collect();
                let letters: Vec<String> = (0..=2 * self.radius).map(|column| letter_of(column).to_string()).collect();
                text.push_str(&letters.join("  "));
                text.push('\n');
                text
            }
            Letters::Rows => {
                // Neighbours in a row stand twice the longest word apart, so that rows can be shifted by half of it.
                let half = rows.iter().flatten().map(|&hex| word(hex).chars().count()).max().unwrap_or(1);
                let column = |hex: &Hex| half * (2 * (hex.q + radius) + hex.r) as usize;
                let letter = |row: &[Hex]| letter_of((radius - row[0].r) as u8);
                rows.iter().flat_map(|row| [format!("{} ", letter(row)), line(row, column, &word)]).collect()
            }
        }
    }

    /// Reads a drawing of this board: every hex with its word, in the order of the drawing.
    pub fn read_drawing(self, drawing: &str) -> Result<Vec<(Hex, &str)>, DrawingError> {
        let (rows, words) = (self.lines(), drawing_words(drawing));
        let lengths: Vec<usize> = words.iter().map(Vec::len).collect();
        let expected: Vec<usize> = rows.iter().map(Vec::len).collect();
        if lengths != expected {
            return Err(DrawingError { found: lengths, expected });
        }
        Ok(rows.concat().into_iter().zip(words.concat()).collect())
    }

    /// The hexes of each line of a drawing. On a flat-top board, columns stand half a hex above or below their
    /// neighbours, so its drawing has `4 * radius + 1` lines for its `2 * radius + 1` rows.
    fn lines(self) -> Vec<Vec<Hex>> {
        let radius = i32::from(self.radius);
        let across = -radius..=radius;
        match self.letters {
            Letters::Columns => (-2 * radius..=2 * radius)
                .map(|height| {
                    let columns = across.clone().filter(|q| (height - q) % 2 == 0);
                    columns.map(|q| Hex::new(q, (height - q) / 2)).filter(|&hex| self.contains(hex)).collect()
                })
                .collect(),
            Letters::Rows => across
                .clone()
                .map(|r| across.clone().map(|q| Hex::new(q, r)).filter(|&hex| self.contains(hex)).collect())
                .collect(),
        }
    }
}

/// Draws points in reading order, one character for each, with the letters of [`point_names`] in front of the rows.
pub fn draw_points(points: &[Vertex], sign: impl Fn(usize) -> char) -> String {
    let across = |index: &usize| 2 * points[*index].q + points[*index].r;
    let names = point_names(points);
    let indices: Vec<usize> = (0..points.len()).collect();
    let left = indices.iter().map(across).min().unwrap_or(0);
    let rows = indices.chunk_by(|one, next| points[*one].r == points[*next].r);
    let row = |row: &[usize]| {
        let text = line(row, |index| (across(index) - left) as usize, |index| sign(index).to_string());
        format!("{} {text}", &names[row[0]][..1])
    };
    rows.map(row).collect()
}

/// The words of each line, without the letters of rows and columns. Lines without words are left out.
pub fn drawing_words(drawing: &str) -> Vec<Vec<&str>> {
    let is_letter = |word: &&str| word.len() == 1 && word.starts_with(|letter: char| letter.is_ascii_lowercase());
    let words = |line| str::split_whitespace(line).filter(|word| !is_letter(word)).collect();
    drawing.lines().map(words).filter(|row: &Vec<_>| !row.is_empty()).collect()
}

fn line<P: Copy>(places: &[P], column: impl Fn(&P) -> usize, word: impl Fn(P) -> String) -> String {
    let mut text = String::new();
    for place in places {
        let column = column(place);
        text = format!("{text:column$}{}", word(*place));
    }
    text + "\n"
}
