//! One suite that every game passes, and two toy games to try the core on.

mod chance;
mod fairness;
mod pig;
mod positions;
mod speech;
mod sticks;
mod suite;
mod symmetry;

pub use pig::{Fault, FaultyPig, Pig, PigAction, PigView};
pub use speech::Speech;
pub use sticks::{Sticks, Take};
pub use suite::Suite;
