//! HexOust is judged by playing it out: a game is short, a playout costs microseconds, and who ends up with the larger
//! groups is what random play is good at finding out.

use hexoust::HexOust;

use crate::evaluation::{Evaluated, Playouts};

impl Evaluated for HexOust {
    type Evaluation = Playouts<Self>;
}
