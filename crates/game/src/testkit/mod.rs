//! The suite that every game passes, the tests that games share (perft, golden games, allocations), and two toy games
//! for tests of the core.

mod allocation;
mod chance;
mod fairness;
mod golden;
mod perft;
mod pig;
mod position_text;
mod positions;
mod speech;
mod sticks;
mod suite;
mod symmetry;

pub use allocation::{Playouts, playouts_allocate_nothing};
pub use golden::{golden, play_at_random};
pub use perft::{PerftTable, PerftTables};
pub use pig::{Fault, FaultyPig, Pig, PigAction, PigView};
pub use speech::{Speech, check_files, keys_of, keys_said, messages_in, sources_in};
pub use sticks::{Sticks, Take};
pub use suite::Suite;
