//! HexOust is evaluated by random playouts. A game is short and a playout costs microseconds. The larger groups decide
//! the game, and random play shows well who ends up with them.

use hexoust::HexOust;

use crate::evaluation::{Evaluated, Playouts};

impl Evaluated for HexOust {
    type Evaluation = Playouts<Self>;
}
