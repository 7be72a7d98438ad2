//! The rules, without messages and pictures.

use std::fmt;

use game::PositionError;
use hex::{Direction, HexNames, Mask, MaskBoard, drawing_words};

/// This many stones of one player in a straight row win ({{PREFIX}}-1).
pub const IN_A_ROW: usize = 4;

/// The number of a hex of the board, and so an action: to place a stone there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

/// The stones on the board.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    base: u8,
    stones: [Mask; 2],
    last: Option<Cell>,
    row: Mask,
}

impl Position {
    /// The empty board with this many hexes on a side.
    pub fn empty(base: u8) -> Self {
        Self { base, stones: [Mask::EMPTY; 2], last: None, row: Mask::EMPTY }
    }

    /// The position with these stones, the last of which was placed here.
    pub fn with_stones(base: u8, stones: [Mask; 2], last: Option<Cell>) -> Self {
        let mut position = Self { base, stones, last, row: Mask::EMPTY };
        position.row = last.map_or(Mask::EMPTY, |cell| position.row_through(cell));
        position
    }

    /// The position of a drawing: `R` and `B` are stones, `.` is empty, the rows go from the top. Nobody has a row yet.
    pub fn read(drawing: &str, base: u8) -> Result<Self, PositionError> {
        let empty = Self::empty(base);
        let hexes = empty.names().read_drawing(drawing).map_err(PositionError::new)?;
        let are_stones = hexes.iter().all(|(_, word)| matches!(*word, "R" | "B" | "."));
        PositionError::unless(are_stones, || "a hex is drawn as R, B or .".to_owned())?;
        let board = empty.board().board();
        let stones = |letter| {
            let hexes = hexes.iter().filter(move |(_, word)| *word == letter);
            hexes.filter_map(|(hex, _)| board.index(*hex)).collect::<Mask>()
        };
        Ok(Self::with_stones(base, ["R", "B"].map(stones), None))
    }

    /// The same for tests. The number of rows gives the size of the board.
    ///
    /// # Panics
    /// If the drawing fits no board.
    pub fn drawn(drawing: &str) -> Self {
        let base = drawing_words(drawing).len().div_ceil(2) as u8;
        Self::read(drawing, base).unwrap_or_else(|error| panic!("{error}:\n{drawing}"))
    }

    /// The drawing of the position.
    pub fn drawing(&self) -> String {
        let word = |hex| {
            let cell = self.board().board().index(hex).unwrap_or_default();
            let letter = ["R", "B"].into_iter().zip(self.stones).find(|(_, stones)| stones.contains(cell));
            letter.map_or(".", |(letter, _)| letter).to_owned()
        };
        self.names().draw(word)
    }

    /// The number of hexes on a side.
    pub fn base(&self) -> u8 {
        self.base
    }

    /// The board.
    pub fn board(&self) -> &'static MaskBoard {
        MaskBoard::of_radius(self.base - 1).expect("the option allows boards that exist")
    }

    /// The names of the hexes.
    pub fn names(&self) -> HexNames {
        HexNames::rows(self.base - 1)
    }

    /// The stones of each player.
    pub fn stones(&self) -> [Mask; 2] {
        self.stones
    }

    /// The hexes without a stone.
    pub fn empty_cells(&self) -> Mask {
        self.board().full() - self.stones[0] - self.stones[1]
    }

    /// The stone that was placed last.
    pub fn last(&self) -> Option<Cell> {
        self.last
    }

    /// The stones of the winning row; none while nobody has won.
    pub fn row(&self) -> Mask {
        self.row
    }

    /// The number of stones on the board.
    pub fn placed(&self) -> usize {
        self.stones[0].len() + self.stones[1].len()
    }

    /// Whether somebody has won or the board is full ({{PREFIX}}-2).
    pub fn is_over(&self) -> bool {
        !self.row.is_empty() || self.empty_cells().is_empty()
    }

    /// The index of the player who places next; after the end, of the player who placed last.
    pub fn player(&self) -> usize {
        (self.placed() - usize::from(self.is_over())) % 2
    }

    /// Places a stone for the player whose turn it is. The hex must be empty.
    pub fn place(&mut self, cell: Cell) {
        let player = self.player();
        self.stones[player].insert(usize::from(cell.0));
        self.last = Some(cell);
        self.row = self.row_through(cell);
    }

    /// The empty hexes on which a player would complete a row.
    pub fn completing(&self, player: usize) -> Mask {
        let wins = |&cell: &usize| {
            let mut after = self.clone();
            after.stones[player].insert(cell);
            !after.row_through(Cell(cell as u8)).is_empty()
        };
        self.empty_cells().iter().filter(wins).collect()
    }

    /// The stones of the owner of this stone in a row with it, if they are enough to win.
    fn row_through(&self, cell: Cell) -> Mask {
        let board = self.board().board();
        let own = self.stones[usize::from(self.stones[1].contains(usize::from(cell.0)))];
        let hex = board.hex(usize::from(cell.0));
        let mut winning = Mask::EMPTY;
        // A direction and its opposite are one row.
        for direction in &Direction::ALL[..3] {
            let mut row = Mask::EMPTY;
            row.insert(usize::from(cell.0));
            for way in [*direction, direction.opposite()] {
                let cells = hex.ray(way).map_while(|next| board.index(next));
                row |= cells.take_while(|&next| own.contains(next)).collect::<Mask>();
            }
            if row.len() >= IN_A_ROW {
                winning |= row;
            }
        }
        winning
    }
}

/// The drawing, for the messages of tests.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "player {}, over {}", self.player(), self.is_over())?;
        f.write_str(&self.drawing())
    }
}
