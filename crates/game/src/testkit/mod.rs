//! One suite that every game passes, the reading of what games keep beside their tests, and two toy games to try the
//! core on.

mod chance;
mod fairness;
mod files;
mod pig;
mod positions;
mod speech;
mod sticks;
mod suite;
mod symmetry;

pub use files::{PerftTable, golden, perft_tables, play_at_random};
pub use pig::{Fault, FaultyPig, Pig, PigAction, PigView};
pub use speech::Speech;
pub use sticks::{Sticks, Take};
pub use suite::Suite;
