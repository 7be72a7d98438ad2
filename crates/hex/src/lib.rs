//! Hexes, boards, lattices and their symmetries: the geometry that every game here stands on.
//!
//! ```
//! use sixfold_hex::{Board, Direction, Hex, HexNames, Lattice, Layout, Mask, MaskBoard, Orientation, Point, Symmetry};
//!
//! // Axial coordinates; directions go clockwise from north, which is up on a flat-top board.
//! let bow = Hex::ORIGIN.neighbour(Direction::N);
//! assert_eq!(bow, Hex::new(0, -1));
//! assert_eq!(Symmetry::rotation(1).apply(bow), Hex::ORIGIN.neighbour(Direction::NE));
//! assert_eq!(bow.distance(Hex::new(2, -1)), 2);
//!
//! // A field of fire: the rows of NW and NE and everything between them, three hexes out.
//! assert_eq!(Hex::ORIGIN.wedge(Direction::NW, Direction::NE, 3).count(), 3 + 5 + 7);
//! assert!(Hex::ORIGIN.in_wedge(bow, Direction::NW, Direction::NE));
//!
//! // A board numbers its cells row by row; up to radius 6 a set of cells is one `u128`.
//! let board = Board::new(3);
//! assert_eq!(board.len(), 37);
//! assert_eq!(board.index(Hex::ORIGIN), Some(18));
//! let masks = MaskBoard::of_radius(3).expect("37 cells fit a mask");
//! let stones: Mask = [0, 1, 18].into_iter().collect();
//! assert_eq!((masks.neighbour_mask(0) & stones).first(), Some(1));
//! assert_eq!(masks.group(0, stones).len(), 2);
//!
//! // The triangular lattice is the same plane seen from the corners.
//! let grand = Lattice::rows(&[4, 5, 6, 7, 6, 5, 4]);
//! assert_eq!((grand.vertices().len(), grand.triangles().len()), (37, 54));
//!
//! // Hexes have names, which are also the notation of games.
//! assert_eq!(HexNames::columns(3).find("d4"), Some(Hex::ORIGIN));
//! assert_eq!(HexNames::rows(6).name(Hex::ORIGIN), "g7");
//!
//! // A layout maps hexes to the screen, in floating-point numbers.
//! let layout = Layout::new(Orientation::FlatTop, 10.0, Point::new(0.0, 0.0));
//! assert!(layout.center(bow).y < 0.0);
//! assert_eq!(layout.hex_at(layout.center(bow)), bow);
//! ```
//!
//! # One lattice, two readings
//!
//! The centres of the hexes are the vertices of a triangular lattice, and the corners of the hexes are the centres of
//! its triangles. So [`Hex`] and [`Vertex`] carry the same coordinates and differ in what a game does with them:
//!
//! | hexes | lattice |
//! |---|---|
//! | [`Hex`] | [`Vertex`] |
//! | side between two hexes | [`Edge`] between two vertices |
//! | corner where three hexes meet | [`Triangle`] of three vertices |
//!
//! # Promises
//!
//! Everything but [`Layout`] and [`Triangle::centroid`], which serve drawing, is integer arithmetic, so that a match
//! replays alike on every machine and in the browser.
//! Lists are in *reading order*, which is also the order of `Ord`: by r (downwards), then by q (rightwards). Lists of
//! the things around a hex go clockwise from north.

mod board;
mod direction;
mod hex;
mod lattice;
mod layout;
mod mask;
mod mask_board;
mod names;
mod symmetry;
mod text;
mod triangle;
mod vertex;
mod wedge;

pub use board::Board;
pub use direction::Direction;
pub use hex::Hex;
pub use lattice::Lattice;
pub use layout::{Bounds, Layout, Orientation, Point};
pub use mask::{Mask, MaskIter};
pub use mask_board::MaskBoard;
pub use names::{HexNames, point_names};
pub use symmetry::Symmetry;
pub use text::{DrawingError, draw_points, drawing_words};
pub use triangle::{Points, Triangle};
pub use vertex::{Edge, Vertex};
