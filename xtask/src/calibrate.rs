//! `cargo xtask calibrate`: how fast one thread of this machine is, independent of Sixfold's code.
//!
//! The work never changes, so that figures from different machines and years can be compared. 2^15 words (256 KiB, more
//! than the first-level cache and less than the second) are filled by splitmix64. Each step mixes the state, reads the
//! word that the state points at and counts bits, as games on masks do. Each step depends on the one before it. The
//! final state is known, so a compiler that skips the work gets no figure.

use crate::failure::Failure;
use crate::table;
use clap::Args;
use std::process::ExitCode;
use std::time::Instant;

/// Measure one thread of this machine with a fixed workload
#[derive(Args)]
#[command(after_help = "`cargo xtask bench` runs it in the release profile. In any other profile the figure is lower.")]
pub(crate) struct Calibrate {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The field of the object that `--json` prints.
pub(crate) const FIELD: &str = "million_steps_per_second";

const STEPS: u32 = 25_000_000;
const CHECKSUM: u64 = 0x91ca_cacd_a700_4e5d;
const WORDS: usize = 1 << 15;
const SEED: u64 = 6;

impl Calibrate {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let speed = million_steps_per_second()?;
        if self.json {
            println!("{}", serde_json::json!({ FIELD: speed }));
        } else {
            println!("{} million steps a second", table::number(speed));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn million_steps_per_second() -> Result<f64, Failure> {
    let words = words();
    let start = Instant::now();
    let end = walk(&words, STEPS);
    let seconds = start.elapsed().as_secs_f64();
    if end != CHECKSUM {
        return Err(Failure::Failed(format!("calibration ended at {end:#018x} instead of {CHECKSUM:#018x}")));
    }
    Ok(f64::from(STEPS) / 1e6 / seconds)
}

fn words() -> Vec<u64> {
    let mut counter = SEED;
    let next = || {
        counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(counter)
    };
    std::iter::repeat_with(next).take(WORDS).collect()
}

fn walk(words: &[u64], steps: u32) -> u64 {
    let mut state = SEED;
    for step in 0..steps {
        let word = words[state as usize % WORDS];
        let bits = (state & word).count_ones();
        state = mix(state ^ word.rotate_left(bits)).wrapping_add(u64::from(step));
    }
    state
}

/// The final mixing function of splitmix64 (Steele, Lea and Flood, 2014).
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_is_the_same_everywhere() {
        assert_eq!(walk(&words(), 1000), 0x5bbc_a1cb_feec_275d);
        assert_eq!(walk(&words(), 0), SEED);
    }

    #[test]
    fn splitmix_gives_its_published_first_number() {
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0xe220_a839_7b1d_cdaf); // the first output for seed 0
    }
}
