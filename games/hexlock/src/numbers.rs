//! The numbers of the rules, from `data/numbers.toml`.
//!
//! The compiler reads them. So a search pays nothing for them, and a missing or misspelt number fails the build and not
//! a running match.

const FILE: &str = include_str!("../data/numbers.toml");

/// The board's radius.
pub const RADIUS: u8 = number("radius") as u8;
/// The number of hexes that wins.
pub const HEXES_TO_WIN: usize = number("hexes_to_win") as usize;
/// The HP of a hex that has just got a new owner.
pub const FULL_HP: u8 = number("full_hp") as u8;
/// The sides of the die of an attack.
pub const DIE_SIDES: u32 = number("die_sides");
/// The defence of a hex without support.
pub const BASE_DEFENCE: u32 = number("base_defence");
/// The margin above the defence from which a hit is strong.
pub const STRONG_MARGIN: u32 = number("strong_margin");
/// The damage of a hit to the target.
pub const HIT_DAMAGE: u8 = number("hit_damage") as u8;
/// The damage of a strong hit to the target.
pub const STRONG_DAMAGE: u8 = number("strong_damage") as u8;
/// The damage of a critical fail to the source.
pub const CRITICAL_DAMAGE: u8 = number("critical_damage") as u8;
/// How long a disconnected player has to come back.
pub const GRACE_SECONDS: u32 = number("grace_seconds");

/// The number in the line `key = number`.
const fn number(key: &str) -> u32 {
    let (file, key) = (FILE.as_bytes(), key.as_bytes());
    let mut line = 0;
    while line < file.len() {
        if begins_with(file, line, key) && begins_with(file, line + key.len(), b" = ") {
            return digits(file, line + key.len() + 3);
        }
        while line < file.len() && file[line] != b'\n' {
            line += 1;
        }
        line += 1;
    }
    panic!("data/numbers.toml lacks a number that the game needs")
}

const fn begins_with(file: &[u8], at: usize, word: &[u8]) -> bool {
    let mut index = 0;
    while index < word.len() {
        if at + index >= file.len() || file[at + index] != word[index] {
            return false;
        }
        index += 1;
    }
    true
}

const fn digits(file: &[u8], mut at: usize) -> u32 {
    assert!(at < file.len() && file[at].is_ascii_digit(), "data/numbers.toml has a number that is none");
    let mut number = 0;
    while at < file.len() && file[at].is_ascii_digit() {
        number = 10 * number + (file[at] - b'0') as u32;
        at += 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_rulebook() {
        assert_eq!((RADIUS, HEXES_TO_WIN, FULL_HP), (3, 19, 3));
        assert_eq!((DIE_SIDES, BASE_DEFENCE, STRONG_MARGIN), (20, 10, 5));
        assert_eq!((HIT_DAMAGE, STRONG_DAMAGE, CRITICAL_DAMAGE, GRACE_SECONDS), (1, 2, 1, 60));
    }

    /// Only one of two players can hold a majority, so there is at most one winner.
    #[test]
    fn the_goal_is_a_majority() {
        let radius = usize::from(RADIUS);
        assert!(2 * HEXES_TO_WIN > 3 * radius * (radius + 1) + 1);
    }
}
