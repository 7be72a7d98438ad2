//! Tests of the binary's command line: its output and its exit codes. One file for each command.

mod backup;
mod bench;
#[path = "../build_folder/mod.rs"]
mod build_folder;
mod campaign;
#[path = "../../../server/testkit/postgres.rs"]
mod cluster;
mod common;
mod fair_dice;
mod games;
mod help;
mod learn;
#[path = "../../../server/testkit/nats.rs"]
mod nats;
mod perft;
mod play;
mod playout;
mod rules;
mod serve;
mod ships;
mod solve;
mod store;
mod trace;
mod verify;
mod worker;
