//! The binary as people and programs meet it: what it prints, where, and with which exit code. One file a command.

mod bench;
mod common;
mod fair_dice;
mod games;
mod help;
mod perft;
mod play;
mod playout;
mod rules;
mod ships;
mod solve;
mod trace;
mod verify;
